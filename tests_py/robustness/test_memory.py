"""The memory of tensors on the host: books, a limit that loses nothing, and what is kept for reuse given back."""

from __future__ import annotations

import gc

import pytest

import graphwright as tf

MIB = 1 << 20


@pytest.fixture
def limit():
    """Sets the limit this far above what is taken now; there is none any more afterwards."""
    gc.collect()
    yield lambda room: tf.set_memory_limit(tf.memory_info().current + room)
    tf.set_memory_limit(None)


@tf.function
def squared(x):
    return tf.linalg.matmul(x, x, transpose_b=True)


@pytest.mark.parametrize(
    "grow",
    [
        lambda x: tf.zeros([4 * MIB]),
        lambda x: tf.tile(x, [1, MIB]),
        lambda x: x + tf.ones([MIB, 1, 1]),
        squared,
        lambda x: tf.function(lambda x: tf.reduce_sum(tf.tile(x, [64, MIB // 64])))(x),
        lambda x: tf.constant([0.5] * (3 * MIB)),
        lambda x: list(tf.data.Dataset.from_tensors(x).map(lambda x: tf.tile(x, [1, MIB]))),
    ],
    ids=["zeros", "tile", "broadcast", "function", "inside a function", "constant", "data set"],
)
def test_more_than_the_limit_is_refused(grow, limit):
    x = tf.ones([2000, 1])
    squared(tf.ones([2, 1]))
    limit(8 * MIB)
    before = tf.memory_info().current
    with pytest.raises(tf.errors.ResourceExhaustedError, match="OOM when allocating"):
        grow(x)
    gc.collect()
    assert tf.memory_info().current <= before + MIB
    assert float(tf.reduce_sum(x)) == 2000.0


def test_a_variable_keeps_its_value(limit):
    v = tf.Variable(tf.ones([MIB]))
    limit(MIB)
    with pytest.raises(tf.errors.ResourceExhaustedError):
        v.assign(tf.ones([MIB]) * 2.0)
    assert float(tf.reduce_sum(v)) == MIB


def test_the_limit_is_told_and_goes():
    try:
        tf.set_memory_limit(1 << 40)
        assert tf.memory_info().limit == 1 << 40
    finally:
        tf.set_memory_limit(None)
    assert tf.memory_info().limit is None
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="at least 1 byte"):
            tf.set_memory_limit(wrong)
    with pytest.raises(TypeError):
        tf.set_memory_limit(1.5)


def test_kept_blocks_go_back():
    x = tf.zeros([8, MIB])
    del x
    assert tf.memory_info().cached >= 32 * MIB
    assert tf.release_memory() >= 32 * MIB
    assert tf.memory_info().cached < 32 * MIB


def test_the_peak_starts_anew():
    x = tf.zeros([8, MIB])
    del x
    assert tf.memory_info().peak >= tf.memory_info().current + 32 * MIB
    tf.release_memory(reset_peak=True)
    assert tf.memory_info().peak < tf.memory_info().current + 32 * MIB
