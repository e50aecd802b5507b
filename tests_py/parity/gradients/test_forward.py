"""tf.autodiff.ForwardAccumulator does what TensorFlow's does, alone and nested with tapes."""

import gc
import threading
import types

import pytest

from support.compare import Cases, same_results
from support.gradient_programs import jvp, matrix

case = Cases()


@case
def elementwise(tf):
    x, v = tf.constant(3.0), tf.Variable(2.0)
    one = tf.constant(1.0)
    return [
        jvp(tf, lambda x: x * x * x, x, one),
        jvp(tf, lambda v: v * v * x, v, tf.constant(2.0)),
        jvp(tf, lambda x, v: {"p": x * v, "q": [x, v]}, [x, v], [one, tf.constant(2.0)]),
        jvp(tf, lambda x: tf.stop_gradient(x) * x, x, one),
        jvp(tf, lambda x: tf.sin(x) + tf.exp(x) * tf.tanh(x), x, 0.5),
    ]


@case
def many_ops(tf):
    x, t = matrix(tf), tf.constant([[1.0, -1.0], [0.5, 2.0], [0.0, 1.0]])
    v = tf.Variable(x)
    functions = [
        lambda x: tf.matmul(x, x, transpose_b=True),
        lambda x: tf.nn.softmax(x),
        lambda x: tf.reduce_mean(x, 0),
        lambda x: tf.concat([x, x * x], 1),
        lambda x: tf.gather(x, [0, 2]),
        lambda x: x[1:, 0],
        lambda x: tf.split(x, 2, 1),
        lambda x: tf.linalg.svd(x, compute_uv=False),
        lambda x: tf.sort(x, direction="DESCENDING"),
        lambda x: tf.where(x > 2.0, x * x, x),
        lambda x: tf.cumsum(x),
        lambda x: tf.nn.relu(x - 2.0),
        lambda x: tf.cast(x, tf.float64),
        lambda x: tf.transpose(x),
        lambda x: tf.reduce_max(x, 1),
        lambda x: tf.linalg.det(tf.matmul(x, x, transpose_a=True)),
    ]
    return [jvp(tf, f, x, t) for f in functions], jvp(tf, lambda v: tf.gather(v, [0, 2]), v, t)


@case
def complex_numbers(tf):
    x, c, t = tf.constant(3.0), tf.constant(1.0 + 2.0j), tf.constant(1.0 + 0.5j)
    return [
        jvp(tf, lambda x: tf.complex(x, 2.0 * x), x, tf.constant(1.0)),
        jvp(tf, lambda x: tf.abs(tf.complex(x, 2.0 * x)), x, tf.constant(1.0)),
        jvp(tf, lambda c: c * c, c, t),
        jvp(tf, tf.exp, c, t),
        jvp(tf, tf.math.conj, c, t),
        jvp(tf, lambda c: tf.math.real(c) * tf.math.imag(c), c, t),
    ]


@case
def unconnected(tf):
    x, one = tf.constant(3.0), tf.constant(1.0)
    v = tf.Variable(2.0)
    return [
        jvp(tf, lambda x: v * 2.0, x, one),
        jvp(tf, lambda x: v * 2.0, x, one, unconnected_gradients="zero"),
        jvp(tf, lambda x: tf.floor(x), x, one),
        jvp(tf, lambda x: tf.argmax([x, x]), x, one),
        jvp(tf, lambda n: n * 2, tf.constant(3), tf.constant(1)),
    ]


@case
def unknown_option(tf):
    return jvp(tf, lambda x: x, tf.constant(1.0), tf.constant(1.0), unconnected_gradients="nonsense")


@case
def another_structure(tf):
    return jvp(tf, lambda x: x, [tf.constant(1.0)], tf.constant(1.0))


@case
def another_shape(tf):
    return jvp(tf, lambda x: x * 2.0, matrix(tf), tf.constant([1.0, 2.0]))


@case
def another_dtype(tf):
    return jvp(tf, lambda x: x * 2.0, matrix(tf), tf.ones([3, 2], tf.float64))


@case
def the_same_primal_twice(tf):
    x = tf.constant(3.0)
    return jvp(tf, lambda x, y: x * y, [x, x], [tf.constant(1.0), tf.constant(2.0)])


@case
def entered_twice(tf):
    accumulator = tf.autodiff.ForwardAccumulator(tf.constant(3.0), tf.constant(1.0))
    with accumulator, accumulator:
        pass


@case
def used_again(tf):
    x = tf.constant(3.0)
    accumulator = tf.autodiff.ForwardAccumulator(x, tf.constant(1.0))
    with accumulator:
        y = x * x
        inside = accumulator.jvp(y)
    with accumulator:
        z = y * x
    return inside, accumulator.jvp(y), accumulator.jvp(z), accumulator.jvp(x * x)


@case
def not_a_tensor(tf):
    return jvp(tf, lambda x: None, tf.constant(1.0), tf.constant(1.0))


@case
def forward_over_forward(tf):
    x, one = tf.constant(3.0), tf.constant(1.0)
    with tf.autodiff.ForwardAccumulator(x, one) as outer:
        with tf.autodiff.ForwardAccumulator(x, one) as inner:
            y = x * x * x
        first = inner.jvp(y)
    return first, outer.jvp(first), outer.jvp(y)


@case
def forward_over_backward(tf):
    x, t = matrix(tf), tf.ones([3, 2])
    with tf.autodiff.ForwardAccumulator(x, t) as accumulator:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x**3) + tf.reduce_prod(x[0])
        g = tape.gradient(y, x)
    return g, accumulator.jvp(g)


