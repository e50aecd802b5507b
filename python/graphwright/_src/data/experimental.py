"""tf.data.experimental: what few programs need - elements by number, tables and files made of data sets, reducers, SQL."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.data import structure
from graphwright._src.data.dataset import AUTOTUNE, Dataset, UnaryDataset
from graphwright._src.data.files import TFRecordDatasetV2
from graphwright._src.data.functions import TracedFunction
from graphwright._src.data.sources import _FlatMapDataset
from graphwright._src.data.transformations import function_of_states
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor import filling as filling_module
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.text.lookup import Initializer, KeyValueTensorInitializer, StaticHashTable, StaticVocabularyTable
from graphwright._src.text.parsing import parse_example

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, SupportsIndex

    from graphwright import Tensor
    from graphwright._src.data.iterator import OwnedIterator
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_MOST = 2**63 - 1


@export("data.experimental.at", v1="")
def at(dataset: Dataset, index: SupportsIndex) -> Any:
    """Returns the element with a number (tf.data.experimental.at).

    Args:
      dataset: one whose cardinality is known.
      index: the number, from 0 on. A shuffle with a seed has one order for all numbers.

    Raises:
      OutOfRangeError: there is no such element.
      UnimplementedError: the cardinality is unknown.

    >>> import graphwright as tf
    >>> tf.data.experimental.at(tf.data.Dataset.range(5), 2).numpy()
    np.int64(2)
    """
    count, place = int(dataset.cardinality()), int(index)
    if count < 0:
        raise errors.UnimplementedError(None, None, f"Random access is not implemented for dataset {dataset!r}")
    if not 0 <= place < count:
        raise errors.OutOfRangeError(None, None, f"Index out of range [0, {count}):{place}")
    spec = dataset.element_spec
    tensors = _core.op("GetElementAtIndex")(dataset._variant_tensor, place, **structure.attrs_of(spec))
    return structure.from_tensors(spec, tensors)


@export("data.experimental.pad_to_cardinality")
def pad_to_cardinality(cardinality: int, mask_key: str = "valid") -> Callable[[Dataset], Dataset]:
    """Returns a transformation that adds elements of zeros, and says of each whether it is none .

    Args:
      cardinality: how many elements there are then.
      mask_key: the key of that bool in the elements, which are dictionaries.

    Raises:
      ValueError: (when applied) elements are no dictionaries, there are more of them, or their number is unknown.

    >>> import graphwright as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2]})
    >>> dataset = dataset.apply(tf.data.experimental.pad_to_cardinality(3))
    >>> [(int(x["a"]), bool(x["valid"])) for x in dataset]
    [(1, True), (2, True), (0, False)]
    """

    def padded(dataset: Dataset) -> Dataset:
        known = int(dataset.cardinality())
        if known < 0:
            raise ValueError(
                "The dataset passed into `pad_to_cardinality` must have a known cardinalty, but has cardinality "
                f"{known}"
            )
        if known > cardinality:
            raise ValueError(
                "The dataset passed into `pad_to_cardinality` must have a cardinalty less than the target cardinality "
                f"({cardinality}), but has cardinality {known}"
            )
        spec = dataset.element_spec
        if not isinstance(spec, dict):
            raise ValueError("`pad_to_cardinality` requires its input dataset to be a dictionary.")
        zeros = nest.map_structure(lambda leaf: filling_module.zeros(leaf.shape, leaf.dtype), spec)

        def marked(valid: bool) -> Callable[[Any], Any]:
            return lambda element: {**element, mask_key: _core.convert_to_tensor(valid)}

        filling = Dataset.from_tensors(zeros).repeat(cardinality - known)
        return dataset.map(marked(True)).concatenate(filling.map(marked(False)))

    return padded


def _element_of(*parts: Any) -> Any:
    return parts[0] if len(parts) == 1 else parts


@export("data.experimental.copy_to_device")
def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Callable[[Dataset], Dataset]:
    """Returns a transformation that changes nothing: elements stay on the host (tf.data.experimental.copy_to_device)."""
    return lambda dataset: dataset.map(_element_of)


@export("data.experimental.rejection_resample")
def rejection_resample(
    class_func: Callable[..., Any],
    target_dist: TensorLike,
    initial_dist: TensorLike | None = None,
    seed: int | None = None,
) -> Callable[[Dataset], Dataset]:
    """`Dataset.rejection_resample` as a transformation (tf.data.experimental.rejection_resample)."""
    return lambda dataset: dataset.rejection_resample(class_func, target_dist, initial_dist, seed)


# ---- reducers ----


class _GroupByReducerDataset(UnaryDataset):
    """The results of a reducer, one for each key."""

    def __init__(self, input_dataset: Dataset, key_func: Callable[..., Any], reducer: Reducer) -> None:
        place = "tf.data.experimental.group_by_reducer()"
        scalar = TensorSpec([], dtypes.int64)
        key = TracedFunction(key_func, place, input_dataset.element_spec)
        if not isinstance(key.output_spec, TensorSpec) or not key.output_spec.is_compatible_with(scalar):
            raise ValueError(
                "Invalid `key_func`. `key_func` must return a single `tf.int64` scalar tensor but its return type is "
                f"{key.output_spec}."
            )
        init = TracedFunction(reducer.init_func, place, scalar)
        step, state_spec = function_of_states(reducer.reduce_func, place, init.output_spec, input_dataset)
        final = TracedFunction(reducer.finalize_func, place, state_spec)
        functions = {"key_func": key, "init_func": init, "reduce_func": step, "finalize_func": final}
        variant = _core.op("GroupByReducerDataset")(
            input_dataset._variant_tensor,
            *[function.captured for function in functions.values()],
            **{name: function.function for name, function in functions.items()},
            **structure.attrs_of(final.output_spec),
        )
        super().__init__(input_dataset, variant, final.output_spec)


class _ParseExampleDataset(UnaryDataset):
    """The features of batches of examples."""


@export("data.experimental.Reducer")
class Reducer:
    """Three functions that make one value of many elements (tf.data.experimental.Reducer).

    Args:
      init_func: gives the first state for a key.
      reduce_func: gives the next state for a state and an element.
      finalize_func: gives the value for the last state.
    """

    def __init__(
        self, init_func: Callable[..., Any], reduce_func: Callable[..., Any], finalize_func: Callable[..., Any]
    ) -> None:
        self._functions = init_func, reduce_func, finalize_func

    init_func = property(lambda self: self._functions[0], None, None, "Gives the first state.")
    reduce_func = property(lambda self: self._functions[1], None, None, "Gives the next state.")
    finalize_func = property(lambda self: self._functions[2], None, None, "Gives the value.")


@export("data.experimental.group_by_reducer")
def group_by_reducer(key_func: Callable[..., Any], reducer: Reducer) -> Callable[[Dataset], Dataset]:
    """Returns a transformation to what a reducer makes of the elements of each key (tf.data.experimental.group_by_reducer).

    Args:
      key_func: gives the key of an element, a scalar int64.
      reducer: what happens to the elements of one key.

    >>> import graphwright as tf
    >>> total = tf.data.experimental.Reducer(lambda key: tf.constant(0, tf.int64), lambda s, x: s + x, lambda s: s)
    >>> sums = tf.data.Dataset.range(10).apply(tf.data.experimental.group_by_reducer(lambda x: x % 3, total))
    >>> [int(x) for x in sums]
    [18, 12, 15]
    """

    return lambda dataset: _GroupByReducerDataset(dataset, key_func, reducer)


# ---- files ----


@export("data.experimental.TFRecordWriter")
class TFRecordWriter:
    """Writes the elements of a data set as records (tf.data.experimental.TFRecordWriter).

    Args:
      filename: the file's name.
      compression_type: "", "GZIP" or "ZLIB".

    >>> import tempfile
    >>> import graphwright as tf
    >>> path = tempfile.mkdtemp() + "/records"
    >>> tf.data.experimental.TFRecordWriter(path).write(tf.data.Dataset.from_tensor_slices(["a", "b"]))
    >>> [x.numpy() for x in tf.data.TFRecordDataset(path)]
    [b'a', b'b']
    """

    def __init__(self, filename: TensorLike, compression_type: str | None = None) -> None:
        self._filename = filename
        self._compression = compression_type or ""

    def write(self, dataset: Dataset) -> Any:
        """Writes a data set of scalar strings; gives the operation where a function or graph is being built.

        Raises:
          TypeError: it is no data set, or one of something else.
        """
        if not isinstance(dataset, Dataset):
            raise TypeError(f"Invalid `dataset.` Expected a `tf.data.Dataset` object but got {type(dataset)}.")
        spec = dataset.element_spec
        if not (type(spec) is TensorSpec and spec.dtype == dtypes.string and spec.shape.is_compatible_with([])):
            raise TypeError(
                "Invalid `dataset`. Expected a`dataset` that produces scalar `tf.string` elements, but got a dataset which "
                f"produces elements with spec {spec}."
            )
        # An op, so that it is done where a function of a data set gives the name, too.
        return _core.op("DatasetToTFRecord")(dataset._variant_tensor, self._filename, self._compression)


@export("data.experimental.parse_example_dataset")
def parse_example_dataset(
    features: Mapping[str, Any] | None, num_parallel_calls: TensorLike = 1, deterministic: bool | None = None
) -> Callable[[Dataset], Dataset]:
    """Returns a transformation from batches of `tf.train.Example` as bytes to their features.

    Args:
      features: as for `tf.io.parse_example`.
      num_parallel_calls: as for `Dataset.map`.
      deterministic: as for `Dataset.map`.

    Raises:
      ValueError: `features` are None.
      TypeError: (when applied) elements are no vectors of strings.
    """
    if features is None:
        raise ValueError("Argument `features` is required, but not specified.")

    def parsed(dataset: Dataset) -> Dataset:
        spec = dataset.element_spec
        if not (type(spec) is TensorSpec and spec.dtype == dtypes.string and spec.shape.is_compatible_with([None])):
            raise TypeError(f"Input dataset should be a dataset of vectors of strings. Instead it is `{spec}`.")
        found = dataset.map(lambda records: parse_example(records, features), num_parallel_calls, deterministic)
        return _ParseExampleDataset(dataset, found._variant_tensor, found.element_spec)

    return parsed


@export("data.experimental.make_batched_features_dataset", v1="")
def make_batched_features_dataset(
    file_pattern: str | os.PathLike[str] | Sequence[Any],
    batch_size: int,
    features: Mapping[str, Any],
    reader: Callable[..., Any] | None = None,
    label_key: str | None = None,
    reader_args: Sequence[Any] | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: TensorLike | None = None,
    reader_num_threads: int | None = None,
    parser_num_threads: int | None = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Dataset:
    """Batches of features of `tf.train.Example` in files of records (tf.data.experimental.make_batched_features_dataset).

    Args:
      file_pattern: the files, as for `Dataset.list_files`.
      batch_size: how many records a batch has.
      features: as for `tf.io.parse_example`.
      reader: makes a data set of a file's name; `tf.data.TFRecordDataset` by default.
      label_key: of the feature that becomes the second part of a pair.
      reader_args: further arguments of `reader`, a list.
      num_epochs: how often the files are gone through; without end by default.
      shuffle: whether files and records come in a random order.
      shuffle_buffer_size: as for `Dataset.shuffle`.
      shuffle_seed: as for `Dataset.shuffle`.
      prefetch_buffer_size: as for `Dataset.prefetch`.
      reader_num_threads: how many files are read at a time, one by default.
      parser_num_threads: how many batches are parsed at a time, two by default.
      sloppy_ordering: whether records of different files may overtake each other.
      drop_final_batch: whether a last batch of fewer records is left out.

    Raises:
      TypeError: `reader` is a class of TensorFlow 1.
      ValueError: `label_key` is none of the features.
    """
    reader = TFRecordDatasetV2 if reader is None else reader
    threads = 1 if reader_num_threads is None else reader_num_threads
    if threads == AUTOTUNE:
        cycle = 24
    else:
        cycle = threads
    files = Dataset.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)
    extra = list(reader_args) if reader_args else []
    dataset = files.interleave(
        lambda name: reader(name, *extra),
        cycle_length=cycle,
        block_length=1,
        num_parallel_calls=threads,
        deterministic=not sloppy_ordering,
    )
    if type(dataset.element_spec) is tuple and len(dataset.element_spec) == 2:
        dataset = dataset.map(lambda _, record: record)
    if shuffle:
        dataset = dataset.shuffle(shuffle_buffer_size, shuffle_seed)
    if num_epochs != 1:
        dataset = dataset.repeat(num_epochs)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    parsers = 2 if parser_num_threads is None else parser_num_threads
    dataset = dataset.apply(parse_example_dataset(features, parsers))
    if label_key:
        if label_key not in features:
            raise ValueError(
                f"The `label_key` provided ({label_key!r}) must be one of the features keys: {features.keys()}."
            )
        dataset = dataset.map(lambda values: ({k: v for k, v in values.items() if k != label_key}, values[label_key]))
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


# ---- tables ----


@export("data.experimental.DatasetInitializer")
class DatasetInitializer(Initializer):
    """Keys and values for a static table from a data set of pairs (tf.data.experimental.DatasetInitializer).

    Raises:
      ValueError: elements are no pairs of scalars.

    >>> import graphwright as tf
    >>> pairs = tf.data.Dataset.zip(tf.data.Dataset.range(100, 103), tf.data.Dataset.range(3))
    >>> table = tf.lookup.StaticHashTable(tf.data.experimental.DatasetInitializer(pairs), -1)
    >>> table.lookup(tf.constant([101, 7], tf.int64)).numpy()
    array([ 1, -1])
    """

    def __init__(self, dataset: Dataset) -> None:
        spec = dataset.element_spec
        if not (type(spec) is tuple and len(spec) == 2 and all(type(leaf) is TensorSpec for leaf in spec)):
            raise ValueError(f"Expected elements that are pairs of a key and a value, got {spec}")
        self.dataset = dataset
        self._pairs = KeyValueTensorInitializer(*dataset.batch(_MOST).get_single_element())
        super().__init__(self._pairs.key_dtype, self._pairs.value_dtype)

    def _fill_here(self, handle: Tensor) -> Any:
        return self._pairs._fill_here(handle)

    def _fill(self, handle: Tensor) -> Any:
        return self._pairs._fill(handle)


@export("data.experimental.table_from_dataset")
def table_from_dataset(
    dataset: Dataset | None = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: TensorLike | None = None,
    hasher_spec: object = None,
    key_dtype: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Any:
    """Returns a table of a data set of pairs (tf.data.experimental.table_from_dataset).

    Args:
      dataset: of pairs of a key and a value, both scalars.
      num_oov_buckets: how many numbers follow for keys that are not in the table.
      vocab_size: how many pairs are taken; all of them by default.
      default_value: the value of other keys, where there are no such numbers; -1 by default for values that are numbers.
      hasher_spec: None.
      key_dtype: the dtype of the keys, where there are such numbers.
      name: of the op.

    Raises:
      ValueError: there is no data set, a number is negative, or there is no default value.
      TypeError: keys are of another kind of dtype.
    """
    if dataset is None:
        raise ValueError("`dataset` must be specified")
    if num_oov_buckets < 0:
        raise ValueError(f"`num_oov_buckets` must be greater than or equal to 0, got {num_oov_buckets}.")
    if vocab_size is not None and (not isinstance(vocab_size, int) or vocab_size < 1):
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    if vocab_size:
        dataset = dataset.take(vocab_size)
    initializer = DatasetInitializer(dataset)
    kind = initializer.value_dtype
    if default_value is None and not (kind.is_integer or kind.is_floating):
        raise ValueError(f"`default_value` must be specified for values of {kind}.")
    if num_oov_buckets:
        return StaticVocabularyTable(initializer, num_oov_buckets, key_dtype)
    return StaticHashTable(initializer, -1 if default_value is None else default_value, name)


@export("data.experimental.index_table_from_dataset")
def index_table_from_dataset(
    dataset: Dataset | None = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    hasher_spec: object = None,
    key_dtype: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Any:
    """Returns a table from the elements of a data set to their numbers (tf.data.experimental.index_table_from_dataset).

    See `table_from_dataset` for the arguments; elements are keys.

    >>> import graphwright as tf
    >>> words = tf.data.Dataset.from_tensor_slices(["emerson", "lake", "palmer"])
    >>> table = tf.data.experimental.index_table_from_dataset(words)
    >>> table.lookup(tf.constant(["lake", "and"])).numpy()
    array([ 1, -1])
    """
    elements: Any = dataset  # None, the default, is refused as what has no elements
    pairs = elements.enumerate().map(lambda number, key: (key, number))
    return table_from_dataset(pairs, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype, name)


# ---- databases ----


class _Rows:
    """The rows that a query gives, as from_generator calls for them."""

    def __init__(self, source: str, query: str, types: Sequence[DTypeLike]) -> None:
        self._source, self._query, self._types = source, query, types

    def __call__(self) -> Any:
        import sqlite3
        from urllib.parse import quote

        flat = nest.flatten(self._types)
        try:
            connection = sqlite3.connect(f"file:{quote(self._source)}?mode=ro", uri=True)
        except sqlite3.Error as error:
            raise errors.InvalidArgumentError(None, None, f"Failed to connect to database: {error}") from None
        try:
            for row in connection.execute(self._query):
                if len(row) != len(flat):
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        f"The number of columns in query ({len(row)}) must match output_types.size() ({len(flat)}).",
                    )
                yield tuple(_cell(value, dtype) for value, dtype in zip(row, flat, strict=True))
        except sqlite3.Error as error:
            raise errors.UnknownError(None, None, f"Failed to execute query: {error}") from None
        finally:
            connection.close()


def _cell(value: Any, dtype: DTypeLike) -> Any:
    dtype = dtypes.as_dtype(dtype)
    if dtype == dtypes.string:
        return "" if value is None else value if isinstance(value, (str, bytes)) else str(value)
    if value is None:
        return False if dtype == dtypes.bool else 0
    return bool(value) if dtype == dtypes.bool else float(value) if dtype.is_floating else int(value)


@export("data.experimental.SqlDataset", v1="")
class SqlDatasetV2(_FlatMapDataset):
    """The rows that a query of a database gives (tf.data.experimental.SqlDataset).

    Args:
      driver_name: "sqlite".
      data_source_name: the name of the database's file.
      query: in SQL.
      output_types: a tuple of the dtypes of the columns.

    Raises:
      InvalidArgumentError: another driver, or (while iterating) no such database.
    """

    def __init__(self, driver_name: str, data_source_name: str, query: str, output_types: Sequence[DTypeLike]) -> None:
        if driver_name != "sqlite":
            raise errors.InvalidArgumentError(
                None,
                None,
                f"The database type, {driver_name}, is not supported by SqlDataset. The set of supported databases is: "
                "{'sqlite'}.",
            )
        signature = nest.map_structure(lambda dtype: TensorSpec([], dtypes.as_dtype(dtype)), output_types)
        super().__init__(_Rows(data_source_name, query, output_types), signature, ())


# ---- iterators as what a saver of TensorFlow 1 saves ----


@export("data.experimental.make_saveable_from_iterator")
def make_saveable_from_iterator(iterator: OwnedIterator, external_state_policy: object = None) -> Any:
    """Raises: `tf.train.Checkpoint` saves iterators (tf.data.experimental.make_saveable_from_iterator).

    Raises:
      AttributeError: ops run at once, where TensorFlow cannot, either.
      NotImplementedError: in graphs, whose iterators over data sets are not there.
    """
    if _core.executing_eagerly():
        raise AttributeError(
            "make_saveable_from_iterator is for iterators in graphs of TensorFlow 1; use `tf.train.Checkpoint(iterator=…)`"
        )
    raise NotImplementedError("make_saveable_from_iterator: iterators over data sets in sessions are not there yet")


@export("data.experimental.get_model_proto")
def get_model_proto(iterator: OwnedIterator) -> Any:
    """Raises: nothing is tuned that a model would tell of (tf.data.experimental.get_model_proto).

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError("tf.data.experimental.get_model_proto: pipelines are not tuned by a model here")


@export("data.experimental.distributed_save")
def distributed_save(dataset: Dataset, path: str, data_service_address: str, compression: str = "AUTO") -> None:
    """Raises: there is no service for data sets (tf.data.experimental.distributed_save).

    Raises:
      NotImplementedError: always; `Dataset.save` writes from one process.
    """
    raise NotImplementedError("tf.data.experimental.distributed_save: there is no tf.data service; use Dataset.save")
