"""tf.linalg.LinearOperator and its classes: matrices known by what they do.

`base.py` has what all of them share, `algebra.py` says what the product of two of them is.
"""

from __future__ import annotations

from graphwright._src.linear_operator import algebra, base, blocks, circulant, combined, identity, iteration, simple

__all__ = ["algebra", "base", "blocks", "circulant", "combined", "identity", "iteration", "simple"]
