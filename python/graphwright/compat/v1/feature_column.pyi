"""The public names of tf.compat.v1.feature_column. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.feature_column.categorical import (
    categorical_column_with_hash_bucket as categorical_column_with_hash_bucket,
    categorical_column_with_identity as categorical_column_with_identity,
    categorical_column_with_vocabulary_file_v1 as categorical_column_with_vocabulary_file,
    categorical_column_with_vocabulary_list as categorical_column_with_vocabulary_list,
    crossed_column as crossed_column,
    sequence_categorical_column_with_hash_bucket as sequence_categorical_column_with_hash_bucket,
    sequence_categorical_column_with_identity as sequence_categorical_column_with_identity,
    sequence_categorical_column_with_vocabulary_file as sequence_categorical_column_with_vocabulary_file,
    sequence_categorical_column_with_vocabulary_list as sequence_categorical_column_with_vocabulary_list,
    weighted_categorical_column as weighted_categorical_column,
)
from graphwright._src.feature_column.dense import (
    embedding_column as embedding_column,
    indicator_column as indicator_column,
)
from graphwright._src.feature_column.layers import input_layer as input_layer, linear_model as linear_model
from graphwright._src.feature_column.numeric import (
    bucketized_column as bucketized_column,
    numeric_column as numeric_column,
    sequence_numeric_column as sequence_numeric_column,
)
from graphwright._src.feature_column.parse_spec import make_parse_example_spec_v1 as make_parse_example_spec
from graphwright._src.feature_column.shared import shared_embedding_columns as shared_embedding_columns

__all__ = [
    "bucketized_column", "categorical_column_with_hash_bucket", "categorical_column_with_identity",
    "categorical_column_with_vocabulary_file", "categorical_column_with_vocabulary_list", "crossed_column",
    "embedding_column", "indicator_column", "input_layer", "linear_model", "make_parse_example_spec", "numeric_column",
    "sequence_categorical_column_with_hash_bucket", "sequence_categorical_column_with_identity",
    "sequence_categorical_column_with_vocabulary_file", "sequence_categorical_column_with_vocabulary_list",
    "sequence_numeric_column", "shared_embedding_columns", "weighted_categorical_column",
]
