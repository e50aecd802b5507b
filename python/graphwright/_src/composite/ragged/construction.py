"""Functions that make ragged tensors: tf.ragged.constant, range, stack_dynamic_partitions …"""

from __future__ import annotations

import builtins

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.composite.ragged import row_partition
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged, tensor_or_ragged
from graphwright._src.composite.ragged.row_partition import RowPartition, partition_from_splits
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_index
from graphwright._src.ops.array import expand_dims, reshape, squeeze
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.assertions import assert_equal, assert_less
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import cumsum
from graphwright._src.ops.sort import argsort
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_LISTS = (list, tuple, range)


@export("ragged.constant")
def constant(
    pylist: object,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike | None = dtypes.int64,
) -> Any:
    """Returns a ragged tensor of nested lists (tf.ragged.constant).

    Args:
      pylist: nested lists, tuples or arrays, whose scalars all lie at the same depth.
      dtype: of the values; by default as for `tf.constant`.
      ragged_rank: the number of ragged axes; by default all but the first one of those that `inner_shape` does not name.
      inner_shape: the shape of each value.
      name: the name of the node in a graph.
      row_splits_dtype: int32 or int64.

    Returns:
      A `tf.RaggedTensor`; a tensor where `ragged_rank` is 0 or `pylist` is a scalar or a flat list.

    Raises:
      ValueError: scalars lie at different depths, or do not fit `ragged_rank` and `inner_shape`.

    >>> import graphwright as tf
    >>> tf.ragged.constant([[1, 2], [3], [4, 5, 6]])
    <tf.RaggedTensor [[1, 2], [3], [4, 5, 6]]>
    """
    splits_dtype = dtypes.int32 if row_splits_dtype is None else dtypes.as_dtype(row_splits_dtype)

    def values_of(values: TensorLike, shape: Sequence[int] | None = None) -> Any:
        return array_module.constant(values, dtype, shape, name=name or "Const")

    def ragged_of(values: Tensor | RaggedTensor, splits: list[int]) -> Any:
        if splits_dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"row_splits_dtype must be tf.int32 or tf.int64, got {splits_dtype!r}")
        return ragged(values, partition_from_splits(array_module.constant(splits, splits_dtype)))

    return _nested(pylist, ragged_rank, inner_shape, values_of, ragged_of)


@export("compat.v1.ragged.constant_value")
def constant_value(
    pylist: object,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike = "int64",
) -> Any:
    """Returns what a session gives for a ragged tensor of nested lists (tf.compat.v1.ragged.constant_value).

    Args:
      pylist: nested lists, tuples or arrays, whose scalars all lie at the same depth.
      dtype: of the values, a dtype of NumPy's; by default as for an array.
      ragged_rank, inner_shape: see `tf.ragged.constant`.
      row_splits_dtype: int32 or int64.

    Returns:
      A `tf.compat.v1.ragged.RaggedTensorValue`; an array where no axis is ragged.

    Raises:
      ValueError: scalars lie at different depths, or do not fit `ragged_rank` and `inner_shape`.

    >>> import graphwright as tf
    >>> print(tf.compat.v1.ragged.constant_value([[1, 2], [3]]))
    <tf.RaggedTensorValue [[1, 2], [3]]>
    """
    import numpy as np

    from graphwright._src.composite.composite_values import RaggedTensorValue

    splits_dtype = dtypes.as_dtype(row_splits_dtype).as_numpy_dtype
    kind: Any = dtype.as_numpy_dtype if isinstance(dtype, dtypes.DType) else dtype

    def values_of(values: TensorLike, shape: Sequence[int] | None = None) -> Any:
        array = np.array(values, kind)
        return array if shape is None else array.reshape(shape)

    def ragged_of(values: Any, splits: list[int]) -> Any:
        return RaggedTensorValue(values, np.array(splits, splits_dtype))

    return _nested(pylist, ragged_rank, inner_shape, values_of, ragged_of)


