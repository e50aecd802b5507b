"""Elementwise functions at the edges of their dtypes: as near to the exact result as TensorFlow's."""

import numpy as np
import pytest

pytest.importorskip("mpmath")

from generated.edges.edge_exact import BINARY, FLOATS, UNARY, differing  # noqa: E402
from support.sampling import COMPARISONS  # noqa: E402


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_results_are_as_exact_as_tensorflows(gw, tensorflow, name):
    with np.errstate(all="ignore"):
        for dtype in FLOATS:
            found = differing(tensorflow, gw, name, dtype, 4)
            COMPARISONS["functions at their edges"] += 1
            lines = "\n".join(
                f"{arguments}: {want}, got {got}; errors of both in units of the last place: {errors}"
                for arguments, want, got, errors in found[:5]
            )
            assert not found, f"{dtype}, {len(found)} arguments\n{lines}"
