"""The installed package: its size, what it needs, what it carries, and what an import of it loads."""

import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import graphwright

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(graphwright.__file__).resolve().parent
LIBRARY = "libgraphwright_dnnl.so.3"


def run_python(code: str) -> str:
    """Returns what `code` prints in a fresh interpreter that finds the same graphwright."""
    return subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    ).stdout.strip()


def dynamic_section(path: Path) -> str:
    """Returns the dynamic section of a shared object, as readelf prints it."""
    return subprocess.run(["readelf", "-d", str(path)], check=True, capture_output=True, text=True).stdout


def needed(path: Path) -> list[str]:
    return re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic_section(path))


@pytest.fixture(scope="module")
def distribution():
    try:
        return importlib.metadata.distribution("graphwright")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("graphwright is run from the source tree")


@pytest.fixture(scope="module")
def wheel():
    path = os.environ.get("GRAPHWRIGHT_WHEEL")
    if not path:
        pytest.skip("GRAPHWRIGHT_WHEEL names no wheel; tools/test.sh builds one")
    return Path(path)


def test_version_has_one_source(distribution):
    text = (ROOT / "python/graphwright/_version.py").read_text()
    assert f'"{graphwright.__version__}"' in text
    assert distribution.version == graphwright.__version__


def test_needs_three_packages_only(distribution):
    plain = [line for line in distribution.requires or [] if "extra ==" not in line]
    assert sorted(re.match(r"[\w-]+", line)[0] for line in plain) == ["ml_dtypes", "numpy", "protobuf"]


def test_the_command_is_installed(distribution):
    assert [(one.name, one.value) for one in distribution.entry_points] == [
        ("graphwright", "graphwright.__main__:main")
    ]


def test_import_loads_neither_numpy_nor_anything_large():
    loaded = set(run_python("import sys, graphwright; print(*sys.modules)").split())
    unwanted = {"numpy", "ml_dtypes", "tensorflow", "keras", "llvmlite", "google.protobuf"}
    assert not loaded & unwanted


def test_import_opens_neither_onednn_nor_a_gpu_library():
    maps = run_python("import graphwright; print(open('/proc/self/maps').read())")
    assert not re.search(r"dnnl|libcuda|libcudart|libcudnn|libcublas|graphwright_cuda", maps)


with_onednn = pytest.mark.skipif(not graphwright._core.has_onednn(), reason="this build has no oneDNN")


@with_onednn
def test_module_takes_its_own_onednn():
    maps = run_python(
        "import graphwright as tf; tf.nn.conv2d(tf.ones([4, 32, 32, 16]), tf.ones([3, 3, 16, 16]), 1, 'SAME'); "
        "print(open('/proc/self/maps').read())"
    )
    assert str(Path(graphwright.__file__).parent / "lib" / LIBRARY) in maps
    module = Path(graphwright._core.__file__)
    assert not any("dnnl" in name for name in needed(module))
    assert re.search(r"\((RUNPATH|RPATH)\).*\[\$ORIGIN/lib\]", dynamic_section(module))
    assert f"soname: [{LIBRARY}]" in dynamic_section(module.parent / "lib" / LIBRARY)


def test_module_exports_only_its_entry_point():
    table = subprocess.run(
        ["nm", "--dynamic", "--defined-only", graphwright._core.__file__], check=True, capture_output=True, text=True
    ).stdout
    assert [line.split()[2] for line in table.splitlines()] == ["PyInit__core"]


def test_wheel_size_and_content(wheel):
    assert wheel.stat().st_size < 22.5e6
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    carried = [name for name in names if name.endswith((".so", ".so.3"))]
    assert sum("/_core." in name for name in carried) == 1
    onednn = {LIBRARY, "onednn_licenses/LICENSE", "onednn_licenses/THIRD-PARTY-PROGRAMS"}
    found = {file for file in onednn if f"graphwright/lib/{file}" in names}
    assert found == (onednn if graphwright._core.has_onednn() else set())
    stubs = ("py.typed", "__init__.pyi", "_core.pyi", "raw_ops.pyi", "math/__init__.pyi", "_src/function/typed.pyi")
    assert {f"graphwright/{stub}" for stub in stubs} <= set(names)
    page = ("report.html", "report.css", "main.js")
    assert {f"graphwright/_src/explain/page/{file}" for file in page} <= set(names)
    folder = f"graphwright-{graphwright.__version__}.dist-info/licenses"
    texts = ("LICENSE", "licenses/README.txt", "licenses/pybind11.txt")
    texts += ("licenses/sobol-direction-numbers.txt",)
    assert {f"{folder}/{text}" for text in texts} <= set(names)
    tops = {name.split("/")[0] for name in names}
    assert tops == {"graphwright", f"graphwright-{graphwright.__version__}.dist-info"}
    assert not [name for name in names if name.endswith((".cc", ".h", ".cu", ".pyc", ".o"))]
    assert not [name for name in names if name.split("/")[1].startswith(("test_", "tests"))]


@with_onednn
def test_library_is_stripped():
    library = Path(graphwright.__file__).parent / "lib" / LIBRARY
    sections = subprocess.run(["readelf", "-SW", str(library)], check=True, capture_output=True, text=True).stdout
    assert ".dynsym" in sections
    assert ".symtab" not in sections and ".debug_info" not in sections


def test_module_needs_system_libraries_only():
    """Allows what every Linux with a C++ compiler's runtime has; nothing of a CUDA toolkit."""
    system = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "libgomp.so.1"}
    system |= {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
    system |= {"libpthread.so.0", "libdl.so.2"}  # where the C library is older than 2.34
    assert set(needed(Path(graphwright._core.__file__))) <= system
    assert "cuda" not in dynamic_section(Path(graphwright._core.__file__))


def test_sdist_has_what_a_build_needs(tmp_path):
    """Sources, build files and licences, and nothing that a build has written."""
    if importlib.util.find_spec("scikit_build_core") is None:
        pytest.skip("scikit-build-core is not installed")
    code = f"import scikit_build_core.build as build; print(build.build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < 4.5e6
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"CMakeLists.txt", "pyproject.toml", "LICENSE", "README.md", "PKG-INFO", "licenses/README.txt"} <= names
    for folder, pattern in (
        ("cpp", "*.[ch]*"),
        ("cmake", "*"),
        ("python", "*.py"),
        ("tests_cpp", "*"),
        ("tests_py", "*.py"),
    ):
        files = (file for file in (ROOT / folder).rglob(pattern) if file.is_file() and "__pycache__" not in file.parts)
        missing = {file.relative_to(ROOT).as_posix() for file in files} - names
        assert not missing
    assert not [name for name in names if name.endswith((".so", ".o", ".pyc")) or name.startswith("build/")]


def test_wheel_has_every_python_file(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    sources = {path.relative_to(ROOT / "python").as_posix() for path in (ROOT / "python").rglob("*.py")}
    assert sources <= names, f"missing from the wheel: {sorted(sources - names)}"


@pytest.mark.parametrize("name, newest", [("GLIBC", (2, 34)), ("GLIBCXX", (3, 4, 29)), ("CXXABI", (1, 3, 13))])
def test_module_needs_no_newer_symbols(name, newest):
    """Wheels run where glibc is 2.34 and the C++ library is GCC 11's, whatever they are built with."""
    sections = subprocess.run(
        ["readelf", "-VW", graphwright._core.__file__], check=True, capture_output=True, text=True
    ).stdout
    versions = {tuple(map(int, text.split("."))) for text in re.findall(rf"Name: {name}_([\d.]+)", sections)}
    assert versions and max(versions) <= newest
