"""Arguments that tf.compat.v1 takes under an old and a new name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def either(new_name: str, new: Any, old_name: str, old: Any) -> Any:
    """The argument that was given under one of two names, None where neither was.

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


def needed(function: str, **arguments: Any) -> None:
    """Raises for arguments that only seem to be optional, since they may be given under two names.

    Raises:
      ValueError: one of them is None.
    """
    for name, value in arguments.items():
        if value is None:
            raise ValueError(f"{function}: `{name}` must be given")
