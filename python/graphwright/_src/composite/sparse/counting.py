"""tf.sparse.bincount, and tf.math.bincount of ragged and sparse tensors."""

from __future__ import annotations

import graphwright as tf
from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.construction import checked_flat_values
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.tensor import dispatch, dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _taken_apart(values: Any) -> tuple[Any, Any, Any]:
    """The elements of a ragged, sparse or dense tensor as a vector; their rows, and how many rows there are."""
    if isinstance(values, SparseTensor):
        return values.values, values.indices[:, 0], values.dense_shape[0]
    if isinstance(values, tf.RaggedTensor):
        if isinstance(values.values, tf.RaggedTensor):
            raise ValueError(f"bincount takes ragged tensors of rank 2, got {values.shape}")
        return values.values, tf.cast(values.value_rowids(), dtypes.int64), tf.cast(values.nrows(), dtypes.int64)
    values = _core.convert_to_tensor(values)
    if values.shape.rank not in (1, 2, None):
        raise ValueError(f"bincount takes vectors and matrices, got shape {values.shape}")
    shape = tf.shape(values, out_type=dtypes.int64)
    rows = tf.constant(1, dtypes.int64) if values.shape.rank == 1 else tf.reduce_prod(shape[:-1])
    width = shape[-1]
    return tf.reshape(values, [-1]), tf.repeat(tf.range(rows), width), rows


def _flat_weights(weights: Any, values: Any) -> Any:
    """The weights of the elements of `values` as a vector, once it is sure that they belong to the same places.

    Raises:
      ValueError: they are not ragged, sparse or dense as `values` are, or, while tracing, of another shape.
      tf.errors.InvalidArgumentError: they are of another shape.
    """
    for kind in (SparseTensor, tf.RaggedTensor):
        if isinstance(values, kind) != isinstance(weights, kind):
            raise ValueError(f"`weights` must be of the kind of `values`, got {weights!r} for {values!r}")
    if isinstance(values, tf.RaggedTensor):
        return checked_flat_values(weights, values)
    message = "bincount: `weights` must have the shape and places of `values`"
    if isinstance(values, SparseTensor):
        tests = [(weights.dense_shape, values.dense_shape), (weights.indices, values.indices)]
        tests = [tf.debugging.assert_equal(ours, theirs, message) for ours, theirs in tests]
        with tf.control_dependencies([test for test in tests if test is not None]):
            return tf.identity(weights.values)
    weights = _core.convert_to_tensor(weights)
    if weights.shape.num_elements() == 0:  # counts, of the dtype of the weights
        return tf.ones([tf.size(values)], weights.dtype)
    if not weights.shape.is_compatible_with(values.shape):
        message = f"{message}, got {weights.shape} for {values.shape}"
        raise tf.errors.InvalidArgumentError(None, None, message) if tf.executing_eagerly() else ValueError(message)
    if not (weights.shape.is_fully_defined() and values.shape.is_fully_defined()):
        with tf.control_dependencies([tf.debugging.assert_equal(tf.shape(weights), tf.shape(values), message)]):
            weights = tf.identity(weights)
    return tf.reshape(weights, [-1])


def _number_of_bins(values: Any, minlength: Any, maxlength: Any) -> Any:
    """One more than the largest value, 0 where there is none; within the bounds."""
    nothing = tf.zeros([1], dtypes.int64)
    count = tf.reduce_max(tf.concat([nothing, tf.reshape(tf.cast(values, dtypes.int64), [-1]) + 1], 0))
    if minlength is not None:
        count = tf.maximum(count, tf.cast(minlength, dtypes.int64))
    return count if maxlength is None else tf.minimum(count, tf.cast(maxlength, dtypes.int64))


