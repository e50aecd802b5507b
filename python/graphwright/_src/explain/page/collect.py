"""Gathers what a page shows: of functions and their traces, and of a recording."""

from __future__ import annotations

import platform
import time

from graphwright import _core
from graphwright._src.explain import hints, picture
from graphwright._src.explain.page import model
from graphwright._src.explain.page.events import Events
from graphwright._src.explain.page.sources import Sources
from graphwright._src.explain.profiling import profiles_of_all
from graphwright._src.explain.reports import TraceReport, bytes_text, time_text, type_text
from graphwright._src.explain.retracing import Retracing, place_of
from graphwright._src.explain.scene import path_into, plain_name
from graphwright._src.function import retracing as records
from graphwright._src.function.polymorphic import history_of
from graphwright._version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from graphwright._src.explain.profiling import Profile, Row
    from graphwright._src.explain.recording import Recording

# Of that many traces of a function, the first and the latest ones, there are graphs, plans and code; and of all functions.
_MOST_DETAILED, _MOST_DETAILED_OF_ALL = 6, 120
_MOST_NODES = 1500
_MOST_DEPTH = 6
_MOST_SLOTS = 120
_MOST_SLOWEST = 20
_MOST_CODE = 200_000
_LEAST_SHARE = 0.2
_MUCH_PYTHON = 0.6
_LEAST_WORKING = 0.5  # seconds


