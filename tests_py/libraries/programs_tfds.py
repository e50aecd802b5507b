"""The first steps of libraries that are made for TensorFlow: TensorFlow Datasets, with data made here."""

import functools
import pathlib
import tempfile

import numpy as np
import tensorflow as tf

from libraries.registry import plain, program


@functools.cache
def _builder_class():
    import tensorflow_datasets as tfds

    class Shapes(tfds.core.GeneratorBasedBuilder):
        """Small images with labels and texts."""

        VERSION = tfds.core.Version("1.0.0")
        pkg_dir_path = pathlib.Path(tempfile.gettempdir())  # where its own files would be

        def _info(self):
            features = {
                "image": tfds.features.Image(shape=(4, 4, 3)),
                "label": tfds.features.ClassLabel(names=["dark", "light"]),
                "text": tfds.features.Text(),
                "box": tfds.features.BBoxFeature(),
                "numbers": tfds.features.Sequence(tf.int64),
            }
            features = tfds.features.FeaturesDict(features)
            return self.dataset_info_from_configs(features=features, supervised_keys=("image", "label"))

        def _split_generators(self, manager):
            return {"train": self._generate_examples(8), "test": self._generate_examples(3)}

        def _generate_examples(self, count):
            for i in range(count):
                box = tfds.features.BBox(0.0, 0.1, 0.5, 0.2 + i / 16)
                image = np.full((4, 4, 3), i * 20, np.uint8)
                yield i, {"image": image, "label": i % 2, "text": f"n {i}", "box": box, "numbers": list(range(i))}

    return Shapes


def _builder():
    return _builder_class()(data_dir=tempfile.mkdtemp(), file_format="tfrecord")


@program
def tfds_builder():
    import tensorflow_datasets as tfds

    builder = _builder()
    builder.download_and_prepare()
    data = builder.as_dataset(split="train", shuffle_files=False)
    rows = sorted(([plain(v) for _, v in sorted(row.items())] for row in tfds.as_numpy(data)), key=str)
    sizes = {name: split.num_examples for name, split in builder.info.splits.items()}
    pairs = builder.as_dataset(split="train[:50%]", as_supervised=True, batch_size=2)
    total = sum(float(tf.reduce_sum(tf.cast(x, tf.float32))) for x, _ in pairs)
    return [rows, sizes, str(data.element_spec), total, builder.info.features["label"].int2str(1)]


@program
def tfds_training():
    import keras

    builder = _builder()
    builder.download_and_prepare()
    keras.utils.set_random_seed(1)
    data = builder.as_dataset(split="train", as_supervised=True, shuffle_files=False)
    data = data.map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y)).cache().batch(4)
    layers = [keras.layers.Input((4, 4, 3)), keras.layers.Flatten(), keras.layers.Dense(2)]
    model = keras.Sequential(layers)
    model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    return model.fit(data, epochs=2, verbose=0).history
