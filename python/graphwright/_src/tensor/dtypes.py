"""tf.DType, its instances such as tf.float32, and `as_dtype`, which finds one for a name, a number or a NumPy type."""

from __future__ import annotations

import sys

from graphwright import _core
from graphwright._src.base.dtype_table import BOOL, COMPLEX, FLOATING, OPAQUE, QUANTIZED, REF, SIGNED, TABLE, UNSIGNED
from graphwright._src.base.export import export, export_value
from graphwright._src.tensor.types import TraceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.messages.classes import SerializedDType
    from graphwright._src.tensor.typing import DTypeLike

# This module is the namespace tf.dtypes, too: `bool` and `complex` below mean what tf.dtypes.bool and .complex are.
_builtin_bool, _builtin_float = bool, float

_KINDS_OF_NUMBERS = (FLOATING, SIGNED, UNSIGNED, COMPLEX, QUANTIZED)

_FROM_ML_DTYPES = (14, *range(24, 34))
_LITTLE_KERNELS = range(24, 34)  # storage only, so TensorFlow does not count them as numeric
_NUMPY_NAMES = {10: "bool_", 11: "i1", 12: "u1", 13: "<i4", 15: "<i2", 16: "<u2"}
# The ranges that images of a type use; the lower end is the one for `clip_negative`.
_LIMITS: dict[int, Any] = {1: 1, 2: 1, 10: True}
_LIMITS.update({number: 2**bits - 1 for number, bits in ((4, 8), (17, 16), (22, 32), (23, 64), (6, 7), (5, 15))})
_LIMITS.update({3: 2**31 - 1, 9: 2**63 - 1})


