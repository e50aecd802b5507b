"""The public names of tf.experimental.extension_type. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.tensor.extension_type import as_dict as as_dict

__all__ = [
    "as_dict",
]
