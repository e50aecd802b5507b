"""Threads and memory as environment variables ask for them; imported where one of them is set."""

from __future__ import annotations

import re

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_UNITS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}


def set_from(environment: Mapping[str, str]) -> None:
    """Sets the limits that `environment` has; what cannot be read is left alone, and a warning says so.

    Args:
      environment: `GRAPHWRIGHT_MEMORY_LIMIT` and `TF_NUM_INTRAOP_THREADS` are read, as docs/environment.md describes them.
    """
    for name, read, apply in (
        ("GRAPHWRIGHT_MEMORY_LIMIT", bytes_of, _core.set_host_memory_limit),
        ("TF_NUM_INTRAOP_THREADS", _count_of, _core.set_num_threads),
    ):
        text = environment.get(name, "").strip()
        if not text:
            continue
        try:
            apply(read(text))
        except ValueError as error:
            from graphwright._src.base.logger import log_warning

            log_warning(f"{name}={text} has no effect: {error}")


def bytes_of(text: str) -> int:
    """Returns a number of bytes, given as a number and perhaps a unit of 1024, 1024**2 and so on.

    Raises:
      ValueError: `text` is none, or less than 1.

    >>> bytes_of("2 GiB"), bytes_of("512M"), bytes_of("1.5k"), bytes_of("100")
    (2147483648, 536870912, 1536, 100)
    """
    found = re.fullmatch(r"(\d+(?:\.\d*)?)\s*([kmgt]?)(?:i?b)?", text.lower())
    count = int(float(found[1]) * (1 << _UNITS[found[2]])) if found else 0
    if not 1 <= count < 1 << 63:
        raise ValueError('a number of bytes is wanted, at least 1, such as "2GiB", "512M" or "1000000"')
    return count


def _count_of(text: str) -> int:
    if not re.fullmatch(r"\d{1,5}", text):
        raise ValueError("a number of threads is wanted, or 0 for as many as there are processors")
    return int(text)
