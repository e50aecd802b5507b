"""tf.test, tf.get_logger, libraries of ops and what libraries take from the inside, beside TensorFlow's."""

import contextlib
import functools
import importlib
import importlib.util
import inspect
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

import pytest

from support.compare import MODULE_PATH, assert_same
from support.logged import logged
from support.processes import environment


@pytest.fixture(autouse=True)
def filtered_tracebacks(tensorflow):
    """TensorFlow's TestCase turns the filter of tracebacks off for all tests that follow."""
    yield
    tensorflow.debugging.enable_traceback_filtering()


ASSERTIONS = r"""
assertAllClose([1.0], [1.1])
assertAllClose([1.0, 2.0], [1.0])
assertAllClose({"a": 1.0}, {"b": 1.0})
assertAllClose({"a": 1.0}, {"a": 1.0 + 1e-8})
assertAllClose(float("nan"), float("nan"))
assertAllClose((1, (2.0, 3)), (1, (2.0, 3.0000001)))
assertAllClose([tf.constant(1.0), 2.0], [1.0, tf.constant(2.0)])
assertAllClose(tf.constant([1], tf.bfloat16), [1.005])
assertAllClose(tf.constant([1.0]), tf.constant([1.0 + 1e-7]))
assertAllCloseAccordingToType(tf.constant([1], tf.float16), [1.0005])
assertAllCloseAccordingToType(tf.constant([1], tf.float16), [1.1])
assertNotAllClose([1.0], [1.0])
assertNotAllClose([1.0], [2.0])
assertAllEqual([1, 2], [1, 3])
assertAllEqual([1, 2], tf.constant([1, 2]))
assertAllEqual([[1]], [1])
assertAllEqual(1, 2)
assertAllClose(1.0, tf.constant(2.0))
assertAllEqual("a", b"a")
assertAllEqual(["a"], tf.constant(["a"]))
assertAllEqual(tf.ragged.constant([[1], [2, 3]]), [[1], [2, 3]])
assertNotAllEqual([1], [1])
assertAllGreater([1, 2], 0)
assertAllGreater([1], 2)
assertAllLess([1], 2)
assertAllGreaterEqual([1, 2], 1)
assertAllLessEqual([3], 2)
assertAllInRange([1, 5], 2, 3)
assertAllInRange([1, 5], 1, 5)
assertAllInRange([1, 5], 1, 5, open_lower_bound=True)
assertAllInRange([float("nan")], 0, 1)
assertAllInSet([1, 5], [1])
assertAllInSet([1, 5], [1, 5, 7])
assertAllEqual(__import__("urllib.parse").parse.DefragResult("a", "b"), ("a", "b"))
assertAllClose(__import__("urllib.parse").parse.DefragResult(1.0, 2.0), __import__("urllib.parse").parse.DefragResult(1.0, 2.1))
assertShapeEqual(np.ones(2), tf.ones(3))
assertShapeEqual(np.ones(2), tf.ones(2))
assertDTypeEqual(tf.ones(2), tf.float64)
assertDTypeEqual(tf.ones(2), tf.float32)
assertDTypeEqual(np.ones(2), "float64")
assertNear(1.0, 2.0, 0.5)
assertNear(1.0, 1.2, 0.5)
assertArrayNear([1.0], [1.5], 0.1)
assertNDArrayNear(np.ones(2), np.zeros(2), 0.1)
assertDeviceEqual("/cpu:0", "/device:CPU:0")
assertDeviceEqual("/cpu:0", "/gpu:0")
assertEmpty([1])
assertEmpty([])
assertNotEmpty([])
assertLen([1], 2)
assertSameElements([1, 1], [1])
assertSameElements([1], [2])
assertItemsEqual([1, 2], [2, 1])
assertContainsSubset([1], [1, 2])
assertContainsSubset([3], [1, 2])
assertNoCommonElements([1], [2])
assertNoCommonElements([1], [1])
assertContainsSubsequence([1, 2, 3], [1, 3])
assertContainsSubsequence([1, 2, 3], [3, 1])
assertContainsExactSubsequence([1, 2, 3], [2, 3])
assertContainsExactSubsequence([1, 2, 3], [1, 3])
assertContainsInOrder(["a", "c"], "abc")
assertContainsInOrder(["c", "a"], "abc")
assertTotallyOrdered([1], [2], [3])
assertTotallyOrdered([2], [1])
assertSequenceStartsWith([1], [1, 2])
assertSequenceStartsWith([2], [1, 2])
assertStartsWith("abc", "b")
assertEndsWith("abc", "bc")
assertNotStartsWith("abc", "a")
assertNotEndsWith("abc", "a")
assertRegexMatch("abc", ["x", "b"])
assertRegexMatch("abc", ["x"])
assertBetween(1, 2, 3)
assertBetween(2, 2, 3)
assertJsonEqual('{"a": [1]}', '{"a":[1]}')
assertJsonEqual('{"a": [1]}', '{"a":[2]}')
assertUrlEqual("http://a/b?x=1&y=2", "http://a/b?y=2&x=1")
assertUrlEqual("http://a/b", "http://a/c")
assertSameStructure({"a": [1]}, {"a": [1]})
assertSameStructure({"a": [1]}, {"a": [2]})
assertDictEqual({"a": 0.1, "b": [1, 2]}, {"a": tf.constant(0.1), "b": tf.constant([1, 2])})
assertDictEqual({"a": 1.5}, {"a": tf.constant(1.6)})
assertDictEqual({"a": 1.5}, {"b": 1.5})
assertEqual({"a": float("nan")}, {"a": tf.constant(float("nan"))})
assertDictAlmostEqual({"a": 1.0}, {"a": 1.00000001})
assertDictAlmostEqual({"a": 1.0}, {"a": 1.1})
assertSequenceAlmostEqual([1.0], [1.0])
assertSequenceAlmostEqual([1.0], [1.5])
assertMappingEqual({"a": 1}, {"a": 1})
assertMappingEqual({"a": 1}, {"a": 2})
assertIsSubclass(bool, int)
assertNotIsSubclass(bool, int)
assertCommandSucceeds(["true"])
assertCommandSucceeds(["false"])
assertCommandFails(["false"], [b""])
assertCommandFails(["true"], [b""])
evaluate({"a": tf.constant(1), "b": [tf.constant([1.0, 2.0])]})
evaluate(lambda: tf.constant(4))
evaluate(3)
evaluate(tf.Variable(2))
""".strip().splitlines()

