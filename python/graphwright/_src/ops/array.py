"""Making tensors, asking for their shapes, giving their elements other shapes: tf.constant, tf.eye, tf.reshape …"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export, export_value
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.conversion import as_graph_constant, as_tensor, static_value
from graphwright._src.tensor.filling import fill_shape, one_of
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar, overload

    from graphwright._src.tensor.typing import AxisLike, DTypeLike, ShapeLike, TensorLike

    C = TypeVar("C", bound=CompositeTensor)

    @overload
    def identity(input: C, name: str | None = None) -> C: ...
    @overload
    def identity(input: TensorLike, name: str | None = None) -> Tensor: ...
    @overload
    def stop_gradient(input: C, name: str | None = None) -> C: ...
    @overload
    def stop_gradient(input: TensorLike, name: str | None = None) -> Tensor: ...


Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_eagerly = _core.executing_eagerly
_const = _core.op("Const")
_fill = _core.op("Fill")
_zeros_like = _core.op("ZerosLike")
_ones_like = _core.op("OnesLike")
_identity = _core.op("Identity")
_identity_n = _core.op("IdentityN")
_stop_gradient = _core.op("StopGradient")
_guarantee_const = _core.op("GuaranteeConst")
_ensure_shape = _core.op("EnsureShape")
_shape = _core.op("Shape")
_shape_n = _core.op("ShapeN")
_size = _core.op("Size")
_rank = _core.op("Rank")
_reshape = _core.op("Reshape")
_expand_dims = _core.op("ExpandDims")
_squeeze = _core.op("Squeeze")
_bitcast = _core.op("Bitcast")
_broadcast_to = _core.op("BroadcastTo")
_broadcast_args = _core.op("BroadcastArgs")

export_value("newaxis", None)


def with_dense_gradient(tensor: Tensor) -> Tensor:
    """Returns the tensor, whose gradient is a tensor: that of what gathers rows of it alone would be slices."""
    return _reshape(tensor, _shape(tensor))


def last_of(vector: Tensor) -> Tensor:
    """Returns the last element of a vector."""
    return _core.op("StridedSlice")(vector, [-1], [0], [1], shrink_axis_mask=1)


@export("constant", v1="")
@direct(None, "value dtype - name")
def constant(
    value: TensorLike, dtype: DTypeLike | None = None, shape: ShapeLike | None = None, name: str = "Const"
) -> Tensor:
    """Returns a tensor with the elements of a Python value (tf.constant).

    Args:
      value: a number, string, NumPy array, tensor, or nested list of those, of equal lengths at each level.
      dtype: the dtype of the result; without it the one that fits: float32, int32, string, bool, complex128, …
      shape: the shape of the result, which holds as many elements as `value`, or repeats the single element of `value`.
      name: the name of the node in a graph.

    Raises:
      TypeError: the elements cannot have this dtype, or `shape` holds another number of elements.
      ValueError: nested lists are not of equal lengths.

    >>> import graphwright as tf
    >>> tf.constant([[1, 2], [3, 4]])
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [3, 4]], dtype=int32)>
    >>> tf.constant(0.5, shape=[3]).numpy()
    array([0.5, 0.5, 0.5], dtype=float32)
    """
    if isinstance(value, _core.SymbolicTensor) and _eagerly():
        value.__array__()  # raises NotImplementedError: it has no value
    if shape is None and _eagerly():
        if isinstance(value, Tensor) and dtype is not None and value.dtype != dtypes.as_dtype(dtype):
            dtype = dtypes.as_dtype(dtype)
            raise TypeError(f"Expected tensor {value} with dtype {dtype!r}, but got dtype {value.dtype!r}.")
        try:
            return as_tensor(_array_of(value, dtype), dtype)
        except errors.InvalidArgumentError as error:
            if "[Op:Pack]" not in error.message:
                raise
            raise ValueError(error.message) from None  # a list of tensors that do not fit
    return _constant_in_graph(value, dtype, shape, name)


_MOST_CONSTANT = 1 << 20


def _in_shape(tensor: Tensor, shape: TensorShape, fill: bool) -> Tensor:
    return _fill(shape.as_list(), _reshape(tensor, [])) if fill else _reshape(tensor, shape.as_list())


def _array_of(value: TensorLike, dtype: DTypeLike | None) -> Any:
    """Returns a variable that is wanted in another dtype as an array, which can be cast."""
    if dtype is None or not isinstance(value, _core.ResourceVariable) or not _eagerly():
        return value
    wanted = dtypes.as_dtype(dtype)
    return value if value.dtype == wanted else value.numpy().astype(wanted.as_numpy_dtype)


def _constant_in_graph(value: TensorLike, dtype: DTypeLike | None, shape: ShapeLike | None, name: str) -> Tensor:
    if isinstance(value, _core.SymbolicTensor):
        raise TypeError("Expected any non-tensor type, but got a tensor instead.")
    if isinstance(value, Tensor) and dtype is not None and value.dtype != dtypes.as_dtype(dtype):
        tensor = _convert(value.numpy(), dtype)
    else:
        tensor = as_tensor(_array_of(value, dtype), dtype)
    if shape is not None:
        wanted = TensorShape(shape)
        wanted_elements = wanted.num_elements()
        if wanted_elements is None:
            raise TypeError(f"tf.constant: expected a shape that is known, got {wanted}.")
        if tensor._shape_tuple() != tuple(wanted.as_list()):
            elements = TensorShape(tensor._shape_tuple()).num_elements()
            if elements in (1, wanted_elements):
                fill = elements == 1
                # One node in a graph, but for what would take much room there.
                if _eagerly() or wanted_elements > _MOST_CONSTANT or not isinstance(tensor, _core.EagerTensor):
                    tensor = _in_shape(tensor, wanted, fill)
                else:
                    from graphwright._src.graph.scopes import eager_mode

                    with eager_mode():
                        tensor = _in_shape(tensor, wanted, fill)
            elif not _eagerly():
                raise TypeError(f"Expected Tensor's shape: {wanted}, but got {tensor.shape}.")
            else:
                raise TypeError(
                    f"Eager execution of tf.constant with unsupported shape. Tensor {tensor} (converted from {value}) "
                    f"has {elements} elements, but got `shape` {wanted} with {wanted_elements} elements)."
                )
    if _eagerly() or not isinstance(tensor, _core.EagerTensor):
        return tensor
    return as_graph_constant(tensor, name)


def as_size(value: TensorLike) -> Tensor:
    """Sizes as int32, whatever dtype of numbers they have."""
    if (
        isinstance(value, Tensor)
        and value.dtype != dtypes.int32
        and (value.dtype.is_integer or value.dtype.is_floating)
    ):
        return _core.op("Cast")(value, DstT=dtypes.int32)
    return _convert(value, dtypes.int32)


@export("eye", "linalg.eye")
def eye(
    num_rows: TensorLike,
    num_columns: TensorLike | None = None,
    batch_shape: ShapeLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Returns the identity matrix, or a batch of it (tf.eye).

    Args:
      num_rows: the number of rows, an int or a scalar.
      num_columns: the number of columns; as many as rows without it.
      batch_shape: the axes before the matrix, as a list of ints or an integer vector.
      dtype: the dtype of the result.

    Raises:
      tf.errors.InvalidArgumentError: a size is negative.

    >>> import graphwright as tf
    >>> tf.eye(2, 3).numpy()
    array([[1., 0., 0.],
           [0., 1., 0.]], dtype=float32)
    """
    from graphwright._src.ops import matrix_diag

    if num_columns is None:
        num_columns = num_rows
    if isinstance(num_rows, int) and isinstance(num_columns, int):
        diagonal = [min(num_rows, num_columns)]
    else:
        num_rows, num_columns = as_size(num_rows), as_size(num_columns)
        diagonal = _reshape(_core.op("Minimum")(num_rows, num_columns), [1])
    if batch_shape is not None:
        if isinstance(diagonal, list) and isinstance(batch_shape, (list, tuple, TensorShape)):
            diagonal = [*batch_shape, *diagonal]
        else:
            diagonal = _core.op("ConcatV2")([_convert(batch_shape, dtypes.int32), _convert(diagonal, dtypes.int32)], 0)
    name = name or "eye"
    main = _fill(fill_shape(diagonal), one_of(dtype), name=f"{name}/ones")
    return matrix_diag.diag(main, name=f"{name}/diag", num_rows=num_rows, num_cols=num_columns)


