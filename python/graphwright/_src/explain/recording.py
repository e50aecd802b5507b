"""Recordings: what the threads of a program did while one was open, event by event."""

from __future__ import annotations

import threading
import time

import numpy as np

from graphwright import _core
from graphwright._src.base.forking import free_after_fork
from graphwright._src.explain.profiling import profile_functions
from graphwright._src.explain.sampling import Sampler
from graphwright._src.function import retracing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# As the core packs them; see cpp/base/timeline.h.
EVENT = np.dtype(
    [("begin", "<i8"), ("took", "<i8"), ("what", "<u8"), ("bytes", "<i8"), ("part", "<i4"), ("kind", "u1")], align=True
)
RUN, INSTRUCTION, COMPILE, NEXT_ELEMENT = range(4)
MOST_EVENTS = 100_000

_lock = free_after_fork(threading.Lock())
_open: list[Recording] = []


class Span:
    """A part of the time of a thread that Python code noted: kind is "trace" or "mark"."""

    __slots__ = ("kind", "name", "thread", "begin", "took", "told")

    def __init__(self, kind: str, name: str, thread: int, begin: int, took: int, told: dict[str, str]) -> None:
        self.kind, self.name, self.thread, self.begin, self.took, self.told = kind, name, thread, begin, took, told


class Recording:
    """A context in which it is noted what runs when, in all threads: runs of functions and their instructions, traces, waits for
    elements of data sets.

    Several may be open at a time; each has what happened while it was. All times are nanoseconds of `time.perf_counter_ns()`.

    Args:
      traced: called with each function that is traced meanwhile, and its record.
      most_events: how many instructions are noted, and how many other events. Only the first of several that are open decides.
      sampled: whether it is looked at now and then which line of Python this thread runs.

    Attributes:
      began, ended: when it was open.
      wall_began: the same beginning in nanoseconds since 1970.
      thread: that opened it.
      lanes: by thread, its events as an array of dtype `EVENT`, in the order in which they ended.
      spans: a list of `Span`.
      programs: by number (`what` of an event), the name of a program and its instructions as (text, op, node, stack).
      thread_names: of those that Python knows.
      dropped: how many events were too many.
      sampler: the `Sampler`, None where none was asked for.
    """

    def __init__(
        self,
        traced: Callable[[Any, Any], None] | None = None,
        most_events: int = MOST_EVENTS,
        sampled: bool = False,
    ) -> None:
        self._traced = traced
        self.sampler = Sampler() if sampled else None
        self._most = most_events
        self._profile: Any = None
        self.began = self.ended = self.wall_began = 0
        self.thread = 0
        self.lanes: dict[int, np.ndarray] = {}
        self.spans: list[Span] = []
        self.programs: dict[int, tuple[str, list[tuple[str, str, str, Any]]]] = {}
        self.thread_names: dict[int, str] = {}
        self.dropped = 0

    def __enter__(self) -> Recording:
        self._profile = profile_functions()
        self._profile.__enter__()
        self.thread = threading.get_ident()
        with _lock:
            _open.append(self)
            if len(_open) == 1:
                _core.start_timeline(self._most)
                retracing.listener = _note_trace
            self.wall_began = time.time_ns()
            self.began = time.perf_counter_ns()
        if self.sampler is not None:
            self.sampler.__enter__()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.ended = time.perf_counter_ns()
        if self.sampler is not None:
            self.sampler.__exit__(*exc_info)
        with _lock:
            _open.remove(self)
            if not _open:
                _core.stop_timeline()
                retracing.listener = None
            self._take()
            if not _open:
                _core.forget_timeline()
        self._profile.__exit__(None, None, None)

    @property
    def seconds(self) -> float:
        """The time that it was open."""
        return (self.ended - self.began) * 1e-9

    def _take(self) -> None:
        for thread, packed in _core.timeline_events():
            events = np.frombuffer(packed, EVENT)
            mine = events[events["begin"] >= self.began]
            if len(mine):  # of a thread, or of several in turn to whom the system gave one number
                self.lanes[thread] = np.concatenate([self.lanes.get(thread, mine[:0]), mine])
        for number, name, lines in _core.timeline_programs():
            self.programs[number] = (name, lines)
        self.dropped = _core.timeline_dropped()
        self.thread_names.update({thread.ident: thread.name for thread in threading.enumerate() if thread.ident})

    def told(self, function: Any, record: Any) -> None:
        """Takes notice of a trace that was made."""
        if self._traced is not None:
            self._traced(function, record)


def is_recording() -> bool:
    """Tells whether a recording is open."""
    return bool(_open)


def note(kind: str, name: str, begin: int, took: int, told: dict[str, str] | None = None) -> None:
    """Notes what this thread did, for the recordings that are open."""
    for recording in tuple(_open):
        if begin >= recording.began:
            recording.spans.append(Span(kind, name, threading.get_ident(), begin, took, told or {}))


def _note_trace(function: Any, record: Any) -> None:
    took = int(record.seconds * 1e9)
    note("trace", function.name, time.perf_counter_ns() - took, took, {"trace": str(record.number)})
    for recording in tuple(_open):
        recording.told(function, record)
