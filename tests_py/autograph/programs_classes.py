# ruff: noqa
"""Programs that combine a class in a function with other statements."""

import abc
import contextlib
import dataclasses
import enum
import functools
import typing

from support.harness import program

import graphwright as tf


def three():
    return [tf.constant(3)]


@program(three)
def cls_slots(x):
    class A:
        __slots__ = ("v",)

        def __init__(s, v):
            s.v = v if v > 2 else -v

    return A(x).v


@program(three)
def cls_enum(x):
    class E(enum.Enum):
        A = 1
        B = 2

        def of(s, v):
            return v * s.value if v > 0 else v

    return E.B.of(x)


@program(three)
def cls_namedtuple(x):
    class N(typing.NamedTuple):
        a: object
        b: object = 2

        def m(s):
            return s.a if s.a > s.b else s.b

    return N(x).m()


@program(three)
def cls_meta(x):
    class M(type):
        def __call__(c, *a):
            o = super().__call__(*a)
            o.extra = 1
            return o

    class A(metaclass=M):
        def __init__(s, v):
            s.v = v

        def m(s):
            return s.v + s.extra if s.v > 0 else s.v

    return A(x).m()


@program(three)
def cls_init_subclass(x):
    class B:
        def __init_subclass__(c, k=0):
            c.k = k

    class A(B, k=5):
        def m(s, v):
            return v + s.k if v > 0 else v

    return A().m(x)


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 4))
def cls_abc(x):
    class B(abc.ABC):
        @abc.abstractmethod
        def m(s, v): ...
        @property
        @abc.abstractmethod
        def q(s): ...

    class A(B):
        def m(s, v):
            return v if v > 2 else -v

        @property
        def q(s):
            return 1

    return A().m(x) + A().q


@program(three)
def cls_cached_property(x):
    class A:
        @functools.cached_property
        def c(s):
            return x * 2 if x > 2 else x

    a = A()
    return a.c, a.c


@program(three)
def cls_dunder_class(x):
    class A:
        def m(s):
            return __class__.__name__

    return x + len(A().m())


@program(three)
def cls_in_tensor_loop(n):
    t = 0
    for i in tf.range(n):

        class A:
            def m(s, v):
                return v * 2 if v > 1 else v

        t += A().m(i)
    return t


@program(three)
def cls_tf_module(x):
    class M(tf.Module):
        def __init__(s):
            super().__init__()
            s.k = 2

        def __call__(s, v):
            if v > 2:
                return v * s.k
            return v

    return M()(x)


@program(three)
def cls_tf_function_method(x):
    class M:
        @tf.function
        def f(s, v):
            if v > 2:
                return v * 3
            return v

    return M().f(x)


@program(three)
def cls_do_not_convert(x):
    class M:
        @tf.autograph.experimental.do_not_convert
        def f(s, v):
            return v + 1

        def g(s, v):
            return s.f(v) if v > 0 else v

    return M().g(x)


@program(three)
def cls_default_args(x):
    k = 5

    class A:
        z = k + 1

        def m(s, a=z, *, b=k):
            return a + b + x if x > 0 else x

    return A().m()


@program(three)
def cls_body_statements(x):
    class A:
        items = [i * 2 for i in range(3)]
        if len(items) > 2:
            tag = "a"
        else:
            tag = "b"
        for j in range(2):
            last = j

        def m(s):
            return x + len(s.items) + s.last if s.tag == "a" else x

    return A().m()


@program(three)
def cls_exc(x):
    class E(Exception):
        def __init__(s, v):
            super().__init__(v)
            s.v = v

    try:
        raise E(x)
    except E as e:
        return e.v + 1 if e.v > 0 else e.v


@program(three)
def cls_getattr(x):
    class G:
        def __getattr__(s, n):
            if n.startswith("x"):
                return x * 2 if x > 2 else x
            raise AttributeError(n)

        def __setattr__(s, n, v):
            s.__dict__[n] = v if x > 0 else -v

    g = G()
    g.a = x
    return g.xyz, g.a, hasattr(g, "q")


@program(three)
def cls_descriptor(x):
    class D:
        def __set_name__(s, o, n):
            s.n = n

        def __get__(s, o, t=None):
            return o._v if o._v > 2 else -o._v

        def __set__(s, o, v):
            o._v = v + 1

    class A:
        d = D()

    a = A()
    a.d = x
    return a.d


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 8))
def cls_generator_ctx(x):
    class A:
        @contextlib.contextmanager
        def c(s):
            yield x + 1

        async def nope(s):
            return 1

    with A().c() as y:
        if y > 3:
            y = y * 2
    return y


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 7))
def cls_mangled_call(x):
    class A:
        __k = 4

        def __h(s, v):
            return v + s.__k if v > 2 else v

        def m(s, v):
            return s.__h(v)

    return A().m(x)


@program(three)
def cls_mangled_kwargs(x):
    class A:
        def m(s, *, __z):
            return __z if __z > 2 else -__z

    return A().m(_A__z=x)


@program(three, tf_error="InaccessibleTensorError", gives=("int32", (), 3))
def cls_nested_fn_in_method(x):
    class A:
        def m(s, v):
            t = 0

            def add(i):
                nonlocal t
                t = t + i

            for i in tf.range(v):
                add(i)
            return t

    return A().m(x)


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 6))
def cls_walrus_in_method(x):
    class A:
        def m(s, v):
            if (y := v * 2) > 4:
                return y
            return v

    return A().m(x)


@program(three, tf_error="NotImplementedError", gives=("int32", (), 10))
def cls_return_in_loop_method(x):
    class A:
        def m(s, n):
            for i in tf.range(n):
                if i == 2:
                    return i * 5
            return n

    return A().m(x)


@program(three)
def cls_generic(x):
    T = typing.TypeVar("T")

    class A(typing.Generic[T]):
        def m(s, v: "T") -> "T":
            return v if v > 2 else -v

    return A[int]().m(x)


@program(three)
def cls_classmethod_factory(x):
    class A:
        def __init__(s, v):
            s.v = v

        @classmethod
        def make(cls, v):
            if v > 2:
                v = v + 1
            return cls(v)

        @staticmethod
        def h(v):
            while v < 20:
                v = v * 2
            return v

    return A.make(x).v, A.h(x)
