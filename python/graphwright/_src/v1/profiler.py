"""tf.compat.v1.profiler: what the nodes of a graph amount to, by name or by type: float operations and parameters.

What takes how long and how much memory is not told: sessions do not note it.
"""

from __future__ import annotations

import copy
import math
import os
import re
import sys

from graphwright._src.base.export import export
from graphwright._src.graph.flops import flops_of
from graphwright._src.graph.graph import get_default_graph
from graphwright._src.messages.classes import (
    AdviceProto,
    GraphNodeProto,
    MultiGraphNodeProto,
    OpLogEntry,
    OpLogProto,
    TensorShapeProto,
)
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import RunMetadata

_ROOT = "_TFProfRoot"
_TRAINABLE = "_trainable_variables"
_SCOPE = "_kTFScopeParent"
_MEASURED = {
    *("micros", "accelerator_micros", "cpu_micros", "bytes", "peak_bytes", "residual_bytes", "output_bytes"),
}
_THRESHOLDS = (
    "min_bytes min_peak_bytes min_residual_bytes min_output_bytes min_micros min_accelerator_micros min_cpu_micros "
    "min_params min_float_ops min_occurrence"
).split()
_LISTS = "account_type_regexes start_name_regexes trim_name_regexes show_name_regexes hide_name_regexes".split()
_VIEWS = {
    "scope": "The nodes in the model graph are organized by their names, which is hierarchical like filesystem.",
    "op": "The nodes are operation kernel type, such as MatMul, Conv2D. Graph nodes belonging to the same type are "
    "aggregated together.",
}
_COLUMNS = {
    "params": ("# parameters", "param: Number of parameters (in the Variable)."),
    "float_ops": (
        "# float_ops",
        "flops: Number of float operations. Note: Please read the implementation for the math behind it.",
    ),
    "device": ("assigned devices", "device: which device is placed on."),
    "op_types": (
        "op types",
        "op_types: The attributes of the operation, includes the Kernel name device placed on and user-defined strings.",
    ),
    "occurrence": ("op count (run|defined)", "occurrence: The number of times it occurs"),
    "input_shapes": ("input shapes", "input shape: The shape of input tensors"),
}
_ORDER = ("params", "float_ops", "device", "op_types", "occurrence", "input_shapes")
_OPTIONS = {
    "max_depth": 100,
    "min_bytes": 0,
    "min_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "min_occurrence": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": False,
    "select": ["micros"],
    "step": -1,
    "output": "stdout",
}


