"""tf.concat, tf.stack, tf.ragged.stack and what else joins or parts ragged tensors."""

from __future__ import annotations

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.composite.ragged import axes, gathering, row_partition
from graphwright._src.composite.ragged.construction import match_splits_dtypes, with_checked_splits
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged, tensor_or_ragged
from graphwright._src.composite.ragged.row_partition import partition_from_splits
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph.scopes import control_dependencies, get_static_value
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_join, array_layout, math_convert
from graphwright._src.ops.array import constant, ensure_shape, identity, reshape
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat, repeat
from graphwright._src.ops.array_layout import transpose
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math_binary import equal, logical_and
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import cumsum, reduce_all
from graphwright._src.tensor import dtypes, filling
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones_like, zeros_like
from graphwright._src.tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import TensorLike


@export("ragged.stack")
def stack(values: Sequence[Any], axis: int = 0, name: str | None = None) -> Any:
    """Tensors and ragged tensors of one rank, as slices of a new axis (tf.ragged.stack).

    Args:
      values: a list of tensors and ragged tensors.
      axis: where the new axis is.
      name: unused, nodes have names of their own.

    Returns:
      A ragged tensor; a tensor of scalars.

    Raises:
      ValueError: the list is empty, ranks differ, or there is no such axis.

    >>> import graphwright as tf
    >>> tf.ragged.stack([[1, 2, 3], [4, 5]])
    <tf.RaggedTensor [[1, 2, 3], [4, 5]]>
    """
    if not isinstance(values, (list, tuple)):
        values = [values]
    return join(values, axis, True)


def join(values: Sequence[Any], axis: Any, stacks: bool) -> Any:
    """tf.concat (or, with `stacks`, tf.stack) where a value is ragged."""
    if not values:
        raise ValueError("rt_inputs may not be empty.")
    hint = next((v.dtype for v in values if isinstance(v, RaggedTensor)), None)
    values = match_splits_dtypes(*[tensor_or_ragged(v, hint=hint) for v in values])
    dtype = next((v._row_partition.dtype for v in values if isinstance(v, RaggedTensor)), dtypes.int64)
    if len(values) == 1 and not stacks:
        return values[0]
    rank = None
    for v in values:
        if rank is not None and v.shape.rank is not None and v.shape.rank != rank:
            raise ValueError(f"Shapes must have equal rank, got {rank} and {v.shape.rank}")
        rank = v.shape.rank if rank is None else rank
    axis = int(get_static_value(axis)) if isinstance(axis, Tensor) else axis
    out_rank = None if rank is None else rank + (1 if stacks else 0)
    axis = axes.positive_axis(axis, out_rank)
    if rank == 0:
        return array_join.stack(values, axis)
    if not any(isinstance(v, RaggedTensor) for v in values):
        if rank is not None and axis >= rank - 1 and not (stacks and rank == 1 and axis == 0):
            return array_join.stack(values, axis) if stacks else concat(values, axis)
        if rank == 1:
            if axis == 1:
                return array_join.stack(values, axis)
            lengths = array_join.stack([row_partition.size_of(v, dtypes.int32) for v in values])
            return RaggedTensor.from_row_lengths(concat(values, 0), lengths, validate=False)
    values = [v if isinstance(v, RaggedTensor) or rank == 1 else axes.split_dense(v, 1, dtype) for v in values]
    return _join(values, axis, stacks, dtype)


def _deeper(value: Tensor | RaggedTensor, ragged_rank: int, dtype: DType) -> Any:
    if ragged_rank == 0:
        return value
    if not isinstance(value, RaggedTensor):
        return axes.split_dense(value, ragged_rank, dtype)
    return ragged(_deeper(value.values, ragged_rank - 1, dtype), value._row_partition)


def _join(values: list, axis: int, stacks: bool, dtype: DType) -> Any:
    if not any(isinstance(v, RaggedTensor) for v in values):
        return array_join.stack(values, axis) if stacks else concat(values, axis)
    most = max(v.ragged_rank for v in values if isinstance(v, RaggedTensor))
    values = [_deeper(v, most, dtype) for v in values]
    if axis == 0:
        joined = _rows(values, dtype)
        if not stacks:
            return joined
        counts = array_join.stack([v.nrows() for v in values])
        static = [v._row_partition.static_nrows for v in values]
        if None not in static and len(set(static)) == 1:
            counts = constant(static, dtype)
        return RaggedTensor.from_row_lengths(joined, counts, validate=False)
    if axis == 1:
        return _within_rows(values, stacks, dtype)
    outer = [ragged(_only(v), v._row_partition) for v in values]
    first = with_checked_splits(outer[0], outer[1:])
    return ragged(_join([v.values for v in values], axis - 1, stacks, dtype), first._row_partition)


def _only(value: RaggedTensor) -> Any:
    """Values of which only the number counts."""
    values = value.values
    return values.row_splits[:-1] if isinstance(values, RaggedTensor) else values


