"""tf.compat.v1.data.make_one_shot_iterator over data sets that remember something, and over those that it refuses."""

import pytest

from support.compare import Cases, outcome, same_results

case = Cases()

PIPELINES = {
    "shuffled": lambda tf: tf.data.Dataset.range(6).shuffle(6, seed=1),
    "shuffled again": lambda tf: tf.data.Dataset.range(6).shuffle(6, seed=1).repeat(2),
    "shuffled once": lambda tf: tf.data.Dataset.range(6).shuffle(6, 1, reshuffle_each_iteration=False).repeat(2),
    "cached": lambda tf: tf.data.Dataset.range(3).cache().repeat(2),
    "both": lambda tf: tf.data.Dataset.range(3).cache().map(lambda x: x * 2).shuffle(4, seed=3).cache().repeat(2),
    "inside": lambda tf: tf.data.Dataset.range(2).flat_map(lambda x: tf.data.Dataset.range(3).shuffle(3, seed=2)),
    "interleaved": lambda tf: tf.data.Dataset.range(2).interleave(
        lambda x: tf.data.Dataset.range(3).cache(), cycle_length=2
    ),
    "the graph's seed": lambda tf: tf.data.Dataset.range(6).shuffle(6),
}


def drain(tf, session, element):
    found = []
    while True:
        try:
            found.append(int(session.run(element)))
        except tf.errors.OutOfRangeError:
            return found


@case.each(PIPELINES)
def elements(tf, name):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session, v1.Session() as other:
        v1.set_random_seed(7)
        dataset = PIPELINES[name](tf)
        first, second = (v1.data.make_one_shot_iterator(dataset).get_next() for _ in range(2))
        return [drain(tf, *pair) for pair in ((session, first), (session, second), (other, first))]


@case
def maps_that_run_out_of_range(tf):
    """Version 1's `map` ends there, version 2's has an error."""
    v1 = tf.compat.v1

    def fails(x):
        if x == 3:
            raise StopIteration
        return x

    def outcomes(make, parallel):
        found = []
        with tf.Graph().as_default(), v1.Session() as session:
            dataset = make.range(6).map(lambda x: v1.py_func(fails, [x], tf.int64), num_parallel_calls=parallel)
            element = v1.data.make_one_shot_iterator(dataset).get_next()
            for _ in range(4):
                try:
                    found.append(int(session.run(element)))
                except tf.errors.OpError as error:
                    found.append(type(error).__name__)
        return found

    sizes = [int(make.range(5).map(lambda x: x).cardinality()) for make in (v1.data.Dataset, tf.data.Dataset)]
    return [outcomes(make, n) for make in (v1.data.Dataset, tf.data.Dataset) for n in (None, 2)], sizes


@case
def imported(tf):
    with tf.Graph().as_default() as graph:
        element = tf.compat.v1.data.make_one_shot_iterator(PIPELINES["both"](tf)).get_next()
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        (copy,) = tf.import_graph_def(graph.as_graph_def(), return_elements=[element.name])
        return sorted(drain(tf, session, copy))


@case
def refused(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1)
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2]), 0)
        numbers = tf.data.Dataset.range(2).shuffle(2)
        datasets = [
            numbers.map(lambda x: x + tf.cast(v, tf.int64)),
            numbers.map(lambda x: table.lookup(tf.cast(x, tf.int32))),
            tf.data.Dataset.range(v1.placeholder(tf.int64, [])).cache(),
        ]
        return [type(outcome(v1.data.make_one_shot_iterator, dataset)[1]).__name__ for dataset in datasets]


@pytest.mark.parametrize("program", **case.parameters())
def test_same_as_tensorflow(tensorflow, gw, program):
    same_results(program, tensorflow, gw)
