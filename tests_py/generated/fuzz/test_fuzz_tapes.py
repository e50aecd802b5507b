"""Random programs about tapes give what they give on TensorFlow: see run.py, with `--kind tapes`, for more of them.

GRAPHWRIGHT_FUZZ_TAPES sets their number, GRAPHWRIGHT_FUZZ_SEED the first one's.
"""

import os

import pytest

from generated.fuzz.shrink import smallest
from generated.fuzz.tape_outcomes import Judge
from generated.fuzz.tape_programs import all_features, program

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ_TAPES", "20"))
FIRST = int(os.environ.get("GRAPHWRIGHT_FUZZ_SEED", "0"))
BATCH = 20
HEAD = 'PLAN = {"signature": None, "calls": [1], "gradient": "none"}\ndef f(x, y):\n'

# What random programs and others have found, made small.
FOUND = {
    "a value that was read before the tape": """
        old = v.read_value()
        with tf.GradientTape() as t:
            l = v * old
        return t.gradient(l, [v])
    """,
    "a gradient of one's own refers to a tensor around a branch": """
        if x > 0.3:
            with tf.GradientTape(persistent=True) as t:
                t.watch(x)
                with tf.GradientTape() as s:
                    s.watch(x)
                    l = custom_pair(x, x)
                a, = s.gradient(l, [x], unconnected_gradients='zero')
            x, = t.gradient(a, [x], unconnected_gradients='zero')
        return x
    """,
    "a function gives its argument back": """
        a = same(x)
        with tf.GradientTape() as t:
            t.watch(x)
            l = x * a
        return t.gradient(l, [x, a])
    """,
    "an element of a data set": """
        a = next(iter(tf.data.Dataset.from_tensors(x)))
        with tf.GradientTape() as t:
            t.watch(x)
            l = x * a
        return t.gradient(l, [x, a])
    """,
    "an alias in forward mode": """
        a = tf.reshape(x, [])
        with tf.autodiff.ForwardAccumulator(x, c) as f1:
            l = x * a
        return [f1.jvp(l), f1.jvp(a)]
    """,
    "derivatives of a function by one tape": """
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            a1 = cube(x)
            a2 = t.gradient(a1, x)
            a3 = t.gradient(a2, x)
            a4 = t.gradient(a3, x)
        return [a2, a3, a4]
    """,
    "a Jacobian of a gradient by one tape": """
        with tf.GradientTape(persistent=True) as t:
            t.watch(y)
            a1 = t.gradient(nested(y), y)
        return [t.jacobian(a1, y), t.gradient(a1, [v, y])]
    """,
    "derivatives of a loop by one tape": """
        with tf.GradientTape(persistent=True) as t:
            t.watch(y)
            a1 = t.gradient(looping(y), y)
            a2 = t.gradient(a1, y)
        return [a1, a2, t.gradient(a2, y)]
    """,
    "two accumulators around a loop": """
        a = k * y
        with tf.autodiff.ForwardAccumulator(c, x) as f1:
            with tf.autodiff.ForwardAccumulator(x, x) as f2:
                for _ in tf.range(2):
                    a = 0.5 * k * x
            b = f2.jvp(a)
        return [b, f1.jvp(b)]
    """,
    "an accumulator around a branch that gives nothing": """
        with tf.autodiff.ForwardAccumulator(c, c) as f1:
            if c > 0.3:
                pass
            else:
                a = custom_pair(c, c)
            b = c * c
        return f1.jvp(b)
    """,
    "one of the results of an identity": """
        with tf.GradientTape() as t:
            t.watch(c)
            a, b = tf.identity_n([x, c])
        return t.gradient(a, [c])
    """,
    "one of the results of a script": """
        with tf.GradientTape() as t:
            t.watch([x, c])
            a, b = tf.py_function(lambda q, r: (q * 1.0, r * 1.0), [x, c], [tf.float32] * 2)
        return t.gradient(a, [x, c])
    """,
    "the same unknown source twice": """
        with tf.GradientTape() as t:
            a = x * 1.0
        return t.gradient(a, [a, a])
    """,
    "a Jacobian of what was not watched": """
        with tf.GradientTape() as t:
            a = y * 1.0
        return [t.jacobian(a, a)]
    """,
    "what ops without a gradient give": """
        with tf.GradientTape(persistent=True) as t:
            t.watch(y)
            found = [tf.floor(y), tf.zeros_like(y), tf.round(y), tf.stop_gradient(y)]
            doubled = [2.0 * a for a in found]
        return [t.gradient(b, a) for a, b in zip(found, doubled)] + t.gradient(doubled, [y])
    """,
    "a gradient of one's own of a function that no tape watches the arguments of": """
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            a = tf.custom_gradient(lambda q: (q * x, lambda g: 3.0 * g * q))(c)
            b = tf.custom_gradient(lambda q: (q * x, lambda g: 3.0 * g * q))(x)
        return [t.gradient(a, [x, c]), t.gradient(b, [x, c])]
    """,
    "what a captured tensor is in a function": """
        with tf.GradientTape() as t1:
            t1.watch(y)
        a = t1.gradient(y, y, output_gradients=k)
        with tf.GradientTape(persistent=True) as t2:
            t2.watch(a)
            b = k * x
        return t2.gradient(b, [a, k])
    """,
    "a source that is an unconnected gradient": """
        with tf.GradientTape() as t1:
            a = c * 1.0
        with tf.GradientTape() as t2:
            b = t1.gradient(a, w, unconnected_gradients="zero")
            d = 0.5 * b
        return t2.gradient(d, [v, b])
    """,
    "one source twice in a function": """
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            with tf.GradientTape() as s:
                s.watch(x)
                l = x + 1.0
            a, b = s.gradient(l, [x, x])
            m = a * b
        return t.gradient(m, [a, b])
    """,
    "a derivative that is the tangent": """
        with tf.autodiff.ForwardAccumulator(x, x) as f1:
            a = tf.constant(0.5) + x
        return [slope(lambda q: x, f1.jvp(a, unconnected_gradients='zero'))]
    """,
    "what is watched while no tape records": """
        with tf.GradientTape(persistent=True, watch_accessed_variables=False) as t:
            with t.stop_recording():
                t.watch([x, v])
            a = x * v
        return [t.gradient(a, [x, v]), t.jacobian(x, x)]
    """,
    "what is watched after it was used": """
        with tf.GradientTape(persistent=True) as t:
            a = v * c
            b, d = tf.identity_n([v, x])
            t.watch([c, x])
            e = a * c * d
        return [t.gradient(a, [c, v]), t.gradient(d, [x, c]), t.gradient(e, [c, x, v, a])]
    """,
    "a target that another target is made of": """
        with tf.GradientTape(persistent=True) as t:
            a = v * c
            b = k * c
        return [t.gradient(list(targets), [c, v]) for targets in ([c, a], [c, b], [c, v], [a, c, c], [c])]
    """,
    "a sum of gradients of unknown shape": """
        for _ in tf.range(2):
            with tf.GradientTape() as t:
                t.watch(y)
                a = script(y) * y
            y = t.gradient(a, y)
        return y
    """,
    "a gradient of first order after one of second of the same call": """
        with tf.GradientTape(persistent=True) as t1:
            t1.watch(x)
            with tf.GradientTape() as t2:
                with tf.GradientTape() as t3:
                    a = x * x
                b = t3.gradient(a, v, unconnected_gradients="zero")
            c1 = t2.gradient(b, v, unconnected_gradients="zero")
            with tf.GradientTape() as t4:
                d = tf.custom_gradient(lambda q: (q * c1, lambda g: 3.0 * g * c1))(x)
                e = gradient_of_captured(lambda q: looping(q) * c, d, c1)
                g = t1.gradient(e, x)
            h = t4.gradient(g, v, unconnected_gradients="zero")
            i = gradient_of_captured(lambda q: compiled(q) * h, e, d)
        return [e, g, h, i]
    """,
    "a gradient in a function of what was made around it": """
        a = tf.TensorArray(tf.float32, 1).write(0, x * 2.0).read(0) * k * v
        return [gradient_of_captured(lambda q: a, x, a), gradient_of_captured(lambda q: q * a, a, x)]
    """,
}

