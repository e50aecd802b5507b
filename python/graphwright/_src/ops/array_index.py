"""Parts of tensors by index: x[…], tf.slice, tf.gather …, and writing such parts: tf.scatter_nd and its siblings."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.ops.array import with_dense_gradient
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, static_value
from graphwright._src.tensor.filling import one_of, zero_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, DTypeLike, ShapeLike, TensorLike

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
_reshape: Callable[..., Tensor] = _core.op("Reshape")


@export("slice")
def slice_(input_: TensorLike, begin: TensorLike, size: TensorLike, name: str | None = None) -> Tensor:
    """Returns the block of a tensor that begins at `begin` and has the extents `size` (tf.slice).

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
    input_: TensorLike,
    begin: TensorLike,
    end: TensorLike,
    strides: TensorLike | None = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: TensorLike | None = None,
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


@export("gather", v1="")
@direct("GatherV2", "tensor tensor - integers=0 - name")
def gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: bool | None = None,
    axis: AxisLike | None = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """Returns the slices of a tensor along an axis that indices name (tf.gather).

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
        return params.sparse_read(indices, name=name)  # type: ignore[attr-defined]  # all are of the class Variable
    return _gather(params, indices, axis, name=name)


@export("gather_nd", v1="")
def gather_nd(
    params: TensorLike,
    indices: TensorLike,
    batch_dims: TensorLike = 0,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """Returns the slices or elements of a tensor that vectors of indices name (tf.gather_nd).

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
            return params.gather_nd(indices, name=name)  # type: ignore[attr-defined]  # all are of the class Variable
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
    from graphwright._src.ops.array_join import concat

    batch = _core.op("Shape")(params, out_type=indices.dtype)[:count]
    counts = [_core.op("Range")(_convert(0, indices.dtype), batch[i], _convert(1, indices.dtype)) for i in range(count)]
    parts = []
    grid = concat([batch, _core.op("Shape")(indices, out_type=indices.dtype)[count:-1], [1]], 0)
    for i, numbers in enumerate(counts):
        shape = [1] * len(indices.shape)
        shape[i] = -1
        parts.append(_core.op("BroadcastTo")(_reshape(numbers, shape), grid))
    whole = concat([*parts, indices], -1)
    return _gather_nd(params, whole, bad_indices_policy=bad_indices_policy, name=name)


@export("boolean_mask", node="boolean_mask/", v1="")
def boolean_mask(
    tensor: TensorLike, mask: TensorLike, axis: AxisLike | None = None, name: str = "boolean_mask"
) -> Tensor:
    """Returns the slices of a tensor for which a mask is true (tf.boolean_mask).

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
    along: Any = 0 if axis is None else axis
    place = static_value(along)
    first: Any = as_tensor(along) if place is None else int(place)
    if place is not None:
        first += len(tensor.shape) if first < 0 else 0
        tensor.shape[first : first + rank].assert_is_compatible_with(mask.shape)
    if rank > 1:
        from graphwright._src.ops.array_join import concat

        sizes = _core.op("Shape")(tensor)
        merged = _core.op("Prod")(sizes[first : first + rank], 0)
        shape = concat([sizes[:first], [merged], sizes[first + rank :]], 0)
        known = tensor.shape
        tensor = _reshape(tensor, shape)
        if known.rank is not None and place is not None:
            flat = known[first : first + rank].num_elements()
            tensor.set_shape(known[:first].concatenate([flat]).concatenate(known[first + rank :]))
    else:
        tensor = with_dense_gradient(tensor)
    places = _core.op("Where")(_reshape(mask, [-1]))
    return _gather(tensor, _core.op("Squeeze")(places, squeeze_dims=[1]), first, name=name)


# ---- writing ----


@export("scatter_nd", v1="scatter_nd manip.scatter_nd")
def scatter_nd(
    indices: TensorLike, updates: TensorLike, shape: ShapeLike, bad_indices_policy: str = "", name: str | None = None
) -> Tensor:
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


@export("tensor_scatter_nd_update", v1="tensor_scatter_nd_update tensor_scatter_update")
def tensor_scatter_nd_update(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None
) -> Tensor:
    """Returns a tensor in which the slices that vectors of indices name are replaced (tf.tensor_scatter_nd_update).

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


def _scatter_function(op: Callable[..., Any], public: str, what: str, example: str, **facts: Any) -> Any:
    def scatter(
        tensor: TensorLike,
        indices: TensorLike,
        updates: TensorLike,
        bad_indices_policy: str = "",
        name: str | None = None,
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
    return export(public, **facts)(scatter)


tensor_scatter_nd_add = _scatter_function(
    _tensor_scatter_add,
    "tensor_scatter_nd_add",
    "added to",
    "array([ 6,  5, 16], dtype=int32)",
    v1="tensor_scatter_nd_add tensor_scatter_add",
)
tensor_scatter_nd_sub = _scatter_function(
    _tensor_scatter_sub,
    "tensor_scatter_nd_sub",
    "subtracted from",
    "array([ 4,  5, -6], dtype=int32)",
    v1="tensor_scatter_nd_sub tensor_scatter_sub",
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
    indices: TensorLike,
    depth: TensorLike,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
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
        if off_value is not None and not isinstance(off_value, Tensor):
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


@export("sequence_mask", node="SequenceMask/")
def sequence_mask(
    lengths: TensorLike, maxlen: TensorLike | None = None, dtype: DTypeLike = dtypes.bool, name: str | None = None
) -> Tensor:
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
        width = _core.op("Max")(_core.op("ConcatV2")([flat, _reshape(zero, [1])], 0), 0)
    else:
        width = as_tensor(maxlen)
    if width._rank() not in (0, None):
        raise ValueError(
            f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {width} with shape "
            f"'{width.shape}' instead"
        )
    row = _core.op("Range")(_convert(0, width.dtype), width, _convert(1, width.dtype))
    ends = _core.op("ExpandDims")(lengths, -1)
    if ends.dtype != row.dtype:
        ends = cast(ends, DstT=row.dtype)
    mask = _core.op("Less")(row, ends, name=name or "SequenceMask")
    dtype = dtypes.as_dtype(dtype or dtypes.bool)
    return mask if dtype == dtypes.bool else cast(mask, DstT=dtype)
