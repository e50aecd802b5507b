"""SavedModels written and read where a tf.Graph is built: the values are those of the default session."""

import numpy as np
import pytest


def _model(tf):
    class Model(tf.Module):
        def __init__(self):
            self.v = tf.Variable([1.0, 2.0], name="v")
            first = tf.compat.v1.constant_initializer(3.0)
            self.kept = {"w": tf.compat.v1.get_variable("w", [], initializer=first, use_resource=True)}
            pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
            self.table = tf.lookup.StaticHashTable(pairs, -1)
            self.offset = tf.constant([10.0, 20.0])

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def f(self, x):
            return {"sum": x * self.v + self.kept["w"], "moved": x + self.offset}

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def g(self, x):
            return self.table.lookup(x)

    return Model()


def _save(tf, folder):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        model = _model(tf)
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            session.run(model.v.assign([5.0, 6.0]))
            tf.saved_model.save(model, folder, signatures={"f": model.f, "g": model.g})
            return {key: value.tolist() for key, value in session.run(model.f(tf.constant([1.0, 1.0]))).items()}


def _run(tf, model, run=lambda value: value):
    x, words = tf.constant([1.0, 1.0]), tf.constant(["b", "c"])
    found = run([model.f(x), model.g(words), model.signatures["f"](x=x), model.signatures["g"](x=words), model.v])
    return tf.nest.map_structure(lambda value: np.asarray(value).tolist(), found)


def _in_graph(tf, folder):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        model = tf.saved_model.load(folder)
        with v1.Session() as session:

            def run(tensors):
                session.run([v1.global_variables_initializer(), v1.tables_initializer()])
                return session.run(tensors)

            return _run(tf, model, run)


@pytest.mark.parametrize("writes", ["tensorflow", "graphwright"])
def test_saved_in_a_graph(gw, tensorflow, tmp_path, writes):
    writer = tensorflow if writes == "tensorflow" else gw
    folder = str(tmp_path / "model")
    want = _save(writer, folder)
    assert want == {"sum": [8.0, 9.0], "moved": [11.0, 21.0]}
    found = [_run(tf, tf.saved_model.load(folder)) for tf in (gw, tensorflow)]
    found += [_in_graph(tf, folder) for tf in (gw, tensorflow)]
    for outcome in found:
        assert outcome[0] == outcome[2] == want
        assert outcome[1] == outcome[3]["output_0"] == [2, -1]
        assert outcome[4] == [5.0, 6.0]
    assert list(found[0][0]) == ["moved", "sum"]  # TensorFlow has no order


def _save_only(tf, model, folder):
    tf.saved_model.save(model, folder)


def _write_only(tf, model, folder):
    tf.train.Checkpoint(model).write(folder)


def _save_what_captures(tf, model, folder):
    """Saves a function that has captured a tensor of the graph, which is not known."""
    v1 = tf.compat.v1
    fed = v1.placeholder(tf.float32, [2])
    model.h = tf.function(lambda x: x + fed, input_signature=[tf.TensorSpec([2])])
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        tf.saved_model.save(model, folder)


@pytest.mark.parametrize("act", [_save_only, _write_only, _save_what_captures])
def test_what_cannot_be_saved(gw, tensorflow, tmp_path, act):
    told = []
    for tf in (tensorflow, gw):
        with tf.Graph().as_default(), pytest.raises((ValueError, RuntimeError)) as raised:
            act(tf, _model(tf), str(tmp_path / "model"))
        told.append((raised.type, "without a default session" in str(raised.value)))
    assert told[0] == told[1]
