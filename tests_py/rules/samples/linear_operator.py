"""Rows for matrices of few diagonals."""

# fmt: off
# ruff: noqa: E501
from support.sampling import COMPLEX, Bad, Maker, Sample, uniform


def heavy_diagonals(place):
    """Diagonals of which the one at `place` outweighs the others."""

    def make(rng, shape, name):
        made = rng.uniform(-1, 1, shape)
        made[..., place, :] += 4
        return made

    return Maker(make)


SINGLES = ("float32", "float64")
TYPES = (*SINGLES, *COMPLEX)
LINEAR_OPERATOR_SAMPLES = [
    # TensorFlow's gradient of complex diagonals lacks a conjugation: differences say so.
    Sample("linalg.tridiagonal_solve", (((3, 5), (5, 2)), ((2, 3, 4), (2, 4, 1)), ((3, 1), (1, 2)), ((3, 4), (4,)), ((3, 2), (2,))), SINGLES, [{}, {"partial_pivoting": False}],
           args=(heavy_diagonals(1), uniform()), ulp=64, second=False, numeric=False, hidden_dims=False, hidden_rank=False, bad=[Bad(shapes=((3, 4), (5, 2))), Bad(shapes=((2, 4), (4, 2)))]),
    Sample("linalg.tridiagonal_matmul", (((3, 5), (5, 2)), ((2, 3, 4), (2, 4, 1)), ((3, 1), (1, 2))), TYPES, args=(uniform(), uniform()), ulp=64, second=False, hidden_rank=False,
           bad=[Bad(shapes=((3, 4), (5, 2)))]),
    Sample("linalg.banded_triangular_solve", (((2, 4), (4, 2)), ((3, 4), (4, 1)), ((2, 2, 3), (3, 2)), ((2, 3), (2, 3, 1))), TYPES, [{}, {"adjoint": True}],
           args=(heavy_diagonals(0), uniform()), ulp=64, second=False, numeric=False, hidden_dims=False, hidden_rank=False, bad=[Bad(shapes=((2, 4), (3, 2))), Bad(shapes=((2, 4), (4,)))]),
    Sample("linalg.banded_triangular_solve of upper ones", (((2, 4), (4, 2)), ((3, 4), (4, 1))), TYPES, [{"lower": False}, {"lower": False, "adjoint": True}],
           call=lambda tf, a, b, **kw: tf.linalg.banded_triangular_solve(a, b, **kw), args=(heavy_diagonals(-1), uniform()), ulp=64, second=False, numeric=False, hidden_dims=False, hidden_rank=False),
    Sample("linalg.tridiagonal_solve of complex numbers", (((3, 5), (5, 2)), ((2, 3, 4), (2, 4, 1))), COMPLEX, [{}, {"partial_pivoting": False}, {"transpose_rhs": False, "conjugate_rhs": True}],
           call=lambda tf, a, b, **kw: tf.linalg.tridiagonal_solve(a, b, **kw), args=(heavy_diagonals(1), uniform()), ulp=64, grad=False, hidden_dims=False, hidden_rank=False),
    Sample("linalg.tridiagonal_solve of any numbers", (((3, 3), (3, 1)),), ("float32",), args=(uniform(), uniform()), ulp=4096, grad=False, hidden_dims=False, hidden_rank=False,
           call=lambda tf, a, b: tf.linalg.tridiagonal_solve(a, b)),
]
