"""Deferred captures: values from outside that a function asks for anew on every call, instead of once when it is traced."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.function import trace_type
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.tensor.types import CastContext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any


class Deferred:
    """A function that gives a value when the trace that captured it is called, and the type of that value.

    Args:
      closure: takes no arguments; gives a structure of tensors.
      spec: the `TypeSpec`s of these, structured likewise.
      key: equal for captures that are one.
    """

    __slots__ = ("closure", "spec", "type", "key", "placeholders", "structure")

    def __init__(self, closure: Callable[[], Any], spec: object, key: Hashable = None) -> None:
        if not callable(closure):
            raise TypeError(f"a deferred capture needs a function without arguments, got {closure!r}")
        self.closure = closure
        self.spec = spec
        self.type = trace_type.from_value(spec, trace_type.Context(specs_allowed=True))
        self.key = object() if key is None else key
        # What stands for the value in the graph that captured it.
        self.placeholders: list[Any] = []
        self.structure: Any = None

    def tensors(self) -> list[Any]:
        """Returns the value now, as a flat list. While a function is traced, that one captures it in turn.

        Raises:
          TypeError: the value does not fit the spec.
        """
        graph = _core.current_graph()
        if graph is not None and graph.building_function:
            return self.type.to_tensors(capture(graph, self.closure, self.spec, self.key))
        return self.type.to_tensors(self.type.cast(self.closure(), CastContext()))


class Values:
    """All captured values of a trace when it is called.

    Args:
      parts: tensors and `Deferred`s, in the order in which the graph takes them.
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: list[Any]) -> None:
        self._parts = parts

    def __call__(self) -> list[Any]:
        return flat(self._parts)


def flat(parts: list[Any]) -> list[Any]:
    """Returns the tensors, with the values of `Deferred`s as they are now."""
    found = []
    for part in parts:
        if isinstance(part, Deferred):
            found += part.tensors()
        else:
            found.append(part)
    return found


def capture(graph: Any, closure: Callable[[], Any], spec: object, key: Hashable = None) -> Any:
    """Placeholders in a graph under construction, structured as `spec`, for what `closure` gives when it is called."""
    while core_of(graph).is_body:
        # Branches and loops get it through the function around them.
        graph = graph.outer_graph
    found = None if key is None else graph.function_captures.deferred.get(key)
    if found is None:
        found = Deferred(closure, spec, key)
        found.structure = found.type.placeholder_value(trace_type.Placeholders(core_of(graph)))
        found.placeholders = found.type.to_tensors(found.structure)
        graph.function_captures.deferred[found.key] = found
    return found.structure
