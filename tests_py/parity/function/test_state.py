"""What stateful ops keep between runs of a function: random numbers by seed, counts, unnamed variables."""

import pytest

from support.passes import switched_passes
from support.twice import Cases

cases = Cases()


def numbers(*values):
    """The values as Python floats, rounded so that the last digits do not matter."""
    flat = []
    for value in values:
        if isinstance(value, (list, tuple)):
            flat.extend(numbers(*value))
        elif value.shape.rank:
            flat.extend(round(float(item), 4) for item in value.numpy().ravel())
        else:
            flat.append(round(float(value), 4))
    return flat


def two_functions(tf, op):
    """What two functions that run the same op give when they are called in turns."""
    tf.random.set_seed(7)
    f, g = tf.function(lambda: op()), tf.function(lambda: op())
    return numbers(f(), f(), g(), g(), f())


OPS = {
    "normal": lambda tf, seed: tf.random.normal([], seed=seed),
    "uniform": lambda tf, seed: tf.random.uniform([3], seed=seed),
    "uniform of integers": lambda tf, seed: tf.random.uniform([], 0, 1000, dtype=tf.int32, seed=seed),
    "truncated_normal": lambda tf, seed: tf.random.truncated_normal([], seed=seed),
    "gamma": lambda tf, seed: tf.random.gamma([], 2.0, seed=seed),
    "poisson": lambda tf, seed: tf.random.poisson([], 9.0, seed=seed),
    "categorical": lambda tf, seed: tf.random.categorical([[1.0] * 50], 1, seed=seed)[0, 0],
    "shuffle": lambda tf, seed: tf.random.shuffle(tf.range(100), seed=seed),
    "dropout": lambda tf, seed: tf.nn.dropout(tf.ones([20]), 0.5, seed=seed),
}


@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.parametrize("name", OPS)
def test_each_function_counts_for_itself(name, seed, tensorflow, gw):
    want = two_functions(tensorflow, lambda: OPS[name](tensorflow, seed))
    assert two_functions(gw, lambda: OPS[name](gw, seed)) == want


@cases
def equal_seeds_in_one_function(tf):
    f = tf.function(lambda: (tf.random.normal([], seed=1), tf.random.normal([], seed=1)))
    return numbers(f(), f())


@cases
def no_seeds_in_one_function(tf):
    f = tf.function(lambda: (tf.random.normal([]), tf.random.normal([])))
    return numbers(f(), f())


def drawn_in_a_loop(tf, seed):
    @tf.function
    def f():
        drawn = tf.TensorArray(tf.float32, 4)
        for i in tf.range(4):
            drawn = drawn.write(i, tf.random.normal([], seed=seed))
        return drawn.stack()

    # TensorFlow runs iterations side by side: which of them draws first is anybody's guess.
    return sorted(numbers(f())), sorted(numbers(f()))


@cases
def loop(tf):
    return drawn_in_a_loop(tf, 2)


@cases
def loop_without_seed(tf):
    return drawn_in_a_loop(tf, None)


def inner_functions(tf, seed):
    g = tf.function(lambda: tf.random.normal([], seed=seed))
    f = tf.function(lambda: [g(), g(), tf.random.normal([])])
    return numbers(f(), f(), g(), g(), f())


@cases
def inner(tf):
    return inner_functions(tf, 2)


@cases
def inner_without_seed(tf):
    return inner_functions(tf, None)


@cases
def branches(tf):
    @tf.function
    def f(x):
        if x > 0:
            return tf.random.normal([], seed=2)
        return tf.random.normal([], seed=2) + 10

    return numbers([f(tf.constant(x)) for x in (1, 1, -1, -1, 1)])


@cases
def cases_of_a_switch(tf):
    @tf.function
    def f(i):
        draw = lambda: tf.random.normal([], seed=2)  # noqa: E731
        return tf.switch_case(i, [draw, lambda: draw() + 10, lambda: tf.random.normal([])])

    return numbers([f(tf.constant(i)) for i in (0, 0, 1, 1, 2, 2, 0)])


@cases
def inner_function_in_branches_of_a_loop(tf):
    g = tf.function(lambda: tf.random.normal([], seed=2))

    @tf.function
    def f(x):
        y = x * 0
        for i in tf.range(3):
            if i > 0:
                y += g()
            else:
                y += g() * 100
        return y

    return numbers(f(tf.constant(1.0)), f(tf.constant(1.0)))


@cases
def set_seed_begins_anew(tf):
    f = tf.function(lambda: (tf.random.normal([], seed=2), tf.random.normal([])))
    drawn = []
    for seed in (5, 5, 6):
        tf.random.set_seed(seed)
        drawn += numbers(f(), f())
    return drawn


