"""Order and sets: tf.sort, tf.argsort, tf.math.top_k, tf.searchsorted, tf.unique."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.ops.array_layout import known_axis
from graphwright._src.ops.nn_activation import is_large
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike

Tensor = _core.Tensor

_top_k = _core.op("TopKV2")
_sort_rows = _core.op("_SortRows")
_reverse = _core.op("ReverseV2")
_transpose = _core.op("Transpose")
_unique = _core.op("Unique")
_unique_with_counts = _core.op("UniqueWithCounts")
_lower_bound = _core.op("LowerBound")
_upper_bound = _core.op("UpperBound")
_reshape = _core.op("Reshape")
_shape = _core.op("Shape")

TopKV2 = namedtuple("TopKV2", ["values", "indices"])
Unique = namedtuple("Unique", ["y", "idx"])
UniqueWithCounts = namedtuple("UniqueWithCounts", ["y", "idx", "count"])


@export("math.top_k", "nn.top_k")
def top_k(
    input: TensorLike,
    k: TensorLike = 1,
    sorted: bool = True,
    index_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> TopKV2:
    """Returns the k largest elements along the last axis, and their positions (tf.math.top_k).

    Args:
      input: a tensor of real numbers, of rank 1 at least.
      k: how many, an int or integer scalar.
      sorted: the largest come first; False leaves their order open.
      index_type: the dtype of the positions: tf.int16, tf.int32 or tf.int64.

    Returns:
      A named tuple of `values` and `indices`, both of shape input.shape[:-1] + [k]. Of equal elements the one with the
      lower position comes first; NaN counts as the largest.

    Raises:
      tf.errors.InvalidArgumentError: the last axis has less than k elements (ValueError while tracing).

    >>> import graphwright as tf
    >>> top = tf.math.top_k([3, 9, 1, 9], 2)
    >>> top.values.numpy(), top.indices.numpy()
    (array([9, 9], dtype=int32), array([1, 3], dtype=int32))
    """
    return TopKV2(*_top_k(input, k, sorted=sorted, index_type=index_type, name=name))


def _descending(direction: str) -> bool:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(
            f"Argument `direction` should be one of ASCENDING, DESCENDING. Received: direction={direction}"
        )
    return direction == "DESCENDING"


def _last_axis_first(values: Tensor, axis: AxisLike) -> tuple[Tensor, Any]:
    """`values` with `axis` last, and the permutation that brings it there and back (None where it is last already)."""
    rank = values._rank()
    place = known_axis(axis, rank)
    if rank is None:
        if place == -1:
            return values, None
        number = _core.op("Rank")(values)
        axes = _core.op("Range")(0, number, 1)
        last = number - 1
        place = _core.convert_to_tensor(place, dtypes.int32) if place >= 0 else number + place
        perm = _core.op("SelectV2")(axes == place, last, _core.op("SelectV2")(axes == last, place, axes))
        return _transpose(values, perm), perm
    if not 0 <= place < rank:
        raise errors.class_of_code(errors.INVALID_ARGUMENT | 100 << 8)(
            None, None, f"axis {place if place >= rank else place - rank} is out of range for a tensor of rank {rank}"
        )
    if place == rank - 1:
        return values, None
    perm = list(range(rank))
    perm[place], perm[-1] = perm[-1], perm[place]
    return _transpose(values, perm), perm


def _length(values: Tensor) -> Any:
    sizes = values._shape_tuple()
    if sizes is not None and sizes[-1] is not None:
        return sizes[-1]
    return _shape(values)[-1]


@export("sort", node="sort/")
def sort(values: TensorLike, axis: AxisLike = -1, direction: str = "ASCENDING", name: str | None = None) -> Tensor:
    """Returns the elements of a tensor sorted along an axis (tf.sort).

    Args:
      values: a tensor of real numbers; NaN counts as the largest.
      axis: the axis; the last without it.
      direction: "ASCENDING" or "DESCENDING".

    Raises:
      ValueError: another direction, or no such axis.

    >>> import graphwright as tf
    >>> tf.sort([3.0, 1.0, 2.0]).numpy()
    array([1., 2., 3.], dtype=float32)
    """
    descending = _descending(direction)
    rows, perm = _last_axis_first(as_tensor(values), axis)
    if is_large(rows) and (rows.dtype.is_floating or rows.dtype.is_integer):
        # Without the positions, which only gradients ask for.
        result = _sort_rows(rows, descending=descending)
        return result if perm is None else _transpose(result, perm)
    length = _length(rows)
    if descending:
        result = _top_k(rows, length, name=name)[0]
    else:
        # The descending order of the reversed rows, reversed: equal elements stay in their order, which gradients show.
        result = _reverse(_top_k(_reverse(rows, [-1]), length, name=name)[0], [-1])
    return result if perm is None else _transpose(result, perm)


@export("argsort", node="argsort/")
def argsort(
    values: TensorLike, axis: AxisLike = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Tensor:
    """Returns the positions that the elements of a sorted tensor had along an axis (tf.argsort).

    Args:
      values: a tensor of real numbers; NaN counts as the largest.
      axis: the axis; the last without it.
      direction: "ASCENDING" or "DESCENDING".
      stable: ignored: equal elements always stay in their order.

    Returns:
      An int32 tensor of the shape of `values`.

    Raises:
      ValueError: another direction, or no such axis.

    >>> import graphwright as tf
    >>> tf.argsort([3.0, 1.0, 2.0]).numpy()
    array([1, 2, 0], dtype=int32)
    """
    descending = _descending(direction)
    rows, perm = _last_axis_first(as_tensor(values), axis)
    length = _length(rows)
    if descending:
        result = _top_k(rows, length, name=name)[1]
    else:
        backwards = _top_k(_reverse(rows, [-1]), length, name=name)[1]
        last = _core.convert_to_tensor(length, dtypes.int32) - 1
        result = last - _reverse(backwards, [-1])
    return result if perm is None else _transpose(result, perm)


@export("searchsorted")
def searchsorted(
    sorted_sequence: TensorLike,
    values: TensorLike,
    side: str = "left",
    out_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Returns where values could be inserted into sorted rows (tf.searchsorted).

    Args:
      sorted_sequence: a tensor of numbers, ascending along its last axis.
      values: a tensor of the same dtype, whose shape differs in the last axis only.
      side: "left": before equal elements; "right": behind them.
      out_type: tf.int32 or tf.int64.

    Returns:
      A tensor of the shape of `values`.

    Raises:
      ValueError: another side.
      tf.errors.InvalidArgumentError: the leading axes differ.

    >>> import graphwright as tf
    >>> tf.searchsorted([1, 3, 3, 5], [0, 3, 6]).numpy()
    array([0, 1, 4], dtype=int32)
    """
    if side not in ("left", "right"):
        raise ValueError(f"Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'.")
    sequence = as_tensor(sorted_sequence)
    values = as_tensor(values, None, sequence.dtype)
    if 0 in (sequence._rank(), values._rank()):
        raise errors.InvalidArgumentError(
            None,
            None,
            "searchsorted: sorted_sequence and values need an axis, along which they are searched: got shapes "
            f"{sequence.shape} and {values.shape}",
        )
    rows = _reshape(sequence, [-1, _length(sequence)])
    wanted = _reshape(values, [-1, _length(values)])
    op = _upper_bound if side == "right" else _lower_bound
    sizes = values._shape_tuple()
    shape = list(sizes) if sizes is not None and None not in sizes else _shape(values)
    return _reshape(op(rows, wanted, out_type=out_type, name=name), shape)


