"""No input ends the process: each op and each row of rules/samples/ gets calls that fit nothing (hostile.py)."""

import subprocess
import sys
from pathlib import Path

from support.processes import environment

CALLS = 6  # for each name; more with `python tests_py/generated/hostile.py --count 1000`


def test_hostile_calls_raise_what_wrong_arguments_raise():
    folder = Path(__file__).resolve().parent
    run = subprocess.run(
        [sys.executable, folder / "hostile.py", "--count", str(CALLS)],
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert run.returncode == 0, f"{run.stdout[-8000:]}\n{run.stderr[-2000:]}"
