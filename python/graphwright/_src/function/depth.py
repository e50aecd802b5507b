"""The depth to which functions may be nested while they are traced."""

from __future__ import annotations

import _thread
import sys

from graphwright import _core
from graphwright._src.base.recursion_limit import MoreFrames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_SHARE = 1.25  # of the limit of recursion: how many functions may be traced one inside of another
_MARGIN = 1 << 20  # bytes of the stack that a traced function has for itself, where the stack is large


class _Traces(_thread._local):
    """The traces that this thread is making, one inside of another."""

    frame: FrameType | None = None  # of the innermost one
    frames = 0  # of Python's, below the outermost one
    depth = 0  # how many there are
    limit = 0  # of recursion, when the outermost one began


_traces = _Traces()


class Nesting:
    """Gives each traced function as many frames of Python's as the outermost one has, until the thread's stack ends.

    A function that is called while another one is traced is traced within a dozen frames of this package: Python's limit of
    recursion would end programs that nest functions a hundred deep. It limits the functions instead.

    Args:
      described: the function, for the error's message.

    Raises:
      RecursionError: there are more functions than Python has frames, or the thread's stack is used up, as by a function that
        calls itself without end.
    """

    __slots__ = ("_before", "_described", "_more")

    def __init__(self, described: object) -> None:
        self._described = described

    def __enter__(self) -> None:
        self._more: MoreFrames | None = None
        here = sys._getframe(1)
        if _traces.frame is None:
            self._before = (None, 0, 0)
            _traces.frame, _traces.frames, _traces.depth = here, 0, 1
            _traces.limit = sys.getrecursionlimit()
            return
        left, size = _core.stack_left()
        if _traces.depth > _SHARE * _traces.limit or left < min(_MARGIN, size // 4):
            name = getattr(self._described, "__qualname__", self._described)
            raise RecursionError(
                f"tf.function {name} is called too deep inside of other functions while they are traced: does it call itself "
                "without end? A condition on a tensor does not end the recursion of a tf.function: both branches are traced"
            )
        self._before = (_traces.frame, _traces.frames, _traces.depth)
        frames = _traces.frames + _frames_between(here, _traces.frame)
        self._more = MoreFrames(max(0, frames + _traces.limit - sys.getrecursionlimit()))
        self._more.__enter__()
        _traces.frame, _traces.frames, _traces.depth = here, frames, _traces.depth + 1

    def __exit__(self, *exc_info: object) -> None:
        _traces.frame, _traces.frames, _traces.depth = self._before
        if self._more is not None:
            self._more.__exit__()


def _frames_between(inner: FrameType | None, outer: FrameType) -> int:
    count = 0
    while inner is not None and inner is not outer:
        count += 1
        inner = inner.f_back
    return count
