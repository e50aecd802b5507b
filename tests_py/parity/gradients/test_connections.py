"""Which second derivatives are None and which are zeros, for ops of two arguments of which one has a derivative, in every
mix of tapes and forward mode.

GRAPHWRIGHT_GRADIENT_CONNECTIONS sets how many functions are tried in each ("all").
"""

import itertools

import numpy as np
import pytest

from support.selection import Names, selected


def functions(tf):
    """Functions of two vectors by name."""
    v = tf.Variable([0.5, -0.25, 0.75])
    row = lambda q: tf.reshape(q, [1, -1])  # noqa: E731

    @tf.custom_gradient
    def custom(q, r):
        return q * r, lambda g: (g * r, 2.0 * g * q)

    return {
        "add": lambda q, r: q + r,
        "subtract": lambda q, r: q - 2.0 * r,
        "multiply": lambda q, r: q * r,
        "variable": lambda q, r: q * v,
        "divide": lambda q, r: q / r,
        "power": lambda q, r: tf.abs(q) ** tf.abs(r),
        "square": lambda q, r: q * q + 0.0 * r,
        "sine": lambda q, r: tf.sin(q) + r,
        "maximum": lambda q, r: tf.maximum(q, r),
        "squared_difference": lambda q, r: tf.math.squared_difference(q, r),
        "atan2": lambda q, r: tf.atan2(q, r),
        "where": lambda q, r: tf.where(q > 0.0, q, r),
        "select by itself": lambda q, r: tf.where(q > r, q * 2.0, r),
        "matmul": lambda q, r: tf.matmul(row(q), row(r), transpose_b=True),
        "matvec": lambda q, r: tf.linalg.matvec(tf.linalg.diag(r), q),
        "tensordot": lambda q, r: tf.tensordot(q, r, 1),
        "einsum": lambda q, r: tf.einsum("i,j->ij", q, r),
        "concat": lambda q, r: tf.concat([q, r], 0),
        "stack": lambda q, r: tf.stack([q, r, q]),
        "add_n": lambda q, r: tf.add_n([q, r, q]),
        "softmax": lambda q, r: tf.nn.softmax(q) * r,
        "cross entropy": lambda q, r: tf.nn.softmax_cross_entropy_with_logits(tf.abs(r), q),
        "sigmoid cross entropy": lambda q, r: tf.nn.sigmoid_cross_entropy_with_logits(tf.abs(r), q),
        "norm": lambda q, r: tf.norm(q) * r,
        "cumsum": lambda q, r: tf.cumsum(q) * tf.cumsum(r),
        "clip": lambda q, r: tf.clip_by_value(q, -0.5, 0.5) + r,
        "bias": lambda q, r: tf.nn.bias_add(row(q), r),
        "gather": lambda q, r: tf.gather(q, [0, 2]) * r[:2],
        "scatter": lambda q, r: tf.tensor_scatter_nd_update(q, [[0]], r[:1]),
        "solve": lambda q, r: tf.linalg.solve(tf.linalg.diag(r), q[:, None]),
        "convolution": lambda q, r: tf.nn.conv1d(q[None, :, None], r[:, None, None], 1, "SAME"),
        "batch_norm": lambda q, r: tf.nn.batch_normalization(q, r, 1.5, None, r, 1e-3),
        "reciprocal": lambda q, r: tf.math.reciprocal(q) * r,
        "xlogy": lambda q, r: tf.math.xlogy(q, tf.abs(r)),
        "stop": lambda q, r: q * tf.stop_gradient(r),
        "identity": lambda q, r: tf.identity(q),
        "custom": custom,
        "recompute": tf.recompute_grad(lambda q, r: q * r),
        "function": tf.function(lambda q, r: q * r),
        "function of variable": tf.function(lambda q, r: q * v + r),
        "branch": lambda q, r: tf.cond(q[0] > 0.0, lambda: q * r, lambda: r),
        "complex": lambda q, r: tf.math.real(tf.complex(q, r) * tf.complex(r, q)),
        "cast": lambda q, r: tf.cast(tf.cast(q, tf.float64) * 2.0, tf.float32) * r,
        "reduce_prod": lambda q, r: tf.reduce_prod(q) * r,
        "logsumexp": lambda q, r: tf.reduce_logsumexp(q) * r,
        "l2": lambda q, r: tf.nn.l2_loss(q) * r,
        "relu": lambda q, r: tf.nn.relu(q) * r,
        "optional": lambda q, r: tf.experimental.Optional.from_value(q * q).get_value() * r,
    }


