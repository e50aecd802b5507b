"""The public names of tf.__internal__.types. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.tf_internal import TensorType as Tensor

__all__ = [
    "Tensor",
]
