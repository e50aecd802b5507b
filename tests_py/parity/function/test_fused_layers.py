"""Products, convolutions and means that take on what follows them, results that are written over operands, and products
in bfloat16: with the pass on and off, the same numbers; NaN stays; what must not be fused is not."""

import numpy as np
import pytest

import graphwright as tf
from graphwright import _core
from support.passes import switched_passes


def without(name, f, *args):
    with switched_passes(_core, False, name):
        return tf.function(f)(*args)


def array(*shape, dtype="float32", seed=7):
    return tf.constant(np.random.default_rng(seed).normal(size=shape), dtype)


def ops_of(f, *args):
    return tf.function(f).inspect(*args).ops_after


def assert_same(f, *args, name="remapping", tolerance=2e-5):
    got, want = tf.nest.flatten(tf.function(f)(*args)), tf.nest.flatten(without(name, f, *args))
    for a, b in zip(got, want, strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        a, b = (tf.cast(x, "float64").numpy() for x in (a, b))
        scale = np.abs(b[np.isfinite(b)]).max(initial=1.0)
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * scale)


PRODUCTS = {
    "bias": lambda x, w, b, r: x @ w + b,
    "bias first": lambda x, w, b, r: b + x @ w,
    "bias_add": lambda x, w, b, r: tf.nn.bias_add(x @ w, b),
    "relu": lambda x, w, b, r: tf.nn.relu(x @ w),
    "bias and relu": lambda x, w, b, r: tf.nn.relu(x @ w + b),
    "a sum of two": lambda x, w, b, r: x @ w + (x * 2.0) @ w,
    "two and a bias": lambda x, w, b, r: x @ w + (x * 2.0) @ w + b,
    "two, a bias, relu": lambda x, w, b, r: tf.nn.relu(x @ w + (x * 2.0) @ w + b),
    "a computed sum": lambda x, w, b, r: tf.nn.relu(tf.sin(r) + x @ w),
    "a sum that others read": lambda x, w, b, r: (tf.sin(r) + x @ w) * tf.sin(r),
    "an argument": lambda x, w, b, r: x @ w + r,
    "a product that others read": lambda x, w, b, r: tf.nn.relu(x @ w + b) + (x @ w),
    "two biases": lambda x, w, b, r: (x @ w + b) + b,
    "transposed": lambda x, w, b, r: tf.matmul(x, x, transpose_a=True)[:, :1] + tf.matmul(w, w, transpose_b=True) + 1.0,
    "a row of the left size": lambda x, w, b, r: tf.matmul(w, x, transpose_a=True, transpose_b=True) + x[:, 0],
}


@pytest.mark.parametrize("kind", PRODUCTS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_products(kind, dtype):
    for rows, depth, columns in ((33, 64, 40), (5, 300, 47), (1, 300, 200), (300, 200, 1), (130, 140, 150), (4, 3, 2)):
        x, w, b, r = (array(*s, dtype=dtype) for s in ((rows, depth), (depth, columns), (columns,), (rows, columns)))
        assert_same(PRODUCTS[kind], x, w, b, r)


@pytest.mark.parametrize("kind", PRODUCTS)
def test_products_of_other_numbers(kind):
    x, w, b, r = (tf.cast(array(*s) * 9, "bfloat16") for s in ((40, 64), (64, 40), (40,), (40, 40)))
    assert_same(PRODUCTS[kind], x, w, b, r, tolerance=2e-2)


def test_which_products_are_fused():
    x, w, b = array(32, 64), array(64, 256), array(256)
    assert ops_of(lambda x, w, b: tf.nn.relu(x @ w + b), x, w, b).keys() & {"MatMul", "AddV2", "Relu"} == set()
    ops = ops_of(lambda x, w, b: x @ w + (x * 2.0) @ w + b, x, w, b)
    assert ops["_AddMatMul"] == 1 and ops["MatMul"] == 1 and "AddV2" not in ops
    assert ops_of(lambda x, w, b: x[:4, :4] @ w[:4, :4] + b[:4], x, w, b)["MatMul"] == 1  # small: left to machine code
    f = tf.function(
        lambda x, w, b: x @ w + b, input_signature=[tf.TensorSpec(s) for s in ([None, 64], [64, 256], [256])]
    )
    assert f.inspect(x, w, b).ops_after["_BiasedMatMul"] == 1
    np.testing.assert_allclose(f(x, w, b).numpy(), (x @ w + b).numpy(), rtol=1e-5, atol=1e-4)
    assert f(x[:0], w, b).shape == [0, 256]


def test_nan_and_infinities_stay():
    x, w, b = np.ones((40, 64), "float32"), np.ones((64, 64), "float32"), np.zeros(64, "float32")
    x[3, 5], x[7, 1], x[9, 2], b[4] = np.nan, np.inf, -np.inf, np.nan
    for f, want in (
        (lambda x, w, b: tf.nn.relu(x @ w + b), x @ w + b),
        (lambda x, w, b: tf.nn.relu(x @ w), x @ w),
    ):
        np.testing.assert_array_equal(tf.function(f)(x, w, b).numpy(), np.maximum(want, 0))
    image, filters = array(2, 20, 20, 8).numpy(), array(3, 3, 8, 16)
    image[1, 4, 5, 2] = np.nan
    got = tf.function(lambda x, w, b: tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, w, 1, "SAME"), b)))(
        image, filters, b[:16]
    )
    assert np.isnan(got.numpy()[1, 3:6, 4:7]).all() and not np.isnan(got.numpy()[0, ..., :4]).any()