def _rows(values: list, dtype: DType) -> Any:
    """Concatenation along the first axis."""
    if not isinstance(values[0], RaggedTensor):
        return concat(values, 0)
    splits = [values[0].row_splits]
    for v in values[1:]:
        splits.append(v.row_splits[1:] + splits[-1][-1])
    lengths = {v._row_partition.static_uniform_row_length for v in values}
    length = lengths.pop() if len(lengths) == 1 else None
    inner = _rows([v.values for v in values], dtype)
    return ragged(inner, partition_from_splits(concat(splits, 0), length))


def _within_rows(values: list, stacks: bool, dtype: DType) -> Any:
    """Concatenation of the rows with equal numbers."""
    counts = [v._row_partition.static_nrows for v in values]
    if len({count for count in counts if count is not None}) > 1:
        raise errors.InvalidArgumentError(None, None, f"Input tensors must have the same number of rows, got {counts}")
    number = len(values)
    nrows = values[0].nrows()
    if None in counts:
        message = "Input tensors must have the same number of rows"
        others = [v.nrows() for v in values[1:]]
        nrows = row_partition.checked(nrows, [lambda n=n: assert_equal(nrows, n, message) for n in others])
    joined = _rows(values, dtype)
    # Row i of each value in turn: 0, n, 2n, …, 1, n + 1, …
    order = reshape(
        transpose(reshape(math_convert.range(nrows * number), array_join.stack([constant(number, dtype), nrows]))), [-1]
    )
    if counts[0] is not None:
        order = ensure_shape(order, [counts[0] * number])
    permuted = gathering.gather(joined, order, same_lengths=False)
    rows = math_convert.range(nrows + 1) * number
    if counts[0] is not None:
        rows = ensure_shape(rows, [counts[0] + 1])
    if stacks:
        return ragged(permuted, partition_from_splits(rows))
    return ragged(permuted.values, partition_from_splits(gather(permuted.row_splits, rows)))


def tile(value: RaggedTensor, multiples: TensorLike) -> Any:
    """tf.tile of a ragged tensor."""
    rank = value.shape.rank
    if rank is None:
        raise ValueError("tf.tile needs a ragged tensor of known rank")
    dtype = value._row_partition.dtype
    multiples = convert_to_tensor(multiples, dtype_hint=dtype)
    if not multiples.dtype.is_integer:
        raise TypeError(f"tf.tile: multiples must be integers, got {multiples.dtype.name}")
    row_partition.check_rank(multiples, 1, "multiples")
    multiples = cast(multiples, dtype)
    known = get_static_value(multiples)
    if known is not None and len(known) < rank:
        raise IndexError(f"tf.tile: expected {rank} multiples, got {len(known)}")
    if known is not None and len(known) > rank:
        raise errors.InvalidArgumentError(None, None, f"tf.tile: expected {rank} multiples, got {len(known)}")
    return _tile(value, multiples, 0, known)


def _tile(value: Tensor | RaggedTensor, multiples: Tensor, axis: int, known: Any) -> Any:
    """Repeats `value` along its axes; its first axis is the tensor's axis `axis`."""
    if known is None or known[axis] != 1:
        count = row_partition.size_of(value, multiples.dtype)
        value = gathering.gather(
            value, array_join.tile(math_convert.range(count), multiples[axis : axis + 1]), same_lengths=False
        )
    return _tile_rows(value, multiples, axis + 1, known)


def _tile_rows(value: Tensor | RaggedTensor, multiples: Tensor, axis: int, known: Any) -> Any:
    """Repeats each row of `value`; rows lie along the tensor's axis `axis`."""
    if not isinstance(value, RaggedTensor):
        rank = value.shape.rank
        if rank == 1:
            return value
        ones = filling.ones([1], multiples.dtype)
        return array_join.tile(value, concat([ones, multiples[axis:]], 0))
    if known is None or known[axis] != 1:
        dtype = multiples.dtype
        times = multiples[axis]
        rows = repeat(math_convert.range(value.nrows()), times)
        repeated = gathering.gather(value, rows, same_lengths=False)
        splits = value.row_splits * times
        length = value._row_partition.static_uniform_row_length
        if length is not None and known is not None:
            length = length * int(known[axis])
        else:
            length = None
        value = ragged(repeated.values, partition_from_splits(cast(splits, dtype), length))
    return ragged(_tile_rows(value.values, multiples, axis + 1, known), value._row_partition)


def squeeze(value: RaggedTensor, axis: Any) -> Any:
    """tf.squeeze of a ragged tensor."""
    if axis is None:
        raise ValueError("Ragged.squeeze must have an axis argument.")
    if isinstance(axis, int):
        axis = [axis]
    rank = value.shape.rank
    wanted = sorted({axes.positive_axis(int(a), rank, "axis", "rank(input)") for a in axis}, reverse=True)
    for a in wanted:
        value = _squeeze(value, a)
    return value


