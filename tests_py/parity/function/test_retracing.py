"""How often functions are traced and when a warning says so; shapes that are left open; what explain_retracing() tells."""

import linecache

import numpy as np
import pytest

from support.logged import logged
from support.small_stack import in_small_stack
from support.twice import Cases, assert_same


def warned_at(tf, f, calls):
    """The calls that were warned about, and how the warnings begin."""
    found = []
    with logged(tf) as texts:
        for number, args in enumerate(calls):
            before = len(texts)
            f(*args)
            if len(texts) > before:
                found.append((number, len(texts) - before, texts[-1].split(" ")[:7]))
    return found


cases = Cases()


@cases
def python_numbers(tf):
    return warned_at(tf, tf.function(lambda x: x), [(i,) for i in range(12)])


@cases
def shapes(tf):
    return warned_at(tf, tf.function(lambda x: x), [(tf.zeros([i]),) for i in range(12)])


@cases
def alternating(tf):
    return warned_at(tf, tf.function(lambda x: x), [(i // 2,) for i in range(24)])


@cases
def third(tf):
    return warned_at(tf, tf.function(lambda x: x), [(i // 3,) for i in range(36)])


@cases
def late(tf):
    return warned_at(tf, tf.function(lambda x: x), [(0,)] * 30 + [(i,) for i in range(8)])


@cases
def loop_functions(tf):
    at = []
    with logged(tf) as found:
        for i in range(10):
            n = len(found)
            tf.function(lambda x: x)(i)
            at.append(len(found) - n)
    return at


@cases
def functions_called_twice(tf):
    def make():
        @tf.function
        def f(x):
            return x + 1

        return f

    kept = []
    with logged(tf) as texts:
        for _ in range(8):
            kept.append(make())
            for _ in range(2):
                kept[-1](tf.constant(1))
    return len(texts)


@cases
def objects(tf):
    class A:
        pass

    objs = [A() for _ in range(10)]
    return warned_at(tf, tf.function(lambda x: None), [(o,) for o in objs])


@cases
def get_concrete(tf):
    f = tf.function(lambda x: x)
    with logged(tf) as found:
        for i in range(10):
            f.get_concrete_function(i)
    return len(found)


@cases
def basic(tf):
    f = tf.function(lambda x: x, reduce_retracing=True)
    out = []
    for s in ([1], [2], [3], [1, 2], [2, 2], [3, 3], [], [1]):
        f(tf.zeros(s))
        out.append(f.experimental_get_tracing_count())
    return out, f.pretty_printed_concrete_signatures()


@cases
def struct(tf):
    f = tf.function(lambda x: x["a"], reduce_retracing=True)
    out = []
    for i in range(5):
        f({"a": tf.zeros([i]), "b": [tf.zeros([2, i])]})
        out.append(f.experimental_get_tracing_count())
    return out, f.pretty_printed_concrete_signatures()


@cases
def dtype(tf):
    f = tf.function(lambda x: x, reduce_retracing=True)
    out = []
    for d in (tf.float32, tf.int32, tf.float32, tf.float64):
        f(tf.zeros([2], d))
        f(tf.zeros([3], d))
        out.append(f.experimental_get_tracing_count())
    return out, f.pretty_printed_concrete_signatures()


@cases
def literals(tf):
    f = tf.function(lambda x, n: x, reduce_retracing=True)
    out = []
    for i in range(4):
        f(tf.zeros([i]), i % 2)
        out.append(f.experimental_get_tracing_count())
    return out, f.pretty_printed_concrete_signatures()


@cases
def numpy(tf):
    f = tf.function(lambda x: x, reduce_retracing=True)
    out = []
    for i in range(4):
        f(np.zeros([i]))
        out.append(f.experimental_get_tracing_count())
    return out


@cases
def default(tf):
    f = tf.function(lambda x: x)
    out = []
    for i in range(6):
        f(tf.zeros([i]))
        out.append(f.experimental_get_tracing_count())
    return out


@cases
def seen_shape(tf):
    log = []
    f = tf.function(lambda x: log.append(x.shape.as_list()), reduce_retracing=True)
    for s in ([1], [2], [3], [3, 1], [4, 1], [4, 2]):
        f(tf.zeros(s))
    return log


@cases
def concrete(tf):
    f = tf.function(lambda x: x, reduce_retracing=True)
    f(tf.zeros([1]))
    f(tf.zeros([2]))
    return f.get_concrete_function(tf.TensorSpec([5])).inputs, f.experimental_get_tracing_count()


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_each_instance_may_have_a_trace(gw):
    class Model:
        @gw.function
        def f(self, x):
            return x

    models = [Model() for _ in range(10)]
    with logged(gw) as found:
        for model in models:
            model.f(1)
    assert found == []


def test_warning_tells_what_differs(gw):
    f = gw.function(lambda x, options: x)
    with logged(gw) as found:
        for step in range(6):
            f(gw.zeros([2]), {"step": step, "rate": 0.1})
    assert len(found) == 2
    assert "argument \"options['step']\": 0, then 1, then 2, then 3, then 4: pass a tensor" in found[0]
    f = gw.function(lambda x: x)
    with logged(gw) as found:
        for size in range(5):
            f(gw.zeros([size]))
    assert "a tensor of shape (3,) and dtype float32, then a tensor of shape (4,)" in found[0]
    assert "reduce_retracing=True" in found[0]


def test_explanation(gw):
    class Thing:
        def __repr__(self):
            return "thing"

    thing, other = Thing(), Thing()
    f = gw.function(lambda x, y=1, *rest: None)
    f(gw.zeros([2])), f(gw.zeros([2], gw.int32)), f(thing), f(other), f((1, 2)), f((1, 3)), f(1), f(1, 1, 5)
    lines = [line.strip() for line in f.explain_retracing().splitlines()]
    told = [line for line in lines if line.startswith("argument")]
    assert told == [
        "argument 'x': a tensor of shape (2,) and dtype float32, then a tensor of shape (2,) and dtype int32: cast to one dtype "
        "to avoid a new trace",
        "argument 'x': a tensor of shape (2,) and dtype int32, then thing: pass arguments of one structure to avoid a new trace",
        "argument 'x': thing, then thing: each object is traced for itself",
        "argument 'x': thing, then Tuple[Literal[1], Literal[2]]: pass arguments of one structure to avoid a new trace",
        "argument 'x[1]': 2, then 3: pass a tensor to avoid a new trace",
        "argument 'x': Tuple[Literal[1], Literal[3]], then 1: pass arguments of one structure to avoid a new trace",
        "argument 'rest_0': nothing, then 5: always pass the same arguments to avoid a new trace",
    ]
    assert lines[0].startswith("<lambda>: 8 traces in 8 calls, ")


@pytest.mark.parametrize("depth", [10, 100])
def test_functions_called_in_a_long_chain(gw, depth):
    f = gw.function(lambda x: x + 1)
    for _ in range(depth):
        f = gw.function(lambda x, g=f: g(x) + 1, autograph=False)
    assert f(gw.constant(0)) == depth + 1


@pytest.mark.parametrize("autograph", [True, False])
def test_chains_that_are_too_long(gw, autograph):
    f = gw.function(lambda x: x + 1)
    for _ in range(1000):
        f = gw.function(lambda x, g=f: g(x) + 1, autograph=autograph)

    def call():
        with pytest.raises(RecursionError):
            f(gw.constant(0))
        return gw.executing_eagerly() and gw.constant(1) + 1 == 2

    assert in_small_stack(call)


def program(text):
    name = f"<program {hash(text)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names = {"__name__": "program"}
    exec(compile(text, name, "exec"), names)
    return names["f"]


def test_deeply_nested_conditions(gw):
    lines = ["def f(x):", " y = x"]
    for i in range(18):  # Python allows 20 blocks within each other
        lines += [f"{' ' * (i + 1)}if x > {i}:", f"{' ' * (i + 2)}y += {i}"]
    f = gw.function(program("\n".join([*lines, " return y\n"])))
    assert f(gw.constant(9)) == 9 + sum(range(9)) and f(gw.constant(100)) == 100 + sum(range(18))


def test_a_long_chain_of_conditions(gw):
    lines = ["def f(x):", " if x == 0: y = 0"] + [f" elif x == {i}: y = {i * i}" for i in range(1, 60)]
    f = gw.function(program("\n".join([*lines, " else: y = -1", " return y\n"])))
    assert [int(f(gw.constant(i))) for i in (0, 1, 59, 60)] == [0, 1, 3481, -1]


def test_many_results(gw):
    f = gw.function(lambda x: {"list": [x + i for i in range(2000)]})
    assert [int(value) for value in f(gw.constant(1))["list"]] == list(range(1, 2001))
