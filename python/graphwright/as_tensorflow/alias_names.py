"""Classes and functions of rooms that TensorFlow's inner modules have under the same or another name."""

from __future__ import annotations

import importlib
from typing import Any

# File below `_src` -> its names, "name" or "inner=name".
_FILES = {
    "autograph.errors": "ConversionError",
    "checkpoint.restoration": "CheckpointLoadStatus InitializationOnlyStatus NameBasedSaverStatus",
    "data.dataset": "DatasetSource UnaryDataset",
    "distribute.copies": "MirroredVariable SyncOnReadVariable",
    "distribute.values": "Mirrored PerReplica PerReplicaSpec",
    "feature_column.base": "CategoricalColumn",
    "feature_column.categorical": "CrossedColumn HashedCategoricalColumn IdentityCategoricalColumn "
    "VocabularyFileCategoricalColumn VocabularyListCategoricalColumn WeightedCategoricalColumn",
    "feature_column.numeric": "BucketizedColumn NumericColumn",
    "feature_column.shared": "SharedEmbeddingColumn SharedEmbeddingColumnCreator",
    "tensor.type_spec": "register_type_spec_from_value_converter",
    "text.lookup": "TableInitializerBase=Initializer",
    "v1.dataset": "DatasetV1Adapter",
}
_HOMES = {
    name.partition("=")[0]: (file, name.rpartition("=")[2]) for file, names in _FILES.items() for name in names.split()
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        file, own = _HOMES[name]
        return getattr(importlib.import_module(f"graphwright._src.{file}"), own)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
