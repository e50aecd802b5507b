"""The messages that have public names, with what they are for; `classes` has all others."""

from __future__ import annotations

from graphwright._src.base.export import export_value
from graphwright._src.messages import classes, protos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _publish(message: str, *names: str, doc: str, v1: str | None = None) -> Any:
    cls = getattr(classes, message)
    if not cls.__doc__:
        cls.__doc__ = doc
    for name in names:
        export_value(name, cls, home=__name__, v1=v1)
    return cls


# ---- records ----

BytesList = _publish("BytesList", "train.BytesList", doc="Strings of bytes (tf.train.BytesList).")
FloatList = _publish("FloatList", "train.FloatList", doc="float32 numbers (tf.train.FloatList).")
Int64List = _publish("Int64List", "train.Int64List", doc="int64 numbers (tf.train.Int64List).")
Feature = _publish(
    "Feature",
    "train.Feature",
    doc="""The values of one feature, of one of three kinds, which `WhichOneof("kind")` tells (tf.train.Feature).

    >>> import graphwright as tf
    >>> tf.train.Feature(float_list=tf.train.FloatList(value=[1.5]))
    float_list {
      value: 1.5
    }
    <BLANKLINE>
    """,
)
Features = _publish("Features", "train.Features", doc="Features by name (tf.train.Features).")
Example = _publish(
    "Example",
    "train.Example",
    doc="""One record of data (tf.train.Example), which `tf.io.parse_example` reads.

    >>> import graphwright as tf
    >>> one = tf.train.Feature(int64_list=tf.train.Int64List(value=[7]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"seven": one}))
    >>> tf.train.Example.FromString(example.SerializeToString()).features.feature["seven"].int64_list.value[0]
    7
    """,
)
FeatureList = _publish(
    "FeatureList", "train.FeatureList", doc="The steps of one feature of a sequence (tf.train.FeatureList)."
)
FeatureLists = _publish(
    "FeatureLists", "train.FeatureLists", doc="Features of a sequence by name (tf.train.FeatureLists)."
)
SequenceExample = _publish(
    "SequenceExample",
    "train.SequenceExample",
    doc="A sequence and what is known of it as a whole (tf.train.SequenceExample).",
)

# ---- graphs ----

GraphDef = _publish("GraphDef", "compat.v1.GraphDef", doc="A graph: nodes, and the functions that they refer to.")
NodeDef = _publish("NodeDef", "compat.v1.NodeDef", doc="One node of a graph.")
AttrValue = _publish(
    "AttrValue",
    "compat.v1.AttrValue",
    doc="""The value of an attr: of one of several kinds, which `WhichOneof("value")` tells.""",
)
NameAttrList = _publish("NameAttrList", "compat.v1.NameAttrList", doc="The name of a function, with attrs.")
MetaGraphDef = _publish("MetaGraphDef", "compat.v1.MetaGraphDef", doc="A graph with what is needed to run it.")
TensorInfo = _publish("TensorInfo", "compat.v1.TensorInfo", doc="A tensor of the graph: its name, dtype and shape.")
SaverDef = _publish(
    "SaverDef", "compat.v1.train.SaverDef", doc="The nodes of the graph that write and read its variables."
)

# ---- clusters and sessions ----

JobDef = _publish("JobDef", "train.JobDef", doc="The processes of one job, by their numbers (tf.train.JobDef).")
ClusterDef = _publish("ClusterDef", "train.ClusterDef", doc="The jobs of a cluster (tf.train.ClusterDef).")
ServerDef = _publish("ServerDef", "train.ServerDef", doc="The place of a process in its cluster (tf.train.ServerDef).")
ConfigProto = _publish("ConfigProto", "compat.v1.ConfigProto", doc="Options of a session.")
GPUOptions = _publish("GPUOptions", "compat.v1.GPUOptions", doc="Options of the use of GPUs.")
GraphOptions = _publish("GraphOptions", "compat.v1.GraphOptions", doc="Options of the run of graphs.")
OptimizerOptions = _publish("OptimizerOptions", "compat.v1.OptimizerOptions", doc="Options of the rewriting of graphs.")
RunOptions = _publish("RunOptions", "compat.v1.RunOptions", doc="Options of one run.")
RunMetadata = _publish("RunMetadata", "compat.v1.RunMetadata", doc="Facts of a run: the graphs of functions.")

# ---- files of events ----

