"""The public names: namespaces are real modules, a name means one thing, and importing is quick."""

import importlib
import os
import pathlib
import re
import subprocess
import sys

import pytest

from graphwright._src.base import export
from graphwright._src.base._names import NAMES
from support.selection import some


def test_namespaces_are_modules(gw):
    for name in ("errors", "dtypes", "nest", "types.experimental", "compat.v1", "dtypes.experimental"):
        module = importlib.import_module(f"graphwright.{name}")
        found = gw
        for part in name.split("."):
            found = getattr(found, part)
        assert found is module
        assert module.__name__ == f"graphwright.{name}"


def test_names_made_by_export(gw):
    export.export_value("experimental.test_of_export.answer", 42)
    assert gw.experimental.test_of_export.answer == 42
    assert importlib.import_module("graphwright.experimental.test_of_export").answer == 42
    assert "answer" in dir(gw.experimental.test_of_export)
    assert "test_of_export" in dir(gw.experimental)

    @export.export("experimental.test_of_export.double", "experimental.test_of_export.twice")
    def double(x):
        """Twice x."""
        return 2 * x

    assert gw.experimental.test_of_export.double is gw.experimental.test_of_export.twice is double
    assert export.exported("experimental.test_of_export.twice") is double
    with pytest.raises(KeyError):
        export.exported("experimental.test_of_export.nothing")


def test_a_name_means_one_thing(gw):
    export.export_value("experimental.test_of_export.one", 1.5)
    with pytest.raises(RuntimeError, match="tf.experimental.test_of_export.one is exported twice"):
        export.export_value("experimental.test_of_export.one", "another")
    with pytest.raises(RuntimeError, match="tf.__version__ is already"):
        export.export_value("__version__", object())
    with pytest.raises(RuntimeError, match="cannot be a namespace"):
        export.export_value("float32.member", 1)
    with pytest.raises(TypeError):
        export.export()
    with pytest.raises(TypeError):
        export.export(len)


def test_the_words_of_facts_are_known(gw):
    export.load_all()
    functions = [f for f in map(export.exported, export.exported_names()) if type(f) is type(gw.add)]
    kinds = {"unary", "binary", "binary assert"}
    assert {getattr(f, word) for f in functions for word in ("elementwise", "ragged") if hasattr(f, word)} == kinds
    words = {word for word, names, _ in export._weak_types if not names[0].startswith("experimental.numpy.")}
    assert words == {"unary", "binary", "binary strong"}


def test_dir_shows_public_names(gw):
    names = dir(gw)
    assert {"float32", "TensorShape", "nest", "errors", "__version__"} <= set(names)
    assert not [name for name in names if name[0] == "_" and not name.endswith("__")]
    assert "as_shape" not in dir(gw.dtypes) and "sys" not in dir(gw.dtypes)


def test_all_exported_names_resolve(gw):
    for name in export.exported_names():
        found = gw
        for part in name.split("."):
            found = getattr(found, part)
        assert found is export.exported(name), name