def test_a_recurrent_loop_is_the_same():
    x, wx, wh, b = array(9, 32, 64), array(64, 256) * 0.1, array(64, 256) * 0.1, array(256)

    def f(x, wx, wh, b):
        h = c = tf.zeros([32, 64])
        with tf.GradientTape() as tape:
            tape.watch([wx, wh, b])
            for t in tf.range(9):
                i, g, o, k = tf.split(x[t] @ wx + h @ wh + b, 4, axis=1)
                c = tf.sigmoid(g) * c + tf.sigmoid(i) * tf.tanh(k)
                h = tf.sigmoid(o) * tf.tanh(c)
            loss = tf.reduce_mean(h * h)
        return h, c, tape.gradient(loss, [wx, wh, b])

    assert_same(f, x, wx, wh, b)


def test_a_sum_that_the_loop_still_needs_is_not_written_over():
    x, w = array(32, 64), array(64, 64) * 0.1

    def f(x, w):
        total = tf.sin(x)
        kept = total
        for _ in tf.range(3):
            total = total + x @ w
        return total, kept

    assert_same(f, x, w)


# ---- convolutions ----


def normalized(x, w, b, scale, offset, mean, variance, kind):
    y = tf.nn.conv2d(x, w, 1, "SAME")
    if "bias" in kind:
        y = tf.nn.bias_add(y, b)
    if "composed" in kind:
        y = tf.nn.batch_normalization(y, mean, variance, offset, scale, 1e-3)
    else:
        y = tf.compat.v1.nn.fused_batch_norm(y, scale, offset, mean, variance, 1e-3, is_training="training" in kind)[0]
    return tf.nn.relu(y)


@pytest.mark.parametrize("kind", ["fused", "fused, bias", "composed", "composed, bias", "fused, training"])
@pytest.mark.parametrize("shape", [(2, 17, 16, 5), (4, 20, 21, 16)])
def test_convolutions_with_batch_normalization(kind, shape):
    args = [array(*s, seed=i) for i, s in enumerate((shape, (3, 3, shape[-1], 16), (16,), (16,), (16,), (16,)))]
    args.append(tf.abs(array(16, seed=9)) + 0.1)
    f = lambda *args: normalized(*args, kind)  # noqa: E731
    assert_same(f, *args, tolerance=1e-4)
    ops = ops_of(f, *args)
    assert ("FusedBatchNormV3" in ops) == (kind == "fused, training")
    if kind in ("fused", "fused, bias"):
        assert ops["_BiasedConv2D"] == 1


def test_statistics_of_a_normalization_that_are_read_keep_it():
    args = [array(*s) for s in ((2, 17, 16, 5), (3, 3, 5, 16), (16,), (16,), (16,))] + [tf.ones([16])]

    def f(x, w, *rest):
        y = tf.compat.v1.nn.fused_batch_norm(tf.nn.conv2d(x, w, 1, "SAME"), *rest, is_training=False)
        return y[0], y[1] + 1.0

    assert_same(f, *args, tolerance=1e-4)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_kept_filters_follow_their_variable(dtype):
    w, b = tf.Variable(tf.cast(array(3, 3, 16, 32), dtype)), tf.cast(array(32), dtype)
    x, small = (tf.cast(array(*s), dtype) for s in ((2, 12, 12, 16), (1, 7, 9, 16)))
    plain = lambda x: tf.nn.conv2d(x, w, 1, "SAME")  # noqa: E731
    biased = lambda x: tf.nn.bias_add(tf.nn.conv2d(x, w, 1, "SAME"), b)  # noqa: E731
    kept = [tf.function(f) for f in (plain, biased)]

    def check():
        for f, g in zip((plain, biased), kept, strict=True):
            for images in (x, x, small, x):
                want = tf.cast(without("layout_optimizer", f, images), "float64").numpy()
                got = tf.cast(g(images), "float64").numpy()
                np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6)

    check()
    w.assign_add(tf.ones_like(w))
    check()
    w[1, 1].assign(tf.zeros([16, 32], dtype))
    check()
    w.assign(tf.cast(array(3, 3, 16, 32, seed=3), dtype))
    check()


