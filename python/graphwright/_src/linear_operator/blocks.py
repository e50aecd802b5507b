"""Operators that are made of blocks: on the diagonal, or on and below it."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.grouping import group
from graphwright._src.linear_operator.base import (
    LinearOperator,
    all_true,
    arguments,
    check_inner,
    columns_of,
    common_dtype,
    joint_batch_shape,
    joint_batch_shape_tensor,
    rows_of,
)
from graphwright._src.linear_operator.combined import checked_operators, hints_side_by_side
from graphwright._src.linear_operator.simple import LinearOperatorFullMatrix
from graphwright._src.ops import linalg_solve
from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_to, ensure_shape, shape, squeeze
from graphwright._src.ops.array_join import concat, split, stack
from graphwright._src.ops.array_layout import pad
from graphwright._src.ops.math_binary import add_n
from graphwright._src.state.variable import Variable
from graphwright._src.tensor.filling import ones, zeros
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor


def _sum_known(sizes: Sequence[int | None]) -> int | None:
    return None if None in sizes else sum(size for size in sizes if size is not None)


class _Blocks(LinearOperator):
    """A base class of operators on blocks: on a tensor, which is cut, or a list of tensors, one for each block."""

    def _diagonal_blocks(self) -> list[LinearOperator]:
        raise NotImplementedError

    def _all_blocks(self) -> list[LinearOperator]:
        raise NotImplementedError

    def _shape(self) -> TensorShape:
        diagonal = self._diagonal_blocks()
        sizes = [
            _sum_known([rows_of(operator) for operator in diagonal]),
            _sum_known([columns_of(operator) for operator in diagonal]),
        ]
        return joint_batch_shape(self._all_blocks()).concatenate(sizes)

    def _shape_tensor(self) -> Tensor:
        diagonal = self._diagonal_blocks()
        rows = add_n([operator.range_dimension_tensor() for operator in diagonal])
        columns = add_n([operator.domain_dimension_tensor() for operator in diagonal])
        return concat([joint_batch_shape_tensor(self._all_blocks()), stack([rows, columns])], 0)

    def _block_sizes(self, of_rows: bool) -> Any:
        diagonal = self._diagonal_blocks()
        sizes = [rows_of(operator) if of_rows else columns_of(operator) for operator in diagonal]
        if None not in sizes:
            return sizes
        return stack([op.range_dimension_tensor() if of_rows else op.domain_dimension_tensor() for op in diagonal])

    def _is_blockwise(self, x: object, of_rows: bool) -> bool:
        """Tells whether an operand is a list with a tensor for each block, and not one that stands for a tensor."""
        if not isinstance(x, (list, tuple)) or len(x) != len(self._diagonal_blocks()):
            return False
        return any(isinstance(part, (Tensor, Variable)) for part in x) or all(
            getattr(part, "ndim", 0) > 1 for part in x
        )

    def _cut(self, x: Tensor, of_rows: bool, axis: int) -> list[Tensor]:
        return split(x, self._block_sizes(of_rows), axis=axis, num=len(self._diagonal_blocks()))

    def _joined(self, parts: list[Tensor], axis: int, vectors: bool = False) -> Tensor:
        """Blocks behind each other, with one batch shape: the operator's, that of all `vectors` for those."""
        inner = 1 if vectors else 2
        batch = shape(parts[0])[:-inner]
        for part in parts[1:]:
            batch = broadcast_dynamic_shape(batch, shape(part)[:-inner])
        if not vectors:
            batch = broadcast_dynamic_shape(batch, self.batch_shape_tensor())
        wide = [broadcast_to(part, concat([batch, shape(part)[-inner:]], 0)) for part in parts]
        return concat(wide, axis)

    def matmul(
        self, x: TensorLike | LinearOperator, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul"
    ) -> Any:
        """Returns the product of the operator and matrices, or of two operators.

        Args:
          x: a tensor [..., columns, k], an operator, or a list of tensors, one for each block.
          adjoint: whether the operator's adjoint is meant.
          adjoint_arg: whether that of `x` is.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., rows, k], an operator, or a list of tensors, as `x` is.

        Raises:
          ValueError: the sizes do not go together.
          TypeError: another dtype.
        """
        if not isinstance(x, LinearOperator) and self._is_blockwise(x, adjoint):
            given: Any = x
            parts = [self._operand(part) for part in given]
            return self._blockwise_matmul([linalg_solve.adjoint(p) if adjoint_arg else p for p in parts], adjoint)
        return super().matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str = "matvec") -> Any:
        """Returns the product of the operator and vectors.

        Args:
          x: a tensor [..., columns], or a list of tensors, one for each block.
          adjoint: whether the operator's adjoint is meant.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., rows], or a list of tensors, as `x` is.

        Raises:
          ValueError: the sizes do not go together.
          TypeError: another dtype.
        """
        if self._is_blockwise(x, adjoint):
            given: Any = x
            parts = [self._operand(part)[..., None] for part in given]
            return [squeeze(part, -1) for part in self._blockwise_matmul(parts, adjoint)]
        return super().matvec(x, adjoint=adjoint)

    def solve(
        self, rhs: TensorLike | LinearOperator, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve"
    ) -> Any:
        """X with A X = rhs.

        Args:
          rhs: a tensor [..., rows, k], an operator, or a list of tensors, one for each block.
          adjoint: whether the operator's adjoint is meant.
          adjoint_arg: whether that of `rhs` is.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., columns, k], an operator, or a list of tensors, as `rhs` is.

        Raises:
          NotImplementedError: the operator is known to be singular or not square.
          ValueError: the sizes do not go together.
          TypeError: another dtype.
        """
        if not isinstance(rhs, LinearOperator) and self._is_blockwise(rhs, not adjoint):
            self._check_solvable()
            given: Any = rhs
            parts = [self._operand(part) for part in given]
            return self._blockwise_solve([linalg_solve.adjoint(p) if adjoint_arg else p for p in parts], adjoint)
        return super().solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str = "solve") -> Any:
        """x with A x = rhs.

        Args:
          rhs: a tensor [..., rows], or a list of tensors, one for each block.
          adjoint: whether the operator's adjoint is meant.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., columns], or a list of tensors, as `rhs` is.

        Raises:
          NotImplementedError: the operator is known to be singular or not square.
          ValueError: the sizes do not go together.
          TypeError: another dtype.
        """
        if self._is_blockwise(rhs, not adjoint):
            self._check_solvable()
            given: Any = rhs
            parts = [self._operand(part)[..., None] for part in given]
            return [squeeze(part, -1) for part in self._blockwise_solve(parts, adjoint)]
        return super().solvevec(rhs, adjoint=adjoint)

    def _blockwise_matmul(self, parts: list[Tensor], adjoint: bool) -> list[Tensor]:
        raise NotImplementedError

    def _blockwise_solve(self, parts: list[Tensor], adjoint: bool) -> list[Tensor]:
        raise NotImplementedError

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        return self._joined(self._blockwise_matmul(self._cut(x, adjoint, -2), adjoint), -2)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        return self._joined(self._blockwise_solve(self._cut(rhs, not adjoint, -2), adjoint), -2)

    def _diag_part(self) -> Tensor:
        if not all(operator.is_square for operator in self._diagonal_blocks()):
            return super()._diag_part()
        return self._joined([operator.diag_part() for operator in self._diagonal_blocks()], -1, vectors=True)

    def _determinant(self) -> Tensor:
        result = ones([], self.dtype)
        for operator in self._diagonal_blocks():
            result = result * operator.determinant()
        return result

    def _log_abs_determinant(self) -> Tensor:
        result = zeros([], self.dtype)
        for operator in self._diagonal_blocks():
            result = result + operator.log_abs_determinant()
        return result

    def _trace(self) -> Tensor:
        if not all(operator.is_square for operator in self._diagonal_blocks()):
            return super()._trace()
        result = zeros([], self.dtype)
        for operator in self._diagonal_blocks():
            result = result + operator.trace()
        return result

    def _assert_non_singular(self) -> Any:
        return group([operator.assert_non_singular() for operator in self._diagonal_blocks()])


