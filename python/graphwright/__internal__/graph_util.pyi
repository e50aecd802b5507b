"""The public names of tf.__internal__.graph_util. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph_import.freeze import convert_variables_to_constants_v2 as convert_variables_to_constants_v2
from graphwright._src.internals.tf_internal import graph_defs_equal as graph_defs_equal

__all__ = [
    "convert_variables_to_constants_v2", "graph_defs_equal",
]
