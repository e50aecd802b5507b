"""The writers of summaries, and what each thread remembers: the default writer, the step, whether anything is recorded."""

from __future__ import annotations

import contextlib
import os
import threading

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.scopes import (
    control_dependencies,
    executing_eagerly,
    init_scope,
    inside_function,
    is_symbolic_tensor,
    plain_graph,
)
from graphwright._src.ops.array import constant
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.tensor.typing import TensorLike

_new_writer = _core.op("SummaryWriter")
_create_file_writer = _core.op("CreateSummaryFileWriter")
_flush_writer = _core.op("FlushSummaryWriter")
_close_writer = _core.op("CloseSummaryWriter")

_SUFFIX = ".v2"
_QUEUE = 10
_FLUSH_MILLISECONDS = 120_000
# Collections of graphs for sessions.
WRITTEN = "_summaries_written"
MADE = "_summary_writers_made"


class _State(threading.local):
    """The state of tf.summary in a thread."""

    def __init__(self) -> None:
        self.writer: SummaryWriter | None = None
        self.step: Any = None
        self.condition: Any = True


state = _State()


def default_graph_collection(name: str, operation: Operation | Tensor | None) -> None:
    """Notes an operation in a collection of the graph for sessions that is being built; nothing elsewhere."""
    graph = plain_graph()
    if graph is not None and operation is not None:
        graph.add_to_collection(name, operation)


class _AsDefault:
    """`with writer.as_default():`"""

    def __init__(self, writer: SummaryWriter, step: TensorLike | None) -> None:
        self._writer = writer
        self._step = step
        self._outer: list[tuple[Any, Any]] = []

    def __enter__(self) -> SummaryWriter:
        self._outer.append((state.writer, state.step))
        state.writer = self._writer
        if self._step is not None:
            state.step = self._step
        return self._writer

    def __exit__(self, *exc_info: object) -> None:
        # So that what was written is there, though nobody closes the writer.
        self._writer.flush()
        state.writer, step = self._outer.pop()
        if self._step is not None:
            state.step = step


@export("summary.SummaryWriter")
class SummaryWriter:
    """A writer of summaries (tf.summary.SummaryWriter); `tf.summary.create_file_writer` makes one."""

    _resource: Any  # its handle

    def set_as_default(self, step: TensorLike | None = None) -> None:
        """Makes this the writer of all summaries of this thread, and `step`, if there is one, their step."""
        raise NotImplementedError("SummaryWriter is the base of writers; use tf.summary.create_file_writer")

    def as_default(self, step: TensorLike | None = None) -> Any:
        """Returns a context in which this is the writer of all summaries, and `step`, if there is one, their step."""
        raise NotImplementedError("SummaryWriter is the base of writers; use tf.summary.create_file_writer")

    def init(self) -> Any:
        """Makes the file; in a graph for sessions, the operation that does."""
        raise NotImplementedError("SummaryWriter is the base of writers; use tf.summary.create_file_writer")

    def flush(self) -> Any:
        """Hands all that was written to the system."""
        raise NotImplementedError("SummaryWriter is the base of writers; use tf.summary.create_file_writer")

    def close(self) -> Any:
        """Closes the file. Nothing can be written afterwards."""
        raise NotImplementedError("SummaryWriter is the base of writers; use tf.summary.create_file_writer")


