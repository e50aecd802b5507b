"""Operators that are given by one tensor: full, diagonal, triangular, tridiagonal and Toeplitz matrices, reflections."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.linear_operator.base import LinearOperator, arguments, as_parameter, broadcast_batches
from graphwright._src.ops import array as array_module
from graphwright._src.ops import linalg_solve, math_convert, matrix_diag
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_static_shape
from graphwright._src.ops.array_index import gather, one_hot
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.array_layout import reverse, roll
from graphwright._src.ops.assertions import assert_equal, assert_less, assert_positive
from graphwright._src.ops.linalg_norm import norm
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.ops.linalg_solve import det, triangular_solve
from graphwright._src.ops.linalg_tridiagonal import tridiagonal_matmul, tridiagonal_solve
from graphwright._src.ops.math import log, sqrt
from graphwright._src.ops.math_binary import equal
from graphwright._src.ops.math_convert import cast, conj, imag
from graphwright._src.ops.math_reduce import reduce_max, reduce_min, reduce_prod, reduce_sum
from graphwright._src.ops.matrix_diag import band_part, diag_part, set_diag
from graphwright._src.ops.sort import argsort
from graphwright._src.tensor import dtypes, filling
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones_like, zeros, zeros_like
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor


def _check_rank(value: Any, least: int, name: str) -> None:
    if value.shape.rank is not None and value.shape.rank < least:
        raise ValueError(f"Argument {name} must have at least {least} dimensions. Found: {value.shape}")


def _square_shape(vectors: Any) -> TensorShape:
    """[..., n, n] for vectors [..., n]."""
    return vectors.shape.concatenate(vectors.shape[-1:])


def _square_shape_tensor(vectors: TensorLike) -> Tensor:
    sizes = array_module.shape(vectors)
    return concat([sizes, sizes[-1:]], 0)


def nonzero(values: Tensor, message: str) -> Any:
    """Raises InvalidArgumentError where a number is zero."""
    size = math_module.abs(values)
    return assert_less(zeros([], size.dtype), size, message=message)


def positive(values: Tensor, message: str) -> Any:
    """Raises InvalidArgumentError where a number's real part is not positive."""
    real = math_convert.real(values) if values.dtype.is_complex else values
    return assert_positive(real, message=message)


def real_valued(values: Tensor, message: str) -> Any:
    """Raises InvalidArgumentError where a number has an imaginary part."""
    if not values.dtype.is_complex:
        return no_op() if not executing_eagerly() else None
    imaginary = imag(values)
    return assert_equal(imaginary, zeros_like(imaginary), message=message)


@export("linalg.LinearOperatorFullMatrix")
class LinearOperatorFullMatrix(LinearOperator):
    """Matrices as they are (tf.linalg.LinearOperatorFullMatrix).

    Args:
      matrix: floats or complex numbers [..., rows, columns].
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: whether there are as many rows as columns.
      name: a name.

    Raises:
      ValueError: the rank is below 2.
      TypeError: another dtype.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]).matvec([1.0, 1.0]).numpy()
    array([3., 7.], dtype=float32)
    """

    _composite_tensor_fields = ("matrix",)

    def __init__(
        self,
        matrix: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorFullMatrix",
    ):
        parameters = arguments(locals())
        self._matrix = as_parameter(matrix, "matrix")
        _check_rank(self._matrix, 2, "matrix")
        if not (self._matrix.dtype.is_floating or self._matrix.dtype.is_complex):
            raise TypeError(f"Argument matrix must have a floating or complex dtype. Found: {self._matrix.dtype}")
        super().__init__(
            dtype=self._matrix.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
            parameters=parameters,
            name=name,
        )

    @property
    def matrix(self) -> Any:
        """The matrices."""
        return self._matrix

    _solves_slowly = False

    def _shape(self) -> TensorShape:
        return self._matrix.shape

    def _shape_tensor(self) -> Tensor:
        return array_module.shape(self._matrix)

    def _to_dense(self) -> Tensor:
        return convert_to_tensor(self._matrix)


