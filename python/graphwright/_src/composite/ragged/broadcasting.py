"""Elementwise functions of ragged tensors: their rows are made to match, then the function gets flat values."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.composite.ragged import axes, gathering, row_partition
from graphwright._src.composite.ragged.construction import match_splits_dtypes
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged, tensor_or_ragged
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import squeeze
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math_binary import equal, logical_or, not_equal
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_all
from graphwright._src.tensor.filling import zeros, zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.composite.ragged.row_partition import RowPartition
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import TensorLike


def elementwise(function: Callable, operands: Sequence[Any]) -> Any:
    """Returns a function of tensors' elements, applied to tensors and ragged tensors that broadcast.

    Axes of length 1 are repeated; ragged axes must have the same rows, or meet axes of length 1.

    Raises:
      tf.errors.InvalidArgumentError: rows differ.
      ValueError: a rank is not known, or row splits have different dtypes.
    """
    flats, partitions = align(operands)
    result = function(*flats)
    for partition in reversed(partitions):
        result = ragged(tensor_or_ragged(result), partition)
    return result


def converted(operands: Sequence[Any]) -> list[Any]:
    """Returns the operands as tensors and ragged tensors; plain values in the dtype of the first that is one already."""
    hint = next((v.dtype for v in operands if isinstance(v, RaggedTensor)), None)
    hint = next((v.dtype for v in operands if isinstance(v, _core.Tensor)), hint)
    return [tensor_or_ragged(v, hint=hint) for v in operands]


def align(operands: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Flat values of each operand that broadcast as dense tensors, and the partitions of the result, outermost first."""
    values = match_splits_dtypes(*operands)
    found = [v for v in values if isinstance(v, RaggedTensor)]
    if not found:
        return values, []
    dtype = found[0]._row_partition.dtype
    splits = found[0].nested_row_splits
    alike = all(
        len(splits) == v.ragged_rank and all(a is b for a, b in zip(splits, v.nested_row_splits, strict=True))
        for v in found[1:]
    )
    if alike and all(isinstance(v, RaggedTensor) or v.shape.rank == 0 for v in values):
        if len({v.flat_values.shape.rank for v in found}) == 1:
            return [v.flat_values if isinstance(v, RaggedTensor) else v for v in values], list(
                found[0]._nested_row_partitions
            )
    ranks = [v.shape.rank for v in values]
    if None in ranks:
        raise ValueError("Unable to broadcast: a rank is not known")
    rank = max(ranks)
    level = [v if v.shape.rank == 0 else _with_rank(v, rank) for v in values]
    at = [i for i, v in enumerate(level) if v.shape.rank]
    for i, v in zip(at, _same_rows([level[i] for i in at], dtype), strict=True):
        level[i] = v
    partitions = []
    while any(isinstance(v, RaggedTensor) for v in level):
        inner, partition = _next_level([level[i] for i in at], dtype)
        partitions.append(partition)
        for i, v in zip(at, inner, strict=True):
            level[i] = v
    return level, partitions


def _with_rank(value: Any, rank: int) -> Any:
    while value.shape.rank < rank:
        value = axes.expand_dims(value, 0)
    return value


def _count(value: Tensor | RaggedTensor, dtype: DType) -> Any:
    return row_partition.size_of(value, dtype)


def _same_rows(values: list, dtype: DType) -> list:
    """Returns the values with as many rows as the one that has most: a single row is repeated."""
    sizes = [v.shape[0] for v in values]
    known = {size for size in sizes if size is not None}
    if len(set(sizes)) == 1 and None not in sizes:
        return values
    if None not in sizes and len(known - {1}) == 1:
        most = (known - {1}).pop()
        return [
            v if size == most else gathering.gather(v, zeros([most], dtype))
            for v, size in zip(values, sizes, strict=True)
        ]
    if None not in sizes:
        raise errors.InvalidArgumentError(
            None, None, f"Unable to broadcast: axis 0 has the lengths {', '.join(map(str, sizes))}"
        )
    counts = [_count(v, dtype) for v in values]
    most = counts[0]
    for count in counts[1:]:
        most = where(equal(most, 1), count, most)
    fits = reduce_all([logical_or(equal(count, 1), equal(count, most)) for count in counts])
    message = "Unable to broadcast: the numbers of rows differ"
    most = row_partition.checked(most, [lambda: Assert(fits, [message, *counts])])
    result = []
    for v, size, count in zip(values, sizes, counts, strict=True):
        if size is not None and size != 1 and len(known - {1}) == 1:
            result.append(v)  # it has the most rows
        else:
            rows = math_convert.range(most) * cast(not_equal(count, 1), dtype)
            result.append(gathering.gather(v, rows))
    return result


