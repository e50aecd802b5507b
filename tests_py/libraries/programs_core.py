"""The first steps of libraries that are made for TensorFlow: einops, Sonnet, TensorFlow Probability, tf-keras, Keras Tuner, pandas, scikit-learn."""

import os
import sys
import tempfile

import numpy as np
import tensorflow as tf
from registry import normal, plain, program


@program
def einops():
    from einops import einsum, rearrange, reduce, repeat
    from einops.layers.tensorflow import Rearrange

    x = tf.reshape(tf.range(24.0), [2, 3, 4])
    parts = tf.function(lambda x: rearrange(x, "a b (c d) -> (a d) b c", c=2))(x)
    more = [reduce(x, "a b c -> a c", "mean"), repeat(x, "a b c -> a (b 2) c"), einsum(x, x, "a b c, a d c -> b d")]
    return [parts, *more, Rearrange("a b c -> a (b c)")(x)]


@program
def dm_tree():
    import tree

    doubled = tree.map_structure(lambda x: float(x) * 2, {"a": [tf.constant(1.0), 2.0]})
    return [tree.flatten({"a": [1, 2], "b": (3,)}), doubled, str(tree.flatten_with_path([{"a": 1}]))]


@program
def sonnet():
    import sonnet as snt

    constant = snt.initializers.Constant
    mlp = snt.Sequential([snt.Linear(16, w_init=constant(0.02)), tf.nn.relu, snt.Linear(2, w_init=constant(0.1))])
    optimizer = snt.optimizers.Adam(0.01)
    x = tf.constant(normal(8, 4))

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(mlp(x) ** 2 + mlp(x))
        optimizer.apply(tape.gradient(loss, mlp.trainable_variables), mlp.trainable_variables)
        return loss

    return [step() for _ in range(5)] + [len(mlp.variables)]


@program
def sonnet_layers():
    import sonnet as snt

    images = snt.BatchNorm(True, True)(snt.Conv2D(3, 3)(tf.ones([2, 6, 6, 1])), is_training=True)
    lstm = snt.LSTM(4)
    output, _ = lstm(tf.ones([2, 3]), lstm.initial_state(2))
    embedded = snt.Embed(10, 4)(tf.constant([1, 2]))
    return [t.shape.as_list() for t in (images, output, embedded, snt.nets.MLP([3, 2])(tf.ones([1, 2])))]


@program
def probability_distributions():
    import tensorflow_probability as tfp

    tfd = tfp.distributions
    kinds = {
        "normal": tfd.Normal(0.0, [1.0, 2.0]),
        "bernoulli": tfd.Bernoulli(logits=[0.1, -0.4]),
        "categorical": tfd.Categorical(logits=[[0.1, 0.2, 0.7]]),
        "gamma": tfd.Gamma(2.0, 3.0),
        "beta": tfd.Beta(2.0, 3.0),
        "dirichlet": tfd.Dirichlet([1.0, 2.0, 3.0]),
        "exponential": tfd.Exponential(2.0),
        "poisson": tfd.Poisson(3.0),
        "binomial": tfd.Binomial(5.0, probs=0.3),
        "uniform": tfd.Uniform(0.0, 2.0),
        "laplace": tfd.Laplace(0.0, 1.0),
        "student": tfd.StudentT(3.0, 0.0, 1.0),
        "triangular": tfd.MultivariateNormalTriL([0.0, 1.0], [[1.0, 0.0], [0.5, 2.0]]),
        "mixture": tfd.MixtureSameFamily(tfd.Categorical(probs=[0.3, 0.7]), tfd.Normal([0.0, 3.0], [1.0, 1.0])),
        "transformed": tfd.TransformedDistribution(tfd.Normal(0.0, 1.0), tfp.bijectors.Exp()),
        "cauchy": tfd.Cauchy(0.0, 1.0),
        "gumbel": tfd.Gumbel(0.0, 1.0),
        "multinomial": tfd.Multinomial(4.0, probs=[0.2, 0.8]),
        "truncated": tfd.TruncatedNormal(0.0, 1.0, -1.0, 1.0),
        "mises": tfd.VonMises(0.0, 2.0),
        "wishart": tfd.WishartTriL(3.0, [[1.0, 0.0], [0.0, 1.0]]),
    }
    found = {}
    for name, distribution in kinds.items():
        samples = distribution.sample(3, seed=[1, 2])
        found[name] = [samples, distribution.log_prob(samples)]
    return found | {"kl": tfd.kl_divergence(kinds["normal"], tfd.Normal(1.0, 1.0))}


