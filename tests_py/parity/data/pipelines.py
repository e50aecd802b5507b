"""Pipelines for test_data_pipelines.py: functions of `tf` that both libraries run. What they give is compared as text."""

import collections

import numpy as np

ALL = []
Point = collections.namedtuple("Point", "x y")


def case(function):
    ALL.append(function)
    return function


def listed(dataset):
    """The elements as plain values, with dtypes, and the spec of the data set."""
    return [plain(element) for element in dataset], repr(dataset)


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        parts = [plain(item) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if hasattr(value, "element_spec"):
        return [plain(item) for item in value]
    if hasattr(value, "numpy"):
        return value.dtype.name, np.asarray(value.numpy()).tolist()
    return value


# ---- sources ----


@case
def ranges(tf):
    make = tf.data.Dataset.range
    return [
        listed(dataset)
        for dataset in (make(5), make(2, 5), make(1, 9, 3), make(5, 0, -2), make(0), make(3, output_type=tf.int32),
                        make(3, output_type=tf.float32), make(5, 1), make(tf.constant(3, tf.int64)))
    ]  # fmt: skip


@case
def range_without_bounds(tf):
    return tf.data.Dataset.range()


@case
def range_without_step(tf):
    return listed(tf.data.Dataset.range(0, 5, 0))


@case
def one_element(tf):
    make = tf.data.Dataset.from_tensors
    return [
        listed(make(value))
        for value in (
            1,
            [1.0, 2.0],
            "text",
            (1, [2, 3]),
            {"b": 1, "a": (2.0, "x")},
            Point(1, [2]),
            np.float64(3),
            None,
            ((), 1),
        )
    ]


@case
def slices(tf):
    make = tf.data.Dataset.from_tensor_slices
    return [
        listed(make(value))
        for value in (
            [1, 2, 3],
            [[1, 2], [3, 4]],
            ([1, 2], ["a", "b"]),
            {"b": [1.0, 2.0], "a": np.zeros([2, 3])},
            Point([1, 2], {"z": [3, 4]}),
            np.arange(6, dtype=np.int16).reshape([3, 2]),
            (np.array([1, 2]), (tf.constant([True, False]), np.array([b"q", b"r"]))),
            tf.zeros([0, 2]),
        )
    ]


@case
def slices_of_scalars(tf):
    return tf.data.Dataset.from_tensor_slices(3)


@case
def slices_of_unequal_sizes(tf):
    return tf.data.Dataset.from_tensor_slices(([1, 2], [1, 2, 3]))


@case
def slices_of_nothing(tf):
    return tf.data.Dataset.from_tensor_slices(())


@case
def lists(tf):
    make = tf.data.experimental.from_list
    return [listed(make(value)) for value in ([1, 2], [(1, "a"), (2, "b")], [{"x": 1.0}, {"x": 2.0}], [[1], [2, 3]])]


@case
def empty_list(tf):
    return tf.data.experimental.from_list([])


@case
def generators(tf):
    make = tf.data.Dataset.from_generator

    def pairs():
        for i in range(3):
            yield i, [i] * i

    signature = (tf.TensorSpec([], tf.int64), tf.TensorSpec([None], tf.float32))
    return [
        listed(make(lambda: range(3), tf.int32).map(lambda x: x + 1)),
        listed(make(lambda: range(3), tf.int64, [])),
        listed(make(pairs, (tf.int32, tf.float32), ([], [None]))),
        listed(make(pairs, output_signature=signature)),
        listed(make(pairs, output_signature=signature).repeat(2)),
        listed(
            make(
                lambda: [{"a": 1, "b": "x"}],
                output_signature={"a": tf.TensorSpec([]), "b": tf.TensorSpec([], tf.string)},
            )
        ),
        listed(make(lambda n, text: [text] * n, tf.string, [], args=(2, "abc"))),
        listed(make(lambda: iter([]), tf.string, [])),
        listed(make(lambda: [np.zeros([2, 2])], output_signature=tf.TensorSpec([2, None], tf.float64))),
    ]


@case
def generator_of_a_wrong_shape(tf):
    return listed(tf.data.Dataset.from_generator(lambda: [[1, 2]], output_signature=tf.TensorSpec([3], tf.int32)))


@case
def generator_of_a_wrong_type(tf):
    return listed(tf.data.Dataset.from_generator(lambda: ["a"], output_signature=tf.TensorSpec([], tf.int32)))


@case
def generator_of_a_wrong_structure(tf):
    return listed(tf.data.Dataset.from_generator(lambda: [1], output_types=(tf.int32, tf.int32)))


@case
def generator_that_is_none(tf):
    return tf.data.Dataset.from_generator([1, 2], tf.int32)


@case
def generator_without_types(tf):
    return tf.data.Dataset.from_generator(lambda: [1])


@case
def generator_with_types_and_signature(tf):
    return tf.data.Dataset.from_generator(lambda: [1], tf.int32, output_signature=tf.TensorSpec([]))


@case
def generator_that_fails(tf):
    def generate():
        yield 1
        raise ValueError("no more")

    iterator = iter(tf.data.Dataset.from_generator(generate, output_signature=tf.TensorSpec([], tf.int32)))
    return [plain(next(iterator)), next(iterator)]


@case
def counters(tf):
    return [
        listed(tf.data.Dataset.counter().take(3)),
        listed(tf.data.Dataset.counter(5, -2, tf.int32).take(3)),
        listed(tf.data.experimental.Counter(1, 2).take(2)),
    ]


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
            (1, 1, None), (2, 1, None), (3, 2, None), (4, 5, None), (20, 1, None), (2, 1, 1), (2, 1, 2), (3, 2, 3), (4, 1, -1),
        )
    ] + [listed(numbers.interleave(inner)), listed(numbers.interleave(inner, num_parallel_calls=tf.data.AUTOTUNE, deterministic=True))]  # fmt: skip


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
            numbers.apply(tf.data.experimental.take_while(lambda x: x < 2)), numbers.batch(2).apply(tf.data.experimental.unbatch()),
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


