"""Hints: what a person would notice in the reports of a function's traces."""

from __future__ import annotations

from graphwright._src.explain import listing
from graphwright._src.explain.scene import user_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphwright._src.explain.captures import Capture
    from graphwright._src.explain.retracing import Retracing
    from graphwright._src.function.concrete import ConcreteFunction

_PYTHON_OPS = frozenset(("PyFunc", "PyFuncStateless", "EagerPyFunc", "NumpyFunction"))
_LOOPS = frozenset(("While", "StatelessWhile"))
_MANY_TRACES = 3
# From here on, operations of one line look like a Python loop that was unrolled.
_UNROLLED = 100
_LARGE = 1 << 20


def hints_of(retracing: Retracing, traces: list[Any]) -> list[str]:
    """Hints on a function.

    Args:
      retracing: its history.
      traces: its concrete functions.
    """
    found = [*_on_retracing(retracing)]
    for concrete in traces:
        found += _on_graph(concrete)
    return list(dict.fromkeys(found))


def _on_retracing(retracing: Retracing) -> Iterator[str]:
    if retracing.count >= _MANY_TRACES:
        kinds: dict[str, int] = {}
        advice: dict[str, str] = {}
        for trace in retracing.traces:
            for difference in trace.differences:
                key = f"the {difference.kind} of argument {difference.place!r}"
                kinds[key] = kinds.get(key, 0) + 1
                advice[key] = difference.advice()
        later = f"{sum(trace.seconds for trace in retracing.traces[1:]) * 1e3:.1f} ms for those after the first"
        for key, count in sorted(kinds.items(), key=lambda item: -item[1])[:2]:
            if count >= _MANY_TRACES - 1:
                yield f"{key} made {count} of {retracing.count} traces ({later}): {advice[key]}"
    else:
        numbers = [
            name
            for trace in retracing.traces[:1]
            for name, kind in trace.arguments.items()
            if type(getattr(kind, "value", None)) in (int, float)
        ]
        if numbers:
            names = ", ".join(numbers)
            yield f"Python numbers are passed for {names}: each new value makes a new trace; pass tensors where they change"
    if any("created variables" in trace.cause for trace in retracing.traces):
        yield "the first call created variables, so it was traced twice; create them outside to save that"
    if retracing.calls == 1 and retracing.count == 1 and retracing.seconds > 0.05:
        yield f"it was called once: tracing and compiling took {retracing.seconds * 1e3:.0f} ms that later calls would save"


def _on_graph(concrete: ConcreteFunction) -> Iterator[str]:
    by_line: dict[str, int] = {}
    loops = 0  # the depth of the innermost loop around, where there is one
    for depth, node in listing.nodes_of(concrete.core_graph):
        if loops and depth < loops:
            loops = 0
        if node.type in _PYTHON_OPS:
            place = user_line(node.stack)
            where = f" ({place})" if place else ""
            if loops:
                yield f"a Python function is called in a loop{where}: each turn takes the interpreter's lock and leaves the graph"
            else:
                yield f"a Python function is called from the graph{where}: it takes the interpreter's lock and has no native code"
        elif not depth and node.type not in ("Placeholder", "Const", "Identity"):
            place = user_line(node.stack)
            if place:
                by_line[place] = by_line.get(place, 0) + 1
        if node.type in _LOOPS and not loops:
            loops = depth + 1
    for place, count in by_line.items():
        if count >= _UNROLLED:
            yield f"{place} made {count} operations: a Python loop is unrolled; loop over tf.range instead"
    yield from _on_captures(concrete)


def _on_captures(concrete: ConcreteFunction) -> Iterator[str]:
    from graphwright._src.explain.captures import captures_of
    from graphwright._src.explain.reports import bytes_text

    def is_large(capture: Capture) -> bool:
        return capture.kind == "tensor" and (capture.bytes or 0) >= _LARGE

    for capture in filter(is_large, captures_of(concrete)):
        yield (
            f"{capture.name!r}, {bytes_text(capture.bytes)}, is captured by value and lives as long as the trace: pass it as an "
            "argument where it changes"
        )