@export("linalg.LinearOperatorLowerTriangular")
class LinearOperatorLowerTriangular(LinearOperator):
    """Lower triangular matrices (tf.linalg.LinearOperatorLowerTriangular).

    Args:
      tril: floats or complex numbers [..., n, n]; what is above the diagonals is not read.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: `is_square` is False.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorLowerTriangular([[1.0, 9.0], [3.0, 4.0]]).to_dense().numpy()
    array([[1., 0.],
           [3., 4.]], dtype=float32)
    """

    _composite_tensor_fields = ("tril",)

    def __init__(
        self,
        tril: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowerTriangular",
    ):
        parameters = arguments(locals())
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        self._tril = as_parameter(tril, "tril")
        _check_rank(self._tril, 2, "tril")
        super().__init__(
            dtype=self._tril.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            parameters=parameters,
            name=name,
        )

    @property
    def tril(self) -> Any:
        """The matrices, as they were given."""
        return self._tril

    def _shape(self) -> TensorShape:
        return self._tril.shape

    def _shape_tensor(self) -> Tensor:
        return array_module.shape(self._tril)

    def _to_dense(self) -> Tensor:
        return band_part(self._tril, -1, 0)

    def _diag_part(self) -> Tensor:
        return diag_part(self._tril)

    def _determinant(self) -> Tensor:
        return reduce_prod(self._diag_part(), -1)

    def _log_abs_determinant(self) -> Tensor:
        return reduce_sum(log(math_module.abs(self._diag_part())), -1)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        matrix, rhs = broadcast_batches(convert_to_tensor(self._tril), rhs)
        return triangular_solve(matrix, rhs, lower=True, adjoint=adjoint)

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _assert_non_singular(self) -> Any:
        return nonzero(self._diag_part(), "Singular operator:  Diagonal contained zero values.")


@export("linalg.LinearOperatorDiag")
class LinearOperatorDiag(LinearOperator):
    """Diagonal matrices (tf.linalg.LinearOperatorDiag).

    Args:
      diag: floats or complex numbers [..., n], the diagonals.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes: so are all real ones.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or `diag` a scalar.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorDiag([1.0, 2.0]).to_dense().numpy()
    array([[1., 0.],
           [0., 2.]], dtype=float32)
    """

    _composite_tensor_fields = ("diag",)

    def __init__(
        self,
        diag: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorDiag",
    ):
        parameters = arguments(locals())
        self._diag = as_parameter(diag, "diag")
        _check_rank(self._diag, 1, "diag")
        if not self._diag.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        if is_square is False:
            raise ValueError("Only square diagonal operators currently supported.")
        super().__init__(
            dtype=self._diag.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            parameters=parameters,
            name=name,
        )

    @property
    def diag(self) -> Any:
        """The diagonals."""
        return self._diag

    def _shape(self) -> TensorShape:
        return _square_shape(self._diag)

    def _shape_tensor(self) -> Tensor:
        return _square_shape_tensor(self._diag)

    def _column(self, adjoint: bool) -> Tensor:
        diag = convert_to_tensor(self._diag)
        return (conj(diag) if adjoint else diag)[..., None]

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._column(adjoint) * (linalg_solve.adjoint(x) if adjoint_arg else x)

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return self._column(adjoint)[..., 0] * x

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return (linalg_solve.adjoint(rhs) if adjoint_arg else rhs) / self._column(adjoint)

    def _solvevec(self, rhs: Tensor, adjoint: bool = False) -> Tensor:
        return rhs / self._column(adjoint)[..., 0]

    def _to_dense(self) -> Tensor:
        return matrix_diag.diag(self._diag)

    def _diag_part(self) -> Tensor:
        return convert_to_tensor(self._diag)

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        diag = self._diag_part()
        if x.shape.is_fully_defined() and x.shape[:-2].as_list() == diag.shape[:-1].as_list():
            return set_diag(x, diag_part(x) + diag)
        return self._to_dense() + x

    def _determinant(self) -> Tensor:
        return reduce_prod(self._diag, -1)

    def _log_abs_determinant(self) -> Tensor:
        logs = reduce_sum(log(math_module.abs(self._diag)), -1)
        return cast(logs, self.dtype)

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _cond(self) -> Tensor:
        size = math_module.abs(self._diag)
        return reduce_max(size, -1) / reduce_min(size, -1)

    def _linop_adjoint(self) -> LinearOperator:
        return LinearOperatorDiag(
            conj(self._diag_part()),
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=True,
        )

    def _linop_inverse(self) -> LinearOperator:
        return LinearOperatorDiag(
            1.0 / self._diag_part(),
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=True,
        )

    def _linop_cholesky(self) -> LinearOperator:
        return LinearOperatorDiag(
            sqrt(self._diag_part()),
            is_non_singular=True,
            is_self_adjoint=True,
            is_positive_definite=True,
            is_square=True,
        )

    def _assert_non_singular(self) -> Any:
        return nonzero(self._diag_part(), "Singular operator:  Diagonal contained zero values.")

    def _assert_positive_definite(self) -> Any:
        message = "Diagonal operator had diagonal entries with non-positive real part, thus was not positive definite."
        return positive(self._diag_part(), message)

    def _assert_self_adjoint(self) -> Any:
        return real_valued(self._diag_part(), "This diagonal operator contained non-zero imaginary values.")


