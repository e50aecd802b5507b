"""The public names of the package: what each stands for, its other names, and the line that publishes it.

They are collected by importing every file of the package, so that this works in a process that has not imported it before.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import pathlib
import sys
import types
from collections.abc import Iterable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import where  # noqa: E402

# What equal values share: the same number under two names is two values.
_SHARED = (int, float, str, tuple, types.NoneType)


@dataclasses.dataclass(frozen=True)
class Place:
    """A line of a file of the repository."""

    file: str
    line: int


@dataclasses.dataclass
class Entry:
    """What has a place of its own in the reference.

    Attributes:
      names: without `tf.`; the one that its file gives first comes first, those of TensorFlow 1 where there are no others.
      kind: "function", "class", "exception", "enumeration", "message", "value" or "module".
      object: what the names stand for.
      place: the line that publishes it.
      absent: why its use raises NotImplementedError; "" for what is there.
      ops: the ops that a function calls, each with the line of C++ that defines it.
    """

    names: list[str]
    kind: str
    object: Any
    place: Place
    absent: str = ""
    ops: dict[str, Place] = dataclasses.field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def namespace(self) -> str:
        return self.name.rpartition(".")[0]

    @property
    def has_page(self) -> bool:
        return self.kind not in ("value", "module")


@dataclasses.dataclass
class Names:
    """All that the reference tells of.

    Attributes:
      entries: by each of their names.
      raw_ops: the names in `tf.raw_ops`, each with the line of C++ that defines the op, where it is there.
      namespaces: sorted; "" is `tf` itself.
    """

    entries: dict[str, Entry]
    raw_ops: dict[str, Place | None]
    namespaces: list[str]

    def distinct(self) -> list[Entry]:
        """Returns the entries, each once, sorted by name."""
        return sorted({id(entry): entry for entry in self.entries.values()}.values(), key=lambda entry: entry.name)


def collect() -> Names:
    """Returns all public names. Raises RuntimeError where the package has been imported already."""
    objects, places = where.public_names()
    from graphwright import _core
    from graphwright._src.base import export

    defined = {op: _place(place) for op, place in where.definitions_of_ops(set(_core.registered_ops())).items()}
    entries: dict[str, Entry] = {}
    by_object: dict[Any, Entry] = {}
    for name, value in objects.items():
        key = (name.removeprefix("compat.v1."), value) if isinstance(value, _SHARED) else id(value)
        entry = by_object.get(key)
        if entry is None:
            entry = by_object[key] = Entry([name], kind_of(value), value, _place(places[name]), why_absent(value))
            if entry.kind == "function":
                called = where.ops_called(value)
                entry.ops = {op: defined[op] for op in called if op in defined}
        else:
            entry.names.append(name)
        entries[name] = entry
    for entry in by_object.values():
        entry.names.sort(key=lambda name: name.startswith("compat.v1."))  # stable: the first one stays before its kin
    return Names(entries, {op: defined.get(op) for op in export.public_names("raw_ops")}, _namespaces(entries))


def _place(place: where.Place) -> Place:
    return Place(str(place.file.relative_to(ROOT)), place.line)


def _namespaces(names: Iterable[str]) -> list[str]:
    found = {"", "raw_ops"}
    for name in names:
        while name := name.rpartition(".")[0]:
            found.add(name)
    return sorted(found)


def kind_of(value: Any) -> str:
    """Returns the kind of what a public name stands for: see `Entry`.

    >>> kind_of(3), kind_of(ValueError), kind_of(len)
    ('value', 'exception', 'function')
    """
    if isinstance(value, types.ModuleType):
        return "module"
    if not isinstance(value, type):
        return "function" if callable(value) else "value"
    if value.__module__.split(".")[0] == "numpy":
        return "value"  # NumPy's own class, which its reference tells of
    if issubclass(value, BaseException):
        return "exception"
    if issubclass(value, enum.Enum):
        return "enumeration"
    return "message" if hasattr(value, "DESCRIPTOR") else "class"


def why_absent(value: Any) -> str:
    """Returns why the use of an object raises NotImplementedError, as `absent` states it; "" for what is there."""
    if not isinstance(value, type):
        return getattr(value, "why_absent", "")
    made = getattr(value.__init__, "why_absent", "")
    members = [getattr(member, "__func__", member) for member in vars(value).values()]
    reasons = [getattr(member, "why_absent", "") for member in members if inspect.isfunction(member)]
    return made or (reasons[0] if reasons and all(reasons) else "")
