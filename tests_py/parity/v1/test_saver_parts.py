"""tf.compat.v1.train.Saver: variables in parts, which are one tensor of a checkpoint; tables; checkpoints of names read by
objects."""

import numpy as np
import pytest

from support.compare import Cases, outcome, same_results

case = Cases()


def kept(tf, path):
    """What a checkpoint has: names, shapes and values."""
    reader = tf.train.load_checkpoint(path)
    return [
        (name, shape, np.asarray(reader.get_tensor(name)).tolist()) for name, shape in tf.train.list_variables(path)
    ]


def build(tf, count=2):
    """A variable in so many parts, or in one piece for 0, and another one."""
    v1 = tf.compat.v1

    def initial(shape, dtype=None, partition_info=None, **unused):
        begin = partition_info.var_offset if partition_info else [0, 0]
        return tf.reshape(tf.range(10.0), [5, 2])[begin[0] : begin[0] + shape[0], : shape[1]]

    cut = v1.fixed_size_partitioner(count) if count else None
    p = v1.get_variable("p", [5, 2], initializer=initial, partitioner=cut)
    return p, v1.get_variable("q", initializer=1.0)


def written(tf, folder, choose=lambda p, q: None, count=2):
    """The path that a saver of what `choose` gives writes."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        chosen = choose(*build(tf, count))
        session.run(v1.global_variables_initializer())
        return v1.train.Saver(chosen).save(session, f"{folder}/{tf.__name__}")


CHOICES = {
    "all": lambda p, q: None,
    "list": lambda p, q: [q, p],
    "parts": lambda p, q: list(p),
    "list of lists": lambda p, q: [list(p), [q]],
    "dict": lambda p, q: {"x": p, "y": q},
    "dict of parts": lambda p, q: {"x": list(p)},
    "dict of one part": lambda p, q: {"x": list(p)[1]},
    "twice": lambda p, q: [p, p],
    "two names": lambda p, q: {"x": q, "y": q},
    "whole and part": lambda p, q: [p, list(p)[0]],
    "no slice": lambda p, q: {"x": [q]},
    "no variable": lambda p, q: {"x": [1.0]},
    "nothing": lambda p, q: {"x": []},
    "number": lambda p, q: {"x": 1.0},
}


@pytest.mark.parametrize("choice", CHOICES)
def test_what_is_written(tensorflow, gw, choice, tmp_path):
    same_results(lambda tf: kept(tf, written(tf, tmp_path, CHOICES[choice])), tensorflow, gw)


@case.each(["2", "3", "1", "0"])
def other_parts(tf, folder, name):
    v1 = tf.compat.v1
    path = written(tf, folder)
    with tf.Graph().as_default(), v1.Session() as session:
        p, _ = build(tf, int(name))
        saver = v1.train.Saver()
        saver.restore(session, path)
        return session.run(tf.convert_to_tensor(p)).tolist(), kept(tf, saver.save(session, f"{folder}/again"))


@case
def another_shape(tf, folder):
    v1 = tf.compat.v1
    path = written(tf, folder)
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("p", [4, 2], partitioner=v1.fixed_size_partitioner(2))
        v1.train.Saver().restore(session, path)


@case
def one_part_alone(tf, folder):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        part = list(build(tf)[0])[1]
        saver = v1.train.Saver([part])
        session.run(part.initializer)
        path = saver.save(session, f"{folder}/part")
        session.run(part.assign(part * 2))
        saver.restore(session, path)
        return session.run(part).tolist(), tf.train.list_variables(path)


def nodes_of(tf, graph):
    """What the nodes that write and read variables are told."""

    def constant(operation, index):
        return tf.make_ndarray(operation.inputs[index].op.get_attr("value")).tolist()

    wanted = [x for x in graph.get_operations() if x.type in ("SaveV2", "RestoreV2")]
    return sorted((x.type, constant(x, 1), constant(x, 2)) for x in wanted)


@case
def imported(tf, folder):
    v1 = tf.compat.v1
    path = written(tf, folder)
    with tf.Graph().as_default() as graph, v1.Session() as session:
        saver = v1.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        values = [(v.name, session.run(v).tolist()) for v in v1.global_variables()]
        return values, nodes_of(tf, graph), kept(tf, saver.save(session, f"{folder}/again"))


@case
def imported_into_a_scope(tf, folder):
    v1 = tf.compat.v1
    path = written(tf, folder)
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(path + ".meta", import_scope="inner").restore(session, path)
        return kept(tf, v1.train.Saver().save(session, f"{folder}/again"))


@case
def what_variables_note_survives(tf, folder):
    v1 = tf.compat.v1
    modes = {"synchronization": tf.VariableSynchronization.ON_READ, "aggregation": tf.VariableAggregation.SUM}
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("v", initializer=1.0)
        v1.get_variable("w", initializer=[2.0], trainable=False, **modes)
        session.run(v1.global_variables_initializer())
        path = v1.train.Saver().save(session, f"{folder}/v")
    with tf.Graph().as_default(), v1.Session() as session:
        saver = v1.train.import_meta_graph(path + ".meta")
        saver.restore(session, path)
        saver.save(session, f"{folder}/again")
        return [
            (v.name, v.trainable, v.synchronization.name, v.aggregation.name, v.constraint)
            for v in v1.global_variables()
        ]


@case
def slots_and_warm_start(tf, folder):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        p, _ = build(tf)
        step = v1.train.MomentumOptimizer(0.5, 0.5).minimize(tf.reduce_sum(tf.convert_to_tensor(p) ** 2))
        session.run(v1.global_variables_initializer())
        session.run(step)
        path = v1.train.Saver().save(session, f"{folder}/slots")
    with tf.Graph().as_default(), v1.Session() as session:
        p, _ = build(tf, 3)
        v1.train.warm_start(path)
        session.run(v1.global_variables_initializer())
        return kept(tf, path), session.run(tf.convert_to_tensor(p)).tolist()


@case
def places(tf, folder):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.variable_scope("s"):
        p, q = build(tf, 3)
        r = v1.get_variable("r", [3, 4], partitioner=v1.fixed_size_partitioner(2, 1))
        found = [x._get_save_slice_info() for x in [*p, *r]]
        messages = [(x.to_proto().full_name, list(x.to_proto().var_offset)) for x in found]
        return [(x.full_name, x.spec, list(x.full_shape)) for x in found], messages, q._get_save_slice_info()


# ---- checkpoints of names ----


def checked(status):
    """What each of a status's checks raises, or that it gives the status."""
    names = ("assert_consumed", "assert_existing_objects_matched", "assert_nontrivial_match", "expect_partial")
    found = [outcome(lambda _, name=name: getattr(status, name)(), None) for name in names]
    return type(status).__name__, [type(error).__name__ if error else value is status for value, error in found]


