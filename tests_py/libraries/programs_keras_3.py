"""The first steps of libraries that are made for TensorFlow: scikeras, keras-tcn, keras-hub."""

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program


@program
def scikeras():
    import keras
    from scikeras.wrappers import KerasClassifier, KerasRegressor

    keras.utils.set_random_seed(1)

    def build(outputs):
        model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(outputs)])
        model.compile("adam", "mse")
        return model

    x = normal(40, 4)
    regressor = KerasRegressor(build, model__outputs=1, epochs=3, verbose=0, shuffle=False)
    regressor.fit(x, x[:, 0])
    classifier = KerasClassifier(build, model__outputs=1, loss="mse", epochs=2, verbose=0, shuffle=False)
    classifier.fit(x, (x[:, 0] > 0).astype(int))
    return [regressor.predict(x[:4]), float(regressor.score(x, x[:, 0])), classifier.predict(x[:8])]


@program
def keras_tcn():
    import keras
    from tcn import TCN

    keras.utils.set_random_seed(1)
    layers = [keras.layers.Input((12, 2)), TCN(4, kernel_size=2, dilations=(1, 2, 4)), keras.layers.Dense(1)]
    model = keras.Sequential(layers)
    model.compile("adam", "mse")
    x = normal(16, 12, 2)
    losses = model.fit(x, x[:, 0, :1], epochs=2, verbose=0, shuffle=False).history["loss"]
    return [losses, model.predict(x[:2], verbose=0)]


@program
def keras_hub_layers():
    import keras
    import keras_hub

    keras.utils.set_random_seed(1)
    layers = keras_hub.layers
    embed = layers.TokenAndPositionEmbedding(20, 6, 8)
    encode = layers.TransformerEncoder(16, 2)
    decode = layers.TransformerDecoder(16, 2)
    tokens = np.arange(12).reshape(2, 6)
    encoded = encode(embed(tokens))
    found = [encoded, decode(embed(tokens), encoded), layers.SinePositionEncoding()(encoded)]
    return [
        *found,
        layers.RotaryEmbedding()(encoded),
        layers.MaskedLMHead(vocabulary_size=20)(encoded, mask_positions=np.array([[1], [2]])),
    ]


@program
def keras_hub_backbone():
    import keras
    import keras_hub

    keras.utils.set_random_seed(1)
    sizes = {"num_layers": 1, "num_heads": 2, "hidden_dim": 8, "intermediate_dim": 16, "max_sequence_length": 6}
    backbone = keras_hub.models.BertBackbone(vocabulary_size=20, **sizes)
    tokens = np.arange(12).reshape(2, 6)
    masks = {"segment_ids": np.zeros((2, 6), int), "padding_mask": np.ones((2, 6), int)}
    model = keras_hub.models.BertTextClassifier(backbone, 2, preprocessor=None, dropout=0.0)
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    inputs = {"token_ids": tokens, **masks}
    return [model.fit(inputs, np.array([0, 1]), epochs=2, verbose=0, shuffle=False).history["loss"], model(inputs)]


@program
def keras_hub_generation():
    import keras
    import keras_hub

    keras.utils.set_random_seed(1)
    sizes = {"num_layers": 1, "num_heads": 2, "hidden_dim": 8, "intermediate_dim": 16, "max_sequence_length": 10}
    model = keras_hub.models.GPT2CausalLM(keras_hub.models.GPT2Backbone(vocabulary_size=20, **sizes), preprocessor=None)
    model.compile(sampler="greedy")
    prompt = {"token_ids": np.array([[1, 2, 0, 0, 0, 0, 0, 0]]), "padding_mask": np.array([[1, 1, 0, 0, 0, 0, 0, 0]])}
    return np.asarray(tf.nest.flatten(model.generate(prompt, stop_token_ids=None))[-1])
