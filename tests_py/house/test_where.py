"""tools/where.py, which tells where names and ops stand."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Prints names and ops whose place does not show them: after its line for names, which a table or a loop may publish.
CHECK = """
import sys
sys.path.insert(0, "tools")
import where

_, places = where.public_names()
from graphwright import _core

for name, place in places.items():
    last = name.rpartition(".")[2]
    if last not in "".join(place.file.read_text().splitlines()[place.line - 1 : place.line + 12]):
        print("name", name)
ops = set(_core.registered_ops())
found = where.definitions_of_ops(ops)
for op in ops - set(found):
    print("op", op)
for op, place in found.items():
    line = place.file.read_text().splitlines()[place.line - 1]
    if not any(f'"{part}' in line or f"({part}" in line for part in where._parts(op)):
        print("line", op, place)
print("counts", len(places), len(ops))
"""


def _run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_name_and_op_has_a_line():
    lines = [line.split() for line in _run("-c", CHECK).splitlines()]
    assert [line for line in lines if line[0] in ("op", "line")] == []
    names, ops = map(int, lines[-1][1:])
    assert names > 3500 and ops > 1000
    assert sum(line[0] == "name" for line in lines) < names / 10


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nn.max_pool2d", ("_src/ops/nn_pool.py:", "MaxPool", "cpp/ops/nn/max_pool.cc:", "rules/samples/nn.py:")),
        (
            "tf.sets.union",
            ("_src/text/sets.py:", "DenseToDenseSetOperation", "cpp/ops/sparse/sets.cc:", "test_sets.py:"),
        ),
        ("OrderedMapSize", ("cpp/ops/queue/staging.cc:",)),
        ("function", ("_src/function/__init__.py:",)),
    ],
)
def test_what_is_told(name: str, expected: tuple[str, ...]):
    told = _run("tools/where.py", name)
    assert [part for part in expected if part not in told] == []


def test_unknown_names():
    done = subprocess.run([sys.executable, "tools/where.py", "no.such"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1 and "neither a public name nor an op" in done.stderr
