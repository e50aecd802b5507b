"""The public names of tf.compat.v1.xla.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.scopes import compile as compile, jit_scope as jit_scope

__all__ = [
    "compile", "jit_scope",
]
