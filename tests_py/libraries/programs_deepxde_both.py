"""Equations that DeepXDE solves on either of its TensorFlow backends."""

import os
import tempfile

import deepxde as dde
import numpy as np
from deepxde.backend import tf

from libraries.registry import program

ON_SESSIONS = dde.backend.backend_name == "tensorflow.compat.v1"
np_pi = float(np.pi)
_drawn: list[int] = []


def weights(shape, dtype=None, **_):
    """Draws a layer's first weights: the same for the same place in a program."""
    _drawn.append(0)
    values = np.random.default_rng(len(_drawn)).normal(size=[int(n) for n in shape]) / np.sqrt(int(shape[0]))
    return tf.constant(values, dtype or dde.config.real(tf))


def start(dtype="float64"):
    """Begins a program with an empty graph, known random numbers and numbers of one size."""
    if ON_SESSIONS:
        tf.reset_default_graph()
    _drawn.clear()
    dde.config.set_default_float(dtype)
    dde.config.set_random_seed(7)


def network(*sizes, activation="tanh", **options):
    return dde.nn.FNN(list(sizes), activation, weights, **options)


def trained(model, points, steps=15, optimizer="adam", rate=0.01, callbacks=None, compiled=None, **options):
    """Trains a model and gives its losses, metrics and what it says of points."""
    model.compile(optimizer, lr=None if optimizer == "L-BFGS" else rate, verbose=0, **(compiled or {}))
    if optimizer == "L-BFGS":
        history, state = model.train(display_every=5, verbose=0, callbacks=callbacks, **options)
    else:
        history, state = model.train(iterations=steps, display_every=5, verbose=0, callbacks=callbacks, **options)
    return [history.steps, history.loss_train, history.loss_test, history.metrics_test, model.predict(points)]


def _always(value):
    return lambda t: value


def grid(low, high, count=7):
    axes = [np.linspace(a, b, count) for a, b in zip(low, high, strict=True)]
    return np.stack(np.meshgrid(*axes), -1).reshape(-1, len(low))


@program
def deepxde_ode_system():
    start()

    def system(t, y):
        first, second = dde.grad.jacobian(y, t, i=0), dde.grad.jacobian(y, t, i=1)
        return [first - y[:, 1:2], second + y[:, 0:1]]

    time = dde.geometry.TimeDomain(0, 3)
    conditions = [
        dde.icbc.IC(time, lambda t: 0, lambda _, on_initial: on_initial, component=0),
        dde.icbc.IC(time, lambda t: 1, lambda _, on_initial: on_initial, component=1),
    ]
    exact = lambda t: np.hstack((np.sin(t), np.cos(t)))  # noqa: E731
    data = dde.data.PDE(time, system, conditions, 20, 2, solution=exact, num_test=30)
    model = dde.Model(data, network(1, 12, 12, 2))
    points = np.linspace(0, 3, 7)[:, None]
    found = trained(model, points, compiled={"metrics": ["l2 relative error"], "loss_weights": [1, 1, 2, 2]})
    return [*found, model.predict(points, operator=system)]


@program
def deepxde_poisson_with_conditions_of_all_kinds():
    found = []
    for kind in (dde.icbc.NeumannBC, dde.icbc.RobinBC, dde.icbc.OperatorBC):
        start()
        line = dde.geometry.Interval(-1, 1)
        right = lambda x, on: on and dde.utils.isclose(x[0], 1)  # noqa: E731
        left = lambda x, on: on and dde.utils.isclose(x[0], -1)  # noqa: E731
        if kind is dde.icbc.NeumannBC:
            at_end = kind(line, lambda x: 2 * (x + 1), right)
        elif kind is dde.icbc.RobinBC:
            at_end = kind(line, lambda x, y: y, right)
        else:
            at_end = kind(line, lambda x, y, _: dde.grad.jacobian(y, x) - 4, right)
        at_start = dde.icbc.DirichletBC(line, lambda x: 0 * x, left)
        equation = lambda x, y: dde.grad.hessian(y, x) - 2  # noqa: E731
        data = dde.data.PDE(line, equation, [at_start, at_end], 16, 2, solution=lambda x: (x + 1) ** 2)
        model = dde.Model(data, network(1, 10, 10, 1))
        found += trained(model, grid([-1], [1]), compiled={"metrics": ["l2 relative error"]})
    return found