@export("linalg.LinearOperatorBlockDiag")
class LinearOperatorBlockDiag(_Blocks):
    """Operators as blocks on the diagonal, zeros elsewhere (tf.linalg.LinearOperatorBlockDiag).

    Args:
      operators: the blocks, all of one dtype.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: whether there are as many rows as columns.
      name: a name; by default made from those of the blocks.

    Raises:
      ValueError: no operators, or a hint that is wrong.
      TypeError: the dtypes differ.

    >>> import graphwright as tf
    >>> one, two = tf.linalg.LinearOperatorFullMatrix([[5.0]]), tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> tf.linalg.LinearOperatorBlockDiag([one, two]).diag_part().numpy()
    array([5., 1., 2.], dtype=float32)
    """

    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Sequence[LinearOperator],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ):
        parameters = arguments(locals())
        self._operators = checked_operators(operators)
        super().__init__(
            dtype=common_dtype(self._operators),
            **hints_side_by_side(
                self._operators,
                "block diagonal operator",
                is_non_singular=is_non_singular,
                is_self_adjoint=is_self_adjoint,
                is_positive_definite=is_positive_definite,
                is_square=is_square,
            ),
            parameters=parameters,
            name=name or "_ds_".join(operator.name for operator in self._operators),
        )

    @property
    def operators(self) -> list[LinearOperator]:
        """The blocks."""
        return self._operators

    def _diagonal_blocks(self) -> list[LinearOperator]:
        return self._operators

    def _all_blocks(self) -> list[LinearOperator]:
        return self._operators

    def _blockwise_matmul(self, parts: list[Tensor], adjoint: bool) -> list[Tensor]:
        return [op.matmul(part, adjoint=adjoint) for op, part in zip(self._operators, parts, strict=True)]

    def _blockwise_solve(self, parts: list[Tensor], adjoint: bool) -> list[Tensor]:
        return [op.solve(part, adjoint=adjoint) for op, part in zip(self._operators, parts, strict=True)]

    def _to_dense(self) -> Tensor:
        rows, columns = [], self.domain_dimension_tensor()
        before: Any = 0
        for operator in self._operators:
            dense = operator.to_dense()
            width = shape(dense)[-1]
            rank = dense.shape.rank
            if rank is None:
                raise NotImplementedError("LinearOperatorBlockDiag needs blocks of known rank")
            rows.append(pad(dense, [[0, 0]] * (rank - 1) + [[before, columns - before - width]]))
            before = before + width
        return ensure_shape(self._joined(rows, -2), self.shape)

    def _eigvals(self) -> Tensor:
        return self._joined([operator.eigvals() for operator in self._operators], -1, vectors=True)

    def _changed(self, change: str, **hints: Any) -> LinearOperator:
        return LinearOperatorBlockDiag(
            [getattr(operator, change)() for operator in self._operators],
            is_square=self.is_square,
            **hints,
        )

    def _linop_adjoint(self) -> LinearOperator:
        return self._changed(
            "adjoint",
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
        )

    def _linop_inverse(self) -> LinearOperator:
        return self._changed(
            "inverse",
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
        )

    def _linop_cholesky(self) -> LinearOperator:
        if not all(operator.is_positive_definite and operator.is_self_adjoint for operator in self._operators):
            return super()._linop_cholesky()
        return self._changed("cholesky", is_non_singular=True)

    def _assert_positive_definite(self) -> Any:
        return group([operator.assert_positive_definite() for operator in self._operators])


