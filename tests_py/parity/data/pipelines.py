"""Pipelines for parity/data/test_pipelines.py: functions of `tf` that both libraries run. What they give is compared as text."""

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


def given(call):
    """What a call gives, or the name of the class of its exception."""
    try:
        return call()
    except Exception as error:
        return [name for name in (cls.__name__ for cls in type(error).__mro__) if name != "OpError"][:1]


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
def generators_of_tensors_in_parts(tf):
    def sparse():
        for i in range(2):
            yield tf.SparseTensor([[0, i]], [1.0], [1, 3]), np.ones([1, 2], np.float32)

    def ragged():
        yield tf.ragged.constant([[1], [2, 3]]), [1]

    make = tf.data.Dataset.from_generator
    numbers = tf.TensorSpec([1, None], tf.float32)
    first = make(sparse, output_signature=(tf.SparseTensorSpec([None, 3], tf.float32), numbers))
    second = make(ragged, output_signature=(tf.RaggedTensorSpec([2, None], tf.int32), tf.TensorSpec([1], tf.int32)))
    return [
        [(tf.sparse.to_dense(a).numpy().tolist(), b.numpy().tolist()) for a, b in first],
        [(a.to_list(), b.numpy().tolist()) for a, b in second],
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
        make.from_generator(lambda: [1], tf.int32), tf.data.experimental.from_list([1, 2, 3]),
        n.map(lambda x: x, num_parallel_calls=2), n.batch(5, drop_remainder=True).unbatch(),
        make.from_tensors([1, 2]).unbatch(), make.from_tensors(tf.ragged.constant([[1, 2], [3]])).unbatch(),
        make.from_tensor_slices(tf.ragged.constant([[1], [2]])).batch(2).unbatch(),
        make.from_tensors(tf.sparse.from_dense([[1.0, 0.0]])).unbatch(), make.from_tensors(tf.zeros([0, 2])).unbatch(),
        endless.batch(2, drop_remainder=True).unbatch(), unknown.batch(2, drop_remainder=True).unbatch(),
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
def members_of_iterators(tf):
    dataset = tf.data.Dataset.range(3).map(lambda x: (x, {"a": [1.0, 2.0], "b": "s"}))
    iterators = iter(dataset), tf.compat.v1.data.make_one_shot_iterator(dataset)
    return [
        (one.next(), one.output_types, one.output_shapes, repr(one.output_classes).count("Tensor"), one.element_spec)
        for one in iterators
    ]


@case
def numpy_iterator_of_windows(tf):
    return list(tf.data.Dataset.range(3).window(2).as_numpy_iterator())


@case
def saved_numpy_iterators(tf):
    numbers = tf.data.Dataset.range(10).shuffle(5, seed=42)
    iterator = numbers.as_numpy_iterator()
    before = [int(next(iterator)) for _ in range(3)]
    state = iterator.save()
    rest = [int(x) for x in iterator]
    iterator.restore(state)
    again = [int(x) for x in iterator]
    other = numbers.as_numpy_iterator()
    other.restore(state)
    refused = []
    for damaged in (1, "abc"):
        try:
            other.restore(tf.constant(damaged))
        except ValueError:
            refused.append("ValueError")
        except tf.errors.OpError:
            refused.append("OpError")
    return before, rest, again, [int(x) for x in other], state.dtype, state.shape, refused


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
def optional_that_stands_in_for_another(tf):
    @tf.function
    def chosen(x):
        empty = tf.experimental.Optional.empty(None)

        def full():
            made = tf.experimental.Optional.from_value({"a": x})
            empty._element_spec = made.element_spec
            return made

        return tf.cond(x > 0, full, lambda: empty).has_value(), empty.element_spec

    return [chosen(tf.constant(1)), chosen(tf.constant(0))]


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
            make.range(4).shuffle(2, seed=seed).take(3).repeat(2),
            make.range(4).map(lambda x: -x).shuffle(2, seed).cache().repeat(2),
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


@case
def as_arrays(tf):
    """Ragged and sparse elements as arrays."""
    ragged, make = tf.ragged.constant, tf.data.Dataset.from_tensors
    values = (
        ragged([[1], [2, 3]]), ragged([[1, 2], [2, 3]]), ragged([["a"], ["b", "c"]]), ragged([[[1]], [[2], [3]]]),
        tf.sparse.from_dense([1.0, 0.0]),
    )  # fmt: skip
    found = []
    for value in values:
        for array in make({"value": value}).as_numpy_iterator():
            found.append((type(array["value"]).__name__, str(array["value"].dtype), str(array["value"].tolist())))
    return found
