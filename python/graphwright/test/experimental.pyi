"""The public names of tf.test.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.testing.testing import sync_devices as sync_devices

__all__ = [
    "sync_devices",
]
