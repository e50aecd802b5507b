"""Axes of ragged tensors: counted from the end, merged, inserted."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.composite.ragged import row_partition
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged
from graphwright._src.composite.ragged.row_partition import partition_from_splits
from graphwright._src.ops import array as array_module
from graphwright._src.ops.array import constant, reshape
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.math_reduce import reduce_prod
from graphwright._src.tensor.filling import ones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike


def positive_axis(axis: int, rank: int | None, axis_name: str = "axis", rank_name: str = "ndims") -> int:
    """Returns an axis counted from the front.

    Raises:
      TypeError: it is no int.
      ValueError: there is no such axis, or the rank is unknown and it counts from the end.
    """
    if not isinstance(axis, int):
        raise TypeError(f"{axis_name} must be an int; got {type(axis).__name__}")
    if rank is not None:
        if 0 <= axis < rank:
            return axis
        if -rank <= axis < 0:
            return axis + rank
        raise ValueError(f"{axis_name}={axis} out of bounds: expected {-rank}<={axis_name}<{rank}")
    if axis < 0:
        raise ValueError(f"{axis_name}={axis} may only be negative if {rank_name} is statically known.")
    return axis


def expand_dims(value: Tensor | RaggedTensor, axis: int) -> Any:
    """Returns the value with a new axis of length 1 before `axis`, which counts from the front."""
    if not isinstance(value, RaggedTensor):
        return array_module.expand_dims(value, axis)
    dtype = value._row_partition.dtype
    if axis == 0:
        return RaggedTensor.from_uniform_row_length(value, value.nrows(), ones([], dtype), validate=False)
    if axis == 1:
        return RaggedTensor.from_uniform_row_length(value, ones([], dtype), value.nrows(), validate=False)
    return ragged(expand_dims(value.values, axis - 1), value._row_partition)


def merge_dims(value: Tensor | RaggedTensor, outer_axis: int, inner_axis: int) -> Any:
    """Returns the axes from `outer_axis` to `inner_axis` made one."""
    rank = value.shape.rank
    outer_axis = positive_axis(outer_axis, rank, "outer_axis", "rank(self)")
    inner_axis = positive_axis(inner_axis, rank, "inner_axis", "rank(self)")
    if outer_axis > inner_axis:
        raise ValueError(f"Expected outer_axis ({outer_axis}) to be less than or equal to inner_axis ({inner_axis}).")
    return merge_axes(value, outer_axis, inner_axis)


def merge_axes(value: Tensor | RaggedTensor, outer: int, inner: int) -> Any:
    if outer == inner:
        return value
    if not isinstance(value, RaggedTensor):
        return merge_dense(value, outer, inner)
    if outer == 0:
        return merge_axes(value.values, 0, inner - 1)
    if outer > 1:
        return ragged(merge_axes(value.values, outer - 1, inner - 1), value._row_partition)
    below = value.values
    if isinstance(below, RaggedTensor):
        length = None
        if value.uniform_row_length is not None and below.uniform_row_length is not None:
            length = value.uniform_row_length * below.uniform_row_length
        splits = gather(below.row_splits, value.row_splits)
        merged = ragged(below.values, partition_from_splits(splits, length))
    else:
        size = _core.op("Shape")(below, out_type=value._row_partition.dtype)[1]
        length = None if value.uniform_row_length is None else value.uniform_row_length * size
        merged = ragged(merge_dense(below, 0, 1), partition_from_splits(value.row_splits * size, length))
    return merge_axes(merged, 1, inner - 1)


def merge_dense(tensor: Tensor, outer: int, inner: int) -> Any:
    static = tensor.shape
    shape = array_module.shape(tensor)
    if static.rank is not None and sum(size is None for size in (*static[:outer], *static[inner + 1 :])) == 0:
        wanted: Any = [*static[:outer].as_list(), -1, *static[inner + 1 :].as_list()]
        if all(wanted[:outer]) and all(wanted[outer + 1 :]):
            return reshape(tensor, wanted)
    middle = reduce_prod(shape[outer : inner + 1], keepdims=True)
    return reshape(tensor, concat([shape[:outer], middle, shape[inner + 1 :]], 0))


def split_dense(tensor: Tensor, ragged_rank: int, dtype: DTypeLike) -> Any:
    """Returns a dense tensor as a ragged one with `ragged_rank` partitions of uniform rows."""
    if ragged_rank == 0:
        return tensor
    static = tensor.shape
    shape = _core.op("Shape")(tensor, out_type=dtype)
    flat = merge_dense(tensor, 0, ragged_rank)
    result = flat
    for axis in range(ragged_rank, 0, -1):
        known = None if static.rank is None else static[axis]
        count = None if static.rank is None or None in static[:axis].as_list() else static[:axis].num_elements()
        length = shape[axis] if known is None else constant(known, dtype)
        nrows = reduce_prod(shape[:axis]) if count is None else constant(count, dtype)
        partition = row_partition.RowPartition.from_uniform_row_length(length, nrows=nrows, validate=False)
        result = ragged(result, partition)
    return result