def first(tf, way, f, q, r):
    if way == "forward":
        with tf.autodiff.ForwardAccumulator(q, tf.ones_like(q)) as accumulator:
            y = f(q, r)
        return accumulator.jvp(y)
    with tf.GradientTape() as tape:
        tape.watch(q)
        y = f(q, r)
    return tape.gradient(y, q)


def second(tf, ways, f, traced):
    """The derivatives of the first derivative, as arrays or None."""

    def whole(q, r):
        if ways[1] == "tape":
            with tf.GradientTape() as tape:
                tape.watch([q, r])
                found = first(tf, ways[0], f, q, r)
            return None if found is None else tape.gradient(found, [q, r])
        result = []
        for source in (q, r):
            with tf.autodiff.ForwardAccumulator(source, tf.ones_like(source)) as accumulator:
                found = first(tf, ways[0], f, q, r)
            result.append(None if found is None else accumulator.jvp(found))
        return result

    given = [tf.constant([0.3, 0.6, -0.4]), tf.constant([0.9, -0.7, 0.5])]
    found = (tf.function(whole) if traced else whole)(*given)
    return [None if part is None else np.asarray(tf.convert_to_tensor(part)) for part in tf.nest.flatten(found)]


def near_or_both_none(got, wanted):
    """Whether the same are None, and the others near."""
    pairs = list(zip(got, wanted, strict=True))
    if any((a is None) != (b is None) for a, b in pairs):
        return False
    return all(a is None or (a.shape == b.shape and np.allclose(a, b, 1e-4, 1e-5)) for a, b in pairs)


def wanted_of(tensorflow, ways, f, traced):
    """What TensorFlow gives; None where it has no forward mode, or loses its way."""
    try:
        return second(tensorflow, ways, f, traced)
    except Exception:
        return None


@pytest.mark.parametrize("traced", [False, True], ids=["eagerly", "traced"])
@pytest.mark.parametrize("ways", list(itertools.product(("tape", "forward"), repeat=2)), ids="-".join)
def test_connections(ways, traced, gw, tensorflow):
    ours, theirs, again = functions(gw), functions(tensorflow), functions(tensorflow)
    wrong, refused = [], []
    tried = selected(sorted(theirs), "GRAPHWRIGHT_GRADIENT_CONNECTIONS", 8, f"{ways} {traced}")
    for name in tried:
        wanted = wanted_of(tensorflow, ways, theirs[name], traced)
        if wanted is None:
            refused.append(name)
            continue
        got = second(gw, ways, ours[name], traced)
        if near_or_both_none(got, wanted):
            continue
        # Traced, TensorFlow loses derivatives of functions in forward mode.
        eager = wanted_of(tensorflow, ways, again[name], False) if traced else None
        if traced and (near_or_both_none(got, eager) if eager else "function" in name):
            continue
        if traced and name == "custom" and not np.any(got[0]):  # zeros here, None there
            continue
        wrong.append(f"{name}: {got}, TensorFlow {wanted}")
    assert len(refused) <= 2 + len(tried) // 8, refused
    assert not wrong, "\n".join(wrong)


