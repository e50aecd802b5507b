"""Floats beyond an integer dtype's range become what TensorFlow makes of them: its vector loops saturate, what is left at the
end wraps, and in functions with `jit_compile=True` they are clamped.
"""

import numpy as np
import pytest

NUMBERS = [300.0, -300.0, 12.7, -0.5, 70000.0, -70000.0, 3e9, -3e9, 1e10, -1e10, 1e20, -1e20, np.nan, np.inf, -np.inf]
FLOATS = ("float32", "float64", "float16", "bfloat16")
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def numbers(tf, count, dtype):
    return tf.cast(tf.constant((NUMBERS * (count // len(NUMBERS) + 1))[:count], tf.float64), dtype)


@pytest.mark.parametrize("to", INTEGERS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_beyond_the_range(dtype, to, tensorflow, gw):
    for count in (1, 7, 8, 15, 16, 31, 32, 33, 47, 77, 1000):
        want, got = (tf.cast(numbers(tf, count, dtype), to).numpy() for tf in (tensorflow, gw))
        np.testing.assert_array_equal(got, want, f"{count} numbers")


def test_beyond_the_range_in_functions(tensorflow, gw):
    def results(tf):
        given = [numbers(tf, count, dtype) for count in (3, 77) for dtype in FLOATS]

        def work(given):
            return [tf.cast(x, to) for to in INTEGERS for x in given]

        loop = lambda x: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + tf.cast(x, tf.uint8)), (0, y0))[1]  # noqa: E731
        y0 = tf.zeros([77], tf.uint8)
        compiled, plain = tf.function(work, jit_compile=True)(given), tf.function(work)(given)
        return [*compiled, *plain, tf.function(loop, jit_compile=True)(given[4]), tf.function(loop)(given[4])]

    for number, (want, got) in enumerate(zip(results(tensorflow), results(gw), strict=True)):
        np.testing.assert_array_equal(got.numpy(), want.numpy(), str(number))
