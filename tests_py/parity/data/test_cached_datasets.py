"""Dataset.cache in files and Dataset.snapshot: what is there, TensorFlow's files and ours, and what breaks."""

import os
import pathlib
import time

import pytest

from parity.data.small_pipelines import small_pipelines
from support.folder_cases import Cases, check, text_or_classes

group = Cases()


def pipelines(tf):
    data = tf.data.Dataset
    return {
        **small_pipelines(tf, tf.bfloat16),
        "ragged": data.from_tensor_slices(tf.ragged.constant([[[1, 2], []], [], [[3]]])),
        "sparse": data.from_tensor_slices(tf.sparse.from_dense([[1, 0, 2], [0, 0, 0], [0, 3, 0]])),
        "both": data.from_tensors((tf.ragged.constant([[1.5], []]), tf.sparse.from_dense([["", "a"]]), 3)),
    }


def listed(dataset):
    return [list(dataset), str(dataset.element_spec)]


def test_caches_go_both_ways(tensorflow, gw, tmp_path):
    for label in pipelines(gw):
        for writing, reading in ((tensorflow, gw), (gw, tensorflow), (gw, gw)):
            path = str(tmp_path / f"{label} {writing.__name__} {reading.__name__}")
            for _ in pipelines(writing)[label].cache(path):
                pass
            before = sorted(os.listdir(tmp_path))
            other = pipelines(reading)[label]
            # The input is not asked: it would fail.
            failing = other.map(lambda *x, tf=reading: (tf.debugging.check_numerics([float("nan")], "asked"), x)[1])
            failing = failing if isinstance(other.element_spec, tuple) else failing.map(lambda x: x)
            cached = failing.cache(path)
            want = text_or_classes(lambda d=other: list(d))
            assert text_or_classes(lambda d=cached: list(d)) == want, (label, writing.__name__)
            assert sorted(os.listdir(tmp_path)) == before


@group
def caches(tf, folder):
    data = tf.data.Dataset

    def files():
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("half"))

    half = data.range(4).cache("half")
    held = iter(half)

    def while_half():
        next(held)
        return list(half)

    whole = data.range(3).cache("whole")

    def given_up():
        iterator = iter(data.range(3).cache("given up"))
        next(iterator)
        del iterator
        return [list(data.range(3).cache("given up")), list(data.range(5).cache("given up"))]

    return [
        ("while half", while_half),
        ("given up", given_up),
        ("whole", lambda: [list(whole), list(whole)]),
        ("of others", lambda: list(data.range(9).cache("whole"))),
        ("of another dtype", lambda: list(data.range(9).map(lambda x: tf.cast(x, tf.float32)).cache("whole"))),
        ("of another shape", lambda: list(data.range(9).batch(2, drop_remainder=True).cache("whole"))),
        ("size", lambda: int(data.range(9).cache("whole").cardinality())),
        ("no folder", lambda: list(data.range(9).cache("no/whole"))),
        ("a number as name", lambda: data.range(9).cache(3)),
        ("repeated", lambda: list(data.range(3).cache("repeated").repeat(2))),
        ("shuffled behind", lambda: list(data.range(9).cache("behind").shuffle(4, seed=1))),
        (
            "in a function",
            lambda: tf.function(lambda: data.range(4).cache("f").reduce(tf.constant(0, tf.int64), tf.add))(),
        ),
        ("files", files),
    ]


@group
def snapshots(tf, folder):
    data = tf.data.Dataset

    def kinds(path):
        return sorted({p.suffix for p in (folder / path).rglob("*") if p.is_file()})

    def shards(path):
        return sorted(p.parent.name for p in (folder / path).rglob("*.snapshot"))

    def twice(dataset):
        return [list(dataset), list(dataset)]

    def counted():
        seen = tf.Variable(0, dtype=tf.int64)
        dataset = data.range(5).map(lambda x: (seen.assign_add(1), x)[1]).snapshot("counted")
        return [list(dataset), list(dataset), int(seen)]

    def half():
        iterator = iter(data.range(5).snapshot("half"))
        next(iterator)
        return twice(data.range(5).snapshot("half"))

    third = {"shard_func": lambda x: x % 3}
    return [
        *[
            (f"compression {kind}", lambda kind=kind: twice(data.range(5).snapshot(f"in {kind}", compression=kind)))
            for kind in ("AUTO", "SNAPPY", "GZIP", None)
        ],
        ("nothing", lambda: twice(data.range(0).snapshot("nothing"))),
        ("two at once", lambda: [twice(data.range(3).snapshot("two")), twice(data.range(4).snapshot("two"))]),
        ("input once", counted),
        ("half", half),
        ("ragged", lambda: twice(pipelines(tf)["ragged"].snapshot("ragged"))),
        ("pairs", lambda: twice(pipelines(tf)["pairs"].snapshot("pairs", compression="GZIP"))),
        ("shards", lambda: [sorted(x.numpy() for x in one) for one in [data.range(9).snapshot("shards", **third)] * 2]),
        ("their files", lambda: shards("shards")),
        (
            "own reader",
            lambda: twice(data.range(9).snapshot("own", **third, reader_func=lambda s: s.flat_map(lambda x: x))),
        ),
        ("float shard", lambda: list(data.range(3).snapshot("f", shard_func=lambda x: tf.constant(1.5)))),
        ("int32 shard", lambda: list(data.range(3).snapshot("i", shard_func=lambda x: tf.constant(1)))),
        ("as transformation", lambda: twice(data.range(3).apply(tf.data.experimental.snapshot("t")))),
        ("kinds of files", lambda: kinds("t")),
        ("spec", lambda: str(data.range(3).snapshot("s").element_spec)),
        ("size", lambda: int(data.range(3).snapshot("s").cardinality())),
    ]


