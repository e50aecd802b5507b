"""The public names of tf.compat.v1.data.experimental. Written by tools/write_stubs.py, not by hand."""
import os
from collections.abc import Callable, Mapping, Sequence
from graphwright._core import Tensor
from graphwright._src.data.as_functions import (
    assert_cardinality as assert_cardinality,
    cardinality as cardinality,
    dense_to_ragged_batch as dense_to_ragged_batch,
    dense_to_sparse_batch as dense_to_sparse_batch,
    enumerate_dataset as enumerate_dataset,
    from_list as from_list,
    from_variant as from_variant,
    get_single_element as get_single_element,
    get_structure as get_structure,
    ignore_errors as ignore_errors,
    map_and_batch as map_and_batch,
    parallel_interleave as parallel_interleave,
    prefetch_to_device as prefetch_to_device,
    shuffle_and_repeat as shuffle_and_repeat,
    snapshot as snapshot,
    to_variant as to_variant,
)
from graphwright._src.data.dataset import Dataset
from graphwright._src.data.dataset_spec import DatasetSpec as DatasetStructure
from graphwright._src.data.experimental import (
    DatasetInitializer as DatasetInitializer,
    Reducer as Reducer,
    TFRecordWriter as TFRecordWriter,
    copy_to_device as copy_to_device,
    distributed_save as distributed_save,
    get_model_proto as get_model_proto,
    group_by_reducer as group_by_reducer,
    index_table_from_dataset as index_table_from_dataset,
    make_saveable_from_iterator as make_saveable_from_iterator,
    pad_to_cardinality as pad_to_cardinality,
    parse_example_dataset as parse_example_dataset,
    rejection_resample as rejection_resample,
    table_from_dataset as table_from_dataset,
)
from graphwright._src.data.functions import enable_debug_mode as enable_debug_mode
from graphwright._src.data.iterator import get_next_as_optional as get_next_as_optional
from graphwright._src.data.optional import Optional as Optional, OptionalSpec as OptionalStructure
from graphwright._src.data.options import (
    AutoShardPolicy as AutoShardPolicy,
    AutotuneAlgorithm as AutotuneAlgorithm,
    AutotuneOptions as AutotuneOptions,
    DistributeOptions as DistributeOptions,
    ExternalStatePolicy as ExternalStatePolicy,
    OptimizationOptions as OptimizationOptions,
    ServiceOptions as ServiceOptions,
    ThreadingOptions as ThreadingOptions,
)
from graphwright._src.tensor.type_spec import TypeSpec as Structure
from graphwright._src.tensor.typing import DTypeLike, TensorLike
from graphwright._src.v1.dataset import (
    DatasetV1Adapter,
    _ragged_tensor_structure as RaggedTensorStructure,
    _sparse_tensor_structure as SparseTensorStructure,
    _tensor_array_structure as TensorArrayStructure,
    _tensor_structure as TensorStructure,
    map_and_batch_with_legacy_function as map_and_batch_with_legacy_function,
)
from graphwright.compat.v1.data.experimental import service as service
from graphwright.data.experimental import (
    bucket_by_sequence_length as bucket_by_sequence_length,
    group_by_window as group_by_window,
    scan as scan,
    take_while as take_while,
    unbatch as unbatch,
    unique as unique,
)
from typing import Any

__all__ = [
    "AUTOTUNE", "AutoShardPolicy", "AutotuneAlgorithm", "AutotuneOptions", "Counter", "CsvDataset",
    "DatasetInitializer", "DatasetStructure", "DistributeOptions", "ExternalStatePolicy", "INFINITE_CARDINALITY",
    "OptimizationOptions", "Optional", "OptionalStructure", "RaggedTensorStructure", "RandomDataset", "Reducer",
    "SHARD_HINT", "ServiceOptions", "SparseTensorStructure", "SqlDataset", "Structure", "TFRecordWriter",
    "TensorArrayStructure", "TensorStructure", "ThreadingOptions", "UNKNOWN_CARDINALITY", "assert_cardinality",
    "bucket_by_sequence_length", "cardinality", "choose_from_datasets", "copy_to_device", "dense_to_ragged_batch",
    "dense_to_sparse_batch", "distributed_save", "enable_debug_mode", "enumerate_dataset", "from_list", "from_variant",
    "get_model_proto", "get_next_as_optional", "get_single_element", "get_structure", "group_by_reducer",
    "group_by_window", "ignore_errors", "index_table_from_dataset", "make_batched_features_dataset", "make_csv_dataset",
    "make_saveable_from_iterator", "map_and_batch", "map_and_batch_with_legacy_function", "pad_to_cardinality",
    "parallel_interleave", "parse_example_dataset", "prefetch_to_device", "rejection_resample", "sample_from_datasets",
    "scan", "service", "shuffle_and_repeat", "snapshot", "table_from_dataset", "take_while", "to_variant", "unbatch",
    "unique",
]

AUTOTUNE: int

def Counter(start: TensorLike = 0, step: TensorLike = 1, dtype: DTypeLike = ...) -> Dataset:
    """Numbers without end (tf.data.experimental.Counter): `start`, `start + step`, and so on.

    >>> import graphwright as tf
    >>> [int(x) for x in tf.data.experimental.Counter(start=1).take(3)]
    [1, 2, 3]
    """

