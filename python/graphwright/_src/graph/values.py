"""Shapes, tensors and attr values as messages, and tensors back from them."""

from __future__ import annotations

import math

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.messages.classes import AttrValue, TensorProto, TensorShapeProto
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import without_weak
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def shape_proto(shape: TensorShape, into: TensorShapeProto | None = None) -> TensorShapeProto:
    """Returns the message of a `tf.TensorShape`; fills the message `into` where that is given."""
    proto = TensorShapeProto() if into is None else into
    proto.SetInParent()
    if shape.rank is None:
        proto.unknown_rank = True
    else:
        for size in shape.as_list():
            proto.dim.add(size=-1 if size is None else size)
    return proto


# Where single elements go, by dtype; other numbers go as raw bytes only.
_VALUE_FIELDS = {
    "float32": "float_val",
    "float64": "double_val",
    "int8": "int_val",
    "int16": "int_val",
    "int32": "int_val",
    "uint8": "int_val",
    "uint16": "int_val",
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "string": "string_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
    "float16": "half_val",
    "bfloat16": "half_val",
}
_ALWAYS_LISTED = frozenset(("bool", "string", "complex64", "complex128", "uint16"))
_WORTH_COMPRESSING = 64


def tensor_proto(tensor: Tensor, compress: bool = True, into: TensorProto | None = None) -> TensorProto:
    """Returns the message of an eager tensor.

    Args:
      tensor: what is written.
      compress: whether one element stands for many equal ones.
      into: the message to fill; a new one by default.

    Raises:
      TypeError: its elements are handles or variants.
    """
    dtype = tensor.dtype.name
    if dtype in ("resource", "variant"):
        raise TypeError(f"tensor_proto: a tensor of dtype {dtype} cannot be written")
    proto = TensorProto() if into is None else into
    proto.dtype = tensor.dtype.as_datatype_enum
    shape = proto.tensor_shape
    shape.SetInParent()
    sizes = [size for size in tensor.shape if size is not None]
    count = 1
    for size in sizes:
        shape.dim.add(size=size)
        count *= size
    if count == 0:
        return proto
    field = _VALUE_FIELDS.get(dtype)
    if dtype == "string":
        proto.string_val.extend(_elements(tensor, count))
    elif field is None:
        proto.tensor_content = _bytes_of(tensor)
    elif count == 1 or dtype in _ALWAYS_LISTED:
        getattr(proto, field).extend(_numbers(tensor, dtype))
    else:
        content = _bytes_of(tensor)
        size = len(content) // count
        if compress and count >= _WORTH_COMPRESSING and content == content[:size] * count:
            getattr(proto, field).extend(_numbers(tensor, dtype)[:1])
        else:
            proto.tensor_content = content
    return proto


def _bytes_of(tensor: Any) -> bytes:
    try:
        return memoryview(tensor).tobytes()
    except (BufferError, TypeError):
        return tensor.numpy().tobytes()


def _elements(tensor: Tensor, count: int) -> list[Any]:
    array = tensor.numpy()
    return [array] if tensor.shape.rank == 0 else list(array.reshape(count))


def _numbers(tensor: Tensor, dtype: str) -> list[Any]:
    content = _bytes_of(tensor)
    if dtype in ("float16", "bfloat16"):
        return memoryview(content).cast("H").tolist()
    if dtype in ("complex64", "complex128"):
        return memoryview(content).cast("f" if dtype == "complex64" else "d").tolist()
    codes: dict[str, Any] = {
        "float32": "f",
        "float64": "d",
        "int8": "b",
        "int16": "h",
        "int32": "i",
        "uint8": "B",
        "uint16": "H",
    }
    codes.update({"int64": "q", "uint32": "I", "uint64": "Q", "bool": "?"})
    return memoryview(content).cast(codes[dtype]).tolist()


# A message cannot hold more; one element may stand for many, though.
_MOST_BYTES = 1 << 31


def tensor_from_proto(proto: TensorProto) -> Tensor:
    """Returns the eager tensor that a message describes. Raises ValueError where it contradicts itself."""
    import numpy as np

    try:
        dtype = dtypes.as_dtype(proto.dtype)
        numpy_type = dtype.as_numpy_dtype
    except (TypeError, KeyError):
        raise ValueError(f"tensor_from_proto: there are no tensors of dtype {proto.dtype}") from None
    shape = [dim.size for dim in proto.tensor_shape.dim]
    if proto.tensor_shape.unknown_rank or any(size < 0 for size in shape):
        raise ValueError(f"tensor_from_proto: the shape {shape} is not fully defined")
    count = math.prod(shape)
    if count > _MOST_BYTES // max(dtype.size, 1) or len(shape) > 254:
        raise ValueError(f"tensor_from_proto: a tensor of shape {shape} is too large")
    if proto.tensor_content:
        if dtype.name == "string" or len(proto.tensor_content) != count * np.dtype(numpy_type).itemsize:
            raise ValueError(
                f"tensor_from_proto: {len(proto.tensor_content)} bytes are no {dtype.name} of shape {shape}"
            )
        array = np.frombuffer(proto.tensor_content, dtype=numpy_type)
    elif dtype.name == "string":
        array = np.array(list(proto.string_val), dtype=object)
    else:
        field = _VALUE_FIELDS.get(dtype.name)
        if field is None:
            raise ValueError(f"tensor_from_proto: no elements for dtype {dtype.name}")
        values = list(getattr(proto, field))
        if dtype.name in ("float16", "bfloat16"):
            array = np.array([value & 0xFFFF for value in values], dtype=np.uint16).view(numpy_type)
        elif dtype.name.startswith("complex"):
            array = np.array([complex(a, b) for a, b in zip(values[::2], values[1::2])], dtype=numpy_type)
        elif field == "int_val":
            array = np.array(values, dtype=np.int64).astype(numpy_type)
        else:
            array = np.array(values, dtype=numpy_type)
    if len(array) != count:  # the last element stands for all that follow
        if count and not len(array):
            array = np.full(count, b"", object) if dtype.name == "string" else np.zeros(count, dtype=numpy_type)
        elif 0 < len(array) < count:
            array = np.concatenate([array, np.repeat(array[-1:], count - len(array))])
        else:
            raise ValueError(f"tensor_from_proto: {len(array)} elements for shape {shape}")
    return _core.convert_to_tensor(array.reshape(shape), dtype)


