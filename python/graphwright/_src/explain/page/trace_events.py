"""The events of a recording for other programs that show such: Chrome's trace event format, and what TensorBoard reads."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphwright._src.explain.page.model import Label, Timeline

_PLANE = "/host:CPU"


def chrome_trace(timeline: Timeline, stacks: list[list[tuple[str, int, str]]]) -> dict[str, Any]:
    """Returns the events in Chrome's trace event format, for chrome://tracing and Perfetto: lanes are threads of a process, and
    what results hold is a counter of each.
    """
    events: list[dict[str, Any]] = [{"ph": "M", "pid": 0, "name": "process_name", "args": {"name": _PLANE}}]
    for lane, name in enumerate(timeline.lanes):
        events.append({"ph": "M", "pid": 0, "tid": lane, "name": "thread_name", "args": {"name": name}})
        events.append({"ph": "M", "pid": 0, "tid": lane, "name": "thread_sort_index", "args": {"sort_index": lane}})
    for lane, number, begin, took, held in _rows(timeline):
        label = timeline.labels[number]
        place = {"pid": 0, "tid": lane}
        events.append(
            {
                "ph": "X",
                **place,
                "cat": label.kind,
                "name": label.name,
                "ts": begin / 1000,
                "dur": took / 1000,
                "args": told_of(label, stacks),
            }
        )
        if label.kind == "instruction":
            name = f"bytes of results, {timeline.lanes[lane]}"
            events.append({"ph": "C", **place, "name": name, "ts": (begin + took) / 1000, "args": {"bytes": held}})
    return {"displayTimeUnit": "ns", "traceEvents": events}


def x_space(timeline: Timeline, stacks: list[list[tuple[str, int, str]]], host: str) -> Any:
    """Returns the events as the message that TensorBoard's profile plugin reads. Times begin with the recording.

    Args:
      timeline: the events.
      stacks: of the report.
      host: the name of this machine.
    """
    from graphwright._src.messages.classes import XSpace

    space = XSpace()
    space.hostnames.append(host)
    plane = space.planes.add()
    plane.name = _PLANE
    stats: dict[str, int] = {}
    for number, label in enumerate(timeline.labels, 1):
        plane.event_metadata[number].id, plane.event_metadata[number].name = number, label.name
        for name, value in told_of(label, stacks).items():
            key = stats.setdefault(name, len(stats) + 1)
            plane.event_metadata[number].stats.add(metadata_id=key, str_value=value)
    for name, key in stats.items():
        plane.stat_metadata[key].id, plane.stat_metadata[key].name = key, name
    lines = []
    for lane, name in enumerate(timeline.lanes):
        line = plane.lines.add()
        line.id, line.name = lane, name
        lines.append(line)
    for lane, number, begin, took, _ in _rows(timeline):
        lines[lane].events.add(metadata_id=number + 1, offset_ps=begin * 1000, duration_ps=took * 1000)
    return space


def write_profile(folder: str, timeline: Timeline, stacks: list[list[tuple[str, int, str]]], began: int) -> None:
    """Writes two files with the same events below `folder`/plugins/profile: `….xplane.pb` for TensorBoard's plugin, and
    `….trace.json.gz` for chrome://tracing and Perfetto. `began` is when, in nanoseconds since 1970.
    """
    import gzip
    import json
    import os
    import socket
    import time

    run = time.strftime("%Y_%m_%d_%H_%M_%S", time.localtime(began // 1_000_000_000))
    folder = os.path.join(folder, "plugins", "profile", run)
    os.makedirs(folder, exist_ok=True)
    host = socket.gethostname() or "host"
    with open(os.path.join(folder, f"{host}.xplane.pb"), "wb") as file:
        file.write(x_space(timeline, stacks, host).SerializeToString())
    with gzip.open(os.path.join(folder, f"{host}.trace.json.gz"), "wt", encoding="utf-8") as file:
        json.dump(chrome_trace(timeline, stacks), file)


def told_of(label: Label, stacks: list[list[tuple[str, int, str]]]) -> dict[str, str]:
    """Returns what is told with events of a label."""
    if label.told:
        return label.told
    told = {"what": label.text, "program": label.program}
    if label.stack >= 0:
        file, line, function = stacks[label.stack][0]
        told["line"] = f"{file}:{line}, in {function}"
    return {name: value for name, value in told.items() if value}


def _rows(timeline: Timeline) -> Iterator[tuple[int, int, int, int, int]]:
    return zip(timeline.lane, timeline.label, timeline.begin, timeline.took, timeline.bytes, strict=True)
