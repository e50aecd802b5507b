"""The public names of tf.compat.v1.tpu.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.tpu_system import (
    DeviceAssignment as DeviceAssignment,
    DeviceOrderMode as DeviceOrderMode,
    HardwareFeature as HardwareFeature,
    TPUSystemMetadata as TPUSystemMetadata,
    Topology as Topology,
    initialize_tpu_system as initialize_tpu_system,
    shutdown_tpu_system as shutdown_tpu_system,
)
from graphwright._src.v1.tpu import (
    embedding_column as embedding_column,
    shared_embedding_columns as shared_embedding_columns,
)
from graphwright.compat.v1.tpu.experimental import embedding as embedding

__all__ = [
    "DeviceAssignment", "DeviceOrderMode", "HardwareFeature", "TPUSystemMetadata", "Topology", "embedding",
    "embedding_column", "initialize_tpu_system", "shared_embedding_columns", "shutdown_tpu_system",
]
