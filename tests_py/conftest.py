"""Fixtures of all Python tests: `target`, the module under test, and `tensorflow`, the oracle.

`pytest --target tensorflow` (or GRAPHWRIGHT_TARGET=tensorflow) runs the op rules on TensorFlow itself, which shows that
the rows of rules/samples/ are right.
"""

import gc
import importlib
import os
import sys

import pytest

from rules import known_gaps
from support.sampling import COMPARISONS

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
# TensorFlow's kernels of oneDNN, some of which nothing stands in for, are off by default on processors without VNNI.
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")


def pytest_addoption(parser):
    default = os.environ.get("GRAPHWRIGHT_TARGET", "graphwright")
    parser.addoption("--target", default=default, help="the module under test: graphwright or tensorflow")
    parser.addoption("--gpu", action="store_true", help="compute floating-point numbers on the first GPU unasked")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Where processes share the tests (`-n 2`), files stay whole, so that what a file makes once is made once; the longest
    has a part for each of its rules.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            if file.endswith(("test_edges_gpu.py", "test_fuzz_gpu.py")):
                return nodeid
            return nodeid.partition("[")[0] if file.endswith("test_op_rules.py") else file

        def remove_node(self, node):
            """The test that ended its process is not tried again; pytest-xdist 3.8 does, hands out what was done before
            and then waits for it.
            """
            left = {scope: tests for scope, tests in self.assigned_work.pop(node).items() if not all(tests.values())}
            if not left:
                return None
            tests = next(iter(left.values()))
            crashed = next(test for test, done in tests.items() if not done)
            tests[crashed] = True
            self.workqueue.update({scope: tests for scope, tests in left.items() if not all(tests.values())})
            for other in self.nodes:
                self._reschedule(other)
            return crashed

        def _assign_work_unit(self, node):
            try:
                super()._assign_work_unit(node)
            except OSError:
                pass  # the process has ended: remove_node is told soon, and finds what was meant for it

        def _reschedule(self, node):
            """A process begins a test when it knows the next one, or that there is none."""
            if node not in self.registered_collections:
                return  # it has just begun in place of another one, and is asked again once it knows the tests
            super()._reschedule(node)
            while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
                super()._reschedule(node)

    return ByFile(config, log)


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


def pytest_collection_finish():
    """The collector of cycles need not look through thousands of tests again and again."""
    keep_what_is_there()


def keep_what_is_there():
    """What lives until the end anyhow is left out of collections of garbage."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session):
    """A worker of pytest-xdist hands over what it has counted."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["comparisons"] = dict(COMPARISONS)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    COMPARISONS.update(getattr(node, "workeroutput", {}).get("comparisons", {}))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Each program of tests_py/parity/ that passes is a comparison of all that it gives."""
    result = yield
    if "tensorflow" in item.fixturenames and "parity" in item.path.parts:
        COMPARISONS["programs"] += 1
    return result


def pytest_terminal_summary(terminalreporter):
    """Says how much was compared with TensorFlow."""
    if COMPARISONS:
        parts = ", ".join(f"{count:,} {what}" for what, count in COMPARISONS.most_common())
        terminalreporter.write_line(f"{COMPARISONS.total():,} comparisons with TensorFlow: {parts}")


@pytest.fixture(scope="session")
def target(request):
    """The module under test."""
    return importlib.import_module(request.config.getoption("--target"))


@pytest.fixture(scope="session")
def tensorflow():
    """Real TensorFlow; tests that need it are skipped where it is not installed."""
    module = pytest.importorskip("tensorflow", exc_type=ImportError)
    keep_what_is_there()
    return module


@pytest.fixture(scope="session")
def gw():
    """graphwright, whatever --target says."""
    return importlib.import_module("graphwright")


@pytest.fixture(scope="session", autouse=True)
def gpu_as_default(request):
    """Asking for GPUs makes the first one the device of what says nothing about devices."""
    if request.config.getoption("--gpu"):
        module = importlib.import_module("graphwright")
        assert module.config.list_physical_devices("GPU"), "there is no GPU"
        module.config.experimental.enable_tensor_float_32_execution(False)


@pytest.fixture(autouse=True)
def no_leftovers_of_folds():
    """Real TensorFlow's folds and maps leave a mark at the variable scope when what they call fails in a function; its
    `recompute_grad` then fails for the rest of the process.
    """
    yield
    module = sys.modules.get("tensorflow.python.ops.variable_scope")
    if hasattr(module, "get_variable_scope"):
        module.get_variable_scope()._caching_device = None


@pytest.fixture(autouse=True)
def no_leftovers_of_seeds():
    """A seed for all random numbers, as examples and samples set it, is that test's own."""
    yield
    ours, theirs = sys.modules.get("graphwright._src.graph.seeds"), sys.modules.get("tensorflow.python.eager.context")
    if getattr(ours, "_global_seed", None) is not None:
        ours.set_seed(None)
    if hasattr(theirs, "global_seed") and theirs.global_seed() is not None:
        theirs.set_global_seed(None)
