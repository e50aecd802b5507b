"""Graphs as TensorFlow 1's control flow writes them: each program names what is fetched and what is fed."""

from __future__ import annotations

PROGRAMS: list = []


class Program:
    """A graph: `build(tf)` makes it and returns what is fetched; it is run with each of `feeds`, one after the other.

    Where the fetches change what others read, they are not asked for `together`, which has no order in TensorFlow.
    """

    def __init__(self, name, build, feeds, gradient, together):
        self.together = together
        self.name = name
        self.build = build
        self.feeds = feeds
        self.gradient = gradient  # names of a scalar and of what it is differentiated by, after the import


def program(*feeds, gradient=None, together=True):
    def add(build):
        PROGRAMS.append(Program(build.__name__, build, feeds or ({},), gradient, together))
        return build

    return add


def scalar(tf, name="x", dtype="float32"):
    return tf.compat.v1.placeholder(dtype, [], name)


def vector(tf, name="v"):
    return tf.compat.v1.placeholder("float32", [None], name)


X = ({"x:0": 3.0}, {"x:0": -3.0})
XN = ({"x:0": 2.0, "n:0": 4}, {"x:0": 0.5, "n:0": 0})
PX = ({"x:0": 3.0, "p:0": True}, {"x:0": 3.0, "p:0": False})


# ---- branches ----


@program(*X, gradient=("cond/Merge:0", "x:0"))
def branch(tf):
    x = scalar(tf)
    return [tf.compat.v1.cond(x > 0, lambda: x * 2.0, lambda: x - 1.0)]


@program(*X)
def branch_of_constants(tf):
    x = scalar(tf)
    return [tf.compat.v1.cond(x > 0, lambda: tf.constant(1.0), lambda: tf.constant(2.0)), x]


@program(*X)
def branch_with_several_results(tf):
    x = scalar(tf)
    a, b = tf.compat.v1.cond(x > 0, lambda: (x * 2.0, tf.constant([1, 2])), lambda: (x, tf.constant([3, 4])))
    return [a, b, a + tf.cast(b[0], tf.float32)]


@program(*PX)
def branches_one_after_another(tf):
    """As layers with one `is_training` make them."""
    x, p = scalar(tf), scalar(tf, "p", "bool")
    for i in range(4):
        x = tf.compat.v1.cond(p, lambda x=x, i=i: x * float(i + 1), lambda x=x: x + 1.0)
        x = tf.sqrt(tf.abs(x))
    return [x]


@program(*({"x:0": x, "p:0": p} for x in (3.0, -3.0) for p in (True, False)), gradient=("out:0", "x:0"))
def branches_in_branches(tf):
    x, p = scalar(tf), scalar(tf, "p", "bool")

    def inner():
        return tf.compat.v1.cond(x > 0, lambda: x * 10.0, lambda: x * 100.0)

    return [tf.identity(tf.compat.v1.cond(p, inner, lambda: tf.compat.v1.cond(x < 0, lambda: -x, inner)), "out")]


@program(*PX)
def the_same_condition_twice(tf):
    x, p = scalar(tf), scalar(tf, "p", "bool")

    def inner():
        return tf.compat.v1.cond(p, lambda: x * 10.0, lambda: x * 100.0)

    return [tf.compat.v1.cond(p, inner, lambda: inner() + 1.0)]


@program(*({"x:0": float(x)} for x in range(5)))
def case(tf):
    x = scalar(tf)
    return [
        tf.compat.v1.case(
            [(x < 1, lambda: x * 2.0), (x < 2, lambda: x * 3.0), (x < 3, lambda: tf.constant(7.0))],
            default=lambda: x - 100.0,
        )
    ]


@program(*PX)
def switch_and_merge(tf):
    x, p = scalar(tf), scalar(tf, "p", "bool")
    false, true = tf.raw_ops.Switch(data=x, pred=p)
    a, b = tf.add(true, 1.0), tf.multiply(false, 5.0)
    both = tf.add(true, a)
    merged, index = tf.raw_ops.Merge(inputs=[a, b])
    other, _ = tf.raw_ops.Merge(inputs=[tf.identity(false), both])
    return [merged, index, other, merged + other]


@program(*({"x:0": 3.0, "p:0": p, "q:0": q} for p in (True, False) for q in (True, False)))
def merge_of_three(tf):
    x, p, q = scalar(tf), scalar(tf, "p", "bool"), scalar(tf, "q", "bool")
    false, true = tf.raw_ops.Switch(data=x, pred=p)
    low, high = tf.raw_ops.Switch(data=true, pred=q)
    merged, index = tf.raw_ops.Merge(inputs=[high + 1.0, false + 2.0, low + 3.0])
    return [merged, index]


