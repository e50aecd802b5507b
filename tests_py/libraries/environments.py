"""Environments for libraries that are made for TensorFlow: what is in each, how it is made, and what is known of it.

An environment is a virtual one that sees all packages of the Python which made it, TensorFlow and graphwright among them,
and has the library itself, with what that wants in other versions, in front of these.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = os.path.join(HERE, "run.py")
TESTS = os.path.dirname(HERE)
_REQUIREMENTS = os.path.join(HERE, "requirements")
NAMES = sorted(file.removesuffix(".txt") for file in os.listdir(_REQUIREMENTS))
# Environment -> what its processes find in theirs: most ask for Keras 2 as `tf.keras`.
VARIABLES = {
    "deepxde": {"DDE_BACKEND": "tensorflow"},
    "deepxde_graphs": {"DDE_BACKEND": "tensorflow.compat.v1", "TF_USE_LEGACY_KERAS": "1"},
    "graphs_and_tools": {"TF_USE_LEGACY_KERAS": "1"},
    "keras_2": {"TF_USE_LEGACY_KERAS": "1"},
    "mixed_precision": {"TF_USE_LEGACY_KERAS": "1"},
    "recommenders": {"TF_USE_LEGACY_KERAS": "1"},
    "transformers": {"TF_USE_LEGACY_KERAS": "1"},
}
# Environment -> a further file of programs, which others have, too.
SHARED = {"deepxde": "deepxde_both", "deepxde_graphs": "deepxde_both"}
# Program -> what is missing; where it is there, the test fails.
KNOWN: dict[str, str] = {}
# Chains of many float32 steps, what is divided by small numbers, and numbers of 16 bits.
ROUGH = {
    "probability_fitting": 1e-3,
    "sklearn_wrappers": 1e-4,
    "groupvit": 5e-3,  # gradients under hard Gumbel, which TensorFlow with and without oneDNN has as far apart
    "mobilevit": 1e-4,
    "mixed_layers": 2e-2,
}
# Programs that read what both have written before.
LATER = {"tf_keras_models_of_tensorflow", "tf_keras_models_of_graphwright"}
# Environment -> how many programs one process runs, where all of them take long.
BATCHES = {"transformers": 16}
# Library -> why it cannot run, here or at all.
CANNOT = {
    "tensorflow-addons 0.23.0": "imports Keras 2 from where Keras 3 is now; fails with TensorFlow 2.21, too",
    "tensorflow-decision-forests, tensorflow-text, tensorflow-io, dm-reverb": "ops in C++, built for TensorFlow's binary "
    "interface",
    "tensorflow-ranking 0.5.5, neural-structured-learning 1.4.0, tensorflow-privacy 0.9.0, mesh-tensorflow 0.1.21": "want "
    "`tf.estimator`, which TensorFlow 2.21 has no more",
    "trax 1.4.1": "imports tensorflow-text, whose ops are built for TensorFlow's binary interface",
    "keract 4.5.2, kymatio 0.3.0": "want what Keras 3 and SciPy 1.17 have no more; fail with TensorFlow 2.21, too",
}


def files(environment: str) -> list[str]:
    """The modules with the programs of an environment."""
    return [f"programs_{name}" for name in (SHARED.get(environment), environment) if name]


def programs(environment: str) -> list[str]:
    """The names of the programs of an environment: functions below `@program`, and the first arguments of `family(…)`."""
    found: list[str | None] = []
    for name in files(environment):
        with open(os.path.join(HERE, f"{name}.py")) as file:
            found += map(_name_of_program, ast.parse(file.read()).body)
    return list(filter(None, found))


def _name_of_program(node: ast.stmt) -> str | None:
    match node:
        case ast.FunctionDef(name=name, decorator_list=[ast.Name(id="program")]):
            return name
        case ast.Expr(value=ast.Call(func=ast.Name(id="family"), args=[ast.Constant(value=name), *_])):
            return name
    return None


def python_of(cache: str | None, environment: str) -> str:
    """The Python of an environment below a folder; without a folder the one that runs now."""
    return sys.executable if cache is None else os.path.join(os.path.abspath(cache), environment, "bin", "python")


def make_bare(cache: str, environment: str) -> str:
    """Makes an environment that has nothing yet, where there is none; returns its Python."""
    folder = os.path.join(os.path.abspath(cache), environment)
    python = python_of(cache, environment)
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    packages = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    below = [
        path
        for path in sys.path
        if path.endswith("site-packages") or path in os.environ.get("PYTHONPATH", "").split(":")
    ]
    with open(os.path.join(packages, "zz_base.pth"), "w") as file:
        file.write("\n".join(path for path in below if path) + "\n")
    # `tensorflow-cpu` below serves those that ask for `tensorflow`.
    stand_in = os.path.join(packages, "tensorflow-2.21.0.dist-info")
    os.makedirs(stand_in, exist_ok=True)
    for name, text in (("METADATA", "Metadata-Version: 2.1\nName: tensorflow\nVersion: 2.21.0\n"), ("RECORD", "")):
        with open(os.path.join(stand_in, name), "w") as file:
            file.write(text)
    return python


def _lines(environment: str) -> list[str]:
    with open(os.path.join(_REQUIREMENTS, f"{environment}.txt")) as file:
        return [line.strip() for line in file if line.strip()]


def _alone(environment: str) -> list[str]:
    """What an environment has without what that asks for: "# alone:" and the names."""
    return [name for line in _lines(environment) if line.startswith("# alone: ") for name in line.split()[2:]]


def make(cache: str, environment: str) -> None:
    """Makes an environment, or brings it up to its file of requirements."""
    python = make_bare(cache, environment)
    requirements = os.path.join(_REQUIREMENTS, f"{environment}.txt")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", requirements], check=True)
    if _alone(environment):
        subprocess.run([*pip, "--no-deps", *_alone(environment)], check=True)


def batch_of(environment: str, name: str) -> tuple[str, ...]:
    """The programs that run in one process with this one."""
    names = programs(environment)
    size = BATCHES.get(environment, len(names))
    first = names.index(name) // size * size
    return tuple(names[first : first + size])


def run(cache: str | None, environment: str, folder: str, names: Sequence[str] = ()) -> dict[str, dict]:
    """What programs of an environment give, all without names, on TensorFlow and on graphwright: two processes, one after the
    other.
    """
    found: dict[str, dict] = {"tensorflow": {}, "graphwright": {}}
    names = names or programs(environment)
    rounds = [[name for name in names if name not in LATER], [name for name in names if name in LATER]]
    for which, chosen in [(which, chosen) for chosen in rounds if chosen for which in found]:
        path = os.path.join(folder, f"{environment}_{which}.json")
        command = [python_of(cache, environment), RUN, which, environment, path, *chosen]
        path_of_tests = os.pathsep.join(filter(None, [TESTS, os.environ.get("PYTHONPATH")]))
        variables = {**os.environ, **VARIABLES.get(environment, {}), "FOLDER": folder, "PYTHONPATH": path_of_tests}
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800, env=variables)
        if done.returncode != 0:
            raise RuntimeError(f"{environment} on {which}: {(done.stdout + done.stderr)[-3000:]}")
        with open(path) as file:
            found[which] |= json.load(file)
    return found


def versions(environment: str) -> list[str]:
    """The libraries of an environment with their versions."""
    names = [line for line in _lines(environment) if line[0] != "#"] + _alone(environment)
    return [name.replace("==", " ") for name in names]