@export("make_tensor_proto")
def make_tensor_proto(
    values: TensorLike | TensorProto,
    dtype: DTypeLike | None = None,
    shape: ShapeLike | None = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> TensorProto:
    """Returns a tensor as a message (tf.make_tensor_proto).

    Args:
      values: a Python value, nested list, NumPy array or eager tensor.
      dtype: of the elements.
      shape: of the message; where `values` has fewer elements, its last one stands for those that follow.
      verify_shape: whether `values` must have just that shape.
      allow_broadcast: whether `values` must be one element where they are not as many as the shape has.

    Raises:
      TypeError: the values do not fit the dtype, or, with `verify_shape`, the shape.
      ValueError: there are no values, too many, or too few with `allow_broadcast`; or both flags are set.

    >>> import graphwright as tf
    >>> tf.make_ndarray(tf.make_tensor_proto([1, 2], shape=[4]))
    array([1, 2, 2, 2], dtype=int32)
    """
    if isinstance(values, TensorProto):
        return values
    if verify_shape and allow_broadcast:
        raise ValueError("allow_broadcast and verify_shape are not both allowed.")
    if values is None:
        raise ValueError("None values not supported.")
    try:
        tensor = _core.convert_to_tensor(without_weak(values), dtype)
    except (OverflowError, ValueError):
        if dtype is not None or not isinstance(values, int):
            raise
        tensor = _core.convert_to_tensor(values, dtypes.int64)
    if not isinstance(tensor, _core.EagerTensor):
        raise TypeError(f"make_tensor_proto: {tensor!r} has no value while its graph is being built")
    if shape is None:
        return tensor_proto(tensor, compress=False)
    sizes = TensorShape(shape).as_list()
    count = math.prod(sizes)  # type: ignore[arg-type]  # TypeError where a size is not known
    given = tensor.shape.num_elements() or 0
    if verify_shape and tensor.shape.as_list() != sizes:
        raise TypeError(f"Expected Tensor's shape: {tuple(sizes)}, but got {tuple(tensor.shape)}.")
    if given > count:
        raise ValueError(f"Too many elements provided. Takes at most {count}, but got {given}.")
    if allow_broadcast and given not in (1, count):
        raise ValueError(f"make_tensor_proto: {given} elements cannot be broadcast to shape {sizes}")
    proto = tensor_proto(tensor, compress=False)
    if proto.tensor_content and given < count:
        name = tensor.dtype.name
        if name not in _VALUE_FIELDS:
            raise ValueError(f"make_tensor_proto: {given} elements of dtype {name} cannot stand for {count}")
        proto.tensor_content = b""
        getattr(proto, _VALUE_FIELDS[name]).extend(_numbers(tensor, name))
    proto.tensor_shape.Clear()
    proto.tensor_shape.SetInParent()
    for size in sizes:
        proto.tensor_shape.dim.add(size=size)
    return proto


@export("make_ndarray")
def make_ndarray(tensor: TensorProto) -> np.ndarray:
    """Returns the NumPy array that a message holds (tf.make_ndarray).

    Raises:
      ValueError: the message contradicts itself.

    >>> import graphwright as tf
    >>> tf.make_ndarray(tf.make_tensor_proto([[1.5]]))
    array([[1.5]], dtype=float32)
    """
    import numpy as np

    array = tensor_from_proto(tensor).numpy()
    return array if isinstance(array, np.ndarray) else np.array(array, tensor_from_proto(tensor).dtype.as_numpy_dtype)


def attr_value(value: Any, kind: str = "", into: AttrValue | None = None) -> AttrValue:
    """Returns the message of an attr's value.

    Args:
      value: a Python value, `tf.DType`, `tf.TensorShape`, tensor, or a list of these.
      kind: as an OpDef names it ("int", "list(type)" …), guessed where it is not given.
      into: the message to fill; a new one by default.
    """
    proto = AttrValue() if into is None else into
    if kind.startswith("list(") or (not kind and isinstance(value, (list, tuple))):
        inner = kind[5:-1]
        proto.list.SetInParent()
        for item in value:
            single = attr_value(item, inner)
            which = single.WhichOneof("value")
            if which is not None:
                getattr(proto.list, which).append(getattr(single, which))
        return proto
    if isinstance(value, dtypes.DType):
        proto.type = value.as_datatype_enum
    elif isinstance(value, bool):
        proto.b = value
    elif isinstance(value, int) and kind != "float":
        proto.i = value
    elif isinstance(value, (int, float)):
        proto.f = value
    elif kind == "func":
        proto.func.name = value if isinstance(value, str) else value.name
    elif isinstance(value, (bytes, str)):
        proto.s = value.encode() if isinstance(value, str) else value
    elif isinstance(value, _core.Tensor):
        tensor_proto(value, into=proto.tensor)
    elif value is not None:
        shape_proto(value, proto.shape)
    return proto
