"""The public names of tf.graph_util. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph_import.import_graph import import_graph_def as import_graph_def

__all__ = [
    "import_graph_def",
]