@case
def backward_over_forward(tf):
    x, t = matrix(tf), tf.ones([3, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tf.autodiff.ForwardAccumulator(x, t) as accumulator:
            y = x**3
        first = accumulator.jvp(y)
    return first, tape.gradient(first, x)


def powers(tf):
    @tf.function
    def f(x):
        y = x
        for _ in tf.range(3):
            y = y * x
        if y > 0.0:
            y = y * 2.0
        return tf.sin(x) + y

    return f


@case
def functions(tf):
    x, one = tf.constant(3.0), tf.constant(1.0)
    f = powers(tf)

    @tf.function
    def inside(x):
        with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
            y = tf.sin(x) * x
        return accumulator.jvp(y)

    @tf.function
    def around(x):
        with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
            y = f(x)
        return accumulator.jvp(y)

    @tf.function
    def with_control_flow(x):
        with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
            y = x
            for _ in tf.range(3):
                y = y * x
            if y > 0.0:
                y = y * 2.0
        return accumulator.jvp(y)

    return jvp(tf, f, x, one), inside(x), around(x), with_control_flow(x)


@case
def hessian_vector_product_of_function(tf):
    x, one = tf.constant(3.0), tf.constant(1.0)
    f = tf.function(lambda x: tf.sin(x) * x**3)

    def product(x):
        with tf.autodiff.ForwardAccumulator(x, one) as accumulator:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = f(x)
            g = tape.gradient(y, x)
        return accumulator.jvp(g)

    return product(x), tf.function(product)(x)


@case
def custom_gradients(tf):
    x, one = tf.constant(3.0), tf.constant(1.0)
    # Derivatives of the ops inside are kept; where there are none, the gradient function tells them.
    visible = tf.custom_gradient(lambda z: (z * z, lambda u: u * 7.0 * z))
    hidden = tf.custom_gradient(lambda z: (tf.stop_gradient(z * z), lambda u: u * 7.0 * z))
    return jvp(tf, visible, x, one), jvp(tf, hidden, x, one)


@case
def assignments(tf):
    x, v = tf.constant(3.0), tf.Variable(1.0)

    def assign(x):
        v.assign(x * 2.0)
        return v * 1.0

    return jvp(tf, assign, x, tf.constant(1.0))


@case
def linear_regression(tf):
    w, b = tf.Variable([[1.0], [2.0]]), tf.Variable([0.5])
    x, y = matrix(tf), tf.constant([[1.0], [2.0], [3.0]])
    directions = [tf.ones([2, 1]), tf.ones([1])]
    with tf.autodiff.ForwardAccumulator([w, b], directions) as accumulator, tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ w + b - y) ** 2)
    grads = tape.gradient(loss, [w, b])
    return accumulator.jvp(loss), sum(tf.reduce_sum(g * d) for g, d in zip(grads, directions, strict=True))


def test_products_in_functions(gw):
    """TensorFlow cannot differentiate loops forward over backward inside of a function."""
    x, one = gw.constant(3.0), gw.constant(1.0)
    f = powers(gw)

    def product(x):
        with gw.autodiff.ForwardAccumulator(x, one) as accumulator:
            with gw.GradientTape() as tape:
                tape.watch(x)
                y = f(x)
            g = tape.gradient(y, x)
        return accumulator.jvp(g)

    def product_of_loop(x):
        with gw.autodiff.ForwardAccumulator(x, one) as accumulator:
            with gw.GradientTape() as tape:
                tape.watch(x)
                y = x
                for _ in gw.range(3):
                    y = y * x
            g = tape.gradient(y, x)
        return accumulator.jvp(g)

    expected = 24.0 * 9.0 - float(gw.sin(x))
    assert abs(gw.function(product)(x) - expected) < 1e-3
    assert abs(product(x) - expected) < 1e-3
    assert abs(gw.function(product_of_loop)(x) - 12.0 * 9.0) < 1e-3


NO_TENSORS = [object(), "text", 3, None, types.SimpleNamespace(dtype="float32", shape=[2])]


@pytest.mark.parametrize("primal", NO_TENSORS, ids=lambda primal: type(primal).__name__)
@pytest.mark.parametrize("listed", [False, True])
def test_primals_that_are_no_tensors(primal, listed, gw, tensorflow):
    for tf in (gw, tensorflow):
        primals, tangents = ([primal], [tf.ones([2])]) if listed else (primal, tf.ones([2]))
        with pytest.raises(AttributeError):
            tf.autodiff.ForwardAccumulator(primals, tangents)


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)


@pytest.mark.parametrize("kind", ["accumulator", "tape", "persistent tape"])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_is_entered_and_never_left(kind, elsewhere, gw):
    """It ends with its object, in whichever thread that goes; ops go on as if it had not been."""
    x = gw.constant(2.0)
    make = {
        "accumulator": lambda: gw.autodiff.ForwardAccumulator(x, gw.constant(1.0)),
        "tape": lambda: gw.GradientTape(),
        "persistent tape": lambda: gw.GradientTape(persistent=True),
    }[kind]
    held, entered, dropped, results = [], threading.Event(), threading.Event(), []

    def enter():
        held.append(make().__enter__())
        entered.set()
        dropped.wait(60)
        results.append((x * 3.0).numpy())

    if elsewhere:
        thread = threading.Thread(target=enter)
        thread.start()
        entered.wait(60)
    else:
        dropped.set()
        enter()
    held.clear()
    gc.collect()
    dropped.set()
    if elsewhere:
        thread.join()
    results.append((x * 3.0).numpy())
    with gw.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert results == [6.0, 6.0] and tape.gradient(y, x).numpy() == 4.0
