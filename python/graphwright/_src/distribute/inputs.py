"""Data sets as strategies give them to their replicas."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.sparse import joining
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.control_flow.branches_and_loops import while_loop
from graphwright._src.data.dataset import Dataset, check_python_loop
from graphwright._src.data.dataset_spec import DatasetSpec
from graphwright._src.data.iterator import OwnedIterator
from graphwright._src.distribute.values import PerReplica
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import shape
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.math_binary import minimum
from graphwright._src.tensor import filling, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.filling import zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@export("distribute.InputReplicationMode")
class InputReplicationMode(enum.Enum):
    """For whom an input function is called (tf.distribute.InputReplicationMode)."""

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


@export("distribute.InputContext")
class InputContext:
    """For which input pipeline a data set is made (tf.distribute.InputContext).

    Args:
      num_input_pipelines: how many there are.
      input_pipeline_id: the number of this one.
      num_replicas_in_sync: how many replicas there are.

    >>> import graphwright as tf
    >>> tf.distribute.InputContext(num_replicas_in_sync=4).get_per_replica_batch_size(32)
    8
    """

    def __init__(self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1) -> None:
        self._num_input_pipelines = num_input_pipelines
        self._input_pipeline_id = input_pipeline_id
        self._num_replicas_in_sync = num_replicas_in_sync

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return self._num_replicas_in_sync

    @property
    def input_pipeline_id(self) -> int:
        """The number of this pipeline, from 0."""
        return self._input_pipeline_id

    @property
    def num_input_pipelines(self) -> int:
        """The number of pipelines."""
        return self._num_input_pipelines

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """Returns a replica's part of a batch. Raises ValueError where the replicas cannot share it equally."""
        if global_batch_size % self._num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size} is not divisible by `num_replicas_in_sync` "
                f"{self._num_replicas_in_sync} "
            )
        return global_batch_size // self._num_replicas_in_sync

    def __str__(self) -> str:
        return f"tf.distribute.InputContext(input pipeline id {self._input_pipeline_id}, total: {self._num_input_pipelines})"


@export("distribute.InputOptions", v1="")
class InputOptions(NamedTuple):
    """Options of feeding a data set to replicas (tf.distribute.InputOptions); of no effect on one device."""

    experimental_fetch_to_device: bool = True
    experimental_replication_mode: InputReplicationMode = InputReplicationMode.PER_WORKER
    experimental_place_dataset_on_device: bool = False
    experimental_per_replica_buffer_size: int = 1


@export("distribute.RunOptions")
class RunOptions(NamedTuple):
    """Options of `Strategy.run` (tf.distribute.RunOptions); of no effect on one device."""

    experimental_enable_dynamic_batch_size: bool = True
    experimental_bucketizing_dynamic_shape: bool = False
    experimental_xla_options: Any = None


@export("distribute.DistributedIterator", v1="")
class DistributedIterator(Iterator):
    """An iterator over a distributed data set (tf.distribute.DistributedIterator)."""


@export("distribute.DistributedDataset", v1="")
class DistributedDataset(Iterable):
    """A data set whose elements are what each replica is to get (tf.distribute.DistributedDataset).

    Strategies make them; `element_spec`, `reduce`, loops, and iterators with `get_next` and `get_next_as_optional` are as
    those of a `tf.data.Dataset`.

    >>> import graphwright as tf
    >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    >>> for batch in strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2)):
    ...     print(strategy.run(lambda x: x * 10, args=(batch,)).numpy())
    [ 0 10]
    [20 30]
    """


def split_among(dataset: Dataset, num_replicas: int) -> DistributedDataset:
    """Returns a data set of batches as several replicas get it: each its part of every batch.

    Raises:
      AttributeError: it is no data set.
      IndexError: its elements are no batches.
    """
    spec = dataset.element_spec
    if any(leaf.shape.rank == 0 for leaf in nest.flatten(spec)):
        raise IndexError(f"the elements of a data set that replicas share must be batches, got {spec}")
    takes_several = isinstance(spec, tuple) and not hasattr(spec, "_fields")

    def parts(*element: Any) -> Any:
        element = element if takes_several else element[0]
        return nest.map_structure(lambda leaf: PerReplica(_parts(leaf, num_replicas)), element)

    return OneReplicaDataset(dataset.map(parts))


