"""Loops whose rows do not meet go through their turns on several cores, each with some of the rows: the same bits, errors
and signals as on one; where rows meet, or something else sees them, loops stay whole."""

import _thread
import contextlib
import signal
import threading
import time

import numpy as np
import pytest

import graphwright as tf
from graphwright import _core
from support.passes import switched_passes

UNITS = 64


pytestmark = pytest.mark.usefixtures("two_threads")


def whole_loops():
    return switched_passes(_core, False, "parallel_execution")


def array(*shape, seed=7):
    return tf.constant(np.random.default_rng(seed).normal(size=shape) * 0.3, "float32")


WX, WH, B = array(UNITS, 4 * UNITS), array(UNITS, 4 * UNITS, seed=8), array(4 * UNITS, seed=9)
SQUARE = array(UNITS, UNITS, seed=10)


def lstm(x):
    h = c = tf.zeros([x.shape[1], UNITS])
    for t in tf.range(x.shape[0]):
        i, f, g, o = tf.split(x[t] @ WX + h @ WH + B, 4, axis=1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
    return h, c


def joined_inputs(x):
    weights, h = tf.concat([WX, WH], 0), tf.zeros([x.shape[1], UNITS])
    count = 0
    for row in x:
        z = tf.nn.bias_add(tf.concat([row, h], 1) @ weights, B)
        h = tf.tanh(tf.split(z, 4, axis=-1)[1]) - h * 0.5
        count += 1
    return h, count


def transposed(x):
    h = tf.transpose(x[0])
    for t in tf.range(x.shape[0]):
        h = tf.tanh(tf.matmul(h, WX, transpose_a=True) @ tf.transpose(WH))
        h = tf.matmul(SQUARE, h, transpose_b=True) * tf.cast(t + 1, "float32")
    return h


def two_states(x):
    # Rows of `a` and of `b` meet those of their own variable alone.
    a, b, steps = x[0], x[1] * 2.0, tf.constant(0)
    while steps < 5:
        a = tf.nn.relu(a @ WX @ tf.transpose(WX)) * 0.1 + 1.0
        b = tf.nn.relu(b @ WH @ tf.transpose(WH)) * 0.1 - a
        steps += 1
    return a, b, steps


def only_one_part_splits(x):
    h, total = x[0], tf.zeros([UNITS])
    for t in tf.range(x.shape[0]):
        total += tf.reduce_sum(x[t], 0)
        h = tf.tanh(h @ WX @ tf.transpose(WH)) + total
    return h, total


def written(x):
    h, first = tf.zeros([x.shape[1], UNITS]), tf.TensorArray("float32", 1)
    every = tf.TensorArray("float32", x.shape[0], element_shape=h.shape)
    for t in tf.range(x.shape[0]):
        h = tf.tanh(tf.split(x[t] @ WX + h @ WH, 4, axis=1)[0])
        first = first.write(0, h)
        every = every.write(t, h * 2.0)
    return first.stack()[-1], every.stack(), h


def in_a_branch(x):
    if tf.reduce_sum(x) < 1e9:
        return lstm(x)
    return x[0], x[0]


def in_a_loop(x):
    h, c = x[0], x[0]
    for _ in tf.range(2):
        h, c = lstm(x + h)
    return h, c


def variable_weights():
    wx, wh = tf.Variable(WX), tf.Variable(WH)

    def f(x):
        h = tf.zeros([x.shape[1], UNITS])
        for t in tf.range(x.shape[0]):
            h = tf.tanh(tf.split(x[t] @ wx + h @ wh, 4, axis=1)[0])
        wh.assign_add(tf.ones_like(wh) * 0.01)
        return h, wh.read_value()

    return f


SPLIT = [lstm, joined_inputs, transposed, two_states, only_one_part_splits, written, in_a_branch, in_a_loop]


def text_of(f, *args):
    return str(f.inspect(*args))


@pytest.mark.parametrize("rows", [32, 19, 16])
@pytest.mark.parametrize("body", SPLIT, ids=lambda f: f.__name__)
def test_same_bits(body, rows):
    x = array(6, rows, UNITS)
    beside = tf.function(body)
    with whole_loops():
        alone = tf.function(body)
        want = tf.nest.flatten(alone(x))
    assert "side by side" not in text_of(alone, x)
    for _ in range(5):
        for got, expected in zip(tf.nest.flatten(beside(x)), want, strict=True):
            np.testing.assert_allclose(got, expected, rtol=2e-6, atol=2e-6)
    assert "side by side" in text_of(beside, x)


def test_variables_that_change_after_the_loop():
    x, results = array(6, 32, UNITS), []
    for scope in (contextlib.nullcontext, whole_loops):
        with scope():
            f = tf.function(variable_weights())
            results.append([f(x) for _ in range(3)])
    for got, want in zip(tf.nest.flatten(results[0]), tf.nest.flatten(results[1]), strict=True):
        np.testing.assert_allclose(got, want, rtol=2e-6, atol=2e-6)


def rows_meet(x):
    h = x[0]
    for _ in tf.range(x.shape[0]):
        h = tf.nn.softmax(h @ WX @ tf.transpose(WH) + tf.reduce_mean(h, 0), axis=0)
    return h


def rows_mixed_by_a_product(x):
    h, mix = x[0], array(x.shape[1], x.shape[1])
    for _ in tf.range(x.shape[0]):
        h = tf.tanh(mix @ h @ WX @ tf.transpose(WH))
    return h


def ends_by_its_rows(x):
    h = x[0]
    while tf.reduce_sum(tf.abs(h)) > 1.0:
        h = tf.tanh(h @ WX @ tf.transpose(WH)) * 0.01
    return h


def draws(x):
    h = x[0]
    for _ in tf.range(x.shape[0]):
        h = tf.tanh(h @ WX @ tf.transpose(WH)) + 0.0 * tf.random.uniform(h.shape)
    return h


def reads_what_it_wrote(x):
    rows = tf.TensorArray("float32", x.shape[0] + 1, clear_after_read=False).write(0, x[0])
    for t in tf.range(x.shape[0]):
        rows = rows.write(t + 1, tf.tanh(rows.read(t) @ WX @ tf.transpose(WH)))
    return rows.stack()


def lists_that_are_not_stacked(x):
    h, rows = x[0], tf.TensorArray("float32", x.shape[0])
    for t in tf.range(x.shape[0]):
        h = tf.tanh(h @ WX @ tf.transpose(WH))
        rows = rows.write(t, h)
    return rows.concat(), rows.stack()


def small(x):
    h = x[0, :, :4]
    for _ in tf.range(x.shape[0]):
        h = tf.tanh(h @ WX[:4, :4])
    return h


def writes(x):
    h, v = x[0], tf.Variable(0.0) if not hasattr(writes, "v") else writes.v
    writes.v = v
    for _ in tf.range(x.shape[0]):
        h = tf.tanh(h @ WX @ tf.transpose(WH))
        v.assign_add(1.0)
    return h


WHOLE = [rows_meet, rows_mixed_by_a_product, ends_by_its_rows, draws, reads_what_it_wrote, lists_that_are_not_stacked,
         small, writes]  # fmt: skip


@pytest.mark.parametrize("body", WHOLE)
def test_what_stays_whole(body):
    x = array(6, 32, UNITS)
    f = tf.function(body)
    want = body(x) if body is not writes else None
    got = f(x)
    assert "side by side" not in text_of(f, x)
    if want is not None:
        for a, b in zip(tf.nest.flatten(got), tf.nest.flatten(want), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_gradients():
    x = array(6, 32, UNITS)

    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(lstm(x)[0] ** 2)
        return tape.gradient(loss, x)

    with whole_loops():
        want = tf.function(gradient)(x)
    np.testing.assert_allclose(tf.function(gradient)(x), want, rtol=1e-5, atol=1e-6)
    f = tf.function(lstm)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(f(x)[0] ** 2)
    np.testing.assert_allclose(tape.gradient(loss, x), want, rtol=1e-5, atol=1e-6)


def test_errors_and_profiles():
    @tf.function
    def f(x, n):
        h = x[0]
        for t in tf.range(6):
            h = tf.tanh(h @ WX @ tf.transpose(WH)) * tf.cast(6 // (n - t), "float32")
        return h

    x = array(6, 32, UNITS)
    want = f(x, tf.constant(9))
    assert "side by side" in text_of(f, x, tf.constant(9))
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        f(x, tf.constant(4))
    with tf.profile_functions():
        np.testing.assert_array_equal(f(x, tf.constant(9)), want)
    tf.config.threading.set_intra_op_parallelism_threads(1)
    np.testing.assert_array_equal(f(x, tf.constant(9)), want)
    assert "side by side" not in text_of(tf.function(lstm), x)


def test_signals_and_threads():
    @tf.function
    def endless(x, n):
        h = x
        for _ in tf.range(n):
            h = tf.tanh(h @ WX @ tf.transpose(WH))
        return h

    x = array(32, UNITS)
    want = endless(x, 100)
    assert "side by side" in text_of(endless, x, 100)
    # Whoever was started in the background by a shell has inherited that it is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            endless(x, 10_000_000)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - start < 5
    results = []
    threads = [threading.Thread(target=lambda: results.append(endless(x, 100))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for got in results:
        np.testing.assert_array_equal(got, want)


def test_what_loops_read_is_read_once():
    v = tf.Variable(SQUARE)

    def f(x, n):
        for _ in tf.range(4):
            x = tf.tanh(x @ v)
        for _ in tf.range(n):
            x = tf.tanh(x @ v)
        return x

    x, n = array(4, UNITS), tf.constant(0)
    f = tf.function(f)
    want = f(x, n)
    # One read for all turns of the first loop; the second one's may have to be never.
    text = text_of(f, x, n)
    body = text.index("body:")
    assert text.index("ReadVariableOp(") < body < text.index("ReadVariableOp(", body)
    v.assign(SQUARE * 2.0)
    np.testing.assert_allclose(f(x, n), f.python_function(x, n), rtol=1e-5, atol=1e-6)
    v.assign(SQUARE)
    np.testing.assert_array_equal(f(x, n), want)

    @tf.function
    def never(x, n):
        for _ in tf.range(n):
            x = tf.tanh(x @ v)
        return x

    tf.raw_ops.DestroyResourceOp(resource=v.handle)
    np.testing.assert_array_equal(never(x, n), x)
    with pytest.raises(tf.errors.FailedPreconditionError):
        never(x, tf.constant(1))
