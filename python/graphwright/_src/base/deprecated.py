"""Warnings of deprecated functions, arguments and values of arguments, once each, where they are used by their public names."""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import sys

from graphwright import _core
from graphwright._src.base.deprecated_table import TABLE
from graphwright._src.base.package_folder import OWN_FILES, place_of_call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # TensorFlow's module, the name there, deprecated arguments ("back_prop=False" where one value is), date, what to do.
    Note = tuple[str, str, str, str, str]

_CALLING = f"{OWN_FILES}_src{os.sep}autograph{os.sep}"
_made: dict[tuple[int, tuple[Note, ...]], tuple[Any, Any]] = {}  # of an object -> it, and what warns in its place


def _read() -> dict[str, list[Note]]:
    notes: dict[str, list[Note]] = {}
    for module, lines in TABLE.items():
        for line in lines.splitlines()[1:]:
            names, name, arguments, date, use = (part.strip() for part in line.split("|"))
            for public in names.split():
                plain = public.removeprefix("*").removeprefix("v1.")
                own = plain.rpartition(".")[2] if name == "-" else name
                note = (module, own, arguments, date, " ".join(use.split()))
                if public != plain:
                    notes.setdefault(f"compat.v1.{plain}", []).append(note)
                if public[0] == "*" or public == plain:
                    notes.setdefault(plain, []).append(note)
    return notes


NOTES = _read()
_METHODS: dict[str, list[str]] = {}  # of classes
for _name in NOTES:
    _class, _, _method = _name.rpartition(".")
    if _class.rpartition(".")[2][:1].isupper() or _method == "__init__":
        _METHODS.setdefault(_class, []).append(_method)


def with_warnings(public_name: str, obj: Any) -> Any:
    """Returns what is to be published by a name: `obj`, or where that is deprecated a function that says so and calls it.

    Deprecated methods of a class are replaced in it.
    """
    notes = NOTES.get(public_name)
    if notes is not None and not isinstance(obj, type) and callable(obj):
        key = (id(obj), tuple(notes))
        known = _made.get(key)
        if known is None:
            known = _made[key] = (obj, _warning(obj, notes))
        return known[1]
    if isinstance(obj, type):
        if notes is not None:
            _replace(obj, "__init__", notes)
        for method in _METHODS.get(public_name, ()):
            _replace(obj, method, NOTES[f"{public_name}.{method}"])
    return obj


def _replace(owner: type, method: str, notes: list[Note]) -> None:
    found = inspect.getattr_static(owner, method, None)
    if found is None or getattr(getattr(found, "fget", found), "is_deprecated", False):
        return
    if isinstance(found, property) and found.fget is not None:
        replaced: Any = property(_warning(found.fget, notes), found.fset, found.fdel, found.__doc__)
    elif isinstance(found, (classmethod, staticmethod)):
        if getattr(found.__func__, "is_deprecated", False):
            return
        replaced = type(found)(_warning(found.__func__, notes))
    elif callable(found):
        replaced = _warning(found, notes)
    else:
        return
    setattr(owner, method, replaced)


def _warning(function: Callable[..., Any], notes: list[Note]) -> Callable[..., Any]:
    """Returns a function that calls another one, after a warning where it is deprecated or gets a deprecated argument."""
    left: list[
        tuple[Note, str, str]
    ] = []  # what has not been said: the argument, "" for the whole function, and its value
    for note in notes:
        for argument in note[2].split(","):
            name, _, value = argument.partition("=")
            left.append((note, name, value))
    whole = all(not name for _, name, _ in left)
    # As in TensorFlow: arguments are looked at while a graph is made only, values of arguments always.
    in_graphs = all(name and not value for _, name, value in left)
    positions: dict[str, int] = {}

    def tell(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if not positions and not whole:
            positions.update((name, place) for place, name in enumerate(inspect.signature(function).parameters))
        for item in left[:]:
            note, name, value = item
            if name:
                place = positions.get(name, len(args))
                if name not in kwargs and place >= len(args):
                    continue
                if value:
                    if repr(kwargs[name] if name in kwargs else args[place]).strip("'") != value:
                        continue
                elif _core.executing_eagerly():
                    continue
            with contextlib.suppress(ValueError):  # another thread has said it
                left.remove(item)
            _log(note, name, value)

    # Calls that this package makes say nothing, but for those that TensorFlow's readers of queues make.
    of_queues = notes[0][0].startswith("training.")

    @functools.wraps(function)
    def deprecated(*args: Any, **kwargs: Any) -> Any:
        if left and not (in_graphs and _core.executing_eagerly()):
            caller = sys._getframe(1).f_code.co_filename
            # Converted functions call through this package.
            if of_queues or not caller.startswith(OWN_FILES) or caller.startswith(_CALLING):
                tell(args, kwargs)
        return function(*args, **kwargs)

    if getattr(function, "calls_functions", False):
        deprecated.calls_functions = True  # type: ignore[attr-defined]
    deprecated.is_deprecated = True  # type: ignore[attr-defined]
    return deprecated


def _log(note: Note, argument: str, value: str) -> None:
    from graphwright._src.base.logger import get_logger

    module, name, _, date, use = note
    what = f"{name} (from tensorflow.python.{module})"
    if argument:
        what = f"calling {what} with {argument}{'=' * bool(value)}{value}"
    get_logger().warning(
        "From %s: %s is deprecated and will be removed %s.\nInstructions for updating:\n%s",
        place_of_call(),
        what,
        f"after {date}" if date else "in a future version",
        use,
    )
