"""Nodes of traced functions have TensorFlow's names, ops and inputs."""

import pytest

# Expressions of x, y [2, 3] and m [3, 3] (float32), i [4] and n [] (int32), b [2, 3] (bool), u (any shape), s [3] (string).
SAME_NODES = """
    x + y | x + 1 | 1 + x | x - 1.0 | x * 2 | 2 / x | x ** 2 | i // 2 | 7 % i | m @ m | -x | abs(x) | x < 1 | x >= 1 | x == 1
    b & b | b | True | b ^ b | ~b | i & 3 | i ^ 3 | ~i | ((x + 1) * 2 - 3) / 4
    x[0] | x[:, 1:] | x[..., None] | x[::-1] | x[0] + x[1]
    tf.add(x, y) | tf.add(x, 2.0) | tf.add(x, y, name='mine') | tf.add(x, 2.0, name='mine') | tf.subtract(x, 2.0)
    tf.multiply(x, y) | tf.divide(x, y) | tf.divide(x, 2.0) | tf.math.truediv(x, 2.0) | tf.math.floordiv(x, 2.0)
    tf.maximum(x, 2.0, name='mine') | tf.pow(x, y) | tf.equal(x, 1.0) | tf.math.multiply_no_nan(x, 2.0)
    tf.math.divide_no_nan(x, 2.0) | tf.math.xdivy(x, 2.0) | tf.math.xlog1py(x, 2.0) | tf.math.atan2(x, 2.0)
    tf.math.bessel_i0(x) | tf.math.bessel_i1(x, name='mine') | tf.math.erfinv(x) | tf.math.ndtri(x) | tf.math.log_sigmoid(x)
    tf.math.log_sigmoid(x, name='mine') | tf.math.sigmoid(x) | tf.math.softplus(x) | tf.math.in_top_k([0, 1, 2], m, 2)
    tf.reduce_sum(x) | tf.reduce_sum(x, 1) | tf.reduce_mean(x) | tf.reduce_mean(x, name='mine') | tf.reduce_max(x, [0, 1])
    tf.reduce_all(b) | tf.reduce_sum(u) | tf.reduce_mean(u) | tf.argmax(x) | tf.cumsum(x) | tf.nn.softmax(x, name='mine')
    tf.math.l2_normalize(x, 1) | tf.clip_by_value(x, 0.0, 1.0) | tf.linalg.matvec(m, [1.0, 2.0, 3.0]) | tf.einsum('ij,jk', x, m)
    tf.linalg.triangular_solve(m, m) | tf.linalg.inv(m) | tf.linalg.trace(m) | tf.add_n([x, y]) | tf.cast(x, tf.int32)
    tf.constant(1.0) | tf.constant(1.0, name='k') | tf.zeros([2, 3]) | tf.zeros([2], name='mine') | tf.ones([2, 3])
    tf.fill([2], 1.0)
    tf.zeros([2]) + tf.ones([2]) + tf.zeros([2]) | tf.shape(u) | tf.size(u) | tf.rank(u) | tf.reshape(x, [-1])
    tf.reshape(tf.range(4), [n, 2]) | tf.transpose(x) | tf.transpose(x, name='mine') | tf.concat([x, y], 0) | tf.stack([x, y])
    tf.stack([n, 1, 2]) | tf.stack([x, y], name='mine') | tf.unstack(x) | tf.split(x, 3, axis=1) | tf.tile(x, [1, 2])
    tf.pad(x, [[0, 1], [1, 0]]) | tf.expand_dims(x, 0) | tf.gather(x, [0, 1]) | tf.where(b, x, 0.0) | tf.range(n)
    tf.convert_to_tensor([x, x]) | tf.identity(x) | tf.stop_gradient(x) | tf.broadcast_to(x, [4, 2, 3]) | tf.roll(x, 1, 0)
    tf.matmul(x, m) | tf.matmul(x, y, transpose_b=True) | tf.nn.relu(x) | tf.nn.bias_add(x, [1.0, 2.0, 3.0])
    tf.nn.max_pool2d(tf.reshape(x, [1, 2, 3, 1]), 2, 2, 'SAME')
    tf.nn.avg_pool2d(tf.reshape(x, [1, 2, 3, 1]), 2, 2, 'SAME') | tf.random.shuffle(x) | tf.random.categorical(x, 2)
    tf.strings.join([s, s]) | tf.strings.lower(s) | tf.strings.length(s) | s + s
    tf.cond(n > 0, lambda: x + 1, lambda: x - 1) | tf.cond(n > 0, lambda: x + 1, lambda: x - 1, name='mine')
    [x, 2.0, 'a'] | x + np.ones(3, np.float32) | in_scopes(x) | tf.reduce_mean(x) + tf.reduce_mean(x)
"""

