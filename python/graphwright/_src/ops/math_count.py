"""Counting: tf.math.bincount, tf.math.confusion_matrix, tf.histogram_fixed_width, tf.math.zero_fraction."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.errors import InvalidArgumentError
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops.array import of_one_rank
from graphwright._src.ops.array_join import stack
from graphwright._src.ops.math import tensor
from graphwright._src.ops.math_reduce import zero_of
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_cast: Callable[..., Tensor] = _core.op("Cast")
_max = _core.op("Max")
_size = _core.op("Size")
_shape = _core.op("Shape")
_reshape: Callable[..., Tensor] = _core.op("Reshape")
_maximum = _core.op("Maximum")
_minimum = _core.op("Minimum")
_add = _core.op("AddV2")
_sub = _core.op("Sub")
_mul = _core.op("Mul")
_greater = _core.op("Greater")
_dense_bincount = _core.op("DenseBincount")
_histogram = _core.op("HistogramFixedWidth")
_range = _core.op("Range")
_rank = _core.op("Rank")
_pack = _core.op("Pack")
_scatter_nd = _core.op("ScatterNd")
_real_div = _core.op("RealDiv")
_floor = _core.op("Floor")
_not_equal = _core.op("NotEqual")
_sum = _core.op("Sum")
_assert = _core.op("Assert")
_all = _core.op("All")
_less = _core.op("Less")
_greater_equal = _core.op("GreaterEqual")


def _largest(x: Tensor) -> Tensor:
    return _max(_reshape(x, [-1]), [0])


@export("math.bincount", node="bincount/", v1="")
def bincount(
    arr: TensorLike,
    weights: TensorLike | None = None,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
    axis: int | None = None,
    binary_output: bool = False,
) -> Tensor:
    """Returns how often each integer occurs, or the sum of the weights it occurs with (tf.math.bincount).

    Args:
      arr: a tensor of integers that are not negative.
      weights: a tensor of arr's shape, whose dtype the result has; None to count.
      minlength: the least number of bins.
      maxlength: the largest number of bins; integers from there on are left out.
      dtype: the dtype of the result where there are no weights.
      name: the name of the node in a graph.
      axis: None or 0 to count the whole tensor, -1 to count each row of a matrix by itself.
      binary_output: whether to give 1 for what occurs and 0 for the rest.

    Returns:
      A vector with bin i for the integer i, up to the largest; a matrix for axis -1.

    Raises:
      ValueError: the axis is none of these.
      tf.errors.InvalidArgumentError: a number is negative, or `weights` is of another shape.

    >>> import graphwright as tf
    >>> tf.math.bincount([1, 1, 3]).numpy()
    array([0, 2, 0, 1], dtype=int32)
    >>> tf.math.bincount([[1, 1], [0, 2]], axis=-1).numpy()
    array([[0, 2, 0],
           [1, 0, 1]], dtype=int32)
    """
    if axis not in (None, 0, -1):
        raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
    arr = tensor(arr, dtypes.int32)
    if arr.dtype not in (dtypes.int32, dtypes.int64):
        arr = _cast(arr, DstT=dtypes.int64 if arr.dtype in (dtypes.uint32, dtypes.uint64) else dtypes.int32)
    if weights is None:
        weights = _convert([], dtypes.as_dtype(dtype or dtypes.int32))
    else:
        if binary_output:
            raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
        weights = tensor(weights)
    if axis != -1:
        arr = _reshape(arr, [-1])
        if weights.shape.num_elements() != 0:
            weights = _reshape(weights, [-1])
    kind = arr.dtype
    zero, one = _convert(0, kind), _convert(1, kind)
    any_element = _cast(_greater(_size(arr), 0), DstT=kind)
    # One more than the largest, and 0 where there is no element (whose maximum would be the dtype's least number).
    bins = _mul(any_element, _add(_maximum(_largest(arr), _sub(zero, one)), one))
    if minlength is not None:
        bins = _maximum(bins, _cast(tensor(minlength), DstT=kind))
    if maxlength is not None:
        bins = _minimum(bins, _cast(tensor(maxlength), DstT=kind))
    return _dense_bincount(arr, bins, weights, binary_output=binary_output, name=name)


def _checked(value: Tensor, holds: Tensor, message: str) -> Tensor:
    """`value`; InvalidArgumentError unless all of `holds` is true: in a graph, when it is needed."""
    everywhere = _all(holds, _range(0, _rank(holds), 1))
    if _core.executing_eagerly():
        if not bool(everywhere):
            raise InvalidArgumentError(None, None, f"{message}: {value.numpy()}")
        return value
    with control_dependencies([_assert(everywhere, [_convert(message), value])]):
        return _core.op("Identity")(value)


@export("math.confusion_matrix", node="confusion_matrix/", v1="")
def confusion_matrix(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: TensorLike | None = None,
    weights: TensorLike | None = None,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Returns how often each class was taken for each class (tf.math.confusion_matrix).

    Args:
      labels: a vector of true classes, integers that are not negative.
      predictions: a vector of predicted classes, of the same length.
      num_classes: how many classes there are; None for one more than the largest among both.
      weights: a vector of what each pair counts for; None for 1.
      dtype: the dtype of the result.
      name: the name of the node in a graph.

    Returns:
      A matrix: entry [i, j] counts how often label i was predicted as j.

    Raises:
      tf.errors.InvalidArgumentError: a class is negative or not below `num_classes`.

    >>> import graphwright as tf
    >>> tf.math.confusion_matrix([0, 1, 1], [0, 0, 1]).numpy()
    array([[1, 0],
           [1, 1]], dtype=int32)
    """
    dtype = dtypes.as_dtype(dtype or dtypes.int64)
    labels, predictions = of_one_rank(tensor(labels), tensor(predictions))
    labels, predictions = _cast(labels, DstT=dtypes.int64), _cast(predictions, DstT=dtypes.int64)
    zero, negative = _convert(0, dtypes.int64), "confusion_matrix: `{}` contains negative values"
    labels = _checked(labels, _greater_equal(labels, zero), negative.format("labels"))
    predictions = _checked(predictions, _greater_equal(predictions, zero), negative.format("predictions"))
    if num_classes is None:
        count = _add(_maximum(_largest(labels), _largest(predictions)), _convert(1, dtypes.int64))
    else:
        count = _cast(tensor(num_classes), DstT=dtypes.int64)
        beyond = "confusion_matrix: `{}` holds numbers from `num_classes` on"
        labels = _checked(labels, _less(labels, count), beyond.format("labels"))
        predictions = _checked(predictions, _less(predictions, count), beyond.format("predictions"))
    if weights is None:
        values = _core.op("Fill")(_shape(labels), _convert(1, dtype))
    else:
        values = _cast(tensor(weights), DstT=dtype)
        predictions.shape.assert_is_compatible_with(values.shape)
    indices = stack([labels, predictions], axis=1)
    return _scatter_nd(indices, values, _pack([count, count]), name=name)


