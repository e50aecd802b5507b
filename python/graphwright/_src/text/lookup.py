"""Tables from keys to values: tf.lookup."""

from __future__ import annotations

import contextlib
import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.scopes import executing_eagerly, init_scope
from graphwright._src.ops.array import constant
from graphwright._src.state.asset import Asset
from graphwright._src.state.trackable import Trackable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

_find = _core.op("LookupTableFindV2")
_insert = _core.op("LookupTableInsertV2")
_remove = _core.op("LookupTableRemoveV2")
_size = _core.op("LookupTableSizeV2")
_export = _core.op("LookupTableExportV2")
_import = _core.op("LookupTableImportV2")
_initialize = _core.op("InitializeTableV2")
_initialize_from_file = _core.op("InitializeTableFromTextFileV2")
_as_string = _core.op("AsString")
_hash = _core.op("StringToHashBucketFast")

_INITIAL_BUCKETS = 131072

_functions_of = late("saved_model.resources", "functions_of")


def _is_symbol(value: object) -> bool:
    return isinstance(value, Tensor) and not hasattr(value, "numpy")


def _tensor_outside(value: TensorLike, dtype: DTypeLike | None) -> Tensor:
    """`value` as a tensor that outlives the function being traced, where it does not come from that function."""
    if _is_symbol(value) or (isinstance(value, (list, tuple)) and any(map(_is_symbol, value))):
        return _core.convert_to_tensor(value, dtype)
    with init_scope():
        return _core.convert_to_tensor(value, dtype)


def _new_handle(named: str, anonymous: str, *inputs: TensorLike, **attrs: Any) -> Tensor:
    """Returns a handle to a table that is made outside of all functions, and goes with the last reference to the handle."""
    with init_scope():
        if executing_eagerly():
            return _core.op(anonymous)(*inputs, **attrs)
        # By its name it is the same one in each run of a session.
        return _core.op(named)(*inputs, shared_name=f"table_{os.urandom(8).hex()}", **attrs)


def _on_values(keys: TensorLike, lookup: Callable[[Any], Tensor]) -> Any:
    """Returns what `lookup` finds for a tensor, or for the values of a ragged or sparse one, which keep their places."""
    if not isinstance(keys, CompositeTensor):
        return lookup(keys)
    if isinstance(keys, RaggedTensor):
        return keys.with_flat_values(lookup(keys.flat_values))
    if isinstance(keys, SparseTensor):
        return SparseTensor(keys.indices, lookup(keys.values), keys.dense_shape)
    raise TypeError(f"Keys of a table must be a tensor, a RaggedTensor or a SparseTensor, got {type(keys).__name__}")


def _checked_keys(keys: TensorLike | None, dtype: DTypeLike) -> Any:
    """`keys` as a tensor, ragged or sparse one of this dtype; throws a TypeError for tensors of others."""
    if not isinstance(keys, (Tensor, CompositeTensor)):
        if not hasattr(keys, "dtype") or not hasattr(keys, "read_value"):
            if keys is None:
                raise AttributeError("'NoneType' object has no attribute 'dtype': the keys of a table must be a tensor")
            keys = _core.convert_to_tensor(keys, dtype)
    checked: Any = keys
    if checked.dtype != dtype:
        raise TypeError(f"Dtype of argument `keys` must be {dtype!r}, received: {checked.dtype!r}")
    return checked


class _KeysAndValues(Trackable):
    """A base class of tables, and of objects that fill them: the dtypes of keys and values."""

    def __init__(self, key_dtype: DTypeLike, value_dtype: DTypeLike) -> None:
        self._key_dtype = dtypes.as_dtype(key_dtype)
        self._value_dtype = dtypes.as_dtype(value_dtype)

    @property
    def key_dtype(self) -> DType:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        """The dtype of the values."""
        return self._value_dtype


