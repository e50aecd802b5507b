"""Factorizations of matrices of all sizes, conditions and contents: residuals, and what TensorFlow makes of bad input."""

import numpy as np
import pytest

from support.compare import outcome

DTYPES = ["float32", "float64", "complex64", "complex128"]
SIZES = [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65, 100, 129]  # about where blocks end


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def numbers(rng, dtype, *shape):
    a = rng.normal(size=shape)
    return (a + 1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else a).astype(dtype)


def square_matrices(rng, dtype, n):
    """Random ones, nearly singular ones, and ones whose rows and columns differ much in size."""
    plain = numbers(rng, dtype, n, n)
    left, right = np.linalg.qr(numbers(rng, dtype, n, n))[0], np.linalg.qr(numbers(rng, dtype, n, n))[0]
    sizes = np.logspace(0, -12 if np.finfo(dtype).eps < 1e-10 else -5, n)
    return plain, ((left * sizes) @ right).astype(dtype), (plain * sizes[:, None] * sizes).astype(dtype)


def wide(a):
    return a.astype("complex128" if a.dtype.kind == "c" else "float64")


def residual(product, wanted, size):
    """Returns the largest error, in roundings of the numbers that it is made of."""
    rounding = np.finfo(wanted.dtype).eps * len(wanted)
    return np.max(np.abs(product - wide(wanted)) / (rounding * np.maximum(size, np.finfo(wanted.dtype).tiny)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_residuals_are_roundings(gw, dtype):
    rng = np.random.default_rng(1)
    linalg = gw.linalg
    for n in SIZES:
        for a in square_matrices(rng, dtype, n):
            packed, order = (part.numpy() for part in linalg.lu(a))
            lower, upper = np.tril(wide(packed), -1) + np.eye(n), np.triu(wide(packed))
            assert sorted(order) == list(range(n)) and np.abs(lower).max() <= 1 + 1e-5
            assert residual(lower @ upper, a[order], np.abs(lower) @ np.abs(upper)) < 8
            for right in (a[:, :1], a[:, :3], a):
                for adjoint_wanted in (False, True):
                    matrix = adjoint(a) if adjoint_wanted else a
                    x = wide(linalg.solve(a, right, adjoint=adjoint_wanted).numpy())
                    size = np.abs(lower).sum() * np.abs(upper).max() * np.abs(x).max()
                    assert residual(wide(matrix) @ x, right, size) < 8
        a = numbers(rng, dtype, n, n)
        inverse = wide(linalg.inv(a).numpy())
        assert residual(wide(a) @ inverse, np.eye(n, dtype=dtype), n * np.abs(a).max() * np.abs(inverse).max()) < 8
        sign, log_size = np.linalg.slogdet(wide(a))
        got_sign, got_log_size = linalg.slogdet(a)
        assert abs(got_sign.numpy() - sign) < 100 * n * np.finfo(dtype).eps
        assert abs(got_log_size.numpy() - log_size) < 100 * n * np.finfo(dtype).eps * (1 + abs(log_size))


@pytest.mark.parametrize("dtype", DTYPES)
def test_triangles_are_all_that_is_read(gw, dtype):
    rng = np.random.default_rng(2)
    for n in SIZES:
        for a in square_matrices(rng, dtype, n):
            a = a / np.abs(a).max()
            gram = (wide(a) @ adjoint(wide(a)) + 1e-3 * np.eye(n)).astype(dtype)
            unread = np.triu(np.full((n, n), np.nan, dtype), 1)
            factor = gw.linalg.cholesky(np.tril(gram) + unread).numpy()
            assert not np.triu(factor, 1).any()
            assert residual(wide(factor) @ adjoint(wide(factor)), gram, np.abs(gram).max()) < 4
            for columns in (1, 2, 5, 16, 37):
                right = numbers(rng, dtype, n, columns)
                for lower in (True, False):
                    matrix, other = (factor, unread) if lower else (adjoint(factor), adjoint(unread))
                    for adjoint_wanted in (False, True):
                        x = gw.linalg.triangular_solve(matrix + other, right, lower=lower, adjoint=adjoint_wanted)
                        x, applied = wide(x.numpy()), wide(adjoint(matrix) if adjoint_wanted else matrix)
                        assert residual(applied @ x, right, np.abs(applied) @ np.abs(x)) < 4


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_least_squares_of_any_rank_are_the_smallest(gw, dtype):
    rng = np.random.default_rng(3)
    for m, n, rank in ((1, 1, 1), (5, 5, 3), (9, 4, 4), (4, 9, 4), (40, 17, 8), (17, 40, 8), (33, 33, 1), (64, 70, 64)):
        scales = np.logspace(0, -6, n)[rng.permutation(n)] if rank == min(m, n) else 1
        a, b = numbers(rng, dtype, m, rank) @ numbers(rng, dtype, rank, n) * scales, numbers(rng, dtype, m, 3)
        x = gw.linalg.lstsq(a, b, fast=False).numpy()
        want = np.linalg.lstsq(a, b, rcond=1e-13)[0]
        condition = np.linalg.cond(a) if rank == min(m, n) else 1e4
        np.testing.assert_allclose(x, want, rtol=0, atol=1e-14 * condition * np.abs(want).max() + 1e-12)
        zero = gw.linalg.lstsq(np.zeros_like(a), b, fast=False).numpy()
        assert not zero.any()


BAD = {
    "zeros": np.zeros((3, 3)),
    "a zero": np.zeros((1, 1)),
    "one number": np.full((1, 1), -4.0),
    "nothing": np.zeros((0, 0)),
    "no matrix": np.zeros((0, 3, 3)),
    "a later pivot is 0": np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]]),
    "equal rows": np.array([[2.0, 1.0, 1.0], [2.0, 1.0, 1.0], [1.0, 5.0, 2.0]]),
    "indefinite": np.array([[4.0, 2.0, 1.0], [2.0, 0.5, 3.0], [1.0, 3.0, -9.0]]),
    "NaN first": np.array([[np.nan, 1.0, 2.0], [1.0, 3.0, 1.0], [2.0, 1.0, 4.0]]),
    "NaN in a column": np.array([[4.0, np.nan, 2.0], [np.nan, 3.0, 1.0], [2.0, 1.0, 4.0]]),
    "NaN last": np.array([[4.0, 1.0, 2.0], [1.0, 3.0, 1.0], [2.0, 1.0, np.nan]]),
    "infinite first": np.array([[np.inf, 1.0, 2.0], [1.0, 3.0, 1.0], [2.0, 1.0, 4.0]]),
    "infinite last": np.array([[4.0, 1.0, 2.0], [1.0, 3.0, 1.0], [2.0, 1.0, np.inf]]),
    "equal sizes": np.array([[1.0, 1.0, 1.0], [-1.0, 1.0, 2.0], [1.0, -1.0, 4.0]]),
    "tiny": np.array([[1e-300, 2e-300], [3e-300, 5e-300]]),
    "huge": np.array([[1e300, 2e299], [2e299, 5e300]]),
}
BAD["40 rows, singular"] = np.outer(np.arange(1.0, 41), np.arange(1.0, 41)) % 7
BAD["40 rows, a NaN"] = BAD["40 rows, singular"] + 50 * np.eye(40)
BAD["40 rows, a NaN"][22, 22] = np.nan
USES = {
    "cholesky": lambda tf, a: tf.linalg.cholesky(a),
    "lu": lambda tf, a: tf.linalg.lu(a),
    "det": lambda tf, a: tf.linalg.det(a),
    "slogdet": lambda tf, a: tf.linalg.slogdet(a),
    "inv": lambda tf, a: tf.linalg.inv(a),
    "inv, adjoint": lambda tf, a: tf.linalg.inv(a, adjoint=True),
    "solve": lambda tf, a: tf.linalg.solve(a, tf.ones_like(a)),
    "solve, adjoint": lambda tf, a: tf.linalg.solve(a, tf.ones_like(a)[..., :1], adjoint=True),
    "triangular_solve": lambda tf, a: tf.linalg.triangular_solve(a, tf.ones_like(a)),
    "triangular_solve of a column": lambda tf, a: tf.linalg.triangular_solve(a, tf.ones_like(a)[..., :1]),
    "triangular_solve, upper": lambda tf, a: tf.linalg.triangular_solve(a, tf.ones_like(a), lower=False),
    "triangular_solve, adjoint": lambda tf, a: tf.linalg.triangular_solve(a, tf.ones_like(a)[..., :1], adjoint=True),
    "lstsq": lambda tf, a: tf.linalg.lstsq(a, tf.ones_like(a)[..., :1]),
    "lstsq, slow": lambda tf, a: tf.linalg.lstsq(a, tf.ones_like(a)[..., :1], fast=False),
}


