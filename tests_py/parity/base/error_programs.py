"""Calls that users get wrong, a line each, with `x` made of the given shapes: what they are told is searched for."""

# name: (expression of tf and of tensors a, b, …, shapes or values of these). Run eagerly, in functions and in plain graphs.
CALLS = """
tf.matmul(a, b) | [2,3] [2,3]
a @ b | [2,3] [2,3]
tf.matmul(a, b) | [2] [2,3]
tf.matmul(a, b) | [5,2,3] [4,3,2]
tf.linalg.matvec(a, b) | [2,3] [2]
tf.tensordot(a, b, 1) | [2,3] [2,3]
tf.einsum('ij,jk->ik', a, b) | [2,3] [2,3]
tf.einsum('ij->i', a) | [2,3,4]
a + b | [2,3] [2,2]
a - b | [3] [2]
a * b | [2,3] [4,3]
a / b | [2,3] [2]
tf.add(a, b) | [2,3] [4]
tf.maximum(a, b) | [3] [2]
a < b | [3] [2]
tf.equal(a, b) | [3] [2]
tf.pow(a, b) | [3] [2]
tf.where(a > 0, a, b) | [3] [2]
tf.concat([a, b], 0) | [2,3] [2,2]
tf.concat([a, b], 1) | [2,3] [3,3]
tf.concat([a, b], 0) | [2,3] [2]
tf.concat([a, b], 5) | [2,3] [2,3]
tf.stack([a, b]) | [2,3] [2]
tf.stack([a, b], axis=7) | [2] [2]
tf.unstack(a, num=4) | [3]
tf.unstack(a, axis=3) | [3]
tf.split(a, 3) | [4]
tf.split(a, [1, 2]) | [4]
tf.split(a, 2, axis=4) | [4]
tf.reshape(a, [4]) | [2,3]
tf.reshape(a, [-1, 4]) | [2,3]
tf.transpose(a, [0]) | [2,3]
tf.transpose(a, [0, 5]) | [2,3]
tf.transpose(a, [0, 0]) | [2,3]
tf.squeeze(a, 0) | [2,3]
tf.squeeze(a, 5) | [2,3]
tf.expand_dims(a, 7) | [2,3]
tf.tile(a, [2]) | [2,3]
tf.tile(a, [2, -1]) | [2,3]
tf.pad(a, [[1, 1]]) | [2,3]
tf.pad(a, [[1, -1]]) | [3]
tf.pad(a, [[5, 5]], 'REFLECT') | [3]
tf.broadcast_to(a, [4]) | [3]
tf.broadcast_to(a, [4]) | [2,3]
tf.gather(a, [5]) | [3]
tf.gather(a, [0], axis=4) | [3]
tf.gather_nd(a, [[5]]) | [3]
tf.gather_nd(a, [[0, 0, 0]]) | [3]
tf.scatter_nd([[5]], a, [3]) | [1]
tf.tensor_scatter_nd_update(a, [[7]], [1.0]) | [3]
tf.slice(a, [0, 0], [1, 1]) | [3]
tf.slice(a, [2], [5]) | [3]
tf.strided_slice(a, [0], [2], [0]) | [3]
a[5] | [3]
a[0, 0] | [3]
a[::0] | [3]
a['x'] | [3]
a[1.5] | [3]
tf.reverse(a, [3]) | [3]
tf.roll(a, 1, 5) | [3]
tf.reduce_sum(a, 5) | [2,3]
tf.reduce_mean(a, -4) | [2,3]
tf.argmax(a, 5) | [2,3]
tf.argmax(a) | []
tf.cumsum(a, 5) | [3]
tf.nn.softmax(a) | []
tf.nn.top_k(a, 5) | [3]
tf.nn.top_k(a) | []
tf.nn.conv2d(a, b, 1, 'SAME') | [1,4,4,3] [2,2,2,5]
tf.nn.conv2d(a, b, 1, 'SAME') | [4,4,3] [2,2,3,5]
tf.nn.conv2d(a, b, 1, 'VALID') | [1,4,4,3] [5,5,3,2]
tf.nn.conv2d(a, b, 1, 'OTHER') | [1,4,4,3] [2,2,3,5]
tf.nn.conv1d(a, b, 1, 'SAME') | [1,4,3] [2,2,5]
tf.nn.conv3d(a, b, [1,1,1,1,1], 'SAME') | [1,4,4,4,3] [2,2,2,2,5]
tf.nn.depthwise_conv2d(a, b, [1,1,1,1], 'SAME') | [1,4,4,3] [2,2,2,1]
tf.nn.conv2d_transpose(a, b, [1,8,8,2], 2, 'SAME') | [1,4,4,3] [2,2,2,5]
tf.nn.max_pool2d(a, 2, 2, 'SAME') | [4,4,3]
tf.nn.max_pool2d(a, 5, 1, 'VALID') | [1,4,4,3]
tf.nn.avg_pool2d(a, 2, 2, 'SAME') | [4,4,3]
tf.nn.bias_add(a, b) | [2,3] [2]
tf.nn.bias_add(a, b) | [2,3] [2,3]
tf.nn.softmax_cross_entropy_with_logits(a, b) | [2,3] [2,4]
tf.nn.sparse_softmax_cross_entropy_with_logits(tf.constant([0, 1]), a) | [3,4]
tf.nn.sparse_softmax_cross_entropy_with_logits(tf.constant([0, 9]), a) | [2,4]
tf.nn.sigmoid_cross_entropy_with_logits(a, b) | [2,3] [2,4]
tf.nn.batch_normalization(a, b, b, None, None, 0.1) | [2,3] [4]
tf.nn.embedding_lookup(a, [7]) | [3,2]
tf.nn.dropout(a, 2.0) | [3]
tf.nn.local_response_normalization(a) | [2,3]
tf.one_hot(a, 3) | [2]
tf.one_hot(tf.constant([1]), -1) |
tf.eye(-1) |
tf.range(0, 5, 0) |
tf.range(5, 0, 1) |
tf.fill([2, -1], 1) |
tf.zeros([-1]) |
tf.linspace(0.0, 1.0, 0) |
tf.linalg.inv(a) | [2,3]
tf.linalg.inv(a * 0.0) | [2,2]
tf.linalg.det(a) | [2,3]
tf.linalg.cholesky(a) | [2,3]
tf.linalg.cholesky(-tf.eye(2) + a * 0.0) | [2,2]
tf.linalg.solve(a, b) | [2,2] [3,1]
tf.linalg.solve(a, b) | [2,3] [2,1]
tf.linalg.triangular_solve(a, b) | [2,2] [3,1]
tf.linalg.svd(a) | [2]
tf.linalg.qr(a) | [2]
tf.linalg.eigh(a) | [2,3]
tf.linalg.diag_part(a) | [2]
tf.linalg.band_part(a, 5, 5) | [2,2]
tf.linalg.trace(a) | [2]
tf.linalg.cross(a, b) | [2] [2]
tf.linalg.set_diag(a, b) | [2,2] [3]
tf.image.resize(a, [2, 2]) | [4,4]
tf.image.resize(a, [0, 2]) | [4,4,3]
tf.image.rgb_to_grayscale(a) | [4,4,2]
tf.image.crop_to_bounding_box(a, 3, 3, 4, 4) | [4,4,3]
tf.image.random_crop(a, [5, 5, 3]) | [4,4,3]
tf.image.flip_left_right(a) | [4]
tf.image.decode_png(b'abc') |
tf.image.decode_jpeg(b'abc') |
tf.image.decode_image(b'abc') |
tf.signal.rfft(a) | []
tf.math.segment_sum(a, tf.constant([0, 1])) | [3]
tf.math.segment_sum(a, tf.constant([2, 1, 0])) | [3]
tf.math.unsorted_segment_sum(a, tf.constant([0, 1, 2]), 2) | [3]
tf.math.unsorted_segment_sum(a, tf.constant([0, 1]), 2) | [3]
tf.math.bincount(tf.constant([-1])) |
tf.math.confusion_matrix([1, 2], [1, 2, 3]) |
tf.math.in_top_k(tf.constant([0]), a, 1) | [2,3]
tf.unique(a) | [2,3]
tf.boolean_mask(a, [True, False]) | [3]
tf.boolean_mask(a, True) | [3]
tf.sequence_mask(a) | [3]
tf.meshgrid(a, b) | [2,2] [2]
tf.repeat(a, [1, 2]) | [3]
tf.sort(a, direction='UP') | [3]
tf.searchsorted(a, b) | [2,3] [3,3]
tf.map_fn(lambda t: t, a) | []
tf.while_loop(lambda i: i < 3, lambda i: (i, i), (0,)) |
tf.cond(a, lambda: 1, lambda: 2) | [2]
tf.cond(True, lambda: 1, 2) |
tf.switch_case(tf.constant(1.5), [lambda: 1]) |
tf.case([]) |
tf.debugging.assert_equal(a, b) | [2] [3]
tf.debugging.assert_equal(a, a + 1) | [2]
tf.debugging.assert_rank(a, 3) | [2]
tf.debugging.assert_shapes([(a, ('N', 3))]) | [2,2]
tf.debugging.check_numerics(a / 0.0, 'message') | [2]
tf.debugging.assert_type(a, tf.int32) | [2]
tf.ensure_shape(a, [3]) | [2]
tf.cast(a, tf.string) | [2]
tf.cast('a', tf.int32) |
tf.strings.to_number('abc') |
tf.strings.substr('abc', 5, 1) |
tf.strings.join(['a', ['b', 'c'], ['d']]) |
tf.strings.split(1) |
tf.strings.regex_replace('a', '(', '') |
tf.strings.unicode_decode(b'\\xff', 'UTF-9') |
tf.strings.length(1) |
tf.io.decode_base64('@@') |
tf.io.decode_raw('abc', tf.int32) |
tf.io.decode_csv('a,b', [[1]]) |
tf.io.parse_tensor(b'abc', tf.int32) |
tf.io.read_file('/no/such/file') |
tf.io.parse_single_example(b'abc', {'x': tf.io.FixedLenFeature([], tf.float32)}) |
tf.io.parse_single_example(b'', {'x': tf.io.FixedLenFeature([], tf.float32)}) |
tf.constant('a') + 1 |
tf.constant(1) + 'a' |
tf.constant(1) + 1.5 |
tf.constant(1) + tf.constant(1.5) |
tf.constant(1.5) * tf.constant(1) |
tf.add(1, 'a') |
tf.constant([1, 'a']) |
tf.constant([[1], [2, 3]]) |
tf.constant([1, None]) |
tf.constant(object()) |
tf.constant({'a': 1}) |
tf.constant('a', tf.int32) |
tf.constant(1.5, tf.int32) |
tf.constant(300, tf.uint8) |
tf.constant(-1, tf.uint8) |
tf.constant(1, 'nope') |
tf.constant([1, 2], shape=[3]) |
tf.constant(2 ** 40) + tf.constant(1) |
tf.convert_to_tensor(None) |
tf.convert_to_tensor(a, tf.int32) | [2]
tf.convert_to_tensor(lambda: 1) |
tf.Variable(None) |
tf.Variable(1.0).assign([1.0, 2.0]) |
tf.Variable(1.0).assign('a') |
tf.Variable(1.0).assign(tf.constant(1)) |
tf.Variable([1.0]).assign_add([1.0, 2.0]) |
tf.Variable([1.0]).scatter_update(tf.IndexedSlices([1.0], [3])) |
tf.Variable([1, 2], shape=[3]) |
tf.zeros([2, 'a']) |
tf.zeros(1.5) |
tf.reshape(a, 1.5) | [2]
tf.reshape(a, 'x') | [2]
tf.reduce_sum('a') |
tf.reduce_sum(a, 'x') | [2]
tf.sqrt(tf.constant(4)) |
tf.sqrt('a') |
tf.exp(tf.constant(1)) |
tf.nn.relu('a') |
tf.matmul(tf.constant([[1]]), a) | [1,1]
tf.matmul('a', 'b') |
tf.nn.softmax(tf.constant([1])) |
tf.math.logical_and(a, a) | [2]
tf.logical_not(a) | [2]
tf.bitwise.bitwise_and(a, a) | [2]
tf.random.normal([2, -1]) |
tf.random.uniform([2], 5, 1, tf.int32) |
tf.random.uniform([2], dtype=tf.int32) |
tf.random.categorical(a, 2) | [3]
tf.random.stateless_normal([2], 1) |
tf.random.shuffle(a) | []
tf.TensorArray(tf.float32, 2).read(5) |
tf.TensorArray(tf.float32, 2).write(5, 1.0) |
tf.TensorArray(tf.float32, 2).write(0, 1) |
tf.TensorArray(tf.float32, 2).unstack(a) | [3]
tf.sparse.SparseTensor([[0]], [1], [3]).indices @ 1 |
tf.sparse.to_dense(tf.sparse.SparseTensor([[5]], [1], [3])) |
tf.sparse.SparseTensor([[0, 0]], [1], [3]) |
tf.sparse.SparseTensor([[0], [1]], [1], [3]) |
tf.sparse.sparse_dense_matmul(tf.sparse.SparseTensor([[0, 0]], [1.0], [2, 2]), a) | [3,2]
tf.sparse.reorder(a) | [2]
tf.ragged.constant([[1], 2]) |
tf.RaggedTensor.from_row_splits([1, 2], [0, 5]) |
tf.RaggedTensor.from_row_lengths([1, 2], [1]) |
tf.ragged.constant([[1], [2, 3]]) + tf.ragged.constant([[1], [2]]) |
tf.ragged.constant([[1], [2, 3]]).to_tensor(shape=[1, 1, 1]) |
tf.data.Dataset.from_tensor_slices((a, b)) | [2] [3]
tf.data.Dataset.from_tensor_slices(1) |
list(tf.data.Dataset.from_tensor_slices([1, 2, 3]).batch(0)) |
list(tf.data.Dataset.range(3).map(lambda x, y: x)) |
list(tf.data.Dataset.range(3).map(lambda x: tf.reshape(x, [2]))) |
list(tf.data.Dataset.range(3).filter(lambda x: x)) |
list(tf.data.Dataset.from_generator(lambda: iter(['a']), output_signature=tf.TensorSpec([], tf.int32))) |
list(tf.data.Dataset.from_generator(lambda: iter([[1]]), output_signature=tf.TensorSpec([], tf.int32))) |
list(tf.data.Dataset.zip((1, 2))) |
list(tf.data.Dataset.range(3).take('a')) |
list(tf.data.TFRecordDataset('/no/such/file')) |
list(tf.data.TextLineDataset('/no/such/file')) |
list(tf.data.Dataset.range(3).padded_batch(2, padded_shapes=[1])) |
list(tf.data.Dataset.range(3).concatenate(tf.data.Dataset.from_tensors('a'))) |
tf.nest.map_structure(lambda x, y: x, [1], [1, 2]) |
tf.nest.assert_same_structure([1], {'a': 1}) |
tf.nest.pack_sequence_as([1, 2], [1]) |
tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(['a', 'a'], [1, 2]), 0) |
tf.numpy_function(lambda: 1 / 0, [], tf.int32) |
tf.py_function(lambda: 'a', [], tf.int32) |
tf.py_function(lambda: {}['k'], [], tf.int32) |
tf.raw_ops.Add(x=1) |
tf.raw_ops.MatMul(a=a, b=a, other=1) | [2,2]
tf.add() |
tf.matmul(a) | [2,2]
tf.reduce_sum(a, keep=True) | [2]
tf.saved_model.load('/no/such/folder') |
tf.train.Checkpoint(a=tf.Variable(1.0)).restore('/no/such/file') |
tf.train.load_checkpoint('/no/such/file') |
tf.TensorShape([1, 2]) + 1.5 |
tf.TensorShape([1, 2]).assert_is_compatible_with([2, 2]) |
tf.TensorShape([1, 2]).merge_with([1, 2, 3]) |
tf.TensorShape(None)[0] + len(tf.TensorShape(None)) |
tf.TensorShape('a') |
tf.as_dtype('nope') |
tf.device('nope').__enter__() |
tf.config.set_visible_devices([], 'XPU') |
tf.GradientTape().gradient(a, a) | [2]
tf.gradients(a, a) | [2]
tf.Module(name='1 bad') |
tf.name_scope(5).__enter__() |
tf.keras.layers.Dense(2)(a) | [2]
"""

