"""The public names of tf.compat.v1.lite.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.lite import (
    Analyzer as Analyzer,
    OpResolverType as OpResolverType,
    QuantizationDebugOptions as QuantizationDebugOptions,
    QuantizationDebugger as QuantizationDebugger,
    convert_op_hints_to_stubs as convert_op_hints_to_stubs,
    load_delegate as load_delegate,
)
from graphwright.compat.v1.lite.experimental import authoring as authoring

__all__ = [
    "Analyzer", "OpResolverType", "QuantizationDebugOptions", "QuantizationDebugger", "authoring",
    "convert_op_hints_to_stubs", "load_delegate",
]