@export("unique")
def unique(x: TensorLike, out_idx: DTypeLike = dtypes.int32, name: str | None = None) -> Unique:
    """Returns the distinct elements of a vector in the order in which they first occur (tf.unique).

    Args:
      x: a vector.
      out_idx: the dtype of the indices: tf.int32 or tf.int64.

    Returns:
      A named tuple of `y`, the distinct elements, and `idx`, with x[i] = y[idx[i]].

    Raises:
      tf.errors.InvalidArgumentError: `x` is no vector (ValueError while tracing).

    >>> import graphwright as tf
    >>> y, idx = tf.unique([7, 5, 7])
    >>> y.numpy(), idx.numpy()
    (array([7, 5], dtype=int32), array([0, 1, 0], dtype=int32))
    """
    return Unique(*_unique(x, out_idx=out_idx, name=name))


@export("unique_with_counts")
def unique_with_counts(x: TensorLike, out_idx: DTypeLike = dtypes.int32, name: str | None = None) -> UniqueWithCounts:
    """Returns the distinct elements of a vector, and how often each occurs (tf.unique_with_counts).

    Args:
      x: a vector.
      out_idx: the dtype of indices and counts: tf.int32 or tf.int64.

    Returns:
      A named tuple of `y`, the distinct elements, `idx`, with x[i] = y[idx[i]], and `count`.

    Raises:
      tf.errors.InvalidArgumentError: `x` is no vector (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.unique_with_counts([7, 5, 7]).count.numpy()
    array([2, 1], dtype=int32)
    """
    return UniqueWithCounts(*_unique_with_counts(x, out_idx=out_idx, name=name))
