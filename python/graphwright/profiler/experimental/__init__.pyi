"""The public names of tf.profiler.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.summary.profiler import (
    Profile as Profile,
    ProfilerOptions as ProfilerOptions,
    Trace as Trace,
    start as start,
    stop as stop,
)
from graphwright.profiler.experimental import client as client, server as server

__all__ = [
    "Profile", "ProfilerOptions", "Trace", "client", "server", "start", "stop",
]
