"""The public names of tf.compat.v1.user_ops. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.scopes import my_fact as my_fact

__all__ = [
    "my_fact",
]
