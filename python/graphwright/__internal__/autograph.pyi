"""The public names of tf.__internal__.autograph. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.autograph.api import tf_convert as tf_convert
from graphwright._src.base.conversion_status import control_status_ctx as control_status_ctx

__all__ = [
    "control_status_ctx", "tf_convert",
]
