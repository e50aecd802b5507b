"""The public names of tf.tpu.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.tpu_system import (
    DeviceOrderMode as DeviceOrderMode,
    HardwareFeature as HardwareFeature,
    TPUSystemMetadata as TPUSystemMetadata,
    initialize_tpu_system as initialize_tpu_system,
    shutdown_tpu_system as shutdown_tpu_system,
)
from graphwright.tpu.experimental import embedding as embedding

__all__ = [
    "DeviceAssignment", "DeviceOrderMode", "HardwareFeature", "TPUSystemMetadata", "Topology", "embedding",
    "initialize_tpu_system", "shutdown_tpu_system",
]

class DeviceAssignment:
    """Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.DeviceAssignment)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...

class Topology:
    """Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.Topology)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...
