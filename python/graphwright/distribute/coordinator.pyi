"""The public names of tf.distribute.coordinator. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.unsupported import (
    ClusterCoordinator as ClusterCoordinator,
    PerWorkerValue as PerWorkerValue,
    RemoteValue as RemoteValue,
    experimental_get_current_worker_index as experimental_get_current_worker_index,
)

__all__ = [
    "ClusterCoordinator", "PerWorkerValue", "RemoteValue", "experimental_get_current_worker_index",
]
