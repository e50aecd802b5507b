"""Graphs as text: how often each op occurs, and a line for each operation."""

from __future__ import annotations

from graphwright._src.explain.scene import plain_name, type_text, value_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphwright import _core

_MOST_DEPTH = 6


def op_counts(core: _core.FuncGraph | _core.GraphFunction) -> dict[str, int]:
    """Returns how often each op occurs in a graph and in those of its branches, loops and calls; the most frequent ones
    first.
    """
    found: dict[str, int] = {}
    for _, node in _walk(core, 0):
        found[node.type] = found.get(node.type, 0) + 1
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _walk(core: _core.FuncGraph | _core.GraphFunction, depth: int) -> Iterator[tuple[int, Any]]:
    for node in core.nodes():
        if node.type == "NoOp" and not node.outputs:
            continue  # joins what has no results
        yield depth, node
        if depth < _MOST_DEPTH:
            for graphs in node.functions.values():
                for graph in graphs:
                    if graph is not None:
                        yield from _walk(graph, depth + 1)


def nodes_of(core: _core.FuncGraph | _core.GraphFunction) -> Iterator[tuple[int, Any]]:
    """Returns all nodes of a graph and of the graphs in it, each with its depth."""
    return _walk(core, 0)


def count_text(counts: dict[str, int], most: int = 12) -> str:
    """Returns the counts in one line: "3 Mul, 1 Exp"."""
    parts = [f"{count} {name}" for name, count in list(counts.items())[:most]]
    if len(counts) > most:
        parts.append(f"{sum(list(counts.values())[most:])} of {len(counts) - most} other kinds")
    return ", ".join(parts) or "nothing"


def lines_of(core: _core.FuncGraph | _core.GraphFunction, most: int = 200) -> list[str]:
    """Returns a line for each operation: "mul = Mul(exp, y) float32 [3]"; inner graphs are indented."""
    lines: list[str] = []
    _add_graph(core, "", lines, 0)
    if len(lines) > most:
        lines = [*lines[:most], f"… {len(lines) - most} more"]
    return lines


def _add_graph(core: _core.FuncGraph | _core.GraphFunction, indent: str, lines: list[str], depth: int) -> None:
    for node in core.nodes():
        if node.type == "NoOp" and not node.outputs:
            continue
        if node.type == "Const":
            inputs = value_text(node.attr("value"))
        else:
            inputs = ", ".join(tensor.name.removesuffix(":0") for tensor in node.inputs)
        kind = str(node.attr("f")) if node.type in ("_FusedElementwise", "_FusedAssign") else node.type
        results = " | ".join(type_text(tensor.dtype, tensor.shape) for tensor in node.outputs)
        lines.append(f"{indent}{node.name} = {kind}({inputs})  {results}".rstrip())
        if depth >= _MOST_DEPTH:
            continue
        for attr, graphs in node.functions.items():
            for number, graph in enumerate(graphs):
                if graph is None:
                    continue
                title = attr if len(graphs) == 1 else f"{attr}[{number}]"
                names = ", ".join(tensor.name.removesuffix(":0") for tensor in graph.inputs)
                lines.append(f"{indent}  {title}: {plain_name(graph.name)}({names})")
                _add_graph(graph, indent + "    ", lines, depth + 1)
    outputs = ", ".join(tensor.name.removesuffix(":0") for tensor in core.outputs)
    lines.append(f"{indent}return {outputs}".rstrip())
