"""Pipelines, as in pipelines.py: what is computed from single elements and from several."""

import collections

import numpy as np

from parity.data.pipelines import case, listed, plain

Point = collections.namedtuple("Point", "x y")


# ---- transformations ----


@case
def maps(tf):
    numbers = tf.data.Dataset.range(4)
    return [
        listed(dataset)
        for dataset in (
            numbers.map(lambda x: x * 2),
            numbers.map(lambda x: (x, x)),
            numbers.map(lambda x: (x, x)).map(lambda a, b: a + b),
            numbers.map(lambda x: [x, x]),
            numbers.map(lambda x: {"k": x, "l": [x, x]}),
            numbers.map(lambda x: {"k": x}).map(lambda d: d["k"]),
            numbers.map(lambda x: Point(x, 1)).map(lambda p: p.x + tf.cast(p.y, tf.int64)),
            numbers.map(lambda x: 7),
            numbers.map(lambda x: "text"),
            numbers.map(lambda x: tf.strings.as_string(x)),
            numbers.map(lambda x: None),
            numbers.map(lambda x: (x, None)),
            numbers.map(lambda x: x, num_parallel_calls=2),
            numbers.map(lambda x: x, num_parallel_calls=tf.data.AUTOTUNE, deterministic=True),
            numbers.map(tf.function(lambda x: x * x)),
            numbers.map(lambda *args: args),
            numbers.map(lambda x: tf.fill([x], 1)),
        )
    ]


@case
def map_with_control_flow(tf):
    def function(x):
        if x % 2 == 0:
            total = tf.constant(0, tf.int64)
            for i in tf.range(x):
                total += i
            return total
        return -x

    return listed(tf.data.Dataset.range(6).map(function))


@case
def map_that_captures(tf):
    variable, large = tf.Variable(3, dtype=tf.int64), tf.range(1000, dtype=tf.int64)
    dataset = tf.data.Dataset.range(3).map(lambda x: x * variable + tf.reduce_sum(large))
    before = listed(dataset)
    variable.assign(5)
    return before, listed(dataset)


@case
def map_that_writes(tf):
    count = tf.Variable(0)
    dataset = tf.data.Dataset.range(4).map(lambda x: (x, count.assign_add(1)))
    return listed(dataset), count.numpy()


@case
def map_of_a_wrong_function(tf):
    return tf.data.Dataset.range(3).map(lambda: 1)


@case
def map_to_an_object(tf):
    return tf.data.Dataset.range(3).map(lambda x: object())


@case
def map_that_fails(tf):
    return listed(
        tf.data.Dataset.range(3).map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x, tf.float32), "x"))
    )


@case
def map_that_fails_in_parallel(tf):
    dataset = tf.data.Dataset.range(3).map(lambda x: tf.debugging.Assert(x < 2, ["large"]) or x, num_parallel_calls=2)
    return listed(dataset)


@case
def iteration_after_an_error(tf):
    iterator = iter(
        tf.data.Dataset.range(4).map(lambda x: tf.debugging.check_numerics(1.0 / (tf.cast(x, tf.float32) - 1), "x"))
    )
    found = []
    for _ in range(5):
        try:
            found.append(plain(next(iterator)))
        except tf.errors.InvalidArgumentError:
            found.append("error")
        except StopIteration:
            found.append("end")
    return found


@case
def map_to_random_numbers(tf):
    numbers = tf.data.Dataset.range(3)
    tf.random.set_seed(5)
    found = []
    for dataset in (
        numbers.map(lambda x: tf.random.uniform([], seed=1)),
        numbers.map(lambda x: tf.random.uniform([], seed=1)).repeat(2),
        numbers.map(lambda x: tf.random.normal([2], seed=x if False else 3)).batch(2),
        numbers.filter(lambda x: tf.random.uniform([], seed=4) < 0.5),
        numbers.map(tf.function(lambda x: tf.random.uniform([], 0, 100, tf.int32, seed=8))),
        numbers.map(lambda x: tf.random.stateless_uniform([], [x, 1])),
        numbers.flat_map(lambda x: tf.data.Dataset.range(2).map(lambda y: tf.random.uniform([], seed=2))),
    ):
        found += [listed(dataset), listed(dataset)]
    return found


@case
def map_of_a_python_function(tf):
    dataset = tf.data.Dataset.range(3)
    return [
        listed(dataset.map(lambda x: tf.py_function(lambda y: y * 2, [x], tf.int64))),
        listed(dataset.map(lambda x: tf.numpy_function(lambda y: y + 1, [x], tf.int64), num_parallel_calls=2)),
    ]


