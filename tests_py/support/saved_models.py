"""Models for saving and loading, written once for TensorFlow and for what looks like it: (make, inputs) by name."""

import numpy as np


def _module(tf, **parts):
    module = tf.Module()
    for name, value in parts.items():
        setattr(module, name, value)
    return module


def mlp(tf):
    w = [
        tf.Variable(np.arange(6, dtype=np.float32).reshape(3, 2) / 6),
        tf.Variable(np.array([[1, -1], [2, 0.5]], np.float32)),
    ]
    b = tf.Variable([0.5, -0.5], trainable=False)

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="x")])
    def f(x):
        return tf.nn.softmax(tf.nn.relu(x @ w[0] + b) @ w[1])

    return _module(tf, w=w, b=b, f=f)


def cnn(tf):
    k = tf.Variable(np.linspace(-1, 1, 3 * 3 * 1 * 2, dtype=np.float32).reshape(3, 3, 1, 2))

    @tf.function(input_signature=[tf.TensorSpec([None, 6, 6, 1], tf.float32)])
    def f(x):
        y = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, k, 1, "SAME")), 2, 2, "VALID")
        return tf.reduce_mean(y, [1, 2])

    return _module(tf, k=k, f=f)


def rnn(tf):
    w, u = tf.Variable(np.eye(2, dtype=np.float32) * 0.5), tf.Variable(np.ones((2, 2), np.float32) * 0.1)

    @tf.function(input_signature=[tf.TensorSpec([None, None, 2], tf.float32)])
    def f(x):
        def step(i, h, out):
            h = tf.tanh(x[:, i] @ w + h @ u)
            return i + 1, h, out.write(i, h)

        count = tf.shape(x)[1]
        out = tf.TensorArray(tf.float32, count, element_shape=[None, 2])
        _, h, out = tf.while_loop(lambda i, *_: i < count, step, (0, tf.zeros_like(x[:, 0]), out))
        return {"last": h, "all": tf.transpose(out.stack(), [1, 0, 2])}

    return _module(tf, w=w, u=u, f=f)


def branches(tf):
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(n):
        big = tf.cond(n > 3, lambda: n * 2, lambda: tf.cond(n > 1, lambda: n - 1, lambda: n + 10))
        return big, tf.switch_case(
            n % 3, [lambda: tf.constant("a"), lambda: tf.constant("b"), lambda: tf.constant("c")]
        )

    return _module(tf, f=f)


def nested(tf):
    v = tf.Variable(3.0)
    inner = tf.function(lambda x: x * v)
    middle = tf.function(lambda x: inner(x) + inner(x + 1.0))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def f(x):
        return [middle(x), inner(tf.reduce_sum(x))]

    return _module(tf, v=v, f=f)


def strings(tf):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def f(x):
        return (
            tf.strings.upper(x),
            tf.strings.length(x),
            tf.strings.join([x, "!"]),
            tf.strings.regex_replace(x, "a", "b"),
        )

    return _module(tf, f=f)


def tables(tf):
    keys = tf.lookup.KeyValueTensorInitializer(["a", "bb"], tf.constant([1, 2], tf.int64))
    table = tf.lookup.StaticHashTable(keys, -1)
    mutable = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, 0.5)
    mutable.insert(["a"], [7.0])

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def f(x):
        return table.lookup(x), mutable.lookup(x)

    return _module(tf, table=table, mutable=mutable, f=f)


def resource(tf):
    class Table(tf.saved_model.experimental.TrackableResource):
        def _create_resource(self):
            return tf.raw_ops.MutableHashTableV2(key_dtype=tf.int64, value_dtype=tf.int64, shared_name="a resource")

        def _initialize(self):
            keys, values = tf.constant([1, 2], tf.int64), tf.constant([5, 6], tf.int64)
            tf.raw_ops.LookupTableImportV2(table_handle=self.resource_handle, keys=keys, values=values)

    table = Table()
    missing = tf.constant(-1, tf.int64)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int64)])
    def f(x):
        return tf.raw_ops.LookupTableFindV2(table_handle=table.resource_handle, keys=x, default_value=missing)

    return _module(tf, table=table, f=f)


