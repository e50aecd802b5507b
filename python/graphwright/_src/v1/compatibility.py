"""tf.compat: conversions between text and bytes, kinds of numbers, and dates of behaviour."""

from __future__ import annotations

import codecs
import contextlib
import datetime
import os
import sys
from typing import Any

from graphwright._src.base.export import export, export_value
from graphwright._src.base.logger import log_warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

export_value("compat.bytes_or_text_types", (bytes, str))


export_value("compat.v2", sys.modules["graphwright"], v1="")
export_value("compat.v1.compat.v2", sys.modules["graphwright"])
export_value("compat.v1.compat.v1", sys.modules["graphwright.compat.v1"])


@export("compat.as_text")
def as_text(bytes_or_text: str | bytes, encoding: str = "utf-8") -> str:
    """Returns a string from bytes, or from a string (tf.compat.as_text).

    Raises:
      TypeError: it is neither.

    >>> import graphwright as tf
    >>> tf.compat.as_text(b"abc")
    'abc'
    """
    encoding = codecs.lookup(encoding).name
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


@export("compat.as_str")
def as_str(bytes_or_text: str | bytes, encoding: str = "utf-8") -> str:
    """Returns the same as `as_text` (tf.compat.as_str)."""
    return as_text(bytes_or_text, encoding)


@export("compat.as_bytes")
def as_bytes(bytes_or_text: str | bytes | bytearray, encoding: str = "utf-8") -> bytes:
    """Bytes from a string, or from bytes, bytearrays included (tf.compat.as_bytes).

    Raises:
      TypeError: it is neither.
    """
    encoding = codecs.lookup(encoding).name
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


@export("compat.as_str_any")
def as_str_any(value: object, encoding: str = "utf-8") -> str:
    """str(value), of bytes the text that they encode (tf.compat.as_str_any)."""
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


@export("compat.path_to_str")
def path_to_str(path: object) -> Any:
    """Returns the string that a path object stands for; anything else as it is (tf.compat.path_to_str)."""
    return as_text(os.fspath(path)) if isinstance(path, os.PathLike) else path


_horizon = datetime.date.today()


@export("compat.forward_compatible")
def forward_compatible(year: int, month: int, day: int) -> bool:
    """Tells whether graphs need not be read by programs older than that date (tf.compat.forward_compatible).

    Dates before today are, but within `forward_compatibility_horizon`.
    """
    return _horizon > datetime.date(year, month, day)


@export("compat.forward_compatibility_horizon")
@contextlib.contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """Returns a context in which `forward_compatible` holds for dates before that one."""
    global _horizon
    if datetime.date(year, month, day) < datetime.date.today():
        log_warning(
            f"Trying to set the forward compatibility date to the past date {datetime.date(year, month, day)}. It has no effect."
        )
    before, _horizon = _horizon, datetime.date(year, month, day)
    try:
        yield
    finally:
        _horizon = before
