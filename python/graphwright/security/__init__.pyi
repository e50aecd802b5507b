"""The public names of tf.security. Written by tools/write_stubs.py, not by hand."""
from graphwright.security import fuzzing as fuzzing

__all__ = [
    "fuzzing",
]
