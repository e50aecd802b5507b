"""An op is one place: a function in its family's file, and a run of tools/list_names.py, are all that Python needs.

A copy of the package gets two functions of ops that have none in the public API; another process uses them everywhere.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAMILY = "ops.math_special"

FUNCTIONS = '''

inverse = unary(
    "Inv", "math.inverse inverse", "1 / x", FLOATS, "[2.0, 4.0]", "[0.5 , 0.25]", node="inverse/", sparse=True
)


@export("math.ratio", v1="math.ratio ratio", node="ratio/", elementwise="binary", weak_type="binary")
def ratio(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y (tf.math.ratio)."""
    return _core.op("Div")(x, y, name=name)
'''

PUBLIC = {"inverse", "math.inverse", "math.ratio"}
OF_V1 = {"compat.v1.inverse", "compat.v1.math.inverse", "compat.v1.math.ratio", "compat.v1.ratio"}

USES = f"""
import sys
import graphwright as tf

x, y = tf.constant([2.0, 4.0]), tf.constant([8.0, 4.0])
assert "graphwright._src.{FAMILY}" not in sys.modules
assert "inverse" in dir(tf.math) and "ratio" in dir(tf.compat.v1)

# At once, in functions, for gradients, for many rows at once.
assert tf.math.inverse is tf.inverse and "graphwright._src.{FAMILY}" in sys.modules
assert tf.inverse.__name__ == "inverse" and tf.inverse.__module__ == "graphwright.math"
for run in (lambda f: f, tf.function, lambda f: tf.function(f, jit_compile=True)):
    assert run(tf.math.inverse)(x).numpy().tolist() == [0.5, 0.25]
    assert run(tf.math.ratio)(x, y).numpy().tolist() == [0.25, 1.0]
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = run(tf.inverse)(x)
    assert tape.gradient(result, x).numpy().tolist() == [-0.25, -0.0625]
assert tf.vectorized_map(tf.inverse, x).numpy().tolist() == [0.5, 0.25]
assert tf.vectorized_map(lambda row: tf.math.ratio(row[0], row[1]), (x, y)).numpy().tolist() == [0.25, 1.0]

# On composite tensors, and on classes of libraries.
rows = tf.ragged.constant([[2.0], [4.0, 8.0]])
assert tf.inverse(rows).to_list() == [[0.5], [0.25, 0.125]]
assert tf.math.ratio(rows, tf.constant([[1.0], [2.0]])).to_list() == [[2.0], [2.0, 4.0]]
stored = tf.inverse(tf.SparseTensor([[1]], [2.0], [3]))
assert stored.values.numpy().tolist() == [0.5] and stored.indices.numpy().tolist() == [[1]]


class Boxed(tf.experimental.ExtensionType):
    value: tf.Tensor


@tf.experimental.dispatch_for_unary_elementwise_apis(Boxed)
def unary(function, x):
    return Boxed(function(x.value))


@tf.experimental.dispatch_for_binary_elementwise_apis(Boxed, Boxed)
def binary(function, x, y):
    return Boxed(function(x.value, y.value))


assert tf.inverse(Boxed(x)).value.numpy().tolist() == [0.5, 0.25]
assert tf.math.ratio(Boxed(x), Boxed(y)).value.numpy().tolist() == [0.25, 1.0]

# As version 1 calls them, and in graphs.
assert tf.compat.v1.math.inverse is tf.compat.v1.inverse is tf.inverse
assert tf.compat.v1.math.ratio is tf.compat.v1.ratio is tf.math.ratio and not hasattr(tf, "ratio")
with tf.Graph().as_default() as graph:
    tf.math.inverse(tf.constant(2.0))
    tf.math.ratio(3.0, 4.0, name="mine")
nodes = [(node.name, node.op) for node in graph.as_graph_def().node if node.op != "Const"]
assert nodes == [("inverse/Inv", "Inv"), ("mine/Div", "Div")], nodes
"""

PROMOTES = """
import graphwright as tf

BEFORE
tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode="all")
assert "Weak" in type(tf.math.inverse(2.0)).__name__
assert "Weak" not in type(tf.math.inverse(tf.constant(2.0, tf.float32))).__name__
assert "Weak" in type(tf.math.ratio(1.0, 2.0)).__name__
assert tf.math.ratio(tf.constant(1, tf.int8), tf.constant(2.0, tf.float64)).dtype == tf.float64
"""


def names_in(tree):
    table = {}
    exec((tree / "python/graphwright/_src/base/_names.py").read_text(), table)
    return {
        f"{path}.{name}" if path else name: home
        for path, homes in table["NAMES"].items()
        for home, names in homes.items()
        for name in names.split()
    }


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Returns the package with two more functions, and its table of names written anew."""
    package = Path(pytest.importorskip("graphwright").__file__).parent
    root = tmp_path_factory.mktemp("with_a_new_op")

    def place(source, target):
        shutil.copy(source, target) if source.endswith(".py") else os.symlink(source, target)

    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(package, root / "python/graphwright", copy_function=place, ignore=ignored)
    (root / "tools").mkdir()
    shutil.copy(ROOT / "tools/list_names.py", root / "tools")
    before = names_in(root)
    family = root / "python/graphwright/_src" / f"{FAMILY.replace('.', '/')}.py"
    family.write_text(family.read_text() + FUNCTIONS)
    run(root, "tools/list_names.py")
    after = names_in(root)
    assert dict(after.items() - before.items()) == dict.fromkeys(PUBLIC | OF_V1, FAMILY)
    assert before.items() <= after.items()
    return root


def run(tree, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(tree / "python")}
    done = subprocess.run([sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_new_op_is_used_everywhere(tree):
    run(tree, "-c", USES)


@pytest.mark.parametrize("before", ["pass", "tf.math.inverse"], ids=["loaded after the mode", "loaded before the mode"])
def test_a_new_op_promotes(tree, before):
    run(tree, "-c", PROMOTES.replace("BEFORE", before))
