"""Signatures of functions and traces: their texts, the names of placeholders, binding, and what does not fit."""

import collections
import functools
import inspect

import numpy as np
import pytest

from parity.function.attrs_class import Attrs
from support.twice import Cases, assert_same

NT = collections.namedtuple("NT", "p q")


def function(tf, **options):
    """The decorator without AutoGraph, which is another test's subject."""
    return tf.function(autograph=False, **options)


texts = Cases()


def various(tf):
    """A function with every kind of parameter."""

    @function(tf)
    def f(a, b=2, *args, c, d=4, **kw):
        "The doc."
        return {"z": a + b, "y": [c, None], "x": (args, 1.5)}

    return f


@texts
def names_of_a_function(tf):
    f = various(tf)
    return f.__name__, f.__doc__, f.__module__, f.__qualname__, f.name, inspect.signature(f), callable(f)


@texts
def type_of_a_function(tf):
    f = various(tf)
    return repr(f.function_type), str(f.function_type), f.input_signature, f.pretty_printed_concrete_signatures()


@texts
def spec_of_a_function(tf):
    spec = various(tf).function_spec
    return spec.fullargspec, spec.input_signature, spec.arg_names, spec.default_values, spec.is_pure, spec.jit_compile


@texts
def several_signatures(tf):
    f = various(tf)
    first = f(tf.constant(1), c=np.float32(3.0), q=(tf.constant("x"), {"k": 1}))
    f(tf.constant([1.0]), 3.0, tf.constant(1), "str", c=tf.Variable(1.0), q=(tf.constant("x"), {"k": None}))
    return first, f.pretty_printed_concrete_signatures(), f.experimental_get_tracing_count()


def concrete_of_various(tf):
    return various(tf).get_concrete_function(
        tf.TensorSpec([None, 2], tf.float32),
        tf.TensorSpec([], tf.float32, name="bb"),
        c=tf.TensorSpec([], tf.int32),
        z=1,
    )


@texts
def facts_of_a_trace(tf):
    c = concrete_of_various(tf)
    return (
        c.name, c.inputs, c.outputs, c.structured_input_signature, c.structured_outputs, c.output_shapes, c.output_dtypes,
        c.variables, c.trainable_variables, c.captured_inputs, c._num_positional_args, c._arg_keywords, type(c.name),
    )  # fmt: skip


@texts
def texts_of_a_trace(tf):
    c = concrete_of_various(tf)
    return (
        repr(c),
        str(c),
        c.pretty_printed_signature(),
        c.pretty_printed_signature(verbose=False),
        repr(c.function_type),
    )


@texts
def function_def(tf):
    @function(tf)
    def f(a, bb, c):
        return a + bb, c

    return str(
        f.get_concrete_function(tf.TensorSpec([None, 2]), tf.TensorSpec([]), tf.TensorSpec([], tf.int32)).function_def
    )


@texts
def nothing_to_say(tf):
    c = tf.function(lambda: 1, autograph=False).get_concrete_function()
    return repr(c.function_type), str(c.function_type), repr(c), c.structured_input_signature


@texts
def captured_values(tf):
    v, t = tf.Variable([1.0, 2.0]), tf.constant(np.arange(200.0))
    c = tf.function(lambda x: v * x + tf.cast(t[0], tf.float32), autograph=False).get_concrete_function(
        tf.TensorSpec([2])
    )
    return str(c), c.variables, len(c.captured_inputs), [tuple(x.shape) for x in c.captured_inputs]


@texts
def partial(tf):
    p = tf.function(functools.partial(lambda x, y, z=3: x + y, y=1), autograph=False)
    return p(2), p(2, y=5), p.pretty_printed_concrete_signatures(), p.name, hasattr(p, "__name__"), str(p.function_type)


