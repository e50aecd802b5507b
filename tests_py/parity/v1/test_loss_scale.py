"""tf.compat.v1.mixed_precision: loss scales and the optimizer around another, eagerly, in functions and in sessions."""

# ruff: noqa: E501

import numpy as np
import pytest

from support.compare import Cases
from support.twice import assert_same

NAN, INF = float("nan"), float("inf")
case = Cases()


def mixed(tf):
    return tf.compat.v1.mixed_precision


def value(x):
    return x.numpy() if hasattr(x, "numpy") else x


@case.each(
    """
M.LossScale()
M.FixedLossScale(3), float(M.FixedLossScale(3)()), M.FixedLossScale(3)().dtype
M.FixedLossScale(0.5)
M.FixedLossScale('x')
M.FixedLossScale(tf.constant(2.0))
M.FixedLossScale(1).get_config()
M.FixedLossScale.from_config({'loss_scale_value': 4})
M.FixedLossScale.from_config({'other': 4})
M.FixedLossScale(3).update([tf.constant(1.0)])
M.DynamicLossScale(), float(M.DynamicLossScale()()), M.DynamicLossScale()().dtype
M.DynamicLossScale().get_config()
M.DynamicLossScale('x')
M.DynamicLossScale(0.5)
M.DynamicLossScale(4, 2.5, 3).get_config()
M.DynamicLossScale.from_config(M.DynamicLossScale(4, 2, 3).get_config())
M.DynamicLossScale(4, 2, 3).multiplier, M.DynamicLossScale(4, 2, 3).increment_period, M.DynamicLossScale(4).initial_loss_scale
isinstance(M.DynamicLossScale(), M.LossScale), isinstance(M.FixedLossScale(2), M.LossScale)
sorted(M.LossScale.__abstractmethods__)
M.experimental.LossScale is M.LossScale, v.train.experimental.DynamicLossScale is M.DynamicLossScale
v.train.experimental.MixedPrecisionLossScaleOptimizer is M.MixedPrecisionLossScaleOptimizer
v.train.experimental.FixedLossScale is M.experimental.FixedLossScale
M.MixedPrecisionLossScaleOptimizer(3, 3)
M.MixedPrecisionLossScaleOptimizer(SGD, 'x')
M.MixedPrecisionLossScaleOptimizer(SGD, None)
M.MixedPrecisionLossScaleOptimizer(SGD, 0.5)
M.MixedPrecisionLossScaleOptimizer(SGD, 2).get_name()
M.MixedPrecisionLossScaleOptimizer(SGD, 2).apply_gradients([])
M.MixedPrecisionLossScaleOptimizer(SGD, 2).apply_gradients([(None, tf.Variable(1.0))])
M.enable_mixed_precision_graph_rewrite(3)
M.enable_mixed_precision_graph_rewrite(SGD, None)
M.enable_mixed_precision_graph_rewrite(M.MixedPrecisionLossScaleOptimizer(SGD, 2))
""".strip().splitlines()
)
def simple(tf, name):
    v = tf.compat.v1
    return eval(name, {"tf": tf, "v": v, "M": v.mixed_precision, "SGD": v.train.GradientDescentOptimizer(0.1)})


@case.each(
    [
        "[tf.constant(1.0)]",
        "[tf.constant(NAN)]",
        "[tf.constant(1.0), None, tf.constant([INF, 1.0])]",
        "[]",
        "[None]",
        "tf.constant(1.0)",
        "{'a': tf.constant(1.0), 'b': [tf.constant(-INF)]}",
        "[tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))]",
        "[tf.IndexedSlices(tf.constant([NAN]), tf.constant([0]))]",
        "[1.0]",
        "[tf.constant(1)]",
        "[tf.constant(1.0, tf.float16), tf.constant(INF, tf.float64)]",
    ]
)
def gradients_of_all_kinds(tf, name):
    scale = mixed(tf).DynamicLossScale(4, 2, 3)
    operation, finite = scale.update(eval(name, {"tf": tf, "NAN": NAN, "INF": INF}))
    return value(operation) is None, value(finite), repr(scale)


@case
def the_steps_of_a_number(tf):
    scale = mixed(tf).DynamicLossScale(4, 2, 3)
    told = []
    for each in (1.0, 1.0, 1.0, NAN, 1.0, INF, 1.0, 1.0, NAN, NAN, NAN, 1.0):
        _, finite = scale.update([tf.constant(each)])
        told.append((float(scale()), bool(finite), repr(scale)))
    return told


