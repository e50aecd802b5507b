"""Fourier and cosine transforms: tf.signal.fft and its kin, fftshift, dct, idct."""

from __future__ import annotations

import math

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import as_size, constant, ensure_shape, identity, reshape, shape
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat, stack, unstack
from graphwright._src.ops.array_layout import pad, reverse, roll
from graphwright._src.ops.math import cos, sin, sqrt
from graphwright._src.ops.math_binary import floormod, maximum
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_prod
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor
from graphwright._src.tensor.filling import zeros, zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike

Tensor = _core.Tensor

_fft = _core.op("FFT")
_fft2d = _core.op("FFT2D")
_fft3d = _core.op("FFT3D")
_ifft = _core.op("IFFT")
_ifft2d = _core.op("IFFT2D")
_ifft3d = _core.op("IFFT3D")
_fftnd = _core.op("FFTND")
_ifftnd = _core.op("IFFTND")
_rfftnd = _core.op("RFFTND")
_irfftnd = _core.op("IRFFTND")
_real_ffts = [_core.op(name) for name in ("RFFT", "RFFT2D", "RFFT3D")]
_inverse_real_ffts = [_core.op(name) for name in ("IRFFT", "IRFFT2D", "IRFFT3D")]


# --- the last axes ----------------------------------------------------------------------------------------------------


