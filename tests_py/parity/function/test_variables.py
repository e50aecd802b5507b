"""Variables made inside of functions, kept in containers and modules, passed as arguments, and the order of their uses."""

import pytest

from support.twice import Cases, assert_same

cases = Cases()


@cases
def attr_first_call(tf):
    class M:
        def __init__(self):
            self.v = None

        @tf.function
        def f(self, x):
            if self.v is None:
                self.v = tf.Variable(1.0)
            return self.v.assign_add(x)

    m = M()
    return m.f(tf.constant(1.0)), m.f(tf.constant(2.0)), m.f.experimental_get_tracing_count(), m.v.name


@cases
def every_call(tf):
    @tf.function
    def f(x):
        v = tf.Variable(1.0)
        return v.assign_add(x)

    return f(tf.constant(1.0))


@cases
def every_call_kept(tf):
    keep = []

    @tf.function
    def f(x):
        keep.append(tf.Variable(1.0))
        return keep[-1] + x

    return f(tf.constant(1.0))


@cases
def second_trace_creates(tf):
    vs = {}

    @tf.function
    def f(x, k):
        if k not in vs:
            vs[k] = tf.Variable(2.0)
        return vs[k] * x

    a = f(tf.constant(1.0), "a")
    return a, f(tf.constant(1.0), "b")


@cases
def init_from_arg(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(x * 2))
        return vs[0] + x

    return f(tf.constant(3.0)), f(tf.constant(1.0)), vs[0]


@cases
def init_from_arg_spec(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(x * 2))
        return vs[0] + x

    return f.get_concrete_function(tf.TensorSpec([], tf.float32))


@cases
def init_in_spec(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(tf.ones([2]) * 3))
        return vs[0] + x

    c = f.get_concrete_function(tf.TensorSpec([], tf.float32))
    return c(tf.constant(1.0)), vs[0], len(c.variables), c.variables[0] is vs[0]


@cases
def init_callable(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(lambda: tf.random.stateless_uniform([2], [1, 2])))
        return vs[0] * x

    return f(tf.constant(1.0)), f(tf.constant(2.0))


@cases
def in_branch(tf):
    vs = []

    @tf.function
    def f(x):
        if x > 0:
            if not vs:
                vs.append(tf.Variable(1.0))
            y = vs[0] * x
        else:
            y = x
        return y

    return f(tf.constant(2.0))


@cases
def in_loop(tf):
    vs = []

    @tf.function
    def f(x):
        for _ in tf.range(3):
            if not vs:
                vs.append(tf.Variable(1.0))
            vs[0].assign_add(x)
        return vs[0]

    return f(tf.constant(2.0))


@cases
def module_lazy(tf):
    class Dense(tf.Module):
        def __init__(self, n, name=None):
            super().__init__(name=name)
            self.n = n
            self.built = False

        @tf.function
        def __call__(self, x):
            if not self.built:
                self.w = tf.Variable(tf.ones([x.shape[-1], self.n]), name="w")
                self.b = tf.Variable(tf.zeros([self.n]), name="b")
                self.built = True
            return x @ self.w + self.b

    d = Dense(3)
    r = d(tf.ones([2, 4]))
    return r, d(tf.ones([5, 4])), [v.name for v in d.trainable_variables]


@cases
def module_name_scope(tf):
    class Dense(tf.Module):
        @tf.Module.with_name_scope
        def __call__(self, x):
            if not hasattr(self, "w"):
                self.w = tf.Variable(tf.ones([x.shape[-1], 2]), name="w")
            return x @ self.w

    d = Dense(name="dense")
    f = tf.function(d)
    return f(tf.ones([2, 4])), d.w.name


@cases
def dict_container(tf):
    @tf.function
    def f(vs, x):
        vs["a"].assign_add(x)
        return vs["a"] * vs["b"][0]

    vs = {"a": tf.Variable(1.0), "b": [tf.Variable(2.0)]}
    return f(vs, tf.constant(1.0)), f(vs, tf.constant(1.0)), vs["a"], f.experimental_get_tracing_count()


