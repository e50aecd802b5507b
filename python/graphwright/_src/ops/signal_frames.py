"""Signals in frames: windows, tf.signal.frame, overlap_and_add, stft, mdct and their inverses, mel spectrograms."""

from __future__ import annotations

import math

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import as_size, constant, ensure_shape, reshape, shape, with_dense_gradient
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat, split, stack, tile
from graphwright._src.ops.array_layout import pad, reverse
from graphwright._src.ops.math import ceil, cos, exp, log, rsqrt, sin, sqrt, square
from graphwright._src.ops.math_binary import divide_no_nan, equal, maximum, minimum
from graphwright._src.ops.math_convert import cast, linspace, where
from graphwright._src.ops.math_reduce import cumsum, reduce_prod, reduce_sum
from graphwright._src.ops.math_segment import unsorted_segment_sum
from graphwright._src.ops.math_special import bessel_i0e
from graphwright._src.ops.signal import dct, idct, irfft, rfft
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor
from graphwright._src.tensor.filling import ones, ones_like, zeros, zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike

Tensor = _core.Tensor


# --- windows ----------------------------------------------------------------------------------------------------------


def _length(window_length: TensorLike) -> Tensor:
    length = as_tensor(window_length, dtypes.int32)
    length.shape.assert_has_rank(0)
    return length


def _check_floating(dtype: DType) -> None:
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {dtype!r}")


def _raised_cosine(window_length: TensorLike, periodic: TensorLike, dtype: DType, a: float, b: float) -> Tensor:
    """a - b cos(2 pi k / n), where a periodic window of even length is as one that is longer by one element."""
    _check_floating(dtype)
    length = _length(window_length)
    periodic = cast(as_tensor(periodic, dtypes.bool), dtypes.int32)
    n = cast(length + periodic * (1 - length % 2) - 1, dtype)
    k = cast(math_convert.range(length), dtype)
    if get_static_value(length) == 1:
        return ones([1], dtype)
    angles = constant(2 * math.pi, dtype) * k / n
    window = cast(a - b * cos(angles), dtype)
    if get_static_value(length) is None:
        window = where(equal(length, 1), ones_like(window), window)
    return window


@export("signal.hann_window")
def hann_window(
    window_length: TensorLike, periodic: TensorLike = True, dtype: DType = dtypes.float32, name: str | None = None
) -> Tensor:
    """Returns a Hann window: a raised cosine (tf.signal.hann_window).

    Args:
      window_length: the number of elements, an integer scalar.
      periodic: whether a window of even length leaves out its last zero; odd ones are always symmetric.
      dtype: a floating-point dtype.
      name: unused, nodes have names of their own.

    Raises:
      ValueError: the dtype is not floating, or the length no scalar.

    >>> import graphwright as tf
    >>> tf.signal.hann_window(5).numpy()
    array([0. , 0.5, 1. , 0.5, 0. ], dtype=float32)
    """
    return _raised_cosine(window_length, periodic, dtype, 0.5, 0.5)


@export("signal.hamming_window")
def hamming_window(
    window_length: TensorLike, periodic: TensorLike = True, dtype: DType = dtypes.float32, name: str | None = None
) -> Tensor:
    """Returns a Hamming window: a raised cosine that ends above zero (tf.signal.hamming_window).

    Args:
      window_length: the number of elements, an integer scalar.
      periodic: whether a window of even length leaves out its last element; odd ones are always symmetric.
      dtype: a floating-point dtype.
      name: unused, nodes have names of their own.

    Raises:
      ValueError: the dtype is not floating, or the length no scalar.

    >>> import graphwright as tf
    >>> [round(float(x), 2) for x in tf.signal.hamming_window(5)]
    [0.08, 0.54, 1.0, 0.54, 0.08]
    """
    return _raised_cosine(window_length, periodic, dtype, 0.54, 0.46)


