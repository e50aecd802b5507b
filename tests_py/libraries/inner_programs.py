"""Small programs over TensorFlow's inner modules; prints a line for each: its name and what it gives.

python inner_programs.py tensorflow|graphwright
"""

import contextlib
import os
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def refused(function, *args, **kwargs):
    """The class of the error that a call raises."""
    try:
        return function(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - its class is what is compared
        return type(error).__name__


@program
def structures_of_data_sets():
    from tensorflow.python.data.util import nest

    value = ([1, 2], {"b": 3, "a": (4, [5])})
    assert nest.flatten(value) == [[1, 2], 4, [5], 3]
    return [
        nest.map_structure(lambda x: str(x), value),
        nest.pack_sequence_as(value, ["a", "b", "c", "d"]),
        nest.is_nested([1]),
        nest.is_nested((1,)),
        nest.flatten_up_to((1, {"b": 2, "a": 3}), value),
        nest.map_structure_up_to((1, 2), lambda x: type(x).__name__, value),
        refused(nest.assert_same_structure, (1, 2), (1, (2,))),
        refused(nest.assert_same_structure, (1, 2), [1, 2]),
        refused(nest.assert_shallow_structure, (1, 2), (1, 2, 3)),
        refused(nest.pack_sequence_as, (1, 2), [1]),
        refused(nest.map_structure, 3, (1,)),
    ]


@program
def files():
    from tensorflow.python.lib.io import file_io

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.txt")
        file_io.write_string_to_file(path, "one\ntwo")
        with file_io.FileIO(path, "r") as file:
            lines = file.readlines()
        file_io.atomic_write_string_to_file(path, "three")
        return [
            lines,
            file_io.read_file_to_string(path),
            file_io.read_file_to_string(path, binary_mode=True),
            sorted(os.listdir(folder)),
            refused(file_io.atomic_write_string_to_file, path, "four", overwrite=False),
            refused(file_io.read_file_to_string, path + "x"),
        ]


@program
def statistics_of_nodes():
    import tensorflow as tf
    from tensorflow.python.framework import ops

    @ops.RegisterStatistics("Atan2", "flops")
    def count(graph, node):
        return ops.OpStats("flops", 7 * graph.get_tensor_by_name(node.name + ":0").shape.num_elements())

    with tf.Graph().as_default() as graph:
        x = tf.ones([2, 3])
        tf.matmul(x, x, transpose_b=True, name="product")
        tf.atan2(x, x, name="angle")
        tf.sinh(x, name="sinh")
        options = tf.compat.v1.profiler.ProfileOptionBuilder(
            tf.compat.v1.profiler.ProfileOptionBuilder.float_operation()
        )
        told = tf.compat.v1.profiler.profile(graph, cmd="op", options=options.with_empty_output().build())
        nodes = [graph.get_operation_by_name(name).node_def for name in ("product", "angle", "sinh")]
        kinds = [("flops", node) for node in nodes] + [("weight_parameters", nodes[0])]
        found = [ops.get_stats_for_node_def(graph, node, kind).value for kind, node in kinds]
        return [None if value is None else int(value) for value in found] + [told.total_float_ops]


@program
def lists_of_tensors():
    import tensorflow as tf
    from tensorflow.python.ops import list_ops

    found = []
    empty = list_ops.empty_tensor_list([2], tf.float32)
    both = list_ops.tensor_list_push_back(list_ops.tensor_list_push_back(empty, [1.0, 2.0]), [3.0, 4.0])
    rest, last = list_ops.tensor_list_pop_back(both, element_dtype=tf.float32)
    found += [list_ops.tensor_list_length(rest), last, list_ops.tensor_list_stack(both, element_dtype=tf.float32)]
    reserved = list_ops.tensor_list_reserve(element_shape=[], num_elements=2, element_dtype=tf.int32)
    longer = list_ops.tensor_list_set_item(reserved, 3, 7, resize_if_index_out_of_bounds=True)
    found += [list_ops.tensor_list_length(longer), list_ops.tensor_list_get_item(longer, 3, element_dtype=tf.int32)]
    rows = list_ops.tensor_list_from_tensor(tf.reshape(tf.range(6), [3, 2]), element_shape=[2])
    found += [list_ops.tensor_list_gather(rows, [2, 0], element_dtype=tf.int32)]
    found += [list_ops.tensor_list_concat(rows, element_dtype=tf.int32, element_shape=[2])]
    parts = list_ops.tensor_list_split(tf.range(5), element_shape=[None], lengths=[2, 3])
    found += [list_ops.tensor_list_get_item(parts, 1, element_dtype=tf.int32)]
    placed = list_ops.tensor_list_scatter([1.0, 2.0], [1, 0], element_shape=[])
    found += [list_ops.tensor_list_stack(placed, element_dtype=tf.float32, num_elements=2)]
    return [value.numpy().tolist() for value in found]


@program
def children_by_name():
    """Objects that make their children when these are looked up by name, as checkpoints do it."""
    import tensorflow as tf
    from tensorflow.python.trackable import base

    class Text(tf.train.experimental.PythonState):
        def __init__(self, text):
            self.text = text

        def serialize(self):
            return self.text

        def deserialize(self, string_value):
            self.text = string_value

    class Texts(base.Trackable):
        def _lookup_dependency(self, name, cached_dependencies=None):
            value = super()._lookup_dependency(name) if cached_dependencies is None else cached_dependencies.get(name)
            if value is None:
                value = Text(b"")
                self._unconditional_checkpoint_dependencies.append(base.TrackableReference(name=name, ref=value))
                self._unconditional_dependency_names[name] = value
                object.__setattr__(self, name, value)
                if cached_dependencies:
                    cached_dependencies[name] = value
            return value

        def __setattr__(self, name, value):
            if isinstance(value, Text):
                self._track_trackable(value, name=name, overwrite=True)
            object.__setattr__(self, name, value)

    texts = Texts()
    texts.one = Text(b"1")
    texts.two = Text(b"2")
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(texts=texts).save(os.path.join(folder, "a"))
        texts.one.text = b"other"
        tf.train.Checkpoint(texts=texts).restore(path)
        fresh = Texts()
        tf.train.Checkpoint(texts=fresh).restore(path)
        return [texts.one.text, fresh.one.text, fresh.two.text, len(tf.train.list_variables(path))]


@program
def names_and_scopes():
    import tensorflow as tf
    from tensorflow.python.framework import ops

    found = [ops.name_from_scope_name("a/b/"), ops.prepend_name_scope("^a", "b"), ops.prepend_name_scope("a", "b/")]
    found += [ops.strip_name_scope("b/a", "b"), ops.strip_name_scope("^b/a", "b/"), ops.uid() < ops.uid()]
    scope = tf.compat.v1.name_scope
    with tf.Graph().as_default(), scope("a") as a, scope(None, "b") as b, scope(None) as c:
        found += [a, b, c, tf.constant(1, name="x").name, isinstance(scope("d"), scope), scope(None, "e").name]
        found += [refused(scope, None, 3), refused(lambda: scope(None, None, [1]).__enter__())]
    with scope("a"), scope(None) as c:
        found += [c, tf.Variable(1.0, name="v").name]
    return [*found, refused(scope, None, 3), refused(ops.RegisterStatistics("Xyz", "flops"), len) is len]


@program
def axes_and_shapes():
    import tensorflow as tf
    from tensorflow.python.ops import array_ops, math_ops

    return [
        array_ops.get_positive_axis(-1, 3),
        array_ops.get_positive_axis(1, None),
        refused(array_ops.get_positive_axis, -1, None),
        refused(array_ops.get_positive_axis, 3, 3),
        refused(array_ops.get_positive_axis, "a", 3),
        array_ops.shape_internal(tf.zeros([2, 3]), optimize=False).numpy().tolist(),
        math_ops._bucketize([0.5, 3.0, 9.0], [1.0, 5.0]).numpy().tolist(),
        array_ops.tensor_scatter_update([1, 2, 3], [[1]], [9]).numpy().tolist(),
    ]


@program
def squeezed():
    import tensorflow as tf
    from tensorflow.python.ops import confusion_matrix, metrics_impl

    found = [confusion_matrix.remove_squeezable_dimensions(tf.zeros([3, 1]), tf.zeros([3]))]
    found += [confusion_matrix.remove_squeezable_dimensions(tf.zeros([3]), tf.zeros([3, 1]))]
    found += [confusion_matrix.remove_squeezable_dimensions(tf.zeros([3]), tf.zeros([3, 5]), 1)]
    found += [metrics_impl._remove_squeezable_dimensions(tf.zeros([3, 1]), tf.zeros([3, 1]), tf.zeros([3]))]
    found += [metrics_impl._remove_squeezable_dimensions(tf.zeros([3]), None, tf.zeros([3, 1]))]

    @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
    def unknown(labels, predictions):
        return confusion_matrix.remove_squeezable_dimensions(labels, predictions)

    found += [unknown(tf.zeros([3, 1]), tf.zeros([3])), unknown(tf.zeros([3]), tf.zeros([3, 1]))]
    return [[None if x is None else x.shape.as_list() for x in each] for each in found]


@program
def rows_in_place():
    import tensorflow as tf
    from tensorflow.python.ops import inplace_ops

    x = [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    return [
        function(tf.constant(x), i, v).numpy().tolist()
        for function in (inplace_ops.alias_inplace_update, inplace_ops.inplace_add, inplace_ops.inplace_sub)
        for i, v in ((1, [9.0, 9.0]), ([0, 2], [[7.0, 7.0], [8.0, 8.0]]))
    ]


@program
def ragged():
    import tensorflow as tf
    from tensorflow.python.ops.ragged import ragged_conversion_ops, ragged_gather_ops, ragged_tensor, ragged_where_op

    r = tf.ragged.constant([[1, 2], [], [3]])
    plain = ragged_tensor.convert_to_tensor_or_ragged_tensor(tf.compat.v1.ragged.constant_value([[1], [2, 3]]))
    return [
        ragged_conversion_ops.to_tensor(r).numpy().tolist(),
        ragged_conversion_ops.from_tensor([[1, 0], [2, 3]], padding=0).to_list(),
        ragged_gather_ops.gather(r, [2, 0]).to_list(),
        ragged_where_op.where(r > 1).numpy().tolist(),
        plain.to_list(),
        ragged_tensor.is_ragged(r),
        ragged_tensor.is_ragged(3),
        refused(ragged_tensor.convert_to_tensor_or_ragged_tensor, r, tf.float32),
        refused(ragged_tensor.match_row_splits_dtypes, r, r.with_row_splits_dtype(tf.int32)),
    ]


@program
def sparse_rows():
    import numpy as np
    import tensorflow as tf
    from tensorflow.python.ops.linalg.sparse import sparse

    values = np.array([[1, 0, 2], [0, 0, 3]], "f")
    a, dense = sparse.CSRSparseMatrix(values), np.arange(6, dtype="f").reshape(3, 2)
    return [
        a.to_dense().numpy().tolist(),
        a.shape.as_list(),
        str(a.dtype),
        tf.sparse.to_dense(a.transpose().to_sparse_tensor()).numpy().tolist(),
        sparse.matmul(a, dense).numpy().tolist(),
        sparse.matmul(dense, a).numpy().tolist(),
        sparse.matmul(a, a, transpose_b=True).to_dense().numpy().tolist(),
        sparse.matmul(dense, a, transpose_a=True, transpose_b=True).numpy().tolist(),
    ]


@program
def sparse_products_of_complex_numbers():
    import numpy as np
    from tensorflow.python.ops.linalg.sparse import sparse

    values = np.array([[1 + 2j, 0], [3j, 4]], np.complex64)
    other = np.array([[1, 2 - 1j], [5j, 1]], np.complex64)
    ways = [{}, {"transpose_a": True}, {"transpose_b": True}, {"adjoint_a": True}, {"adjoint_b": True}]
    ways += [{"transpose_a": True, "adjoint_b": True}, {"adjoint_a": True, "adjoint_b": True}]
    found = [sparse.matmul(sparse.CSRSparseMatrix(values), other, **way).numpy() for way in ways]
    found += [sparse.matmul(other, sparse.CSRSparseMatrix(values), **way).numpy() for way in ways]
    return [(each + 0).tolist() for each in found]  # no zeros with a sign


@program
def words_and_numbers():
    import tensorflow as tf
    from tensorflow.python.ops import lookup_ops

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "words")
        with open(path, "w") as file:
            file.write("a\nb\nc\n")
        words = tf.constant(["b", "z", "a"])
        found = [lookup_ops.index_table_from_file(path).lookup(words)]
        found += [lookup_ops.index_table_from_file(path, num_oov_buckets=4).lookup(words)]
        found += [lookup_ops.index_table_from_tensor(["x", "b"], num_oov_buckets=2).lookup(words)]
        found += [
            lookup_ops.index_table_from_tensor(tf.constant([5, 7]), dtype=tf.int64).lookup(
                tf.constant([7, 1], tf.int64)
            )
        ]
        found += [lookup_ops.index_to_string_table_from_file(path).lookup(tf.constant([0, 9], tf.int64))]
        found += [lookup_ops.index_to_string_table_from_tensor(["p"], "?").lookup(tf.constant([0, 9], tf.int64))]
        found += [lookup_ops.index_table_from_file(path, num_oov_buckets=2).size()]
        found = [each.numpy().tolist() for each in found]
    hashed = lookup_ops.IdTableWithHashBuckets(None, 5, hasher_spec=lookup_ops.StrongHashSpec([1, 2]))
    return [
        *found,
        hashed.lookup(words).numpy().tolist(),
        refused(lookup_ops.index_table_from_file, ""),
        refused(lookup_ops.index_table_from_file, "f", num_oov_buckets=-1),
        refused(lookup_ops.index_table_from_tensor, None),
        refused(lookup_ops.IdTableWithHashBuckets, None, 0),
    ]


@program
def functions_as_ops():
    import tensorflow as tf
    from tensorflow.python.framework import function

    @function.Defun(tf.float32, tf.float32)
    def product(x, y):
        return x * y

    @function.Defun(tf.float32, python_grad_func=lambda op, grad: grad * 100.0)
    def plain(x):
        return x + 0.0

    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.constant(3.0)
        y = product(x, 2.0)
        z = plain(x)
        gradients = tf.gradients(y, x) + tf.gradients(z, x)
        return [float(each) for each in session.run([y, z, *gradients])]


@program
def tests_in_both_modes():
    import unittest

    import tensorflow as tf
    from tensorflow.python.framework import test_util

    modes = []

    class Case(tf.test.TestCase):
        def setUp(self):
            super().setUp()
            modes.append("set up")

        @test_util.run_in_graph_and_eager_modes
        def test_twice(self):
            modes.append(tf.executing_eagerly())
            modes.append(float(self.evaluate(tf.constant(1.0) + 1.0)))

        @test_util.run_v1_only("old")
        def test_old(self):
            modes.append("old")

        @test_util.deprecated_graph_mode_only
        def test_graph(self):
            modes.append(tf.executing_eagerly())

        @test_util.run_v2_only
        def test_zz(self):
            modes.append("new")

    result = unittest.TestResult()
    for name in ("test_graph", "test_old", "test_twice", "test_zz"):
        Case(name).run(result)
    return [modes, len(result.errors), len(result.failures), len(result.skipped), result.testsRun]


@program
def tests_with_strategies():
    import unittest

    import tensorflow as tf
    from absl.testing import parameterized
    from tensorflow.python.distribute import combinations, strategy_combinations

    ran = []

    class Case(tf.test.TestCase, parameterized.TestCase):
        @combinations.generate(
            combinations.combine(
                distribution=[
                    strategy_combinations.default_strategy,
                    strategy_combinations.one_device_strategy,
                    strategy_combinations.mirrored_strategy_with_two_gpus,
                    strategy_combinations.cloud_tpu_strategy,
                ],
                mode=["eager", "graph"],
                number=[1, 2],
            )
        )
        def test_it(self, distribution, number):
            ran.append(
                (self.id().rpartition(".")[2], distribution.num_replicas_in_sync, tf.executing_eagerly(), number)
            )

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    both = combinations.times(combinations.combine(a=[1, 2]), combinations.combine(b=(3, 4)))
    return [sorted(ran), len(result.errors), len(result.failures), len(result.skipped), [dict(each) for each in both]]


@program
def version_1_of_nn():
    import tensorflow as tf
    from tensorflow.python.ops import nn

    x = tf.reshape(tf.range(6.0), [2, 3])
    mean, variance = nn.moments(x, [0], keep_dims=True)
    return [
        mean.numpy().tolist(),
        variance.numpy().tolist(),
        [round(float(each), 5) for each in nn.softmax(x, dim=0)[0]],
        nn.dropout(x, keep_prob=1.0).numpy().tolist(),
        nn.conv2d(
            tf.ones([1, 3, 3, 1]), filter=tf.ones([2, 2, 1, 1]), strides=[1, 1, 1, 1], padding="VALID"
        ).shape.as_list(),
        nn.depthwise_conv2d(
            tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), [1, 1, 1, 1], "VALID", rate=[1, 1]
        ).shape.as_list(),
        nn.relu(x - 3.0).numpy().tolist()[0],
    ]


