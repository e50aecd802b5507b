"""tf.experimental.numpy.experimental_enable_numpy_behavior: NumPy's members, brackets and promotion for tensors."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright import _core, dtypes
from graphwright import tensor as tensor_type
from graphwright.composite_tensor import CompositeTensor
from graphwright.export import export
from graphwright.numpy_interface import conversion_rules, indexing, linear_algebra, math, reduction, shape
from graphwright.numpy_interface.promotion import Settings, Tensor, as_array, cast, result_type
from graphwright.tensor_shape import Dimension, TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_MODES = ("off", "legacy", "safe", "all")
_Variable = _core.ResourceVariable

# What tensors compute with; while no mode converts, these are the core's own slots, which nothing here touches.
_ARITHMETIC = "add sub mul truediv floordiv mod pow".split()
_NUMBERS = [*(f"__{name}__" for name in _ARITHMETIC), *(f"__r{name}__" for name in _ARITHMETIC)]
_PRODUCTS = ["__matmul__", "__rmatmul__"]
_TRUTHS = "__and__ __rand__ __or__ __ror__ __xor__ __rxor__ __lt__ __le__ __gt__ __ge__ __eq__ __ne__".split()
_EQUALITIES = ("__eq__", "__ne__")
_own_operators: dict[type, dict[str, Any]] = {}
_own_members = {name: Tensor.__dict__[name] for name in ("__getitem__", "__round__")}


def _astype(self: Tensor, dtype: Any) -> Tensor:
    """The tensor in another dtype, as ndarray.astype."""
    return cast(self, dtypes.as_dtype(dtype))


def _reshape(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The elements in another shape, given as ints or one sequence, as ndarray.reshape."""
    order = kwargs.pop("order", "C")
    if kwargs:
        raise ValueError(f"Unsupported arguments: {list(kwargs)}")
    newshape = args[0] if len(args) == 1 and not isinstance(args[0], int) else args
    return shape.reshape(self, newshape, order=order)


def _transpose(self: Tensor, *axes: Any) -> Tensor:
    """The axes in another order, given as ints or one sequence, as ndarray.transpose."""
    if len(axes) == 1 and not isinstance(axes[0], int):
        axes = axes[0]
    return shape.transpose(self, axes if axes is None or len(axes) else None)


def _tolist(self: Tensor) -> Any:
    """The elements as nested lists, as ndarray.tolist."""
    return self.numpy().tolist()


def _clip(self: Tensor, a_min: Any = None, a_max: Any = None) -> Tensor:
    """Values limited to a range, as ndarray.clip."""
    return math.clip(self, a_min, a_max)


def _round(self: Tensor, ndigits: int | None = None) -> Tensor:
    return math.around(self, ndigits or 0)


def _size(self: Tensor) -> Any:
    """The number of elements, as ndarray.size."""
    return shape.size(self)


_MEMBERS = {
    "__round__": _round,
    "T": property(lambda self: shape.transpose(self), doc="The tensor with its axes reversed."),
    "data": property(lambda self: self, doc="The tensor itself."),
    "size": property(_size, doc="The number of elements."),
    "astype": _astype,
    "clip": _clip,
    "flatten": shape.flatten,
    "max": reduction.max,
    "mean": reduction.mean,
    "min": reduction.min,
    "ravel": shape.ravel,
    "reshape": _reshape,
    "tolist": _tolist,
    "transpose": _transpose,
}


@export("experimental.numpy.experimental_enable_numpy_behavior")
def experimental_enable_numpy_behavior(prefer_float32: bool = False, dtype_conversion_mode: str = "legacy") -> None:
    """Gives tensors NumPy's members, its square brackets and rules for operands of several dtypes.

    Args:
      prefer_float32: whether Python's floats are float32, not float64, in tf.experimental.numpy.
      dtype_conversion_mode: how operators convert: 'off' not at all; 'legacy' as NumPy; 'all' by a lattice in which
        Python's numbers are weak; 'safe' by the same one, but an error where it could lose digits.

    Raises:
      ValueError: another mode.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.experimental_enable_numpy_behavior()
    >>> (tf.constant([[1, 2], [3, 4]]).T + 0.5).numpy()
    array([[1.5, 3.5],
           [2.5, 4.5]])
    >>> from graphwright.numpy_interface.behavior import disable_numpy_behavior
    >>> disable_numpy_behavior()
    """
    mode = dtype_conversion_mode.lower() if isinstance(dtype_conversion_mode, str) else dtype_conversion_mode
    if mode not in _MODES:
        raise ValueError(
            f"The provided promotion mode {dtype_conversion_mode} does not exist. Make sure the provided dtype "
            f"conversion mode is one of the followings: {_MODES}"
        )
    Settings.prefer_float32 = bool(prefer_float32)
    Settings.mode = mode
    for name, member in _MEMBERS.items():
        setattr(Tensor, name, member)
    Tensor.__getitem__ = indexing.getitem
    _restore_operators()
    if mode != "off":
        _convert_in_operators(mode)