@program
def probability_bijectors():
    import tensorflow_probability as tfp

    tfb = tfp.bijectors
    kinds = [
        tfb.Exp(),
        tfb.Softplus(),
        tfb.Sigmoid(),
        tfb.Scale(2.0)(tfb.Shift(1.0)),
        tfb.Tanh(),
        tfb.Permute([1, 0, 2]),
    ]
    found = []
    for bijector in [*kinds, tfb.Chain([tfb.Exp(), tfb.Softplus()])]:
        x = tf.constant([0.1, 0.2, 0.3])
        y = bijector.forward(x)
        found.append([y, bijector.inverse(tf.identity(y)), bijector.forward_log_det_jacobian(x, 1)])
    return found


@program
def probability_hmc():
    import tensorflow_probability as tfp

    target = tfp.distributions.Normal(1.0, 2.0).log_prob
    kernel = tfp.mcmc.HamiltonianMonteCarlo(target, step_size=0.5, num_leapfrog_steps=3)

    @tf.function
    def run():
        start = tf.constant(0.0)
        return tfp.mcmc.sample_chain(
            30, start, kernel=kernel, num_burnin_steps=5, trace_fn=lambda _, r: r.is_accepted, seed=[3, 4]
        )

    return list(run())


@program
def probability_nuts():
    import tensorflow_probability as tfp

    target = tfp.distributions.MultivariateNormalDiag([0.0, 1.0], [1.0, 2.0]).log_prob
    kernel = tfp.mcmc.NoUTurnSampler(target, step_size=0.5)
    kernel = tfp.mcmc.DualAveragingStepSizeAdaptation(kernel, num_adaptation_steps=8)

    @tf.function
    def run():
        return tfp.mcmc.sample_chain(12, tf.zeros([2]), kernel=kernel, num_burnin_steps=8, trace_fn=None, seed=[3, 4])

    return run()


@program
def probability_fitting():
    import tensorflow_probability as tfp
    import tf_keras

    tfd = tfp.distributions
    scale = tfp.util.TransformedVariable(1.0, tfp.bijectors.Softplus())
    surrogate = tfd.Normal(tf.Variable(0.5), scale)
    optimizer = tf_keras.optimizers.Adam(0.1)
    target = tfd.Normal(2.0, 0.5).log_prob
    losses = tfp.vi.fit_surrogate_posterior(target, surrogate, optimizer=optimizer, num_steps=20, seed=[1, 2])
    square = lambda x: tfp.math.value_and_gradient(lambda x: tf.reduce_sum((x - [1.0, 2.0]) ** 2), x)  # noqa: E731
    return [losses, tfp.optimizer.lbfgs_minimize(square, tf.constant([0.0, 0.0])).position]


@program
def probability_joint():
    import tensorflow_probability as tfp

    tfd = tfp.distributions

    @tfd.JointDistributionCoroutineAutoBatched
    def model():
        a = yield tfd.Normal(0.0, 1.0, name="a")
        yield tfd.Normal(a, 1.0, name="b")

    samples = model.sample(2, seed=[1, 2])
    trend = tfp.sts.LocalLinearTrend(observed_time_series=np.arange(5.0).astype("f"))
    return [list(samples), model.log_prob(samples), len(trend.parameters)]


@program
def probability_layers():
    import tensorflow_probability as tfp
    import tf_keras

    def normal_of(t):
        return tfp.distributions.Normal(t[..., :1], 1e-3 + tf.math.softplus(t[..., 1:]))

    dense = tf_keras.layers.Dense(2, kernel_initializer="ones")
    model = tf_keras.Sequential([dense, tfp.layers.DistributionLambda(normal_of)])
    model.compile("adam", loss=lambda y, d: -d.log_prob(y))
    return model.fit(np.ones((8, 3), "f"), np.ones((8, 1), "f"), epochs=2, verbose=0).history["loss"]


@program
def tf_keras_dense():
    import tf_keras as keras

    keras.utils.set_random_seed(3)
    dense, norm = keras.layers.Dense(8, "relu"), keras.layers.BatchNormalization()
    model = keras.Sequential([keras.layers.Input((4,)), dense, norm, keras.layers.Dense(1)])
    model.compile("adam", "mse", metrics=["mae"])
    x = normal(32, 4)
    history = model.fit(x, x[:, :1], epochs=3, verbose=0, batch_size=8, shuffle=False).history
    return [history, model.predict(x[:2], verbose=0), model.evaluate(x, x[:, :1], verbose=0)]


