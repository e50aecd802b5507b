"""Scripts in the style of TensorFlow 1's tutorials: losses and weights step by step as with TensorFlow."""

# ruff: noqa: E501

import numpy as np
import pytest

from support.compare import Cases

tutorial = Cases()
rng = np.random.default_rng(3)
POINTS = rng.uniform(-1, 1, (32, 3)).astype(np.float32)
IMAGES = rng.uniform(0, 1, (48, 20)).astype(np.float32)
DIGITS = rng.integers(0, 4, 48)
WORDS = rng.integers(0, 12, (20, 8))
CONTEXTS = rng.integers(0, 12, (20, 8, 1))
SEQUENCES = rng.uniform(-1, 1, (6, 5, 4)).astype(np.float32)


def made(shape, seed, scale=0.3):
    return (np.random.default_rng(seed).uniform(-1, 1, shape) * scale).astype(np.float32)


@tutorial
def linear_regression(tf, v1):
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    y = v1.placeholder(tf.float32, [None], name="y")
    w = v1.get_variable("w", initializer=made([3, 1], 1))
    b = v1.Variable(tf.zeros([]), name="b")
    prediction = tf.squeeze(tf.matmul(x, w) + b, 1)
    loss = tf.reduce_mean(tf.square(prediction - y), name="loss")
    step = v1.train.get_or_create_global_step()
    rate = v1.train.exponential_decay(0.3, step, 5, 0.9, staircase=True)
    train = v1.train.GradientDescentOptimizer(rate).minimize(loss, global_step=step)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        target = POINTS @ np.array([1.0, -2.0, 0.5], np.float32) + 0.25
        for _ in range(12):
            _, value, at, count = session.run([train, loss, rate, step], {x: POINTS, y: target})
            yield value, at, count
        yield w.eval(), b.eval(), loss.eval({"x:0": POINTS, "y:0": target})


@tutorial
def classifier_with_two_layers(tf, v1):
    x = v1.placeholder(tf.float32, [None, 20])
    labels = v1.placeholder(tf.int64, [None])
    keep = v1.placeholder_with_default(1.0, [])

    def dense(value, size, name, activation=None):
        with v1.variable_scope(name):
            w = v1.get_variable(
                "w", initializer=made([value.shape[1], size], len(name)), regularizer=lambda v: 0.01 * tf.nn.l2_loss(v)
            )
            b = v1.get_variable("b", [size], initializer=v1.zeros_initializer())
            result = tf.matmul(value, w) + b
            return result if activation is None else activation(result)

    hidden = v1.nn.dropout(dense(x, 16, "hidden", tf.nn.relu), keep_prob=keep)
    logits = dense(hidden, 4, "logits")
    loss = v1.losses.sparse_softmax_cross_entropy(labels, logits)
    total = v1.losses.get_total_loss()
    accuracy, update = v1.metrics.accuracy(labels, tf.argmax(logits, 1))
    optimizer = v1.train.AdamOptimizer(0.02)
    pairs = optimizer.compute_gradients(total)
    clipped, norm = tf.clip_by_global_norm([g for g, _ in pairs], 1.0)
    train = optimizer.apply_gradients(zip(clipped, [v for _, v in pairs]))
    averages = v1.train.ExponentialMovingAverage(0.9)
    with tf.control_dependencies([train]):
        train = averages.apply(v1.trainable_variables())
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        for _ in range(3):
            for first in range(0, 48, 16):
                feeds = {x: IMAGES[first : first + 16], labels: DIGITS[first : first + 16], keep: 1.0}
                values = session.run([loss, total, norm, train, update], feeds)
                yield values[:3], values[4], session.run(accuracy)
        yield session.run([averages.average(v) for v in v1.trainable_variables()])
        yield sorted(v.name for v in v1.global_variables() if v.name not in ("x",))


@tutorial
def recurrent_network_in_a_loop(tf, v1):
    inputs = v1.placeholder(tf.float32, [6, 5, 4])
    with v1.variable_scope("cell", initializer=v1.constant_initializer(0.1)):
        kernel = v1.get_variable("kernel", initializer=made([4 + 7, 7], 5))
        bias = v1.get_variable("bias", [7])
    steps = tf.TensorArray(tf.float32, 5).unstack(tf.transpose(inputs, [1, 0, 2]))

    def body(time, state, outputs):
        state = tf.tanh(tf.matmul(tf.concat([steps.read(time), state], 1), kernel) + bias)
        return time + 1, state, outputs.write(time, state)

    _, last, outputs = v1.while_loop(
        lambda time, *_: time < 5, body, [tf.constant(0), tf.zeros([6, 7]), tf.TensorArray(tf.float32, 5)]
    )
    loss = tf.reduce_mean(tf.square(last - 0.5)) + tf.reduce_mean(outputs.stack()) * 0.1
    train = v1.train.RMSPropOptimizer(0.02, centered=True).minimize(loss)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for _ in range(5):
            yield session.run([loss, train], {inputs: SEQUENCES})[:1]
        yield session.run([kernel, bias])


@tutorial
def words_as_vectors(tf, v1):
    words = v1.placeholder(tf.int32, [8])
    contexts = v1.placeholder(tf.int64, [8, 1])
    table = v1.get_variable("table", initializer=made([12, 5], 7), partitioner=None)
    weights = v1.get_variable("weights", initializer=made([12, 5], 8))
    biases = v1.Variable(tf.zeros([12]))
    embedded = v1.nn.embedding_lookup(table, words)
    sampled = ([1, 4, 7], np.full([8, 1], 0.4, np.float32), np.full([3], 0.3, np.float32))
    sampled = tuple(tf.constant(part, t) for part, t in zip(sampled, (tf.int64, tf.float32, tf.float32)))
    loss = tf.reduce_mean(v1.nn.nce_loss(weights, biases, contexts, embedded, 3, 12, sampled_values=sampled))
    train = v1.train.AdagradOptimizer(0.5).minimize(loss)
    norm = tf.sqrt(v1.reduce_sum(tf.square(table), 1, keep_dims=True))
    similarity = tf.matmul(table / norm, table / norm, transpose_b=True)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for batch, targets in zip(WORDS, CONTEXTS):
            yield session.run([loss, train], {words: batch, contexts: targets})[:1]
        yield similarity.eval(), biases.eval()


