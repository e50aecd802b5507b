"""tf.tpu: what can be said of TPUs without one; what needs one raises NotImplementedError when it is used."""

from __future__ import annotations

import collections
import enum

from graphwright._src.base.export import export, export_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(f"tf.tpu.{name}: graphwright has no support for TPUs")


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


@export("tpu.experimental.HardwareFeature")
class HardwareFeature:
    """The abilities of a TPU (tf.tpu.experimental.HardwareFeature). Raises NotImplementedError when one is made."""

    class EmbeddingFeature(enum.Enum):
        """The ways in which a TPU looks up embeddings."""

        UNSUPPORTED = "UNSUPPORTED"
        V1 = "V1"
        V2 = "V2"

    def __init__(self, tpu_hardware_feature_proto: object) -> None:
        _refuse("experimental.HardwareFeature")


@export("tpu.experimental.TPUSystemMetadata")
class TPUSystemMetadata(
    collections.namedtuple("TPUSystemMetadata", "num_cores num_hosts num_of_cores_per_host topology devices")
):
    """The size of a TPU (tf.tpu.experimental.TPUSystemMetadata)."""


def _refused(name: str) -> None:
    """Publishes a class that may be asked for and inherited from, but not made."""

    def __init__(self: object, *args: object, **kwargs: object) -> None:
        _refuse(name)

    def build(*args: object, **kwargs: object) -> None:
        """Raises NotImplementedError."""
        _refuse(f"{name}.build")

    last = name.rpartition(".")[2]
    doc = f"Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.{name})."
    made = type(last, (), {"__module__": __name__, "__doc__": doc, "__init__": __init__, "build": staticmethod(build)})
    export_value(f"tpu.{name}", made)


_refused("experimental.DeviceAssignment")
_refused("experimental.Topology")


@export("tpu.experimental.initialize_tpu_system")
def initialize_tpu_system(cluster_resolver: object = None) -> Any:
    """Raises NotImplementedError: there is no support for TPUs (tf.tpu.experimental.initialize_tpu_system)."""
    _refuse("experimental.initialize_tpu_system")


@export("tpu.experimental.shutdown_tpu_system")
def shutdown_tpu_system(cluster_resolver: object = None) -> None:
    """Raises NotImplementedError: there is no support for TPUs (tf.tpu.experimental.shutdown_tpu_system)."""
    _refuse("experimental.shutdown_tpu_system")
