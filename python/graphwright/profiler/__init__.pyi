"""The public names of tf.profiler. Written by tools/write_stubs.py, not by hand."""
from graphwright.profiler import experimental as experimental

__all__ = [
    "experimental",
]
