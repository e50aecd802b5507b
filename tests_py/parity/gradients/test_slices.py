"""Gradients of gathered rows are tf.IndexedSlices where TensorFlow's are, and what is done with those."""

import pytest

from support.compare import Cases, same_results
from support.gradient_programs import gradient, matrix

case = Cases()


def table(tf):
    return tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def some_slices(tf):
    return tf.IndexedSlices(tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([0, 0]), tf.constant([3, 2]))


@case
def gather_rows(tf):
    x, v = matrix(tf), table(tf)
    long = tf.constant([2, 1], tf.int64)
    return [
        gradient(tf, lambda v: tf.gather(v, [0, 2, 0]), v),
        gradient(tf, lambda v: tf.gather(v, [[0, 2], [1, 0]]), v),
        gradient(tf, lambda v: tf.gather(v, 1), v),
        gradient(tf, lambda v: tf.gather(v, long) * 2.0, v),
        gradient(tf, lambda x: tf.gather(x, [0, 2, 0]), x),
        gradient(tf, lambda x: tf.gather(x, [[0], [2]], axis=-2), x),
        gradient(tf, lambda x: tf.raw_ops.Gather(params=x, indices=[0, 2]), x),
        gradient(tf, lambda x: tf.gather_nd(x, [[0], [2]]), x),
        gradient(tf, lambda v: tf.gather_nd(v, [[0], [2]]), v),
        gradient(tf, lambda v: v.sparse_read([0, 2]), v),
        gradient(tf, lambda v: v.gather_nd([[0], [2]]), v),
        gradient(tf, lambda v: tf.nn.embedding_lookup(v, [1, 1]) * 2.0, v),
        gradient(tf, lambda v: tf.nn.embedding_lookup(v, [1, 1], max_norm=1.0), v),
    ]


@case
def gather_elsewhere_is_dense(tf):
    x, v = matrix(tf), table(tf)
    return [
        gradient(tf, lambda x: tf.gather(x, [0, 1], axis=1), x),
        gradient(tf, lambda x: tf.gather(x, [[0], [1], [0]], batch_dims=1), x),
        gradient(tf, lambda v: tf.gather(v, [[0], [1], [0]], batch_dims=1), v),
        gradient(tf, lambda v: tf.gather(v, [0, 1], axis=1), v),
        gradient(tf, lambda x: tf.gather_nd(x, [[0, 1], [2, 0]]), x),
        gradient(tf, lambda v: tf.gather_nd(v, [[0, 1], [2, 0]]), v),
    ]


@case
def through_other_ops(tf):
    x, v = matrix(tf), table(tf)
    return [
        gradient(tf, lambda x: tf.gather(x * 2.0, [0, 2]), x),
        gradient(tf, lambda x: tf.gather(tf.identity(x), [0, 2]), x),
        gradient(tf, lambda v: tf.gather(v.read_value(), [0, 2]), v),
        gradient(tf, lambda v: tf.gather(tf.convert_to_tensor(v), [0, 2]), v),
        gradient(tf, lambda x: tf.gather(tf.reshape(x, [2, 3]), [0]), x),
        gradient(tf, lambda x: tf.gather(tf.add_n([x, x, x]), [0, 2]), x),
        gradient(tf, lambda x: tf.gather(x + x, [0, 2]), x),
        gradient(tf, lambda x: tf.gather(tf.cast(x, tf.float64), [0, 2]), x),
        gradient(tf, lambda x: tf.gather(tf.identity_n([x, x])[0], [0, 2]), x),
        gradient(tf, lambda x: tf.gather(tf.stack([x, x]), [0]), x),
        gradient(tf, lambda x: tf.gather(tf.concat([x * 1.0, tf.identity(x)], 0), [4, 0, 5]), x),
        gradient(tf, lambda x: tf.gather(tf.concat([tf.ones([2, 2]), x], 0), [4, 0, 3]), x),
        gradient(tf, lambda x: tf.gather(tf.concat([tf.ones([3, 2]), x], 1), [0, 2]), x),
    ]


@case
def sums(tf):
    v, x = table(tf), matrix(tf)

    def rows(table, i):
        return tf.reduce_sum(tf.gather(table, i))

    return [
        gradient(tf, lambda v: rows(v, [0]) + rows(v, [2, 1]), v),
        gradient(tf, lambda v: rows(v, [0]) + rows(v, tf.constant([2, 1], tf.int64)), v),
        gradient(tf, lambda v: rows(v, [0]) + tf.reduce_sum(v * v), v),
        gradient(tf, lambda x: tf.reduce_sum(x * x) + rows(x, [0]), x),
    ]