EXPRESSIONS = r"""
tf.load_op_library("/no/such/file.so")
tf.load_op_library("/etc/passwd")
tf.load_library("/no/such/file.so")
tf.load_library("/etc/passwd")
tf.get_logger().name
tf.version.VERSION
tf.version.GRAPH_DEF_VERSION
[type(x).__name__ for x in (tf.sysconfig.get_include(), tf.sysconfig.get_lib(), tf.sysconfig.get_compile_flags())]
tf.compat.as_text(b"abc"), tf.compat.as_bytes("abc"), tf.compat.as_str("abc"), tf.compat.as_str_any(1)
tf.compat.as_text(1)
tf.compat.as_bytes(bytearray(b"ab"))
tf.compat.as_bytes(1)
tf.compat.path_to_str("a")
tf.compat.forward_compatible(2020, 1, 1)
tf.test.is_cpu_target_available("x86_64")
tf.config.LogicalDeviceConfiguration(memory_limit=3)
tuple(tf.config.LogicalDevice("a", "CPU"))
tf.config.LogicalDeviceConfiguration(1) == tf.config.LogicalDeviceConfiguration(1)
tf.constant(1).is_packed
tf.DType(1)
tf.DType(1, None)
tf.get_current_name_scope()
tf.__internal__.smart_cond.smart_cond(True, lambda: 1, lambda: 2)
tf.__internal__.smart_cond.smart_cond(tf.constant(False), lambda: 1, lambda: 2)
tf.__internal__.smart_cond.smart_cond(2, lambda: 1, lambda: 2)
tf.__internal__.smart_cond.smart_cond(True, 1, 2)
tf.__internal__.tf2.enabled()
[isinstance(x, tf.__internal__.types.Tensor) for x in (tf.constant(1), tf.Variable(1), 1, tf.ragged.constant([[1]]))]
[isinstance(x, tf.__internal__.tracking.Trackable) for x in (tf.Variable(1), tf.Module(), 1)]
tf.__internal__.nest.flatten_up_to([0, [0]], [[1, 2], [3]])
tf.__internal__.nest.flatten_up_to({"a": 0}, {"a": [1, 2]})
tf.__internal__.nest.flatten_up_to([0, 0], [1])
tf.__internal__.nest.flatten_up_to([0, 0], 1)
tf.__internal__.nest.map_structure_up_to([0, 0], lambda x: len(x), [[1], [2, 3]])
tf.__internal__.nest.map_structure_up_to({"a": 0}, lambda x, y: (x, y), {"a": [1]}, {"a": 2})
list(tf.__internal__.nest.yield_flat_paths({"a": [1, 2], "b": 3}))
tf.__internal__.nest.list_to_tuple([1, [2, (3, [4])], {"a": [1]}])
tf.__internal__.nest.sequence_like((1, 2), [3, 4])
tf.__internal__.nest.sequence_like({"b": 1, "a": 2}, [3, 4])
tf.__internal__.nest.get_traverse_shallow_structure(lambda s: not isinstance(s, tuple), [1, (2, 3)])
tf.__internal__.ops.is_resource_variable(tf.Variable(1))
tf.__internal__.ops.broadcast_weights([[1.0], [2.0]], tf.ones([2, 3])).numpy().tolist()
tf.__internal__.ops.broadcast_weights([1.0, 2.0], tf.ones([2, 3]))
tf.__internal__.decorator.unwrap(len)[1] is len
""".strip().splitlines()


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(tensorflow, gw, expression):
    assert_same(expression, tensorflow, gw)


