"""The public names of tf.sets. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.text.sets import (
    difference as difference,
    intersection as intersection,
    size as size,
    union as union,
)

__all__ = [
    "difference", "intersection", "size", "union",
]
