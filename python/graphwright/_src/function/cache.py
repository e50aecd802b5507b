"""FunctionCache: the traces of one function by the types of their arguments."""

from __future__ import annotations

import heapq
import operator
import weakref

from graphwright._src.base.export import export
from graphwright._src.function import trace_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.function.concrete import ConcreteFunction
    from graphwright._src.function.signature import FunctionType

# A function keeps this many traces; when one more is made, the one that was looked for least recently goes.
MOST_TRACES = 1000


@export("set_trace_limit", v1="")
def set_trace_limit(limit: int) -> None:
    """Sets how many traces each `tf.function` keeps that has no limit of its own; 1000 without it.

    When a function makes one more, the trace that was looked for least recently goes, with its graph and what that captured:
    programs that go on calling a function with new Python values or shapes do not fill the memory. (TensorFlow keeps all traces,
    so it has no such function.)

    Args:
      limit: 1 or more.

    Raises:
      ValueError: `limit` is less than 1.

    >>> import graphwright as tf
    >>> before = tf.trace_limit()
    >>> tf.set_trace_limit(2)
    >>> f = tf.function(lambda x: x * 2)
    >>> [f(k).numpy() for k in range(5)][-1], len(f._list_all_concrete_functions()), f.experimental_get_tracing_count()
    (np.int32(8), 2, 5)
    >>> tf.set_trace_limit(before)
    """
    global MOST_TRACES
    MOST_TRACES = checked_limit(limit)


@export("trace_limit", v1="")
def trace_limit() -> int:
    """Returns how many traces each `tf.function` keeps that has no limit of its own.

    >>> import graphwright as tf
    >>> tf.trace_limit()
    1000
    """
    return MOST_TRACES


def checked_limit(limit: int) -> int:
    """Returns the limit. Raises ValueError where no trace could be kept, TypeError where it is no number."""
    limit = operator.index(limit)
    if limit < 1:
        raise ValueError(f"a function keeps one trace at least, got the limit {limit}")
    return limit


class _Entry:
    __slots__ = ("function_type", "concrete", "watches", "number", "used", "kind")

    def __init__(self, function_type: FunctionType, concrete: ConcreteFunction) -> None:
        self.function_type = function_type
        self.concrete = concrete
        self.watches: list[Any] = []
        self.number = 0
        self.used = 0
        self.kind = _kind(function_type)


def _kind(function_type: FunctionType) -> tuple | None:
    """Equal for signatures of which one may fit the other's calls; None where the types do not tell."""
    found = []
    for parameter in function_type.parameters.values():
        kind = None if parameter.type_constraint is None else trace_type.kind(parameter.type_constraint)
        if kind is None:
            return None
        found.append((parameter.name, kind))
    return tuple(found)


