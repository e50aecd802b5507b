"""tf.compat.v1.logging: Python's logging under the names of TensorFlow 1, with TensorFlow's logger."""

from __future__ import annotations

import logging
import sys

from graphwright._src.base.export import export, export_value
from graphwright._src.base.logger import get_logger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike

for _name in ("DEBUG", "INFO", "WARN", "ERROR", "FATAL"):
    export_value(f"compat.v1.logging.{_name}", getattr(logging, _name))

_counts: dict[tuple[str, int], int] = {}


def _logger() -> Any:
    return get_logger()


def _publish(name: str, level: int) -> None:
    def function(msg: object, *args: object, **kwargs: Any) -> None:
        _logger().log(level, msg, *args, **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Logs a message, formatted with its arguments (tf.compat.v1.logging.{name})."
    export(f"compat.v1.logging.{name}")(function)


for _name, _level in {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "warning": logging.WARNING,
    "error": logging.ERROR,
    "fatal": logging.FATAL,
}.items():
    _publish(_name, _level)


@export("compat.v1.logging.log")
def log(level: int, msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message at a level (tf.compat.v1.logging.log)."""
    _logger().log(level, msg, *args, **kwargs)


@export("compat.v1.logging.vlog")
def vlog(level: int, msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message at a level (tf.compat.v1.logging.vlog)."""
    _logger().log(level, msg, *args, **kwargs)


@export("compat.v1.logging.log_if")
def log_if(level: int, msg: object, condition: object, *args: object) -> None:
    """Logs a message where a condition holds (tf.compat.v1.logging.log_if)."""
    if condition:
        _logger().log(level, msg, *args)


def _count() -> int:
    """Returns how often the line was called before that called the function."""
    frame = sys._getframe(2)
    place = frame.f_code.co_filename, frame.f_lineno
    count = _counts.get(place, 0)
    _counts[place] = count + 1
    return count


@export("compat.v1.logging.log_every_n")
def log_every_n(level: int, msg: object, n: int, *args: object) -> None:
    """Logs a message every n-th time that the line is reached (tf.compat.v1.logging.log_every_n)."""
    if _count() % n == 0:
        _logger().log(level, msg, *args)


@export("compat.v1.logging.log_first_n")
def log_first_n(level: int, msg: object, n: int, *args: object) -> None:
    """Logs a message the first n times that the line is reached (tf.compat.v1.logging.log_first_n)."""
    if _count() < n:
        _logger().log(level, msg, *args)


@export("compat.v1.logging.get_verbosity")
def get_verbosity() -> int:
    """Returns the level from which messages are logged (tf.compat.v1.logging.get_verbosity)."""
    return _logger().getEffectiveLevel()


@export("compat.v1.logging.set_verbosity")
def set_verbosity(v: int | str) -> None:
    """Sets the level from which messages are logged (tf.compat.v1.logging.set_verbosity).

    >>> import graphwright as tf
    >>> before = tf.compat.v1.logging.get_verbosity()
    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    >>> tf.compat.v1.logging.get_verbosity()
    40
    >>> tf.compat.v1.logging.set_verbosity(before)
    """
    _logger().setLevel(v)


@export("compat.v1.logging.flush")
def flush() -> None:
    """Writes out what handlers hold back (tf.compat.v1.logging.flush)."""
    for handler in _logger().handlers:
        handler.flush()


@export("compat.v1.logging.TaskLevelStatusMessage")
def task_level_status_message(msg: object) -> None:
    """Logs an error that concerns the whole task (tf.compat.v1.logging.TaskLevelStatusMessage)."""
    _logger().error(msg)


@export("compat.v1.Print")
def Print(
    input_: TensorLike,
    data: list[Any],
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """`input_` as it is; whenever it is computed, `data` go to the standard error (tf.compat.v1.Print).

    Args:
      input_: a tensor.
      data: tensors, of which elements are written in brackets.
      message: what is written before them.
      first_n: only that many times; None always.
      summarize: how many elements of each are written; None 3.
      name: a name for the op.

    >>> import graphwright as tf
    >>> tf.compat.v1.Print(tf.constant([1.0]), [tf.constant([1, 2])], message="parts: ").numpy()
    array([1.], dtype=float32)
    """
    from graphwright._src.ops import raw_ops

    return raw_ops.Print(
        input=input_,
        data=data,
        message=message or "",
        first_n=-1 if first_n is None else first_n,
        summarize=3 if summarize is None else summarize,
        name=name,
    )
