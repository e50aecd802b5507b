# ruff: noqa: E501
"""Functions of ragged and sparse tensors eagerly and with signatures that tell more or less of their shape, as in TensorFlow.

Each value of a function has one of the signatures, all of them with GRAPHWRIGHT_TESTS=all.
"""

import numpy as np
import pytest

from support.selection import some
from support.twice import assert_same

RAGGED = """
tf.reduce_sum(x, 1)
tf.reduce_max(x, 0)
tf.reduce_sum(x)
tf.reduce_sum(x, keepdims=True)
x[1:]
x[:, :1]
tf.expand_dims(x, 1)
tf.concat([x, x * 2], 1)
tf.reverse(x, [0])
tf.gather(x, [0, 0])
x.to_tensor()
x.to_sparse()
x.merge_dims(0, 1)
x.row_lengths(), x.nrows(), x.bounding_shape()
tf.ragged.boolean_mask(x, x > 1)
tf.ragged.boolean_mask(x, tf.cast(x, tf.bool))
tf.ragged.boolean_mask(x.to_tensor(), x.to_tensor() > 1)
tf.map_fn(tf.reduce_sum, x, fn_output_signature=tf.float32)
tf.map_fn(lambda row: row * 2, x)
tf.map_fn(lambda row: row[:1], x)
tf.split(x, 1)
tf.split(x, 2)
tf.split(x, 3)
tf.split(x, 0)
tf.split(x, [1, 2])
tf.split(x, [1, 1])
tf.split(x, [2, -1])
tf.split(x, [])
tf.split(x, 2, axis=1)
tf.split(x, 2, axis=-1)
tf.split(x, [1, 1], axis=-1)
tf.split(x, tf.reshape(tf.stack([1, x.nrows() - 1]), [2]))
tf.split(x, tf.stack([1, x.nrows() - 1]), num=2)
""".strip().splitlines()

PRODUCTS = """
tf.matmul(x, tf.ones([2, 2, 3]))
tf.matmul(x, tf.ones([2, 3, 2]), transpose_b=True)
tf.matmul(tf.ones([2, 2, 2]), x, transpose_b=True)
tf.matmul(x, x, transpose_b=True)
tf.matmul(x, x, transpose_a=True)
tf.matmul(x, x, adjoint_b=True)
tf.matmul(x, x)
""".strip().splitlines()

SPARSE = """
tf.sparse.to_dense(x)
tf.sparse.reduce_sum(x, -1)
tf.sparse.transpose(x)
tf.sparse.reshape(x, [-1])
tf.sparse.expand_dims(x)
tf.sparse.expand_dims(x, 0)
tf.sparse.expand_dims(x, 1)
tf.sparse.expand_dims(x, 2)
tf.sparse.expand_dims(x, -2)
tf.sparse.expand_dims(x, -3)
tf.sparse.expand_dims(x, 7)
tf.sparse.expand_dims(x, -7)
tf.sparse.concat(0, [x, x])
tf.sparse.concat(-1, [x, x])
tf.sparse.concat(0, [x, x], expand_nonconcat_dims=True)
tf.sparse.concat(-1, [x, x], expand_nonconcat_dims=True)
tf.sparse.slice(x, [0] * 2, [1] * 2)
tf.sparse.bincount(tf.cast(x, tf.int32))
tf.sparse.bincount(tf.cast(x, tf.int32), axis=-1)
tf.sparse.bincount(tf.cast(x, tf.int32), axis=-1, minlength=9)
tf.sparse.bincount(tf.cast(x, tf.int32), axis=-1, maxlength=3)
tf.sparse.bincount(tf.cast(x, tf.int64), axis=-1, binary_output=True)
tf.sparse.bincount(tf.cast(x, tf.int32), weights=x, axis=-1)
tf.sparse.bincount(x, axis=-1)
tf.sparse.bincount(tf.cast(x * -1.0, tf.int32), axis=-1)
tf.sparse.bincount(tf.cast(tf.sparse.to_dense(x), tf.int32))
tf.sparse.bincount(tf.cast(tf.sparse.to_dense(x), tf.int32), axis=-1)
tf.sparse.bincount(tf.cast(tf.sparse.to_dense(x) * -1.0, tf.int32))
""".strip().splitlines()


