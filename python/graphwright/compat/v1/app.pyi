"""The public names of tf.compat.v1.app. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.resources import run as run
from graphwright.compat.v1 import flags as flags

__all__ = [
    "flags", "run",
]
