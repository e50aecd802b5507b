"""Tensors that a loop's body or a branch puts into a Python list: out of reach after it. Notes for the error that follows."""

from __future__ import annotations

from graphwright._src.autograph import symbolic
from graphwright._src.autograph.operators import places
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

_ADDING = frozenset(("append", "extend", "insert"))
_MOST_NOTES = 1000

# The name of a tensor -> how it got into which list.
_notes: dict[str, str] = {}


def lists_of(block: Callable[..., Any]) -> list[tuple[list, int, tuple[str, ...], int]]:
    """Returns the lists from outside that a block may add to: the list, its length now, its path in the code, the line."""
    code = getattr(block, "__code__", None)
    if code is None or _ADDING.isdisjoint(code.co_names):
        return []
    found = []
    for path, line in _sites_of(code):
        target = _value_of(block, path)
        if type(target) is list:
            found.append((target, len(target), path, line))
    return found


def note(lists: list[tuple[list, int, tuple[str, ...], int]], block: Callable) -> None:
    """Notes the tensors that the block has put into these lists."""
    for target, length, path, line in lists:
        for leaf in nest.flatten(target[length:]) if len(target) > length else ():
            if not symbolic.is_staged(leaf):
                continue
            if len(_notes) >= _MOST_NOTES:
                _notes.clear()
            place = places.place_of(block.__code__.co_filename, [line])
            _notes[leaf.name] = (
                f"It is in the Python list '{'.'.join(path)}', put there in a loop over tensors or in a branch{place}\n"
                "Python lists do not take part in these: use a tf.TensorArray, or pass "
                "experimental_autograph_options=tf.autograph.experimental.Feature.LISTS to tf.function, which makes a "
                "list of tensors of it."
            )


def note_about(message: str) -> str:
    """Returns what is known of the tensor that is out of scope, as the error's message names it first; or ""."""
    _, _, rest = message.partition("<tf.Tensor '")
    return _notes.get(rest.partition("'")[0], "")


def _sites_of(code: CodeType) -> list[tuple[tuple[str, ...], int]]:
    """Returns the places in a block's code that take a method which adds to a list: the path to the list, and the line."""
    from graphwright._src.autograph import transpile

    global _sites
    if _sites is None:
        _sites = transpile.CodeTable()
    sites = _sites.get(code)
    if sites is None:
        sites = _find_sites(code)
        _sites.set(code, sites)
    return sites


_sites: Any = None


def _find_sites(code: CodeType) -> list[tuple[tuple[str, ...], int]]:
    sites = []
    path: list[str] = []
    for instruction, line in places.instructions_with_lines(code):
        operation = instruction.opname
        if operation.startswith(("LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME")):
            path = [instruction.argval]
        elif operation in ("LOAD_ATTR", "LOAD_METHOD") and path:
            if instruction.argval in _ADDING:
                sites.append((tuple(path), line))
            path.append(instruction.argval)
        elif operation not in ("CACHE", "EXTENDED_ARG"):
            path = []
    return sites


def _value_of(block: Any, path: tuple[str, ...]) -> Any:
    root, *attributes = path
    free = block.__code__.co_freevars
    try:
        value = block.__closure__[free.index(root)].cell_contents if root in free else block.__globals__[root]
        for attribute in attributes:
            value = value.__dict__[attribute]
    except (AttributeError, KeyError, ValueError):
        return None
    return value
