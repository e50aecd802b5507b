"""The public names of tf.compat.v1.types. Written by tools/write_stubs.py, not by hand."""
from graphwright.compat.v1.types import experimental as experimental

__all__ = [
    "experimental",
]
