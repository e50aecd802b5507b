"""GraphDef: graphs and functions as messages, with TensorFlow's names and numbers, so that they travel both ways.

`tf.Graph.as_graph_def()` and `ConcreteFunction.function_def` are made here from the core's graphs.
"""

from __future__ import annotations

import re

from graphwright import _core, dtypes
from graphwright.export import export_value
from graphwright.messages import Enum, Field, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# What TensorFlow 2.21 writes into `versions`; functions need readers of at least _FUNCTIONS_NEED.
_PRODUCER = 2474
_FUNCTIONS_NEED = 12

_PROTO_NAMES = {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF"}


def _enum_names() -> dict[int, str]:
    names = {0: "DT_INVALID"}
    for number, dtype in dtypes._OF_NUMBER.items():
        base, ref = dtype.name.removesuffix("_ref"), "_REF" if dtype.name.endswith("_ref") else ""
        names[number] = f"DT_{_PROTO_NAMES.get(base, base.upper())}{ref}"
    return names


DataType = Enum(_enum_names())


class Dim(Message):
    """TensorShapeProto.Dim."""

    __slots__ = ()
    _table = {"size": Field(1, "int64"), "name": Field(2, "string")}


class TensorShapeProto(Message):
    """A shape; -1 is a size that is not known."""

    __slots__ = ()
    _table = {"dim": Field(2, Dim, repeated=True), "unknown_rank": Field(3, "bool")}
    Dim = Dim


class ResourceHandleProto(Message):
    """A resource handle: only its name."""

    __slots__ = ()
    _table = {"device": Field(1, "string"), "container": Field(2, "string"), "name": Field(3, "string")}


class TensorProto(Message):
    """A tensor with its elements."""

    __slots__ = ()
    _table = {
        "dtype": Field(1, DataType),
        "tensor_shape": Field(2, TensorShapeProto),
        "version_number": Field(3, "int32"),
        "tensor_content": Field(4, "bytes"),
        "float_val": Field(5, "float", repeated=True),
        "double_val": Field(6, "double", repeated=True),
        "int_val": Field(7, "int32", repeated=True),
        "string_val": Field(8, "bytes", repeated=True),
        "scomplex_val": Field(9, "float", repeated=True),
        "int64_val": Field(10, "int64", repeated=True),
        "bool_val": Field(11, "bool", repeated=True),
        "dcomplex_val": Field(12, "double", repeated=True),
        "half_val": Field(13, "int32", repeated=True),
        "resource_handle_val": Field(14, ResourceHandleProto, repeated=True),
        "uint32_val": Field(16, "uint32", repeated=True),
        "uint64_val": Field(17, "uint64", repeated=True),
        "float8_val": Field(18, "bytes"),
    }


class NameAttrList(Message):
    """The name of a function, with attrs."""

    __slots__ = ()


class ListValue(Message):
    """AttrValue.ListValue."""

    __slots__ = ()
    _table = {
        "s": Field(2, "bytes", repeated=True),
        "i": Field(3, "int64", repeated=True),
        "f": Field(4, "float", repeated=True),
        "b": Field(5, "bool", repeated=True),
        "type": Field(6, DataType, repeated=True),
        "shape": Field(7, TensorShapeProto, repeated=True),
        "tensor": Field(8, TensorProto, repeated=True),
        "func": Field(9, NameAttrList, repeated=True),
    }


class AttrValue(Message):
    """The value of an attr: of one of several kinds, which `WhichOneof("value")` tells."""

    __slots__ = ()
    ListValue = ListValue
    _table = {
        "list": Field(1, ListValue, oneof="value"),
        "s": Field(2, "bytes", oneof="value"),
        "i": Field(3, "int64", oneof="value"),
        "f": Field(4, "float", oneof="value"),
        "b": Field(5, "bool", oneof="value"),
        "type": Field(6, DataType, oneof="value"),
        "shape": Field(7, TensorShapeProto, oneof="value"),
        "tensor": Field(8, TensorProto, oneof="value"),
        "placeholder": Field(9, "string", oneof="value"),
        "func": Field(10, NameAttrList, oneof="value"),
    }


NameAttrList.set_table({"name": Field(1, "string"), "attr": Field(2, AttrValue, key="string")})


class NodeDef(Message):
    """One node of a graph."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "op": Field(2, "string"),
        "input": Field(3, "string", repeated=True),
        "device": Field(4, "string"),
        "attr": Field(5, AttrValue, key="string"),
    }


class ArgDef(Message):
    """OpDef.ArgDef."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "description": Field(2, "string"),
        "type": Field(3, DataType),
        "type_attr": Field(4, "string"),
        "number_attr": Field(5, "string"),
        "type_list_attr": Field(6, "string"),
        "is_ref": Field(16, "bool"),
    }