# TensorFlow compiles functions in these for a minute: they are tried in every way with GRAPHWRIGHT_TESTS=all.
SLOW = {"a gradient of first order after one of second of the same call"}

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def judge(gw, tensorflow):
    judge = Judge(gw, tensorflow)
    judge.patience = 200  # this process must not interrupt TensorFlow, see run.py
    return judge


@pytest.mark.parametrize("start", range(FIRST, FIRST + COUNT, BATCH))
def test_programs(start, judge):
    for seed in range(start, min(start + BATCH, FIRST + COUNT)):
        source = program(seed).source
        if found := judge.finding(source):
            pytest.fail(f"program {seed}, {smallest(judge, source, found)}")


@pytest.mark.parametrize("name", FOUND)
def test_found(name, judge):
    source = HEAD + FOUND[name].replace("\n    ", "\n").strip("\n").rstrip(" ")
    found = judge.finding(source, thorough=name not in SLOW or os.environ.get("GRAPHWRIGHT_TESTS") == "all")
    assert found is None, f"{source}\n{found.text}"


def test_the_programs_have_all_features():
    seen = set().union(*(program(seed).features for seed in range(400)))
    assert seen == all_features(), all_features() - seen


def test_a_wrong_gradient_is_found(gw, tensorflow):
    """The comparison sees what it is there to see: here ours takes the derivative of sin for that of tanh."""

    class Wrong:
        def __getattr__(self, name):
            return gw.sin if name == "tanh" else getattr(gw, name)

    source = (
        HEAD
        + """    with tf.GradientTape() as t:
        t.watch(x)
        a = tf.tanh(0.0 * x) * x + tf.tanh(x)
    return t.gradient(a, [x])
"""
    )
    assert Judge(gw, tensorflow).finding(source) is None
    assert Judge(Wrong(), tensorflow).finding(source)[:2] == ("eagerly", "results: value")
