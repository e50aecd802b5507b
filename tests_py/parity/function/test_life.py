"""The life of functions: copies, failures, variables, classes, re-entrancy, relaxation, beside TensorFlow."""

import abc
import contextlib
import copy
import gc
import inspect
import pickle

import pytest

from support.twice import Cases, S, assert_same

cases = Cases()


@cases
def copies(tf):
    f = tf.function(lambda x: x + 1, input_signature=[S(tf, [])])
    f(1.0)
    g = copy.copy(f)
    return g(2.0), g.input_signature, f.experimental_get_tracing_count(), g.experimental_get_tracing_count()


@cases
def deepcopy_model(tf):
    class M(tf.Module):
        def __init__(self):
            self.w = tf.Variable(2.0)

        @tf.function
        def __call__(self, x):
            return self.w * x

    m = M()
    m(tf.constant(1.0))
    n = copy.deepcopy(m)
    n.w.assign(5.0)
    return m(tf.constant(1.0)), n(tf.constant(1.0))


@cases
def pickle_sig(tf):
    f = tf.function(len, input_signature=None)
    g = pickle.loads(pickle.dumps(f))
    return g([1, 2])


@cases
def fail_second_shape(tf):
    @tf.function
    def f(x):
        if x.shape.rank:
            raise ValueError("rank")
        return x + 1

    r = [f(tf.constant(1))]
    for a in ([1], 2, [2]):
        try:
            r.append(f(tf.constant(a)))
        except Exception as e:
            r.append(type(e).__name__)
    return r, f.experimental_get_tracing_count()


@cases
def fail_outputs(tf):
    st = [0]

    @tf.function
    def f(x):
        st[0] += 1
        return object() if st[0] == 1 else x

    try:
        f(tf.constant(1))
    except TypeError:
        pass
    return f(tf.constant(1)), f.experimental_get_tracing_count()


@cases
def fail_run_then_ok(tf):
    v = tf.Variable(0)

    @tf.function
    def f(x):
        v.assign_add(1)
        tf.debugging.assert_positive(x)
        v.assign_add(10)
        return x

    r = []
    for a in (1, -1, 2):
        try:
            r.append(f(tf.constant(a)))
        except tf.errors.InvalidArgumentError:
            r.append("err")
    return r


@cases
def nested_fail(tf):
    @tf.function
    def inner(x):
        raise RuntimeError("in")

    @tf.function
    def outer(x):
        try:
            inner(x)
        except RuntimeError:
            return x * 2

    return outer(tf.constant(3)), outer(tf.constant(4))


@cases
def graph_after_fail(tf):
    @tf.function
    def f(x):
        raise ValueError

    try:
        f(1)
    except ValueError:
        pass
    return tf.executing_eagerly(), tf.constant(1) + 1, tf.compat.v1.get_default_graph().building_function


@cases
def namescope_after_fail(tf):
    @tf.function
    def f(x):
        with tf.name_scope("s"):
            raise ValueError

    try:
        f(1)
    except ValueError:
        pass

    @tf.function
    def g(x):
        return tf.add(x, 1, name="q")

    return [o.name for o in g.get_concrete_function(tf.constant(1)).graph.get_operations()]


@cases
def tape_fail(tf):
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        raise ValueError

    with tf.GradientTape() as t:
        try:
            f(v)
        except ValueError:
            pass
        y = v * v
    return t.gradient(y, v)


@cases
def mutual(tf):
    @tf.function
    def even(n):
        return tf.constant(True) if n == 0 else odd(n - 1)

    @tf.function
    def odd(n):
        return tf.constant(False) if n == 0 else even(n - 1)

    return even(6), odd(3), even.experimental_get_tracing_count()


@cases
def retrace_closure(tf):
    k = [1]

    @tf.function
    def f(x):
        return x + k[0]

    a = f(tf.constant(1))
    k[0] = 100
    return a, f(tf.constant(1)), f(tf.constant(1.0))


@cases
def var_captured_dtype(tf):
    v = tf.Variable(1.0)
    f = tf.function(lambda: v + 1.0)  # noqa: F821
    f()
    v.assign(5.0)
    return f(), f.get_concrete_function().variables[0] is v


@cases
def var_deleted(tf):
    v = tf.Variable(1.0)
    f = tf.function(lambda: v + 1.0)  # noqa: F821
    c = f.get_concrete_function()
    del v
    gc.collect()
    return c()


@cases
def captured_list_var(tf):
    vs = [tf.Variable(float(i)) for i in range(3)]
    f = tf.function(lambda: tf.add_n([v.read_value() for v in vs]))
    a = f()
    vs.append(tf.Variable(100.0))
    return a, f(), len(f.get_concrete_function().variables)


