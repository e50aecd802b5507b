"""Sparse tensors: their members, and the functions of tf.sparse, as in TensorFlow."""

import pytest
from sparse_expressions import ALL, described, lines, names

from side_by_side import assert_same


@pytest.mark.parametrize("expression", [line for text in ALL for line in lines(text)])
def test_sparse(expression, tensorflow, gw):
    assert_same(f"described(({expression}))", tensorflow, gw, lambda module: {**names(module), "described": described})