def dropping(tf, v):
    """Functions of a number of iterations, whose results do not depend on what comes from the variable `v`."""
    x, three = tf.constant(3.0), tf.constant([3.0, 3.0, 3.0])

    def loop(n, body, first, **kwargs):
        return tf.while_loop(lambda i, *_: i < n, lambda i, a, b: (i + 1, *body(a, b)), [0, first, x * 1.0], **kwargs)

    def function_with_loop(n):
        return tf.function(lambda c: loop(n, lambda a, b: (b, b * x), c)[2])(v * 1.0)

    def array(n):
        rows = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(v * three)
        return tf.while_loop(lambda i, b: i < n, lambda i, b: (i + 1, b * tf.stop_gradient(rows.read(i))), [0, x])[1]

    return {
        "shifted": lambda n: loop(n, lambda a, b: (b, b * x), v * 1.0)[2],
        "kept": lambda n: loop(n, lambda a, b: (a, b * x), v * 1.0)[2],
        "overwritten": lambda n: loop(n, lambda a, b: (x, b * x), v * 1.0)[2],
        "overwritten, asked": lambda n: loop(n, lambda a, b: (x, b * x), v * 1.0)[1],
        "swapped": lambda n: loop(n, lambda a, b: (b, a), v * 1.0)[2],
        "limited": lambda n: loop(n, lambda a, b: (b, b * x), v * 1.0, maximum_iterations=2)[2],
        "half": lambda n: loop(n, lambda a, b: (tf.cast(b, tf.float16), b * x), tf.cast(v, tf.float16))[2],
        "complex": lambda n: loop(n, lambda a, b: (tf.complex(b, b), b * x), tf.complex(v, v))[2],
        "integers": lambda n: loop(n, lambda a, b: (a + 1, b * x), tf.cast(v, tf.int32))[2],
        "stopped": lambda n: loop(n, lambda a, b: (a, b + tf.stop_gradient(v * 1.0)), x)[2],
        "condition": lambda n: tf.while_loop(lambda i, b: (i < n) & (v < 100.0), lambda i, b: (i + 1, b * x), [0, x])[
            1
        ],
        "array": array,
        "loop in a branch": lambda n: tf.cond(n > 0, lambda: loop(n, lambda a, b: (b, b * x), v * 1.0)[2], lambda: x),
        "loop in a function": function_with_loop,
        "scan": lambda n: tf.scan(lambda a, e: (a[0] * e, e), three, initializer=(x, v * 1.0))[0][-1],
        "foldl": lambda n: tf.foldl(lambda a, e: e, three, initializer=v * 1.0),
        "map_fn": lambda n: tf.map_fn(lambda e: e[0] * 2.0, (three, v * three), fn_output_signature=tf.float32),
        "branch": lambda n: tf.cond(n > 0, lambda: x * 2.0, lambda: v * 2.0),
        "function": lambda n: tf.function(lambda a, b: (a, b * 2.0))(v * 1.0, x)[1],
        "recompute": lambda n: tf.recompute_grad(lambda a, b: b * 2.0)(v * 1.0, x),
        "recompute of variable": lambda n: tf.recompute_grad(lambda a: a * tf.stop_gradient(v))(x),
        "script": lambda n: tf.py_function(lambda a, b: b * 2.0, [v * 1.0, x], tf.float32),
        "identity_n": lambda n: tf.identity_n([v * 1.0, x])[1],
    }


def unconnected(tf, name, traced):
    """The derivative with respect to the variable, or None."""
    v = tf.Variable(2.0)
    function = dropping(tf, v)[name]

    def slope(n):
        with tf.GradientTape() as tape:
            result = function(n)
        found = tape.gradient(result, v)
        return [] if found is None else tf.convert_to_tensor(found)

    if traced:
        found = tf.function(slope, autograph=False)(tf.constant(3))
    else:
        function = tf.function(function, autograph=False)
        found = slope(tf.constant(3))
    return None if isinstance(found, list) else found.numpy()


@pytest.mark.parametrize("traced", [False, True], ids=["outside", "inside"])
@pytest.mark.parametrize("name", dropping(Names(), None))
def test_what_results_do_not_depend_on(name, traced, gw, tensorflow):
    assert unconnected(gw, name, traced) == unconnected(tensorflow, name, traced)
