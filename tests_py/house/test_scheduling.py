"""The tests that processes share (conftest.py): one that ends its process, or hangs, is told, and all others run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]

FILES = {
    "test_many.py": """
import os, pytest
@pytest.mark.parametrize("number", range(20))
def test_many(number):
    if number == 13:
        os._exit(3)
""",
    "test_alone.py": "import os\ndef test_alone(): os._exit(1)\n",
    "test_hangs.py": "import time\ndef test_hangs(): time.sleep(1000)\n",
    **{f"test_good_{n}.py": "def test_one(): pass\ndef test_two(): pass\n" for n in range(4)},
}


@pytest.mark.parametrize("workers", [1, 2])
def test_what_ends_a_process_stops_no_other_test(workers, tmp_path):
    pytest.importorskip("xdist")
    shutil.copy(TESTS / "conftest.py", tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(workers), "-p", "no:cacheprovider"]
    command += ["-o", "faulthandler_timeout=5", "-o", "faulthandler_exit_on_timeout=true", str(tmp_path)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    environment["PYTHONPATH"] = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, env=environment)
    failed = set(re.findall(r"^FAILED \S*?(\w+\.py::\S+)", done.stdout, re.M))
    assert failed == {"test_many.py::test_many[13]", "test_alone.py::test_alone", "test_hangs.py::test_hangs"}, (
        done.stdout
    )
    assert f"3 failed, {19 + 8} passed" in done.stdout