class FunctionCache:
    """Finds the trace for the types of a call: the equal one, else the most specific one that fits.

    Args:
      on_forget: called when traces were dropped, so that what remembers them elsewhere forgets them as well.
    """

    def __init__(self, on_forget: Callable[[], None]) -> None:
        # A plain dict: comparing types may run a program's own code, which may call the function and so add traces.
        self._entries: dict[FunctionType, _Entry] = {}
        # The entries by kind, so that a search does not go through all of them.
        self._by_kind: dict[tuple | None, list[_Entry]] = {}
        # The answers of earlier searches among types that fit.
        self._found: dict[FunctionType, _Entry] = {}
        self._on_forget = on_forget
        # Types whose objects died; dropped at once unless the entries are being walked through.
        self._dead: list[FunctionType] = []
        self._busy = 0
        # How many traces are kept, where that is not left to set_trace_limit().
        self.own_limit: int | None = None
        # How many went because of the limit.
        self.num_over_limit = 0
        self._num_added = 0
        self._clock = 0
        # The traces of other contexts of calls, by number: above the replicas of a strategy, on each but the first one.
        self._by_context: dict[int, FunctionCache] = {}

    def __len__(self) -> int:
        return len(self._entries) + sum(map(len, self._by_context.values()))

    def of_context(self, context: int) -> FunctionCache:
        """Returns the cache for calls in a context: itself for 0, the usual one."""
        if not context:
            return self
        if context not in self._by_context:
            self._by_context[context] = FunctionCache(self._on_forget)
            self._by_context[context].own_limit = self.own_limit
        return self._by_context[context]

    @property
    def limit(self) -> int:
        """The greatest number of traces that are kept."""
        return self.own_limit or MOST_TRACES

    def traces(self) -> list[Any]:
        """Returns all traces, in the order in which they were made."""
        with self:
            found = [entry.concrete for entry in sorted(self._entries.values(), key=lambda entry: entry.number)]
        return found + [trace for other in list(self._by_context.values()) for trace in other.traces()]

    def function_types(self) -> list[FunctionType]:
        """Returns the types of all traces."""
        with self:
            found = list(self._entries)
        return found + [each for other in list(self._by_context.values()) for each in other.function_types()]

    def __enter__(self) -> FunctionCache:
        self._busy += 1
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._busy -= 1
        self._drop_dead()

    def find(self, function_type: FunctionType) -> Any | None:
        """Returns the trace that serves calls of this type, or None."""
        with self:
            entry = self._entries.get(function_type) or self._found.get(function_type)
            if entry is None:
                entry = self._search(function_type)
                if entry is None:
                    return None
                if len(self._found) > 10 * self.limit:
                    self._found.clear()
                self._found[function_type] = entry
            self._clock += 1
            entry.used = self._clock
            return entry.concrete

    def _search(self, function_type: FunctionType) -> _Entry | None:
        best: _Entry | None = None
        kind = _kind(function_type)
        if kind is None:
            candidates = list(self._entries.values())
        else:
            candidates = self._by_kind.get(kind, []) + self._by_kind.get(None, [])
        for entry in candidates:
            fits = entry.function_type.is_supertype_of(function_type)
            if fits and (best is None or best.function_type.is_supertype_of(entry.function_type)):
                best = entry
        return best

    def generalize(self, function_type: FunctionType) -> FunctionType:
        """Returns the type together with what it has in common with earlier ones: sizes that differ are left open."""
        relaxed = function_type
        with self:
            for entry in list(self._entries.values()):
                common = relaxed.most_specific_common_subtype([entry.function_type])
                if common is not None:
                    relaxed = common
        return relaxed

    def add(self, function_type: FunctionType, concrete: ConcreteFunction) -> None:
        """Keeps a trace until it is the least recently used of too many, or an object dies that it was made for."""
        entry = _Entry(function_type, concrete)
        mine = weakref.ref(self)

        def dead(_: object) -> None:
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
            before = self._entries.get(function_type)
            if before is not None:
                self._forget_kind(before)
            self._entries[function_type] = entry
            self._note_kind(entry)
            self._found.clear()
            self._keep_limit()

    def _keep_limit(self) -> None:
        over = len(self._entries) - self.limit
        if over > 0:
            oldest = heapq.nsmallest(over, list(self._entries.values()), key=lambda entry: entry.used)
            self._dead += [entry.function_type for entry in oldest]
            self.num_over_limit += over

    def set_own_limit(self, limit: int | None) -> None:
        """Keeps this many traces from now on; None leaves it to `set_trace_limit`."""
        self.own_limit = None if limit is None else checked_limit(limit)
        for other in list(self._by_context.values()):
            other.set_own_limit(limit)
        with self:
            self._keep_limit()

    # Objects die in any thread, and traces of functions that wait for each other are made without a lock.

    def _note_kind(self, entry: _Entry) -> None:
        while True:
            alike = self._by_kind.setdefault(entry.kind, [])
            alike.append(entry)
            if self._by_kind.get(entry.kind) is alike:
                return

    def _forget_kind(self, entry: _Entry) -> None:
        alike = self._by_kind.get(entry.kind, [])
        if entry in alike:
            alike.remove(entry)
        if not alike:
            self._by_kind.pop(entry.kind, None)

    def _drop_dead(self) -> None:
        if self._busy or not self._dead:
            return
        while self._dead:
            entry = self._entries.pop(self._dead.pop(), None)
            if entry is not None:
                self._forget_kind(entry)
        self._found.clear()
        self._on_forget()

    def clear(self) -> None:
        """Drops all traces."""
        self._entries.clear()
        self._by_kind.clear()
        self._found.clear()
        self._by_context = {}
        self._on_forget()
