"""The ways in which models are fed, compiled, watched, copied and written, each a program as in programs.py."""

import contextlib
import copy
import io
import os
import pickle
import re
import sys
import tempfile

if __name__ == "__main__" and sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow  # noqa: F401

import keras
import numpy as np
import tensorflow as tf
from keras import layers

from keras_models.programs import IMAGES, X, Y, main, numbers, small

WAYS = {}


def way(function):
    WAYS[function.__name__] = function
    return function


def fresh(optimizer="sgd", loss="mse", **compiled):
    """A small model with the same weights each time."""
    keras.utils.set_random_seed(7)
    model = small()
    model.compile(optimizer, loss, **compiled)
    return model


def weights(model):
    return [float(value) for each in model.get_weights() for value in np.ravel(each)[:4]]


def fitted(*data, compiled=None, **options):
    """The history and the weights of two epochs."""
    model = fresh(**compiled or {})
    history = model.fit(*data, **{"epochs": 2, "verbose": 0, "shuffle": False, **options})
    return [numbers(history), weights(model)]


class Batches(keras.utils.PyDataset):
    """Batches of eight rows; counts the ends of epochs."""

    ends = 0

    def __len__(self):
        return 8

    def __getitem__(self, index):
        rows = slice(index * 8, index * 8 + 8)
        return X[rows], Y[rows]

    def on_epoch_end(self):
        self.ends += 1


def pairs(count=None):
    """A generator of batches, for ever or of so many."""
    index = 0
    while count is None or index < count:
        yield X[index % 8 * 8 : index % 8 * 8 + 8], Y[index % 8 * 8 : index % 8 * 8 + 8]
        index += 1


@way
def kinds_of_data():
    data = tf.data.Dataset.from_tensor_slices((X, Y))
    weighted = np.linspace(0, 1, 64, dtype="f")
    counted = Batches()
    found = {
        "arrays": fitted(X, Y, batch_size=8),
        "tensors": fitted(tf.constant(X), tf.constant(Y), batch_size=8),
        "doubles": fitted(X.astype("f8"), Y.astype("f2"), batch_size=8),
        "data set": fitted(data.batch(8)),
        "endless data set": fitted(data.batch(8).repeat(), steps_per_epoch=5),
        "data set of unknown length": fitted(data.filter(lambda x, y: y[0] > 0).batch(8)),
        "weights": fitted(X, Y, batch_size=8, sample_weight=weighted),
        "weights in the data": fitted(tf.data.Dataset.from_tensor_slices((X, Y, weighted)).batch(8)),
        "generator": fitted(pairs(), steps_per_epoch=4, validation_data=pairs(), validation_steps=2),
        "generator that ends": fitted(pairs(6), epochs=1),
        "rows": fitted(Batches()),
        "rows by threads": fitted(counted, validation_data=Batches(workers=2)),
        "classes": fitted(
            X,
            (Y[:, 0] > 0).astype("i4"),
            compiled={"loss": "hinge", "weighted_metrics": ["mae"]},
            class_weight={0: 0.3, 1: 2.0},
            validation_split=0.25,
        ),
    }
    model = fresh()
    found["others"] = [
        np.ravel(model.predict(source, verbose=0))[:5].tolist()
        for source in (X, tf.constant(X), data.batch(8), Batches())
    ]
    found["others"] += [model.evaluate(source, verbose=0) for source in (data.batch(8), Batches())]
    found["others"] += [float(model.train_on_batch(X[:8], Y[:8])), float(model.test_on_batch(X[:8], Y[:8]))]
    return [found, counted.ends]


@way
def rows_of_other_processes():
    found = []
    for options in ({"workers": 2}, {"workers": 2, "use_multiprocessing": True, "max_queue_size": 4}):
        found.append(fitted(Batches(**options)))
    return found


@way
def ways_of_running():
    data = tf.data.Dataset.from_tensor_slices((X, Y)).batch(8)
    found = {}
    for eagerly, jit, steps in (
        (True, False, 1),
        (False, False, 1),
        (False, "auto", 3),
        (False, True, 1),
        (False, False, 5),
    ):
        compiled = {"run_eagerly": eagerly, "jit_compile": jit, "steps_per_execution": steps, "metrics": ["mae"]}
        found[f"{eagerly} {jit} {steps}"] = [
            fitted(X, Y, batch_size=8, compiled=compiled),
            fitted(data, compiled=compiled),
        ]
    return found