@export("compat.v1.profiler.ProfileOptionBuilder")
class ProfileOptionBuilder:
    """Builds the options of `tf.compat.v1.profiler.profile` (tf.compat.v1.profiler.ProfileOptionBuilder).

    >>> import graphwright as tf
    >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder
    >>> builder(builder.float_operation()).with_empty_output().build()["output"]
    'none'
    """

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self._options = copy.deepcopy(_OPTIONS if options is None else options)

    @staticmethod
    def trainable_variables_parameter() -> dict[str, Any]:
        """Returns the options that tell the parameters of trainable variables."""
        return {
            **copy.deepcopy(_OPTIONS),
            "max_depth": 10000,
            "account_type_regexes": [_TRAINABLE],
            "account_displayed_op_only": True,
            "select": ["params"],
        }

    @staticmethod
    def float_operation() -> dict[str, Any]:
        """Returns the options that tell the float operations of nodes."""
        return {
            **copy.deepcopy(_OPTIONS),
            "max_depth": 10000,
            "min_float_ops": 1,
            "order_by": "float_ops",
            "account_displayed_op_only": True,
            "select": ["float_ops"],
        }

    @staticmethod
    def time_and_memory(
        min_micros: int = 1,
        min_bytes: int = 1,
        min_accelerator_micros: int = 0,
        min_cpu_micros: int = 0,
        min_peak_bytes: int = 0,
        min_residual_bytes: int = 0,
        min_output_bytes: int = 0,
    ) -> dict[str, Any]:
        """Returns the options that tell times and memory, of which `profile` knows nothing here."""
        return {
            **copy.deepcopy(_OPTIONS),
            "max_depth": 10000,
            "min_bytes": min_bytes,
            "min_peak_bytes": min_peak_bytes,
            "min_residual_bytes": min_residual_bytes,
            "min_output_bytes": min_output_bytes,
            "min_micros": min_micros,
            "min_accelerator_micros": min_accelerator_micros,
            "min_cpu_micros": min_cpu_micros,
            "order_by": "micros",
            "account_displayed_op_only": True,
            "select": ["micros", "bytes"],
        }

    def build(self) -> dict[str, Any]:
        """Returns the options."""
        return copy.deepcopy(self._options)

    def _with(self, **options: Any) -> ProfileOptionBuilder:
        self._options.update(options)
        return self

    def with_max_depth(self, max_depth: int) -> ProfileOptionBuilder:
        """Sets how many levels of the tree are shown."""
        return self._with(max_depth=max_depth)

    def with_min_memory(
        self,
        min_bytes: int = 0,
        min_peak_bytes: int = 0,
        min_residual_bytes: int = 0,
        min_output_bytes: int = 0,
    ) -> ProfileOptionBuilder:
        """Sets how many bytes a node that is shown takes at least."""
        return self._with(
            min_bytes=min_bytes,
            min_peak_bytes=min_peak_bytes,
            min_residual_bytes=min_residual_bytes,
            min_output_bytes=min_output_bytes,
        )

    def with_min_execution_time(
        self, min_micros: int = 0, min_accelerator_micros: int = 0, min_cpu_micros: int = 0
    ) -> ProfileOptionBuilder:
        """Sets how many microseconds a node that is shown takes at least."""
        return self._with(
            min_micros=min_micros, min_accelerator_micros=min_accelerator_micros, min_cpu_micros=min_cpu_micros
        )

    def with_min_parameters(self, min_params: int) -> ProfileOptionBuilder:
        """Sets how many parameters a node that is shown has at least."""
        return self._with(min_params=min_params)

    def with_min_occurrence(self, min_occurrence: int) -> ProfileOptionBuilder:
        """Sets how often a type that is shown occurs at least."""
        return self._with(min_occurrence=min_occurrence)

    def with_min_float_operations(self, min_float_ops: int) -> ProfileOptionBuilder:
        """Sets how many float operations a node that is shown has at least."""
        return self._with(min_float_ops=min_float_ops)

    def with_accounted_types(self, account_type_regexes: Sequence[str]) -> ProfileOptionBuilder:
        """Sets which nodes count: by patterns of their op, their device and `_trainable_variables`."""
        return self._with(account_type_regexes=copy.copy(account_type_regexes))

    def with_node_names(
        self,
        start_name_regexes: Sequence[str] | None = None,
        show_name_regexes: Sequence[str] | None = None,
        hide_name_regexes: Sequence[str] | None = None,
        trim_name_regexes: Sequence[str] | None = None,
    ) -> ProfileOptionBuilder:
        """Sets, by patterns of names, where the tree begins, what is shown and hidden, and where it ends."""
        given = {
            "start_name_regexes": start_name_regexes,
            "show_name_regexes": show_name_regexes,
            "hide_name_regexes": hide_name_regexes,
            "trim_name_regexes": trim_name_regexes,
        }
        return self._with(**{name: copy.copy(patterns) for name, patterns in given.items() if patterns is not None})

    def account_displayed_op_only(self, is_true: bool) -> ProfileOptionBuilder:
        """Sets whether totals are those of what is shown, rather than of all below."""
        return self._with(account_displayed_op_only=is_true)

    def order_by(self, attribute: str) -> ProfileOptionBuilder:
        """Sets by what nodes are sorted: "name", or one of what can be selected."""
        return self._with(order_by=attribute)

    def select(self, attributes: Sequence[str]) -> ProfileOptionBuilder:
        """Sets which columns the report has."""
        return self._with(select=copy.copy(attributes))

    def with_step(self, step: int) -> ProfileOptionBuilder:
        """Sets of which step times are told; -1 for all."""
        return self._with(step=step)

    def with_empty_output(self) -> ProfileOptionBuilder:
        """Has no report written."""
        return self._with(output="none")

    def with_stdout_output(self) -> ProfileOptionBuilder:
        """Has the report printed."""
        return self._with(output="stdout")

    def with_file_output(self, outfile: str) -> ProfileOptionBuilder:
        """Has the report written to a file."""
        return self._with(output=f"file:outfile={outfile}")

    def with_timeline_output(self, timeline_file: str) -> ProfileOptionBuilder:
        """Has a time line written to a file."""
        return self._with(output=f"timeline:outfile={timeline_file}")

    def with_pprof_output(self, pprof_file: str) -> ProfileOptionBuilder:
        """Has a profile for pprof written to a file."""
        return self._with(output=f"pprof:outfile={pprof_file}")


