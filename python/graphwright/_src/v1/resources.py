"""tf.compat.v1.resource_loader and tf.compat.v1.app: files beside a program, and how programs begin."""

from __future__ import annotations

import os
import sys

from graphwright._src.base.export import export
from graphwright._src.base.package_folder import PACKAGE_FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _folder_of_caller() -> str:
    return os.path.dirname(os.path.abspath(sys._getframe(2).f_globals.get("__file__", "")))


@export("compat.v1.resource_loader.get_data_files_path")
def get_data_files_path() -> str:
    """Returns the folder of the file that calls this (tf.compat.v1.resource_loader.get_data_files_path)."""
    return _folder_of_caller()


@export("compat.v1.resource_loader.get_path_to_datafile")
def get_path_to_datafile(path: str) -> str:
    """Returns the path of a file beside the one that calls this (tf.compat.v1.resource_loader.get_path_to_datafile)."""
    return os.path.join(_folder_of_caller(), path)


@export("compat.v1.resource_loader.load_resource")
def load_resource(path: str) -> bytes:
    """Returns the bytes of a file beside TensorFlow's own packages: there are none of these here, so `path` must be absolute.

    (tf.compat.v1.resource_loader.load_resource.)

    Raises:
      FileNotFoundError: there is no such file.
    """
    with open(path, "rb") as file:
        return file.read()


@export("compat.v1.resource_loader.readahead_file_path")
def readahead_file_path(path: str, readahead: str = "128M") -> str:
    """`path` as it is (tf.compat.v1.resource_loader.readahead_file_path)."""
    return path


@export("compat.v1.resource_loader.get_root_dir_with_all_resources")
def get_root_dir_with_all_resources() -> str:
    """Returns the folder below which this package's files lie (tf.compat.v1.resource_loader.get_root_dir_with_all_resources)."""
    return PACKAGE_FOLDER


@export("compat.v1.app.run")
def run(main: Callable[[list[str]], Any] | None = None, argv: list[str] | None = None) -> None:
    """Calls `main` with the arguments that are no flags, and ends the process with what it returns (tf.compat.v1.app.run).

    Flags are those of the package absl-py, where it is installed (`tf.compat.v1.flags`); without it there are none.

    Args:
      main: called with a list that begins with the program's name; `main` of the program unless given.
      argv: the arguments; sys.argv unless given.
    """
    called: Callable[[list[str]], Any] = main or sys.modules["__main__"].main
    try:
        from absl import app
    except ModuleNotFoundError:
        sys.exit(called(list(sys.argv if argv is None else argv)))
    app.run(main=called, argv=argv, flags_parser=_parsed)


def _parsed(argv: list[str]) -> list[str]:
    """Returns the arguments behind the flags; flags that nobody defined are left among them."""
    from absl import flags

    return flags.FLAGS(list(argv), known_only=True)
