"""The creation of variables: the functions of `tf.variable_creator_scope`, and the modes of a variable's copies."""

from __future__ import annotations

import contextlib
import enum
import threading

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


@export("VariableSynchronization")
class VariableSynchronization(enum.Enum):
    """The times to bring together copies of a variable on several replicas (tf.VariableSynchronization)."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class _Aggregation(enum.Enum):
    """A base class of both versions' enums of modes: members are equal where the modes are."""

    def __eq__(self, other: object) -> bool:
        names = ("VariableAggregation", "VariableAggregationV2")
        return self is other or type(other).__name__ in names and int(other.value) == self.value  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(self.value)


@export("compat.v1.VariableAggregation")
class VariableAggregation(_Aggregation):
    """The ways to bring together copies of a variable on several replicas (tf.compat.v1.VariableAggregation).

    It is also the class of a variable's mode where none was given.
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


@export("VariableAggregation", v1="")
class VariableAggregationV2(_Aggregation):
    """The ways to bring together copies of a variable on several replicas (tf.VariableAggregation)."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class _Creators(threading.local):
    """The functions of `tf.variable_creator_scope`, outermost first, of each thread."""

    def __init__(self) -> None:
        self.stack: list[Callable[..., Any]] = []


_creators = _Creators()


def creator_stack() -> list[Callable[..., Any]]:
    """This thread's variable creators, outermost first; the last one sees a call of `tf.Variable` first."""
    return _creators.stack


def creators_of_scopes() -> tuple[Callable[..., Any], ...]:
    """This thread's variable creators, without those by which functions that are being traced note their variables."""
    return tuple(each for each in _creators.stack if not hasattr(getattr(each, "__self__", None), "created"))


@export("variable_creator_scope", v1="")
@contextlib.contextmanager
def variable_creator_scope(variable_creator: Callable[..., Any]) -> Iterator[None]:
    """Lets a function take part in the creation of variables (tf.variable_creator_scope).

    Args:
      variable_creator: called as `variable_creator(next_creator, **kwargs)` with the arguments of `tf.Variable`; what it
        returns is what `tf.Variable` returns, usually `next_creator(**kwargs)`. Inner scopes are called first.

    >>> import graphwright as tf
    >>> def frozen(next_creator, **kwargs):
    ...     kwargs["trainable"] = False
    ...     return next_creator(**kwargs)
    >>> with tf.variable_creator_scope(frozen):
    ...     v = tf.Variable(1.0)
    >>> v.trainable
    False
    """
    stack = _creators.stack
    stack.append(variable_creator)
    try:
        yield
    finally:
        stack.remove(variable_creator)


def check_modes(
    synchronization: object, aggregation: object, trainable: bool | None, name: str | None
) -> tuple[VariableSynchronization, _Aggregation, bool]:
    """Returns the modes as enum members, and whether the variable is trainable. Raises ValueError for unknown modes."""
    if aggregation is None:
        aggregation = VariableAggregation.NONE
    elif not isinstance(aggregation, _Aggregation):
        try:
            aggregation = VariableAggregation(aggregation)
        except ValueError:
            raise ValueError(f"Invalid variable aggregation mode: {aggregation} for variable: {name}") from None
    if synchronization is None:
        synchronization = VariableSynchronization.AUTO
    elif not isinstance(synchronization, VariableSynchronization):
        try:
            synchronization = VariableSynchronization(synchronization)
        except ValueError:
            raise ValueError(f"Invalid variable synchronization mode: {synchronization} for variable: {name}") from None
    if trainable is None:
        trainable = synchronization is not VariableSynchronization.ON_READ
    return synchronization, aggregation, trainable