# ---- numbers of elements ----


@case
def cardinalities(tf):
    make = tf.data.Dataset
    n = make.range(10)
    unknown = n.filter(lambda x: True)
    endless = n.repeat()
    found = []
    for d in (
        n, make.range(3, 0), make.from_tensors(1), make.from_tensor_slices([1, 2]), n.map(lambda x: x), n.batch(3),
        n.batch(3, drop_remainder=True), n.batch(2).unbatch(), n.take(3), n.take(-1), n.take(30), n.skip(3), n.skip(-1),
        n.repeat(3), n.repeat(0), endless, endless.take(5), endless.skip(5), endless.batch(2), unknown, unknown.batch(2),
        unknown.take(0), unknown.repeat(), unknown.take(3), n.concatenate(n), n.concatenate(endless),
        n.concatenate(unknown), make.zip(n, n.take(3)), make.zip(n, endless), make.zip(endless, endless), make.zip(n, unknown),
        n.shuffle(3), n.prefetch(1), n.cache(), n.shard(3, 0), n.shard(3, 1), n.window(3), n.window(3, 1, 1, True),
        n.flat_map(lambda x: n), n.interleave(lambda x: n), n.take_while(lambda x: True), n.scan(0, lambda s, x: (s, x)),
        n.enumerate(), n.unique(), make.random(1), n.padded_batch(3), n.group_by_window(lambda x: x, lambda k, g: g, 1),
        make.choose_from_datasets([n, n], n), make.sample_from_datasets([n, n]), make.sample_from_datasets([n, endless]),
        n.apply(tf.data.experimental.assert_cardinality(10)), n.ignore_errors(), n.batch(5).rebatch(2),
        make.from_generator(lambda: [1], tf.int32), tf.data.experimental.from_list([1, 2, 3]), n.map(lambda x: x, num_parallel_calls=2),
    ):  # fmt: skip
        found.append(int(d.cardinality().numpy()))
    return found


