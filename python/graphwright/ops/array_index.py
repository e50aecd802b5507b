"""Parts of tensors by index: x[…], tf.slice, tf.gather …, and writing such parts: tf.scatter_nd and its siblings."""

from __future__ import annotations

from numbers import Integral

from graphwright import _core, dtypes
from graphwright.direct import direct
from graphwright.errors import InvalidArgumentError
from graphwright.export import export
from graphwright.ops.array import as_tensor, one_of, static_value, with_dense_gradient, zero_of
from graphwright.tensor_shape import Dimension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_slice = _core.op("Slice")
_strided_slice = _core.op("StridedSlice")
_pack = _core.op("Pack")
_gather = _core.op("GatherV2")
_gather_nd = _core.op("GatherNd")
_scatter_nd = _core.op("ScatterNd")
_tensor_scatter_update = _core.op("TensorScatterUpdate")
_tensor_scatter_add = _core.op("TensorScatterAdd")
_tensor_scatter_sub = _core.op("TensorScatterSub")
_tensor_scatter_max = _core.op("TensorScatterMax")
_tensor_scatter_min = _core.op("TensorScatterMin")
_one_hot = _core.op("OneHot")
_reshape = _core.op("Reshape")

_INDEX_TEXT = (
    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid "
    "indices"
)
_INDEX_DTYPES = (dtypes.int16, dtypes.int32, dtypes.int64)
_INT32_LIMIT = 2**31


def _checked_index(index: Any, beside: bool = False) -> Any:
    """`index` if it may stand in square brackets, perhaps beside others: an int, an integer scalar or something like it."""
    if type(index) is int:
        return index
    if isinstance(index, Dimension):
        return index.value
    dtype = getattr(index, "dtype", None)
    if dtype is None:
        if isinstance(index, int):
            return int(index)
    else:
        try:
            known = dtypes.as_dtype(dtype) in _INDEX_DTYPES
        except TypeError:
            known = False
        shape = getattr(index, "shape", None)
        if not known and isinstance(index, Integral) and (beside or _core.executing_eagerly()):
            return int(index)  # an integer of NumPy's, of whatever size
        if known and (shape is None or len(shape) != 1):
            return index if isinstance(index, (Tensor, _core.ResourceVariable)) else _plain_index(index)
    raise TypeError(f"{_INDEX_TEXT}, got {index!r}")


def _plain_index(index: Any) -> Any:
    return int(index) if getattr(index, "ndim", 0) == 0 else index


def _index_vector(items: list[Any], target: dtypes.DType) -> Any:
    """Begins, ends or strides as one argument of StridedSlice."""
    if all(type(item) is int for item in items):
        return _convert(items, target)
    tensors = [as_tensor(item) for item in items]
    return _pack([t if t.dtype == target else _core.op("Cast")(t, DstT=target) for t in tensors], name="stack")


def _index_dtype(vectors: dict[str, tuple[list[Any], set]]) -> dtypes.DType:
    """The dtype of begins, ends and strides, of which we have the items and the dtypes of tensors that are among them.

    Raises:
      TypeError: while tracing, tensors in one of them are of several dtypes, or int16 stands beside int32.
      tf.errors.InvalidArgumentError: the same, eagerly.
    """
    found = set()
    for name, (items, kinds) in vectors.items():
        if len(kinds) > 1:
            raise _mixed_indices(f"{name} of", kinds)
        wide = any(type(item) is int and not -_INT32_LIMIT <= item < _INT32_LIMIT for item in items)
        found |= kinds or {dtypes.int64 if wide else dtypes.int32}
    if dtypes.int64 in found:
        return dtypes.int64
    if len(found) > 1:
        raise _mixed_indices("begin, end and strides of", found)
    return dtypes.int32


def _mixed_indices(what: str, kinds: set) -> Exception:
    message = f"StridedSlice: indices must be of one dtype, got {what} {' and '.join(sorted(d.name for d in kinds))}"
    return InvalidArgumentError(None, None, message) if _core.executing_eagerly() else TypeError(message)


