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


def unlike(one, other, near):
    """Tell which columns, of unit length, are not the same vectors of the same sign or phase."""
    return np.abs(np.sum(one.conj() * other, axis=0) - 1) > near


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
            different += (unlike(v, wanted_v, 1e-5) & apart).sum()
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


def general(rng, size, dtype, kind):
    """Draw a matrix: of any numbers, of whole numbers, of rows of many sizes, or with many zeros below its diagonal."""
    a = random_matrix(rng, size, size, dtype)
    if kind == "whole":
        return np.round(2 * a)
    if kind == "graded":
        return a * 10.0 ** rng.uniform(-2, 2, (size, 1)).astype(a.real.dtype)
    if kind == "sparse":
        return np.triu(a) + np.tril(np.round(0.7 * a), -1)
    return a


# Vectors of conjugate pairs may be turned by any phase: of larger matrices rounding alone decides which it is.
@pytest.mark.parametrize("kind", ["any", "whole", "graded", "sparse"])
def test_eigenvectors_of_general_matrices(target, tensorflow, kind):
    rng = np.random.default_rng(1)
    columns = different = 0
    for dtype in (np.float32, np.float64, np.complex128):
        rounding, near = np.finfo(dtype).eps, 1e-2 if dtype == np.float32 else 1e-6
        for size in SIZES * 2:
            a = general(rng, size, dtype, kind).astype(dtype)
            e, v = (x.numpy() for x in target.linalg.eig(a))
            wanted_e, wanted_v = (x.numpy() for x in tensorflow.linalg.eig(a))
            scale = np.abs(a).max() * size
            np.testing.assert_allclose(a @ v, v * e, rtol=0, atol=30 * rounding * scale)
            np.testing.assert_allclose(np.linalg.norm(v, axis=0), 1, rtol=20 * rounding)
            np.testing.assert_array_equal(target.linalg.eigvals(a).numpy().real.argsort(), e.real.argsort())
            distances = np.abs(e[:, None] - e) + np.diag(np.full(size, np.inf))
            apart = distances.min(axis=1, initial=np.inf) > near * scale
            moved = np.abs(e - wanted_e) > near * scale
            if size > 5 and dtype != np.complex128:
                apart &= e.imag == 0
            columns += apart.sum()
            different += (apart & (moved | unlike(v, wanted_v, near))).sum()
    assert different <= 0.02 * columns


GENERAL_EDGES = {
    "zeros": np.zeros((4, 4)),
    "ones": np.ones((3, 3)),
    "one": np.array([[3.0]]),
    "cycle": np.roll(np.eye(7), 1, 0),
    "block": np.array([[1.0, 1, 0], [0, 1, 1], [0, 0, 1]]),
    "turn": np.array([[0.0, 1], [-1, 0]]),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128])
@pytest.mark.parametrize("edge", GENERAL_EDGES)
def test_general_edges(target, tensorflow, edge, dtype):
    a = GENERAL_EDGES[edge].astype(dtype)
    near = 1e-5 if dtype == np.float32 else 1e-13
    for got, wanted in zip(target.linalg.eig(a), tensorflow.linalg.eig(a), strict=True):
        np.testing.assert_allclose(got.numpy(), wanted.numpy(), rtol=0, atol=near)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128])
@pytest.mark.parametrize("size", [2, 3, 12])
def test_general_without_numbers(target, bad, dtype, size):
    a = np.full((size, size), bad, dtype)
    for function in (target.linalg.eig, target.linalg.eigvals):
        with pytest.raises(target.errors.InvalidArgumentError, match="not successful"):
            function(a)


SHAPES = ((1, 1), (2, 2), (3, 5), (5, 3), (8, 8), (15, 15), (16, 16), (20, 33), (33, 20), (40, 6), (6, 40), (64, 64))
TALL = ((90, 17), (17, 90), (100, 3), (3, 100), (82, 20), (20, 82))


