"""Picking elements as NumPy does: take, where, nonzero, and square brackets with masks and arrays of indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.numpy_interface import unknown_rank
from graphwright._src.numpy_interface.logic import truth_of
from graphwright._src.numpy_interface.promotion import Tensor, as_array, axis_in, joined, rank_of, sizes_of
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import broadcast_to, constant, reshape, shape
from graphwright._src.ops.array_index import gather, gather_nd
from graphwright._src.ops.array_join import stack, unstack
from graphwright._src.ops.array_layout import transpose
from graphwright._src.ops.clip import clip_by_value
from graphwright._src.ops.math_binary import floormod
from graphwright._src.ops.math_convert import cast
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros
from graphwright._src.tensor.weak_tensor import strong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphwright._src.tensor.typing import AxisLike, TensorLike


@export("experimental.numpy.take")
def take(
    a: TensorLike, indices: TensorLike, axis: AxisLike | None = None, out: object = None, mode: str = "clip"
) -> Tensor:
    """Elements along an axis, or of the flat tensor, by index (numpy.take).

    Args:
      a: a tensor.
      indices: integers.
      axis: an axis of `a`.
      out: must be None.
      mode: 'clip' takes the nearest element for an index out of bounds, 'wrap' counts around.

    Raises:
      ValueError: `out` is given, or another mode.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.take([1, 2, 3], [0, 7]).numpy()
    array([1, 3])
    """
    if out is not None:
        raise ValueError("out argument is not supported in take.")
    if mode not in ("raise", "clip", "wrap"):
        raise ValueError(f"Invalid mode '{mode}' for take")
    if mode == "raise":
        raise ValueError("The 'raise' mode to take is not supported.")
    a, indices = as_array(a), as_array(indices)
    place: Any = 0 if axis is None else axis
    if axis is None:
        a = reshape(a, [-1])
    rank = a._rank()
    if rank is not None:
        place = axis_in(place, rank)
    count = cast(shape(a)[place] if rank is None else sizes_of(a)[place], indices.dtype)
    if mode == "clip":
        indices = clip_by_value(indices, zeros([], indices.dtype), count - 1)
    else:
        indices = floormod(indices, count)
    return gather(a, indices, axis=place)


@export("experimental.numpy.take_along_axis")
def take_along_axis(arr: TensorLike, indices: TensorLike, axis: int | Tensor | None) -> Tensor:
    """For each place of `indices` the element of the same place but for the one axis (numpy.take_along_axis).

    Args:
      arr: a tensor.
      indices: integers of the rank of `arr`, whose other axes are broadcast against its; negative ones count from
        the end.
      axis: the axis, or None to look into the flat tensor.
    """
    arr, indices = as_array(arr), as_array(indices)
    if axis is None:
        return take_along_axis(reshape(arr, [-1]), indices, 0)
    if None in (arr._rank(), indices._rank()):
        return unknown_rank.take_along_axis(arr, indices, axis)
    rank = rank_of(arr, "take_along_axis")
    axis = axis_in(axis, rank)
    few = rank_of(indices, "take_along_axis")
    if few < rank:
        indices = reshape(indices, [1] * (rank - few) + sizes_of(indices))
    indices = _from_front(indices, sizes_of(arr)[axis])
    sizes = list(zip(sizes_of(arr), sizes_of(indices), strict=True))
    ours: list[Any] = list(arr.shape)
    theirs: list[Any] = list(indices.shape)
    if all(isinstance(a, int) and isinstance(b, int) for a, b in sizes):
        full = np.broadcast_shapes(
            *([size for place, size in enumerate(known) if place != axis] for known in (ours, theirs))
        )
        full = list(full)
        arr = broadcast_to(arr, full[:axis] + [ours[axis]] + full[axis:])
        indices = broadcast_to(indices, full[:axis] + [theirs[axis]] + full[axis:])
    order = [place for place in range(rank) if place != axis] + [axis]
    back = [order.index(place) for place in range(rank)]
    picked = gather(transpose(arr, order), transpose(indices, order), batch_dims=rank - 1)
    return transpose(picked, back)


@export("experimental.numpy.select")
def select(condlist: Sequence[Any], choicelist: Sequence[Any], default: TensorLike = 0) -> Tensor:
    """Returns the elements of the first choice whose condition is true, else `default` (numpy.select).

    Raises:
      ValueError: the lists differ in length, or are empty.
    """
    if len(condlist) != len(choicelist):
        raise ValueError(f"condlist must have length equal to choicelist ({len(condlist)} vs {len(choicelist)})")
    if not len(condlist):
        raise ValueError("condlist must be non-empty")
    *choices, result = joined(*choicelist, default)
    for condition, choice in zip(reversed(list(condlist)), reversed(choices), strict=True):
        result = math_convert.where(truth_of(condition), choice, result)
    return result


@export("experimental.numpy.where")
def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None) -> Any:
    """`x` where the condition is true, else `y`; without both the indices where it is, a list (numpy.where).

    Raises:
      ValueError: only one of `x` and `y` is given.
    """
    condition = truth_of(condition)
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("Both x and y must be ndarrays, or both must be None.")
    x, y = joined(x, y)
    return math_convert.where(condition, x, y)


@export("experimental.numpy.nonzero")
def nonzero(a: TensorLike) -> list[Tensor]:
    """Returns the indices of the elements that are not zero, a vector for each axis (numpy.nonzero)."""
    a = as_array(a)
    if rank_of(a, "nonzero") == 0:
        a = reshape(a, [1])
    return unstack(math_convert.where(truth_of(a)), num=a._rank(), axis=1)


@export("experimental.numpy.compress")
def compress(condition: TensorLike, a: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Returns the slices along an axis for which a vector of conditions is true; it may be shorter (numpy.compress).

    Raises:
      ValueError: the condition is no vector, or too long.
    """
    condition, a = truth_of(condition), as_array(a)
    if rank_of(condition, "compress") != 1:
        raise ValueError("condition must be a 1-d array.")
    place: Any = 0 if axis is None else axis
    if axis is None:
        a = reshape(a, [-1])
    place = axis_in(place, rank_of(a, "compress"))
    return gather(a, reshape(math_convert.where(condition), [-1]), axis=place)


