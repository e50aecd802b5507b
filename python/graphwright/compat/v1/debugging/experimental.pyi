"""The public names of tf.compat.v1.debugging.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.summary.debug_dumps import (
    disable_dump_debug_info as disable_dump_debug_info,
    enable_dump_debug_info as enable_dump_debug_info,
)

__all__ = [
    "disable_dump_debug_info", "enable_dump_debug_info",
]
