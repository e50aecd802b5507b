"""Seeds of random ops: the global one, those of graphs, and which ones the next op gets."""

from __future__ import annotations

import random as _python_random

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.devices import op_determinism_enabled
from graphwright._src.graph.graph_parts import core_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_MAX_SEED = 2**31 - 1
DEFAULT_GRAPH_SEED = 87654321  # stands for the global seed where only an op has one
_global_seed: Any = None
_seed_source = _python_random.Random()


@export("random.set_seed", v1="random.set_random_seed set_random_seed")
def set_seed(seed: int | None) -> None:
    """Sets the global seed (tf.random.set_seed): from here on random ops give the same numbers in every run.

    In eager execution each op takes its own seed from a sequence that begins anew with every call of this function. In a
    function each op of the graph has its own seed, and goes on from call to call; called inside a function, this sets the
    seed of the ops that follow in it.

    Args:
      seed: an int, or None for numbers that differ from run to run.

    >>> import graphwright as tf
    >>> tf.random.set_seed(1234)
    >>> tf.random.uniform([1]).numpy()
    array([0.5380393], dtype=float32)
    >>> tf.random.uniform([1]).numpy()
    array([0.3253647], dtype=float32)
    """
    graph = _drawn_graph()
    if graph is None:
        set_global_seed(seed)
    else:
        graph.seed = seed


def set_global_seed(seed: int | None) -> None:
    """Sets the seed of eager ops, within a graph, too."""
    global _global_seed, _seed_source
    _global_seed = seed
    try:
        _seed_source = _python_random.Random(seed)
    except TypeError:
        import numpy as np  # whose scalars Python does not take

        _seed_source = _python_random.Random(int(np.asarray(seed)))
    _core.forget_random_positions()


def global_seed() -> int | None:
    """Returns the seed of eager ops; None where there is none."""
    return _global_seed


def internal_operation_seed() -> int:
    """Returns the next eager op's own seed, which is thereby taken."""
    return _seed_source.randint(0, _MAX_SEED)


def _drawn_graph() -> Any:
    """Returns the graph whose seeds the next random op takes, or None for an eager one."""
    graph = _core.current_graph()
    while graph is not None and graph.building_function and graph.draws_from is not None:
        graph = graph.draws_from
    return graph


def _truncated(seed: Any) -> int:
    return int(seed % _MAX_SEED)


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """Returns the two seeds of the next random op, whose own seed argument is `op_seed`; (None, None) for random ones.

    Raises:
      RuntimeError: there is no seed at all, and `tf.config.experimental.enable_op_determinism` was called.
    """
    graph = _drawn_graph()
    seed = _global_seed if graph is None else graph.seed
    if seed is None:
        if op_seed is not None:
            return DEFAULT_GRAPH_SEED, _truncated(op_seed)
        if op_determinism_enabled():
            raise RuntimeError(
                "Random ops need a seed when op determinism is enabled, but there is none: give the op one, or call "
                "tf.random.set_seed first."
            )
        return None, None
    if op_seed is None:
        if graph is None:
            op_seed = internal_operation_seed()
        else:
            op_seed = core_of(graph).seed_counter
            core_of(graph).seed_counter += 1
    seeds = _truncated(seed), _truncated(op_seed)
    return (0, _MAX_SEED) if seeds == (0, 0) else seeds


def require_own_seed(function: str, seeded: object, wanted: str) -> None:
    """Raises ValueError if op determinism is enabled and a function that only knows its own seeds was not given them."""
    if not seeded and op_determinism_enabled():
        raise ValueError(f"{function} needs {wanted} when op determinism is enabled.")