def test_a_filter_that_the_function_changes():
    w, x = tf.Variable(array(3, 3, 16, 32)), array(2, 12, 12, 16)

    def f(x):
        before = tf.nn.conv2d(x, w, 1, "SAME")
        w.assign(w * 0.5)
        return before, tf.nn.conv2d(x, w, 1, "SAME")

    g = tf.function(f)
    for _ in range(2):
        before, after = g(x)
        np.testing.assert_allclose(after.numpy() * 2, before.numpy(), rtol=1e-5, atol=1e-5)


# ---- means and variances ----

NORMS = {
    "moments": lambda x: tf.nn.moments(x, [-1], keepdims=True),
    "two axes": lambda x: tf.nn.moments(x, [1, 2]),
    "first axis": lambda x: tf.nn.moments(x, [0], keepdims=True),
    "by hand": lambda x: tf.reduce_mean(tf.square(x - tf.reduce_mean(x, -1, keepdims=True)), -1, keepdims=True),
    "the difference is read": lambda x: (lambda d: (d, tf.reduce_mean(d * d, -1, keepdims=True)))(
        x - tf.reduce_mean(x, -1, keepdims=True)
    ),
    "another mean": lambda x: tf.reduce_mean(
        tf.math.squared_difference(x, tf.reduce_mean(x * 2.0, -1, keepdims=True)), -1, keepdims=True
    ),
    "other axes": lambda x: tf.reduce_mean(
        tf.math.squared_difference(x, tf.reduce_mean(x, -1, keepdims=True)), [1, 2], keepdims=True
    ),
    "layer norm": lambda x: tf.nn.batch_normalization(
        x, *tf.nn.moments(x, [-1], keepdims=True), tf.range(70.0), tf.range(70.0) * 0.1, 1e-5
    ),
}


