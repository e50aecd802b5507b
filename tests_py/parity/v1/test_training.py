"""Training as in TensorFlow 1: optimizers, averages, templates, parts of variables; losses and variables step by step."""

import numpy as np
import pytest

from support.compare import Cases, same_results

case = Cases()
OPTIMIZERS = [
    "RMSPropOptimizer(0.1, centered=True)",
    "RMSPropOptimizer(0.1, momentum=0.5, centered=True, epsilon=1e-3)",
    "RMSPropOptimizer(0.1, decay=0.8, momentum=0.5)",
    "AdadeltaOptimizer(1.0)",
    "AdadeltaOptimizer(0.5, rho=0.8, epsilon=1e-3)",
    "FtrlOptimizer(0.1)",
    "FtrlOptimizer(0.1, l1_regularization_strength=0.01, l2_regularization_strength=0.1)",
    "FtrlOptimizer(0.1, -0.6, 0.2, 0.01, 0.02, l2_shrinkage_regularization_strength=0.1, beta=0.3)",
    "ProximalGradientDescentOptimizer(0.1, 0.02, 0.1)",
    "ProximalAdagradOptimizer(0.1, 0.2, 0.02, 0.1)",
    "ProximalAdagradOptimizer(0.1)",
    "AdagradDAOptimizer(0.1, v1.train.get_or_create_global_step(), 0.2, 0.01, 0.1)",
    "AdagradOptimizer(0.1)",
    "MomentumOptimizer(0.1, 0.9, use_nesterov=True)",
    "AdamOptimizer(0.1)",
]


@pytest.mark.parametrize("rows", [False, True], ids=["dense", "rows"])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_optimizer(tensorflow, gw, optimizer, rows):
    def program(tf):
        v1 = tf.compat.v1
        with tf.Graph().as_default(), v1.Session() as session:
            w = v1.get_variable("w", initializer=[[1.0, -2.0], [0.5, 3.0], [0.01, -0.02]])
            if rows:
                loss = tf.reduce_sum(tf.nn.embedding_lookup(w, [0, 2, 0]) ** 2)
            else:
                loss = tf.reduce_mean((w - [[0.5, 1.0]]) ** 2)
            made = eval(f"v1.train.{optimizer}", {"v1": v1})
            step = made.minimize(loss, v1.train.get_or_create_global_step())
            session.run(v1.global_variables_initializer())
            found = [[*session.run([loss, step])[:1], session.run(w)] for _ in range(4)]
            slots = [session.run(made.get_slot(w, name)) for name in made.get_slot_names()]
            names = sorted(v.name for v in v1.global_variables())
            return [np.asarray(x).tolist() for pair in found for x in pair], [s.tolist() for s in slots], names

    theirs, ours = program(tensorflow), program(gw)
    assert ours[2] == theirs[2]
    for got, want in zip(ours[:2], theirs[:2], strict=True):
        for a, b in zip(got, want, strict=True):
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)


def _beside(v1, w):
    with v1.variable_scope("opt"):
        yield w


def _in_name_scope(v1, w):
    with v1.name_scope("ns"):
        yield w


def _again(v1, w):
    for _ in range(2):
        with v1.variable_scope("net", reuse=v1.AUTO_REUSE):
            yield w


def _twice(v1, w):
    yield w
    yield w


def _reused(v1, w):
    with v1.variable_scope("net", reuse=True):
        yield w


PLACES = (_beside, _in_name_scope, _again, _twice, _reused)
NAMED = [
    *(
        "MomentumOptimizer(0.1, 0.9)",
        "AdamOptimizer(0.1)",
        "RMSPropOptimizer(0.1, centered=True)",
        "FtrlOptimizer(0.1)",
    ),
    "AdamOptimizer(0.1, use_own_namescope_for_non_slot_vars=True)",
    "AdagradDAOptimizer(0.1, v1.train.get_or_create_global_step())",
    *("ExponentialMovingAverage(0.9)", "ExponentialMovingAverage(0.9, zero_debias=True)"),
]