def _matches(patterns: Sequence[str], text: str) -> bool:
    return any(re.fullmatch(pattern, text) for pattern in patterns)


class _Node:
    """A node of the tree of names: an operation of the graph, or a scope."""

    def __init__(self, name: str, op: Any = None) -> None:
        self.name = name
        self.op: Any = op
        self.children: dict[str, _Node] = {}
        self.float_ops = 0
        self.parameters = 0
        self.types = {_SCOPE} if op is None else {op.type}
        if op is not None and op.device:
            self.types.add(op.device)
        self.shape: list[int | None] | None = None

    def counts(self, patterns: Sequence[str]) -> bool:
        """Tells whether the node is of one of the types."""
        return any(_matches(patterns, kind) for kind in self.types)


class _Model:
    """The operations of a graph with what is known of each."""

    def __init__(self, graph: Graph, op_log: Any) -> None:
        self.nodes: dict[str, _Node] = {}
        unknown = 0
        for op in graph.get_operations():
            node = self.nodes[op.name] = _Node(op.name, op)
            try:
                node.float_ops = int(flops_of(op) or 0)
            except ValueError:
                unknown += 1
            if "shape" in op.node_def.attr:
                shape = TensorShape(op.get_attr("shape"))
                node.shape = None if shape.rank is None else shape.as_list()
                if node.shape is not None and all(size is not None for size in node.shape):
                    node.parameters = math.prod(size or 0 for size in node.shape)
        if unknown:
            sys.stderr.write(f"{unknown} ops no flops stats due to incomplete shapes.\n")
        for variable in graph.get_collection("trainable_variables"):
            named = self.nodes.get(variable.op.name) or self.nodes.get(f"{variable.op.name}/handle")
            if named is not None:
                named.types.add(_TRAINABLE)
        for entry in op_log.log_entries if op_log is not None else ():
            if entry.name in self.nodes:
                self.nodes[entry.name].types.update(entry.types)
                self.nodes[entry.name].float_ops = entry.float_ops or self.nodes[entry.name].float_ops

    def tree(self) -> _Node:
        """Returns the root of the tree that the names make."""
        root = _Node(_ROOT)
        for name, node in self.nodes.items():
            at, parts = root, name.split("/")
            for depth in range(1, len(parts)):
                above = "/".join(parts[:depth])
                at = at.children.setdefault(above, self.nodes.get(above) or _Node(above))
            at.children[name] = node
        return root


class _Shown:
    """A line of a report: a node with its totals, and the lines below it."""

    def __init__(self, node: _Node, counted: bool, inner: list[_Shown]) -> None:
        self.node, self.counted, self.inner = node, counted, inner
        self.float_ops = node.float_ops if counted else 0
        self.parameters = node.parameters if counted else 0
        self.definitions = 1

    def add(self, other: _Shown) -> None:
        """Adds the totals of what is below."""
        self.float_ops += other.float_ops
        self.parameters += other.parameters
        self.definitions += other.definitions

    def message(self) -> GraphNodeProto:
        """Returns the line as a message."""
        made = GraphNodeProto(name=self.node.name, total_definition_count=self.definitions)
        made.total_float_ops, made.total_parameters = self.float_ops, self.parameters
        if self.counted:
            made.float_ops, made.parameters = self.node.float_ops, self.node.parameters
            _fill_shapes(made, self.node)
        made.children.extend(inner.message() for inner in self.inner)
        return made


def _input_sizes(node: _Node) -> Iterator[tuple[int, list[int]]]:
    """Gives the numbers of a node's inputs of known rank, with their extents: -1 for one that is not known, [1] for scalars."""
    inputs: Any = node.op.inputs if node.op is not None else ()
    for number, tensor in enumerate(inputs):
        if tensor.shape.rank is not None:
            yield number, [-1 if size is None else size for size in tensor.shape.as_list()] or [1]


def _fill_shapes(made: Any, node: _Node) -> None:
    for number, sizes in _input_sizes(node):
        made.input_shapes[number].CopyFrom(TensorShapeProto(dim=[TensorShapeProto.Dim(size=size) for size in sizes]))


