"""The public names of tf.__internal__.monitoring. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.tf_internal import BoolGauge as BoolGauge

__all__ = [
    "BoolGauge",
]
