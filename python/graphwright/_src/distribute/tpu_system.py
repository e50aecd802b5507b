"""tf.tpu: what can be said of TPUs without one; what needs one raises NotImplementedError when it is used."""

from __future__ import annotations

import collections
import enum

from graphwright._src.base.absent import absent
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

_NO_TPUS = "graphwright has no support for TPUs"


@export("tpu.XLAOptions")
class XLAOptions(
    collections.namedtuple(
        "XLAOptions", "use_spmd_for_xla_partitioning enable_xla_dynamic_padder use_shardy_partitioner"
    )
):
    """Options of the compilation of programs for TPUs (tf.tpu.XLAOptions)."""

    __slots__ = ()

    def __new__(
        cls,
        use_spmd_for_xla_partitioning: bool = True,
        enable_xla_dynamic_padder: bool = True,
        use_shardy_partitioner: bool = False,
    ) -> XLAOptions:
        return super().__new__(cls, use_spmd_for_xla_partitioning, enable_xla_dynamic_padder, use_shardy_partitioner)


@export("tpu.experimental.DeviceOrderMode")
class DeviceOrderMode(enum.IntEnum):
    """In which order the devices of a TPU are numbered (tf.tpu.experimental.DeviceOrderMode)."""

    AUTO = 0
    RING = 1
    MESH = 2


@absent(_NO_TPUS, "tpu.experimental.HardwareFeature")
class HardwareFeature:
    """The abilities of a TPU (tf.tpu.experimental.HardwareFeature). Raises NotImplementedError when one is made."""

    class EmbeddingFeature(enum.Enum):
        """The ways in which a TPU looks up embeddings."""

        UNSUPPORTED = "UNSUPPORTED"
        V1 = "V1"
        V2 = "V2"

    def __init__(self, tpu_hardware_feature_proto: object) -> None: ...
    @property
    def embedding_feature(self) -> EmbeddingFeature: ...
    @property
    def num_embedding_devices_per_chip(self) -> int: ...


@export("tpu.experimental.TPUSystemMetadata")
class TPUSystemMetadata(
    collections.namedtuple("TPUSystemMetadata", "num_cores num_hosts num_of_cores_per_host topology devices")
):
    """The size of a TPU (tf.tpu.experimental.TPUSystemMetadata)."""


@absent(_NO_TPUS, "tpu.experimental.Topology")
class Topology:
    """The places of the cores of a TPU (tf.tpu.experimental.Topology). Raises NotImplementedError when one is made."""

    def __init__(
        self,
        serialized: bytes | None = None,
        mesh_shape: np.ndarray | None = None,
        device_coordinates: np.ndarray | None = None,
    ) -> None: ...

    def cpu_device_name_at_coordinates(self, device_coordinates: np.ndarray, job: str | None = None) -> str: ...
    @property
    def device_coordinates(self) -> np.ndarray: ...
    @property
    def mesh_rank(self) -> int: ...
    @property
    def mesh_shape(self) -> np.ndarray: ...
    @property
    def missing_devices(self) -> np.ndarray: ...
    @property
    def num_tasks(self) -> int: ...
    @property
    def num_tpus_per_task(self) -> int: ...
    def serialized(self) -> bytes: ...
    def task_ordinal_at_coordinates(self, device_coordinates: np.ndarray) -> int: ...
    def tpu_device_name_at_coordinates(self, device_coordinates: np.ndarray, job: str | None = None) -> str: ...
    def tpu_device_ordinal_at_coordinates(self, device_coordinates: np.ndarray) -> int: ...


@absent(_NO_TPUS, "tpu.experimental.DeviceAssignment")
class DeviceAssignment:
    """The cores that replicas run on (tf.tpu.experimental.DeviceAssignment). Raises NotImplementedError when one is made."""

    def __init__(self, topology: Topology, core_assignment: np.ndarray) -> None: ...
    @classmethod
    def build(
        cls,
        topology: Topology,
        computation_shape: np.ndarray | None = None,
        computation_stride: np.ndarray | None = None,
        num_replicas: int = 1,
        device_order_mode: DeviceOrderMode = DeviceOrderMode.AUTO,
    ) -> DeviceAssignment: ...

    def coordinates(self, replica: int, logical_core: int) -> tuple[int, ...]: ...
    @property
    def core_assignment(self) -> np.ndarray: ...
    def host_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str: ...
    def lookup_replicas(self, task_id: int, logical_core: int) -> list[int]: ...
    @property
    def num_cores_per_replica(self) -> int: ...
    @property
    def num_replicas(self) -> int: ...
    @property
    def topology(self) -> Topology: ...
    def tpu_device(self, replica: int = 0, logical_core: int = 0, job: str | None = None) -> str: ...
    def tpu_ordinal(self, replica: int = 0, logical_core: int = 0) -> int: ...


@absent(_NO_TPUS, "tpu.experimental.initialize_tpu_system")
def initialize_tpu_system(cluster_resolver: object = None) -> Any: ...


@absent(_NO_TPUS, "tpu.experimental.shutdown_tpu_system")
def shutdown_tpu_system(cluster_resolver: object = None) -> None: ...
