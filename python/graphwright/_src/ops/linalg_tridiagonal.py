"""Matrices of few diagonals: tf.linalg.tridiagonal_solve, tridiagonal_matmul, banded_triangular_solve, eigh_tridiagonal."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_layout, math_convert
from graphwright._src.ops.array import expand_dims, identity, squeeze
from graphwright._src.ops.array_index import boolean_mask
from graphwright._src.ops.array_join import stack, unstack
from graphwright._src.ops.assertions import assert_less, assert_less_equal
from graphwright._src.ops.clip import clip_by_value
from graphwright._src.ops.linalg_solve import eigh, eigvalsh, matrix_transpose
from graphwright._src.ops.math_convert import cast, conj
from graphwright._src.ops.matrix_diag import diag, diag_part
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor
from graphwright._src.tensor.filling import zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_solve = _core.op("TridiagonalSolve")
_matmul = _core.op("TridiagonalMatMul")
_banded_solve = _core.op("BandedTriangularSolve")


def _filled_up(diagonal: Tensor, n: int | None, in_front: bool) -> Tensor:
    """Returns a diagonal beside the main one with n elements: as it is, or with a zero at the end that is not read."""
    size = diagonal.shape[-1] if diagonal.shape.rank is not None else None
    if size is None or not isinstance(n, int) or size == n:
        return diagonal
    if size != n - 1:
        raise ValueError(f"Expected {n} or {n - 1} elements in the diagonal, got {size}")
    pad = [[0, 0]] * (len(diagonal.shape) - 1) + [[1, 0] if in_front else [0, 1]]
    return array_layout.pad(diagonal, pad)


def _three(diagonals: Any, diagonals_format: str) -> list[Tensor]:
    """Returns the diagonals above, on and below the main one, each of n elements."""
    if diagonals_format == "sequence":
        above, main, below = (as_tensor(diagonal) for diagonal in diagonals)
        n = main.shape[-1] if main.shape.rank is not None else None
        return [_filled_up(above, n, False), main, _filled_up(below, n, True)]
    diagonals = as_tensor(diagonals)
    if diagonals_format == "compact":
        return [diagonals[..., 0, :], diagonals[..., 1, :], diagonals[..., 2, :]]
    if diagonals_format == "matrix":
        sizes = diagonals.shape[-2:].as_list() if diagonals.shape.rank is not None else [None, None]
        if None not in sizes and sizes[0] != sizes[1]:
            raise ValueError(f"Expected last two dimensions of diagonals to be same, got {sizes[0]} and {sizes[1]}")
        if sizes[0] == 1:
            main = diag_part(diagonals)
            return [zeros_like(main), main, zeros_like(main)]
        return unstack(diag_part(diagonals, k=(-1, 1), align="LEFT_RIGHT"), axis=-2)
    raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")


@export("linalg.tridiagonal_solve")
def tridiagonal_solve(
    diagonals: TensorLike,
    rhs: TensorLike,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Tensor:
    """Solves systems of tridiagonal matrices (tf.linalg.tridiagonal_solve).

    Args:
      diagonals: with the format "compact" a tensor [..., 3, n]: the diagonals above (its last element is not read), on
        and below (its first is not) the main one; with "sequence" three tensors [..., n], the first and third may have
        n - 1 elements; with "matrix" the matrices [..., n, n].
      rhs: right-hand sides [..., n] or [..., n, k], of the same dtype: float32, float64 or complex.
      diagonals_format: "compact", "sequence" or "matrix".
      transpose_rhs: whether the right-hand sides lie in the rows: [..., k, n].
      conjugate_rhs: whether their conjugates are taken.
      name: the name of the node in a graph.
      partial_pivoting: whether rows are exchanged for the sake of precision.
      perturb_singular: not available on a CPU.

    Returns:
      A tensor of the shape of the right-hand sides (transposed back).

    Raises:
      ValueError: another format, or shapes that do not go together.
      tf.errors.InvalidArgumentError: a matrix is singular.

    >>> import graphwright as tf
    >>> tf.linalg.tridiagonal_solve([[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]], [4.0, 5.0]).numpy()
    array([1., 2.], dtype=float32)
    """
    if perturb_singular and not partial_pivoting:
        raise ValueError("partial_pivoting must be True if perturb_singular is.")
    if diagonals_format == "compact":
        diagonals = as_tensor(diagonals)
    else:
        diagonals = stack(_three(diagonals, diagonals_format), axis=-2)
    rhs = as_tensor(rhs, None, diagonals.dtype)
    rank, own = diagonals.shape.rank, rhs.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(f"Expected diagonals to have rank at least 2, got {rank}")
    if rank is not None and own is not None and own not in (rank - 1, rank):
        raise ValueError(f"Expected the rank of rhs to be {rank - 1} or {rank}, got {own}")
    if rank is not None and own is not None:
        batch = rhs.shape[: rank - 2]
        if not diagonals.shape[:-2].is_compatible_with(batch):
            raise ValueError(f"Batch shapes {diagonals.shape[:-2]} and {batch} are incompatible")
    if diagonals.shape.rank is not None and diagonals.shape[-2] not in (None, 3):
        raise ValueError(f"Expected 3 diagonals got {diagonals.shape[-2]}")
    vector = rank is not None and own == rank - 1
    if vector:
        # A vector is neither transposed nor, as in TensorFlow, conjugated in more than its elements.
        rhs = expand_dims(conj(rhs) if conjugate_rhs else rhs, -1)
    elif transpose_rhs:
        rhs = matrix_transpose(rhs, conjugate=conjugate_rhs)
    elif conjugate_rhs:
        rhs = conj(rhs)
    n, m = diagonals.shape[-1] if rank is not None else None, rhs.shape[-2] if rhs.shape.rank is not None else None
    if n is not None and m is not None and n != m:
        raise ValueError(f"Expected number of left-hand sides and right-hand sides to be equal, got {n} and {m}")
    solved = _solve(diagonals, rhs, partial_pivoting=partial_pivoting, perturb_singular=perturb_singular, name=name)
    return squeeze(solved, -1) if vector else solved


@export("linalg.tridiagonal_matmul")
def tridiagonal_matmul(
    diagonals: TensorLike, rhs: TensorLike, diagonals_format: str = "compact", name: str | None = None
) -> Tensor:
    """Products of tridiagonal matrices and matrices (tf.linalg.tridiagonal_matmul).

    Args:
      diagonals: with the format "compact" a tensor [..., 3, n]: the diagonals above (its last element is not read), on
        and below (its first is not) the main one; with "sequence" three tensors [..., n]; with "matrix" the matrices
        [..., n, n].
      rhs: [..., n, k], of the same dtype: float32, float64 or complex.
      diagonals_format: "compact", "sequence" or "matrix".
      name: the name of the node in a graph.

    Returns:
      A tensor of the shape of `rhs`.

    Raises:
      ValueError: another format.
      tf.errors.InvalidArgumentError: the shapes do not go together.

    >>> import graphwright as tf
    >>> tf.linalg.tridiagonal_matmul([[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]], [[1.0], [2.0]]).numpy()
    array([[4.],
           [5.]], dtype=float32)
    """
    if diagonals_format == "sequence":
        each: Any = diagonals
        parts = [as_tensor(diagonal) for diagonal in each]
    else:
        parts = _three(diagonals, diagonals_format)
    return _matmul(*(expand_dims(part, -2) for part in parts), as_tensor(rhs), name=name)


@export("linalg.banded_triangular_solve", v1="")
def banded_triangular_solve(
    bands: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """Solves systems of triangular matrices with few diagonals (tf.linalg.banded_triangular_solve).

    Args:
      bands: [..., diagonals, n]: for lower matrices the main diagonal comes first, and each further one begins with
        elements that are not read; for upper ones the main diagonal comes last, and the others end with such elements.
      rhs: [..., n, k], of the same dtype; the axes before the last two are broadcast.
      lower: whether the matrices are lower triangular ones.
      adjoint: whether their adjoints are meant.
      name: the name of the node in a graph.

    Returns:
      A tensor of the (broadcast) shape of `rhs`.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not go together, or there is a zero on the main diagonal.

    >>> import graphwright as tf
    >>> tf.linalg.banded_triangular_solve([[2.0, 2.0], [0.0, 1.0]], [[4.0], [6.0]]).numpy()
    array([[2.],
           [2.]], dtype=float32)
    """
    return _banded_solve(bands, rhs, lower=lower, adjoint=adjoint, name=name)


@export("linalg.eigh_tridiagonal")
def eigh_tridiagonal(
    alpha: TensorLike,
    beta: TensorLike,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: TensorLike | None = None,
    tol: TensorLike | None = None,
    name: str | None = None,
) -> Any:
    """Eigenvalues, and eigenvectors, of a tridiagonal self-adjoint matrix (tf.linalg.eigh_tridiagonal).

    Args:
      alpha: [n], the main diagonal (of complex numbers the real parts count).
      beta: [n - 1], the diagonal above it, of the same dtype.
      eigvals_only: whether only the eigenvalues are wanted.
      select: "a" for all; "i" for those whose places in their order `select_range` gives, "v" for those between the
        numbers in `select_range`.
      select_range: (first, last) for "i", both counted; (low, high) for "v", of which only `high` counts.
      tol: ignored: the result is as precise as the dtype allows.
      name: unused, nodes have names of their own.

    Returns:
      The eigenvalues in ascending order, real; without `eigvals_only` also the eigenvectors, in the columns of [n, k].

    Raises:
      ValueError: another `select`, or a dtype that is not floating or complex.
      tf.errors.InvalidArgumentError: an empty range, or shapes that do not go together.

    >>> import graphwright as tf
    >>> tf.linalg.eigh_tridiagonal([2.0, 2.0], [1.0]).numpy()
    array([1., 3.], dtype=float32)
    """
    alpha = as_tensor(alpha)
    beta = as_tensor(beta, alpha.dtype)
    if select not in ("a", "i", "v"):
        raise ValueError("'select must have a value in {'a', 'i', 'v'}.")
    if not (alpha.dtype.is_floating or alpha.dtype.is_complex):
        raise ValueError(f"data type {alpha.dtype.name} not inexact")
    if alpha.shape.rank not in (None, 1) or beta.shape.rank not in (None, 1):
        raise errors.InvalidArgumentError(
            None, None, f"eigh_tridiagonal takes vectors, got shapes {alpha.shape} and {beta.shape}"
        )
    n, m = alpha.shape.rank and alpha.shape[0], beta.shape.rank and beta.shape[0]
    if n is not None and m is not None and m != max(n - 1, 0):
        raise errors.InvalidArgumentError(
            None, None, f"Incompatible shapes: beta must have {max(n - 1, 0)} elements, got {m}"
        )
    real = alpha.dtype.real_dtype
    if select != "a":
        ends: Any = select_range
        first, last = ends[0], ends[1]
    if alpha.dtype.is_complex:
        alpha = cast(math_convert.real(alpha), alpha.dtype)
    matrix = diag(alpha)
    if n is None or n > 1:
        # Only the lower triangle is read.
        matrix = matrix + diag(conj(beta), k=-1) + diag(beta, k=1)
    values, vectors = eigh(matrix) if not eigvals_only else (eigvalsh(matrix), None)
    values = math_convert.real(values) if values.dtype.is_complex else values
    if select == "i":
        low, high = as_tensor(first, dtypes.int32), as_tensor(last, dtypes.int32)
        checked = assert_less_equal(low, high, message="Got empty index range in select_range.")
        with control_dependencies([checked]):
            low = identity(low)
        low = clip_by_value(low, 0, array_module.size(values))
        high = clip_by_value(high, -1, array_module.size(values) - 1)
        values = values[low : high + 1]
        vectors = None if vectors is None else vectors[:, low : high + 1]
    elif select == "v":
        low, high = cast(first, real), cast(last, real)
        checked = assert_less(low, high, message="Got empty interval in select_range.")
        with control_dependencies([checked]):
            low = identity(low)
        chosen = (values > low) & (values <= high)
        values = boolean_mask(values, chosen)
        vectors = None if vectors is None else boolean_mask(vectors, chosen, axis=1)
    return values if eigvals_only else (values, vectors)
