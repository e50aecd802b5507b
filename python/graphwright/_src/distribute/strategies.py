"""tf.distribute.Strategy and the strategies of one device."""

from __future__ import annotations

import contextlib
import functools
from typing import Any

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.distribute import contexts, inputs
from graphwright._src.distribute.contexts import ReplicaContext
from graphwright._src.distribute.reductions import ReduceOp, reduce_op_of
from graphwright._src.distribute.values import PerReplica, ValueContext
from graphwright._src.function import function
from graphwright._src.graph import grouping, scopes
from graphwright._src.ops import array_index
from graphwright._src.ops.array import rank, shape
from graphwright._src.ops.math_binary import add_n, floormod, truediv
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_prod, reduce_sum
from graphwright._src.state.variable_creation import creator_stack, variable_creator_scope
from graphwright._src.tensor import nest
from graphwright._src.tensor.device_spec import DeviceSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from graphwright._src.data.dataset import Dataset
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import AxisLike, TensorLike

_TASK = "/job:localhost/replica:0/task:0"


@export("distribute.StrategyExtended")
class StrategyExtended:
    """The part of a strategy that libraries use (tf.distribute.StrategyExtended), as its `extended`.

    Args:
      container_strategy: the strategy.
    """

    def __init__(self, container_strategy: Strategy) -> None:
        self._container_strategy = container_strategy

    # Batches that are given to a strategy are those of all replicas together.
    _global_batch_size = True

    def _in_multi_worker_mode(self) -> bool:
        return False

    def _replica_ctx_all_reduce(self, reduce_op: ReduceOp | str, value: object, options: object = None) -> Any:
        """Returns the replicas' values brought together, for each of them; what each calls for itself."""
        replica = contexts.get_replica_context()
        if replica is None:
            raise RuntimeError("`_replica_ctx_all_reduce` is called in a replica context only")
        return replica.all_reduce(reduce_op, value, options)

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The names of the replicas' devices."""
        return self._container_strategy._devices

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The names of the devices that hold variables."""
        return self._container_strategy._devices

    @property
    def experimental_require_static_shapes(self) -> bool:
        """True where all shapes must be known."""
        return False

    @property
    def should_checkpoint(self) -> bool:
        """True where this process is one that saves checkpoints: the only one is."""
        return True

    @property
    def should_save_summary(self) -> bool:
        """True where this process is one that writes summaries."""
        return True

    def variable_created_in_scope(self, v: object) -> bool:
        """Tells whether a variable was made in the strategy's scope."""
        made_in = getattr(v, "_distribute_strategy", None)
        return self._container_strategy is (contexts.get_default_strategy() if made_in is None else made_in)

    def colocate_vars_with(self, colocate_with_variable: object) -> Any:
        """Returns a scope in which variables are made where another one is."""
        return contextlib.nullcontext()

    def value_container(self, value: object) -> Any:
        """Returns the distributed value of which `value` is a part; itself where there is one replica."""
        return value

    def call_for_each_replica(
        self, fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Calls a function on every replica, as `Strategy.run` does.

        Args:
          fn: the function.
          args: its arguments, of which each replica gets its own part.
          kwargs: the same by name.

        Raises:
          RuntimeError: called by a replica of the strategy.
        """
        contexts.require_cross_replica(self._container_strategy)
        with self._container_strategy.scope():
            return self._container_strategy._on_replicas(fn, args, kwargs or {})

    def reduce_to(self, reduce_op: ReduceOp | str, value: object, destinations: object, options: object = None) -> Any:
        """Returns the replicas' values, brought together on devices.

        Args:
          reduce_op: a `tf.distribute.ReduceOp`, or its name.
          value: the values.
          destinations: a device's name, or a variable that is there.
          options: has no effect.
        """
        contexts.require_cross_replica(self._container_strategy)
        reduce_op_of(reduce_op)
        return value

    def batch_reduce_to(
        self, reduce_op: ReduceOp | str, value_destination_pairs: Iterable[tuple[Any, Any]], options: object = None
    ) -> list:
        """`reduce_to` for each pair of value and destinations."""
        return [self.reduce_to(reduce_op, value, there, options) for value, there in value_destination_pairs]

    def update(
        self,
        var: Variable,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        """Calls `fn(var, *args, **kwargs)` for each copy of a variable.

        Args:
          var: the variable.
          fn: changes it.
          args: further arguments.
          kwargs: the same by name.
          group: whether the results are made one; else they come as a tuple.
        """
        fn = contexts.converted(fn)
        with contexts.entered(self._container_strategy):
            result = fn(var, *args, **(kwargs or {}))
        return result if group else nest.map_structure(lambda leaf: (leaf,), result)


@export("distribute.Strategy")
class Strategy:
    """Over which devices a program is spread, and how (tf.distribute.Strategy).

    The strategies that are there have one replica: `run` calls a function, `reduce` gives back its value, and data sets
    stay whole; what is written for many devices runs as it is.

    Args:
      extended: a `tf.distribute.StrategyExtended`.

    >>> import graphwright as tf
    >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    >>> with strategy.scope():
    ...     v = tf.Variable(1.0)
    >>> strategy.reduce("SUM", strategy.run(lambda x: v * x, args=(tf.constant([1.0, 2.0]),)), axis=0)
    <tf.Tensor: shape=(), dtype=float32, numpy=3.0>
    """

    _devices: tuple[str, ...] = ("",)
    # Whether its replicas name their devices in a list of lists.
    _nests_devices = False
    _supports_no_merge_call = False
    _should_use_with_coordinator = False  # Keras 2 asks whether a coordinator hands out the steps

    def __init__(self, extended: StrategyExtended) -> None:
        if not isinstance(extended, StrategyExtended):
            raise TypeError(f"extended must be a tf.distribute.StrategyExtended, got {extended!r}")
        self._extended = extended

    @property
    def extended(self) -> StrategyExtended:
        """The part of the strategy that libraries use."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return len(self._devices)

    @property
    def cluster_resolver(self) -> Any:
        """The resolver of a strategy of many machines; None here."""
        return None

    @contextlib.contextmanager
    def scope(self) -> Iterator[Strategy]:
        """Returns a scope in which this strategy is in effect, and variables are its own.

        Raises:
          RuntimeError: another strategy is in effect, or a replica of this one runs.
        """
        current = contexts.get_strategy()
        if contexts.has_strategy() and current is not self:
            raise RuntimeError(f"Mixing different tf.distribute.Strategy objects: {current} is not {self}")
        contexts.require_cross_replica(self)
        with contexts.entered(self), self._creating(), self._on_device():
            yield self

    def _creating(self) -> Any:
        """Returns a scope in which variables are the strategy's own."""
        if self._create_variable in creator_stack():
            return contextlib.nullcontext()
        return variable_creator_scope(self._create_variable)

    def _on_device(self) -> Any:
        return scopes.device(self._devices[0])

    def _create_variable(self, next_creator: Callable[..., Any], **kwargs: object) -> Any:
        variable = next_creator(**kwargs)
        variable._distribute_strategy = self
        return variable

    def run(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        options: object = None,
    ) -> Any:
        """Calls a function on every replica (tf.distribute.Strategy.run).

        Args:
          fn: the function; in a `tf.function` its code is converted as that one's is.
          args: its arguments, of which each replica gets its own part.
          kwargs: the same by name.
          options: a `tf.distribute.RunOptions`, of no effect.

        Raises:
          RuntimeError: called by a replica of this strategy.
        """
        # A subclass may add to the scope; its replicas run in it.
        with self.scope():
            return self._extended.call_for_each_replica(fn, args, kwargs)

    def _on_replicas(self, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Returns what the replicas return; called in the strategy's scope."""
        fn = contexts.converted(fn)
        with ReplicaContext(self, 0), self._on_device():
            return fn(*args, **kwargs)

    def reduce(self, reduce_op: ReduceOp | str, value: object, axis: AxisLike | None) -> Any:
        """Returns one value of what the replicas gave (tf.distribute.Strategy.reduce).

        Args:
          reduce_op: a `tf.distribute.ReduceOp`, or its name.
          value: what `run` returned: a tensor or a structure of tensors.
          axis: along which elements are brought together, too; None for none.

        Raises:
          RuntimeError: called by a replica of this strategy.
          TypeError, ValueError: `reduce_op` is none.
        """
        contexts.require_cross_replica(self)
        reduce_op = reduce_op_of(reduce_op)
        if axis is None:
            return value
        if not hasattr(value, "shape"):
            raise TypeError(f"reduce along an axis needs one tensor, got {value!r}")
        return reduced_along(
            [value], tuple(axis) if isinstance(axis, (list, tuple)) else axis, reduce_op is ReduceOp.MEAN
        )

    def gather(self, value: object, axis: int) -> Any:
        """Returns the replicas' values one after another along an axis (tf.distribute.Strategy.gather).

        Args:
          value: tensors.
          axis: the axis.
        """
        contexts.require_cross_replica(self)
        return nest.map_structure(lambda leaf: _core.op("Identity")(leaf), value)

    def experimental_local_results(self, value: object) -> tuple:
        """Returns the values of the replicas of this machine."""
        return value.values if isinstance(value, PerReplica) else (value,)

    def unwrap(self, value: object) -> tuple:
        """`experimental_local_results` by its older name."""
        return self.experimental_local_results(value)

    def group(self, value: object, name: str | None = None) -> Any:
        """Returns one thing to wait for that stands for the values of all replicas.

        Args:
          value: the values.
          name: of the op.
        """
        return value if name is None else grouping.group(value, name=name)

    def experimental_distribute_dataset(self, dataset: Dataset, options: object = None) -> Any:
        """Returns a data set as replicas get it (tf.distribute.Strategy.experimental_distribute_dataset).

        Args:
          dataset: a `tf.data.Dataset` of batches for all replicas.
          options: a `tf.distribute.InputOptions`, of no effect.

        Raises:
          AttributeError: it is no data set.
        """
        return inputs.OneReplicaDataset(dataset)

    def distribute_datasets_from_function(self, dataset_fn: Callable[..., Any], options: object = None) -> Any:
        """Returns the data set that a function makes for an input pipeline.

        Args:
          dataset_fn: takes a `tf.distribute.InputContext`, returns a `tf.data.Dataset` of batches for one replica.
          options: a `tf.distribute.InputOptions`, of no effect.
        """
        made = dataset_fn(inputs.InputContext(num_replicas_in_sync=self.num_replicas_in_sync))
        return self.experimental_distribute_dataset(made, options)

    def experimental_distribute_datasets_from_function(
        self, dataset_fn: Callable[..., Any], options: object = None
    ) -> Any:
        """`distribute_datasets_from_function` by its older name."""
        return self.distribute_datasets_from_function(dataset_fn, options)

    def experimental_distribute_values_from_function(self, value_fn: Callable[..., Any]) -> Any:
        """Returns what a function makes for each replica.

        Args:
          value_fn: takes a `tf.distribute.experimental.ValueContext`.
        """
        return value_fn(ValueContext(0, self.num_replicas_in_sync))


def reduced_along(values: list, axis: AxisLike | None, mean: bool) -> Any:
    """Returns the sum or mean of the elements of all replicas' values along axes.

    Args:
      values: a tensor of each replica.
      axis: a number or a tuple of them.
      mean: whether the sum is divided by the number of elements that were added up.
    """
    return _reducing()(values, axis=axis, mean=mean)


@functools.cache
def _reducing() -> Callable[..., Any]:
    return function(_reduced, reduce_retracing=True, autograph=False)


def _reduced(values: list, axis: AxisLike | None, mean: bool) -> Any:
    total = _sum([reduce_sum(value, axis) for value in values])
    if not mean:
        return total

    def count_of(value: TensorLike) -> Any:
        axes = floormod(axis, rank(value))
        return reduce_prod(array_index.gather(shape(value, out_type="int64"), axes))

    count = _sum(list(map(count_of, values)))
    return truediv(total, cast(count, total.dtype))


def _sum(values: list) -> Any:
    return values[0] if len(values) == 1 else add_n(values)


class DefaultStrategy(Strategy):
    """The strategy where none was entered: values, variables and data sets are what they are without one."""

    _supports_no_merge_call = True

    def __init__(self) -> None:
        super().__init__(StrategyExtended(self))

    @contextlib.contextmanager
    def scope(self) -> Iterator[Strategy]:
        if contexts.has_strategy():
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        yield self

    def run(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        options: object = None,
    ) -> Any:
        return self._on_replicas(fn, args, kwargs or {})

    def _on_replicas(self, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        fn = contexts.converted(fn)
        if not contexts.in_cross_replica_context():
            return fn(*args, **kwargs)
        with contexts.default_replica():  # what its merge_call calls stands above it
            return fn(*args, **kwargs)

    def experimental_distribute_dataset(self, dataset: Dataset, options: object = None) -> Any:
        return dataset


@export("distribute.OneDeviceStrategy")
class OneDeviceStrategy(Strategy):
    """Puts variables and computations on one device (tf.distribute.OneDeviceStrategy).

    Args:
      device: its name, such as "/gpu:0".
    """

    def __init__(self, device: str) -> None:
        super().__init__(StrategyExtended(self))
        self._devices = (full_device_name(device),)


def full_device_name(device: str) -> str:
    """Returns the name of a device with that of this machine's task."""
    spec = DeviceSpec.from_string
    return spec(_TASK).make_merged_spec(spec(device)).to_string()


@export("__internal__.distribute.interim.maybe_merge_call")
def maybe_merge_call(fn: Callable[..., Any], strategy: Strategy, *args: object, **kwargs: object) -> Any:
    """Calls `fn(strategy, *args, **kwargs)`, which may run on a replica or above them.

    Args:
      fn: the function.
      strategy: the strategy in effect.
      *args: arguments of `fn`.
      **kwargs: the same by name.
    """
    replica = contexts.get_replica_context()
    if replica is None or strategy_supports_no_merge_call():
        return fn(strategy, *args, **kwargs)
    return replica.merge_call(fn, args, kwargs)


@export("__internal__.distribute.strategy_supports_no_merge_call")
def strategy_supports_no_merge_call() -> bool:
    """Tells whether replicas of the strategy in effect may change variables themselves."""
    return contexts.get_strategy()._supports_no_merge_call


@export("__internal__.distribute.variable_sync_on_read_context")
@contextlib.contextmanager
def variable_sync_on_read_context() -> Iterator[None]:
    """Returns a scope in which variables are brought together when they are read: with one replica they are."""
    yield
