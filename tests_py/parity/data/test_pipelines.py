"""Data sets give the elements, dtypes, specs, orders and errors that TensorFlow's give.

Half of the pipelines by raw ops are tried, all of them with GRAPHWRIGHT_TESTS=all.
"""

import pytest

from parity.data import (
    pipelines,
    pipelines_composite,  # noqa: F401  (adds to the list)
    pipelines_experimental,  # noqa: F401  (adds to the list)
    pipelines_raw_ops,
    pipelines_transformations,  # noqa: F401  (adds to the list)
)
from support.compare import outcome, same_outcome, text_of
from support.selection import some

RAW = [function for function in pipelines.ALL if function.__name__ in pipelines_raw_ops.ROWS]
LEFT_OUT = {*RAW} - {*some(RAW, 1 / 4)}
TRIED = [function for function in pipelines.ALL if function not in LEFT_OUT]


@pytest.mark.parametrize("function", TRIED, ids=lambda function: function.__name__)
def test_pipeline(function, tensorflow, gw):
    same_outcome(outcome(function, tensorflow), outcome(function, gw), same_texts)


def same_texts(got, want, where="result"):
    """Tells which of many pipelines differs."""
    if isinstance(want, list) and isinstance(got, list) and len(got) == len(want):
        for i, (mine, theirs) in enumerate(zip(got, want, strict=True)):
            same_texts(mine, theirs, f"{where}[{i}]")
        return
    assert text_of(got) == text_of(want), where


@pytest.mark.parametrize("known", [True, False])
def test_a_cache_of_known_length_is_full_before_the_end(tensorflow, gw, known):
    """Loops that count their steps never ask for the end; the next one reads what this one saw."""

    def orders(tf):
        data = tf.data.Dataset.range(20).shuffle(20, seed=8).batch(4, drop_remainder=True)
        if not known:
            data = data.filter(lambda x: True)
        options = tf.data.Options()  # TensorFlow's threads would ask for one more
        options.experimental_optimization.inject_prefetch = False
        options.autotune.enabled = False
        data = data.cache().with_options(options)
        iterators = (iter(data) for _ in range(3))
        return [[next(iterator).numpy().tolist() for _ in range(5)] for iterator in iterators]

    tensorflow.random.set_seed(3)
    gw.random.set_seed(3)
    found = orders(gw)
    assert (found[0] == found[1] == found[2]) == known
    if known:
        assert found == orders(tensorflow)
