"""Contexts, input signatures, concrete functions, captures and misuse, beside TensorFlow."""

import threading

import pytest

from support.twice import Cases, S, assert_same

cases = Cases()


@cases
def device_retrace(tf):
    f = tf.function(lambda x: x + 1)
    n = []
    f(tf.constant(1))
    n.append(f.experimental_get_tracing_count())
    with tf.device("/CPU:0"):
        f(tf.constant(1))
        n.append(f.experimental_get_tracing_count())
    with tf.device("/device:CPU:0"):
        f(tf.constant(1))
        n.append(f.experimental_get_tracing_count())
    with tf.name_scope("q"):
        f(tf.constant(1))
        n.append(f.experimental_get_tracing_count())
    return n


@cases
def closure_outer_tensor_retrace(tf):
    log = []

    @tf.function
    def outer(x):
        y = x * 2

        @tf.function
        def inner(z):
            log.append(1)
            return y + z

        return inner(x) + inner(x + 1)

    outer(tf.constant(1))
    outer(tf.constant(2))
    return len(log)


@cases
def tape_retrace(tf):
    f = tf.function(lambda x: x * x)
    x = tf.Variable(3.0)
    f(x)
    with tf.GradientTape() as t:
        y = f(x)
    return f.experimental_get_tracing_count(), t.gradient(y, x)


@cases
def threads_retrace(tf):
    f = tf.function(lambda x: x + 1)
    f(tf.constant(1))
    t = threading.Thread(target=lambda: f(tf.constant(2)))
    t.start()
    t.join()
    return f.experimental_get_tracing_count()


@cases
def autograph_opts(tf):
    @tf.autograph.experimental.do_not_convert
    def g(x):
        return x + 1 if isinstance(x, tf.Tensor) else 0

    @tf.function
    def f(x):
        return g(x)

    return f(tf.constant(1))


@cases
def follow_hints(tf):
    @tf.function(experimental_follow_type_hints=True)
    def f(x: tf.Tensor):
        return x + 1

    f(1)
    f(2)
    f(3)
    return f.experimental_get_tracing_count()


@cases
def kwarg_order_sig(tf):
    f = tf.function(lambda a, b: a - b, input_signature=[S(tf, []), S(tf, [])])
    return f(b=1.0, a=3.0), f(3.0, b=1.0)


@cases
def sig_wrong_count(tf):
    f = tf.function(lambda a, b: a - b, input_signature=[S(tf, []), S(tf, [])])
    return f(1.0)


@cases
def sig_extra(tf):
    f = tf.function(lambda a, b: a - b, input_signature=[S(tf, []), S(tf, [])])
    return f(1.0, 2.0, 3.0)


@cases
def sig_name(tf):
    f = tf.function(lambda a, b: a - b, input_signature=[S(tf, [], name="x"), S(tf, [], name="y")])
    c = f.get_concrete_function()
    return (
        c(x=tf.constant(1.0), y=tf.constant(2.0)),
        c(tf.constant(1.0), tf.constant(2.0)),
        [t.name for t in c.inputs],
        f(a=1.0, b=2.0),
    )


@cases
def sig_rank_unknown(tf):
    f = tf.function(lambda a: tf.shape(a), input_signature=[S(tf, None)])
    return f(1.0), f([[1.0]]), f.experimental_get_tracing_count()


@cases
def sig_string(tf):
    f = tf.function(lambda a: a, input_signature=[S(tf, [], tf.string)])
    return f("x"), f(b"y")


@cases
def sig_ints_to_float(tf):
    f = tf.function(lambda a: a, input_signature=[S(tf, [None])])
    return f([1, 2]), f((1, 2))


@cases
def sig_tensor_int_to_float(tf):
    f = tf.function(lambda a: a, input_signature=[S(tf, [None])])
    return f(tf.constant([1, 2]))


@cases
def sig_bool(tf):
    f = tf.function(lambda a: a, input_signature=[S(tf, [], tf.bool)])
    return f(True), f(1)


@cases
def sig_none_arg(tf):
    f = tf.function(lambda a: a, input_signature=[S(tf, [])])
    return f(None)


@cases
def sig_compat(tf):
    f = tf.function(lambda a: a, input_signature=[S(tf, [2, None])])
    return f([[1.0], [2.0]]), f.get_concrete_function(S(tf, [2, 3])) is f.get_concrete_function()


