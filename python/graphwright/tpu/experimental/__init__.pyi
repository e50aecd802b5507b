"""The public names of tf.tpu.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.tpu_system import (
    DeviceAssignment as DeviceAssignment,
    DeviceOrderMode as DeviceOrderMode,
    HardwareFeature as HardwareFeature,
    TPUSystemMetadata as TPUSystemMetadata,
    Topology as Topology,
    initialize_tpu_system as initialize_tpu_system,
    shutdown_tpu_system as shutdown_tpu_system,
)
from graphwright.tpu.experimental import embedding as embedding

__all__ = [
    "DeviceAssignment", "DeviceOrderMode", "HardwareFeature", "TPUSystemMetadata", "Topology", "embedding",
    "initialize_tpu_system", "shutdown_tpu_system",
]
