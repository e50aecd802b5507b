"""FunctionCaptures: what a function's graph takes from outside, by value and by reference."""

from __future__ import annotations

from collections import OrderedDict

from graphwright._src.function.deferred import Deferred
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Any

    from graphwright import _core
    from graphwright._core import Tensor
    from graphwright._src.function.func_graph import FuncGraph
    from graphwright._src.tensor.types import TraceType
    from graphwright._src.tensor.typing import TensorLike


class FunctionCaptures:
    """The captures of a graph: by value, tensors as they were while it was traced; by reference, asked for on each call.

    The graph and its trace have no list of their own. While the graph is made, the core knows what is captured by value;
    once it is a trace, that is in the order of first use, small tensors that became constants among the rest. The
    dictionaries are made when they are asked for: changing them changes nothing, the methods do.

    Args:
      core: the graph in the core.

    Attributes:
      deferred: what is captured by reference, by key.
      with_constants: whether what became a constant is listed, too, while the graph is made.
    """

    __slots__ = ("_core", "_inputs", "_listed", "deferred", "with_constants")

    def __init__(self, core: _core.FuncGraph) -> None:
        self._core = core
        self._listed: list[tuple[Any, Any]] | None = None
        self._inputs: list[Any] | None = None
        self.deferred: dict[Hashable, Deferred] = {}
        self.with_constants = False

    @property
    def pairs(self) -> list[tuple[Any, Any]]:
        """Captured values with what stands for each in the graph."""
        if self._listed is not None:
            return list(self._listed)
        return self._core.captures + (self._core.constants if self.with_constants else [])

    @property
    def deferred_placeholders(self) -> list[Any]:
        """The placeholders of what is captured by reference."""
        return [placeholder for part in self.deferred.values() for placeholder in part.placeholders]

    def inputs(self) -> list[Any]:
        """Returns the placeholders of the arguments, then what stands for the captured values."""
        return self._core.inputs if self._inputs is None else list(self._inputs)

    def finish(self, listed: Sequence[tuple[Any, Any, bool]], num_arguments: int) -> None:
        """Takes the captures of a trace that is made.

        Args:
          listed: the value, what stands for it in the graph, and whether that is a constant.
          num_arguments: how many of the graph's inputs are arguments.
        """
        self._listed = [(outer, inner) for outer, inner, _ in listed]
        if self.deferred or any(constant for _, _, constant in listed):
            inner = [inner for _, inner, _ in listed]
            self._inputs = self._core.inputs[:num_arguments] + inner + self.deferred_placeholders

    # ---- by value ----

    @property
    def by_val_external(self) -> OrderedDict[int, Any]:
        """The captured tensors, by number."""
        return OrderedDict((outer._id, outer) for outer, _ in self.pairs)

    @property
    def by_val_internal(self) -> OrderedDict[int, Any]:
        """The graph's placeholders for them, by number."""
        return OrderedDict((outer._id, inner) for outer, inner in self.pairs)

    @property
    def by_val_tracetype(self) -> OrderedDict[int, Any]:
        """Their types."""
        return OrderedDict((outer._id, TensorSpec(outer.shape, outer.dtype)) for outer, _ in self.pairs)

    @property
    def by_val_capture_tuples(self) -> list[tuple[Any, Any]]:
        """Pairs of a captured tensor and what stands for it."""
        return self.pairs

    # ---- by reference ----

    @property
    def by_ref_external(self) -> OrderedDict[Any, Any]:
        """The functions that give values on each call, by key."""
        return OrderedDict((key, part.closure) for key, part in self.deferred.items())

    @property
    def by_ref_internal(self) -> OrderedDict[Any, Any]:
        """The graph's placeholders for these values, by key."""
        return OrderedDict((key, part.structure) for key, part in self.deferred.items())

    @property
    def by_ref_tracetype(self) -> OrderedDict[Any, Any]:
        """Their types."""
        return OrderedDict((key, part.type) for key, part in self.deferred.items())

    @property
    def capture_types(self) -> OrderedDict[Any, Any]:
        """The types of all captures, by number or key."""
        return OrderedDict([*self.by_val_tracetype.items(), *self.by_ref_tracetype.items()])

    @property
    def control(self) -> set[Any]:
        """Operations of other graphs that the graph waits for: none."""
        return set()

    def get_by_ref_snapshot(self) -> dict[Any, Any]:
        """Returns the values that captures by reference have now, by key."""
        return {key: part.closure() for key, part in self.deferred.items()}

    # ---- changing ----

    def capture_by_value(self, graph: FuncGraph, tensor: TensorLike, name: str | None = None) -> Any:
        """Returns what stands in a graph for a tensor from outside.

        Args:
          graph: the graph of these captures.
          tensor: any tensor; one of the graph is returned as it is.
          name: of the placeholder, where one is made.
        """
        return graph.capture(tensor, name)

    def add_or_replace(
        self,
        key: Hashable,
        external: Any,
        internal: Tensor,
        tracetype: TraceType | None = None,
        is_by_ref: bool = False,
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
            self.defer(external, internal if tracetype is None else tracetype, key, internal)
        else:
            self.add(external, internal)

    def add(self, tensor: Tensor, placeholder: Tensor) -> None:
        """Makes a placeholder of the graph, which becomes an input, stand for a value from outside."""
        if self._listed is not None:
            places = [i for i, pair in enumerate(self._listed) if pair[0]._id == tensor._id]
            at = places[0] if places else len(self._listed)
            self._listed[at : at + 1] = [(tensor, placeholder)]
        self._core.add_capture(tensor, placeholder)

    def drop(self, placeholder: Tensor) -> None:
        """Lets a placeholder stand for nothing."""
        if self._listed is not None:
            self._listed = [pair for pair in self._listed if pair[1]._id != placeholder._id]
        self._core.drop_capture(placeholder)

    def defer(self, closure: Callable[[], Any], spec: object, key: Hashable, placeholder: Tensor) -> None:
        """Makes a placeholder stand for what a function gives whenever the function of the graph is called."""
        self.drop(placeholder)
        part = Deferred(closure, spec, key)
        part.placeholders, part.structure = [placeholder], placeholder
        self.deferred[part.key] = part

    def pop(self, key: Hashable, is_by_ref: bool = False) -> tuple[Any, Any, Any]:
        """Removes a capture; returns what it was outside and inside, and its type: None for each where there is none."""
        if is_by_ref:
            part = self.deferred.pop(key, None)
            return (None, None, None) if part is None else (part.closure, part.structure, part.type)
        for outer, inner in self.pairs:
            if outer._id == key:
                self.drop(inner)
                return outer, inner, TensorSpec(outer.shape, outer.dtype)
        return None, None, None

    def reset_captures(self, tensors: list[Any], placeholders: list[Any]) -> None:
        """Makes these tensors and placeholders the captures by value."""
        for _, inner in self.pairs:
            self.drop(inner)
        for tensor, placeholder in zip(tensors, placeholders, strict=True):
            self.add(tensor, placeholder)

    def merge_by_ref_with(self, other: FunctionCaptures) -> None:
        """Adds those captures by reference of another graph whose keys are not there."""
        for key, part in other.deferred.items():
            self.deferred.setdefault(key, part)

    def clear(self) -> None:
        """Removes all captures."""
        for _, inner in self.pairs:
            self.drop(inner)
        self.deferred.clear()
