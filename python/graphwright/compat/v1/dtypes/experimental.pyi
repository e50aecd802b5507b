"""The public names of tf.compat.v1.dtypes.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.tensor.dtypes import DType

__all__ = [
    "float4_e2m1fn", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "int2",
    "int4", "uint2", "uint4",
]

float4_e2m1fn: DType

float8_e4m3b11fnuz: DType

float8_e4m3fn: DType

float8_e4m3fnuz: DType

float8_e5m2: DType

float8_e5m2fnuz: DType

int2: DType

int4: DType

uint2: DType

uint4: DType