def counter(tf):
    count = tf.Variable(0, dtype=tf.int64)

    @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
    def f(n):
        count.assign_add(n)
        return count.read_value() * 10

    return _module(tf, count=count, f=f)


def large_constant(tf):
    table = tf.constant(np.arange(2000, dtype=np.float32).reshape(500, 4))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def f(ids):
        return tf.gather(table, ids)

    return _module(tf, f=f)


def several_traces(tf):
    @tf.function
    def f(x, power=2, *, negative=False):
        y = x**power
        return {"y": -y if negative else y, "shape": tf.shape(x)}

    f(tf.constant([1.0]))
    f(tf.constant([1.0, 2.0, 3.0]), 3, negative=True)
    f(tf.constant(2))
    return _module(tf, f=f)


def many_dtypes(tf):
    dtypes = (tf.float64, tf.int8, tf.uint16, tf.bool, tf.complex64, tf.bfloat16, tf.float16)
    variables = [tf.Variable(tf.cast(tf.constant([0, 1, 1]), d)) for d in dtypes]

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(i):
        return [tf.cast(tf.cast(v, tf.complex64)[i], tf.complex64) for v in variables]

    return _module(tf, v=variables, f=f)


def structures(tf):
    @tf.function(input_signature=[{"b": tf.TensorSpec([2]), "a": [tf.TensorSpec([]), tf.TensorSpec([None])]}])
    def f(x):
        return {"sum": x["a"][0] + x["b"], "rest": (x["a"][1], [x["b"], None])}

    return _module(tf, f=f)


def ragged(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32)])
    def f(x):
        return tf.reduce_sum(x, axis=1), x * 2.0

    return _module(tf, f=f)


def seeded(tf):
    @tf.function(input_signature=[tf.TensorSpec([2], tf.int32)])
    def f(seed):
        return tf.random.stateless_normal([3], seed), tf.random.stateless_uniform([2], seed)

    return _module(tf, f=f)


def _f32(*shape):
    return np.linspace(-1, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)


# name -> (make, arguments of f for each call, as functions of the module)
MODELS = {
    "mlp": (mlp, [lambda tf: ((_c(tf, _f32(4, 3)),), {})]),
    "cnn": (cnn, [lambda tf: ((_c(tf, _f32(2, 6, 6, 1)),), {})]),
    "rnn": (rnn, [lambda tf: ((_c(tf, _f32(2, 5, 2)),), {}), lambda tf: ((_c(tf, _f32(1, 1, 2)),), {})]),
    "branches": (branches, [lambda tf, n=n: ((tf.constant(n),), {}) for n in (0, 2, 7)]),
    "nested": (nested, [lambda tf: ((_c(tf, _f32(3)),), {})]),
    "strings": (strings, [lambda tf: ((tf.constant(["a", "", "banana"]),), {})]),
    "tables": (tables, [lambda tf: ((tf.constant(["a", "bb", "c"]),), {})]),
    "resource": (resource, [lambda tf: ((tf.constant([1, 3], tf.int64),), {})]),
    "counter": (counter, [lambda tf: ((tf.constant(2, tf.int64),), {})] * 2),
    "large_constant": (large_constant, [lambda tf: ((tf.constant([3, 499]),), {})]),
    "several_traces": (
        several_traces,
        [
            lambda tf: ((tf.constant([2.0]),), {}),
            lambda tf: ((tf.constant([2.0, 3.0, 4.0]), 3), {"negative": True}),
            lambda tf: ((tf.constant([2.0, 3.0, 4.0]),), {"power": 3, "negative": True}),
            lambda tf: ((tf.constant(5),), {}),
            lambda tf: ((tf.constant([2.0, 3.0, 4.0]), 4), {}),
        ],
    ),
    "many_dtypes": (many_dtypes, [lambda tf: ((tf.constant(1),), {})]),
    "structures": (
        structures,
        [lambda tf: (({"b": tf.constant([1.0, 2.0]), "a": [tf.constant(1.0), tf.constant([5.0])]},), {})],
    ),
    "ragged": (ragged, [lambda tf: ((tf.ragged.constant([[1.0, 2.0], [], [3.0]]),), {})]),
    "seeded": (seeded, [lambda tf: ((tf.constant([1, 2]),), {})]),
}


def _c(tf, array):
    return tf.constant(array)
