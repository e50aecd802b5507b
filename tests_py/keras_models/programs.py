"""Programs over Keras, each a function that returns numbers; `python programs.py graphwright OUTPUT NAME…` runs some.

They run on TensorFlow and on graphwright, from the same seed and data, and give the same numbers.
"""

import json
import os
import sys
import tempfile
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["KERAS_BACKEND"] = "tensorflow"
if __name__ == "__main__" and sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow  # noqa: F401

import keras
import numpy as np
import tensorflow as tf
from keras import layers

PROGRAMS = {}

rng = np.random.default_rng(0)
X = rng.normal(size=(64, 8)).astype("f")
Y = X[:, :1] * 2 - X[:, 1:2]
CLASSES = (X.sum(1) > 0).astype("int32")
IMAGES = rng.normal(size=(32, 12, 12, 3)).astype("f")
IMAGE_CLASSES = rng.integers(0, 4, 32)
WORDS = rng.integers(0, 50, (32, 10))
SERIES = rng.normal(size=(32, 10, 6)).astype("f")
YES = rng.integers(0, 2, (32, 1)).astype("f")


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def numbers(history):
    return {key: [float(value) for value in values] for key, values in history.history.items()}


def trained(model, x, y, loss="mse", optimizer="adam", **compiled):
    """What training, evaluation and prediction give. Some weights have no derivative but noise: only their sums count."""
    model.compile(optimizer, loss, **compiled)
    history = model.fit(x, y, epochs=2, batch_size=16, verbose=0)
    evaluated = np.ravel(model.evaluate(x, y, verbose=0)).tolist()
    predicted = np.ravel(model.predict(x, verbose=0))[:6].tolist()
    return [numbers(history), evaluated, predicted, [list(w.shape) for w in model.get_weights()]]


def small(*inner, inputs=(8,)):
    return keras.Sequential([layers.Input(inputs), *(inner or (layers.Dense(4, "relu"), layers.Dense(1)))])


def from_logits():
    return keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@program
def mlp():
    return trained(small(layers.Dense(16, "relu"), layers.Dropout(0.2), layers.Dense(1)), X, Y, metrics=["mae"])


@program
def classifier():
    model = small(layers.Dense(16, "tanh"), layers.BatchNormalization(), layers.Dense(2, "softmax"))
    return trained(model, X, CLASSES, "sparse_categorical_crossentropy", "sgd", metrics=["accuracy"])


@program
def logits():
    model = small(layers.LayerNormalization(), layers.Dense(2))
    return trained(model, X, CLASSES, from_logits(), keras.optimizers.RMSprop(1e-2), metrics=["accuracy"])