INFINITE = {"infinite first", "infinite last"}
NOT_FINITE = INFINITE | {name for name in BAD if "NaN" in name}
SINGULAR = {"zeros", "a zero", "a later pivot is 0", "equal rows", "tiny", "40 rows, singular"}
INDEFINITE = SINGULAR | {"one number", "indefinite", "equal sizes"}
# What TensorFlow makes otherwise, and what is made here, if not merely other infinities and NaN.
DIFFERENT = {
    ("cholesky", "complex128"): (INDEFINITE, "NaN"),  # memory that nobody wrote
    ("lu", "complex128"): (INFINITE, None),
    ("slogdet", "float64"): (INFINITE, None),
    ("slogdet", "complex128"): (INFINITE, None),
    ("lstsq", "float64"): (SINGULAR, "InvalidArgumentError"),  # NaN, though its message says that it fails
    ("lstsq", "complex128"): (SINGULAR, "InvalidArgumentError"),
    ("lstsq, slow", "float64"): (NOT_FINITE | {"tiny", "huge"}, None),  # zeros; squares that under- and overflow
    ("lstsq, slow", "complex128"): (NOT_FINITE | {"tiny", "huge"}, None),
}


def parts_of(use, tf, matrix):
    """Returns what `use` makes of a matrix; of a Cholesky factor the triangle that TensorFlow writes."""
    result = USES[use](tf, tf.constant(matrix))
    parts = [part.numpy() for part in (result if isinstance(result, tuple) else [result])]
    return [np.tril(part) for part in parts] if use == "cholesky" else parts


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_bad_input_gives_what_it_gives_in_tensorflow(gw, tensorflow, use, dtype):
    different, instead = DIFFERENT.get((use, dtype), ((), None))
    for name, matrix in BAD.items():
        with np.errstate(invalid="ignore"):
            matrix = matrix.astype(dtype)
        ours, our_error = outcome(parts_of, use, gw, matrix)
        if name in different:
            if instead == "NaN":
                assert np.isnan(ours[0][np.tril_indices(len(matrix))]).all()
            elif instead is not None:
                assert type(our_error).__name__ == instead
            continue
        theirs, their_error = outcome(parts_of, use, tensorflow, matrix)
        assert type(our_error).__name__ == type(their_error).__name__, (name, our_error, their_error)
        for got, want in zip(ours or [], theirs or [], strict=True):
            assert got.dtype == want.dtype
            np.testing.assert_allclose(got, want, rtol=1e-9, atol=0, err_msg=name)