@pytest.mark.parametrize("group", **group.parameters())
def test_same(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)


def test_who_writes_is_not_disturbed(gw, tmp_path):
    dataset = gw.data.Dataset.range(4).cache(str(tmp_path / "c"))
    first = iter(dataset)
    next(first)
    with pytest.raises(gw.errors.AlreadyExistsError, match="Created at: "):
        list(dataset)
    assert [int(x) for x in first] == [1, 2, 3]
    assert [int(x) for x in dataset] == [0, 1, 2, 3]


def test_what_is_damaged_is_noticed(gw, tmp_path):
    path = str(tmp_path / "c")
    dataset = gw.data.Dataset.from_tensor_slices([b"abc" * 9] * 5).cache(path)
    assert len(list(dataset)) == 5
    data = pathlib.Path(path + ".data-00000-of-00001")
    whole = data.read_bytes()
    for broken in (whole[:-3], b"\0" + whole[1:], b""):
        data.write_bytes(broken)
        with pytest.raises(gw.errors.DataLossError, match=r"0_0|4_0"):
            list(dataset)
    data.write_bytes(whole)
    assert len(list(dataset)) == 5


def test_a_saved_iterator_goes_on_writing(gw, tmp_path):
    """The cache and the snapshot are whole in the end, and hold each element once."""
    for name in ("cache", "snapshot"):

        def made(name=name):
            dataset = gw.data.Dataset.range(12).shuffle(5)
            return getattr(dataset, name)(str(tmp_path / name))

        iterator = iter(made())
        for _ in range(4):
            next(iterator)
        path = gw.train.Checkpoint(it=iterator).write(str(tmp_path / f"{name} state"))
        first = int(next(iterator))
        del iterator
        other = iter(made())
        gw.train.Checkpoint(it=other).read(path)
        rest = [int(x) for x in other]
        assert rest[0] == first and len(rest) == 8
        again = [int(x) for x in made()]
        assert sorted(again) == list(range(12))
        if name == "cache":
            assert again[4:] == rest
            names = sorted(
                path.name for path in tmp_path.iterdir() if path.name.startswith("cache") and "state" not in path.name
            )
            assert names[-1] == "cache.index" and not any("lock" in one for one in names)


THREADS = {
    "prefetch": lambda d: d.prefetch(2),
    "parallel map": lambda d: d.map(lambda x: x + 1, num_parallel_calls=2),
    "both": lambda d: d.map(lambda x: x + 1, num_parallel_calls=2).prefetch(1).repeat(2),
    "batches": lambda d: d.batch(2, num_parallel_calls=2).prefetch(2).unbatch(),
}


@pytest.mark.parametrize("threads", THREADS)
def test_taken_in_part_then_again(threads, tensorflow, gw, tmp_path):
    """Threads still read ahead for the iterator that was left: the next one waits for them."""

    def again(tf):
        def slowly(x):
            return tf.numpy_function(lambda x: (time.sleep(0.01), x)[1], [x], tf.int64)

        found = []
        for slow in (False, True):
            numbers = tf.data.Dataset.range(6)
            path = str(tmp_path / f"{tf.__name__} {slow}")
            dataset = THREADS[threads]((numbers.map(slowly) if slow else numbers).cache(path))
            next(iter(dataset))
            for _ in dataset:
                break
            found += [[int(x) for x in dataset], [int(x) for x in dataset.take(3)], [int(x) for x in dataset]]
        return found

    assert again(gw) == again(tensorflow)


def test_two_iterators_at_once_still_refuse(gw, tmp_path):
    dataset = gw.data.Dataset.range(3).cache(str(tmp_path / "cache"))
    first, second = iter(dataset), iter(dataset)
    next(first)
    with pytest.raises(gw.errors.AlreadyExistsError, match="concurrent caching iterator"):
        next(second)
