"""The short way of eager calls: `@direct("Sum", "tensor axes @keep_dims name")` above a function that calls one op."""

from __future__ import annotations

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])


def direct(op: str | None, words: str) -> Callable[[F], F]:
    """Puts a way without Python in front of a function: from its arguments straight to an op.

    The function stays what counts: it is called while a graph is built, where an argument is not as the words say, and
    where the op finds a mistake. The words, one for each parameter, are explained in cpp/bind/direct_function.cc.

    Args:
      op: the op's name; None where the function only makes a tensor of its argument.
      words: what becomes of the parameters, in their order.

    Raises:
      ValueError: there are not as many words as parameters, or a word is none.
    """

    def decorate(function: F) -> F:
        made = _core.direct_function(function, op, words)
        made.short_way = words  # which other public functions have not
        return made

    return decorate
