"""The public names of tf.data. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.data.dataset import Dataset as Dataset
from graphwright._src.data.dataset_spec import DatasetSpec as DatasetSpec
from graphwright._src.data.files import (
    FixedLengthRecordDatasetV2 as FixedLengthRecordDataset,
    TFRecordDatasetV2 as TFRecordDataset,
    TextLineDatasetV2 as TextLineDataset,
)
from graphwright._src.data.iterator import (
    IteratorBase as Iterator,
    IteratorSpec as IteratorSpec,
    NumpyIterator as NumpyIterator,
)
from graphwright._src.data.options import Options as Options, ThreadingOptions as ThreadingOptions
from graphwright.data import experimental as experimental

__all__ = [
    "AUTOTUNE", "Dataset", "DatasetSpec", "FixedLengthRecordDataset", "INFINITE_CARDINALITY", "Iterator",
    "IteratorSpec", "NumpyIterator", "Options", "TFRecordDataset", "TextLineDataset", "ThreadingOptions",
    "UNKNOWN_CARDINALITY", "experimental",
]

AUTOTUNE: int

INFINITE_CARDINALITY: int

UNKNOWN_CARDINALITY: int