@cases
def set_seed_inside(tf):
    @tf.function
    def f():
        tf.random.set_seed(5)
        return tf.random.normal([]), tf.random.normal([], seed=1)

    g = tf.function(lambda: tf.random.normal([]))
    return numbers(f(), f(), g(), tf.random.normal([]))


@cases
def eager_ops_count_for_themselves(tf):
    f = tf.function(lambda: tf.random.normal([], seed=2))
    return numbers(tf.random.normal([], seed=2), f(), tf.random.normal([], seed=2), f(), f())


@cases
def functions_under_a_tape_are_other_functions(tf):
    x = tf.Variable(1.0)
    f = tf.function(lambda: x * tf.random.normal([], seed=2))
    drawn = numbers(f(), f())
    for _ in range(3):
        with tf.GradientTape() as tape:
            y = f()
        drawn += numbers(y, tape.gradient(y, x))
    return drawn + numbers(f())


@cases
def gradient_of_a_loop_sees_the_same_numbers(tf):
    x = tf.Variable(1.0)

    @tf.function
    def f():
        with tf.GradientTape() as tape:
            y = x * 1.0
            for _ in tf.range(3):
                y = y * tf.random.normal([], seed=2)
        return y, tape.gradient(y, x)

    return numbers(f(), f())


@cases
def every_trace_counts_for_itself(tf):
    f = tf.function(lambda x: tf.random.normal([], seed=2))
    return numbers(f(1), f(1), f(2), f(2), f(1))


@cases
def a_concrete_function_is_its_trace(tf):
    f = tf.function(lambda: tf.random.normal([], seed=2))
    c = f.get_concrete_function()
    return numbers(f(), c(), f(), c())


@cases
def variables_made_and_changed_with_random_numbers(tf):
    made = []

    @tf.function
    def f():
        if not made:
            made.append(tf.Variable(tf.random.normal([])))
        made[0].assign_add(tf.random.normal([], seed=3))
        made[0].assign_add(tf.random.normal([], seed=3))
        return made[0] + tf.random.normal([])

    return numbers(f(), f(), made[0].read_value())


@cases
def generators_and_stateless_numbers(tf):
    generator = tf.random.Generator.from_seed(3)
    f = tf.function(lambda: (generator.normal([]), tf.random.stateless_normal([], [1, 2])))
    return numbers(f(), f(), generator.normal([]), f())


@cases
def timestamps_are_never_merged(tf):
    f = tf.function(lambda: (tf.timestamp(), tf.timestamp()))
    a, b = f()
    c, _ = f()
    return float(a) < float(b) < float(c)


@cases
def unnamed_variable(tf):
    @tf.function
    def f():
        handle = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="", container="")
        if not tf.raw_ops.VarIsInitializedOp(resource=handle):
            tf.raw_ops.AssignVariableOp(resource=handle, value=tf.constant(1.0))
        tf.raw_ops.AssignAddVariableOp(resource=handle, value=tf.constant(1.0))
        return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)

    return numbers(f(), f(), f())


@pytest.mark.parametrize("code", **cases.parameters())
def test_state(code, tensorflow, gw):
    results = []
    for tf in (tensorflow, gw):
        tf.random.set_seed(5)
        results.append(code(tf))
    assert results[1] == results[0]


def test_print_first_n(tensorflow, gw, capfd):
    def code(tf):
        @tf.function
        def f(x):
            x = tf.raw_ops.Print(input=x, data=[x], message="once ", first_n=1)
            for i in tf.range(4):
                x = tf.raw_ops.Print(input=x, data=[i], message="loop ", first_n=3)
            return tf.raw_ops.Print(input=x, data=[x], message="always ", first_n=-1)

        for i in range(2):
            f(tf.constant(i))
        return [line for line in capfd.readouterr().err.splitlines() if "[" in line]

    assert code(gw) == ["once [0]", "loop [0]", "loop [1]", "loop [2]", "always [0]", "always [1]"]
    assert code(tensorflow) == code(gw)


def test_passes_leave_random_numbers_alone(gw):
    def code(tf):
        @tf.function
        def f(x):
            g = tf.function(lambda: tf.random.normal([3], seed=4))
            return tf.tanh(g() * x + tf.random.normal([3], seed=4)) + tf.tanh(g() * x + tf.random.normal([3], seed=4))

        tf.random.set_seed(1)
        return numbers(f(tf.constant(2.0)), f(tf.constant(2.0)))

    with_passes = code(gw)
    names = [name for name, _, on in gw._core.passes() if on]
    with switched_passes(gw._core, False, *names):
        assert code(gw) == with_passes
