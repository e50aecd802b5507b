"""Names of tf.compat.v1 that need no session give what TensorFlow gives, with old and new names of arguments."""

# ruff: noqa: E501
import numpy as np
import pytest

from support.same_values import assert_same_values

LABELS = "[[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]]"
PREDICTIONS = "[[1.5, 2.0], [2.0, 4.0], [0.3, 0.4]]"
WEIGHTS = (
    "1.0",
    "2.0",
    "0.0",
    "[[1.0], [0.0], [2.0]]",
    "[[1.0, 0.0], [0.0, 0.0], [2.0, 1.0]]",
    "[1.0, 0.0, 2.0]",
    "None",
)
REDUCTIONS = (
    "none",
    "weighted_sum",
    "weighted_mean",
    "weighted_sum_over_batch_size",
    "weighted_sum_by_nonzero_weights",
    "other",
)
MADE = (
    "v.zeros_initializer()",
    "v.zeros_initializer(tf.int32)",
    "v.ones_initializer()",
    "v.constant_initializer(3)",
    "v.constant_initializer([1, 2, 3, 4])",
    "v.constant_initializer(np.ones([2, 2]), tf.int32)",
    "v.random_normal_initializer(1.0, 0.1, seed=3)",
    "v.random_uniform_initializer(seed=3)",
    "v.random_uniform_initializer(0, 5, 3, tf.int32)",
    "v.truncated_normal_initializer(seed=3)",
    "v.uniform_unit_scaling_initializer(seed=3)",
    "v.variance_scaling_initializer(seed=3)",
    "v.variance_scaling_initializer(2.0, 'fan_avg', 'uniform', seed=3)",
    "v.variance_scaling_initializer(2.0, 'fan_out', 'untruncated_normal', seed=3)",
    "v.orthogonal_initializer(seed=3)",
    "v.glorot_uniform_initializer(seed=3)",
    "v.glorot_normal_initializer(seed=3)",
    "v.initializers.identity(2.0)",
    "v.initializers.he_normal(3)",
    "v.initializers.he_uniform(3)",
    "v.initializers.lecun_normal(3)",
    "v.initializers.lecun_uniform(3)",
)
X = "tf.constant([[1.0, -2.0, 3.0], [4.0, 0.0, -6.0]])"
IMAGE = "tf.reshape(tf.range(32, dtype=tf.float32), [1, 4, 4, 2])"
EXAMPLE = b"\n\r\n\x0b\n\x01n\x12\x06\x1a\x04\n\x02\x03\x04"  # of the feature "n" with 3 and 4
FILTER = "tf.reshape(tf.range(24, dtype=tf.float32), [2, 2, 2, 3])"

