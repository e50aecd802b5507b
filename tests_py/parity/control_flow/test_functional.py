"""tf.foldl, tf.scan, tf.map_fn, tf.vectorized_map, tf.tuple and tf.group do what TensorFlow's do."""

import numpy as np
import pytest

from support.compare import Cases, same_results
from support.gradient_programs import gradient, matrix

case = Cases()


def numbers(tf):
    return tf.constant([1, 2, 3])


@case
def folds(tf):
    a = numbers(tf)
    return [
        [
            fold(lambda p, q: p * 10 + q, a),
            fold(lambda p, q: p * 10 + q, a, initializer=5),
            fold(lambda p, q: p + q[0] * q[1], (a, a), initializer=0),
            fold(lambda p, q: (p[0] + q[0], p[1] * q[1]), (a, a)),
            fold(lambda p, q: {"a": p["a"] * 2 + q["a"]}, {"a": a}),
            fold(lambda p, q: p + q, tf.zeros([0]), initializer=1.0),
            fold(fn=lambda p, q: p + q, elems=a, name="name"),
        ]
        for fold in (tf.foldl, tf.foldr)
    ]


@case
def numpy_dtypes(tf):
    a = tf.constant([1.0, 2.0], tf.float64)
    return [
        tf.map_fn(lambda x: (x, 2 * x), a, (np.float64, np.float64)),
        tf.map_fn(lambda x: x, a, fn_output_signature=np.float64),
        tf.map_fn(lambda x: (x, tf.cast(x, tf.int32)), a, fn_output_signature=("float64", np.int32)),
        tf.map_fn(lambda x: x, a, dtype=np.dtype("float64")),
    ]


@case
def fold_of_nothing(tf):
    return tf.foldl(lambda p, q: p + q, tf.zeros([0]))


@case
def folds_that_begin_with_other_things(tf):
    """What to begin with may be an array of tensors, a sparse tensor, or a number of another kind than what comes out."""
    x = tf.constant([1.0, 2.0, 3.0])

    def array():
        return tf.TensorArray(tf.float32, 3).unstack([0.0, 0.0, 0.0])

    def at(e):
        return tf.cast(e, tf.int32) - 1

    def sparse(fold):
        return tf.sparse.to_dense(fold(lambda a, e: a * e, x, tf.sparse.from_dense([1.0, 0.0])))

    def both(fold):
        total, written = fold(lambda a, e: (a[0] + e, a[1].write(at(e), e)), x, (0.0, array()))
        return total, written.stack()

    def one(fold):
        return fold(lambda a, e: a.write(at(e), e), x, array()).stack()

    folds = (tf.foldl, tf.foldr)
    calls = [lambda fold=fold, f=f: f(fold) for fold in folds for f in (sparse, both, one)]
    return [(call(), tf.function(call)()) for call in calls] + [fold(lambda a, e: a + e, x, 0) for fold in folds]


@case
def folds_of_nothing_that_are_not_run(tf):
    nothing = tf.zeros([0, 2])

    def one(fold):
        taken = lambda: tf.shape(fold(lambda p, q: p + q, tf.ones([3, 2])))  # noqa: E731
        f = tf.function(lambda x: tf.cond(tf.size(x) > 0, lambda: tf.shape(fold(lambda p, q: p + q, x)), taken))
        return f(nothing)

    return [one(fold) for fold in (tf.foldl, tf.foldr, tf.scan)]


@case
def fold_of_nothing_in_a_function(tf):
    return tf.function(lambda x: tf.foldr(lambda p, q: p + q, x))(tf.zeros([0]))


@case
def fold_of_a_scalar(tf):
    return tf.foldl(lambda p, q: p + q, 3)


@case
def fold_with_no_function(tf):
    return tf.foldl(3, numbers(tf))


@case
def scans(tf):
    a = numbers(tf)
    return [
        tf.scan(lambda p, q: p * 10 + q, a),
        tf.scan(lambda p, q: p * 10 + q, a, initializer=5),
        tf.scan(lambda p, q: p * 10 + q, a, reverse=True),
        tf.scan(lambda p, q: p * 10 + q, a, initializer=5, reverse=True),
        tf.scan(lambda p, q: (p[1], p[0] + p[1]), a, initializer=(0, 1)),
        tf.scan(lambda p, q: [p[0] + q[0], p[1] * q[1]], [a, a]),
        tf.scan(lambda p, q: {"u": p["u"] + q}, a, initializer={"u": 0}),
        tf.scan(lambda p, q: p + q, tf.zeros([0]), initializer=1.0),
    ]


@case
def scan_of_nothing(tf):
    return tf.scan(lambda p, q: p + q, tf.zeros([0]))


@case
def scan_of_another_structure(tf):
    return tf.scan(lambda p, q: p + q, numbers(tf), initializer=(0, 1))


@case
def scan_of_unequal_lengths(tf):
    return tf.scan(lambda p, q: p + q[0] + q[1], (numbers(tf), tf.constant([1, 2])), initializer=0)


@case
def scan_of_another_dtype(tf):
    return tf.scan(lambda p, q: tf.cast(p, tf.float32), numbers(tf), initializer=0)


