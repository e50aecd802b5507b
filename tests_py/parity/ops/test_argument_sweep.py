"""Each argument of public functions in each of its forms, in each way of running: TensorFlow's outcome, or a reason in the table.

GRAPHWRIGHT_ARGUMENT_SWEEP sets how many calls are tried in each way, GRAPHWRIGHT_ARGUMENT_SWEEP_SEED which; sweep_reasons.py is
the table, and argument_sweep.py a program that shows what differs.
"""

import os
import subprocess
import sys

import pytest

from support.processes import TESTS, environment

PROGRAM = os.path.join(TESTS, "parity", "ops", "argument_sweep.py")


@pytest.mark.parametrize("ways", ["eager,known,partly,unknown,no rank", "graph,fed,rows,promoted"])
def test_forms_of_arguments(ways, tensorflow):
    count = os.environ.get("GRAPHWRIGHT_ARGUMENT_SWEEP", "50")
    seed = os.environ.get("GRAPHWRIGHT_ARGUMENT_SWEEP_SEED", "0")
    words = [sys.executable, PROGRAM, "--ways", ways, "--count", count, "--seed", seed]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment())
    print(done.stdout)
    assert done.returncode == 0, f"{done.stdout[-20000:]}\n{done.stderr[-2000:]}"
