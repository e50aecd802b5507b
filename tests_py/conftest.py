"""Fixtures of all Python tests: `target`, the module under test, and `tensorflow`, the oracle.

`pytest --target tensorflow` (or GRAPHWRIGHT_TARGET=tensorflow) runs the op rules on TensorFlow itself, which shows that
the rows of op_samples.py are right.
"""

import importlib
import os
import sys

import pytest

import known_gaps

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")


def pytest_addoption(parser):
    default = os.environ.get("GRAPHWRIGHT_TARGET", "graphwright")
    parser.addoption("--target", default=default, help="the module under test: graphwright or tensorflow")


def pytest_collection_modifyitems(config, items):
    """Marks what known_gaps.py lists; a defect that is mended makes its test fail until it leaves the list."""
    if config.getoption("--target") != "graphwright":
        return
    defects = {f"{test}[{row}]": why for test, rows, why in known_gaps.DEFECTS for row in rows.split("; ")}
    for item in items:
        if not item.nodeid.partition("::")[0].endswith("test_op_rules.py"):
            continue
        row = item.name.partition("[")[2].removesuffix("]")
        if row in known_gaps.NOT_THERE_YET:
            item.add_marker(pytest.mark.xfail(reason=f"{known_gaps.NOT_THERE_YET[row]}: not there yet", run=False))
        elif item.name in defects:
            item.add_marker(pytest.mark.xfail(reason=defects[item.name], strict=True))


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


@pytest.fixture(autouse=True)
def no_leftovers_of_folds():
    """Real TensorFlow's folds and maps leave a mark at the variable scope when what they call fails in a function; its
    `recompute_grad` then fails for the rest of the process.
    """
    yield
    module = sys.modules.get("tensorflow.python.ops.variable_scope")
    if hasattr(module, "get_variable_scope"):
        module.get_variable_scope()._caching_device = None
