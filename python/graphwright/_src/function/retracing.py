"""Explanations of retracing: a function's history, the difference that made each trace, a warning where there are many.

the files of `explain` tell it all in words.
"""

from __future__ import annotations

import collections
import sys
import weakref

from graphwright._src.base.package_folder import OWN_FILES
from graphwright._src.function import trace_type
from graphwright._src.state.variable import VariableSpec
from graphwright._src.tensor.tensor_spec import DenseSpec, TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

    from graphwright._src.function.signature import FunctionType

# A warning follows when _MANY traces were made close to each other: leaving the oldest of them aside, within _WINDOW calls. Each
# function gets _MOST_WARNINGS.
_MANY = 5
_WINDOW = 10
_MOST_WARNINGS = 2
_MOST_RECORDS = 100
_LONGEST = 60

# Asked before a function that has a trace gets another one for a call: raises where that must not be; None where nobody minds.
guard: Any = None
# Told of every function and its newest record; None where nobody listens.
listener: Any = None


class Difference:
    """A difference between two signatures: the place, as one writes it in Python, and what is there in each."""

    __slots__ = ("place", "before", "after")

    def __init__(self, place: str, before: object, after: object) -> None:
        self.place = place
        self.before = before
        self.after = after

    @property
    def argument(self) -> str:
        """The parameter's name."""
        return self.place.partition("[")[0].partition(".")[0]

    @property
    def kind(self) -> str:
        """The kind of difference: "argument added", "argument removed", "value", "Python type", "dtype", "rank", "shape",
        "name", "object", "same variables", "tensor or Python value", or "structure"."""
        a, b = self.before, self.after
        if a is None or b is None:
            return "argument added" if a is None else "argument removed"
        if isinstance(a, trace_type.Literal) and isinstance(b, trace_type.Literal):
            return "value" if type(a.value) is type(b.value) else "Python type"
        if isinstance(a, trace_type.Weakref) and isinstance(b, trace_type.Weakref):
            return "object"
        if type(a) is type(b) and isinstance(a, TypeSpec):
            return _kind_of_specs(a, b)
        one_is_value = isinstance(a, trace_type.Literal) != isinstance(b, trace_type.Literal)
        if one_is_value and (isinstance(a, DenseSpec) or isinstance(b, DenseSpec)):
            return "tensor or Python value"
        return "structure"

    def advice(self) -> str:
        """Returns what to do so that there is no new trace."""
        kind = self.kind
        if kind == "value":
            return "pass a tensor to avoid a new trace" if _is_number(self.after) else "each value is traced for itself"
        if kind == "Python type" and _is_number(self.before) and _is_number(self.after):
            return "pass a tensor to avoid a new trace"
        return _ADVICE[kind]

    def __str__(self) -> str:
        return f"argument {self.place!r}: {text_of(self.before)}, then {text_of(self.after)}"


_ADVICE = {
    "argument added": "always pass the same arguments to avoid a new trace",
    "argument removed": "always pass the same arguments to avoid a new trace",
    "Python type": "each value is traced for itself",
    "dtype": "cast to one dtype to avoid a new trace",
    "rank": "use reduce_retracing=True, or a shape of None in an input_signature, to avoid a new trace",
    "shape": "use reduce_retracing=True, or None for this size in an input_signature, to avoid a new trace",
    "name": "give specs one name to avoid a new trace",
    "object": "each object is traced for itself",
    "same variables": "it is traced anew where arguments are the same variable",
    "tensor or Python value": "always pass a tensor to avoid a new trace",
    "structure": "pass arguments of one structure to avoid a new trace",
}


def _is_number(part: Any) -> bool:
    return type(part.value) in (int, float, complex)


def _kind_of_specs(a: Any, b: Any) -> str:
    """Returns what differs between specs of one class; composite ones often have a dtype and a shape as well."""
    if getattr(a, "dtype", None) is not getattr(b, "dtype", None):
        return "dtype"
    one, other = getattr(a, "shape", None), getattr(b, "shape", None)
    if one is not None and other is not None and one != other:
        return "rank" if one.rank != other.rank else "shape"
    if isinstance(a, VariableSpec):
        return "same variables" if a.alias_id != b.alias_id else "structure"
    return "name" if isinstance(a, TensorSpec) else "structure"


def text_of(part: object) -> str:
    """Returns the type of an argument as a person would say it."""
    if part is None:
        return "nothing"
    if isinstance(part, trace_type.Literal):
        text = repr(part.value)
    elif isinstance(part, TensorSpec):
        text = f"a tensor of shape {part.shape} and dtype {part.dtype.name}"
        if part.name:
            text += f" named {part.name!r}"
        return text
    elif isinstance(part, VariableSpec):
        text = f"a variable of shape {part.shape} and dtype {part.dtype.name}"
        if not part.trainable:
            text += ", not trainable"
        if part.alias_id:
            text += f" (no. {part.alias_id + 1} of those given)"
        return text
    elif isinstance(part, TypeSpec):
        return repr(part)
    elif isinstance(part, trace_type.Weakref):
        value = part.ref()
        text = "an object that is gone" if value is None else repr(value)
    elif isinstance(part, trace_type.Dict):
        text = f"a {part.cls.__name__} with the keys {', '.join(map(repr, part.mapping))}"
    else:
        text = repr(part)
        if len(text) > _LONGEST and isinstance(part, trace_type.SequenceType):
            text = f"a structure of {len(part.components)} parts: {text}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def differences(before: FunctionType, after: FunctionType) -> list[Difference]:
    """Returns all places where two signatures differ."""
    found: list[Difference] = []
    names = list(after.parameters) + [name for name in before.parameters if name not in after.parameters]
    for name in names:
        a = before.parameters[name].type_constraint if name in before.parameters else None
        b = after.parameters[name].type_constraint if name in after.parameters else None
        _compare(name, a, b, found)
    return found


