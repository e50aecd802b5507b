"""Modules of the standard library pass their tests when AutoGraph has converted their functions.

GRAPHWRIGHT_LIBRARY_SUITES names the modules, or `all` of them; library_suites.py does the same by itself.
"""

import importlib.util
import os

import pytest

from autograph import library_suites

NAMES = os.environ.get("GRAPHWRIGHT_LIBRARY_SUITES", "textwrap shlex")
NAMES = [*library_suites.SUITES, *library_suites.ALONE] if NAMES == "all" else NAMES.split()


@pytest.mark.parametrize("name", NAMES)
def test_suite(name, gw):
    modules, tests = library_suites.suite_of(name)
    if importlib.util.find_spec("test") is None or importlib.util.find_spec(tests[0]) is None:
        pytest.skip("this Python comes without its tests")
    plain, converted = library_suites.plain_and_converted(name)
    assert library_suites.lost(name, plain, converted) == [], converted["other"]
    assert converted["converted"] > len(modules) and converted["refused"] == 0
