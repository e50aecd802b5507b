"""Containers, Python values and callables of many kinds as arguments and results, beside TensorFlow."""

import collections
import dataclasses
import functools
import types as pytypes
import typing

import pytest

from support.twice import Cases, S, assert_same, sigs

try:
    import attr
except ImportError:
    attr = None
cases = Cases()
NT = collections.namedtuple("NT", "a b")


class TNT(typing.NamedTuple):
    x: object
    y: object = 3


@dataclasses.dataclass
class DC:
    a: object
    b: object


@dataclasses.dataclass(frozen=True)
class FDC:
    a: object

    def __tf_flatten__(self):
        return (), (self.a,)

    @classmethod
    def __tf_unflatten__(cls, meta, comps):
        return cls(*comps)


if attr:

    @attr.s
    class At:
        a = attr.ib()
        b = attr.ib()


@cases
def namedtuple(tf):
    f = tf.function(lambda x: x._replace(a=x.a + 1))
    r = f(NT(tf.constant(1), 2))
    return r, type(r).__name__, sigs(f)


@cases
def typed_nt(tf):
    f = tf.function(lambda x: x._replace(x=x.x + 1))
    r = f(TNT(tf.constant(1)))
    return r, sigs(f)


@cases
def dataclass_result(tf):
    return tf.function(lambda x: DC(x, x))(tf.constant(1))


@cases
def frozen(tf):
    f = tf.function(lambda x: FDC(x.a + 1))
    r = f(FDC(tf.constant(1)))
    f(FDC(tf.constant(5)))
    return type(r).__name__, r.a, f.experimental_get_tracing_count(), sigs(f)


@cases
def ordered(tf):
    f = tf.function(lambda x: collections.OrderedDict(reversed(list(x.items()))))
    r = f(collections.OrderedDict([("b", tf.constant(1)), ("a", tf.constant(2))]))
    return list(r.items()), sigs(f)


@cases
def defaultdict(tf):
    d = collections.defaultdict(list)
    d["a"] = tf.constant(1)
    f = tf.function(lambda x: x)
    r = f(d)
    return type(r).__name__, dict(r), sigs(f)


@cases
def deque(tf):
    n = [0]

    @tf.function
    def f(x):
        n[0] += 1
        return x[0] + 1

    d = collections.deque([tf.constant(1)])
    return f(d), f(d), n[0]


@cases
def set(tf):
    return tf.function(lambda x: len(x))({1, 2})


@cases
def attrs(tf):
    f = tf.function(lambda x: At(x.b, x.a))
    r = f(At(tf.constant(1), tf.constant(2.0)))
    return r, sigs(f)


@cases
def mixedkeys(tf):
    return tf.function(lambda x: x[1] + x["a"])({1: tf.constant(1), "a": tf.constant(2)})


@cases
def tuplekeys(tf):
    f = tf.function(lambda x: x[(1, 2)])
    return f({(1, 2): tf.constant(1)}), sigs(f)


@cases
def userlist(tf):
    f = tf.function(lambda x: x[0])
    return f(collections.UserList([tf.constant(1)]))


@cases
def userdict(tf):
    f = tf.function(lambda x: x["a"])
    return f(collections.UserDict({"a": tf.constant(1)})), sigs(f)


@cases
def simplens(tf):
    f = tf.function(lambda x: x.a + 1)
    ns = pytypes.SimpleNamespace(a=tf.constant(1))
    return f(ns), f(ns)


@cases
def bytes(tf):
    f = tf.function(lambda x: tf.constant(x))
    return f(b"a"), f(bytearray(b"a"))


@cases
def slice(tf):
    f = tf.function(lambda x: tf.range(5)[x])
    return f(slice(1, 3)), f(slice(1, 3)), f.experimental_get_tracing_count()


@cases
def ellipsis(tf):
    f = tf.function(lambda x: tf.range(5)[x])
    return f(...), f.experimental_get_tracing_count(), sigs(f)


@cases
def none_nested(tf):
    f = tf.function(lambda x: [None, x, {"a": None}])
    return f((None, [None])), sigs(f)


@cases
def indexed(tf):
    s = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0, 2]), tf.constant([4]))
    f = tf.function(lambda x: tf.convert_to_tensor(x))
    r = f(s)
    f(tf.IndexedSlices(tf.constant([1.0, 5.0]), tf.constant([0, 1]), tf.constant([4])))
    return r, f.experimental_get_tracing_count(), sigs(f)


@cases
def indexed_result(tf):
    f = tf.function(lambda x: tf.IndexedSlices(x, tf.constant([0, 2])))
    r = f(tf.constant([1.0, 2.0]))
    return r.values, r.indices, r.dense_shape


@cases
def ta(tf):
    @tf.function
    def f(ta):
        return ta.write(1, 5.0).stack()

    ta = tf.TensorArray(tf.float32, 2).write(0, 1.0)
    return f(ta)


@cases
def ta_result(tf):
    @tf.function
    def f():
        return tf.TensorArray(tf.float32, 2, element_shape=[]).unstack([1.0, 2.0])

    r = f()
    return type(r).__name__


