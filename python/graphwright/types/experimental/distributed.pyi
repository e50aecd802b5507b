"""The public names of tf.types.experimental.distributed. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.tensor.types import Mirrored as Mirrored, PerReplica as PerReplica

__all__ = [
    "Mirrored", "PerReplica",
]
