"""Timing: minimum of many short samples, peers interleaved so that a noisy moment hits all of them alike."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SAMPLE_SECONDS = 0.02
_QUIET_SECONDS = 0.005
_LONGEST_REST_SECONDS = 1.0


def calls_per_sample(function: Callable[[], object]) -> int:
    """Returns the number of calls that take about the time of one sample."""
    n = 1
    while True:
        seconds = sample(function, n)
        if seconds > _SAMPLE_SECONDS or n >= 1_000_000:
            return n
        n = max(n * 2, min(n * 100, int(n * _SAMPLE_SECONDS / max(seconds, 1e-9))))


def sample(function: Callable[[], object], n: int) -> float:
    """Seconds that n calls take."""
    start = time.perf_counter()
    for _ in range(n):
        function()
    return time.perf_counter() - start


def rest() -> None:
    """Waits until this process's threads are quiet.

    Some peers' threads go on asking for work after a call, OpenBLAS's for a tenth of a second, and hold processors that
    the next peer's threads need: a product on two cores then takes the time of one.
    """
    end = time.perf_counter() + _LONGEST_REST_SECONDS
    while time.perf_counter() < end:
        before = time.process_time()
        time.sleep(_QUIET_SECONDS)
        if time.process_time() - before < _QUIET_SECONDS / 10:
            return


def interleaved(functions: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Returns the least number of seconds per call for each peer, over `rounds` rounds in which each one takes its turn."""
    counts, best = {}, {}
    for peer, function in functions.items():
        rest()
        function()
        counts[peer] = calls_per_sample(function)
        best[peer] = float("inf")
    for _ in range(rounds):
        for peer, function in functions.items():
            rest()
            function()
            best[peer] = min(best[peer], sample(function, counts[peer]) / counts[peer])
    return best
