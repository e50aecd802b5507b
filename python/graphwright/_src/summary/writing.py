"""tf.summary.write: what all kinds of summaries go through."""

from __future__ import annotations

import contextlib
import re

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import smart_cond
from graphwright._src.graph.scopes import (
    control_dependencies,
    get_name_scope,
    inside_function,
    name_scope,
    name_scope_v1,
)
from graphwright._src.ops import array as array_module
from graphwright._src.summary.writers import (
    WRITTEN,
    default_graph_collection,
    get_step,
    should_record_summaries,
    writer_handle,
)
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike

_write_summary = _core.op("WriteSummary")
_write_raw = _core.op("WriteRawProtoSummary")
_write_graph = _core.op("WriteGraphSummary")

_NO_SCOPE_CHARACTER = re.compile(r"[^-_/.A-Za-z0-9]")


@export("summary.experimental.summary_scope")
@contextlib.contextmanager
def summary_scope(name: str, default_name: str = "summary", values: Any = None) -> Iterator[tuple[str, str]]:
    """Returns a name scope for a summary's operations, and the tag of the summary (tf.summary.experimental.summary_scope).

    Args:
      name: of the summary; the default name where it is None or empty.
      default_name: what the scope is called then, or where nothing of the name can stand in a scope's.
      values: accepted.

    Yields:
      The tag, which is the name below the name scopes around it, and the scope with "/" at its end.

    >>> import graphwright as tf
    >>> with tf.name_scope("net"), tf.summary.experimental.summary_scope("my loss") as (tag, scope):
    ...     print(tag, scope)
    net/my loss net/myloss/
    """
    name = name or default_name
    around = get_name_scope()
    tag = f"{around}/{name}" if around else name
    with name_scope_v1(_NO_SCOPE_CHARACTER.sub("", name) or None, default_name) as scope:
        yield tag, scope


def record(step: TensorLike | None, name: str | None, default_name: str, write_at: Callable[[Any, Any], Any]) -> Tensor:
    """Calls `write_at(writer, step)`, which gives an operation, where summaries are recorded.

    Returns:
      Whether they are, a bool scalar. In a graph the operation runs before it.
    """
    handle = writer_handle()
    constant = array_module.constant
    if handle is None:
        return constant(False)
    with name_scope(name or default_name):

        def write_now() -> Any:
            operation = write_at(handle, _step_tensor(get_step() if step is None else step))
            if operation is None:
                return constant(True)
            with control_dependencies([operation]):
                return constant(True)

        condition = should_record_summaries()
        done = smart_cond(condition, write_now, lambda: constant(False), name="summary_cond")
        if not _core.executing_eagerly():
            default_graph_collection(WRITTEN, done)
        return done


def _step_tensor(step: TensorLike | None) -> Tensor:
    if step is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or through "
            "tf.summary.experimental.set_step()"
        )
    if isinstance(step, _core.ResourceVariable):
        step = step.read_value()
    return convert_to_tensor(step, dtypes.int64)


def serialized(message: Any) -> Any:
    """Returns the bytes of a message; what is no message as it is, nothing for None."""
    if message is None:
        return b""
    return message.SerializeToString() if hasattr(message, "SerializeToString") else message


@export("summary.write")
def write(
    tag: str | Tensor,
    tensor: TensorLike | Callable[[], Any],
    step: TensorLike | None = None,
    metadata: Any = None,
    name: str | None = None,
) -> Tensor:
    """Writes a tensor into the event file of the default writer (tf.summary.write).

    Args:
      tag: by which the values of all steps belong together.
      tensor: of any shape and dtype, or a function of no arguments that gives it, called only where it is written.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      metadata: a SummaryMetadata message, or its bytes: what shows the value, and how.
      name: of the operation.

    Returns:
      Whether it was written, a bool scalar: there is a default writer, and `tf.summary.record_if` allows it.

    Raises:
      ValueError: there is a default writer, but no step.

    >>> import tempfile
    >>> import graphwright as tf
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     bool(tf.summary.write("table", [[1, 2], [3, 4]], step=0))
    True
    >>> bool(tf.summary.write("table", [[1, 2], [3, 4]], step=0))
    False
    """

    def write_at(handle: Tensor, at: Tensor) -> Any:
        value = convert_to_tensor(tensor() if callable(tensor) else tensor)
        return _write_summary(handle, at, value, tag, serialized(metadata))

    return record(step, name, "write_summary", write_at)


@export("summary.experimental.write_raw_pb")
def write_raw_pb(tensor: TensorLike, step: TensorLike | None = None, name: str | None = None) -> Tensor:
    """Writes a Summary message that was serialized elsewhere (tf.summary.experimental.write_raw_pb).

    Args:
      tensor: its bytes, a string scalar.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      name: of the operation.

    Returns:
      Whether it was written, a bool scalar.

    Raises:
      ValueError: there is a default writer, but no step.
      tf.errors.DataLossError: the bytes are no message.
    """
    return record(step, name, "write_raw_pb", lambda handle, at: _write_raw(handle, at, tensor))


@export("summary.graph")
def graph(graph_data: Any) -> Tensor:
    """Writes a graph, which TensorBoard draws (tf.summary.graph).

    Args:
      graph_data: a tf.Graph or a GraphDef message.

    Returns:
      Whether it was written, a bool scalar.

    Raises:
      ValueError: it is something else.

    >>> import tempfile
    >>> import graphwright as tf
    >>> f = tf.function(lambda x: x + 1)
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     bool(tf.summary.graph(f.get_concrete_function(tf.constant(1)).graph))
    True
    """
    if hasattr(graph_data, "as_graph_def"):
        graph_data = graph_data.as_graph_def(add_shapes=True)
    if not hasattr(graph_data, "SerializeToString"):
        raise ValueError(
            "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. Received "
            f"graph_data={graph_data} of type {type(graph_data).__name__}."
        )
    if inside_function():
        raise ValueError("tf.summary.graph() cannot be called inside of a tf.function")
    return record(0, None, "graph", lambda handle, at: _write_graph(handle, at, graph_data.SerializeToString()))