@program
def tf_keras_images_and_sequences():
    import tf_keras as keras

    keras.utils.set_random_seed(3)
    layers = keras.layers
    front = [layers.Input((8, 8, 1)), layers.Conv2D(3, 3, activation="relu"), layers.MaxPooling2D()]
    model = keras.Sequential([*front, layers.Reshape((9, 3)), layers.LSTM(4), layers.Dense(2, "softmax")])
    model.compile("rmsprop", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model.fit(normal(16, 8, 8, 1), np.arange(16) % 2, epochs=2, verbose=0, batch_size=8, shuffle=False).history


@program
def tf_keras_containers_of_layers():
    import tf_keras as keras

    class Blocks(keras.Model):
        def __init__(self):
            super().__init__()
            self.blocks = [keras.layers.Dense(4) for _ in range(2)]
            self.blocks.append(keras.layers.Dense(3))
            self.named = {"a": keras.layers.Dense(2), "b": [keras.layers.BatchNormalization()]}
            self.pair = (keras.layers.Dense(1), 1)

        def call(self, x):
            for block in self.blocks:
                x = block(x)
            return self.pair[0](self.named["b"][0](self.named["a"](x)))

    keras.utils.set_random_seed(3)
    model, x = Blocks(), normal(16, 4)
    model.compile("adam", "mse")
    history = model.fit(x, x[:, :1], epochs=2, verbose=0, batch_size=8, shuffle=False).history
    path = os.path.join(tempfile.mkdtemp(), "weights")
    model.save_weights(path)
    again = Blocks()
    again(x)
    again.load_weights(path)
    names = [w.name.partition("/")[2] for w in model.weights]
    kept = sorted(name for name, _ in tf.train.list_variables(path))
    model.blocks[0].trainable = False
    return [history, names, kept, again.predict(x[:2], verbose=0), len(model.trainable_weights)]


def _tf_keras_saved(ending):
    import tf_keras as keras

    keras.utils.set_random_seed(3)
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(2)])
    model.compile("sgd", "mse")
    x = np.ones((4, 4), "f")
    model.fit(x, x[:, :2], verbose=0)
    path = os.path.join(tempfile.mkdtemp(), "model" + ending)
    model.save(path)
    return keras.models.load_model(path).predict(x[:1], verbose=0)


@program
def tf_keras_files():
    return [_tf_keras_saved(".h5"), _tf_keras_saved(".keras")]


@program
def tf_keras_saved_model():
    return _tf_keras_saved("")


class _WithList:
    """Makes a Keras 2 model with layers in a list, dropout and a regularizer."""

    def __new__(cls):
        import tf_keras as keras

        class Blocks(keras.Model):
            def __init__(self):
                super().__init__()
                self.first = keras.layers.Dense(4, "relu", kernel_regularizer="l2")
                self.drop = keras.layers.Dropout(0.5)
                self.blocks = [keras.layers.Dense(2), keras.layers.BatchNormalization()]

            def call(self, x, training=False):
                x = self.drop(self.first(x), training=training)
                for block in self.blocks:
                    x = block(x)
                return x

        return Blocks()


def _tf_keras_models():
    import tf_keras as keras

    layers = keras.layers
    sequence = keras.Input((5, 4))
    found = {
        "sequential": keras.Sequential([layers.Input((4,)), layers.Dense(2), layers.BatchNormalization()]),
        "functional": keras.Model(sequence, layers.Dense(1)(layers.Bidirectional(layers.LSTM(3))(sequence))),
        "class": _WithList(),
        "ids": keras.Sequential([layers.Embedding(10, 4), layers.GRU(3, return_sequences=True), layers.Dense(2)]),
    }
    random = np.random.default_rng(0)
    inputs = {name: random.normal(size=(8, 4)).astype("f") for name in found}
    inputs |= {"functional": random.normal(size=(8, 5, 4)).astype("f"), "ids": random.integers(0, 10, size=(8, 6))}
    return found, inputs


