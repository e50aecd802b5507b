"""Operators as attributes of the class: `tf.Tensor.__add__`, which libraries give to classes of their own.

Between tensors, operators go through the C type's slots. What is taken from the class works on anything that the function
behind the operator takes, and on what a library's dispatchers take (`__internal__.dispatch`).
"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.hooks import late_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

Tensor = _core.Tensor

_operators = late_file("ops.operator_functions")
_slots: dict[str, Any] = {}  # the operators of tensors themselves


def of_tensors(name: str, x: object, *others: object) -> Any:
    """Returns an operator between a tensor and what becomes one, without the reflected one of the other's class."""
    result = _slots[name](x, *others)
    if result is NotImplemented:
        raise TypeError(f"Tensor.{name}: {others[0]!r} does not become a tensor")
    return result


def of_library(function: Callable[..., Any], *args: object) -> Any:
    """Returns what a library's class, which took an operator from one of ours, gives."""
    from graphwright._src.tensor.library_dispatch import offered  # what libraries alone need

    return offered(function, function, args, {})


def _of_class(name: str) -> Callable[..., Any]:
    """Returns what `tf.Tensor.__add__` and its kin are: for what is no tensor, the function that the operator stands
    for.
    """
    own = _slots[name] = Tensor.__dict__[name]
    plain = f"__{name[3:]}" if name.startswith("__r") else name
    reflected = plain != name

    def call(x: Any, *others: Any) -> Any:
        if isinstance(x, Tensor):
            return own(x, *others)
        function = _operators.function_of(plain, getattr(x, "dtype", None))
        if reflected and hasattr(x, "dtype"):
            others = (_core.convert_to_tensor(others[0], x.dtype),)
        return of_library(function, *((*others, x) if reflected else (x, *others)))

    call.__name__, call.__qualname__, call.__doc__ = name, f"Tensor.{name}", own.__doc__
    return call


def attach(names: Iterable[str]) -> None:
    """Makes the operators of these names what the class has in the slots' place."""
    for name in names:
        _core.set_class_operator(name, _of_class(name))
