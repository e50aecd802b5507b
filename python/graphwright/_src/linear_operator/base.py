"""tf.linalg.LinearOperator: a matrix, or a batch of them, known by what it does."""

from __future__ import annotations

from operator import attrgetter

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late_file
from graphwright._src.base.logger import log_warning
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops import array as array_module
from graphwright._src.ops import linalg_product, linalg_solve, matrix_diag
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import (
    broadcast_dynamic_shape,
    broadcast_static_shape,
    broadcast_to,
    constant,
    eye,
    squeeze,
)
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.assertions import assert_all_finite, assert_equal, assert_less
from graphwright._src.ops.linalg_solve import cholesky_solve, det, eigvalsh, slogdet, svd
from graphwright._src.ops.math_convert import real
from graphwright._src.ops.math_reduce import reduce_max, reduce_min, reduce_sum
from graphwright._src.state.module import Module
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros_like
from graphwright._src.tensor.tensor_shape import Dimension, TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, registered_specs, type_spec_from_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

algebra = late_file("linear_operator.algebra")
combined = late_file("linear_operator.combined")
simple = late_file("linear_operator.simple")
subscript = late_file("linear_operator.subscript")

Tensor = _core.Tensor

HINTS = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")


class LinearOperatorSpec(TypeSpec):
    """The spec of an operator: the specs of its tensors, and the other arguments.

    Each class of operators has a subclass of its own.
    """

    __slots__ = ("_param_specs", "_settings")
    _operator_class: Any = None

    def __init__(self, param_specs: dict[str, Any], non_tensor_params: dict[str, Any], prefer_static: tuple = ()):
        self._param_specs = param_specs
        self._settings = non_tensor_params

    @property
    def value_type(self) -> type:
        """The class of the operators."""
        return self._operator_class

    @classmethod
    def from_operator(cls, operator: LinearOperator) -> LinearOperatorSpec:
        """Returns the spec of an operator."""
        return cls(nest.map_structure(_spec_of, _plain(operator._parts())), operator._settings())

    def _serialize(self) -> tuple:
        return self._param_specs, self._settings, ()

    @property
    def _component_specs(self) -> dict[str, Any]:
        return self._param_specs

    def _to_components(self, value: LinearOperator) -> dict[str, Any]:
        return nest.map_structure(_as_component, value._parts())

    def _from_components(self, components: Mapping[str, Any]) -> Any:
        return self._operator_class(**components, **self._settings)

    def is_compatible_with(self, spec_or_value: object) -> bool:
        """Tells whether a spec or an operator may describe or be what this spec describes."""
        return super().is_compatible_with(spec_or_value)


def _plain(parts: object) -> Any:
    """Parts in lists and dictionaries of Python's own, not in those that track what is in them."""
    if isinstance(parts, dict):
        return {name: _plain(part) for name, part in parts.items()}
    return [_plain(part) for part in parts] if isinstance(parts, list) else parts


def _spec_of(part: object) -> Any:
    if isinstance(part, LinearOperator):
        return part._type_spec
    return TensorSpec(part.shape, part.dtype) if isinstance(part, Variable) else type_spec_from_value(part)


def _as_component(part: LinearOperator | TensorLike) -> Any:
    return part if isinstance(part, LinearOperator) else convert_to_tensor(part)


class _Gradient:
    """An operator is differentiated by its tensors, and its derivative is an operator made of theirs."""

    def get_gradient_components(self, value: LinearOperator) -> Any:
        return value._type_spec._to_components(value)

    def replace_gradient_components(self, value: LinearOperator, component_grads: object) -> Any:
        flat = nest.flatten(component_grads)
        if all(grad is None for grad in flat):
            return None
        parts = nest.flatten(self.get_gradient_components(value))
        filled = [zeros_like(part) if grad is None else grad for part, grad in zip(parts, flat, strict=True)]
        return value._type_spec._from_components(nest.pack_sequence_as(component_grads, filled))


