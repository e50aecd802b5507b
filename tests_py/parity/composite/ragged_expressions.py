# ruff: noqa: E501
"""Expressions of ragged tensors whose text, shape, dtypes and errors must be TensorFlow's."""

MAKING = """
RT.from_row_splits([3, 1, 4, 1, 5, 9], [0, 4, 4, 6])
RT.from_row_splits(tf.ones([3, 2]), [0, 1, 3])
RT.from_row_splits([1, 2], [0, 1])
RT.from_row_splits([1, 2], [1, 2])
RT.from_row_splits([1, 2], [0, 2, 1, 2])
RT.from_row_splits([1, 2], [])
RT.from_row_splits([1, 2], [0, 2], validate=False)
RT.from_row_splits([1, 2], np.array([0, 1, 2], np.int32))
RT.from_row_splits([1, 2], tf.constant([0, 1, 2]))
RT.from_row_splits([1, 2], [0.0, 1.0, 2.0])
RT.from_row_splits(a, [0, 1, 2])
RT.from_row_splits(a, tf.constant([0, 1, 2]))
RT.from_row_splits(values=[1, 2], row_splits=[0, 1, 2], name="n")
RT.from_row_lengths([1, 2, 3], [2, 0, 1])
RT.from_row_lengths([1, 2, 3], [2, 0])
RT.from_row_lengths([1, 2, 3], [4, -1])
RT.from_row_starts([1, 2, 3], [0, 2, 2])
RT.from_row_starts([1, 2, 3], [1, 2, 2])
RT.from_row_starts([1, 2, 3], [0, 2, 4])
RT.from_row_limits([1, 2, 3], [1, 1, 3])
RT.from_row_limits([1, 2, 3], [1, 1, 2])
RT.from_value_rowids([1, 2, 3], [0, 0, 2])
RT.from_value_rowids([1, 2, 3], [0, 0, 2], nrows=5)
RT.from_value_rowids([1, 2, 3], [0, 0, 2], nrows=2)
RT.from_value_rowids([1, 2, 3], [0, 0, 2], nrows=-2)
RT.from_value_rowids([1, 2, 3], [2, 0, 2])
RT.from_value_rowids([], tf.constant([], tf.int64))
RT.from_value_rowids([1, 2], [1, 1, 1])
RT.from_uniform_row_length([1, 2, 3, 4], 2)
RT.from_uniform_row_length(a, 1)
RT.from_uniform_row_length(a, 2)
RT.from_uniform_row_length([1, 2, 3], 2, validate=False)
RT.from_uniform_row_length([1, 2, 3], 2)
RT.from_uniform_row_length([1, 2, 3], 2, 3, validate=False)
RT.from_uniform_row_length([1, 2, 3], 0)
RT.from_uniform_row_length([1, 2, 3], 0, 2, validate=False)
RT.from_uniform_row_length([1, 2, 3], -1)
tf.experimental.RowPartition.from_uniform_row_length(2, 5, validate=False).nvals()
tf.experimental.RowPartition.from_uniform_row_length(0, 5, validate=False).nvals()
tf.experimental.RowPartition.from_uniform_row_length(2, 5, 1, validate=False).row_splits()
RT.from_uniform_row_length([1, 2, 3, 4], 3)
RT.from_uniform_row_length([1, 2, 3, 4], 2, nrows=2)
RT.from_uniform_row_length([1, 2, 3, 4], 2, nrows=3)
RT.from_uniform_row_length(tf.zeros([0]), 0, nrows=3)
RT.from_uniform_row_length(tf.zeros([0]), 0)
RT.from_nested_row_splits([3, 1, 4], [[0, 2, 2], [0, 1, 3]])
RT.from_nested_row_splits([3, 1, 4], tf.constant([[0, 2, 2], [0, 1, 3]]))
RT.from_nested_row_lengths([3, 1, 4], [[2, 0], [1, 2]])
RT.from_nested_value_rowids([3, 1, 4], [[0, 0], [0, 1, 1]])
RT.from_nested_value_rowids([3, 1, 4], [[0, 0], [0, 1, 1]], [3, 2])
RT.from_nested_value_rowids([3, 1, 4], [[0, 0], [0, 1, 1]], [3])
RT.from_tensor([[5, 7, 0], [0, 3, 0], [6, 0, 0]])
RT.from_tensor([[5, 7, 0], [0, 3, 0], [6, 0, 0]], lengths=[1, 0, 3])
RT.from_tensor([[5, 7, 0], [0, 3, 0], [6, 0, 0]], padding=0)
RT.from_tensor(tf.ones([2, 3, 4]), ragged_rank=2)
RT.from_tensor([[[1, 0], [2, 3]], [[0, 0], [4, 0]]], padding=0, ragged_rank=2)
RT.from_tensor([1, 2])
RT.from_tensor([[1, 2]], ragged_rank=0)
RT.from_tensor([[1, 2], [3, 4]], lengths=tf.constant([1, 2]))
RT.from_tensor([[1, 2], [3, 4]], lengths=tf.constant([1, 2], tf.uint8), row_splits_dtype=tf.int32)
RT.from_tensor([[1, 2], [3, 4]], lengths=tf.constant([1, 2], tf.int64), row_splits_dtype=tf.int32)
RT.from_tensor([[1, 2], [3, 4]], lengths=tf.constant([1.0, 2.0]))
tf.ragged.constant([[1], [2, 3]], row_splits_dtype=tf.int16)
tf.ragged.constant([1, 2], row_splits_dtype=tf.int16)
RT.from_tensor([[1, 2]], lengths=[1], padding=0)
RT.from_tensor([[1, 2]], row_splits_dtype=tf.int32)
RT.from_tensor(tf.zeros([0, 3]))
RT.from_tensor(tf.zeros([3, 0]))
RT([1], 2)
tf.ragged.constant([[1, 2], [], [3]])
tf.ragged.constant([[1.5, 2], [3]])
tf.ragged.constant([[1, 2], [3]], inner_shape=(1,))
tf.ragged.constant([[1, 2], [3]], inner_shape=(2,))
tf.ragged.constant([[1, 2], [3]], inner_shape=(0,))
tf.ragged.constant([[1, 2], [3]], inner_shape=(1, 2))
tf.ragged.constant([[1, 2], [3]], inner_shape=(-1,))
tf.ragged.constant([1, 2], inner_shape=(1,))
tf.ragged.constant([1, 2], inner_shape=(2,))
tf.ragged.constant([1, 2], inner_shape=(3,))
tf.ragged.constant([1, 2], inner_shape=(1, 2))
tf.ragged.constant([1, 2], inner_shape=(2, 1))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], inner_shape=(1,))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], inner_shape=(2,))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], inner_shape=(3,))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], inner_shape=(1, 2))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], inner_shape=(-1,))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1, inner_shape=(1,))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1, inner_shape=(2,))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1, inner_shape=(3,))
tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1, inner_shape=(-1,))
tf.ragged.constant([], ragged_rank=1, inner_shape=(2,))
tf.ragged.constant([[], []], ragged_rank=2, inner_shape=(-1,))
tf.ragged.constant([[1, 2], [3]], tf.float64)
tf.ragged.constant([["a", "b"], ["c"]])
tf.ragged.constant([[True], [False, True]])
tf.ragged.constant([[[1, 2], [3]], [], [[4]]])
tf.ragged.constant([[[1, 2], [3, 4]], [], [[5, 6]]], ragged_rank=1)
tf.ragged.constant([[[1, 2], [3, 4]], [], [[5, 6]]], inner_shape=(2,))
tf.ragged.constant([[[1, 2], [3]]], ragged_rank=1)
tf.ragged.constant([[1, 2], 3])
tf.ragged.constant([1, 2])
tf.ragged.constant([])
tf.ragged.constant([[], []])
tf.ragged.constant([[[]], []])
tf.ragged.constant([], ragged_rank=1)
tf.ragged.constant(3)
tf.ragged.constant(3, ragged_rank=1)
tf.ragged.constant([[1], [2, 3]], row_splits_dtype=tf.int32)
tf.ragged.constant([[1], [2, 3]], ragged_rank=2)
tf.ragged.constant([np.array([1, 2]), np.array([3])])
tf.ragged.constant(np.array([[1, 2], [3, 4]]))
tf.ragged.constant(((1, 2), (3,)))
tf.ragged.range([3, 0, 2])
tf.ragged.range([0, 5, 8], [3, 3, 12])
tf.ragged.range([0, 5, 8], [3, 3, 12], 2)
tf.ragged.range([0.0, 1.0], [1.0, 2.0], 0.25)
tf.ragged.range(3)
tf.ragged.range([3, 1], dtype=tf.int64, row_splits_dtype=tf.int32)
tf.ragged.range([0, 5], [3, -3], [1, -2])
tf.ragged.range([0, 5], [3, 3], [1, 0])
tf.ragged.range([0, 5], [3, 3, 4])
tf.ragged.stack([[1, 2, 3], [4, 5]])
tf.ragged.stack([[1, 2], [4, 5]])
tf.ragged.stack([1, 2])
tf.ragged.stack([a, a])
tf.ragged.stack([a, a], axis=1)
tf.ragged.stack([a, a], axis=2)
tf.ragged.stack([a, [[1, 2], [3, 4]]], axis=0)
tf.ragged.stack([a, a], axis=3)
tf.ragged.stack([])
tf.ragged.stack([a])
tf.ragged.stack([a, [1]])
tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5, 6, 9])
tf.ragged.row_splits_to_segment_ids(tf.constant([0, 3, 3]), out_type=tf.int64)
tf.ragged.row_splits_to_segment_ids([])
tf.ragged.row_splits_to_segment_ids([0.0])
tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2, 3, 4, 4, 4])
tf.ragged.segment_ids_to_row_splits([0, 2], 4)
tf.ragged.segment_ids_to_row_splits(tf.constant([0, 2]))
tf.ragged.segment_ids_to_row_splits([0, 2], out_type=tf.int32)
tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[True, False, True], [False, False, False], [True, False, False]])
tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [True, False])
tf.ragged.boolean_mask(a, tf.ragged.constant([[True, False], [True]]))
tf.ragged.boolean_mask(a, [True, False])
tf.ragged.boolean_mask(deep, [True, False])
tf.ragged.boolean_mask(deep, tf.ragged.constant([[True, False], []]))
tf.ragged.boolean_mask(deep, tf.ragged.constant([[[True, False], [True]], []], ragged_rank=2))
tf.ragged.boolean_mask(a, tf.ragged.constant([[True], [True]]))
tf.ragged.boolean_mask([1, 2], True)
tf.ragged.map_flat_values(tf.ones_like, a)
tf.ragged.map_flat_values(tf.multiply, a, a)
tf.ragged.map_flat_values(tf.add, a, 5)
tf.ragged.map_flat_values(tf.reduce_sum, a)
tf.ragged.map_flat_values(tf.add, a, b)
tf.ragged.map_flat_values(tf.add, 1, 5)
tf.ragged.cross([tf.ragged.constant([["a"], ["b", "c"]]), tf.ragged.constant([["d"], ["e", "f"]])])
tf.ragged.cross([tf.ragged.constant([[1], [2, 3]]), [["x"], ["y"]]])
tf.ragged.cross([strings, strings.to_sparse(), [["x"], ["y"], ["z"]]]), tf.ragged.cross([]), tf.ragged.cross((a, b)), tf.ragged.cross([strings.to_sparse()])
tf.ragged.cross([tf.cast(a, tf.uint8), b]), tf.ragged.cross([b.with_row_splits_dtype(tf.int32), [[1], [2]]])
tf.ragged.cross(strings)
tf.ragged.cross("ab")
tf.ragged.cross({"a": a})
tf.ragged.cross([a, af])
tf.ragged.cross([deep])
tf.ragged.cross([inner])
tf.ragged.cross([uniform]), tf.ragged.cross_hashed([uniform, uniform], 10)
tf.ragged.cross([a, strings])
tf.ragged.cross([["a", "b"]])
tf.ragged.cross([tf.SparseTensor([[0, 0, 0]], ["a"], [1, 1, 1])])
tf.ragged.cross([tf.ragged.constant([[True], [False]])])
tf.ragged.cross_hashed([strings, strings.to_sparse(), [["x"], ["y"], ["z"]]]), tf.ragged.cross_hashed([strings.to_sparse(), strings], 10), tf.ragged.cross_hashed([])
tf.ragged.cross_hashed([a, b, [["a"], ["b"]]], num_buckets=1000, hash_key=12345), tf.ragged.cross_hashed([a], hash_key=0), tf.ragged.cross_hashed([a], hash_key=-5)
tf.ragged.cross_hashed([tf.cast(a, tf.uint8), b], 100), tf.ragged.cross_hashed([b.with_row_splits_dtype(tf.int32), [[1], [2]]])
tf.ragged.cross_hashed([a], num_buckets=-1)
tf.ragged.cross_hashed([a], hash_key=2**63)
tf.ragged.cross_hashed([af])
tf.ragged.cross_hashed(a)
tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d", "e"], [3, 0, 2, 2, 3], 5)
tf.ragged.stack_dynamic_partitions([[1, 2], [3, 4]], [[3, 0], [2, 2]], 4)
tf.ragged.stack_dynamic_partitions(a, [1, 0], 2)
tf.ragged.stack_dynamic_partitions([1, 2], [3, 0], 2)
tf.ragged.constant([[1]], name="n"), tf.ragged.range([1], name="n"), tf.ragged.stack([a], name="n"), tf.ragged.boolean_mask(a, [True, False], name="n"), tf.ragged.row_splits_to_segment_ids([0, 2], name="n")
tf.ragged.segment_ids_to_row_splits([0, 2], name="n"), tf.ragged.cross([strings], name="n"), tf.ragged.stack_dynamic_partitions([1], [0], 1, name="n"), tf.ragged.range(2, 5, 2, tf.int64, row_splits_dtype=tf.int32)
RT.from_tensor([[1]], name="n", row_splits_dtype=tf.int32), RT.from_uniform_row_length([1, 2], 1, name="n", validate=False), RT.from_nested_row_splits([1], [[0, 1]], name="n", validate=False), RT.from_row_limits([1], [1], name="n", validate=False)
RT.from_nested_row_lengths([1], [[1]], name="n", validate=False), RT.from_nested_value_rowids([1], [[0]], name="n", validate=False), RT.from_row_lengths([1], [1], name="n", validate=False), RT.from_row_starts([1], [0], name="n", validate=False), RT.from_value_rowids([1], [0], name="n", validate=False)
RT.from_sparse(tf.SparseTensor([[0, 0]], [1], [1, 1]), name="n", row_splits_dtype=tf.int32)
a.to_tensor(name="n"), a.to_sparse(name="n"), a.nrows(name="n"), a.row_lengths(name="n"), a.row_starts(name="n"), a.row_limits(name="n"), a.value_rowids(name="n"), a.nested_row_lengths(name="n"), a.nested_value_rowids(name="n"), a.bounding_shape(name="n")
"""

