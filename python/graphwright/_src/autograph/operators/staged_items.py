"""Items that a loop in a graph takes one by one, and the place where that is allowed."""

from __future__ import annotations

from graphwright._src.autograph import symbolic
from graphwright._src.base.errors import OperatorNotAllowedInGraphError
from graphwright._src.graph.graph import get_default_graph
from graphwright._src.ops import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor


class StagedItems:
    """Items that a loop in a graph takes one by one.

    The loop carries a list of tensors along: `start()` gives the first one, `advance(own)` the item and the next list,
    `in_range(own)` says whether there is an item. Where `relaxes_shapes` holds, the static shapes of the loop's variables
    become what they have in common over the iterations, otherwise they must stay. Where `draws_anew` holds, what the body
    draws from seeds begins anew with each run of the loop, otherwise it goes on from run to run. Where `runs_to_the_end`
    holds, the option `maximum_iterations` has no effect.
    """

    relaxes_shapes = False
    draws_anew = False
    runs_to_the_end = False

    def start(self) -> list[Any]:
        """Returns the tensors that the loop enters with."""
        raise NotImplementedError

    def advance(self, own: list[Any]) -> tuple[Any, list[Any]]:
        """Returns the item at `own`, and what follows `own`."""
        raise NotImplementedError

    def in_range(self, own: list[Any]) -> Any:
        """Returns a scalar bool: whether there is an item at `own`."""
        raise NotImplementedError

    def after_body(self, own: list[Any], goes_on: Callable[[], Any] | None) -> list[Any]:
        """Returns what `own` is after an iteration; `goes_on` tells whether there is to be another, where that is a
        question.
        """
        return own

    def length(self) -> Any:
        """Returns the number of items, an int or a tensor."""
        raise NotImplementedError

    def __iter__(self) -> Any:
        error = OperatorNotAllowedInGraphError
        raise error(
            "Iterating over a symbolic `tf.Tensor` is not allowed: only a `for` statement can, in a function that "
            "AutoGraph converts"
        )


def graph_being_built() -> Any:
    """Returns the graph that is being built, or the one that stands for there being none."""
    return get_default_graph()


def check_place(graph: object) -> None:
    """Refuses to take an item in a body of a loop or branch from what was made around it in `graph`: while the body is
    traced, Python would move on once, whatever happens when it runs."""
    if graph is not None and graph is not graph_being_built():
        raise OperatorNotAllowedInGraphError(
            "next() of an iterator over a symbolic `tf.Tensor`, made outside of the loop or branch in the graph that calls it, "
            "is not allowed: it would give the same item each time. Iterate with `for`, or index the tensor."
        )


class IndexedItems(StagedItems):
    """Items reached by a position: rows of a tensor, elements of a tensor array."""

    def __init__(self, length: int | Tensor, item: Callable[[Any], Any]) -> None:
        self._length, self._item = length, item
        self._taken = 0  # by next()
        self._graph = graph_being_built() if symbolic.in_graph() else None

    def length(self) -> Any:
        return self._length - self._taken if self._taken else self._length

    def item(self, position: Any) -> Any:
        """Returns the item at a position, a scalar int32 tensor."""
        return self._item(position + self._taken if self._taken else position)

    def __next__(self) -> Any:
        if isinstance(self._length, int) and self._taken >= self._length:
            raise StopIteration
        check_place(self._graph)
        self._taken += 1
        return self._item(array.constant(self._taken - 1))

    def start(self) -> list[Any]:
        return [array.constant(self._taken)]

    def advance(self, own: list[Any]) -> tuple[Any, list[Any]]:
        return self._item(own[0]), own

    def after_body(self, own: list[Any], goes_on: Callable[[], Any] | None) -> list[Any]:
        return [own[0] + 1]

    def in_range(self, own: list[Any]) -> Any:
        return own[0] < self._length