@export("dtypes.DType", "DType")
class DType(TraceType):
    """The type of the elements of a tensor.

    There is one object for each type, such as `tf.float32`; `tf.as_dtype` finds it for whatever names it. A `DType`
    also equals what `tf.as_dtype` would turn into it.

    Args:
      type_enum: TensorFlow's number of the type. Raises TypeError where there is none of that number.
      handle_data: must be None (NotImplementedError else).

    >>> import graphwright as tf
    >>> tf.float32, str(tf.float32), tf.float32 == "float32", tf.int8.max, tf.complex64.real_dtype
    (tf.float32, "<dtype: 'float32'>", True, 127, tf.float32)
    """

    __slots__ = ("_type_enum", "_name", "_kind", "_size", "_numpy")

    _type_enum: int
    _name: str
    _kind: int
    _size: int

    def __new__(cls, type_enum: int, handle_data: None = None) -> DType:
        if handle_data is not None:
            raise NotImplementedError("DType: there is one object for each dtype, which keeps no handle_data")
        dtype = _OF_NUMBER.get(int(type_enum))
        if dtype is None:
            raise TypeError(f"{type_enum} does not correspond to a valid tensorflow::DataType")
        return dtype

    @property
    def name(self) -> str:
        """The name, such as `"float32"`."""
        return self._name

    @property
    def size(self) -> int:
        """Bytes that one element takes; 0 where that differs from element to element, 1 also for less than a byte."""
        return self._size

    @property
    def as_datatype_enum(self) -> int:
        """TensorFlow's number of the type, which files use."""
        return self._type_enum

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy type with the same elements: a scalar class or, for quantized types, a structured `numpy.dtype`.

        Raises:
          KeyError: NumPy has no such type (`tf.resource`, `tf.variant`).
        """
        try:
            return self._numpy
        except AttributeError:
            self._numpy = numpy = self._find_numpy()
            return numpy

    def _find_numpy(self) -> Any:
        number = self._type_enum % REF
        if number in (20, 21):
            raise KeyError(self._type_enum)
        if number in _FROM_ML_DTYPES:
            import ml_dtypes

            return getattr(ml_dtypes, TABLE[number][0])
        import numpy as np

        if number == 7:
            return object if self._type_enum == 7 else np.object_
        if self._kind == QUANTIZED:
            return np.dtype([(TABLE[number][0], _NUMPY_NAMES[number])])
        return getattr(np, _NUMPY_NAMES.get(number, TABLE[number][0]))

    @property
    def base_dtype(self) -> DType:
        """The type itself, or what it refers to for the references of TensorFlow 1."""
        return _OF_NUMBER[self._type_enum - REF] if self._type_enum > REF else self

    @property
    def _is_ref_dtype(self) -> builtins.bool:
        return self._type_enum > REF

    @property
    def _as_ref(self) -> DType:
        return self if self._type_enum > REF else _OF_NUMBER[self._type_enum + REF]

    @property
    def real_dtype(self) -> DType:
        """The type of the real and the imaginary part of complex numbers; the type itself for all others."""
        if self._kind != COMPLEX:
            return self
        return float32 if self._size == 8 else float64

    @property
    def is_floating(self) -> builtins.bool:
        """True where it holds floating-point numbers that are not complex."""
        return self._kind == FLOATING

    @property
    def is_integer(self) -> builtins.bool:
        """True where it holds integers, signed or not, that are not quantized."""
        return self._kind == SIGNED or self._kind == UNSIGNED

    @property
    def is_unsigned(self) -> builtins.bool:
        """True where it holds unsigned integers."""
        return self._kind == UNSIGNED

    @property
    def is_bool(self) -> builtins.bool:
        """True where it holds truth values."""
        return self._kind == BOOL

    @property
    def is_complex(self) -> builtins.bool:
        """True where it holds complex numbers."""
        return self._kind == COMPLEX

    @property
    def is_quantized(self) -> builtins.bool:
        """True where it holds quantized numbers."""
        return self._kind == QUANTIZED

    @property
    def is_numeric(self) -> builtins.bool:
        """True where arithmetic is defined on it."""
        return self._kind in _KINDS_OF_NUMBERS and self._type_enum % REF not in _LITTLE_KERNELS

    @property
    def is_numpy_compatible(self) -> builtins.bool:
        """True where `as_numpy_dtype` exists."""
        return self._type_enum % REF not in (20, 21)

    @property
    def min(self) -> Any:
        """The smallest finite number of this type. Raises TypeError where numbers of it have no order."""
        return self._extreme("min", "minimum")

    @property
    def max(self) -> Any:
        """The largest finite number of this type. Raises TypeError where numbers of it have no order."""
        return self._extreme("max", "maximum")

    def _extreme(self, attribute: str, word: str) -> Any:
        if self._kind == QUANTIZED:
            raise TypeError(f"Cannot find {word} value of {self} with quantized type {self.base_dtype}.")
        if self._kind == OPAQUE and self._type_enum % REF != 7:
            raise TypeError(f"Cannot find {word} value of {self}.")
        if self._kind not in (FLOATING, SIGNED, UNSIGNED):
            raise TypeError(f"Cannot find {word} value of {self} with type {self.base_dtype}.")
        if self._type_enum % REF in _FROM_ML_DTYPES:
            import ml_dtypes as source
        else:
            import numpy as source
        info = source.finfo if self._kind == FLOATING else source.iinfo
        return getattr(info(self.as_numpy_dtype), attribute)

    @property
    def limits(self) -> tuple[Any, Any]:
        """The range (0, largest value) in which images of this type lie.

        Raises:
          ValueError: images of this type have no usual range.
        """
        number = self._type_enum % REF
        if number in (20, 21):
            raise KeyError(self._type_enum)
        if number not in _LIMITS:
            raise ValueError(f"{self} does not have defined limits.")
        return 0, _LIMITS[number]

    def is_compatible_with(self, other: DTypeLike) -> builtins.bool:
        """Tells whether elements of `other`, anything that `tf.as_dtype` takes, can be used where this type is asked
        for.
        """
        other = as_dtype(other)
        return self is other or self is other.base_dtype

    def is_subtype_of(self, other: TraceType) -> builtins.bool:
        """See `tf.types.experimental.TraceType`: whether it is the same type."""
        return self is other

    def most_specific_common_supertype(self, types: Sequence[TraceType]) -> DType | None:
        """See `tf.types.experimental.TraceType`: this type where all are equal to it, else None."""
        return self if all(self is other for other in types) else None

    def placeholder_value(self, placeholder_context: object) -> Any:
        """See `tf.types.experimental.TraceType`."""
        return None

    def experimental_as_proto(self) -> SerializedDType:
        """Returns the type as a message of class `experimental_type_proto()`."""
        return self.experimental_type_proto()(datatype=self._type_enum)

    @classmethod
    def experimental_from_proto(cls, proto: SerializedDType) -> DType:
        """Returns the type for a message that `experimental_as_proto` made."""
        return cls(proto.datatype)

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Returns the class of the messages that `experimental_as_proto` makes."""
        from graphwright._src.messages.classes import SerializedDType

        return SerializedDType

    def __eq__(self, other: Any) -> Any:
        if type(other) is DType or other is None:
            return self is other
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    def __ne__(self, other: object) -> Any:
        return not self == other

    def __hash__(self) -> int:
        return self._type_enum

    def __int__(self) -> int:
        return self._type_enum

    def __reduce__(self) -> tuple:
        return as_dtype, (self._name,)

    def __copy__(self) -> DType:
        return self

    def __deepcopy__(self, memo: dict) -> DType:
        return self

    def __repr__(self) -> str:
        return f"tf.{self._name}"

    def __str__(self) -> str:
        return f"<dtype: '{self._name}'>"