# Programs: what is wrong with functions, loops, sessions and the like. Lines of code that see `tf` and a folder `path`.
PROGRAMS = {
    "bool_of_symbol": """
        @tf.function(autograph=False)
        def f(x):
            if x > 0:
                return x
            return -x
        f(tf.constant(1))
    """,
    "iterate_symbol": """
        @tf.function(autograph=False)
        def f(x):
            return [y for y in x]
        f(tf.constant([1]))
    """,
    "numpy_of_symbol": """
        f = tf.function(lambda x: x.numpy())
        f(tf.constant(1))
    """,
    "array_of_symbol": """
        import numpy as np
        f = tf.function(lambda x: np.array(x))
        f(tf.constant(1))
    """,
    "int_of_symbol": """
        f = tf.function(lambda x: int(x))
        f(tf.constant(1))
    """,
    "len_of_symbol": """
        @tf.function(autograph=False)
        def f(x):
            return len(x)
        f(tf.constant([1]))
    """,
    "hash_of_tensor": "{tf.constant(1): 2}",
    "bool_of_many": "bool(tf.constant([1, 2]))",
    "int_of_many": "int(tf.constant([1, 2]))",
    "iterate_scalar": "list(tf.constant(1))",
    "len_of_scalar": "len(tf.constant(1))",
    "set_item": "tf.constant([1])[0] = 2",
    "out_of_scope": """
        kept = []
        @tf.function
        def f(x):
            kept.append(x * 2)
            return x
        f(tf.constant(1))
        kept[0] + 1
    """,
    "out_of_scope_in_function": """
        kept = []
        @tf.function
        def f(x):
            kept.append(x * 2)
            return x
        f(tf.constant(1))
        tf.function(lambda: kept[0] + 1)()
    """,
    "variable_made_twice": """
        @tf.function
        def f(x):
            v = tf.Variable(1.0)
            return v + x
        f(tf.constant(1.0))
    """,
    "signature_does_not_fit": """
        f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2], tf.float32)])
        f(tf.constant([1.0, 2.0, 3.0]))
    """,
    "signature_other_dtype": """
        f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2], tf.float32)])
        f(tf.constant([1, 2]))
    """,
    "signature_too_many": """
        f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2], tf.float32)])
        f(1.0, 2.0)
    """,
    "function_missing_argument": "tf.function(lambda x, y: x)(1)",
    "function_unknown_argument": "tf.function(lambda x: x)(1, z=2)",
    "concrete_other_dtype": """
        f = tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([], tf.float32))
        f(tf.constant(1))
    """,
    "concrete_other_shape": """
        f = tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([2], tf.float32))
        f(tf.constant([1.0]))
    """,
    "loop_shape_changes": """
        @tf.function
        def f():
            x = tf.ones([1])
            for i in tf.range(3):
                x = tf.concat([x, x], 0)
            return x
        f()
    """,
    "loop_dtype_changes": """
        @tf.function
        def f():
            x = tf.constant(1)
            for i in tf.range(3):
                x = 1.5
            return x
        f()
    """,
    "loop_variable_undefined": """
        @tf.function
        def f():
            for i in tf.range(3):
                y = i
            return y
        f()
    """,
    "branch_undefined": """
        @tf.function
        def f(x):
            if x > 0:
                y = 1
            return y
        f(tf.constant(1))
    """,
    "branches_differ": """
        @tf.function
        def f(x):
            if x > 0:
                y = tf.constant(1)
            else:
                y = tf.constant(1.5)
            return y
        f(tf.constant(1))
    """,
    "branch_returns_only_one": """
        @tf.function
        def f(x):
            if x > 0:
                return x
        f(tf.constant(1))
    """,
    "branch_to_none": """
        @tf.function
        def f(x):
            y = None
            if x > 0:
                y = x
            return y
        f(tf.constant(1))
    """,
    "error_when_run": """
        f = tf.function(lambda x, i: tf.gather(x, i))
        f(tf.constant([1, 2, 3]), tf.constant([5]))
    """,
    "reshape_when_run": """
        f = tf.function(lambda x, s: tf.reshape(x, s))
        f(tf.constant([1, 2, 3]), tf.constant([5]))
    """,
    "shapes_when_run": """
        f = tf.function(lambda x, y: x + y, input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
        f(tf.constant([1.0, 2.0, 3.0]), tf.constant([5.0, 6.0]))
    """,
    "matmul_when_run": """
        f = tf.function(tf.matmul, input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
        f(tf.ones([2, 3]), tf.ones([2, 3]))
    """,
    "assert_when_run": """
        @tf.function
        def f(x):
            tf.debugging.assert_positive(x, 'must be positive')
            return x
        f(tf.constant(-1))
    """,
    "python_assert": """
        @tf.function
        def f(x):
            assert x > 0, 'must be positive'
            return x
        f(tf.constant(-1))
    """,
    "numerics_when_run": """
        f = tf.function(lambda x: tf.debugging.check_numerics(x / 0.0, 'here'))
        f(tf.constant(1.0))
    """,
    "return_unsupported": """
        class A: pass
        tf.function(lambda: A())()
    """,
    "python_error_inside": """
        @tf.function
        def f(x):
            return [][1]
        f(1)
    """,
    "name_error_inside": "tf.function(lambda: no_such_name)()",
    "map_error": "tf.data.Dataset.range(3).map(lambda x: tf.ones([2, 3]) @ tf.ones([2, 3]))",
    "map_error_when_run": "list(tf.data.Dataset.range(3).map(lambda x: tf.gather([1], x)))",
    "map_unsupported": "tf.data.Dataset.range(3).map(lambda x: object())",
    "reduce_changes_type": "tf.data.Dataset.range(3).reduce(0, lambda s, x: 1.5)",
    "scan_changes_type": "list(tf.data.Dataset.range(3).scan(0, lambda s, x: (1.5, x)))",
    "batch_of_different": """
        list(tf.data.Dataset.from_generator(lambda: iter([[1], [1, 2]]),
             output_signature=tf.TensorSpec([None], tf.int32)).batch(2))
    """,
    "iterate_dataset_in_graph": """
        with tf.Graph().as_default():
            for x in tf.data.Dataset.range(3):
                pass
    """,
    "end_of_iterator": """
        it = iter(tf.data.Dataset.range(0))
        it.get_next()
    """,
    "tape_used_twice": """
        x = tf.Variable(1.0)
        with tf.GradientTape() as t:
            y = x * x
        t.gradient(y, x)
        t.gradient(y, x)
    """,
    "tape_reused_inside": """
        with tf.GradientTape() as t:
            t.stop_recording().__enter__()
            t.__enter__()
    """,
    "jacobian_of_unwatched": """
        x = tf.constant([1.0])
        with tf.GradientTape() as t:
            y = x * x
        t.jacobian('a', x)
    """,
    "no_gradient_defined": """
        x = tf.constant([1.0])
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.raw_ops.Betainc(a=x, b=x, x=x)
        t.gradient(y, 'a')
    """,
    "gradient_of_while_with_unknown": """
        tf.gradients(tf.constant(1.0), tf.constant(1.0))
    """,
    "custom_gradient_wrong_number": """
        @tf.custom_gradient
        def f(x):
            return x, lambda d: (d, d)
        x = tf.constant(1.0)
        with tf.GradientTape() as t:
            t.watch(x)
            y = f(x)
        t.gradient(y, x)
    """,
    "empty_session": "tf.compat.v1.Session(graph=tf.Graph()).run(1)",
    "fetch_none": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            tf.constant(1)
            s.run(None)
    """,
    "fetch_integer": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            tf.constant(1)
            s.run(5)
    """,
    "fetch_missing": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            tf.constant(1)
            s.run('x:0')
    """,
    "fetch_from_other_graph": """
        with tf.Graph().as_default():
            a = tf.constant(1)
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            tf.constant(1)
            s.run(a)
    """,
    "unfed": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            s.run(tf.compat.v1.placeholder(tf.float32, [2]) * 2)
    """,
    "fed_other_shape": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            p = tf.compat.v1.placeholder(tf.float32, [2])
            s.run(p, {p: [1.0]})
    """,
    "fed_other_type": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            p = tf.compat.v1.placeholder(tf.float32, [2])
            s.run(p, {p: ['a', 'b']})
    """,
    "fed_tensor": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            p = tf.compat.v1.placeholder(tf.float32, [2])
            s.run(p, {p: tf.ones([2])})
    """,
    "fed_unknown": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            p = tf.compat.v1.placeholder(tf.float32, [2])
            s.run(p, {'y:0': [1.0, 2.0]})
    """,
    "uninitialized": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            v = tf.compat.v1.get_variable('v', [2])
            s.run(v)
    """,
    "uninitialized_resource": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            v = tf.compat.v1.get_variable('v', [2], use_resource=True)
            s.run(v.read_value())
    """,
    "session_error_when_run": """
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            p = tf.compat.v1.placeholder(tf.int32)
            s.run(tf.gather([1, 2], p), {p: 7})
    """,
    "closed_session": """
        with tf.Graph().as_default():
            s = tf.compat.v1.Session()
            a = tf.constant(1)
            s.close()
            s.run(a)
    """,
    "variable_exists": """
        with tf.Graph().as_default():
            tf.compat.v1.get_variable('v', [2])
            tf.compat.v1.get_variable('v', [2])
    """,
    "variable_does_not_exist": """
        with tf.Graph().as_default(), tf.compat.v1.variable_scope('s', reuse=True):
            tf.compat.v1.get_variable('v', [2])
    """,
    "variable_other_shape": """
        with tf.Graph().as_default():
            tf.compat.v1.get_variable('v', [2])
            with tf.compat.v1.variable_scope('', reuse=True):
                tf.compat.v1.get_variable('v', [3])
    """,
    "placeholder_eagerly": "tf.compat.v1.placeholder(tf.float32)",
    "session_eagerly": "tf.compat.v1.Session().run(tf.constant(1))",
    "eval_without_session": """
        with tf.Graph().as_default():
            tf.constant(1).eval()
    """,
    "finalized": """
        with tf.Graph().as_default() as g:
            g.finalize()
            tf.constant(1)
    """,
    "operation_missing": "tf.Graph().get_operation_by_name('x')",
    "tensor_missing": "tf.Graph().get_tensor_by_name('x:0')",
    "tensor_bad_name": "tf.Graph().get_tensor_by_name('x')",
    "bad_op_name": """
        with tf.Graph().as_default():
            tf.constant(1, name='a b')
    """,
    "other_graph": """
        with tf.Graph().as_default():
            a = tf.constant(1)
        with tf.Graph().as_default():
            a + tf.constant(1)
    """,
    "import_bad_graph": """
        d = tf.Graph().as_graph_def()
        n = d.node.add()
        n.name, n.op = 'a', 'NoSuchOp'
        with tf.Graph().as_default():
            tf.graph_util.import_graph_def(d)
    """,
    "import_missing_input": """
        d = tf.Graph().as_graph_def()
        n = d.node.add()
        n.name, n.op = 'a', 'Neg'
        n.input.append('b')
        n.attr['T'].type = 1
        with tf.Graph().as_default():
            tf.graph_util.import_graph_def(d)
    """,
    "checkpoint_other_shape": """
        p = tf.train.Checkpoint(a=tf.Variable([1.0])).save(path + '/c')
        tf.train.Checkpoint(a=tf.Variable([1.0, 2.0])).restore(p)
    """,
    "checkpoint_other_type": """
        p = tf.train.Checkpoint(a=tf.Variable([1.0])).save(path + '/c')
        tf.train.Checkpoint(a=tf.Variable([1])).restore(p)
    """,
    "checkpoint_unmatched": """
        p = tf.train.Checkpoint(a=tf.Variable([1.0])).save(path + '/c')
        tf.train.Checkpoint(b=tf.Variable([1.0])).restore(p).assert_consumed()
    """,
    "checkpoint_nothing_matched": """
        p = tf.train.Checkpoint(a=tf.Variable([1.0])).save(path + '/c')
        tf.train.Checkpoint(b=tf.Variable([1.0])).restore(p).assert_existing_objects_matched()
    """,
    "saver_missing_key": """
        v1 = tf.compat.v1
        with tf.Graph().as_default(), v1.Session() as s:
            v1.get_variable('w', initializer=2.0)
            s.run(v1.global_variables_initializer())
            saved = v1.train.Saver().save(s, path + '/m')
        with tf.Graph().as_default(), v1.Session() as s:
            v1.get_variable('other', initializer=2.0)
            v1.train.Saver().restore(s, saved)
    """,
    "saver_without_variables": """
        with tf.Graph().as_default():
            tf.compat.v1.train.Saver()
    """,
    "load_variable_missing": """
        p = tf.train.Checkpoint(a=tf.Variable([1.0])).save(path + '/c')
        tf.train.load_variable(p, 'nope')
    """,
    "save_untrackable": "tf.saved_model.save(1, path)",
    "save_captured_variable": """
        m = tf.Module()
        v = tf.Variable(1.0)
        m.f = tf.function(lambda: v + 1, input_signature=[])
        tf.saved_model.save(m, path)
    """,
    "save_without_signature": """
        m = tf.Module()
        m.f = tf.function(lambda x: x)
        tf.saved_model.save(m, path, signatures=m.f)
    """,
    "call_loaded_otherwise": """
        m = tf.Module()
        m.f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2])])
        tf.saved_model.save(m, path)
        tf.saved_model.load(path).f(tf.constant(['a']))
    """,
    "call_signature_otherwise": """
        m = tf.Module()
        m.f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([2])])
        tf.saved_model.save(m, path)
        tf.saved_model.load(path).signatures['serving_default'](y=tf.constant([1.0, 2.0]))
    """,
    "strategy_nested": """
        s = tf.distribute.OneDeviceStrategy('/cpu:0')
        t = tf.distribute.OneDeviceStrategy('/cpu:0')
        with s.scope(), t.scope():
            pass
    """,
    "keras_other_input": """
        import keras
        m = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
        m(tf.ones([1, 4]))
    """,
    "keras_not_compiled": """
        import keras
        m = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
        m.fit(tf.ones([1, 3]), tf.ones([1, 2]))
    """,
    "keras_other_target": """
        import keras
        m = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
        m.compile('sgd', 'mse')
        m.fit(tf.ones([1, 3]), tf.ones([1, 5]), verbose=0)
    """,
    "eager_in_graph_variable": """
        v = tf.Variable(1.0)
        with tf.Graph().as_default():
            v + 1
    """,
    "unsupported_dtype_of_variable": "tf.Variable(1.0, dtype=tf.resource)",
    "deleted_parameter": "tf.Variable(1.0, collections=['a'])",
    "setattr_tensor": "tf.constant(1).shape = [2]",
    "assert_false_in_graph": """
        @tf.function
        def f(x):
            tf.Assert(x > 5, [x])
            return x
        f(tf.constant(1))
    """,
    "critical_section": """
        cs = tf.CriticalSection()
        cs.execute(lambda: cs.execute(lambda: 1))
    """,
    "input_signature_and_defaults": "tf.function(lambda x, y: x, input_signature=[tf.TensorSpec([])])(1.0, 2.0)",
    "bad_experimental_option": "tf.function(lambda x: x, experimental_autograph_options=1)(1)",
    "init_scope_symbol": """
        @tf.function
        def f(x):
            with tf.init_scope():
                return x + 1
        f(tf.constant(1))
    """,
}
