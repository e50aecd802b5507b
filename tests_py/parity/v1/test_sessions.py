"""Sessions with hooks, coordinators, recurrent networks of cells and checkpoints of other programs, as in TensorFlow 1."""

import logging
import os
import re
import tempfile
import threading

import numpy as np
import pytest

from support.compare import Cases, same_results, value_or_class
from support.logged import logged

case = Cases()


def without_times(record):
    """Returns the message of a record, without how long something took."""
    line = re.sub(r" \([0-9.]+ sec\)", "", record.getMessage())
    return re.sub(r"/sec: .*", "/sec", line)


def recorder(tf, name, record, fetch=None, stop_at=None, feed=None):
    """A hook that records its calls."""
    train = tf.compat.v1.train

    class Hook(train.SessionRunHook):
        def begin(self):
            record.append((name, "begin", tf.compat.v1.get_default_graph().finalized))

        def after_create_session(self, session, coord):
            record.append((name, "created", type(coord).__name__, coord.should_stop()))

        def before_run(self, run_context):
            record.append((name, "before", len(run_context.original_args.feed_dict or {}), run_context.stop_requested))
            return None if fetch is None and feed is None else train.SessionRunArgs(fetch, feed)

        def after_run(self, run_context, run_values):
            value = run_values.results
            record.append((name, "after", None if value is None else np.asarray(value).tolist()))
            if stop_at is not None and value is not None and value >= stop_at:
                run_context.request_stop()

        def end(self, session):
            record.append((name, "end"))

    return Hook()


def counting(tf):
    """A step, an op that adds to it, and a variable that doubles."""
    step = tf.compat.v1.train.get_or_create_global_step()
    v = tf.compat.v1.get_variable("v", initializer=1.0)
    with tf.control_dependencies([v.assign(v * 2.0)]):
        train = step.assign_add(1)
    return step, v, train


