"""What loops in functions draw from seeds: anew with each run of a loop over a data set, onwards in all other loops.

GRAPHWRIGHT_DRAWS_IN_LOOPS=all tries every program.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from support.compare import value_or_class
from support.selection import selected

STARTS = ("global", "op", "both")
SOURCES = ("dataset", "batches", "iterator", "range", "while")
AROUND = ("alone", "in range", "in dataset", "in if", "with a break", "drawn beside", "twice", "in a function")
DRAWS = ("uniform", "normal of a function", "shuffle", "dropout", "in a branch", "in a map", "gradient")


def _draw(tf, kind, seed, x):
    """A scalar made of drawn numbers, while the loop is at `x`. (TensorFlow's parallel iterations draw in any order.)"""
    if kind == "uniform":
        return tf.random.uniform([], seed=seed)
    if kind == "normal of a function":
        return tf.function(lambda: tf.random.normal([], seed=seed))()
    if kind == "shuffle":
        return tf.cast(tf.random.shuffle(tf.range(50), seed=seed)[0], tf.float32)
    if kind == "dropout":
        return tf.reduce_sum(tf.nn.dropout(tf.reshape(tf.range(16.0), [4, 4]), 0.5, seed=seed))
    if kind == "in a branch":
        return tf.cond(
            x % 2 == 0, lambda: tf.random.uniform([], seed=seed), lambda: 10.0 + tf.random.normal([], seed=seed)
        )
    if kind == "in a map":
        drawn = tf.map_fn(lambda y: y * tf.random.uniform([], seed=seed), tf.range(3.0), parallel_iterations=1)
        return tf.reduce_sum(drawn)
    with tf.GradientTape() as tape:
        factor = tf.constant(2.0)
        tape.watch(factor)
        loss = factor * factor * tf.random.uniform([], seed=seed)
    return tape.gradient(loss, factor)


def _program(tf, start, source, around, kind):
    tf.random.set_seed(3 if start != "op" else 5)
    seed = None if start == "global" else 7
    dataset = tf.data.Dataset.range(3)
    iterator = iter(tf.data.Dataset.range(100))

    def one(out):
        if source == "dataset":
            for x in dataset:
                out = tf.concat([out, [_draw(tf, kind, seed, x)]], 0)
                if around == "with a break":
                    if x > 0:
                        break
        elif source == "batches":
            for x in dataset.batch(2):
                out = tf.concat([out, [_draw(tf, kind, seed, x[0])]], 0)
                if around == "with a break":
                    if x[0] > 0:
                        break
        elif source == "iterator":
            for x in iterator:
                tf.autograph.experimental.set_loop_options(1, shape_invariants=[(out, tf.TensorShape([None]))])
                out = tf.concat([out, [_draw(tf, kind, seed, x)]], 0)
                if x % 3 == 2:
                    break
        elif source == "range":
            for x in tf.range(3):
                tf.autograph.experimental.set_loop_options(1, shape_invariants=[(out, tf.TensorShape([None]))])
                out = tf.concat([out, [_draw(tf, kind, seed, x)]], 0)
        else:
            x = tf.constant(0)
            while x < 3:
                tf.autograph.experimental.set_loop_options(1, shape_invariants=[(out, tf.TensorShape([None]))])
                out = tf.concat([out, [_draw(tf, kind, seed, x)]], 0)
                x += 1
        return out

    inner = tf.function(one) if around == "in a function" else one

    @tf.function
    def f(several):
        out = tf.zeros([0])
        if around == "in range":
            for _ in tf.range(2):
                tf.autograph.experimental.set_loop_options(1, shape_invariants=[(out, tf.TensorShape([None]))])
                out = inner(out)
        elif around == "in dataset":
            for _ in tf.data.Dataset.range(2):
                out = inner(out)
                out = tf.concat([out, [tf.random.uniform([], seed=seed)]], 0)
        elif around == "in if":
            if several:
                out = inner(out)
            else:
                out = tf.concat([out, [1.0]], 0)
        elif around == "drawn beside":
            out = tf.concat([out, [tf.random.uniform([], seed=seed)]], 0)
            out = inner(out)
            out = tf.concat([out, [tf.random.uniform([], seed=seed)]], 0)
        elif around == "twice":
            out = inner(inner(out))
        else:
            out = inner(out)
        return out

    return [f(tf.constant(True)).numpy() for _ in range(3)]


_PROGRAMS = selected(list(itertools.product(STARTS, SOURCES, AROUND, DRAWS)), "GRAPHWRIGHT_DRAWS_IN_LOOPS", 24, 7)


def _shown(tf, program):
    return value_or_class(lambda: [values.tolist() for values in _program(tf, *program)])


def _same_draws(found, expected):
    if isinstance(found, str) or isinstance(expected, str):
        return found == expected
    return all(len(a) == len(b) and np.allclose(a, b, 1e-5, 1e-5) for a, b in zip(found, expected, strict=True))


@pytest.mark.parametrize("program", _PROGRAMS, ids="-".join)
def test_draws(program, gw, tensorflow):
    found, expected = _shown(gw, program), _shown(tensorflow, program)
    assert not isinstance(expected, str), expected
    assert _same_draws(found, expected), f"{found}\n{expected}"


def test_draws_of_single_elements(gw, tensorflow):
    """They go on from run to run of the op, for as long as the function or the pass lives in which it is."""

    def results(tf):
        tf.random.set_seed(7)
        numbers = tf.data.Dataset.range

        def draw(_=0):
            return tf.random.uniform([], seed=1)

        def two(_=0):
            return numbers(2).map(draw).batch(2).get_single_element()

        def twice(dataset):
            return [[x.tolist() for x in dataset.as_numpy_iterator()] for _ in range(2)]

        held = numbers(2).map(draw).batch(2)
        traced = tf.function(lambda: (two(), numbers(2).reduce(0.0, lambda total, _: total + draw())))
        pipelines = [
            numbers(3).map(two),
            numbers(3).map(lambda x: draw() + two()),
            numbers(3).map(lambda x: held.get_single_element()),
            numbers(2).flat_map(lambda x: numbers(2).map(two)),
            numbers(2).map(lambda x: numbers(2).map(two).batch(2).get_single_element()),
            numbers(4).filter(lambda x: two()[0] > 0.4),
        ]
        found = [twice(pipeline) for pipeline in pipelines]
        found += [held.get_single_element().numpy().tolist() for _ in range(2)]
        return [*found, twice(held), [[x.numpy().tolist() for x in traced()] for _ in range(2)]]

    assert results(gw) == results(tensorflow)


def test_draws_of_a_saved_loop(tmp_path, gw):
    """A loop that was saved draws as before: anew with each run."""
    module = gw.Module()

    @gw.function(input_signature=[])
    def draw():
        total = gw.zeros([0])
        for _ in gw.data.Dataset.range(3):
            total = gw.concat([total, [gw.random.uniform([], seed=3)]], 0)
        return total

    gw.random.set_seed(1)
    module.draw = draw
    expected = draw().numpy()
    gw.saved_model.save(module, str(tmp_path / "model"))
    loaded = gw.saved_model.load(str(tmp_path / "model"))
    for _ in range(2):
        assert np.array_equal(draw().numpy(), expected)
        assert np.array_equal(loaded.draw().numpy(), expected)


def test_draws_of_two_threads_are_their_own(gw):
    """Runs of one loop at the same time do not take each other's numbers."""
    import threading

    @gw.function
    def draw():
        total = gw.zeros([0])
        for _ in gw.data.Dataset.range(50):
            total = gw.concat([total, [gw.random.uniform([], seed=3)]], 0)
        return total

    expected, wrong = draw().numpy(), []

    def run():
        for _ in range(20):
            if not np.array_equal(draw().numpy(), expected):
                wrong.append(True)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
