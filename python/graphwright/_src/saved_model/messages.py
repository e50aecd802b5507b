"""The messages of saved models, with TensorFlow's fields and numbers."""

from __future__ import annotations

from graphwright._src.base.export import export_value
from graphwright._src.checkpoint.messages import ObjectReference, RegisteredSaver, SlotVariableReference
from graphwright._src.messages.graph import (
    DataType,
    GraphDef,
    OpDef,
    SaveSliceInfoDef,
    TensorProto,
    TensorShapeProto,
    TensorSpecProto,
    VersionDef,
)
from graphwright._src.messages.wire import Enum, Field, Message

# ---- Python's values ----


class NoneValue(Message):
    """None."""

    __slots__ = ()


class StructuredValue(Message):
    """A Python value made of numbers, texts, containers and specs."""

    __slots__ = ()


class ListValue(Message):
    """A list."""

    __slots__ = ()
    _table = {"values": Field(1, StructuredValue, repeated=True)}


class TupleValue(Message):
    """A tuple."""

    __slots__ = ()
    _table = {"values": Field(1, StructuredValue, repeated=True)}


class DictValue(Message):
    """A dict with texts for keys."""

    __slots__ = ()
    _table = {"fields": Field(1, StructuredValue, key="string")}


class PairValue(Message):
    """A field of a named tuple."""

    __slots__ = ()
    _table = {"key": Field(1, "string"), "value": Field(2, StructuredValue)}


class NamedTupleValue(Message):
    """A named tuple."""

    __slots__ = ()
    _table = {"name": Field(1, "string"), "values": Field(2, PairValue, repeated=True)}


class BoundedTensorSpecProto(Message):
    """A `tf.TensorSpec` with bounds."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "shape": Field(2, TensorShapeProto),
        "dtype": Field(3, DataType),
        "minimum": Field(4, TensorProto),
        "maximum": Field(5, TensorProto),
    }


SPEC_CLASSES = {
    0: "UNKNOWN",
    1: "SPARSE_TENSOR_SPEC",
    2: "INDEXED_SLICES_SPEC",
    3: "RAGGED_TENSOR_SPEC",
    4: "TENSOR_ARRAY_SPEC",
    5: "DATA_DATASET_SPEC",
    6: "DATA_ITERATOR_SPEC",
    7: "OPTIONAL_SPEC",
    8: "PER_REPLICA_SPEC",
    9: "VARIABLE_SPEC",
    10: "ROW_PARTITION_SPEC",
    12: "REGISTERED_TYPE_SPEC",
    13: "EXTENSION_TYPE_SPEC",
}


class TypeSpecProto(Message):
    """A `tf.TypeSpec` by its class and what that is made from."""

    __slots__ = ()
    _table = {
        "type_spec_class": Field(1, Enum(SPEC_CLASSES)),
        "type_state": Field(2, StructuredValue),
        "type_spec_class_name": Field(3, "string"),
        "num_flat_components": Field(4, "int32"),
    }


StructuredValue.set_table(
    {
        "none_value": Field(1, NoneValue, oneof="kind"),
        "float64_value": Field(11, "double", oneof="kind"),
        "int64_value": Field(12, "uint64", oneof="kind"),  # with the sign as the lowest bit
        "string_value": Field(13, "string", oneof="kind"),
        "bool_value": Field(14, "bool", oneof="kind"),
        "tensor_shape_value": Field(31, TensorShapeProto, oneof="kind"),
        "tensor_dtype_value": Field(32, DataType, oneof="kind"),
        "tensor_spec_value": Field(33, TensorSpecProto, oneof="kind"),
        "type_spec_value": Field(34, TypeSpecProto, oneof="kind"),
        "bounded_tensor_spec_value": Field(35, BoundedTensorSpecProto, oneof="kind"),
        "list_value": Field(51, ListValue, oneof="kind"),
        "tuple_value": Field(52, TupleValue, oneof="kind"),
        "dict_value": Field(53, DictValue, oneof="kind"),
        "named_tuple_value": Field(54, NamedTupleValue, oneof="kind"),
        "tensor_value": Field(55, TensorProto, oneof="kind"),
        "numpy_value": Field(56, TensorProto, oneof="kind"),
    }
)

# ---- objects ----


class SavedUserObject(Message):
    """An object of a class of Python's."""

    __slots__ = ()
    _table = {"identifier": Field(1, "string"), "version": Field(2, VersionDef), "metadata": Field(3, "string")}


class SavedAsset(Message):
    """A file that belongs to the model."""

    __slots__ = ()
    _table = {"asset_file_def_index": Field(1, "int32")}


