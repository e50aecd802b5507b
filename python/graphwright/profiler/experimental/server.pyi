"""The public names of tf.profiler.experimental.server. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.summary.profiler import start_server as start

__all__ = [
    "start",
]
