"""tf.custom_gradient and its kin do what TensorFlow's do."""

import gc
import weakref

import numpy as np
import pytest

from support.compare import Cases, same_results
from support.gradient_programs import gradient

case = Cases()


def product_with_gradient(tf):
    @tf.custom_gradient
    def product(p, q):
        return p * q, lambda upstream: (upstream * 10.0, upstream * 20.0)

    return product


@case
def custom_gradient(tf):
    return gradient(tf, product_with_gradient(tf), [tf.constant(3.0), tf.Variable(2.0)])


@case.each([None, 3, (1,)])
def no_function_of_gradients(tf, name):
    return tf.custom_gradient(lambda x: (x, name))(tf.constant(1.0))


@case
def no_function_of_gradients_in_a_function(tf):
    return tf.function(tf.custom_gradient(lambda x: (x, None)))(tf.constant(1.0))


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


def told_scaled(tf, told):
    @tf.custom_gradient
    def scaled(x):
        factor = 2.0

        def grad(upstream):
            told.append("gradient")
            return upstream * factor * 10.0

        told.append("result")
        result = x * factor
        factor = 3.0
        return result, grad

    return scaled


@case
def custom_gradient_is_asked_when_the_gradient_is_taken(tf):
    told = []
    scaled = told_scaled(tf, told)

    @tf.function
    def f(x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = scaled(x) * x
        told.append("taken")
        first = tape.gradient(y, x)
        told.append("done")
        return first, tape.gradient(y * 2.0, x)

    @tf.function
    def without(x):
        y = scaled(x)
        told.append("end")
        return y

    result = [f(tf.constant(2.0)), f(tf.constant(3.0))]
    told.append("function")
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = without(x)
    told.append("after the call")
    result.append(tape.gradient(y, x))
    return result, told


@case
def custom_gradient_sees_what_its_names_mean_by_then(tf):
    @tf.function
    def f(x, y):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch([x, y])
            factor = y
            z = tf.custom_gradient(lambda q: (q * factor, lambda upstream: upstream * factor * 10.0))(x)
            factor = y * 7.0
        first = tape.gradient(z, [x, y])
        factor = y * 9.0
        return first, tape.gradient(z, [x, y])

    @tf.function
    def in_branch(x, y):
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            factor = y
            z = tf.custom_gradient(lambda q: (q * factor, lambda upstream: upstream * factor * 10.0))(x)
        if x > 0.0:
            gradients = tape.gradient(z, [x, y])
        else:
            gradients = [x, y]
        return gradients

    x, y = tf.constant(2.0), tf.constant(5.0)
    return f(x, y), in_branch(x, y), in_branch(-x, y)


@case
def custom_gradient_that_fails(tf):
    @tf.custom_gradient
    def failing(x):
        def grad(upstream):
            raise NotImplementedError("not differentiable")

        return x * 2.0, grad

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = failing(x)
        return tape.gradient(y, x)

    outcome = [tf.function(lambda x: failing(x) + 1.0)(tf.constant(2.0))]
    try:
        f(tf.constant(2.0))
    except NotImplementedError as error:
        outcome.append("not differentiable" in str(error))
    return outcome


@case
def custom_gradient_in_trace_that_fails(tf):
    scaled = told_scaled(tf, [])

    @tf.function
    def f(x):
        scaled(x)
        raise KeyError("no")

    outcome = []
    for _ in range(2):
        try:
            f(tf.constant(2.0))
        except KeyError:
            outcome.append("KeyError")
    return outcome


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
    scaled = gw.custom_gradient(lambda p: (p * 2.0, lambda u: u * p * 10.0))

    def outside(x):
        return scaled(scaled(x))

    def inside(x):
        return gradient(gw, outside, [x])[0]

    def failing(x):
        alive.append(weakref.ref(outside(x).graph))
        raise KeyError

    def run():
        f = gw.function(outside, autograph=False)
        assert gradient(gw, f, gw.constant(1.0)) == 200.0
        g = gw.function(inside, autograph=False)
        assert g(gw.constant(1.0)) == 200.0
        alive.extend(weakref.ref(one.get_concrete_function(gw.constant(1.0)).graph) for one in (f, g))
        with pytest.raises(KeyError):
            gw.function(failing, autograph=False)(gw.constant(1.0))

    run()
    gc.collect()
    assert [graph() for graph in alive] == [None] * 3


def tangent(tf):
    """A function whose gradient is made of itself, and so has derivatives of every order."""

    @tf.custom_gradient
    def tan(x):
        return tf.tan(x), lambda upstream: upstream * (1.0 + tan(x) * tan(x))

    return tan


def derivatives(tf, f, x, order):
    if order == 0:
        return [f(x)]
    with tf.GradientTape() as tape:
        tape.watch(x)
        found = derivatives(tf, f, x, order - 1)
    return [*found, tape.gradient(found[-1], x)]


@case
def custom_gradient_that_calls_itself(tf):
    tan, x = tangent(tf), tf.constant(0.5)
    inside = tf.function(lambda x: derivatives(tf, tan, x, 4))
    return derivatives(tf, tan, x, 3), inside(x), derivatives(tf, tf.function(tan), x, 1)


def test_derivatives_of_what_calls_itself(gw):
    """From outside of a function there are as many as are traced; and nothing keeps the function's graph alive."""

    def run():
        tan = tangent(gw)
        traced = gw.function(lambda x: tan(x) * 2.0)
        with pytest.raises(gw.errors.UnimplementedError, match="calls itself"):
            derivatives(gw, traced, gw.constant(0.5), 5)
        return weakref.ref(traced.get_concrete_function(gw.constant(0.5)).graph)

    graph = run()
    gc.collect()
    assert graph() is None


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)