def _nested(
    pylist: Any,
    ragged_rank: int | None,
    inner_shape: Sequence[int] | None,
    values_of: Callable,
    ragged_of: Callable,
) -> Any:
    """Returns the values of nested lists by one function, and rows around them by another one."""
    if not _is_list(pylist):
        if ragged_rank:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank}")
        if inner_shape is not None and len(inner_shape):
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with dim(inner_shape)={len(inner_shape)}")
        return values_of(pylist)
    if ragged_rank is not None and ragged_rank < 0:
        raise ValueError(f"Invalid ragged_rank={ragged_rank}: must be nonnegative")
    given_list, pylist = pylist, _as_lists(pylist)
    scalar_depth, most_depth = _depths(pylist)
    if scalar_depth is not None and most_depth > scalar_depth:
        raise ValueError(f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar value nesting")
    if inner_shape is not None and ragged_rank is not None:
        expected = ragged_rank + 1 + len(inner_shape)
        if (scalar_depth is not None and expected != scalar_depth) or (scalar_depth is None and expected < most_depth):
            raise ValueError(
                f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank} and "
                f"dim(inner_shape)={len(inner_shape)}"
            )
    if ragged_rank is None:
        given = inner_shape is not None
        inner_shape = tuple(inner_shape) if given else ()
        ragged_rank = max(0, most_depth - 1 - len(inner_shape))
        if ragged_rank == 0 and given:  # the shape of all of it
            return values_of(pylist, inner_shape)
    elif inner_shape is None:
        inner_shape = _inner_shape_of(pylist, ragged_rank)
    all_splits = []
    values = pylist if ragged_rank or isinstance(given_list, _LISTS) else given_list
    for axis in builtins.range(ragged_rank):
        splits = [0]
        flat: list = []
        for row in values:
            if not _is_list(row):
                raise ValueError(f"Invalid pylist={pylist!r}: scalar value found at depth {axis + 1}")
            flat.extend(row)
            splits.append(len(flat))
        all_splits.append(splits)
        values = flat
    result = values_of(values if len(values) else [], (len(values), *inner_shape))
    for splits in reversed(all_splits):
        result = ragged_of(result, splits)
    return result


def _is_list(value: object) -> bool:
    return isinstance(value, _LISTS) or (hasattr(value, "tolist") and getattr(value, "ndim", 0) > 0)


def _as_lists(value: Any) -> Any:
    """Returns the same with lists for arrays, whose scalars keep their dtypes."""
    if isinstance(value, _LISTS):
        return [_as_lists(item) for item in value]
    if getattr(value, "ndim", 0) > 0 and hasattr(value, "tolist"):
        return list(value) if value.ndim == 1 else [_as_lists(row) for row in value]
    return value


def _depths(pylist: Any) -> tuple[int | None, int]:
    """Returns how deep scalars lie (None where there is none), and the depth of the deepest list."""
    if not _is_list(pylist):
        return 0, 0
    scalar, most = None, 1
    for item in pylist:
        inner_scalar, inner_most = _depths(item) if _is_list(item) else (0, 0)
        if inner_scalar is not None:
            if scalar is not None and scalar != inner_scalar + 1:
                raise ValueError("all scalar values must have the same nesting depth")
            scalar = inner_scalar + 1
        most = max(most, inner_most + 1)
    return scalar, most


def _inner_shape_of(pylist: Any, ragged_rank: int) -> tuple:
    """Returns the shape of the values below `ragged_rank` ragged axes."""
    items, shape = list(_below(pylist, ragged_rank + 1)), []
    while any(_is_list(item) for item in items):
        if not all(_is_list(item) for item in items) or len({len(item) for item in items}) != 1:
            raise ValueError("inner values have inconsistent shape")
        shape.append(len(items[0]))
        items = [part for item in items for part in item]
    return tuple(shape)


def _below(item: Any, depth: int) -> Any:
    """Returns what lies that many levels of lists below an item."""
    if depth == 0:
        yield item
    elif _is_list(item):
        for part in item:
            yield from _below(part, depth - 1)


@export("ragged.range")
def range(
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dtypes.int64,
) -> RaggedTensor:
    """Rows of evenly spaced numbers (tf.ragged.range).

    Args:
      starts: the first number of each row, a vector or a scalar; the limits, where `limits` is None.
      limits: what each row stops before.
      deltas: the steps.
      dtype: of the numbers; by default one that holds all arguments.
      name: the name of the node in a graph.
      row_splits_dtype: int32 or int64.

    Raises:
      tf.errors.InvalidArgumentError: a step is 0, or vectors differ in length.

    >>> import graphwright as tf
    >>> tf.ragged.range([3, 5, 2])
    <tf.RaggedTensor [[0, 1, 2], [0, 1, 2, 3, 4], [0, 1]]>
    >>> tf.ragged.range([0, 5], [3, 9], [1, 2])
    <tf.RaggedTensor [[0, 1, 2], [5, 7]]>
    """
    row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
    if limits is None:
        starts, limits = 0, starts
    parts = [_core.convert_to_tensor(part, dtype) for part in (starts, limits, deltas)]
    if dtype is None:
        order = [dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]
        known = [order.index(part.dtype) for part in parts if part.dtype in order]
        if len(known) == len(parts):
            parts = [cast(part, order[max(known)]) for part in parts]
    splits, values = _core.op("RaggedRange")(*parts, Tsplits=row_splits_dtype, name=name)
    return ragged(values, partition_from_splits(splits))


