"""Random programs give the same eagerly and as graphs; random_programs.py compares more of them."""

import pytest
import random_programs


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_eager_is_function(first, gw):
    found = [random_programs.difference(seed, gw) for seed in range(first, first + 10)]
    assert not any(found), "\n".join(filter(None, found))


def test_programs_run_on_tensorflow(tensorflow):
    """The programs are right: TensorFlow gives the same eagerly."""
    import graphwright

    for seed in range(3):
        ours, theirs = (random_programs.load(seed, tf) for tf in (graphwright, tensorflow))
        for n in (0, 3, 7):
            assert random_programs.outcome(ours, n, graphwright, True) == random_programs.outcome(
                theirs, n, tensorflow, False
            )
