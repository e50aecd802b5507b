"""Facts for reports of errors: of the machine, and of what is installed, as the running core tells it."""

from __future__ import annotations

import contextlib
import ctypes
import importlib.metadata
import json
import os
import platform
import re
import sys
from pathlib import Path

from graphwright import _core
from graphwright._src.base.package_folder import PACKAGE_FOLDER
from graphwright._version import API_VERSION, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What this package imports, what is built on TensorFlow, and what brings threads of its own, by the names of distributions.
_PACKAGES = (
    "numpy", "ml_dtypes", "protobuf", "llvmlite", "keras", "tf_keras", "pillow", "fsspec", "tensorboard",
    "tensorflow", "tensorflow-cpu", "tensorflow-intel", "tf-nightly",
    "tensorflow-probability", "tensorflow-text", "tensorflow-io", "tensorflow-decision-forests", "tensorflow-addons",
    "jax", "torch", "scikit-learn", "ipython", "jupyter",
)  # fmt: skip
TENSORFLOWS = ("tensorflow", "tensorflow-cpu", "tensorflow-intel", "tf-nightly")

# What docs/environment.md describes.
VARIABLES = (
    "AUTOGRAPH_VERBOSITY", "CUDA_VISIBLE_DEVICES", "GOMP_SPINCOUNT", "GRAPHWRIGHT_CACHE_DIR", "GRAPHWRIGHT_ISA",
    "GRAPHWRIGHT_JIT", "GRAPHWRIGHT_MEMORY_LIMIT", "GRAPHWRIGHT_ONEDNN", "GRAPHWRIGHT_PLUGIN", "GRAPHWRIGHT_PROGRESS",
    "KERAS_BACKEND", "KERAS_HOME", "MPLBACKEND", "OMP_NUM_THREADS", "OMP_WAIT_POLICY", "ONEDNN_MAX_CPU_ISA",
    "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", "TF_CONFIG", "TF_CPP_MIN_LOG_LEVEL", "TF_NUM_INTRAOP_THREADS",
    "TF_USE_LEGACY_KERAS", "XDG_CACHE_HOME",
)  # fmt: skip

# Names of oneDNN's levels, by dnnl_cpu_isa_t.
_ONEDNN_LEVELS = {
    0x1: "SSE4.1", 0x3: "AVX", 0x7: "AVX2", 0xF: "AVX2 with VNNI", 0x1F: "AVX2 with VNNI 2", 0x27: "AVX-512",
    0x67: "AVX-512 with VNNI", 0xE7: "AVX-512 with BF16", 0x1EF: "AVX-512 with FP16", 0xFEF: "AMX",
    0x1FEF: "AMX with FP16",
}  # fmt: skip
_EXTENSIONS = (
    "avx2",
    "fma",
    "avx512f",
    "avx512_vnni",
    "avx512_bf16",
    "avx512_fp16",
    "amx_tile",
    "amx_bf16",
    "amx_int8",
)
_RUNTIMES = re.compile(r"/(lib(?:gomp|iomp5|omp)\b[^/]*\.so[^/]*)$")


def collect() -> dict[str, dict[str, Any]]:
    """Returns all facts, by subject and name; each is a plain value that JSON has.

    GPUs are looked for, which opens the device plugin where there is a driver.
    """
    return {
        "graphwright": {"version": __version__, "api": API_VERSION, "folder": PACKAGE_FOLDER},
        "python": _python(),
        "packages": {name: version for name in _PACKAGES if (version := _version_of(name)) is not None},
        "protobuf": {"implementation": _protobuf_implementation()},
        "processor": _processor(),
        "onednn": _onednn(),
        "threads": _threads(),
        "memory": _memory(),
        "llvm": {"version": _llvm_version()},
        "gpu": _gpu(),
        "keras": _keras(),
        "process": {"tensorflow": _loaded_tensorflow(), "openmp": _openmp_runtimes()},
        "environment": {name: os.environ[name] for name in VARIABLES if name in os.environ},
    }


