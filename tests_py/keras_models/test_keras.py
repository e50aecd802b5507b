"""Keras 3 from PyPI gives the same numbers on graphwright as on TensorFlow.

Some programs run always; `GRAPHWRIGHT_KERAS=all` runs all of programs.py, ways.py and tutorials.py.
"""

import ast
import json
import math
import os
import subprocess
import sys

import pytest

from keras_models.both import run_on_both
from support.compare import assert_close

HERE = os.path.dirname(__file__)
PROGRAMS = os.path.join(HERE, "programs.py")
TUTORIALS = os.path.join(HERE, "tutorials.py")
WAYS = os.path.join(HERE, "ways.py")
APPLICATIONS = os.path.join(HERE, "applications.py")
USUAL = (
    "mlp cnn lstm attention several_inputs_and_outputs own_train_step data_sets callbacks saving checkpoints metrics "
    "steps_per_execution"
).split()


def all_names(path):
    with open(path) as file:
        functions = [node for node in ast.parse(file.read()).body if isinstance(node, ast.FunctionDef)]
    return [node.name for node in functions if any(isinstance(d, ast.Name) for d in node.decorator_list)]


NAMES = all_names(PROGRAMS) if os.environ.get("GRAPHWRIGHT_KERAS") == "all" else USUAL


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return run_on_both(tmp_path_factory.mktemp("keras"), PROGRAMS, NAMES)


@pytest.fixture(scope="module")
def tutorial_results(tmp_path_factory):
    return run_on_both(tmp_path_factory.mktemp("tutorials"), TUTORIALS, ())


@pytest.fixture(scope="module")
def way_results(tmp_path_factory):
    return run_on_both(tmp_path_factory.mktemp("ways"), WAYS, ())


# Float16 and bfloat16 round; long chains of small steps do as well.
ROUGH = {
    "mixed_bfloat16": 2e-2,
    "loss_scaling": 2e-3,
    "mixed_float16": 2e-3,
    "jit_compile": 1e-4,
    "resnet_block": 1e-4,
    "cnn": 1e-4,
}


@pytest.mark.xdist_group("keras")
@pytest.mark.parametrize("name", NAMES)
def test_same_numbers(results, name):
    want, got = results["tensorflow"][name], results["graphwright"][name]
    assert not isinstance(want, str), f"TensorFlow: {want}"
    assert_close(got, want, ROUGH.get(name, 2e-5))


@pytest.mark.skipif(os.environ.get("GRAPHWRIGHT_KERAS") != "all", reason="GRAPHWRIGHT_KERAS=all runs the tutorials")
@pytest.mark.xdist_group("keras")
@pytest.mark.parametrize("name", all_names(TUTORIALS))
def test_tutorials(tutorial_results, name):
    want, got = tutorial_results["tensorflow"][name], tutorial_results["graphwright"][name]
    assert not isinstance(want, str), f"TensorFlow: {want}"
    assert_close(got, want, 5e-5)


@pytest.mark.skipif(os.environ.get("GRAPHWRIGHT_KERAS") != "all", reason="GRAPHWRIGHT_KERAS=all runs all ways")
@pytest.mark.xdist_group("keras")
@pytest.mark.parametrize("name", all_names(WAYS))
def test_ways_of_use(way_results, name):
    want, got = way_results["tensorflow"][name], way_results["graphwright"][name]
    assert not isinstance(want, str) or name == "pictures", f"TensorFlow: {want}"
    assert_close(got, want, ROUGH.get(name, 2e-5))


@pytest.mark.skipif(
    os.environ.get("GRAPHWRIGHT_KERAS") != "all", reason="GRAPHWRIGHT_KERAS=all runs keras.applications"
)
@pytest.mark.xdist_group("keras")
def test_applications(tmp_path):
    found = run_on_both(tmp_path, APPLICATIONS, ())
    assert len(found["tensorflow"]) >= 15
    for name, want in found["tensorflow"].items():
        assert not isinstance(want, str), f"TensorFlow: {name}: {want}"
        assert_close(found["graphwright"][name], want, 2e-3, name)


FIFTY_STEPS = os.path.join(HERE, "fifty_steps.py")


def weights_after_50_steps(module, path, names=(), **environment):
    """The weights of models of fifty_steps.py, of all where none is named, after 50 steps."""
    command = [sys.executable, FIFTY_STEPS, module, str(path), *names]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, env={**os.environ, **environment})
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return json.loads(path.read_text())


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    """Those of both."""
    folder = tmp_path_factory.mktemp("weights")
    return {module: weights_after_50_steps(module, folder / module) for module in ("tensorflow", "graphwright")}


def distance(got, want):
    """The norm of the differences of all weights, in parts of the weights' norm."""
    pairs = [(a, b) for mine, theirs in zip(got, want, strict=True) for a, b in zip(mine, theirs, strict=True)]
    return math.sqrt(sum((a - b) ** 2 for a, b in pairs) / sum(b * b for _, b in pairs))


@pytest.mark.skipif(os.environ.get("GRAPHWRIGHT_KERAS") != "all", reason="GRAPHWRIGHT_KERAS=all trains all models")
@pytest.mark.xdist_group("keras")
def test_weights_after_50_steps(weights):
    want, got = weights["tensorflow"], weights["graphwright"]
    assert len(want) >= 30
    far = {name: distance(got[name], want[name]) for name in want}
    print("\n".join(f"{name:30} {value:.1e}" for name, value in far.items()))
    assert {name: value for name, value in far.items() if not value <= 1e-5} == {}


@pytest.mark.xdist_group("keras")
def test_weights_after_50_steps_on_a_gpu(gw, tmp_path):
    if not gw.config.list_physical_devices("GPU"):
        pytest.skip("there is no GPU")
    # Keras wants sequences that are filled up at their ends where there is a GPU.
    names = [name for name in all_names(FIFTY_STEPS) if name != "gru_masked"]
    # Keras asks for GPUs itself.
    want = weights_after_50_steps("graphwright", tmp_path / "cpu", names, CUDA_VISIBLE_DEVICES="-1")
    got = weights_after_50_steps("graphwright", tmp_path / "gpu", names, GRAPHWRIGHT_GPU="1")
    far = {name: distance(got[name], want[name]) for name in want}
    print("\n".join(f"{name:30} {value:.1e}" for name, value in far.items()))
    assert {name: value for name, value in far.items() if not value <= 1e-4} == {}


def test_graphwright_keras():
    code = """
        import graphwright as tf
        from graphwright.keras.layers import Dense
        from graphwright.keras import layers
        print(Dense is layers.Dense is tf.keras.layers.Dense is tf.compat.v1.keras.layers.Dense, tf.keras.backend.backend())
        import tensorflow.keras.layers
        from tensorflow.keras.models import Sequential
        from tensorflow import keras
        print(tensorflow is not tf, tensorflow.constant is tf.constant, keras is tf.keras, Sequential is keras.Sequential)
        names = ("initializers", "losses", "metrics", "optimizers")
        print(*(getattr(root, name) is getattr(keras, name) for root in (tf, tensorflow) for name in names))
        try:
            import tensorflow.keras.nothing
        except ModuleNotFoundError as error:
            print(error.name)
    """
    code = "\n".join(line.strip() if not line.startswith("            ") else line[8:] for line in code.splitlines())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "True tensorflow",
        "True True True True",
        " ".join(["True"] * 8),
        "tensorflow.keras.nothing",
    ]
