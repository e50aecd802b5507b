"""What `import tensorflow` gives after `import graphwright.as_tensorflow`. Each test runs in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from support import cells


def python(code: str, first: str = "import graphwright.as_tensorflow\nimport tensorflow as tf\n") -> str:
    """What `code` prints; fails where it raises."""
    code = first + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_versions():
    code = "import graphwright; print(tf.__version__, graphwright.__version__ == tf.__version__, tf.__name__)"
    assert python(code) == "2.21.0 False tensorflow"
    code = """
        import tensorflow.compat.v1 as v1, tensorflow.compat.v2 as v2
        print(v1.__version__, v2.__version__, tf.compat.v2.__version__, v2.math is tf.math)
    """
    assert python(code) == "2.21.0 2.21.0 2.21.0 True"


def test_names_are_graphwrights_own():
    code = """
        import graphwright
        import tensorflow.math
        from tensorflow import constant, nn
        import tensorflow.nn as nn_again
        print(tf.constant is graphwright.constant is constant, tf.math is graphwright.math is tensorflow.math)
        print(nn is nn_again is graphwright.nn, graphwright.math.__spec__.name, tf.math.__name__)
    """
    assert python(code) == "True True\nTrue graphwright.math graphwright.math"


def test_inner_paths():
    code = """
        from tensorflow.python.framework.errors_impl import InvalidArgumentError
        from tensorflow.python.framework import dtypes, ops, tensor_shape
        from tensorflow.python.ops import math_ops
        import tensorflow.python.eager.backprop as backprop
        import tensorflow.python.framework.constant_op
        print(InvalidArgumentError is tf.errors.InvalidArgumentError, dtypes.float32 is tf.float32)
        print(ops.Tensor is tf.Tensor, tensor_shape.TensorShape is tf.TensorShape, math_ops.add is tf.math.add)
        print(backprop.GradientTape is tf.GradientTape, tf.python.framework.constant_op.constant is tf.constant)
    """
    assert python(code) == "True True\nTrue True True\nTrue True"


def test_names_that_only_version_2_has():
    code = "import tensorflow.compat.v2 as tf2; tf2.enable_v2_behavior(); print(tf.executing_eagerly(), bool(tf.__git_version__))"
    assert python(code) == "True True"


def test_inner_paths_are_there_without_being_imported():
    code = """
        import tensorflow.python as inner
        paths = "framework.ops ops.gen_math_ops eager.tape data.ops.dataset_ops feature_column util.nest".split()
        for path in paths:
            module = inner
            for name in path.split("."):
                module = getattr(module, name)
        print(module.flatten([[1], 2]), hasattr(inner.eager, "nothing"), inner.framework.dtypes.float32.name)
    """
    assert python(code) == "[1, 2] False float32"


def test_should_record_backprop():
    code = """
        from tensorflow.python.eager.record import should_record_backprop
        def shown(*tensors):
            print(should_record_backprop(tensors), end=" ")
        v, c = tf.Variable(1.0), tf.constant(1.0)
        before = tf.convert_to_tensor(v)
        shown(before)
        with tf.GradientTape() as tape:
            read = tf.convert_to_tensor(v)
            [shown(x) for x in (before, read, read * 2.0, c, tf.cast(read, tf.int32), tf.stop_gradient(read))]
            tape.watch(c)
            shown(before, c * 2.0)
            with tape.stop_recording():
                shown(c)
        shown(read)
    """
    assert python(code) == "False False True True False False False True False False"


def test_functions_inspected():
    code = """
        import functools
        from tensorflow.python.util import tf_inspect

        def f(self, a, b=2, *args, **kwargs):
            pass

        def g(a, *, c, d=4):
            pass

        print(tuple(tf_inspect.getargspec(f)), tf_inspect.getargspec(g))
        print(tuple(tf_inspect.getargspec(functools.partial(f, None, b=5))))
        print(tf_inspect.getcallargs(f, None, 3, z=1), tf_inspect.getcallargs(g, 1))
    """
    assert python(code).splitlines() == [
        "(['self', 'a', 'b'], 'args', 'kwargs', (2,)) ArgSpec(args=['a', 'c', 'd'], varargs=None, keywords=None, defaults=(4,))",
        "(['a', 'b'], 'args', 'kwargs', (5,))",
        "{'z': 1, 'self': None, 'a': 3, 'b': 2} {'a': 1, 'd': 4}",
    ]


def test_inner_name_scopes_and_texts():
    code = """
        from tensorflow.python.framework import ops, tensor_spec
        with ops.name_scope(None, "made", [1.0]) as eager, tf.Graph().as_default():
            with ops.name_scope(None, "made", [1.0]) as scope:
                print(eager, scope, tf.constant(1.0).name)
        print(ops.is_dense_tensor_like(tf.Variable(1.0)), ops.is_dense_tensor_like(tf.ragged.constant([[1]])))
        print(ops.numpy_text(tf.constant(1.5)), ops.numpy_text(tf.constant([1.0, 2.0]), is_repr=True))
        spec = tensor_spec.BoundedTensorSpec((2,), tf.float32, 0.0, [1.0, 2.0], "b")
        print(tf.function(lambda x: x, input_signature=[spec]).get_concrete_function().structured_input_signature)
    """
    assert python(code).splitlines() == [
        "None made/ made/Const:0",
        "True False",
        "1.5 array([1., 2.], dtype=float32)",
        "((TensorSpec(shape=(2,), dtype=tf.float32, name='b'),), {})",
    ]


def test_variables_of_libraries_that_set_their_own_facts():
    code = """
        from tensorflow.python.ops import resource_variable_ops

        class Own(resource_variable_ops.BaseResourceVariable):
            def __init__(self, value):
                self._value, self._dtype, self._shape, self._trainable = value, value.dtype, value.shape, True
                self._name, self._handle_name = "own", "own:0"

            def read_value(self):
                return self._value

        own = Own(tf.ones([2]))
        print(own.shape, own.dtype.name, own.trainable, own.name, (own + tf.multiply(2.0, own)).numpy())
        print([isinstance(x, resource_variable_ops.BaseResourceVariable) for x in (tf.Variable(1.0), own, 1.0)])
    """
    assert python(code) == "(2,) float32 True own:0 [3. 3.]\n[True, True, False]"


def test_functions_for_xla():
    # The values are those of TensorFlow.
    code = """
        from tensorflow.compiler.tf2xla.python import xla
        a, i = tf.reshape(tf.range(6), [2, 3]), tf.constant([5, -7, 9])
        def shown(x):
            print(x.numpy().tolist(), end=" ")
        for starts, sizes in [([0, 1], [2, 2]), ([1, 2], [2, 2]), ([-1, 0], [1, 2])]:
            shown(xla.dynamic_slice(a, starts, sizes))
        shown(xla.dynamic_update_slice(a, [[9]], [1, 5]))
        shown(xla.max(a, i, broadcast_dims=[1]))
        shown(xla.rem(i, [2, 3, -4]))
        shown(xla.shift_right_logical(i, [2, 3, 4]))
        shown(xla.reshape(a, [3, 2], dimensions=[1, 0]))
        shown(xla.key_value_sort(i, i + 1)[1])
        shown(xla.abs(i))
        try:
            xla.dynamic_slice(a, [0, 0], [3, 2])
        except tf.errors.InvalidArgumentError:
            print(hasattr(xla, "pad"))
    """
    assert python(code) == (
        "[[1, 2], [4, 5]] [[1, 2], [4, 5]] [[0, 1]] [[0, 1, 2], [3, 4, 9]] [[5, 1, 9], [5, 4, 9]] [1, -1, 1] "
        "[1, 536870911, 0] [[0, 3], [1, 4], [2, 5]] [-6, 6, 10] [5, 7, 9] False"
    )


def test_it_works():
    code = """
        x = tf.constant([[1.0, 2.0]])
        print(tf.matmul(x, x, transpose_b=True))
    """
    assert python(code) == "tf.Tensor([[5.]], shape=(1, 1), dtype=float32)"


def test_importing_twice_changes_nothing():
    code = """
        import importlib, sys
        import graphwright.as_tensorflow as again
        importlib.reload(again)
        print(sys.modules["tensorflow"] is tf, sum(type(f).__name__ == "Finder" for f in sys.meta_path))
    """
    assert python(code) == "True 1"


@pytest.mark.parametrize("statement", ["from tensorflow import keras", "import tensorflow.keras.layers", "tf.keras"])
def test_keras_that_is_not_installed_is_asked_for(statement):
    code = f"""
        import sys
        sys.modules["keras"] = None  # as if it were not installed
        try:
            {statement}
        except ImportError as error:
            print("pip install graphwright[keras]" in str(error))
    """
    assert python(code) == "True"


def test_classes_have_the_names_that_libraries_look_for():
    code = """
        import importlib, pickle
        from graphwright.as_tensorflow.class_names import CLASSES
        for public, (module, name) in CLASSES.items():
            cls = tf
            for part in public.split("."):
                cls = getattr(cls, part)
            assert (cls.__module__, cls.__name__) == (module, name), public
            assert getattr(importlib.import_module(module), name) is cls, public
        print(pickle.loads(pickle.dumps(tf.ragged.constant([[1], [2, 3]]))), type(tf.constant(1)))
    """
    assert python(code) == "<tf.RaggedTensor [[1], [2, 3]]> <class 'tensorflow.python.framework.ops.EagerTensor'>"


def test_other_classes_are_tensorflows_and_found_where_they_say():
    code = """
        import copy, inspect, pickle
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2]), 0)
        function = tf.function(lambda x: x)
        concrete = function.get_concrete_function(tf.constant(1.0))
        things = [tf.Variable(1.0), tf.TensorArray(tf.float32, 2), tf.data.Dataset.range(3), iter(tf.data.Dataset.range(3))]
        things += [tf.GradientTape(), function, concrete, concrete.graph, concrete.graph.get_operations()[0], table]
        things += [tf.random.Generator.from_seed(1), tf.experimental.Optional.from_value(1), tf.train.Checkpoint()]
        things += [tf.distribute.get_strategy(), tf.linalg.LinearOperatorIdentity(2), tf.Graph(), tf.Module()]
        try:
            tf.reshape(tf.ones([3]), [2])
        except tf.errors.InvalidArgumentError as error:
            things.append(error)
        print({type(thing).__module__.split(".")[0] for thing in things})
        for cls in (tf.GradientTape, tf.lookup.StaticHashTable, tf.linalg.LinearOperatorIdentity):
            assert pickle.loads(pickle.dumps(cls)) is cls and f"class {cls.__name__}" in inspect.getsource(cls)
        class Kept(tf.Module):
            pass
        assert Kept.__module__ == "__main__" and type(copy.deepcopy(things[0])) is type(things[0])
        assert "3 values" in pickle.loads(pickle.dumps(things[-1])).message
    """
    assert python(code).splitlines()[0] == "{'tensorflow'}"


def test_generated_ops():
    code = """
        from tensorflow.python.ops import gen_math_ops
        from tensorflow.python.ops.linalg.sparse import sparse_csr_matrix_ops
        print(gen_math_ops.mat_mul([[1.0]], [[2.0]], False, transpose_b=True).numpy(), hasattr(gen_math_ops, "nothing"))
        print(sparse_csr_matrix_ops.sparse_tensor_to_csr_sparse_matrix([[0, 0]], [1.0], [2, 2]).dtype)
        print(gen_math_ops._range(1, 7, 2).numpy(), hasattr(gen_math_ops, "_add"))
    """
    assert python(code) == "[[2.]] False\n<dtype: 'variant'>\n[1 3 5] False"


def test_namespaces_where_editors_find_them():
    code = """
        from tensorflow._api.v2.compat.v1.train import Saver
        from tensorflow._api.v2.math import reduce_sum
        import tensorflow._api.v2.v2 as second
        print(Saver is tf.compat.v1.train.Saver, reduce_sum is tf.reduce_sum, second is tf)
    """
    assert python(code) == "True True True"


@pytest.mark.parametrize(
    "statement, error",
    [
        ("import tensorflow.no_such_part", "ModuleNotFoundError"),
        ("from tensorflow import no_such_part", "ImportError"),
        ("import tensorflow.python.no_such_part", "ModuleNotFoundError"),
        ("import tensorflow.lite.toco", "ModuleNotFoundError"),
        ("import tensorflow.ops", "ModuleNotFoundError"),  # graphwright.ops is no public namespace
        ("tf.no_such_part", "AttributeError"),
        ("from tensorflow.python.ops.math_ops import no_such_part", "ImportError"),
    ],
)
def test_what_is_not_there_is_said_so(statement, error):
    """Above all, a TensorFlow that is installed must not serve it."""
    code = f"""
        import sys
        try:
            {statement}
        except Exception as error:
            print(type(error).__name__)
        print([name for name in sys.modules if name.startswith("tensorflow.") and "site-packages/tensorflow" in
               (getattr(sys.modules[name], "__file__", None) or "")])
    """
    assert python(code) == f"{error}\n[]"


def test_find_spec():
    code = """
        import importlib.util
        print(importlib.util.find_spec("tensorflow").name, importlib.util.find_spec("tensorflow.math").name)
    """
    assert python(code).split()[0] == "tensorflow"


def test_star_import_and_dir():
    code = """
        names = {}
        exec("from tensorflow import *", names)
        print("constant" in names and "math" in names, {"constant", "math", "__version__"} <= set(dir(tf)))
        print("export" in names, "_core" in names)
    """
    assert python(code) == "True True\nFalse False"


def test_a_name_published_later_is_seen():
    code = """
        from graphwright._src.base.export import export_value
        export_value("experimental_answer", 42)
        print(tf.experimental_answer, "experimental_answer" in dir(tf))
    """
    assert python(code) == "42 True"


def test_refuses_after_the_real_one():
    code = """
        import sys, types
        sys.modules["tensorflow"] = types.ModuleType("tensorflow")
        sys.modules["tensorflow"].__version__ = "9.9"
        try:
            import graphwright.as_tensorflow
        except ImportError as error:
            print("9.9" in str(error) and "already been imported" in str(error))
        print(any(type(finder).__name__ == "Finder" for finder in sys.meta_path))
    """
    assert python(code, first="") == "True\nFalse"


@pytest.mark.skipif(not cells.HAS_TENSORFLOW, reason="TensorFlow is not installed")
def test_serves_in_place_of_an_installed_tensorflow():
    assert python("import graphwright; print(tf.constant is graphwright.constant)") == "True"
