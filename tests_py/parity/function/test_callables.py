"""Decorated callables of many kinds, types of one's own, which trace is taken, and initialisation, beside TensorFlow."""

import functools

import pytest

from support.twice import Cases, S, assert_same, sigs

cases = Cases()


@cases
def init_sig(tf):
    class M:
        v = None

        @tf.function(input_signature=[S(tf, [2])])
        def f(self, x):
            if self.v is None:
                self.v = tf.Variable([1.0, 2.0])
            return self.v + x

    m = M()
    i = m.f.get_initialization_function()
    m.v.assign([9.0, 9.0])
    i()
    return m.v.numpy(), m.f([1.0, 1.0])


@cases
def init_callable(tf):
    class M:
        v = None

        @tf.function
        def f(self, x):
            if self.v is None:
                self.v = tf.Variable(lambda: tf.ones([2]))
                self.w = tf.Variable(3)
            return self.v + x

    m = M()
    i = m.f.get_initialization_function(tf.constant(1.0))
    m.v.assign([9.0, 9.0])
    m.w.assign(7)
    i()
    return m.v.numpy(), m.w.numpy()


@cases
def init_from_var(tf):
    u = tf.Variable(5.0)

    class M:
        v = None

        @tf.function
        def f(self, x):
            if self.v is None:
                self.v = tf.Variable(u * 2.0)
            return self.v + x

    m = M()
    i = m.f.get_initialization_function(tf.constant(1.0))
    u.assign(50.0)
    i()
    return m.v.numpy()


@cases
def init_captured_tensor(tf):
    k = tf.range(500.0)

    class M:
        v = None

        @tf.function
        def f(self, x):
            if self.v is None:
                self.v = tf.Variable(tf.reduce_sum(k))
            return self.v + x

    m = M()
    i = m.f.get_initialization_function(tf.constant(1.0))
    m.v.assign(0.0)
    i()
    return m.v.numpy()


@cases
def init_twice(tf):
    f = tf.function(lambda x: x)
    f.get_initialization_function(1)
    return f.get_initialization_function(1)


@cases
def types_sub(tf):
    T = tf.types.experimental.TraceType
    a, b = S(tf, [None]), S(tf, [3])
    return (
        b.is_subtype_of(a),
        a.is_subtype_of(b),
        a.most_specific_common_supertype([b]),
        b.most_specific_common_supertype([S(tf, [4])]),
        b.most_specific_common_supertype([S(tf, [3, 3])]),
        isinstance(a, T),
        b.flatten(),
        b.to_tensors(tf.ones([3]))[0].shape,
        b.cast([1.0, 2.0, 3.0], type("C", (), {"allow_specs": False})()),
    )


def numbers(tf, is_subtype, common, placeholder=lambda n: n):
    """A class of objects with a number, whose type is that number's; functions say how such types relate."""

    class T(tf.types.experimental.TraceType):
        def __init__(self, n):
            self.n = n

        def is_subtype_of(self, o):
            return type(o) is T and is_subtype(self.n, o.n)

        def most_specific_common_supertype(self, os):
            return common(T, self, os)

        def placeholder_value(self, c=None):
            return placeholder(self.n)

        def cast(self, v, c):
            return v

        def __eq__(self, o):
            return type(o) is T and self.n == o.n

        def __hash__(self):
            return hash(self.n)

    class A:
        def __init__(self, n):
            self.n = n

        def __tf_tracing_type__(self, c):
            return T(self.n)

    return A


@cases
def nested_custom_hash(tf):
    A = numbers(tf, lambda n, other: n % other == 0, lambda T, own, others: None)
    f = tf.function(lambda a: tf.constant(a))
    return [f(A(n)) for n in (2, 4, 3, 6, 12, 5)], f.experimental_get_tracing_count()


