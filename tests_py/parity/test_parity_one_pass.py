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


def test_graphs_have_the_single_ops():
    f = graphwright.function(lambda x: (graphwright.nn.gelu(x), layer_norm(graphwright, x)))
    types = {node.op for node in f.get_concrete_function(X).graph.as_graph_def().node}
    assert {"Erfc", "Mean", "SquaredDifference", "Rsqrt"} <= types and not any(name.startswith("_") for name in types)
