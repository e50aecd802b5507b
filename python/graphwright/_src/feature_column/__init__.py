"""tf.feature_column: how features of examples become the numbers that a model takes.

`base.py` has what all columns share and what computes them once each, `numeric.py`, `categorical.py` and `dense.py` and
`shared.py` the columns by kind, `parse_spec.py` what they need of an example, `layers.py` TensorFlow 1's models on top.
"""

from __future__ import annotations

from graphwright._src.feature_column import base, categorical, dense, layers, numeric, parse_spec, shared

__all__ = ["base", "categorical", "dense", "layers", "numeric", "parse_spec", "shared"]