@program
def metrics_by_their_parts():
    import tensorflow as tf
    from tensorflow.python.ops import metrics_impl

    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        values, updates = metrics_impl._confusion_matrix_at_thresholds(
            tf.constant([1, 0, 1]), tf.constant([0.9, 0.4, 0.2]), [0.3, 0.8], includes=("tp", "fn")
        )
        mean, update = metrics_impl._streaming_sparse_average_precision_at_top_k(
            tf.constant([[1], [3]], tf.int64), tf.constant([[0, 1], [3, 2]], tf.int64)
        )
        variable = metrics_impl.metric_variable([2], tf.float32, name="v")
        session.run(tf.compat.v1.local_variables_initializer())
        session.run([updates, update])
        found = session.run([values, mean])
        ratio = session.run(metrics_impl._safe_scalar_div(tf.constant(1.0), tf.constant(0.0), "r"))
        listed = len(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.METRIC_VARIABLES))
    return [{k: v.tolist() for k, v in found[0].items()}, float(found[1]), float(ratio), variable.name, listed]


@program
def own_stores_of_variables():
    import tensorflow as tf
    from tensorflow.python.ops import variable_scope

    class Store:
        _store_eager_variables = True

        def __init__(self):
            self.asked = []

        def get_variable(self, name, **options):
            self.asked.append((name, options.get("shape"), options.get("reuse"), options.get("trainable")))
            return name

    store = Store()
    with variable_scope.with_variable_store(store), tf.compat.v1.variable_scope("s"):
        found = tf.compat.v1.get_variable("w", [2])
        tf.compat.v1.get_variable("u", [2], trainable=False)
    return [found, [asked[:2] for asked in store.asked]]


