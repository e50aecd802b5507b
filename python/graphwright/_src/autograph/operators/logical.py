"""`and`, `or`, `not`, `==`, `!=` and `assert`."""

from __future__ import annotations

from graphwright._src.autograph import backend
from graphwright._src.autograph.operators import closure_lists, conditional, staging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def and_(first: Any, *others: Callable[[], Any]) -> Any:
    """`first and ...`; each of the others is evaluated only if it matters."""
    if not others:
        return first
    first = staging.known_truth(first)
    if backend.current.is_staged(first):
        rest = lambda: staging.known_truth(and_(others[0](), *others[1:]))  # noqa: E731
        if closure_lists.places((), *others):
            return conditional.if_exp(first, rest, lambda: first, "and")
        return backend.current.library.cond(first, rest, lambda: first)
    return and_(others[0](), *others[1:]) if first else first


def or_(first: Any, *others: Callable[[], Any]) -> Any:
    """`first or ...`; each of the others is evaluated only if it matters."""
    if not others:
        return first
    first = staging.known_truth(first)
    if backend.current.is_staged(first):
        rest = lambda: staging.known_truth(or_(others[0](), *others[1:]))  # noqa: E731
        if closure_lists.places((), *others):
            return conditional.if_exp(first, lambda: first, rest, "or")
        return backend.current.library.cond(first, lambda: first, rest)
    return first if first else or_(others[0](), *others[1:])


def and_test(first: Any, *others: Callable[[], Any]) -> Any:
    """`first and ...` where what is false need not be told apart: what was asked for its truth is not asked again."""
    if not others:
        return first
    first = staging.known_truth(first)
    if backend.current.is_staged(first):
        return and_(first, *others)
    return and_test(others[0](), *others[1:]) if first else False


def or_test(first: Any, *others: Callable[[], Any]) -> Any:
    """`first or ...` where what is true need not be told apart."""
    if not others:
        return first
    first = staging.known_truth(first)
    if backend.current.is_staged(first):
        return or_(first, *others)
    return True if first else or_test(others[0](), *others[1:])


def is_known(condition: Any) -> bool:
    """Tells whether a condition is true, and no tensor of a graph."""
    return not backend.current.is_staged(condition) and bool(condition)


def not_(operand: Any) -> Any:
    """`not operand`."""
    operand = staging.known_truth(operand)
    if backend.current.is_staged(operand):
        return backend.current.library.logical_not(operand)
    return not operand


def in_(item: Any, numbers: tuple[Any, ...] | list[Any]) -> Any:
    """`item in (1, 2)`."""
    if not backend.current.is_staged(item):
        return item in numbers
    return or_(item == numbers[0], *[lambda number=number: item == number for number in numbers[1:]])


def eq(left: Any, right: Any) -> Any:
    """`left == right`, element by element for tensors."""
    if backend.current.is_tensor(left) or backend.current.is_tensor(right):
        return backend.current.library.equal(left, right)
    return left == right


def not_eq(left: Any, right: Any) -> Any:
    """`left != right`, element by element for tensors."""
    if backend.current.is_tensor(left) or backend.current.is_tensor(right):
        return backend.current.library.not_equal(left, right)
    return left != right


def assert_stmt(condition: Any, message: Callable[[], Any] | None, text: str) -> None:
    """`assert condition, message()`: for a tensor a check that runs with the graph; `text` is the user's line.

    Raises:
      AssertionError: the condition is known and false.
    """
    if not backend.current.is_staged(condition):
        if not condition:
            raise AssertionError(*(() if message is None else (message(),)))
        return
    data = message() if message is not None else text or "assertion failed"
    library = backend.current.library
    library.debugging.Assert(condition, list(data) if isinstance(data, (list, tuple)) else [data])