EXPRESSIONS = [
    *("v.nn.weighted_cross_entropy_with_logits([1.0], [1.0])", "v.nn.weighted_cross_entropy_with_logits([1.0])"),
    *("tf.math.scalar_mul(2j, tf.constant([1 + 1j]))", "tf.math.scalar_mul(2j, tf.constant([1.0]))"),
    *(f"v.reduce_{kind}({X}, {arguments})" for kind in ("sum", "mean", "max", "min", "prod", "logsumexp")
      for arguments in ("1", "axis=0, keepdims=True", "reduction_indices=[0, 1]", "reduction_indices=0, keep_dims=True", "keep_dims=False",
                        "axis=0, reduction_indices=0", "keepdims=True, keep_dims=True", "3")),
    *(f"v.reduce_{kind}([[True, False], [True, True]], {arguments})" for kind in ("all", "any")
      for arguments in ("1", "reduction_indices=0", "reduction_indices=0, keep_dims=True")),
    *(f"v.{name}({X}, {arguments})" for name in ("argmax", "argmin")
      for arguments in ("1", "dimension=0", "dimension=1, output_type=tf.int32", "axis=0, dimension=0", "dimension=2")),
    f"v.argmax({X})", f"v.arg_max({X}, 1)", f"v.arg_min({X}, 0, tf.int32)",
    f"v.count_nonzero({X})", f"v.count_nonzero(input={X}, reduction_indices=1)", f"v.count_nonzero({X}, 1, True, tf.int32)", "v.count_nonzero()",
    f"v.norm({X})", f"v.norm({X}, axis=1, keep_dims=True)", f"v.linalg.norm({X}, 1, 0)",
    "v.where([True, False, True])", "v.where([True, False], [1, 2], [3, 4])", "v.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]])",
    "v.where(True, [1, 2], [3, 4])", "v.where([True, False], [1, 2], 3)", "v.where([True, False], 1, 2)", "v.where([True], x=[1])",
    "v.where([[True, False]], [[1, 2], [3, 4]], [[5, 6], [7, 8]])",
    "v.gather([10, 20, 30], [2, 0])", "v.gather([[1, 2], [3, 4]], [1], None, None, 1)", "v.gather([[1, 2], [3, 4]], [[1], [0]], axis=1, batch_dims=1)",
    "v.setdiff1d([1, 2, 3, 2, 4], [2])", "v.setdiff1d(['a', 'b'], ['c'], tf.int64)", "v.setdiff1d([[1]], [1])", "v.setdiff1d([1], [1.0])",
    "v.tuple([tf.constant(1), None, tf.constant([2.0])])", "v.tuple([tf.constant(1)], 'n', [tf.constant(2)])",
    "v.Print(tf.constant([1.0]), [tf.constant([1, 2, 3, 4]), 'x'], 'message ', 1, 2)", "v.Print([1], [])",
    f"v.nn.depthwise_conv2d_native({IMAGE}, {FILTER}, [1, 1, 1, 1], 'VALID')", f"v.nn.depthwise_conv2d_native({IMAGE}, {FILTER}, [1, 2, 2, 1], [[0, 0], [1, 0], [0, 1], [0, 0]])",
    "v.nn.quantized_relu_x(tf.cast([1, 2], tf.quint8), 3.0, 0.0, 1.0)", "v.hessians(tf.constant(1.0), [tf.constant(1.0)])",
    "v.distribute.get_loss_reduction().value", "v.distribute.MirroredStrategy(['/cpu:0']).num_replicas_in_sync", "v.distribute.ReduceOp is tf.distribute.ReduceOp",
    "v.flags.FlagValues.__name__", "v.resource_loader.readahead_file_path('a')",
    "v.gather_nd([[1, 2], [3, 4]], [[1, 0]])", "v.gather_nd([[1, 2], [3, 4]], [[1], [0]], None, 1)",
    "v.batch_gather([[1, 2], [3, 4]], [[1], [0]])", "v.boolean_mask([1, 2, 3], [True, False, True])", "v.boolean_mask([[1, 2], [3, 4]], [True, False], axis=1)",
    "v.pad([[1, 2]], [[1, 0], [0, 1]])", "v.pad([[1, 2]], [[1, 0], [0, 1]], 'CONSTANT', None, 7)", "v.pad([[1, 2]], [[0, 0], [1, 1]], mode='REFLECT')", "v.pad([1], [[1, 1]], 'other')",
    "v.expand_dims([1, 2], 0)", "v.expand_dims([1, 2], dim=-1)", "v.expand_dims([1, 2], axis=0, dim=0)", "v.expand_dims([1, 2])",
    "v.squeeze([[1], [2]])", "v.squeeze([[1], [2]], squeeze_dims=[1])", "v.squeeze([[1], [2]], axis=1, squeeze_dims=[1])",
    "v.reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_dim=1)", "v.reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 1, 2], 0, batch_dim=1)",
    f"v.transpose({X})", f"v.transpose({X}, [0, 1])", "v.transpose([[1 + 2j]], conjugate=True)", "v.transpose([[1 + 2j]], None, 'n', True)",
    f"v.size({X})", f"v.size({X}, None, tf.int64)", f"v.shape({X})", f"v.shape({X}, out_type=tf.int64)", f"v.zeros_like({X}, tf.int32)", f"v.ones_like({X})",
    "v.constant([1, 2])", "v.constant(1, shape=[2, 2])", "v.constant([1, 2], tf.float32, [2, 1])", "v.constant([1, 2], shape=[3])", "v.constant([1, 2], shape=[2, 1], verify_shape=True)",
    "v.constant([1, 2], shape=[2], verify_shape=True)", "v.convert_to_tensor([1, 2], preferred_dtype=tf.float32)", "v.convert_to_tensor([1], tf.int64)",
    "v.convert_to_tensor_or_sparse_tensor([1, 2])", "v.convert_to_tensor_or_sparse_tensor([1, 2], tf.float32)",
    *(f"v.to_{name}({value})" for name in ("float", "double", "int32", "int64", "bfloat16", "complex64", "complex128") for value in ("[1, 2]", "[1.7, -1.7]")),
    "v.space_to_batch(tf.reshape(tf.range(16), [1, 4, 4, 1]), [[0, 0], [0, 0]], 2)", "v.space_to_batch(tf.reshape(tf.range(16), [1, 4, 4, 1]), [[0, 0], [0, 0]], block_shape=2)",
    "v.batch_to_space(tf.reshape(tf.range(16), [4, 2, 2, 1]), [[0, 0], [0, 1]], 2)", "v.space_to_depth(tf.reshape(tf.range(16), [1, 4, 4, 1]), 2)",
    "v.depth_to_space(tf.reshape(tf.range(16), [1, 2, 2, 4]), 2, None, 'NHWC')",
    # control flow
    "v.cond(True, lambda: [1], lambda: [2])", "v.cond(tf.constant(False), fn1=lambda: 1, fn2=lambda: 3)", "v.cond(tf.constant(True), lambda: [tf.constant(1)], lambda: [2], strict=True)",
    "v.cond(tf.constant(True), lambda: 1)", "v.cond(True, 1, 2)", "v.cond(True, lambda: 1, lambda: 2, fn1=lambda: 1)", "v.cond(True, lambda: (1, 2), lambda: (2, 3))",
    "v.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])", "v.while_loop(lambda i: i < 3, lambda i: i + 1, 0)", "v.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), (0, 1))",
    "v.while_loop(1, 2, [3])", "tf.function(lambda: v.while_loop(lambda i: i < 3, lambda i: i + 1, [0]))()", "tf.function(lambda: v.while_loop(lambda i: i < 3, lambda i: i + 1, [0], return_same_structure=True))()",
    "tf.function(lambda x: v.cond(x > 0, lambda: [x], lambda: [x + 1]))(tf.constant(1.0))", "v.case([(tf.constant(False), lambda: [1])], default=lambda: [2])",
    "v.map_fn(lambda x: x * 2, tf.constant([1, 2]))", "v.foldl(lambda a, x: a - x, tf.constant([1, 2, 3]))", "v.foldr(lambda a, x: a - x, tf.constant([1, 2, 3]))",
    "v.scan(lambda a, x: a + x, tf.constant([1, 2, 3]), reverse=True)", "v.clip_by_average_norm([3.0, 4.0], 0.5)", "v.verify_tensor_all_finite([1.0], 'm')", "v.verify_tensor_all_finite(x=[float('nan')], message='m')",
    # numbers and strings
    "v.div([7, -7], [2, 2])", "v.div([7.0], [2.0])", "v.floor_div([7, -7], [2, 2])", "v.mod([7, -7], [4, 4])", "v.floordiv([7, -7], 2)", "v.div_no_nan([1.0, 2.0], [0.0, 4.0])", "v.lin_space(0.0, 1.0, 3)",
    "v.scalar_mul(2.0, tf.constant([1.0, 2.0]))", "v.bincount([1, 1, 2])", "v.bincount([1, 1, 2], minlength=5)", "v.confusion_matrix([0, 1, 1], [0, 1, 0])", "v.confusion_matrix([0, 1], [1, 1], weights=[2, 3])",
    "v.substr(['hello', 'abc'], 1, 2)", "v.strings.length(['hello', 'é'], unit='UTF8_CHAR')", "v.string_to_number(['1.5', '2'])", "v.string_to_number(input=['7'], out_type=tf.int32)",
    "v.string_to_hash_bucket(['a', 'b'], 10)", "parts(v.string_split(['a b', 'c  d']))", "parts(v.string_split(['a b', 'c  d', '', ' '], skip_empty=False))", "parts(v.string_split(['a,b;c'], delimiter=',;'))", "parts(v.string_split(['ab'], ''))",
    "v.string_split(['a b', 'c'], result_type='RaggedTensor').to_tensor()", "v.string_split(['a b'], result_type='other')", "parts(v.strings.split(['a b', 'c']))", "v.strings.split(['a,b', 'c'], ',', result_type='RaggedTensor').to_tensor()", "parts(v.strings.split('a b'))",
    "v.py_func(lambda x: x + 1, [tf.constant([1, 2])], tf.int32)", "v.accumulate_n([[1, 2], [3, 4]])", "v.random_poisson([1.0, 2.0], [3]).shape", "v.multinomial([[0.0, 0.0]], 5).shape",
    # sparse tensors
    "v.sparse_to_dense([1, 3], [5], 7)", "v.sparse_to_dense([[0, 1], [1, 0]], [2, 2], [1.0, 2.0], -1.0)", "v.sparse_to_dense([3, 1], [5], 7)", "v.sparse_to_dense([3, 1], [5], 7, validate_indices=False)",
    "tf.sparse.to_dense(v.sparse_concat(0, [tf.sparse.from_dense([[1, 0]]), tf.sparse.from_dense([[0, 2]])]))", "tf.sparse.to_dense(v.sparse_concat(concat_dim=1, axis=None, sp_inputs=[tf.sparse.from_dense([[1, 0]]), tf.sparse.from_dense([[0, 2]])]))",
    "tf.sparse.to_dense(v.sparse_add(tf.sparse.from_dense([[1, 0]]), tf.sparse.from_dense([[1, 2]]), thresh=2))", "v.sparse_reduce_sum(tf.sparse.from_dense([[1, 0], [2, 3]]), reduction_axes=1, keep_dims=True)",
    "v.sparse_reduce_max(tf.sparse.from_dense([[1, 0], [2, 3]]), 0)", "tf.sparse.to_dense(v.sparse_reduce_sum_sparse(tf.sparse.from_dense([[1, 0], [2, 3]]), 0))",
    "[tf.sparse.to_dense(x) for x in v.sparse_split(sp_input=tf.sparse.from_dense([[1, 0], [2, 3]]), num_split=2, axis=1)]", "v.sparse_split(1)",
    # neural networks
    *(f"v.nn.{name}({IMAGE}, {arguments})" for name in ("max_pool", "avg_pool")
      for arguments in ("[1, 2, 2, 1], [1, 2, 2, 1], 'VALID'", "2, 1, 'SAME'", "2, 1, 'OTHER'", "2, 1, 'SAME', input=1")),
    f"v.nn.avg_pool(None, 2, 2, 'SAME', input={IMAGE})", f"v.nn.max_pool_with_argmax({IMAGE}, 2, 2, 'SAME', Targmax=tf.int64)", f"list(v.nn.max_pool_with_argmax({IMAGE}, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME', Targmax=tf.int64))",
    f"v.nn.pool({IMAGE}, [2, 2], 'MAX', 'VALID')", f"v.nn.pool({IMAGE}, [2, 2], 'AVG', 'VALID', dilation_rate=[2, 1])",
    f"v.nn.conv2d({IMAGE}, {FILTER}, [1, 1, 1, 1], 'SAME')", f"v.nn.conv2d({IMAGE}, filters={FILTER}, strides=2, padding='VALID')", f"v.nn.conv2d({IMAGE}, {FILTER}, [1, 1, 1, 1], [[0, 0], [1, 0], [0, 1], [0, 0]])",
    "v.nn.conv1d(tf.ones([1, 4, 2]), tf.ones([2, 2, 3]), 1, 'SAME')", "v.nn.conv1d(input=tf.ones([1, 4, 2]), filters=tf.ones([2, 2, 3]), stride=2, padding='VALID')",
    "v.nn.conv3d(tf.ones([1, 3, 3, 3, 2]), tf.ones([2, 2, 2, 2, 3]), [1, 1, 1, 1, 1], 'SAME')",
    "v.nn.conv2d_transpose(tf.ones([1, 2, 2, 3]), tf.ones([2, 2, 2, 3]), [1, 4, 4, 2], [1, 2, 2, 1])", "v.nn.conv2d_transpose(input=tf.ones([1, 2, 2, 3]), filters=tf.ones([2, 2, 2, 3]), output_shape=[1, 4, 4, 2], strides=2)",
    f"v.nn.conv2d_backprop_input([1, 4, 4, 2], {FILTER}, tf.ones([1, 4, 4, 3]), [1, 1, 1, 1], 'SAME')", f"v.nn.conv2d_backprop_filter({IMAGE}, [2, 2, 2, 3], tf.ones([1, 4, 4, 3]), [1, 1, 1, 1], 'SAME')",
    f"v.nn.convolution({IMAGE}, {FILTER}, 'VALID')", f"v.nn.convolution({IMAGE}, {FILTER}, 'SAME', dilation_rate=[2, 1])", f"v.nn.convolution({IMAGE}, None, 'SAME', filters={FILTER}, strides=[2, 2])",
    f"v.nn.depthwise_conv2d({IMAGE}, tf.ones([2, 2, 2, 2]), [1, 1, 1, 1], 'SAME', [2, 2])", f"v.nn.separable_conv2d({IMAGE}, tf.ones([2, 2, 2, 1]), tf.ones([1, 1, 2, 3]), [1, 1, 1, 1], 'VALID')",
    *(f"v.nn.softmax_cross_entropy_with_logits{suffix}(labels=[[0.0, 1.0]], logits=[[1.0, 2.0]]{more})" for suffix in ("", "_v2") for more in ("", ", dim=0", ", axis=-1")),
    "v.nn.softmax_cross_entropy_with_logits([[0.0, 1.0]])", "v.nn.sparse_softmax_cross_entropy_with_logits(labels=[1, 0], logits=[[1.0, 2.0], [3.0, 4.0]])", "v.nn.sparse_softmax_cross_entropy_with_logits(labels=[1, 2], logits=[[1.0, 2.0]])",
    "v.nn.sigmoid_cross_entropy_with_logits(labels=[1.0], logits=[2.0])", "v.nn.sigmoid_cross_entropy_with_logits(labels=[1.0])", "v.nn.weighted_cross_entropy_with_logits(targets=[1.0], logits=[2.0], pos_weight=3.0)",
    "v.nn.dropout([1.0, 2.0], 1.0)", "v.nn.dropout([1.0, 2.0], rate=0.0)", "v.nn.dropout([1.0])", "v.nn.dropout([1.0], keep_prob=0.5, rate=0.5)", "v.nn.dropout([1.0], keep_prob=2.0)", "v.nn.dropout([1.0], keep_prob='a')",
    f"(tf.random.set_seed(3), v.nn.dropout({X}, 0.5, seed=7))[1]", f"v.nn.softmax({X}, dim=0)", f"v.nn.log_softmax({X})", f"v.nn.softmax({X}, 1, dim=0)", f"v.nn.crelu({X}, None, 0)",
    f"v.nn.moments({X}, [0])", f"v.nn.moments({X}, [1], keep_dims=True)", f"v.nn.weighted_moments({X}, [1], [[0.2, 0.3, 0.5]], keep_dims=True)", f"v.nn.sufficient_statistics({X}, [0], keep_dims=True)",
    "v.math.in_top_k([[0.1, 0.9], [0.8, 0.2]], [1, 1], k=1)", "v.nn.xw_plus_b([[1.0, 2.0]], [[1.0], [1.0]], [0.5])", "v.nn.relu_layer([[1.0, -2.0]], [[1.0], [1.0]], [0.5])",
    "v.nn.embedding_lookup([[1.0, 2.0], [3.0, 4.0]], [1, 0])", "v.nn.embedding_lookup([tf.constant([[1.0], [3.0]]), tf.constant([[2.0], [4.0]])], [[0, 1], [3, 2]])", "v.nn.embedding_lookup([tf.constant([[1.0], [3.0]]), tf.constant([[2.0]])], [0, 1, 2], 'div')",
    "v.nn.bias_add([[1.0, 2.0]], [0.5, 1.0])", "v.nn.l2_normalize([3.0, 4.0], dim=0)",
    # what is the same object as one of tf's names
    "v.random_normal([2, 3]).shape", "v.sparse_tensor_to_dense(tf.sparse.from_dense([[1, 0]]))", "v.matrix_inverse([[2.0]])", "v.reverse_v2([1, 2], [0])", "v.string_join(['a', 'b'])", "v.regex_replace('aa', 'a', 'b')",
    "v.tensor_scatter_add([1, 2], [[0]], [5])", "v.nn.relu([-1.0, 1.0])", "v.self_adjoint_eigvals([[2.0]])", "v.cholesky([[4.0]])", "v.random.uniform([2]).shape", "v.float32", "v.uint8",
    # with version 1's order of arguments
    "v.decode_raw(bytes='1234', out_type=tf.uint8)", "v.decode_raw(['12', '34'], tf.int16, False, 'n')", "v.decode_raw(['12'])", "v.io.decode_raw('a', tf.uint8, bytes='b')",
    "v.parse_example([EXAMPLE], {'n': tf.io.FixedLenFeature([2], tf.int64)}, 'name', ['e'])['n']", "v.io.parse_single_example(EXAMPLE, {'n': tf.io.FixedLenFeature([2], tf.int64)}, 'name', 'e')['n']", "v.parse_example([EXAMPLE], None)",
    "v.serialize_sparse(tf.sparse.from_dense([0, 7]), 'n')", "v.serialize_many_sparse(tf.sparse.from_dense([[0, 7], [1, 0]]), None, tf.string)", "v.io.serialize_sparse(3)",
    "v.reduce_join([['a', 'b'], ['c', 'd']], 0, True, '-')", "v.reduce_join([['a', 'b'], ['c', 'd']], reduction_indices=[1, 0])", "v.strings.reduce_join([['a', 'b']], 0, keepdims=True)", "v.reduce_join(['a', 'b'])", "v.reduce_join(['a'], 0, reduction_indices=0)", "v.reduce_join(['a'], 0, True, keepdims=True)",
    *(f"v.{name}([[1.0], [3.0], [5.0]], [0, 1, 2], [0, 0, 2]{more})" for name in ("sparse_segment_sum", "sparse.segment_mean", "sparse_segment_sqrt_n") for more in ("", ", 'n', 4", ", num_segments=2")),
    f"v.nn.dilation2d({IMAGE}, tf.ones([2, 2, 2]), [1, 1, 1, 1], [1, 1, 1, 1], 'SAME')", f"v.nn.dilation2d({IMAGE}, filters=tf.ones([2, 2, 2]), strides=[1, 2, 2, 1], dilations=[1, 1, 2, 1], padding='VALID')", f"v.nn.dilation2d({IMAGE}, tf.ones([2, 2, 2]), [1, 1, 1, 1], [1, 1, 1, 1], 'SAME', filters=1)",
    f"v.nn.erosion2d({IMAGE}, tf.ones([2, 2, 2]), [1, 1, 1, 1], [1, 1, 1, 1], 'SAME', 'n')",
    f"list(v.nn.fractional_max_pool({IMAGE}, [1.0, 1.5, 1.3, 1.0], True, True, True, 3, 5))", f"list(v.nn.fractional_avg_pool({IMAGE}, [1.0, 1.5, 1.3, 1.0], deterministic=True, seed=3, seed2=5, name='n'))", f"v.nn.fractional_max_pool({IMAGE}, 1.5)",
    f"v.nn.batch_norm_with_global_normalization({IMAGE}, [0.0, 1.0], tf.constant([1.0, 2.0]), tf.constant([0.0, 0.5]), tf.constant([1.0, 2.0]), 0.1, True)", f"v.nn.batch_norm_with_global_normalization(input={IMAGE}, mean=[0.0, 1.0], variance=tf.constant([1.0, 2.0]), beta=tf.constant([0.0, 0.5]), gamma=tf.constant([1.0, 2.0]), variance_epsilon=0.1, scale_after_normalization=False)",
    "v.nn.conv3d_backprop_filter(tf.ones([1, 3, 3, 3, 2]), [2, 2, 2, 2, 3], tf.ones([1, 3, 3, 3, 3]), [1, 1, 1, 1, 1], 'SAME')",
    "[tf.cast(x, tf.float32) for x in v.nn.quantized_max_pool(tf.cast(tf.reshape([1, 2, 3, 4], [1, 2, 2, 1]), tf.quint8), 0.0, 1.0, [1, 2, 2, 1], [1, 1, 1, 1], 'VALID')]", "[tf.cast(x, tf.float32) for x in v.nn.quantized_avg_pool(tf.cast(tf.reshape([1, 2, 3, 6], [1, 2, 2, 1]), tf.quint8), 0.0, 1.0, [1, 2, 2, 1], [1, 1, 1, 1], 'VALID', 'n')]",
    "[tf.cast(x, tf.float32) for x in v.nn.quantized_conv2d(tf.cast(tf.reshape([1, 2, 3, 4], [1, 2, 2, 1]), tf.quint8), tf.cast(tf.reshape([1, 2], [1, 1, 1, 2]), tf.quint8), 0.0, 1.0, 0.0, 1.0, [1, 1, 1, 1], 'SAME')]",
    "v.batch_to_space_nd(tf.reshape(tf.range(8), [4, 2, 1, 1]), [2, 2], [[0, 0], [0, 1]], 'n')", "v.manip.batch_to_space_nd([1], [2], [[0, 0]])", "v.random.stateless_multinomial([[0.0, -1.0]], 4, [1, 2], tf.int32, 'n')", "v.manip.reshape([1, 2], [2, 1])",
    "v.quantize_v2([0.0, 0.5, 1.0], 0.0, 1.0, tf.quint8, 'MIN_COMBINED', 'n')[1]", "v.sparse_matmul([[1.0, 0.0]], [[2.0], [3.0]], a_is_sparse=True)", "v.sparse_matmul([[1.0], [0.0]], [[2.0], [3.0]], True, name='n')", "v.debugging.check_numerics([1.0, float('inf')], 'm', 'n')",
    "tf.sparse.to_dense(v.sparse_merge(IDS, VALUES, 4))", "tf.sparse.to_dense(v.sparse.merge([IDS, IDS], VALUES, [4, 5], 'n'))", "tf.sparse.to_dense(v.sparse_merge(IDS, VALUES, tf.constant(4), already_sorted=True), validate_indices=False)", "v.sparse_merge(IDS, VALUES, [4])", "v.sparse_merge([IDS], VALUES, 4)", "v.sparse_merge([IDS], VALUES, [4, 5])", "v.sparse_merge(3, VALUES, 4)", "v.sparse_merge(IDS, 3, 4)",
    *(f"{what}(v.ragged.constant_value({arguments}))" for what in ("str", "repr") for arguments in ("[[1], [2, 3]]", "[]", "[[1.5]], ragged_rank=0", "[['a'], []]", "3", "[[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1", "[[[1, 2]], []], inner_shape=(2,), dtype=np.int8, row_splits_dtype='int32'", "[[1], 2]", "[[]], ragged_rank=2", "[1, [2]], np.int32")),
    "v.image.extract_patches(tf.ones([1, 4, 4, 1]), [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], 'VALID')", "v.random.get_seed(3)[1]", "v.linalg.transpose([[1, 2]])", "v.newaxis", "v.VERSION", "v.GRAPH_DEF_VERSION",
    *(f"v.saved_model.{name}" for name in ("SERVING", "LEGACY_INIT_OP_KEY", "MAIN_OP_KEY", "constants.MAIN_OP_KEY", "constants.LEGACY_INIT_OP_KEY", "constants.ASSETS_KEY", "constants.SAVED_MODEL_SCHEMA_VERSION", "signature_constants.PREDICT_INPUTS", "tag_constants.TRAINING")),
    *(f"v.{one} is tf.{two}" for one, two in (("train.Example", "train.Example"), ("io.gfile.GFile", "io.gfile.GFile"), ("python_io.TFRecordWriter", "io.TFRecordWriter"), ("train.ClusterSpec", "train.ClusterSpec"), ("train.latest_checkpoint", "train.latest_checkpoint"), ("test.TestCase", "test.TestCase"), ("saved_model.save", "saved_model.save"), ("train.Coordinator", "train.Coordinator"), ("train.Checkpoint", "train.Checkpoint"), ("train.CheckpointManager", "train.CheckpointManager"), ("experimental.StructuredTensor", "experimental.StructuredTensor"))),
    "v.io.TFRecordCompressionType.GZIP", "list(v.io.tf_record_iterator('/no/such/file'))", "v.io.tf_record_iterator('/no/such/file', 7)", "v.match_filenames_once", "v.io.match_filenames_once('/no/such/file*')",
    "v.errors.error_code_from_exception_type(v.errors.NotFoundError)", "v.errors.error_code_from_exception_type(ValueError)", "v.errors.exception_type_from_error_code(11).__name__", "v.errors.exception_type_from_error_code(99)", "v.user_ops.my_fact()", "v.resource_loader.get_root_dir_with_all_resources() == ''",
    "v.compat.as_text(b'a')", "v.compat.as_bytes('a')", "v.compat.as_str_any(b'a')", "v.compat.path_to_str('a')", "v.compat.dimension_value(tf.TensorShape([3])[0])", "v.compat.as_text(1)",
    "v.compat.forward_compatible(2000, 1, 1)", "sorted(n for n in dir(v.compat) if n[0] != '_')", "v.compat.v1.VERSION", "v.compat.v2.add(1, 2)", "v.raw_ops.Neg(x=[1.0])", "v.train.replica_device_setter()",
    "v.disable_v2_tensorshape.__name__", "v.app.flags.FlagValues.__name__",
    "v.Variable([1, 2], validate_shape=False).shape", "tf.Variable([1, 2], validate_shape=False).assign([1, 2, 3])",
    # losses and initializers
    *(f"v.losses.mean_squared_error({LABELS}, {PREDICTIONS}, weights={w}, reduction='{r}')" for w in WEIGHTS for r in REDUCTIONS),
    *(f"v.losses.{name}({LABELS}, {PREDICTIONS}{more})" for name in ("absolute_difference", "huber_loss", "log_loss", "hinge_loss", "sigmoid_cross_entropy", "softmax_cross_entropy", "cosine_distance")
      for more in ("", ", weights=[[1.0], [0.0], [2.0]]", ", weights=0.5", ", reduction='weighted_sum'")),
    f"v.losses.cosine_distance({LABELS}, {PREDICTIONS}, 1)", f"v.losses.cosine_distance({LABELS}, {PREDICTIONS}, dim=0)", f"v.losses.huber_loss({LABELS}, {PREDICTIONS}, delta=0.4)",
    f"v.losses.sigmoid_cross_entropy({LABELS}, {PREDICTIONS}, label_smoothing=0.1)", f"v.losses.softmax_cross_entropy({LABELS}, {PREDICTIONS}, label_smoothing=0.1, weights=[1.0, 0.0, 2.0])",
    *(f"v.losses.sparse_softmax_cross_entropy({labels}, {PREDICTIONS}{more})" for labels in ("[1, 0, 1]", "[[1], [0], [1]]") for more in ("", ", weights=[1.0, 0.0, 2.0]", ", weights=[[1.0], [0.0], [2.0]]")),
    f"v.losses.mean_squared_error(None, {PREDICTIONS})", f"v.losses.mean_squared_error({LABELS}, [1.0, 2.0])", "v.losses.compute_weighted_loss([1, 2, 3], 2)", "v.losses.compute_weighted_loss([1, 2, 3], [1.0, 0.0, 1.0])",
    "v.losses.Reduction.all()", "v.losses.Reduction.validate('other')",
    *(f"(tf.random.set_seed(1), ({made})({call}))[1]" for made in MADE for call in ("[2, 2]", "[2, 3], dtype=tf.float64", "[3]", "[2, 2, 4]")),
    *(f"({made}).get_config()" for made in MADE if "np." not in made), *(f"type({made}).from_config(({made}).get_config()).get_config()" for made in MADE if "np." not in made),
    "v.variance_scaling_initializer(0.0)", "v.variance_scaling_initializer(mode='other')", "v.variance_scaling_initializer(distribution='other')", "v.random_normal_initializer(dtype=tf.int32)", "v.constant_initializer(lambda: 1)",
    *(f"v.image.{name}({IMAGE}, {size}{more})" for name in ("resize_bilinear", "resize_bicubic", "resize_nearest_neighbor", "resize_area")
      for size in ("[3, 5]", "[8, 2]") for more in ("", ", align_corners=True")),
    *(f"v.image.resize({IMAGE}, {size}, method={method}{more})" for method in (0, 1, 2, 3) for size in ("[3, 6]", "[4, 4]")
      for more in ("", ", align_corners=True", ", preserve_aspect_ratio=True")),
    f"v.image.resize_images({IMAGE}[0], [2, 2])", f"v.image.resize_images({IMAGE}[0, 0], [2, 2])", f"v.image.resize_images({IMAGE}, [2])", f"v.image.resize_images({IMAGE}, [2, 3], 7)",
    f"v.image.resize_image_with_pad({IMAGE}, 6, 3)", f"v.image.resize_image_with_pad({IMAGE}[0], 3, 9, 1, True)",
    f"v.image.crop_and_resize({IMAGE}, [[0.0, 0.0, 0.5, 1.0]], [0], [2, 2])", f"v.image.crop_and_resize({IMAGE}, [[0.0, 0.0, 0.5, 1.0]], box_indices=[0], crop_size=[2, 2], method='nearest')",
    f"v.image.draw_bounding_boxes({IMAGE}[..., :1], [[[0.1, 0.1, 0.9, 0.9]]])", f"v.image.extract_glimpse({IMAGE}, [2, 2], [[0.0, 0.0]])",
    f"v.image.extract_image_patches({IMAGE}, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')", f"v.extract_image_patches({IMAGE}, sizes=[1, 2, 2, 1], strides=[1, 2, 2, 1], rates=[1, 1, 1, 1], padding='SAME')",
    "v.data.get_output_types(tf.data.Dataset.from_tensors((1, 2.0)))", "v.data.get_output_shapes(tf.data.Dataset.from_tensors((1, [2.0])))", "v.data.make_initializable_iterator(tf.data.Dataset.range(2))",
    "v.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()", "v.math.exp(1.0)", "v.math.special.spence(0.5)", "v.linalg.trace([[1, 2], [3, 4]])", "v.manip.roll([1, 2, 3], 1, 0)", "v.errors.NOT_FOUND",
    "v.assert_equal(1, 1)", "v.assert_equal(1, 2)", "v.assert_less([1], [2], [3], 4, 'm', 'n')", "v.assert_rank([1], 2)", "v.assert_rank_in([1], [1, 2])", "v.assert_near(1.0, 1.1, 0.2)", "v.assert_positive([0])", "v.assert_integer(1.0)",
    "v.assert_type(tf.constant(1), tf.float32)", "v.assert_scalar([1])", "v.assert_scalar(1)", "v.debugging.assert_shapes([(tf.constant([1]), ('N',)), (tf.constant([1, 2]), ('N',))])",
    "v.constant_initializer([1, 2], verify_shape=True)([3])", "v.initializers.zeros is v.zeros_initializer",
]  # fmt: skip


