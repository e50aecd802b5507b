"""Operators that are made of operators: products, adjoints, inverses, Kronecker products, updates of low rank."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.grouping import group
from graphwright._src.linear_operator.base import (
    LinearOperator,
    all_true,
    arguments,
    as_parameter,
    broadcast_batches,
    check_inner,
    columns_of,
    common_dtype,
    joint_batch_shape,
    joint_batch_shape_tensor,
    rows_of,
)
from graphwright._src.ops import array as array_module
from graphwright._src.ops import linalg_solve
from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_static_shape, ensure_shape, reshape
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.array_layout import transpose
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.ops.linalg_solve import det, matrix_transpose, slogdet
from graphwright._src.ops.math_convert import cast, conj
from graphwright._src.ops.math_reduce import reduce_prod, reduce_sum
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones, zeros
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor


def checked_operators(operators: Sequence[Any], name: str = "operators") -> list[Any]:
    """Returns the operators as a list. Raises ValueError where there is none."""
    operators = list(operators)
    if not operators:
        raise ValueError(f"Expected a non-empty list of {name}. Found: {operators}")
    return operators


def hints_side_by_side(operators: Sequence[LinearOperator], what: str, **given: bool | None) -> dict[str, Any]:
    """Returns the hints about operators side by side, each of which holds where it holds for all of them."""
    for hint, value in given.items():
        if all_true(operators, hint):
            if value is False:
                raise ValueError(
                    f"The {what} of operators that are all `{hint}` is so as well, but the hint says False."
                )
            given[hint] = True
    return given


@export("linalg.LinearOperatorComposition")
class LinearOperatorComposition(LinearOperator):
    """The product of operators (tf.linalg.LinearOperatorComposition).

    Args:
      operators: the factors, from left to right, all of one dtype.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the products are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: whether there are as many rows as columns.
      name: a name; by default made from those of the factors.

    Raises:
      ValueError: no operators, or sizes that do not go together.
      TypeError: the dtypes differ.

    >>> import graphwright as tf
    >>> diag = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> tf.linalg.LinearOperatorComposition([diag, diag]).to_dense().numpy()
    array([[1., 0.],
           [0., 4.]], dtype=float32)
    """

    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Sequence[LinearOperator],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ):
        parameters = arguments(locals())
        self._operators = checked_operators(operators)
        dtype = common_dtype(self._operators)
        if all_true(self._operators, "is_non_singular"):
            if is_non_singular is False:
                raise ValueError("The composition of non-singular operators is always non-singular.")
            is_non_singular = True
        if _mirrored(self._operators):
            if is_self_adjoint is False:
                raise ValueError("The product of an operator and its adjoint is self-adjoint.")
            is_self_adjoint, is_square = True, True
            if is_non_singular:
                if is_positive_definite is False:
                    raise ValueError("The product of a non-singular operator and its adjoint is positive definite.")
                is_positive_definite = True
        super().__init__(
            dtype=dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
            parameters=parameters,
            name=name or "_o_".join(operator.name for operator in self._operators),
        )

    @property
    def operators(self) -> list[LinearOperator]:
        """The factors."""
        return self._operators

    def _shape(self) -> TensorShape:
        for left, right in zip(self._operators, self._operators[1:], strict=False):
            check_inner(columns_of(left), rows_of(right), right.name)
        ends = [rows_of(self._operators[0]), columns_of(self._operators[-1])]
        return joint_batch_shape(self._operators).concatenate(ends)

    def _shape_tensor(self) -> Tensor:
        ends = [self._operators[0].range_dimension_tensor(), self._operators[-1].domain_dimension_tensor()]
        return concat([joint_batch_shape_tensor(self._operators), stack(ends)], 0)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        for operator in self._operators if adjoint else reversed(self._operators):
            x = operator.matmul(x, adjoint=adjoint)
        return x

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        for operator in reversed(self._operators) if adjoint else self._operators:
            rhs = operator.solve(rhs, adjoint=adjoint)
        return rhs

    def _to_dense(self) -> Tensor:
        dense = self._operators[-1].to_dense()
        for operator in reversed(self._operators[:-1]):
            dense = operator.matmul(dense)
        return dense

    def _determinant(self) -> Tensor:
        result = self._operators[0].determinant()
        for operator in self._operators[1:]:
            result = result * operator.determinant()
        return result

    def _log_abs_determinant(self) -> Tensor:
        result = self._operators[0].log_abs_determinant()
        for operator in self._operators[1:]:
            result = result + operator.log_abs_determinant()
        return result

    def _assert_non_singular(self) -> Any:
        if not all(operator.is_square for operator in self._operators):
            return super()._assert_non_singular()
        return group([operator.assert_non_singular() for operator in self._operators])


def _mirrored(operators: list) -> bool:
    """Tells whether the factors are A, B, …, B^H, A^H."""

    def adjoint_of(a: LinearOperator, b: LinearOperator) -> bool:
        if a is b:
            return a.is_self_adjoint is True
        return any(isinstance(x, LinearOperatorAdjoint) and x.operator is y for x, y in ((a, b), (b, a)))

    half = len(operators) // 2
    return len(operators) == 2 * half and all(map(adjoint_of, operators[:half], operators[: -half - 1 : -1]))


class _Wrapper(LinearOperator):
    """A base class of operators made of one other, square or not."""

    _composite_tensor_fields = ("operator",)
    _operator: LinearOperator

    @property
    def operator(self) -> LinearOperator:
        """The operator that it is made of."""
        return self._operator

    def _swapped(self, shape: TensorShape) -> TensorShape:
        return shape if shape.rank is None else shape[:-2].concatenate([shape[-1], shape[-2]])

    def _shape(self) -> TensorShape:
        return self._swapped(self._operator.shape)

    def _shape_tensor(self) -> Tensor:
        sizes = self._operator.shape_tensor()
        return concat([sizes[:-2], stack([sizes[-1], sizes[-2]])], 0)

    def _cond(self) -> Tensor:
        return self._operator.cond()

    def _assert_non_singular(self) -> Any:
        return self._operator.assert_non_singular()

    def _assert_positive_definite(self) -> Any:
        return self._operator.assert_positive_definite()

    def _assert_self_adjoint(self) -> Any:
        return self._operator.assert_self_adjoint()


def _combined_hints(operator: LinearOperator, **given: bool | None) -> dict[str, Any]:
    """Returns the hints that the operator and what is made of it share, by their names."""
    return {hint: _combined_hint(value, getattr(operator, hint), hint) for hint, value in given.items()}


def _combined_hint(given: bool | None, own: bool | None, hint: str) -> bool | None:
    """Returns a hint that the operator and what is made of it share."""
    if given is None:
        return own
    if own is not None and given != own:
        raise ValueError(f"Hint {hint}={given} contradicts the operator's, {own}.")
    return given


@export("linalg.LinearOperatorAdjoint")
class LinearOperatorAdjoint(_Wrapper):
    """The conjugate transpose of an operator (tf.linalg.LinearOperatorAdjoint).

    Args:
      operator: the operator.
      is_non_singular: whether there is an inverse; by default what is known of the operator.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: whether there are as many rows as columns.
      name: a name; by default the operator's with "_adjoint".

    Raises:
      ValueError: a hint contradicts the operator's.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorAdjoint(tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0]])).to_dense().numpy()
    array([[1.],
           [2.]], dtype=float32)
    """

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ):
        parameters = arguments(locals())
        self._operator = operator
        super().__init__(
            dtype=operator.dtype,
            **_combined_hints(
                operator,
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
            ),
            parameters=parameters,
            name=name or operator.name + "_adjoint",
        )

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _to_dense(self) -> Tensor:
        return linalg_solve.adjoint(self._operator.to_dense())

    def _conjugated(self, value: Tensor) -> Tensor:
        return conj(value) if value.dtype.is_complex else value

    def _diag_part(self) -> Tensor:
        return self._conjugated(self._operator.diag_part())

    def _trace(self) -> Tensor:
        return self._conjugated(self._operator.trace())

    def _determinant(self) -> Tensor:
        return self._conjugated(self._operator.determinant())

    def _log_abs_determinant(self) -> Tensor:
        return self._operator.log_abs_determinant()

    def _eigvals(self) -> Tensor:
        return self._conjugated(self._operator.eigvals())

    def _linop_adjoint(self) -> LinearOperator:
        return self._operator


@export("linalg.LinearOperatorInversion")
class LinearOperatorInversion(_Wrapper):
    """The inverse of an operator, which is never computed: products solve systems (tf.linalg.LinearOperatorInversion).

    Args:
      operator: the operator.
      is_non_singular: True or None.
      is_self_adjoint: whether the matrices are their own conjugate transposes; by default what is known of the operator.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name; by default the operator's with "_inv".

    Raises:
      ValueError: the operator is singular, or a hint contradicts its own.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorFullMatrix([[2.0]]).inverse().to_dense().numpy()
    array([[0.5]], dtype=float32)
    """

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ):
        parameters = arguments(locals())
        if operator.is_square is False or is_square is False:
            raise ValueError("Operators must be square to be inverted.")
        if operator.is_non_singular is False or is_non_singular is False:
            raise ValueError(
                "Argument is_non_singular must be True or None: only invertible operators have an inverse."
            )
        self._operator = operator
        super().__init__(
            dtype=operator.dtype,
            **_combined_hints(
                operator,
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
            ),
            parameters=parameters,
            name=name or operator.name + "_inv",
        )

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _determinant(self) -> Tensor:
        return 1.0 / self._operator.determinant()

    def _log_abs_determinant(self) -> Tensor:
        return -1.0 * self._operator.log_abs_determinant()

    def _eigvals(self) -> Tensor:
        return 1.0 / self._operator.eigvals()

    def _linop_inverse(self) -> LinearOperator:
        return self._operator


@export("linalg.LinearOperatorKronecker")
class LinearOperatorKronecker(LinearOperator):
    """The Kronecker product of operators (tf.linalg.LinearOperatorKronecker).

    Args:
      operators: the factors, from left to right, all of one dtype.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: whether there are as many rows as columns.
      name: a name; by default made from those of the factors.

    Raises:
      ValueError: no operators, or a hint that is wrong.
      TypeError: the dtypes differ.

    >>> import graphwright as tf
    >>> eye = tf.linalg.LinearOperatorIdentity(2)
    >>> tf.linalg.LinearOperatorKronecker([eye, tf.linalg.LinearOperatorDiag([1.0, 2.0])]).diag_part().numpy()
    array([1., 2., 1., 2.], dtype=float32)
    """

    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Sequence[LinearOperator],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ):
        parameters = arguments(locals())
        self._operators = checked_operators(operators)
        super().__init__(
            dtype=common_dtype(self._operators),
            **hints_side_by_side(
                self._operators,
                "Kronecker product",
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
            ),
            parameters=parameters,
            name=name or "_x_".join(operator.name for operator in self._operators),
        )

    @property
    def operators(self) -> list[LinearOperator]:
        """The factors."""
        return self._operators

    def _shape(self) -> TensorShape:
        rows, columns = 1, 1
        for operator in self._operators:
            more_rows, more_columns = rows_of(operator), columns_of(operator)
            rows = None if rows is None or more_rows is None else rows * more_rows
            columns = None if columns is None or more_columns is None else columns * more_columns
        return joint_batch_shape(self._operators).concatenate([rows, columns])

    def _shape_tensor(self) -> Tensor:
        rows = reduce_prod(stack([operator.range_dimension_tensor() for operator in self._operators]))
        columns = reduce_prod(stack([operator.domain_dimension_tensor() for operator in self._operators]))
        return concat([joint_batch_shape_tensor(self._operators), stack([rows, columns])], 0)

    def _to_dense(self) -> Tensor:
        dense = self._operators[0].to_dense()
        for operator in self._operators[1:]:
            other = operator.to_dense()
            dense, other = broadcast_batches(dense, other)
            whole = dense[..., :, None, :, None] * other[..., None, :, None, :]
            a, b = array_module.shape(dense), array_module.shape(other)
            dense = reshape(whole, concat([a[:-2], a[-2:] * b[-2:]], 0))
        return ensure_shape(dense, self.shape)

    def _alone(self, apply: Callable[..., Any], x: Tensor, columns_of: Callable[..., Any]) -> Tensor:
        """Applies each factor in turn to what it acts on: `x` as [..., its size, all that lies behind]."""
        for operator in self._operators:
            sizes = array_module.shape(x)
            rows, k = sizes[-2], sizes[-1]
            own = columns_of(operator)
            # The factor's axis is the outermost one of the rows; it goes behind the others once it is done.
            split = reshape(x, concat([sizes[:-2], stack([own, rows // own * k])], 0))
            done = apply(operator, split)
            out = array_module.shape(done)
            blocks = reshape(done, concat([out[:-2], stack([out[-2], rows // own, k])], 0))
            rank = blocks.shape.rank
            if rank is None:
                raise NotImplementedError("LinearOperatorKronecker needs operands of known rank")
            order = [*range(rank - 3), rank - 2, rank - 3, rank - 1]
            turned = transpose(blocks, order)
            x = reshape(turned, concat([out[:-2], stack([rows // own * out[-2], k])], 0))
        return x

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        size = "range_dimension_tensor" if adjoint else "domain_dimension_tensor"
        y = self._alone(lambda op, part: op.matmul(part, adjoint=adjoint), x, lambda op: getattr(op, size)())
        return self._with_static_shape(y, x, adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        y = self._alone(lambda op, part: op.solve(part, adjoint=adjoint), rhs, lambda op: op.range_dimension_tensor())
        return self._with_static_shape(y, rhs, not adjoint)

    def _with_static_shape(self, y: Tensor, x: Tensor, adjoint: bool) -> Tensor:
        rows = self._columns if adjoint else self._rows
        if x.shape.rank is None or self.shape.rank is None or y.shape.is_fully_defined():
            return y
        batch = broadcast_static_shape(x.shape[:-2], self.batch_shape)
        return ensure_shape(y, batch.concatenate([rows, x.shape[-1]]))

    def _diag_part(self) -> Tensor:
        diagonal = self._operators[0].diag_part()
        for operator in self._operators[1:]:
            whole = diagonal[..., :, None] * operator.diag_part()[..., None, :]
            sizes = array_module.shape(whole)
            diagonal = reshape(whole, concat([sizes[:-2], [sizes[-2] * sizes[-1]]], 0))
        return ensure_shape(diagonal, self.batch_shape.concatenate(self.shape[-1:])) if self.is_square else diagonal

    def _trace(self) -> Tensor:
        result = self._operators[0].trace()
        for operator in self._operators[1:]:
            result = result * operator.trace()
        return result

    def _exponents(self) -> list[Tensor]:
        total = self.domain_dimension_tensor()
        return [cast(total // operator.domain_dimension_tensor(), self.dtype) for operator in self._operators]

    def _determinant(self) -> Tensor:
        result = ones([], self.dtype)
        for operator, exponent in zip(self._operators, self._exponents(), strict=True):
            result = result * operator.determinant() ** exponent
        return result

    def _log_abs_determinant(self) -> Tensor:
        result = zeros([], self.dtype)
        for operator, exponent in zip(self._operators, self._exponents(), strict=True):
            result = result + operator.log_abs_determinant() * exponent
        return result

    def _eigvals(self) -> Tensor:
        values = self._operators[0].eigvals()
        for operator in self._operators[1:]:
            whole = values[..., None] * operator.eigvals()[..., None, :]
            sizes = array_module.shape(whole)
            values = reshape(whole, concat([sizes[:-2], [-1]], 0))
        return values

    def _linop_adjoint(self) -> LinearOperator:
        return LinearOperatorKronecker(
            [operator.adjoint() for operator in self._operators],
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=self.is_square,
        )

    def _linop_inverse(self) -> LinearOperator:
        return LinearOperatorKronecker(
            [operator.inverse() for operator in self._operators],
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=True,
        )

    def _linop_cholesky(self) -> LinearOperator:
        if not all(operator.is_positive_definite and operator.is_self_adjoint for operator in self._operators):
            return super()._linop_cholesky()
        return LinearOperatorKronecker(
            [operator.cholesky() for operator in self._operators], is_non_singular=True, is_square=True
        )

    def _assert_non_singular(self) -> Any:
        if not all(operator.is_square for operator in self._operators):
            raise errors.InvalidArgumentError(
                None, None, "All Kronecker factors must be square for it to be invertible."
            )
        return group([operator.assert_non_singular() for operator in self._operators])

    def _assert_self_adjoint(self) -> Any:
        if not all(operator.is_square for operator in self._operators):
            raise errors.InvalidArgumentError(
                None, None, "All Kronecker factors must be square for it to be self-adjoint."
            )
        return group([operator.assert_self_adjoint() for operator in self._operators])


@export("linalg.LinearOperatorLowRankUpdate")
class LinearOperatorLowRankUpdate(LinearOperator):
    """An operator plus a product of low rank: L + U D V^H (tf.linalg.LinearOperatorLowRankUpdate).

    Args:
      base_operator: L, an operator [..., m, n].
      u: a tensor [..., m, k].
      diag_update: the diagonal of D, [..., k]; ones without it.
      v: a tensor [..., n, k]; `u` without it.
      is_diag_update_positive: whether the diagonal of D is positive; so it is without one.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: whether there are as many rows as columns.
      name: a name.

    Raises:
      ValueError: hints that contradict each other, or sizes that do not go together.
      TypeError: the dtypes differ.

    >>> import graphwright as tf
    >>> base = tf.linalg.LinearOperatorIdentity(2)
    >>> tf.linalg.LinearOperatorLowRankUpdate(base, [[1.0], [0.0]]).to_dense().numpy()
    array([[2., 0.],
           [0., 1.]], dtype=float32)
    """

    _composite_tensor_fields = ("base_operator", "u", "diag_update", "v")

    def __init__(
        self,
        base_operator: LinearOperator,
        u: TensorLike,
        diag_update: TensorLike | None = None,
        v: TensorLike | None = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ):
        parameters = arguments(locals())
        dtype = base_operator.dtype
        if diag_update is None and is_diag_update_positive is False:
            raise ValueError("Argument `is_diag_update_positive` must be True or None where there is no `diag_update`.")
        if diag_update is None:
            is_diag_update_positive = True
        parameters["is_diag_update_positive"] = is_diag_update_positive
        symmetric = v is None or v is u
        positive = base_operator.is_positive_definite and is_diag_update_positive
        if v is None and base_operator.is_self_adjoint and (positive or not dtype.is_complex):
            if is_self_adjoint is False:
                raise ValueError("A self-adjoint operator with a symmetric update is self-adjoint.")
            is_self_adjoint = True
            if positive:
                if is_positive_definite is False:
                    raise ValueError(
                        "A positive definite operator with a symmetric positive update is positive definite."
                    )
                is_positive_definite = True
        self._base_operator = base_operator
        self._u = as_parameter(u, "u")
        self._v = self._u if v is None else as_parameter(v, "v")
        self._diag_update = None if diag_update is None else as_parameter(diag_update, "diag_update")
        for value, what in ((self._u, "u"), (self._v, "v"), (self._diag_update, "diag_update")):
            if value is not None and value.dtype.base_dtype != dtype:
                raise TypeError(f"Argument {what} must be of the operator's dtype {dtype.name}, got {value.dtype.name}")
        self._is_diag_update_positive = is_diag_update_positive
        self._symmetric = symmetric
        check_inner(rows_of(base_operator), self._u.shape[-2] if self._u.shape.rank else None, "u")
        check_inner(columns_of(base_operator), self._v.shape[-2] if self._v.shape.rank else None, "v")
        super().__init__(
            dtype=dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
            parameters=parameters,
            name=name,
        )

    @property
    def u(self) -> Any:
        """U."""
        return self._u

    @property
    def v(self) -> Any:
        """V."""
        return self._v

    @property
    def is_diag_update_positive(self) -> bool | None:
        """True where the diagonal of D is known to be positive."""
        return self._is_diag_update_positive

    @property
    def diag_update(self) -> Any:
        """The diagonal of D; None where it is the identity."""
        return self._diag_update

    @property
    def diag_operator(self) -> LinearOperator:
        """D."""
        from graphwright._src.linear_operator.identity import LinearOperatorIdentity
        from graphwright._src.linear_operator.simple import LinearOperatorDiag

        if self._diag_update is None:
            size = self._u.shape[-1] if self._u.shape.rank is not None else None
            return LinearOperatorIdentity(array_module.shape(self._u)[-1] if size is None else size, dtype=self.dtype)
        return LinearOperatorDiag(self._diag_update, is_positive_definite=self._is_diag_update_positive)

    @property
    def base_operator(self) -> LinearOperator:
        """L."""
        return self._base_operator

    def _shape(self) -> TensorShape:
        batch = self._base_operator.batch_shape
        for value in (self._u, self._v):
            batch = broadcast_static_shape(batch, value.shape[:-2])
        if self._diag_update is not None:
            batch = broadcast_static_shape(batch, self._diag_update.shape[:-1])
        return batch.concatenate(self._base_operator.shape[-2:])

    def _shape_tensor(self) -> Tensor:
        sizes = self._base_operator.shape_tensor()
        batch = sizes[:-2]
        for value in (self._u, self._v):
            batch = broadcast_dynamic_shape(batch, array_module.shape(value)[:-2])
        return concat([batch, sizes[-2:]], 0)

    def _to_dense(self) -> Tensor:
        update = matmul(self._u, self.diag_operator.matmul(linalg_solve.adjoint(self._v)))
        return self._base_operator.to_dense() + update

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        u, v = (self._v, self._u) if adjoint else (self._u, self._v)
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        inner = self.diag_operator.matmul(matmul(v, x, adjoint_a=True), adjoint=adjoint)
        return self._base_operator.matmul(x, adjoint=adjoint) + matmul(u, inner)

    def _capacitance(self) -> Tensor:
        """D^-1 + V^H L^-1 U, whose inverse is all that the update adds to the one of L."""
        inverse = self.diag_operator.inverse().to_dense()
        return inverse + matmul(self._v, self._base_operator.solve(convert_to_tensor(self._u)), adjoint_a=True)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        from graphwright._src.linear_operator.base import dense_solve

        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        u, v = (self._v, self._u) if adjoint else (self._u, self._v)
        plain = self._base_operator.solve(rhs, adjoint=adjoint)
        inner = dense_solve(self._capacitance(), matmul(v, plain, adjoint_a=True), adjoint)
        return plain - self._base_operator.solve(matmul(u, inner), adjoint=adjoint)

    def _determinant(self) -> Tensor:
        small = det(self._capacitance()) * self.diag_operator.determinant()
        return small * self._base_operator.determinant()

    def _log_abs_determinant(self) -> Tensor:
        small = slogdet(self._capacitance())[1] + self.diag_operator.log_abs_determinant()
        return small + self._base_operator.log_abs_determinant()

    def _diag_part(self) -> Tensor:
        scaled = self.diag_operator.matmul(linalg_solve.adjoint(self._v))  # D V^H
        return self._base_operator.diag_part() + reduce_sum(self._u * matrix_transpose(scaled), -1)

    def _assert_self_adjoint(self) -> Any:
        # The update is, but for rounding.
        return self._base_operator.assert_self_adjoint() if self._symmetric else super()._assert_self_adjoint()
