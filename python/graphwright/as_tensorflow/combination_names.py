"""Names of `tensorflow.python.distribute.combinations` and `strategy_combinations` that no public namespace has."""

from __future__ import annotations

from typing import Any

from graphwright._src.testing import combinations


def __getattr__(name: str) -> Any:
    return getattr(combinations, name)
