"""What differs each time it runs, and effects, in functions that `vectorized_map` runs on all rows at once."""

import pytest

from support.compare import Cases, same_results

case = Cases()
ROWS = [1.0, 2.0, 3.0]


def number_of_results(tf, function):
    """How many of the rows' results differ from each other."""
    rows = tf.vectorized_map(function, tf.constant(ROWS)).numpy().tolist()
    return len({str(row) for row in rows})


def sampled(tf):
    classes = tf.constant([[0]], tf.int64)
    return tf.random.uniform_candidate_sampler(classes, 1, 5, False, 10**9).sampled_candidates


DRAWN = {
    "normal": lambda tf, g, i: g.normal([3]),
    "uniform": lambda tf, g, i: g.uniform([2]),
    "uniform_full_int": lambda tf, g, i: g.uniform_full_int([2], dtype=tf.int64),
    "truncated_normal": lambda tf, g, i: g.truncated_normal([]),
    "binomial": lambda tf, g, i: g.binomial([20], [100.0], [0.5]),
    "make_seeds": lambda tf, g, i: g.make_seeds(2),
    "of an op": lambda tf, g, i: tf.random.normal([]),
    "shuffle": lambda tf, g, i: tf.random.shuffle(tf.range(30)),
    "sampler": lambda tf, g, i: sampled(tf),
    "parameterized": lambda tf, g, i: tf.raw_ops.ParameterizedTruncatedNormal(
        shape=[2], means=[0.0], stdevs=[1.0], minvals=[-9.0], maxvals=[9.0]
    ),
    "stateless": lambda tf, g, i: tf.random.stateless_normal([], [1, 2]),
    "in a function": lambda tf, g, i: tf.function(lambda: g.normal([]))(),
    "in a branch": lambda tf, g, i: tf.cond(i > -1.0, lambda: g.normal([]), lambda: 0.0),
    "in a branch for all rows": lambda tf, g, i: tf.cond(tf.constant(True), lambda: g.normal([]), lambda: 0.0),
    "in a loop": lambda tf, g, i: tf.while_loop(lambda k, s: k < 2, lambda k, s: (k + 1, s + g.normal([])), [0, 0.0])[
        1
    ],
    "added to the row": lambda tf, g, i: i * 0.0 + g.normal([]),
}


@case.each(DRAWN)
def numbers_are_drawn_for_each_row(tf, name):
    g = tf.random.Generator.from_seed(1)
    return number_of_results(tf, lambda i: DRAWN[name](tf, g, i))


@case
def queues_and_iterators_give_each_row_an_element(tf):
    queue = tf.queue.FIFOQueue(100, tf.int32, shapes=[[]])
    queue.enqueue_many([tf.range(50)])
    iterator = iter(tf.data.Dataset.range(100))
    return [
        number_of_results(tf, lambda i: queue.dequeue()),
        number_of_results(tf, lambda i: next(iterator)),
        tf.vectorized_map(lambda i: tf.py_function(lambda: 2.0, [], tf.float32), tf.constant(ROWS)),
    ]


WRITTEN = {
    "assign_add": lambda tf, v, w, i: v.assign_add(1.0),
    "assign_add of the row": lambda tf, v, w, i: v.assign_add(i),
    "assign": lambda tf, v, w, i: v.assign(i),
    "scatter_add": lambda tf, v, w, i: w.scatter_add(tf.IndexedSlices([i], tf.constant([0]))),
    "read later": lambda tf, v, w, i: (v.assign_add(1.0), v + i)[1],
    "read before": lambda tf, v, w, i: (v + i, v.assign_add(1.0))[0],
    "not read": lambda tf, v, w, i: (v.assign_add(1.0), i)[1],
}


@case.each(WRITTEN)
def what_was_written_is_not_read(tf, name):
    v, w = tf.Variable(0.0), tf.Variable([0.0, 0.0])
    try:
        outcome = tf.vectorized_map(lambda i: WRITTEN[name](tf, v, w, i), tf.constant(ROWS))
    except ValueError:
        outcome = "ValueError"
    return outcome, v.read_value(), w.read_value()


READ = {
    "gather": lambda tf, v, i: tf.gather(v, [0, 2]),
    "gather of one": lambda tf, v, i: tf.gather(v, 1),
    "gather, then the row": lambda tf, v, i: tf.gather(v, [0, 2]) * i,
    "gather_nd": lambda tf, v, i: tf.gather_nd(v, [[1, 1]]),
    "embedding_lookup": lambda tf, v, i: tf.nn.embedding_lookup(v, [[2], [2]]),
    "sparse_read": lambda tf, v, i: v.sparse_read([1]),
    "v.gather_nd": lambda tf, v, i: v.gather_nd([[0], [0]]),
    "slice": lambda tf, v, i: v[1:],
    "value": lambda tf, v, i: v.read_value(),
}


@case.each(READ)
def what_is_read_alike_is_there_for_each_row(tf, name):
    v = tf.Variable(tf.reshape(tf.range(6.0), [3, 2]))

    def of_rows():
        with tf.GradientTape() as tape:
            rows = tf.vectorized_map(lambda i: READ[name](tf, v, i), tf.constant(ROWS))
        return rows, tf.convert_to_tensor(tape.gradient(rows, v))

    return of_rows(), tf.function(of_rows)()


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
