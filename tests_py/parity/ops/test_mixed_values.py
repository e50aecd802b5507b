"""What functions make of Python and NumPy values beside a tensor: the dtype and the elements of the result, as in TensorFlow.

Each function is tried for half of the dtypes, for all of them with GRAPHWRIGHT_TESTS=all.
"""

import itertools
import operator
import warnings

import numpy as np
import pytest

from support.selection import some

VALUES = {
    "True": True,
    "1": 1,
    "-3": -3,
    "1.5": 1.5,
    "1j": 1j,
    "[1]": [1],
    "[True]": [True],
    "[1, 2.5]": [1, 2.5],
    "np.bool_": np.bool_(True),
    "np.int8": np.int8(2),
    "np.int64": np.int64(2),
    "np.uint8": np.uint8(2),
    "np.float16": np.float16(1.5),
    "np.float64": np.float64(1.5),
    "np.complex64": np.complex64(1j),
    "np.str_": np.str_("a"),
    "bools": np.array([True, False]),
    "int8": np.array([1, 2], np.int8),
    "int64": np.array([1, 2]),
    "float32": np.array([1.5, 2.0], np.float32),
    "float64": np.array([1.5, 2.0]),
    "rank 0": np.array(1.5),
    "rank 0, int": np.array(3),
    "[np.float64]": [np.float64(1.5)],
    "[np.int64]": [np.int64(3)],
    "[np.bool_]": [np.bool_(True)],
    "[array]": [np.array([1.5, 2.0])],
    "[int8]": [np.array([1, 2], np.int8)],
}
DTYPES = ["float32", "int32", "int8", "bool", "bfloat16"]


def both_sides(function):
    """Two of it: the value as its second argument, and as its first one."""
    return [lambda tf, a, b: function(tf)(a, b), lambda tf, a, b: function(tf)(b, a)]