@pytest.mark.parametrize("kind", NORMS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_means_and_variances(kind, dtype):
    if kind == "layer norm" and dtype == "float64":
        return
    assert_same(NORMS[kind], array(6, 31, 70, dtype=dtype) + 3.0)
    joins = kind in ("moments", "two axes", "by hand", "layer norm")
    assert ("_Moments" in ops_of(NORMS[kind], array(6, 3, 70, dtype=dtype))) == joins


# ---- memory ----


def test_results_written_over_operands():
    def f(x, y):
        a = tf.cumsum(x)  # a kernel's result, which the next ones may take over
        b = tf.nn.relu(a)
        c = tf.sin(x) * 2.0 + tf.cumsum(y)
        d = tf.cumsum(tf.exp(-tf.abs(tf.cumsum(b))))
        return b, c, tf.tanh(d), tf.reverse(c, [0]) - c

    x, y = array(40_000), array(40_000, seed=8)
    for _ in range(2):
        assert_same(f, x, y, name="memory_optimization", tolerance=0)
    np.testing.assert_array_equal(x.numpy(), array(40_000).numpy())


def test_loops_that_write_over_their_variables():
    def f(x):
        before = x
        for _ in tf.range(4):
            before, x = x, tf.tanh(tf.cumsum(x) * 1e-3) + before
        return before, x

    x = array(40_000)
    assert_same(f, x, name="memory_optimization", tolerance=0)


def test_operands_that_a_variable_shares_stay():
    v = tf.Variable(array(40_000))

    def f():
        old = v.read_value()
        return tf.sin(tf.identity(v)), old + 0.0

    want = v.numpy()
    got = tf.function(f)()
    np.testing.assert_array_equal(v.numpy(), want)
    np.testing.assert_array_equal(got[1].numpy(), want)


# ---- operands that repeat one number ----


def test_chains_read_one_number_for_many():
    def f(x, number):
        many, zeros = tf.fill([40, 50], number), tf.zeros([40, 50])
        row = tf.broadcast_to(x[0], [40, 50])
        return tf.tanh(x * many + zeros) - row, tf.exp(many) * many, many + zeros, tf.nn.relu(row - many) * row

    x = array(40, 50)
    assert_same(f, x, tf.constant(1.5), tolerance=0)
    ops = ops_of(lambda x, number: tf.tanh(x * tf.fill([40, 50], number) + tf.zeros([40, 50])), x, tf.constant(1.5))
    assert ops["_FusedElementwise"] == 1 and "Fill" not in ops


def test_few_copies_of_constants_are_constants():
    def f(x):
        return x + tf.fill([4, 5], 2.5) * tf.broadcast_to(tf.constant([1.0, 2.0, 3.0, 4.0, 5.0]), [4, 5])

    x = array(4, 5)
    assert_same(f, x, name="constant_folding", tolerance=0)
    assert not {"Fill", "BroadcastTo", "Mul"} & ops_of(f, x).keys()
    assert "Fill" in ops_of(lambda x: (x, tf.fill([4000], 1.0)), x)  # larger ones are made anew
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.function(lambda n: tf.fill([n, 2], 1.0))(tf.constant(-3))


# ---- divisions ----


def test_a_division_of_a_loop_without_turns():
    @tf.function
    def f(a, b, n):
        for _ in tf.range(n):
            a = a + tf.raw_ops.Div(x=a * 0 + 6, y=b) + tf.raw_ops.Div(x=b, y=b)
        return a

    a, b = tf.constant([4, 6]), tf.constant([0, 2])
    assert f(a, b, tf.constant(0)).numpy().tolist() == [4, 6]
    with pytest.raises(tf.errors.InvalidArgumentError, match="ivision by zero"):
        f(a, b, tf.constant(1))


# ---- bfloat16 ----


def test_mixed_precision_is_for_those_who_ask():
    def f(x, w, v):
        return tf.nn.softmax(tf.nn.relu(x @ w) @ v)

    x, w, v = array(128, 256), array(256, 256), array(256, 128) * 0.01
    assert "Cast" not in ops_of(f, x, w, v)
    with switched_passes(_core, True, "auto_mixed_precision"):
        ops, got = ops_of(f, x, w, v), tf.function(f)(x, w, v)
    assert got.dtype == tf.float32
    if "Cast" in ops:  # where this CPU multiplies in bfloat16: three operands, one result
        assert ops["Cast"] == 4
    np.testing.assert_allclose(got.numpy(), f(x, w, v).numpy(), rtol=0.1, atol=1e-3)


def test_mixed_precision_of_training():
    x, y = array(16, 20, 20, 8), array(16, 10)
    w, v = array(3, 3, 8, 32) * 0.2, array(3200, 10) * 0.01

    def f(x, y, w, v):
        with tf.GradientTape() as tape:
            tape.watch([w, v])
            h = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, w, 1, "SAME")), 2, 2, "VALID")
            loss = tf.reduce_mean(tf.square(tf.reshape(h, [16, 3200]) @ v - y))
        return loss, tape.gradient(loss, [w, v])

    want = tf.nest.flatten(tf.function(f)(x, y, w, v))
    with switched_passes(_core, True, "auto_mixed_precision"):
        got = tf.nest.flatten(tf.function(f)(x, y, w, v))
    for a, b in zip(got, want, strict=True):
        assert a.dtype == tf.float32
        assert np.linalg.norm(a.numpy() - b.numpy()) <= 0.15 * np.linalg.norm(
            b.numpy()
        )  # windows may have another maximum


# ---- softmax by hand ----


def _powers(x):
    return tf.exp(x - tf.reduce_max(x, -1, keepdims=True))


def _shifted(x):
    return x - tf.stop_gradient(tf.reduce_max(x, axis=[x.shape.rank - 1], keepdims=True))


SOFTMAX = {
    "softmax": lambda x: (lambda e: e / tf.reduce_sum(e, -1, keepdims=True))(_powers(x)),
    "logarithm": lambda x: (lambda y: y - tf.math.log(tf.reduce_sum(tf.exp(y), -1, keepdims=True)))(_shifted(x)),
    "powers are read": lambda x: (lambda e: (e, e / tf.reduce_sum(e, -1, keepdims=True)))(_powers(x)),
    "nothing taken off": lambda x: tf.exp(x) / tf.reduce_sum(tf.exp(x), -1, keepdims=True),
    "another sum": lambda x: _powers(x) / tf.reduce_sum(_powers(x * 2.0), -1, keepdims=True),
    "another axis": lambda x: (lambda e: e / tf.reduce_sum(e, 0, keepdims=True))(_powers(x)),
}


