"""Which calls share a trace, and what a new trace sees of its arguments."""

import collections
import enum
import functools
import weakref

import numpy as np
import pytest

from support.twice import Cases, assert_same


class Thing:
    def method(self):
        return 1


class Equal:
    """Equal by value."""

    def __init__(self, key):
        self.key = key

    def __eq__(self, other):
        return isinstance(other, Equal) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class SubList(list):
    pass


NT = collections.namedtuple("NT", "p q")
OTHER = collections.namedtuple("Other", "p q")
THINGS = Thing(), Thing()
EQUALS = Equal(1), Equal(1), Equal(2)
FUNCTIONS = (lambda: 0), (lambda: 0)
PARTIALS = functools.partial(len, [1]), functools.partial(len, [1])

# Tuples of arguments; behind each the number of traces so far.
SEQUENCES = {
    "ints": "(1,), (2,), (1,), (2,), (0,)",
    "bools": "(True,), (False,), (True,)",
    "floats": "(1.5,), (2.5,), (1.5,), (float('nan'),), (float('nan'),)",
    "strings": "('a',), (b'a',), ('a',), ('',)",
    "tuples and lists": "((1, 2),), ([1, 2],), ((1, 2),), ((1, (2,)),)",
    "dictionaries": "({'a': 1},), ({'a': 1, 'b': 2},), ({'a': 1},), ({'b': 2, 'a': 1},)",
    "objects": "(T[0],), (T[1],), (T[0],)",
    "equal objects": "(E[0],), (E[1],), (E[2],)",
    "none": "(None,), (None,), (0,), ()",
    "tensors": "(C(1),), (C(2),), (C(1.0),), (C([1]),), (C([1, 2]),), (C([[1]]),), (C(5),)",
    "arrays": "(np.int32(1),), (C(1),), (np.array(1, np.int32),), (np.array([1]),), (np.float64(1.0),), (np.bool_(True),)",
    "dtypes": "(tf.int32,), (tf.float32,), (tf.int32,)",
    "types": "(int,), (str,), (int,), (len,)",
    "variables": "(V(1.0),), (V(2.0),), (C(1.0),), (V(1.0, trainable=False),), (V([1.0]),)",
    "aliases": "(v, w), (w, v), (v, v), (w, w), (v, w)",
    "shapes": "(tf.TensorShape([1]),), (tf.TensorShape([1]),), (tf.TensorShape([2]),)",
    "functions": "(F[0],), (F[1],), (F[0],)",
    "partials": "(P[0],), (P[1],), (P[0],)",
    "complex": "(1j,), (1j,), (2j,)",
    "big ints": "(2**70,), (2**70,), (2**71,)",
    "frozen sets": "(frozenset([1]),), (frozenset([1]),), (frozenset([2]),)",
    "named tuples": "(NT(1, 2),), (NT(1, 2),), (OTHER(1, 2),), ((1, 2),)",
    "enums": "(Color.RED,), (Color.RED,), (Color.BLUE,)",
    "ranges": "(range(3),), (range(3),)",
    "subclass of list": "(SubList([1]),), ([1],)",
    "tf.functions": "(g,), (h,), (g,)",
    "modules": "(M[0],), (M[1],), (M[0],)",
    "empty": "([],), ((),), ({},), (None,), ()",
    "lists of tensors": "([C(1)],), ([C(2)],), ([C(1), C(1)],), ([C(1), 1],)",
    "number of arguments": "(1,), (1, 2), (1, 2, 3), (1, 2)",
    "mixed": "(C(1), 'a'), (C(2), 'a'), (C(1), 'b'), ('a', C(1))",
}


def names(tf):
    v, w = tf.Variable(1.0), tf.Variable(1.0)
    g, h = tf.function(lambda: 0), tf.function(lambda: 0)
    return {
        "tf": tf, "np": np, "C": tf.constant, "V": tf.Variable, "v": v, "w": w, "T": THINGS, "E": EQUALS, "F": FUNCTIONS,
        "P": PARTIALS, "NT": NT, "OTHER": OTHER, "Color": Color, "SubList": SubList, "g": g, "h": h,
        "M": (tf.Module(), tf.Module()),
    }  # fmt: skip


def counts(tf, calls, **options):
    """The number of traces after each call, and what each trace was called with."""
    seen = []

    @tf.function(autograph=False, **options)
    def f(*args, **kwargs):
        seen.append([str(a) for a in args if isinstance(a, tf.Tensor)] + [str(kwargs)])
        return 0

    found = []
    for call in calls:
        try:
            f(**call) if isinstance(call, dict) else f(*call)
            found.append(len(seen))
        except Exception as error:
            found.append(type(error).__name__)
    return found, f.experimental_get_tracing_count(), seen