@case
def composites_of_lists(tf):
    """Their parts are nodes, which sessions fetch and which have graphs."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session() as session:
        made = [
            tf.SparseTensor([[0], [2]], ["a", "b"], [6]),
            tf.SparseTensor([[0]], tf.constant([1.0]), np.array([6])),
            v1.convert_to_tensor_or_sparse_tensor(v1.SparseTensorValue([[0]], [1.0], [6])),
            tf.RaggedTensor.from_row_splits([1.0, 2.0, 3.0], [0, 1, 3]),
            tf.RaggedTensor.from_row_lengths([1, 2, 3], [1, 2], validate=False),
            tf.RaggedTensor.from_value_rowids([1, 2], [0, 0]).with_values([3, 4]),
            tf.RaggedTensor.from_nested_row_splits(np.arange(3), [[0, 2], [0, 1, 3]]),
        ]
        slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([2]))
        found = [str(value) for value in session.run([*made, slices])] + [str(session.run(made[3]))]
        found += [str(value.eval()) for value in made[:3]]
        found += [made[0].graph is graph, made[0].op.type, made[0].values.name, made[1].dense_shape.name]
        return [*found, graph.is_fetchable(made[0]), graph.is_fetchable(made[3])]


@case
def variables_are_equal_to_themselves_in_graphs(tf):
    eager = tf.Variable([1.0, 2.0])
    with tf.Graph().as_default():
        v = tf.Variable([1.0, 2.0])
        updated = v.assign([1.0, 1.0])
        found = [
            len({updated, v, eager, updated}),
            updated == updated,
            updated == v,
            updated != v,
            eager == eager,
            v == 3,
        ]
    f = tf.function(lambda: found.append(value_or_class(lambda: hash(eager.assign([1.0, 1.0])))))
    f()
    return [*found, value_or_class(lambda: hash(eager)), value_or_class(lambda: hash(eager.assign([1.0, 1.0])))]


# ---- hooks ----


@case
def calls_of_hooks(tf):
    record = []
    with tf.Graph().as_default():
        _, v, train = counting(tf)
        x = tf.compat.v1.placeholder_with_default(3.0, [])
        hooks = [
            recorder(tf, "a", record, train, 2),
            recorder(tf, "b", record),
            recorder(tf, "c", record, feed={x: 5.0}),
        ]
        with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
            while not session.should_stop():
                record.append(float(session.run(x + 1.0)))
            record.append(value_or_class(lambda: session.run(v)))
        record.append((session.should_stop(), tf.compat.v1.get_default_graph().finalized, session.graph is None))
        record.append(value_or_class(session.close))
    return record


@case
def feeds_of_hooks(tf):
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.float32, [])
        one = tf.compat.v1.train.FeedFnHook(lambda: {x: 1.0})
        with tf.compat.v1.train.MonitoredSession(hooks=[one]) as session:
            found = [float(session.run(x)), value_or_class(lambda: session.run(x, {x: 2.0}))]
        with tf.compat.v1.train.MonitoredSession(
            hooks=[one, tf.compat.v1.train.FeedFnHook(lambda: {x: 3.0})]
        ) as session:
            found.append(value_or_class(lambda: session.run(x)))
    return found


@case
def ends_at_a_step(tf):
    found = []
    for arguments in ({"num_steps": 2}, {"last_step": 3}, {"last_step": 0}):
        with tf.Graph().as_default():
            _, v, train = counting(tf)
            with tf.compat.v1.train.MonitoredSession(hooks=[tf.compat.v1.train.StopAtStepHook(**arguments)]) as session:
                while not session.should_stop():
                    found.append(int(session.run(train)))
    hook = tf.compat.v1.train.StopAtStepHook
    with tf.Graph().as_default():
        found.append(value_or_class(lambda: tf.compat.v1.train.MonitoredSession(hooks=[hook(3)])))
    return found, value_or_class(hook), value_or_class(lambda: hook(1, 2))


@case
def logs_of_tensors(tf):
    train = tf.compat.v1.train
    with tf.Graph().as_default(), logged(tf, logging.INFO, without_times) as lines:
        step, v, op = counting(tf)
        loss = tf.multiply(v, 2.0, name="loss")
        hooks = [
            train.LoggingTensorHook({"b": loss, "a": step}, every_n_iter=2, at_end=True),
            train.LoggingTensorHook(["loss"], at_end=True),
            train.LoggingTensorHook(["loss"], every_n_secs=100),
            train.LoggingTensorHook(
                {"x": "loss:0"}, every_n_iter=3, formatter=lambda found: "is " + str(sorted(found))
            ),
        ]
        # What is read in the run that writes may be from before or after that.
        with train.MonitoredSession(hooks=hooks) as session:
            for _ in range(5):
                session.run(loss)
            session.run(op)
    hook = train.LoggingTensorHook
    given = ((), (1, 2), (0,), (-1, None, True))
    wrong = [value_or_class(lambda arguments=arguments: hook([], *arguments)) for arguments in given]
    with tf.Graph().as_default():
        tf.split(tf.zeros([2]), 2, name="two")
        wrong += [value_or_class(hook(["none"], 1).begin), value_or_class(hook(["two"], 1).begin)]
    return [line for line in lines if "local_init" not in line], wrong


@case
def losses_that_are_no_numbers(tf):
    train = tf.compat.v1.train
    found = []
    for fails in (True, False):
        with tf.Graph().as_default():
            x = tf.compat.v1.placeholder(tf.float32, [])
            session = train.MonitoredSession(hooks=[train.NanTensorHook(x, fails)])
            found.append(float(session.run(x, {x: 1.0})))
            try:
                session.run(x, {x: float("nan")})
            except Exception as error:
                found.append((type(error).__name__, str(error), isinstance(error, RuntimeError)))
            found.append(session.should_stop())
            session.close()
    return found


@case
def rates_of_steps(tf):
    train = tf.compat.v1.train
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default(), logged(tf, logging.INFO, without_times) as lines:
        _, _, op = counting(tf)
        with train.MonitoredSession(hooks=[train.StepCounterHook(every_n_steps=2, output_dir=folder)]) as session:
            for _ in range(5):
                session.run(op)
    tf.compat.v1.summary.FileWriterCache.get(folder).flush()
    (path,) = [os.path.join(folder, name) for name in os.listdir(folder)]
    events = [
        (event.step, value.tag) for event in tf.compat.v1.train.summary_iterator(path) for value in event.summary.value
    ]
    wrong = value_or_class(lambda: train.StepCounterHook(None)), value_or_class(lambda: train.StepCounterHook(1, 2.0))
    return [line for line in lines if "sec" in line], events, wrong


@case
def last_operations(tf):
    with tf.Graph().as_default():
        _, v, op = counting(tf)
        x = tf.compat.v1.placeholder(tf.float32, [])
        hook = tf.compat.v1.train.FinalOpsHook({"sum": v + x}, {x: 10.0})
        with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
            session.run(op)
    return hook.final_ops_values["sum"].tolist()


@case
def timers(tf):
    timer_class = tf.compat.v1.train.SecondOrStepTimer
    timer = timer_class(every_steps=3)
    found = [timer.should_trigger_for_step(0), timer.update_last_triggered_step(1), timer.last_triggered_step()]
    found += [timer.should_trigger_for_step(step) for step in (1, 3, 4)]
    found += [timer.update_last_triggered_step(6)[1]]
    timer.reset()
    found += [timer.last_triggered_step(), timer.should_trigger_for_step(6)]
    return found, value_or_class(timer_class), value_or_class(lambda: timer_class(1, 2))


# ---- sessions ----


@case
def training_with_checkpoints(tf):
    train = tf.compat.v1.train
    folder = tempfile.mkdtemp()
    record = []

    class Listener(train.CheckpointSaverListener):
        def begin(self):
            record.append("begin")

        def before_save(self, session, global_step_value):
            record.append(("before", int(global_step_value)))

        def after_save(self, session, global_step_value):
            record.append(("after", int(global_step_value)))
            return global_step_value >= 7

        def end(self, session, global_step_value):
            record.append(("end", int(global_step_value)))

    for _ in range(2):
        with tf.Graph().as_default():
            _, v, op = counting(tf)
            tf.compat.v1.summary.scalar("value", v)
            hooks = [train.CheckpointSaverHook(folder, save_steps=3, listeners=[Listener()])]
            with train.MonitoredTrainingSession(
                checkpoint_dir=folder,
                hooks=[train.StopAtStepHook(num_steps=4)],
                chief_only_hooks=hooks,
                save_checkpoint_steps=2,
                save_summaries_steps=2,
                log_step_count_steps=3,
            ) as session:
                while not session.should_stop():
                    record.append(int(session.run(op)))
                record.append("over")
    state = train.get_checkpoint_state(folder)
    names = sorted(name for name in os.listdir(folder) if not name.startswith("events") and ".data" not in name)
    reader = train.load_checkpoint(folder)
    record += [os.path.basename(state.model_checkpoint_path), names, sorted(reader.get_variable_to_shape_map())]
    with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
        train.import_meta_graph(state.model_checkpoint_path + ".meta")
        (saver,) = graph.get_collection("savers")
        saver.restore(session, state.model_checkpoint_path)
        record.append(float(session.run("v/Read/ReadVariableOp:0")))
    return record, float(reader.get_tensor("v"))


@case.each(["own", "own, without graph", "default", "counted"])
def events_of_training(tf, name):
    train = tf.compat.v1.train
    folder = tempfile.mkdtemp()
    hooks = {
        "own": lambda: [train.CheckpointSaverHook(folder, save_steps=1)],
        "own, without graph": lambda: [
            train.CheckpointSaverHook(folder, save_steps=2, saver=train.Saver(), save_graph_def=False)
        ],
        "counted": lambda: [train.StepCounterHook(1, output_dir=folder)],
    }
    with tf.Graph().as_default():
        _, _, op = counting(tf)
        with train.MonitoredTrainingSession(
            checkpoint_dir=folder,
            hooks=hooks.get(name, list)(),
            save_checkpoint_secs=None,
            save_checkpoint_steps=2 if name == "default" else None,
            save_summaries_steps=None,
            log_step_count_steps=None,
        ) as session:
            for _ in range(3):
                session.run(op)
        if tf.__name__ == "tensorflow":  # which hands them on later
            tf.compat.v1.summary.FileWriterCache.get(folder).flush()
    (path,) = [os.path.join(folder, name) for name in os.listdir(folder) if name.startswith("events")]
    return [(event.WhichOneof("what"), event.step) for event in train.summary_iterator(path)]


@case
def summaries_of_training(tf):
    train = tf.compat.v1.train
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default():
        _, v, op = counting(tf)
        tf.compat.v1.summary.scalar("value", 3.0)
        with train.MonitoredTrainingSession(
            summary_dir=folder, save_summaries_steps=2, log_step_count_steps=0
        ) as session:
            for _ in range(5):
                session.run(op)
        (path,) = [os.path.join(folder, name) for name in os.listdir(folder)]
        events = [(e.step, v.tag, v.simple_value) for e in train.summary_iterator(path) for v in e.summary.value]
        logs = [(e.step, e.session_log.status) for e in train.summary_iterator(path) if e.HasField("session_log")]
        wrong = (
            value_or_class(lambda: train.SummarySaverHook(1)),
            value_or_class(lambda: train.SummarySaverHook(1, scaffold=1, summary_op=1)),
        )
    return events, logs, wrong


@case
def scaffolds(tf):
    train = tf.compat.v1.train
    found = []
    with tf.Graph().as_default() as graph:
        tf.compat.v1.get_variable("v", initializer=1.0)
        x = tf.compat.v1.placeholder(tf.float32, [])
        local = tf.compat.v1.get_variable("local", initializer=5.0, collections=["local_variables"], trainable=False)
        w = tf.compat.v1.get_variable("w", initializer=x)

        def init(scaffold, session):
            found.append((type(scaffold).__name__, float(session.run(w))))

        scaffold = train.Scaffold(init_feed_dict={x: 7.0}, init_fn=init)
        found.append([scaffold.init_op is None, scaffold.saver is None, scaffold.init_feed_dict is None])
        with train.SingularMonitoredSession(scaffold=scaffold) as session:
            found += [
                float(session.run(local)),
                float(session.run(w)),
                graph.finalized,
                type(session.raw_session()).__name__,
            ]
        found += [
            scaffold.init_op.name,
            scaffold.local_init_op.name,
            scaffold.summary_op is None,
            scaffold.ready_op.dtype.name,
        ]
        found += [
            len(graph.get_collection(key)) for key in ("init_op", "ready_op", "local_init_op", "savers", "summary_op")
        ]
        other = train.Scaffold(copy_from_scaffold=scaffold)
        found += [other.init_op is scaffold.init_op, other.saver is scaffold.saver, other.init_fn is None]
        found.append(value_or_class(lambda: train.Scaffold(copy_from_scaffold=3)))
        found.append(
            value_or_class(
                lambda: train.MonitoredSession(train.ChiefSessionCreator(train.Scaffold(init_op=tf.no_op())))
            )
        )
    with tf.Graph().as_default() as graph:
        tf.compat.v1.add_to_collection("init_op", 1)
        tf.compat.v1.add_to_collection("init_op", 2)
        found.append(value_or_class(lambda: train.Scaffold().finalize()))
        found.append(value_or_class(lambda: train.SessionCreator().create_session()))
    return found


@case
def ends_of_data(tf):
    record = []
    with tf.Graph().as_default():
        data = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
        with tf.compat.v1.train.MonitoredTrainingSession(hooks=[recorder(tf, "a", record)]) as session:
            while not session.should_stop():
                record.append(int(session.run(data)))
        record.append("over")
        try:
            with tf.compat.v1.train.MonitoredSession(hooks=[recorder(tf, "b", record)]) as session:
                raise ValueError("other")
        except ValueError:
            record.append(session.should_stop())
    return record


@case
def functions_of_steps(tf):
    record = []
    with tf.Graph().as_default():
        _, v, op = counting(tf)

        def step_fn(step_context):
            record.append(float(step_context.session.run(v)))
            value = int(step_context.run_with_hooks(op))
            if value >= 3:
                step_context.request_stop()
            return value

        with tf.compat.v1.train.MonitoredSession(hooks=[recorder(tf, "a", record)]) as session:
            record.append(value_or_class(lambda: session.run_step_fn(lambda x: x)))
            record.append(value_or_class(lambda: session.run_step_fn(lambda: 1)))
            while not session.should_stop():
                record.append(session.run_step_fn(step_fn))
    return record


@case
def lost_sessions(tf):
    record = []
    errors = [tf.errors.AbortedError(None, None, "lost"), tf.errors.UnavailableError(None, None, "lost")]
    with tf.Graph().as_default():
        _, v, op = counting(tf)

        class Fails(tf.compat.v1.train.SessionRunHook):
            def after_create_session(self, session, coord):
                record.append("created")

            def after_run(self, run_context, run_values):
                if errors:
                    raise errors.pop()

        with tf.compat.v1.train.MonitoredSession(hooks=[Fails()]) as session:
            record.append(int(session.run(op)))
        errors.append(tf.errors.AbortedError(None, None, "lost"))
        session = tf.compat.v1.train.SingularMonitoredSession(hooks=[Fails()])
        record.append(value_or_class(lambda: session.run(op)))
        session.close()
    return record


@case
def managers(tf):
    train = tf.compat.v1.train
    folder = tempfile.mkdtemp()
    found = []
    with tf.Graph().as_default():
        v = tf.compat.v1.get_variable("v", initializer=1.0)
        init, ready = tf.compat.v1.global_variables_initializer(), tf.compat.v1.report_uninitialized_variables()
        saver = train.Saver()
        manager = train.SessionManager(ready_op=ready, recovery_wait_secs=0.01)
        found.append(value_or_class(lambda: manager.prepare_session("")))
        found.append(value_or_class(lambda: manager.prepare_session("", init_op=tf.no_op())))
        session = manager.prepare_session("", init_op=init, init_fn=lambda session: session.run(v.assign(4.0)))
        found.append(float(session.run(v)))
        found.append(manager.recover_session("", saver, folder)[1])
        saver.save(session, os.path.join(folder, "m"), 3)
        session, loaded = manager.recover_session("", saver, folder)
        found += [loaded, float(session.run(v)), float(manager.prepare_session("", init, saver, folder).run(v))]
        found.append(value_or_class(lambda: manager.wait_for_session("", max_wait_secs=0.05)))
        path = train.latest_checkpoint(folder)
        found.append(float(manager.prepare_session("", None, saver, None, path).run(v)))
        found.append(value_or_class(lambda: manager.prepare_session("", None, saver, folder, path)))
        found.append(value_or_class(lambda: train.SessionManager(ready_for_local_init_op=ready)))
    return found


# ---- threads ----


@case
def coordinators(tf):
    train = tf.compat.v1.train
    found = []
    for error in (None, ValueError("wrong"), tf.errors.OutOfRangeError(None, None, "over"), KeyboardInterrupt()):
        coord = train.Coordinator()

        def work(coord=coord, error=error):
            with coord.stop_on_exception():
                if error is not None:
                    raise error
                coord.wait_for_stop()

        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        if error is None:
            coord.request_stop()
        try:
            coord.join(threads)
            found.append("joined")
        except BaseException as caught:
            found.append((type(caught).__name__, caught is error))
        found += [coord.joined, coord.should_stop(), [thread.is_alive() for thread in threads]]
        try:
            raise ValueError("late")
        except ValueError as late:
            found.append(value_or_class(lambda late=late, coord=coord: coord.request_stop(late)))
        coord.clear_stop()
        found += [
            coord.should_stop(),
            coord.joined,
            coord.wait_for_stop(0.01),
            value_or_class(coord.raise_requested_exception),
        ]
    coord = train.Coordinator(clean_stop_exception_types=(ValueError,))
    coord.request_stop(ValueError("clean"))
    coord.request_stop(TypeError("second"))
    found.append(value_or_class(coord.join))
    coord = train.Coordinator()
    event = threading.Event()
    thread = threading.Thread(target=event.wait)
    coord.register_thread(thread)
    thread.start()
    coord.request_stop()
    found.append(value_or_class(lambda: coord.join(stop_grace_period_secs=0.05)))
    found.append(value_or_class(lambda: coord.join([thread], stop_grace_period_secs=0.05, ignore_live_threads=True)))
    event.set()
    thread.join()
    return found


@case
def loopers(tf):
    train = tf.compat.v1.train
    coord, count = train.Coordinator(), []

    def work(step, limit):
        count.append(step)
        if len(count) >= limit:
            raise ValueError("enough")

    train.LooperThread.loop(coord, None, work, args=(2,), kwargs={"limit": 3})
    found = [value_or_class(coord.join), list(count)]
    coord = train.Coordinator()
    looper = train.LooperThread.loop(coord, 0.01, coord.request_stop)
    coord.join()
    looper.join()
    found += [looper.daemon, value_or_class(lambda: train.LooperThread(1, 2))]
    return found + [value_or_class(lambda: train.LooperThread(coord, 1, args=(1,)))]


# ---- recurrent networks of cells ----


class Cell:
    """Gives twice its next state, made by a variable in a graph."""

    output_size = state_size = 3

    def __init__(self, tf):
        self.tf = tf

    def zero_state(self, batch_size, dtype):
        return self.tf.zeros([batch_size, 3], dtype)

    def __call__(self, inputs, state, scope=None):
        tf = self.tf
        w = 0.5
        if not tf.executing_eagerly():
            w = tf.compat.v1.get_variable("w", [3], initializer=tf.compat.v1.constant_initializer([0.5, 0.25, -1.0]))
        after = tf.tanh(inputs * w + state)
        return after * 2.0, after


class Pair(Cell):
    """Has two parts of states and outputs."""

    output_size = state_size = (3, 2)

    def zero_state(self, batch_size, dtype):
        return self.tf.zeros([batch_size, 3], dtype), self.tf.zeros([batch_size, 2], dtype)

    def __call__(self, inputs, state, scope=None):
        one, two = state
        one, two = self.tf.sin(one + inputs), two + self.tf.reduce_sum(inputs, 1, keepdims=True)
        return (one, two * 3.0), (one, two)


def sequences(tf, batch=2, steps=4):
    return tf.reshape(tf.range(batch * steps * 3, dtype=tf.float32), [batch, steps, 3]) * 0.1 - 0.7


def in_session(tf, build):
    """What a function of `tf` gives, in a session."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        fetches = build()
        session.run(tf.compat.v1.global_variables_initializer())
        names = [v.name for v in tf.compat.v1.global_variables()]
        found = session.run(fetches)
    return tf.nest.map_structure(tf.constant, found), names


