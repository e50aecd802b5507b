"""tf.vectorized_map and Jacobians run a function for all rows at once: same values as TensorFlow, and no loop over the rows.

Some cases are run for any number of rows and with gradients, all of them with GRAPHWRIGHT_TESTS=all.
"""

# The defaults of lambdas are what belongs to one case.
# ruff: noqa: B008

import numpy as np
import pytest

from parity.control_flow.row_inputs import fixed, images, square
from support.compare import compare_results, same_results
from support.selection import some

# Name: a function of tf that gives the function of a row, and the elements. None of them needs a loop over rows.
AT_ONCE = {
    "unary": lambda tf: (lambda r: tf.exp(-r) + tf.sin(r) * tf.math.softplus(r), square(tf)),
    "binary_of_other_ranks": lambda tf: (
        lambda p: p[0] + p[1] * p[2] - 1.0,
        (square(tf), square(tf)[:, 0], square(tf)[:, 0, 0]),
    ),
    "binary_with_what_is_outside": lambda tf: (lambda r, w=fixed(tf, 5, 4, 4): r[0, 0] + w * r, square(tf)),
    "comparison": lambda tf: (lambda r: tf.where(r > 0, r, tf.zeros_like(r)), square(tf)),
    "where_of_scalars": lambda tf: (lambda r: tf.where(r[0, 0] > 0, r, -r), square(tf)),
    "cast": lambda tf: (lambda r: tf.cast(r * 10, tf.int32), square(tf)),
    "complex": lambda tf: (lambda r: tf.abs(tf.complex(r, r[0])), square(tf)),
    "clip": lambda tf: (lambda r: tf.clip_by_value(r, -0.5, 0.5), square(tf)),
    "clip_by_row": lambda tf: (lambda r: tf.clip_by_value(r, r[0, 0] - 1, r[0, 0] + 1), square(tf)),
    "reductions": lambda tf: (
        lambda r: [
            tf.reduce_sum(r),
            tf.reduce_mean(r, 0),
            tf.reduce_max(r, -1, keepdims=True),
            tf.reduce_prod(r, [0, 1]),
        ],
        square(tf),
    ),
    "norms": lambda tf: (lambda r: [tf.norm(r), tf.nn.l2_loss(r), tf.linalg.l2_normalize(r, 0)], square(tf)),
    "arg_max": lambda tf: (lambda r: [tf.argmax(r), tf.argmin(r, -1)], square(tf)),
    "cumulative": lambda tf: (lambda r: [tf.cumsum(r), tf.math.cumprod(r, -1, exclusive=True)], square(tf)),
    "matmul_both": lambda tf: (lambda p: p[0] @ p[1], (square(tf), square(tf) + 1)),
    "matmul_left": lambda tf: (lambda r, w=fixed(tf, 4, 3): r @ w, square(tf)),
    "matmul_right": lambda tf: (lambda r, w=fixed(tf, 3, 4): tf.matmul(w, r, transpose_b=True), square(tf)),
    "matmul_transposed": lambda tf: (lambda r, w=fixed(tf, 4, 3): tf.matmul(r, w, transpose_a=True), square(tf)),
    "batch_matmul": lambda tf: (lambda r, w=fixed(tf, 5, 4, 4): w @ r[None], square(tf)),
    "matvec": lambda tf: (lambda p: tf.linalg.matvec(p[0], p[1]), (square(tf), square(tf)[:, 0])),
    "tensordot": lambda tf: (lambda r, w=fixed(tf, 4, 2): tf.tensordot(r, w, 1), square(tf)),
    "einsum": lambda tf: (
        lambda p, w=fixed(tf, 4, 2): tf.einsum("ij,jk,j->ki", p[0], w, p[1]),
        (square(tf), square(tf)[:, 0]),
    ),
    "reshape": lambda tf: (lambda r: tf.reshape(r, [2, -1]), square(tf)),
    "flatten_by_shape": lambda tf: (lambda r: tf.reshape(r, [tf.shape(r)[0] * tf.size(r) // 4]), square(tf)),
    "transpose": lambda tf: (lambda r: [tf.transpose(r), tf.transpose(r[None], [2, 0, 1])], square(tf)),
    "expand_and_squeeze": lambda tf: (
        lambda r: [r[None], tf.expand_dims(r, -1), tf.squeeze(r[:, None, :, None]), tf.squeeze(r[:1], [0])],
        square(tf),
    ),
    "concat": lambda tf: (lambda r: [tf.concat([r, r[:1], tf.ones([1, 4])], 0), tf.concat([r, -r], -1)], square(tf)),
    "stack": lambda tf: (lambda r: [tf.stack([r, 2 * r]), tf.stack([r, r], -1), tf.unstack(r, axis=1)], square(tf)),
    "split": lambda tf: (lambda r: [tf.split(r, 2), tf.split(r, [1, 3], axis=-1)], square(tf)),
    "slices": lambda tf: (
        lambda r: [
            r[1:3],
            r[:, 1],
            r[..., -1],
            r[::-1, ::2],
            r[1, 2],
            r[None, 1:, tf.newaxis, 3],
            tf.slice(r, [1, 0], [2, -1]),
        ],
        square(tf),
    ),
    "index_by_row": lambda tf: (
        lambda p: [p[0][p[1]], p[0][:, p[1]], p[0][p[1], p[1]]],
        (square(tf), tf.constant([2, 0, -1])),
    ),
    "index_outside_by_row": lambda tf: (lambda i, w=fixed(tf, 5, 4): [w[i], w[:, i]], tf.constant([2, 0, -1])),
    "slice_by_row": lambda tf: (lambda p: tf.slice(p[0], [p[1], 0], [2, 3]), (square(tf), tf.constant([2, 0, 1]))),
    "pad": lambda tf: (lambda r: [tf.pad(r, [[1, 0], [0, 2]]), tf.pad(r, [[1, 1], [1, 1]], "REFLECT")], square(tf)),
    "tile": lambda tf: (
        lambda r: [tf.tile(r, [2, 1]), tf.repeat(r, 2, axis=0), tf.broadcast_to(r[0], [3, 4])],
        square(tf),
    ),
    "fill": lambda tf: (lambda r: [tf.fill([2, 3], r[0, 0]), tf.ones_like(r), tf.zeros([2])], square(tf)),
    "reverse": lambda tf: (lambda r: [tf.reverse(r, [-1]), tf.roll(r, 1, 0)], square(tf)),
    "shapes": lambda tf: (lambda r: [tf.shape(r), tf.size(r), tf.rank(r)], square(tf)),
    "gather_constant": lambda tf: (lambda r: [tf.gather(r, [2, 0]), tf.gather(r, [[1], [3]], axis=-1)], square(tf)),
    "gather_by_row": lambda tf: (
        lambda p, w=fixed(tf, 5, 4): [
            tf.gather(p[0], p[1]),
            tf.gather(p[0], p[1], axis=1),
            tf.gather(w, p[1]),
            tf.gather(w, p[1], axis=1),
            tf.gather(p[0], p[2], batch_dims=1),
        ],
        (square(tf), tf.constant([[1, 3], [0, 0], [2, 1]]), tf.constant([[[1], [2], [3], [0]]] * 3)),
    ),
    "gather_nd": lambda tf: (
        lambda p, w=fixed(tf, 4, 4, 2): [tf.gather_nd(p[0], p[1]), tf.gather_nd(w, p[1]), tf.gather_nd(p[0], [[1, 1]])],
        (square(tf), tf.constant([[[1, 3]], [[0, 0]], [[2, 1]]])),
    ),
    "scatter": lambda tf: (
        lambda p: [
            tf.scatter_nd(p[1], p[0][:2], [4, 4]),
            tf.tensor_scatter_nd_add(p[0], p[1], p[0][2:]),
            tf.tensor_scatter_nd_update(p[0], [[1]], p[0][:1]),
        ],
        (square(tf), tf.constant([[[1], [3]], [[0], [0]], [[2], [1]]])),
    ),
    "segments": lambda tf: (
        lambda p: tf.math.unsorted_segment_sum(p[0], p[1], 3),
        (square(tf), tf.constant([[0, 1, 1, 2], [2, -1, 0, 0], [0, 0, 0, 0]])),
    ),
    "one_hot": lambda tf: (lambda i: [tf.one_hot(i, 3), tf.one_hot([1, i], 3, axis=0)], tf.constant([2, 0, 1])),
    "top_k": lambda tf: (lambda r: tf.math.top_k(r, 2), square(tf)),
    "sort": lambda tf: (lambda r: [tf.sort(r), tf.argsort(r, direction="DESCENDING")], square(tf)),
    "softmax": lambda tf: (
        lambda r: [tf.nn.softmax(r), tf.nn.log_softmax(r, 0), tf.reduce_logsumexp(r, 1)],
        square(tf),
    ),
    "cross_entropy": lambda tf: (
        lambda r: [
            tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(-r), r),
            tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1, 3, 2], r),
            tf.nn.sigmoid_cross_entropy_with_logits(tf.nn.sigmoid(r), r),
        ],
        square(tf),
    ),
    "bias": lambda tf: (lambda r: tf.nn.bias_add(r, [1.0, 2.0, 3.0, 4.0]), square(tf)),
    "bias_by_row": lambda tf: (lambda r: tf.nn.bias_add(r, r[0]), square(tf)),
    "conv": lambda tf: (lambda r, w=fixed(tf, 3, 3, 2, 4): tf.nn.conv2d(r, w, 1, "SAME"), images(tf)),
    "conv_filter_by_row": lambda tf: (
        lambda w, x=fixed(tf, 2, 5, 5, 2): tf.nn.conv2d(x, w, 2, "VALID"),
        fixed(tf, 3, 3, 3, 2, 4),
    ),
    "conv_both": lambda tf: (lambda p: tf.nn.conv2d(p[0], p[1], 1, "SAME"), (images(tf), fixed(tf, 3, 3, 3, 2, 4))),
    "conv_transpose": lambda tf: (
        lambda r, w=fixed(tf, 3, 3, 4, 2): tf.nn.conv2d_transpose(r, w, [2, 10, 10, 4], 2),
        images(tf),
    ),
    "depthwise": lambda tf: (
        lambda r, w=fixed(tf, 3, 3, 2, 2): tf.nn.depthwise_conv2d(r, w, [1, 1, 1, 1], "SAME"),
        images(tf),
    ),
    "pools": lambda tf: (lambda r: [tf.nn.max_pool2d(r, 2, 2, "VALID"), tf.nn.avg_pool2d(r, 2, 1, "SAME")], images(tf)),
    "batch_norm": lambda tf: (
        lambda r: tf.compat.v1.nn.fused_batch_norm(r, [1.0, 2.0], [0.5, 0.0])[:3],
        images(tf),
    ),
    "linear_algebra": lambda tf: (
        lambda r: [
            tf.linalg.inv(r),
            tf.linalg.det(r),
            tf.linalg.solve(r, r[:, :1]),
            tf.linalg.cholesky(r @ tf.transpose(r) + 4.0 * tf.eye(4)),
            tf.linalg.trace(r),
            tf.linalg.diag_part(r),
            tf.linalg.diag(r[0]),
            tf.linalg.band_part(r, 1, 0),
            tf.linalg.set_diag(r, r[0]),
            tf.linalg.triangular_solve(tf.linalg.band_part(r, -1, 0), r),
        ],
        square(tf),
    ),
    "what_does_not_depend_on_the_row": lambda tf: (lambda r: [tf.ones([2]) * 3.0, 5, r], square(tf)),
    "stop_gradient": lambda tf: (lambda r: tf.stop_gradient(r) * tf.identity(r), square(tf)),
    "nested_function": lambda tf: (lambda r, f=tf.function(lambda a, b: a @ b): f(r, tf.eye(4)) + f(r, r), square(tf)),
    "nested_map": lambda tf: (lambda r: tf.vectorized_map(lambda q: q * tf.reduce_sum(r) + q[0], r), square(tf)),
    "gradient_inside": lambda tf: (lambda r: gradient_of(tf, lambda a: tf.reduce_sum(tf.tanh(a @ a)), r), square(tf)),
    "hessian_inside": lambda tf: (
        lambda r: gradient_of(tf, lambda a: tf.reduce_sum(gradient_of(tf, lambda b: tf.reduce_sum(b**3), a)), r),
        square(tf),
    ),
    "gather_gradient_inside": lambda tf: (
        lambda p: tf.convert_to_tensor(gradient_of(tf, lambda a: tf.reduce_sum(tf.gather(a, p[1]) ** 2), p[0])),
        (square(tf), tf.constant([[1, 3], [0, 0], [2, 1]])),
    ),
    "conv_gradients_inside": lambda tf: (
        lambda p: [
            gradient_of(tf, lambda w: tf.reduce_sum(tf.nn.conv2d(p[0], w, 1, "SAME") ** 2), p[1]),
            gradient_of(tf, lambda x: tf.reduce_sum(tf.nn.conv2d(x, p[1], 1, "SAME") ** 2), p[0]),
            gradient_of(
                tf,
                lambda x: tf.reduce_sum(tf.nn.avg_pool2d(tf.nn.max_pool2d(x, 2, 1, "SAME"), 2, 1, "VALID") ** 2),
                p[0],
            ),
        ],
        (images(tf), fixed(tf, 3, 3, 3, 2, 4)),
    ),
    "gradient_of_shared_filter": lambda tf: (
        lambda x, w=fixed(tf, 3, 3, 2, 4): gradient_of(
            tf, lambda w: tf.reduce_sum(tf.nn.relu(tf.nn.conv2d(x, w, 1, "SAME"))), w
        ),
        images(tf),
    ),
    "branch_for_all": lambda tf: (
        lambda r, flag=tf.constant(1.0): tf.cond(tf.reduce_sum(flag) > 0, lambda: r * 2, lambda: tf.zeros([4, 4])),
        square(tf),
    ),
    "branch_by_row": lambda tf: (
        lambda r: tf.cond(
            r[0, 0] > 0, lambda: (r * 2, tf.constant(1)), lambda: (tf.reduce_sum(r) + tf.zeros([4, 4]), 2)
        ),
        square(tf),
    ),
    "switch_by_row": lambda tf: (
        lambda i: tf.switch_case(i, [lambda: i * 2, lambda: tf.constant(7), lambda: -i]),
        tf.constant([2, 0, 1, 1, 0]),
    ),
    "empty_rows": lambda tf: (lambda r: [tf.reduce_sum(r), tf.reshape(r, [-1])], square(tf)[:0]),
    "one_element_for_all": lambda tf: (lambda p: p[0] + p[1], (square(tf), square(tf)[:1, 0])),
    "of_integers": lambda tf: (lambda i: [i // 2, i % 2, tf.bitwise.bitwise_xor(i, 1)], tf.constant([5, 6, 7])),
    "of_booleans": lambda tf: (
        lambda b: [tf.cast(tf.reduce_any(b), tf.int32), tf.cast(tf.logical_not(b), tf.int32)],
        tf.constant([[True, False], [False, False]]),
    ),
    "variable": lambda tf: (lambda r, v=tf.Variable(fixed(tf, 4, 4)): r @ v + tf.gather(v, [1]), square(tf)),
}


WITHOUT_GRADIENTS = ("of_", "index_", "switch", "one_hot")


def gradient_of(tf, function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


@pytest.mark.parametrize("name", AT_ONCE)
def test_values(name, tensorflow, gw):
    """Eagerly and in functions."""

    def run(tf):
        function, elems = AT_ONCE[name](tf)
        return [
            tf.vectorized_map(function, elems),
            tf.function(lambda elems: tf.vectorized_map(function, elems))(elems),
        ]

    same_results(run, tensorflow, gw, 1e-4)


@pytest.mark.parametrize("name", AT_ONCE)
def test_no_loop_over_rows(name, gw):
    """As many operations for 3 rows as for 7, and no loop among them."""

    def kinds(count):
        function, elems = AT_ONCE[name](gw)
        elems = gw.nest.map_structure(lambda e: gw.TensorSpec([count, *e.shape[1:]], e.dtype), elems)
        traced = gw.function(lambda e: gw.vectorized_map(function, e, fallback_to_while_loop=False))
        return [op.type for op in traced.get_concrete_function(elems).graph.get_operations()]

    three = kinds(3)
    assert not {"While", "StatelessWhile"} & set(three)
    assert len(kinds(7)) == len(three)


@pytest.mark.parametrize("name", some([n for n in AT_ONCE if n not in ("empty_rows",)], 1 / 3))
def test_unknown_number_of_rows(name, tensorflow, gw):
    """Functions for any number of rows."""

    def run(tf):
        function, elems = AT_ONCE[name](tf)
        flat = tf.nest.flatten(elems)
        if len({e.shape[0] for e in flat}) > 1:
            return None
        specs = tf.nest.map_structure(lambda e: tf.TensorSpec([None, *e.shape[1:]], e.dtype), elems)
        return tf.function(lambda e: tf.vectorized_map(function, e)).get_concrete_function(specs)(*flat)

    want, got = run(tensorflow), run(gw)
    compare_results(gw.nest.flatten(got), tensorflow.nest.flatten(want), "result", 1e-4)


@pytest.mark.parametrize("name", some([n for n in AT_ONCE if not n.startswith(WITHOUT_GRADIENTS)], 1 / 3, "gradients"))
def test_gradients(name, tensorflow, gw):
    """With respect to the elements, through all rows."""

    def run(tf):
        function, elems = AT_ONCE[name](tf)
        floats = [e for e in tf.nest.flatten(elems) if e.dtype.is_floating]
        with tf.GradientTape() as tape:
            tape.watch(floats)
            results = [y for y in tf.nest.flatten(tf.vectorized_map(function, elems)) if y.dtype.is_floating]
            loss = tf.add_n([tf.reduce_sum(y * tf.cos(y)) for y in results]) if results else floats[0]
        return [None if g is None else tf.convert_to_tensor(g) for g in tape.gradient(loss, floats)]

    same_results(run, tensorflow, gw, 1e-3)


# --- loops, lists, effects and what has no rule -----------------------------------------------------------------------------


def rows_of(tf):
    return tf.constant([[1.0, 2.0], [3.0, -4.0], [0.5, 0.25]])


def while_for_all(tf):
    n = tf.constant(3)
    return lambda r: tf.while_loop(lambda i, _: i < n, lambda i, y: (i + 1, y * r), [0, tf.ones([2])])[1]


def while_by_row(tf):
    return lambda r: tf.while_loop(lambda y: tf.reduce_sum(tf.abs(y)) < 50.0, lambda y: [y * (1.0 + tf.abs(r))], [r])[0]


def while_with_branches(tf):
    def f(r):
        def body(i, y):
            return i + 1, tf.cond(y[0] > 1.0, lambda: y * 0.5, lambda: y + r * tf.cast(i, tf.float32))

        return tf.while_loop(lambda i, y: i < 4, body, [0, r])[1]

    return f


def array_in_a_loop(tf):
    def f(r):
        array = tf.TensorArray(tf.float32, size=4, element_shape=[2])
        body = lambda i, y, a: (i + 1, y * r, a.write(i, y + tf.cast(i, tf.float32)))  # noqa: E731
        _, y, array = tf.while_loop(lambda i, *_: i < 4, body, [0, r, array])
        return [array.stack(), array.read(2), y]

    return f


def array_unstacked(tf):
    return lambda r: tf.TensorArray(tf.float32, size=2).unstack(r).gather([1, 0])


def autograph_loop(tf):
    @tf.function
    def f(r):
        total = tf.constant(0.0)
        for i in tf.range(2):
            if r[i] > 0.0:
                total += r[i] * r[i]
            else:
                total -= 1.0
        return total

    return f


def scanned(tf):
    return lambda r: tf.scan(lambda a, x: a * x + 1.0, r)


def gradient_of_a_loop(tf):
    return lambda r: loop_gradient(tf, r)


def loop_gradient(tf, r):
    def function(x):
        return tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, y * x), [0, tf.ones([2])])[1]

    return gradient_of(tf, lambda x: tf.reduce_sum(function(x)), r)


def gradient_of_a_branch(tf):
    return lambda r: gradient_of(tf, lambda x: tf.cond(x[0] > 0.75, lambda: tf.reduce_sum(x**3), lambda: x[1]), r)


CONTROL_FLOW = [
    while_for_all, while_by_row, while_with_branches, array_in_a_loop, array_unstacked, autograph_loop, scanned,
    gradient_of_a_loop, gradient_of_a_branch,
]  # fmt: skip


@pytest.mark.parametrize("program", CONTROL_FLOW, ids=lambda program: program.__name__)
def test_control_flow(program, gw, tensorflow):
    """As row by row, with gradients; and as TensorFlow where that manages."""
    x = rows_of(gw)

    def by_rows(x):
        results = [program(gw)(row) for row in gw.unstack(x)]
        return [gw.stack(parts) for parts in zip(*(gw.nest.flatten(r) for r in results), strict=True)]

    def at_once(x):
        return gw.nest.flatten(gw.vectorized_map(program(gw), x, fallback_to_while_loop=False))

    def slopes(function):
        with gw.GradientTape() as tape:
            tape.watch(x)
            loss = gw.add_n([gw.reduce_sum(gw.sin(y)) for y in function(x)])
        return gw.convert_to_tensor(tape.gradient(loss, x))

    want = gw.function(by_rows)(x)
    for way in (at_once, gw.function(at_once)):
        compare_results(way(x), want, "values", 1e-5)
        compare_results(slopes(way), slopes(gw.function(by_rows)), "gradients", 1e-4)
    try:
        theirs = tensorflow.nest.flatten(tensorflow.vectorized_map(program(tensorflow), rows_of(tensorflow)))
    except Exception:
        return
    compare_results(want, theirs, "TensorFlow", 1e-5)


@pytest.mark.parametrize("program", CONTROL_FLOW[:4], ids=lambda program: program.__name__)
def test_loops_stay_one_loop(program, gw):
    """One loop for all rows, however many there are."""

    def loops(count):
        traced = gw.function(lambda x: gw.vectorized_map(program(gw), x))
        graph = traced.get_concrete_function(gw.TensorSpec([count, 2])).graph
        return [op.type for op in graph.get_operations() if "While" in op.type]

    assert len(loops(3)) == len(loops(50)) == 1


def test_ops_without_a_rule(gw, caplog, tensorflow):
    """They run row by row, and a warning names them."""
    x = rows_of(gw)

    def f(r):
        return gw.numpy_function(lambda a: a * 2 + len(a), [r], gw.float32) + 1.0

    with caplog.at_level("WARNING", logger="tensorflow"):
        got = gw.vectorized_map(f, x)
    assert np.array_equal(got, x.numpy() * 2 + 3)
    named = [m for m in caplog.messages if "Using a while_loop for converting" in m]
    assert len(named) == 1 and "PyFunc" in named[0]
    caplog.clear()
    with caplog.at_level("WARNING", logger="tensorflow"):
        gw.vectorized_map(f, x, warn=False)
    assert not caplog.messages
    with pytest.raises(ValueError, match="No pfor vectorization defined for"):
        gw.vectorized_map(f, x, fallback_to_while_loop=False)
    with pytest.raises(ValueError, match="No pfor vectorization defined for"):
        tensorflow.vectorized_map(
            lambda r: tensorflow.numpy_function(lambda a: a, [r], tensorflow.float32), rows_of(tensorflow),
            fallback_to_while_loop=False,
        )  # fmt: skip


def test_what_cannot_be_taken_apart_runs_one_by_one(gw):
    """Lists that differ in length from row to row."""

    def f(n):
        array = gw.TensorArray(gw.int32, size=0, dynamic_size=True)
        _, array = gw.while_loop(lambda i, _: i < n, lambda i, a: (i + 1, a.write(i, i * i)), [0, array])
        return gw.reduce_sum(array.stack())

    x = gw.constant([1, 4, 2])
    assert np.array_equal(gw.vectorized_map(f, x), [0, 14, 1])
    assert np.array_equal(gw.function(lambda x: gw.vectorized_map(f, x))(x), [0, 14, 1])


def test_custom_gradients_inside(gw):
    """TensorFlow forgets them."""
    v = gw.Variable(3.0)

    @gw.custom_gradient
    def scaled(x):
        def grad(upstream, variables=None):
            return upstream * 10.0 * x, [gw.reduce_sum(upstream) * 7.0 for _ in variables]

        return x * v, grad

    x = rows_of(gw)
    for way in (lambda x: gw.vectorized_map(scaled, x), gw.function(lambda x: gw.vectorized_map(scaled, x))):
        with gw.GradientTape() as tape:
            tape.watch(x)
            y = way(x)
        dx, dv = tape.gradient(y, [x, v])
        assert np.allclose(y, x * 3.0) and np.allclose(dx, x * 10.0) and float(dv) == 42.0


def test_random_numbers_differ_from_row_to_row(gw, tensorflow):
    for tf in (tensorflow, gw):
        found = tf.vectorized_map(lambda r, tf=tf: [tf.random.uniform([3]), tf.random.normal([]), r], rows_of(tf))
        assert found[0].shape == (3, 3) and len({float(v) for v in tf.reshape(found[0], [-1])}) == 9
        assert len({float(v) for v in found[1]}) == 3


def test_effects(gw, tensorflow):
    """What does not depend on the row is done once; what does, for each."""
    for tf in (tensorflow, gw):
        v = tf.Variable(0.0)

        def f(r, v=v):
            v.assign_add(1.0)
            return r

        tf.vectorized_map(f, rows_of(tf))
        assert float(v) == 1.0
    v = gw.Variable(0.0)
    gw.vectorized_map(lambda r: [v.assign_add(gw.reduce_sum(r)), r][1], rows_of(gw))
    assert float(v) == 2.75


def test_one_row_each_of_what_is_alone(gw):
    assert np.array_equal(gw.vectorized_map(lambda p: p[0] * p[1], (gw.range(3), gw.constant([5]))), [0, 5, 10])


# --- Jacobians ----------------------------------------------------------------------------------------------------------------


def layers(tf, x):
    w = [fixed(tf, 4, 5), fixed(tf, 5, 3)]
    return tf.nn.softmax(tf.nn.relu(x @ w[0]) @ w[1] + x[:, :3])


def test_jacobians_are_one_program(gw, tensorflow):
    """Their operations do not grow with the number of rows, and none is a loop over rows."""

    def kinds(rows):
        def f(x):
            with gw.GradientTape(persistent=True) as tape:
                tape.watch(x)
                y = layers(gw, x)
            return tape.jacobian(y, x), tape.batch_jacobian(y, x)

        graph = gw.function(f).get_concrete_function(gw.TensorSpec([rows, 4])).graph
        return [op.type for op in graph.get_operations()]

    assert not {"While", "StatelessWhile"} & set(kinds(6))
    assert len(kinds(6)) == len(kinds(60))

    def run(tf):
        x = fixed(tf, 6, 4)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = layers(tf, x)
        return [tape.jacobian(y, x), tape.batch_jacobian(y, x), tape.jacobian(y, x, parallel_iterations=4)]

    same_results(run, tensorflow, gw, 1e-4)


def test_jacobian_options(gw, tensorflow):
    """Row by row, a few rows at a time, through loops, branches, functions and gathered rows."""

    def run(tf):
        x, v = fixed(tf, 3), tf.Variable(fixed(tf, 4, 2))
        f = tf.function(lambda x: tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, tf.sin(y * x)), [0, x])[1])
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = f(x)
            z = tf.gather(v, [1, 1, 3]) * x[:, None]
            w = tf.function(lambda: tf.cond(x[0] > 100.0, lambda: x * 2.0, lambda: x * x))()
        results = [[tape.jacobian(t, [x, v], experimental_use_pfor=p) for t in (y, z, w)] for p in (True, False)]
        return [results, [tape.jacobian(t, x, parallel_iterations=2) for t in (y, z, w)]]

    same_results(run, tensorflow, gw, 1e-4)


def test_no_rows_of_a_product(gw):
    """TensorFlow forgets the size of the product's rows."""
    assert gw.vectorized_map(lambda r: r @ gw.ones([4, 2]), gw.ones([0, 3, 4])).shape == (0, 3, 2)