# ---- passing on ----


@export("identity", weak_type="unary")
@direct("Identity", "tensor name")
def identity(input: TensorLike, name: str | None = None) -> Any:
    """Returns a tensor with the same elements (tf.identity): the value that a variable has now, or a name in a graph.

    Args:
      input: a tensor, variable or something that converts to a tensor; of a tensor made of tensors, each one.

    >>> import graphwright as tf
    >>> v = tf.Variable(1.0)
    >>> before = tf.identity(v)
    >>> _ = v.assign_add(1.0)
    >>> before.numpy(), v.numpy()
    (np.float32(1.0), np.float32(2.0))
    """
    if isinstance(input, CompositeTensor):
        from graphwright._src.tensor import nest

        return nest.map_structure(identity, input, expand_composites=True)
    return _identity(input, name=name)


@export("identity_n")
def identity_n(input: Sequence[Any], name: str | None = None) -> list[Tensor]:
    """Returns a list of tensors with the same elements as those of the list `input` (tf.identity_n).

    >>> import graphwright as tf
    >>> [t.numpy() for t in tf.identity_n([1, 2.5])]
    [np.int32(1), np.float32(2.5)]
    """
    return list(_identity_n(list(input), name=name))


@export("stop_gradient", weak_type="unary")
@direct("StopGradient", "tensor name")
def stop_gradient(input: TensorLike, name: str | None = None) -> Any:
    """`input`, which gradients take for a constant (tf.stop_gradient).

    >>> import graphwright as tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = x * tf.stop_gradient(x)
    >>> tape.gradient(y, x).numpy()
    np.float32(3.0)
    """
    if isinstance(input, CompositeTensor):
        from graphwright._src.tensor import nest

        return nest.map_structure(stop_gradient, input, expand_composites=True)
    return _stop_gradient(input, name=name)


