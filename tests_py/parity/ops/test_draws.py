"""Random numbers without seeds of their own follow the global seed as TensorFlow's do, wherever a program draws them.

Each program draws before, inside, and after something that might build a graph of its own, twice, in two calls.
"""

from __future__ import annotations

import numpy as np
import pytest

from support.selection import Names


def programs(tf):
    """Functions of a scalar by name, which draw inside of something."""

    def draw():
        return tf.random.uniform([])

    @tf.custom_gradient
    def noisy(x):
        return x * draw(), lambda dy: dy * draw()

    def with_gradient(function, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return [y, tape.gradient(y, x)]

    def custom_forward_(x):
        return noisy(x)

    def custom_(x):
        return with_gradient(noisy, x)

    def custom_in_a_row_(x):
        return with_gradient(lambda x: noisy(noisy(x) + 1.0), x)

    def custom_of_tf_gradients_(x):
        if tf.executing_eagerly():
            return with_gradient(noisy, x)
        y = noisy(x)
        return [y, *tf.gradients(y, [x])]

    def custom_twice_(x):
        @tf.custom_gradient
        def square(x):
            return x * draw(), lambda dy: dy * x * draw()

        with tf.GradientTape() as outer:
            outer.watch(x)
            y, first = with_gradient(square, x)
        return [y, first, outer.gradient(first, x)]

    def custom_in_unrolled_loop_(x):
        return [with_gradient(noisy, x) for _ in range(2)]

    def custom_in_loop_(x):
        def body(i, total):
            y, d = with_gradient(noisy, x)
            return i + 1, total * 10.0 + y + 100.0 * d

        return tf.while_loop(lambda i, total: i < 2, body, (0, 0.0), parallel_iterations=1)[1]

    def gradient_of_loop_of_custom_(x):
        def loop(x):
            return tf.while_loop(
                lambda i, y: i < 3, lambda i, y: (i + 1, noisy(noisy(y))), (0, x), parallel_iterations=1
            )[1]

        return with_gradient(loop, x)

    def gradient_of_branch_of_custom_(x):
        return with_gradient(lambda x: tf.cond(x > 0, lambda: noisy(noisy(x)), lambda: x), x)

    def custom_in_function_(x):
        return with_gradient(tf.function(lambda x: noisy(noisy(x) + 1.0)), x)

    def recompute_(x):
        return with_gradient(tf.recompute_grad(lambda x: x * x * draw()), x)

    def recompute_in_function_(x):
        return with_gradient(tf.function(tf.recompute_grad(lambda x: x * x * draw() * draw())), x)

    def pass_through_(x):
        return with_gradient(tf.grad_pass_through(lambda x: x * draw()), x)

    def jacobian_of_custom_(x):
        z = tf.stack([x, x])
        with tf.GradientTape() as tape:
            tape.watch(z)
            y = noisy(z)
        return tape.jacobian(y, z)

    def rows_(x):
        return tf.vectorized_map(lambda y: y + draw(), tf.zeros([3]))

    def rows_of_two_(x):
        return tf.vectorized_map(lambda y: y + draw() * 10.0 + tf.reduce_sum(tf.random.normal([2])), tf.zeros([3]))

    def rows_of_custom_(x):
        return tf.vectorized_map(noisy, tf.ones([3]))

    def rows_of_gradients_(x):
        return tf.vectorized_map(lambda y: with_gradient(noisy, y)[1], tf.ones([3]))

    def rows_of_rows_(x):
        return tf.vectorized_map(lambda y: tf.vectorized_map(lambda z: z + draw(), y), tf.zeros([2, 2]))

    def rows_in_branch_(x):
        return tf.cond(x > 0, lambda: rows_(x), lambda: tf.zeros([3]))

    def rows_of_branches_(x):
        return tf.vectorized_map(lambda y: tf.cond(y > 0, draw, lambda: draw() * 10.0), tf.constant([1.0, -1.0]))

    def rows_of_function_(x):
        return tf.vectorized_map(tf.function(lambda y: y + draw()), tf.zeros([3]))

    def map_fn_(x):
        return tf.map_fn(lambda y: y + draw(), tf.zeros([3]), parallel_iterations=1)

    def foldl_(x):
        return tf.foldl(lambda a, y: a * 10.0 + draw(), tf.zeros([3]), parallel_iterations=1)

    def scan_(x):
        return tf.scan(lambda a, y: y + draw(), tf.zeros([3]), parallel_iterations=1)

    def cond_(x):
        return tf.cond(x < 0, draw, lambda: draw() + 10.0)

    def switch_case_(x):
        return tf.switch_case(tf.cast(x, tf.int32), [draw, lambda: draw() + 10.0])

    def function_(x):
        inner = tf.function(draw)
        return [inner(), inner()]

    def gradient_of_function_(x):
        return with_gradient(tf.function(lambda x: x * x * draw()), x)

    def reduce_of_data_(x):
        return tf.data.Dataset.range(3).reduce(0.0, lambda a, _: a * 10.0 + draw())

    def gradient_of_dropout_(x):
        return with_gradient(lambda x: tf.reduce_sum(tf.nn.dropout(x * tf.ones([6]), 0.5)), x)

    def no_dropout_(x):
        return tf.nn.dropout(tf.ones([4]), 0)

    def no_dropout_of_numpy_(x):
        return tf.nn.dropout(tf.ones([4]), np.float32(0))

    def no_dropout_with_seed_(x):
        return tf.nn.dropout(tf.ones([4]), 0.0, seed=3)

    def no_dropout_by_tensor_(x):
        return tf.nn.dropout(tf.ones([4]), tf.zeros([]))

    def no_dropout_of_version_1_(x):
        return tf.compat.v1.nn.dropout(tf.ones([4]), keep_prob=1.0)

    def no_stateless_dropout_(x):
        return tf.nn.experimental.stateless_dropout(tf.ones([4]), 0.0, [1, 2])

    def with_seeds_(x):
        return [tf.random.uniform([], seed=4), tf.random.uniform([], seed=4)]

    def in_scopes_(x):
        with tf.name_scope("a"), tf.control_dependencies([x]), tf.device("/cpu:0"):
            return draw()

    return {name[:-1]: function for name, function in locals().items() if name.endswith("_")}


def drawn(tf, name, traced):
    inside = programs(tf)[name]

    def program(x):
        shown = []
        for _ in range(2):
            shown += [tf.random.uniform([]), inside(x)]
        return shown, tf.random.uniform([])

    tf.random.set_seed(5)
    program = tf.function(program) if traced else program
    return [np.asarray(part) for _ in range(2) for part in tf.nest.flatten(program(tf.constant(1.0)))]


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("name", programs(Names()))
def test_same_as_tensorflow(name, traced, gw, tensorflow):
    want, got = drawn(tensorflow, name, traced), drawn(gw, name, traced)
    assert len(got) == len(want)
    for a, b in zip(got, want, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4)


def drawn_in_sessions(tf):
    """What branches and loops of a plain graph draw, and what is drawn behind each."""
    v1, u = tf.compat.v1, tf.random.uniform

    def inner():
        return tf.cond(a < 2.0, lambda: u([]) + 10.0, lambda: u([]))

    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(3)
        a = u([])
        parts = [
            lambda: tf.cond(a > -1.0, lambda: u([]), lambda: tf.random.normal([])),
            lambda: tf.cond(a > -1.0, inner, lambda: u([])),
            lambda: v1.while_loop(lambda i, s: i < 1, lambda i, s: (i + 1, s + u([])), [0, 0.0])[1],
            lambda: tf.map_fn(lambda x: x + u([]), tf.zeros([1])),
            lambda: tf.scan(lambda s, x: x + u([]), tf.zeros([2]), parallel_iterations=1),
            lambda: tf.case([(a > 5, lambda: u([])), (a > -1, lambda: u([]) + 20.0)], default=lambda: u([])),
            lambda: tf.switch_case(tf.cast(a, tf.int32), [lambda: u([]), lambda: u([])]),
            lambda: tf.function(lambda: tf.cond(tf.constant(True), lambda: u([]), lambda: u([])))(),
            lambda: tf.gradients(tf.cond(a > -1.0, lambda: a * u([]), lambda: a), a)[0],
            lambda: v1.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next(),
            lambda: v1.data.make_initializable_iterator(tf.data.Dataset.range(3)) and a,
        ]
        drawn = [x for part in parts for x in (part(), u([]))]
        return [np.asarray(x) for _ in range(2) for x in session.run(drawn)]


def assert_same_with_control_flow(old, function, gw, tensorflow, tolerance):
    """Compares what `function(tf)` gives, with control flow of version 1 where it is to be old."""
    shown = []
    for tf in (gw, tensorflow):
        if old:
            tf.compat.v1.disable_control_flow_v2()
        try:
            shown.append(function(tf))
        finally:
            tf.compat.v1.enable_control_flow_v2()
    for got, want in zip(*shown, strict=True):
        np.testing.assert_allclose(got, want, rtol=tolerance)


@pytest.mark.parametrize("old", [False, True])
def test_control_flow_of_plain_graphs(old, gw, tensorflow):
    assert_same_with_control_flow(old, drawn_in_sessions, gw, tensorflow, 1e-5)


def variables_inside_of_control_flow(tf):
    """The initial values of variables that branches and loops of a plain graph make, and what is drawn beside them."""
    v1 = tf.compat.v1

    def variable(name):
        return v1.get_variable(name, [2], initializer=v1.random_normal_initializer())

    def draw():
        return v1.random_normal([1])

    def nested(i, x):
        x = x + v1.cond(i > 5, lambda: variable("inner") + draw(), lambda: draw() + variable("inner_else"))
        return i + 1, x + draw()

    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(1)
        results = [
            v1.while_loop(lambda i, x: i < 1, lambda i, x: (i + 1, x + draw() + variable("loop")), [0, tf.zeros([2])])[
                1
            ],
            v1.cond(tf.constant(True), lambda: variable("yes") + draw(), lambda: variable("no") + draw()),
            tf.switch_case(tf.constant(1), [lambda: variable("zero") + draw(), lambda: variable("one") + draw()]),
            v1.scan(lambda a, x: a + variable("scan") * x + draw(), tf.ones([1]), initializer=tf.zeros([2])),
            v1.while_loop(lambda i, x: i < 1, nested, [0, tf.zeros([2])])[1],
            v1.cond(tf.constant(True), lambda: v1.set_random_seed(2) or variable("reseeded"), lambda: tf.zeros([2])),
            variable("outside"),
            draw(),
        ]
        session.run(v1.global_variables_initializer())
        return session.run([*results, *sorted(v1.global_variables(), key=lambda variable: variable.name)])


@pytest.mark.parametrize("old", [False, True])
def test_variables_inside_of_control_flow(old, gw, tensorflow):
    assert_same_with_control_flow(old, variables_inside_of_control_flow, gw, tensorflow, 1e-4)


def distributed(tf):
    """What a shuffled data set gives to the replica of a strategy, beside what it gives by itself."""
    tf.random.set_seed(1)
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    dataset = tf.data.Dataset.range(6).shuffle(6).batch(6)
    distributed = strategy.experimental_distribute_dataset(dataset)
    made = strategy.distribute_datasets_from_function(lambda context: dataset)
    drawn = [next(iter(source)) for source in (distributed, dataset, made, distributed)]
    return [x.numpy().tolist() for x in drawn]


def test_distributed_datasets(gw, tensorflow):
    assert distributed(gw) == distributed(tensorflow)