@export("linalg.LinearOperatorBlockLowerTriangular")
class LinearOperatorBlockLowerTriangular(_Blocks):
    """Operators as blocks on the diagonal and below, zeros above (tf.linalg.LinearOperatorBlockLowerTriangular).

    Args:
      operators: a list of rows: row i has i + 1 blocks, the last one of which is square.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: rows of other lengths, sizes that do not go together, or a hint that is wrong.
      TypeError: the dtypes differ.

    >>> import graphwright as tf
    >>> a, b, c = (tf.linalg.LinearOperatorFullMatrix([[x]]) for x in (1.0, 2.0, 3.0))
    >>> tf.linalg.LinearOperatorBlockLowerTriangular([[a], [b, c]]).to_dense().numpy()
    array([[1., 0.],
           [2., 3.]], dtype=float32)
    """

    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Sequence[Sequence[LinearOperator]],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorBlockLowerTriangular",
    ):
        parameters = arguments(locals())
        self._operators = [list(row) for row in checked_operators(operators)]
        for i, row in enumerate(self._operators):
            if len(row) != i + 1:
                raise ValueError(
                    f"Argument `operators[{i}]` must contain `{i + 1}` blocks. Received: {len(row)} blocks."
                )
        dtype = common_dtype(self._all_blocks())
        diagonal = self._diagonal_blocks()
        for i, row in enumerate(self._operators):
            if diagonal[i].is_square is False:
                raise ValueError("The block on the diagonal must be square.")
            for j, operator in enumerate(row[:-1]):
                check_inner(rows_of(operator), rows_of(diagonal[i]), diagonal[i].name)
                check_inner(columns_of(operator), columns_of(diagonal[j]), diagonal[j].name)
        if is_square is False:
            raise ValueError("`LinearOperatorBlockLowerTriangular` must be square.")
        if any(operator.is_non_singular is False for operator in diagonal):
            if is_non_singular:
                raise ValueError(
                    "A block lower triangular operator is non-singular only where its diagonal blocks are."
                )
            is_non_singular = False
        elif all_true(diagonal, "is_non_singular"):
            if is_non_singular is False:
                raise ValueError("A block lower triangular operator of non-singular diagonal blocks is non-singular.")
            is_non_singular = True
        super().__init__(
            dtype=dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            parameters=parameters,
            name=name,
        )

    @property
    def operators(self) -> list[list[LinearOperator]]:
        """The rows of blocks."""
        return self._operators

    def _diagonal_blocks(self) -> list[LinearOperator]:
        return [row[-1] for row in self._operators]

    def _all_blocks(self) -> list[LinearOperator]:
        return [operator for row in self._operators for operator in row]

    def _blockwise_matmul(self, parts: list[Tensor], adjoint: bool) -> list[Tensor]:
        n = len(self._operators)
        results: list[Any] = [None] * n
        for i in range(n):
            for j in range(i + 1):
                to, source = (j, i) if adjoint else (i, j)
                term = self._operators[i][j].matmul(parts[source], adjoint=adjoint)
                results[to] = term if results[to] is None else results[to] + term
        return results

    def _blockwise_solve(self, parts: list[Tensor], adjoint: bool) -> list[Tensor]:
        n = len(self._operators)
        solved: list[Any] = [None] * n
        for i in reversed(range(n)) if adjoint else range(n):
            rest = parts[i]
            for j in range(i + 1, n) if adjoint else range(i):
                operator = self._operators[j][i] if adjoint else self._operators[i][j]
                rest = rest - operator.matmul(solved[j], adjoint=adjoint)
            solved[i] = self._operators[i][i].solve(rest, adjoint=adjoint)
        return solved

    def _to_dense(self) -> Tensor:
        columns = self.domain_dimension_tensor()
        rows = []
        for row in self._operators:
            dense = self._joined([operator.to_dense() for operator in row], -1)
            rank = dense.shape.rank
            if rank is None:
                rank = self.shape.rank
                if rank is None:
                    raise NotImplementedError("LinearOperatorBlockLowerTriangular needs blocks of known rank")
            rows.append(pad(dense, [[0, 0]] * (rank - 1) + [[0, columns - shape(dense)[-1]]]))
        return ensure_shape(self._joined(rows, -2), self.shape)

    def _eigvals(self) -> Tensor:
        return self._joined([operator.eigvals() for operator in self._diagonal_blocks()], -1, vectors=True)

    def _linop_inverse(self) -> LinearOperator:
        """Returns the inverse: on its diagonal the blocks' inverses, below what cancels the products."""
        n = len(self._operators)
        inverse: list[list[LinearOperator]] = []
        for i in range(n):
            own = self._operators[i][i].inverse()
            row: list[LinearOperator] = []
            for j in range(i):
                total: Any = None
                for k in range(j, i):
                    term = self._operators[i][k].matmul(inverse[k][j].to_dense())
                    total = term if total is None else total + term
                row.append(LinearOperatorFullMatrix(-own.matmul(total)))
            inverse.append([*row, own])
        return LinearOperatorBlockLowerTriangular(
            inverse,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=True,
        )
