"""Rows for the ops behind tf.data: a pipeline over the rows of a tensor, and what comes out of it."""

import os
import tempfile

# fmt: off
# ruff: noqa: E501, E731
from support.sampling import Sample
from support.selection import some

SHAPES = ((5, 2), (3, 1))
NUMBERS = ("float32", "int64")


def pipeline(name, build, *, shapes=SHAPES, dtypes=NUMBERS, ops=(), **options):
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


# ---- ops that tf.data has no name for, or no more: what they give is summed; orders are compared in parity/data ----

LIKE_NEWER = {
    "BatchDataset": {"batch_size": 2}, "CacheDataset": {"filename": ""}, "PaddedBatchDataset": {"batch_size": 2},
    "RebatchDataset": {"num_replicas": 2}, "SamplingDataset": {"rate": 0.5, "seed": 1, "seed2": 2}, "ShuffleDataset": {"buffer_size": 2, "seed": 1, "seed2": 2},
    "ShuffleAndRepeatDataset": {"buffer_size": 2, "seed": 1, "seed2": 2, "count": 2}, "SlidingWindowDataset": {"window_size": 2, "window_shift": 1, "window_stride": 1},
    **{"Experimental" + name: inputs for name, inputs in {
        "DenseToSparseBatchDataset": {}, "IgnoreErrorsDataset": {}, "RebatchDataset": {"num_replicas": 2}, "SlidingWindowDataset": {"window_size": 2, "window_shift": 1, "window_stride": 1},
        "UnbatchDataset": {}, "UniqueDataset": {}}.items()},
    **{start + name: inputs for start in ("", "Experimental") for name, inputs in {
        "AssertNextDataset": {"transformations": []}, "MaxIntraOpParallelismDataset": {"max_intra_op_parallelism": 1}, "NonSerializableDataset": {}, "PrivateThreadPoolDataset": {"num_threads": 1},
        "SleepDataset": {"sleep_microseconds": 1}, "BytesProducedStatsDataset": {"tag": "t"}, "LatencyStatsDataset": {"tag": "t"}}.items()},
    "FinalizeDataset": {}, "ModelDataset": {}, "OptimizeDataset": {"optimizations": []}, "OptimizeDatasetV2": {f"optimizations_{which}": [] for which in ("enabled", "disabled", "default")},
    "RewriteDataset": {"rewrite_name": "none"},
}


def as_it_is(tf, variant, spec):
    """A data set in whose graph TensorFlow changes nothing, for it cannot change that of older ops."""
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    options.autotune.enabled = False
    return tf.data.experimental.from_variant(variant, spec).with_options(options)


def total(tf, variant, dtype, shape=None):
    return as_it_is(tf, variant, tf.TensorSpec(shape, dtype)).reduce(tf.zeros([], dtype), lambda state, element: state + tf.reduce_sum(element))


def kinds(tf, dtype, shape=None):
    return {"output_types": [dtype], "output_shapes": [tf.TensorShape(shape)]}


def like_newer(tf, rows, x):
    found = []
    for name, inputs in LIKE_NEWER.items():
        data, dtype, more = rows, x.dtype, {key: tf.constant(value, tf.string) if value == [] else value for key, value in inputs.items()}
        if "Unique" in name:
            data, dtype = tf.data.Dataset.range(3), tf.int64
        if "Unbatch" in name or "Rebatch" in name:
            data, dtype = tf.data.Dataset.range(6).batch(2), tf.int64
        if "Sparse" in name:
            variant = getattr(tf.raw_ops, name)(input_dataset=rows._variant_tensor, batch_size=2, row_shape=tf.constant([2], tf.int64), **kinds(tf, dtype))
            found.append(as_it_is(tf, variant, tf.SparseTensorSpec([None, 2], dtype)).reduce(tf.zeros([], dtype), lambda state, element: state + tf.sparse.reduce_sum(element)))
            continue
        if "Padded" in name:
            more.update(padded_shapes=[tf.constant([3], tf.int64)], padding_values=[tf.zeros([], dtype)], output_shapes=[tf.TensorShape(None)])
        else:
            more.update(kinds(tf, dtype))
        found.append(total(tf, getattr(tf.raw_ops, name)(input_dataset=data._variant_tensor, **more), dtype))
    return found