NETWORKS = [
    "v.nn.dynamic_rnn(Cell(tf), x, dtype=tf.float32)",
    "v.nn.dynamic_rnn(Cell(tf), x, [2, 4], dtype=tf.float32)",
    "v.nn.dynamic_rnn(Cell(tf), x, [0, 2], tf.ones([2, 3]))",
    "v.nn.dynamic_rnn(Cell(tf), x, [[1, 2]], dtype=tf.float32)",
    "v.nn.dynamic_rnn(Cell(tf), x, [1, 2, 3], dtype=tf.float32)",
    "v.nn.dynamic_rnn(Cell(tf), tf.transpose(x, [1, 0, 2]), [1, 3], time_major=True, dtype=tf.float32, scope='mine')",
    "v.nn.dynamic_rnn(Pair(tf), x, [3, 1], dtype=tf.float32)",
    "v.nn.dynamic_rnn(Cell(tf), x)",
    "v.nn.dynamic_rnn(3, x)",
    "v.nn.dynamic_rnn(Cell(tf), tf.zeros([2]), dtype=tf.float32)",
    "v.nn.bidirectional_dynamic_rnn(Cell(tf), Cell(tf), x, dtype=tf.float32)",
    "v.nn.bidirectional_dynamic_rnn(Pair(tf), Cell(tf), x, [2, 3], dtype=tf.float32)",
    "v.nn.static_rnn(Cell(tf), tf.unstack(x, axis=1), dtype=tf.float32)",
    "v.nn.static_rnn(Cell(tf), tf.unstack(x, axis=1), dtype=tf.float32, sequence_length=[1, 3])",
    "v.nn.static_rnn(Pair(tf), tf.unstack(x, axis=1), (tf.ones([2, 3]), tf.ones([2, 2])), sequence_length=[4, 2])",
    "v.nn.static_rnn(Cell(tf), [], dtype=tf.float32)",
    "v.nn.static_rnn(Cell(tf), x[:, 0], dtype=tf.float32)",
    "v.nn.static_bidirectional_rnn(Cell(tf), Cell(tf), tf.unstack(x, axis=1), dtype=tf.float32)",
    "v.nn.static_bidirectional_rnn(Cell(tf), Cell(tf), tf.unstack(x, axis=1), dtype=tf.float32, sequence_length=[1, 3])",
]