class _Scopes:
    """The report by names."""

    def __init__(self, model: _Model, options: dict[str, Any]) -> None:
        self.options = options
        root = model.tree()
        starts = list(self._starts(root, 1))
        inner, hidden = self._lines(starts)
        self.root = _Shown(root, False, inner)
        for line in hidden if not options["account_displayed_op_only"] else inner:
            self.root.add(line)

    def _matches(self, name: str, option: str) -> bool:
        return _matches(self.options[option], name)

    def _starts(self, node: _Node, depth: int) -> Iterator[tuple[_Node, int]]:
        for child in node.children.values():
            if self._matches(child.name, "start_name_regexes"):
                yield child, depth
            else:
                yield from self._starts(child, depth + 1)

    def _lines(self, nodes: list[tuple[_Node, int]]) -> tuple[list[_Shown], list[_Shown]]:
        """Returns the lines of nodes that are shown, sorted, and one line with all totals for each node."""
        lines: list[_Shown] = []
        wholes: list[_Shown] = []
        for node, depth in nodes:
            trimmed = self._matches(node.name, "trim_name_regexes")
            below = [] if trimmed else [(child, depth + 1) for child in node.children.values()]
            inner, inner_wholes = self._lines(below)
            counted = node.counts(self.options["account_type_regexes"])
            whole = _Shown(node, counted, [])
            whole.definitions = int(counted)
            for each in inner_wholes:
                whole.add(each)
            wholes.append(whole)
            if self._is_shown(node, depth) and (counted or inner):
                line = _Shown(node, counted, inner)
                for each in inner if self.options["account_displayed_op_only"] else inner_wholes:
                    line.add(each)
                lines.append(line)
            else:
                lines += inner
        return sorted(lines, key=self._key), wholes

    def _is_shown(self, node: _Node, depth: int) -> bool:
        return (
            depth < self.options["max_depth"]
            and node.float_ops >= self.options["min_float_ops"]
            and node.parameters >= self.options["min_params"]
            and self.options["min_occurrence"] <= 1
            and not self._matches(node.name, "hide_name_regexes")
            and self._matches(node.name, "show_name_regexes")
        )

    def _key(self, line: _Shown) -> Any:
        order = self.options["order_by"]
        value = {"float_ops": line.float_ops, "params": line.parameters, "occurrence": line.definitions}.get(order, 0)
        return -value, line.node.name

    def text(self) -> list[str]:
        """Returns the lines of the report."""
        return list(self._texts(self.root, 0))

    def _texts(self, line: _Shown, depth: int) -> Iterator[str]:
        node = line.node
        own = {"params": str(node.parameters), "float_ops": str(node.float_ops)}
        if not line.counted:
            own = dict.fromkeys(own, "--")
        told = {
            "params": f"{own['params']}/{line.parameters} params",
            "float_ops": f"{own['float_ops']}/{line.float_ops} flops",
            "device": node.op.device if node.op is not None else "",
            "op_types": "|".join(sorted(node.types)),
            "occurrence": f"{'--/0|--' if not line.counted else '0/0|1'}/{line.definitions}",
            "input_shapes": _shapes_text(node),
        }
        if node.shape and line.counted:
            sizes = "x".join("-1" if size is None else str(size) for size in node.shape)
            told["params"] = f"{sizes}, {told['params']}"
        selected = [told[name] for name in _ORDER if name in self.options["select"]]
        if "device" in self.options["select"] and not told["device"]:
            selected.remove("")
        yield f"{'  ' * depth}{node.name} ({', '.join(selected)})"
        for inner in line.inner:
            yield from self._texts(inner, depth + 1)

    def message(self) -> GraphNodeProto:
        """Returns the report as a message."""
        return self.root.message()


def _shapes_text(node: _Node) -> str:
    return "|".join(f"{number}:{'x'.join(map(str, sizes))}" for number, sizes in _input_sizes(node))


