"""The public names of tf.compat.v1.saved_model.main_op. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.saved_model import main_op as main_op, main_op_with_restore as main_op_with_restore

__all__ = [
    "main_op", "main_op_with_restore",
]
