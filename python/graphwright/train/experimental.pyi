"""The public names of tf.train.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.checkpoint.sharding import (
    MaxShardSizePolicy as MaxShardSizePolicy,
    ShardByTaskPolicy as ShardByTaskPolicy,
    ShardableTensor as ShardableTensor,
    ShardingCallback as ShardingCallback,
)
from graphwright._src.checkpoint.views import PythonState as PythonState

__all__ = [
    "MaxShardSizePolicy", "PythonState", "ShardByTaskPolicy", "ShardableTensor", "ShardingCallback",
]
