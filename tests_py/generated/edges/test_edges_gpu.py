"""Functions and rows at the edges of their dtypes give on a GPU what they give on the CPU, where there is a GPU.

GRAPHWRIGHT_EDGE_CASES sets the number of rows' cases.
"""

import os
import random
import types

import numpy as np
import pytest

from generated.edges.edge_cases import all_keys, run, widened
from generated.edges.edge_runs import text_of
from generated.edges.edge_verdict import verdict
from support.compare import portable_outcome

CASES = int(os.environ.get("GRAPHWRIGHT_EDGE_CASES", "2000"))
PARTS = 20


@pytest.fixture(scope="module")
def devices(gw):
    """graphwright on the CPU, and on the GPU."""
    if not gw.config.list_physical_devices("GPU"):
        pytest.skip("there is no GPU")
    enabled = gw.config.experimental.tensor_float_32_execution_enabled()
    gw.config.experimental.enable_tensor_float_32_execution(False)
    gw._core.set_default_gpu(-1)
    yield OnDevice(gw, gw, -1), OnDevice(gw, gw, 0)
    gw.config.experimental.enable_tensor_float_32_execution(enabled)


class OnDevice:
    """A module whose functions run on a device."""

    def __init__(self, module, root, number):
        self._module, self._root, self._number = module, root, number

    def __getattr__(self, name):
        found = getattr(self._module, name)
        if isinstance(found, types.ModuleType):
            return OnDevice(found, self._root, self._number)
        if isinstance(found, type) or not callable(found):
            return found

        def call(*args, **kwargs):
            self._root._core.set_default_gpu(self._number)
            try:
                return found(*args, **kwargs)
            finally:
                self._root._core.set_default_gpu(-1)

        return call


def names():
    try:
        from generated.edges.edge_exact import BINARY, UNARY
    except ImportError:  # mpmath is not there
        return []
    return [*UNARY, *BINARY]


@pytest.mark.parametrize("name", names())
def test_functions_are_as_exact_as_on_the_cpu(devices, name):
    from generated.edges.edge_exact import FLOATS, differing

    with np.errstate(all="ignore"):
        for dtype in FLOATS:
            found = differing(*devices, name, dtype, 4)
            lines = "\n".join(
                f"{arguments}: {want}, got {got}; errors of both in units of the last place: {errors}"
                for arguments, want, got, errors in found[:5]
            )
            assert not found, f"{dtype}, {len(found)} arguments\n{lines}"


def outcome_on(gw, number, key):
    gw._core.set_default_gpu(number)
    try:
        with np.errstate(all="ignore"):
            return portable_outcome(run, gw, key)
    finally:
        gw._core.set_default_gpu(-1)


@pytest.mark.parametrize("part", range(PARTS))
def test_rows_at_their_edges(gw, devices, part):
    keys = list(all_keys())
    keys = random.Random(3).sample(keys, min(CASES, len(keys)))[part::PARTS]
    bad = []
    for key in keys:
        want, got = outcome_on(gw, -1, key), outcome_on(gw, 0, key)
        kind, text = verdict(key, want, got)
        if kind in ("value", "gradient") and widened(key):
            kind, text = verdict(key, want, got, outcome_on(gw, -1, widened(key)))
        if kind not in ("same", "nearer"):
            bad.append(f"{kind}: {text_of(key)}\n    {text}")
    assert not bad, f"{len(bad)} of {len(keys)}\n" + "\n".join(bad)