def rectangular(rng, rows, columns, dtype, kind):
    """Draw a matrix: of any numbers, of whole numbers, of columns of many sizes, or all but diagonal."""
    a = random_matrix(rng, rows, columns, dtype)
    if kind == "whole":
        return np.round(1.5 * a)
    if kind == "graded":
        return a * 10.0 ** rng.uniform(-3, 3, columns)
    if kind == "banded":
        return (np.eye(rows, columns) + 0.5 * np.eye(rows, columns, 1) + 0.5 * np.eye(rows, columns, -1)).astype(dtype)
    return a


# Phases of the singular vectors of complex matrices with columns of many sizes are left to rounding.
@pytest.mark.parametrize("kind", ["any", "whole", "graded", "banded"])
def test_singular_vectors(target, tensorflow, kind):
    rng = np.random.default_rng(2)
    columns = different = 0
    for dtype in DTYPES[: 1 if kind == "graded" else 2]:
        for rows, count in (SHAPES + TALL) * 2:
            a = rectangular(rng, rows, count, dtype, kind)
            s, u, v = (x.numpy() for x in target.linalg.svd(a))
            wanted_s, wanted_u, wanted_v = (x.numpy() for x in tensorflow.linalg.svd(a))
            scale = s[0] * max(rows, count)
            np.testing.assert_allclose(s, wanted_s, rtol=0, atol=1e-15 * scale)
            np.testing.assert_allclose(target.linalg.svd(a, compute_uv=False).numpy(), s, rtol=0, atol=1e-15 * scale)
            np.testing.assert_allclose((u * s) @ v.conj().T, a, rtol=0, atol=1e-15 * scale)
            for vectors in (u, v):
                np.testing.assert_allclose(vectors.conj().T @ vectors, np.eye(len(s)), rtol=0, atol=1e-13)
            apart = separated(s, s[0]) & (s > 1e-6 * s[0])
            columns += apart.sum()
            different += (apart & (unlike(u, wanted_u, 1e-5) | unlike(v, wanted_v, 1e-5))).sum()
    assert different <= 0.005 * columns


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(6, 3), (3, 6), (30, 18), (18, 30), (100, 20), (20, 100)])
def test_full_singular_vectors(target, tensorflow, shape, dtype):
    a = random_matrix(np.random.default_rng(3), *shape, dtype)
    got, wanted = target.linalg.svd(a, full_matrices=True), tensorflow.linalg.svd(a, full_matrices=True)
    for one, other in zip(got, wanted, strict=True):
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=0, atol=1e-11)


SINGULAR_EDGES = {
    "zeros": np.zeros((20, 17)),
    "ones": np.ones((18, 18)),
    "identity": np.eye(25),
    "diagonal": np.diag(np.arange(20.0) % 4 - 1),
    "descending": np.diag(np.arange(20.0, 0, -1)),
    "small_zeros": np.zeros((3, 4)),
    "huge": np.full((17, 17), 1e300),
    "tiny": np.tri(17) * 1e-300,
    "low_rank": np.outer(np.arange(1.0, 41), np.arange(1.0, 31)),
    "equal": np.kron(np.eye(5), np.array([[2.0, 1, 0, 1], [0, 1, 2, 1], [1, 1, 1, 0], [0, 0, 1, 2]])),
}


@pytest.mark.parametrize("edge", SINGULAR_EDGES)
def test_singular_edges(target, tensorflow, edge):
    a = SINGULAR_EDGES[edge]
    s, u, v = (x.numpy() for x in target.linalg.svd(a))
    near = 1e-13 * np.abs(a).max() * len(a)
    np.testing.assert_allclose(s, tensorflow.linalg.svd(a, compute_uv=False).numpy(), rtol=0, atol=near)
    np.testing.assert_allclose((u * s) @ v.T, a, rtol=0, atol=near)
    for vectors in (u, v):
        np.testing.assert_allclose(vectors.T @ vectors, np.eye(len(s)), rtol=0, atol=1e-13)