MEMBERS = """
a.values, a.flat_values, a.row_splits, a.nested_row_splits, a.ragged_rank, a.dtype, a.shape, a.get_shape()
deep.values, deep.flat_values, deep.row_splits, deep.nested_row_splits, deep.ragged_rank, deep.shape
inner.values, inner.shape, inner.ragged_rank, uniform.uniform_row_length, a.uniform_row_length, uniform.shape
deep.value_rowids(), deep.nested_value_rowids(), deep.nrows(), deep.nrows(out_type=tf.int32), deep.row_starts(), deep.row_limits()
deep.row_lengths(), deep.row_lengths(axis=2), deep.nested_row_lengths(), inner.row_lengths(axis=2), deep.row_lengths(axis=0)
deep.row_lengths(axis=-1)
deep.row_lengths(axis=3)
deep.bounding_shape(), inner.bounding_shape(), a.bounding_shape(axis=1), a.bounding_shape(axis=[0, 1]), a.bounding_shape(out_type=tf.int32)
empty.bounding_shape(), empty.nrows(), empty.row_lengths(), empty.shape
a.with_values([7, 8, 9]), a.with_values([[7], [8], [9]]), deep.with_flat_values([7, 8, 9])
a.with_values([7, 8])
a.with_values(3)
a.with_row_splits_dtype(tf.int32).row_splits, a.with_row_splits_dtype("int64").row_splits
deep.with_row_splits_dtype(tf.int32).nested_row_splits
a.with_row_splits_dtype(tf.float32)
deep.merge_dims(0, 1), deep.merge_dims(1, 2), deep.merge_dims(0, 2), deep.merge_dims(-2, -1), deep.merge_dims(1, 1)
inner.merge_dims(1, 2), inner.merge_dims(0, 1), inner.merge_dims(0, 2)
deep.merge_dims(2, 1)
deep.merge_dims(0, 3)
deep.merge_dims("a", 3)
a.to_tensor(), a.to_tensor(-1), a.to_tensor(shape=[3, 3]), a.to_tensor(shape=(None, 1)), deep.to_tensor(), inner.to_tensor()
a.to_tensor(shape=[1, None, 2])
a.to_tensor(default_value=[1, 2])
inner.to_tensor(default_value=[8.0, 9.0]), uniform.to_tensor(), strings.to_tensor(), strings.to_tensor("z"), empty.to_tensor()
a.to_list(), deep.to_list(), strings.to_list(), inner.to_list(), empty.to_list(), uniform.to_list()
a.numpy(), deep.numpy(), inner.numpy(), strings.numpy(), uniform.numpy()
empty.numpy()
str(a), str(deep), str(inner), str(strings), str(empty), str(uniform), str(a > 1), str(tf.cast(a, tf.float64))
tf.ragged.constant([[0.1, 1e-10, 1e10], [float("nan"), float("inf")]])
tf.ragged.range(tf.range(30))
tf.ragged.constant([[1 + 2j], []])
tf.cast(a, tf.float16), tf.cast(a, tf.uint8), tf.cast(a, tf.bfloat16)
bool(a)
len(a)
hash(a)
a in {}
a == None, a != None
list(a), [x for x in deep]
tuple(uniform)
tf.nest.flatten(deep, expand_composites=True), tf.nest.flatten(deep)
tf.nest.map_structure(lambda x: x + 1, {"k": a}, expand_composites=False)
tf.nest.map_structure(tf.identity, deep, expand_composites=True)
tf.nest.assert_same_structure(a, b, expand_composites=True)
tf.nest.assert_same_structure(a, deep, expand_composites=True)
tf.is_tensor(a), isinstance(a, tf.RaggedTensor), tf.type_spec_from_value(a), tf.type_spec_from_value(deep)
tf.convert_to_tensor(a)
tf.constant(a)
tf.Variable(a)
np.array(a)
tf.RaggedTensorSpec([2, None], tf.int32), tf.RaggedTensorSpec([2, None, 3], tf.int32), tf.RaggedTensorSpec(None, tf.int32, 1)
tf.RaggedTensorSpec(None, tf.int32)
tf.RaggedTensorSpec([2, 3], tf.int32, ragged_rank=2)
tf.RaggedTensorSpec([2, 3], tf.int32, ragged_rank="x")
tf.RaggedTensorSpec([2, None], None)
tf.RaggedTensorSpec([2, 3], tf.int32, ragged_rank=0).value_type, tf.RaggedTensorSpec([2, None], tf.int32).value_type
tf.RaggedTensorSpec(None, tf.int32, ragged_rank=2)._component_specs, tf.RaggedTensorSpec([2, 3, 4], tf.int32, ragged_rank=1)._component_specs
tf.RaggedTensorSpec([2, 3, None], tf.int32)._component_specs, tf.RaggedTensorSpec([2, 3], tf.int32, ragged_rank=0)._component_specs
S([2, None], tf.int32) == S([2, None], tf.int32), S([2, None], tf.int32) == S([None, None], tf.int32), hash(S([2, None])) == hash(S([2, None]))
S([2, None], tf.int32).is_compatible_with(a), S([None, None], tf.int32).is_compatible_with(a), S([None, None]).is_compatible_with(a), S([3, None], tf.int32).is_compatible_with(a)
S([None, None], tf.int32).is_compatible_with(S([3, None], tf.int32)), S([2, 2], tf.int32, 0).is_compatible_with(tf.constant([[1, 2], [3, 4]]))
S([2, None], tf.int32).is_subtype_of(S([None, None], tf.int32)), S([None, None], tf.int32).is_subtype_of(S([2, None], tf.int32))
S([2, None]).most_specific_common_supertype([S([3, None])]), S([2, None]).most_specific_common_supertype([S([3, None], tf.int32)])
S([2, None]).most_specific_common_supertype([S([3, None], row_splits_dtype=tf.int32)]), S([2, None]).most_specific_compatible_type(S([None, None]))
S([2, None]).dtype, S([2, None]).shape, S([2, None]).ragged_rank, S([2, None]).row_splits_dtype, S([2, None]).flat_values_spec
S.from_value(a), S.from_value(deep)
S([2, None])._batch(4), S([2, None])._unbatch(), S([2, None, None])._unbatch()
"""

