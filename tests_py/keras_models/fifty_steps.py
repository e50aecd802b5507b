"""Models whose weights are compared after 50 steps; `python fifty_steps.py graphwright OUTPUT NAME…` trains some, on a
GPU where GRAPHWRIGHT_GPU=1.

Each function gives a model, its inputs and its targets, or a function that makes one step and the model.
"""

import json
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["KERAS_BACKEND"] = "tensorflow"
if __name__ == "__main__" and sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow

    if os.environ.get("GRAPHWRIGHT_GPU") == "1":
        assert graphwright.config.list_physical_devices("GPU"), "there is no GPU"
        graphwright.config.experimental.enable_tensor_float_32_execution(False)

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

MODELS = {}
rng = np.random.default_rng(0)
X = rng.normal(size=(80, 8)).astype("f")
Y = X[:, :1] * 2 - X[:, 1:2]
IMAGES = rng.normal(size=(80, 12, 12, 3)).astype("f")
CLASSES = rng.integers(0, 4, 80)
SERIES = rng.normal(size=(80, 10, 6)).astype("f")
WORDS = rng.integers(0, 50, (80, 10))
TEXTS = [" ".join(f"word{i}" for i in row) for row in WORDS]


def model(function):
    MODELS[function.__name__] = function
    return function


def sequential(inputs, *inner, x=X, y=Y, loss="mse", optimizer=None):
    made = keras.Sequential([layers.Input(inputs), *inner])
    made.compile(optimizer or keras.optimizers.SGD(0.01, momentum=0.9), loss)
    return made, x, y


def functional(inputs, outputs, x, y, loss="mse", optimizer=None):
    made = keras.Model(inputs, outputs)
    made.compile(optimizer or keras.optimizers.SGD(0.01, momentum=0.9), loss)
    return made, x, y


def classifying(inputs, *inner, x, optimizer=None):
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    return sequential(inputs, *inner, layers.Dense(4), x=x, y=CLASSES, loss=loss, optimizer=optimizer)


@model
def dense():
    return sequential((8,), layers.Dense(16, "relu"), layers.Dense(1))


@model
def dense_adam():
    return sequential((8,), layers.Dense(16, "tanh"), layers.Dense(1), optimizer=keras.optimizers.Adam(1e-3))


@model
def dense_dropout():
    return sequential((8,), layers.Dense(16, "gelu"), layers.Dropout(0.3, seed=5), layers.Dense(1))


@model
def dense_normalized():
    return sequential((8,), layers.Dense(16), layers.BatchNormalization(), layers.Activation("relu"), layers.Dense(1))


@model
def dense_regularized():
    inner = layers.Dense(16, "selu", kernel_regularizer=keras.regularizers.L2(0.01))
    return sequential((8,), inner, layers.LayerNormalization(), layers.Dense(1), optimizer="rmsprop")


@model
def cnn():
    inner = [layers.Conv2D(8, 3, activation="relu"), layers.MaxPooling2D(), layers.Flatten()]
    return classifying((12, 12, 3), *inner, x=IMAGES)


@model
def cnn_normalized():
    inner = [layers.Conv2D(8, 3, use_bias=False), layers.BatchNormalization(), layers.ReLU()]
    return classifying((12, 12, 3), *inner, layers.GlobalAveragePooling2D(), x=IMAGES)


@model
def cnn_separable():
    inner = [layers.SeparableConv2D(8, 3, activation="relu"), layers.AveragePooling2D(2), layers.Flatten()]
    return classifying((12, 12, 3), *inner, x=IMAGES)


@model
def cnn_sequence():
    inner = [layers.Conv1D(8, 3, padding="causal", activation="relu"), layers.GlobalMaxPooling1D()]
    return classifying((10, 6), *inner, x=SERIES)


def _residual(x, filters):
    y = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    y = layers.ReLU()(layers.BatchNormalization()(y))
    y = layers.BatchNormalization()(layers.Conv2D(filters, 3, padding="same", use_bias=False)(y))
    shortcut = x if x.shape[-1] == filters else layers.Conv2D(filters, 1)(x)
    return layers.ReLU()(layers.Add()([shortcut, y]))


def _resnet(blocks):
    inputs = layers.Input((12, 12, 3))
    x = layers.Conv2D(8, 3, padding="same")(inputs)
    for filters in blocks:
        x = _residual(x, filters)
    outputs = layers.Dense(4)(layers.GlobalAveragePooling2D()(x))
    return functional(inputs, outputs, IMAGES, CLASSES, keras.losses.SparseCategoricalCrossentropy(from_logits=True))