@cases
def custom_relaxed_placeholder(tf):
    def common(T, own, others):
        return own if all(own == o for o in others) else T(None) if all(type(o) is T for o in others) else None

    A = numbers(tf, lambda n, other: other is None or n == other, common, lambda n: -1 if n is None else n)
    f = tf.function(lambda a: tf.constant(a), reduce_retracing=True)
    return [f(A(n)) for n in (2, 4, 3, 6)], f.experimental_get_tracing_count()


@cases
def context_made(tf):
    seen = []

    class A:
        def __tf_tracing_type__(self, c):
            seen.append(
                sorted(
                    n
                    for n in dir(c)
                    if not n.startswith("_") and n in ("make_reference_type", "alias_global_id", "in_graph_type")
                )
            )
            return T()

    class T(tf.types.experimental.TraceType):
        def is_subtype_of(self, o):
            return type(o) is T

        def most_specific_common_supertype(self, os):
            return self

        def placeholder_value(self, c=None):
            return 1

        def cast(self, v, c):
            return v

        def __eq__(self, o):
            return type(o) is T

        def __hash__(self):
            return 1

    return tf.function(lambda a: a)(A())


@cases
def dispatch_most_specific(tf):
    f = tf.function(lambda x: tf.constant(str(x.shape)))
    f.get_concrete_function(S(tf, None))
    f.get_concrete_function(S(tf, [None]))
    f.get_concrete_function(S(tf, [3]))
    return f(tf.ones([3])), f(tf.ones([4])), f(tf.ones([1, 1])), f.experimental_get_tracing_count()


@cases
def dispatch_ambiguous(tf):
    f = tf.function(lambda x: tf.constant(str(x.shape)))
    f.get_concrete_function(S(tf, [None, 3]))
    f.get_concrete_function(S(tf, [3, None]))
    return f(tf.ones([3, 3])), f.experimental_get_tracing_count()


@cases
def var_and_tensor(tf):
    f = tf.function(lambda x: x + 1.0)
    f(tf.Variable(1.0))
    f(tf.constant(1.0))
    f(tf.Variable(2.0))
    return f.experimental_get_tracing_count()


@cases
def var_shape_none(tf):
    v = tf.Variable([1.0], shape=[None])
    f = tf.function(lambda x: tf.reduce_sum(x))
    f(v)
    v.assign([1.0, 2.0])
    return f(v), f.experimental_get_tracing_count(), sigs(f)


@cases
def capture_none_shape_var(tf):
    v = tf.Variable([1.0], shape=tf.TensorShape(None))
    f = tf.function(lambda: tf.reduce_sum(v))
    f()
    v.assign([[1.0, 2.0]])
    return f()


@cases
def aliasing_args(tf):
    v = tf.Variable(1.0)
    w = tf.Variable(1.0)

    @tf.function
    def f(a, b):
        a.assign_add(1.0)
        return b.read_value()

    return f(v, w), f(v, v), f(w, w), f.experimental_get_tracing_count()


@cases
def arg_is_captured(tf):
    v = tf.Variable(1.0)

    @tf.function
    def f(a):
        a.assign_add(1.0)
        return v + a

    return f(v), f(tf.Variable(10.0)), f.experimental_get_tracing_count()


@cases
def return_structure_changes(tf):
    @tf.function
    def f(x, flag):
        return (x,) if flag else [x, x]

    return f(tf.constant(1), True), f(tf.constant(1), False)


@cases
def print_order(tf):
    out = []

    @tf.function
    def f(x):
        out.append("trace")
        tf.py_function(lambda y: out.append(int(y)), [x], [])
        return x

    f(tf.constant(1))
    f(tf.constant(2))
    return out


@cases
def eager_in_pyfunc(tf):
    @tf.function
    def f(x):
        return tf.py_function(lambda y: tf.constant(1.0 if tf.executing_eagerly() else 0.0) + y, [x], tf.float32)

    return f(tf.constant(1.0))


@cases
def raise_in_pyfunc(tf):
    def h(y):
        raise KeyError("k")

    @tf.function
    def f(x):
        return tf.py_function(h, [x], tf.float32)

    return f(tf.constant(1.0))


