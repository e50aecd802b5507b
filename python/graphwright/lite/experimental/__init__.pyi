"""The public names of tf.lite.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.lite import (
    Analyzer as Analyzer,
    OpResolverType as OpResolverType,
    QuantizationDebugOptions as QuantizationDebugOptions,
    QuantizationDebugger as QuantizationDebugger,
    load_delegate as load_delegate,
)
from graphwright.lite.experimental import authoring as authoring

__all__ = [
    "Analyzer", "OpResolverType", "QuantizationDebugOptions", "QuantizationDebugger", "authoring", "load_delegate",
]