@export("histogram_fixed_width", node="histogram_fixed_width")
def histogram_fixed_width(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Returns how many values fall into each of equal parts of a range (tf.histogram_fixed_width).

    Args:
      values: a tensor of int32, int64, float32 or float64.
      value_range: two numbers of values' dtype; what lies outside counts in the first or last part.
      nbins: how many parts.
      dtype: the dtype of the result: tf.int32 or tf.int64.
      name: the name of the node in a graph.

    Returns:
      A vector of `nbins` counts.

    Raises:
      tf.errors.InvalidArgumentError: the range is empty, or `nbins` is not positive.

    >>> import graphwright as tf
    >>> tf.histogram_fixed_width([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], [0.0, 5.0], nbins=5).numpy()
    array([2, 1, 1, 0, 2], dtype=int32)
    """
    return _histogram(values, value_range, nbins, dtype=dtype, name=name)


@export("histogram_fixed_width_bins")
def histogram_fixed_width_bins(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Returns the number of the part of a range, cut in equal ones, that holds each value (tf.histogram_fixed_width_bins).

    Args:
      values: a tensor of numbers.
      value_range: two numbers; what lies outside belongs to the first or last part.
      nbins: how many parts.
      dtype: has no effect.
      name: the name of the node in a graph.

    Returns:
      An int32 tensor of values' shape.

    Raises:
      tf.errors.InvalidArgumentError: `nbins` is not positive.

    >>> import graphwright as tf
    >>> tf.histogram_fixed_width_bins([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], [0.0, 5.0], nbins=5).numpy()
    array([0, 0, 1, 2, 4, 4], dtype=int32)
    """
    values = tensor(values)
    nbins = _convert(nbins, dtypes.int32)
    nbins = _checked(nbins, _greater(nbins, 0), "histogram_fixed_width_bins: `nbins` must be greater than 0, got")
    bounds = tensor(value_range, values.dtype)
    real = values.dtype if values.dtype.is_floating else dtypes.float64
    values, bounds = (t if t.dtype == real else _cast(t, DstT=real) for t in (values, bounds))
    low, high = bounds[0], bounds[1]
    count = _cast(nbins, DstT=real)
    place = _floor(_mul(count, _real_div(_sub(values, low), _sub(high, low))))
    within = _minimum(_maximum(place, _convert(0, real)), _sub(count, _convert(1, real)))
    return _cast(within, DstT=dtypes.int32, name=name)


@export("math.zero_fraction", "nn.zero_fraction", node="zero_fraction/")
def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """Returns the fraction of the elements that are 0 (tf.math.zero_fraction).

    Args:
      value: a tensor of numbers.
      name: the name of the node in a graph.

    Returns:
      A float32 scalar; NaN where there are no elements.

    >>> import graphwright as tf
    >>> tf.math.zero_fraction([0, 1, 2, 0])
    <tf.Tensor: shape=(), dtype=float32, numpy=0.5>
    """
    value = tensor(value)
    flat = _reshape(value, [-1])
    nonzero = _sum(_cast(_not_equal(flat, zero_of(value.dtype)), DstT=dtypes.int64), [0])
    size = _cast(_size(flat, out_type=dtypes.int64), DstT=dtypes.float32)
    return _real_div(_sub(size, _cast(nonzero, DstT=dtypes.float32)), size, name=name)