@export("guarantee_const")
def guarantee_const(input: TensorLike, name: str | None = None) -> Tensor:
    """`input`, of which the caller promises that it is the same on every run (tf.guarantee_const).

    >>> import graphwright as tf
    >>> tf.guarantee_const([1, 2]).numpy()
    array([1, 2], dtype=int32)
    """
    return _guarantee_const(input, name=name)


@export("ensure_shape")
def ensure_shape(x: TensorLike, shape: ShapeLike | None, name: str | None = None) -> Tensor:
    """`x`, after a check that its shape is `shape`; in a graph its static shape becomes that (tf.ensure_shape).

    Args:
      x: a tensor.
      shape: a `tf.TensorShape` or a list of sizes, None for those that do not matter.

    Raises:
      tf.errors.InvalidArgumentError: `x` has another shape (ValueError where that is known while tracing).

    >>> import graphwright as tf
    >>> tf.ensure_shape([[1, 2], [3, 4]], [None, 2]).shape
    TensorShape([2, 2])
    """
    return _ensure_shape(x, shape=TensorShape(shape), name=name)


# ---- shapes ----


def _known_shape(tensor: Tensor) -> tuple[Any, ...] | None:
    sizes = tensor._shape_tuple()
    return None if sizes is None or None in sizes else sizes


