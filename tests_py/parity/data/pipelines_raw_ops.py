"""Data sets by the raw ops that tf.data has no name for, or no more; a row is the op's name, perhaps with a word more."""

# fmt: off
# ruff: noqa: E501, E731

import os
import tempfile

from parity.data.pipelines import case, given, plain

ROWS = {}


def row(name, function):
    """One case of parity/data/test_pipelines.py."""
    assert name not in ROWS
    ROWS[name] = function

    def run(tf):
        return function(tf)

    run.__name__ = name
    case(run)


def numbers(tf, count=5):
    return tf.data.Dataset.range(count)._variant_tensor


def kinds(tf, dtype="int64", shape=()):
    return {"output_types": [tf.as_dtype(dtype)], "output_shapes": [tf.TensorShape(shape)]}


def elements(tf, variant, dtype="int64", shape=(), most=12):
    """What a variant's data set has."""
    dataset = tf.data.experimental.from_variant(variant, tf.TensorSpec(shape, dtype)).with_options(as_it_is(tf))
    return [plain(element) for element in dataset.take(most)], int(dataset.cardinality())


def as_it_is(tf):
    """Options with which TensorFlow leaves pipelines as they are: it cannot rewrite those with some of the older ops."""
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    options.autotune.enabled = False
    return options


def function(tf, body, *specs):
    return tf.function(body).get_concrete_function(*(specs or (tf.TensorSpec([], tf.int64),)))


def unary(name, dtype="int64", shape=(), count=5, **inputs):
    """A row for an op of one data set of numbers."""
    row(
        name + ("" if name not in ROWS else f" {len(ROWS)}"),
        lambda tf: given(
            lambda: elements(
                tf,
                getattr(tf.raw_ops, name.split()[0])(
                    input_dataset=numbers(tf, count),
                    **{key: value(tf) if callable(value) else value for key, value in inputs.items()},
                    **kinds(tf, dtype, shape),
                ),
                dtype,
                shape,
            )
        ),
    )


# ---- what newer ops do, too ----

for size in (2, 0):
    unary(f"BatchDataset of {size}", shape=[None], batch_size=size)
    unary(f"ExperimentalRebatchDataset of {size}", num_replicas=size)
unary("CacheDataset", filename="")
for start in ("", "Experimental"):
    unary(f"{start}IgnoreErrorsDataset")
    unary(f"{start}UniqueDataset")
    unary(f"{start}UniqueDataset of floats", dtype="float32")
    unary(f"{start}UnbatchDataset of scalars")
    unary(f"{start}TakeWhileDataset", other_arguments=[], predicate=lambda tf: function(tf, lambda x: x < 3))
    unary(f"{start}TakeWhileDataset of numbers", other_arguments=[], predicate=lambda tf: function(tf, lambda x: x))
    unary(f"{start}NonSerializableDataset")
    for count in (1, 0, -1):
        unary(f"{start}MaxIntraOpParallelismDataset of {count}", max_intra_op_parallelism=count)
        unary(f"{start}PrivateThreadPoolDataset of {count}", num_threads=count)
        unary(f"{start}SleepDataset of {count}", sleep_microseconds=count)
    for sizes in ((3, 1, 1), (2, 2, 2), (0, 1, 1), (2, 0, 1), (2, 1, 0), (9, 1, 1), (1, 3, 1)):
        size, shift, stride = sizes
        unary(f"{start}SlidingWindowDataset of {sizes}", shape=[None], window_size=size, window_shift=shift, window_stride=stride)
    for names in (["Range"], ["Batch"], []):
        unary(f"{start}AssertNextDataset {names}", transformations=lambda tf, names=names: tf.constant(names, tf.string))
    unary(f"{start}ScanDataset", initial_state=lambda tf: [tf.constant(1, tf.int64)], other_arguments=[], f=lambda tf: function(tf, lambda s, x: (s + x, s * x), tf.TensorSpec([], tf.int64), tf.TensorSpec([], tf.int64)))
    for size, calls in ((2, 1), (2, 3), (0, 1), (2, 0), (2, -1)):
        for drop in (False, True):
            unary(f"{start}MapAndBatchDataset of {size} {calls} {drop}", shape=[None], other_arguments=[], batch_size=size, num_parallel_calls=calls, drop_remainder=drop, f=lambda tf: function(tf, lambda x: x * x))
unary("SlidingWindowDataset with rest", shape=[None], window_size=3, window_shift=2, window_stride=1, drop_remainder=False)
unary("SlidingWindowDataset with long rest", shape=[None], window_size=9, window_shift=2, window_stride=1, drop_remainder=False)
for size in (2, 0, 3, -1):
    unary(f"RebatchDataset of {size}", num_replicas=size)
for size in (2, 3, 0):
    for start in ("", "Experimental"):
        row(f"{start}RebatchDataset of batches by {size}", lambda tf, size=size, start=start: given(lambda: elements(tf, getattr(tf.raw_ops, start + "RebatchDataset")(
            input_dataset=tf.data.Dataset.range(12).batch(4)._variant_tensor, num_replicas=size, **kinds(tf, shape=[None])), shape=[None])))
