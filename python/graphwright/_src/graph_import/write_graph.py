"""tf.io.write_graph: graphs in files."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.graph import Graph
from graphwright._src.messages.encoding import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.messages.classes import GraphDef


@export("io.write_graph", v1="io.write_graph train.write_graph")
def write_graph(
    graph_or_graph_def: Graph | GraphDef, logdir: str | os.PathLike[str], name: str, as_text: bool = True
) -> str:
    """Writes a graph to a file, whole or not at all (tf.io.write_graph).

    Args:
      graph_or_graph_def: a `tf.Graph` or a GraphDef message.
      logdir: the folder, made where it does not exist.
      name: of the file.
      as_text: whether the message is written as text rather than in its wire format.

    Returns:
      The path of the file.

    Raises:
      tf.errors.OpError: it cannot be written.

    >>> import tempfile
    >>> import graphwright as tf
    >>> with tf.Graph().as_default() as g:
    ...     c = tf.constant(1.0)
    >>> os.path.basename(tf.io.write_graph(g, tempfile.mkdtemp(), "graph.pbtxt"))
    'graph.pbtxt'
    """
    message = graph_or_graph_def.as_graph_def() if isinstance(graph_or_graph_def, Graph) else graph_or_graph_def
    data = to_text(message).encode() if as_text else message.SerializeToString()
    folder = os.fspath(logdir)
    os.makedirs(_core.local_path(folder), exist_ok=True)
    path = os.path.join(folder, name)
    _core.write_file(path, data)
    return path