def names_for(module):
    return {
        "v": module.compat.v1,
        "np": np,
        "parts": lambda sparse: [sparse.indices, sparse.values, sparse.dense_shape],
        "EXAMPLE": EXAMPLE,
        "IDS": module.SparseTensor([[0, 0], [0, 1], [1, 0]], module.constant([3, 1, 2]), [2, 2]),
        "VALUES": module.SparseTensor([[0, 0], [0, 1], [1, 0]], [0.3, 0.1, 0.2], [2, 2]),
    }


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same_values(expression, tensorflow, gw, names_for)


def test_losses_are_kept_by_graphs(tensorflow, gw):
    """In a graph losses go into a collection, from which their sum comes."""

    def kept(tf):
        v = tf.compat.v1
        with v.Graph().as_default() as graph:
            labels = v.placeholder(tf.float32, [2])
            v.losses.mean_squared_error(labels, [1.0, 2.0])
            v.losses.absolute_difference(labels, [1.0, 2.0], loss_collection=None)
            total = v.losses.get_total_loss()
            with v.Session(graph=graph) as session:
                return len(v.losses.get_losses()), float(session.run(total, {labels: [3.0, 2.0]}))

    assert kept(gw) == kept(tensorflow) == (1, 2.0)


def test_places_of_variables(tensorflow, gw):
    """Variables lie on one parameter server after another, all else on workers."""

    def places(tf):
        v = tf.compat.v1
        made = []
        for setter in (
            v.train.replica_device_setter(ps_tasks=2),
            v.train.replica_device_setter(cluster={"ps": ["a:1", "b:2"], "worker": ["c:1"]}),
            v.train.replica_device_setter(ps_tasks=3, worker_device="", ps_strategy=lambda op: 2),
            v.train.replica_device_setter(1, "/job:other/cpu:0", "/job:w/task:1", ps_ops=["Const"]),
        ):
            with v.Graph().as_default(), v.device(setter):
                first = v.get_variable("a", [2], use_resource=False)
                with v.device("/cpu:0"):
                    third = v.get_variable("c", [2], use_resource=True)
                made += [first, v.get_variable("b", [2], use_resource=True), third, first + 1, v.constant(1)]
        return [value.device for value in made]

    assert places(gw) == places(tensorflow)


