"""A thousand nearly right calls of raw ops: none ends the process, and wrong ones raise TensorFlow's classes (run.py)."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import environment


@pytest.fixture(scope="module")
def stock(tmp_path_factory):
    """Both tests make their calls of what the rows ran once."""
    return tmp_path_factory.mktemp("op_fuzz") / "stock"


def fuzz(stock, *arguments):
    run = subprocess.run(
        [sys.executable, Path(__file__).with_name("run.py"), "--stock", stock, *arguments],
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert run.returncode == 0, f"{run.stdout[-8000:]}\n{run.stderr[-2000:]}"


def test_no_call_ends_the_process(stock):
    fuzz(stock, "--cases", "500", "--seed", "1")


@pytest.mark.skipif(importlib.util.find_spec("tensorflow") is None, reason="TensorFlow is not installed")
def test_wrong_calls_raise_tensorflows_class(stock):
    fuzz(stock, "--cases", "200", "--seed", "2", "--beside", "tensorflow", "--share", "0.97")
