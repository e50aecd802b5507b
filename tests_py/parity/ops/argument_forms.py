"""Calls of every public function with arguments of every kind: tensors, variables, arrays, lists, composite values."""

import inspect
import types

import numpy as np

NAMESPACES = """
    . math nn linalg image signal strings sparse ragged debugging bitwise dtypes nest quantization sets io audio
    experimental.numpy compat.v1 compat.v1.math compat.v1.nn compat.v1.linalg compat.v1.debugging compat.v1.strings
    compat.v1.sparse compat.v1.image
""".split()
# Words in the names of functions that draw numbers, change the process or files, call what they are given, or do not return
# what they have computed; TensorFlow ends the process for Fourier transforms of nothing.
LEFT_OUT = """
    random shuffle uniform normal poisson gamma multinomial categorical sampler dropout placeholder timestamp fft wait disable
    enable exit file write save load print app set_ reset init barrier create delete rename makedirs remove mkdir run test
    py_func numpy_function function add_to collection get_ list_ while cond map_fn scan fold vectorized experimental_ seed assert
    gradient recompute grad_pass template device control_dependencies colocate variable_scope name_scope var_ train graph
    session summary checkpoint case queue stage template make_ trace_ one_device sequence_like
""".split()
# TensorFlow ends the process while tracing where sizes are a matrix.
ENDS_TRACING = {("split", form) for form in ("(v, [[1], [0]])", "(v, array)", "(v, v)", "(v, v, v)", "(v, v, axis=0)")}
# What TensorFlow computes otherwise, with why.
OTHERWISE = {
    "searchsorted": "rows that are not sorted",
    "lower_bound": "rows that are not sorted",
    "upper_bound": "rows that are not sorted",
    "saturate_cast": "int64 has no limits as floats there",
    "adjust_brightness": "it scales int64 beyond its range",
    "ctc_unique_labels": "labels that are no integers",
    "isinf": "False for integers of any shape there",
    "isneginf": "False for integers of any shape there",
    "isposinf": "False for integers of any shape there",
    "rad2deg": "what is no tensor stays what it is there",
    "positive": "what is no tensor stays what it is there",
    "rot90": "what is not turned stays what it is there",
    "eig": "another order of equal sizes",
    "eigvals": "another order of equal sizes",
    "logdet": "of what is not positive definite",
    "cholesky": "of what is not positive definite",
    "isotonic_regression": "a tuple without names where values are not floats",
    "broadcast_arrays": "a tuple of one there",
    "histogram_fixed_width_bins": "ranges that are empty",
    "reverse": "an axis given twice",
    "concat": "a single composite value stays what it is there",
    "as_str_any": "addresses of objects",
    "repeat": "a single ragged tensor",
    "meshgrid": "bools beside numbers",
    "lbeta": "of nothing",
    "moments": "axes [] drop all extents of 1 there",
    "clip_by_average_norm": "norms below 0",
    "geomspace": "from one sign to the other",
    "compute_average_loss": "weights make complex losses real there",
    "collapse_repeated": "its longest row is known there for values that are",
    "ctc_greedy_decoder": "logits of two axes",
}


def functions(tf):
    """The public functions by name, without classes and modules."""
    found = {}
    for namespace in NAMESPACES:
        module = tf
        for part in namespace.split(".") if namespace != "." else ():
            module = getattr(module, part)
        for name in sorted(dir(module)):
            if name.startswith("_") or name in OTHERWISE or any(word in name.lower() for word in LEFT_OUT):
                continue
            function = getattr(module, name)
            if callable(function) and not isinstance(function, types.ModuleType) and not inspect.isclass(function):
                found[f"{namespace}.{name}".lstrip(".")] = function
    return found


# Values by name: what makes one, and the name of its dtype.
VALUES = {
    "variable": (lambda tf: tf.Variable([[0.5, 0.25], [0.125, 0.75]]), "float32"),
    "integer variable": (lambda tf: tf.Variable([[1, 2], [3, 0]]), "int32"),
    "tensor": (lambda tf: tf.constant([[0.5, 0.25], [0.125, 0.75]]), "float32"),
    "integer tensor": (lambda tf: tf.constant([[1, 2], [3, 0]]), "int32"),
    "complex tensor": (lambda tf: tf.constant([[1j, 2], [3, 0.5]], tf.complex64), "complex64"),
    "strings": (lambda tf: tf.constant(["a", "b"]), "string"),
    "bools": (lambda tf: tf.constant([True, False]), "bool"),
    "ragged": (lambda tf: tf.ragged.constant([[1.0, 2.0], [3.0]]), "float32"),
    "sparse": (lambda tf: tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]), "float32"),
    "slices": (
        lambda tf: tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([0]), tf.constant([2, 2])),
        "float32",
    ),
    "array": (lambda tf: np.array([[0.5, 0.25]], np.float32), "float32"),
    "float64 array": (lambda tf: np.array([[0.5, 0.25], [3.0, 1.0]]), "float64"),
    "list": (lambda tf: [[0.5, 2.0], [1.0, 0.25]], "float32"),
    "integer list": (lambda tf: [[1, 2], [3, 0]], "int32"),
    "int64 array": (lambda tf: np.array([[1, 2], [3, 0]]), "int64"),
    "int32 array": (lambda tf: np.array([[1, 2]], np.int32), "int32"),
}

