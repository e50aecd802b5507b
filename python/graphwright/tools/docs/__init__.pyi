"""The public names of tf.tools.docs. Written by tools/write_stubs.py, not by hand."""
from graphwright.tools.docs import doc_controls as doc_controls

__all__ = [
    "doc_controls",
]
