"""The folder of this package's files, which tells its frames from the user's."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PACKAGE_FOLDER = os.path.dirname(os.path.abspath(str(sys.modules["graphwright"].__file__)))
OWN_FILES = PACKAGE_FOLDER + os.sep  # what the paths of its files begin with


def place_of_call() -> str:
    """Returns the file and the line of the innermost call that is not made by this package."""
    frame: Any = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(OWN_FILES):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
