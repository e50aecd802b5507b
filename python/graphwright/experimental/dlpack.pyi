"""The public names of tf.experimental.dlpack. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.tensor.dlpack import from_dlpack as from_dlpack, to_dlpack as to_dlpack

__all__ = [
    "from_dlpack", "to_dlpack",
]