@pytest.mark.parametrize("network", NETWORKS)
def test_network(tensorflow, gw, network):
    def program(tf):
        scope = {"tf": tf, "v": tf.compat.v1, "Cell": Cell, "Pair": Pair}
        found = in_session(tf, lambda: eval(network, {**scope, "x": sequences(tf)}))
        eager = eval(network, {**scope, "x": sequences(tf)})
        return found, eager

    same_results(program, tensorflow, gw)


@case
def networks_of_unknown_sizes(tf):
    v = tf.compat.v1
    with tf.Graph().as_default(), v.Session() as session:
        x = v.placeholder(tf.float32, [None, None, 3])
        lengths = v.placeholder(tf.int32, [None])
        outputs, state = v.nn.dynamic_rnn(Cell(tf), x, lengths, dtype=tf.float32)
        grads = tf.gradients(outputs, [x, *v.trainable_variables()])
        session.run(v.global_variables_initializer())
        shapes = [outputs.shape.as_list(), state.shape.as_list()]
        feeds = {x: np.linspace(-1, 1, 24).reshape(2, 4, 3), lengths: [2, 4]}
        wrong = value_or_class(lambda: session.run(state, {**feeds, lengths: [1]}))
        found = session.run([outputs, state, *grads], feeds)
    return [tf.constant(value) for value in found], shapes, wrong


