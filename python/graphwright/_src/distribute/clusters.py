"""tf.distribute.cluster_resolver: who takes part in a cluster, as it is told; no machine is asked."""

from __future__ import annotations

import abc
import collections
import enum
import json
import os

from graphwright._src.base.export import export, export_value
from graphwright._src.distribute.cluster_spec import ClusterSpec
from graphwright._src.graph.devices import list_logical_devices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def _url(address: str, rpc_layer: str | None) -> str:
    return f"{rpc_layer}://{address}" if rpc_layer else address


@export("distribute.cluster_resolver.ClusterResolver")
class ClusterResolver(abc.ABC):
    """A base class of objects that know a cluster's processes (tf.distribute.cluster_resolver.ClusterResolver)."""

    _task_type: str | None = None
    _task_id: int | None = None

    @abc.abstractmethod
    def cluster_spec(self) -> ClusterSpec:
        """Returns the processes of the cluster by their jobs."""

    @abc.abstractmethod
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """Returns the address of the process to talk to, "" for this one."""

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: object = None
    ) -> Mapping[str, int]:
        """Returns how many devices of each type there are besides processors: those of this machine."""
        found: dict[str, int] = collections.defaultdict(int)
        for device in list_logical_devices():
            if device.device_type != "CPU":
                found[device.device_type] += 1
        return found

    @property
    def environment(self) -> Any:
        """The kind of place that the cluster is at, "" where that does not matter."""
        return ""

    @property
    def task_type(self) -> str | None:
        """The job of this process."""
        return self._task_type

    @task_type.setter
    def task_type(self, task_type: str | None) -> None:
        self._task_type = task_type

    @property
    def task_id(self) -> int | None:
        """The number of this process in its job."""
        return self._task_id

    @task_id.setter
    def task_id(self, task_id: int | None) -> None:
        self._task_id = task_id


@export("distribute.cluster_resolver.SimpleClusterResolver")
class SimpleClusterResolver(ClusterResolver):
    """A cluster of which everything is given (tf.distribute.cluster_resolver.SimpleClusterResolver).

    Args:
      cluster_spec: a `tf.train.ClusterSpec`.
      master: the address of the process to talk to.
      task_type, task_id: which one this process is.
      environment: a word that `environment` gives back.
      num_accelerators: how many devices of each type there are.
      rpc_layer: a protocol, ahead of all addresses.

    Raises:
      TypeError: `cluster_spec` is something else.

    >>> import graphwright as tf
    >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"]})
    >>> tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc").master("worker", 1)
    'grpc://b:2222'
    """

    def __init__(
        self,
        cluster_spec: ClusterSpec,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: Mapping[str, int] | None = None,
        rpc_layer: str | None = None,
    ) -> None:
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError("cluster_spec must be a `tf.train.ClusterSpec`.")
        self._cluster_spec = cluster_spec
        self._master = master
        self._task_type = task_type
        self._task_id = task_id
        self._environment = environment
        self._num_accelerators = num_accelerators or {}
        self.rpc_layer = rpc_layer

    def cluster_spec(self) -> ClusterSpec:
        """Returns the processes of the cluster by their jobs."""
        return self._cluster_spec

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """Returns the address of a process of a job, or the one that was given."""
        address = self._master
        if task_type is not None and task_id is not None:
            address = self._cluster_spec.task_address(task_type, task_id)
        return _url(address, rpc_layer or self.rpc_layer)

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: object = None
    ) -> Mapping[str, int]:
        """Returns how many devices of each type there are, as it was given."""
        return self._num_accelerators

    @property
    def environment(self) -> Any:
        """The word that was given."""
        return self._environment


@export("distribute.cluster_resolver.TFConfigClusterResolver")
class TFConfigClusterResolver(ClusterResolver):
    """The cluster of which the environment variable TF_CONFIG tells (tf.distribute.cluster_resolver.TFConfigClusterResolver).

    Args:
      task_type, task_id, rpc_layer: take the place of what the variable says.
      environment: a word that `environment` gives back.
    """

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        self._task_type = task_type
        self._task_id = task_id
        self._rpc_layer = rpc_layer
        self._environment = environment

    @staticmethod
    def _told() -> dict[str, Any]:
        return json.loads(os.environ.get("TF_CONFIG", "{}"))

    @property
    def task_type(self) -> str | None:
        """The job of this process."""
        return self._told().get("task", {}).get("type") if self._task_type is None else str(self._task_type)

    @task_type.setter
    def task_type(self, task_type: str | None) -> None:
        self._task_type = task_type

    @property
    def task_id(self) -> int | None:
        """The number of this process in its job."""
        number = self._told().get("task", {}).get("index") if self._task_id is None else self._task_id
        return None if number is None else int(number)

    @task_id.setter
    def task_id(self, task_id: int | None) -> None:
        self._task_id = task_id

    @property
    def environment(self) -> Any:
        """The word that was given."""
        return self._environment

    @property
    def rpc_layer(self) -> str | None:
        """The protocol, ahead of all addresses."""
        return self._told().get("rpc_layer") if self._rpc_layer is None else self._rpc_layer

    @rpc_layer.setter
    def rpc_layer(self, rpc_layer: str | None) -> None:
        self._rpc_layer = rpc_layer

    def cluster_spec(self) -> ClusterSpec:
        """Returns the processes of the cluster by their jobs."""
        return ClusterSpec(self._told().get("cluster", {}))

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """Returns the address of a process, this one by default; "" where it is the only one."""
        spec = self.cluster_spec()
        if sum(spec.num_tasks(job) for job in spec.jobs) < 2:
            return ""
        job = self.task_type if task_type is None else task_type
        number = self.task_id if task_id is None else task_id
        return _url(spec.task_address(job, number), self.rpc_layer if rpc_layer is None else rpc_layer)