class Told(keras.callbacks.Callback):
    """Keeps the name of each event, its number and the names of its logs."""

    def __init__(self):
        super().__init__()
        self.events = []
        for name in dir(keras.callbacks.Callback):
            if re.match(r"on_\w+_(begin|end)$", name):
                setattr(self, name, lambda *given, name=name, **more: self.keep(name, *given, *more.values()))

    def keep(self, name, *given):
        self.events.append(
            [name, *(sorted(each or ()) if isinstance(each, dict) or each is None else each for each in given)]
        )


@way
def events():
    told = Told()
    model = fresh(metrics=["mae"])
    model.fit(X, Y, epochs=2, batch_size=32, verbose=0, validation_split=0.5, callbacks=[told])
    model.evaluate(X, Y, verbose=0, callbacks=[told])
    model.predict(X, verbose=0, callbacks=[told])
    seen = []
    stopper = keras.callbacks.LambdaCallback(on_train_batch_end=lambda batch, logs: seen.append([batch, logs["loss"]]))
    model.fit(X, Y, verbose=0, shuffle=False, callbacks=[stopper])
    return [told.events, seen]


@way
def what_is_printed():
    found = []
    for options in ({"verbose": 2}, {"verbose": 1}, {"verbose": "auto", "validation_split": 0.25}):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            fresh(metrics=["mae"]).fit(X, Y, epochs=2, batch_size=16, shuffle=False, **options)
        lines = said.getvalue().replace("\b", "").replace("\r", "\n").splitlines()
        # Without the times, and of the bar only how it ends.
        lines = [re.sub(r"\d+[mu]?s(/\w+)?", "_", line).rstrip() for line in lines]
        found.append([line for line in lines if "4/4" in line or "Epoch" in line][-4:])
    return found


