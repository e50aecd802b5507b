"""The public names of tf.mlir. Written by tools/write_stubs.py, not by hand."""
from graphwright.mlir import experimental as experimental

__all__ = [
    "experimental",
]