@export("signal.fft", v1="signal.fft fft spectral.fft")
@direct("FFT", "tensor name")
def fft(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the discrete Fourier transform of the last axis (tf.signal.fft).

    Args:
      input: complex64 or complex128, of rank 1 at least.
      name: the name of the node in a graph.

    Returns:
      A tensor like `input`: y[k] = sum over j of x[j] exp(-2 pi i j k / n).

    Raises:
      tf.errors.InvalidArgumentError: the rank is 0 (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.signal.fft(tf.constant([1, 2, 3, 4], tf.complex64)).numpy()
    array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex64)
    """
    return _fft(input, name=name)


@export("signal.fft2d", v1="signal.fft2d fft2d spectral.fft2d")
@direct("FFT2D", "tensor name")
def fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the discrete Fourier transform of the last two axes (tf.signal.fft2d).

    Args:
      input: complex64 or complex128, of rank 2 at least.
      name: the name of the node in a graph.

    Returns:
      A tensor like `input`.

    Raises:
      tf.errors.InvalidArgumentError: the rank is below 2 (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.signal.fft2d(tf.constant([[1, 2], [3, 4]], tf.complex64)).numpy()
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]], dtype=complex64)
    """
    return _fft2d(input, name=name)


@export("signal.fft3d", v1="signal.fft3d fft3d spectral.fft3d")
@direct("FFT3D", "tensor name")
def fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the discrete Fourier transform of the last three axes (tf.signal.fft3d).

    Args:
      input: complex64 or complex128, of rank 3 at least.
      name: the name of the node in a graph.

    Returns:
      A tensor like `input`.

    Raises:
      tf.errors.InvalidArgumentError: the rank is below 3 (ValueError while tracing).

    >>> import graphwright as tf
    >>> float(tf.math.real(tf.signal.fft3d(tf.ones([2, 2, 2], tf.complex64)))[0, 0, 0])
    8.0
    """
    return _fft3d(input, name=name)


@export("signal.ifft", v1="signal.ifft ifft spectral.ifft")
@direct("IFFT", "tensor name")
def ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the inverse of tf.signal.fft (tf.signal.ifft).

    Args:
      input: complex64 or complex128, of rank 1 at least.
      name: the name of the node in a graph.

    Returns:
      A tensor like `input`, whose transform it is.

    Raises:
      tf.errors.InvalidArgumentError: the rank is 0 (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.signal.ifft(tf.constant([4, 0, 0, 0], tf.complex64)).numpy()
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j], dtype=complex64)
    """
    return _ifft(input, name=name)


@export("signal.ifft2d", v1="signal.ifft2d ifft2d spectral.ifft2d")
@direct("IFFT2D", "tensor name")
def ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the inverse of tf.signal.fft2d (tf.signal.ifft2d).

    Args:
      input: complex64 or complex128, of rank 2 at least.
      name: the name of the node in a graph.

    Returns:
      A tensor like `input`.

    Raises:
      tf.errors.InvalidArgumentError: the rank is below 2 (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.signal.ifft2d(tf.constant([[4, 0], [0, 0]], tf.complex64)).numpy()
    array([[1.+0.j, 1.+0.j],
           [1.+0.j, 1.+0.j]], dtype=complex64)
    """
    return _ifft2d(input, name=name)


@export("signal.ifft3d", v1="signal.ifft3d ifft3d spectral.ifft3d")
@direct("IFFT3D", "tensor name")
def ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the inverse of tf.signal.fft3d (tf.signal.ifft3d).

    Args:
      input: complex64 or complex128, of rank 3 at least.
      name: the name of the node in a graph.

    Returns:
      A tensor like `input`.

    Raises:
      tf.errors.InvalidArgumentError: the rank is below 3 (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.signal.ifft3d(tf.ones([1, 1, 1], tf.complex64)).numpy()
    array([[[1.+0.j]]], dtype=complex64)
    """
    return _ifft3d(input, name=name)


def _padded(x: Tensor, rank: int, least: list[Any]) -> Tensor:
    """`x` with zeros behind, so that its last axes, `rank` of them, have at least these extents."""
    known = x._shape_tuple()
    if known is not None and not any(isinstance(n, Tensor) for n in least):
        sizes = known[len(known) - rank :]
        if None not in sizes:
            missing = [max(n - size, 0) for n, size in zip(least, sizes, strict=True)]
            if not any(missing):
                return x
            return pad(x, [[0, 0]] * (len(known) - rank) + [[0, n] for n in missing])
    sizes = shape(x)
    missing = maximum(stack(least) - sizes[-rank:], 0)
    behind = concat([zeros([array_module.rank(x) - rank], dtypes.int32), missing], 0)
    return pad(x, stack([zeros_like(behind), behind], 1))


def _with_lengths(x: Tensor, rank: int, fft_length: TensorLike | None, inverse: bool) -> tuple[Tensor, Any]:
    """Returns the input of a transform of real numbers, filled up with zeros, and the lengths that the op is given."""
    x.shape.with_rank_at_least(rank)
    known = x._shape_tuple()
    if fft_length is None:
        if known is not None and None not in known[len(known) - rank :]:
            sizes: list[Any] = list(known[len(known) - rank :])
            if inverse:
                sizes[-1] = max(2 * (sizes[-1] - 1), 0)
            return x, sizes
        extents = shape(x)[-rank:]
        if inverse:
            extents = concat([extents[:-1], maximum(2 * (extents[-1:] - 1), 0)], 0)
        return x, extents
    lengths = as_size(fft_length)
    given = get_static_value(lengths)
    if given is None:
        if lengths.shape.rank != 1 or lengths.shape[0] != rank:
            return x, lengths
        least: list[Any] = unstack(lengths)
    else:
        lengths = [int(n) for n in given]  # TypeError for one that is no vector
        if len(lengths) != rank:
            return x, lengths
        least = list(lengths)
    if inverse:
        least[-1] = least[-1] // 2 + 1
    return _padded(x, rank, least), lengths


def _real_fft(input_tensor: TensorLike, rank: int, fft_length: TensorLike | None, name: str | None) -> Tensor:
    x = as_tensor(input_tensor, None, dtypes.float32)
    if x.dtype not in (dtypes.float32, dtypes.float64):
        raise ValueError(f"RFFT requires tf.float32 or tf.float64 inputs, got: {x}")
    x, lengths = _with_lengths(x, rank, fft_length, False)
    complex_dtype = dtypes.complex64 if x.dtype == dtypes.float32 else dtypes.complex128
    return _real_ffts[rank - 1](x, lengths, Tcomplex=complex_dtype, name=name)


def _inverse_real_fft(input_tensor: TensorLike, rank: int, fft_length: TensorLike | None, name: str | None) -> Tensor:
    x = as_tensor(input_tensor, None, dtypes.complex64)
    if not x.dtype.is_complex:
        raise ValueError(f"IRFFT requires tf.complex64 or tf.complex128 inputs, got: {x}")
    x, lengths = _with_lengths(x, rank, fft_length, True)
    return _inverse_real_ffts[rank - 1](x, lengths, Treal=x.dtype.real_dtype, name=name)


@export("signal.rfft", v1="signal.rfft spectral.rfft")
def rfft(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """Returns the Fourier transform of real numbers along the last axis: its first half (tf.signal.rfft).

    Args:
      input_tensor: float32 or float64, of rank 1 at least.
      fft_length: [n]: the rows are cut to that length, or filled with zeros; None for the length that they have.
      name: the name of the node in a graph.

    Returns:
      A complex tensor, with n // 2 + 1 elements along the last axis; the others would be their conjugates.

    Raises:
      ValueError: another dtype.
      tf.errors.InvalidArgumentError: a negative length, or not one length.

    >>> import graphwright as tf
    >>> tf.signal.rfft([1.0, 2.0, 3.0, 4.0]).numpy()
    array([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex64)
    """
    return _real_fft(input_tensor, 1, fft_length, name)


@export("signal.rfft2d", v1="signal.rfft2d spectral.rfft2d")
def rfft2d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """Returns the Fourier transform of real numbers along the last two axes (tf.signal.rfft2d).

    Args:
      input_tensor: float32 or float64, of rank 2 at least.
      fft_length: two lengths to which the axes are cut or filled; None for those that they have.
      name: the name of the node in a graph.

    Returns:
      A complex tensor, with n // 2 + 1 elements along the last axis.

    Raises:
      ValueError: another dtype.
      tf.errors.InvalidArgumentError: a negative length, or not two lengths.

    >>> import graphwright as tf
    >>> tf.signal.rfft2d([[1.0, 2.0], [3.0, 4.0]]).numpy()
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]], dtype=complex64)
    """
    return _real_fft(input_tensor, 2, fft_length, name)


@export("signal.rfft3d", v1="signal.rfft3d spectral.rfft3d")
def rfft3d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """Returns the Fourier transform of real numbers along the last three axes (tf.signal.rfft3d).

    Args:
      input_tensor: float32 or float64, of rank 3 at least.
      fft_length: three lengths to which the axes are cut or filled; None for those that they have.
      name: the name of the node in a graph.

    Returns:
      A complex tensor, with n // 2 + 1 elements along the last axis.

    Raises:
      ValueError: another dtype.
      tf.errors.InvalidArgumentError: a negative length, or not three lengths.

    >>> import graphwright as tf
    >>> tf.signal.rfft3d(tf.ones([2, 2, 4])).shape
    TensorShape([2, 2, 3])
    """
    return _real_fft(input_tensor, 3, fft_length, name)


@export("signal.irfft", v1="signal.irfft spectral.irfft")
def irfft(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """Real numbers from the first half of their Fourier transform (tf.signal.irfft).

    Args:
      input_tensor: complex64 or complex128, of rank 1 at least.
      fft_length: [n], the length of the result; None for 2 * (m - 1) where the rows have m elements.
      name: the name of the node in a graph.

    Returns:
      A real tensor with n elements along the last axis.

    Raises:
      ValueError: another dtype.
      tf.errors.InvalidArgumentError: a negative length, or not one length.

    >>> import graphwright as tf
    >>> tf.signal.irfft(tf.signal.rfft([1.0, 2.0, 3.0, 4.0])).numpy()
    array([1., 2., 3., 4.], dtype=float32)
    """
    return _inverse_real_fft(input_tensor, 1, fft_length, name)


@export("signal.irfft2d", v1="signal.irfft2d spectral.irfft2d")
def irfft2d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """Real numbers from half of their Fourier transform along the last two axes (tf.signal.irfft2d).

    Args:
      input_tensor: complex64 or complex128, of rank 2 at least.
      fft_length: two lengths, of the result; None where the last one is even and nothing is cut.
      name: the name of the node in a graph.

    Returns:
      A real tensor.

    Raises:
      ValueError: another dtype.
      tf.errors.InvalidArgumentError: a negative length, or not two lengths.

    >>> import graphwright as tf
    >>> tf.signal.irfft2d(tf.signal.rfft2d([[1.0, 2.0], [3.0, 4.0]])).numpy()
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    return _inverse_real_fft(input_tensor, 2, fft_length, name)


@export("signal.irfft3d", v1="signal.irfft3d spectral.irfft3d")
def irfft3d(input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None) -> Tensor:
    """Real numbers from half of their Fourier transform along the last three axes (tf.signal.irfft3d).

    Args:
      input_tensor: complex64 or complex128, of rank 3 at least.
      fft_length: three lengths, of the result; None where the last one is even and nothing is cut.
      name: the name of the node in a graph.

    Returns:
      A real tensor.

    Raises:
      ValueError: another dtype.
      tf.errors.InvalidArgumentError: a negative length, or not three lengths.

    >>> import graphwright as tf
    >>> tf.signal.irfft3d(tf.ones([2, 2, 3], tf.complex64)).shape
    TensorShape([2, 2, 4])
    """
    return _inverse_real_fft(input_tensor, 3, fft_length, name)


# --- any axes ---------------------------------------------------------------------------------------------------------


def _axes_and_lengths(
    x: Tensor, fft_length: TensorLike | None, axes: AxisLike | None, inverse_of_real: bool
) -> tuple[Any, Any]:
    if axes is None:
        if fft_length is None:
            axes = (
                list(range(-x.shape.rank, 0))
                if x.shape.rank is not None
                else math_convert.range(-array_module.rank(x), 0)
            )
        else:
            count = array_module.size(as_tensor(fft_length, dtypes.int32))
            known = get_static_value(count)
            axes = list(range(-int(known), 0)) if known is not None else math_convert.range(-count, 0)
    axes = as_tensor(axes, dtypes.int32)
    if fft_length is None:
        fft_length = gather(shape(x), floormod(axes, array_module.rank(x)))
        if inverse_of_real:
            fft_length = concat([fft_length[:-1], maximum(2 * (fft_length[-1:] - 1), 0)], 0)
    return axes, as_tensor(fft_length, dtypes.int32)


def _normalised(y: Tensor, lengths: Tensor, norm: str | None, inverse: bool) -> Tensor:
    """Returns the result of an op, which divides by the number of elements where it is inverse, in another normalisation."""
    if norm in (None, "backward"):
        return y
    n = reduce_prod(cast(lengths, dtypes.float64))
    if norm == "ortho":
        factor = sqrt(n) if inverse else 1 / sqrt(n)
    else:
        factor = n if inverse else 1 / n
    return y * cast(factor, y.dtype)


def _checked_norm(norm: str | None) -> None:
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f"norm must be None, 'backward', 'ortho' or 'forward', got {norm!r}")


@export("signal.fftnd")
def fftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the discrete Fourier transform along any axes (tf.signal.fftnd).

    Args:
      input_tensor: complex64 or complex128.
      fft_length: a length for each axis, to which it is cut or filled with zeros; None for those that they have.
      axes: the axes; None for the last ones, one for each length, or all.
      norm: None or "backward": not divided; "ortho": divided by the square root of the number of elements that are
        transformed; "forward": divided by that number.
      name: the name of the node in a graph.

    Returns:
      A tensor of the dtype of `input_tensor`.

    Raises:
      ValueError: another `norm`.
      tf.errors.InvalidArgumentError: an axis that is not there or comes twice, or not a length for each.

    >>> import graphwright as tf
    >>> tf.signal.fftnd(tf.constant([[1, 2], [3, 4]], tf.complex64), axes=[0]).numpy()
    array([[ 4.+0.j,  6.+0.j],
           [-2.+0.j, -2.+0.j]], dtype=complex64)
    """
    _checked_norm(norm)
    x = as_tensor(input_tensor, None, dtypes.complex64)
    axes, lengths = _axes_and_lengths(x, fft_length, axes, False)
    return _normalised(_fftnd(x, lengths, axes, name=name), lengths, norm, False)


@export("signal.ifftnd")
def ifftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the inverse of tf.signal.fftnd (tf.signal.ifftnd).

    Args:
      input_tensor: complex64 or complex128.
      fft_length: a length for each axis, to which it is cut or filled with zeros; None for those that they have.
      axes: the axes; None for the last ones, one for each length, or all.
      norm: None or "backward": divided by the number of elements that are transformed; "ortho": by its square root;
        "forward": not divided.
      name: the name of the node in a graph.

    Returns:
      A tensor of the dtype of `input_tensor`.

    Raises:
      ValueError: another `norm`.
      tf.errors.InvalidArgumentError: an axis that is not there or comes twice, or not a length for each.

    >>> import graphwright as tf
    >>> tf.signal.ifftnd(tf.constant([[4, 6], [-2, -2]], tf.complex64), axes=[0]).numpy()
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]], dtype=complex64)
    """
    _checked_norm(norm)
    x = as_tensor(input_tensor, None, dtypes.complex64)
    axes, lengths = _axes_and_lengths(x, fft_length, axes, False)
    return _normalised(_ifftnd(x, lengths, axes, name=name), lengths, norm, True)


@export("signal.rfftnd")
def rfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the Fourier transform of real numbers along any axes (tf.signal.rfftnd).

    Args:
      input_tensor: float32 or float64.
      fft_length: a length for each axis, to which it is cut or filled with zeros; None for those that they have.
      axes: the axes; None for the last ones, one for each length, or all.
      norm: as for tf.signal.fftnd.
      name: the name of the node in a graph.

    Returns:
      A complex tensor, with n // 2 + 1 elements along the last one of the axes.

    Raises:
      ValueError: another `norm`.
      tf.errors.InvalidArgumentError: an axis that is not there or comes twice, or not a length for each.

    >>> import graphwright as tf
    >>> tf.signal.rfftnd(tf.ones([4, 6]), axes=[1, 0]).shape
    TensorShape([3, 6])
    """
    _checked_norm(norm)
    x = as_tensor(input_tensor, None, dtypes.float32)
    axes, lengths = _axes_and_lengths(x, fft_length, axes, False)
    complex_dtype = dtypes.complex128 if x.dtype == dtypes.float64 else dtypes.complex64
    return _normalised(_rfftnd(x, lengths, axes, Tcomplex=complex_dtype, name=name), lengths, norm, False)


@export("signal.irfftnd")
def irfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Real numbers from half of their Fourier transform along any axes (tf.signal.irfftnd).

    Args:
      input_tensor: complex64 or complex128.
      fft_length: a length for each axis, of the result; None for 2 * (m - 1) along the last one of the axes, where the
        input has m elements, and for the lengths of the others.
      axes: the axes; None for the last ones, one for each length, or all.
      norm: as for tf.signal.ifftnd.
      name: the name of the node in a graph.

    Returns:
      A real tensor.

    Raises:
      ValueError: another `norm`.
      tf.errors.InvalidArgumentError: an axis that is not there or comes twice, or not a length for each.

    >>> import graphwright as tf
    >>> tf.signal.irfftnd(tf.ones([3, 6], tf.complex64), axes=[1, 0]).shape
    TensorShape([4, 6])
    """
    _checked_norm(norm)
    x = as_tensor(input_tensor, None, dtypes.complex64)
    axes, lengths = _axes_and_lengths(x, fft_length, axes, True)
    real = x.dtype.real_dtype
    return _normalised(_irfftnd(x, lengths, axes, Treal=real, name=name), lengths, norm, True)


# --- order of frequencies ---------------------------------------------------------------------------------------------


def _shifted(x: TensorLike, axes: AxisLike | None, sign: int) -> Tensor:
    x = as_tensor(x)
    sizes = x._shape_tuple()
    if axes is None:
        axes = list(range(len(sizes))) if sizes is not None else math_convert.range(array_module.rank(x))
    if sizes is not None and isinstance(axes, (int, list, tuple)) and None not in sizes:
        if isinstance(axes, int):
            axes = [axes]
        if all(isinstance(axis, int) and -len(sizes) <= axis < len(sizes) for axis in axes):
            halves = [x.shape[axis] // 2 if sign > 0 else -(x.shape[axis] // 2) for axis in axes]
            return roll(x, halves, list(axes)) if axes else identity(x)
    axes = reshape(as_tensor(axes, dtypes.int32), [-1])
    halves = gather(shape(x), where(axes < 0, axes + array_module.rank(x), axes)) // 2
    return roll(x, sign * halves, axes)


@export("signal.fftshift")
def fftshift(x: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> Tensor:
    """Brings the frequency zero to the middle (tf.signal.fftshift).

    Args:
      x: a tensor.
      axes: an axis or several, all without it.
      name: unused, nodes have names of their own.

    Returns:
      A tensor like `x`, rolled by half of its extents.

    Raises:
      tf.errors.InvalidArgumentError: there is no such axis.

    >>> import graphwright as tf
    >>> tf.signal.fftshift([0, 1, 2, -2, -1]).numpy()
    array([-2, -1,  0,  1,  2], dtype=int32)
    """
    return _shifted(x, axes, 1)


@export("signal.ifftshift")
def ifftshift(x: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> Tensor:
    """Undoes tf.signal.fftshift (tf.signal.ifftshift).

    Args:
      x: a tensor.
      axes: an axis or several, all without it.
      name: unused, nodes have names of their own.

    Returns:
      A tensor like `x`.

    Raises:
      tf.errors.InvalidArgumentError: there is no such axis.

    >>> import graphwright as tf
    >>> tf.signal.ifftshift([-2, -1, 0, 1, 2]).numpy()
    array([ 0,  1,  2, -2, -1], dtype=int32)
    """
    return _shifted(x, axes, -1)


# --- cosine transforms ------------------------------------------------------------------------------------------------


def _check_dct(x: Tensor, type: int, n: int | None, axis: int, norm: str | None) -> None:
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if type not in (1, 2, 3, 4):
        raise ValueError("Types I, II, III and IV (I)DCT are supported.")
    if type == 1:
        if norm == "ortho":
            raise ValueError("Normalization is not supported for the Type-I DCT.")
        if x.shape.rank is not None and n is None and x.shape[-1] is not None and x.shape[-1] < 2:
            raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")
    if x.dtype not in (dtypes.float32, dtypes.float64):
        raise TypeError(f"dct takes tf.float32 or tf.float64, got {x.dtype.name}")


def _complex(real: Tensor) -> Tensor:
    return math_convert.complex(real, zeros_like(real))


def _phases(count: TensorLike, scale: float | Tensor, dtype: DTypeLike, shift: float = 0.0) -> Tensor:
    """exp(i scale (k + shift)) for k from 0 to count - 1."""
    angles = (cast(math_convert.range(count), dtypes.float64) + shift) * scale
    return cast(
        math_convert.complex(cos(angles), sin(angles)),
        dtypes.complex64 if dtype == dtypes.float32 else dtypes.complex128,
    )


@export("signal.dct", v1="signal.dct spectral.dct")
def dct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the discrete cosine transform of the last axis (tf.signal.dct).

    Args:
      input: float32 or float64, of rank 1 at least.
      type: 1 to 4.
      n: the length to which the rows are cut or filled with zeros; None for the one that they have.
      axis: -1.
      norm: None, or "ortho" for an orthogonal transform.
      name: unused, nodes have names of their own.

    Returns:
      A tensor like `input`, with n elements along the last axis.

    Raises:
      ValueError: another type, norm, or length; or type 1 with norm="ortho" or rows of one element.
      NotImplementedError: another axis.

    >>> import graphwright as tf
    >>> tf.signal.dct([1.0, 1.0, 1.0, 1.0], type=1).numpy()
    array([6., 0., 0., 0.], dtype=float32)
    """
    x = as_tensor(input)
    _check_dct(x, type, n, axis, norm)
    if n is not None:
        known = get_static_value(as_size(n))
        n = n if known is None else int(known)
        x = ensure_shape(_padded(x[..., :n], 1, [n]), x.shape[:-1].concatenate([n]))
    size = x.shape[-1] if x.shape.rank is not None and x.shape[-1] is not None else shape(x)[-1]
    real = x.dtype
    if type == 1:
        mirrored = concat([x, reverse(x[..., 1:-1], [-1])], -1)
        return math_convert.real(rfft(mirrored))
    length = cast(size, dtypes.float64)
    if type == 2:
        turned = rfft(x, fft_length=[2 * size])[..., :size]
        # The transform about the middle between the row and its mirror image.
        y = 2 * math_convert.real(turned * _phases(size, -math.pi * 0.5 / length, real))
        if norm == "ortho":
            y = y * cast(sqrt(0.5 / length), real)
            first = cast(sqrt(constant(0.5, dtypes.float64)), real)
            y = concat([y[..., :1] * first, y[..., 1:]], -1)
        return y
    if type == 3:
        if norm == "ortho":
            first, others = cast(sqrt(length), real), cast(sqrt(length * 0.5), real)
            x = concat([x[..., :1] * first, x[..., 1:] * others], -1)
        else:
            x = x * cast(length, real)
        turned = _complex(x) * _phases(size, math.pi * 0.5 / length, real)
        return 2 * irfft(turned, fft_length=[2 * size])[..., :size]
    # Type 4: the odd elements of a transform of type 2 that is twice as long.
    y = dct(_padded(x, 1, [2 * size]))[..., 1::2]
    return y * cast(sqrt(2 / length), real) * 0.5 if norm == "ortho" else y


@export("signal.idct", v1="signal.idct spectral.idct")
def idct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the inverse of tf.signal.dct, up to a factor without norm="ortho" (tf.signal.idct).

    Args:
      input: float32 or float64, of rank 1 at least.
      type: 1 to 4, that of the transform to undo.
      n: the length to which the rows are cut or filled with zeros; None for the one that they have.
      axis: -1.
      norm: None, or "ortho" for an orthogonal transform.
      name: unused, nodes have names of their own.

    Returns:
      A tensor like `input`, with n elements along the last axis: dct's transform of type 3 for type 2 and the other way
      round, the same one for types 1 and 4.

    Raises:
      ValueError: another type, norm, or length.
      NotImplementedError: another axis.

    >>> import graphwright as tf
    >>> y = tf.signal.dct([1.0, 2.0, 3.0], norm="ortho")
    >>> [round(float(x), 4) for x in tf.signal.idct(y, norm="ortho")]
    [1.0, 2.0, 3.0]
    """
    if type in (2, 3):
        type = 5 - type
    return dct(input, type=type, n=n, axis=axis, norm=norm, name=name)
