"""What functions return, what they refuse to return, tensors that leak out of them, errors, and running them eagerly."""

import collections
import dataclasses
import traceback

import numpy as np
import pytest

from parity.function.attrs_class import Attrs
from support.twice import Cases, assert_same

NT = collections.namedtuple("NT", "p q")


class Thing:
    pass


@dataclasses.dataclass
class Plain:
    a: int = 1


VALUES = [
    "'a'", "b'x'", "1", "True", "1.5", "1j", "2**40", "None", "np.arange(3)", "np.float64(2)", "NT(1, tf.constant(2))",
    "Attrs(1, 2)", "OrderedDict([('z', 1), ('a', 2)])", "defaultdict(list, a=1)", "range(3)", "tf.Variable(1.0)",
    "tf.TensorShape([1, 2])", "tf.constant(5)", "[[1, 2], [3]]", "{}", "()", "[]", "{2: 1, 1: 2}", "(1, [2, {'k': None}], None)",
    "[tf.constant([1, 2]), 'text']", "{'b': 1, 'a': {'d': 2, 'c': 3}}", "NT(NT(1, 2), [NT(3, 4)])", "np.array('text')",
    "np.array([True, False])",
]  # fmt: skip
REFUSED = [
    "Thing()", "len", "{1, 2}", "[1, Thing()]", "tf.TensorSpec([])", "tf.float32", "tf.TensorShape([1, None])",
    "(i for i in range(2))", "int", "Plain()", "object()", "slice(1)",
]  # fmt: skip


def names(tf):
    collected = {"OrderedDict": collections.OrderedDict, "defaultdict": collections.defaultdict}
    return {"tf": tf, "np": np, "NT": NT, "Attrs": Attrs, "Thing": Thing, "Plain": Plain, **collected}


@pytest.mark.parametrize("text", VALUES)
def test_values(text, tensorflow, gw):
    def code(tf):
        value = eval(text, names(tf))
        f = tf.function(lambda: value, autograph=False)
        c = f.get_concrete_function()
        return f(), f(), c(), c.structured_outputs, c.function_type.output, c.output_shapes, c.output_dtypes, c.outputs

    assert_same(code, tensorflow, gw)


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text, tensorflow, gw):
    def code(tf):
        value = eval(text, names(tf))
        return tf.function(lambda: value, autograph=False)()

    assert_same(code, tensorflow, gw, message=True)


cases = Cases()


@cases
def arguments_come_back(tf):
    f = tf.function(lambda *a, **k: (a, k), autograph=False)
    return f(tf.constant(1), {"x": tf.constant("a"), "y": [None]}, q=(1.5, "s"), p=NT(tf.constant(1), 2))


@cases
def same_tensor_twice(tf):
    f = tf.function(lambda x: (x, x, [x + 1]), autograph=False)
    return f(tf.constant(1)), f.get_concrete_function(tf.constant(1)).outputs


@cases
def results_are_fresh(tf):
    f = tf.function(lambda: {"a": [1, 2]}, autograph=False)
    first = f()
    first["a"].append(3)
    first["b"] = 4
    return f()


@cases
def unused_arguments(tf):
    f = tf.function(lambda x, y: y, autograph=False)
    return f(tf.constant(1), tf.constant(2)), f("text", tf.constant(3))


@cases
def captures_by_value(tf):
    scale = 2
    t = tf.constant([1, 2])
    f = tf.function(lambda x: x * t * scale, autograph=False)
    first = f(tf.constant(1))
    t, scale = tf.constant([5, 6]), 7
    return first, f(tf.constant(1)), f(tf.constant(1.0) if False else tf.constant([1]))


@cases
def side_effects_while_tracing(tf):
    log = []

    @tf.function(autograph=False)
    def f(x):
        log.append(str(x))
        return x

    f(tf.constant(1)), f(tf.constant(2)), f(tf.constant([1])), f(3), f(3), f(4)
    return log


@cases
def placeholders_as_text(tf):
    seen = []

    @tf.function(autograph=False)
    def double(a):
        seen.append(str(a))
        seen.append(repr(a))
        return a + a

    double(tf.constant(1)), double(tf.constant(1.1)), double(tf.constant("a"))
    double.get_concrete_function(tf.TensorSpec(None, tf.string))
    return seen


