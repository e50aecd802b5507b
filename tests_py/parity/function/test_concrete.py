"""Calls of one trace: binding, casts, shapes that it was not made for; and functions with input signatures."""

import numpy as np
import pytest

from support.twice import Cases, assert_same

cases = Cases()


@cases
def kwargs(tf):
    f = tf.function(lambda x, y=2, *, z=3: x + y + z)
    c = f.get_concrete_function(tf.TensorSpec([], tf.int32), z=tf.TensorSpec([], tf.int32))
    return (
        c(tf.constant(1), z=tf.constant(5)),
        c(x=tf.constant(1), z=tf.constant(5)),
        c(tf.constant(1), 2, z=tf.constant(5)),
        c.structured_input_signature,
    )


@cases
def wrong_py(tf):
    c = tf.function(lambda x, y: x + y).get_concrete_function(tf.TensorSpec([], tf.int32), 2)
    return c(tf.constant(1), 3)


@cases
def no_py(tf):
    c = tf.function(lambda x, y: x + y).get_concrete_function(tf.TensorSpec([], tf.int32), 2)
    return c(tf.constant(1)), c(tf.constant(1), y=2)


@cases
def struct(tf):
    c = tf.function(lambda d: d["a"] + d["b"][0]).get_concrete_function(
        {"a": tf.TensorSpec([], tf.int32), "b": [tf.TensorSpec([], tf.int32)]}
    )
    return c({"a": tf.constant(1), "b": [tf.constant(2)]}), c({"a": 1, "b": [2]}), c(tf.constant(1), tf.constant(2))


@cases
def struct_bad(tf):
    c = tf.function(lambda d: d["a"] + d["b"][0]).get_concrete_function(
        {"a": tf.TensorSpec([], tf.int32), "b": [tf.TensorSpec([], tf.int32)]}
    )
    return c({"a": tf.constant(1), "b": (tf.constant(2),)})


@cases
def dtype_bad(tf):
    c = tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([], tf.int32))
    return c(tf.constant(1.0))


@cases
def shape_ok_anyway(tf):
    c = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([2], tf.int32))
    return c(tf.constant([1, 2, 3]))


@cases
def shape_bad_rank(tf):
    c = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([2], tf.int32))
    return c(tf.constant([[1, 2, 3]]))


@cases
def shape_other(tf):
    c = tf.function(lambda x: tf.reduce_sum(x)).get_concrete_function(tf.TensorSpec([None, 2], tf.int32))
    return c(tf.constant([[1, 2, 3]]))


@cases
def shape_numpy(tf):
    c = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([2], tf.int32))
    return c(np.array([1, 2, 3], np.int32))


@cases
def shape_kw(tf):
    c = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([2], tf.int32))
    return c(x=tf.constant([1, 2, 3]))


@cases
def shape_flat(tf):
    c = tf.function(lambda d: d["x"] + 1).get_concrete_function({"x": tf.TensorSpec([2], tf.int32)})
    return c(tf.constant([1, 2, 3]))


@cases
def shape_static_use(tf):
    c = tf.function(lambda x: tf.zeros(x.shape)).get_concrete_function(tf.TensorSpec([2], tf.int32))
    return c(tf.constant([1, 2, 3]))


@cases
def variable_arg(tf):
    c = tf.function(lambda v: v + 1).get_concrete_function(tf.Variable(1.0))
    return c(tf.Variable(5.0)), c(tf.Variable(7.0).handle)


@cases
def variable_arg_bad(tf):
    c = tf.function(lambda v: v + 1).get_concrete_function(tf.Variable(1.0))
    return c(tf.constant(5.0))


@cases
def tensor_for_var(tf):
    c = tf.function(lambda v: v + 1).get_concrete_function(tf.TensorSpec([], tf.float32))
    return c(tf.Variable(5.0))


@cases
def in_function(tf):
    c = tf.function(lambda v: v + 1).get_concrete_function(tf.TensorSpec([], tf.float32))

    @tf.function
    def g(x):
        return c(x) * 2

    return g(tf.constant(1.0)), [o.type for o in g.get_concrete_function(tf.constant(1.0)).graph.get_operations()]


