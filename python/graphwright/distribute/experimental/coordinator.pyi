"""The public names of tf.distribute.experimental.coordinator. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.unsupported import (
    ClusterCoordinator as ClusterCoordinator,
    PerWorkerValue as PerWorkerValues,
    RemoteValue as RemoteValue,
)

__all__ = [
    "ClusterCoordinator", "PerWorkerValues", "RemoteValue",
]
