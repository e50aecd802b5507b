"""Python's recursion limit, raised while what this package does between the user's frames needs more of them."""

from __future__ import annotations

import sys
import threading

from graphwright._src.base.forking import free_after_fork

_guard = free_after_fork(threading.Lock())
_limit = 0  # as it was set here last
_changes = 0  # how often others have set it since


class MoreFrames:
    """Raises the limit while the context is open; the contexts of several threads add up, and may end in any order.

    A limit that others set in the meantime stays as it is.

    Args:
      frames: by how much.
    """

    __slots__ = ("_changes", "_frames")

    def __init__(self, frames: int) -> None:
        self._frames = frames

    def __enter__(self) -> None:
        global _limit, _changes
        with _guard:
            limit = sys.getrecursionlimit()
            if limit != _limit:
                _changes += 1
            _limit = limit + self._frames
            sys.setrecursionlimit(_limit)
            self._changes = _changes

    def __exit__(self, *exc_info: object) -> None:
        global _limit
        with _guard:
            if self._changes == _changes and sys.getrecursionlimit() == _limit:
                _limit -= self._frames
                sys.setrecursionlimit(_limit)