@export("signal.vorbis_window")
def vorbis_window(window_length: TensorLike, dtype: DType = dtypes.float32, name: str | None = None) -> Tensor:
    """Returns the window of Vorbis, whose squares half a window apart add up to one (tf.signal.vorbis_window).

    Args:
      window_length: the number of elements, an integer scalar.
      dtype: a floating-point dtype.
      name: unused, nodes have names of their own.

    Raises:
      ValueError: the dtype is not floating, or the length no scalar.

    >>> import graphwright as tf
    >>> [round(float(x), 3) for x in tf.signal.vorbis_window(4)]
    [0.228, 0.974, 0.974, 0.228]
    """
    _check_floating(dtype)
    length = _length(window_length)
    k = cast(math_convert.range(length), dtype)
    size = cast(length, dtype)
    inner = sin(constant(math.pi, dtype) / size * (k + 0.5))
    return cast(sin(constant(math.pi / 2, dtype) * inner * inner), dtype)


@export("signal.kaiser_window")
def kaiser_window(
    window_length: TensorLike, beta: TensorLike = 12.0, dtype: DType = dtypes.float32, name: str | None = None
) -> Tensor:
    """Returns a Kaiser window (tf.signal.kaiser_window).

    Args:
      window_length: the number of elements, an integer scalar.
      beta: how narrow it is.
      dtype: float16, float32 or float64.
      name: unused, nodes have names of their own.

    Raises:
      ValueError: the dtype is not floating, or the length no scalar.
      tf.errors.InvalidArgumentError: the length is not positive.

    >>> import graphwright as tf
    >>> [round(float(x), 3) for x in tf.signal.kaiser_window(3, 2.0)]
    [0.439, 1.0, 0.439]
    """
    _check_floating(dtype)
    length = _length(window_length)
    known = get_static_value(length)
    if known is not None and known < 1:
        raise errors.InvalidArgumentError(None, None, f"kaiser_window: the length must be positive, got {known}")
    if known == 1:
        return ones([1], dtype)
    beta = cast(as_tensor(beta), dtype)
    half = cast(length - 1, dtype) / 2
    k = (cast(math_convert.range(length), dtype) - half) / half
    root = beta * sqrt(maximum(1 - k * k, zeros([], dtype)))
    # I0(root) / I0(beta), each divided by its exponential, which may be large.
    scaled = bessel_i0e(root) / bessel_i0e(beta) * exp(root - beta)
    return scaled if known is not None else where(equal(length, 1), ones_like(scaled), scaled)


