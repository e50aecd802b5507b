"""Sizes in shapes as TensorFlow 1 gives them: Dimensions, and what takes them."""

from __future__ import annotations

import numpy as np
import pytest

# x is a placeholder of [None, 3], y one of unknown rank, c a constant of [2, 3].
EXPRESSIONS = """
x.shape[1].value
x.shape[0].value
x.get_shape()[-1].value
x.shape[0] * 2
2 * x.shape[1]
x.shape[1] // 2
x.shape[1] + x.shape[0]
x.shape[0] == None
x.shape[1] == 3
x.shape[0] > 2
int(x.shape[1])
list(x.shape)
[d.value for d in x.shape]
len(x.shape)
x.shape.dims
x.shape.as_list()
x.shape[:1]
x.shape[1:][0]
y.shape[0]
y.shape
x.shape[0] or 5
str(x.shape[0])
str(x.shape)
str(x.shape[:1])
str(y.shape)
repr(x.shape)
tf.zeros([x.shape[1], 2])
tf.zeros(x.shape[1:])
tf.reshape(c, [c.shape[1], c.shape[0]])
tf.reshape(c, (c.shape[0] * c.shape[1],))
tf.reshape(x, [-1, x.shape[1]])
tf.tile(c, [1, c.shape[0]])
tf.range(c.shape[0])
tf.one_hot([1], c.shape[1])
tf.cast(c.shape[0], tf.float32) * 2.0
v1.random_normal([c.shape[0]])
v1.get_variable("a", [c.shape[0], 4]).shape
v1.placeholder(tf.float32, [x.shape[0], c.shape[1]]).shape
tf.split(c, c.shape[1], 1)[0]
tf.unstack(c, c.shape[0])[0]
c[:, : c.shape[0]]
c[c.shape[0] - 1]
tf.slice(c, [0, 0], [c.shape[0], 1])
tf.TensorShape([c.shape[0], None])
x.set_shape([x.shape[0], c.shape[1]])
np.zeros(c.shape[0])
range(c.shape[0])
c.shape[0] in (2, 3)
c.shape == [2, 3]
c.shape.num_elements()
c.shape.concatenate(3)
c.shape.merge_with([2, None])
tf.compat.dimension_value(x.shape[0])
tf.compat.dimension_at_index(x.shape, 1)
tf.broadcast_static_shape(c.shape, x.shape)
max(c.shape[0], c.shape[1])
6 % c.shape[1]
c.shape[0] != 2
tf.matmul(c, tf.ones([c.shape[1], 5]))
tf.image.resize(tf.ones([1, c.shape[0], c.shape[1], 1]), [c.shape[0], c.shape[1]])
tf.while_loop(lambda i: i < c.shape[0], lambda i: i + 1, [0])
tf.function(lambda a: a.shape[0] * 2)(c)
tf.linspace(0.0, 1.0, c.shape[0])
tf.sequence_mask([1], c.shape[0])
tf.nn.dropout(c, 0.5, noise_shape=[c.shape[0], 1])
tf.reduce_sum(c, c.shape[0] - 1)
v1.glorot_uniform_initializer()([c.shape[0], c.shape[1]])
tf.stack([c, c]).shape[0]
""".strip().split("\n")


def shown(tf):
    """What each expression gives, or None where it fails."""
    v1, results = tf.compat.v1, []
    v1.disable_v2_tensorshape()
    try:
        with tf.Graph().as_default():
            x, y = v1.placeholder(tf.float32, [None, 3]), v1.placeholder(tf.float32)
            names = {"tf": tf, "v1": v1, "np": np, "x": x, "y": y, "c": tf.constant(np.ones([2, 3], "f"))}
            for expression in EXPRESSIONS:
                try:
                    value = eval(expression, dict(names))
                except Exception:  # noqa: BLE001
                    value = None
                value = tf.nest.map_structure(lambda part: part.shape if tf.is_tensor(part) else part, value)
                results.append((type(value).__name__, str(value)))
    finally:
        v1.enable_v2_tensorshape()
    return results


@pytest.fixture(scope="module")
def both(gw, tensorflow):
    return dict(zip(EXPRESSIONS, zip(shown(gw), shown(tensorflow), strict=True), strict=True))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_dimensions(expression, both):
    got, want = both[expression]
    assert got == want


def test_sizes_are_ints_again(gw):
    assert gw.ones([2]).shape[0] == 2
    assert type(gw.ones([2]).shape[0]) is int
    assert repr(gw.TensorShape([2, None])) == "TensorShape([2, None])"
