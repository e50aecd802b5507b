"""The public names of tf.__internal__.config. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph.devices import (
    disable_op_determinism as disable_op_determinism,
    op_determinism_enabled as is_op_determinism_enabled,
)

__all__ = [
    "disable_op_determinism", "is_op_determinism_enabled",
]
