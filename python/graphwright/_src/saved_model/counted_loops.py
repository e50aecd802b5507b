"""Loops of saved models as TensorFlow writes them: a counter and the largest count in front of what they change.

TensorFlow takes gradients of such loops only. The messages of the functions are changed after they were made.
"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.graph.values import tensor_from_proto, tensor_proto
from graphwright._src.messages.classes import FunctionDef
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from typing import Any

    from graphwright._src.messages.classes import AttrValue, FunctionDefLibrary, NodeDef, OpDef

_LOOPS = ("While", "StatelessWhile")
_ADDED = 2  # the counter and the largest count
_INT32 = dtypes.int32.as_datatype_enum


def count_loops(library: FunctionDefLibrary, kept: Iterable[str]) -> set[tuple[str, str]]:
    """Gives all loops in a library of functions counters.

    Args:
      library: a `FunctionDefLibrary`.
      kept: the names of functions that are called from outside.

    Returns:
      The names of functions and of nodes in them whose outputs have moved behind two others.
    """
    return _Counting(library, kept).run()


class _Counting:
    def __init__(self, library: FunctionDefLibrary, kept: Iterable[str]) -> None:
        self.library = library
        self.functions = {function.signature.name: function for function in library.function}
        self.uses: dict[str, int] = dict.fromkeys(kept, 1)
        for function in library.function:
            for node in function.node_def:
                for name in functions_of(node):
                    self.uses[name] = self.uses.get(name, 0) + 1
        self.seen: set[str] = set()
        self.changed: set[tuple[str, str]] = set()

    def run(self) -> set[tuple[str, str]]:
        for name in list(self.functions):
            self._visit(name)
        return self.changed

    def _visit(self, name: str) -> None:
        """Changes the loops in a function, those in functions that it calls first."""
        waiting = [name]
        while waiting:
            function = self.functions.get(waiting[-1])
            if waiting[-1] in self.seen or function is None:
                waiting.pop()
                continue
            inner = [
                n
                for node in function.node_def
                for n in functions_of(node)
                if n in self.functions and n not in self.seen
            ]
            inner = [n for n in dict.fromkeys(inner) if n not in waiting]
            if inner:
                waiting += inner
                continue
            self.seen.add(waiting.pop())
            loops = [node for node in function.node_def if node.op in _LOOPS]
            nodes = {node.name: node for node in function.node_def} if loops else {}
            for node in loops:
                if not self._counts(node, nodes):
                    self._change(function, node)

    # ---- what counts already ----

    def _counts(self, loop: NodeDef, nodes: dict[str, Any]) -> bool:
        """Tells whether a loop has a counter and the largest count in front, as those that were loaded have."""
        body = self.functions.get(loop.attr["body"].func.name)
        cond = self.functions.get(loop.attr["cond"].func.name)
        if body is None or cond is None or len(body.signature.input_arg) < _ADDED:
            return False
        counter, limit = body.signature.input_arg[:_ADDED]
        if counter.type != _INT32 or limit.type != _INT32 or _number(loop.input[0], nodes) != 0:
            return False
        inner = {node.name: node for node in body.node_def}
        following, same = (_source(body.ret[arg.name], inner) for arg in body.signature.output_arg[:_ADDED])
        sum_node = inner.get(following.partition(":")[0])
        if same != limit.name or sum_node is None or sum_node.op not in ("Add", "AddV2"):
            return False
        terms = [_source(text, inner) for text in sum_node.input[:2]]
        if counter.name not in terms or 1 not in [_number(text, inner) for text in terms]:
            return False
        return _number(loop.input[1], nodes) == -1 or _compares(cond)

    # ---- changes ----

    def _change(self, function: FunctionDef, loop: NodeDef) -> None:
        texts = {node.name for node in function.node_def} | {arg.name for arg in function.signature.input_arg}
        made = []
        for name, value in (("loop_counter", 0), ("maximum_iterations", -1)):
            node = function.node_def.add(name=_free(f"{loop.name}/{name}", texts), op="Const", device=loop.device)
            _fill_constant(node, value)
            made.append(f"{node.name}:output:0")
        _replace(loop, "input", [*made, *loop.input])
        loop.attr["T"].list.type[:] = [_INT32] * _ADDED + list(loop.attr["T"].list.type)
        for name in ("output_shapes", "_output_shapes"):
            if name in loop.attr and len(loop.attr[name].list.shape):
                _add_scalars(loop.attr[name].list)
        if "_num_original_outputs" in loop.attr:
            loop.attr["_num_original_outputs"].i += _ADDED
        if "_read_only_resource_inputs" in loop.attr:
            numbers = loop.attr["_read_only_resource_inputs"].list
            numbers.i[:] = [number + _ADDED for number in numbers.i]
        moved = {
            f"{loop.name}:output:{i}": f"{loop.name}:output:{i + _ADDED}" for i in range(len(loop.attr["T"].list.type))
        }
        for node in function.node_def:
            if any(text in moved for text in node.input):
                _replace(node, "input", [moved.get(text, text) for text in node.input])
        for name, text in list(function.ret.items()):
            function.ret[name] = moved.get(text, text)
        for role in ("cond", "body"):
            called = loop.attr[role].func
            called.name = self._with_counter(called.name, is_body=role == "body")
        self.changed.add((function.signature.name, loop.name))

    def _with_counter(self, name: str, is_body: bool) -> str:
        """Returns the name of a function that takes, and for a body gives, two numbers more in front."""
        function = self.functions[name]
        if self.uses[name] > 1:  # others call it as it is
            self.uses[name] -= 1
            new = _free(f"{name}_counted", self.functions)
            copied = self.library.function.add()
            copied.CopyFrom(function)
            copied.signature.name = new
            self.changed |= {(new, node) for known, node in self.changed if known == name}
            self.functions[new] = function = copied
            self.seen.add(new)
            self.uses[new] = 1
            name = new
        signature = function.signature
        texts = {node.name for node in function.node_def} | {arg.name for arg in signature.input_arg}
        texts |= {arg.name for arg in signature.output_arg}
        counter, limit = _free("loop_counter", texts), _free("maximum_iterations", texts)
        _add_args(signature, "input_arg", [counter, limit])
        for numbered in ("arg_attr", "resource_arg_unique_id"):
            moved = {number + _ADDED: value for number, value in getattr(function, numbered).items()}
            getattr(function, numbered).clear()
            for number, value in moved.items():
                if numbered == "arg_attr":
                    getattr(function, numbered)[number].CopyFrom(value)
                else:
                    getattr(function, numbered)[number] = value
        for number in range(_ADDED):
            function.arg_attr[number].attr["_output_shapes"].list.shape.add()
        if is_body:
            one = function.node_def.add(name=_free("loop_counter/one", texts), op="Const")
            _fill_constant(one, 1)
            following = function.node_def.add(name=_free("loop_counter/next", texts), op="AddV2")
            following.input.extend([counter, f"{one.name}:output:0"])
            following.attr["T"].type = _INT32
            results = [_free("loop_counter_next", texts), _free("maximum_iterations_next", texts)]
            _add_args(signature, "output_arg", results)
            function.ret[results[0]] = f"{following.name}:z:0"
            function.ret[results[1]] = limit
        return name


def functions_of(node: NodeDef) -> list[str]:
    """Returns the names of the functions that a node calls."""
    found = []
    for attr in node.attr.values():
        kind = attr.WhichOneof("value")
        if kind == "func":
            found.append(attr.func.name)
        elif kind == "list":
            found += [called.name for called in attr.list.func]
    return found


def _free(name: str, known: Container[str]) -> str:
    made, count = name, 0
    while made in known:
        count += 1
        made = f"{name}_{count}"
    if isinstance(known, set):
        known.add(made)
    return made


def _replace(message: Any, field: str, values: list[Any]) -> None:
    message.ClearField(field)
    getattr(message, field).extend(values)


def _add_args(signature: OpDef, field: str, names: list[str]) -> None:
    before = list(getattr(signature, field))
    signature.ClearField(field)
    for name in names:
        getattr(signature, field).add(name=name, type=_INT32)
    getattr(signature, field).extend(before)


def _add_scalars(shapes: AttrValue.ListValue) -> None:
    before = list(shapes.shape)
    shapes.ClearField("shape")
    for _ in range(_ADDED):
        shapes.shape.add()
    shapes.shape.extend(before)


def _fill_constant(node: NodeDef, value: int) -> None:
    node.attr["dtype"].type = _INT32
    node.attr["value"].tensor.CopyFrom(tensor_proto(_core.convert_to_tensor(value, dtypes.int32)))


def _source(text: str, nodes: dict[str, Any]) -> str:
    """Returns what a tensor is a copy of."""
    for _ in range(100):
        node = nodes.get(text.partition(":")[0])
        if node is None or node.op != "Identity":
            break
        text = node.input[0]
    return text


def _number(text: str, nodes: dict[str, Any]) -> int | None:
    """Returns the number that a tensor is, where that is a scalar constant."""
    node = nodes.get(_source(text, nodes).partition(":")[0])
    if node is None or node.op != "Const" or node.attr["dtype"].type != _INT32:
        return None
    tensor = tensor_from_proto(node.attr["value"].tensor)
    return int(tensor.numpy()) if tensor.shape.rank == 0 else None


def _compares(cond: FunctionDef) -> bool:
    """Tells whether a condition asks, among others, for a counter that is less than the largest count."""
    nodes = {node.name: node for node in cond.node_def}
    counter, limit = (arg.name for arg in cond.signature.input_arg[:_ADDED])
    asked = nodes.get(_source(cond.ret[cond.signature.output_arg[0].name], nodes).partition(":")[0])
    if asked is None or asked.op != "LogicalAnd":
        return False
    for text in asked.input[:2]:
        less = nodes.get(_source(text, nodes).partition(":")[0])
        if less is not None and less.op == "Less" and [_source(t, nodes) for t in less.input[:2]] == [counter, limit]:
            return True
    return False
