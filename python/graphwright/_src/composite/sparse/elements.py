"""Sparse tensors element by element: to and from dense ones, in order, in other shapes, masked, mapped."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import as_composite
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import control_dependencies, executing_eagerly, get_static_value
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import constant, identity
from graphwright._src.ops.array_index import boolean_mask, gather, gather_nd
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.assertions import assert_equal, assert_greater_equal, assert_less_equal
from graphwright._src.ops.math import logical_not
from graphwright._src.ops.math_binary import equal, maximum, minimum, not_equal
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_any, reduce_max
from graphwright._src.tensor import dtypes, filling
from graphwright._src.tensor.filling import ones, ones_like, zeros_like
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.nest import flatten, map_structure
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def sparse(value: object, name: str = "sp_input") -> SparseTensor:
    """Returns the value as a SparseTensor, which it or a SparseTensorValue must be.

    Raises:
      TypeError: it is neither.
    """
    value = as_composite(value)
    if not isinstance(value, SparseTensor):
        raise TypeError(f"Input must be a SparseTensor: `{name}`, got {type(value).__name__}")
    return value


def with_shape(value: SparseTensor, shape: TensorShape) -> SparseTensor:
    """Returns the value, of which so much more is known."""
    value.set_shape(shape)
    return value


@export("sparse.from_dense", node="dense_to_sparse/")
def from_dense(tensor: TensorLike, name: str | None = None) -> SparseTensor:
    """Returns the elements of a tensor that are not zero (tf.sparse.from_dense).

    Args:
      tensor: a tensor.
      name: unused, nodes have names of their own.

    Raises:
      ValueError: it is sparse already.

    >>> import graphwright as tf
    >>> tf.sparse.from_dense([[0, 3], [0, 4]]).indices.numpy().tolist()
    [[0, 1], [1, 1]]
    """
    if isinstance(tensor, SparseTensor):
        raise ValueError(
            f"Attempt to convert a value ({tensor}) with an unsupported type ({type(tensor)}) to a Tensor."
        )
    tensor = _core.convert_to_tensor(tensor)
    zero = filling.zeros([], tensor.dtype) if tensor.dtype != dtypes.string else constant("")
    indices = math_convert.where(not_equal(tensor, zero))
    values = gather_nd(tensor, indices)
    return SparseTensor(indices, values, array_module.shape(tensor, out_type=dtypes.int64))


@export("sparse.to_dense", v1="sparse.to_dense sparse_tensor_to_dense")
def to_dense(
    sp_input: SparseTensor,
    default_value: TensorLike | None = None,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Returns a dense tensor with the same elements (tf.sparse.to_dense).

    Args:
      sp_input: a SparseTensor.
      default_value: what stands where no element is stored; zero or "" by default.
      validate_indices: whether to check that indices are in row-major order and do not repeat.
      name: the name of the node in a graph.

    Raises:
      TypeError: `sp_input` is no SparseTensor.
      tf.errors.InvalidArgumentError: indices are out of order, repeated, or out of bounds.

    >>> import graphwright as tf
    >>> tf.sparse.to_dense(tf.SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 2]), default_value=-1).numpy()
    array([[-1,  5],
           [ 6, -1]], dtype=int32)
    """
    sp_input = sparse(sp_input)
    if default_value is None:
        default_value = "" if sp_input.dtype == dtypes.string else filling.zeros([], sp_input.dtype)
    dense = _core.op("SparseToDense")(
        sp_input.indices,
        sp_input.dense_shape,
        sp_input.values,
        default_value,
        validate_indices=validate_indices,
        name=name,
    )
    if not isinstance(dense, _core.EagerTensor):
        dense.set_shape(sp_input.shape)
    return dense