class Table(_KeysAndValues):
    """A base class of tables."""

    _resource_handle: Any = None

    def __init__(self, key_dtype: DTypeLike, value_dtype: DTypeLike) -> None:
        super().__init__(key_dtype, value_dtype)
        self._name: str | None = None

    @property
    def name(self) -> str | None:
        """The table's name, where it was given one."""
        return self._name

    @property
    def resource_handle(self) -> Tensor:
        """The handle that ops on the table take."""
        return self._resource_handle

    def size(self, name: str | None = None) -> Tensor:
        """Returns the number of keys in the table, an int64 scalar."""
        return _size(self.resource_handle, name=name)

    def lookup(self, keys: TensorLike, name: str | None = None) -> Any:
        """Returns the values of keys."""
        raise NotImplementedError(f"{type(self).__name__}.lookup")

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """Returns all keys and their values, in no particular order: two tensors."""
        keys, values = _export(self.resource_handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype, name=name)
        return keys, values

    def __getitem__(self, keys: TensorLike) -> Any:
        """Returns the values of keys, as `lookup` gives them."""
        return self.lookup(keys)

    # ---- what saved models have of it: functions that make and fill it ----

    _saved_resource = True

    def _recipe(self) -> tuple[str, tuple, dict[str, Any]]:
        """Returns the op that makes such a table under a name, with its inputs and attrs."""
        raise NotImplementedError(f"{type(self).__name__} cannot be saved in a model")

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        if save_type == "checkpoint":
            return {}
        return _functions_of(self)


class Initializer(_KeysAndValues):
    """A base class of objects that fill a static table."""

    def initialize(self, table: Table) -> Any:
        """Fills the table; it must be of the same dtypes."""
        if (table.key_dtype, table.value_dtype) != (self._key_dtype, self._value_dtype):
            raise TypeError(
                f"Invalid key/value dtypes for table: expected {self._key_dtype!r} -> {self._value_dtype!r}, "
                f"received {table.key_dtype!r} -> {table.value_dtype!r}"
            )
        return self._fill(table.resource_handle)

    def _fill(self, handle: Tensor) -> Any:
        raise NotImplementedError(f"{type(self).__name__}.initialize")

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        return {}


@export("lookup.KeyValueTensorInitializer")
class KeyValueTensorInitializer(Initializer):
    """Keys and values for a static table, from tensors (tf.lookup.KeyValueTensorInitializer).

    Args:
      keys: the keys, a tensor of strings or integers of any shape, or what becomes one.
      values: a tensor of the same shape.
      key_dtype: the dtype of the keys; that of `keys` without it.
      value_dtype: the dtype of the values; that of `values` without it.

    Raises:
      ValueError: a tensor has another dtype than was asked for.

    >>> import graphwright as tf
    >>> init = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
    >>> init.key_dtype, init.value_dtype
    (tf.string, tf.int32)
    """

    def __init__(
        self,
        keys: TensorLike,
        values: TensorLike,
        key_dtype: DTypeLike | None = None,
        value_dtype: DTypeLike | None = None,
        name: str | None = None,
    ) -> None:
        self._keys = _tensor_outside(keys, key_dtype)
        self._values = _tensor_outside(values, value_dtype)
        super().__init__(self._keys.dtype, self._values.dtype)

    def _fill_here(self, handle: Tensor) -> Any:
        """Fills the table as part of the function that is being traced."""
        return _import(handle, self._keys, self._values)

    def _fill(self, handle: Tensor) -> Any:
        if _is_symbol(self._keys) or _is_symbol(self._values):
            return _initialize(handle, self._keys, self._values)
        with init_scope():
            return _initialize(handle, self._keys, self._values)


@export("lookup.TextFileIndex")
class TextFileIndex:
    """The parts of a line that can be a key or value, besides its columns (tf.lookup.TextFileIndex).

    >>> import graphwright as tf
    >>> tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
    (-2, -1)
    """

    WHOLE_LINE = -2
    LINE_NUMBER = -1


