"""Communication of machines, the spreading of variables over them, and options for the end of a machine."""

from __future__ import annotations

import enum

from graphwright._src.base.export import export, export_value
from graphwright._src.state.partitioners import min_max_variable_partitioner, variable_axis_size_partitioner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.tensor_shape import TensorShape


@export("distribute.experimental.CommunicationImplementation", "distribute.experimental.CollectiveCommunication")
class CommunicationImplementation(enum.Enum):
    """By what means machines talk to each other (tf.distribute.experimental.CommunicationImplementation)."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


class Options:
    """Options of the communication of machines: what `CommunicationOptions` and `CollectiveHints` make."""

    def __init__(
        self,
        bytes_per_pack: int = 0,
        timeout_seconds: float | None = None,
        implementation: CommunicationImplementation | str = CommunicationImplementation.AUTO,
    ) -> None:
        if bytes_per_pack < 0:
            raise ValueError(f"Argument `bytes_per_pack` must be >=0, Received {bytes_per_pack}.")
        self.bytes_per_pack = bytes_per_pack
        self.timeout_seconds = timeout_seconds
        self.implementation = CommunicationImplementation(implementation)


@export("distribute.experimental.CommunicationOptions")
class CommunicationOptions:
    """Options of the communication of machines (tf.distribute.experimental.CommunicationOptions).

    Args:
      bytes_per_pack: how many bytes are sent together; 0 for what suits.
      timeout_seconds: after which time to give up, None for never.
      implementation: a `CommunicationImplementation` or its name.

    Raises:
      ValueError: a negative number of bytes, or an unknown name.
    """

    def __new__(
        cls,
        bytes_per_pack: int = 0,
        timeout_seconds: float | None = None,
        implementation: CommunicationImplementation | str = CommunicationImplementation.AUTO,
    ) -> Any:
        return Options(bytes_per_pack, timeout_seconds, implementation)


@export("distribute.experimental.CollectiveHints")
class CollectiveHints:
    """The older name of `CommunicationOptions` (tf.distribute.experimental.CollectiveHints)."""

    def __new__(cls, bytes_per_pack: int = 0, timeout_seconds: float | None = None) -> Any:
        return Options(bytes_per_pack, timeout_seconds)


# ---- how variables are cut ----


def _check_positive(**numbers: int) -> None:
    for name, number in numbers.items():
        if number < 1:
            raise ValueError(f"Argument `{name}` must be positive. Received: {number}")


@export("distribute.experimental.partitioners.Partitioner", v1="")
class Partitioner:
    """A base class of objects that say into how many parts each axis of a variable is cut."""

    def __call__(self, shape: TensorShape, dtype: DType, axis: int = 0) -> Any:
        """Returns how many parts there are along each axis of a variable of that shape and dtype, which is cut along
        `axis`.
        """
        raise NotImplementedError


@export("distribute.experimental.partitioners.FixedShardsPartitioner", v1="")
class FixedShardsPartitioner(Partitioner):
    """So many parts (tf.distribute.experimental.partitioners.FixedShardsPartitioner).

    >>> import graphwright as tf
    >>> tf.distribute.experimental.partitioners.FixedShardsPartitioner(3)(tf.TensorShape([10, 3]), tf.float32)
    [3, 1]
    """

    def __init__(self, num_shards: int) -> None:
        self._num_shards = num_shards

    def __call__(self, shape: Any, dtype: DType, axis: int = 0) -> list[int]:
        """As many parts as were asked for, or fewer where the axis is shorter."""
        parts = [1] * len(shape)
        parts[axis] = min(self._num_shards, shape.dims[axis].value)
        return parts


@export("distribute.experimental.partitioners.MinSizePartitioner", v1="")
class MinSizePartitioner(Partitioner):
    """Parts of so many bytes at least (tf.distribute.experimental.partitioners.MinSizePartitioner).

    Raises:
      ValueError: a number is less than one.
    """

    def __init__(self, min_shard_bytes: int = 256 << 10, max_shards: int = 1, bytes_per_string: int = 16) -> None:
        _check_positive(min_shard_bytes=min_shard_bytes, max_shards=max_shards, bytes_per_string=bytes_per_string)
        self._min_shard_bytes = min_shard_bytes
        self._max_shards = max_shards
        self._bytes_per_string = bytes_per_string

    def __call__(self, shape: TensorShape, dtype: DType, axis: int = 0) -> list[int]:
        """Returns the most parts that are large enough."""
        return min_max_variable_partitioner(self._max_shards, axis, self._min_shard_bytes, self._bytes_per_string)(
            shape, dtype
        )


@export("distribute.experimental.partitioners.MaxSizePartitioner", v1="")
class MaxSizePartitioner(Partitioner):
    """Parts of so many bytes at most (tf.distribute.experimental.partitioners.MaxSizePartitioner).

    Raises:
      ValueError: a number is less than one.
    """

    def __init__(self, max_shard_bytes: int, max_shards: int | None = None, bytes_per_string: int = 16) -> None:
        _check_positive(max_shard_bytes=max_shard_bytes, bytes_per_string=bytes_per_string)
        self._max_shard_bytes = max_shard_bytes
        self._max_shards = max_shards or None
        self._bytes_per_string = bytes_per_string

    def __call__(self, shape: TensorShape, dtype: DType, axis: int = 0) -> list[int]:
        """Returns the fewest parts that are small enough."""
        return variable_axis_size_partitioner(self._max_shard_bytes, axis, self._bytes_per_string, self._max_shards)(
            shape, dtype
        )


# ---- when machines go away ----


@export("distribute.experimental.TerminationConfig", v1="")
class TerminationConfig:
    """Options for a machine that is about to be taken away (tf.distribute.experimental.TerminationConfig).

    Args:
      termination_watcher_fn: tells whether that is so.
      exit_fn: is called at the end.
      grace_period: how many seconds there are until then.
      save_fn: saves what is to be saved.
    """

    def __init__(
        self,
        termination_watcher_fn: Callable[[], Any] | None = None,
        exit_fn: Callable[[], Any] | None = None,
        grace_period: int | None = None,
        save_fn: Callable[..., Any] | None = None,
    ) -> None:
        self.termination_watcher_fn = termination_watcher_fn
        self.exit_fn = exit_fn
        self.grace_period = grace_period
        self.save_fn = save_fn


def _refused(name: str) -> None:
    """Publishes a class that may be asked for and inherited from, but not made."""

    def __init__(self: object, *args: object, **kwargs: object) -> None:
        raise NotImplementedError(f"tf.{name}: graphwright runs on one machine")

    last = name.rpartition(".")[2]
    doc = f"Raises NotImplementedError when one is made: there is one machine (tf.{name})."
    export_value(name, type(last, (), {"__module__": __name__, "__doc__": doc, "__init__": __init__}), v1="")


_refused("distribute.experimental.PreemptionCheckpointHandler")
_refused("distribute.experimental.PreemptionWatcher")