INDEXING = """
a[0], a[1], a[-1], a[tf.constant(1)], a[np.int64(0)]
a[5]
a[-3]
a[0, 1], a[1, 0], a[0][1]
a[0, 5]
a[:1], a[1:], a[:], a[::2], a[::-1], a[5:], a[-1:], a[1:1]
a[:, 0]
a[:, :1], a[:, 1:], a[:, ::-1], a[:, -1:], a[:, ::2], a[:, :-1], a[:, 5:], a[:, 1:0]
a[tf.newaxis], a[:, tf.newaxis], a[:, :, tf.newaxis], a[0, tf.newaxis]
a[..., 1:], a[..., 0:1], a[...], a[0, ...], a[..., tf.newaxis]
a[..., ...]
a[1:, 1:], a[::-1, ::-1], a[1:, tf.newaxis]
a["x"]
a[1.5]
a[True]
a[0, 0, 0]
deep[0], deep[1], deep[0, 0], deep[0, 1, 0], deep[:, 1:], deep[:, :, 1:], deep[0, :, 1:], deep[:, :1, :1], deep[..., :1]
deep[:, 0]
deep[:, :, 0]
deep[0, :, 0]
inner[0], inner[:, :1], inner[:, :, 0], inner[:, 1:, 0], inner[1, 0, 1], inner[..., 0], inner[:, :, tf.newaxis], inner[:, :, :, tf.newaxis]
uniform[:, 0], uniform[:, -1], uniform[:, :1], uniform[0], uniform[0, 1], uniform[::-1]
uniform[:, 2]
nested_uniform[:, 0], nested_uniform[:, 1, :1], nested_uniform[0, 1], nested_uniform[1:], nested_uniform[:, ::-1]
a[tf.constant(0):tf.constant(1)], a[:, tf.constant(1):], a[tf.constant([0, 1])]
a[[0]], a[[0, 1]]
a[:, ::0]
empty[:1], empty[:, :1]
empty[0], empty[1]
strings[:, :1], strings[0, 1], strings[0]
"""

