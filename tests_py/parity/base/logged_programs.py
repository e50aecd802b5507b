"""Small programs that make TensorFlow say something, to its logger or as a Python warning; each takes `tf` and a folder."""

import gc

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


@program
def retracing_by_values(tf, path):
    @tf.function
    def f(x):
        return x + 1

    for i in range(12):
        f(i)


@program
def retracing_by_shapes(tf, path):
    f = tf.function(lambda x: x + 1)
    for i in range(1, 9):
        f(tf.ones([i]))


@program
def functions_made_in_a_loop(tf, path):
    for _ in range(8):

        @tf.function
        def f(x):
            return x + 1

        f(tf.constant(1))


@program
def lambdas_made_in_a_loop(tf, path):
    for _ in range(8):
        tf.function(lambda x: x + 1)(tf.constant(1))


@program
def few_traces(tf, path):
    f = tf.function(lambda x: x + 1)
    for i in range(4):
        f(tf.ones([i + 1]))


@program
def traces_among_many_calls(tf, path):
    f = tf.function(lambda x: x + 1)
    for i in range(1, 5):
        for _ in range(20):
            f(tf.ones([i]))


@program
def recursive_function(tf, path):
    @tf.function
    def f(n):
        return tf.constant(1) if n <= 1 else n * f(n - 1)

    f(7)


@program
def recursive_python_functions(tf, path):
    def fact(n):
        return tf.constant(1) if n <= 1 else n * tf.function(fact)(n - 1)

    fact(7)


@program
def methods_of_many_objects(tf, path):
    class Net:
        @tf.function
        def call(self, x):
            return x + 1

    for _ in range(8):
        Net().call(tf.constant(1))


@program
def concrete_functions(tf, path):
    f = tf.function(lambda x: x + 1)
    for i in range(1, 9):
        f.get_concrete_function(tf.TensorSpec([i]))


@program
def run_eagerly(tf, path):
    tf.config.run_functions_eagerly(True)
    f = tf.function(lambda x: x + 1)
    for i in range(1, 9):
        f(i)
    tf.config.run_functions_eagerly(False)


@program
def data_functions_run_eagerly(tf, path):
    tf.config.run_functions_eagerly(True)
    list(tf.data.Dataset.range(2).map(lambda x: x + 1))
    tf.config.run_functions_eagerly(False)


@program
def silenced_by_level(tf, path):
    tf.get_logger().setLevel("ERROR")
    f = tf.function(lambda x: x + 1)
    for i in range(1, 9):
        f(i)


@program
def silenced_by_verbosity(tf, path):
    tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    tf.compat.v1.to_float(1)
    f = tf.function(lambda x: x + 1)
    for i in range(1, 9):
        f(i)


@program
def by_hand(tf, path):
    tf.get_logger().warning("a %d", 1)
    log = tf.compat.v1.logging
    log.info("b %s", 2)
    log.warn("c")
    log.error("d")
    log.log(log.WARN, "e")
    for _ in range(3):
        log.log_first_n(log.WARN, "f", 2)
        log.log_every_n(log.WARN, "g", 2)
    log.log_if(log.WARN, "h", True)
    log.log_if(log.WARN, "i", False)
    log.TaskLevelStatusMessage("j")
    log.fatal("k")
    log.vlog(1, "l")


@program
def saved_model(tf, path):
    m = tf.Module()
    m.v = tf.Variable(1.0)
    m.f = tf.function(lambda x: x * m.v, input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(m, path)
    tf.saved_model.load(path)


@program
def saved_model_of_ragged_signature(tf, path):
    m = tf.Module()
    m.f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2])])
    tf.saved_model.save(m, path, signatures=m.f)


@program
def saved_model_untraced(tf, path):
    m = tf.Module()
    m.f = tf.function(lambda x: x)
    tf.saved_model.save(m, path)


@program
def saved_model_with_custom_gradient(tf, path):
    @tf.custom_gradient
    def g(x):
        return x * 2, lambda d: d * 5

    m = tf.Module()
    m.f = tf.function(lambda x: g(x), input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(m, path)
    tf.saved_model.save(m, path, options=tf.saved_model.SaveOptions(experimental_custom_gradients=False))


@program
def saved_model_of_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None], name="x")
        y = x * v1.get_variable("w", initializer=2.0, use_resource=True)
        session.run(v1.global_variables_initializer())
        v1.saved_model.simple_save(session, path, {"x": x}, {"y": y})
    tf.saved_model.load(path)


