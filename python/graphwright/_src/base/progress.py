"""Progress of long reading and writing, shown on a terminal: by tqdm where that is installed, else as a line that changes.

Nothing is shown where stderr is no terminal, for less than some hundreds of mebibytes, or where `GRAPHWRIGHT_PROGRESS` or
`TF_CPP_MIN_LOG_LEVEL` ask for silence; then it costs a few instructions. What is read and written is asked of the system, so
that the work itself, which is one op of the core, need not tell.
"""

from __future__ import annotations

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Bar(Protocol):
        """A context manager around the work."""

        def __enter__(self) -> Bar: ...

        def __exit__(self, *exc_info: object) -> None: ...

        def add(self, count: int) -> None:
            """Notes that so many bytes more are done."""


_LEAST_BYTES = 256 << 20
_SECONDS = 0.1  # between two looks
_WIDTH = 79


class _Nothing:
    def __enter__(self) -> _Nothing:
        return self

    def __exit__(self, *exc_info: object) -> None:
        pass

    def add(self, count: int) -> None:
        """Does nothing."""


_NOTHING = _Nothing()


def least_bytes() -> int | None:
    """Returns the size from which on progress is shown; None where it is never shown."""
    if not getattr(sys.stderr, "isatty", bool)() or _is_quiet():
        return None
    given = os.environ.get("GRAPHWRIGHT_PROGRESS", "").strip()
    if not given:
        return _LEAST_BYTES
    from graphwright._src.base.limits import bytes_of

    try:
        return bytes_of(given)
    except ValueError:  # "0", or no size
        return None


def _is_quiet() -> bool:
    level = os.environ.get("TF_CPP_MIN_LOG_LEVEL", "").strip()
    return level.isdigit() and int(level) > 0


def writing(what: str, size: Callable[[], int] | None = None) -> Bar:
    """Returns a context manager around what writes files.

    Args:
      what: the work, as "saving model".
      size: gives the bytes that there are to write; only called where progress may be shown. None where nobody knows.
    """
    return _bar(what, size, lambda: _bytes_of_process("wchar"))


def reading(what: str, size: Callable[[], int]) -> Bar:
    """Returns a context manager around what reads files; the arguments are those of `writing`."""
    return _bar(what, size, lambda: _bytes_of_process("rchar"))


def counting(what: str, size: Callable[[], int]) -> Bar:
    """Returns a context manager around what tells by `add` how much of it is done."""
    return _bar(what, size, None)


def _bar(what: str, size: Callable[[], int] | None, measure: Callable[[], int] | None) -> Bar:
    least = least_bytes()
    if least is None:
        return _NOTHING
    total = None if size is None else size()
    if total is not None and total < least:
        return _NOTHING
    return _Shown(what, total, least, measure)


def _bytes_of_process(name: str) -> int:
    """Returns how many bytes this process has read or written, 0 where the system does not count them."""
    try:
        with open("/proc/self/io", encoding="ascii") as file:
            return next(int(line.partition(":")[2]) for line in file if line.startswith(name))
    except (OSError, StopIteration):
        return 0


class _Shown:
    """Shows what is done, while it is open."""

    def __init__(self, what: str, total: int | None, least: int, measure: Callable[[], int] | None) -> None:
        self._what, self._total, self._least, self._measure = what, total, least, measure
        self._done = 0
        self._line: Any = None
        self._begun = time.monotonic()
        self._shown_at = 0.0
        self._ended: Any = None

    def __enter__(self) -> _Shown:
        if self._measure is not None:
            import threading

            self._first = self._measure()
            self._ended = threading.Event()
            self._watcher = threading.Thread(target=self._watch, name="graphwright progress", daemon=True)
            self._watcher.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._ended is not None:
            self._ended.set()
            self._watcher.join()
            self._look()
        if exc_info[0] is None and self._total is not None:
            self._done = self._total
        if self._done >= self._least:
            self._show(at_once=True)
        if self._line is not None:
            self._line.close()

    def _watch(self) -> None:
        while not self._ended.wait(_SECONDS):
            self._look()
            if self._done >= self._least or self._total is not None:
                self._show()

    def _look(self) -> None:
        assert self._measure is not None
        done = self._measure() - self._first
        self._done = done if self._total is None else min(done, self._total)

    def add(self, count: int) -> None:
        """Notes that so many bytes more are done."""
        self._done += count
        self._show()

    def _show(self, at_once: bool = False) -> None:
        now = time.monotonic()
        if not at_once and now - self._shown_at < _SECONDS:
            return
        self._shown_at = now
        if self._line is None:
            self._line = _line(self._what, self._total, self._begun)
        self._line.show(self._done)


def _line(what: str, total: int | None, begun: float) -> Any:
    try:
        from tqdm import tqdm
    except ImportError:
        return _PlainLine(what, total, begun)
    return _TqdmLine(tqdm(desc=what, total=total, unit="B", unit_scale=True, unit_divisor=1024, file=sys.stderr))


class _TqdmLine:
    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def show(self, done: int) -> None:
        """Shows how much is done."""
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Leaves the line as it is."""
        self._bar.close()


class _PlainLine:
    def __init__(self, what: str, total: int | None, begun: float) -> None:
        self._what, self._total, self._begun = what, total, begun

    def show(self, done: int) -> None:
        """Shows how much is done."""
        seconds = time.monotonic() - self._begun
        text = f"{self._what}: {_size(done)}"
        if self._total:
            text += f" of {_size(self._total)} ({done / self._total:.0%})"
        if seconds >= _SECONDS:
            text += f", {_size(done / seconds)}/s"
        sys.stderr.write(f"\r{text[:_WIDTH]:<{_WIDTH}}")
        sys.stderr.flush()

    def close(self) -> None:
        """Leaves the line as it is."""
        sys.stderr.write("\n")
        sys.stderr.flush()


def _size(count: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.2f} GiB"