def arguments(scope: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments that a constructor got, from its `locals()` before it has other variables."""
    return {name: value for name, value in scope.items() if name not in ("self", "__class__")}


def as_parameter(value: TensorLike | None, name: str, dtype: DTypeLike | None = None) -> Any:
    """Returns an argument as a tensor; variables stay what they are, so that operators see their later values."""
    if value is None:
        raise ValueError(f"Argument {name} must not be None.")
    return value if isinstance(value, Variable) else convert_to_tensor(value, dtype)


def adjoint(x: TensorLike) -> Tensor:
    """Returns the conjugate transposes of matrices."""
    return linalg_solve.adjoint(x)


def broadcast_batches(*matrices: Tensor) -> list[Tensor]:
    """Matrices whose axes before the last two are those that all of them are broadcast to."""
    static = [matrix.shape for matrix in matrices]
    if all(shape.is_fully_defined() for shape in static):
        batch = TensorShape([])
        for shape in static:
            batch = broadcast_static_shape(batch, shape[:-2])
        batch = batch.as_list()
        return [
            matrix
            if matrix.shape[:-2].as_list() == batch
            else broadcast_to(matrix, batch + matrix.shape[-2:].as_list())
            for matrix in matrices
        ]
    sizes = [array_module.shape(matrix) for matrix in matrices]
    batch = sizes[0][:-2]
    for size in sizes[1:]:
        batch = broadcast_dynamic_shape(batch, size[:-2])
    return [broadcast_to(matrix, concat([batch, size[-2:]], 0)) for matrix, size in zip(matrices, sizes, strict=True)]


def dense_solve(matrix: Tensor, rhs: Tensor, adjoint: bool, self_adjoint: bool = False) -> Tensor:
    """Returns the solution of systems whose batches are broadcast; `self_adjoint` ones must be positive definite, too."""
    matrix, rhs = broadcast_batches(matrix, rhs)
    if self_adjoint:
        return cholesky_solve(linalg_solve.cholesky(matrix), rhs)
    return linalg_solve.solve(matrix, rhs, adjoint=adjoint)


def _tell_of_cubes(what: str) -> None:
    log_warning(
        f"Using (possibly slow) default implementation of {what}.  Requires conversion to a dense matrix and O(N^3) operations."
    )


@export("linalg.LinearOperator")
class LinearOperator(Module, CompositeTensor):
    """A matrix, or a batch of matrices, that need not be written out (tf.linalg.LinearOperator).

    A subclass has at least `_shape()`, `_shape_tensor()` and `_matmul(x, adjoint, adjoint_arg)`; all else is made from
    these, and what can be done better it defines: `_solve`, `_to_dense`, `_diag_part`, `_trace`, `_determinant`,
    `_log_abs_determinant`, `_eigvals`, `_cond`, `_add_to_tensor`. To be an argument of functions it lists in
    `_composite_tensor_fields` which of its constructor's arguments are tensors or operators, and passes all of them as
    `parameters`.

    Args:
      dtype: that of the matrices.
      graph_parents: unused.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: whether there are as many rows as columns.
      name: a name.
      parameters: the arguments of the subclass's constructor.

    Raises:
      ValueError: the hints contradict each other.

    >>> import graphwright as tf
    >>> operator = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> operator.matvec([3.0, 4.0]).numpy(), float(operator.determinant())
    (array([3., 8.], dtype=float32), 2.0)
    """

    _composite_tensor_fields: tuple[str, ...] = ()
    _composite_tensor_prefer_static_fields: tuple[str, ...] = ()
    __composite_gradient__ = _Gradient()
    __array_priority__ = 100
    _is_tensor_like = False
    _spec_class: Any = None

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        cls._spec_class = type(f"{cls.__name__}Spec", (LinearOperatorSpec,), {"_operator_class": cls, "__slots__": ()})
        if cls.__module__.startswith("graphwright."):
            registered_specs[f"tf.linalg.{cls.__name__}Spec"] = cls._spec_class

    def __init__(
        self,
        dtype: DTypeLike | None,
        graph_parents: Iterable[Any] | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
        parameters: dict[str, Any] | None = None,
    ):
        if is_positive_definite and is_self_adjoint is not False:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = True
        if is_non_singular:
            if is_square is False:
                raise ValueError("A non-singular matrix is always square.")
            is_square = True
        if is_self_adjoint:
            if is_square is False:
                raise ValueError("A self-adjoint matrix is always square.")
            is_square = True
        self._is_square_set_or_implied = is_square
        self._graph_parents = [] if graph_parents is None else list(graph_parents)
        self._dtype: Any = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
        self._is_non_singular = is_non_singular
        self._is_self_adjoint = is_self_adjoint
        self._is_positive_definite = is_positive_definite
        self._parameters_kept = {} if parameters is None else dict(parameters)
        self._operator_name = name or type(self).__name__
        valid = "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in self._operator_name)
        super().__init__(name=valid if valid.isidentifier() else None)

    # --- what is known of it ------------------------------------------------------------------------------------------

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return dict(self._parameters_kept)

    @property
    def dtype(self) -> DType:
        """The dtype of the matrices."""
        return self._dtype

    @property
    def name(self) -> str:
        """The operator's name."""
        return self._operator_name

    @property
    def graph_parents(self) -> list[Any]:
        """The argument of the constructor of that name."""
        return self._graph_parents

    @property
    def is_non_singular(self) -> bool | None:
        """True where there is an inverse, None where that is not known."""
        return self._is_non_singular

    @property
    def is_self_adjoint(self) -> bool | None:
        """True where the matrices are their own conjugate transposes, None where that is not known."""
        return self._is_self_adjoint

    @property
    def is_positive_definite(self) -> bool | None:
        """True where x^H A x > 0 for all x but zero, None where that is not known."""
        return self._is_positive_definite

    @property
    def is_square(self) -> bool | None:
        """True where there are as many rows as columns, None where that is not known."""
        if self._is_square_set_or_implied is not None:
            return self._is_square_set_or_implied
        rows, columns = self._rows, self._columns
        return None if rows is None or columns is None else rows == columns

    @property
    def shape(self) -> TensorShape:
        """The static shape [..., rows, columns]."""
        return self._shape()

    def shape_tensor(self, name: str = "shape_tensor") -> Tensor:
        """Returns the shape as an int32 vector."""
        known = self.shape
        return constant(known.as_list(), dtypes.int32) if known.is_fully_defined() else self._shape_tensor()

    @property
    def batch_shape(self) -> TensorShape:
        """The static shape of the axes before the rows and columns."""
        return self.shape[:-2]

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """Returns the axes before the rows and columns as an int32 vector."""
        return self.shape_tensor()[:-2]

    @property
    def tensor_rank(self) -> int | None:
        """The number of all axes, None where that is not known."""
        return self.shape.rank

    def tensor_rank_tensor(self, name: str = "tensor_rank_tensor") -> Tensor:
        """Returns the number of all axes as an int32 scalar."""
        return array_module.size(self.shape_tensor())

    @property
    def _columns(self) -> int | None:
        return self.shape[-1] if self.shape.rank is not None else None

    @property
    def _rows(self) -> int | None:
        return self.shape[-2] if self.shape.rank is not None else None

    @property
    def domain_dimension(self) -> Any:
        """The number of columns, a tf.compat.v1.Dimension; its value is None where that is not known."""
        return Dimension(self._columns)

    def domain_dimension_tensor(self, name: str = "domain_dimension_tensor") -> Tensor:
        """Returns the number of columns as an int32 scalar."""
        return self.shape_tensor()[-1]

    @property
    def range_dimension(self) -> Any:
        """The number of rows, a tf.compat.v1.Dimension; its value is None where that is not known."""
        return Dimension(self._rows)

    def range_dimension_tensor(self, name: str = "range_dimension_tensor") -> Tensor:
        """Returns the number of rows as an int32 scalar."""
        return self.shape_tensor()[-2]

    def _shape(self) -> TensorShape:
        raise NotImplementedError(f"{type(self).__name__} has no _shape.")

    def _shape_tensor(self) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no _shape_tensor.")

    # --- as a value made of tensors -----------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Any]:
        """Returns the arguments of the constructor that are tensors, operators or structures of them."""
        found = {}
        for field in self._composite_tensor_fields:
            value = getattr(self, field, None)
            if value is None or callable(value):
                value = self._parameters_kept.get(field)
            if value is not None and not (
                field in self._composite_tensor_prefer_static_fields and not isinstance(value, (Tensor, Variable))
            ):
                found[field] = value
        return found

    def _settings(self) -> dict[str, Any]:
        """Returns the other arguments."""
        parts = self._parts()
        settings = {key: value for key, value in self._parameters_kept.items() if key not in parts and key != "name"}
        for hint in HINTS:
            if hint in settings:
                settings[hint] = getattr(self, hint)
        return settings

    @property
    def _type_spec(self) -> TypeSpec:
        return self._spec_class.from_operator(self)

    # --- products -----------------------------------------------------------------------------------------------------

    def _operand(self, x: TensorLike, name: str = "x") -> Tensor:
        x = x if isinstance(x, (Tensor, Variable)) else convert_to_tensor(x, self.dtype)
        if self.dtype is not None and x.dtype.base_dtype != self.dtype:
            raise TypeError(f"Input tensor's dtype is {x.dtype}, but the dtype of the operator is {self.dtype}.")
        return convert_to_tensor(x)

    def _inner(self, adjoint: bool) -> int | None:
        return self._rows if adjoint else self._columns

    def matmul(
        self, x: TensorLike | LinearOperator, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul"
    ) -> Any:
        """Returns the product of the operator and matrices, or of two operators.

        Args:
          x: a tensor [..., columns, k] of the operator's dtype, or an operator.
          adjoint: whether the operator's adjoint is meant.
          adjoint_arg: whether that of `x` is.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., rows, k]; an operator where `x` is one.

        Raises:
          ValueError: the sizes do not go together.
          TypeError: another dtype.

        >>> import graphwright as tf
        >>> tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0]]).matmul([[3.0], [4.0]]).numpy()
        array([[11.]], dtype=float32)
        """
        if isinstance(x, LinearOperator):
            left, right = self.adjoint() if adjoint else self, x.adjoint() if adjoint_arg else x
            check_inner(left._columns, right._rows, "x")
            return algebra.product(left, right)
        x = self._operand(x)
        if x.shape.rank is not None and x.shape.rank > 1:
            check_inner(self._inner(adjoint), x.shape[-1 if adjoint_arg else -2], "x")
        return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def __getitem__(self, key: object) -> LinearOperator:
        """Returns the operator of a part of the batch: `operator[0]`, `operator[..., 1:]`."""
        return subscript.part_of(self, key)

    def __matmul__(self, other: TensorLike | LinearOperator) -> Any:
        return self.matmul(other)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str = "matvec") -> Tensor:
        """Returns the product of the operator and vectors.

        Args:
          x: a tensor [..., columns] of the operator's dtype.
          adjoint: whether the operator's adjoint is meant.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., rows].

        Raises:
          ValueError: the sizes do not go together.
          TypeError: another dtype.
        """
        x = self._operand(x)
        if x.shape.rank:
            check_inner(self._inner(adjoint), x.shape[-1], "x")
        return self._matvec(x, adjoint=adjoint)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return linalg_product.matmul(self.to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return squeeze(self._matmul(x[..., None], adjoint=adjoint), -1)

    # --- systems ------------------------------------------------------------------------------------------------------

    def _check_solvable(self) -> None:
        if self.is_non_singular is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to be singular.")
        if self.is_square is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to not be square.")

    def solve(
        self, rhs: TensorLike | LinearOperator, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve"
    ) -> Any:
        """X with A X = rhs.

        Args:
          rhs: a tensor [..., rows, k] of the operator's dtype, or an operator.
          adjoint: whether the operator's adjoint is meant.
          adjoint_arg: whether that of `rhs` is.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., columns, k]; an operator where `rhs` is one.

        Raises:
          NotImplementedError: the operator is known to be singular or not square.
          ValueError: the sizes do not go together.
          TypeError: another dtype.

        >>> import graphwright as tf
        >>> tf.linalg.LinearOperatorDiag([2.0, 4.0]).solve([[2.0], [2.0]]).numpy()
        array([[1. ],
               [0.5]], dtype=float32)
        """
        self._check_solvable()
        if isinstance(rhs, LinearOperator):
            left, right = self.adjoint() if adjoint else self, rhs.adjoint() if adjoint_arg else rhs
            check_inner(left._rows, right._rows, "rhs")
            return algebra.product(left.inverse(), right, left)
        rhs = self._operand(rhs, "rhs")
        if rhs.shape.rank is not None and rhs.shape.rank > 1:
            check_inner(self._inner(not adjoint), rhs.shape[-1 if adjoint_arg else -2], "rhs")
        return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str = "solve") -> Tensor:
        """x with A x = rhs.

        Args:
          rhs: a tensor [..., rows] of the operator's dtype.
          adjoint: whether the operator's adjoint is meant.
          name: unused, nodes have names of their own.

        Returns:
          A tensor [..., columns].

        Raises:
          NotImplementedError: the operator is known to be singular or not square.
          ValueError: the sizes do not go together.
          TypeError: another dtype.
        """
        self._check_solvable()
        rhs = self._operand(rhs, "rhs")
        if rhs.shape.rank:
            check_inner(self._inner(not adjoint), rhs.shape[-1], "rhs")
        return self._solvevec(rhs, adjoint=adjoint)

    _solves_slowly = True

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        if self._solves_slowly:
            _tell_of_cubes("solve")
        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        return dense_solve(self.to_dense(), rhs, adjoint, bool(self.is_self_adjoint and self.is_positive_definite))

    def _solvevec(self, rhs: Tensor, adjoint: bool = False) -> Tensor:
        return squeeze(self._solve(rhs[..., None], adjoint=adjoint), -1)

    # --- other operators ----------------------------------------------------------------------------------------------

    def adjoint(self, name: str = "adjoint") -> LinearOperator:
        """Returns the operator of the conjugate transposes; itself where it is known to be self-adjoint."""
        return self if self.is_self_adjoint else self._linop_adjoint()

    @property
    def H(self) -> LinearOperator:  # noqa: N802
        """The adjoint."""
        return self.adjoint()

    def inverse(self, name: str = "inverse") -> LinearOperator:
        """Returns the operator of the inverses.

        Raises:
          ValueError: the operator is known to be singular or not square.
        """
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        return self._linop_inverse()

    def cholesky(self, name: str = "cholesky") -> LinearOperator:
        """Returns the operator L, lower triangular, with L L^H = A.

        Raises:
          ValueError: the operator is not known to be self-adjoint and positive definite.
        """
        if not (self.is_positive_definite and self.is_self_adjoint):
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        return self._linop_cholesky()

    def _linop_adjoint(self) -> LinearOperator:
        return combined.LinearOperatorAdjoint(
            self,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=self.is_square,
        )

    def _linop_inverse(self) -> LinearOperator:
        return combined.LinearOperatorInversion(
            self,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=self.is_square,
        )

    def _linop_cholesky(self) -> LinearOperator:
        return simple.LinearOperatorLowerTriangular(
            linalg_solve.cholesky(self.to_dense()), is_non_singular=True, is_self_adjoint=False, is_square=True
        )

    # --- numbers ------------------------------------------------------------------------------------------------------

    def to_dense(self, name: str = "to_dense") -> Tensor:
        """Returns the matrices as a tensor."""
        return self._to_dense()

    def _to_dense(self) -> Tensor:
        known = self._columns
        size = known if known is not None else self.domain_dimension_tensor()
        return self._matmul(eye(size, dtype=self.dtype))

    def diag_part(self, name: str = "diag_part") -> Tensor:
        """Returns the elements on the main diagonals."""
        return self._diag_part()

    def _diag_part(self) -> Tensor:
        return matrix_diag.diag_part(self.to_dense())

    def trace(self, name: str = "trace") -> Tensor:
        """Returns the sums of the elements on the main diagonals."""
        return self._trace()

    def _trace(self) -> Tensor:
        return reduce_sum(self.diag_part(), -1)

    def _check_square(self, what: str) -> None:
        if self.is_square is False:
            raise NotImplementedError(f"{what} not implemented for an operator that is expected to not be square.")

    def determinant(self, name: str = "det") -> Tensor:
        """Returns the determinants. Raises NotImplementedError where the operator is known not to be square."""
        self._check_square("Determinant")
        return self._determinant()

    def _determinant(self) -> Tensor:
        _tell_of_cubes("determinant")
        return det(self.to_dense())

    def log_abs_determinant(self, name: str = "log_abs_det") -> Tensor:
        """Returns the logarithms of the determinants' absolute values.

        Raises:
          NotImplementedError: the operator is known not to be square.
        """
        self._check_square("Determinant")
        return self._log_abs_determinant()

    def _log_abs_determinant(self) -> Tensor:
        _tell_of_cubes("determinant")
        return slogdet(self.to_dense())[1]

    def eigvals(self, name: str = "eigvals") -> Tensor:
        """Returns the eigenvalues of self-adjoint operators.

        Raises NotImplementedError where the operator is not known as such.
        """
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        return self._eigvals()

    def _eigvals(self) -> Tensor:
        return eigvalsh(self.to_dense())

    def cond(self, name: str = "cond") -> Tensor:
        """Returns the condition numbers: the largest singular value by the least."""
        return self._cond()

    def _cond(self) -> Tensor:
        values = math_module.abs(self._eigvals()) if self.is_self_adjoint else svd(self.to_dense(), compute_uv=False)
        return reduce_max(values, -1) / reduce_min(values, -1)

    def add_to_tensor(self, x: TensorLike, name: str = "add_to_tensor") -> Tensor:
        """Returns the sum of the matrices and a tensor. Raises TypeError where that is of another dtype."""
        return self._add_to_tensor(self._operand(x))

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return self.to_dense() + x

    # --- checks -------------------------------------------------------------------------------------------------------

    def assert_non_singular(self, name: str = "assert_non_singular") -> Any:
        """Raises tf.errors.InvalidArgumentError where a matrix is singular up to rounding."""
        return self._assert_non_singular()

    def _assert_non_singular(self) -> Any:
        import numpy as np

        largest = 1.0 / float(np.finfo(self.dtype.real_dtype.as_numpy_dtype).eps)
        cond = real(self.cond()) if self.dtype.is_complex else self.cond()
        return assert_less(cond, constant(largest, cond.dtype), message="Singular matrix up to precision epsilon.")

    def assert_positive_definite(self, name: str = "assert_positive_definite") -> Any:
        """Raises tf.errors.InvalidArgumentError where a matrix is not positive definite."""
        return self._assert_positive_definite()

    def _assert_positive_definite(self) -> Any:
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        factor = linalg_solve.cholesky(self.to_dense())
        message = "Cholesky decomposition was not successful."
        finite = assert_all_finite(real(factor) if factor.dtype.is_complex else factor, message)
        return None if executing_eagerly() else finite

    def assert_self_adjoint(self, name: str = "assert_self_adjoint") -> Any:
        """Raises tf.errors.InvalidArgumentError where a matrix is not its own conjugate transpose."""
        return self._assert_self_adjoint()

    def _assert_self_adjoint(self) -> Any:
        dense = self.to_dense()
        return assert_equal(adjoint(dense), dense, message="Matrix was not equal to its adjoint.")


