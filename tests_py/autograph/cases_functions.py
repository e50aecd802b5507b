"""Scopes, comprehensions, lambdas, decorators, defaults, closures, classes: see `test_cases.py`."""

# ruff: noqa
import collections
import contextlib
import functools
import typing

from support.small_cases import beyond, ours, same

G = 5

GT = [0]


@same
def global_write(tf):

    @tf.function
    def f(x):
        global G
        if x > 0:
            G = x
        else:
            G = -x
        r = G
        G = 5
        return r

    return (f(tf.constant(-4)), G)


@same
def global_loop(tf):

    @tf.function
    def f(x):
        global G
        G = tf.constant(0)
        for i in tf.range(x):
            G = G + i
        r = G
        G = 5
        return r

    return (f(tf.constant(4)), G)


@ours
def nonlocal_deep(tf):

    @tf.function
    def f(x):
        c = tf.constant(0)

        def g():
            nonlocal c

            def h():
                nonlocal c
                if x > 0:
                    c = c + 10
                else:
                    c = c + 1

            h()
            h()

        for _ in tf.range(2):
            g()
        return c

    return (f(tf.constant(-4)), f(tf.constant(4)))


@same
def nonlocal_factory(tf):

    def make():
        c = 0

        @tf.function
        def f(x):
            nonlocal c
            c += 1
            if x > 0:
                return x + c
            return x

        return (f, lambda: c)

    f, get = make()
    return (f(tf.constant(4)), f(tf.constant(4)), get())


@same
def comp_all(tf):

    @tf.function
    def f(x):
        a = [i * x for i in range(3)]
        b = {i: i * x for i in range(3) if i}
        c = {i for i in (1, 2)}
        d = sum((i * x for i in range(3)))
        e = [[x * i * j for i in range(2)] for j in range(2)]
        g = [y for z in e for y in z]
        return (a, b, sorted(c), d, e, g)

    return f(tf.constant(2))


@same
def comp_cond_tensor(tf):

    @tf.function
    def f(x):
        return [i if x > i else -i for i in range(4)]

    return f(tf.constant(2))


@same
def comp_filter_tensor(tf):

    @tf.function
    def f(x):
        return [i for i in range(4) if x > i]

    return f(tf.constant(2))


@beyond
def comp_over_tensor(tf):

    @tf.function
    def f(x):
        return [i * 2 for i in x]

    return f(tf.constant([2, 3]))


@beyond
def comp_over_range(tf):

    @tf.function
    def f(x):
        return [i * 2 for i in tf.range(3)]

    return f(tf.constant([2, 3]))


@same
def comp_call_converted(tf):

    def g(v):
        if v > 0:
            return v
        return -v

    @tf.function
    def f(x):
        return [g(x - i) for i in range(4)]

    return f(tf.constant(2))


@beyond
def genexp_call(tf):

    def g(v):
        if v > 0:
            return v
        return -v

    @tf.function
    def f(x):
        return (
            sum((g(x - i) for i in range(4))),
            max((g(x - i) for i in range(2))),
            list((g(x + i) for i in range(2))),
        )

    return f(tf.constant(2))


@same
def lambdas_line(tf):

    @tf.function
    def f(x):
        a, b = (lambda v: v + 1 if v > 0 else v - 1, lambda v: v * 2 if v > 0 else v * 3)
        return (a(x), b(x), (lambda: x)())

    return (f(tf.constant(2)), f(tf.constant(-2)))


@beyond
def lambdas_outside(tf):
    a, b = (lambda v: v + 1 if v > 0 else v - 1, lambda v: v * 2 if v > 0 else v * 3)
    return (
        tf.function(a)(tf.constant(2)),
        tf.function(b)(tf.constant(-2)),
        tf.function(lambda v: v if v > 3 else -v)(tf.constant(1)),
    )


@same
def lambdas_dict(tf):
    d = {
        "a": lambda v: v + 1 if v > 0 else v - 1,
        "b": lambda v: v * 2 if v > 0 else v * 3,
        "c": lambda v: v * 5 if v > 0 else v * 7,
    }
    return [tf.function(d[k])(tf.constant(s)) for k in d for s in (3, -3)]


@beyond
def lambdas_same_text(tf):
    fs = [lambda v: v if v > 0 else -v, lambda v: v if v > 0 else -v]
    return [tf.function(g)(tf.constant(-2)) for g in fs]


@same
def lambda_default(tf):
    fs = [lambda v, k=k: v * k if v > k else -v for k in range(3)]
    return [tf.function(g)(tf.constant(1)) for g in fs]


