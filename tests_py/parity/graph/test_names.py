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
    tf.nn.moments(x,[0]) | tf.nn.moments(x,[0],keepdims=True) | tf.math.reduce_variance(x,1) | tf.math.l2_normalize(x,1)
    tf.nn.l2_loss(x) | tf.nn.selu(x) | tf.nn.elu(x) | tf.nn.leaky_relu(x) | tf.nn.relu6(x) | tf.nn.crelu(x)
    tf.nn.log_softmax(x) | tf.nn.softmax(x) | tf.nn.log_poisson_loss(x,y) | tf.math.reduce_euclidean_norm(x)
    tf.clip_by_value(x,0.,1.) | tf.linalg.diag(x) | tf.linalg.matvec(m,m[0]) | tf.einsum('ij,jk->ik',x,m)
    tf.linalg.band_part(m,0,1) | tf.linalg.cross(m,m) | tf.math.cumsum(x) | tf.math.cumprod(x)
    tf.math.cumulative_logsumexp(x) | tf.math.argmax(x) | tf.math.top_k(x) | tf.math.in_top_k([0,1],x,1)
    tf.math.segment_sum(x,[0,0]) | tf.math.squared_difference(x,y) | tf.math.polyval([x,y],x) | tf.math.betainc(x,x,x)
    tf.math.igamma(x,x) | tf.math.xlogy(x,y) | tf.math.rint(x) | tf.round(x) | tf.math.softsign(x) | tf.add_n([x,y])
    tf.math.conj(x) | tf.math.real(x) | tf.abs(x) | tf.sign(x) | tf.cast(x,tf.int32) | tf.bitcast(x,tf.int32)
    tf.stack([x,y],1) | tf.unstack(x,axis=1) | tf.concat([x,y],1) | tf.tile(x,[2,1]) | tf.reverse(x,[0]) | tf.roll(x,1,0)
    tf.squeeze(x[None]) | tf.expand_dims(x,-1) | tf.reshape(x,[3,2]) | tf.reshape(x,[n,-1]) | tf.broadcast_to(x,[2,2,3])
    tf.range(3) | tf.range(0,n,2) | tf.zeros_like(u) | tf.gather(x,i[:2]%2) | tf.gather(x,[0],axis=1)
    tf.gather_nd(x,[[0,0]]) | tf.scatter_nd([[0]],[1.0],[3]) | tf.tensor_scatter_nd_update(x,[[0]],y[:1]) | tf.where(b)
    tf.where(b,x,y) | tf.unique(i) | tf.unique_with_counts(i) | tf.histogram_fixed_width(x,[0.,1.])
    tf.slice(x,[0,0],[1,1]) | tf.pad(x,[[1,1],[1,1]]) | tf.pad(x,[[1,1],[1,1]],'REFLECT') | tf.cond(n>0,lambda:x,lambda:y)
    tf.switch_case(n,[lambda:x,lambda:y]) | tf.case([(n>0,lambda:x)],default=lambda:y) | tf.debugging.check_numerics(x,'m')
    tf.strings.as_string(x) | tf.strings.join([s,s],'-') | tf.strings.format('{}',x) | tf.strings.to_number(s)
    tf.random.categorical(x,2) | tf.nn.conv2d(tf.reshape(x,[1,2,3,1]),tf.ones([1,1,1,1]),1,'SAME')
    tf.nn.max_pool2d(tf.reshape(x,[1,2,3,1]),1,1,'SAME') | tf.nn.avg_pool1d(x[...,None],1,1,'SAME')
    tf.nn.bias_add(x,[1.,2.,3.]) | tf.nn.local_response_normalization(tf.reshape(x,[1,2,3,1]))
    tf.nn.normalize_moments(1.0,x,x,None) | tf.math.reduce_any(b) | tf.math.divide_no_nan(x,y) | tf.math.floormod(x,y)
    tf.math.nextafter(x,y) | x%y | x//y | x**2 | x[:,None] | x[...,0] | x==y | x!=y | tf.equal(x,y) | tf.identity_n([x,y])
    tf.tuple([x,y]) | tf.shape_n([x,u]) | tf.broadcast_dynamic_shape(tf.shape(u),[1]) | tf.ensure_shape(u,[2])
    tf.unravel_index(n,[2,3]) | tf.batch_to_space(tf.reshape(x,[2,3,1,1]),[2,1],[[0,0],[0,0]]) | tf.linalg.logdet(m)
    tf.linalg.slogdet(m) | tf.linalg.cholesky_solve(m,m) | tf.linalg.set_diag(m,m[0]) | tf.linalg.diag_part(m)
    tf.linalg.tensor_diag(m[0]) | tf.TensorArray(tf.float32,2).unstack(x).stack() | tf.constant(1.0)+x
    tf.constant([[1.,2.,3.]])*x
    tf.random.uniform([2]) | tf.random.uniform([2], 1.0, 3.0) | tf.random.uniform([2], name='mine') | tf.random.normal([n, 2])
    tf.random.normal([2], name='mine') | tf.random.truncated_normal([2]) | tf.random.stateless_uniform([2], [1, 2])
    tf.random.uniform([n]) | tf.random.uniform([2], maxval=5, dtype=tf.int32) | tf.random.uniform([2], maxval=2.0)
    tf.random.stateless_normal([2], [1, 2]) | tf.random.normal(tf.shape(u)) | tf.random.normal([], x[0, 0], 2.0)
    [x, 2.0, 'a'] | x + np.ones(3, np.float32) | in_scopes(x) | tf.reduce_mean(x) + tf.reduce_mean(x)