@export("signal.kaiser_bessel_derived_window")
def kaiser_bessel_derived_window(
    window_length: TensorLike, beta: TensorLike = 12.0, dtype: DType = dtypes.float32, name: str | None = None
) -> Tensor:
    """Returns a window made of a Kaiser window, whose squares half a window apart add up to one.

    It is tf.signal.kaiser_bessel_derived_window.

    Args:
      window_length: the number of elements, an even integer scalar (an odd one is rounded down).
      beta: how narrow the Kaiser window is.
      dtype: float16, float32 or float64.
      name: unused, nodes have names of their own.

    Raises:
      ValueError: the dtype is not floating, or the length no scalar.

    >>> import graphwright as tf
    >>> [round(float(x), 3) for x in tf.signal.kaiser_bessel_derived_window(4, 2.0)]
    [0.483, 0.875, 0.875, 0.483]
    """
    _check_floating(dtype)
    sums = cumsum(kaiser_window(_length(window_length) // 2 + 1, beta, dtype))
    half = sqrt(sums[:-1] / sums[-1])
    return concat([half, reverse(half, [0])], 0)


# --- frames -----------------------------------------------------------------------------------------------------------


def _integer_scalar(value: TensorLike, name: str) -> Tensor:
    tensor = as_tensor(value)
    if not tensor.dtype.is_integer:
        raise ValueError(f"{name} must be an integer. Got {tensor.dtype!r}")
    tensor.shape.assert_has_rank(0)
    return tensor


def _known(value: TensorLike) -> int | None:
    known = get_static_value(value)
    return None if known is None else int(known)


@export("signal.frame")
def frame(
    signal: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    pad_end: bool = False,
    pad_value: TensorLike = 0,
    axis: AxisLike = -1,
    name: str | None = None,
) -> Tensor:
    """Returns a signal's frames, which may overlap (tf.signal.frame).

    Args:
      signal: a tensor of rank 1 at least.
      frame_length: the number of samples in a frame, an integer scalar.
      frame_step: the number of samples from one frame's begin to the next, an integer scalar.
      pad_end: whether frames that go beyond the end are given, too, filled with `pad_value`.
      pad_value: a scalar.
      axis: the axis along which the samples lie.
      name: unused, nodes have names of their own.

    Returns:
      A tensor in which the axis has become two: [number of frames, frame_length].

    Raises:
      ValueError: `frame_length` or `frame_step` is no scalar, or the signal is one.
      tf.errors.InvalidArgumentError: a frame step of 0.

    >>> import graphwright as tf
    >>> tf.signal.frame([1, 2, 3, 4, 5], 3, 1).numpy()
    array([[1, 2, 3],
           [2, 3, 4],
           [3, 4, 5]], dtype=int32)
    """
    signal = as_tensor(signal)
    length = as_tensor(frame_length, dtypes.int32)
    step = as_tensor(frame_step, dtypes.int32)
    length.shape.assert_has_rank(0)
    step.shape.assert_has_rank(0)
    signal.shape.with_rank_at_least(1)
    rank = signal.shape.rank
    place = _known(axis)
    if place is None:
        raise NotImplementedError("tf.signal.frame needs an axis that is known while tracing")
    if rank is None:
        if place != -1:
            raise NotImplementedError("tf.signal.frame needs the signal's rank for another axis than the last one")
    else:
        if not -rank <= place < rank:
            raise IndexError(f"axis {place} is out of range for a signal of rank {rank}")
        place %= rank
    known_length, known_step = _known(length), _known(step)
    samples: Any = signal.shape[place] if rank is not None else None
    if known_step == 0:
        raise errors.InvalidArgumentError(None, None, "frame: Integer division by zero: frame_step is 0")
    if known_length is not None and known_length < 0:
        raise errors.InvalidArgumentError(None, None, f"frame: frame_length must not be negative, got {known_length}")
    largest: Callable[..., Any] = max
    window: Any = known_length
    distance: Any = known_step
    if None in (samples, known_length, known_step):
        samples, window, distance = shape(signal)[place], length, step
        largest = maximum
    if pad_end:
        count = largest(0, -(-samples // distance))
        missing = largest(0, window + distance * (count - 1) - samples)
        value = as_tensor(pad_value, signal.dtype)
        before = 0 if rank is None else rank - 1 - place
        if rank is None:
            behind = concat([zeros([array_module.rank(signal) - 1], dtypes.int32), [missing]], 0)
            signal = pad(signal, stack([zeros_like(behind), behind], 1), constant_values=value)
        else:
            signal = pad(signal, [[0, 0]] * place + [[0, missing]] + [[0, 0]] * before, constant_values=value)
    else:
        count = largest(0, 1 + (samples - window) // distance)
    places = math_convert.range(count)[:, None] * distance + math_convert.range(window)
    if place == 0:
        signal = with_dense_gradient(signal)
    result = gather(signal, places, axis=place)
    if rank is None:
        return result
    # The number of frames may be unknown where their length is not.
    inner = [_known(count), _known(length)]
    known = signal.shape[:place].concatenate(inner).concatenate(signal.shape[place + 1 :])
    return ensure_shape(result, known) if not result.shape.is_fully_defined() else result


@export("signal.overlap_and_add")
def overlap_and_add(signal: TensorLike, frame_step: TensorLike, name: str | None = None) -> Tensor:
    """Returns the sum of frames, each a step further than the one before (tf.signal.overlap_and_add).

    Args:
      signal: frames of numbers, [..., frames, frame_length].
      frame_step: an integer scalar.
      name: unused, nodes have names of their own.

    Returns:
      A tensor of shape [..., (frames - 1) * frame_step + frame_length].

    Raises:
      ValueError: the step is no integer scalar, or the rank is below 2.
      tf.errors.InvalidArgumentError: the step is not positive.

    >>> import graphwright as tf
    >>> tf.signal.overlap_and_add([[1, 1, 1], [2, 2, 2]], 1).numpy()
    array([1, 3, 3, 2], dtype=int32)
    """
    signal = as_tensor(signal)
    signal.shape.with_rank_at_least(2)
    step = cast(_integer_scalar(frame_step, "frame_step"), dtypes.int32)
    known_step = _known(step)
    if known_step is not None and known_step < 1:
        raise errors.InvalidArgumentError(
            None, None, f"overlap_and_add: Paddings must be non-negative: frame_step must be positive, got {known_step}"
        )
    known = signal.shape[-2:].as_list() if signal.shape.rank is not None else [None, None]
    sizes = shape(signal)
    frames, length = (value if value is not None else sizes[i] for value, i in zip(known, (-2, -1), strict=True))
    if known_step is not None:
        step = known_step
    outer = signal.shape[:-2]
    many = outer.num_elements() if outer.is_fully_defined() else reduce_prod(sizes[:-2])
    rows = reshape(signal, [many, frames, length])
    total = (frames - 1) * step + length
    total = max(total, 0) if isinstance(total, int) else maximum(total, 0)
    places = math_convert.range(frames)[:, None] * step + math_convert.range(length)
    places = math_convert.range(many)[:, None, None] * total + places
    sums = unsorted_segment_sum(rows, places, many * total)
    result = reshape(sums, concat([sizes[:-2], [total]], 0))
    if signal.shape.rank is None:
        return result
    return ensure_shape(result, signal.shape[:-2].concatenate([total if isinstance(total, int) else None]))


# --- short-time Fourier transforms ------------------------------------------------------------------------------------


def _least_power_of_two(value: Tensor) -> Any:
    known = _known(value)
    if known is not None:
        return 1 << max(known - 1, 0).bit_length()
    value = cast(as_tensor(value), dtypes.float64)
    # A float64 holds every int32 exactly, and so does the logarithm of powers of two.
    return cast(2.0 ** ceil(log(value) / math.log(2.0) - 1e-12), dtypes.int32)


def _length_given(fft_length: TensorLike | None, frame_length: Tensor) -> Any:
    if fft_length is None:
        return _least_power_of_two(frame_length)
    length = as_size(fft_length)
    known = _known(length)
    return length if known is None else known


@export("signal.stft")
def stft(
    signals: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Any] | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """Returns the short-time Fourier transform: the transform of each frame of a signal (tf.signal.stft).

    Args:
      signals: float32 or float64, [..., samples].
      frame_length: the number of samples in a frame.
      frame_step: the number of samples from one frame's begin to the next.
      fft_length: the length that is transformed; None for the least power of two that holds a frame.
      window_fn: `window_fn(frame_length, dtype=dtype)` gives what frames are multiplied with; None for nothing.
      pad_end: whether frames that go beyond the end count, filled with zeros.
      name: unused, nodes have names of their own.

    Returns:
      A complex tensor [..., frames, fft_length // 2 + 1].

    Raises:
      ValueError: another dtype, or a length that is no scalar.

    >>> import graphwright as tf
    >>> tf.signal.stft(tf.ones([2, 100]), frame_length=16, frame_step=8).shape
    TensorShape([2, 11, 9])
    """
    signals = as_tensor(signals)
    signals.shape.with_rank_at_least(1)
    length = as_tensor(frame_length)
    length.shape.assert_has_rank(0)
    step = as_tensor(frame_step)
    step.shape.assert_has_rank(0)
    fft_length = _length_given(fft_length, length)
    frames = frame(signals, length, step, pad_end=pad_end)
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return rfft(frames, [fft_length])


@export("signal.inverse_stft_window_fn")
def inverse_stft_window_fn(
    frame_step: TensorLike, forward_window_fn: Callable[..., Any] = hann_window, name: str | None = None
) -> Callable[..., Tensor]:
    """Returns the window with which tf.signal.inverse_stft undoes tf.signal.stft (tf.signal.inverse_stft_window_fn).

    Args:
      frame_step: the number of samples from one frame's begin to the next.
      forward_window_fn: the window that the transform had.
      name: unused, nodes have names of their own.

    Returns:
      A function of a frame's length and a dtype that gives a window: the forward one, divided by the sum of the squares
      of all that lie upon each other.

    >>> import graphwright as tf
    >>> tf.signal.inverse_stft_window_fn(2)(4, dtype=tf.float32).numpy()
    array([0., 1., 1., 1.], dtype=float32)
    """

    def inverse_window(frame_length: TensorLike, dtype: DTypeLike) -> Tensor:
        length = as_tensor(frame_length, dtypes.int32)
        step = as_tensor(frame_step, dtypes.int32)
        length.shape.assert_has_rank(0)
        step.shape.assert_has_rank(0)
        forward = forward_window_fn(length, dtype=dtype)
        parts = -(-length // step)
        squares = pad(square(forward), [[0, parts * step - length]])
        sums = tile(reduce_sum(reshape(squares, stack([parts, step])), 0), [parts])
        return divide_no_nan(forward, sums[:length])

    return inverse_window


@export("signal.inverse_stft")
def inverse_stft(
    stfts: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Any] | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """Signals from their short-time Fourier transforms (tf.signal.inverse_stft).

    Args:
      stfts: complex64 or complex128, [..., frames, fft_length // 2 + 1].
      frame_length: the number of samples in a frame.
      frame_step: the number of samples from one frame's begin to the next.
      fft_length: the length that was transformed; None for the least power of two that holds a frame.
      window_fn: `window_fn(frame_length, dtype=dtype)`, such as tf.signal.inverse_stft_window_fn gives; None for
        nothing.
      name: unused, nodes have names of their own.

    Returns:
      Real tensors [..., (frames - 1) * frame_step + frame_length].

    Raises:
      ValueError: another dtype, a rank below 2, or a length that is no scalar.

    >>> import graphwright as tf
    >>> x = tf.range(16, dtype=tf.float32)
    >>> y = tf.signal.inverse_stft(tf.signal.stft(x, 8, 4), 8, 4, window_fn=tf.signal.inverse_stft_window_fn(4))
    >>> [round(float(value), 3) for value in y[4:8]]
    [4.0, 5.0, 6.0, 7.0]
    """
    stfts = as_tensor(stfts)
    stfts.shape.with_rank_at_least(2)
    length = as_tensor(frame_length)
    length.shape.assert_has_rank(0)
    step = as_tensor(frame_step)
    step.shape.assert_has_rank(0)
    given = _length_given(fft_length, length)
    frames = irfft(stfts, [given])
    wanted: Any = _known(length)
    if wanted is None or isinstance(given, Tensor):
        wanted = length if wanted is None else wanted
        frames = frames[..., :wanted]
        missing = maximum(wanted - shape(frames)[-1], 0)
        frames = pad(frames, _behind_last(frames, missing))
    elif wanted <= given:
        frames = frames[..., :wanted]
    else:
        frames = pad(frames, _behind_last(frames, wanted - given))
    if isinstance(wanted, int) and frames.shape.rank is not None:
        frames = ensure_shape(frames, frames.shape[:-1].concatenate([wanted]))
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return overlap_and_add(frames, step)


def _behind_last(tensor: Tensor, count: int | Tensor) -> Any:
    """Paddings: so many elements behind the last axis."""
    rank = tensor.shape.rank
    if rank is not None:
        return [[0, 0]] * (rank - 1) + [[0, count]]
    behind = concat([zeros([array_module.rank(tensor) - 1], dtypes.int32), [count]], 0)
    return stack([zeros_like(behind), behind], 1)


# --- the modified discrete cosine transform ---------------------------------------------------------------------------


def _check_mdct_norm(norm: str | None) -> None:
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


@export("signal.mdct")
def mdct(
    signals: TensorLike,
    frame_length: TensorLike,
    window_fn: Callable[..., Any] | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the modified discrete cosine transform of frames that overlap by half (tf.signal.mdct).

    Args:
      signals: float32 or float64, [..., samples].
      frame_length: the number of samples in a frame, a multiple of 4.
      window_fn: `window_fn(frame_length, dtype=dtype)` gives what frames are multiplied with; None for a constant one.
      pad_end: whether frames that go beyond the end count, filled with zeros.
      norm: None, or "ortho" for an orthogonal transform.
      name: unused, nodes have names of their own.

    Returns:
      A tensor [..., frames, frame_length / 2].

    Raises:
      ValueError: a frame's length that is no multiple of 4, or another norm.

    >>> import graphwright as tf
    >>> tf.signal.mdct(tf.ones([24]), 8).shape
    TensorShape([5, 4])
    """
    _check_mdct_norm(norm)
    signals = as_tensor(signals)
    signals.shape.with_rank_at_least(1)
    length = as_tensor(frame_length)
    length.shape.assert_has_rank(0)
    known = _known(length)
    if known is None:
        raise ValueError("mdct needs a frame_length that is known while tracing")
    if known % 4:
        raise ValueError("The frame length must be a multiple of 4.")
    half = known // 2
    frames = frame(signals, known, half, pad_end=pad_end)
    if window_fn is not None:
        frames = frames * window_fn(known, dtype=frames.dtype)
    else:
        frames = frames * constant(math.sqrt(0.5), frames.dtype)
    a, b, c, d = split(frames, 4, -1)
    folded = concat([-reverse(c, [-1]) - d, a - reverse(b, [-1])], -1)
    return dct(folded, type=4, norm=norm)


@export("signal.inverse_mdct")
def inverse_mdct(
    mdcts: TensorLike,
    window_fn: Callable[..., Any] | None = vorbis_window,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Signals from their modified discrete cosine transforms (tf.signal.inverse_mdct).

    Args:
      mdcts: float32 or float64, [..., frames, frame_length / 2].
      window_fn: `window_fn(frame_length, dtype=dtype)`, that of the transform; None for a constant one.
      norm: None, or "ortho", as for the transform.
      name: unused, nodes have names of their own.

    Returns:
      A tensor [..., (frames + 1) * frame_length / 2], in which half a frame at both ends is not complete.

    Raises:
      ValueError: another norm, or a frame's length that is not known while tracing.

    >>> import graphwright as tf
    >>> x = tf.range(16, dtype=tf.float32)
    >>> y = tf.signal.inverse_mdct(tf.signal.mdct(x, 8))
    >>> [round(float(value), 3) for value in y[4:8]]
    [4.0, 5.0, 6.0, 7.0]
    """
    _check_mdct_norm(norm)
    mdcts = as_tensor(mdcts)
    mdcts.shape.with_rank_at_least(2)
    half = mdcts.shape[-1] if mdcts.shape.rank is not None else None
    if half is None:
        raise ValueError("inverse_mdct needs a last axis whose size is known while tracing")
    if half % 2 or half == 0:
        raise errors.InvalidArgumentError(
            None, None, f"inverse_mdct: the last axis must be even and not empty, got {half}"
        )
    inner = idct(mdcts, type=4, norm=norm)
    if norm is None:
        inner = inner * constant(0.5 / half, inner.dtype)
    first, second = split(inner, 2, -1)
    frames = concat([second, -reverse(second, [-1]), -reverse(first, [-1]), -first], -1)
    if window_fn is not None:
        frames = frames * window_fn(2 * half, dtype=frames.dtype)
    else:
        frames = frames * constant(math.sqrt(0.5), frames.dtype)
    return overlap_and_add(frames, half)


# --- mel spectrograms -------------------------------------------------------------------------------------------------


def _mel(hertz: Tensor) -> Any:
    """Returns the pitch of a frequency, in mel."""
    return 1127.0 * log(1.0 + hertz / 700.0)


@export("signal.linear_to_mel_weight_matrix")
def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: TensorLike = 129,
    sample_rate: TensorLike = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: DType = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Returns the matrix that takes spectrograms to mel frequencies (tf.signal.linear_to_mel_weight_matrix).

    Args:
      num_mel_bins: how many bands the mel spectrum has.
      num_spectrogram_bins: how many elements a spectrum has, from 0 to half the sample rate.
      sample_rate: in samples per second.
      lower_edge_hertz: where the lowest band begins.
      upper_edge_hertz: where the highest band ends.
      dtype: a floating-point dtype.
      name: unused, nodes have names of their own.

    Returns:
      A matrix [num_spectrogram_bins, num_mel_bins], each column a triangle on the mel scale.

    Raises:
      ValueError: a number that is not positive, edges out of order or beyond half the sample rate, another dtype.

    >>> import graphwright as tf
    >>> tf.signal.linear_to_mel_weight_matrix(num_mel_bins=4, num_spectrogram_bins=9).shape
    TensorShape([9, 4])
    """
    rate = get_static_value(sample_rate)
    if num_mel_bins <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {num_mel_bins}")
    if lower_edge_hertz < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower_edge_hertz}")
    if lower_edge_hertz >= upper_edge_hertz:
        raise ValueError(f"lower_edge_hertz {lower_edge_hertz} >= upper_edge_hertz {upper_edge_hertz}")
    if rate is not None:
        if rate <= 0.0:
            raise ValueError(f"sample_rate must be positive. Got: {sample_rate}")
        if upper_edge_hertz > rate / 2:
            raise ValueError(
                "upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). "
                f"Got {upper_edge_hertz} for sample_rate: {sample_rate}"
            )
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype!r}")
    zero = zeros([], dtype)
    nyquist = cast(as_tensor(sample_rate), dtype) / 2.0
    # The lowest frequency, 0, is in no band.
    pitches = _mel(linspace(zero, nyquist, num_spectrogram_bins)[1:, None])
    lowest, highest = (_mel(cast(edge, dtype)) for edge in (lower_edge_hertz, upper_edge_hertz))
    edges = linspace(lowest, highest, num_mel_bins + 2)[None, :]
    lower, center, upper = edges[:, :-2], edges[:, 1:-1], edges[:, 2:]
    rising = (pitches - lower) / (center - lower)
    falling = (upper - pitches) / (upper - center)
    weights = maximum(zero, minimum(rising, falling))
    return pad(weights, [[1, 0], [0, 0]])


@export("signal.mfccs_from_log_mel_spectrograms")
def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: TensorLike, name: str | None = None) -> Tensor:
    """Cepstral coefficients of log mel spectrograms (tf.signal.mfccs_from_log_mel_spectrograms).

    Args:
      log_mel_spectrograms: float32 or float64, [..., num_mel_bins].
      name: unused, nodes have names of their own.

    Returns:
      A tensor like them: their cosine transform of type 2, scaled so that its rows are orthogonal.

    Raises:
      ValueError: there are no bins.

    >>> import graphwright as tf
    >>> tf.signal.mfccs_from_log_mel_spectrograms(tf.ones([3, 20])).shape
    TensorShape([3, 20])
    """
    spectrograms = as_tensor(log_mel_spectrograms)
    bins = spectrograms.shape[-1] if spectrograms.shape.rank is not None else None
    if bins == 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {log_mel_spectrograms}")
    count = cast(shape(spectrograms)[-1], spectrograms.dtype) if bins is None else float(bins)
    return dct(spectrograms, type=2) * cast(rsqrt(cast(count, spectrograms.dtype) * 2.0), spectrograms.dtype)
