"""Data sets that read files: tf.data.TFRecordDataset, TextLineDataset, FixedLengthRecordDataset and Dataset.list_files."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.data.dataset import AUTOTUNE, Dataset, DatasetSource
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops.array import identity, shape
from graphwright._src.ops.files import matching_files
from graphwright._src.ops.math_binary import maximum
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.text.strings import join, reduce_join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike

_DEFAULT_BUFFER = 256 << 10
_STRING = TensorSpec([], dtypes.string)


def names_of_files(filenames: TensorLike | Dataset | os.PathLike[str]) -> Any:
    """File names as a vector of strings, or the data set of them that they are.

    Raises:
      TypeError: they are something else.
    """
    if isinstance(filenames, Dataset):
        spec = filenames.element_spec
        if not isinstance(spec, TensorSpec) or spec.dtype != dtypes.string:
            kind = repr(spec.dtype) if isinstance(spec, TensorSpec) else repr(spec)
            raise TypeError(
                "The `filenames` argument must contain `tf.string` elements. Got a dataset of "
                f"`{kind.removeprefix('<dtype: ')}` elements."
            )
        if spec.shape.rank not in (0, None):
            raise TypeError(
                "The `filenames` argument must contain `tf.string` elements of shape [] (i.e. scalars). Got a dataset of "
                f"elements of shape {spec.shape}."
            )
        return filenames
    if isinstance(filenames, os.PathLike):
        filenames = os.fspath(filenames)
    elif isinstance(filenames, (list, tuple)):
        filenames = [os.fspath(one) if isinstance(one, os.PathLike) else one for one in filenames]
        if not filenames:
            return _core.convert_to_tensor(filenames, dtypes.string)
    tensor = _core.convert_to_tensor(filenames)
    if tensor.dtype != dtypes.string:
        raise TypeError(f"The `filenames` argument must contain `tf.string` elements. Got `{tensor.dtype!r}` elements.")
    return _core.op("Reshape")(tensor, [-1])


def text(value: TensorLike | None) -> Tensor:
    """Returns a scalar string; "" for None."""
    return _core.convert_to_tensor("" if value is None else value, dtypes.string)


def number(value: TensorLike | None, default: int = 0) -> Tensor:
    """Returns a scalar int64."""
    return _core.convert_to_tensor(default if value is None else value, dtypes.int64)


class _OneReader(DatasetSource):
    """The elements that an op reads from files, one file after the other."""

    def __init__(self, variant: Tensor) -> None:
        super().__init__(variant, _STRING)


class _FileDataset(Dataset):
    """Elements of files: one file after the other, or some at a time."""

    def _read(
        self,
        filenames: TensorLike | Dataset | os.PathLike[str],
        num_parallel_reads: TensorLike | None,
        read: Callable[[Any], Any],
    ) -> None:
        files = self._files = names_of_files(filenames)
        if num_parallel_reads is None and not isinstance(files, Dataset):
            self._made_of: list[Dataset] = []
            super().__init__(read(files), _STRING)
            return
        if not isinstance(files, Dataset):
            files = Dataset.from_tensor_slices(files)

        def open_one(filename: Tensor) -> Dataset:
            return _OneReader(read(filename))

        if num_parallel_reads is None:
            combined = files.flat_map(open_one)
        else:
            cycle = None if num_parallel_reads == AUTOTUNE else num_parallel_reads
            combined = files.interleave(open_one, cycle, 1, num_parallel_calls=num_parallel_reads)
        self._made_of = [combined]
        super().__init__(combined._variant_tensor, _STRING)

    def _inputs(self) -> list[Dataset]:
        return self._made_of


class _RecordFiles(_FileDataset):
    """Files whose bytes say themselves where an element ends; `_op` reads them."""

    _op: str

    def __init__(
        self,
        filenames: TensorLike | Dataset | os.PathLike[str],
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        num_parallel_reads: TensorLike | None = None,
        name: str | None = None,
    ) -> None:
        kind, size = text(compression_type), number(buffer_size, _DEFAULT_BUFFER)
        op = _core.op(self._op)
        self._read(filenames, num_parallel_reads, lambda names: op(names, kind, size, name=name))


@export("data.TFRecordDataset", v1="")
class TFRecordDatasetV2(_RecordFiles):
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

    _op = "TFRecordDataset"


@export("data.TextLineDataset", v1="")
class TextLineDatasetV2(_RecordFiles):
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

    _op = "TextLineDataset"


@export("data.FixedLengthRecordDataset", v1="")
class FixedLengthRecordDatasetV2(_FileDataset):
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

    def __init__(
        self,
        filenames: TensorLike | Dataset | os.PathLike[str],
        record_bytes: TensorLike,
        header_bytes: TensorLike | None = None,
        footer_bytes: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        compression_type: TensorLike | None = None,
        num_parallel_reads: TensorLike | None = None,
        name: str | None = None,
    ) -> None:
        sizes = [number(header_bytes), number(record_bytes), number(footer_bytes)]
        size, kind = number(buffer_size, _DEFAULT_BUFFER), text(compression_type)
        op = _core.op("FixedLengthRecordDatasetV2")
        self._read(filenames, num_parallel_reads, lambda names: op(names, *sizes, size, kind, name=name))


def list_files(
    file_pattern: TensorLike | os.PathLike[str], shuffle: bool | None, seed: int | Tensor | None, name: str | None
) -> Dataset:
    """See `tf.data.Dataset.list_files`."""
    if shuffle is None:
        shuffle = True
    if isinstance(file_pattern, os.PathLike):
        file_pattern = os.fspath(file_pattern)
    pattern = _core.convert_to_tensor(file_pattern, dtypes.string)
    found = matching_files(pattern)
    count = shape(found, out_type=dtypes.int64)[0]
    message = join(["No files matched pattern: ", reduce_join(pattern, separator=", ")])
    check = Assert(count > 0, [message], summarize=1)
    with control_dependencies([] if check is None else [check]):
        found = identity(found)
    dataset = Dataset.from_tensor_slices(found)
    if shuffle:
        dataset = dataset.shuffle(maximum(count, 1), seed=seed, name=name)
    return dataset
