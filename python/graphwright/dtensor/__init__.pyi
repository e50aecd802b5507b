"""The public names of tf.dtensor. Written by tools/write_stubs.py, not by hand."""
from graphwright.dtensor import proto as proto

__all__ = [
    "proto",
]
