"""The public names of tf.compat.v1.tpu.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.tpu_system import (
    DeviceOrderMode as DeviceOrderMode,
    HardwareFeature as HardwareFeature,
    TPUSystemMetadata as TPUSystemMetadata,
    initialize_tpu_system as initialize_tpu_system,
    shutdown_tpu_system as shutdown_tpu_system,
)
from graphwright.compat.v1.tpu.experimental import embedding as embedding
from graphwright.tpu.experimental import DeviceAssignment as DeviceAssignment, Topology as Topology

__all__ = [
    "DeviceAssignment", "DeviceOrderMode", "HardwareFeature", "TPUSystemMetadata", "Topology", "embedding",
    "initialize_tpu_system", "shutdown_tpu_system",
]
