"""Stances: whether calls of functions may trace anew, or run their Python bodies."""

from __future__ import annotations

import threading
import weakref

from graphwright import _core
from graphwright._src.base.errors import FailedPreconditionError
from graphwright._src.base.export import export
from graphwright._src.base.forking import free_after_fork
from graphwright._src.function import retracing
from graphwright._src.function.polymorphic import history_of, is_bound, methods_bound_from, run_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.function.polymorphic import Function
    from graphwright._src.function.signature import FunctionType

STANCES = ("default", "eager", "fail_on_retrace")

# How the core treats calls of one function: as all others, always by its Python body, or as if there were no stance of all.
_AS_ALL, _EAGER, _BY_ITSELF = 0, 1, 2

_lock = free_after_fork(threading.RLock())


@export("errors.RetraceError", v1="")
class RetraceError(FailedPreconditionError, RuntimeError):
    """A call needed a new trace of a function that has one, while the stance "fail_on_retrace" was in force.

    >>> import graphwright as tf
    >>> f = tf.function(lambda step: step + 1)
    >>> f(3).numpy()
    np.int32(4)
    >>> with tf.set_stance("fail_on_retrace"):
    ...     f(4)
    Traceback (most recent call last):
    ...
    graphwright.errors.RetraceError: <lambda> would be traced again, ... argument 'step': 3, then 4: pass a tensor to avoid ...
    """

    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None:
        super().__init__(node_def, op, message, *args)


RetraceError.__module__ = "graphwright.errors"


class _Holder:
    """A stance, and those that `with` statements put over it: the one that was opened last holds."""

    def __init__(self, base: str | None) -> None:
        self.entries: list[list[str | None]] = [[base]]

    @property
    def stance(self) -> str | None:
        return self.entries[-1][0]

    def changed(self) -> None:
        raise NotImplementedError


class _OfAll(_Holder):
    """The stance of all functions that have none of their own."""

    def __init__(self) -> None:
        super().__init__("default")

    def changed(self) -> None:
        _core.set_every_function_eager(self.stance == "eager")
        _watch()


class _OfFunction(_Holder):
    """The stance of one function, and of those that are bound from it."""

    def __init__(self, function: Function) -> None:
        super().__init__(None)
        self.functions = weakref.WeakSet((function,))

    def changed(self) -> None:
        _watch()
        for function in list(self.functions):
            run_as(function, self._mode())

    def adopt(self, function: Function) -> None:
        """Lets the stance hold for a function that was bound to an object."""
        with _lock:
            self.functions.add(function)
            function._stances = self
            run_as(function, self._mode())

    def _mode(self) -> int:
        if self.stance is None:
            return _AS_ALL
        return _EAGER if self.stance == "eager" else _BY_ITSELF


_of_all = _OfAll()


def _watch() -> None:
    # From the first stance on, every new trace is asked about; calls that find their trace are not.
    retracing.guard = _check


def _stance_of(function: Function) -> str | None:
    own = function._stances
    return _of_all.stance if own is None or own.stance is None else own.stance


def _check(function: Function, function_type: FunctionType) -> None:
    """Raises RetraceError where a function that has been traced must not be traced for this type."""
    if _stance_of(function) != "fail_on_retrace":
        return
    found = history_of(function).nearest(function_type)
    why = "; ".join(f"{difference}: {difference.advice()}" for difference in found)
    if not why:
        why = "It was traced for equal arguments before, and that trace was dropped"
    raise RetraceError(
        None,
        None,
        f'{function.name} would be traced again, which the stance "fail_on_retrace" forbids (it has been traced '
        f"{function.experimental_get_tracing_count()} times). {why}.",
    )


class Stance:
    """The result of `set_stance`: the stance is in force already; in a `with` statement it ends with that."""

    def __init__(self, holder: _Holder, stance: str | None) -> None:
        self._holder = holder
        self._stance = stance
        self._opened: list[list[str | None]] = []
        with _lock:
            self._changed = holder.entries[-1]
            self._previous = self._changed[0]
            self._changed[0] = stance
            holder.changed()

    def __enter__(self) -> Stance:
        with _lock:
            # Not a lasting change after all, but one for the statement.
            changed, self._changed = self._changed, []
            if changed and changed[0] == self._stance:
                changed[0] = self._previous
            entry = [self._stance]
            self._opened.append(entry)
            self._holder.entries.append(entry)
            self._holder.changed()
        return self

    def __exit__(self, *exc_info: object) -> None:
        with _lock:
            entry = self._opened.pop()
            # By identity: other threads may have opened and closed others in between.
            self._holder.entries = [other for other in self._holder.entries if other is not entry]
            self._holder.changed()

    def __repr__(self) -> str:
        return f"<Stance {self._stance!r}>"


@export("set_stance", v1="")
def set_stance(stance: str) -> Stance:
    """Says what calls of a `tf.function` do, in all threads, at once and from now on.

    A function may have a stance of its own (`f.set_stance`), which goes before this one.

    Args:
      stance: "default": calls run the trace for their arguments, which is made where there is none; "eager": they run the Python
        function, as with `tf.config.run_functions_eagerly(True)`; "fail_on_retrace": as "default", but a call that needs a new
        trace of a function that has been traced before raises `tf.errors.RetraceError`, which tells the argument and the
        difference. First traces are allowed, and so are those that `get_concrete_function` makes.

    Returns:
      A context manager: used in a `with` statement, what held before holds again after it.

    Raises:
      ValueError: there is no such stance.

    >>> import graphwright as tf
    >>> f = tf.function(lambda x: tf.executing_eagerly())
    >>> with tf.set_stance("eager"):
    ...     f(1)
    True
    >>> tf.get_stance()
    'default'
    """
    if stance not in STANCES:
        raise ValueError(f"set_stance takes one of {', '.join(map(repr, STANCES))}, got {stance!r}")
    return Stance(_of_all, stance)


@export("get_stance", v1="")
def get_stance() -> str:
    """Returns the stance that `set_stance` put in force."""
    return _of_all.stance or "default"


def set_function_stance(function: Function, stance: str | None) -> Stance:
    """Returns what `Function.set_stance` does. Raises ValueError where there is no such stance."""
    if stance is not None and stance not in STANCES:
        raise ValueError(f"set_stance takes None or one of {', '.join(map(repr, STANCES))}, got {stance!r}")
    with _lock:
        holder = function._stances
        if holder is None or is_bound(function):
            holder = _own_holder(function)
        return Stance(holder, stance)


def _own_holder(function: Function) -> _OfFunction:
    inherited = function._stances
    if inherited is not None and getattr(inherited, "owner", lambda: None)() is function:
        return inherited
    holder = _OfFunction(function)
    holder.owner = weakref.ref(function)  # type: ignore[attr-defined]
    if inherited is not None:
        # From now on the object's method goes its own way, from where it is.
        inherited.functions.discard(function)
        holder.entries[0][0] = inherited.stance
    function._stances = holder
    for bound in methods_bound_from(function):
        if bound._stances is None:
            holder.adopt(bound)
    return holder
