"""Third derivatives in every mix of tapes, Jacobians and forward mode: all give what TensorFlow's three tapes give.

GRAPHWRIGHT_GRADIENT_ORDERS sets how many mixes are tried ("all").
"""

import itertools

import numpy as np
import pytest

from support.selection import selected

X = [0.3, 0.6, -0.4]


def functions(tf):
    """Functions whose element i depends on the argument's element i, and the variable in them."""
    w = tf.Variable([0.5, -0.25, 0.75])
    cube = lambda q: q * q * q * w * w  # noqa: E731
    return w, {
        "product": cube,
        "function": tf.function(cube),
        "sines": lambda q: tf.sin(q) * tf.tanh(q * w),
        "branch": lambda q: tf.cond(w[0] > 0.0, lambda: q * q * w * q, lambda: q),
        "loop": lambda q: tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * q * w), [0, q])[1],
        "inner tape": lambda q: derivative(tf, "tape", cube, q, q),
    }


def derivative(tf, way, f, x, source):
    """The derivative of each element of `f(x)` with respect to the same one of `source`."""
    if way == "forward":
        with tf.autodiff.ForwardAccumulator(source, tf.ones_like(source)) as accumulator:
            y = f(x)
        return accumulator.jvp(y, unconnected_gradients="zero")
    with tf.GradientTape(persistent=way == "rows") as tape:
        tape.watch(source)
        y = f(x)
    if way == "tape":
        return tape.gradient(y, source, unconnected_gradients="zero")
    if way == "rows":  # the products with the columns of the identity, one by one
        rows = tape.jacobian(y, source, unconnected_gradients="zero", experimental_use_pfor=False)
    else:
        rows = tape.jacobian(y, source, unconnected_gradients="zero")
    return tf.reduce_sum(rows, 0)


def third(tf, ways, function, last, traced):
    """The third derivative, the last time with respect to the variable where `last` says so."""
    w, found = functions(tf)
    f = found[function]

    def whole(x):
        first = lambda q: derivative(tf, ways[0], f, q, q)  # noqa: E731
        second = lambda q: derivative(tf, ways[1], first, q, q)  # noqa: E731
        return derivative(tf, ways[2], second, x, w if last == "variable" else x)

    return (tf.function(whole) if traced else whole)(tf.constant(X)).numpy()


_wanted = {}


def wanted(tensorflow, function, last):
    if (function, last) not in _wanted:
        _wanted[function, last] = third(tensorflow, ("tape",) * 3, function, last, True)
    return _wanted[function, last]


def chosen():
    mixes = list(itertools.product(("tape", "jacobian", "rows", "forward"), repeat=3))
    return selected(mixes, "GRAPHWRIGHT_GRADIENT_ORDERS", 12, 1)


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("last", ["argument", "variable"])
@pytest.mark.parametrize("ways", chosen(), ids="-".join)
@pytest.mark.parametrize("function", ["product", "function", "sines", "branch", "loop", "inner tape"])
def test_third_derivatives(function, ways, last, traced, gw, tensorflow):
    got = third(gw, ways, function, last, traced)
    np.testing.assert_allclose(got, wanted(tensorflow, function, last), 2e-4, 2e-5)