def _squeeze(value: Tensor | RaggedTensor, axis: int) -> Any:
    if not isinstance(value, RaggedTensor):
        return array_module.squeeze(value, [axis])
    message = f"the length along axis {axis} is not 1"
    if axis == 0:
        known = value._row_partition.static_nrows
        if known is not None and known != 1:
            raise errors.InvalidArgumentError(None, None, f"tf.squeeze: {message}: {known}")
        values = value.values
        if known is None:
            test = lambda: assert_equal(value.nrows(), filling.ones([], value._row_partition.dtype), message)  # noqa: E731
            if isinstance(values, RaggedTensor):
                values = values.with_flat_values(row_partition.checked(values.flat_values, [test]))
            else:
                values = row_partition.checked(values, [test])
        return values
    if axis == 1:
        lengths = value.row_lengths()
        ones = ones_like(lengths)
        values = value.values
        test = lambda: assert_equal(lengths, ones, message)  # noqa: E731
        if isinstance(values, RaggedTensor):
            return values.with_flat_values(row_partition.checked(values.flat_values, [test]))
        return row_partition.checked(values, [test])
    return ragged(_squeeze(value.values, axis - 1), value._row_partition)


def reverse(value: RaggedTensor, axis: Any) -> Any:
    """tf.reverse of a ragged tensor."""
    known = axis if isinstance(axis, (list, tuple)) else get_static_value(convert_to_tensor(axis))
    if known is None:
        raise ValueError("axis must be known while tracing")
    for place in {axes.positive_axis(int(a), value.shape.rank, "axis", "rank(tensor)") for a in known}:
        value = _reverse(value, place)
    return value


def _reverse(value: Tensor | RaggedTensor, axis: int) -> Any:
    if not isinstance(value, RaggedTensor):
        return array_layout.reverse(value, [axis])
    if axis == 0:
        return gathering.gather(value, array_layout.reverse(math_convert.range(value.nrows()), [0]))
    partition = value._row_partition
    if axis == 1:
        places = gather(partition.row_limits(), partition.value_rowids()) - 1 - partition.offsets_in_rows()
        return ragged(gathering.gather(value.values, places), partition)
    return ragged(_reverse(value.values, axis - 1), partition)


def split(value: RaggedTensor, num_or_size_splits: TensorLike, axis: Any, num: int | None) -> list:
    """tf.split of a ragged tensor."""
    if isinstance(num_or_size_splits, int) and num_or_size_splits == 1:
        return [value]
    axis = axes.positive_axis(int(axis), value.shape.rank)
    given = convert_to_tensor(num_or_size_splits)
    sizes = get_static_value(given)
    if sizes is not None and sizes.ndim == 0 and sizes <= 0:
        raise ValueError(f"Cannot split a dimension into {sizes} parts")
    if sizes is not None and sizes.shape == (0,):
        raise TypeError("num_or_size_splits must be an int or a vector of integers, got no sizes")
    if axis > value.ragged_rank:  # an axis of the values, where all rows are of one length
        parts = array_join.split(value.flat_values, num_or_size_splits, axis - value.ragged_rank, num)
        return [value.with_flat_values(part) for part in parts]
    length = value.shape[axis]
    if length is None and axis > 0:
        raise ValueError("Cannot split a ragged axis: its slices differ in length")
    if sizes is None or length is None:
        return _split_rows(value, given, sizes, axis, num)
    if sizes.ndim == 0:
        number = int(sizes)
        if length % number:
            message = f"Cannot exactly split the dimension {axis} of length {length} into {number} parts"
            raise errors.InvalidArgumentError(None, None, message)
        sizes = [length // number] * number
    else:
        if num is not None and num != len(sizes):
            raise ValueError(f"`num` specified {num}, but num_or_size_splits has {len(sizes)} elements")
        sizes = [int(size) for size in sizes]
        if any(size < 0 for size in sizes) or sum(sizes) != length:
            raise errors.InvalidArgumentError(None, None, f"sizes {sizes} do not sum up to the length {length}")
    parts = []
    begin = 0
    for size in sizes:
        parts.append(value[(*[slice(None)] * axis, slice(begin, begin + size))])
        begin += size
    return parts


def _split_rows(value: RaggedTensor, given: Tensor, number: Any, axis: int, num: int | None) -> list:
    """Returns the parts of a split whose sizes are not known while tracing."""
    length = value.nrows() if axis == 0 else constant(value.shape[axis], value.row_splits.dtype)
    if number is not None and number.ndim == 0:
        count = int(number)
        fits = assert_equal(
            length % count, zeros_like(length), f"Cannot exactly split the dimension {axis} into {count} parts"
        )
        ends = [length // count * (part + 1) for part in range(count)]
    else:
        if given.shape.rank == 0:
            raise ValueError("tf.split of a ragged tensor: the number of parts must be known while tracing")
        count = given.shape[0] if num is None else num
        if count is None:
            raise ValueError("Cannot infer argument `num` from num_or_size_splits of unknown shape")
        sums = cast(cumsum(given), length.dtype)
        valid = logical_and(reduce_all(given >= 0), equal(sums[-1], length))
        fits = Assert(valid, ["The sizes do not sum up to the length", given, length])
        ends = [sums[part] for part in range(count)]
    with control_dependencies([] if fits is None else [fits]):
        ends = [identity(end) for end in ends]
    begins = [zeros_like(ends[0]), *ends[:-1]]
    before = [slice(None)] * axis
    return [value[(*before, slice(begin, end))] for begin, end in zip(begins, ends, strict=True)]
