"""Messages from bytes and texts, and as texts; what is damaged is a ValueError."""

from __future__ import annotations

from google.protobuf import text_format
from google.protobuf.message import DecodeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from google.protobuf.message import Message


def from_bytes(kind: Any, data: bytes) -> Any:
    """Returns the message of a class that these bytes are. Raises ValueError where they are none."""
    try:
        return kind.FromString(data)
    except DecodeError as error:
        raise ValueError(str(error)) from None


def from_text(kind: Any, text: str) -> Any:
    """Returns the message of a class that a text is. Raises ValueError where it is none."""
    try:
        return text_format.Merge(text, kind())  # of what stands twice the last one counts
    except text_format.ParseError as error:
        raise ValueError(str(error)) from None


def to_text(message: Message) -> str:
    """Returns the text of a message, as files such as saved_model.pbtxt have it."""
    return text_format.MessageToString(message)