for start in ("", "Experimental"):
    row(f"{start}UnbatchDataset", lambda tf, start=start: elements(tf, getattr(tf.raw_ops, start + "UnbatchDataset")(
        input_dataset=tf.data.Dataset.range(6).batch(4)._variant_tensor, **kinds(tf))))
    row(f"{start}DenseToSparseBatchDataset", lambda tf, start=start: [plain(tf.sparse.to_dense(e)) for e in tf.data.experimental.from_variant(getattr(tf.raw_ops, start + "DenseToSparseBatchDataset")(
        input_dataset=tf.data.Dataset.range(1, 6).map(lambda x: tf.fill([x], x))._variant_tensor, batch_size=2, row_shape=[6], **kinds(tf, shape=None)), tf.SparseTensorSpec([None, 6], tf.int64))])
    row(f"{start}DirectedInterleaveDataset", lambda tf, start=start: elements(tf, getattr(tf.raw_ops, start + "DirectedInterleaveDataset")(
        selector_input_dataset=tf.data.Dataset.from_tensor_slices(tf.constant([0, 1, 1, 0], tf.int64))._variant_tensor, data_input_datasets=[numbers(tf, 2), numbers(tf, 3)], **kinds(tf))))
    row(f"{start}DatasetCardinality", lambda tf, start=start: plain(getattr(tf.raw_ops, start + "DatasetCardinality")(input_dataset=numbers(tf))))
    row(f"{start}GroupByWindowDataset", lambda tf, start=start: elements(tf, getattr(tf.raw_ops, start + "GroupByWindowDataset")(
        input_dataset=numbers(tf, 7), key_func_other_arguments=[], reduce_func_other_arguments=[], window_size_func_other_arguments=[],
        key_func=function(tf, lambda x: x % 2), window_size_func=function(tf, lambda key: key + 1),
        reduce_func=function(tf, lambda key, group: tf.raw_ops.BatchDataset(input_dataset=group, batch_size=tf.constant(5, tf.int64), **kinds(tf, shape=[None])), tf.TensorSpec([], tf.int64), tf.TensorSpec([], tf.variant)),
        **kinds(tf, shape=[None])), shape=[None]))
    row(f"{start}GroupByReducerDataset", lambda tf, start=start: given(lambda: elements(tf, getattr(tf.raw_ops, start + "GroupByReducerDataset")(
        input_dataset=numbers(tf, 7), key_func_other_arguments=[], init_func_other_arguments=[], reduce_func_other_arguments=[], finalize_func_other_arguments=[],
        key_func=function(tf, lambda x: 2 - x % 3), init_func=function(tf, lambda key: key * 100),
        reduce_func=function(tf, lambda s, x: s + x, tf.TensorSpec([], tf.int64), tf.TensorSpec([], tf.int64)), finalize_func=function(tf, lambda s: tf.cast(s, tf.float32)),
        **kinds(tf, "float32")), "float32")))
    row(f"{start}RandomDataset", lambda tf, start=start: elements(tf, getattr(tf.raw_ops, start + "RandomDataset")(seed=3, seed2=5, **kinds(tf)), most=4))
    row(f"{start}RandomDataset twice", lambda tf, start=start: (lambda v: elements(tf, v, most=2) + elements(tf, v, most=2))(getattr(tf.raw_ops, start + "RandomDataset")(seed=3, seed2=5, **kinds(tf))))
    for sloppy in (False, True):
        for cycle, block, ahead, prefetched in ((2, 1, 1, 0), (2, 2, 3, 2), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 0), (1, 1, 1, -1)):
            row(f"{start}ParallelInterleaveDataset {sloppy} {cycle} {block} {ahead} {prefetched}", lambda tf, start=start, sloppy=sloppy, cycle=cycle, block=block, ahead=ahead, prefetched=prefetched: given(lambda: (lambda e: e if not sloppy else (sorted(e[0]), e[1]))(elements(tf, getattr(tf.raw_ops, start + "ParallelInterleaveDataset")(
                input_dataset=numbers(tf, 4), other_arguments=[], cycle_length=cycle, block_length=block, sloppy=sloppy, buffer_output_elements=ahead, prefetch_input_elements=prefetched,
                f=function(tf, lambda x: tf.data.Dataset.range(x * 10, x * 10 + x + 1)._variant_tensor), **kinds(tf))))))
for cycle, block, ahead, prefetched in ((2, 1, 1, 0), (2, 2, 3, 2), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 0), (1, 1, -1, -1), (1, 1, 1, -2)):
    row(f"LegacyParallelInterleaveDatasetV2 {cycle} {block} {ahead} {prefetched}", lambda tf, cycle=cycle, block=block, ahead=ahead, prefetched=prefetched: given(lambda: elements(tf, tf.raw_ops.LegacyParallelInterleaveDatasetV2(
        input_dataset=numbers(tf, 4), other_arguments=[], cycle_length=cycle, block_length=block, buffer_output_elements=ahead, prefetch_input_elements=prefetched,
        f=function(tf, lambda x: tf.data.Dataset.range(x * 10, x * 10 + x + 1)._variant_tensor), **kinds(tf)))))
for version in (2, 3):
    for cycle, block, calls in ((2, 1, 1), (2, 2, 2), (2, 1, -1), (2, 1, 3), (0, 1, 1), (-1, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, -2)):
        row(f"ParallelInterleaveDatasetV{version} {cycle} {block} {calls}", lambda tf, version=version, cycle=cycle, block=block, calls=calls: given(lambda: elements(tf, getattr(tf.raw_ops, f"ParallelInterleaveDatasetV{version}")(
            input_dataset=numbers(tf, 4), other_arguments=[], cycle_length=cycle, block_length=block, num_parallel_calls=calls,
            f=function(tf, lambda x: tf.data.Dataset.range(x * 10, x * 10 + x + 1)._variant_tensor), **kinds(tf)))))
for calls in (1, 3, 0, -1, -2):
    unary(f"ParallelMapDataset by {calls}", other_arguments=lambda tf: [tf.constant(7, tf.int64)], num_parallel_calls=calls, f=lambda tf: function(tf, lambda x, y: x + y, tf.TensorSpec([], tf.int64), tf.TensorSpec([], tf.int64)))
for policy in ("true", "false", "nonsense"):
    row(f"ParallelFilterDataset {policy}", lambda tf, policy=policy: given(lambda: sorted(elements(tf, tf.raw_ops.ParallelFilterDataset(
        input_dataset=numbers(tf, 9), other_arguments=[], num_parallel_calls=2, deterministic=policy, predicate=function(tf, lambda x: x % 2 == 0), **kinds(tf)))[0])))
