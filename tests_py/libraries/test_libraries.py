"""Libraries that people put beside TensorFlow give the same on graphwright.

Runs with `GRAPHWRIGHT_LIBRARIES=1`, after `python tools/libraries.py --cache FOLDER`, with `GRAPHWRIGHT_LIBRARIES_CACHE=FOLDER`.
What does not work yet is in KNOWN of environments.py, with the reason.
"""

import os

import pytest

from libraries.environments import KNOWN, NAMES, ROUGH, batch_of, programs, run
from support.compare import assert_close

CASES = [(environment, name) for environment in NAMES for name in programs(environment)]
ENABLED = os.environ.get("GRAPHWRIGHT_LIBRARIES") == "1"

pytestmark = pytest.mark.skipif(not ENABLED, reason="GRAPHWRIGHT_LIBRARIES=1 runs the libraries' programs")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What both give, by batches of programs; a batch that ends with an error is run once, too."""
    known = {}

    def find(environment, name):
        batch = batch_of(environment, name)
        if (environment, batch) not in known:
            folder = tmp_path_factory.mktemp(environment)
            try:
                cache = os.environ.get("GRAPHWRIGHT_LIBRARIES_CACHE")
                known[environment, batch] = run(cache, environment, str(folder), batch)
            except Exception as error:
                known[environment, batch] = error
        if isinstance(known[environment, batch], Exception):
            raise known[environment, batch]
        return known[environment, batch]

    return find


@pytest.mark.xdist_group("libraries")
@pytest.mark.parametrize(("environment", "name"), CASES if ENABLED else CASES[:1])
def test_same_on_both(results, environment, name):
    found = results(environment, name)
    want, got = found["tensorflow"][name], found["graphwright"][name]
    assert "raised" not in want, f"TensorFlow: {want}"
    if name in KNOWN:
        assert "raised" in got, f"works now: take {name} out of KNOWN"
        pytest.xfail(KNOWN[name])
    assert_close(got["value"] if "value" in got else got, want["value"], ROUGH.get(name, 2e-5))
