"""Classes of data sets that `tensorflow.python.data.ops.…` has."""

from __future__ import annotations

import importlib
from typing import Any

_FILES = ("transformations", "batching", "combinations", "sources")


def __getattr__(name: str) -> Any:
    if name.endswith("Dataset"):
        for file in _FILES:
            module = importlib.import_module(f"graphwright._src.data.{file}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
