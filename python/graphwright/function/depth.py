"""How deep functions may be nested while they are traced."""

from __future__ import annotations

import _thread
import sys

from graphwright import _core
from graphwright.recursion import MoreFrames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

_MARGIN = 1 << 20  # bytes of the stack that a traced function has for itself, where the stack is large


class _Outermost(_thread._local):
    frame: FrameType | None = None
    limit = 0  # of recursion, when the outermost trace began


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

    __slots__ = ("_described", "_more")

    def __init__(self, described: Any) -> None:
        self._described = described

    def __enter__(self) -> None:
        self._more: MoreFrames | None = None
        if _outermost.frame is None:
            _outermost.frame = sys._getframe(1)
            _outermost.limit = sys.getrecursionlimit()
            return
        left, size = _core.stack_left()
        if left < min(_MARGIN, size // 4):
            name = getattr(self._described, "__qualname__", self._described)
            raise RecursionError(
                f"tf.function {name} is called too deep inside of other functions while they are traced: does it call itself "
                "without end? A condition on a tensor does not end the recursion of a tf.function: both branches are traced"
            )
        wanted = _frames_below(_outermost.frame) + _outermost.limit
        self._more = MoreFrames(max(0, wanted - sys.getrecursionlimit()))
        self._more.__enter__()

    def __exit__(self, *exc_info: object) -> None:
        if self._more is None:
            _outermost.frame = None
        else:
            self._more.__exit__()


def _frames_below(outermost: FrameType | None) -> int:
    frame: FrameType | None = sys._getframe(2)
    count = 0
    while frame is not None and frame is not outermost:
        count += 1
        frame = frame.f_back
    return count
