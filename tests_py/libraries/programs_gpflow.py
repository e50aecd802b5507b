"""The first steps of libraries that are made for TensorFlow: GPflow."""

import numpy as np
from registry import program


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