@program
def facts_of_calls():
    import tensorflow as tf
    from tensorflow.python.eager import execute, monitoring

    counter = monitoring.Counter("/inner/programs", "text", "label")
    counter.get_cell("a").increase_by(2)
    gauge = monitoring.IntGauge("/inner/gauge", "text")
    gauge.get_cell().set(5)
    return [
        counter.get_cell("a").value(),
        counter.get_cell("b").value(),
        gauge.get_cell().value(),
        execute.make_shape([2, None], "shape"),
        execute.make_shape(None, "shape"),
        refused(execute.make_shape, "a", "shape"),
        execute.make_type(tf.float32, "T"),
        refused(execute.make_type, "none", "T"),
        execute.make_int(3.0, "i"),
        refused(execute.make_int, "3", "i"),
        execute.make_str("a", "s"),
        refused(execute.make_bool, 1, "b"),
        execute.make_float(2, "f"),
        [
            each.dtype.name
            for each in execute.args_to_matching_eager([1, tf.constant(2.0)], _context(), [tf.float32])[1]
        ],
    ]


def _context():
    from tensorflow.python.eager import context

    context.context().ensure_initialized()
    return context.context()


@program
def graphs_as_functions():
    import tensorflow as tf
    from tensorflow.python.eager import wrap_function
    from tensorflow.python.framework import graph_util, ops

    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
        tf.add(x, 1.0, name="y")
        shape = graph_util.tensor_shape_from_node_def_name(graph, "y")
        assert ops._get_graph_from_inputs([x]) is graph
    made = wrap_function.function_from_graph_def(graph.as_graph_def(), "x:0", "y:0")
    return [shape.as_list(), made(tf.constant([1.0, 2.0])).numpy().tolist()]


