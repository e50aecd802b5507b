"""The events of a recording as columns, and where the time of the program's own thread went."""

from __future__ import annotations

import bisect
import collections

import numpy as np

from graphwright._src.explain import recording as recordings
from graphwright._src.explain.page import model
from graphwright._src.explain.scene import plain_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.explain.page.sources import Sources
    from graphwright._src.explain.recording import Recording

_KINDS = {
    recordings.RUN: "run",
    recordings.INSTRUCTION: "instruction",
    recordings.COMPILE: "compile",
    recordings.NEXT_ELEMENT: "data",
}
_NAMES = {
    "start": "start: imports and set-up",
    "trace": "tracing",
    "compile": "compiling",
    "run": "running functions",
    "data": "waiting for data",
    "python": "Python and single operations",
}
_MOST_LINES = 20
_MOST_POINTS = 2000
_SHARE_OF = {"instruction": "run", "mark": "python"}


class _Labels:
    """Labels, each of which is kept once."""

    def __init__(self, recording: Recording, sources: Sources) -> None:
        self.found: list[model.Label] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._programs = recording.programs
        self._sources = sources

    def of_event(self, kind: int, what: int, part: int) -> int:
        """Returns the number of the label of an event of the core."""
        key = (kind, what, part)
        if key not in self._numbers:
            self._numbers[key] = len(self.found)
            self.found.append(self._made(_KINDS[kind], what, part))
        return self._numbers[key]

    def of_span(self, span: recordings.Span) -> int:
        """Returns the number of the label of a span."""
        key = (span.kind, span.name, *span.told.items())
        if key not in self._numbers:
            self._numbers[key] = len(self.found)
            told = ", ".join(f"{name} {value}" for name, value in span.told.items())
            name = f"trace {span.name}" if span.kind == "trace" else span.name
            self.found.append(model.Label(span.kind, name, told, -1, "", span.told))
        return self._numbers[key]

    def _made(self, kind: str, what: int, part: int) -> model.Label:
        if kind == "data":
            return model.Label(kind, "next element", "an element of a data set was asked for and waited for", -1, "")
        name, lines = self._programs.get(what, (f"program {what}", []))
        shown = plain_name(name)
        if kind != "instruction" or part >= len(lines):
            return model.Label(kind, shown if kind == "run" else f"compile {shown}", name, -1, name)
        text, op, node, stack = lines[part]
        call = text.partition(" = ")[2].partition("(")[0]
        shown = call if node and call else op or text
        return model.Label(kind, shown, text, self._sources.number_of(stack), name, node=node if op else "")


