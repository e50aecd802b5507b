"""A few hundred of the cases of run.py: rows of rules/samples/ at the edges of their dtypes, beside TensorFlow."""

import os
import random

import pytest

from generated.edges.edge_cases import all_keys
from generated.edges.edge_known import reason
from generated.edges.edge_runs import judged, text_of
from support.sampling import COMPARISONS

CASES = int(os.environ.get("GRAPHWRIGHT_EDGE_CASES", "100"))


def test_rows_at_their_edges(gw, tensorflow, tmp_path):
    keys = list(all_keys())
    keys = random.Random(2).sample(keys, min(CASES, len(keys)))
    bad = []
    for key, (kind, text) in judged(keys, str(tmp_path)):
        COMPARISONS["rows at their edges"] += 1
        if kind not in ("same", "nearer") and not reason(key, kind, text):
            bad.append(f"{kind}: {text_of(key)}\n    {text}")
    if bad:
        pytest.fail(f"{len(bad)} of {len(keys)}\n" + "\n".join(bad[:5]), pytrace=False)
