"""tf.compat.v1.train.replica_device_setter: variables on parameter servers, all else on workers."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.distribute.cluster_spec import ClusterSpec
from graphwright._src.tensor.device_spec import DeviceSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

# What lies on parameter servers unless the caller says so otherwise.
_KEPT = ("Variable", "VariableV2", "AutoReloadVariable", "MutableHashTable", "MutableHashTableV2")
_KEPT += ("MutableHashTableOfTensors", "MutableHashTableOfTensorsV2", "MutableDenseHashTable")
_KEPT += ("MutableDenseHashTableV2", "VarHandleOp", "BoostedTreesEnsembleResourceHandleOp")
_KEPT += ("BoostedTreesQuantileStreamResourceHandleOp", "ResourceConditionalAccumulator", "DecisionTreeResource")


@export("compat.v1.train.replica_device_setter")
def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: ClusterSpec | Mapping[str, Any] | None = None,
    ps_ops: Sequence[str] | None = None,
    ps_strategy: Callable[[Any], int] | None = None,
) -> Callable[[Any], str] | None:
    """Returns a function for `tf.device` that tells where nodes lie (tf.compat.v1.train.replica_device_setter).

    Args:
      ps_tasks: how many parameter servers there are; ignored where there is a `cluster`.
      ps_device: where variables lie, but for the number of the task.
      worker_device: where all else lies; "" for wherever it is.
      merge_devices: has no effect, devices are merged.
      cluster: a `tf.train.ClusterSpec` or what makes one.
      ps_ops: the types of ops that lie on parameter servers; None for variables and tables.
      ps_strategy: the number of the task for a node; None for one after another.

    Returns:
      The function, None where there are no parameter servers.

    Raises:
      TypeError: `ps_strategy` is no function.

    >>> import graphwright as tf
    >>> place = tf.compat.v1.train.replica_device_setter(ps_tasks=2)
    >>> with tf.Graph().as_default(), tf.compat.v1.device(place):
    ...     print(tf.constant(1).device)
    /job:worker
    """
    spec = DeviceSpec
    if cluster is not None:
        servers = ClusterSpec(cluster).as_dict().get(spec.from_string(ps_device).job or "ps")
        ps_tasks = len(servers or ())
    if not ps_tasks:
        return None
    strategy = _OneAfterAnother(ps_tasks) if ps_strategy is None else ps_strategy
    if not callable(strategy):
        raise TypeError("ps_strategy must be callable")
    kept = _KEPT if ps_ops is None else tuple(ps_ops)

    def place(op: Any) -> str:
        present = spec.from_string(op.device or "")
        node = op if hasattr(op, "type") else op.node_def
        if (getattr(node, "type", None) or node.op) not in kept:
            return spec.from_string(worker_device or "").make_merged_spec(present).to_string()
        wanted = spec.from_string(ps_device)
        if wanted.job and wanted.task is None and present.job in (None, wanted.job):
            wanted = wanted.replace(task=strategy(op))
        return wanted.make_merged_spec(present).to_string()

    return place


class _OneAfterAnother:
    def __init__(self, count: int) -> None:
        self._count, self._next = count, 0

    def __call__(self, op: Any) -> int:
        task = self._next
        self._next = (task + 1) % self._count
        return task
