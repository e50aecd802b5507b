"""Why a function was traced again: its history, the difference that made each trace, and a warning where there are many."""

from __future__ import annotations

import collections

from graphwright.function import trace_type
from graphwright.tensor_spec import TensorSpec, VariableSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright.function.signature import FunctionType

# A warning follows when _MANY traces were made close to each other: leaving the oldest of them aside, within _WINDOW calls. Each
# function gets _MOST_WARNINGS.
_MANY = 5
_WINDOW = 10
_MOST_WARNINGS = 2
_MOST_RECORDS = 100
_LONGEST = 60


class Difference:
    """Where two signatures differ: the place, as one writes it in Python, and what is there in each."""

    __slots__ = ("place", "before", "after")

    def __init__(self, place: str, before: Any, after: Any) -> None:
        self.place = place
        self.before = before
        self.after = after

    @property
    def argument(self) -> str:
        """The parameter's name."""
        return self.place.partition("[")[0].partition(".")[0]

    def advice(self) -> str:
        """What to do so that there is no new trace."""
        a, b = self.before, self.after
        numbers = (int, float, complex)
        if isinstance(a, trace_type.Literal) and isinstance(b, trace_type.Literal):
            if isinstance(a.value, bool) or isinstance(b.value, bool):
                return "each value is traced for itself"
            if isinstance(a.value, numbers) and isinstance(b.value, numbers):
                return "pass a tensor to avoid a new trace"
            return "each value is traced for itself"
        if isinstance(a, TensorSpec) and isinstance(b, TensorSpec):
            if a.dtype is not b.dtype:
                return "cast to one dtype to avoid a new trace"
            return "use reduce_retracing=True, or None for this size in an input_signature, to avoid a new trace"
        if isinstance(a, trace_type.Weakref) and isinstance(b, trace_type.Weakref):
            return "each object is traced for itself"
        if isinstance(a, (TensorSpec, trace_type.Literal)) and isinstance(b, (TensorSpec, trace_type.Literal)):
            return "always pass a tensor to avoid a new trace"
        return "pass arguments of one structure to avoid a new trace"

    def __str__(self) -> str:
        return f"argument {self.place!r}: {_text(self.before)}, then {_text(self.after)}"


def _text(part: Any) -> str:
    if part is None:
        return "nothing"
    if isinstance(part, trace_type.Literal):
        text = repr(part.value)
    elif isinstance(part, TensorSpec):
        text = f"a tensor of shape {part.shape} and dtype {part.dtype.name}"
    elif isinstance(part, VariableSpec):
        text = f"a variable of shape {part.shape} and dtype {part.dtype.name}"
    elif isinstance(part, trace_type.Weakref):
        value = part.ref()
        text = "an object that is gone" if value is None else repr(value)
    else:
        text = repr(part)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def differences(before: FunctionType, after: FunctionType) -> list[Difference]:
    """All places where two signatures differ."""
    found: list[Difference] = []
    names = list(after.parameters) + [name for name in before.parameters if name not in after.parameters]
    for name in names:
        a = before.parameters[name].type_constraint if name in before.parameters else None
        b = after.parameters[name].type_constraint if name in after.parameters else None
        _compare(name, a, b, found)
    return found


def _compare(place: str, a: Any, b: Any, found: list[Difference]) -> None:
    if a is b or (a is not None and b is not None and a == b):
        return
    if type(a) is trace_type.Dict and type(b) is trace_type.Dict and a.mapping.keys() == b.mapping.keys():
        for key in a.mapping:
            _compare(f"{place}[{key!r}]", a.mapping[key], b.mapping[key], found)
    elif (
        isinstance(a, trace_type.Fields) and isinstance(b, trace_type.Fields) and a.names == b.names and a.cls is b.cls
    ):
        for name, x, y in zip(a.names, a.components, b.components, strict=True):
            _compare(f"{place}.{name}", x, y, found)
    elif type(a) is type(b) and isinstance(a, trace_type._Sequence) and len(a.components) == len(b.components):
        for i, (x, y) in enumerate(zip(a.components, b.components, strict=True)):
            _compare(f"{place}[{i}]", x, y, found)
    else:
        found.append(Difference(place, a, b))