@export("lookup.TextFileInitializer")
class TextFileInitializer(Initializer):
    """Keys and values for a static table, from the lines of a file (tf.lookup.TextFileInitializer).

    Args:
      filename: the file's name: a string, or a scalar tensor of it.
      key_dtype: the dtype of the keys.
      key_index: what becomes the key: the number of a column from 0 on, `TextFileIndex.WHOLE_LINE` (a string) or
        `TextFileIndex.LINE_NUMBER` (int64).
      value_dtype: the dtype of the values.
      value_index: the same for the value.
      vocab_size: how many lines are read; all of them without it.
      delimiter: the character between columns.
      value_index_offset: is added to values that are numbers of lines.

    Raises:
      ValueError: no file name, no such column, or a dtype that does not fit.
      tf.errors.NotFoundError: when a table is made, and there is no such file.
      tf.errors.InvalidArgumentError: when a table is made, and a line lacks columns or holds no number.

    >>> import graphwright as tf, tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _ = file.write("emerson 10" + chr(10) + "lake 20" + chr(10))
    ...     file.flush()
    ...     init = tf.lookup.TextFileInitializer(file.name, tf.string, 0, tf.int64, 1, delimiter=" ")
    ...     table = tf.lookup.StaticHashTable(init, -1)
    >>> table.lookup(tf.constant(["lake", "palmer"])).numpy()
    array([20, -1])
    """

    def __init__(
        self,
        filename: TensorLike,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        if not isinstance(filename, Tensor) and not filename:
            raise ValueError("`filename` argument required for tf.lookup.TextFileInitializer")
        super().__init__(key_dtype, value_dtype)
        for what, index, dtype in (("key", key_index, self._key_dtype), ("value", value_index, self._value_dtype)):
            if index < TextFileIndex.WHOLE_LINE:
                raise ValueError(f"`{what}_index` should be >= -2, received: {index}.")
            if index == TextFileIndex.LINE_NUMBER and dtype != dtypes.int64:
                raise ValueError(f"`{what}_dtype` must be int64 for `{what}_index` -1, received: {dtype!r}")
            if index == TextFileIndex.WHOLE_LINE and dtype not in (dtypes.string, dtypes.int64):
                raise ValueError(f"`{what}_dtype` must be string for `{what}_index` -2, received: {dtype!r}")
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be > 0, received: {vocab_size}")
        self._filename = _tensor_outside(filename, dtypes.string)
        self._attrs = {
            "key_index": key_index,
            "value_index": value_index,
            "vocab_size": -1 if vocab_size is None else vocab_size,
            "delimiter": delimiter,
            "offset": value_index_offset,
        }

    def _fill_here(self, handle: Tensor) -> Any:
        """Fills the table as part of the function that is being traced."""
        return _initialize_from_file(handle, self._filename, **self._attrs)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        if save_type == "checkpoint":
            return {}
        if "_asset" not in self.__dict__:
            self._asset = Asset(self._filename)
        return {"_filename": self._asset}

    def _fill(self, handle: Tensor) -> Any:
        with contextlib.nullcontext() if _is_symbol(self._filename) else init_scope():
            filled = _initialize_from_file(handle, self._filename, **self._attrs)
        file = None if filled is None else filled.inputs[1]
        if file is not None and file.op.type == "Const":  # who writes the graph as a model copies the file
            file.graph.add_to_collection("asset_filepaths", file)
        return filled


@export("lookup.StaticHashTable", v1="")
class StaticHashTable(Table):
    """A table whose content never changes (tf.lookup.StaticHashTable).

    Args:
      initializer: what fills it: a `KeyValueTensorInitializer` or a `TextFileInitializer`.
      default_value: the value, a scalar, of keys that are not in the table.

    Raises:
      tf.errors.FailedPreconditionError: a key has two different values.
      tf.errors.InvalidArgumentError: keys and values do not have the same shape, or there are none.
      ValueError: `default_value` is no scalar.

    >>> import graphwright as tf
    >>> init = tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([7, 11]))
    >>> table = tf.lookup.StaticHashTable(init, default_value=-1)
    >>> table[tf.constant(["b", "c"])].numpy()
    array([11, -1], dtype=int32)
    >>> int(table.size())
    2
    """

    def __init__(
        self,
        initializer: Initializer,
        default_value: TensorLike,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(initializer.key_dtype, initializer.value_dtype)
        self._default_value = _tensor_outside(default_value, self._value_dtype)
        if not self._default_value.shape.is_compatible_with([]):
            raise ValueError(f"Shapes {self._default_value.shape} and () are not compatible")
        self._initializer = initializer
        self._resource_handle = _new_handle(
            "HashTableV2", "AnonymousHashTable", key_dtype=self._key_dtype, value_dtype=self._value_dtype
        )
        self._init_op = initializer.initialize(self)
        if self._init_op is not None:  # of a graph: tf.compat.v1.tables_initializer() runs it
            self._init_op.graph.add_to_collection("table_initializer", self._init_op)

    def _recipe(self) -> tuple[str, tuple, dict[str, Any]]:
        return "HashTableV2", (), {"key_dtype": self._key_dtype, "value_dtype": self._value_dtype}

    @property
    def default_value(self) -> Tensor:
        """The value of keys that are not in the table."""
        return self._default_value

    def lookup(self, keys: TensorLike, name: str | None = None) -> Any:
        """Returns the values of keys.

        Args:
          keys: a tensor of any shape, a ragged or a sparse one, of the table's `key_dtype`.

        Returns:
          The same kind of tensor, of the same shape and of the table's `value_dtype`.

        Raises:
          TypeError: the keys have another dtype.
        """
        keys = _checked_keys(keys, self._key_dtype)
        return _on_values(keys, lambda k: _find(self._resource_handle, k, self._default_value, name=name))


@export("compat.v1.lookup.StaticHashTable")
class StaticHashTableV1(StaticHashTable):
    """`tf.lookup.StaticHashTable` with the operation that fills it as `initializer`."""

    @property
    def initializer(self) -> Any:
        """The operation that fills the table in a graph; None where that is done already."""
        return self._init_op


@export("lookup.StaticVocabularyTable", v1="")
class StaticVocabularyTable(Table):
    """Numbers for words: those of a static table, and buckets for words that are not in it (tf.lookup.StaticVocabularyTable).

    A word that is not in the table gets the number `size of the table + hash(word) % num_oov_buckets`.

    Args:
      initializer: what fills the table, with int64 values 0, 1, 2 …; None for no table, only buckets.
      num_oov_buckets: how many buckets there are, at least one.
      lookup_key_dtype: the dtype of the keys that `lookup` takes; the initializer's without it.

    Raises:
      ValueError: there are no buckets.
      TypeError: the values are not of int64, or the keys neither strings nor integers.

    >>> import graphwright as tf
    >>> init = tf.lookup.KeyValueTensorInitializer(["emerson", "lake", "palmer"], tf.constant([0, 1, 2], tf.int64))
    >>> table = tf.lookup.StaticVocabularyTable(init, num_oov_buckets=5)
    >>> table[tf.constant(["lake", "king", "crimson"])].numpy()
    array([1, 6, 7])
    """

    def __init__(
        self,
        initializer: Initializer | None,
        num_oov_buckets: int,
        lookup_key_dtype: DTypeLike | None = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("`num_oov_buckets` must be > 0; use StaticHashTable.")
        self._num_oov_buckets = num_oov_buckets
        self._table: StaticHashTable | None = None
        if initializer is None:
            key_dtype = dtypes.string
        else:
            if initializer.value_dtype != dtypes.int64:
                raise TypeError(
                    f"Invalid `value_dtype`, expected {dtypes.int64!r} but got {initializer.value_dtype!r}."
                )
            key_dtype = initializer.key_dtype if lookup_key_dtype is None else dtypes.as_dtype(lookup_key_dtype)
            if initializer.key_dtype.is_integer != key_dtype.is_integer:
                raise TypeError(
                    f"Invalid `key_dtype`, expected {'integer' if initializer.key_dtype.is_integer else 'string'} "
                    f"but got {key_dtype!r}."
                )
            if key_dtype != dtypes.string and not key_dtype.is_integer:
                raise TypeError(f"Invalid `key_dtype`, expected integer or string but got {key_dtype!r}.")
            self._table = StaticHashTable(initializer, default_value=-1)
        super().__init__(key_dtype, dtypes.int64)
        self._name = name or "hash_bucket"

    @property
    def resource_handle(self) -> Tensor | None:
        """The handle of the table of known words; None where there is none."""
        return None if self._table is None else self._table.resource_handle

    def size(self, name: str | None = None) -> Tensor:
        """Returns how many numbers there are: those of known words, and the buckets."""
        if self._table is None:
            return constant(self._num_oov_buckets, dtypes.int64)
        return _core.op("AddV2")(self._table.size(), self._num_oov_buckets, name=name)

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """Returns the known words and their numbers."""
        if self._table is None:
            raise NotImplementedError("StaticVocabularyTable.export: there are only buckets")
        return self._table.export(name)

    def lookup(self, keys: TensorLike, name: str | None = None) -> Any:
        """Returns the numbers of words.

        Args:
          keys: a tensor of any shape, a ragged or a sparse one, of the table's `key_dtype`.

        Returns:
          The same kind of tensor, of int64.

        Raises:
          TypeError: the keys have another dtype.
        """
        return _on_values(_checked_keys(keys, self._key_dtype), lambda k: self._numbers(k, name))

    def _numbers(self, keys: TensorLike, name: str | None) -> Tensor:
        words = keys if self._key_dtype == dtypes.string else _as_string(keys)
        buckets = _hash(words, num_buckets=self._num_oov_buckets, name=name if self._table is None else None)
        if self._table is None:
            return buckets
        if self._table.key_dtype != self._key_dtype:
            keys = _core.op("Cast")(keys, DstT=self._table.key_dtype)
        numbers = self._table.lookup(keys)
        buckets = _core.op("AddV2")(buckets, self._table.size())
        return _core.op("SelectV2")(
            _core.op("NotEqual")(numbers, self._table.default_value), numbers, buckets, name=name
        )


@export("compat.v1.lookup.StaticVocabularyTable")
class StaticVocabularyTableV1(StaticVocabularyTable):
    """`tf.lookup.StaticVocabularyTable` with the operation that fills it as `initializer`."""

    @property
    def initializer(self) -> Any:
        """The operation that fills the table in a graph; None where that is done already."""
        if self._table is not None:
            return self._table._init_op
        return None if executing_eagerly() else no_op()


@export("lookup.experimental.MutableHashTable")
class MutableHashTable(Table):
    """A table that can be changed (tf.lookup.experimental.MutableHashTable).

    Args:
      key_dtype: the dtype of the keys: strings or integers.
      value_dtype: the dtype of the values.
      default_value: the value of keys that are not in the table, a scalar or a vector; all values have its shape.
      name: what `tf.compat.v1.train.Saver` calls it.
      checkpoint: whether a `tf.compat.v1.train.Saver` of all that a graph has saves it; other checkpoints have it anyway.

    Raises:
      tf.errors.InvalidArgumentError: `default_value` is a matrix or more.

    >>> import graphwright as tf
    >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
    >>> table.insert(["a", "b"], [1, 2])
    >>> table.remove(tf.constant(["a"]))
    >>> table.lookup(["a", "b"]).numpy()
    array([-1,  2])
    """

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: TensorLike,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype)
        self._default_value = _tensor_outside(default_value, self._value_dtype)
        self._value_shape = self._default_value.shape
        self._resource_handle = self._make_handle()
        self.saved_name = name
        if checkpoint and _is_symbol(self._resource_handle):
            self._resource_handle.graph.add_to_collection("saveable_objects", self)

    # What a checkpoint has of it: the two tensors belong to one value.
    _attribute_names = ("table",)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        keys, values = self.export()
        return {"table-keys": keys, "table-values": values}

    def _restore_from_tensors(self, tensors: dict[str, Any]) -> None:
        self.take_over(tensors["table-keys"], tensors["table-values"])

    def take_over(self, keys: TensorLike, values: TensorLike) -> Any:
        """Sets the whole content, as a checkpoint has it."""
        return _import(self._resource_handle, keys, values)

    def _recipe(self) -> tuple[str, tuple, dict[str, Any]]:
        attrs = {"key_dtype": self._key_dtype, "value_dtype": self._value_dtype}
        if self._value_shape.rank == 0:
            return "MutableHashTableV2", (), attrs
        return "MutableHashTableOfTensorsV2", (), {**attrs, "value_shape": self._value_shape}

    def _make_handle(self) -> Tensor:
        named, inputs, attrs = self._recipe()
        return _new_handle(named, f"Anonymous{named.removesuffix('V2')}", *inputs, **attrs)

    def lookup(
        self, keys: TensorLike, dynamic_default_values: TensorLike | None = None, name: str | None = None
    ) -> Any:
        """Returns the values of keys.

        Args:
          keys: a tensor of any shape, a ragged or a sparse one, of the table's `key_dtype`.
          dynamic_default_values: what keys get that are not in the table, instead of its default value: one value, or
            one for each of the keys.

        Returns:
          The same kind of tensor, of shape keys.shape + default_value.shape and of the table's `value_dtype`.

        Raises:
          TypeError: the keys have another dtype.
          tf.errors.InvalidArgumentError: there are neither one nor as many default values as keys.
        """
        if not isinstance(keys, CompositeTensor):
            keys = _core.convert_to_tensor(keys, self._key_dtype)
        keys = _checked_keys(keys, self._key_dtype)
        default = self._default_value
        if dynamic_default_values is not None:
            default = _core.convert_to_tensor(dynamic_default_values, self._value_dtype)
        return _on_values(keys, lambda k: _find(self._resource_handle, k, default, name=name))

    def insert(self, keys: TensorLike, values: TensorLike, name: str | None = None) -> Any:
        """Sets the values of keys, new ones and those that are there.

        Args:
          keys: a tensor of any shape; of equal keys the last one counts.
          values: a tensor of shape keys.shape + default_value.shape.

        Raises:
          tf.errors.InvalidArgumentError: the shapes do not fit.
        """
        keys = _core.convert_to_tensor(keys, self._key_dtype)
        values = _core.convert_to_tensor(values, self._value_dtype)
        return _insert(self._resource_handle, keys, values, name=name)

    def remove(self, keys: TensorLike, name: str | None = None) -> Any:
        """Removes keys, a tensor of any shape; those that are not there are ignored.

        Raises:
          TypeError: the keys have another dtype.
        """
        wanted: Any = keys if hasattr(keys, "dtype") else _core.convert_to_tensor(keys, self._key_dtype)
        if wanted.dtype != self._key_dtype:
            raise TypeError(f"Signature mismatch. Keys must be dtype {self._key_dtype!r}, got {wanted.dtype!r}.")
        return _remove(self._resource_handle, wanted, name=name)


@export("lookup.experimental.DenseHashTable")
class DenseHashTable(MutableHashTable):
    """A table that can be changed and whose keys may be vectors (tf.lookup.experimental.DenseHashTable).

    Args:
      key_dtype: the dtype of the keys: strings or integers.
      value_dtype: the dtype of the values.
      default_value: the value of keys that are not in the table, a scalar or a vector; all values have its shape.
      empty_key: a key that is never used, a scalar or a vector; all keys have its shape.
      deleted_key: another such key.
      initial_num_buckets: how large the table is at first; it grows as needed.
      name, checkpoint: as of `MutableHashTable`.

    `export` gives the entries alone; TensorFlow's gives the places without an entry as well.

    Raises:
      tf.errors.InvalidArgumentError: `empty_key` and `deleted_key` are equal, or differ in shape; or one of them is
        used as a key.

    >>> import graphwright as tf
    >>> table = tf.lookup.experimental.DenseHashTable(
    ...     tf.string, tf.int64, default_value=-1, empty_key="", deleted_key="$")
    >>> table.insert(["a", "b"], [1, 2])
    >>> table.lookup(["a", "c"]).numpy()
    array([ 1, -1])
    """

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: TensorLike,
        empty_key: TensorLike,
        deleted_key: TensorLike,
        initial_num_buckets: int | None = None,
        name: str = "MutableDenseHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        key_dtype = dtypes.as_dtype(key_dtype)
        self._empty_key = _tensor_outside(empty_key, key_dtype)
        self._deleted_key = _tensor_outside(deleted_key, key_dtype)
        self._buckets = _INITIAL_BUCKETS if initial_num_buckets is None else initial_num_buckets
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint, experimental_is_anonymous)

    def _recipe(self) -> tuple[str, tuple, dict[str, Any]]:
        attrs = {"value_dtype": self._value_dtype, "value_shape": self._value_shape}
        attrs["initial_num_buckets"] = self._buckets
        return "MutableDenseHashTableV2", (self._empty_key, self._deleted_key), attrs

    def lookup(self, keys: TensorLike, name: str | None = None) -> Any:
        """Returns the values of keys: a tensor that ends with the shape of a key; see `MutableHashTable.lookup`."""
        return super().lookup(keys, name=name)

    def take_over(self, keys: TensorLike, values: TensorLike) -> Any:
        """Sets the whole content, as a checkpoint has it; in those that TensorFlow wrote, empty places are among the keys."""
        op = _core.op
        key_shape, value_shape = self._empty_key.shape.as_list(), self._value_shape.as_list()
        keys, values = op("Reshape")(keys, [-1, *key_shape]), op("Reshape")(values, [-1, *value_shape])
        taken = []
        for unused in (self._empty_key, self._deleted_key):
            differs = op("NotEqual")(keys, unused)
            taken.append(op("Any")(differs, list(range(1, 1 + len(key_shape)))))
        places = op("Reshape")(op("Where")(op("LogicalAnd")(*taken)), [-1])
        return super().take_over(op("GatherV2")(keys, places, 0), op("GatherV2")(values, places, 0))

    def insert_or_assign(self, keys: TensorLike, values: TensorLike, name: str | None = None) -> Any:
        """Returns the same as `insert`."""
        return self.insert(keys, values, name)

    def erase(self, keys: TensorLike, name: str | None = None) -> Any:
        """Removes keys, a tensor that ends with the shape of a key; those that are not there are ignored."""
        keys = _core.convert_to_tensor(keys, self._key_dtype)
        return _remove(self._resource_handle, keys, name=name)

    def remove(self, keys: TensorLike, name: str | None = None) -> Any:
        """Returns the same as `erase`, for tensors of the keys' dtype alone."""
        return super().remove(keys, name)


def recipe_of(table: Any) -> tuple[str, tuple, dict[str, Any]]:
    """Returns the op that makes a table, with its inputs and attrs."""
    return table._recipe()


def fill_from(initializer: Any, handle: Any) -> None:
    """Fills the table of this handle in the graph that is being built."""
    initializer._fill_here(handle)
