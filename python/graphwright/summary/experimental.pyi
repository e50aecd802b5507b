"""The public names of tf.summary.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.summary.writers import get_step as get_step, set_step as set_step
from graphwright._src.summary.writing import summary_scope as summary_scope, write_raw_pb as write_raw_pb

__all__ = [
    "get_step", "set_step", "summary_scope", "write_raw_pb",
]
