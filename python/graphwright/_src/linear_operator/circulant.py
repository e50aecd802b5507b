"""Operators that convolve around a circle, a torus, or one with three axes: what Fourier transforms make diagonal."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.linear_operator.base import LinearOperator, arguments, as_parameter
from graphwright._src.linear_operator.simple import nonzero, positive, real_valued
from graphwright._src.ops import linalg_solve
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import constant, expand_dims, reshape, shape
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.assertions import assert_less
from graphwright._src.ops.linalg_solve import matrix_transpose
from graphwright._src.ops.math import log
from graphwright._src.ops.math_convert import cast, conj, imag
from graphwright._src.ops.math_reduce import reduce_max, reduce_min, reduce_prod, reduce_sum
from graphwright._src.ops.signal import fftnd, ifftnd
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor


class _Circulant(LinearOperator):
    """A base class of circulant operators of one, two and three axes."""

    _composite_tensor_fields = ("spectrum",)
    _block_depth = 1

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike,
        is_non_singular: bool | None,
        is_self_adjoint: bool | None,
        is_positive_definite: bool | None,
        is_square: bool | None,
        parameters: dict[str, Any],
        name: str,
    ):
        self._spectrum = as_parameter(spectrum, "spectrum")
        if not (self._spectrum.dtype.is_floating or self._spectrum.dtype.is_complex):
            raise TypeError(f"Argument spectrum must have a floating or complex dtype. Found: {self._spectrum.dtype}")
        if self._spectrum.shape.rank is not None and self._spectrum.shape.rank < self._block_depth:
            raise ValueError(
                f"Argument spectrum must have at least {self._block_depth} dimensions. Found: {self._spectrum.shape}"
            )
        if is_square is False:
            raise ValueError("Argument is_square must be None or True: circulant operators are always square.")
        if not self._spectrum.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real spectrum always corresponds to a self-adjoint operator.")
            is_self_adjoint = True
        parameters["input_output_dtype"] = dtypes.as_dtype(input_output_dtype)
        super().__init__(
            dtype=input_output_dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            parameters=parameters,
            name=name,
        )

    @property
    def spectrum(self) -> Any:
        """The eigenvalues, in the shape of the axes around which is convolved."""
        return self._spectrum

    @property
    def block_depth(self) -> int:
        """The number of axes around which is convolved."""
        return self._block_depth

    @property
    def block_shape(self) -> TensorShape:
        """The static shape of their extents."""
        return self._spectrum.shape[-self._block_depth :]

    def block_shape_tensor(self) -> Tensor:
        """Their extents as an int32 vector."""
        return shape(self._spectrum)[-self._block_depth :]

    def _shape(self) -> TensorShape:
        if self._spectrum.shape.rank is None:
            return TensorShape(None)
        size = self.block_shape.num_elements()
        return self._spectrum.shape[: -self._block_depth].concatenate([size, size])

    def _shape_tensor(self) -> Tensor:
        sizes = shape(self._spectrum)
        size = reduce_prod(sizes[-self._block_depth :])
        return concat([sizes[: -self._block_depth], stack([size, size])], 0)

    def _complex_spectrum(self) -> Tensor:
        spectrum = convert_to_tensor(self._spectrum)
        if spectrum.dtype.is_complex:
            return spectrum
        return cast(spectrum, dtypes.complex128 if spectrum.dtype == dtypes.float64 else dtypes.complex64)

    def _axes(self) -> list[int]:
        return list(range(-self._block_depth, 0))

    def convolution_kernel(self, name: str = "convolution_kernel") -> Tensor:
        """Returns what is convolved with: the inverse Fourier transform of the spectrum, in the operator's dtype."""
        return cast(ifftnd(self._complex_spectrum(), axes=self._axes()), self.dtype)

    def assert_hermitian_spectrum(self, name: str = "assert_hermitian_spectrum") -> Any:
        """Raises InvalidArgumentError where the spectrum is not that of a real kernel, up to rounding."""
        kernel = imag(ifftnd(self._complex_spectrum(), axes=self._axes()))
        import numpy as np

        limit = 5 * self._block_depth * float(np.finfo(kernel.dtype.as_numpy_dtype).eps)
        return assert_less(
            math_module.abs(kernel), constant(limit, kernel.dtype), message="Spectrum was not Hermitian."
        )

    def _apply(self, x: Tensor, factors: Tensor) -> Tensor:
        """Returns the transform of `x`, times factors, transformed back."""
        factors = expand_dims(factors, -1 - self._block_depth)
        rows = matrix_transpose(cast(x, factors.dtype))
        sizes = shape(rows)
        blocks = reshape(rows, concat([sizes[:-1], self.block_shape_tensor()], 0))
        result = ifftnd(fftnd(blocks, axes=self._axes()) * factors, axes=self._axes())
        flat = reshape(result, concat([shape(result)[: -self._block_depth], sizes[-1:]], 0))
        return cast(matrix_transpose(flat), self.dtype)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = linalg_solve.adjoint(x) if adjoint_arg else x
        spectrum = self._complex_spectrum()
        return self._apply(x, conj(spectrum) if adjoint else spectrum)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = linalg_solve.adjoint(rhs) if adjoint_arg else rhs
        spectrum = self._complex_spectrum()
        return self._apply(rhs, 1.0 / (conj(spectrum) if adjoint else spectrum))

    def _flat_spectrum(self) -> Tensor:
        spectrum = convert_to_tensor(self._spectrum)
        return reshape(spectrum, concat([shape(spectrum)[: -self._block_depth], [-1]], 0))

    def _trace(self) -> Tensor:
        return cast(reduce_sum(self._flat_spectrum(), -1), self.dtype)

    def _diag_part(self) -> Tensor:
        size = self.domain_dimension_tensor()
        mean = self._trace() / cast(size, self.dtype)
        return mean[..., None] * ones([size], self.dtype)

    def _determinant(self) -> Tensor:
        return cast(reduce_prod(self._flat_spectrum(), -1), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return cast(reduce_sum(log(math_module.abs(self._flat_spectrum())), -1), self.dtype)

    def _eigvals(self) -> Tensor:
        return convert_to_tensor(self._spectrum)

    def _cond(self) -> Tensor:
        size = math_module.abs(self._flat_spectrum())
        return reduce_max(size, -1) / reduce_min(size, -1)

    def _with(self, spectrum: Tensor, dtype: DTypeLike = dtypes.complex64) -> LinearOperator:
        kind: Any = type(self)
        return kind(
            spectrum,
            input_output_dtype=dtype,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=True,
        )

    def _linop_adjoint(self) -> LinearOperator:
        # Of complex64, as circulant operators are by default.
        return self._with(conj(convert_to_tensor(self._spectrum)))

    def _linop_inverse(self) -> LinearOperator:
        return self._with(1.0 / convert_to_tensor(self._spectrum), self.dtype)

    def _assert_non_singular(self) -> Any:
        return nonzero(convert_to_tensor(self._spectrum), "Singular operator:  Spectrum contained zero values.")

    def _assert_positive_definite(self) -> Any:
        return positive(
            convert_to_tensor(self._spectrum), "Not positive definite:  Real part of spectrum was not all positive."
        )

    def _assert_self_adjoint(self) -> Any:
        return real_valued(
            convert_to_tensor(self._spectrum), "Not self-adjoint:  The spectrum contained non-zero imaginary part."
        )


@export("linalg.LinearOperatorCirculant")
class LinearOperatorCirculant(_Circulant):
    """Circulant matrices: each column is the one before, moved down by one (tf.linalg.LinearOperatorCirculant).

    Args:
      spectrum: floats or complex numbers [..., n]: the eigenvalues, the Fourier transforms of the first columns.
      input_output_dtype: the dtype of the matrices.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes: so are those of a real spectrum.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or the spectrum a scalar.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorCirculant([3.0, 1.0], tf.float32).to_dense().numpy()
    array([[2., 1.],
           [1., 2.]], dtype=float32)
    """

    _block_depth = 1

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str = "LinearOperatorCirculant",
    ):
        super().__init__(**{**arguments(locals()), "parameters": arguments(locals())})


