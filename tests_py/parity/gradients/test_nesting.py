"""Tapes and accumulators inside each other, across functions and control flow, do what TensorFlow's do."""

import math

import pytest

from support.compare import Cases, same_results
from support.gradient_programs import gradient, jvp

case = Cases()


def power(tf, x, n):
    """x^n by a loop with a dynamic trip count."""
    return tf.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * x), [tf.constant(0), tf.ones_like(x)])[1]


@case
def interleaved(tf):
    """The first tape is left before the second."""
    x = tf.constant(3.0)
    first, second = tf.GradientTape(persistent=True), tf.GradientTape(persistent=True)
    first.__enter__()
    first.watch(x)
    y = x * x
    second.__enter__()
    second.watch([x, y])
    z = y * x
    first.__exit__(None, None, None)
    w = z * x
    second.__exit__(None, None, None)
    return [tape.gradient(t, s) for tape in (first, second) for t in (y, z, w) for s in (x, y)]


@case
def captured_values_in_a_graph(tf):
    """tf.gradients with respect to what the function captures: tensors, variables, another function's tensors."""
    a, b, v = tf.constant(2.0), tf.constant([1.0, 2.0] * 100), tf.Variable(0.5)

    @tf.function
    def f(x):
        y = x * x

        @tf.function
        def inner(z):
            return tf.gradients(a * z * y * v + tf.reduce_sum(b * z), [a, b, v, y, z])

        first = tf.gradients(a * x + tf.reduce_sum(b) * v * x, [a, b, v, x])
        return first, inner(x), tf.gradients(a * y, [a, y, x], stop_gradients=[y])

    return tf.nest.flatten(f(tf.constant(3.0)))


def scopes(tf, y):
    return [
        tf.control_dependencies([tf.no_op()]),
        tf.control_dependencies([y]),
        tf.name_scope("scope"),
        tf.device("/CPU:0"),
        tf.compat.v1.colocate_with(y),
        tf.compat.v1.colocate_with(tf.constant(1.0)),
        tf.control_dependencies(None),
    ]


def looped(tf, x):
    y = x
    for _ in tf.range(3):
        y = y * x
    return y


def branched(tf, x):
    return tf.cond(x > 0.0, lambda: looped(tf, x) * x, lambda: x)


def nested(tf, x):
    return tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, looped(tf, y) * x), [0, x])[1]


@case
def gradients_in_every_scope(tf):
    """Of loops and branches before a scope, within it, and the second ones of these."""
    found = []
    for make, number in [*((looped, number) for number in range(7)), (branched, 0), (nested, 0), (nested, 1)]:

        @tf.function
        def outside(x):
            y = make(tf, x)  # noqa: B023
            with scopes(tf, y)[number]:  # noqa: B023
                first = tf.gradients(y, x)[0]
                return first, tf.gradients(first, x)[0]

        @tf.function
        def inside(x):
            with tf.GradientTape() as outer:
                outer.watch(x)
                with scopes(tf, x)[number], tf.GradientTape() as tape:  # noqa: B023
                    tape.watch(x)
                    y = make(tf, x)  # noqa: B023
                with scopes(tf, x)[number]:  # noqa: B023
                    first = tape.gradient(y, x)
            with scopes(tf, y)[number]:  # noqa: B023
                return first, outer.gradient(first, x)

        found += [*outside(tf.constant(1.5)), *inside(tf.constant(1.5))]
    return found


@case
def gradients_in_every_scope_of_a_plain_graph(tf):
    """Two orders of what loops, branches, maps and functions make, within each scope, in a session."""
    v1 = tf.compat.v1

    def while_loop(x):
        return tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * x), [0, x])[1]

    makers = [
        while_loop,
        lambda x: tf.cond(x > 0.0, lambda: x * x * x, lambda: x),
        lambda x: tf.cond(x > 0.0, lambda: while_loop(x), lambda: x),
        lambda x: tf.reduce_sum(tf.map_fn(lambda q: q * q * x, tf.stack([x, x]))),
        lambda x: tf.foldl(lambda a, q: a * q, tf.stack([x, x, x])),
        lambda x: tf.switch_case(1, [lambda: x, lambda: x**3]),
        lambda x: tf.function(lambda q: q * q * x)(x),
        tf.recompute_grad(lambda x: x * x * x),
    ]
    found = []
    for number in range(8):
        with tf.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder_with_default(1.5, [])
            v = v1.get_variable("v", initializer=0.5, use_resource=True)
            wanted = []
            for make in makers:
                with [*scopes(tf, x), v1.variable_scope("s")][number]:
                    y = make(x * v)
                    inside = tf.gradients(y, [x, v])
                outside = tf.gradients(y, x)[0]
                with [*scopes(tf, y), v1.variable_scope("s")][number]:
                    wanted.append([y, *inside, *tf.gradients(inside[0], [x, v]), *tf.gradients(outside, x)])
            session.run(v1.global_variables_initializer())
            found.append(session.run(wanted))
    return found


