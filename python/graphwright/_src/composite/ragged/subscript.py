"""Subscripts of ragged tensors: integers, slices, new axes and the ellipsis."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.composite.ragged import axes
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged
from graphwright._src.composite.ragged.row_partition import of_splits, some_rows, static_value
from graphwright._src.ops.array import constant, ensure_shape
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.math_binary import maximum, minimum
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import cumsum
from graphwright._src.tensor.filling import ones, zeros, zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType


def getitem(value: RaggedTensor, key: object) -> Any:
    """Returns the part of a ragged tensor that `key` selects.

    Args:
      value: a ragged tensor.
      key: an int, a scalar integer tensor, a slice, tf.newaxis, an ellipsis, or a tuple or list of those.

    Raises:
      ValueError: a ragged axis other than the first one is indexed, the ellipsis comes twice, or there are too many keys.
      IndexError: there is no such row.
      TypeError: another kind of key.
    """
    keys: list[Any] = list(key) if isinstance(key, (list, tuple)) else [key]
    keys = [item.read_value() if isinstance(item, _core.ResourceVariable) else item for item in keys]
    return _rows(value, _without_ellipsis(keys, value.shape.rank))


def _without_ellipsis(keys: list, rank: int | None) -> list:
    found = [i for i, key in enumerate(keys) if key is Ellipsis]
    if not found:
        return keys
    keys = [key for i, key in enumerate(keys) if key is not Ellipsis or i == found[0]]
    if rank is None:
        raise ValueError("Ellipsis not supported for unknown shape RaggedTensors")
    used = sum(key is not None and key is not Ellipsis for key in keys)
    if used > rank:
        raise IndexError(f"Too many indices for RaggedTensor of rank {rank}")
    at = found[0]
    return keys[:at] + [slice(None)] * (rank - used) + keys[at + 1 :]


def _check(key: object) -> None:
    if isinstance(key, bool):
        raise ValueError("mask cannot be scalar.")
    if isinstance(key, (slice, int)) or key is None or hasattr(key, "__index__"):
        return
    if isinstance(key, _core.Tensor) and key.dtype.is_integer and key.shape.rank in (0, None):
        return
    if isinstance(key, _core.Tensor) and key.shape.rank == 0:
        raise TypeError(f"Unsupported index dtype: {key.dtype!r}")
    raise TypeError(f"Unsupported index type for a RaggedTensor: {key!r}")


def _is_all(key: object) -> bool:
    return isinstance(key, slice) and key.start is None and key.stop is None and key.step is None


def _rows(value: Tensor | RaggedTensor, keys: list) -> Any:
    """Returns the keys applied to the axes from the first one on."""
    if not keys:
        return value
    if not isinstance(value, RaggedTensor):
        return value[tuple(keys)]
    key, *rest = keys
    _check(key)
    if key is None:
        return axes.expand_dims(_rows(value, rest), 0)
    if isinstance(key, slice):
        return _inner(value if _is_all(key) else _slice_rows(value, key), rest)
    return _rows(_row(value, key), rest)


def _row(value: RaggedTensor, key: Any) -> Any:
    splits = value.row_splits
    if isinstance(splits, _core.EagerTensor) and not isinstance(key, _core.SymbolicTensor):
        index, count = int(key), splits.shape[0] - 1
        if index >= count:
            raise IndexError(f"Row key {key} out of bounds")
        if index < -count:
            raise errors.InvalidArgumentError(None, None, f"slice index {index} of dimension 0 out of bounds.")
        index += count if index < 0 else 0
        begin, end = splits[index], splits[index + 1]
    else:
        begin, end = value.row_starts()[key], value.row_limits()[key]
    row = value.values[begin:end]
    length = value._row_partition.static_uniform_row_length
    if length is not None and not isinstance(row, (_core.EagerTensor, RaggedTensor)):
        row = ensure_shape(row, [length, *([None] * (row.shape.rank - 1))]) if row.shape.rank else row
    return row


def _slice_rows(value: RaggedTensor, key: slice) -> RaggedTensor:
    starts, limits = value.row_starts()[key], value.row_limits()[key]
    step = key.step
    partition = value._row_partition
    if step is None or (isinstance(step, int) and step == 1):  # the rows lie side by side
        first = concat([starts, value.row_splits[-1:]], 0)[:1]
        # Without a row, all that counts is that begin and end agree.
        splits = concat([first, limits], 0)
        begin, end = splits[0], splits[-1]
        values = value.values[begin:end]
        splits = splits - begin
    else:
        values, lengths = take_ranges(value.values, starts, limits, partition.dtype)
        splits = concat([zeros([1], partition.dtype), cumsum(lengths)], 0)
    return ragged(values, some_rows(partition, splits))


def take_ranges(
    values: Tensor | RaggedTensor, starts: Tensor, limits: Tensor, dtype: DType, step: int = 1
) -> tuple[Any, Any]:
    """Returns the values from each start to before each limit, one after the other, and how many of each there are."""
    one = constant(step, dtype)
    splits, places = _core.op("RaggedRange")(starts, limits, one, Tsplits=dtype)
    return gather(values, places), splits[1:] - splits[:-1]


def _inner(value: Tensor | RaggedTensor, keys: list) -> Any:
    """Returns the keys applied to the axes from the second one on."""
    if not keys:
        return value
    if not isinstance(value, RaggedTensor):
        return value[(slice(None), *keys)]
    key, *rest = keys
    _check(key)
    if key is None:
        return axes.expand_dims(_inner(value, rest), 1)
    if not isinstance(key, slice):
        return _inner(_column(value, key), rest)
    if _is_all(key):
        return ragged(_inner(value.values, rest), value._row_partition) if rest else value
    sliced = _slice_in_rows(value, key)
    return ragged(_inner(sliced.values, rest), sliced._row_partition) if rest else sliced


def _column(value: RaggedTensor, key: Any) -> Any:
    length = value.uniform_row_length
    if length is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    dtype = value._row_partition.dtype
    known = static_value(length)
    if isinstance(key, int) and known is not None and not -known <= key < known:
        message = f"Index out of bounds when indexing into a ragged tensor: index {key} of axis 1 with length {known}"
        raise errors.InvalidArgumentError(None, None, message)
    key = cast(_core.convert_to_tensor(key), dtype)
    place = where(key < 0, key + length, key)
    return gather(value.values, value.row_starts() + place)


def _slice_in_rows(value: RaggedTensor, key: slice) -> RaggedTensor:
    dtype = value._row_partition.dtype
    lengths = value.row_lengths()
    step = 1 if key.step is None else static_value(key.step)
    if step is None:
        raise NotImplementedError("a slice of a ragged axis with a step that is not known while tracing")
    if step == 0:
        raise errors.InvalidArgumentError(None, None, "a slice's step must not be 0")
    zero, one = zeros([], dtype), ones([], dtype)

    def bound(given: Any, default: Any, low: Any, high: Any) -> Any:
        if given is None:
            return default
        given = cast(_core.convert_to_tensor(given), dtype)
        given = where(given < 0, given + lengths, given + zeros_like(lengths))
        return minimum(maximum(given, low), high)

    if step > 0:
        begin = bound(key.start, zeros_like(lengths), zero, lengths)
        end = bound(key.stop, lengths, zero, lengths)
    else:
        begin = bound(key.start, lengths - one, -one, lengths - one)
        end = bound(key.stop, zeros_like(lengths) - one, -one, lengths - one)
    starts = value.row_starts()
    values, lengths = take_ranges(value.values, starts + begin, starts + end, dtype, step)
    partition = value._row_partition
    known = partition.static_uniform_row_length
    splits = concat([zeros([1], dtype), cumsum(lengths)], 0)
    bounds = (static_value(key.start), static_value(key.stop))
    if known is not None and all(
        b is not None or g is None for b, g in zip(bounds, (key.start, key.stop), strict=True)
    ):
        from graphwright._src.composite.ragged.row_partition import partition_from_splits

        length = len(range(*slice(bounds[0], bounds[1], step).indices(known)))
        return ragged(values, partition_from_splits(splits, length, partition.nrows()))
    return ragged(values, of_splits(splits))
