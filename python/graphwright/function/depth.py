"""How deep functions may be nested while they are traced."""

from __future__ import annotations

import _thread
import sys
import threading

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

_MARGIN = 1 << 20  # bytes of the stack that a traced function has for itself, where the stack is large

_guard = threading.Lock()
_nested = 0  # traces within traces that are going on, in all threads
_usual = 0  # the recursion limit outside of them
_added = 0  # how much they added to it; others add to it, too, and take away what they added


class _Outermost(_thread._local):
    frame: FrameType | None = None


_outermost = _Outermost()


class Nesting:
    """Gives each traced function as many frames of Python's as the outermost one has, until the thread's stack ends.

    A function that is called while another one is traced is traced within a dozen frames of this package: Python's limit of
    recursion would end programs that nest functions a hundred deep.

    Args:
      described: the function, for the error's message.

    Raises:
      RecursionError: the thread's stack is used up, as by a function that calls itself without end.
    """

    __slots__ = ("_described", "_first")

    def __init__(self, described: Any) -> None:
        self._described = described

    def __enter__(self) -> None:
        self._first = _outermost.frame is None
        if self._first:
            _outermost.frame = sys._getframe(1)
            return
        left, size = _core.stack_left()
        if left < min(_MARGIN, size // 4):
            name = getattr(self._described, "__qualname__", self._described)
            raise RecursionError(
                f"tf.function {name} is called too deep inside of other functions while they are traced: does it call itself "
                "without end? A condition on a tensor does not end the recursion of a tf.function: both branches are traced"
            )
        _raise_limit(_frames_below(_outermost.frame))

    def __exit__(self, *exc_info: object) -> None:
        if self._first:
            _outermost.frame = None
        else:
            _restore_limit()


def _frames_below(outermost: FrameType | None) -> int:
    frame: FrameType | None = sys._getframe(2)
    count = 0
    while frame is not None and frame is not outermost:
        count += 1
        frame = frame.f_back
    return count


def _raise_limit(frames: int) -> None:
    global _nested, _usual, _added
    with _guard:
        limit = sys.getrecursionlimit()
        if _nested == 0:
            _usual, _added = limit, 0
        _nested += 1
        if frames + _usual > limit:
            _added += frames + _usual - limit
            sys.setrecursionlimit(frames + _usual)


def _restore_limit() -> None:
    global _nested
    with _guard:
        _nested -= 1
        if _nested == 0 and sys.getrecursionlimit() == _usual + _added:
            sys.setrecursionlimit(_usual)