Event = _publish("Event", "compat.v1.Event", "compat.v1.summary.Event", doc="One record of an event file.")
LogMessage = _publish("LogMessage", "compat.v1.LogMessage", doc="A line of a log.")
SessionLog = _publish(
    "SessionLog", "compat.v1.SessionLog", "compat.v1.summary.SessionLog", doc="The begin or the end of a session."
)
TaggedRunMetadata = _publish(
    "TaggedRunMetadata", "compat.v1.summary.TaggedRunMetadata", doc="Facts of a run, with a tag."
)
HistogramProto = _publish(
    "HistogramProto",
    "compat.v1.HistogramProto",
    doc="The counts of numbers in buckets, with the buckets' upper limits.",
)
Summary = _publish(
    "Summary", "compat.v1.Summary", "compat.v1.summary.Summary", doc="Values that were recorded together."
)
SummaryMetadata = _publish("SummaryMetadata", "compat.v1.SummaryMetadata", doc="The way to show a value.")
SummaryDescription = _publish(
    "SummaryDescription", "compat.v1.summary.SummaryDescription", doc="The kind of summaries that an operation gives."
)

# ---- profiles of plain graphs ----

AdviceProto = _publish("AdviceProto", "compat.v1.profiler.AdviceProto", doc="Advice, by the name of what found it.")
GraphNodeProto = _publish(
    "GraphNodeProto", "compat.v1.profiler.GraphNodeProto", doc="Times and sizes of a node, and of all below it."
)
MultiGraphNodeProto = _publish(
    "MultiGraphNodeProto",
    "compat.v1.profiler.MultiGraphNodeProto",
    doc="Times and sizes of several nodes under one name, and of all below it.",
)
OpLogProto = _publish(
    "OpLogProto",
    "compat.v1.profiler.OpLogProto",
    doc="Entries of nodes, and the texts that their numbers stand for.",
)

# ---- meshes and layouts ----

_LAYOUT = "tensorflow/dtensor/proto/layout.proto"
DESCRIPTOR = export_value("dtensor.proto.layout_pb2.DESCRIPTOR", protos.file_descriptor(_LAYOUT), home=__name__, v1="")
ShardingSpec = _publish(
    "ShardingSpec",
    "dtensor.proto.layout_pb2.ShardingSpec",
    v1="",
    doc="The name of the mesh's dimension that an axis is divided over (tf.dtensor.proto.layout_pb2.ShardingSpec).",
)
MeshDimensionProto = _publish(
    "MeshDimensionProto",
    "dtensor.proto.layout_pb2.MeshDimensionProto",
    v1="",
    doc="A dimension of a mesh: its name, and its number of devices (tf.dtensor.proto.layout_pb2.MeshDimensionProto).",
)
MeshProto = _publish(
    "MeshProto",
    "dtensor.proto.layout_pb2.MeshProto",
    v1="",
    doc="""Devices in rows (tf.dtensor.proto.layout_pb2.MeshProto).

    >>> MeshProto(name="m", local_device_ids=[0, 1])
    name: "m"
    local_device_ids: 0
    local_device_ids: 1
    <BLANKLINE>
    """,
)
LayoutProto = _publish(
    "LayoutProto",
    "dtensor.proto.layout_pb2.LayoutProto",
    v1="",
    doc="The division of a tensor over a mesh (tf.dtensor.proto.layout_pb2.LayoutProto).",
)

# ---- models with small integers ----

QuantizationComponentSpec = _publish(
    "QuantizationComponentSpec",
    "quantization.experimental.QuantizationComponentSpec",
    doc="The integers for one part of an op (tf.quantization.experimental.QuantizationComponentSpec).",
)
QuantizationMethod = _publish(
    "QuantizationMethod",
    "quantization.experimental.QuantizationMethod",
    doc="A way to find the integers (tf.quantization.experimental.QuantizationMethod).",
)
UnitWiseQuantizationSpec = _publish(
    "UnitWiseQuantizationSpec",
    "quantization.experimental.UnitWiseQuantizationSpec",
    doc="The method for some nodes (tf.quantization.experimental.UnitWiseQuantizationSpec).",
)
QuantizationOptions = _publish(
    "QuantizationOptions",
    "quantization.experimental.QuantizationOptions",
    doc="""A description of how to quantize a model (tf.quantization.experimental.QuantizationOptions).

    >>> QuantizationOptions(tags=["serve"], op_set=1)
    op_set: TF
    tags: "serve"
    <BLANKLINE>
    """,
)