# Forms of calls: the arguments for a value and a dtype.
FORMS = {
    "(v)": lambda tf, v, dtype: ((v,), {}),
    "(v, dtype)": lambda tf, v, dtype: ((v, dtype), {}),
    "(v, 0)": lambda tf, v, dtype: ((v, 0), {}),
    "(v, 1)": lambda tf, v, dtype: ((v, 1), {}),
    "(v, -1)": lambda tf, v, dtype: ((v, -1), {}),
    "(v, [])": lambda tf, v, dtype: ((v, []), {}),
    "(v, [0])": lambda tf, v, dtype: ((v, [0]), {}),
    "([v])": lambda tf, v, dtype: (([v],), {}),
    "([v, v])": lambda tf, v, dtype: (([v, v],), {}),
    "([v, v], -1)": lambda tf, v, dtype: (([v, v], -1), {}),
    "([v, v], 1)": lambda tf, v, dtype: (([v, v], 1), {}),
    "(v, v)": lambda tf, v, dtype: ((v, v), {}),
    "(v, v, v)": lambda tf, v, dtype: ((v, v, v), {}),
    "(v, 2.0)": lambda tf, v, dtype: ((v, 2.0), {}),
    "(2, v)": lambda tf, v, dtype: ((2, v), {}),
    "(v, [1, 0])": lambda tf, v, dtype: ((v, [1, 0]), {}),
    "(v, [[1], [0]])": lambda tf, v, dtype: ((v, [[1], [0]]), {}),
    "(v, [2, 2])": lambda tf, v, dtype: ((v, [2, 2]), {}),
    "(v, True)": lambda tf, v, dtype: ((v, True), {}),
    "(v, array)": lambda tf, v, dtype: ((v, np.array([[2, 1], [1, 2]])), {}),
    "(v, axis=0)": lambda tf, v, dtype: ((v,), {"axis": 0}),
    "(v, axis=[0, 1])": lambda tf, v, dtype: ((v,), {"axis": [0, 1]}),
    "(v, axis=-1, keepdims=True)": lambda tf, v, dtype: ((v,), {"axis": -1, "keepdims": True}),
    "(v, v, axis=0)": lambda tf, v, dtype: ((v, v), {"axis": 0}),
    "(v, np.int64(1))": lambda tf, v, dtype: ((v, np.int64(1)), {}),
    "(v, np.float64(2))": lambda tf, v, dtype: ((v, np.float64(2)), {}),
    "(v, tensor 1)": lambda tf, v, dtype: ((v, tf.constant(1)), {}),
    "(v, int64 tensor 0)": lambda tf, v, dtype: ((v, tf.constant(0, tf.int64)), {}),
    "(v, variable 1)": lambda tf, v, dtype: ((v, tf.Variable(1)), {}),
    "(v, (1, 0))": lambda tf, v, dtype: ((v, (1, 0)), {}),
    "(v, tensor [1, 0])": lambda tf, v, dtype: ((v, tf.constant([1, 0])), {}),
    "(v, [tensor 1, 0])": lambda tf, v, dtype: ((v, [tf.constant(1), 0]), {}),
    "(v, shape)": lambda tf, v, dtype: ((v, tf.TensorShape([2, 2])), {}),
    "(v, axis=np.int32(0))": lambda tf, v, dtype: ((v,), {"axis": np.int32(0)}),
    "(v, axis=tensor 1)": lambda tf, v, dtype: ((v,), {"axis": tf.constant(1)}),
    "(v, axis=(0,))": lambda tf, v, dtype: ((v,), {"axis": (0,)}),
    "(v, axis=array [0])": lambda tf, v, dtype: ((v,), {"axis": np.array([0])}),
    "(v, axis=None)": lambda tf, v, dtype: ((v,), {"axis": None}),
    "(v, 2, axis=1)": lambda tf, v, dtype: ((v, 2), {"axis": 1}),
    "(v, [1, 2], axis=0)": lambda tf, v, dtype: ((v, [1, 2]), {"axis": 0}),
    "(v, [0, 1], axis=-1)": lambda tf, v, dtype: ((v, [0, 1]), {"axis": -1}),
    "((v, v), axis=1)": lambda tf, v, dtype: (((v, v),), {"axis": 1}),
    "(v, dtype=float64)": lambda tf, v, dtype: ((v,), {"dtype": "float64"}),
    "(v, dtype=np.float64)": lambda tf, v, dtype: ((v,), {"dtype": np.float64}),
    "(v, out_type=int64)": lambda tf, v, dtype: ((v,), {"out_type": "int64"}),
}


