"""Pipelines, as in pipelines.py: of ragged and sparse tensors."""

from parity.data.pipelines import case


def ragged(tf):
    return tf.ragged.constant([[1, 2], [3], [], [4, 5, 6]])


def deep(tf):
    return tf.ragged.constant([[[1, 2], [3]], [], [[4]]])


def sparse(tf):
    return tf.sparse.from_dense([[1, 0, 2], [0, 0, 0], [0, 3, 0], [4, 0, 0]])


def plain(tf, value):
    if isinstance(value, dict):
        return {key: plain(tf, part) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple([plain(tf, part) for part in value])
    if isinstance(value, tf.SparseTensor):
        return "sparse", value.shape.as_list(), tf.sparse.to_dense(value).numpy().tolist()
    if isinstance(value, tf.RaggedTensor):
        return "ragged", value.dtype.name, value.to_list(), value.shape.as_list()
    return value.dtype.name, value.numpy().tolist()


def listed(tf, dataset):
    return [plain(tf, element) for element in dataset], repr(dataset)


@case
def ragged_elements(tf):
    make, value = tf.data.Dataset, ragged(tf)
    rows = make.range(4).map(lambda x: tf.range(x))
    return [
        listed(tf, dataset)
        for dataset in (
            make.from_tensors(value), make.from_tensors((value, {"a": 1})), make.from_tensor_slices(value),
            make.from_tensor_slices({"a": value, "b": [1, 2, 3, 4]}), make.from_tensor_slices(deep(tf)),
            make.from_tensor_slices(value).batch(3), make.from_tensor_slices(value).batch(2, drop_remainder=True),
            make.from_tensor_slices(deep(tf)).batch(2), make.from_tensor_slices(value).batch(2).batch(2),
            make.range(3).map(lambda x: tf.ragged.range([x, x + 1])),
            make.range(3).map(lambda x: tf.ragged.range([x, x + 1])).map(lambda r: r + 1),
            make.range(3).map(lambda x: tf.ragged.range([x, x + 1])).batch(2),
            make.range(3).map(lambda x: tf.ragged.range([x, x + 1])).batch(2).unbatch(),
            make.from_tensors(value).unbatch(), make.from_tensors((value, [1, 2, 3, 4])).unbatch(),
            make.from_tensors(value).repeat(2).shuffle(3, seed=1).prefetch(1).cache(), make.zip(make.from_tensors(value), rows),
            make.from_tensor_slices(value).filter(lambda row: tf.size(row) > 1), make.from_tensor_slices(value).take(2),
            make.from_tensors(value).concatenate(make.from_tensors(value)), make.from_tensor_slices(deep(tf)).enumerate(),
            rows.ragged_batch(2), rows.ragged_batch(3, drop_remainder=True), rows.ragged_batch(2, row_splits_dtype=tf.int32),
            make.range(4).map(lambda x: tf.fill([2], x)).ragged_batch(2),
            rows.map(lambda r: {"a": r, "b": tf.size(r)}).ragged_batch(2), rows.map(lambda r: (r, r)).ragged_batch(4),
            rows.apply(tf.data.experimental.dense_to_ragged_batch(3)),
            make.range(3).map(lambda x: tf.zeros([2, x])).ragged_batch(3),
            make.from_generator(lambda: [value], output_signature=tf.RaggedTensorSpec([None, None], tf.int32)),
            make.range(2).flat_map(lambda x: make.from_tensors(value)),
            make.range(3).map(lambda x: tf.RaggedTensor.from_row_lengths(["a", "b"], [2, 0])).batch(3),
        )
    ]  # fmt: skip


@case
def ragged_elements_in_functions(tf):
    dataset = tf.data.Dataset.from_tensor_slices(deep(tf))

    @tf.function
    def total(dataset):
        result = 0
        for row in dataset:
            result += tf.reduce_sum(row)
        return result

    optional = iter(dataset).get_next_as_optional()
    return [
        plain(tf, total(dataset)), plain(tf, dataset.reduce(0, lambda state, row: state + tf.reduce_sum(row))),
        plain(tf, optional.get_value()), plain(tf, next(iter(dataset))), total(dataset.take(1)).numpy(),
        plain(tf, tf.function(lambda d: d.batch(3).get_single_element())(dataset)), iter(dataset).element_spec,
    ]  # fmt: skip


@case
def padded_ragged_elements(tf):
    return tf.data.Dataset.from_tensors(ragged(tf)).padded_batch(2)


@case
def sparse_elements(tf):
    make, value = tf.data.Dataset, sparse(tf)
    return [
        listed(tf, dataset)
        for dataset in (
            make.from_tensors(value), make.from_tensors(value).repeat(2), make.from_tensor_slices(value),
            make.from_tensor_slices((value, [1, 2, 3, 4])), make.from_tensor_slices(value).batch(3),
            make.from_tensor_slices(value).batch(2).batch(2), make.from_tensors(value).batch(1),
            make.from_tensors(value).unbatch(), make.from_tensor_slices(value).batch(3).unbatch(),
            make.from_tensors(value).map(tf.sparse.to_dense),
            make.range(3).map(lambda x: tf.sparse.from_dense([x, 0])), make.from_tensor_slices(value).skip(1).take(2),
        )
    ]  # fmt: skip


@case
def known_shapes_of_sparse_elements(tf):
    sparse = tf.sparse.from_dense([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]])
    functions = [lambda s: s * 2.0, lambda s: s / 2.0 * 3.0, lambda s: s * tf.ones([2, 3]), tf.abs, tf.negative]
    functions += [lambda s: tf.cast(s, tf.int32), lambda s: tf.sparse.map_values(tf.exp, s)]
    functions += [lambda s: s.with_values(s.values), tf.sparse.to_dense]
    found = []
    for data in (tf.data.Dataset.from_tensors(sparse), tf.data.Dataset.from_tensors(sparse).repeat(3).batch(2)):
        found += [repr(data.map(function).element_spec) for function in functions]
    return found


@case
def plain_values_of_sparse_tensors(tf):
    make, np = tf.data.Dataset, __import__("numpy")
    value = tf.compat.v1.SparseTensorValue(np.array([[0, 1]]), np.array([5]), np.array([2, 2]))

    def made(i):
        return tf.compat.v1.SparseTensorValue(np.array([[0, 0]]), i * np.array([1]), np.array([1, 1]))

    start = tf.sparse.from_dense(np.array([[7]]))
    return [
        listed(tf, dataset)
        for dataset in (
            make.from_tensors(value),
            make.from_tensor_slices(value),
            make.from_tensor_slices((value, {"a": value})),
            make.from_generator(lambda: [value, value], output_signature=tf.SparseTensorSpec([2, 2], tf.int64)),
            make.range(2).map(made),
            make.range(2).map(lambda i: {"a": made(i), "b": i}).batch(2),
            make.range(2).flat_map(lambda i: make.from_tensors(made(i))),
            make.range(2).scan(start, lambda state, i: (made(i), state)),
        )
    ], plain(tf, make.range(2).reduce(value, lambda state, i: state))


@case
def plain_values_of_ragged_tensors(tf):
    make, np = tf.data.Dataset, __import__("numpy")
    value = tf.compat.v1.ragged.RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 1, 3]))
    return [
        listed(tf, dataset)
        for dataset in (
            make.from_tensors(value),
            make.from_tensor_slices((value, {"a": value})),
            make.from_generator(lambda: [value], output_signature=tf.RaggedTensorSpec([2, None], tf.int64)),
        )
    ]
