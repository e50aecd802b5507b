"""Versions, places and flags of this package, its logger, and libraries of ops (tf.version, tf.sysconfig, …)."""

from __future__ import annotations

import os
import sys
from typing import Any

from graphwright import _version
from graphwright._src.base import errors
from graphwright._src.base.export import export, export_value
from graphwright._src.base.package_folder import PACKAGE_FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

GRAPH_DEF_VERSION = 2474

export_value("version.VERSION", _version.API_VERSION, v1="version.VERSION VERSION")
export_value("version.GIT_VERSION", f"graphwright-{_version.__version__}", v1="version.GIT_VERSION GIT_VERSION")
export_value(
    "version.COMPILER_VERSION",
    f"C++20, {sys.implementation.name} {sys.version.split()[0]}",
    v1="version.COMPILER_VERSION COMPILER_VERSION",
)
export_value("version.GRAPH_DEF_VERSION", GRAPH_DEF_VERSION, v1="version.GRAPH_DEF_VERSION GRAPH_DEF_VERSION")
export_value(
    "version.GRAPH_DEF_VERSION_MIN_CONSUMER",
    0,
    v1="version.GRAPH_DEF_VERSION_MIN_CONSUMER GRAPH_DEF_VERSION_MIN_CONSUMER",
)
export_value(
    "version.GRAPH_DEF_VERSION_MIN_PRODUCER",
    0,
    v1="version.GRAPH_DEF_VERSION_MIN_PRODUCER GRAPH_DEF_VERSION_MIN_PRODUCER",
)
export_value("sysconfig.CXX11_ABI_FLAG", 1, v1="sysconfig.CXX11_ABI_FLAG CXX11_ABI_FLAG")
export_value("sysconfig.CXX_VERSION", 202002, v1="sysconfig.CXX_VERSION CXX_VERSION")
export_value("sysconfig.MONOLITHIC_BUILD", 1, v1="sysconfig.MONOLITHIC_BUILD MONOLITHIC_BUILD")


@export("sysconfig.get_lib")
def get_lib() -> str:
    """Returns the folder of this package, which holds its shared library (tf.sysconfig.get_lib)."""
    return PACKAGE_FOLDER


@export("sysconfig.get_include")
def get_include() -> str:
    """Returns the folder for headers of this package (tf.sysconfig.get_include): there are none, ops are not added from C++."""
    return os.path.join(PACKAGE_FOLDER, "include")


@export("sysconfig.get_compile_flags")
def get_compile_flags() -> list[str]:
    """Returns what a compiler must be told to fit this package (tf.sysconfig.get_compile_flags)."""
    return [f"-I{get_include()}", "-D_GLIBCXX_USE_CXX11_ABI=1", "--std=c++20"]


@export("sysconfig.get_link_flags")
def get_link_flags() -> list[str]:
    """Returns what a linker must be told to find this package (tf.sysconfig.get_link_flags)."""
    return [f"-L{get_lib()}"]


def _check_library(path: str) -> None:
    """Raises what an attempt to load `path` comes to."""
    try:
        with open(path, "rb") as file:
            start = file.read(64)
    except IsADirectoryError:
        raise errors.NotFoundError(None, None, f"{path}: cannot read file data: Is a directory") from None
    except OSError as error:
        raise errors.NotFoundError(None, None, f"{path}: cannot open shared object file: {error.strerror}") from None
    if len(start) < 64:
        raise errors.NotFoundError(None, None, f"{path}: file too short")
    if start[:4] != b"\x7fELF":
        raise errors.NotFoundError(None, None, f"{path}: invalid ELF header")
    raise NotImplementedError(
        f"{path}: libraries of ops made for TensorFlow cannot be loaded, for their kernels call into it; write the op "
        "with tf.function, tf.custom_gradient or tf.py_function"
    )


@export("load_op_library")
def load_op_library(library_filename: str) -> Any:
    """Would load ops from a shared library (tf.load_op_library).

    Raises:
      tf.errors.NotFoundError: there is no such file, or it is no library.
      NotImplementedError: it is one: libraries made for TensorFlow need TensorFlow's own.
    """
    _check_library(os.fspath(library_filename))


@export("load_library")
def load_library(library_location: str) -> None:
    """Would load ops from a shared library, or all of a folder (tf.load_library).

    Raises:
      FileNotFoundError: there is no such file or folder (OSError).
      tf.errors.NotFoundError: a file is no library.
      NotImplementedError: it is one: libraries made for TensorFlow need TensorFlow's own.
    """
    location = os.fspath(library_location)
    if not os.path.exists(location):
        import errno

        raise OSError(errno.ENOENT, "The file or folder to load kernel libraries from does not exist.", location)
    if os.path.isdir(location):
        paths = [os.path.join(location, name) for name in sorted(os.listdir(location)) if name.endswith(".so")]
    else:
        paths = [location]
    for path in paths:
        _check_library(path)