@case
def functions(tf):
    v, x = table(tf), matrix(tf)

    @tf.function
    def rows(table, i):
        return tf.gather(table, i) * 3.0

    @tf.function
    def inside(i):
        with tf.GradientTape() as tape:
            y = tf.gather(v, i)
        return tape.gradient(y, v)

    @tf.function
    def loop(i):
        total = tf.zeros([2])
        for _ in tf.range(3):
            total += tf.reduce_sum(tf.gather(v, i), 0)
        return total

    return [
        gradient(tf, lambda v: rows(v, [0, 2]), v),
        gradient(tf, lambda x: rows(x, [0, 2]), x),
        gradient(tf, lambda x: rows(x * 1.0, [0, 2]), x),
        gradient(tf, lambda v: tf.reduce_sum(rows(v, [0, 2])) + tf.reduce_sum(rows(v, [1])), v),
        inside([0, 2]),
        gradient(tf, lambda v: loop([0, 2]), v),
        tf.function(lambda i: tf.gradients(tf.gather(v, i), [v]))([0, 2]),
    ]


@case
def branches(tf):
    v, x, yes, no = table(tf), matrix(tf), tf.constant(True), tf.constant(False)

    def choice(first, second):
        @tf.function
        def f(which, table):
            return tf.cond(which, lambda: first(table), lambda: second(table))

        return f

    def rows(table):
        return tf.gather(table, [0, 2]) * 3.0

    pairs = [choice(rows, lambda t: tf.ones([2, 2])), choice(lambda t: tf.square(t)[:2], rows), choice(rows, rows)]
    results = [gradient(tf, lambda t, f=f, w=w: f(w, t), s) for f in pairs for w in (yes, no) for s in (v, x)]
    return [[tf.cast(g.indices, tf.int64), g.values, g.dense_shape] for g in results]


@case
def unknown_shapes(tf):
    @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec(None, tf.int32)])
    def f(x, i):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.gather(x, i)
        return tape.gradient(y, x)

    return f(matrix(tf), [0, 2]), f(matrix(tf), [[0], [2]]), f(matrix(tf), 1)


@case
def second_order(tf):
    v = table(tf)
    results = []
    for through in (tf.convert_to_tensor, lambda g: g.values, lambda g: tf.convert_to_tensor(g) ** 2):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = tf.reduce_sum(tf.gather(v, [0, 2, 0]) ** 3)
            g = through(inner.gradient(y, v))
        results.append(outer.gradient(g, v))
    return results


@case
def jacobians(tf):
    v, x = table(tf), matrix(tf)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.gather(v, [0, 2])[:, 0] + tf.gather(x, [1, 1])[:, 1]
    return tape.jacobian(y, [v, x])


@case
def no_dependence(tf):
    v, x = table(tf), matrix(tf)
    return gradient(tf, lambda v, x: tf.gather(x, [0]), [v, x], unconnected_gradients="zero")


@case
def custom_gradients(tf):
    given = []

    @tf.custom_gradient
    def gives(x):
        return x * 1.0, lambda u: tf.IndexedSlices(tf.ones([1, 2]), tf.constant([1]), tf.constant([3, 2]))

    @tf.custom_gradient
    def takes(x):
        def grad(upstream):
            given.append(type(upstream).__name__)
            return upstream

        return x * 1.0, grad

    x = matrix(tf)
    return [
        gradient(tf, gives, x),
        gradient(tf, lambda x: gives(x * 2.0), x),
        gradient(tf, lambda x: tf.gather(takes(x), [0]), x),
        gradient(tf, tf.function(gives), x),
        given,
    ]


@case
def conversions(tf):
    s = some_slices(tf)
    return [
        tf.convert_to_tensor(s),
        tf.cast(s, tf.float64),
        tf.identity(s),
        tf.stop_gradient(s),
        tf.math.scalar_mul(2.0, s),
        -s,
        s.shape.as_list(),
        s.dtype.name,
        tf.add_n([s, s]),
        tf.multiply(s, 2.0),
        tf.square(s),
        tf.reduce_sum(s),
        tf.concat([s, s], 0),
        tf.is_tensor(s),
        str(s),
    ]


@case
def not_to_another_dtype(tf):
    return tf.convert_to_tensor(some_slices(tf), tf.float64)


@case
def not_without_a_shape(tf):
    return tf.convert_to_tensor(tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])))


@case
def norms(tf):
    s, other = some_slices(tf), tf.IndexedSlices(tf.constant([[3.0, 4.0]]), tf.constant([1]), tf.constant([3, 2]))
    return [
        tf.clip_by_norm(s, 1.0),
        tf.clip_by_value(s, 0.0, 2.0),
        tf.linalg.global_norm([s, None, tf.constant([1.0])]),
        tf.clip_by_global_norm([s, other, None, tf.constant([1.0])], 2.0),
    ]


@case
def updates_of_variables(tf):
    results = []
    for name in ("add", "sub", "mul", "div", "min", "max", "update"):
        v = table(tf)
        slices = tf.IndexedSlices(tf.constant([[1.5, 2.5], [3.5, 4.5]]), tf.constant([0, 2]), tf.constant([3, 2]))
        getattr(v, f"scatter_{name}")(slices)
        results.append(v.read_value())
    v = table(tf)
    v.assign_sub(some_slices(tf))
    v.scatter_sub(gradient(tf, lambda v: tf.gather(v, [0, 2, 0]), v))
    return [*results, v.read_value()]


