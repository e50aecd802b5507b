"""GraphDef: graphs and functions as messages, with TensorFlow's names and numbers, so that they travel both ways.

`tf.Graph.as_graph_def()` and `ConcreteFunction.function_def` are made here from the core's graphs.
"""

from __future__ import annotations

import re

from graphwright import _core
from graphwright._src.graph.values import attr_value, shape_proto
from graphwright._src.messages.classes import AttrValue, FullTypeDef, FunctionDef, GraphDef, NodeDef, OpDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from graphwright._core import Tensor

# What TensorFlow 2.21 writes into `versions`; functions need readers of at least _FUNCTIONS_NEED.
PRODUCER = 2474
_FUNCTIONS_NEED = 12


def op_def(name: str) -> OpDef:
    """Returns the definition of a registered op as a message."""
    plain = _core.op_def(name)
    proto = OpDef(name=name, is_stateful=plain["is_stateful"])
    for target, args in ((proto.input_arg, plain["inputs"]), (proto.output_arg, plain["outputs"])):
        for arg in args:
            fixed = not (arg["type_attr"] or arg["type_list_attr"])
            target.add(**{**arg, "type": arg["type"] if fixed else 0})
    for attr in plain["attrs"]:
        made = proto.attr.add(name=attr["name"], type=attr["type"])
        if attr["has_default"]:
            made.default_value.CopyFrom(attr_value(attr["default"], attr["type"]))
        if attr["allowed_types"]:
            made.allowed_values.CopyFrom(attr_value(attr["allowed_types"], "list(type)"))
    return proto


class Library:
    """The functions that the nodes of a graph refer to, each under a name of its own; and what definitions of ops say.

    Args:
      core: the `_core.FuncGraph` that refers to them; None for a library that knows no function.
    """

    def __init__(self, core: _core.FuncGraph | _core.GraphFunction | None = None) -> None:
        self._plain: dict[str, Any] = {}
        self._names: dict[int, str] = {}
        self._taken: set[str] = set()
        self.functions: dict[str, Any] = {}
        if core is not None:
            self.collect(core)

    def add(self, function: _core.GraphFunction) -> None:
        """Adds a function, and those that it refers to."""
        if function.key not in self._names:
            self.functions[self._name(function)] = function
            self.collect(function)

    def collect(self, core: _core.FuncGraph | _core.GraphFunction) -> None:
        """Adds the functions that a graph refers to, and those that these refer to."""
        waiting = [core]
        while waiting:
            for node in waiting.pop().calling_nodes():
                for function in (one for many in node.functions.values() for one in many):
                    if function is not None and function.key not in self._names:
                        self.functions[self._name(function)] = function
                        waiting.append(function)

    def _name(self, function: _core.GraphFunction) -> str:
        base = name = function.name.replace("/", "_")
        number = 0
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        self._names[function.key] = name
        return name

    def name_of(self, function: _core.GraphFunction) -> str:
        """Returns the name of a function that the graph refers to."""
        return self._names.get(function.key) or function.name.replace("/", "_")

    def definition(self, op: str) -> Any:
        """Returns what the definition of an op says, with `kinds` for the kinds of its attrs."""
        found = self._plain.get(op)
        if found is None:
            found = self._plain[op] = _core.op_def(op)
            found["kinds"] = {attr["name"]: attr["type"] for attr in found["attrs"]}
        return found


# ---- nodes ----

_BRANCHING = frozenset(("If", "StatelessIf", "Case", "StatelessCase"))
_LOOPS = frozenset(("While", "StatelessWhile"))
_CALLS = frozenset(("PartitionedCall", "StatefulPartitionedCall"))
_IS_CONTROL_FLOW = _BRANCHING | _LOOPS


def extra_attrs(node: _core.Node) -> dict[str, Any]:
    """Returns what TensorFlow notes at nodes with functions beside the attrs of their ops."""
    if node.type not in _IS_CONTROL_FLOW:
        return {"_read_only_resource_inputs": node.read_only_inputs} if node.type in _CALLS else {}
    extra = {"_read_only_resource_inputs": node.read_only_inputs, "_lower_using_switch_merge": True}
    if node.type in _LOOPS:
        extra["_num_original_outputs"] = len(node.outputs)
        if node.draws_anew:
            extra["_draws_anew"] = True
    return extra


