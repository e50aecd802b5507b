"""The data of a page: it is written into the page as JSON with the same names."""

from __future__ import annotations

import dataclasses
import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1


@dataclasses.dataclass
class Share:
    """A part of the time of the thread that ran the program: `kind` is "start", "trace", "compile", "run", "data" or "python"."""

    kind: str
    name: str
    seconds: float


@dataclasses.dataclass
class Hint:
    """Something that could be better; `seconds` is what it cost as measured, None where that is not known."""

    text: str
    function: str
    seconds: float | None


@dataclasses.dataclass
class Difference:
    """An argument that made a trace necessary, as it was in the most similar trace before and as it is now."""

    place: str
    kind: str
    before: str
    after: str
    advice: str


@dataclasses.dataclass
class Node:
    """An operation of a graph; `stack` is a number of `Report.stacks`, `depth` says in how many graphs of others it lies."""

    name: str
    op: str
    type: str
    inputs: list[str]
    stack: int
    depth: int


@dataclasses.dataclass
class Graph:
    """A graph as a picture, with the parts of it that are folded there by title, and as a list of nodes.

    `fused` has, for nodes that passes made of several, the names of these in the graph as it was traced.
    """

    svg: str
    folded: list[tuple[str, str]]
    nodes: list[Node]
    more: int
    fused: dict[str, list[str]]


@dataclasses.dataclass
class Instruction:
    """An instruction of a program: all runs that were measured, together."""

    text: str
    op: str
    node: str
    type: str
    stack: int
    runs: int
    seconds: float
    bytes: int


@dataclasses.dataclass
class Program:
    """The instructions of one form of a trace: `what` is "", "backward", …; `number` is that of events."""

    number: int
    what: str
    runs: int
    seconds: float
    peak_bytes: int
    instructions: list[Instruction]


@dataclasses.dataclass
class Slot:
    """A place of a plan of memory: `values` are (type, first instruction, last instruction)."""

    number: int
    kind: str
    bytes: int | None
    kept: bool
    output: bool
    values: list[tuple[str, int, int]]


@dataclasses.dataclass
class Memory:
    """The plan of a program's memory."""

    summary: str
    num_instructions: int
    peak_bytes: int
    peak_at: int
    result_bytes: int
    slots: list[Slot]
    more: int


@dataclasses.dataclass
class Trace:
    """One trace. What is only known of those that are kept in detail is None for others."""

    number: int
    cause: str
    line: str
    trace_seconds: float
    compile_seconds: float | None
    operations: int | None
    arguments: dict[str, str]
    differences: list[Difference]
    signature: str = ""
    captures: list[tuple[str, str, str, int | None]] = dataclasses.field(default_factory=list)
    before: Graph | None = None
    after: Graph | None = None
    memory: Memory | None = None
    programs: list[Program] = dataclasses.field(default_factory=list)
    code: dict[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Function:
    """A function: `seconds` is what instructions of its programs took, `slowest` the slowest ones, of all traces together."""

    name: str
    line: str
    calls: int
    count: int
    seconds: float
    traces: list[Trace]
    hints: list[Hint]
    slowest: list[Instruction]


@dataclasses.dataclass
class Label:
    """A name for events of one sort: `kind` is "run", "instruction", "compile", "data", "trace" or "mark".

    `told` is said with marks, `node` is what an instruction was made of.
    """

    kind: str
    name: str
    text: str
    stack: int
    program: str
    told: dict[str, str] = dataclasses.field(default_factory=dict)
    node: str = ""


@dataclasses.dataclass
class Timeline:
    """Events as columns, by lane and beginning: times are in nanoseconds from the beginning of the recording.

    `lanes` are the names of threads, the one that ran the program first; `bytes` is what results of an instruction's program
    held after it, and of a run the most. `tensors` are (time, bytes): what all tensors took then, at ends of runs.
    """

    lanes: list[str]
    labels: list[Label]
    lane: list[int]
    label: list[int]
    begin: list[int]
    took: list[int]
    depth: list[int]
    bytes: list[int]
    dropped: int
    tensors: list[tuple[int, int]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Line:
    """A line of Python, and the seconds that it took by what was seen of it: what it called in the package is in them."""

    place: str
    function: str
    seconds: float


@dataclasses.dataclass
class Report:
    """All of it.

    `stacks` are lists of (file, line, function), the innermost first; `sources` has the text of lines by file and number.
    """

    title: str
    file: str
    made: str
    graphwright: str
    python: str
    seconds: float | None
    shares: list[Share]
    hints: list[Hint]
    functions: list[Function]
    timeline: Timeline | None
    lines: list[Line]
    stacks: list[list[tuple[str, int, str]]]
    sources: dict[str, dict[int, str]]
    version: int = VERSION

    def to_json(self) -> str:
        """Returns it as JSON."""
        return json.dumps(self, default=_members_of, ensure_ascii=False, separators=(",", ":"))


def _members_of(part: Any) -> dict[str, Any]:
    if dataclasses.is_dataclass(part):
        return vars(part)
    raise TypeError(f"a {type(part).__name__} is no part of a report")
