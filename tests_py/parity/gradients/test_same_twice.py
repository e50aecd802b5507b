"""One tensor given twice to what calls functions: each argument has a derivative of its own, and they add up once."""

import pytest

from support.compare import outcome, same_outcome


def product(a, b):
    return a * b * b


def callers(tf):
    """Ways to compute from a float scalar that is both arguments of what they call, by name."""

    def carried(*values):
        return tf.while_loop(lambda i, a, b: i < 2, lambda i, a, b: (i + 1, a * b, b), (0, *values))

    def differs(a, b):
        return a * b, lambda g: (g * 1.0, g * 10.0)

    def twice_made(x):
        return [x, tf.identity(x), tf.reshape(x, [])]

    def py(x, y):
        return tf.py_function(product, [x, y], tf.float32)

    def rows(x):
        return tf.expand_dims(x, 0), tf.expand_dims(x, 0)

    return {
        "py_function": lambda x: py(x, x),
        "py_function of an identity": lambda x: py(x, tf.identity(x)),
        "py_function of a reshaped one": lambda x: py(tf.reshape(x, []), x),
        "py_function and what it captures": lambda x: tf.py_function(lambda a: a * 2.0, [x], tf.float32) * x,
        "py_function that gives one twice": lambda x: tf.py_function(lambda a: [a, a], [x], [tf.float32] * 2)[1],
        "py_function that passes on": lambda x: tf.add_n(
            tf.py_function(lambda a, b: [a, b, a * b], [x, x], [tf.float32] * 3)
        ),
        "py_function of many": lambda x: tf.py_function(
            lambda a, b, c: a * b * b * c * c * c, twice_made(x), tf.float32
        ),
        "function": lambda x: tf.function(product)(x, x),
        "function of an identity": lambda x: tf.function(product)(x, tf.identity(x)),
        "compiled function": lambda x: tf.function(product, jit_compile=True)(x, x),
        "custom_gradient": lambda x: tf.custom_gradient(differs)(x, x),
        "grad_pass_through": lambda x: tf.grad_pass_through(lambda a: a * x)(x),
        "cond in a function": lambda x: tf.function(lambda a, b: tf.cond(a > 0.0, lambda: product(a, b), lambda: a))(
            x, x
        ),
        "while_loop": lambda x: carried(x, x)[1],
        "while_loop that carries one along": lambda x: carried(x, x)[2],
        "map_fn": lambda x: tf.map_fn(lambda p: product(*p), rows(x), fn_output_signature=tf.float32)[0],
        "vectorized_map": lambda x: tf.vectorized_map(lambda p: product(*p), rows(x))[0],
        "scan": lambda x: tf.scan(lambda state, a: state * a, tf.stack([x, x]), x)[1],
        "foldl": lambda x: tf.foldl(lambda state, a: state * a, tf.stack([x, x]), x),
        "Optional": lambda x: product(*tf.experimental.Optional.from_value((x, x)).get_value()),
        "identity_n": lambda x: product(*tf.identity_n([x, x])),
        "einsum": lambda x: tf.einsum(",,->", x, x, x),
        "add_n": lambda x: tf.add_n([x, x, x * x]),
        "stack": lambda x: tf.reduce_prod(tf.stack([x, x, x])),
        "TensorArray": lambda x: tf.reduce_prod(tf.TensorArray(tf.float32, 2).write(0, x).write(1, x).stack()),
        "recompute_grad": lambda x: tf.recompute_grad(product)(x, x),
    }


def first(tf, function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def in_a_function(tf, function, x):
    return tf.function(lambda: first(tf, function, x), autograph=False)()


def through_a_function(tf, function, x):
    return first(tf, tf.function(function, autograph=False), x)


def second(tf, function, x):
    return first(tf, lambda x: first(tf, function, x), x)


def weighed_with_itself(tf, function, x):
    """The derivative of a derivative whose upstream is the tensor, too."""
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        slope = tape.gradient(y, x, output_gradients=x)
    return outer.gradient(slope, x)


def forward(tf, function, x):
    with tf.autodiff.ForwardAccumulator(x, x) as accumulator:
        y = function(x)
    return accumulator.jvp(y)


# TensorFlow's own: py_function has no second derivative there, nor recompute_grad a forward one; a forward accumulator
# does not know how to make variants.
LOST = {
    (second, "py_function"),
    (weighed_with_itself, "py_function"),
    (weighed_with_itself, "recompute_grad"),
    (forward, "recompute_grad"),
    (forward, "Optional"),
}


@pytest.mark.parametrize("way", [first, in_a_function, through_a_function, second, weighed_with_itself, forward])
def test_one_tensor_twice(way, tensorflow, gw):
    wrong, theirs, ours = [], callers(tensorflow), callers(gw)
    for name in theirs:
        if (way, name.split(" ")[0]) in LOST:
            continue
        want = outcome(lambda tf, name=name: way(tf, theirs[name], tf.constant(0.5)), tensorflow)
        got = outcome(lambda tf, name=name: way(tf, ours[name], tf.constant(0.5)), gw)
        try:
            same_outcome(want, got)
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("count", [2, 3])
def test_second_derivatives_of_py_function(count, gw):
    """A power written as a product of arguments that are one tensor, weighed with it."""

    def power(x):
        return gw.py_function(lambda *all: gw.reduce_prod(gw.stack(all)), [x] * count, gw.float32)

    def plain(x):
        return x**count

    for way in (second, weighed_with_itself):
        x = gw.constant(0.5)
        assert way(gw, power, x).numpy() == pytest.approx(way(gw, plain, x).numpy()), way.__name__


@pytest.mark.parametrize("texts", ["one", ["one", "two"], ""])
@pytest.mark.parametrize("way", [first, in_a_function, through_a_function])
def test_py_function_beside_text(way, texts, gw):
    """TensorFlow fails here: it makes zeros of the text's dtype."""

    def function(x):
        return gw.py_function(lambda a, b, text: product(a, b), [x, x, texts], gw.float32)

    assert way(gw, function, gw.constant(0.5)).numpy() == pytest.approx(3 * 0.5**2)