# Where the ops differ, the result has TensorFlow's name all the same, and lies in the same scope.
SAME_RESULTS = """
    tf.math.lbeta(x) | tf.math.lbeta(x, name='mine') | tf.math.reduce_std(x) | tf.math.reduce_variance(x)
    tf.reduce_logsumexp(x) | tf.reduce_logsumexp(x, name='mine') | tf.clip_by_norm(x, 1.0) | tf.saturate_cast(x, tf.int32)
    tf.linalg.norm(x) | tf.nn.dropout(x, 0.5) | tf.nn.gelu(x) | tf.nn.sigmoid_cross_entropy_with_logits(x, y)
    tf.nn.weighted_cross_entropy_with_logits(x, y, 2.0) | tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], x)
    tf.nn.moments(x, [0])[0] | tf.nn.conv2d_transpose(tf.zeros([1, 4, 4, 3]), tf.ones([3, 3, 4, 3]), [1, 4, 4, 4], 1, 'SAME')
    tf.random.uniform([2]) | tf.random.uniform([2], 1.0, 3.0) | tf.random.uniform([2], name='mine') | tf.random.normal([n, 2])
    tf.random.normal([2], name='mine') | tf.random.truncated_normal([2]) | tf.random.stateless_uniform([2], [1, 2])
    tf.random.stateless_normal([2], [1, 2]) | tf.zeros([n, 3]) | x / 2 | i / 2 | x[n] | x[n:, 1] | tf.sequence_mask(i)
    tf.sort(x) | tf.argsort(x) | tf.repeat(x, 2, axis=0) | tf.linspace(0.0, 1.0, 5) | tf.map_fn(lambda r: r * 2, x)
    tf.scan(lambda a, r: a + r, x) | tf.boolean_mask(x, b) | tf.math.count_nonzero(x) | tf.tensordot(x, y, [[1], [1]])
"""

# Gradients that a tape finds are named after what they are the gradients of.
GRADIENTS = """
    x * x | m @ m | tf.exp(x) | tf.nn.relu(x) | tf.tanh(tf.sin(x)) | x / 2.0 | x ** 2 | x + [1.0, 2.0, 3.0]
"""


def expressions(text):
    return [part.strip() for line in text.strip().splitlines() for part in line.split(" | ") if part.strip()]


def in_scopes(tf, x):
    with tf.name_scope("outer"):
        y = x * 2
        with tf.name_scope("inner"):
            z = tf.add(y, 1.0, name="z")
        with tf.name_scope("inner"):
            w = tf.reduce_mean(z)
        q = tf.nn.softmax(z, name="sm") + tf.constant(1.0, name="k") + tf.stack([1.0, 2.0, 3.0])
    with tf.name_scope("outer"):
        return w, q * 2.0


def graph_of(tf, expression, gradient=False):
    import numpy as np

    code = compile(expression, "<expression>", "eval")
    f32 = tf.float32
    specs = {
        "x": tf.TensorSpec([2, 3], f32),
        "y": tf.TensorSpec([2, 3], f32),
        "m": tf.TensorSpec([3, 3], f32),
        "i": tf.TensorSpec([4], tf.int32),
        "n": tf.TensorSpec([], tf.int32),
        "b": tf.TensorSpec([2, 3], tf.bool),
        "u": tf.TensorSpec(None, f32),
        "s": tf.TensorSpec([3], tf.string),
    }

    def function(x, y, m, i, n, b, u, s):
        names = {"tf": tf, "np": np, "in_scopes": lambda x: in_scopes(tf, x)}
        names.update(x=x, y=y, m=m, i=i, n=n, b=b, u=u, s=s)
        if not gradient:
            return eval(code, names)
        with tf.GradientTape() as tape:
            tape.watch([x, m])
            result = eval(code, names)
        return [g for g in tape.gradient(result, [x, m]) if g is not None]

    arguments = [tf.TensorSpec(spec.shape, spec.dtype, name) for name, spec in specs.items()]
    return tf.function(function, autograph=False).get_concrete_function(*arguments).graph


def nodes(tf, expression):
    return [(op.name, op.type, [t.name for t in op.inputs]) for op in graph_of(tf, expression).get_operations()]


@pytest.mark.parametrize("expression", expressions(SAME_NODES))
def test_nodes(expression, tensorflow, gw):
    assert nodes(gw, expression) == nodes(tensorflow, expression)


@pytest.mark.parametrize("expression", expressions(SAME_RESULTS))
def test_results(expression, tensorflow, gw):
    def result(tf):
        name = graph_of(tf, expression).outputs[0].op.inputs[0].name
        head, _, tail = name.rpartition("/")
        return (head, tail.lower()) if not head else head

    assert result(gw) == result(tensorflow)


@pytest.mark.parametrize("expression", expressions(GRADIENTS))
def test_gradients_are_named_after_their_ops(expression, tensorflow, gw):
    def scopes(tf):
        names = [op.name for op in graph_of(tf, expression, gradient=True).get_operations()]
        return {name.rpartition("/")[0] for name in names if name.startswith("gradient_tape/")}

    found = scopes(gw)
    assert found and {scope.split("/")[1] for scope in found if "/" in scope} <= {
        scope.split("/")[1] for scope in scopes(tensorflow) if "/" in scope
    }