@export("linalg.LinearOperatorHouseholder")
class LinearOperatorHouseholder(LinearOperator):
    """Reflections I - 2 v v^H for vectors v that are brought to length 1 (tf.linalg.LinearOperatorHouseholder).

    Args:
      reflection_axis: floats or complex numbers [..., n], the vectors.
      is_non_singular: True or None.
      is_self_adjoint: True or None.
      is_positive_definite: False or None.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or `reflection_axis` a scalar.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorHouseholder([2.0, 0.0]).matvec([3.0, 4.0]).numpy()
    array([-3.,  4.], dtype=float32)
    """

    _composite_tensor_fields = ("reflection_axis",)

    def __init__(
        self,
        reflection_axis: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorHouseholder",
    ):
        parameters = arguments(locals())
        self._reflection_axis = as_parameter(reflection_axis, "reflection_axis")
        _check_rank(self._reflection_axis, 1, "reflection_axis")
        if is_self_adjoint is False:
            raise ValueError("A Householder operator is always self adjoint.")
        if is_positive_definite is True:
            raise ValueError("A Householder operator is always non-positive definite.")
        if is_square is False:
            raise ValueError("A Householder operator is always square.")
        super().__init__(
            dtype=self._reflection_axis.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=True,
            is_positive_definite=False,
            is_square=True,
            parameters=parameters,
            name=name,
        )

    @property
    def reflection_axis(self) -> Any:
        """The vectors."""
        return self._reflection_axis

    def _shape(self) -> TensorShape:
        return _square_shape(self._reflection_axis)

    def _shape_tensor(self) -> Tensor:
        return _square_shape_tensor(self._reflection_axis)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        axis = convert_to_tensor(self._reflection_axis)
        axis = axis / cast(norm(axis, axis=-1, keepdims=True), axis.dtype)
        column = axis[..., None]
        return x - 2.0 * column * matmul(column, x, adjoint_a=True)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, adjoint, adjoint_arg)  # it is its own inverse

    def _diag_part(self) -> Tensor:
        size = math_module.abs(self._reflection_axis)
        size = size / norm(size, axis=-1, keepdims=True)
        return cast(1.0 - 2.0 * size * size, self.dtype)

    def _trace(self) -> Tensor:
        size = cast(self.domain_dimension_tensor(), self.dtype)
        return (size - 2) * filling.ones(self.batch_shape_tensor(), self.dtype)

    def _determinant(self) -> Tensor:
        return -filling.ones(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _eigvals(self) -> Tensor:
        # One eigenvalue is -1, the others are 1.
        ones = ones_like(convert_to_tensor(self._reflection_axis))
        return concat([-ones[..., :1], ones[..., 1:]], -1)

    def _cond(self) -> Tensor:
        return filling.ones(self.batch_shape_tensor(), self.dtype)

    def _linop_inverse(self) -> LinearOperator:
        return self

    def _assert_positive_definite(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Householder operators are always non-positive definite.")

    def _assert_non_singular(self) -> Any:
        return no_op() if not executing_eagerly() else None

    def _assert_self_adjoint(self) -> Any:
        return no_op() if not executing_eagerly() else None


@export("linalg.LinearOperatorPermutation")
class LinearOperatorPermutation(LinearOperator):
    """Permutations of the elements of vectors (tf.linalg.LinearOperatorPermutation).

    Args:
      perm: integers [..., n]: element i of the result is element perm[i].
      dtype: that of the matrices.
      is_non_singular: True or None.
      is_self_adjoint: whether the matrices are their own transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or `perm` a scalar.
      TypeError: `perm` are no integers.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorPermutation([2, 0, 1]).matvec([10.0, 20.0, 30.0]).numpy()
    array([30., 10., 20.], dtype=float32)
    """

    _composite_tensor_fields = ("perm",)

    def __init__(
        self,
        perm: TensorLike,
        dtype: DTypeLike = dtypes.float32,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorPermutation",
    ):
        parameters = arguments(locals())
        self._perm = as_parameter(perm, "perm")
        parameters["dtype"] = dtypes.as_dtype(dtype)
        if not self._perm.dtype.is_integer:
            raise TypeError(f"Argument perm must have integer dtype. Found: {self._perm.dtype}")
        _check_rank(self._perm, 1, "perm")
        if is_non_singular is False:
            raise ValueError("A Permutation operator is always non-singular.")
        if is_square is False:
            raise ValueError("A Permutation operator is always square.")
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
    def perm(self) -> Any:
        """The permutations."""
        return self._perm

    def _shape(self) -> TensorShape:
        return _square_shape(self._perm)

    def _shape_tensor(self) -> Tensor:
        return _square_shape_tensor(self._perm)

    def _to_dense(self) -> Tensor:
        return one_hot(self._perm, self.domain_dimension_tensor(), dtype=self.dtype)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        perm = convert_to_tensor(self._perm)
        if adjoint:
            perm = argsort(perm, axis=-1)
        if perm.shape.rank == 1:
            return gather(x, perm, axis=-2)
        rows, x = broadcast_batches(perm[..., None], x)
        return gather(x, rows[..., 0], axis=-2, batch_dims=len(rows.shape) - 2)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, not adjoint, adjoint_arg)  # the transpose is the inverse

    def _diag_part(self) -> Tensor:
        perm = convert_to_tensor(self._perm)
        return cast(equal(math_convert.range(array_module.shape(perm)[-1], dtype=perm.dtype), perm), self.dtype)

    def _determinant(self) -> Tensor:
        return math_module.round(det(self.to_dense())) if not self.dtype.is_complex else super()._determinant()

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _cond(self) -> Tensor:
        return filling.ones(self.batch_shape_tensor(), self.dtype)

    def _assert_non_singular(self) -> Any:
        return no_op() if not executing_eagerly() else None


@export("linalg.LinearOperatorTridiag")
class LinearOperatorTridiag(LinearOperator):
    """Tridiagonal matrices (tf.linalg.LinearOperatorTridiag).

    Args:
      diagonals: with the format "compact" [..., 3, n]: the diagonals above (its last element is not read), on and below
        (its first is not) the main one; with "sequence" a list of the three, [..., n]; with "matrix" [..., n, n].
      diagonals_format: "compact", "sequence" or "matrix".
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: another format, or a rank below 2.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorTridiag([[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]]).to_dense().numpy()
    array([[2., 1.],
           [1., 2.]], dtype=float32)
    """

    _composite_tensor_fields = ("diagonals",)

    def __init__(
        self,
        diagonals: TensorLike,
        diagonals_format: str = "compact",
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorTridiag",
    ):
        parameters = arguments(locals())
        if diagonals_format not in ("compact", "sequence", "matrix"):
            raise ValueError(
                f"Argument `diagonals_format` must be one of compact, matrix, or sequence. Found : {diagonals_format}"
            )
        if diagonals_format == "sequence":
            each: Any = diagonals
            self._diagonals: Any = [as_parameter(diagonal, "diagonals") for diagonal in each]
            dtype = self._diagonals[0].dtype
        else:
            self._diagonals = as_parameter(diagonals, "diagonals")
            _check_rank(self._diagonals, 2, "diagonals")
            dtype = self._diagonals.dtype
        self._diagonals_format = diagonals_format
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
    def diagonals(self) -> Any:
        """The diagonals, as they were given."""
        return self._diagonals

    @property
    def diagonals_format(self) -> str:
        """The format in which they were given."""
        return self._diagonals_format

    def _compact(self) -> Tensor:
        """[..., 3, n], with zeros where nothing is read."""
        if self._diagonals_format == "compact":
            diagonals = convert_to_tensor(self._diagonals)
            above, main, below = (diagonals[..., i, :] for i in range(3))
        elif self._diagonals_format == "sequence":
            above, main, below = (convert_to_tensor(diagonal) for diagonal in self._diagonals)
        else:
            matrix = convert_to_tensor(self._diagonals)
            return diag_part(matrix, k=(-1, 1), align="LEFT_RIGHT")
        zero = zeros_like(main[..., :1])
        return stack([concat([above[..., :-1], zero], -1), main, concat([zero, below[..., 1:]], -1)], -2)

    def _shape(self) -> TensorShape:
        if self._diagonals_format == "matrix":
            return self._diagonals.shape
        if self._diagonals_format == "compact":
            shape = self._diagonals.shape
            return shape[:-2].concatenate(shape[-1:]).concatenate(shape[-1:])
        shape = self._diagonals[0].shape
        for diagonal in self._diagonals[1:]:
            shape = broadcast_static_shape(shape, diagonal.shape)
        return shape.concatenate(shape[-1:])

    def _shape_tensor(self) -> Tensor:
        sizes = array_module.shape(self._compact())
        return concat([sizes[:-2], sizes[-1:], sizes[-1:]], 0)

    def _to_dense(self) -> Tensor:
        if self._diagonals_format == "matrix":
            return band_part(self._diagonals, 1, 1)
        if self._columns == 1:  # diagonals beside the main one have no place, which their derivative would miss
            return self._compact()[..., 1:2, :]
        return matrix_diag.diag(self._compact(), k=(-1, 1), align="LEFT_RIGHT")

    def _diag_part(self) -> Tensor:
        return self._compact()[..., 1, :]

    def _adjoint_diagonals(self, adjoint: bool) -> Tensor:
        diagonals = self._compact()
        if not adjoint:
            return diagonals
        above, main, below = (conj(diagonals[..., i, :]) for i in range(3))
        return stack([roll(below, -1, -1), main, roll(above, 1, -1)], -2)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        diagonals, x = broadcast_batches(self._adjoint_diagonals(adjoint), x)
        return tridiagonal_matmul(diagonals, x)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        diagonals, rhs = broadcast_batches(self._adjoint_diagonals(adjoint), rhs)
        return tridiagonal_solve(diagonals, rhs)


@export("linalg.LinearOperatorToeplitz")
class LinearOperatorToeplitz(LinearOperator):
    """Matrices whose elements are the same along each diagonal (tf.linalg.LinearOperatorToeplitz).

    Args:
      col: floats or complex numbers [..., n], the first columns.
      row: the first rows, [..., n]; their first elements are not read.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: `is_square` is False, or a scalar is given.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]).to_dense().numpy()
    array([[1., 3.],
           [2., 1.]], dtype=float32)
    """

    _composite_tensor_fields = ("col", "row")

    def __init__(
        self,
        col: TensorLike,
        row: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorToeplitz",
    ):
        parameters = arguments(locals())
        self._row = as_parameter(row, "row")
        self._col = as_parameter(col, "col")
        _check_rank(self._row, 1, "row")
        _check_rank(self._col, 1, "col")
        if is_square is False:
            raise ValueError("Only square Toeplitz operators currently supported.")
        super().__init__(
            dtype=self._row.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            parameters=parameters,
            name=name,
        )

    @property
    def col(self) -> Any:
        """The first columns."""
        return self._col

    @property
    def row(self) -> Any:
        """The first rows."""
        return self._row

    def _shape(self) -> TensorShape:
        shape = broadcast_static_shape(self._row.shape, self._col.shape)
        return shape.concatenate(shape[-1:])

    def _shape_tensor(self) -> Tensor:
        sizes = broadcast_dynamic_shape(array_module.shape(self._row), array_module.shape(self._col))
        return concat([sizes, sizes[-1:]], 0)

    def _to_dense(self) -> Tensor:
        row, col = broadcast_batches(convert_to_tensor(self._row)[..., None], convert_to_tensor(self._col)[..., None])
        row, col = row[..., 0], col[..., 0]
        n = array_module.shape(row)[-1]
        # All diagonals from the lowest to the highest in one vector, of which each row is a window.
        diagonals = concat([reverse(col, [-1]), row[..., 1:]], -1)
        k = math_convert.range(n)
        return gather(diagonals, k[None, :] - k[:, None] + n - 1, axis=-1)

    def _diag_part(self) -> Tensor:
        n = self.domain_dimension_tensor()
        first = convert_to_tensor(self._col)[..., :1]
        return first * filling.ones(concat([self.batch_shape_tensor(), [n]], 0), self.dtype)

    def _trace(self) -> Tensor:
        first = convert_to_tensor(self._col)[..., 0] * filling.ones(self.batch_shape_tensor(), self.dtype)
        return first * cast(self.domain_dimension_tensor(), self.dtype)
