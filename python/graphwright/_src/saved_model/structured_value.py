"""Python values as `StructuredValue` messages and back: the arguments and results of saved functions."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.damaged import DamagedValueError
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late_file
from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec
from graphwright._src.composite.ragged.row_partition import RowPartitionSpec
from graphwright._src.composite.sparse.sparse_tensor import SparseTensorSpec
from graphwright._src.control_flow.tensor_array import TensorArraySpec
from graphwright._src.graph.values import shape_proto, tensor_from_proto, tensor_proto
from graphwright._src.messages.classes import StructuredValue, TypeSpecProto
from graphwright._src.state.variable import VariableSpec
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.extension_type import named_specs
from graphwright._src.tensor.indexed_slices import IndexedSlicesSpec
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import BoundedTensorSpec, TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, registered_specs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.messages.classes import BoundedTensorSpecProto, TensorSpecProto

_dataset_spec = late_file("data.dataset_spec")
_iterator = late_file("data.iterator")
_optional = late_file("data.optional")
_SPECS = {
    "SPARSE_TENSOR_SPEC": lambda: SparseTensorSpec,
    "RAGGED_TENSOR_SPEC": lambda: RaggedTensorSpec,
    "INDEXED_SLICES_SPEC": lambda: IndexedSlicesSpec,
    "TENSOR_ARRAY_SPEC": lambda: TensorArraySpec,
    "VARIABLE_SPEC": lambda: VariableSpec,
    "ROW_PARTITION_SPEC": lambda: RowPartitionSpec,
    "DATA_DATASET_SPEC": lambda: _dataset_spec.DatasetSpec,
    "DATA_ITERATOR_SPEC": lambda: _iterator.IteratorSpec,
    "OPTIONAL_SPEC": lambda: _optional.OptionalSpec,
}
_REGISTERED, _EXTENSION_TYPE = 12, 13  # numbers of classes that are known by name


class NotEncodableError(Exception):
    """The value is none that a model can keep."""


def encode(value: object) -> StructuredValue:
    """Returns the message for a value. Raises NotEncodableError where there is none."""
    message = StructuredValue()
    if value is None:
        message.none_value.SetInParent()
    elif isinstance(value, bool):
        message.bool_value = value
    elif isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise NotEncodableError(f"{value} has more than 64 bits")
        message.int64_value = value
    elif isinstance(value, float):
        message.float64_value = value
    elif isinstance(value, str):
        message.string_value = value
    elif isinstance(value, TensorShape):
        shape_proto(value, message.tensor_shape_value)
        message.tensor_shape_value.SetInParent()
    elif isinstance(value, dtypes.DType):
        message.tensor_dtype_value = value.as_datatype_enum
    elif isinstance(value, BoundedTensorSpec):
        _fill_spec(message.bounded_tensor_spec_value, value)
        for name in ("minimum", "maximum"):
            bound = _core.convert_to_tensor(getattr(value, name), value.dtype)
            getattr(message.bounded_tensor_spec_value, name).CopyFrom(tensor_proto(bound))
    elif type(value) is TensorSpec:
        _fill_spec(message.tensor_spec_value, value)
    elif isinstance(value, TypeSpec):
        _encode_spec(message.type_spec_value, value)
    elif isinstance(value, _core.Tensor):
        if not hasattr(value, "numpy"):
            raise NotEncodableError(f"{value!r} has no value")
        message.tensor_value.CopyFrom(tensor_proto(value))
    elif isinstance(value, tuple) and (fields := getattr(value, "_fields", None)) is not None:
        message.named_tuple_value.name = type(value).__name__
        for key, item in zip(fields, value, strict=True):
            message.named_tuple_value.values.add(key=key, value=encode(item))
    elif isinstance(value, (list, tuple)):
        target = message.list_value if isinstance(value, list) else message.tuple_value
        target.SetInParent()
        for item in value:
            target.values.append(encode(item))
    elif isinstance(value, dict):
        message.dict_value.SetInParent()
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotEncodableError(f"a dict with the key {key!r}")
            message.dict_value.fields[key].CopyFrom(encode(item))
    elif type(value).__module__ == "numpy":
        message.numpy_value.CopyFrom(tensor_proto(_core.convert_to_tensor(value)))
    else:
        raise NotEncodableError(f"{value!r} of type {type(value).__name__}")
    return message


@export("__internal__.saved_model.encode_structure")
def encode_structure(nested_structure: object) -> StructuredValue:
    """Returns the message for a nest of numbers, texts and specs (tf.__internal__.saved_model.encode_structure).

    Raises:
      NotEncodableError: there is something in it that has no form in a message.

    >>> import graphwright as tf
    >>> tf.__internal__.saved_model.decode_proto(tf.__internal__.saved_model.encode_structure({"a": [1, None]}))
    {'a': [1, None]}
    """
    return encode(nested_structure)


@export("__internal__.saved_model.decode_proto")
def decode_proto(proto: StructuredValue) -> Any:
    """Returns the nest that `encode_structure` made a message of (tf.__internal__.saved_model.decode_proto).

    Raises:
      ValueError: the message holds no value.

    >>> import graphwright as tf
    >>> tf.__internal__.saved_model.decode_proto(tf.__internal__.saved_model.encode_structure((1.5, "a")))
    (1.5, 'a')
    """
    return decode(
        proto if isinstance(proto, StructuredValue) else StructuredValue.FromString(proto.SerializeToString())
    )


def _fill_spec(message: TensorSpecProto | BoundedTensorSpecProto, spec: TensorSpec) -> None:
    message.SetInParent()
    if spec.name:
        message.name = spec.name
    shape_proto(spec.shape, message.shape)
    message.shape.SetInParent()
    message.dtype = spec.dtype.as_datatype_enum


def _encode_spec(message: TypeSpecProto, spec: TypeSpec) -> None:
    number, name = _number_and_name(type(spec))
    if number == 0:
        raise NotEncodableError(f"a spec of class {type(spec).__name__}")
    message.type_spec_class = number
    state = spec._serialize()
    message.type_state.CopyFrom(encode(state))
    message.type_spec_class_name = name
    message.num_flat_components = len(nest.flatten(spec, expand_composites=True))


def _number_and_name(cls: type) -> tuple[int, str]:
    """Returns how files call a class of specs; 0 where they cannot hold it."""
    for name, number in TypeSpecProto.TypeSpecClass.items():
        if cls is _class_of(name):
            return number, cls.__name__
    for number, names in ((_EXTENSION_TYPE, named_specs), (_REGISTERED, registered_specs)):
        for name, registered in names.items():
            if cls is registered:
                return number, name
    return 0, ""


def _class_name(number: int) -> str:
    known = TypeSpecProto.DESCRIPTOR.enum_types_by_name["TypeSpecClass"].values_by_number
    return known[number].name if number in known else ""


def _class_of(name: str) -> type | None:
    """Returns the class of specs that have a number of their own."""
    return _SPECS[name]() if name in _SPECS else None


def decode(message: StructuredValue) -> Any:
    """Returns the value of a message. Raises ValueError where it is none."""
    kind = message.WhichOneof("kind")
    if kind is None:
        raise ValueError("a structured value without a value")
    value = getattr(message, kind)
    if kind == "none_value":
        return None
    if kind in ("int64_value", "float64_value", "string_value", "bool_value"):
        return value
    if kind == "tensor_shape_value":
        return TensorShape(value)
    if kind == "tensor_dtype_value":
        return dtypes.as_dtype(value)
    if kind == "tensor_spec_value":
        return TensorSpec(TensorShape(value.shape), dtypes.as_dtype(value.dtype), value.name or None)
    if kind == "bounded_tensor_spec_value":
        low, high = tensor_from_proto(value.minimum), tensor_from_proto(value.maximum)
        dtype = dtypes.as_dtype(value.dtype)
        return BoundedTensorSpec(TensorShape(value.shape), dtype, low.numpy(), high.numpy(), value.name or None)
    if kind == "type_spec_value":
        return decode_spec(value)
    if kind == "list_value":
        return [decode(item) for item in value.values]
    if kind == "tuple_value":
        return tuple(decode(item) for item in value.values)
    if kind == "dict_value":
        # A message's map has no order of its own; this is the one in which the tensors lie.
        return {key: decode(item) for key, item in sorted(value.fields.items())}
    if kind == "named_tuple_value":
        return _named_tuple(value.name, [(pair.key, decode(pair.value)) for pair in value.values])
    tensor = tensor_from_proto(value)
    return tensor.numpy() if kind == "numpy_value" else tensor


def _named_tuple(name: str, pairs: list[tuple[str, Any]]) -> Any:
    import collections

    keys = [key for key, _ in pairs]
    try:
        made = collections.namedtuple(name, keys)  # noqa: PYI024
    except ValueError as error:
        raise DamagedValueError(None, None, f"a named tuple {name!r} with the fields {keys}: {error}") from error
    return made(*(value for _, value in pairs))


def decode_spec(message: TypeSpecProto) -> Any:
    """Returns the spec of a `TypeSpecProto` message. Raises NotImplementedError for one of an unknown class."""
    cls = _class_of(_class_name(message.type_spec_class))
    if cls is None:
        names = {_EXTENSION_TYPE: named_specs, _REGISTERED: registered_specs}.get(message.type_spec_class, {})
        cls = names.get(message.type_spec_class_name)
    if cls is None:
        raise NotImplementedError(f"a saved spec of class {message.type_spec_class_name or message.type_spec_class}")
    return cls._deserialize(decode(message.type_state))