class AttrDef(Message):
    """OpDef.AttrDef."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "type": Field(2, "string"),
        "default_value": Field(3, AttrValue),
        "description": Field(4, "string"),
        "has_minimum": Field(5, "bool"),
        "minimum": Field(6, "int64"),
        "allowed_values": Field(7, AttrValue),
    }


class OpDef(Message):
    """The signature of an op or of a function."""

    __slots__ = ()
    ArgDef = ArgDef
    AttrDef = AttrDef
    _table = {
        "name": Field(1, "string"),
        "input_arg": Field(2, ArgDef, repeated=True),
        "output_arg": Field(3, ArgDef, repeated=True),
        "attr": Field(4, AttrDef, repeated=True),
        "summary": Field(5, "string"),
        "description": Field(6, "string"),
        "is_aggregate": Field(16, "bool"),
        "is_stateful": Field(17, "bool"),
        "is_commutative": Field(18, "bool"),
        "allows_uninitialized_input": Field(19, "bool"),
        "control_output": Field(20, "string", repeated=True),
    }


class ArgAttrs(Message):
    """FunctionDef.ArgAttrs."""

    __slots__ = ()
    _table = {"attr": Field(1, AttrValue, key="string")}


class FunctionDef(Message):
    """A function: its signature, its nodes, and which of their outputs it returns."""

    __slots__ = ()
    ArgAttrs = ArgAttrs
    _table = {
        "signature": Field(1, OpDef),
        "node_def": Field(3, NodeDef, repeated=True),
        "ret": Field(4, "string", key="string"),
        "attr": Field(5, AttrValue, key="string"),
        "control_ret": Field(6, "string", key="string"),
        "arg_attr": Field(7, ArgAttrs, key="uint32"),
        "resource_arg_unique_id": Field(8, "uint32", key="uint32"),
    }


class GradientDef(Message):
    """Which function is another one's gradient."""

    __slots__ = ()
    _table = {"function_name": Field(1, "string"), "gradient_func": Field(2, "string")}


class FunctionDefLibrary(Message):
    """The functions that a graph refers to."""

    __slots__ = ()
    _table = {"function": Field(1, FunctionDef, repeated=True), "gradient": Field(2, GradientDef, repeated=True)}


class VersionDef(Message):
    """Which version wrote a graph, and which can read it."""

    __slots__ = ()
    _table = {
        "producer": Field(1, "int32"),
        "min_consumer": Field(2, "int32"),
        "bad_consumers": Field(3, "int32", repeated=True),
    }


class GraphDef(Message):
    """A graph: nodes, and the functions that they refer to."""

    __slots__ = ()
    _table = {
        "node": Field(1, NodeDef, repeated=True),
        "library": Field(2, FunctionDefLibrary),
        "version": Field(3, "int32"),
        "versions": Field(4, VersionDef),
    }


for _class in (GraphDef, NodeDef, AttrValue):
    export_value(f"compat.v1.{_class.__name__}", _class)


# ---- values ----