@program
def cnn():
    model = small(
        layers.Conv2D(8, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(8, 3, padding="same", strides=2, use_bias=False),
        layers.BatchNormalization(),
        layers.ReLU(),
        layers.GlobalAveragePooling2D(),
        layers.Dense(4),
        inputs=(12, 12, 3),
    )
    return trained(model, IMAGES, IMAGE_CLASSES, from_logits())


@program
def convolutions():
    model = small(
        layers.SeparableConv2D(4, 3),
        layers.DepthwiseConv2D(3),
        layers.Conv2DTranspose(3, 3),
        layers.AveragePooling2D(2),
        layers.Flatten(),
        layers.Dense(4, "softmax"),
        inputs=(12, 12, 3),
    )
    return trained(model, IMAGES, IMAGE_CLASSES, "sparse_categorical_crossentropy")


@program
def resnet_block():
    x = start = layers.Input((12, 12, 3))
    x = layers.BatchNormalization()(layers.Conv2D(6, 3, padding="same", use_bias=False)(x))
    x = layers.Add()([x, layers.Conv2D(6, 3, padding="same")(layers.ReLU()(x))])
    x = layers.Dense(4)(layers.GlobalMaxPooling2D()(x))
    return trained(keras.Model(start, x), IMAGES, IMAGE_CLASSES, from_logits())


@program
def mobilenet():
    model = keras.applications.MobileNetV2(input_shape=(32, 32, 3), weights=None, classes=5, alpha=0.35)
    return model.predict(np.ones((1, 32, 32, 3), "f"), verbose=0).tolist()


@program
def lstm():
    model = small(layers.Embedding(50, 8), layers.LSTM(6), layers.Dense(1, "sigmoid"), inputs=(10,))
    return trained(model, WORDS, YES, "binary_crossentropy")


@program
def gru_masked():
    model = small(
        layers.Embedding(50, 8, mask_zero=True),
        layers.GRU(6, return_sequences=True),
        layers.GRU(4),
        layers.Dense(1, "sigmoid"),
        inputs=(10,),
    )
    return trained(model, WORDS, YES, "binary_crossentropy")


@program
def bidirectional():
    return trained(small(layers.Bidirectional(layers.LSTM(4)), layers.Dense(1), inputs=(10, 6)), SERIES, YES)


@program
def simple_rnn():
    inner = (layers.SimpleRNN(4, return_sequences=True), layers.TimeDistributed(layers.Dense(3)), layers.Flatten())
    return trained(small(*inner, layers.Dense(1), inputs=(10, 6)), SERIES, YES)


@program
def conv1d():
    inner = (layers.Conv1D(4, 3, padding="causal"), layers.MaxPooling1D(2), layers.Flatten(), layers.Dense(1))
    return trained(small(*inner, inputs=(10, 6)), SERIES, YES)


@program
def attention():
    x = start = layers.Input((10, 6))
    x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 4)(x, x))
    x = layers.GlobalAveragePooling1D()(layers.Dense(6, "gelu")(x))
    return trained(keras.Model(start, layers.Dense(1)(x)), SERIES, YES)


@program
def several_inputs_and_outputs():
    a, b = layers.Input((8,), name="a"), layers.Input((8,), name="b")
    x = layers.Concatenate()([layers.Dense(4)(a), layers.Dense(4)(b)])
    model = keras.Model([a, b], [layers.Dense(1, name="o1")(x), layers.Dense(2, "softmax", name="o2")(x)])
    losses = {"o1": "mse", "o2": "sparse_categorical_crossentropy"}
    model.compile("adam", losses, loss_weights={"o1": 1.0, "o2": 0.5})
    return numbers(model.fit({"a": X, "b": X}, {"o1": Y, "o2": CLASSES}, epochs=2, batch_size=16, verbose=0))


class Own(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(8, "relu")
        self.last = layers.Dense(1)

    def call(self, x, training=False):
        return self.last(self.first(x))


class OwnStep(Own):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y=y, y_pred=self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))
        return {"own_loss": loss}


@program
def subclass():
    return trained(Own(), X, Y)


@program
def own_train_step():
    model = OwnStep()
    model.compile("adam", "mse")
    return numbers(model.fit(X, Y, epochs=2, batch_size=16, verbose=0))


@program
def eagerly():
    return trained(small(), X, Y, run_eagerly=True)


@program
def jit_compile():
    return trained(small(), X, Y, jit_compile=True)


@program
def steps_per_execution():
    return trained(small(), X, Y, steps_per_execution=2)


@program
def data_sets():
    data = tf.data.Dataset.from_tensor_slices((X, Y)).shuffle(64, seed=1).batch(8).prefetch(2)
    model = small()
    model.compile("adam", "mse")
    return numbers(model.fit(data, epochs=2, verbose=0, validation_data=data, shuffle=False))


@program
def generators():
    def batches():
        for begin in range(0, 64, 8):
            yield X[begin : begin + 8], Y[begin : begin + 8]

    model = small()
    model.compile("adam", "mse")
    return numbers(model.fit(batches(), verbose=0))