def described(tf, result, value):
    """What a call gave, to be compared: arrays where it can be, and None where it is not about values."""
    if result is value and isinstance(value, tf.Variable):
        return "the variable"
    if isinstance(result, (tf.Tensor, tf.Variable)):
        return (result.dtype.name, tuple(result.shape), np.asarray(result.numpy()))
    if isinstance(result, (np.ndarray, np.generic, bool, int, float, complex, str, bytes)):
        array = np.asarray(result)
        return (array.dtype.name, array.shape, array)
    if isinstance(result, tf.SparseTensor):
        parts = (result.indices, result.values, result.dense_shape)
        return ("sparse", *[described(tf, part, None) for part in parts])
    if isinstance(result, tf.IndexedSlices):
        return ("slices", described(tf, result.indices, None), described(tf, result.values, None))
    if isinstance(result, tf.RaggedTensor):
        return ("ragged", result.dtype.name, *[described(tf, part, None) for part in tf.nest.flatten(result, True)])
    if isinstance(result, (list, tuple)):
        return ("list", *[described(tf, part, value) for part in result])
    return None


def outcome(tf, function, value_name, form):
    """("value", what it gave) or ("error", its class's name)."""
    make, dtype = VALUES[value_name]
    value = make(tf)
    args, kwargs = FORMS[form](tf, value, getattr(tf, dtype))
    try:
        return "value", described(tf, function(*args, **kwargs), value)
    except Exception as error:
        return "error", type(error).__name__


class KnownShape:
    """What is known of a shape while tracing."""

    def __init__(self, shape):
        self.sizes = None if shape.rank is None else shape.as_list()

    def __repr__(self):
        return f"shape {self.sizes}"

    def holds(self, wanted):
        """Whether it says all that another says."""
        if wanted.sizes is None:
            return True
        pairs = None if self.sizes is None else zip(self.sizes, wanted.sizes, strict=True)
        return pairs is not None and all(b is None or a == b for a, b in pairs)


def unknown(tf, value):
    """The spec of a tensor of which only the rank is known; None for what is no tensor."""
    if not isinstance(value, tf.Tensor):
        return None
    return tf.TensorSpec([None] * value.shape.rank, value.dtype)


def traced_outcome(tf, function, value_name, form):
    """As `outcome` of a call while tracing, with the shapes that are known then, for tensors of unknown extents."""
    make, dtype = VALUES[value_name]
    value, shapes = make(tf), []

    def call(given):
        args, kwargs = FORMS[form](tf, given, getattr(tf, dtype))
        result = function(*args, **kwargs)
        parts = tf.nest.flatten(result, expand_composites=True)
        shapes.extend(KnownShape(part.shape) for part in parts if isinstance(part, tf.Tensor))
        return result

    spec = unknown(tf, value)
    try:
        if spec is None:
            result = tf.function(lambda: call(value))()
        else:
            result = tf.function(call, input_signature=[spec])(value)
        return "value", (shapes, described(tf, result, None))
    except Exception as error:
        return "error", type(error).__name__


def same_description(a, b):
    """Whether the descriptions of what we gave and of what was wanted are of the same values, to rounding."""
    if a is None or b is None:
        return True
    if isinstance(a, KnownShape) and isinstance(b, KnownShape):
        return a.holds(b)
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same_description(p, q) for p, q in zip(a, b, strict=True))
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        if a.shape != b.shape or a.dtype.kind != b.dtype.kind:
            return False
        if a.dtype.kind in "fc" or a.dtype.name == "bfloat16":
            kind = np.complex128 if a.dtype.kind == "c" else np.float64
            return np.allclose(a.astype(kind), b.astype(kind), 2e-3, 2e-4, equal_nan=True)
        return bool(np.all(a == b))
    return type(a) is type(b) and a == b