@program
def deepxde_poisson_on_shapes():
    found = []
    polygon = dde.geometry.Polygon([[0, 0], [1, 0], [1, -1], [-1, -1], [-1, 1], [0, 1]])
    ring = dde.geometry.CSGDifference(dde.geometry.Disk([0, 0], 1), dde.geometry.Rectangle([-0.3, -0.3], [0.3, 0.3]))
    for shape, activation in (
        (polygon, "sin"),
        (ring, "swish"),
        (dde.geometry.Triangle([0, 0], [1, 0], [0, 1]), "elu"),
    ):
        start()
        equation = lambda x, y: -dde.grad.hessian(y, x, i=0, j=0) - dde.grad.hessian(y, x, i=1, j=1) - 1  # noqa: E731
        around = dde.icbc.DirichletBC(shape, lambda x: 0 * x[:, :1], lambda _, on: on)
        data = dde.data.PDE(shape, equation, around, 30, 16, num_test=25)
        found += trained(dde.Model(data, network(2, 8, 8, 1, activation=activation)), grid([-1, -1], [1, 1], 4))
    return found


@program
def deepxde_burgers():
    start()

    def equation(x, y):
        dy_x, dy_t = dde.grad.jacobian(y, x, i=0, j=0), dde.grad.jacobian(y, x, i=0, j=1)
        return dy_t + y * dy_x - 0.01 / np_pi * dde.grad.hessian(y, x, i=0, j=0)

    line, time = dde.geometry.Interval(-1, 1), dde.geometry.TimeDomain(0, 0.99)
    both = dde.geometry.GeometryXTime(line, time)
    ends = dde.icbc.DirichletBC(both, lambda x: 0, lambda _, on: on)
    begin = dde.icbc.IC(both, lambda x: -np.sin(np_pi * x[:, 0:1]), lambda _, on_initial: on_initial)
    data = dde.data.TimePDE(both, equation, [ends, begin], 40, 8, 12, train_distribution="Sobol")
    model = dde.Model(data, network(2, 10, 10, 1))
    points = grid([-1, 0], [1, 0.9], 5)
    found = trained(model, points)
    dde.optimizers.set_LBFGS_options(maxiter=8)
    found += trained(model, points, optimizer="L-BFGS")
    worst = np.argsort(-np.abs(model.predict(points, operator=equation)).ravel())[:3]
    data.add_anchors(points[worst])
    return [*found, worst, *trained(model, points, steps=5)]


@program
def deepxde_heat_with_hard_conditions_and_fourier_features():
    start()

    def equation(x, y):
        return dde.grad.jacobian(y, x, i=0, j=1) - 0.4 * dde.grad.hessian(y, x, i=0, j=0)

    def features(x):
        if ON_SESSIONS:  # the input of its networks is as wide as that of the layers
            return tf.concat([tf.sin(np_pi * x[:, 0:1]), tf.exp(-x[:, 1:2])], axis=1)
        waves = [tf.sin((k + 1) * np_pi * x[:, 0:1]) for k in range(3)]
        return tf.concat([*waves, tf.exp(-x[:, 1:2])], axis=1)

    def hard(x, y):
        return x[:, 1:2] * x[:, 0:1] * (1 - x[:, 0:1]) * y + tf.sin(np_pi * x[:, 0:1])

    both = dde.geometry.GeometryXTime(dde.geometry.Interval(0, 1), dde.geometry.TimeDomain(0, 1))
    exact = lambda x: np.exp(-0.4 * np_pi**2 * x[:, 1:2]) * np.sin(np_pi * x[:, 0:1])  # noqa: E731
    data = dde.data.TimePDE(both, equation, [], num_domain=30, solution=exact, num_test=20)
    net = network(2 if ON_SESSIONS else 4, 12, 12, 1)
    net.apply_feature_transform(features)
    net.apply_output_transform(hard)
    return trained(dde.Model(data, net), grid([0, 0], [1, 1], 4), compiled={"metrics": ["l2 relative error", "MAPE"]})


