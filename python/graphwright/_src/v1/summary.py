"""TensorFlow 1's summaries: nodes that give Summary messages, and the writer that puts them into event files."""

from __future__ import annotations

import os
import re
import threading
import time
import warnings

from graphwright import _core
from graphwright._src.base.damaged import Reading
from graphwright._src.base.export import export
from graphwright._src.base.forking import free_after_fork
from graphwright._src.base.logger import get_logger, log_warning
from graphwright._src.data.files import TFRecordDatasetV2
from graphwright._src.graph.graph import Graph, default_graph
from graphwright._src.graph.scopes import control_dependencies, name_scope, name_scope_v1
from graphwright._src.messages.classes import Event, SessionLog, Summary, SummaryDescription, SummaryMetadata
from graphwright._src.messages.encoding import from_bytes
from graphwright._src.ops.array import constant
from graphwright._src.session.collections import GraphKeys
from graphwright._src.session.default_session import get_default_session
from graphwright._src.summary.kinds import plugin_metadata
from graphwright._src.summary.writers import MADE, WRITTEN, create_file_writer, writer_handle
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.v1.placeholders import placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.messages.classes import GraphDef, MetaGraphDef, NodeDef, RunMetadata
    from graphwright._src.session.session import Session
    from graphwright._src.tensor.typing import TensorLike

_import_event = _core.op("ImportEvent")
_NO_NAME_CHARACTER = re.compile(r"[^-/\w.]")


def _clean(name: str) -> str:
    """Returns a name as nodes may have it."""
    clean = _NO_NAME_CHARACTER.sub("_", name).lstrip("/")
    if clean != name:
        get_logger().info("Summary name %s is illegal; using %s instead.", name, clean)
    return clean


def _node(
    op: str,
    name: str,
    family: str | None,
    collections: Iterable[str] | None,
    inputs: Callable[[str], Any],
    **attrs: Any,
) -> Tensor:
    """Returns a node that gives a message; `inputs(tag)` are those of the op. In eager mode the message."""
    name, family = _clean(name), _clean(family) if family else None
    with name_scope_v1(f"{family}/{name}" if family else name) as scope:
        tag = scope.rstrip("/")
        message = _core.op(op)(*inputs(f"{family}/{tag}" if family else tag), name=scope, **attrs)
    if not _core.executing_eagerly():
        default_graph().add_to_collections([GraphKeys.SUMMARIES] if collections is None else collections, message)
    return message


@export("compat.v1.summary.scalar")
def scalar(
    name: str, tensor: TensorLike, collections: Iterable[str] | None = None, family: str | None = None
) -> Tensor:
    """Returns a node that gives a message with a number (tf.compat.v1.summary.scalar).

    Args:
      name: of the node, and the tag of the value.
      tensor: a numeric scalar.
      collections: the names of the collections that the node goes into; ["summaries"] by default.
      family: what the name is put below.

    Returns:
      A string scalar.
    """
    return _node("ScalarSummary", name, family, collections, lambda tag: (tag, tensor))


@export("compat.v1.summary.histogram")
def histogram(
    name: str, values: TensorLike, collections: Iterable[str] | None = None, family: str | None = None
) -> Tensor:
    """Returns a node that gives a message with a histogram (tf.compat.v1.summary.histogram); see `scalar` for the arguments.

    Raises:
      tf.errors.InvalidArgumentError: a value is not finite.
    """
    return _node("HistogramSummary", name, family, collections, lambda tag: (tag, values))