@pytest.mark.parametrize("calls", SEQUENCES.values(), ids=SEQUENCES)
def test_counts(calls, tensorflow, gw):
    assert_same(lambda tf: counts(tf, eval(f"[{calls}]", names(tf)))[:2], tensorflow, gw)


def test_values_of_different_classes_do_not_share(gw):
    calls = [(1,), (True,), (1.0,), (1,), (False,), (0,), (0.0,), (-0.0,), (1 + 0j,)]
    assert counts(gw, calls)[0] == [1, 2, 3, 3, 4, 5, 6, 7, 8]
    calls = [({"a": 1},), (collections.OrderedDict(a=1),), (collections.defaultdict(int, a=1),)]
    assert counts(gw, calls)[0] == [1, 2, 2]


def test_bound_methods_share(gw):
    thing = Thing()
    assert counts(gw, [(thing.method,), (thing.method,), (Thing().method,)])[0] == [1, 1, 2]


def test_unhashable_objects(tensorflow, gw):
    assert_same(lambda tf: counts(tf, [({1},), ([{1}],)])[0], tensorflow, gw)


def test_specs_are_no_arguments(tensorflow, gw):
    def code(tf):
        return counts(tf, [(tf.TensorSpec([1]),), (tf.constant([1.0]),), (tf.TensorSpec([None]),)])[0]

    assert_same(code, tensorflow, gw)


def test_order_of_keywords(tensorflow, gw):
    assert_same(lambda tf: counts(tf, [dict(a=1, b=2), dict(b=2, a=1), dict(a=1)])[:2], tensorflow, gw)


RELAXED = {
    "sizes": "(C([1]),), (C([1, 2]),), (C([1, 2, 3]),), (C([[1]]),), (C([[1, 2]]),), (C(1),)",
    "ints": "(1,), (2,), (3,)",
    "beside ints": "(C([1]), 1), (C([1, 2]), 1), (C([1]), 2), (C([1, 2]), 2), (C([1, 2, 3]), 2), (C([1, 2, 3]), 1)",
    "dtypes": "(C([1]),), (C([1.0]),), (C([1, 2]),), (C([1.0, 2.0]),)",
    "structures": "([C([1]), C(1.0)],), ([C([1, 2]), C(1.0)],), ([C([1, 2, 3]), C([1.0])],), ([C([1, 2, 3])],)",
    "keywords": "dict(a=C([1])), dict(a=C([1, 2])), dict(b=C([1])), dict(a=C([1, 2, 4]))",
    "ranks": "(C([[1, 2]]),), (C([[1, 2], [3, 4]]),), (C([[1], [2]]),), (C([1]),), (C([[[1]]]),)",
    "objects": "(T[0],), (T[1],), (T[0],)",
    "equal objects": "(E[0], C([1])), (E[1], C([1, 2])), (E[1], C([1, 2, 3]))",
}


@pytest.mark.parametrize("calls", RELAXED.values(), ids=RELAXED)
def test_reduce_retracing(calls, tensorflow, gw):
    assert_same(lambda tf: counts(tf, eval(f"[{calls}]", names(tf)), reduce_retracing=True), tensorflow, gw)


def test_reduce_retracing_of_variables(tensorflow, gw):
    def code(tf):
        calls = [(tf.Variable([1]),), (tf.Variable([1, 2]),), (tf.Variable([1, 2, 3]),)]
        return counts(tf, calls, reduce_retracing=True)[0]

    assert_same(code, tensorflow, gw)


cases = Cases()


@cases
def traces_are_found_again(tf):
    f = tf.function(lambda x: x, autograph=False)
    S = tf.TensorSpec
    any_vector = f.get_concrete_function(S([None], tf.int32))
    anything = f.get_concrete_function(S(None, tf.int32))
    named = f.get_concrete_function(S([None], tf.int32, name="foo"))
    f(tf.constant([1, 2, 3]))
    return (
        f.get_concrete_function(tf.constant([1])) is any_vector, f.get_concrete_function(tf.constant([[1]])) is anything,
        f.get_concrete_function(S([3], tf.int32)) is any_vector, named is any_vector, f.experimental_get_tracing_count(),
    )  # fmt: skip