def test_names_that_do_nothing_here(gw):
    """They can be had and inherited from; using them raises."""
    v = gw.compat.v1
    with pytest.raises(NotImplementedError, match="LMDBReader"):
        type("Inner", (v.LMDBReader,), {})()
    with pytest.raises(NotImplementedError, match="sessions do not note what ops take"):
        v.profiler.advise()


READ = {"synchronization": "ON_READ", "aggregation": "SUM"}


@pytest.mark.parametrize(
    "options", [{}, {"trainable": False}, READ, {"use_resource": False}, {"dtype": "int32"}, {"validate_shape": False}]
)
@pytest.mark.parametrize("eager", [False, True], ids=["graph", "eager"])
@pytest.mark.parametrize("kind", ["get_variable", "get_local_variable"])
def test_what_getters_and_creators_are_told(kind, eager, options, tensorflow, gw):
    def told(tf):
        v, seen = tf.compat.v1, []
        given = dict(options)
        if given == READ:
            given = {"synchronization": v.VariableSynchronization.ON_READ, "aggregation": v.VariableAggregation.SUM}

        def custom(getter, *args, **kwargs):
            seen.append((args, {name: str(value) for name, value in kwargs.items()}))
            return getter(*args, **kwargs)

        def creator(create, **kwargs):
            seen.append({name: str(value) for name, value in kwargs.items() if name != "initial_value"})
            return create(**kwargs)

        def make():
            with v.variable_creator_scope(creator), v.variable_scope("scope", custom_getter=custom):
                made = getattr(v, kind)("a", [2], custom_getter=custom, **given)
                getattr(v, kind)("b", [2], **given)
            return [*seen, made.name, made.trainable]

        if eager:
            return make()
        with tf.Graph().as_default():
            return make()

    for ours, theirs in zip(told(gw), told(tensorflow), strict=True):
        assert ours == theirs