def ragged_values(tf):
    two = tf.ragged.constant([[1.0, 2.0, 3.0], [], [4.0]])
    three = tf.ragged.constant([[[1.0, 2.0], []], [], [[3.0], [4.0, 5.0, 6.0], [7.0]]])
    inner = tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], ragged_rank=1)
    empty = tf.RaggedTensor.from_row_splits(tf.zeros([0]), [0])
    deep_empty = tf.RaggedTensor.from_nested_row_splits(tf.zeros([0]), [[0], [0]])
    empty_inner = tf.RaggedTensor.from_row_splits(tf.zeros([0, 3]), [0])
    return two, three, inner, empty, deep_empty, empty_inner


def matrices(tf):
    inner = tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], ragged_rank=1)
    square = tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]], ragged_rank=1)
    return inner, square, tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]])


def sparse_values(tf):
    matrix = tf.sparse.from_dense([[0.0, 1.0, 0.0], [2.0, 0.0, 3.0]])
    none = tf.SparseTensor(tf.zeros([0, 2], tf.int64), tf.zeros([0]), [2, 3])
    return matrix, none, tf.sparse.from_dense([0.0, 5.0, 0.0, 6.0])


def specs(tf, value):
    """What a signature may say of a value: everything, its rank, for sparse tensors nothing."""
    rank = value.shape.rank
    if isinstance(value, tf.SparseTensor):
        return [tf.SparseTensorSpec(shape, value.dtype) for shape in (value.shape, [None] * rank, None)]
    inner = value.flat_values.shape[1:].as_list()
    told = [None] * (value.ragged_rank + 1)
    return [
        tf.RaggedTensorSpec(shape, value.dtype, value.ragged_rank)
        for shape in ([value.shape[0], *told[1:], *inner], [*told, *inner], [None] * rank)
    ]


def described(tf, value):
    """A value with what its text does not show."""
    if isinstance(value, (list, tuple)):
        return [described(tf, part) for part in value]
    if isinstance(value, tf.RaggedTensor):
        return [value, value.ragged_rank, value.flat_values.shape.as_list()]
    return [value, str(value.shape)] if hasattr(value, "shape") else value


def described_or_refused(tf, call):
    try:
        return described(tf, call())
    except (tf.errors.InvalidArgumentError, TypeError, ValueError):
        return "refused"


CASES = [
    (code, values)
    for codes, values in ((RAGGED, ragged_values), (PRODUCTS, matrices), (SPARSE, sparse_values))
    for code in codes
]


@pytest.mark.parametrize("code, values", CASES, ids=[code for code, _ in CASES])
def test_known_and_unknown_shapes(code, values, tensorflow, gw):
    def program(tf):
        function = eval(f"lambda x: {code}", {"tf": tf})
        results = []
        for place, value in enumerate(values(tf)):
            results.append(described_or_refused(tf, lambda value=value: function(value)))
            for spec in some(specs(tf, value), 1 / 3, f"{code} {place}"):
                graph = tf.function(function, input_signature=[spec])
                results.append(described_or_refused(tf, lambda graph=graph, value=value: graph(value)))
        return results

    assert_same(program, tensorflow, gw)


MASKS = """
[[True, False], [True, True]]
np.array([[True, True], [False, False]])
tf.ragged.constant([[True, False], [True, True]])
tf.constant([[True, False], [True, True]])
""".strip().splitlines()


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("shape", [[2, 2], [None, 2], [2, None], [None, None]], ids=str)
def test_a_mask_tells_the_number_of_rows(mask, shape, tensorflow, gw):
    def program(tf):
        @tf.function(input_signature=[tf.TensorSpec(shape)])
        def masked(x):
            rows = tf.ragged.boolean_mask(x, eval(mask, {"tf": tf, "np": np}))
            told.append([str(part) for part in (rows.shape, rows.row_splits.shape, rows.values.shape)])
            return rows

        told = []
        return [masked(tf.constant([[1.0, 2.0], [3.0, 4.0]])), told]

    assert_same(program, tensorflow, gw)