@cases
def del_between(tf):
    holder = [tf.Variable(1.0)]

    @tf.function
    def f(x):
        return holder[0] + x

    a = f(tf.constant(1.0))
    holder[0] = tf.Variable(10.0)
    return a, f(tf.constant(1.0)), f(tf.constant([1.0]))


@cases
def deleted(tf):
    v = tf.Variable(1.0)

    class H:
        pass

    h = H()
    h.v = v

    @tf.function
    def f(x):
        return h.v + x

    c = f.get_concrete_function(tf.constant(1.0))
    del v
    h.v = None
    return c(tf.constant(1.0))


@cases
def return_variable(tf):
    v = tf.Variable(1.0)
    f = tf.function(lambda: v)
    r = f()
    v.assign(2.0)
    return r, f(), type(r).__name__


@cases
def assign_returns(tf):
    v = tf.Variable(1.0)
    f = tf.function(lambda: v.assign(5.0))
    r = f()
    return r, type(r).__name__


@cases
def order(tf):
    v = tf.Variable(1.0)
    w = tf.Variable(2.0)

    @tf.function
    def f(x):
        a = v.read_value()
        v.assign(a * 2)
        b = v.read_value()
        w.assign(b + v)
        v.assign_sub(w)
        return a, b, v.read_value(), w.read_value()

    return f(1), f(1), v, w


@cases
def shape_mismatch(tf):
    v = tf.Variable([1.0])
    return tf.function(lambda x: v.assign(x))(tf.constant([1.0, 2.0]))


@cases
def unknown_shape(tf):
    v = tf.Variable([1.0], shape=tf.TensorShape([None]))
    f = tf.function(lambda x: (v.assign(x), v + 1)[1])
    return f(tf.constant([1.0, 2.0])), f(tf.constant([3.0]))


@cases
def shapes_of_values_unknown_while_tracing(tf):
    """Such a variable takes later values of other lengths."""
    vs, seen = [], []

    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec(None)])
    def f(x, y):
        if not vs:
            vs.extend([tf.Variable(x), tf.Variable(lambda: tf.zeros(tf.shape(x))), tf.Variable(y)])
            vs.append(tf.Variable(x, shape=[2]))
            seen.extend([v.shape for v in vs])
        return vs[0] + 1.0, vs[2].read_value()

    found = [f(tf.constant([1.0, 2.0]), tf.constant(3.0)), [v.shape for v in vs], seen]
    vs[0].assign([1.0, 2.0, 3.0])
    vs[1].assign([4.0])
    vs[2].assign([[5.0]])
    return found, f(tf.constant([1.0]), tf.constant(3.0)), [v.numpy() for v in vs]


@cases
def creation_kwargs(tf):
    vs = []

    @tf.function
    def f():
        if not vs:
            vs.append(tf.Variable([1, 2], trainable=False, name="count", dtype=tf.int64, shape=tf.TensorShape([None])))
        return vs[0]

    return f(), vs[0].name, vs[0].trainable, vs[0].shape, vs[0].dtype


@cases
def creator_scope(tf):
    vs = []
    log = []

    def creator(next_creator, **kw):
        log.append(sorted(kw))
        v = next_creator(**kw)
        log.append(v.name)
        return v

    @tf.function
    def f():
        if not vs:
            vs.append(tf.Variable(1.0, name="q"))
        return vs[0] + 1

    with tf.variable_creator_scope(creator):
        r = f()
    return r, [x for x in log if isinstance(x, str)]


@cases
def creator_inside(tf):
    vs = []
    log = []

    def creator(next_creator, **kw):
        log.append("c")
        return next_creator(**kw)

    @tf.function
    def f():
        with tf.variable_creator_scope(creator):
            if not vs:
                vs.append(tf.Variable(1.0, name="q"))
        return vs[0] + 1

    return f(), log


