"""The strategy in effect, and contexts that tell whether the running code is one of its replicas or stands above them."""

from __future__ import annotations

import contextlib
import functools
import threading
from typing import Any, NamedTuple

from graphwright import _core
from graphwright._src.base.conversion_status import control_status_ctx
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late_file
from graphwright._src.ops.array import constant
from graphwright._src.tensor import dtypes, nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from graphwright._src.distribute.reductions import ReduceOp
    from graphwright._src.distribute.strategies import Strategy

strategies = late_file("distribute.strategies")


class Context(NamedTuple):
    """A strategy in effect; `replica` is None above the replicas.

    `copy` is the number of the copies of variables that are meant; -1 where all of them are.
    """

    strategy: Strategy
    replica: ReplicaContext | None
    copy: int = -1

    @property
    def traces(self) -> int:
        """The number of the set of traces that functions have there: 0 for the usual ones."""
        return 2 * (self.copy + 1) + (self.replica is None)


class _Contexts(threading.local):
    """The contexts that each thread has entered, innermost last."""

    def __init__(self) -> None:
        self.stack: list[Context] = []


_contexts = _Contexts()


def _enter(context: Context) -> None:
    _contexts.stack.append(context)
    _tell_core()


def _leave() -> None:
    _contexts.stack.pop()
    _tell_core()


def _tell_core() -> None:
    context = _contexts.stack[-1] if _contexts.stack else None
    _core.set_cache_context(-1 if context is None else context.traces)
    copy = -1 if context is None else context.copy
    _core.set_replica(copy)
    _core.set_random_place(copy)


def stack() -> list[Context]:
    """Returns the contexts that this thread has entered, innermost last."""
    return _contexts.stack


def current_copy() -> int:
    """Returns the number of the copies of variables that the running code means; -1 where it means all of them."""
    return _current().copy


_set_for_all: Context | None = None  # by experimental_set_strategy


def _current() -> Context:
    if _contexts.stack:
        return _contexts.stack[-1]
    return _set_for_all or _default_context()


@functools.cache
def _default_context() -> Context:
    strategy = strategies.DefaultStrategy()
    return Context(strategy, _DefaultReplicaContext(strategy, 0))


@contextlib.contextmanager
def entered(strategy: Strategy, copy: int = -1) -> Iterator[None]:
    """Puts a strategy into effect for this thread, above its replicas; a `ReplicaContext` is entered itself.

    Args:
      strategy: the strategy.
      copy: of which replica's copies of variables the code is to change; -1 for those of all.
    """
    _enter(Context(strategy, None, copy))
    try:
        yield
    finally:
        _leave()


@export("distribute.get_strategy")
def get_strategy() -> Strategy:
    """Returns the strategy in effect, which is one of a single replica where none was entered (tf.distribute.get_strategy).

    >>> import graphwright as tf
    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return _current().strategy


@export("distribute.has_strategy")
def has_strategy() -> bool:
    """Tells whether another strategy than the default one is in effect (tf.distribute.has_strategy).

    >>> import graphwright as tf
    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     print(tf.distribute.has_strategy())
    True
    """
    return get_strategy() is not get_default_strategy()


@export("distribute.get_replica_context")
def get_replica_context() -> ReplicaContext | None:
    """Returns the replica that the running code is, or None above the replicas (tf.distribute.get_replica_context).

    >>> import graphwright as tf
    >>> tf.distribute.get_replica_context().replica_id_in_sync_group
    0
    """
    return _current().replica


@export("distribute.in_cross_replica_context")
def in_cross_replica_context() -> bool:
    """Tells whether the running code stands above the replicas (tf.distribute.in_cross_replica_context)."""
    return _current().replica is None


@export("distribute.experimental_set_strategy")
def experimental_set_strategy(strategy: Strategy | None) -> None:
    """Puts a strategy into effect for the rest of the program (tf.distribute.experimental_set_strategy).

    Args:
      strategy: the strategy; None for the default one.

    Raises:
      RuntimeError: called in a strategy's scope.
    """
    global _set_for_all
    if _contexts.stack:
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    _set_for_all = None if strategy in (None, get_default_strategy()) else Context(strategy, None)
    _core.set_default_cache_context(_set_for_all is not None)


def get_default_strategy() -> Strategy:
    """Returns the strategy where none was entered."""
    return _default_context().strategy


def default_replica() -> ReplicaContext:
    """Returns the only replica of that strategy, a context to be entered."""
    return _default_context().replica  # type: ignore[return-value]  # that context has one


def converted(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a user's function as the code that hands it over is converted."""
    from graphwright._src.autograph import api

    return api.tf_convert(fn, control_status_ctx(), convert_by_default=False)


