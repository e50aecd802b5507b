"""The first steps of libraries that are made for TensorFlow: GPflow, GPflux, Trieste."""

import os
import tempfile

import numpy as np
import tensorflow as tf

from libraries.registry import program


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
def gpflow_more():
    import gpflow

    x = np.linspace(0, 1, 12)[:, None]
    y = np.sin(6 * x)
    kernels = gpflow.kernels
    found = []
    for kernel in (
        kernels.Matern32() + kernels.Linear(),
        kernels.RationalQuadratic() * kernels.Periodic(kernels.RBF()),
    ):
        model = gpflow.models.SGPR((x, y), kernel, x[::3].copy(), noise_variance=0.1)
        found += [model.training_loss(), *model.predict_y(x[:2])]
    model = gpflow.models.VGP((x, (y > 0).astype(float)), kernels.RBF(), gpflow.likelihoods.Bernoulli())
    gpflow.optimizers.Scipy().minimize(model.training_loss, model.trainable_variables, options={"maxiter": 3})
    found += [model.elbo(), model.predict_f(x[:3])[0]]
    adam = tf.keras.optimizers.Adam(0.01)
    sparse = gpflow.models.SVGP(kernels.RBF(), gpflow.likelihoods.StudentT(), x[::3].copy(), num_data=12)
    gpflow.set_trainable(sparse.inducing_variable, False)
    loss = tf.function(sparse.training_loss_closure((x, y), compile=False))
    for _ in range(3):
        with tf.GradientTape() as tape:
            value = loss()
        variables = sparse.trainable_variables
        adam.apply_gradients(zip(tape.gradient(value, variables), variables, strict=True))
    path = tf.train.Checkpoint(model=sparse).save(os.path.join(tempfile.mkdtemp(), "c"))
    state = gpflow.utilities.parameter_dict(sparse)
    copied = gpflow.utilities.deepcopy(sparse)
    names = sorted(name for name, _ in tf.train.list_variables(path))
    return [*found, loss(), sorted(state), copied.predict_f(x[:2])[0], names]


@program
def gpflux_deep_processes():
    import gpflow
    import gpflux

    x = np.linspace(0, 1, 20)[:, None]
    y = np.sin(8 * x)
    first = gpflux.helpers.construct_gp_layer(20, 6, 1, 1, name="first")
    likelihood = gpflux.layers.LikelihoodLayer(gpflow.likelihoods.Gaussian(0.1))
    model = gpflux.models.DeepGP([first], likelihood)
    tf.random.set_seed(1)
    training = model.as_training_model()
    keras = gpflow.keras.tf_keras
    training.compile(keras.optimizers.Adam(0.01))
    history = training.fit({"inputs": x, "targets": y}, epochs=4, verbose=0, shuffle=False, batch_size=20).history
    mean, variance = model.predict_f(x[:3])
    return [
        len(history["loss"]),
        bool(history["loss"][-1] < history["loss"][0]),
        list(mean.shape),
        list(variance.shape),
    ]


@program
def trieste_search():
    import trieste
    from trieste.acquisition.function import ExpectedImprovement
    from trieste.data import Dataset

    space = trieste.space.Box([0.0, 0.0], [1.0, 1.0])
    observer = lambda q: Dataset(q, tf.reduce_sum((q - 0.3) ** 2, -1, keepdims=True))  # noqa: E731
    points = tf.constant(np.random.default_rng(2).uniform(size=(8, 2)))
    data = observer(points)
    gpr = trieste.models.gpflow.build_gpr(data, space, likelihood_variance=1e-5)
    model = trieste.models.gpflow.GaussianProcessRegression(gpr)
    mean, variance = model.predict(points[:3])
    found = [mean, variance]
    model.optimize(data)
    improvement = ExpectedImprovement().prepare_acquisition_function(model, data)
    found += [
        np.round(float(model.log_loss if hasattr(model, "log_loss") and not callable(model.log_loss) else 0.0), 3)
    ]
    found.append(tf.shape(improvement(points[:, None])))
    tf.random.set_seed(3)
    result = trieste.bayesian_optimizer.BayesianOptimizer(observer, space).optimize(3, data, model)
    final = result.try_get_final_dataset()
    return [
        *found,
        list(final.query_points.shape),
        bool(tf.reduce_min(final.observations) <= tf.reduce_min(data.observations)),
    ]