@case
def python_function_that_fails(tf):
    def fail(x):
        raise KeyError("missing")

    return listed(tf.data.Dataset.range(2).map(lambda x: tf.py_function(fail, [x], tf.int64)))


@case
def batches(tf):
    numbers = tf.data.Dataset.range(7)
    return [
        listed(dataset)
        for dataset in (
            numbers.batch(3),
            numbers.batch(3, drop_remainder=True),
            numbers.batch(10),
            numbers.batch(10, drop_remainder=True),
            numbers.batch(tf.constant(2, tf.int64)),
            numbers.batch(2).batch(2, True),
            numbers.map(lambda x: (x, tf.strings.as_string(x), {"f": [1.0, 2.0]})).batch(4),
            numbers.batch(2, num_parallel_calls=2, deterministic=False),
            numbers.map(lambda x: None).batch(3),
        )
    ]


@case
def batches_of_nothing(tf):
    return tf.data.Dataset.range(3).batch(0)


@case
def batches_of_unequal_shapes(tf):
    return listed(tf.data.Dataset.range(3).map(lambda x: tf.fill([x], 1)).batch(2))


@case
def padded_batches(tf):
    rows = tf.data.Dataset.range(1, 6).map(lambda x: tf.fill([x], x))
    pairs = rows.map(lambda x: (x, tf.cast(tf.size(x), tf.float32)))
    words = rows.map(lambda x: tf.strings.as_string(x))
    blocks = tf.data.Dataset.range(1, 4).map(lambda x: tf.fill([x, 4 - x], tf.cast(x, tf.int32)))
    return [
        listed(dataset)
        for dataset in (
            rows.padded_batch(2),
            rows.padded_batch(2, drop_remainder=True),
            rows.padded_batch(2, [7]),
            rows.padded_batch(2, [None], tf.constant(-1, tf.int64)),
            pairs.padded_batch(2),
            pairs.padded_batch(2, ([None], [])),
            pairs.padded_batch(2, ([6], []), (tf.constant(9, tf.int64), 0.5)),
            words.padded_batch(2),
            words.padded_batch(2, padding_values="-"),
            blocks.padded_batch(3),
            blocks.padded_batch(3, [3, None]),
            rows.map(lambda x: {"a": x, "b": x > 2}).padded_batch(2, {"a": [5], "b": [None]}),
        )
    ]


@case
def padded_batches_that_are_too_small(tf):
    return listed(tf.data.Dataset.range(1, 6).map(lambda x: tf.fill([x], x)).padded_batch(2, [2]))


@case
def padded_batches_of_a_wrong_rank(tf):
    return tf.data.Dataset.range(3).padded_batch(2, [2])


@case
def padding_of_a_wrong_dtype(tf):
    return tf.data.Dataset.range(3).batch(2).padded_batch(2, padding_values=-1)


@case
def padded_batches_of_a_wrong_type(tf):
    return tf.data.Dataset.range(3).batch(2).padded_batch(2, [2], "text")


@case
def unbatches(tf):
    numbers = tf.data.Dataset.range(5)
    return [
        listed(numbers.batch(2).unbatch()),
        listed(tf.data.Dataset.from_tensors((tf.zeros([2, 3]), [1, 2])).unbatch()),
        listed(tf.data.Dataset.from_tensors({"a": ["x", "y"]}).unbatch().batch(1)),
        listed(numbers.batch(4).rebatch(3)),
        listed(numbers.batch(4).rebatch(2, drop_remainder=True)),
        listed(numbers.batch(4).rebatch([2, 1])),
        listed(numbers.batch(1).rebatch(3)),
    ]


@case
def unbatch_of_scalars(tf):
    return tf.data.Dataset.range(3).unbatch()


@case
def unbatch_of_unequal_sizes(tf):
    return listed(tf.data.Dataset.from_tensors(([1, 2], [1])).unbatch())