@case
def it_stays_finite(tf):
    scale = mixed(tf).DynamicLossScale(1e38, 1, 10)
    scale.update([])
    return repr(scale)


@case
def in_functions(tf):
    scale = mixed(tf).DynamicLossScale(4, 2, 3)

    @tf.function
    def step(x):
        _, finite = scale.update([x])
        return scale(), finite

    return [[part.numpy() for part in step(tf.constant(each))] for each in (1.0, 1.0, NAN, 1.0)], repr(scale)


@case
def in_sessions(tf):
    v = tf.compat.v1
    with tf.Graph().as_default(), v.Session() as session:
        scale = v.mixed_precision.DynamicLossScale(4, 2, 3)
        x = v.placeholder(tf.float32, [])
        operation, finite = scale.update([x])
        current = scale()
        told = [
            repr(scale),
            operation.dtype,
            [(each.name, each.dtype) for each in v.global_variables()],
            v.trainable_variables(),
        ]
        session.run(v.global_variables_initializer())
        for each in (1.0, 1.0, NAN, 1.0, 1.0):
            told.append(str(session.run([operation, finite], {x: each})))
            told.append(str(session.run(current)))
        fixed = v.mixed_precision.FixedLossScale(3)
        return told, fixed.update([x])[1], session.run(fixed())


@case
def classes_of_users(tf):
    class Doubling(mixed(tf).LossScale):
        def __init__(self, start):
            super().__init__()
            self.scale = self._add_weight("scale", start)

        def __call__(self):
            return self.scale.read_value()

        def update(self, grads):
            return self.scale.assign(self.scale * 2.0), True

        def get_config(self):
            return {"start": 1.0}

    made = Doubling(3.0)
    w = tf.Variable(1.0)
    optimizer = mixed(tf).MixedPrecisionLossScaleOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.25), made)
    optimizer.minimize(lambda: w * w, var_list=[w])
    try:
        made._add_weight("scale", 1.0)
    except RuntimeError as error:
        return (
            str(error)[:30],
            made().numpy(),
            w.numpy(),
            list(made._trackable_children()),
            Doubling.from_config(made.get_config())().numpy(),
        )


def optimizers(tf):
    train = tf.compat.v1.train
    return {
        "descent": train.GradientDescentOptimizer(0.1),
        "momentum": train.MomentumOptimizer(0.1, 0.9),
        "adam": train.AdamOptimizer(0.1),
        "rmsprop": train.RMSPropOptimizer(0.1),
    }


SCALES = {"dynamic": "dynamic", "fixed": 4.0, "growing": None}
BOTH = [f"{optimizer} {scale}" for optimizer in ("descent", "momentum", "adam", "rmsprop") for scale in SCALES]


def wrapped(tf, name):
    optimizer, scale = name.split()
    scale = SCALES[scale] or mixed(tf).DynamicLossScale(4, 2, 3)
    return mixed(tf).MixedPrecisionLossScaleOptimizer(optimizers(tf)[optimizer], scale)


@case.each(BOTH)
def training_eagerly(tf, name):
    w, u = tf.Variable(1.0, name="w"), tf.Variable([1.0, 2.0], name="u")
    optimizer = wrapped(tf, name)
    told = []
    steps = tf.Variable(0, dtype=tf.int64)
    for factor in (1.0, 1.0, INF, 1.0, 1.0):
        pairs = optimizer.compute_gradients(lambda f=factor: tf.reduce_sum(w * w * u * f), [w, u])
        optimizer.apply_gradients(pairs, global_step=steps)
        if name.endswith("fixed") and factor == INF:
            return told
        told.append([round(float(x), 5) for x in (pairs[0][0], w, u[1], steps)])
    inner = [each.name for each in optimizer.variables()]
    return told, inner, optimizer.get_slot_names(), repr(optimizer._loss_scale), list(optimizer._trackable_children())


@case.each([each for each in BOTH if not each.endswith("fixed")])
def training_in_functions(tf, name):
    w = tf.Variable(1.0, name="w")
    optimizer = wrapped(tf, name)
    optimizer.minimize(lambda: w * w, var_list=[w])  # makes the slots

    @tf.function
    def step(factor):
        optimizer.apply_gradients(optimizer.compute_gradients(lambda: w * w * factor, [w]))

    told = []
    for factor in (1.0, INF, 1.0):
        step(tf.constant(factor))
        told.append((round(float(w), 5), repr(optimizer._loss_scale)))
    return told