@program(*PX)
def what_is_not_there(tf):
    """Asked for by name."""
    x, p = scalar(tf), scalar(tf, "p", "bool")
    false, true = tf.raw_ops.Switch(data=x, pred=p)
    return [tf.identity(tf.add(true, 1.0), "there")]


@program(*PX)
def inside_of_a_branch(tf):
    x, p = scalar(tf), scalar(tf, "p", "bool")
    with tf.compat.v1.variable_scope("s"):
        y = tf.compat.v1.cond(p, lambda: tf.multiply(tf.constant(2.0), x, name="inside"), lambda: x)
    return [y, y.graph.get_tensor_by_name("s/cond/inside:0")]


@program({"v:0": [1.0, 2.0, 6.0], "p:0": True}, {"v:0": [1.0, 2.0, 6.0], "p:0": False})
def batch_norm(tf):
    v, p = vector(tf), scalar(tf, "p", "bool")
    mean, variance = tf.nn.moments(v, [0])
    kept_mean, kept_variance = tf.constant(1.5), tf.constant(2.0)
    m, s = tf.compat.v1.cond(p, lambda: (tf.identity(mean), tf.identity(variance)), lambda: (kept_mean, kept_variance))
    return [tf.nn.batch_normalization(v, m, s, 0.5, 2.0, 1e-3)]


@program(*PX)
def branch_with_assertion(tf):
    x, p = scalar(tf), scalar(tf, "p", "bool")

    def true():
        with tf.control_dependencies([tf.debugging.Assert(x > 5, ["small", x])]):
            return tf.identity(x)

    return [tf.compat.v1.cond(p, true, lambda: x * 2.0)]


# ---- loops ----


@program(*XN, gradient=("while/Exit_1:0", "x:0"))
def loop(tf):
    x, n = scalar(tf), scalar(tf, "n", "int32")
    return list(tf.compat.v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * x), [0, x]))


@program(*X)
def loop_with_growing_shape(tf):
    x = scalar(tf)
    return list(
        tf.compat.v1.while_loop(
            lambda i, y: i < 3,
            lambda i, y: (i + 1, tf.concat([y, [x]], 0)),
            [0, tf.reshape(x, [1])],
            shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
        )
    )


@program(*XN, gradient=("out:0", "x:0"))
def loops_in_loops(tf):
    x, n = scalar(tf), scalar(tf, "n", "int32")

    def inner(i, y):
        return tf.compat.v1.while_loop(lambda j, z: j < i, lambda j, z: (j + 1, z * x + 1.0), [0, y])[1]

    _, y = tf.compat.v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, inner(i, y)), [0, x])
    return [tf.identity(y, "out")]


@program(*XN, gradient=("out:0", "x:0"))
def branches_in_loops(tf):
    x, n = scalar(tf), scalar(tf, "n", "int32")

    def body(i, y):
        y = tf.compat.v1.cond(i % 2 > 0, lambda: y * x, lambda: y + tf.cast(i, tf.float32))
        return i + 1, y

    return [tf.identity(tf.compat.v1.while_loop(lambda i, y: i < n, body, [0, x])[1], "out")]


@program(*({"x:0": 2.0, "n:0": n, "p:0": p} for n in (0, 3) for p in (True, False)), gradient=("out:0", "x:0"))
def loops_in_branches(tf):
    x, n, p = scalar(tf), scalar(tf, "n", "int32"), scalar(tf, "p", "bool")

    def true():
        return tf.compat.v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * x), [0, x])[1]

    return [tf.identity(tf.compat.v1.cond(p, true, lambda: x - 1.0), "out")]


@program(*XN)
def everything_in_everything(tf):
    x, n = scalar(tf), scalar(tf, "n", "int32")

    def body(i, y, z):
        def inner(j, y):
            return j + 1, tf.compat.v1.cond(y > 5, lambda: y / 2.0, lambda: y + x)

        y = tf.compat.v1.cond(
            i > 1, lambda: tf.compat.v1.while_loop(lambda j, y: j < i, inner, [0, y])[1], lambda: y - z
        )
        return i + 1, y, z + y

    return list(tf.compat.v1.while_loop(lambda i, y, z: i < n + 2, body, [0, x, x + 1.0]))


@program(*X)
def condition_with_branch(tf):
    x = scalar(tf)

    def test(i, y):
        return tf.compat.v1.cond(y > 0, lambda: y < 50.0, lambda: i < 3)

    return list(tf.compat.v1.while_loop(test, lambda i, y: (i + 1, y * 2.0), [0, x]))