@tutorial
def two_networks_against_each_other(tf, v1):
    real = v1.placeholder(tf.float32, [None, 2])
    noise = v1.placeholder(tf.float32, [None, 3])

    def dense(value, size, name, seed):
        with v1.variable_scope(name):
            w = v1.get_variable("w", initializer=made([value.shape[1], size], seed))
            return tf.matmul(value, w) + v1.get_variable("b", [size], initializer=v1.zeros_initializer())

    def generator(value):
        with v1.variable_scope("generator"):
            return dense(tf.nn.relu(dense(value, 8, "one", 1)), 2, "two", 2)

    def discriminator(value, reuse=False):
        with v1.variable_scope("discriminator", reuse=reuse):
            return dense(v1.nn.leaky_relu(dense(value, 8, "one", 3)), 1, "two", 4)

    fake = generator(noise)
    on_real, on_fake = discriminator(real), discriminator(fake, reuse=True)
    entropy = v1.nn.sigmoid_cross_entropy_with_logits
    loss_d = tf.reduce_mean(
        entropy(logits=on_real, labels=tf.ones_like(on_real)) + entropy(logits=on_fake, labels=tf.zeros_like(on_fake))
    )
    loss_g = tf.reduce_mean(entropy(logits=on_fake, labels=tf.ones_like(on_fake)))

    def of(scope):
        return v1.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES, scope=scope)

    train_d = v1.train.AdamOptimizer(0.01, beta1=0.5).minimize(loss_d, var_list=of("discriminator"))
    train_g = v1.train.AdamOptimizer(0.01, beta1=0.5).minimize(loss_g, var_list=of("generator"))
    yield [v.name for v in of("generator")], [v.name for v in of("discriminator")]
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for i in range(6):
            feeds = {real: POINTS[:8, :2], noise: POINTS[8 + i : 16 + i]}
            yield session.run([loss_d, train_d], feeds)[:1], session.run([loss_g, train_g], feeds)[:1]
        yield session.run(fake, feeds)


@tutorial
def losses_tables_and_assertions(tf, v1):
    a, b = tf.constant([[1.0, 2.0, 4.0], [0.0, 3.0, 1.0]]), tf.constant([[2.0, 2.0, 1.0], [1.0, 1.0, 5.0]])
    shards = [tf.constant(made([4, 2], 1)), tf.constant(made([4, 2], 2)), tf.constant(made([3, 2], 3))]
    ids = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], tf.constant([1, 10, 6], tf.int64), [3, 2])
    with tf.control_dependencies(
        [
            v1.assert_equal(a, a, data=[a]),
            v1.assert_less(a, a + 1.0),
            v1.assert_rank(a, 2),
            v1.assert_positive(b, message="x"),
            v1.assert_integer(tf.constant(1)),
            v1.assert_type(a, tf.float32),
        ]
    ):
        checked = tf.identity(v1.assert_scalar(tf.constant(2.0)))
    fetches = [
        checked,
        v1.losses.mean_pairwise_squared_error(a, b),
        v1.losses.mean_pairwise_squared_error(a, b, weights=0.5),
        v1.losses.mean_pairwise_squared_error(a, b, weights=[[2.0], [0.0]]),
        v1.losses.mean_pairwise_squared_error(a, b, weights=0.0),
        *(v1.nn.embedding_lookup_sparse(shards, ids, None, strategy, combiner=combiner)
          for strategy in ("mod", "div") for combiner in ("sum", "sqrtn", "mean")),
        *(function(step) for step in (0, 3, 10, 100) for function in (
            lambda step: v1.train.cosine_decay_restarts(0.1, step, 5), lambda step: v1.train.cosine_decay_restarts(0.1, step, 4, 1.0, 0.9, 0.1),
            lambda step: v1.train.linear_cosine_decay(0.1, step, 20), lambda step: v1.train.linear_cosine_decay(0.1, step, 20, 2.0, 0.1, 0.2))),
        len(v1.losses.get_losses()) * tf.constant(1),
    ]  # fmt: skip
    with v1.Session() as session:
        yield from session.run(fetches)
        try:
            with tf.control_dependencies([v1.assert_less(v1.placeholder_with_default(2.0, []), 1.0)]):
                session.run(tf.constant(1.0) + 0.0)
        except tf.errors.InvalidArgumentError:
            yield "assertion failed"


def flat(tf, value):
    return [np.asarray(leaf) for leaf in tf.nest.flatten(value)]


@pytest.mark.parametrize("program", **tutorial.parameters())
def test_same_as_tensorflow(tensorflow, gw, program):
    found = []
    for tf in (tensorflow, gw):
        with tf.Graph().as_default():
            found.append([flat(tf, item) for item in program(tf, tf.compat.v1)])
    assert len(found[0]) == len(found[1])
    for number, (want, got) in enumerate(zip(*found, strict=True)):
        for a, b in zip(want, got, strict=True):
            assert a.dtype == b.dtype and a.shape == b.shape, number
            if a.dtype.kind in "US":
                assert a.tolist() == b.tolist()
            else:
                np.testing.assert_allclose(b, a, rtol=3e-4, atol=3e-6, err_msg=f"result {number}")