@cases
def gradient(tf):
    c = tf.function(lambda v: v * v).get_concrete_function(tf.TensorSpec([], tf.float32))
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = c(x)
    return t.gradient(y, x)


@cases
def none_output(tf):
    c = tf.function(lambda x: None).get_concrete_function(1)
    return c(), c.structured_outputs, c.outputs, c.output_shapes, c.output_dtypes


@cases
def bool(tf):
    c = tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([None], tf.bool))
    return c(tf.constant([True])), c.output_shapes, c.output_dtypes


@cases
def flat_positional_names(tf):
    S = tf.TensorSpec
    c = tf.function(lambda a, b: a - b).get_concrete_function(S([], tf.int32, name="p"), S([], tf.int32, name="q"))
    return c(p=tf.constant(5), q=tf.constant(3))


@cases
def same_names(tf):
    S = tf.TensorSpec
    c = tf.function(lambda a, b: a - b).get_concrete_function(S([], tf.int32, name="p"), S([], tf.int32, name="p"))
    return c(tf.constant(5), tf.constant(3)), c._arg_keywords


@cases
def int_for_float(tf):
    c = tf.function(lambda a: a).get_concrete_function(tf.TensorSpec([], tf.float32))
    return c(1)


@cases
def list_for_float(tf):
    c = tf.function(lambda a: a).get_concrete_function(tf.TensorSpec([None], tf.float32))
    return c([1, 2])


@cases
def np64_for_float(tf):
    c = tf.function(lambda a: a).get_concrete_function(tf.TensorSpec([], tf.float32))
    return c(np.float64(1.5))


@cases
def float_for_int(tf):
    c = tf.function(lambda a: a).get_concrete_function(tf.TensorSpec([], tf.int32))
    return c(1.5)


@cases
def call_symbolic_other(tf):
    c = tf.function(lambda a: a).get_concrete_function(tf.TensorSpec([], tf.int32))
    leak = []
    tf.function(lambda x: leak.append(x))(tf.constant(1))
    return c(leak[0])


@cases
def extra(tf):
    f = tf.function(lambda x, y=3: x + y, input_signature=[tf.TensorSpec([], tf.int32)])
    return f(1, 3), f(1, y=3)


@cases
def kw_for_default(tf):
    f = tf.function(lambda x, y=3: x + y, input_signature=[tf.TensorSpec([], tf.int32)])
    return f(1, y=4)


@cases
def call_kw(tf):
    f = tf.function(lambda x, y: x - y, input_signature=[tf.TensorSpec([], tf.int32)] * 2)
    return f(y=1, x=2), f(2, y=1), f.get_concrete_function().structured_input_signature


@cases
def concrete_other(tf):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([None], tf.int32)])
    return f.get_concrete_function(tf.TensorSpec([2], tf.int32)).inputs


@cases
def concrete_bad(tf):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([None], tf.int32)])
    return f.get_concrete_function(tf.TensorSpec([2, 2], tf.int32)).inputs


@cases
def ragged_cast(tf):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec(None, tf.float32)])
    return f(1), f([1, 2]), f(np.float64(3)), f(tf.constant(1.0)), f.experimental_get_tracing_count()


@cases
def bad_dtype_tensor(tf):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec(None, tf.float32)])
    return f(tf.constant(1))


@cases
def bad_np(tf):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec(None, tf.int32)])
    return f(np.array([1.5]))


@cases
def variable(tf):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec(None, tf.float32)])
    return f(tf.Variable(1.0))


@cases
def nested(tf):
    S = tf.TensorSpec
    f = tf.function(lambda x, y: (x["a"], y[0]), input_signature=[{"a": S([]), "b": S([])}, (S([]), S([]))])
    return (
        f({"a": 1.0, "b": 2.0}, (3.0, 4.0)),
        f.input_signature,
        f({"b": 1.0, "a": 2.0}, (3.0, 4.0)),
        f.experimental_get_tracing_count(),
    )


