"""What data sets say of the number of their elements: each transformation of sources that are empty, finite, endless and of
unknown length, and what `len` makes of it."""

import pytest

MOST = 2**63 - 1


def _sources(tf):
    numbers = tf.data.Dataset.range
    return {
        "empty": numbers(0),
        "one": numbers(1),
        "five": numbers(5),
        "endless": numbers(5).repeat(),
        "empty repeated": numbers(0).repeat(),
        "unknown": numbers(5).filter(lambda x: True),
        "to the largest integer": numbers(3, MOST, 2),
    }


def _transformations(tf, folder):
    make, more = tf.data.Dataset, tf.data.experimental
    three = make.range(3)
    reducer = more.Reducer(lambda _: 0, lambda state, x: state, lambda state: state)
    return {
        "map": lambda d: d.map(lambda x: x),
        "map in parallel": lambda d: d.map(lambda x: x, num_parallel_calls=2),
        "scan": lambda d: d.scan(tf.constant(0, tf.int64), lambda s, x: (s, x)),
        "enumerate": lambda d: d.enumerate(),
        "enumerate from 3": lambda d: d.enumerate(3),
        "batch": lambda d: d.batch(2),
        "batch without remainder": lambda d: d.batch(2, drop_remainder=True),
        "batch in parallel": lambda d: d.batch(2, num_parallel_calls=2),
        "padded_batch": lambda d: d.padded_batch(2),
        "ragged_batch": lambda d: d.ragged_batch(2),
        "map_and_batch": lambda d: d.apply(more.map_and_batch(lambda x: x, 2)),
        "unbatch": lambda d: d.batch(2).unbatch(),
        "unbatch of a known size": lambda d: d.batch(2, drop_remainder=True).unbatch(),
        "rebatch": lambda d: d.batch(2).rebatch(3),
        "window": lambda d: d.window(2),
        "window with steps": lambda d: d.window(2, shift=1, stride=2, drop_remainder=True),
        "windows flat": lambda d: d.window(2).flat_map(lambda w: w),
        "shuffle": lambda d: d.shuffle(3),
        "repeat": lambda d: d.repeat(),
        "repeat 0": lambda d: d.repeat(0),
        "repeat 2": lambda d: d.repeat(2),
        "take 0": lambda d: d.take(0),
        "take 3": lambda d: d.take(3),
        "take -1": lambda d: d.take(-1),
        "skip 0": lambda d: d.skip(0),
        "skip 3": lambda d: d.skip(3),
        "skip -1": lambda d: d.skip(-1),
        "shard": lambda d: d.shard(2, 1),
        "filter": lambda d: d.filter(lambda x: True),
        "take_while": lambda d: d.take_while(lambda x: True),
        "unique": lambda d: d.unique(),
        "flat_map": lambda d: d.flat_map(lambda x: three),
        "interleave": lambda d: d.interleave(lambda x: three),
        "interleave in parallel": lambda d: d.interleave(lambda x: three, num_parallel_calls=2),
        "interleave of endless ones": lambda d: d.interleave(lambda x: three.repeat(), num_parallel_calls=2),
        "flat_map to it": lambda d: three.flat_map(lambda x: d),
        "prefetch": lambda d: d.prefetch(1),
        "cache": lambda d: d.cache(),
        "cache in a file": lambda d: d.cache(f"{folder}/cache"),
        "snapshot": lambda d: d.snapshot(f"{folder}/snapshot"),
        "ignore_errors": lambda d: d.ignore_errors(),
        "assert_cardinality": lambda d: d.apply(more.assert_cardinality(3)),
        "zip": lambda d: make.zip((d, three)),
        "zip with an endless one": lambda d: make.zip((d, three.repeat())),
        "zip with an unknown one": lambda d: make.zip((d, three.filter(lambda x: True))),
        "concatenate": lambda d: d.concatenate(three),
        "concatenate to": lambda d: three.concatenate(d),
        "sample_from_datasets": lambda d: make.sample_from_datasets([d, three]),
        "sample_from_datasets until one ends": lambda d: make.sample_from_datasets(
            [d, three], stop_on_empty_dataset=True
        ),
        "choose_from_datasets": lambda d: make.choose_from_datasets([d, three], make.range(2)),
        "choose_from_datasets by it": lambda d: make.choose_from_datasets([three, three], d.map(lambda x: x % 2)),
        "group_by_window": lambda d: d.group_by_window(lambda x: x % 2, lambda k, w: w.batch(2), 2),
        "group_by_reducer": lambda d: d.apply(more.group_by_reducer(lambda x: x % 2, reducer)),
        "bucket_by_sequence_length": lambda d: d.bucket_by_sequence_length(lambda x: 1, [3], [2, 2]),
        "rejection_resample": lambda d: d.rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [0.5, 0.5]),
        "from_generator": lambda d: make.from_generator(lambda: d, tf.int64),
        "from_tensors": lambda d: make.from_tensors(d),
    }


def _lengths(tf, name, folder):
    found = {}
    for source, dataset in _sources(tf).items():
        result = _transformations(tf, folder)[name](dataset)
        try:
            length = len(result)
        except TypeError:
            length = "TypeError"
        found[source] = int(result.cardinality()), length
    return found


@pytest.mark.parametrize("name", [*_transformations(__import__("graphwright"), "")])
def test_cardinality(name, tensorflow, gw, tmp_path):
    assert _lengths(gw, name, tmp_path / "ours") == _lengths(tensorflow, name, tmp_path / "theirs")