@case
def selections(tf):
    numbers = tf.data.Dataset.range(10)
    return [
        listed(dataset)
        for dataset in (
            numbers.take(3), numbers.take(-1), numbers.take(0), numbers.take(20),
            numbers.skip(7), numbers.skip(-1), numbers.skip(20), numbers.skip(2).take(3),
            numbers.filter(lambda x: x % 3 == 0), numbers.filter(lambda x: x > 20), numbers.filter(lambda x: True),
            numbers.take_while(lambda x: x < 4), numbers.take_while(lambda x: x > 4),
            numbers.shard(3, 0), numbers.shard(3, 2), numbers.batch(4).shard(2, 1), numbers.shard(20, 15),
            tf.data.Dataset.from_tensor_slices([3, 1, 3, 2, 1]).unique(),
            tf.data.Dataset.from_tensor_slices(["b", "a", "b"]).unique(),
            numbers.repeat(2).skip(15), numbers.take(2).repeat(3), numbers.take(0).repeat(3), numbers.repeat().take(12),
            numbers.repeat(0), numbers.repeat(-1).take(11), numbers.take(2).repeat(tf.constant(2, tf.int64)),
            numbers.take(3).concatenate(numbers.skip(8)), numbers.take(2).cache().repeat(2),
            numbers.enumerate(start=5).take(2), numbers.map(lambda x: (x, x)).enumerate().skip(8),
            numbers.map(lambda x: {"a": x}).filter(lambda d: d["a"] > 7),
            numbers.map(lambda x: (x, -x)).filter(lambda a, b: a + b == 0).take(2),
        )
    ]  # fmt: skip


@case
def filter_by_a_number(tf):
    return tf.data.Dataset.range(3).filter(lambda x: x)


@case
def filter_by_a_vector(tf):
    return tf.data.Dataset.range(3).batch(2).filter(lambda x: x > 1)


@case
def shard_out_of_range(tf):
    return tf.data.Dataset.range(3).shard(2, 2)


@case
def unique_floats(tf):
    return tf.data.Dataset.from_tensor_slices([1.0]).unique()


@case
def zips(tf):
    a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 20)
    make = tf.data.Dataset.zip
    return [
        listed(dataset)
        for dataset in (
            make(a, b),
            make((a, b)),
            make((a, (b, a))),
            make({"x": a, "y": b}),
            make(a),
            make(datasets=(a, b)),
            make((a,)),
        )
    ]


@case
def zip_of_a_list(tf):
    return listed(tf.data.Dataset.zip([tf.data.Dataset.range(3)]))


@case
def zip_of_nothing(tf):
    return tf.data.Dataset.zip()


@case
def zip_of_numbers(tf):
    return tf.data.Dataset.zip(tf.data.Dataset.range(3), 3)


@case
def concatenations(tf):
    numbers = tf.data.Dataset.range(3)
    rows = numbers.map(lambda x: tf.zeros([2]))
    return [listed(numbers.concatenate(numbers)), listed(rows.concatenate(numbers.map(lambda x: tf.zeros([3]))))]


@case
def concatenation_of_dtypes(tf):
    return tf.data.Dataset.range(3).concatenate(tf.data.Dataset.from_tensors("a"))


@case
def concatenation_of_structures(tf):
    return tf.data.Dataset.range(3).concatenate(tf.data.Dataset.from_tensors((1, 2)))


@case
def flat_maps(tf):
    make = tf.data.Dataset
    return [
        listed(make.range(4).flat_map(lambda x: make.range(x))),
        listed(make.range(3).flat_map(lambda x: make.from_tensors((x, "a")).repeat(2))),
        listed(make.from_tensor_slices([[1, 2], [3, 4]]).flat_map(make.from_tensor_slices)),
        listed(make.range(3).flat_map(lambda x: make.range(2).map(lambda y: x * 10 + y))),
    ]


@case
def interleaves(tf):
    make = tf.data.Dataset

    def inner(x):
        return make.range(x, x + 3 + x % 2).map(lambda y: x * 10 + y)

    numbers = make.range(1, 8)
    return [
        listed(numbers.interleave(inner, cycle_length=cycle, block_length=block, num_parallel_calls=calls))
        for cycle, block, calls in (
            (1, 1, None),
            (2, 1, None),
            (3, 2, None),
            (4, 5, None),
            (20, 1, None),
            (2, 1, 1),
            (2, 1, 2),
            (3, 2, 3),
            (4, 1, -1),
        )
    ] + [
        listed(numbers.interleave(inner)),
        listed(numbers.interleave(inner, num_parallel_calls=tf.data.AUTOTUNE, deterministic=True)),
    ]


@case
def interleave_without_a_cycle(tf):
    return tf.data.Dataset.range(3).interleave(lambda x: tf.data.Dataset.range(2), cycle_length=0)


