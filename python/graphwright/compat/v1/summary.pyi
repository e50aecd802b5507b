"""The public names of tf.compat.v1.summary. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.messages.classes import (
    Event as Event,
    SessionLog as SessionLog,
    Summary as Summary,
    SummaryDescription as SummaryDescription,
    TaggedRunMetadata as TaggedRunMetadata,
)
from graphwright._src.v1.summary import (
    FileWriter as FileWriter,
    FileWriterCache as FileWriterCache,
    all_v2_summary_ops as all_v2_summary_ops,
    audio as audio,
    get_summary_description as get_summary_description,
    histogram as histogram,
    image as image,
    initialize as initialize,
    merge as merge,
    merge_all as merge_all,
    scalar as scalar,
    tensor_summary as tensor_summary,
    text as text,
)

__all__ = [
    "Event", "FileWriter", "FileWriterCache", "SessionLog", "Summary", "SummaryDescription", "TaggedRunMetadata",
    "all_v2_summary_ops", "audio", "get_summary_description", "histogram", "image", "initialize", "merge", "merge_all",
    "scalar", "tensor_summary", "text",
]