@cases
def sig_incompat_concrete(tf):
    f = tf.function(lambda a: a, input_signature=[S(tf, [2, None])])
    return f.get_concrete_function(S(tf, [3, 3]))


@cases
def concrete_default_wrong(tf):
    c = tf.function(lambda a, b=2: a + b).get_concrete_function(S(tf, [], tf.int32))
    return c(tf.constant(1), 5)


@cases
def concrete_np(tf):
    import numpy as np

    c = tf.function(lambda a: a + 1).get_concrete_function(S(tf, [None]))
    return c(np.ones(2, np.float32)), c([1.0, 2.0])


@cases
def concrete_gradient_struct(tf):
    c = tf.function(lambda d: d["a"] * d["b"]).get_concrete_function({"a": S(tf, []), "b": S(tf, [])})
    a, b = tf.constant(3.0), tf.constant(4.0)
    with tf.GradientTape() as t:
        t.watch([a, b])
        y = c({"a": a, "b": b})
    return t.gradient(y, [a, b])


@cases
def concrete_twice(tf):
    f = tf.function(lambda a: a + 1)
    a = f.get_concrete_function(tf.constant(1))
    b = f.get_concrete_function(S(tf, [], tf.int32))
    return a is b, f.experimental_get_tracing_count()


@cases
def concrete_py_float(tf):
    f = tf.function(lambda a, b: a + b)
    c = f.get_concrete_function(1.0, S(tf, []))
    return c(1.0, tf.constant(2.0)), c(b=tf.constant(2.0)), c.structured_input_signature


@cases
def structured_sig(tf):
    f = tf.function(lambda a, *args, k=1, **kw: a)
    c = f.get_concrete_function(S(tf, []), S(tf, [1]), "s", k=None, z={"q": S(tf, [2])})
    return c.structured_input_signature, str(c)


@cases
def output_none(tf):
    c = tf.function(lambda a: (a, None, [None])).get_concrete_function(S(tf, []))
    return c.structured_outputs, c.output_shapes, c.output_dtypes, c(tf.constant(1.0))


@cases
def output_dup(tf):
    c = tf.function(lambda a: [a, a]).get_concrete_function(S(tf, []))
    return len(c.outputs), c(tf.constant(1.0))


@cases
def output_const(tf):
    c = tf.function(lambda: 5).get_concrete_function()
    return c.structured_outputs, c()


@cases
def output_var(tf):
    v = tf.Variable(1.0)
    c = tf.function(lambda: v).get_concrete_function()
    return c(), c.structured_outputs


@cases
def output_captured(tf):
    t = tf.constant([1.0])
    c = tf.function(lambda: t).get_concrete_function()
    return c(), len(c.captured_inputs)


@cases
def graph_api(tf):
    c = tf.function(lambda x: tf.add(x, 1, name="plus")).get_concrete_function(S(tf, [], tf.int32))
    g = c.graph
    return (
        g.get_tensor_by_name("plus:0"),
        g.get_operation_by_name("plus"),
        [o.name for o in g.get_operations()],
        g.name,
        type(g).__name__,
        len(g.captures),
        g.structured_outputs,
        g.outer_graph is not None,
    )


@cases
def fg_vars(tf):
    v = tf.Variable(1.0)
    w = tf.Variable(2.0, trainable=False)
    c = tf.function(lambda x: x * v + w).get_concrete_function(S(tf, []))
    g = c.graph
    return len(g.variables), len(g.trainable_variables), len(c.variables), c.trainable_variables[0] is v


@cases
def name_attr(tf):
    def foo(x):
        return x

    f = tf.function(foo)
    c = f.get_concrete_function(S(tf, []))
    return f.name, c.name.startswith(b"__inference_foo_"), c.inference_fn.name == c.name


@cases
def nested_captures(tf):
    v = tf.Variable(2.0)
    k = tf.constant(3.0)

    @tf.function
    def inner(x):
        return x * v * k

    @tf.function
    def outer(x):
        return inner(x) + inner(x)

    c = outer.get_concrete_function(S(tf, []))
    return len(c.captured_inputs), [t.dtype for t in c.captured_inputs], c(tf.constant(1.0)), c.variables[0] is v


@cases
def cap_string(tf):
    s = tf.constant("abc")
    c = tf.function(lambda: tf.strings.join([s, s])).get_concrete_function()
    return len(c.captured_inputs), c()


