"""What the turns of a loop have in common is computed once, before it; and assertions are taken out on demand."""

import numpy as np
import pytest
import tensorflow

import graphwright

X = np.random.default_rng(3).normal(size=(4, 4)).astype("float32")


def products(tf, x, n):
    total = tf.zeros([4, 4])
    for i in tf.range(n):
        total = tf.tanh(total + tf.matmul(x, x, transpose_b=True) * 0.3) + tf.cast(i, tf.float32)
    return total


def nested(tf, x, n):
    total = tf.zeros([4, 4])
    for _ in tf.range(n):
        for j in tf.range(n):
            total += tf.exp(-x) * tf.cast(j, tf.float32) + tf.transpose(x)
    return total


def called(tf, x, n):
    square = tf.function(lambda y: tf.square(y) + 1.0)
    total = tf.constant(0.0)
    i = tf.constant(0)
    while i < n:
        total += tf.reduce_sum(square(x)) * tf.cast(i, tf.float32)
        i += 1
    return total


def half_changed(tf, x, n):
    """One variable changes in a branch only, and one is swapped with another."""
    a, b, c = x, x + 1.0, x * 2.0
    for i in tf.range(n):
        if i > 1:
            c = c + 1.0
        a, b = b, a
        x = a * 2.0 + b * 3.0 + tf.exp(c)
    return a, b, c, x


def kept(tf, x, n):
    y = x
    for _ in tf.range(n):
        y = tf.sigmoid(x)
    return y


def division(tf, x, n):
    """Integer division fails for zero, which a loop without turns never does."""
    d = tf.cast(x[0, 0] * 0.0, tf.int32)
    total = tf.constant(0)
    for i in tf.range(n * 0):
        total += i // d + n // d
    return total


def gradient(tf, x, n):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(products(tf, x, n)) + tf.reduce_sum(nested(tf, x, n))
    return tape.gradient(y, x)


def while_loop(tf, x, n):
    return tf.while_loop(
        lambda i, y, w: i < n, lambda i, y, w: (i + 1, y + tf.matmul(w, w) * tf.cast(w > 0, tf.float32), w), [0, x, x]
    )


PROGRAMS = [products, nested, called, half_changed, kept, division, gradient, while_loop]


def results(tf, program, n, **options):
    f = tf.function(lambda x, n: program(tf, x, n), **options)
    return [np.asarray(r) for r in tf.nest.flatten(f(tf.constant(X), tf.constant(n)))]


@pytest.mark.parametrize("program", PROGRAMS)
def test_same_as_tensorflow_and_without_the_pass(program):
    for n in (0, 3):
        want = results(tensorflow, program, n)
        found = {"on": results(graphwright, program, n), "jit": results(graphwright, program, n, jit_compile=True)}
        graphwright.config.optimizer.set_experimental_options({"loop_optimization": False})
        try:
            found["off"] = results(graphwright, program, n)
        finally:
            graphwright.config.optimizer.set_experimental_options({"loop_optimization": True})
        for name, got in found.items():
            for one, other in zip(got, want, strict=True):
                np.testing.assert_allclose(one, other, rtol=3e-5, atol=3e-5, err_msg=f"{name}, {n} turns")


@pytest.mark.parametrize(("program", "op", "most"), [(products, "MatMul", 1), (nested, "Transpose", 1)])
def test_computed_once(program, op, most):
    f = graphwright.function(lambda x, n: program(graphwright, x, n))
    text = str(f.inspect(graphwright.constant(X), graphwright.constant(5)))
    listing = text[text.index("Instructions:") :].splitlines()[1:]
    ops = [line.split("=")[1].split("(")[0].strip() if "=" in line else line for line in listing]
    first_jump = next(i for i, line in enumerate(listing) if " unless " in line)
    assert [i for i, name in enumerate(ops) if op in name] and all(
        i < first_jump for i, name in enumerate(ops) if op in name
    )


def checked(tf, x):
    tf.debugging.assert_positive(x, message="not positive")
    tf.print("x is", x)
    return tf.debugging.check_numerics(tf.math.log(x), "no number") + 1.0


def test_debugging_is_stripped_on_demand(capfd):
    x = graphwright.constant([1.0, -1.0])
    with pytest.raises(graphwright.errors.InvalidArgumentError, match="not positive"):
        graphwright.function(lambda x: checked(graphwright, x))(x)
    graphwright.config.optimizer.set_experimental_options({"debug_stripper": True})
    try:
        f = graphwright.function(lambda x: checked(graphwright, x))
        np.testing.assert_array_equal(f(x).numpy(), np.array([1.0, np.nan], "float32"))
    finally:
        graphwright.config.optimizer.set_experimental_options({"debug_stripper": False})
    assert "x is" not in capfd.readouterr().err
    graphwright.function(lambda x: checked(graphwright, x))(x[:1])
    assert "x is" in capfd.readouterr().err


