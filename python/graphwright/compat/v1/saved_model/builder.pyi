"""The public names of tf.compat.v1.saved_model.builder. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.saved_model import Builder as SavedModelBuilder

__all__ = [
    "SavedModelBuilder",
]
