"""docs/environment.md has every environment variable that the code reads, and no others; those that matter do what it says."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphwright._src.base import limits
from graphwright._src.runner import facts
from support.processes import environment

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "graphwright"
PAGE = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8")
NAME = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


def listed() -> set[str]:
    """Returns the variables that the table has."""
    cells = re.findall(r"^\| (`[^|]*`) \|", PAGE, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def read_by_the_core() -> set[str]:
    text = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "cpp").rglob("*") if path.suffix in (".cc", ".h", ".cu")
    )
    calls = re.findall(r"\b(?:secure_)?getenv\(([^)]*)\)", text)
    assert calls and all(re.fullmatch(r'"\w+"', call) for call in calls)
    return {call.strip('"') for call in calls}


def names_in(node: ast.AST) -> set[str]:
    """Returns the texts below a node that may be variables' names."""
    texts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return {text for text in texts if NAME.fullmatch(text) and len(text) > 3}


def is_environment(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in ("environ", "environment")


def read_by_python() -> set[str]:
    """Returns the names in expressions about `os.environ` and `environment`, a parameter for it, and in tuples of such names."""
    found: set[str] = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "environ" not in text or path.name == "facts.py":
            continue
        tree = ast.parse(text)
        tuples = {
            target.id: names_in(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, (ast.Call, ast.Subscript, ast.Compare)) and any(
                map(is_environment, ast.iter_child_nodes(node))
            ):
                found |= names_in(node)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_environment(node.func.value):
                found |= names_in(node)
            if isinstance(node, (ast.For, ast.GeneratorExp)) and any(map(is_environment, ast.walk(node))):
                iterated = [node.iter] if isinstance(node, ast.For) else [each.iter for each in node.generators]
                for name in (each.id for part in iterated for each in ast.walk(part) if isinstance(each, ast.Name)):
                    found |= tuples.get(name, set())
                for part in iterated:
                    found |= names_in(part)
    return found


# What the process that completes a line gets from the shell, and no user sets.
OF_SHELLS = {"COMP_LINE", "COMP_POINT", "_ARGCOMPLETE", "LD_PRELOAD", "PYTHONPATH"}
# Read by the libraries, which the page says of each.
OF_LIBRARIES = {
    "OMP_NUM_THREADS", "ONEDNN_MAX_CPU_ISA", "CUDA_VISIBLE_DEVICES", "KERAS_HOME", "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION",
}  # fmt: skip


def test_the_table_has_what_the_code_reads():
    read = read_by_the_core() | read_by_python()
    assert {"GRAPHWRIGHT_ISA", "GRAPHWRIGHT_MEMORY_LIMIT", "TF_CONFIG", "AUTOGRAPH_VERBOSITY", "GOMP_SPINCOUNT"} <= read
    assert read - OF_SHELLS - listed() == set(), "to be described in docs/environment.md"
    assert listed() - read == OF_LIBRARIES - read
    for name in OF_LIBRARIES:
        (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}`")]
        assert "read by " in row


def test_doctor_tells_them():
    assert set(facts.VARIABLES) == listed()


def printed(code: str, **variables: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(**variables), check=True
    )
    return run.stdout + run.stderr


@pytest.mark.parametrize(
    "variables, threads",
    [({"OMP_NUM_THREADS": "3"}, 3), ({"TF_NUM_INTRAOP_THREADS": "5", "OMP_NUM_THREADS": "3"}, 5),
     ({"TF_NUM_INTRAOP_THREADS": "0", "OMP_NUM_THREADS": "3"}, 3)],
)  # fmt: skip
def test_threads(variables, threads):
    code = "import graphwright as tf; print(tf._core.num_threads(), float(tf.reduce_sum(tf.ones([1000, 1000]))))"
    assert printed(code, **variables) == f"{threads} 1000000.0\n"


def test_memory_limit():
    code = (
        "import graphwright as tf\nprint(tf.memory_info().limit)\ntry:\n    tf.zeros([1 << 20])\n"
        "except tf.errors.ResourceExhaustedError as error:\n    print('OOM' in str(error))"
    )
    assert printed(code, GRAPHWRIGHT_MEMORY_LIMIT="1 MiB") == f"{1 << 20}\nTrue\n"


@pytest.mark.parametrize("name", ["GRAPHWRIGHT_MEMORY_LIMIT", "TF_NUM_INTRAOP_THREADS"])
def test_what_cannot_be_read_is_told(name):
    said = printed("import graphwright as tf; print(tf.memory_info().limit)", **{name: "many"})
    assert said.startswith("None\n") and f"WARNING:tensorflow:{name}=many has no effect: " in said


@pytest.mark.parametrize("text", ["", "0", "-1", "1.2.3", "GiB", "1X", "1e9", "99999999T"])
def test_no_sizes(text):
    with pytest.raises(ValueError, match="number of bytes"):
        limits.bytes_of(text)


def test_a_level_of_kernels():
    code = "import graphwright as tf; print(tf._core.processor_level())"
    assert printed(code, GRAPHWRIGHT_ISA="v2") == "2\n"