@cases
def var_container(tf):
    class M(tf.Module):
        def __init__(self):
            self.d = {"a": tf.Variable(1.0), "b": [tf.Variable(2.0)]}

        @tf.function
        def f(self):
            return self.d["a"] + self.d["b"][0]

    m = M()
    c = m.f.get_concrete_function()
    return m.f(), len(c.trainable_variables), len(m.trainable_variables)


@cases
def lazy_in_list(tf):
    vs = []

    @tf.function
    def f(x):
        if not vs:
            vs.append(tf.Variable(x * 2.0))
            vs.append(tf.Variable([1.0]))
        return vs[0] + vs[1]

    return f(tf.constant(1.0)), f(tf.constant(1.0)), f.experimental_get_tracing_count()


@cases
def create_in_second(tf):
    vs = []

    @tf.function
    def f(x):
        if len(vs) < 2:
            vs.append(tf.Variable(1.0))
        return vs[0] * x

    r = [f(tf.constant(1.0))]
    try:
        r.append(f(tf.constant([1.0])))
    except Exception as e:
        r.append(type(e).__name__)
    return r, len(vs)


@cases
def uninit(tf):
    @tf.function
    def f():
        v = tf.Variable(1.0)
        return v

    return f()


@cases
def eager_flag(tf):
    tf.config.run_functions_eagerly(True)
    try:
        log = []

        @tf.function
        def f(x):
            log.append(type(x).__name__.replace("Tensor", ""))
            return x + 1

        f(tf.constant(1))
        f(tf.constant(1))
        c = f.get_concrete_function(tf.constant(1))
        return len(log), tf.config.functions_run_eagerly(), c(tf.constant(2)), f.experimental_get_tracing_count()
    finally:
        tf.config.run_functions_eagerly(False)


@cases
def eager_structs(tf):
    tf.config.run_functions_eagerly(True)
    try:

        @tf.function(input_signature=[S(tf, [None])])
        def f(x):
            return {"a": x, "b": 5, "c": None}

        return f([1.0])
    finally:
        tf.config.run_functions_eagerly(False)


@cases
def ctx_manager(tf):
    @contextlib.contextmanager
    def cm():
        yield 5

    @tf.function
    def f(x):
        with cm() as k:
            return x + k

    return f(tf.constant(1))


@cases
def super_chain(tf):
    class A:
        @tf.function
        def f(self, x):
            return x + 1

    class B(A):
        @tf.function
        def f(self, x):
            return super().f(x) * 2

    class C(B):
        @tf.function
        def f(self, x):
            return super().f(x) + 100

    c = C()
    return c.f(tf.constant(1)), B.f(c, tf.constant(1))


@cases
def abstract(tf):
    class A(abc.ABC):
        @abc.abstractmethod
        def f(self, x): ...
        @tf.function
        def g(self, x):
            return self.f(x)

    class B(A):
        def f(self, x):
            return x * 3

    return B().g(tf.constant(1)) if False else (lambda b: b.g(tf.constant(1)))(B())


@cases
def slots(tf):
    class A:
        __slots__ = ("k", "__weakref__")

        @tf.function
        def f(self, x):
            return x + self.k

    a = A()
    a.k = 1
    return a.f(tf.constant(1))


@cases
def getattr_name(tf):
    class A:
        @tf.function
        def f(self, x):
            "doc"
            return x

    a = A()
    return (
        a.f.__name__,
        a.f.__doc__,
        a.f.__qualname__,
        a.f.__module__,
        inspect.signature(a.f),
        hasattr(a.f, "__self__"),
        hasattr(a.f, "__func__"),
        a.f.name,
    )


@cases
def setattr(tf):
    f = tf.function(lambda x: x)
    f.tag = 3
    return f.tag


@cases
def eq(tf):
    class A:
        @tf.function
        def f(self):
            return 1

    a = A()
    return a.f == a.f, a.f is a.f, A.f is A.f, {a.f: 1}[a.f]


@cases
def isfunction(tf):
    f = tf.function(lambda x: x)
    return inspect.isfunction(f), callable(f), inspect.ismethod(f), inspect.isroutine(f)


@cases
def reduce_struct(tf):
    f = tf.function(lambda d: tf.reduce_sum(d["a"]) + tf.reduce_sum(d["b"][0]), reduce_retracing=True)
    for i in range(1, 5):
        f({"a": tf.ones([i]), "b": (tf.ones([i, i]),)})
    return f.experimental_get_tracing_count(), f.pretty_printed_concrete_signatures()


