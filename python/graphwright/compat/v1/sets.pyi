"""The public names of tf.compat.v1.sets. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.text.sets import (
    difference as difference,
    difference as set_difference,
    intersection as intersection,
    intersection as set_intersection,
    size as set_size,
    size as size,
    union as set_union,
    union as union,
)

__all__ = [
    "difference", "intersection", "set_difference", "set_intersection", "set_size", "set_union", "size", "union",
]
