"""Further models for saving and loading, of the kinds that people serve; written once for both modules."""

import os
import tempfile

import numpy as np


def _module(tf, **parts):
    module = tf.Module()
    for name, value in parts.items():
        setattr(module, name, value)
    return module


def _weights(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32) * 0.3


def embedding_bag(tf):
    table = tf.Variable(_weights(11, 4))

    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int64)])
    def f(ids):
        return tf.reduce_mean(tf.gather(table, ids), axis=1)

    return _module(tf, table=table, f=f)


def attention(tf):
    q, k, v = (tf.Variable(_weights(4, 4, seed=i)) for i in range(3))

    @tf.function(input_signature=[tf.TensorSpec([None, None, 4], tf.float32), tf.TensorSpec([None, None], tf.bool)])
    def f(x, mask):
        scores = tf.einsum("bid,bjd->bij", x @ q, x @ k) / 2.0
        scores = tf.where(mask[:, None, :], scores, -1e9)
        return tf.nn.softmax(scores) @ (x @ v)

    return _module(tf, q=q, k=k, v=v, f=f)


def normalized(tf):
    gamma, beta = tf.Variable([1.0, 2.0, 0.5]), tf.Variable([0.0, 1.0, -1.0])

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def f(x):
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        return tf.nn.gelu(tf.nn.batch_normalization(x, mean, variance, beta, gamma, 1e-5))

    return _module(tf, gamma=gamma, beta=beta, f=f)


def gru(tf):
    w, u = tf.Variable(_weights(2, 9)), tf.Variable(_weights(3, 9, seed=1))

    @tf.function(input_signature=[tf.TensorSpec([None, None, 2], tf.float32)])
    def f(x):
        h = tf.zeros([tf.shape(x)[0], 3])
        states = tf.TensorArray(tf.float32, tf.shape(x)[1], element_shape=[None, 3])
        for t in tf.range(tf.shape(x)[1]):
            a, b = x[:, t] @ w, h @ u
            z, r = tf.sigmoid(a[:, :3] + b[:, :3]), tf.sigmoid(a[:, 3:6] + b[:, 3:6])
            h = z * h + (1.0 - z) * tf.tanh(a[:, 6:] + r * b[:, 6:])
            states = states.write(t, h)
        return {"states": tf.transpose(states.stack(), [1, 0, 2]), "last": h}

    return _module(tf, w=w, u=u, f=f)


def words(tf):
    keys = tf.lookup.KeyValueTensorInitializer(["the", "cat", "sat"], tf.constant([1, 2, 3], tf.int64))
    table = tf.lookup.StaticVocabularyTable(keys, 2)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def f(text):
        tokens = tf.strings.split(tf.strings.lower(text))
        ids = tf.ragged.map_flat_values(table.lookup, tokens)
        return {"ids": ids.to_tensor(-1), "lengths": tokens.row_lengths()}

    return _module(tf, table=table, f=f)


def own_gradient(tf):
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def clipped(x):
        return x * x, lambda dy: tf.clip_by_value(dy * x, -1.0, 1.0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(x):
        return clipped(x * v)

    return _module(tf, v=v, f=f)


def sparse(tf):
    w = tf.Variable(_weights(5, 2))

    @tf.function(input_signature=[tf.SparseTensorSpec([None, 5], tf.float32)])
    def f(x):
        return tf.sparse.sparse_dense_matmul(x, w)

    return _module(tf, w=w, f=f)


def nested_loops(tf):
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n):
        total = tf.constant(0)
        for i in tf.range(n):
            j = i
            while j > 0:
                if j % 3 == 0:
                    total += i * j
                elif j % 7 == 0:
                    break
                j -= 1
        return total

    return _module(tf, f=f)


def maps(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def f(x):
        squares = tf.map_fn(lambda row: tf.reduce_sum(row * row), x)
        sums = tf.scan(lambda total, row: total + row, x)
        return squares, sums, tf.foldl(lambda a, b: a * 0.5 + b, squares)

    return _module(tf, f=f)


def images(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, None, None, 3], tf.uint8)])
    def f(x):
        y = tf.image.resize(tf.cast(x, tf.float32) / 255.0, [4, 4])
        return tf.image.per_image_standardization(tf.image.flip_left_right(y))

    return _module(tf, f=f)


def examples(tf):
    w = tf.Variable([[0.5], [-1.0]])

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def f(serialized):
        features = {
            "x": tf.io.FixedLenFeature([2], tf.float32, [0.0, 1.0]),
            "name": tf.io.VarLenFeature(tf.string),
        }
        parsed = tf.io.parse_example(serialized, features)
        return {"y": parsed["x"] @ w, "names": tf.sparse.to_dense(parsed["name"])}

    return _module(tf, w=w, f=f)


