"""Operators that are given by their size: the identity, multiples of it, and zeros."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.scopes import executing_eagerly, get_static_value
from graphwright._src.linear_operator.base import LinearOperator, arguments, as_parameter
from graphwright._src.linear_operator.simple import nonzero, positive, real_valued
from graphwright._src.ops import linalg_solve
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_to, constant, eye, shape
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.math import log, sqrt
from graphwright._src.ops.math_binary import equal, minimum
from graphwright._src.ops.math_convert import cast, conj, where
from graphwright._src.ops.matrix_diag import diag_part, set_diag
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import fill, ones, zeros
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor


def _checked_size(value: TensorLike, name: str) -> Any:
    """Returns a size as an int where it is known, or else as a tensor."""
    known = get_static_value(value)
    if known is None:
        tensor = convert_to_tensor(value)
        if not tensor.dtype.is_integer:
            raise TypeError(f"Argument {name} must be integer type. Found: {value}")
        return tensor
    if getattr(known, "ndim", 0) != 0:
        raise ValueError(f"Argument {name} must be a 0-D Tensor. Found: {value}")
    if int(known) != known or isinstance(value, float):
        raise TypeError(f"Argument {name} must be integer type. Found: {value}")
    if known < 0:
        raise ValueError(f"Argument {name} must be non-negative. Found: {value}")
    return int(known)


def _checked_batch(batch_shape: ShapeLike | None) -> Any:
    """Returns a batch shape as a list where it is known, or else as a tensor."""
    if batch_shape is None:
        return []
    if isinstance(batch_shape, TensorShape):
        return batch_shape.as_list()
    known = get_static_value(convert_to_tensor(batch_shape, dtypes.int32))
    if known is None:
        return cast(batch_shape, dtypes.int32)
    if known.ndim != 1:
        raise ValueError(f"Argument batch_shape must be a 1-D Tensor. Found: {batch_shape}")
    if (known < 0).any():
        raise ValueError(f"Argument batch_shape must be non-negative. Found: {batch_shape}")
    return [int(size) for size in known]


class _Sized(LinearOperator):
    """A base class of operators with a number of rows, of columns, and a batch shape."""

    _num_rows: Any
    _num_columns: Any
    _batch: Any

    def _shape(self) -> TensorShape:
        sizes = [size if isinstance(size, int) else None for size in (self._num_rows, self._num_columns)]
        batch = (
            TensorShape(self._batch) if isinstance(self._batch, list) else TensorShape([None] * self._batch.shape[0])
        )
        return batch.concatenate(sizes)

    def _shape_tensor(self) -> Tensor:
        return concat([cast(self._batch, dtypes.int32), stack([self._num_rows, self._num_columns])], 0)

    def _with_batch(self, x: Tensor) -> Tensor:
        """`x`, repeated for the operator's own batch axes."""
        if isinstance(self._batch, list) and all(size == 1 for size in self._batch):
            if x.shape.rank is not None and x.shape.rank >= len(self._batch) + 2:
                return x
        batch = broadcast_dynamic_shape(shape(x)[:-2], self.batch_shape_tensor())
        return broadcast_to(x, concat([batch, shape(x)[-2:]], 0))


