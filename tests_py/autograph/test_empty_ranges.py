"""What the target of a loop over `tf.range` is behind it, if there was no iteration: what the range begins with."""

# ruff: noqa: B007 (the targets are looked at behind the loops)

import pytest


def behind(tf, items):
    for i in items(tf):
        pass
    return i


def left(tf, items):
    for i in items(tf):
        if i > 2:
            break
    return i


def changed(tf, items):
    for i in items(tf):
        i = i + 1
    return i


def given(tf, items):
    i = 10
    for i in items(tf):
        pass
    return i


def in_a_branch(tf, items):
    if tf.constant(True):
        for i in items(tf):
            pass
    else:
        i = 4
    return i


def nested(tf, items):
    n = 0
    for _ in tf.range(2):
        for i in items(tf):
            n += 1
    return n


RANGES = {
    "0": lambda tf: tf.range(0),
    "5, 5": lambda tf: tf.range(tf.constant(5), 5),
    "int64": lambda tf: tf.range(tf.constant(7, tf.int64), 7),
    "5, 8": lambda tf: tf.range(5, 8),
    "down": lambda tf: tf.range(3, 3, -1),
}


@pytest.mark.parametrize("items", RANGES)
@pytest.mark.parametrize("function", [behind, left, changed, given, in_a_branch, nested])
def test_target(function, items, tensorflow, gw):
    found = []
    for tf in (tensorflow, gw):
        try:
            value = tf.function(lambda tf=tf: function(tf, RANGES[items]))()
            found.append((value.dtype.name, value.numpy().tolist()))
        except (TypeError, ValueError) as error:
            found.append(type(error).__name__)
    assert found[0] == found[1]


def test_gradient(tensorflow, gw):
    def gradient(tf):
        x = tf.Variable(2.0)

        @tf.function
        def function(n):
            for i in tf.range(1, n):
                pass
            return x * tf.cast(i, tf.float32)

        with tf.GradientTape() as tape:
            y = function(tf.constant(0))
        return y.numpy(), tape.gradient(y, x).numpy()

    assert gradient(gw) == gradient(tensorflow)