@cases
def nested_bad(tf):
    S = tf.TensorSpec
    f = tf.function(lambda x, y: (x["a"], y[0]), input_signature=[{"a": S([]), "b": S([])}, (S([]), S([]))])
    return f({"a": 1.0, "b": 2.0}, [3.0, 4.0])


@cases
def nested_bad2(tf):
    S = tf.TensorSpec
    f = tf.function(lambda x: x, input_signature=[(S([]), S([]))])
    return f((3.0, 4.0, 5.0))


@cases
def none_spec(tf):
    return tf.function(lambda x: x, input_signature=[None])


@cases
def empty(tf):
    return tf.function(lambda x: x, input_signature=[])(1)


@cases
def string(tf):
    return tf.function(lambda x: x, input_signature="abc")


@cases
def varspec(tf):
    f = tf.function(lambda v: v + 1, input_signature=[tf.TensorSpec([], tf.float32)])
    return f(tf.Variable(2.0))


@cases
def dict_top(tf):
    return tf.function(lambda x: x, input_signature={"x": tf.TensorSpec([])})


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_shapes_that_a_trace_was_not_made_for(gw):
    """Control flow, nested calls, gradients and variables in a trace that is called with other shapes."""
    v = gw.Variable(3.0)

    @gw.custom_gradient
    def same(x):
        return gw.identity(x), lambda dy: dy * 2.0

    @gw.function
    def inner(x):
        return same(x) * v

    @gw.function
    def f(x, n):
        for _ in gw.range(n):
            x = inner(x) + 1.0
        if gw.reduce_sum(x) > 0.0:
            x = x * 2.0
        return x, gw.reduce_sum(x)

    concrete = f.get_concrete_function(gw.TensorSpec([2], gw.float32), gw.TensorSpec([], gw.int32))
    for shape in ([2], [5], [1], [0]):
        x = gw.ones(shape)
        with gw.GradientTape() as tape:
            tape.watch(x)
            y, total = concrete(x, gw.constant(2))
        assert y.shape == shape and (y.numpy() == 26.0).all()
        assert total == 26.0 * np.prod(shape)
        assert (tape.gradient(total, x).numpy() == 18.0 * 4.0).all()


def test_variables_that_a_trace_was_not_made_for(gw):
    concrete = gw.function(lambda v: v * 2 + 1).get_concrete_function(gw.Variable([1.0] * 1000))
    for value in (2.0, [2.0, 3.0], [[4.0]]):
        variable = gw.Variable(value)
        assert (concrete(variable).numpy() == np.array(value) * 2 + 1).all()
        assert (concrete(variable.handle).numpy() == np.array(value) * 2 + 1).all()


def test_unknown_shapes_in_an_outer_function(gw):
    concrete = gw.function(lambda x: x * 2.0 + 1.0).get_concrete_function(gw.TensorSpec([100], gw.float32))
    signed = gw.function(lambda x: x * 2.0 + 1.0, input_signature=[gw.TensorSpec([100], gw.float32)])

    @gw.function(input_signature=[gw.TensorSpec([None], gw.float32)])
    def outer(x):
        return concrete(x), signed(x)

    for size in (3, 100, 500):
        for y in outer(gw.ones([size])):
            assert y.shape == [size] and (y.numpy() == 3.0).all()


@pytest.mark.parametrize("where", ["argument", "result of an op", "in a loop", "in a branch"])
def test_claims_about_shapes_are_checked(gw, where):
    def claim(x):
        x.set_shape([1000])
        return x * 2.0 + 1.0

    @gw.function(input_signature=[gw.TensorSpec([None], gw.float32)])
    def f(x):
        if where == "argument":
            y = claim(x)
        elif where == "result of an op":
            y = claim(x + 1.0)
        elif where == "in a loop":
            y = gw.zeros([1000])
            for _ in gw.range(2):
                y = y + claim(x + 0.0)
        else:
            y = gw.zeros([1000])
            if gw.size(x) > 1:
                y = claim(x)
        return gw.reduce_sum(y)

    assert f(gw.zeros([1000])) >= 1000.0
    for size in (2, 999, 2000):
        with pytest.raises(gw.errors.InvalidArgumentError, match=rf"\[{size}\].*\[1000\]"):
            f(gw.zeros([size]))
