"""The public names of tf.compat.v1.mlir. Written by tools/write_stubs.py, not by hand."""
from graphwright.compat.v1.mlir import experimental as experimental

__all__ = [
    "experimental",
]
