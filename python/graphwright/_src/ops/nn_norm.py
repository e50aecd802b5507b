"""Moments, batch normalisation, biases: tf.nn.moments, tf.nn.batch_normalization, tf.nn.bias_add …"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.nn_activation import is_large
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, given_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_mean = _core.op("Mean")
_sum = _core.op("Sum")
_mul = _core.op("Mul")
_add = _core.op("AddV2")
_sub = _core.op("Sub")
_div_no_nan = _core.op("DivNoNan")
_rsqrt = _core.op("Rsqrt")
_reciprocal = _core.op("Reciprocal")
_square = _core.op("Square")
_squared_difference = _core.op("SquaredDifference")
_stop_gradient = _core.op("StopGradient")
_range = _core.op("Range")
_rank = _core.op("Rank")
_squeeze = _core.op("Squeeze")
_cast: Callable[..., Tensor] = _core.op("Cast")
_shape = _core.op("Shape")
_gather = _core.op("GatherV2")
_prod = _core.op("Prod")
_bias_add = _core.op("BiasAdd")
_lrn = _core.op("LRN")
_zeros_like = _core.op("ZerosLike")
_broadcast_to = _core.op("BroadcastTo")
_fused_batch_norm = _core.op("FusedBatchNormV3")
_not_equal = _core.op("NotEqual")
_identity = _core.op("Identity")
_reshape = _core.op("Reshape")
_moments = _core.op("_Moments")
_scale_shift = _core.op("_ScaleShift")


@export("nn.moments", node="moments/ Mean:mean,variance", weak_type="unary", v1="")
def moments(
    x: TensorLike, axes: AxisLike, shift: TensorLike | None = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Returns the mean and the variance over some axes (tf.nn.moments).

    Args:
      x: a tensor of floats; float16 is averaged in float32.
      axes: the axes, a list of ints.
      shift: ignored.
      keepdims: whether the axes are kept with extent 1.
      name: the name of the node in a graph.

    Returns:
      A pair (mean, variance) of tensors of x's dtype, without those axes.

    >>> import graphwright as tf
    >>> [float(m) for m in tf.nn.moments(tf.constant([1.0, 3.0]), axes=[0])]
    [2.0, 1.0]
    """
    x = as_tensor(x)
    wide = _cast(x, DstT=dtypes.float32) if x.dtype in (dtypes.float16, dtypes.bfloat16) else x
    last = _number_of_last_axes(wide, axes)
    if last and is_large(wide):
        mean, variance = _moments(wide, num_axes=last)
    else:
        over = _all_or(axes, wide)
        mean = _mean(wide, over, keep_dims=True)
        variance = _mean(_squared_difference(wide, _stop_gradient(mean)), over, keep_dims=True)
    if not keepdims:
        mean, variance = _without(mean, axes), _without(variance, axes)
    if wide is not x:
        mean, variance = _cast(mean, DstT=x.dtype), _cast(variance, DstT=x.dtype)
    return mean, variance


def _number_of_last_axes(x: Tensor, axes: AxisLike) -> int:
    """Returns how many axes, where `axes` are the last ones, and the dtype one that `_Moments` knows; else 0."""
    if not isinstance(axes, (list, tuple)) or x.dtype not in (dtypes.float32, dtypes.float64):
        return 0
    rank = x._rank()
    if rank is None or not all(type(axis) is int and -rank <= axis < rank for axis in axes):
        return 0
    return len(axes) if {axis % rank for axis in axes} == set(range(rank - len(axes), rank)) else 0


def _all_or(axes: AxisLike | None, x: Tensor) -> Any:
    """Returns the axes, or all of x's where they are None."""
    if axes is not None:
        return axes
    rank = x._rank()
    return list(range(rank)) if rank is not None else _range(0, _rank(x), 1)


def _without(x: Tensor, axes: Any) -> Tensor:
    if axes is None:
        return _squeeze(x)
    if isinstance(axes, Tensor):
        axes = axes.numpy().tolist()
    axes = [int(axes)] if not hasattr(axes, "__len__") else [int(axis) for axis in axes]
    return _squeeze(x, squeeze_dims=axes) if axes else x


