"""The public names of tf.tpu. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.tpu_system import XLAOptions as XLAOptions
from graphwright.tpu import experimental as experimental

__all__ = [
    "XLAOptions", "experimental",
]
