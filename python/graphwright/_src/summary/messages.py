"""The messages that event files consist of, with TensorFlow's fields and numbers."""

from __future__ import annotations

from graphwright._src.base.export import export_value
from graphwright._src.messages.graph import GraphDef, TensorProto
from graphwright._src.messages.wire import Enum, Field, Message

_DataClass = Enum(
    {0: "DATA_CLASS_UNKNOWN", 1: "DATA_CLASS_SCALAR", 2: "DATA_CLASS_TENSOR", 3: "DATA_CLASS_BLOB_SEQUENCE"}
)
_SessionStatus = Enum({0: "STATUS_UNSPECIFIED", 1: "START", 2: "STOP", 3: "CHECKPOINT"})
_LogLevel = Enum({0: "UNKNOWN", 10: "DEBUGGING", 20: "INFO", 30: "WARN", 40: "ERROR", 50: "FATAL"})


class PluginData(Message):
    """SummaryMetadata.PluginData: which part of TensorBoard shows a value, and what that has to know."""

    __slots__ = ()
    _table = {"plugin_name": Field(1, "string"), "content": Field(2, "bytes")}


class SummaryMetadata(Message):
    """The way to show a value."""

    __slots__ = ()
    _table = {
        "plugin_data": Field(1, PluginData),
        "display_name": Field(2, "string"),
        "summary_description": Field(3, "string"),
        "data_class": Field(4, _DataClass),
    }
    PluginData = PluginData


class HistogramProto(Message):
    """The counts of numbers in buckets, with the buckets' upper limits."""

    __slots__ = ()
    _table = {
        "min": Field(1, "double"),
        "max": Field(2, "double"),
        "num": Field(3, "double"),
        "sum": Field(4, "double"),
        "sum_squares": Field(5, "double"),
        "bucket_limit": Field(6, "double", repeated=True),
        "bucket": Field(7, "double", repeated=True),
    }


class Image(Message):
    """Summary.Image: an encoded image."""

    __slots__ = ()
    _table = {
        "height": Field(1, "int32"),
        "width": Field(2, "int32"),
        "colorspace": Field(3, "int32"),
        "encoded_image_string": Field(4, "bytes"),
    }


class Audio(Message):
    """Summary.Audio: an encoded sound."""

    __slots__ = ()
    _table = {
        "sample_rate": Field(1, "float"),
        "num_channels": Field(2, "int64"),
        "length_frames": Field(3, "int64"),
        "encoded_audio_string": Field(4, "bytes"),
        "content_type": Field(5, "string"),
    }


class Value(Message):
    """Summary.Value: one value with its tag."""

    __slots__ = ()
    _table = {
        "node_name": Field(7, "string"),
        "tag": Field(1, "string"),
        "metadata": Field(9, SummaryMetadata),
        "simple_value": Field(2, "float", oneof="value"),
        "obsolete_old_style_histogram": Field(3, "bytes", oneof="value"),
        "image": Field(4, Image, oneof="value"),
        "histo": Field(5, HistogramProto, oneof="value"),
        "audio": Field(6, Audio, oneof="value"),
        "tensor": Field(8, TensorProto, oneof="value"),
    }


class Summary(Message):
    """Values that were recorded together."""

    __slots__ = ()
    _table = {"value": Field(1, Value, repeated=True)}
    Value = Value
    Image = Image
    Audio = Audio


class SummaryDescription(Message):
    """The kind of summaries that an operation gives."""

    __slots__ = ()
    _table = {"type_hint": Field(1, "string")}


class LogMessage(Message):
    """A line of a log."""

    __slots__ = ()
    _table = {"level": Field(1, _LogLevel), "message": Field(2, "string")}


class SessionLog(Message):
    """The begin or the end of a session."""

    __slots__ = ()
    SessionStatus = _SessionStatus
    STATUS_UNSPECIFIED, START, STOP, CHECKPOINT = 0, 1, 2, 3
    _table = {
        "status": Field(1, _SessionStatus),
        "checkpoint_path": Field(2, "string"),
        "msg": Field(3, "string"),
    }


class TaggedRunMetadata(Message):
    """Facts of a run, with a tag."""

    __slots__ = ()
    _table = {"tag": Field(1, "string"), "run_metadata": Field(2, "bytes")}


class SourceMetadata(Message):
    """The writer of a file."""

    __slots__ = ()
    _table = {"writer": Field(1, "string")}


class Event(Message):
    """One record of an event file."""

    __slots__ = ()
    _table = {
        "wall_time": Field(1, "double"),
        "step": Field(2, "int64"),
        "file_version": Field(3, "string", oneof="what"),
        "graph_def": Field(4, "bytes", oneof="what"),
        "summary": Field(5, Summary, oneof="what"),
        "log_message": Field(6, LogMessage, oneof="what"),
        "session_log": Field(7, SessionLog, oneof="what"),
        "tagged_run_metadata": Field(8, TaggedRunMetadata, oneof="what"),
        "meta_graph_def": Field(9, "bytes", oneof="what"),
        "source_metadata": Field(10, SourceMetadata),
    }


class FunctionGraphs(Message):
    """RunMetadata.FunctionGraphs: a function's graph as it was traced, and as it runs."""

    __slots__ = ()
    _table = {
        "partition_graphs": Field(1, GraphDef, repeated=True),
        "pre_optimization_graph": Field(2, GraphDef),
        "post_optimization_graph": Field(3, GraphDef),
    }


class RunMetadata(Message):
    """Facts of a run: the graphs of functions."""

    __slots__ = ()
    _table = {
        "partition_graphs": Field(3, GraphDef, repeated=True),
        "function_graphs": Field(4, FunctionGraphs, repeated=True),
    }
    FunctionGraphs = FunctionGraphs


for _class in (Event, HistogramProto, LogMessage, SessionLog, Summary, SummaryMetadata, RunMetadata):
    export_value(f"compat.v1.{_class.__name__}", _class)
for _class in (Event, SessionLog, Summary, SummaryDescription, TaggedRunMetadata):
    export_value(f"compat.v1.summary.{_class.__name__}", _class)