@export("ragged.row_splits_to_segment_ids")
def row_splits_to_segment_ids(splits: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
    """Returns the row of each value (tf.ragged.row_splits_to_segment_ids).

    Args:
      splits: a vector of int32 or int64.
      name: unused, nodes have names of their own.
      out_type: of the result; by default that of `splits`.

    Raises:
      ValueError: another dtype.

    >>> import graphwright as tf
    >>> tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5]).numpy()
    array([0, 0, 0, 2, 2])
    """
    splits = _core.convert_to_tensor(splits, None, dtypes.int64)
    if splits.dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError("splits must have dtype int32 or int64")
    row_partition.check_rank(splits, 1, "splits")
    if splits.shape.rank == 1 and splits.shape[0] == 0:
        raise ValueError("Invalid row_splits: []")
    ids = partition_from_splits(splits).value_rowids()
    return ids if out_type is None else cast(ids, out_type)


@export("ragged.segment_ids_to_row_splits")
def segment_ids_to_row_splits(
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns where rows begin, from the row of each value (tf.ragged.segment_ids_to_row_splits).

    Args:
      segment_ids: a vector of integers that do not decrease.
      num_segments: the number of rows; by default that of the last value.
      out_type: of the result; by default int64.
      name: unused, nodes have names of their own.

    >>> import graphwright as tf
    >>> tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2, 3, 4, 4, 4]).numpy()
    array([0, 3, 3, 5, 6, 9])
    """
    if out_type is None:
        of_tensors = [v.dtype for v in (segment_ids, num_segments) if isinstance(v, (_core.Tensor, RaggedTensor))]
        out_type = of_tensors[0] if of_tensors else dtypes.int64
    out_type = dtypes.as_dtype(out_type)
    if out_type not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"out_type must be int32 or int64, got {out_type!r}")
    ids = cast(_core.convert_to_tensor(segment_ids, None, out_type), out_type)
    row_partition.check_rank(ids, 1, "segment_ids")
    return RowPartition.from_value_rowids(ids, num_segments, validate=False).row_splits()


@export("ragged.map_flat_values")
def map_flat_values(op: Callable[..., Any], *args: object, **kwargs: object) -> Any:
    """Returns a function applied to the flat values of ragged tensors, which must have the same rows (tf.ragged.map_flat_values).

    Args:
      op: takes the arguments with each ragged tensor replaced by its flat values; must keep their number.
      *args: positional arguments of `op`; ragged tensors may stand in lists, too.
      **kwargs: keyword arguments of `op`.

    Returns:
      A ragged tensor with the rows of the arguments; what `op` returns where there is no ragged argument.

    Raises:
      tf.errors.InvalidArgumentError: the rows differ.
      ValueError: `op` returns another number of values.

    >>> import graphwright as tf
    >>> tf.ragged.map_flat_values(tf.multiply, tf.ragged.constant([[1, 2, 3], [], [4, 5], [6]]), 10)
    <tf.RaggedTensor [[10, 20, 30], [], [40, 50], [60]]>
    """
    from graphwright._src.tensor import nest

    found = [leaf for leaf in nest.flatten((args, kwargs)) if isinstance(leaf, RaggedTensor)]
    if not found:
        return op(*args, **kwargs)
    found = match_splits_dtypes(*found)
    replaced = iter([item.flat_values for item in found])
    args, kwargs = nest.map_structure(
        lambda leaf: next(replaced) if isinstance(leaf, RaggedTensor) else leaf, (args, kwargs)
    )
    first = found[0]
    flat = op(*args, **kwargs)
    first = with_checked_splits(first, found[1:])
    flat = tensor_or_ragged(flat)
    if flat.shape.rank == 0:
        raise ValueError(
            "tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension size as flat_values of "
            f"any ragged inputs. (output shape: (); expected outer dimension size: {first.flat_values.shape[0]})"
        )
    expected = first.flat_values.shape[0] if first.flat_values.shape.rank else None
    got = flat.shape[0] if flat.shape.rank else None
    if expected is not None and got is not None and expected != got:
        raise ValueError(
            "tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension size as flat_values of "
            f"any ragged inputs. (output shape: {flat.shape}; expected outer dimension size: {expected})"
        )
    return first.with_flat_values(flat)


def match_splits_dtypes(*values: object) -> list:
    """Returns the arguments, whose ragged tensors must have row splits of one dtype.

    Raises:
      ValueError: they have not.
    """
    kinds = {value._row_partition.dtype for value in values if isinstance(value, RaggedTensor)}
    if len(kinds) > 1:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to convert "
            "them to compatible dtypes."
        )
    return list(values)


def with_checked_splits(first: RaggedTensor, others: list) -> RaggedTensor:
    """`first`, once it is sure that all others have the same rows.

    Raises:
      ValueError: their ragged ranks differ.
      tf.errors.InvalidArgumentError: rows differ.
    """
    partitions = first._nested_row_partitions
    tests = []
    for other in others:
        if other.ragged_rank != first.ragged_rank:
            raise ValueError("All ragged inputs must have the same ragged_rank.")
        for mine, theirs in zip(partitions, other._nested_row_partitions, strict=True):
            a, b = mine.row_splits(), theirs.row_splits()
            if a is not b:
                known_a, known_b = row_partition.static_size(a), row_partition.static_size(b)
                if known_a is not None and known_b is not None and known_a != known_b and not executing_eagerly():
                    raise ValueError(f"Row splits of {known_a} and {known_b} elements: the numbers of rows differ")
                tests.append(same_splits(a, b))
    if not tests:
        return first
    splits = row_partition.checked(partitions[0].row_splits(), tests)
    if splits is partitions[0].row_splits():
        return first
    known = [row_partition.static_size(other._row_partition.row_splits()) for other in others]
    splits.set_shape([next((size for size in known if size is not None), None)])
    outer = partitions[0]
    return ragged(first.values, partition_from_splits(splits, outer.uniform_row_length(), outer._nrows))


def checked_flat_values(first: RaggedTensor, other: object) -> Any:
    """Returns the flat values of `first`, once it is sure that `other`, where it is ragged, has the same rows."""
    if not isinstance(other, RaggedTensor):
        return first.flat_values
    partitions = zip(
        first._nested_row_partitions, match_splits_dtypes(first, other)[1]._nested_row_partitions, strict=False
    )
    pairs = [(mine.row_splits(), theirs.row_splits()) for mine, theirs in partitions]
    return row_partition.checked(first.flat_values, [same_splits(a, b) for a, b in pairs if a is not b])


def same_splits(a: Tensor, b: Tensor) -> Callable:
    def test() -> Any:
        if a.shape.rank == b.shape.rank == 1 and None not in (a.shape[0], b.shape[0]) and a.shape[0] != b.shape[0]:
            raise errors.InvalidArgumentError(
                None, None, f"Inputs must have identical ragged splits, got {a.shape[0] - 1} and {b.shape[0] - 1} rows"
            )
        return assert_equal(a, b, "Inputs must have identical ragged splits")

    return test


@export("ragged.boolean_mask")
def boolean_mask(data: TensorLike, mask: TensorLike, name: str | None = None) -> Any:
    """Returns the values where a mask is true, as rows (tf.ragged.boolean_mask).

    Args:
      data: a ragged or dense tensor.
      mask: bools with the shape of data's first axes; ragged where `data` is.
      name: unused, nodes have names of their own.

    Returns:
      A ragged tensor of the rank of `data`: what was masked out is missing from its row.

    Raises:
      ValueError: the mask is a scalar, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])
    <tf.RaggedTensor [[1, 3], [6]]>
    """
    from graphwright._src.composite.ragged import axes, gathering

    values: Any = tensor_or_ragged(data)
    chosen: Any = tensor_or_ragged(mask, dtype=dtypes.bool)
    match_splits_dtypes(values, chosen)
    if chosen.shape.rank is None:
        raise ValueError("mask.shape.ndims must be known statically.")
    if chosen.shape.rank == 0:
        raise ValueError("mask cannot be scalar.")
    dtype = next((v._row_partition.dtype for v in (values, chosen) if isinstance(v, RaggedTensor)), dtypes.int64)
    if isinstance(chosen, RaggedTensor) or chosen.shape.rank > 1:
        if not isinstance(chosen, RaggedTensor):
            chosen = axes.split_dense(chosen, chosen.shape.rank - 1, dtype)
        elif (chosen.flat_values.shape.rank or 0) > 1:  # rows of one length are masked to ragged ones
            flat = chosen.flat_values
            chosen = chosen.with_flat_values(axes.split_dense(flat, len(flat.shape) - 1, dtype))
        if not isinstance(values, RaggedTensor):
            values.shape[: chosen.shape.rank].assert_is_compatible_with(
                chosen.shape
            ) if values.shape.rank is not None else None
            values = axes.split_dense(values, chosen.ragged_rank, dtype)
        if values.ragged_rank < chosen.ragged_rank:
            values = values.with_flat_values(
                axes.split_dense(values.flat_values, chosen.ragged_rank - values.ragged_rank, dtype)
            )
        outer = with_checked_splits(ragged_top(values, chosen.ragged_rank), [chosen])
        return _mask_rows(outer, chosen, dtype)
    if isinstance(values, RaggedTensor):
        values.shape[:1].assert_is_compatible_with(chosen.shape)
        if None in (values.shape[0], chosen.shape[0]):
            size, message = row_partition.size_of(chosen, dtype), "The mask has an element for each row of the data"
            chosen = row_partition.checked(chosen, [lambda: assert_equal(size, values.nrows(), message)])
    return (
        gathering.gather(values, cast(squeeze(where(chosen), [1]), dtype))
        if isinstance(values, RaggedTensor)
        else array_index.boolean_mask(values, chosen)
    )


def ragged_top(data: RaggedTensor, rank: int) -> RaggedTensor:
    """Returns a ragged tensor with `rank` partitions at most, whose values are what lies below."""
    if rank == 1:
        return ragged(_Opaque(data.values), data._row_partition) if isinstance(data.values, RaggedTensor) else data
    return ragged(ragged_top(data.values, rank - 1), data._row_partition)


class _Opaque:
    """Values of which only the number counts."""

    def __init__(self, value: Tensor | RaggedTensor) -> None:
        self.value = value
        self.shape = value.shape


def _mask_rows(data: Any, mask: RaggedTensor, dtype: DType) -> RaggedTensor:
    """Masks at the innermost axis of the mask; outer rows are kept."""
    values = data.values.value if isinstance(data.values, _Opaque) else data.values
    if isinstance(mask.values, RaggedTensor):
        return ragged(_mask_rows(values, mask.values, dtype), data._row_partition)
    keep = mask.values
    kept = cumsum(concat([zeros([1], dtype), cast(keep, dtype)], 0))
    splits = gather(kept, data.row_splits)
    if isinstance(values, RaggedTensor):
        values = boolean_mask(values, keep)
    else:
        values = array_index.boolean_mask(values, keep)
    return ragged(values, partition_from_splits(splits))


@export("ragged.stack_dynamic_partitions")
def stack_dynamic_partitions(
    data: TensorLike, partitions: TensorLike, num_partitions: TensorLike, name: str | None = None
) -> RaggedTensor:
    """Row `i` holds the values whose partition is `i` (tf.ragged.stack_dynamic_partitions).

    Args:
      data: a tensor or ragged tensor.
      partitions: int32 or int64, of the shape of data's first axes.
      num_partitions: the number of rows.
      name: unused, nodes have names of their own.

    Raises:
      tf.errors.InvalidArgumentError: a partition is not below `num_partitions`.

    >>> import graphwright as tf
    >>> tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d"], [3, 0, 2, 2], 4)
    <tf.RaggedTensor [[b'b'], [], [b'c', b'd'], [b'a']]>
    """
    data = tensor_or_ragged(data)
    dtype = data._row_partition.dtype if isinstance(data, RaggedTensor) else None
    partitions = tensor_or_ragged(partitions, hint=dtype)
    if dtype is not None:
        partitions = cast(partitions, dtype)
    rank = partitions.shape.rank
    if rank:
        partitions.shape.assert_is_compatible_with(data.shape[:rank])
    num_partitions = cast(_core.convert_to_tensor(num_partitions, None, partitions.dtype), partitions.dtype)
    if isinstance(partitions, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            raise ValueError("ragged partitions need ragged data")
        outer = with_checked_splits(ragged_top(data, partitions.ragged_rank), [partitions])
        flat: Any = outer
        for _ in builtins.range(partitions.ragged_rank):
            flat = flat.values
        return stack_dynamic_partitions(
            flat.value if isinstance(flat, _Opaque) else flat, partitions.flat_values, num_partitions
        )
    if partitions.shape.rank is None:
        raise ValueError("partitions must have known rank")
    if partitions.shape.rank == 0:
        return RaggedTensor.from_value_rowids(
            expand_dims(data, 0) if not isinstance(data, RaggedTensor) else expand_dims(data, 0),
            expand_dims(partitions, 0),
            num_partitions,
        )
    if partitions.shape.rank > 1:
        from graphwright._src.composite.ragged import axes

        last = partitions.shape.rank - 1
        return stack_dynamic_partitions(axes.merge_axes(data, 0, last), reshape(partitions, [-1]), num_partitions)
    order = argsort(partitions, stable=True)
    message = "partitions must be less than num_partitions"
    partitions = row_partition.checked(partitions, [lambda: assert_less(partitions, num_partitions, message)])
    return RaggedTensor.from_value_rowids(gather(data, order), gather(partitions, order), num_partitions)
