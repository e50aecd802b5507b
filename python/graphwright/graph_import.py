"""tf.graph_util.import_graph_def: graphs and functions from messages into the graph that is being built."""

from __future__ import annotations

import contextlib

from graphwright import _core, dtypes, graph_def
from graphwright.export import export
from graphwright.graph import Operation, default_graph
from graphwright.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any


def call_op(
    op_type: str, inputs: Sequence[Any], attrs: dict[str, Any], name: str | None, functions: Any = None
) -> list[Any]:
    """Calls an op with a flat list of inputs, as messages have it.

    Args:
      op_type: the name of the op.
      inputs: its tensors, lists of tensors flattened.
      attrs: Python values or `AttrValue` messages; those that the op does not have are left out.
      name: the wanted name.
      functions: finds the function for a name.

    Returns:
      The outputs as a flat list.
    """
    plain = _core.op_def(op_type)
    known = {attr["name"] for attr in plain["attrs"]}
    values = {key: _value_of(value, functions) for key, value in attrs.items() if key in known}
    arguments: list[Any] = []
    rest = list(inputs)
    for position, arg in enumerate(plain["inputs"]):
        if not (arg["number_attr"] or arg["type_list_attr"]):
            arguments.append(rest.pop(0))
            continue
        if arg["number_attr"]:
            count = values.get(arg["number_attr"])
        else:
            types = values.get(arg["type_list_attr"])
            count = None if types is None else len(types)
        if count is None:  # all but what the arguments after it take
            count = len(rest) - (len(plain["inputs"]) - position - 1)
        arguments.append(rest[:count])
        del rest[:count]
    # What the inputs settle is not given twice.
    for arg in plain["inputs"]:
        for key in ("number_attr", "type_list_attr"):
            values.pop(arg[key], None)
    result = _core.op(op_type)(*arguments, **values, name=name)
    if result is None or isinstance(result, Operation):
        return []
    flat: list[Any] = []
    for item in result if isinstance(result, (list, tuple)) else [result]:
        flat += item if isinstance(item, (list, tuple)) else [item]
    return flat


def _value_of(value: Any, functions: Any) -> Any:
    which = getattr(value, "WhichOneof", None)
    if which is None:
        return value
    kind = which("value")
    if kind is None:
        return None
    if kind == "list":
        for field, items in value.list.ListFields():
            return [_single(item, field.name, functions) for item in items]
        return []
    return _single(getattr(value, kind), kind, functions)


def _single(value: Any, kind: str, functions: Any) -> Any:
    if kind == "type":
        return dtypes.as_dtype(value)
    if kind == "shape":
        return TensorShape(value)
    if kind == "tensor":
        return graph_def.tensor_from_proto(value)
    if kind == "func":
        if functions is None:
            raise ValueError(f"the function {value.name!r} is not in the graph's library")
        return functions(value.name)
    return value


class _Library:
    """The functions of a GraphDef, made when they are asked for."""

    def __init__(self, library: Any) -> None:
        self._messages = {function.signature.name: function for function in library.function}
        self._made: dict[str, Any] = {}

    def __call__(self, name: str) -> Any:
        if name not in self._made:
            if name not in self._messages:
                raise ValueError(f"the function {name!r} is not in the graph's library")
            self._made[name] = self._make(self._messages[name])
        return self._made[name]

    def _make(self, function: Any) -> Any:
        core = _core.FuncGraph(function.signature.name)
        core.push()
        try:
            tensors: dict[str, Any] = {}
            for index, arg in enumerate(function.signature.input_arg):
                shapes = (
                    function.arg_attr[index].attr["_output_shapes"].list.shape if index in function.arg_attr else ()
                )
                shape = TensorShape(shapes[0]) if len(shapes) == 1 else TensorShape(() if arg.type == 20 else None)
                tensors[arg.name] = core.add_input(dtypes.as_dtype(arg.type), shape, arg.name)
            _add_nodes(function.node_def, tensors, self, _function_outputs)
            core.set_outputs([tensors[function.ret[arg.name]] for arg in function.signature.output_arg])
        finally:
            core.pop()
        return _core.GraphFunction(core)


def _graph_outputs(node: Any, outputs: list[Any], tensors: dict[str, Any]) -> None:
    for i, tensor in enumerate(outputs):
        tensors[f"{node.name}:{i}"] = tensor
    if outputs:
        tensors[node.name] = outputs[0]


def _function_outputs(node: Any, outputs: list[Any], tensors: dict[str, Any]) -> None:
    if not outputs:
        return
    core_node = outputs[0].op._node
    places = graph_def._places(core_node, _core.op_def(node.op)["outputs"])
    for place, tensor in zip(places, outputs, strict=True):
        tensors[f"{node.name}:{place}"] = tensor


