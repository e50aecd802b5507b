"""The public names of tf.security.fuzzing. Written by tools/write_stubs.py, not by hand."""
from graphwright.security.fuzzing import py as py

__all__ = [
    "py",
]