def vocabulary(tf):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "vocabulary.txt")
    with open(path, "w") as file:
        file.write("red\ngreen\nblue\n")
    index = tf.lookup.TextFileIndex
    lines = tf.lookup.TextFileInitializer(path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
    table = tf.lookup.StaticHashTable(lines, -1)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def f(x):
        return table.lookup(x)

    return _module(tf, table=table, f=f)


def mobile(tf):
    d, p = tf.Variable(_weights(3, 3, 2, 1)), tf.Variable(_weights(1, 1, 2, 3, seed=1))
    mean, variance = tf.Variable([0.1, 0.2, 0.3], trainable=False), tf.Variable([1.0, 2.0, 3.0], trainable=False)

    @tf.function(input_signature=[tf.TensorSpec([None, 5, 5, 2], tf.float32)])
    def f(x):
        y = tf.nn.depthwise_conv2d(x, d, [1, 2, 2, 1], "SAME")
        y = tf.nn.conv2d(tf.nn.relu6(y), p, 1, "SAME")
        y = tf.nn.batch_normalization(y, mean, variance, None, None, 1e-3)
        return tf.argmax(tf.reduce_mean(y, [1, 2]), -1), y

    return _module(tf, d=d, p=p, mean=mean, variance=variance, f=f)


def ragged_result(tf):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def f(n):
        return {"ranges": tf.ragged.range(n), "n": n}

    return _module(tf, f=f)


def spectrum(tf):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(x):
        frames = tf.signal.frame(x, 8, 4) * tf.signal.hann_window(8)
        return tf.abs(tf.signal.rfft(frames))

    return _module(tf, f=f)


def growing(tf):
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n):
        def more(i, x):
            return i + 1, tf.concat([x, [i * i]], 0)

        shapes = (tf.TensorShape([]), tf.TensorShape([None]))
        return tf.while_loop(lambda i, _: i < n, more, (tf.constant(0), tf.constant([7])), shape_invariants=shapes)[1]

    return _module(tf, f=f)


def containers(tf):
    layers = [{"w": tf.Variable(_weights(2, 2, seed=i)), "b": tf.Variable([0.1 * i, 0.2])} for i in range(3)]
    state = {"steps": tf.Variable(0, trainable=False), "pair": (tf.Variable(1.0), tf.Variable(2.0))}

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def f(x):
        state["steps"].assign_add(1)
        for layer in layers:
            x = tf.tanh(x @ layer["w"] + layer["b"])
        return x * state["pair"][0] + state["pair"][1], state["steps"].read_value()

    return _module(tf, layers=layers, state=state, f=f)


def generator(tf):
    source = tf.random.Generator.from_seed(7, alg="philox")

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n):
        return source.uniform([n]), source.uniform([2], 0, 100, tf.int32)

    return _module(tf, source=source, f=f)


def _example(tf, **features):
    made = {}
    for name, values in features.items():
        if isinstance(values[0], bytes):
            made[name] = tf.train.Feature(bytes_list=tf.train.BytesList(value=values))
        else:
            made[name] = tf.train.Feature(float_list=tf.train.FloatList(value=values))
    return tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString()


def _numbers(*shape):
    return np.linspace(-1, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)


def _one(*values):
    """Returns a call with the tensors of these values."""
    return [lambda tf: (tuple(tf.constant(value) for value in values), {})]


MODELS = {
    "embedding_bag": (embedding_bag, [lambda tf: ((tf.ragged.constant([[1, 2, 3], [10]], dtype=tf.int64),), {})]),
    "attention": (attention, _one(_numbers(2, 3, 4), [[True, True, False], [True, True, True]])),
    "normalized": (normalized, _one(_numbers(4, 3))),
    "gru": (gru, _one(_numbers(2, 5, 2)) + _one(_numbers(1, 1, 2))),
    "words": (words, _one(["The cat sat", "on", ""])),
    "own_gradient": (own_gradient, _one([1.0, -3.0])),
    "sparse": (sparse, [lambda tf: ((tf.sparse.from_dense([[0.0, 1.0, 0.0, 0.0, 2.0], [0.0] * 5]),), {})]),
    "nested_loops": (nested_loops, _one(0) + _one(5) + _one(20)),
    "maps": (maps, _one(_numbers(4, 3))),
    "images": (images, _one(np.arange(2 * 5 * 6 * 3, dtype=np.uint8).reshape(2, 5, 6, 3))),
    "examples": (
        examples,
        [lambda tf: ((tf.constant([_example(tf, x=[1.0, 2.0], name=[b"a", b"b"]), _example(tf, name=[b"c"])]),), {})],
    ),
    "vocabulary": (vocabulary, _one(["green", "pink"])),
    "mobile": (mobile, _one(_numbers(2, 5, 5, 2))),
    "ragged_result": (ragged_result, _one([2, 0, 3])),
    "spectrum": (spectrum, _one(_numbers(24))),
    "growing": (growing, _one(0) + _one(4)),
    "containers": (containers, _one(_numbers(3, 2)) * 2),
    "generator": (generator, _one(3) * 2),
}
