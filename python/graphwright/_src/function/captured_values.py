"""The captures of a trace: tensors, constants, and values asked for on each call."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.function import deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class CapturedValues:
    """The captured values of one trace, the only place that knows them beside the core, which is told by `install`.

    Small tensors are constants of the graph until one of them changes or is to be saved: then all of these become inputs,
    behind the others.

    Args:
      listed: for what was captured: the value, what stands for it in the graph, and whether that is a constant.
      late: what is captured anew on each call.
    """

    __slots__ = ("_are_constants", "_constants_are_inputs", "borrowed", "values")

    def __init__(self, listed: Sequence[tuple[Any, Any, bool]], late: Sequence[deferred.Deferred] = ()) -> None:
        self._are_constants = [constant for _, _, constant in listed] + [False] * len(late)
        self._constants_are_inputs = False
        self._set([outer for outer, _, _ in listed] + list(late))

    def _set(self, values: list[Any]) -> None:
        self.values = values
        # Whether some are tensors of an outer graph, which are of use only while that is being traced.
        self.borrowed = any(isinstance(value, _core.SymbolicTensor) for value in values)

    @property
    def are_deferred(self) -> bool:
        """True where some are asked for on each call."""
        return any(isinstance(value, deferred.Deferred) for value in self.values)

    @property
    def have_constants(self) -> bool:
        """True where some are constants of the graph."""
        return any(self._are_constants) and not self._constants_are_inputs

    @property
    def constants(self) -> list[Any]:
        """Those that are, or were, constants of the graph."""
        return [value for value, constant in zip(self.values, self._are_constants, strict=True) if constant]

    def index_of(self, tensor: object) -> int | None:
        """Returns the place of a captured tensor; None where it is not captured."""
        ids = [getattr(value, "_id", None) for value in self.values]
        wanted = getattr(tensor, "_id", None)
        return ids.index(wanted) if wanted is not None and wanted in ids else None

    def as_now(self) -> list[Any]:
        """Returns the tensors, with the values of what is deferred as they are now."""
        return deferred.flat(self.values)

    def in_order_of_inputs(self, values: Sequence[Any] | None = None) -> list[Any]:
        """Returns what the graph takes behind its arguments: constants last, and only where they are inputs.

        Args:
          values: for each captured value another one.
        """
        pairs = list(zip(self.values if values is None else values, self._are_constants, strict=True))
        found = [value for value, constant in pairs if not constant]
        return found + [value for value, constant in pairs if constant] if self._constants_are_inputs else found

    def make_inputs_of_constants(self, concrete: _core.ConcreteBase) -> None:
        """Makes inputs of the constants in the graph of the trace whose values these are."""
        if not self._constants_are_inputs:
            _core.make_inputs_of_constants(concrete)
            self._constants_are_inputs = True

    def admit(self, concrete: _core.ConcreteBase, values: Sequence[Any]) -> bool:
        """Makes inputs of the constants where a constant would have another value. Returns whether it has."""
        pairs = zip(self._are_constants, values, self.values, strict=True)
        changed = any(constant and not _same(new, old) for constant, new, old in pairs)
        if changed:
            self.make_inputs_of_constants(concrete)
        return changed

    def replace(self, concrete: _core.ConcreteBase, values: list[Any]) -> None:
        """Takes other values, and tells the core."""
        self.admit(concrete, values)
        self._set(values)
        self.install(concrete)

    def install(self, concrete: _core.ConcreteBase) -> None:
        """Tells the core what the trace takes."""
        values = self.in_order_of_inputs()
        if self.are_deferred:
            _core.set_captured_inputs(concrete, [], deferred.Values(values))
        else:
            _core.set_captured_inputs(concrete, values, None)


def _same(a: object, b: object) -> bool:
    return a is b or getattr(a, "_id", None) == getattr(b, "_id", a)
