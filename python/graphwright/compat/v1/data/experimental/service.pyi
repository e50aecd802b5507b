"""The public names of tf.compat.v1.data.experimental.service. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.data.service import (
    CrossTrainerCache as CrossTrainerCache,
    DispatcherConfig as DispatcherConfig,
    ShardingPolicy as ShardingPolicy,
    WorkerConfig as WorkerConfig,
    distribute as distribute,
    from_dataset_id as from_dataset_id,
    register_dataset as register_dataset,
)

__all__ = [
    "CrossTrainerCache", "DispatcherConfig", "ShardingPolicy", "WorkerConfig", "distribute", "from_dataset_id",
    "register_dataset",
]
