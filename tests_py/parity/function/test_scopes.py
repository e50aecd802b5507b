"""Name scopes, devices, control dependencies, graphs around a function, and running functions eagerly."""

import pytest

from support.twice import Cases, assert_same


def ops(f, *args):
    return [(op.name, op.type) for op in f.get_concrete_function(*args).graph.get_operations()]


cases = Cases()


@cases
def name_scope_inside(tf):
    @tf.function
    def f(x):
        with tf.name_scope("a"):
            y = x + 1
            with tf.name_scope("b") as s:
                z = y * 2
            with tf.name_scope("b") as s2:
                z = z * 2
        with tf.name_scope("a"):
            z = z + 1
        return z, tf.constant(s), tf.constant(s2)

    return f(tf.constant(1)), [n for n, _ in ops(f, tf.constant(1))]


@cases
def name_scope_outside(tf):
    @tf.function
    def f(x):
        return x + 1

    with tf.name_scope("outer"):
        f(tf.constant(1))
    return [n for n, _ in ops(f, tf.constant(1))]


@cases
def name_scope_func_in_func(tf):
    @tf.function
    def g(x):
        return x + 1

    @tf.function
    def f(x):
        with tf.name_scope("in"):
            return g(x) * 2

    return ops(f, tf.constant(1)), ops(g, tf.constant(1))


@cases
def control_deps(tf):
    v = tf.Variable(1)

    @tf.function
    def f(x):
        a = v.assign_add(1)
        with tf.control_dependencies([a]):
            y = tf.identity(x)
        return y + v

    r = f(tf.constant(1)), v
    g = f.get_concrete_function(tf.constant(1)).graph
    return r, [
        (o.type, sorted(i.type for i in o.control_inputs))
        for o in g.get_operations()
        if o.type in ("Identity", "AddV2")
    ][:1]


@cases
def control_deps_none(tf):
    @tf.function
    def f(x):
        with tf.control_dependencies([x]):
            with tf.control_dependencies(None):
                y = tf.constant(2)
            z = tf.constant(3)
        return y, z

    g = f.get_concrete_function(tf.constant(1)).graph
    return [(o.name, o.type, [i.name for i in o.control_inputs]) for o in g.get_operations() if o.type == "Const"]


@cases
def control_deps_bad(tf):
    @tf.function
    def f(x):
        with tf.control_dependencies(["a"]):
            return x + 1

    return f(1)


@cases
def control_deps_python(tf):
    @tf.function
    def f(x):
        with tf.control_dependencies([tf.print]):
            return x + 1

    return f(1)


@cases
def device(tf):
    @tf.function
    def f(x):
        with tf.device("/CPU:0"):
            y = x + 1
        with tf.device(None):
            z = y + 1
        with tf.device("CPU:0"):
            w = z + 1
        return w

    r = f(tf.constant(1))
    g = f.get_concrete_function(tf.constant(1)).graph
    return r, [(o.type, o.device) for o in g.get_operations()]


@cases
def device_outside(tf):
    @tf.function
    def f(x):
        return x + 1

    with tf.device("/CPU:0"):
        g = f.get_concrete_function(tf.constant(1)).graph
    return [(o.type, o.device) for o in g.get_operations()]


@cases
def init_scope_leak(tf):
    @tf.function
    def f(x):
        with tf.init_scope():
            return x + 1

    return f(tf.constant(1))


@cases
def inside_of_a_function(tf):
    found = []

    @tf.function
    def inner():
        found.append(tf.inside_function())
        return 1

    @tf.function
    def outer():
        with tf.init_scope():
            found.append(tf.inside_function())
            with tf.init_scope():
                found.append(tf.inside_function())
            with tf.Graph().as_default():
                found.append(tf.inside_function())
            inner()
            found.append(tf.inside_function())
        return 1

    outer()
    with tf.init_scope():
        found.append(tf.inside_function())
    return [*found, tf.inside_function()]


