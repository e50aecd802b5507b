"""Dtypes as NumPy has them: classes, limits, and what dtype operands of several dtypes have together."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import shape
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.conversion import given_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphwright._src.tensor.typing import DTypeLike

Tensor = _core.Tensor

export_value("experimental.numpy.ndarray", Tensor)
export_value("experimental.numpy.newaxis", None)
for _name, _value in {"pi": np.pi, "e": np.e, "inf": np.inf}.items():
    export_value(f"experimental.numpy.{_name}", _value)
for _name, _class in {
    "bool_": np.bool_,
    "int_": np.int64,
    "float_": np.float64,
    "complex_": np.complex128,
    "object_": np.object_,
    "string_": np.bytes_,
    "unicode_": np.str_,
    "inexact": np.inexact,
    **{name: getattr(np, name) for name in "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()},
    **{name: getattr(np, name) for name in "float16 float32 float64 complex64 complex128".split()},
    "iinfo": np.iinfo,
}.items():
    export_value(f"experimental.numpy.{_name}", _class)


class Settings:
    """The settings that tf.experimental.numpy.experimental_enable_numpy_behavior chose."""

    prefer_float32 = False
    mode: str | None = None  # how operators convert: None before the first call, then off, legacy, safe or all


def by_lattice() -> bool:
    """Tells whether a mode is on in which Python's numbers are weak: "safe" or "all"."""
    return Settings.mode in ("safe", "all")


def default_float() -> dtypes.DType:
    """Returns the dtype of Python's floats."""
    return dtypes.float32 if Settings.prefer_float32 or by_lattice() else dtypes.float64


def float_for_integers() -> dtypes.DType:
    """Returns the dtype that integers get where only floats will do."""
    return dtypes.float32 if by_lattice() else dtypes.float64


def as_dtype(dtype: DTypeLike) -> dtypes.DType:
    """Returns a dtype from what NumPy's functions take for one: a name, a class of Python or NumPy, a tf.DType.

    Of a number, a tensor or a list of these it is the dtype that they have, as in TensorFlow.

    >>> as_dtype(float)
    tf.float64
    """
    if isinstance(dtype, dtypes.DType):
        return dtype
    if by_lattice() and dtype in (float, int):
        return result_type(dtype)
    name: Any = dtype
    try:
        return dtypes.as_dtype(np.dtype(name))
    except (TypeError, ValueError):
        # TensorFlow takes the empty and zero for no dtype at all.
        if isinstance(dtype, (str, type)) or not np.size(name) or (np.isscalar(name) and not name):
            raise
    return result_type(dtype)


def _numpy_operand(x: object) -> Any:
    """Returns what stands for an operand in NumPy's own promotion: its dtype, or a Python scalar, which is weak."""
    if x is None:
        raise ValueError("Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor.")
    dtype = None if isinstance(x, type) else getattr(x, "dtype", None)
    if isinstance(dtype, dtypes.DType):
        return np.dtype(dtype.as_numpy_dtype)
    if isinstance(x, dtypes.DType):
        return np.dtype(x.as_numpy_dtype)
    if Settings.prefer_float32:
        if isinstance(x, float) or x is float:  # NumPy's float64 scalars, too
            return np.dtype(np.float32)
        if isinstance(x, complex) or x is complex:
            return np.dtype(np.complex64)
    return x


def _operands(x: object) -> list[Any]:
    if not isinstance(x, (list, tuple)):
        return [_numpy_operand(x)]
    return [_numpy_operand(leaf) for leaf in _telling(nest.flatten(x))]


def _telling(leaves: list[Any]) -> list[Any]:
    """Those of the leaves that have the dtype of all: of numbers of one type, of which there may be many, a single one."""
    by_type: dict[type, list[Any]] = {}
    for leaf in leaves:
        by_type.setdefault(type(leaf), []).append(leaf)
    found: list[Any] = []
    for kind, same in by_type.items():
        if kind is int:
            found.append(max(same, key=abs))
        else:
            found += same[:1] if kind in (bool, float, complex) or issubclass(kind, np.number) else same
    return found


