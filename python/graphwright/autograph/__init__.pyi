"""The public names of tf.autograph. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.autograph.api import to_code as to_code, to_graph as to_graph
from graphwright._src.autograph.verbosity import set_verbosity as set_verbosity, trace as trace
from graphwright.autograph import experimental as experimental

__all__ = [
    "experimental", "set_verbosity", "to_code", "to_graph", "trace",
]
