"""Pipelines for parity/data/test_pipelines.py: options, sparse batches, fingerprints, and the rest of tf.data.experimental."""

import os
import sqlite3
import tempfile

from parity.data.pipelines import case, given, listed, plain


def options(tf, **values):
    made = tf.data.Options()
    for path, value in values.items():
        *parts, last = path.split("__")
        at = made
        for part in parts:
            at = getattr(at, part)
        setattr(at, last, value)
    return made


@case
def options_merge(tf):
    data = tf.data.Dataset
    yes = data.range(3).with_options(options(tf, deterministic=True))
    no = data.range(3).with_options(options(tf, deterministic=False))
    threads = data.range(3).with_options(options(tf, threading__private_threadpool_size=3))
    variant = tf.data.experimental.to_variant
    again = tf.data.experimental.from_variant(variant(no), no.element_spec)
    return [
        data.zip((yes, no)).options().deterministic,
        data.zip((no, yes)).options().deterministic,
        yes.concatenate(no).options().deterministic,
        yes.with_options(options(tf, deterministic=False)).options().deterministic,
        yes.map(lambda x: x).batch(2).options().deterministic,
        threads.with_options(options(tf, threading__max_intra_op_parallelism=1)).options().threading.private_threadpool_size,
        threads.with_options(options(tf, threading__private_threadpool_size=5)).options().threading.private_threadpool_size,
        options(tf, deterministic=True).merge(options(tf, deterministic=False)).deterministic,
        again.options().deterministic,
        again.options().experimental_slack,
        options(tf) == options(tf),
        options(tf, deterministic=True) == options(tf),
        str(options(tf, experimental_distribute__auto_shard_policy=tf.data.experimental.AutoShardPolicy.OFF)
            .experimental_distribute.auto_shard_policy),
    ]  # fmt: skip


@case
def options_refuse(tf):
    data = tf.data.Dataset
    return [
        given(lambda: data.range(3).with_options(3)),
        given(lambda: data.range(3).with_options(None)),
        given(lambda: options(tf).merge(3)),
        given(lambda: options(tf, deterministic=3)),
        given(lambda: options(tf, no_such=3)),
        given(lambda: options(tf, autotune=True)),
        given(lambda: options(tf, experimental_distribute__auto_shard_policy=1)),
        given(lambda: options(tf, threading__private_threadpool_size="many")),
        given(lambda: setattr(data.range(3).options(), "deterministic", True)),
    ]


@case
def options_leave_elements(tf):
    data = tf.data.Dataset
    kinds = [
        {"experimental_slack": True},
        {"experimental_warm_start": True},
        {"threading__private_threadpool_size": 1},
        {"threading__max_intra_op_parallelism": 1},
        {"autotune__enabled": False},
        {"autotune__cpu_budget": 1, "autotune__ram_budget": 1 << 20},
        {"experimental_optimization__apply_default_optimizations": False},
        {"experimental_optimization__map_and_batch_fusion": True, "experimental_optimization__filter_fusion": True},
        {"experimental_optimization__map_parallelization": True, "experimental_optimization__noop_elimination": True},
        {"experimental_symbolic_checkpoint": True, "dataset_name": "name"},
    ]
    return [
        listed(
            data.range(9).map(lambda x: x + 1, num_parallel_calls=4).filter(lambda x: x % 2 > 0).batch(2).prefetch(1)
            .with_options(options(tf, **kind))
        )
        for kind in kinds
    ]  # fmt: skip


@case
def options_without_order(tf):
    data = tf.data.Dataset.range(40).map(lambda x: x, num_parallel_calls=4)
    return sorted(int(x) for x in data.with_options(options(tf, deterministic=False)))


