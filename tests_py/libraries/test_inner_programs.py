"""Programs over TensorFlow's inner modules give the same here."""

import os
import subprocess
import sys

import pytest

import graphwright
from libraries import inner_programs


@pytest.fixture(scope="module")
def printed(tensorflow):
    """What each program gives on both, as text: {side: {name: text}}."""
    found = {}
    root = os.path.dirname(os.path.dirname(graphwright.__file__))
    paths = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    for which in ("tensorflow", "graphwright"):
        command = [sys.executable, inner_programs.__file__, which]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": paths}
        )
        assert done.returncode == 0, done.stderr[-3000:]
        found[which] = dict(line.split("\t", 1) for line in done.stdout.splitlines() if "\t" in line)
    return found


@pytest.mark.parametrize("name", sorted(inner_programs.PROGRAMS))
def test_same_on_both(printed, name):
    assert not printed["tensorflow"][name].startswith("raised")
    assert printed["graphwright"][name] == printed["tensorflow"][name]
