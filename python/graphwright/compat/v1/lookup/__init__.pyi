"""The public names of tf.compat.v1.lookup. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.text.lookup import (
    KeyValueTensorInitializer as KeyValueTensorInitializer,
    StaticHashTableV1 as StaticHashTable,
    StaticVocabularyTableV1 as StaticVocabularyTable,
    TextFileIndex as TextFileIndex,
    TextFileInitializer as TextFileInitializer,
)
from graphwright.compat.v1.lookup import experimental as experimental

__all__ = [
    "KeyValueTensorInitializer", "StaticHashTable", "StaticVocabularyTable", "TextFileIndex", "TextFileInitializer",
    "experimental",
]
