"""The folder of this package's files, which tells its frames from the user's."""

from __future__ import annotations

import os
import sys

PACKAGE_FOLDER = os.path.dirname(os.path.abspath(str(sys.modules["graphwright"].__file__)))
OWN_FILES = PACKAGE_FOLDER + os.sep  # what the paths of its files begin with
