"""Functions that implement one interface: their calls run the one that is made for the CPU.

Libraries mark functions with `experimental_attributes={"api_implements": NAME}`, and the one for a kind of device with
`"api_preferred_device"` besides; they call the one and add the other to the graph.
"""

from __future__ import annotations

import weakref

from graphwright import _core
from graphwright._src.graph.operation import node_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.function.concrete import ConcreteFunction
    from graphwright._src.graph.graph import Graph

# By an interface and the name of a trace, the trace that implements it.
_traces: weakref.WeakValueDictionary[tuple[str, str], ConcreteFunction] = weakref.WeakValueDictionary()


def note(concrete: ConcreteFunction, interface: str) -> None:
    """Remembers a trace that implements an interface."""
    _traces[interface, concrete.core_graph.name] = concrete


def choose(concrete: ConcreteFunction, attributes: dict[str, Any], graph: Graph | None) -> None:
    """Lets calls in a graph (the one that is built where it is None) that mean the interface of `concrete` run it.

    They stay calls of what was called for derivatives, `vectorized_map` and `jit_compile=True`.
    Nothing happens where it has none, is for another device, captures something, or has effects that the call would not show;
    `attributes` are its own.
    """
    wanted = attributes.get("api_implements")
    if wanted is None or attributes.get("api_preferred_device") != "CPU" or concrete.captured_inputs:
        return
    graph = graph or _core.current_graph()
    if graph is None:
        return
    for op in graph.get_operations():
        if op.type not in ("PartitionedCall", "StatefulPartitionedCall"):
            continue
        called = _traces.get((wanted, node_of(op).attr("f")))
        if called is None or called is concrete:
            continue
        if called.captured_inputs or (concrete.function_ref.stateful and op.type == "PartitionedCall"):
            continue
        node_of(op).set_implementation(concrete.function_ref)
