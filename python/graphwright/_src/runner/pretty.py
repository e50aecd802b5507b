"""The text that a notebook shows for a value: its repr, with long containers laid out one item a line."""

from __future__ import annotations

import inspect
import itertools
import types
from collections.abc import Collection, ItemsView
from typing import Any

_WIDTH = 79
_MAX_ITEMS = 1000


def pretty(value: object) -> str:
    """Returns the text for `value`, as IPython lays it out.

    Lists, tuples, sets and dicts stay on one line where they fit into 79 columns and hold no text of several lines.
    Classes show as their qualified name, and functions with their signature.
    """
    return _pretty(value, 0, 0, ())


def _pretty(value: object, column: int, indent: int, parents: tuple[int, ...]) -> str:
    """Returns the text for `value` whose first line starts at `column`; further lines are indented by `indent`."""
    if id(value) in parents:
        return {list: "[...]", tuple: "(...)"}.get(type(value), "{...}")
    brackets = _brackets(value)
    if brackets is not None:
        items = value.items() if isinstance(value, dict) else _in_order(value)
        inside = (*parents, id(value))
        line = _one_line(brackets, items, inside)
        if "\n" not in line and column + len(line) <= _WIDTH:
            return line
        return _line_by_line(brackets, items, column, indent, inside)
    text = _leaf(value)
    return text.replace("\n", "\n" + " " * indent) if indent else text


def _brackets(value: object) -> tuple[str, str] | None:
    """Returns what stands around the items of `value`, or None where it has none, or a repr of its own."""
    kind = type(value)
    if kind is list:
        return "[", "]"
    if isinstance(value, tuple) and kind is tuple:
        return "(", ",)" if len(value) == 1 else ")"
    if kind is dict:
        return "{", "}"
    if kind is set and value:
        return "{", "}"
    if kind is frozenset and value:
        return "frozenset({", "})"
    return None


def _in_order(value: Any) -> Collection:
    """Returns the items of a container; those of a set are sorted where they can be compared."""
    if isinstance(value, (set, frozenset)):
        try:
            return sorted(value)
        except Exception:  # the items' own comparison, which may raise anything
            return value
    return value


def _one_line(brackets: tuple[str, str], items: Collection, parents: tuple[int, ...]) -> str:
    def text(item: object) -> str:
        return _pretty(item, -(10**9), 0, parents)  # so far to the left that nothing is too wide

    if isinstance(items, ItemsView):
        texts = [f"{text(key)}: {text(item)}" for key, item in itertools.islice(items, _MAX_ITEMS)]
    else:
        texts = [text(item) for item in itertools.islice(items, _MAX_ITEMS)]
    if len(items) > _MAX_ITEMS:
        texts.append("...")
    return brackets[0] + ", ".join(texts) + brackets[1]


def _line_by_line(
    brackets: tuple[str, str], items: Collection, column: int, indent: int, parents: tuple[int, ...]
) -> str:
    column += len(brackets[0])
    indent += len(brackets[0])
    texts = []
    for item in itertools.islice(items, _MAX_ITEMS):
        head = ""
        if isinstance(items, ItemsView):
            key, item = item
            head = _pretty(key, column, indent, parents) + ": "
            before, _, last = head.rpartition("\n")
            column = len(last) if before else column + len(last)
        texts.append(head + _pretty(item, column, indent, parents))
        column = indent
    if len(items) > _MAX_ITEMS:
        texts.append("...")
    return brackets[0] + (",\n" + " " * indent).join(texts) + brackets[1]


def _leaf(value: object) -> str:
    if isinstance(value, type):
        if type(value).__repr__ is not type.__repr__:
            return repr(value)
        module = value.__module__
        return value.__qualname__ if module == "builtins" else f"{module}.{value.__qualname__}"
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType)):
        return f"<function {_function_name(value)}>"
    return repr(value)


def _function_name(function: types.FunctionType | types.BuiltinFunctionType) -> str:
    name = function.__qualname__
    if function.__module__ not in (None, "builtins"):
        name = f"{function.__module__}.{name}"
    try:
        return f"{name}{inspect.signature(function)}"
    except (
        TypeError,
        ValueError,
        NameError,
    ):  # the last from annotations, which Python 3.14 evaluates when they are asked for
        return name