@cases
def specific_traces_stay(tf):
    f = tf.function(lambda x: x.shape.as_list() and tf.constant(str(x.shape)), autograph=False)
    return (
        f(tf.constant([1])),
        f.get_concrete_function(tf.TensorSpec([None], tf.int32)) and f(tf.constant([1])),
        f([1, 2]),
    )


@cases
def tracing_protocol(tf):
    class Fruit:
        def __init__(self, name, price):
            self.name, self.price = name, price

        def __tf_tracing_type__(self, context):
            return FruitType(type(self), self)

    class FruitType(tf.types.experimental.TraceType):
        def __init__(self, cls, value):
            self.cls, self.value = cls, value

        def is_subtype_of(self, other):
            return type(other) is FruitType and self.cls is other.cls

        def most_specific_common_supertype(self, others):
            return self if all(self == other for other in others) else None

        def placeholder_value(self, placeholder_context=None):
            return self.value

        def __eq__(self, other):
            return type(other) is FruitType and self.cls is other.cls

        def __hash__(self):
            return hash(self.cls)

    class Apple(Fruit):
        pass

    class Mango(Fruit):
        pass

    f = tf.function(lambda fruit, n: fruit.price * n, autograph=False)
    results = [f(Apple("a", 1), 2), f(Apple("b", 5), 2), f(Mango("m", 3), 2), f(Apple("a", 1), 2)]
    return results, f.experimental_get_tracing_count()


def tracing_protocol_with_tensors(tf):
    class Pair:
        def __init__(self, x, y):
            self.x, self.y = x, y

        def __tf_tracing_type__(self, context):
            return PairType(tf.TensorSpec(self.x.shape, self.x.dtype), tf.TensorSpec(self.y.shape, self.y.dtype))

    class PairType(tf.types.experimental.TraceType):
        def __init__(self, a, b):
            self.a, self.b = a, b

        def is_subtype_of(self, other):
            return isinstance(other, PairType) and self.a.is_subtype_of(other.a) and self.b.is_subtype_of(other.b)

        def most_specific_common_supertype(self, others):
            return None

        def placeholder_value(self, placeholder_context=None):
            return Pair(self.a.placeholder_value(placeholder_context), self.b.placeholder_value(placeholder_context))

        def to_tensors(self, value):
            return self.a.to_tensors(value.x) + self.b.to_tensors(value.y)

        def from_tensors(self, tensors):
            return Pair(next(tensors), next(tensors))

        def flatten(self):
            return [self.a, self.b]

        def __eq__(self, other):
            return isinstance(other, PairType) and (self.a, self.b) == (other.a, other.b)

        def __hash__(self):
            return hash((self.a, self.b))

    f = tf.function(lambda p: p.x + p.y, autograph=False)
    results = [f(Pair(tf.constant(1), tf.constant(2))), f(Pair(tf.constant(3), tf.constant(4)))]
    return results, f(Pair(tf.constant([1]), tf.constant(2))), f.experimental_get_tracing_count()


@cases
def recursion(tf):
    @tf.function(autograph=False)
    def f(n):
        return tf.constant(1) if n == 0 else f(n - 1) + 1

    return f(3), f.experimental_get_tracing_count()


@cases
def mutual_recursion(tf):
    @tf.function(autograph=False)
    def even(n):
        return tf.constant(True) if n == 0 else odd(n - 1)

    @tf.function(autograph=False)
    def odd(n):
        return tf.constant(False) if n == 0 else even(n - 1)

    return even(5), odd(5), even.experimental_get_tracing_count(), odd.experimental_get_tracing_count()


@cases
def functions_in_functions(tf):
    log = []

    @tf.function(autograph=False)
    def inner(x):
        log.append("inner")
        return x * 2

    @tf.function(autograph=False)
    def outer(x):
        log.append("outer")
        return inner(x) + inner(x + 1)

    first = outer(tf.constant(1.0))
    second = inner(tf.constant(1.0))
    types = [op.type for op in outer.get_concrete_function(tf.constant(1.0)).graph.get_operations()]
    return first, second, log, types


@cases
def closures_over_an_outer_graph(tf):
    @tf.function(autograph=False)
    def outer(x):
        y = x * 2

        @tf.function(autograph=False)
        def inner(z):
            return y + z

        return inner(x) + inner(y)

    return outer(tf.constant(3)), outer(tf.constant(4)), outer(tf.constant(1.0))


@cases
def decorated_twice(tf):
    f = tf.function(tf.function(lambda x: x + 1, autograph=False), autograph=False)
    return f(1), f(tf.constant(2.0))