@export("linalg.LinearOperatorCirculant2D")
class LinearOperatorCirculant2D(_Circulant):
    """Matrices that convolve around two axes (tf.linalg.LinearOperatorCirculant2D).

    Args:
      spectrum: floats or complex numbers [..., n0, n1]: the eigenvalues, the Fourier transforms of the kernels.
      input_output_dtype: the dtype of the matrices, which are of shape [..., n0 * n1, n0 * n1].
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes: so are those of a real spectrum.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or the spectrum of too low a rank.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorCirculant2D(tf.ones([2, 3])).shape
    TensorShape([6, 6])
    """

    _block_depth = 2

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str = "LinearOperatorCirculant2D",
    ):
        super().__init__(**{**arguments(locals()), "parameters": arguments(locals())})


@export("linalg.LinearOperatorCirculant3D")
class LinearOperatorCirculant3D(_Circulant):
    """Matrices that convolve around three axes (tf.linalg.LinearOperatorCirculant3D).

    Args:
      spectrum: floats or complex numbers [..., n0, n1, n2]: the eigenvalues, the Fourier transforms of the kernels.
      input_output_dtype: the dtype of the matrices, which have n0 * n1 * n2 rows and columns.
      is_non_singular: whether there is an inverse; None where that is not known.
      is_self_adjoint: whether the matrices are their own conjugate transposes: so are those of a real spectrum.
      is_positive_definite: whether x^H A x > 0 for all x but zero.
      is_square: True or None.
      name: a name.

    Raises:
      ValueError: a hint is wrong, or the spectrum of too low a rank.

    >>> import graphwright as tf
    >>> tf.linalg.LinearOperatorCirculant3D(tf.ones([2, 2, 2])).shape
    TensorShape([8, 8])
    """

    _block_depth = 3

    def __init__(
        self,
        spectrum: TensorLike,
        input_output_dtype: DTypeLike = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str = "LinearOperatorCirculant3D",
    ):
        super().__init__(**{**arguments(locals()), "parameters": arguments(locals())})