@case
def gradients(tf):
    x, v = matrix(tf), tf.Variable(2.0)

    def functions():
        return [
            lambda x, v: tf.foldl(lambda a, row: a * v + row, x),
            lambda x, v: tf.foldr(lambda a, row: a * row + v, x),
            lambda x, v: tf.scan(lambda a, row: a * row * v, x),
            lambda x, v: tf.scan(lambda a, row: a * row * v, x, initializer=v * tf.ones([2]), reverse=True),
            lambda x, v: tf.map_fn(lambda row: row * row * v, x),
            lambda x, v: tf.vectorized_map(lambda row: row * tf.reduce_sum(row) * v, x),
        ]

    eager = [gradient(tf, f, [x, v]) for f in functions()]
    traced = [gradient(tf, lambda x, v, f=f: tf.function(lambda x: f(x, v))(x), [x, v]) for f in functions()]
    return eager, traced


@case
def static_shapes(tf):
    shapes = []
    a_row = lambda p, q: p + q  # noqa: E731

    def every(x):
        results = [
            tf.scan(a_row, x),
            tf.scan(lambda p, q: p + tf.reduce_sum(q), x, initializer=0.0),
            tf.foldl(a_row, x),
            tf.foldr(a_row, x),
            tf.map_fn(lambda r: r * 2.0, x),
        ]
        shapes.append([str(r.shape) for r in results])
        return results

    def mapped(x):
        result = tf.vectorized_map(lambda r: r * 2.0, x)
        shapes.append(str(result.shape))
        return result

    x = matrix(tf)
    results = [
        tf.function(every)(x),
        tf.function(every, input_signature=[tf.TensorSpec([None, 2])])(x),
        tf.function(every, input_signature=[tf.TensorSpec(None)])(x),
        tf.function(mapped)(x),
        tf.function(mapped, input_signature=[tf.TensorSpec([None, 2])])(x),
    ]
    return results, shapes


@case
def vectorized_maps(tf):
    x = matrix(tf)
    return [
        tf.vectorized_map(lambda r: r * tf.reduce_sum(r), x),
        tf.vectorized_map(lambda r: {"s": r[0] + 1.0, "t": (r[1],)}, (x, x)),
        tf.vectorized_map(lambda r: tf.constant(3.0), x),
        tf.vectorized_map(lambda r: 3.5, x),
        tf.vectorized_map(lambda r: None, x),
        tf.vectorized_map(lambda r: r[0] + r[1], (x, x[:1])),
        tf.vectorized_map(lambda r: r * 2.0, tf.zeros([0, 2])),
        tf.vectorized_map(lambda r: tf.vectorized_map(lambda e: e * 2.0, r), x),
        tf.vectorized_map(lambda r: r * 2.0, np.ones([2, 2], np.float32)),
        tf.vectorized_map(lambda r: tf.linalg.matvec(x, r), x),
        tf.vectorized_map(lambda r: tf.random.normal([2]), x).shape.as_list(),
    ]


@case
def vectorized_map_of_unequal_lengths(tf):
    x = matrix(tf)
    return tf.vectorized_map(lambda r: r[0] + r[1], (x, x[:2]))


@case
def vectorized_map_of_a_scalar(tf):
    return tf.vectorized_map(lambda r: r, tf.constant(3.0))


@case.each(["a variable", "a list", "a function"])
def vectorized_map_to_a_variable(tf, name):
    v = tf.Variable([1.0])
    mapped = lambda: tf.vectorized_map(lambda r: [r, v] if name == "a list" else v, matrix(tf))  # noqa: E731
    return tf.function(mapped)() if name == "a function" else mapped()


@case
def vectorized_map_with_no_function(tf):
    return tf.vectorized_map(3, matrix(tf))


@case
def tuples(tf):
    a = numbers(tf)

    @tf.function
    def inside(a):
        return tf.tuple([a, a * 2]), tf.tuple([a], control_inputs=[a + 1]), tf.tuple([a, None])

    return tf.tuple([a, 3, None]), tf.tuple([]), tf.tuple([None]), tf.tuple([a], control_inputs=[a]), inside(a)


@case
def tuple_of_nothing(tf):
    return tf.function(lambda: tf.tuple([]))()


@case
def tuple_with_wrong_control_inputs(tf):
    return tf.function(lambda a: tf.tuple([a], control_inputs=3))(numbers(tf))


@case
def groups(tf):
    a, v = numbers(tf), tf.Variable(1)
    kinds = []

    @tf.function
    def inside(a):
        made = tf.group(a, [v.assign_add(1), {"x": v.assign_add(2)}])
        kinds.extend([type(made).__name__, made.type, tf.group().type])
        with tf.control_dependencies([made]):
            return v.read_value()

    return tf.group(a, a), tf.group(), tf.group("x"), inside(a), kinds


@case
def group_of_text(tf):
    return tf.function(lambda: tf.group("x"))()


@case
def group_with_another_keyword(tf):
    return tf.function(lambda a: tf.group(a, speed=3))(numbers(tf))


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
