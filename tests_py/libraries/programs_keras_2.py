"""The first steps of libraries that are made for TensorFlow and Keras 2: Hub, Lattice, Model Optimization."""

import os
import tempfile

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program


def _saved_module():
    class Scale(tf.Module):
        def __init__(self):
            super().__init__()
            self.kernel = tf.Variable(normal(4, 3))
            self.variables_ = [self.kernel]

        @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32)])
        def __call__(self, x):
            return tf.tanh(x @ self.kernel)

    module, folder = Scale(), tempfile.mkdtemp()
    module.trainable_variables_ = [module.kernel]
    tf.saved_model.save(module, folder)
    return folder


@program
def hub_layers():
    import tensorflow_hub as hub

    folder = _saved_module()
    x = normal(6, 4, seed=1)
    loaded = hub.load(folder)
    layer = hub.KerasLayer(folder, trainable=False, input_shape=[4])
    model = tf.keras.Sequential([layer, tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    losses = model.fit(x, x[:, :1], epochs=2, verbose=0, shuffle=False).history["loss"]
    again = os.path.join(tempfile.mkdtemp(), "model")
    model.save(again, save_format="tf")
    kept = tf.keras.models.load_model(again, custom_objects={"KerasLayer": hub.KerasLayer})
    return [loaded(x), losses, model.predict(x, verbose=0), kept.predict(x, verbose=0), hub.resolve(folder) == folder]


@program
def lattice():
    import tensorflow_lattice as tfl

    tf.keras.utils.set_random_seed(1)
    keypoints = np.linspace(0.0, 1.0, 4)
    parts = [tf.keras.layers.Input((1,)) for _ in range(2)]
    calibrated = [
        tfl.layers.PWLCalibration(keypoints, output_min=0.0, output_max=1.0, monotonicity="increasing")(part)
        for part in parts
    ]
    output = tfl.layers.Lattice([2, 2], monotonicities=["increasing", "increasing"], output_min=0.0)(calibrated)
    model = tf.keras.Model(parts, output)
    model.compile("adam", "mse")
    x = [np.linspace(0, 1, 16)[:, None].astype("f"), np.linspace(1, 0, 16)[:, None].astype("f")]
    y = x[0] * 2 + x[1]
    return [model.fit(x, y, epochs=3, verbose=0, shuffle=False).history["loss"], model.predict(x, verbose=0)]


def _small_model():
    tf.keras.utils.set_random_seed(1)
    layers = [tf.keras.layers.Input((4,)), tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)]
    return tf.keras.Sequential(layers)


@program
def pruning():
    import tensorflow_model_optimization as tfmot

    sparsity = tfmot.sparsity.keras
    schedule = sparsity.PolynomialDecay(initial_sparsity=0.0, final_sparsity=0.5, begin_step=0, end_step=8, frequency=2)
    model = sparsity.prune_low_magnitude(_small_model(), pruning_schedule=schedule)
    model.compile("sgd", "mse")
    x = normal(16, 4)
    steps = [sparsity.UpdatePruningStep()]
    losses = model.fit(x, x[:, :1], epochs=3, batch_size=4, verbose=0, shuffle=False, callbacks=steps).history["loss"]
    stripped = sparsity.strip_pruning(model)
    return [losses, [float(np.mean(w == 0)) for w in stripped.get_weights()], stripped.predict(x[:2], verbose=0)]


@program
def clustering():
    import tensorflow_model_optimization as tfmot

    cluster = tfmot.clustering.keras
    initial = cluster.CentroidInitialization.LINEAR
    model = cluster.cluster_weights(_small_model(), number_of_clusters=3, cluster_centroids_init=initial)
    model.compile("sgd", "mse")
    x = normal(16, 4)
    losses = model.fit(x, x[:, :1], epochs=2, batch_size=4, verbose=0, shuffle=False).history["loss"]
    stripped = cluster.strip_clustering(model)
    return [losses, [len(np.unique(w)) for w in stripped.get_weights()]]


@program
def quantization_aware_training():
    import tensorflow_model_optimization as tfmot

    model = tfmot.quantization.keras.quantize_model(_small_model())
    model.compile("sgd", "mse")
    x = normal(16, 4)
    losses = model.fit(x, x[:, :1], epochs=2, batch_size=4, verbose=0, shuffle=False).history["loss"]
    return [losses, model.predict(x[:2], verbose=0)]
