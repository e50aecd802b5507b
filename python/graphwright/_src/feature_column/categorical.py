"""Columns of categories: what a feature's words or integers are counted as."""

from __future__ import annotations

import collections
import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_info
from graphwright._src.composite.sparse.crossing import cross_hashed
from graphwright._src.composite.sparse.elements import reshape
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.data.files import TFRecordDatasetV2
from graphwright._src.feature_column.base import (
    CategoricalColumn,
    FeatureColumn,
    check_key,
    check_string_or_integer,
    deserialize_feature_column,
    serialize_feature_column,
    to_sparse,
)
from graphwright._src.graph.scopes import init_scope
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import constant, size
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.math_binary import greater_equal, less, logical_or
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import fill
from graphwright._src.text.lookup import (
    KeyValueTensorInitializer,
    StaticHashTable,
    StaticVocabularyTable,
    TextFileIndex,
    TextFileInitializer,
)
from graphwright._src.text.parsing_config import VarLenFeature
from graphwright._src.text.strings import to_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from graphwright._src.feature_column.base import FeatureTransformationCache, StateManager
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike

Tensor = _core.Tensor

_as_string = _core.op("AsString")
_hash = _core.op("StringToHashBucketFast")


class _OfOneFeature(CategoricalColumn):
    """A base class of columns made from a single feature: each gives the numbers of the feature's values."""

    key: str

    @property
    def name(self) -> str:
        """The feature's name."""
        return self.key

    @property
    def parents(self) -> list[Any]:
        """The feature's name."""
        return [self.key]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of any length."""
        return {self.key: VarLenFeature(self.dtype)}  # type: ignore[attr-defined]

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> SparseTensor:
        """Returns the numbers of the feature's values, a SparseTensor of int64.

        Raises:
          ValueError: the feature has a dtype of another kind.
        """
        sparse = to_sparse(transformation_cache.get(self.key, state_manager))
        return SparseTensor(sparse.indices, self._numbers(sparse.values, state_manager), sparse.dense_shape)

    def get_sparse_tensors(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the numbers, without weights."""
        return self.IdWeightPair(transformation_cache.get(self, state_manager), None)

    def _numbers(self, values: Tensor, state_manager: StateManager | None) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__}._numbers")

    def _check_values(self, values: Tensor, dtype: DType) -> None:
        check_string_or_integer(values.dtype, f"column_name: {self.key} input_tensor")
        if dtype.is_integer != values.dtype.is_integer:
            raise ValueError(
                f"Column dtype and SparseTensors dtype must be compatible. key: {self.key}, column dtype: {dtype!r}, "
                f"tensor dtype: {values.dtype!r}"
            )


class HashedCategoricalColumn(
    _OfOneFeature, collections.namedtuple("HashedCategoricalColumn", ["key", "hash_bucket_size", "dtype"])
):
    """See `categorical_column_with_hash_bucket`."""

    @property
    def num_buckets(self) -> int:
        """The number of buckets."""
        return self.hash_bucket_size

    def _numbers(self, values: Tensor, state_manager: StateManager | None) -> Tensor:
        self._check_values(values, self.dtype)
        words = values if self.dtype == dtypes.string else _as_string(values)
        return _hash(words, num_buckets=self.hash_bucket_size)


class _OfWords(_OfOneFeature):
    """A base class of columns with a vocabulary: a table from words, or int64 values, to numbers."""

    dtype: DType
    num_oov_buckets: int
    default_value: int

    def _numbers(self, values: Tensor, state_manager: StateManager | None) -> Tensor:
        self._check_values(values, self.dtype)
        if values.dtype.is_integer:
            values = cast(values, dtypes.int64)
        return self._table(state_manager).lookup(values)

    def _table(self, state_manager: StateManager | None) -> Any:
        name = f"{self.key}_lookup"
        if state_manager is not None and state_manager.has_resource(self, name):
            return state_manager.get_resource(self, name)
        with init_scope():
            initializer = self._initializer(dtypes.int64 if self.dtype.is_integer else dtypes.string)
            if self.num_oov_buckets:
                table = StaticVocabularyTable(initializer, self.num_oov_buckets)
            else:
                table = StaticHashTable(initializer, self.default_value)
        if state_manager is not None:
            state_manager.add_resource(self, name, table)
        return table

    def _initializer(self, key_dtype: DTypeLike) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._initializer")


