"""Reductions of ragged tensors over axes, and sums of rows by segment."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.composite.ragged import axes
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, longest_row, ragged, tensor_or_ragged
from graphwright._src.composite.ragged.row_partition import partition_from_splits
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops.array import constant, expand_dims, stop_gradient
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.math import exp, is_finite, log, sqrt, square
from graphwright._src.ops.math_binary import add, divide, greater, maximum, squared_difference, subtract
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import cumsum, reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_sum
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones_like, zeros, zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import AxisLike, TensorLike


def segment(op: str | Callable, data: Tensor | RaggedTensor, segment_ids: TensorLike, num_segments: TensorLike) -> Any:
    """Rows of `data` combined by their segment: an unsorted segment op, or a function like one, for ragged tensors, too."""
    if isinstance(segment_ids, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            raise ValueError("when segment_ids is ragged, data must be ragged, too")
        if isinstance(data.values, RaggedTensor) and not isinstance(segment_ids.values, RaggedTensor):
            inner = data.values
        else:
            inner = data.values
        from graphwright._src.composite.ragged.construction import same_splits

        test = same_splits(data.row_splits, segment_ids.row_splits)
        from graphwright._src.composite.ragged import row_partition

        ids = segment_ids.values
        if not isinstance(ids, RaggedTensor):
            ids = row_partition.checked(ids, [test])
        return segment(op, inner, ids, num_segments)
    if not isinstance(data, RaggedTensor):
        return (_core.op(op) if isinstance(op, str) else op)(data, segment_ids, num_segments)
    dtype = data._row_partition.dtype
    ids = cast(_core.convert_to_tensor(segment_ids), dtype)
    count = cast(num_segments, dtype)
    lengths = maximum(_core.op("UnsortedSegmentMax")(data.row_lengths(), ids, count), zeros([], dtype))
    splits = concat([zeros([1], dtype), cumsum(lengths)], 0)
    row_start = gather(splits[:-1], ids)
    target = gather(row_start, data.value_rowids()) + data._row_partition.offsets_in_rows()
    return ragged(segment(op, data.values, target, splits[-1]), partition_from_splits(splits))


def segment_mean(data: Tensor | RaggedTensor, segment_ids: TensorLike, num_segments: TensorLike) -> Any:
    """Returns the mean of rows by segment."""
    total = segment("UnsortedSegmentSum", data, segment_ids, num_segments)
    ones = ones_like(data)
    return divide(total, segment("UnsortedSegmentSum", ones, segment_ids, num_segments))


def segment_sqrt_n(data: Tensor | RaggedTensor, segment_ids: TensorLike, num_segments: TensorLike) -> Any:
    """Returns the sum of rows by segment over the root of their number."""
    total = segment("UnsortedSegmentSum", data, segment_ids, num_segments)
    ones = ones_like(data)
    count = segment("UnsortedSegmentSum", ones, segment_ids, num_segments)
    return divide(total, sqrt(count))


def reduce(function: Callable, op: str | Callable, value: RaggedTensor, axis: AxisLike | None, keepdims: bool) -> Any:
    """Returns a reduction over one axis, several or all.

    Args:
      function: the reduction of tensors.
      op: the segment op that does the same, or a function like one.
      value: a ragged tensor.
      axis: an int, a list of ints, or None.
      keepdims: whether reduced axes stay with length 1.
    """
    if axis is None:
        result = function(value.flat_values, None)
        if keepdims:
            # Axes of rows of one length come twice, as in TensorFlow.
            for _ in range(len(value.shape) + len(value.flat_values.shape) - 1):
                result = expand_dims(result, 0)
        return result
    plain = _plain_axis(axis)
    if isinstance(plain, list):
        if not plain:
            return value
        if len(plain) > 1:
            rank = value.shape.rank
            if rank is None and any(a < 0 for a in plain):
                raise ValueError("axis may only be negative if the rank is statically known")
            ordered = sorted(axes.positive_axis(a, rank, "axis", "rank(input_tensor)") for a in plain)
            inner = _reduce_any(function, op, value, ordered[-1], keepdims)
            return _reduce_any(function, op, inner, ordered[:-1], keepdims)
        plain = plain[0]
    place = axes.positive_axis(plain, value.shape.rank, "axis", "rank(input_tensor)")
    result = _reduce_axis(function, op, value, place)
    return axes.expand_dims(result, place) if keepdims else result


def _plain_axis(axis: AxisLike | None) -> Any:
    if isinstance(axis, (list, tuple)):
        return [int(a) for a in axis]
    if isinstance(axis, int):
        return axis
    known = get_static_value(axis) if isinstance(axis, _core.Tensor) else None
    if known is None and isinstance(axis, _core.Tensor):
        raise ValueError("axis must be known at graph construction time.")
    if known is None:
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    return known.tolist()


def _reduce_any(function: Callable, op: str | Callable, value: Tensor | RaggedTensor, axis: Any, keepdims: bool) -> Any:
    if isinstance(value, RaggedTensor):
        return reduce(function, op, value, axis, keepdims)
    return function(value, axis, keepdims)


def _reduce_axis(function: Callable, op: str | Callable, value: RaggedTensor, axis: int) -> Any:
    partition = value._row_partition
    if axis == 0:
        return segment(op, value.values, partition.offsets_in_rows(), longest_row(value))
    if axis == 1:
        nrows = partition.static_nrows
        count = partition.nrows() if nrows is None else constant(nrows, partition.dtype)
        return segment(op, value.values, partition.value_rowids(), count)
    if isinstance(value.values, RaggedTensor):
        return ragged(_reduce_axis(function, op, value.values, axis - 1), partition)
    return ragged(function(value.values, axis - 1), partition)


def mean(value: RaggedTensor, axis: AxisLike | None, keepdims: bool) -> Any:
    """tf.reduce_mean."""
    total = reduce_sum(value, axis, keepdims)
    ones = value.with_flat_values(ones_like(value.flat_values))
    return divide(total, reduce_sum(ones, axis, keepdims))


def variance(value: RaggedTensor, axis: AxisLike | None, keepdims: bool) -> Any:
    """tf.math.reduce_variance: the mean of squares less the square of the mean."""
    value = cast(value, dtypes.float64) if value.dtype.is_integer else value
    squares = mean(square(value), axis, keepdims)
    return subtract(squares, square(mean(value, axis, keepdims)))


def logsumexp(value: RaggedTensor, axis: AxisLike | None, keepdims: bool) -> Any:
    """tf.reduce_logsumexp: with the largest element taken out, so that no exponential is infinite."""
    if axis is None:
        return reduce(reduce_logsumexp, "", value, None, keepdims)
    most = stop_gradient(reduce_max(value, axis, keepdims=True))
    most = where(is_finite(most), most, zeros_like(most))
    total = log(reduce_sum(exp(subtract(value, most)), axis, keepdims=keepdims))
    return add(total, most if keepdims else reduce_sum(most, axis))


def moments(value: RaggedTensor, axis: AxisLike | None, keepdims: bool) -> tuple[Any, Any]:
    """tf.nn.moments: the mean, and the mean of squared differences from it."""
    each = mean(value, axis, True)
    squares = squared_difference(value, stop_gradient(each))
    return each if keepdims else mean(value, axis, False), reduce_mean(squares, axis, keepdims)


def boolean(function: Callable, op: str, value: RaggedTensor, axis: AxisLike | None, keepdims: bool) -> Any:
    """tf.reduce_any and tf.reduce_all: the largest or smallest of 0 and 1."""
    if axis is None:
        return reduce(function, op, value.with_flat_values(cast(value.flat_values, dtypes.bool)), None, keepdims)
    numbers = value.with_flat_values(cast(value.flat_values, dtypes.int32))
    reducer = reduce_max if op == "UnsortedSegmentMax" else reduce_min
    result = reduce(reducer, op, numbers, axis, keepdims)
    return greater(tensor_or_ragged(result), 0)
