"""Random programs give eagerly and as functions what they give on TensorFlow; one that does not is made small first.

GRAPHWRIGHT_FUZZ_PROGRAMS sets their number, GRAPHWRIGHT_FUZZ_SEED the first one's.
"""

import logging
import os

import pytest
from outcomes import disagreement
from programs import program
from shrink import shrink

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ_PROGRAMS", "100"))
FIRST = int(os.environ.get("GRAPHWRIGHT_FUZZ_SEED", "0"))
BATCH = 20


@pytest.fixture(autouse=True)
def quiet(tensorflow):
    """TensorFlow tells of every function that it has to trace anew."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    yield
    logging.disable(level)


@pytest.mark.parametrize("start", range(FIRST, FIRST + COUNT, BATCH))
def test_programs(start, gw, tensorflow):
    for seed in range(start, min(start + BATCH, FIRST + COUNT)):
        source = program(seed)
        found = disagreement(source, gw, tensorflow)
        if found is not None:
            small = shrink(source, lambda text: disagreement(text, gw, tensorflow) is not None)
            pytest.fail(f"program {seed}, made small:\n\n{small}\n{disagreement(small, gw, tensorflow)}")


def test_a_wrong_result_is_found(gw, tensorflow):
    """The comparison sees what it is there to see."""

    class Wrong:
        def __getattr__(self, name):
            return (lambda x: -gw.tanh(x)) if name == "tanh" else getattr(gw, name)

    source = "def f(x, m, n, p):\n    a = tf.tanh(x)\n    if n > 0:\n        a = a + x\n    return a\n"
    assert disagreement(source, gw, tensorflow) is None
    assert "graphwright eagerly" in disagreement(source, Wrong(), tensorflow)
    assert shrink(source, lambda text: disagreement(text, Wrong(), tensorflow) is not None).count("\n") < 5
