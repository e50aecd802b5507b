"""Keras' TensorBoard callback writes with our tf.summary what it writes with TensorFlow's."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("keras")
pytest.importorskip("tensorboard")

PROGRAM = """
import sys
if sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow
import numpy as np
import keras
import tensorflow as tf

keras.utils.set_random_seed(3)
x = np.linspace(-1, 1, 64, dtype="float32").reshape(16, 4)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, "relu", name="first"), keras.layers.Dense(1, name="last")])
model.compile("sgd", "mse", metrics=["mae"])
board = keras.callbacks.TensorBoard(sys.argv[2], histogram_freq=1, write_images=True, update_freq=1, write_graph=True)
model.fit(x, x[:, :1], epochs=2, batch_size=8, verbose=0, validation_data=(x, x[:, :1]), callbacks=[board])
"""


def told_by(tensorflow, folder):
    """Run, tag, step, plugin, and the number or shape of each value; and whether there are graphs."""
    from parity.summary.event_texts import events_of

    found = []
    for run in sorted(path.name for path in folder.iterdir()):
        for event in events_of(folder / run):
            if event.graph_def:
                found.append((run, "graph"))
            for value in event.summary.value:
                tensor = tensorflow.make_ndarray(value.tensor)
                number = round(float(tensor), 4) if tensor.shape == () and tensor.dtype.kind == "f" else tensor.shape
                found.append((run, value.tag, event.step, value.metadata.plugin_data.plugin_name, number))
    return found


def test_keras_callback(tensorflow, tmp_path):
    told = []
    for name in ("tensorflow", "graphwright"):
        (tmp_path / name).mkdir()
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, name, str(tmp_path / name)], capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr[-2000:]
        told.append(told_by(tensorflow, Path(tmp_path / name)))
    theirs, ours = told
    assert ours == theirs and len(ours) > 20
