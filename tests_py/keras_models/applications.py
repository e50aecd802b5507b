"""One model of each family of keras.applications, small: what it gives, and what one step of training makes of it."""

import sys

if __name__ == "__main__" and sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow  # noqa: F401

import keras
import numpy as np

from keras_models.programs import main

FAMILIES = {
    "ConvNeXtTiny": 32,
    "DenseNet121": 32,
    "EfficientNetB0": 32,
    "EfficientNetV2B0": 32,
    "InceptionResNetV2": 75,
    "InceptionV3": 75,
    "MobileNet": 32,
    "MobileNetV2": 32,
    "MobileNetV3Small": 32,
    "NASNetMobile": 32,
    "ResNet50": 32,
    "ResNet50V2": 32,
    "VGG16": 32,
    "VGG19": 32,
    "Xception": 71,
}
# Normalizing a handful of numbers makes much of how these were rounded: these models are computed in double.
DOUBLE = {"InceptionV3", "MobileNetV2"}


def tried(name):
    dtype = "float64" if name in DOUBLE else "float32"
    keras.config.set_floatx(dtype)
    keras.config.set_dtype_policy(dtype)  # which keeps what it was at its first use
    rng = np.random.default_rng(5)
    size = FAMILIES[name]
    options = {"weights": None, "input_shape": (size, size, 3), "classes": 5, "classifier_activation": None}
    model = getattr(keras.applications, name)(**options)
    # Weights of its own, with which sums neither grow nor vanish on their way; all others near what they were.
    for variable in model.weights:
        shape = tuple(variable.shape)
        if len(shape) > 1:
            inputs = np.prod(shape[:2] if "depthwise" in variable.path else shape[:-1])
            value = rng.normal(size=shape) * np.sqrt(2 / inputs)
        else:
            value = variable.numpy() + rng.uniform(0, 0.1, size=shape)
        if "seed" not in variable.path:
            variable.assign(value.astype(keras.config.floatx()))
    images = rng.uniform(0, 255 if "Net" in name else 1, size=(4, size, size, 3)).astype("f")
    last = [weight for weight in model.weights if tuple(weight.shape)[-1:] == (5,)]
    scale = np.abs(model.predict(images, verbose=0)).max()
    for weight in last:
        weight.assign(weight / scale)
    before = model.predict(images, verbose=0)
    for layer in model.layers:  # dropout draws numbers; these are compared elsewhere
        if isinstance(layer, (keras.layers.Dropout, keras.layers.SpatialDropout2D)) or hasattr(layer, "drop_path_rate"):
            layer.rate = layer.drop_path_rate = 0.0
    model.compile(
        keras.optimizers.SGD(1e-3), keras.losses.SparseCategoricalCrossentropy(from_logits=True), jit_compile=False
    )
    loss = model.train_on_batch(images, np.arange(4))
    after = model.predict(images, verbose=0)
    changed = [float(np.sqrt(np.mean(np.square(weight, dtype="f8")))) for weight in model.get_weights()]
    return [float(scale), before.tolist(), float(loss), after.tolist(), changed, model.count_params()]


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3:], {name: lambda name=name: tried(name) for name in FAMILIES})