@cases
def reduce_dtype_mix(tf):
    f = tf.function(lambda a, b: tf.reduce_sum(a), reduce_retracing=True)
    n = []
    for s in ([1], [2], [3], [1, 1], [2, 2]):
        for t in (tf.float32, tf.int32):
            f(tf.ones(s, t), 5)
            n.append(f.experimental_get_tracing_count())
    return n


@cases
def reduce_py(tf):
    f = tf.function(lambda a, k: tf.reduce_sum(a) * k, reduce_retracing=True)
    n = []
    for k in (1, 2, 1, 3):
        for s in (1, 2, 3):
            f(tf.ones([s], tf.int32), k)
            n.append(f.experimental_get_tracing_count())
    return n


@cases
def reduce_get_concrete(tf):
    f = tf.function(lambda a: a, reduce_retracing=True)
    a = f.get_concrete_function(S(tf, [1]))
    b = f.get_concrete_function(S(tf, [2]))
    c = f.get_concrete_function(S(tf, [3]))
    return a is b, b is c, b.structured_input_signature


@cases
def reduce_ndim(tf):
    f = tf.function(lambda a: tf.reduce_sum(a), reduce_retracing=True)
    for s in ([1], [1, 2], [1, 2, 3], [2, 3, 4, 5]):
        f(tf.ones(s))
    return f.pretty_printed_concrete_signatures(), f.experimental_get_tracing_count()


@cases
def reduce_ragged_none(tf):
    f = tf.function(lambda a, b=None: tf.reduce_sum(a), reduce_retracing=True)
    n = []
    for s in (1, 2, 3, 4):
        f(tf.ones([s]))
        n.append(f.experimental_get_tracing_count())
    f(tf.ones([1]), tf.ones([1]))
    n.append(f.experimental_get_tracing_count())
    return n


@cases
def spec_none_dtype(tf):
    return tf.function(lambda x: x).get_concrete_function(S(tf, None, tf.variant)).inputs[0].dtype


@cases
def concrete_in_graph(tf):
    c = tf.function(lambda x: x + 1).get_concrete_function(S(tf, [], tf.int32))
    with tf.Graph().as_default() as g:
        y = c(tf.constant(1))
    return y.shape, [o.type for o in g.get_operations()]


@cases
def output_names(tf):
    f = tf.function(lambda x: {"out": tf.identity(x, name="foo"), "b": x})
    c = f.get_concrete_function(S(tf, [], name="inp"))
    return [t.name for t in c.outputs], c.structured_outputs, [t.name for t in c.inputs]


@cases
def many_out(tf):
    f = tf.function(lambda x: tuple(x + i for i in range(300)))
    return len(f(tf.constant(1))), f(tf.constant(1))[299]


@cases
def kwargs_only_call(tf):
    f = tf.function(lambda **kw: sum(kw.values()))
    return (
        f(a=tf.constant(1), b=tf.constant(2)),
        f(b=tf.constant(1), a=tf.constant(2)),
        f.experimental_get_tracing_count(),
    )


@cases
def varargs_lens(tf):
    f = tf.function(lambda *a: tf.add_n(list(a)))
    return f(tf.constant(1)), f(tf.constant(1), tf.constant(2)), f.experimental_get_tracing_count()


@cases
def tensor_default_mutation(tf):
    f = tf.function(lambda x, acc=[]: len(acc))
    return f(1), f(1, [2])


@cases
def np_scalars(tf):
    import numpy as np

    f = tf.function(lambda x: x + 1)
    return (
        f(np.float32(1)),
        f(np.int64(2)),
        f(np.array(3)),
        f(np.bool_(True)) if False else 0,
        f.experimental_get_tracing_count(),
    )


@cases
def np_arrays_share(tf):
    import numpy as np

    f = tf.function(lambda x: x + 1)
    f(np.ones(3))
    f(np.zeros(3))
    f(np.ones(4))
    return f.experimental_get_tracing_count()


@cases
def np_object(tf):
    import numpy as np

    return tf.function(lambda x: x)(np.array([object()]))


@cases
def np_str(tf):
    import numpy as np

    f = tf.function(lambda x: tf.constant(x) if isinstance(x, str) else x)
    return f(np.array(["a", "b"])), f(np.str_("q"))


@cases
def nan_literal(tf):
    f = tf.function(lambda x: tf.constant(x))
    a = float("nan")
    f(a)
    f(a)
    f(float("nan"))
    return f.experimental_get_tracing_count()


@cases
def long_seq(tf):
    f = tf.function(lambda xs: tf.add_n(xs))
    return f([tf.constant(1)] * 200)


@cases
def dup_tensor(tf):
    f = tf.function(lambda a, b: a + b)
    t = tf.constant(2)
    return f(t, t)


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