class _Types:
    """The report by types of ops."""

    def __init__(self, model: _Model, options: dict[str, Any]) -> None:
        self.options = options
        kinds: dict[str, list[_Node]] = {}
        for node in model.nodes.values():
            kinds.setdefault(node.op.type, []).append(node)
        rows = []
        for kind, nodes in kinds.items():
            flops, parameters = (sum(getattr(node, what) for node in nodes) for what in ("float_ops", "parameters"))
            if not _matches(options["account_type_regexes"], kind):
                continue
            shown = _matches(options["show_name_regexes"], kind)
            hidden = _matches(options["hide_name_regexes"], kind)
            enough = flops >= options["min_float_ops"] and parameters >= options["min_params"]
            if enough and shown and not hidden and len(nodes) >= options["min_occurrence"]:
                rows.append((kind, nodes, flops, parameters))
        order = {"float_ops": 2, "params": 3}.get(options["order_by"])
        rows.sort(key=lambda row: (-row[order] if order else 0, row[0]))
        if options["order_by"] == "occurrence":
            rows.sort(key=lambda row: -len(row[1]))
        self.rows = rows
        self.totals = [sum(row[2] for row in rows), sum(row[3] for row in rows)]

    def text(self) -> list[str]:
        """Returns the lines of the report."""
        lines = []
        left = list(self.totals)
        for kind, nodes, flops, parameters in self.rows:
            fields = []
            if "params" in self.options["select"]:
                fields.append(self._field(parameters, left[1], self.totals[1], "params").rjust(30))
            if "float_ops" in self.options["select"]:
                fields.append(self._field(flops, left[0], self.totals[0], "float_ops").rjust(30))
            if "occurrence" in self.options["select"]:
                fields.append(f"0|{len(nodes)}".rjust(10))
            lines.append(kind.ljust(25) + ", ".join(fields))
            left = [left[0] - flops, left[1] - parameters]
        return lines

    @staticmethod
    def _field(own: int, rest: int, whole: int, what: str) -> str:
        shares = [100.0 * number / whole if whole else 0.0 for number in (rest, own)]
        return f"{own} {what} ({shares[0]:.2f}%, {shares[1]:.2f}%)"

    def message(self) -> MultiGraphNodeProto:
        """Returns the report as a message: each type inside of the one before it."""
        made: Any = MultiGraphNodeProto(name=_ROOT, total_float_ops=self.totals[0], total_parameters=self.totals[1])
        below, left = made, list(self.totals)
        for kind, nodes, flops, parameters in self.rows:
            below = below.children.add(name=kind, float_ops=flops, parameters=parameters)
            below.total_float_ops, below.total_parameters = left
            below.graph_nodes.extend(_Shown(node, True, []).message() for node in sorted(nodes, key=lambda n: n.name))
            left = [left[0] - flops, left[1] - parameters]
        return made


def _report(model: _Model, cmd: str, options: dict[str, Any]) -> Any:
    options = {**_OPTIONS, **dict.fromkeys(_THRESHOLDS, 0), **options}
    if cmd not in _VIEWS:
        raise NotImplementedError(f"profile(cmd={cmd!r}): only 'scope' and 'op' are there")
    measured = _MEASURED.intersection(options["select"])
    if measured:
        raise NotImplementedError(
            f"profile() of {', '.join(sorted(measured))}: sessions do not note what ops take; tf.profiler.experimental does"
        )
    report: Any = (_Scopes if cmd == "scope" else _Types)(model, options)
    kind, _, where = options["output"].partition(":")
    if kind in ("timeline", "pprof"):
        raise NotImplementedError(f"profile() with output {kind!r}: only stdout, a file or none")
    lines = report.text()
    if kind == "file":
        told = dict(part.split("=", 1) for part in where.split(",") if "=" in part)
        with open(told["outfile"], "w", encoding="utf-8") as file:
            file.write("\n".join([*_docs(cmd, options), *lines, ""]))
    elif kind == "stdout":
        shown = [
            "",
            "=" * 25 + "Options" + "=" * 29,
            *_option_lines(options),
            "",
            "=" * 18 + "Model Analysis Report" + "=" * 22,
        ]
        sys.stdout.write(
            "\n".join([*shown, "", *_docs(cmd, options), *lines, "", "=" * 22 + "End of Report" + "=" * 26, ""])
        )
    return report.message()


def _option_lines(options: dict[str, Any]) -> Iterator[str]:
    def line(name: str, value: object) -> str:
        return f"-{name}".ljust(28) + str(value)

    for name in ("max_depth", *_THRESHOLDS, "step", "order_by"):
        yield line(name, options[name])
    for name in _LISTS:
        yield line(name, ",".join(options[name]))
    yield line("account_displayed_op_only", str(options["account_displayed_op_only"]).lower())
    yield line("select", ",".join(sorted(options["select"])))
    yield line("output", options["output"] if ":" in options["output"] else options["output"] + ":")


def _docs(cmd: str, options: dict[str, Any]) -> list[str]:
    selected = [name for name in _ORDER if name in options["select"]]
    docs = sorted(_COLUMNS[name][1] for name in selected)
    heads = [_COLUMNS[name][0] for name in selected]
    if cmd == "op":
        heads = ["op occurrence (run|defined)" if head.startswith("op count") else head for head in heads]
    return ["Doc:", f"{cmd}: {_VIEWS[cmd]}", *docs, "", "Profile:", f"node name | {' | '.join(heads)}"]


