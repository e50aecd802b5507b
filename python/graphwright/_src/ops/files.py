"""Files in whole and files of records: tf.io.read_file and its kin, tf.io.TFRecordWriter."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.errors import FailedPreconditionError
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


@export("io.read_file", v1="io.read_file read_file")
def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """Returns the bytes of a file as a scalar string (tf.io.read_file).

    Args:
      filename: a scalar string.
      name: of the op.

    Raises:
      tf.errors.NotFoundError: there is no such file.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "a.txt")
    >>> tf.io.write_file(path, "some text")
    >>> tf.io.read_file(path).numpy()
    b'some text'
    """
    return _core.op("ReadFile")(filename, name=name)


@export("io.write_file", v1="io.write_file write_file")
def write_file(filename: TensorLike, contents: TensorLike, name: str | None = None) -> Any:
    """Writes a string to a file, in folders that are made where there are none (tf.io.write_file).

    What is there is written to, whatever it is: a file behind a link, with several names or rights of its own, or a pipe.

    Args:
      filename: a scalar string.
      contents: a scalar string.
      name: of the op.

    Returns:
      None, in a graph the operation.
    """
    return _core.op("WriteFile")(filename, contents, name=name)


@export("io.matching_files", v1="io.matching_files matching_files")
def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """Returns the sorted paths of files that fit a pattern (tf.io.matching_files).

    Args:
      pattern: a scalar string, or a vector of several; `*`, `?` and `[a-z]` stand for parts of names.
      name: of the op.

    Returns:
      A vector of strings.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> folder = tempfile.mkdtemp()
    >>> for name in ("a.txt", "b.txt", "c.bin"):
    ...     tf.io.write_file(os.path.join(folder, name), "")
    >>> [os.path.basename(path.decode()) for path in tf.io.matching_files(folder + "/*.txt").numpy()]
    ['a.txt', 'b.txt']
    """
    return _core.op("MatchingFiles")(pattern, name=name)


@export("io.decode_compressed", elementwise="unary", v1="io.decode_compressed decode_compressed")
def decode_compressed(bytes: TensorLike, compression_type: str = "", name: str | None = None) -> Tensor:
    """Strings as they were before they were compressed (tf.io.decode_compressed).

    Args:
      bytes: a string tensor.
      compression_type: "", "ZLIB" or "GZIP".
      name: of the op.

    Raises:
      tf.errors.DataLossError: the bytes are broken, or end too early.

    >>> import zlib
    >>> import graphwright as tf
    >>> tf.io.decode_compressed(zlib.compress(b"some text"), "ZLIB").numpy()
    b'some text'
    """
    return _core.op("DecodeCompressed")(bytes, compression_type=compression_type, name=name)


@export("io.TFRecordOptions", v1="io.TFRecordOptions python_io.TFRecordOptions")
class TFRecordOptions:
    """Options of the compression of a TFRecord file (tf.io.TFRecordOptions).

    Args:
      compression_type: "GZIP", "ZLIB", "" or None.
      flush_mode: accepted; each `flush` hands all records to the system.
      input_buffer_size: accepted.
      output_buffer_size: accepted.
      window_bits: zlib's, 8 to 15.
      compression_level: 0 to 9, -1 for zlib's own.
      compression_method: zlib knows one only.
      mem_level: zlib's, 1 to 9.
      compression_strategy: zlib's, 0 to 4.

    Raises:
      ValueError: there is no such compression.

    >>> import graphwright as tf
    >>> tf.io.TFRecordOptions("GZIP", compression_level=9).compression_type
    'GZIP'
    """

    compression_type_map = {1: "ZLIB", 2: "GZIP", 0: ""}

    def __init__(
        self,
        compression_type: str | int | TFRecordOptions | None = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: TFRecordOptions | str | int | None) -> str:
        """Returns the name of the compression of options, of such a name, its number, or None. Raises ValueError for others."""
        if not options:
            return ""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        if isinstance(options, int) and options in cls.compression_type_map:
            return cls.compression_type_map[options]
        if isinstance(options, str) and options in cls.compression_type_map.values():
            return options
        raise ValueError(f'Not a valid compression_type: "{options}"')

    def _settings(self) -> dict[str, int]:
        values = {
            "level": self.compression_level,
            "window_bits": self.window_bits,
            "memory_level": self.mem_level,
            "strategy": self.compression_strategy,
        }
        return {name: value for name, value in values.items() if value is not None}


@export("io.TFRecordWriter", v1="io.TFRecordWriter python_io.TFRecordWriter")
class TFRecordWriter:
    """Writes records of bytes to a TFRecord file (tf.io.TFRecordWriter). Also a context manager.

    Args:
      path: of the file, which is begun anew.
      options: a `tf.io.TFRecordOptions`, or the name of a compression.

    Raises:
      tf.errors.NotFoundError: the file's folder is not there.
      ValueError: `options` are none.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "some.tfrecord")
    >>> with tf.io.TFRecordWriter(path) as writer:
    ...     writer.write(b"a")
    ...     writer.write(b"bc")
    >>> list(tf.data.TFRecordDataset(path).as_numpy_iterator())
    [b'a', b'bc']
    """

    def __init__(self, path: str | os.PathLike[str], options: TFRecordOptions | str | None = None) -> None:
        compression = TFRecordOptions.get_compression_type_string(options)
        settings = options._settings() if isinstance(options, TFRecordOptions) else {}
        self._writer = _core.RecordWriter(os.fspath(path), compression, **settings)
        self._open = True

    def write(self, record: bytes | str) -> None:
        """Appends a record. Raises FailedPreconditionError when the writer is closed."""
        self._check_open()
        self._writer.write(record)

    def flush(self) -> None:
        """Hands all records to the system. Raises FailedPreconditionError when the writer is closed."""
        self._check_open()
        self._writer.flush()

    def close(self) -> None:
        """Ends the file; a second call does nothing."""
        self._open = False
        self._writer.close()

    def _check_open(self) -> None:
        if not self._open:
            raise FailedPreconditionError(None, None, "Writer is closed.")

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, kind: object, value: object, traceback: object) -> None:
        self.close()


@export("io.serialize_tensor", v1="io.serialize_tensor serialize_tensor")
def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Returns a tensor as the bytes of a TensorProto message (tf.io.serialize_tensor).

    Args:
      tensor: of any dtype but resource and variant.
      name: of the op.

    Returns:
      A string scalar.

    >>> import graphwright as tf
    >>> tf.io.parse_tensor(tf.io.serialize_tensor([[1, 2], [3, 4]]), tf.int32).numpy().tolist()
    [[1, 2], [3, 4]]
    """
    return _core.op("SerializeTensor")(tensor, name=name)


@export("io.parse_tensor", v1="io.parse_tensor parse_tensor")
def parse_tensor(serialized: TensorLike, out_type: DTypeLike, name: str | None = None) -> Tensor:
    """Returns the tensor in the bytes of a TensorProto message (tf.io.parse_tensor).

    Args:
      serialized: a string scalar.
      out_type: the dtype of the tensor.
      name: of the op.

    Raises:
      tf.errors.InvalidArgumentError: the bytes are no such message, or that of a tensor of another dtype.
    """
    return _core.op("ParseTensor")(serialized, out_type=out_type, name=name)
