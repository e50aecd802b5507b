# ruff: noqa: E501
"""Expressions of sparse tensors whose text, shape, dtypes and errors must be TensorFlow's."""

MEMBERS = """
st, str(st), repr(st), st.shape, st.get_shape(), st.dtype, st.indices, st.values, st.dense_shape
st.with_values([5.0, 6.0, 7.0]), st.with_values(["a", "b", "c"])
st.with_values([5.0])
tf.SparseTensor([[0, 0]], [1], [2, 2]).dtype, tf.SparseTensor(indices=[[0]], values=["x"], dense_shape=[3])
tf.SparseTensor([0, 0], [1], [2, 2])
tf.SparseTensor([[0, 0]], [1, 2], [2, 2])
tf.SparseTensor([[0, 0]], [1], [2, 2, 2])
tf.SparseTensor([[0, 0]], [[1]], [2, 2])
tf.SparseTensor([[0.5, 0]], [1], [2, 2])
tf.SparseTensor.from_value(st)
tf.SparseTensor.from_value(3)
tf.sparse.SparseTensor is tf.SparseTensor, tf.is_tensor(st), isinstance(st, tf.SparseTensor)
tf.nest.flatten(st, expand_composites=True), tf.nest.flatten(st)
tf.nest.map_structure(tf.identity, st, expand_composites=True)
tf.type_spec_from_value(st), st._type_spec, tf.SparseTensorSpec([2, None], tf.int32), tf.SparseTensorSpec()
S([3, 4]).is_compatible_with(st), S([None, 4]).is_compatible_with(st), S([3, 5]).is_compatible_with(st), S([3, 4], tf.int32).is_compatible_with(st), S(None).is_compatible_with(st)
S([3, 4]) == S([3, 4]), hash(S([3, 4])) == hash(S([3, 4])), S([3, 4]).most_specific_common_supertype([S([3, 5])]), S([3, 4]).most_specific_common_supertype([S([3, 4], tf.int32)])
S([3, 4]).value_type, S([3, 4]).dtype, S([3, 4]).shape, S([3, 4])._component_specs, S(None)._component_specs, S([3, 4])._batch(2), S([3, 4])._unbatch(), S.from_value(st)
S.from_value(3)
S([3, 4]).is_subtype_of(S([3, None])), S([3, None]).is_subtype_of(S([3, 4]))
st._shape_invariant_to_type_spec(tf.TensorShape([2])), st._shape_invariant_to_type_spec(tf.TensorShape([None]))
st._shape_invariant_to_type_spec(tf.TensorShape([2, 2]))
tf.convert_to_tensor(st)
tf.constant(st)
st + 1
st / 2.0, st * 2.0, st * [[1.0], [2.0], [3.0]], st * [1.0, 2.0, 3.0, 4.0], st / [[1.0], [2.0], [3.0]]
st * [1.0, 2.0]
st.consumers
tf.shape(st), tf.size(st), tf.rank(st), tf.shape(st, out_type=tf.int64), tf.cast(st, tf.int32)
bool(st)
len(st)
"""