@texts
def wrapped(tf):
    def decorator(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            return f(*args, **kwargs)

        return wrapper

    @function(tf)
    @decorator
    def f(x, y=1):
        return x + y

    c = f.get_concrete_function(tf.TensorSpec([], tf.int32), y=tf.TensorSpec([], tf.int32))
    return str(f.function_type), f(1), inspect.signature(f), str(c), c.inputs, c.structured_input_signature


@texts
def defaults_that_are_tensors(tf):
    @function(tf)
    def f(x, y=tf.constant(5), z=np.float32(2)):  # noqa: B008
        return x + y

    return (
        f(1),
        f(1, 2),
        f.pretty_printed_concrete_signatures(),
        f.get_concrete_function(tf.TensorSpec([], tf.int32)).inputs,
    )


@texts
def positional_only(tf):
    @function(tf)
    def f(x, /, y):
        return x + y

    return f(1, y=2), f.pretty_printed_concrete_signatures()


@texts
def with_input_signature(tf):
    @function(tf, input_signature=(tf.TensorSpec([None], tf.int32),))
    def f(x):
        return x * 3

    results = [f(tf.constant([1, 2])), f([1, 2]), f(x=[1]), f(np.array([1, 2])), f(tf.Variable([1, 2]))]
    c = f.get_concrete_function()
    same = c is f.get_concrete_function(tf.TensorSpec([5], tf.int32))
    return (
        results, same, c, f.input_signature, repr(f.function_type), f.experimental_get_tracing_count(),
        f.pretty_printed_concrete_signatures(),
    )  # fmt: skip


@texts
def input_signature_of_structures(tf):
    S = tf.TensorSpec
    f = tf.function(lambda x: x, input_signature=[{"a": S([]), "b": [S([])]}], autograph=False)
    g = tf.function(lambda *x: x, input_signature=[S([], tf.int32)] * 2, autograph=False)
    h = tf.function(lambda x, y=3: x + y, input_signature=[S([], tf.int32)], autograph=False)
    k = tf.function(lambda x, *a: x, input_signature=[S([])], autograph=False)
    n = tf.function(lambda: 1, input_signature=[], autograph=False)
    d = tf.function(lambda x, y: x, input_signature=[S([], name="a"), S([], name="a")], autograph=False)
    return f({"a": 1.0, "b": [2]}), g(1, 2), h(1), str(h.function_type), k(1.0), n(), d(1.0, 2.0)


@pytest.mark.parametrize("code", **texts.parameters())
def test_texts(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


PLACEHOLDERS = [
    "tf.function(lambda x, y: x), (S, S), {'k': I, 'b': [I]}",
    "tf.function(lambda x, *x_1: 0), (S, I), S",
    "tf.function(lambda x: 0), NT(S, I)",
    "tf.function(lambda x, y: 0), tf.TensorSpec([], tf.int32, name='foo'), tf.TensorSpec([], tf.int32, name='foo')",
    "tf.function(lambda x, y: 0), tf.TensorSpec([], tf.int32, name='y'), I",
    "tf.function(lambda x: 0), [tf.TensorSpec([], tf.int32, name='aa'), [I, {'q': I}]]",
    "tf.function(lambda _x, y=1: 0), I",
    "tf.function(lambda x: 0), tf.TensorSpec([], tf.int32, name='a/b:0')",
    "tf.function(lambda x: 0), {'a b': I, 'c-d': I}",
    "tf.function(lambda a, A: 0), I, I",
    "tf.function(lambda CamelCase: 0), I",
    "tf.function(lambda x, x_1: 0), [I, I], I",
    "tf.function(lambda x: 0), tf.Variable(1.0)",
    "tf.function(lambda *a: a[0]), S, [I, (S,)]",
    "tf.function(lambda x: 0), ()",
]


@pytest.mark.parametrize("text", PLACEHOLDERS)
def test_placeholders(text, tensorflow, gw):
    def code(tf):
        names = {"tf": tf, "S": tf.TensorSpec([], tf.float32), "I": tf.TensorSpec([], tf.int32), "NT": NT}
        f, *args = eval(text, names)
        c = f.get_concrete_function(*args)
        return c.inputs, c._arg_keywords, c.structured_input_signature

    assert_same(code, tensorflow, gw)


def test_placeholders_of_keyword_arguments(tensorflow, gw):
    def code(tf):
        s, i = tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.int32)
        c = tf.function(lambda *args, **kw: 0, autograph=False).get_concrete_function(s, i, z=s, y=(s, s))
        return c.inputs, c._arg_keywords, c.structured_input_signature

    assert_same(code, tensorflow, gw)


def test_attrs_objects(tensorflow, gw):
    def code(tf):
        f = tf.function(lambda x: Attrs(x.v, [x.u]), autograph=False)
        c = f.get_concrete_function(Attrs(tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.int32)))
        result = f(Attrs(tf.constant(1.0), tf.constant(2)))
        return c.inputs, str(c), type(result), result.u, result.v, f.experimental_get_tracing_count()

    assert_same(code, tensorflow, gw)