@program
def deepxde_helmholtz():
    start()
    k0 = 2 * np_pi
    wave = tf.sin if ON_SESSIONS else dde.backend.sin

    def equation(x, y):
        source = k0**2 * wave(k0 * x[:, 0:1]) * wave(k0 * x[:, 1:2])
        return -dde.grad.hessian(y, x, i=0, j=0) - dde.grad.hessian(y, x, i=1, j=1) - k0**2 * y - source

    square = dde.geometry.Rectangle([0, 0], [1, 1])
    exact = lambda x: np.sin(k0 * x[:, 0:1]) * np.sin(k0 * x[:, 1:2])  # noqa: E731
    data = dde.data.PDE(square, equation, [], num_domain=36, num_test=16, solution=exact, train_distribution="LHS")
    net = network(2, 12, 12, 1, activation="sin")
    net.apply_output_transform(lambda x, y: x[:, 0:1] * (1 - x[:, 0:1]) * x[:, 1:2] * (1 - x[:, 1:2]) * y)
    compiled = {"metrics": ["l2 relative error"], "decay": ("inverse time", 10, 0.5), "loss_weights": [0.1]}
    return trained(dde.Model(data, net), grid([0, 0], [1, 1], 4), compiled=compiled)


@program
def deepxde_unknown_constants_of_the_lorenz_system():
    start()
    rates = [dde.Variable(1.0, dtype="float64") for _ in range(3)]

    def system(t, y):
        a, b, c = (y[:, k : k + 1] for k in range(3))
        slopes = [dde.grad.jacobian(y, t, i=k) for k in range(3)]
        return [
            slopes[0] - rates[0] * (b - a),
            slopes[1] - a * (rates[1] - c) + b,
            slopes[2] - a * b + rates[2] * c,
        ]

    time = dde.geometry.TimeDomain(0, 1)
    initial = [
        dde.icbc.IC(time, _always(v), lambda _, on_initial: on_initial, component=k) for k, v in enumerate((-8, 7, 27))
    ]
    seen_at = np.linspace(0, 1, 9)[:, None]
    seen = np.hstack([np.sin(seen_at), np.cos(seen_at), 1 + seen_at])
    observed = [dde.icbc.PointSetBC(seen_at, seen[:, k : k + 1], component=k) for k in range(3)]
    data = dde.data.PDE(time, system, initial + observed, num_domain=12, num_boundary=2, anchors=seen_at)
    model = dde.Model(data, network(1, 10, 10, 3))
    path = os.path.join(tempfile.mkdtemp(), "rates")
    watch = dde.callbacks.VariableValue(rates, period=4, filename=path, precision=6)
    compiled = {} if ON_SESSIONS else {"external_trainable_variables": rates}
    found = trained(model, seen_at[:3], callbacks=[watch], compiled=compiled)
    watch.on_train_end()
    with open(path) as file:
        lines = file.read().splitlines()
    return [*found, watch.get_value(), lines]


@program
def deepxde_functions():
    found = []
    line = dde.geometry.Interval(-1, 1)
    bend = lambda x: x * np.sin(5 * x)  # noqa: E731
    for options in ({}, {"regularization": ["l2", 1e-3]}, {"regularization": ["l1", 1e-3]}):
        start("float32" if options and ON_SESSIONS else "float64")  # where a sum of penalties is always of 32 bits
        data = dde.data.Function(line, bend, 12, 9)
        model = dde.Model(data, network(1, 9, 9, 1, activation="relu", **options))
        found += trained(model, grid([-1], [1]), compiled={"metrics": ["MSE", "l2 relative error"]})
    start()
    x = np.random.default_rng(1).normal(size=(24, 2))
    y = x[:, :1] * x[:, 1:]
    data = dde.data.DataSet(x[:16], y[:16], x[16:], y[16:], standardize=True)
    model = dde.Model(data, network(2, 8, 8, 1, activation=["tanh", "sigmoid", "relu"]))
    return [*found, *trained(model, data.test_x[:3], batch_size=4)]


@program
def deepxde_optimizers_and_losses():
    found = []
    losses = ("MAE", "own", "softmax cross entropy", "mean l2 relative error")
    for optimizer, loss in zip(("sgd", "adam", "adam", "adam"), losses, strict=True):
        start()
        x = np.random.default_rng(1).normal(size=(12, 2))
        y = np.eye(3)[np.arange(12) % 3]
        data = dde.data.DataSet(x[:8], y[:8], x[8:], y[8:])
        model = dde.Model(data, network(2, 6, 3))
        if loss == "own":
            compiled = {"loss": lambda a, b: tf.reduce_mean(tf.abs(a - b) ** 3), "decay": ("cosine", 10, 0.1)}
        else:
            compiled = {"loss": loss}
        found += trained(model, x[:3], optimizer=optimizer, compiled=compiled)
    return found