class VocabularyListCategoricalColumn(
    _OfWords,
    collections.namedtuple(
        "VocabularyListCategoricalColumn", ["key", "vocabulary_list", "dtype", "default_value", "num_oov_buckets"]
    ),
):
    """See `categorical_column_with_vocabulary_list`."""

    @property
    def num_buckets(self) -> int:
        """The number of buckets, those of unknown words among them."""
        return len(self.vocabulary_list) + self.num_oov_buckets

    def _initializer(self, key_dtype: DTypeLike) -> Any:
        words = _core.convert_to_tensor(list(self.vocabulary_list), key_dtype)
        numbers = math_convert.range(constant(len(self.vocabulary_list), dtypes.int64))
        return KeyValueTensorInitializer(words, numbers)


def _holds_records(vocabulary_file: str, file_format: str | None) -> bool:
    """Tells whether the words are records of a compressed file, not lines of text."""
    return file_format == "tfrecord_gzip" or (file_format is None and str(vocabulary_file).endswith("tfrecord.gz"))


def _words_of_records(vocabulary_file: str) -> list[bytes]:
    with init_scope():
        records = TFRecordDatasetV2(vocabulary_file, compression_type="GZIP")
        return [record.numpy() for record in records]


class VocabularyFileCategoricalColumn(
    _OfWords,
    collections.namedtuple(
        "VocabularyFileCategoricalColumn",
        ["key", "vocabulary_file", "vocabulary_size", "num_oov_buckets", "dtype", "default_value", "file_format"],
    ),
):
    """See `categorical_column_with_vocabulary_file`."""

    __slots__ = ()

    def __new__(
        cls,
        key: str,
        vocabulary_file: str,
        vocabulary_size: int,
        num_oov_buckets: int,
        dtype: DType,
        default_value: int,
        file_format: str | None = None,
    ) -> VocabularyFileCategoricalColumn:
        return super().__new__(
            cls, key, vocabulary_file, vocabulary_size, num_oov_buckets, dtype, default_value, file_format
        )

    @property
    def num_buckets(self) -> int:
        """The number of buckets, those of unknown words among them."""
        return self.vocabulary_size + self.num_oov_buckets

    def _initializer(self, key_dtype: DTypeLike) -> Any:
        if _holds_records(self.vocabulary_file, self.file_format):
            words = _core.convert_to_tensor(_words_of_records(self.vocabulary_file)[: self.vocabulary_size])
            if key_dtype != dtypes.string:
                words = to_number(words, key_dtype)
            numbers = math_convert.range(cast(size(words), dtypes.int64))
            return KeyValueTensorInitializer(words, numbers)
        index = TextFileIndex
        return TextFileInitializer(
            self.vocabulary_file,
            key_dtype=key_dtype,
            key_index=index.WHOLE_LINE,
            value_dtype=dtypes.int64,
            value_index=index.LINE_NUMBER,
            vocab_size=self.vocabulary_size,
        )


class IdentityCategoricalColumn(
    _OfOneFeature, collections.namedtuple("IdentityCategoricalColumn", ["key", "number_buckets", "default_value"])
):
    """See `categorical_column_with_identity`."""

    @property
    def num_buckets(self) -> int:
        """The number of buckets."""
        return self.number_buckets

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of any length, of int64."""
        return {self.key: VarLenFeature(dtypes.int64)}

    def _numbers(self, values: Tensor, state_manager: StateManager | None) -> Tensor:
        if not values.dtype.is_integer:
            raise ValueError(f"Invalid input, not integer. key: {self.key} dtype: {values.dtype!r}")
        values = cast(values, dtypes.int64)
        if self.default_value is None:
            return values
        below, above = less(values, 0), greater_equal(values, self.num_buckets)
        default = fill(array_module.shape(values), constant(self.default_value, dtypes.int64))
        return where(logical_or(below, above), default, values)


class WeightedCategoricalColumn(
    CategoricalColumn,
    collections.namedtuple("WeightedCategoricalColumn", ["categorical_column", "weight_feature_key", "dtype"]),
):
    """See `weighted_categorical_column`."""

    @property
    def name(self) -> str:
        """The categories' name and that of the weights."""
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    @property
    def parents(self) -> list[Any]:
        """The column of categories, and the name of the weights."""
        return [self.categorical_column, self.weight_feature_key]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The features that the categories need, and the weights, a feature of any length.

        Raises:
          ValueError: the categories need a feature of the weights' name that is another one.
        """
        spec = dict(self.categorical_column.parse_example_spec)
        weights = VarLenFeature(self.dtype)
        if spec.get(self.weight_feature_key, weights) != weights:
            raise ValueError(f"Parse config {spec} already exists for {self.weight_feature_key}.")
        return {**spec, self.weight_feature_key: weights}

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        return self.categorical_column.num_buckets

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> tuple[SparseTensor, SparseTensor]:
        """Returns the categories and their weights, both sparse, the weights of float32.

        Raises:
          ValueError: the weights have another dtype than the column says.
        """
        weights = transformation_cache.get(self.weight_feature_key, state_manager)
        if weights.dtype != self.dtype:
            raise ValueError(f"Bad dtype, expected {self.dtype!r}, but got {weights.dtype!r}.")
        weights = to_sparse(weights, ignored=0)
        if not weights.dtype.is_floating:
            weights = cast(weights, dtypes.float32)
        return to_sparse(transformation_cache.get(self.categorical_column, state_manager)), weights

    def get_sparse_tensors(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the categories and their weights."""
        return self.IdWeightPair(*transformation_cache.get(self, state_manager))


