"""The features of tf.train.Example messages that columns need."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.feature_column.base import FeatureColumn
from graphwright._src.feature_column.numeric import SequenceNumericColumn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def _merged(columns: Iterable[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column in columns:
        for key, spec in column.parse_example_spec.items():
            if found.setdefault(key, spec) != spec:
                raise ValueError(
                    f"feature_columns contain different parse_spec for key {key}. Given {spec} and {found[key]}"
                )
    return found


@export("feature_column.make_parse_example_spec", v1="")
def make_parse_example_spec(feature_columns: Iterable[Any]) -> dict[str, Any]:
    """Returns what all columns together need of an example, for `tf.io.parse_example`
    (tf.feature_column.make_parse_example_spec).

    Args:
      feature_columns: the columns.

    Returns:
      A `tf.io.FixedLenFeature` or `tf.io.VarLenFeature` for each feature's name.

    Raises:
      ValueError: one of them is no column, or two need different features of the same name.

    >>> import graphwright as tf
    >>> tf.feature_column.make_parse_example_spec([tf.feature_column.numeric_column("a")])
    {'a': FixedLenFeature(shape=(1,), dtype=tf.float32, default_value=None)}
    """
    columns = list(feature_columns)
    for column in columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(f"All feature_columns must be FeatureColumn instances. Given: {column}")
    return _merged(columns)


@export("compat.v1.feature_column.make_parse_example_spec")
def make_parse_example_spec_v1(feature_columns: Iterable[Any]) -> dict[str, Any]:
    """`tf.feature_column.make_parse_example_spec` for columns that TensorFlow 1 had: no sequences of numbers."""
    columns = list(feature_columns)
    for column in columns:
        if not isinstance(column, FeatureColumn) or isinstance(column, SequenceNumericColumn):
            raise ValueError(f"All feature_columns must be _FeatureColumn instances. Given: {column}")
    return _merged(columns)