class FunctionSpec(Message):
    """The signature of a `tf.function`."""

    __slots__ = ()
    _table = {
        "fullargspec": Field(1, StructuredValue),
        "is_method": Field(2, "bool"),
        "input_signature": Field(5, StructuredValue),
        "jit_compile": Field(6, Enum({0: "DEFAULT", 1: "ON", 2: "OFF"})),
    }


class SavedFunction(Message):
    """A `tf.function` with its traces."""

    __slots__ = ()
    _table = {
        "concrete_functions": Field(1, "string", repeated=True),
        "function_spec": Field(2, FunctionSpec),
    }


class CapturedTensor(Message):
    """A tensor that a trace has captured."""

    __slots__ = ()
    _table = {"name": Field(1, "string"), "concrete_function": Field(2, "string")}


class SavedConcreteFunction(Message):
    """A trace: what it captures, takes and gives."""

    __slots__ = ()
    _table = {
        "bound_inputs": Field(2, "int32", repeated=True),
        "canonicalized_input_signature": Field(3, StructuredValue),
        "output_signature": Field(4, StructuredValue),
    }


class SavedBareConcreteFunction(Message):
    """A trace that is an object of its own."""

    __slots__ = ()
    _table = {
        "concrete_function_name": Field(1, "string"),
        "argument_keywords": Field(2, "string", repeated=True),
        "allowed_positional_arguments": Field(3, "int64"),
        "function_spec": Field(4, FunctionSpec),
    }


class SavedConstant(Message):
    """A tensor that a trace has captured, as a node of the graph."""

    __slots__ = ()
    _table = {"operation": Field(1, "string")}


class SavedVariable(Message):
    """A variable."""

    __slots__ = ()
    _table = {
        "dtype": Field(1, DataType),
        "shape": Field(2, TensorShapeProto),
        "trainable": Field(3, "bool"),
        "synchronization": Field(4, "int32"),
        "aggregation": Field(5, "int32"),
        "name": Field(6, "string"),
        "device": Field(7, "string"),
    }


class SavedResource(Message):
    """A table, or another thing that functions make and fill."""

    __slots__ = ()
    _table = {"device": Field(1, "string")}


class SaveableObject(Message):
    """The functions that write and read a value of an object."""

    __slots__ = ()
    _table = {"save_function": Field(2, "int32"), "restore_function": Field(3, "int32")}


class SavedObject(Message):
    """One object of a model."""

    __slots__ = ()
    _table = {
        "children": Field(1, ObjectReference, repeated=True),
        "slot_variables": Field(3, SlotVariableReference, repeated=True),
        "user_object": Field(4, SavedUserObject, oneof="kind"),
        "asset": Field(5, SavedAsset, oneof="kind"),
        "function": Field(6, SavedFunction, oneof="kind"),
        "variable": Field(7, SavedVariable, oneof="kind"),
        "bare_concrete_function": Field(8, SavedBareConcreteFunction, oneof="kind"),
        "constant": Field(9, SavedConstant, oneof="kind"),
        "resource": Field(10, SavedResource, oneof="kind"),
        "saveable_objects": Field(11, SaveableObject, key="string"),
        "captured_tensor": Field(12, CapturedTensor, oneof="kind"),
        "registered_name": Field(13, "string"),
        "dependencies": Field(15, ObjectReference, repeated=True),
        "registered_saver": Field(16, RegisteredSaver),
    }


class SavedObjectGraph(Message):
    """All objects of a model, and the traces that they share."""

    __slots__ = ()
    _table = {
        "nodes": Field(1, SavedObject, repeated=True),
        "concrete_functions": Field(2, SavedConcreteFunction, key="string"),
    }


# ---- graphs with signatures ----


class CooSparse(Message):
    """TensorInfo.CooSparse."""

    __slots__ = ()
    _table = {
        "values_tensor_name": Field(1, "string"),
        "indices_tensor_name": Field(2, "string"),
        "dense_shape_tensor_name": Field(3, "string"),
    }


class TensorInfo(Message):
    """A tensor of the graph: its name, dtype and shape."""

    __slots__ = ()


class CompositeTensorInfo(Message):
    """TensorInfo.CompositeTensor: what is made of several tensors, such as a ragged one."""

    __slots__ = ()
    _table = {"type_spec": Field(1, TypeSpecProto), "components": Field(2, TensorInfo, repeated=True)}


TensorInfo.set_table(
    {
        "name": Field(1, "string", oneof="encoding"),
        "dtype": Field(2, DataType),
        "tensor_shape": Field(3, TensorShapeProto),
        "coo_sparse": Field(4, CooSparse, oneof="encoding"),
        "composite_tensor": Field(5, CompositeTensorInfo, oneof="encoding"),
    }
)


