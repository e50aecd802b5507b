"""The public names of tf.data.experimental. Written by tools/write_stubs.py, not by hand."""
from collections.abc import Callable, Sequence
from graphwright._src.data.as_functions import (
    assert_cardinality as assert_cardinality,
    cardinality as cardinality,
    choose_from_datasets as choose_from_datasets,
    counter as Counter,
    dense_to_ragged_batch as dense_to_ragged_batch,
    dense_to_sparse_batch as dense_to_sparse_batch,
    enumerate_dataset as enumerate_dataset,
    from_list as from_list,
    from_variant as from_variant,
    get_single_element as get_single_element,
    get_structure as get_structure,
    ignore_errors as ignore_errors,
    load as load,
    map_and_batch as map_and_batch,
    parallel_interleave as parallel_interleave,
    prefetch_to_device as prefetch_to_device,
    sample_from_datasets as sample_from_datasets,
    save as save,
    shuffle_and_repeat as shuffle_and_repeat,
    snapshot as snapshot,
    to_variant as to_variant,
)
from graphwright._src.data.csv_files import CsvDatasetV2 as CsvDataset, make_csv_dataset as make_csv_dataset
from graphwright._src.data.experimental import (
    DatasetInitializer as DatasetInitializer,
    Reducer as Reducer,
    SqlDatasetV2 as SqlDataset,
    TFRecordWriter as TFRecordWriter,
    at as at,
    copy_to_device as copy_to_device,
    distributed_save as distributed_save,
    get_model_proto as get_model_proto,
    group_by_reducer as group_by_reducer,
    index_table_from_dataset as index_table_from_dataset,
    make_batched_features_dataset as make_batched_features_dataset,
    make_saveable_from_iterator as make_saveable_from_iterator,
    pad_to_cardinality as pad_to_cardinality,
    parse_example_dataset as parse_example_dataset,
    rejection_resample as rejection_resample,
    table_from_dataset as table_from_dataset,
)
from graphwright._src.data.functions import enable_debug_mode as enable_debug_mode
from graphwright._src.data.iterator import get_next_as_optional as get_next_as_optional
from graphwright._src.data.optional import Optional as Optional
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
from graphwright._src.data.sources import RandomDatasetV2 as RandomDataset
from graphwright._src.tensor.typing import TensorLike
from graphwright.data.experimental import service as service
from typing import Any

__all__ = [
    "AUTOTUNE", "AutoShardPolicy", "AutotuneAlgorithm", "AutotuneOptions", "Counter", "CsvDataset",
    "DatasetInitializer", "DistributeOptions", "ExternalStatePolicy", "INFINITE_CARDINALITY", "OptimizationOptions",
    "Optional", "RandomDataset", "Reducer", "SHARD_HINT", "ServiceOptions", "SqlDataset", "TFRecordWriter",
    "ThreadingOptions", "UNKNOWN_CARDINALITY", "assert_cardinality", "at", "bucket_by_sequence_length", "cardinality",
    "choose_from_datasets", "copy_to_device", "dense_to_ragged_batch", "dense_to_sparse_batch", "distributed_save",
    "enable_debug_mode", "enumerate_dataset", "from_list", "from_variant", "get_model_proto", "get_next_as_optional",
    "get_single_element", "get_structure", "group_by_reducer", "group_by_window", "ignore_errors",
    "index_table_from_dataset", "load", "make_batched_features_dataset", "make_csv_dataset",
    "make_saveable_from_iterator", "map_and_batch", "pad_to_cardinality", "parallel_interleave",
    "parse_example_dataset", "prefetch_to_device", "rejection_resample", "sample_from_datasets", "save", "scan",
    "service", "shuffle_and_repeat", "snapshot", "table_from_dataset", "take_while", "to_variant", "unbatch", "unique",
]

AUTOTUNE: int

INFINITE_CARDINALITY: int

SHARD_HINT: int

UNKNOWN_CARDINALITY: int

def bucket_by_sequence_length(element_length_func: Callable[..., Any], bucket_boundaries: Sequence[int], bucket_batch_sizes: TensorLike, padded_shapes: object = None, padding_values: object = None, pad_to_bucket_boundary: bool = False, no_padding: bool = False, drop_remainder: bool = False) -> Any:
    """`Dataset.bucket_by_sequence_length` as a transformation (tf.data.experimental.bucket_by_sequence_length)."""

def group_by_window(key_func: Callable[..., Any], reduce_func: Callable[..., Any], window_size: TensorLike | None = None, window_size_func: Callable[..., Any] | None = None) -> Any:
    """`Dataset.group_by_window` as a transformation (tf.data.experimental.group_by_window)."""

def scan(initial_state: object, scan_func: Callable[..., Any]) -> Any:
    """`Dataset.scan` as a transformation (tf.data.experimental.scan)."""

def take_while(predicate: Callable[..., Any]) -> Any:
    """`Dataset.take_while` as a transformation (tf.data.experimental.take_while)."""

def unbatch() -> Any:
    """`Dataset.unbatch` as a transformation (tf.data.experimental.unbatch)."""

def unique() -> Any:
    """`Dataset.unique` as a transformation (tf.data.experimental.unique)."""
