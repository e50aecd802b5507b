"""tf.data.experimental.service: servers that hand out elements, all in this process.

Dispatchers and workers are objects of the process that made them, under an address as servers have it: a program that starts
both and reads from them works, and what runs in other processes does not reach them.
"""

from __future__ import annotations

import collections
import enum
import itertools
import threading
import time

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.forking import free_after_fork
from graphwright._src.data import sources
from graphwright._src.data.dataset import Dataset
from graphwright._src.ops.array import constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_PATIENCE = 0.01  # seconds between two looks for a worker
_FIRST_PORT = 40001
_MODES = {"parallel_epochs": 0, "distributed_epoch": 1}


@export("data.experimental.service.ShardingPolicy")
class ShardingPolicy(enum.IntEnum):
    """The ways to divide a data set among workers (tf.data.experimental.service.ShardingPolicy)."""

    OFF = 0
    DYNAMIC = 1
    FILE = 2
    DATA = 3
    FILE_OR_DATA = 4
    HINT = 5


@export("data.experimental.service.CrossTrainerCache")
class CrossTrainerCache:
    """The name of a trainer that shares its elements with others (tf.data.experimental.service.CrossTrainerCache).

    Raises:
      ValueError: the name is empty.
    """

    def __init__(self, trainer_id: str) -> None:
        if not trainer_id:
            raise ValueError("tf.data service cross-trainer cache requires a non-empty trainer ID.")
        self.trainer_id = trainer_id


@export("data.experimental.service.DispatcherConfig")
class DispatcherConfig(
    collections.namedtuple(
        "DispatcherConfig",
        "port protocol work_dir fault_tolerant_mode worker_addresses job_gc_check_interval_ms job_gc_timeout_ms "
        "worker_timeout_ms worker_max_concurrent_snapshots",
    )
):
    """The choices of a server that hands out work; times in milliseconds (tf.data.experimental.service.DispatcherConfig)."""

    __slots__ = ()

    def __new__(
        cls,
        port: int = 0,
        protocol: str | None = None,
        work_dir: str | None = None,
        fault_tolerant_mode: bool = False,
        worker_addresses: list[str] | None = None,
        job_gc_check_interval_ms: int | None = None,
        job_gc_timeout_ms: int | None = None,
        worker_timeout_ms: int | None = None,
        worker_max_concurrent_snapshots: int = 0,
    ) -> DispatcherConfig:
        return super().__new__(
            cls,
            port,
            "grpc" if protocol is None else protocol,
            work_dir,
            fault_tolerant_mode,
            worker_addresses,
            job_gc_check_interval_ms or 0,
            job_gc_timeout_ms or 0,
            worker_timeout_ms,
            worker_max_concurrent_snapshots,
        )


@export("data.experimental.service.WorkerConfig")
class WorkerConfig(
    collections.namedtuple(
        "WorkerConfig",
        "dispatcher_address worker_address port protocol heartbeat_interval_ms dispatcher_timeout_ms "
        "data_transfer_protocol data_transfer_address",
    )
):
    """The choices of a server that makes elements; times in milliseconds (tf.data.experimental.service.WorkerConfig)."""

    __slots__ = ()

    def __new__(
        cls,
        dispatcher_address: str,
        worker_address: str | None = None,
        port: int = 0,
        protocol: str | None = None,
        heartbeat_interval_ms: int | None = None,
        dispatcher_timeout_ms: int | None = None,
        data_transfer_protocol: str | None = None,
        data_transfer_address: str | None = None,
    ) -> WorkerConfig:
        return super().__new__(
            cls,
            dispatcher_address,
            "localhost:%port%" if worker_address is None else worker_address,
            port,
            "grpc" if protocol is None else protocol,
            heartbeat_interval_ms or 0,
            dispatcher_timeout_ms or 0,
            data_transfer_protocol,
            "localhost:%dts_port%" if data_transfer_address is None else data_transfer_address,
        )


class _Service:
    """The things behind an address: workers, data sets by their ids, and the iterations that consumers share."""

    def __init__(self) -> None:
        self.dispatcher: DispatchServer | None = None
        self.workers: list[WorkerServer] = []
        self.datasets: dict[str, Dataset] = {}
        self.ids = itertools.count(1000)
        self.shared: dict[tuple[str, int], _Iteration] = {}