@case
def sparse_batches(tf):
    grown = tf.data.Dataset.from_tensor_slices([3, 1, 2]).map(lambda n: tf.range(n))
    wide = tf.data.Dataset.from_tensor_slices([3, 1, 2]).map(lambda n: tf.ones([n, 2]))
    parts = [
        (batches.element_spec, [(plain(x.indices), plain(x.values), plain(x.dense_shape)) for x in batches])
        for batches in (
            grown.sparse_batch(2, [4]),
            grown.sparse_batch(2, [None]),
            wide.sparse_batch(2, [None, 2]),
            tf.data.Dataset.range(3).sparse_batch(2, []),
            grown.apply(tf.data.experimental.dense_to_sparse_batch(3, [3])),
        )
    ]
    return [str(parts), int(tf.data.Dataset.range(5).sparse_batch(2, []).cardinality())]


@case
def sparse_batches_refuse(tf):
    grown = tf.data.Dataset.from_tensor_slices([3, 1, 2]).map(lambda n: tf.range(n))
    return [
        given(lambda: list(grown.sparse_batch(2, [2]))),
        given(lambda: list(grown.sparse_batch(2, [2, 2]))),
        given(lambda: list(grown.sparse_batch(0, [4]))),
        given(lambda: grown.sparse_batch(2, [-1])),
        given(lambda: grown.sparse_batch(2, None)),
        given(lambda: grown.map(lambda x: (x, x)).sparse_batch(2, [4])),
    ]


@case
def fingerprints(tf):
    def made(n, k):
        return tf.data.Dataset.range(n).map(lambda x: x + k).batch(2).fingerprint()

    first = made(5, 1)
    return [first.dtype.name, first.shape.rank, *[bool(first == made(*other)) for other in ((5, 1), (6, 1), (5, 2))]]


@case
def elements_by_number(tf):
    at = tf.data.experimental.at
    data = tf.data.Dataset.range(5).map(lambda x: (x, x * x))
    return [plain(at(data, i)) for i in range(5)] + [
        given(lambda: at(data, 5)),
        given(lambda: at(data, -1)),
        given(lambda: at(data.filter(lambda *x: True), 0)),
    ]


@case
def padded_to_cardinality(tf):
    pad = tf.data.experimental.pad_to_cardinality
    data = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": ["x", "y"]})
    return [
        listed(data.apply(pad(4))),
        listed(data.apply(pad(2, "there"))),
        given(lambda: data.apply(pad(1))),
        given(lambda: data.filter(lambda x: True).apply(pad(4))),
        given(lambda: tf.data.Dataset.range(3).apply(pad(4))),
    ]


@case
def grouped_by_reducer(tf):
    by = tf.data.experimental.group_by_reducer
    total = tf.data.experimental.Reducer(
        lambda key: (key, 0), lambda s, x: (s[0], s[1] + 1), lambda key, n: (key * 10, n)
    )
    return [listed(tf.data.Dataset.range(10).apply(by(lambda x: x % 3, total)))]


@case
def tables_of_data_sets(tf):
    exp = tf.data.experimental
    words = tf.data.Dataset.from_tensor_slices(["a", "b", "c"])
    asked = tf.constant(["a", "c", "z"])
    pairs = tf.data.Dataset.zip((words, tf.data.Dataset.range(10, 13)))
    return [
        plain(exp.index_table_from_dataset(words).lookup(asked)),
        plain(exp.index_table_from_dataset(words, vocab_size=2, default_value=7).lookup(asked)),
        plain(exp.index_table_from_dataset(words, num_oov_buckets=1).lookup(asked)),
        plain(exp.table_from_dataset(pairs, default_value=-1).lookup(asked)),
        plain(tf.lookup.StaticHashTable(exp.DatasetInitializer(pairs), -2).lookup(asked)),
        plain(exp.table_from_dataset(pairs).lookup(asked)),
        plain(exp.table_from_dataset(pairs.map(lambda k, v: (v, v))).lookup(tf.constant([1, 10], tf.int64))),
        given(lambda: exp.table_from_dataset(pairs.map(lambda k, v: (v, k)), num_oov_buckets=2)),
        given(lambda: exp.table_from_dataset(pairs.map(lambda k, v: (v, v)), num_oov_buckets=2)),
        given(lambda: exp.index_table_from_dataset(None)),
        given(lambda: exp.index_table_from_dataset(words, num_oov_buckets=-1)),
        given(lambda: exp.table_from_dataset(pairs, vocab_size=0, default_value=1)),
    ]