def common_numpy_dtype(values: Iterable[object]) -> np.dtype:
    """NumPy's dtype for values (tensors, arrays, Python scalars, dtypes, lists of them) that meet in one operation."""
    found = [operand for value in values for operand in _operands(value)]
    if not found:
        return np.dtype(np.float64)
    return np.result_type(*found)


@export("experimental.numpy.result_type")
def result_type(*arrays_and_dtypes: object) -> dtypes.DType:
    """Returns the dtype of a result of operands of these dtypes, by NumPy's rules (tf.experimental.numpy.result_type).

    Args:
      *arrays_and_dtypes: tensors, arrays, Python scalars, dtypes; the dtype of a Python scalar gives way to others'.

    Raises:
      TypeError: they have no common dtype.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.result_type(tf.int32, tf.float32)
    tf.float64
    """
    if by_lattice():
        from graphwright._src.numpy_interface import conversion_rules

        return conversion_rules.result_dtype(arrays_and_dtypes, Settings.mode == "safe")
    return dtypes.as_dtype(common_numpy_dtype(arrays_and_dtypes))


@export("experimental.numpy.promote_types")
def promote_types(type1: DTypeLike, type2: DTypeLike) -> np.dtype:
    """Returns the smallest NumPy dtype that both can be cast to safely (tf.experimental.numpy.promote_types).

    Raises:
      TypeError: there is none.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.promote_types(tf.int8, tf.uint8)
    dtype('int16')
    """
    return np.promote_types(*(_numpy_dtype(dtype) for dtype in (type1, type2)))


def _numpy_dtype(dtype: DTypeLike) -> np.dtype:
    if isinstance(dtype, dtypes.DType):
        return np.dtype(dtype.as_numpy_dtype)
    name: Any = dtype
    return np.dtype(name)


@export("experimental.numpy.finfo")
def finfo(dtype: DTypeLike) -> np.finfo:
    """Returns the limits of a floating dtype (tf.experimental.numpy.finfo).

    Raises:
      ValueError: the dtype is no floating one of NumPy.

    >>> import graphwright as tf
    >>> float(tf.experimental.numpy.finfo(tf.float16).max)
    65504.0
    """
    if isinstance(dtype, dtypes.DType):
        dtype = dtype.as_numpy_dtype
    elif isinstance(dtype, Tensor):
        raise ValueError(f"finfo takes a dtype, got the tensor {dtype!r}")
    return np.finfo(dtype)


@export("experimental.numpy.issubdtype")
def issubdtype(arg1: str | type | np.dtype, arg2: str | type | np.dtype) -> bool:
    """Tells whether a NumPy dtype is of a kind of NumPy's (tf.experimental.numpy.issubdtype).

    Raises:
      TypeError: one of them is no dtype of NumPy.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.issubdtype(tf.experimental.numpy.float32, tf.experimental.numpy.inexact)
    True
    """
    return np.issubdtype(arg1, arg2)


# ---- values ----


def is_inexact(dtype: dtypes.DType) -> bool:
    """Tells whether NumPy takes the dtype for a floating or complex one; not so bfloat16."""
    return dtype.is_complex or dtype in (dtypes.float16, dtypes.float32, dtypes.float64)


def cast(x: Tensor, dtype: dtypes.DType) -> Tensor:
    """Returns the tensor in a dtype."""
    return x if x.dtype == dtype else math_convert.cast(x, dtype)


def _holds_tensor(x: object) -> bool:
    return any(isinstance(leaf, (Tensor, _core.ResourceVariable)) for leaf in nest.flatten(x))


def as_array(x: Any, dtype: DTypeLike | None = None) -> Tensor:
    """Returns a tensor from anything that NumPy makes an array of; Python's integers are int64, its floats float64.

    Raises:
      ValueError: `x` cannot become a tensor.
    """
    wanted = None if dtype is None else as_dtype(dtype)
    if not isinstance(x, Tensor):
        x = given_back(_new_array(x, wanted), x)
    return x if wanted is None else cast(x, wanted)