ELEMENTWISE = """
a + 1, 1 + a, a - 1, 1 - a, a * 2, a / 2, 7 // a, a % 2, a ** 2, 2 ** a, -a, abs(-a), a + a, a * a
a + 1.5
a + tf.constant(1.0)
a > 1, a >= 2, a < 2, a <= 2, a == 2, a != 2, a == a, 2 > a
(a > 1) & (a < 3), (a > 1) | (a > 2), (a > 1) ^ (a > 2), ~(a > 1)
a & a
a + [[1], [2]], [[1], [2]] + a, tf.constant([[1], [2]]) + a, np.array([[1], [2]], np.int32) + a, tf.Variable([[1], [2]]) * a
a + [[10, 20], [30, 40]]
a + [10, 20]
a + [[5]], a + [5], a + tf.ones([5, 1, 1], tf.int32), a + tf.ones([5, 2, 1], tf.int32), a + tf.ones([1, 2, 1], tf.int32)
a + tf.ones([5, 3, 1], tf.int32)
a + b
a + tf.ragged.constant([[1], [2]])
a + tf.ragged.constant([[1, 2], [3], [4]])
deep + a
deep + deep, deep + 1, deep * [[[2]], [[3]]], deep + tf.constant([1])
inner + 1.0, inner + [1.0, 2.0], inner * [[[2.0]], [[3.0]]], inner + inner, inner + inner[:, :, :1]
uniform + a.to_tensor(), uniform + [[1], [2]], uniform + [1, 2], uniform + uniform
RT.from_uniform_row_length([5, 6], 1) + a, a + RT.from_uniform_row_length([5, 6], 1)
a + RT.from_row_splits([1, 2, 3], tf.constant([0, 2, 3]))
a + "x"
a + None
tf.add(a, 1), tf.add(1, a), tf.add(x=a, y=2), tf.maximum(a, 2), tf.minimum(2, a), tf.pow(a, 2), tf.math.squared_difference(a, 1)
tf.math.atan2(af, 1.0), tf.math.divide_no_nan(af, 0.0), tf.math.xlogy(af, 2.0), tf.math.floormod(a, 2), tf.math.truediv(a, 2)
tf.equal(a, a), tf.not_equal(a, 1), tf.less(a, 2), tf.greater_equal(a, [[2], [3]]), tf.logical_and(a > 1, True)
tf.bitwise.bitwise_and(a, 1), tf.bitwise.left_shift(a, a), tf.bitwise.invert(a)
tf.abs(-a), tf.negative(a), tf.square(a), tf.sqrt(af), tf.exp(af), tf.math.log(af), tf.sign(a), tf.round(af), tf.math.floor(af), tf.sin(af)
tf.math.sigmoid(af * 0), tf.math.tanh(af * 0), tf.nn.relu(af), tf.nn.elu(af), tf.nn.gelu(af * 0), tf.nn.leaky_relu(af), tf.nn.relu6(af)
tf.math.erf(af * 0), tf.math.lgamma(af), tf.math.reciprocal(af), tf.math.rsqrt(af), tf.math.is_nan(af), tf.math.is_finite(af), tf.math.log1p(af)
tf.cast(a, tf.float32), tf.cast(a, tf.bool), tf.cast(x=a, dtype=tf.int64), tf.ones_like(a), tf.zeros_like(a), tf.ones_like(a, dtype=tf.float32)
tf.clip_by_value(af, 1.5, 2.5), tf.saturate_cast(a, tf.uint8), tf.identity(a), tf.debugging.check_numerics(af, "m")
tf.strings.length(strings), tf.strings.upper(strings), tf.strings.substr(strings, 0, 1), tf.strings.as_string(a), tf.strings.to_number(tf.strings.as_string(a))
tf.strings.join([strings, "x"]), tf.strings.join([strings, strings], "-"), tf.strings.regex_replace(strings, "a", "b"), tf.strings.strip(strings)
tf.strings.to_hash_bucket_fast(strings, 10), tf.strings.regex_full_match(strings, "a.*"), tf.strings.lower(strings)
tf.math.add_n([a, a]), tf.add_n([a, a, a])
tf.math.add_n([a, b])
tf.where(a > 1, a, -a), tf.where(a > 1, 1, 0), tf.where(a > 1, a, 0), tf.where(a > 1), tf.where([[True], [False]], a, -a), tf.where(deep > 1)
tf.compat.v1.where(a > 1, a, -a), tf.compat.v1.where(a > 1), tf.compat.v1.where([True, False, True], a, -a), tf.compat.v1.where(tf.constant([False, True, True]), x=b, y=a)
tf.compat.v1.where(a > 1, a, 0)
tf.compat.v1.where([True], a, -a)
tf.compat.v1.where([[True], [False], [True]], a, -a)
tf.compat.v1.batch_gather(a, [[0], [0], [0]]), tf.compat.v1.batch_gather(a, tf.ragged.constant([[0], [], [0, 0]])), tf.compat.v1.gather_nd(a, [[0, 0]])
tf.where(a > 1, b, a)
tf.where(a > 1, a)
tf.nn.softmax(af), tf.nn.softmax(af, axis=-1), tf.nn.softmax(inner)
tf.nn.softmax(af, axis=0)
tf.nn.dropout(af, 0.0)
tf.bitcast(a, tf.float32)
tf.debugging.assert_equal(a, a), tf.debugging.assert_less(a, a + 1)
tf.debugging.assert_equal(a, a + 1)
tf.math.scalar_mul(2, a), tf.math.multiply_no_nan(af, 0.0)
tf.math.nextafter(af, 2.0)
tf.dtypes.complex(af, af)
"""

