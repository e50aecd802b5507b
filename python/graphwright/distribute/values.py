"""What strategies hand out: values of which each replica has its own."""

from __future__ import annotations

from typing import Any

from graphwright.export import export


@export("distribute.DistributedValues")
class DistributedValues:
    """A value of each replica (tf.distribute.DistributedValues): what strategies of several devices hand out.

    Args:
      values: the values by the replicas' numbers.
    """

    def __init__(self, values: Any) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple:
        """The values by the replicas' numbers."""
        return self._values


class PerReplica(DistributedValues):
    """Values that differ from replica to replica."""

    def __repr__(self) -> str:
        lines = "".join(f"  {number}: {value!r}\n" for number, value in enumerate(self._values))
        return f"PerReplica:{{\n{lines}}}"


@export("distribute.experimental.ValueContext")
class ValueContext:
    """For which replica a value is made (tf.distribute.experimental.ValueContext).

    Args:
      replica_id_in_sync_group: its number.
      num_replicas_in_sync: how many there are.
    """

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1) -> None:
        self._replica_id_in_sync_group = replica_id_in_sync_group
        self._num_replicas_in_sync = num_replicas_in_sync

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are."""
        return self._num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> int:
        """The replica's number, from 0."""
        return self._replica_id_in_sync_group