@program
def tf_keras_saved_models():
    """Models are trained and saved; what the other one has saved is loaded and trained."""
    import tf_keras as keras

    keras.utils.set_random_seed(3)
    models, inputs = _tf_keras_models()
    mine = os.path.join(os.environ["FOLDER"], "graphwright" if "graphwright" in sys.modules else "tensorflow")
    found = {}
    for name, model in models.items():
        x = inputs[name]
        target = np.zeros(model(x).shape, "f")
        if name != "functional":  # one without an optimizer
            model.compile("adam", "mse", metrics=["mae"])
            model.fit(x, target, epochs=1, verbose=0, shuffle=False)
        model.save(os.path.join(mine, name), save_format="tf")
        np.save(os.path.join(mine, f"{name}.npy"), model(x))
        loaded = keras.models.load_model(os.path.join(mine, name))
        found[name] = [model(x), loaded(x), sorted(weight.name for weight in loaded.weights)]
        if name != "class":  # its dropout draws
            loaded.compile("sgd", "mse")
            found[name].append(loaded.fit(x, target, epochs=2, verbose=0, shuffle=False).history["loss"])
    return found


def _check_those_of(folder):
    """That models which were saved elsewhere give what they gave there."""
    import tf_keras as keras

    found = {}
    for name, x in _tf_keras_models()[1].items():
        path = os.path.join(os.environ["FOLDER"], folder, name)
        loaded = keras.models.load_model(path)
        np.testing.assert_allclose(loaded(x), np.load(path + ".npy"), rtol=1e-5, atol=1e-5)
        given = x.astype("f") if name == "ids" else x
        plain_one = tf.saved_model.load(path)
        np.testing.assert_allclose(plain_one(given), np.load(path + ".npy"), rtol=1e-5, atol=1e-5)
        found[name] = [sorted(weight.name for weight in loaded.weights), sorted(plain_one.signatures)]
    return found


@program
def tf_keras_models_of_tensorflow():
    return _check_those_of("tensorflow")


@program
def tf_keras_models_of_graphwright():
    return _check_those_of("graphwright")


@program
def keras_tuner():
    import keras
    import keras_tuner

    keras.utils.set_random_seed(1)

    def build(choices):
        dense = keras.layers.Dense(choices.Choice("units", [2, 4]))
        model = keras.Sequential([keras.layers.Input((4,)), dense, keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        return model

    folder = tempfile.mkdtemp()
    tuner = keras_tuner.GridSearch(build, objective="val_loss", max_trials=2, directory=folder, seed=1)
    x = normal(16, 4)
    tuner.search(x, x[:, :1], validation_data=(x, x[:, :1]), epochs=1, verbose=0)
    return [tuner.get_best_hyperparameters()[0].values, len(tuner.get_best_models())]


@program
def tensorboard_callback():
    import keras

    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    folder, x = tempfile.mkdtemp(), normal(16, 4)
    board = keras.callbacks.TensorBoard(folder, histogram_freq=1, update_freq=1)
    model.fit(x, x[:, :1], validation_data=(x, x[:, :1]), epochs=2, verbose=0, shuffle=False, callbacks=[board])
    tags = {}
    for above, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            if ".tfevents." not in name:
                continue
            for record in tf.data.TFRecordDataset(os.path.join(above, name)):
                for value in tf.compat.v1.Event.FromString(record.numpy()).summary.value:
                    tags.setdefault(os.path.relpath(above, folder), []).append(value.tag)
    return {place: sorted(found) for place, found in tags.items()}


@program
def pandas_frames():
    import pandas

    frame = pandas.DataFrame({"a": [1.0, 2.0, 3.0], "b": ["x", "y", "z"], "c": [1, 2, 3]})
    batches = [{k: plain(v) for k, v in e.items()} for e in tf.data.Dataset.from_tensor_slices(dict(frame)).batch(2)]
    texts = str(tf.constant(frame["b"].astype(object)))
    return [
        str(batches),
        tf.constant(frame["a"]),
        tf.convert_to_tensor(frame[["a", "c"]]),
        texts,
        str(tf.constant(frame.c).dtype),
    ]


@program
def sklearn_wrappers():
    import keras
    from keras.wrappers import SKLearnRegressor
    from sklearn.model_selection import cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    keras.utils.set_random_seed(1)

    def build(X, y):  # noqa: N803
        model = keras.Sequential([keras.layers.Input((X.shape[1],)), keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        return model

    x = np.random.default_rng(0).normal(size=(30, 4))
    pipeline = make_pipeline(
        StandardScaler(), SKLearnRegressor(build, fit_kwargs={"epochs": 2, "verbose": 0, "shuffle": False})
    )
    pipeline.fit(x, x[:, 0])
    return [float(pipeline.score(x, x[:, 0])), cross_val_score(pipeline, x, x[:, 0], cv=2)]