@case
def tape_of_a_tape_left_first(tf):
    x = tf.constant(3.0)
    outer, inner = tf.GradientTape(), tf.GradientTape()
    with outer:
        outer.watch(x)
        with inner:
            inner.watch(x)
            y = x * x * x
        slope = inner.gradient(y, x)
    return [slope, outer.gradient(slope, x)]


@case
def gradient_of_the_inner_tape_outside(tf):
    """The outer tape does not see a gradient that is taken after it was left."""
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
    slope = inner.gradient(y, x)
    return [slope, outer.gradient(slope, x)]


@case
def same_tape_twice_with_another_between(tf):
    x = tf.constant(2.0)
    with tf.GradientTape(persistent=True) as a:
        a.watch(x)
        y = x * x
        with tf.GradientTape() as b:
            b.watch(y)
            with a.stop_recording():
                u = y * y
            z = u * y
        inner = b.gradient(z, y)
    return [inner, a.gradient(z, x), a.gradient(u, x), a.gradient(inner, x)]


@case
def tape_inside_a_function(tf):
    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.sin(x) * x
        return tape.gradient(y, x)

    x = tf.constant(0.7)
    return [slope(x), gradient(tf, slope, x), gradient(tf, lambda x: gradient(tf, slope, x), x)]


@case
def tape_outside_and_inside(tf):
    v = tf.Variable(0.7)

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            y = v * v * x
        return tape.gradient(y, v) + y

    with tf.GradientTape(persistent=True) as outer:
        x = tf.constant(2.0)
        outer.watch(x)
        z = f(x)
    return [z, outer.gradient(z, v), outer.gradient(z, x)]


@case
def tape_entered_inside_a_function_that_made_it(tf):
    """A tape that belongs to the outside sees what a function computes."""
    x = tf.constant(3.0)
    tape = tf.GradientTape()
    f = tf.function(lambda x: x * x + 1.0)
    with tape:
        tape.watch(x)
        y = f(f(x))
    return tape.gradient(y, x)


@case
def tape_across_branches(tf):
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x if x > 1.0 else x * 3.0
            z = tf.constant(0.0)
            for i in tf.range(3):
                if i % 2 == 0:
                    z += y * tf.cast(i, tf.float32)
                else:
                    z -= y * y
        return tape.gradient(z, x)

    return [f(tf.constant(2.0)), f(tf.constant(0.5))]


@case
def tape_inside_a_loop(tf):
    @tf.function
    def descend(x, n):
        for _ in tf.range(n):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = tf.reduce_sum((x - 3.0) ** 2)
            x -= 0.1 * tape.gradient(y, x)
        return x

    x = tf.constant([0.0, 5.0])
    return [descend(x, tf.constant(4)), gradient(tf, lambda x: descend(x, tf.constant(4)), x)]


@case
def tape_inside_a_branch(tf):
    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0.0:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x * x * x
            g = tape.gradient(y, x)
        else:
            g = -x
        return g

    x = tf.constant([1.0, 2.0])
    return [f(x), f(-x), gradient(tf, f, x), gradient(tf, f, -x)]


@case
def orders_of_a_loop(tf):
    """Three orders through a loop with a dynamic trip count, in every mixture of tapes inside and outside of a function."""
    n = tf.constant(4)
    x = tf.constant(1.5)
    f = tf.function(lambda x: power(tf, x, n))

    def slope(f):
        return lambda x: gradient(tf, f, x)

    wrapped = tf.function(slope(f))
    return [
        slope(f)(x), slope(slope(f))(x), slope(slope(slope(f)))(x),
        wrapped(x), slope(wrapped)(x), tf.function(slope(wrapped))(x), tf.function(slope(tf.function(slope(wrapped))))(x),
    ]  # fmt: skip


