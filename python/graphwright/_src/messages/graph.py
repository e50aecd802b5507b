"""The messages of graphs, and of dtypes, shapes and specs, with TensorFlow's fields and numbers."""

from __future__ import annotations

from graphwright._src.base.dtype_table import REF, TABLE
from graphwright._src.base.export import export_value
from graphwright._src.messages.wire import Enum, Field, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

_PROTO_NAMES = {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF"}


def enum_names() -> dict[int, str]:
    names = {0: "DT_INVALID"}
    for number, (dtype, _, _) in TABLE.items():
        names[number] = name = f"DT_{_PROTO_NAMES.get(dtype, dtype.upper())}"
        names[number + REF] = f"{name}_REF"
    return names


DataType = Enum(enum_names())


class Dim(Message):
    """TensorShapeProto.Dim."""

    __slots__ = ()
    _table = {"size": Field(1, "int64"), "name": Field(2, "string")}


class TensorShapeProto(Message):
    """A shape; -1 is a size that is not known."""

    __slots__ = ()
    _table = {"dim": Field(2, Dim, repeated=True), "unknown_rank": Field(3, "bool")}
    Dim = Dim


class SerializedDType(Message):
    """A dtype."""

    __slots__ = ()
    _table = {"datatype": Field(1, DataType)}


class TensorSpecProto(Message):
    """A `tf.TensorSpec` as a message."""

    __slots__ = ()
    _table = {"name": Field(1, "string"), "shape": Field(2, TensorShapeProto), "dtype": Field(3, DataType)}


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


_TYPE_IDS = {
    0: "UNSET VAR ANY PRODUCT NAMED",
    20: "FOR_EACH",
    100: "CALLABLE",
    200: "BOOL UINT8 UINT16 UINT32 UINT64 INT8 INT16 INT32 INT64 HALF FLOAT DOUBLE COMPLEX64 COMPLEX128 STRING BFLOAT16",
    1000: "TENSOR ARRAY OPTIONAL LITERAL ENCODED SHAPE_TENSOR",
    10102: "DATASET RAGGED ITERATOR",
    10202: "MUTEX_LOCK LEGACY_VARIANT",
}
_FullTypeId = Enum(
    {first + i: "TFT_" + name for first, names in _TYPE_IDS.items() for i, name in enumerate(names.split())}
)


class FullTypeDef(Message):
    """The type of a node's outputs, as far as it is known."""

    __slots__ = ()
    TFT_UNSET = 0
    TFT_PRODUCT = 3
    TFT_TENSOR = 1000

    @classmethod
    def of(cls, other: Message) -> FullTypeDef:
        """Returns a copy of such a message, or of one of Google's library."""
        copied = cls(type_id=other.type_id)
        for part in other.args:
            copied.args.append(cls.of(part))
        return copied


FullTypeDef.set_table(
    {
        "type_id": Field(1, _FullTypeId),
        "args": Field(2, FullTypeDef, repeated=True),
        "s": Field(3, "string"),
        "i": Field(4, "int64"),
    }
)


class NodeDef(Message):
    """One node of a graph."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "op": Field(2, "string"),
        "input": Field(3, "string", repeated=True),
        "device": Field(4, "string"),
        "attr": Field(5, AttrValue, key="string"),
        "experimental_type": Field(7, FullTypeDef),
    }


class DtypeAndShape(Message):
    """ResourceHandleProto.DtypeAndShape."""

    __slots__ = ()
    _table = {"dtype": Field(1, DataType), "shape": Field(2, TensorShapeProto)}


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
        "handle_data": Field(7, DtypeAndShape, repeated=True),
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


class OpDeprecation(Message):
    """Since when an op should not be used, and what to use instead."""

    __slots__ = ()
    _table = {"version": Field(1, "int32"), "explanation": Field(2, "string")}


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
        "deprecation": Field(8, OpDeprecation),
        "is_aggregate": Field(16, "bool"),
        "is_stateful": Field(17, "bool"),
        "is_commutative": Field(18, "bool"),
        "allows_uninitialized_input": Field(19, "bool"),
        "control_output": Field(20, "string", repeated=True),
        "is_distributed_communication": Field(21, "bool"),
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
    """The name of the function that is another one's gradient."""

    __slots__ = ()
    _table = {"function_name": Field(1, "string"), "gradient_func": Field(2, "string")}


class RegisteredGradient(Message):
    """The name of the function that is the gradient of the nodes that name it so."""

    __slots__ = ()
    _table = {"gradient_func": Field(1, "string"), "registered_op_type": Field(2, "string")}


class FunctionDefLibrary(Message):
    """The functions that a graph refers to."""

    __slots__ = ()
    _table = {
        "function": Field(1, FunctionDef, repeated=True),
        "gradient": Field(2, GradientDef, repeated=True),
        "registered_gradients": Field(3, RegisteredGradient, repeated=True),
    }


class VersionDef(Message):
    """The version that wrote a graph, and those that can read it."""

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


for _class in (GraphDef, NodeDef, AttrValue, NameAttrList):
    export_value(f"compat.v1.{_class.__name__}", _class)


class SaveSliceInfoDef(Message):
    """The part that a variable is of a larger tensor."""

    __slots__ = ()
    _table = {
        "full_name": Field(1, "string"),
        "full_shape": Field(2, "int64", repeated=True),
        "var_offset": Field(3, "int64", repeated=True),
        "var_shape": Field(4, "int64", repeated=True),
    }
