"""Times and sizes of the operations of one run of a session, as messages: `RunMetadata.step_stats`."""

from __future__ import annotations

import itertools
import threading
import time

from graphwright import _core
from graphwright._src.explain.profiling import profile_functions
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.operation import operation_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Graph
    from graphwright._src.function.concrete import ConcreteFunction
    from graphwright._src.graph.operation import Operation
    from graphwright._src.messages.classes import NodeExecStats, RunMetadata

_DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"
_ALLOCATOR = "cpu"


def run_measured(work: Callable[[], Any], function: ConcreteFunction, graph: Graph, into: RunMetadata) -> Any:
    """Returns what `work`, a call of `function`, gives; adds what its instructions took to `into.step_stats`.

    An instruction that several nodes have become one of is told by the last of them. A measured run does one after the other,
    in the order in which they are told.
    """
    before = [_rows(form) for form in _forms(function)]
    began = time.time_ns()
    with profile_functions():
        found = work()
    device = into.step_stats.dev_stats.add(device=_DEVICE)
    thread = threading.get_native_id() & 0xFFFFFFFF
    at = began
    for form, earlier in itertools.zip_longest(_forms(function), before):
        rows = _rows(form)
        earlier = earlier or [(0, 0, 0)] * len(rows)
        instructions = _core.instructions_of(form) if rows else []
        for told, (runs, took, size, shape, dtype), had in zip(instructions, rows, earlier, strict=True):
            runs, took, size = runs - had[0], took - had[1], size - had[2]
            if runs and told["op"]:
                _write(device.node_stats.add(thread_id=thread), graph, told, began, at, took, (size, shape, dtype))
            at += took
    return found


def _forms(function: ConcreteFunction) -> list[Any]:
    """Returns the programs that a function runs as: the one of its shapes, and those for other ones."""
    return [function.function_ref, *(form for _, form in _core.variants_of(function.function_ref))]


def _rows(form: Any) -> list[tuple[Any, ...]]:
    """Returns what was measured of each instruction of a program; nothing of one that has not run."""
    return _core.profile_of(form)["rows"] if _core.compile_nanoseconds(form) else []


def _write(
    stats: NodeExecStats,
    graph: Graph,
    told: dict[str, Any],
    began: int,
    at: int,
    took: int,
    result: tuple[int, Any, Any],
) -> None:
    """Writes what an instruction took: it began at `at` nanoseconds, in a run that began at `began`."""
    node = core_of(graph).node_named(told["node"])
    stats.node_name = told["node"]
    stats.timeline_label = _label(operation_in(graph, node)) if node is not None else f"{told['node']} = {told['op']}()"
    stats.scheduled_nanos, stats.all_start_nanos = began, at
    stats.op_end_rel_nanos = stats.all_end_rel_nanos = took
    stats.scheduled_micros, stats.all_start_micros = began // 1000, at // 1000
    stats.op_end_rel_micros = stats.all_end_rel_micros = -(-took // 1000)
    size, shape, dtype = result
    if dtype is None:
        return
    stats.memory.add(allocator_name=_ALLOCATOR, total_bytes=size, peak_bytes=size, live_bytes=size)
    described = stats.output.add(slot=0).tensor_description
    described.dtype = dtype.as_datatype_enum
    if shape is not None:
        described.shape.CopyFrom(shape.as_proto())
    described.allocation_description.requested_bytes = described.allocation_description.allocated_bytes = size
    described.allocation_description.allocator_name = _ALLOCATOR


def _label(op: Operation) -> str:
    """Returns an operation as TensorFlow's timelines have it: "c = MatMul(a, b:1, ^d)"."""
    inputs = [tensor.name.removesuffix(":0") for tensor in op.inputs] + [
        f"^{before.name}" for before in op.control_inputs
    ]
    return f"{op.name} = {op.type}({', '.join(inputs)})"