def node_proto(
    node: _core.Node,
    library: Library | None = None,
    add_shapes: bool = False,
    extra: dict[str, Any] | None = None,
    into: NodeDef | None = None,
) -> NodeDef:
    """Returns the message of a core node.

    Args:
      node: a `_core.Node`.
      library: names the functions that it refers to.
      add_shapes: whether it gets an attr with the static shapes of its outputs.
      extra: further attrs.
      into: the message to fill; a new one by default.
    """
    library = library or Library()
    kinds = library.definition(node.type)["kinds"]
    proto = NodeDef() if into is None else into
    proto.name = node.name
    proto.op = node.type
    proto.device = node.device
    for tensor in node.inputs:
        name = tensor.name
        proto.input.append(name[:-2] if name.endswith(":0") else name)
    proto.input.extend(sorted("^" + operation.name for operation in node.control_inputs))
    outputs = None
    functions = node.functions
    for name in node.attr_names:
        value = node.attr(name)
        if name in functions and name not in kinds:
            continue  # what a script op keeps of Python, and what runs for a call
        attr = proto.attr[name]
        if name in functions:
            run = "_implementation" if name == "f" and "_implementation" in functions else name
            _set_functions(attr, kinds.get(name, ""), functions[run], node.attr(run), library)
            continue
        if name == "output_shapes" and node.type in _IS_CONTROL_FLOW and not value:
            outputs = node.outputs
            value = [tensor.shape for tensor in outputs]
        attr_value(value, kinds.get(name, ""), attr)
    for name, value in {**extra_attrs(node), **(extra or {})}.items():
        if isinstance(value, AttrValue):
            proto.attr[name].CopyFrom(value)
        elif isinstance(value, FullTypeDef):
            proto.experimental_type.CopyFrom(value)
        else:
            attr_value(value, "", proto.attr[name])
    if add_shapes:
        outputs = node.outputs if outputs is None else outputs
        if outputs:
            shapes = proto.attr["_output_shapes"].list
            shapes.SetInParent()
            for tensor in outputs:
                shapes.shape.append(shape_proto(tensor.shape))
    return proto


def _set_functions(attr: AttrValue, kind: str, functions: list[Any], names: str | list[str], library: Library) -> None:
    if not isinstance(names, list):
        attr.func.name = names if functions[0] is None else library.name_of(functions[0])
        return
    attr.list.SetInParent()
    for function, name in zip(functions, names, strict=True):
        attr.list.func.add(name=name if function is None else library.name_of(function))


# ---- graphs ----


def graph_proto(
    core: _core.FuncGraph | _core.GraphFunction,
    from_node: int = 0,
    add_shapes: bool = False,
    extra: Callable[[Any], dict[str, Any]] = lambda node: {},
) -> GraphDef:
    """Returns the message of a core graph: its nodes from `from_node` on, and the functions that they call.

    Args:
      core: a `_core.FuncGraph`.
      from_node: how many nodes to leave out.
      add_shapes: whether each node gets an attr with the shapes of its outputs.
      extra: further attrs of a node.
    """
    graph = GraphDef()
    library = Library(core)
    for node in core.nodes()[from_node:]:
        further = extra(node)
        written = None if further else node.encoded(add_shapes)
        if written is None:
            node_proto(node, library, add_shapes, further, graph.node.add())
        else:
            graph.node.add().MergeFromString(written)
    for name in sorted(library.functions):
        function_proto(library.functions[name], name, library, None, graph.library.function.add())
    graph.versions.producer = PRODUCER
    if library.functions:
        graph.versions.min_consumer = _FUNCTIONS_NEED
    return graph


def placeholder_attrs(node: _core.Node, argument_names: dict[str, str] | None) -> dict[str, Any]:
    """Returns what a function's graph notes at a placeholder: what the user calls it."""
    if node.type != "Placeholder" or argument_names is None:
        return {}
    return _user_name(node.name, argument_names)


_NAMELESS = re.compile(r"(^|/)Placeholder(_\d+)?$")


def _user_name(node_name: str, argument_names: dict[str, str] | None) -> dict[str, Any]:
    name = (argument_names or {}).get(node_name)
    if name is None:
        if _NAMELESS.search(node_name):
            return {}
        name = node_name.rsplit("/", 1)[-1]
    return {"_user_specified_name": name.encode()}


# ---- functions ----

_UNFIT = re.compile(r"[^a-z0-9]+")