@case.each([each for each in BOTH if not each.endswith("fixed")])
def training_in_sessions(tf, name):
    v = tf.compat.v1
    with tf.Graph().as_default(), v.Session() as session:
        w = v.get_variable("w", [], initializer=v.ones_initializer())
        x = v.placeholder(tf.float32, [])
        optimizer = wrapped(tf, name)
        steps = v.train.get_or_create_global_step()
        pairs = optimizer.compute_gradients(w * w * x, [w])
        train = optimizer.apply_gradients(pairs, global_step=steps, name="train")
        current = optimizer._loss_scale()
        told = [train.name, train.type, sorted(each.name for each in v.global_variables())]
        told.append(sorted(each.name for each in optimizer.variables()))
        session.run(v.global_variables_initializer())
        for factor in (1.0, 1.0, NAN, 1.0):
            session.run(train, {x: factor})
            told.append([round(float(part), 5) for part in session.run([w, steps, current])])
        return told


@case
def gradients_of_slices(tf):
    optimizer = mixed(tf).MixedPrecisionLossScaleOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), 8.0)
    table, other = tf.Variable([[1.0, 2.0], [3.0, 4.0]]), tf.Variable(1.0)
    pairs = optimizer.compute_gradients(lambda: tf.reduce_sum(tf.gather(table, [0]) ** 2), [table, other])
    optimizer.apply_gradients(pairs)
    return pairs[0][0].values.numpy().tolist(), pairs[1][0], table.numpy().tolist()


@case
def checkpoints(tf):
    import tempfile

    def made():
        w = tf.Variable(1.0)
        optimizer = mixed(tf).MixedPrecisionLossScaleOptimizer(
            tf.compat.v1.train.MomentumOptimizer(0.1, 0.9), mixed(tf).DynamicLossScale(4, 2, 3)
        )
        return w, optimizer, tf.train.Checkpoint(o=optimizer, w=w)

    w, optimizer, checkpoint = made()
    for _ in range(3):
        optimizer.minimize(lambda: w * w, var_list=[w])
    with tempfile.TemporaryDirectory() as folder:
        path = checkpoint.save(f"{folder}/a")
        v, other, again = made()
        status = again.restore(path)
        status.assert_existing_objects_matched()
        other.minimize(lambda: v * v, var_list=[v])
        status.assert_consumed()
        return tf.train.list_variables(path), repr(other._loss_scale), round(float(v), 5)


@case
def loss_scales_restored_before_they_are_made(tf):
    import tempfile

    scale = mixed(tf).DynamicLossScale(4, 2, 3)
    scale.update([])
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(s=scale).save(f"{folder}/a")
        holder = tf.train.Checkpoint()
        holder.restore(path)
        holder.s = mixed(tf).DynamicLossScale(8, 2, 3)
        return repr(holder.s)


@case
def rewriting_graphs(tf):
    M, options = mixed(tf), tf.config.optimizer.get_experimental_options
    w = tf.Variable(1.0)
    optimizer = M.enable_mixed_precision_graph_rewrite(tf.compat.v1.train.GradientDescentOptimizer(0.25))
    told = [options().get("auto_mixed_precision"), type(optimizer).__name__]
    optimizer.minimize(lambda: w * w, var_list=[w])
    M.disable_mixed_precision_graph_rewrite()
    told.append(options().get("auto_mixed_precision"))
    M.disable_mixed_precision_graph_rewrite()
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.compat.v1.get_variable("x", [], initializer=tf.compat.v1.ones_initializer())
        train = M.enable_mixed_precision_graph_rewrite(tf.compat.v1.train.GradientDescentOptimizer(0.25), 4.0).minimize(
            x * x
        )
        session.run(tf.compat.v1.global_variables_initializer())
        session.run(train)
        told.append(session.run(x))
    M.disable_mixed_precision_graph_rewrite()
    return told, w.numpy(), options().get("auto_mixed_precision")


@pytest.mark.parametrize("code", **case.parameters())
def test_same(tensorflow, gw, code):
    assert_same(code, tensorflow, gw)


def test_numbers_are_no_arrays_of_numpy(gw):
    with pytest.raises(ValueError):
        gw.compat.v1.mixed_precision.FixedLossScale(np.ones([2]))
