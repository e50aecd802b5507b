"""The public names of tf.dtensor.proto. Written by tools/write_stubs.py, not by hand."""
from graphwright.dtensor.proto import layout_pb2 as layout_pb2

__all__ = [
    "layout_pb2",
]
