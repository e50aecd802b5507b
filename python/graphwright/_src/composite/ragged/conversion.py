"""Ragged tensors from dense and sparse ones, and the other way."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.composite.ragged import axes, row_partition
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import constant, reshape, unravel_index
from graphwright._src.ops.array_index import boolean_mask, gather, sequence_mask
from graphwright._src.ops.array_join import concat, repeat, stack, tile
from graphwright._src.ops.array_layout import transpose
from graphwright._src.ops.math_binary import equal, maximum, minimum, not_equal
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_all, reduce_any, reduce_max, reduce_prod
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones, zeros, zeros_like
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def to_tensor(
    value: RaggedTensor,
    default_value: TensorLike | None = None,
    name: str | None = None,
    shape: ShapeLike | None = None,
) -> Any:
    """See RaggedTensor.to_tensor."""
    values = value.flat_values
    if default_value is None:
        default_value = (
            _core.op("ZerosLike")(_core.convert_to_tensor(0, values.dtype))
            if (values.dtype != dtypes.string)
            else constant("")
        )
    default_value = _core.convert_to_tensor(default_value, values.dtype)
    if shape is not None and not isinstance(shape, _core.Tensor):
        shape = TensorShape(shape)
        known = value.shape.rank
        if known is not None and shape.rank is not None and shape.rank != known:
            message = f"Argument `shape` {shape} is incompatible with RaggedTensor shape {value.shape}: ranks differ"
            if not executing_eagerly():
                raise ValueError(message)
            raise errors.InvalidArgumentError(None, None, message)
    if shape is None:
        shape = value.shape
    if isinstance(shape, TensorShape):
        if shape.rank is None:
            shape = constant(-1, dtypes.int64)
        else:
            shape = constant([-1 if size is None else size for size in shape], dtypes.int64)
    splits = value.nested_row_splits
    return _core.op("RaggedTensorToTensor")(
        shape,
        values,
        default_value,
        list(splits),
        row_partition_types=["ROW_SPLITS"] * len(splits),
        name=name or "RaggedToTensor",
    )


def from_tensor(
    tensor: TensorLike, lengths: Any, padding: TensorLike | None, ragged_rank: int, row_splits_dtype: DTypeLike
) -> Any:
    """See RaggedTensor.from_tensor."""
    dtype = dtypes.as_dtype(row_splits_dtype)
    if lengths is not None and padding is not None:
        raise ValueError("Specify argument `lengths` or `padding`, but not both.")
    if not isinstance(ragged_rank, int):
        raise TypeError(f"Argument `ragged_rank` must be an int. Received {ragged_rank}.")
    if ragged_rank <= 0:
        raise ValueError(f"Argument `ragged_rank` must be greater than 0. Received {ragged_rank}.")
    tensor = _core.convert_to_tensor(tensor)
    if tensor.shape.rank is not None and tensor.shape.rank <= ragged_rank:
        raise ValueError(
            f"The shape of the tensor must have rank at least {ragged_rank + 1} for ragged_rank={ragged_rank}, got "
            f"{tensor.shape}"
        )
    if lengths is not None and isinstance(lengths, (list, tuple)) and lengths:
        if not isinstance(lengths[0], (int, float)) and not (
            isinstance(lengths[0], _core.Tensor) and lengths[0].shape.rank == 0
        ):
            return _from_nested_lengths(tensor, lengths, ragged_rank, dtype)
    if lengths is None and padding is None:
        return axes.split_dense(tensor, ragged_rank, dtype)
    if ragged_rank > 1:
        values = from_tensor(axes.merge_dense(tensor, 0, ragged_rank - 1), lengths, padding, 1, dtype)
        outer = axes.split_dense(tensor, ragged_rank - 1, dtype)
        return outer.with_flat_values(values)
    shape = _core.op("Shape")(tensor, out_type=dtype)
    if padding is not None:
        padding = _core.convert_to_tensor(padding, tensor.dtype)
        if tensor.shape.rank is not None and not padding.shape.is_compatible_with(tensor.shape[2:]):
            raise ValueError(
                f"Shapes {padding.shape} and {tensor.shape[2:]} are incompatible: `padding` is a value of a row"
            )
        is_value = not_equal(tensor, padding)
        if tensor.shape.rank is None:
            is_value = reduce_any(is_value, axis=math_convert.range(2, array_module.rank(is_value)))
            is_value.set_shape([None, None])
        elif tensor.shape.rank > 2:
            is_value = reduce_any(is_value, axis=list(range(2, tensor.shape.rank)))
        places = math_convert.range(1, shape[1] + 1)
        kept = where(is_value, places, zeros([], dtype))
        lengths = reduce_max(concat([kept, zeros(stack([shape[0], ones([], dtype)]), dtype)], 1), axis=1)
    lengths = _core.convert_to_tensor(lengths)
    if not lengths.dtype.is_integer:
        raise TypeError(f"lengths must be an integer tensor, got {lengths.dtype!r}")
    lengths = cast(lengths, dtype)
    row_partition.check_rank(lengths, 1, "lengths")
    lengths = minimum(maximum(lengths, zeros([], dtype)), shape[1])
    values = boolean_mask(tensor, sequence_mask(lengths, shape[1]))
    return RaggedTensor.from_row_lengths(values, lengths, validate=False)


def _from_nested_lengths(tensor: TensorLike, lengths: Any, ragged_rank: int, dtype: DTypeLike) -> Any:
    if ragged_rank not in (1, len(lengths)):
        raise ValueError(
            "If Argument `lengths` is a tuple of row_lengths, argument `ragged_rank` must be len(lengths): "
            f"{len(lengths)}. Received ragged_rank: {ragged_rank}"
        )
    outer = from_tensor(tensor, lengths[0], None, 1, dtype)
    if len(lengths) == 1:
        return outer
    inner = _from_nested_lengths(outer.values, lengths[1:], len(lengths) - 1, dtype)
    return ragged(inner, outer._row_partition)


def from_sparse(st_input: SparseTensor, row_splits_dtype: DTypeLike) -> RaggedTensor:
    """See RaggedTensor.from_sparse."""
    dtype = dtypes.as_dtype(row_splits_dtype)
    if not isinstance(st_input, SparseTensor):
        raise TypeError(f"Argument `st_input` must be of type SparseTensor, but is of type {type(st_input).__name__}.")
    rank = st_input.dense_shape.shape[0] if st_input.dense_shape.shape.rank else None
    if rank is None:
        rank = st_input.indices.shape[1] if st_input.indices.shape.rank else None
    if rank is not None and rank != 2:
        raise ValueError(f"rank(st_input) must be 2. Received {rank}.")
    rows, columns = st_input.indices[:, 0], st_input.indices[:, 1]
    message = "SparseTensor is not right-ragged"
    same = equal(rows[1:], rows[:-1])
    expected = where(same, columns[:-1] + 1, zeros([], columns.dtype))
    expected = concat([zeros_like(columns[:1]), expected], 0)
    columns_right = equal(columns, expected)
    values = row_partition.checked(
        st_input.values, [lambda: Assert(reduce_all(columns_right), [message, st_input.indices])]
    )
    ids, nrows = cast(rows, dtype), cast(st_input.dense_shape[0], dtype)
    return RaggedTensor.from_value_rowids(values, ids, nrows, validate=False)


def to_sparse(value: RaggedTensor) -> Any:
    """See RaggedTensor.to_sparse."""
    partitions = value._nested_row_partitions
    flat = value.flat_values
    # The position of each value along the ragged axes, from the innermost one outwards.
    columns = [partitions[-1].offsets_in_rows()]
    rows = partitions[-1].value_rowids()
    for partition in reversed(partitions[:-1]):
        columns.append(gather(partition.offsets_in_rows(), rows))
        rows = gather(partition.value_rowids(), rows)
    columns.append(rows)
    indices = cast(stack(columns[::-1], axis=1), dtypes.int64)
    if flat.shape.rank is None:
        raise ValueError("to_sparse needs values of known rank")
    shape = value.bounding_shape(out_type=dtypes.int64)
    if flat.shape.rank > 1:
        inner = shape[len(partitions) + 1 :]
        size = reduce_prod(inner)
        count = array_module.shape(indices, dtypes.int64)[0]
        within = transpose(unravel_index(math_convert.range(size), inner))
        outer = repeat(indices, cast(size, dtypes.int32), axis=0)
        indices = concat([outer, tile(within, stack([count, constant(1, dtypes.int64)]))], 1)
        flat = reshape(flat, [-1])
    return SparseTensor(indices, flat, shape)
