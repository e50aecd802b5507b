"""tf.queue beside TensorFlow: orders, errors, closing, and threads that wait for each other."""

import threading
import time

import pytest

import graphwright
from support.compare import value_or_class


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    value = value.numpy() if hasattr(value, "numpy") else value
    return value.tolist() if hasattr(value, "tolist") else value


def pair(tf, **options):
    return tf.queue.FIFOQueue(3, [tf.int32, tf.float32], shapes=[[], [2]], **options)


def filled(tf, cls="FIFOQueue", count=10, **options):
    queue = getattr(tf.queue, cls)(20, dtypes=tf.int32, shapes=[[]], **options)
    queue.enqueue_many([tf.range(count)])
    return queue


def closed(tf, count=3):
    queue = filled(tf, count=count)
    queue.close()
    return queue


def padded(tf, shapes, values):
    queue = tf.queue.PaddingFIFOQueue(9, [tf.float32], shapes=shapes)
    for value in values:
        queue.enqueue([value])
    return queue


def ranked(tf):
    queue = tf.queue.PriorityQueue(9, [tf.string], shapes=[[]])
    for item in [(3, "c"), (1, "a"), (2, "b"), (1, "z"), (-5, "first")]:
        queue.enqueue(item)
    return [queue.dequeue()[1] for _ in range(5)]


def named(tf):
    queue = tf.queue.FIFOQueue(3, [tf.int32, tf.int32], names=["a", "b"])
    queue.enqueue({"a": 1, "b": 2})
    return queue


def in_function(tf):
    queue = filled(tf)

    @tf.function
    def total():
        result = 0
        while queue.size() > 2:
            result += queue.dequeue()
        return result, queue.dequeue_many(2)

    return total()


def shapes_in_function(tf):
    queue = pair(tf)
    found = []

    @tf.function
    def look(n):
        if n < 0:
            found.extend(str(t.shape) for t in [*queue.dequeue(), *queue.dequeue_many(2), *queue.dequeue_up_to(2)])
            found.extend(str(t.shape) for t in queue.dequeue_many(n))
        return n

    look(tf.constant(1))
    return found