class _ResourceSummaryWriter(SummaryWriter):
    """A writer with a file."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        with init_scope():
            self._made_eagerly = executing_eagerly()
            name = "" if self._made_eagerly else f"summary_writer_{os.urandom(8).hex()}"
            self._resource = _new_writer(shared_name=name)
            self._init = make(self._resource)
            default_graph_collection(MADE, self._init)
        self._closed = False

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError(f"SummaryWriter {self!r} is already closed")

    def set_as_default(self, step: TensorLike | None = None) -> None:
        """Makes this the writer of all summaries of this thread.

        Raises:
          RuntimeError: it is closed.
        """
        self.as_default(step).__enter__()

    def as_default(self, step: TensorLike | None = None) -> Any:
        """Returns a context in which this is the writer of all summaries; what was written is flushed at its end.

        Raises:
          RuntimeError: it is closed.
        """
        self._check_open()
        return _AsDefault(self, step)

    def init(self) -> Any:
        """Returns the operation that makes the file, in a graph for sessions; the file is there already elsewhere.

        Raises:
          RuntimeError: it is closed.
        """
        self._check_open()
        return self._init

    def flush(self) -> Any:
        """Hands all that was written to the system."""
        return None if self._closed else _flush_writer(self._resource)

    def close(self) -> Any:
        """Closes the file; in a graph for sessions, gives the operation that does."""
        if not _core.executing_eagerly():
            if inside_function():
                raise RuntimeError("SummaryWriter.close() cannot be called inside of a tf.function")
            with control_dependencies([self.flush()]):
                return _close_writer(self._resource)
        if not self._closed:
            self._closed = True
            _close_writer(self._resource)
        return None


class _NoopSummaryWriter(SummaryWriter):
    """A writer that writes nothing."""

    def set_as_default(self, step: TensorLike | None = None) -> None:
        """Does nothing: who writes and at which step stays as it is."""

    def as_default(self, step: TensorLike | None = None) -> Any:
        """Returns a context in which nothing changes."""
        return contextlib.nullcontext()

    def init(self) -> None:
        """Does nothing."""

    def flush(self) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


def writer_handle() -> Any:
    """Returns the handle of the default writer, None where nothing is to be written."""
    return getattr(state.writer, "_resource", None)


@export("summary.create_file_writer")
def create_file_writer(
    logdir: Any,
    max_queue: TensorLike | None = None,
    flush_millis: TensorLike | None = None,
    filename_suffix: TensorLike | None = None,
    name: str | None = None,
    experimental_trackable: bool = False,
    experimental_mesh: object = None,
) -> SummaryWriter:
    """Returns a writer of an event file of its own (tf.summary.create_file_writer).

    Inside a `tf.function` the file is made once, while the function is traced.

    Args:
      logdir: the folder of the file, which is made where it is not there; a string, a path or a scalar tensor.
      max_queue: after how many summaries they are handed to the system; 10 by default.
      flush_millis: after how many milliseconds they are, with the next summary; two minutes by default.
      filename_suffix: the end of the file's name; ".v2" by default.
      name: of the operation.
      experimental_trackable: accepted; the writer is not part of checkpoints.
      experimental_mesh: None.

    Returns:
      A `tf.summary.SummaryWriter`.

    Raises:
      ValueError: `logdir` is None.
      tf.errors.OpError: the file cannot be made.

    >>> import tempfile
    >>> import graphwright as tf
    >>> writer = tf.summary.create_file_writer(tempfile.mkdtemp())
    >>> with writer.as_default():
    ...     for step in range(3):
    ...         recorded = tf.summary.scalar("loss", 1.0 / (step + 1), step=step)
    >>> bool(recorded)
    True
    """
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    if experimental_mesh is not None:
        raise NotImplementedError("create_file_writer: there are no meshes of devices here (experimental_mesh)")
    arguments = (
        os.fspath(logdir) if isinstance(logdir, os.PathLike) else logdir,
        _QUEUE if max_queue is None else max_queue,
        _FLUSH_MILLISECONDS if flush_millis is None else flush_millis,
        _SUFFIX if filename_suffix is None else filename_suffix,
    )
    if inside_function() and any(map(is_symbolic_tensor, arguments)):
        raise ValueError(
            "create_file_writer: its arguments must be known when a tf.function is traced, which makes the file; got "
            f"logdir={logdir!r}"
        )
    return _ResourceSummaryWriter(lambda handle: _create_file_writer(handle, *arguments, name=name))


@export("summary.create_noop_writer")
def create_noop_writer() -> SummaryWriter:
    """Returns a writer that writes nothing (tf.summary.create_noop_writer)."""
    return _NoopSummaryWriter()


@export("summary.flush")
def flush(writer: SummaryWriter | None = None, name: str | None = None) -> Any:
    """Hands all that was written to the system (tf.summary.flush).

    Args:
      writer: the default one where it is None.
      name: of the operation.

    Returns:
      None, in a graph the operation.
    """
    if writer is None:
        writer = state.writer
    if writer is None or getattr(writer, "_resource", None) is None:
        return None if _core.executing_eagerly() else no_op()
    return writer.flush()


# ---- step and condition ----


@export("summary.experimental.get_step")
def get_step() -> Any:
    """Returns the default step of this thread's summaries, None where there is none (tf.summary.experimental.get_step)."""
    return state.step


@export("summary.experimental.set_step")
def set_step(step: TensorLike | None) -> None:
    """Makes `step` the default step of this thread's summaries (tf.summary.experimental.set_step).

    Args:
      step: an integer; a tf.Variable for functions that are traced once and used in many steps; None for no default.

    >>> import graphwright as tf
    >>> tf.summary.experimental.set_step(3)
    >>> tf.summary.experimental.get_step()
    3
    >>> tf.summary.experimental.set_step(None)
    """
    state.step = step


@export("summary.record_if")
@contextlib.contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Returns a context in which summaries are written only where a condition holds (tf.summary.record_if).

    Args:
      condition: a bool, a bool scalar, or a function of no arguments that gives one and is called for every summary.

    >>> import graphwright as tf
    >>> with tf.summary.create_noop_writer().as_default(), tf.summary.record_if(lambda: False):
    ...     bool(tf.summary.should_record_summaries())
    False
    """
    outer = state.condition
    state.condition = condition
    try:
        yield
    finally:
        state.condition = outer


def _result_of(function: Callable[[], Any]) -> Any:
    return function()


@export("summary.should_record_summaries")
def should_record_summaries() -> Any:
    """Tells whether a summary would be written now, a bool scalar (tf.summary.should_record_summaries).

    Raises:
      TypeError: the condition of `tf.summary.record_if` is no bool.
    """
    if writer_handle() is None:
        return constant(False)
    condition: Any = state.condition
    if callable(condition):
        condition = _result_of(condition)
    if not isinstance(condition, (bool, _core.Tensor, _core.ResourceVariable)) and not hasattr(condition, "dtype"):
        raise TypeError(f"tf.summary.record_if: the condition must be a bool, got {condition!r}")
    return convert_to_tensor(condition, dtypes.bool)
