"""The first steps of libraries that are made for TensorFlow, and more of some.

einops, Sonnet, TensorFlow Probability, tf-keras, Keras Tuner, pandas, scikit-learn.
"""

import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

from libraries.registry import normal, plain, program


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


# What users do with inputs of functional models besides calling layers.
_FUNCTIONAL = """
tf.concat([a, tf.nn.relu(a)], axis=1); tf.stack([a, a], 1); tf.unstack(a, axis=1)[0]; tf.split(a, 2, axis=-1)[1]; tf.add_n([a, a])
a * 2.0; 2 - a; a + a; a / 2; 2.0 / (a + 3.0); a // 0.5; a % 0.5; a ** 2; 2 ** a; -a; abs(a); a @ tf.ones([4, 2]); ~(a > 0.0)
(a > 0.0) & (a <= 1.0); a == a; a != a; a[:, 0]; a[..., tf.newaxis]; a[:, 1:, ::2]; tf.constant(1.0) + a; np.ones([4], "f") * a
tf.reduce_mean(a, axis=1); tf.reduce_sum(a, axis=[1, 2], keepdims=True); tf.nn.softmax(a); tf.cast(a, tf.int32); tf.shape(a)
tf.reshape(a, (tf.shape(a)[0], 12)); tf.transpose(a, [0, 2, 1]); tf.matmul(a, a, transpose_b=True); tf.gather(a, [0, 2], axis=1)
tf.einsum("bij,bkj->bik", a, a); tf.where(a > 0.0, a, tf.zeros_like(a)); tf.one_hot(tf.argmax(a, -1), 4); tf.norm(a, axis=-1)
tf.image.resize(a[..., tf.newaxis], [6, 8]); tf.nn.conv1d(a, tf.ones([2, 4, 3]), 1, "SAME"); tf.math.top_k(a, 2)[0]; tf.rank(a)
tf.RaggedTensor.from_tensor(a).to_tensor(); tf.boolean_mask(a, [True, False, True], axis=1); tf.identity(a)
tf.scan(lambda s, r: s + r, a); tf.cond(tf.constant(True), lambda: a, lambda: a + 1.0); tf.compat.v1.reduce_sum(a, 1)
tf.pad(a, [[0, 0], [1, 1], [0, 0]]); tf.signal.frame(a, 2, 1)
"""


@program
def tf_keras_functions_of_tensors_in_functional_models():
    import tf_keras as keras

    results = []
    for source in _FUNCTIONAL.replace("\n", ";").strip(";").split(";"):
        keras.backend.clear_session()
        a = keras.Input((3, 4))
        model = keras.Model(a, eval(source.strip(), {"a": a, "tf": tf, "np": np}))
        results.append([model(normal(2, 3, 4)), [type(layer).__name__ for layer in model.layers]])
    rows = keras.Input((None,), ragged=True)
    model = keras.Model(rows, [rows.to_tensor(), rows.row_lengths(), 2.0 * rows + 1.0, rows.values, rows[:, :1]])
    return [results, model(tf.ragged.constant([[1.0, 2.0], [3.0]]))]


