"""tf.graph_util.import_graph_def: graphs and functions from messages into the graph that is being built."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph import export_graph as graph_def
from graphwright._src.graph.building import building
from graphwright._src.graph.graph import Graph, Operation, default_graph
from graphwright._src.graph.graph_parts import core_of, notes_of
from graphwright._src.graph.names import input_name, is_valid_name
from graphwright._src.graph.op_calls import call_op, dtype_of, op_definition
from graphwright._src.graph.operation import last_operation_of, node_of
from graphwright._src.graph_import import frames as graph_frames
from graphwright._src.graph_import import references as graph_references
from graphwright._src.messages.classes import GraphDef
from graphwright._src.ops import reference_ops
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from graphwright._src.messages.classes import FunctionDef, FunctionDefLibrary, NodeDef


# ---- nodes ----


class FunctionLibrary:
    """The functions of a GraphDef, made when they are asked for."""

    def __init__(self, library: FunctionDefLibrary) -> None:
        self._messages = {function.signature.name: function for function in library.function}
        self._made: dict[str, Any] = {}
        self._under_way: dict[str, None] = {}
        self.gradients: Any = None  # those that a saved model has of its own, see saved_model/custom_gradients.py

    def __contains__(self, name: str) -> bool:
        return name in self._messages

    def __call__(self, name: str) -> Any:
        if name not in self._made:
            if name not in self._messages:
                raise ValueError(f"the function {name!r} is not in the graph's library")
            if name in self._under_way:
                raise ValueError(f"the function {name!r} calls itself")
            self._under_way[name] = None
            try:
                self._made[name] = self._make(self._messages[name])
            finally:
                del self._under_way[name]
        return self._made[name]

    @property
    def current(self) -> str:
        """The function that is being made."""
        return next(reversed(self._under_way), "")

    def _make(self, function: FunctionDef) -> Any:
        signature = function.signature
        if signature.attr:
            raise NotImplementedError(f"import_graph_def: the function {signature.name!r} has attrs of its own")
        with building(_core.FuncGraph(signature.name)) as core:
            tensors: dict[str, Any] = {}
            for index, arg in enumerate(signature.input_arg):
                if arg.name in tensors:
                    raise ValueError(f"the function {signature.name!r} has two arguments named {arg.name!r}")
                shape = TensorShape(() if arg.type == dtypes.resource.as_datatype_enum else None)
                if index in function.arg_attr:
                    shapes = function.arg_attr[index].attr["_output_shapes"].list.shape
                    if len(shapes) == 1:
                        shape = TensorShape(shapes[0])
                tensors[arg.name] = made = core.add_input(dtype_of(arg.type), shape, input_name(arg.name))
                if len(arg.handle_data) == 1 and made.dtype == dtypes.resource:
                    data = arg.handle_data[0]
                    core.set_handle_data(made, dtype_of(data.dtype), TensorShape(data.shape))
            results = [source.partition(":")[0] for source in function.ret.values()]
            _add_nodes(function.node_def, tensors, self, _function_outputs, results)
            outputs = []
            for arg in signature.output_arg:
                source = function.ret[arg.name] if arg.name in function.ret else ""
                if source not in tensors:
                    raise ValueError(f"the function {signature.name!r} does not say what its result {arg.name!r} is")
                outputs.append(tensors[source])
                if outputs[-1].dtype.as_datatype_enum != arg.type:
                    raise ValueError(
                        f"the function {signature.name!r} gives {arg.name!r} in another dtype than it says"
                    )
            core.set_outputs(outputs)
        return _core.GraphFunction(core)


def _graph_outputs(node: NodeDef, outputs: list[Any], tensors: dict[str, Any]) -> None:
    for i, tensor in enumerate(outputs):
        tensors[f"{node.name}:{i}"] = tensor
    if outputs:
        tensors[node.name] = outputs[0]


def _function_outputs(node: NodeDef, outputs: list[Any], tensors: dict[str, Any]) -> None:
    if node.op in graph_frames.MERGES or node.op in graph_frames.EXITS:
        for place, tensor in zip(("output:0", "value_index:0"), outputs):
            tensors[f"{node.name}:{place}"] = tensor
    elif outputs and isinstance(outputs[0], graph_references.Reference):
        raise NotImplementedError(f"Node {node.name!r} ({node.op}): reference variables in functions")
    elif outputs:
        core_node = node_of(outputs[0].op)
        places = graph_def.places(core_node, op_definition(core_node.type)["outputs"])
        for place, tensor in zip(places, outputs, strict=True):
            tensors[f"{node.name}:{place}"] = tensor


def _add_nodes(
    nodes: Iterable[Any],
    tensors: dict[str, Any],
    functions: FunctionLibrary,
    keep: Callable[[Any, list[Any], dict[str, Any]], None],
    results: Sequence[str] | None = None,
) -> dict[str, Operation]:
    """Appends the nodes, each after its inputs; `results` are those that a function gives something of."""
    operations: dict[str, Operation] = {}
    by_name: dict[str, Any] = {}
    for node in nodes:
        if not is_valid_name(node.name) or node.name.endswith("/"):
            raise ValueError(f"Node {node.name!r}: Node name contains invalid characters")
        if node.name in by_name:
            raise ValueError(f"Node {node.name!r} is not unique")
        by_name[node.name] = node
    if graph_frames.has_frames(by_name.values()):
        _add_frames(list(by_name.values()), tensors, operations, functions, keep, results)
        return operations
    done: set[str] = set()
    gradients = functions.gradients

    def needed(node: NodeDef) -> Iterator[str]:
        for text in node.input if gradients is None else [*node.input, *gradients.needed(functions.current, node)]:
            name = text.removeprefix("^").partition(":")[0]
            if name in by_name and name not in done and text not in tensors:
                yield name

    for first in by_name.values():
        path = [(first, needed(first))]
        waiting = {first.name}
        while path:
            node, names = path[-1]
            name = next((name for name in names if name not in done), None) if node.name not in done else None
            if name is not None:
                if name in waiting:
                    raise ValueError(f"Node {node.name!r} is part of a cycle")
                waiting.add(name)
                path.append((by_name[name], needed(by_name[name])))
                continue
            path.pop()
            waiting.discard(node.name)
            if node.name not in done:
                done.add(node.name)
                _add_node(node, tensors, operations, functions, keep)
    return operations


def _add_node(
    node: NodeDef,
    tensors: dict[str, Any],
    operations: dict[str, Operation],
    functions: FunctionLibrary,
    keep: Callable[..., Any],
) -> None:
    inputs, dependencies = [], []
    for text in node.input:
        if text.startswith("^"):
            name = text[1:]
            operation = operations.get(name)
            if operation is None and name in tensors:
                operation = tensors[name].op
            if operation is None:
                raise ValueError(f"Node {node.name!r}: Unknown input node {text!r}")
            dependencies.append(operation)
            continue
        if dependencies:
            raise ValueError(f"Node {node.name!r}: Control dependencies must come after regular dependencies")
        key = text.removesuffix(":0") if text not in tensors else text
        if key not in tensors:
            source, _, index = text.rpartition(":")
            if index.isdigit() and source in operations:
                raise ValueError(
                    f"Node {node.name!r}: Connecting to invalid output {index} of source node {source} which has "
                    f"{len(operations[source].outputs)} outputs."
                )
            raise ValueError(f"Node {node.name!r}: Unknown input node {text!r}")
        inputs.append(tensors[key])
    _append_node(node, inputs, dependencies, tensors, operations, functions, keep)


def _append_node(
    node: NodeDef,
    inputs: list[Any],
    dependencies: list[Operation],
    tensors: dict[str, Any],
    operations: dict[str, Operation],
    functions: FunctionLibrary,
    keep: Callable[..., Any],
) -> None:
    graph = default_graph()
    with graph.device(node.device) if node.device else contextlib.nullcontext():
        if graph_references.is_reference_op(node.op) or any(
            isinstance(value, graph_references.Reference) for value in inputs
        ):
            outputs, operation = _append_reference(node, inputs, dependencies, functions)
        else:
            outputs = None
            if functions.gradients is not None and node.op == "IdentityN":
                with _named(node):
                    outputs = functions.gradients.attach(functions.current, node, inputs, tensors, operations)
            if outputs is None:
                with contextlib.ExitStack() as around:
                    if dependencies:
                        around.enter_context(graph.control_dependencies(dependencies))
                    if "_gradient_op_type" in node.attr and node.op not in _WITH_FUNCTIONS:
                        kind = node.attr["_gradient_op_type"].s.decode(errors="replace")
                        around.enter_context(graph.gradient_override_map({node.op: kind}))
                    outputs = _call_node(node, inputs, functions)
            operation = outputs[0].op if outputs else last_operation_of(graph)
    operations[node.name] = operation
    notes = {key: value for key, value in node.attr.items() if key.startswith("_") and key not in _MADE_ANEW}
    if notes:
        notes_of(operation.graph)[node_of(operation).key] = notes
    if "_draws_anew" in notes:
        node_of(operation).set_draws_anew()
    keep(node, outputs, tensors)


def _append_reference(
    node: NodeDef, inputs: list[Any], dependencies: list[Operation], functions: FunctionLibrary
) -> tuple[list[Any], Operation]:
    def call(op_type: str, given: list[Any], attrs: dict[str, Any], name: str | None) -> list[Any]:
        return call_op(op_type, given, attrs, name, functions)

    with _named(node):
        return graph_references.append(node, inputs, dependencies, call)


def _add_frames(
    nodes: list[Any],
    tensors: dict[str, Any],
    operations: dict[str, Operation],
    functions: FunctionLibrary,
    keep: Callable[..., Any],
    results: Sequence[str] | None,
) -> None:
    """Appends nodes among which there are loops and branches of TensorFlow 1."""
    from graphwright._src.graph_import.rebuild_loops import Rebuilder

    registered = _registered()

    def append(node: NodeDef, inputs: list[Any], dependencies: list[Any], found: Any, made: Any) -> None:
        _append_node(node, inputs, dependencies, found, made, functions, keep)

    def has_effects(node: NodeDef) -> bool:
        if graph_references.is_reference_op(node.op):
            return graph_references.changes(node.op)
        if node.op in registered:
            return op_definition(node.op)["is_stateful"]
        return node.op not in graph_frames.STRUCTURE

    frames = graph_frames.Frames(nodes, lambda text: text in tensors or text.removesuffix(":0") in tensors)
    try:
        Rebuilder(frames, tensors, operations, append, keep, has_effects).run(results)
    except TypeError as error:
        raise ValueError(f"the loops and branches of the graph do not fit together: {error}") from None


# What is noted at nodes and follows from the graph.
_MADE_ANEW = frozenset(
    ("_output_shapes", "_read_only_resource_inputs", "_lower_using_switch_merge", "_num_original_outputs")
)

# What they note as their gradients are functions of the process that wrote them.
_KINDS = ("", "Stateless")
_WITH_FUNCTIONS = frozenset(
    (
        "PartitionedCall",
        "StatefulPartitionedCall",
        *(prefix + op for op in ("While", "If", "Case") for prefix in _KINDS),
    )
)


def _call_node(node: NodeDef, inputs: list[Any], functions: FunctionLibrary) -> list[Any]:
    form = reference_ops.resource_form(node.op)
    op_type, attrs = form, dict(node.attr.items())
    if node.op == "Stack":
        inputs = [_core.convert_to_tensor(-1), *inputs]
    with _named(node):
        if op_type in functions and op_type not in _registered():
            function = functions(op_type)  # the op is a call of the function that has its name
            op_type = "StatefulPartitionedCall" if function.stateful else "PartitionedCall"
            attrs = {"f": function, "Tout": [tensor.dtype for tensor in function.graph.outputs]}
        elif op_type == "Const" and attrs.get("value") is not None and "dtype" in attrs:
            if attrs["value"].tensor.dtype != attrs["dtype"].type:
                raise ValueError("attr 'dtype' is not the dtype of attr 'value'")
        for attr in op_definition(op_type)["attrs"]:
            if not attr["has_default"] and attr["name"] not in attrs and op_type == form:
                raise ValueError(f"NodeDef missing attr {attr['name']!r} from Op {op_type}")
        return call_op(op_type, inputs, attrs, node.name, functions)


@contextlib.contextmanager
def _named(node: NodeDef) -> Iterator[None]:
    """Errors of what is appended for a node name that."""
    try:
        yield
    except (errors.NotFoundError, NotImplementedError):
        raise
    except (ValueError, TypeError, OverflowError, RecursionError, errors.OpError) as error:
        raise ValueError(f"Node {node.name!r} ({node.op}): {error}") from None


def _registered() -> frozenset[str]:
    return frozenset(_core.registered_ops())


# ---- graphs ----


@export(
    "graph_util.import_graph_def",
    "import_graph_def",
)
def import_graph_def(
    graph_def: Any,
    input_map: dict[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: object = None,
    producer_op_list: object = None,
) -> list[Any] | None:
    """Appends the nodes of a GraphDef message to the graph that is being built (tf.graph_util.import_graph_def).

    Args:
      graph_def: the message.
      input_map: tensors to use in place of those of the message, by their names.
      return_elements: names of operations and tensors of the message.
      name: put before all names; "import" by default. With "" they stay as they are, whatever name scope is open.
      op_dict: has no effect.
      producer_op_list: has no effect.

    Returns:
      What `return_elements` names, as a list; None where that is not given.

    Raises:
      NotFoundError: there is no op of a name in the message.
      NotImplementedError: the message holds something that is known but not there yet.
      TypeError: an argument is of a wrong type.
      ValueError: the message contradicts itself, a name is not in it, or `input_map` has values that would have to be
        made tensors where there is no `name` for them.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default() as g:
    ...     c = tf.constant(3.0, name="c")
    >>> with tf.Graph().as_default():
    ...     (d,) = tf.graph_util.import_graph_def(g.as_graph_def(), return_elements=["c:0"], name="again")
    >>> d.name
    'again/c:0'
    """
    message = _checked_message(graph_def)
    if return_elements is not None:
        return_elements = tuple(return_elements)
        if not all(isinstance(element, str) for element in return_elements):
            raise TypeError(f"Argument `return_elements` must be a list of strings. Obtained {list(return_elements)}.")
    graph = default_graph()
    with contextlib.ExitStack() as stack:
        if _core.executing_eagerly():
            stack.enter_context(graph.as_default())
        stack.enter_context(graph.name_scope("import" if name is None else name))
        mapped = _checked_input_map(input_map, message, graph, name)
        tensors: dict[str, Any] = dict(mapped)
        made: dict[str, Any] = {}

        def keep(node: NodeDef, outputs: list[Any], found: dict[str, Any]) -> None:
            if found is tensors or getattr(found, "maps", [None])[0] is tensors:  # not inside of a loop or branch
                _graph_outputs(node, outputs, made)
            _graph_outputs(node, outputs, found)
            found.update(mapped)

        operations = _add_nodes(message.node, tensors, FunctionLibrary(message.library), keep)
    unused = [key for key in mapped if key not in made]
    if unused:
        names = [key if ":" in key else f"{key}:0" for key in unused]
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{', '.join(names)}]")
    if return_elements is None:
        return None
    return [_returned(element, operations, made, mapped) for element in return_elements]


def _checked_message(message: Any) -> GraphDef:
    if not (hasattr(message, "node") and hasattr(message, "library") and hasattr(message, "SerializeToString")):
        raise TypeError(f"Argument `graph_def` must be a GraphDef proto. Received: {type(message).__name__}.")
    if not isinstance(message, GraphDef):  # Google's library has made it
        message = GraphDef.FromString(message.SerializeToString())
    if message.versions.min_consumer > graph_def.PRODUCER:
        raise ValueError(
            f"GraphDef min consumer version {message.versions.min_consumer} above current version {graph_def.PRODUCER}."
        )
    return message


def _checked_input_map(
    input_map: dict[str, Any] | None, message: GraphDef, graph: Graph, name: str | None
) -> dict[str, Any]:
    if not input_map:
        return {}
    if not isinstance(input_map, dict):
        raise TypeError(f"Argument `input_map` must be a dictionary. Obtained {type(input_map).__name__}")
    wrong = [key for key in input_map if not isinstance(key, str)]
    if wrong:
        raise TypeError(f"All keys for argument `input_map` must be strings. Obtained keys: {list(input_map)}")
    mapped = {}
    for key, value in input_map.items():
        if name == "" and not isinstance(value, _core.Tensor):  # a node of ours might take a name of the message's
            raise ValueError(
                f"import_graph_def needs a `name` other than '' where `input_map` has values that are no tensors, got "
                f"{value!r} for {key!r}"
            )
        if isinstance(value, Operation):
            raise TypeError(f"can't convert Operation {value.name!r} to Tensor")
        if not isinstance(value, _core.Tensor):
            with graph.name_scope("_inputs"):
                value = core_of(graph).capture(_core.convert_to_tensor(value), "Const")
        mapped[key.removesuffix(":0")] = value
    return mapped


def _returned(element: str, operations: dict[str, Operation], made: dict[str, Any], mapped: dict[str, Any]) -> Any:
    source, colon, index = element.rpartition(":")
    if not colon and element in operations:
        return operations[element]
    if colon and source in operations:
        key = element.removesuffix(":0")
        found = mapped.get(key, made.get(key, made.get(element)))
        if isinstance(found, graph_references.Reference):
            return operations[source].outputs[0]
        if found is not None:
            return found
        raise ValueError(
            f"Invalid return output {index} of node {source!r}, which has {len(operations[source].outputs)} output(s)"
        )
    raise ValueError(f"Requested return node {element!r} not found in graph def")