def shape_proto(shape: Any) -> TensorShapeProto:
    """The message of a `tf.TensorShape`."""
    proto = TensorShapeProto()
    if shape.rank is None:
        proto.unknown_rank = True
    else:
        for size in shape.as_list():
            proto.dim.add(size=-1 if size is None else size)
    return proto


# Where single elements go, by dtype; other numbers go as raw bytes only.
_VALUE_FIELDS = {
    "float32": "float_val",
    "float64": "double_val",
    "int8": "int_val",
    "int16": "int_val",
    "int32": "int_val",
    "uint8": "int_val",
    "uint16": "int_val",
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "string": "string_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
    "float16": "half_val",
    "bfloat16": "half_val",
}
_ALWAYS_LISTED = frozenset(("bool", "string", "complex64", "complex128", "uint16"))
_WORTH_COMPRESSING = 64


def tensor_proto(tensor: Any) -> TensorProto:
    """The message of an eager tensor. Raises TypeError for handles and variants."""
    dtype = tensor.dtype.name
    if dtype in ("resource", "variant"):
        raise TypeError(f"tensor_proto: a tensor of dtype {dtype} cannot be written")
    proto = TensorProto(dtype=tensor.dtype.as_datatype_enum)
    proto.tensor_shape.SetInParent()
    sizes = tensor.shape.as_list()
    count = 1
    for size in sizes:
        proto.tensor_shape.dim.add(size=size)
        count *= size
    if count == 0:
        return proto
    field = _VALUE_FIELDS.get(dtype)
    if dtype == "string":
        proto.string_val.extend(_elements(tensor, count))
    elif field is None:
        proto.tensor_content = _bytes_of(tensor)
    elif count == 1 or dtype in _ALWAYS_LISTED:
        getattr(proto, field).extend(_numbers(tensor, dtype, count))
    else:
        content = _bytes_of(tensor)
        size = len(content) // count
        if count >= _WORTH_COMPRESSING and content == content[:size] * count:
            getattr(proto, field).extend(_numbers(tensor, dtype, count)[:1])
        else:
            proto.tensor_content = content
    return proto


def _bytes_of(tensor: Any) -> bytes:
    try:
        return memoryview(tensor).tobytes()
    except (BufferError, TypeError):
        return tensor.numpy().tobytes()


def _elements(tensor: Any, count: int) -> list[Any]:
    array = tensor.numpy()
    return [array] if tensor.shape.rank == 0 else list(array.reshape(count))


def _numbers(tensor: Any, dtype: str, count: int) -> list[Any]:
    content = _bytes_of(tensor)
    if dtype in ("float16", "bfloat16"):
        return memoryview(content).cast("H").tolist()
    if dtype in ("complex64", "complex128"):
        return memoryview(content).cast("f" if dtype == "complex64" else "d").tolist()
    codes = {"float32": "f", "float64": "d", "int8": "b", "int16": "h", "int32": "i", "uint8": "B", "uint16": "H"}
    codes.update({"int64": "q", "uint32": "I", "uint64": "Q", "bool": "?"})
    return memoryview(content).cast(codes[dtype]).tolist()


def tensor_from_proto(proto: Any) -> Any:
    """The eager tensor that a message describes. Raises ValueError where it contradicts itself."""
    import numpy as np

    dtype = dtypes.as_dtype(proto.dtype)
    shape = [dim.size for dim in proto.tensor_shape.dim]
    count = 1
    for size in shape:
        if size < 0:
            raise ValueError(f"tensor_from_proto: the shape {shape} is not known completely")
        count *= size
    numpy_type = dtype.as_numpy_dtype
    if proto.tensor_content:
        array = np.frombuffer(proto.tensor_content, dtype=numpy_type)
    elif dtype.name == "string":
        array = np.array(list(proto.string_val), dtype=object)
    else:
        field = _VALUE_FIELDS.get(dtype.name)
        if field is None:
            raise ValueError(f"tensor_from_proto: no elements for dtype {dtype.name}")
        values = list(getattr(proto, field))
        if dtype.name in ("float16", "bfloat16"):
            array = np.array(values, dtype=np.uint16).view(numpy_type)
        elif dtype.name.startswith("complex"):
            array = np.array([complex(a, b) for a, b in zip(values[::2], values[1::2], strict=True)], dtype=numpy_type)
        else:
            array = np.array(values, dtype=numpy_type)
    if len(array) != count:  # the last element stands for all that follow
        if count and not len(array):
            array = np.zeros(count, dtype=numpy_type)
        elif 0 < len(array) < count:
            array = np.concatenate([array, np.repeat(array[-1:], count - len(array))])
        else:
            raise ValueError(f"tensor_from_proto: {len(array)} elements for shape {shape}")
    return _core.convert_to_tensor(array.reshape(shape), dtype)


