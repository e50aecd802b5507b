"""The public names of tf.compat.v1.mixed_precision.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.loss_scale import (
    DynamicLossScale as DynamicLossScale,
    FixedLossScale as FixedLossScale,
    LossScale as LossScale,
)

__all__ = [
    "DynamicLossScale", "FixedLossScale", "LossScale",
]
