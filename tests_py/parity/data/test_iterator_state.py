"""Iterators as state: what a checkpoint saves of them, and from where restored ones go on."""

import itertools

import pytest

from parity.data.pipelines import plain
from support.compare import text_of

TEXT = "one\ntwo\nthree\nfour\nfive\n"


def pipelines(tf, folder):
    """Functions that make a pipeline, anew each time as another process would."""
    data = tf.data.Dataset
    text = folder / "lines.txt"
    text.write_text(TEXT)
    records = str(folder / "records")
    with tf.io.TFRecordWriter(records) as writer:
        for i in range(9):
            writer.write(b"%d" % i)
    rows = folder / "rows.csv"
    rows.write_text("1,2\n3,4\n5,6\n7,8\n")
    saved = str(folder / "saved")
    data.range(12).save(saved, shard_func=lambda x: x % 3)
    return {
        "loaded": lambda: data.load(saved),
        "loaded by turns": lambda: data.load(saved, reader_func=lambda shards: shards.interleave(lambda x: x, 2, 3)),
        "loaded by threads": lambda: data.load(
            saved, reader_func=lambda shards: shards.interleave(lambda x: x, 2, 2, num_parallel_calls=2)
        ),
        "loaded shuffled": lambda: data.load(
            saved, reader_func=lambda shards: shards.shuffle(2, seed=1).flat_map(lambda x: x.map(lambda y: y + 1))
        ).repeat(2),
        "range": lambda: data.range(10),
        "tensors": lambda: data.from_tensors(3).repeat(7),
        "slices": lambda: data.from_tensor_slices({"a": [1, 2, 3, 4], "b": list("wxyz")}).repeat(2),
        "list": lambda: tf.data.experimental.from_list([5, 6, 7, 8, 9]),
        "random": lambda: data.random(seed=3).take(9),
        "random anew": lambda: data.random(seed=3, rerandomize_each_iteration=True).take(4).repeat(3),
        "map": lambda: data.range(9).map(lambda x: x * 2),
        "parallel map": lambda: data.range(30).map(lambda x: x * 2, num_parallel_calls=3),
        "scan": lambda: data.range(9).scan(tf.constant(1, tf.int64), lambda s, x: (s + x, s * x)),
        "filter": lambda: data.range(20).filter(lambda x: x % 3 > 0),
        "take while": lambda: data.range(20).take_while(lambda x: x < 9),
        "skip": lambda: data.range(20).skip(4).take(9),
        "shard": lambda: data.range(20).shard(3, 1),
        "unique": lambda: data.from_tensor_slices([3, 1, 3, 2, 1, 5, 6, 2]).unique(),
        "batch": lambda: data.range(20).batch(3),
        "padded": lambda: data.range(9).map(lambda x: tf.fill([x % 4], x)).padded_batch(2),
        "ragged": lambda: data.range(9).map(lambda x: tf.fill([x % 4], x)).ragged_batch(2).prefetch(2),
        "sparse": lambda: data.range(9).map(lambda x: tf.fill([x % 4], x)).sparse_batch(2, [4]).prefetch(2),
        "unbatch": lambda: data.range(20).batch(5).unbatch(),
        "rebatch": lambda: data.range(20).batch(5).rebatch([2, 3]),
        "window": lambda: data.range(12).window(3, 2, 1, True).shuffle(2, seed=4).flat_map(lambda w: w.batch(3)),
        "group": lambda: data.range(30).group_by_window(lambda x: x % 3, lambda k, w: w.batch(3), 6),
        "flat": lambda: data.range(5).flat_map(lambda x: data.range(x)),
        "interleave": lambda: data.range(5).interleave(lambda x: data.range(10 * x, 10 * x + 4), 3, 2),
        "parallel interleave": lambda: data.range(5).interleave(
            lambda x: data.range(10 * x, 10 * x + 4), 3, 2, num_parallel_calls=3
        ),
        "zip": lambda: data.zip(data.range(9), data.range(9, 0, -1)),
        "concatenate": lambda: data.range(3).concatenate(data.range(10, 15)),
        "choose": lambda: data.choose_from_datasets([data.range(9), data.range(20, 29)], data.range(2).repeat(5)),
        "sample": lambda: data.sample_from_datasets([data.range(9), data.range(20, 29)], seed=5),
        "shuffle": lambda: data.range(20).shuffle(7, seed=1),
        "shuffle anew": lambda: data.range(8).shuffle(5, seed=1).map(lambda x: x).repeat(2),
        "shuffle and repeat": lambda: data.range(6).shuffle(4, seed=1).repeat(3),
        "shuffle texts": lambda: (
            data.from_tensor_slices([list("abcdefgh"), list("stuvwxyz")]).unbatch().shuffle(5, seed=2)
        ),
        "shuffle of any seed": lambda: data.range(12).shuffle(5),
        "repeat without end": lambda: data.range(5).repeat().take(17),
        "prefetch": lambda: data.range(20).prefetch(4),
        "cache": lambda: data.range(6).cache().repeat(3),
        "ignored": lambda: data.range(9).map(lambda x: tf.ensure_shape(tf.fill([x % 3], x), [1])).ignore_errors(),
        "asserted": lambda: data.range(9).apply(tf.data.experimental.assert_cardinality(9)),
        "lines": lambda: tf.data.TextLineDataset(str(text)).repeat(2),
        "records": lambda: tf.data.TFRecordDataset([records, records]),
        "bytes": lambda: tf.data.FixedLengthRecordDataset(str(text), 4),
        "columns": lambda: tf.data.experimental.CsvDataset([str(rows)] * 2, [0, 0.5]),
        "options": lambda: data.range(9).with_options(tf.data.Options()).map(lambda x: x),
    }