class CrossedColumn(
    CategoricalColumn, collections.namedtuple("CrossedColumn", ["keys", "hash_bucket_size", "hash_key"])
):
    """See `crossed_column`."""

    @property
    def name(self) -> str:
        """The names of all that is crossed, in order."""
        return "_X_".join(sorted(key if isinstance(key, str) else key.name for key in _leaves(self)))

    @property
    def parents(self) -> list[Any]:
        """The columns and names of features that are crossed."""
        return list(self.keys)

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The features that the columns need; plain features are of any length and of strings."""
        spec: dict[str, Any] = {}
        for key in self.keys:
            spec.update(
                key.parse_example_spec if isinstance(key, FeatureColumn) else {key: VarLenFeature(dtypes.string)}
            )
        return spec

    @property
    def num_buckets(self) -> int:
        """The number of buckets."""
        return self.hash_bucket_size

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> SparseTensor:
        """Returns the numbers of all combinations, a SparseTensor of int64.

        Raises:
          ValueError: one of the columns has weights.
        """
        crossed = []
        for key in _leaves(self):
            if isinstance(key, str):
                crossed.append(transformation_cache.get(key, state_manager))
                continue
            ids, weights = key.get_sparse_tensors(transformation_cache, state_manager)
            if weights is not None:
                raise ValueError(
                    "crossed_column does not support weight_tensor, but the given column populates weight_tensor. "
                    f"Given column: {key.name}"
                )
            crossed.append(ids)
        return cross_hashed(crossed, self.hash_bucket_size, self.hash_key)

    def get_sparse_tensors(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the numbers, without weights."""
        return self.IdWeightPair(transformation_cache.get(self, state_manager), None)

    def get_config(self) -> dict[str, Any]:
        """Returns the column's fields in a form that can be written down."""
        return {**self._asdict(), "keys": tuple(map(serialize_feature_column, self.keys))}

    @classmethod
    def from_config(
        cls,
        config: Mapping[str, Any],
        custom_objects: Mapping[str, Any] | None = None,
        columns_by_name: dict[str, Any] | None = None,
    ) -> Any:
        """Returns the column with the fields that `get_config` gave.

        Raises:
          ValueError: fields are missing.
        """
        found = super().from_config(config, custom_objects, columns_by_name)
        keys = [deserialize_feature_column(key, custom_objects, columns_by_name) for key in found.keys]
        return found._replace(keys=tuple(keys))


def _leaves(column: CrossedColumn) -> list[Any]:
    """Returns what is crossed, with the parts of crossed columns among it in their place."""
    return [leaf for key in column.keys for leaf in (_leaves(key) if isinstance(key, CrossedColumn) else [key])]


