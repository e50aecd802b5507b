"""Public functions of tensors for ragged tensors: one table, by their public names."""

from __future__ import annotations

import functools

from graphwright import _core
from graphwright._src.composite.maps import map_fn
from graphwright._src.composite.ragged import axes, broadcasting, gathering, joining, reductions, row_partition
from graphwright._src.composite.ragged.construction import (
    map_flat_values,
    match_splits_dtypes,
    same_splits,
    stack_dynamic_partitions,
)
from graphwright._src.composite.ragged.dynamic_shape import DynamicRaggedShape, template_of
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, operand_of, ragged, tensor_or_ragged
from graphwright._src.composite.sparse.counting import bincount_of_rows
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.graph.scopes import executing_eagerly, get_static_value
from graphwright._src.ops import array as array_module
from graphwright._src.ops import image_resize, math_convert
from graphwright._src.ops.array import bitcast, constant, ensure_shape, expand_dims, identity, reshape, squeeze
from graphwright._src.ops.array_index import boolean_mask, gather, one_hot
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.image_resize import ResizeMethod
from graphwright._src.ops.linalg_product import matmul, matvec
from graphwright._src.ops.math import exp, negative, rsqrt, sqrt
from graphwright._src.ops.math_binary import add, add_n, divide, maximum, multiply, subtract
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import (
    cumsum,
    reduce_all,
    reduce_any,
    reduce_max,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from graphwright._src.ops.nn_activation import dropout
from graphwright._src.tensor import dispatch, dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import fill, ones, ones_like, zeros
from graphwright._src.tensor.nest import map_structure
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, ShapeLike, TensorLike

_table = dispatch.Table()
on = _table.on


def call(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    """Returns the result of a public function with a ragged argument; NotImplemented where ragged tensors mean nothing to it."""
    handler = _table.handler_of(function)
    if handler is not None:
        return handler(*args, **kwargs)
    kind = getattr(function, "ragged", None)  # as `export` was told
    if kind == "unary":
        return _unary(function, args, kwargs)
    if kind in ("binary", "binary assert"):
        return _binary(function, args, kwargs, asserts=kind == "binary assert")
    return NotImplemented


def _unary(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    found = dispatch.take(function, 1, args, kwargs)
    if found is None or not isinstance(found[0][0], RaggedTensor):
        return NotImplemented
    (x,), rest, kwargs = found
    return x.with_flat_values(function(x.flat_values, *rest, **kwargs))


def _binary(function: Callable[..., Any], args: tuple, kwargs: dict, asserts: bool = False) -> Any:
    found = dispatch.take(function, 2, args, kwargs)
    if found is None or not any(isinstance(v, RaggedTensor) for v in found[0]):
        return NotImplemented
    operands, rest, kwargs = found
    operands = broadcasting.converted([operand_of(v) for v in operands])
    if operands[0].dtype != operands[1].dtype and not executing_eagerly():
        function(*[v.flat_values if isinstance(v, RaggedTensor) else v for v in operands])  # raises TypeError
    if asserts:
        flats, _ = broadcasting.align(operands)
        return function(*flats, *rest, **kwargs)
    return broadcasting.elementwise(lambda x, y: function(x, y, *rest, **kwargs), operands)


# ---- elementwise with several tensors ----


@on("math.add_n", "add_n")
def _add_n(inputs: Sequence[Any], name: str | None = None) -> Any:
    inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    return map_flat_values(lambda *flats: add_n(list(flats)), *inputs)


@on("where")
def _where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: str | None = None
) -> Any:
    if x is None and y is None:
        return gathered_where(condition)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    condition = tensor_or_ragged(condition, dtype=dtypes.bool)
    x, y = broadcasting.converted([x, y])
    return broadcasting.elementwise(math_convert.where, [condition, x, y])


@on("compat.v1.where", takes_function=True)
def _where_v1(
    where: Callable,
    condition: TensorLike,
    x: TensorLike | None = None,
    y: TensorLike | None = None,
    name: str | None = None,
) -> Any:
    """Without broadcasting: of three ragged tensors with the same rows, or whole rows by a vector of bools."""
    if x is None or y is None:
        return _where(condition, x, y)
    condition, x, y = tensor_or_ragged(condition, dtype=dtypes.bool), tensor_or_ragged(x), tensor_or_ragged(y)
    kinds = [isinstance(value, RaggedTensor) for value in (condition, x, y)]
    if all(kinds):
        return map_flat_values(where, condition, x, y)
    if kinds[0]:
        raise ValueError("a ragged condition goes with ragged x and y of the same shape")
    condition.shape.assert_has_rank(1)
    counts = [
        value.nrows() if isinstance(value, RaggedTensor) else array_module.shape(value, dtypes.int64)[0]
        for value in (x, y)
    ]
    taken = where(condition, math_convert.range(counts[0]), math_convert.range(counts[0], counts[0] + counts[1]))
    return gather(concat([x, y], 0), taken)


def gathered_where(condition: Any) -> Any:
    """Returns the positions of the true elements of a ragged tensor, a dense matrix."""
    condition = tensor_or_ragged(condition)
    if condition.dtype != dtypes.bool:
        condition = cast(condition, dtypes.bool)
    positions = condition.with_flat_values(ones_like(condition.flat_values, dtype=dtypes.int32)).to_sparse().indices
    return boolean_mask(positions, reshape(condition.flat_values, [-1]))


on("math.bincount")(bincount_of_rows)


@on("strings.reduce_join", takes_function=True)
def _reduce_join(
    reduce_join: Callable,
    inputs: RaggedTensor,
    axis: AxisLike | None = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> Any:
    def join(values: TensorLike, axis: AxisLike | None, keepdims: bool = False) -> Any:
        return reduce_join(values, axis, keepdims, separator)

    def join_segments(values: TensorLike, segment_ids: TensorLike, num_segments: TensorLike) -> Any:
        return _core.op("UnsortedSegmentJoin")(values, segment_ids, num_segments, separator=separator)

    return reductions.reduce(join, join_segments, inputs, axis, keepdims)


@on("strings.join", takes_function=True)
def _strings_join(join: Callable, inputs: Sequence[Any], separator: str = "", name: str | None = None) -> Any:
    inputs = [tensor_or_ragged(value) for value in inputs]
    ranks = {value.ragged_rank for value in inputs if isinstance(value, RaggedTensor)}
    if len(ranks) == 1 and all(isinstance(value, RaggedTensor) or value.shape.rank == 0 for value in inputs):
        return map_flat_values(lambda *flats: join(list(flats), separator), *inputs)
    return broadcasting.elementwise(lambda *flats: join(list(flats), separator), inputs)


@on("nn.dropout")
def _dropout(
    x: RaggedTensor,
    rate: TensorLike,
    noise_shape: ShapeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    if noise_shape is not None:
        raise ValueError("noise_shape is not supported yet for RaggedTensor x")
    return x.with_flat_values(dropout(x.flat_values, rate, seed=seed))


@on("bitcast")
def _bitcast(input: RaggedTensor, type: DTypeLike, name: str | None = None) -> Any:
    type = dtypes.as_dtype(type)
    if input.dtype.size < type.size and len(input.flat_values.shape) < 2:
        raise ValueError("ragged values may not be combined to larger ones")
    return input.with_flat_values(bitcast(input.flat_values, type))


@on("nn.softmax")
def _softmax(logits: RaggedTensor, axis: int | None = None, name: str | None = None) -> Any:
    axis = axes.positive_axis(-1 if axis is None else axis, logits.shape.rank)
    shifted = exp(subtract(logits, reduce_max(logits, axis=axis, keepdims=True)))
    return divide(shifted, reduce_sum(shifted, axis=axis, keepdims=True))


@on("nn.log_softmax", "math.log_softmax")
def _log_softmax(logits: TensorLike, axis: AxisLike | None = None, name: str | None = None) -> Any:
    return NotImplemented  # element by element it would not be that of rows


@on("realdiv")
def _realdiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Any:
    return divide(x, y)


# ---- shapes ----


@on("shape")
def _shape(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> Any:
    return DynamicRaggedShape.from_tensor(input, out_type or dtypes.int32)


@on("rank")
def _rank(input: TensorLike, name: str | None = None) -> Any:
    if not isinstance(input, RaggedTensor):
        return NotImplemented
    if input.shape.rank is not None:
        return constant(input.shape.rank, dtypes.int32)
    return input.ragged_rank + array_module.rank(input.flat_values)


@on("size")
def _size(input: RaggedTensor, out_type: DTypeLike | None = dtypes.int32, name: str | None = None) -> Any:
    return array_module.size(input.flat_values, out_type=out_type)


@on("reshape")
def _reshape(tensor: Any, shape: ShapeLike | DynamicRaggedShape, name: str | None = None) -> Any:
    if isinstance(shape, DynamicRaggedShape):
        flat = tensor.flat_values if isinstance(tensor, RaggedTensor) else tensor
        return shape._add_row_partitions(reshape(flat, shape.inner_shape))
    return reshape(tensor.flat_values, shape, name)


@on("broadcast_to")
def _broadcast_to(input: TensorLike, shape: ShapeLike | DynamicRaggedShape, name: str | None = None) -> Any:
    if not isinstance(shape, DynamicRaggedShape):
        return NotImplemented
    return broadcasting.broadcast_to(input, template_of(shape, dtypes.int32))


@on("zeros")
def _zeros(
    shape: ShapeLike | DynamicRaggedShape,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    layout: object = None,
) -> Any:
    return template_of(shape, dtype) if isinstance(shape, DynamicRaggedShape) else NotImplemented


@on("ones")
def _ones(
    shape: ShapeLike | DynamicRaggedShape,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    layout: object = None,
) -> Any:
    if not isinstance(shape, DynamicRaggedShape):
        return NotImplemented
    return shape._add_row_partitions(ones(shape.inner_shape, dtype))


@on("fill")
def _fill(dims: ShapeLike | DynamicRaggedShape, value: TensorLike, name: str | None = None) -> Any:
    if not isinstance(dims, DynamicRaggedShape):
        return NotImplemented
    return dims._add_row_partitions(fill(dims.inner_shape, value))


@on("expand_dims")
def _expand_dims(input: RaggedTensor, axis: int, name: str | None = None) -> Any:
    rank = None if input.shape.rank is None else input.shape.rank + 1
    return axes.expand_dims(input, axes.positive_axis(axis, rank, rank_name="rank(input)"))


@on("squeeze")
def _squeeze(input: RaggedTensor, axis: AxisLike | None = None, name: str | None = None) -> Any:
    return joining.squeeze(input, axis)


@on("tile")
def _tile(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Any:
    return joining.tile(input, multiples) if isinstance(input, RaggedTensor) else NotImplemented


@on("reverse")
def _reverse(tensor: RaggedTensor, axis: AxisLike, name: str | None = None) -> Any:
    return joining.reverse(tensor, axis)


@on("concat")
def _concat(values: Sequence[Any], axis: TensorLike, name: str | None = None) -> Any:
    return joining.join(list(values) if isinstance(values, (list, tuple)) else [values], axis, False)


@on("stack")
def _stack(values: Sequence[Any], axis: int = 0, name: str | None = None) -> Any:
    if not isinstance(values, (list, tuple)):
        return NotImplemented
    return joining.join(list(values), axis, True)


@on("split")
def _split(
    value: RaggedTensor,
    num_or_size_splits: TensorLike,
    axis: TensorLike = 0,
    num: int | None = None,
    name: str | None = None,
) -> Any:
    return joining.split(value, num_or_size_splits, axis, num)


@on("one_hot")
def _one_hot(
    indices: RaggedTensor,
    depth: TensorLike,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Any:
    if isinstance(axis, int) and axis >= 0:
        if axis <= indices.ragged_rank:
            raise ValueError(f"axis ({axis}) must be greater than indices.ragged_rank ({indices.ragged_rank}).")
        axis -= indices.ragged_rank
    return indices.with_flat_values(one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype))


# ---- places ----


@on("gather")
def _gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: object = None,
    axis: TensorLike | None = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Any:
    return gathering.gather_along(params, indices, axis, batch_dims)


@on("gather_nd")
def _gather_nd(
    params: TensorLike, indices: TensorLike, batch_dims: int = 0, name: str | None = None, bad_indices_policy: str = ""
) -> Any:
    return gathering.gather_nd(params, indices, batch_dims)


@on("compat.v1.batch_gather")
def _batch_gather(params: TensorLike, indices: TensorLike, name: str | None = None) -> Any:
    indices = tensor_or_ragged(indices)
    if indices.shape.rank is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    return gathering.gather_along(params, indices, batch_dims=indices.shape.rank - 1)


@on("nn.embedding_lookup", "compat.v1.nn.embedding_lookup", takes_function=True)
def _embedding_lookup(lookup: Callable, params: Any, ids: TensorLike, *args: object, **kwargs: object) -> Any:
    if not isinstance(ids, RaggedTensor):
        return NotImplemented
    return ids.with_flat_values(lookup(params, ids.flat_values, *args, **kwargs))


@on("dynamic_partition")
def _dynamic_partition(data: TensorLike, partitions: TensorLike, num_partitions: int, name: str | None = None) -> Any:
    if not isinstance(num_partitions, int) or num_partitions < 0:
        raise TypeError("num_partitions must be a non-negative integer")
    rows = stack_dynamic_partitions(data, partitions, num_partitions)
    return [rows[i] for i in range(num_partitions)]


# ---- reductions ----


def _reduction(names: tuple[str, ...], function: Callable, op: str) -> None:
    @on(*names)
    def handler(
        input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool | None = False, name: str | None = None
    ) -> Any:
        if not isinstance(input_tensor, RaggedTensor):
            return NotImplemented
        return reductions.reduce(function, op, input_tensor, axis, bool(keepdims))


_reduction(("reduce_sum", "math.reduce_sum"), reduce_sum, "UnsortedSegmentSum")
_reduction(("reduce_prod", "math.reduce_prod"), reduce_prod, "UnsortedSegmentProd")
_reduction(("reduce_min", "math.reduce_min"), reduce_min, "UnsortedSegmentMin")
_reduction(("reduce_max", "math.reduce_max"), reduce_max, "UnsortedSegmentMax")


@on("reduce_any", "math.reduce_any")
def _reduce_any(
    input_tensor: RaggedTensor, axis: AxisLike | None = None, keepdims: bool | None = False, name: str | None = None
) -> Any:
    return reductions.boolean(reduce_any, "UnsortedSegmentMax", input_tensor, axis, bool(keepdims))


@on("reduce_all", "math.reduce_all")
def _reduce_all(
    input_tensor: RaggedTensor, axis: AxisLike | None = None, keepdims: bool | None = False, name: str | None = None
) -> Any:
    return reductions.boolean(reduce_all, "UnsortedSegmentMin", input_tensor, axis, bool(keepdims))


@on("reduce_mean", "math.reduce_mean")
def _reduce_mean(
    input_tensor: RaggedTensor, axis: AxisLike | None = None, keepdims: bool | None = False, name: str | None = None
) -> Any:
    return reductions.mean(input_tensor, axis, bool(keepdims))


@on("reduce_logsumexp", "math.reduce_logsumexp")
def _reduce_logsumexp(
    input_tensor: RaggedTensor, axis: AxisLike | None = None, keepdims: bool | None = False, name: str | None = None
) -> Any:
    return reductions.logsumexp(input_tensor, axis, bool(keepdims))


@on("nn.moments")
def _moments(
    x: TensorLike, axes: AxisLike | None, shift: object = None, keepdims: bool | None = False, name: str | None = None
) -> Any:
    if not isinstance(x, RaggedTensor):
        return NotImplemented
    return reductions.moments(x, axes, bool(keepdims))


@on("nn.batch_normalization")
def _batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike | None,
    scale: TensorLike | None,
    variance_epsilon: TensorLike,
    name: str | None = None,
) -> Any:
    factor = rsqrt(add(variance, variance_epsilon))
    if scale is not None:
        factor = multiply(factor, scale)
    shift = negative(multiply(mean, factor))
    return add(multiply(x, factor), shift if offset is None else add(offset, shift))


@on("math.reduce_variance")
def _reduce_variance(
    input_tensor: RaggedTensor, axis: AxisLike | None = None, keepdims: bool | None = False, name: str | None = None
) -> Any:
    return reductions.variance(input_tensor, axis, bool(keepdims))


@on("math.reduce_std")
def _reduce_std(
    input_tensor: RaggedTensor, axis: AxisLike | None = None, keepdims: bool | None = False, name: str | None = None
) -> Any:
    return sqrt(reductions.variance(input_tensor, axis, bool(keepdims)))


def _segment(name: str, combine: Callable) -> None:
    @on(f"math.{name}")
    def handler(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> Any:
        return combine(data, segment_ids, num_segments)


for _name, _op in {"sum": "Sum", "prod": "Prod", "min": "Min", "max": "Max"}.items():
    _segment(f"unsorted_segment_{_name}", functools.partial(reductions.segment, f"UnsortedSegment{_op}"))
_segment("unsorted_segment_mean", reductions.segment_mean)
_segment("unsorted_segment_sqrt_n", reductions.segment_sqrt_n)


@on("math.cumsum", "cumsum")
def _cumsum(
    x: RaggedTensor, axis: int = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Any:
    axis = axes.positive_axis(axis, x.shape.rank, rank_name="rank(x)")
    rank = x.ragged_rank
    if axis > rank:
        return x.with_flat_values(cumsum(x.flat_values, axis - rank, exclusive, reverse))
    if axis < rank:
        dense = cumsum(x.to_tensor(), axis, exclusive, reverse)
        mask = x.with_flat_values(ones(array_module.shape(x.flat_values)[:1], dtypes.bool)).to_tensor(False)
        return x.with_flat_values(boolean_mask(dense, mask))
    partition = x._nested_row_partitions[-1]
    sums = cumsum(x.flat_values, 0, exclusive, reverse)
    # Less what came before each row, or in reverse after it.
    if reverse:
        zero = zeros(concat([[1], array_module.shape(x.flat_values)[1:]], 0), x.dtype)
        after = concat([cumsum(x.flat_values, 0, False, True), zero], 0)
        offset = gather(after, gather(partition.row_limits(), partition.value_rowids()))
    else:
        before = cumsum(x.flat_values, 0, True)
        offset = gather(before, gather(partition.row_starts(), partition.value_rowids()))
    return x.with_flat_values(sums - offset)


# ---- the rest ----


@on("identity")
def _identity(input: TensorLike, name: str | None = None) -> Any:
    parts = map_structure(identity, input, expand_composites=True)
    return parts


@on("linalg.matvec")
def _matvec(*args: Any, **kwargs: Any) -> Any:
    given = dispatch.arguments_of(matvec, args, kwargs)
    columns = expand_dims(tensor_or_ragged(given["b"]), -1)
    flags = {name: given[name] for name in ("transpose_a", "adjoint_a")}
    return squeeze(matmul(given["a"], columns, **flags), [-1])


@on("linalg.matmul", "matmul")
def _matmul(*args: Any, **kwargs: Any) -> Any:
    given = dispatch.arguments_of(matmul, args, kwargs)
    a: Any = tensor_or_ragged(given["a"])
    b: Any = tensor_or_ragged(given["b"])
    flags: dict[str, Any] = {name: given[name] for name in ("transpose_a", "transpose_b", "adjoint_a", "adjoint_b")}
    if a.shape.rank is None or a.shape.rank != b.shape.rank:
        raise ValueError("`a` and `b` must have the same rank.")
    if a.shape.rank == 2:
        dense = [v.to_tensor() if isinstance(v, RaggedTensor) else v for v in (a, b)]
        for v, d in zip((a, b), dense, strict=True):
            if isinstance(v, RaggedTensor):
                assert_equal(
                    array_module.size(v.flat_values),
                    array_module.size(d),
                    "The matrices in `a` and `b` may not be ragged in their innermost dimension.",
                )
        return matmul(dense[0], dense[1], **flags)
    # Columns are ragged where they are so in `b`.
    wide = isinstance(b, RaggedTensor) and (b.ragged_rank == 2 or flags["transpose_b"] or flags["adjoint_b"])
    if not (isinstance(a, RaggedTensor) and isinstance(b, RaggedTensor)):
        # One of the two is dense: its matrices meet those of a batch of ragged ones.
        dtype = (a if isinstance(a, RaggedTensor) else b)._row_partition.dtype
        a, b = (v if isinstance(v, RaggedTensor) else axes.split_dense(v, 1, dtype) for v in (a, b))
    if len(a.shape) > 3:
        a, b = match_splits_dtypes(a, b)
        test = same_splits(a.row_splits, b.row_splits)
        left = a.with_flat_values(row_partition.checked(a.flat_values, [test]))
        return ragged(matmul(left.values, b.values, **flags), a._row_partition)
    # Matrices are padded to one size: zeros add nothing to a product. What is too much of the result is dropped.
    heights, inner_a = _extents(a, flags["transpose_a"] or flags["adjoint_a"])
    inner_b, widths = _extents(b, flags["transpose_b"] or flags["adjoint_b"])
    tests = [test for v in (a, b) if (test := _test_of_matrices(v)) is not None]
    if a.shape[0] != b.shape[0] or a.shape[0] is None:
        counts = a.nrows(), b.nrows()
        tests.append(lambda: assert_equal(*counts, "tf.matmul: batches of different sizes"))
    if not (isinstance(inner_a, int) and isinstance(inner_b, int)):
        message = "tf.matmul: the inner extents of `a` and `b` differ"
        tests.append(lambda: assert_equal(*_as_vectors(a, inner_a, inner_b), message))
    left = row_partition.checked(a.to_tensor(), tests) if tests else a.to_tensor()
    product = matmul(left, b.to_tensor(), **flags)
    rows = axes.split_dense(product, 1, a._row_partition.dtype)
    if not isinstance(heights, int):
        rows = RaggedTensor.from_tensor(product, lengths=heights, row_splits_dtype=a._row_partition.dtype)
    if not wide:
        return rows
    if isinstance(widths, int):
        return rows.with_values(axes.split_dense(rows.values, 1, a._row_partition.dtype))
    lengths = gather(widths, rows.value_rowids())
    inner = RaggedTensor.from_tensor(rows.values, lengths=lengths, row_splits_dtype=a._row_partition.dtype)
    return rows.with_values(inner)


def _as_vectors(value: RaggedTensor, *extents: TensorLike) -> list[Any]:
    """Extents, each an int or a vector, as vectors as long as the batch of matrices."""
    dtype = value._row_partition.dtype
    return [fill(reshape(value.nrows(), [1]), cast(v, dtype)) if isinstance(v, int) else v for v in extents]


def _test_of_matrices(value: RaggedTensor) -> Any:
    """Returns a test that the rows of each matrix are of one length; None where that is known."""
    if value.shape[2] is not None:
        return None

    def test() -> Any:
        lengths = value.row_lengths(axis=2)
        longest = gather(reduce_max(lengths, axis=1), lengths.value_rowids())
        message = "The matrices in `a` and `b` may not be ragged in their innermost dimension."
        return assert_equal(lengths.values, longest, message)

    return test


def _extents(value: RaggedTensor, transposed: bool) -> tuple[Any, Any]:
    """Returns the heights and widths of a batch of matrices: an int where all are known to be alike, else a vector."""
    known = value.shape
    height = value.row_lengths() if known[1] is None else known[1]
    if known[2] is not None:
        width: Any = known[2]
    else:
        # A matrix with rows of different lengths is none: the longest one says how wide it is.
        lengths = value.row_lengths(axis=2)
        width = maximum(reduce_max(lengths, axis=1), zeros([], lengths.dtype))
    return (width, height) if transposed else (height, width)


# ---- images ----


@on("image.resize")
def _resize(
    images: RaggedTensor,
    size: TensorLike,
    method: Any = "bilinear",
    preserve_aspect_ratio: bool = False,
    *args: Any,
    **kwargs: Any,
) -> Any:
    dtype = images.dtype if method == ResizeMethod.NEAREST_NEIGHBOR else dtypes.float32
    resize = lambda image: image_resize.resize(image, size, method, preserve_aspect_ratio, *args, **kwargs)  # noqa: E731
    return _resized(resize, images, size, dtype, preserve_aspect_ratio)


@on("compat.v1.image.resize", takes_function=True)
def _resize_v1(
    resize: Callable,
    images: RaggedTensor,
    size: TensorLike,
    method: object = 0,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Any:
    nearest = 1  # the number of compat.v1.image.ResizeMethod.NEAREST_NEIGHBOR
    dtype = images.dtype if method == nearest else dtypes.float32
    one = lambda image: resize(image, size, method, align_corners, preserve_aspect_ratio)  # noqa: E731
    return _resized(one, images, size, dtype, preserve_aspect_ratio)


def _resized(resize: Callable, images: RaggedTensor, size: TensorLike, dtype: DTypeLike, keeps_aspect: bool) -> Any:
    """Images of different sizes, each resized on its own, as a tensor."""
    if images.shape.rank != 4:
        raise ValueError("tf.image.resize: images.shape.rank must be 4 if images is ragged.")
    size = convert_to_tensor(size, dtypes.int32)
    if size.shape.rank not in (None, 1) or size.shape.num_elements() not in (None, 2):
        raise ValueError(f"'size' must be a vector of 2 integers, got shape {size.shape}")
    known = None if keeps_aspect else get_static_value(size)
    height_width = [None, None] if known is None else known.tolist()

    def one(image: Tensor | RaggedTensor) -> Any:
        return resize(image.to_tensor() if isinstance(image, RaggedTensor) else image)

    def mapped() -> Any:
        return map_fn(one, images, fn_output_signature=TensorSpec([*height_width, images.shape[-1]], dtype))

    def nothing() -> Any:
        channels = array_module.shape(images.flat_values)[-1:]
        return ensure_shape(zeros(concat([[0], size, channels], 0), dtype), [0, *height_width, images.shape[-1]])

    count = images._row_partition.static_nrows
    if count is not None:
        return mapped() if count else nothing()
    return cond(images.nrows() > 0, mapped, nothing)
