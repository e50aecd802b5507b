"""Eager calls on large tensors, which compute in one pass what TensorFlow composes of several ops."""

import numpy as np
import pytest
import tensorflow

import graphwright

SHAPE = (4, 33, 130)
X = np.random.default_rng(3).normal(size=SHAPE).astype("float32") * 3
ROW = np.random.default_rng(4).uniform(0.5, 2, SHAPE[-1]).astype("float32")
EACH = np.random.default_rng(5).uniform(0.5, 2, (*SHAPE[:2], 1)).astype("float32")


def layer_norm(tf, x):
    mean, variance = (tf.broadcast_to(m, EACH.shape) for m in tf.nn.moments(x, [1, -1], keepdims=True))
    return tf.nn.batch_normalization(x, mean, variance, None, None, 1e-3)


CASES = {
    "gelu": lambda tf, x: tf.nn.gelu(x),
    "gelu of extremes": lambda tf, x: tf.nn.gelu(x * 1e3),
    "mean": lambda tf, x: tf.nn.moments(x, [2])[0],
    "variance": lambda tf, x: tf.nn.moments(x, [2, 1], keepdims=True)[1],
    "mean and variance of all": lambda tf, x: tf.stack(tf.nn.moments(x, [0, 1, 2])),
    "first axes": lambda tf, x: tf.stack(tf.nn.moments(x, [0, 1])),
    "normalization by rows": lambda tf, x: tf.nn.batch_normalization(x, EACH * 2, EACH, EACH, EACH + 1, 1e-3),
    "normalization by columns": lambda tf, x: tf.nn.batch_normalization(x, ROW * 2, ROW, ROW, None, 1e-3),
    "normalization by one number": lambda tf, x: tf.nn.batch_normalization(x, 1.0, 2.0, None, None, 1e-3),
    "layer normalization": layer_norm,
    "layer normalization in float64": lambda tf, x: tf.cast(layer_norm(tf, tf.cast(x, tf.float64)), tf.float32),
}


CASES |= {
    "sort": lambda tf, x: tf.sort(x),
    "sort, descending": lambda tf, x: tf.sort(x, direction="DESCENDING"),
    "sort along an axis": lambda tf, x: tf.sort(x, 1),
    "sort of all": lambda tf, x: tf.reshape(tf.sort(tf.reshape(x, [-1])), x.shape),
}


def results(tf, f, compiled):
    """The value, the gradient, the gradient of the gradient's squares, and a derivative in a direction."""
    x, direction = tf.constant(X), tf.constant(np.roll(X, 1))

    def all_of(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = f(tf, x)
                total = tf.reduce_sum(y * y * y)
            dx = inner.gradient(total, x)
            squares = tf.reduce_sum(dx * dx)
        return y, dx, outer.gradient(squares, x)

    values = (tf.function(all_of) if compiled else all_of)(x)
    with tf.autodiff.ForwardAccumulator(x, direction) as accumulator:
        y = f(tf, x)
    return [value.numpy() for value in (*values, accumulator.jvp(y))]


@pytest.mark.parametrize("name", CASES)
def test_same_as_composed(name):
    want = results(tensorflow, CASES[name], False)
    for compiled in (False, True):
        for got, expected in zip(results(graphwright, CASES[name], compiled), want, strict=True):
            scale = np.abs(expected).max() or 1
            np.testing.assert_allclose(got / scale, expected / scale, atol=4e-6)


def test_extremes_of_gelu():
    x = np.array([np.nan, np.inf, -np.inf, -0.0, 1e30, -1e30, 1e-30] * 3000, "float32")
    np.testing.assert_array_equal(graphwright.nn.gelu(x).numpy(), tensorflow.nn.gelu(x).numpy())
    assert graphwright.nn.gelu(np.zeros(3, "float32")).shape == 3


def rows_to_sort(dtype, length, what):
    rng = np.random.default_rng(6)
    if what == "special":
        bits = np.dtype(f"uint{8 * dtype.size}")
        signs = rng.integers(0, 2, (2, length)).astype(bits) << (8 * dtype.size - 1)
        if not dtype.is_floating:
            return (rng.integers(0, 3, (2, length)).astype(bits) ^ signs).view(dtype.as_numpy_dtype)
        numbers = rng.choice([0.0, 1.0, 2.5, np.inf, np.nan], (2, length)).astype(dtype.as_numpy_dtype)
        payloads = np.where(np.isnan(numbers), rng.integers(0, 8, (2, length)).astype(bits), bits.type(0))
        return (numbers.view(bits) ^ signs ^ payloads).view(dtype.as_numpy_dtype)
    return (rng.normal(size=(2, length)) * 100).astype(dtype.as_numpy_dtype)


@pytest.mark.parametrize("name", ["float32", "float64", "float16", "bfloat16", "uint8", "int16", "int32", "uint64"])
def test_sorts_with_and_without_positions(name):
    """The same to the last bit, so that zeros of either sign and NaN of any kind stay in their order."""
    dtype = graphwright.as_dtype(name)
    sort_rows = graphwright._core.op("_SortRows")
    for length, what in [(n, w) for n in (1, 16, 17, 255, 300, 70_000) for w in ("numbers", "special")]:
        x = rows_to_sort(dtype, length, what)
        want = graphwright.math.top_k(x, length).values.numpy()
        assert sort_rows(x, descending=True).numpy().tobytes() == want.tobytes(), (length, what)
        want = graphwright.math.top_k(x[:, ::-1], length).values.numpy()[:, ::-1]
        assert sort_rows(x).numpy().tobytes() == want.tobytes(), (length, what)
    assert sort_rows(x[:, :0]).shape == (2, 0) and sort_rows(x[:0]).shape == (0, 70_000)


@pytest.mark.parametrize("order", ["equal", "rising", "falling", "two alike", "organ pipe", "turns"])
def test_sorts_of_what_is_no_chance(order):
    i = np.arange(100_000, dtype=np.int64)
    pipe = np.minimum(i, i[::-1])
    x = {"equal": i * 0, "rising": i, "falling": -i, "two alike": i % 2, "organ pipe": pipe, "turns": i % 317}[order]
    for dtype in (np.int64, np.int32):
        np.testing.assert_array_equal(graphwright.sort(x.astype(dtype)).numpy(), np.sort(x))


def test_graphs_have_the_single_ops():
    f = graphwright.function(lambda x: (graphwright.nn.gelu(x), layer_norm(graphwright, x), graphwright.sort(x)))
    types = {node.op for node in f.get_concrete_function(X).graph.as_graph_def().node}
    assert {"TopKV2", "Erfc", "Mean", "SquaredDifference", "Rsqrt"} <= types and not any(
        name.startswith("_") for name in types
    )