@cases
def gradients_through_functions(tf):
    v = tf.Variable(3.0)

    @tf.function(autograph=False)
    def f(x, d):
        return {"y": x * x * v + d["k"], "n": tf.cast(x, tf.int32)}

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, {"k": x})["y"]
    return y, tape.gradient(y, [x, v])


@cases
def gradients_of_variables_as_arguments(tf):
    f = tf.function(lambda v, x: v * v * x, autograph=False)
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = f(v, tf.constant(2.0))
    return tape.gradient(y, v)


@cases
def tape_inside(tf):
    @tf.function(autograph=False)
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x * x
        return tape.gradient(y, x)

    return f(tf.constant(2.0)), f.get_concrete_function(tf.TensorSpec([2]))(tf.constant([1.0, 2.0]))


@cases
def run_eagerly(tf):
    log = []

    @tf.function
    def f(x, y=2):
        log.append(tf.executing_eagerly())
        return x + y if x > 0 else object

    f(tf.constant(1))
    tf.config.run_functions_eagerly(True)
    try:
        results = f(tf.constant(1)), f(1), f(-1), tf.function(lambda: 5)(), tf.config.functions_run_eagerly()
        concrete = f.get_concrete_function(tf.constant(1)) if False else None
    finally:
        tf.config.run_functions_eagerly(False)
    return results, concrete, log, f(tf.constant(1)), tf.config.functions_run_eagerly()


@cases
def run_eagerly_ignores_signatures(tf):
    f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([])])
    tf.config.run_functions_eagerly(True)
    try:
        return f(1), f("text")
    finally:
        tf.config.run_functions_eagerly(False)


@cases
def nothing_remains_of_a_failure(tf):
    state = {"fail": True, "log": []}

    @tf.function(autograph=False)
    def f(x):
        state["log"].append(tf.inside_function())
        with tf.name_scope("a"), tf.device("CPU:0"), tf.control_dependencies([x]):
            if state["fail"]:
                raise KeyError("now")
        return x + 1

    try:
        f(tf.constant(1))
    except KeyError as error:
        state["log"].append(str(error))
    state["log"].append((tf.executing_eagerly(), tf.inside_function()))
    state["fail"] = False
    result = f(tf.constant(1))
    names = [op.name for op in f.get_concrete_function(tf.constant(1)).graph.get_operations()]
    return result, state["log"], f.experimental_get_tracing_count(), names


@cases
def wrong_op(tf):
    tf.function(lambda x: tf.reshape(x, [7]), autograph=False)(tf.constant([1.0, 2.0]))


@cases
def wrong_op_when_run(tf):
    tf.function(lambda x: tf.reshape(x, tf.cast(x, tf.int32)), autograph=False)(tf.ones([3]) * 7)


@cases
def python_error(tf):
    def fail(x):
        raise ZeroDivisionError("hello")

    tf.function(fail, autograph=False)(1)


@cases
def wrong_dtypes(tf):
    tf.function(lambda x: x + tf.constant(1.5), autograph=False)(tf.constant(1))


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


LEAKS = [
    "leaked + 1",
    "tf.constant(1) + leaked",
    "bool(leaked)",
    "tf.function(lambda: leaked + 1, autograph=False)()",
    "tf.function(lambda: leaked, autograph=False)()",
    "f(leaked)",
    "tf.function(lambda x: x + 2, autograph=False)(leaked)",
    "[leaked] + [1] and tf.stack([leaked, 1])",
    "leaked.numpy()",
    "tf.Variable(0).assign(leaked)",
]


@pytest.mark.parametrize("text", LEAKS)
def test_leaks(text, tensorflow, gw):
    def code(tf):
        leaks = []

        @tf.function(autograph=False)
        def f(a):
            leaks.append(a + 1)
            return a

        f(tf.constant(1))
        return eval(text, {"tf": tf, "leaked": leaks[0], "f": f})

    assert_same(code, tensorflow, gw)


def test_user_lines_in_tracebacks(gw):
    def deeper(x):
        return gw.reshape(x, [7])

    @gw.function
    def f(x):
        return deeper(x)

    with pytest.raises(ValueError) as caught:
        f(gw.constant([1.0]))
    frames = traceback.extract_tb(caught.value.__traceback__)
    mine = [frame.name for frame in frames if frame.filename == __file__]
    assert mine[-2:] == ["f", "deeper"] and "deeper(x)" in frames[-2].line
    assert "deeper" in str(caught.value) and __file__ in str(caught.value)
