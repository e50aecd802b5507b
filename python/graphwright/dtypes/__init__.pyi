"""The public names of tf.dtypes. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.math_convert import cast as cast, complex as complex, saturate_cast as saturate_cast
from graphwright._src.tensor.dtypes import DType as DType, DType as _DType, as_dtype as as_dtype
from graphwright.dtypes import experimental as experimental

__all__ = [
    "DType", "QUANTIZED_DTYPES", "as_dtype", "bfloat16", "bool", "cast", "complex", "complex128", "complex64", "double",
    "experimental", "float16", "float32", "float64", "half", "int16", "int32", "int64", "int8", "qint16", "qint32",
    "qint8", "quint16", "quint8", "resource", "saturate_cast", "string", "uint16", "uint32", "uint64", "uint8",
    "variant",
]

QUANTIZED_DTYPES: frozenset[_DType]

bfloat16: _DType

bool: _DType

complex128: _DType

complex64: _DType

double: _DType

float16: _DType

float32: _DType

float64: _DType

half: _DType

int16: _DType

int32: _DType

int64: _DType

int8: _DType

qint16: _DType

qint32: _DType

qint8: _DType

quint16: _DType

quint8: _DType

resource: _DType

string: _DType

uint16: _DType

uint32: _DType

uint64: _DType

uint8: _DType

variant: _DType
