"""How arguments meet parameters: callables of all kinds, calls of traces, and input signatures."""

import contextlib
import functools
import inspect
import operator

import numpy as np
import pytest
from twice import Cases, assert_same


def sigs(f):
    return f.pretty_printed_concrete_signatures()


cases = Cases()


@cases
def defaults_mutable(tf):
    @tf.function
    def f(x, acc=[]):  # noqa: B006
        acc.append(1)
        return x + len(acc)

    return f(1), f(1), f(tf.constant(1))


@cases
def default_obj(tf):
    o = object()

    @tf.function
    def f(x, o=o, k=None, *, s="a", t=(1, 2)):
        return x

    f(1)
    f(1, k=None)
    f(1, o, None, s="a")
    f(1, s="b")
    f(1, t=(1, 2))
    f(1, t=[1, 2])
    return f.experimental_get_tracing_count()


@cases
def kwargs_order(tf):
    @tf.function
    def f(**kw):
        return [kw[k] for k in kw]

    return f(b=1, a=2), f(a=2, b=1), f.experimental_get_tracing_count(), sigs(f)


@cases
def varargs_empty(tf):
    @tf.function
    def f(*a, **k):
        return len(a), sorted(k)

    return f.get_concrete_function()(), f.get_concrete_function(1, 2).structured_outputs


@cases
def kw_unexpected(tf):
    return tf.function(lambda x: x)(1, y=2)


@cases
def kw_multi(tf):
    return tf.function(lambda x, y: x)(1, 2, x=3)


@cases
def missing_kwonly(tf):
    return tf.function(lambda x, *, y: x)(1)


@cases
def posonly_kw(tf):
    @tf.function
    def f(x, /, **kw):
        return x + kw["x"]

    return f(1, x=2), f(tf.constant(1), x=tf.constant(5)), sigs(f)


@cases
def partial_pos(tf):
    def g(a, b, c=3, *, d=4):
        return a * 1000 + b * 100 + c * 10 + d

    f = tf.function(functools.partial(g, 1, d=7))
    return f(2), f(2, c=5), f(b=tf.constant(2)), f.get_concrete_function(2)(), sigs(f), str(f.function_type), f.name


@cases
def partial_nested(tf):
    def g(a, b, c):
        return a * 100 + b * 10 + c

    f = tf.function(functools.partial(functools.partial(g, c=3), 1))
    return f(2), sigs(f)


@cases
def partial_override(tf):
    f = tf.function(functools.partial(lambda a, b=2: a + b, b=5))
    return f(1), f(1, b=7), sigs(f)


@cases
def partial_too_many(tf):
    f = tf.function(functools.partial(lambda a, b: a + b, 1))
    return f(1, 2)


@cases
def partial_tensor(tf):
    f = tf.function(functools.partial(lambda a, b: a + b, b=tf.constant(10)))
    c = f.get_concrete_function(tf.TensorSpec([], tf.int32))
    return f(tf.constant(1)), c.inputs, len(c.captured_inputs), sigs(f)


@cases
def partial_signature(tf):
    f = tf.function(functools.partial(lambda a, b: a + b, 1), input_signature=[tf.TensorSpec([], tf.int32)])
    return f(2), sigs(f)


@cases
def partial_of_function(tf):
    f = functools.partial(tf.function(lambda a, b: a - b), 10)
    return f(3)


@cases
def tf_function_of_partial_of_tf_function(tf):
    g = tf.function(lambda a, b: a - b)
    return tf.function(functools.partial(g, b=1))(tf.constant(5))


@cases
def partialmethod(tf):
    class A:
        @tf.function
        def f(self, x, y):
            return x * 10 + y

        g = functools.partialmethod(f, 1)

    a = A()
    return a.g(2), a.g(2)