def of_names(tf, folder):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        q, r = v1.get_variable("q", initializer=3.0), v1.get_variable("r", initializer=4.0)
        session.run(v1.global_variables_initializer())
        return v1.train.Saver([q, r]).save(session, f"{folder}/{tf.__name__}")


@case.each(["restore", "read"])
def objects_of_names(tf, folder, name):
    path = of_names(tf, folder)
    fresh = tf.train.Checkpoint(q=tf.Variable(0.0, name="q"))
    counted = tf.train.Checkpoint(q=tf.Variable(0.0, name="q"))
    counted.save(f"{folder}/counted")
    other = tf.train.Checkpoint(q=tf.Variable(0.0, name="q"), s=tf.Variable(7.0, name="s"))
    found = [checked(getattr(one, name)(path)) for one in (fresh, counted, other)]
    return found, fresh.q.numpy(), other.s.numpy(), int(counted.save_counter)


@case
def objects_of_names_made_later(tf, folder):
    later = tf.train.Checkpoint()
    status = later.restore(of_names(tf, folder))
    found = [checked(status)]
    later.r = tf.Variable(0.0, name="r")
    found.append(checked(status))
    later.t = tf.Variable(0.0, name="t")
    return found, checked(status), later.r.numpy()


@pytest.mark.parametrize("program", **case.parameters())
def test_same_as_tensorflow(tensorflow, gw, program, tmp_path):
    same_results(lambda tf: program(tf, str(tmp_path / tf.__name__)), tensorflow, gw)


def tables_of(tf, checkpoint=True):
    """A table of words, one of numbers, and what sets their only entries to a value."""
    lookup = tf.lookup.experimental
    words = lookup.MutableHashTable(tf.string, tf.int64, -1, name="words", checkpoint=checkpoint)
    dense = lookup.DenseHashTable(tf.int64, tf.float32, [-1.0], -1, -2, initial_num_buckets=4, name="dense")

    def put(value):
        return [
            words.insert(tf.constant(["a"]), tf.constant([value], tf.int64)),
            dense.insert(tf.constant([7], tf.int64), tf.constant([[float(value)]])),
        ]

    return words, dense, put


