"""FunctionCache: the traces of one function by the types of their arguments."""

from __future__ import annotations

import weakref

from graphwright.function import trace_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright.function.signature import FunctionType

# A function keeps this many traces; when one more is made, the one that was looked for least recently goes.
MOST_TRACES = 1000


class _Entry:
    __slots__ = ("function_type", "concrete", "watches", "number", "used")

    def __init__(self, function_type: FunctionType, concrete: Any) -> None:
        self.function_type = function_type
        self.concrete = concrete
        self.watches: list[Any] = []
        self.number = 0
        self.used = 0


class FunctionCache:
    """Finds the trace for the types of a call: the equal one, else the most specific one that fits.

    Args:
      on_forget: called when traces were dropped, so that what remembers them elsewhere forgets them as well.
    """

    def __init__(self, on_forget: Callable[[], None]) -> None:
        # A plain dict: comparing types may run a program's own code, which may call the function and so add traces.
        self._entries: dict[FunctionType, _Entry] = {}
        # The answers of earlier searches among types that fit.
        self._found: dict[FunctionType, _Entry] = {}
        self._on_forget = on_forget
        # Types whose objects died; dropped at once unless the entries are being walked through.
        self._dead: list[FunctionType] = []
        self._busy = 0
        self.num_dropped = 0
        self._num_added = 0
        self._clock = 0

    def __len__(self) -> int:
        return len(self._entries)

    def traces(self) -> list[Any]:
        """All traces, in the order in which they were made."""
        with self:
            return [entry.concrete for entry in sorted(self._entries.values(), key=lambda entry: entry.number)]

    def function_types(self) -> list[FunctionType]:
        """The types of all traces."""
        with self:
            return list(self._entries)

    def __enter__(self) -> FunctionCache:
        self._busy += 1
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._busy -= 1
        self._drop_dead()

    def find(self, function_type: FunctionType) -> Any | None:
        """The trace that serves calls of this type, or None."""
        with self:
            entry = self._entries.get(function_type) or self._found.get(function_type)
            if entry is None:
                entry = self._search(function_type)
                if entry is None:
                    return None
                if len(self._found) > 10 * MOST_TRACES:
                    self._found.clear()
                self._found[function_type] = entry
            self._clock += 1
            entry.used = self._clock
            return entry.concrete

    def _search(self, function_type: FunctionType) -> _Entry | None:
        best: _Entry | None = None
        for entry in list(self._entries.values()):
            fits = entry.function_type.is_supertype_of(function_type)
            if fits and (best is None or best.function_type.is_supertype_of(entry.function_type)):
                best = entry
        return best

    def generalize(self, function_type: FunctionType) -> FunctionType:
        """The type together with what it has in common with earlier ones: sizes that differ are left open."""
        relaxed = function_type
        with self:
            for entry in list(self._entries.values()):
                common = relaxed.most_specific_common_subtype([entry.function_type])
                if common is not None:
                    relaxed = common
        return relaxed

    def add(self, function_type: FunctionType, concrete: Any) -> None:
        """Keeps a trace until it is the least recently used of too many, or an object dies that it was made for."""
        entry = _Entry(function_type, concrete)
        mine = weakref.ref(self)

        def dead(_: Any) -> None:
            cache = mine()
            if cache is not None:
                cache._dead.append(function_type)
                cache._drop_dead()

        for parameter in function_type.parameters.values():
            for part in trace_type.referents(parameter.type_constraint):
                owner = part.owner()
                if owner is not None:
                    entry.watches.append(weakref.ref(owner, dead))
        with self:
            self._num_added += 1
            entry.number = self._num_added
            self._clock += 1
            entry.used = self._clock
            self._entries[function_type] = entry
            self._found.clear()
            if len(self._entries) > MOST_TRACES:
                oldest = min(list(self._entries.values()), key=lambda entry: entry.used)
                self._dead.append(oldest.function_type)

    def _drop_dead(self) -> None:
        if self._busy or not self._dead:
            return
        while self._dead:
            if self._entries.pop(self._dead.pop(), None) is not None:
                self.num_dropped += 1
        self._found.clear()
        self._on_forget()

    def clear(self) -> None:
        """Drops all traces."""
        self._entries.clear()
        self._found.clear()
        self._on_forget()