@program
def saved_model_by_builder(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("w", initializer=2.0)
        session.run(v1.global_variables_initializer())
        builder = v1.saved_model.Builder(path)
        builder.add_meta_graph_and_variables(session, ["serve"])
        builder.save()
    with tf.Graph().as_default(), v1.Session() as session:
        v1.saved_model.load(session, ["serve"], path)


@program
def saver(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("w", initializer=2.0)
        session.run(v1.global_variables_initializer())
        saved = v1.train.Saver().save(session, path + "/m")
        v1.train.Saver().restore(session, saved)


@program
def saver_missing_key(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("w", initializer=2.0)
        session.run(v1.global_variables_initializer())
        saved = v1.train.Saver().save(session, path + "/m")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("other", initializer=2.0)
        try:
            v1.train.Saver().restore(session, saved)
        except tf.errors.NotFoundError:
            pass


@program
def saver_with_collections(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.get_variable("w", initializer=2.0)
        v1.add_to_collection("mine", object())
        v1.train.export_meta_graph(path + "/m.meta")


@program
def saver_of_old_format(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("w", initializer=2.0)
        session.run(v1.global_variables_initializer())
        saver = v1.train.Saver(write_version=v1.train.SaverDef.V1)
        saver.save(session, path + "/m")


@program
def checkpoint_of_more(tf, path):
    class Both(tf.Module):
        pass

    both = Both()
    both.a, both.b = tf.Variable(1.0), tf.Variable(2.0)
    saved = tf.train.Checkpoint(both).save(path + "/c")
    one = Both()
    one.a = tf.Variable(0.0)
    status = tf.train.Checkpoint(one).restore(saved)
    del status
    gc.collect()


@program
def checkpoint_of_more_deleted(tf, path):
    saved = tf.train.Checkpoint(a=tf.Variable(1.0), b=tf.Variable(2.0)).save(path + "/c")
    other = tf.train.Checkpoint(a=tf.Variable(0.0))
    other.restore(saved)
    del other
    gc.collect()


@program
def checkpoint_expected_partial(tf, path):
    saved = tf.train.Checkpoint(a=tf.Variable(1.0), b=tf.Variable(2.0)).save(path + "/c")
    other = tf.train.Checkpoint(a=tf.Variable(0.0))
    other.restore(saved).expect_partial()
    del other
    gc.collect()


@program
def checkpoint_consumed(tf, path):
    saved = tf.train.Checkpoint(a=tf.Variable(1.0)).save(path + "/c")
    other = tf.train.Checkpoint(a=tf.Variable(0.0))
    other.restore(saved).assert_consumed()
    del other
    gc.collect()


@program
def checkpoint_inconsistent(tf, path):
    a, b = tf.Variable(1.0), tf.Variable(2.0)
    saved = tf.train.Checkpoint(x=tf.train.Checkpoint(v=a), y=tf.train.Checkpoint(v=b)).save(path + "/c")
    shared = tf.train.Checkpoint(v=tf.Variable(0.0))
    status = tf.train.Checkpoint(x=shared, y=shared).restore(saved)
    del status


@program
def checkpoint_manager(tf, path):
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(a=tf.Variable(1.0)), path, max_to_keep=1)
    manager.save()
    manager.save()
    manager.restore_or_initialize()


@program
def checkpoint_manager_initialises(tf, path):
    checkpoint = tf.train.Checkpoint(a=tf.Variable(1.0))
    manager = tf.train.CheckpointManager(checkpoint, path, max_to_keep=1, init_fn=lambda: None)
    manager.restore_or_initialize()


@program
def checkpoint_file_damaged(tf, path):
    with open(path + "/checkpoint", "w") as file:
        file.write("not: a [ checkpoint")
    tf.train.latest_checkpoint(path)


@program
def checkpoint_gone(tf, path):
    with open(path + "/checkpoint", "w") as file:
        file.write('model_checkpoint_path: "c-1"\nall_model_checkpoint_paths: "c-1"\n')
    tf.train.latest_checkpoint(path)


@program
def checkpoints_iterator(tf, path):
    for _ in tf.train.checkpoints_iterator(path, timeout=0.1, timeout_fn=lambda: True):
        pass


@program
def name_based_checkpoint(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("w", initializer=2.0)
        session.run(v1.global_variables_initializer())
        saved = v1.train.Saver().save(session, path + "/m")
    variable = tf.Variable(0.0, name="w")
    tf.train.Checkpoint(w=variable).restore(saved).expect_partial()


@program
def watched_integers(tf, path):
    x = tf.constant(1)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)


@program
def integer_target(tf, path):
    x = tf.Variable(1.0)
    with tf.GradientTape(persistent=True) as tape:
        y = tf.cast(x, tf.int32)
    tape.gradient(y, x)
    tape.gradient(y, x)


@program
def integer_source(tf, path):
    x = tf.Variable(1)
    with tf.GradientTape() as tape:
        y = tf.cast(x, tf.float32)
    tape.gradient(y, x)


@program
def gradient_inside_persistent_tape(tf, path):
    x = tf.Variable(1.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        tape.gradient(y, x)
        tape.gradient(y, x)


@program
def integers_forward(tf, path):
    x = tf.constant(1)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1)) as acc:
        acc.jvp(x * 2)


@program
def dense_of_slices(tf, path):
    with tf.Graph().as_default():
        v = tf.compat.v1.placeholder(tf.float32, [None, None])
        y = tf.gather(tf.reshape(v, [-1, 2]) * 2.0, [0, 1])
        tf.gradients(y, v)


@program
def dense_of_many_slices(tf, path):
    with tf.Graph().as_default():
        v = tf.compat.v1.get_variable("v", [20000, 6000])
        tf.convert_to_tensor(tf.gradients(tf.gather(v, [0, 1]), v)[0])


@program
def gradients_of_keras(tf, path):
    import keras

    a, b = keras.Variable(1.0), keras.Variable(1.0)
    keras.optimizers.SGD().apply_gradients([(tf.constant(1.0), a), (None, b)])


@program
def cast_complex(tf, path):
    tf.cast(tf.constant(1 + 2j), tf.float32)


@program
def saturate_cast_complex(tf, path):
    tf.saturate_cast(tf.constant(1 + 2j), tf.float32)


@program
def vectorized_with_fallback(tf, path):
    tf.vectorized_map(lambda x: tf.raw_ops.Unique(x=x).y[:1], tf.constant([[1, 2], [3, 4]]))


@program
def vectorized_where(tf, path):
    tf.vectorized_map(lambda x: tf.where(x > 0)[:1], tf.constant([[1, 2], [3, 4]]))


@program
def vectorized_random(tf, path):
    tf.vectorized_map(lambda x: x + tf.random.uniform([]), tf.constant([1.0, 2.0]))


@program
def vectorized_print(tf, path):
    def f(x):
        tf.print("", end="", output_stream="file://" + path + "/out")
        return x

    tf.vectorized_map(f, tf.constant([1.0, 2.0]))


@program
def jacobian_with_fallback(tf, path):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.math.segment_max(x, [0, 1])
    tape.jacobian(y, x)


@program
def map_in_order(tf, path):
    tf.map_fn(lambda x: x, tf.constant([1.0, 2.0]), parallel_iterations=10)


@program
def unconverted(tf, path):
    exec("def made(x):\n  return x + 1", globals())

    tf.function(globals()["made"])(tf.constant(1))


@program
def unconverted_lambdas(tf, path):
    # fmt: off
    a, b = (lambda x: x + 1), (lambda x: x + 1)
    # fmt: on
    tf.function(a)(tf.constant(1))
    tf.function(b)(tf.constant(1))


@program
def unconverted_called(tf, path):
    namespace = {}
    exec("def inner(x):\n  return x + 1", namespace)
    inner = namespace["inner"]

    @tf.function
    def f(x):
        return inner(x)

    f(tf.constant(1))


@program
def not_converted_silently(tf, path):
    namespace = {}
    exec("def inner(x):\n  return x + 1", namespace)
    inner = tf.autograph.experimental.do_not_convert(namespace["inner"])
    tf.function(inner)(tf.constant(1))


@program
def generator_in_function(tf, path):
    @tf.function
    def f(x):
        def g():
            yield x

        return sum(g())

    f(tf.constant(1))


@program
def large_unrolled_loop(tf, path):
    @tf.function
    def f(x):
        for _ in range(100):
            x = tf.add(x, 1)
        return x

    f(tf.constant(1))


@program
def huge_unrolled_loop(tf, path):
    @tf.function
    def f(x):
        for _ in range(3001):
            x = tf.add(x, 1)
        return x

    f(tf.constant(1))


@program
def unused_result_of_stack(tf, path):
    with tf.Graph().as_default():
        tf.compat.v1.assert_equal(tf.compat.v1.placeholder(tf.int32), 1)


@program
def should_use_array(tf, path):
    with tf.Graph().as_default():
        tf.TensorArray(tf.float32, 2).write(0, 1.0)
        gc.collect()


@program
def should_use_array_in_function(tf, path):
    @tf.function
    def f():
        tf.TensorArray(tf.float32, 2).write(0, 1.0)
        return 1

    f()
    gc.collect()


@program
def assignment_unused(tf, path):
    with tf.Graph().as_default():
        tf.Variable(1.0).assign(2.0)


@program
def side_by_side_case(tf, path):
    tf.case([(tf.constant(True), lambda: 1), (tf.constant(True), lambda: 2)])


@program
def cond_of_python(tf, path):
    with tf.Graph().as_default():
        tf.compat.v1.cond(True, lambda: 1, lambda: 2)


@program
def numpy_behaviour(tf, path):
    tf.experimental.numpy.experimental_enable_numpy_behavior()
    tf.experimental.numpy.experimental_enable_numpy_behavior(prefer_float32=True)


@program
def uneven_device(tf, path):
    tf.config.set_soft_device_placement(True)


@program
def virtual_devices_late(tf, path):
    tf.constant(1)
    try:
        tf.config.threading.set_inter_op_parallelism_threads(3)
    except RuntimeError:
        pass


@program
def seeded_twice(tf, path):
    tf.random.set_seed(1)
    tf.random.uniform([1])


@program
def generator_of_many(tf, path):
    dataset = tf.data.Dataset.from_generator(lambda: iter([1]), tf.int32)
    next(iter(dataset))


@program
def map_deterministic(tf, path):
    tf.data.Dataset.range(2).map(lambda x: x, deterministic=True)


@program
def batch_deterministic(tf, path):
    tf.data.Dataset.range(2).batch(1, deterministic=True)


@program
def interleave_deterministic(tf, path):
    tf.data.Dataset.range(2).interleave(lambda x: tf.data.Dataset.range(x), deterministic=True)


@program
def data_options(tf, path):
    options = tf.data.Options()
    _ = options.experimental_threading
    _ = options.experimental_deterministic
    options.threading.private_threadpool_size = 1
    options.threading.private_threadpool_size = 2
    options.experimental_slack = True


@program
def data_options_merged(tf, path):
    a, b = tf.data.Options(), tf.data.Options()
    a.experimental_slack, b.experimental_slack = True, False
    tf.data.Dataset.range(2).with_options(a).with_options(b)


@program
def data_snapshot(tf, path):
    tf.data.Dataset.range(2).save(path)
    list(tf.data.Dataset.load(path))


@program
def data_debug_mode(tf, path):
    tf.data.experimental.enable_debug_mode()
    list(tf.data.Dataset.range(2).map(lambda x: x, num_parallel_calls=2))
    tf.data.experimental.enable_debug_mode()


@program
def get_next_many_times(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        iterator = v1.data.make_one_shot_iterator(tf.data.Dataset.range(2))
        for _ in range(40):
            iterator.get_next()


@program
def strided_moments(tf, path):
    tf.nn.weighted_moments(tf.constant([1.0, 2.0]), [0], tf.constant([1.0, 1.0]))


@program
def einsum_with_axis(tf, path):
    tf.einsum("ij,jk->ik", tf.ones([2, 2]), tf.ones([2, 2]), optimize="greedy")


@program
def sampled_softmax(tf, path):
    tf.nn.sampled_softmax_loss(tf.ones([5, 2]), tf.ones([5]), tf.constant([[1]]), tf.ones([1, 2]), 2, 5)


@program
def relu_layer_moments(tf, path):
    tf.nn.experimental.stateless_dropout(tf.ones([2]), 0.5, [1, 2])
    tf.nn.dropout(tf.ones([2]), 0.7)
    tf.nn.dropout(tf.ones([2]), 0.2)


@program
def dropout_of_version_1(tf, path):
    tf.compat.v1.nn.dropout(tf.ones([2]), keep_prob=0.2)
    tf.compat.v1.nn.dropout(tf.ones([2]), rate=0.7)


@program
def linear_operators(tf, path):
    linalg = tf.linalg
    operator = linalg.LinearOperatorDiag([1.0, 2.0])
    _ = operator.graph_parents
    operator.to_dense()
    linalg.LinearOperatorFullMatrix(tf.eye(2)).solve(tf.ones([2, 1]))
    linalg.LinearOperatorFullMatrix(tf.eye(2)).determinant()
    linalg.LinearOperatorFullMatrix(tf.eye(2)).trace()


@program
def linear_operator_by_dense(tf, path):
    class Own(tf.linalg.LinearOperator):
        def __init__(self):
            super().__init__(dtype=tf.float32, is_square=True, is_non_singular=True)

        def _shape(self):
            return tf.TensorShape([2, 2])

        def _shape_tensor(self):
            return tf.constant([2, 2])

        def _matmul(self, x, adjoint=False, adjoint_arg=False):
            return tf.matmul(tf.eye(2), x)

    operator = Own()
    operator.to_dense()
    operator.diag_part()
    operator.solve(tf.ones([2, 1]))
    operator.determinant()
    operator.log_abs_determinant()
    operator.trace()


@program
def summaries(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session():
        v1.summary.scalar("a b", 1.0)
        writer = v1.summary.FileWriter(path, graph)
        v1.summary.FileWriter(path, graph.as_graph_def())
        writer.close()
        writer.add_summary(v1.Summary())


@program
def traces_in_functions(tf, path):
    @tf.function
    def f():
        tf.summary.trace_on()
        tf.summary.trace_export("a", 0)
        return 1

    f()


@program
def traces_twice(tf, path):
    tf.summary.trace_on()
    tf.summary.trace_on()
    tf.summary.trace_off()


@program
def trace_export_without(tf, path):
    with tf.summary.create_file_writer(path).as_default():
        tf.summary.trace_on(graph=True)
        tf.summary.trace_export("a", 0, profiler_outdir=path)


@program
def monitored_session(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        step = v1.train.get_or_create_global_step()
        add = v1.assign_add(step, 1)
        loss = tf.cast(step, tf.float32)
        hooks = [v1.train.StopAtStepHook(num_steps=3), v1.train.LoggingTensorHook({"loss": loss}, every_n_iter=1)]
        options = {"save_summaries_steps": None, "log_step_count_steps": None}  # what counts them may read too early
        with v1.train.MonitoredTrainingSession(checkpoint_dir=path, hooks=hooks, **options) as session:
            while not session.should_stop():
                session.run(add)


@program
def nan_hook(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        step = v1.train.get_or_create_global_step()
        nan = v1.placeholder_with_default(float("nan"), [])
        add = v1.assign_add(step, 1)
        with v1.train.MonitoredSession(hooks=[v1.train.NanTensorHook(nan, fail_on_nan_loss=False)]) as session:
            session.run([add, nan])


@program
def supervisor(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.train.get_or_create_global_step()
        v1.train.Supervisor(logdir=path)


@program
def coordinator(tf, path):
    coordinator = tf.train.Coordinator()
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        tf.compat.v1.train.start_queue_runners(session)
    try:
        with coordinator.stop_on_exception():
            raise ValueError("a")
    except ValueError:
        pass


@program
def queue_runner_fails(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        queue = v1.FIFOQueue(2, tf.int32)
        bad = queue.enqueue(tf.compat.v1.placeholder(tf.int32))
        runner = v1.train.QueueRunner(queue, [bad])
        v1.train.add_queue_runner(runner)
        coordinator = tf.train.Coordinator()
        for thread in runner.create_threads(session, coordinator, start=True):
            thread.join()


@program
def warm_start(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("w", initializer=2.0)
        session.run(v1.global_variables_initializer())
        saved = v1.train.Saver().save(session, path + "/m")
    with tf.Graph().as_default():
        v1.get_variable("w", initializer=3.0)
        v1.train.warm_start(saved)


@program
def template(tf, path):
    with tf.Graph().as_default():
        made = tf.compat.v1.make_template("t", lambda x: x * tf.compat.v1.get_variable("w", initializer=2.0))
        made(1.0)
        made(2.0)


@program
def metrics_in_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.metrics.auc(tf.constant([1.0]), tf.constant([0.5]))


@program
def old_scopes(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        with v1.op_scope([], "a", "b"):
            pass
        with v1.variable_op_scope([], "a", "b"):
            pass


@program
def import_with_ops(tf, path):
    with tf.Graph().as_default() as graph:
        tf.constant(1)
    with tf.Graph().as_default():
        tf.graph_util.import_graph_def(graph.as_graph_def(), op_dict={})


@program
def session_in_session(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.InteractiveSession()
        v1.InteractiveSession()


@program
def session_closed_by_error(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        try:
            session.run(v1.check_numerics(v1.placeholder_with_default(float("nan"), []), "m"))
        except tf.errors.InvalidArgumentError:
            pass


@program
def compatibility_horizon(tf, path):
    with tf.compat.forward_compatibility_horizon(2018, 1, 1):
        pass


@program
def check_gradients(tf, path):
    tf.test.compute_gradient(lambda x: x * x, [tf.constant([1.0])])


@program
def gpu_available(tf, path):
    tf.test.is_gpu_available()


@program
def mirrored_strategy(tf, path):
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    strategy.run(lambda: tf.constant(1))


@program
def mirrored_strategy_by_default(tf, path):
    tf.distribute.MirroredStrategy()


@program
def run_outside_function(tf, path):
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    for _ in range(7):
        strategy.run(lambda: tf.constant(1))


@program
def reduce_outside_function(tf, path):
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    strategy.reduce("sum", tf.constant([1.0]), axis=0)


@program
def multi_worker(tf, path):
    tf.distribute.MultiWorkerMirroredStrategy()


@program
def one_device(tf, path):
    tf.distribute.OneDeviceStrategy("/cpu:0")
    tf.distribute.get_strategy()


@program
def structure_of_strings(tf, path):
    tf.nest.assert_same_structure([1], [2])
    tf.nest.flatten(1)


@program
def extension_type_with_defaults(tf, path):
    class Pair(tf.experimental.ExtensionType):
        a: tf.Tensor
        b: int = 1

    Pair(tf.constant(1))


@program
def numeric_columns(tf, path):
    column = tf.feature_column.numeric_column("x")
    tf.feature_column.make_parse_example_spec([column])
    tf.feature_column.embedding_column(tf.feature_column.categorical_column_with_identity("y", 3), 2)


@program
def vocabulary_file(tf, path):
    with open(path + "/words", "w") as file:
        file.write("a\nb\n")
    tf.feature_column.categorical_column_with_vocabulary_file("x", path + "/words")


@program
def sparse_feature(tf, path):
    feature = tf.io.SparseFeature("i", "v", tf.float32, 3)
    serialized = tf.train.Example().SerializeToString()
    tf.io.parse_single_example(serialized, {"a": feature})


@program
def check_numerics_on(tf, path):
    tf.debugging.enable_check_numerics()
    tf.debugging.disable_check_numerics()


@program
def dump_on(tf, path):
    tf.debugging.set_log_device_placement(False)


@program
def layer_casts(tf, path):
    import keras

    keras.layers.Dense(1)(tf.ones([1, 2], tf.float64))


@program
def keras_input_shape(tf, path):
    import keras

    keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])


@program
def keras_save_h5(tf, path):
    import keras

    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.save(path + "/m.h5")


@program
def keras_export(tf, path):
    import keras

    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.export(path + "/m", verbose=False)


@program
def keras_out_of_data(tf, path):
    import keras

    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    data = tf.data.Dataset.from_tensors((tf.ones([1, 2]), tf.ones([1, 1])))
    model.fit(data, epochs=2, steps_per_epoch=2, verbose=0)


@program
def keras_predict_in_a_loop(tf, path):
    import keras

    for _ in range(8):
        model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
        model.predict(tf.ones([1, 2]), verbose=0)


@program
def keras_fit_many_shapes(tf, path):
    import keras

    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    for size in range(1, 9):
        model.predict(tf.ones([size, 2]), verbose=0)


@program
def variables_of_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        variable = v1.Variable(1.0, use_resource=True)
        _ = variable.load
        v1.all_variables()
        v1.initialize_all_variables()
        v1.initialize_variables([variable])
        v1.initialize_local_variables()
        v1.initialize_all_tables()
        _ = variable.count_up_to
        v1.count_up_to(v1.Variable(1), 3)
        v1.get_variable("a", [2], caching_device="/cpu:0")


@program
def dtypes_of_version_1(tf, path):
    v1 = tf.compat.v1
    for name in "to_float to_double to_int32 to_int64 to_bfloat16 to_complex64 to_complex128".split():
        getattr(v1, name)(1)


@program
def arguments_of_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = tf.constant([[1.0, 2.0]])
        v1.reduce_sum(x, keep_dims=True)
        v1.reduce_max(x, keep_dims=True)
        v1.reduce_mean(x, keep_dims=True)
        v1.reduce_sum(x, reduction_indices=[0])
        v1.argmax(x, dimension=0)
        v1.squeeze(x, squeeze_dims=[0])
        v1.expand_dims(x, dim=0)
        v1.nn.softmax(x, dim=0)
        v1.nn.log_softmax(x, dim=0)
        v1.nn.dropout(x, keep_prob=0.5)
        v1.nn.l2_normalize(x, dim=0)
        v1.norm(x, keep_dims=True)
        v1.count_nonzero(x, keep_dims=True)
        v1.gather(x, [0], validate_indices=True)
        v1.reverse_sequence(x, [1], seq_dim=1, batch_dim=0)
        v1.string_split(["a b"], delimiter=" ")
        v1.decode_raw(bytes=["a"], out_type=tf.uint8)
        v1.cond(tf.constant(True), fn1=lambda: 1, fn2=lambda: 2)
        v1.map_fn(lambda x: x, x, dtype=tf.float32)
        v1.losses.cosine_distance(x, x, dim=1)


@program
def arguments_of_version_1_eagerly(tf, path):
    v1 = tf.compat.v1
    x = tf.constant([[1.0, 2.0]])
    v1.reduce_sum(x, keep_dims=True)
    v1.argmax(x, dimension=0)
    v1.nn.softmax(x, dim=0)


@program
def arguments_in_functions(tf, path):
    @tf.function
    def f(x):
        tf.compat.v1.reduce_sum(x, keep_dims=True)
        return tf.map_fn(lambda x: x, x, dtype=tf.float32)

    f(tf.constant([[1.0, 2.0]]))


@program
def initializers_of_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.zeros_initializer(dtype=tf.float32)
        v1.constant_initializer(1.0, dtype=tf.float32, verify_shape=True)
        v1.random_normal_initializer(dtype=tf.float32)
        v1.variance_scaling_initializer(distribution="normal")
        v1.glorot_uniform_initializer(dtype=tf.float32)
        v1.uniform_unit_scaling_initializer()
        v1.get_variable("a", [2])


@program
def functions_of_version_1(tf, path):
    v1 = tf.compat.v1
    x = tf.constant([[1.0, 2.0]])
    v1.div(x, x)
    v1.accumulate_n([x])
    v1.arg_max(x, 0)
    v1.arg_min(x, 0)
    v1.batch_gather(x, [[0]])
    v1.clip_by_average_norm(x, 1.0)
    v1.multinomial(x, 1)
    v1.setdiff1d([1, 2], [1])
    v1.sparse_to_dense([[0]], [1], 1)
    v1.sparse_matmul(x, x, transpose_b=True)
    v1.substr("abc", 0, 1)
    v1.guarantee_const(x)
    v1.py_func(lambda x: x, [x], tf.float32)
    v1.Print(x, [])
    v1.image.resize_bilinear(tf.ones([1, 2, 2, 1]), [1, 1])
    v1.image.resize_bicubic(tf.ones([1, 2, 2, 1]), [1, 1])
    v1.nn.softmax_cross_entropy_with_logits(labels=x, logits=x)
    v1.nn.fractional_avg_pool(tf.ones([1, 4, 4, 1]), [1.0, 1.4, 1.4, 1.0])
    v1.random.stateless_multinomial(x, 1, [1, 2])
    tf.quantization.quantize_and_dequantize(x, 0.0, 1.0)


@program
def loops_of_version_2(tf, path):
    x = tf.constant([1.0, 2.0])
    tf.map_fn(lambda x: x, x, back_prop=False)
    tf.map_fn(lambda x: x, x, dtype=tf.float32)
    tf.foldl(lambda a, b: a + b, x, back_prop=False)
    tf.foldr(lambda a, b: a + b, x, back_prop=False)
    tf.scan(lambda a, b: a + b, x, back_prop=False)
    tf.while_loop(lambda i: i < 2, lambda i: (i + 1,), (0,), back_prop=False)


@program
def data_of_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        dataset = v1.data.Dataset.range(3)
        _ = dataset.output_types
        _ = dataset.output_shapes
        _ = dataset.output_classes
        dataset.make_one_shot_iterator()
        dataset.make_initializable_iterator()
        dataset.filter_with_legacy_function(lambda x: x > 0)
        _ = v1.data.Iterator.from_structure(tf.int32).output_types


@program
def data_experimental(tf, path):
    experimental = tf.data.experimental
    dataset = tf.data.Dataset.range(3)
    dataset.apply(experimental.enumerate_dataset())
    dataset.apply(experimental.ignore_errors())
    dataset.apply(experimental.take_while(lambda x: x < 1))
    dataset.apply(experimental.unique())
    dataset.apply(experimental.shuffle_and_repeat(2))
    dataset.apply(experimental.map_and_batch(lambda x: x, 1))
    dataset.apply(experimental.parallel_interleave(lambda x: tf.data.Dataset.range(x), 1))
    dataset.apply(experimental.dense_to_ragged_batch(1))
    experimental.sample_from_datasets([dataset, dataset])
    experimental.choose_from_datasets([dataset, dataset], tf.data.Dataset.range(2))
    experimental.get_single_element(dataset.take(1))
    experimental.Counter()
    experimental.RandomDataset()
    experimental.TFRecordWriter(path + "/r")
    experimental.save(dataset, path + "/d")
    experimental.load(path + "/d")
    _ = iter(dataset).output_types


@program
def readers_of_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.WholeFileReader()
        v1.TextLineReader()
        v1.TFRecordReader()
        v1.FixedLengthRecordReader(2)
        v1.IdentityReader()
        v1.train.string_input_producer(["a"])
        v1.train.slice_input_producer([[1, 2]])
        v1.train.batch([tf.constant(1)], 2)
        v1.train.shuffle_batch([tf.constant(1)], 2, 4, 1)


@program
def rnn_of_version_1(tf, path):
    v1 = tf.compat.v1

    class Cell:
        output_size = state_size = 2

        def __call__(self, x, state, scope=None):
            return x, state

        def zero_state(self, batch_size, dtype):
            return tf.zeros([batch_size, 2])

    with tf.Graph().as_default():
        v1.nn.dynamic_rnn(Cell(), tf.ones([1, 3, 2]), dtype=tf.float32)
        v1.nn.static_rnn(Cell(), [tf.ones([1, 2])], dtype=tf.float32)


@program
def files_of_version_1(tf, path):
    v1 = tf.compat.v1
    v1.gfile.FastGFile(path + "/x", "w").close()
    list(v1.io.tf_record_iterator(path + "/x"))
    v1.train.checkpoint_exists(path)
    v1.train.get_checkpoint_mtimes([])
    v1.train.remove_checkpoint(path + "/none")
    _ = v1.graph_util.extract_sub_graph
    with tf.Graph().as_default() as graph:
        x = tf.constant(1, name="x")
        v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["x"])
        v1.graph_util.remove_training_nodes(graph.as_graph_def())
        v1.saved_model.utils.build_tensor_info(x)


@program
def settings(tf, path):
    tf.config.experimental_run_functions_eagerly(False)
    tf.config.experimental_functions_run_eagerly()
    tf.config.optimizer.set_jit(True)
    tf.config.optimizer.set_jit(False)
    tf.compat.v1.disable_resource_variables()
    tf.compat.v1.enable_resource_variables()


@program
def distributions(tf, path):
    v1 = tf.compat.v1
    v1.distributions.Normal(0.0, 1.0).sample()
    v1.distributions.kl_divergence(v1.distributions.Normal(0.0, 1.0), v1.distributions.Normal(1.0, 1.0))


@program
def references(tf, path):
    tf.Variable(1.0).experimental_ref()
    tf.constant(1.0).experimental_ref()


@program
def function_arguments_in_graph(tf, path):
    with tf.Graph().as_default():
        tf.function(lambda x: x, experimental_compile=False)
        tf.function(lambda x: x, experimental_relax_shapes=True)
        tf.function(lambda x: x, experimental_follow_type_hints=True)


@program
def compiled_ir(tf, path):
    tf.function(lambda x: x + 1)


@program
def backward_of_pruned(tf, path):
    f = tf.compat.v1.wrap_function(lambda x: x + 1, [tf.TensorSpec([])])
    f.prune(f.inputs, f.outputs)


@program
def gradient_through_print(tf, path):
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.stop_gradient(x)
    tape.gradient(y, x)


@program
def custom_gradient_with_variables(tf, path):
    v = tf.Variable(1.0)

    @tf.custom_gradient
    def f(x):
        return x * v, lambda d, variables=None: (d, [d])

    with tf.GradientTape() as tape:
        y = f(tf.constant(1.0))
    tape.gradient(y, v)


@program
def registry_twice(tf, path):
    tf.autograph.set_verbosity(0)


@program
def autograph_verbosity(tf, path):
    tf.autograph.set_verbosity(1)
    tf.function(lambda x: x + 1)(1)
    tf.autograph.set_verbosity(0)


@program
def ragged_to_pandas(tf, path):
    tf.ragged.constant([[1], [2, 3]]).to_list()
    _ = tf.ragged.constant([[1], [2, 3]]) == tf.ragged.constant([[1], [2, 3]])


@program
def indexed_slices_dense(tf, path):
    tf.convert_to_tensor(tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]), tf.constant([3, 2])))


@program
def tensor_shape_warnings(tf, path):
    _ = tf.TensorShape([1]).dims
    tf.compat.v1.dimension_value(tf.TensorShape([1])[0])
    bool(tf.constant([1]).shape)


@program
def profiler_twice(tf, path):
    tf.profiler.experimental.start(path)
    try:
        tf.profiler.experimental.start(path)
    except tf.errors.AlreadyExistsError:
        pass
    tf.profiler.experimental.stop()


@program
def profiler_server(tf, path):
    with tf.profiler.experimental.Profile(path):
        pass


@program
def xla_experimental(tf, path):
    with tf.Graph().as_default():
        tf.xla.experimental.compile(lambda: tf.constant(1))


@program
def sparse_ops_of_version_1(tf, path):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        sp = tf.sparse.from_dense([[1, 0]])
        v1.sparse_reduce_sum(sp, reduction_axes=0)
        v1.sparse_reduce_max(sp, keep_dims=True)
        v1.sparse_concat(None, [sp, sp], concat_dim=0)
        v1.sparse_split(sp_input=sp, num_split=2, split_dim=1)
        v1.sparse_add(sp, sp, thresh=0)


@program
def layers_of_keras_on_ragged(tf, path):
    import keras

    keras.utils.to_categorical([0, 1])
    keras.layers.Embedding(3, 2, input_length=2)