def _next_level(values: list, dtype: DType) -> tuple[list, Any]:
    """Returns the values below the first axis, one for each value of the result, and the partition of these into rows."""
    # A dense axis of known length other than 1 counts as rows of that length.
    level = []
    for v in values:
        if not isinstance(v, RaggedTensor) and v.shape[1] not in (None, 1):
            v = axes.split_dense(v, 1, dtype)
        level.append(v)
    divided = [v for v in level if isinstance(v, RaggedTensor)]
    wide = [v for v in divided if v._row_partition.static_uniform_row_length != 1]
    reference = next((v for v in wide if not v._row_partition.is_uniform()), wide[0] if wide else divided[0])
    partition = reference._row_partition
    tests = []
    inner = []
    for v in level:
        if v is reference:
            inner.append(v.values)
        elif isinstance(v, RaggedTensor):
            if _is_single(v) and partition.static_uniform_row_length != 1:
                inner.append(gathering.gather(v.values, partition.value_rowids()))
                continue
            if v.row_splits is not partition.row_splits():
                tests.append(_splits_test(v.row_splits, partition.row_splits()))
            inner.append(v.values)
        else:
            inner.append(_column_for_rows(v, partition, tests))
    if tests:
        splits = row_partition.checked(partition.row_splits(), tests)
        if splits is not partition.row_splits():
            partition = row_partition.partition_from_splits(splits, partition.uniform_row_length(), partition._nrows)
    return inner, partition


def _is_single(value: RaggedTensor) -> bool:
    return value._row_partition.static_uniform_row_length == 1


def _column_for_rows(dense: Tensor, partition: RowPartition, tests: list) -> Any:
    """For each value of the partition, the element of its row of `dense`, whose second axis has one element or as many."""
    ids = partition.value_rowids()
    if dense.shape[1] == 1:
        return gather(squeeze(dense, [1]), ids)
    width = _core.op("Shape")(dense, out_type=partition.dtype)[1]
    single = equal(width, 1)
    fits = reduce_all(equal(partition.row_lengths(), width))
    tests.append(lambda: Assert(logical_or(single, fits), ["Unable to broadcast: rows differ", width]))
    place = where(single, zeros_like(ids), partition.offsets_in_rows())
    return gather(axes.merge_dense(dense, 0, 1), ids * width + place)


def _splits_test(a: Tensor, b: Tensor) -> Callable:
    def test() -> Any:
        if None not in (a.shape[0], b.shape[0]) and a.shape[0] != b.shape[0]:
            raise errors.InvalidArgumentError(
                None, None, f"Unable to broadcast: {a.shape[0] - 1} rows meet {b.shape[0] - 1}"
            )
        return assert_equal(a, b, "Unable to broadcast: rows differ in length")

    return test


def broadcast_to(value: TensorLike, template: Tensor | RaggedTensor) -> Any:
    """Returns the value repeated to the shape of another one."""
    if not isinstance(template, RaggedTensor):
        return array_module.broadcast_to(value, array_module.shape(template))
    value = tensor_or_ragged(value)
    (flat, like), partitions = align([value, template])
    message = "Unable to broadcast: the value has more rows than the shape"
    tests = [
        lambda ours=ours, wanted=wanted: assert_equal(ours.row_splits(), wanted.row_splits(), message)
        for ours, wanted in zip(partitions, template._nested_row_partitions, strict=False)
        if ours is not wanted
    ]
    flat = row_partition.checked(flat, tests)
    result = array_module.broadcast_to(flat, array_module.shape(like)) if flat.shape.rank is not None else flat
    for partition in reversed(partitions):
        result = ragged(result, partition)
    return result