FUNCTIONS = """
tf.math.bessel_i0e(tf.sparse.from_dense([0.0, 0.0])).values
tf.math.special.bessel_i1e(tf.sparse.from_dense([0.0, 1.0])).indices
tf.sparse.to_dense(st), tf.sparse.to_dense(st, default_value=-1.0), tf.sparse.to_dense(words), tf.sparse.to_dense(words, "z"), tf.sparse.to_dense(cube), tf.sparse.to_dense(none)
tf.sparse.to_dense(unordered)
tf.sparse.to_dense(unordered, validate_indices=False)
tf.sparse.to_dense(tf.SparseTensor([[0, 0], [0, 0]], [1, 2], [2, 2]))
tf.sparse.to_dense(tf.SparseTensor([[5, 0]], [1], [2, 2]))
tf.sparse.to_dense(tf.SparseTensor([[0, -1]], [1], [2, 2]))
tf.sparse.to_dense([1])
tf.sparse.from_dense([[0, 1], [2, 0]]), tf.sparse.from_dense([0.0, 3.0]), tf.sparse.from_dense([["", "a"]]), tf.sparse.from_dense([[True, False]]), tf.sparse.from_dense(tf.zeros([2, 2]))
tf.sparse.reorder(unordered), tf.sparse.reorder(st), tf.sparse.reorder(none)
tf.sparse.reorder(3)
tf.sparse.reshape(st, [4, 3]), tf.sparse.reshape(st, [-1]), tf.sparse.reshape(st, [2, -1]), tf.sparse.reshape(st, [2, 1, 6]), tf.sparse.reshape(cube, [4, 2])
tf.sparse.reshape(st, [5, -1])
tf.sparse.reshape(st, [-1, -1])
tf.sparse.reshape(st, [5, 5])
tf.sparse.transpose(st, [0])
tf.sparse.from_dense(st)
tf.sparse.to_dense(tf.compat.v1.SparseTensorValue([[0, 1]], [5], [2, 2]))
tf.sparse.transpose(st), tf.sparse.transpose(st, [0, 1]), tf.sparse.transpose(cube, [2, 0, 1]), tf.sparse.transpose(cube)
tf.sparse.expand_dims(st, 0), tf.sparse.expand_dims(st, 1), tf.sparse.expand_dims(st, -1), tf.sparse.expand_dims(st), tf.sparse.expand_dims(st, -3)
tf.sparse.expand_dims(st, 4)
tf.sparse.retain(st, [True, False, True]), tf.sparse.retain(st, [False, False, False])
tf.sparse.retain(st, [True])
tf.sparse.fill_empty_rows(gaps, 9.0), tf.sparse.fill_empty_rows(st, 0.0), tf.sparse.fill_empty_rows(none, 3.0), tf.sparse.fill_empty_rows(gap_words, "z")
tf.sparse.fill_empty_rows(tf.SparseTensor([[7, 0]], [1], [3, 2]), 0)
tf.sparse.softmax(st), tf.sparse.softmax(cube_float)
tf.sparse.softmax(tf.SparseTensor([[0]], [1.0], [2]))
tf.sparse.add(st, st), tf.sparse.add(st, other), tf.sparse.add(st, -1.0 * tf.sparse.to_dense(st)), tf.sparse.add(tf.ones([3, 4]), st), tf.sparse.add(st, other, threshold=4.0)
tf.sparse.add(st, st.with_values([-1.0, -2.0, -2.5]), 0.1), tf.sparse.add(st, st.with_values([-1.0, -2.0, -2.5]))
tf.sparse.add([1], [2])
tf.sparse.add(st, cube_float)
tf.sparse.add(st, tf.SparseTensor([[0, 0]], [1.0], [3, 5]))
tf.sparse.add(st, tf.ones([3, 5]))
tf.sparse.concat(0, [st, other]), tf.sparse.concat(1, [st, other]), tf.sparse.concat(-1, [st, other, st]), tf.sparse.concat(0, [st]), tf.sparse.concat(axis=1, sp_inputs=[words, words])
tf.sparse.concat(0, [st, tf.SparseTensor([[0, 0]], [1.0], [3, 5])])
tf.sparse.concat(0, [st, tf.SparseTensor([[0, 4]], [1.0], [3, 5])], expand_nonconcat_dims=True)
tf.sparse.concat(2, [st, st])
tf.sparse.concat(0, st)
tf.sparse.slice(st, [0, 1], [2, 2]), tf.sparse.slice(st, [1, 0], [5, 5]), tf.sparse.slice(cube, [0, 0, 1], [2, 2, 1])
tf.sparse.slice(st, [0], [2])
tf.sparse.split(sp_input=st, num_split=2, axis=1), tf.sparse.split(sp_input=st, num_split=2, axis=0), tf.sparse.split(sp_input=st, num_split=3, axis=0)
tf.sparse.split(sp_input=st, num_split=9, axis=0)
tf.sparse.split(sp_input=st, axis=0)
tf.sparse.reduce_sum(st), tf.sparse.reduce_sum(st, axis=0), tf.sparse.reduce_sum(st, 1), tf.sparse.reduce_sum(st, 1, keepdims=True), tf.sparse.reduce_sum(st, [0, 1]), tf.sparse.reduce_sum(cube, [0, -1]), tf.sparse.reduce_sum(st, -1)
tf.sparse.reduce_sum(st, 5)
tf.sparse.reduce_sum(st, axis=0, output_is_sparse=True), tf.sparse.reduce_sum(st, axis=1, keepdims=True, output_is_sparse=True), tf.sparse.reduce_sum(cube, [1], output_is_sparse=True)
tf.sparse.reduce_max(st), tf.sparse.reduce_max(st, 0), tf.sparse.reduce_max(st.with_values([-1.0, -2.0, -3.0]), 1), tf.sparse.reduce_max(cube, [0, 1], keepdims=True), tf.sparse.reduce_max(st, 1, output_is_sparse=True)
tf.sparse.sparse_dense_matmul(st, tf.ones([4, 2])), tf.sparse.sparse_dense_matmul(st, tf.ones([3, 2]), adjoint_a=True), tf.sparse.sparse_dense_matmul(st, tf.ones([2, 4]), adjoint_b=True), tf.sparse.sparse_dense_matmul(tf.ones([2, 3]), st)
tf.sparse.sparse_dense_matmul(tf.ones([2, 4]), st, adjoint_b=True), tf.sparse.sparse_dense_matmul(complex_one, tf.constant([[1 + 1j], [2j]], tf.complex64)), tf.sparse.sparse_dense_matmul(complex_one, tf.constant([[1 + 1j], [2j]], tf.complex64), adjoint_a=True)
tf.sparse.sparse_dense_matmul(st, tf.ones([3, 2]))
tf.sparse.minimum(st, other), tf.sparse.maximum(st, other), tf.sparse.maximum(st, st), tf.sparse.minimum(none, st)
tf.sparse.maximum(st, cube_float)
tf.sparse.eye(3), tf.sparse.eye(2, 4), tf.sparse.eye(3, 2, tf.int32), tf.sparse.eye(0)
tf.sparse.map_values(tf.square, st), tf.sparse.map_values(tf.add, st, 5.0), tf.sparse.map_values(tf.add, st, st)
tf.sparse.map_values(tf.square, 3)
tf.sparse.map_values(tf.add, st, other)
tf.sparse.map_values(tf.reduce_sum, st)
tf.sparse.to_indicator(ids, 5), tf.sparse.to_indicator(ids, vocab_size=4)
tf.sparse.reset_shape(st), tf.sparse.reset_shape(st, [5, 6]), tf.sparse.reset_shape(st, [3, 4])
tf.sparse.reset_shape(st, [2, 4])
tf.sparse.reset_shape(st, [3, 4, 5])
tf.sparse.mask(slices, [2]).indices, tf.sparse.mask(slices, [2]).values, tf.sparse.mask(slices, [0, 5]).indices
tf.sparse.mask(tf.IndexedSlices([1.0, 2.0], [0, 3]), [0]).values, tf.sparse.mask(tf.IndexedSlices([1.0, 2.0], [0, 3]), [0]).indices
tf.sparse.cross([words, [["p", "q"], ["r", "s"]]])
tf.sparse.cross([words, tf.constant([["p", "q"], ["r", "s"]])]), tf.sparse.cross([words, words], separator="-")
tf.sparse.cross([]), tf.sparse.cross((words,)), tf.sparse.cross([words, tf.constant([[True], [False]])], separator="")
tf.sparse.cross([dense_words, ids2, words, tf.constant([[1.7], [-2.2]])])
tf.sparse.cross(words)
tf.sparse.cross(dense_words)
tf.sparse.cross([words], separator=3)
tf.sparse.cross([words, gap_words])
tf.sparse.cross([words, tf.constant(["a", "b"])])
tf.sparse.cross([words, tf.constant([["a"]])])
tf.sparse.cross([words, cube])
tf.sparse.cross([words, gap_words_of_two]), tf.sparse.cross_hashed([words, gap_words_of_two])
tf.sparse.cross([tf.zeros([0, 2], tf.int64)]), tf.sparse.cross([dense_words, tf.zeros([2, 0])]), tf.sparse.cross_hashed([dense_words, tf.zeros([2, 0])])
tf.sparse.cross_hashed([words]), tf.sparse.cross_hashed([words], 100), tf.sparse.cross_hashed([words, dense_words], 1000, hash_key=7)
tf.sparse.cross_hashed([ids2, tf.constant([[1], [-2]], tf.int64)]), tf.sparse.cross_hashed([ids2, words], hash_key=-1), tf.sparse.cross_hashed([ids2], hash_key=0)
tf.sparse.cross_hashed([ids2, tf.constant([[1], [2]], tf.uint8), words, words], num_buckets=1), tf.sparse.cross_hashed([]), tf.sparse.cross_hashed([words], 2.5)
tf.sparse.cross_hashed([tf.constant([["a", "", "a much longer text of more than thirty-two bytes", "seventeen bytes.."]])] * 2)
tf.sparse.cross_hashed([words], -1)
tf.sparse.cross_hashed([words], hash_key=2**63)
tf.sparse.cross_hashed(words)
tf.sparse.cross_hashed([[["a"]]])
tf.sparse.cross_hashed([tf.constant([1, 2])])
tf.sparse.segment_sum([1.0, 2.0, 3.0], [0, 2], [0, 0])
tf.sparse.bincount([0, 1], weights=[1.0, 2.0, 3.0])
tf.sparse.bincount([[0, 1]], weights=[1.0, 2.0], axis=-1)
tf.function(lambda: tf.sparse.bincount(tf.constant([0, 1]), weights=tf.constant([1.0])).values)()
tf.function(lambda x, w: tf.sparse.bincount(x, weights=w).values, input_signature=[tf.TensorSpec(None, tf.int32), tf.TensorSpec(None)])(tf.constant([0, 1]), tf.constant([1.0]))
tf.sparse.bincount([0, 0, 1], weights=tf.zeros([0])).values
tf.sparse.bincount(tf.sparse.from_dense([0, 1]), weights=[1.0])
tf.sparse.bincount(tf.sparse.from_dense([0, 1]), weights=tf.sparse.from_dense([1.0, 0.0]))
tf.math.bincount(tf.sparse.from_dense([0, 1]), weights=[1.0])
tf.math.bincount(tf.ragged.constant([[0, 1], [1]]), weights=tf.ragged.constant([[0.5], [1.0, 2.0]]))
tf.math.bincount(tf.ragged.constant([[0, 1], [1]]), weights=[1.0, 2.0, 3.0], axis=-1)
tf.RaggedTensor.from_sparse(words), tf.ragged.constant([["a"], [], ["b", "c"]]).to_sparse(), tf.RaggedTensor.from_sparse(tf.sparse.from_dense([[1, 2], [3, 0]]))
tf.RaggedTensor.from_sparse(st)
tf.RaggedTensor.from_sparse(cube)
tf.sparse.to_dense(st, name="n"), tf.sparse.from_dense([[1]], name="n"), tf.sparse.reorder(st, name="n"), tf.sparse.reshape(st, [12], name="n"), tf.sparse.transpose(st, name="n"), tf.sparse.expand_dims(st, name="n"), tf.sparse.fill_empty_rows(st, 0.0, name="n")
tf.sparse.softmax(st, name="n"), tf.sparse.concat(0, [st, st], name="n"), tf.sparse.slice(st, [0, 0], [1, 1], name="n"), tf.sparse.split(st, 2, 1, name="n"), tf.sparse.reduce_sum(st, name="n"), tf.sparse.reduce_max(st, name="n"), tf.sparse.eye(2, name="n")
tf.sparse.sparse_dense_matmul(st, tf.ones([4, 1]), name="n"), tf.sparse.minimum(st, st, name="n"), tf.sparse.maximum(st, st, name="n"), tf.sparse.to_indicator(ids, 5, name="n"), tf.sparse.mask(slices, [2], name="n").indices, tf.sparse.cross([words], name="n"), tf.sparse.bincount([1], name="n")
st.eval()
tf.map_fn(lambda x: tf.sparse.reduce_sum(x), st, fn_output_signature=tf.float32)
"""


