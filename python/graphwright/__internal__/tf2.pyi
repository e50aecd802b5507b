"""The public names of tf.__internal__.tf2. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.modes import tf2_enabled as enabled

__all__ = [
    "enabled",
]
