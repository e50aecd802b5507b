"""Random programs that train: models of tf.Module or Keras, losses with penalties, all kinds of steps, loops and optimizers.

A program is drawn from a number and is the same text for every module that looks like TensorFlow; what it gives are the
losses, weights, averages and predictions by name.

    python tests_py/keras_models/training_programs.py 100 200     the programs 100 to 199 on both, the differing ones told
    python tests_py/keras_models/training_programs.py --show 100  the text of one
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import pathlib
import random
import sys
import tempfile
import textwrap
import traceback

from keras_models.both import run_on_both

WIDTH = 6  # of rows between the blocks of a model


class Drawing:
    """Draws one program, part by part."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(f"training {number}")
        self.number = number
        self.with_keras = self.rng.random() < 0.45
        self.uses_ids = self.rng.random() < 0.4
        self.classes = self.rng.choice((0, 0, 3))
        kinds = "eager step step step epoch epoch strategy iterator range signature raw".split()
        self.kind = self.rng.choice(kinds)

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    # ---- blocks of a module: how they are made, and how x becomes x of the same width ----

    def block(self, i: int) -> tuple[str, str]:
        w = f"self.w{i} = tf.Variable(draw({WIDTH}, {WIDTH}), name='w{i}')"
        b = f"self.b{i} = tf.Variable(draw({WIDTH}), name='b{i}')"
        act = self.pick(
            "tf.nn.relu", "tf.tanh", "tf.nn.gelu", "tf.nn.elu", "tf.sigmoid", "tf.nn.silu", "tf.nn.softplus"
        )
        kinds = {
            "dense": (f"{w}\n{b}", f"x = {act}(x @ self.w{i} + self.b{i})"),
            "residual": (f"{w}\n{b}", f"x = x + {act}(tf.matmul(x, self.w{i}) + self.b{i})"),
            "add_weight_norm": (
                f"{w}\nself.g{i} = tf.Variable(1.0)",
                f"x = {act}(x @ (self.g{i} * tf.math.l2_normalize(self.w{i}, axis=0)))",
            ),
            "batch_norm": (
                f"self.s{i} = tf.Variable(tf.ones([{WIDTH}]))\n{b}\n"
                f"self.m{i} = tf.Variable(tf.zeros([{WIDTH}]), trainable=False)\n"
                f"self.v{i} = tf.Variable(tf.ones([{WIDTH}]), trainable=False)",
                f"""
                if training:
                    mean, variance = tf.nn.moments(x, [0])
                    self.m{i}.assign(0.9 * self.m{i} + 0.1 * tf.stop_gradient(mean))
                    self.v{i}.assign_add((tf.stop_gradient(variance) - self.v{i}) * 0.1)
                else:
                    mean, variance = self.m{i}, self.v{i}
                x = tf.nn.batch_normalization(x, mean, variance, self.b{i}, self.s{i}, 1e-3)""",
            ),
            "layer_norm": (
                f"self.s{i} = tf.Variable(tf.ones([{WIDTH}]))",
                f"""
                mean, variance = tf.nn.moments(x, [-1], keepdims=True)
                x = (x - mean) * tf.math.rsqrt(variance + 1e-3) * self.s{i}""",
            ),
            "stateless_dropout": (
                f"self.d{i} = tf.Variable([{i}, 0], trainable=False)",
                f"""
                if training:
                    self.d{i}.assign_add([0, 1])
                    keep = tf.random.stateless_uniform(tf.shape(x), self.d{i}) < 0.8
                    x = tf.where(keep, x / 0.8, 0.0)""",
            ),
            "dropout": ("", f"x = tf.nn.dropout(x, 0.2, seed={i + 5}) if training else x"),
            "generator": (
                f"self.r{i} = tf.random.Generator.from_seed({i + 3})",
                f"""
                if training:
                    x = x + 0.1 * self.r{i}.normal(tf.shape(x))""",
            ),
            "attention": (
                f"{w}\nself.q{i} = tf.Variable(draw(3, 3))",
                f"""
                parts = tf.reshape(x @ self.w{i}, [-1, 2, 3])
                scores = tf.nn.softmax(tf.einsum('bik,kl,bjl->bij', parts, self.q{i}, parts))
                x = x + tf.reshape(tf.matmul(scores, parts), [-1, {WIDTH}])""",
            ),
            "conv": (
                f"self.k{i} = tf.Variable(draw(3, 1, 2))",
                f"""
                maps = tf.nn.conv1d(x[:, :, None], self.k{i}, 1, 'SAME')
                x = tf.reduce_max(tf.nn.relu(maps), -1) + x""",
            ),
            "pool": (
                f"self.k{i} = tf.Variable(draw(2, 2, 1, 4))",
                f"""
                maps = tf.nn.conv2d(tf.reshape(x, [-1, 2, 3, 1]), self.k{i}, 1, 'SAME')
                x = x + tf.reduce_mean(tf.nn.max_pool2d(maps, 2, 1, 'VALID'), [1, 2, 3], keepdims=False)[:, None]""",
            ),
            "scan": (
                f"{w}",
                f"""
                state = tf.zeros_like(x[:, :2])
                for t in tf.range(3):
                    state = tf.tanh(x[:, 2 * t:2 * t + 2] @ self.w{i}[:2, :2] + state @ self.w{i}[2:4, :2])
                    state = tf.reshape(state, [-1, 2])
                x = x + tf.tile(state, [1, 3])""",
            ),
            "array": (
                f"{w}",
                f"""
                steps = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
                carry = x
                for t in tf.range(2 + tf.cast(tf.reduce_sum(x) > 0.0, tf.int32)):
                    carry = tf.tanh(carry @ self.w{i})
                    steps = steps.write(t, carry)
                x = tf.reduce_mean(steps.stack(), 0)""",
            ),
            "while": (
                f"{w}",
                f"""
                n = tf.constant(0)
                while n < 4 and tf.norm(x) < 30.0:
                    x = x + 0.3 * tf.nn.relu(x @ self.w{i})
                    n += 1""",
            ),
            "cond": (
                f"{w}\n{b}",
                f"x = tf.cond(tf.reduce_mean(x) > 0.0, lambda: x @ self.w{i}, lambda: tf.tanh(x) + self.b{i})",
            ),
            "if": (
                f"{w}\n{b}",
                f"""
                if tf.reduce_sum(x) > 0.1:
                    x = x @ self.w{i}
                elif tf.reduce_max(x) > 1.0:
                    x = x - self.b{i}
                else:
                    y = tf.sin(x) * self.b{i}
                    x = y""",
            ),
            "custom": (
                f"{w}\nself.f{i} = clipped",
                f"x = self.f{i}(x @ self.w{i})",
            ),
            "straight_through": (f"{w}", f"x = straight_through(x @ self.w{i}) * 0.5 + x"),
            "recompute": (
                f"{w}\nself.f{i} = tf.recompute_grad(lambda x: tf.tanh(x @ self.w{i}))",
                f"x = x + self.f{i}(x)",
            ),
            "function": (
                f"{w}\nself.f{i} = tf.function(lambda x: tf.nn.relu(x @ self.w{i}) + x"
                + self.pick("", f", input_signature=[tf.TensorSpec([None, {WIDTH}])]", ", reduce_retracing=True")
                + ")",
                f"x = self.f{i}(x)",
            ),
            "map": (f"{w}", f"x = tf.map_fn(lambda row: tf.tanh(tf.linalg.matvec(self.w{i}, row)), x)"),
            "vectorized": (
                f"{w}",
                f"x = tf.vectorized_map(lambda row: row + tf.linalg.matvec(self.w{i}, tf.sin(row)), x)",
            ),
            "experts": (
                f"{w}\n{b}\nself.e{i} = tf.Variable(draw(2, {WIDTH}, {WIDTH}))",
                f"""
                gates = tf.cast(x[:, 0] > x[:, 1], tf.int32)
                parts = tf.dynamic_partition(x, gates, 2)
                rows = tf.dynamic_partition(tf.range(tf.shape(x)[0]), gates, 2)
                done = [parts[e] @ self.e{i}[e] for e in range(2)]
                x = x + tf.reshape(tf.dynamic_stitch(rows, done), tf.shape(x)) * self.b{i}""",
            ),
            "top": (
                f"{w}",
                f"""
                values, places = tf.math.top_k(x, 2)
                x = x @ self.w{i} + tf.reduce_sum(values * tf.cast(places, tf.float32), -1, keepdims=True) * 0.1""",
            ),
            "mask": (
                f"{w}",
                f"""
                kept = tf.boolean_mask(x, x[:, 0] > 0.0)
                x = x @ self.w{i} + tf.reduce_sum(kept, 0, keepdims=True) * 0.1""",
            ),
            "scatter": (
                f"{w}",
                f"""
                spread = tf.tensor_scatter_nd_add(tf.zeros([4, {WIDTH}]), [[1], [1]], (x @ self.w{i})[:2])
                x = x + tf.gather(spread, tf.range(tf.shape(x)[0]) % 4)""",
            ),
            "segments": (
                f"{w}",
                f"""
                ids = tf.range(tf.shape(x)[0]) // 2
                x = x + tf.gather(tf.math.segment_mean(x @ self.w{i}, ids), ids)""",
            ),
            "ragged": (
                f"{w}",
                f"""
                rows = tf.RaggedTensor.from_tensor(x @ self.w{i}, lengths=tf.range(tf.shape(x)[0]) % {WIDTH} + 1)
                x = x + tf.reduce_sum(tf.ragged.map_flat_values(tf.tanh, rows), 1)[:, None]""",
            ),
            "sparse": (
                f"{w}",
                f"""
                near = tf.sparse.from_dense(tf.where(tf.abs(x) > 0.3, x, 0.0))
                x = tf.sparse.sparse_dense_matmul(near, self.w{i}) + x""",
            ),
            "slices": (
                f"{w}",
                f"x = tf.concat([x[:, :3] @ self.w{i}[:3], x[:, 3:] * self.w{i}[0, 3:]], 1)[:, :{WIDTH}]",
            ),
            "low_precision": (
                f"{w}",
                f"x = tf.cast(tf.cast(x, tf.float16) @ tf.cast(self.w{i}, tf.float16), tf.float32) * 0.1 + x",
            ),
            "double": (
                f"{w}",
                f"x = tf.cast(tf.math.erf(tf.cast(x, tf.float64) @ tf.cast(self.w{i}, tf.float64)), tf.float32)",
            ),
            "norms": (
                f"{w}",
                f"x = x @ (self.w{i} / tf.linalg.norm(self.w{i}, ord='fro', axis=[-2, -1])) + tf.linalg.trace(self.w{i})",
            ),
            "solve": (f"{w}", f"x = tf.transpose(tf.linalg.solve(self.w{i} + 9.0 * tf.eye({WIDTH}), tf.transpose(x)))"),
            "counter": (
                f"{w}\nself.n{i} = tf.Variable(0, trainable=False)",
                f"""
                self.n{i}.assign_add(1)
                x = x * tf.cast(1 + self.n{i} % 2, tf.float32) @ self.w{i}""",
            ),
            "switch": (
                f"{w}\nself.n{i} = tf.Variable(0, trainable=False, dtype=tf.int32)",
                f"""
                self.n{i}.assign((self.n{i} + 1) % 3)
                branches = [lambda: x @ self.w{i}, lambda: tf.nn.relu(x), lambda: x + self.w{i}[0]]
                x = tf.switch_case(self.n{i}.read_value(), branches)""",
            ),
        }
        made, used = kinds[self.rng.choice(sorted(kinds))]
        return made, textwrap.dedent(used).strip("\n")

    def keras_layer(self) -> str:
        act = self.pick("'relu'", "'tanh'", "'gelu'", "None", "'elu'")
        return self.rng.choice(
            (
                f"L.Dense({WIDTH}, {act})",
                f"L.Dense({WIDTH}, {act}, kernel_regularizer=keras.regularizers.L2(0.01))",
                f"L.Dense({WIDTH}, kernel_constraint=keras.constraints.MaxNorm(1.0), bias_regularizer='l1')",
                "L.BatchNormalization()",
                "L.BatchNormalization(momentum=0.5, scale=False)",
                "L.LayerNormalization()",
                "L.Dropout(0.2, seed=3)",
                "L.GaussianNoise(0.1, seed=4)",
                "L.UnitNormalization()",
                "L.PReLU()",
                "L.Lambda(lambda t: tf.sin(t) + t)",
                "L.ActivityRegularization(l2=0.01)",
                f"L.Reshape((2, 3)), L.LSTM({WIDTH})",
                f"L.Reshape((3, 2)), L.GRU({WIDTH}, reset_after={self.chance(0.5)})",
                "L.Reshape((3, 2)), L.Bidirectional(L.SimpleRNN(3))",
                "L.Reshape((6, 1)), L.Conv1D(4, 3, padding='same', activation='relu'), L.GlobalMaxPooling1D(), "
                f"L.Dense({WIDTH})",
                "L.Reshape((2, 3, 1)), L.Conv2D(3, 2, padding='same'), L.AveragePooling2D((2, 1)), L.Flatten(), "
                f"L.Dense({WIDTH})",
                f"L.Reshape((2, 3, 1)), L.SeparableConv2D(2, 2, padding='same'), L.Flatten(), L.Dense({WIDTH})",
                "L.Reshape((2, 3)), Attend(), L.Flatten()",
                f"L.EinsumDense('bi,ij->bj', output_shape={WIDTH}, bias_axes='j')",
                f"L.SpectralNormalization(L.Dense({WIDTH}))",
                "L.GroupNormalization(groups=2)",
                f"Residual({WIDTH})",
            )
        )

    # ---- a program ----

    def text(self) -> str:
        head = HEAD.format(number=self.number)
        return "\n".join([head, self.model(), self.loss(), self.optimizer(), self.step(), self.loop()])

    def model(self) -> str:
        outputs = self.classes or 1
        if self.with_keras:
            layers = ", ".join(self.keras_layer() for _ in range(self.rng.randint(1, 4)))
            ids = (
                "embedded = L.Embedding(7, 2, name='table')(ids)\n"
                "    x = L.Concatenate()([inputs[:, :4], L.GlobalAveragePooling1D()(embedded)])\n"
                if self.uses_ids
                else "x = inputs\n"
            )
            return f"""
def make():
    inputs, ids = keras.Input(({WIDTH},)), keras.Input((3,), dtype="int32")
    {ids}    for layer in [{layers}]:
        x = layer(x)
    model = keras.Model([inputs, ids], L.Dense({outputs}, name="last")(x))
    fill(model)
    return model

def forward(model, x, ids, training):
    return model([x, ids], training=training)

def trainable(model):
    return model.trainable_variables

def penalty(model):
    return sum(model.losses) if model.losses else 0.0
"""
        blocks = [self.block(i) for i in range(self.rng.randint(1, 4))]
        made = "\n".join(block[0] for block in blocks if block[0])
        used = "\n".join(block[1] for block in blocks)
        table = "self.table = tf.Variable(draw(7, 2), name='table')\n" if self.uses_ids else ""
        lookup = (
            self.pick(
                "x = tf.concat([x[:, :4], tf.reduce_mean(tf.gather(self.table, ids), 1)], 1)\n",
                "x = tf.concat([x[:, :4], tf.reduce_sum(tf.nn.embedding_lookup(self.table, ids), 1)], 1)\n",
                "x = tf.concat([x[:, :4], tf.reduce_mean(tf.one_hot(ids, 7) @ self.table, 1)], 1)\n",
                "x = x + tf.tile(tf.gather_nd(self.table, ids[:, :1]), [1, 3])\n",
            )
            if self.uses_ids
            else ""
        )
        last = f"self.last = tf.Variable(draw({WIDTH}, {outputs}), name='last')"
        l2 = self.pick(
            "0.0",
            "0.01 * tf.add_n([tf.nn.l2_loss(v) for v in trainable(model)])",
            "tf.reduce_sum(tf.abs(model.last)) * 0.01",
        )
        decorated = self.pick("", "", "@tf.Module.with_name_scope", "@tf.function")
        return f"""
class Net(tf.Module):
    def __init__(self):
        super().__init__()
{textwrap.indent(table + made, " " * 8)}
        {last}

    {decorated}
    def __call__(self, x, ids, training):
{textwrap.indent(lookup + used, " " * 8)}
        return x @ self.last

def make():
    return Net()

def forward(model, x, ids, training):
    return model(x, ids, training)

def trainable(model):
    return model.trainable_variables

def penalty(model):
    return {l2}
"""

    def loss(self) -> str:
        if self.classes:
            value = self.pick(
                "tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(classes, found))",
                "tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(tf.one_hot(classes, 3), found))",
                "keras.losses.SparseCategoricalCrossentropy(from_logits=True)(classes, found)",
                "keras.losses.CategoricalHinge()(tf.one_hot(classes, 3), found)",
                "tf.nn.compute_average_loss(tf.nn.sparse_softmax_cross_entropy_with_logits(classes, found), global_batch_size=8)",
            )
        else:
            value = self.pick(
                "tf.reduce_mean((found - y) ** 2)",
                "tf.reduce_mean(tf.math.squared_difference(found, y) * tf.nn.sigmoid(y))",
                "keras.losses.Huber()(y, found)",
                "keras.losses.MeanAbsoluteError()(y, found)",
                "tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(tf.sigmoid(y), found))",
                "tf.reduce_sum(tf.nn.log_poisson_loss(tf.abs(y), tf.tanh(found))) / 8.0",
                "keras.losses.LogCosh()(y, found)",
            )
        extra = self.rng.choice(
            (
                "",
                "",
                "",
                """
    with tf.GradientTape() as inner:
        inner.watch(x)
        again = tf.reduce_sum(forward(model, x, ids, False))
    slope = inner.gradient(again, x)
    value += 0.1 * tf.reduce_mean((tf.norm(slope + 1e-3, axis=1) - 1.0) ** 2)""",
                """
    with tf.GradientTape(persistent=True) as inner:
        inner.watch(x)
        outs = forward(model, x, ids, False)
        first, second = tf.reduce_sum(outs), tf.reduce_sum(outs ** 2)
    value += 0.01 * tf.reduce_sum(inner.gradient(first, x) * inner.gradient(second, x))
    del inner""",
                """
    noisy = x + 0.05 * tf.random.stateless_normal(tf.shape(x), [1, 2])
    value += 0.1 * tf.reduce_mean(tf.stop_gradient(found) * forward(model, noisy, ids, False))""",
                """
    if value > 1.0:
        value = 1.0 + tf.math.log(value)""",
                """
    value = tf.where(tf.math.is_finite(value), value, 0.0)""",
            )
        )
        return f"""
def loss_of(model, x, ids, y, classes, training=True):
    found = forward(model, x, ids, training)
    value = {value}{extra}
    return value + penalty(model)
"""

    def optimizer(self) -> str:
        clip = self.rng.choice(
            (
                "",
                "",
                "grads, _ = tf.clip_by_global_norm(grads, 0.5)",
                "grads = [None if g is None else tf.clip_by_norm(g, 0.3) for g in grads]",
                "grads = [None if g is None else tf.clip_by_value(tf.convert_to_tensor(g), -0.1, 0.1) for g in grads]",
                "grads = [g if g is None or isinstance(g, tf.IndexedSlices) else g + 0.001 for g in grads]",
            )
        )
        if self.chance(0.6):
            rate = self.rng.choice(
                (
                    "0.05",
                    "keras.optimizers.schedules.ExponentialDecay(0.05, 2, 0.9)",
                    "keras.optimizers.schedules.PiecewiseConstantDecay([2, 4], [0.1, 0.05, 0.01])",
                    "keras.optimizers.schedules.CosineDecay(0.1, 6)",
                    "Warmup(0.1)",
                )
            )
            kind = self.rng.choice(
                (
                    f"SGD({rate})",
                    f"SGD({rate}, momentum=0.9)",
                    f"SGD({rate}, momentum=0.9, nesterov=True, weight_decay=0.01)",
                    f"Adam({rate}, epsilon=0.01)",
                    f"Adam({rate}, amsgrad=True, clipnorm=0.5, epsilon=0.01)",
                    f"AdamW({rate}, weight_decay=0.02, epsilon=0.01)",
                    f"RMSprop({rate}, centered=True, momentum=0.5, epsilon=0.01)",
                    f"Adagrad({rate}, epsilon=0.01)",
                    f"Adadelta({rate}, global_clipnorm=1.0, epsilon=0.01)",
                    f"Adamax({rate}, epsilon=0.01)",
                    f"Nadam({rate}, epsilon=0.01)",
                    f"Ftrl({rate}, l1_regularization_strength=0.001)",
                    f"SGD({rate}, clipvalue=0.1)",
                    f"Adam({rate}, use_ema=True, ema_momentum=0.8, ema_overwrite_frequency=2, epsilon=0.01)",
                    f"Adam({rate}, gradient_accumulation_steps=2, epsilon=0.01)",
                )
            )
            return f"""
def make_optimizer(model):
    return keras.optimizers.{kind}

def apply(optimizer, grads, variables):
    {clip or "pass"}
    pairs = [(g, v) for g, v in zip(grads, variables) if g is not None]
    optimizer.apply_gradients(pairs)

def slots(optimizer):
    return [v for v in optimizer.variables if v.dtype not in ("int32", "int64")]
"""
        kind = self.pick("sgd", "momentum", "adam", "sgd" if self.with_keras else "sparse", "accumulate")
        bodies = {
            "sgd": """
        for g, v in zip(grads, variables):
            if g is not None:
                v.assign_sub(0.05 * g)""",
            "momentum": """
        for g, v, m in zip(grads, variables, self.m):
            if g is not None:
                m.assign(0.9 * m + g)
                v.assign_sub(0.05 * m)""",
            "adam": """
        self.t.assign_add(1.0)
        for g, v, m, s in zip(grads, variables, self.m, self.s):
            if g is None:
                continue
            g = tf.convert_to_tensor(g)
            m.assign_add(0.1 * (g - m))
            s.assign_add(0.01 * (tf.square(g) - s))
            fixed = m / (1.0 - 0.9 ** self.t)
            v.assign_sub(0.05 * fixed / (tf.sqrt(s / (1.0 - 0.99 ** self.t)) + 0.01))""",
            "sparse": """
        for g, v in zip(grads, variables):
            if isinstance(g, tf.IndexedSlices):
                v.scatter_sub(tf.IndexedSlices(0.05 * g.values, g.indices))
            elif g is not None:
                v.assign_sub(0.05 * g)""",
            "accumulate": """
        self.t.assign_add(1.0)
        for g, m in zip(grads, self.m):
            if g is not None:
                m.assign_add(g)
        if self.t % 2.0 == 0.0:
            for v, m in zip(variables, self.m):
                v.assign_sub(0.05 * m / 2.0)
                m.assign(tf.zeros_like(m))""",
        }
        return f"""
class Optimizer(tf.Module):
    def __init__(self, model):
        super().__init__()
        self.t = tf.Variable(0.0)
        self.m = [tf.Variable(tf.zeros_like(v)) for v in trainable(model)]
        self.s = [tf.Variable(tf.zeros_like(v)) for v in trainable(model)]

    {self.pick("", "" if self.with_keras else "@tf.function")}
    def apply(self, grads, variables):{bodies[kind]}

def make_optimizer(model):
    return Optimizer(model)

def apply(optimizer, grads, variables):
    {clip or "pass"}
    optimizer.apply(grads, variables)

def slots(optimizer):
    return optimizer.m
"""

    def step(self) -> str:
        watched = "[v.value for v in variables]" if self.with_keras else "variables"
        tape = self.rng.choice(
            (
                """
    with tf.GradientTape() as tape:
        loss = loss_of(model, x, ids, y, classes)
    grads = tape.gradient(loss, variables)""",
                f"""
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch({watched})
        loss = loss_of(model, x, ids, y, classes)
    grads = tape.gradient(loss, variables)""",
                """
    with tf.GradientTape(persistent=True) as tape:
        loss = loss_of(model, x, ids, y, classes)
        half = loss / 2.0
    grads = [None if a is None else tf.convert_to_tensor(a) + tf.convert_to_tensor(b)
             for a, b in zip(tape.gradient(loss, variables), tape.gradient(half, variables))]
    del tape""",
                """
    with tf.GradientTape() as tape:
        loss = loss_of(model, x, ids, y, classes)
        scaled = loss * 128.0
    grads = [None if g is None else g / 128.0 for g in map(dense, tape.gradient(scaled, variables))]""",
                """
    with tf.GradientTape() as tape:
        loss = loss_of(model, x, ids, y, classes)
    grads = tape.gradient(loss, variables, unconnected_gradients=tf.UnconnectedGradients.ZERO)""",
                """
    value_and_grad = lambda: loss_of(model, x, ids, y, classes)
    with tf.GradientTape() as tape:
        first = value_and_grad()
        with tape.stop_recording():
            silent = loss_of(model, x, ids, y, classes, False)
        loss = first + tf.stop_gradient(silent) * 0.0
    grads = tape.gradient(loss, variables)""",
                """
    with tf.GradientTape() as tape:
        with tf.GradientTape() as inner:
            loss = loss_of(model, x, ids, y, classes)
        first = inner.gradient(loss, variables[-1])
        total = loss + 0.01 * tf.reduce_sum(tf.convert_to_tensor(first) ** 2)
    grads = tape.gradient(total, variables)""",
                """
    half = tf.shape(x)[0] // 2
    with tf.GradientTape() as tape:
        loss = loss_of(model, x[:half], ids[:half], y[:half], classes[:half])
    before = tape.gradient(loss, variables)
    with tf.GradientTape() as tape:
        more = loss_of(model, x[half:], ids[half:], y[half:], classes[half:])
    after = tape.gradient(more, variables)
    loss += more
    grads = [None if a is None else (dense(a) + dense(b)) / 2.0 for a, b in zip(before, after)]""",
            )
        )
        guard = self.rng.choice(
            (
                "    apply(optimizer, grads, variables)",
                "    apply(optimizer, grads, variables)",
                """
    if tf.math.is_finite(loss):
        apply(optimizer, grads, variables)""",
                """
    for g in grads:
        if g is not None:
            tf.debugging.assert_all_finite(dense(g), "wrong")
    apply(optimizer, grads, variables)""",
            )
        )
        beside = "".join(
            f"\n    {line}"
            for line, share in (
                ("average.apply(trainable(model)[-1:])", 0.0 if self.with_keras or self.kind == "strategy" else 0.25),
                ("mean.update_state(loss)", 0.3),
                ("steps.assign_add(1)", 0.6),
                ("seen.append(tf.reduce_sum(x).shape)", 0.1),
                ("tf.summary.scalar('loss', loss, step=0)", 0.05),
                ("history.assign(tf.concat([history[1:], [loss]], 0))", 0.3),
                ("table.insert(tf.cast(classes, tf.int64), tf.reduce_sum(x, 1))", 0.1),
            )
            if self.chance(share)
        )
        return f"""
average = tf.train.ExponentialMovingAverage(0.9)
mean = keras.metrics.Mean()
steps = tf.Variable(0, trainable=False, dtype=tf.int64)
history = tf.Variable(tf.zeros([4]), trainable=False)
table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, -1.0)
seen = []

def step(model, optimizer, x, ids, y, classes):
    variables = trainable(model){tape}
{guard}{beside}
    return loss
"""

    def loop(self) -> str:
        kind = self.kind
        pipeline = "tf.data.Dataset.from_tensor_slices((X, IDS, Y, CLASSES))" + "".join(
            self.rng.choice((a, a, b))
            for a, b in (
                ("", ".shuffle(24, seed=5)"),
                ("", ".map(lambda x, ids, y, c: (x * 1.5, ids, y, c), num_parallel_calls=tf.data.AUTOTUNE)"),
                (".batch(8, drop_remainder=True)", ".batch(10)"),
                ("", ".cache()"),
                ("", ".prefetch(2)"),
                ("", ".repeat(2)"),
            )
        )
        jit = self.pick("", "", "", "(reduce_retracing=True)", "(jit_compile=False)")
        if kind in ("epoch", "iterator", "range"):
            body = """
        losses.append(whole())"""
        else:
            source = "data.as_numpy_iterator()" if kind == "raw" else "data"
            ways = {"eager": "step(model, optimizer, x, ids, y, c)", "strategy": "everywhere(x, ids, y, c)"}
            body = f"""
        for x, ids, y, c in {source}:
            losses.append({ways.get(kind, "trained(x, ids, y, c)")})"""
        made = {
            "eager": "",
            "step": f"""
    @tf.function{jit}
    def trained(x, ids, y, c):
        return step(model, optimizer, x, ids, y, c)""",
            "raw": f"""
    @tf.function{jit}
    def trained(x, ids, y, c):
        return step(model, optimizer, tf.cast(x, tf.float32), ids, tf.cast(y, tf.float32), c)""",
            "signature": f"""
    @tf.function(input_signature=[tf.TensorSpec([None, {WIDTH}]), tf.TensorSpec([None, 3], tf.int32),
                                  tf.TensorSpec([None, 1]), tf.TensorSpec([None], tf.int32)])
    def trained(x, ids, y, c):
        return step(model, optimizer, x, ids, y, c)""",
            "epoch": f"""
    @tf.function{jit}
    def whole():
        total, n = 0.0, 0
        for x, ids, y, c in data:
            total += step(model, optimizer, x, ids, y, c)
            n += 1
            if total > 1e4:
                break
        return total / tf.cast(n, tf.float32)""",
            "iterator": f"""
    @tf.function{jit}
    def whole():
        total = 0.0
        for x, ids, y, c in iter(data):
            total += step(model, optimizer, x, ids, y, c)
        return total""",
            "range": f"""
    endless = iter(data.repeat())
    @tf.function{jit}
    def whole():
        total = 0.0
        for _ in tf.range(3):
            x, ids, y, c = next(endless)
            total += step(model, optimizer, x, ids, y, c)
        return total""",
            "strategy": """
    @tf.function
    def everywhere(x, ids, y, c):
        each = strategy.run(step, (model, optimizer, x, ids, y, c))
        return strategy.reduce(tf.distribute.ReduceOp.SUM, each, axis=None)""",
        }
        strategy = (
            self.pick('tf.distribute.OneDeviceStrategy("/cpu:0")', 'tf.distribute.MirroredStrategy(["/cpu:0"])')
            if kind == "strategy"
            else "tf.distribute.get_strategy()"
        )
        checkpoint = self.rng.choice(("", "", "save", "new", "before"))
        between = {
            "": "",
            "save": """
    path = tf.train.Checkpoint(model=model, optimizer=optimizer, steps=steps).save(folder + "/ckpt")
    kept = values(trainable(model))
    epoch()
    tf.train.Checkpoint(model=model, optimizer=optimizer, steps=steps).restore(path).assert_consumed()
    assert all((a == b).all() for a, b in zip(kept, values(trainable(model))))
    epoch()""",
            "new": """
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(model=model, optimizer=optimizer), folder, 2)
    manager.save()
    model, optimizer = new()
    epoch = loop(model, optimizer)
    epoch()
    tf.train.Checkpoint(model=model, optimizer=optimizer).restore(manager.latest_checkpoint).assert_existing_objects_matched()
    epoch()""",
            "before": """
    path = tf.train.Checkpoint(model=model, optimizer=optimizer).write(folder + "/ckpt")
    model, optimizer = new()
    status = tf.train.Checkpoint(model=model, optimizer=optimizer).read(path)
    epoch = loop(model, optimizer)
    epoch()
    status.assert_existing_objects_matched()""",
        }[checkpoint]
        saved = ""
        if not self.with_keras and self.chance(0.25):
            saved = f"""
    model.serve = tf.function(lambda x, ids: forward(model, x, ids, False), input_signature=[
        tf.TensorSpec([None, {WIDTH}]), tf.TensorSpec([None, 3], tf.int32)])
    model.kept = list(trainable(model))
    tf.saved_model.save(model, folder + "/saved")
    loaded = tf.saved_model.load(folder + "/saved")
    results["served"] = [loaded.serve(tf.constant(X[:5]), tf.constant(IDS[:5])).numpy()]
    results["loaded"] = values(loaded.kept)"""
        elif self.with_keras and self.chance(0.2):
            saved = """
    model.save_weights(folder + "/w.weights.h5")
    other = make()
    other.load_weights(folder + "/w.weights.h5")
    results["served"] = [forward(other, tf.constant(X[:5]), tf.constant(IDS[:5]), False).numpy()]"""
        return f"""
def main(folder):
    tf.random.set_seed({self.number})
    results, losses = {{}}, []
    strategy = {strategy}

    def new():
        with strategy.scope():
            model = make()
            return model, make_optimizer(model)

    model, optimizer = new()

    def loop(model, optimizer):
        data = {pipeline}{textwrap.indent(made[kind], "    ")}

        def epoch():{textwrap.indent(body, "    ")}

        return epoch

    epoch = loop(model, optimizer)
    epoch()
    epoch(){between}
    results["losses"] = [loss.numpy() for loss in losses]
    results["weights"] = values(trainable(model))
    results["others"] = values([v for v in variables_of(model) if not v.trainable])
    results["slots"] = values(slots(optimizer))
    results["state"] = [steps.numpy(), history.numpy(), mean.result().numpy(), table.size().numpy()]
    averaged = None if isinstance(model, keras.Model) else average.average(trainable(model)[-1])
    results["average"] = [] if averaged is None else [averaged.numpy()]
    results["found"] = [forward(model, tf.constant(X[:5]), tf.constant(IDS[:5]), False).numpy()]{saved}
    return results
"""


