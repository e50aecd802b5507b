"""jit_compile=True refuses what TensorFlow refuses, in its words, and takes the rest."""

import pytest

# What is called with what; TensorFlow says whether it compiles.
CASES = {
    "where": (lambda tf, x: tf.where(x > 0), [[1.0, -1.0]]),
    "boolean_mask": (lambda tf, x: tf.boolean_mask(x, x > 0), [[1.0, -1.0]]),
    "unique": (lambda tf, x: tf.unique(x)[0], [[1, 2, 1]]),
    "unique_with_counts": (lambda tf, x: tf.unique_with_counts(x)[0], [[1, 2, 1]]),
    "as_string": (lambda tf, x: tf.strings.as_string(x), [[1, 2]]),
    "as_string unused": (lambda tf, x: (tf.strings.as_string(x), x + 1)[1], [[1, 2]]),
    "string result": (lambda tf, x: tf.constant("a"), [1]),
    "string argument": (lambda tf, x: tf.strings.join([x, x]), ["a"]),
    "py_function": (lambda tf, x: tf.py_function(lambda v: v, [x], tf.float32), [1.0]),
    "numpy_function": (lambda tf, x: tf.numpy_function(lambda v: v, [x], tf.float32), [1.0]),
    "print": (lambda tf, x: (tf.print(x), x + 1)[1], [1.0]),
    "assert": (lambda tf, x: (tf.debugging.assert_positive(x), x + 1)[1], [1.0]),
    "reshape": (lambda tf, x, s: tf.reshape(x, s), [[1.0, 2.0, 3.0, 4.0], [2, 2]]),
    "zeros": (lambda tf, n: tf.zeros([n]), [3]),
    "range": (lambda tf, n: tf.range(n), [3]),
    "reduce_sum": (lambda tf, x, a: tf.reduce_sum(x, a), [[[1.0, 2.0]], 1]),
    "slice": (lambda tf, x, n: x[:n], [[1.0, 2.0, 3.0], 2]),
    "one_hot": (lambda tf, x, n: tf.one_hot(x, n), [[1, 2], 4]),
    "split": (lambda tf, x, n: tf.split(x, n), [[1.0, 2.0, 3.0], [1, 2]]),
    "segment_sum": (lambda tf, x, i: tf.math.segment_sum(x, i), [[1.0, 2.0], [0, 0]]),
    "unsorted_segment_sum": (lambda tf, x, n: tf.math.unsorted_segment_sum(x, [0, 0], n), [[1.0, 2.0], 2]),
    "det": (lambda tf, x: tf.linalg.det(x), [[[1.0, 2.0], [3.0, 4.0]]]),
    "inv": (lambda tf, x: tf.linalg.inv(x), [[[1.0, 2.0], [3.0, 4.0]]]),
    "lu": (lambda tf, x: tf.linalg.lu(x)[0], [[[1.0, 2.0], [3.0, 4.0]]]),
    "ragged": (lambda tf, x: tf.ragged.constant([[1], [2, 3]]).to_tensor() + x, [1]),
    "histogram": (lambda tf, x: tf.histogram_fixed_width(x, [0.0, 1.0], 3), [[0.0, 1.0]]),
    "gamma": (lambda tf, x: tf.random.gamma([2], 1.0) * 0.0 + x, [0.0]),
    "timestamp": (lambda tf, x: tf.timestamp() * 0.0, [1]),
    "unravel_index": (lambda tf, x: tf.unravel_index(x, [2, 2]), [[1, 2]]),
    "nested": (lambda tf, x: tf.function(lambda y: tf.strings.as_string(y))(x), [1]),
    "in a branch": (
        lambda tf, x: tf.cond(x > 5, lambda: tf.strings.length(tf.strings.as_string(x)), lambda: 0),
        [1],
    ),
}


def refused_op(tf, name):
    """None, or the class of the error and the op that it names."""
    function, args = CASES[name]
    compiled = tf.function(lambda *xs: function(tf, *xs), jit_compile=True)
    try:
        compiled(*[tf.constant(x) for x in args])
    except tf.errors.OpError as error:
        text = str(error)
        assert text.startswith("Detected unsupported operations when trying to compile graph "), text
        return type(error).__name__, text.partition("XLA_CPU_JIT: ")[2].partition("}}{{")[0].partition(" (No")[0]
    return None


@pytest.mark.parametrize("name", CASES)
def test_what_is_refused(name, tensorflow):
    import graphwright

    assert refused_op(graphwright, name) == refused_op(tensorflow, name)


def test_the_line_is_named():
    import graphwright as tf

    @tf.function(jit_compile=True)
    def inner(x):
        return tf.strings.as_string(x)  # the line

    @tf.function
    def outer(x):
        return inner(x)

    for function in (inner, outer):
        for _ in range(2):
            with pytest.raises(tf.errors.InvalidArgumentError, match="test_refused.py(.|\n)*# the line"):
                function(tf.constant(1))
    inner.get_concrete_function(tf.constant(1))  # tracing is no compiling
