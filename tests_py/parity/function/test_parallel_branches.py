"""Independent nodes that run side by side: the numbers, errors, effects and state of one after the other; what is too small,
too large or too uneven stays as it is."""

import threading

import numpy as np
import pytest

import graphwright as tf
from graphwright import _core
from support.passes import switched_passes

pytestmark = pytest.mark.usefixtures("two_threads")


def array(*shape, seed=7):
    return tf.constant(np.random.default_rng(seed).normal(size=shape) * 0.1, "float32")


def forks(f, *args):
    return str(f.inspect(*args)).count("side by side")


def product_towers(x, ws):
    a = b = x
    for left, right in zip(ws[::2], ws[1::2], strict=True):
        a, b = tf.nn.relu(a @ left + 0.5), tf.tanh(b @ right)
    return a - b, a


def convolution_towers(x, ws):
    images = tf.reshape(x, [1, 16, 16, 64])
    a, b = (tf.nn.conv2d(images, tf.reshape(w[:, :72], [3, 3, 64, 16]), 1, "SAME") for w in ws[:2])
    a, b = (tf.nn.relu(tf.nn.conv2d(y, tf.reshape(ws[2][:, :36], [3, 3, 16, 32]), 1, "SAME")) for y in (a, b))
    return tf.concat([a, b], -1)


def gradients(x, ws):
    with tf.GradientTape() as tape:
        tape.watch(ws)
        loss = sum(tf.reduce_sum(tf.square(tf.nn.relu(x @ a) @ b)) for a, b in (ws[:2], ws[2:]))
    return tape.gradient(loss, ws)


def in_a_loop(x, ws):
    for i in tf.range(3):
        a, b = x @ ws[0], x @ ws[1]
        x = tf.tanh(a @ ws[2]) + tf.tanh(b @ ws[3]) + tf.cast(i, "float32")
    return x


def in_a_branch(x, ws):
    if tf.reduce_sum(x) > 1e9:
        return x
    return tf.tanh(tf.tanh(x @ ws[0]) @ ws[1]) + tf.tanh(tf.tanh(x @ ws[2]) @ ws[3])


def an_operand_of_both(x, ws):
    y = tf.cumsum(x)
    a, b = tf.nn.relu(y @ ws[0]) @ ws[1], tf.nn.relu(y @ ws[2]) @ ws[3]
    return tf.tanh(a) + tf.tanh(b) + tf.reduce_sum(y)


SHAPES = {product_towers: 128, convolution_towers: 128, gradients: 128, in_a_loop: 128, in_a_branch: 128,
          an_operand_of_both: 128}  # fmt: skip


@pytest.mark.parametrize("body", SHAPES, ids=lambda f: f.__name__)
def test_same_numbers(body):
    n = SHAPES[body]
    x, ws = array(n, n), [array(n, n, seed=i) for i in range(4)]
    beside = tf.function(body)
    with switched_passes(_core, False, "parallel_execution"):
        alone = tf.function(body)
        want = tf.nest.flatten(alone(x, ws))
    assert forks(alone, x, ws) == 0
    if body not in (in_a_loop, in_a_branch):
        assert forks(beside, x, ws) > 0
    for _ in range(20):
        for a, b in zip(tf.nest.flatten(beside(x, ws)), want, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4)


def test_threads_and_the_number_of_cores():
    x, ws = array(128, 128), [array(128, 128, seed=i) for i in range(4)]
    f = tf.function(product_towers)
    want = [t.numpy() for t in f(x, ws)]
    wrong = []

    def call():
        for _ in range(20):
            wrong.extend(i for i, t in enumerate(f(x, ws)) if not np.array_equal(t.numpy(), want[i]))

    threads = [threading.Thread(target=call) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    tf.config.threading.set_intra_op_parallelism_threads(1)
    for got, expected in zip(f(x, ws), want, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)
    assert forks(tf.function(product_towers), x, ws) == 0


def test_effects_keep_their_order(capfd):
    v = tf.Variable(array(128, 128))
    seen = []

    @tf.function
    def f(x):
        a = tf.nn.relu(x @ v) @ x
        tf.py_function(lambda: seen.append(float(v[0, 0])), [], [])
        v.assign(v * 2.0)
        tf.print("between")
        b, c = tf.nn.relu(x @ v) @ x, tf.nn.relu(x @ (v + 1.0)) @ x
        v.assign_add(tf.ones([128, 128]))
        return a, b, c

    x, before = array(128, 128, seed=3), v.numpy()
    a, b, c = f(x)
    assert forks(f, x) > 0 and seen == [float(before[0, 0])]
    assert capfd.readouterr().err == "between\n"
    np.testing.assert_array_equal(v.numpy(), before * 2 + 1)
    for got, w in ((a, before), (b, before * 2), (c, before * 2 + 1)):
        np.testing.assert_allclose(got, np.maximum(x @ w, 0) @ x.numpy(), rtol=1e-3, atol=1e-3)


def test_an_error_beside_them():
    @tf.function
    def f(x, ws, n):
        a, b = tf.nn.relu(x @ ws[0]) @ ws[1], tf.nn.relu(x @ ws[2]) @ ws[3]
        tf.debugging.assert_less(n, 3, "too many")
        return a + b, 6 // n

    x, ws = array(128, 128), [array(128, 128, seed=i) for i in range(4)]
    f(x, ws, tf.constant(2))
    with pytest.raises(tf.errors.InvalidArgumentError, match="too many"):
        f(x, ws, tf.constant(5))
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        f(x, ws, tf.constant(0))
    assert f(x, ws, tf.constant(2))[1].numpy() == 3


def test_what_stays_as_it_is():
    def chain(x, ws):
        for w in ws:
            x = tf.nn.relu(x @ w)
        return x

    def small(x, ws):
        return x[:8, :8] @ ws[0][:8, :8] + x[:8, :8] @ ws[1][:8, :8]

    def uneven(x, ws):
        return chain(x, ws), x[:4, :4] + 1.0

    x, ws = array(128, 128), [array(128, 128, seed=i) for i in range(4)]
    for body in (chain, small, uneven):
        f, g = tf.function(body), None
        with switched_passes(_core, False, "parallel_execution"):
            g = tf.function(body)
            g(x, ws)
        assert f.get_concrete_function(x, ws) is not None
        f(x, ws)
        assert forks(f, x, ws) == 0, body
    unknown = tf.function(product_towers, input_signature=[tf.TensorSpec([None, 128]), [tf.TensorSpec([128, 128])] * 4])
    unknown(x, ws)
    assert forks(unknown, x, ws) == 0


def test_profiles_show_each_instruction():
    x, ws = array(128, 128), [array(128, 128, seed=i) for i in range(4)]
    f = tf.function(product_towers)
    with tf.profile_functions():
        want = [t.numpy() for t in f(x, ws)]
    text = str(f.inspect(x, ws))
    assert "side by side" in text and "end of lane" in text
    for got, expected in zip(f(x, ws), want, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)