@program
def gradients_of_registered_tables():
    import numpy as np
    import tensorflow as tf
    from tensorflow.python.ops.distributions import util
    from tensorflow.python.util import serialization, tf_inspect

    return [
        util.gen_new_seed(3, "a"),
        util.gen_new_seed(None, "a"),
        serialization.get_json_type(tf.float32),
        serialization.get_json_type(tf.TensorShape([1, None])),
        serialization.get_json_type(np.float32(2.0)),
        serialization.get_json_type(np.array([1, 2])),
        refused(serialization.get_json_type, object()),
        tf_inspect.isgeneratorfunction(refused),
    ]


@program
def whole_names_of_devices():
    from tensorflow.python.distribute import device_util

    return [
        device_util.canonicalize("/gpu:0"),
        device_util.canonicalize("/cpu:0", default="/job:worker/task:1"),
        device_util.current(),
        device_util.resolve("/job:worker/task:1"),
        device_util.get_host_for_device("/job:worker/task:1/device:GPU:3"),
        device_util.canonicalize_without_job_and_task("/cpu:1"),
    ]


@program
def jacobians_in_graphs():
    import tensorflow as tf
    from tensorflow.python.ops.parallel_for import gradients

    @tf.function
    def jacobian(x):
        return gradients.jacobian(tf.stack([x * x, x], 1), x)

    return jacobian(tf.constant([[1.0, 2.0], [3.0, 4.0]])).numpy().tolist()


