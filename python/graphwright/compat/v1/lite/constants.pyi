"""The public names of tf.compat.v1.lite.constants. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.tensor.dtypes import DType

__all__ = [
    "FLOAT", "FLOAT16", "GRAPHVIZ_DOT", "INT16", "INT32", "INT64", "INT8", "QUANTIZED_UINT8", "STRING", "TFLITE",
]

FLOAT: DType

FLOAT16: DType

GRAPHVIZ_DOT: int

INT16: DType

INT32: DType

INT64: DType

INT8: DType

QUANTIZED_UINT8: DType

STRING: DType

TFLITE: int