def test_least_squares_of_tiny_and_huge_numbers(gw):
    for size in (1e-300, 1e-160, 1e160, 1e300):
        a = np.array([[1.0, 2.0], [3.0, 5.0], [1.0, 1.0]])
        x = gw.linalg.lstsq(a * size, np.ones((3, 1)), fast=False).numpy()
        np.testing.assert_allclose(x * size, np.linalg.lstsq(a, np.ones((3, 1)), rcond=None)[0], rtol=1e-9)


def test_orders_of_random_patterns(gw, tensorflow):
    rng = np.random.default_rng(4)
    for n in (1, 2, 3, 20, 60, 150, 300):
        for mean in (1, 3, 8):
            pattern = rng.random((n, n)) < mean / n
            np.fill_diagonal(pattern, rng.random(n) < 0.98)
            pattern[n // 2] |= rng.random() < 0.5  # a row with all columns
            places = np.argwhere(np.tril(pattern))
            ours, theirs = (
                tf.raw_ops.SparseMatrixOrderingAMD(
                    input=tf.raw_ops.SparseTensorToCSRSparseMatrix(
                        indices=places, values=tf.ones([len(places)]), dense_shape=[n, n]
                    )
                ).numpy()
                for tf in (gw, tensorflow)
            )
            np.testing.assert_array_equal(ours, theirs)
