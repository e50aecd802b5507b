"""The public names of tf.lite.experimental.authoring. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.lite import compatible as compatible

__all__ = [
    "compatible",
]
