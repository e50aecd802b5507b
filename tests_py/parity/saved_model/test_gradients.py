"""Gradients of functions of saved models, those of their own among them, travel both ways."""

import numpy as np
import pytest

from support.compare import mismatch


def _custom(tf, module):
    weights = np.arange(4, dtype=np.float32).reshape(2, 2)

    @tf.custom_gradient
    def scaled(x):
        y = tf.tanh(x)
        return y, lambda dy: dy * y * 3.0 + tf.reduce_sum(weights)

    @tf.custom_gradient
    def with_variable(x):
        def grad(dy, variables=None):
            return dy * 2.0, [tf.ones_like(v) * 5.0 * tf.reduce_sum(x) for v in variables]

        return x @ module.v, grad

    @tf.custom_gradient
    def rows(ids):
        def grad(dy, variables=None):
            return None, [tf.IndexedSlices(dy * 3.0, ids, tf.constant([5, 2]))]

        return tf.gather(module.e, ids), grad

    @tf.custom_gradient
    def two(x, k):
        return (x * k, x + k), lambda a, b: (a * 2.0 + b, None)

    @tf.custom_gradient
    def second(k, x):
        return x * k, lambda dy: (None, dy * 4.0)

    inner = tf.function(lambda x: scaled(x) * with_variable(x))

    def looped(x):
        for _ in tf.range(3):
            x = scaled(x) + with_variable(x)
        return x

    def branched(x):
        if tf.reduce_sum(x) > 0.0:
            y = scaled(x)
        else:
            y = with_variable(x)
        return y

    def plain_loop(x):
        for _ in tf.range(3):
            x = tf.tanh(x @ module.v)
        return x

    def nested_loop(x):
        while tf.reduce_sum(x * x) < 40.0:
            for i in tf.range(2):
                x = x * 1.5 + tf.cast(i, tf.float32)
        return x

    def written_rows(x):
        rows = tf.TensorArray(tf.float32, 3)
        for i in tf.range(3):
            x = tf.sin(x) @ module.v
            rows = rows.write(i, x)
        return rows.stack()

    def limited_loop(x):
        return tf.while_loop(lambda i, x: i < 9, lambda i, x: (i + 1, x * x * 0.5), (0, x), maximum_iterations=3)[1]

    def two_numbers(x):
        # What looks like a counter and a limit without being them: it runs once more than the second number says.
        return tf.while_loop(lambda i, n, x: i <= n, lambda i, n, x: (i + 1, n, tf.sin(x)), (0, 2, x))[2]

    body = tf.function(lambda x: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * x), (0, x))[1])

    def called_twice(x):
        return body(x) + body(x * 0.5)

    def plain_branch(x):
        if tf.reduce_sum(x) > 0.0:
            y = x @ module.v
        else:
            y = x
        return y

    return {
        "scaled": lambda x: scaled(x * 2.0) + 1.0,
        "with_variable": with_variable,
        "nested": lambda x: inner(x * 3.0) + module.v[0],
        "rows": lambda x: rows(tf.cast(tf.abs(x[:, 0]), tf.int32)),
        "first_of_two": lambda x: two(x, tf.constant(2.0))[0],
        "second_of_two": lambda x: two(x, x * 3.0)[1],
        "second_argument": lambda x: second(tf.constant(2.0), x),
        "passed_through": lambda x: tf.grad_pass_through(tf.round)(x),
        "recomputed": lambda x: tf.recompute_grad(lambda t: scaled(tf.sin(t) @ module.v))(x),
        "looped": looped,
        "branched": branched,
        "plain_loop": plain_loop,
        "nested_loop": nested_loop,
        "written_rows": written_rows,
        "limited_loop": limited_loop,
        "two_numbers": two_numbers,
        "called_twice": called_twice,
        "plain_branch": plain_branch,
    }


# What TensorFlow itself cannot do with its own models.
_HERE_ONLY = {"looped", "branched"}
INPUTS = ([[1.0, 2.0]], [[-1.0, 0.0], [0.5, -3.0]])


def _module(tf):
    module = tf.Module()
    module.v = tf.Variable([[0.5, 1.0], [2.0, -1.0]])
    module.e = tf.Variable(np.arange(10, dtype=np.float32).reshape(5, 2))
    signature = [tf.TensorSpec([None, 2], tf.float32)]
    for name, function in _custom(tf, module).items():
        setattr(module, name, tf.function(function, input_signature=signature))
    return module


def _gradients(tf, module, names):
    found = {}
    for name in names:
        for i, data in enumerate(INPUTS):
            x = tf.constant(data)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = getattr(module, name)(x)
            grads = tape.gradient(y, [x, module.v, module.e])
            found[name, i] = [None if g is None else np.asarray(tf.convert_to_tensor(g)) for g in (y, *grads)]
    return found


def _assert_near(got, want):
    assert (text := mismatch(got, {key: want[key] for key in got}, rtol=1e-5, atol=1e-6)) is None, text


def test_gradients_travel_both_ways(gw, tensorflow, tmp_path):
    original = _module(gw)
    names = set(_custom(gw, original))
    want = _gradients(gw, original, names)
    folders = {}
    for tf in (gw, tensorflow):
        folders[tf] = str(tmp_path / tf.__name__)
        tf.saved_model.save(_module(tf), folders[tf])
        _assert_near(_gradients(gw, gw.saved_model.load(folders[tf]), names), want)
    loaded = tensorflow.saved_model.load(folders[tensorflow])
    _assert_near(_gradients(tensorflow, loaded, names - _HERE_ONLY), want)
    loaded = tensorflow.saved_model.load(folders[gw])
    _assert_near(_gradients(tensorflow, loaded, names - _HERE_ONLY), want)
    again = str(tmp_path / "again")
    gw.saved_model.save(gw.saved_model.load(folders[tensorflow]), again)
    _assert_near(_gradients(tensorflow, tensorflow.saved_model.load(again), names - _HERE_ONLY), want)
    _assert_near(_gradients(gw, gw.saved_model.load(again), names), want)


def test_gradients_that_were_not_saved(gw, tensorflow, tmp_path):
    # TensorFlow would find the gradients of its own models, which this process has registered.
    for writer, readers in ((gw, (gw, tensorflow)), (tensorflow, (gw,))):
        module = writer.Module()
        rounded = writer.grad_pass_through(writer.round)
        signature = [writer.TensorSpec([], writer.float32)]
        module.f = writer.function(lambda x: rounded(x), input_signature=signature)  # noqa: B023
        folder = str(tmp_path / writer.__name__)
        writer.saved_model.save(
            module, folder, options=writer.saved_model.SaveOptions(experimental_custom_gradients=False)
        )
        for reader in readers:
            f = reader.saved_model.load(folder).f
            x = reader.constant(1.4)
            assert float(f(x)) == 1.0
            with reader.GradientTape() as tape:
                tape.watch(x)
                with pytest.raises(LookupError, match="No gradient defined"):
                    tape.gradient(f(x), x)
