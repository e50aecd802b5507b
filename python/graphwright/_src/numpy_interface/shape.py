"""Arrangement of axes and elements: np.reshape, np.stack, np.split, np.roll … over tensors (tf.experimental.numpy)."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.numpy_interface import unknown_rank
from graphwright._src.numpy_interface.promotion import (
    Tensor,
    as_array,
    axis_in,
    by_lattice,
    joined,
    known_or_tensor,
    rank_of,
    shape_of,
    sizes_of,
    static,
)
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_join, array_layout, math_convert
from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_static_shape, constant
from graphwright._src.ops.array_index import boolean_mask, scatter_nd, tensor_scatter_nd_update
from graphwright._src.ops.array_join import concat, unstack
from graphwright._src.ops.array_layout import reverse
from graphwright._src.ops.math_binary import equal, floormod, maximum, minimum, not_equal
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_all
from graphwright._src.tensor import dtypes, filling
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphwright._src.tensor.typing import AxisLike, ShapeLike, TensorLike


@export("experimental.numpy.shape")
def shape(a: TensorLike) -> TensorShape:
    """Returns the shape (numpy.shape)."""
    return as_array(a).shape


@export("experimental.numpy.ndim")
def ndim(a: TensorLike) -> Any:
    """Returns the number of axes (numpy.ndim)."""
    return as_array(a)._rank()


@export("experimental.numpy.size")
def size(x: TensorLike, axis: AxisLike | None = None) -> Any:
    """Returns the number of elements: an int, a tensor where it is unknown while tracing (numpy.size).

    Raises:
      NotImplementedError: an axis is given.
    """
    if axis is not None:
        raise NotImplementedError("axis argument is not supported in the current `np.size` implementation")
    if isinstance(x, (int, float, complex, np.generic)):
        return 1
    x = as_array(x)
    if x.shape.is_fully_defined():
        return np.int64(x._num_elements() or 0)
    return array_module.size(x)


def _extents(shape: Any) -> Any:
    """Returns a shape argument as a list, or as the tensor that it is; one number is that of a vector."""
    if isinstance(shape, np.ndarray):
        return shape.reshape(-1).astype(np.int64).tolist()
    return [int(shape)] if not isinstance(shape, Tensor) and hasattr(shape, "__index__") else shape


@export("experimental.numpy.reshape", weak_type="unary")
def reshape(a: TensorLike, newshape: ShapeLike, order: str = "C") -> Tensor:
    """Returns the elements in another shape (numpy.reshape); order 'F' reads and writes with the first axis changing fastest.

    Raises:
      ValueError: another order than C and F.
      tf.errors.InvalidArgumentError: the elements do not fill the shape.
    """
    a = as_array(a)
    if order not in ("C", "F"):
        raise ValueError(f"Unsupported order argument {order}")
    extents = _extents(newshape)
    if order == "C":
        return array_module.reshape(a, extents)
    return array_layout.transpose(
        array_module.reshape(array_layout.transpose(a), reverse(convert_to_tensor(extents), [0]))
    )


@export("experimental.numpy.ravel", weak_type="unary")
def ravel(a: TensorLike) -> Tensor:
    """Returns all elements as a vector (numpy.ravel)."""
    return array_module.reshape(as_array(a), [-1])


@export("experimental.numpy.flatten", weak_type="unary")
def flatten(a: TensorLike, order: str = "C") -> Tensor:
    """Returns all elements as a vector (numpy.ndarray.flatten), column by column with order 'F'.

    Raises:
      ValueError: another order than C, A, K and F.
    """
    a = as_array(a)
    if order in ("C", "A", "K"):
        return array_module.reshape(a, [-1])
    if order == "F":
        return array_module.reshape(array_layout.transpose(a), [-1])
    raise ValueError(f"order can only be C, A, K (all row major) or F (column major). Received: order={order}")


@export("experimental.numpy.expand_dims", weak_type="unary")
def expand_dims(a: TensorLike, axis: AxisLike) -> Tensor:
    """Returns the tensor with a new axis of extent 1 (numpy.expand_dims)."""
    return array_module.expand_dims(as_array(a), axis)


@export("experimental.numpy.squeeze", weak_type="unary")
def squeeze(a: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Without axes of extent 1 (numpy.squeeze)."""
    return array_module.squeeze(as_array(a), axis)


