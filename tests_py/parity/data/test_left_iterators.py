"""Iterators that are left before their end: what their sources hold is given back before the program goes on."""

import time

import pytest

from support.compare import outcome, same_outcome

AROUND = {
    "nothing": lambda tf, d: d,
    "prefetch": lambda tf, d: d.prefetch(2),
    "prefetch as it likes": lambda tf, d: d.prefetch(tf.data.AUTOTUNE),
    "map": lambda tf, d: d.map(lambda x: x + 1),
    "parallel map": lambda tf, d: d.map(lambda x: x + 1, num_parallel_calls=3),
    "parallel map of Python's": lambda tf, d: d.map(
        lambda x: tf.numpy_function(lambda x: (time.sleep(0.01), x)[1], [x], tf.int32), num_parallel_calls=2
    ),
    "parallel batch": lambda tf, d: d.batch(2, num_parallel_calls=2),
    "two in a row": lambda tf, d: d.prefetch(1).map(lambda x: x, num_parallel_calls=2).batch(2).prefetch(1),
    "interleave": lambda tf, d: tf.data.Dataset.range(1).interleave(lambda _: d, cycle_length=1),
    "parallel interleave": lambda tf, d: tf.data.Dataset.range(1).interleave(
        lambda _: d, cycle_length=1, num_parallel_calls=2
    ),
    "shuffle": lambda tf, d: d.shuffle(3).prefetch(2),
    "zip": lambda tf, d: tf.data.Dataset.zip(d.prefetch(2), tf.data.Dataset.range(9)),
    "take": lambda tf, d: d.prefetch(2).take(3),
    "cache": lambda tf, d: d.cache().prefetch(1),
    "repeat": lambda tf, d: d.prefetch(1).repeat(2),
}


@pytest.mark.parametrize("around", AROUND)
def test_generators_are_closed(around, tensorflow, gw):
    def left(tf):
        told = []

        def numbers():
            told.append("begun")
            try:
                yield from range(10**6)
            finally:
                told.append("closed")

        source = tf.data.Dataset.from_generator(numbers, output_signature=tf.TensorSpec([], tf.int32))
        dataset = AROUND[around](tf, source)
        for _ in dataset:
            break
        once = list(told)
        for _ in dataset.take(2):
            pass
        return once, list(told)

    same_outcome(outcome(left, tensorflow), outcome(left, gw))


def test_a_source_that_hangs_keeps_nobody(gw):
    """TensorFlow waits for it, for ever."""
    import threading

    gate = threading.Event()

    def numbers():
        yield 1
        gate.wait(60)
        yield 2

    source = gw.data.Dataset.from_generator(numbers, output_signature=gw.TensorSpec([], gw.int32))
    started = time.monotonic()
    for _ in source.prefetch(2):
        break
    assert time.monotonic() - started < 30
    gate.set()