EMBEDDINGS = """
[tf.nn.embedding_lookup_sparse(tf.cast(numbers, t), places, w, combiner=c) for t in (tf.int32, tf.int64, tf.uint8) for w, c in ((None, "sum"), (weights, "sum"), (weights, "mean"), (whole, "mean"))]
[tf.nn.embedding_lookup_sparse(numbers, places, None, combiner="mean")]
[tf.nn.embedding_lookup_sparse(numbers, places, weights, combiner="sqrtn")]
tf.nn.embedding_lookup_sparse(-numbers, places, whole, combiner="mean"), tf.nn.embedding_lookup_sparse(numbers, places.with_values([0, 2, 1]), whole.with_values([1, -1, 3]), combiner="mean")
tf.nn.embedding_lookup_sparse(numbers, places, None, combiner="sum", max_norm=1.0)
tf.nn.embedding_lookup_sparse(tf.cast(numbers, tf.float32), tf.ragged.constant([[[1], [2]], [[0]]]), None, combiner="sum")
[tf.nn.safe_embedding_lookup_sparse(numbers, places, None, combiner="sum")]
tf.nn.safe_embedding_lookup_sparse(numbers, places, weights, combiner="sum")
tf.nn.safe_embedding_lookup_sparse(tf.cast(numbers, tf.float64), places, weights)
tf.nn.safe_embedding_lookup_sparse(tf.cast(numbers, tf.float32), places, tf.ragged.constant([[0.5, 2.0], [], [3.0]]), combiner="sum")
tf.nn.safe_embedding_lookup_sparse(tf.cast(numbers, tf.float32), tf.ragged.constant([[0, 2], [], [1]]), weights, combiner="sum")
"""


