"""Runs a function on each of several replicas, one after another from one meeting point to the next.

The first replica runs in the calling thread, each of the others in a thread of its own; only one of them runs at a time.
A replica that calls `merge_call` waits there: the first one lets the others come as far, does what is done for all of them,
and goes on. Their threads work on the graph of the call, where there is one.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import threading
from typing import Any

from graphwright import _core
from graphwright._src.distribute import contexts
from graphwright._src.distribute.contexts import ReplicaContext
from graphwright._src.distribute.reductions import ReduceOp, reduce_op_of, together
from graphwright._src.distribute.values import grouped, regrouped, selected
from graphwright._src.gradients.custom_gradient import Stopped
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.scopes import name_scope
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import shape
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat
from graphwright._src.state.variable_creation import creator_stack
from graphwright._src.tensor import nest
from graphwright._src.tensor.filling import zeros_like
from graphwright._src.tensor.indexed_slices import IndexedSlices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from graphwright._src.distribute.mirrored import MirroredStrategy


def run_on_each(
    strategy: MirroredStrategy, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """Returns what the replicas return, as one structure.

    Raises:
      RuntimeError: they do not meet at the same calls of `merge_call`.
    """
    group = _Group(strategy)
    followers = [
        _Follower(group, number, fn, selected(number, args), selected(number, kwargs))
        for number in range(1, strategy.num_replicas_in_sync)
    ]
    group.followers = followers
    try:
        with group.scope(), OneOfMany(strategy, 0, group):
            first = fn(*selected(0, args), **selected(0, kwargs))
        for follower in followers:
            follower.resume()
            if follower.merge is not None:
                raise RuntimeError(
                    "Some replicas called replica_context().merge_call() while others did not: all must call it equally "
                    "often"
                )
    finally:
        group.graph = None  # gradients of what the replicas made refer to the group
        group.ended = True
        for follower in followers:
            follower.abandon()
    found = regrouped([first, *(follower.taken() for follower in followers)])
    return found if _core.executing_eagerly() else nest.map_structure(grouped, found)


class _Group:
    """The replicas of one call."""

    def __init__(self, strategy: MirroredStrategy) -> None:
        self.strategy = strategy
        self.graph = _core.current_graph()
        self.ended = False
        self.followers: list[_Follower] = []
        self.variables: list[Any] = []  # those that the first replica made, which the others are given

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """Returns the scope in which a replica runs, but for its context."""
        with contextlib.ExitStack() as stack:
            stack.enter_context(self.strategy._creating())
            stack.enter_context(self.strategy._on_device())
            yield

    def merge(self, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Lets the others come to their `merge_call`, and calls the first replica's function with what all of them gave."""
        for follower in self.followers:
            follower.resume()
            if follower.merge is None:
                raise RuntimeError(
                    "Some replicas called replica_context().merge_call() while others did not: all must call it equally "
                    "often"
                )
        every = [(args, kwargs), *(follower.merge for follower in self.followers)]
        with contexts.entered(self.strategy), Stopped():
            result = fn(
                self.strategy, *regrouped([tuple(each[0]) for each in every]), **regrouped([each[1] for each in every])
            )
        for number, follower in enumerate(self.followers, 1):
            follower.answer = selected(number, result)
        return selected(0, result)


class _Abandoned(BaseException):
    """Ends the thread of a replica of whose call nobody wants the result."""


