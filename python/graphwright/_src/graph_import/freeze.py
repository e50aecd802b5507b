"""Frozen graphs: variables that a function uses become constants in it and in the functions that it calls."""

from __future__ import annotations

from typing import NamedTuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.function.concrete import kept_of, num_arguments_of
from graphwright._src.function.wrap_function import wrap_function
from graphwright._src.graph.export_graph import Library, function_proto
from graphwright._src.graph.graph_parts import user_names_of
from graphwright._src.graph.values import make_tensor_proto, tensor_proto
from graphwright._src.graph_import.import_graph import import_graph_def
from graphwright._src.graph_import.inline import inline_calls
from graphwright._src.messages.classes import GraphDef, NodeDef
from graphwright._src.tensor import dtypes, tensor_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from typing import Any

    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import FunctionDefLibrary
    from graphwright._src.tensor.tensor_shape import TensorShape

_RESOURCE = dtypes.resource.as_datatype_enum
# Where a call hands its inputs to functions: attrs with one, and with a list of types; how many inputs come before these.
_CALLS = {
    "PartitionedCall": (("f",), "Tin", 0),
    "StatefulPartitionedCall": (("f",), "Tin", 0),
    "If": (("then_branch", "else_branch"), "Tin", 1),
    "StatelessIf": (("then_branch", "else_branch"), "Tin", 1),
    "Case": (("branches",), "Tin", 1),
    "StatelessCase": (("branches",), "Tin", 1),
    "While": (("cond", "body"), "T", 0),
    "StatelessWhile": (("cond", "body"), "T", 0),
}
_READS = frozenset(("ReadVariableOp", "ResourceGather", "ResourceGatherNd"))


class _Value(NamedTuple):
    """The value that a variable becomes: the dtype by number, and the shape."""

    dtype: int
    shape: tuple[int | None, ...] | None


class _Freezer:
    """Rewrites functions whose arguments are variables into ones that take the values."""

    def __init__(self, library: FunctionDefLibrary) -> None:
        self._functions = {function.signature.name: function for function in library.function}
        self.made: dict[tuple[str, tuple[tuple[int, _Value], ...]], str] = {}
        self.library = library

    def nodes(self, function: Any, frozen: dict[str, _Value]) -> None:
        """Rewrites a function's nodes; `frozen` has the names of those that were variables, and what these become."""
        nodes = function.node_def
        reads = set()
        for node in nodes:
            if node.op == "Identity" and _source(node, 0) in frozen:
                node.attr["T"].type = frozen[_source(node, 0)].dtype
                frozen[node.name] = frozen[_source(node, 0)]
        for node in nodes:
            used = [i for i, text in enumerate(node.input) if not text.startswith("^") and _source(node, i) in frozen]
            if not used or node.op == "Identity":
                continue
            if node.op in _CALLS:
                self._call(node, {i: frozen[_source(node, i)] for i in used})
            elif node.op in _READS:
                reads.add(f"{node.name}:value:0")
                _read(node)
            else:
                raise NotImplementedError(
                    f"convert_variables_to_constants_v2: {node.name} ({node.op}) does more with a variable than reading it"
                )
        for node in nodes:  # what they give has another name now
            for i, text in enumerate(node.input):
                if text in reads:
                    node.input[i] = text.replace(":value:", ":output:")
        for name, text in list(function.ret.items()):
            if text in reads:
                function.ret[name] = text.replace(":value:", ":output:")

    def _call(self, node: NodeDef, used: dict[int, _Value]) -> None:
        attrs, types, before = _CALLS[node.op]
        arguments = tuple((i - before, used[i]) for i in sorted(used))
        kinds = node.attr[types].list.type
        for position, value in arguments:
            kinds[position] = value.dtype
        for name in attrs:
            given = node.attr[name]
            for function in given.list.func if given.WhichOneof("value") == "list" else [given.func]:
                function.name = self.function(function.name, arguments, loops=name == "body")
        if node.op in ("While", "StatelessWhile") and "output_shapes" in node.attr:
            del node.attr["output_shapes"]

    def function(self, name: str, arguments: tuple[tuple[int, _Value], ...], loops: bool = False) -> str:
        """Returns the name of the function that takes values for these of its arguments; a loop's body gives them back."""
        key = (name, arguments)
        if key in self.made:
            return self.made[key]
        made = self.library.function.add()
        made.CopyFrom(self._functions[name])
        made.signature.name = self.made[key] = f"{name}_frozen_{len(self.made)}"
        frozen = {}
        for position, value in arguments:
            arg = made.signature.input_arg[position]
            arg.type = value.dtype
            frozen[arg.name] = value
            if loops:
                made.signature.output_arg[position].type = value.dtype
            if position in made.arg_attr:
                made.arg_attr.pop(position)
            if value.shape is not None:
                shape = made.arg_attr[position].attr["_output_shapes"].list.shape.add()
                shape.CopyFrom(tensor_shape.TensorShape(value.shape).as_proto())
        self.nodes(made, frozen)
        return made.signature.name