@export("compat.v1.profiler.profile")
def profile(
    graph: Graph | None = None,
    run_meta: RunMetadata | None = None,
    op_log: OpLogProto | None = None,
    cmd: str = "scope",
    options: Any = 0,
) -> Any:
    """Returns what the nodes of a graph amount to, and prints a report (tf.compat.v1.profiler.profile).

    Args:
      graph: the graph, or a function's; by default the default one.
      run_meta: what a run noted; no effect.
      op_log: further types and float operations of nodes.
      cmd: "scope" for a tree by names, "op" for a table by types.
      options: as `ProfileOptionBuilder` gives them; 0 for those that tell the parameters of trainable variables.

    Returns:
      A GraphNodeProto, or for "op" a MultiGraphNodeProto; `total_float_ops` and `total_parameters` are those of the graph.

    Raises:
      NotImplementedError: another view or output, or times and memory.

    >>> import graphwright as tf
    >>> f = tf.function(lambda x: tf.matmul(x, x)).get_concrete_function(tf.TensorSpec([10, 10]))
    >>> options = tf.compat.v1.profiler.ProfileOptionBuilder.float_operation()
    >>> tf.compat.v1.profiler.profile(f.graph, options={**options, "output": "none"}).total_float_ops
    2000
    """
    chosen = ProfileOptionBuilder.trainable_variables_parameter() if options in (None, 0) else options
    return _report(_Model(graph or get_default_graph(), op_log), cmd, chosen)


@export("compat.v1.profiler.Profiler")
class Profiler:
    """Tells several things of one graph (tf.compat.v1.profiler.Profiler).

    Args:
      graph: the graph, by default the default one.
      op_log: further types and float operations of nodes.
    """

    def __init__(self, graph: Graph | None = None, op_log: OpLogProto | None = None) -> None:
        self._model = _Model(graph or get_default_graph(), op_log)

    def add_step(self, step: int, run_meta: RunMetadata) -> None:
        """Takes what a run noted; no effect, as sessions do not note what ops take."""

    def profile_name_scope(self, options: dict[str, Any]) -> GraphNodeProto:
        """Returns the tree by names, see `tf.compat.v1.profiler.profile`."""
        return _report(self._model, "scope", options)

    def profile_operations(self, options: dict[str, Any]) -> MultiGraphNodeProto:
        """Returns the table by types, see `tf.compat.v1.profiler.profile`."""
        return _report(self._model, "op", options)

    def profile_graph(self, options: dict[str, Any]) -> GraphNodeProto:
        """Raises NotImplementedError."""
        return _report(self._model, "graph", options)

    def profile_python(self, options: dict[str, Any]) -> MultiGraphNodeProto:
        """Raises NotImplementedError."""
        return _report(self._model, "code", options)

    def advise(self, options: dict[str, Any]) -> AdviceProto:
        """Raises NotImplementedError."""
        return advise(options=options)

    def serialize_to_string(self) -> bytes:
        """Raises NotImplementedError."""
        raise NotImplementedError("Profiler.serialize_to_string: profiles are not kept")


@export("compat.v1.profiler.advise")
def advise(graph: Graph | None = None, run_meta: RunMetadata | None = None, options: Any = 0) -> AdviceProto:
    """Raises NotImplementedError: advice needs times, which sessions do not note (tf.compat.v1.profiler.advise)."""
    raise NotImplementedError("advise(): sessions do not note what ops take; tf.profiler.experimental does")


@export("compat.v1.profiler.write_op_log")
def write_op_log(
    graph: Graph,
    log_dir: str,
    op_log: OpLogProto | None = None,
    run_meta: RunMetadata | None = None,
    add_trace: bool = True,
) -> None:
    """Writes the types and float operations of a graph's nodes to a file (tf.compat.v1.profiler.write_op_log).

    Args:
      graph: the graph; the default one where it is none.
      log_dir: the folder, in which the file is called `tfprof_log`.
      op_log: further types and float operations of nodes.
      run_meta: what a run noted; no effect.
      add_trace: whether lines of programs belong to it; no effect.
    """
    written = OpLogProto()
    for node in _Model(graph or get_default_graph(), op_log).nodes.values():
        types = sorted(kind for kind in node.types if kind == _TRAINABLE)
        if node.float_ops or types:
            written.log_entries.append(OpLogEntry(name=node.name, float_ops=node.float_ops, types=types))
    with open(os.path.join(log_dir, "tfprof_log"), "wb") as file:
        file.write(written.SerializeToString())