@case
def orders_of_nested_loops(tf):
    @tf.function
    def f(x, n):
        y = x
        for i in tf.range(n):
            z = x
            for _ in tf.range(i):
                if z > 0.0:
                    z = z * x
                else:
                    z = z - x
            y += z * y
        return y

    x, n = tf.constant(0.9), tf.constant(3)
    first = tf.function(lambda x: gradient(tf, lambda x: f(x, n), x))
    second = tf.function(lambda x: gradient(tf, first, x))
    return [f(x, n), first(x), second(x), gradient(tf, second, x), first(-x), second(-x)]


@case
def loop_that_runs_no_iteration(tf):
    f = tf.function(lambda x, n: power(tf, x, n) * x)
    x = tf.constant(2.0)
    return [gradient(tf, lambda x, n=n: f(x, tf.constant(n)), x) for n in (0, 1, 5)]


@case
def loop_with_maximum_iterations(tf):
    @tf.function
    def f(x, most):
        return tf.while_loop(lambda y: y < 100.0, lambda y: [y * x], [x], maximum_iterations=most)[0]

    x = tf.constant(2.0)
    return [[f(x, tf.constant(m)), gradient(tf, lambda x, m=m: f(x, tf.constant(m)), x)] for m in (0, 2, 50)]


@case
def recursion(tf):
    @tf.function
    def f(x, n):
        return x if n == 0 else f(x, n - 1) * x + tf.sin(x)

    x = tf.constant(1.2)
    return [gradient(tf, lambda x: f(x, 4), x), gradient(tf, lambda x: gradient(tf, lambda x: f(x, 3), x), x)]


@case
def forward_over_reverse(tf):
    x, v = tf.constant([1.0, 2.0]), tf.constant([1.0, -1.0])
    f = tf.function(lambda x: tf.reduce_sum(x**3) * x[0])

    def slope(x):
        return gradient(tf, f, x)

    return [jvp(tf, slope, x, v), jvp(tf, tf.function(slope), x, v), tf.function(lambda x: jvp(tf, slope, x, v))(x)]


@case
def forward_over_forward(tf):
    x = tf.constant(1.1)
    f = lambda x: x**3.5 + tf.sin(x)  # noqa: E731

    def once(f):
        return lambda x: jvp(tf, f, x, tf.constant(1.0))

    return [once(f)(x), once(once(f))(x)]


@case
def inner_accumulators_do_not_see_outer_ones(tf):
    x = tf.constant(1.1)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
            y = x**3.5
    return [inner.jvp(y), outer.jvp(y), outer.jvp(inner.jvp(y)), inner.jvp(outer.jvp(y))]


@case
def inner_tapes_do_not_see_outer_accumulators(tf):
    x = tf.constant(1.1)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as accumulator:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = x**3
        slope = tape.gradient(y, x)
    return [accumulator.jvp(y), accumulator.jvp(slope), tape.gradient(accumulator.jvp(y), x)]


@case
def three_kinds_in_turn(tf):
    """Reverse over forward over reverse."""
    x, one = tf.constant(1.3), tf.constant(1.0)
    f = lambda x: tf.sin(x) * x**2  # noqa: E731
    return [
        gradient(tf, lambda x: jvp(tf, lambda x: gradient(tf, f, x), x, one), x),
        jvp(tf, lambda x: gradient(tf, lambda x: jvp(tf, f, x, one), x), x, one),
    ]


