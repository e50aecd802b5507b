"""Rows for the ops behind tf.data: a pipeline over the rows of a tensor, and what comes out of it."""

import tempfile

# fmt: off
# ruff: noqa: E501
from sampling import Sample

NUMBERS = ("float32", "int64")


def pipeline(name, build, *, shapes=((5, 2), (3, 1)), dtypes=NUMBERS, ops=(), **options):
    """What `build(tf, data set of the rows of x, x)` gives: a data set, whose elements are batched, or tensors."""

    def call(tf, x):
        result = build(tf, tf.data.Dataset.from_tensor_slices(x), x)
        if isinstance(result, tf.data.Dataset):
            return result.batch(100).get_single_element()
        return result

    return Sample(f"data.{name}", shapes, dtypes, call=call, grad=False, known_shape=False, ops=list(ops), **options)


def iterate(tf, rows, x):
    """Two elements, whether there is a third, and the sum over a loop."""
    iterator = iter(rows)
    found = [next(iterator), iterator.get_next_as_optional().get_value()]
    total = tf.zeros_like(found[0])
    state = tf.while_loop(lambda i, t: i < 1, lambda i, t: (i + 1, t + iterator.get_next()), [0, total])
    return [*found, state[1]]


def there_and_back(tf, rows, x):
    """The element behind the one where an iterator was when its state was taken."""
    iterator, other = iter(rows.repeat(2)), iter(rows.repeat(2))
    first = next(iterator)
    state = tf.raw_ops.SerializeIterator(resource_handle=iterator._iterator_resource)
    tf.raw_ops.DeserializeIterator(resource_handle=other._iterator_resource, serialized=state)
    return [first, next(other)]


def named_iterators(tf, rows, x):
    """An iterator by its name, and the same by its handle as text."""
    raw = tf.raw_ops
    kind = {"output_types": [x.dtype], "output_shapes": [x.shape[1:]]}
    handle = raw.IteratorV2(shared_name=f"rows {tf.__name__} {x.dtype.name} {x.shape}", container="", **kind)
    raw.MakeIterator(dataset=rows._variant_tensor, iterator=handle)
    first = raw.IteratorGetNext(iterator=handle, **kind)[0]
    again = raw.IteratorFromStringHandleV2(string_handle=raw.IteratorToStringHandle(resource_handle=handle), **kind)
    return [first, raw.IteratorGetNext(iterator=again, **kind)[0]]


