"""The public names of tf.__internal__.ops. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.tf_internal import (
    broadcast_weights as broadcast_weights,
    is_resource_variable as is_resource_variable,
)

__all__ = [
    "broadcast_weights", "is_resource_variable",
]