def bincount_of_rows(*args: Any, **kwargs: Any) -> Any:
    """tf.math.bincount, with its parameters, of a ragged or sparse tensor: a dense vector or, for axis -1, a matrix."""
    given = dispatch.arguments_of(tf.math.bincount, args, kwargs)
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
            return tf.math.bincount(arr.values, **given)
        # Rows within the rows that are dense are counted one by one, as TensorFlow does.
        return tf.math.bincount(arr.flat_values, axis=-1, **given)
    if isinstance(arr, tf.RaggedTensor) and isinstance(arr.values, tf.RaggedTensor):
        raise ValueError(f"bincount of rows takes ragged tensors of rank 2, got {arr.shape}")
    values = arr.values if arr.values.dtype in (dtypes.int32, dtypes.int64) else tf.cast(arr.values, dtypes.int32)
    bins = tf.cast(_number_of_bins(values, given["minlength"], given["maxlength"]), values.dtype)
    weights = tf.zeros([0], given["dtype"]) if weights is None else weights
    more = {"binary_output": given["binary_output"], "name": given["name"]}
    if isinstance(arr, SparseTensor):
        return _core.op("SparseBincount")(arr.indices, values, arr.dense_shape, bins, weights, **more)
    return _core.op("RaggedBincount")(tf.cast(arr.row_splits, dtypes.int64), values, bins, weights, **more)


@export("sparse.bincount")
def bincount(
    values: Any,
    weights: Any = None,
    axis: int | None = 0,
    minlength: Any = None,
    maxlength: Any = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each integer occurs, without the integers that do not occur (tf.sparse.bincount).

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
        rank = None if isinstance(values, tf.RaggedTensor) else _core.convert_to_tensor(values).shape.rank
    single = axis != -1 or rank == 1
    unknown = axis == -1 and rank is None and not isinstance(values, tf.RaggedTensor)  # a vector, or rows of their own
    vector = None
    if unknown:
        shape = values.dense_shape if isinstance(values, SparseTensor) else tf.shape(values)
        vector = tf.equal(tf.size(shape), 1)
    if single and not isinstance(values, (SparseTensor, tf.RaggedTensor)):
        values = tf.reshape(values, [-1])
        weights = None if weights is None else tf.reshape(weights, [-1])
    elif not isinstance(values, (SparseTensor, tf.RaggedTensor)):
        values = _core.convert_to_tensor(values)
    elements, rows, nrows = _taken_apart(values)
    if elements.dtype not in (dtypes.int32, dtypes.int64):
        raise tf.errors.InvalidArgumentError(
            None, None, f"tf.sparse.bincount counts int32 or int64, got {elements.dtype!r}"
        )
    negative = tf.debugging.assert_non_negative(elements, "Input values must all be non-negative")
    if negative is not None:
        with tf.control_dependencies([negative]):
            elements = tf.identity(elements)
    dtype = dtypes.int32 if elements.dtype == dtypes.int32 else dtypes.int64
    summed = tf.ones(tf.shape(elements), dtype) if weights is None else _flat_weights(weights, values)
    elements = tf.cast(elements, dtypes.int64)
    if single:
        rows, nrows = tf.zeros_like(elements), tf.constant(1, dtypes.int64)
    elif unknown:
        rows = tf.where(vector, tf.zeros_like(elements), rows)
    found = tf.maximum(
        _number_of_bins(elements, minlength, None), tf.ones([], dtypes.int64)
    )  # 1 where there are no values
    bins = found if maxlength is None else tf.cast(maxlength, dtypes.int64)
    if maxlength is not None:
        kept = elements < bins
        elements, rows, summed = (tf.boolean_mask(part, kept) for part in (elements, rows, summed))
    keys = rows * bins + elements
    order = tf.argsort(keys, stable=True)
    unique, which = tf.unique(tf.gather(keys, order))
    sums = _core.op("UnsortedSegmentSum")(tf.gather(summed, order), which, tf.size(unique))
    if binary_output:
        sums = tf.ones_like(sums)
    safe = tf.maximum(bins, tf.ones([], dtypes.int64))
    if single:
        return SparseTensor(tf.expand_dims(unique, 1), sums, tf.reshape(bins, [1]))
    places, shape = tf.stack([unique // safe, unique % safe], axis=1), tf.stack([nrows, bins])
    if unknown:
        first = tf.cast(vector, dtypes.int32)
        places, shape = places[:, first:], shape[first:]
    return SparseTensor(places, sums, shape)