@cases
def nested_function_creates(tf):
    vs = []

    @tf.function
    def inner(x):
        if not vs:
            vs.append(tf.Variable(3.0))
        return vs[0] * x

    @tf.function
    def outer(x):
        return inner(x) + 1

    return (
        outer(tf.constant(1.0)),
        outer(tf.constant(2.0)),
        inner(tf.constant(2.0)),
        inner.experimental_get_tracing_count(),
        outer.experimental_get_tracing_count(),
    )


@cases
def initialize_in_init_scope(tf):
    vs = []

    @tf.function
    def f(x):
        with tf.init_scope():
            if not vs:
                vs.append(tf.Variable(7.0))
        return vs[0] * x

    return f(tf.constant(1.0)), f(tf.constant([1.0])), f.experimental_get_tracing_count()


@cases
def init_scope_every_trace(tf):
    vs = []

    @tf.function
    def f(x):
        with tf.init_scope():
            vs.append(tf.Variable(7.0))
        return vs[-1] * x

    return f(tf.constant(1.0)), f(tf.constant([1.0])), f.experimental_get_tracing_count(), len(vs)


@cases
def is_initialized(tf):
    vs = []
    log = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(7.0))
            log.append(tf.executing_eagerly())
        return vs[-1] * x

    f(tf.constant(1.0))
    return vs[0].is_initialized(), log


@cases
def int_variables_and_gradients(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(7.0))
        with tf.GradientTape() as t:
            y = vs[0] * x * x
        return t.gradient(y, vs)

    return f(tf.constant(2.0))


@cases
def tape_outside_first_call(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(7.0))
        return vs[0] * x * x

    with tf.GradientTape() as t:
        y = f(tf.constant(3.0))
    return t.gradient(y, vs), [v.name for v in t.watched_variables()]


@cases
def two_opts_second_variable(tf):
    class Opt:
        def __init__(self):
            self.slots = {}

        def apply(self, v, g):
            if v.ref() not in self.slots:
                self.slots[v.ref()] = tf.Variable(tf.zeros_like(v))
            v.assign_sub(g)

    o = Opt()

    @tf.function
    def step(w):
        o.apply(w, w * 1.0)
        return w.read_value()

    a = step(tf.Variable([1.0]))
    return a, step(tf.Variable([1.0, 2.0]))


@cases
def same_alias(tf):
    v = tf.Variable(1.0)
    w = tf.Variable(2.0)
    f = tf.function(lambda a, b: (a.assign_add(1.0), b.assign_add(10.0), a + b)[2])
    return f(v, w), f(v, v), f(w, w), f(w, v), f.experimental_get_tracing_count(), v, w


@cases
def arg_and_capture(tf):
    v = tf.Variable(1.0)

    @tf.function
    def f(a):
        a.assign_add(1.0)
        return v + a

    return f(v), f(tf.Variable(5.0)), v


@cases
def variables_attr(tf):
    v = tf.Variable(1.0, name="a")
    w = tf.Variable(1.0, trainable=False, name="b")
    c = tf.function(lambda x: x + v + w).get_concrete_function(tf.constant(1.0))
    return [x.name for x in c.variables], [x.name for x in c.trainable_variables], [x.name for x in c.graph.variables]


@cases
def bool(tf):
    v = tf.Variable(True)

    @tf.function
    def f(x):
        if v:
            y = x
        else:
            y = -x
        v.assign(not v)
        return y

    return f(tf.constant(1)), f(tf.constant(1))


@cases
def count_loop(tf):
    v = tf.Variable(0)

    @tf.function
    def f(n):
        while v < n:
            v.assign_add(2)
        return v

    return f(tf.constant(5))


@cases
def numpy_in_function(tf):
    v = tf.Variable(0)
    return tf.function(lambda: v.numpy())()


@cases
def uninit_handle(tf):
    @tf.function
    def f(x):
        v = tf.Variable(x)
        return v

    return f(tf.constant(1.0))


