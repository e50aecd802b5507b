"""The public names of tf.compat.v1.data. Written by tools/write_stubs.py, not by hand."""
import os
from graphwright._src.data.dataset import Dataset as _Dataset
from graphwright._src.data.dataset_spec import DatasetSpec as DatasetSpec
from graphwright._src.data.iterator import NumpyIterator as NumpyIterator
from graphwright._src.data.options import Options as Options, ThreadingOptions as ThreadingOptions
from graphwright._src.tensor.typing import TensorLike
from graphwright._src.v1.dataset import (
    DatasetV1 as Dataset,
    DatasetV1Adapter,
    Iterator as Iterator,
    get_output_classes as get_output_classes,
    get_output_shapes as get_output_shapes,
    get_output_types as get_output_types,
    make_initializable_iterator as make_initializable_iterator,
    make_one_shot_iterator as make_one_shot_iterator,
)
from graphwright.compat.v1.data import experimental as experimental

__all__ = [
    "AUTOTUNE", "Dataset", "DatasetSpec", "FixedLengthRecordDataset", "INFINITE_CARDINALITY", "Iterator",
    "NumpyIterator", "Options", "TFRecordDataset", "TextLineDataset", "ThreadingOptions", "UNKNOWN_CARDINALITY",
    "experimental", "get_output_classes", "get_output_shapes", "get_output_types", "make_initializable_iterator",
    "make_one_shot_iterator",
]

AUTOTUNE: int

class FixedLengthRecordDataset(DatasetV1Adapter):
    """The bytes of files in pieces of one length (tf.data.FixedLengthRecordDataset), scalar strings.

    Args:
      filenames: names of files: a string, a tensor or list of strings, or a data set of them.
      record_bytes: the length of a piece.
      header_bytes: how many bytes at the front of each file are passed over.
      footer_bytes: how many bytes at the end of each file are left out.
      buffer_size: how many bytes are read at once; 256 KiB by default.
      compression_type: "", "ZLIB", "GZIP" or None.
      num_parallel_reads: how many files are read at a time, a piece from each in turn; one after the other without it.
      name: of the op.

    Raises:
      tf.errors.InvalidArgumentError: (while iterating) a file does not consist of whole pieces.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "some.bin")
    >>> tf.io.write_file(path, "#aabbcc")
    >>> list(tf.data.FixedLengthRecordDataset(path, 2, header_bytes=1).as_numpy_iterator())
    [b'aa', b'bb', b'cc']
    """
    def __init__(self, filenames: TensorLike | _Dataset | os.PathLike[str], record_bytes: TensorLike, header_bytes: TensorLike | None = None, footer_bytes: TensorLike | None = None, buffer_size: TensorLike | None = None, compression_type: TensorLike | None = None, num_parallel_reads: TensorLike | None = None, name: str | None = None) -> None: ...

INFINITE_CARDINALITY: int

class TFRecordDataset(DatasetV1Adapter):
    """The records of TFRecord files (tf.data.TFRecordDataset), scalar strings.

    Args:
      filenames: names of files: a string, a tensor or list of strings, or a data set of them.
      compression_type: "", "ZLIB", "GZIP" or None.
      buffer_size: how many bytes are read at once; 256 KiB by default.
      num_parallel_reads: how many files are read at a time, a record from each in turn; one after the other without it.
      name: of the op.

    Raises:
      TypeError: `filenames` are something else.
      tf.errors.NotFoundError: (while iterating) there is no such file.
      tf.errors.DataLossError: (while iterating) a record is broken or not whole; the error names file and offset.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "some.tfrecord")
    >>> with tf.io.TFRecordWriter(path, "GZIP") as writer:
    ...     writer.write(b"one record")
    >>> [record.numpy() for record in tf.data.TFRecordDataset(path, compression_type="GZIP")]
    [b'one record']
    """
    def __init__(self, filenames: TensorLike | _Dataset | os.PathLike[str], compression_type: TensorLike | None = None, buffer_size: TensorLike | None = None, num_parallel_reads: TensorLike | None = None, name: str | None = None) -> None: ...

class TextLineDataset(DatasetV1Adapter):
    """The lines of text files (tf.data.TextLineDataset), scalar strings without what ends them.

    Args:
      filenames: names of files: a string, a tensor or list of strings, or a data set of them.
      compression_type: "", "ZLIB", "GZIP" or None.
      buffer_size: how many bytes are read at once; 256 KiB by default.
      num_parallel_reads: how many files are read at a time, a line from each in turn; one after the other without it.
      name: of the op.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "some.txt")
    >>> tf.io.write_file(path, "first" + chr(10) + "second" + chr(10))
    >>> list(tf.data.TextLineDataset(path).as_numpy_iterator())
    [b'first', b'second']
    """
    def __init__(self, filenames: TensorLike | _Dataset | os.PathLike[str], compression_type: TensorLike | None = None, buffer_size: TensorLike | None = None, num_parallel_reads: TensorLike | None = None, name: str | None = None) -> None: ...

UNKNOWN_CARDINALITY: int
