"""Measurements of %time and %timeit, and their texts."""

from __future__ import annotations

import contextlib
import math
import os
import statistics
import time
from collections.abc import Iterator


def duration(seconds: float) -> str:
    """`seconds` in a unit that suits it, with three significant digits: '1.5 ms', '2 min 3 s'."""
    if seconds >= 60:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        parts = [f"{hours} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes) + [f"{rest} s"] * bool(rest)
        return " ".join(parts)
    if seconds <= 0:
        return "0 ns"
    order = min(-int(math.floor(math.log10(seconds)) // 3), 3)
    return f"{seconds * 1000**order:.3g} {('s', 'ms', 'µs', 'ns')[order]}"


@contextlib.contextmanager
def cpu_times() -> Iterator[None]:
    """Prints the processor and wall time of its body, as %time does, where the body ends without an exception."""
    before, started = os.times(), time.perf_counter()
    yield
    wall, after = time.perf_counter() - started, os.times()
    user, system = after.user - before.user, after.system - before.system
    print(f"CPU times: user {duration(user)}, sys: {duration(system)}, total: {duration(user + system)}")
    print(f"Wall time: {duration(wall)}")


class TimeitResult:
    """The result of %timeit -o: seconds per loop of each run, and how many loops a run had."""

    def __init__(self, timings: list[float], loops: int) -> None:
        self.timings, self.loops, self.repeat = timings, loops, len(timings)
        self.best, self.worst = min(timings), max(timings)
        self.average, self.stdev = statistics.fmean(timings), statistics.pstdev(timings)

    def __str__(self) -> str:
        runs = f"{self.repeat} run{'s' * (self.repeat != 1)}"
        loops = f"{self.loops:,} loop{'s' * (self.loops != 1)}"
        spread = f"{duration(self.average)} ± {duration(self.stdev)} per loop"
        return f"{spread} (mean ± std. dev. of {runs}, {loops} each)"

    def __repr__(self) -> str:
        return f"<TimeitResult : {self}>"
