"""tf.data.experimental.service: data sets that other processes prepare. What describes it is there; there are no servers."""

from __future__ import annotations

import collections
import enum

from graphwright._src.base.absent import absent
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.data.dataset import Dataset

_WHY = "data sets run in the process that makes them; num_parallel_calls and prefetch use its cores"


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


@absent(_WHY, "data.experimental.service.DispatchServer", v1="")
class DispatchServer:
    """Hands out work (tf.data.experimental.service.DispatchServer). Raises NotImplementedError when one is made."""

    def __init__(self, config: DispatcherConfig | None = None, start: bool = True) -> None: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def join(self) -> None: ...
    @property
    def target(self) -> str: ...


@absent(_WHY, "data.experimental.service.WorkerServer", v1="")
class WorkerServer:
    """Makes elements for others (tf.data.experimental.service.WorkerServer). Raises NotImplementedError when one is made."""

    def __init__(self, config: WorkerConfig, start: bool = True) -> None: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def join(self) -> None: ...


@absent(_WHY, "data.experimental.service.distribute")
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
) -> Callable[[Dataset], Dataset]: ...


@absent(_WHY, "data.experimental.service.from_dataset_id")
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
) -> Dataset: ...


@absent(_WHY, "data.experimental.service.register_dataset")
def register_dataset(
    service: str, dataset: Dataset, compression: str | None = "AUTO", dataset_id: Any = None
) -> Any: ...
