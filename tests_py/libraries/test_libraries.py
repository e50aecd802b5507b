"""Libraries that people put beside TensorFlow give the same on graphwright.

Runs with `GRAPHWRIGHT_LIBRARIES=1`, after `pip install -r tests_py/libraries/requirements.txt`. What does not work yet is
in KNOWN, with the reason.
"""

import ast
import json
import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(__file__)
PROGRAMS = os.path.join(HERE, "programs.py")
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "keras_models"))
from test_keras import assert_close  # noqa: E402

with open(PROGRAMS) as file:
    NAMES = [
        node.name for node in ast.parse(file.read()).body if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]
ENABLED = os.environ.get("GRAPHWRIGHT_LIBRARIES") == "1"
# Program -> what is missing; the test fails when it is there.
KNOWN = {
    "tf_keras_saved_model": "tensorflow.python.saved_model.save.save_and_return_nodes, with which Keras 2 writes its own "
    "metadata beside a SavedModel; files .h5 and .keras work",
}
# Chains of many float32 steps.
ROUGH = {"probability_fitting": 1e-3, "sklearn_wrappers": 1e-4}

pytestmark = pytest.mark.skipif(not ENABLED, reason="GRAPHWRIGHT_LIBRARIES=1 runs the libraries' programs")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What both print, from two processes one after the other."""
    folder = tmp_path_factory.mktemp("libraries")
    found = {}
    for module in ("tensorflow", "graphwright"):
        path = folder / f"{module}.json"
        command = [sys.executable, PROGRAMS, module, str(path), *NAMES]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
        found[module] = json.loads(path.read_text())
    return found


@pytest.mark.xdist_group("libraries")
@pytest.mark.parametrize("name", NAMES if ENABLED else NAMES[:1])
def test_same_on_both(results, name):
    want, got = results["tensorflow"][name], results["graphwright"][name]
    assert "raised" not in want, f"TensorFlow: {want}"
    if name in KNOWN:
        assert "raised" in got, f"works now: take {name} out of KNOWN"
        pytest.xfail(KNOWN[name])
    assert_close(got["value"] if "value" in got else got, want["value"], ROUGH.get(name, 2e-5))