def attr_value(value: Any, kind: str = "") -> AttrValue:
    """The message of an attr's value; `kind` as an OpDef names it ("int", "list(type)" …), guessed where it is not given."""
    proto = AttrValue()
    if kind.startswith("list(") or (not kind and isinstance(value, (list, tuple))):
        inner = kind[5:-1]
        proto.list.SetInParent()
        for item in value:
            single = attr_value(item, inner)
            which = single.WhichOneof("value")
            if which is not None:
                getattr(proto.list, which).append(getattr(single, which))
        return proto
    if isinstance(value, dtypes.DType):
        proto.type = value.as_datatype_enum
    elif isinstance(value, bool):
        proto.b = value
    elif isinstance(value, int) and kind != "float":
        proto.i = value
    elif isinstance(value, (int, float)):
        proto.f = value
    elif kind == "func":
        proto.func.name = value if isinstance(value, str) else value.name
    elif isinstance(value, (bytes, str)):
        proto.s = value
    elif isinstance(value, _core.Tensor):
        proto.tensor.CopyFrom(tensor_proto(value))
    elif value is not None:
        proto.shape.CopyFrom(shape_proto(value))
    return proto


# ---- graphs ----


def op_def(name: str) -> OpDef:
    """The definition of a registered op as a message."""
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


class _Ops:
    """What the definitions of ops say, looked up once for each op."""

    def __init__(self) -> None:
        self._plain: dict[str, Any] = {}

    def plain(self, op: str) -> Any:
        found = self._plain.get(op)
        if found is None:
            found = self._plain[op] = _core.op_def(op)
            found["kinds"] = {attr["name"]: attr["type"] for attr in found["attrs"]}
        return found


def node_proto(
    node: Any, ops: _Ops | None = None, add_shapes: bool = False, extra: dict[str, Any] | None = None
) -> NodeDef:
    """The message of a core node."""
    kinds = (ops or _Ops()).plain(node.type)["kinds"]
    proto = NodeDef(name=node.name, op=node.type, device=node.device)
    for tensor in node.inputs:
        name = tensor.name
        proto.input.append(name[:-2] if name.endswith(":0") else name)
    for operation in node.control_inputs:
        proto.input.append("^" + operation.name)
    for name in node.attr_names:
        proto.attr[name].CopyFrom(attr_value(node.attr(name), kinds.get(name, "")))
    for name, value in (extra or {}).items():
        proto.attr[name].CopyFrom(attr_value(value))
    if add_shapes and node.outputs:
        shapes = proto.attr["_output_shapes"].list
        shapes.SetInParent()
        for tensor in node.outputs:
            shapes.shape.append(shape_proto(tensor.shape))
    return proto


