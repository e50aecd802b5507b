"""The public names of tf.compat.v1.saved_model.loader. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.loading import contains_saved_model as maybe_saved_model_directory
from graphwright._src.v1.saved_model import load as load

__all__ = [
    "load", "maybe_saved_model_directory",
]