@program(*X)
def loop_with_maximum(tf):
    x = scalar(tf)
    return list(
        tf.compat.v1.while_loop(lambda i, y: y < 1e6, lambda i, y: [i + 1, y + 1], [0, x], maximum_iterations=5)
    )


@program(*X)
def loop_that_hands_on(tf):
    """Variables that trade places, and one that stays as it is."""
    x = scalar(tf)
    return list(
        tf.compat.v1.while_loop(
            lambda i, a, b, c: i < 3, lambda i, a, b, c: (i + 1, b, a + c, c), [0, x, x * 10.0, tf.constant(5.0)]
        )
    )


@program(*X)
def two_loops(tf):
    x = scalar(tf)
    a = tf.compat.v1.while_loop(lambda y: y < 10.0, lambda y: y * y + 1.0, [x])
    b = tf.compat.v1.while_loop(lambda y: y < 1000.0, lambda y: y * 2.0 + a, [a + x])
    return [a, b]


@program({"x:0": 3.0})
def loop_with_assertion(tf):
    x = scalar(tf)

    def body(y):
        with tf.control_dependencies([tf.debugging.Assert(y < 20, ["large", y])]):
            return y * 2.0

    return [tf.compat.v1.while_loop(lambda y: y < 100.0, body, [x])]


# ---- gradients that TensorFlow 1 wrote ----


@program(*XN)
def gradient_of_loop(tf):
    x, n = scalar(tf), scalar(tf, "n", "int32")
    _, y = tf.compat.v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * x * tf.sin(y)), [0, x])
    return [y, *tf.compat.v1.gradients(y, [x])]


@program(*PX)
def gradient_of_branch(tf):
    x, p = scalar(tf), scalar(tf, "p", "bool")
    y = tf.compat.v1.cond(p, lambda: x * x * x, lambda: tf.exp(x))
    return [y, *tf.compat.v1.gradients(y, [x])]


@program(*XN)
def gradient_of_branches_in_loops(tf):
    x, n = scalar(tf), scalar(tf, "n", "int32")

    def body(i, y):
        return i + 1, tf.compat.v1.cond(y > 3.0, lambda: y * 0.5 * x, lambda: y * x + 1.0)

    _, y = tf.compat.v1.while_loop(lambda i, y: i < n, body, [0, x])
    return [y, *tf.compat.v1.gradients(y, [x])]


@program(*XN)
def gradient_of_loops_in_loops(tf):
    x, n = scalar(tf), scalar(tf, "n", "int32")

    def inner(y):
        return tf.compat.v1.while_loop(lambda j, z: j < 2, lambda j, z: (j + 1, z * x), [0, y])[1]

    _, y = tf.compat.v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, inner(y) + y), [0, x])
    return [y, *tf.compat.v1.gradients(y, [x])]


# ---- arrays ----


@program({"v:0": [1.0, 2.0, 3.0]}, {"v:0": []})
def array_of_results(tf):
    v = vector(tf)
    source = tf.compat.v1.TensorArray(tf.float32, tf.size(v), element_shape=[]).unstack(v)
    target = tf.compat.v1.TensorArray(tf.float32, tf.size(v), element_shape=[])

    def body(i, target, total):
        element = source.read(i)
        return i + 1, target.write(i, element * 2.0 + total), total + element

    _, target, total = tf.compat.v1.while_loop(lambda i, t, s: i < tf.size(v), body, [0, target, 0.0])
    return [target.stack(), total, target.size()]


@program({"v:0": [1.0, 2.0, 3.0]})
def array_members(tf):
    v = vector(tf)
    array = tf.compat.v1.TensorArray(tf.float32, 0, dynamic_size=True, clear_after_read=False, infer_shape=False)
    array = array.write(0, v).write(1, v[:1]).write(3, v[1:]).write(2, v[:0])
    split = tf.compat.v1.TensorArray(tf.float32, 3, infer_shape=False).split(v, [1, 0, 2])
    return [array.concat(), array.size(), array.read(3), split.read(2), split.size()]


@program({"v:0": [1.0, 2.0, 3.0]})
def gradient_of_arrays(tf):
    v = vector(tf)
    source = tf.compat.v1.TensorArray(tf.float32, tf.size(v), clear_after_read=False).unstack(v)
    target = tf.compat.v1.TensorArray(tf.float32, tf.size(v))
    _, target = tf.compat.v1.while_loop(
        lambda i, t: i < tf.size(v), lambda i, t: (i + 1, t.write(i, source.read(i) * source.read(0))), [0, target]
    )
    y = target.stack()
    return [y, *tf.compat.v1.gradients(y * y, [v])]