@program
def registries():
    from tensorflow.python.framework import op_def_registry, registry

    names = registry.Registry("thing")
    names.register(3, "three")
    return [
        list(names.list()),
        names.lookup("three"),
        refused(names.lookup, "four"),
        refused(names.register, 4, "three"),
        op_def_registry.get("MatMul").name,
        op_def_registry.get("Xyz"),
    ]


@program
def small_functions():
    import tensorflow as tf
    from tensorflow.python.framework import common_shapes, composite_tensor, smart_cond, sparse_tensor, tensor_shape
    from tensorflow.python.module import module
    from tensorflow.python.ops import variables
    from tensorflow.python.ops.losses import util
    from tensorflow.python.ops.ragged import ragged_math_ops, ragged_util
    from tensorflow.python.util import nest

    shape, automatic = tf.TensorShape, tf.VariableSynchronization.AUTO
    sparse, parts = tf.sparse.from_dense([[1, 0], [0, 2]]), composite_tensor.replace_composites_with_components
    return [
        common_shapes.is_broadcast_compatible(shape([2, 1]), shape([3])),
        common_shapes.is_broadcast_compatible(shape([2]), shape([3])),
        common_shapes.is_broadcast_compatible(shape(None), shape([3])),
        [each.shape.as_list() for each in nest.flatten(parts((sparse, [sparse.values])))],
        smart_cond.smart_constant_value(1),
        bool(smart_cond.smart_constant_value(tf.constant(False))),
        refused(smart_cond.smart_constant_value, 3),
        sparse_tensor.is_sparse(sparse),
        str(tensor_shape.unknown_shape(2)),
        str(tensor_shape.unknown_shape()),
        str(tensor_shape.as_dimension(3)),
        [module.camel_to_snake(name) for name in ("MyModule", "HTTPServer", "Conv2DLayer", "a")],
        [module.valid_identifier(name) for name in ("a_1", "1a", "a-b")],
        [
            each.shape.as_list()
            for each in util.squeeze_or_expand_dimensions(tf.zeros([3, 1]), tf.zeros([3]), tf.zeros([3, 1]))
        ],
        [each.shape.as_list() for each in util.squeeze_or_expand_dimensions(tf.zeros([3, 5]), tf.zeros([3]))],
        util.scale_losses_by_sample_weight(tf.constant([1.0, 2.0]), tf.constant([[3.0], [4.0]])).numpy().tolist(),
        ragged_math_ops.reduce_sum(tf.ragged.constant([[1, 2], [3]]), axis=1).numpy().tolist(),
        ragged_util.lengths_to_splits(tf.constant([2, 0, 3])).numpy().tolist(),
        ragged_util.repeat_ranges(tf.constant(["a", "b", "c"]), tf.constant([0, 2, 3]), tf.constant(2))
        .numpy()
        .tolist(),
        ragged_util.repeat_ranges(tf.constant(["a", "b", "c"]), tf.constant([0, 2, 3]), tf.constant([1, 3]))
        .numpy()
        .tolist(),
        nest.flatten_dict_items({"a": 1, ("b", "c"): (2, 3)}),
        refused(nest.flatten_dict_items, {"a": 1, ("a", "c"): (2, 3)}),
        refused(nest.flatten_dict_items, [1]),
        variables.validate_synchronization_aggregation_trainable(None, None, None, "v")[2],
        variables.validate_synchronization_aggregation_trainable(tf.VariableSynchronization.ON_READ, None, None, "v")[
            2
        ],
        refused(variables.validate_synchronization_aggregation_trainable, 3, None, None, "v"),
        refused(variables.validate_synchronization_aggregation_trainable, automatic, 3, None, "v"),
    ]