def report_of(
    title: str,
    functions: Sequence[tuple[Any, list[Any]]],
    recording: Recording | None = None,
    file: str = "",
    lone: Sequence[TraceReport] = (),
) -> model.Report:
    """Returns what a page tells of functions.

    Args:
      title: of the page.
      functions: each with its concrete functions, the oldest first.
      lone: traces whose functions are not known.
      recording: what ran meanwhile; without it the page has no timeline.
      file: the program.
    """
    sources = Sources()
    events = Events(recording, sources) if recording is not None else None
    most = max(1, min(_MOST_DETAILED, _MOST_DETAILED_OF_ALL // max(1, len(functions))))
    parts = [_function(function, traces, most, sources) for function, traces in functions]
    parts += [_lone(report, sources) for report in lone]
    parts.sort(key=lambda part: -(part.seconds + sum(t.trace_seconds + (t.compile_seconds or 0) for t in part.traces)))
    found = [hint for part in parts for hint in part.hints]
    if recording is not None and events is not None:
        found += _on_shares(events, recording.seconds, parts)
    found.sort(key=lambda hint: -(hint.seconds if hint.seconds is not None else -1.0))
    lines = [line for part in parts for line in (part.line, *(trace.line for trace in part.traces))]
    lines += [line.place for line in events.lines] if events is not None else []
    return model.Report(
        title=title,
        file=file,
        made=time.strftime("%Y-%m-%d %H:%M:%S"),
        graphwright=__version__,
        python=platform.python_version(),
        seconds=None if recording is None else recording.seconds,
        shares=[] if events is None else events.shares,
        hints=found,
        functions=parts,
        timeline=None if events is None else events.timeline,
        lines=[] if events is None else events.lines,
        stacks=sources.stacks,
        sources=sources.texts(lines),
    )


def _on_shares(events: Events, whole: float, functions: list[model.Function]) -> list[model.Hint]:
    """Hints on where the time of the whole program went."""
    seconds = {share.kind: share.seconds for share in events.shares}
    working = whole - seconds.get("start", 0.0)
    found = []
    if events.waits and events.waited >= _LEAST_SHARE * working:
        beside = seconds.get("run", 0.0) / events.waits
        found.append(
            model.Hint(
                f"waiting for data took {events.waited / working:.0%} of the time: "
                f"{time_text(events.waited / events.waits)} for each of {events.waits} elements, where functions ran "
                f"{time_text(beside)} for each. Let the data set work ahead: "
                "map(…, num_parallel_calls=tf.data.AUTOTUNE), cache(), and prefetch(tf.data.AUTOTUNE) as the last step",
                "",
                events.waited,
            )
        )
    made = seconds.get("trace", 0.0) + seconds.get("compile", 0.0)
    if made >= _LEAST_SHARE * working and made > seconds.get("run", 0.0):
        # The first one also loads what tracing needs.
        later = sum(
            trace.trace_seconds + (trace.compile_seconds or 0.0) for part in functions for trace in part.traces[1:]
        )
        text = f"making traces took {made / working:.0%} of the time, more than running them"
        if later > made / 2:
            text += ": see which arguments made them"
        else:
            text += ", most of it for the first one of each function: a program that runs longer pays for these once"
        found.append(model.Hint(text, "", made))
    if seconds.get("python", 0.0) >= _MUCH_PYTHON * working and working >= _LEAST_WORKING:
        found.append(
            model.Hint(
                f"Python and single operations took {seconds['python'] / working:.0%} of the time: what is done often runs "
                "faster in a tf.function",
                "",
                seconds["python"],
            )
        )
    return found


def _function(function: Any, traces: list[Any], most: int, sources: Sources) -> model.Function:
    told = Retracing(function)
    detailed = traces if len(traces) <= most else [*traces[: most // 2], *traces[most // 2 - most :]]
    profiles = profiles_of_all(traces)
    by_record = {id(record.concrete()): record.number for record in history_of(function).records}
    details = {by_record.get(id(concrete)): concrete for concrete in detailed}
    parts = []
    for trace in told.traces:
        part = _trace(trace)
        concrete = details.get(trace.number)
        if concrete is not None:
            _add_details(part, TraceReport(concrete), sources)
        parts.append(part)
    return model.Function(
        name=told.name,
        line=place_of(function),
        calls=told.calls,
        count=told.count,
        seconds=sum(profile.seconds for profile in profiles),
        traces=parts,
        hints=[model.Hint(str(hint), told.name, hint.seconds) for hint in hints.hints_of(told, traces, profiles)],
        slowest=_slowest(profiles, sources),
    )


def _lone(report: TraceReport, sources: Sources) -> model.Function:
    concrete = report.concrete
    part = model.Trace(1, "", "", 0.0, report.compile_seconds or None, concrete.core_graph.num_nodes(), {}, [])
    _add_details(part, report, sources)
    found = hints.hints_of(None, [concrete], report.profiles)
    return model.Function(
        name=plain_name(report.name),
        line="",
        calls=0,
        count=1,
        seconds=sum(profile.seconds for profile in report.profiles),
        traces=[part],
        hints=[model.Hint(str(hint), plain_name(report.name), hint.seconds) for hint in found],
        slowest=_slowest(report.profiles, sources),
    )


def _trace(trace: Any) -> model.Trace:
    return model.Trace(
        number=trace.number,
        cause=trace.cause,
        line=trace.line,
        trace_seconds=trace.trace_seconds,
        compile_seconds=trace.compile_seconds,
        operations=trace.operations,
        arguments={name: records.text_of(kind) for name, kind in trace.arguments.items()},
        differences=[
            model.Difference(d.place, d.kind, records.text_of(d.before), records.text_of(d.after), d.advice())
            for d in trace.differences
        ],
    )


def _add_details(part: model.Trace, report: TraceReport, sources: Sources) -> None:
    part.signature = report.signature
    part.captures = [
        (capture.name, capture.kind, type_text(capture.dtype, capture.shape), capture.bytes)
        for capture in report.captures
        if capture.kind != "constant"
    ]
    part.before = _graph(report, False, sources)
    part.after = _graph(report, True, sources)
    part.after.fused = _fused(report)
    part.memory = _memory(report.memory)
    part.programs = [_program(profile, sources) for profile in report.profiles]
    part.code = _code(report.concrete)


def _graph(report: TraceReport, after_passes: bool, sources: Sources) -> model.Graph:
    scene = report.scene(after_passes)
    nodes = []
    more = 0
    for path, depth, node in _nodes_of(report.graph(after_passes)):
        if len(nodes) == _MOST_NODES:
            more += 1
            continue
        kind = str(node.attr("f")) if node.type in ("_FusedElementwise", "_FusedAssign") else node.type
        result = " | ".join(type_text(tensor.dtype, tensor.shape) for tensor in node.outputs)
        inputs = [tensor.name.removesuffix(":0") for tensor in node.inputs]
        nodes.append(model.Node(path + node.name, kind, result, inputs, sources.number_of(node.stack), depth))
    return model.Graph(picture.svg_of_scene(scene), picture.folded_parts(scene), nodes, more, {})


def _nodes_of(core: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, int, Any]]:
    """Gives the nodes of a graph and of the graphs in it, with what comes before their names, and their depths."""
    for node in core.nodes():
        if node.type == "NoOp" and not node.outputs:
            continue  # joins what has no results
        yield path, depth, node
        if depth < _MOST_DEPTH:
            graphs = [(attr, graph) for attr, found in node.functions.items() for graph in found if graph is not None]
            for number, (attr, graph) in enumerate(graphs):
                yield from _nodes_of(graph, path + path_into(node, attr, number), depth + 1)


def _fused(report: TraceReport) -> dict[str, list[str]]:
    """By the name of a node that passes made, the nodes that it does the work of.

    These are those before the one whose place it takes, up to what is still there after the passes.
    """
    before = {path + node.name: node for path, _, node in _nodes_of(report.graph(False))}
    owners = {tensor._id: name for name, node in before.items() for tensor in node.outputs}
    after = {path + node.name: node.type for path, _, node in _nodes_of(report.graph(True))}
    replaced = {
        name.rpartition("/")[0]: name for name in after.keys() - before.keys() if name.rpartition("/")[0] in before
    }
    replaced |= {name: name for name in after.keys() & before.keys() if after[name] != before[name].type}
    still_there = (after.keys() & before.keys()) | replaced.keys()
    found = {}
    for name, new_name in replaced.items():
        group: dict[str, None] = {name: None}
        waiting = [before[name]]
        while waiting:
            for tensor in waiting.pop().inputs:
                owner = owners.get(tensor._id)
                if owner is not None and owner not in still_there and owner not in group:
                    group[owner] = None
                    waiting.append(before[owner])
        found[new_name] = [node for node in group if before[node].type not in ("Const", "Placeholder")]
    return found


def _memory(plan: Any) -> model.Memory:
    return model.Memory(
        summary=plan.summary(),
        num_instructions=plan.num_instructions,
        peak_bytes=plan.peak_bytes,
        peak_at=plan.peak_at,
        result_bytes=plan.result_bytes,
        slots=[
            model.Slot(
                slot.number,
                slot.kind,
                slot.bytes,
                slot.kept,
                slot.output,
                [(type_text(dtype, shape), first, last) for dtype, shape, first, last in slot.values],
            )
            for slot in plan.slots[:_MOST_SLOTS]
        ],
        more=max(len(plan.slots) - _MOST_SLOTS, 0),
    )


def _program(profile: Profile, sources: Sources) -> model.Program:
    return model.Program(
        number=profile.number,
        what=profile.what,
        runs=profile.runs,
        seconds=profile.seconds,
        peak_bytes=profile.peak_bytes,
        instructions=[_instruction(row, sources) for row in profile.rows],
    )


def _instruction(row: Row, sources: Sources) -> model.Instruction:
    return model.Instruction(
        row.text,
        row.op,
        row.node,
        type_text(row.dtype, row.shape) if row.shape is not None and row.dtype is not None else "",
        sources.number_of(row.stack),
        row.runs,
        row.seconds,
        row.bytes,
    )


def _slowest(profiles: Sequence[Profile], sources: Sources) -> list[model.Instruction]:
    """Returns the instructions that took most of the time; those of several programs that are made of the same count as one."""
    found: dict[tuple[str, str, str], model.Instruction] = {}
    for profile in profiles:
        for row in profile.rows:
            if not row.runs:
                continue
            call = row.text.rpartition(" = ")[2].partition("(")[0]
            one = found.get((call, row.node, row.line))
            if one is None:
                found[call, row.node, row.line] = _instruction(row, sources)
            else:
                one.runs += row.runs
                one.seconds += row.seconds
                one.bytes += row.bytes
    return sorted(found.values(), key=lambda one: -one.seconds)[:_MOST_SLOWEST]


def _code(concrete: Any) -> dict[str, str]:
    """Returns the program as text, and the machine code where the function has some."""
    found = {"program": concrete.program_text()}
    pieces, _ = _core.count_machine_code(concrete.function_ref)
    ir = _core.machine_code_ir(concrete.function_ref) if pieces else ""
    if ir:
        from graphwright._src.explain.jit import llvm

        found["assembly"] = llvm.assembly(ir)
        found["LLVM IR"] = llvm.optimized(ir)
    return {name: _cut(text) for name, text in found.items() if text}


def _cut(text: str) -> str:
    if len(text) <= _MOST_CODE:
        return text
    return f"{text[:_MOST_CODE]}\n… {bytes_text(len(text) - _MOST_CODE)} more"
