"""The messages that libraries import from `tensorflow.core.…_pb2`."""

from __future__ import annotations

from typing import Any

from graphwright._src.checkpoint import messages as checkpoint_messages
from graphwright._src.messages import graph as graph_messages
from graphwright._src.saved_model import messages as saved_model_messages
from graphwright._src.summary import messages as summary_messages
from graphwright._src.v1 import config_messages

_FILES = (graph_messages, saved_model_messages, checkpoint_messages, config_messages, summary_messages)
_NUMBERS = {name: number for number, name in graph_messages.enum_names().items()}


def __getattr__(name: str) -> Any:
    if name in _NUMBERS:
        return _NUMBERS[name]
    for file in _FILES:
        if hasattr(file, name):
            return getattr(file, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
