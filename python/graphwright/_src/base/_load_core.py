"""Loads the core with threads that wait for work politely.

libgomp, which the core is linked with, has a waiting thread ask 300,000 times, for ten milliseconds on today's processors,
before it sleeps. Where other programs want the processors, that is time which the thread that is waited for does not get. It
reads its settings when it is loaded; those that a user has made stay.
"""

from __future__ import annotations

import os

_SETTINGS = ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")
_LIMITS = ("GRAPHWRIGHT_MEMORY_LIMIT", "TF_NUM_INTRAOP_THREADS")
_ASKS = "1000"  # some 50 us: enough from one kernel of a program to the next


def load_core() -> None:
    """Imports `graphwright._core`; leaves the environment, which processes inherit, as it was."""
    if any(name in os.environ for name in _SETTINGS):
        import graphwright._core

        return
    os.environ["GOMP_SPINCOUNT"] = _ASKS
    try:
        import graphwright._core  # noqa: F401
    finally:
        del os.environ["GOMP_SPINCOUNT"]


def set_limits() -> None:
    """Sets the threads and the memory that the environment asks for, once the package is there."""
    if any(name in os.environ for name in _LIMITS):
        from graphwright._src.base import limits

        limits.set_from(os.environ)