_lock = free_after_fork(threading.Lock())
_services: dict[str, _Service] = {}
_ports = itertools.count(_FIRST_PORT)


def _service_at(address: str) -> _Service:
    with _lock:
        return _services.setdefault(address, _Service())


def _address_of(target: str) -> str:
    """Returns the address of "grpc://localhost:5000". Raises ValueError for what is none."""
    if not isinstance(target, str):
        raise ValueError(f"`service` must be a string, but `service` was of type {type(target)}. service={target!r}")
    if not target:
        raise ValueError("`service` must not be empty")
    protocol, separator, address = target.partition("://")
    if not separator:
        return target
    if protocol != "grpc":
        raise errors.NotFoundError(
            None,
            None,
            f"No credentials factory has been registered for protocol {protocol}. The available types are: [ grpc ]",
        )
    return address


class _Iteration:
    """The elements that are left of one passage: those of one worker after the other, in turns."""

    def __init__(self, dataset: Dataset, passages: int) -> None:
        self._dataset, self._passages = dataset, passages
        self._left: collections.deque[Iterator[Any]] | None = None  # until somebody asks for an element
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[Any]:
        while True:
            with self._lock:
                element = self._next()
            if element is None:
                return
            yield element[0]

    def _next(self) -> tuple[Any] | None:
        if self._left is None:
            self._left = collections.deque(iter(self._dataset) for _ in range(self._passages))
        while self._left:
            turn = self._left.popleft()
            try:
                element = next(turn)
            except StopIteration:
                continue
            self._left.append(turn)
            return (element,)
        return None


@export("data.experimental.service.DispatchServer", v1="")
class DispatchServer:
    """Hands out the elements of data sets, in this process (tf.data.experimental.service.DispatchServer).

    Args:
      config: a `DispatcherConfig`.
      start: whether it begins at once.

    Raises:
      ValueError: a protocol other than "grpc", or `fault_tolerant_mode` without `work_dir`.

    >>> import graphwright as tf
    >>> service = tf.data.experimental.service
    >>> dispatcher = service.DispatchServer()
    >>> worker = service.WorkerServer(service.WorkerConfig(dispatcher.target.partition("://")[2]))
    >>> shared = tf.data.Dataset.range(3).apply(service.distribute("distributed_epoch", dispatcher.target))
    >>> [int(element) for element in shared]
    [0, 1, 2]
    """

    def __init__(self, config: DispatcherConfig | None = None, start: bool = True) -> None:
        config = config or DispatcherConfig()
        if config.fault_tolerant_mode and not config.work_dir:
            raise ValueError(
                "Cannot enable fault tolerant mode without configuring a work dir. Make sure to set `work_dir` in the "
                "`config` object passed to `DispatchServer`."
            )
        if config.protocol != "grpc":
            raise ValueError(f"DispatchServer: the protocol {config.protocol!r} is not there, only 'grpc'")
        self._config = config
        self._port = config.port or next(_ports)
        self._stopped = threading.Event()
        if start:
            self.start()

    @property
    def _address(self) -> str:
        return f"localhost:{self._port}"

    @property
    def target(self) -> str:
        """The address by which data sets find it, such as "grpc://localhost:5000"."""
        return f"{self._config.protocol}://{self._address}"

    def start(self) -> None:
        """Begins to hand out elements."""
        _service_at(self._address).dispatcher = self
        self._stopped.clear()

    def stop(self) -> None:
        """Ends handing out elements."""
        service = _service_at(self._address)
        if service.dispatcher is self:
            service.dispatcher = None
        self._stopped.set()

    def join(self) -> None:
        """Waits until somebody stops it."""
        self._stopped.wait()

    def _num_workers(self) -> int:
        return len(_service_at(self._address).workers)