unary("ParallelFilterDataset of numbers", other_arguments=[], num_parallel_calls=2, predicate=lambda tf: function(tf, lambda x: x))
for again in (True, False):
    row(f"ShuffleDataset {again}", lambda tf, again=again: (lambda v: [elements(tf, v), elements(tf, v)])(tf.raw_ops.ShuffleDataset(input_dataset=numbers(tf, 6), buffer_size=3, seed=1, seed2=2, reshuffle_each_iteration=again, **kinds(tf))))
    for count in (2, -1, 0):
        row(f"ShuffleAndRepeatDataset {again} {count}", lambda tf, again=again, count=count: (lambda v: [elements(tf, v), elements(tf, v)])(tf.raw_ops.ShuffleAndRepeatDataset(input_dataset=numbers(tf, 6), buffer_size=3, seed=1, seed2=2, count=count, reshuffle_each_iteration=again, **kinds(tf))))
        row(f"ShuffleAndRepeatDatasetV2 {again} {count}", lambda tf, again=again, count=count: given(lambda: (lambda v: [elements(tf, v), elements(tf, v)])(tf.raw_ops.ShuffleAndRepeatDatasetV2(input_dataset=numbers(tf, 6), buffer_size=3, seed=1, seed2=2, count=count, seed_generator=tf.raw_ops.DummySeedGenerator(), reshuffle_each_iteration=again, **kinds(tf)))))
    row(f"AnonymousSeedGenerator {again}", lambda tf, again=again: given(lambda: (lambda g: (lambda v: [elements(tf, v), elements(tf, v)])(tf.raw_ops.ShuffleDatasetV2(input_dataset=numbers(tf, 6), buffer_size=3, seed_generator=g.handle, **kinds(tf))))(tf.raw_ops.AnonymousSeedGenerator(seed=1, seed2=2, reshuffle=again))))
    row(f"AnonymousSeedGenerator in V3 {again}", lambda tf, again=again: given(lambda: (lambda g: (lambda v: [elements(tf, v), elements(tf, v)])(tf.raw_ops.ShuffleDatasetV3(input_dataset=numbers(tf, 6), buffer_size=3, seed=1, seed2=2, reshuffle_each_iteration=again, seed_generator=g.handle, **kinds(tf))))(tf.raw_ops.AnonymousSeedGenerator(seed=3, seed2=4, reshuffle=again))))
    row(f"AnonymousSeedGenerator shared {again}", lambda tf, again=again: given(lambda: (lambda g: [elements(tf, tf.raw_ops.ShuffleDatasetV2(input_dataset=numbers(tf, 6), buffer_size=3, seed_generator=g.handle, **kinds(tf))) for _ in range(2)])(tf.raw_ops.AnonymousSeedGenerator(seed=1, seed2=2, reshuffle=again))))
row("ShuffleDatasetV2 of a dummy", lambda tf: given(lambda: len(elements(tf, tf.raw_ops.ShuffleDatasetV2(input_dataset=numbers(tf, 6), buffer_size=3, seed_generator=tf.raw_ops.DummySeedGenerator(), **kinds(tf)))[0])))
row("ShuffleDatasetV2 of an iterator", lambda tf: given(lambda: len(elements(tf, tf.raw_ops.ShuffleDatasetV2(input_dataset=numbers(tf, 6), buffer_size=3, seed_generator=tf.raw_ops.AnonymousIteratorV3(**kinds(tf)), **kinds(tf)))[0])))
for size in (0, -1, -2):
    row(f"ShuffleDataset of {size}", lambda tf, size=size: given(lambda: len(elements(tf, tf.raw_ops.ShuffleDataset(input_dataset=numbers(tf, 6), buffer_size=size, seed=1, seed2=2, **kinds(tf)))[0])))
    row(f"ShuffleAndRepeatDataset of {size}", lambda tf, size=size: given(lambda: len(elements(tf, tf.raw_ops.ShuffleAndRepeatDataset(input_dataset=numbers(tf, 6), buffer_size=size, seed=1, seed2=2, count=2, **kinds(tf)))[0])))
for size in (2, 0):
    row(f"PaddedBatchDataset of {size}", lambda tf, size=size: given(lambda: elements(tf, tf.raw_ops.PaddedBatchDataset(
        input_dataset=tf.data.Dataset.range(1, 6).map(lambda x: tf.fill([x], x))._variant_tensor, batch_size=size, padded_shapes=[tf.constant([-1], tf.int64)], padding_values=[tf.constant(9, tf.int64)],
        output_shapes=[tf.TensorShape([None, None])]), shape=[None, None])))
for rate in (0.0, 0.4, 1.0, 1.5, -0.5):
    row(f"SamplingDataset of {rate}", lambda tf, rate=rate: given(lambda: elements(tf, tf.raw_ops.SamplingDataset(input_dataset=numbers(tf, 20), rate=rate, seed=1, seed2=2, **kinds(tf)), most=30)))
row("SamplingDataset twice", lambda tf: (lambda v: [elements(tf, v, most=30), elements(tf, v, most=30)])(tf.raw_ops.SamplingDataset(input_dataset=numbers(tf, 20), rate=0.5, seed=1, seed2=2, **kinds(tf))))
row("ExperimentalCSVDataset", lambda tf: in_file("a,b\n1,2\n3,4\n", lambda path: elements(tf, tf.raw_ops.ExperimentalCSVDataset(filenames=[path], compression_type="", buffer_size=100, header=True, field_delim=",", use_quote_delim=True, na_value="", select_cols=tf.constant([1], tf.int64), record_defaults=[tf.constant([0])], output_shapes=[tf.TensorShape([])]), "int32")))
def in_file(text, use, name="file"):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        return use(path)


# ---- options ----

unary("FinalizeDataset")
unary("ModelDataset")
for algorithm in (1, 7, -1):
    unary(f"ModelDataset by {algorithm}", algorithm=algorithm)
unary("ModelDataset of little", cpu_budget=-1)
unary("OptimizeDataset", optimizations=lambda tf: tf.constant([], tf.string))
unary("OptimizeDataset of nonsense", optimizations=["nonsense"])
unary("OptimizeDataset of noop", optimizations=["noop_elimination"])
unary("OptimizeDatasetV2", **{f"optimizations_{which}": lambda tf: tf.constant([], tf.string) for which in ("enabled", "disabled", "default")})
unary("OptimizeDatasetV2 of matrix", **{f"optimizations_{which}": lambda tf: tf.constant([["a"]], tf.string) for which in ("enabled", "disabled", "default")})
unary("OptimizeDatasetV2 of nonsense", **{f"optimizations_{which}": lambda tf: tf.constant(["a"], tf.string) for which in ("enabled", "disabled", "default")})
unary("RewriteDataset", rewrite_name="replicate_on_split")
unary("RewriteDataset of nonsense", rewrite_name="nonsense")


# ---- several data sets ----

for start in ("", "Experimental"):
    row(f"{start}ChooseFastestDataset", lambda tf, start=start: given(lambda: elements(tf, getattr(tf.raw_ops, start + "ChooseFastestDataset")(input_datasets=[numbers(tf), numbers(tf)], num_experiments=2, **kinds(tf)))))
    row(f"{start}ChooseFastestDataset of others", lambda tf, start=start: given(lambda: elements(tf, getattr(tf.raw_ops, start + "ChooseFastestDataset")(input_datasets=[numbers(tf), numbers(tf, 3)], num_experiments=2, **kinds(tf)))[1]))
    row(f"{start}ChooseFastestDataset of other types", lambda tf, start=start: given(lambda: elements(tf, getattr(tf.raw_ops, start + "ChooseFastestDataset")(input_datasets=[numbers(tf), tf.data.Dataset.from_tensor_slices([1.0])._variant_tensor], num_experiments=2, **kinds(tf)))))