# What does not fit. Where TensorFlow names the cause, so do we, in its words.
WRONG_CALLS = [
    "double()",
    "double(1, 2)",
    "double(b=2)",
    "double(1, a=2)",
    "double.get_concrete_function()",
    "various()",
    "various(1)",
    "signed(tf.constant([[1, 2], [3, 4]]))",
    "signed(tf.constant([1.0]))",
    "signed('a')",
    "signed(None)",
    "signed()",
    "signed(1, 2)",
    "signed.get_concrete_function(tf.TensorSpec([5], tf.float32))",
    "defaulted(1, 4)",
    "keywords(1, z=4)",
    "mapped({'a': 1.0, 'c': [2]})",
    "listed((1.0,))",
    "positional(x=1, y=2)",
    "keyword_only(1, 2)",
    "strings(tf.constant(1))",
    "strings(b=tf.constant('b'))",
    "strings(tf.constant('a'), tf.constant('a'))",
    "strings()",
    "strings(1)",
    "strings(tf.constant('a'), a=tf.constant('b'))",
    "integers(tf.constant([1.0, 2.0]))",
    "one(2)",
    "nested({'y': [tf.constant(1)]}, tf.constant(2))",
    "nested([tf.constant(1)], tf.constant(2))",
    "missing_keyword(tf.constant(1))",
]
RIGHT_CALLS = [
    "strings('abc')",
    "strings(a=tf.constant('b'))",
    "integers(np.array([1, 2], np.int32))",
    "integers(np.array([1, 2], np.int64))",
    "integers([1, 2])",
    "integers(tf.Variable([1, 2]))",
    "one()",
    "one(1)",
    "one(a=1)",
    "nested({'x': [tf.constant(1)]}, tf.constant(2))",
    "nested(tf.constant(1), tf.constant(2))",
    "nested(d=tf.constant(1), a_0=tf.constant(2))",
    "missing_keyword(tf.constant(1), y=tf.constant(2))",
    "missing_keyword(tf.constant(1), tf.constant(2))",
    "missing_keyword(x=tf.constant(1), y=tf.constant(2))",
]


def functions(tf):
    S = tf.TensorSpec
    double = tf.function(lambda a: a + a, autograph=False)
    nested = tf.function(lambda d, *a: d["x"][0] + a[0], autograph=False)
    keyword_only = tf.function(lambda x, *, y: x + y, autograph=False)
    i = S([], tf.int32)
    return {
        "tf": tf,
        "np": np,
        "double": double,
        "various": various(tf),
        "signed": tf.function(lambda x: x, input_signature=(S([None], tf.int32),), autograph=False),
        "defaulted": tf.function(lambda x, y=3: x + y, input_signature=[i], autograph=False),
        "keywords": tf.function(lambda x, **kw: x, input_signature=[i], autograph=False),
        "mapped": tf.function(lambda x: x, input_signature=[{"a": S([]), "b": [S([])]}], autograph=False),
        "listed": tf.function(lambda x: x, input_signature=[[S([])]], autograph=False),
        "positional": tf.function(lambda x, /, y: x, autograph=False),
        "keyword_only": keyword_only,
        "strings": double.get_concrete_function(S(None, tf.string)),
        "integers": double.get_concrete_function(tf.constant([1, 2])),
        "one": double.get_concrete_function(1),
        "nested": nested.get_concrete_function({"x": [i]}, i),
        "missing_keyword": keyword_only.get_concrete_function(i, y=i),
    }