def _compare(place: str, a: object, b: object, found: list[Difference]) -> None:
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
    elif (
        type(a) is type(b)
        and isinstance(a, trace_type.SequenceType)
        and isinstance(b, trace_type.SequenceType)
        and len(a.components) == len(b.components)
    ):
        for i, (x, y) in enumerate(zip(a.components, b.components, strict=True)):
            _compare(f"{place}[{i}]", x, y, found)
    else:
        found.append(Difference(place, a, b))


def _user_line() -> str:
    """Returns the innermost line of a program that led here, as "file.py:12"; frames of this package are passed over."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(OWN_FILES):
        frame = frame.f_back
    return "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


class Record:
    """One trace: why it was made, and what it took.

    Attributes:
      number: of the trace, from 1 on.
      function_type: the types of the arguments.
      seconds: what tracing took.
      cause: "first call", or another word on why, or "" where `differences` tell.
      differences: from the most similar trace before.
      line: the line of the program whose call needed it, as "file.py:12".
      concrete: a weak reference to the trace.
    """

    __slots__ = ("number", "function_type", "seconds", "cause", "differences", "line", "concrete")

    def __init__(
        self,
        number: int,
        function_type: FunctionType,
        seconds: float,
        cause: str,
        found: list[Difference],
        concrete: object = None,
    ) -> None:
        self.number = number
        self.function_type = function_type
        self.seconds = seconds
        self.cause = cause
        self.differences = found
        self.line = _user_line()
        self.concrete: Callable[[], Any] = (lambda: None) if concrete is None else weakref.ref(concrete)


class History:
    """The traces of one function, as they came."""

    def __init__(self) -> None:
        self.count = 0
        self.records: collections.deque[Record] = collections.deque(maxlen=_MOST_RECORDS)
        # The numbers of the calls that made the latest traces.
        self._recent: collections.deque[int] = collections.deque()
        self._warnings = 0

    def add(
        self, function_type: FunctionType, seconds: float, variables_created: bool, concrete: object = None
    ) -> list[Difference]:
        """Notes a trace; returns how its signature differs from the most similar one before."""
        self.count += 1
        found: list[Difference] = []
        if variables_created:
            cause = "the first trace created variables"
        elif not self.records:
            cause = "first call"
        else:
            found = self.nearest(function_type)
            cause = "" if found else "an equal signature, made again"
        self.records.append(Record(self.count, function_type, seconds, cause, found, concrete))
        return found

    def nearest(self, function_type: FunctionType) -> list[Difference]:
        """Returns how a signature differs from the most similar one that was traced; the latest of several."""
        if any(record.function_type == function_type for record in self.records):
            return []
        best: list[Difference] | None = None
        for record in reversed(self.records):
            found = differences(record.function_type, function_type)
            if best is None or len(found) < len(best):
                best = found
                if len(best) == 1:
                    break
        return best or []

    def warning(self, call: int, found: list[Difference], what: object) -> str | None:
        """Returns the text of a warning that is due after the trace of this call.

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
        """Returns the latest values of the argument that made most of the traces, one after the other."""
        if not found:
            return ""
        last = found[0]
        values = [text_of(last.before), text_of(last.after)]
        for record in reversed(list(self.records)[:-1]):
            if len(values) >= _MANY:
                break
            if len(record.differences) == 1 and record.differences[0].place == last.place:
                values.insert(0, text_of(record.differences[0].before))
        shown = [value for i, value in enumerate(values) if i == 0 or value != values[i - 1]]
        return f"argument {last.place!r}: {', then '.join(shown)}: {last.advice()}."


class _Place:
    """The functions that were made of one piece of code and traced lately, each as a list of the number of its calls."""

    __slots__ = ("calls", "latest", "warnings")

    def __init__(self) -> None:
        self.calls: list[list[int]] = []
        self.latest: Any = lambda: None
        self.warnings = 0


class _Places:
    """Counts the functions that were made of one piece of code and traced, to notice those made in a loop."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, int, str], _Place] = {}

    def first_trace(self, code: CodeType, what: object, count: list[int], recount: Callable[[], None]) -> str | None:
        """Notes that a new function of this code was traced; returns the text of a warning that is due.

        Args:
          code, what: of the function.
          count: the number of its calls, alone in a list.
          recount: a method of the function that brings the number up to date.
        """
        key = (code.co_filename, code.co_firstlineno, code.co_name)
        if len(self._places) > 10_000:
            self._places.clear()
        place = self._places.setdefault(key, _Place())
        recount_before = place.latest()
        if recount_before is not None:
            recount_before()
        place.latest = weakref.WeakMethod(recount)
        calls = place.calls
        calls.append(count)
        while len(calls) > 1 and sum(count for (count,) in calls[1:]) > _WINDOW:
            del calls[0]
        if len(calls) < _MANY or place.warnings >= _MOST_WARNINGS:
            return None
        place.warnings += 1
        return (
            f"{len(calls)} out of the last {sum(count for (count,) in calls)} calls to {what} triggered tf.function retracing. "
            f"tf.function was applied to it {len(calls)} times, and each time it is traced anew: call tf.function once, "
            "outside of loops and of functions that run often."
        )


places = _Places()
