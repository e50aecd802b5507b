"""Putting tensors together and taking them apart: tf.concat, tf.stack, tf.split, tf.unstack, tf.repeat …"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.ops.array import reshape, with_dense_gradient
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, given_back, known_dim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, SupportsIndex

    from graphwright._src.tensor.typing import AxisLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_identity = _core.op("Identity")
_concat = _core.op("ConcatV2")
_parallel_concat = _core.op("ParallelConcat")
_pack = _core.op("Pack")
_unpack = _core.op("Unpack")
_split = _core.op("Split")
_split_v = _core.op("SplitV")
_expand_dims = _core.op("ExpandDims")
_reshape = _core.op("Reshape")
_shape = _core.op("Shape")
_tile = _core.op("Tile")
_broadcast_to = _core.op("BroadcastTo")
_const = _core.op("Const")
_dynamic_partition = _core.op("DynamicPartition")
_dynamic_stitch = _core.op("DynamicStitch")


def _has_tensors(values: Iterable[Any]) -> bool:
    """Tells whether a tensor or a variable stands somewhere in nested lists."""
    kinds = (Tensor, _core.ResourceVariable)
    return any(_has_tensors(v) if isinstance(v, (list, tuple)) else isinstance(v, kinds) for v in values)


@export("concat")
@direct("ConcatV2", "tensors integers name")
def concat(values: TensorLike, axis: AxisLike, name: str = "concat") -> Tensor:
    """Tensors joined along an axis that they have (tf.concat).

    Args:
      values: a list of tensors whose shapes agree but for `axis`, or a single tensor.
      axis: an int or integer scalar; negative ones count from the last axis.

    Raises:
      tf.errors.InvalidArgumentError: ranks or extents do not agree, the tensors are scalars, or there is no such axis
        (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.concat([[[1, 2]], [[3, 4]]], axis=0).numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        tensor, place = as_tensor(values[0]), as_tensor(axis, dtypes.int32)
        place.shape.assert_has_rank(0)
        return _identity(tensor, name=name)
    return _concat(values, as_tensor(axis, dtypes.int32) if isinstance(axis, (float, list)) else axis, name=name)


@export("parallel_stack")
def parallel_stack(values: Sequence[Any], name: str = "parallel_stack") -> Tensor:
    """Tensors of one known shape stacked along a new first axis, inside a `tf.function` (tf.parallel_stack).

    Raises:
      RuntimeError: called while executing eagerly; use `tf.stack`.

    >>> import graphwright as tf
    >>> tf.function(lambda: tf.parallel_stack([[1, 2], [3, 4]]))().numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    if _core.executing_eagerly():
        raise RuntimeError("tf.parallel_stack() is not compatible with eager execution.")
    first = as_tensor(values[0])
    shape = first.shape.as_list()
    return _parallel_concat([_expand_dims(value, 0) for value in values], shape=[len(values), *shape], name=name)


@export("stack")
@direct("Pack", "tensors @axis name")
def stack(values: TensorLike, axis: int = 0, name: str = "stack") -> Tensor:
    """Tensors of one shape beside each other along a new axis (tf.stack).

    Args:
      values: a list of tensors of the same shape and dtype.
      axis: where the new axis is in the result; negative ones count from its end.

    Raises:
      tf.errors.InvalidArgumentError: the shapes differ (ValueError while tracing).
      ValueError: `axis` is outside [-rank - 1, rank].

    >>> import graphwright as tf
    >>> tf.stack([[1, 2], [3, 4]], axis=1).numpy()
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    if not isinstance(values, (list, tuple)):
        whole = as_tensor(values)
        return given_back(whole, values, name) if axis == 0 else _pack(unstack(whole), axis=axis, name=name)
    if values and axis != 0:
        rank = as_tensor(values[0])._rank()
        if rank is not None and not -rank - 1 <= axis <= rank:
            raise ValueError(f"Argument `axis` = {axis} not in range [{-rank - 1}, {rank + 1})")
    # TensorFlow's graphs make no constant of a list of arrays.
    arrays = not _core.executing_eagerly() and len(values) > 0 and getattr(values[0], "ndim", 0)
    if axis == 0 and not arrays and not _has_tensors(values):
        # Plain values settle on a dtype together.
        try:
            whole = as_tensor(values)
        except ValueError:
            pass  # of different shapes: the op says so
        else:
            return whole if _core.executing_eagerly() else _const(value=whole, dtype=whole.dtype, name=name)
    return _pack(values, axis=axis, name=name)


@export("unstack")
def unstack(value: TensorLike, num: int | None = None, axis: int = 0, name: str = "unstack") -> list[Tensor]:
    """Returns the slices of a tensor along an axis, which they lack, as a list (tf.unstack).

    Args:
      value: a tensor.
      num: the number of slices, where the extent of the axis is not known while tracing.
      axis: the axis; negative ones count from the last one.

    Raises:
      ValueError: there is no such axis, or neither `num` nor its extent is known.
      tf.errors.InvalidArgumentError: `num` is not the extent of the axis (ValueError while tracing).

    >>> import graphwright as tf
    >>> [t.numpy().tolist() for t in tf.unstack([[1, 2], [3, 4]], axis=1)]
    [[1, 3], [2, 4]]
    """
    value = as_tensor(value)
    if num is None:
        rank = value._rank()
        if rank is not None:
            if not -rank <= axis < rank:
                raise ValueError(f"Argument `axis` = {axis} not in range [{-rank}, {rank})")
            num = known_dim(value, axis)
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
    return list(_unpack(value, num=num, axis=axis, name=name))


@export("split")
def split(
    value: TensorLike, num_or_size_splits: TensorLike, axis: AxisLike = 0, num: int | None = None, name: str = "split"
) -> list[Tensor]:
    """Returns a tensor cut into parts along an axis, as a list (tf.split).

    Args:
      value: a tensor.
      num_or_size_splits: an int: the number of parts, all equal; or a list or integer vector of their sizes, of
        which one may be -1: it takes what the others leave.
      axis: the axis, an int or integer scalar.
      num: the number of parts, where `num_or_size_splits` is a vector of unknown length.

    Raises:
      tf.errors.InvalidArgumentError: the parts do not make up the axis (ValueError while tracing).
      ValueError: the number of parts is not known.

    >>> import graphwright as tf
    >>> [t.numpy().tolist() for t in tf.split([1, 2, 3, 4, 5, 6], [1, -1, 2])]
    [[1], [2, 3, 4], [5, 6]]
    """
    splits: Any = num_or_size_splits
    if isinstance(splits, int) or hasattr(splits, "__index__") and not hasattr(splits, "shape"):
        return list(_split(axis, value, num_split=int(splits), name=name))
    if hasattr(splits, "dtype") and not isinstance(splits, Tensor):
        if getattr(splits, "shape", None) == ():
            return list(_split(axis, value, num_split=int(splits), name=name))
    sizes = as_tensor(num_or_size_splits, None, dtypes.int32)
    if sizes._rank() == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: "
            f"{num_or_size_splits}"
        )
    if num is None:
        num = known_dim(sizes, 0) if sizes._rank() else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {num_or_size_splits}")
    return list(_split_v(value, sizes, axis, num_split=num, name=name))