def _with_policy(policy):
    keras.config.set_dtype_policy(policy)
    try:
        return trained(small(layers.Dense(4, "relu"), layers.Dense(1, dtype="float32")), X, Y)[2]
    finally:
        keras.config.set_dtype_policy("float32")


@program
def mixed_bfloat16():
    return _with_policy("mixed_bfloat16")


@program
def mixed_float16():
    return _with_policy("mixed_float16")


@program
def optimizers():
    def result(name):
        keras.utils.set_random_seed(7)
        schedule = keras.optimizers.schedules.ExponentialDecay(0.01, 3, 0.9)
        return trained(small(), X, Y, "mse", getattr(keras.optimizers, name)(schedule, clipnorm=1.0))[:3]

    names = "SGD RMSprop Adam AdamW Adadelta Adagrad Adamax Adafactor Nadam Ftrl Lion Lamb Muon"
    return {name: result(name) for name in names.split() if hasattr(keras.optimizers, name)}


@program
def averages_of_weights():
    options = {"use_ema": True, "ema_overwrite_frequency": 2, "weight_decay": 0.01, "gradient_accumulation_steps": 2}
    return trained(small(), X, Y, "mse", keras.optimizers.SGD(0.01, momentum=0.9, nesterov=True, **options))


@program
def callbacks():
    folder = tempfile.mkdtemp()
    model = small(layers.Dense(1))
    model.compile("sgd", "mse", metrics=["mae", "mape"])
    used = [
        keras.callbacks.EarlyStopping(patience=1, restore_best_weights=True),
        keras.callbacks.ReduceLROnPlateau(patience=1),
        keras.callbacks.ModelCheckpoint(folder + "/m.weights.h5", save_weights_only=True),
        keras.callbacks.CSVLogger(folder + "/log.csv"),
        keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.9),
        keras.callbacks.TerminateOnNaN(),
    ]
    history = model.fit(X, Y, epochs=4, verbose=0, validation_split=0.25, callbacks=used)
    return [numbers(history), sorted(os.listdir(folder))]


@program
def saving():
    folder = tempfile.mkdtemp()
    model = small()
    model.compile("adam", "mse")
    model.fit(X, Y, verbose=0)
    model.save(folder + "/m.keras")
    model.save_weights(folder + "/w.weights.h5")
    loaded = keras.models.load_model(folder + "/m.keras")
    loaded.load_weights(folder + "/w.weights.h5")
    copy = keras.models.clone_model(model)
    copy.set_weights(model.get_weights())
    again = keras.models.model_from_json(model.to_json())
    loaded.fit(X, Y, verbose=0)
    return [loaded.predict(X[:3], verbose=0).tolist(), copy.predict(X[:3], verbose=0).tolist(), len(again.weights)]


@program
def checkpoints():
    model = small()
    model.compile("adam", "mse")
    model.fit(X, Y, verbose=0)
    path = tf.train.Checkpoint(model=model).save(tempfile.mkdtemp() + "/c")
    before = model.get_weights()
    model.set_weights([value * 0 for value in before])
    tf.train.Checkpoint(model=model).restore(path)
    differences = [float(abs(a - b).max()) for a, b in zip(before, model.get_weights(), strict=True)]
    return [differences, [[name, shape] for name, shape in tf.train.list_variables(path)]]


@program
def texts():
    layer = layers.TextVectorization(max_tokens=20, output_sequence_length=5)
    layer.adapt(["a b c", "b c d"])
    return [np.asarray(layer(["a d z", "b"])).tolist(), layer.get_vocabulary()]


@program
def preprocessing():
    scaled, counted = layers.Normalization(), layers.IntegerLookup()
    scaled.adapt(X)
    counted.adapt([1, 2, 2, 3])
    made = [
        scaled(X[:2]),
        layers.StringLookup(vocabulary=["a", "b"])(["b", "q"]),
        counted([2, 9]),
        layers.Discretization([0.0, 1.0])([-1.0, 0.5, 3.0]),
        layers.CategoryEncoding(4, "one_hot")([1, 3]),
        layers.Hashing(5)(["x", "y"]),
        layers.Rescaling(2.0, 1.0)([1.0]),
    ]
    return [np.asarray(value).tolist() for value in made]


