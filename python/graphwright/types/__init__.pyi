"""The public names of tf.types. Written by tools/write_stubs.py, not by hand."""
from graphwright.types import experimental as experimental

__all__ = [
    "experimental",
]
