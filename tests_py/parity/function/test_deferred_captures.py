"""Captured values that are replaced, or asked for on each call."""

import pytest

from support.twice import Cases, assert_same

cases = Cases()


@cases
def small_captures(tf):
    k, big = tf.constant(3.0), tf.constant([float(i) for i in range(200)])
    v = tf.Variable(2.0)
    c = tf.function(lambda x: x * k + v + big[0]).get_concrete_function(tf.TensorSpec([]))
    return (
        [(tuple(t.shape), t.dtype) for t in c.captured_inputs], c.captured_inputs[0], len(c.inputs),
        [t.dtype for t in c.graph.external_captures], len(c.graph.internal_captures), len(c.graph.captures),
    )  # fmt: skip


@cases
def small_captures_replaced(tf):
    k = tf.constant(3.0)
    c = tf.function(lambda x: x * k).get_concrete_function(tf.TensorSpec([]))
    before = c(tf.constant(2.0))
    c.set_external_captures([tf.constant(10.0)])
    return before, c(tf.constant(2.0)), [t.numpy() for t in c.captured_inputs]


@cases
def captures_beside_numbers_replaced(tf):
    """Sizes, axes and indices that are written in the program are no captured values."""
    k, n = tf.constant([3.0, 4.0]), tf.constant([2])
    f = tf.function(lambda x: tf.reshape(tf.reduce_sum(x * k[0] + tf.zeros([2, 1]), axis=[1]), n)[::-1])
    c = f.get_concrete_function(tf.TensorSpec([2, 2]))
    first = c(tf.ones([2, 2]))
    c.set_external_captures([tf.constant([10.0, 20.0]), tf.constant([2])])
    return first, c(tf.ones([2, 2])), len(c.captured_inputs), len(c.inputs)


@cases
def deferred_replacement(tf):
    flag, floats, value = tf.constant(True), tf.constant([3.0]), tf.constant([2.0])

    @tf.function
    def f():
        deferred = tf.compat.v1.get_default_graph().capture_call_time_value(
            lambda: value, tf.TensorSpec([1], tf.float32)
        )
        return tf.where(flag, deferred, deferred + floats)

    c = f.get_concrete_function()
    results = [c()]
    other = tf.constant(False)
    c.replace_capture_with_deferred_capture(flag, lambda: other, spec=tf.TensorSpec([], tf.bool))
    results.append(c())
    value = tf.constant([20.0])
    other = tf.constant(True)
    results.append(c())
    return results


@cases
def deferred_captures(tf):
    values = [tf.constant(1.0)]
    calls = []

    def closure():
        calls.append(len(calls))
        return values[-1]

    @tf.function
    def f(x):
        graph = tf.compat.v1.get_default_graph()
        y = graph.capture_call_time_value(closure, tf.TensorSpec([], tf.float32), key="a")
        z = graph.capture_call_time_value(closure, tf.TensorSpec([], tf.float32), key="a")
        return x + y + z

    first = f(tf.constant(1.0))
    values.append(tf.constant(10.0))
    return first, f(tf.constant(1.0)), f(tf.constant(2.0)), calls, f.experimental_get_tracing_count()


@cases
def deferred_structures(tf):
    values = {"a": tf.constant(1.0), "b": [tf.constant([2.0, 3.0])]}

    @tf.function
    def f(x):
        spec = {"a": tf.TensorSpec([], tf.float32), "b": [tf.TensorSpec([None], tf.float32)]}
        got = tf.compat.v1.get_default_graph().capture_call_time_value(lambda: values, spec)
        return x * got["a"] + got["b"][0]

    first = f(tf.constant(1.0))
    values["b"] = [tf.constant([5.0])]
    return first, f(tf.constant(1.0)), f.get_concrete_function(tf.TensorSpec([])).captured_inputs[0]


@cases
def deferred_of_another_type(tf):
    value = tf.constant(1.0)

    @tf.function
    def f(x):
        graph = tf.compat.v1.get_default_graph()
        return x + graph.capture_call_time_value(lambda: value, tf.TensorSpec([], tf.float32))

    first = f(tf.constant(1.0))
    value = tf.constant(1)
    return first, f(tf.constant(2.0))


