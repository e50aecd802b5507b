"""TraceLock: functions are traced by one thread at a time, and two threads never wait for each other."""

from __future__ import annotations

import _thread
import threading

from graphwright._src.base import forking

# Guards the two fields below of all locks; held for moments only.
_guard = forking.free_after_fork(threading.Lock())
_waiting_for: dict[int, TraceLock] = {}
forking.call_after_fork(_waiting_for.clear)


class TraceLock:
    """A lock that a thread can take several times. Where waiting for it would never end, it is not taken.

    That happens when one thread traces `f`, which calls `g`, while another one traces `g`, which calls `f`. The second one then
    goes on without the lock: a trace may be made twice, which does no harm.
    """

    __slots__ = ("_generation", "_lock", "_owner")

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._owner: int | None = None
        self._generation = forking.generation

    def __enter__(self) -> bool:
        """True where the lock was taken; only then it must be released, which `__exit__` knows."""
        me = _thread.get_ident()
        if self._generation != forking.generation:  # the thread that has it may be in the process above
            forking.free(self._lock)
            self._generation = forking.generation
        if not self._lock.acquire(blocking=False):
            with _guard:
                lock: TraceLock | None = self
                while lock is not None and lock._owner is not None:
                    if lock._owner == me:
                        _taken.stack.append(False)
                        return False
                    lock = _waiting_for.get(lock._owner)
                _waiting_for[me] = self
            try:
                self._lock.acquire()
            finally:
                with _guard:
                    _waiting_for.pop(me, None)
        with _guard:
            self._owner = me
        _taken.stack.append(True)
        return True

    def __exit__(self, *exc_info: object) -> None:
        if not _taken.stack.pop():
            return
        self._lock.release()
        with _guard:
            # The thread may hold it still, from outside.
            if self._owner == _thread.get_ident() and not self._lock._is_owned():  # type: ignore[attr-defined]
                self._owner = None


class _Taken(_thread._local):
    """True for each of the locks that this thread entered and took, innermost last."""

    def __init__(self) -> None:
        self.stack: list[bool] = []


_taken = _Taken()