@cases
def init_scope_nested(tf):
    log = []

    @tf.function
    def g(x):
        with tf.init_scope():
            log.append(tf.executing_eagerly())
        return x

    @tf.function
    def f(x):
        return g(x)

    return f(tf.constant(1)), log


@cases
def inside(tf):
    log = []

    @tf.function
    def f(x):
        log.append((tf.inside_function(), tf.executing_eagerly(), tf.compat.v1.get_default_graph().building_function))
        return x

    f(1)
    return log, tf.inside_function(), tf.executing_eagerly()


@cases
def default_graph(tf):
    graphs = []

    @tf.function
    def f(x):
        graphs.append(tf.compat.v1.get_default_graph())
        return x

    c = f.get_concrete_function(tf.constant(1))
    return graphs[0] is c.graph, type(c.graph).__name__, c.graph.name, c.graph.building_function


@cases
def v1_graph(tf):
    with tf.Graph().as_default() as g:
        f = tf.function(lambda x: x + 1)
        y = f(tf.constant(1))
        return [o.type for o in g.get_operations()], type(y).__name__


@cases
def graph_ops(tf):
    c = tf.function(lambda x: (x + 1) * 2).get_concrete_function(tf.constant(1))
    g = c.graph
    return (
        g.get_tensor_by_name("x:0"),
        g.get_operation_by_name("mul").type,
        [t.name for t in g.inputs],
        [t.name for t in g.outputs],
        g.get_operation_by_name("mul").inputs[0].op.name,
    )


@cases
def seed(tf):
    tf.random.set_seed(1)
    f = tf.function(lambda: tf.random.uniform([]))
    a = f(), f()
    return bool(a[0] == a[1])


@cases
def eager_toggle(tf):
    log = []

    @tf.function
    def f(x):
        log.append(tf.executing_eagerly())
        return x + 1

    f(tf.constant(1))
    tf.config.run_functions_eagerly(True)
    try:
        f(tf.constant(1))
        f(tf.constant(1))
    finally:
        tf.config.run_functions_eagerly(False)
    f(tf.constant(1))
    return log, f.experimental_get_tracing_count()


@cases
def exp_eager(tf):
    tf.config.experimental_run_functions_eagerly(True)
    try:
        r = tf.config.experimental_functions_run_eagerly(), tf.config.functions_run_eagerly()
    finally:
        tf.config.experimental_run_functions_eagerly(False)
    return r, tf.config.experimental_functions_run_eagerly()


@cases
def eager_nested(tf):
    log = []

    @tf.function
    def g(x):
        log.append(tf.executing_eagerly())
        return x * 2

    @tf.function
    def f(x):
        log.append(tf.executing_eagerly())
        return g(x) + 1

    tf.config.run_functions_eagerly(True)
    try:
        r = f(tf.constant(1))
    finally:
        tf.config.run_functions_eagerly(False)
    return r, log


@cases
def eager_get_concrete(tf):
    @tf.function
    def f(x):
        return x + 1

    tf.config.run_functions_eagerly(True)
    try:
        c = f.get_concrete_function(tf.constant(1))
        return c(tf.constant(2)), f.experimental_get_tracing_count()
    finally:
        tf.config.run_functions_eagerly(False)


@cases
def eager_binding_error(tf):
    @tf.function
    def f(x):
        return x + 1

    tf.config.run_functions_eagerly(True)
    try:
        return f()
    finally:
        tf.config.run_functions_eagerly(False)


@cases
def eager_set_inside(tf):
    @tf.function
    def f(x):
        tf.config.run_functions_eagerly(True)
        return x + 1

    try:
        return f(tf.constant(1)), f(1)
    finally:
        tf.config.run_functions_eagerly(False)


@cases
def eager_variable_each_call(tf):
    @tf.function
    def f(x):
        v = tf.Variable(x)
        return v + 1

    tf.config.run_functions_eagerly(True)
    try:
        return f(1.0), f(2.0)
    finally:
        tf.config.run_functions_eagerly(False)


@cases
def eager_wrong_type(tf):
    tf.config.run_functions_eagerly(1)
    r = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(False)
    return r


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
