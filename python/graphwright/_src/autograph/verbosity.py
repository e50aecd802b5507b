"""Messages of conversion about itself: warnings, and more with tf.autograph.set_verbosity."""

from __future__ import annotations

import os
import sys

from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger, log_in_any_case

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from types import FunctionType

_level: int | None = None
_to_stdout: bool | None = None
_warned: set[str] = set()


@export("autograph.set_verbosity")
def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Sets how much is written about conversions (tf.autograph.set_verbosity).

    Without a call the environment variable AUTOGRAPH_VERBOSITY says it, and else it is 0.

    Args:
      level: 0 for warnings only, 1 for each function converted, 2 for those called as they are, and why, 3 for the
        code that functions became, too.
      alsologtostdout: whether to write to the standard output, too. Without a call an interactive Python does.

    >>> import graphwright as tf
    >>> tf.autograph.set_verbosity(0)
    """
    global _level, _to_stdout
    _level = int(level)
    _to_stdout = bool(alsologtostdout)


@export("autograph.trace")
def trace(*args: object) -> None:
    """Prints values while a function is traced, not when its graph runs (tf.autograph.trace).

    Args:
      *args: what to print.

    >>> import graphwright as tf
    >>> tf.autograph.trace("a", 1)
    a 1
    """
    print(*args)


def get_verbosity() -> int:
    """Returns the level in use."""
    if _level is not None:
        return _level
    try:
        return int(os.environ.get("AUTOGRAPH_VERBOSITY", "0"))
    except ValueError:
        return 0


def log(level: int, message: str) -> None:
    """Logs a message where the verbosity is at least `level`, whatever the logger's level is: it was asked for."""
    if get_verbosity() < level:
        return
    log_in_any_case(f"AutoGraph: {message}")
    if hasattr(sys, "ps1") if _to_stdout is None else _to_stdout:
        print(f"AutoGraph: {message}")


def tell_converted(function: FunctionType, definition: ast.AST) -> None:
    """Says that a function was converted, and into what; `definition` is the syntax tree of that."""
    level = get_verbosity()
    if level < 1:
        return
    code = function.__code__
    log(1, f"converted {function!r}, {code.co_filename}:{code.co_firstlineno}")
    if level >= 3:
        import ast

        log(3, "\n" + ast.unparse(definition))


def warn_unconverted(function: FunctionType, cause: str) -> None:
    """Says, once for each function, that it runs unconverted and why."""
    code = function.__code__
    if code.co_filename == "<string>":  # of exec(), which nobody expects to be converted
        log(2, f"{function!r} is called as it is: {cause}")
        return
    key = f"{code.co_filename}:{code.co_firstlineno}:{code.co_name}:{hash(code.co_code)}"
    if key in _warned:
        return
    _warned.add(key)
    get_logger().warning(
        "AutoGraph could not transform %r and will run it as-is.\nCause: %s\nTo silence this warning, decorate the "
        "function with @tf.autograph.experimental.do_not_convert",
        function,
        cause,
    )
