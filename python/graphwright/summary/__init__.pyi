"""The public names of tf.summary. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.summary.kinds import (
    audio as audio,
    histogram as histogram,
    image as image,
    scalar as scalar,
    text as text,
)
from graphwright._src.summary.traces import trace_export as trace_export, trace_off as trace_off, trace_on as trace_on
from graphwright._src.summary.writers import (
    SummaryWriter as SummaryWriter,
    create_file_writer as create_file_writer,
    create_noop_writer as create_noop_writer,
    flush as flush,
    record_if as record_if,
    should_record_summaries as should_record_summaries,
)
from graphwright._src.summary.writing import graph as graph, write as write
from graphwright.summary import experimental as experimental

__all__ = [
    "SummaryWriter", "audio", "create_file_writer", "create_noop_writer", "experimental", "flush", "graph", "histogram",
    "image", "record_if", "scalar", "should_record_summaries", "text", "trace_export", "trace_off", "trace_on", "write",
]
