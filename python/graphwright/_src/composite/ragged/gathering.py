"""tf.gather, tf.gather_nd and their kin for ragged tensors."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.composite.ragged import axes, row_partition
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged, tensor_or_ragged
from graphwright._src.composite.ragged.row_partition import partition_from_splits
from graphwright._src.composite.ragged.subscript import take_ranges
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_index
from graphwright._src.ops.array import broadcast_to, ensure_shape, expand_dims, reshape, squeeze
from graphwright._src.ops.array_join import concat, stack, tile
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math_binary import logical_and
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import cumsum, reduce_all, reduce_prod
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones, zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


def gather(params: Tensor | RaggedTensor, indices: Tensor | RaggedTensor, same_lengths: bool = True) -> Any:
    """Rows of `params` at `indices`; either may be ragged. `same_lengths`: that rows are of one length stays known."""
    if isinstance(indices, RaggedTensor):
        return ragged(gather(params, indices.values, same_lengths), indices._row_partition)
    if not isinstance(params, RaggedTensor):
        return array_index.gather(params, indices)
    dtype = params._row_partition.dtype
    indices = cast(_core.convert_to_tensor(indices), dtype)
    if indices.shape.rank is None:
        raise ValueError("indices.shape.ndims must be known statically")
    if indices.shape.rank == 0:
        return gather(params, reshape(indices, [1]), same_lengths)[0]
    if indices.shape.rank > 1:
        result = gather(params, axes.split_dense(indices, indices.shape.rank - 1, dtype), same_lengths)
        outer = result._nested_row_partitions[: indices.shape.rank - 1]
        flat: Any = result
        for _ in outer:
            flat = flat.values
        for partition in reversed(outer):  # that rows are of one length is not part of the type
            flat = ragged(flat, row_partition.of_splits(partition.row_splits()))
        return flat
    starts, limits = array_index.gather(params.row_starts(), indices), array_index.gather(params.row_limits(), indices)
    if isinstance(params.values, RaggedTensor):
        one = ones([], dtype)
        splits, places = _core.op("RaggedRange")(starts, limits, one, Tsplits=dtype)
        values = gather(params.values, places, same_lengths)
    else:
        values, lengths = take_ranges(params.values, starts, limits, dtype)
        splits = concat([zeros([1], dtype), cumsum(lengths)], 0)
    size = row_partition.static_size(indices)
    if size is not None:
        splits = ensure_shape(splits, [size + 1])
    return ragged(values, partition_from_splits(splits, params.uniform_row_length if same_lengths else None))


def gather_along(params: Any, indices: Any, axis: Any = None, batch_dims: int = 0) -> Any:
    """tf.gather with an axis and batch axes."""
    params = tensor_or_ragged(params)
    indices = tensor_or_ragged(indices)
    kinds = [v._row_partition.dtype for v in (params, indices) if isinstance(v, RaggedTensor)]
    if not kinds:
        return array_index.gather(params, indices, axis=axis, batch_dims=batch_dims)
    if batch_dims != indices.shape.rank:
        batch_dims = axes.positive_axis(batch_dims, indices.shape.rank, "batch_dims", "rank(indices)")
    axis = batch_dims if axis is None else axes.positive_axis(axis, params.shape.rank, "axis", "rank(params)")
    if axis < batch_dims:
        raise ValueError(f"axis must be greater than or equal to batch_dims, got {axis} and {batch_dims}")
    if batch_dims == 0 and axis == 0:
        return gather(params, indices, same_lengths=False)
    if not params.shape[:batch_dims].is_compatible_with(indices.shape[:batch_dims]):
        raise ValueError(
            f"batch shape from indices {indices.shape[:batch_dims]} does not match params shape {params.shape}"
        )
    if not isinstance(params, RaggedTensor):
        params = axes.split_dense(params, 1, kinds[0])
    dtype = params._row_partition.dtype
    if batch_dims > 0 and None in (params.shape[0], indices.shape[0]):
        counts = params.nrows(), row_partition.size_of(indices, dtype)
        test = lambda: assert_equal(*counts, "Batches of different sizes")  # noqa: E731
        if isinstance(indices, RaggedTensor):
            indices = indices.with_flat_values(row_partition.checked(indices.flat_values, [test]))
        else:
            indices = row_partition.checked(indices, [test])
    if batch_dims == 0:
        if axis > 1:
            return ragged(gather_along(params.values, indices, axis - 1, 0), params._row_partition)
        # The same places of every row.
        rank = indices.shape.rank
        indices = cast(indices, dtype)
        nrows = params.nrows()
        if isinstance(indices, RaggedTensor):
            repeated = gather(axes.expand_dims(indices, 0), zeros(reshape(nrows, [1]), dtype))
            return gather_along(params, repeated, 1, 1)
        if rank is None:
            raise ValueError("indices.shape.ndims must be known statically")
        shape = concat([reshape(nrows, [1]), cast(array_module.shape(indices), dtype)], 0)
        indices = broadcast_to(indices, shape)
        if rank == 0:
            column = gather_along(params, expand_dims(indices, 1), 1, 1)
            return axes.merge_dims(column, 0, 1) if isinstance(column, RaggedTensor) else squeeze(column, [1])
        return gather_along(params, indices, 1, 1)
    if batch_dims == 1 and axis > 1:
        # A row's places are those of all rows in it.
        ids = params.value_rowids()
        repeated = gather(indices, ids) if isinstance(indices, RaggedTensor) else array_index.gather(indices, ids)
        return ragged(gather_along(params.values, repeated, axis - 1, 1), params._row_partition)
    if not isinstance(indices, RaggedTensor):
        if indices.shape.rank == batch_dims:
            column = gather_along(params, expand_dims(indices, -1), axis, batch_dims)
            return squeeze(column, [batch_dims])
        result = gather_along(params, axes.split_dense(indices, 1, dtype), axis, batch_dims)
        return dense_rows(result, indices) if batch_dims == axis == 1 else result
    elif indices.shape.rank == batch_dims:
        column = gather_along(params, axes.expand_dims(indices, batch_dims), axis, batch_dims)
        return squeeze(column, [batch_dims])
    if batch_dims > 1:
        values = gather_along(params.values, indices.values, axis - 1, batch_dims - 1)
        return ragged(values, indices._row_partition)
    # One batch axis: places in rows become places among all values.
    ids = indices.value_rowids()
    places = cast(indices.values, dtype)
    extra = places.shape.rank - 1 if not isinstance(places, RaggedTensor) else None
    if extra is None:
        starts = ragged(
            array_index.gather(array_index.gather(params.row_starts(), ids), places.value_rowids()),
            places._row_partition,
        )
        lengths = ragged(
            array_index.gather(array_index.gather(params.row_lengths(), ids), places.value_rowids()),
            places._row_partition,
        )
    else:
        starts, lengths = array_index.gather(params.row_starts(), ids), array_index.gather(params.row_lengths(), ids)
        for _ in range(extra):
            starts, lengths = expand_dims(starts, -1), expand_dims(lengths, -1)
    message = "tf.gather: an index lies outside its row"
    flat = places + starts
    inside = logical_and(places >= 0, places < lengths)
    inside = inside.flat_values if isinstance(inside, RaggedTensor) else inside
    if isinstance(flat, RaggedTensor):
        checked = row_partition.checked(flat.flat_values, [lambda: Assert(reduce_all(inside), [message])])
        flat = flat.with_flat_values(checked)
    else:
        flat = row_partition.checked(flat, [lambda: Assert(reduce_all(inside), [message])])
    return ragged(gather(params.values, flat), indices._row_partition)


def dense_rows(value: Tensor | RaggedTensor, indices: Tensor | RaggedTensor) -> Any:
    """Returns a ragged tensor of rows as long as those of dense `indices` as a dense tensor, where nothing else is ragged."""
    if not isinstance(value, RaggedTensor) or isinstance(value.values, RaggedTensor):
        return value
    shape = concat([array_module.shape(indices)[:2], array_module.shape(value.values)[1:]], 0)
    return reshape(value.values, shape)


def gather_nd(params: TensorLike, indices: TensorLike, batch_dims: int = 0) -> Any:
    """tf.gather_nd: the elements or slices at positions, the last axis of `indices`."""
    if not isinstance(batch_dims, int) or batch_dims != 0:
        raise ValueError("batch_dims != 0 is not supported for ragged gather yet.")
    params, indices = tensor_or_ragged(params), tensor_or_ragged(indices)
    if isinstance(indices, RaggedTensor):
        if indices.flat_values.shape.rank is not None and indices.flat_values.shape.rank < 2:
            raise ValueError("The innermost dimension of indices may not be ragged")
        return ragged(gather_nd(params, indices.values), indices._row_partition)
    if not isinstance(params, RaggedTensor):
        return array_index.gather_nd(params, indices)
    rank = indices.shape.rank
    if rank is None:
        raise ValueError("indices.shape.ndims be known statically.")
    if rank < 1:
        raise ValueError("indices.rank must be at least 1.")
    if not indices.dtype.is_integer:
        raise errors.InvalidArgumentError(None, None, f"indices must be int32 or int64, got {indices.dtype.name}")
    size = indices.shape[-1]
    if size is None:
        raise ValueError("indices.shape[-1] must be statically known.")
    if rank > 2:
        flat = gather_nd(params, axes.merge_dense(indices, 0, rank - 2))
        shape = array_module.shape(indices, out_type=params._row_partition.dtype)
        if not isinstance(flat, RaggedTensor):
            inner = array_module.shape(flat)[1:]
            return reshape(flat, concat([array_module.shape(indices)[:-1], inner], 0))
        result = flat
        for axis in range(rank - 2, 0, -1):
            partition = row_partition.RowPartition.from_uniform_row_length(
                shape[axis], nrows=reduce_prod(shape[:axis]), validate=False
            )
            result = ragged(result, partition)
        return result
    if rank == 1:
        result = gather_nd(params, expand_dims(indices, 0))
        if size == 1:
            return result  # TensorFlow does not drop this axis
        return result[0] if isinstance(result, RaggedTensor) else squeeze(result, [0])
    if size == 0:
        count = array_module.shape(indices)[0]
        return tile(axes.expand_dims(params, 0), stack([count] + [1] * len(params.shape)))
    dtype = params._row_partition.dtype
    indices = cast(indices, dtype)
    places = indices[:, 0]
    values: Any = params
    for axis in range(1, size):
        if not isinstance(values, RaggedTensor):
            inner = concat([expand_dims(places, 1), indices[:, axis:]], 1)
            return array_index.gather_nd(values, inner)
        starts, lengths = (
            array_index.gather(values.row_starts(), places),
            array_index.gather(values.row_lengths(), places),
        )
        step = indices[:, axis]
        inside = reduce_all(logical_and(step >= 0, step < lengths))
        places = row_partition.checked(
            starts + step, [lambda inside=inside: Assert(inside, ["tf.gather_nd: an index lies outside"])]
        )
        values = values.values
    return gather(values, places, same_lengths=False)


def boolean_rows(mask: Tensor, dtype: DTypeLike = dtypes.int64) -> Any:
    """Returns where a vector of bools is true."""
    return cast(squeeze(where(mask), [1]), dtype)
