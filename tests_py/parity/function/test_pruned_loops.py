"""Loops carry no more than somebody needs, and what they compute stays the same."""

import numpy as np
import pytest

import graphwright as tf
from graphwright import _core
from support.passes import switched_passes


def unread_results(x):
    i, total, unread = tf.constant(0), tf.zeros([4]), tf.ones([4])
    while i < 3:
        unread = tf.tanh(unread @ tf.eye(4) if unread.shape.rank == 2 else unread + x)
        total += x * tf.cast(i, tf.float32)
        i += 1
    return total


def feeds_the_condition(x):
    level, result = tf.constant(0.0), tf.zeros([4])
    while level < 10.0:
        level += tf.reduce_sum(tf.abs(x)) + 1.0
        result += x
    return result


def chain_of_needs(x):
    a, b, c, d = x, x * 2.0, x * 3.0, x * 4.0
    for _ in tf.range(4):
        a, b, c, d = b, c, a + 1.0, d * 2.0
    return a


def effects(x):
    v = tf.Variable(tf.zeros([4])) if not STATE else STATE[0]
    STATE[:] = [v]
    unread = x
    for _ in tf.range(3):
        unread = unread * 2.0
        v.assign_add(unread)
    return x + v * 0.0


STATE: list = []


def nested(x):
    total, unread = x, x
    for _ in tf.range(3):
        inner, other = x, unread
        for _ in tf.range(2):
            inner = inner * 0.5 + total
            other = other + 1.0
        total = inner
        unread = other
    return total


def early_exit(x):
    total, count = x, 0
    for _ in tf.range(10):
        total += 1.0
        count += 2
        if tf.reduce_sum(total) > 20.0:
            break
    return total


CASES = [unread_results, feeds_the_condition, chain_of_needs, effects, nested, early_exit]


@pytest.mark.parametrize("body", CASES, ids=lambda body: body.__name__)
def test_results_and_gradients(body):
    w = tf.Variable([1.0, 2.0, 3.0, 4.0])

    def outcome():
        STATE.clear()
        made = tf.Variable(tf.zeros([4]))
        STATE.append(made)

        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(body(x * w)))
            return loss, tape.gradient(loss, w)

        return [*(r.numpy() for r in f(tf.constant([0.5, -1.0, 0.25, 2.0]))), made.numpy()]

    with switched_passes(_core, False, "loop_optimization"):
        wanted = outcome()
    for got, want in zip(outcome(), wanted):
        np.testing.assert_allclose(got, want, rtol=1e-6)


def test_gradients_that_nobody_asked_for_are_not_computed():
    w = tf.Variable(tf.ones([4, 4]))

    def instructions():
        @tf.function(jit_compile=False)
        def f(x):
            with tf.GradientTape() as tape:
                state = tf.zeros([2, 4])
                for t in tf.range(tf.shape(x)[0]):
                    state = tf.tanh(x[t] @ w + state)
                loss = tf.reduce_sum(state)
            return tape.gradient(loss, w)

        return str(f.inspect(tf.ones([5, 2, 4]))).split("Instructions:")[1]

    assert "_AddToSlice" not in instructions() and instructions().count("TensorListPushBack(") == 2
    with switched_passes(_core, False, "loop_optimization"):
        assert "_AddToSlice" in instructions()


def test_loops_with_gradients_of_their_own():
    @tf.custom_gradient
    def doubled(x):
        return x * 2.0, lambda dy: dy * x

    v = tf.Variable(0.5)

    def f(x, n):
        for _ in tf.range(n):
            unread = doubled(v.read_value()) * 2.0
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(x)
                y = tf.tanh(doubled(x)) + 0.0 * unread
            x = tf.tanh(tf.reduce_sum(tape.jacobian(y, x, experimental_use_pfor=False), 1))
        return x

    x, n = tf.constant([0.5, 0.25, 1.0]), tf.constant(3)
    with tf.GradientTape() as outer:
        outer.watch(x)
        result = tf.function(f)(x, n)
    np.testing.assert_allclose(result, f(x, n), rtol=1e-5)
    assert outer.gradient(result, x) is not None
