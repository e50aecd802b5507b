"""The public names: namespaces are real modules, a name means one thing, and importing is quick."""

import importlib
import subprocess
import sys

import pytest

from graphwright import export


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
        return 2 * x

    assert gw.experimental.test_of_export.double is gw.experimental.test_of_export.twice is double
    assert export.exported("experimental.test_of_export.twice") is double
    with pytest.raises(KeyError):
        export.exported("experimental.test_of_export.nothing")


def test_a_name_means_one_thing(gw):
    export.export_value("experimental.test_of_export.one", 1.5)
    with pytest.raises(RuntimeError, match="tf.experimental.test_of_export.one is exported twice"):
        export.export_value("experimental.test_of_export.one", "another")
    with pytest.raises(RuntimeError, match="tf.nest.Mapping is already"):
        export.export_value("nest.Mapping", object())
    with pytest.raises(RuntimeError, match="cannot be a namespace"):
        export.export_value("float32.member", 1)
    with pytest.raises(TypeError):
        export.export()
    with pytest.raises(TypeError):
        export.export(len)


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
