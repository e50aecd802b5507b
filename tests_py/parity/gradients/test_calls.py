"""First and second derivatives of random calls are TensorFlow's, eagerly and in functions.

GRAPHWRIGHT_GRADIENT_CALLS=3000 asks for more than a few.
"""

import os

from parity.gradients import gradient_calls

COUNT = int(os.environ.get("GRAPHWRIGHT_GRADIENT_CALLS", "40"))
FIRST = int(os.environ.get("GRAPHWRIGHT_GRADIENT_CALLS_FIRST", "10000"))


def test_gradient_calls(tensorflow, gw):
    wrong = []
    step = 7 if COUNT < len(gradient_calls.CALLS) else 1  # a few calls are of many kinds
    for seed in range(FIRST, FIRST + COUNT * step, step):
        program = gradient_calls.program(seed)
        lines = gradient_calls.compared(*(gradient_calls.outcomes(tf, program) for tf in (tensorflow, gw)))
        wrong += [f"{program}: {line}" for line in lines]
    assert not wrong, "\n".join(wrong)
