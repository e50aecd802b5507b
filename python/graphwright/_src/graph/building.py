"""Building a graph of its own: a function, a branch, the body of a loop, a gradient."""

from __future__ import annotations

import contextlib

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


@contextlib.contextmanager
def building(core: _core.FuncGraph) -> Iterator[Any]:
    """Returns a context whose ops become nodes of a core graph, which it gives.

    >>> with building(_core.FuncGraph("twice")) as graph:
    ...     x = graph.add_input("float32", [], "x")
    ...     graph.set_outputs([x + x])
    >>> [node.type for node in graph.nodes()]
    ['Placeholder', 'AddV2']
    """
    core.push()
    try:
        yield core
    finally:
        core.pop()


@contextlib.contextmanager
def drawing_on(core: _core.FuncGraph) -> Iterator[Any]:
    """As `building` a part of the current graph: what it draws takes the op seeds that come next there."""
    outer = _core.current_graph()
    with building(core):
        inner = _core.current_graph()
        inner.draws_from = outer
        try:
            yield core
        finally:
            inner.draws_from = None
