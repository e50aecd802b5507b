"""Shuffles whose orders follow from a seed, repeated behind transformations that change nothing, and others."""

import pytest

BETWEEN = {
    "nothing": lambda tf, d: d,
    "one repetition": lambda tf, d: d.repeat(1),
    "two of one": lambda tf, d: d.repeat(1).repeat(1),
    "all taken": lambda tf, d: d.take(-1),
    "many taken": lambda tf, d: d.take(50),
    "none skipped": lambda tf, d: d.skip(0),
    "one shard": lambda tf, d: d.shard(1, 0),
    "identity": lambda tf, d: d.map(lambda x: x),
    "identity in parallel": lambda tf, d: d.map(lambda x: x, num_parallel_calls=2),
    "pairs": lambda tf, d: d.map(lambda x: (x, x)).map(lambda x, y: (x, y)),
    "pairs turned": lambda tf, d: d.map(lambda x: (x, -x)).map(lambda x, y: (y, x)),
    "a filter": lambda tf, d: d.filter(lambda x: x >= 0),
    "read ahead": lambda tf, d: d.prefetch(1),
    "not read ahead": lambda tf, d: d.prefetch(0),
    "batches": lambda tf, d: d.batch(2).unbatch(),
    "cached": lambda tf, d: d.cache(),
    "errors": lambda tf, d: d.ignore_errors(),
}


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("times", [2, 3, -1])
@pytest.mark.parametrize("between", BETWEEN)
def test_orders(gw, tensorflow, between, times, again):
    """Three times through the data set: as often as TensorFlow's, a shuffle has begun anew."""

    def orders(tf):
        shuffled = tf.data.Dataset.range(6).shuffle(3, seed=2, reshuffle_each_iteration=again)
        dataset = BETWEEN[between](tf, shuffled).repeat(times)
        dataset = dataset.take(15) if times < 0 else dataset
        return [[tf.nest.map_structure(lambda x: int(x), element) for element in dataset] for _ in range(3)]

    assert orders(gw) == orders(tensorflow)
