"""Keras 2 with numbers of 16 bits: layers, steps with scaled losses, files.

What is compared is what both do alike: types, structures, scales, files, and values that no rounding changes; other values
only as far as 16 bits tell. TensorFlow sums the gradients of biases in 16 bits, so weights go apart within a few steps.
"""

import os
import tempfile

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program

keras = tf.keras
layers = keras.layers
KINDS = ("mixed_float16", "mixed_bfloat16")


def _with(policy, function):
    """What a function gives under a policy."""
    before = keras.mixed_precision.global_policy()
    keras.mixed_precision.set_global_policy(policy)
    try:
        return function()
    finally:
        keras.mixed_precision.set_global_policy(before)


def _names(structure):
    return [value.dtype.name for value in tf.nest.flatten(structure)]


def _near(values):
    """Values by the largest of them, for a comparison that knows of 16 bits."""
    return [np.asarray(v, "f") / (np.abs(v).max().astype("f") + 1e-6) for v in values]


def _whole(*shape, seed=0, limit=3):
    """Small whole numbers: sums of their products fit into 8 bits."""
    return np.random.default_rng(seed).integers(-limit, limit + 1, size=shape).astype("f")


@program
def mixed_policies():
    found = []
    for name in ("float32", "float16", "bfloat16", "float64", *KINDS):
        policy = keras.mixed_precision.Policy(name)
        found.append([policy.name, policy.compute_dtype, policy.variable_dtype, policy.get_config()])
    for name in KINDS:

        def layer_types():
            dense = layers.Dense(3)
            y = dense(tf.ones([2, 4]))
            whole = layers.Dense(3, dtype="float32")(y)
            kept = dense.kernel
            return [
                *(
                    y.dtype.name,
                    whole.dtype.name,
                    dense.dtype,
                    dense.compute_dtype,
                    kept.dtype.name,
                    type(kept).__name__,
                ),
                isinstance(kept, tf.Variable),
                tf.convert_to_tensor(kept).dtype.name,
                keras.mixed_precision.global_policy().name,
                [w.dtype.name for w in dense.get_weights() and dense.weights],
            ]

        found.append(_with(name, layer_types))
    return found


@program
def mixed_whole_numbers():
    """Sums and products that 16 bits hold: equal to the last bit."""

    def values():
        found = []
        x = tf.constant(_whole(4, 6))
        dense = layers.Dense(5, kernel_initializer=lambda s, dtype=None: tf.constant(_whole(*s, seed=1), dtype))
        with tf.GradientTape() as tape:
            y = dense(x)
            loss = tf.reduce_sum(tf.cast(y, tf.float32))
        found += [y, *tape.gradient(loss, dense.trainable_variables)]
        images = tf.constant(_whole(2, 5, 5, 2))
        initial = {"kernel_initializer": lambda s, dtype=None: tf.constant(_whole(*s, seed=2, limit=1), dtype)}
        for layer in (
            layers.Conv2D(3, 3, **initial),
            layers.Conv2DTranspose(2, 3, strides=2, **initial),
            layers.DepthwiseConv2D(2, depthwise_initializer=initial["kernel_initializer"]),
            layers.MaxPooling2D(2),
            layers.UpSampling2D(2),
            layers.ZeroPadding2D(1),
            layers.Cropping2D(1),
            layers.Flatten(),
            layers.Permute((2, 1, 3)),
            layers.ReLU(max_value=2.0),
            layers.GlobalMaxPooling2D(),
        ):
            found.append(layer(images))
        table = layers.Embedding(5, 3, embeddings_initializer=lambda s, dtype=None: tf.constant(_whole(*s), dtype))
        found.append(table(tf.constant([[1, 2], [0, 4]])))
        parts = [tf.constant(_whole(3, 4, seed=k)) for k in (1, 2)]
        for merge in (
            layers.Add(),
            layers.Subtract(),
            layers.Multiply(),
            layers.Maximum(),
            layers.Concatenate(),
            layers.Dot(1),
        ):
            found.append(merge(parts))
        return [[_names(v), tf.cast(v, tf.float32)] for v in found]

    return [_with(name, values) for name in KINDS]