class _ArgNames:
    """The names of a function's arguments and results: lower case, letters, digits and underscores, each once.

    Args:
      reserved: names that nodes have.
    """

    def __init__(self, reserved: Iterable[str]) -> None:
        self._used = dict.fromkeys(reserved, 1)

    def make(self, name: str) -> str:
        base = _UNFIT.sub("_", name.lower()).strip("_") or "unknown"
        if not base[0].isalpha():
            base = f"arg_{base}"
        made = base
        while made in self._used:
            made = f"{base}_{self._used[base] - 1}"
            self._used[base] += 1
        self._used[made] = 1
        return made


def function_proto(
    core: _core.FuncGraph | _core.GraphFunction,
    name: str,
    library: Library | None = None,
    argument_names: dict[str, str] | None = None,
    into: FunctionDef | None = None,
    inputs: list[Any] | None = None,
) -> FunctionDef:
    """Returns the message of a core graph that is a function's body.

    Args:
      core: a `_core.FuncGraph`.
      name: of the function.
      library: names the functions that its nodes refer to.
      argument_names: what the user called the placeholders for arguments, by their names.
      into: the message to fill; a new one by default.
      inputs: what it takes, constants that stand for captured values among the rest; the graph's placeholders by default.
    """
    library = library or Library(core)
    function = FunctionDef() if into is None else into
    signature = function.signature
    signature.name = name
    outputs, nodes = core.outputs, core.nodes()
    taken = core.inputs if inputs is None else inputs
    is_input = {_node_name(tensor) for tensor in taken}

    # Results and nodes may share names, arguments and nodes may not; results are named first.
    result_names = _ArgNames(())
    results = [result_names.make(_node_name(tensor)) for tensor in outputs]
    names = _ArgNames([*results, *(node.name for node in nodes if node.name not in is_input)])
    endpoints: dict[str, str] = {}
    for index, tensor in enumerate(taken):
        node = _node_name(tensor)
        endpoints[tensor.name] = arg = names.make(node)
        signature.input_arg.add(name=arg, type=tensor.dtype.as_datatype_enum)
        attrs = function.arg_attr[index].attr
        for key, value in _user_name(node, argument_names).items():
            attrs[key].s = value
        data = core.handle_data(tensor)
        if data is not None:  # what the variable is that the handle refers to
            shape_proto(data[1], signature.input_arg[index].handle_data.add(dtype=data[0].as_datatype_enum).shape)
        if tensor.dtype.name != "resource":
            attrs["_output_shapes"].list.shape.append(shape_proto(tensor.shape))
    for result, tensor in zip(results, outputs, strict=True):
        signature.output_arg.add(name=result, type=tensor.dtype.as_datatype_enum)

    for node in nodes:
        if node.name in is_input:
            continue
        definition = library.definition(node.type)
        if definition["is_stateful"]:
            signature.is_stateful = True
        for tensor, place in zip(node.outputs, places(node, definition["outputs"]), strict=True):
            endpoints[tensor.name] = f"{node.name}:{place}"
    for node in nodes:
        if node.name in is_input:
            continue
        proto = node_proto(node, library, into=function.node_def.add())
        for i, tensor in enumerate(node.inputs):
            proto.input[i] = endpoints[tensor.name]
        for i in range(len(node.inputs), len(proto.input)):
            argument = endpoints.get(f"{proto.input[i][1:]}:0")
            if argument is not None and proto.input[i][1:] in is_input:
                proto.input[i] = f"^{argument}"
    for operation in sorted(core.must_run, key=lambda operation: operation.name):
        signature.control_output.append(operation.name)
        function.control_ret[operation.name] = operation.name
    for result, tensor in zip(results, outputs, strict=True):
        function.ret[result] = endpoints[tensor.name]
    function.attr["_construction_context"].s = b"kEagerRuntime"
    return function


def _node_name(tensor: Tensor) -> str:
    return tensor.name.rpartition(":")[0]


def places(node: _core.Node, args: Iterable[Any]) -> list[str]:
    """For each output of a node: the name of the result that it belongs to, and its position there."""
    found = []
    for arg in args:
        count = 1
        if arg["number_attr"]:
            count = node.attr(arg["number_attr"])
        elif arg["type_list_attr"]:
            count = len(node.attr(arg["type_list_attr"]))
        found += [f"{arg['name']}:{i}" for i in range(count)]
    missing = len(node.outputs) - len(found)
    return found + [f"extra:{i}" for i in range(missing)] if missing > 0 else found[: len(node.outputs)]