@pytest.fixture(scope="module")
def cases(tensorflow, gw):
    found = []
    for tf in (tensorflow, gw):
        case = type("Case", (tf.test.TestCase,), {"test_it": lambda self: None})("test_it")
        case.setUp()
        found.append(case)
    yield found
    for case in found:
        case.doCleanups()


@pytest.mark.parametrize("assertion", ASSERTIONS)
def test_assertion(tensorflow, gw, cases, assertion):
    import numpy as np

    outcomes = []
    for tf, case in zip((tensorflow, gw), cases, strict=True):
        try:
            value = eval(f"case.{assertion}", {"case": case, "tf": tf, "np": np})
            outcomes.append(repr(value))
        except Exception as error:
            outcomes.append([cls.__name__ for cls in type(error).__mro__][:-2])
    want, got = outcomes
    assert want[0] in got if isinstance(want, list) else got == want


IN_GRAPHS = r"""
assertAllClose(tf.constant([1.0]), [1.1])
assertAllClose({"a": tf.constant(1.0)}, {"a": 1.0})
assertAllClose((1, (tf.constant(2.0), 3)), (1, (2.0, 3.0000001)))
assertAllClose([tf.constant([1.0]), tf.constant([2.0, 3.0])], [[1.0], [2.0, 3.0]])
assertAllClose(tf.constant(1.0), float("nan"))
assertAllClose(RAGGED, [[1.0], [2.0, 3.0]])
assertAllClose(VARIABLE + 1.0, [2.0, 3.0])
assertAllCloseAccordingToType(tf.constant([1], tf.float16), [1.0005])
assertNotAllClose(tf.constant([1.0]), tf.constant([1.0]))
assertAllEqual([3, 4], tf.constant([1, 2]) + 2)
assertAllEqual(3, tf.constant(1))
assertAllEqual(["a"], tf.constant(["a"]))
assertAllEqual([[1.0], [2.0]], RAGGED)
assertAllEqual(VARIABLE, [1.0, 2.0])
assertNotAllEqual(tf.constant([1]), [2])
assertAllGreater(tf.constant([1, 2]), tf.constant(0))
assertAllLessEqual(tf.constant([3]), 2)
assertAllInRange(tf.constant([1, 5]), 1, 5)
assertAllInSet(tf.constant([1, 5]), [1])
evaluate([tf.constant(1), {"a": tf.constant(2.0)}])
evaluate(RAGGED)
evaluate([None, tf.constant(1)])
evaluate(VARIABLE.assign_add([1.0, 1.0])), case.evaluate(VARIABLE)
evaluate_if_both_tensors(VARIABLE, tf.constant(1))
evaluate_if_both_tensors(RAGGED, 1)[1]
""".strip().splitlines()