def test_tables_of_graphs(tensorflow, gw, tmp_path):
    """They are saved with the variables; what TensorFlow wrote is read, as a graph, too."""

    def program(tf, source, checkpoint=True):
        v1 = tf.compat.v1
        with tf.Graph().as_default(), v1.Session() as session:
            words, dense, put = tables_of(tf, checkpoint)
            asked = [words.lookup(tf.constant(["a"])), dense.lookup(tf.constant([7], tf.int64))]
            tf.identity(asked[0], name="asked")
            saver = v1.train.Saver()
            session.run(put(5))
            path = saver.save(session, f"{tmp_path}/{tf.__name__}")
            found = [[name for name, _ in tf.train.list_variables(path)]]
            session.run(put(6))
            saver.restore(session, f"{tmp_path}/{source.__name__}")
            found += [x.tolist() for x in session.run(asked)]
            v1.train.Saver({"x": words}).save(session, f"{tmp_path}/{tf.__name__}x", write_meta_graph=False)
            found += [len(v1.get_collection(v1.GraphKeys.SAVEABLE_OBJECTS))]
            found += [name for name, _ in tf.train.list_variables(f"{tmp_path}/{tf.__name__}x")]
        if not checkpoint:
            return found
        with tf.Graph().as_default(), v1.Session() as session:
            saver = v1.train.import_meta_graph(f"{tmp_path}/{tf.__name__}.meta")
            saver.restore(session, path)
            return [*found, session.run("asked:0").tolist()]

    for checkpoint in (True, False):
        want = program(tensorflow, tensorflow, checkpoint)
        assert program(gw, tensorflow, checkpoint) == want
        assert program(gw, gw, checkpoint) == want


def test_tables_of_objects(tensorflow, gw, tmp_path):
    """Checkpoints of objects have tables whatever `checkpoint` says, and TensorFlow's are read here."""
    found = []
    for tf in (tensorflow, gw):
        words, dense, put = tables_of(tf, False)
        put(5)
        saved = tf.train.Checkpoint(words=words, dense=dense)
        saved.write(str(tmp_path / tf.__name__))
        for source in {tensorflow, tf}:
            put(6)
            saved.read(str(tmp_path / source.__name__)).assert_consumed()
            found.append([words.lookup(tf.constant(["a"])).numpy().tolist(), int(words.size()), int(dense.size())])
            found[-1].append(dense.lookup(tf.constant([7], tf.int64)).numpy().tolist())
    assert found == [found[0]] * 3


def test_collections_of_variables(tensorflow, gw, tmp_path):
    """They come back as variables: the step that counts, and metrics. Loaded models are not trained by the graph."""

    def program(tf, folder):
        v1 = tf.compat.v1
        module = tf.Module()
        module.v = tf.Variable(3.0)
        tf.saved_model.save(module, f"{folder}model")
        with tf.Graph().as_default() as graph:
            v1.train.get_or_create_global_step()
            v1.Variable(1.0, collections=["metric_variables"], name="m")
            v1.train.export_meta_graph(f"{folder}.meta")
        with tf.Graph().as_default() as graph:
            v1.train.import_meta_graph(f"{folder}.meta")
            step = v1.train.get_or_create_global_step().name
            found = {key: [x.name for x in graph.get_collection(key)] for key in graph.get_all_collection_keys()}
        with tf.Graph().as_default():
            loaded = tf.saved_model.load(f"{folder}model")
            return step, found, len(v1.global_variables()), len(v1.trainable_variables()), loaded.v.trainable

    assert program(gw, str(tmp_path / "gw")) == program(tensorflow, str(tmp_path / "tf"))


def test_checkpoints_of_objects_by_names(tensorflow, gw, tmp_path):
    def program(tf, source):
        v1 = tf.compat.v1
        with tf.Graph().as_default(), v1.Session() as session:
            found = [v1.get_variable("a", [2]), v1.get_variable("b", [], tf.int32)]
            v1.train.Saver().restore(session, str(tmp_path / source))
            found = [x.tolist() for x in session.run(found)]
            v1.get_variable("c", [])
            try:
                v1.train.Saver().restore(session, str(tmp_path / source))
            except tf.errors.NotFoundError:
                return found

    for tf in (tensorflow, gw):
        parts = {"x": tf.Variable([1.0, 2.0], name="a"), "y": [tf.Variable(3, name="b")]}
        tf.train.Checkpoint(**parts).write(str(tmp_path / tf.__name__))
    want = program(tensorflow, "tensorflow")
    assert want == [[1.0, 2.0], 3]
    assert program(gw, "tensorflow") == program(gw, gw.__name__) == want