@case
def loops_of_their_own(tf):
    v = tf.compat.v1

    def loop_fn(time, cell_output, cell_state, loop_state):
        if cell_output is None:
            state, own = cell.zero_state(2, tf.float32), tf.constant(1.0)
        else:
            state, own = cell_state, loop_state * 2.0
        finished = tf.greater_equal(time, [2, 3])
        inputs = tf.cond(tf.reduce_all(finished), lambda: tf.zeros([2, 3]), lambda: x[:, tf.minimum(time, 3)])
        return finished, inputs, state, cell_output, own

    with tf.Graph().as_default(), v.Session() as session:
        cell, x = Cell(tf), sequences(tf)
        arrays, state, own = v.nn.raw_rnn(cell, loop_fn)
        session.run(v.global_variables_initializer())
        found = session.run([arrays.stack(), state, own])
    return [tf.constant(value) for value in found], value_or_class(lambda: v.nn.raw_rnn(cell, 3))


@case
def states_that_are_saved(tf):
    v, saved = tf.compat.v1, []

    class Saver:
        def state(self, name):
            return tf.ones([2, 3])

        def save_state(self, name, value):
            saved.append(name)
            return tf.identity(value).op

    with tf.Graph().as_default(), v.Session() as session:
        steps = tf.unstack(sequences(tf), axis=1)
        outputs, state = v.nn.static_state_saving_rnn(Cell(tf), steps, Saver(), "mine")
        session.run(v.global_variables_initializer())
        found = session.run([*outputs, state])
        wrong = value_or_class(lambda: v.nn.static_state_saving_rnn(Cell(tf), steps, Saver(), ("a", "b")))
    return [tf.constant(value) for value in found], saved, wrong


# ---- checkpoints of other programs ----


def other_checkpoint(tf):
    folder, v = tempfile.mkdtemp(), tf.compat.v1
    with tf.Graph().as_default(), v.Session() as session:
        v.get_variable("a", initializer=[1.0, 2.0, 3.0, 4.0])
        with v.variable_scope("s"):
            v.get_variable("b", initializer=3.0)
            v.get_variable("c", initializer=4.0)
        session.run(v.global_variables_initializer())
        v.train.Saver().save(session, os.path.join(folder, "m"), 7)
    return folder


def mine(tf):
    v, zeros = tf.compat.v1, tf.compat.v1.zeros_initializer()
    found = [v.get_variable("a2", [4], initializer=zeros)]
    with v.variable_scope("t"):
        found += [v.get_variable(name, [], initializer=zeros) for name in "bc"]
    with v.variable_scope("p", partitioner=v.fixed_size_partitioner(2)):
        found.append(v.get_variable("a", [4], initializer=zeros))
    return found


MAPS = [
    "{'a': 'a2'}", "{'a': 'a2', 's/': 't/'}", "{'nope': 'a2'}", "{'a': 'nope'}", "{'s/b': 'a2'}", "{'s/': 'nope/'}",
    "{'/': 't/'}", "{'a': x[0], 's/b': x[1]}", "[('s/c', 't/b')]", "{'a': list(x[3])}", "{'a': 'p/a'}", "{'': ''}", "{}",
]  # fmt: skip


@pytest.mark.parametrize("names", MAPS)
def test_initial_values_of_checkpoints(tensorflow, gw, names):
    def program(tf):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            x = mine(tf)
            tf.compat.v1.train.init_from_checkpoint(other_checkpoint(tf), eval(names, {"x": x}))
            session.run(tf.compat.v1.global_variables_initializer())
            return [value.tolist() for value in session.run(x[:3] + list(x[3]))]

    same_results(program, tensorflow, gw)


@case
def warm_starts(tf):
    v, found = tf.compat.v1, []
    for arguments in (
        (),
        ("a",),
        ("s.*", None, {"s/c": "s/b"}),
        (["a"],),
        ([".*"],),
        (None,),
        ("a", None, {"b": "a"}),
        ([1],),
        (3,),
    ):
        with tf.Graph().as_default(), v.Session() as session:
            a = v.get_variable("a", initializer=[0.0] * 4)
            c = v.get_variable("s/c", initializer=0.0, trainable="s.*" in arguments)

            def start(arguments=arguments):
                v.train.warm_start(other_checkpoint(tf), *arguments)

            found.append(value_or_class(start))
            session.run(v.global_variables_initializer())
            found.append([value.tolist() for value in session.run([a, c])])
    info = v.train.VocabInfo("a", 1, 0, "b")
    return found, tuple(info), value_or_class(lambda: v.train.VocabInfo("a", 1, 0, "b", axis=2))