HEAD = """import keras
import numpy as np
import tensorflow as tf
from keras import layers as L

rng = np.random.default_rng({number})
X = rng.normal(size=(24, 6)).astype("float32")
IDS = rng.integers(0, 7, (24, 3)).astype("int32")
Y = (X[:, :1] * 2 - X[:, 1:2]).astype("float32")
CLASSES = rng.integers(0, 3, 24).astype("int32")

def draw(*shape):
    return (rng.normal(size=shape) * 0.4).astype("float32")

def fill(model):
    for v in model.variables:
        if v.dtype == "float32" and len(v.shape) > 1:
            v.assign(draw(*v.shape))

def dense(g):
    return None if g is None else tf.convert_to_tensor(g)

def values(variables):
    return [np.array(v) for v in variables if v.dtype in ("float32", tf.float32, "float64", tf.float64)]

def variables_of(model):
    return [v for v in model.variables if "seed" not in v.name]

@tf.custom_gradient
def clipped(x):
    def grad(g):
        return tf.clip_by_value(g, -0.02, 0.02)
    return tf.tanh(x), grad

@tf.custom_gradient
def straight_through(x):
    return tf.round(x), lambda g: g

class Warmup(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        return tf.minimum(self.rate, self.rate * (step + 1.0) / 4.0)

    def get_config(self):
        return {{"rate": self.rate}}

class Residual(keras.layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.inner = L.Dense(width, "relu")
        self.count = None

    def build(self, shape):
        self.inner.build(shape)
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones", name="scale")
        self.count = self.add_weight(shape=(), initializer="zeros", trainable=False, name="count")

    def call(self, x, training=False):
        if training:
            self.count.assign_add(1.0)
        self.add_loss(0.001 * tf.reduce_sum(self.scale ** 2))
        return x + self.scale * self.inner(x)

class Attend(keras.layers.Layer):
    def build(self, shape):
        self.inner = L.MultiHeadAttention(2, 2)
        self.inner.build(shape, shape)

    def call(self, x):
        return self.inner(x, x) + x
"""