@program
def deepxde_operator_networks():
    found = []
    draw = np.random.default_rng(2)
    functions, places = draw.normal(size=(10, 5)), draw.uniform(size=(6, 1))
    values = np.stack([np.cumsum(f).mean() * np.sin(3 * places[:, 0]) for f in functions])
    start()
    data = dde.data.TripleCartesianProd((functions[:7], places), values[:7], (functions[7:], places), values[7:])
    net = dde.nn.DeepONetCartesianProd([5, 8, 8], [1, 8, 8], {"branch": "tanh", "trunk": "relu"}, weights)
    net.apply_feature_transform(lambda x: x * 2)
    model = dde.Model(data, net)
    found += trained(model, (functions[:2], places), compiled={"metrics": ["mean l2 relative error"]}, batch_size=3)
    start()
    pairs = (np.repeat(functions, 2, 0), np.tile(places[:2], (10, 1)))
    wanted = values[:, :2].reshape(-1, 1)
    data = dde.data.Triple(tuple(p[:14] for p in pairs), wanted[:14], tuple(p[14:] for p in pairs), wanted[14:])
    net = dde.nn.DeepONet([5, 8, 8], [1, 8, 8], "tanh", weights)
    return [*found, *trained(dde.Model(data, net), tuple(p[:3] for p in pairs))]


@program
def deepxde_operator_of_an_equation():
    start()
    line = dde.geometry.Interval(0, 1)
    ends = dde.icbc.DirichletBC(line, lambda _: 0, lambda _, on: on)

    def equation(x, y, source):
        return dde.grad.hessian(y, x) - source

    problem = dde.data.PDE(line, equation, ends, num_domain=8, num_boundary=2)
    space = dde.data.PowerSeries(N=3)
    at = line.uniform_points(6, boundary=True)
    data = dde.data.PDEOperator(problem, space, at, 5)
    net = dde.nn.DeepONet([6, 8, 8], [1, 8, 8], "tanh", weights)
    spaces = [dde.data.GRF(1, length_scale=0.5, N=20), dde.data.Chebyshev(N=4)]
    samples = [s.eval_batch(s.random(2), at) for s in spaces]
    values = np.tile(at[:, 0] ** 2, (3, 1)), at[[0, 2, 4]]
    return [*trained(dde.Model(data, net), values), [sample.shape for sample in samples]]


@program
def deepxde_parallel_networks_and_periods():
    start()
    line = dde.geometry.Interval(0, 1)

    def system(x, y):
        return [dde.grad.jacobian(y, x, i=0) - y[:, 1:], dde.grad.hessian(y, x, component=1) + 9 * y[:, :1]]

    right = lambda x, on: on and dde.utils.isclose(x[0], 1)  # noqa: E731
    conditions = [dde.icbc.PeriodicBC(line, 0, right, component=k, derivative_order=k) for k in range(2)]
    data = dde.data.PDE(line, system, conditions, 10, 2)
    net = dde.nn.PFNN([1, [6, 6], [5, 7], 2], "tanh", weights)
    net.apply_feature_transform(lambda x: tf.concat([tf.cos(2 * np_pi * x), tf.sin(2 * np_pi * x)], 1))
    found = trained(dde.Model(data, net), grid([0], [1])) if not ON_SESSIONS else []
    start()
    net = dde.nn.PFNN([1, 8, [5, 7], 2], "tanh", weights)
    return [*found, *trained(dde.Model(dde.data.PDE(line, system, conditions, 10, 2), net), grid([0], [1]))]


