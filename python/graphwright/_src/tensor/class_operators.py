"""Operators as attributes of the class: `tf.Tensor.__add__`, which libraries give to classes of their own.

Between tensors, operators go through the C type's slots. What is taken from the class works on anything that the function
behind the operator takes, and on what a library's dispatchers take (`__internal__.dispatch`).
"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import exported
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

Tensor = _core.Tensor

# The functions that operators stand for. What reads logical here is bitwise for integers.
_FUNCTIONS = {
    "__abs__": "math.abs",
    "__add__": "__operators__.add",
    "__and__": "math.logical_and",
    "__eq__": "__operators__.eq",
    "__floordiv__": "compat.v1.floor_div",
    "__ge__": "math.greater_equal",
    "__getitem__": "__operators__.getitem",
    "__gt__": "math.greater",
    "__invert__": "math.logical_not",
    "__le__": "math.less_equal",
    "__lt__": "math.less",
    "__matmul__": "linalg.matmul",
    "__mod__": "math.floormod",
    "__mul__": "math.multiply",
    "__ne__": "__operators__.ne",
    "__neg__": "math.negative",
    "__or__": "math.logical_or",
    "__pow__": "math.pow",
    "__sub__": "math.subtract",
    "__truediv__": "math.truediv",
    "__xor__": "math.logical_xor",
}
_BITWISE = {
    "and": "bitwise.bitwise_and",
    "or": "bitwise.bitwise_or",
    "xor": "bitwise.bitwise_xor",
    "not": "bitwise.invert",
}


_slots: dict[str, Any] = {}  # the operators of tensors themselves


def of_tensors(name: str, x: Any, *others: Any) -> Any:
    """An operator between a tensor and what becomes one, without the reflected one of the other's class."""
    result = _slots[name](x, *others)
    if result is NotImplemented:
        raise TypeError(f"Tensor.{name}: {others[0]!r} does not become a tensor")
    return result


def of_library(function: Callable[..., Any], *args: Any) -> Any:
    """Returns what a library's class, which took an operator from one of ours, gives."""
    from graphwright._src.tensor.library_dispatch import offered  # what libraries alone need

    return offered(function, function, args, {})


def _of_class(name: str) -> Callable[..., Any]:
    """Returns what `tf.Tensor.__add__` and its kin are: for what is no tensor, the function that the operator stands
    for.
    """
    own = _slots[name] = Tensor.__dict__[name]
    reflected = name not in _FUNCTIONS
    function_name = _FUNCTIONS[f"__{name[3:]}" if reflected else name]

    def call(x: Any, *others: Any) -> Any:
        if isinstance(x, Tensor):
            return own(x, *others)
        found = function_name
        if ".logical_" in found and getattr(x, "dtype", dtypes.bool) != dtypes.bool:
            found = _BITWISE[found.rpartition("_")[2]]
        if reflected and hasattr(x, "dtype"):
            others = (_core.convert_to_tensor(others[0], x.dtype),)
        return of_library(exported(found), *((*others, x) if reflected else (x, *others)))

    call.__name__, call.__qualname__, call.__doc__ = name, f"Tensor.{name}", own.__doc__
    return call


def attach(names: Iterable[str]) -> None:
    """Makes the operators of these names what the class has in the slots' place."""
    for name in names:
        _core.set_class_operator(name, _of_class(name))
