"""The text that a notebook shows for a value: its repr, with long containers laid out one item a line."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Collection

_WIDTH = 79
_MAX_ITEMS = 1000


def pretty(value: object, indent: int = 0) -> str:
    """The text for `value`; the first line is taken to start at column `indent`, later lines are indented to match.

    Lists, tuples, sets and dicts stay on one line where they fit into 79 columns and hold no text of several lines.
    Classes show as their qualified name, and Python functions with their signature.
    """
    return _pretty(value, indent, ())


def _pretty(value: object, indent: int, parents: tuple[int, ...]) -> str:
    kind = type(value)
    if id(value) in parents:
        return {list: "[...]", dict: "{...}", tuple: "(...)"}.get(kind, "{...}")
    inside = (*parents, id(value))
    if kind is list:
        return _items("[", "]", value, indent, inside)
    if kind is tuple:
        return _items("(", ",)" if len(value) == 1 else ")", value, indent, inside)
    if kind in (set, frozenset) and value:
        try:
            ordered: Collection = sorted(value)
        except Exception:  # items that cannot be compared stay in the set's own order
            ordered = value
        opening, closing = ("{", "}") if kind is set else ("frozenset({", "})")
        return _items(opening, closing, ordered, indent, inside)
    if kind is dict:
        return _dict(value, indent, inside)
    if isinstance(value, type):
        if type(value).__repr__ is not type.__repr__:
            return _indented(repr(value), indent)
        module = value.__module__
        return value.__qualname__ if module == "builtins" else f"{module}.{value.__qualname__}"
    if inspect.isfunction(value):
        return f"<function {_function_name(value)}>"
    return _indented(repr(value), indent)


def _function_name(function: object) -> str:
    name = function.__qualname__
    if function.__module__ not in (None, "builtins", "exceptions"):
        name = f"{function.__module__}.{name}"
    try:
        return f"{name}{inspect.signature(function)}"
    except (TypeError, ValueError):
        return name


def _indented(text: str, indent: int) -> str:
    return text.replace("\n", "\n" + " " * indent) if indent else text


def _items(opening: str, closing: str, items: Collection, indent: int, parents: tuple[int, ...]) -> str:
    indent += len(opening)
    texts = [_pretty(item, indent, parents) for item in itertools.islice(items, _MAX_ITEMS)]
    return _layout(opening, closing, texts, indent, len(items))


def _dict(value: dict, indent: int, parents: tuple[int, ...]) -> str:
    indent += 1
    texts = []
    for key, item in itertools.islice(value.items(), _MAX_ITEMS):
        head = _pretty(key, indent, parents) + ": "
        texts.append(head + _pretty(item, indent + len(head.rpartition("\n")[2]), parents))
    return _layout("{", "}", texts, indent, len(value))


def _layout(opening: str, closing: str, texts: list[str], indent: int, count: int) -> str:
    if count > _MAX_ITEMS:
        texts.append("...")
    line = ", ".join(texts)
    if "\n" in line or indent + len(line) + len(closing) > _WIDTH:
        line = (",\n" + " " * indent).join(texts)
    return opening + line + closing
