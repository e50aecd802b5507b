"""Variables with a copy on each of several replicas."""

from __future__ import annotations

import copy
import functools
import weakref
from typing import Any

from graphwright import _core
from graphwright._src.distribute import contexts
from graphwright._src.distribute.reductions import ReduceOp, together
from graphwright._src.distribute.values import DistributedValues, Mirrored, selected_all
from graphwright._src.graph.grouping import group
from graphwright._src.ops.math_convert import cast
from graphwright._src.state.variable import ResourceVariable, Variable, let_stand_for_others
from graphwright._src.state.variable_creation import VariableAggregation, VariableSynchronization

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright._src.distribute.mirrored import MirroredStrategy
    from graphwright._src.session.session import Session
    from graphwright._src.tensor.typing import TensorLike


class DistributedVariable(DistributedValues, Variable):
    """A variable with a copy on each replica; a replica's code sees its own one, and above the replicas it is the first one.

    Args:
      strategy: the strategy whose variable it is.
      copies: the variables by the replicas' numbers.
      synchronization: when they are brought together.
      aggregation: how.
    """

    _has_copies = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        let_stand_for_others(cls)

    _dense_var_to_tensor = ResourceVariable._dense_var_to_tensor

    def __init__(
        self,
        strategy: MirroredStrategy,
        copies: tuple[Variable, ...],
        synchronization: VariableSynchronization,
        aggregation: VariableAggregation,
    ) -> None:
        DistributedValues.__init__(self, copies)
        self._init_copies(copies, self._summed)
        self._distribute_strategy = strategy
        self._synchronization = synchronization
        self._aggregation = aggregation
        self._constraint = copies[0].constraint
        self._unique_id = copies[0]._unique_id
        self._handle_name = copies[0]._handle_name
        for each in copies:
            each._distributed_container = weakref.ref(self)
            each._distribute_strategy = strategy

    # Whether its value above the replicas is that of all copies together.
    _summed = False

    __repr__ = __str__ = DistributedValues.__repr__

    @property
    def name(self) -> str:
        """The name of the first copy."""
        return self._values[0].name

    @property
    def device(self) -> str:
        """The name of the device of the copy that the running code sees."""
        number = max(contexts.current_copy(), 0)
        return self._distribute_strategy._devices[number]

    @property
    def _devices(self) -> tuple[str, ...]:
        return tuple(each.device for each in self._values)

    # ---- in plain graphs ----

    @property
    def _in_graph_mode(self) -> bool:  # type: ignore[override]
        return self._values[0]._in_graph_mode

    @property
    def initializer(self) -> Any:
        """The operation of a plain graph that gives all copies their first value; None elsewhere."""
        first = [each.initializer for each in self._values]
        return None if first[0] is None else group(*first)

    @property
    def initial_value(self) -> Any:
        """The tensor of a plain graph that the first copy begins with."""
        return self._values[0].initial_value

    @property
    def op(self) -> Any:
        """The operation of a plain graph that makes the first copy."""
        return self._values[0].op

    @property
    def graph(self) -> Any:
        """The plain graph that the copies are in."""
        return self._values[0].graph

    def eval(self, session: Session | None = None) -> Any:
        """Returns the value of the first copy in a session."""
        return self._values[0].eval(session)

    def load(self, value: Any, session: Session | None = None) -> None:
        """Makes `value` the value of all copies in a session, the default one where none is given."""
        for each in self._values:
            each.load(value, session)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """Returns a message that describes the first copy."""
        return self._values[0].to_proto(export_scope)

    def is_initialized(self, name: str | None = None) -> Any:
        """Returns whether all copies have a value."""
        found = self._values[0].is_initialized(name)
        for each in self._values[1:]:
            found = _core.op("LogicalAnd")(found, each.is_initialized())
        return found

    def _as_graph_element(self) -> Any:
        return self._values[max(contexts.current_copy(), 0)]._as_graph_element()

    def __deepcopy__(self, memo: dict) -> DistributedVariable:
        copies = tuple(copy.deepcopy(each, memo) for each in self._values)
        memo[id(self)] = made = type(self)(self._distribute_strategy, copies, self._synchronization, self._aggregation)
        return made

    def assign(
        self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes `value` the value of all copies, or of what this replica's code sees: see `tf.Variable.assign`."""
        return self._changed("assign", value, name, read_value)

    def assign_add(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Adds `delta`: see `tf.Variable.assign_add`."""
        return self._changed("assign_add", delta, name, read_value)

    def assign_sub(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtracts `delta`: see `tf.Variable.assign_sub`."""
        return self._changed("assign_sub", delta, name, read_value)

    def _changed(self, method: str, value: object, name: str | None, read_value: bool) -> Any:
        def change(variable: Variable, value: object) -> Any:
            return getattr(variable, method)(value, name=name, read_value=read_value)

        return self._change(change, method, value)

    def _scatter(self, op: Callable[..., Any], sparse_delta: object, name: str | None) -> Any:
        return self._change(lambda variable, delta: variable._scatter(op, delta, name), "scatter", sparse_delta)

    def _scatter_nd(self, op: Callable[..., Any], indices: object, updates: object, name: str | None) -> Any:
        return self._change(
            lambda variable, each: variable._scatter_nd(op, each[0], each[1], name), "scatter_nd", (indices, updates)
        )

    def _change(self, change: Callable[[Variable, Any], Any], method: str, value: object) -> Any:
        raise NotImplementedError

    def _everywhere(self, change: Callable[[Variable, Any], Any], value: object) -> Any:
        return self._distribute_strategy.extended.update(self, change, args=(value,))


class MirroredVariable(DistributedVariable):
    """A variable whose copies are the same on all replicas: what changes it is brought together first."""

    def _change(self, change: Callable[[Variable, Any], Any], method: str, value: object) -> Any:
        number = contexts.current_copy()
        replica = contexts.get_replica_context()
        if number < 0:
            return self._everywhere(change, value)
        if replica is None or self._aggregation == VariableAggregation.NONE:
            return change(self._values[number], value)

        def merged(strategy: MirroredStrategy, value: object) -> Any:
            if self._aggregation == VariableAggregation.ONLY_FIRST_REPLICA:
                value = strategy.experimental_local_results(value)[0]
            else:
                value = strategy.extended.reduce_to(ReduceOp.from_variable_aggregation(self._aggregation), value, self)
            results = [self._change_copy(number, change, value) for number in range(len(self._values))]
            return Mirrored(results)

        return replica.merge_call(merged, args=(value,))

    def _change_copy(self, number: int, change: Callable[[Variable, Any], Any], value: object) -> Any:
        with contexts.entered(self._distribute_strategy, number):
            result = change(self._values[number], selected_all(value, number + 1)[number])
            return result.read_value() if isinstance(result, Variable) else result


class SyncOnReadVariable(DistributedVariable):
    """A variable that each replica changes for itself; above the replicas, it is what all copies give together."""

    _summed = True

    def _change(self, change: Callable[[Variable, Any], Any], method: str, value: object) -> Any:
        if method.startswith("scatter"):
            raise NotImplementedError(f"Variables that are brought together when they are read do not support {method}")
        number = contexts.current_copy()
        if number >= 0:
            return change(self._values[number], value)
        if self._aggregation == VariableAggregation.SUM:
            if method != "assign":
                raise ValueError(
                    f"SyncOnReadVariable does not support `{method}` in cross-replica context when aggregation is set to "
                    "`tf.VariableAggregation.SUM`."
                )
            value = _core.convert_to_tensor(value, self.dtype)
            value = cast(value / self._distribute_strategy.num_replicas_in_sync, self.dtype)
        self._everywhere(change, value)
        return self.value()


def _itself(variable: Variable) -> tuple[Variable]:
    """Returns the copies by the replicas' numbers: the variable is the only one."""
    return (variable,)


@functools.cache
def _only_copies(cls: type) -> type:
    def copied(variable: Any, memo: dict) -> Any:
        return as_only_copy(cls.__deepcopy__(variable, memo))  # type: ignore[attr-defined]

    members: dict[str, Any] = {
        "values": property(_itself),
        "_values": property(_itself),
        "_primary": property(lambda self: self),
    }
    members |= {"__doc__": cls.__doc__, "__module__": cls.__module__, "__deepcopy__": copied}
    return type(cls)(cls.__name__, (cls,), members)


def as_only_copy(variable: object) -> Any:
    """Returns a variable of a strategy of one device, which also is the only one of its copies.

    It gets another class, for an attribute that refers to itself would keep it until the next garbage collection.
    """
    if isinstance(variable, Variable) and not hasattr(variable, "values"):
        variable.__class__ = _only_copies(type(variable))
        if variable._synchronization is VariableSynchronization.AUTO:
            variable._synchronization = VariableSynchronization.ON_WRITE
    return variable


def _read_copies(variable: SyncOnReadVariable) -> Any:
    """Returns the value above the replicas of a variable that they change for themselves."""
    with contexts.entered(variable._distribute_strategy):
        values = [each.value() for each in variable.values]
    if variable.aggregation == VariableAggregation.ONLY_FIRST_REPLICA:
        return values[0]
    return together(ReduceOp.from_variable_aggregation(variable.aggregation), values)


_core.register_hook("read_copies", _read_copies)