@program
def augmentation():
    made = [
        layers.RandomFlip(seed=1),
        layers.RandomRotation(0.2, seed=1),
        layers.RandomZoom(0.2, seed=1),
        layers.RandomTranslation(0.1, 0.1, seed=1),
        layers.RandomContrast(0.3, seed=1),
        layers.RandomBrightness(0.3, seed=1),
        layers.RandomCrop(6, 6, seed=1),
        layers.GaussianNoise(0.1, seed=1),
        layers.Resizing(6, 6),
        layers.CenterCrop(6, 6),
    ]
    return [float(np.abs(np.asarray(layer(IMAGES[:2], training=True))).mean()) for layer in made]


class Sampled(layers.Layer):
    def __init__(self):
        super().__init__()
        self.generator = keras.random.SeedGenerator(3)

    def call(self, inputs):
        mean, deviation = inputs
        self.add_loss(keras.ops.mean(mean * mean + keras.ops.exp(deviation) - deviation - 1))
        noise = keras.random.normal(keras.ops.shape(mean), seed=self.generator)
        return mean + keras.ops.exp(0.5 * deviation) * noise


@program
def variational_autoencoder():
    start = layers.Input((8,))
    hidden = layers.Dense(6, "relu")(start)
    code = Sampled()([layers.Dense(2)(hidden), layers.Dense(2)(hidden)])
    return trained(keras.Model(start, layers.Dense(8)(code)), X, X)


@program
def metrics():
    guessed = (np.abs(X[:, 0]) / 3 % 1).astype("f")
    found = {}
    names = "AUC Precision Recall BinaryAccuracy TruePositives FalseNegatives MeanSquaredError RootMeanSquaredError"
    names += " KLDivergence Poisson LogCoshError CosineSimilarity Hinge BinaryIoU R2Score F1Score"
    for name in names.split():
        metric = getattr(keras.metrics, name)()
        shape = (-1, 1) if name in ("R2Score", "F1Score", "CosineSimilarity") else (-1,)
        metric.update_state(CLASSES.reshape(shape).astype("f"), guessed.reshape(shape))
        found[name] = np.ravel(metric.result()).tolist()
    return found


@program
def losses():
    a = np.abs(X[:, :4]) / 4
    b = np.abs(Y)[:, :1] * a / 4
    names = (
        "MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogarithmicError BinaryCrossentropy"
    )
    names += " CategoricalCrossentropy KLDivergence Poisson CosineSimilarity LogCosh Huber Hinge SquaredHinge"
    names += " CategoricalHinge BinaryFocalCrossentropy CategoricalFocalCrossentropy Dice Tversky"
    return {name: float(getattr(keras.losses, name)()(a, b)) for name in names.split()}


@program
def summary():
    lines = []
    small().summary(print_fn=lambda line, **_: lines.append(line))
    return lines


@program
def own_loop():
    model, optimizer, mean = small(), keras.optimizers.Adam(0.01), keras.metrics.Mean()

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        mean.update_state(loss)
        return loss

    return [[float(step(X, Y)) for _ in range(4)], float(mean.result())]


@program
def strategy():
    with tf.distribute.MirroredStrategy(["/cpu:0"]).scope():
        model = small()
        model.compile("adam", "mse")
    return numbers(model.fit(X, Y, epochs=2, verbose=0, batch_size=16))


def main(output, names, programs):
    warnings.simplefilter("ignore")
    results = {}
    for name in names or programs:
        keras.utils.set_random_seed(7)
        try:
            results[name] = programs[name]()
        except Exception as error:
            results[name] = f"{type(error).__name__}: {error}"
    with open(output, "w") as file:
        json.dump(results, file)


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3:], PROGRAMS)
