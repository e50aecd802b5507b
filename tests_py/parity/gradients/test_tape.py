"""tf.GradientTape does what TensorFlow's does, case by case."""

import inspect

import numpy as np
import pytest

from support.compare import Cases, same_results
from support.gradient_programs import gradient, matrix

case = Cases()


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
def watched_variables_of_graphs(tf):
    with tf.Graph().as_default():
        made = [tf.Variable(1.0, name=name) for name in ("b", "a", "b", "c_7", "c_3")]
        with tf.GradientTape() as tape:
            sum(v * 2.0 for v in reversed(made))
        return [v.name for v in tape.watched_variables()]


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


# --- optionals ----------------------------------------------------------------------------------------------------------


OPTIONALS = {
    "a tensor": lambda of, x, y: of(x * x).get_value() * y,
    "a pair": lambda of, x, y: sum(part[0] for part in of((x * y, y[None])).get_value()),
    "a part": lambda of, x, y: of((x * x, y)).get_value()[0],
    "beside an integer": lambda of, x, y: of({"a": x * y, "n": 2}).get_value()["a"],
    "taken twice": lambda of, x, y: (lambda o: o.get_value()[0] * o.get_value()[1])(of((x * x, y))),
    "in each other": lambda of, x, y: of(of(x**3)).get_value().get_value() * y,
}


@case.each(list(OPTIONALS))
def through_optionals(tf, name):
    x, y = tf.constant([1.0, 2.0]), tf.constant(3.0)

    def derivatives():
        with tf.GradientTape() as outer:
            outer.watch([x, y])
            with tf.GradientTape() as inner:
                inner.watch([x, y])
                total = tf.reduce_sum(OPTIONALS[name](tf.experimental.Optional.from_value, x, y))
            first = inner.gradient(total, [x, y], unconnected_gradients="zero")
        return first, outer.gradient(first, [x, y], unconnected_gradients="zero")

    return derivatives(), tf.function(derivatives)()


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
def stop_gradient_in_a_loop(tf):
    """What a loop keeps of a value that does not change is still stopped for derivatives of its gradient."""

    def first(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in tf.range(3):
                y = y * tf.stop_gradient(x)
        return tape.gradient(y, x)

    def second(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.function(first)(x)
        return y, tape.gradient(y, x, unconnected_gradients="zero")

    return second(tf.constant([0.5, 0.9, -0.8]))


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


@case
def what_is_made_in_a_known_shape(tf):
    """It depends on nothing in a function: no gradient leads to it."""

    def by_what_is_made(make):
        def gradients(x):
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(x)
                made = make(x)
                chosen = tf.cond(x[0] > 0, lambda: x, lambda: made)
                product = x * made
            return [str(tape.gradient(y, s) is None) for y, s in ((chosen, made), (product, made), (made, x))]

        x = tf.constant([1.0, 2.0])
        open_size = tf.function(gradients, input_signature=[tf.TensorSpec([None])])
        return gradients(x), tf.function(gradients)(x), open_size(x)

    def unconnected(x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            return tape.gradient(tf.constant(1.0), x, unconnected_gradients="zero")

    makers = [
        tf.zeros_like,
        tf.ones_like,
        lambda x: tf.zeros_like(x, tf.float32),
        lambda x: tf.cast(tf.ones_like(x, tf.int32), tf.float32),
        lambda x: tf.raw_ops.ZerosLike(x=x),
        lambda x: tf.raw_ops.OnesLike(x=x),
        lambda x: tf.fill(tf.shape(x), 1.0),
        lambda x: tf.zeros(tf.shape(x)),
        tf.floor,
        tf.sign,
        tf.stop_gradient,
        unconnected,
    ]
    return [by_what_is_made(make) for make in makers]


@case
def singular_vectors_of_any_shape(tf):
    def of_shape(rows, columns, full):
        x = tf.reshape(tf.range(1.0, rows * columns + 1, dtype=tf.float64), [rows, columns]) ** 1.5 / 7
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            s, u, v = tf.linalg.svd(x, full_matrices=full)
            sums = [tf.reduce_sum(s**2), tf.reduce_sum(abs(u) * rows), tf.reduce_sum(v[..., :1] ** 3 * v[..., :1])]
        return [tape.gradient(y, x) for y in sums]

    shapes = [(3, 2), (2, 3), (2, 2), (2, 1), (1, 2)]
    return [of_shape(m, n, full) for m, n in shapes for full in (False, True)]


@case
def singular_vectors_that_are_not_unique(tf):
    x = tf.reshape(tf.range(1.0, 9.0), [4, 2])
    return gradient(tf, lambda x: tf.linalg.svd(x, full_matrices=True)[1], x)


@case
def truncated_normals_by_their_parameters(tf):
    def by_parameters(mean, deviation, low, high, shape):
        parameters = [tf.constant(value) for value in (mean, deviation, low, high)]
        with tf.GradientTape() as outer:
            outer.watch(parameters)
            with tf.GradientTape() as tape:
                tape.watch(parameters)
                x = tf.random.stateless_parameterized_truncated_normal(shape, [1, 2], *parameters)
                y = tf.reduce_sum(x * tf.reshape(tf.range(1.0, tf.cast(tf.size(x), tf.float32) + 1), shape))
            grads = tape.gradient(y, parameters)
        return x, grads, outer.gradient(grads, parameters)

    infinite = float("inf")
    return [
        by_parameters(0.0, 1.0, -2.0, 2.0, [3]),
        by_parameters([0.0, 1.0], 2.0, [[3.0], [1.5], [-1.0]], 4.0, [3, 2]),
        by_parameters(0.0, 1.0, -9.0, -8.0, [3])[:2],
        by_parameters(0.0, 1.0, -1.0, infinite, [3])[:2],
        by_parameters(0.0, 1.0, -infinite, 1.0, [3])[:2],
    ]


@case
def products_of_two_precisions(tf):
    def product(x, y, **how):
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = tf.matmul(x, y, **how)
        return z, tape.gradient(z, [x, y])

    wide, other = matrix(tf), tf.transpose(matrix(tf)) / 3
    narrow = tf.cast(other, tf.bfloat16)
    function = tf.function(product)
    return [
        product(wide, narrow),
        product(narrow, wide),
        product(wide, tf.transpose(narrow), transpose_b=True),
        product(wide, tf.transpose(narrow), adjoint_b=True, output_type=tf.float32),
        function(wide, narrow),
        function(tf.transpose(narrow), wide, transpose_a=True),
        (wide @ narrow, tf.tensordot(narrow, wide, 1), tf.linalg.matvec(narrow, wide[0])),
    ]


@case
def products_of_stacks_of_two_precisions(tf):
    return tf.matmul(tf.ones([2, 3, 3]), tf.ones([2, 3, 3], tf.bfloat16))


@case
def norms_of_zero(tf):
    def norm(x):
        return tf.math.reduce_euclidean_norm(x, axis=1)

    return gradient(tf, norm, tf.constant([[0.0, 0.0], [0.0, 3.0], [3.0, 4.0]]))


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
