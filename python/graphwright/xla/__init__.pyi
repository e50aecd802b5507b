"""The public names of tf.xla. Written by tools/write_stubs.py, not by hand."""
from graphwright.xla import experimental as experimental

__all__ = [
    "experimental",
]