@pytest.mark.parametrize("text", WRONG_CALLS)
def test_wrong_calls(text, tensorflow, gw):
    assert_same(lambda tf: eval(text, functions(tf)), tensorflow, gw, message=True)


@pytest.mark.parametrize("text", RIGHT_CALLS)
def test_right_calls(text, tensorflow, gw):
    assert_same(lambda tf: eval(text, functions(tf)), tensorflow, gw)


def test_older_programs_catch_value_errors(gw):
    signed = gw.function(lambda x: x, input_signature=(gw.TensorSpec([None], gw.int32),), autograph=False)
    with pytest.raises(ValueError, match="Can not cast"):
        signed(gw.constant([[1, 2], [3, 4]]))


WRONG_FUNCTIONS = [
    "tf.function(5)",
    "tf.function('a')",
    "tf.function(lambda x: x, input_signature=[1])",
    "tf.function(lambda x: x, input_signature=tf.TensorSpec([]))",
    "tf.function(lambda x: x, input_signature=[tf.TensorSpec([]), tf.TensorSpec([])])",
    "tf.function(lambda x, y: x, input_signature=[tf.TensorSpec([])])",
    "tf.function(lambda x, *, y: x, input_signature=[tf.TensorSpec([])])",
    "tf.function(lambda x: x, experimental_attributes={'foo': 'bar'})",
    "tf.function(lambda x: x, experimental_compile=True, jit_compile=False)",
]


@pytest.mark.parametrize("text", WRONG_FUNCTIONS)
def test_wrong_functions(text, tensorflow, gw):
    def code(tf):
        return eval(text, {"tf": tf})

    if "TensorSpec([]))" in text:  # the message names the class with its module
        assert_same(code, tensorflow, gw)
    else:
        assert_same(code, tensorflow, gw, message=True)


@pytest.mark.parametrize(
    "options",
    [
        {"experimental_relax_shapes": True},
        {"experimental_compile": False},
        {"experimental_follow_type_hints": True},
        {"experimental_implements": "foo"},
        {"experimental_autograph_options": None},
        {"jit_compile": False},
        {"reduce_retracing": True},
    ],
)
def test_all_arguments(options, tensorflow, gw):
    def code(tf):
        f = tf.function(autograph=False, **options)(lambda x: x + 1)
        return (
            f(tf.constant([1])),
            f(tf.constant([1, 2])),
            f(tf.constant([1, 2, 3])),
            f.experimental_get_tracing_count(),
        )

    assert_same(code, tensorflow, gw)


def test_parameters_of_the_decorator(tensorflow, gw):
    ours, theirs = inspect.signature(gw.function), inspect.signature(tensorflow.function)
    assert list(ours.parameters) == list(theirs.parameters)
    assert [p.default for p in ours.parameters.values()] == [p.default for p in theirs.parameters.values()]


def test_types(tensorflow, gw):
    def code(tf):
        f = tf.function(lambda x: x, autograph=False)
        c = f.get_concrete_function(1)
        e = tf.types.experimental
        return (
            [isinstance(f, t) for t in (e.PolymorphicFunction, e.GenericFunction, e.Callable)],
            [isinstance(c, t) for t in (e.ConcreteFunction, e.Callable)],
            isinstance(f.function_type, e.FunctionType), issubclass(e.FunctionType, inspect.Signature),
            isinstance(c.graph, tf.Graph), isinstance(c.graph.get_operations()[0], tf.Operation),
        )  # fmt: skip

    assert_same(code, tensorflow, gw)


@pytest.mark.parametrize("value", [float("nan"), np.nan, (1, float("nan")), float("inf"), -0.0, "x", None])
@pytest.mark.parametrize("named", [False, True])
def test_defaults_beside_a_signature(value, named, tensorflow, gw):
    def code(tf):
        traces = []

        def by_place(x, fill=value):
            traces.append(fill)
            return x * 2

        def by_name(x, *, fill=value):
            traces.append(fill)
            return x * 2

        f = tf.function(by_name if named else by_place, input_signature=[tf.TensorSpec([None])], autograph=False)
        return f([1.0]).numpy().tolist(), f([1.0, 2.0]).numpy().tolist(), repr(traces)

    assert_same(code, tensorflow, gw)