def require_cross_replica(strategy: Strategy) -> None:
    """Raises where a replica of this strategy runs: some methods are only for the code above the replicas."""
    current = _current()
    if current.replica is not None and current.strategy is strategy is not get_default_strategy():
        raise RuntimeError("Method requires being in cross-replica context, use get_replica_context().merge_call()")


@export("distribute.ReplicaContext")
class ReplicaContext:
    """The context of a replica: its number, and its communication with the others (tf.distribute.ReplicaContext).

    Args:
      strategy: whose replica it is.
      replica_id_in_sync_group: its number among the replicas.

    >>> import graphwright as tf
    >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    >>> strategy.run(lambda x: tf.distribute.get_replica_context().all_reduce("SUM", x), args=(tf.constant(2.0),))
    <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
    """

    def __init__(self, strategy: Strategy, replica_id_in_sync_group: int) -> None:
        self._strategy = strategy
        self._replica_id_in_sync_group = replica_id_in_sync_group

    @property
    def strategy(self) -> Strategy:
        """The strategy whose replica this is."""
        return self._strategy

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The replica's number, from 0, as a scalar int32 tensor; a plain 0 where no strategy was entered."""
        number = self._replica_id_in_sync_group
        if isinstance(number, _core.Tensor):
            return number
        return constant(number, dtypes.int32, name="replica_id_in_sync_group")

    @property
    def devices(self) -> Any:
        """The names of the replica's devices: a tuple, or a list of lists where there can be several replicas."""
        name = self._strategy.extended.worker_devices[self._replica_id_in_sync_group]
        return [[name]] if self._strategy._nests_devices else (name,)

    # Which copies of variables the replica's code sees; with one replica there are none.
    _copy = -1

    def __enter__(self) -> None:
        _enter(Context(self._strategy, self, self._copy))

    def __exit__(self, *error: object) -> None:
        _leave()

    def merge_call(
        self, merge_fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Calls `merge_fn(strategy, *args, **kwargs)` above the replicas, once for all of them.

        Args:
          merge_fn: the function.
          args: its arguments, of which each replica gives its own.
          kwargs: the same by name.
        """
        merge_fn = converted(merge_fn)
        with entered(self._strategy):
            return merge_fn(self._strategy, *args, **(kwargs or {}))

    def all_reduce(self, reduce_op: ReduceOp | str, value: object, options: object = None) -> Any:
        """Returns the replicas' values added up or averaged, for each of them.

        Args:
          reduce_op: a `tf.distribute.ReduceOp`, or its name.
          value: a structure of tensors, of the same shapes on every replica.
          options: has no effect on one machine.

        Raises:
          ValueError: `reduce_op` is neither.
        """
        from graphwright._src.distribute.reductions import reduce_op_of

        reduce_op_of(reduce_op)
        return nest.map_structure(_own, value)

    def all_gather(self, value: object, axis: int, options: object = None) -> Any:
        """Returns the replicas' values one after another along an axis, for each of them.

        Args:
          value: a structure of tensors; their shapes may differ along `axis`.
          axis: the axis.
          options: has no effect on one machine.
        """
        return nest.map_structure(_own, value)


class _DefaultReplicaContext(ReplicaContext):
    """The program itself, where no strategy was entered."""

    @property
    def replica_id_in_sync_group(self) -> int:
        return 0


def _own(value: object) -> Any:
    """Returns a tensor of the value, which may be IndexedSlices: that of the only replica is that of all."""
    from graphwright._src.tensor.indexed_slices import IndexedSlices

    return value if isinstance(value, IndexedSlices) else _core.op("Identity")(value)