@cases
def typespec_arg(tf):
    f = tf.function(lambda s: tf.zeros(s.shape))
    return f(tf.TensorSpec([2])), f.experimental_get_tracing_count()


@cases
def dtype_arg(tf):
    f = tf.function(lambda d: tf.zeros([1], d))
    return f(tf.int32), f("float64"), f(tf.int32), f.experimental_get_tracing_count()


@cases
def device(tf):
    f = tf.function(lambda d: tf.constant(str(d)))
    return f(tf.TensorShape([1, None]))


@cases
def optimizer_like(tf):
    class Model(tf.Module):
        def __init__(self):
            self.w = tf.Variable(2.0)

    f = tf.function(lambda m, x: m.w * x)
    m = Model()
    r = f(m, tf.constant(3.0))
    m.w.assign(5.0)
    return r, f(m, tf.constant(3.0)), f(Model(), tf.constant(1.0)), f.experimental_get_tracing_count()


@cases
def var_struct(tf):
    v, w = tf.Variable(1.0), tf.Variable([2.0, 3.0])
    f = tf.function(lambda d: d["a"].assign_add(1.0) + d["b"][0][0])
    r = f({"a": v, "b": [w]})
    return r, v.numpy(), sigs(f)


@cases
def spec_struct_sig(tf):
    f = tf.function(
        lambda d, k: d["a"] + d["b"][0] * k["z"],
        input_signature=[{"a": S(tf, [None]), "b": (S(tf, []),)}, {"z": S(tf, [])}],
    )
    return (
        f({"a": [1.0, 2.0], "b": (3.0,)}, {"z": 2.0}),
        f(d={"a": tf.constant([1.0]), "b": (3.0,)}, k={"z": tf.constant(2.0)}),
        sigs(f),
        str(f.function_type),
        f.input_signature,
    )


@cases
def sig_bad_struct(tf):
    f = tf.function(lambda d: d["a"], input_signature=[{"a": S(tf, [None])}])
    return f([tf.constant([1.0])])


@cases
def sig_kwargs_fn(tf):
    f = tf.function(lambda a, *, b=3: a + b, input_signature=[S(tf, [], tf.int32)])
    return f(1), f(1, b=4)


@cases
def sig_varargs(tf):
    f = tf.function(lambda a, *b: a + b[0], input_signature=[S(tf, [], tf.int32), S(tf, [], tf.int32)])
    return f(1, 2), sigs(f)


@cases
def sig_method(tf):
    class A:
        k = 4

        @tf.function(input_signature=[S(tf, [], tf.int32)])
        def m(self, x):
            return x + self.k

    a = A()
    return a.m(1), sigs(a.m), a.m.input_signature, A.m.input_signature


@cases
def sig_none(tf):
    f = tf.function(lambda a: a, input_signature=[None])
    return f(1)


@cases
def sig_numpy_f64(tf):
    import numpy as np

    f = tf.function(lambda a: a, input_signature=[S(tf, [None])])
    return f(np.array([1.0, 2.0]))


@cases
def sig_gen(tf):
    f = tf.function(lambda a: a, input_signature=(S(tf, []) for _ in range(1)))
    return f(1.0)


@cases
def sig_empty_call_extra(tf):
    return tf.function(lambda: 1, input_signature=[])(5)


@cases
def get_concrete_struct(tf):
    f = tf.function(lambda d, *a, **k: d["x"] + a[0] + k["z"])
    c = f.get_concrete_function({"x": S(tf, [None])}, S(tf, []), z=S(tf, []))
    return (
        c({"x": tf.constant([1.0])}, tf.constant(2.0), z=tf.constant(3.0)),
        c(tf.constant([1.0]), tf.constant(2.0), tf.constant(3.0)),
        c.structured_input_signature,
        c._arg_keywords,
    )


@cases
def concrete_kw(tf):
    c = tf.function(lambda a, b: a - b).get_concrete_function(S(tf, [], name="p"), S(tf, [], name="q"))
    return (
        c(tf.constant(1.0), tf.constant(2.0)),
        c(p=tf.constant(1.0), q=tf.constant(2.0)),
        c(a=tf.constant(1.0), b=tf.constant(2.0)),
    )


@cases
def concrete_mixed(tf):
    c = tf.function(lambda a, b: a - b).get_concrete_function(S(tf, [], name="p"), S(tf, [], name="q"))
    return c(tf.constant(1.0), q=tf.constant(2.0))


@cases
def default_none(tf):
    f = tf.function(lambda a, b=None: a if b is None else a + b)
    return f(1), f(1, 2), f(1, b=None), f.experimental_get_tracing_count(), sigs(f)


@cases
def default_tensor_trace(tf):
    d = tf.constant(1)
    f = tf.function(lambda a=d: a + 1)
    return f(), f(d), f(tf.constant(7)), f.experimental_get_tracing_count()


@cases
def kwonly_posonly(tf):
    def g(a, /, b, *, c, d=4):
        return a + b + c + d

    f = tf.function(g)
    return f(1, b=2, c=3), f(1, 2, c=3, d=5), sigs(f)