row("WeightedFlatMapDataset", lambda tf: given(lambda: elements(tf, tf.raw_ops.WeightedFlatMapDataset(input_datasets=[numbers(tf, 4), tf.data.Dataset.range(10, 14)._variant_tensor], weights=[tf.constant(0.5, tf.float64)] * 2, **kinds(tf)))))
row("WeightedFlatMapDataset uneven", lambda tf: given(lambda: elements(tf, tf.raw_ops.WeightedFlatMapDataset(input_datasets=[numbers(tf, 4), tf.data.Dataset.range(10, 14)._variant_tensor], weights=[tf.constant(0.25, tf.float64), tf.constant(0.75, tf.float64)], **kinds(tf)))))
row("WeightedFlatMapDataset three", lambda tf: given(lambda: elements(tf, tf.raw_ops.WeightedFlatMapDataset(input_datasets=[numbers(tf, 4), numbers(tf), numbers(tf)], weights=[tf.constant(0.25, tf.float64), tf.constant(0.75, tf.float64)], **kinds(tf)))))
row("WeightedFlatMapDataset infinite", lambda tf: given(lambda: elements(tf, tf.raw_ops.WeightedFlatMapDataset(input_datasets=[tf.data.Dataset.range(4).repeat()._variant_tensor, numbers(tf)], weights=[tf.constant(0.25, tf.float64), tf.constant(0.75, tf.float64)], **kinds(tf)))))


# ---- elements by number ----

for at in (0, 3, 5, -1):
    row(f"GetElementAtIndex {at}", lambda tf, at=at: given(lambda: plain(tf.raw_ops.GetElementAtIndex(dataset=numbers(tf), index=at, **kinds(tf)))))
    row(f"GetElementAtIndex of a filter {at}", lambda tf, at=at: given(lambda: plain(tf.raw_ops.GetElementAtIndex(dataset=tf.data.Dataset.range(5).filter(lambda x: x > 2)._variant_tensor, index=at, **kinds(tf)))))
for name, make in {
    "repeat": lambda d, tf: d.range(3).repeat(2), "endless": lambda d, tf: d.range(3).repeat(), "shuffle": lambda d, tf: d.range(3).shuffle(3, seed=1), "concatenate": lambda d, tf: d.range(3).concatenate(d.range(7, 9)),
    "zip": lambda d, tf: d.zip((d.range(3),)), "cache": lambda d, tf: d.range(3).cache(), "skip": lambda d, tf: d.range(5).skip(2), "take": lambda d, tf: d.range(5).take(2), "shard": lambda d, tf: d.range(5).shard(2, 1),
    "prefetch": lambda d, tf: d.range(5).prefetch(2), "slices": lambda d, tf: d.from_tensor_slices(tf.constant([5, 6], tf.int64)), "tensors": lambda d, tf: d.from_tensors(tf.constant(5, tf.int64)),
    "list": lambda d, tf: tf.data.experimental.from_list([tf.constant(5, tf.int64)] * 2), "parallel map": lambda d, tf: d.range(5).map(lambda x: x + 1, num_parallel_calls=2), "flat_map": lambda d, tf: d.range(3).flat_map(lambda x: d.range(2)),
    "interleave": lambda d, tf: d.range(3).interleave(lambda x: d.range(2)), "options": lambda d, tf: d.range(3).with_options(tf.data.Options()),
    "take_while": lambda d, tf: d.range(3).take_while(lambda x: True), "unique": lambda d, tf: d.range(3).unique(), "ignore_errors": lambda d, tf: d.range(3).ignore_errors(),
    "assert_cardinality": lambda d, tf: d.range(3).apply(tf.data.experimental.assert_cardinality(3)),
    "group": lambda d, tf: d.range(3).group_by_window(lambda x: x, lambda k, g: g, 1), "generator": lambda d, tf: d.from_generator(lambda: [1], output_signature=tf.TensorSpec([], tf.int64)),
    "sample": lambda d, tf: d.sample_from_datasets([d.range(3), d.range(3)], seed=1), "global": lambda d, tf: d.range(3),
}.items():
    for at in (1, 4):
        row(f"GetElementAtIndex in {name} {at}", lambda tf, at=at, make=make: given(lambda: plain(tf.raw_ops.GetElementAtIndex(dataset=make(tf.data.Dataset, tf)._variant_tensor, index=at, **kinds(tf)))))
    for again in (True, False):
        row(f"GlobalShuffleDataset in {name} {again}", lambda tf, make=make, again=again: given(lambda: (lambda v: [(lambda e: (sorted(e[0]), e[1]))(elements(tf, v)) for _ in range(2)])(tf.raw_ops.GlobalShuffleDataset(
            input_dataset=make(tf.data.Dataset, tf)._variant_tensor, seed=1, seed2=2, seed_generator=tf.raw_ops.DummySeedGenerator(), reshuffle_each_iteration=again, **kinds(tf)))))
for again in (True, False):
    row(f"GlobalShuffleDataset {again}", lambda tf, again=again: given(lambda: (lambda v: [elements(tf, v) for _ in range(3)])(tf.raw_ops.GlobalShuffleDataset(
        input_dataset=numbers(tf, 9), seed=1, seed2=2, seed_generator=tf.raw_ops.AnonymousSeedGenerator(seed=1, seed2=2, reshuffle=again).handle, reshuffle_each_iteration=again, **kinds(tf)))))
pair = lambda tf: (tf.TensorSpec([], tf.int64), tf.TensorSpec([], tf.int64))
def flat_by_number(tf, count, index, source=None):
    return elements(tf, tf.raw_ops.IndexFlatMapDataset(
        input_dataset=(source or (lambda: tf.data.Dataset.range(8).batch(2)))()._variant_tensor, map_func_other_args=[], index_map_func_other_args=[], output_cardinality=count,
        map_func=function(tf, lambda x: x * 10, tf.TensorSpec([None], tf.int64)), index_map_func=function(tf, index), **kinds(tf)))