def _source(node: NodeDef, i: int) -> str:
    return node.input[i].partition(":")[0]


def _read(node: NodeDef) -> None:
    """Returns what read a variable takes its value instead."""
    if node.op == "ReadVariableOp":
        dtype = node.attr["dtype"].type
        node.op = "Identity"
        _only(node, T=dtype)
        return
    dtype = node.attr["dtype"].type if "dtype" in node.attr else 0
    indices = node.attr["Tindices"].type
    if node.attr["batch_dims"].i if "batch_dims" in node.attr else 0:
        raise NotImplementedError("convert_variables_to_constants_v2: a gather with batch_dims from a variable")
    node.op = "Gather" if node.op == "ResourceGather" else "GatherNd"
    _only(node, Tparams=dtype, Tindices=indices)


def _only(node: NodeDef, **types: int) -> None:
    node.attr.clear()
    for name, dtype in types.items():
        node.attr[name].type = dtype


@export("__internal__.graph_util.convert_variables_to_constants_v2")
def convert_variables_to_constants_v2(
    func: Any, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> Any:
    """Returns the function with the values that its variables have now (tensorflow.python.framework.convert_to_constants).

    Args:
      func: a `tf.types.experimental.ConcreteFunction`.
      lower_control_flow: branches and loops stay ops with functions either way.
      aggressive_inlining: whether the nodes of called functions are put in place of the calls, as they are, too, where
        `lower_control_flow` is false.

    Returns:
      A function of the same arguments that uses no variables; `graph.as_graph_def()` is what can be kept. Tables stay what they
      are: the function uses them, and its graph has placeholders for their handles.

    Raises:
      NotImplementedError: a variable is used in another way than reading it.

    >>> import graphwright as tf
    >>> from graphwright._src.graph_import.freeze import convert_variables_to_constants_v2
    >>> v = tf.Variable(2.0)
    >>> concrete = tf.function(lambda x: x * v).get_concrete_function(tf.TensorSpec([]))
    >>> frozen = convert_variables_to_constants_v2(concrete)
    >>> _ = v.assign(5.0)
    >>> frozen(tf.constant(3.0))
    [<tf.Tensor: shape=(), dtype=float32, numpy=6.0>]
    """
    if kept_of(func) is not None:
        raise NotImplementedError("convert_variables_to_constants_v2: one tensor for several arguments")
    core = func.core_graph
    library = Library(core)
    graph = GraphDef()
    body = function_proto(core, core.name, library, user_names_of(func.graph))
    for name in sorted(library.functions):
        function_proto(library.functions[name], name, library, None, graph.library.function.add())
    args = list(body.signature.input_arg)
    count = num_arguments_of(func)
    feeds, frozen = [], {}
    for i, arg in enumerate(args[:count]):
        node = graph.node.add(name=arg.name, op="Placeholder")
        node.attr["dtype"].type = arg.type
        shapes = body.arg_attr[i].attr["_output_shapes"].list.shape if i in body.arg_attr else []
        if len(shapes) == 1:
            node.attr["shape"].shape.CopyFrom(shapes[0])
        feeds.append(f"{arg.name}:0")
    by_handle = {variable.handle._id: variable for variable in func.variables}
    values = func.captured_values.in_order_of_inputs()
    tables = {}  # what handles of them take the place of
    for arg, value in zip(args[count:], values, strict=True):
        if not isinstance(value, _core.Tensor):
            value = _core.convert_to_tensor(value.closure())
        if value.dtype == dtypes.resource:
            variable = by_handle.get(value._id)
            if variable is None:  # a table: it stays what it is
                node = graph.node.add(name=arg.name, op="Placeholder")
                node.attr["dtype"].type = _RESOURCE
                tables[f"{arg.name}:0"] = value
                continue
            value = variable.read_value()
            frozen[arg.name] = _Value(value.dtype.as_datatype_enum, tuple(value.shape))
        node = graph.node.add(name=arg.name, op="Const")
        node.attr["dtype"].type = value.dtype.as_datatype_enum
        node.attr["value"].tensor.CopyFrom(tensor_proto(value))
    freezer = _Freezer(graph.library)
    freezer.nodes(body, frozen)
    if aggressive_inlining or not lower_control_flow:
        inline_calls(body, graph.library)
    names = {arg.name for arg in args}
    places = _Places()
    for node in body.node_def:
        added = graph.node.add()
        added.CopyFrom(node)
        places.note(node)
    for node in graph.node:
        for i, text in enumerate(node.input):
            node.input[i] = places.of_graph(text, names)
    fetches = [places.of_graph(body.ret[arg.name], names) for arg in body.signature.output_arg]
    fetches = [text if ":" in text else f"{text}:0" for text in fetches]

    def build() -> None:
        import_graph_def(graph, input_map=tables, name="")

    wrapped = wrap_function(build, [])
    return wrapped.prune(feeds, fetches, name="frozen")


class _Places:
    """The outputs of nodes by number, where functions have them by the names of their results."""

    def __init__(self) -> None:
        self._ops: dict[str, NodeDef] = {}

    def note(self, node: NodeDef) -> None:
        """Remembers a node."""
        self._ops[node.name] = node

    def of_graph(self, text: str, arguments: set[str]) -> str:
        """Returns the name that a graph has for what a function calls "node:result:0"."""
        if text.startswith("^") or text in arguments or text.count(":") != 2:
            return text
        name, result, index = text.split(":")
        number = 0
        node = self._ops[name]
        for arg in _core.op_def(node.op)["outputs"]:
            if arg["name"] == result:
                break
            if arg["number_attr"]:
                number += node.attr[arg["number_attr"]].i
            elif arg["type_list_attr"]:
                number += len(node.attr[arg["type_list_attr"]].list.type)
            else:
                number += 1
        number += int(index)
        return name if number == 0 else f"{name}:{number}"


@export("compat.v1.graph_util.extract_sub_graph")
def extract_sub_graph(graph_def: GraphDef, dest_nodes: Iterable[str]) -> GraphDef:
    """Returns the part of a graph that some nodes need (tf.compat.v1.graph_util.extract_sub_graph).

    Args:
      graph_def: the graph, a message.
      dest_nodes: the names of these nodes.

    Returns:
      A message with them and the nodes that they need, in the order of the graph.

    Raises:
      AssertionError: a node is not in the graph.
      TypeError: an argument is of a wrong type.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default() as g:
    ...     a = tf.constant(1.0, name="a")
    ...     b = tf.constant(2.0, name="b")
    >>> [node.name for node in tf.compat.v1.graph_util.extract_sub_graph(g.as_graph_def(), ["b"]).node]
    ['b']
    """
    if not hasattr(graph_def, "node") or not hasattr(graph_def, "library"):
        raise TypeError(f"graph_def must be a graph_pb2.GraphDef proto, but got type {type(graph_def)}.")
    if isinstance(dest_nodes, str):
        raise TypeError(f"dest_nodes must be an iterable of strings, but got type {type(dest_nodes)}")
    if not isinstance(graph_def, GraphDef):
        graph_def = GraphDef.FromString(graph_def.SerializeToString())
    by_name = {node.name: node for node in graph_def.node}
    for name in dest_nodes:
        if name not in by_name:
            raise AssertionError(f"{name} is not in graph")
    kept = set(dest_nodes)
    waiting = list(kept)
    while waiting:
        for text in by_name[waiting.pop()].input:
            name = text.removeprefix("^").partition(":")[0]
            if name not in kept and name in by_name:
                kept.add(name)
                waiting.append(name)
    found = GraphDef()
    for node in graph_def.node:
        if node.name in kept:
            found.node.append(node)
    found.library.CopyFrom(graph_def.library)
    found.versions.CopyFrom(graph_def.versions)
    return found


class _Nodes:
    """The nodes of a graph, as those of a function that gives nothing."""

    def __init__(self, nodes: Any) -> None:
        self.node_def = nodes
        self.ret: dict[str, str] = {}


@export("compat.v1.graph_util.convert_variables_to_constants")
def convert_variables_to_constants(
    sess: Any,
    input_graph_def: GraphDef,
    output_node_names: Iterable[str],
    variable_names_whitelist: Container[str] | None = None,
    variable_names_blacklist: Container[str] | None = None,
) -> GraphDef:
    """Returns the part of a graph that some nodes need, with the values that its variables have in a session.

    The TensorFlow symbol is tf.compat.v1.graph_util.convert_variables_to_constants.

    Args:
      sess: the session.
      input_graph_def: the graph, a message.
      output_node_names: the names of these nodes.
      variable_names_whitelist: the names of the variables that become constants; all unless given.
      variable_names_blacklist: those that do not.

    Raises:
      AssertionError: a node is not in the graph.
      NotImplementedError: a variable is used in another way than reading it.
      tf.errors.OpError: a variable has no value.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default() as g, tf.compat.v1.Session() as session:
    ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
    ...     y = tf.multiply(w, 2.0, name="y")
    ...     session.run(w.initializer)
    ...     frozen = tf.compat.v1.graph_util.convert_variables_to_constants(session, g.as_graph_def(), ["y"])
    >>> [(node.name, node.op) for node in frozen.node if "w" in node.name]
    [('w', 'Const')]
    """
    found = extract_sub_graph(input_graph_def, output_node_names)
    chosen = [
        node
        for node in found.node
        if node.op == "VarHandleOp"
        and (variable_names_whitelist is None or node.name in variable_names_whitelist)
        and (variable_names_blacklist is None or node.name not in variable_names_blacklist)
    ]
    reads = _reads_of(sess.graph, {node.name for node in chosen})
    values = sess.run({node.name: reads[node.name] for node in chosen}) if chosen else {}
    frozen = {}
    for node in chosen:
        dtype = node.attr["dtype"].type
        value = make_tensor_proto(values[node.name], dtypes.as_dtype(dtype))
        node.op = "Const"
        _only(node, dtype=dtype)
        node.attr["value"].tensor.CopyFrom(value)
        frozen[node.name] = _Value(
            dtype, tuple(value.tensor_shape.dim[i].size for i in range(len(value.tensor_shape.dim)))
        )
    _Freezer(found.library).nodes(_Nodes(found.node), frozen)
    return found


def _reads_of(graph: Graph, names: set[str]) -> dict[str, Any]:
    """For variables by name a tensor that reads them."""
    found: dict[str, Any] = {}
    for operation in graph.get_operations():
        if operation.type == "ReadVariableOp" and operation.inputs[0].op.name in names - found.keys():
            if not operation.control_inputs:
                found[operation.inputs[0].op.name] = operation.outputs[0]
    for name in names - found.keys():
        raise ValueError(f"convert_variables_to_constants: nothing in the graph reads the variable {name!r}")
    return found


@export("compat.v1.graph_util.remove_training_nodes")
def remove_training_nodes(input_graph: GraphDef, protected_nodes: Iterable[str] | None = None) -> GraphDef:
    """Returns a graph without Identity and CheckNumerics nodes (tf.compat.v1.graph_util.remove_training_nodes).

    Args:
      input_graph: the graph, a message.
      protected_nodes: the names of nodes that stay.

    Returns:
      A message. What took the result of an Identity takes what that took; inputs that were results of CheckNumerics are left
      out, as in TensorFlow. Identities that take part in control dependencies stay.
    """
    kept = set(protected_nodes or ())
    removed = {node.name for node in input_graph.node if node.op == "CheckNumerics" and node.name not in kept}
    nodes = []
    for node in input_graph.node:
        if node.name not in removed:
            copy = NodeDef()
            copy.CopyFrom(node)
            copy.input[:] = [text for text in node.input if text.removeprefix("^") not in removed]
            nodes.append(copy)
    controlled = {node.name for node in nodes if any(text.startswith("^") for text in node.input)}
    controlled |= {text[1:] for node in nodes for text in node.input if text.startswith("^")}
    spliced = {
        node.name: node.input[0]
        for node in nodes
        if node.op == "Identity" and node.input and node.name not in kept and node.name not in controlled
    }
    found = GraphDef()
    for node in nodes:
        if node.name in spliced:
            continue
        inputs = []
        for text in node.input:
            seen = set()
            while text.removeprefix("^") in spliced and text not in seen:
                seen.add(text)
                text = spliced[text.removeprefix("^")]
            inputs.append(text)
        node.input[:] = inputs
        found.node.append(node)
    return found


# What TensorFlow keeps beside variables on the CPU.
_OF_VARIABLES = frozenset(
    "Assign AssignAdd AssignSub Queue ScatterAdd ScatterSub ScatterUpdate TruncatedNormal Variable VariableV2".split()
)
_OF_SMALL_INTEGERS = {"DynamicStitch": "T", "ParallelDynamicStitch": "T", "Cast": "SrcT"}


@export("compat.v1.graph_util.must_run_on_cpu")
def must_run_on_cpu(node: Any, pin_variables_on_cpu: bool = False) -> bool:
    """Tells whether a node has to run on the CPU: constants of texts and int32
    (tf.compat.v1.graph_util.must_run_on_cpu).

    Args:
      node: a NodeDef message, or an operation.
      pin_variables_on_cpu: whether nodes of variables have to, too.
    """
    node = getattr(node, "node_def", node)
    if pin_variables_on_cpu and node.op in _OF_VARIABLES:
        return True
    int32, string = dtypes.int32.as_datatype_enum, dtypes.string.as_datatype_enum
    if node.op == "Const":
        return node.attr["dtype"].type in (int32, string)
    attr = _OF_SMALL_INTEGERS.get(node.op)
    return attr is not None and node.attr[attr].type == int32


@export("compat.v1.graph_util.tensor_shape_from_node_def_name")
def tensor_shape_from_node_def_name(graph: Graph, input_name: str) -> TensorShape:
    """Returns the shape of a node's first output, or of the output that the name says.

    The TensorFlow symbol is tf.compat.v1.graph_util.tensor_shape_from_node_def_name.
    """
    return graph.get_tensor_by_name(input_name if ":" in input_name else f"{input_name}:0").get_shape()
