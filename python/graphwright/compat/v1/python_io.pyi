"""The public names of tf.compat.v1.python_io. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.files import TFRecordOptions as TFRecordOptions, TFRecordWriter as TFRecordWriter
from graphwright._src.v1.io import (
    TFRecordCompressionType as TFRecordCompressionType,
    tf_record_iterator as tf_record_iterator,
)

__all__ = [
    "TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator",
]
