"""The public names of tf.nn.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.nn_activation import (
    general_dropout as general_dropout,
    stateless_dropout as stateless_dropout,
)

__all__ = [
    "general_dropout", "stateless_dropout",
]