@export("compat.v1.summary.image")
def image(
    name: str,
    tensor: TensorLike,
    max_outputs: int = 3,
    collections: Iterable[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """Returns a node that gives a message with images (tf.compat.v1.summary.image); see `scalar` for the other arguments.

    Args:
      tensor: [batch, height, width, channels], with 1, 3 or 4 channels; floats are scaled to what a byte holds.
      max_outputs: how many of the batch are in it at most.
    """
    return _node("ImageSummary", name, family, collections, lambda tag: (tag, tensor), max_images=max_outputs)


@export("compat.v1.summary.audio")
def audio(
    name: str,
    tensor: TensorLike,
    sample_rate: TensorLike,
    max_outputs: int = 3,
    collections: Iterable[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """Returns a node that gives a message with sounds (tf.compat.v1.summary.audio); see `scalar` for the other arguments.

    Args:
      tensor: float32, [batch, samples, channels] or [batch, samples].
      sample_rate: how many samples there are in a second.
      max_outputs: how many of the batch are in it at most.
    """
    rate = convert_to_tensor(sample_rate, dtypes.float32)
    return _node("AudioSummaryV2", name, family, collections, lambda tag: (tag, tensor, rate), max_outputs=max_outputs)


@export("compat.v1.summary.tensor_summary")
def tensor_summary(
    name: str,
    tensor: TensorLike,
    summary_description: str | None = None,
    collections: Iterable[str] | None = None,
    summary_metadata: SummaryMetadata | None = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Tensor:
    """Returns a node that gives a message with a tensor (tf.compat.v1.summary.tensor_summary); see `scalar` for other arguments.

    Args:
      summary_description: a text that TensorBoard shows beside it.
      summary_metadata: a SummaryMetadata message: what shows the value, and how.
      display_name: what TensorBoard calls it.
    """
    metadata = SummaryMetadata()
    if summary_metadata is not None:
        metadata = SummaryMetadata.FromString(summary_metadata.SerializeToString())
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    return _node("TensorSummaryV2", name, family, collections, lambda tag: (tag, tensor, metadata.SerializeToString()))


@export("compat.v1.summary.text")
def text(name: str, tensor: TensorLike, collections: Iterable[str] | None = None) -> Tensor:
    """Returns a node that gives a message with texts (tf.compat.v1.summary.text); see `scalar` for the other arguments.

    Args:
      tensor: of strings.

    Raises:
      ValueError: it is of another dtype.
    """
    tensor = convert_to_tensor(tensor)
    if tensor.dtype != dtypes.string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype!r}")
    return tensor_summary(name, tensor, collections=collections, summary_metadata=plugin_metadata("text"))


@export("compat.v1.summary.merge")
def merge(inputs: Iterable[Tensor], collections: Iterable[str] | None = None, name: str | None = None) -> Tensor:
    """Returns a node that gives one message of several (tf.compat.v1.summary.merge).

    Args:
      inputs: nodes that give messages.
      collections: the names of the collections that the node goes into; none by default.
      name: of the node.

    Raises:
      RuntimeError: ops run at once.
    """
    if _core.executing_eagerly():
        raise RuntimeError("Merging tf.summary.* ops is not compatible with eager execution.")
    with name_scope_v1(_clean(name) if name else None, "Merge"):
        merged = _core.op("MergeSummary")(list(inputs), name=_clean(name) if name else None)
    default_graph().add_to_collections(collections or [], merged)
    return merged


@export("compat.v1.summary.merge_all")
def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Any:
    """Returns a node that gives one message of all that are in a collection (tf.compat.v1.summary.merge_all).

    Args:
      key: the collection's name.
      scope: what the names of the nodes begin with, as a regular expression.
      name: of the node.

    Returns:
      A string scalar; None where the collection is empty.

    Raises:
      RuntimeError: ops run at once.
    """
    if _core.executing_eagerly():
        raise RuntimeError("Merging tf.summary.* ops is not compatible with eager execution.")
    found = default_graph().get_collection(key, scope)
    return merge(found, name=name) if found else None


@export("compat.v1.summary.get_summary_description")
def get_summary_description(node_def: NodeDef) -> SummaryDescription:
    """Returns what a TensorSummary node says of its summaries (tf.compat.v1.summary.get_summary_description).

    Raises:
      ValueError: it is another op's node.
    """
    if node_def.op != "TensorSummary":
        raise ValueError(f"Can't get_summary_description on {node_def.op}")
    import json

    described = SummaryDescription()
    for field, value in json.loads(node_def.attr["description"].s or b"{}").items():
        setattr(described, "type_hint" if field == "typeHint" else field, value)
    return described


@export("compat.v1.summary.all_v2_summary_ops")
def all_v2_summary_ops() -> list[Any] | None:
    """Returns the operations of tf.summary in the graph for sessions that is being built; None in eager mode."""
    if _core.executing_eagerly():
        return None
    return default_graph().get_collection(WRITTEN)


@export("compat.v1.summary.initialize")
def initialize(graph: Graph | None = None, session: Session | None = None) -> None:
    """Makes the files of all writers of the graph (tf.compat.v1.summary.initialize).

    Args:
      graph: a tf.Graph to write as well.
      session: in which it happens; the default one where it is None.

    Raises:
      RuntimeError: there is no default writer.
      ValueError: there is no session.
    """
    if _core.executing_eagerly():
        return
    if writer_handle() is None:
        raise RuntimeError("No default tf.contrib.summary.SummaryWriter found")
    session = session or get_default_session()
    if session is None:
        raise ValueError("Argument `session must be passed if no default session exists")
    session.run(default_graph().get_collection(MADE))
    if graph is not None:
        data = graph.as_graph_def(add_shapes=True).SerializeToString()
        with default_graph().as_default():
            operation = _core.op("WriteGraphSummary")(writer_handle(), constant(0, dtypes.int64), data)
        session.run(operation)


# ---- files ----


class _SessionFile:
    """An event file that a session writes."""

    def __init__(self, session: Session, folder: str, most: int, seconds: float, suffix: str) -> None:
        self._session = session
        with session.graph.as_default(), control_dependencies(None), name_scope("filewriter"):
            writer = create_file_writer(folder, most, int(seconds * 1000), suffix)
            make = writer.init()
            self._event = placeholder(dtypes.string, [])
            self._write = _import_event(writer._resource, self._event)
            self._flush = writer.flush()
            self._close = writer.close()
        session.run(make)

    def write(self, data: bytes) -> None:
        """Writes an Event message."""
        self._session.run(self._write, {self._event: data})

    def flush(self) -> None:
        """Hands all that was written to the system."""
        self._session.run(self._flush)

    def close(self) -> None:
        """Closes the file."""
        self._session.run(self._close)


@export("compat.v1.summary.FileWriter")
class FileWriter:
    """Writes an event file of its own (tf.compat.v1.summary.FileWriter).

    Args:
      logdir: the folder, which is made where it is not there.
      graph: a tf.Graph to write at once.
      max_queue: after how many events they are handed to the system.
      flush_secs: after how many seconds they are, with the next event.
      graph_def: a GraphDef to write at once; `graph` is preferred.
      filename_suffix: the end of the file's name.
      session: in which the file is made and written, by operations of its graph.

    Raises:
      RuntimeError: ops run at once.
    """

    def __init__(
        self,
        logdir: str | os.PathLike[str] | None,
        graph: Graph | None = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: GraphDef | None = None,
        filename_suffix: str | None = None,
        session: Session | None = None,
    ) -> None:
        if _core.executing_eagerly():
            raise RuntimeError(
                "tf.summary.FileWriter is not compatible with eager execution. Use `tf.summary.create_file_writer`, or a "
                "`with` `tf.Graph` context instead"
            )
        self._session = session
        self._logdir = os.fspath(logdir) if logdir is not None else ""
        self._suffix = filename_suffix or ""
        self._most, self._seconds = max_queue, flush_secs
        self._lock = threading.Lock()
        self._closed = True
        self._seen_tags: set[str] = set()
        self._run_tags: set[str] = set()
        self.reopen()
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)
        if isinstance(graph, Graph):
            from graphwright._src.v1.meta_graph import make_meta_graph

            self.add_meta_graph(make_meta_graph(graph))

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def get_logdir(self) -> str:
        """Returns the folder."""
        return self._logdir

    def reopen(self) -> None:
        """Goes on in a new file, where the writer is closed."""
        with self._lock:
            if self._closed:
                if self._session is None:
                    self._file = _core.EventFile(self._logdir or ".", self._suffix)
                else:
                    self._file = _SessionFile(
                        self._session, self._logdir or ".", self._most, self._seconds, self._suffix
                    )
                self._waiting, self._flushed = 0, time.monotonic()
                self._closed = False

    def add_event(self, event: Event) -> None:
        """Writes an Event message."""
        with self._lock:
            if self._closed:
                warnings.warn(
                    "Attempting to use a closed FileWriter. The operation will be a noop unless the FileWriter is "
                    "explicitly reopened.",
                    stacklevel=2,
                )
                return
            self._file.write(event.SerializeToString())
            self._waiting += 1
            if self._waiting > self._most or time.monotonic() - self._flushed > self._seconds:
                self._file.flush()
                self._waiting, self._flushed = 0, time.monotonic()

    def _add(self, event: Event, step: int | None) -> None:
        event.wall_time = time.time()
        if step is not None:
            event.step = int(step)
        self.add_event(event)

    def add_summary(self, summary: Any, global_step: int | None = None) -> None:
        """Writes a Summary message, or its bytes as a session gives them.

        How a value is shown is written only with the first one of its tag.
        """
        if isinstance(summary, bytes):
            data = summary
        else:
            data = summary.SerializeToString() if summary.value else b""  # what has no values is no message
        event = Event(summary=from_bytes(Summary, data))
        for value in event.summary.value:
            if not value.HasField("metadata"):
                continue
            if value.tag in self._seen_tags:
                value.ClearField("metadata")
            else:
                self._seen_tags.add(value.tag)
        self._add(event, global_step)

    def add_session_log(self, session_log: SessionLog, global_step: int | None = None) -> None:
        """Writes a SessionLog message."""
        log = SessionLog.FromString(session_log.SerializeToString())
        self._add(Event(session_log=log), global_step)

    def add_graph(self, graph: Graph | None, global_step: int | None = None, graph_def: GraphDef | None = None) -> None:
        """Writes a tf.Graph, or a GraphDef.

        Raises:
          TypeError: it is neither.
          ValueError: both are given.
        """
        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        given = graph if graph is not None else graph_def
        if isinstance(given, Graph):
            message = given.as_graph_def(add_shapes=True)
        elif given is not None and hasattr(given, "node"):
            log_warning(
                "Passing a `GraphDef` to the SummaryWriter is deprecated. Pass a `Graph` object, such as `sess.graph`."
            )
            message = given
        else:
            raise TypeError("The passed graph must be an instance of `Graph` or the deprecated `GraphDef`")
        self._add(Event(graph_def=message.SerializeToString()), global_step)

    def add_meta_graph(self, meta_graph_def: MetaGraphDef, global_step: int | None = None) -> None:
        """Writes a MetaGraphDef message.

        Raises:
          TypeError: it is something else.
        """
        if type(meta_graph_def).__name__ != "MetaGraphDef":
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}")
        self._add(Event(meta_graph_def=meta_graph_def.SerializeToString()), global_step)

    def add_run_metadata(self, run_metadata: RunMetadata, tag: str, global_step: int | None = None) -> None:
        """Writes a RunMetadata message.

        Raises:
          ValueError: there was one of this tag before.
        """
        if tag in self._run_tags:
            raise ValueError("The provided tag was already used for this event type")
        self._run_tags.add(tag)
        event = Event()
        event.tagged_run_metadata.tag = tag
        event.tagged_run_metadata.run_metadata = run_metadata.SerializeToString()
        self._add(event, global_step)

    def flush(self) -> None:
        """Hands all that was written to the system."""
        with self._lock:
            if not self._closed:
                self._file.flush()
                self._waiting, self._flushed = 0, time.monotonic()

    def close(self) -> None:
        """Closes the file; `reopen` goes on in another one."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._file.close()


@export("compat.v1.train.summary_iterator")
def summary_iterator(path: str | os.PathLike[str]) -> Iterator[Any]:
    """Gives the Event messages of an event file (tf.compat.v1.train.summary_iterator).

    Args:
      path: of the file.

    Raises:
      tf.errors.DataLossError: the file is damaged.
      tf.errors.NotFoundError: there is no such file.

    >>> import tempfile, glob
    >>> import graphwright as tf
    >>> folder = tempfile.mkdtemp()
    >>> with tf.summary.create_file_writer(folder).as_default():
    ...     _ = tf.summary.scalar("loss", 0.5, step=7)
    >>> (file,) = glob.glob(folder + "/*")
    >>> [(event.step, event.summary.value[0].tag) for event in tf.compat.v1.train.summary_iterator(file) if event.summary.value]
    [(7, 'loss')]
    """
    records = None
    while True:
        _core.push_eager()  # a graph may be being built
        try:
            if records is None:
                records = iter(TFRecordDatasetV2(os.fspath(path)))
            record = next(records, None)
        finally:
            _core.pop_eager()
        if record is None:
            return
        with Reading(os.fspath(path), ValueError):
            event = from_bytes(Event, record.numpy())
        yield event


@export("compat.v1.summary.FileWriterCache")
class FileWriterCache:
    """One writer for each folder (tf.compat.v1.summary.FileWriterCache)."""

    _cache: dict[str, FileWriter] = {}
    _lock = free_after_fork(threading.RLock())

    @staticmethod
    def clear() -> None:
        """Closes all of them, and forgets them."""
        with FileWriterCache._lock:
            for writer in FileWriterCache._cache.values():
                writer.close()
            FileWriterCache._cache = {}

    @staticmethod
    def get(logdir: str) -> FileWriter:
        """Returns the writer for a folder, made where there is none, with the graph that is being built."""
        with FileWriterCache._lock:
            if logdir not in FileWriterCache._cache:
                FileWriterCache._cache[logdir] = FileWriter(logdir, graph=default_graph())
            return FileWriterCache._cache[logdir]