@cases
def error_in_second_trace_of_first_call(tf):
    vs = []
    n = [0]

    @tf.function
    def f(x):
        n[0] += 1
        if not vs:
            vs.append(tf.Variable(1.0))
        if n[0] == 2:
            raise KeyError("boom")
        return vs[0] + x

    try:
        f(tf.constant(1.0))
    except KeyError:
        pass
    return f(tf.constant(1.0)), len(vs), n


@cases
def local_hash(tf):
    v = tf.Variable(1.0)
    f = tf.function(lambda r: r.deref() + 1)
    return f(v.ref()), f(v.ref()), f.experimental_get_tracing_count()


@cases
def sparse_and_scatter(tf):
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(i, x):
        v.scatter_nd_update([[i]], [x])
        v.scatter_nd_add([[0]], [x])
        return v[i], v

    return f(tf.constant(1), tf.constant(5.0))


@cases
def dtype_error(tf):
    v = tf.Variable(1)
    return tf.function(lambda: v.assign(1.5))()


@cases
def trace_counts(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(1.0))
        return x + vs[0]

    f(tf.constant(1.0))
    n = f.experimental_get_tracing_count()
    f(tf.constant([1.0]))
    return n, f.experimental_get_tracing_count()


@cases
def list_append_no_container(tf):
    @tf.function
    def f(x):
        a = [tf.Variable(1.0) for _ in range(2)]
        return a[0] + a[1] + x

    return f(tf.constant(1.0))


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_a_failed_first_call_is_forgotten(gw):
    made, state = [], {"fail": True}

    @gw.function
    def f(x):
        if not made:
            made.append(gw.Variable(1.0))
        if state["fail"]:
            raise KeyError("injected")
        return made[0] + x

    with pytest.raises(KeyError):
        f(gw.constant(1.0))
    state["fail"] = False
    assert f(gw.constant(1.0)) == 2.0 and len(made) == 1


def test_path_to_the_placeholder_is_told(tensorflow, gw):
    def code(tf):
        made = []

        @tf.function
        def f(x):
            if not made:
                made.append(tf.Variable(tf.negative(x * 2.0)))
            return made[0] + x

        try:
            f.get_concrete_function(tf.TensorSpec([], tf.float32))
        except Exception as error:
            return "Neg (Neg) <- mul (Mul) <- x (Placeholder)" in str(error), type(error).__name__

    assert_same(code, tensorflow, gw)


def test_text_of_a_variable_of_a_finished_graph(gw):
    from graphwright._src.state.variable import VariableSpec

    seen = []
    gw.function(lambda v: seen.append(v)).get_concrete_function(VariableSpec([], gw.float32))
    assert repr(seen[0]) == "<tf.Variable 'Variable:0' shape=() dtype=float32>"


def test_arguments_are_themselves(tensorflow, gw):
    """What keeps books of variables finds them again in a function that they are passed to; a trace serves others, too."""

    def found(tf):
        v, w = tf.Variable([1.0, 2.0], name="first"), tf.Variable([3.0, 4.0])
        table = {v.ref(): "v", w.ref(): "w"}
        seen = []

        @tf.function
        def f(a, b=None, nested=()):
            seen.append(
                (
                    table.get(a.ref()),
                    a.name,
                    a._unique_id == v._unique_id,
                    a._shared_name,
                    b is w,
                    nested and nested[0] is v,
                )
            )
            with tf.GradientTape() as tape:
                out = a * a + sum(nested)
            gradient = tape.gradient(out, a)
            a.assign_sub(0.5 * gradient)
            return out, gradient

        values = [
            [part.numpy().tolist() for part in f(*args)]
            for args in ((v,), (w,), (v, w), (w, v), (v, None, [v, w]), (w, w))
        ]
        return values, seen, f.experimental_get_tracing_count(), v.numpy().tolist(), w.numpy().tolist()

    assert found(gw) == found(tensorflow)