def _parts(batch: Any, count: int) -> list:
    """Returns a batch in parts of the same size, but for the last ones."""
    size = batch.shape[0] if batch.shape.rank else None
    smallest = min
    if size is None:
        size, smallest = _rows(batch), minimum
    each = (size + count - 1) // count
    ends = [smallest(each * number, size) for number in range(count + 1)]
    if isinstance(batch, SparseTensor):
        rest = batch.dense_shape[1:]
        cut = joining.slice
        join, cast = concat, math_convert.cast
        zeros = zeros_like(rest)
        return [
            cut(batch, join([cast([start], "int64"), zeros], 0), join([cast([end - start], "int64"), rest], 0))
            for start, end in itertools.pairwise(ends)
        ]
    return [batch[start:end] for start, end in itertools.pairwise(ends)]


def _rows(batch: Any) -> Any:
    if isinstance(batch, SparseTensor):
        return math_convert.cast(batch.dense_shape[0], "int32")
    return batch.nrows(out_type="int32") if hasattr(batch, "nrows") else shape(batch)[0]


def dealt_out(dataset: Dataset, num_replicas: int) -> DistributedDataset:
    """Returns a data set as several replicas get it.

    The first element is for the first one, the second for the second, and so on.

    Where elements are batches of varying size, replicas for which none is left get an empty one; else these elements are
    left out.

    Raises:
      AttributeError: it is no data set.
    """
    spec = dataset.element_spec
    leaves = nest.flatten(spec, expand_composites=True)
    fixed = all(leaf.shape.is_fully_defined() for leaf in leaves)

    def zipped(*window: Any) -> Dataset:
        several = isinstance(spec, tuple) and not hasattr(spec, "_fields")
        parts: Any = window if several else window[0]
        elements = Dataset.zip(parts) if nest.is_nested(spec) else parts
        turns = []
        for number in range(num_replicas):
            turn = elements.skip(number).take(1)
            if not fixed:
                empty = nest.map_structure(
                    lambda leaf: filling.zeros([size or 0 for size in leaf.shape], leaf.dtype), spec
                )
                turn = turn.concatenate(Dataset.from_tensors(empty)).take(1)
            turns.append(turn)
        return Dataset.zip(tuple(turns))

    windows = dataset.window(num_replicas, drop_remainder=fixed).flat_map(zipped)
    return OneReplicaDataset(windows.map(lambda *turns: nest.map_structure(lambda *each: PerReplica(each), *turns)))


class OneReplicaIterator(OwnedIterator, DistributedIterator):
    """The iterator of the only replica."""


class OneReplicaSpec(DatasetSpec):
    """The type of the data set of the only replica."""

    __slots__ = ()

    @property
    def value_type(self) -> type:
        """The class of such data sets."""
        return OneReplicaDataset

    def _from_components(self, components: Sequence[Any]) -> OneReplicaDataset:
        return OneReplicaDataset(super()._from_components(components))


class OneReplicaDataset(CompositeTensor, DistributedDataset):
    """The data set of the only replica.

    Args:
      dataset: what it is made from.
    """

    @staticmethod
    def _graphwright_builtin(name: str) -> Any:
        if name == "enumerate":
            raise NotImplementedError(
                "enumerate() of a distributed data set is not there in functions: count beside a loop over it"
            )
        return Dataset._graphwright_builtin(name)

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._variant_tensor = dataset._variant_tensor

    @property
    def element_spec(self) -> Any:
        """The structure of specs of the elements."""
        return self._dataset.element_spec

    @property
    def cardinality(self) -> Any:
        """The number of elements."""
        cardinality = self._dataset.cardinality()
        return cardinality.numpy() if _core.executing_eagerly() else cardinality

    @property
    def _type_spec(self) -> OneReplicaSpec:
        return OneReplicaSpec(self._dataset.element_spec)

    @staticmethod
    def _graphwright_items(dataset: OneReplicaDataset) -> Any:
        from graphwright._src.data import loops

        # As TensorFlow does, through an iterator: shapes stay, and what the body draws goes on from run to run.
        return loops.IteratorItems(OneReplicaIterator(dataset._dataset))

    def __tf_tracing_type__(self, context: object) -> Any:
        return self._type_spec

    def __iter__(self) -> OwnedIterator:
        check_python_loop("A distributed data set")
        return OneReplicaIterator(self._dataset)

    def reduce(self, initial_state: object, reduce_func: Callable[..., Any]) -> Any:
        """Returns the state after `reduce_func` took each element to it, by a `tf.while_loop` over an iterator."""
        iterator = OneReplicaIterator(self._dataset)

        def step(element: Any, state: object) -> tuple[Any, Any]:
            following = reduce_func(state, element.get_value())
            return iterator.get_next_as_optional(), following

        first = iterator.get_next_as_optional()
        return while_loop(
            lambda element, state: element.has_value(), step, (first, initial_state), parallel_iterations=1
        )[1]
