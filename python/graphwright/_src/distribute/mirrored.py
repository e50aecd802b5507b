"""tf.distribute.MirroredStrategy: the same computation on several devices of this machine."""

from __future__ import annotations

import functools
import weakref
from typing import Any

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_info
from graphwright._src.distribute import contexts, inputs, reductions
from graphwright._src.distribute.copies import MirroredVariable, SyncOnReadVariable, as_only_copy
from graphwright._src.distribute.reductions import CrossDeviceOps, ReduceOp, reduce_op_of
from graphwright._src.distribute.replicas import OneOfMany, run_on_each
from graphwright._src.distribute.strategies import Strategy, StrategyExtended, full_device_name, reduced_along
from graphwright._src.distribute.values import (
    DistributedValues,
    Mirrored,
    PerReplica,
    ValueContext,
    grouped,
    regrouped,
    selected,
    selected_all,
)
from graphwright._src.graph import grouping, scopes
from graphwright._src.graph.devices import list_logical_devices
from graphwright._src.graph.scopes import init_scope
from graphwright._src.ops.array import identity
from graphwright._src.ops.array_join import concat
from graphwright._src.state.variable_creation import VariableAggregation, VariableSynchronization, check_modes
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphwright._src.data.dataset import Dataset
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import AxisLike


class _OfMany(StrategyExtended):
    """The `extended` of a strategy of several devices, for libraries."""

    _container_strategy: MirroredStrategy

    def value_container(self, value: object) -> Any:
        container = getattr(value, "_distributed_container", None)
        return value if container is None else container()

    def reduce_to(self, reduce_op: ReduceOp | str, value: object, destinations: object, options: object = None) -> Any:
        contexts.require_cross_replica(self._container_strategy)
        return self._mirrored(self._container_strategy._reduced(reduce_op_of(reduce_op), value), destinations)

    def broadcast_to(self, tensor: object, destinations: object) -> Any:
        """Returns the tensor on each of the devices that `destinations`, a name or a variable, tells."""
        return self._mirrored(tensor, destinations)

    def _mirrored(self, value: object, destinations: object) -> Any:
        several = isinstance(destinations, DistributedValues) and isinstance(value, _core.Tensor)
        return Mirrored([value] * self._container_strategy.num_replicas_in_sync) if several else value

    def update(
        self,
        var: Variable,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        strategy = self._container_strategy
        replica = contexts.get_replica_context()
        if isinstance(replica, OneOfMany) and replica.strategy is strategy:

            def for_all(strategy: Strategy, args: Sequence[Any], kwargs: Mapping[str, Any] | None) -> Any:
                return self.update(var, fn, args, kwargs, group)

            return replica.merge_call(for_all, (args, kwargs))
        contexts.require_cross_replica(strategy)
        fn = contexts.converted(fn)
        if not isinstance(var, DistributedValues):
            raise AssertionError(f"update needs a variable of the strategy, got {var!r}")
        results = []
        for number, each in enumerate(var.values):
            with contexts.entered(strategy, number):
                results.append(fn(each, *selected(number, args), **selected(number, kwargs or {})))
        if group:
            results = [nest.map_structure(_read, result) for result in results]
            found = regrouped(results, Mirrored)
            return found if _core.executing_eagerly() else nest.map_structure(_all_or_none, found)
        return nest.map_structure(strategy.experimental_local_results, regrouped(results, Mirrored))


def _all_or_none(value: Any) -> Any:
    """Returns what runs for all copies where a graph is asked for one: their updates, or their values after these."""
    value = grouped(value)
    # Functions run all of their updates anyway.
    if not isinstance(value, DistributedValues) or scopes.plain_graph() is None:
        return value
    done = grouping.group(*value.values)
    if not all(isinstance(each, _core.Tensor) for each in value.values):
        return done
    with scopes.control_dependencies([done]):
        return Mirrored([identity(each) for each in value.values])


def _read(value: object) -> Any:
    return value.read_value() if isinstance(value, _core.ResourceVariable) else value


def _modes(kwargs: dict[str, Any]) -> tuple[Any, Any, bool]:
    """`check_modes` of a variable's arguments. Raises ValueError also where its copies are never brought together."""
    name = kwargs.get("name")
    modes = check_modes(kwargs.get("synchronization"), kwargs.get("aggregation"), kwargs.get("trainable"), name)
    if modes[0] is VariableSynchronization.NONE:
        raise ValueError(
            "`NONE` variable synchronization mode is not supported with tf.distribute strategy. Please change the "
            f"`synchronization` for variable: {name}"
        )
    return modes


@export("distribute.MirroredStrategy")
class MirroredStrategy(Strategy):
    """Runs the same computation on several devices of this machine (tf.distribute.MirroredStrategy).

    Each device has copies of the variables of the strategy's scope, and gets its part of each batch. The logical devices
    into which `tf.config.set_logical_device_configuration` divides the CPU are devices of their own; their parts run one
    after another. With one device, variables are ordinary ones, for they need no copies.

    Args:
      devices: names of devices; by default all GPUs, or else all CPUs.
      cross_device_ops: a `tf.distribute.CrossDeviceOps`.

    Raises:
      AssertionError: a device is named twice.
      NotImplementedError: there are several GPUs among the devices.

    >>> import graphwright as tf
    >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    >>> strategy.run(lambda: tf.distribute.get_replica_context().all_reduce("SUM", tf.constant(1.0))).values[1]
    <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
    """

    _nests_devices = True

    def __init__(
        self, devices: str | Sequence[str] | None = None, cross_device_ops: CrossDeviceOps | None = None
    ) -> None:
        names = [devices] if isinstance(devices, str) else devices or _devices_of_this_machine()
        names = tuple(full_device_name(name) for name in names)
        if len(set(names)) < len(names):
            raise AssertionError(f"No duplicates allowed in `devices` argument: {names}")
        if len(names) > 1 and any(":GPU:" in name for name in names):
            raise NotImplementedError(f"tf.distribute.MirroredStrategy over several GPUs is not there yet, got {names}")
        super().__init__(_OfMany(self) if len(names) > 1 else StrategyExtended(self))
        self._devices = names
        log_info("Using MirroredStrategy with devices %r", names)
        # Functions that run others of the user's on each replica.
        self._running: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()

    @property
    def _is_one(self) -> bool:
        return len(self._devices) == 1

    def _on_replicas(self, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if isinstance(fn, _core.FunctionBase):
            return self._on_each_replica(fn)(args, kwargs)
        if self._is_one:
            return super()._on_replicas(fn, args, kwargs)
        return run_on_each(self, contexts.converted(fn), args, kwargs)

    def _on_each_replica(self, function: Any) -> Callable[..., Any]:
        """Returns a function with the options of `function` which runs its Python code on each replica.

        There is one trace for all replicas.
        """
        found = self._running.get(function)
        if found is None:
            python_function = function.python_function
            found = function._clone(lambda args, kwargs: self._on_replicas(python_function, args, kwargs))
            self._running[function] = found
        return found

    def _create_variable(self, next_creator: Callable[..., Any], **kwargs: object) -> Any:
        if self._is_one:
            _modes(kwargs)
            return as_only_copy(super()._create_variable(next_creator, **kwargs))
        replica = contexts.get_replica_context()
        if isinstance(replica, OneOfMany):
            return replica.variable(lambda: self._create_copies(next_creator, kwargs))
        return self._create_copies(next_creator, kwargs)

    def _create_copies(self, next_creator: Callable[..., Any], kwargs: dict[str, Any]) -> Any:
        name = kwargs.get("name")
        synchronization, aggregation, trainable = _modes(kwargs)
        on_read = synchronization is VariableSynchronization.ON_READ
        kwargs |= {"trainable": trainable, "synchronization": VariableSynchronization.AUTO}
        kwargs["aggregation"] = VariableAggregation.NONE
        copies: list[Any] = []
        for number, device in enumerate(self._devices):
            if number:
                kwargs["name"] = f"{name or 'Variable'}/replica_{number}"
                kwargs["initial_value"] = functools.partial(_of_first, copies[0])
            with scopes.device(device):
                copies.append(next_creator(**kwargs))
        cls = SyncOnReadVariable if on_read else MirroredVariable
        when = VariableSynchronization.ON_READ if on_read else VariableSynchronization.ON_WRITE
        made = cls(self, tuple(copies), when, aggregation)
        if scopes.plain_graph() is not None:
            _stand_in_collections(made, copies)
        return made

    def _reduced(self, reduce_op: ReduceOp, value: object) -> Any:
        if isinstance(value, (Mirrored, MirroredVariable)):
            if reduce_op is not ReduceOp.MEAN:
                raise AssertionError("values that are the same on all replicas cannot be added up")
            return value
        if isinstance(value, DistributedValues):
            values = [each if hasattr(each, "indices") else _core.convert_to_tensor(each) for each in value.values]
            return reductions.together(reduce_op, values)
        if reduce_op is ReduceOp.MEAN or (isinstance(value, (int, float)) and value == 0):
            return value
        raise ValueError(
            f"A non-DistributedValues value {value} cannot be reduced with the given reduce op {reduce_op}."
        )

    def reduce(self, reduce_op: ReduceOp | str, value: object, axis: AxisLike | None) -> Any:
        """Returns one value of those of the replicas (tf.distribute.Strategy.reduce).

        Args:
          reduce_op: a `tf.distribute.ReduceOp`, or its name.
          value: what `run` returned: a tensor or a structure of tensors.
          axis: along which elements are brought together, too; None for none.

        Raises:
          RuntimeError: called by a replica of this strategy.
          TypeError, ValueError: `reduce_op` is none; or a sum is wanted of what is no value of replicas.
        """
        if self._is_one:
            return super().reduce(reduce_op, value, axis)
        contexts.require_cross_replica(self)
        reduce_op = reduce_op_of(reduce_op)
        if axis is None:
            return nest.map_structure(lambda leaf: self._reduced(reduce_op, leaf), value)
        axis = tuple(axis) if isinstance(axis, (list, tuple)) else axis
        values = [_core.convert_to_tensor(each) for each in selected_all(value, self.num_replicas_in_sync)]
        return reduced_along(values, axis, reduce_op is ReduceOp.MEAN)

    def gather(self, value: object, axis: int) -> Any:
        """Returns the replicas' values one after another along an axis (tf.distribute.Strategy.gather).

        Args:
          value: tensors, whose shapes may differ along `axis`.
          axis: the axis.
        """
        if self._is_one:
            return super().gather(value, axis)
        contexts.require_cross_replica(self)

        def gathered(leaf: object) -> Any:
            if isinstance(leaf, PerReplica):
                return concat([_core.convert_to_tensor(each) for each in leaf.values], axis)
            return _core.op("Identity")(leaf)

        return nest.map_structure(gathered, value)

    def experimental_local_results(self, value: object) -> tuple:
        """Returns the values, or structures, of the replicas, by their numbers."""
        if isinstance(value, DistributedValues):
            return value.values
        if nest.is_nested(value):
            return tuple(selected(number, value) for number in range(self.num_replicas_in_sync))
        return (value,)

    def group(self, value: object, name: str | None = None) -> Any:
        """Returns one thing to wait for that stands for the values of all replicas.

        Args:
          value: the values.
          name: of the op.
        """
        if self._is_one:
            return super().group(value, name)
        parts = [part for leaf in nest.flatten(value) for part in self.experimental_local_results(leaf)]
        return grouping.group(*parts, name=name)

    def experimental_distribute_dataset(self, dataset: Dataset, options: object = None) -> Any:
        """Returns a data set of which each replica gets its part of every batch.

        Args:
          dataset: a `tf.data.Dataset` of batches for all replicas.
          options: a `tf.distribute.InputOptions`, of no effect.

        Raises:
          AttributeError: it is no data set.
          IndexError: its elements are no batches.
        """
        if self._is_one:
            return super().experimental_distribute_dataset(dataset, options)
        return inputs.split_among(dataset, self.num_replicas_in_sync)

    def distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: object = None) -> Any:
        """Returns the data set that a function makes, whose elements go to one replica after the other.

        Args:
          dataset_fn: takes a `tf.distribute.InputContext`, returns a `tf.data.Dataset` of batches for one replica.
          options: a `tf.distribute.InputOptions`, of no effect.
        """
        if self._is_one:
            return super().distribute_datasets_from_function(dataset_fn, options)
        made = dataset_fn(inputs.InputContext(num_replicas_in_sync=self.num_replicas_in_sync))
        return inputs.dealt_out(made, self.num_replicas_in_sync)

    def experimental_distribute_values_from_function(self, value_fn: Callable[..., Any]) -> Any:
        """Returns what a function makes for each replica.

        Args:
          value_fn: takes a `tf.distribute.experimental.ValueContext`.
        """
        if self._is_one:
            return super().experimental_distribute_values_from_function(value_fn)
        count = self.num_replicas_in_sync
        return regrouped([value_fn(ValueContext(number, count)) for number in range(count)], always_wrap=True)


def _of_first(first: Any) -> Any:
    if first._in_graph_mode:
        return identity(first.initial_value)
    with init_scope():
        return first.read_value()


def _stand_in_collections(variable: Any, copies: list[Any]) -> None:
    """Puts a variable with copies into the place that these have in the collections of the graph."""
    graph = variable.graph
    for key in graph.get_all_collection_keys():
        collection = graph.get_collection_ref(key)
        places = [i for i, item in enumerate(collection) if any(item is each for each in copies)]
        if places:
            collection[places[0]] = variable
            for place in reversed(places[1:]):
                del collection[place]


def _devices_of_this_machine() -> list[str]:
    listed = list_logical_devices
    return [device.name for device in listed("GPU")[:1] or listed("CPU")]
