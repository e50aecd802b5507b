"""The public names of tf.profiler.experimental.client. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.summary.profiler import monitor as monitor, trace as trace

__all__ = [
    "monitor", "trace",
]