@cases
def deferred_gradients(tf):
    v = tf.Variable(3.0)
    value = tf.constant(2.0)

    @tf.function
    def f(x):
        graph = tf.compat.v1.get_default_graph()
        return x * v * graph.capture_call_time_value(lambda: value, tf.TensorSpec([], tf.float32))

    found = []
    for number in (2.0, 5.0):
        value = tf.constant(number)
        with tf.GradientTape() as tape:
            tape.watch(value)
            y = f(tf.constant(7.0))
        found.append(tape.gradient(y, [v, value]))
    return found


@cases
def deferred_in_inner_functions(tf):
    value = tf.constant(2.0)

    @tf.function
    def inner(x):
        graph = tf.compat.v1.get_default_graph()
        return x * graph.capture_call_time_value(lambda: value, tf.TensorSpec([], tf.float32))

    @tf.function
    def outer(x):
        return inner(x) + 1.0

    first = outer(tf.constant(3.0))
    value = tf.constant(5.0)
    return first, outer(tf.constant(3.0)), outer.experimental_get_tracing_count()


@cases
def external_closures(tf):
    flag = tf.constant([2.0] * 200)
    c = tf.function(lambda x: x + flag[0]).get_concrete_function(tf.TensorSpec([]))
    first = c(tf.constant(1.0))
    number = [5.0]
    c.set_external_captures([lambda: tf.constant(number * 200)])
    second = c(tf.constant(1.0))
    number = [7.0]
    return first, second, c(tf.constant(1.0))


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_captured_constants_are_opened_once(gw):
    k, n = gw.constant(3.0), gw.constant(2)
    c = gw.function(lambda x: x * k + gw.cast(n, gw.float32)).get_concrete_function(gw.TensorSpec([]))
    with gw.GradientTape() as tape:
        tape.watch(k)
        y = c(gw.constant(5.0))
    assert (float(y), float(tape.gradient(y, k))) == (17.0, 5.0)
    values = c.captured_inputs
    assert float(c._call_flat([gw.constant(1.0)], values)) == 5.0
    assert float(c._call_flat([gw.constant(1.0)], [gw.constant(10.0), values[1]])) == 12.0
    assert float(c(gw.constant(1.0))) == 5.0
    other = gw.constant(100.0)
    c.set_external_captures([other, gw.constant(7)])
    with gw.GradientTape() as tape:
        tape.watch(other)
        y = c(gw.constant(5.0))
    assert (float(y), float(tape.gradient(y, other))) == (507.0, 5.0)
    with pytest.raises(TypeError, match="dtype int32, got float32"):
        c.set_external_captures([other, other])
    with pytest.raises(ValueError, match="captures 2 values, got 1"):
        c.set_external_captures([other])


def test_deferred_captures_of_branches_and_loops(gw):
    rate = gw.constant(2.0)

    @gw.function
    def f(x, n):
        graph = gw.compat.v1.get_default_graph
        total = x
        for _ in gw.range(n):
            total *= graph().capture_call_time_value(lambda: rate, gw.TensorSpec([], gw.float32), key="rate")
        if x > 0.0:
            total += graph().capture_call_time_value(lambda: rate, gw.TensorSpec([], gw.float32), key="rate")
        return total

    assert float(f(gw.constant(1.0), gw.constant(3))) == 10.0
    rate = gw.constant(3.0)
    assert float(f(gw.constant(1.0), gw.constant(3))) == 30.0
    assert float(f(gw.constant(-1.0), gw.constant(2))) == -9.0


def test_a_deferred_capture_that_fails(gw):
    def closure():
        raise KeyError("nothing yet")

    @gw.function
    def f(x):
        return x + gw.compat.v1.get_default_graph().capture_call_time_value(closure, gw.TensorSpec([]))

    for _ in range(2):
        with pytest.raises(KeyError, match="nothing yet"):
            f(gw.constant(1.0))
    assert f.experimental_get_tracing_count() == 1
