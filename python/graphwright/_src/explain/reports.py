"""Reports: what `f.inspect()` gives - all there is to know of a function and its traces, as data, text and HTML."""

from __future__ import annotations

import html

from graphwright import _core
from graphwright._src.base.hooks import late
from graphwright._src.explain import listing, picture, scene
from graphwright._src.explain.captures import Capture, captures_of, names_by_placeholder
from graphwright._src.explain.profiling import Profile, profiles_of
from graphwright._src.explain.retracing import Retracing

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any

    from graphwright._src.explain.profiling import Row
    from graphwright._src.function.concrete import ConcreteFunction
    from graphwright._src.function.polymorphic import Function
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.tensor_shape import TensorShape

_save_trace, _save_function = late("explain.page.write", "save_trace"), late("explain.page.write", "save_function")

_MOST_ROWS = 60
_MOST_SLOTS = 40
_MOST_CAPTURES = 40


def bytes_text(count: float | None) -> str:
    """Returns a number of bytes in a unit that suits it."""
    if count is None:
        return "?"
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}"
        count /= 1024
    raise AssertionError


def time_text(seconds: float) -> str:
    """Returns a time in a unit that suits it."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


class Slot:
    """A slot of a program: a place for values that are never alive at the same time.

    Attributes:
      number: of the slot.
      kind: "input", "constant" or "result".
      values: a list of (dtype, shape, first instruction, last instruction); the first one of what is there before the program
        begins is -1.
      bytes: of the largest value, or None where a size is not known before the run.
      kept: whether its memory stays with the function from run to run, as that of small results does.
      output: whether the run hands it out.
    """

    __slots__ = ("number", "kind", "values", "bytes", "kept", "output")

    def __init__(self, number: int, kind: str) -> None:
        self.number = number
        self.kind = kind
        self.values: list[tuple[Any, Any, int, int]] = []
        self.bytes: int | None = 0
        self.kept = False
        self.output = False

    def __repr__(self) -> str:
        return f"<Slot {self.number}: {self.kind}, {bytes_text(self.bytes)}>"


class MemoryPlan:
    """The plan of a program's memory, as far as shapes are known before it runs.

    Attributes:
      slots: a list of `Slot`.
      complete: whether all sizes are known.
      input_bytes, constant_bytes: of arguments and captured values, and of constants.
      result_bytes: of all results together, as if none shared a slot.
      peak_bytes: the most that results hold at a time, which is during instruction `peak_at`.
      kept_bytes: what stays with the function between runs.
    """

    def __init__(self, function_ref: _core.GraphFunction) -> None:
        plan = _core.memory_plan_of(function_ref)
        self.num_instructions: int = plan["num_instructions"]
        self.complete: bool = plan["complete"]
        self.input_bytes: int = plan["input_bytes"]
        self.constant_bytes: int = plan["constant_bytes"]
        self.result_bytes: int = plan["result_bytes"]
        self.peak_bytes: int = plan["peak_bytes"]
        self.peak_at: int = plan["peak_at"]
        self.kept_bytes: int = plan["kept_bytes"]
        by_number: dict[int, Slot] = {}
        for number, kind, dtype, shape, first, last, output, kept in plan["items"]:
            slot = by_number.setdefault(number, Slot(number, kind))
            count = None if shape is None else shape.num_elements()
            plain = dtype.name not in ("string", "resource", "variant")
            size = (None if count is None else count * dtype.size) if plain else 0
            slot.values.append((dtype, shape, first, last))
            slot.bytes = None if size is None or slot.bytes is None else max(slot.bytes, size)
            slot.kept |= kept
            slot.output |= output
        self.slots = [by_number[number] for number in sorted(by_number)]

    def summary(self) -> str:
        """Returns the totals in one line."""
        at_least = "" if self.complete else "at least "
        where = f" (instruction {self.peak_at})" if self.peak_at >= 0 else ""
        parts = [
            _counted(len(self.slots), "slot"),
            f"inputs {bytes_text(self.input_bytes)}, constants {bytes_text(self.constant_bytes)}",
            f"results {at_least}{bytes_text(self.peak_bytes)} at the peak{where}, where all together take "
            f"{at_least}{bytes_text(self.result_bytes)}",
            f"{bytes_text(self.kept_bytes)} kept between runs",
        ]
        if not self.complete:
            parts.append("some sizes are known only when it runs")
        return "; ".join(parts)

    def lines(self) -> list[str]:
        """Returns a line for each slot."""
        found = []
        for slot in self.slots[:_MOST_SLOTS]:
            kinds = list(dict.fromkeys(type_text(dtype, shape) for dtype, shape, _, _ in slot.values))
            spans = ", ".join(
                f"{'start' if first < 0 else first}–{'end' if slot.output else 'start' if last < 0 else last}"
                for _, _, first, last in slot.values[:6]
            )
            if len(slot.values) > 6:
                spans += f", … {len(slot.values) - 6} more"
            notes = [word for word, holds in (("output", slot.output), ("kept", slot.kept)) if holds]
            tail = f" ({', '.join(notes)})" if notes else ""
            found.append(
                f"r{slot.number}: {slot.kind} {', '.join(kinds[:3])}{', …' if len(kinds) > 3 else ''}, "
                f"{bytes_text(slot.bytes)}, alive {spans}{tail}"
            )
        if len(self.slots) > _MOST_SLOTS:
            found.append(f"… {len(self.slots) - _MOST_SLOTS} more")
        return found


def type_text(dtype: DType, shape: TensorShape | None) -> str:
    """Returns a dtype and a shape, which may be None, as "float32 [2, ?]"."""
    return f"{dtype.name} of any rank" if shape is None else scene.type_text(dtype, shape)


class TraceReport:
    """The result of `concrete.inspect()`: one trace of a function. It prints as text and shows itself in notebooks.

    Attributes:
      concrete: the trace.
      name: of it.
      signature: parameters with their types, and that of the result, as text.
      captures: what it takes from outside, a list of `Capture`.
      variables: the variables among these.
      ops_before, ops_after: how often each op occurs in the graph as it was traced, and after the passes.
      memory: the `MemoryPlan`.
      profile: the instructions with what was measured of them, a `Profile`; all zero where nothing was measured.
      profiles: the same, and those of the forms of the function that calls with gradients have made.
      compile_seconds: what passes and lowering took.
    """

    def __init__(self, concrete: ConcreteFunction) -> None:
        self.concrete = concrete
        function_ref = concrete.function_ref
        self.name = concrete.name.decode()
        self.signature = _signature(concrete)
        self.captures: list[Capture] = captures_of(concrete)
        self.variables = concrete.variables
        self._before = concrete.core_graph
        self._after = _core.optimized_graph(function_ref)
        self.ops_before = listing.op_counts(self._before)
        self.ops_after = listing.op_counts(self._after)
        self.memory = MemoryPlan(function_ref)
        self.profiles: list[Profile] = profiles_of(concrete)
        self.profile = self.profiles[0]
        self.compile_seconds = _core.compile_nanoseconds(function_ref) * 1e-9

    def graph_text(self, after_passes: bool = True, most: int = 200) -> str:
        """Returns a line for each operation of the graph, after the passes or as it was traced."""
        return "\n".join(listing.lines_of(self._after if after_passes else self._before, most))

    def svg(self, after_passes: bool = False) -> str:
        """Returns the picture of the graph, as it was traced or after the passes, as an SVG text."""
        return picture.svg_of_scene(self.scene(after_passes))

    def graph(self, after_passes: bool) -> Any:
        """Returns the core's graph, as it was traced or after the passes."""
        return self._after if after_passes else self._before

    def scene(self, after_passes: bool) -> scene.Scene:
        """Returns what a picture of the graph shows."""
        if not after_passes:
            return scene.scene_of(self._before, names_by_placeholder(self.concrete))
        # The copy has other placeholders, in the same places.
        names = names_by_placeholder(self.concrete)
        pairs = zip(self._before.inputs, self._after.inputs, strict=False)
        return scene.scene_of(self._after, {b._id: names[a._id] for a, b in pairs if a._id in names})

    # ---- text ----

    def text(self) -> str:
        """Returns all of it as text."""
        parts = [f"{self.name}{self.signature}", ""]
        parts += self._capture_lines()
        before, after = sum(self.ops_before.values()), sum(self.ops_after.values())
        parts.append(f"Graph: {before} operations as traced: {listing.count_text(self.ops_before)}")
        parts.append(f"  {after} after the passes: {listing.count_text(self.ops_after)}")
        parts += [f"    {line}" for line in listing.lines_of(self._after, _MOST_ROWS)]
        parts.append(f"Memory: {self.memory.summary()}")
        parts += [f"  {line}" for line in self.memory.lines()]
        for profile in self.profiles:
            parts += _profile_lines(profile)
        return "\n".join(parts)

    def _capture_lines(self) -> list[str]:
        constants = [capture for capture in self.captures if capture.kind == "constant"]
        others = [capture for capture in self.captures if capture.kind != "constant"]
        parts = ["Captures:" if others else "Captures: none"]
        for capture in others[:_MOST_CAPTURES]:
            size = "" if capture.bytes is None else f", {bytes_text(capture.bytes)}"
            trainable = "" if capture.trainable is None else ", trainable" if capture.trainable else ", not trainable"
            parts.append(
                f"  {capture.kind} {capture.name!r} by {capture.by}: {type_text(capture.dtype, capture.shape)}{size}{trainable}"
            )
        if len(others) > _MOST_CAPTURES:
            parts.append(f"  … {len(others) - _MOST_CAPTURES} more")
        if constants:
            size = sum(capture.bytes or 0 for capture in constants)
            parts.append(f"  and {_counted(len(constants), 'small constant')} by value, {bytes_text(size)}")
        return parts

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    # ---- HTML ----

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all of it into one HTML file without outside parts, as `FunctionReport.save` does.

        Args:
          path: of the file.

        Raises:
          OSError: it cannot be written.
        """
        _save_trace(path, self)

    def _repr_html_(self) -> str:
        rows = [f"<h4>{html.escape(self.name)}{html.escape(self.signature)}</h4>", self._captures_html()]
        before, after = sum(self.ops_before.values()), sum(self.ops_after.values())
        traced, optimized = listing.count_text(self.ops_before), listing.count_text(self.ops_after)
        rows += [
            f"<p>{before} operations as traced: {html.escape(traced)}<br>{after} after the passes: {html.escape(optimized)}</p>",
            picture.html_of_scene(self.scene(False)),
            _details("Graph after the passes", picture.html_of_scene(self.scene(True))),
            _details("Operations after the passes", _pre(self.graph_text())),
            _details("Memory", f"<p>{html.escape(self.memory.summary())}</p>" + _pre("\n".join(self.memory.lines()))),
        ]
        for profile in self.profiles:
            title = "Instructions" + (f" ({profile.what})" if profile.what else "")
            rows.append(_details(title, _profile_html(profile), opened=profile.runs > 0))
        return f'<div class="graphwright-trace">{"".join(rows)}</div>'

    def _captures_html(self) -> str:
        shown = [capture for capture in self.captures if capture.kind != "constant"]
        if not shown:
            return ""
        head = ("captured", "by", "type", "bytes")
        rows = [
            (
                f"{capture.kind} {capture.name}",
                capture.by,
                type_text(capture.dtype, capture.shape),
                bytes_text(capture.bytes),
            )
            for capture in shown[:_MOST_CAPTURES]
        ]
        return _table(head, rows)


def _signature(concrete: ConcreteFunction) -> str:
    parameters = concrete.function_type.parameters.values()
    inside = ", ".join(f"{parameter.name}: {parameter.type_constraint!r}" for parameter in parameters)
    return f"({inside}) -> {concrete.function_type.output!r}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _profile_lines(profile: Profile) -> list[str]:
    title = f"Instructions{f' ({profile.what})' if profile.what else ''}: {len(profile.rows)}"
    if profile.runs:
        title += (
            f"; {_counted(profile.runs, 'run')} measured, {time_text(profile.seconds / profile.runs)} each, results held "
            f"{bytes_text(profile.peak_bytes)} at the peak"
        )
    else:
        title += "; no run was measured (see graphwright.profile_functions)"
    parts = [title]
    for row in profile.rows[:_MOST_ROWS]:
        parts.append(f"  {row_text(row, profile)}")
    if len(profile.rows) > _MOST_ROWS:
        parts.append(f"  … {len(profile.rows) - _MOST_ROWS} more")
    return parts


def row_text(row: Row, profile: Profile) -> str:
    """Returns one instruction in a line: its share of the time, what it does, and where it comes from."""
    measured = ""
    if profile.runs:
        share = row.seconds / profile.seconds if profile.seconds else 0.0
        each = time_text(row.seconds / row.runs) if row.runs else ""
        measured = f"{share:6.1%} {f'{row.runs} ×':>9} {each:>9}  "
    what = row.text
    if row.shape is not None and row.dtype is not None:
        what += f"  {type_text(row.dtype, row.shape)}"
    where = f"  [{row.node}]" if row.node else ""
    return f"{measured}{row.number:3}: {what}{where}{f'  {row.line}' if row.line else ''}"


def _profile_html(profile: Profile) -> str:
    head = ("", "instruction", "node", "line", "result", "runs", "time", "of all", "bytes")
    rows = []
    for row in profile.rows[: 4 * _MOST_ROWS]:
        share = row.seconds / profile.seconds if profile.seconds else 0.0
        rows.append(
            (
                str(row.number),
                row.text,
                row.node,
                row.line,
                "" if row.shape is None or row.dtype is None else type_text(row.dtype, row.shape),
                str(row.runs) if profile.runs else "",
                time_text(row.seconds) if row.runs else "",
                f"{share:.1%}" if row.runs else "",
                bytes_text(row.bytes) if row.runs else "",
            )
        )
    if len(profile.rows) > 4 * _MOST_ROWS:
        rows.append(("…", f"{len(profile.rows) - 4 * _MOST_ROWS} more", *[""] * 7))
    text = "No run was measured: use graphwright.profile_functions()."
    if profile.runs:
        text = (
            f"{_counted(profile.runs, 'run')}, {time_text(profile.seconds / profile.runs)} each; results held "
            f"{bytes_text(profile.peak_bytes)} at the peak."
        )
    return f"<p>{html.escape(text)}</p>" + _table(head, rows)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    cells = "".join(f"<th>{html.escape(title)}</th>" for title in head)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{html.escape(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f'<div style="overflow:auto"><table><tr>{cells}</tr>{body}</table></div>'


def _details(title: str, inside: str, opened: bool = False) -> str:
    return f"<details{' open' if opened else ''}><summary>{html.escape(title)}</summary>{inside}</details>"


def _pre(text: str) -> str:
    return f'<pre style="overflow:auto">{html.escape(text)}</pre>'


class FunctionReport:
    """The result of `f.inspect()`: a function and all of its traces. It prints as text and shows itself in notebooks.

    Attributes:
      name: of the function.
      retracing: what `f.explain_retracing()` gives.
      traces: a list of `TraceReport`, one for each trace that is kept.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        self.name = function.name
        self.retracing = Retracing(function)
        self.traces = [TraceReport(concrete) for concrete in function._list_all_concrete_functions()]

    def text(self) -> str:
        """Returns all of it as text."""
        return "\n\n".join([str(self.retracing), *(trace.text() for trace in self.traces)])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all of it into one HTML file without outside parts, to be opened in a browser.

        It shows the traces and why each was made, the graphs before and after the passes, the plan of memory, the instructions
        with what `graphwright.profile_functions()` measured of them, and their code.

        Args:
          path: of the file.

        Raises:
          OSError: it cannot be written.

        >>> import os, tempfile
        >>> import graphwright as tf
        >>> f = tf.function(lambda x: x * 2.0)
        >>> path = os.path.join(tempfile.mkdtemp(), "f.html")
        >>> f(tf.constant(1.0))
        <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
        >>> f.inspect().save(path)
        >>> os.path.exists(path)
        True
        """
        _save_function(path, self._function, [trace.concrete for trace in self.traces])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        parts = [_pre(str(self.retracing))]
        parts += [trace._repr_html_() for trace in self.traces]
        return f'<div class="graphwright-function">{"".join(parts)}</div>'