def names(module):
    """What the expressions refer to."""
    import numpy as np

    make = module.SparseTensor
    return {
        "np": np,
        "S": module.SparseTensorSpec,
        "st": make([[0, 1], [1, 0], [2, 3]], [1.0, 2.0, 3.0], [3, 4]),
        "other": make([[0, 1], [0, 2], [2, 3]], [4.0, 5.0, -6.0], [3, 4]),
        "unordered": make([[1, 0], [0, 1]], [5, 6], [2, 2]),
        "cube": make([[0, 0, 1], [0, 1, 0], [1, 1, 1]], [1, 2, 3], [2, 2, 2]),
        "cube_float": make([[0, 0, 0], [0, 0, 1], [1, 1, 1]], [1.0, 1.0, 3.0], [2, 2, 2]),
        "words": make([[0, 0], [1, 0], [1, 1]], ["a", "b", "c"], [2, 2]),
        "numbers": module.constant([[1, 2], [3, 4], [5, 6]]),
        "places": make([[0, 0], [0, 1], [2, 0]], [0, 2, 1], [4, 2]),
        "weights": make([[0, 0], [0, 1], [2, 0]], [0.5, 2.0, 3.0], [4, 2]),
        "whole": make([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [4, 2]),
        "ids2": make([[0, 0], [1, 0], [1, 1]], [1, -2, 3], [2, 2]),
        "dense_words": module.constant([["p", "q"], ["r", "s"]]),
        "gap_words_of_two": make([[1, 0]], ["b"], [2, 2]),
        "gap_words": make([[1, 0]], ["b"], [3, 2]),
        "gaps": make([[0, 1], [3, 0]], [1.0, 2.0], [5, 2]),
        "none": make(np.zeros([0, 2], np.int64), np.zeros([0], np.float32), [3, 4]),
        "complex_one": make([[0, 1], [1, 0]], np.array([1 + 2j, 3j], np.complex64), [2, 2]),
        "ids": make([[0, 0], [0, 1], [1, 0]], [2, 0, 3], [2, 2]),
        "slices": module.IndexedSlices(module.constant([[1.0], [2.0], [3.0]]), module.constant([0, 2, 5])),
    }


def described(value):
    """A value with what its text does not show of sparse tensors."""
    if type(value) in (list, tuple):
        return type(value)(described(item) for item in value)
    if type(value).__name__ == "SparseTensor":
        return [value, str(value.shape)]
    return value


def lines(text):
    """The expressions in one of the texts above."""
    return [line for line in text.split("\n") if line.strip()]


ALL = (MEMBERS, FUNCTIONS, EMBEDDINGS)
