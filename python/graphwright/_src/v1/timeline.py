"""Timelines: what the operations of a session's run took, in the format of Chrome's and Perfetto's pictures of traces."""

from __future__ import annotations

import json
import re
from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Graph
    from graphwright._src.messages.classes import NodeExecStats, StepStats

AllocationMaximum = namedtuple("AllocationMaximum", ["timestamp", "num_bytes", "tensors"])
StepStatsAnalysis = namedtuple("StepStatsAnalysis", ["chrome_trace", "allocator_maximums"])


class _ChromeTrace:
    """Events in the order in which they were added."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    def name_process(self, process: int, name: str) -> None:
        self.events.append({"ph": "M", "pid": process, "name": "process_name", "args": {"name": name}})

    def add(self, kind: str, process: int, thread: int, at: int, **more: Any) -> None:
        self.events.append({"ph": kind, "pid": process, "tid": thread, "ts": at, **more})

    def format_to_string(self, pretty: bool = False) -> str:
        """Returns them as JSON, with `pretty` one that people can read."""
        if pretty:
            return json.dumps({"traceEvents": self.events}, indent=4, separators=(",", ": "))
        return json.dumps({"traceEvents": self.events}, separators=(",", ":"))


class Timeline:
    """Times of the operations of a run, as events (tensorflow.python.client.timeline.Timeline).

    Args:
      step_stats: `RunMetadata.step_stats` of a run with `RunOptions(trace_level=RunOptions.FULL_TRACE)`.
      graph: has no effect: all that is shown is in the message.

    >>> import graphwright as tf
    >>> metadata = tf.compat.v1.RunMetadata()
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     product = tf.matmul(tf.random.uniform([2, 2]), tf.ones([2, 2]), name="product")
    ...     options = tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE)
    ...     _ = session.run(product, options=options, run_metadata=metadata)
    >>> "product" in Timeline(metadata.step_stats).generate_chrome_trace_format()
    True
    """

    def __init__(self, step_stats: StepStats, graph: Graph | None = None) -> None:
        self._step_stats = step_stats

    def generate_chrome_trace_format(self, show_dataflow: bool = True, show_memory: bool = False) -> str:
        """Returns the events as JSON, for chrome://tracing and Perfetto.

        Args:
          show_dataflow: whether arrows lead from an operation to those that take its results.
          show_memory: whether what results hold is shown, too.
        """
        return self.analyze_step_stats(show_dataflow, show_memory).chrome_trace.format_to_string(pretty=True)

    def analyze_step_stats(
        self,
        show_dataflow: bool = True,
        show_memory: bool = True,
        op_time: str = "schedule",
    ) -> StepStatsAnalysis:
        """Returns the events, which have `format_to_string`, and the most that each allocator has given.

        Args:
          show_dataflow: as above.
          show_memory: as above.
          op_time: "schedule" and "all" show operations from their begin to the end of all work for them, "op" what they
            themselves took.
        """
        trace = _ChromeTrace()
        ends: dict[str, tuple[int, int, int]] = {}  # name of an operation -> process, thread, end
        flows = 0
        for process, device in enumerate(self._step_stats.dev_stats):
            trace.name_process(process, f"{device.device} Compute")
            lanes = _Lanes()
            for stats in sorted(device.node_stats, key=lambda stats: stats.all_start_micros):
                begin, took = _span(stats, op_time)
                lane = lanes.place(begin, begin + took)
                op, inputs = _parts_of_label(stats.timeline_label)
                args = {"name": stats.node_name, "op": op, **{f"input{i}": name for i, name in enumerate(inputs)}}
                trace.add("X", process, lane, begin, cat="Op", name=op, dur=took, args=args)
                for name in inputs if show_dataflow else ():
                    source = ends.get(name.lstrip("^").partition(":")[0])
                    if source is not None:
                        flow = {"cat": "DataFlow", "name": name, "id": flows}
                        trace.add("s", *source, **flow)
                        trace.add("t", process, lane, begin, **flow)
                        flows += 1
                ends[stats.node_name] = (process, lane, begin + took)
        maximums = self._memory(trace if show_memory else _ChromeTrace())
        return StepStatsAnalysis(chrome_trace=trace, allocator_maximums=maximums)

    def _memory(self, trace: _ChromeTrace) -> dict[str, Any]:
        """Adds how much each allocator has given so far, at each end of an operation; returns the most."""
        process = len(self._step_stats.dev_stats)
        totals: dict[str, int] = {}
        most: dict[str, Any] = {}
        trace.name_process(process, "Memory")
        for device in self._step_stats.dev_stats:
            for stats in sorted(device.node_stats, key=lambda stats: stats.all_start_micros):
                for memory in stats.memory:
                    name, at = memory.allocator_name, stats.all_start_micros + stats.all_end_rel_micros
                    totals[name] = totals.get(name, 0) + memory.live_bytes
                    trace.add("C", process, 0, at, cat="Memory", name=name, args={name: totals[name]})
                    if name not in most or totals[name] > most[name].num_bytes:
                        most[name] = AllocationMaximum(at, totals[name], {stats.node_name})
        return most


class _Lanes:
    """Lines of a picture: what overlaps lies in different ones."""

    def __init__(self) -> None:
        self._ends: list[int] = []

    def place(self, begin: int, end: int) -> int:
        for lane, last in enumerate(self._ends):
            if last <= begin:
                self._ends[lane] = end
                return lane
        self._ends.append(end)
        return len(self._ends) - 1


def _span(stats: NodeExecStats, op_time: str) -> tuple[int, int]:
    """Returns when an operation began and what it took, at least one, in microseconds."""
    begin, took = stats.all_start_micros, stats.all_end_rel_micros
    if op_time == "op":
        begin, took = begin + stats.op_start_rel_micros, stats.op_end_rel_micros - stats.op_start_rel_micros
    return begin, max(took, 1)


def _parts_of_label(label: str) -> tuple[str, list[str]]:
    """Returns the op and its inputs of "c = MatMul(a, b)"."""
    found = re.fullmatch(r"(.*) = (.*)\((.*)\)", label)
    if found is None:
        return "unknown", []
    return found[2], found[3].split(", ") if found[3] else []