@program
def parts_of_variables():
    import tensorflow as tf
    from tensorflow.python.ops import tensor_getitem_override as parts

    class Wrapped:
        def __init__(self, variable):
            self.variable = variable

        def value(self):
            return self.variable.value()

    class Own(tf.Module):
        __getitem__ = parts._slice_helper_var

        def value(self):
            return tf.constant([5.0, 6.0])

    variable = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    part = parts._slice_helper_var(variable, (0, slice(None)))
    part.assign([7.0, 8.0])
    mask = parts._slice_helper_var(variable, tf.constant([True, False]))
    found = [part, mask, Own()[1:], variable, parts._slice_helper_var(Wrapped(variable), (slice(None), 1))]
    return [value.numpy().tolist() for value in found]


@program
def data_sets_that_are_classes():
    import sqlite3

    import tensorflow as tf

    e = tf.data.experimental
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "d.sqlite")
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("create table t (a text, b int)")
            base.execute("insert into t values ('x', 1), ('y', 2)")
            base.commit()
        rows = e.SqlDataset("sqlite", path, "select a, b from t", (tf.string, tf.int32))
        found = [[part.numpy() for part in row] for row in rows]
    pairs = tf.data.Dataset.zip((tf.data.Dataset.range(100, 103), tf.data.Dataset.range(3)))
    initializer = e.DatasetInitializer(pairs)
    table = tf.lookup.StaticHashTable(initializer, -1)

    class Ours(e.RandomDataset):
        def __init__(self):
            super().__init__(seed=3)

    numbers = [int(x) for x in Ours().take(2)]
    return [
        found,
        isinstance(rows, e.SqlDataset),
        isinstance(rows, tf.data.Dataset),
        isinstance(initializer, e.DatasetInitializer),
        table.lookup(tf.constant([101, 7], tf.int64)).numpy().tolist(),
        numbers == [int(x) for x in e.RandomDataset(seed=3).take(2)],
        isinstance(Ours(), e.RandomDataset),
        refused(e.SqlDataset, "other", path, "select", (tf.int32,)),
        str(initializer.key_dtype),
    ]


def main(which):
    if which == "graphwright":
        import graphwright.as_tensorflow  # noqa: F401
    for name, function in PROGRAMS.items():
        try:
            print(f"{name}\t{function()!r}", flush=True)
        except Exception as error:  # noqa: BLE001 - the test compares what is printed
            import traceback

            traceback.print_exc()
            print(f"{name}\traised {type(error).__name__}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