@program({"v:0": [1.0, 2.0, 3.0]})
def scan(tf):
    v = vector(tf)
    return [tf.compat.v1.scan(lambda a, b: a * 0.5 + b, v), tf.compat.v1.map_fn(lambda e: e * e, v)]


@program({"v:0": [1.0, 2.0, 3.0]})
def fold_with_gradient(tf):
    v = vector(tf)
    y = tf.compat.v1.foldl(lambda a, b: a * b + b, v)
    return [y, *tf.compat.v1.gradients(y, [v])]


# ---- reference variables ----


def reference(tf, initial, name="w", **options):
    return tf.compat.v1.get_variable(name, initializer=initial, use_resource=False, **options)


@program({"x:0": 3.0}, together=False)
def variable(tf):
    x, w = scalar(tf), reference(tf, 2.0)
    add = tf.compat.v1.assign_add(w, x)
    sub = tf.compat.v1.assign_sub(w, 1.0)
    tf.compat.v1.global_variables_initializer()
    return [w, w * x, add, sub, w.initializer, tf.compat.v1.is_variable_initialized(w), add + 1.0]


@program(together=False)
def variable_without_value(tf):
    w = reference(tf, 2.0)
    return [tf.compat.v1.is_variable_initialized(w), w.initializer, w]


@program(together=False)
def order_of_assignments(tf):
    w = reference(tf, [1.0, 2.0])
    with tf.control_dependencies([tf.compat.v1.assign(w, [5.0, 6.0])]):
        first = w.read_value()
        with tf.control_dependencies([tf.compat.v1.assign_add(w, first)]):
            second = tf.identity(w)
    tf.compat.v1.global_variables_initializer()
    return [second]


@program(together=False)
def slices_of_variable(tf):
    w = reference(tf, [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    fetches = [
        tf.compat.v1.scatter_update(w, [0], [[9.0, 9.0]]),
        tf.compat.v1.scatter_add(w, [0, 2], [[1.0, 1.0], [2.0, 2.0]]),
        tf.compat.v1.scatter_sub(w, 1, [1.0, 1.0]),
        tf.compat.v1.scatter_mul(w, [1], [[2.0, 2.0]]),
        tf.compat.v1.scatter_div(w, [1], [[4.0, 4.0]]),
        tf.compat.v1.scatter_nd_update(w, [[0, 1]], [7.0]),
        w,
    ]
    tf.compat.v1.global_variables_initializer()
    return fetches


@program(together=False)
def variable_of_unknown_shape(tf):
    w = reference(tf, [1.0, 2.0], validate_shape=False)
    longer = tf.compat.v1.assign(w, [1.0, 2.0, 3.0], validate_shape=False)
    tf.compat.v1.global_variables_initializer()
    return [tf.shape(longer)]


@program({"x:0": 3.0}, together=False)
def training(tf):
    x, w, b = scalar(tf), reference(tf, 0.5), reference(tf, 0.1, "b")
    loss = tf.square(w * x + b - 5.0)
    steps = [
        tf.compat.v1.train.GradientDescentOptimizer(0.01).minimize(loss),
        tf.compat.v1.train.MomentumOptimizer(0.01, 0.9).minimize(loss),
        tf.compat.v1.train.AdamOptimizer(0.01).minimize(loss),
    ]
    tf.compat.v1.global_variables_initializer()
    return [loss, *steps]


@program(*PX, together=False)
def variable_in_branch(tf):
    x, p, w = scalar(tf), scalar(tf, "p", "bool"), reference(tf, 2.0)
    y = tf.compat.v1.cond(p, lambda: tf.compat.v1.assign_add(w, x), lambda: w * 2.0)
    tf.compat.v1.global_variables_initializer()
    return [y, w]


@program(*XN, together=False)
def variable_in_loop(tf):
    x, n, w = scalar(tf), scalar(tf, "n", "int32"), reference(tf, 2.0)

    def body(i, y):
        with tf.control_dependencies([tf.compat.v1.assign_add(w, y)]):
            return i + 1, y * 2.0

    _, y = tf.compat.v1.while_loop(lambda i, y: i < n, body, [0, x])
    tf.compat.v1.global_variables_initializer()
    return [y, w]


@program(together=False)
def counter(tf):
    w = reference(tf, 0)
    tf.compat.v1.global_variables_initializer()
    return [tf.compat.v1.count_up_to(w, 4)]