def test_assertions_in_graphs(tensorflow, gw):
    """Sessions run what is asserted, that of the test where there is no other; in one test as graphs are costly."""

    def run(tf):
        outcomes = []
        for graph in (tf.Graph(), tf.Graph()):
            case = type("Case", (tf.test.TestCase,), {"test_it": lambda self: None})("test_it")
            case.setUp()
            with graph.as_default(), case.session() if outcomes else contextlib.nullcontext():
                tf.compat.v1.set_random_seed(1)
                names = {
                    "tf": tf,
                    "case": case,
                    "RAGGED": tf.RaggedTensor.from_row_lengths(tf.constant([1.0, 2.0, 3.0]), tf.constant([1, 2])),
                    "VARIABLE": tf.compat.v1.get_variable("v", initializer=[1.0, 2.0]),
                }
                case.evaluate(names["VARIABLE"].initializer)
                for line in IN_GRAPHS:
                    try:
                        outcomes.append(MODULE_PATH.sub("", repr(eval(f"case.{line}", names))))
                    except Exception as error:
                        outcomes.append(type(error).__name__)
                outcomes.append(str(case.evaluate(tf.random.uniform([2]))))
            case.doCleanups()
        return outcomes

    theirs, ours = run(tensorflow), run(gw)
    for line, want, got in zip([*IN_GRAPHS, "random"] * 2, theirs, ours, strict=True):
        assert got == want, line


def test_sessions_of_test_case(tensorflow, gw):
    def run(tf):
        found = []
        v1 = tf.compat.v1
        case = type("Case", (tf.test.TestCase,), {"test_it": lambda self: None})("test_it")
        before = v1.get_default_graph()
        case.setUp()
        found.append(v1.get_default_graph() is before)
        graph = tf.Graph()
        with tf.Graph().as_default():
            with case.cached_session() as one, case.test_session() as other:
                found += [one is other, v1.get_default_session() is other, v1.get_default_graph() is one.graph]
            with case.test_session(graph=graph) as other:
                found += [one is other, other.graph is graph]
            with case.session(use_gpu=False) as other:
                found += [one is other, tf.constant(1).device]
            for arguments in ({"graph": graph}, {"config": v1.ConfigProto()}, {"force_gpu": True}):
                with pytest.raises(ValueError, match="cached session"), case.cached_session(**arguments):
                    pass
        case.doCleanups()
        return found

    assert run(gw) == run(tensorflow)


def test_members_of_test_case(tensorflow, gw):
    for name in dir(tensorflow.test.TestCase):
        if name[0] == "_" or hasattr(unittest.TestCase, name):
            continue
        theirs, ours = (getattr(tf.test.TestCase, name, None) for tf in (tensorflow, gw))
        assert ours is not None, name
        if inspect.isfunction(theirs):
            want = list(inspect.signature(theirs).parameters)
            got = list(inspect.signature(ours).parameters)
            assert got[: len(want)] == want or name == "enter_context", name


_MAIN = """
import {module} as tf
from absl import flags

flags.DEFINE_integer("n", 1, "a number")

class Case(tf.test.TestCase):
    def test_flags(self):
        print(flags.FLAGS.n, "test_tmpdir" in flags.FLAGS)

if __name__ == "__main__":
    tf.test.main()
"""