def with_functions(tf, rows, x):
    """Older ops that take functions, of numbers."""
    raw, of = tf.raw_ops, {"input_dataset": tf.data.Dataset.range(6)._variant_tensor}
    number = tf.TensorSpec([], tf.int64)
    function = lambda body, *specs: tf.function(body).get_concrete_function(*(specs or [number]))
    to = kinds(tf, tf.int64)
    ranges = function(lambda i: tf.data.Dataset.range(i)._variant_tensor)
    grouping = {f"{which}_func_other_arguments": [] for which in ("key", "reduce")}
    cycle = {"other_arguments": [], "cycle_length": 2, "block_length": 1, "f": ranges, **to}
    found = [
        raw.ParallelMapDataset(other_arguments=[], num_parallel_calls=2, f=function(lambda i: i * i), **of, **to),
        raw.ParallelFilterDataset(other_arguments=[], num_parallel_calls=2, predicate=function(lambda i: i % 2 == 0), **of, **to),
        raw.LegacyParallelInterleaveDatasetV2(buffer_output_elements=1, prefetch_input_elements=0, **of, **cycle),
        raw.ParallelInterleaveDatasetV2(num_parallel_calls=1, **of, **cycle),
        raw.ParallelInterleaveDatasetV3(num_parallel_calls=1, **of, **cycle),
        raw.ExperimentalTakeWhileDataset(other_arguments=[], predicate=function(lambda i: i < 3), **of, **to),
        raw.ExperimentalScanDataset(initial_state=[tf.constant(1, tf.int64)], other_arguments=[], f=function(lambda s, i: (s + i, s * i), number, number), **of, **to),
        raw.ExperimentalGroupByWindowDataset(window_size_func_other_arguments=[], key_func=function(lambda i: i % 2), window_size_func=function(lambda key: key + 1),
            reduce_func=function(lambda key, group: group, number, tf.TensorSpec([], tf.variant)), **grouping, **of, **to),
        raw.IndexFlatMapDataset(input_dataset=tf.data.Dataset.range(6).batch(2)._variant_tensor, map_func_other_args=[], index_map_func_other_args=[], output_cardinality=6,
            map_func=function(lambda row: row * 10, tf.TensorSpec([None], tf.int64)), index_map_func=function(lambda i: (i // 2, i % 2)), **to),
    ]
    for start in ("", "Experimental"):
        found += [
            getattr(raw, start + "MapAndBatchDataset")(other_arguments=[], batch_size=2, num_parallel_calls=1, drop_remainder=False, f=function(lambda i: i * i), **of, **to),
            getattr(raw, start + "ParallelInterleaveDataset")(sloppy=False, buffer_output_elements=1, prefetch_input_elements=0, **of, **cycle),
            getattr(raw, start + "GroupByReducerDataset")(init_func_other_arguments=[], finalize_func_other_arguments=[], key_func=function(lambda i: i % 2), init_func=function(lambda key: key),
                reduce_func=function(lambda s, i: s + i, number, number), finalize_func=function(lambda s: s * 3), **grouping, **of, **to),
        ]
    mapped = raw.MapDefun(arguments=[x], captured_inputs=[x[0]], f=function(lambda row, first: row * 2 + first, tf.TensorSpec(None, x.dtype), tf.TensorSpec(None, x.dtype)), **kinds(tf, x.dtype))
    return [*(total(tf, variant, tf.int64) for variant in found), mapped[0]]


def of_several(tf, rows, x):
    """Data sets made of others, or of tensors, and elements by their numbers."""
    raw, of, to = tf.raw_ops, rows._variant_tensor, kinds(tf, x.dtype)
    packed = raw.CompressElement(components=[x, tf.constant("text")])
    sparse = raw.SparseTensorSliceDataset(indices=tf.constant([[0, 1], [2, 0]], tf.int64), values=[x[0, 0], x[1, 0]], dense_shape=tf.constant([3, 2], tf.int64))
    spec = (tf.TensorSpec([None, 1], tf.int64), tf.TensorSpec([None], x.dtype), tf.TensorSpec([1], tf.int64))
    totals = [
        raw.ChooseFastestDataset(input_datasets=[of, of], num_experiments=1, **to),
        raw.ExperimentalChooseFastestDataset(input_datasets=[of, of], num_experiments=1, **to),
        raw.ExperimentalDirectedInterleaveDataset(selector_input_dataset=tf.data.Dataset.from_tensor_slices(tf.constant([0, 1], tf.int64))._variant_tensor, data_input_datasets=[of, of], **to),
        raw.WeightedFlatMapDataset(input_datasets=[of, of], weights=[tf.constant(0.5, tf.float64)] * 2, **to),
        raw.WindowOp(inputs=[x[0], x[1]], **to),
        raw.UnwrapDatasetVariant(input_handle=raw.WrapDatasetVariant(input_handle=of)),
    ]
    return [
        *(total(tf, variant, x.dtype) for variant in totals),
        *(as_it_is(tf, getattr(raw, start + "RandomDataset")(seed=1, seed2=2, **kinds(tf, tf.int64)), tf.TensorSpec([], tf.int64)).take(3).batch(3).get_single_element() for start in ("", "Experimental")),
        raw.GetElementAtIndex(dataset=of, index=1, **to)[0],
        *raw.UncompressElement(compressed=packed, output_types=[x.dtype, tf.string], output_shapes=[tf.TensorShape(None)] * 2),
        as_it_is(tf, sparse, spec).reduce(tf.zeros([], x.dtype), lambda state, parts: state + tf.reduce_sum(parts[1])),
        raw.ComputeBatchSize(input_dataset=rows.batch(2)._variant_tensor),
        raw.ExperimentalDatasetCardinality(input_dataset=of),
    ]


def with_handles(tf, rows, x):
    """Seeds, caches, pools of threads, iterators, tables and statistics behind handles."""
    raw, of, to = tf.raw_ops, {"input_dataset": rows._variant_tensor}, kinds(tf, x.dtype)
    seeds, kept, dummy = raw.AnonymousSeedGenerator(seed=1, seed2=2, reshuffle=True).handle, raw.AnonymousMemoryCache(), raw.DummySeedGenerator()
    found = [
        raw.ShuffleDatasetV2(buffer_size=2, seed_generator=seeds, **of, **to),
        raw.ShuffleAndRepeatDatasetV2(buffer_size=2, seed=1, seed2=2, count=2, seed_generator=dummy, **of, **to),
        raw.GlobalShuffleDataset(seed=1, seed2=2, seed_generator=dummy, **of, **to),
        raw.CacheDatasetV2(filename="", cache=kept.handle, **of, **to),
    ]
    raw.DummyIterationCounter()
    for start in ("", "Experimental"):
        pool = getattr(raw, start + "ThreadPoolHandle")(num_threads=1, display_name="pool")
        found.append(getattr(raw, start + "ThreadPoolDataset")(thread_pool=pool, **of, **to))
        handle = getattr(raw, start + "StatsAggregatorHandle")(shared_name=f"{start} {x.dtype.name} {x.shape}")
        found.append(getattr(raw, start + "SetStatsAggregatorDataset")(stats_aggregator=handle, tag="", counter_prefix="", **of, **to))
        getattr(raw, start + "StatsAggregatorSummary")(iterator=handle)
    first = []
    made = raw.AnonymousIteratorV2(**to)
    name = f"older {x.dtype.name} {x.shape}"
    for iterator in (made.handle, raw.AnonymousIterator(**to), raw.Iterator(shared_name=name, container="", **to)):
        raw.MakeIterator(dataset=rows._variant_tensor, iterator=iterator)
        again = raw.IteratorFromStringHandle(string_handle=raw.IteratorToStringHandle(resource_handle=iterator), **to)
        first += [raw.IteratorGetNext(iterator=again, **to)[0], raw.IteratorGetDevice(resource=iterator), raw.ExperimentalIteratorGetDevice(resource=iterator)]
    raw.DeleteIterator(handle=made.handle, deleter=made.deleter)
    table = raw.HashTableV2(key_dtype=tf.int64, value_dtype=x.dtype, shared_name=name)
    raw.InitializeTableFromDataset(table_handle=table, dataset=tf.data.Dataset.range(2).map(lambda i: (i, x[i, 0]))._variant_tensor)
    return [*(total(tf, variant, x.dtype) for variant in found), *first, raw.LookupTableFindV2(table_handle=table, keys=tf.constant([0, 1, 2], tf.int64), default_value=tf.zeros([], x.dtype))]


def from_files(tf, rows, x):
    """Files that older ops read and write."""
    raw = tf.raw_ops
    with tempfile.TemporaryDirectory() as folder:
        words = tf.data.Dataset.from_tensor_slices(["a", "bb"])
        feature = tf.train.Example(features=tf.train.Features(feature={"a": tf.train.Feature(float_list=tf.train.FloatList(value=[2.5]))}))
        examples = tf.data.Dataset.from_tensors([feature.SerializeToString()])._variant_tensor
        found = []
        for start in ("", "Experimental"):
            path = f"{folder}/{start}records.txt"
            getattr(raw, start + "DatasetToTFRecord")(input_dataset=words._variant_tensor, filename=path, compression_type="")
            files = as_it_is(tf, getattr(raw, start + "MatchingFilesDataset")(patterns=[folder + "/*.txt"]), tf.TensorSpec([], tf.string))
            found += [tf.data.TFRecordDataset(path).batch(9).get_single_element(), tf.constant(len(list(files)))]
        for name in ("ParseExampleDataset", "ParseExampleDatasetV2", "ExperimentalParseExampleDataset"):
            parsed = getattr(raw, name)(input_dataset=examples, num_parallel_calls=1, dense_defaults=[tf.zeros([])], sparse_keys=[], dense_keys=["a"], sparse_types=[], dense_shapes=[tf.TensorShape([])], **kinds(tf, tf.float32))
            found.append(total(tf, parsed, tf.float32))
        with open(folder + "/table.csv", "w") as file:
            file.write("1,2\n3,4\n")
        table = raw.ExperimentalCSVDataset(filenames=[folder + "/table.csv"], compression_type="", buffer_size=100, header=False, field_delim=",", use_quote_delim=True, na_value="", select_cols=tf.constant([1], tf.int64), record_defaults=[tf.constant([0])], output_shapes=[tf.TensorShape([])])
        found.append(total(tf, table, tf.int32))
        rows.save(folder + "/saved")
        shard = next(path for path, _, names in os.walk(folder) if any(name.endswith(".snapshot") for name in names))
        chunk = raw.SnapshotChunkDataset(chunk_file=f"{shard}/{os.listdir(shard)[0]}", **kinds(tf, x.dtype))
        found += [total(tf, variant, x.dtype) for variant in (chunk, raw.SnapshotDatasetReader(shard_dir=shard, start_index=1, version=2, **kinds(tf, x.dtype)), raw.SnapshotDataset(input_dataset=rows._variant_tensor, path=folder + "/v1", **kinds(tf, x.dtype)))]
        writer = raw.SummaryWriter(shared_name=folder)
        raw.CreateSummaryFileWriter(writer=writer, logdir=folder + "/events", max_queue=1, flush_millis=10, filename_suffix="")
        aggregator = raw.StatsAggregatorHandleV2(shared_name=folder)
        raw.StatsAggregatorSetSummaryWriter(stats_aggregator=aggregator, summary=writer)
        watched = raw.BytesProducedStatsDataset(input_dataset=rows._variant_tensor, tag="bytes", **kinds(tf, x.dtype))
        found.append(total(tf, raw.SetStatsAggregatorDataset(input_dataset=watched, stats_aggregator=aggregator, tag="", counter_prefix="", **kinds(tf, x.dtype)), x.dtype))
        return found


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
    pipeline("save, load and snapshot", in_folder, shapes=some(SHAPES, 1 / 2), traceable=False, portable=False, ops=["SaveDataset", "SaveDatasetV2", "LoadDataset", "SnapshotDatasetV2"]),
    pipeline("with_options", lambda tf, rows, x: with_options(tf, rows).map(lambda row: row + row)),
    pipeline("options of a variant", lambda tf, rows, x: tf.cast(tf.data.experimental.from_variant(tf.data.experimental.to_variant(with_options(tf, rows)), rows.element_spec).options().deterministic is False, tf.int32), traceable=False, portable=False, ops=["GetOptions"]),
    pipeline("fingerprint", lambda tf, rows, x: same_fingerprint(tf, rows)),
    pipeline("older names", like_newer, shapes=some(SHAPES, 1 / 2), portable=False, ops=list(LIKE_NEWER)),
    pipeline("older names with functions", with_functions, shapes=some(SHAPES, 1 / 2), portable=False, ops=[
        "ParallelMapDataset", "ParallelFilterDataset", "LegacyParallelInterleaveDatasetV2", "ParallelInterleaveDatasetV2", "ParallelInterleaveDatasetV3", "ExperimentalTakeWhileDataset", "ExperimentalScanDataset",
        "ExperimentalGroupByWindowDataset", "IndexFlatMapDataset", "MapDefun", *(start + name for start in ("", "Experimental") for name in ("MapAndBatchDataset", "ParallelInterleaveDataset", "GroupByReducerDataset"))]),
    pipeline("data sets of several", of_several, portable=False, ops=[
        "ChooseFastestDataset", "ExperimentalChooseFastestDataset", "ExperimentalDirectedInterleaveDataset", "WeightedFlatMapDataset", "WindowOp", "UnwrapDatasetVariant", "WrapDatasetVariant", "RandomDataset",
        "ExperimentalRandomDataset", "GetElementAtIndex", "CompressElement", "UncompressElement", "SparseTensorSliceDataset", "ComputeBatchSize", "ExperimentalDatasetCardinality"]),
    pipeline("handles of data sets", with_handles, traceable=False, portable=False, ops=[
        "AnonymousSeedGenerator", "DeleteSeedGenerator", "AnonymousMemoryCache", "DeleteMemoryCache", "ShuffleDatasetV2", "ShuffleAndRepeatDatasetV2", "GlobalShuffleDataset", "DummyIterationCounter", "AnonymousIterator",
        "AnonymousIteratorV2", "DeleteIterator", "Iterator", "IteratorFromStringHandle", "InitializeTableFromDataset",
        *(start + name for start in ("", "Experimental") for name in ("ThreadPoolHandle", "ThreadPoolDataset", "StatsAggregatorHandle", "SetStatsAggregatorDataset", "StatsAggregatorSummary", "IteratorGetDevice"))]),
    pipeline("files of older data sets", from_files, shapes=((3, 1),), dtypes=("float32",), traceable=False, portable=False, ops=[
        "ParseExampleDataset", "ParseExampleDatasetV2", "ExperimentalParseExampleDataset", "ExperimentalCSVDataset", "SnapshotChunkDataset", "SnapshotDatasetReader", "SnapshotDataset", "StatsAggregatorHandleV2",
        "StatsAggregatorSetSummaryWriter", *(start + name for start in ("", "Experimental") for name in ("DatasetToTFRecord", "MatchingFilesDataset"))]),
]