@export("linalg.LinearOperatorIdentity")
class LinearOperatorIdentity(_Sized):
    """The identity (tf.linalg.LinearOperatorIdentity).

    Args:
      num_rows: the number of rows and columns, an integer scalar.
      batch_shape: a vector of integers: axes before the matrices.
      dtype: that of the matrices, float32 without it.
      is_non_singular: True or None.
      is_self_adjoint: True or None.
      is_positive_definite: True or None.
      is_square: True or None.
      assert_proper_shapes: whether shapes that are not known while tracing are checked when the program runs.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or a size negative.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorIdentity(2).to_dense().numpy()
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """

    _composite_tensor_fields = ("num_rows", "batch_shape")
    _composite_tensor_prefer_static_fields = ("num_rows", "batch_shape")

    def __init__(
        self,
        num_rows: TensorLike,
        batch_shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool | None = True,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = True,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorIdentity",
    ):
        parameters = arguments(locals())
        if is_self_adjoint is False:
            raise ValueError("An identity operator is always self adjoint.")
        if is_non_singular is False:
            raise ValueError("An identity operator is always non-singular.")
        if is_positive_definite is False:
            raise ValueError("An identity operator is always positive-definite.")
        if is_square is False:
            raise ValueError("An identity operator is always square.")
        self._num_rows = self._num_columns = _checked_size(num_rows, "num_rows")
        self._batch = _checked_batch(batch_shape)
        parameters["dtype"] = dtypes.as_dtype(dtype or dtypes.float32)
        super().__init__(
            dtype=parameters["dtype"],
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
            parameters=parameters,
            name=name,
        )

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._with_batch(linalg_solve.adjoint(x) if adjoint_arg else x)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _to_dense(self) -> Tensor:
        return eye(self._num_rows, batch_shape=self._batch, dtype=self.dtype)

    def _diag_part(self) -> Tensor:
        return ones(self.shape_tensor()[:-1], self.dtype)

    def _trace(self) -> Tensor:
        return cast(self._num_rows, self.dtype) * ones(self.batch_shape_tensor(), self.dtype)

    def _determinant(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _cond(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)

    def add_to_tensor(self, mat: TensorLike, name: str = "add_to_tensor") -> Tensor:
        """Returns the sum of the matrices and a tensor. Raises TypeError where that is of another dtype."""
        mat = self._operand(mat, "mat")
        return set_diag(mat, diag_part(mat) + ones([], self.dtype))

    def _linop_adjoint(self) -> LinearOperator:
        return self

    def _linop_inverse(self) -> LinearOperator:
        return self

    def _linop_cholesky(self) -> LinearOperator:
        return self

    def _nothing_to_assert(self) -> Any:
        return None if executing_eagerly() else no_op()

    _assert_non_singular = _assert_positive_definite = _assert_self_adjoint = _nothing_to_assert


@export("linalg.LinearOperatorScaledIdentity")
class LinearOperatorScaledIdentity(_Sized):
    """Multiples of the identity (tf.linalg.LinearOperatorScaledIdentity).

    Args:
      num_rows: the number of rows and columns, an integer scalar.
      multiplier: floats or complex numbers, one for each matrix of the batch.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes: so are all real ones.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      assert_proper_shapes: whether shapes that are not known while tracing are checked when the program runs.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or the size negative.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorScaledIdentity(2, 3.0).to_dense().numpy()
    array([[3., 0.],
           [0., 3.]], dtype=float32)
    """

    _composite_tensor_fields = ("num_rows", "multiplier")
    _composite_tensor_prefer_static_fields = ("num_rows",)

    def __init__(
        self,
        num_rows: TensorLike,
        multiplier: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ):
        parameters = arguments(locals())
        self._multiplier = as_parameter(multiplier, "multiplier")
        if not self._multiplier.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        if is_square is False:
            raise ValueError("A ScaledIdentity operator is always square.")
        self._num_rows = self._num_columns = _checked_size(num_rows, "num_rows")
        super().__init__(
            dtype=self._multiplier.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            parameters=parameters,
            name=name,
        )

    @property
    def multiplier(self) -> Any:
        """The scalars that multiply the identity."""
        return self._multiplier

    def _shape(self) -> TensorShape:
        size = self._num_rows if isinstance(self._num_rows, int) else None
        return self._multiplier.shape.concatenate([size, size])

    def _shape_tensor(self) -> Tensor:
        return concat([shape(self._multiplier), stack([self._num_rows, self._num_rows])], 0)

    def _factor(self, adjoint: bool) -> Tensor:
        factor = convert_to_tensor(self._multiplier)
        return (conj(factor) if adjoint else factor)[..., None, None]

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return (linalg_solve.adjoint(x) if adjoint_arg else x) * self._factor(adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return (linalg_solve.adjoint(rhs) if adjoint_arg else rhs) / self._factor(adjoint)

    def _to_dense(self) -> Tensor:
        return eye(self._num_rows, dtype=self.dtype) * self._factor(False)

    def _diag_part(self) -> Tensor:
        return ones([self._num_rows], self.dtype) * self._factor(False)[..., 0]

    def _trace(self) -> Tensor:
        return cast(self._num_rows, self.dtype) * convert_to_tensor(self._multiplier)

    def _determinant(self) -> Tensor:
        return convert_to_tensor(self._multiplier) ** cast(self._num_rows, self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        size = math_module.abs(self._multiplier)
        return cast(self._num_rows, size.dtype) * log(size)

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _cond(self) -> Tensor:
        # A multiple of the identity by zero has no condition number.
        factor = convert_to_tensor(self._multiplier)
        nan = constant(float("nan"), self.dtype)
        return where(equal(factor, zeros([], self.dtype)), nan, ones([], self.dtype))

    def add_to_tensor(self, mat: TensorLike, name: str = "add_to_tensor") -> Tensor:
        """Returns the sum of the matrices and a tensor. Raises TypeError where that is of another dtype."""
        return self._to_dense() + self._operand(mat, "mat")

    def _linop_adjoint(self) -> LinearOperator:
        return self._with(conj(convert_to_tensor(self._multiplier)))

    def _linop_inverse(self) -> LinearOperator:
        return self._with(1.0 / convert_to_tensor(self._multiplier))

    def _linop_cholesky(self) -> LinearOperator:
        return self._with(sqrt(convert_to_tensor(self._multiplier)))

    def _with(self, multiplier: Tensor) -> LinearOperator:
        return LinearOperatorScaledIdentity(
            self._num_rows,
            multiplier,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=True,
        )

    def _assert_non_singular(self) -> Any:
        return nonzero(convert_to_tensor(self._multiplier), "LinearOperator was singular")

    def _assert_positive_definite(self) -> Any:
        return positive(convert_to_tensor(self._multiplier), "LinearOperator was not positive definite.")

    def _assert_self_adjoint(self) -> Any:
        return real_valued(convert_to_tensor(self._multiplier), "LinearOperator was not self-adjoint")


@export("linalg.LinearOperatorZeros")
class LinearOperatorZeros(_Sized):
    """Matrices of zeros (tf.linalg.LinearOperatorZeros).

    Args:
      num_rows: the number of rows, an integer scalar.
      num_columns: the number of columns, that of rows without it.
      batch_shape: a vector of integers: axes before the matrices.
      dtype: that of the matrices, float32 without it.
      is_non_singular: False or None.
      is_self_adjoint: whether the matrices are their own transposes.
      is_positive_definite: False or None.
      is_square: whether there are as many rows as columns.
      assert_proper_shapes: whether shapes that are not known while tracing are checked when the program runs.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or a size negative.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorZeros(1, 2, is_square=False, is_self_adjoint=False).to_dense().numpy()
    array([[0., 0.]], dtype=float32)
    """

    _composite_tensor_fields = ("num_rows", "num_columns", "batch_shape")
    _composite_tensor_prefer_static_fields = ("num_rows", "num_columns", "batch_shape")

    def __init__(
        self,
        num_rows: TensorLike,
        num_columns: TensorLike | None = None,
        batch_shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool | None = False,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = False,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorZeros",
    ):
        parameters = arguments(locals())
        self._num_rows = _checked_size(num_rows, "num_rows")
        self._num_columns = self._num_rows if num_columns is None else _checked_size(num_columns, "num_columns")
        self._batch = _checked_batch(batch_shape)
        parameters["dtype"] = dtypes.as_dtype(dtype or dtypes.float32)
        if is_non_singular:
            raise ValueError("A zeros operator is always non-invertible.")
        if is_positive_definite:
            raise ValueError("A zeros operator is always non-positive-definite.")
        if is_self_adjoint and isinstance(self._num_rows, int) and isinstance(self._num_columns, int):
            if self._num_rows != self._num_columns:
                raise ValueError("A zero operator that is self-adjoint must be square.")
        super().__init__(
            dtype=parameters["dtype"],
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
            parameters=parameters,
            name=name,
        )

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rows = self._num_columns if adjoint else self._num_rows
        columns = shape(x)[-2 if adjoint_arg else -1]
        batch = broadcast_dynamic_shape(shape(x)[:-2], self.batch_shape_tensor())
        return zeros(concat([batch, stack([rows, columns])], 0), self.dtype)

    def _to_dense(self) -> Tensor:
        return zeros(self.shape_tensor(), self.dtype)

    def _diag_part(self) -> Tensor:
        sizes = self.shape_tensor()
        return zeros(concat([sizes[:-2], [minimum(sizes[-2], sizes[-1])]], 0), self.dtype)

    def _trace(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return fill(self.batch_shape_tensor(), constant(-float("inf"), self.dtype))

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def add_to_tensor(self, mat: TensorLike, name: str = "add_to_tensor") -> Tensor:
        """Returns the sum of the matrices and a tensor. Raises TypeError where that is of another dtype."""
        mat = self._operand(mat, "mat")
        return broadcast_to(mat, broadcast_dynamic_shape(shape(mat), self.shape_tensor()))

    def _assert_non_singular(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Zeros operators are always non-invertible.")

    def _assert_positive_definite(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Zeros operators are always non-positive definite.")

    def _assert_self_adjoint(self) -> Any:
        return None if executing_eagerly() else no_op()
