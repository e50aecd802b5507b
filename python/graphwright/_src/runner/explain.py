"""`python -m graphwright explain FILE.py [args]`: runs a script and tells what its functions did."""

from __future__ import annotations

import argparse
import html
import os
import sys

from graphwright import _core
from graphwright._src.runner.arguments import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TextIO

_MOST_ROWS = 10
_MOST_FUNCTIONS = 200
_MOST_TRACES = 100
# What took less than this part of the time is not listed.
_LEAST_SHARE = 0.005


class Watch:
    """Notes the functions that are traced while it is open, and has their runs measured.

    The functions and their traces are kept until the report is made, so that those which the program drops are in it, too.
    """

    def __init__(self) -> None:
        self.functions: list[Any] = []
        self.traces: dict[int, list[Any]] = {}
        self._known: set[int] = set()
        self._profile: Any = None

    def __enter__(self) -> Watch:
        from graphwright._src.explain.profiling import profile_functions
        from graphwright._src.function import retracing

        retracing.listener = self._traced
        self._profile = profile_functions()
        self._profile.__enter__()
        return self

    def __exit__(self, *exc_info: object) -> None:
        from graphwright._src.function import retracing

        retracing.listener = None
        self._profile.__exit__(None, None, None)

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
        "--html", metavar="OUT.html", help="writes the report there as well, with pictures of the graphs"
    )
    parser.add_argument("file", metavar="FILE", help="a Python script, or a notebook with the suffix .ipynb")
    parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments for FILE, its sys.argv[1:]")
    options = parser.parse_args(argv)
    if not os.path.isfile(options.file):
        parser.error(f"no such file: {options.file}")
    # The script may change the folder.
    target = os.path.abspath(options.html) if options.html else None

    import graphwright.as_tensorflow  # noqa: F401
    from graphwright._src.runner import launch

    run = launch.run_notebook if options.file.lower().endswith(".ipynb") else launch.run_script
    status: Any = 0
    with Watch() as watch:
        try:
            status = run(options.file, options.args)
        except SystemExit as end:
            status = _status_of(end)
    sys.stdout.flush()
    reports = [FunctionSummary(function, watch.traces[id(function)]) for function in watch.functions]
    if target is not None:
        with open(target, "w", encoding="utf-8") as file:
            file.write(html_page(reports, options.file))
    write_text(reports, options.file, sys.stdout)
    if target is not None:
        print(f"written: {target}")
    return status


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
        from graphwright._src.explain.profiling import profiles_of
        from graphwright._src.explain.retracing import Retracing

        self.function = function
        self.retracing = Retracing(function)
        kept = function._list_all_concrete_functions()
        # The first trace of a function that creates variables is never run.
        self.traces = [c for c in traces if c in kept or _core.compile_nanoseconds(c.function_ref)]
        self.place = _place_of(function)
        self.captures = [
            capture
            for capture in {c.name: c for concrete in self.traces for c in captures_of(concrete)}.values()
            if capture.kind != "constant"
        ]
        self.rows = _instructions(
            profile
            for concrete in self.traces
            if not concrete.captured_values.borrowed
            for profile in profiles_of(concrete)
        )
        self.seconds = sum(row.seconds for row in self.rows)
        self.hints = hints_of(self.retracing, self.traces)

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


def _place_of(function: Any) -> str:
    code = getattr(function.python_function, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code is not None else ""


def write_text(reports: list[FunctionSummary], file: str, out: TextIO) -> None:
    """Prints the report."""
    rule = "=" * 80
    count = len(reports)
    print(f"\n{rule}\n{file}: {count} tf.function{'s' * (count != 1)} traced", file=out)
    for report in reports:
        print("\n" + "\n".join(report.lines()), file=out)
    print(rule, file=out)


def html_page(reports: list[FunctionSummary], file: str) -> str:
    """Returns the report as a page of its own, with the pictures and tables of all traces."""
    parts = []
    for report in reports:
        title = f"{report.function.name} ({report.place})"
        parts.append(f"<h2>{html.escape(title)}</h2><pre>{html.escape(chr(10).join(report.lines()))}</pre>")
        for concrete in report.traces:
            parts.append(concrete.inspect()._repr_html_())
    name = html.escape(file)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{name}</title><style>'
        "body{font-family:sans-serif;background:#ffffff;color:#111827;margin:2em}pre{background:#f3f4f6;padding:0.6em;overflow:auto}"
        "td,th{padding:0 0.6em;text-align:left;font-size:small}summary{cursor:pointer}</style></head>"
        f"<body><h1>{name}</h1>{''.join(parts)}</body></html>\n"
    )
