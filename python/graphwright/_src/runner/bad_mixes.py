"""Mixes that do not go together, among the facts that `facts.py` collects: a function for each, which tells what to do."""

from __future__ import annotations

import re

from graphwright._src.runner.facts import TENSORFLOWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Facts = dict[str, dict[str, Any]]

# Least versions, as pyproject.toml has them (tests_py/runner/test_doctor.py compares).
LEAST = {"protobuf": "4.25", "keras": "3.10", "llvmlite": "0.44"}
NEEDED = ("numpy", "ml_dtypes", "protobuf")
# Libraries whose compiled ops call into TensorFlow's own library.
WITH_OPS = ("tensorflow-text", "tensorflow-io", "tensorflow-decision-forests")

_CHECKS: list[tuple[str, Callable[[Facts], str | None]]] = []


def _check(kind: str) -> Callable:
    """Adds the decorated function: it returns a text where something is wrong. `kind` is "warning" or "note"."""

    def add(function: Callable[[Facts], str | None]) -> Callable[[Facts], str | None]:
        _CHECKS.append((kind, function))
        return function

    return add


def find(facts: Facts) -> list[dict[str, str]]:
    """Returns what is wrong, warnings first: each with its kind ("warning" or "note"), its name and a text."""
    found = []
    for kind, check in sorted(_CHECKS, key=lambda pair: pair[0] != "warning"):
        text = check(facts)
        if text is not None:
            found.append({"kind": kind, "name": check.__name__, "text": text})
    return found


def _numbers(version: str) -> tuple[int, ...]:
    """Returns the numbers a version begins with.

    >>> _numbers("3.10.0rc1") < _numbers("3.11")
    True
    """
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def _too_old(facts: Facts, name: str) -> str | None:
    version = facts["packages"].get(name)
    if version is None or _numbers(version) >= _numbers(LEAST[name]):
        return None
    return f"{name} {version} is too old, {LEAST[name]} is wanted: pip install --upgrade '{name}>={LEAST[name]}'"


@_check("warning")
def missing_package(facts: Facts) -> str | None:
    """Finds packages that are needed and not there."""
    missing = [name for name in NEEDED if name not in facts["packages"]]
    return f"needed and not installed: pip install {' '.join(missing)}" if missing else None


@_check("warning")
def old_protobuf(facts: Facts) -> str | None:
    """Finds a protobuf that the classes of messages do not run on."""
    return _too_old(facts, "protobuf")


@_check("warning")
def slow_protobuf(facts: Facts) -> str | None:
    """Finds protobuf's implementation in pure Python."""
    if facts["protobuf"]["implementation"] != "python":
        return None
    asked = facts["environment"].get("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION") == "python"
    cure = "unset PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION" if asked else "pip install --force-reinstall protobuf"
    return f"protobuf runs in pure Python: graphs, checkpoints and records are read some fifty times slower; {cure}"


@_check("warning")
def tensorflow_is_imported(facts: Facts) -> str | None:
    """Finds the real TensorFlow in this process."""
    file = facts["process"]["tensorflow"]
    if file is None:
        return None
    return (
        f"the real TensorFlow is imported ({file}), whose tensors are not graphwright's, and `import graphwright.as_tensorflow` "
        "fails: begin the program with that line"
    )


@_check("note")
def tensorflow_beside(facts: Facts) -> str | None:
    """Finds an installed TensorFlow, which what is imported before the alias would get."""
    found = [f"{name} {facts['packages'][name]}" for name in TENSORFLOWS if name in facts["packages"]]
    if not found or facts["process"]["tensorflow"] is not None:
        return None
    return f"{found[0]} is installed, too: `import tensorflow` means it before `import graphwright.as_tensorflow`"


@_check("warning")
def libraries_with_ops(facts: Facts) -> str | None:
    """Finds libraries whose ops are compiled for TensorFlow."""
    found = [name for name in WITH_OPS if name in facts["packages"]]
    return (
        f"{', '.join(found)}: compiled for TensorFlow, and cannot be loaded here (docs/libraries.md)" if found else None
    )


@_check("warning")
def other_backend(facts: Facts) -> str | None:
    """Finds that Keras would run, or runs, on another backend."""
    keras = facts["keras"]
    if keras["version"] is None or keras["backend"] == "tensorflow":
        return None
    if keras["because"] == "it is imported":
        return f"Keras is imported on the backend {keras['backend']!r}, so that tf.keras fails: import graphwright.keras first"
    return (
        f"Keras' backend is {keras['backend']!r} ({keras['because']}): `import keras` before graphwright.keras runs on it; "
        "set KERAS_BACKEND=tensorflow"
    )


