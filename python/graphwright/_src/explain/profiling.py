"""Profiles: what each instruction of functions' programs takes, measured while somebody asks for it."""

from __future__ import annotations

import contextlib
import threading

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.forking import free_after_fork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from graphwright._src.function.concrete import ConcreteFunction

_lock = free_after_fork(threading.Lock())
_open = 0


@export("profile_functions", v1="")
@contextlib.contextmanager
def profile_functions() -> Iterator[None]:
    """While the context is open, runs of functions are measured, in all threads: the time and bytes of each instruction.

    What was measured is part of `f.inspect()`, and adds up until the functions go. Outside of such contexts nothing is measured.
    A measured run is slower by two looks at the clock for each instruction (the time of these is taken off).

    >>> import graphwright as tf
    >>> f = tf.function(lambda x: tf.exp(x) @ x)
    >>> with tf.profile_functions():
    ...     f(tf.ones([2, 2])), f(tf.ones([2, 2]))
    (...)
    >>> [(row.op, row.runs) for row in f.inspect(tf.ones([2, 2])).profile.rows]
    [('Exp', 2), ('MatMul', 2), ('', 0)]
    """
    global _open
    with _lock:
        _open += 1
        _core.set_profiling(True)
    try:
        yield
    finally:
        with _lock:
            _open -= 1
            _core.set_profiling(_open > 0)


class Row:
    """One instruction of a program, and what it took.

    Attributes:
      number: of the instruction.
      text: what it does: "r2 = Mul(r0, r1)".
      op, node: the op, and the name of the node that it was made of; "" where there is none.
      line: the line of the program that made the node, as "file.py:12, in f".
      stack: the frames in which it was made, outermost first, as (file, line, function).
      dynamic: whether shapes are known only when it runs.
      released: the slots whose values nobody reads afterwards: "r0, r1".
      runs: how often it was measured.
      seconds: what it took, all runs together.
      bytes: of its results, all runs together.
      shape, dtype: of its first result, in the latest run; None where none was measured.
    """

    __slots__ = (
        "number",
        "text",
        "op",
        "node",
        "line",
        "stack",
        "dynamic",
        "released",
        "runs",
        "seconds",
        "bytes",
        "shape",
        "dtype",
    )

    def __init__(self, number: int, instruction: dict[str, Any], measured: tuple) -> None:
        from graphwright._src.explain.scene import user_line

        self.number = number
        self.text = instruction["text"]
        self.op = instruction["op"]
        self.node = instruction["node"] if self.op else ""
        self.stack = instruction["stack"]
        self.line = user_line(self.stack)
        self.dynamic = instruction["dynamic"]
        self.released = instruction["released"]
        self.runs, nanoseconds, self.bytes, self.shape, self.dtype = measured
        self.seconds = nanoseconds * 1e-9

    def __repr__(self) -> str:
        return f"<Row {self.number}: {self.text}, {self.runs} runs, {self.seconds * 1e6:.3g} us>"


class Profile:
    """The instructions of a function's program, with what was measured of them.

    Attributes:
      what: which form of the function it is: "" for the function itself, "backward", …
      number: of the program, as recordings have it.
      runs: how many runs were measured.
      seconds: what their instructions took.
      peak_bytes: the most memory that results held at a time, in any of these runs.
      rows: a list of `Row`, one for each instruction.
    """

    def __init__(self, function_ref: _core.GraphFunction, what: str = "") -> None:
        measured = _core.profile_of(function_ref)
        instructions = _core.instructions_of(function_ref)
        nothing = (0, 0, 0, None, None)
        rows = measured["rows"] or [nothing] * len(instructions)
        self.what = what
        self.number: int = _core.program_number(function_ref)
        self.runs = measured["runs"]
        self.seconds = measured["nanoseconds"] * 1e-9
        self.peak_bytes = measured["peak_bytes"]
        self.rows = [Row(i, *pair) for i, pair in enumerate(zip(instructions, rows, strict=True))]

    def slowest(self, count: int = 10) -> list[Row]:
        """Returns the rows that took most of the time."""
        return [row for row in sorted(self.rows, key=lambda row: -row.seconds)[:count] if row.runs]


def profiles_of(concrete: ConcreteFunction) -> list[Profile]:
    """Returns the profile of a trace, and of the forms of it that calls with gradients or other shapes have made and run."""
    found = [Profile(concrete.function_ref)]
    _add_variants(concrete.function_ref, "", found, 3)
    return found


def profiles_of_all(traces: Iterable[ConcreteFunction]) -> list[Profile]:
    """Returns the profiles of traces, without those whose programs are others'."""
    return [profile for c in traces if not c.captured_values.borrowed for profile in profiles_of(c)]


def _add_variants(function_ref: _core.GraphFunction, prefix: str, found: list[Profile], depth: int) -> None:
    if not depth:
        return
    for what, variant in _core.variants_of(function_ref):
        if not _core.compile_nanoseconds(variant):
            continue  # it has not run
        profile = Profile(variant, prefix + what)
        if profile.runs:
            found.append(profile)
        _add_variants(variant, f"{prefix}{what}, ", found, depth - 1)