@export(
    "nn.weighted_moments",
    node="weighted_moments/ Sum:weighted_input_sum,sum_of_weights,weighted_distsq RealDiv:div_no_nan",
    v1="",
)
def weighted_moments(
    x: TensorLike, axes: AxisLike, frequency_weights: TensorLike, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Returns the mean and the variance over some axes, elements counting by weight (tf.nn.weighted_moments).

    Args:
      x: a tensor of floats.
      axes: the axes, a list of ints.
      frequency_weights: weights, not negative, that broadcast against x.
      keepdims: whether the axes are kept with extent 1.
      name: the name of the node in a graph.

    Returns:
      A pair (mean, variance) of tensors of x's dtype, without those axes.

    >>> import graphwright as tf
    >>> [float(m) for m in tf.nn.weighted_moments([1.0, 5.0], [0], [3.0, 1.0])]
    [2.0, 3.0]
    """
    x = as_tensor(x)
    weights = as_tensor(frequency_weights, hint=x.dtype)
    dtype = x.dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        x, weights = _cast(x, DstT=dtypes.float32), _cast(weights, DstT=dtypes.float32)
    if weights.dtype != x.dtype:
        weights = _cast(weights, DstT=x.dtype)
    over = _all_or(axes, x)
    weighted = _sum(_mul(weights, x), over, keep_dims=True)
    # The weights are summed over the extents that they broadcast to.
    total = _sum(_add(weights, _zeros_like(x)), over, keep_dims=True)
    # Where no weight is left there is nothing to divide by: 0.
    mean = _div_no_nan(weighted, total)
    variance = _div_no_nan(_sum(_mul(weights, _squared_difference(x, mean)), over, keep_dims=True), total)
    if not keepdims:
        mean, variance = _without(mean, axes), _without(variance, axes)
    if dtype != x.dtype:
        mean, variance = _cast(mean, DstT=dtype), _cast(variance, DstT=dtype)
    return mean, variance


@export("nn.sufficient_statistics", node="sufficient_statistics/ Sum:mean_ss,var_ss", v1="")
def sufficient_statistics(
    x: TensorLike, axes: AxisLike, shift: TensorLike | None = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor, Any]:
    """Count, sum and sum of squares over some axes (tf.nn.sufficient_statistics).

    Args:
      x: a tensor of floats.
      axes: the axes, a list of ints.
      shift: what is subtracted first; None for nothing.
      keepdims: whether the axes are kept with extent 1.
      name: the name of the node in a graph.

    Returns:
      (count, sum, sum of squares, shift); see `tf.nn.normalize_moments`.

    >>> import graphwright as tf
    >>> [float(s) for s in tf.nn.sufficient_statistics([1.0, 3.0], [0])[:3]]
    [2.0, 4.0, 10.0]
    """
    x = as_tensor(x)
    given: Any = axes
    axes = list(dict.fromkeys(int(axis) for axis in given))
    sizes: Any = x._shape_tuple()
    if sizes is not None and all(sizes[axis] is not None for axis in axes):
        count = 1
        for axis in axes:
            count *= sizes[axis]
        counts = given_back(_convert(count, x.dtype), count)
    else:
        extents = _gather(_cast(_shape(x), DstT=x.dtype), _convert(axes, dtypes.int32), 0)
        counts = _prod(extents, 0)
    if shift is not None:
        shift = given_back(_convert(shift, x.dtype), shift, "shift")
        first, second = _sub(x, shift), _squared_difference(x, shift)
    else:
        first, second = x, _square(x)
    return counts, _sum(first, axes, keep_dims=keepdims), _sum(second, axes, keep_dims=keepdims), shift


@export("nn.normalize_moments", node="normalize/ Reciprocal:divisor Mul:mean,Mul Sub:variance")
def normalize_moments(
    counts: TensorLike, mean_ss: TensorLike, variance_ss: TensorLike, shift: TensorLike | None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Returns the mean and the variance from what `tf.nn.sufficient_statistics` gave (tf.nn.normalize_moments).

    Args:
      counts: how many elements were summed.
      mean_ss: their sum, `shift` subtracted from each.
      variance_ss: the sum of their squares, `shift` subtracted before.
      shift: that number, or None.
      name: the name of the node in a graph.

    Returns:
      A pair (mean, variance).

    >>> import graphwright as tf
    >>> [float(m) for m in tf.nn.normalize_moments(2.0, 4.0, 10.0, None)]
    [2.0, 1.0]
    """
    divisor = _reciprocal(as_tensor(counts))
    shifted = _mul(mean_ss, divisor)
    mean = shifted if shift is None else _add(shifted, shift)
    return mean, _sub(_mul(variance_ss, divisor), _square(shifted))


@export("nn.batch_normalization", node="batchnorm/")
def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike | None,
    scale: TensorLike | None,
    variance_epsilon: TensorLike,
    name: str | None = None,
) -> Tensor:
    """(x - mean) / sqrt(variance + variance_epsilon) * scale + offset (tf.nn.batch_normalization).

    Args:
      x: a tensor of floats.
      mean: what is subtracted; it broadcasts against x, as do the others.
      variance: the square of what is divided by.
      offset: what is added, or None.
      scale: what is multiplied with, or None.
      variance_epsilon: a small number that keeps the division from zero.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.batch_normalization([1.0, 3.0], 2.0, 1.0, None, None, 0.0).numpy()
    array([-1.,  1.], dtype=float32)
    """
    x = as_tensor(x)
    inverse = _rsqrt(_add(as_tensor(variance, hint=x.dtype), variance_epsilon))
    if scale is not None:
        inverse = _mul(inverse, scale)
    minus_mean = _mul(_core.op("Neg")(as_tensor(mean, hint=x.dtype)), inverse)
    term = minus_mean if offset is None else _add(as_tensor(offset, hint=x.dtype), minus_mean)
    if inverse.dtype != x.dtype:
        inverse, term = _cast(inverse, DstT=x.dtype), _cast(term, DstT=x.dtype)
    if is_large(x) and _is_scale(inverse, term, x):
        return _scale_shift(x, inverse, term)
    return _add(_mul(x, inverse), term, name=name)