@export("experimental.numpy.transpose", weak_type="unary")
def transpose(a: TensorLike, axes: AxisLike | None = None) -> Tensor:
    """Returns the axes in another order, reversed without `axes` (numpy.transpose)."""
    return array_layout.transpose(as_array(a), None if axes is None else axes)


@export("experimental.numpy.swapaxes", weak_type="unary")
def swapaxes(a: TensorLike, axis1: int, axis2: int) -> Tensor:
    """Returns two axes in each other's place (numpy.swapaxes).

    Raises:
      IndexError: there is no such axis.
    """
    a = as_array(a)
    axes = [known_or_tensor(axis) for axis in (axis1, axis2)]
    rank = a._rank()
    if rank is None or isinstance(axes[0], Tensor) or isinstance(axes[1], Tensor):
        count = array_module.rank(a)
        places = [unknown_rank.axis_of(axis, count) for axis in axes]
        order = tensor_scatter_nd_update(
            math_convert.range(count), array_join.stack(places)[:, None], array_join.stack(places[::-1])
        )
        return array_layout.transpose(a, order)
    axis1, axis2 = axes
    order = list(range(rank))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return array_layout.transpose(a, order)


def _moved_order(rank: Tensor, source: list[int], destination: list[int]) -> Tensor:
    """Returns the order of axes of `moveaxis` for a rank that is known when it runs."""
    sources, places = (floormod(constant(axes, dtypes.int32), rank) for axes in (source, destination))
    every = math_convert.range(rank)

    def others(axes: Tensor) -> Tensor:
        return boolean_mask(every, reduce_all(not_equal(every[:, None], axes[None, :]), axis=1))

    order = concat([places, others(places)], 0)
    return scatter_nd(order[:, None], concat([sources, others(sources)], 0), rank[None])


@export("experimental.numpy.moveaxis", weak_type="unary")
def moveaxis(a: TensorLike, source: AxisLike, destination: AxisLike) -> Tensor:
    """Axes moved to other places, the rest in order (numpy.moveaxis).

    Raises:
      ValueError: `source` and `destination` differ in length, or name an axis that is not there, or one twice.
    """
    a = as_array(a)
    both: Any = source, destination
    places: list[list[Any]] = [np.reshape(static(x), -1).tolist() for x in both]
    old, new = places
    if len(old) != len(new):
        raise ValueError("The lengths of source and destination must equal")
    rank = a._rank()
    if rank is None:
        return array_layout.transpose(a, _moved_order(array_module.rank(a), old, new))
    old, new = ([axis_in(axis, rank) for axis in axes] for axes in (old, new))
    if len(set(old)) != len(old) or len(set(new)) != len(new):
        raise errors.InvalidArgumentError(None, None, "moveaxis: an axis is named twice")
    order = [axis for axis in range(rank) if axis not in old]
    for place, axis in sorted(zip(new, old, strict=True)):
        order.insert(place, axis)
    return array_layout.transpose(a, order)


# ---- joining ----


def _arrays(arys: Any, weak: bool = True) -> list[Tensor]:
    """Tensors of the dtype that they have together, where Python's numbers give way or, if they are not `weak`, do not."""
    if isinstance(arys, Tensor):
        return unstack(arys)
    if not isinstance(arys, (list, tuple)):
        arys = list(arys)
    return joined(*(arys if weak else map(as_array, arys)))