@program
def deepxde_integrals():
    start()

    def equation(x, y, integral):
        rhs = tf.matmul(integral, y)
        return (dde.grad.jacobian(y, x) + y)[: tf.size(rhs)] - rhs

    time = dde.geometry.TimeDomain(0, 3)
    begin = dde.icbc.IC(time, lambda t: np.exp(-t) * np.cosh(t), lambda _, on_initial: on_initial)
    kernel = lambda x, s: np.exp(s - x)  # noqa: E731
    exact = lambda t: np.exp(-t) * np.cosh(t)  # noqa: E731
    data = dde.data.IDE(
        time,
        equation,
        begin,
        5,
        kernel=kernel,
        num_domain=6,
        num_boundary=2,
        solution=exact,
        train_distribution="uniform",
    )
    model = dde.Model(data, network(1, 8, 8, 1))
    found = trained(model, grid([0], [3]), compiled={"metrics": ["l2 relative error"]})
    start()

    def fractional(x, y, matrix):
        if isinstance(matrix, (list, tuple)):
            lhs = -tf.sparse.sparse_dense_matmul(tf.SparseTensor(*matrix), y)
        else:
            lhs = -tf.matmul(matrix, y)
        return lhs[:, 0] - (x[: tf.size(lhs)][:, 0] + 1.0)

    line = dde.geometry.Interval(0, 1)
    ends = dde.icbc.DirichletBC(line, lambda x: x * 0, lambda _, on: on)
    data = dde.data.FPDE(line, fractional, 1.5, ends, [12], meshtype="static", solution=lambda x: x * (1 - x))
    return [
        *found,
        *trained(dde.Model(data, network(1, 8, 1)), grid([0], [1]), compiled={"metrics": ["l2 relative error"]}),
    ]


@program
def deepxde_callbacks():
    start()
    line = dde.geometry.Interval(0, 1)
    equation = lambda x, y: dde.grad.jacobian(y, x) + y  # noqa: E731
    begin = dde.icbc.DirichletBC(line, lambda x: 1, lambda x, on: on and dde.utils.isclose(x[0], 0))
    data = dde.data.PDE(line, equation, begin, 10, 2)
    model = dde.Model(data, network(1, 8, 8, 1))
    folder = tempfile.mkdtemp()
    points = grid([0], [1], 4)
    slope = dde.callbacks.FirstDerivative(points)
    squares = dde.callbacks.OperatorPredictor(points, lambda x, y: y**2 + x, period=5, filename=f"{folder}/squares")
    callbacks = [
        dde.callbacks.ModelCheckpoint(os.path.join(folder, "model"), save_better_only=True, period=5),
        dde.callbacks.EarlyStopping(min_delta=1e-5, patience=2, start_from_epoch=25, baseline=1e-6),
        dde.callbacks.PDEPointResampler(period=6),
        dde.callbacks.Timer(30),
        squares,
        slope,
    ]
    found = trained(model, points, steps=60, callbacks=callbacks)
    files = sorted({name.split(".")[0] for name in os.listdir(folder)})
    return [*found, files, model.train_state.best_step, slope.get_value(), squares.get_value(), data.train_x]


@program
def deepxde_saving_and_restoring():
    start()
    # No symmetry: Adam would make steps of the rounding of gradients that are zero.
    line = dde.geometry.Interval(-0.5, 1)
    data = dde.data.Function(line, lambda x: x**3 + x, 10, 10)
    model = dde.Model(data, network(1, 8, 8, 1))
    points, folder = grid([-1], [1]), tempfile.mkdtemp()
    found = trained(model, points)
    path = model.save(os.path.join(folder, "model"))
    before = model.predict(points)
    model.train(iterations=5, verbose=0)
    after = model.predict(points)
    model.restore(path, verbose=0)
    again = model.predict(points)
    names = [os.path.basename(path)]
    if not ON_SESSIONS:
        other = dde.Model(data, network(1, 8, 8, 1))
        other.compile("adam", lr=0.01, verbose=0)
        other.predict(points)
        other.restore(path, verbose=0)
        again = [again, other.predict(points)]
        names += [len(model.net.trainable_variables)]
    if ON_SESSIONS:
        names += sorted(os.listdir(folder)) + [sorted(model.state_dict()), model.net.num_trainable_parameters()]
    dde.saveplot(model.losshistory, model.train_state, issave=True, isplot=False, output_dir=folder)
    with open(os.path.join(folder, "loss.dat")) as file:
        lines = len(file.readlines())
    return [*found, before, after, again, names, lines]


@program
def deepxde_dropout():
    start()
    data = dde.data.Function(dde.geometry.Interval(-1, 1), lambda x: x**2, 10, 10)
    model = dde.Model(data, network(1, 16, 16, 1, dropout_rate=0.1))
    found = trained(model, grid([-1], [1]))
    return [found[0], len(found[1]), bool(np.isfinite(found[1]).all()), np.shape(found[4])]