def in_sessions(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        queue = v1.FIFOQueue(5, [tf.int32], shapes=[[]], name="mine")
        x = v1.placeholder(tf.int32, [])
        put, one, many = queue.enqueue_many([[1, 2, 3]]), queue.dequeue(), queue.dequeue_many(2)
        add, size, close = queue.enqueue(x), queue.size(), queue.close()
        with v1.Session() as session:
            session.run(put)
            found = [session.run(t).tolist() for t in (size, one, many, size)]
            session.run(add, {x: 7})
            found.append(int(session.run(one)))
            session.run(close)
            found.append(plain(value_or_class(session.run, one)))
        return [*found, queue.name, one.name, many.name, size.op.type]


PROGRAMS = {
    "members": lambda tf: [str(pair(tf).dtypes), str(pair(tf).shapes), pair(tf).names, pair(tf).name],
    "open shapes": lambda tf: str(tf.queue.FIFOQueue(2, tf.int32).shapes),
    "first in, first out": lambda tf: [filled(tf).dequeue(), filled(tf).dequeue_many(3), filled(tf).size()],
    "shuffled": lambda tf: filled(tf, "RandomShuffleQueue", min_after_dequeue=0, seed=7).dequeue_many(10),
    "shuffled one by one": lambda tf: (lambda q: [q.dequeue() for _ in range(8)])(
        filled(tf, "RandomShuffleQueue", min_after_dequeue=2, seed=3)
    ),
    "least mixture": lambda tf: filled(tf, "RandomShuffleQueue", min_after_dequeue=20, seed=3),
    "by priority": ranked,
    "padded": lambda tf: padded(tf, [[None]], [[1.0, 2.0], [3.0], []]).dequeue_many(3),
    "padded matrices": lambda tf: padded(tf, [[None, None]], [[[1.0, 2.0]], [[3.0], [4.0]]]).dequeue_many(2),
    "padded, alone": lambda tf: padded(tf, [[None]], [[1.0, 2.0], [3.0]]).dequeue(),
    "padded without shapes": lambda tf: tf.queue.PaddingFIFOQueue(2, tf.int32, shapes=None),
    "padded, of unknown rank": lambda tf: tf.queue.PaddingFIFOQueue(2, [tf.int32], shapes=[tf.TensorShape(None)]),
    "names": lambda tf: named(tf).dequeue(),
    "names, but a tuple": lambda tf: named(tf).enqueue((1, 2)),
    "names, but others": lambda tf: named(tf).enqueue({"a": 1}),
    "too few names": lambda tf: tf.queue.FIFOQueue(3, [tf.int32, tf.int32], names=["a"]),
    "dictionary without names": lambda tf: pair(tf).enqueue({"a": 1}),
    "wrong shape": lambda tf: pair(tf).enqueue((1, [1.0, 2.0, 3.0])),
    "wrong dtype": lambda tf: pair(tf).enqueue((1.5, [1.0, 2.0])),
    "too few components": lambda tf: pair(tf).enqueue(1),
    "rows that differ": lambda tf: pair(tf).enqueue_many(([1, 2], [[1.0, 2.0]])),
    "partial shapes": lambda tf: tf.queue.FIFOQueue(3, [tf.int32], shapes=[[None]]),
    "shapes for other components": lambda tf: tf.queue.FIFOQueue(3, [tf.int32], shapes=[[], [2]]),
    "many of open shapes": lambda tf: tf.queue.FIFOQueue(3, [tf.int32]).dequeue_many(1),
    "negative number": lambda tf: filled(tf).dequeue_many(-1),
    "none": lambda tf: filled(tf).dequeue_many(0),
    "enqueue when closed": lambda tf: closed(tf).enqueue(1),
    "dequeue when closed": lambda tf: (lambda q: [q.dequeue(), q.is_closed(), q.dequeue_up_to(9), q.size()])(
        closed(tf)
    ),
    "too many when closed": lambda tf: closed(tf).dequeue_many(4),
    "what too many left": lambda tf: (lambda q: [plain(value_or_class(q.dequeue_many, 4)), q.dequeue_many(3)])(
        closed(tf)
    ),
    "empty and closed": lambda tf: closed(tf, 1).dequeue() + closed(tf, 0).dequeue(),
    "up to, empty and closed": lambda tf: closed(tf, 0).dequeue_up_to(2),
    "in a function": in_function,
    "in sessions": in_sessions,
    "static shapes": shapes_in_function,
    "no list of queues": lambda tf: tf.queue.QueueBase.from_list(0, []),
    "lists of other queues": lambda tf: tf.queue.QueueBase.from_list(0, [pair(tf), filled(tf)]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, target, tensorflow):
    assert plain(value_or_class(PROGRAMS[name], target)) == plain(value_or_class(PROGRAMS[name], tensorflow))


def test_threads_wait_for_each_other():
    tf = graphwright
    queue = tf.queue.FIFOQueue(2, tf.int32, shapes=[[]])
    taken = []

    def consume():
        while True:
            try:
                taken.append(int(queue.dequeue()))
            except tf.errors.OutOfRangeError:
                return

    reader = threading.Thread(target=consume)
    reader.start()
    for i in range(20):
        queue.enqueue(i)
    queue.enqueue_many([tf.range(20, 27)])
    queue.close()
    reader.join(10)
    assert not reader.is_alive() and taken == list(range(27))


def test_those_who_wait_for_room_can_be_cancelled():
    tf = graphwright
    queue = tf.queue.FIFOQueue(1, tf.int32, shapes=[[]])
    queue.enqueue(1)
    met = []

    def produce():
        try:
            queue.enqueue(2)
        except Exception as error:
            met.append(type(error))

    writer = threading.Thread(target=produce)
    writer.start()
    time.sleep(0.1)
    queue.close(cancel_pending_enqueues=True)
    writer.join(10)
    assert met == [tf.errors.CancelledError] and int(queue.dequeue()) == 1
