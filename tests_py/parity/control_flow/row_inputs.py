"""Values whose rows the tests of `vectorized_map` run a function on."""

import numpy as np


def square(tf, n=3, size=4):
    rng = np.random.default_rng(7)
    return tf.constant(rng.normal(size=(n, size, size)).astype("float32"))


def images(tf, n=3):
    rng = np.random.default_rng(8)
    return tf.constant(rng.normal(size=(n, 2, 5, 5, 2)).astype("float32"))


def fixed(tf, *shape):
    rng = np.random.default_rng(9)
    return tf.constant(rng.normal(size=shape).astype("float32"))