_OF_NUMBER: dict[int, DType] = {}
# Whatever names a dtype: its number and names, Python's types and, once they have been asked for, NumPy's.
_OF_KEY: dict[Any, DType] = {}


def _make(number: int, name: str, kind: int, size: int) -> DType:
    dtype = object.__new__(DType)
    dtype._type_enum = number
    dtype._name = name
    dtype._kind = kind
    dtype._size = size
    _OF_NUMBER[number] = _OF_KEY[number] = _OF_KEY[name] = dtype
    return dtype


for _number, (_name, _kind, _size) in TABLE.items():
    globals()[_name] = _dtype = _make(_number, _name, _kind, _size)
    _make(_number + REF, f"{_name}_ref", _kind, _size)
    if _number in _LITTLE_KERNELS:
        export_value(f"dtypes.experimental.{_name}", _dtype)
        export_value(f"experimental.{_name}", _dtype)
    else:
        export_value(f"dtypes.{_name}", _dtype)
        export_value(_name, _dtype)

if TYPE_CHECKING:
    bfloat16 = bool = complex128 = complex64 = float16 = float32 = float64 = DType(0)
    int16 = int32 = int64 = int8 = qint16 = qint32 = qint8 = quint16 = quint8 = DType(0)
    resource = string = uint16 = uint32 = uint64 = uint8 = variant = DType(0)

for _name, _dtype in (("half", float16), ("double", float64)):
    globals()[_name] = _OF_KEY[_name] = _dtype
    _OF_KEY[f"{_name}_ref"] = _dtype._as_ref
    export_value(f"dtypes.{_name}", _dtype)
    export_value(_name, _dtype)
_OF_KEY.update({"float": float32, "float_ref": float32._as_ref})
_OF_KEY.update({_builtin_float: float32, _builtin_bool: _OF_NUMBER[10], object: _OF_NUMBER[7]})

QUANTIZED_DTYPES = frozenset(dtype for dtype in _OF_NUMBER.values() if dtype._kind == QUANTIZED)
export_value("dtypes.QUANTIZED_DTYPES", QUANTIZED_DTYPES, v1="dtypes.QUANTIZED_DTYPES QUANTIZED_DTYPES")


@export("dtypes.as_dtype", "as_dtype")
def as_dtype(type_value: DTypeLike) -> DType:
    """Returns the `tf.DType` that `type_value` names.

    Args:
      type_value: a `tf.DType`, its name or TensorFlow's number, a NumPy type, dtype or array, or one of Python's types
        `float` (float32), `bool` and `object` (string).

    Raises:
      TypeError: it names no type.

    >>> import graphwright as tf
    >>> tf.as_dtype("half"), tf.as_dtype(1), tf.as_dtype(bool)
    (tf.float16, tf.float32, tf.bool)
    """
    if type(type_value) is DType:
        return type_value
    try:
        found = _OF_KEY.get(type_value)
    except TypeError:  # not hashable
        found = None
    if found is None:
        found = _from_numpy(type_value)
        if found is None:
            raise TypeError(f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType.")
    return found


def _from_numpy(value: object) -> DType | None:
    np = sys.modules.get("numpy")
    if np is None:  # then this cannot be one of NumPy's types
        return None
    if isinstance(value, type):
        if issubclass(value, np.generic) or value.__module__ == "ml_dtypes":
            dtype = np.dtype(value)
        else:
            dtype = value.__dict__.get("dtype")
            if not isinstance(dtype, np.dtype):
                return None
    elif isinstance(value, np.dtype):
        dtype = value
    else:
        dtype: Any = getattr(value, "dtype", None)
        if not isinstance(dtype, np.dtype):
            return None
    if dtype.kind in "SU":
        found = _OF_NUMBER[7]
    elif dtype.names is not None:
        found = _OF_KEY.get(dtype.names[0]) if len(dtype.names) == 1 else None
        if found is not None and found.as_numpy_dtype != dtype:
            found = None
    elif dtype.kind == "O":
        found = _OF_NUMBER[7]
    else:
        found = _OF_KEY.get(dtype.name)
        if found is None and dtype.kind in "iu":  # long long and its like
            found = _OF_KEY.get(f"{'u' if dtype.kind == 'u' else ''}int{8 * dtype.itemsize}")
    if found is not None and isinstance(value, (type, np.dtype)) and len(_OF_KEY) < 1000:
        _OF_KEY[value] = found
    return found


_core.register_dtypes({number: dtype for number, dtype in _OF_NUMBER.items() if number < REF})
