"""The public names of tf.dtensor.proto.layout_pb2. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.messages.layout import (
    FileDescriptor,
    LayoutProto as LayoutProto,
    MeshDimensionProto as MeshDimensionProto,
    MeshProto as MeshProto,
    ShardingSpec as ShardingSpec,
)

__all__ = [
    "DESCRIPTOR", "LayoutProto", "MeshDimensionProto", "MeshProto", "ShardingSpec",
]

DESCRIPTOR: FileDescriptor