# ---- running ----


def run(numbers, output: str) -> None:
    """Runs programs in this process, and writes what each gives."""
    import numpy as np

    results = {}
    for number in numbers:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f"training_program_{number}.py")
            with open(path, "w") as file:
                file.write(Drawing(number).text())
            try:
                spec = importlib.util.spec_from_file_location(f"training_program_{number}", path)
                module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                found = module.main(folder)
                results[number] = {
                    name: [np.asarray(v, "float64").ravel().tolist() for v in found[name]] for name in found
                }
            except Exception as error:  # noqa: BLE001
                where = traceback.extract_tb(error.__traceback__)[-1]
                results[number] = f"{type(error).__name__}: {str(error)[-500:]} ({where.filename}:{where.lineno})"
    with open(output, "w") as file:
        json.dump(results, file)


def difference(found, expected, tolerance: float = 2e-3) -> str | None:
    """Where two results differ; None where they agree, or where TensorFlow has none but an error."""
    if isinstance(expected, str):
        return None
    if isinstance(found, str):
        return found
    for name in expected:
        if len(found[name]) != len(expected[name]):
            return f"{name}: {len(found[name])} values, {len(expected[name])} with TensorFlow"
        for i, (a, b) in enumerate(zip(found[name], expected[name], strict=True)):
            if len(a) != len(b) or not all(
                (math.isnan(p) and math.isnan(q)) or p == q or abs(p - q) <= tolerance * (1 + abs(q))
                for p, q in zip(a, b, strict=True)
            ):
                return f"{name}[{i}]: {a[:6]}, {b[:6]} with TensorFlow"
    return None