# ---- square brackets ----


def _from_front(indices: Tensor, size: int | Tensor) -> Tensor:
    """Indices counted from the front."""
    if indices.dtype.is_unsigned:
        indices = cast(indices, dtypes.int64)
    return math_convert.where(indices < 0, indices + cast(size, indices.dtype), indices)


def _array_index(item: object) -> Tensor | None:
    """Returns the array of indices or truth values that `item` is; None for ints, slices and the like."""
    if item is None or item is Ellipsis or isinstance(item, slice):
        return None
    if isinstance(item, (bool, np.bool_)):
        return constant(bool(item))
    if isinstance(item, (int, np.integer)):
        return None
    if isinstance(item, _core.ResourceVariable):
        item = convert_to_tensor(item)
    if not isinstance(item, (Tensor, np.ndarray, list, tuple, range)):
        return None
    array = as_array(item)
    if isinstance(item, (list, tuple)) and not item:
        array = cast(array, dtypes.int64)
    if array.dtype == dtypes.bool:
        rank_of(array, "a mask in square brackets")
        return array
    if not array.dtype.is_integer:
        raise IndexError(f"arrays used as indices must be of integer (or boolean) type, got {array.dtype!r}")
    return None if array._rank() == 0 else array


def _items(key: object, rank: int | None) -> list[Any]:
    """Returns the key, an item for each axis: None and scalar masks take none, masks several, the ellipsis the rest.

    Where the rank is not known, the ellipsis stays, and axes at the end may have no item.
    """
    items = list(key) if isinstance(key, tuple) else [key]
    taken = 0
    for item in items:
        array = _array_index(item)
        taken += (
            0
            if item is None or item is Ellipsis
            else len(array.shape)
            if array is not None and (array.dtype == dtypes.bool)
            else 1
        )
    if rank is not None and taken > rank:
        raise IndexError(f"too many indices: the tensor has {rank} axes, but {taken} were indexed")
    places = [place for place, item in enumerate(items) if item is Ellipsis]
    if len(places) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if rank is None:
        return items
    rest = [slice(None)] * (rank - taken)
    if not places:
        return items + rest
    return items[: places[0]] + rest + items[places[0] + 1 :]


