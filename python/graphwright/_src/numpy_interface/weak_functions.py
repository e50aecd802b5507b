"""The functions of tf.experimental.numpy in the modes "safe" and "all": weak operands have weak results."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from graphwright._src.base.export import forget_watcher, watch_weak_types
from graphwright._src.numpy_interface import conversion_rules
from graphwright._src.numpy_interface.promoting_functions import is_weak_operand
from graphwright._src.numpy_interface.promotion import Settings, as_array, cast
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.weak_tensor import strong, weakened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PREFIX = "experimental.numpy."

_own: dict[str, Any] = {}


def _takes_dtype(function: Callable[..., Any]) -> Callable[[tuple, dict], bool]:
    """Tells whether a call gives a dtype, in its place or by its name."""
    parameters = list(inspect.signature(function).parameters)
    place = parameters.index("dtype") if "dtype" in parameters else None

    def has_dtype(args: tuple, kwargs: dict) -> bool:
        return kwargs.get("dtype") is not None or (place is not None and len(args) > place and args[place] is not None)

    return has_dtype


def _keeping(function: Callable[..., Any], in_float64: bool = False) -> Callable[..., Any]:
    has_dtype = _takes_dtype(function)

    def weak_function(*args: object, **kwargs: object) -> Any:
        weak = bool(args) and not has_dtype(args, kwargs) and is_weak_operand(args[0])
        result = function(*strong(args), **strong(kwargs))
        if in_float64 and result.dtype == dtypes.float32:
            result = function(cast(as_array(strong(args[0])), dtypes.float64))
        return weakened(result, weak)

    return weak_function


def _each(function: Callable[..., Any]) -> Callable[..., Any]:
    def weak_function(*args: object) -> Any:
        result = function(*strong(args))
        if not isinstance(result, (list, tuple)):
            return weakened(result, is_weak_operand(args[0]))
        return type(result)(weakened(item, is_weak_operand(arg)) for item, arg in zip(result, args, strict=True))

    return weak_function


def _pair(function: Callable[..., Any]) -> Callable[..., Any]:
    def weak_function(x1: object, x2: object) -> Any:
        target = conversion_rules.target_of(x1, x2, Settings.mode == "safe")
        if target is None:
            return function(strong(x1), strong(x2))
        dtype, weak = target
        return weakened(function(as_array(strong(x1), dtype), as_array(strong(x2), dtype)), weak)

    return weak_function


def _all(function: Callable[..., Any]) -> Callable[..., Any]:
    has_dtype = _takes_dtype(function)

    def weak_function(*args: object, **kwargs: object) -> Any:
        weak = not has_dtype(args, kwargs) and all(is_weak_operand(arg) for arg in args)
        return weakened(function(*args, **kwargs), weak)

    return weak_function


_WEAK: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "unary": _keeping,  # weak where the first argument is, and no dtype is given
    # The same of what multiplies by a constant of NumPy's, which is float64.
    "unary float64": functools.partial(_keeping, in_float64=True),
    "each": _each,  # a result for each argument, weak where that is
    "binary": _pair,  # the operands promote, the result is weak where both are
    "all": _all,  # weak where all arguments are, and no dtype is given
}


def keep_weak() -> None:
    """Puts the functions in place."""
    watch_weak_types(_put_in_place)


def _put_in_place(weak_type: str, names: tuple[str, ...], function: Callable[..., Any]) -> None:
    import graphwright.experimental.numpy as namespace

    for name in names:
        if name.startswith(_PREFIX):
            short = name.removeprefix(_PREFIX)
            _own[short] = function
            setattr(namespace, short, functools.wraps(function)(_WEAK[weak_type](function)))


def forget_weak() -> None:
    """Puts the functions back that were there before."""
    forget_watcher(_put_in_place)
    import graphwright.experimental.numpy as namespace

    for name, function in _own.items():
        setattr(namespace, name, function)
    _own.clear()