GIVEN = {
    "an int": lambda tf: 2,
    "a float": lambda tf: 0.5,
    "a bool": lambda tf: True,
    "an array": lambda tf: np.ones(2),
    "a NumPy scalar": lambda tf: np.float64(2.0),
    "a string": lambda tf: "x",
    "a shape": lambda tf: tf.TensorShape([2]),
    "a list": lambda tf: [1.0, 2.0],
    "a dict": lambda tf: {"a": tf.ones([2]), "b": [3]},
    "a tensor": lambda tf: tf.ones([2]),
    "a variable": lambda tf: tf.Variable([1.0, 2.0]),
    "ragged": lambda tf: tf.ragged.constant([[1.0], [2.0, 3.0]]),
    "None": lambda tf: None,
    "a function": lambda tf: len,
}


@pytest.mark.parametrize("traced", [False, True], ids=["eagerly", "traced"])
@pytest.mark.parametrize("wrapper", ["custom_gradient", "recompute_grad"])
@pytest.mark.parametrize("given", GIVEN)
def test_functions_see_what_they_are_called_with(given, wrapper, traced, tensorflow, gw):
    if given == "a tensor" and traced:
        pytest.skip("an eager tensor stays one while tracing, in TensorFlow it is captured")
    if wrapper == "recompute_grad" and (given == "ragged" or traced and given in ("a bool", "a string")):
        pytest.skip("TensorFlow refuses these")

    def outcome(tf, by_name):
        argument, seen = GIVEN[given](tf), []

        def function(x, a):
            seen.append([type(part).__name__ for part in (x, a)])
            scaled = x * a if isinstance(a, (int, float)) or hasattr(a, "assign") else 2 * x
            return (
                (scaled, lambda dy: (3 * dy, *[None] * len(tf.nest.flatten(a))))
                if wrapper == "custom_gradient"
                else scaled
            )

        wrapped = getattr(tf, wrapper)(function)

        def slope(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = wrapped(x, a=argument) if by_name else wrapped(x, argument)
            return tape.gradient(y, x)

        if traced:
            slope = tf.function(slope, autograph=False)
        try:
            result = slope(tf.constant([1.0, 2.0], tf.float64 if given == "a float" else tf.float32)).numpy().tolist()
        except Exception as error:
            result = type(error).__name__
        return seen[:1], result

    # TensorFlow's functions take no arguments by name.
    for by_name in (False,) if traced else (False, True):
        assert outcome(gw, by_name) == outcome(tensorflow, by_name)