REDUCTIONS = """
[tf.reduce_sum(a, axis=k) for k in (0, 1, None, -1, [0, 1], [1], [0])]
[tf.reduce_sum(deep, axis=k) for k in (0, 1, 2, None, -1, [0, 1], [1, 2], [0, 2], [0, 1, 2])]
[tf.reduce_sum(inner, axis=k) for k in (0, 1, 2, None, [0, 1], [1, 2], [0, 2])]
[tf.reduce_sum(a, axis=k, keepdims=True) for k in (0, 1, None)]
[tf.reduce_sum(deep, axis=k, keepdims=True) for k in (0, 1, 2)]
tf.reduce_sum(a, axis=2)
tf.reduce_sum(a, axis=-3)
tf.reduce_sum(a, axis="x")
[tf.reduce_max(a, axis=k) for k in (0, 1, None)], [tf.reduce_min(a, axis=k) for k in (0, 1, None)], [tf.reduce_prod(a, axis=k) for k in (0, 1, None)]
[tf.reduce_max(holes, axis=k) for k in (0, 1, None)], [tf.reduce_min(holes, axis=k) for k in (0, 1, None)], [tf.reduce_prod(holes, axis=k) for k in (0, 1)]
[tf.reduce_mean(af, axis=k) for k in (0, 1, None, [0, 1])], [tf.reduce_mean(holes, axis=k) for k in (0, 1, None)], tf.reduce_mean(inner, axis=1)
[tf.reduce_mean(deep_float, axis=k) for k in (0, 1, 2, [0, 1], [1, 2], [0, 2])]
tf.reduce_mean(a, axis=1), tf.reduce_mean(a)
[tf.reduce_any(a > 2, axis=k) for k in (0, 1, None)], [tf.reduce_all(a > 0, axis=k) for k in (0, 1, None)], tf.reduce_all(holes > 1, axis=1), tf.reduce_any(holes > 1, axis=1)
[tf.math.reduce_variance(af, axis=k) for k in (0, 1, None)], [tf.math.reduce_std(af, axis=k) for k in (0, 1, None)]
tf.reduce_sum(input_tensor=a, axis=1), tf.reduce_sum(a, 1), tf.math.reduce_sum(a, 1), tf.reduce_max(a, 1, keepdims=True)
tf.reduce_sum(empty, 1), tf.reduce_sum(empty, 0), tf.reduce_sum(empty)
tf.math.unsorted_segment_sum(a, [0, 0], 2), tf.math.unsorted_segment_max(af, [1, 0], 2), tf.math.unsorted_segment_mean(af, [1, 1], 2)
tf.math.unsorted_segment_sum(a, tf.ragged.constant([[0, 1], [1]]), 2)
"""

