"""The public names of tf.distribute.experimental.rpc. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.unsupported import Client as Client, Server as Server

__all__ = [
    "Client", "Server",
]
