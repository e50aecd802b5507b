"""The public names of tf.compat.v1.saved_model.utils. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.graph_models import get_tensor_from_tensor_info as get_tensor_from_tensor_info
from graphwright._src.v1.saved_model import build_tensor_info as build_tensor_info

__all__ = [
    "build_tensor_info", "get_tensor_from_tensor_info",
]