def _add_nodes(
    nodes: Iterable[Any],
    tensors: dict[str, Any],
    functions: Any,
    keep: Callable[[Any, list[Any], dict[str, Any]], None],
) -> dict[str, Operation]:
    """Appends the nodes, each after its inputs."""
    operations: dict[str, Operation] = {}
    by_name = {node.name: node for node in nodes}
    done: set[str] = set()

    def needs(node: Any) -> list[str]:
        names = []
        for text in node.input:
            name = text.removeprefix("^").partition(":")[0]
            if name in by_name and name not in done and text not in tensors:
                names.append(name)
        return names

    for first in by_name.values():
        path = [first]
        waiting = {first.name}
        while path:
            node = path[-1]
            missing = needs(node) if node.name not in done else []
            if missing:
                following = by_name[missing[0]]
                if following.name in waiting:
                    raise NotImplementedError(
                        f"import_graph_def: node {node.name!r} is part of a cycle, as loops of TensorFlow 1 have it"
                    )
                waiting.add(following.name)
                path.append(following)
                continue
            path.pop()
            waiting.discard(node.name)
            if node.name not in done:
                done.add(node.name)
                _add_node(node, tensors, operations, functions, keep)
    return operations


def _add_node(node: Any, tensors: dict[str, Any], operations: dict[str, Operation], functions: Any, keep: Any) -> None:
    inputs, dependencies = [], []
    for text in node.input:
        if text.startswith("^"):
            name = text[1:]
            operation = operations.get(name)
            if operation is None and name in tensors:
                operation = tensors[name].op
            if operation is None:
                raise ValueError(f"Node {node.name!r} depends on {name!r}, which is not in the graph")
            dependencies.append(operation)
            continue
        key = text.removesuffix(":0") if text not in tensors else text
        if key not in tensors:
            raise ValueError(f"Input {text!r} of node {node.name!r} is not in the graph")
        inputs.append(tensors[key])
    graph = default_graph()
    with graph.control_dependencies(dependencies) if dependencies else contextlib.nullcontext():
        with graph.device(node.device) if node.device else contextlib.nullcontext():
            outputs = call_op(node.op, inputs, dict(node.attr.items()), node.name, functions)
    operations[node.name] = outputs[0].op if outputs else graph._operation(graph._core.last_node())
    keep(node, outputs, tensors)


@export("graph_util.import_graph_def", "compat.v1.import_graph_def", "compat.v1.graph_util.import_graph_def")
def import_graph_def(
    graph_def: Any,
    input_map: dict[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Appends the nodes of a GraphDef message to the graph that is being built (tf.graph_util.import_graph_def).

    Args:
      graph_def: the message.
      input_map: tensors to use in place of those of the message, by their names.
      return_elements: names of operations and tensors of the message.
      name: put before all names; "import" by default.
      op_dict: has no effect.
      producer_op_list: has no effect.

    Returns:
      What `return_elements` names, as a list; None where that is not given.

    Raises:
      ValueError: no graph is being built, or a name is not in the message.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default() as g:
    ...     c = tf.constant(3.0, name="c")
    >>> with tf.Graph().as_default():
    ...     (d,) = tf.graph_util.import_graph_def(g.as_graph_def(), return_elements=["c:0"], name="again")
    >>> d.name
    'again/c:0'
    """
    if _core.executing_eagerly():
        raise ValueError(
            "import_graph_def: there is no graph to import into; use it inside `with tf.Graph().as_default():`"
        )
    if isinstance(graph_def, bytes):
        message = _message_class().FromString(graph_def)
    else:
        message = graph_def
    if not hasattr(message, "node"):
        raise TypeError(f"Argument `graph_def` must be a GraphDef proto. Received type: {type(graph_def).__name__}.")
    tensors: dict[str, Any] = {}
    mapped: dict[str, Any] = {}
    for key, value in (input_map or {}).items():
        if not isinstance(key, str):
            raise TypeError("Argument `input_map` must be a dictionary mapping strings to Tensor objects.")
        mapped[key.removesuffix(":0")] = _core.convert_to_tensor(value)
    names = {node.name for node in message.node}
    unknown = [key for key in mapped if key.partition(":")[0].removeprefix("^") not in names]
    if unknown:
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: {unknown}")

    def keep(node: Any, outputs: list[Any], found: dict[str, Any]) -> None:
        _graph_outputs(node, outputs, found)
        found.update(mapped)

    graph = default_graph()
    tensors.update(mapped)
    with graph.name_scope("import" if name is None else name) if name != "" else contextlib.nullcontext():
        operations = _add_nodes(message.node, tensors, _Library(message.library), keep)
    if return_elements is None:
        return None
    found: list[Any] = []
    for element in return_elements:
        if ":" in element:
            key = element.removesuffix(":0")
            key = key if key in tensors else element
            if key not in tensors:
                raise ValueError(f"Requested return_element {element!r} not found in graph_def.")
            found.append(tensors[key])
        elif element in operations:
            found.append(operations[element])
        else:
            raise ValueError(f"Requested return_element {element!r} not found in graph_def.")
    return found


def _message_class() -> Any:
    from graphwright.graph_def import GraphDef

    return GraphDef