@export("shape", v1="")
@direct("Shape", "tensor @out_type name")
def shape(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """Returns the shape of a tensor as an integer vector (tf.shape).

    Args:
      input: a tensor, or something that converts to one; of a sparse tensor its dense shape.
      out_type: tf.int32 or tf.int64; int32 without it.

    >>> import graphwright as tf
    >>> tf.shape([[1, 2, 3], [4, 5, 6]]).numpy()
    array([2, 3], dtype=int32)
    """
    out_type = dtypes.int32 if out_type is None else dtypes.as_dtype(out_type)
    if isinstance(input, CompositeTensor):
        dynamic = getattr(input, "_dynamic_shape_tensor", None)
        if dynamic is not None:
            return dynamic(out_type)
        dense_shape = getattr(input, "dense_shape", None)
        if dense_shape is not None:
            return _core.op("Cast")(dense_shape, DstT=out_type)
    tensor = as_tensor(input)
    if not _eagerly():
        sizes = _known_shape(tensor)
        if sizes is not None:
            return as_graph_constant(_convert(list(sizes), out_type), name or "Shape")
    return _shape(tensor, out_type=out_type, name=name or "Shape")


@export("shape_n")
def shape_n(input: Sequence[Any], out_type: DTypeLike = dtypes.int32, name: str | None = None) -> list[Tensor]:
    """Returns the shapes of all tensors in the list `input`, as integer vectors (tf.shape_n).

    >>> import graphwright as tf
    >>> [s.numpy().tolist() for s in tf.shape_n([[[1, 2]], [3, 4, 5]])]
    [[1, 2], [3]]
    """
    return list(_shape_n(list(input), out_type=out_type, name=name))


@export("size", v1="")
@direct("Size", "tensor @out_type name")
def size(input: TensorLike, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """Returns the number of elements of a tensor as an integer scalar (tf.size).

    Args:
      input: a tensor, or something that converts to one.
      out_type: tf.int32 or tf.int64, or any dtype of numbers where the shape is known; int32 without it.

    >>> import graphwright as tf
    >>> tf.size([[1, 2, 3], [4, 5, 6]]).numpy()
    np.int32(6)
    """
    out_type = dtypes.int32 if out_type is None else dtypes.as_dtype(out_type)
    index = out_type in (dtypes.int32, dtypes.int64)
    if isinstance(input, CompositeTensor):
        sizes = shape(input, out_type if index else dtypes.int64)
        return _core.op("Prod")(sizes if index else _core.op("Cast")(sizes, DstT=out_type), 0, name=name)
    tensor = as_tensor(input)
    if not _eagerly() or not index:
        sizes = _known_shape(tensor)
        if sizes is not None:
            count = _convert(TensorShape(sizes).num_elements(), out_type)
            return count if _eagerly() else as_graph_constant(count, name or "Size")
    return _size(tensor, out_type=out_type, name=name or "Size")


@export("rank")
def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the number of axes of a tensor as an int32 scalar (tf.rank).

    >>> import graphwright as tf
    >>> tf.rank([[1, 2, 3], [4, 5, 6]]).numpy()
    np.int32(2)
    """
    if isinstance(input, CompositeTensor):
        known = getattr(getattr(input, "shape", None), "rank", None)
        return _convert(known, dtypes.int32) if known is not None else size(shape(input))
    tensor = as_tensor(input)
    if not _eagerly() and tensor._rank() is not None:
        return as_graph_constant(_convert(tensor._rank(), dtypes.int32), name or "Rank")
    return _rank(tensor, name=name or "Rank")


@export("reshape", weak_type="unary", v1="reshape manip.reshape")
@direct("Reshape", "tensor integers name")
def reshape(tensor: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Returns the elements of a tensor, in order, in another shape; no element is copied (tf.reshape).

    Args:
      tensor: a tensor.
      shape: sizes, as a list or an integer vector. One may be -1: it follows from the others.

    Raises:
      tf.errors.InvalidArgumentError: the shape holds another number of elements (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.reshape([1, 2, 3, 4, 5, 6], [2, -1]).numpy()
    array([[1, 2, 3],
           [4, 5, 6]], dtype=int32)
    """
    return _reshape(tensor, shape, name=name)


@export("expand_dims", weak_type="unary", v1="")
@direct("ExpandDims", "tensor integers name")
def expand_dims(input: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """Returns a tensor with an axis of extent 1 inserted (tf.expand_dims).

    Args:
      input: a tensor.
      axis: where the new axis is in the result; negative ones count from its end.

    Raises:
      tf.errors.InvalidArgumentError: `axis` is outside [-rank - 1, rank] (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.expand_dims([1, 2], 0).shape, tf.expand_dims([1, 2], -1).shape
    (TensorShape([1, 2]), TensorShape([2, 1]))
    """
    return _expand_dims(input, axis, name=name)


@export("squeeze", weak_type="unary", v1="")
@direct("Squeeze", "tensor @squeeze_dims name")
def squeeze(input: TensorLike, axis: AxisLike | None = None, name: str | None = None) -> Tensor:
    """Returns a tensor without its axes of extent 1 (tf.squeeze).

    Args:
      input: a tensor.
      axis: an int or a list of ints: the axes to drop, which must be of extent 1. Without it all such axes go.

    Raises:
      tf.errors.InvalidArgumentError: an axis to drop is not of extent 1 (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.squeeze(tf.zeros([1, 2, 1])).shape, tf.squeeze(tf.zeros([1, 2, 1]), 0).shape
    (TensorShape([2]), TensorShape([2, 1]))
    """
    if axis is None:
        return _squeeze(input, name=name)
    axes = list(axis) if isinstance(axis, (list, tuple, range)) else static_value(axis)
    if axes is None:
        raise TypeError(f"The argument `axis` of tf.squeeze must be known while tracing, got {axis!r}")
    if not isinstance(axes, list):
        axes = axes.tolist() if hasattr(axes, "tolist") else axes
        axes = axes if isinstance(axes, list) else [axes]
    return _squeeze(input, squeeze_dims=axes, name=name)


def of_one_rank(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Returns both tensors, a last axis of one element taken off where only one has it."""
    rank_a, rank_b = a._rank(), b._rank()
    if rank_a is None or rank_b is None:
        more = _rank(a) - _rank(b)
        loose = [rank is None or (rank > 0 and x.shape[-1] in (1, None)) for x, rank in ((a, rank_a), (b, rank_b))]
        if loose[0]:
            a = _with_last_axes(a, _core.op("Equal")(more, 1), False)
        if loose[1]:
            b = _with_last_axes(b, _core.op("Equal")(more, -1), False)
    elif rank_a == rank_b + 1 and a.shape[-1] in (1, None):
        a = squeeze(a, [-1])
    elif rank_b == rank_a + 1 and b.shape[-1] in (1, None):
        b = squeeze(b, [-1])
    return a, b


def weights_of_rank(weights: Tensor, values: Tensor) -> Tensor:
    """Weights for values: a last axis too many is taken off, one too few is added, scalars stay."""
    own, rank = weights._rank(), values._rank()
    if own == 0:
        return weights
    if own is None or rank is None:
        more = _rank(weights) - _rank(values)
        fewer = _core.op("LogicalAnd")(_core.op("Equal")(more, -1), _core.op("Greater")(_rank(weights), 0))
        return _with_last_axes(weights, _core.op("Equal")(more, 1), fewer)
    if own == rank + 1:
        return squeeze(weights, [-1])
    return expand_dims(weights, [-1]) if own + 1 == rank else weights


def _with_last_axes(tensor: Tensor, fewer: TensorLike, more: TensorLike) -> Tensor:
    """Returns a tensor with a last axis of one element taken off, or one added, where scalars say so at run time."""
    cast = _core.op("Cast")
    kept = _core.op("StridedSlice")(
        _shape(tensor), [0], _expand_dims(_rank(tensor) - cast(fewer, DstT=dtypes.int32), 0), [1], begin_mask=1
    )
    ones = _fill(_expand_dims(cast(more, DstT=dtypes.int32), 0), 1)
    return _reshape(tensor, _core.op("ConcatV2")([kept, ones], 0))


@export("bitcast")
def bitcast(input: TensorLike, type: DTypeLike, name: str | None = None) -> Tensor:
    """Returns the bytes of a tensor read as another dtype (tf.bitcast).

    Args:
      input: a tensor of numbers.
      type: the dtype of the result. A narrower one appends an axis, a wider one takes the last axis in.

    Raises:
      tf.errors.InvalidArgumentError: the last axis does not make one element of the wider dtype.

    >>> import graphwright as tf
    >>> tf.bitcast(tf.constant(1.0), tf.uint32).numpy()
    np.uint32(1065353216)
    """
    return _bitcast(input, type=type, name=name)


# ---- broadcasting ----


@export("broadcast_to")
def broadcast_to(input: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Returns a tensor repeated along its axes of extent 1, and along new leading axes, to a shape (tf.broadcast_to).

    Args:
      input: a tensor.
      shape: sizes, as a list or an integer vector.

    Raises:
      tf.errors.InvalidArgumentError: the shape of `input` does not broadcast to `shape` (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.broadcast_to([1, 2], [2, 2]).numpy()
    array([[1, 2],
           [1, 2]], dtype=int32)
    """
    return _broadcast_to(input, shape, name=name)


@export("broadcast_dynamic_shape")
def broadcast_dynamic_shape(shape_x: TensorLike, shape_y: TensorLike) -> Tensor:
    """Returns the shape, an integer vector, to which tensors of two shapes broadcast (tf.broadcast_dynamic_shape).

    Args:
      shape_x, shape_y: integer vectors.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast.

    >>> import graphwright as tf
    >>> tf.broadcast_dynamic_shape([2, 1, 3], [5, 1]).numpy()
    array([2, 5, 3], dtype=int32)
    """
    return _broadcast_args(shape_x, shape_y)


@export("broadcast_static_shape")
def broadcast_static_shape(shape_x: TensorShape, shape_y: TensorShape) -> TensorShape:
    """Returns the shape to which tensors of two shapes broadcast, as far as it is known (tf.broadcast_static_shape).

    Args:
      shape_x, shape_y: `tf.TensorShape`s.

    Raises:
      ValueError: the shapes do not broadcast.

    >>> import graphwright as tf
    >>> tf.broadcast_static_shape(tf.TensorShape([2, 1, 3]), tf.TensorShape([None, 1]))
    TensorShape([2, None, 3])
    """
    x, y = TensorShape(shape_x), TensorShape(shape_y)
    if x.rank is None or y.rank is None:
        return TensorShape(None)
    left, right = x.as_list(), y.as_list()
    longest = max(len(left), len(right))
    sizes = []
    for a, b in zip([1] * (longest - len(left)) + left, [1] * (longest - len(right)) + right, strict=True):
        if a == 1 or b == 1:
            sizes.append(b if a == 1 else a)
        elif a is None or b is None:
            # One that is not known can only be equal to the other one, which is not 1, or be 1.
            sizes.append(b if a is None else a)
        elif a == b:
            sizes.append(a)
        else:
            raise ValueError(
                "Incompatible shapes for broadcasting. Two shapes are compatible if for each dimension pair they are "
                f"either equal or one of them is 1. Received: {x} and {y}."
            )
    return TensorShape(sizes)


@export("unravel_index")
def unravel_index(indices: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor:
    """Positions in an array of shape `dims` for positions among its elements in order (tf.unravel_index).

    Args:
      indices: an integer scalar or vector.
      dims: an integer vector of the same dtype.

    Returns:
      A tensor of shape [len(dims), len(indices)]; one column for each index.

    Raises:
      tf.errors.InvalidArgumentError: an index is not in the array.

    >>> import graphwright as tf
    >>> tf.unravel_index([3, 5], [2, 3]).numpy()
    array([[1, 1],
           [0, 2]], dtype=int32)
    """
    return _core.op("UnravelIndex")(indices, dims, name=name)
