"""Gradients of slices in loops, which the passes add to their sum in place: as TensorFlow, as without passes, in linear time."""

import time

import numpy as np
import pytest
import tensorflow

import graphwright

X = np.random.default_rng(3).normal(size=(6, 5, 4)).astype("float32")


def gradient_of(tf, loop, x, times=1):
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loop(tf, x)
        return y, tape.gradient(y, x)

    compiled = tf.function(f)
    x = tf.constant(x)
    return [r.numpy() for _ in range(times) for r in compiled(x)]


def rows(tf, x):
    total = tf.zeros(x.shape[1:])
    for t in tf.range(6):
        total = tf.tanh(total + x[t])
    return total


def rows_twice(tf, x):
    total = tf.zeros(x.shape[1:])
    for t in tf.range(6):
        total = tf.tanh(total + x[t]) * x[5 - t] + tf.reduce_sum(x)
    return total


def windows(tf, x):
    total = tf.constant(0.0)
    for t in tf.range(3):
        total += tf.reduce_sum(x[t : t + 3, ::2, 3 - t] ** 2) + tf.reduce_sum(x[::-2, ..., t + 1 :] ** 3)
    return total


def new_axes(tf, x):
    total = tf.zeros([1, 4])
    for t in tf.range(5):
        total += x[t, tf.newaxis, t] * x[-1, -2]
    return total


def nested(tf, x):
    total = tf.zeros([4])
    for i in tf.range(6):
        for j in tf.range(5):
            if j != i:
                total = total * 0.9 + tf.sin(x[i, j])
    return total


def kept(tf, x):
    """The sum before the last turn is wanted as well."""
    total, before = x[0], x[1]
    for t in tf.range(6):
        before = total
        total = total * x[t]
    return tf.stack([total, before])


def nothing(tf, x):
    total = tf.zeros([5, 4])
    for t in tf.range(0):
        total += x[t]
    return total


def unrolled(tf, x):
    return x[0] * x[1] + x[2, :, ::2][:, :1] - x[0] ** 2


LOOPS = [rows, rows_twice, windows, new_axes, nested, kept, nothing, unrolled]


@pytest.mark.parametrize("loop", LOOPS)
def test_same_as_tensorflow_and_without_the_pass(loop):
    want = gradient_of(tensorflow, loop, X, 2)
    results = {"on": gradient_of(graphwright, loop, X, 2)}
    graphwright.config.optimizer.set_experimental_options({"arithmetic_optimization": False})
    try:
        results["off"] = gradient_of(graphwright, loop, X, 2)
    finally:
        graphwright.config.optimizer.set_experimental_options({"arithmetic_optimization": True})
    for name, got in results.items():
        for one, other in zip(got, want, strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-5, err_msg=name)
    for one, other in zip(results["on"], results["off"], strict=True):
        np.testing.assert_array_equal(one, other)


def test_second_order_and_jit():
    def second(tf, jit):
        @tf.function(jit_compile=jit)
        def f(x):
            with tf.GradientTape() as outer:
                outer.watch(x)
                with tf.GradientTape() as inner:
                    inner.watch(x)
                    y = tf.reduce_sum(rows_twice(tf, x))
                dx = inner.gradient(y, x)
            return dx, outer.gradient(dx, x)

        return [r.numpy() for r in f(tf.constant(X * 0.1))]

    want = second(tensorflow, False)
    for jit in (False, True):
        for one, other in zip(second(graphwright, jit), want, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def test_values_that_others_hold_stay():
    """What the sum begins with, and what was handed out, are not written to."""

    @graphwright.function
    def f(x, first):
        total = first
        for t in graphwright.range(3):
            total = graphwright.raw_ops.AddV2(
                x=total,
                y=graphwright.raw_ops.StridedSliceGrad(shape=[6, 5, 4], begin=[t], end=[t + 1], strides=[1], dy=x[:1]),
            )
        return total, first

    x, first = graphwright.constant(X), graphwright.zeros([6, 5, 4])
    for _ in range(2):
        total, again = f(x, first)
        assert not first.numpy().any() and not again.numpy().any()
        want = np.zeros_like(X)
        want[:3] = X[:1]
        np.testing.assert_array_equal(total.numpy(), want)


def test_takes_no_pass_over_the_array_for_each_part():
    def best(runs, steps=1000):
        @graphwright.function
        def f(x):
            with graphwright.GradientTape() as tape:
                tape.watch(x)
                total = graphwright.constant(0.0)
                for t in graphwright.range(steps):
                    total += graphwright.reduce_sum(x[t])
            return tape.gradient(total, x)

        x = graphwright.zeros([steps, 500])
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            f(x)
            times.append(time.perf_counter() - start)
        return min(times)

    with_pass = best(6)
    graphwright.config.optimizer.set_experimental_options({"arithmetic_optimization": False})
    try:
        assert with_pass < best(2) / 5
    finally:
        graphwright.config.optimizer.set_experimental_options({"arithmetic_optimization": True})