def strided_slice_arguments(key: Any) -> tuple[Any, Any, Any, dict[str, int]]:
    """What StridedSlice and its siblings need for `x[key]`: begin, end, strides (all of one dtype) and the masks.

    Raises:
      TypeError: something in `key` is no index.
    """
    items = key if isinstance(key, (list, tuple)) else [key]
    if items and all(isinstance(item, bool) for item in items):
        message = f"StridedSlice: indices are integers, got truth values {key}; see tf.boolean_mask"
        if not _core.executing_eagerly():
            raise TypeError(message)
        raise InvalidArgumentError(None, None, message)
    beside = len(items) > 1
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    kinds: tuple[set, set, set] = (set(), set(), set())  # dtypes of tensors among begins, ends and strides
    begin_mask = end_mask = ellipsis_mask = new_axis_mask = shrink_axis_mask = 0
    for position, item in enumerate(items):
        bit = 1 << position
        if type(item) is int:
            begin.append(item)
            end.append(item + 1)
            strides.append(1)
            shrink_axis_mask |= bit
        elif isinstance(item, slice):
            parts = [
                None if part is None else _checked_index(part, beside) for part in (item.start, item.stop, item.step)
            ]
            begin_mask |= bit if parts[0] is None else 0
            end_mask |= bit if parts[1] is None else 0
            dtype = next((part.dtype for part in parts if isinstance(part, Tensor)), None)
            for kind, part in zip(kinds, parts):  # what is left out is of the dtype of the others
                kind.update({dtype if part is None else getattr(part, "dtype", None)} - {None})
            begin.append(0 if parts[0] is None else parts[0])
            end.append(0 if parts[1] is None else parts[1])
            strides.append(1 if parts[2] is None else parts[2])
        elif item is Ellipsis or item is None:
            begin.append(0)
            end.append(0)
            strides.append(1)
            if item is None:
                new_axis_mask |= bit
            else:
                ellipsis_mask |= bit
        else:
            index = _checked_index(item, beside)
            begin.append(index)
            end.append(index + 1)
            strides.append(1)
            shrink_axis_mask |= bit
            for kind in kinds:
                kind.update({getattr(index, "dtype", None)} - {None})
    masks = {
        "begin_mask": begin_mask,
        "end_mask": end_mask,
        "ellipsis_mask": ellipsis_mask,
        "new_axis_mask": new_axis_mask,
        "shrink_axis_mask": shrink_axis_mask,
    }
    vectors = {name: (of, kind) for name, of, kind in zip(("begin", "end", "strides"), (begin, end, strides), kinds)}
    target = _index_dtype(vectors)
    first, last, step = (_index_vector(items, target) for items, _ in vectors.values())
    return first, last, step, masks


def _is_mask(key: Any) -> bool:
    """Whether `x[key]` picks by truth values."""
    if isinstance(key, bool):
        return True
    if isinstance(key, Tensor):
        return key.dtype == dtypes.bool
    # A NumPy array of truth values.
    return getattr(getattr(key, "dtype", None), "kind", None) == "b" and getattr(key, "ndim", 0) > 0


def getitem(tensor: Any, key: Any) -> Tensor:
    """`tensor[key]`, called by the core: ints, slices, `...`, `None`, integer scalars, a mask, or a tuple of them.

    Raises:
      TypeError: the key holds something else.
      tf.errors.InvalidArgumentError: an index is out of bounds, or there are more than axes (ValueError while tracing).
    """
    if _is_mask(key):
        return boolean_mask(tensor, key)
    graph = _core.current_graph()
    if graph is None:
        begin, end, strides, masks = strided_slice_arguments(key)
        return _strided_slice(tensor, begin, end, strides, **masks)
    with graph.name_scope("strided_slice") as scope:
        try:
            *vectors, masks = strided_slice_arguments(key)
        except ValueError as error:  # an int that no dtype holds
            raise TypeError(f"{_INDEX_TEXT}, got {key!r}: {error}") from error
        vectors = [
            _core.op("Const")(value=vector, dtype=vector.dtype, name="stack")
            if isinstance(vector, _core.EagerTensor)
            else vector
            for vector in vectors
        ]
        return _strided_slice(tensor, *vectors, name=scope, **masks)