ARRAYS = """
tf.concat([a, a], 0), tf.concat([a, b], 0), tf.concat([a, a], 1), tf.concat([a, b], 1), tf.concat([a, b], -1), tf.concat([a], 0)
tf.concat([a, [[1, 2], [3, 4]]], 0), tf.concat([[[1, 2], [3, 4]], a], 1), tf.concat([deep, deep], 0), tf.concat([deep, deep], 1), tf.concat([deep, deep], 2)
tf.concat([inner, inner], 0), tf.concat([inner, inner], 1), tf.concat([inner, inner], 2), tf.concat([uniform, uniform], 1)
tf.concat([a, tf.ragged.constant([[1]])], 1)
tf.concat([a, deep], 0)
tf.concat([a, tf.cast(a, tf.float32)], 0)
tf.concat([a, a], 2)
tf.stack([a, a]), tf.stack([a, b]), tf.stack([a, a], axis=1), tf.stack([a, a], axis=-1), tf.stack([deep, deep])
tf.expand_dims(a, 0), tf.expand_dims(a, 1), tf.expand_dims(a, 2), tf.expand_dims(a, -1), tf.expand_dims(deep, 1), tf.expand_dims(inner, 3), tf.expand_dims(a, axis=-3)
tf.expand_dims(a, 3)
tf.squeeze(a[tf.newaxis], 0), tf.squeeze(a[:, tf.newaxis], 1), tf.squeeze(a[:, :, tf.newaxis], 2), tf.squeeze(a[tf.newaxis], [0])
tf.squeeze(a)
tf.squeeze(a, 0)
tf.squeeze(a, 1)
tf.tile(a, [2, 1]), tf.tile(a, [1, 2]), tf.tile(a, [2, 3]), tf.tile(deep, [1, 2, 3]), tf.tile(inner, [1, 2, 2]), tf.tile(a, [0, 1]), tf.tile(a, tf.constant([1, 2]))
tf.gather(a, [1, 0, 1]), tf.gather(a, 1), tf.gather(a, [[0], [1]]), tf.gather([10, 20, 30, 40], a), tf.gather(deep, [1, 0]), tf.gather(a, tf.ragged.constant([[0], [1, 0]]))
tf.gather(a, [3])
tf.gather(tf.RaggedTensor.from_tensor([[1, 2], [3, 4]]), [1, 0]).shape, tf.gather(tf.RaggedTensor.from_tensor([[1, 2], [3, 4]]), [[1, 0]]).shape, tf.gather(tf.RaggedTensor.from_tensor([[[1, 2]], [[3, 4]]], ragged_rank=2), [1, 0]).shape
tf.gather_nd(tf.RaggedTensor.from_tensor([[1, 2], [3, 4]]), [[1], [0]]).shape, tf.tile(tf.RaggedTensor.from_tensor([[1, 2], [3, 4]]), [2, 1]).shape, tf.reverse(tf.RaggedTensor.from_tensor([[1, 2], [3, 4]]), [0]).shape
tf.gather(a, tf.ragged.constant([[0], [0, 0]]), batch_dims=1), tf.gather(a, [[0], [0]], batch_dims=1), tf.gather([[1, 2], [3, 4]], tf.ragged.constant([[0], [1, 0]]), batch_dims=1)
tf.gather(params=deep, indices=tf.ragged.constant([[1, 0], []], dtype=tf.int32), batch_dims=1)
tf.gather(a, [0], axis=1)
tf.gather_nd(a, [[0, 1], [1, 0]]), tf.gather_nd(a, [[0], [1]]), tf.gather_nd(deep, [[0, 1]]), tf.gather_nd(a, [0, 1]), tf.gather_nd(deep, [[[0, 0, 1]]])
tf.size(a), tf.size(deep, out_type=tf.int64), tf.rank(a), tf.rank(deep), tf.rank(inner), tf.size(inner)
tf.shape(a), tf.shape(deep), tf.shape(inner), tf.shape(uniform), tf.shape(a)[0], tf.shape(inner)[2], tf.shape(a, out_type=tf.int32).dtype
tf.shape(a)[1]
tf.shape(a).rank, tf.shape(a).inner_shape, tf.shape(a).num_row_partitions, tf.shape(a).static_lengths(), tf.shape(a).is_uniform(1), tf.shape(inner).inner_rank
tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3]), tf.experimental.DynamicRaggedShape.from_lengths([3, 2]), tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1)]) == tf.shape(a)
tf.broadcast_to([[1], [2]], tf.shape(a)), tf.broadcast_to(3, tf.shape(a)), tf.zeros(tf.shape(a)), tf.ones(tf.shape(a), tf.int32), tf.fill(tf.shape(a), 7)
tf.reshape(a, [-1]), tf.reshape(deep, [-1]), tf.reshape([7, 8, 9], tf.shape(a))
tf.one_hot(a, 4), tf.one_hot(a, 4, on_value=5, off_value=1), tf.one_hot(deep, 4, axis=-1)
tf.reverse(a, [0]), tf.reverse(a, [0, 0]), tf.reverse(deep, [1, -2]), tf.reverse(a, [1]), tf.reverse(a, [0, 1]), tf.reverse(deep, [2]), tf.reverse(a, axis=[-1]), tf.reverse(a, [])
tf.split(a, 2), tf.split(a, [1, 1]), tf.split(inner, 2, axis=2)
tf.split(a, 3)
tf.split(a, 2, axis=1)
tf.matmul(a, a)
tf.sort(a)
tf.transpose(a)
tf.argmax(a, 1)
tf.unstack(a)
tf.math.cumsum(a), tf.math.cumsum(a, 1), tf.math.cumsum(deep, 2, reverse=True), tf.math.cumsum(inner, 2), tf.math.cumsum(a, 1, exclusive=True), tf.math.cumsum(deep, 1)
tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1)], dtype=tf.int32) == tf.shape(a)
tf.nn.embedding_lookup(tf.constant([[1.0], [2.0], [3.0], [4.0]]), a)
tf.dynamic_partition(a, [1, 0], 2)
tf.strings.format("{} x", a), tf.strings.format("{} {}", [deep, tf.constant([1])]), tf.strings.format("{}", strings), tf.strings.format("{}", af), tf.strings.format("{}", a > 1)
tf.strings.format("{}", tf.ragged.range([9, 0, 1, 1, 1, 1, 1, 1])), tf.strings.format("{}", tf.ragged.range([9, 2]), summarize=1), tf.strings.format("{}", tf.ragged.range([9, 2]), summarize=-1)
tf.strings.split(["a b", "", "c"]), tf.strings.split([["a b", "c"], ["", "d e f"]]), tf.strings.split(strings, "b"), tf.strings.split("a b")
tf.strings.bytes_split(["ab", ""]), tf.strings.bytes_split(strings), tf.strings.split(["a,b,c"], ",", 1)
tf.strings.unicode_decode(["ab", "", "c"], "UTF-8"), tf.strings.unicode_split(["ab", "c"], "UTF-8"), tf.strings.unicode_decode([["ab"], ["c"]], "UTF-8"), tf.strings.unicode_decode(strings, "UTF-8")
tf.strings.unicode_encode(tf.strings.unicode_decode(["ab", "c"], "UTF-8"), "UTF-8"), tf.strings.unicode_decode_with_offsets(["ab", "c"], "UTF-8"), tf.strings.unicode_split_with_offsets(["ab"], "UTF-8")
tf.strings.reduce_join(strings, axis=1), tf.strings.reduce_join(strings, axis=1, separator="-"), tf.strings.reduce_join(strings)
tf.matmul(tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1), tf.ones([2, 2, 3], tf.int32))
tf.matmul(inner, inner, transpose_b=True)
tf.math.bincount(a), tf.math.bincount(a, axis=-1), tf.math.bincount(a, minlength=6, axis=-1), tf.math.bincount(a, binary_output=True)
tf.sparse.bincount(a, axis=-1), tf.sparse.bincount([1, 1, 3]), tf.sparse.bincount([[1, 1], [0, 3]], axis=-1), tf.sparse.bincount([1, 1, 3], weights=[0.5, 1.0, 2.0]), tf.sparse.bincount([1, 1, 3], binary_output=True), tf.sparse.bincount([1, 5], minlength=9), tf.sparse.bincount([1, 5], maxlength=3)
tf.map_fn(tf.reduce_sum, a), tf.map_fn(lambda x: x * 2, a), tf.map_fn(lambda x: tf.size(x), deep), tf.map_fn(lambda x: x[:1], a, fn_output_signature=tf.RaggedTensorSpec([None], tf.int32))
tf.map_fn(lambda n: tf.range(n), tf.constant([3, 0, 2]), fn_output_signature=tf.RaggedTensorSpec([None], tf.int32))
tf.map_fn(lambda x: x, deep), tf.map_fn(tf.reduce_sum, deep), tf.map_fn(lambda x: tf.cast(tf.reduce_sum(x), tf.float32), a, fn_output_signature=tf.float32)
tf.map_fn(lambda x: x + 1, a[:1]), tf.map_fn(lambda x: tf.unique(x)[0], a[1:2]), tf.map_fn(lambda x: x[:1], deep[:1])
tf.map_fn(lambda x: (x, tf.size(x)), a, fn_output_signature=(tf.RaggedTensorSpec([None], tf.int32), tf.int32))
"""