class Events:
    """The events of a recording, lane by lane.

    Attributes:
      timeline: for the page.
      shares: of the time of the thread that opened the recording.
      lines: of Python that this thread ran, the slowest first.
      waits, waited: how often that thread asked for an element of a data set, and the seconds that took.
    """

    def __init__(self, recording: Recording, sources: Sources) -> None:
        labels = _Labels(recording, sources)
        threads = {span.thread for span in recording.spans} | set(recording.lanes)
        first = {thread: _first_of(recording, thread) for thread in threads}
        order = sorted(threads, key=lambda thread: (thread != recording.thread, first[thread]))
        self.timeline = model.Timeline(
            [recording.thread_names.get(thread) or f"worker {i}" for i, thread in enumerate(order)],
            labels.found,
            lane=[],
            label=[],
            begin=[],
            took=[],
            depth=[],
            bytes=[],
            dropped=recording.dropped,
        )
        self.shares: list[model.Share] = []
        self.lines: list[model.Line] = []
        self.waits, self.waited = 0, 0.0
        for lane, thread in enumerate(order):
            self._add_lane(lane, thread, recording, labels)
        self.timeline.tensors = _tensors(recording)
        if order and order[0] == recording.thread:
            self._divide(recording)

    def _add_lane(self, lane: int, thread: int, recording: Recording, labels: _Labels) -> None:
        events = recording.lanes.get(thread, np.empty(0, recordings.EVENT))
        spans = [span for span in recording.spans if span.thread == thread]
        parts = np.where(events["kind"] == recordings.INSTRUCTION, events["part"], 0)
        keys = np.stack([events["kind"].astype(np.int64), events["what"].astype(np.int64), parts], axis=1)
        known, which = np.unique(keys, axis=0, return_inverse=True)
        numbers = np.array([labels.of_event(*key) for key in known.tolist()], np.int64)
        label = np.concatenate([numbers[which.reshape(-1)], [labels.of_span(span) for span in spans]]).astype(np.int64)
        begin = np.concatenate([events["begin"], [span.begin for span in spans]]).astype(np.int64) - recording.began
        took = np.concatenate([events["took"], [span.took for span in spans]]).astype(np.int64)
        held = np.concatenate([events["bytes"], np.zeros(len(spans))]).astype(np.int64)
        order = np.lexsort((-took, begin))
        timeline = self.timeline
        timeline.lane += [lane] * len(order)
        timeline.label += label[order].tolist()
        timeline.begin += begin[order].tolist()
        timeline.took += took[order].tolist()
        timeline.bytes += held[order].tolist()
        timeline.depth += _depths(begin[order].tolist(), took[order].tolist())

    def _divide(self, recording: Recording) -> None:
        """Gives each moment of the first lane to the innermost event in which it lies."""
        timeline = self.timeline
        seconds = dict.fromkeys(_NAMES, 0.0)
        count = timeline.lane.count(0)
        parents: list[int] = []
        own = [took * 1e-9 for took in timeline.took[:count]]
        kinds = [timeline.labels[label].kind for label in timeline.label[:count]]
        for i in range(count):
            del parents[timeline.depth[i] :]
            if parents:
                own[parents[-1]] -= own[i]
                # What the data set runs to make the element.
                if kinds[parents[-1]] == "data":
                    kinds[i] = "data"
            if timeline.labels[timeline.label[i]].kind == "data":
                self.waits += 1
            parents.append(i)
        for kind, length in zip(kinds, own, strict=True):
            seconds[_SHARE_OF.get(kind, kind)] += max(length, 0.0)
        self.waited = seconds["data"]
        if count:
            seconds["start"] = timeline.begin[0] * 1e-9
        seconds["python"] += max(recording.seconds - sum(seconds.values()), 0.0)
        self.lines = self._lines(recording, count, seconds["python"])
        self.shares = [model.Share(kind, _NAMES[kind], value) for kind, value in seconds.items() if value > 0]

    def _lines(self, recording: Recording, count: int, seconds: float) -> list[model.Line]:
        """Divides the time of Python among the lines that were seen while none of the first `count` events lay there."""
        if recording.sampler is None or not count:
            return []
        timeline = self.timeline
        outer = [i for i in range(count) if not timeline.depth[i] and timeline.labels[timeline.label[i]].kind != "mark"]
        begins = [timeline.begin[i] for i in outer]
        seen: collections.Counter[tuple[str, str]] = collections.Counter()
        for at, file, line, function in recording.sampler.samples:
            k = bisect.bisect(begins, at - recording.began) - 1
            if k >= 0 and begins[k] + timeline.took[outer[k]] < at - recording.began:
                seen[f"{file}:{line}", function] += 1
        all_of_them = sum(seen.values())
        return [
            model.Line(place, function, seconds * number / all_of_them)
            for (place, function), number in seen.most_common(_MOST_LINES)
            if number > 1
        ]


def _tensors(recording: Recording) -> list[tuple[int, int]]:
    """Returns what all tensors took at ends of runs: the most of each of `_MOST_POINTS` stretches of time."""
    runs = [events[events["kind"] == recordings.RUN] for events in recording.lanes.values()]
    if not runs:
        return []
    ends = np.concatenate([events["begin"] + events["took"] for events in runs]) - recording.began
    held = np.concatenate([events["part"].astype(np.int64) * 1024 for events in runs])
    stretches = ends * _MOST_POINTS // (recording.ended - recording.began)
    order = np.lexsort((-held, stretches))
    first = np.unique(stretches[order], return_index=True)[1]
    return [(int(at), int(size)) for at, size in zip(ends[order][first], held[order][first])]


def _first_of(recording: Recording, thread: int) -> int:
    begins = [span.begin for span in recording.spans if span.thread == thread]
    if thread in recording.lanes:
        begins.append(int(recording.lanes[thread]["begin"].min()))
    return min(begins)


def _depths(begin: list[int], took: list[int]) -> list[int]:
    """Returns in how many others each event lies; they come in the order of their beginnings, outer ones first."""
    ends: list[int] = []
    depths = []
    for at, length in zip(begin, took, strict=True):
        while ends and ends[-1] <= at:
            ends.pop()
        depths.append(len(ends))
        ends.append(at + length)
    return depths
