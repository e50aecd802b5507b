"""The first steps of libraries for physics and statistics: PennyLane, zfit, BayesFlow."""

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program


@program
def pennylane_circuits():
    import pennylane as qml

    device = qml.device("default.qubit", wires=2)
    found = []
    for how in ("backprop", "parameter-shift", "adjoint"):

        @qml.qnode(device, interface="tf", diff_method=how)
        def circuit(angles):
            qml.RX(angles[0], wires=0)
            qml.RY(angles[1], wires=1)
            qml.CNOT(wires=[0, 1])
            qml.RZ(angles[2], wires=1)
            qml.RX(angles[1] * angles[2], wires=1)
            return qml.expval(qml.PauliZ(1))

        angles = tf.Variable([0.3, 0.7, -0.2], dtype=tf.float64)
        with tf.GradientTape() as tape:
            value = circuit(angles)
        found += [value, tape.gradient(value, angles)]

    @qml.qnode(device, interface="tf")
    def measured(x):
        qml.AngleEmbedding(x, wires=[0, 1])
        qml.StronglyEntanglingLayers(weights, wires=[0, 1])
        return qml.probs(wires=[0, 1]), qml.expval(qml.PauliX(0) @ qml.PauliY(1))

    weights = tf.Variable(normal(2, 2, 3).astype("d"))
    x = tf.Variable([0.2, 0.9], dtype=tf.float64)
    with tf.GradientTape(persistent=True) as tape:
        probabilities, expected = measured(x)
    found += [probabilities, expected, tape.jacobian(probabilities, weights), tape.gradient(expected, x)]
    state = qml.QNode(lambda: [qml.Hadamard(0), qml.state()][1], device, interface="tf")()
    return [*found, tf.math.real(state)]


@program
def pennylane_training():
    import pennylane as qml

    device = qml.device("default.qubit", wires=3)
    hamiltonian = qml.Hamiltonian([0.5, -1.0, 0.25], [qml.PauliZ(0) @ qml.PauliZ(1), qml.PauliX(2), qml.PauliY(1)])

    @qml.qnode(device, interface="tf", diff_method="backprop")
    def energy(weights):
        qml.BasicEntanglerLayers(weights, wires=range(3))
        return qml.expval(hamiltonian)

    weights = tf.Variable(normal(2, 3).astype("d"))
    optimizer = tf.keras.optimizers.SGD(0.1)
    found = []
    for _ in range(8):
        with tf.GradientTape() as tape:
            loss = energy(weights)
        optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
        found.append(loss)
    return [*found, weights]


@program
def zfit_likelihoods():
    import zfit

    zfit.settings.set_seed(4)
    space = zfit.Space("x", limits=(-5, 5))
    mu, sigma, share = (
        zfit.Parameter("mu", 0.2, -2, 2),
        zfit.Parameter("sigma", 1.2, 0.1, 5),
        zfit.Parameter("share", 0.4, 0, 1),
    )
    slope = zfit.Parameter("slope", -0.3, -2, 0.5)
    gauss, back = zfit.pdf.Gauss(mu, sigma, obs=space), zfit.pdf.Exponential(slope, obs=space)
    model = zfit.pdf.SumPDF([gauss, back], fracs=share)
    data = zfit.Data.from_numpy(obs=space, array=np.clip(normal(300), -4.9, 4.9).astype("d"))
    loss = zfit.loss.UnbinnedNLL(model, data)
    x = np.linspace(-4, 4, 5)
    found = [
        loss.value(),
        loss.gradient(),
        model.pdf(x),
        model.integrate((-1, 1)),
        gauss.cdf(x) if hasattr(gauss, "cdf") else [],
    ]
    result = zfit.minimize.Minuit(tol=1e-6).minimize(loss)
    found += [
        result.valid,
        [float(np.round(result.params[p]["value"], 4)) for p in (mu, sigma)],
        np.round(float(result.fmin), 5),
    ]
    balls, waves = zfit.pdf.CrystalBall(mu, sigma, 1.0, 2.0, obs=space), zfit.pdf.Chebyshev(space, [0.2, 0.1])
    for kind in (balls, waves, zfit.pdf.Cauchy(mu, sigma, obs=space)):
        found += [kind.pdf(x), kind.log_pdf(x)]
    binned = zfit.pdf.BinnedFromUnbinnedPDF(
        gauss, zfit.Space("x", binning=zfit.binned.RegularBinning(6, -5, 5, name="x"))
    )
    return [*found, binned.counts() if binned.is_extended else binned.rel_counts()]


@program
def bayesflow_networks():
    import bayesflow
    import keras

    found = []
    theta, seen = normal(16, 2), normal(16, 3, seed=1)
    for make in (
        lambda: bayesflow.networks.CouplingFlow(depth=2, subnet_kwargs={"widths": [8]}),
        lambda: bayesflow.networks.FlowMatching(subnet_kwargs={"widths": [8]}),
    ):
        keras.utils.set_random_seed(3)
        network = make()
        network.build((16, 2), (16, 3))
        for position, weight in enumerate(network.weights):
            if "seed" not in weight.path and "float" in str(weight.dtype):
                weight.assign(0.3 * normal(*weight.shape, seed=position) if len(weight.shape) > 1 else weight)
        z, density = network(
            keras.ops.convert_to_tensor(theta), conditions=keras.ops.convert_to_tensor(seen), density=True
        )
        back = network(z, conditions=keras.ops.convert_to_tensor(seen), inverse=True)
        found += [z, density, back]
    keras.utils.set_random_seed(3)
    sets = bayesflow.networks.DeepSet(summary_dim=3, depth=1)
    for summary in (sets, bayesflow.networks.SetTransformer(summary_dim=3, num_seeds=1)):
        shape = (4, 6, 2)
        summary.build(shape)
        for position, weight in enumerate(summary.weights):
            if len(weight.shape) > 1:
                weight.assign(0.3 * normal(*weight.shape, seed=position))
        found.append(summary(keras.ops.convert_to_tensor(normal(*shape)), training=False))
    return found