@program
def mixed_layers():
    """Layers of all kinds: types and, as far as 16 bits tell, values."""

    def values():
        found = []
        keras.utils.set_random_seed(3)
        sequence, images = tf.constant(normal(2, 5, 4)), tf.constant(normal(2, 6, 6, 3))
        for layer in (
            layers.LSTM(3, return_sequences=True),
            layers.GRU(3),
            layers.SimpleRNN(3),
            layers.Bidirectional(layers.LSTM(2)),
            layers.Conv1D(3, 2),
            layers.SeparableConv1D(3, 2),
            layers.LayerNormalization(),
            layers.BatchNormalization(),
            layers.UnitNormalization(),
            layers.PReLU(),
            layers.ELU(),
            layers.LeakyReLU(),
            layers.Softmax(),
            layers.EinsumDense("abc,cd->abd", output_shape=(None, 3)),
            layers.TimeDistributed(layers.Dense(2, "gelu")),
            layers.GlobalAveragePooling1D(),
            layers.Activation("swish"),
            layers.Activation("sigmoid"),
        ):
            y = layer(sequence)
            found.append([type(layer).__name__, _names(y), _names(layer.weights), _near([y])])
        for layer in (
            layers.AveragePooling2D(2),
            layers.GroupNormalization(3),
            layers.Rescaling(0.5),
            layers.Resizing(3, 3),
        ):
            y = layer(images)
            found.append([type(layer).__name__, _names(y), _near([y])])
        attention = layers.MultiHeadAttention(2, 3)
        y, scores = attention(sequence, sequence, return_attention_scores=True, use_causal_mask=True)
        found.append([_names([y, scores]), _near([y, scores])])
        y = layers.Attention()([sequence, sequence])
        return [*found, [_names(y), _near([y])]]

    return [_with(name, values) for name in KINDS]


def _model():
    keras.utils.set_random_seed(1)
    parts = [
        layers.Input((6,)),
        layers.Dense(16, "relu"),
        layers.BatchNormalization(),
        layers.Dense(3, dtype="float32"),
    ]
    return keras.Sequential(parts)


@program
def mixed_training():
    x = normal(64, 6)
    y = np.argmax(x[:, :3], 1)

    def values():
        found = []
        for optimizer in (
            keras.optimizers.SGD(0.05, 0.9),
            keras.optimizers.Adam(0.01),
            keras.optimizers.RMSprop(0.01),
            keras.optimizers.legacy.Adam(0.01),
        ):
            model = _model()
            loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
            model.compile(optimizer, loss, metrics=["accuracy"])
            history = model.fit(x, y, batch_size=16, epochs=4, verbose=0, shuffle=False).history
            near = [bool(history["loss"][-1] < 0.9 * history["loss"][0]), np.round(history["loss"][0], 1)]
            inner = type(model.optimizer).__name__
            found.append(
                [
                    near,
                    inner,
                    _names(model.weights),
                    sorted(history),
                    len(model.optimizer.variables)
                    if not callable(model.optimizer.variables)
                    else len(model.optimizer.variables()),
                ]
            )
            if hasattr(model.optimizer, "loss_scale"):
                found.append([model.optimizer.loss_scale, model.optimizer.dynamic])
        return found

    return [_with(name, values) for name in KINDS]


@program
def mixed_loss_scales():
    found = []
    for options in ({"initial_scale": 8.0, "dynamic_growth_steps": 3}, {"dynamic": False, "initial_scale": 4.0}):
        for inner in (keras.optimizers.SGD(0.5), keras.optimizers.legacy.SGD(0.5)):
            optimizer = keras.mixed_precision.LossScaleOptimizer(inner, **options)
            variable = tf.Variable([1.0, 2.0])
            steps = []
            for step in range(8):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_sum(variable * variable)
                    scaled = optimizer.get_scaled_loss(loss)
                gradients = tape.gradient(scaled, [variable])
                if step in (4, 6):
                    gradients = [gradients[0] * np.float32("inf")]
                gradients = optimizer.get_unscaled_gradients(gradients)
                optimizer.apply_gradients(zip(gradients, [variable], strict=True))
                steps.append([optimizer.loss_scale, variable, optimizer.iterations, scaled])
                steps[-1] = [np.array(v) for v in steps[-1]]
            counter = optimizer.dynamic_counter
            found += [steps, optimizer.dynamic, None if counter is None else int(counter), optimizer.initial_scale]
            config = optimizer.get_config()
            found.append([sorted(config), config["dynamic"], type(optimizer.inner_optimizer).__name__])
    return found