@program
def tf_keras_exports_and_goes_on_after_a_stop():
    import tf_keras as keras

    folder = tempfile.mkdtemp()

    class Stop(keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            if epoch == 3:
                raise KeyboardInterrupt

    def fitted(*callbacks):
        dense = keras.layers.Dense(1, kernel_initializer="ones", input_shape=(3,))
        model = keras.Sequential([dense, keras.layers.ReLU()])
        model.compile("adam", "mse")
        kept = keras.callbacks.BackupAndRestore(os.path.join(folder, "backup"))
        try:
            history = model.fit(
                normal(8, 3), normal(8, 1), epochs=5, verbose=0, callbacks=[kept, *callbacks], shuffle=False
            )
        except KeyboardInterrupt:
            return None
        return model, history

    fitted(Stop())
    model, history = fitted()
    model.export(os.path.join(folder, "model"))
    loaded = tf.saved_model.load(os.path.join(folder, "model"))
    return [history.epoch, history.history["loss"], loaded.serve(normal(2, 3)), sorted(loaded.signatures)]


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
    model.compile("sgd", "mse")
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
def sonnet_training():
    """The steps of Sonnet's own MNIST example, on numbers made here, with a checkpoint and a saved model."""
    import sonnet as snt

    constant = snt.initializers.RandomNormal(stddev=0.1, seed=1)

    class Net(snt.Module):
        def __init__(self):
            super().__init__()
            self.conv = snt.Conv2D(3, 3, w_init=constant)
            self.norm = snt.BatchNorm(True, True)
            self.head = snt.nets.MLP([6, 2], w_init=constant)

        def __call__(self, x, is_training):
            x = tf.nn.relu(self.norm(self.conv(x), is_training=is_training))
            return self.head(snt.Flatten()(tf.nn.avg_pool2d(x, 2, 2, "VALID")))

    net, optimizer = Net(), snt.optimizers.Momentum(0.1, 0.9)
    data = tf.data.Dataset.from_tensor_slices((normal(24, 6, 6, 1), np.arange(24) % 2)).batch(8).repeat(2)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            logits = net(x, is_training=True)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))
        optimizer.apply(tape.gradient(loss, net.trainable_variables), net.trainable_variables)
        return loss

    x = normal(2, 6, 6, 1, seed=1)
    # The first numbers that are drawn differ: the weights are set.
    net(x, is_training=True)
    for i, variable in enumerate(net.trainable_variables):
        variable.assign(normal(*variable.shape, seed=i) * 0.3)
    losses = [step(*batch) for batch in data]
    path = tf.train.Checkpoint(net=net, optimizer=optimizer).save(os.path.join(tempfile.mkdtemp(), "c"))
    again = Net()
    again(x, is_training=True)
    tf.train.Checkpoint(net=again).restore(path).expect_partial()
    module = tf.Module()
    module.all_variables = list(net.variables)
    signature = [tf.TensorSpec([None, 6, 6, 1])]
    module.run = tf.function(lambda x: net(x, is_training=False), input_signature=signature)
    folder = tempfile.mkdtemp()
    tf.saved_model.save(module, folder)
    loaded = tf.saved_model.load(folder)
    found = [net(x, is_training=False), again(x, is_training=False), loaded.run(x)]
    return [losses, *found, snt.format_variables(net.variables)]


@program
def sonnet_sequences():
    import sonnet as snt

    x = tf.constant(normal(5, 2, 3))
    found = []
    for core in (snt.LSTM(4), snt.GRU(4), snt.VanillaRNN(4), snt.deep_rnn_with_residual_connections([snt.LSTM(3)] * 2)):
        state = core.initial_state(2)
        core(x[0], state)
        for i, variable in enumerate(core.trainable_variables):
            variable.assign(normal(*variable.shape, seed=i) * 0.3)
        run = tf.function(lambda x, s, core=core: snt.dynamic_unroll(core, x, s))
        found.append(run(x, state)[0])
    quantizer = snt.nets.VectorQuantizer(3, 4, 0.25)
    quantizer.embeddings.assign(normal(3, 4))
    found.append(quantizer(x[0][:, :3] @ tf.ones([3, 3]), is_training=False)["loss"])
    layer_norm = snt.LayerNorm(-1, True, True)
    return [*found, layer_norm(x), snt.Dropout(0.5)(x, is_training=False), snt.pad.same(3)]


