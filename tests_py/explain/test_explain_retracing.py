"""What explain_retracing() tells for each kind of difference, as text and as data."""

import collections
import dataclasses

import pytest

Point = collections.namedtuple("Point", "x y")


def kinds(f):
    return [(d.kind, d.place) for trace in f.explain_retracing().traces for d in trace.differences]


@pytest.mark.parametrize(
    ("first", "second", "kind", "place", "advice"),
    [
        (lambda tf: tf.zeros([2]), lambda tf: tf.zeros([3]), "shape", "x", "reduce_retracing=True"),
        (lambda tf: tf.zeros([2]), lambda tf: tf.zeros([2, 2]), "rank", "x", "a shape of None"),
        (lambda tf: tf.zeros([2]), lambda tf: tf.zeros([2], tf.int32), "dtype", "x", "cast to one dtype"),
        (lambda tf: 1, lambda tf: 2, "value", "x", "pass a tensor"),
        (lambda tf: "a", lambda tf: "b", "value", "x", "each value is traced for itself"),
        (lambda tf: True, lambda tf: False, "value", "x", "each value is traced for itself"),
        (lambda tf: 1, lambda tf: 1.0, "Python type", "x", "pass a tensor"),
        (lambda tf: 1, lambda tf: True, "Python type", "x", "each value is traced for itself"),
        (lambda tf: None, lambda tf: 1, "Python type", "x", "each value is traced for itself"),
        (lambda tf: 1, lambda tf: tf.constant(1), "tensor or Python value", "x", "always pass a tensor"),
        (lambda tf: [1, tf.zeros([])], lambda tf: [2, tf.zeros([])], "value", "x[0]", "pass a tensor"),
        (lambda tf: {"a": {"b": 1}}, lambda tf: {"a": {"b": 2}}, "value", "x['a']['b']", "pass a tensor"),
        (lambda tf: Point(1, 2), lambda tf: Point(1, 3), "value", "x.y", "pass a tensor"),
        (lambda tf: (1, 2), lambda tf: (1, 2, 3), "structure", "x", "one structure"),
        (lambda tf: (1, 2), lambda tf: [1, 2], "structure", "x", "one structure"),
        (lambda tf: {"a": 1}, lambda tf: {"b": 1}, "structure", "x", "one structure"),
        (lambda tf: object, lambda tf: dict, "object", "x", "each object is traced for itself"),
        (lambda tf: tf.Variable(1.0), lambda tf: tf.Variable([1.0]), "rank", "x", "a shape of None"),
        (lambda tf: tf.Variable(1.0), lambda tf: tf.constant(1.0), "structure", "x", "one structure"),
    ],
)
def test_kinds_of_differences(gw, first, second, kind, place, advice):
    f = gw.function(lambda x: None)
    f(first(gw))
    f(second(gw))
    told = f.explain_retracing()
    assert kinds(f) == [(kind, place)]
    difference = told.traces[1].differences[0]
    assert advice in difference.advice() and difference.argument == "x"
    assert str(difference) in told and difference.advice() in told


def test_objects_that_are_new_each_time(gw):
    @dataclasses.dataclass(eq=False)
    class Config:
        size: int

    f = gw.function(lambda config: config.size)
    one, two = Config(1), Config(2)
    f(one), f(two)
    assert kinds(f) == [("object", "config")]
    assert "Config(size=1), then " in f.explain_retracing()
    del one
    assert "an object that is gone, then " in f.explain_retracing()


def test_arguments_added_and_removed(gw):
    f = gw.function(lambda *numbers, **options: None)
    f(1)
    f(1, 2)
    assert kinds(f) == [("argument added", "numbers_1")]
    f(1, rate=0.5)
    assert kinds(f)[1:] == [("argument added", "rate")]
    f()
    assert kinds(f)[2:] == [("argument removed", "numbers_0")]
    assert "argument 'numbers_0': 1, then nothing: always pass the same arguments" in f.explain_retracing()


def test_the_same_variable_twice(gw):
    f = gw.function(lambda a, b: a + b)
    v, w = gw.Variable(1.0), gw.Variable(2.0)
    f(v, w), f(v, v)
    assert kinds(f) == [("same variables", "b")]
    assert "(no. 2 of those given), then a variable" in f.explain_retracing()


def test_data(gw):
    f = gw.function(lambda x, y=2: x + y)
    f(gw.constant(1))
    f(gw.constant(1))
    f.get_concrete_function(gw.constant(1.0))
    told = f.explain_retracing()
    assert (told.name, told.calls, told.count) == ("<lambda>", 2, 2)
    first, second = told.traces
    assert (first.number, first.cause, list(first.arguments)) == (1, "first call", ["x", "y"])
    assert second.cause == "new arguments" and second.number == 2
    assert first.trace_seconds > 0 and first.compile_seconds > 0 and first.operations >= 2
    assert second.compile_seconds is None  # it has not run
    assert first.line.startswith(__file__) and second.line.startswith(__file__)
    assert told.seconds == pytest.approx(sum(trace.seconds for trace in told.traces))
    assert str(told).startswith("<lambda>: 2 traces in 2 calls, ") and repr(told) == str(told)
    assert "first call" in told.splitlines()[1] and "+ " in told.splitlines()[1]


def test_a_function_without_traces(gw):
    told = gw.function(lambda: None).explain_retracing()
    assert told == "<lambda>: 0 traces in 0 calls, 0.0 ms" and told.traces == []


def test_traces_that_create_variables(gw):
    made = []

    @gw.function
    def f():
        if not made:
            made.append(gw.Variable(1.0))
        return made[0] + 1

    f()
    assert [trace.cause for trace in f.explain_retracing().traces] == [
        "first call",
        "the first trace created variables",
    ]


def test_only_the_latest_of_many_are_listed(gw):
    f = gw.function(lambda x: None)
    for i in range(103):
        f.get_concrete_function(i)
    told = f.explain_retracing()
    assert told.count == 103 and len(told.traces) == 100 and "(the last 100 of them)" in told
