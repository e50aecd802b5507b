"""Names of `tensorflow.python.ops.lookup_ops` that no public namespace has: tables of identifiers of words."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from graphwright._src.text import lookup


class HasherSpec(tuple):
    """A way to give words numbers: its name and its key."""

    __slots__ = ()

    def __new__(cls, hasher: str, key: Any) -> HasherSpec:
        return super().__new__(cls, (hasher, key))

    hasher = property(lambda self: self[0])
    key = property(lambda self: self[1])


FastHashSpec = HasherSpec("fasthash", None)
InitializableLookupTableBase = lookup.StaticHashTable


class StrongHashSpec(HasherSpec):
    """A way to give words numbers with a key of two numbers."""

    __slots__ = ()

    def __new__(cls, key: Any) -> Any:
        if len(key) != 2:
            raise ValueError(f"`key` must have size 2, received {key}.")
        if not all(isinstance(each, int) for each in key):
            raise TypeError("Invalid key. Must be unsigned integer values.")
        return tuple.__new__(cls, ("stronghash", key))


class IdTableWithHashBuckets(lookup.Table):
    """Numbers of words: those of a table, above them those of buckets.

    Args:
      table: of int64 numbers, or None for buckets alone.
      num_oov_buckets: how many there are for words that are not in the table.
      hasher_spec: how words find their bucket.
      name: of the table.
      key_dtype: of the words, where there is no table.
    """

    def __init__(
        self,
        table: Any,
        num_oov_buckets: int,
        hasher_spec: Any = FastHashSpec,
        name: str | None = None,
        key_dtype: Any = None,
    ) -> None:
        super().__init__(tf.as_dtype(key_dtype or (table.key_dtype if table is not None else tf.string)), tf.int64)
        if table is None and not num_oov_buckets:
            raise ValueError("If `table` is None, then `num_oov_buckets` must be larger than 0.")
        if not isinstance(hasher_spec, HasherSpec):
            raise TypeError(f"`hasher_spec` must be of type HasherSpec, got {type(hasher_spec)}.")
        self._table, self._buckets, self._hasher = table, num_oov_buckets, hasher_spec

    @property
    def initializer(self) -> Any:
        """The operation that fills the table; none without one."""
        return tf.no_op() if self._table is None else getattr(self._table, "initializer", None)

    init = initializer

    @property
    def resource_handle(self) -> Any:
        """The table's handle."""
        return None if self._table is None else self._table.resource_handle

    def size(self, name: str | None = None) -> Any:
        """Returns how many numbers there are."""
        known = tf.constant(0, tf.int64) if self._table is None else self._table.size()
        return known + self._buckets

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """Returns the numbers of words."""
        if isinstance(keys, (tf.SparseTensor, tf.RaggedTensor)):
            values = keys.values if isinstance(keys, tf.SparseTensor) else keys.flat_values
            numbers = self.lookup(values)
            if isinstance(keys, tf.SparseTensor):
                return tf.SparseTensor(keys.indices, numbers, keys.dense_shape)
            return keys.with_flat_values(numbers)
        keys = tf.convert_to_tensor(keys, self._key_dtype)
        found = None if self._table is None else self._table.lookup(keys)
        if not self._buckets:
            return found
        words = tf.as_string(keys) if keys.dtype.is_integer else keys
        if self._hasher.hasher == "stronghash":
            buckets = tf.strings.to_hash_bucket_strong(words, self._buckets, self._hasher.key)
        else:
            buckets = tf.strings.to_hash_bucket_fast(words, self._buckets)
        if found is None:
            return buckets
        buckets = buckets + self._table.size()
        return tf.where(tf.equal(found, self._table.default_value), buckets, found)


class TextFileIdTableInitializer(tf.lookup.TextFileInitializer):
    """Fills a table with the lines of a file and their numbers."""

    def __init__(
        self,
        filename: Any,
        key_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
        value_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_id_table_init",
        key_dtype: Any = tf.string,
    ) -> None:
        super().__init__(
            filename, key_dtype, key_column_index, tf.int64, value_column_index, vocab_size, delimiter, name
        )


