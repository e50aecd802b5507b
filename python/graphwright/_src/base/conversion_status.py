"""Under which conversion code runs: whether AutoGraph's, and with which options, and functions that are kept from it."""

from __future__ import annotations

import _thread
import functools

from graphwright._src.base.export import export
from graphwright._src.base.hooks import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

    from graphwright._src.autograph.options import ConversionOptions

TRACERS: set[CodeType] = set()  # functions that trace others: the frames above theirs are not of what is traced

_tf_convert = late("autograph.api", "tf_convert")


# Whether code that runs now is converted code's.
UNSPECIFIED = "unspecified"


ENABLED = "enabled"
DISABLED = "disabled"


class ControlStatusCtx:
    """A context manager that says under which conversion the code inside stands.

    Args:
      status: UNSPECIFIED, ENABLED or DISABLED.
      options: how functions are converted.
    """

    __slots__ = ("options", "status")

    def __init__(self, status: str, options: ConversionOptions | None = None) -> None:
        self.status = status
        self.options = options

    def __enter__(self) -> ControlStatusCtx:
        _contexts.stack.append(self)
        return self

    def __exit__(self, *exc_info: object) -> None:
        _contexts.stack.pop()


class _Contexts(_thread._local):
    def __init__(self) -> None:
        self.stack = [_UNSPECIFIED]


_UNSPECIFIED = ControlStatusCtx(UNSPECIFIED)
_DISABLED = ControlStatusCtx(DISABLED)
_contexts = _Contexts()


@export("__internal__.autograph.control_status_ctx")
def control_status_ctx() -> ControlStatusCtx:
    """Returns the conversion under which the running code stands (tf.__internal__.autograph.control_status_ctx)."""
    return _contexts.stack[-1]


def as_called_here(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a user's function as code that is being converted calls it: converted, if such code runs now, else itself.

    For decorators of this package, whose wrappers stand between the user's code and the function.
    """
    status = _contexts.stack[-1]
    return _tf_convert(function, status) if status.status is ENABLED else function


def do_not_convert(func: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Keeps a function from being converted, and what it calls too (tf.autograph.experimental.do_not_convert).

    Args:
      func: the function; without it, a decorator is returned.

    >>> import graphwright as tf
    >>> @tf.autograph.experimental.do_not_convert
    ... def plain(x):
    ...     return x if x is not None else 0
    >>> plain(None)
    0
    """
    if func is None:
        return do_not_convert
    if "_graphwright_do_not_convert" in getattr(func, "__dict__", ()):
        return func

    def unconverted(*args: object, **kwargs: object) -> Any:
        with _DISABLED:
            return func(*args, **kwargs)

    if hasattr(func, "__name__"):
        functools.update_wrapper(unconverted, func)
    made: Any = unconverted
    made.__wrapped__ = func
    made._graphwright_do_not_convert = True
    return made
