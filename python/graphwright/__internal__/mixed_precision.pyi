"""The public names of tf.__internal__.mixed_precision. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.registration import register_loss_scale_wrapper as register_loss_scale_wrapper

__all__ = [
    "register_loss_scale_wrapper",
]
