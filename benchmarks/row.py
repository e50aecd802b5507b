"""A row of measurements: what it measures, its goal, and how to build the timed call for a peer. The rows are in rows_*.py.

A row's builder gets the peer's module and returns a function without arguments, or None where the peer has no such thing.
`goal` is seconds on the machine that the goals were set on, None where only the ratio to the peers counts; `per` divides
the time of one call (ops or iterations in it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

US = 1e-6


@dataclass
class Row:
    """One line of the table."""

    group: str
    name: str
    goal: float | None
    ratio: float | None
    build: Callable[[str, Any], Callable[[], object] | None]
    per: int = 1


ROWS: list[Row] = []
SQUARE = np.arange(100, dtype=np.float32).reshape(10, 10) / 100


def row(group: str, name: str, goal_us: float | None, ratio: float | None = None, per: int = 1) -> Callable:
    """Adds the decorated builder as a row."""

    def add(build: Callable) -> Callable:
        ROWS.append(Row(group, name, None if goal_us is None else goal_us * US, ratio, build, per))
        return build

    return add


def is_tf(peer: str) -> bool:
    return peer in ("graphwright", "tensorflow", "xla")


class WithXla:
    """TensorFlow whose functions are compiled by XLA."""

    def __init__(self, tensorflow: Any) -> None:
        self._tensorflow = tensorflow

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tensorflow, name)

    def function(self, f: Callable, jit_compile: bool = True) -> Callable:
        return self._tensorflow.function(f, jit_compile=jit_compile)


def array_of(peer: str, module: Any, value: Any, dtype: str = "float32") -> Any:
    if is_tf(peer):
        return module.constant(value, dtype)
    if peer == "torch":
        return module.tensor(value, dtype=getattr(module, dtype))
    if peer == "jax":
        return module.numpy.asarray(value, dtype="int32" if dtype == "int64" else dtype)  # it has no other by default
    return np.asarray(value, dtype=dtype)


def compiled(peer: str, m: Any, f: Callable, jit: bool = False) -> Callable | None:
    """`f` as the peer compiles it; `jit` asks for machine code where that is not the only way."""
    if is_tf(peer):
        return m.function(f, jit_compile=True) if jit else m.function(f)
    if peer == "jax":
        return m.jit(f)
    if peer == "torch":
        return m.compile(f)
    return None


def call_of(peer: str, m: Any, f: Callable, *args: Any, jit: bool = False) -> Callable | None:
    function = compiled(peer, m, f, jit)
    if function is None:
        return None
    if peer == "jax":
        import jax

        return lambda: jax.block_until_ready(function(*args))
    return lambda: function(*args)
