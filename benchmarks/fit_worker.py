"""One peer's side of the rows of Keras' `fit`: a process that makes a model and trains an epoch for every line that it reads.

    python -m benchmarks.fit_worker PEER MODEL BATCH

PEER is graphwright, or one of Keras' backends. It answers each line with the seconds of a step of `fit`, and after the last
one says the peak of its memory in MiB.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    Model = tuple[Any, Any, Any]  # the model, its inputs, its labels


def mlp(keras: Any, count: int, rng: np.random.Generator) -> Model:
    """784 - 128 - 10, with dropout."""
    layers = keras.layers
    model = keras.Sequential(
        [keras.Input((28, 28)), layers.Flatten(), layers.Dense(128, "relu"), layers.Dropout(0.2), layers.Dense(10)]
    )
    return model, rng.random((count, 28, 28), "float32"), rng.integers(0, 10, count)


def cnn(keras: Any, count: int, rng: np.random.Generator) -> Model:
    """Returns two convolutions of 32 and 64 filters on 28 x 28, as tutorials have them."""
    layers = keras.layers
    model = keras.Sequential(
        [
            keras.Input((28, 28, 1)),
            layers.Conv2D(32, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(64, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dense(10),
        ]
    )
    return model, rng.random((count, 28, 28, 1), "float32"), rng.integers(0, 10, count)


def lstm(keras: Any, count: int, rng: np.random.Generator) -> Model:
    """Words of 50 out of 1000, embedded in 32, through an LSTM of 64 units."""
    layers = keras.layers
    model = keras.Sequential([keras.Input((50,)), layers.Embedding(1000, 32), layers.LSTM(64), layers.Dense(10)])
    return model, rng.integers(0, 1000, (count, 50)), rng.integers(0, 10, count)


def transformer(keras: Any, count: int, rng: np.random.Generator) -> Model:
    """Returns one block: four heads over 32 words of 64 numbers, layer normalization, two dense layers."""
    layers = keras.layers
    words = keras.Input((32,))
    x = layers.Embedding(1000, 64)(words)
    attended = layers.MultiHeadAttention(num_heads=4, key_dim=16)(x, x)
    x = layers.LayerNormalization()(x + attended)
    x = layers.LayerNormalization()(x + layers.Dense(64)(layers.Dense(128, "relu")(x)))
    model = keras.Model(words, layers.Dense(10)(layers.GlobalAveragePooling1D()(x)))
    return model, rng.integers(0, 1000, (count, 32)), rng.integers(0, 10, count)


EPOCH_SECONDS = 5.0  # more takes no epoch, but for that of two steps

MODELS: dict[str, Callable[[Any, int, np.random.Generator], Model]] = {
    "MLP": mlp,
    "CNN": cnn,
    "LSTM": lstm,
    "transformer": transformer,
}


def memory_mib() -> float:
    """Returns the peak of this process's memory."""
    with open("/proc/self/status") as file:
        return int(next(line for line in file if line.startswith("VmHWM")).split()[1]) / 1024


def main() -> None:
    """Serves lines of standard input until it ends."""
    peer, name, batch = sys.argv[1], sys.argv[2], int(sys.argv[3])
    os.environ["KERAS_BACKEND"] = "tensorflow" if peer == "graphwright" else peer
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if peer == "graphwright":
        import graphwright.as_tensorflow  # noqa: F401 - Keras' backend is graphwright from here on
    import keras

    keras.utils.set_random_seed(0)
    steps = max(8, min(64, 4096 // batch))
    model, inputs, labels = MODELS[name](keras, steps * batch, np.random.default_rng(0))
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])

    def seconds_of(count: int, epochs: int = 1) -> float:
        start = time.perf_counter()
        model.fit(inputs[: count * batch], labels[: count * batch], batch_size=batch, epochs=epochs, verbose=0)
        return time.perf_counter() - start

    seconds_of(1)
    # Keras' LSTM on PyTorch takes seconds for a step: epochs of as many steps as there is time for.
    steps = max(2, min(steps, int(EPOCH_SECONDS / seconds_of(1))))
    seconds_of(steps, epochs=2)
    print("ready", flush=True)
    for _ in sys.stdin:
        print(seconds_of(steps) / steps, flush=True)
    print(memory_mib(), flush=True)


if __name__ == "__main__":
    main()
