"""The rules for names of nodes and name scopes."""

from __future__ import annotations

import functools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern


@functools.cache
def name_patterns() -> tuple[Pattern[str], Pattern[str]]:
    """Returns the patterns of an outermost name and of a name within a scope."""
    import re

    return re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$"), re.compile(r"^[A-Za-z0-9_.\\/>-]*$")


def is_valid_name(name: str) -> bool:
    """Tells whether a node can have this name."""
    return name_patterns()[0].match(name) is not None


def input_name(name: str) -> str:
    """Returns a name for the placeholder of what has a name elsewhere, where others are allowed."""
    return name if is_valid_name(name) else "Placeholder"