def _new_array(x: Any, wanted: dtypes.DType | None) -> Tensor:
    if isinstance(x, _core.ResourceVariable):
        return _core.convert_to_tensor(x)
    if wanted is not None and isinstance(x, (int, float)) and is_inexact(wanted):
        return _core.convert_to_tensor(float(x) if isinstance(x, bool) else x, wanted)
    if isinstance(x, (list, tuple)):
        leaves = nest.flatten(x)
        telling = _telling(leaves)
        if len(telling) == 1 and isinstance(telling[0], np.number):
            return _core.convert_to_tensor(np.asarray(x), result_type(x))
        if _holds_tensor(telling) or any(hasattr(leaf, "__array__") for leaf in telling):
            target = result_type(x)
            x = nest.map_structure(lambda leaf: as_array(leaf, target), x)
            return _core.convert_to_tensor(x, target)
        if leaves and all(isinstance(leaf, (bool, int, float, complex)) for leaf in telling):
            target = _wanted_for(result_type(x), wanted)
            return _core.convert_to_tensor(np.asarray(x) if target.is_complex else x, target)
        if not leaves:
            return _core.convert_to_tensor(np.asarray(x, np.float64))
    elif isinstance(x, (bool, int, float, complex)) or (Settings.prefer_float32 and isinstance(x, np.float64)):
        return _core.convert_to_tensor(x, result_type(x))
    elif isinstance(x, range):
        return _core.convert_to_tensor(list(x), result_type(0))
    return _core.convert_to_tensor(x)


def _wanted_for(natural: dtypes.DType, wanted: dtypes.DType | None) -> dtypes.DType:
    """Returns the dtype to make of Python numbers at once, where that needs no cast that could wrap around."""
    if wanted is not None and is_inexact(wanted) and not wanted.is_complex and not natural.is_complex:
        return wanted
    return natural


def promoted(*values: object) -> list[Tensor]:
    """Returns the values as tensors of the dtype that they have together.

    Raises:
      TypeError: they have none.
    """
    # The lattice counts for lists only: tensors meet by NumPy's rules in every mode.
    if by_lattice() and any(isinstance(value, (list, tuple, range)) for value in values):
        return joined(*values)
    target = dtypes.as_dtype(common_numpy_dtype(values))
    return [as_array(value, target) for value in values]


def joined(*values: object) -> list[Tensor]:
    """Returns the values as tensors of the dtype that they have together; weak ones give way, also where all are weak.

    Raises:
      TypeError: they have none.
    """
    target = result_type(*values)
    return [as_array(value, target) for value in values]


def static(x: object) -> Any:
    """Returns a Python or NumPy value for an argument that must be known while tracing."""
    if isinstance(x, (Tensor, _core.ResourceVariable)):
        value = get_static_value(x) if isinstance(x, Tensor) else x.numpy()
        if value is None:
            raise ValueError(f"an argument must be known while a function is traced, got {x}")
        return value
    return x


def known_or_tensor(number: Any) -> Any:
    """Returns an integer argument as an int, or as an int32 tensor where it is not known while tracing."""
    if isinstance(number, _core.ResourceVariable):
        number = number.read_value()
    known = get_static_value(number) if isinstance(number, Tensor) else number
    return math_convert.cast(number, dtypes.int32) if known is None else int(known)


def rank_of(x: Tensor, function: str) -> int:
    """Returns the static rank.

    Raises:
      ValueError: it is unknown.
    """
    rank = x._rank()
    if rank is None:
        raise ValueError(f"{function} needs a tensor of known rank, got {x}")
    return rank


def axis_in(axis: int | Tensor, rank: int) -> int:
    """Returns an axis counted from the front.

    Raises:
      ValueError: there is no such axis.
    """
    axis = int(static(axis))
    if not -rank <= axis < rank:
        raise ValueError(f"axis {axis} is out of bounds for a tensor of rank {rank}")
    return axis + rank if axis < 0 else axis


def shape_of(x: Tensor) -> Any:
    """Returns the shape: a tuple of ints where it is known, else a tensor."""
    return x._shape_tuple() if x.shape.is_fully_defined() else shape(x)


def sizes_of(x: Tensor) -> list[Any]:
    """Returns the extents, each an int where it is known, else a scalar tensor; for a known rank."""
    if x.shape.is_fully_defined():
        return list(x.shape)
    dynamic = shape(x)
    return [dynamic[i] if size is None else size for i, size in enumerate(x.shape)]