def test_main_reads_flags(tmp_path):
    """A file of tests takes the flags that it defines, and those of absl-py, from the command line."""

    def lines(module):
        file = tmp_path / f"{module}_main.py"
        file.write_text(_MAIN.format(module=module))
        command = [sys.executable, str(file), "--n=3", f"--test_tmpdir={tmp_path}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())
        return done.returncode, [line for line in done.stdout.splitlines() if "True" in line]

    assert lines("graphwright") == lines("tensorflow") == (0, ["3 True"])


def test_what_python_took_away(gw):
    """Python 3.12 has these no more; TensorFlow's class gives them on all."""
    case = gw.test.TestCase()
    with case.assertRaisesRegexp(ValueError, "a.c"):
        raise ValueError("abc")
    case.assertDictContainsSubset({"a": 1}, {"a": 1, "b": 2})
    for subset in ({"a": 2}, {"c": 1}):
        with pytest.raises(AssertionError):
            case.assertDictContainsSubset(subset, {"a": 1, "b": 2})


def test_seeds_and_errors(gw):
    numbers = []

    class Case(gw.test.TestCase):
        def test_numbers(self):
            numbers.append(gw.random.uniform([2]).numpy().tolist())

        def test_numbers_again(self):
            numbers.append(gw.random.uniform([2]).numpy().tolist())

        def test_errors(self):
            with self.assertRaisesOpError("Incompatible"):
                gw.ones(2) + gw.ones(3)
            with self.assertRaisesIncompatibleShapesError():
                gw.ones(2) + gw.ones(3)
            with self.assertRaises(AssertionError), self.assertRaisesOpError("something else"):
                gw.ones(2) + gw.ones(3)
            with self.assertRaisesWithPredicateMatch(ValueError, lambda error: "a" in str(error)):
                raise ValueError("a")
            thread = self.checkedThread(target=lambda: 1 / 0)
            thread.start()
            with self.assertRaises(AssertionError):
                thread.join()

        def test_files(self):
            directory = self.create_tempdir()
            assert directory.create_file("a/b.txt", "text").read_text() == "text"
            assert self.create_tempfile(content=b"bytes").read_bytes() == b"bytes"

        def test_session(self):
            with gw.Graph().as_default(), self.session() as session:
                assert session.run(gw.constant(3)) == 3

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.testsRun == 5
    assert result.wasSuccessful(), result.errors + result.failures
    assert numbers[0] == numbers[1]


def test_inner_names():
    """Modules below tensorflow.python and tensorflow.compiler that libraries import from."""
    program = """
import graphwright.as_tensorflow
import tensorflow as tf
from tensorflow.compiler.tf2xla.python.xla import dynamic_update_slice
from tensorflow.python.eager import context
from tensorflow.python.framework import type_spec_registry
from tensorflow.python.framework.config import disable_op_determinism, is_op_determinism_enabled
from tensorflow.python.framework.tensor_util import is_tf_type
from tensorflow.python.ops.math_ops import is_nan
from tensorflow.python.trackable.data_structures import ListWrapper, _DictWrapper
from tensorflow.python.client import device_lib, session
from tensorflow.python.distribute.ps_values import AggregatingVariable
from tensorflow.python.feature_column.feature_column_v2 import EmbeddingColumn
from tensorflow.python.lib.io import file_io
from tensorflow.python.ops import array_ops, init_ops_v2, lookup_ops, math_ops, nn_ops, special_math_ops, string_ops
from tensorflow.python.ops.numpy_ops import np_array_ops, np_arrays, np_config
from tensorflow.python.ops.resource_variable_ops import read_variable_op
from tensorflow.python.platform.build_info import build_info
from tensorflow.python.training import moving_averages, optimizer, saver
from tensorflow.python.util.all_util import remove_undocumented
from tensorflow.python.util.function_utils import fn_args
import tensorflow.compat.v1.compat.v2
import tensorflow.compat.v2 as tf2

v1 = tf.compat.v1
assert v1.compat.v2 is tf and session.Session is v1.Session and saver.Saver is v1.train.Saver
assert optimizer.Optimizer is v1.train.Optimizer and file_io.file_exists_v2 is tf.io.gfile.exists
assert moving_averages.ExponentialMovingAverage is tf.train.ExponentialMovingAverage
assert math_ops.reduce_sum_v1 is v1.reduce_sum and math_ops.argmax_v2 is tf.argmax and math_ops.to_int32 is v1.to_int32
assert string_ops.string_length_v2 is tf.strings.length and init_ops_v2.Zeros is tf.zeros_initializer
assert special_math_ops._einsum_v1 is tf.einsum and issubclass(lookup_ops.HashTable, tf.lookup.StaticHashTable)
assert array_ops.where is v1.where and array_ops.where_v2 is tf.where and nn_ops.softmax is v1.nn.softmax
assert math_ops.mat_mul([[2.0]], [[3.0]]).numpy() == 6 and read_variable_op(tf.Variable(1).handle, tf.int32) == 1
assert np_array_ops.reshape is tf.experimental.numpy.reshape and np_arrays.ndarray is tf.Tensor
np_config.enable_numpy_behavior()
assert tf.constant([[1.0, 2.0]]).T.shape == [2, 1] and isinstance(build_info["is_cuda_build"], bool)
assert tf2.constant(1).dtype == tf.int32 and tf2.math.add is tf.math.add
assert dynamic_update_slice(tf.zeros([3]), tf.ones([2]), [5]).numpy().tolist() == [0, 1, 1]
assert context.context().executing_eagerly() and context.async_wait() is None
assert type_spec_registry.lookup("tf.TensorSpec") is tf.TensorSpec
assert type_spec_registry.get_name(tf.RaggedTensorSpec) == "tf.RaggedTensorSpec"
disable_op_determinism()
assert not is_op_determinism_enabled() and is_tf_type(tf.constant(1)) and not is_nan(1.0)
assert isinstance(ListWrapper([1]), list) and not isinstance([1], ListWrapper)
try:
    from tensorflow.python.framework import no_such_module
except ImportError:
    print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr[-2000:]


def part_of_as_tensorflow(gw, name):
    """A file of the package that cannot be imported where the real TensorFlow is."""
    place = pathlib.Path(gw.__file__).parent / "as_tensorflow" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"part_{name}", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_inner_names_are_tensorflows(tensorflow, gw):
    """The tables of what serves names of TensorFlow's inner modules name modules and names that both have."""
    from graphwright._src.base import export

    tables = part_of_as_tensorflow(gw, "python_paths")
    wanted = {name for others in tables.OTHER_NAMES.values() for name in others.split()}
    assert not {name for name in wanted if name.partition("=")[2] not in export.exported_names()}
    spaces = {space for spaces in tables.PATHS.values() for space in spaces if space}
    assert not spaces - set(export.NAMES) - set(export._OF_KERAS_2)
    for path in (*tables.OTHER_NAMES, *" ".join(tables._MORE.values()).split()):
        module = importlib.import_module(f"tensorflow.python.{path}")
        assert all(hasattr(module, name.partition("=")[0]) for name in tables.OTHER_NAMES.get(path, "").split()), path


def test_published_names(tensorflow, gw):
    """The names that a library gives its own classes and functions, and what a name stands for."""
    from tensorflow.python.util import tf_export

    def printed(module, tf):
        keras_export, exports = module.keras_export, module.tf_export

        @keras_export("keras.mine.A", "keras.A", v1=[])
        class A:
            pass

        class B(A):
            pass

        old = keras_export(v1=["keras.old"])(lambda: 1)
        new = exports("new", v1=["newer"])(lambda: 2)
        both = keras_export("keras.same")(exports("same")(lambda: 3))
        names = (
            "keras.A",
            "keras.old",
            "compat.v1.keras.old",
            "newer",
            "compat.v1.newer",
            "keras.mine.B",
            "concat",
            "tf.concat",
        )
        lines = [[one is module.get_symbol_from_name(n) for one in (A, old, new, tf.concat, None)] for n in names]
        for one in (A, B, A(), old, new, both, tf.Module, tf.nn.relu, 5):
            ours = {name: vars(one)[name] for name in getattr(one, "__dict__", ()) if "api_names" in name}
            lines.append([one in (tf.Module, tf.nn.relu) or ours, module.get_v1_names(one), module.get_v2_names(one)])
            lines += [module.get_canonical_name_for_symbol(one, *rest) for rest in ((), ("keras",), ("keras", True))]
        refused = (
            lambda: keras_export("mine"),
            lambda: keras_export("keras.a", v1=["a"]),
            lambda: keras_export("keras.a")(5),
        )
        for wrong in refused:
            with pytest.raises(Exception) as error:
                wrong()
            lines.append(type(error.value).__name__)
        return [*lines, B._keras_api_names]

    assert printed(part_of_as_tensorflow(gw, "util_names"), gw) == printed(tf_export, tensorflow)


class Called:
    """What is called like a function."""

    def __call__(self, x, y=1):
        return x

    def method(self, z, *, other=2, **more):
        return z


def test_convolutions_that_look_at_shapes_first(tensorflow, gw):
    from tensorflow.python.ops import nn_ops

    def outcomes(module, tf):
        found = []
        x, filters = tf.reshape(tf.range(100.0), [2, 5, 5, 2]), tf.reshape(tf.range(72.0), [3, 3, 2, 4])
        for shape, filter_shape, options in (
            (x.shape, filters.shape, {"padding": "SAME"}),
            ([None, None, None, 2], filters.shape, {"padding": "VALID", "strides": (2, 2), "name": "c"}),
            (None, filters.shape, {"padding": "SAME", "dilation_rate": (2, 2), "data_format": "NHWC"}),
            (x.shape, filters.shape, {"padding": "SAME", "strides": (2, 2), "dilation_rate": (2, 2)}),
            (x.shape, [3, 3, 3, 4], {"padding": "SAME"}),
            ([5, 2], [3, 2, 4], {"padding": "SAME"}),
        ):
            try:
                convolve = module.Convolution(tf.TensorShape(shape), tf.TensorShape(filter_shape), **options)
                found.append(convolve.num_spatial_dims)
                found.append(convolve(x, filters).numpy().tolist())
            except (ValueError, tf.errors.InvalidArgumentError) as error:
                found.append(type(error).__name__)
        return found

    assert outcomes(part_of_as_tensorflow(gw, "probability_names"), gw) == outcomes(nn_ops, tensorflow)


def test_inner_tools(tensorflow, gw):
    """What programs take from inner modules to look at functions, modules and devices gives what TensorFlow gives."""
    from tensorflow.python.client import device_lib
    from tensorflow.python.util import all_util, function_utils

    ours = part_of_as_tensorflow(gw, "util_names")
    some = (_retraces, Called(), Called().method, Called, lambda q, *r: q, functools.partial(_handled, 1, level=2))
    for name in ("fn_args", "has_kwargs", "get_func_name", "get_func_code"):
        for one in (*some, functools.partial(Called().method, other=1)):
            assert getattr(ours, name)(one) == getattr(function_utils, name)(one), (name, one)

    from tensorflow.python.util import nest

    for call in (
        lambda module, tf: module.flatten_with_joined_string_paths({"b": [1, (2,)], "a": 3}),
        lambda module, tf: module.flatten_with_joined_string_paths([1, (2,)], "."),
        lambda module, tf: module.flatten_with_tuple_paths_up_to({"a": 0, "b": [0]}, {"a": [1, 2], "b": [{"c": 3}]}),
        lambda module, tf: module.map_structure_with_paths(lambda path, x, y: (path, x + y), {"a": [1]}, {"a": [2]}),
        lambda module, tf: [
            module.is_nested_or_composite(x)
            for x in ([1], 1, tf.constant(1), tf.ragged.constant([[1]]), tf.RaggedTensorSpec([1]), tf.TensorSpec([]))
        ],
    ):
        assert call(part_of_as_tensorflow(gw, "probability_names"), gw) == call(nest, tensorflow)

    def left(tools):
        made = types.ModuleType("made_of_names", "About it.\n\n@@told\n@@and_told it is.\n @@not_told\n@@absent\n")
        made.__dict__.update(told=1, and_told=2, not_told=3, kept=4, _private=5, sys=sys)
        sys.modules["made_of_names"] = made
        try:
            names = tools.make_all("made_of_names")
            tools.remove_undocumented("made_of_names", ["kept"])
            return names, dir(made)
        finally:
            del sys.modules["made_of_names"]

    assert left(ours) == left(all_util)
    devices = [(d.name, d.device_type, d.physical_device_desc) for d in device_lib.list_local_devices()]
    found = part_of_as_tensorflow(gw, "inner_names").list_local_devices()
    assert [(d.name, d.device_type, d.physical_device_desc) for d in found if d.device_type == "CPU"] == devices[:1]
    assert found[0].HasField("locality") and found[0].incarnation and found[0].memory_limit


def _retraces(tf):
    f = tf.function(lambda x: x)
    for i in range(6):
        f(i)


def _runs_unconverted(tf):
    names = {}
    exec(compile("def f(x): return x", "<text>", "exec"), names)
    tf.function(names["f"])(1)


def _differentiates_integers(tf):
    with tf.GradientTape() as tape:
        tape.watch(tf.constant(1))


def _finds_a_damaged_state(tf):
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/checkpoint", "w") as file:
            file.write("no such message {")
        tf.train.get_checkpoint_state(folder)


WARNS = {
    "retracing": _retraces,
    "conversion": _runs_unconverted,
    "dtypes": _differentiates_integers,
    "states": _finds_a_damaged_state,
}


def _handled(tf, warns, level):
    """What the logger hands to a handler at a level, how its messages begin and whether it has a handler of its own."""
    with logged(tf, level, lambda record: (record.name, record.levelname)) as records:
        warns(tf)
    return sorted(set(records))


@pytest.mark.parametrize("name", WARNS)
def test_one_logger_has_all_warnings(name, gw, tensorflow, monkeypatch):
    """So that its level silences them, and its handler begins them with WARNING:tensorflow."""
    from tensorflow.python.platform import tf_logging

    from graphwright._src.base import logger

    # Some come a few times only in the life of a process.
    monkeypatch.setattr(tf_logging, "_log_counter_per_token", {})
    monkeypatch.setattr(logger, "_warned", {})
    for level in ("WARNING", "ERROR"):
        assert _handled(gw, WARNS[name], level) == _handled(tensorflow, WARNS[name], level)
