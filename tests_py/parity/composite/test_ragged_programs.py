"""Random programs of ragged tensors: values, dtypes, shapes, errors and derivatives are TensorFlow's, eagerly and in functions.

GRAPHWRIGHT_RAGGED_PROGRAMS=2000 asks for more than a few; FIRST of them is the first one's seed. Among many there are some
that read beyond rows, take n-grams of what is no vector, or differentiate slices of ragged tensors: TensorFlow reads the next
row there, fails, or gives gradients of another shape.
"""

import os

from parity.composite import ragged_programs

COUNT = int(os.environ.get("GRAPHWRIGHT_RAGGED_PROGRAMS", "25"))
FIRST = int(os.environ.get("GRAPHWRIGHT_RAGGED_PROGRAMS_FIRST", "10000"))


def test_ragged_programs(tensorflow, gw):
    wrong, programs = [], 0
    for seed in range(FIRST, FIRST + COUNT):
        program = ragged_programs.program(seed)
        lines = ragged_programs.compared(*(ragged_programs.outcomes(tf, program) for tf in (tensorflow, gw)))
        wrong += [f"{program}: {line}" for line in lines]
        programs += bool(lines)
    assert programs <= 0.03 * COUNT if COUNT >= 200 else not wrong, "\n".join(wrong)