def _is_scale(scale: Tensor, shift: Tensor, x: Tensor) -> bool:
    """Tells whether there is one number for each row of x, or one row for all rows, as `_ScaleShift` takes them."""
    if scale.dtype not in (dtypes.float32, dtypes.float64) or x.dtype != scale.dtype or shift.dtype != scale.dtype:
        return False
    shape, whole = tuple(scale.shape), tuple(x.shape)
    if tuple(shift.shape) != shape or len(shape) > len(whole) or not whole:
        return False
    if shape and shape[-1] == whole[-1] and shape[-1] == scale._num_elements():
        return True
    rest = len(shape)
    while rest and shape[rest - 1] == 1:
        rest -= 1
    return len(shape) == len(whole) and shape[:rest] == whole[:rest]


@export("nn.batch_norm_with_global_normalization", v1="")
def batch_norm_with_global_normalization(
    input: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    beta: TensorLike,
    gamma: TensorLike,
    variance_epsilon: TensorLike,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """`tf.nn.batch_normalization` under its old name (tf.nn.batch_norm_with_global_normalization).

    Args:
      input: a tensor of floats of shape [batch, height, width, channels].
      mean: the mean of each channel.
      variance: the variance of each channel.
      beta: what is added to each channel.
      gamma: what each channel is multiplied with.
      variance_epsilon: a small number that keeps the division from zero.
      scale_after_normalization: whether `gamma` is used.
      name: the name of the node in a graph.

    Returns:
      A tensor of the input's shape and dtype.

    >>> import graphwright as tf
    >>> x = tf.ones([1, 1, 1, 1])
    >>> float(tf.nn.batch_norm_with_global_normalization(x, [0.0], [1.0], [2.0], [3.0], 0.0, True)[0, 0, 0, 0])
    5.0
    """
    scale = gamma if scale_after_normalization else None
    return batch_normalization(input, mean, variance, beta, scale, variance_epsilon, name)


@export("compat.v1.nn.fused_batch_norm")
def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Batch normalisation with the statistics of the batch or given ones (tf.compat.v1.nn.fused_batch_norm).

    Args:
      x: a tensor of floats with 4 or 5 axes.
      scale: what each channel is multiplied with, a vector.
      offset: what is added to each channel, a vector.
      mean: the running mean; needed unless training.
      variance: the running variance; needed unless training.
      epsilon: a small number that keeps the division from zero.
      data_format: 'NHWC', 'NCHW', 'NDHWC' or 'NCDHW'.
      is_training: whether the statistics are those of the batch.
      name: the name of the node in a graph.
      exponential_avg_factor: how much of the running statistics the batch's replace.

    Returns:
      (y, mean, variance): the result and the new running statistics.

    Raises:
      ValueError: running statistics are needed, and not there.

    >>> import graphwright as tf
    >>> y, mean, _ = tf.compat.v1.nn.fused_batch_norm(tf.ones([1, 2, 2, 1]), [1.0], [0.0])
    >>> float(mean[0])
    1.0
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise ValueError(
            "`mean` and `variance` must be vectors unless `is_training` is true and `exponential_avg_factor` is 1; "
            f"got {mean!r} and {variance!r}"
        )
    empty = _convert([], dtypes.float32)
    results = _fused_batch_norm(
        x,
        scale,
        offset,
        empty if mean is None else mean,
        empty if variance is None else variance,
        epsilon=epsilon,
        exponential_avg_factor=exponential_avg_factor,
        data_format=data_format,
        is_training=bool(is_training),
        name=name,
    )
    return results[0], results[1], results[2]


@export("nn.bias_add")
def bias_add(value: TensorLike, bias: TensorLike, data_format: str | None = None, name: str | None = None) -> Tensor:
    """value + bias along the axis of the channels (tf.nn.bias_add).

    Args:
      value: a tensor of numbers with at least two axes.
      bias: a vector of the same dtype, one number for each channel.
      data_format: 'N...C' (the default) for channels in the last axis, 'NC...' for the second.
      name: the name of the node in a graph.

    Returns:
      A tensor of value's shape and dtype.

    Raises:
      ValueError: `data_format` is none of these.
      tf.errors.InvalidArgumentError: there are not as many biases as channels.

    >>> import graphwright as tf
    >>> tf.nn.bias_add([[1, 2], [3, 4]], [10, 20]).numpy()
    array([[11, 22],
           [13, 24]], dtype=int32)
    """
    if data_format is None:
        return _bias_add(value, bias, name=name)
    if data_format.startswith("NC"):
        return _bias_add(value, bias, data_format="NCHW", name=name)
    if data_format.startswith("N") and data_format.endswith("C"):
        return _bias_add(value, bias, name=name)
    raise ValueError(f"`data_format` must be of the form `N...C` or `NC...`. Received: data_format={data_format}")


@export("nn.local_response_normalization", "nn.lrn")
def local_response_normalization(
    input: TensorLike,
    depth_radius: int = 5,
    bias: float = 1,
    alpha: float = 1,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """input / (bias + alpha * s)^beta, s the sum of squares of near channels (tf.nn.local_response_normalization).

    Args:
      input: a tensor of floats of shape [batch, height, width, channels].
      depth_radius: how far channels may be away to count in s.
      bias: a number that keeps the division from zero.
      alpha: the factor of s.
      beta: the exponent.
      name: the name of the node in a graph.

    Returns:
      A tensor of the input's shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.local_response_normalization(tf.zeros([1, 1, 1, 2])).shape
    TensorShape([1, 1, 1, 2])
    """
    numbers = {"bias": bias, "alpha": alpha, "beta": beta}  # None is the op's own default
    given = {key: number for key, number in numbers.items() if number is not None}
    return _lrn(input, depth_radius=depth_radius, **given, name=name)