class _Follower:
    """A replica other than the first one."""

    def __init__(
        self, group: _Group, number: int, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        self.group = group
        self.number = number
        self.call: Any = fn, args, kwargs
        self.merge: tuple[Any, Mapping[str, Any]] | None = None  # the arguments of the merge_call at which it waits
        self.answer: Any = None
        self.result: Any = None
        self.num_variables = 0
        self._error: BaseException | None = None
        self._ended = False
        self._abandoned = False
        self._may_run = threading.Semaphore(0)
        self._stopped = threading.Semaphore(0)
        self._graph = group.graph
        core = None if self._graph is None else core_of(self._graph)
        self._scopes: Any = None if core is None else (list(core.name_scopes), list(core.devices), None)
        self._creators = list(creator_stack())
        self._stack = list(contexts.stack())
        self._thread: threading.Thread | None = None

    def resume(self) -> None:
        """Runs the replica up to its next `merge_call`, or its end; raises what it raised."""
        self.merge = None
        if self._ended:
            return
        self._switch()
        if self._error is not None:
            error, self._error = self._error, None
            try:
                raise error
            finally:
                del error  # this frame belongs to its traceback

    def _switch(self) -> None:
        if self._graph is not None:
            self._scopes = _swapped(core_of(self._graph), self._scopes)
        try:
            if self._thread is None:
                run = contextvars.copy_context().run
                self._thread = threading.Thread(
                    target=run, args=(self._run,), name=f"replica {self.number}", daemon=True
                )
                self._thread.start()
            else:
                self._may_run.release()
            self._stopped.acquire()
        finally:
            if self._graph is not None:
                self._scopes = _swapped(core_of(self._graph), self._scopes)

    def abandon(self) -> None:
        """Ends the thread, where it has not ended."""
        self._abandoned = True
        if self._thread is None:
            return
        while not self._ended:
            self._switch()
        self._thread.join()

    def taken(self) -> Any:
        """Returns what the function returned; the replica keeps nothing of the call, for gradients refer to it."""
        result = self.result
        self.call = self.merge = self.answer = self.result = self._graph = self._scopes = None
        self._creators, self._stack = [], []
        return result

    def wait(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Returns what `merge_call` does on this replica."""
        self.merge = args, kwargs
        self._stopped.release()
        self._may_run.acquire()
        if self._abandoned:
            raise _Abandoned
        return self.answer

    def _run(self) -> None:
        try:
            creator_stack()[:] = self._creators
            contexts.stack()[:] = self._stack
            with contextlib.ExitStack() as stack:
                if self._graph is not None:
                    stack.enter_context(self._graph.as_default())
                    stack.enter_context(name_scope(f"replica_{self.number}"))
                stack.enter_context(self.group.scope())
                stack.enter_context(OneOfMany(self.group.strategy, self.number, self.group, self))
                fn, args, kwargs = self.call
                self.result = fn(*args, **kwargs)
        except _Abandoned:
            pass
        except BaseException as error:
            self._error = error
        finally:
            self._ended = True
            self.call = None
            self._stopped.release()


def _swapped(graph: _core.FuncGraph, scopes: tuple) -> tuple:
    """Puts a replica's scopes of names, devices and control dependencies into effect in a graph; gives what they were."""
    names, devices, dependencies = scopes
    before = list(graph.name_scopes), list(graph.devices), graph.swap_control_dependencies(dependencies)
    graph.name_scopes, graph.devices = names, devices
    return before


class OneOfMany(ReplicaContext):
    """One of several replicas.

    Args:
      strategy: whose replica it is.
      number: its number, from 0.
      group: the replicas of the call.
      follower: this one, where it is not the first.
    """

    def __init__(
        self, strategy: MirroredStrategy, number: int, group: _Group, follower: _Follower | None = None
    ) -> None:
        super().__init__(strategy, number)
        self._copy = number
        self._group = group
        self._follower = follower

    def merge_call(
        self, merge_fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        if self._group.ended:
            raise RuntimeError("`merge_call` called after the replicas have ended")
        if _core.current_graph() is not self._group.graph:
            raise RuntimeError(
                "`merge_call` called while defining a new graph or a tf.function. This can often happen if the function "
                "`fn` passed to `strategy.run()` contains a nested `@tf.function`, and the nested `@tf.function` contains "
                "a synchronization point, such as aggregating gradients (e.g, optimizer.apply_gradients), or if the "
                "function `fn` uses a control flow statement which contains a synchronization point in the body. Such "
                "behaviors are not yet supported."
            )
        if self._follower is not None:
            return self._follower.wait(args, kwargs or {})
        return self._group.merge(contexts.converted(merge_fn), args, kwargs or {})

    def variable(self, create: Callable[[], Any]) -> Any:
        """Returns a variable that the replicas share: the first one makes it."""
        if self._follower is None:
            made = create()
            self._group.variables.append(made)
            return made
        number = self._follower.num_variables
        self._follower.num_variables += 1
        if number >= len(self._group.variables):
            raise RuntimeError("A replica makes more variables than the first one has made")
        return self._group.variables[number]

    def all_reduce(self, reduce_op: ReduceOp | str, value: object, options: object = None) -> Any:
        reduce_op = reduce_op_of(reduce_op)
        leaves = [
            leaf if isinstance(leaf, IndexedSlices) else _core.convert_to_tensor(leaf) for leaf in nest.flatten(value)
        ]

        def reduced(values: list) -> list:
            return [_own(each) for each in self._together(_add_up, values, reduce_op)]

        dense = [leaf for leaf in leaves if not isinstance(leaf, IndexedSlices)]
        slices = [leaf for leaf in leaves if isinstance(leaf, IndexedSlices)]
        results = iter(_with_gradient(reduced, dense, lambda grads, number: reduced(grads))), iter(reduced(slices))
        return nest.pack_sequence_as(value, [next(results[isinstance(leaf, IndexedSlices)]) for leaf in leaves])

    def all_gather(self, value: object, axis: int, options: object = None) -> Any:
        leaves = [_core.convert_to_tensor(leaf) for leaf in nest.flatten(value)]
        # Numbers where they are known: tensors here keep the graph alive.
        sizes = [leaf.shape[axis] if leaf.shape.rank else None for leaf in leaves]
        sizes = [shape(leaf)[axis] if size is None else size for leaf, size in zip(leaves, sizes, strict=True)]

        def gathered(values: list) -> list:
            return [_own(each) for each in self._together(_gather, values, axis)]

        def own_part(grads: list, number: int) -> list:
            """Returns each replica's values went to all of them: their gradients are added up, and each takes its own rows."""
            (grad,) = self.all_reduce(ReduceOp.SUM, grads)
            (start,) = self._together(_starts, [_core.convert_to_tensor(sizes[number])], None)
            return [gather(grad, start + math_convert.range(sizes[number]), axis=axis)]

        return nest.pack_sequence_as(value, _with_gradient(gathered, leaves, own_part))

    def _together(self, fn: Callable[..., Any], values: list, how: object) -> list:
        """Returns what `fn(values of the replicas, how)` gives above the replicas for each value."""

        def for_all(strategy: MirroredStrategy, *each_value: object) -> tuple:
            # What is the same object on all of them counts once.
            return tuple(fn(list(strategy.experimental_local_results(each)), how) for each in each_value)

        return list(self.merge_call(for_all, args=tuple(values))) if values else []


def _add_up(values: list, how: ReduceOp) -> Any:
    return together(how, values)


def _gather(values: list, axis: int) -> Any:
    return concat(values, axis)


def _starts(sizes: list, how: None) -> Any:
    starts = [zeros_like(sizes[0])]
    for size in sizes[:-1]:
        starts.append(starts[-1] + size)
    return regrouped(starts, always_wrap=True)


def _own(value: object) -> Any:
    """Returns a tensor of the replica's own with a value that all of them were given."""
    return nest.map_structure(_core.op("Identity"), value, expand_composites=True)


def _with_gradient(function: Callable[[list], list], inputs: list, gradient: Callable[[list, int], list]) -> list:
    """Returns what a function gives for a list of tensors, with a gradient of its own that is Python code also in
    graphs.

    Args:
      function: gives a tensor for each.
      inputs: the tensors.
      gradient: called with a list of a result's gradient, and its number; gives a list of the input's. It must not refer to
        tensors of a graph, which it would keep alive.
    """
    with Stopped():
        results = function(inputs) if inputs else []
    return [
        _core.custom_gradient([result], [each], functools.partial(_called, gradient, number))[0]
        for number, (result, each) in enumerate(zip(results, inputs, strict=True))
    ]


def _called(gradient: Callable[[list, int], list], number: int, grads: list) -> list:
    return gradient(grads, number)
