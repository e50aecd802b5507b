"""What libraries import from TensorFlow's inside is there: of the same kind, with the same parameters.

inner_names.tsv is what wanted.py found in the sources of some fifty libraries.
"""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

import graphwright
from libraries import inner_facts

# Classes whose objects TensorFlow makes itself.
MADE_INSIDE = {
    "python.data.ops.from_generator_op _GeneratorDataset",
    "python.data.ops.from_sparse_tensor_slices_op _SparseTensorSliceDataset",
    "python.distribute.input_lib DistributedDataset",
    "python.eager.function ConcreteFunction",
    "python.eager.wrap_function WrappedFunction",
}


@pytest.fixture(scope="module")
def facts(tensorflow, tmp_path_factory):
    """What each name is in TensorFlow, and here: {side: {name: [kind, parameters]}}."""
    found = {}
    root = os.path.dirname(os.path.dirname(graphwright.__file__))
    tests = os.path.dirname(os.path.dirname(inner_facts.__file__))
    paths = os.pathsep.join([root, tests, os.environ.get("PYTHONPATH", "")])
    for which in ("tensorflow", "graphwright"):
        path = str(tmp_path_factory.mktemp("facts") / f"{which}.json")
        command = [sys.executable, inner_facts.__file__, which, path]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": paths}
        )
        assert done.returncode == 0, done.stderr[-3000:]
        with open(path) as file:
            found[which] = json.load(file)
    if importlib.util.find_spec("tf_keras") is None:  # whose cells are TensorFlow 1's
        wants = [name for name in found["graphwright"] if name.startswith("python.ops.rnn_cell ")]
        for side in found.values():
            for name in wants:
                del side[name]
    return found


def test_all_are_there(facts):
    missing = {name: fact for name, fact in facts["graphwright"].items() if isinstance(fact, str)}
    assert missing == {}
    assert len(facts["graphwright"]) > 900


def test_of_the_same_kind(facts):
    pairs = {name: (want[0], facts["graphwright"][name][0]) for name, want in facts["tensorflow"].items()}
    assert {name: pair for name, pair in pairs.items() if pair[0] != pair[1]} == {}


def test_take_the_same_parameters(facts):
    lacking = {}
    for name, (_, want) in facts["tensorflow"].items():
        got = facts["graphwright"][name][1]
        if name not in MADE_INSIDE and want is not None and got is not None and "**" not in got:
            lacking[name] = [each for each in want if each not in got and each not in ("*", "**")]
    assert {name: each for name, each in lacking.items() if each} == {}
