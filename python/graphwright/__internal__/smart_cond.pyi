"""The public names of tf.__internal__.smart_cond. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.control_flow.branches_and_loops import smart_cond as smart_cond

__all__ = [
    "smart_cond",
]
