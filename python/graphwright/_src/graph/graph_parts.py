"""GraphParts: what the object of a graph holds, and how the files that build and read graphs get at it.

Users of graphs see none of it. What these files ask for often is asked by functions of C, which have no Python frame.
"""

from __future__ import annotations

import operator
import weakref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import _core
    from graphwright._core import Tensor
    from graphwright._src.graph.operation import Operation

_graphs: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


class GraphParts:
    """The base of `tf.Graph`: the parts of a graph's object."""

    def _attach(self, core: _core.FuncGraph) -> None:
        self._core = core
        self._operations: weakref.WeakValueDictionary[int, Operation] = weakref.WeakValueDictionary()
        self._own_collections: dict[Any, list[Any]] = {}
        self._user_names: dict[str, str] | None = None
        self._notes: dict[int, dict[str, Any]] = {}
        self._unfeedable: set[int] = set()
        self._unfetchable: set[int] = set()
        # Keras 2 has weak references to some, which must not end before the graph does.
        self._placeholders: list[Any] = []
        self._reference_variables: dict[str, Any] = {}
        self._finalized = False
        self._container: Any = ""  # of the resources of new operations
        self._in_containers = 0  # how many of the operations know theirs
        self._device_functions: list[Any] = []
        self._edits = 0
        self._seed: int | None = None
        _graphs[core.key] = self


# The core's graph that a graph stands for.
core_of: Callable[[Any], Any] = operator.attrgetter("_core")
# The operations of a graph that have objects, by the keys of their nodes.
operations_of: Callable[[Any], weakref.WeakValueDictionary[int, Operation]] = operator.attrgetter("_operations")
# The attrs, as messages, that were noted by hand, by the keys of the nodes.
notes_of: Callable[[Any], dict[int, dict[str, Any]]] = operator.attrgetter("_notes")
# The open contexts that tell the devices of operations, outermost first.
device_functions_of: Callable[[Any], list[Any]] = operator.attrgetter("_device_functions")
# How users call the placeholders, by the names of these.
user_names_of: Callable[[Any], dict[str, str] | None] = operator.attrgetter("_user_names")
# TensorFlow 1's variables, by the names of their operations.
reference_variables_of: Callable[[Any], dict[str, Any]] = operator.attrgetter("_reference_variables")
# How often nodes were changed after they were made.
edits_of: Callable[[Any], int] = operator.attrgetter("_edits")


def known_graph(core: _core.FuncGraph) -> Any:
    """Returns the graph object for a core graph, or None while there is none."""
    return _graphs.get(core.key)


def attach(graph: GraphParts, core: _core.FuncGraph) -> None:
    """Makes a graph stand for a core graph."""
    graph._attach(core)


def note_edit(graph: GraphParts) -> None:
    """Remembers that a node was changed after it was made."""
    graph._edits += 1


def name_placeholders(graph: GraphParts, names: dict[str, str] | None) -> None:
    """Tells how users call the placeholders of a graph; None if in no way."""
    graph._user_names = names


def keep_placeholder(graph: GraphParts, placeholder: Tensor) -> None:
    """Lets a placeholder's object live as long as the graph."""
    graph._placeholders.append(placeholder)


def ask_contexts(graph: GraphParts) -> None:
    """Gives operations that were made since the last time their devices and containers."""
    core = graph._core
    first, graph._in_containers = graph._in_containers, core.num_nodes()
    if graph._container and first < graph._in_containers:
        for node in core.nodes()[first:]:
            if "container" in node.attr_names and not node.attr("container"):
                node.set_attr("container", graph._container)
    for context in reversed(graph._device_functions):
        context.ask(graph)


def extra_attrs(graph: GraphParts, node: _core.Node) -> dict[str, Any]:
    """Returns the attrs of a node's message that the core does not know.

    These are the names that users gave placeholders, and what was noted by hand.
    """
    from graphwright._src.graph import export_graph as graph_def

    return {**graph_def.placeholder_attrs(node, graph._user_names), **graph._notes.get(node.key, {})}