@case
def lengths(tf):
    numbers = tf.data.Dataset.range(5)
    return len(numbers), len(numbers.batch(2)), bool(numbers.take(0)), numbers.cardinality().dtype.name


@case
def length_without_end(tf):
    return len(tf.data.Dataset.range(5).repeat())


@case
def unknown_length(tf):
    return len(tf.data.Dataset.range(5).filter(lambda x: True))


@case
def constants(tf):
    return tf.data.AUTOTUNE, tf.data.INFINITE_CARDINALITY, tf.data.UNKNOWN_CARDINALITY


# ---- iterators, specs, options ----


@case
def numpy_iterators(tf):
    dataset = tf.data.Dataset.range(3).map(lambda x: (x, {"a": [1.0, 2.0], "b": "s"}))
    return repr(list(dataset.as_numpy_iterator())), [
        type(x).__name__ for x in tf.data.Dataset.range(1).as_numpy_iterator()
    ]


@case
def numpy_iterator_of_windows(tf):
    return list(tf.data.Dataset.range(3).window(2).as_numpy_iterator())


@case
def iterators(tf):
    iterator = iter(tf.data.Dataset.range(3))
    first = iterator.get_next()
    optional = iterator.get_next_as_optional()
    last = next(iterator)
    ended = iterator.get_next_as_optional()
    return [
        plain([first, optional.get_value(), last, optional.has_value(), ended.has_value()]),
        iterator.element_spec, ended.element_spec, iterator._type_spec, isinstance(iterator, tf.data.Iterator),
        isinstance(optional, tf.experimental.Optional), next(iterator, "end"), iter(iterator) is iterator,
        optional._type_spec,
    ]  # fmt: skip


@case
def end_of_an_iterator(tf):
    iterator = iter(tf.data.Dataset.range(1))
    return [plain(iterator.get_next()), iterator.get_next()]


@case
def value_of_no_optional(tf):
    return tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32)).get_value()


@case
def optionals(tf):
    full = tf.experimental.Optional.from_value({"a": 1, "b": (2.0, "x")})
    empty = tf.experimental.Optional.empty(tf.TensorSpec([None], tf.int32))
    return plain([full.get_value(), full.has_value(), empty.has_value()]), full.element_spec, empty.element_spec


@case
def specs(tf):
    dataset = tf.data.Dataset.range(3).map(lambda x: (x, {"a": [x]}))
    spec = tf.data.DatasetSpec(tf.TensorSpec([None], tf.int32))
    return [
        dataset.element_spec, dataset._type_spec, spec, spec == tf.data.DatasetSpec(tf.TensorSpec([None], tf.int32)),
        spec.is_compatible_with(tf.data.Dataset.from_tensors([1])), spec.element_spec, tf.type_spec_from_value(dataset),
        tf.data.DatasetSpec.from_value(dataset) == dataset._type_spec, isinstance(dataset, tf.data.Dataset),
        tf.data.experimental.get_structure(dataset), isinstance(dataset, tf.data.Iterator), spec.value_type.__name__[:7],
        tf.data.IteratorSpec(tf.TensorSpec([])), spec.is_subtype_of(spec), tf.nest.is_nested(dataset),
        len(tf.nest.flatten(dataset, expand_composites=True)),
    ]  # fmt: skip


@case
def options(tf):
    options = tf.data.Options()
    before = (
        options.deterministic,
        options.threading.private_threadpool_size,
        options.experimental_optimization.map_fusion,
    )
    options.deterministic = False
    options.threading.private_threadpool_size = 3
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    other = tf.data.Options()
    other.autotune.enabled = True
    dataset = tf.data.Dataset.range(3).with_options(options).map(lambda x: x).with_options(other)
    got = dataset.options()
    return [
        before, got.deterministic, got.threading.private_threadpool_size, got.autotune.enabled,
        got.experimental_distribute.auto_shard_policy, options == other, options == options.merge(tf.data.Options()),
        tf.data.Options() == tf.data.Options(), tf.data.Options() != options, got.experimental_slack,
        tf.data.experimental.ExternalStatePolicy.WARN, list(tf.data.experimental.AutoShardPolicy), tf.data.Options().dataset_name,
    ]  # fmt: skip


