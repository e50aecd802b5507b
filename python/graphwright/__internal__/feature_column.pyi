"""The public names of tf.__internal__.feature_column. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.feature_column.base import (
    DenseColumn as DenseColumn,
    FeatureColumn as FeatureColumn,
    FeatureTransformationCache as FeatureTransformationCache,
    SequenceDenseColumn as SequenceDenseColumn,
    _StateManagerImpl as StateManager,
    deserialize_feature_column as deserialize_feature_column,
    serialize_feature_column as serialize_feature_column,
)

__all__ = [
    "DenseColumn", "FeatureColumn", "FeatureTransformationCache", "SequenceDenseColumn", "StateManager",
    "deserialize_feature_column", "serialize_feature_column",
]
