"""The public names of tf.__operators__. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.operator_functions import (
    add as add,
    eq as eq,
    getitem as getitem,
    ne as ne,
    ragged_getitem as ragged_getitem,
)

__all__ = [
    "add", "eq", "getitem", "ne", "ragged_getitem",
]
