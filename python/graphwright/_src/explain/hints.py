"""Hints: what a person would notice in the reports of a function's traces."""

from __future__ import annotations

from graphwright._src.explain import listing
from graphwright._src.explain.scene import user_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from graphwright._src.explain.captures import Capture
    from graphwright._src.explain.profiling import Profile, Row
    from graphwright._src.explain.retracing import Retracing
    from graphwright._src.function.concrete import ConcreteFunction

_PYTHON_OPS = frozenset(("PyFunc", "PyFuncStateless", "EagerPyFunc", "NumpyFunction"))
_LOOPS = frozenset(("While", "StatelessWhile"))
_MANY_TRACES = 3
# From here on, operations of one line look like a Python loop that was unrolled.
_UNROLLED = 100
_LARGE = 1 << 20
# Ops that do nothing but copy elements to other places, or into another dtype.
_COPIES = frozenset(
    (
        "Transpose",
        "ConcatV2",
        "Concat",
        "Pack",
        "Unpack",
        "Tile",
        "Pad",
        "PadV2",
        "StridedSlice",
        "Slice",
        "Split",
        "SplitV",
    )
    + ("BroadcastTo", "Cast", "ReverseV2", "Roll", "GatherV2", "SpaceToBatchND", "BatchToSpaceND")
)
_PRODUCTS = frozenset(("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "Einsum"))
# What takes less than this part of a function's time is not worth a word; nor is anything in functions that took less time.
_LEAST_SHARE = 0.1
_LEAST_SECONDS = 1e-3
# Instructions that take less than that are mostly the way to their kernels.
_TINY_SECONDS = 1.5e-6


class Hint(str):
    """A hint as text.

    Attributes:
      seconds: what it cost as measured; None where that is not known.
    """

    seconds: float | None

    def __new__(cls, text: str, seconds: float | None = None) -> Hint:
        self = super().__new__(cls, text)
        self.seconds = seconds
        return self


def hints_of(retracing: Retracing | None, traces: list[Any], profiles: Sequence[Profile] = ()) -> list[Hint]:
    """Hints on a function.

    Args:
      retracing: its history, where that is known.
      traces: its concrete functions.
      profiles: of these, as far as they were measured.
    """
    found = [*_on_retracing(retracing)] if retracing is not None else []
    python_seconds: dict[str, float] = {}
    for profile in profiles:
        for row in profile.rows:
            if row.op in _PYTHON_OPS:
                python_seconds[row.line] = python_seconds.get(row.line, 0.0) + row.seconds
    for concrete in traces:
        found += _on_graph(concrete, python_seconds)
    found += _on_profiles(profiles)
    return list(dict.fromkeys(found))


def _on_profiles(profiles: Sequence[Profile]) -> Iterator[Hint]:
    """Hints on what was measured; the same line of several programs counts as one."""
    total = sum(profile.seconds for profile in profiles)
    if total < _LEAST_SECONDS:
        return
    copies: dict[tuple[str, str, str], list[float]] = {}
    for profile in profiles:
        for row in profile.rows:
            if row.op in _COPIES and row.runs:
                both = copies.setdefault((row.op, row.line, _product_with(row, profile)), [0.0, 0.0])
                both[0] += row.seconds
                both[1] += row.bytes
    for (op, line, product), (seconds, size) in copies.items():
        if seconds >= _LEAST_SHARE * total:
            place = f" ({line})" if line else ""
            whose = f"the input of {product}" if product else "its input"
            advice = ": transpose_a, transpose_b or tf.einsum do without" if product and op == "Transpose" else ""
            yield Hint(
                f"{op} copies {whose}{place}, {size / 2**20:.3g} MiB in all: {seconds / total:.0%} of the function's time"
                f"{advice}",
                seconds,
            )
    tiny = [row for profile in profiles for row in profile.rows if row.runs and row.seconds < row.runs * _TINY_SECONDS]
    runs, seconds = sum(row.runs for row in tiny), sum(row.seconds for row in tiny)
    if seconds >= total / 2:
        yield Hint(
            f"{runs} of its instructions took {seconds / runs * 1e9:.0f} ns each, {seconds / total:.0%} of the function's time: "
            "most of that is the way to the work; do more in each (larger batches, vectorized code)",
            seconds,
        )


def _product_with(copy: Row, profile: Profile) -> str:
    """Returns the name of the product that takes the result of a copy, "" where none does."""
    result = copy.text.partition(" = ")[0]
    for row in profile.rows[copy.number + 1 :]:
        written, _, call = row.text.partition(" = ")
        taken = call.partition("(")[2].rstrip(")").split(", ")
        if result in taken:
            return row.op if row.op in _PRODUCTS else ""
        if result in written.split(", "):
            break
    return ""


def _on_retracing(retracing: Retracing) -> Iterator[Hint]:
    if retracing.count >= _MANY_TRACES:
        kinds: dict[str, int] = {}
        costs: dict[str, float] = {}
        advice: dict[str, str] = {}
        for trace in retracing.traces:
            for difference in trace.differences:
                key = f"the {difference.kind} of argument {difference.place!r}"
                kinds[key] = kinds.get(key, 0) + 1
                costs[key] = costs.get(key, 0.0) + trace.seconds
                advice[key] = difference.advice()
        later = f"{sum(trace.seconds for trace in retracing.traces[1:]) * 1e3:.1f} ms for those after the first"
        for key, count in sorted(kinds.items(), key=lambda item: -item[1])[:2]:
            if count >= _MANY_TRACES - 1:
                yield Hint(f"{key} made {count} of {retracing.count} traces ({later}): {advice[key]}", costs[key])
    else:
        numbers = [
            name
            for trace in retracing.traces[:1]
            for name, kind in trace.arguments.items()
            if type(getattr(kind, "value", None)) in (int, float)
        ]
        if numbers:
            names = ", ".join(numbers)
            yield Hint(
                f"Python numbers are passed for {names}: each new value makes a new trace; pass tensors where they change"
            )
    if any("created variables" in trace.cause for trace in retracing.traces):
        seconds = sum((trace.seconds for trace in retracing.traces if "created variables" in trace.cause), 0.0)
        yield Hint(
            "the first call created variables, so it was traced twice; create them outside to save that", seconds
        )
    if retracing.calls == 1 and retracing.count == 1 and retracing.seconds > 0.05:
        yield Hint(
            f"it was called once: tracing and compiling took {retracing.seconds * 1e3:.0f} ms that later calls would save",
            retracing.seconds,
        )


def _on_graph(concrete: ConcreteFunction, python_seconds: dict[str, float]) -> Iterator[Hint]:
    by_line: dict[str, int] = {}
    loops = 0  # the depth of the innermost loop around, where there is one
    for depth, node in listing.nodes_of(concrete.core_graph):
        if loops and depth < loops:
            loops = 0
        if node.type in _PYTHON_OPS:
            place = user_line(node.stack)
            where = f" ({place})" if place else ""
            if loops:
                text = f"in a loop{where}: each turn takes the interpreter's lock and leaves the graph"
            else:
                text = f"from the graph{where}: it takes the interpreter's lock and has no native code"
            yield Hint(f"a Python function is called {text}", python_seconds.get(place))
        elif not depth and node.type not in ("Placeholder", "Const", "Identity"):
            place = user_line(node.stack)
            if place:
                by_line[place] = by_line.get(place, 0) + 1
        if node.type in _LOOPS and not loops:
            loops = depth + 1
    for place, count in by_line.items():
        if count >= _UNROLLED:
            yield Hint(f"{place} made {count} operations: a Python loop is unrolled; loop over tf.range instead")
    yield from _on_captures(concrete)


def _on_captures(concrete: ConcreteFunction) -> Iterator[Hint]:
    from graphwright._src.explain.captures import captures_of
    from graphwright._src.explain.reports import bytes_text

    def is_large(capture: Capture) -> bool:
        return capture.kind == "tensor" and (capture.bytes or 0) >= _LARGE

    for capture in filter(is_large, captures_of(concrete)):
        yield Hint(
            f"{capture.name!r}, {bytes_text(capture.bytes)}, is captured by value and lives as long as the trace: pass it as an "
            "argument where it changes"
        )