@model
def resnet_block():
    return _resnet([8])


@model
def resnet_blocks():
    return _resnet([8, 12])


def _inverted(x, filters, stride):
    y = layers.ReLU(6.0)(layers.BatchNormalization()(layers.Conv2D(x.shape[-1] * 4, 1, use_bias=False)(x)))
    y = layers.DepthwiseConv2D(3, stride, padding="same", use_bias=False)(y)
    y = layers.ReLU(6.0)(layers.BatchNormalization()(y))
    y = layers.BatchNormalization()(layers.Conv2D(filters, 1, use_bias=False)(y))
    return layers.Add()([x, y]) if stride == 1 and x.shape[-1] == filters else y


@model
def mobilenet_block():
    inputs = layers.Input((12, 12, 3))
    x = _inverted(_inverted(inputs, 6, 2), 6, 1)
    outputs = layers.Dense(4)(layers.GlobalAveragePooling2D()(x))
    return functional(inputs, outputs, IMAGES, CLASSES, keras.losses.SparseCategoricalCrossentropy(from_logits=True))


@model
def depthwise():
    inner = [layers.DepthwiseConv2D(3, depth_multiplier=2), layers.PReLU(), layers.GlobalAveragePooling2D()]
    return classifying((12, 12, 3), *inner, x=IMAGES)


@model
def lstm():
    return classifying((10, 6), layers.LSTM(12), x=SERIES)


@model
def lstm_stacked():
    return classifying((10, 6), layers.LSTM(8, return_sequences=True), layers.LSTM(8), x=SERIES, optimizer="adagrad")


@model
def gru():
    return classifying((10, 6), layers.GRU(12), x=SERIES)


@model
def gru_masked():
    return classifying((10,), layers.Embedding(50, 6, mask_zero=True), layers.GRU(8), x=WORDS)


@model
def bidirectional():
    return classifying((10, 6), layers.Bidirectional(layers.LSTM(6)), x=SERIES)


@model
def bidirectional_gru():
    inner = [layers.Bidirectional(layers.GRU(6, return_sequences=True)), layers.GlobalAveragePooling1D()]
    return classifying((10, 6), *inner, x=SERIES)


@model
def simple_rnn():
    return classifying((10, 6), layers.SimpleRNN(12), x=SERIES)


def _transformer(inputs, x, causal=False):
    x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 4)(x, x, use_causal_mask=causal))
    x = layers.LayerNormalization()(x + layers.Dense(x.shape[-1])(layers.Dense(16, "gelu")(x)))
    outputs = layers.Dense(4)(layers.GlobalAveragePooling1D()(x))
    data = WORDS if len(inputs.shape) == 2 else SERIES
    return functional(inputs, outputs, data, CLASSES, keras.losses.SparseCategoricalCrossentropy(from_logits=True))


@model
def attention():
    inputs = layers.Input((10, 6))
    outputs = layers.Dense(4)(layers.GlobalMaxPooling1D()(layers.MultiHeadAttention(2, 4)(inputs, inputs)))
    return functional(inputs, outputs, SERIES, CLASSES, keras.losses.SparseCategoricalCrossentropy(from_logits=True))


@model
def transformer():
    inputs = layers.Input((10, 6))
    return _transformer(inputs, inputs)


@model
def transformer_causal():
    inputs = layers.Input((10,))
    return _transformer(inputs, layers.Embedding(50, 8)(inputs), causal=True)


@model
def autoencoder():
    return sequential((8,), layers.Dense(4, "relu"), layers.Dense(8), y=X)


@model
def autoencoder_images():
    front = [
        layers.Conv2D(6, 3, 2, "same", activation="relu"),
        layers.Conv2DTranspose(6, 3, 2, "same", activation="relu"),
    ]
    return sequential((12, 12, 3), *front, layers.Conv2D(3, 3, padding="same"), x=IMAGES, y=IMAGES)


