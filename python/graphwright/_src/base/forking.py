"""Forks while other threads are at work: the child has none of these threads, but what they held.

Locks that are named here are free in the child, and what other threads were importing is imported anew when the child asks
for it. What cannot be made anew, as other libraries' own state, is not touched by other threads while one forks.
"""

from __future__ import annotations

import _thread
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    L = TypeVar("L")

_locks: list[Any] = []
_held: list[Any] = []
_PATIENCE = 30.0  # seconds that a fork waits for a lock at most
_callbacks: list[Callable[[], None]] = []
generation = 0  # how many forks lie between this process and the one that imported the package


def free_after_fork(lock: L) -> L:
    """Has a lock of `threading`, which lives as long as the process, freed in each child; gives it back."""
    _locks.append(lock)
    return lock


def hold_while_forking(lock: Any) -> None:
    """Has whoever forks wait for a lock of `threading` (an RLock), so that the child finds whole what it guards."""
    _held.append(lock)


def call_after_fork(callback: Callable[[], None]) -> None:
    """Has a function called in each child, by the thread that forked, when the locks are free."""
    _callbacks.append(callback)


def free(lock: Any) -> None:
    """Frees a lock in a child. One that the thread which forked holds it goes on to hold."""
    owned = getattr(lock, "_is_owned", None)
    if owned is None or not owned():
        lock._at_fork_reinit()


def _before() -> None:
    for lock in _held:
        lock.acquire(timeout=_PATIENCE)


def _release_held() -> None:
    for lock in reversed(_held):
        if lock._is_owned():
            lock.release()


def _in_child() -> None:
    global generation
    generation += 1
    _release_held()
    for lock in (*_held, *_locks):
        free(lock)
    _forget_imports()
    for callback in _callbacks:
        callback()


def _forget_imports() -> None:
    """Lets the child import what other threads had not imported wholly: Python waits for them, for ever."""
    from importlib import _bootstrap

    me = _thread.get_ident()
    try:
        locks = _bootstrap._module_locks  # type: ignore[attr-defined]
        for name, reference in list(locks.items()):
            lock = reference()
            if lock is not None and lock.owner not in (None, me):
                locks.pop(name, None)
                _forget(name)
        waiting = _bootstrap._blocking_on  # type: ignore[attr-defined]
        for thread in [thread for thread in waiting if thread != me]:
            del waiting[thread]
    except (AttributeError, TypeError):
        pass  # a Python whose imports work otherwise


def _forget(name: str) -> None:
    spec = getattr(sys.modules.get(name), "__spec__", None)
    if getattr(spec, "_initializing", False) and name != __package__:
        for inner in [key for key in sys.modules if key == name or key.startswith(name + ".")]:
            del sys.modules[inner]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_release_held, after_in_child=_in_child)