@same
def lambda_in_default(tf):

    def f(x, g=lambda v: v if v > 0 else -v):
        return g(x)

    return tf.function(f)(tf.constant(-4))


@same
def lambda_nested(tf):
    return tf.function(lambda a: (lambda b: b * 2 if b > a else b * 3)(a + 1))(tf.constant(1))


@same
def lambda_call_kw(tf):

    def apply(fn, x, after=lambda v: v):
        return after(fn(x))

    return apply(
        tf.function(lambda v: v + 1 if v > 0 else v),
        tf.constant(1),
        after=tf.function(lambda v: v * 2 if v > 5 else v * 3),
    )


@same
def lambda_multi_line(tf):
    g = tf.function(lambda v: v + 1 if v > 0 else v)
    return g(tf.constant(1))


@same
def lambda_backslash(tf):
    g = tf.function(lambda v: v + 1 if v > 0 else v)
    return g(tf.constant(1))


@same
def lambda_star(tf):
    g = tf.function(lambda *a, **k: a[0] + k["z"] if a[0] > k["z"] else a[1])
    return g(tf.constant(1), tf.constant(2), z=tf.constant(3))


@same
def deco_wrapped(tf):

    def d(fn):

        @functools.wraps(fn)
        def w(*a, **k):
            return fn(*a, **k) * 10

        return w

    @d
    def g(x):
        if x > 0:
            return x
        return -x

    @tf.function
    def f(x):
        return g(x)

    return (f(tf.constant(-4)), tf.function(g)(tf.constant(-3)))


@same
def deco_args(tf):

    def d(n, *, k=1):

        def dd(fn):

            def w(*a):
                r = fn(*a)
                if r > n:
                    return r * k
                return r

            return w

        return dd

    @tf.function
    @d(3, k=5)
    @d(1, k=2)
    def f(x):
        if x > 0:
            return x
        return -x

    return (f(tf.constant(-4)), f(tf.constant(1)))


@same
def deco_class_based(tf):

    class D:
        def __init__(self, fn):
            self.fn = fn

        def __call__(self, x):
            if x > 0:
                return self.fn(x)
            return self.fn(-x)

    @tf.function
    @D
    def f(x):
        return x * 2 if x > 2 else x

    return (f(tf.constant(-4)), f(tf.constant(1)))


@same
def deco_inner(tf):

    @tf.function
    def f(x):

        def deco(fn):
            return lambda v: fn(v) + 1

        @deco
        def g(v):
            if v > 0:
                return v
            return -v

        return g(x)

    return f(tf.constant(-4))


@same
def defaults_mutable(tf):

    @tf.function
    def f(x, acc=[]):
        acc.append(1)
        if x > 0:
            return x + len(acc)
        return x

    return (f(tf.constant(4)), f(tf.constant(5)), f(tf.constant([4.0])[0]))


@same
def defaults_kwonly(tf):

    @tf.function
    def f(x, *, k=tf.constant(3), m=2):
        if x > k:
            return x * m
        return x

    return (f(tf.constant(4)), f(tf.constant(4), k=tf.constant(9)))


@same
def closure_changed(tf):
    k = 1

    def g(x):
        if x > 0:
            return x + k
        return x

    f = tf.function(g)
    a = f(tf.constant(4))
    k = 100
    return (a, f(tf.constant(5.0)), tf.function(g)(tf.constant(1)))


@same
def closure_cell_late(tf):

    @tf.function
    def f(x):
        return g(x)

    def g(x):
        if x > 0:
            return h(x)
        return x

    def h(x):
        return x * 3 if x > 1 else x

    return f(tf.constant(2))


@same
def class_body(tf):

    @tf.function
    def f(x):

        class A:
            k = x + 1
            z = [k for _ in range(2)]

            def m(self, v):
                if v > 0:
                    return v + self.k
                return v

            @property
            def p(self):
                return self.k * 2 if self.k > 0 else self.k

            @staticmethod
            def s(v):
                return v if v > 0 else -v

            @classmethod
            def c(cls, v):
                return cls.k + v

        a = A()
        return (a.m(x), a.p, A.s(x), a.c(x), a.z)

    return f(tf.constant(2))


