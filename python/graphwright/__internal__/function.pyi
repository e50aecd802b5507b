"""The public names of tf.__internal__.function. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.function.polymorphic import Function as Function

__all__ = [
    "Function",
]
