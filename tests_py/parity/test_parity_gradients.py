"""tf.GradientTape, tf.gradients, Jacobians and tf.custom_gradient do what TensorFlow's do, case by case."""

import gc
import inspect
import weakref

import numpy as np
import pytest

from side_by_side import same_results

CASES = []


def case(function):
    CASES.append(function)
    return function


@pytest.mark.parametrize("code", CASES, ids=lambda code: code.__name__)
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)


def gradient(tf, function, sources, **options):
    """The gradient of `function(*sources)` where that is a list, of `function(sources)` else."""
    with tf.GradientTape() as tape:
        tape.watch(sources)
        target = function(*sources) if isinstance(sources, list) else function(sources)
    return tape.gradient(target, sources, **options)


def matrix(tf):
    return tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


# --- the tape's life ----------------------------------------------------------------------------------------------------


@case
def used_twice(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    return tape.gradient(y, x)


@case
def persistent_twice(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    return tape.gradient(y, x), tape.gradient(z, [x, y]), tape.jacobian(z, x)


@case
def never_entered(tf):
    return tf.GradientTape().gradient(tf.constant(1.0), tf.constant(1.0))


@case
def entered_while_active(tf):
    with tf.GradientTape() as tape, tape:
        pass


@case
def entered_again(tf):
    x = tf.constant(3.0)
    tape = tf.GradientTape()
    with tape:
        tape.watch(x)
        y = x * x
    with tape:
        z = x * x * y
    return tape.gradient(z, x)


@case
def entered_again_when_spent(tf):
    x = tf.constant(3.0)
    tape = tf.GradientTape()
    with tape:
        tape.watch(x)
        y = x * x
    first = tape.gradient(y, x)
    with tape:
        tape.watch(x)
        z = x * x * x
    return first, tape.gradient(z, x)


@case
def gradient_inside(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        first = tape.gradient(y, x)
        assert first == 6.0
        y = x * x
    return tape.gradient(y, x)


@case
def persistent_inside(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
        first = tape.gradient(y, x)
    return first, tape.gradient(first, x)


@case
def watch_afterwards(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        pass
    tape.watch(x)
    return tape.gradient(x, x)


@case
def watch_before_entering(tf):
    tf.GradientTape().watch(tf.constant(1.0))


@case
def stop_recording(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            z = y * x
        w = y * 2.0 + z
    return tape.gradient(w, x)


@case
def stop_recording_before_entering(tf):
    with tf.GradientTape().stop_recording():
        pass


@case
def gradient_while_stopped(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            first = tape.gradient(y, x)
        w = y * 2.0
    return first, tape.gradient(w, x)


@case
def gradient_while_stopped_persistent(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            first = tape.gradient(y, x)
        w = y * 2.0
    return first, tape.gradient(w, x)


@case
def reset(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.reset()
        tape.watch(x)
        z = x * x * x
    return tape.gradient([z, y], x)


@case
def reset_afterwards(tf):
    with tf.GradientTape() as tape:
        pass
    tape.reset()


@case
def watched_variables(tf):
    a, b, c = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0, trainable=False)
    with tf.GradientTape() as tape:
        y = b * a * c
        during = [v.numpy() for v in tape.watched_variables()]
    before = [v.numpy() for v in tape.watched_variables()]
    tape.gradient(y, a)
    return during, before, [v.numpy() for v in tape.watched_variables()], tf.GradientTape().watched_variables()


@case
def variables_not_watched(tf):
    a, b = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(b)
        y = a * b
    return tape.gradient(y, [a, b]), [v.numpy() for v in tape.watched_variables()]


@case
def keywords(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
        tape.watch(tensor=x)
        y = x * x
    parameters = [str(p) for p in inspect.signature(tf.GradientTape).parameters]
    return tape.gradient(target=y, sources=[x]), tape.jacobian(target=y, sources=x), parameters


@case
def derived_class(tf):
    class Tape(tf.GradientTape):
        def __init__(self, name):
            super().__init__(persistent=True)
            self.name = name

    x = tf.constant(3.0)
    with Tape("mine") as tape:
        tape.watch(x)
        y = x * x
    return tape.gradient(y, x), tape.gradient(y, x), tape.name


@case
def arguments(tf):
    return tf.GradientTape(True, True, 3)


# --- targets, sources and options -----------------------------------------------------------------------------------------


@case
def structures(tf):
    x, v = tf.constant(3.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        target = {"p": x * v, "q": [v * v, (x,)]}
    return tape.gradient(target, {"u": x, "w": (v, [x]), "n": ()})


@case
def unconnected(tf):
    x, y = tf.constant([3.0, 1.0]), tf.Variable([2.0])
    zero = tf.UnconnectedGradients.ZERO
    return [
        gradient(tf, lambda a, b: a * 2.0, [x, y]),
        gradient(tf, lambda a, b: a * 2.0, [x, y], unconnected_gradients=zero),
        gradient(tf, lambda a, b: a * 2.0, [x, y], unconnected_gradients="zero"),
        list(tf.UnconnectedGradients),
        tf.UnconnectedGradients("none").value,
    ]


@case
def unconnected_option_unknown(tf):
    return gradient(tf, lambda x: x, tf.constant(1.0), unconnected_gradients="nonsense")


@case
def output_gradients(tf):
    x = matrix(tf)
    return [
        gradient(tf, lambda x: x * x, x, output_gradients=x),
        gradient(tf, lambda x: x[0, 0] * 2.0, x, output_gradients=5.0),
        gradient(tf, lambda x: [x * 2.0, x * 3.0], x, output_gradients=[tf.ones([3, 2]), x]),
        gradient(tf, lambda x: x * 2.0, x, output_gradients=np.ones([3, 2], np.float32)),
        gradient(
            tf, lambda x: x * 2.0, x, output_gradients=tf.IndexedSlices(x[:1], tf.constant([2]), tf.constant([3, 2]))
        ),
    ]


@case
def no_target(tf):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
    return tape.gradient(None, x)


@case
def no_target_in_a_list(tf):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
    return tape.gradient([x * x, None], x)


@case
def python_target(tf):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
    return tape.gradient(1.0, x)


@case
def numpy_source(tf):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.gradient(y, np.float32(1.0))


@case
def watch_a_number(tf):
    with tf.GradientTape() as tape:
        tape.watch(3.0)


@case
def targets_that_are_sources(tf):
    x, v = tf.constant(3.0), tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * v
    return tape.gradient(x, x), tape.gradient(v, v), tape.gradient([y, x], [x, y]), tape.gradient(tf.constant(1.0), x)


@case
def not_watched_target_and_source(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        pass
    return tape.gradient([x, x], x)


@case
def integers(tf):
    n, x = tf.constant(3), tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([n, x])
        y = n * n
        z = tf.cast(n, tf.float32) * x
    return tape.gradient(y, n), tape.gradient(z, [n, x]), tape.gradient(tf.cast(x, tf.int32), x)


@case
def complex_numbers(tf):
    c = tf.constant(1.0 + 2.0j)
    return [
        gradient(tf, lambda c: c * c, c),
        gradient(tf, tf.abs, c),
        gradient(tf, lambda c: tf.math.real(c * c), c),
        gradient(tf, lambda c: tf.math.conj(c) * c, c),
        gradient(tf, lambda c: tf.exp(c), c, output_gradients=tf.constant(1.0 - 1.0j, tf.complex128)),
        gradient(tf, lambda x: tf.abs(tf.complex(x, 2.0 * x)), tf.constant(3.0)),
    ]


@case
def stop_gradient(tf):
    return gradient(tf, lambda x: tf.stop_gradient(x) * x, tf.constant(3.0))


@case
def no_gradient_defined(tf):
    return gradient(tf, lambda x: tf.raw_ops.PreventGradient(input=x, message="why not"), tf.constant(3.0))


@case
def many_orders(tf):
    x = tf.constant(2.0)
    with tf.GradientTape() as t3:
        t3.watch(x)
        with tf.GradientTape() as t2:
            t2.watch(x)
            with tf.GradientTape() as t1:
                t1.watch(x)
                y = x**5
            first = t1.gradient(y, x)
        second = t2.gradient(first, x)
    return first, second, t3.gradient(second, x)


@case
def many_orders_in_functions(tf):
    @tf.function
    def f(x):
        y = x
        for _ in tf.range(4):
            y = y * x
        return tf.cond(y > 0.0, lambda: y, lambda: -y)

    @tf.function
    def derivatives(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = f(x)
            first = inner.gradient(y, x)
        return y, first, outer.gradient(first, x)

    return derivatives(tf.constant(2.0))


@case
def loops_inside_tapes(tf):
    @tf.function
    def derivatives(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x
                for _ in tf.range(4):
                    y = y * x
            first = inner.gradient(y, x)
        return y, first, outer.gradient(first, x)

    return derivatives(tf.constant(2.0))


@case
def lists_read_several_times(tf):
    raw = tf.raw_ops

    def several(x):
        handle = raw.TensorListFromTensor(tensor=x, element_shape=[2])
        first = raw.TensorListGetItem(input_handle=handle, index=0, element_shape=[2], element_dtype=tf.float32)
        again = raw.TensorListGetItem(input_handle=handle, index=0, element_shape=[2], element_dtype=tf.float32)
        last = raw.TensorListGetItem(input_handle=handle, index=2, element_shape=[2], element_dtype=tf.float32)
        whole = raw.TensorListStack(input_handle=handle, element_shape=[2], element_dtype=tf.float32)
        return first * again * last, tf.reduce_sum(whole * whole)

    @tf.function
    def loop(x):
        array = tf.TensorArray(tf.float32, size=3).unstack(x)
        total = tf.zeros([2])
        for i in tf.range(3):
            total += array.read(i) * array.read(2 - i) * array.read(0)
        return total

    x = matrix(tf)
    return gradient(tf, several, x), gradient(tf, tf.function(several), x), gradient(tf, loop, x)


# --- Jacobians ----------------------------------------------------------------------------------------------------------


@case
def jacobians(tf):
    x, v = matrix(tf), tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * v
        z = tf.reduce_sum(y, 0)
    return [
        tape.jacobian(y, {"x": x, "v": [v]}),
        tape.jacobian(z, [x, v], experimental_use_pfor=False),
        tape.jacobian(z[0], x),
        tape.jacobian(y[:0], x),
        tape.jacobian(z, tf.constant(1.0)),
        tape.jacobian(z, tf.constant([1.0]), unconnected_gradients="zero"),
        tape.jacobian(tf.cast(z, tf.int32), x),
    ]


@case
def jacobian_twice(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.jacobian(y, x)
    return tape.jacobian(y, x)


@case
def jacobian_row_by_row(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.jacobian(y, x, experimental_use_pfor=False)


@case
def jacobian_of_a_list(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = [x * x]
    return tape.jacobian(y, x)


@case
def jacobian_of_gradient(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(x**3) * x[0]
        g = inner.gradient(y, x)
    return outer.jacobian(g, x)


@case
def batch_jacobians(tf):
    x, v = matrix(tf), tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.stack([x * x, x * v, v], 2)
        unrelated = tf.ones([3, 2])
    return [
        tape.batch_jacobian(y, x),
        tape.batch_jacobian(y, v),
        tape.batch_jacobian(unrelated, x),
        tape.batch_jacobian(unrelated, x, unconnected_gradients="zero"),
    ]


@case
def batch_jacobian_of_other_size(tf):
    x = matrix(tf)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x[:2]
    return tape.batch_jacobian(y, x)


@case
def batch_jacobian_of_a_vector(tf):
    x = matrix(tf)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x[:, 0]
    return tape.batch_jacobian(y, x)


@case
def jacobians_of_unknown_shape(tf):
    shapes = []

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def any_rank(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        result = tape.jacobian(y, x)
        shapes.append(str(result.shape))
        return result

    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def any_rows(x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = x * x
        results = tape.jacobian(y, x), tape.batch_jacobian(y, x)
        shapes.extend(str(r.shape) for r in results)
        return results

    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def any_sizes(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        result = tape.batch_jacobian(y, x)
        shapes.append(str(result.shape))
        return result

    x = tf.constant([[1.0, 2.0]])
    return any_rank(x), any_rank(x[0]), any_rows(x), any_sizes(x), shapes


@case
def large_jacobian_in_function(tf):
    v = tf.Variable(tf.range(20.0))

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * v * v
        return tape.jacobian(y, [x, v])

    return f(tf.range(20.0))


# --- tf.gradients and tf.hessians -----------------------------------------------------------------------------------------


@case
def graph_gradients(tf):
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        y = x * x
        z = y * x * v
        return [
            tf.gradients(z, [x, y, v]),
            tf.gradients([z, y], x, grad_ys=[2.0, None]),
            tf.gradients(z, [x], stop_gradients=[y]),
            tf.gradients(z, x, unconnected_gradients="zero"),
            tf.gradients(y, tf.constant(1.0)),
            tf.gradients(y, [v], unconnected_gradients=tf.UnconnectedGradients.ZERO),
            tf.gradients(tf.gradients(z, x), [x, v]),
            tf.gradients(v, v),
        ]

    return f(tf.constant(3.0))


@case
def graph_gradients_of_integers(tf):
    return tf.function(lambda n: tf.gradients(n * n, [n]))(tf.constant(3))


@case
def graph_gradients_eagerly(tf):
    return tf.gradients(tf.constant(1.0), tf.constant(1.0))


@case
def hessians(tf):
    @tf.function
    def f(x, y):
        return tf.hessians(tf.reduce_sum(x**3) + tf.reduce_sum(x) * tf.reduce_sum(y) ** 2, [x, y])

    return f(matrix(tf), tf.constant([1.0, 2.0])), f(tf.ones([10]), tf.constant(1.0))


@case
def hessians_eagerly(tf):
    return tf.hessians(tf.constant(1.0), tf.constant(1.0))


# --- gradients of one's own -----------------------------------------------------------------------------------------------


def product_with_gradient(tf):
    @tf.custom_gradient
    def product(p, q):
        return p * q, lambda upstream: (upstream * 10.0, upstream * 20.0)

    return product


@case
def custom_gradient(tf):
    return gradient(tf, product_with_gradient(tf), [tf.constant(3.0), tf.Variable(2.0)])


@case
def custom_gradient_in_function(tf):
    product = product_with_gradient(tf)
    v = tf.Variable(2.0)

    @tf.function
    def inside(x):
        return gradient(tf, product, [x, v])

    return gradient(tf, tf.function(product), [tf.constant(3.0), v]), inside(tf.constant(3.0))


@case
def custom_gradient_of_structures(tf):
    @tf.custom_gradient
    def f(p):
        result = {"a": p["x"] * 2.0, "b": (p["y"][0] * 3.0,)}
        return result, lambda a, b: {"x": a * 100.0, "y": [b * 1000.0]}

    x, v = tf.constant(3.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f({"x": x, "y": [v]})
    return y, tape.gradient(y, [x, v])


@case
def custom_gradient_with_variables(tf):
    v, w = tf.Variable(2.0), tf.Variable(3.0)

    @tf.custom_gradient
    def f(x):
        def grad(upstream, variables=None):
            assert [u is v or u is w for u in variables] == [True, True]
            return upstream * 5.0, [upstream * 7.0 for _ in variables]

        return x * v * w, grad

    x = tf.constant(3.0)
    return [
        gradient(tf, lambda x, v, w: f(x), [x, v, w]),
        gradient(tf, lambda x, v, w: tf.function(f)(x), [x, v, w]),
        tf.function(lambda: gradient(tf, lambda x, v, w: f(x), [x, v, w]))(),
    ]


@case
def custom_gradient_without_variables(tf):
    v = tf.Variable(2.0)
    return tf.custom_gradient(lambda x: (x * v, lambda upstream: upstream))(tf.constant(1.0))


@case
def custom_gradient_with_too_few_variables(tf):
    v = tf.Variable(2.0)
    f = tf.custom_gradient(lambda x: (x * v, lambda upstream, variables=None: (upstream, [])))
    return gradient(tf, f, tf.constant(1.0))


@case
def custom_gradient_with_too_many_gradients(tf):
    return gradient(tf, tf.custom_gradient(lambda x: (x * 2.0, lambda u: (u, u))), tf.constant(1.0))


@case
def custom_gradient_none(tf):
    f = tf.custom_gradient(lambda p, q: (p * q, lambda u: (None, u * 4.0)))
    return gradient(tf, f, [tf.constant(3.0), tf.Variable(2.0)])


@case
def custom_gradient_with_keywords(tf):
    @tf.custom_gradient
    def f(p, k=1.0):
        return p * k, lambda u: u * 50.0 * k

    return gradient(tf, lambda x: f(x, k=4.0), tf.constant(3.0))


@case
def custom_gradient_with_keywords_in_function(tf):
    f = tf.custom_gradient(lambda p, k=1.0: (p * k, lambda u: u * 50.0 * k))
    return tf.function(lambda x: f(x, k=4.0))(tf.constant(3.0))


@case
def custom_gradient_not_a_pair(tf):
    return tf.custom_gradient(lambda p: p)(tf.constant(3.0))


@case
def custom_gradient_of_a_method(tf):
    class Model:
        scale = 9.0

        @tf.custom_gradient
        def twice(self, x):
            """Twice."""
            return x * 2.0, lambda u: u * self.scale

    model = Model()
    return gradient(tf, model.twice, tf.constant(3.0)), Model.twice.__name__


@case
def custom_gradient_of_python_numbers(tf):
    return tf.custom_gradient(lambda x: (x * 2.0, lambda u: u))(3.0)


@case
def nested_custom_gradients(tf):
    inner = tf.custom_gradient(lambda p: (p * 3.0, lambda u: u * 13.0))
    outer = tf.custom_gradient(lambda p: (inner(p) * 2.0, lambda u: u * 11.0))
    x = tf.constant(3.0)
    return gradient(tf, outer, x), gradient(tf, lambda x: inner(inner(x)), x), gradient(tf, tf.function(outer), x)


@case
def second_order_of_custom_gradient(tf):
    @tf.custom_gradient
    def cube(p):
        return p**3, lambda u: u * p * p * 3.0

    def derivatives(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = cube(x)
            g = inner.gradient(y, x)
        return g, outer.gradient(g, x)

    def around(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.function(cube)(x)
            g = inner.gradient(y, x)
        return g, outer.gradient(g, x)

    x = tf.constant(3.0)
    return derivatives(x), tf.function(derivatives)(x), around(x)


@case
def custom_gradient_in_control_flow(tf):
    scaled = tf.custom_gradient(lambda p: (p * 2.0, lambda u: u * p * 10.0))

    @tf.function
    def loop(x):
        y = x
        for _ in tf.range(3):
            y = scaled(y)
        return y

    @tf.function
    def choice(x):
        y = x
        with tf.GradientTape() as tape:
            tape.watch(x)
            if y > 0.0:
                y = scaled(y) + x
        return tape.gradient(y, x)

    x = tf.constant(3.0)
    return gradient(tf, loop, x), tf.function(lambda x: gradient(tf, loop, x))(x), choice(x)


@case
def custom_gradient_of_unused_result(tf):
    f = tf.custom_gradient(lambda p: ((p * 2.0, p * 3.0), lambda a, b: a * 100.0 + b * 1000.0))
    return gradient(tf, lambda x: f(x)[1], tf.constant(3.0))


@case
def grad_pass_through(tf):
    v, w = tf.Variable(2.6), tf.Variable(3.0)
    return [
        gradient(tf, tf.grad_pass_through(tf.round), v),
        gradient(tf, lambda x, w: tf.grad_pass_through(lambda q: q * w)(x), [tf.constant(2.0), w]),
    ]


@case
def recompute_grad(tf):
    v, x = tf.Variable(2.0), tf.constant(3.0)
    f = tf.recompute_grad(lambda q: tf.sin(q * v))
    g = tf.recompute_grad(lambda q: {"a": q["z"] * 2.0, "b": q["z"] * v})
    h = tf.recompute_grad(lambda q, k=1.0: q * k)
    return [
        f(x),
        gradient(tf, lambda x, v: f(x), [x, v]),
        gradient(tf, lambda x, v: g({"z": x}), [x, v]),
        gradient(tf, lambda x: h(x, k=3.0), x),
        gradient(tf, lambda x, v: tf.function(f)(x), [x, v]),
        tf.function(lambda: gradient(tf, lambda x, v: f(x), [x, v]))(),
        gradient(tf, lambda x: gradient(tf, tf.recompute_grad(lambda q: q**3), x), x),
    ]


@case
def registered_gradients(tf):
    seen = []

    @tf.RegisterGradient("Bincount")
    def gradient_of_bincount(op, grad):
        seen.append([op.type, len(op.inputs), len(op.outputs), op.get_attr("T").name])
        return None, None, tf.gather(grad, op.inputs[0])

    weights = tf.constant([1.0, 2.0, 3.0])

    def count(weights):
        return tf.raw_ops.Bincount(arr=[1, 2, 1], size=3, weights=weights) * [1.0, 10.0, 100.0]

    return gradient(tf, count, weights), gradient(tf, tf.function(count), weights), seen


@case
def register_what_is_there(tf):
    tf.RegisterGradient("Add")(lambda op, grad: grad)


@case
def register_a_number(tf):
    tf.RegisterGradient(3)


@case
def no_gradient(tf):
    return tf.no_gradient("OpThatIsNowhere")


@case
def no_gradient_of_what_has_one(tf):
    return tf.no_gradient("Add")


def test_custom_gradient_in_a_branch(gw):
    """TensorFlow cannot differentiate this."""
    scaled = gw.custom_gradient(lambda p: (p * 2.0, lambda u: u * p * 10.0))

    @gw.function
    def f(x):
        y = x
        for _ in gw.range(3):
            y = scaled(y)
        if y > 0.0:
            y = scaled(y) + x
        return y

    x = gw.constant(3.0)
    expected = 216000.0 * 240.0 + 1.0
    assert gradient(gw, f, x) == expected
    assert gw.function(lambda x: gradient(gw, f, x))(x) == expected


def test_custom_gradient_of_what_is_outside(gw):
    """The gradient of a nested function may use what belongs to the function around it, and never outlives that."""
    inner = None

    @gw.function(autograph=False)
    def outer(x):
        nonlocal inner
        z = x * 7.0

        @gw.custom_gradient
        def scaled(p):
            return p * 2.0, lambda u: u * z

        inner = gw.function(scaled, autograph=False)
        return gradient(gw, inner, x) + gw.cond(x > 0.0, lambda: gradient(gw, scaled, x), lambda: x)

    assert outer(gw.constant(3.0)) == 42.0
    outer = None
    gc.collect()
    with pytest.raises((TypeError, ValueError)):
        gradient(gw, inner, gw.constant(3.0))


def test_functions_with_custom_gradients_are_dropped(gw):
    alive = []

    def run():
        scaled = gw.custom_gradient(lambda p: (p * 2.0, lambda u: u * p * 10.0))
        f = gw.function(lambda x: scaled(scaled(x)), autograph=False)
        assert gradient(gw, f, gw.constant(1.0)) == 200.0
        alive.append(weakref.ref(f.get_concrete_function(gw.constant(1.0)).graph))

    run()
    gc.collect()
    assert alive[0]() is None
