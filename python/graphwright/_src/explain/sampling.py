"""Sampling: which lines of Python a thread runs, looked at every few milliseconds by another thread."""

from __future__ import annotations

import sys
import threading
import time

from graphwright._src.base.package_folder import OWN_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_INTERVAL = 0.004  # seconds
_MOST = 200_000


class Sampler:
    """A context in which the thread that opened it is looked at.

    Attributes:
      samples: (time in nanoseconds of `time.perf_counter_ns()`, file, line, function) of the innermost frame that is not of this
        package.
    """

    def __init__(self) -> None:
        self.samples: list[tuple[int, str, int, str]] = []
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Sampler:
        target = (threading.get_ident(),)
        self._thread = threading.Thread(target=self._look, args=target, name="graphwright-sampler", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._ends.set()
        if self._thread is not None and self._thread.is_alive():  # a child that forked has it no more
            self._thread.join()

    def _look(self, target: int) -> None:
        while not self._ends.wait(_INTERVAL) and len(self.samples) < _MOST:
            frame: Any = sys._current_frames().get(target)
            while frame is not None and frame.f_code.co_filename.startswith(OWN_FILES):
                frame = frame.f_back
            if frame is not None:
                code = frame.f_code
                self.samples.append((time.perf_counter_ns(), code.co_filename, frame.f_lineno or 0, code.co_name))
