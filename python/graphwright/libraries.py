"""Versions, places and flags of this package, its logger, and libraries of ops (tf.version, tf.sysconfig, …)."""

from __future__ import annotations

import os
import sys
from typing import Any

from graphwright import _version, errors
from graphwright.export import export, export_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import logging

API_VERSION = "2.21.0"  # the version of TensorFlow's API that this package follows
GRAPH_DEF_VERSION = 2474

export_value("version.VERSION", API_VERSION)
export_value("version.GIT_VERSION", f"graphwright-{_version.__version__}")
export_value("version.COMPILER_VERSION", f"C++20, {sys.implementation.name} {sys.version.split()[0]}")
export_value("version.GRAPH_DEF_VERSION", GRAPH_DEF_VERSION)
export_value("version.GRAPH_DEF_VERSION_MIN_CONSUMER", 0)
export_value("version.GRAPH_DEF_VERSION_MIN_PRODUCER", 0)
export_value("sysconfig.CXX11_ABI_FLAG", 1)
export_value("sysconfig.CXX_VERSION", 202002)
export_value("sysconfig.MONOLITHIC_BUILD", 1)

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


@export("sysconfig.get_lib")
def get_lib() -> str:
    """The folder of this package, which holds its shared library (tf.sysconfig.get_lib)."""
    return _PACKAGE


@export("sysconfig.get_include")
def get_include() -> str:
    """The folder for headers of this package (tf.sysconfig.get_include): there are none, ops are not added from C++."""
    return os.path.join(_PACKAGE, "include")


@export("sysconfig.get_compile_flags")
def get_compile_flags() -> list[str]:
    """What a compiler must be told to fit this package (tf.sysconfig.get_compile_flags)."""
    return [f"-I{get_include()}", "-D_GLIBCXX_USE_CXX11_ABI=1", "--std=c++20"]


@export("sysconfig.get_link_flags")
def get_link_flags() -> list[str]:
    """What a linker must be told to find this package (tf.sysconfig.get_link_flags)."""
    return [f"-L{get_lib()}"]


_logger: logging.Logger | None = None


@export("get_logger")
def get_logger() -> logging.Logger:
    """The logger named 'tensorflow', with a handler for stderr where none is set up (tf.get_logger).

    Where Python is used interactively, as in notebooks, the handler writes to stdout, from the level INFO on.

    >>> import graphwright as tf
    >>> tf.get_logger().name
    'tensorflow'
    """
    global _logger
    if _logger is None:
        import logging

        _logger = logging.getLogger("tensorflow")
        if not _logger.handlers and not logging.getLogger().handlers:
            interactive = hasattr(sys, "ps1") or bool(sys.flags.interactive)
            if interactive:
                _logger.setLevel(logging.INFO)
            handler = logging.StreamHandler(sys.stdout if interactive else sys.stderr)
            handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
            _logger.addHandler(handler)
    return _logger


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
