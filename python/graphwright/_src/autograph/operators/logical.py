"""`and`, `or`, `not`, `==`, `!=` and `assert`."""

from __future__ import annotations

from graphwright._src.autograph import symbolic
from graphwright._src.autograph.operators import closure_lists, conditional, staging
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.ops import math, math_binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def and_(first: object, *others: Callable[[], Any]) -> Any:
    """`first and ...`; each of the others is evaluated only if it matters."""
    if not others:
        return first
    first = staging.known_truth(first)
    if symbolic.is_staged(first):
        rest = lambda: staging.known_truth(and_(others[0](), *others[1:]))  # noqa: E731
        if closure_lists.places((), *others):
            return conditional.if_exp(first, rest, lambda: first, "and")
        return cond(first, rest, lambda: first)
    return and_(others[0](), *others[1:]) if first else first


def or_(first: object, *others: Callable[[], Any]) -> Any:
    """`first or ...`; each of the others is evaluated only if it matters."""
    if not others:
        return first
    first = staging.known_truth(first)
    if symbolic.is_staged(first):
        rest = lambda: staging.known_truth(or_(others[0](), *others[1:]))  # noqa: E731
        if closure_lists.places((), *others):
            return conditional.if_exp(first, lambda: first, rest, "or")
        return cond(first, lambda: first, rest)
    return first if first else or_(others[0](), *others[1:])


def and_test(first: object, *others: Callable[[], Any]) -> Any:
    """`first and ...` where what is false need not be told apart: what was asked for its truth is not asked again."""
    if not others:
        return first
    first = staging.known_truth(first)
    if symbolic.is_staged(first):
        return and_(first, *others)
    return and_test(others[0](), *others[1:]) if first else False


def or_test(first: object, *others: Callable[[], Any]) -> Any:
    """`first or ...` where what is true need not be told apart."""
    if not others:
        return first
    first = staging.known_truth(first)
    if symbolic.is_staged(first):
        return or_(first, *others)
    return True if first else or_test(others[0](), *others[1:])


def is_known(condition: object) -> bool:
    """Tells whether a condition is true, and no tensor of a graph."""
    return not symbolic.is_staged(condition) and bool(condition)


def not_(operand: object) -> Any:
    """`not operand`."""
    operand = staging.known_truth(operand)
    if symbolic.is_staged(operand):
        return math.logical_not(operand)
    return not operand


def in_(item: object, numbers: tuple[Any, ...] | list[Any]) -> Any:
    """`item in (1, 2)`."""
    if not symbolic.is_staged(item):
        return item in numbers
    return or_(item == numbers[0], *[lambda number=number: item == number for number in numbers[1:]])


def eq(left: object, right: object) -> Any:
    """`left == right`, element by element for tensors."""
    if symbolic.is_tensor(left) or symbolic.is_tensor(right):
        return math_binary.equal(left, right)
    return left == right


def not_eq(left: object, right: object) -> Any:
    """`left != right`, element by element for tensors."""
    if symbolic.is_tensor(left) or symbolic.is_tensor(right):
        return math_binary.not_equal(left, right)
    return left != right


def assert_stmt(condition: Any, message: Callable[[], Any] | None, text: str) -> None:
    """`assert condition, message()`: for a tensor a check that runs with the graph; `text` is the user's line.

    Raises:
      AssertionError: the condition is known and false.
    """
    if not symbolic.is_staged(condition):
        if not condition:
            raise AssertionError(*(() if message is None else (message(),)))
        return
    data = message() if message is not None else text or "assertion failed"
    Assert(condition, list(data) if isinstance(data, (list, tuple)) else [data])