class SignatureDef(Message):
    """The inputs and outputs of a part of the graph, by names."""

    __slots__ = ()
    _table = {
        "inputs": Field(1, TensorInfo, key="string"),
        "outputs": Field(2, TensorInfo, key="string"),
        "method_name": Field(3, "string"),
        "defaults": Field(4, TensorProto, key="string"),
    }


class AnyMessage(Message):
    """A message of any class, as bytes."""

    __slots__ = ()
    _table = {"type_url": Field(1, "string"), "value": Field(2, "bytes")}


class OpList(Message):
    """Signatures of ops."""

    __slots__ = ()
    _table = {"op": Field(1, OpDef, repeated=True)}


class MetaInfoDef(Message):
    """The writer and the purpose of the graph."""

    __slots__ = ()
    _table = {
        "meta_graph_version": Field(1, "string"),
        "stripped_op_list": Field(2, OpList),
        "any_info": Field(3, AnyMessage),
        "tags": Field(4, "string", repeated=True),
        "tensorflow_version": Field(5, "string"),
        "tensorflow_git_version": Field(6, "string"),
        "stripped_default_attrs": Field(7, "bool"),
        "function_aliases": Field(8, "string", key="string"),
    }


class SaverDef(Message):
    """The nodes of the graph that write and read its variables."""

    __slots__ = ()
    _table = {
        "filename_tensor_name": Field(1, "string"),
        "save_tensor_name": Field(2, "string"),
        "restore_op_name": Field(3, "string"),
        "max_to_keep": Field(4, "int32"),
        "sharded": Field(5, "bool"),
        "keep_checkpoint_every_n_hours": Field(6, "float"),
        "version": Field(7, Enum({0: "LEGACY", 1: "V1", 2: "V2"})),
    }


class NodeList(Message):
    """CollectionDef.NodeList."""

    __slots__ = ()
    _table = {"value": Field(1, "string", repeated=True)}


class BytesList(Message):
    """CollectionDef.BytesList."""

    __slots__ = ()
    _table = {"value": Field(1, "bytes", repeated=True)}


class Int64List(Message):
    """CollectionDef.Int64List."""

    __slots__ = ()
    _table = {"value": Field(1, "int64", repeated=True)}


class FloatList(Message):
    """CollectionDef.FloatList."""

    __slots__ = ()
    _table = {"value": Field(1, "float", repeated=True)}


class AnyList(Message):
    """CollectionDef.AnyList."""

    __slots__ = ()
    _table = {"value": Field(1, AnyMessage, repeated=True)}


class CollectionDef(Message):
    """A collection of a graph of TensorFlow 1."""

    __slots__ = ()
    _table = {
        "node_list": Field(1, NodeList, oneof="kind"),
        "bytes_list": Field(2, BytesList, oneof="kind"),
        "int64_list": Field(3, Int64List, oneof="kind"),
        "float_list": Field(4, FloatList, oneof="kind"),
        "any_list": Field(5, AnyList, oneof="kind"),
    }


class VariableDef(Message):
    """A variable of a graph of TensorFlow 1: the names of its tensors and operations."""

    __slots__ = ()
    _table = {
        "variable_name": Field(1, "string"),
        "initializer_name": Field(2, "string"),
        "snapshot_name": Field(3, "string"),
        "save_slice_info_def": Field(4, SaveSliceInfoDef),
        "is_resource": Field(5, "bool"),
        "initial_value_name": Field(6, "string"),
        "trainable": Field(7, "bool"),
        "synchronization": Field(8, "int32"),
        "aggregation": Field(9, "int32"),
    }


class AssetFileDef(Message):
    """A file, and the tensor that is to hold its path."""

    __slots__ = ()
    _table = {"tensor_info": Field(1, TensorInfo), "filename": Field(2, "string")}


class MetaGraphDef(Message):
    """A graph with what is needed to run it."""

    __slots__ = ()
    _table = {
        "meta_info_def": Field(1, MetaInfoDef),
        "graph_def": Field(2, GraphDef),
        "saver_def": Field(3, SaverDef),
        "collection_def": Field(4, CollectionDef, key="string"),
        "signature_def": Field(5, SignatureDef, key="string"),
        "asset_file_def": Field(6, AssetFileDef, repeated=True),
        "object_graph_def": Field(7, SavedObjectGraph),
    }


export_value("compat.v1.MetaGraphDef", MetaGraphDef)
export_value("compat.v1.TensorInfo", TensorInfo)
export_value("compat.v1.train.SaverDef", SaverDef)


class SavedModel(Message):
    """The file `saved_model.pb`."""

    __slots__ = ()
    _table = {
        "saved_model_schema_version": Field(1, "int64"),
        "meta_graphs": Field(2, MetaGraphDef, repeated=True),
    }
