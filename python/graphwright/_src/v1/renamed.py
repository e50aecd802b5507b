"""Arguments that tf.compat.v1 takes under an old and a new name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


def either(new_name: str, new: T | None, old_name: str, old: T | None) -> T | None:
    """Returns the argument that was given under one of two names, None where neither was.

    Raises:
      ValueError: both were given.

    >>> either("axis", None, "dim", 1)
    1
    """
    if old is None:
        return new
    if new is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old


def needed(function: str, name: str, value: T | None) -> T:
    """Returns an argument that only seems to be optional, since it may be given under two names, or follows one that may be.

    Raises:
      ValueError: it is None.
    """
    if value is None:
        raise ValueError(f"{function}: `{name}` must be given")
    return value