NAMES = [
    *("range", "tensors", "slices", "list", "random", "random anew", "map", "parallel map", "scan", "filter"),
    *("take while", "skip", "shard", "unique", "batch", "padded", "ragged", "sparse", "unbatch", "rebatch", "window"),
    *("group", "flat", "interleave", "parallel interleave", "zip", "concatenate", "choose", "sample", "shuffle"),
    *("shuffle anew", "shuffle and repeat", "shuffle texts", "shuffle of any seed", "repeat without end", "prefetch"),
    *("cache", "ignored", "asserted", "lines", "records", "bytes", "columns", "options"),
    *("loaded", "loaded by turns", "loaded by threads", "loaded shuffled"),
]


def of(dataset):
    iterator = iter(dataset)
    return iterator, lambda count=None: [text_of(plain(x)) for x in itertools.islice(iterator, count)]


@pytest.mark.parametrize("name", NAMES)
def test_a_restored_iterator_goes_on(gw, tmp_path, name):
    made = pipelines(gw, tmp_path)
    assert sorted(made) == sorted(NAMES)
    for passed in (0, 1, 3, 5, 100):
        iterator, take = of(made[name]())
        before = take(passed)
        path = gw.train.Checkpoint(iterator=iterator).write(str(tmp_path / f"{passed}"))
        rest = take()
        assert not (passed == 100 and rest)
        other, take_other = of(made[name]())
        take_other(2)
        gw.train.Checkpoint(iterator=other).read(path).assert_consumed()
        assert take_other() == rest, (passed, before)
        # The first one goes back, too.
        gw.train.Checkpoint(iterator=iterator).read(path)
        assert take() == rest


def test_keys_are_tensorflows(tensorflow, gw, tmp_path):
    def saved(tf):
        iterator = iter(tf.data.Dataset.range(5))
        next(iterator)
        path = tf.train.Checkpoint(iterator=iterator, v=tf.Variable(3.0)).save(str(tmp_path / tf.__name__))
        return path, sorted(name for name, _ in tf.train.list_variables(path))

    path, keys = saved(gw)
    assert keys == saved(tensorflow)[1]
    # TensorFlow reads what is beside the iterator.
    assert keys == sorted(name for name, _ in tensorflow.train.list_variables(path))
    v = tensorflow.Variable(0.0)
    tensorflow.train.Checkpoint(v=v).restore(path).expect_partial()
    assert v.numpy() == 3.0


def test_tensorflows_state_is_refused(tensorflow, gw, tmp_path):
    path = tensorflow.train.Checkpoint(iterator=iter(tensorflow.data.Dataset.range(5)), v=tensorflow.Variable(2.0))
    path = path.save(str(tmp_path / "ck"))
    v = gw.Variable(0.0)
    gw.train.Checkpoint(v=v).restore(path).expect_partial()
    assert v.numpy() == 2.0
    with pytest.raises(gw.errors.UnimplementedError, match="tensorflow::Iterator"):
        gw.train.Checkpoint(iterator=iter(gw.data.Dataset.range(5))).restore(path)


