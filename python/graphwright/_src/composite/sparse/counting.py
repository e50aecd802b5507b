"""tf.sparse.bincount, and tf.math.bincount of ragged and sparse tensors."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.construction import checked_flat_values
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import control_dependencies, executing_eagerly
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert, math_count, sort
from graphwright._src.ops.array import constant, expand_dims, identity, reshape, size
from graphwright._src.ops.array_index import boolean_mask, gather
from graphwright._src.ops.array_join import concat, repeat, stack
from graphwright._src.ops.assertions import assert_equal, assert_non_negative
from graphwright._src.ops.math_binary import equal, maximum, minimum
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_max, reduce_prod
from graphwright._src.ops.sort import argsort
from graphwright._src.tensor import dispatch, dtypes
from graphwright._src.tensor.filling import ones, ones_like, zeros, zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike


def _taken_apart(values: TensorLike) -> tuple[Any, Any, Any]:
    """Returns the elements of a ragged, sparse or dense tensor as a vector; their rows, and how many rows there are."""
    if isinstance(values, SparseTensor):
        return values.values, values.indices[:, 0], values.dense_shape[0]
    if isinstance(values, RaggedTensor):
        if isinstance(values.values, RaggedTensor):
            raise ValueError(f"bincount takes ragged tensors of rank 2, got {values.shape}")
        return values.values, cast(values.value_rowids(), dtypes.int64), cast(values.nrows(), dtypes.int64)
    values = _core.convert_to_tensor(values)
    if values.shape.rank not in (1, 2, None):
        raise ValueError(f"bincount takes vectors and matrices, got shape {values.shape}")
    shape = array_module.shape(values, out_type=dtypes.int64)
    rows = constant(1, dtypes.int64) if values.shape.rank == 1 else reduce_prod(shape[:-1])
    width = shape[-1]
    return reshape(values, [-1]), repeat(math_convert.range(rows), width), rows


def _flat_weights(weights: Any, values: Any) -> Any:
    """Returns the weights of the elements of `values` as a vector, once it is sure that they belong to the same places.

    Raises:
      ValueError: they are not ragged, sparse or dense as `values` are, or, while tracing, of another shape.
      tf.errors.InvalidArgumentError: they are of another shape.
    """
    for kind in (SparseTensor, RaggedTensor):
        if isinstance(values, kind) != isinstance(weights, kind):
            raise ValueError(f"`weights` must be of the kind of `values`, got {weights!r} for {values!r}")
    if isinstance(values, RaggedTensor):
        return checked_flat_values(weights, values)
    message = "bincount: `weights` must have the shape and places of `values`"
    if isinstance(values, SparseTensor):
        tests = [(weights.dense_shape, values.dense_shape), (weights.indices, values.indices)]
        tests = [assert_equal(ours, theirs, message) for ours, theirs in tests]
        with control_dependencies([test for test in tests if test is not None]):
            return identity(weights.values)
    weights = _core.convert_to_tensor(weights)
    if weights.shape.num_elements() == 0:  # counts, of the dtype of the weights
        return ones([size(values)], weights.dtype)
    if not weights.shape.is_compatible_with(values.shape):
        message = f"{message}, got {weights.shape} for {values.shape}"
        raise errors.InvalidArgumentError(None, None, message) if executing_eagerly() else ValueError(message)
    if not (weights.shape.is_fully_defined() and values.shape.is_fully_defined()):
        with control_dependencies([assert_equal(array_module.shape(weights), array_module.shape(values), message)]):
            weights = identity(weights)
    return reshape(weights, [-1])


def _number_of_bins(values: TensorLike, minlength: TensorLike | None, maxlength: TensorLike | None) -> Any:
    """Returns one more than the largest value, 0 where there is none; within the bounds."""
    nothing = zeros([1], dtypes.int64)
    count = reduce_max(concat([nothing, reshape(cast(values, dtypes.int64), [-1]) + 1], 0))
    if minlength is not None:
        count = maximum(count, cast(minlength, dtypes.int64))
    return count if maxlength is None else minimum(count, cast(maxlength, dtypes.int64))


def bincount_of_rows(*args: object, **kwargs: object) -> Any:
    """tf.math.bincount, with its parameters, of a ragged or sparse tensor: a dense vector or, for axis -1, a matrix."""
    given = dispatch.arguments_of(math_count.bincount, args, kwargs)
    arr, axis = given.pop("arr"), given.pop("axis")
    if axis not in (None, 0, -1):
        raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
    weights = given["weights"]
    if weights is not None:
        if given["binary_output"]:
            raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
        weights = given["weights"] = _flat_weights(weights, arr)
    if axis != -1:
        if isinstance(arr, SparseTensor):
            return math_count.bincount(arr.values, **given)
        # Rows within the rows that are dense are counted one by one, as TensorFlow does.
        return math_count.bincount(arr.flat_values, axis=-1, **given)
    if isinstance(arr, RaggedTensor) and isinstance(arr.values, RaggedTensor):
        raise ValueError(f"bincount of rows takes ragged tensors of rank 2, got {arr.shape}")
    values = arr.values if arr.values.dtype in (dtypes.int32, dtypes.int64) else cast(arr.values, dtypes.int32)
    bins = cast(_number_of_bins(values, given["minlength"], given["maxlength"]), values.dtype)
    weights = zeros([0], given["dtype"]) if weights is None else weights
    more = {"binary_output": given["binary_output"], "name": given["name"]}
    if isinstance(arr, SparseTensor):
        return _core.op("SparseBincount")(arr.indices, values, arr.dense_shape, bins, weights, **more)
    return _core.op("RaggedBincount")(cast(arr.row_splits, dtypes.int64), values, bins, weights, **more)


@export("sparse.bincount")
def bincount(
    values: TensorLike,
    weights: TensorLike | None = None,
    axis: int | None = 0,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """Returns how often each integer occurs, without the integers that do not occur (tf.sparse.bincount).

    Args:
      values: a tensor, ragged or sparse tensor of integers that are not negative.
      weights: of the same shape; the result has their sums. None to count.
      axis: 0 or None for all elements, -1 for each row by itself.
      minlength: the least extent of the result.
      maxlength: the largest; integers from there on are left out.
      binary_output: whether to give 1 for what occurs.
      name: unused, nodes have names of their own.

    Returns:
      A SparseTensor of int64 counts, or of the dtype of the weights.

    Raises:
      ValueError: another axis, or both `weights` and `binary_output`.

    >>> import graphwright as tf
    >>> counts = tf.sparse.bincount([[10, 20, 10], [7, 7, 7]], axis=-1)
    >>> counts.indices.numpy().tolist(), counts.values.numpy().tolist()
    ([[0, 10], [0, 20], [1, 7]], [2, 1, 3])
    """
    if axis not in (None, 0, -1):
        raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
    if weights is not None and binary_output:
        raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
    if isinstance(values, SparseTensor):
        rank = values.shape.rank
    else:
        rank = None if isinstance(values, RaggedTensor) else _core.convert_to_tensor(values).shape.rank
    single = axis != -1 or rank == 1
    unknown = axis == -1 and rank is None and not isinstance(values, RaggedTensor)  # a vector, or rows of their own
    vector: Any = None
    if unknown:
        shape = values.dense_shape if isinstance(values, SparseTensor) else array_module.shape(values)
        vector = equal(size(shape), 1)
    if single and not isinstance(values, (SparseTensor, RaggedTensor)):
        values = reshape(values, [-1])
        weights = None if weights is None else reshape(weights, [-1])
    elif not isinstance(values, (SparseTensor, RaggedTensor)):
        values = _core.convert_to_tensor(values)
    elements, rows, nrows = _taken_apart(values)
    if elements.dtype not in (dtypes.int32, dtypes.int64):
        raise errors.InvalidArgumentError(
            None, None, f"tf.sparse.bincount counts int32 or int64, got {elements.dtype!r}"
        )
    negative = assert_non_negative(elements, "Input values must all be non-negative")
    if negative is not None:
        with control_dependencies([negative]):
            elements = identity(elements)
    dtype = dtypes.int32 if elements.dtype == dtypes.int32 else dtypes.int64
    summed = ones(array_module.shape(elements), dtype) if weights is None else _flat_weights(weights, values)
    elements = cast(elements, dtypes.int64)
    if single:
        rows, nrows = zeros_like(elements), constant(1, dtypes.int64)
    elif unknown:
        rows = where(vector, zeros_like(elements), rows)
    found = maximum(_number_of_bins(elements, minlength, None), ones([], dtypes.int64))  # 1 where there are no values
    bins = found if maxlength is None else cast(maxlength, dtypes.int64)
    if maxlength is not None:
        kept = elements < bins
        elements, rows, summed = (boolean_mask(part, kept) for part in (elements, rows, summed))
    keys = rows * bins + elements
    order = argsort(keys, stable=True)
    unique, which = sort.unique(gather(keys, order))
    sums = _core.op("UnsortedSegmentSum")(gather(summed, order), which, size(unique))
    if binary_output:
        sums = ones_like(sums)
    safe = maximum(bins, ones([], dtypes.int64))
    if single:
        return SparseTensor(expand_dims(unique, 1), sums, reshape(bins, [1]))
    places, shape = stack([unique // safe, unique % safe], axis=1), stack([nrows, bins])
    if unknown:
        first = cast(vector, dtypes.int32)
        places, shape = places[:, first:], shape[first:]
    return SparseTensor(places, sums, shape)
