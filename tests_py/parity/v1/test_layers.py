"""`tf.compat.v1.layers` and `tf.compat.v1.nn.rnn_cell`, which Keras 2 has where TF_USE_LEGACY_KERAS asks for it."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np, tensorflow
tf = tensorflow.compat.v1
with tf.Graph().as_default(), tf.Session() as session:
    x = tf.constant(np.arange(24.0).reshape(2, 4, 3), tf.float32) * 0.1
    ones = tf.ones_initializer()
    with tf.variable_scope("net", initializer=tf.constant_initializer(0.1)):
        h = tf.layers.dense(x, 4, tf.nn.relu, kernel_initializer=ones)
        h = tf.layers.batch_normalization(h, training=True)
        cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.BasicLSTMCell(3), tf.nn.rnn_cell.GRUCell(2)])
        outputs, state = tf.nn.dynamic_rnn(cell, h, sequence_length=[4, 2], dtype=tf.float32)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(outputs))
    session.run(tf.global_variables_initializer())
    session.run(train)
    print([v.name for v in tf.global_variables()])
    for value in session.run([outputs, *tf.global_variables()]):
        print((np.round(np.asarray(value, "float64"), 3) + 0.0).tolist())

keras, features = tensorflow.keras, {"a": tf.constant([[0.5], [2.0]]), "b": tf.constant([["x"], ["z"]])}
fc = tensorflow.feature_column
embedded = fc.categorical_column_with_hash_bucket("b", 10)
columns = [
    fc.numeric_column("a"),
    fc.indicator_column(fc.categorical_column_with_vocabulary_list("b", ["x", "y"])),
    fc.embedding_column(embedded, 2, initializer=ones),
]
parted = tf.keras.layers.DenseFeatures(columns, partitioner=tf.fixed_size_partitioner(2))
model = keras.Sequential([keras.layers.DenseFeatures(columns), keras.layers.Dense(1, kernel_initializer="ones")])
print(parted(features).numpy().tolist(), [v.name for v in parted.weights], model(features).numpy().tolist())
print(model.name_scope(), model.layers[1].name_scope(), model.layers[0].get_config()["feature_columns"][0])
model.save_weights("saved")
print(sorted(name for name, shape in tf.train.list_variables("saved")), [v.name for v in model.weights])
sequence = keras.experimental.SequenceFeatures([fc.sequence_numeric_column("a")])
print([x.numpy().tolist() for x in sequence({"a": tensorflow.sparse.from_dense([[1.0, 2.0], [3.0, 0.0]])})])
both = keras.experimental.WideDeepModel(keras.experimental.LinearModel(), keras.layers.Dense(1, kernel_initializer="ones"))
print(both([tf.ones([1, 2]), tf.ones([1, 3])]).numpy(), [v.name for v in both.weights])
x = keras.Input((2, 5, 6))
for kind in keras.layers.DepthwiseConv2D, keras.layers.Conv2DTranspose:
    print(keras.Model(x, kind(3, 3, data_format="channels_first")(x)).output_shape)

import importlib
for place, name in [("keras.backend", "batch_set_value"), ("keras.utils.conv_utils", "normalize_tuple"),
                    ("keras.losses", "LossFunctionWrapper"), ("keras.engine.input_spec", "InputSpec"),
                    ("keras.saving.saving_utils", "trace_model_call"), ("keras.testing_utils", "get_test_data"),
                    ("keras.optimizer_v2.adam", "Adam"), ("keras.layers.recurrent", "LSTMCell"), ("keras", "Sequential"),
                    ("layers.base", "Layer"), ("layers.convolutional", "Convolution2DTranspose"), ("layers.core", "dense"),
                    ("layers.pooling", "MaxPooling2D"), ("keras.no_such", "part")]:
    try:
        print(name, hasattr(importlib.import_module(f"tensorflow.python.{place}"), name))
    except ModuleNotFoundError as error:
        print(error.name)
from tensorflow.python.layers import utils
kinds = [(n, f, padding, s) for n in (7, None) for f in (1, 3) for padding in ("same", "valid") for s in (1, 2)]
print([[getattr(utils, f"{way}_length")(*kind) for kind in kinds] for way in ("conv_output", "conv_input", "deconv_output")])
print(utils.deconv_output_length(7, 3, "full", 2), utils.normalize_tuple(2, 3, "k"))
print(utils.convert_data_format("channels_last", 4))
print(utils.smart_cond(True, lambda: 1, lambda: 2), utils.constant_value(tensorflow.Variable(True)), utils.constant_value(1))
import functools
from tensorflow.python.framework.tensor_spec import BoundedTensorSpec
from tensorflow.python.util import tf_inspect
def f(self, a, b=2, *args, **kwargs): pass
part = functools.partial
for one in f, part(f, 1), part(f, 1, 2), part(f, b=5), part(part(f, 1), a=3), part(f, z=3), lambda x, *, k=1: 0:
    print(tf_inspect.getargspec(one))
for arguments, named in ((1, 2, 3, 4, 5), {}), ((1,), {}), ((1, 5), {"b": 3, "q": 5}):
    print(sorted(tf_inspect.getcallargs(f, *arguments, **named).items()))
bound = type("Own", (), {"f": f})().f
print(sorted(tf_inspect.getcallargs(bound, 1)), BoundedTensorSpec((2,), tf.float32, 0.0, [1.0, 2.0], "b"))
from tensorflow.python.data.util import random_seed as data_random_seed
from tensorflow.python.eager import context
from tensorflow.python.framework import random_seed
for device in (None, "/CPU:0", "/job:localhost/cpu:0"):
    with tensorflow.device(device):
        print(repr(context.context().device_name), context.context().device_spec)
with context.graph_mode():
    print(tensorflow.executing_eagerly(), type(tf.constant(1)).__name__)
print(tensorflow.executing_eagerly())

tensorflow.random.set_seed(5)
print(context.global_seed(), context.context()._seed, context.internal_operation_seed(), tensorflow.random.normal([]).numpy())
print(random_seed.DEFAULT_GRAPH_SEED, [int(seed) for seed in data_random_seed.get_seed(4)])
context.set_global_seed(None)
print(context.global_seed())

enabled = tensorflow.__internal__.tf2.enabled
print(enabled(), tf.keras.layers.LSTM.__module__, tf.keras.layers.Dense is tensorflow.keras.layers.Dense)
layers = tensorflow.keras.layers
rows, mask = tf.reshape(tf.range(12.0), [2, 3, 2]), tf.constant([[True, True, False], [True, False, False]])
print(layers.TimeDistributed(layers.Dense(1, kernel_initializer="ones"))(rows, mask=mask).numpy().tolist())
dense, size = tensorflow.keras.Input([3]), tensorflow.shape(tensorflow.keras.Input([3]))
symbols = [dense, size, size[:-1], tensorflow.keras.Input([3], sparse=True), tensorflow.keras.Input([None], ragged=True)]
print([(tensorflow.is_tensor(x), tensorflow.get_static_value(x)) for x in symbols])
print(type(tensorflow.__operators__.getitem(size, 0)).__name__, type(tensorflow.__operators__.add(dense, 1)).__name__)
tf.disable_v2_behavior()
tf.set_random_seed(7)
x = tf.ones([1, 3])
made = [tf.layers.dense(x, 2), tensorflow.keras.layers.Dense(2)(x), tensorflow.keras.layers.BatchNormalization()(x)]
print(enabled(), sorted({o.type for o in x.graph.get_operations() if "Random" in o.type}))
for seed in (None, 7):  # one iteration at a time: those that TensorFlow runs side by side draw in any order
    cell = tf.nn.rnn_cell.DropoutWrapper(tf.nn.rnn_cell.BasicRNNCell(2), 0.6, 0.5, 0.7, seed=seed)
    rows = tf.ones([1, 3, 2])
    made.append(tf.nn.dynamic_rnn(cell, rows, dtype=tf.float32, parallel_iterations=1, scope=f"rnn_{seed}")[0])
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    print([np.round(value, 4).tolist() for value in session.run(made)])
"""


def _printed(first, folder):
    environment = {**os.environ, "TF_USE_LEGACY_KERAS": "1", "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", first + PROGRAM],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_layers_and_cells(tmp_path):
    pytest.importorskip("tf_keras")
    assert _printed("import graphwright.as_tensorflow\n", tmp_path) == _printed("", tmp_path)