def disable_numpy_behavior() -> None:
    """Takes back what experimental_enable_numpy_behavior did."""
    if Settings.mode is None:
        return
    Settings.prefer_float32, Settings.mode = False, None
    for name in _MEMBERS.keys() - _own_members.keys():
        delattr(Tensor, name)
    for name, member in _own_members.items():
        setattr(Tensor, name, member)
    _restore_operators()


def _restore_operators() -> None:
    for cls, operators in _own_operators.items():
        for name, operator in operators.items():
            setattr(cls, name, operator)
    _own_operators.clear()


def _convert_in_operators(mode: str) -> None:
    legacy = mode == "legacy"
    convert = _legacy if legacy else _lattice(mode == "safe")
    for cls in (Tensor, _Variable):
        names = _NUMBERS + _PRODUCTS + (_TRUTHS if legacy else ["__eq__"])
        own = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        _own_operators[cls] = own
        for name, operator in own.items():
            setattr(cls, name, _converting(name, operator, convert))
        if legacy:  # vectors, too, have products then
            cls.__matmul__ = lambda self, other: linear_algebra.matmul(self, other)
            cls.__rmatmul__ = lambda self, other: linear_algebra.matmul(other, self)


# Operands that see to their own conversion.
_LEFT_ALONE = (str, bytes, CompositeTensor, TensorShape, Dimension)
# What a Python float, and a Python int, leave as it is in every mode.
_AS_THEY_ARE = frozenset({dtypes.float32, dtypes.float64})
_NUMBERS_AS_THEY_ARE = _AS_THEY_ARE | {dtypes.int32, dtypes.int64}


def _converting(name: str, operator: Any, convert: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The operator with both operands brought to one dtype first."""
    equality = name in _EQUALITIES
    conjunction = convert is not _legacy and name in ("__mul__", "__rmul__")

    def converting(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is float:
            if self.dtype in _AS_THEY_ARE:
                return operator(self, other)
        elif kind is int:
            if self.dtype in _NUMBERS_AS_THEY_ARE and -(2**31) <= other < 2**31:
                return operator(self, other)
        elif other is None or isinstance(other, _LEFT_ALONE):
            return operator(self, other)
        if isinstance(other, (Tensor, _Variable)):
            if other.dtype == self.dtype:
                return operator(self, other)
            # A product with truth values is their conjunction.
            if conjunction and dtypes.bool in (self.dtype, other.dtype):
                return operator(self, other)
            both = convert(self, other)
        else:
            if conjunction and self.dtype == dtypes.bool:
                return tensor_type._conjunction(self, other)
            try:
                both = convert(self, other)
            except TypeError:
                if hasattr(other, "__array_priority__") or not equality:
                    if hasattr(type(other), _reflected(name)) and hasattr(other, "__array__"):
                        return NotImplemented
                    raise
                return NotImplemented
        if both is None:
            return operator(self, other)
        left, right = both
        return operator(left, right) if isinstance(left, type(self)) else getattr(type(left), name)(left, right)

    converting.__name__ = converting.__qualname__ = name
    return converting


def _reflected(name: str) -> str:
    return name if name in ("__lt__", "__le__", "__gt__", "__ge__", *_EQUALITIES) else f"__r{name[2:]}"


def _in_dtype(x: Any, target: dtypes.DType) -> Tensor:
    if isinstance(x, _Variable):
        x = tf.convert_to_tensor(x)
    if isinstance(x, Tensor):
        return cast(x, target)
    if isinstance(x, bool) or not isinstance(x, (int, float, complex)):
        if isinstance(x, bool):
            return tf.convert_to_tensor(x, target)
        return as_array(x, target)
    return tf.convert_to_tensor(x, target)


_pairs: dict[tuple[dtypes.DType, dtypes.DType], dtypes.DType] = {}


def _common(x: Any, y: Any) -> dtypes.DType:
    if not (isinstance(x, (Tensor, _Variable)) and isinstance(y, (Tensor, _Variable))):
        return result_type(x, y)
    pair = (x.dtype, y.dtype)
    known = _pairs.get(pair)
    if known is None:
        known = _pairs[pair] = result_type(x, y)
    return known


def _legacy(x: Any, y: Any) -> Any:
    try:
        target = _common(x, y)
    except (ValueError, AttributeError):
        return None
    if target == dtypes.string:
        return None
    return _in_dtype(x, target), _in_dtype(y, target)


def _lattice(safe: bool) -> Callable[[Any, Any], Any]:
    def convert(x: Any, y: Any) -> Any:
        target = conversion_rules.target_dtype(x, y, safe)
        return None if target is None else (_in_dtype(x, target), _in_dtype(y, target))

    return convert