@program
def probability_structured():
    import tensorflow_probability as tfp

    tfd = tfp.distributions
    found = []
    chain = tfd.HiddenMarkovModel(
        tfd.Categorical(probs=[0.6, 0.4]),
        tfd.Categorical(probs=[[0.7, 0.3], [0.2, 0.8]]),
        tfd.Normal([0.0, 3.0], [1.0, 1.5]),
        num_steps=6,
    )
    seen = tf.constant([0.1, 2.5, 3.0, 0.3, -0.4, 2.0])
    found += [chain.log_prob(seen), chain.posterior_mode(seen), chain.posterior_marginals(seen).probs_parameter()]
    filtered = tfd.LinearGaussianStateSpaceModel(
        num_timesteps=5,
        transition_matrix=tf.constant([[1.0, 1.0], [0.0, 1.0]]),
        transition_noise=tfd.MultivariateNormalDiag(scale_diag=[0.1, 0.2]),
        observation_matrix=tf.constant([[1.0, 0.0]]),
        observation_noise=tfd.MultivariateNormalDiag(scale_diag=[0.5]),
        initial_state_prior=tfd.MultivariateNormalDiag(scale_diag=[1.0, 1.0]),
    )
    series = tf.constant(np.arange(5.0).astype("f")[:, None])
    found += [filtered.log_prob(series), *filtered.posterior_marginals(series)]
    kernel = tfp.math.psd_kernels.ExponentiatedQuadratic(1.0, 0.5)
    points = np.linspace(0, 1, 5).astype("f")[:, None]
    process = tfd.GaussianProcess(kernel, points, observation_noise_variance=0.1)
    regression = tfd.GaussianProcessRegressionModel(kernel, points + 0.05, points, np.sin(points[:, 0]), 0.1)
    found += [process.log_prob(np.sin(points[:, 0])), regression.mean(), regression.stddev()]
    named = tfd.JointDistributionNamed(
        {"a": tfd.Gamma(2.0, 1.0), "b": lambda a: tfd.Normal(0.0, a), "c": lambda a, b: tfd.Poisson(a + tf.abs(b))}
    )
    value = named.sample(3, seed=[1, 2])
    mixed = tfd.MixtureSameFamily(tfd.Categorical([0.1, 0.2]), tfd.MultivariateNormalDiag([[0.0, 1.0], [2.0, 3.0]]))
    found += [value, named.log_prob(value), mixed.log_prob([1.0, 1.0]), mixed.mean(), mixed.covariance()]
    independent = tfd.Independent(tfd.Bernoulli(logits=[[0.1, 0.2], [0.3, 0.4]]), 1)
    return [*found, independent.log_prob([1, 0]), independent.entropy(), tfd.LKJ(3, 1.5).log_prob(tf.eye(3))]


@program
def probability_flows():
    import tensorflow_probability as tfp

    tfb, tfd = tfp.bijectors, tfp.distributions
    x = tf.constant(normal(4, 4))
    shift = lambda x, n, **_: (x[..., :1] * tf.ones([n]), x[..., 1:] * 0.1 * tf.ones([n]))  # noqa: E731
    knots = {"bin_widths": [[0.8, 1.2]], "bin_heights": [[1.0, 1.0]], "knot_slopes": [[0.7]]}
    kinds = [
        tfb.RealNVP(num_masked=2, shift_and_log_scale_fn=shift),
        tfb.FillScaleTriL(),
        tfb.CorrelationCholesky(),
        tfb.Ascending(),
        tfb.RationalQuadraticSpline(**{k: tf.constant(v) for k, v in knots.items()}),
        tfb.Blockwise([tfb.Exp(), tfb.Sigmoid()], [1, 3]),
        tfb.Split(2),
        tfb.SinhArcsinh(0.3, 1.2),
        tfb.NormalCDF(),
        tfb.WeibullCDF(1.0, 1.5),
    ]
    found = []
    for bijector in kinds:
        given = x[:, :3] if isinstance(bijector, (tfb.FillScaleTriL, tfb.CorrelationCholesky)) else x
        given = tf.abs(given) + 0.1 if isinstance(bijector, tfb.WeibullCDF) else given
        y = bijector.forward(given)
        y = [tf.identity(part) for part in y] if isinstance(y, (list, tuple)) else tf.identity(y)
        found.append([y, bijector.inverse(y)])
        if not isinstance(bijector, tfb.Split):
            found[-1].append(bijector.forward_log_det_jacobian(given, bijector.forward_min_event_ndims))
    flow = tfd.TransformedDistribution(tfd.MultivariateNormalDiag(tf.zeros([4])), kinds[0])
    return [*found, flow.log_prob(x)]


@program
def probability_chains():
    import tensorflow_probability as tfp

    tfm, target = tfp.mcmc, tfp.distributions.MultivariateNormalDiag([0.0, 1.0], [1.0, 2.0]).log_prob
    start = tf.zeros([3, 2])
    hmc = tfm.HamiltonianMonteCarlo(target, 0.4, 2)
    kinds = {
        "metropolis": tfm.RandomWalkMetropolis(target),
        "langevin": tfm.MetropolisAdjustedLangevinAlgorithm(target, 0.2),
        "slice": tfm.SliceSampler(target, 0.5, 4),
        "adapted": tfm.SimpleStepSizeAdaptation(hmc, 5),
        "transformed": tfm.TransformedTransitionKernel(hmc, tfp.bijectors.Softplus()),
        "exchanged": tfm.ReplicaExchangeMC(
            target, tf.constant([1.0, 0.5]), lambda f: tfm.HamiltonianMonteCarlo(f, 0.4, 2)
        ),
    }
    found = {}
    for name, kernel in kinds.items():
        begin = start + 1.0 if name == "transformed" else start

        @tf.function
        def run(kernel=kernel, begin=begin):
            return tfm.sample_chain(8, begin, kernel=kernel, num_burnin_steps=2, trace_fn=None, seed=[3, 4])

        found[name] = run()
    found["rhat"] = tfm.potential_scale_reduction(found["langevin"], independent_chain_ndims=1)
    found["effective"] = tfm.effective_sample_size(found["metropolis"])
    return found


