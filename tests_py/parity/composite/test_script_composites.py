"""tf.py_function with ragged, sparse and other composite arguments and results; numpy_function, which takes none."""

import pytest

from support.compare import outcome, same_outcome


def cases(tf):
    """Functions without arguments, by name."""
    call, spec, rows = tf.py_function, tf.RaggedTensorSpec, tf.ragged.constant([[1.0, 2.0], [3.0]])
    deep, whole = tf.ragged.constant([[[1.0], [2.0, 3.0]], []]), tf.ragged.constant([[1], [2, 3]])
    x, sparse = tf.constant([1.0, 2.0]), tf.sparse.from_dense([[1.0, 0], [0, 2.0]])
    slices = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([0]), tf.constant([2, 2]))

    class Record(tf.experimental.ExtensionType):
        a: tf.Tensor

    two = spec([2, None], tf.float32)
    found = {
        "argument": lambda: call(lambda a: a.to_list()[0][0] * 2.0, [rows], tf.float32),
        "list for a tensor": lambda: call(lambda a: a.to_list()[0], [rows], tf.float32),
        "tuple for rows": lambda: call(lambda a: (a + 1, a), [rows], two),
        "empty list": lambda: call(lambda a: [], [rows], tf.float32),
        "sparse argument": lambda: call(lambda a: a.values * 2, [sparse], tf.float32),
        "class": lambda: call(
            lambda *a: " ".join(type(b).__name__ for b in a), [rows, sparse, slices, Record(x)], tf.string
        ),
        "rows": lambda: call(lambda a: a + 1, [rows], two),
        "more rows": lambda: call(lambda a: a + 1, [rows], spec([3, None], tf.float32)),
        "any rows": lambda: call(lambda a: a + 1, [rows], spec([None, None], tf.float32)),
        "another dtype": lambda: call(lambda a: a + 1, [whole], two),
        "a tensor for rows": lambda: call(lambda a: a, [x], spec([None, None], tf.float32)),
        "a list for rows": lambda: call(lambda a: [[1.0], [2.0, 3.0]], [x], spec([None, None], tf.float32)),
        "rows for a tensor": lambda: call(lambda a: a, [rows], tf.float32),
        "deep": lambda: call(lambda a: a * 2, [deep], spec([2, None, None], tf.float32)),
        "int32 splits": lambda: call(
            lambda a: a.with_row_splits_dtype(tf.int32), [rows], spec([2, None], tf.float32, None, tf.int32)
        ),
        "int64 splits": lambda: call(lambda a: a, [rows], spec([2, None], tf.float32, None, tf.int32)),
        "list": lambda: call(lambda a: [a, a.row_splits], [rows], [two, tf.int64]),
        "tuple": lambda: call(lambda a: (a, a.row_splits), [rows], (two, tf.int64)),
        "too few": lambda: call(lambda a: [a], [rows], (two, tf.int64)),
        "too many": lambda: call(lambda a: [a, a, a], [rows], (two, two)),
        "nothing": lambda: call(lambda a: None, [rows], []) is not None,
        "None for rows": lambda: call(lambda a: None, [rows], two),
        "sparse": lambda: call(lambda a: a * 2.0, [sparse], tf.SparseTensorSpec([2, 2], tf.float32)),
        "sparse, unknown": lambda: call(lambda a: a * 2.0, [sparse], tf.SparseTensorSpec(None, tf.float32)),
        "sparse, other": lambda: call(lambda a: a, [sparse], tf.SparseTensorSpec([3, 2], tf.float32)),
        "slices": lambda: call(lambda a: a, [slices], tf.IndexedSlicesSpec([2, 2], tf.float32, tf.int32, tf.int32)),
        "record": lambda: call(lambda a: Record(a.a * 2), [Record(x)], Record.Spec(tf.TensorSpec([2], tf.float32))).a,
        "raises": lambda: call(lambda a: a.nowhere, [rows], two),
        "mixed": lambda: call(lambda a, b: a + b, [rows, 1.0], two),
        "arrays": lambda: tf.compat.v1.py_func(lambda a: a, [rows], tf.float32),
    }

    def gradient(source, function, result, out):
        with tf.GradientTape() as tape:
            tape.watch(source)
            y = tf.reduce_sum(result(tf.py_function(lambda a: a * a, [function(source)], out)))
        return tape.gradient(y, source)

    found["gradient of rows"] = lambda: gradient(rows, lambda a: a, lambda y: y, two)
    found["gradient of values"] = lambda: gradient(
        x, lambda a: tf.RaggedTensor.from_row_splits(a, [0, 1, 2]), lambda y: y, two
    )
    return found


def plain(value):
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [plain(part) for part in value]
    if not hasattr(value, "_type_spec") or not hasattr(value, "values"):
        return value if isinstance(value, bool) else (value.dtype.name, value.shape.as_list(), value.numpy().tolist())
    names = ("values", "row_splits") if hasattr(value, "row_splits") else ("values", "indices", "dense_shape")
    return repr(value._type_spec), [plain(getattr(value, name)) for name in names]


@pytest.mark.parametrize("traced", [False, True])
def test_composites(traced, tensorflow, gw):
    wrong, theirs, ours = [], cases(tensorflow), cases(gw)
    for name in theirs:
        if traced and name in ("nothing", "arrays"):
            continue

        def code(tf, name=name):
            function = (theirs if tf is tensorflow else ours)[name]
            return plain(tf.function(function, autograph=False)() if traced else function())

        try:
            same_outcome(outcome(code, tensorflow), outcome(code, gw))
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:300]}")
    assert not wrong, "\n".join(wrong)


def test_static_shapes(tensorflow, gw):
    def code(tf):
        rows, sparse, found = tf.ragged.constant([[1.0, 2.0], [3.0]]), tf.sparse.from_dense([[1.0, 0], [0, 2.0]]), []

        @tf.function(autograph=False)
        def function():
            y = tf.py_function(lambda a: a + 1, [rows], tf.RaggedTensorSpec([2, None], tf.float32))
            z = tf.py_function(lambda a: a, [sparse], tf.SparseTensorSpec([2, 2], tf.float32))
            found.extend([str(y.shape), repr(y._type_spec), str(z.shape)])
            return y

        function()
        data = tf.data.Dataset.from_tensors(rows)
        data = data.map(lambda a: tf.py_function(lambda b: b + 1, [a], tf.RaggedTensorSpec([2, None], tf.float32)))
        return found, repr(data.element_spec), [plain(element) for element in data]

    same_outcome(outcome(code, tensorflow), outcome(code, gw))


def test_decorators(tensorflow, gw):
    """Without a function these two are decorators."""
    found = []
    for tf in (tensorflow, gw):
        results = []
        for decorator in (tf.numpy_function, tf.py_function):

            @decorator(Tout=[tf.float32, tf.float32])
            def product(x, y=2.0):
                return x * y, x

            results += [product.__name__, [float(t) for t in product(tf.constant(3.0))]]
            results.append([float(t) for t in tf.function(lambda x: product(x, x))(tf.constant(3.0))])  # noqa: B023
            for wrong in ({"inp": [1.0], "Tout": tf.float32}, {}):
                with pytest.raises(TypeError):
                    decorator(**wrong)
        found.append(results)
    assert found[1] == found[0]
