"""Gradients of what functions take from outside: small tensors, which become constants of the graph, as well as large."""

import pytest

from support.twice import Cases, assert_same

cases = Cases()


def gradients(tf, f, sources, *args):
    """As lists of rounded numbers, by a tape that watches `sources`."""
    with tf.GradientTape() as tape:
        tape.watch(sources)
        y = f(*args)
    return [None if g is None else tf.round(g * 1e4).numpy().tolist() for g in tape.gradient(y, sources)]


@cases
def scalar_and_vector(tf):
    x, s = tf.constant([1.0, 2.0, 3.0]), tf.constant(2.0)

    @tf.function
    def f(y):
        return y * s + tf.reduce_sum(x) * s

    before = f(tf.constant(1.0))
    y = tf.constant(3.0)
    return before, gradients(tf, f, [x, s], y), gradients(tf, f, [s, y], y), f.experimental_get_tracing_count()


@cases
def large(tf):
    x = tf.ones([300])

    @tf.function
    def f(y):
        return tf.reduce_sum(x * x) * y

    return gradients(tf, f, [x], tf.constant(1.0))[0][:3]


@cases
def not_watched(tf):
    s, x = tf.constant(2.0), tf.constant(5.0)

    @tf.function
    def f(y):
        return y * s

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, [s, x])


@cases
def in_branches_and_loops(tf):
    a, b = tf.constant(2.0), tf.constant(3.0)

    @tf.function
    def f(x):
        y = x
        for _ in tf.range(3):
            if y > 4.0:
                y = y * a
            else:
                y = y * b + a
        return y

    return gradients(tf, f, [a, b], tf.constant(1.0)), gradients(tf, f, [b], tf.constant(1.0))


@cases
def in_inner_functions(tf):
    a, b = tf.constant(2.0), tf.constant(3.0)

    @tf.function
    def inner(x):
        return x * a * a

    @tf.function
    def outer(x):
        return inner(x) * b + inner(b)

    return gradients(tf, outer, [a, b], tf.constant(1.0))


@cases
def tape_inside(tf):
    a = tf.constant(2.0)

    @tf.function
    def inner(x):
        return x * a * a

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = inner(x)
        return tape.gradient(y, a)

    return f(tf.constant(3.0))


@cases
def second_order(tf):
    a = tf.constant(2.0)

    @tf.function
    def f(x):
        return a * a * a * x

    with tf.GradientTape() as second:
        second.watch(a)
        with tf.GradientTape() as first:
            first.watch(a)
            y = f(tf.constant(1.0))
        slope = first.gradient(y, a)
    return slope, second.gradient(slope, a)


@cases
def what_a_tape_computed(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        a = v * v

        @tf.function
        def f(x):
            return x * a

        y = f(tf.constant(2.0))
    return tape.gradient(y, v)


@cases
def integers_and_strings(tf):
    i, t = tf.constant(3), tf.constant("a")

    @tf.function
    def f(x):
        return x * tf.cast(i, tf.float32), t

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y, text = f(x)
    return tape.gradient(y, x), text


@cases
def one_constant_twice(tf):
    a = tf.constant(2.0)

    @tf.function
    def f(x):
        return a * x + a

    return gradients(tf, f, [a], tf.constant(3.0)), gradients(tf, f, [a], tf.constant(4.0))


@pytest.mark.parametrize("case", **cases.parameters())
def test_case(case, tensorflow, gw):
    assert_same(case, tensorflow, gw)
