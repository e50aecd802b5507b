"""`python -m graphwright explain FILE.py [args]`: runs a script and tells what its functions did."""

from __future__ import annotations

import os
import sys

from graphwright import _core
from graphwright._src.runner.arguments import Parser, add_file, check_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TextIO

    from graphwright._src.explain.page.model import Report
    from graphwright._src.explain.recording import Recording

_MOST_ROWS = 10
_MOST_FUNCTIONS = 200
_MOST_TRACES = 100
# What took less than this part of the time is not listed.
_LEAST_SHARE = 0.005


class Watch:
    """Notes the functions that are traced while it is open, and records what runs.

    The functions and their traces are kept until the report is made, so that those which the program drops are in it, too.

    Args:
      sampled: whether it is looked at which lines of Python run.
    """

    def __init__(self, sampled: bool = False) -> None:
        from graphwright._src.explain.recording import Recording

        self.functions: list[Any] = []
        self.traces: dict[int, list[Any]] = {}
        self._known: set[int] = set()
        self.recording = Recording(self._traced, sampled=sampled)

    def __enter__(self) -> Watch:
        self.recording.__enter__()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.recording.__exit__(*exc_info)

    def _traced(self, function: Any, record: Any) -> None:
        if id(function) not in self._known and len(self.functions) < _MOST_FUNCTIONS:
            self._known.add(id(function))
            self.functions.append(function)
        traces = self.traces.setdefault(id(function), [])
        concrete = record.concrete()
        if concrete is not None and id(function) in self._known and len(traces) < _MOST_TRACES:
            traces.append(concrete)


def main(argv: list[str]) -> int:
    """Runs the script that `argv` names, and prints the report. Returns the script's exit status."""
    parser = Parser(
        "explain",
        description="Runs a script, or a notebook's cells, with `import tensorflow` served by graphwright; afterwards tells of "
        "each tf.function how often it was called and traced, and why, where its time went, what it captures, and what could be "
        "better.",
    )
    parser.add_argument(
        "--html",
        metavar="OUT.html",
        help="writes a page for a browser there, one file: functions and traces, a timeline of calls, instructions and threads, "
        "graphs before and after the passes, memory, code, and hints",
    )
    parser.add_argument(
        "--trace", metavar="OUT.json", help="writes the timeline there, for chrome://tracing or Perfetto"
    )
    parser.add_argument(
        "--logdir", metavar="DIR", help="writes the timeline below this folder, for TensorBoard's profile plugin"
    )
    add_file(parser)
    options = parser.parse_args(argv)
    check_file(parser, options.file)
    # The script may change the folder.
    targets = {name: os.path.abspath(path) for name in _WRITERS if (path := getattr(options, name))}
    for name, path in targets.items():  # told now, not when the program has run
        if name != "logdir" and not os.path.isdir(os.path.dirname(path)):
            parser.error(f"no such folder: {os.path.dirname(path)}")

    import graphwright.as_tensorflow  # noqa: F401
    from graphwright._src.runner import launch

    status: Any = 0
    with Watch(sampled="html" in targets) as watch:
        try:
            status = launch.run_file(options.file, options.args)
        except SystemExit as end:
            status = _status_of(end)
    sys.stdout.flush()
    summaries = [FunctionSummary(function, watch.traces[id(function)]) for function in watch.functions]
    write_text(summaries, options.file, sys.stdout)
    if targets:
        from graphwright._src.explain.page import collect

        report = collect.report_of(
            os.path.basename(options.file),
            [(summary.function, summary.traces) for summary in summaries],
            watch.recording,
            options.file,
        )
        for name, path in targets.items():
            _WRITERS[name](path, report, watch.recording)
            print(f"written: {path}")
    return status


def _write_page(path: str, report: Report, recording: Recording) -> None:
    from graphwright._src.explain.page import write

    write.save(path, report)


def _write_trace(path: str, report: Report, recording: Recording) -> None:
    import json

    from graphwright._src.explain.page.trace_events import chrome_trace

    assert report.timeline is not None
    with open(path, "w", encoding="utf-8") as file:
        json.dump(chrome_trace(report.timeline, report.stacks), file)


def _write_profile(path: str, report: Report, recording: Recording) -> None:
    from graphwright._src.explain.page.trace_events import write_profile

    assert report.timeline is not None
    write_profile(path, report.timeline, report.stacks, recording.wall_began)


# By the option that has a path, what writes there.
_WRITERS = {"html": _write_page, "trace": _write_trace, "logdir": _write_profile}


def _status_of(end: SystemExit) -> int:
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)
    return 1


