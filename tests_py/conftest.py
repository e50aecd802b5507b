"""Fixtures of all Python tests: `target`, the module under test, and `tensorflow`, the oracle.

`pytest --target tensorflow` (or GRAPHWRIGHT_TARGET=tensorflow) runs the op rules on TensorFlow itself, which shows that
the rows of op_samples.py are right.
"""

import importlib
import os

import pytest

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")


def pytest_addoption(parser):
    default = os.environ.get("GRAPHWRIGHT_TARGET", "graphwright")
    parser.addoption("--target", default=default, help="the module under test: graphwright or tensorflow")


@pytest.fixture(scope="session")
def target(request):
    """The module under test."""
    return importlib.import_module(request.config.getoption("--target"))


@pytest.fixture(scope="session")
def tensorflow():
    """Real TensorFlow; tests that need it are skipped where it is not installed."""
    return pytest.importorskip("tensorflow", exc_type=ImportError)


@pytest.fixture(scope="session")
def gw():
    """graphwright, whatever --target says."""
    return importlib.import_module("graphwright")
