"""Ragged tensors whose rows do not fit together are refused in functions that know nothing of their rows, as in TensorFlow."""

import itertools

import pytest

# a and b are ragged, d is dense; their rows are not known while tracing. Where TensorFlow reads beyond rows, nothing is asked.
PROGRAMS = """
a + b
a == b
tf.where(a > 0.0, a, b)
tf.where(d[:, :1] > 0.0, a, b)
tf.ragged.map_flat_values(tf.add, a, b)
tf.ragged.map_flat_values(tf.add, a, b).flat_values
tf.ragged.boolean_mask(a, b > 0.0)
tf.ragged.boolean_mask(d, b > 0.0)
tf.concat([a, b], 1)
tf.concat([a, b, d], 1)
tf.concat([a, b], 1).row_lengths()
tf.concat([a, b], 1).flat_values
tf.concat([tf.expand_dims(a, 2), tf.expand_dims(b, 2)], 2)
tf.stack([a, b], 1)
tf.stack([a, b], 2)
tf.ragged.cross([tf.strings.as_string(a), tf.strings.as_string(b)])
tf.ragged.cross([tf.strings.as_string(a), tf.strings.as_string(d)])
tf.strings.join([tf.strings.as_string(a), tf.strings.as_string(b)])
tf.ragged.stack_dynamic_partitions(a, tf.cast(d[:, 0] * 0.0, tf.int32), 2)
tf.ragged.stack_dynamic_partitions(a, tf.cast(b * 0.0, tf.int32), 2)
tf.dynamic_partition(a, tf.cast(b * 0.0, tf.int32), 2)
tf.math.unsorted_segment_sum(a, tf.cast(b * 0.0, tf.int32), 2)
tf.math.unsorted_segment_sum(a, tf.cast(d[:, 0] * 0.0, tf.int32), 2)
tf.nn.embedding_lookup_sparse(d, tf.cast(a * 0.0, tf.int32), b, combiner="sum")
tf.math.bincount(tf.cast(a, tf.int32), weights=b, axis=-1)
tf.math.bincount(tf.cast(a, tf.int32), weights=b)
tf.add_n([a, b])
tf.RaggedTensor.from_row_lengths(a, b.row_lengths())
tf.RaggedTensor.from_row_splits(a.values, b.row_splits)
tf.RaggedTensor.from_value_rowids(a.values, b.value_rowids())
tf.RaggedTensor.from_tensor(d, lengths=b.row_lengths())
tf.broadcast_to(b, tf.experimental.DynamicRaggedShape.from_tensor(a))
(tf.debugging.assert_equal(a, b), a)[1]
""".strip().splitlines()

ROWS = [
    [[1.0, 2.0], [3.0]],
    [[1.0, 2.0]],
    [[1.0], [2.0], [3.0]],
    [[2.0, 3.0], [1.0, 5.0]],
    [[0.0, 1.0], [2.0, 2.0], []],
    [],
]
DENSE = [[[1.0, -1.0], [1.0, 2.0]], [[1.0, 1.0]], [[-1.0], [1.0], [2.0]]]


def rows_or_errors(tf, program):
    """For each choice of inputs, the rows of the result in a function, or that there is an error."""
    spec = tf.RaggedTensorSpec([None, None], tf.float32)
    code = compile(program, "program", "eval")
    traced = tf.function(
        lambda a, b, d: eval(code, {"tf": tf, "a": a, "b": b, "d": d}),
        input_signature=[spec, spec, tf.TensorSpec([None, None], tf.float32)],
        autograph=False,
    ).get_concrete_function()
    found = []
    for (i, a), (j, b), (k, d) in itertools.product(*map(enumerate, (ROWS, ROWS, DENSE))):
        if (i * 7 + j * 3 + k) % 4 == 0:
            ragged = [tf.ragged.constant(rows, tf.float32, ragged_rank=1) for rows in (a, b)]
            try:
                result = traced(*ragged, tf.constant(d))
            except tf.errors.InvalidArgumentError:
                found.append((a, b, d, "error"))
                continue
            leaves = tf.nest.flatten(result, expand_composites=True)
            found.append((a, b, d, [leaf.numpy().tolist() for leaf in leaves if leaf is not None]))
    return found


@pytest.mark.parametrize("program", PROGRAMS)
def test_rows_that_do_not_fit(program, tensorflow, gw):
    assert rows_or_errors(gw, program) == rows_or_errors(tensorflow, program)


def test_image_resize(tensorflow, gw):
    """Ragged images are resized one by one, none of them as well."""

    def code(tf):
        spec = tf.RaggedTensorSpec([None, None, None, 1], tf.float32, ragged_rank=2)
        images = tf.ragged.constant([[[[1.0], [2.0]], [[3.0], [4.0]]], [[[5.0]]]], inner_shape=(1,))
        traced = tf.function(lambda x: tf.image.resize(x, [2, 3]), input_signature=[spec])
        results = [tf.image.resize(images, [4, 2]), tf.image.resize(images, [2, 2], "nearest"), traced(images)]
        results += [traced(images[:0]), traced.get_concrete_function().outputs[0], tf.image.resize(images[:0], [2, 2])]
        results.append(tf.compat.v1.image.resize(images, [3, 3], align_corners=True))
        return [(r.shape.as_list(), r.numpy().round(4).tolist() if hasattr(r, "numpy") else None) for r in results]

    assert code(gw) == code(tensorflow)