@pytest.mark.parametrize("kind", SOFTMAX)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_softmax_by_hand(kind, dtype):
    joins = kind in ("softmax", "logarithm") and dtype != "float16"
    for shape in ((31, 70), (70,), (2, 3, 5), (3, 0), (0, 3)):
        x = array(*shape, dtype=dtype) * 3
        assert_same(SOFTMAX[kind], x, tolerance=1e-2 if dtype == "float16" else 1e-6)
    ops = ops_of(SOFTMAX[kind], array(31, 70, dtype=dtype))
    assert bool({"Softmax", "LogSoftmax"} & set(ops)) == joins
    if joins:
        assert set(ops) & {"Exp", "Sum", "Max"} == set()


def test_softmax_by_hand_of_what_is_no_number():
    x = np.zeros((5, 7), "float32")
    x[0, 1], x[1, 2], x[2], x[3, 3], x[3, 4] = np.nan, np.inf, -np.inf, -np.inf, 1e30
    for kind in ("softmax", "logarithm"):
        f = SOFTMAX[kind]
        got, want = tf.function(f)(tf.constant(x)).numpy(), f(tf.constant(x)).numpy()
        np.testing.assert_allclose(got, want, rtol=1e-6)


def test_gradient_of_softmax_by_hand():
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.square(SOFTMAX["softmax"](x)))
        return y, tape.gradient(y, x)

    x = array(4, 9)
    assert_same(f.python_function, x, tolerance=1e-5)
    f(x)


# ---- normalizations of rows ----


def _normalized(x, axes=(-1,), epsilon=1e-5):
    mean, variance = tf.nn.moments(x, list(axes), keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + epsilon)


def _as_keras_has_it(x, gamma, beta):
    mean, variance = tf.nn.moments(x, [-1], keepdims=True)
    inverse = tf.math.rsqrt(variance + 1e-3) * gamma
    return x * inverse + (beta - mean * inverse)


NORMALIZATIONS = {
    "plain": lambda x, g, b: _normalized(x),
    "scaled": lambda x, g, b: _normalized(x) * g + b,
    "Keras": _as_keras_has_it,
    "batch_normalization": lambda x, g, b: tf.nn.batch_normalization(
        x, *tf.nn.moments(x, [-1], keepdims=True), b, g, tf.constant(1e-3, x.dtype)
    ),
    "divided": lambda x, g, b: (lambda m, v: (x - m) / tf.sqrt(v + 1e-3) * g + b)(
        *tf.nn.moments(x, [-1], keepdims=True)
    ),
    "two axes": lambda x, g, b: _normalized(x, (1, 2)) * 2.0 + 1.0,
    "and a sum": lambda x, g, b: _normalized(x) * g + b + tf.sin(x),
    "of a sum": lambda x, g, b: _normalized(x + tf.reverse(x, [0])) * g,
    "twice": lambda x, g, b: _normalized(_normalized(x) * g + b) * b,
}
READ_ELSEWHERE = {
    "the mean is read": lambda x: (_normalized(x), tf.reduce_mean(x, -1, keepdims=True)),
    "the variance is read": lambda x: (lambda m, v: ((x - m) * tf.math.rsqrt(v + 0.1), v))(
        *tf.nn.moments(x, [-1], keepdims=True)
    ),
}


@pytest.mark.parametrize("kind", NORMALIZATIONS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_normalizations(kind, dtype):
    f = NORMALIZATIONS[kind]
    for shape in ((3, 31, 70), (64, 5, 33), (300, 2, 400), (70, 1, 1), (40, 0, 7), (4, 9, 5000)):
        x, g, b = (array(*s, dtype=dtype) for s in (shape, shape[-1:], shape[-1:]))
        assert_same(f, x * 3 + 2, g, b, tolerance=1e-6 if dtype == "float32" else 1e-12)
    x, g, b = (array(*s, dtype=dtype) for s in ((64, 5, 33), (33,), (33,)))
    ops = ops_of(f, x, g, b)
    assert ops["_NormalizeRows"] == (2 if kind == "twice" else 1) and "_Moments" not in ops
    wanted = tf.function(f)(x, g, b)
    np.testing.assert_allclose(wanted, f(x, g, b), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kind", READ_ELSEWHERE)
def test_moments_that_others_read(kind):
    x = array(64, 33)
    assert_same(READ_ELSEWHERE[kind], x)
    if kind != "the mean is read":
        assert "_Moments" in ops_of(READ_ELSEWHERE[kind], x)


def test_normalizations_of_what_is_no_number():
    x = np.zeros((40, 33), "float32")
    x[0, 1], x[1, 2], x[2, 3], x[3] = np.nan, np.inf, -np.inf, 1e30
    f = tf.function(_normalized)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(f(x).numpy(), without("remapping", _normalized, tf.constant(x)).numpy())
