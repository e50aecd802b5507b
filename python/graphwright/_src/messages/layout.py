"""tf.dtensor.proto.layout_pb2: the messages that tell how a tensor lies on a mesh of devices."""

from __future__ import annotations

from graphwright._src.base.export import export, export_value
from graphwright._src.messages.wire import Enum, Field, Message


@export("dtensor.proto.layout_pb2.ShardingSpec", v1="")
class ShardingSpec(Message):
    """The name of the mesh's dimension that an axis is divided over (tf.dtensor.proto.layout_pb2.ShardingSpec)."""

    __slots__ = ()
    _table = {"sharding_spec": Field(2, "string")}


@export("dtensor.proto.layout_pb2.MeshDimensionProto", v1="")
class MeshDimensionProto(Message):
    """A dimension of a mesh: its name, and its number of devices (tf.dtensor.proto.layout_pb2.MeshDimensionProto)."""

    __slots__ = ()
    _table = {"name": Field(1, "string"), "size": Field(2, "int64")}


@export("dtensor.proto.layout_pb2.MeshProto", v1="")
class MeshProto(Message):
    """Devices in rows (tf.dtensor.proto.layout_pb2.MeshProto).

    >>> MeshProto(name="m", local_device_ids=[0, 1])
    name: "m"
    local_device_ids: 0
    local_device_ids: 1
    <BLANKLINE>
    """

    __slots__ = ()
    _table = {
        "mesh_dimensions": Field(1, MeshDimensionProto, repeated=True),
        "global_device_ids": Field(2, "int64", repeated=True),
        "name": Field(3, "string"),
        "local_device_ids": Field(4, "int64", repeated=True),
        "local_devices": Field(5, "string", repeated=True),
        "global_devices": Field(6, "string", repeated=True),
        "use_xla_spmd": Field(7, "bool"),
        "single_device": Field(8, "string"),
    }


@export("dtensor.proto.layout_pb2.LayoutProto", v1="")
class LayoutProto(Message):
    """The division of a tensor over a mesh (tf.dtensor.proto.layout_pb2.LayoutProto)."""

    __slots__ = ()
    LayoutType = Enum({0: "UNKNOWN", 1: "STATIC", 2: "PARTED", 3: "SINGLE_DEVICE"})
    UNKNOWN, STATIC, PARTED, SINGLE_DEVICE = range(4)
    _table = {
        "sharding_specs": Field(1, ShardingSpec, repeated=True),
        "mesh_config": Field(2, MeshProto),
        "type": Field(3, LayoutType),
    }


class FileDescriptor:
    """A description of a file of messages: its name, its package, and the messages by name."""

    def __init__(self, name: str, package: str, *messages: type[Message]) -> None:
        self.name = name
        self.package = package
        self.message_types_by_name = {message.__name__: message.DESCRIPTOR for message in messages}


DESCRIPTOR = export_value(
    "dtensor.proto.layout_pb2.DESCRIPTOR",
    FileDescriptor(
        "tensorflow/dtensor/proto/layout.proto",
        "tensorflow.dtensor",
        ShardingSpec,
        MeshDimensionProto,
        LayoutProto,
        MeshProto,
    ),
    __name__,
    v1="",
)