def _axis_at(basic: list[Any], place: int) -> int:
    """Returns the axis that the slice at a place leaves; behind an ellipsis it is counted from the end."""
    leaves = [item is None or isinstance(item, slice) for item in basic]
    behind = any(item is Ellipsis for item in basic[:place])
    return -sum(leaves[place:]) if behind else sum(leaves[:place])


def _basic(item: object) -> Any:
    """Ints of all dtypes as int64, which slices take."""
    if isinstance(item, tuple):
        return tuple(_basic(inner) for inner in item)
    if isinstance(item, slice):
        return slice(_basic(item.start), _basic(item.stop), _basic(item.step))
    if isinstance(item, Tensor) and item.dtype.is_integer and item.dtype not in (dtypes.int32, dtypes.int64):
        return cast(item, dtypes.int64)
    return item


def getitem(tensor: Tensor, key: object) -> Tensor:
    """tensor[key] as NumPy has it: with ints, slices, `...`, None, masks and arrays of indices in any mixture.

    Raises:
      IndexError: there are more indices than axes, or an array of indices is not of integers.
      tf.errors.InvalidArgumentError: an index is out of bounds.
    """
    from graphwright._src.tensor import subscript

    key = strong(key)
    if isinstance(key, list) and any(isinstance(item, (list, tuple, slice, type(None), type(...))) for item in key):
        key = tuple(key)
    parts = key if isinstance(key, tuple) else (key,)
    if any(isinstance(item, (str, bytes, float)) for item in parts):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are "
            f"valid indices, got {key!r}"
        )
    found = [_array_index(item) for item in parts]
    if all(array is None for array in found):
        return subscript.getitem(tensor, _basic(key))
    # From here on lists are the tensors that were made of them.
    key = tuple(item if array is None else array for item, array in zip(parts, found, strict=True))
    basic: list[Any] = []
    places: list[tuple[int, Tensor]] = []  # of the arrays of indices, among the basic items
    for item in _items(key, tensor._rank()):
        array = _array_index(item)
        if array is None:
            basic.append(item)
            continue
        if array.dtype == dtypes.bool and array._rank() == 0:
            vectors = [reshape(math_convert.where(reshape(array, [1])), [-1])]
            taken: list[Any] = [None]
        else:
            vectors = nonzero(array) if array.dtype == dtypes.bool else [array]
            taken = [slice(None)] * len(vectors)
        places += enumerate(vectors, len(basic))
        basic += taken
    arrays = [(_axis_at(basic, place), array) for place, array in places]
    if any(item is None or item != slice(None) for item in basic):
        tensor = subscript.getitem(tensor, tuple(basic))
    return _pick(tensor, arrays)


def _pick(tensor: Tensor, arrays: list[tuple[int, Tensor]]) -> Tensor:
    """Elements by arrays of indices along some axes; the new axes come where these were if side by side, else first."""
    axes = [axis for axis, _ in arrays]
    sizes: Any = shape(tensor) if tensor._rank() is None else sizes_of(tensor)
    wide = [cast(_from_front(array, sizes[axis]), dtypes.int64) for axis, array in arrays]
    if len(wide) == 1:
        return gather(tensor, wide[0], axis=axes[0])
    from graphwright._src.numpy_interface.shape import broadcast_arrays

    wide = broadcast_arrays(*wide)
    rank, new = tensor._rank(), wide[0]._rank()
    if rank is None:
        return unknown_rank.pick(tensor, axes, stack(wide, -1))
    others = [axis for axis in range(rank) if axis not in axes]
    result = gather_nd(transpose(tensor, axes + others), stack(wide, -1))
    first = axes[0]
    if axes[-1] - first + 1 != len(axes) or not first:
        return result
    if new is None:
        return unknown_rank.with_new_axes_at(result, first, rank - len(axes))
    # [new axes, axes before, axes after] -> [axes before, new axes, axes after]
    order = [*range(new, new + first), *range(new), *range(new + first, new + len(others))]
    return transpose(result, order)