@cases
def bound_method(tf):
    class A:
        k = 5

        def m(self, x, y=1):
            return x * self.k + y

    a = A()
    f = tf.function(a.m)
    return (
        f(2),
        f(x=3),
        f.get_concrete_function(tf.TensorSpec([], tf.int32))(tf.constant(1)),
        sigs(f),
        str(f.function_type),
        f.__name__,
    )


@cases
def bound_method_signature(tf):
    class A:
        k = 5

        def m(self, x):
            return x * self.k

    a = A()
    f = tf.function(a.m, input_signature=[tf.TensorSpec([None], tf.int32)])
    return f([2]), f.get_concrete_function().structured_input_signature


@cases
def method_signature(tf):
    class A(tf.Module):
        k = 5

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32, name="q")])
        def m(self, x):
            return x * self.k

    a = A()
    return (
        a.m([2]),
        a.m.get_concrete_function().structured_input_signature,
        A.m.input_signature,
        a.m.input_signature,
        str(a.m.function_type),
        str(A.m.function_type),
    )


@cases
def callable_object(tf):
    class A:
        def __call__(self, x, *, y=2):
            return x + y

    f = tf.function(A())
    return f(1), f(1, y=tf.constant(3)), sigs(f), str(f.function_type), f.name


@cases
def callable_object_signature(tf):
    class A:
        def __call__(self, x):
            return x + 1

    f = tf.function(A(), input_signature=[tf.TensorSpec([], tf.int32)])
    return f(1), sigs(f)


@cases
def call_decorated(tf):
    class A:
        @tf.function
        def __call__(self, x):
            return x + 1

    a = A()
    return a(1), a(2), a.__call__.experimental_get_tracing_count()


@cases
def class_as_function(tf):
    class A:
        def __init__(self, x):
            self.x = x

    return tf.function(A)(1)


@cases
def staticmethod_outer(tf):
    class A:
        @tf.function
        @staticmethod
        def s(x):
            return x + 1

    return A.s(1)


@cases
def classmethod(tf):
    class A:
        k = 1

        @classmethod
        @tf.function
        def c(cls, x):
            return x + cls.k

    class B(A):
        k = 10

    return A.c(1), B.c(1), A().c(1), B.c(tf.constant(1))


@cases
def property(tf):
    class A:
        def __init__(self):
            self._x = tf.Variable(3)

        @property
        @tf.function
        def p(self):
            return self._x * 2

    a = A()
    return a.p, a.p


@cases
def super(tf):
    class A:
        @tf.function
        def f(self, x):
            return x + 1

        def g(self, x):
            return x + 1

    class B(A):
        @tf.function
        def f(self, x):
            return super().f(x) * 10

        @tf.function
        def g(self, x):
            return super(B, self).g(x) * 10

    b = B()
    return b.f(1), b.g(1), b.f(tf.constant(1))


@cases
def inherit(tf):
    class A:
        k = 1

        @tf.function
        def f(self, x):
            return self.h(x)

        def h(self, x):
            return x + self.k

    class B(A):
        k = 2

        def h(self, x):
            if x > 0:
                x = x * 10
            return x

    a, b = A(), B()
    return a.f(tf.constant(1)), b.f(tf.constant(1)), b.f is a.f


@cases
def abc(tf):
    import abc

    class A(abc.ABC):
        @abc.abstractmethod
        def f(self, x): ...

    class B(A):
        @tf.function
        def f(self, x):
            return x

    return B().f.__name__, tf.function(A.f).name


@cases
def generator(tf):
    @tf.function
    def f(n):
        yield n

    return f(1)


@cases
def wraps(tf):
    def deco(fn):
        @functools.wraps(fn)
        def w(*a, **k):
            return fn(*a, **k) * 2

        return w

    @tf.function
    @deco
    def f(x, y=1):
        if x > 0:
            x = x + y
        return x

    return f(tf.constant(1)), f(tf.constant(1), y=tf.constant(3)), sigs(f), f.__name__


@cases
def wrapped_signature_lies(tf):
    def fn(a, b):
        return a + b

    @functools.wraps(fn)
    def w(a):
        return a

    return tf.function(w)(1)


