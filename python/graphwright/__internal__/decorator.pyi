"""The public names of tf.__internal__.decorator. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.decorator import make_decorator as make_decorator, unwrap as unwrap

__all__ = [
    "make_decorator", "unwrap",
]
