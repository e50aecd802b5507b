"""Random programs that train give TensorFlow's losses, weights, states and predictions (training_programs.py).

GRAPHWRIGHT_TRAINING_PROGRAMS sets how many are tried, GRAPHWRIGHT_TRAINING_FIRST which is the first.
"""

from __future__ import annotations

import os

import pytest

from keras_models import training_programs

COUNT = int(os.environ.get("GRAPHWRIGHT_TRAINING_PROGRAMS", "3"))
FIRST = int(os.environ.get("GRAPHWRIGHT_TRAINING_FIRST", "0"))


@pytest.mark.xdist_group("keras")
def test_same_numbers(tmp_path, tensorflow):
    differing, refused = training_programs.differences(FIRST, FIRST + COUNT, tmp_path)
    assert len(differing) == COUNT
    assert refused < max(3, COUNT // 5), "TensorFlow refuses too many"
    wrong = [f"{number}: {text}" for number, text in differing.items() if text]
    assert not wrong, "\n".join(wrong)