class TextFileStringTableInitializer(tf.lookup.TextFileInitializer):
    """Fills a table with the numbers of lines of a file and these."""

    def __init__(
        self,
        filename: Any,
        key_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
        value_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_string_table_init",
    ) -> None:
        super().__init__(
            filename, tf.int64, key_column_index, tf.string, value_column_index, vocab_size, delimiter, name
        )


def _with_buckets(initializer: Any, default_value: Any, buckets: int, hasher_spec: Any, key_dtype: Any) -> Any:
    table = tf.compat.v1.lookup.StaticHashTable(initializer, default_value)
    if not buckets:
        return table
    return IdTableWithHashBuckets(table, buckets, hasher_spec, key_dtype=key_dtype)


def index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    hasher_spec: Any = FastHashSpec,
    key_dtype: Any = tf.string,
    name: str | None = None,
    key_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
    value_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
    delimiter: str = "\t",
) -> Any:
    """Returns a table of the numbers of a file's lines. Raises ValueError and TypeError for wrong arguments."""
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("`vocabulary_file` must be specified and must not be empty.")
    if num_oov_buckets < 0:
        raise ValueError(f"num_oov_buckets must be greater or equal than 0, got {num_oov_buckets}.")
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    if not (tf.as_dtype(key_dtype).is_integer or tf.as_dtype(key_dtype) == tf.string):
        raise TypeError("Dtype for `keys` should be either integer or string.")
    words = tf.string if tf.as_dtype(key_dtype) == tf.string else tf.int64
    initializer = TextFileIdTableInitializer(
        vocabulary_file, key_column_index, value_column_index, vocab_size, delimiter, key_dtype=words
    )
    return _with_buckets(initializer, default_value, num_oov_buckets, hasher_spec, key_dtype)


def index_table_from_tensor(
    vocabulary_list: Any,
    num_oov_buckets: int = 0,
    default_value: int = -1,
    hasher_spec: Any = FastHashSpec,
    dtype: Any = tf.string,
    name: str | None = None,
) -> Any:
    """Returns a table of the numbers of a vector's words. Raises ValueError and TypeError for wrong arguments."""
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` must be specified.")
    if num_oov_buckets < 0:
        raise ValueError(f"`num_oov_buckets` must be greater or equal than 0, got {num_oov_buckets}.")
    if not (tf.as_dtype(dtype).is_integer or tf.as_dtype(dtype) == tf.string):
        raise TypeError("Dtype for `keys` should be either integer or string.")
    keys = tf.convert_to_tensor(vocabulary_list)
    if keys.dtype.is_integer != tf.as_dtype(dtype).is_integer:
        raise ValueError(f"Invalid dtype {dtype} for vocabulary_list, whose dtype is {keys.dtype.name}.")
    keys = tf.cast(keys, tf.int64) if keys.dtype.is_integer else keys
    initializer = tf.lookup.KeyValueTensorInitializer(keys, tf.range(tf.size(keys, tf.int64), dtype=tf.int64))
    return _with_buckets(initializer, default_value, num_oov_buckets, hasher_spec, dtype)


def index_to_string_table_from_file(
    vocabulary_file: Any,
    vocab_size: int | None = None,
    default_value: str = "UNK",
    name: str | None = None,
    key_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
    value_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
    delimiter: str = "\t",
) -> Any:
    """Returns a table of a file's lines by their numbers. Raises ValueError for wrong arguments."""
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("`vocabulary_file` must be specified and must not be empty.")
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    initializer = TextFileStringTableInitializer(
        vocabulary_file, key_column_index, value_column_index, vocab_size, delimiter
    )
    return tf.compat.v1.lookup.StaticHashTable(initializer, default_value)


def index_to_string_table_from_tensor(vocabulary_list: Any, default_value: str = "UNK", name: str | None = None) -> Any:
    """Returns a table of a vector's words by their numbers. Raises ValueError without one."""
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` must be specified.")
    words = tf.convert_to_tensor(vocabulary_list, tf.string)
    initializer = tf.lookup.KeyValueTensorInitializer(tf.range(tf.size(words, tf.int64), dtype=tf.int64), words)
    return tf.compat.v1.lookup.StaticHashTable(initializer, default_value)
