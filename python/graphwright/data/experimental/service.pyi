"""The public names of tf.data.experimental.service. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.data.service import (
    CrossTrainerCache as CrossTrainerCache,
    DispatchServer as DispatchServer,
    DispatcherConfig as DispatcherConfig,
    ShardingPolicy as ShardingPolicy,
    WorkerConfig as WorkerConfig,
    WorkerServer as WorkerServer,
    distribute as distribute,
    from_dataset_id as from_dataset_id,
    register_dataset as register_dataset,
)

__all__ = [
    "CrossTrainerCache", "DispatchServer", "DispatcherConfig", "ShardingPolicy", "WorkerConfig", "WorkerServer",
    "distribute", "from_dataset_id", "register_dataset",
]