@program
def probability_time_series():
    import tensorflow_probability as tfp

    series = np.sin(np.arange(24.0)).astype("f") + np.arange(24.0).astype("f") * 0.1
    trend = tfp.sts.LocalLinearTrend(observed_time_series=series, name="trend")
    season = tfp.sts.Seasonal(num_seasons=6, observed_time_series=series, name="season")
    model = tfp.sts.Sum([trend, season], observed_time_series=series)
    parameters = [p.prior.sample(seed=[1, i]) for i, p in enumerate(model.parameters)]
    forecast = tfp.sts.forecast(model, series, [p[None] for p in parameters], num_steps_forecast=4)
    parts = tfp.sts.decompose_by_component(model, series, [p[None] for p in parameters])
    return [
        forecast.mean(),
        forecast.stddev(),
        [d.mean() for d in parts.values()],
        model.joint_log_prob(series)(*parameters),
    ]


@program
def probability_more_fitting():
    import tensorflow_probability as tfp

    tfd = tfp.distributions
    square = lambda x: tf.reduce_sum((x - [1.0, 2.0]) ** 2, -1)  # noqa: E731
    start = tf.constant([4.0, 3.0])
    found = [tfp.optimizer.nelder_mead_minimize(square, initial_vertex=start, max_iterations=30).position]
    found += [tfp.optimizer.bfgs_minimize(lambda x: tfp.math.value_and_gradient(square, x), start).position]
    found += [tfp.math.find_root_chandrupatla(lambda x: x**3 - 2.0, 0.0, 3.0)[0]]
    ode = tfp.math.ode.DormandPrince().solve(lambda t, y: -0.5 * y, 0.0, tf.constant([1.0, 2.0]), [0.5, 1.0])
    found += [ode.states, tfp.stats.percentile(tf.range(11.0), 30.0), tfp.stats.covariance(tf.constant(normal(6, 2)))]
    found += [tfp.glm.fit(normal(12, 2), normal(12, seed=2), tfp.glm.Normal())[0]]
    surrogate = tfp.experimental.vi.build_factored_surrogate_posterior(tf.TensorShape([2]), seed=[1, 1])
    found += [
        surrogate.sample(2, seed=[1, 2]).shape.as_list(),
        tfd.kl_divergence(tfd.Beta(1.0, 2.0), tfd.Beta(2.0, 3.0)),
    ]
    return [*found, tfp.monte_carlo.expectation(tf.square, tf.range(4.0)), tfp.math.fill_triangular(tf.range(6.0))]


@program
def keras_tuner_searches():
    import keras
    import keras_tuner

    def build(choices):
        keras.utils.set_random_seed(1)
        dense = keras.layers.Dense(choices.Int("units", 2, 6, step=2), choices.Choice("activation", ["relu", "tanh"]))
        model = keras.Sequential([keras.layers.Input((4,)), dense, keras.layers.Dense(1)])
        rate = choices.Float("rate", 1e-3, 1e-1, sampling="log")
        model.compile(keras.optimizers.SGD(rate), "mse")
        return model

    x = normal(16, 4)
    found = []
    for kind, sizes in ((keras_tuner.RandomSearch, {"max_trials": 3}), (keras_tuner.Hyperband, {"max_epochs": 3})):
        tuner = kind(build, objective="val_loss", seed=1, directory=tempfile.mkdtemp(), **sizes)
        tuner.search(x, x[:, :1], validation_data=(x, x[:, :1]), epochs=1, verbose=0, shuffle=False)
        found.append([tuner.get_best_hyperparameters()[0].values, len(tuner.oracle.trials)])
    return found


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