@case
def training(tf):
    v = table(tf)

    @tf.function
    def step(ids):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.nn.embedding_lookup(v, ids) ** 2)
        gradient = tape.gradient(loss, v)
        v.scatter_sub(tf.IndexedSlices(gradient.values * 0.1, gradient.indices, gradient.dense_shape))
        return loss

    return [step(tf.constant([0, 2, 0])) for _ in range(3)], v.read_value()


@case
def recomputed(tf):
    v, c = table(tf), matrix(tf)
    gathered = tf.recompute_grad(lambda x: tf.gather(x, [0, 2, 0]) * tf.gather(v, [1, 1, 2])[:, :1])
    with tf.GradientTape() as tape:
        tape.watch(c)
        y = gathered(c)
    return tape.gradient(y, [c, v]), gradient(tf, lambda v: tf.recompute_grad(lambda: tf.gather(v, [0, 0]))(), v)


@case
def shapes_in_functions(tf):
    v, shapes = table(tf), []

    @tf.function
    def collect(n):
        with tf.GradientTape() as tape:
            y = tf.gather(v, [0, 2])
        made = {
            "of a gradient": tape.gradient(y, v),
            "of numbers": some_slices(tf),
            "of a shape": tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]), tf.shape(v)),
            "in part": tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]), tf.stack([n, 2])),
            "unknown": tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0])),
        }
        shapes.extend((name, slices.shape) for name, slices in made.items())
        return n

    collect(tf.constant(3))
    return shapes


@case
def attributes_of_composites(tf):
    """Libraries keep things of their own with what passes through them, as Keras 2 does with masks."""
    found = []

    def marked(*values):
        for value in values:
            value._mask = (type(value).__name__, 3)
            found.append(value._mask)
        return values[0]

    values = tf.ragged.constant([[1.0], [2.0, 3.0]]), tf.sparse.from_dense([1.0, 0.0]), some_slices(tf)
    marked(*values)
    copies = [hasattr(value, "_mask") for value in (values[0] * 1.0, values[1] * 1.0)]
    return tf.function(marked)(*values).flat_values, found, copies


def test_slices_as_target(gw):
    """TensorFlow has no gradient of slices; here they count as the tensor that they stand for."""
    v = table(gw)
    with gw.GradientTape() as outer:
        with gw.GradientTape() as inner:
            y = gw.reduce_sum(gw.gather(v, [0, 2, 0]) ** 3)
        g = inner.gradient(y, v)
    assert gw.reduce_all(gw.convert_to_tensor(outer.gradient(g, v)) == [[12.0, 24.0], [0.0, 0.0], [30.0, 36.0]])


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)


def test_rows_of_several_tables(tensorflow, gw):
    """Each table has slices as its gradient."""
    found = []
    for tf in (tensorflow, gw):
        tables = [tf.Variable(tf.ones([rows, 2]) * rows) for rows in (3, 2)]
        lookup = tf.nn.embedding_lookup
        for look_up in (lookup, tf.function(lookup)):
            for ids in ([[0, 4], [3, 0]], 2):
                with tf.GradientTape() as tape:
                    rows = look_up(tables, tf.constant(ids))
                slices = tape.gradient(rows, tables)
                found.append([rows.shape, rows.numpy().tolist(), [type(each).__name__ for each in slices]])
                found[-1] += [tf.convert_to_tensor(each).numpy().tolist() for each in slices]
        with pytest.raises(tf.errors.InvalidArgumentError):
            lookup(tables, [5])
    assert found[4:] == found[:4]


@pytest.mark.parametrize("traced", [False, True], ids=["eager", "function"])
@pytest.mark.parametrize("name", ["sum", "mean", "sqrt_n"])
def test_gradients_of_segments_of_chosen_rows(name, traced, gw, tensorflow):
    """With `sparse_gradient` they are slices, one for each row that was read, in the order of the rows."""

    def results(tf):
        found = []
        for indices, segments, count in (([0, 1], [0, 0], None), ([4, 1, 4, 0], [0, 0, 1, 2], 4), ([], [], 2)):
            for dtype in (tf.int32, tf.int64):
                data = tf.reshape(tf.range(12.0), [6, 2])

                def gradient(data=data, indices=indices, segments=segments, count=count, dtype=dtype):
                    with tf.GradientTape() as tape:
                        tape.watch(data)
                        chosen, ids = tf.constant(indices, dtype), tf.constant(segments, tf.int32)
                        function = getattr(tf.sparse, f"segment_{name}")
                        rows = function(data, chosen, ids, num_segments=count, sparse_gradient=True)
                        squares = rows * rows
                    return tape.gradient(squares, data)

                got = (tf.function(gradient) if traced else gradient)()
                found.append([part.numpy().tolist() for part in (got.values, got.indices, got.dense_shape)])
        return found

    assert results(gw) == results(tensorflow)