@case
def written_records(tf):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "records")
        writer = tf.data.experimental.TFRecordWriter(path, "GZIP")
        writer.write(tf.data.Dataset.from_tensor_slices(["a", "", "ccc"]))
        return [
            listed(tf.data.TFRecordDataset(path, "GZIP")),
            given(lambda: writer.write(tf.data.Dataset.range(3))),
            given(lambda: writer.write([1])),
        ]


@case
def records_written_by_functions(tf):
    with tempfile.TemporaryDirectory() as folder:

        def write(key, window):
            path = tf.strings.join([folder, "/", tf.strings.as_string(key)])
            tf.data.experimental.TFRecordWriter(path).write(window.map(lambda _, x: x))
            return tf.data.Dataset.from_tensors(key)

        words = tf.data.Dataset.from_tensor_slices(["a", "b", "c", "d", "e"]).enumerate()
        keys = listed(words.group_by_window(lambda i, _: i % 2, write, window_size=10))

        @tf.function
        def again(name):
            tf.data.experimental.TFRecordWriter(name, "ZLIB").write(tf.data.Dataset.from_tensors("x"))
            return name

        again(tf.constant(folder + "/2"))
        files = [
            listed(tf.data.TFRecordDataset(f"{folder}/{key}", kind)) for key, kind in ((0, ""), (1, ""), (2, "ZLIB"))
        ]
        return keys, files


@case
def batched_features(tf):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "records")
        with tf.io.TFRecordWriter(path) as writer:
            for i in range(5):
                feature = {"x": tf.train.Feature(int64_list=tf.train.Int64List(value=[i, i * i]))}
                feature["y"] = tf.train.Feature(float_list=tf.train.FloatList(value=[i / 2]))
                writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
        spec = {"x": tf.io.FixedLenFeature([2], tf.int64), "y": tf.io.FixedLenFeature([], tf.float32)}
        make = tf.data.experimental.make_batched_features_dataset
        batches = make(path, 2, spec, num_epochs=1, shuffle=False)
        labelled = make(path, 2, spec, label_key="y", num_epochs=1, shuffle=False, drop_final_batch=True)
        endless = make(path, 3, spec, shuffle_seed=3).take(4)
        parsed = tf.data.TFRecordDataset(path).batch(3).apply(tf.data.experimental.parse_example_dataset(spec))
        return [
            listed(batches),
            listed(labelled),
            sum(int(tf.reduce_sum(x["x"][:, 0])) >= 0 for x in endless),
            listed(parsed),
            given(lambda: make(path, 2, spec, label_key="z")),
            given(lambda: tf.data.Dataset.range(3).apply(tf.data.experimental.parse_example_dataset(spec))),
        ]


@case
def rows_of_databases(tf):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "db.sqlite")
        connection = sqlite3.connect(path)
        connection.execute("create table people (name text, age integer, size real)")
        connection.executemany("insert into people values (?, ?, ?)", [("Ann", 30, 1.5), ("Bo", 4, 0.75)])
        connection.commit()
        connection.close()
        make = tf.data.experimental.SqlDataset
        types = (tf.string, tf.int32, tf.float64)
        return [
            [plain(row) for row in make("sqlite", path, "select * from people order by age", types)],
            given(lambda: make("mysql", path, "select * from people", types)),
        ]


@case
def resampled_by_function(tf):
    data = tf.data.Dataset.range(9).map(lambda x: tf.cast(x % 3, tf.int32))
    resample = tf.data.experimental.rejection_resample(lambda x: x, [1 / 3] * 3, [1 / 3] * 3, seed=1)
    return listed(data.apply(resample))[0]