# ---- repeating ----


@export("tile", v1="tile manip.tile")
@direct("Tile", "tensor integers name")
def tile(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor:
    """Returns a tensor repeated as a whole along each axis (tf.tile).

    Args:
      input: a tensor.
      multiples: how often along each axis, as a list or an integer vector.

    Raises:
      tf.errors.InvalidArgumentError: there is not one number for each axis, or one is negative.

    >>> import graphwright as tf
    >>> tf.tile([[1, 2]], [2, 2]).numpy()
    array([[1, 2, 1, 2],
           [1, 2, 1, 2]], dtype=int32)
    """
    return _tile(input, multiples, name=name)


@export("repeat", node="Repeat/")
def repeat(
    input: TensorLike, repeats: TensorLike, axis: SupportsIndex | None = None, name: str | None = None
) -> Tensor:
    """Returns a tensor with each of its elements, or slices along an axis, repeated (tf.repeat).

    Args:
      input: a tensor.
      repeats: how often: an int, or an integer vector with a number for each element along the axis.
      axis: the axis; without it the tensor is flattened first.

    Raises:
      ValueError: there is not one number for each element.
      TypeError: `repeats` are no integers.

    >>> import graphwright as tf
    >>> tf.repeat([1, 2, 3], [0, 1, 2]).numpy()
    array([2, 3, 3], dtype=int32)
    >>> tf.repeat([[1, 2]], 2, axis=0).numpy()
    array([[1, 2],
           [1, 2]], dtype=int32)
    """
    place: Any = 0 if axis is None else axis
    if axis is None:
        data = reshape(input, [-1])  # of a ragged tensor, all values
    else:
        data = as_tensor(input)
        if not hasattr(axis, "__index__") or isinstance(axis, Tensor):
            raise TypeError(f"Argument `axis` must be an int. Received `axis` = {axis} of type {type(axis).__name__}")
    counts = as_tensor(repeats, None, dtypes.int32)
    if counts.dtype not in (dtypes.int32, dtypes.int64):
        if not counts.dtype.is_integer:
            raise TypeError(
                "Argument `tensor` (name: repeats) must be of type integer. Received `tensor` = "
                f"{repeats} of dtype: {counts.dtype!r}"
            )
        counts = _core.op("Cast")(counts, DstT=dtypes.int32)
    if data._rank() == 0:
        data = _reshape(data, [1])
    rank = data._rank()
    if rank is not None:
        if not -rank <= place < rank:
            raise ValueError(f"Argument `axis` = {axis} not in range [{-rank}, {rank})")
        place %= rank
    if counts.shape.rank is not None and counts.shape.rank > 1:
        raise ValueError(f"Argument `repeats` must be a scalar or a vector, got shape {counts.shape}")
    one_count = counts.shape.num_elements() == 1
    if one_count and rank is not None:
        # Along a new axis beside the one to repeat, which then takes it in.
        counts = _reshape(counts, [])
        sizes = _shape(data, out_type=counts.dtype)
        wide = _expand_dims(data, place + 1)
        times = [1] * (place + 1), [1] * (rank - place - 1)
        if isinstance(counts, _core.EagerTensor):
            wide = _tile(wide, [*times[0], int(counts), *times[1]])
        else:
            wide = _tile(
                wide, concat([_convert(times[0], counts.dtype), [counts], _convert(times[1], counts.dtype)], 0)
            )
        merged = concat([sizes[:place], [sizes[place] * counts], sizes[place + 1 :]], 0)
        return _reshape(wide, merged, name=name)
    extent, given = known_dim(data, place), None if one_count else known_dim(counts, 0)
    if extent is not None and given is not None and extent != given:
        raise ValueError(f"Dimensions {extent} and {given} are not compatible")
    if extent is None or given is None:  # there may be one for all
        counts = _broadcast_to(counts, _reshape(_shape(data)[place], [1]))
    counts = _core.op("Maximum")(counts, _convert(0, counts.dtype))
    ends = _core.op("Cumsum")(counts, 0)
    total = _core.op("Sum")(counts, 0)
    places = _core.op("Range")(_convert(0, counts.dtype), total, _convert(1, counts.dtype))
    # Place p of the result holds the first element whose repetitions end behind p.
    sources = _core.op("UpperBound")(_reshape(ends, [1, -1]), _reshape(places, [1, -1]), out_type=dtypes.int64)
    if place == 0:
        data = with_dense_gradient(data)
    return _core.op("GatherV2")(data, _reshape(sources, [-1]), place, name=name)


@export("meshgrid", node="meshgrid/")
def meshgrid(*args: TensorLike, **kwargs: object) -> list[Tensor]:
    """Vectors as coordinates of a grid: for each one a tensor over the whole grid (tf.meshgrid).

    Args:
      *args: vectors, n of them.
      indexing: "xy" (the default), where the first vector runs along the second axis as in a picture, or "ij".
      name: ignored.

    Returns:
      n tensors of rank n.

    Raises:
      ValueError: another `indexing`.
      TypeError: another keyword argument.

    >>> import graphwright as tf
    >>> [t.numpy().tolist() for t in tf.meshgrid([1, 2], [3, 4])]
    [[[1, 2], [1, 2]], [[3, 3], [4, 4]]]
    """
    indexing = kwargs.pop("indexing", "xy")
    kwargs.pop("name", None)
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError(f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'")
    count = len(args)
    vectors = [_reshape(vector, [-1]) for vector in args]
    for vector in vectors:
        if vector.dtype != vectors[0].dtype:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"tf.meshgrid takes vectors of one dtype, got {vectors[0].dtype.name} and {vector.dtype.name}",
            )
        if vector.dtype == dtypes.string:
            raise TypeError("tf.meshgrid takes vectors of numbers, got strings")
    order = list(range(count))
    if indexing == "xy" and count > 1:
        order[0], order[1] = 1, 0
    # order[i]: the axis along which vector i runs; it is its own inverse.
    sizes = [known_dim(vector, 0) for vector in vectors]
    extents = [_core.op("Size")(vectors[i]) if sizes[i] is None else sizes[i] for i in order]
    grid = stack(extents) if extents else []
    results = []
    for i, vector in enumerate(vectors):
        sides = [1] * count
        sides[order[i]] = -1
        results.append(_broadcast_to(_reshape(vector, sides), grid))
    return results


# ---- by numbers ----


@export("dynamic_partition")
def dynamic_partition(
    data: TensorLike, partitions: TensorLike, num_partitions: int, name: str | None = None
) -> list[Tensor]:
    """Returns the slices of a tensor dealt out to several tensors (tf.dynamic_partition).

    Args:
      data: a tensor.
      partitions: an int32 tensor whose shape is the beginning of that of `data`: which slice goes to which result.
      num_partitions: the number of results.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not fit, or a number is outside [0, num_partitions).

    >>> import graphwright as tf
    >>> [t.numpy().tolist() for t in tf.dynamic_partition([10, 20, 30], [1, 0, 1], 2)]
    [[20], [10, 30]]
    """
    return list(_dynamic_partition(data, partitions, num_partitions=num_partitions, name=name))


@export("dynamic_stitch")
def dynamic_stitch(indices: Sequence[Any], data: Sequence[Any], name: str | None = None) -> Tensor:
    """Slices of several tensors put together by index: result[indices[m][i]] = data[m][i] (tf.dynamic_stitch).

    Args:
      indices: a list of int32 tensors.
      data: a list of tensors; the shape of each begins with that of its indices. Of two slices for one place the
        later wins.

    Raises:
      ValueError: the lists are not of equal length.
      tf.errors.InvalidArgumentError: shapes do not fit, or an index is negative.

    >>> import graphwright as tf
    >>> tf.dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]).numpy()
    array([10, 20, 30], dtype=int32)
    """
    if not isinstance(indices, (list, tuple)) or not isinstance(data, (list, tuple)):
        raise TypeError("Expected lists for the arguments 'indices' and 'data' of tf.dynamic_stitch")
    if len(indices) != len(data):
        raise ValueError(
            f"List argument 'data' to 'dynamic_stitch' Op with length {len(data)} must match length {len(indices)} of "
            "argument 'indices'."
        )
    return _dynamic_stitch(list(indices), list(data), name=name)
