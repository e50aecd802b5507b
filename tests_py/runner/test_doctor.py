"""`python -m graphwright doctor`: the facts are those of the machine, and each warning is provoked."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphwright
from graphwright._src.runner import bad_mixes, facts
from support.processes import environment

ROOT = Path(__file__).resolve().parents[2]
NAMES = {check.__name__ for _, check in bad_mixes._CHECKS}
LIMITS = "OMP_NUM_THREADS TF_NUM_INTRAOP_THREADS GRAPHWRIGHT_MEMORY_LIMIT KERAS_BACKEND TF_USE_LEGACY_KERAS".split()


def doctor(*words, path=None, before="", **variables):
    """The finished process of `doctor WORDS`; `path` comes first where modules are looked for."""
    space = environment(**variables)
    for name in set(LIMITS) - set(variables):
        space.pop(name, None)
    if path is not None:
        space["PYTHONPATH"] = os.pathsep.join([str(path), space["PYTHONPATH"]])
    code = f"import sys\n{before}\nfrom graphwright.__main__ import main\nsys.exit(main(['doctor', *sys.argv[1:]]))"
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=120, env=space, check=False
    )


def told(*words, **options):
    """Gives what `doctor --json WORDS` tells, and the names of what it found."""
    done = doctor("--json", *words, **options)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    return report, {one["name"] for one in report["found"]}


def package(folder, name, version):
    """Writes a package of that name and version, as far as one can be asked for it."""
    place = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return folder


def test_the_facts_are_those_of_the_machine():
    report, found = told(GRAPHWRIGHT_MEMORY_LIMIT="3 GiB", OMP_NUM_THREADS="1", GRAPHWRIGHT_ISA="v3")
    assert report["graphwright"]["version"] == graphwright.__version__
    assert report["python"]["version"] == sys.version.split()[0]
    assert report["packages"]["numpy"] == importlib.metadata.version("numpy")
    assert report["protobuf"]["implementation"] in ("upb", "cpp", "python")
    assert report["processor"]["level"] in ("x86-64-v2", "x86-64-v3")
    assert re.fullmatch(r"3\.\d+\.\d+", report["onednn"]["version"]) and report["onednn"]["level"]
    assert report["threads"]["used"] == 1 and report["threads"]["processors"] == os.cpu_count()
    assert report["memory"]["tensors' limit"] == 3 << 30 and report["memory"]["total"] > 1 << 28
    assert any("libgomp" in file for file in report["process"]["openmp"])
    assert report["environment"]["GRAPHWRIGHT_ISA"] == "v3"
    assert "switched_off" in found
    if importlib.util.find_spec("llvmlite"):
        assert re.fullmatch(r"\d+\.\d+\.\d+", report["llvm"]["version"])


def test_text_has_what_json_has():
    report, _ = told()
    text = doctor().stdout
    for part in (
        report["graphwright"]["folder"],
        report["python"]["system"],
        f"numpy {report['packages']['numpy']}",
        f"level {report['processor']['level']}",
        f"oneDNN       {report['onednn']['version']}",
        f"{report['threads']['used']} of ",
        *(f"{one['kind']}: {one['text']} [{one['name']}]" for one in report["found"]),
    ):
        assert part in text


def test_secrets_of_other_programs_are_not_told():
    assert "hunter2" not in doctor(TF_VAR_password="hunter2", OMP_WORD="hunter2").stdout


def test_strict_is_about_warnings():
    assert doctor("--strict", OMP_NUM_THREADS="4096").returncode == 1
    quiet = {name: "" for name in ("GRAPHWRIGHT_ONEDNN",)}
    report, _ = told(**quiet)
    warned = any(one["kind"] == "warning" for one in report["found"])
    assert doctor("--strict", **quiet).returncode == warned


# Each warning, provoked: by a program's environment, by packages that stand before the others, or by facts of a machine that
# is not this one.


def test_more_threads_than_processors():
    for name in ("OMP_NUM_THREADS", "TF_NUM_INTRAOP_THREADS"):
        report, found = told(**{name: "4096"})
        assert "more_threads_than_processors" in found and report["threads"]["used"] == 4096
    assert "more_threads_than_processors" not in told(OMP_NUM_THREADS="1")[1]


def test_slow_protobuf():
    report, found = told(PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION="python")
    assert "slow_protobuf" in found
    assert "unset PROTOCOL_BUFFERS" in next(one["text"] for one in report["found"] if one["name"] == "slow_protobuf")


@pytest.mark.parametrize(
    "name, version, warning",
    [
        ("protobuf", "3.20.3", "old_protobuf"),
        ("keras", "3.9.2", "old_keras"),
        ("llvmlite", "0.43.0", "old_llvmlite"),
        ("tensorflow-text", "2.20.0", "libraries_with_ops"),
        ("tensorflow", "2.21.0", "tensorflow_beside"),
    ],
)
def test_installed_packages(tmp_path, name, version, warning):
    report, found = told(path=package(tmp_path, name, version))
    assert warning in found and report["packages"][name] == version
    assert any(f"{name}" in one["text"] for one in report["found"] if one["name"] == warning)


def test_tensorflow_is_imported(tmp_path):
    (tmp_path / "tensorflow.py").write_text("__version__ = '2.21.0'")
    report, found = told("--import", "tensorflow", path=tmp_path)
    assert "tensorflow_is_imported" in found and report["process"]["tensorflow"] == str(tmp_path / "tensorflow.py")
    report, found = told("--import", "graphwright.as_tensorflow", "--import", "tensorflow", path=tmp_path)
    assert "tensorflow_is_imported" not in found and report["process"]["tensorflow"] is None


def test_other_backends(tmp_path):
    package(tmp_path, "keras", "3.12.0")
    report, found = told(path=tmp_path, KERAS_BACKEND="jax")
    assert "other_backend" in found and report["keras"] == {
        "version": "3.12.0",
        "backend": "jax",
        "because": "KERAS_BACKEND",
    }
    assert "other_backend" not in told(path=tmp_path, KERAS_BACKEND="tensorflow")[1]
    (tmp_path / "keras.json").write_text('{"backend": "torch"}')
    report, found = told(path=tmp_path, KERAS_HOME=str(tmp_path))
    assert "other_backend" in found and report["keras"]["because"] == str(tmp_path / "keras.json")
    (tmp_path / "keras.py").write_text("class backend:\n    backend = staticmethod(lambda: 'numpy')")
    report, found = told("--import", "keras", path=tmp_path, KERAS_BACKEND="tensorflow")
    assert "other_backend" in found and report["keras"]["because"] == "it is imported"


def test_two_openmp_runtimes(tmp_path):
    mapped = Path("/proc/self/maps").read_text(encoding="utf-8")
    runtime = re.search(r"\S*/libgomp[^\s]*", mapped)
    assert runtime, "the core is linked with it"
    copy = tmp_path / "libgomp-a34b3233.so.1.0.0"
    shutil.copy(runtime[0], copy)
    (tmp_path / "second.py").write_text(f"import ctypes; ctypes.CDLL({str(copy)!r})")
    report, found = told("--import", "second", path=tmp_path)
    assert "two_openmp_runtimes" in found and str(copy) in report["process"]["openmp"]
    assert len(told()[0]["process"]["openmp"]) == 1


def test_limit_above_memory():
    assert "limit_above_memory" in told(GRAPHWRIGHT_MEMORY_LIMIT="900T")[1]
    assert "limit_above_memory" not in told(GRAPHWRIGHT_MEMORY_LIMIT="1M")[1]


def test_machine_code_without_llvmlite(tmp_path):
    (tmp_path / "llvmlite.py").write_text("raise ImportError('not here')")
    found = told(path=tmp_path, GRAPHWRIGHT_JIT="1")[1]
    assert "machine_code_without_llvmlite" in found and "no_llvmlite" not in found
    assert "no_llvmlite" in told(path=tmp_path)[1]


def test_keras_2_is_asked_for(tmp_path):
    hide = "import importlib.metadata as m\nreal = m.version\ndef version(name):\n    if name in {hidden!r}:\n        " \
        "raise m.PackageNotFoundError(name)\n    return real(name)\nm.version = version"  # fmt: skip
    assert "no_keras_2" in told(TF_USE_LEGACY_KERAS="1", before=hide.format(hidden=["tf_keras"]))[1]
    assert "no_keras_2" not in told(TF_USE_LEGACY_KERAS="1", path=package(tmp_path, "tf_keras", "2.20.0"))[1]
    found = told(before=hide.format(hidden=["keras", "ml_dtypes"]))[1]
    assert {"no_keras", "missing_package"} <= found


def test_a_plugin_that_cannot_be_opened(tmp_path):
    plugin = tmp_path / "plugin.so"
    plugin.write_bytes(b"no library")
    assert "gpu_is_not_used" in told(GRAPHWRIGHT_PLUGIN=str(plugin))[1]


def test_facts_of_other_machines():
    known = facts.collect()
    known["threads"] = {"processors": 64, "allowed": 64, "quota": 1.5, "used": 64}
    known["onednn"] = {"version": None, "level": None, "problem": "no such file"}
    found = {one["name"]: one["text"] for one in bad_mixes.find(known)}
    assert "OMP_NUM_THREADS=1" in found["quota_below_threads"]
    assert "no such file" in found["broken_onednn"]
    known["threads"]["used"] = 1
    assert "quota_below_threads" not in {one["name"] for one in bad_mixes.find(known)}


def test_quotas_of_control_groups(monkeypatch):
    monkeypatch.setattr(facts, "_group_files", lambda name, old: ["max 100000\n", "150000 100000\n", "50000\n", "-1\n"])
    assert facts._processor_quota() == 0.5
    monkeypatch.setattr(facts, "_group_files", lambda name, old: [])
    assert facts._processor_quota() is None


def test_every_warning_is_provoked_here():
    text = Path(__file__).read_text(encoding="utf-8")
    assert not [name for name in NAMES if f'"{name}"' not in text]


def test_least_versions_are_those_of_the_package():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name, version in bad_mixes.LEAST.items():
        assert f'"{name}>={version}"' in text