@export("distribute.cluster_resolver.UnionResolver")
class UnionClusterResolver(ClusterResolver):
    """The clusters of several resolvers as one (tf.distribute.cluster_resolver.UnionResolver).

    What else there is to know is what the first of them says.

    Args:
      *args: resolvers.
      **kwargs: `rpc_layer`, a protocol ahead of all addresses.

    Raises:
      TypeError: an argument is no resolver.
      ValueError: there is none, or a keyword is unknown.
    """

    def __init__(self, *args: ClusterResolver, **kwargs: str | None) -> None:
        self._rpc_layer = kwargs.pop("rpc_layer", None)
        if kwargs:
            raise ValueError(f"Unexpected kwargs provided {kwargs!r}")
        if not args:
            raise ValueError("At least one ClusterResolver is required.")
        if not all(isinstance(resolver, ClusterResolver) for resolver in args):
            raise TypeError("All arguments must be a sub-class of `ClusterResolver.`")
        self._resolvers = args
        self._task_type, self._task_id = args[0].task_type, args[0].task_id

    def cluster_spec(self) -> ClusterSpec:
        """Returns the processes of all clusters by their jobs.

        Raises:
          KeyError: two have the same number in a job whose processes are numbered.
        """
        merged: dict[str, Any] = {}
        for resolver in self._resolvers:
            for job, tasks in resolver.cluster_spec().as_dict().items():
                before = merged.get(job)
                if before is None:
                    merged[job] = tasks
                elif isinstance(before, list) and isinstance(tasks, list):
                    merged[job] = before + tasks
                else:
                    before, tasks = (dict(enumerate(x)) if isinstance(x, list) else x for x in (before, tasks))
                    if twice := before.keys() & tasks.keys():
                        raise KeyError(f"Duplicate keys detected when merging two ClusterSpecs: {twice!r}")
                    merged[job] = before | tasks
        return ClusterSpec(merged)

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """Returns the address of a process of a job, or what the first resolver says."""
        if task_type is not None and task_id is not None:
            return _url(self.cluster_spec().task_address(task_type, task_id), rpc_layer or self._rpc_layer)
        return self._resolvers[0].master(rpc_layer=rpc_layer)

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: object = None
    ) -> Mapping[str, int]:
        """Returns how many devices of each type there are, as the first resolver says."""
        return self._resolvers[0].num_accelerators(task_type, task_id, config_proto)

    @property
    def environment(self) -> Any:
        """The environment of the first resolver."""
        return self._resolvers[0].environment

    @property
    def rpc_layer(self) -> str | None:
        """The protocol, by default that of the first resolver."""
        return self._rpc_layer or getattr(self._resolvers[0], "rpc_layer", None)

    @rpc_layer.setter
    def rpc_layer(self, rpc_layer: str | None) -> None:
        self._rpc_layer = rpc_layer


@export("distribute.cluster_resolver.KubernetesExecutableLocation")
class ExecutableLocation(enum.Enum):
    """The places where a program can run (tf.distribute.cluster_resolver.KubernetesExecutableLocation)."""

    WITHIN_CLUSTER = 0
    OFF_CLUSTER = 1


def _refused(name: str, of: str) -> None:
    """Publishes a resolver that would have to ask somebody: it may be asked for and inherited from, but not made."""

    def __init__(self: object, *args: object, **kwargs: object) -> None:
        raise NotImplementedError(f"tf.distribute.cluster_resolver.{name}: graphwright runs on one machine")

    def cluster_spec(self: object, *args: object) -> Any:
        """Raises NotImplementedError: nobody is asked."""
        raise NotImplementedError(f"tf.distribute.cluster_resolver.{name}")

    members: dict[str, Any] = {"__init__": __init__, "cluster_spec": cluster_spec, "master": cluster_spec}
    members |= {"__module__": __name__, "__doc__": f"A cluster of {of}. Raises NotImplementedError when one is made."}
    made = type(name, (ClusterResolver,), members)
    export_value(f"distribute.cluster_resolver.{name}", made)


_refused("GCEClusterResolver", "machines at Google")
_refused("KubernetesClusterResolver", "machines that Kubernetes manages")
_refused("SlurmClusterResolver", "machines that Slurm manages")
_refused("TPUClusterResolver", "TPUs")
