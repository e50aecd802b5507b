"""Values made of several tensors are taken apart in TensorFlow's order: by nest, as arguments and as results of functions."""

from collections.abc import Mapping

import numpy as np
import pytest

NAMES = (
    "ragged deep uniform rows uniform_rows numbered_rows shape deep_shape sparse slices plain_slices record optional "
    "diagonal full triangular update kronecker block_diagonal block_triangular householder permutation toeplitz tridiagonal "
    "tridiagonal_sequence circulant scaled identity zeros adjoint inverse composition"
).split()


def values(tf):
    linalg = tf.linalg
    ragged, deep = tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[[1], [2, 3]], []])
    square, column = tf.constant([[2.0, 1.0], [1.0, 3.0]]), tf.constant([[1.0], [2.0]])
    full, diagonal = linalg.LinearOperatorFullMatrix(square), linalg.LinearOperatorDiag([1.0, 2.0])
    partition = tf.experimental.RowPartition

    class Record(tf.experimental.ExtensionType):
        b: tf.Tensor
        a: tf.Tensor
        c: tf.RaggedTensor
        s: str = "s"
        z: tuple[tf.Tensor, ...] = ()
        m: Mapping[str, tf.Tensor] = {}  # noqa: RUF012

    record = Record(
        b=tf.constant(1),
        a=tf.constant(2),
        c=ragged,
        z=(tf.constant(5), tf.constant(6)),
        m={"q": tf.constant(7), "p": tf.constant(8)},
    )
    found = (
        *(ragged, deep, tf.RaggedTensor.from_uniform_row_length(square, 2), partition.from_row_lengths([2, 1])),
        *(partition.from_uniform_row_length(2, nvals=4), partition.from_value_rowids([0, 0, 2], nrows=4)),
        *(tf.shape(ragged), tf.shape(deep), tf.sparse.from_dense(square)),
        tf.IndexedSlices(square, tf.constant([0, 1]), tf.constant([3, 2])),
        tf.IndexedSlices(square, tf.constant([0, 1])),
        *(record, tf.experimental.Optional.from_value((tf.constant(1), ragged))),
        *(diagonal, full, linalg.LinearOperatorLowerTriangular(square)),
        linalg.LinearOperatorLowRankUpdate(diagonal, column, tf.constant([3.0]), column + 5),
        linalg.LinearOperatorKronecker([diagonal, full]),
        linalg.LinearOperatorBlockDiag([full, diagonal]),
        linalg.LinearOperatorBlockLowerTriangular([[full], [full, full]]),
        linalg.LinearOperatorHouseholder([1.0, 2.0]),
        linalg.LinearOperatorPermutation(tf.constant([1, 0])),
        linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]),
        linalg.LinearOperatorTridiag([[0.0, 1.0], [2.0, 3.0], [4.0, 0.0]], diagonals_format="compact"),
        linalg.LinearOperatorTridiag([[1.0, 9.0], [2.0, 3.0], [8.0, 4.0]], diagonals_format="sequence"),
        linalg.LinearOperatorCirculant(tf.constant([1.0 + 0j, 2.0])),
        linalg.LinearOperatorScaledIdentity(2, tf.constant(3.0)),
        *(linalg.LinearOperatorIdentity(2), linalg.LinearOperatorZeros(2)),
        *(linalg.LinearOperatorAdjoint(full), linalg.LinearOperatorInversion(full)),
        linalg.LinearOperatorComposition([full, diagonal]),
    )
    return dict(zip(NAMES, found, strict=True))


def outcome(tf, name):
    value = values(tf)[name]
    flat = tf.nest.flatten(value, expand_composites=True)
    shown = [np.asarray(leaf).tolist() if leaf.dtype != tf.variant else "variant" for leaf in flat]
    taken = tf.function(lambda given: 1).get_concrete_function(value).inputs
    given = tf.function(lambda: value).get_concrete_function().outputs
    return shown, *([(tensor.dtype.name, tensor.shape.as_list()) for tensor in tensors] for tensors in (taken, given))


@pytest.mark.parametrize("name", NAMES)
def test_components(name, gw, tensorflow):
    assert outcome(gw, name) == outcome(tensorflow, name)