@way
def interrupted_and_gone_on_with():
    folder = tempfile.mkdtemp()
    found = []

    def backup():
        return keras.callbacks.BackupAndRestore(os.path.join(folder, "backup"), delete_checkpoint=False)

    class Stop(keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            if epoch == 2:
                raise RuntimeError("stop")

    try:
        fresh("adam").fit(X, Y, epochs=4, verbose=0, shuffle=False, callbacks=[backup(), Stop()])
    except RuntimeError as error:
        found.append(str(error))
    model = fresh("adam")
    found += [numbers(model.fit(X, Y, epochs=4, verbose=0, shuffle=False, callbacks=[backup()])), weights(model)]
    kept = keras.callbacks.ModelCheckpoint(os.path.join(folder, "{epoch}.keras"), "loss", save_best_only=True)
    ends = keras.callbacks.SwapEMAWeights(swap_on_epoch=True)
    averaged = keras.optimizers.SGD(0.01, use_ema=True, ema_momentum=0.5)
    model = fresh(averaged)
    history = model.fit(X, Y, epochs=3, verbose=0, shuffle=False, callbacks=[ends, kept])
    return [*found, numbers(history), weights(model), sorted(os.listdir(folder))]


@way
def loss_scaling():
    """The scale falls where a gradient is no number, and grows after some steps where all were."""
    keras.config.set_dtype_policy("mixed_float16")
    found = []
    try:
        for begin in (2.0**16, 2.0**8):
            inner = keras.optimizers.SGD(0.01)
            scaled = keras.optimizers.LossScaleOptimizer(inner, initial_scale=begin, dynamic_growth_steps=3)
            model = fresh(scaled)
            for _ in range(9):
                loss = float(model.train_on_batch(X * 8, Y * 8))
                found.append(
                    [round(loss, 1), float(scaled.dynamic_scale), int(scaled.step_counter), int(inner.iterations)]
                )
        automatic = fresh("adam")
        automatic.fit(X, Y, verbose=0)
        dtypes = [layer.compute_dtype + " " + layer.variable_dtype for layer in automatic.layers]
        return [found, type(automatic.optimizer).__name__, dtypes, str(automatic(X[:2]).dtype)]
    finally:
        keras.config.set_dtype_policy("float32")


@way
def clipped():
    found = {}
    for name in ("clipnorm", "clipvalue", "global_clipnorm"):
        for kind in (keras.optimizers.SGD, keras.optimizers.Adam):
            optimizer = kind(0.1, **{name: 0.05})
            found[f"{name} {kind.__name__}"] = fitted(X, Y, compiled={"optimizer": optimizer})
    return found


@way
def schedules():
    made = keras.optimizers.schedules
    several = {
        "exponential": made.ExponentialDecay(0.1, 3, 0.5, staircase=True),
        "cosine": made.CosineDecay(0.0, 6, alpha=0.1, warmup_target=0.1, warmup_steps=2),
        "restarts": made.CosineDecayRestarts(0.1, 3, t_mul=1.5, m_mul=0.8),
        "polynomial": made.PolynomialDecay(0.1, 4, 0.01, power=2.0, cycle=True),
        "pieces": made.PiecewiseConstantDecay([2, 5], [0.1, 0.05, 0.01]),
        "inverse": made.InverseTimeDecay(0.1, 3, 0.5),
    }
    found = {}
    for name, schedule in several.items():
        again = made.deserialize(made.serialize(schedule))
        values = [float(again(step)) for step in range(10)]
        optimizer = keras.optimizers.Adam(schedule)
        found[name] = [
            values,
            fitted(X, Y, batch_size=16, compiled={"optimizer": optimizer}),
            float(optimizer.learning_rate),
        ]
    return found


@keras.saving.register_keras_serializable("ways")
class Scaled(layers.Layer):
    """A layer with a weight and an argument of its own."""

    def __init__(self, factor=2.0, **options):
        super().__init__(**options)
        self.factor = factor

    def build(self, shape):
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones")

    def call(self, x):
        return x * self.scale * self.factor

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


@way
def copies():
    keras.utils.set_random_seed(7)
    start = layers.Input((8,))
    model = keras.Model(start, layers.Dense(1)(Scaled(3.0)(layers.Dense(4, "relu")(start))))
    model.compile("adam", "mse", metrics=["mae"])
    model.fit(X, Y, verbose=0, shuffle=False)
    clone = keras.models.clone_model(
        model, clone_function=lambda layer: layer.__class__.from_config(layer.get_config())
    )
    kinds = [type(layer).__name__ for layer in clone.layers]
    clone.set_weights(model.get_weights())
    copied = {"pickle": pickle.loads(pickle.dumps(model)), "deepcopy": copy.deepcopy(model), "clone": clone}
    found = {name: np.ravel(each.predict(X[:4], verbose=0)).tolist() for name, each in copied.items()}
    # A copy goes on where the model was, with its optimizer's state.
    for name in ("pickle", "deepcopy"):
        history = copied[name].fit(X, Y, verbose=0, shuffle=False)
        found[name] += [numbers(history), weights(copied[name])]
    found["layer"] = np.ravel(pickle.loads(pickle.dumps(model.layers[2]))(np.ones((1, 4), "f"))).tolist()
    found["array of a tensor"] = pickle.loads(pickle.dumps(tf.constant([1.0, 2.0]).numpy())).tolist()
    return [found, kinds]


@way
def pictures():
    """The text that Graphviz is given, or what is said where pydot is not installed."""
    start = layers.Input((8,), name="start")
    model = keras.Model(start, layers.Dense(1, name="end")(layers.Dense(4, "relu", name="inner")(start)))
    options = {"show_shapes": True, "show_dtype": True, "show_layer_names": True, "show_layer_activations": True}
    try:
        made = keras.utils.model_to_dot(model, **options)
    except ImportError as error:
        return str(error)
    return re.sub(r"\d{6,}", "_", made.to_string())


@way
def texts():
    lines = ["The hare ran, the hare slept!", "a tortoise walked on; on and on", "The end of the road", ""]
    kinds = {
        "positions": {},
        "several": {"output_mode": "multi_hot"},
        "count": {"output_mode": "count", "max_tokens": 8},
        "tf_idf": {"output_mode": "tf_idf"},
        "pairs": {"ngrams": 2, "output_sequence_length": 4},
        "only pairs and threes": {"ngrams": (2, 3)},
        "characters": {"split": "character", "standardize": "lower"},
        "as it is": {"standardize": None, "split": None},
        "punctuation": {"standardize": "strip_punctuation"},
        "own": {
            "standardize": lambda x: tf.strings.regex_replace(x, "[aeiou]", "*"),
            "split": lambda x: tf.strings.split(x, " "),
        },
        "given": {"vocabulary": ["the", "hare", "on"]},
        "padded": {"max_tokens": 12, "output_mode": "count", "pad_to_max_tokens": True},
    }
    found = {}
    for name, options in kinds.items():
        layer = layers.TextVectorization(**options)
        if "vocabulary" not in options:
            layer.adapt(tf.data.Dataset.from_tensor_slices(lines).batch(3))
        mapped = list(tf.data.Dataset.from_tensor_slices(lines).batch(2).map(layer))
        found[name] = [
            np.asarray(layer(tf.constant(lines))).tolist(),
            [np.asarray(each).tolist() for each in mapped],
            [str(word) for word in layer.get_vocabulary()],
            layer.vocabulary_size(),
        ]
    ragged = layers.TextVectorization(ragged=True, vocabulary=["the", "hare", "on"])
    found["ragged"] = ragged(tf.constant(lines)).to_list()
    return found


@way
def texts_in_a_model():
    lines, marks = (
        tf.constant([["the hare ran"], ["it slept"], ["on and on"], ["the end"]]),
        np.array([[1.0], [0], [0], [1]]),
    )
    keras.utils.set_random_seed(7)
    words = layers.TextVectorization(max_tokens=10, output_sequence_length=4)
    words.adapt(lines)
    model = keras.Sequential(
        [
            layers.Input((1,), dtype="string"),
            words,
            layers.Embedding(10, 4),
            layers.GlobalAveragePooling1D(),
            layers.Dense(1),
        ]
    )
    model.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True))
    history = model.fit(tf.data.Dataset.from_tensor_slices((lines, marks)).batch(2), epochs=2, verbose=0)
    path = os.path.join(tempfile.mkdtemp(), "m.keras")
    model.save(path)
    again = keras.models.load_model(path)
    return [numbers(history), np.ravel(again.predict(lines, verbose=0)).tolist(), again.layers[0].get_vocabulary()]


