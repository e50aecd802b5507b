"""tf.compat.v1.train's batches of what threads put into queues: sparse tensors among it, and only what is to be kept."""

import numpy as np
import pytest

from support.compare import Cases, same_results, value_or_class

case = Cases()


def drained(tf, build, most=12):
    """Returns what a function's tensors give, run after run, until the end of the input, and their static shapes."""
    v, found = tf.compat.v1, []
    with tf.Graph().as_default(), v.Session() as session:
        fetches = build()
        session.run([v.global_variables_initializer(), v.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = v.train.start_queue_runners(session, coord)
        try:
            for _ in range(most):
                found.append(tf.nest.map_structure(np.asarray, session.run(fetches)))
        except tf.errors.OutOfRangeError:
            found.append("over")
        finally:
            coord.request_stop()
            coord.join(threads)
        shapes = [str(part.shape) for part in tf.nest.flatten(fetches, expand_composites=True)]
    return tf.nest.map_structure(lambda part: part.tolist() if isinstance(part, np.ndarray) else part, found), shapes


def nodes(tf, build):
    """Returns the nodes of the graph of what a function makes: names, ops and inputs."""
    with tf.Graph().as_default() as graph:
        build()
        return [f"{node.name} {node.op} {' '.join(node.input)}" for node in graph.as_graph_def().node]


def number(tf, count=6):
    """Returns the numbers from 0, one in a run."""
    return tf.compat.v1.train.range_input_producer(count, 1, False).dequeue()


def row(tf, n):
    """Returns a sparse vector of 8 elements, n of them there."""
    indices = tf.cast(tf.range(n), tf.int64)[:, None]
    return tf.SparseTensor(indices, tf.cast(tf.range(n) * 10, tf.float32), [8])


def rows(tf, n):
    """Returns a sparse matrix of three rows, in which n is at [1, 2], and a vector of as many rows."""
    values = tf.stack([n, n + 1])
    return tf.SparseTensor([[0, 1], [2, 2]], values, [3, 4]), tf.stack([n, n * 10, n * 100])


@case
def sparse_tensors_in_batches(tf):
    train = tf.compat.v1.train

    def beside_another(**options):
        n = number(tf)
        return train.batch([row(tf, n), n], 2, **options)

    def of_many(**options):
        return train.batch(list(rows(tf, number(tf, 4))), 4, enqueue_many=True, **options)

    return [
        drained(tf, beside_another),
        drained(tf, lambda: beside_another(allow_smaller_final_batch=True)),
        drained(tf, lambda: beside_another(shapes=[[1], []], capacity=4)),
        drained(tf, lambda: train.batch([row(tf, number(tf, 5))], 2)),
        drained(tf, lambda: train.batch({"s": row(tf, number(tf)), "a": tf.constant([1, 2])}, 3)),
        drained(tf, of_many),
        drained(tf, lambda: of_many(dynamic_pad=True, allow_smaller_final_batch=True)),
        drained(tf, lambda: train.batch([row(tf, number(tf, 4)), row(tf, 3)], 2)),
        sorted(str(x) for x in drained(tf, lambda: train.shuffle_batch([row(tf, number(tf))], 1, 8, 2, seed=1))[0]),
    ]


@case
def sparse_tensors_of_several_threads(tf):
    train = tf.compat.v1.train

    def join(name, *more):
        return getattr(train, name)([[row(tf, number(tf, 3)), 1], [row(tf, number(tf, 3)), 2]], 1, *more)

    return [
        sorted(str(x) for x in drained(tf, lambda: join("batch_join"))[0]),
        sorted(str(x) for x in drained(tf, lambda: join("shuffle_batch_join", 8, 2))[0]),
        drained(tf, lambda: join("shuffle_batch_join", 8, 2))[1],
    ]


@case
def only_what_is_to_be_kept(tf):
    train = tf.compat.v1.train

    def even(**options):
        n = number(tf, 9)
        return train.maybe_batch([n, tf.stack([n, n])], tf.equal(n % 2, 0), 2, **options)

    def chosen(keep, **options):
        n = number(tf, 4)
        return train.maybe_batch([tf.stack([n, n + 1, n + 2])], keep(n), 2, enqueue_many=True, **options)

    def sparse(keep):
        first, second = rows(tf, number(tf, 4))
        return train.maybe_batch([first, second], keep, 2, enqueue_many=True)

    def shuffled():
        n = number(tf, 7)
        return train.maybe_shuffle_batch([n], 1, 8, 2, tf.less(n, 4), seed=1)

    def joined(name, *more):
        numbers = [number(tf, 5), number(tf, 5)]
        return getattr(train, name)([[n] for n in numbers], *more)

    return [
        drained(tf, even),
        drained(tf, lambda: even(allow_smaller_final_batch=True, num_threads=1, capacity=5)),
        drained(tf, lambda: chosen(lambda n: tf.equal(n % 2, 1))),
        drained(tf, lambda: chosen(lambda n: [True, False, True])),
        drained(tf, lambda: chosen(lambda n: tf.stack([n > 1, False, n < 2]), allow_smaller_final_batch=True)),
        drained(tf, lambda: chosen(lambda n: True, dynamic_pad=True)),
        nodes(tf, lambda: chosen(lambda n: False)),
        drained(tf, lambda: sparse([False, True, True])),
        drained(tf, lambda: sparse([False, False, False])),
        drained(tf, lambda: sparse(True)),
        sorted(str(x) for x in drained(tf, shuffled)[0]),
        sorted(str(x) for x in drained(tf, lambda: joined("maybe_batch_join", True, 1))[0]),
        nodes(tf, lambda: joined("maybe_batch_join", False, 1)),
        sorted(str(x) for x in drained(tf, lambda: joined("maybe_shuffle_batch_join", 1, 8, 2, True))[0]),
    ]


@case
def nodes_of_batches(tf):
    train, hold = tf.compat.v1.train, tf.compat.v1.placeholder

    def sparse():
        return tf.SparseTensor([[0, 0], [1, 2]], [1.0, 2.0], [2, 3])

    return [
        nodes(tf, lambda: train.batch([sparse(), tf.constant(1)], 2)),
        nodes(tf, lambda: train.batch([sparse(), tf.constant([1, 2])], 2, enqueue_many=True)),
        nodes(tf, lambda: train.batch_join([[sparse(), tf.constant(1)]] * 2, 2)),
        nodes(tf, lambda: train.shuffle_batch([tf.constant(1)], 2, 8, 0)),
        nodes(tf, lambda: train.maybe_batch([tf.constant(1)], True, 2)),
        nodes(tf, lambda: train.maybe_batch([tf.constant(1)], hold(tf.bool, []), 2)),
        nodes(tf, lambda: train.maybe_batch([sparse(), tf.constant([1, 2])], [True, False], 2, enqueue_many=True)),
    ]


@case
def refused_batches(tf):
    v = tf.compat.v1
    train, hold = v.train, v.placeholder
    found = [value_or_class(lambda: train.maybe_batch([1], True, 2))]
    with tf.Graph().as_default():
        sparse, one = tf.SparseTensor([[0, 0]], [1.0], [2, 3]), tf.constant([1, 2])
        found += [
            value_or_class(call)
            for call in (
                lambda: train.maybe_batch([one], [True, False], 2),
                lambda: train.maybe_batch([one], [[True]], 2, enqueue_many=True),
                lambda: train.maybe_batch([one], [True], 2, enqueue_many=True),
                lambda: train.maybe_batch([one], hold(tf.bool), 2),
                lambda: train.maybe_batch([one], None, 2),
                lambda: train.batch([sparse], 2, shapes=[[2, 3]]),
                lambda: train.batch([sparse, one], 2, shapes=[None, [2]]),
                lambda: train.batch_join([[sparse], [one]], 2),
                lambda: train.batch_join([[sparse], [tf.SparseTensor([[0]], [1.0], [3])]], 2),
                lambda: train.maybe_batch_join([], True, 2),
                lambda: str(train.batch([v.sparse_placeholder(tf.float32)], 2).shape),
                lambda: str(train.batch([v.sparse_placeholder(tf.float32)], 2, enqueue_many=True).shape),
                lambda: str(train.batch_join([[v.sparse_placeholder(tf.float32)], [sparse]], 2).shape),
            )
        ]
    return found


@pytest.mark.parametrize("program", **case.parameters())
def test_program(program, tensorflow, gw):
    same_results(program, tensorflow, gw)


def test_sparse_tensors_that_a_bool_keeps(gw):
    """TensorFlow refuses them: it looks for the op that stores them outside of the branch in which it is."""

    def build():
        n = number(gw)
        return gw.compat.v1.train.maybe_batch([row(gw, n), n], gw.equal(n % 2, 1), 3)

    found, _ = drained(gw, build)
    assert [part[1] for part in found[:-1]] == [[1, 3, 5]] and found[-1] == "over"
    assert found[0][0][1] == [0.0, 0.0, 10.0, 20.0, 0.0, 10.0, 20.0, 30.0, 40.0]