@pytest.mark.parametrize("made", NAMED)
def test_names_in_scopes(tensorflow, gw, made):
    """By these names checkpoints are restored."""

    def program(tf):
        v1 = tf.compat.v1
        found = []
        for parts in (None, v1.fixed_size_partitioner(2)):
            for place in PLACES:
                with tf.Graph().as_default():
                    with v1.variable_scope("net"):
                        w = v1.get_variable("w", [4], partitioner=parts)
                        pieces = [w] if parts is None else list(w)
                        try:
                            for _ in place(v1, w):
                                kept = eval(f"v1.train.{made}", {"v1": v1})
                                if "Average" in made:
                                    kept.apply([*pieces, tf.identity(tf.constant([1.0]), name="t")])
                                    found.append(sorted(kept.variables_to_restore()))
                                else:
                                    kept.apply_gradients([(tf.ones_like(piece), piece) for piece in pieces])
                        except ValueError as error:
                            found.append(type(error).__name__)
                    infos = [v._get_save_slice_info() for v in v1.global_variables()]
                    found.append([v.name for v in v1.global_variables()])
                    found.append([None if info is None else info.full_name for info in infos])
        return found

    assert program(gw) == program(tensorflow)


@case
def scalars_are_in_one_part(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.variable_scope("a", partitioner=v1.fixed_size_partitioner(2)):
        return v1.get_variable("s", []).name, v1.train.get_or_create_global_step().name


@case
def slots_of_variables_of_unknown_shape(tf):
    def build(tf, v1):
        v = v1.Variable(v1.placeholder_with_default([1.0, 2.0], None), validate_shape=False, name="v")
        optimizer = v1.train.RMSPropOptimizer(0.1, momentum=0.5)
        with tf.control_dependencies([optimizer.minimize(tf.reduce_sum(v**2))]):
            return v.read_value(), optimizer.get_slot(v, "rms").read_value()

    return run(tf, build)


def run(tf, build, steps=3):
    """Builds a graph, and runs what the builder returns several times."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        fetches = build(tf, tf.compat.v1)
        session.run(tf.compat.v1.global_variables_initializer())
        session.run(tf.compat.v1.local_variables_initializer())
        return [tf.nest.map_structure(plain, session.run(fetches)) for _ in range(steps)]


def plain(value):
    return np.asarray(value).tolist() if hasattr(value, "dtype") else value


@case
def averages_in_a_graph(tf):
    def build(tf, v1):
        v = v1.get_variable("v", initializer=1.0)
        w = v1.get_variable("scope/w", initializer=[1.0, 2.0])
        averages = tf.train.ExponentialMovingAverage(0.9)
        with tf.control_dependencies([v.assign_add(1.0), w.assign(w * 2.0)]):
            applied = averages.apply([v, w])
        names = [averages.average_name(v), averages.average_name(w), averages.average(w).name, averages.name]
        names += sorted(averages.variables_to_restore())
        names += [x.name for x in v1.moving_average_variables()]
        with tf.control_dependencies([applied]):
            return averages.average(v).read_value(), averages.average(w).read_value(), tf.constant(names)

    return run(tf, build)


@case
def averages_with_updates_and_of_tensors(tf):
    def build(tf, v1):
        v = v1.get_variable("v", initializer=1.0)
        moved = v.assign_add(1.0)
        t = tf.identity(moved * 3.0, name="t")
        first = tf.train.ExponentialMovingAverage(0.99, num_updates=v)
        second = tf.train.ExponentialMovingAverage(0.9, zero_debias=True)
        with tf.control_dependencies([moved]):  # else who reads `v` first is left to chance
            of_variable = first.apply([v])
        with tf.control_dependencies([of_variable, second.apply([t])]):
            return first.average(v).read_value(), second.average(t).read_value()

    return run(tf, build)


@case
def averages_eagerly(tf):
    v = tf.Variable(1.0)
    averages = tf.train.ExponentialMovingAverage(0.5)
    found = []
    for i in range(3):
        v.assign(float(i))
        averages.apply([v])
        found.append(averages.average(v).numpy())
    return found, averages.average(tf.Variable(2.0))


@case
def slots_eagerly(tf):
    """Their names are numbered by what was made before in the process."""
    made, first, second = [], tf.Variable([1.0, 2.0], name="slotted"), tf.Variable([3.0], name="slotted")
    for optimizer in (tf.compat.v1.train.AdamOptimizer(0.1), tf.compat.v1.train.AdamOptimizer(0.1)):
        optimizer.minimize(lambda: tf.reduce_sum(first) + tf.reduce_sum(second))
        made.append([(v.name, v.shape.as_list()) for v in optimizer.variables()])
    return made


@case.each(["compute", "apply"])
def optimizers_of_tensors(tf, name):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        w, c, optimizer = v1.Variable(3.0), tf.constant(1.0), v1.train.GradientDescentOptimizer(0.1)
        pairs = optimizer.compute_gradients(w * 2.0, [c]) + optimizer.compute_gradients(w * c, [c])
        return [g is None for g, _ in pairs] if name == "compute" else optimizer.apply_gradients(pairs)


@case.each(["int32 2", "int32 2.0", "int64 2", "float32 2", "float32 2.0", "float64 2.0"])
def boundaries(tf, name):
    dtype, limit = name.split()
    step = tf.Variable(4, dtype=dtype)
    return tf.compat.v1.train.piecewise_constant(step, [eval(limit), eval(limit) * 3], [1.0, 2.0, 3.0])().numpy()


@case
def averages_of_integers(tf):
    return tf.train.ExponentialMovingAverage(0.5).apply([tf.Variable(1)])


@case
def templates(tf):
    def build(tf, v1):
        def layer(x, size):
            w = v1.get_variable("w", [size], initializer=tf.ones_initializer())
            b = v1.get_variable("b", [], initializer=tf.zeros_initializer(), trainable=False)
            return tf.reduce_sum(x * w + b)

        one = v1.make_template("one", layer, size=3)
        two = v1.make_template("one", layer, size=3, create_scope_now_=True)
        results = one(2.0) + one(3.0), two(1.0) + one(1.0)
        texts = [v.name for v in one.variables] + [v.name for v in two.trainable_variables]
        texts += [one.name, two.name, one.variable_scope_name, two.variable_scope_name]
        texts += [v.name for v in v1.global_variables()] + [v.name for v in one.non_trainable_variables]
        return *results, tf.constant(texts)

    return run(tf, build, 1)


@case
def template_makes_more(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        count = []

        def layer():
            count.append(1)
            return v1.get_variable(f"w{len(count)}", [])

        made = v1.make_template("t", layer)
        made()
        return made()


@case
def template_eagerly(tf):
    v1 = tf.compat.v1
    made = v1.make_template("t", lambda x: x * v1.get_variable("w", [2], initializer=tf.ones_initializer()))
    a = made(2.0)
    made.trainable_variables[0].assign([3.0, 4.0])
    return a, made(1.0), len(made.variables)


@case
def parts_of_variables(tf):
    def build(tf, v1):
        whole = v1.get_variable(
            "w", [5, 2], initializer=v1.constant_initializer(2.0), partitioner=v1.fixed_size_partitioner(3)
        )
        valued = v1.get_variable(
            "u", initializer=tf.reshape(tf.range(6.0), [3, 2]), partitioner=v1.fixed_size_partitioner(2, axis=1)
        )
        with v1.variable_scope("s", partitioner=v1.variable_axis_size_partitioner(16), reuse=v1.AUTO_REUSE):
            scoped = v1.get_variable("x", [6, 2], initializer=tf.zeros_initializer())
            assert v1.get_variable("x", [6, 2]) is scoped
        texts = [v.name for v in v1.global_variables()] + [
            whole.name,
            str(len(whole)),
            str(whole.shape),
            str(valued.dtype),
        ]
        looked = tf.nn.embedding_lookup(list(whole), [4, 0])
        return (
            whole.as_tensor() + 1.0,
            valued.as_tensor() * 2.0,
            tf.matmul(valued, tf.ones([2, 1])),
            looked,
            tf.constant(texts),
        )

    return run(tf, build, 1)


@case
def rows_of_variables_in_parts(tf):
    v1 = tf.compat.v1

    def numbered(shape, dtype=None, partition_info=None):
        first = partition_info.var_offset[0]
        return tf.reshape(tf.range(first, first + float(shape[0])), shape)

    with tf.Graph().as_default():
        v1.set_random_seed(1)
        table = v1.get_variable("w", [6, 1], initializer=numbered, partitioner=v1.fixed_size_partitioner(3))
        drawn = [
            v1.get_variable(n, s, partitioner=v1.fixed_size_partitioner(2)) for n, s in (("a", [4]), ("b", [4, 6]))
        ]
        ids = [0, 1, 2, 5]
        looked = [v1.nn.embedding_lookup(table, ids, strategy) for strategy in ("mod", "div")]
        sparse = tf.sparse.from_dense(tf.constant([[1, 2]]))
        results = [v1.nn.embedding_lookup(table, ids), *looked, tf.nn.embedding_lookup(table, ids)]
        results.append(v1.nn.embedding_lookup_sparse(table, sparse, None, combiner="sum"))
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return session.run([*results, *(list(whole) for whole in drawn)])


@case
def parts_of_variables_eagerly(tf):
    v1, found = tf.compat.v1, []
    for _ in range(2):
        with v1.variable_scope("eager_parts", partitioner=v1.fixed_size_partitioner(2)):
            whole, scalar = v1.get_variable("w", [5, 2], initializer=v1.ones_initializer()), v1.get_variable("s", [])
        found += [type(whole).__name__, whole.name, [v.name for v in whole], [v.shape for v in whole], scalar.name]
    return [*found, tf.convert_to_tensor(whole), v1.nn.embedding_lookup(whole, [1, 4])]


@case
def initializers_that_ask_for_their_place(tf):
    v1 = tf.compat.v1
    told = []

    def filled(shape, dtype, partition_info):
        told.append(None if partition_info is None else (partition_info.full_shape, partition_info.var_offset))
        return tf.ones(shape, dtype)

    class Filled:
        def __call__(self, shape, dtype=None, partition_info=None):
            return filled(shape, dtype, partition_info)

    with tf.Graph().as_default():
        for number, initializer in enumerate(
            (
                filled,
                lambda shape, dtype=None, partition_info=None: filled(shape, dtype, partition_info),
                Filled,
                Filled(),
            )
        ):
            for partitioner in (None, v1.fixed_size_partitioner(2)):
                with v1.variable_scope(
                    f"s{number}{partitioner is None}", initializer=initializer, partitioner=partitioner
                ):
                    v1.get_variable("v", [4, 3])
    return told


@case
def partitioners(tf):
    v1 = tf.compat.v1
    shape, long = tf.TensorShape([8, 2]), tf.TensorShape([1000, 100])
    return [
        v1.fixed_size_partitioner(3)(shape=shape, dtype=tf.float32),
        v1.fixed_size_partitioner(2, axis=1)(shape=shape, dtype=tf.float32),
        v1.variable_axis_size_partitioner(16)(shape=shape, dtype=tf.float32),
        v1.variable_axis_size_partitioner(24, max_shards=2)(shape=shape, dtype=tf.float64),
        v1.variable_axis_size_partitioner(64, axis=1)(shape=shape, dtype=tf.string),
        v1.min_max_variable_partitioner(4)(shape=long, dtype=tf.float32),
        v1.min_max_variable_partitioner(4, 1, 1000)(shape=long, dtype=tf.float32),
        v1.min_max_variable_partitioner(4, min_slice_size=10)(shape=shape, dtype=tf.float32),
    ]


@case
def partition_of_two_axes(tf):
    with tf.Graph().as_default():
        return tf.compat.v1.get_variable("w", [4, 4], partitioner=lambda shape, dtype: [2, 2])


@case
def regularizer_and_custom_getter(tf):
    def build(tf, v1):
        def getter(getter, name, *args, **kwargs):
            return getter(name + "_renamed", *args, **kwargs)

        with v1.variable_scope("a", regularizer=lambda v: tf.reduce_sum(v) * 0.5, custom_getter=getter):
            w = v1.get_variable("w", [2], initializer=tf.ones_initializer())
            v1.get_variable("n", [2], initializer=tf.ones_initializer(), regularizer=v1.no_regularizer)
        losses = v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)
        return tf.add_n(losses), tf.constant([w.name, str(len(losses))]), v1.losses.get_regularization_loss()

    return run(tf, build, 1)


@pytest.mark.parametrize("program", **case.parameters())
def test_same_as_tensorflow(tensorflow, gw, program):
    same_results(program, tensorflow, gw)
