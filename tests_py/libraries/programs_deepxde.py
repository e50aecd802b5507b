"""What DeepXDE has on functions only."""

import deepxde as dde
import numpy as np
from deepxde.backend import tf

from libraries.programs_deepxde_both import grid, network, start, trained, weights
from libraries.registry import program


@program
def deepxde_forward_mode():
    start("float32")
    dde.config.set_default_autodiff("forward")
    try:
        square = dde.geometry.Rectangle([0, 0], [1, 1])

        def equation(x, y):
            # Of each the value, and the function that gives it.
            slope = dde.grad.jacobian(y, x, i=0, j=1)
            curves = [dde.grad.hessian(y, x, i=k, j=k) for k in range(2)]
            return slope[0] + curves[0][0] + curves[1][0]

        data = dde.data.PDE(square, equation, [], 12, 8)
        net = network(2, 8, 8, 1)
        net.apply_output_transform(lambda x, y: x[:, :1] * (1 - x[:, :1]) * y + x[:, :1])
        return trained(dde.Model(data, net), grid([0, 0], [1, 1], 3))
    finally:
        dde.config.set_default_autodiff("reverse")


@program
def deepxde_operator_networks_of_several_outputs():
    found = []
    draw = np.random.default_rng(2)
    functions, places = draw.normal(size=(8, 5)), draw.uniform(size=(6, 1))
    values = np.stack([functions.sum(1)[:, None] * np.sin(places.T), functions[:, :1] * places.T], 2)
    for strategy in ("independent", "split_both", "split_branch", "split_trunk"):
        start()
        data = dde.data.TripleCartesianProd((functions[:6], places), values[:6], (functions[6:], places), values[6:])
        branch = 8 if strategy in ("independent", "split_both", "split_branch") else 4
        trunk = {"split_branch": 4, "split_trunk": 8}.get(strategy, 8)
        net = dde.nn.DeepONetCartesianProd(
            [5, 8, branch],
            [1, 8, trunk],
            "tanh",
            weights,
            num_outputs=2,
            multi_output_strategy=strategy,
        )
        found += trained(dde.Model(data, net), (functions[:2], places), steps=10)
    start()
    basis = np.hstack([np.sin(places), np.cos(places), places])
    data = dde.data.TripleCartesianProd(
        (functions[:6], places), values[:6, :, 0], (functions[6:], places), values[6:, :, 0]
    )
    net = dde.nn.PODDeepONet(basis, [5, 8, 3], "tanh", weights, regularization=["l2", 1e-4])
    return [*found, *trained(dde.Model(data, net), (functions[:2], places), steps=10)]


@program
def deepxde_operator_with_shifts_of_coordinates():
    start("float32")
    line = dde.geometry.Interval(0, 1)
    ends = dde.icbc.DirichletBC(line, lambda _: 0, lambda _, on: on)

    def equation(parameters, y, source):
        gradient = dde.zcs.LazyGrad(parameters, y)
        return gradient.compute((2,)) - source

    problem = dde.data.PDE(line, equation, ends, num_domain=8, num_boundary=2)
    at = line.uniform_points(6, boundary=True)
    at = at.astype("f")
    problem.train_x_all = problem.train_x_all.astype("f")
    data = dde.zcs.PDEOperatorCartesianProd(problem, dde.data.PowerSeries(N=3), at, 5, batch_size=3)
    net = dde.nn.DeepONetCartesianProd([6, 8, 8], [1, 8, 8], "tanh", weights)
    return trained(dde.zcs.Model(data, net), (np.tile(at[:, 0] ** 2, (3, 1)), at[[0, 2, 4]]), steps=10)


@program
def deepxde_user_network():
    start()

    class Wave(dde.nn.NN):
        def __init__(self):
            super().__init__()
            self.inner = [tf.keras.layers.Dense(6, "tanh", kernel_initializer=weights) for _ in range(2)]
            self.out = tf.keras.layers.Dense(1, kernel_initializer=weights)
            self.scale = tf.Variable(2.0, dtype="float64")

        def call(self, inputs, training=False):
            y = tf.sin(self.scale * inputs)
            for layer in self.inner:
                y = layer(y)
            return self.out(y)

    data = dde.data.Function(dde.geometry.Interval(-0.5, 1), lambda x: np.sin(3 * x), 10, 10)
    dde.config.enable_xla_jit(False)
    net = Wave()
    found = trained(
        dde.Model(data, net), grid([-1], [1]), rate=tf.keras.optimizers.schedules.ExponentialDecay(0.01, 5, 0.5)
    )
    return [*found, [tuple(v.shape) for v in net.trainable_variables]]
