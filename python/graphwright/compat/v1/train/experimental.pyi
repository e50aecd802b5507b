"""The public names of tf.compat.v1.train.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.checkpoint.sharding import (
    MaxShardSizePolicy as MaxShardSizePolicy,
    ShardByTaskPolicy as ShardByTaskPolicy,
    ShardableTensor as ShardableTensor,
    ShardingCallback as ShardingCallback,
)
from graphwright._src.checkpoint.views import PythonState as PythonState
from graphwright._src.v1.loss_scale import (
    DynamicLossScale as DynamicLossScale,
    FixedLossScale as FixedLossScale,
    LossScale as LossScale,
    MixedPrecisionLossScaleOptimizer as MixedPrecisionLossScaleOptimizer,
    disable_mixed_precision_graph_rewrite as disable_mixed_precision_graph_rewrite,
    enable_mixed_precision_graph_rewrite as enable_mixed_precision_graph_rewrite,
)

__all__ = [
    "DynamicLossScale", "FixedLossScale", "LossScale", "MaxShardSizePolicy", "MixedPrecisionLossScaleOptimizer",
    "PythonState", "ShardByTaskPolicy", "ShardableTensor", "ShardingCallback", "disable_mixed_precision_graph_rewrite",
    "enable_mixed_precision_graph_rewrite",
]
