"""Kinds of arguments that are seldom given: values of ragged and sparse tensors, bytes, arrays as shapes, unknown axes."""

import numpy as np
import pytest

EXPRESSIONS = """
tf.abs(rows)
tf.add(1.0, rows)
tf.reduce_sum(rows, axis=1)
tf.concat([rows, rows], 0)
tf.ragged.boolean_mask([[1, 2], [3, 4]], flags)
tf.compat.v1.shape(stored)
tf.rank(stored)
tf.compat.v1.sparse.add(stored, stored)
tf.sets.union([[1, 2]], whole)
tf.sets.size(whole)
tf.linalg.matvec(tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], ragged_rank=1), [[1.0, 2.0], [3.0, 4.0]])
tf.ragged.constant([[1], [2, 3]])[tf.Variable(1)]
tf.ragged.segment_ids_to_row_splits(np.array([0, 0, 1], np.int32))
tf.nn.conv2d(tf.ones([1, 2, 2, 1]), tf.ones([1, 1, 1, 1]), 1, b"SAME")
tf.nn.conv3d(tf.ones([1, 1, 1, 1, 1]), tf.ones([1, 1, 1, 1, 1]), [1] * 5, "SAME", data_format=b"NDHWC")
tf.nn.conv_transpose(tf.ones([1, 1, 1]), tf.ones([2, 1, 1]), tf.Variable([1, 2, 1]), 2)
tf.nn.embedding_lookup(((1.0, 2.0), (3.0, 4.0)), [1])
tf.compat.v1.nn.embedding_lookup(((1.0, 2.0), (3.0, 4.0)), [1])
tf.compat.v1.math.in_top_k([[0.1, 0.9]], [1], k=tf.constant(1, tf.int64))
tf.compat.v1.nn.fused_batch_norm(tf.ones([1, 2, 2, 1]), [1.0], [0.0], epsilon=None)[0]
tf.linalg.banded_triangular_solve(np.array([[1.0, 2.0], [3.0, 4.0]]), tf.ones([2, 2]))
tf.random.stateless_binomial([2], [1, 2], np.array(5.0), tf.constant(0.5))
tf.random.stateless_normal([2], [1, 2], alg="PHILOX")
tf.experimental.numpy.arange(1, 5, 1.5, dtype="int64")
tf.experimental.numpy.reshape(np.arange(4), np.array([2, 2]))
tf.experimental.numpy.broadcast_to(1, np.array([2, 2]))
tf.experimental.numpy.ones(np.array([2, 3]))
tf.experimental.numpy.tril(tf.ones([2, 2]), tf.constant(0, tf.int64))
tf.experimental.numpy.array([1, 2.5], ndmin=tf.constant(2))
tf.experimental.numpy.cross(tf.ones([2, 3]), tf.ones([2, 3]), axisb=tf.constant(-1, tf.int64))
tf.experimental.numpy.isclose([1.0], [1.0], atol=tf.constant(1e-8, tf.float64))
in_function(lambda axis: tf.boolean_mask(tf.ones([2, 2]), [True, False], axis=axis))
in_function(lambda axis: tf.experimental.numpy.sum(tf.ones([2, 3]), axis=axis))
in_function(lambda axis: tf.experimental.numpy.sum(tf.ones([2, 3]), axis=[axis]))
in_function(lambda axis: tf.experimental.numpy.argmin(tf.ones([2, 3]), axis=axis))
in_function(lambda axis: tf.experimental.numpy.swapaxes(tf.zeros([2, 3]), 0, axis))
in_function(lambda axis: tf.tuple([tf.IndexedSlices(tf.ones([1]), axis[None], tf.constant([2])), axis])[0].values)
split_of_unknown_rank()
""".strip().splitlines()


def found(tf, expression):
    """Returns the arrays of what an expression gives."""
    rows = tf.compat.v1.ragged.RaggedTensorValue(np.float32([-1, 2, 3]), np.array([0, 2, 3]))
    flags = tf.compat.v1.ragged.RaggedTensorValue(np.array([True, False, True, True]), np.array([0, 2, 4]))
    stored = tf.compat.v1.SparseTensorValue(np.array([[0, 1]]), np.float32([5]), np.array([2, 3]))
    whole = tf.compat.v1.SparseTensorValue(np.array([[0, 0]]), np.int32([5]), np.array([1, 1]))

    def split_of_unknown_rank():
        split = tf.function(tf.strings.split, input_signature=[tf.TensorSpec(None, tf.string)], autograph=False)
        return split(tf.constant(["a b", "c"]))

    names = {"tf": tf, "np": np, "rows": rows, "flags": flags, "stored": stored, "whole": whole}
    names["in_function"] = lambda call: tf.function(call, autograph=False)(tf.constant(1))
    result = eval(expression, {**names, "split_of_unknown_rank": split_of_unknown_rank})
    return [np.asarray(part.numpy()) for part in tf.nest.flatten(result, expand_composites=True)]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_kinds(expression, gw, tensorflow):
    for wanted, got in zip(found(tensorflow, expression), found(gw, expression), strict=True):
        assert got.dtype == wanted.dtype and got.shape == wanted.shape
        if wanted.dtype == object:
            assert got.tolist() == wanted.tolist()
        else:
            np.testing.assert_allclose(got, wanted, 1e-5, 1e-6)


def test_results_of_assertions(gw, tensorflow):
    """An assertion of ranks is an operation in a graph, also where it is known to hold, and takes a name in bytes."""
    for tf in (tensorflow, gw):
        with tf.Graph().as_default():
            assert tf.debugging.assert_rank([1], 1).type == "NoOp"
            assert tf.compat.v1.debugging.assert_shapes([(tf.zeros([2]), ("N",))], name=b"n").type == "NoOp"
        assert tf.debugging.assert_positive([1], name=b"n") is None
        assert tf.debugging.assert_positive([1], name=3) is None


def test_feeds_of_quantized_numbers(gw, tensorflow):
    """Quantized numbers are fed as their own arrays and as plain integers."""
    for tf in (tensorflow, gw):
        own = tf.bitcast(tf.constant([1, 2], tf.uint8), tf.quint8).numpy()
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            place = tf.compat.v1.placeholder(tf.quint8)
            for fed in (own, np.array([1, 2], np.uint8), [1, 2]):
                assert session.run(tf.bitcast(place, tf.uint8), {place: fed}).tolist() == [1, 2]


def test_rows_of_tables_have_the_shape_of_all(gw, tensorflow):
    """What is known of any of the tables is known of the rows."""
    for tf in (tensorflow, gw):
        with tf.Graph().as_default():
            tables = [tf.compat.v1.placeholder(tf.float32), tf.zeros([2, 3])]
            assert tf.nn.embedding_lookup(tables, [1, 0]).shape.as_list() == [2, 3]
            assert tf.compat.v1.nn.embedding_lookup(tables, [1, 0]).shape.as_list() == [2, 3]
