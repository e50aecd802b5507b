"""The protobuf messages of shapes, dtypes and specs, built at run time: TensorFlow's fields, numbers and names.

They live in a pool of their own, so that TensorFlow's generated classes can be loaded into the same process.
"""

from __future__ import annotations

from graphwright.dtypes import _OF_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ENUM_NAMES = {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF"}
# Message: {field: (number, type, repeated)}; a type in capitals is a scalar, another one a message or an enum.
_MESSAGES: dict[str, dict[str, tuple[int, str, bool]]] = {
    "TensorShapeProto.Dim": {"size": (1, "INT64", False), "name": (2, "STRING", False)},
    "TensorShapeProto": {"dim": (2, "TensorShapeProto.Dim", True), "unknown_rank": (3, "BOOL", False)},
    "SerializedDType": {"datatype": (1, "DataType", False)},
    "TensorSpecProto": {
        "name": (1, "STRING", False),
        "shape": (2, "TensorShapeProto", False),
        "dtype": (3, "DataType", False),
    },
}
_classes: dict[str, Any] = {}


def message_class(name: str) -> Any:
    """The class of the messages of this name.

    Raises:
      NotImplementedError: the package protobuf is not installed.
    """
    if not _classes:
        _build()
    return _classes[name]


def _build() -> None:
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    except ImportError:
        raise NotImplementedError("messages for files need the package protobuf: pip install protobuf") from None
    file = descriptor_pb2.FileDescriptorProto(name="graphwright/types.proto", package="tensorflow", syntax="proto3")
    enum = file.enum_type.add(name="DataType")
    enum.value.add(name="DT_INVALID", number=0)
    for number, dtype in sorted(_OF_NUMBER.items()):
        base, ref = dtype.name.removesuffix("_ref"), "_REF" if dtype.name.endswith("_ref") else ""
        enum.value.add(name=f"DT_{_ENUM_NAMES.get(base, base.upper())}{ref}", number=number)
    made = {}
    for path in sorted(_MESSAGES):  # an outer message comes before those inside it
        outer, _, name = path.rpartition(".")
        made[path] = made[outer].nested_type.add(name=name) if outer else file.message_type.add(name=name)
    kinds = descriptor_pb2.FieldDescriptorProto
    for path, fields in _MESSAGES.items():
        for name, (number, kind, repeated) in fields.items():
            field = made[path].field.add(name=name, number=number)
            field.label = kinds.LABEL_REPEATED if repeated else kinds.LABEL_OPTIONAL
            if kind.isupper() or kind == "INT64":
                field.type = getattr(kinds, f"TYPE_{kind}")
            else:
                field.type = kinds.TYPE_ENUM if kind == "DataType" else kinds.TYPE_MESSAGE
                field.type_name = f".tensorflow.{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    for path in _MESSAGES:
        _classes[path] = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"tensorflow.{path}"))