def differences(
    first: int, last: int, folder: pathlib.Path, per_process: int = 60
) -> tuple[dict[int, str | None], int]:
    """The differences of the programs from `first` on by number, and how many TensorFlow refuses."""
    found, refused = {}, 0
    for begin in range(first, last, per_process):
        numbers = (str(begin), str(min(begin + per_process, last)))
        results = run_on_both(folder, os.path.abspath(__file__), numbers, timeout=3600)
        for number, expected in results["tensorflow"].items():
            found[int(number)] = difference(results["graphwright"][number], expected)
            refused += isinstance(expected, str)
    return found, refused


def main(arguments: list[str]) -> None:
    if arguments[0] == "--show":
        print(Drawing(int(arguments[1])).text())
    elif arguments[0] in ("tensorflow", "graphwright"):
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
        os.environ["KERAS_BACKEND"] = "tensorflow"
        if arguments[0] == "graphwright":
            import graphwright.as_tensorflow  # noqa: F401
        run(range(int(arguments[2]), int(arguments[3])), arguments[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            found, refused = differences(int(arguments[0]), int(arguments[1]), pathlib.Path(folder))
        differing = {number: text for number, text in found.items() if text}
        for number, text in differing.items():
            print(f"{number}: {text}")
        print(f"{len(found)} programs, {refused} of which TensorFlow refuses; {len(differing)} differ")


if __name__ == "__main__":
    main(sys.argv[1:])