@case
def initial_values_eagerly(tf):
    x = tf.Variable([0.0] * 4)
    tf.compat.v1.train.init_from_checkpoint(other_checkpoint(tf), {"a": x})
    return x.read_value()


# ---- queues that threads fill ----


def drained(tf, build, most=20):
    """What a function's tensors give, run after run, until the end of the input."""
    v, found = tf.compat.v1, []
    with tf.Graph().as_default() as graph, v.Session() as session:
        fetches = build()
        session.run([v.global_variables_initializer(), v.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = v.train.start_queue_runners(session, coord)
        try:
            for _ in range(most):
                found.append(tf.nest.map_structure(lambda x: x.tolist(), session.run(fetches)))
        except tf.errors.OutOfRangeError:
            found.append("over")
        finally:
            coord.request_stop()
            coord.join(threads)
        found += [len(threads), [thread.is_alive() for thread in threads], len(graph.get_collection("queue_runners"))]
        found.append(sorted(set(op.name for op in graph.get_operations() if "ueue" in op.type))[:4])
    return found


@case
def producers(tf):
    train = tf.compat.v1.train
    found = [
        drained(tf, lambda: train.string_input_producer(["a", "b", "c"], 2, shuffle=False).dequeue()),
        sorted(
            str(x) for x in drained(tf, lambda: train.string_input_producer(["a", "b", "c"], 1, seed=3).dequeue())[:3]
        ),
        drained(tf, lambda: train.range_input_producer(3, 1, False).dequeue()),
        drained(tf, lambda: train.slice_input_producer([["a", "b"], [1, 2]], 1, False)),
        drained(tf, lambda: train.input_producer(tf.reshape(tf.range(6), [3, 2]), shuffle=False).dequeue(), 7),
        drained(tf, lambda: train.limit_epochs(tf.constant(1), 2)),
    ]
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.int32, [None, None])
        found += [
            value_or_class(lambda: train.string_input_producer([])),
            value_or_class(lambda: train.slice_input_producer([])),
            value_or_class(lambda: train.input_producer(x)),
            value_or_class(lambda: train.limit_epochs(x, 0)),
            len(train.start_queue_runners(tf.compat.v1.Session())),
            value_or_class(train.start_queue_runners),
            value_or_class(lambda: train.start_queue_runners(3)),
        ]
    return found, value_or_class(lambda: train.range_input_producer(3)), value_or_class(train.start_queue_runners)


@case
def batches(tf):
    train = tf.compat.v1.train

    def number():
        return train.range_input_producer(5, 1, False).dequeue()

    def two(**options):
        n = number()
        return train.batch([n, tf.cast(n, tf.float32) * 2.0], 2, **options)

    found = [
        drained(tf, two),
        drained(tf, lambda: two(allow_smaller_final_batch=True)),
        drained(tf, lambda: train.batch({"n": number()}, 2)),
        drained(tf, lambda: train.batch([number()], 3)),
        drained(tf, lambda: train.batch([tf.range(number())], 2, dynamic_pad=True)),
        drained(tf, lambda: train.batch([tf.stack([number(), 9])], 3, enqueue_many=True)),
        sorted(map(str, drained(tf, lambda: train.batch_join([[number()], [number()]], 1))[:10])),
        sorted(sum(drained(tf, lambda: train.shuffle_batch([number()], 1, 8, 2, seed=1))[:5], [])),
    ]
    with tf.Graph().as_default():
        x = tf.compat.v1.placeholder(tf.int32, [None])
        found += [
            value_or_class(lambda: train.batch([x], 2)),
            value_or_class(lambda: train.batch([], 2)),
            value_or_class(lambda: train.batch(x, 2)),
            value_or_class(lambda: train.batch_join([], 2)),
        ]
        found += [
            value_or_class(lambda: train.batch_join([[x], [x, x]], 2)),
            value_or_class(lambda: train.QueueRunner()),
        ]
    return found, value_or_class(lambda: train.batch([1], 2))


@case
def runners_that_fail(tf):
    v = tf.compat.v1
    with tf.Graph().as_default(), v.Session() as session:
        queue = tf.queue.FIFOQueue(2, [tf.float32], [[]])
        x = v.placeholder(tf.float32, [])
        runner = v.train.QueueRunner(queue, [queue.enqueue([x])])
        v.train.add_queue_runner(runner)
        coord = tf.train.Coordinator()
        threads = runner.create_threads(session, coord, start=True)
        found = [value_or_class(lambda: coord.join(threads)), runner.name, len(runner.enqueue_ops), len(threads)]
        found += [
            value_or_class(lambda: v.train.QueueRunner(queue, [queue.enqueue(1.0)], queue_closed_exception_types=3))
        ]
        other = v.train.QueueRunner(queue, [queue.enqueue([1.0])])
    with v.Session(graph=queue.queue_ref.graph) as session:
        threads = other.create_threads(session)
        found += [len(threads), len(other.create_threads(session)), [thread.is_alive() for thread in threads]]
    return found


@case
def runners_of_monitored_sessions(tf):
    train, found = tf.compat.v1.train, []
    with tf.Graph().as_default():
        n = train.batch([train.range_input_producer(4, 1, False).dequeue()], 2)
        with train.MonitoredSession() as session:
            while not session.should_stop():
                found.append(session.run(n).tolist())
    return found


# ---- graphs that are changed ----


@case
def graphs_without_variables_or_nodes_of_training(tf):
    v = tf.compat.v1
    util, found = v.graph_util, []
    with tf.Graph().as_default() as graph, v.Session() as session:
        a = tf.constant([1.0, 2.0], name="a")
        b = tf.identity(a, name="b")
        d = tf.add(b, tf.identity(b, name="c"), name="d")
        with tf.control_dependencies([b]):
            e = tf.identity(d, name="e")
        checked = v.check_numerics(e, "message", name="checked")
        tf.identity(tf.multiply(checked, a, name="f"), name="last")
        for protected in (None, ["c", "last", "checked"]):
            message = util.remove_training_nodes(graph.as_graph_def(), protected)
            found.append([(node.name, node.op, list(node.input)) for node in message.node])
        w = v.get_variable("w", initializer=[1.0, 2.0])
        other = v.get_variable("other", initializer=5.0)
        tf.multiply(tf.gather(w, [1, 0]) + w, other, name="y")
        tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + w), [tf.constant(0), tf.zeros([2])], name="loop")
        session.run(v.global_variables_initializer())
        messages = [util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])]
        messages.append(util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"], ["w"]))
        messages.append(util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"], None, ["w"]))
        kept = [n for m in messages for n in m.node if n.op in ("Const", "VarHandleOp")]
        found.append(sorted((n.name, n.op) for n in kept if not n.name.endswith("axis")))
        found.append(
            value_or_class(lambda: util.convert_variables_to_constants(session, graph.as_graph_def(), ["none"]))
        )
    with tf.Graph().as_default(), v.Session() as session:
        tf.import_graph_def(messages[0], name="")
        found.append(session.run("y:0").tolist())
    for op, dtype, attr in (
        ("Const", 7, "dtype"),
        ("Const", 3, "dtype"),
        ("Const", 1, "dtype"),
        ("Variable", 1, "dtype"),
        ("DynamicStitch", 3, "T"),
        ("Cast", 3, "SrcT"),
        ("Add", 3, "T"),
    ):
        node = v.NodeDef(name="x", op=op)
        node.attr[attr].type = dtype
        found.append([util.must_run_on_cpu(node), util.must_run_on_cpu(node, True)])
    return found


@case
def more_of_variables(tf):
    v, found = tf.compat.v1, []
    with tf.Graph().as_default(), v.Session() as session:
        parts = v.create_partitioned_variables([5, 2], [2, 1], v.ones_initializer(), name="mine")
        found += [[x.name for x in parts], [x.shape.as_list() for x in parts]]
        found += [value_or_class(lambda: v.create_partitioned_variables([5, 2], [2], v.ones_initializer()))]
        w = v.get_variable("w", initializer=[[1, 2, 3], [4, 5, 6]])
        changed = v.batch_scatter_update(w, [[0, 1], [2, 1]], [[7, 8], [9, 10]])
        x = v.placeholder(tf.float32, [])
        y = tf.math.log(x, name="y")
        checks = v.add_check_numerics_ops()
        session.run(v.global_variables_initializer())
        found += [session.run(changed).tolist(), session.run([y, checks], {x: 1.0})[1]]
        found += [value_or_class(lambda: session.run(checks, {x: 0.0}))]
        with tf.xla.experimental.jit_scope():
            found.append(float(session.run(tf.add(x, 1.0), {x: 1.0})))
        with v.op_scope([x], None, "mine") as scope, v.container("c") as name:
            found += [scope, name]
    found += [
        value_or_class(v.add_check_numerics_ops),
        value_or_class(lambda: tf.xla.experimental.jit_scope().__enter__()),
    ]
    e = tf.Variable([[[1.0], [2.0]], [[3.0], [4.0]]])
    found += [v.batch_scatter_update(e, [[1], [0]], [[[9.0]], [[8.0]]]).numpy().tolist()]
    found += [v.batch_scatter_update(tf.Variable([1, 2, 3]), [2, 0], [7, 8]).numpy().tolist()]
    return found


@case
def gradients_by_differences(tf):
    v, found = tf.compat.v1, []
    with tf.Graph().as_default(), v.Session():
        x, z = v.placeholder_with_default(np.ones([2, 2]), [2, 2]), v.placeholder_with_default(np.ones([2]), [2])
        y = tf.reduce_sum(x * x, 1) * z
        start, other = np.arange(4.0).reshape(2, 2), np.ones(2)
        by_gradient, by_steps = v.test.compute_gradient(x, [2, 2], y, [2], start, extra_feed_dict={z: other})
        found += [by_gradient, by_steps.round(4)]
        pairs = v.test.compute_gradient([x, z], [[2, 2], [2]], y, [2], [start, other * 2.0])
        found += [part.round(4) for pair in pairs for part in pair]
        found.append(
            np.array(v.test.compute_gradient_error(x, [2, 2], y, [2], start, extra_feed_dict={z: other}) < 1e-4)
        )
        c = v.placeholder(tf.complex128, [1])
        found += [part.round(4) for part in v.test.compute_gradient(c, [1], c * c, [1], np.array([1 + 2j]))]
        none = v.placeholder(tf.float32, [2])
        found += list(v.test.compute_gradient(none, [2], tf.zeros([0]) * tf.reduce_sum(none), [0]))
    with tf.Graph().as_default():
        x = tf.constant([1])
        wrong = value_or_class(lambda: v.test.compute_gradient(x, [1], x, [1]))
    return [tf.constant(part) for part in found], wrong


@case
def replaced_attributes(tf):
    class Base:
        kept = 1

        @staticmethod
        def static():
            return 2

    class Derived(Base):
        pass

    found = []
    with tf.compat.v1.test.StubOutForTesting() as stubs:
        stubs.Set(Derived, "kept", 5)
        stubs.SmartSet(Derived, "static", lambda: 7)
        found += [Derived.kept, Base.kept, Derived.static(), Base.static()]
        found.append(value_or_class(lambda: stubs.Set(Derived, "none", 1)))
        found.append(value_or_class(lambda: stubs.SmartSet(Derived, "none", 1)))
        stubs.UnsetAll()
        found += [Derived.kept, Derived.static()]
    return found, Derived.static(), Base().static()


@case
def what_assignments_return_evaluated(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v = v1.get_variable("v", [2], initializer=v1.zeros_initializer(), use_resource=True)
        session.run(v.initializer)
        made = [
            lambda: v1.assign(v, [3.0, 4.0]),
            lambda: v1.assign_add(v, [1.0, 1.0]),
            lambda: v.assign_sub([0.5, 1.0]),
            lambda: v1.scatter_update(v, [0], [9.0]),
            lambda: v[1].assign(2.0),
            lambda: v.scatter_add(tf.IndexedSlices(tf.constant([7.0]), tf.constant([1]))),
        ]
        found = []
        for make in made:
            result = make()
            found += [result.eval(), result.eval(session=session), result.graph is graph, session.run(result)]
        return found


@case
def devices_of_sessions(tf):
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        return [(device.name, device.device_type) for device in session.list_devices()]


@case
def variables_of_a_curve(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.metrics.auc(tf.constant([True]), tf.constant([0.5]))
        v1.metrics.precision_at_thresholds(tf.constant([True]), tf.constant([0.5]), [0.1])
        return [v.name for v in v1.local_variables()]


@pytest.mark.parametrize("program", **case.parameters())
def test_same_as_tensorflow(tensorflow, gw, program):
    same_results(program, tensorflow, gw)


def fetched_beside_updates(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v, w, step = v1.Variable(0.0), v1.get_variable("w", initializer=1.0), v1.train.get_or_create_global_step()
        runs = [
            [v.assign_add(1.0).op, v],
            [v, v.assign_add(1.0).op],
            [v.assign_add(1.0), {"v": v}],
            [v.assign(v * 2.0 + 1.0).op, v],
            [v1.assign(v, w), v, w],
            [v1.train.GradientDescentOptimizer(0.25).minimize(w * w, global_step=step), w, step],
            [v1.train.MomentumOptimizer(0.25, 0.9).minimize(w * w, global_step=step), w, step],
        ]
        session.run(v1.global_variables_initializer())
        found = [session.run(run) for run in runs for _ in range(2)]
        return [part for one in found for part in tf.nest.flatten(one) if part is not None]


def test_references_are_fetched_last(gw, tensorflow):
    shown = []
    for tf in (gw, tensorflow):
        assert tf.compat.v1.resource_variables_enabled()
        tf.compat.v1.disable_resource_variables()
        try:
            assert not tf.compat.v1.resource_variables_enabled()
            shown.append(fetched_beside_updates(tf))
        finally:
            tf.compat.v1.enable_resource_variables()
    assert shown[0] == shown[1]


def fed_variables(tf):
    """What sessions give where variables of TensorFlow 1 are fed, fetched and used by their objects and names."""
    v1 = tf.compat.v1
    found = []

    def tell(make, *args):
        try:
            found.append(make(*args))
        except Exception as error:
            found.append(type(error).__name__)

    def tell_all(graph, w):
        fetches = ["y:0", "looked:0", "chosen:0", "slope:0", "fresh:0", "w:0", "w/read:0", "more:0", "after:0", "train"]
        two = np.float32([5.0, 6.0])
        for key in (w, "w:0", "w/read:0", graph.get_tensor_by_name("w:0"), graph.get_tensor_by_name("w/read:0")):
            for fetch in fetches:
                with v1.Session() as session:
                    session.run(v1.global_variables_initializer())
                    tell(lambda fetch, key: (session.run(fetch, {key: two}), session.run(w)), fetch, key)
            with v1.Session() as session:
                tell(lambda key: session.run("y:0", {key: [1.0, 2.0, 3.0]}), key)
                tell(lambda key: session.run("y:0", {key: two}), key)
                tell(lambda key: session.make_callable(["w:0", "y:0"], [key])(two), key)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for name in ("w:0", "w/read:0"):
                one = graph.get_tensor_by_name(name)
                tell(lambda one: (one.name, one.dtype.base_dtype.name, one.shape.as_list()), one)
                tell(lambda one: session.run([one, one * 2.0, tf.stack([one, one]), one[0], {"w": one.name}]), one)
                tell(lambda one: session.run(tf.gradients(graph.get_tensor_by_name("y:0"), one)), one)
            named = graph.get_tensor_by_name("w:0")
            tell(lambda: session.run(v1.assign(named, [3.0, 4.0])))
            tell(lambda: session.run(graph.get_operation_by_name("w").outputs[0]))
            tell(lambda: graph.get_tensor_by_name("w:1"))

    folder = tempfile.mkdtemp()
    with tf.Graph().as_default() as graph:
        w = v1.get_variable("w", initializer=tf.constant([1.0, 2.0]))
        tf.multiply(w, 3.0, name="y")
        tf.identity(tf.nn.embedding_lookup(w, [1, 1]), name="looked")
        tf.identity(tf.cond(tf.constant(True), lambda: w * 2.0, lambda: w), name="chosen")
        tf.identity(tf.gradients(tf.reduce_sum(w * w), w)[0], name="slope")
        tf.identity(w.read_value(), name="fresh")
        tf.identity(v1.assign_add(w, [1.0, 1.0]), name="more")
        with tf.control_dependencies([v1.assign(w, [9.0, 9.0])]):
            tf.identity(w, name="after")
        v1.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(w * w), name="train")
        tell_all(graph, w)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            v1.train.Saver().save(session, folder + "/model")
    with tf.Graph().as_default() as graph, v1.Session() as session:
        saver = v1.train.import_meta_graph(folder + "/model.meta")
        saver.restore(session, folder + "/model")
        tell(lambda: session.run(["w:0", graph.get_tensor_by_name("w:0") * 2.0, "y:0"]))
        (w,) = v1.global_variables()
        tell(lambda: [session.run(["y:0", "w:0"], {key: [5.0, 6.0]}) for key in ("w:0", "w/read:0", w)])
    return found


def fed_kinds(tf):
    """What uses of a fed variable give, which is made in several ways, and how it and its slot are read."""
    v1 = tf.compat.v1
    makes = [lambda: tf.Variable(1.0, name="w")]
    for kind in (None, True, False):
        makes.append(lambda kind=kind: v1.get_variable("w", initializer=1.0, use_resource=kind))
        makes.append(lambda kind=kind: v1.Variable(1.0, name="w", use_resource=kind))
    found = []
    for make in makes:
        with tf.Graph().as_default() as graph, v1.Session() as session:
            w = make()
            v1.train.MomentumOptimizer(0.1, 0.9).minimize(w * w)
            tripled = w * 3.0
            session.run(v1.global_variables_initializer())
            names = {op.name for op in graph.get_operations()}.intersection(("w/read", "w/Momentum/read"))
            found.append((float(session.run(tripled, {w: 5.0})), sorted(names)))
    return found


def test_feeding_variables(tensorflow, gw):
    assert fed_kinds(gw) == fed_kinds(tensorflow)
    results = []
    for tf in (gw, tensorflow):
        tf.compat.v1.disable_resource_variables()
        try:
            results.append([*fed_variables(tf), *fed_kinds(tf)])
        finally:
            tf.compat.v1.enable_resource_variables()
    assert [repr(one) for one in results[0]] == [repr(one) for one in results[1]]
