"""Trains a small network of Keras."""

import keras
import numpy as np

model = keras.Sequential(
    [
        keras.Input((28, 28, 1)),
        keras.layers.Conv2D(16, 3, activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Conv2D(32, 3, activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Flatten(),
        keras.layers.Dropout(0.3),
        keras.layers.Dense(10),
    ]
)
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
rng = np.random.default_rng(0)
images = rng.random([1024, 28, 28, 1], dtype=np.float32)
labels = (images.mean(axis=(1, 2, 3)) * 1e3).astype(np.int32) % 10
model.fit(images, labels, epochs=3, batch_size=64, verbose=2)
