"""tf.compat.v1's functions of arrays, whose arguments have another order or other names than those of tf."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import SparseTensorValue
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_index, array_layout, math_convert
from graphwright._src.ops.math_convert import cast
from graphwright._src.tensor import conversion, dtypes, filling
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, ShapeLike, TensorLike


@export("compat.v1.where")
def where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Elements of `x` where `condition` holds, else of `y`; without both, where it holds (tf.compat.v1.where).

    Unlike `tf.where` it does not broadcast: `x` and `y` have one shape, and `condition` has that shape too, or is a scalar
    or a vector that chooses whole rows.

    Args:
      condition: bools, or numbers where `x` and `y` are left out.
      x: what to take where it holds.
      y: what to take elsewhere.
      name: a name for the op.

    Raises:
      ValueError: only one of `x` and `y` is given.
      InvalidArgumentError: the shapes do not go together.

    >>> import graphwright as tf
    >>> tf.compat.v1.where([True, False], [[1, 2], [3, 4]], [[0, 0], [0, 0]]).numpy()
    array([[1, 2],
           [0, 0]], dtype=int32)
    """
    if x is None and y is None:
        return math_convert.where(condition, name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    from graphwright import _core

    return _core.op("Select")(condition, x, y, name=name)


@export("compat.v1.gather")
def gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: bool | None = None,
    name: str | None = None,
    axis: AxisLike | None = None,
    batch_dims: int = 0,
) -> Tensor:
    """Slices of `params` along an axis (tf.compat.v1.gather): `tf.gather` with `name` before `axis`.

    >>> import graphwright as tf
    >>> tf.compat.v1.gather([10, 20, 30], [2, 0]).numpy()
    array([30, 10], dtype=int32)
    """
    return array_index.gather(params, indices, validate_indices, axis, batch_dims, name)


@export("compat.v1.gather_nd", "compat.v1.manip.gather_nd")
def gather_nd(
    params: TensorLike,
    indices: TensorLike,
    name: str | None = None,
    batch_dims: TensorLike = 0,
    bad_indices_policy: str = "",
) -> Tensor:
    """Slices of `params` at places (tf.compat.v1.gather_nd): `tf.gather_nd` with `name` before `batch_dims`.

    >>> import graphwright as tf
    >>> tf.compat.v1.gather_nd([[1, 2], [3, 4]], [[1, 0]]).numpy()
    array([3], dtype=int32)
    """
    return array_index.gather_nd(params, indices, batch_dims, name, bad_indices_policy)


@export("compat.v1.batch_gather")
def batch_gather(params: TensorLike, indices: TensorLike, name: str | None = None) -> Tensor:
    """Slices of each row of `params` (tf.compat.v1.batch_gather): all axes of `indices` but the last are common to both.

    >>> import graphwright as tf
    >>> tf.compat.v1.batch_gather([[1, 2], [3, 4]], [[1], [0]]).numpy()
    array([[2],
           [3]], dtype=int32)
    """
    convert = conversion.convert_to_tensor
    params, indices = convert(params), convert(indices)
    if indices.shape.rank is None:
        raise ValueError("batch_gather does not allow indices with unknown shape.")
    return array_index.gather(
        params, indices, axis=-1 + indices.shape.rank, batch_dims=indices.shape.rank - 1, name=name
    )


@export("compat.v1.boolean_mask")
def boolean_mask(
    tensor: TensorLike, mask: TensorLike, name: str = "boolean_mask", axis: AxisLike | None = None
) -> Tensor:
    """Returns the elements where a mask is true (tf.compat.v1.boolean_mask): `tf.boolean_mask` with `name` before `axis`.

    >>> import graphwright as tf
    >>> tf.compat.v1.boolean_mask([1, 2, 3], [True, False, True]).numpy()
    array([1, 3], dtype=int32)
    """
    return array_index.boolean_mask(tensor, mask, axis, name)


@export("compat.v1.pad")
def pad(
    tensor: TensorLike,
    paddings: TensorLike,
    mode: str = "CONSTANT",
    name: str | None = None,
    constant_values: TensorLike = 0,
) -> Tensor:
    """Returns a tensor with a border (tf.compat.v1.pad): `tf.pad` with `name` before `constant_values`.

    >>> import graphwright as tf
    >>> tf.compat.v1.pad([1, 2], [[1, 0]]).numpy()
    array([0, 1, 2], dtype=int32)
    """
    return array_layout.pad(tensor, paddings, mode, constant_values, name)