"""

# Where the ops differ, the result has TensorFlow's name all the same, and lies in the same scope.
SAME_RESULTS = """
    tf.math.lbeta(x) | tf.math.lbeta(x, name='mine') | tf.math.reduce_std(x) | tf.math.reduce_variance(x)
    tf.reduce_logsumexp(x) | tf.reduce_logsumexp(x, name='mine') | tf.clip_by_norm(x, 1.0) | tf.saturate_cast(x, tf.int32)
    tf.linalg.norm(x) | tf.nn.dropout(x, 0.5) | tf.nn.gelu(x) | tf.nn.sigmoid_cross_entropy_with_logits(x, y)
    tf.nn.weighted_cross_entropy_with_logits(x, y, 2.0) | tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], x)
    tf.nn.moments(x, [0])[0] | tf.nn.conv2d_transpose(tf.zeros([1, 4, 4, 3]), tf.ones([3, 3, 4, 3]), [1, 4, 4, 4], 1, 'SAME')
    tf.zeros([n, 3]) | x / 2 | i / 2 | x[n] | x[n:, 1] | tf.sequence_mask(i)
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


# What a caller may give as a name, good and bad.
NAMES = ["a", "x_", "a.b", "A/b", "a>b", "a//b", "x/_y", "1a", "a-b", ".a", "a/"]
NAMES += ["a b", "_x", "/", "é", "-a", "a:0", "a+", ">a", "b/ c", "^a", 'a"', "_x/y", " ", "a@b", "loc:@x"]

NAMED = {
    "constant": lambda tf, name: tf.constant(1.0, name=name).name,
    "op": lambda tf, name: tf.add(1.0, 2.0, name=name).name,
    "composition": lambda tf, name: tf.nn.relu([1.0], name=name).name,
    "raw op": lambda tf, name: tf.raw_ops.Neg(x=[1.0], name=name).name,
    "several results": lambda tf, name: tf.split([1.0, 2.0], 2, name=name)[1].name,
    "no result": lambda tf, name: tf.no_op(name=name).name,
    "cond": lambda tf, name: tf.cond(tf.constant(True), lambda: 1.0, lambda: 2.0, name=name).name,
    "py_function": lambda tf, name: tf.py_function(lambda: 1.0, [], tf.float32, name=name).name,
    "placeholder": lambda tf, name: tf.compat.v1.placeholder(tf.float32, name=name).name,
    "op in a scope": lambda tf, name: in_scope(tf, "outer", lambda: tf.constant(1.0, name=name).name),
    "scope": lambda tf, name: in_scope(tf, name, lambda: tf.constant(1.0, name="c").name),
    "scope in a scope": lambda tf, name: in_scope(
        tf, "outer", lambda: name == "/" or in_scope(tf, name, lambda: tf.constant(1.0, name="c").name)
    ),
    "variable scope": lambda tf, name: within(
        tf.compat.v1.variable_scope(name), lambda: tf.constant(1.0, name="c").name
    ),
}


def within(scope, made):
    with scope:
        return made()


def in_scope(tf, name, made):
    return within(tf.name_scope(name), made)


@pytest.mark.parametrize("traced", [False, True], ids=["graph", "function"])
@pytest.mark.parametrize("kind", NAMED)
def test_names_that_callers_give(kind, traced, tensorflow, gw):
    def outcome(tf, name):
        made = []
        try:
            if traced:
                tf.function(lambda: made.append(NAMED[kind](tf, name))).get_concrete_function()
            else:
                with tf.Graph().as_default():
                    made.append(NAMED[kind](tf, name))
        except ValueError:
            return "ValueError"
        return made[0]

    differing = [name for name in NAMES if outcome(gw, name) != outcome(tensorflow, name)]
    assert not differing, [(name, outcome(tensorflow, name), outcome(gw, name)) for name in differing]