@cases
def stop_iter_in_pyfunc(tf):
    def h(y):
        raise StopIteration

    return tf.function(lambda x: tf.py_function(h, [x], tf.float32))(tf.constant(1.0))


@cases
def system_exit(tf):
    @tf.function
    def f(x):
        raise SystemExit(3)

    try:
        f(1)
    except SystemExit as e:
        return e.code


@cases
def kb_interrupt(tf):
    @tf.function
    def f(x):
        raise KeyboardInterrupt

    try:
        f(1)
    except KeyboardInterrupt:
        pass
    return tf.constant(1) + 1, tf.executing_eagerly()


@cases
def gen_exit(tf):
    @tf.function
    def f(x):
        raise StopIteration

    return f(1)


@cases
def decorate_class(tf):
    class P:
        def __init__(self, x):
            self.x = x

    return tf.function(P)(1)


@cases
def decorate_bound_builtin(tf):
    return tf.function([1, 2].index)(2)


@cases
def decorate_concrete(tf):
    c = tf.function(lambda x: x + 1).get_concrete_function(S(tf, [], tf.int32))
    return tf.function(c)(tf.constant(1))


@cases
def decorate_partial_method(tf):
    class A:
        def m(self, a, b):
            return a - b

    return tf.function(functools.partial(A().m, b=2))(5)


@cases
def decorate_lambda_in_class(tf):
    class A:
        f = tf.function(lambda self, x: x + 1)

    return A().f(1) if False else (lambda a: a.f(1))(A())


@cases
def decorate_nested_class(tf):
    class Outer:
        class Inner:
            @tf.function
            def f(self, x):
                return x * 2

    o = Outer.Inner()
    return o.f(3), o.f.__qualname__


@cases
def decorate_metaclass(tf):
    class Meta(type):
        @tf.function
        def f(cls, x):
            return x + cls.k

    class A(metaclass=Meta):
        k = 3

    return A.f(tf.constant(1))


@cases
def override_plain(tf):
    class A:
        @tf.function
        def f(self, x):
            return x + 1

    class B(A):
        def f(self, x):
            return super().f(x) * 10

    b = B()
    return b.f(tf.constant(1)), A.f(b, tf.constant(1))


@cases
def instance_attr_function(tf):
    class A:
        def __init__(self):
            self.f = tf.function(self._f)

        def _f(self, x):
            return x + 1

    a = A()
    return a.f(1), a.f.python_function.__name__


@cases
def add_to_class_later(tf):
    class A:
        pass

    A.f = tf.function(lambda self, x: x * 3)
    a = A()
    return a.f(2)


@cases
def types_methodtype(tf):
    import types

    class A:
        k = 2

    a = A()
    f = tf.function(lambda self, x: x * self.k)
    m = types.MethodType(f, a)
    return m(4)


@cases
def vars_in_module_list(tf):
    class M(tf.Module):
        def __init__(self):
            self.ls = [tf.Variable(1.0) for _ in range(3)]

        @tf.function
        def f(self, x):
            for v in self.ls:
                x = x * v + v
            return x

    m = M()
    return m.f(tf.constant(2.0)), len(m.f.get_concrete_function(tf.constant(1.0)).variables)


@cases
def zero_arg_super(tf):
    class A:
        def f(self, x):
            return x + 1

    class B(A):
        @tf.function
        def f(self, x):
            return super().f(x) * 2

    b = B()
    return b.f(tf.constant(1))


@cases
def attributes(tf):
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.v, self.kind = tf.Variable(2.0), "model"

        def __call__(self, x):
            return self.v * x

    partial = functools.partial(lambda x, y: x + y, y=2.0)
    partial.note = 3

    def plain(x):
        return x

    plain.note = 4
    model = tf.function(Model())
    shown = [hasattr(model, name) for name in ("v", "kind", "variables", "note")]
    return model(3.0), model.v, model.kind, tf.function(partial).note, tf.function(plain).note, shown


@cases
def global_named(tf):
    return tf.function(lambda: __name__ is not None)()


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