ROWS = np.random.default_rng(4).normal(size=(6, 3, 4)).astype("float32")


def over_rows(step, turns=6, first=0):
    """A program that goes through the rows of a tensor; `step` is what is added for one."""

    def program(tf, rows, w, v):
        total = tf.zeros([3, 4])
        for i in tf.range(first, turns):
            total = tf.tanh(total + step(tf, rows, i, w, v))
        return total, v + 0.0

    return program


def by_while_loop(tf, rows, w, v):
    return tf.while_loop(
        lambda i, y: tf.logical_and(i < 6, tf.reduce_sum(y) < 8.0),
        lambda i, y: (i + 1, y + rows[i] @ w + 0.5),
        [0, rows[0]],
    )


def trained(tf, rows, w, v):
    with tf.GradientTape() as tape:
        tape.watch([rows, w])
        total = tf.zeros([3, 4])
        for i in tf.range(6):
            total = tf.tanh(rows[i] @ v + total @ w)
        loss = tf.reduce_sum(total * total)
    return tape.gradient(loss, [rows, w, v])


def written(tf, rows, w, v):
    total = tf.zeros([3, 4])
    for i in tf.range(6):
        total += rows[i] @ v
        v.assign(v * 0.9)
    return total, v + 0.0


def rows_that_change(tf, rows, w, v):
    total = tf.zeros([3, 4])
    for i in tf.range(6):
        total += rows[i] @ w
        rows = rows * 0.5
    return total


# By name: the program, and whether its products are joined.
OVER_ROWS = {
    "plain": (over_rows(lambda tf, rows, i, w, v: rows[i] @ w), True),
    "two matrices": (over_rows(lambda tf, rows, i, w, v: rows[i] @ w + rows[i] @ tf.transpose(w)), True),
    "variable": (over_rows(lambda tf, rows, i, w, v: rows[i] @ v), True),
    "transposed": (over_rows(lambda tf, rows, i, w, v: tf.matmul(rows[i], v, transpose_b=True)), True),
    "assigned before": (over_rows(lambda tf, rows, i, w, v: rows[i] @ v), True),
    "while_loop": (by_while_loop, True),
    "trained": (trained, True),
    "rows transposed": (
        over_rows(lambda tf, rows, i, w, v: tf.matmul(rows[i], rows[i], transpose_a=True)[:3] @ w),
        False,
    ),
    "another row": (over_rows(lambda tf, rows, i, w, v: rows[i - 1] @ w), False),
    "many rows": (over_rows(lambda tf, rows, i, w, v: (tf.tile(rows, [1, 2, 1])[i] @ w)[:3]), False),
    "less turns": (over_rows(lambda tf, rows, i, w, v: rows[i] @ w, turns=4), False),
    "from the second on": (over_rows(lambda tf, rows, i, w, v: rows[i] @ w, first=1), False),
    "written": (written, False),
    "rows that change": (rows_that_change, False),
    "matrix that changes": (over_rows(lambda tf, rows, i, w, v: rows[i] @ (w * tf.cast(i, tf.float32))), False),
}


@pytest.mark.parametrize("name", OVER_ROWS)
def test_products_of_rows(name):
    program, joined = OVER_ROWS[name]

    def run(tf, on=True):
        v = tf.Variable(X * 0.2)
        before = graphwright.config.optimizer.get_experimental_options()
        graphwright.config.optimizer.set_experimental_options({"loop_optimization": on})

        def f(rows, w):
            if name == "assigned before":
                v.assign(v * 3.0)
            return program(tf, rows, w, v)

        try:
            f = tf.function(f)
            found = [np.asarray(r) for r in tf.nest.flatten(f(tf.constant(ROWS), tf.constant(X)))]
            again = [np.asarray(r) for r in tf.nest.flatten(f(tf.constant(ROWS), tf.constant(X)))]
            if tf is graphwright:
                assert ("BatchMatMulV2" in f.inspect(tf.constant(ROWS), tf.constant(X)).ops_after) == (joined and on)
        finally:
            graphwright.config.optimizer.set_experimental_options({"loop_optimization": True} | before)
        return found + again

    want = run(tensorflow)
    for on in (True, False):
        for got, expected in zip(run(graphwright, on), want, strict=True):
            np.testing.assert_allclose(got, expected, rtol=2e-5, atol=2e-6)
