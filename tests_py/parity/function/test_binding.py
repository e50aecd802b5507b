"""How arguments meet parameters: callables of all kinds, calls of traces, and input signatures."""

import contextlib
import functools
import inspect
import operator

import numpy as np
import pytest

from support.twice import Cases, assert_same, sigs

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
def kwargs_of_any_names(tf):
    @tf.function
    def f(**kw):
        return sum((i + 1) * kw[key] for i, key in enumerate(sorted(kw))), sorted(kw)

    a, b = tf.constant(10), tf.constant(1)
    calls = [f(**{"b-c": b, "a": a}), f(**{"b.c": b, "a": a}), f(a=a, b_c=b), f(**{"1x": a, "_x": b, "x:0": a})]
    return calls, f.experimental_get_tracing_count(), sigs(f)


@cases.each([("class",), ("a-b", "a_b")])
def kwargs_refused(tf, names):
    return tf.function(lambda **kw: 1)(**dict.fromkeys(names, 1))


@cases
def names_of_specs(tf):
    f = tf.function(lambda **kw: list(kw.values()))
    names = ("user-id", "_x", "1x", "Up", "a b")
    traces = [f.get_concrete_function(**{name: tf.TensorSpec([], name=name)}) for name in names]
    calls = [trace(**{name: tf.constant(1.0)}) for trace, name in zip(traces, names, strict=True)]
    return [str(trace.structured_input_signature) for trace in traces], calls


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
def python_function_of_a_bound_method(tf):
    class A:
        c = 10.0

        @tf.function
        def f(self, x, y):
            return self.c + x + y

    a = A()
    plain = a.f.python_function
    again = tf.function(plain)
    return plain(1.0, 2.0), again(1.0, 2.0), str(inspect.signature(plain)), A.f.python_function(a, 1.0, 2.0)


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
    # Older NumPy's ufuncs have no signature, and TensorFlow refuses those.
    return tf.function(np.add if hasattr(np.add, "__signature__") else lambda x, y: np.add(x, y))(1, 2)


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


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_builtin_functions(gw):
    assert gw.function(max)(1, 2) == 2
    assert gw.function(operator.itemgetter("a"))({"a": gw.constant(1)}) == 1


def test_coroutines_are_refused(gw):
    async def f(x):
        return x

    with pytest.raises(TypeError, match="coroutine"):
        gw.function(f)(1)