@export("data.experimental.service.WorkerServer", v1="")
class WorkerServer:
    """Makes the elements that a dispatcher of this process hands out (tf.data.experimental.service.WorkerServer).

    Args:
      config: a `WorkerConfig`.
      start: whether it begins at once.

    Raises:
      ValueError: no address of a dispatcher.
    """

    def __init__(self, config: WorkerConfig, start: bool = True) -> None:
        if config.dispatcher_address is None:
            raise ValueError("Must specify a `dispatcher_address` in the `config` passed to `WorkerServer`.")
        self._config = config
        self._port = config.port or next(_ports)
        self._stopped = threading.Event()
        if start:
            self.start()

    @property
    def _address(self) -> str:
        return self._config.worker_address.replace("%port%", str(self._port))

    def start(self) -> None:
        """Begins to make elements."""
        workers = _service_at(_address_of(self._config.dispatcher_address)).workers
        if self not in workers:
            workers.append(self)
        self._stopped.clear()

    def stop(self) -> None:
        """Ends making elements."""
        workers = _service_at(_address_of(self._config.dispatcher_address)).workers
        if self in workers:
            workers.remove(self)
        self._stopped.set()

    def join(self) -> None:
        """Waits until somebody stops it."""
        self._stopped.wait()


def _policy(processing_mode: ShardingPolicy | str) -> ShardingPolicy:
    if isinstance(processing_mode, ShardingPolicy):
        return processing_mode
    if processing_mode in _MODES:
        return ShardingPolicy(_MODES[processing_mode])
    raise ValueError(
        'tf.data service processing mode should be a `tf.data.experimental.service.ShardingPolicy`, `"parallel_epochs"`, or '
        f'`"distributed_epoch"`. Got {processing_mode!r}.'
    )


def _check_consumers(job_name: Any, consumer_index: Any, num_consumers: Any) -> None:
    if (consumer_index is None) != (num_consumers is None):
        raise ValueError("Must either set both `consumer_index` and `num_consumers`, or neither. ")
    if num_consumers is not None:
        if job_name is None:
            raise ValueError("`job_name` must be set when setting `num_consumers`")
        raise NotImplementedError("distribute(num_consumers=): coordinated reads are not there")


def _checked(job_name: Any, compression: str | None, target_workers: str) -> None:
    if job_name is not None and not (isinstance(job_name, str) or hasattr(job_name, "dtype")):
        raise ValueError(
            f"`job_name` must be a string, but `job_name` was of type {type(job_name)}. job_name={job_name}"
        )
    if job_name == "":
        raise ValueError("`job_name` must not be empty")
    if compression not in ("AUTO", None, "SNAPPY"):
        raise ValueError(f"Invalid `compression` argument: {compression}. Must be one of ['AUTO', None, 'SNAPPY'].")
    if str(target_workers).upper() not in ("AUTO", "ANY", "LOCAL"):
        raise ValueError(
            f'Invalid `target_workers` argument: {target_workers}. Must be one of ["AUTO", "ANY", "LOCAL"].'
        )


def _distributed(address: str, dataset_id: str, spec: Any, policy: ShardingPolicy, job_name: str | None) -> Dataset:
    """Returns the data set of what the workers at an address make of a registered one."""
    repetitions = itertools.count()

    def elements() -> Iterator[Any]:
        service = _service_at(address)
        while service.dispatcher is None or not service.workers:  # both may be started later
            time.sleep(_PATIENCE)
        if dataset_id not in service.datasets:
            raise errors.NotFoundError(None, None, f"Dataset id {dataset_id} was not registered with register_dataset.")
        if policy not in (ShardingPolicy.OFF, ShardingPolicy.DYNAMIC):
            raise errors.NotFoundError(
                None,
                None,
                f"Failed to get or create iteration: {policy.name} needs the `worker_addresses` of the dispatcher's config",
            )
        passages = len(service.workers) if policy == ShardingPolicy.OFF else 1
        iteration = _Iteration(service.datasets[dataset_id], passages)
        if job_name is not None:  # others may have begun it; what has no name is nobody else's, and is not kept
            with _lock:
                iteration = service.shared.setdefault((job_name, next(repetitions)), iteration)
        yield from iteration

    return sources.from_generator(elements, None, None, None, spec)