@export("sparse.reorder", v1="sparse.reorder sparse_reorder")
def reorder(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """Returns the same elements in row-major order (tf.sparse.reorder).

    Args:
      sp_input: a SparseTensor.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.sparse.reorder(tf.SparseTensor([[1, 0], [0, 1]], [5, 6], [2, 2])).values.numpy()
    array([6, 5], dtype=int32)
    """
    sp_input = sparse(sp_input)
    indices, values = _core.op("SparseReorder")(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name)
    return with_shape(SparseTensor(indices, values, identity(sp_input.dense_shape)), sp_input.shape)


@export("sparse.reshape", v1="sparse.reshape sparse_reshape")
def reshape(sp_input: SparseTensor, shape: ShapeLike, name: str | None = None) -> SparseTensor:
    """Returns the same elements in another shape of the same size (tf.sparse.reshape).

    Args:
      sp_input: a SparseTensor.
      shape: an int64 vector, of which one element may be -1.
      name: the name of the node in a graph.

    Raises:
      tf.errors.InvalidArgumentError: the sizes differ, or -1 comes twice.

    >>> import graphwright as tf
    >>> tf.sparse.reshape(tf.SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 2]), [-1]).indices.numpy().tolist()
    [[1], [2]]
    """
    sp_input = sparse(sp_input)
    shape = cast(_core.convert_to_tensor(shape, None, dtypes.int64), dtypes.int64)
    known = get_static_value(shape)
    indices, size = _core.op("SparseReshape")(sp_input.indices, sp_input.dense_shape, shape, name=name)
    result = SparseTensor(indices, identity(sp_input.values), size)
    if known is not None and result.shape.rank is not None:
        result.set_shape([None if int(extent) == -1 else int(extent) for extent in known])
    return result


@export("sparse.transpose", v1="sparse.transpose sparse_transpose")
def transpose(sp_input: SparseTensor, perm: TensorLike | None = None, name: str | None = None) -> SparseTensor:
    """Returns the axes in another order, the elements in row-major order of the result (tf.sparse.transpose).

    Args:
      sp_input: a SparseTensor.
      perm: which axis each axis of the result is; by default they are turned around.
      name: unused, nodes have names of their own.

    >>> import graphwright as tf
    >>> tf.sparse.transpose(tf.SparseTensor([[0, 1], [0, 2]], [5, 6], [2, 3])).indices.numpy().tolist()
    [[1, 0], [2, 0]]
    """
    sp_input = sparse(sp_input)
    rank = sp_input.shape.rank
    if perm is None:
        perm = (
            list(range(rank))[::-1]
            if rank is not None
            else math_convert.range(array_module.size(sp_input.dense_shape))[::-1]
        )
    indices = gather(sp_input.indices, perm, axis=1)
    shape = gather(sp_input.dense_shape, perm)
    known = get_static_value(_core.convert_to_tensor(perm))
    if known is not None and rank is not None and len(known) != rank:
        raise ValueError(f"perm must have one entry for each of {rank} axes, got {perm}")
    result = SparseTensor(indices, sp_input.values, shape)
    if known is not None and rank is not None:
        result.set_shape([sp_input.shape[int(axis)] for axis in known])
    return reorder(result)


@export("sparse.expand_dims")
def expand_dims(sp_input: SparseTensor, axis: int | None = None, name: str | None = None) -> SparseTensor:
    """Returns the tensor with a new axis of length 1 before `axis` (tf.sparse.expand_dims).

    Args:
      sp_input: a SparseTensor.
      axis: from -rank - 1 to rank; by default after the last one.
      name: unused, nodes have names of their own.

    Raises:
      tf.errors.InvalidArgumentError: there is no such axis.

    >>> import graphwright as tf
    >>> tf.sparse.expand_dims(tf.SparseTensor([[1]], [5], [3]), 0).shape
    TensorShape([1, 3])
    """
    sp_input = sparse(sp_input)
    rank = sp_input.shape.rank
    axis = -1 if axis is None else axis
    at: Any = axis
    if rank is None:
        size = array_module.size(sp_input.dense_shape)
        fits = assert_greater_equal(size, max(axis, -axis - 1), f"axis {axis} is out of range")
        with control_dependencies([] if fits is None else [fits]):
            at = identity(size + axis + 1) if axis < 0 else constant(axis)
    elif not -rank - 1 <= axis <= rank:
        message = f"axis {axis} is out of range: a tensor of rank {rank} has axes from {-rank - 1} to {rank}"
        raise errors.InvalidArgumentError(None, None, message)
    else:
        at = axis + rank + 1 if axis < 0 else axis
    zeros = zeros_like(sp_input.indices[:, :1])
    indices = concat([sp_input.indices[:, :at], zeros, sp_input.indices[:, at:]], 1)
    one = ones([1], dtypes.int64)
    shape = concat([sp_input.dense_shape[:at], one, sp_input.dense_shape[at:]], 0)
    expanded = SparseTensor(indices, sp_input.values, shape)
    if rank is None:
        return expanded
    known = sp_input.shape.as_list()
    return with_shape(expanded, TensorShape([*known[:at], 1, *known[at:]]))


@export("sparse.mask", v1="sparse.mask sparse_mask")
def mask(a: IndexedSlices, mask_indices: TensorLike, name: str | None = None) -> IndexedSlices:
    """Slices without those at the indices (tf.sparse.mask).

    Args:
      a: a `tf.IndexedSlices`.
      mask_indices: the indices to leave out.
      name: unused, nodes have names of their own.

    >>> import graphwright as tf
    >>> tf.sparse.mask(tf.IndexedSlices(tf.constant([[1.0], [2.0]]), tf.constant([5, 7])), [5]).indices.numpy()
    array([7], dtype=int32)
    """
    indices = _core.convert_to_tensor(a.indices)
    drop = cast(_core.convert_to_tensor(mask_indices, None, indices.dtype), indices.dtype)
    keep = logical_not(
        reduce_any(equal(array_module.expand_dims(indices, 1), array_module.expand_dims(drop, 0)), axis=1)
    )
    return IndexedSlices(boolean_mask(a.values, keep), boolean_mask(indices, keep), a.dense_shape)


@export("sparse.retain", v1="sparse.retain sparse_retain")
def retain(sp_input: SparseTensor, to_retain: TensorLike) -> SparseTensor:
    """Returns the elements whose bool is true (tf.sparse.retain).

    Args:
      sp_input: a SparseTensor of n elements.
      to_retain: a vector of n bools.

    Raises:
      ValueError: there are more or fewer of them.

    >>> import graphwright as tf
    >>> tf.sparse.retain(tf.SparseTensor([[0], [2]], [5, 6], [3]), [False, True]).values.numpy()
    array([6], dtype=int32)
    """
    sp_input = sparse(sp_input)
    to_retain = _core.convert_to_tensor(to_retain)
    to_retain.shape.assert_is_compatible_with(sp_input.values.shape)
    where = array_module.reshape(math_convert.where(to_retain), [-1])
    result = SparseTensor(
        gather(sp_input.indices, where), gather(sp_input.values, where), identity(sp_input.dense_shape)
    )
    return with_shape(result, sp_input.shape)


@export("sparse.fill_empty_rows", v1="sparse.fill_empty_rows sparse_fill_empty_rows")
def fill_empty_rows(
    sp_input: SparseTensor, default_value: TensorLike, name: str | None = None
) -> tuple[SparseTensor, Any]:
    """Returns an element at [row, 0, …] for each row without elements (tf.sparse.fill_empty_rows).

    Args:
      sp_input: a SparseTensor.
      default_value: that element.
      name: the name of the node in a graph.

    Returns:
      The sparse tensor, and a vector of bools: which rows had no elements.

    >>> import graphwright as tf
    >>> filled, empty = tf.sparse.fill_empty_rows(tf.SparseTensor([[0, 1]], [5], [2, 2]), 0)
    >>> filled.indices.numpy().tolist(), empty.numpy().tolist()
    ([[0, 1], [1, 0]], [False, True])
    """
    sp_input = sparse(sp_input)
    default_value = _core.convert_to_tensor(default_value, sp_input.dtype)
    indices, values, empty, _ = _core.op("SparseFillEmptyRows")(
        sp_input.indices, sp_input.values, sp_input.dense_shape, default_value, name=name
    )
    return with_shape(SparseTensor(indices, values, identity(sp_input.dense_shape)), sp_input.shape), empty


@export("sparse.map_values", v1="")
def map_values(op: Callable[..., Any], *args: object, **kwargs: object) -> SparseTensor:
    """Returns a function applied to the elements of sparse tensors, which must have the same indices (tf.sparse.map_values).

    Args:
      op: takes the arguments with each sparse tensor replaced by its values; must keep their number.
      *args: positional arguments of `op`.
      **kwargs: keyword arguments of `op`.

    Raises:
      ValueError: no argument is sparse, or `op` returns another number of values.
      tf.errors.InvalidArgumentError: indices or shapes differ.

    >>> import graphwright as tf
    >>> tf.sparse.map_values(tf.add, tf.SparseTensor([[0], [2]], [5, 6], [3]), 5).values.numpy()
    array([10, 11], dtype=int32)
    """
    found = [v for v in flatten((args, kwargs)) if isinstance(v, SparseTensor)]
    if not found:
        raise ValueError("No SparseTensor in argument list of map_values")
    first = found[0]
    tests = []
    for other in found[1:]:
        tests.append(assert_equal(first.dense_shape, other.dense_shape, "SparseTensors differ in shape"))
        tests.append(assert_equal(first.indices, other.indices, "SparseTensors differ in their indices"))
    args, kwargs = map_structure(lambda v: v.values if isinstance(v, SparseTensor) else v, (args, kwargs))
    if executing_eagerly():
        values = op(*args, **kwargs)
    else:
        with control_dependencies([test for test in tests if test is not None]):
            values = op(*args, **kwargs)
    values = _core.convert_to_tensor(values)
    if not values.shape.is_compatible_with(first.values.shape):
        raise ValueError(
            f"the function gave {values.shape} for values of shape {first.values.shape}: there must be as many"
        )
    return first.with_values(values)


@export("sparse.to_indicator", v1="sparse.to_indicator sparse_to_indicator")
def to_indicator(sp_input: SparseTensor, vocab_size: int, name: str | None = None) -> Tensor:
    """Returns a dense tensor of bools: the last axis tells which ids are among the elements (tf.sparse.to_indicator).

    Args:
      sp_input: a SparseTensor of int32 or int64 ids.
      vocab_size: how many ids there are.
      name: unused, nodes have names of their own.

    >>> import graphwright as tf
    >>> tf.sparse.to_indicator(tf.SparseTensor([[0, 0], [1, 0]], [2, 0], [2, 1]), 3).numpy().tolist()
    [[False, False, True], [True, False, False]]
    """
    sp_input = sparse(sp_input)
    ids = cast(sp_input.values, dtypes.int64)
    indices = concat([sp_input.indices[:, :-1], array_module.expand_dims(ids, 1)], 1)
    size = array_module.reshape(cast(vocab_size, dtypes.int64), [1])
    shape = concat([sp_input.dense_shape[:-1], size], 0)
    trues = ones_like(ids, dtype=dtypes.bool)
    return to_dense(SparseTensor(indices, trues, shape), False, validate_indices=False)


@export("sparse.reset_shape", v1="sparse.reset_shape sparse_reset_shape")
def reset_shape(sp_input: SparseTensor, new_shape: ShapeLike | None = None) -> SparseTensor:
    """Returns the same elements and indices in another shape, by default the smallest that holds them (tf.sparse.reset_shape).

    Args:
      sp_input: a SparseTensor.
      new_shape: no smaller than any index.

    Raises:
      ValueError, tf.errors.InvalidArgumentError: it is smaller than the shape was, or of another rank.

    >>> import graphwright as tf
    >>> tf.sparse.reset_shape(tf.SparseTensor([[1, 2]], [5], [9, 9])).shape
    TensorShape([2, 3])
    """
    sp_input = sparse(sp_input)
    if new_shape is None:
        low = zeros_like(sp_input.dense_shape)
        size = maximum(low, reduce_max(sp_input.indices, axis=0) + 1)
        return SparseTensor(identity(sp_input.indices), identity(sp_input.values), size)
    new_shape = cast(_core.convert_to_tensor(new_shape, None, dtypes.int64), dtypes.int64)
    if new_shape.shape.rank not in (None, 1):
        raise ValueError(f"Shape {new_shape.shape} must have rank 1")
    known = get_static_value(new_shape)
    if known is not None and sp_input.shape.rank is not None:
        if len(known) != sp_input.shape.rank:
            raise ValueError(f"the new shape {known.tolist()} has another rank than {sp_input.shape}")
        for new, old in zip(known, sp_input.shape, strict=True):
            if old is not None and new < old:
                raise ValueError(
                    "Requested new_shape should have dimension sizes >= sp_input.shape. "
                    f" Found new_shape ({known.tolist()}), sp_input.shape ({sp_input.shape})."
                )
    tests = [
        assert_equal(array_module.shape(sp_input.dense_shape), array_module.shape(new_shape), "ranks differ"),
        assert_less_equal(sp_input.dense_shape, new_shape, "the new shape is smaller"),
    ]
    if not executing_eagerly():
        with control_dependencies([test for test in tests if test is not None]):
            new_shape = identity(new_shape)
    return SparseTensor(identity(sp_input.indices), identity(sp_input.values), new_shape)


@export("sparse.eye")
def eye(
    num_rows: TensorLike,
    num_columns: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> SparseTensor:
    """Returns a sparse matrix with ones on its diagonal (tf.sparse.eye).

    Args:
      num_rows: the number of rows.
      num_columns: the number of columns, by default as many.
      dtype: of the elements.
      name: unused, nodes have names of their own.

    >>> import graphwright as tf
    >>> tf.sparse.to_dense(tf.sparse.eye(2, 3)).numpy()
    array([[1., 0., 0.],
           [0., 1., 0.]], dtype=float32)
    """
    rows = cast(num_rows, dtypes.int64)
    columns = rows if num_columns is None else cast(num_columns, dtypes.int64)
    size = minimum(rows, columns)
    places = math_convert.range(size, dtype=dtypes.int64)
    return SparseTensor(
        stack([places, places], axis=1), ones(array_module.reshape(size, [1]), dtype), stack([rows, columns])
    )


@export("sparse.softmax", v1="sparse.softmax sparse_softmax")
def softmax(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """Returns the softmax of each row's elements along the last axis (tf.sparse.softmax).

    Args:
      sp_input: a SparseTensor of floats in row-major order, of rank 2 or more.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.sparse.softmax(tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.0, 1.0, 7.0], [2, 3])).values.numpy()
    array([0.5, 0.5, 1. ], dtype=float32)
    """
    sp_input = sparse(sp_input)
    values = _core.op("SparseSoftmax")(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name)
    return sp_input.with_values(values)