class FunctionSummary:
    """The part of the report about one function.

    Args:
      function: what `tf.function` made.
      traces: all of its traces, also those that it does not keep any more.
    """

    def __init__(self, function: Any, traces: list[Any]) -> None:
        from graphwright._src.explain.captures import captures_of
        from graphwright._src.explain.hints import hints_of
        from graphwright._src.explain.profiling import profiles_of_all
        from graphwright._src.explain.retracing import Retracing, place_of

        self.function = function
        self.retracing = Retracing(function)
        kept = function._list_all_concrete_functions()
        # The first trace of a function that creates variables is never run.
        self.traces = [c for c in traces if c in kept or _core.compile_nanoseconds(c.function_ref)]
        self.place = place_of(function)
        self.captures = [
            capture
            for capture in {c.name: c for concrete in self.traces for c in captures_of(concrete)}.values()
            if capture.kind != "constant"
        ]
        profiles = profiles_of_all(self.traces)
        self.rows = _instructions(profiles)
        self.seconds = sum(row.seconds for row in self.rows)
        self.hints = hints_of(self.retracing, self.traces, profiles)

    def lines(self) -> list[str]:
        """Returns the summary as text."""
        from graphwright._src.explain import reports

        lines = [f"{self.retracing.splitlines()[0]}{f'  ({self.place})' if self.place else ''}"]
        lines += self.retracing.splitlines()[1:]
        if self.captures:
            shown = []
            for capture in self.captures[:_MOST_ROWS]:
                size = f", {reports.bytes_text(capture.bytes)}" if capture.bytes else ""
                shown.append(
                    f"{capture.name} ({capture.kind}, {reports.type_text(capture.dtype, capture.shape)}{size})"
                )
            more = len(self.captures) - len(shown)
            lines.append(f"  captures: {', '.join(shown)}{f', … {more} more' if more else ''}")
        if self.rows:
            lines.append(f"  time: {reports.time_text(self.seconds)} in instructions, most of it in")
            slow = [row for row in self.rows[:_MOST_ROWS] if row.seconds >= _LEAST_SHARE * self.seconds]
            lines += [f"    {row.text(self.seconds)}" for row in slow]
        lines += [f"  hint: {hint}" for hint in self.hints]
        return lines


class Instruction:
    """An instruction of a function's programs; those of several traces that are made of the same line and op count as one.

    Attributes:
      seconds, runs, bytes: all together.
      programs: how many programs have it.
    """

    def __init__(self, row: Any, what: str) -> None:
        self._row = row
        self._what = what
        self.seconds = 0.0
        self.runs = 0
        self.bytes = 0
        self.programs = 0

    def add(self, row: Any) -> None:
        """Counts one more row."""
        self.seconds += row.seconds
        self.runs += row.runs
        self.bytes += row.bytes
        self.programs += 1

    def text(self, total: float) -> str:
        """Returns the instruction in a line, with its share of `total` seconds."""
        from graphwright._src.explain import reports

        row = self._row
        share = self.seconds / total if total else 0.0
        parts = [_words(row)]
        if row.shape is not None and row.dtype is not None and self.programs == 1:
            parts.append(reports.type_text(row.dtype, row.shape))
        parts += [f"({self._what})"] if self._what else []
        parts += [f"(in {self.programs} programs)"] if self.programs > 1 else []
        parts += [row.line] if row.line else []
        return f"{share:6.1%} {reports.time_text(self.seconds):>8} {f'{self.runs} ×':>9}  {'  '.join(parts)}"


def _words(row: Any) -> str:
    """Returns what an instruction does, without slots: the op's results go by the name of its node."""
    call = row.text.partition(" = ")[2] or row.text
    op = call.partition("(")[0]
    if not row.node or not call.endswith(")"):
        return row.text
    return op if op == row.node else f"{op} {row.node}"


def _instructions(profiles: Iterable[Any]) -> list[Instruction]:
    """Returns the instructions that ran, the slowest ones first."""
    found: dict[tuple, Instruction] = {}
    for profile in profiles:
        for row in profile.rows:
            if row.runs:
                key = (row.line, _words(row), profile.what)
                found.setdefault(key, Instruction(row, profile.what)).add(row)
    return sorted(found.values(), key=lambda instruction: -instruction.seconds)


def write_text(reports: list[FunctionSummary], file: str, out: TextIO) -> None:
    """Prints the report."""
    rule = "=" * 80
    count = len(reports)
    print(f"\n{rule}\n{file}: {count} tf.function{'s' * (count != 1)} traced", file=out)
    for report in reports:
        print("\n" + "\n".join(report.lines()), file=out)
    print(rule, file=out)
