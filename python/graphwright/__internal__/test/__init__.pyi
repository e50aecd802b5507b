"""The public names of tf.__internal__.test. Written by tools/write_stubs.py, not by hand."""
from graphwright.__internal__.test import combinations as combinations

__all__ = [
    "combinations",
]
