"""When transformations make their input's iterator, and so draw its seeds: seen by iterators that are made beside."""

import pytest

from support.compare import outcome, same_outcome


def pipelines(tf):
    data = tf.data.Dataset

    def shuffled():
        return data.range(7).shuffle(3, seed=3)

    return {
        "shuffle": shuffled(),
        "shuffle twice": shuffled().shuffle(2, seed=1),
        "repeat": shuffled().repeat(2),
        "endless repeat": shuffled().repeat().take(14),
        "endless repeat of a part": shuffled().take(6).repeat().take(14),
        "repeat of a part": shuffled().take(6).repeat(2),
        "repeat of a repeat": shuffled().repeat(1).repeat().take(13).repeat().take(18),
        "endless repeat of random numbers": data.random(seed=3).take(4).repeat().take(9),
        "behind others": data.range(2).concatenate(shuffled()),
        "two in a row": shuffled().concatenate(shuffled().repeat(2)),
        "flat_map": data.range(2).flat_map(lambda i: shuffled()),
        "interleave": data.from_tensors(shuffled()).interleave(lambda d: d),
        "map": shuffled().map(lambda x: x + 1),
        "parallel map": shuffled().map(lambda x: x + 1, num_parallel_calls=2),
        "filter": shuffled().filter(lambda x: x > 2),
        "skip": shuffled().skip(2),
        "shard": shuffled().shard(2, 1),
        "prefetch": shuffled().prefetch(1).repeat().take(9),
        "cache": shuffled().cache().repeat().take(9),
        "zip": data.zip(shuffled(), shuffled()).map(lambda a, b: 10 * a + b),
        "sample": data.sample_from_datasets([shuffled(), data.range(3)], seed=3),
        "choose": data.choose_from_datasets(
            [data.range(3), shuffled()], data.from_tensor_slices(tf.constant([0, 0, 1, 1, 1], tf.int64))
        ),
        "window": shuffled().window(2).flat_map(lambda window: window),
        "batch": shuffled().batch(2).unbatch(),
        "padded_batch": shuffled().padded_batch(2).unbatch(),
        "ragged_batch": shuffled().ragged_batch(2).unbatch(),
        "rebatch": shuffled().batch(2).rebatch(3).unbatch(),
        "scan": shuffled().scan(tf.constant(0, tf.int64), lambda state, x: (state + x, state + x)),
        "unique": shuffled().unique(),
        "take_while": shuffled().take_while(lambda x: x < 10),
        "ignore_errors": shuffled().ignore_errors(),
        "group_by_window": shuffled().group_by_window(lambda x: x % 2, lambda key, d: d.batch(2), 2).unbatch(),
    }


@pytest.mark.parametrize("taken", [0, 1, 3])
def test_order_beside_other_iterators(taken, tensorflow, gw):
    def orders(dataset):
        def go(tf):
            iterators = [iter(dataset) for _ in range(2)]
            for iterator in iterators:
                for _ in range(taken):
                    next(iterator)
            whole = [int(x) for x in dataset]
            return whole, [int(next(iterator)) for iterator in iterators]

        return go

    wrong, theirs, ours = [], pipelines(tensorflow), pipelines(gw)
    for name in theirs:
        try:
            same_outcome(outcome(orders(theirs[name]), tensorflow), outcome(orders(ours[name]), gw))
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)


def test_restored_before_the_first_element(tensorflow, gw, tmp_path):
    def orders(tf, dataset, name):
        iterator = iter(dataset)
        checkpoint = tf.train.Checkpoint(iterator=iterator)
        path = checkpoint.write(str(tmp_path / f"{tf.__name__} {name}"))
        first = [int(x) for x in iterator]
        checkpoint.read(path)
        return first, [int(x) for x in iterator]

    wrong, theirs, ours = [], pipelines(tensorflow), pipelines(gw)
    for name in theirs:
        # What is not begun keeps no seeds, and TensorFlow has none for these; caches are not restored.
        if name in ("flat_map", "interleave", "behind others", "two in a row", "choose", "cache"):
            continue
        try:
            same_outcome(
                outcome(lambda tf, name=name: orders(tf, theirs[name], name), tensorflow),
                outcome(lambda tf, name=name: orders(tf, ours[name], name), gw),
            )
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)