@model
def variational_autoencoder():
    seeds = keras.random.SeedGenerator(7)
    inputs = layers.Input((8,))
    mean, log_variance = layers.Dense(3)(inputs), layers.Dense(3)(inputs)
    encoder = keras.Model(inputs, [mean, log_variance])
    decoder = keras.Sequential([layers.Input((3,)), layers.Dense(8, "relu"), layers.Dense(8)])

    class Autoencoder(keras.Model):
        def __init__(self):
            super().__init__()
            self.encoder, self.decoder = encoder, decoder

        def call(self, x):
            mean, log_variance = self.encoder(x)
            noise = keras.random.normal(ops.shape(mean), seed=seeds)
            self.add_loss(-0.5 * ops.mean(1 + log_variance - mean**2 - ops.exp(log_variance)))
            return self.decoder(mean + ops.exp(0.5 * log_variance) * noise)

    made = Autoencoder()
    made.compile(keras.optimizers.SGD(0.01), "mse")
    return made, X, X


@model
def gan():
    generator = keras.Sequential([layers.Input((4,)), layers.Dense(8, "relu"), layers.Dense(8)])
    critic = keras.Sequential([layers.Input((8,)), layers.Dense(8, "leaky_relu"), layers.Dense(1)])
    loss = keras.losses.BinaryCrossentropy(from_logits=True)
    seeds = keras.random.SeedGenerator(7)
    optimizers = [keras.optimizers.SGD(0.01), keras.optimizers.SGD(0.01)]
    for optimizer, part in zip(optimizers, (generator, critic), strict=True):
        optimizer.build(part.trainable_variables)

    @tf.function
    def step(real):
        fake = generator(keras.random.normal((16, 4), seed=seeds))
        with tf.GradientTape() as tape:
            wanted = loss(tf.ones([16, 1]), critic(real)) + loss(tf.zeros([16, 1]), critic(fake))
        variables = critic.trainable_variables
        optimizers[1].apply(tape.gradient(wanted, variables), variables)
        with tf.GradientTape() as tape:
            wanted = loss(tf.ones([16, 1]), critic(generator(keras.random.normal((16, 4), seed=seeds))))
        variables = generator.trainable_variables
        optimizers[0].apply(tape.gradient(wanted, variables), variables)

    for i in range(50):
        step(tf.constant(X[i % 5 * 16 :][:16]))
    return [*generator.get_weights(), *critic.get_weights()]


@model
def embedding():
    return classifying((10,), layers.Embedding(50, 8), layers.GlobalAveragePooling1D(), x=WORDS)


@model
def text():
    vectorize = layers.TextVectorization(40, output_sequence_length=8)
    vectorize.adapt(TEXTS)
    return classifying((8,), layers.Embedding(40, 8), layers.GRU(8), x=vectorize(tf.constant(TEXTS)).numpy())


@model
def several_inputs_and_outputs():
    first, second = layers.Input((8,), name="first"), layers.Input((10, 6), name="second")
    joined = layers.Concatenate()([layers.Dense(6, "relu")(first), layers.LSTM(6)(second)])
    outputs = {"number": layers.Dense(1, name="number")(joined), "kind": layers.Dense(4, name="kind")(joined)}
    losses = {"number": "mse", "kind": keras.losses.SparseCategoricalCrossentropy(from_logits=True)}
    return functional([first, second], outputs, [X, SERIES], {"number": Y, "kind": CLASSES}, losses)


@model
def tabular():
    normalize = layers.Normalization()
    normalize.adapt(X)
    number, kind = layers.Input((8,)), layers.Input((1,), dtype="int64")
    encoded = layers.CategoryEncoding(4, output_mode="one_hot")(kind)
    joined = layers.Concatenate()([normalize(number), encoded])
    outputs = layers.Dense(1)(layers.Dense(8, "relu")(joined))
    return functional([number, kind], outputs, [X, CLASSES[:, None]], Y)


@model
def tabular_buckets():
    buckets = layers.Discretization(num_bins=5)
    buckets.adapt(X[:, :1])
    number = layers.Input((1,))
    embedded = layers.Flatten()(layers.Embedding(5, 4)(buckets(number)))
    return functional(number, layers.Dense(1)(embedded), X[:, :1], Y)


def main(output, names):
    """Trains, and writes the weights of each model."""
    results = {}
    for name in names or MODELS:
        keras.utils.set_random_seed(1)
        made = MODELS[name]()
        if not isinstance(made, list):
            trained, x, y = made
            trained.fit(x, y, epochs=10, batch_size=16, verbose=0, shuffle=False)  # five steps each
            made = trained.get_weights()
        results[name] = [np.asarray(weight, "float64").ravel().tolist() for weight in made]
    with open(output, "w") as file:
        json.dump(results, file)


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3:])
