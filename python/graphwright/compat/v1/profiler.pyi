"""The public names of tf.compat.v1.profiler. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.messages.classes import (
    AdviceProto as AdviceProto,
    GraphNodeProto as GraphNodeProto,
    MultiGraphNodeProto as MultiGraphNodeProto,
    OpLogProto as OpLogProto,
)
from graphwright._src.v1.profiler import (
    ProfileOptionBuilder as ProfileOptionBuilder,
    Profiler as Profiler,
    advise as advise,
    profile as profile,
    write_op_log as write_op_log,
)

__all__ = [
    "AdviceProto", "GraphNodeProto", "MultiGraphNodeProto", "OpLogProto", "ProfileOptionBuilder", "Profiler", "advise",
    "profile", "write_op_log",
]
