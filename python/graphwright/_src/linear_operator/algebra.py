"""Products of operators by their classes, and public functions for operators."""

from __future__ import annotations

from graphwright._src.linear_operator.base import HINTS, LinearOperator, columns_of, rows_of
from graphwright._src.linear_operator.blocks import LinearOperatorBlockDiag
from graphwright._src.linear_operator.circulant import (
    LinearOperatorCirculant,
    LinearOperatorCirculant2D,
    LinearOperatorCirculant3D,
)
from graphwright._src.linear_operator.combined import LinearOperatorComposition, LinearOperatorInversion
from graphwright._src.linear_operator.identity import (
    LinearOperatorIdentity,
    LinearOperatorScaledIdentity,
    LinearOperatorZeros,
)
from graphwright._src.linear_operator.simple import LinearOperatorDiag, LinearOperatorLowerTriangular
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.ops.linalg_solve import adjoint, cholesky, det, inv, logdet, solve, trace
from graphwright._src.ops.math import log
from graphwright._src.ops.math_convert import real
from graphwright._src.ops.math_reduce import reduce_sum
from graphwright._src.ops.matrix_diag import diag_part
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.dispatch import dispatch_for_api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike


def _both(left: LinearOperator, right: LinearOperator, hint: str) -> bool | None:
    """Returns a hint about a product that holds where it holds for both factors."""
    return True if getattr(left, hint) and getattr(right, hint) else None


def _commuting_hints(left: LinearOperator, right: LinearOperator) -> dict[str, Any]:
    """Hints about the product of operators that commute."""
    return {
        "is_non_singular": _both(left, right, "is_non_singular"),
        "is_self_adjoint": _both(left, right, "is_self_adjoint"),
        "is_positive_definite": _both(left, right, "is_positive_definite"),
        "is_square": True,
    }


def _composition_hints(left: LinearOperator, right: LinearOperator) -> dict[str, Any]:
    """Hints about a product that stays one of two factors."""
    square = _both(left, right, "is_square")
    if {left.is_square, right.is_square} == {True, False}:
        return dict.fromkeys(HINTS, False)
    non_singular = _both(left, right, "is_non_singular")
    if square and False in (left.is_non_singular, right.is_non_singular):
        non_singular = False
    return {"is_non_singular": non_singular, "is_square": square}


def product(left: LinearOperator, right: LinearOperator, solved: LinearOperator | None = None) -> LinearOperator:
    """Returns the operator left * right, as simple as it can be told; `solved` is what `left` is the inverse of."""
    if isinstance(solved, LinearOperatorInversion):
        solved = None  # its inverse is the operator as it was given
    # Identities give way to the other factor whatever their batches are, and what is multiplied by zeros is those zeros.
    if isinstance(left if solved is None else solved, LinearOperatorIdentity):
        return right
    if isinstance(right, LinearOperatorIdentity):
        return left
    for zeros in (left, right) if solved is None else ():
        if isinstance(zeros, LinearOperatorZeros):
            if not (left.is_square and right.is_square):
                raise ValueError("Products of LinearOperatorZeros are of square operators only.")
            return zeros
    kinds = (type(left), type(right))
    one: Any = left
    other: Any = right
    diagonals = (LinearOperatorDiag, LinearOperatorScaledIdentity)
    if kinds == (LinearOperatorScaledIdentity, LinearOperatorScaledIdentity):
        factor = convert_to_tensor(one.multiplier) * other.multiplier
        return LinearOperatorScaledIdentity(one._num_rows, factor, **_commuting_hints(left, right))
    if kinds[0] in diagonals and kinds[1] in diagonals:
        return LinearOperatorDiag(_diagonal(left) * _diagonal(right), **_commuting_hints(left, right))
    if kinds == (LinearOperatorDiag, LinearOperatorLowerTriangular):
        rows = convert_to_tensor(one.diag)[..., None] * right.to_dense()
        return LinearOperatorLowerTriangular(rows, is_non_singular=_both(left, right, "is_non_singular"))
    if kinds == (LinearOperatorLowerTriangular, LinearOperatorDiag):
        columns = left.to_dense() * convert_to_tensor(other.diag)[..., None, :]
        return LinearOperatorLowerTriangular(columns, is_non_singular=_both(left, right, "is_non_singular"))
    circulants = (LinearOperatorCirculant, LinearOperatorCirculant2D, LinearOperatorCirculant3D)
    if kinds[0] is kinds[1] and kinds[0] in circulants:
        # Of complex64, as circulant operators are by default, whatever the factors are.
        spectrum = convert_to_tensor(other.spectrum)
        spectrum = spectrum / solved.spectrum if isinstance(solved, kinds[0]) else one.spectrum * spectrum
        return kinds[0](spectrum, **_commuting_hints(left, right))
    if kinds == (LinearOperatorBlockDiag, LinearOperatorBlockDiag):
        sizes = [[columns_of(op) for op in one.operators], [rows_of(op) for op in other.operators]]
        if sizes[0] == sizes[1] and None not in sizes[0]:
            solved_blocks = solved.operators if isinstance(solved, LinearOperatorBlockDiag) else [None] * len(sizes[0])
            triples = zip(one.operators, other.operators, solved_blocks, strict=True)
            blocks = [product(a, b, c) for a, b, c in triples]
            return LinearOperatorBlockDiag(
                blocks, is_non_singular=_both(left, right, "is_non_singular"), is_square=None
            )
    if solved is not None:
        left = LinearOperatorInversion(solved)
    return LinearOperatorComposition([left, right], **_composition_hints(left, right))