class _Record:
    __slots__ = ("number", "function_type", "seconds", "cause", "differences")

    def __init__(
        self, number: int, function_type: FunctionType, seconds: float, cause: str, found: list[Difference]
    ) -> None:
        self.number = number
        self.function_type = function_type
        self.seconds = seconds
        self.cause = cause
        self.differences = found


class History:
    """The traces of one function, as they came."""

    def __init__(self) -> None:
        self.count = 0
        self._records: collections.deque[_Record] = collections.deque(maxlen=_MOST_RECORDS)
        # The numbers of the calls that made the latest traces.
        self._recent: collections.deque[int] = collections.deque()
        self._warnings = 0

    def add(self, function_type: FunctionType, seconds: float, variables_created: bool) -> list[Difference]:
        """Notes a trace; returns how its signature differs from the most similar one before."""
        self.count += 1
        found: list[Difference] = []
        if variables_created:
            cause = "the first trace created variables"
        elif not self._records:
            cause = "first call"
        else:
            options = [differences(record.function_type, function_type) for record in reversed(self._records)]
            found = min(options, key=len)
            cause = "" if found else "an equal signature, made again"
        self._records.append(_Record(self.count, function_type, seconds, cause, found))
        return found

    def warning(self, call: int, found: list[Difference], what: Any) -> str | None:
        """The text of a warning that is due after the trace of this call.

        Args:
          call: the number of the call.
          found: what `add` returned.
          what: the Python function.
        """
        recent = self._recent
        recent.append(call)
        while len(recent) > 1 and call - recent[1] + 1 > _WINDOW:
            recent.popleft()
        if len(recent) < _MANY or self._warnings >= _MOST_WARNINGS:
            return None
        self._warnings += 1
        text = (
            f"{len(recent)} out of the last {call - recent[0] + 1} calls to {what} triggered tf.function retracing. Tracing is "
            "expensive: it runs the Python function and compiles the graph anew."
        )
        series = self._series(found)
        if series:
            text += f" {series}"
        return text + " explain_retracing() of the function tells all."

    def _series(self, found: list[Difference]) -> str:
        """The latest values of the argument that made most of the traces, one after the other."""
        if not found:
            return ""
        last = found[0]
        values = [_text(last.before), _text(last.after)]
        for record in reversed(list(self._records)[:-1]):
            if len(values) >= _MANY:
                break
            if len(record.differences) == 1 and record.differences[0].place == last.place:
                values.insert(0, _text(record.differences[0].before))
        shown = [value for i, value in enumerate(values) if i == 0 or value != values[i - 1]]
        return f"argument {last.place!r}: {', then '.join(shown)}: {last.advice()}."

    def explain(self, name: str) -> str:
        """All traces with their causes and costs, as text."""
        total = sum(record.seconds for record in self._records)
        lines = [f"{name}: {self.count} trace{'s' * (self.count != 1)}, {total * 1e3:.1f} ms"]
        if self.count > len(self._records):
            lines.append(f"  (the last {len(self._records)} of them)")
        for record in self._records:
            lines.append(f"  trace {record.number}, {record.seconds * 1e3:.1f} ms: {record.cause or 'new arguments'}")
            if record.cause == "first call":
                lines += [f"    {p.name}: {_text(p.type_constraint)}" for p in record.function_type.parameters.values()]
            lines += [f"    {difference}: {difference.advice()}" for difference in record.differences]
        return "\n".join(lines)


class _Places:
    """Counts the functions that were made of one piece of code and traced, to notice those made in a loop."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, int, str], list[int]] = {}

    def first_trace(self, code: Any, what: Any) -> str | None:
        """Notes that a new function of this code was traced; returns the text of a warning that is due."""
        key = (code.co_filename, code.co_firstlineno, code.co_name)
        if len(self._counts) > 10_000:
            self._counts.clear()
        counts = self._counts.setdefault(key, [0, 0])
        counts[0] += 1
        if counts[0] < _MANY or counts[1] >= _MOST_WARNINGS:
            return None
        counts[1] += 1
        return (
            f"{counts[0]} out of the last {counts[0]} calls to {what} triggered tf.function retracing. tf.function was applied "
            f"to it {counts[0]} times, and each time it is traced anew: call tf.function once, outside of loops and of "
            "functions that run often."
        )


places = _Places()