@case
def scans(tf):
    numbers = tf.data.Dataset.range(5)
    zero = tf.constant(0, tf.int64)
    return [
        listed(numbers.scan(zero, lambda total, x: (total + x, total + x))),
        listed(numbers.scan((zero, 1.0), lambda state, x: ((state[0] + x, state[1] * 2), (x, state[1])))),
        listed(numbers.scan(tf.zeros([0], tf.int64), lambda seen, x: (tf.concat([seen, [x]], 0), seen))),
    ]


@case
def scan_to_one_thing(tf):
    return tf.data.Dataset.range(5).scan(0, lambda state, x: state)


@case
def scan_to_another_dtype(tf):
    return tf.data.Dataset.range(5).scan(0, lambda state, x: (1.0, x))


@case
def reductions(tf):
    numbers = tf.data.Dataset.range(5)
    zero = tf.constant(0, tf.int64)
    return plain(
        [
            numbers.reduce(zero, lambda total, x: total + x),
            numbers.reduce(np.int64(0), lambda total, x: total + x),
            numbers.reduce((zero, 0), lambda state, x: (state[0] + x, state[1] + 1)),
            numbers.reduce({"a": zero}, lambda state, x: {"a": state["a"] - x}),
            numbers.map(lambda x: (x, x)).reduce(zero, lambda total, pair: total + pair[0] * pair[1]),
            numbers.take(0).reduce(7, lambda total, x: total),
            numbers.reduce(tf.zeros([0], tf.int64), lambda seen, x: tf.concat([seen, [x]], 0)),
        ]
    )


@case
def reduction_to_another_dtype(tf):
    return tf.data.Dataset.range(5).reduce(0, lambda total, x: x)


@case
def reduction_to_another_structure(tf):
    return tf.data.Dataset.range(5).reduce(0, lambda total, x: (total, total))


@case
def windows(tf):
    numbers = tf.data.Dataset.range(7)
    pairs = numbers.map(lambda x: (x, {"s": tf.strings.as_string(x)}))
    return [
        listed(dataset)
        for dataset in (
            numbers.window(3), numbers.window(3, 1), numbers.window(3, 1, drop_remainder=True), numbers.window(2, 4),
            numbers.window(3, 2, 2), numbers.window(3, 2, 2, True), numbers.window(10), numbers.window(2, stride=3),
            pairs.window(3), numbers.window(3, shift=1).flat_map(lambda w: w.batch(3, drop_remainder=True)),
            pairs.window(2).flat_map(lambda a, b: tf.data.Dataset.zip((a.batch(2), b["s"].batch(2)))),
            numbers.window(2).map(lambda w: w.reduce(tf.constant(0, tf.int64), lambda a, b: a + b)),
        )
    ]  # fmt: skip


@case
def empty_windows(tf):
    return tf.data.Dataset.range(3).window(0)


@case
def groups(tf):
    numbers = tf.data.Dataset.range(11)
    return [
        listed(numbers.group_by_window(lambda x: x % 2, lambda key, group: group.batch(3), window_size=3)),
        listed(numbers.group_by_window(lambda x: x % 3, lambda key, group: group.map(lambda x: (key, x)), 4)),
        listed(
            numbers.group_by_window(
                lambda x: x % 2, lambda key, group: group.batch(10), window_size_func=lambda key: key + 2
            )
        ),
    ]


@case
def groups_without_a_size(tf):
    return tf.data.Dataset.range(3).group_by_window(lambda x: x, lambda key, group: group)


@case
def rebatched_in_turns(tf):
    def of(dataset):
        found = []
        for sizes in (
            1,
            2,
            3,
            [2, 2],
            [4, 4],
            [1, 3],
            [3, 1],
            0,
            [0, 1],
            [1, 0],
            [0, 0, 4],
            [2, 0, 2],
            [1, 1, 1, 1, 0],
        ):
            for drop_remainder in (False, True):
                found.append(listed(dataset.rebatch(sizes, drop_remainder=drop_remainder).take(20)))
        return found

    rows = tf.data.Dataset.range(9)
    return [
        of(rows.batch(4)),
        of(rows.batch(3, drop_remainder=True)),
        of(rows.take(0).batch(4, drop_remainder=True)),
        of(rows.map(lambda x: (tf.ones([tf.size([x]), 3]), tf.strings.as_string(x))).batch(1)),
    ]


