"""Reductions of the values of replicas to one."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from graphwright._src.base.export import export
from graphwright._src.ops import array_join
from graphwright._src.ops.math_binary import add_n
from graphwright._src.state.variable_creation import VariableAggregation
from graphwright._src.tensor.indexed_slices import IndexedSlices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@export("distribute.ReduceOp")
class ReduceOp(enum.Enum):
    """The ways to reduce values of replicas: their sum or mean (tf.distribute.ReduceOp)."""

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation: VariableAggregation) -> ReduceOp:
        """Returns what a variable's aggregation means here. Raises ValueError where it means neither."""
        meant = {VariableAggregation.SUM: ReduceOp.SUM, VariableAggregation.MEAN: ReduceOp.MEAN}
        if aggregation not in meant:
            raise ValueError(
                f"Could not convert from `tf.VariableAggregation` {aggregation} to `tf.distribute.ReduceOp` type"
            )
        return meant[aggregation]


def reduce_op_of(value: object) -> ReduceOp:
    """Returns a `ReduceOp` from itself or its name.

    Raises:
      TypeError: it is something else.
      ValueError: there is none of that name.
    """
    if isinstance(value, str):
        value = ReduceOp(value.upper())
    if not isinstance(value, ReduceOp):
        raise TypeError(f"Expected `reduce_op` to be a `tf.distribute.ReduceOp`, not: {value}")
    return value


def together(reduce_op: ReduceOp, values: list) -> Any:
    """Returns the sum or mean of the values of all replicas, which are tensors or IndexedSlices."""
    if isinstance(values[0], IndexedSlices):
        parts = [each.values for each in values]
        if reduce_op is ReduceOp.MEAN:
            parts = [part / len(values) for part in parts]
        concat = array_join.concat
        indices = concat([each.indices for each in values], 0)
        return IndexedSlices(concat(parts, 0), indices, values[0].dense_shape)
    total = add_n(values)
    return total / len(values) if reduce_op is ReduceOp.MEAN else total


@export("distribute.CrossDeviceOps")
class CrossDeviceOps:
    """Reductions of values of several devices to others (tf.distribute.CrossDeviceOps); with one device they are there.

    >>> import graphwright as tf
    >>> tf.distribute.ReductionToOneDevice().reduce("SUM", tf.constant(1.0), "/cpu:0")
    <tf.Tensor: shape=(), dtype=float32, numpy=1.0>
    """

    def __init__(self) -> None:
        pass

    def reduce(
        self, reduce_op: ReduceOp | str, per_replica_value: object, destinations: object, options: object = None
    ) -> Any:
        """Returns one value of all replicas'.

        Args:
          reduce_op: a `tf.distribute.ReduceOp`, or its name.
          per_replica_value: the replicas' values.
          destinations: a device's name, or what is there already.
          options: has no effect.
        """
        return self.reduce_implementation(reduce_op_of(reduce_op), per_replica_value, destinations, options)

    def batch_reduce(
        self, reduce_op: ReduceOp | str, value_destination_pairs: Iterable[tuple[Any, Any]], options: object = None
    ) -> list:
        """`reduce` for each pair of value and destinations."""
        return self.batch_reduce_implementation(reduce_op_of(reduce_op), value_destination_pairs, options)

    def broadcast(self, tensor: object, destinations: object) -> Any:
        """Returns the tensor on each of the devices."""
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(
        self, reduce_op: ReduceOp | str, per_replica_value: object, destinations: object, options: object
    ) -> Any:
        """Returns what `reduce` does; for classes of the user's own."""
        return per_replica_value

    def batch_reduce_implementation(
        self, reduce_op: ReduceOp | str, value_destination_pairs: Iterable[tuple[Any, Any]], options: object
    ) -> list:
        """Returns what `batch_reduce` does; for classes of the user's own."""
        return [
            self.reduce_implementation(reduce_op, value, destinations, options)
            for value, destinations in value_destination_pairs
        ]

    def broadcast_implementation(self, tensor: object, destinations: object) -> Any:
        """Returns what `broadcast` does; for classes of the user's own."""
        return tensor


@export("distribute.ReductionToOneDevice")
class ReductionToOneDevice(CrossDeviceOps):
    """Brings values together on one device (tf.distribute.ReductionToOneDevice).

    Args:
      reduce_to_device: that device.
      accumulation_fn: adds them up there; `tf.add_n` by default.
    """

    def __init__(self, reduce_to_device: str | None = None, accumulation_fn: Callable[..., Any] | None = None) -> None:
        super().__init__()
        self.reduce_to_device = reduce_to_device
        self.accumulation_fn = accumulation_fn


class _AllReduce(CrossDeviceOps):
    _name = ""

    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(f"{self._name} requires num_packs >= 0, but {num_packs} is specified")
        super().__init__()


@export("distribute.NcclAllReduce")
class NcclAllReduce(_AllReduce):
    """Brings values together by NCCL (tf.distribute.NcclAllReduce), where there are several GPUs.

    Args:
      num_packs: into how many pieces values are put.
    """

    _name = "NCCL all-reduce"


@export("distribute.HierarchicalCopyAllReduce")
class HierarchicalCopyAllReduce(_AllReduce):
    """Brings values together in a tree of devices (tf.distribute.HierarchicalCopyAllReduce).

    Args:
      num_packs: into how many pieces values are put.
    """

    _name = "HierarchicalCopy"


@export("compat.v1.distribute.get_loss_reduction")
def get_loss_reduction() -> ReduceOp:
    """Returns how losses of replicas are put together: by their sum (tf.compat.v1.distribute.get_loss_reduction).

    >>> import graphwright as tf
    >>> tf.compat.v1.distribute.get_loss_reduction()
    <ReduceOp.SUM: 'SUM'>
    """
    return ReduceOp.SUM
