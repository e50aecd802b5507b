"""The public names of tf.compat.v1.version. Written by tools/write_stubs.py, not by hand."""

__all__ = [
    "COMPILER_VERSION", "GIT_VERSION", "GRAPH_DEF_VERSION", "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER", "VERSION",
]

COMPILER_VERSION: str

GIT_VERSION: str

GRAPH_DEF_VERSION: int

GRAPH_DEF_VERSION_MIN_CONSUMER: int

GRAPH_DEF_VERSION_MIN_PRODUCER: int

VERSION: str