def test_the_state_of_another_pipeline(gw, tmp_path):
    iterator, take = of(gw.data.Dataset.range(5))
    path = gw.train.Checkpoint(it=iterator).write(str(tmp_path / "ck"))
    other, take_other = of(gw.data.Dataset.range(4).batch(2))
    take_other(1)
    with pytest.raises(gw.errors.NotFoundError, match="dataset definition has not changed"):
        gw.train.Checkpoint(it=other).read(path)
    assert take_other() == [text_of(("int64", [2, 3]))]  # it stays where it was


@pytest.mark.parametrize("kind", ["random", "variable", "python", "generator"])
def test_state_that_is_kept_elsewhere(tensorflow, gw, tmp_path, kind):
    def attempt(tf, policy):
        data = tf.data.Dataset
        v = tf.Variable(1, dtype=tf.int64)
        dataset = {
            "random": lambda: data.range(3).map(lambda x: tf.random.uniform([])),
            "variable": lambda: data.range(3).map(lambda x: x + v),
            "python": lambda: data.range(3).map(lambda x: tf.py_function(abs, [x], tf.int64)),
            "generator": lambda: data.from_generator(lambda: [1, 2], output_signature=tf.TensorSpec([], tf.int32)),
        }[kind]()
        if policy is not None:
            options = tf.data.Options()
            options.experimental_external_state_policy = getattr(tf.data.experimental.ExternalStatePolicy, policy)
            dataset = dataset.with_options(options)
        iterator = iter(dataset)
        next(iterator)
        try:
            tf.train.Checkpoint(it=iterator).write(str(tmp_path / "ck"))
        except tf.errors.OpError as error:
            return type(error).__name__
        return None

    for policy in (None, "FAIL") if kind == "generator" else (None, "FAIL", "WARN", "IGNORE"):
        assert attempt(gw, policy) == attempt(tensorflow, policy), policy


def test_what_cannot_be_saved_is_logged(gw, tmp_path, caplog):
    options = gw.data.Options()
    options.experimental_external_state_policy = gw.data.experimental.ExternalStatePolicy.WARN
    dataset = gw.data.Dataset.range(3).map(lambda x: gw.random.uniform([])).with_options(options)
    gw.train.Checkpoint(it=iter(dataset)).write(str(tmp_path / "ck"))
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("tensorflow", "WARNING")
    assert "RandomUniform" in record.getMessage()


def test_iterators_in_modules_and_managers(gw, tmp_path):
    module = gw.Module()
    module.iterator = iter(gw.data.Dataset.range(9))
    module.v = gw.Variable(0, dtype=gw.int64)
    manager = gw.train.CheckpointManager(gw.train.Checkpoint(module=module), str(tmp_path), max_to_keep=2)
    seen = []
    for _ in range(3):
        module.v.assign(next(module.iterator))
        manager.save()
        seen.append(int(module.v))
    assert seen == [0, 1, 2]
    module.iterator = iter(gw.data.Dataset.range(9))
    gw.train.Checkpoint(module=module).restore(manager.latest_checkpoint).assert_consumed()
    assert int(next(module.iterator)) == 3 and int(module.v) == 2


def test_a_damaged_state_is_noticed(gw):
    """No bytes crash."""
    made = (
        gw.data.Dataset.range(6)
        .map(lambda x: (x, gw.strings.as_string(x)))
        .shuffle(3, seed=1)
        .batch(2)
        .cache()
        .repeat(2)
    )
    iterator, take = of(made)
    take(1)
    state = gw.raw_ops.SerializeIterator(resource_handle=iterator._iterator_resource)
    data = gw.io.serialize_tensor(state).numpy()
    for at in range(0, len(data), 3):
        broken = data[:at] + bytes([data[at] ^ 5]) + data[at + 1 :]
        try:
            gw.raw_ops.DeserializeIterator(
                resource_handle=iterator._iterator_resource, serialized=gw.io.parse_tensor(broken, gw.variant)
            )
            take(3)
        except gw.errors.OpError:
            pass
