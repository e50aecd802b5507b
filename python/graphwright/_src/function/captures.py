"""FunctionCaptures: what a function's graph takes from outside, by value and by reference, as one object."""

from __future__ import annotations

from collections import OrderedDict

from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from graphwright._src.function.func_graph import FuncGraph


class FunctionCaptures:
    """The captures of a graph: by value, tensors as they were while it was traced; by reference, asked for on each call.

    The dictionaries are made when they are asked for: changing them changes nothing, the methods do.

    Args:
      graph: the graph.
    """

    def __init__(self, graph: FuncGraph) -> None:
        self._graph = graph

    # ---- by value ----

    @property
    def by_val_external(self) -> OrderedDict[int, Any]:
        """The captured tensors, by number."""
        return OrderedDict((outer._id, outer) for outer, _ in self._graph.captures)

    @property
    def by_val_internal(self) -> OrderedDict[int, Any]:
        """What stands for them in the graph."""
        return OrderedDict((outer._id, inner) for outer, inner in self._graph.captures)

    @property
    def by_val_tracetype(self) -> OrderedDict[int, Any]:
        """Their types."""
        return OrderedDict((outer._id, TensorSpec(outer.shape, outer.dtype)) for outer, _ in self._graph.captures)

    @property
    def by_val_capture_tuples(self) -> list[tuple[Any, Any]]:
        """Pairs of a captured tensor and what stands for it."""
        return self._graph.captures

    # ---- by reference ----

    @property
    def by_ref_external(self) -> OrderedDict[Any, Any]:
        """The functions that give values on each call, by key."""
        return OrderedDict((key, part.closure) for key, part in self._graph._deferred.items())

    @property
    def by_ref_internal(self) -> OrderedDict[Any, Any]:
        """What stands for these values in the graph."""
        return OrderedDict((key, part.structure) for key, part in self._graph._deferred.items())

    @property
    def by_ref_tracetype(self) -> OrderedDict[Any, Any]:
        """Their types."""
        return OrderedDict((key, part.type) for key, part in self._graph._deferred.items())

    @property
    def capture_types(self) -> OrderedDict[Any, Any]:
        """The types of all captures, by number or key."""
        return OrderedDict([*self.by_val_tracetype.items(), *self.by_ref_tracetype.items()])

    @property
    def control(self) -> set[Any]:
        """Operations of other graphs that the graph waits for: none."""
        return set()

    def get_by_ref_snapshot(self) -> dict[Any, Any]:
        """The values that captures by reference have now, by key."""
        return {key: part.closure() for key, part in self._graph._deferred.items()}

    # ---- changing ----

    def capture_by_value(self, graph: FuncGraph, tensor: Any, name: str | None = None) -> Any:
        """Returns what stands in a graph for a tensor from outside.

        Args:
          graph: the graph of these captures.
          tensor: any tensor; one of the graph is returned as it is.
          name: of the placeholder, where one is made.
        """
        return graph.capture(tensor, name)

    def add_or_replace(
        self, key: Hashable, external: Any, internal: Any, tracetype: Any = None, is_by_ref: bool = False
    ) -> None:
        """Adds a capture, or replaces the one with that key.

        Args:
          key: of a capture by reference; one by value goes by its tensor.
          external: the tensor, or the function that gives the value.
          internal: the placeholder that stands for it.
          tracetype: its type; needed for a capture by reference.
          is_by_ref: whether it is one by reference.
        """
        if is_by_ref:
            self._graph._defer(external, internal if tracetype is None else tracetype, key, internal)
        else:
            self._graph.add_capture(external, internal)

    def pop(self, key: Hashable, is_by_ref: bool = False) -> tuple[Any, Any, Any]:
        """Removes a capture; returns what it was outside and inside, and its type: None for each where there is none."""
        if is_by_ref:
            part = self._graph._deferred.pop(key, None)
            return (None, None, None) if part is None else (part.closure, part.structure, part.type)
        for outer, inner in self._graph.captures:
            if outer._id == key:
                self._graph._drop_capture(inner)
                return outer, inner, TensorSpec(outer.shape, outer.dtype)
        return None, None, None

    def reset_captures(self, tensors: list[Any], placeholders: list[Any]) -> None:
        """Makes these tensors and placeholders the captures by value."""
        for _, inner in self._graph.captures:
            self._graph._drop_capture(inner)
        for tensor, placeholder in zip(tensors, placeholders, strict=True):
            self._graph.add_capture(tensor, placeholder)

    def merge_by_ref_with(self, other: FunctionCaptures) -> None:
        """Adds those captures by reference of another graph whose keys are not there."""
        for key, part in other._graph._deferred.items():
            self._graph._deferred.setdefault(key, part)

    def clear(self) -> None:
        """Removes all captures."""
        for _, inner in self._graph.captures:
            self._graph._drop_capture(inner)
        self._graph._deferred.clear()