def _diagonal(operator: LinearOperator) -> Any:
    if isinstance(operator, LinearOperatorDiag):
        return convert_to_tensor(operator.diag)
    scaled: Any = operator
    return convert_to_tensor(scaled.multiplier)[..., None]


# --- public functions that take operators -----------------------------------------------------------------------------


@dispatch_for_api(adjoint, {"matrix": LinearOperator})
def _adjoint(matrix: LinearOperator, name: str | None = None) -> LinearOperator:
    return matrix.adjoint()


@dispatch_for_api(cholesky, {"input": LinearOperator})
def _cholesky(input: LinearOperator, name: str | None = None) -> LinearOperator:
    return input.cholesky()


@dispatch_for_api(diag_part, {"input": LinearOperator})
def _diag_part(
    input: LinearOperator,
    name: str = "diag_part",
    k: TensorLike = 0,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Any:
    return input.diag_part()


@dispatch_for_api(det, {"input": LinearOperator})
def _det(input: LinearOperator, name: str | None = None) -> Any:
    return input.determinant()


@dispatch_for_api(inv, {"input": LinearOperator})
def _inv(input: LinearOperator, adjoint: bool = False, name: str | None = None) -> LinearOperator:
    inverse = input.inverse()
    return inverse.adjoint() if adjoint else inverse


@dispatch_for_api(logdet, {"matrix": LinearOperator})
def _logdet(matrix: LinearOperator, name: str | None = None) -> Any:
    # Real for complex operators, too, and NaN where the hints do not hold.
    return 2.0 * reduce_sum(log(real(matrix.cholesky().diag_part())), -1)


@dispatch_for_api(matmul, {"a": LinearOperator})
def _matmul(
    a: LinearOperator,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: DTypeLike | None = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Any:
    if transpose_a or transpose_b:
        raise ValueError("Transposing not supported at this time.")
    if a_is_sparse or b_is_sparse:
        raise ValueError("Sparse methods not supported at this time.")
    return a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b)


@dispatch_for_api(solve, {"matrix": LinearOperator})
def _solve(matrix: LinearOperator, rhs: TensorLike, adjoint: bool = False, name: str | None = None) -> Any:
    return matrix.solve(rhs, adjoint=adjoint)


@dispatch_for_api(trace, {"x": LinearOperator})
def _trace(x: LinearOperator, name: str | None = None) -> Any:
    return x.trace()