def all_true(operators: Sequence[LinearOperator], hint: str) -> bool:
    """Tells whether a hint is known to be true of all operators."""
    return all(getattr(operator, hint) for operator in operators)


def common_dtype(operators: Sequence[LinearOperator]) -> Any:
    """Returns the dtype of all operators. Raises TypeError where they differ."""
    for operator in operators:
        if operator.dtype != operators[0].dtype:
            raise TypeError(
                "Expected all operators to have the same dtype. Found "
                + ", ".join(f"{one.name}: {one.dtype.name}" for one in operators)
            )
    return operators[0].dtype


def joint_batch_shape(operators: Sequence[LinearOperator]) -> TensorShape:
    """Returns what the batch axes of all operators are broadcast to."""
    batch = operators[0].batch_shape
    for operator in operators[1:]:
        batch = broadcast_static_shape(batch, operator.batch_shape)
    return batch


def joint_batch_shape_tensor(operators: Sequence[LinearOperator]) -> Tensor:
    """Returns the same as a vector."""
    batch = operators[0].batch_shape_tensor()
    for operator in operators[1:]:
        batch = broadcast_dynamic_shape(batch, operator.batch_shape_tensor())
    return batch


# How many rows and columns the matrices have, where that is known.
rows_of: Callable[[LinearOperator], int | None] = attrgetter("_rows")
columns_of: Callable[[LinearOperator], int | None] = attrgetter("_columns")


def check_inner(own: int | None, other: int | None, argument: str) -> None:
    """Raises ValueError where an argument cannot be multiplied with an operator: another dimension of it was to be `own`."""
    if own is not None and other is not None and own != other:
        raise ValueError(
            f"Operators are incompatible. Expected `{argument}` to have dimension {own} but got {other}: "
            f"Dimensions {own} and {other} are not compatible"
        )