@case
def jacobian_of_jvp(tf):
    x, v = tf.constant([1.0, 2.0]), tf.constant([1.0, -1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = jvp(tf, lambda x: x**3 * x[::-1], x, v)
    return tape.jacobian(y, x)


@case
def jvp_of_jacobian(tf):
    x, v = tf.constant([1.0, 2.0]), tf.constant([1.0, -1.0])

    def jacobian(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x**3 * x[::-1]
        return tape.jacobian(y, x)

    return jvp(tf, jacobian, x, v)


@case
def hessian_by_jacobian_of_gradient(tf):
    x = tf.constant([[1.0, 2.0], [0.5, -1.0]])

    def hessian(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            slope = gradient(tf, lambda x: tf.reduce_sum(tf.tanh(x @ x)), x)
        return outer.jacobian(slope, x)

    return [hessian(x), tf.function(hessian)(x)]


@case
def assignments_in_a_loop_under_a_tape(tf):
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        y = x
        for _ in tf.range(3):
            y = y * v
            v.assign_add(1.0)
        return y

    x = tf.constant(1.5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return [y, *tape.gradient(y, [x, v]), v.read_value()]


@case
def assignment_between_reads(tf):
    v = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        a = v * 3.0
        v.assign(5.0)
        b = v * v
        v.assign_add(a)
        c = v * 1.0
    return [tape.gradient(y, v) for y in (a, b, c)]


@case
def captured_tensors_of_all_kinds(tf):
    x, v = tf.constant([1.0, 2.0]), tf.Variable([3.0, 4.0])
    big = tf.ones([20, 20]) * tf.reduce_sum(x)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, big])
        y = x * 2.0

        @tf.function
        def f():
            total = tf.constant(0.0)
            for i in tf.range(2):
                if i > 0:
                    total += tf.reduce_sum(y * v) + big[3, 3]
                else:
                    total += tf.reduce_sum(x * y)
            return total

        z = f()
    return [tape.gradient(z, s) for s in (x, y, v, big)]


def close(values, expected):
    assert [round(float(v), 3) for v in values] == [round(e, 3) for e in expected]


def test_orders_of_branches(gw):
    """Of branches inside branches; TensorFlow fails at the third."""

    @gw.function
    def f(x):
        return gw.cond(x > 0.0, lambda: gw.cond(x > 2.0, lambda: x**4, lambda: x**3), lambda: x * x)

    def orders(x):
        first = lambda x: gradient(gw, f, x)  # noqa: E731
        second = lambda x: gradient(gw, first, x)  # noqa: E731
        return [f(x), first(x), second(x), gradient(gw, second, x), gw.function(second)(x)]

    close(orders(gw.constant(3.0)), [81, 108, 108, 72, 108])
    close(orders(gw.constant(1.0)), [1, 3, 6, 6, 6])
    close(orders(gw.constant(-1.0)), [1, -2, 2, 0, 2])


def test_reverse_over_forward_of_functions(gw):
    """TensorFlow loses the gradient of a function's derivative."""
    x, v = gw.constant([1.0, 2.0]), gw.constant([1.0, 0.5])
    f = gw.function(lambda x: gw.reduce_sum(x**3) * x[0])

    def along(x):
        return jvp(gw, f, x, v)

    for way in (along, gw.function(along)):
        close(gradient(gw, way, x), [18, 18])
    close(gw.function(lambda x: gradient(gw, along, x))(x), [18, 18])


def test_forward_through_loops_and_branches(gw):
    """TensorFlow cannot take forward derivatives of loops with a dynamic trip count twice."""
    n = gw.constant(4)
    f = gw.function(lambda x: power(gw, x, n))
    g = gw.function(lambda x: gw.cond(x > 1.0, lambda: x * x, lambda: x * 5.0))
    one = gw.constant(1.0)
    close([jvp(gw, h, gw.constant(x), one) for h in (f, g) for x in (0.5, 2.0)], [0.5, 32, 5, 4])
    close([jvp(gw, lambda x: jvp(gw, f, x, one), gw.constant(1.5), one)], [12 * 1.5**2])
    close([jvp(gw, lambda x: jvp(gw, lambda x: jvp(gw, f, x, one), x, one), gw.constant(1.5), one)], [24 * 1.5])


def test_forward_three_times(gw):
    """TensorFlow needs half a minute for it."""
    f = lambda x: x**3.5 + gw.sin(x)  # noqa: E731

    def once(f):
        return lambda x: jvp(gw, f, x, gw.constant(1.0))

    x = gw.constant(1.1)
    close([once(once(once(f)))(x)], [3.5 * 2.5 * 1.5 * 1.1**0.5 - math.cos(1.1)])
    second = 3.5 * 2.5 * 1.1**1.5 - math.sin(1.1)
    close([once(once(gw.function(f)))(x), gw.function(once(once(f)))(x)], [second, second])


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw, 1e-4)
