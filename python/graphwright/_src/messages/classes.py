"""The classes of all messages, and the enums, by name: `from graphwright._src.messages.classes import GraphDef`."""

from __future__ import annotations

from graphwright._src.messages import protos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    try:
        found = protos.message_or_enum(name)
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name) from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return protos.names()
