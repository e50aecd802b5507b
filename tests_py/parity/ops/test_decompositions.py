"""Eigenvalues and singular values: TensorFlow's order and signs, and vectors that are what they are said to be.

A vector's sign hangs on roundings where a number that decides it is all but zero, so a few of many may differ: more of
them where rows are of many sizes.
"""

import numpy as np
import pytest

SIZES = (1, 2, 3, 5, 8, 15, 16, 17, 33, 64)
DTYPES = (np.float64, np.complex128)


def random_matrix(rng, rows, columns, dtype):
    """Draw a matrix of normal numbers, real or complex."""
    numbers = rng.standard_normal((rows, columns))
    if np.issubdtype(dtype, np.complexfloating):
        numbers = numbers + 1j * rng.standard_normal((rows, columns))
    return numbers.astype(dtype)


def self_adjoint(rng, size, dtype, kind):
    """Draw a self-adjoint matrix: of any numbers, positive definite, of whole numbers, or of rows of many sizes."""
    a = random_matrix(rng, size, size, dtype)
    if kind == "positive":
        return a @ a.conj().T
    if kind == "whole":
        a = np.round(2 * a)
    if kind == "graded":
        a = a * 10.0 ** rng.uniform(-3, 3, (size, 1))
    return a + a.conj().T


def separated(values, scale):
    """Tell which of the sorted eigenvalues or singular values lie apart from their neighbours."""
    gaps = np.abs(np.diff(values))
    return np.minimum(np.append(gaps, np.inf), np.insert(gaps, 0, np.inf)) > 1e-6 * scale


def turned(one, other):
    """Tell which columns, of unit length, are not the same vectors of the same sign or phase."""
    return np.abs(np.sum(one.conj() * other, axis=0) - 1) > 1e-5


@pytest.mark.parametrize("kind", ["any", "positive", "whole", "graded"])
def test_eigenvectors_of_self_adjoint_matrices(target, tensorflow, kind):
    rng = np.random.default_rng(0)
    columns = different = 0
    for dtype in DTYPES:
        for size in SIZES * 3:
            a = self_adjoint(rng, size, dtype, kind)
            e, v = (x.numpy() for x in target.linalg.eigh(a))
            wanted_e, wanted_v = (x.numpy() for x in tensorflow.linalg.eigh(a))
            scale = np.abs(a).max() * size
            np.testing.assert_allclose(e, wanted_e, rtol=0, atol=1e-13 * scale)
            np.testing.assert_allclose(target.linalg.eigvalsh(a).numpy(), e, rtol=0, atol=1e-13 * scale)
            np.testing.assert_allclose(a @ v, v * e, rtol=0, atol=1e-13 * scale)
            np.testing.assert_allclose(v.conj().T @ v, np.eye(size), rtol=0, atol=1e-13)
            apart = separated(e, np.abs(e).max())
            columns += apart.sum()
            different += (turned(v, wanted_v) & apart).sum()
    assert different <= (0.1 if kind == "graded" else 0.02) * columns


EDGES = {
    "zeros": np.zeros((4, 4)),
    "ones": np.ones((5, 5)),
    "identity": np.eye(20),
    "one": [[3.0]],
    "diagonal": np.diag([3.0, -1, 2, 2, 0]),
    "huge": np.array([[1e300, 1e299], [1e299, -1e300]]),
    "tiny": np.array([[1e-300, 1e-301, 0], [1e-301, -1e-300, 0], [0, 0, 1e-310]]),
    "path": np.diag(np.ones(19), 1) + np.diag(np.ones(19), -1),
}


@pytest.mark.parametrize("edge", EDGES)
def test_self_adjoint_edges(target, tensorflow, edge):
    a = np.asarray(EDGES[edge])
    e, v = (x.numpy() for x in target.linalg.eigh(a))
    wanted = tensorflow.linalg.eigvalsh(a).numpy()
    np.testing.assert_allclose(e, wanted, rtol=1e-13, atol=1e-14 * np.abs(a).max())
    np.testing.assert_allclose(a @ v, v * e, rtol=1e-13, atol=1e-14 * np.abs(a).max())
    np.testing.assert_allclose(v.T @ v, np.eye(len(a)), rtol=0, atol=1e-14)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("size", [2, 7, 40])
def test_self_adjoint_without_numbers(target, bad, size):
    a = np.full((size, size), bad)
    for function in (target.linalg.eigh, target.linalg.eigvalsh):
        with pytest.raises(target.errors.InvalidArgumentError, match="not successful"):
            function(a)
