"""Descriptions of features of tf.train.Example messages, for parsing: tf.io.FixedLenFeature and its kin, plain records."""

from __future__ import annotations

import collections

from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


@export("io.VarLenFeature", v1="io.VarLenFeature VarLenFeature")
class VarLenFeature(collections.namedtuple("VarLenFeature", ["dtype"])):
    """A feature with any number of values, which becomes a SparseTensor (tf.io.VarLenFeature).

    >>> import graphwright as tf
    >>> tf.io.VarLenFeature(tf.int64).dtype
    tf.int64
    """

    __slots__ = ()


@export("io.FixedLenFeature", v1="io.FixedLenFeature FixedLenFeature")
class FixedLenFeature(collections.namedtuple("FixedLenFeature", ["shape", "dtype", "default_value"])):
    """A feature of a known shape (tf.io.FixedLenFeature).

    Args:
      shape: of one example's value.
      dtype: of the values.
      default_value: what stands for a feature that is missing; without it, none may be.

    >>> import graphwright as tf
    >>> tf.io.FixedLenFeature([2], tf.float32).shape
    [2]
    """

    __slots__ = ()

    def __new__(cls, shape: ShapeLike, dtype: DTypeLike, default_value: TensorLike | None = None) -> FixedLenFeature:
        return super().__new__(cls, shape, dtype, default_value)


@export("io.FixedLenSequenceFeature", v1="io.FixedLenSequenceFeature FixedLenSequenceFeature")
class FixedLenSequenceFeature(
    collections.namedtuple("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing", "default_value"])
):
    """A feature with any number of values of a known shape, padded to the longest of a batch (tf.io.FixedLenSequenceFeature).

    Args:
      shape: of one of the values.
      dtype: of the values.
      allow_missing: whether examples without it count as empty ones.
      default_value: what shorter examples are padded with; zero or "" without it.

    >>> import graphwright as tf
    >>> tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True).allow_missing
    True
    """

    __slots__ = ()

    def __new__(
        cls, shape: ShapeLike, dtype: DTypeLike, allow_missing: bool = False, default_value: TensorLike | None = None
    ) -> FixedLenSequenceFeature:
        return super().__new__(cls, shape, dtype, allow_missing, default_value)


@export("io.SparseFeature", v1="io.SparseFeature SparseFeature")
class SparseFeature(
    collections.namedtuple("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"])
):
    """Values in one feature and their places in others, together a SparseTensor (tf.io.SparseFeature).

    Args:
      index_key: the feature with the places, or a list of them, one for each axis.
      value_key: the feature with the values.
      dtype: of the values.
      size: the extent of the axis, or a list of them.
      already_sorted: whether the places are in order.

    >>> import graphwright as tf
    >>> tf.io.SparseFeature("places", "values", tf.float32, size=100).size
    100
    """

    __slots__ = ()

    def __new__(
        cls,
        index_key: str | Sequence[str],
        value_key: str,
        dtype: DTypeLike,
        size: int | Sequence[int],
        already_sorted: bool = False,
    ) -> SparseFeature:
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


@export("io.RaggedFeature")
class RaggedFeature(
    collections.namedtuple("RaggedFeature", ["dtype", "value_key", "partitions", "row_splits_dtype", "validate"])
):
    """Values in one feature and their division into rows in others, together a RaggedTensor (tf.io.RaggedFeature).

    Args:
      dtype: of the values: int64, float32 or string.
      value_key: the feature with the values; without it, the one under whose name this record stands.
      partitions: how the values fall into rows, from the outermost axis inwards: records of the classes
        `RowSplits`, `RowLengths`, `RowStarts`, `RowLimits`, `ValueRowIds`, each with the `key` of a feature, or
        `UniformRowLength` with a `length`.
      row_splits_dtype: int32 or int64.
      validate: whether values and rows are checked for fitting together.

    Raises:
      ValueError: a dtype or the key is none of those.
      TypeError: a partition, or `validate`, is of another kind.

    >>> import graphwright as tf
    >>> tf.io.RaggedFeature(tf.int64, partitions=[tf.io.RaggedFeature.RowSplits("splits")]).partitions
    (RowSplits(key='splits'),)
    """

    RowSplits = collections.namedtuple("RowSplits", ["key"])
    RowLengths = collections.namedtuple("RowLengths", ["key"])
    RowStarts = collections.namedtuple("RowStarts", ["key"])
    RowLimits = collections.namedtuple("RowLimits", ["key"])
    ValueRowIds = collections.namedtuple("ValueRowIds", ["key"])
    UniformRowLength = collections.namedtuple("UniformRowLength", ["length"])

    __slots__ = ()

    def __new__(
        cls,
        dtype: DTypeLike,
        value_key: str | None = None,
        partitions: Sequence[Any] = (),
        row_splits_dtype: DTypeLike = dtypes.int32,
        validate: bool = False,
    ) -> RaggedFeature:
        if value_key is not None and not isinstance(value_key, str):
            raise ValueError(f"RaggedFeature: `value_key` must be a string; got {value_key!r}")
        dtype = dtypes.as_dtype(dtype)
        if dtype not in (dtypes.int64, dtypes.float32, dtypes.string):
            raise ValueError(f"RaggedFeature: `dtype` must be int64, float32 or string; got {dtype!r}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(f"RaggedFeature: `partitions` must be a list or tuple; got {partitions!r}")
        row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        if row_splits_dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"RaggedFeature: `row_splits_dtype` must be int32 or int64; got {row_splits_dtype!r}")
        if not isinstance(validate, bool):
            raise TypeError(f"RaggedFeature: `validate` must be a bool; got {validate!r}")
        kinds = (
            cls.RowSplits,
            cls.RowLengths,
            cls.RowStarts,
            cls.RowLimits,
            cls.ValueRowIds,
            cls.UniformRowLength,
        )
        for partition in partitions:
            if not isinstance(partition, kinds):
                names = ", ".join(kind.__name__ for kind in kinds)
                raise TypeError(f"RaggedFeature: elements of `partitions` must be one of {names}; got {partition!r}")
        return super().__new__(cls, dtype, value_key, tuple(partitions), row_splits_dtype, validate)
