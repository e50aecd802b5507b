"""tf.distribute.Server: what sessions with its target share. The processes of a cluster are objects of one process here."""

from __future__ import annotations

import socket
import threading

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.distribute.cluster_spec import ClusterSpec
from graphwright._src.session.session_resources import SessionResources, served

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.messages.classes import ConfigProto, ServerDef


@export("distribute.Server", "compat.v1.train.Server")
class Server:
    """A process of a cluster, to whose `target` sessions are made (tf.distribute.Server).

    Sessions with one target share variables, queues, iterators, accumulators and tables by their names; what a graph places
    on another task of the cluster ("/job:ps/task:0") is kept by that task's server. All servers of a cluster have to be in one
    process, for instance in threads of it: a server reserves its port, but answers nobody.

    Args:
      server_or_cluster_def: a `tf.train.ServerDef`, or what `tf.train.ClusterSpec` takes.
      job_name: the job that it belongs to; may be left out where there is one only.
      task_index: its number in the job; may be left out where there is one only.
      protocol: "grpc".
      config: a `ConfigProto` for its sessions; no effect.
      start: no effect: a server is ready from the beginning.

    Raises:
      InternalError: the cluster has no such task.
      UnimplementedError: there is no such protocol.
      UnknownError: its port is taken.
      ValueError: `job_name` or `task_index` is needed.

    >>> import graphwright as tf
    >>> server = tf.compat.v1.train.Server.create_local_server()
    >>> for step in range(2):
    ...     with tf.Graph().as_default(), tf.compat.v1.Session(server.target) as session:
    ...         count = tf.compat.v1.get_variable("count", initializer=0)
    ...         if not step:
    ...             session.run(count.initializer)
    ...         print(session.run(count.assign_add(1)))
    1
    2
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: ConfigProto | None = None,
        start: bool = True,
    ) -> None:
        self._server_def = _server_def(server_or_cluster_def, job_name, task_index, protocol, config)
        job, task = self._server_def.job_name, self._server_def.task_index
        if self._server_def.protocol != "grpc":
            known = "Could not find server factory for ServerDef with protocol"
            raise errors.UnimplementedError(None, None, f"{known} {self._server_def.protocol!r}: only 'grpc' is there")
        cluster = ClusterSpec(self._server_def.cluster)
        addresses = {
            name: {n: cluster.task_address(name, n) for n in cluster.task_indices(name)} for name in cluster.jobs
        }
        own = addresses.get(job, {}).get(task)
        if own is None:
            raise errors.InternalError(None, None, f"Task {task} was not defined in job {job!r}")
        self._reserved = _reserved(own)
        port = self._reserved.getsockname()[1]
        self._target = f"grpc://localhost:{port}"
        self._resources = SessionResources(job, task, addresses)
        host = own.rpartition(":")[0]
        for address in (f"localhost:{port}", f"{host}:{port}"):
            served[address] = self._resources

    def __del__(self) -> None:
        reserved = getattr(self, "_reserved", None)
        if reserved is not None:
            reserved.close()

    @staticmethod
    def create_local_server(config: ConfigProto | None = None, start: bool = True) -> Server:
        """Returns a server of a cluster that has it alone, at some free port.

        Args:
          config: as above.
          start: as above.
        """
        return Server({"localhost": ["localhost:0"]}, protocol="grpc", config=config, start=start)

    def start(self) -> None:
        """Does nothing: a server is ready from the beginning."""

    def join(self) -> None:
        """Waits for the end of the server, which is the end of the process."""
        ended = threading.Event()
        while True:
            ended.wait(3600.0)

    @property
    def server_def(self) -> ServerDef:
        """A message that describes the server."""
        return self._server_def

    @property
    def target(self) -> str:
        """The target of its sessions: "grpc://localhost:2222"."""
        return self._target


def _server_def(
    given: Any, job_name: str | None, task_index: int | None, protocol: str | None, config: ConfigProto | None
) -> ServerDef:
    from graphwright._src.messages.classes import ServerDef

    made = ServerDef()
    if isinstance(given, ServerDef):
        made.CopyFrom(given)
    else:
        made.cluster.CopyFrom(ClusterSpec(given).as_cluster_def())
    if job_name is not None:
        made.job_name = job_name
    if not made.job_name:
        if len(made.cluster.job) != 1:
            raise ValueError("Must specify an explicit `job_name`.")
        made.job_name = made.cluster.job[0].name
    if task_index is not None:
        made.task_index = task_index
    elif not isinstance(given, ServerDef):
        tasks = [dict(job.tasks) for job in made.cluster.job if job.name == made.job_name]
        if len(tasks) != 1 or len(tasks[0]) != 1:
            raise ValueError("Must specify an explicit `task_index`.")
        made.task_index = next(iter(tasks[0]))
    if protocol is not None or not made.protocol:
        made.protocol = protocol or "grpc"
    if config is not None:
        made.default_session_config.CopyFrom(config)
    return made


def _reserved(address: str) -> socket.socket:
    """Returns a socket that has the port of an address; of a free one for 0."""
    port = address.rpartition(":")[2]
    if not port.isdigit():
        raise errors.InvalidArgumentError(None, None, f"Could not interpret {address!r} as a host-port pair.")
    reserved = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        reserved.bind(("", int(port)))
    except OSError as error:
        reserved.close()
        raise errors.UnknownError(None, None, f"Could not start gRPC server at {address!r}: {error}") from None
    return reserved


@export("test.create_local_cluster")
def create_local_cluster(
    num_workers: int,
    num_ps: int,
    protocol: str = "grpc",
    worker_config: ConfigProto | None = None,
    ps_config: ConfigProto | None = None,
) -> tuple[list[Server], list[Server]]:
    """Returns the servers of a cluster in this process: of workers, and of those that keep variables.

    Args:
      num_workers: how many tasks the job "worker" has.
      num_ps: how many the job "ps" has.
      protocol: "grpc".
      worker_config: for sessions of workers; no effect.
      ps_config: for sessions of the others; no effect.

    Source: tf.test.create_local_cluster.

    >>> import graphwright as tf
    >>> workers, ps = tf.test.create_local_cluster(num_workers=2, num_ps=1)
    >>> len(workers), [job.name for job in ps[0].server_def.cluster.job]
    (2, ['ps', 'worker'])
    """
    sockets = [_reserved("localhost:0") for _ in range(num_workers + num_ps)]
    addresses = [f"localhost:{each.getsockname()[1]}" for each in sockets]
    for each in sockets:
        each.close()
    cluster = ClusterSpec({"worker": addresses[:num_workers], "ps": addresses[num_workers:]})

    def servers(job: str, count: int, config: ConfigProto | None) -> list[Server]:
        return [Server(cluster, job, task, protocol, config) for task in range(count)]

    return servers("worker", num_workers, worker_config), servers("ps", num_ps, ps_config)
