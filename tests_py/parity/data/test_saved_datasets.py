"""Dataset.save and Dataset.load: folders that TensorFlow reads, and its folders."""

import numpy as np
import pytest

from parity.data.small_pipelines import small_pipelines
from support.folder_cases import Cases, check, text_or_classes

group = Cases()


def pipelines(tf):
    return small_pipelines(tf, tf.float16)


def listed(dataset):
    return [list(dataset), str(dataset.element_spec)]


@pytest.mark.parametrize("compression", [None, "GZIP"])
def test_folders_go_both_ways(tensorflow, gw, tmp_path, compression):
    for label in pipelines(gw):
        for writing, reading in ((tensorflow, gw), (gw, tensorflow), (gw, gw)):
            dataset = pipelines(writing)[label]
            path = str(tmp_path / f"{label} {writing.__name__}")
            if writing is gw or reading is gw:
                dataset.save(path, compression=compression)
            got = text_or_classes(lambda p=path, m=reading: listed(m.data.Dataset.load(p, compression=compression)))
            assert got == text_or_classes(lambda d=dataset: listed(d)), label


@group
def shards(tf, folder):
    data = tf.data.Dataset
    data.range(10).save("three", shard_func=lambda i: i % 3)
    data.range(4).save("one")

    def in_order(datasets):
        return datasets.flat_map(lambda shard: shard)

    return [
        ("three", lambda: sorted(data.load("three").as_numpy_iterator())),
        ("own reader", lambda: list(data.load("three", reader_func=in_order).as_numpy_iterator())),
        ("files", lambda: sorted(path.parent.name for path in folder.rglob("three/**/*.snapshot"))),
        ("with spec", lambda: list(data.load("one", element_spec=tf.TensorSpec([], tf.int64)).as_numpy_iterator())),
        ("then mapped", lambda: list(data.load("one").map(lambda i: i * 2).batch(3).as_numpy_iterator())),
        ("none", lambda: data.load("no folder")),
        ("again", lambda: [data.range(2).save("one"), list(data.load("one").as_numpy_iterator())]),
    ]


@pytest.mark.parametrize("group", **group.parameters())
def test_same_folders(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)


def test_what_is_cut_off_is_noticed(gw, tmp_path):
    gw.data.Dataset.range(5).save(str(tmp_path))
    (path,) = tmp_path.rglob("*.snapshot")
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(gw.errors.DataLossError):
        list(gw.data.Dataset.load(str(tmp_path)))


@group
def resampled(tf, folder):
    data = tf.data.Dataset.range(60).map(lambda i: (i, i % 3))

    def drawn(wanted, known, seed, shuffles=False):
        tf.random.set_seed(3)
        source = data.shuffle(20) if shuffles else data
        pairs = source.rejection_resample(lambda i, one: tf.cast(one, tf.int32), wanted, known, seed=seed).take(30)
        return [(int(one), int(i)) for one, (i, _) in pairs], float(tf.random.uniform([]))

    kinds = [([0.2, 0.2, 0.6], known, seed) for known in (None, [0.3, 0.3, 0.4]) for seed in (None, 4)]
    kinds += [([0.2, 0.2, 0.6], None, 4, True), (np.float64([0.0, 0.5, 0.5]), [0.5, 0.3, 0.2], 5)]
    return [
        *[(f"drawn {kind}", lambda kind=kind: drawn(*kind)) for kind in kinds],
        ("spec", lambda: data.rejection_resample(lambda i, one: one, [0.2, 0.2, 0.6]).element_spec),
        (
            "of one component",
            lambda: tf.data.Dataset.range(3).rejection_resample(lambda i: 0, [1.0], [1.0]).element_spec,
        ),
        (
            "all stay",
            lambda: [
                int(i)
                for one, (i, _) in data.rejection_resample(
                    lambda i, one: tf.cast(one, tf.int32), [1 / 3] * 3, [1 / 3] * 3
                )
            ],
        ),
        (
            "one class",
            lambda: {
                int(one)
                for one, _ in data.rejection_resample(
                    lambda i, one: tf.cast(one, tf.int32), [0.0, 1.0, 0.0], [1 / 3] * 3
                )
            },
        ),
    ]


def test_classes_come_as_often_as_they_shall(gw):
    numbers = gw.data.Dataset.range(3000).map(lambda i: gw.cast(i % 10 == 0, gw.int32))
    for known in ([0.9, 0.1], None):
        classes = [int(one) for one, _ in numbers.rejection_resample(lambda x: x, [0.5, 0.5], known, seed=1)]
        assert 240 < sum(classes) < 400 and 240 < len(classes) - sum(classes) < 400