class SequenceCategoricalColumn(
    CategoricalColumn, collections.namedtuple("SequenceCategoricalColumn", ["categorical_column"])
):
    """Categories whose places in an example are steps of a sequence; see `sequence_categorical_column_with_identity`."""

    @property
    def name(self) -> str:
        """The categories' name."""
        return self.categorical_column.name

    @property
    def parents(self) -> list[Any]:
        """The column of categories."""
        return [self.categorical_column]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The features that the categories need."""
        return self.categorical_column.parse_example_spec

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        return self.categorical_column.num_buckets

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns what the categories are."""
        return self.categorical_column.transform_feature(transformation_cache, state_manager)

    def get_sparse_tensors(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the categories, of one axis more where there were two, and their weights."""
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return self.IdWeightPair(_with_steps(ids), None if weights is None else _with_steps(weights))


def _with_steps(sparse: SparseTensor) -> SparseTensor:
    if sparse.shape.rank is not None and sparse.shape.rank != 2:
        return sparse
    shape = concat([sparse.dense_shape, constant([1], dtypes.int64)], 0)
    return reshape(sparse, shape)


def _oov(num_oov_buckets: int, default_value: int | None, unset: int | None, key: str) -> None:
    if num_oov_buckets:
        if default_value != unset:
            raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
        if num_oov_buckets < 0:
            raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


@export("feature_column.categorical_column_with_hash_bucket")
def categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: DType = dtypes.string
) -> HashedCategoricalColumn:
    """Categories by the hashes of a feature's values (tf.feature_column.categorical_column_with_hash_bucket).

    Args:
      key: the feature's name, and the column's; the feature is sparse, or a tensor in which "" and -1 stand for nothing.
      hash_bucket_size: how many categories there are; different values may fall into the same.
      dtype: of the feature, strings or integers.

    Raises:
      ValueError: the name is no string, there are no categories, or the dtype is another one.

    >>> import graphwright as tf
    >>> words = tf.feature_column.indicator_column(tf.feature_column.categorical_column_with_hash_bucket("words", 4))
    >>> tf.compat.v1.feature_column.input_layer({"words": [["a", "b"], ["b", ""]]}, [words]).shape
    TensorShape([2, 4])
    """
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be at least 1. hash_bucket_size: {hash_bucket_size}, key: {key}")
    check_key(key)
    check_string_or_integer(dtype, f"column_name: {key}")
    return HashedCategoricalColumn(key, hash_bucket_size, dtype)


@export("feature_column.categorical_column_with_identity")
def categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> IdentityCategoricalColumn:
    """Categories that are a feature's integers themselves (tf.feature_column.categorical_column_with_identity).

    Args:
      key: the feature's name, and the column's; the feature is sparse, or a tensor in which -1 stands for nothing.
      num_buckets: how many categories there are.
      default_value: the category of integers below 0 and from `num_buckets` on.

    Raises:
      ValueError: the name is no string, there are no categories, or the default is none of them.

    >>> import graphwright as tf
    >>> ids = tf.feature_column.indicator_column(tf.feature_column.categorical_column_with_identity("ids", 3))
    >>> tf.compat.v1.feature_column.input_layer({"ids": [[0, 2], [1, -1]]}, [ids]).numpy()
    array([[1., 0., 1.],
           [0., 1., 0.]], dtype=float32)
    """
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        raise ValueError(f"default_value {default_value} not in range [0, {num_buckets}), column_name {key}")
    check_key(key)
    return IdentityCategoricalColumn(key, num_buckets, default_value)


@export(
    "feature_column.categorical_column_with_vocabulary_list",
)
def categorical_column_with_vocabulary_list(
    key: str,
    vocabulary_list: Sequence[Any],
    dtype: DType | None = None,
    default_value: int = -1,
    num_oov_buckets: int = 0,
) -> VocabularyListCategoricalColumn:
    """Categories by a list of words or integers (tf.feature_column.categorical_column_with_vocabulary_list).

    Args:
      key: the feature's name, and the column's; the feature is sparse, or a tensor in which "" and -1 stand for nothing.
      vocabulary_list: the words in order; each counts as its place.
      dtype: of the feature, strings or integers; that of the words without it.
      default_value: what other words count as; -1 stands for nothing.
      num_oov_buckets: into how many more categories other words fall, by their hashes.

    Raises:
      ValueError: the name is no string; the words are none, not different, or neither strings nor integers; or there are both a
        default and more categories, or less than none of these.

    >>> import graphwright as tf
    >>> colors = tf.feature_column.categorical_column_with_vocabulary_list("color", ["red", "green"])
    >>> colors = tf.feature_column.indicator_column(colors)
    >>> tf.compat.v1.feature_column.input_layer({"color": [["green"], ["blue"]]}, [colors]).numpy()
    array([[0., 1.],
           [0., 0.]], dtype=float32)
    """
    if vocabulary_list is None or len(vocabulary_list) < 1:
        raise ValueError(f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}")
    if len(set(vocabulary_list)) != len(vocabulary_list):
        raise ValueError(f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}")
    import numpy as np

    of_words = np.array(vocabulary_list).dtype
    of_words = dtypes.string if of_words.kind in "USO" else dtypes.as_dtype(of_words)
    _oov(num_oov_buckets, default_value, -1, key)
    if dtype is None:
        check_string_or_integer(of_words, f"column_name: {key} vocabulary")
    if dtype is None:
        dtype = of_words
    elif dtype.is_integer != of_words.is_integer:
        raise ValueError(f"dtype {dtype!r} and vocabulary dtype {of_words!r} do not match, column_name: {key}")
    check_string_or_integer(dtype, f"column_name: {key}")
    check_key(key)
    return VocabularyListCategoricalColumn(key, tuple(vocabulary_list), dtype, default_value, num_oov_buckets)


@export("feature_column.categorical_column_with_vocabulary_file", v1="")
def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    dtype: DType = dtypes.string,
    default_value: int | None = None,
    num_oov_buckets: int = 0,
    file_format: str | None = None,
) -> VocabularyFileCategoricalColumn:
    """Categories by the lines of a file (tf.feature_column.categorical_column_with_vocabulary_file).

    Args:
      key: the feature's name, and the column's; the feature is sparse, or a tensor in which "" and -1 stand for nothing.
      vocabulary_file: a text file with a word or an integer in each line.
      vocabulary_size: how many lines count; all without it.
      dtype: of the feature, strings or integers.
      default_value: what other words count as; -1, which stands for nothing, without it.
      num_oov_buckets: into how many more categories other words fall, by their hashes.
      file_format: "text"; "tfrecord_gzip" for a compressed file of records, each of which is a word; None for the latter
        where the file's name ends in "tfrecord.gz", else for text.

    Raises:
      ValueError: the name is no string; the file's name is missing, or the file where its lines have to be counted; no lines
        count; the dtype is another one; or there are both a default and more categories, or less than none of these.

    >>> import graphwright as tf
    >>> tf.feature_column.categorical_column_with_vocabulary_file("state", "states.txt", 50).num_buckets
    50
    """
    if not vocabulary_file:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if vocabulary_size is None:
        if not os.path.exists(_core.local_path(vocabulary_file)):
            raise ValueError(f"vocabulary_file in {key} does not exist.")
        if _holds_records(vocabulary_file, file_format):
            vocabulary_size = len(_words_of_records(vocabulary_file))
        else:
            with open(_core.local_path(vocabulary_file), "rb") as file:
                vocabulary_size = sum(1 for _ in file)
        log_info(
            "vocabulary_size = %d in %s is inferred from the number of elements in the vocabulary_file %s.",
            vocabulary_size,
            key,
            vocabulary_file,
        )
    if vocabulary_size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    _oov(num_oov_buckets, default_value, None, key)
    check_string_or_integer(dtype, f"column_name: {key}")
    check_key(key)
    if default_value is None:
        default_value = -1
    return VocabularyFileCategoricalColumn(
        key, vocabulary_file, vocabulary_size, num_oov_buckets, dtype, default_value, file_format
    )


@export("compat.v1.feature_column.categorical_column_with_vocabulary_file")
def categorical_column_with_vocabulary_file_v1(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: DType = dtypes.string,
) -> VocabularyFileCategoricalColumn:
    """`tf.feature_column.categorical_column_with_vocabulary_file` with its arguments in another order."""
    return categorical_column_with_vocabulary_file(
        key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets
    )


@export("feature_column.weighted_categorical_column")
def weighted_categorical_column(
    categorical_column: CategoricalColumn, weight_feature_key: str, dtype: DType | None = dtypes.float32
) -> WeightedCategoricalColumn:
    """Categories with weights from another feature (tf.feature_column.weighted_categorical_column).

    Args:
      categorical_column: the categories.
      weight_feature_key: the name of the weights, as many as there are categories in an example.
      dtype: of the weights, floats or integers.

    Raises:
      ValueError: the dtype is another one.

    >>> import graphwright as tf
    >>> words = tf.feature_column.categorical_column_with_vocabulary_list("words", ["very", "model"])
    >>> weighted = tf.feature_column.indicator_column(tf.feature_column.weighted_categorical_column(words, "weights"))
    >>> features = {"words": [["model", "very"]], "weights": [[0.25, 0.5]]}
    >>> tf.compat.v1.feature_column.input_layer(features, [weighted]).numpy()
    array([[0.5 , 0.25]], dtype=float32)
    """
    if dtype is None or not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype {dtype!r} is not convertible to float.")
    return WeightedCategoricalColumn(categorical_column, weight_feature_key, dtype)


@export("feature_column.crossed_column")
def crossed_column(keys: Sequence[Any], hash_bucket_size: int, hash_key: int | None = None) -> CrossedColumn:
    """Returns all combinations of several features' categories, by their hashes (tf.feature_column.crossed_column).

    The categories are the hashes that `tf.sparse.cross_hashed` gives.

    Args:
      keys: names of features of strings, and columns of categories, at least two together.
      hash_bucket_size: how many combinations are told apart.
      hash_key: makes other hashes.

    Raises:
      ValueError: there are fewer keys, or of another kind, or no hashes.

    >>> import graphwright as tf
    >>> tf.feature_column.crossed_column(["word", "letter"], 100).name
    'letter_X_word'
    """
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        if not isinstance(key, (str, CategoricalColumn)):
            raise ValueError(
                "Unsupported key type. All keys must be either string, or categorical column except "
                f"HashedCategoricalColumn. Given: {key}"
            )
        if isinstance(key, HashedCategoricalColumn):
            raise ValueError(
                "categorical_column_with_hash_bucket is not supported for crossing: hashing twice makes collisions more "
                f"likely. Use the feature's name as a string instead. Given: {key}"
            )
    return CrossedColumn(tuple(keys), hash_bucket_size, hash_key)


def _sequence(make: Callable[..., CategoricalColumn], *args: Any, **kwargs: Any) -> SequenceCategoricalColumn:
    return SequenceCategoricalColumn(make(*args, **kwargs))


@export(
    "feature_column.sequence_categorical_column_with_hash_bucket",
)
def sequence_categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: DType = dtypes.string
) -> SequenceCategoricalColumn:
    """Sequences of categories (tf.feature_column.sequence_categorical_column_with_hash_bucket).

    The arguments are those of `categorical_column_with_hash_bucket`.

    >>> import graphwright as tf
    >>> tf.feature_column.sequence_categorical_column_with_hash_bucket("tokens", 1000).num_buckets
    1000
    """
    return _sequence(categorical_column_with_hash_bucket, key, hash_bucket_size, dtype)


@export(
    "feature_column.sequence_categorical_column_with_identity",
)
def sequence_categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> SequenceCategoricalColumn:
    """Sequences of categories (tf.feature_column.sequence_categorical_column_with_identity).

    The arguments are those of `categorical_column_with_identity`.

    >>> import graphwright as tf
    >>> tf.feature_column.sequence_categorical_column_with_identity("watches", 10).name
    'watches'
    """
    return _sequence(categorical_column_with_identity, key, num_buckets, default_value)


@export(
    "feature_column.sequence_categorical_column_with_vocabulary_list",
)
def sequence_categorical_column_with_vocabulary_list(
    key: str,
    vocabulary_list: Sequence[Any],
    dtype: DType | None = None,
    default_value: int = -1,
    num_oov_buckets: int = 0,
) -> SequenceCategoricalColumn:
    """Sequences of categories (tf.feature_column.sequence_categorical_column_with_vocabulary_list).

    The arguments are those of `categorical_column_with_vocabulary_list`.

    >>> import graphwright as tf
    >>> tf.feature_column.sequence_categorical_column_with_vocabulary_list("colors", ["R", "G"]).num_buckets
    2
    """
    return _sequence(
        categorical_column_with_vocabulary_list, key, vocabulary_list, dtype, default_value, num_oov_buckets
    )


@export(
    "feature_column.sequence_categorical_column_with_vocabulary_file",
)
def sequence_categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: DType = dtypes.string,
) -> SequenceCategoricalColumn:
    """Sequences of categories (tf.feature_column.sequence_categorical_column_with_vocabulary_file).

    The arguments are those of `categorical_column_with_vocabulary_file`.

    >>> import graphwright as tf
    >>> tf.feature_column.sequence_categorical_column_with_vocabulary_file("states", "states.txt", 50).num_buckets
    50
    """
    return _sequence(
        categorical_column_with_vocabulary_file_v1,
        key,
        vocabulary_file,
        vocabulary_size,
        num_oov_buckets,
        default_value,
        dtype,
    )
