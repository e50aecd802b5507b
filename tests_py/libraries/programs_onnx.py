"""The first steps of libraries that are made for TensorFlow: ONNX out of functions, saved models and Keras."""

import os
import tempfile

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program


def _run_onnx(model, x):
    import onnxruntime

    session = onnxruntime.InferenceSession(model if isinstance(model, str) else model.SerializeToString())
    return session.run(None, {session.get_inputs()[0].name: x})[0]


@program
def onnx_of_a_function():
    import tf2onnx

    module = tf.Module()
    module.w = tf.Variable(normal(4, 3))
    signature = [tf.TensorSpec([None, 4], tf.float32, name="x")]
    function = tf.function(lambda x: {"y": tf.nn.softmax(x @ module.w + 1.0)}, input_signature=signature)
    model, _ = tf2onnx.convert.from_function(function, signature, opset=13)
    x = normal(2, 4, seed=1)
    return [_run_onnx(model, x), function(x)["y"]]


@program
def onnx_of_a_saved_model():
    import keras
    import tf2onnx
    from tf2onnx import tf_loader

    keras.utils.set_random_seed(1)
    layers = keras.layers
    front = [layers.Input((8, 8, 1)), layers.Conv2D(2, 3, activation="relu"), layers.MaxPooling2D()]
    model = keras.Sequential([*front, layers.Flatten(), layers.Dense(2)])
    folder = os.path.join(tempfile.mkdtemp(), "model")
    model.export(folder, verbose=False)
    graph_def, inputs, outputs = tf_loader.from_saved_model(folder, None, None)[:3]
    x = normal(1, 8, 8, 1)
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
        made = tf2onnx.tfonnx.process_tf_graph(graph, opset=13, input_names=inputs, output_names=outputs)
    return [_run_onnx(tf2onnx.optimizer.optimize_graph(made).make_model("model"), x), model(x)]


@program
def onnx_by_keras():
    import keras

    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(3, "relu"), keras.layers.Dense(2)])
    path, x = os.path.join(tempfile.mkdtemp(), "model.onnx"), np.ones((1, 4), "f")
    expected = model(x)
    model.export(path, format="onnx", verbose=False)
    return [_run_onnx(path, x), expected]
