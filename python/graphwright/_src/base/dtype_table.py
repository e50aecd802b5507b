"""The dtypes by TensorFlow's numbers (`DataType`): their names, what they are, and their sizes."""

from __future__ import annotations

# What a dtype is, as one number.
FLOATING, SIGNED, UNSIGNED, BOOL, COMPLEX, QUANTIZED, OPAQUE = range(7)


# TensorFlow's DataType number: name, kind, bytes per element.
TABLE = {
    1: ("float32", FLOATING, 4),
    2: ("float64", FLOATING, 8),
    3: ("int32", SIGNED, 4),
    4: ("uint8", UNSIGNED, 1),
    5: ("int16", SIGNED, 2),
    6: ("int8", SIGNED, 1),
    7: ("string", OPAQUE, 0),
    8: ("complex64", COMPLEX, 8),
    9: ("int64", SIGNED, 8),
    10: ("bool", BOOL, 1),
    11: ("qint8", QUANTIZED, 1),
    12: ("quint8", QUANTIZED, 1),
    13: ("qint32", QUANTIZED, 4),
    14: ("bfloat16", FLOATING, 2),
    15: ("qint16", QUANTIZED, 2),
    16: ("quint16", QUANTIZED, 2),
    17: ("uint16", UNSIGNED, 2),
    18: ("complex128", COMPLEX, 16),
    19: ("float16", FLOATING, 2),
    20: ("resource", OPAQUE, 0),
    21: ("variant", OPAQUE, 0),
    22: ("uint32", UNSIGNED, 4),
    23: ("uint64", UNSIGNED, 8),
    24: ("float8_e5m2", FLOATING, 1),
    25: ("float8_e4m3fn", FLOATING, 1),
    26: ("float8_e4m3fnuz", FLOATING, 1),
    27: ("float8_e4m3b11fnuz", FLOATING, 1),
    28: ("float8_e5m2fnuz", FLOATING, 1),
    29: ("int4", SIGNED, 1),
    30: ("uint4", UNSIGNED, 1),
    31: ("int2", SIGNED, 1),
    32: ("uint2", UNSIGNED, 1),
    33: ("float4_e2m1fn", FLOATING, 1),
}


REF = 100  # the number of a reference to a type is the type's, plus this