row("IndexFlatMapDataset", lambda tf: given(lambda: flat_by_number(tf, 8, lambda i: (i // 2, i % 2))))
row("IndexFlatMapDataset unknown", lambda tf: given(lambda: flat_by_number(tf, -2, lambda i: (i // 2, i % 2))))
row("IndexFlatMapDataset beyond", lambda tf: given(lambda: flat_by_number(tf, 10, lambda i: (i // 2, i % 2))))
row("IndexFlatMapDataset one number", lambda tf: given(lambda: flat_by_number(tf, 8, lambda i: i)))
row("IndexFlatMapDataset filter", lambda tf: given(lambda: flat_by_number(tf, 8, lambda i: (i // 2, i % 2), lambda: tf.data.Dataset.range(8).filter(lambda x: True).batch(2))))
row("IndexFlatMapDataset shuffled", lambda tf: given(lambda: elements(tf, tf.raw_ops.GlobalShuffleDataset(input_dataset=tf.raw_ops.IndexFlatMapDataset(
        input_dataset=tf.data.Dataset.range(8).batch(2)._variant_tensor, map_func_other_args=[], index_map_func_other_args=[], output_cardinality=8,
        map_func=function(tf, lambda x: x * 10, tf.TensorSpec([None], tf.int64)), index_map_func=function(tf, lambda i: (i // 2, i % 2)), **kinds(tf)), seed=1, seed2=2, seed_generator=tf.raw_ops.DummySeedGenerator(), **kinds(tf)))))


# ---- functions over rows, windows ----

def map_defun(tf, *args, f=lambda x: x * x, specs=None, captured=(), dtype="int64", shape=()):
    return [plain(x) for x in tf.raw_ops.MapDefun(arguments=list(args), captured_inputs=list(captured), f=function(tf, f, *(specs or [tf.TensorSpec([], tf.int64)])), **kinds(tf, dtype, shape))]
row("MapDefun", lambda tf: map_defun(tf, tf.range(5, dtype=tf.int64)))
row("MapDefun of none", lambda tf: given(lambda: map_defun(tf, tf.range(0, dtype=tf.int64))))
row("MapDefun of a scalar", lambda tf: given(lambda: map_defun(tf, tf.constant(0, tf.int64))))
row("MapDefun of captures", lambda tf: given(lambda: map_defun(tf, tf.range(3, dtype=tf.int64), tf.range(4, 7, dtype=tf.int64), f=lambda x, y, z: x * y + z, specs=[tf.TensorSpec([], tf.int64)] * 3, captured=[tf.constant(5, tf.int64)])))
row("MapDefun of other sizes", lambda tf: given(lambda: map_defun(tf, tf.range(3, dtype=tf.int64), tf.range(4, dtype=tf.int64), f=lambda x, y: x * y, specs=[tf.TensorSpec([], tf.int64)] * 2)))
row("MapDefun of growing rows", lambda tf: given(lambda: map_defun(tf, tf.range(3, dtype=tf.int64), f=lambda x: tf.fill([x], x), shape=[None])))
row("MapDefun of the wrong type", lambda tf: given(lambda: map_defun(tf, tf.range(3, dtype=tf.int64), dtype="float32")))
row("MapDefun of the wrong shape", lambda tf: given(lambda: map_defun(tf, tf.range(3, dtype=tf.int64), shape=[2])))
row("MapDefun that fails", lambda tf: given(lambda: map_defun(tf, tf.range(3, dtype=tf.int64), f=lambda x: 1 // x)))
def window_op(tf, *columns, kinds_of=(("int64", ()),)):
    variant = tf.raw_ops.WindowOp(inputs=list(columns), output_types=[tf.as_dtype(d) for d, _ in kinds_of], output_shapes=[tf.TensorShape(s) for _, s in kinds_of])
    return variant
row("WindowOp", lambda tf: given(lambda: elements(tf, window_op(tf, numbers(tf)))))
row("WindowOp of scalars", lambda tf: given(lambda: elements(tf, window_op(tf, tf.constant(3, tf.int64)))))
row("WindowOp of variants", lambda tf: given(lambda: elements(tf, window_op(tf, tf.stack([numbers(tf), numbers(tf)])))))
row("WindowOp in a window", lambda tf: given(lambda: [elements(tf, window_op(tf, w._variant_tensor)) for w in tf.data.Dataset.range(5).window(2)]))


# ---- sparse slices, files ----

def sparse_slices(tf, indices, values, shape, dtype="int64"):
    rank = len(shape) - 1
    variant = tf.raw_ops.SparseTensorSliceDataset(indices=tf.constant(indices, tf.int64, shape=[len(values), len(shape)]), values=tf.constant(values, dtype), dense_shape=tf.constant(shape, tf.int64))
    spec = (tf.TensorSpec([None, rank], tf.int64), tf.TensorSpec([None], dtype), tf.TensorSpec([rank], tf.int64))
    data = tf.data.experimental.from_variant(variant, spec)
    return [plain(e) for e in data], int(data.cardinality())
row("SparseTensorSliceDataset", lambda tf: sparse_slices(tf, [[0, 1], [2, 0], [2, 3]], [5, 6, 7], [4, 5]))
row("SparseTensorSliceDataset empty", lambda tf: given(lambda: sparse_slices(tf, [], [], [4, 5])))
row("SparseTensorSliceDataset of vectors", lambda tf: given(lambda: sparse_slices(tf, [[0], [2]], [1.5, 2.5], [4], "float32")))
row("SparseTensorSliceDataset of strings", lambda tf: given(lambda: sparse_slices(tf, [[0, 1, 1], [2, 0, 0]], ["a", "b"], [3, 2, 2], "string")))
row("SparseTensorSliceDataset unordered", lambda tf: given(lambda: sparse_slices(tf, [[2, 0], [0, 1]], [5, 6], [4, 5])))
row("SparseTensorSliceDataset beyond", lambda tf: given(lambda: sparse_slices(tf, [[5, 0]], [5], [4, 5])))
row("SparseTensorSliceDataset beyond a column", lambda tf: given(lambda: sparse_slices(tf, [[0, 9]], [5], [4, 5])))
row("SparseTensorSliceDataset negative", lambda tf: given(lambda: sparse_slices(tf, [[-1, 0]], [5], [4, 5])))
row("SparseTensorSliceDataset of counts", lambda tf: given(lambda: tf.raw_ops.SparseTensorSliceDataset(indices=tf.constant([[0, 0]], tf.int64), values=[1, 2], dense_shape=tf.constant([3, 3], tf.int64))))
row("SparseTensorSliceDataset of ranks", lambda tf: given(lambda: tf.raw_ops.SparseTensorSliceDataset(indices=tf.constant([[0, 0]], tf.int64), values=[1], dense_shape=tf.constant([3], tf.int64))))
def matching(tf, op, *patterns):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("b.txt", "a.txt", "c.log", "d/e.txt", "d/f.log"):
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            open(os.path.join(folder, name), "w").close()
        made = elements(tf, getattr(tf.raw_ops, op)(patterns=[os.path.join(folder, p) for p in patterns]), "string")
        return [text.decode().replace(folder, "") for _, text in made[0]], made[1]
for start in ("", "Experimental"):
    row(f"{start}MatchingFilesDataset", lambda tf, start=start: [given(lambda p=p: matching(tf, start + "MatchingFilesDataset", *p)) for p in (["*.txt"], ["*"], ["*/*.txt", "*.log"], ["none"], ["c.log", "a.txt", "a*"], ["d"], ["nowhere/*"])])
for start in ("", "Experimental"):
    row(f"{start}DatasetToTFRecord", lambda tf, start=start: given(lambda: written(tf, getattr(tf.raw_ops, (start + "DatasetToTFRecord") if start else "DatasetToTFRecord"))))
def written(tf, op, compression="", dataset=None):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "records")
        op(input_dataset=(dataset or tf.data.Dataset.from_tensor_slices(["a", "bb"]))._variant_tensor, filename=path, compression_type=compression)
        return [plain(e) for e in tf.data.TFRecordDataset(path, compression)]
row("DatasetToTFRecord compressed", lambda tf: given(lambda: written(tf, tf.raw_ops.DatasetToTFRecord, "GZIP")))
row("DatasetToTFRecord of numbers", lambda tf: given(lambda: written(tf, tf.raw_ops.DatasetToTFRecord, "", tf.data.Dataset.range(3))))
row("DatasetToTFRecord nowhere", lambda tf: given(lambda: tf.raw_ops.DatasetToTFRecord(input_dataset=tf.data.Dataset.from_tensors("a")._variant_tensor, filename="/nowhere/at/all", compression_type="")))


# ---- elements as one tensor, data sets as graphs ----

row("CompressElement", lambda tf: [plain(e) for e in tf.raw_ops.UncompressElement(compressed=tf.raw_ops.CompressElement(components=[tf.constant([1.5, 2.5]), tf.constant("text"), tf.zeros([0, 3], tf.int8)]), output_types=[tf.float32, tf.string, tf.int8], output_shapes=[tf.TensorShape([2]), tf.TensorShape([]), tf.TensorShape(None)])])
row("CompressElement shape", lambda tf: plain(tf.raw_ops.CompressElement(components=[tf.constant(1)]).shape.rank))
row("UncompressElement of other types", lambda tf: given(lambda: [plain(e) for e in tf.raw_ops.UncompressElement(compressed=tf.raw_ops.CompressElement(components=[tf.constant([1.5, 2.5])]), output_types=[tf.int32], output_shapes=[tf.TensorShape([2])])]))
row("UncompressElement of other shapes", lambda tf: given(lambda: [plain(e) for e in tf.raw_ops.UncompressElement(compressed=tf.raw_ops.CompressElement(components=[tf.constant([1.5, 2.5])]), output_types=[tf.float32], output_shapes=[tf.TensorShape([3])])]))
row("UncompressElement of more", lambda tf: given(lambda: [plain(e) for e in tf.raw_ops.UncompressElement(compressed=tf.raw_ops.CompressElement(components=[tf.constant([1.5, 2.5])]), output_types=[tf.float32] * 2, output_shapes=[tf.TensorShape([2])] * 2)]))
row("UncompressElement of a data set", lambda tf: given(lambda: [plain(e) for e in tf.raw_ops.UncompressElement(compressed=numbers(tf), output_types=[tf.float32] * 2, output_shapes=[tf.TensorShape([2])] * 2)]))
row("UncompressElement of many", lambda tf: given(lambda: [plain(e) for e in tf.raw_ops.UncompressElement(compressed=tf.stack([tf.raw_ops.CompressElement(components=[tf.constant(1)])] * 2), output_types=[tf.int32], output_shapes=[tf.TensorShape([])])]))
row("ComputeBatchSize", lambda tf: [given(lambda d=d: plain(tf.raw_ops.ComputeBatchSize(input_dataset=d._variant_tensor))) for d in (
    tf.data.Dataset.range(5), tf.data.Dataset.range(5).batch(2), tf.data.Dataset.range(5).batch(2).map(lambda x: x), tf.data.Dataset.range(5).batch(3).prefetch(1).shuffle(2), tf.data.Dataset.range(5).batch(3).batch(2), tf.data.Dataset.range(5).batch(3, drop_remainder=True),
    tf.data.Dataset.range(5).batch(3, num_parallel_calls=2), tf.data.Dataset.range(5).padded_batch(4, []), tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]]), tf.data.Dataset.from_tensors([1, 2, 3]), tf.data.Dataset.range(5).batch(2).repeat(3).take(3).skip(1), tf.data.Dataset.range(5).batch(2).filter(lambda x: True),
    tf.data.Dataset.range(5).batch(2).unbatch(), tf.data.Dataset.range(3).flat_map(lambda x: tf.data.Dataset.range(5).batch(2)), tf.data.Dataset.range(3).interleave(lambda x: tf.data.Dataset.range(5).batch(2)), tf.data.Dataset.zip((tf.data.Dataset.range(5).batch(2), tf.data.Dataset.range(5).batch(3))), tf.data.Dataset.range(5).batch(2).concatenate(tf.data.Dataset.range(5).batch(3)),
    tf.data.Dataset.range(5).batch(2).concatenate(tf.data.Dataset.range(5).batch(2)), tf.data.Dataset.range(5).batch(2).cache(), tf.data.Dataset.range(5).batch(2).with_options(tf.data.Options()), tf.data.Dataset.range(5).batch(2).shard(2, 0), tf.data.Dataset.range(6).batch(4).rebatch(2), tf.data.Dataset.range(6).window(2), tf.data.Dataset.range(5).batch(2).take_while(lambda x: True), tf.data.Dataset.range(5).batch(2).ignore_errors(), tf.data.Dataset.range(5).batch(2).map(lambda x: x + 1, num_parallel_calls=2),
    tf.data.Dataset.sample_from_datasets([tf.data.Dataset.range(5).batch(2), tf.data.Dataset.range(5).batch(2)], seed=1), tf.data.Dataset.range(5).batch(2).scan(0, lambda s, x: (s, x)), tf.data.Dataset.range(5).batch(2).enumerate(), tf.data.Dataset.range(5).batch(2).apply(tf.data.experimental.assert_cardinality(3)))])
row("WrapDatasetVariant", lambda tf: elements(tf, tf.raw_ops.UnwrapDatasetVariant(input_handle=tf.raw_ops.WrapDatasetVariant(input_handle=numbers(tf)))))
row("WrapDatasetVariant as it is", lambda tf: given(lambda: elements(tf, tf.raw_ops.WrapDatasetVariant(input_handle=numbers(tf)))))
row("WrapDatasetVariant of another", lambda tf: given(lambda: elements(tf, tf.raw_ops.UnwrapDatasetVariant(input_handle=tf.raw_ops.WrapDatasetVariant(input_handle=tf.raw_ops.CompressElement(components=[1]))))))
row("UnwrapDatasetVariant of another", lambda tf: given(lambda: elements(tf, tf.raw_ops.UnwrapDatasetVariant(input_handle=numbers(tf)))))
row("WrapDatasetVariant twice", lambda tf: given(lambda: elements(tf, tf.raw_ops.UnwrapDatasetVariant(input_handle=tf.raw_ops.WrapDatasetVariant(input_handle=tf.raw_ops.WrapDatasetVariant(input_handle=numbers(tf)))))))


# ---- iterators, caches, seeds, pools, statistics ----

def two_of(tf, handle):
    tf.raw_ops.MakeIterator(dataset=numbers(tf), iterator=handle)
    return [plain(tf.raw_ops.IteratorGetNext(iterator=handle, **kinds(tf))) for _ in range(2)]
row("AnonymousIterator", lambda tf: two_of(tf, tf.raw_ops.AnonymousIterator(**kinds(tf))))
def anonymous(tf):
    made = tf.raw_ops.AnonymousIteratorV2(**kinds(tf))
    result = two_of(tf, made.handle)
    tf.raw_ops.DeleteIterator(handle=made.handle, deleter=made.deleter)
    return result, given(lambda: two_of(tf, made.handle))
row("AnonymousIteratorV2", anonymous)
def anonymous_twice(tf):
    made = tf.raw_ops.AnonymousIteratorV2(**kinds(tf))
    tf.raw_ops.DeleteIterator(handle=made.handle, deleter=made.deleter)
    return given(lambda: tf.raw_ops.DeleteIterator(handle=made.handle, deleter=made.deleter))
row("DeleteIterator twice", anonymous_twice)
row("DeleteIterator of others", lambda tf: [given(lambda: tf.raw_ops.DeleteIterator(handle=tf.raw_ops.AnonymousIteratorV3(**kinds(tf)), deleter=numbers(tf))), given(lambda: tf.raw_ops.DeleteIterator(handle=tf.raw_ops.AnonymousMemoryCache().handle, deleter=numbers(tf)))])
row("Iterator", lambda tf: given(lambda: two_of(tf, tf.raw_ops.Iterator(shared_name="it" + tf.__name__, container="", **kinds(tf)))))
row("Iterator beside V2", lambda tf: given(lambda: [two_of(tf, tf.raw_ops.Iterator(shared_name="it2" + tf.__name__, container="", **kinds(tf))), plain(tf.raw_ops.IteratorGetNext(iterator=tf.raw_ops.IteratorV2(shared_name="it2" + tf.__name__, container="", **kinds(tf)), **kinds(tf)))]))
def by_text(tf):
    handle = tf.raw_ops.Iterator(shared_name="it3" + tf.__name__, container="", **kinds(tf))
    first = two_of(tf, handle)
    again = tf.raw_ops.IteratorFromStringHandle(string_handle=tf.raw_ops.IteratorToStringHandle(resource_handle=handle))
    return first, plain(tf.raw_ops.IteratorGetNext(iterator=again, **kinds(tf)))
row("IteratorFromStringHandle", by_text)
row("IteratorFromStringHandle of nonsense", lambda tf: given(lambda: tf.raw_ops.IteratorFromStringHandle(string_handle="nonsense")))
def by_text_of(tf, **kw):
    handle = tf.raw_ops.Iterator(shared_name="it4" + tf.__name__, container="", **kinds(tf))
    two_of(tf, handle)
    return given(lambda: plain(tf.raw_ops.IteratorGetNext(iterator=tf.raw_ops.IteratorFromStringHandle(string_handle=tf.raw_ops.IteratorToStringHandle(resource_handle=handle), **kw), **kinds(tf))))
row("IteratorFromStringHandle kinds", lambda tf: [by_text_of(tf, **kinds(tf)), by_text_of(tf, **kinds(tf, "float32")), by_text_of(tf, **kinds(tf, shape=[2])), by_text_of(tf, output_types=[tf.int64] * 2)])
for start in ("", "Experimental"):
    row(f"{start}IteratorGetDevice", lambda tf, start=start: given(lambda: plain(getattr(tf.raw_ops, start + "IteratorGetDevice")(resource=iter(tf.data.Dataset.range(3))._iterator_resource))))
    row(f"{start}IteratorGetDevice of another", lambda tf, start=start: given(lambda: plain(getattr(tf.raw_ops, start + "IteratorGetDevice")(resource=tf.raw_ops.AnonymousMemoryCache().handle))))
def cache(tf):
    made = tf.raw_ops.AnonymousMemoryCache()
    variant = tf.raw_ops.CacheDatasetV2(input_dataset=numbers(tf, 3), filename="", cache=made.handle, **kinds(tf))
    both = [elements(tf, variant), elements(tf, tf.raw_ops.CacheDatasetV2(input_dataset=numbers(tf, 4), filename="", cache=made.handle, **kinds(tf)))]
    return both
row("AnonymousMemoryCache", cache)
row("DummyIterationCounter", lambda tf: given(lambda: plain(tf.raw_ops.DummyIterationCounter().shape.rank)))
for start in ("", "Experimental"):
    for threads, inner in ((2, 1), (0, 1), (-1, 1), (1, 0), (1, -1)):
        row(f"{start}ThreadPoolDataset {threads} {inner}", lambda tf, start=start, threads=threads, inner=inner: given(lambda: elements(tf, getattr(tf.raw_ops, start + "ThreadPoolDataset")(input_dataset=tf.data.Dataset.range(5).map(lambda x: x + 1, num_parallel_calls=2)._variant_tensor, thread_pool=getattr(tf.raw_ops, start + "ThreadPoolHandle")(num_threads=threads, max_intra_op_parallelism=inner, display_name="pool", shared_name=f"{start}{threads}{inner}"), **kinds(tf)))))
    row(f"{start}ThreadPoolDataset of another", lambda tf, start=start: given(lambda: elements(tf, getattr(tf.raw_ops, start + "ThreadPoolDataset")(input_dataset=numbers(tf), thread_pool=tf.raw_ops.AnonymousMemoryCache().handle, **kinds(tf)))))
def table_of(tf, pairs=None):
    table = tf.raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64)
    tf.raw_ops.InitializeTableFromDataset(table_handle=table, dataset=(pairs or tf.data.Dataset.from_tensor_slices((["a", "b"], tf.constant([3, 4], tf.int64))))._variant_tensor)
    return plain(tf.raw_ops.LookupTableFindV2(table_handle=table, keys=["b", "c", "a"], default_value=tf.constant(-1, tf.int64))), plain(tf.raw_ops.LookupTableSizeV2(table_handle=table))
row("InitializeTableFromDataset", lambda tf: given(lambda: table_of(tf)))
row("InitializeTableFromDataset of no table", lambda tf: given(lambda: tf.raw_ops.InitializeTableFromDataset(table_handle=tf.raw_ops.AnonymousMemoryCache().handle, dataset=numbers(tf))))


# ---- examples ----

def examples(tf):
    feature = lambda **kw: tf.train.Feature(**kw)
    one = lambda i: tf.train.Example(features=tf.train.Features(feature={"a": feature(int64_list=tf.train.Int64List(value=[i])), "b": feature(float_list=tf.train.FloatList(value=[0.5] * i)), "c": feature(bytes_list=tf.train.BytesList(value=[b"x"] * i))})).SerializeToString()
    return tf.data.Dataset.from_tensor_slices([one(i) for i in range(4)]).batch(2)
def parsed(tf, op, calls=1, dataset=None, ragged=True, **kw):
    sparse = tf.SparseTensorSpec([None, None], tf.float32)
    types, shapes = [tf.int64, tf.variant], [tf.TensorShape([None]), tf.TensorShape(None)]
    spec = {"a": tf.TensorSpec([None], tf.int64), "b": sparse}
    more = {}
    if ragged:
        types.append(tf.variant)
        shapes.append(tf.TensorShape(None))
        spec["c"] = tf.RaggedTensorSpec([None, None], tf.string, row_splits_dtype=tf.int32)
        more = {"ragged_keys": ["c"], "ragged_value_types": [tf.string], "ragged_split_types": [tf.int32]}
    # The elements are sorted by their keys.
    variant = getattr(tf.raw_ops, op)(input_dataset=(dataset or examples(tf))._variant_tensor, num_parallel_calls=calls, dense_defaults=[tf.constant([], tf.int64)], sparse_keys=["b"], dense_keys=["a"], sparse_types=[tf.float32], dense_shapes=[tf.TensorShape([])], output_types=types, output_shapes=shapes, **more, **kw)
    def flat(e):
        return plain(e["a"]), plain(e["b"].indices), plain(e["b"].values), plain(e["b"].dense_shape), (plain(e["c"].flat_values), plain(e["c"].row_splits)) if ragged else None
    return [flat(e) for e in tf.data.experimental.from_variant(variant, spec)]
for op in ("ParseExampleDataset", "ParseExampleDatasetV2", "ExperimentalParseExampleDataset"):
    row(op, lambda tf, op=op: given(lambda: parsed(tf, op, ragged=op[0] == "P")))
    row(f"{op} in parallel", lambda tf, op=op: given(lambda: parsed(tf, op, 2, ragged=op[0] == "P")))
    row(f"{op} by none", lambda tf, op=op: given(lambda: parsed(tf, op, 0, ragged=False)))
    row(f"{op} by itself", lambda tf, op=op: given(lambda: parsed(tf, op, -1, ragged=False)))
    row(f"{op} of nonsense", lambda tf, op=op: given(lambda: parsed(tf, op, 1, tf.data.Dataset.from_tensors(["nonsense"]), ragged=False)))
    row(f"{op} of scalars", lambda tf, op=op: given(lambda: parsed(tf, op, 1, examples(tf).unbatch(), ragged=False)))
row("ParseExampleDataset sloppy", lambda tf: given(lambda: len(parsed(tf, "ParseExampleDataset", 2, sloppy=True))))
row("ParseExampleDatasetV2 by nonsense", lambda tf: given(lambda: len(parsed(tf, "ParseExampleDatasetV2", 2, deterministic="nonsense"))))


# ---- snapshots ----

def snapshot(tf, **kw):
    with tempfile.TemporaryDirectory() as folder:
        variant = tf.raw_ops.SnapshotDataset(input_dataset=numbers(tf), path=folder, **kw, **kinds(tf))
        return [elements(tf, variant), elements(tf, variant)]
for name, kw in {"": {}, "gzip": {"compression": "GZIP"}, "snappy": {"compression": "SNAPPY"}, "auto": {"compression": "AUTO"}, "nonsense": {"compression": "nonsense"}, "write": {"mode": "write"}, "read": {"mode": "read"}, "passthrough": {"mode": "passthrough"}, "no mode": {"mode": "nonsense"}, "named": {"mode": "write", "snapshot_name": "name"}}.items():
    row(f"SnapshotDataset {name}", lambda tf, kw=kw: given(lambda: snapshot(tf, **kw)))
def stored(tf):
    with tempfile.TemporaryDirectory() as folder:
        tf.data.Dataset.range(5).save(folder)
        shard = next(path for path, _, names in os.walk(folder) if any(name.endswith(".snapshot") for name in names))
        file = os.path.join(shard, os.listdir(shard)[0])
        read = lambda shard=shard, start=0, version=2, compression="": elements(tf, tf.raw_ops.SnapshotDatasetReader(
            shard_dir=shard, start_index=start, compression=compression, version=version, **kinds(tf)))
        chunk = lambda file=file, compression="": elements(tf, tf.raw_ops.SnapshotChunkDataset(chunk_file=file, compression=compression, **kinds(tf)))
        return [given(call) for call in (read, lambda: read(start=2), lambda: read(shard=shard + "x"), lambda: read(version=7), chunk, lambda: chunk(file=file + "x"))]
row("SnapshotDatasetReader", stored)