@cases
def wrapped_injects(tf):
    def deco(fn):
        @functools.wraps(fn)
        def w(x):
            return fn(x, 5)

        return w

    @tf.function
    @deco
    def f(x, y):
        return x + y

    return f(1)


@cases
def sig_attr(tf):
    def f(*a):
        return a[0]

    f.__signature__ = inspect.Signature([inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD)])
    return tf.function(f)(1), str(tf.function(f).function_type)


@cases
def context_manager(tf):

    @tf.function
    @contextlib.contextmanager
    def f(x):
        yield x

    return f(1)


@cases
def lru(tf):
    @tf.function
    @functools.lru_cache
    def f(x):
        return x

    return f(1)


@cases
def singledispatch(tf):
    @functools.singledispatch
    def g(x):
        return tf.constant(0)

    @g.register(tf.Tensor)
    def _(x):
        return x + 1

    return tf.function(g)(tf.constant(1))


@cases
def builtin2(tf):
    return tf.function(len)([tf.constant(1)])


@cases
def numpy_function(tf):
    return tf.function(np.add)(1, 2)


@cases
def function_of_operator_module(tf):
    import operator

    return tf.function(operator.add)(tf.constant(1), tf.constant(2))


@cases
def lambda_in_dict(tf):
    d = {"a": lambda x: x + 1, "b": lambda x: x - 1}
    return [tf.function(v)(1) for v in d.values()]


@cases
def tf_api(tf):
    return tf.function(tf.reduce_sum)(tf.constant([1, 2]), keepdims=True), tf.function(tf.nn.relu)([-1.0, 1.0])


@cases
def decorator_twice(tf):
    @tf.function
    @tf.function(reduce_retracing=True)
    def f(x):
        return x + 1

    return f(1), f.__name__, f.experimental_get_tracing_count()


@cases
def custom_gradient_outer(tf):
    @tf.custom_gradient
    @tf.function
    def f(x):
        return x * x, lambda dy: dy * 100.0

    return f(tf.constant(3.0))


@cases
def decorated_attrs(tf):
    @tf.function
    def f(x):
        "doc"
        return x

    f.extra = 5
    return f.extra, f.__doc__, f.__wrapped__ is f.python_function, f.python_function.__name__, callable(f), f.__module__


@cases
def inspect_kinds(tf):
    f = tf.function(lambda x: x)
    return (
        inspect.isfunction(f),
        inspect.ismethod(f),
        inspect.unwrap(f) is f.python_function,
        inspect.iscoroutinefunction(f),
    )


@cases
def many_args(tf):
    ns = {}
    exec("def f(" + ",".join(f"a{i}" for i in range(300)) + "): return a0+a299", ns)
    return tf.function(ns["f"], autograph=False)(*range(300))


@cases
def unicode(tf):
    @tf.function
    def größe(größe):
        return größe + 1

    return größe(1), größe.get_concrete_function(tf.constant(1)).inputs


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


def test_names_that_python_does_not_allow(gw):
    f = gw.function(lambda **kw: kw)
    result = f(**{"a b": 1, "class": gw.constant(2), "self": 3})
    assert {name: int(value) for name, value in result.items()} == {"a b": 1, "class": 2, "self": 3}


def test_builtin_functions(gw):
    assert gw.function(max)(1, 2) == 2
    assert gw.function(operator.itemgetter("a"))({"a": gw.constant(1)}) == 1


def test_coroutines_are_refused(gw):
    async def f(x):
        return x

    with pytest.raises(TypeError, match="coroutine"):
        gw.function(f)(1)


def test_shapes_that_a_trace_was_not_made_for(gw):
    """Control flow, nested calls, gradients and variables in a trace that is called with other shapes."""
    v = gw.Variable(3.0)

    @gw.function
    def inner(x):
        return x * v

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
        assert (tape.gradient(total, x).numpy() == 18.0).all()


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