class CsvDataset(DatasetV1Adapter):
    """The records of CSV files, with a scalar for each column (tf.data.experimental.CsvDataset).

    Args:
      filenames: a path, or several.
      record_defaults: for each column that is wanted its default value, or its dtype (float32, float64, int32, int64 or
        string) where each record must have a value.
      compression_type: "GZIP", "ZLIB", or None.
      buffer_size: how many bytes are read ahead; 4 MB by default.
      header: whether the first line of each file is passed over.
      field_delim: what stands between fields.
      use_quote_delim: whether fields may stand in double quotes.
      na_value: what stands for an empty field, too.
      select_cols: the columns that are wanted, in rising order.
      exclude_cols: the columns that are not wanted, in rising order.

    Raises:
      ValueError: there is no such column's dtype.
      tf.errors.InvalidArgumentError: both `select_cols` and `exclude_cols` are given.
      tf.errors.InvalidArgumentError: while it is read: a field is no such value, or missing.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "a.csv")
    >>> tf.io.write_file(path, "x,name\\n1.5,one\\n,two\\n")
    >>> records = tf.data.experimental.CsvDataset(path, [0.0, tf.string], header=True)
    >>> [(float(x), name.numpy()) for x, name in records]
    [(1.5, b'one'), (0.0, b'two')]
    """
    def __init__(self, filenames: TensorLike | Dataset | os.PathLike[str], record_defaults: Sequence[Any], compression_type: TensorLike | None = None, buffer_size: TensorLike | None = None, header: bool = False, field_delim: str = ',', use_quote_delim: bool = True, na_value: str = '', select_cols: Sequence[int] | None = None, exclude_cols: Sequence[int] | None = None) -> None: ...

INFINITE_CARDINALITY: int

class RandomDataset(DatasetV1Adapter):
    """See `tf.data.Dataset.random` (tf.data.experimental.RandomDataset)."""
    def __init__(self, seed: int | Tensor | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None) -> None: ...

SHARD_HINT: int

class SqlDataset(DatasetV1Adapter):
    """The rows that a query of a database gives (tf.data.experimental.SqlDataset).

    Args:
      driver_name: "sqlite".
      data_source_name: the name of the database's file.
      query: in SQL.
      output_types: a tuple of the dtypes of the columns.

    Raises:
      InvalidArgumentError: another driver, or (while iterating) no such database.
    """
    def __init__(self, driver_name: str, data_source_name: str, query: str, output_types: Sequence[DTypeLike]) -> None: ...

UNKNOWN_CARDINALITY: int

def choose_from_datasets(datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = False) -> Dataset:
    """See `tf.data.Dataset.choose_from_datasets` (tf.data.experimental.choose_from_datasets)."""

def make_batched_features_dataset(file_pattern: str | os.PathLike[str] | Sequence[Any], batch_size: int, features: Mapping[str, Any], reader: Callable[..., Any] | None = None, label_key: str | None = None, reader_args: Sequence[Any] | None = None, num_epochs: int | None = None, shuffle: bool = True, shuffle_buffer_size: int = 10000, shuffle_seed: int | None = None, prefetch_buffer_size: TensorLike | None = None, reader_num_threads: int | None = None, parser_num_threads: int | None = None, sloppy_ordering: bool = False, drop_final_batch: bool = False) -> Dataset:
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

def make_csv_dataset(file_pattern: str | os.PathLike[str] | Sequence[Any], batch_size: int, column_names: Sequence[str] | None = None, column_defaults: Sequence[Any] | None = None, label_name: str | None = None, select_columns: Sequence[Any] | None = None, field_delim: str = ',', use_quote_delim: bool = True, na_value: str = '', header: bool = True, num_epochs: int | None = None, shuffle: bool = True, shuffle_buffer_size: int = 10000, shuffle_seed: int | None = None, prefetch_buffer_size: int | None = None, num_parallel_reads: int | None = None, sloppy: bool = False, num_rows_for_inference: int | None = 100, compression_type: TensorLike | None = None, ignore_errors: bool = False, encoding: str = 'utf-8') -> Dataset:
    """Batches of the records of CSV files, as dictionaries of columns (tf.data.experimental.make_csv_dataset).

    Args:
      file_pattern: paths or patterns of paths.
      batch_size: the number of records in each batch.
      column_names: the names of all columns; those of the first line by default.
      column_defaults: a default value or a dtype for each wanted column; by default, they follow from the first records.
      label_name: the column that becomes the second part of each element.
      select_columns: the numbers or names of the columns that are wanted.
      field_delim: what stands between fields.
      use_quote_delim: whether fields may stand in double quotes.
      na_value: what stands for an empty field, too.
      header: whether each file begins with a line of names.
      num_epochs: how often the files are gone through; None for without end.
      shuffle: whether files and records are shuffled.
      shuffle_buffer_size: among how many records.
      shuffle_seed: for the shuffle.
      prefetch_buffer_size: how many batches are read ahead.
      num_parallel_reads: how many files are read at a time; 1 by default.
      sloppy: whether the order may differ from run to run, where it is quicker.
      num_rows_for_inference: how many records tell the dtypes; None for all.
      compression_type: "GZIP", "ZLIB", or None.
      ignore_errors: whether records that cannot be read are passed over.
      encoding: of the first lines.

    Returns:
      A data set of OrderedDicts, or pairs of one and the label.

    Raises:
      ValueError: no file fits; names are missing, or differ from file to file; there is no such column.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "a.csv")
    >>> tf.io.write_file(path, "x,y\\n1,2.5\\n3,4.5\\n")
    >>> batches = tf.data.experimental.make_csv_dataset(path, 2, label_name="y", num_epochs=1, shuffle=False)
    >>> [(features["x"].numpy().tolist(), label.numpy().tolist()) for features, label in batches]
    [([1, 3], [2.5, 4.5])]
    """

def sample_from_datasets(datasets: Sequence[Dataset], weights: TensorLike | Dataset | None = None, seed: int | None = None, stop_on_empty_dataset: bool = False) -> Dataset:
    """See `tf.data.Dataset.sample_from_datasets` (tf.data.experimental.sample_from_datasets)."""
