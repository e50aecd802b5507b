"""What a test needs to run Python in a process of its own."""

import os
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def environment(**variables):
    """The environment of a process that finds the modules that this one finds; `variables` are set in it."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **variables}
