"""The public names of tf.lookup.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.text.lookup import DenseHashTable as DenseHashTable, MutableHashTable as MutableHashTable

__all__ = [
    "DenseHashTable", "MutableHashTable",
]
