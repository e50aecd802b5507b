"""tf.experimental.numpy.experimental_enable_numpy_behavior: NumPy's members, brackets and promotion for tensors."""

from __future__ import annotations

from typing import Any

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.numpy_interface import (
    indexing,
    linear_algebra,
    math,
    promoting_functions,
    reduction,
    shape,
    weak_functions,
)
from graphwright._src.numpy_interface.conversion_rules import target_of
from graphwright._src.numpy_interface.promotion import Settings, Tensor, cast, result_type
from graphwright._src.tensor import dtypes
from graphwright._src.tensor import tensor as tensor_type
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_shape import Dimension, TensorShape
from graphwright._src.tensor.weak_tensor import WeakTensor, strong, weakened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_MODES = ("off", "legacy", "safe", "all")
_Variable = _core.ResourceVariable

# What tensors compute with; while no mode converts, these are the core's own slots, which nothing here touches.
_ARITHMETIC = "add sub mul truediv floordiv mod pow".split()
_NUMBERS = [*(f"__{name}__" for name in _ARITHMETIC), *(f"__r{name}__" for name in _ARITHMETIC)]
_PRODUCTS = ["__matmul__", "__rmatmul__"]
_TRUTHS = "__and__ __rand__ __or__ __ror__ __xor__ __rxor__ __lt__ __le__ __gt__ __ge__ __eq__ __ne__".split()
_EQUALITIES = ("__eq__", "__ne__")
_ASSIGNMENTS = {"assign": "value", "assign_add": "delta", "assign_sub": "delta"}
_own_operators: dict[type, dict[str, Any]] = {}
_own_members = {name: Tensor.__dict__[name] for name in ("__getitem__", "__round__")}


def _astype(self: Tensor, dtype: DTypeLike) -> Tensor:
    """Returns the tensor in another dtype, as ndarray.astype."""
    return cast(strong(self), dtypes.as_dtype(dtype))