def names(module):
    """What the expressions refer to."""
    import numpy as np

    constant = module.ragged.constant
    return {
        "np": np,
        "RT": module.RaggedTensor,
        "S": module.RaggedTensorSpec,
        "a": constant([[1, 2], [3]]),
        "b": constant([[1], [2, 3]]),
        "af": constant([[1.0, 2.0], [3.0]]),
        "deep": constant([[[1, 2], [3]], []], ragged_rank=2),
        "deep_float": constant([[[1.0, 2.0], [3.0]], [[4.0]]]),
        "inner": constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], ragged_rank=1),
        "uniform": module.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2),
        "nested_uniform": module.RaggedTensor.from_uniform_row_length(constant([[1], [2, 2], [], [4]]), 2),
        "holes": constant([[1.0, 5.0], [], [3.0]]),
        "empty": constant([[], []], dtype=module.float32),
        "strings": constant([["ab", "c"], [], ["def"]]),
        "C": module.constant,
        "v1": module.compat.v1,
        "RC": constant,
        "cube": constant([[[1.0, 2.0], [3.0]], [[4.0]]]),
        "d4": constant([[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], [[[7.0, 8.0]]]], inner_shape=(2,)),
        "d4b": constant([[[[1.0, 2.0], [3.0]], [[5.0]]], [[[7.0, 8.0]]]]),
        "rows": constant([[1, 2], [], [3, 4, 5]]),
        "words": constant([[["a", "b"], ["c"]], [["d"]]]),
        "blocks": module.RaggedTensor.from_row_lengths(module.reshape(module.range(24.0), [4, 2, 3]), [1, 3]),
        "matrices": constant([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0]]], inner_shape=(2,)),
        "m4": module.RaggedTensor.from_row_lengths(module.reshape(module.range(24.0), [3, 2, 2, 2]), [1, 2]),
    }


def described(value):
    """A value with what its text does not show of ragged tensors."""
    if type(value) in (list, tuple):
        return type(value)(described(item) for item in value)
    if type(value).__name__ == "RaggedTensor":
        return [value, str(value.shape), value.dtype.name, value.row_splits.dtype.name, value.ragged_rank]
    if type(value).__name__.endswith("Tensor") and hasattr(value, "_shape_tuple") is False and hasattr(value, "shape"):
        return [value, str(value.shape)]
    return value


DEEP = """
tf.matmul(m4,m4)
tf.matmul(m4,tf.ones([2,2,2,2]))
tf.matmul(blocks,tf.ones([2,3,3,2]))
tf.matmul(blocks,blocks,transpose_b=True)
tf.matmul(d4,d4,transpose_b=True)
tf.matmul(d4,d4,transpose_a=True)
tf.matmul(d4b,d4b,transpose_b=True)
tf.matmul(matrices,matrices,transpose_b=True)
tf.matmul(matrices,matrices,transpose_a=True)
tf.matmul(matrices,tf.ones([2,2,3]))
tf.matmul(matrices,matrices)
tf.matmul(d4,matrices)
tf.matmul(tf.RaggedTensor.from_row_lengths(d4,[1,1]),tf.RaggedTensor.from_row_lengths(d4,[1,1]),transpose_b=True)
tf.matmul(rows,rows)
tf.gather(rows,[0,2],axis=0)
tf.gather(rows,[[0],[],[1]],axis=1,batch_dims=1)
tf.gather(rows,RC([[0],[],[1,2]]),batch_dims=1)
tf.gather(rows,RC([[0],[],[1,2]]),axis=1,batch_dims=1)
tf.gather(rows,RC([[0],[],[1,5]]),axis=1,batch_dims=1)
tf.gather(cube,[0],axis=2)
tf.gather(cube,[0,0],axis=-1)
tf.gather(cube,RC([[0],[0,0]]),axis=1,batch_dims=1)
tf.gather(cube,RC([[1,0],[0]]),axis=1,batch_dims=1)
tf.gather(cube,RC([[[1],[0]],[[0]]]),axis=2,batch_dims=2)
tf.gather(cube,RC([[[1],[0]],[[0]]]),batch_dims=2)
tf.gather(cube,C([0,0]),axis=1,batch_dims=1)
tf.gather(cube,C([[0],[0]]),axis=2,batch_dims=1)
tf.gather(cube,C([[1,0],[0,0]]),axis=0)
tf.gather(cube,RC([[1,0],[0]]),axis=0)
tf.gather(blocks,[1],axis=2)
tf.gather(blocks,[2,0],axis=3)
tf.gather(blocks,[2,0],axis=-1)
tf.gather(blocks,RC([[2],[0,1]]),axis=2)
tf.gather(m4,[1],axis=2)
tf.gather(C([[1,2],[3,4]]),RC([[1],[0,0]]),axis=1)
tf.gather(C([[1,2],[3,4]]),RC([[1],[0,0]]),axis=1,batch_dims=1)
tf.gather(C([[1,2],[3,4]]),RC([[1],[0,0]]),axis=0)
tf.gather(rows,[3])
tf.gather(rows,[-1])
tf.gather(rows,1)
tf.gather(rows,[0],axis=2)
tf.gather(rows,[0],axis=-3)
tf.gather(rows,RC([[0],[],[1]]),axis=0,batch_dims=1)
tf.gather_nd(rows,[[0,1],[2,2]])
tf.gather_nd(cube,[[0,1]])
tf.gather_nd(rows,RC([[[0,1]],[[2,0],[2,1]]],inner_shape=(2,)))
tf.gather_nd(rows,[0,1])
tf.gather(rows,[0],axis=1,batch_dims=1)
tf.gather(rows,[0,1],batch_dims=1)
tf.gather(rows,0,batch_dims=1)
tf.gather(rows,[[0],[0]],axis=1,batch_dims=1)
tf.gather_nd(rows,0)
tf.gather_nd(rows,[[0.5]])
tf.gather_nd(cube,[[0,1]],batch_dims=1)
tf.reshape(rows,[-1])
tf.reshape(rows,[5])
tf.reshape(rows,[3,-1])
tf.reshape(rows,[5,1])
tf.reshape(rows,[1,3,None])
tf.reshape(rows,tf.experimental.DynamicRaggedShape.from_lengths([2,(2,3)]))
tf.reshape(rows,tf.experimental.DynamicRaggedShape.from_lengths([5]))
tf.reshape(rows,tf.experimental.DynamicRaggedShape.from_lengths([2,(2,2)]))
tf.reshape(C([1,2,3,4,5]),tf.experimental.DynamicRaggedShape.from_lengths([2,(2,3)]))
tf.reshape(C([[1,2],[3,4]]),tf.experimental.DynamicRaggedShape.from_lengths([2,(1,3)]))
tf.reshape(blocks,[2,-1])
tf.reshape(blocks,[-1,3])
tf.strings.reduce_join(words,axis=0)
tf.strings.reduce_join(words,axis=1)
tf.strings.reduce_join(words,axis=2)
tf.strings.reduce_join(words,axis=-1)
tf.strings.reduce_join(words)
tf.strings.reduce_join(words,axis=[1,2])
tf.strings.reduce_join(words,axis=[0,1])
tf.strings.reduce_join(words,axis=[0,2],separator='-')
tf.strings.reduce_join(words,axis=1,separator='-')
tf.strings.reduce_join(words,axis=0,separator='-',keepdims=True)
tf.strings.reduce_join(words,axis=2,keepdims=True)
tf.strings.reduce_join(RC([["a","b"],[],["c"]]),axis=0,separator=',')
tf.strings.reduce_join(RC([["a","b"],[],["c"]]),axis=1,separator=',')
tf.strings.reduce_join(RC([["a","b"],[],["c"]]),axis=1,keepdims=True)
tf.strings.reduce_join(RC([["a","b"],[],["c"]]),axis=3)
tf.strings.reduce_join(RC([[["a","b"],["c","d"]],[["e","f"]]],inner_shape=(2,)),axis=0,separator=',')
tf.strings.reduce_join(RC([[["a","b"],["c","d"]],[["e","f"]]],inner_shape=(2,)),axis=1,separator=',')
tf.strings.reduce_join(RC([[["a","b"],["c","d"]],[["e","f"]]],inner_shape=(2,)),axis=2,separator=',')
tf.strings.reduce_join(RC([[[["a"],["b","c"]]],[[["d"]],[]]]),axis=1,separator=',')
tf.strings.reduce_join(RC([[[["a"],["b","c"]]],[[["d"]],[]]]),axis=2,separator=',')
tf.strings.reduce_join(RC([[[["a"],["b","c"]]],[[["d"]],[]]]),axis=0,separator=',')
tf.math.log_softmax(RC([[1.,2.,3.],[],[4.,5.]]))
tf.nn.log_softmax(RC([[1.,2.,3.],[],[4.,5.]]),axis=-1)
tf.reduce_logsumexp(RC([[1.,2.,3.],[],[4.,5.]]))
tf.reduce_logsumexp(RC([[1.,2.,3.],[],[4.,5.]]),1)
tf.reduce_logsumexp(RC([[1.,2.,3.],[],[4.,5.]]),0)
tf.reduce_logsumexp(RC([[1.,2.,3.],[],[4.,5.]]),1,keepdims=True)
tf.reduce_logsumexp(RC([[1.,2.,3.],[],[4.,5.]]),keepdims=True)
tf.reduce_all(RC([[1.,2.,3.],[],[4.,5.]]))
tf.reduce_any(RC([[1.,2.,3.],[],[4.,5.]]))
tf.reduce_all(RC([[1,0],[],[2]]))
tf.nn.moments(RC([[1.,2.,3.],[],[4.,5.]]),[1])
tf.nn.moments(RC([[1.,2.,3.],[],[4.,5.]]),[1],keepdims=True)
tf.nn.moments(RC([[1.,2.,3.],[],[4.,5.]]),[0])
tf.nn.moments(RC([[1.,2.,3.],[],[4.,5.]]),[0,1])
tf.nn.moments(RC([[1,2]]),[1])
tf.realdiv(RC([[1.,2.,3.],[],[4.,5.]]),2.)
tf.realdiv(1.,RC([[1.,2.,3.],[],[4.,5.]]))
tf.nn.batch_normalization(RC([[1.,2.,3.],[],[4.,5.]]),0.,1.,0.,1.,.1)
tf.nn.batch_normalization(RC([[1.,2.,3.],[],[4.,5.]]),1.,4.,None,None,0.)
tf.nn.batch_normalization(RC([[1.,2.,3.],[],[4.,5.]]),1.,4.,2.,None,0.)
tf.gather(RC([[1,2],[3]]),5)
tf.gather(RC([[1,2],[3]]),-1)
tf.gather(RC([[1,2],[3]]),1)
tf.gather(RC([[[1,2],[3]],[[4]]]),0)
tf.function(lambda i: tf.gather(RC([[1,2],[3]]),i))(tf.constant(1))
tf.function(lambda i: tf.gather(RC([[1,2],[3]]),i))(5)
tf.tile(RC([[1,2],[3]]),[2])
tf.tile(RC([[1,2],[3]]),[2,1,1])
tf.tile(RC([[1,2],[3]]),2)
tf.tile(RC([[1,2],[3]]),[2.,1.])
tf.size(RC([[1,2],[3]]),out_type=tf.string)
tf.size(RC([[1,2],[3]]),out_type=tf.int64)
tf.ragged.boolean_mask(RC([[1,2],[3],[4]]),[True,False])
tf.ragged.boolean_mask(RC([[1,2],[3],[4]]),[True,False,True])
"""


