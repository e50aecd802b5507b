"""Copies, attributes, gradual generalisation, and the classes of functions and traces."""

import copy
import pickle

import pytest

import graphwright
from support.twice import Cases, assert_same

gw_function = graphwright.function


def len_of(x):
    return len(x)


cases = Cases()


@cases
def copy_concrete(tf):
    import copy

    c = tf.function(lambda x: x + 1).get_concrete_function(1)
    return copy.copy(c)()


@cases
def deepcopy_concrete(tf):
    import copy

    c = tf.function(lambda x: x + 1).get_concrete_function(1)
    return copy.deepcopy(c)()


@cases
def pickle_lambda(tf):
    import pickle

    return pickle.dumps(tf.function(lambda x: x + 1))


@cases
def pickle_concrete(tf):
    import pickle

    return pickle.dumps(tf.function(lambda x: x + 1).get_concrete_function(1))


@cases
def eq_hash(tf):
    f = tf.function(lambda x: x + 1)
    return f == f, hash(f) == hash(f), f in {f}


@cases
def ir(tf):
    return tf.function(lambda x: x + 1).experimental_get_compiler_ir(tf.constant(1))()


@cases
def reduce(tf):
    f = tf.function(lambda x: x, reduce_retracing=True)
    for i in range(1, 6):
        f(tf.zeros([i]))
        f(tf.zeros([i, 2]))
    return f.experimental_get_tracing_count(), f.pretty_printed_concrete_signatures()


@cases
def decorate(tf):
    f = tf.function(lambda x: x)
    f._decorate(lambda g: lambda x: g(x) + 1)
    return f(1)


@cases
def concrete_attr(tf):
    f = tf.function(lambda x: x, experimental_attributes={"api_implements": "foo"})
    return f.get_concrete_function(1).function_def.attr["api_implements"].s


@cases
def implements(tf):
    f = tf.function(lambda x: x, experimental_implements="my.name")
    return f.get_concrete_function(1).function_def.attr["_implements"].s


@cases
def autograph_false_if(tf):
    f = tf.function(lambda x: 1 if x > 0 else 2, autograph=False)
    return f(tf.constant(1))


@cases
def wrap_function(tf):
    def f(x):
        return x + 1

    w = tf.compat.v1.wrap_function(f, [tf.TensorSpec([], tf.int32)])
    return w(tf.constant(1)), type(w).__name__


@cases
def prune(tf):
    def f(x):
        return tf.add(x, 1, name="a")

    w = tf.compat.v1.wrap_function(f, [tf.TensorSpec([], tf.int32)])
    return w.prune("x:0", "a:0")(tf.constant(1))


@cases
def types(tf):
    e = tf.types.experimental
    f = tf.function(lambda x: x)
    c = f.get_concrete_function(1)

    class A:
        def __tf_tracing_type__(self, c):
            return None

    return (
        [
            isinstance(f, getattr(e, n))
            for n in ("Callable", "PolymorphicFunction", "GenericFunction", "ConcreteFunction")
        ],
        [
            isinstance(c, getattr(e, n))
            for n in ("Callable", "PolymorphicFunction", "ConcreteFunction", "AtomicFunction")
        ],
        isinstance(A(), e.SupportsTracingProtocol),
        isinstance(tf.TensorSpec([]), e.TraceType),
        isinstance(tf.constant(1), e.TensorLike),
        isinstance(tf.constant(1), e.SupportsTracingProtocol),
        isinstance(tf.Variable(1), e.SupportsTracingProtocol),
        sorted(n for n in dir(e) if n[0] != "_"),
    )


def trace_type_of_five(tf):
    """A TraceType with nothing but what it must have."""

    class T(tf.types.experimental.TraceType):
        def is_subtype_of(self, o):
            return True

        def most_specific_common_supertype(self, o):
            return self

        def placeholder_value(self, c=None):
            return 5

        def __eq__(self, o):
            return type(o) is T

        def __hash__(self):
            return 1

        def __repr__(self):
            return "T"

    return T()


@cases
def tracetype_default(tf):
    t = trace_type_of_five(tf)
    return t.to_tensors(1), t.flatten(), t.cast(5, None), t.from_tensors(iter([]))


@cases
def tracetype_cast_bad(tf):
    return trace_type_of_five(tf).cast(6, None)


@cases
def tracing_protocol_raise(tf):
    class A:
        def __tf_tracing_type__(self, c):
            raise ValueError("no type")

    return tf.function(lambda x: 1)(A())


@cases
def input_sig_prop(tf):
    f = tf.function(lambda x: x)
    g = tf.function(lambda x: x, input_signature=[tf.TensorSpec([])])
    return f.input_signature, g.input_signature


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_copies_are_traced_anew(gw):
    f = gw.function(lambda x: x + 1)
    f(1)
    for g in (copy.copy(f), copy.deepcopy(f)):
        assert g(2) == 3 and g.experimental_get_tracing_count() == 1
    assert f.experimental_get_tracing_count() == 1


def test_deep_copies_have_methods_of_their_own(gw):
    class Model:
        def __init__(self):
            self.v = gw.Variable(1.0)
            self.f = gw.function(self.g)
            self.h = self.decorated

        def g(self, x):
            return self.v * x

        @gw.function
        def decorated(self, x):
            return self.v * x * 10.0

    a = Model()
    a.f(gw.constant(2.0)), a.h(gw.constant(2.0))
    b = copy.deepcopy(a)
    b.v.assign(10.0)
    assert (a.f(gw.constant(2.0)), b.f(gw.constant(2.0))) == (2.0, 20.0)
    assert (a.h(gw.constant(2.0)), b.h(gw.constant(2.0))) == (20.0, 200.0)


@gw_function
def module_level(x):
    return x + 1


def test_pickling_by_name(gw):
    assert pickle.loads(pickle.dumps(module_level)) is module_level
    f = gw.function(len_of, reduce_retracing=True)
    g = pickle.loads(pickle.dumps(f))
    assert g([1, 2]) == 2 and g._reduce_retracing