@program
def mixed_loss_scales_in_functions():
    def values():
        inner = keras.optimizers.SGD(0.25)
        optimizer = keras.mixed_precision.LossScaleOptimizer(inner, initial_scale=2.0**15, dynamic_growth_steps=2)
        dense = layers.Dense(
            2, kernel_initializer=lambda s, dtype=None: tf.constant(_whole(*s, seed=1, limit=1), dtype)
        )

        @tf.function
        def step(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.cast(dense(x), tf.float32))
                scaled = optimizer.get_scaled_loss(loss)
            gradients = tape.gradient(scaled, dense.trainable_variables)
            gradients = optimizer.get_unscaled_gradients(gradients)
            optimizer.apply_gradients(zip(gradients, dense.trainable_variables, strict=True))
            return loss, [g.dtype.name for g in gradients] and optimizer.loss_scale

        x = tf.constant(_whole(4, 3, limit=1))
        found = [step(x * factor) for factor in (1.0, 1.0, 2.0**12, 1.0, 1.0)]
        return [found, dense.get_weights(), optimizer.iterations]

    return [_with(name, values) for name in KINDS]


@program
def mixed_files():
    x = _whole(8, 6)

    def values():
        model = keras.Sequential([layers.Input((6,)), layers.Dense(4, "relu"), layers.Dense(2, dtype="float32")])
        model.set_weights([_whole(*w.shape, seed=k, limit=1) for k, w in enumerate(model.get_weights())])
        model.compile("sgd", "mse")
        model.train_on_batch(x, 0 * x[:, :2])
        before = model.predict(x, verbose=0)
        found = []
        folder = tempfile.mkdtemp()
        for name, options in (("m.keras", {}), ("m.h5", {}), ("saved", {"save_format": "tf"})):
            path = os.path.join(folder, name)
            model.save(path, **options)
            again = keras.models.load_model(path)
            same = np.array_equal(again.predict(x, verbose=0), before)
            found.append(
                [same, _names(again.weights), [layer.compute_dtype for layer in again.layers], again.count_params()]
            )
            found.append([type(again.optimizer).__name__, again.train_on_batch(x, 0 * x[:, :2]) > 0])
        loaded = tf.saved_model.load(os.path.join(folder, "saved"))
        found.append(np.array_equal(loaded(tf.constant(x)), before))
        checkpoint = tf.train.Checkpoint(model=model, optimizer=model.optimizer)
        path = checkpoint.save(os.path.join(folder, "c"))
        found.append(sorted(name for name, _ in tf.train.list_variables(path)))
        other = keras.models.clone_model(model)
        tf.train.Checkpoint(model=other).restore(path).expect_partial()
        found.append(np.array_equal(other.predict(x, verbose=0), before))
        model.save_weights(os.path.join(folder, "w.h5"))
        other = keras.models.model_from_json(model.to_json())
        other.load_weights(os.path.join(folder, "w.h5"))
        return [*found, np.array_equal(other.predict(x, verbose=0), before)]

    return [_with(name, values) for name in KINDS]


@program
def mixed_own_layers():
    def values():
        class Scaled(layers.Layer):
            def build(self, shape):
                self.scale = self.add_weight("scale", shape[-1:], initializer="ones")
                self.whole = self.add_weight("whole", shape[-1:], initializer="ones", experimental_autocast=False)
                self.count = self.add_weight("count", (), dtype="int32", initializer="zeros", trainable=False)

            def call(self, x, training=None):
                self.count.assign_add(1)
                kinds.append([x.dtype.name, tf.convert_to_tensor(self.scale).dtype.name, self.whole.dtype.name])
                kinds.append([self.scale.dtype.name, (self.scale * 2).dtype.name, (x * self.scale).dtype.name])
                kinds.append(
                    [tf.identity(self.scale).dtype.name, self.scale[:1].dtype.name, self.scale.read_value().dtype.name]
                )
                kinds.append([tf.einsum("ab,b->a", x, self.scale).dtype.name, tf.stack([self.scale]).dtype.name])
                return x * self.scale + tf.cast(self.whole, x.dtype)

        kinds = []
        layer = Scaled()
        y = layer(tf.ones([2, 3]))
        layer.scale.assign_add([1.0, 2.0, 3.0])
        z = layer(tf.ones([2, 3], tf.float64))
        inputs = keras.Input((3,))
        model = keras.Model(inputs, layer(inputs))
        without = Scaled(autocast=False)
        kept = (
            without(tf.ones([2, 3], tf.float16))
            if keras.mixed_precision.global_policy().name == "mixed_float16"
            else None
        )
        found = [kinds, _names([y, z]), tf.cast(z, tf.float32), model.output.dtype.name, layer.count]
        return [
            *found,
            None if kept is None else kept.dtype.name,
            repr(layer.scale)[:20],
            layer.scale.numpy(),
            layer.scale.shape,
        ]

    found = [_with(name, values) for name in KINDS]
    return [[*part[:-1], list(part[-1])] for part in found]
