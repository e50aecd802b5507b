"""The public names of tf.compat.v1.mixed_precision. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.loss_scale import (
    DynamicLossScale as DynamicLossScale,
    FixedLossScale as FixedLossScale,
    LossScale as LossScale,
    MixedPrecisionLossScaleOptimizer as MixedPrecisionLossScaleOptimizer,
    disable_mixed_precision_graph_rewrite as disable_mixed_precision_graph_rewrite,
    enable_mixed_precision_graph_rewrite as enable_mixed_precision_graph_rewrite,
)
from graphwright.compat.v1.mixed_precision import experimental as experimental

__all__ = [
    "DynamicLossScale", "FixedLossScale", "LossScale", "MixedPrecisionLossScaleOptimizer",
    "disable_mixed_precision_graph_rewrite", "enable_mixed_precision_graph_rewrite", "experimental",
]