def graph_proto(
    core: Any, from_node: int = 0, add_shapes: bool = False, argument_names: dict[str, str] | None = None
) -> GraphDef:
    """The message of a core graph: its nodes from `from_node` on, and the functions that they call.

    Args:
      core: a `_core.FuncGraph`.
      from_node: how many nodes to leave out.
      add_shapes: whether each node gets an attr with the shapes of its outputs.
      argument_names: what the user called the placeholders for arguments, by their names.
    """
    graph = GraphDef()
    ops = _Ops()
    library: dict[str, Any] = {}
    for node in core.nodes()[from_node:]:
        extra = None
        if node.type == "Placeholder" and argument_names is not None:
            name = argument_names.get(node.name, node.name.rsplit("/", 1)[-1])
            extra = {"_user_specified_name": name.encode()}
        graph.node.add().CopyFrom(node_proto(node, ops, add_shapes, extra))
        _collect_functions(node, library)
    for name in sorted(library):
        graph.library.function.append(function_proto(library[name], name, ops))
    graph.versions.producer = _PRODUCER
    if library:
        graph.versions.min_consumer = _FUNCTIONS_NEED
    return graph


def _collect_functions(node: Any, library: dict[str, Any]) -> None:
    for name, core in node.functions():
        if name not in library:
            library[name] = core
            for inner in core.nodes():
                _collect_functions(inner, library)


_UNFIT = re.compile(r"[^a-z0-9]+")


class _ArgNames:
    """The names of a function's arguments and results: lower case, letters, digits and underscores, each once."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

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
    core: Any, name: str, ops: _Ops | None = None, argument_names: dict[str, str] | None = None
) -> FunctionDef:
    """The message of a core graph that is a function's body."""
    ops = ops or _Ops()
    function = FunctionDef()
    signature = function.signature
    signature.name = name
    names = _ArgNames()
    inputs: dict[str, str] = {}
    for index, tensor in enumerate(core.inputs):
        node = tensor.name.rpartition(":")[0]
        inputs[tensor.name] = arg = names.make(node)
        signature.input_arg.add(name=arg, type=tensor.dtype.as_datatype_enum)
        attrs = function.arg_attr[index].attr
        user_name = (argument_names or {}).get(node, node.rsplit("/", 1)[-1])
        attrs["_user_specified_name"].s = user_name.encode()
        if tensor.dtype.name != "resource":
            attrs["_output_shapes"].list.shape.append(shape_proto(tensor.shape))
    is_input = {tensor.name.rpartition(":")[0] for tensor in core.inputs}
    outputs = {}
    for tensor in core.outputs:
        outputs[id(tensor)] = names.make(tensor.name.rpartition(":")[0])
        signature.output_arg.add(name=outputs[id(tensor)], type=tensor.dtype.as_datatype_enum)
    results = list(signature.output_arg)

    endpoints: dict[str, str] = dict(inputs)
    for node in core.nodes():
        plain = ops.plain(node.type)
        if plain["is_stateful"] and node.name not in is_input:
            signature.is_stateful = True
            if not node.type.startswith("Placeholder"):
                signature.control_output.append(node.name)
                function.control_ret[node.name] = node.name
        if node.name in is_input:
            continue
        for tensor, place in zip(node.outputs, _places(node, plain["outputs"]), strict=True):
            endpoints[tensor.name] = f"{node.name}:{place}"
        proto = node_proto(node, ops)
        for i, tensor in enumerate(node.inputs):
            proto.input[i] = endpoints[tensor.name]
        function.node_def.append(proto)
    for tensor, result in zip(core.outputs, results, strict=True):
        function.ret[result.name] = endpoints[tensor.name]
    function.attr["_construction_context"].s = b"kEagerRuntime"
    return function


def _places(node: Any, args: Iterable[Any]) -> list[str]:
    """For each output of a node: the name of the result that it belongs to, and its position there."""
    places = []
    for arg in args:
        count = 1
        if arg["number_attr"]:
            count = node.attr(arg["number_attr"])
        elif arg["type_list_attr"]:
            count = len(node.attr(arg["type_list_attr"]))
        places += [f"{arg['name']}:{i}" for i in range(count)]
    missing = len(node.outputs) - len(places)
    return places + [f"extra:{i}" for i in range(missing)] if missing > 0 else places[: len(node.outputs)]