SYMBOLS = "add sub mul truediv floordiv mod pow lt eq ne ge and_ or_ xor".split()
NAMES = (
    *("multiply", "maximum", "pow", "equal", "less", "not_equal", "divide", "subtract", "logical_and", "math.floordiv"),
    *("math.truediv", "math.mod", "math.squared_difference", "atan2", "math.xlogy", "math.divide_no_nan"),
    "bitwise.bitwise_or",
)
OPS = {
    **{f"operator {name}": both_sides(lambda tf, name=name: getattr(operator, name)) for name in SYMBOLS},
    **{name: both_sides(lambda tf, name=name: operator.attrgetter(name)(tf)) for name in NAMES},
    "stack": both_sides(lambda tf: lambda a, b: tf.stack([a, b])),
    "concat": both_sides(lambda tf: lambda a, b: tf.concat([a, b], 0)),
    "where": both_sides(lambda tf: lambda a, b: tf.where(tf.constant([True, False]), a, b)),
    "add": [lambda tf, a, b: tf.add(a, b)],  # eager sums convert their first operand alone in TensorFlow
    "add_n": [lambda tf, a, b: tf.add_n([a, b])],
    "accumulate_n": [lambda tf, a, b: tf.math.accumulate_n([a, b])],
    "tensordot": [lambda tf, a, b: tf.tensordot(a, b, 0), lambda tf, a, b: tf.tensordot(b, a, 0)],
    "matmul": [lambda tf, a, b: tf.matmul(tf.reshape(a, [1, 2]), [b, b])],
    "einsum": [lambda tf, a, b: tf.einsum("i,i->i", a, b)],
    "clip_by_value": [lambda tf, a, b: tf.clip_by_value(a, b, b)],
    "tensor_scatter": [lambda tf, a, b: tf.tensor_scatter_nd_update(a, [[0], [1]], b)],
    "pad": [lambda tf, a, b: tf.pad(a, [[1, 1]], constant_values=b)],
    "one_hot": [lambda tf, a, b: tf.one_hot([0, 1], 2, on_value=b, off_value=b)],
    "gather": [lambda tf, a, b: tf.gather([1, 2, 3, 4], b)],
    "roll": [lambda tf, a, b: tf.roll(a, b, 0)],
    "repeat": [lambda tf, a, b: tf.repeat(a, b)],
    "tile": [lambda tf, a, b: tf.tile(a, b)],
    "cumsum": [lambda tf, a, b: tf.cumsum(b)],
    "linspace": [lambda tf, a, b: tf.linspace(b, b, 3)],
    "fill": [lambda tf, a, b: tf.fill([2], b)],
    "cast": [lambda tf, a, b: tf.cast(b, a.dtype)],
    "convert_to_tensor": [lambda tf, a, b: tf.convert_to_tensor(b, a.dtype)],
    "Variable": [lambda tf, a, b: tf.Variable(b), lambda tf, a, b: tf.Variable(b, dtype=a.dtype)],
    "assign_add": [lambda tf, a, b: tf.Variable(a).assign_add(b)],
    "ragged": [lambda tf, a, b: tf.ragged.constant([b, b]), lambda tf, a, b: tf.ragged.constant(b)],
    "ragged rows": [lambda tf, a, b: tf.ragged.constant([[b], [b, b]])],
    "SparseTensor": [lambda tf, a, b: tf.SparseTensor([[0]], [b], [2]).values],
    "from_tensors": [lambda tf, a, b: next(iter(tf.data.Dataset.from_tensors((a, b))))],
    "from_tensor_slices": [lambda tf, a, b: next(iter(tf.data.Dataset.from_tensor_slices([b, b])))],
    "map": [lambda tf, a, b: next(iter(tf.data.Dataset.from_tensors(a).map(lambda q: (q, b))))],
    "reduce_mean": [lambda tf, a, b: tf.reduce_mean(b)],
    "sqrt": [lambda tf, a, b: tf.sqrt(b)],
    "abs": [lambda tf, a, b: tf.abs(b)],
    "cond": [lambda tf, a, b: tf.cond(tf.constant(True), lambda: b, lambda: b)],
    "leaky_relu": [lambda tf, a, b: tf.nn.leaky_relu(a, b)],
    "l2_loss": [lambda tf, a, b: tf.nn.l2_loss(b)],
    "norm": [lambda tf, a, b: tf.norm(b)],
    "sequence_mask": [lambda tf, a, b: tf.sequence_mask(b, 3)],
    "range": [lambda tf, a, b: tf.range(b)],
}
# Where more is taken than in TensorFlow.
TAKEN = {"einsum": "numbers in lists take the tensor's dtype", "map": "lists of arrays"}
# Where less is taken.
REFUSED = {
    "operator truediv": "arrays divide bools",
    "divide": "arrays divide bools",
    "range": "vectors of one number, half precision",
}


def results_of(tf, versions, dtype):
    """What each version gives for each value: its tensors' dtypes, shapes and elements, or None where it raises."""
    found = {}
    for i, version in enumerate(versions):
        for name, value in VALUES.items():
            tensor = tf.constant([True, False]) if dtype == "bool" else tf.cast([2, 3], dtype)
            try:
                leaves = tf.nest.flatten(version(tf, tensor, value), expand_composites=True)
            except Exception:
                found[i, name] = None
                continue
            arrays = [np.asarray(leaf.numpy() if hasattr(leaf, "numpy") else leaf) for leaf in leaves]
            found[i, name] = [(array.dtype.name, array.shape, array.tolist()) for array in arrays]
    return found


def are_close(got, want, dtype):
    """Whether results are the same but for the last bits of floating-point numbers."""
    if want is None or got is None:
        return want is got
    return all(
        g[:2] == w[:2]
        and (g[2] == w[2] or np.allclose(g[2], w[2], 1e-2 if dtype == "bfloat16" else 1e-5, equal_nan=True))
        for g, w in zip(got, want, strict=True)
    )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("op", "dtype"), some(itertools.product(OPS, DTYPES), 1 / 2))
def test_values(tensorflow, gw, op, dtype):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs, ours = results_of(tensorflow, OPS[op], dtype), results_of(gw, OPS[op], dtype)
    differ = [
        f"{key}: TensorFlow {theirs[key]}, graphwright {ours[key]}"
        for key in theirs
        if not are_close(ours[key], theirs[key], dtype)
        and not (op in TAKEN and theirs[key] is None)
        and not (op in REFUSED and ours[key] is None)
    ]
    assert not differ, "\n".join(differ)
