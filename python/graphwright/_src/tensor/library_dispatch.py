"""Calls of public functions with a library's own symbolic values: dispatchers are asked where a call fails."""

from __future__ import annotations

import sys

from graphwright import _core
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _NotSupported:
    def __repr__(self) -> str:
        return "NOT_SUPPORTED"


@export("__internal__.dispatch.OpDispatcher")
class OpDispatcher:
    """The base of classes that take calls of one function; `handle` gives NOT_SUPPORTED for others."""

    NOT_SUPPORTED = _NotSupported()

    def handle(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Returns the result of a call, or NOT_SUPPORTED."""
        return self.NOT_SUPPORTED

    def register(self, op: Callable[..., Any]) -> None:
        """From here on this object is asked for calls of `op` that fail with a TypeError or a ValueError."""
        _core.set_offer(_offer_failed)
        _dispatchers.setdefault(_unwrapped(op), []).append(self)


@export("__internal__.dispatch.GlobalOpDispatcher")
class GlobalOpDispatcher:
    """The base of classes that take calls of all functions; `handle` gives NOT_SUPPORTED for others."""

    NOT_SUPPORTED = OpDispatcher.NOT_SUPPORTED

    def handle(self, op: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Returns the result of a call, or NOT_SUPPORTED."""
        return self.NOT_SUPPORTED

    def register(self) -> None:
        """From here on this object is asked for calls of public functions that fail with a TypeError or a ValueError."""
        _core.set_offer(_offer_failed)
        _global_dispatchers.append(self)


_WARNS = "graphwright._src.base.deprecated"
_dispatchers: dict[Any, list[OpDispatcher]] = {}
_global_dispatchers: list[GlobalOpDispatcher] = []


def _unwrapped(op: Callable[..., Any]) -> Any:
    op = getattr(op, "__func__", op)
    while getattr(op, "is_deprecated", False):  # it warns, and calls the function itself
        op = op.__wrapped__  # type: ignore[attr-defined]
    return op


def _offer_failed(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    """Returns what dispatchers make of a public function's call that failed; NotImplemented where they leave it."""
    caller = sys._getframe().f_back
    while caller is not None and caller.f_globals.get("__name__") == _WARNS:  # for whoever has called it
        caller = caller.f_back
    if caller is not None and caller.f_globals.get("__name__", "").startswith("graphwright."):
        return NotImplemented  # the public function that calls this one is asked
    result = _offer(function, args, kwargs)
    return NotImplemented if result is OpDispatcher.NOT_SUPPORTED else result


def offered(op: Callable[..., Any], function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    """Returns the function's result; where the call fails, what dispatchers make of a call of `op`."""
    try:
        return function(*args, **kwargs)
    except (TypeError, ValueError):
        result = _offer(op, args, kwargs)
        if result is OpDispatcher.NOT_SUPPORTED:
            raise
        return result


def _offer(op: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    for dispatcher in _dispatchers.get(op, ()):
        result = dispatcher.handle(args, kwargs)
        if result is not OpDispatcher.NOT_SUPPORTED:
            return result
    for dispatcher in _global_dispatchers:
        result = dispatcher.handle(op, args, kwargs)
        if result is not OpDispatcher.NOT_SUPPORTED:
            return result
    return OpDispatcher.NOT_SUPPORTED


class _TypeDispatcher(OpDispatcher):
    """Takes calls in which there is a value of one of some classes."""

    def __init__(self, function: Callable[..., Any], classes: tuple[type, ...]) -> None:
        self._function, self._classes = function, classes

    def handle(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Returns the function's result where an argument, or an item of a list of them, is of one of the classes."""
        for value in (*args, *kwargs.values()):
            items = value if isinstance(value, (list, tuple)) else (value,)
            if any(isinstance(item, self._classes) for item in items):
                return self._function(*args, **kwargs)
        return self.NOT_SUPPORTED


@export("__internal__.dispatch.dispatch_for_types")
def dispatch_for_types(op: Callable[..., Any], *types: type) -> Callable[[Any], Any]:
    """Decorates what is called for `op` where it fails and an argument is of one of the classes."""

    def decorate(function: Callable[..., Any]) -> Any:
        _TypeDispatcher(function, types).register(op)
        return function

    return decorate
