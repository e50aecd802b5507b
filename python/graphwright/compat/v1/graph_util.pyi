"""The public names of tf.compat.v1.graph_util. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph_import.freeze import (
    convert_variables_to_constants as convert_variables_to_constants,
    extract_sub_graph as extract_sub_graph,
    must_run_on_cpu as must_run_on_cpu,
    remove_training_nodes as remove_training_nodes,
    tensor_shape_from_node_def_name as tensor_shape_from_node_def_name,
)
from graphwright._src.graph_import.import_graph import import_graph_def as import_graph_def

__all__ = [
    "convert_variables_to_constants", "extract_sub_graph", "import_graph_def", "must_run_on_cpu",
    "remove_training_nodes", "tensor_shape_from_node_def_name",
]
