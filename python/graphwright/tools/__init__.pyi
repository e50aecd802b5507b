"""The public names of tf.tools. Written by tools/write_stubs.py, not by hand."""
from graphwright.tools import docs as docs

__all__ = [
    "docs",
]
