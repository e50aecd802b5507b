"""Rows of ragged tensors: partitioned, mapped over, batched anew; with values and what is known of their shapes."""

import pytest

from support.compare import Cases, outcome, same_outcome

case = Cases()


def plain(value):
    """A value as text with all that is known of it."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [plain(part) for part in value]
    if hasattr(value, "row_splits"):
        return repr(value._type_spec), value.to_list()
    if hasattr(value, "dense_shape"):
        return repr(value._type_spec), plain([value.indices, value.values])
    if hasattr(value, "numpy"):
        return value.dtype.name, value.shape.as_list(), value.numpy().tolist()
    return repr(value)


def rows(tf, splits="int64"):
    return tf.ragged.constant([[1], [2, 3], [4]], row_splits_dtype=splits)


def deep(tf):
    return tf.ragged.constant([[[1], [2, 3]], [[4]], []])


PARTITIONS = {
    "list": lambda tf: [0, 1, 0],
    "int32": lambda tf: tf.constant([0, 1, 0]),
    "int64": lambda tf: tf.constant([0, 1, 0], tf.int64),
    "int16": lambda tf: tf.constant([0, 1, 0], tf.int16),
    "floats": lambda tf: [0.0, 1.0, 1.0],
    "too few": lambda tf: [0, 1],
    "none": lambda tf: [],
    "uneven": lambda tf: [[0], [0, 1], [0]],
    "ragged": lambda tf: tf.ragged.constant([[0], [0, 1], [1]]),
    "ragged, other": lambda tf: tf.ragged.constant([[0], [0], [1]]),
    "too large": lambda tf: [0, 1, 5],
    "negative": lambda tf: [-1, 0, 1],
}


@case.each(PARTITIONS)
def partition(tf, name):
    parts = PARTITIONS[name](tf)
    return tf.dynamic_partition(rows(tf), parts, 2), tf.dynamic_partition(rows(tf, "int32"), parts, 2)


@case.each(PARTITIONS)
def stacked_partitions(tf, name):
    return tf.ragged.stack_dynamic_partitions(rows(tf), PARTITIONS[name](tf), 2)


@case.each(PARTITIONS)
def stacked_partitions_of_a_tensor(tf, name):
    return tf.ragged.stack_dynamic_partitions([1, 2, 3], PARTITIONS[name](tf), 2)


@case
def partition_of_deep_rows(tf):
    return tf.dynamic_partition(deep(tf), [0, 1, 0], 3)


@case.each(["-1", "2.0", "tf.constant(2)", "'2'", "1", "True", "None"])
def number_of_partitions(tf, name):
    return tf.dynamic_partition(rows(tf), [0, 0, 0], eval(name, {"tf": tf}))


def even(tf):
    return [
        tf.RaggedTensor.from_uniform_row_length(tf.range(6), 2),
        tf.ragged.constant([[0, 1], [2, 3], [4, 5]]),
        tf.ragged.constant([[0, 1], [2, 3], [4, 5]], row_splits_dtype=tf.int32),
        tf.RaggedTensor.from_uniform_row_length(tf.reshape(tf.range(12), [6, 2]), 2),
        rows(tf),
        deep(tf),
    ]


FUNCTIONS = {
    "sum": lambda tf, row: tf.reduce_sum(row),
    "more": lambda tf, row: row + 1,
    "length": lambda tf, row: tf.shape(row)[0],
    "kind": lambda tf, row: row.to_tensor() if hasattr(row, "row_splits") else row * 2,
}


@case.each([f"{name} {i}" for name in FUNCTIONS for i in range(6) if (name, i) not in (("more", 5), ("kind", 5))])
def mapped_at_once(tf, name):
    name, i = name.split()
    return tf.vectorized_map(lambda row: FUNCTIONS[name](tf, row), even(tf)[int(i)])


@case.each(["0", "1", "4"])
def mapped_at_once_beside_a_tensor(tf, name):
    return tf.vectorized_map(lambda pair: tf.reduce_sum(pair[0]) + pair[1], (even(tf)[int(name)], tf.range(3)))


SIGNATURES = [
    lambda tf: (lambda n: tf.ones([n]), tf.RaggedTensorSpec([None], tf.float32)),
    lambda tf: (lambda n: split(tf), tf.RaggedTensorSpec([2, None], tf.float32)),
    lambda tf: (lambda n: split(tf), tf.RaggedTensorSpec([None, None], tf.float32)),
    lambda tf: (lambda n: split(tf), tf.RaggedTensorSpec([3, None], tf.float32)),
    lambda tf: (lambda n: split(tf, 4), tf.RaggedTensorSpec([2, None, 4], tf.float32, 1)),
    lambda tf: (lambda n: tf.ones([n, 4]), tf.RaggedTensorSpec([None, 4], tf.float32, 0)),
    lambda tf: (lambda n: tf.ones([2, 4]), tf.RaggedTensorSpec([2, 4], tf.float32, 0)),
    lambda tf: (lambda n: tf.ones([2, 4]), tf.RaggedTensorSpec([2, 4], tf.float32, 0, tf.int32)),
]


def split(tf, *inner):
    return tf.RaggedTensor.from_row_splits(tf.ones([3, *inner]), [0, 1, 3])


@case.each([str(i) for i in range(len(SIGNATURES))])
def mapped_to_rows(tf, name):
    function, spec = SIGNATURES[int(name)](tf)
    return tf.map_fn(function, tf.constant([1, 2]), fn_output_signature=spec)


BATCHES = {
    "rows": lambda tf, data: data.from_tensors(rows(tf)).rebatch(2),
    "several sizes": lambda tf, data: data.from_tensors(rows(tf)).rebatch([1, 2]),
    "without the rest": lambda tf, data: data.from_tensors(rows(tf)).rebatch(2, drop_remainder=True),
    "deep": lambda tf, data: data.from_tensors(deep(tf)).rebatch(2),
    "beside a tensor": lambda tf, data: data.from_tensors((rows(tf), tf.range(3))).rebatch(2),
    "in a dictionary": lambda tf, data: data.from_tensors({"a": rows(tf)}).rebatch(2),
    "of batches": lambda tf, data: data.from_tensor_slices(rows(tf)).batch(2).rebatch(3),
    "repeated": lambda tf, data: data.from_tensors(rows(tf)).repeat(2).rebatch(4),
    "sparse": lambda tf, data: data.from_tensors(tf.sparse.from_dense([[1, 0], [0, 2], [3, 0]])).rebatch(2),
    "even": lambda tf, data: data.from_tensors(even(tf)[0]).rebatch(2),
    "unbatched": lambda tf, data: data.from_tensors(deep(tf)).unbatch().batch(2),
    "scalars": lambda tf, data: data.range(3).rebatch(2),
    "generated": lambda tf, data: data.from_generator(
        lambda: [rows(tf), rows(tf)], output_signature=tf.RaggedTensorSpec([None, None], tf.int32)
    ).rebatch(4),
}


@case.each(BATCHES)
def batched_anew(tf, name):
    data = BATCHES[name](tf, tf.data.Dataset)
    return repr(data.element_spec), list(data)


@pytest.mark.parametrize("code", **case.parameters())
def test_rows(code, tensorflow, gw):
    def run(tf):
        return plain(code(tf))

    same_outcome(outcome(run, tensorflow), outcome(run, gw))


def test_static_shapes_of_mapped_rows(tensorflow, gw):
    def run(tf):
        found = []

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
        def traced(x):
            for i in (0, 1, 2, 4, 5, 6, 7):
                function, spec = SIGNATURES[i](tf)
                for elements in (x, tf.constant([1, 2])):
                    found.append(repr(tf.map_fn(function, elements, fn_output_signature=spec)._type_spec))

        traced(tf.constant([1, 2]))
        return found

    same_outcome(outcome(run, tensorflow), outcome(run, gw))