def one_shot(tf, rows, x):
    """The first two elements of what a graph's iterator goes through by itself."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        made = v1.data.make_one_shot_iterator(tf.data.Dataset.from_tensor_slices(x.numpy()))
        with v1.Session() as session:
            element = made.get_next()
            found = [session.run(element), session.run(element)]
    return [tf.constant(value) for value in found]


def in_folder(tf, rows, x):
    """What is saved and loaded, and what a snapshot gives twice."""
    with tempfile.TemporaryDirectory() as folder:
        rows.save(folder + "/saved")
        counter = tf.Variable(0, dtype=tf.int64)
        rows.save(folder + "/in steps", checkpoint_args={"directory": folder + "/ck", "step_counter": counter, "max_to_keep": 1})
        both = rows.snapshot(folder + "/snapshot")
        return [
            tf.data.Dataset.load(folder + "/saved").batch(99).get_single_element(),
            both.batch(99).get_single_element(),
            both.batch(99).get_single_element(),
        ]


def with_options(tf, rows):
    options = tf.data.Options()
    options.deterministic = False
    return rows.with_options(options)


def same_fingerprint(tf, rows):
    return tf.cast(rows.batch(2).fingerprint() == rows.batch(2).fingerprint(), tf.int32)


def summed(tf, rows):
    return rows.reduce(tf.constant(0, tf.int64), lambda total, _: total + 1)


DATA_SAMPLES = [
    pipeline("from_tensors", lambda tf, rows, x: tf.data.Dataset.from_tensors((x, x + x))),
    pipeline("range", lambda tf, rows, x: tf.data.Dataset.range(1, 9, 3)),
    pipeline("from_list", lambda tf, rows, x: tf.data.experimental.from_list([x, x + x])),
    pipeline("map", lambda tf, rows, x: rows.map(lambda row: row * 2 + x[0])),
    pipeline("map in parallel", lambda tf, rows, x: rows.map(lambda row: row * 2 + x[0], num_parallel_calls=2)),
    pipeline("map of a loop", lambda tf, rows, x: rows.map(lambda row: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + row), [0, row])[1])),
    pipeline("batch in parallel", lambda tf, rows, x: rows.batch(2, drop_remainder=True, num_parallel_calls=2)),
    pipeline("padded_batch", lambda tf, rows, x: rows.padded_batch(10, [4])),
    pipeline("unbatch", lambda tf, rows, x: rows.unbatch()),
    pipeline("rebatch", lambda tf, rows, x: rows.batch(3).rebatch(2, drop_remainder=True)),
    pipeline("window", lambda tf, rows, x: rows.window(2, 1, 1, True).flat_map(lambda window: window.batch(2))),
    pipeline("group_by_window", lambda tf, rows, x: rows.enumerate().group_by_window(lambda i, row: i % 2, lambda key, group: group, 2)),
    pipeline("interleave", lambda tf, rows, x: rows.interleave(lambda row: tf.data.Dataset.from_tensors(row).repeat(3), 2, 2)),
    pipeline("interleave in parallel", lambda tf, rows, x: rows.interleave(lambda row: tf.data.Dataset.from_tensors(row).repeat(3), 2, 2, num_parallel_calls=2)),
    pipeline("scan", lambda tf, rows, x: rows.scan(tf.zeros_like(x[0]), lambda total, row: (total + row, total))),
    pipeline("reduce", lambda tf, rows, x: rows.reduce(tf.zeros_like(x[0]), lambda total, row: total + row)),
    pipeline("filter", lambda tf, rows, x: rows.filter(lambda row: tf.reduce_sum(row) > tf.reduce_sum(x[0]) - 1)),
    pipeline("take_while", lambda tf, rows, x: rows.enumerate().take_while(lambda i, row: i < 2)),
    pipeline("take and skip", lambda tf, rows, x: rows.skip(1).take(2).concatenate(rows).shard(2, 0)),
    pipeline("repeat and shuffle", lambda tf, rows, x: rows.shuffle(3, seed=7).repeat(2)),
    pipeline("zip and cache", lambda tf, rows, x: tf.data.Dataset.zip(rows, rows.cache()).prefetch(2)),
    pipeline("unique", lambda tf, rows, x: tf.data.Dataset.from_tensor_slices([3, 1, 3]).unique()),
    pipeline("ignore_errors", lambda tf, rows, x: rows.map(lambda row: tf.debugging.check_numerics(row / tf.reduce_sum(row - x[1]), "")).ignore_errors(), dtypes=("float32",)),
    pipeline("assert_cardinality", lambda tf, rows, x: summed(tf, rows.apply(tf.data.experimental.assert_cardinality(tf.shape(x, tf.int64)[0])))),
    pipeline("choose_from_datasets", lambda tf, rows, x: tf.data.Dataset.choose_from_datasets([rows, rows.map(lambda row: row + row)], tf.data.Dataset.range(2).repeat(2))),
    pipeline("sample_from_datasets", lambda tf, rows, x: tf.data.Dataset.sample_from_datasets([rows, rows.map(lambda row: row + row)], seed=4).take(4)),
    pipeline("random", lambda tf, rows, x: tf.data.Dataset.random(seed=3).take(4)),
    pipeline("cardinality", lambda tf, rows, x: [rows.cardinality(), rows.repeat().cardinality()]),
    pipeline("iterators", iterate),
    pipeline("IteratorGetNextSync", lambda tf, rows, x: tf.raw_ops.IteratorGetNextSync(iterator=iter(rows)._iterator_resource, output_types=[x.dtype], output_shapes=[x.shape[1:]])[0]),
    pipeline("from_generator", lambda tf, rows, x: tf.data.Dataset.from_generator(lambda: [1.0, 2.0], output_signature=tf.TensorSpec([], tf.float32)), ops=["GeneratorDataset"], portable=False),
    pipeline("ragged elements", lambda tf, rows, x: tf.data.Dataset.from_tensors(tf.RaggedTensor.from_tensor(x)).map(lambda row: row.flat_values * 2)),
    pipeline("ragged_batch", lambda tf, rows, x: rows.enumerate(1).map(lambda i, row: tf.repeat(row, i)).ragged_batch(9).map(lambda batch: batch.to_tensor())),
    pipeline("sparse elements", lambda tf, rows, x: tf.data.Dataset.from_tensors(tf.sparse.from_dense(x)).map(tf.sparse.to_dense)),
    pipeline("sparse slices", lambda tf, rows, x: tf.data.Dataset.from_tensor_slices(tf.sparse.from_dense(x)).batch(9).map(tf.sparse.to_dense)),
    pipeline("sparse_batch", lambda tf, rows, x: rows.enumerate(1).map(lambda i, row: tf.repeat(row, i)).sparse_batch(9, [12]).map(tf.sparse.to_dense)),
    pipeline("named iterators", named_iterators, traceable=False, portable=False, ops=["IteratorV2", "IteratorToStringHandle", "IteratorFromStringHandleV2"]),
    pipeline("one shot iterators", one_shot, traceable=False, portable=False, ops=["OneShotIterator"]),
    pipeline("state of iterators", there_and_back, traceable=False, portable=False, ops=["SerializeIterator", "DeserializeIterator"]),
    pipeline("save, load and snapshot", in_folder, traceable=False, portable=False, ops=["SaveDataset", "SaveDatasetV2", "LoadDataset", "SnapshotDatasetV2"]),
    pipeline("with_options", lambda tf, rows, x: with_options(tf, rows).map(lambda row: row + row)),
    pipeline("options of a variant", lambda tf, rows, x: tf.cast(tf.data.experimental.from_variant(tf.data.experimental.to_variant(with_options(tf, rows)), rows.element_spec).options().deterministic is False, tf.int32), traceable=False, portable=False, ops=["GetOptions"]),
    pipeline("fingerprint", lambda tf, rows, x: same_fingerprint(tf, rows)),
]