@cases
def functions_as_arguments(tf):
    double = tf.function(lambda x: x * 2, autograph=False)
    apply = tf.function(lambda f, x: f(x), autograph=False)
    return apply(double, tf.constant(3)), apply(tf.negative, tf.constant(3)), apply.experimental_get_tracing_count()


@cases
def callables_of_all_kinds(tf):
    class Adder:
        "adds"

        def __call__(self, x):
            return x + 1

    adder = tf.function(Adder(), autograph=False)
    named = tf.function(NT, autograph=False)
    return adder(1), hasattr(adder, "__name__"), adder.name, named(1, 2), tf.function(tf.add, autograph=False)(1, 2)


class Base:
    def __init__(self, tf, k):
        self.k = k
        self.traced = 0


def classes(tf):
    class A(Base):
        @tf.function(autograph=False)
        def f(self, x, y=2):
            self.traced += 1
            return x + self.k

        @staticmethod
        @tf.function(autograph=False)
        def s(x):
            return x

        @classmethod
        @tf.function(autograph=False)
        def c(cls, x):
            return x * (1 if cls is A else 10)

        @property
        @tf.function(autograph=False)
        def p(self):
            return tf.constant(self.k)

        @tf.function(autograph=False)
        def __getitem__(self, i):
            return i

    class B(A):
        @tf.function(autograph=False)
        def f(self, x):
            return super().f(x) + 10

    return A, B


@cases
def methods(tf):
    A, B = classes(tf)
    a, a2, b = A(tf, 1), A(tf, 100), B(tf, 2)
    results = [a.f(1), a2.f(1), a.f(1), b.f(1), a.s(1), A.s(1), A.c(1), a.c(1), B.c(1), a.p, a[3], A.f(a, 1)]
    return results, a.traced, a2.traced, a.f is a.f, a.f is a2.f, str(a.f.function_type), str(A.f.function_type)


@cases
def signatures_of_methods(tf):
    import inspect

    A, _ = classes(tf)
    a = A(tf, 1)
    c = a.f.get_concrete_function(tf.TensorSpec([], tf.int32))
    return inspect.signature(a.f), inspect.signature(A.f), a.f.__name__, str(c), c.structured_input_signature


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_tracing_protocol_with_tensors(gw):
    results, other, count = tracing_protocol_with_tensors(gw)
    assert ([int(x) for x in results], other.numpy().tolist(), count) == ([3, 7], [3], 2)


def test_methods_of_objects_without_weak_references(gw):
    class Slots:
        __slots__ = ("k",)

        @gw.function(autograph=False)
        def f(self, x):
            return x + self.k

    s = Slots()
    s.k = 1
    assert (s.f(1), s.f(1)) == (2, 2)
    assert s.f.experimental_get_tracing_count() == 1


def test_methods_of_unhashable_objects(gw):
    class Unhashable(Base):
        __hash__ = None

        def __eq__(self, other):
            return True

        @gw.function(autograph=False)
        def f(self, x):
            return x + self.k

    assert (Unhashable(gw, 1).f.name, Unhashable.f(Unhashable(gw, 1), 1)) == ("f", 2)
    a, b = Unhashable(gw, 1), Unhashable(gw, 2)
    assert (a.f(1), b.f(1)) == (2, 3)


def test_static_method_inside(gw):
    class A:
        @gw.function(autograph=False)
        @staticmethod
        def s(x):
            return x + 1

    assert A().s(1) == 2 and A.s(1) == 2


def test_method_of_an_object_that_is_gone(gw):
    A, _ = classes(gw)
    a = A(gw, 1)
    method = a.f
    del a
    with pytest.raises(ReferenceError, match="does not exist any more"):
        method(1)


def test_methods_of_temporary_objects(gw):
    """TensorFlow calls these with None for `self`."""
    A, B = classes(gw)
    assert (A(gw, 1).f(1), B(gw, 2).f(1), A(gw, 3)[3], A(gw, 4).p) == (2, 13, 3, 4)
    assert A(gw, 1).f.get_concrete_function(1)() == 2
    gone = []

    def made():
        a = A(gw, 5)
        gone.append(weakref.ref(a))
        return a

    method = made().f
    assert gone[0]() is not None and (method(1), method(1)) == (6, 6) and gone[0]().traced == 1
    del method
    assert gone[0]() is None
    result = made().f(2)
    assert result == 7 and gone[1]() is None
