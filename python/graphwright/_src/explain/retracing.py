"""Retracing: the history of a function's traces as a text that carries its data."""

from __future__ import annotations

import inspect

from graphwright import _core
from graphwright._src.function import retracing
from graphwright._src.function.polymorphic import count_calls, history_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.function.polymorphic import Function


class Trace:
    """One trace of a function.

    Attributes:
      number: of the trace, from 1 on.
      cause: "first call", "new arguments", or another word on why it was made.
      differences: from the most similar trace before; each has `argument`, `place` (the part of the argument, as one writes it in
        Python), `kind` ("dtype", "shape", "rank", "value", "object", "structure", …), `before`, `after` (types) and `advice()`.
      arguments: by parameter, the type of the argument.
      line: the line of the program whose call needed it, as "file.py:12".
      trace_seconds: what calling the Python function with placeholders took.
      compile_seconds: what passes and lowering took; None where the trace has not run yet, or is gone.
      operations: how many operations its graph has; None where it is gone.
    """

    def __init__(self, record: retracing.Record) -> None:
        self.number = record.number
        self.cause = record.cause or "new arguments"
        self.differences = list(record.differences)
        self.arguments = {p.name: p.type_constraint for p in record.function_type.parameters.values()}
        self.line = record.line
        self.trace_seconds = record.seconds
        self.compile_seconds: float | None = None
        self.operations: int | None = None
        concrete = record.concrete()
        if concrete is not None:
            self.operations = concrete.core_graph.num_nodes()
            self.compile_seconds = _core.compile_nanoseconds(concrete.function_ref) * 1e-9 or None

    @property
    def seconds(self) -> float:
        """The time that the trace took in all, as far as it is known."""
        return self.trace_seconds + (self.compile_seconds or 0.0)

    def __repr__(self) -> str:
        return f"<Trace {self.number}: {self.cause}>"


def place_of(function: Function) -> str:
    """Returns where a function is defined, as "file.py:12"; "" where that is not known."""
    code = getattr(inspect.unwrap(function.python_function), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code is not None else ""


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"


class Retracing(str):
    """The result of `f.explain_retracing()`: the text, with the same as data.

    Attributes:
      name: of the function.
      calls: how often it was called.
      count: how often it was traced.
      traces: a list of `Trace`, the last hundred of them.
      seconds: what these took.
    """

    name: str
    calls: int
    count: int
    traces: list[Trace]
    seconds: float

    def __new__(cls, function: Function) -> Retracing:
        history = history_of(function)
        traces = [Trace(record) for record in history.records]
        self = super().__new__(cls, _text(function, history.count, traces))
        self.name = function.name
        self.calls = count_calls(function)
        self.count = history.count
        self.traces = traces
        self.seconds = sum(trace.seconds for trace in traces)
        return self

    def __repr__(self) -> str:
        return str.__str__(self)

    def __reduce__(self) -> Any:
        return str, (str.__str__(self),)


def _text(function: Function, count: int, traces: list[Trace]) -> str:
    calls = count_calls(function)
    total = _milliseconds(sum(trace.seconds for trace in traces))
    lines = [f"{function.name}: {count} trace{'s' * (count != 1)} in {calls} call{'s' * (calls != 1)}, {total}"]
    if count > len(traces):
        lines.append(f"  (the last {len(traces)} of them)")
    for trace in traces:
        cost = _milliseconds(trace.trace_seconds)
        if trace.compile_seconds is not None:
            cost += f" + {_milliseconds(trace.compile_seconds)} to compile"
        where = f", {trace.line}" if trace.line else ""
        size = f", {trace.operations} operations" if trace.operations is not None else ""
        lines.append(f"  trace {trace.number}, {cost}: {trace.cause}{where}{size}")
        if trace.cause == "first call":
            lines += [f"    {name}: {retracing.text_of(kind)}" for name, kind in trace.arguments.items()]
        lines += [f"    {difference}: {difference.advice()}" for difference in trace.differences]
    return "\n".join(lines)