@export("compat.v1.expand_dims", weak_type="unary")
def expand_dims(
    input: TensorLike, axis: AxisLike | None = None, name: str | None = None, dim: AxisLike | None = None
) -> Tensor:
    """Returns a tensor with one more axis of size 1 (tf.compat.v1.expand_dims); `dim` is another name of `axis`.

    Raises:
      ValueError: both names were used, or none.

    >>> import graphwright as tf
    >>> tf.compat.v1.expand_dims([1, 2], dim=0).shape
    TensorShape([1, 2])
    """
    axis = either("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return array_module.expand_dims(input, axis, name)


@export("compat.v1.squeeze", weak_type="unary")
def squeeze(
    input: TensorLike, axis: AxisLike | None = None, name: str | None = None, squeeze_dims: AxisLike | None = None
) -> Tensor:
    """Returns a tensor without axes of size 1 (tf.compat.v1.squeeze); `squeeze_dims` is another name of `axis`.

    >>> import graphwright as tf
    >>> tf.compat.v1.squeeze([[1], [2]], squeeze_dims=1).numpy()
    array([1, 2], dtype=int32)
    """
    return array_module.squeeze(input, either("axis", axis, "squeeze_dims", squeeze_dims), name)


@export("compat.v1.reverse_sequence")
def reverse_sequence(
    input: TensorLike,
    seq_lengths: TensorLike,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
    seq_dim: int | None = None,
    batch_dim: int | None = None,
) -> Tensor:
    """Reverses the first elements of each row (tf.compat.v1.reverse_sequence).

    Args:
      input: the tensor.
      seq_lengths: how many elements of each row are reversed.
      seq_axis: the axis along which they lie; also `seq_dim`.
      batch_axis: the axis of the rows, 0 by default; also `batch_dim`.
      name: a name for the op.
      seq_dim: another name of `seq_axis`.
      batch_dim: another name of `batch_axis`.

    >>> import graphwright as tf
    >>> tf.compat.v1.reverse_sequence([[1, 2, 3]], [2], seq_dim=1).numpy()
    array([[2, 1, 3]], dtype=int32)
    """
    seq_axis = either("seq_axis", seq_axis, "seq_dim", seq_dim)
    batch_axis = either("batch_axis", batch_axis, "batch_dim", batch_dim)
    return array_layout.reverse_sequence(input, seq_lengths, seq_axis, batch_axis, name)


@export("compat.v1.transpose", weak_type="unary")
def transpose(
    a: TensorLike, perm: TensorLike | None = None, name: str = "transpose", conjugate: bool = False
) -> Tensor:
    """Returns a tensor with its axes in another order (tf.compat.v1.transpose): `tf.transpose` with `name` before `conjugate`.

    >>> import graphwright as tf
    >>> tf.compat.v1.transpose([[1, 2, 3]]).shape
    TensorShape([3, 1])
    """
    return array_layout.transpose(a, perm, conjugate, name)


@export("compat.v1.size")
def size(input: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
    """Returns the number of elements (tf.compat.v1.size): `tf.size` with `name` before `out_type`.

    >>> import graphwright as tf
    >>> int(tf.compat.v1.size([[1, 2]]))
    2
    """
    return array_module.size(input, out_type or dtypes.int32, name)


@export("compat.v1.shape")
def shape(input: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
    """Returns the shape as a tensor (tf.compat.v1.shape): `tf.shape` with `name` before `out_type`.

    >>> import graphwright as tf
    >>> tf.compat.v1.shape([[1, 2]]).numpy()
    array([1, 2], dtype=int32)
    """
    return array_module.shape(input, out_type or dtypes.int32, name)


@export("compat.v1.zeros_like", weak_type="unary")
def zeros_like(
    tensor: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Zeros in the shape of a tensor (tf.compat.v1.zeros_like); `optimize` has no effect.

    >>> import graphwright as tf
    >>> tf.compat.v1.zeros_like([1, 2], tf.float32).numpy()
    array([0., 0.], dtype=float32)
    """
    return filling.zeros_like(tensor, dtype, name)


@export("compat.v1.ones_like", weak_type="unary")
def ones_like(
    tensor: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Ones in the shape of a tensor (tf.compat.v1.ones_like); `optimize` has no effect.

    >>> import graphwright as tf
    >>> tf.compat.v1.ones_like([1, 2], tf.float32).numpy()
    array([1., 1.], dtype=float32)
    """
    return filling.ones_like(tensor, dtype, name)


@export("compat.v1.constant")
def constant(
    value: TensorLike,
    dtype: DTypeLike | None = None,
    shape: ShapeLike | None = None,
    name: str = "Const",
    verify_shape: bool = False,
) -> Tensor:
    """Returns a tensor with fixed elements (tf.compat.v1.constant).

    In a graph, where `value` has fewer elements than `shape`, the last one is repeated; eagerly a single one only.
    `verify_shape` asks that the shapes be equal.

    Raises:
      TypeError: the value does not fit `shape`.

    >>> import graphwright as tf
    >>> tf.compat.v1.constant(1, shape=[2]).numpy()
    array([1, 1], dtype=int32)
    """
    if shape is None:
        return array_module.constant(value, dtype, name=name)
    import numpy as np

    wanted = tuple(TensorShape(shape).as_list())
    if not verify_shape and executing_eagerly():
        return array_module.constant(value, dtype, wanted, name)
    dtype = None if dtype is None else dtypes.as_dtype(dtype)
    array = np.asarray(_core.convert_to_tensor(value, dtype).numpy())
    if verify_shape and array.shape != wanted:
        raise TypeError(f"Expected Tensor's shape: {wanted}, got {array.shape}.")
    missing = int(np.prod(np.asarray(wanted))) - array.size
    if missing > 0:
        last = array.flat[-1] if array.size else array.dtype.type()
        array = np.concatenate([array.ravel(), np.full(missing, last, array.dtype)])
    return array_module.constant(array, dtype, wanted, name)


@export("compat.v1.convert_to_tensor")
def convert_to_tensor(
    value: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    preferred_dtype: DTypeLike | None = None,
    dtype_hint: DTypeLike | None = None,
) -> Tensor:
    """Returns a value as a tensor (tf.compat.v1.convert_to_tensor); `preferred_dtype` is another name of `dtype_hint`.

    >>> import graphwright as tf
    >>> tf.compat.v1.convert_to_tensor([1, 2], preferred_dtype=tf.float32).dtype
    tf.float32
    """
    hint = either("dtype_hint", dtype_hint, "preferred_dtype", preferred_dtype)
    return conversion.convert_to_tensor(value, dtype, hint, name)


@export("compat.v1.convert_to_tensor_or_sparse_tensor")
def convert_to_tensor_or_sparse_tensor(
    value: TensorLike | SparseTensorValue, dtype: DTypeLike | None = None, name: str | None = None
) -> Tensor | SparseTensor:
    """Returns a sparse tensor of one or of its value, else a tensor (tf.compat.v1.convert_to_tensor_or_sparse_tensor).

    Raises:
      RuntimeError: a sparse tensor of another dtype.

    >>> import graphwright as tf
    >>> tf.compat.v1.convert_to_tensor_or_sparse_tensor([1]).numpy()
    array([1], dtype=int32)
    """
    if isinstance(value, SparseTensorValue):
        value = SparseTensor.from_value(value)
    if isinstance(value, SparseTensor):
        if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(value.dtype):
            raise RuntimeError(
                f"Sparse dtype mismatch. Requested: {dtypes.as_dtype(dtype).name}, Actual: {value.dtype.name}"
            )
        return value
    return conversion.convert_to_tensor(value, dtype, name=name)


@export("compat.v1.convert_to_tensor_or_indexed_slices")
def convert_to_tensor_or_indexed_slices(
    value: Any, dtype: DTypeLike | None = None, name: str | None = None
) -> Tensor | CompositeTensor:
    """Slices and composite tensors as they are, anything else as a tensor (tf.compat.v1.convert_to_tensor_or_indexed_slices).

    Raises:
      ValueError: slices of another dtype.

    >>> import graphwright as tf
    >>> tf.compat.v1.convert_to_tensor_or_indexed_slices([1]).numpy()
    array([1], dtype=int32)
    """
    if isinstance(value, (IndexedSlices, CompositeTensor)):
        if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(getattr(value, "dtype", dtype)):
            raise ValueError(
                f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for Tensor with dtype "
                f"{dtypes.as_dtype(getattr(value, 'dtype', dtype)).name}"
            )
        return value
    return conversion.convert_to_tensor(value, dtype, name=name)


@export("compat.v1.batch_to_space")
def batch_to_space(
    input: TensorLike,
    crops: TensorLike,
    block_size: int | None = None,
    name: str | None = None,
    block_shape: TensorLike | None = None,
) -> Tensor:
    """Moves parts of the batch into space (tf.compat.v1.batch_to_space), with one block size for both axes.

    >>> import graphwright as tf
    >>> tf.compat.v1.batch_to_space(tf.ones([4, 1, 1, 1]), [[0, 0], [0, 0]], block_size=2).shape
    TensorShape([1, 2, 2, 1])
    """
    size = needed("batch_to_space", "block_size", either("block_size", block_size, "block_shape", block_shape))
    return array_layout.batch_to_space(input, [size, size], crops, name)


@export("compat.v1.space_to_batch", "compat.v1.nn.space_to_batch")
def space_to_batch(
    input: TensorLike,
    paddings: TensorLike,
    block_size: int | None = None,
    name: str | None = None,
    block_shape: TensorLike | None = None,
) -> Tensor:
    """Moves blocks of space into the batch (tf.compat.v1.space_to_batch), with one block size for both axes.

    >>> import graphwright as tf
    >>> tf.compat.v1.space_to_batch(tf.ones([1, 2, 2, 1]), [[0, 0], [0, 0]], block_size=2).shape
    TensorShape([4, 1, 1, 1])
    """
    size = needed("space_to_batch", "block_size", either("block_size", block_size, "block_shape", block_shape))
    return array_layout.space_to_batch(input, [size, size], paddings, name)


@export("compat.v1.space_to_depth", "compat.v1.nn.space_to_depth", weak_type="unary")
def space_to_depth(input: TensorLike, block_size: int, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """Moves blocks of space into channels (tf.compat.v1.space_to_depth): `name` comes before `data_format`.

    >>> import graphwright as tf
    >>> tf.compat.v1.space_to_depth(tf.ones([1, 2, 2, 1]), 2).shape
    TensorShape([1, 1, 1, 4])
    """
    return array_layout.space_to_depth(input, block_size, data_format, name)


@export("compat.v1.depth_to_space", "compat.v1.nn.depth_to_space", weak_type="unary")
def depth_to_space(input: TensorLike, block_size: int, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """Moves channels into blocks of space (tf.compat.v1.depth_to_space): `name` comes before `data_format`.

    >>> import graphwright as tf
    >>> tf.compat.v1.depth_to_space(tf.ones([1, 1, 1, 4]), 2).shape
    TensorShape([1, 2, 2, 1])
    """
    return array_layout.depth_to_space(input, block_size, data_format, name)


def _to(name: str, dtype: dtypes.DType) -> Any:
    def convert(x: TensorLike, name: str = f"To{name}") -> Any:
        return cast(x, dtype, name)

    public = f"to_{dtype.name.replace('float32', 'float').replace('float64', 'double')}"
    convert.__name__ = convert.__qualname__ = public
    convert.__doc__ = f"""A tensor's elements as {dtype.name} (tf.compat.v1.{public}); see `tf.cast`."""
    return export(f"compat.v1.{public}")(convert)


to_float = _to("Float", dtypes.float32)
to_double = _to("Double", dtypes.float64)
to_int32 = _to("Int32", dtypes.int32)
to_int64 = _to("Int64", dtypes.int64)
to_bfloat16 = _to("BFloat16", dtypes.bfloat16)
to_complex64 = _to("Complex64", dtypes.complex64)
to_complex128 = _to("Complex128", dtypes.complex128)


@export("compat.v1.setdiff1d")
def setdiff1d(x: TensorLike, y: TensorLike, index_dtype: DTypeLike = dtypes.int32, name: str | None = None) -> Any:
    """Values of `x` that are not in `y`, in their order and as often, and where they were (tf.compat.v1.setdiff1d).

    Args:
      x: a vector.
      y: a vector of the same dtype.
      index_dtype: the dtype of the places, int32 or int64.
      name: a name for the op.

    Returns:
      A named tuple `(out, idx)` of vectors.

    >>> import graphwright as tf
    >>> out, idx = tf.compat.v1.setdiff1d([1, 2, 3, 2, 4], [2])
    >>> out.numpy(), idx.numpy()
    (array([1, 3, 4], dtype=int32), array([0, 2, 4], dtype=int32))
    """
    from graphwright._src.ops import raw_ops

    return raw_ops.ListDiff(x=x, y=y, out_idx=index_dtype, name=name)


@export("compat.v1.batch_to_space_nd", "compat.v1.manip.batch_to_space_nd")
def batch_to_space_nd(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> Tensor:
    """Moves the batch into blocks of space and crops these (tf.compat.v1.batch_to_space_nd), see `tf.batch_to_space`.

    >>> import graphwright as tf
    >>> tf.compat.v1.batch_to_space_nd(tf.ones([4, 1, 1, 1]), [2, 2], [[0, 0], [0, 0]]).shape
    TensorShape([1, 2, 2, 1])
    """
    return _core.op("BatchToSpaceND")(input, block_shape, crops, name=name)