@cases
def cap_big(tf):
    s = tf.zeros([129])
    t = tf.zeros([128])
    c = tf.function(lambda: tf.reduce_sum(s) + tf.reduce_sum(t)).get_concrete_function()
    return [o.type for o in c.graph.get_operations()][:3], len(c.captured_inputs), [i.name for i in c.inputs]


@cases
def cap_twice_name(tf):
    k = tf.constant(3.0)
    c = tf.function(lambda x: (x * k) + (k * x) - k).get_concrete_function(S(tf, []))
    return [o.name for o in c.graph.get_operations()]


@cases
def cap_int_twice_name(tf):
    k = tf.constant(3)
    c = tf.function(lambda x: (x * k) + (k * x) - k).get_concrete_function(S(tf, [], tf.int32))
    return [o.name for o in c.graph.get_operations()]


@cases
def set_ext_var(tf):
    v, w = tf.Variable(1.0), tf.Variable(5.0)
    c = tf.function(lambda: v * 2.0).get_concrete_function()
    c.set_external_captures([w.handle])
    return c()


@cases
def init_scope_in_fn(tf):
    vs = []

    @tf.function
    def f(x):
        with tf.init_scope():
            if not vs:
                vs.append(tf.Variable(5.0))
        return vs[0] * x

    return f(tf.constant(2.0)), f(tf.constant([2.0])), f.experimental_get_tracing_count()


@cases
def default_graph_around_init_scope(tf):
    graph_of, found, outside = tf.compat.v1.get_default_graph, [], tf.compat.v1.get_default_graph()

    @tf.function
    def inner(x):
        with tf.init_scope(), tf.init_scope():
            found.append((graph_of() is outside, type(graph_of()).__name__, graph_of().name))
        return x

    @tf.function
    def f(x):
        around = graph_of()
        with tf.init_scope():
            found.append((graph_of() is around, tf.executing_eagerly(), tf.inside_function()))
            tf.constant(1.0)
            found.append(tf.function(lambda x: (found.append(graph_of() is around), x)[1])(1.0))
        return inner(x)

    f(1.0)
    return [str(each).rstrip("0123456789") if isinstance(each, str) else each for each in found], graph_of() is outside


@cases
def static_shape_err(tf):
    @tf.function
    def f(x):
        x.set_shape([3])
        return x

    return f(tf.constant([1.0, 2.0]))


@cases
def raise_in_cond(tf):
    @tf.function
    def f(x):
        if x.shape.rank == 0:
            raise ValueError("scalar")
        return x

    return f(tf.constant(-1))


@cases
def return_in_branches_struct(tf):
    @tf.function
    def f(x):
        if x > 0:
            return {"a": x}
        return {"b": x}

    return f(tf.constant(-1))


@cases
def numpy_call(tf):
    @tf.function
    def f(x):
        return x.numpy()

    return f(tf.constant(1))


@cases
def bool(tf):
    @tf.function(autograph=False)
    def f(x):
        return bool(x)

    return f(tf.constant(1))


@cases
def len(tf):
    @tf.function
    def f(x):
        return len(x)

    return f(tf.constant([1, 2, 3]))


@cases
def iter_unknown(tf):
    @tf.function(autograph=False, input_signature=[S(tf, [None])])
    def f(x):
        return [y for y in x]

    return f(tf.constant([1.0]))


@cases
def hash(tf):
    @tf.function
    def f(x):
        return {x: 1}

    return f(tf.constant(1))


@cases
def leak_use(tf):
    keep = []

    @tf.function
    def f(x):
        keep.append(x)
        return x

    f(tf.constant(1))
    return keep[0] + 1


@cases
def leak_other_fn(tf):
    keep = []

    @tf.function
    def f(x):
        keep.append(x)
        return x

    f(tf.constant(1))

    @tf.function
    def g():
        return keep[0] + 1

    return g()


@cases
def leak_as_arg(tf):
    keep = []

    @tf.function
    def f(x):
        keep.append(x)
        return x

    f(tf.constant(1))
    return f(keep[0])


@cases
def gradient_through_the_graph_again(tf):
    w = tf.Variable([1.0, 2.0])

    @tf.function
    def f():
        with tf.GradientTape() as tape, tf.compat.v1.get_default_graph().as_default():
            loss = tf.reduce_sum(w * w)
        return tape.gradient(loss, w)

    return f()


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
