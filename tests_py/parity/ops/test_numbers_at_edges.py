"""Infinities, ties, zeros and huge numbers in functions that look at single elements: values and gradients are TensorFlow's."""

import inspect

import numpy as np
import pytest

from support.compare import Cases, same_results

case = Cases()
INF = float("inf")


def slopes(tf, function, *values):
    """The results of a function and its derivatives."""
    with tf.GradientTape() as tape:
        tape.watch(values)
        result = function(*values)
    return result, tape.gradient(result, values)


@case
def extremes_of_segments(tf):
    for dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64):
        for function in (tf.math.segment_max, tf.math.segment_min):
            for row in ([-INF, -INF, -INF, INF, -INF, -INF], [INF] * 6, [-INF] * 6, [1.0, -INF, INF, 2.0, INF, -1.0]):
                x = tf.constant(np.array([row, row[::-1]]).T, dtype)
                result, (slope,) = slopes(tf, lambda x, function=function: function(x, [0, 0, 1, 1, 1, 3]), x)
                yield tf.cast(result, tf.float64), tf.cast(slope, tf.float64)


@case
def ties_in_pools_of_three_axes(tf):
    numbers = np.random.default_rng(3)
    for window, step, padding in ((2, 2, "SAME"), (2, 2, "VALID"), (3, 1, "SAME"), ([1, 2, 3], 1, "VALID")):
        for x in (np.zeros((2, 3, 4, 4, 2)), numbers.integers(0, 3, (2, 3, 4, 4, 2))):
            x = tf.constant(x, tf.float32)
            pooled = tf.nn.max_pool3d(x, window, step, padding)
            weights = tf.constant(numbers.normal(size=pooled.shape), tf.float32)
            yield slopes(tf, lambda x, w=weights, a=(window, step, padding): tf.nn.max_pool3d(x, *a) * w, x)


@case
def quotients_by_zero(tf):
    sparse = tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]])
    yield tf.sparse.to_dense(sparse / tf.constant([[2.0, 0.0], [0.0, 8.0]]))
    for dtype in (tf.float32, tf.int32):
        v = tf.Variable(tf.constant([[8, 4], [2, 6]], dtype))
        yield v.scatter_div(tf.IndexedSlices(tf.constant([[2, 2]], dtype), [1]))


@case
def quotient_of_a_sparse_tensor_by_zero(tf):
    return tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]) / tf.constant([[0.0, 1.0], [1.0, 1.0]])


@case
def quotient_of_a_variable_by_zero(tf):
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    return v.scatter_div(tf.IndexedSlices(tf.constant([[0.0, 1.0]]), [0]))


@case
def nearest_pixels_beyond_float(tf):
    image = np.arange(120.0).reshape(2, 4, 5, 3) * 1e154
    image[0, 1, 1, 0], image[0, 2, 2, 1] = INF, np.nan
    boxes = [[0.1, 0.2, 0.7, 0.9], [0.0, 0.0, 1.0, 1.0]]
    return tf.image.crop_and_resize(tf.constant(image), boxes, [0, 1], [3, 3], method="nearest")


@case
def weights_of_zero(tf):
    table = tf.constant(np.arange(12.0).reshape(6, 2), tf.float32)
    ids = tf.sparse.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]], [1, 3, 2, 5, 4], [3, 2])
    for weights in ([1.0, 2.0, 3.0, 0.0, 0.0], [1.0, -1.0, 3.0, 1.0, -1.0], [0.0, 0.0, 0.0, 1.0, 0.0]):
        for combiner in ("sum", "mean", "sqrtn"):

            def looked_up(table, weights, combiner=combiner):
                weights = tf.sparse.SparseTensor(ids.indices, weights, ids.dense_shape)
                return tf.nn.embedding_lookup_sparse(table, ids, weights, combiner=combiner)

            result, (of_table, of_weights) = slopes(tf, looked_up, table, tf.constant(weights))
            yield result, tf.convert_to_tensor(of_table), of_weights


@case
def incomplete_gamma_functions(tf):
    a = tf.constant([INF, INF, INF, 1.0, 0.5, 1.0, 1.0], tf.float64)
    x = tf.constant([1.0, 0.0, INF, INF, INF, 0.0, -1.0], tf.float64)
    return tf.math.igamma(a, x), tf.math.igammac(a, x)


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    def results(tf):
        found = code(tf)
        return list(found) if inspect.isgenerator(found) else found

    same_results(results, tensorflow, gw)


@pytest.mark.parametrize("size", [1e10, 1e40])
def test_exponentials_of_huge_matrices(gw, size):
    """TensorFlow's are zeros at 1e40."""
    matrix = np.zeros((3, 3))
    matrix[2, 1] = size
    np.testing.assert_allclose(gw.linalg.expm(gw.constant(matrix)).numpy(), np.eye(3) + matrix, rtol=1e-12)
