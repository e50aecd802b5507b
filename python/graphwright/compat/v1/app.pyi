"""The public names of tf.compat.v1.app. Written by tools/write_stubs.py, not by hand."""
from absl import flags as flags
from graphwright._src.v1.resources import run as run

__all__ = [
    "flags", "run",
]
