"""Elements whose function fails, in front of and behind every kind of transformation: what is given beside the errors."""

import pytest

from support.compare import outcome, same_outcome
from support.selection import Names, some

MOST = 14  # elements that are taken


def _told_to_fail():
    for x in range(9):
        if x == 4:
            raise ValueError("told to")
        yield x


def sources(tf):
    """Data sets of int64 scalars, two or more of which fail."""
    data = tf.data.Dataset

    def failing(at):
        def function(x):
            checked = tf.debugging.check_numerics(1.0 / tf.cast(x - at, tf.float32), "told to")
            return x + tf.cast(checked, tf.int64) * 0

        return function

    def numbers():
        return data.from_tensor_slices(tf.constant([0, 10, 20, 0, 30], tf.int64))

    def failed():
        return numbers().map(failing(0))

    def two(x):
        return data.range(2).map(lambda y: y + x)

    return {
        "map": failed,
        "generator": lambda: data.from_generator(_told_to_fail, output_signature=tf.TensorSpec([], tf.int64)),
        "flat_map": lambda: failed().flat_map(two),
        "map within flat_map": lambda: numbers().flat_map(lambda x: data.range(2).map(lambda y: failing(0)(y + x))),
        "interleave": lambda: failed().interleave(two, cycle_length=2),
        "parallel interleave": lambda: failed().interleave(
            two, cycle_length=2, num_parallel_calls=2, deterministic=True
        ),
        "filter": lambda: failed().filter(lambda x: x < 25),
        "unbatch": lambda: failed().batch(2).unbatch(),
        "window": lambda: failed().window(2).flat_map(lambda window: window),
        "shuffle": lambda: failed().shuffle(1, seed=1),
        "prefetch": lambda: failed().prefetch(1),
        "parallel map": lambda: failed().map(lambda x: x + 1, num_parallel_calls=2),
        "take": lambda: failed().take(4),
        "skip": lambda: failed().skip(1),
        "zip": lambda: data.zip(failed(), data.range(9)).map(lambda a, b: a + b),
        "concatenate": lambda: failed().concatenate(failed()),
        "repeat": lambda: failed().repeat(2),
        "scan": lambda: failed().scan(tf.constant(0, tf.int64), lambda state, x: (state + x, state + x)),
        "take_while": lambda: failed().take_while(lambda x: x < 25),
        "unique": lambda: failed().unique(),
        "enumerate": lambda: failed().enumerate().map(lambda i, x: i + x),
        "sample": lambda: data.sample_from_datasets([failed(), failed()], seed=1),
        "choose": lambda: data.choose_from_datasets([failed(), failed()], data.range(6).map(lambda x: x % 2)),
        "cache": lambda: failed().cache(),
        "shard": lambda: failed().shard(2, 1),
        "rebatch": lambda: failed().batch(1).rebatch(2).unbatch(),
    }