@export("slice")
def slice_(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """The block of a tensor that begins at `begin` and has the extents `size` (tf.slice).

    Args:
      input_: a tensor of rank n.
      begin: the first index along each axis: n ints or an integer vector.
      size: the extent along each axis; -1 means all that follow.

    Raises:
      tf.errors.InvalidArgumentError: the block does not lie within the tensor.

    >>> import graphwright as tf
    >>> tf.slice([[1, 2, 3], [4, 5, 6]], [0, 1], [2, -1]).numpy()
    array([[2, 3],
           [5, 6]], dtype=int32)
    """
    return _slice(input_, begin, size, name=name)


@export("strided_slice")
def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """`input_[begin[0]:end[0]:strides[0], …]`, the op behind square brackets (tf.strided_slice).

    Args:
      input_: a tensor.
      begin, end, strides: integer vectors of equal length; strides are 1 without `strides`.
      begin_mask, end_mask: bit i set: axis i begins (ends) where the tensor does.
      ellipsis_mask: bit i set: entry i stands for all axes that the others leave.
      new_axis_mask: bit i set: entry i is a new axis of extent 1.
      shrink_axis_mask: bit i set: entry i selects the index begin[i], and the axis goes.
      var: the variable that `input_` is the value of; unused.

    Raises:
      tf.errors.InvalidArgumentError: the vectors differ in length, a stride is 0, or an index is out of bounds.

    >>> import graphwright as tf
    >>> tf.strided_slice([1, 2, 3, 4, 5], [4], [0], [-2]).numpy()
    array([5, 3], dtype=int32)
    """
    begin = as_tensor(begin)
    if strides is None:
        known = begin.shape.num_elements()
        strides = _core.op("OnesLike")(begin) if known is None else _convert([1] * known, begin.dtype)
    return _strided_slice(
        input_,
        begin,
        end,
        strides,
        begin_mask=begin_mask,
        end_mask=end_mask,
        ellipsis_mask=ellipsis_mask,
        new_axis_mask=new_axis_mask,
        shrink_axis_mask=shrink_axis_mask,
        name=name or "StridedSlice",
    )


@export("gather")
@direct("GatherV2", "tensor tensor - integers=0 - name")
def gather(
    params: Any,
    indices: Any,
    validate_indices: bool | None = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """The slices of a tensor along an axis that indices name (tf.gather).

    Args:
      params: a tensor or variable.
      indices: an integer tensor.
      validate_indices: ignored: indices are always checked.
      axis: the axis of `params`; `batch_dims` without it.
      batch_dims: the number of leading axes that `params` and `indices` have in common.

    Returns:
      A tensor of shape params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:].

    Raises:
      tf.errors.InvalidArgumentError: an index is out of bounds, or the shapes do not fit (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.gather([[1, 2], [3, 4], [5, 6]], [2, 0]).numpy()
    array([[5, 6],
           [1, 2]], dtype=int32)
    >>> tf.gather([[1, 2], [3, 4]], [[1], [0]], batch_dims=1).numpy()
    array([[2],
           [3]], dtype=int32)
    """
    if axis is None:
        axis = batch_dims
    if static_value(axis) != 0:
        return _gather(params, indices, axis, batch_dims=batch_dims, name=name)
    if isinstance(params, _core.ResourceVariable):
        return params.sparse_read(indices, name=name)
    return _gather(params, indices, axis, name=name)


@export("gather_nd")
def gather_nd(
    params: Any, indices: Any, batch_dims: Any = 0, name: str | None = None, bad_indices_policy: str = ""
) -> Tensor:
    """The slices or elements of a tensor that vectors of indices name (tf.gather_nd).

    Args:
      params: a tensor or variable.
      indices: an integer tensor; the vectors along its last axis index the first axes of `params`.
      batch_dims: the number of leading axes that `params` and `indices` have in common.
      bad_indices_policy: "IGNORE" gives zeros for vectors that are out of bounds; else they are an error.

    Returns:
      A tensor of shape indices.shape[:-1] + params.shape[batch_dims + indices.shape[-1]:].

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds.
      ValueError: `batch_dims` is negative or too large.

    >>> import graphwright as tf
    >>> tf.gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]]).numpy()
    array([2, 3], dtype=int32)
    """
    count = static_value(batch_dims)
    if count == 0:
        if isinstance(params, _core.ResourceVariable):
            return params.gather_nd(indices, name=name)
        return _gather_nd(params, indices, bad_indices_policy=bad_indices_policy, name=name)
    count = int(count)
    indices, params = as_tensor(indices), as_tensor(params)
    if count < 0:
        raise ValueError("tf.gather_nd does not allow negative batch_dims.")
    for what, tensor in (("indices", indices), ("params", params)):
        rank = tensor._rank()
        if rank is None:
            raise ValueError(f"tf.gather_nd with batch_dims needs a known rank of `{what}`")
        if count >= rank:
            raise ValueError(f"Argument `batch_dims` = {count} must be less than rank(`{what}`) = {rank}")
    # Each vector is preceded by the coordinates of its batch.
    from graphwright.ops.array_join import concat

    batch = _core.op("Shape")(params, out_type=indices.dtype)[:count]
    counts = [_core.op("Range")(_convert(0, indices.dtype), batch[i], _convert(1, indices.dtype)) for i in range(count)]
    parts = []
    grid = concat([batch, _core.op("Shape")(indices, out_type=indices.dtype)[count:-1], [1]], 0)
    for i, numbers in enumerate(counts):
        shape = [1] * indices._rank()
        shape[i] = -1
        parts.append(_core.op("BroadcastTo")(_reshape(numbers, shape), grid))
    whole = concat([*parts, indices], -1)
    return _gather_nd(params, whole, bad_indices_policy=bad_indices_policy, name=name)


@export("boolean_mask")
def boolean_mask(tensor: Any, mask: Any, axis: Any = None, name: str = "boolean_mask") -> Tensor:
    """The slices of a tensor for which a mask is true (tf.boolean_mask).

    Args:
      tensor: a tensor.
      mask: a bool tensor of known rank, at least 1; its shape is that of `tensor` from `axis` on.
      axis: the first axis that the mask covers; 0 without it.

    Returns:
      A tensor in which the axes that the mask covers have become one.

    Raises:
      ValueError: the mask is a scalar, or its shape does not fit.

    >>> import graphwright as tf
    >>> tf.boolean_mask([1, 2, 3], [True, False, True]).numpy()
    array([1, 3], dtype=int32)
    """
    tensor, mask = as_tensor(tensor), as_tensor(mask)
    rank = mask._rank()
    if rank is None:
        raise ValueError(
            "Number of mask dimensions must be specified, even if some dimensions are None. E.g. shape=[None] is ok, "
            "but shape=None is not."
        )
    if rank == 0:
        raise ValueError("mask cannot be scalar.")
    axis = 0 if axis is None else int(static_value(axis))
    if axis < 0:
        axis += tensor._rank()
    tensor.shape[axis : axis + rank].assert_is_compatible_with(mask.shape)
    if rank > 1:
        from graphwright.ops.array_join import concat

        sizes = _core.op("Shape")(tensor)
        merged = _core.op("Prod")(sizes[axis : axis + rank], 0)
        shape = concat([sizes[:axis], [merged], sizes[axis + rank :]], 0)
        known = tensor.shape
        tensor = _reshape(tensor, shape)
        if known.rank is not None:
            flat = known[axis : axis + rank].num_elements()
            tensor.set_shape(known[:axis].concatenate([flat]).concatenate(known[axis + rank :]))
    else:
        tensor = with_dense_gradient(tensor)
    places = _core.op("Where")(_reshape(mask, [-1]))
    return _gather(tensor, _core.op("Squeeze")(places, squeeze_dims=[1]), axis, name=name)


# ---- writing ----


@export("scatter_nd")
def scatter_nd(indices: Any, updates: Any, shape: Any, bad_indices_policy: str = "", name: str | None = None) -> Tensor:
    """Zeros with updates added at the places that vectors of indices name (tf.scatter_nd).

    Args:
      indices: an integer tensor; the vectors along its last axis name slices (or elements) of the result.
      updates: a tensor of shape indices.shape[:-1] + shape[indices.shape[-1]:]; those for one place add up.
      shape: the shape of the result, an integer vector of the dtype of `indices`.
      bad_indices_policy: "IGNORE" leaves out vectors that are out of bounds; else they are an error.

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.scatter_nd([[1], [3], [1]], [10, 20, 5], [4]).numpy()
    array([ 0, 15,  0, 20], dtype=int32)
    """
    return _scatter_nd(indices, updates, shape, bad_indices_policy=bad_indices_policy, name=name)


@export("tensor_scatter_nd_update")
def tensor_scatter_nd_update(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
    """A tensor in which the slices that vectors of indices name are replaced (tf.tensor_scatter_nd_update).

    Args:
      tensor: a tensor; it stays as it is.
      indices: an integer tensor; the vectors along its last axis name slices (or elements) of `tensor`.
      updates: a tensor of shape indices.shape[:-1] + tensor.shape[indices.shape[-1]:].

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.tensor_scatter_nd_update([0, 0, 0], [[2]], [7]).numpy()
    array([0, 0, 7], dtype=int32)
    """
    return _tensor_scatter_update(tensor, indices, updates, name=name)


def _scatter_function(op: Any, public: str, what: str, example: str) -> Any:
    def scatter(
        tensor: Any, indices: Any, updates: Any, bad_indices_policy: str = "", name: str | None = None
    ) -> Tensor:
        return op(tensor, indices, updates, bad_indices_policy=bad_indices_policy, name=name)

    scatter.__name__ = scatter.__qualname__ = public
    scatter.__doc__ = f"""A tensor in which the slices that vectors of indices name are {what} (tf.{public}).

    Args:
      tensor: a tensor; it stays as it is.
      indices: an integer tensor; the vectors along its last axis name slices (or elements) of `tensor`.
      updates: a tensor of shape indices.shape[:-1] + tensor.shape[indices.shape[-1]:].
      bad_indices_policy: "IGNORE" leaves out vectors that are out of bounds; else they are an error.

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.{public}([5, 5, 5], [[0], [2], [2]], [1, 2, 9]).numpy()
    {example}
    """
    return export(public)(scatter)


tensor_scatter_nd_add = _scatter_function(
    _tensor_scatter_add, "tensor_scatter_nd_add", "added to", "array([ 6,  5, 16], dtype=int32)"
)
tensor_scatter_nd_sub = _scatter_function(
    _tensor_scatter_sub, "tensor_scatter_nd_sub", "subtracted from", "array([ 4,  5, -6], dtype=int32)"
)
tensor_scatter_nd_max = _scatter_function(
    _tensor_scatter_max, "tensor_scatter_nd_max", "made the larger of old and new", "array([5, 5, 9], dtype=int32)"
)
tensor_scatter_nd_min = _scatter_function(
    _tensor_scatter_min, "tensor_scatter_nd_min", "made the smaller of old and new", "array([1, 5, 2], dtype=int32)"
)


# ---- indices as masks ----


@export("one_hot")
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Indices as vectors that are `on_value` at the index and `off_value` elsewhere (tf.one_hot).

    Args:
      indices: a uint8, int8, int32 or int64 tensor; an index outside [0, depth) gives `off_value` throughout.
      depth: the length of the vectors, an int or int32 scalar.
      on_value, off_value: scalars; 1 and 0 without them.
      axis: the axis along which the vectors lie; the last without it.
      dtype: the dtype of the result; that of `on_value` or `off_value`, else float32, without it.

    Raises:
      TypeError: the dtypes of `on_value`, `off_value` and `dtype` differ.
      tf.errors.InvalidArgumentError: `depth` is negative or no scalar.

    >>> import graphwright as tf
    >>> tf.one_hot([0, 2], 3).numpy()
    array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    axis = -1 if axis is None else axis
    if on_value is None and off_value is None:
        wanted = dtypes.float32 if wanted is None else wanted
        return _one_hot(indices, depth, one_of(wanted), zero_of(wanted), axis=axis, name=name or "one_hot")
    on = None if on_value is None else as_tensor(on_value, None, wanted)
    off = None if off_value is None else as_tensor(off_value, None, wanted)
    for what, value in (("on_value", on), ("off_value", off)):
        if value is not None and wanted is not None and value.dtype != wanted:
            raise TypeError(f"dtype {value.dtype!r} of {what} does not match dtype parameter {wanted!r}")
    if on is not None and off is not None and on.dtype != off.dtype:
        if not isinstance(off_value, Tensor):
            off = as_tensor(off_value, None, on.dtype)
        if on.dtype != off.dtype:
            raise TypeError(f"dtype {on.dtype!r} of on_value does not match dtype {off.dtype!r} of off_value")
    if wanted is None:
        wanted = on.dtype if on is not None else off.dtype if off is not None else dtypes.float32
    if on is None:
        on = one_of(wanted)
    if off is None:
        off = zero_of(wanted)
    return _one_hot(indices, depth, on, off, axis=axis, name=name or "one_hot")


@export("sequence_mask")
def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool, name: str | None = None) -> Tensor:
    """For each length a row that is true (1) in its first `length` places (tf.sequence_mask).

    Args:
      lengths: an integer tensor.
      maxlen: the length of the rows, a scalar; the largest of `lengths` without it.
      dtype: the dtype of the result.

    Returns:
      A tensor of shape lengths.shape + [maxlen].

    Raises:
      ValueError: `maxlen` is no scalar.

    >>> import graphwright as tf
    >>> tf.sequence_mask([1, 3], 4, tf.int32).numpy()
    array([[1, 0, 0, 0],
           [1, 1, 1, 0]], dtype=int32)
    """
    lengths = as_tensor(lengths)
    cast = _core.op("Cast")
    if maxlen is None:
        flat = _reshape(lengths, [-1])
        zero = _convert(0, lengths.dtype)
        # With no lengths at all the rows are empty.
        maxlen = _core.op("Max")(_core.op("ConcatV2")([flat, _reshape(zero, [1])], 0), 0)
    else:
        maxlen = as_tensor(maxlen)
    if maxlen._rank() not in (0, None):
        raise ValueError(
            f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {maxlen} with shape "
            f"'{maxlen.shape}' instead"
        )
    row = _core.op("Range")(_convert(0, maxlen.dtype), maxlen, _convert(1, maxlen.dtype))
    ends = _core.op("ExpandDims")(lengths, -1)
    if ends.dtype != row.dtype:
        ends = cast(ends, DstT=row.dtype)
    mask = _core.op("Less")(row, ends, name=name or "SequenceMask")
    dtype = dtypes.as_dtype(dtype or dtypes.bool)
    return mask if dtype == dtypes.bool else cast(mask, DstT=dtype)
