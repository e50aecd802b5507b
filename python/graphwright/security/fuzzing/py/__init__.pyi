"""The public names of tf.security.fuzzing.py. Written by tools/write_stubs.py, not by hand."""
from graphwright.security.fuzzing.py import annotation_types as annotation_types

__all__ = [
    "annotation_types",
]
