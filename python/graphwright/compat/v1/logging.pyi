"""The public names of tf.compat.v1.logging. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.logs import (
    flush as flush,
    get_verbosity as get_verbosity,
    log as log,
    log_every_n as log_every_n,
    log_first_n as log_first_n,
    log_if as log_if,
    set_verbosity as set_verbosity,
    task_level_status_message as TaskLevelStatusMessage,
    vlog as vlog,
)
from typing import Any

__all__ = [
    "DEBUG", "ERROR", "FATAL", "INFO", "TaskLevelStatusMessage", "WARN", "debug", "error", "fatal", "flush",
    "get_verbosity", "info", "log", "log_every_n", "log_first_n", "log_if", "set_verbosity", "vlog", "warn", "warning",
]

DEBUG: int

ERROR: int

FATAL: int

INFO: int

WARN: int

def debug(msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message, formatted with its arguments (tf.compat.v1.logging.debug)."""

def error(msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message, formatted with its arguments (tf.compat.v1.logging.error)."""

def fatal(msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message, formatted with its arguments (tf.compat.v1.logging.fatal)."""

def info(msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message, formatted with its arguments (tf.compat.v1.logging.info)."""

def warn(msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message, formatted with its arguments (tf.compat.v1.logging.warn)."""

def warning(msg: object, *args: object, **kwargs: Any) -> None:
    """Logs a message, formatted with its arguments (tf.compat.v1.logging.warning)."""
