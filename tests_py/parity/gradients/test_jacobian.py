"""Jacobians, tf.gradients, tf.hessians and tf.test.compute_gradient do what TensorFlow's do."""

import numpy as np
import pytest

from support.compare import Cases, same_results
from support.gradient_programs import matrix

case = Cases()


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
def jacobian_of_slices(tf):
    found = []
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    for source in (x, tf.Variable(x)):
        for persistent, at_once in ((False, True), (True, True), (True, False)):

            def both(source=source, persistent=persistent, at_once=at_once):
                with tf.GradientTape(persistent=True) as outer, tf.GradientTape(persistent=persistent) as second:
                    outer.watch(source)
                    second.watch(source)
                    with tf.GradientTape() as tape:
                        tape.watch(source)
                        y = tf.gather(source, [0, 0, 1]) ** 3
                    slices = tape.gradient(y, source)
                return (
                    second.jacobian(slices, source, experimental_use_pfor=at_once),
                    outer.batch_jacobian(slices, source, experimental_use_pfor=at_once),
                )

            found += [both(), tf.function(both)()]
    return found


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
def graph_gradients_given_as_lists(tf):
    @tf.function
    def f(x):
        return [
            tf.gradients([x * 2.0, x * 3.0], [x], grad_ys=[[2.0, 3.0], [-1.5, 1.5]]),
            tf.gradients(x * 2.0, x, grad_ys=[[2.0, 3.0]]),
            tf.gradients([x * 2.0, x], x, grad_ys=[None, [1.0, 1.0]]),
        ]

    return f(tf.constant([1.0, 2.0]))


@case
def graph_gradients_of_complex_numbers(tf):
    found = []
    for given in (None, tf.complex(1.0, 0.0), [tf.complex(1.0, 0.0)]):
        try:
            found.append(
                tf.function(lambda z, given=given: tf.gradients(z * z, z, grad_ys=given))(tf.complex(7.0, -3.0))
            )
        except TypeError:
            found.append("TypeError")
    return found


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
def hessians_of_what_does_not_depend(tf):
    return tf.function(lambda x, y: tf.hessians(tf.reduce_sum(x**3), [x, y]))(matrix(tf), matrix(tf))


@case
def hessians_of_what_is_linear(tf):
    return tf.function(lambda x: tf.hessians(tf.reduce_sum(2.0 * x), [x]))(matrix(tf))


@case
def hessians_eagerly(tf):
    return tf.hessians(tf.constant(1.0), tf.constant(1.0))


# --- tf.AggregationMethod and tf.test.compute_gradient ----------------------------------------------------------------------


@case
def aggregation_methods(tf):
    def slopes(method):
        @tf.function
        def f(x):
            y = x * 2.0
            return tf.gradients(y + y * x + tf.sin(y), [x, y], aggregation_method=method)

        return f(tf.constant(1.5))

    kinds = tf.AggregationMethod
    names = ("ADD_N", "DEFAULT", "EXPERIMENTAL_TREE", "EXPERIMENTAL_ACCUMULATE_N")
    return [[getattr(kinds, name), slopes(getattr(kinds, name))] for name in names]


@case
def aggregation_method_unknown(tf):
    return tf.function(lambda x: tf.gradients(x * x, x, aggregation_method=3))(tf.constant(1.0))


def compared(tf, f, x, **options):
    both = tf.test.compute_gradient(f, x, **options)
    assert all(isinstance(one, tuple) for one in both)
    return [[tf.constant(array) for array in one] for one in both]


@case
def compared_jacobians(tf):
    return [
        compared(tf, lambda x, y: tf.reduce_sum(x * y, 0), [np.ones((2, 3), "float32"), np.full((2, 3), 2.0, "float32")]),
        compared(tf, tf.function(lambda x: x * x * x), [[1.0, 2.0]], delta=0.25),
        compared(tf, lambda x: tf.gather(x, [1]), [tf.Variable([1.0, 2.0])]),
        compared(tf, lambda x: tf.constant(3.0), [tf.constant([1.0, 2.0])]),
        compared(tf, lambda x: x, [np.zeros((0, 3), "float32")]),
        compared(tf, lambda x: x[:0], [np.zeros((2, 3), "float32")]),
    ]  # fmt: skip


@case
def compared_jacobians_of_complex_numbers(tf):
    z = np.array([1 + 2j], "complex64")
    return [
        compared(tf, lambda x: x * x, [z]),
        compared(tf, lambda x: tf.math.real(x * x), [z]),
        compared(tf, lambda x: tf.complex(x, 2 * x), [np.array([1.0], "float32")]),
    ]


@case
def compared_jacobian_of_a_number(tf):
    return tf.test.compute_gradient(lambda x: x * x, 1.0)


@case
def compared_jacobian_of_integers(tf):
    return tf.test.compute_gradient(lambda x: x * 2, [np.array([1, 2])])


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
