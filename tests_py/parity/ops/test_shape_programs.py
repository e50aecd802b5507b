"""What is known of shapes while tracing random compositions is at least what TensorFlow knows.

GRAPHWRIGHT_SHAPE_PROGRAMS=5000 asks for more than a few.
"""

import os

import pytest

from parity.ops import shape_programs

COUNT = int(os.environ.get("GRAPHWRIGHT_SHAPE_PROGRAMS", "200"))
FIRST = int(os.environ.get("GRAPHWRIGHT_SHAPE_PROGRAMS_FIRST", "10000"))


@pytest.mark.parametrize("kind", ["program", "called_program", "captured_program"])
def test_shape_programs(kind, tensorflow, gw):
    wrong = []
    for seed in range(FIRST, FIRST + COUNT):
        program = getattr(shape_programs, kind)(seed)
        lines = shape_programs.compared(*(shape_programs.outcomes(tf, program) for tf in (tensorflow, gw)), program)
        wrong += [f"{program}: {line}" for line in lines]
    assert not wrong, "\n".join(wrong)


WINDOWS = {
    "conv2d": lambda tf, x, n: tf.nn.conv2d(x, tf.ones([n, 2, 1, 4]), 2, "VALID"),
    "dilated": lambda tf, x, n: tf.nn.conv2d(x, tf.ones([2, 2, 1, 4]), 1, "VALID", dilations=n - 1),
    "padded": lambda tf, x, n: tf.nn.conv2d(x, tf.ones([n + 1, 2, 1, 4]), 1, [[0, 0], [1, 0], [0, 0], [0, 0]]),
    "depthwise": lambda tf, x, n: tf.nn.depthwise_conv2d(x, tf.ones([n, 2, 1, 4]), [1, 1, 1, 1], "VALID"),
    "conv1d": lambda tf, x, n: tf.nn.conv1d(x[:, :, 0], tf.ones([n, 1, 4]), 1, "VALID"),
    "conv3d": lambda tf, x, n: tf.nn.conv3d(x[None], tf.ones([1, n, 2, 1, 4]), [1, 1, 1, 1, 1], "VALID"),
    "max_pool": lambda tf, x, n: tf.nn.max_pool2d(x, [n, 1], 2, "VALID"),
    "avg_pool": lambda tf, x, n: tf.nn.avg_pool2d(x, [n, 1], 1, "VALID"),
    "max_pool3d": lambda tf, x, n: tf.nn.max_pool3d(x[None], [1, n, 1], 1, "VALID"),
    "argmax": lambda tf, x, n: tf.nn.max_pool_with_argmax(x, [n, 1], 1, "VALID")[0],
    "same": lambda tf, x, n: tf.nn.max_pool2d(x, [n, 1], 1, "SAME"),
    "patches": lambda tf, x, n: tf.image.extract_patches(x, [1, n, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID"),
}


@pytest.mark.parametrize("name", WINDOWS)
def test_windows_that_do_not_fit(name, tensorflow, gw):
    """Inputs that are too small are errors while tracing; eagerly, or where shapes are not known, there are no elements."""
    found = []
    for tf in (tensorflow, gw):
        outcomes = []
        for size in (2, 3):
            x = tf.ones([1, size, 3, 1])
            try:
                outcomes.append(
                    tf.function(lambda x, tf=tf: WINDOWS[name](tf, x, 3), autograph=False)(x).shape.as_list()
                )
            except ValueError as error:
                outcomes.append("Negative dimension size" in str(error))
        found.append(outcomes)
    assert found[0] == found[1]
    small, call = gw.ones([1, 2, 3, 1]), lambda x: WINDOWS[name](gw, x, 3)
    unknown = gw.function(call, [gw.TensorSpec([1, None, 3, 1])], autograph=False)
    assert unknown(small).shape == call(small).shape


INSIDE = {
    "zeros": lambda tf, shape: tf.zeros(shape),
    "reshape": lambda tf, shape: tf.reshape(tf.range(tf.reduce_prod(shape)), shape),
    "normal": lambda tf, shape: tf.random.normal(shape),
    "stateless": lambda tf, shape: tf.random.stateless_uniform(shape, [1, 2]),
    "longer": lambda tf, shape: tf.ones(tf.concat([[2], shape], 0)),
}


@pytest.mark.parametrize("name", INSIDE)
def test_shapes_that_bodies_capture(name, tensorflow, gw):
    """Of shapes from outside of a loop or branch is known what is known there, but no branch is refused for them."""

    def told(tf):
        shapes = []

        @tf.function(input_signature=[tf.TensorSpec([1], tf.int32)])
        def f(given):
            shape = tf.concat([given, [1, 7]], 0)

            def make(x):
                shapes.append(INSIDE[name](tf, shape).shape.as_list())
                return x + 1

            x = tf.while_loop(lambda x: x < 2, lambda x: [make(x)], [0])[0]
            x = tf.cond(x > 2, lambda: make(x), lambda: x)
            place = tf.constant(7)
            return tf.cond(place < 3, lambda: tf.range(3)[place], lambda: x)

        assert f([3]) == 2
        return shapes

    assert told(gw) == told(tensorflow)
