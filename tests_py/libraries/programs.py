"""The first steps of libraries that are made for TensorFlow: each function returns numbers and texts.

python programs.py graphwright RESULT.json einops sonnet …
"""

import json
import os
import sys
import tempfile
import traceback
import warnings

warnings.simplefilter("ignore")
os.environ |= {"TF_CPP_MIN_LOG_LEVEL": "3", "KERAS_BACKEND": "tensorflow"}
if __name__ == "__main__" and sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow  # noqa: F401
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def plain(value):
    """Tensors and arrays as lists."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "numpy"):
        value = value.numpy()
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    return value.decode() if isinstance(value, bytes) else value


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype("f")


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
def gpflow():
    import gpflow

    x = np.linspace(0, 1, 12)[:, None]
    model = gpflow.models.GPR((x, np.sin(6 * x)), kernel=gpflow.kernels.SquaredExponential(), noise_variance=0.01)
    gpflow.optimizers.Scipy().minimize(model.training_loss, model.trainable_variables, options={"maxiter": 5})
    return [model.training_loss(), *model.predict_f(x[:3])]


@program
def gpflow_variational():
    import gpflow

    x = np.linspace(0, 1, 12)[:, None]
    y = (np.sin(6 * x) > 0).astype(float)
    likelihood = gpflow.likelihoods.Bernoulli()
    model = gpflow.models.SVGP(gpflow.kernels.Matern52(), likelihood, x[::3].copy(), num_data=12)
    gradient = gpflow.optimizers.NaturalGradient(gamma=0.1)
    loss = model.training_loss_closure((x, y))
    for _ in range(3):
        gradient.minimize(loss, [(model.q_mu, model.q_sqrt)])
    return [loss(), model.predict_y(x[:2])[0]]


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


def _hugging_face():
    import datasets

    columns = {"a": [1, 2, 3, 4], "b": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]], "t": ["x", "y", "z", "w"]}
    return datasets.Dataset.from_dict({**columns, "r": [[1], [2, 3], [], [4]], "label": [0, 1, 0, 1]})


@program
def hugging_face_formats():
    data = _hugging_face().with_format("tf")
    ragged = data.with_format("tf", columns=["r"])[:3]["r"]
    batches = [{key: str(value) for key, value in batch.items()} for batch in data.iter(batch_size=2)]
    return [str(data[0]), str(data[:2]), str(data["b"][:2]), str(ragged), batches]


@program
def hugging_face_data_sets():
    import keras

    data = _hugging_face()
    labelled = data.to_tf_dataset(columns=["a", "b"], label_cols="label", batch_size=2, shuffle=False)
    found = [str(labelled.element_spec), [plain([x["a"], x["b"], y]) for x, y in labelled]]
    # The data sets live no longer than their iterators.
    found += [[plain(x) for x in data.to_tf_dataset(columns="b", batch_size=3, shuffle=False, drop_remainder=True)]]
    found += [str([x.numpy() for x in data.to_tf_dataset(columns="t", batch_size=2, shuffle=False).prefetch(1)])]
    found += [str(data.to_tf_dataset(batch_size=None, columns="a", shuffle=False).element_spec)]
    found += [sorted(int(x) for x in data.to_tf_dataset(columns="a", batch_size=1, shuffle=True).unbatch())]
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    rows = data.to_tf_dataset(columns="b", label_cols="label", batch_size=2, shuffle=False)
    return [*found, model.fit(rows, epochs=2, verbose=0).history]


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


def main():
    """Runs the named programs and writes {name: {"value": …} or {"raised": …}}."""
    results = {}
    for name in sys.argv[3:] or PROGRAMS:
        tf.random.set_seed(3)
        np.random.seed(3)
        try:
            results[name] = {"value": plain(PROGRAMS[name]())}
        except Exception as error:  # noqa: BLE001 - the test tells of it
            traceback.print_exc()
            results[name] = {"raised": f"{type(error).__name__}: {str(error)[-500:]}"}
    with open(sys.argv[2], "w") as file:
        json.dump(results, file)


if __name__ == "__main__":
    main()
