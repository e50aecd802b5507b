"""The public names of tf.__internal__.dispatch. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.registration import add_dispatch_support as add_dispatch_support
from graphwright._src.tensor.library_dispatch import (
    GlobalOpDispatcher as GlobalOpDispatcher,
    OpDispatcher as OpDispatcher,
    dispatch_for_types as dispatch_for_types,
)

__all__ = [
    "GlobalOpDispatcher", "OpDispatcher", "add_dispatch_support", "dispatch_for_types",
]
