"""Ragged tensors: how they are made, their members, brackets, and functions of them, as in TensorFlow."""

import pytest

from parity.composite.ragged_expressions import ALL, described, lines, names
from support.compare import assert_same


@pytest.mark.parametrize("expression", [line for text in ALL for line in lines(text)])
def test_ragged(expression, tensorflow, gw):
    assert_same(f"described(({expression}))", tensorflow, gw, lambda module: {**names(module), "described": described})
