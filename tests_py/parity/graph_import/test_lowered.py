"""Functions that TensorFlow froze, with loops and branches lowered to frames, Switch, _SwitchN and Merge, or left alone."""

import numpy as np
import pytest

from support.sampling import difference

PROGRAMS = {}


def program(specs, *feeds):
    """A function `f(tf, …)`, the dtypes of its arguments (a `v` is a vector), and what it is called with."""

    def add(function):
        PROGRAMS[function.__name__] = function, specs.split(), feeds
        return function

    return add


@program("float32", (3.0,), (-3.0,))
def branch(tf, x):
    tf.debugging.assert_greater(x, -5.0)
    return tf.cond(x > 0, lambda: x * 2, lambda: x - 1)


@program("int32 float32", (0, 2.0), (1, 2.0), (2, 2.0), (5, 2.0), (-1, 2.0))
def cases(tf, i, x):
    a, b = tf.switch_case(i, [lambda: (x * 2, [1, 2]), lambda: (x + 10, [3, 2]), lambda: (x - 1.0, [1, 7])])
    return a, b, tf.switch_case(i, [lambda: x, lambda: tf.constant(7.0)])


@program("int32 float32", (0, 2.0), (1, 2.0), (2, 2.0))
def cases_in_cases(tf, n, x):
    return tf.switch_case(
        n,
        [
            lambda: tf.switch_case(n + 1, [lambda: x, lambda: x * 2]),
            lambda: tf.cond(x > 1, lambda: x * 7, lambda: x),
            lambda: tf.while_loop(lambda y: y < 100, lambda y: [y * 3], [x])[0],
        ],
    )


@program("int32 float32", (4, 2.0), (0, 2.0))
def cases_in_a_loop(tf, n, x):
    i = tf.constant(0)
    while i < n:
        x = tf.switch_case(i % 3, [lambda x=x: x * 2, lambda x=x: x + 10, lambda x=x: x - 1.0])
        i += 1
        if x > 20.0:
            x = x - 7.0
    return x, i


@program("int32 float32", (4, 2.0), (0, 2.0))
def loops_in_branches(tf, n, x):
    if x > 1.0:
        for i in tf.range(n):
            for j in tf.range(i):
                x = x + tf.cast(i * j, tf.float32)
                if x > 10.0:
                    x = x / 2.0
                    break
    return x


@program("v", (np.arange(4, dtype=np.float32),), (np.ones(1, np.float32),))
def arrays(tf, v):
    return tf.map_fn(lambda a: a * a + 1, v), tf.scan(lambda a, b: a * 0.5 + b, v)


@program("int32 float32", (4, 2.0), (0, 2.0))
def gradient(tf, n, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in tf.range(n):
            if y < 30.0:
                y = y * x
            else:
                y = tf.sin(y)
    return tape.gradient(y, x)


@program("int32 float32", (4, 2.0), (0, 2.0))
def effects(tf, n, x):
    """What only acts, in branches of a loop, is done as often, and in the same order."""
    for i in tf.range(n):
        if i % 2 == 0:
            tf.print("even", i, output_stream=tf.printed)
        elif i == 1:
            tf.switch_case(i, [tf.no_op, lambda: tf.group(tf.print("one", output_stream=tf.printed))])
    return x


@pytest.mark.parametrize("lowered", [True, False], ids=["lowered", "whole"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_frozen_functions(name, lowered, tensorflow, gw, tmp_path, monkeypatch):
    from tensorflow.python.framework import convert_to_constants

    printed = tmp_path / "printed"
    monkeypatch.setattr(tensorflow, "printed", f"file://{printed}", raising=False)
    function, specs, feeds = PROGRAMS[name]
    concrete = tensorflow.function(lambda *args: function(tensorflow, *args)).get_concrete_function(
        *(tensorflow.TensorSpec([None] if s == "v" else [], "float32" if s == "v" else s) for s in specs)
    )
    frozen = convert_to_constants.convert_variables_to_constants_v2(concrete, lower_control_flow=lowered)
    message = gw.compat.v1.GraphDef.FromString(frozen.graph.as_graph_def().SerializeToString())
    feeds_of, fetches = [x.name for x in frozen.inputs], [y.name for y in frozen.outputs]
    with gw.Graph().as_default() as graph:
        gw.graph_util.import_graph_def(message, name="")
    wrapped = gw.compat.v1.wrap_function(lambda: gw.graph_util.import_graph_def(message, name=""), [])
    pruned = wrapped.prune(feeds_of, fetches)

    def text():
        told = printed.read_text() if printed.exists() else ""
        printed.unlink(missing_ok=True)
        return told

    for feed in feeds:
        want = [y.numpy() for y in tensorflow.nest.flatten(concrete(*map(tensorflow.constant, feed)))]
        told = text()
        with gw.compat.v1.Session(graph=graph) as session:
            of_session = session.run(fetches, dict(zip(feeds_of, feed, strict=True)))
        assert text() == told
        of_function = [y.numpy() for y in pruned(*map(gw.constant, feed))]
        assert text() == told
        for a, b, c in zip(of_session, of_function, want, strict=True):
            assert difference(a, c, 4, 4) is None
            assert difference(b, c, 4, 4) is None
