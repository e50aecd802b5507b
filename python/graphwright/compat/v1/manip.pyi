"""The public names of tf.compat.v1.manip. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.array import reshape as reshape
from graphwright._src.ops.array_index import scatter_nd as scatter_nd
from graphwright._src.ops.array_join import tile as tile
from graphwright._src.ops.array_layout import reverse as reverse, roll as roll, space_to_batch_nd as space_to_batch_nd
from graphwright._src.v1.array import batch_to_space_nd as batch_to_space_nd, gather_nd as gather_nd

__all__ = [
    "batch_to_space_nd", "gather_nd", "reshape", "reverse", "roll", "scatter_nd", "space_to_batch_nd", "tile",
]