def transformations(tf):
    """What is done with such a data set."""
    data = tf.data.Dataset
    return {
        "nothing": lambda d: d,
        "batch": lambda d: d.batch(2),
        "batch of what is left": lambda d: d.batch(2, drop_remainder=True),
        "parallel batch": lambda d: d.batch(2, num_parallel_calls=2),
        "ragged_batch": lambda d: d.ragged_batch(2),
        "sums of ragged_batch": lambda d: d.ragged_batch(2).map(lambda x: tf.reduce_sum(x, -1)),
        "padded_batch": lambda d: d.padded_batch(2),
        "map and batch": lambda d: d.map(lambda x: x + 1).batch(2),
        "pairs in batches": lambda d: d.map(lambda x: (x, x)).batch(2).map(lambda a, b: a),
        "same and batch": lambda d: d.map(lambda x: x).batch(2),
        "same in parallel and batch": lambda d: d.map(lambda x: x, num_parallel_calls=2).batch(2),
        "identity and batch": lambda d: d.map(lambda x: tf.identity(x)).batch(2),
        "swapped and batch": lambda d: (
            d.map(lambda x: (x, x + 1)).map(lambda a, b: (b, a)).batch(2).map(lambda a, b: a)
        ),
        "whole take and batch": lambda d: d.take(-1).batch(2),
        "one repeat and batch": lambda d: d.repeat(1).batch(2),
        "no skip and batch": lambda d: d.skip(0).batch(2),
        "one shard and batch": lambda d: d.shard(1, 0).batch(2),
        "no prefetch and batch": lambda d: d.prefetch(0).batch(2),
        "options and batch": lambda d: d.with_options(tf.data.Options()).batch(2),
        "filter and batch": lambda d: d.filter(lambda x: x < 100).batch(2),
        "window": lambda d: d.window(2).flat_map(lambda window: window.batch(2)),
        "window with gaps": lambda d: d.window(1, shift=2).flat_map(lambda window: window),
        "window with large gaps": lambda d: d.window(2, shift=5).flat_map(lambda window: window),
        "group_by_window": lambda d: d.group_by_window(lambda x: x * 0, lambda key, window: window.batch(2), 2),
        "shuffle": lambda d: d.shuffle(2, seed=1),
        "flat_map": lambda d: d.flat_map(lambda x: data.from_tensors(x)),
        "ignore_errors": lambda d: d.ignore_errors(),
        "skip": lambda d: d.skip(1),
        "take": lambda d: d.take(3),
        "repeat": lambda d: d.repeat(2),
        "unbatch": lambda d: d.batch(2).unbatch(),
        "zip": lambda d: data.zip(d, data.range(20)).map(lambda a, b: a * 100 + b),
        "prefetch": lambda d: d.prefetch(2),
        "interleave": lambda d: d.interleave(lambda x: data.from_tensors(x), cycle_length=2),
        "filter": lambda d: d.filter(lambda x: x != 11),
        "concatenate": lambda d: d.concatenate(data.range(2)),
    }


def drained(tf, dataset):
    """The elements, the classes of errors in their places, and whether there was an end."""
    iterator, found = iter(dataset), []
    for _ in range(MOST):
        try:
            element = next(iterator)
        except StopIteration:
            found.append("end")
            break
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
        else:
            found.append(element.to_list() if hasattr(element, "to_list") else element.numpy().tolist())
    return found


@pytest.mark.parametrize("source", sources(Names()))
def test_what_is_given_beside_errors(source, tensorflow, gw):
    wrong = []
    for name in some(transformations(Names()), 0.15, source):
        outcomes = [
            outcome(lambda tf, name=name: drained(tf, transformations(tf)[name](sources(tf)[source]())), tf)
            for tf in (tensorflow, gw)
        ]
        try:
            same_outcome(*outcomes)
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)


FAILING_INPUTS = {
    "map": lambda tf, d, told: d.map(told),
    "filter": lambda tf, d, told: d.filter(lambda x: told(x) >= 0),
    "take_while": lambda tf, d, told: d.take_while(lambda x: told(x) >= 0),
    "flat_map": lambda tf, d, told: d.flat_map(lambda x: tf.data.Dataset.from_tensors(told(x))),
    "nothing": lambda tf, d, told: d,
}


@pytest.mark.parametrize("size", [2, 3, 7])
@pytest.mark.parametrize("between", ["nothing", "same"])
@pytest.mark.parametrize("source", FAILING_INPUTS)
def test_what_is_called_beside_errors(source, between, size, tensorflow, gw):
    """Behind an element that fails, the functions of a batch's other elements are not called."""

    def calls(tf):
        def telling(fails, log):
            def function(x):
                log.append(int(x))
                if x == fails:
                    raise RuntimeError("told to")
                return x

            return lambda x: tf.numpy_function(function, [x], tf.int64)

        first, second = [], []
        numbers = tf.data.Dataset.from_tensor_slices(tf.constant([1, 2, 0, 4, 5, 0, 6], tf.int64))
        dataset = FAILING_INPUTS[source](tf, numbers, telling(0, first)).map(telling(4, second))
        if between == "same":
            dataset = dataset.map(lambda x: x)
        return drained(tf, dataset.batch(size)), first, second

    same_outcome(outcome(calls, tensorflow), outcome(calls, gw))
