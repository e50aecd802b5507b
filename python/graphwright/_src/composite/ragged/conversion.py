"""Ragged tensors from dense and sparse ones, and the other way."""

from __future__ import annotations

import graphwright as tf
from graphwright import _core
from graphwright._src.composite.ragged import axes, row_partition
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_tensor(value: RaggedTensor, default_value: Any = None, name: str | None = None, shape: Any = None) -> Any:
    """See RaggedTensor.to_tensor."""
    values = value.flat_values
    if default_value is None:
        default_value = (
            _core.op("ZerosLike")(_core.convert_to_tensor(0, values.dtype))
            if (values.dtype != dtypes.string)
            else tf.constant("")
        )
    default_value = _core.convert_to_tensor(default_value, values.dtype)
    if shape is not None and not isinstance(shape, _core.Tensor):
        shape = TensorShape(shape)
        known = value.shape.rank
        if known is not None and shape.rank is not None and shape.rank != known:
            message = f"Argument `shape` {shape} is incompatible with RaggedTensor shape {value.shape}: ranks differ"
            if not tf.executing_eagerly():
                raise ValueError(message)
            raise tf.errors.InvalidArgumentError(None, None, message)
    if shape is None:
        shape = value.shape
    if isinstance(shape, TensorShape):
        if shape.rank is None:
            shape = tf.constant(-1, dtypes.int64)
        else:
            shape = tf.constant([-1 if size is None else size for size in shape], dtypes.int64)
    splits = value.nested_row_splits
    return _core.op("RaggedTensorToTensor")(
        shape,
        values,
        default_value,
        list(splits),
        row_partition_types=["ROW_SPLITS"] * len(splits),
        name=name or "RaggedToTensor",
    )


def from_tensor(tensor: Any, lengths: Any, padding: Any, ragged_rank: int, row_splits_dtype: Any) -> Any:
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
        values = from_tensor(axes._merge_dense(tensor, 0, ragged_rank - 1), lengths, padding, 1, dtype)
        outer = axes.split_dense(tensor, ragged_rank - 1, dtype)
        return outer.with_flat_values(values)
    shape = _core.op("Shape")(tensor, out_type=dtype)
    if padding is not None:
        padding = _core.convert_to_tensor(padding, tensor.dtype)
        if tensor.shape.rank is not None and not padding.shape.is_compatible_with(tensor.shape[2:]):
            raise ValueError(
                f"Shapes {padding.shape} and {tensor.shape[2:]} are incompatible: `padding` is a value of a row"
            )
        is_value = tf.not_equal(tensor, padding)
        if tensor.shape.rank is None:
            is_value = tf.reduce_any(is_value, axis=tf.range(2, tf.rank(is_value)))
            is_value.set_shape([None, None])
        elif tensor.shape.rank > 2:
            is_value = tf.reduce_any(is_value, axis=list(range(2, tensor.shape.rank)))
        places = tf.range(1, shape[1] + 1)
        kept = tf.where(is_value, places, tf.zeros([], dtype))
        lengths = tf.reduce_max(tf.concat([kept, tf.zeros(tf.stack([shape[0], tf.ones([], dtype)]), dtype)], 1), axis=1)
    lengths = _core.convert_to_tensor(lengths)
    if not lengths.dtype.is_integer:
        raise TypeError(f"lengths must be an integer tensor, got {lengths.dtype!r}")
    lengths = tf.cast(lengths, dtype)
    row_partition.check_rank(lengths, 1, "lengths")
    lengths = tf.minimum(tf.maximum(lengths, tf.zeros([], dtype)), shape[1])
    values = tf.boolean_mask(tensor, tf.sequence_mask(lengths, shape[1]))
    return RaggedTensor.from_row_lengths(values, lengths, validate=False)


def _from_nested_lengths(tensor: Any, lengths: Any, ragged_rank: int, dtype: Any) -> Any:
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


def from_sparse(st_input: Any, row_splits_dtype: Any) -> RaggedTensor:
    """See RaggedTensor.from_sparse."""
    dtype = dtypes.as_dtype(row_splits_dtype)
    if not isinstance(st_input, tf.SparseTensor):
        raise TypeError(f"Argument `st_input` must be of type SparseTensor, but is of type {type(st_input).__name__}.")
    rank = st_input.dense_shape.shape[0] if st_input.dense_shape.shape.rank else None
    if rank is None:
        rank = st_input.indices.shape[1] if st_input.indices.shape.rank else None
    if rank is not None and rank != 2:
        raise ValueError(f"rank(st_input) must be 2. Received {rank}.")
    rows, columns = st_input.indices[:, 0], st_input.indices[:, 1]
    message = "SparseTensor is not right-ragged"
    same = tf.equal(rows[1:], rows[:-1])
    expected = tf.where(same, columns[:-1] + 1, tf.zeros([], columns.dtype))
    expected = tf.concat([tf.zeros_like(columns[:1]), expected], 0)
    columns_right = tf.equal(columns, expected)
    values = row_partition.checked(
        st_input.values, [lambda: tf.debugging.Assert(tf.reduce_all(columns_right), [message, st_input.indices])]
    )
    ids, nrows = tf.cast(rows, dtype), tf.cast(st_input.dense_shape[0], dtype)
    return RaggedTensor.from_value_rowids(values, ids, nrows, validate=False)


def to_sparse(value: RaggedTensor) -> Any:
    """See RaggedTensor.to_sparse."""
    partitions = value._nested_row_partitions
    flat = value.flat_values
    # The position of each value along the ragged axes, from the innermost one outwards.
    columns = [partitions[-1].offsets_in_rows()]
    rows = partitions[-1].value_rowids()
    for partition in reversed(partitions[:-1]):
        columns.append(tf.gather(partition.offsets_in_rows(), rows))
        rows = tf.gather(partition.value_rowids(), rows)
    columns.append(rows)
    indices = tf.cast(tf.stack(columns[::-1], axis=1), dtypes.int64)
    if flat.shape.rank is None:
        raise ValueError("to_sparse needs values of known rank")
    shape = value.bounding_shape(out_type=dtypes.int64)
    if flat.shape.rank > 1:
        inner = shape[len(partitions) + 1 :]
        size = tf.reduce_prod(inner)
        count = tf.shape(indices, dtypes.int64)[0]
        within = tf.transpose(tf.unravel_index(tf.range(size), inner))
        outer = tf.repeat(indices, tf.cast(size, dtypes.int32), axis=0)
        indices = tf.concat([outer, tf.tile(within, tf.stack([count, tf.constant(1, dtypes.int64)]))], 1)
        flat = tf.reshape(flat, [-1])
    return tf.SparseTensor(indices, flat, shape)