@_check("warning")
def old_keras(facts: Facts) -> str | None:
    """Finds a Keras that is older than what tf.keras needs."""
    return _too_old(facts, "keras")


@_check("note")
def no_keras(facts: Facts) -> str | None:
    """Finds that there is no Keras."""
    return None if "keras" in facts["packages"] else "tf.keras needs Keras: pip install 'graphwright[keras]'"


@_check("warning")
def no_keras_2(facts: Facts) -> str | None:
    """Finds that Keras 2 is asked for and not there."""
    asked = facts["environment"].get("TF_USE_LEGACY_KERAS") in ("1", "true", "True")
    if not asked or "tf_keras" in facts["packages"]:
        return None
    return "TF_USE_LEGACY_KERAS asks for Keras 2, which is not installed: pip install tf_keras"


@_check("warning")
def two_openmp_runtimes(facts: Facts) -> str | None:
    """Finds several OpenMP runtimes in this process."""
    found = facts["process"]["openmp"]
    if len(found) < 2:
        return None
    return (
        f"{len(found)} OpenMP runtimes in one process ({', '.join(found)}): each has threads of its own, which wait for work "
        "while the others' compute; set OMP_NUM_THREADS to share the processors, or import graphwright alone"
    )


@_check("warning")
def more_threads_than_processors(facts: Facts) -> str | None:
    """Finds that more threads are asked for than processors may be used."""
    threads = facts["threads"]
    if threads["used"] <= threads["allowed"]:
        return None
    environment = facts["environment"]
    asked = [f"{n}={environment[n]}" for n in ("OMP_NUM_THREADS", "TF_NUM_INTRAOP_THREADS") if n in environment]
    because = f" ({', '.join(asked)})" if asked else ""
    return f"{threads['used']} threads for {threads['allowed']} processors{because}: they wait for each other"


@_check("warning")
def quota_below_threads(facts: Facts) -> str | None:
    """Finds that the control group grants less time than the threads would take."""
    quota, used = facts["threads"]["quota"], facts["threads"]["used"]
    if quota is None or used <= max(1.0, quota):
        return None
    return (
        f"the control group grants the time of {quota:g} processors to {used} threads, which are all stopped when it is used up: "
        f"set OMP_NUM_THREADS={max(1, int(quota))}"
    )


@_check("warning")
def limit_above_memory(facts: Facts) -> str | None:
    """Finds a limit of memory that nothing reaches."""
    memory = facts["memory"]
    limit, there = memory["tensors' limit"], min(memory["total"], memory["group limit"] or memory["total"])
    if limit is None or limit <= there:
        return None
    return f"tensors may take {limit:,} bytes, but there are {there:,}: the process is ended before the limit is met"


@_check("warning")
def machine_code_without_llvmlite(facts: Facts) -> str | None:
    """Finds that machine code is asked for everywhere and cannot be made."""
    if facts["environment"].get("GRAPHWRIGHT_JIT") != "1" or facts["llvm"]["version"] is not None:
        return None
    return "GRAPHWRIGHT_JIT=1 asks for machine code, which needs llvmlite: pip install 'graphwright[jit]'"


@_check("note")
def no_llvmlite(facts: Facts) -> str | None:
    """Finds that `jit_compile=True` makes no machine code."""
    if facts["llvm"]["version"] is not None or facts["environment"].get("GRAPHWRIGHT_JIT") == "1":
        return None
    return "jit_compile=True runs the kernels that are there; for machine code: pip install 'graphwright[jit]'"


@_check("warning")
def old_llvmlite(facts: Facts) -> str | None:
    """Finds an llvmlite that the compiler does not run on."""
    return _too_old(facts, "llvmlite")


@_check("warning")
def gpu_is_not_used(facts: Facts) -> str | None:
    """Finds that there is a GPU's driver, and why it is not used."""
    problem = facts["gpu"]["problem"]
    return f"there is a GPU's driver, but GPUs are not used: {problem}" if problem else None


@_check("warning")
def broken_onednn(facts: Facts) -> str | None:
    """Finds that oneDNN, a part of this package, cannot be loaded."""
    problem = facts["onednn"]["problem"]
    return f"oneDNN cannot be loaded, install graphwright anew: {problem}" if problem else None


@_check("note")
def switched_off(facts: Facts) -> str | None:
    """Finds variables that make programs slower."""
    environment = facts["environment"]
    slow = [f"GRAPHWRIGHT_ISA={environment['GRAPHWRIGHT_ISA']}"] if "GRAPHWRIGHT_ISA" in environment else []
    slow += [f"{name}=0" for name in ("GRAPHWRIGHT_ONEDNN", "GRAPHWRIGHT_JIT") if environment.get(name) == "0"]
    return f"programs are slower with {', '.join(slow)}" if slow else None