@same
def super_zero(tf):

    class A:
        def m(self, x):
            return x + 1 if x > 0 else x - 1

        @classmethod
        def c(cls, x):
            return x * 2 if x > 0 else x

    class B(A):
        @tf.function
        def m(self, x):
            if x > 5:
                return super().m(x) * 2
            return super(B, self).m(x)

        @classmethod
        def c(cls, x):
            if x > 0:
                return super().c(x)
            return x

        def n(self, x):
            return [super(B, self).m(x) for _ in range(2)]

        @tf.function
        def lam(self, x):
            g = lambda: super(B, self).m(x)
            for i in tf.range(2):
                x = super().m(x)
            return (g(), x)

        @tf.function
        def call_c(self, x):
            return (self.c(x), self.n(x))

    b = B()
    return (b.m(tf.constant(6)), b.m(tf.constant(1)), b.lam(tf.constant(2)), b.call_c(tf.constant(3)))


@beyond
def super_nested_fn(tf):

    class A:
        def m(self, x):
            return x + 1

    class B(A):
        @tf.function
        def m(self, x):

            def inner(self):
                return super().m(x)

            return inner(self)

    return B().m(tf.constant(1))


@same
def super_dunder_class(tf):

    class B:
        @tf.function
        def m(self, x):
            if x > 0:
                y = x
            else:
                y = -x
            return (y, __class__.__name__)

    return B().m(tf.constant(1))


@beyond
def super_init_subclass(tf):

    class A:
        def __init__(self, x):
            self.x = x * 2 if x > 0 else x

    class B(A):
        def __init__(self, x):
            super().__init__(x)
            if x > 0:
                self.y = self.x + 1
            else:
                self.y = self.x

    @tf.function
    def f(x):
        b = B(x)
        return (b.x, b.y)

    return f(tf.constant(1))


@same
def property_called(tf):

    class A:
        def __init__(self, v):
            self.v = v

        @property
        def p(self):
            if self.v > 0:
                return self.v
            return -self.v

        @p.setter
        def p(self, v):
            self.v = v

    @tf.function
    def f(x):
        a = A(x)
        a.p = x + 1
        return a.p

    return f(tf.constant(1))


@same
def callable_obj(tf):

    class A:
        def __call__(self, x):
            if x > 0:
                return x
            return -x

    class M(tf.Module):
        def __init__(self):
            self.a = A()

        @tf.function
        def __call__(self, x):
            return self.a(x)

    return (M()(tf.constant(-3)), tf.function(A())(tf.constant(-3)))


@same
def partial_method(tf):

    class A:
        def m(self, a, b):
            if a > 0:
                return a + b
            return b

        pm = functools.partialmethod(m, 5)

    @tf.function
    def f(x):
        return (A().pm(x), functools.partial(A().m, b=x)(x), functools.partial(A.m, A())(x, 1))

    return f(tf.constant(-3))


@beyond
def async_alone(tf):
    import asyncio

    @tf.function
    def f(x):

        async def g():
            return 5

        return x + asyncio.new_event_loop().run_until_complete(g())

    return f(tf.constant(1))


@same
def gen_inside(tf):

    @tf.function
    def f(x):

        def gen():
            for i in range(3):
                yield (x + i)

        return (list(gen()), sum(gen()))

    return f(tf.constant(1))


@same
def namedtuple_state(tf):
    P = collections.namedtuple("P", "a b")

    @tf.function
    def f(x):
        p = P(x, (x, [x]))
        for i in tf.range(3):
            p = P(p.a + i, (p.b[0], [p.b[1][0] * 2]))
        if x > 0:
            p = p._replace(a=p.a * 10)
        return p

    return f(tf.constant(1))


@same
def functools_things(tf):

    @functools.lru_cache(None)
    def g(k):
        return k * 2

    @functools.singledispatch
    def s(v):
        return 1

    @s.register(int)
    def _i(v):
        return 2

    @tf.function
    def f(x):
        return (functools.reduce(lambda a, b: a + b if a > 0 else b, [x, x, x]), g(3), s(5), s("a"))

    return f(tf.constant(1))


@same
def builtin_alias(tf):
    my_len = len
    rng = range

    @tf.function
    def f(x):
        t = 0
        for i in rng(my_len(x)):
            t += x[i]
        return t

    return f(tf.constant([1, 2]))


@same
def nested_tf_function_method(tf):

    class A:
        @tf.function
        def m(self, x):
            return x + 1 if x > 0 else x

    @tf.function
    def f(x):
        a = A()
        return a.m(x)

    return f(tf.constant(1))


@same
def recursion_py(tf):

    @tf.function
    def f(x):

        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)

        return x * fib(6)

    return f(tf.constant(1))
