"""NumPy's functions while a function is traced with tensors whose rank is not known: it is asked for when it runs."""

from __future__ import annotations

from graphwright._src.control_flow.assertion import Assert
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.numpy_interface.promotion import Tensor, known_or_tensor
from graphwright._src.ops import array as array_module
from graphwright._src.ops import linalg_product, math_convert
from graphwright._src.ops.array import constant, reshape
from graphwright._src.ops.array_index import boolean_mask, gather, gather_nd, tensor_scatter_nd_update
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.array_layout import reverse, transpose
from graphwright._src.ops.math_binary import equal, logical_and, logical_or, maximum, minimum, not_equal
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_all
from graphwright._src.ops.sort import argsort
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphwright._src.tensor.typing import AxisLike


def axis_of(axis: AxisLike, rank: Tensor) -> Tensor:
    """Returns an axis counted from the front, as an int32 tensor."""
    axis = convert_to_tensor(known_or_tensor(axis), dtypes.int32)
    return where(axis < 0, axis + rank, axis)


def _with_last(axes: list[Tensor], rank: Tensor) -> Tensor:
    """Returns an order of axes with these at the end."""
    every = math_convert.range(rank)
    others = reduce_all(stack([not_equal(every, axis) for axis in axes]), 0)
    return concat([boolean_mask(every, others), stack(axes)], 0)


def rot90(m: Tensor, k: int, axes: Sequence[int]) -> Tensor:
    """`m` turned by k quarters, 1 to 3, in the plane of two axes."""
    rank = array_module.rank(m)
    first, second = (axis_of(axis, rank) for axis in axes)
    if k == 2:
        return reverse(m, stack([first, second]))
    order = tensor_scatter_nd_update(math_convert.range(rank), stack([first, second])[:, None], stack([second, first]))
    if k == 1:
        return transpose(reverse(m, second[None]), order)
    return reverse(transpose(m, order), second[None])


def diagonal(a: Tensor, offset: int, axis1: AxisLike, axis2: AxisLike) -> Tensor:
    """Returns the diagonals of the matrices that two axes span, along a new last axis."""
    rank = array_module.rank(a)
    a = transpose(a, _with_last([axis_of(axis1, rank), axis_of(axis2, rank)], rank))
    shape = array_module.shape(a)
    rows, columns = shape[-2], shape[-1]
    count = maximum(minimum(rows + min(offset, 0), columns - max(offset, 0)), 0)
    down = math_convert.range(count)
    flat = (down + max(-offset, 0)) * columns + down + max(offset, 0)
    picked = gather(reshape(a, stack([-1, rows * columns])), flat, axis=1)
    return reshape(picked, concat([shape[:-2], count[None]], 0))


def _product(a: Tensor, b: Tensor, axis: int) -> Tensor:
    """Returns the sum of products over the last axis of `a` and an axis of `b`, counted from the end.

    Of a vector it is the only axis.
    """
    shape, rank = array_module.shape(a), array_module.rank(b)
    summed = where(equal(rank, 1), 0, rank + axis)
    b = transpose(b, _with_last([summed], rank))
    theirs = array_module.shape(b)
    product = linalg_product.matmul(
        reshape(a, stack([-1, shape[-1]])), reshape(b, stack([-1, theirs[-1]])), transpose_b=True
    )
    return reshape(product, concat([shape[:-1], theirs[:-1]], 0))


def dot(a: Tensor, b: Tensor, axis: int = -2) -> Tensor:
    """`numpy.dot`, and with axis=-1 `numpy.inner`."""
    scalar = logical_or(equal(array_module.rank(a), 0), equal(array_module.rank(b), 0))
    return cond(scalar, lambda: a * b, lambda: _product(a, b, axis))


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """`numpy.matmul`."""
    vector = logical_or(equal(array_module.rank(a), 1), equal(array_module.rank(b), 1))
    return cond(vector, lambda: _product(a, b, -2), lambda: linalg_product.matmul(a, b))


def cross(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Returns the cross products of vectors of two or three components along the last axis, and whether both have two."""
    counts = array_module.shape(a)[-1], array_module.shape(b)[-1]
    for count in counts:
        Assert(logical_or(equal(count, 2), equal(count, 3)), [count])

    def parts(x: Tensor) -> list[Tensor]:
        shape = array_module.shape(x)
        x = concat([x, zeros(concat([shape[:-1], 3 - shape[-1:]], 0), x.dtype)], -1)
        return [gather(x, place, axis=-1) for place in range(3)]

    (a1, a2, a3), (b1, b2, b3) = parts(a), parts(b)
    found = [a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1]
    flat = logical_and(equal(counts[0], 2), equal(counts[1], 2))
    return stack(found, -1), flat


def take_along_axis(arr: Tensor, indices: Tensor, axis: int | Tensor) -> Tensor:
    """`numpy.take_along_axis` for tensors of the same shape but for the axis."""
    rank = array_module.rank(arr)
    order = _with_last([axis_of(axis, rank)], rank)
    arr, indices = transpose(arr, order), transpose(indices, order)
    size, shape = array_module.shape(arr)[-1], array_module.shape(indices)
    flat = reshape(indices, stack([-1, shape[-1]]))
    flat = where(flat < 0, flat + cast(size, flat.dtype), flat)
    picked = gather(reshape(arr, stack([-1, size])), flat, batch_dims=1)
    return transpose(reshape(picked, shape), argsort(order))


def with_new_axes_at(picked: Tensor, place: int | Tensor, others: int | Tensor) -> Tensor:
    """Returns the axes in another order: the new ones, which come first, move behind `place` of the `others`."""
    new = array_module.rank(picked) - others
    order = [
        math_convert.range(new, new + place),
        math_convert.range(new),
        math_convert.range(new + place, new + others),
    ]
    return transpose(picked, concat(order, 0))


def pick(tensor: Tensor, axes: list[int], indices: Tensor) -> Tensor:
    """Elements of a tensor by vectors of indices along some axes, in their order; negative axes count from the end.

    The axes of `indices` but the last come where the picked ones were if these are side by side, else first.
    """
    rank = array_module.rank(tensor)
    picked = [constant(axis) if axis >= 0 else rank + axis for axis in axes]
    every = math_convert.range(rank)
    others = boolean_mask(every, reduce_all(stack([not_equal(every, axis) for axis in picked]), 0))
    found = gather_nd(transpose(tensor, concat([stack(picked), others], 0)), indices)
    together = equal(picked[-1] - picked[0] + 1, len(axes))
    return with_new_axes_at(found, where(together, picked[0], 0), rank - len(axes))


def weights_along(weights: Tensor, axis: int, a: Tensor) -> Tensor:
    """Weights that are broadcast against `a`: a vector lies along an axis of it, others are as they are."""
    rank = array_module.rank(a)
    sizes = where(equal(math_convert.range(rank), axis_of(axis, rank)), -1, 1)
    vector = logical_and(equal(array_module.rank(weights), 1), rank > 1)
    return cond(vector, lambda: reshape(weights, sizes), lambda: weights)