def lines(text):
    """The expressions in one of the texts above."""
    return [line for line in text.split("\n") if line.strip()]


VERSION_1 = """
v1.gather_nd(a, [[0, 1]]), v1.gather_nd(a, [[0], [1]]), v1.gather_nd(cube, [[1]], name="n"), v1.manip.gather_nd(a, [[0, 1]], None, 0)
v1.gather_nd([[1, 2], [3, 4]], RC([[[0, 1]], [[1, 0], [1, 1]]], ragged_rank=1))
v1.gather_nd(a, [[0, 1]], bad_indices_policy="DEFAULT"), tf.gather_nd(a, [[0, 1]], 0, None, ""), tf.gather_nd(a, [[0, 1]], bad_indices_policy="")
v1.gather_nd(a, RC([[[1]], [[0]]], ragged_rank=1), batch_dims=1)
v1.batch_gather(a, RC([[1, 0], [0]])), v1.batch_gather(a, [[1], [0]]), v1.batch_gather([[1, 2], [3, 4]], RC([[1], [0, 1]])), v1.batch_gather(a, [0])
v1.batch_gather(deep_float, RC([[1], [0]])), v1.batch_gather(deep_float, RC([[[1], [0]], [[0]]])), v1.batch_gather(inner, RC([[1], [0]]), name="n")
v1.batch_gather(a, 0)
v1.nn.embedding_lookup([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]], a)
v1.nn.embedding_lookup([[[1.0], [3.0]], [[5.0], [7.0]]], a, "div"), v1.nn.embedding_lookup([[[1.0], [3.0]], [[5.0], [7.0]]], a, partition_strategy="mod")
v1.strings.split(strings, result_type="RaggedTensor"), v1.strings.split(source=words, sep="b", result_type="RaggedTensor"), v1.strings.split(strings).values
tf.io.is_jpeg(strings), v1.image.is_jpeg(contents=strings)
v1.convert_to_tensor_or_indexed_slices(a), v1.convert_to_tensor_or_indexed_slices(a, C(1).dtype)
v1.convert_to_tensor_or_indexed_slices(a, af.dtype)
"""

ALL = (MAKING, MEMBERS, INDEXING, ELEMENTWISE, REDUCTIONS, ARRAYS, DEEP, VERSION_1)