@export("data.experimental.service.distribute")
def distribute(
    processing_mode: ShardingPolicy | str,
    service: str,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    compression: str | None = "AUTO",
    cross_trainer_cache: CrossTrainerCache | None = None,
    target_workers: str = "AUTO",
) -> Callable[[Dataset], Dataset]:
    """Returns what gives a data set whose elements the workers of a service make (tf.data.experimental.service.distribute).

    Args:
      processing_mode: "parallel_epochs", each worker makes all elements, "distributed_epoch", each element is made by one of
        them, or a `ShardingPolicy`.
      service: the dispatcher's address, as its `target` tells.
      job_name: consumers that name the same job share its elements.
      consumer_index: not there.
      num_consumers: not there.
      max_outstanding_requests: no effect.
      data_transfer_protocol: no effect.
      compression: "AUTO", "SNAPPY" or None; no effect.
      cross_trainer_cache: no effect.
      target_workers: "AUTO", "ANY" or "LOCAL"; no effect.

    Returns:
      A function for `tf.data.Dataset.apply`.

    Raises:
      ValueError: an argument is none of these.
    """
    policy = _policy(processing_mode)
    _checked(job_name, compression, target_workers)

    def apply(dataset: Dataset) -> Dataset:
        _check_consumers(job_name, consumer_index, num_consumers)
        address = _address_of(service)
        return _distributed(address, _register(address, dataset, None), dataset.element_spec, policy, job_name)

    return apply


def _register(address: str, dataset: Dataset, dataset_id: str | None) -> str:
    service = _service_at(address)
    name = str(next(service.ids)) if dataset_id is None else dataset_id
    before = service.datasets.setdefault(name, dataset)
    if before.element_spec != dataset.element_spec:
        raise errors.InvalidArgumentError(
            None,
            None,
            "Failed to register dataset: Datasets with the same ID should have the same structure, got diff for dataset ID "
            f"{name} with different element_spec: {before.element_spec} and {dataset.element_spec}",
        )
    return name


@export("data.experimental.service.register_dataset")
def register_dataset(service: str, dataset: Dataset, compression: str | None = "AUTO", dataset_id: Any = None) -> Any:
    """Makes a data set known to a service, and returns its id (tf.data.experimental.service.register_dataset).

    Args:
      service: the dispatcher's address, as its `target` tells.
      dataset: the data set.
      compression: "AUTO", "SNAPPY" or None; no effect.
      dataset_id: the id; by default a new one.

    Returns:
      A scalar string.

    Raises:
      tf.errors.InvalidArgumentError: the id is another data set's, of another structure.
    """
    _checked(None, compression, "AUTO")
    return constant(_register(_address_of(service), dataset, dataset_id))


@export("data.experimental.service.from_dataset_id")
def from_dataset_id(
    processing_mode: ShardingPolicy | str,
    service: str,
    dataset_id: Any,
    element_spec: Any = None,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    cross_trainer_cache: CrossTrainerCache | None = None,
    target_workers: str = "AUTO",
) -> Dataset:
    """Returns the data set that was registered under an id, made by workers (tf.data.experimental.service.from_dataset_id).

    Args:
      processing_mode: as for `distribute`.
      service: the dispatcher's address, as its `target` tells.
      dataset_id: what `register_dataset` gave.
      element_spec: the spec of its elements, by default that of the registered one.
      job_name: as for `distribute`.
      consumer_index: not there.
      num_consumers: not there.
      max_outstanding_requests: no effect.
      data_transfer_protocol: no effect.
      cross_trainer_cache: no effect.
      target_workers: "AUTO", "ANY" or "LOCAL"; no effect.

    Raises:
      ValueError: nobody has registered the id, or an argument is none of these.
    """
    policy = _policy(processing_mode)
    _check_consumers(job_name, consumer_index, num_consumers)
    _checked(job_name, "AUTO", target_workers)
    address = _address_of(service)
    name = dataset_id.numpy().decode() if hasattr(dataset_id, "numpy") else str(dataset_id)
    known = _service_at(address).datasets.get(name)
    if element_spec is None:
        if known is None:
            raise ValueError(
                f"Failed to fetch element spec for dataset id {name} from tf.data service. If the dataset was registered in "
                "graph mode or inside a tf.function, the `element_spec` must be specified as an argument to `from_dataset_id`."
            )
        element_spec = known.element_spec
    return _distributed(address, name, element_spec, policy, job_name)