def _version_of(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _python() -> dict[str, Any]:
    return {
        "version": platform.python_version(),
        "implementation": platform.python_implementation(),
        "executable": sys.executable,
        "system": platform.platform(),
        "libc": " ".join(platform.libc_ver()),
    }


def _protobuf_implementation() -> str | None:
    """Returns "upb", "cpp" or "python"; None where protobuf cannot be imported."""
    try:
        from google.protobuf.internal import api_implementation
    except Exception:  # noqa: BLE001 - a broken package raises anything
        return None
    return api_implementation.Type()


def _processor() -> dict[str, Any]:
    words: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            words.setdefault(name.strip(), value.strip())
    flags = words.get("flags", "").split()
    return {
        "model": words.get("model name"),
        "level": f"x86-64-v{_core.processor_level()}" if platform.machine() == "x86_64" else platform.machine(),
        "extensions": [flag for flag in _EXTENSIONS if flag in flags],
    }


def _onednn() -> dict[str, Any]:
    """Returns oneDNN's version and the level that it chooses kernels for, as the library in this package tells them.

    All is None where this build has none.
    """
    if not _core.has_onednn():
        return {"version": None, "level": None, "problem": None}

    class Version(ctypes.Structure):
        _fields_ = [("major", ctypes.c_int), ("minor", ctypes.c_int), ("patch", ctypes.c_int)]

    try:
        (path,) = (Path(PACKAGE_FOLDER) / "lib").glob("libgraphwright_dnnl.so*")
        library = ctypes.CDLL(str(path))
    except (OSError, ValueError) as error:
        return {"version": None, "level": None, "problem": str(error)}
    library.dnnl_version.restype = ctypes.POINTER(Version)
    version = library.dnnl_version().contents
    level = library.dnnl_get_effective_cpu_isa()
    return {
        "version": f"{version.major}.{version.minor}.{version.patch}",
        "level": _ONEDNN_LEVELS.get(level, hex(level)),
        "problem": None,
    }


def _threads() -> dict[str, Any]:
    return {
        "processors": os.cpu_count(),
        "allowed": len(os.sched_getaffinity(0)),
        "quota": _processor_quota(),
        "used": _core.num_threads(),
    }


def _group_files(name: str, old: str) -> list[str]:
    """Returns what a control file says in this process's control group and in those around it.

    Args:
      name, old: the file, in version 2 of control groups and in version 1.
    """
    found = []
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
            number, controllers, group = line.split(":", 2)
            folder = (
                Path("/sys/fs/cgroup") / group.lstrip("/") if number == "0" else Path("/sys/fs/cgroup", controllers)
            )
            while Path("/sys/fs/cgroup") in (folder, *folder.parents):
                with contextlib.suppress(OSError):
                    found.append((folder / (name if number == "0" else old)).read_text(encoding="utf-8"))
                folder = folder.parent
    return found


def _processor_quota() -> float | None:
    """Returns how many processors' time the control group grants; None where it grants all."""
    quotas = []
    for text in _group_files("cpu.max", "cpu.cfs_quota_us"):
        words = text.split()
        if words and words[0] not in ("max", "-1"):
            quotas.append(int(words[0]) / int(words[1] if len(words) > 1 else 100_000))
    return min(quotas, default=None)


def _memory() -> dict[str, Any]:
    limits = []
    for text in _group_files("memory.max", "memory.limit_in_bytes"):
        if text.strip().isdigit() and int(text) < 1 << 60:  # version 1 writes "none" as a number near 2^63
            limits.append(int(text))
    limit = _core.host_memory()[3]
    return {
        "total": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "group limit": min(limits, default=None),
        "tensors' limit": limit or None,
    }


def _llvm_version() -> str | None:
    try:
        from llvmlite import binding
    except Exception:  # noqa: BLE001 - a broken package raises anything
        return None
    return ".".join(map(str, binding.llvm_version_info))


def _gpu() -> dict[str, Any]:
    driver = None
    with contextlib.suppress(OSError, AttributeError):
        library, number = ctypes.CDLL("libcuda.so.1"), ctypes.c_int()
        if library.cuDriverGetVersion(ctypes.byref(number)) == 0:
            driver = f"CUDA {number.value // 1000}.{number.value % 1000 // 10}"
    return {
        "driver": driver,
        "plugin": (Path(PACKAGE_FOLDER) / "graphwright_cuda.so").is_file(),
        "devices": [device["device_name"] for device in _core.list_gpus()],
        "problem": _core.gpu_problem() or None,
    }


def _keras() -> dict[str, Any]:
    """Returns Keras' version, and the backend it has or would take, with what says so."""
    loaded = sys.modules.get("keras")
    version = _version_of("keras")
    if loaded is not None and hasattr(loaded, "backend"):
        return {"version": version, "backend": loaded.backend.backend(), "because": "it is imported"}
    if "KERAS_BACKEND" in os.environ:
        return {"version": version, "backend": os.environ["KERAS_BACKEND"], "because": "KERAS_BACKEND"}
    file = Path(os.environ.get("KERAS_HOME") or Path.home() / ".keras") / "keras.json"
    with contextlib.suppress(OSError, ValueError, AttributeError):
        backend = json.loads(file.read_text(encoding="utf-8")).get("backend")
        if backend:
            return {"version": version, "backend": backend, "because": str(file)}
    return {"version": version, "backend": "tensorflow", "because": "nothing says otherwise"}


def _loaded_tensorflow() -> str | None:
    """Returns the file of the real TensorFlow where it is imported."""
    module = sys.modules.get("tensorflow")
    file = getattr(module, "__file__", None)
    return None if file is None or str(file).startswith(PACKAGE_FOLDER) else str(file)


def _openmp_runtimes() -> list[str]:
    """Returns the files of OpenMP's runtimes in this process, each once however it is named."""
    files: dict[tuple[str, str], str] = {}
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
            words = line.split(None, 5)
            if len(words) == 6 and _RUNTIMES.search(words[5]):
                files[words[3], words[4]] = words[5]
    return sorted(files.values())