@way
def exported():
    keras.utils.set_random_seed(7)
    folder = tempfile.mkdtemp()
    start = layers.Input((12, 12, 3), name="image")
    inner = layers.Flatten()(layers.BatchNormalization()(layers.Conv2D(2, 3)(start)))
    model = keras.Model(
        start, {"scores": layers.Dense(3)(inner), "sure": layers.Dense(1, "sigmoid")(layers.Dropout(0.5)(inner))}
    )
    with contextlib.redirect_stdout(io.StringIO()) as said:
        model.export(os.path.join(folder, "a"))
    lines = [re.sub(r"'[^']*/a'", "_", re.sub(r"\d{6,}", "_", line)) for line in said.getvalue().splitlines()]
    served = tf.saved_model.load(os.path.join(folder, "a"))
    found = {
        "serve": served.serve(IMAGES[:2]),
        "signature": served.signatures["serving_default"](image=tf.constant(IMAGES[:2])),
    }
    archive = keras.export.ExportArchive()
    archive.track(model)
    spec = tf.TensorSpec((None, 12, 12, 3))
    archive.add_endpoint("scores", lambda x: model(x, training=False)["scores"], [spec])
    archive.add_endpoint("training", lambda x: model(x, training=True)["scores"] * 2.0, [spec])
    archive.add_variable_collection("some", model.weights[:2])
    with contextlib.redirect_stdout(io.StringIO()):
        archive.write_out(os.path.join(folder, "b"))
    again = tf.saved_model.load(os.path.join(folder, "b"))
    found |= {"scores": again.scores(IMAGES[:2]), "training": again.training(IMAGES[:2]), "some": again.some}
    layer = layers.TFSMLayer(os.path.join(folder, "b"), call_endpoint="scores", call_training_endpoint="training")
    found["layer"] = keras.Sequential([layers.Input((12, 12, 3)), layer]).predict(IMAGES[:2], verbose=0)
    found = tf.nest.map_structure(lambda value: np.asarray(value).tolist(), found)
    return [found, lines, sorted(os.listdir(os.path.join(folder, "a")))]


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3:], WAYS)