@case
def option_of_a_wrong_type(tf):
    tf.data.Options().deterministic = 3


@case
def option_that_is_none(tf):
    tf.data.Options().speed = 3


@case
def change_of_used_options(tf):
    tf.data.Dataset.range(3).options().deterministic = True


# ---- orders ----


@case
def shuffles(tf):
    make = tf.data.Dataset
    found = []
    for seed in (None, 7):
        tf.random.set_seed(42)
        for dataset in (
            make.range(10).shuffle(3, seed=seed), make.range(10).shuffle(100, seed=seed), make.range(5).shuffle(1, seed=seed),
            make.range(6).shuffle(4, seed=seed).repeat(3), make.range(6).repeat(3).shuffle(4, seed=seed),
            make.range(6).shuffle(4, seed=seed, reshuffle_each_iteration=False).repeat(3),
            make.range(6).shuffle(4, seed=seed).batch(2).repeat(2), make.range(8).shuffle(3, seed=seed).shuffle(3, seed=seed),
            make.range(3).shuffle(5, seed=seed).repeat().take(20), make.range(20).shuffle(tf.constant(5, tf.int64), seed),
            make.range(6).shuffle(10, seed=seed).repeat(2).batch(4), make.range(0).shuffle(3, seed=seed).repeat().take(1),
            make.range(4).shuffle(2, seed=seed).take(3).repeat(2), make.range(4).map(lambda x: -x).shuffle(2, seed).cache().repeat(2),
            make.range(5).shuffle(2, seed).prefetch(1).repeat(2), make.range(5).shuffle(3, seed).skip(1).repeat(2),
        ):  # fmt: skip
            found += [listed(dataset), listed(dataset), listed(dataset)]
    return found


@case
def shuffles_with_seeds(tf):
    found = []
    for seed in (0, 1, 2**31 - 1, -3, 2**40):
        tf.random.set_seed(0)
        found.append(listed(tf.data.Dataset.range(8).shuffle(5, seed=seed)))
    tf.random.set_seed(11)
    return found + [listed(tf.data.Dataset.range(8).shuffle(5)) for _ in range(4)]


@case
def shuffle_of_nothing(tf):
    return tf.data.Dataset.range(8).shuffle(0)


@case
def random_numbers(tf):
    make = tf.data.Dataset.random
    tf.random.set_seed(3)
    found = []
    for dataset in (
        make(seed=4).take(5),
        make(4, rerandomize_each_iteration=True).take(3),
        make().take(3),
        make(seed=0).take(2),
    ):
        found += [listed(dataset), listed(dataset)]
    return found


@case
def samples(tf):
    make = tf.data.Dataset
    tf.random.set_seed(3)
    a, b, c = make.from_tensors("a").repeat(), make.from_tensors("b").repeat(), make.from_tensors("c").repeat(3)
    found = []
    for dataset in (
        make.sample_from_datasets([a, b], seed=5).take(20),
        make.sample_from_datasets([a, b], weights=[0.9, 0.1], seed=5).take(20),
        make.sample_from_datasets([a, b, c], weights=[0.2, 0.3, 0.5]).take(20),
        make.sample_from_datasets([c, a, c], stop_on_empty_dataset=True, seed=1),
        make.sample_from_datasets([a, b], seed=5, rerandomize_each_iteration=True).take(9),
        make.sample_from_datasets([c], seed=5),
    ):
        found += [listed(dataset), listed(dataset)]
    return found


@case
def sample_with_wrong_weights(tf):
    return tf.data.Dataset.sample_from_datasets([tf.data.Dataset.range(3)] * 2, weights=[1.0])


@case
def sample_from_nothing(tf):
    return tf.data.Dataset.sample_from_datasets([])
