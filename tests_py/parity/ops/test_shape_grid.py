"""What is known of raw ops' results while tracing, over grids of shapes; all of them with GRAPHWRIGHT_TESTS=all."""

import os

from parity.ops import op_shapes, shape_grid

WHOLE = os.environ.get("GRAPHWRIGHT_TESTS") == "all"


def test_grid(gw, tensorflow):
    assert not list(shape_grid.differences(tensorflow, gw, every=1 if WHOLE else 3))


def test_all_ops(gw, tensorflow):
    assert not list(op_shapes.differences(tensorflow, gw, every=1 if WHOLE else 97))


def test_reasons_name_ops(gw):
    assert all(hasattr(gw.raw_ops, name) for name in op_shapes.LESS)
    assert set(shape_grid.EARLIER + shape_grid.LATER) <= {name for name, _, _ in shape_grid.rows()}
