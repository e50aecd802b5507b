"""Timing: minimum of many short samples, peers interleaved so that a noisy moment hits all of them alike."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SAMPLE_SECONDS = 0.02


def calls_per_sample(function: Callable[[], object]) -> int:
    """How many calls take about the time of one sample."""
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


def interleaved(functions: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The least number of seconds per call for each peer, over `rounds` rounds in which each one takes its turn."""
    counts, best = {}, {}
    for peer, function in functions.items():
        function()
        counts[peer] = calls_per_sample(function)
        best[peer] = float("inf")
    for _ in range(rounds):
        for peer, function in functions.items():
            best[peer] = min(best[peer], sample(function, counts[peer]) / counts[peer])
    return best
