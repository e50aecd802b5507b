"""Readers of TensorFlow 1, which take names of files out of a queue: tf.compat.v1.TextLineReader and its kin."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops import raw_ops
from graphwright._src.ops.files import TFRecordOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.ops.queue import QueueBase
    from graphwright._src.tensor.typing import TensorLike


@export("compat.v1.ReaderBase")
class ReaderBase:
    """A base class of readers (tf.compat.v1.ReaderBase).

    A reader gives records, pairs of a key and a value. Readers are for graphs that sessions run; `tf.data` has data sets in
    their place.

    Raises:
      RuntimeError: outside of graphs.
    """

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False) -> None:
        _check_graph()
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> Tensor:
        """The handle that ops on the reader take."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """True where `serialize_state` and `restore_state` are there."""
        return self._supports_serialize

    def read(self, queue: QueueBase | Tensor, name: str | None = None) -> Any:
        """Returns the next record, a named tuple of string scalars `key` and `value`.

        `queue` is asked for names as they are needed.
        """
        return raw_ops.ReaderReadV2(reader_handle=self._reader_ref, queue_handle=_handle(queue), name=name)

    def read_up_to(self, queue: QueueBase | Tensor, num_records: TensorLike, name: str | None = None) -> Any:
        """Returns the next records, `num_records` at most: a named tuple of string vectors `keys` and `values`."""
        return raw_ops.ReaderReadUpToV2(
            reader_handle=self._reader_ref, queue_handle=_handle(queue), num_records=num_records, name=name
        )

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """Returns how many records it has given, an int64 scalar."""
        return raw_ops.ReaderNumRecordsProducedV2(reader_handle=self._reader_ref, name=name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """Returns how many files it is done with, an int64 scalar."""
        return raw_ops.ReaderNumWorkUnitsCompletedV2(reader_handle=self._reader_ref, name=name)

    def serialize_state(self, name: str | None = None) -> Tensor:
        """Returns where it is, a string scalar."""
        return raw_ops.ReaderSerializeStateV2(reader_handle=self._reader_ref, name=name)

    def restore_state(self, state: TensorLike, name: str | None = None) -> Any:
        """Returns an operation that puts it where `serialize_state` found one of its kind."""
        return raw_ops.ReaderRestoreStateV2(reader_handle=self._reader_ref, state=state, name=name)

    def reset(self, name: str | None = None) -> Any:
        """Returns an operation that puts it back to where it began."""
        return raw_ops.ReaderResetV2(reader_handle=self._reader_ref, name=name)


def _check_graph() -> None:
    if executing_eagerly():
        raise RuntimeError(
            "Readers are not supported when eager execution is enabled. Use tf.data to get data into your model."
        )


def _handle(queue: Any) -> Tensor:
    return queue.queue_ref if hasattr(queue, "queue_ref") else queue


@export("compat.v1.WholeFileReader")
class WholeFileReader(ReaderBase):
    """Gives each file as one record, under its name (tf.compat.v1.WholeFileReader). See `tf.compat.v1.ReaderBase`."""

    def __init__(self, name: str | None = None) -> None:
        _check_graph()
        super().__init__(raw_ops.WholeFileReaderV2(name=name), supports_serialize=True)


@export("compat.v1.IdentityReader")
class IdentityReader(ReaderBase):
    """Gives the names as keys and values (tf.compat.v1.IdentityReader). See `tf.compat.v1.ReaderBase`."""

    def __init__(self, name: str | None = None) -> None:
        _check_graph()
        super().__init__(raw_ops.IdentityReaderV2(name=name), supports_serialize=True)


@export("compat.v1.TextLineReader")
class TextLineReader(ReaderBase):
    """Gives the lines of files, without their ends, under "name:number" (tf.compat.v1.TextLineReader).

    See `tf.compat.v1.ReaderBase`.

    Args:
      skip_header_lines: how many lines at the begin of each file are left out.
      name: the name of the node.
    """

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        _check_graph()
        super().__init__(raw_ops.TextLineReaderV2(skip_header_lines=skip_header_lines or 0, name=name))


@export("compat.v1.FixedLengthRecordReader")
class FixedLengthRecordReader(ReaderBase):
    """Gives pieces of files that have one size, under "name:number" (tf.compat.v1.FixedLengthRecordReader).

    See `tf.compat.v1.ReaderBase`.

    Args:
      record_bytes: the size of a piece.
      header_bytes, footer_bytes: what is left out at the begin and the end of a file.
      hop_bytes: how far after one another pieces begin; 0 means `record_bytes`.
      name: the name of the node.
      encoding: "ZLIB" where files are compressed.
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        _check_graph()
        handle = raw_ops.FixedLengthRecordReaderV2(
            record_bytes=record_bytes,
            header_bytes=header_bytes or 0,
            footer_bytes=footer_bytes or 0,
            hop_bytes=hop_bytes or 0,
            encoding=encoding or "",
            name=name,
        )
        super().__init__(handle)


@export("compat.v1.TFRecordReader")
class TFRecordReader(ReaderBase):
    """Gives the records of TFRecord files, under "name:place" (tf.compat.v1.TFRecordReader).

    See `tf.compat.v1.ReaderBase`.

    Args:
      name: the name of the node.
      options: a `tf.io.TFRecordOptions`, of which the compression counts.
    """

    def __init__(self, name: str | None = None, options: TFRecordOptions | str | None = None) -> None:
        _check_graph()
        compression = TFRecordOptions
        kind = "" if options is None else compression.get_compression_type_string(options)
        super().__init__(raw_ops.TFRecordReaderV2(compression_type=kind, name=name))
