"""The public names of tf.linalg.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.linear_operator.iteration import conjugate_gradient as conjugate_gradient

__all__ = [
    "conjugate_gradient",
]
