"""The public names of tf.compat.v1.config.optimizer. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph.devices import (
    get_experimental_options as get_experimental_options,
    get_jit as get_jit,
    set_experimental_options as set_experimental_options,
    set_jit as set_jit,
)

__all__ = [
    "get_experimental_options", "get_jit", "set_experimental_options", "set_jit",
]
