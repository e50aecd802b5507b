"""What DeepXDE has in sessions only."""

import deepxde as dde
import numpy as np
from deepxde.backend import tf

from libraries.programs_deepxde_both import grid, network, np_pi, start, trained, weights
from libraries.registry import program


def _poisson():
    line = dde.geometry.Interval(0, 1)
    equation = lambda x, y: dde.grad.hessian(y, x) + np_pi**2 * tf.sin(np_pi * x)  # noqa: E731
    ends = dde.icbc.DirichletBC(line, lambda x: 0, lambda _, on: on)
    return dde.data.PDE(line, equation, ends, 12, 2, solution=lambda x: np.sin(np_pi * x), num_test=10)


@program
def deepxde_graphs_fourier_networks():
    found = []
    for kind in ("MsFFN", "STMsFFN"):
        start()
        if kind == "MsFFN":
            data, points = _poisson(), grid([0], [1])
            net = dde.nn.MsFFN([1, 8, 8, 1], "tanh", weights, sigmas=[1, 5])
        else:
            both = dde.geometry.GeometryXTime(dde.geometry.Interval(0, 1), dde.geometry.TimeDomain(0, 1))
            equation = lambda x, y: dde.grad.jacobian(y, x, j=1) - dde.grad.hessian(y, x, i=0, j=0)  # noqa: E731
            data, points = dde.data.TimePDE(both, equation, [], num_domain=15), grid([0, 0], [1, 1], 3)
            net = dde.nn.STMsFFN([2, 8, 8, 1], "tanh", weights, sigmas_x=[1], sigmas_t=[1, 5])
            net.apply_output_transform(lambda x, y: (1 - x[:, :1]) * x[:, :1] * y + tf.sin(np_pi * x[:, :1]))
        model = dde.Model(data, net)
        compiled = {"decay": ("inverse time", 5, 0.9)}
        found += trained(model, points, compiled=compiled)
    return found


@program
def deepxde_graphs_residual_and_normalized_networks():
    start()
    found = trained(dde.Model(_poisson(), dde.nn.ResNet(1, 1, 8, 2, "tanh", weights)), grid([0], [1]))
    for options in (
        {"batch_normalization": "before"},
        {"batch_normalization": "after"},
        {"layer_normalization": "before"},
        {"layer_normalization": "after"},
        {"kernel_constraint": lambda w: tf.clip_by_value(w, -0.5, 0.5)},
        {"use_bias": False},
    ):
        start("float32" if "layer_normalization" in options else "float64")
        data = dde.data.Function(dde.geometry.Interval(-0.5, 1), lambda x: x**3 + x, 10, 10)
        found += trained(dde.Model(data, network(1, 8, 8, 1, **options)), grid([-1], [1]), steps=10)
    return found


@program
def deepxde_graphs_two_fidelities():
    start()
    line = dde.geometry.Interval(0, 1)
    low = lambda x: x * np.sin(6 * x)  # noqa: E731
    data = dde.data.MfFunc(line, low, lambda x: low(x) * 2 - x, 12, 5, 8)
    net = dde.nn.MfNN([1] + [8] * 2 + [1], [8] * 2 + [1], "tanh", weights, regularization=["l2", 0.01])
    return trained(dde.Model(data, net), grid([0], [1]), compiled={"metrics": ["l2 relative error"]})


@program
def deepxde_graphs_networks_of_several_functions():
    start("float32")
    draw = np.random.default_rng(3)
    first, second, places = draw.normal(size=(8, 4)), draw.normal(size=(8, 3)), draw.uniform(size=(5, 1))
    first, second, places = (array.astype("f") for array in (first, second, places))
    values = first.sum(1)[:, None] * np.sin(places.T) + second[:, :1]
    train, test = (first[:6], second[:6], places), (first[6:], second[6:], places)
    data = dde.data.QuadrupleCartesianProd(train, values[:6], test, values[6:])
    sizes = {"branch1": "tanh", "branch2": "relu", "trunk": "tanh"}
    net = dde.nn.MIONetCartesianProd([4, 8, 6], [3, 8, 6], [1, 8, 6], sizes, weights, regularization=None)
    return trained(dde.Model(data, net), test, compiled={"metrics": ["mean l2 relative error"]})


@program
def deepxde_graphs_all_of_an_optimizer():
    start()
    model = dde.Model(_poisson(), network(1, 8, 8, 1))
    found = []
    for optimizer in ("rmsprop", "sgd", "adam"):
        found += trained(model, grid([0], [1]), steps=5, optimizer=optimizer, rate=1e-3)
    dde.optimizers.set_LBFGS_options(maxiter=6)
    found += trained(model, grid([0], [1]), optimizer="L-BFGS")
    kept = model.state_dict()
    return [*found, {name: value.shape for name, value in kept.items() if "Adam" not in name and "RMS" not in name}]
