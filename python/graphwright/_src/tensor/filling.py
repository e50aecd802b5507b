"""Arrays of one value: tf.zeros, tf.ones, tf.fill and those in the shape of another tensor."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_fill = _core.op("Fill")
_zeros_like = _core.op("ZerosLike")
_ones_like = _core.op("OnesLike")
_shape = _core.op("Shape")


def _no_layout(layout: object) -> None:
    if layout is not None:
        raise NotImplementedError("layouts of distributed tensors (DTensor) are not supported")


_ZEROS: dict[Any, Tensor] = {}
_ONES: dict[Any, Tensor] = {}


def zero_of(dtype: DTypeLike) -> Tensor:
    """Returns zero (False, the empty string) as a scalar of a dtype."""
    kind = dtypes.as_dtype(dtype)
    zero = _ZEROS.get(kind)
    if zero is None:
        number = False if kind == dtypes.bool else "" if kind == dtypes.string else 0
        zero = _ZEROS[kind] = _core.hide_from_captures(_convert(number, kind))
    return zero


def one_of(dtype: DTypeLike) -> Tensor:
    """Returns one (True) as a scalar of a dtype."""
    kind = dtypes.as_dtype(dtype)
    one = _ONES.get(kind)
    if one is None:
        one = _ONES[kind] = _core.hide_from_captures(_convert(True if kind == dtypes.bool else 1, kind))
    return one


def fill_shape(shape: ShapeLike) -> Tensor:
    """Returns a shape argument for Fill: sizes in a tuple or list may be tensors among numbers."""
    if isinstance(shape, Tensor):
        return shape
    if isinstance(shape, (list, tuple)) and any(type(size) is int and size > 0x7FFFFFFF for size in shape):
        return _convert(shape, dtypes.int64)
    # Objects that give arrays would follow a hint, by which large sizes do not fit.
    tensor = _convert(shape, None, None if hasattr(shape, "__array__") else dtypes.int32)
    if tensor.dtype not in (dtypes.int32, dtypes.int64):
        return _convert(shape, dtypes.int32)
    return tensor


_MOST_CONSTANT = 1000


def _filled(shape: ShapeLike, value: TensorLike, name: str | None) -> Tensor:
    """`value` in an array of this shape: in a graph a constant where it is small."""
    sizes = fill_shape(shape)
    if isinstance(shape, Tensor) or not isinstance(sizes, _core.EagerTensor) or _core.executing_eagerly():
        return _fill(sizes, value, name=name)
    count = 1
    for size in sizes.numpy().reshape(-1).tolist():
        count *= size if size >= 0 else _MOST_CONSTANT
    if count >= _MOST_CONSTANT:
        return _fill(sizes, value, name=name)
    _core.push_eager()
    try:
        filled = _fill(sizes, value)
    finally:
        _core.pop_eager()
    return _core.op("Const")(value=filled, dtype=filled.dtype, name=name)


@export("zeros", node="zeros/=")
@direct("Fill", "integers zero name -")
def zeros(
    shape: ShapeLike, dtype: DTypeLike = dtypes.float32, name: str | None = None, layout: object = None
) -> Tensor:
    """Zeros (False, empty strings) in an array of this shape (tf.zeros).

    Args:
      shape: sizes, as a list of ints, a `tf.TensorShape` or an integer vector.
      dtype: the dtype of the result.

    Raises:
      tf.errors.InvalidArgumentError: a size is negative.

    >>> import graphwright as tf
    >>> tf.zeros([2, 3], tf.int32).numpy()
    array([[0, 0, 0],
           [0, 0, 0]], dtype=int32)
    """
    if layout is not None:
        _no_layout(layout)
    return _filled(shape, zero_of(dtype), name)


@export("ones", node="ones/=")
@direct("Fill", "integers one name -")
def ones(shape: ShapeLike, dtype: DTypeLike = dtypes.float32, name: str | None = None, layout: object = None) -> Tensor:
    """Ones (True) in an array of this shape (tf.ones).

    Args:
      shape: sizes, as a list of ints, a `tf.TensorShape` or an integer vector.
      dtype: the dtype of the result, a number or bool.

    Raises:
      tf.errors.InvalidArgumentError: a size is negative.
      TypeError: `dtype` is tf.string.

    >>> import graphwright as tf
    >>> tf.ones([2, 2]).numpy()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    """
    if layout is not None:
        _no_layout(layout)
    return _filled(shape, one_of(dtype), name)


@export("fill", node="Fill")
@direct("Fill", "integers scalar name -")
def fill(dims: ShapeLike, value: TensorLike, name: str | None = None, layout: object = None) -> Tensor:
    """Returns an array of shape `dims` in which every element is `value` (tf.fill).

    Args:
      dims: sizes, as a list of ints or an integer vector.
      value: a scalar of any dtype.

    Raises:
      tf.errors.InvalidArgumentError: a size is negative, or `value` is no scalar.

    >>> import graphwright as tf
    >>> tf.fill([2, 2], 7).numpy()
    array([[7, 7],
           [7, 7]], dtype=int32)
    """
    if layout is not None:
        _no_layout(layout)
    return _fill(fill_shape(dims), value, name=name)


def _is_of_known_shape(tensor: Tensor) -> bool:
    """Tells whether what a graph makes in the tensor's shape depends on nothing: no gradient leads to it."""
    return not _core.executing_eagerly() and tensor.dtype != dtypes.variant and tensor.shape.is_fully_defined()


@export("zeros_like", elementwise="unary", weak_type="unary", v1="")
@direct("ZerosLike", "tensor - name -")
def zeros_like(
    input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, layout: object = None
) -> Tensor:
    """Zeros (False, empty strings) in the shape of `input` (tf.zeros_like).

    Args:
      input: a tensor or something that converts to one.
      dtype: the dtype of the result; that of `input` without it.

    >>> import graphwright as tf
    >>> tf.zeros_like([1.5, 2.5]).numpy()
    array([0., 0.], dtype=float32)
    """
    if layout is not None:
        _no_layout(layout)
    tensor = as_tensor(input)
    name = name or "zeros_like"
    if _is_of_known_shape(tensor):
        return _filled(tensor.shape, zero_of(dtype or tensor.dtype), name)
    if dtype is None or tensor.dtype == dtypes.as_dtype(dtype):
        return _zeros_like(tensor, name=name)
    return _fill(_shape(tensor), zero_of(dtype), name=name)


@export("ones_like", elementwise="unary", weak_type="unary", v1="")
@direct("OnesLike", "tensor - name -")
def ones_like(
    input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, layout: object = None
) -> Tensor:
    """Ones (True) in the shape of `input` (tf.ones_like).

    Args:
      input: a tensor or something that converts to one.
      dtype: the dtype of the result; that of `input` without it.

    >>> import graphwright as tf
    >>> tf.ones_like([[1, 2]], dtype=tf.float32).numpy()
    array([[1., 1.]], dtype=float32)
    """
    if layout is not None:
        _no_layout(layout)
    tensor = as_tensor(input)
    name = name or "ones_like"
    if _is_of_known_shape(tensor):
        return _filled(tensor.shape, one_of(dtype or tensor.dtype), name)
    if dtype is None or tensor.dtype == dtypes.as_dtype(dtype):
        return _ones_like(tensor, name=name)
    return _fill(_shape(tensor), one_of(dtype), name=name)