def _reshape(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Returns the elements in another shape, given as ints or one sequence, as ndarray.reshape."""
    order = kwargs.pop("order", "C")
    if kwargs:
        raise ValueError(f"Unsupported arguments: {list(kwargs)}")
    newshape = args[0] if len(args) == 1 and not isinstance(args[0], int) else args
    return shape.reshape(self, newshape, order=order)


def _transpose(self: Tensor, *axes: Any) -> Tensor:
    """Returns the axes in another order, given as ints or one sequence, as ndarray.transpose."""
    if len(axes) == 1 and not isinstance(axes[0], int):
        axes = axes[0]
    return shape.transpose(self, axes if axes is None or len(axes) else None)


def _tolist(self: Tensor) -> Any:
    """Returns the elements as nested lists, as ndarray.tolist."""
    return self.numpy().tolist()


def _clip(self: Tensor, a_min: TensorLike | None = None, a_max: TensorLike | None = None) -> Tensor:
    """Values limited to a range, as ndarray.clip."""
    return math.clip(self, a_min, a_max)


def _round(self: Tensor, ndigits: int | None = None) -> Tensor:
    return math.around(self, ndigits or 0)


def _builtin(name: str) -> Any:
    """Returns what one of Python's functions does to tensors in a graph, where NumPy's rules change it."""
    return _round if name == "round" else None


def _size(self: Tensor) -> Any:
    """Returns the number of elements, as ndarray.size."""
    return shape.size(self)


_MEMBERS = {
    "__round__": _round,
    "_graphwright_builtin": staticmethod(_builtin),
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


def _weak_member(name: str, member: object) -> Any:
    """Returns a member of weak tensors: what a tensor's own gives, weak."""
    if isinstance(member, property):
        return property(lambda self: weakened(getattr(self.tensor, name)), doc=member.__doc__)

    def method(self: WeakTensor, *args: object, **kwargs: object) -> Any:
        return weakened(getattr(self.tensor, name)(*strong(args), **strong(kwargs)), name not in ("astype", "clip"))

    method.__name__ = method.__qualname__ = name
    method.__doc__ = member.__doc__
    return method


for _name, _member in _MEMBERS.items():
    if not _name.startswith("_"):
        setattr(WeakTensor, _name, _weak_member(_name, _member))


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
    >>> from graphwright._src.numpy_interface.behavior import disable_numpy_behavior
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
    setattr(Tensor, "__getitem__", indexing.getitem)  # noqa: B010
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
    promoting_functions.uncover_functions()
    weak_functions.forget_weak()
    for cls, operators in _own_operators.items():
        for name, operator in operators.items():
            setattr(cls, name, operator)
    _own_operators.clear()


def _convert_in_operators(mode: str) -> None:
    legacy = mode == "legacy"
    for cls in (Tensor, _Variable):
        names = _NUMBERS + _PRODUCTS + (_TRUTHS if legacy else ["__eq__"])
        own = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        _own_operators[cls] = own
        for name, operator in own.items():
            setattr(cls, name, _converting(name, operator) if legacy else _promoting(cls, name, operator))
        if legacy:  # vectors, too, have products then
            setattr(cls, "__matmul__", lambda self, other: linear_algebra.matmul(self, other))  # noqa: B010
            setattr(cls, "__rmatmul__", lambda self, other: linear_algebra.matmul(other, self))  # noqa: B010
    if not legacy:
        for name, parameter in _ASSIGNMENTS.items():
            own = _own_operators[_Variable][name] = _Variable.__dict__[name]
            setattr(_Variable, name, _assigning(name, parameter, own))
        promoting_functions.cover_functions()
        weak_functions.keep_weak()


def _assigning(name: str, parameter: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the method with the value brought to the variable's dtype, where that is the dtype which both have together."""

    def assigning(self: _core.ResourceVariable, *args: object, **kwargs: object) -> Any:
        value, args = (args[0], args[1:]) if args else (kwargs.pop(parameter), ())
        target = target_of(self, value, Settings.mode == "safe")
        if target is not None:
            if target[0] != self.dtype:
                raise TypeError(
                    f"Variable dtype is immutable. Calling {name} of Variable (with dtype {self.dtype}) on {value} "
                    f"requires converting {value} to {self.dtype}. This is disabled in the current promotion semantics. "
                    f"Please convert {value} manually before calling {name}."
                )
            value = promoting_functions.in_dtype(value, self.dtype)
        return method(self, value, *args, **kwargs)

    assigning.__name__ = assigning.__qualname__ = name
    return assigning


# Operands that see to their own conversion.
_LEFT_ALONE = (str, bytes, CompositeTensor, TensorShape, Dimension)
# What a Python float, and a Python int, leave as it is in every mode.
_AS_THEY_ARE = frozenset({dtypes.float32, dtypes.float64})
_NUMBERS_AS_THEY_ARE = _AS_THEY_ARE | {dtypes.int32, dtypes.int64}


def _is_left_alone(self: Tensor | _core.ResourceVariable, other: object) -> bool:
    """Tells whether an operator computes with its operands as they are: what a mode would convert to is what they have."""
    kind = type(other)
    if kind is float:
        return self.dtype in _AS_THEY_ARE
    if isinstance(other, int) and kind is int:
        return self.dtype in _NUMBERS_AS_THEY_ARE and -(2**31) <= other < 2**31
    if isinstance(other, (Tensor, _Variable)):
        return other.dtype == self.dtype
    return other is None or isinstance(other, _LEFT_ALONE)


def _without_conversion(name: str, other: object) -> Any:
    """Returns what an operator gives where its other operand cannot be converted: NotImplemented, or None to raise the
    error.
    """
    if name in _EQUALITIES and not hasattr(other, "__array_priority__"):
        return NotImplemented
    if hasattr(type(other), _reflected(name)) and hasattr(other, "__array__"):
        return NotImplemented
    return None


def _converting(name: str, operator: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Returns the operator with both operands brought to NumPy's dtype first."""

    def converting(self: Tensor, other: object) -> Any:
        if _is_left_alone(self, other):
            return operator(self, other)
        try:
            both = _legacy(self, other)
        except TypeError:
            if _without_conversion(name, other) is NotImplemented:
                return NotImplemented
            raise
        if both is None:
            return operator(self, other)
        left, right = both
        return operator(left, right) if isinstance(left, type(self)) else getattr(type(left), name)(left, right)

    converting.__name__ = converting.__qualname__ = name
    return converting


def _promoting(owner: type, name: str, operator: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Returns the operator with both operands brought to the lattice's dtype first; a result of weak ones is weak."""
    conjunction = name in ("__mul__", "__rmul__")

    def promoting(self: Tensor, other: Any) -> Any:
        if type(other) is not WeakTensor:
            if _is_left_alone(self, other):
                return operator(self, other)
            # A product with truth values is their conjunction.
            if conjunction and dtypes.bool in (self.dtype, getattr(other, "dtype", None)):
                if isinstance(other, (Tensor, _Variable)):
                    return operator(self, other)
                if self.dtype == dtypes.bool:
                    return tensor_type.conjunction(self, other)
        try:
            result, weak = promoting_functions.promoted_call(compute, self, other)
        except TypeError:
            if _without_conversion(name, other) is NotImplemented:
                return NotImplemented
            raise
        return weakened(result, weak)

    def compute(left: Any, right: Any) -> Any:
        return operator(left, right) if isinstance(left, owner) else getattr(type(left), name)(left, right)

    promoting.__name__ = promoting.__qualname__ = name
    return promoting


def _reflected(name: str) -> str:
    return name if name in ("__lt__", "__le__", "__gt__", "__ge__", *_EQUALITIES) else f"__r{name[2:]}"


_pairs: dict[tuple[dtypes.DType, dtypes.DType], dtypes.DType] = {}


def _common(x: object, y: object) -> dtypes.DType:
    if not (isinstance(x, (Tensor, _Variable)) and isinstance(y, (Tensor, _Variable))):
        return result_type(x, y)
    pair = (x.dtype, y.dtype)
    known = _pairs.get(pair)
    if known is None:
        known = _pairs[pair] = result_type(x, y)
    return known


def _legacy(x: object, y: object) -> Any:
    try:
        target = _common(x, y)
    except (ValueError, AttributeError):
        return None
    if target == dtypes.string:
        return None
    return promoting_functions.in_dtype(x, target), promoting_functions.in_dtype(y, target)