@cases
def varkw_name_clash(tf):
    f = tf.function(lambda self, **kw: kw["args"])
    return f(1, args=tf.constant(2))


@cases
def partialobj(tf):
    def g(a, b, c=3, *, d=4):
        return a + b * 10 + c * 100 + d * 1000

    p = functools.partial(functools.partial(g, 1), c=5, d=6)
    f = tf.function(p)
    return f(2), f(2, c=7), f(b=2, d=8), str(f.function_type), sigs(f)


@cases
def partial_pos_kw(tf):
    def g(a, b):
        return a - b

    return tf.function(functools.partial(g, b=1))(5), tf.function(functools.partial(g, b=1))(5, 3)


@cases
def partial_tffunc_call(tf):
    f = tf.function(lambda a, b: a - b)
    p = functools.partial(f, tf.constant(5))
    return p(tf.constant(2)), p(b=tf.constant(1)), f.experimental_get_tracing_count()


@cases
def partialmethod(tf):
    class A:
        @tf.function
        def m(self, a, b):
            return a - b

        pm = functools.partialmethod(m, 5)

    a = A()
    return a.pm(tf.constant(2)), a.pm(tf.constant(3)), a.m.experimental_get_tracing_count()


@cases
def property_orders(tf):
    class A:
        k = 2

        @property
        @tf.function
        def p(self):
            return tf.constant(self.k)

    return A().p


@cases
def tf_property(tf):
    class A:
        @tf.function
        @property
        def p(self):
            return tf.constant(1)

    return A().p


@cases
def cached_property(tf):
    class A:
        @functools.cached_property
        def f(self):
            return tf.function(lambda x: x + 1)

    a = A()
    return a.f(1), a.f is a.f


@cases
def callable_obj_deco(tf):
    class C:
        def __init__(self):
            self.v = tf.Variable(3.0)

        @tf.function
        def __call__(self, x):
            return self.v * x

    c = C()
    f = tf.function(c)
    return c(tf.constant(2.0)), f(tf.constant(2.0))


@cases
def generator(tf):
    def g(x):
        yield x

    return tf.function(g)(tf.constant(1))


@cases
def gen_deco(tf):
    @tf.function
    def g(x):
        for i in range(2):
            yield x + i

    return list(g(tf.constant(1)))


@cases
def lambda_default(tf):
    fs = [tf.function(lambda x, i=i: x + i) for i in range(3)]
    return [f(10) for f in fs]


@cases
def wrap_deco_order(tf):
    def deco(fn):
        @functools.wraps(fn)
        def w(*a, **k):
            return fn(*a, **k) * 2

        return w

    @deco
    @tf.function
    def f(x):
        return x + 1

    @tf.function
    @deco
    @deco
    def g(x, y=2):
        return x + y

    return (
        f(tf.constant(1)),
        g(tf.constant(1)),
        g(tf.constant(1), y=5),
        f.__wrapped__.experimental_get_tracing_count(),
        str(g.function_type),
    )


@cases
def retnested(tf):
    @tf.function
    def f(x):
        def inner(y):
            return y + x

        return inner(x)

    return f(tf.constant(2))


@cases
def func_arg(tf):
    g = tf.function(lambda x: x * 2)
    f = tf.function(lambda fn, x: fn(fn(x)))
    return (
        f(g, tf.constant(1)),
        f(g, tf.constant(2)),
        f(lambda x: x + 1, tf.constant(1)),
        f.experimental_get_tracing_count(),
    )


@cases
def return_fn(tf):
    return tf.function(lambda x: lambda y: y)(tf.constant(1))


@cases
def return_type(tf):
    return tf.function(lambda: int)()


@cases
def return_module(tf):
    return tf.function(lambda: tf.Module())()


@cases
def return_var(tf):
    v = tf.Variable(1.0)
    r = tf.function(lambda: v)()
    return type(r).__name__, r


@cases
def return_np(tf):
    import numpy as np

    return tf.function(lambda: (np.array([1, 2]), np.float64(2.0), True, "s", b"b", 1.5, None, 2**40))()


@cases
def return_bigint(tf):
    return tf.function(lambda: 2**70)()


@cases
def return_range(tf):
    return tf.function(lambda: range(3))()


@cases
def return_ragged_list(tf):
    return tf.function(lambda: [[1, 2], [3]])()


@cases
def return_empty(tf):
    return tf.function(lambda: ([], (), {}, None))()


@cases
def return_shape(tf):
    return tf.function(lambda x: x.shape)(tf.ones([2, 3]))


@cases
def return_dtype(tf):
    return tf.function(lambda x: x.dtype)(tf.ones([2, 3]))


@cases
def return_op(tf):
    r = tf.function(lambda x: tf.group(x))(tf.ones([2, 3]))
    return r


@cases
def return_zip(tf):
    return tf.function(lambda x: zip([x], [x]))(tf.ones([2]))


@cases
def return_dictkeys(tf):
    return tf.function(lambda x: {"a": x}.keys())(tf.ones([2]))


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