@export("experimental.numpy.concatenate")
def concatenate(arys: TensorLike, axis: AxisLike | None = 0) -> Tensor:
    """Tensors joined along an axis, in the dtype that they have together (numpy.concatenate); a single one as it is.

    Raises:
      ValueError: there is nothing to join, or `axis` is None.
    """
    if not isinstance(arys, (list, tuple)):
        arys = [arys]
    if not arys:
        raise ValueError(f"Need at least one array to concatenate. Received empty input: arys={arys}")
    if axis is None:
        raise ValueError("concatenate needs an axis, got None")
    return concat(_arrays(arys), axis)


@export("experimental.numpy.append")
def append(arr: TensorLike, values: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """`values` after `arr` along an axis, both as vectors without one (numpy.append)."""
    if axis is None:
        return concat([ravel(part) for part in _arrays([arr, values], weak=by_lattice())], 0)
    return concatenate([arr, values], axis)


@export("experimental.numpy.stack")
def stack(arrays: TensorLike, axis: int = 0) -> Tensor:
    """Tensors side by side along a new axis (numpy.stack).

    Raises:
      ValueError: there is nothing to stack.
    """
    if isinstance(arrays, Tensor):
        return moveaxis(arrays, 0, axis) if axis else arrays
    parts = _arrays(arrays)
    if not parts:
        raise ValueError("Need at least one array to stack. Received empty input: arrays=[]")
    rank = parts[0]._rank()
    if axis < 0 and rank is not None:
        axis += rank + 1
    return array_join.stack(parts, axis)


def _least_rank(a: TensorLike, rank: int) -> Tensor:
    a = as_array(a)
    known = a._rank()
    if known is None:
        count = array_module.rank(a)
        behind = cast(count < 3, dtypes.int32) + cast(equal(count, 0), dtypes.int32) if rank == 3 else 0
        front = maximum(rank - count - behind, 0)
        ones = [filling.ones([extra], dtypes.int32) for extra in (front, behind)]
        return array_module.reshape(a, concat([ones[0], array_module.shape(a), ones[1]], 0))
    if known >= rank:
        return a
    sizes = sizes_of(a)
    if rank == 3 and known in (1, 2):
        sizes = [1, *sizes, 1] if known == 1 else [*sizes, 1]
    else:
        sizes = [1] * (rank - known) + sizes
    return array_module.reshape(a, sizes)


def _at_least(rank: int) -> Callable[..., Any]:
    def function(*arys: TensorLike) -> Any:
        results = [_least_rank(a, rank) for a in arys]
        return results[0] if len(results) == 1 else results

    function.__name__ = function.__qualname__ = f"atleast_{rank}d"
    function.__doc__ = f"Tensors of rank {rank} at least (numpy.atleast_{rank}d): one, or a list for several."
    return export(f"experimental.numpy.atleast_{rank}d", weak_type="each")(function)


atleast_1d, atleast_2d, atleast_3d = (_at_least(rank) for rank in (1, 2, 3))


def _joined(tup: TensorLike, rank: int, axis: int) -> Tensor:
    return concat([_least_rank(a, rank) for a in _arrays(tup, weak=by_lattice())], axis)


@export("experimental.numpy.hstack")
def hstack(tup: TensorLike) -> Tensor:
    """Tensors joined along the second axis, vectors along their first (numpy.hstack)."""
    parts = [_least_rank(a, 1) for a in _arrays(tup, weak=by_lattice())]
    if parts and parts[0]._rank() is None:
        return concat(parts, minimum(array_module.rank(parts[0]) - 1, 1))
    return concat(parts, 0 if parts and parts[0]._rank() == 1 else 1)


@export("experimental.numpy.vstack")
def vstack(tup: TensorLike) -> Tensor:
    """Tensors joined along the first axis, vectors as rows (numpy.vstack)."""
    return _joined(tup, 2, 0)


@export("experimental.numpy.dstack")
def dstack(tup: TensorLike) -> Tensor:
    """Tensors joined along the third axis (numpy.dstack)."""
    return _joined(tup, 3, 2)


# ---- splitting ----


@export("experimental.numpy.split")
def split(ary: TensorLike, indices_or_sections: TensorLike, axis: int = 0) -> list[Tensor]:
    """Parts along an axis: so many equal ones, or cut at indices (numpy.split).

    Raises:
      ValueError: the indices do not ascend.
      tf.errors.InvalidArgumentError: equal parts are impossible.
    """
    ary = as_array(ary)
    given = static(indices_or_sections)
    if isinstance(given, (int, np.integer)):
        return list(array_join.split(ary, int(given), axis))
    cuts = [int(cut) for cut in given]
    before = 0
    for place, cut in enumerate(cuts):
        if cut < before:
            raise ValueError(f"The {place}-th boundary {cut} is smaller than the previous boundary {before}")
        before = cut
    rank = rank_of(ary, "split")
    ahead = (slice(None),) * axis_in(axis, rank)
    return [ary[(*ahead, slice(begin, end))] for begin, end in zip([0, *cuts], [*cuts, None], strict=True)]


def _split_along(name: str, axis: int, number: str) -> Callable[[Any, Any], list[Tensor]]:
    def function(ary: TensorLike, indices_or_sections: TensorLike) -> list[Tensor]:
        ary = as_array(ary)
        if ary._rank() is None and name != "hsplit":
            return split(ary, indices_or_sections, axis)
        if ary._rank() is None and isinstance(indices_or_sections, int):
            return array_join.split(ary, indices_or_sections, where(equal(array_module.rank(ary), 1), 0, 1))
        least = 1 if axis == 1 else axis + 1
        rank = rank_of(ary, name)
        if rank < least or (name == "vsplit" and rank < 2):
            raise ValueError(f"{name} only works on arrays of {max(least, 2 if name == 'vsplit' else 1)} or more axes")
        return split(ary, indices_or_sections, 0 if axis == 1 and rank == 1 else axis)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Parts along the {number} axis (numpy.{name}). Raises ValueError where there is none."
    return export(f"experimental.numpy.{name}")(function)


vsplit = _split_along("vsplit", 0, "first")
hsplit = _split_along("hsplit", 1, "second (of vectors, the only)")
dsplit = _split_along("dsplit", 2, "third")


# ---- moving elements ----


@export("experimental.numpy.roll")
def roll(a: TensorLike, shift: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Elements shifted along axes, those pushed out coming in again; all as one row without `axis` (numpy.roll)."""
    a = as_array(a)
    if axis is not None:
        return array_layout.roll(a, shift, axis)
    return array_module.reshape(array_layout.roll(array_module.reshape(a, [-1]), shift, 0), shape_of(a))


@export("experimental.numpy.flip", weak_type="unary")
def flip(m: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Elements in reverse order along axes, all without `axis` (numpy.flip)."""
    m = as_array(m)
    rank = m._rank()
    if rank is None:
        return reverse(
            m,
            math_convert.range(array_module.rank(m))
            if axis is None
            else array_module.reshape(constant(axis, dtypes.int32), [-1]),
        )
    given: Any = axis
    if axis is None:
        axes = list(range(rank))
    else:
        axes = [axis_in(item, rank) for item in (given if isinstance(given, (list, tuple)) else [given])]
    return reverse(m, axes) if axes else m


@export("experimental.numpy.flipud", weak_type="unary")
def flipud(m: TensorLike) -> Tensor:
    """Rows in reverse order (numpy.flipud)."""
    m = as_array(m)
    return m if m._rank() == 0 else reverse(m, [0])


@export("experimental.numpy.fliplr", weak_type="unary")
def fliplr(m: TensorLike) -> Tensor:
    """Columns in reverse order (numpy.fliplr). Raises InvalidArgumentError for a vector."""
    return reverse(as_array(m), [1])


@export("experimental.numpy.rot90", weak_type="unary")
def rot90(m: TensorLike, k: int = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """Turned by k quarters in the plane of two axes, from the first towards the second (numpy.rot90).

    Raises:
      tf.errors.InvalidArgumentError: fewer than two axes.
    """
    m = as_array(m)
    if m._rank() is None and int(static(k)) % 4:
        return unknown_rank.rot90(m, int(static(k)) % 4, axes)
    rank = rank_of(m, "rot90")
    if rank < 2:
        raise errors.InvalidArgumentError(None, None, f"rot90 turns matrices at least, got the shape {m.shape}")
    first, second = (axis_in(axis, rank) for axis in axes)
    k = int(static(k)) % 4
    if k == 0:
        return m
    if k == 2:
        return flip(flip(m, first), second)
    order = list(range(rank))
    order[first], order[second] = order[second], order[first]
    if k == 1:
        return array_layout.transpose(flip(m, second), order)
    return flip(array_layout.transpose(m, order), second)


@export("experimental.numpy.repeat", weak_type="unary")
def repeat(a: TensorLike, repeats: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Elements repeated along an axis, of the flat tensor without one (numpy.repeat)."""
    a = as_array(a)
    place: Any = 0 if axis is None else axis
    if axis is None:
        a = array_module.reshape(a, [-1])
    return array_join.repeat(a, as_array(repeats), place)


@export("experimental.numpy.tile")
def tile(a: TensorLike, reps: TensorLike) -> Tensor:
    """Returns the tensor repeated as a whole along axes (numpy.tile)."""
    a = as_array(a)
    reps = as_array(reps, dtypes.int32)
    reps = array_module.reshape(reps, [-1])
    rank, count = a._rank(), reps.shape[0]
    if rank is None or count is None:
        extents, count = array_module.shape(a), array_module.size(reps)
        ones = [
            filling.ones([maximum(extra, 0)], dtypes.int32)
            for extra in (count - array_module.rank(a), array_module.rank(a) - count)
        ]
        return array_join.tile(array_module.reshape(a, concat([ones[0], extents], 0)), concat([ones[1], reps], 0))
    if count > rank:
        a = array_module.reshape(a, [1] * (count - rank) + sizes_of(a))
    elif rank > count:
        reps = concat([filling.ones([rank - count], dtypes.int32), reps], 0)
    return array_join.tile(a, reps)


@export("experimental.numpy.pad")
def pad(array: TensorLike, pad_width: TensorLike, mode: str, **kwargs: Any) -> Tensor:
    """Elements put before and behind along each axis (numpy.pad).

    Args:
      array: a tensor.
      pad_width: a pair of counts for each axis.
      mode: 'constant', 'reflect' or 'symmetric'.
      **kwargs: `constant_values`, a scalar.

    Raises:
      ValueError: another mode.
    """
    if mode not in ("constant", "reflect", "symmetric"):
        raise ValueError(f"Unsupported padding mode: {mode}")
    array = as_array(array)
    return array_layout.pad(array, as_array(pad_width, dtypes.int32), mode.upper(), kwargs.get("constant_values", 0))


# ---- broadcasting ----


@export("experimental.numpy.broadcast_to")
def broadcast_to(array: TensorLike, shape: ShapeLike) -> Tensor:
    """Returns the tensor stretched to a shape (numpy.broadcast_to)."""
    return array_module.broadcast_to(as_array(array), _extents(shape))


@export("experimental.numpy.broadcast_arrays")
def broadcast_arrays(*args: TensorLike, **kwargs: object) -> list[Tensor]:
    """Returns the tensors, each stretched to the shape that they have together (numpy.broadcast_arrays).

    Raises:
      ValueError: `subok=True`, or another keyword.
    """
    if kwargs.pop("subok", False):
        raise ValueError("subok=True is not supported.")
    if kwargs:
        raise ValueError(f"Received unsupported arguments {list(kwargs)}")
    tensors = [as_array(a) for a in args]
    if not tensors:
        return []
    target: Any = array_module.shape(tensors[0])
    known = tensors[0].shape
    for tensor in tensors[1:]:
        target = broadcast_dynamic_shape(target, array_module.shape(tensor))
        known = broadcast_static_shape(known, tensor.shape)
    return [array_module.broadcast_to(tensor, known if known.is_fully_defined() else target) for tensor in tensors]
