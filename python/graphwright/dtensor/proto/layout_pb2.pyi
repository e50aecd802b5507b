"""The public names of tf.dtensor.proto.layout_pb2. Written by tools/write_stubs.py, not by hand."""
from google.protobuf.descriptor import FileDescriptor as _FileDescriptor
from graphwright._src.messages.classes import (
    LayoutProto as LayoutProto,
    MeshDimensionProto as MeshDimensionProto,
    MeshProto as MeshProto,
    ShardingSpec as ShardingSpec,
)

__all__ = [
    "DESCRIPTOR", "LayoutProto", "MeshDimensionProto", "MeshProto", "ShardingSpec",
]

DESCRIPTOR: _FileDescriptor