@case
def room_in_padded_shapes(tf):
    make, found = tf.data.Dataset, []
    for rows in (make.range(3), make.from_tensors([1, 2, 3]), make.from_tensors([[1, 2, 3]])):
        for shape in ([1], [3], [4], [-1], [None], [], [1, 3], [-1, 3], tf.constant([1], tf.int64), tf.constant([-1])):
            try:
                found.append(repr(rows.padded_batch(5, padded_shapes=shape)))
            except (TypeError, ValueError) as error:
                found.append(type(error).__name__)

    def grown(n):
        row = tf.fill([n], n)
        return row, tf.strings.as_string(row), {"structure": tf.strings.as_string(row)}

    grow = make.from_tensor_slices([1, 2]).map(grown)
    shapes = ([-1], [-1], {"structure": [-1]})
    return found, [
        listed(grow.padded_batch(2, padded_shapes=shapes, padding_values=values))
        for values in ((-1, "<end>", None), (None, None, None))
    ]


@case
def buckets(tf):
    rows = tf.data.Dataset.from_tensor_slices([3, 1, 7, 2, 8, 5, 4, 6, 1]).map(lambda n: tf.fill([n], n))

    def length(row):
        return tf.shape(row)[0]

    return [
        listed(rows.bucket_by_sequence_length(length, [3, 6], [2, 2, 2])),
        listed(rows.bucket_by_sequence_length(length, [3, 6], [2, 3, 2], drop_remainder=True)),
        listed(
            rows.bucket_by_sequence_length(length, [4, 9], [2, 2, 2], pad_to_bucket_boundary=True, padding_values=-1)
        ),
        listed(
            rows.map(lambda r: (r, 1)).bucket_by_sequence_length(
                lambda r, _: length(r), [5], [3, 3], padded_shapes=([None], [])
            )
        ),
        listed(rows.bucket_by_sequence_length(length, [], [4])),
    ]


@case
def buckets_without_a_size(tf):
    return tf.data.Dataset.range(3).bucket_by_sequence_length(lambda x: 1, [3], [1])


@case
def choices(tf):
    make = tf.data.Dataset
    sources = [make.from_tensors("a").repeat(2), make.from_tensors("b").repeat(3), make.from_tensors("c")]
    turns = make.range(3).repeat(3)
    return [
        listed(make.choose_from_datasets(sources, turns)),
        listed(make.choose_from_datasets(sources, turns, stop_on_empty_dataset=False)),
        listed(tf.data.experimental.choose_from_datasets(sources, turns)),
    ]


@case
def choice_out_of_range(tf):
    return listed(tf.data.Dataset.choose_from_datasets([tf.data.Dataset.range(3)] * 2, tf.data.Dataset.range(3)))


@case
def choice_by_floats(tf):
    return tf.data.Dataset.choose_from_datasets([tf.data.Dataset.range(3)], tf.data.Dataset.from_tensors(1.0))


@case
def choice_from_nothing(tf):
    return tf.data.Dataset.choose_from_datasets([], tf.data.Dataset.range(3))


@case
def others(tf):
    numbers = tf.data.Dataset.range(4)
    options = tf.data.Options()
    options.deterministic = False
    return [
        listed(dataset)
        for dataset in (
            numbers.prefetch(2), numbers.prefetch(tf.data.AUTOTUNE), numbers.prefetch(0), numbers.cache(),
            numbers.with_options(options), numbers.apply(lambda d: d.map(lambda x: -x)),
            numbers.apply(tf.data.experimental.assert_cardinality(4)),
            numbers.map(lambda x: tf.debugging.check_numerics(1 / x, "")).ignore_errors(),
            numbers.apply(tf.data.experimental.unique()), numbers.apply(tf.data.experimental.enumerate_dataset(3)),
            numbers.apply(tf.data.experimental.map_and_batch(lambda x: x + 1, 3)),
            numbers.apply(tf.data.experimental.take_while(lambda x: x < 2)),
            numbers.batch(2).apply(tf.data.experimental.unbatch()),
        )
    ]  # fmt: skip


@case
def wrong_cardinality(tf):
    return listed(tf.data.Dataset.range(4).apply(tf.data.experimental.assert_cardinality(5)))


@case
def application_of_nothing(tf):
    return tf.data.Dataset.range(4).apply(lambda d: 3)


@case
def single_elements(tf):
    return plain(
        [tf.data.Dataset.range(1).get_single_element(), tf.data.Dataset.range(3).batch(5).get_single_element()]
    )


@case
def single_element_of_many(tf):
    return tf.data.Dataset.range(2).get_single_element()


@case
def single_element_of_none(tf):
    return tf.data.Dataset.range(0).get_single_element()