def test_the_list_of_names_is_current():
    program = pathlib.Path(__file__).resolve().parents[2] / "tools" / "list_names.py"
    found = subprocess.run([sys.executable, program, "--check"], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr


def in_a_new_process(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_files_are_imported_on_first_use():
    code = """
import graphwright as tf, sys
from graphwright._src.base import export
count = lambda: sum(hasattr(m, "__file__") for name, m in sys.modules.items() if name.startswith("graphwright."))
print(count() < 22)
tf.reduce_sum(tf.Variable([1.0, 2.0])[:1])
with tf.GradientTape() as tape:
    tf.function(lambda x: x + 1)(tf.constant(1.0))
tf.print("", end="", output_stream=sys.stderr)
print(tf.math.special.dawsn.__name__, "graphwright._src.text.strings" in sys.modules)
print(export._everything_loaded)
loaded = count()
print(hasattr(tf, "no_such_name"), hasattr(tf.math, "no_such_name"), hasattr(tf, "x"), count() == loaded)
"""
    assert in_a_new_process(code) == "True dawsn False False False False False True".split()


# test_rooms.py shows of all that no imports go in circles.
@pytest.mark.parametrize("name", some(sorted({module for homes in NAMES.values() for module in homes}), 1 / 8))
def test_any_file_may_be_the_first(name):
    code = f"import graphwright._src.{name}, sys; print(sys.modules['graphwright._src.{name}'].__name__)"
    assert in_a_new_process(code) == [f"graphwright._src.{name}"]


def test_a_name_that_is_not_there_imports_nothing():
    """In no namespace but compat.v1.flags, which asks absl-py; tf.raw_ops has the file that makes its ops, and the two that know
    what is no op here.
    """
    code = """
import graphwright as tf, sys
from graphwright._src.base import export
import importlib
from graphwright._src.base._names import NAMES
before = set(sys.modules)
for path in NAMES:
    if path != "compat.v1.flags":
        assert not hasattr(importlib.import_module(f"graphwright.{path}".rstrip(".")), "no_such_name"), path
print(*sorted(set(sys.modules) - before), "-")
tf.raw_ops.Neg
assert not hasattr(tf.raw_ops, "NoSuchOp")
before = set(sys.modules)
assert not hasattr(tf.raw_ops, "AnotherSuchOp") and not hasattr(tf.compat.v1.raw_ops, "AnotherSuchOp")
print(*sorted(set(sys.modules) - before), export._everything_loaded)
"""
    assert in_a_new_process(code) == ["-", "False"]


def test_star_import(gw):
    names = {}
    exec("from graphwright.math import *", names)
    assert names["add"] is gw.add and "export" not in names and "special" in names


def test_missing_name(gw):
    with pytest.raises(AttributeError, match="graphwright.*no_such_name"):
        gw.no_such_name  # noqa: B018


HEAVY = (
    "numpy",
    "ml_dtypes",
    "inspect",
    "dataclasses",
    "typing",
    "traceback",
    "tempfile",
    "json",
    "logging",
    "asyncio",
)


def test_import_leaves_heavy_modules_alone():
    code = (
        f"import sys; before = set(sys.modules); import graphwright; "
        f"print(*[m for m in {HEAVY} if m in sys.modules and m not in before])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not loaded, f"import graphwright loads {loaded}"


def test_eager_ops_load_nothing_of_graphs():
    code = (
        "import sys, graphwright as tf; tf.constant([1.0]) + 2.0; "
        "print(*[m for m in sys.modules if m.startswith('graphwright._src.graph')])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not loaded, f"a first sum loads {loaded}"


@pytest.mark.parametrize(
    ("settings", "asks"), [({}, 1000), ({"OMP_WAIT_POLICY": "active"}, 30_000_000_000), ({"GOMP_SPINCOUNT": "7"}, 7)]
)
def test_threads_wait_briefly_unless_told_otherwise(settings, asks):
    """Sees what libgomp reads while it is loaded; the environment is afterwards what it was."""
    code = (
        "import os; before = dict(os.environ); libc = __import__('ctypes').CDLL(None); import graphwright; "
        "libc.getenv.restype = __import__('ctypes').c_char_p; "
        "print(before == dict(os.environ), libc.getenv(b'GOMP_SPINCOUNT'))"
    )
    plain = {name: value for name, value in os.environ.items() if name not in ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")}
    environment = {**plain, **settings, "OMP_DISPLAY_ENV": "verbose"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    kept = settings.get("GOMP_SPINCOUNT")
    assert run.stdout.split() == ["True", f"b'{kept}'" if kept else "None"]
    assert re.findall(r"GOMP_SPINCOUNT = '(\d+)'", run.stderr) == [str(asks)]


def test_an_interrupted_import_goes_on():
    """Ctrl-C while a file is imported for the first time does no lasting harm."""
    program = """
import sys
import graphwright as tf
from graphwright._src.base import export

def trace(frame, event, arg):
    if frame.f_code.co_filename.endswith("graphwright/_src/ops/sort.py"):
        if event == "line" and frame.f_code.co_name == "<module>" and frame.f_lineno > 130:
            raise KeyboardInterrupt
        return trace

for run in (lambda: tf.sort([2, 1]), export.load_all):
    sys.settrace(trace)
    try:
        run()
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        sys.settrace(None)
export.load_all()
print(tf.sort([2, 1]).numpy(), tf.argsort([2, 1]).numpy())
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.split("\n")[:-1] == ["interrupted", "interrupted", "[1 2] [1 0]"], run.stderr
