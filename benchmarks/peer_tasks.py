"""The tasks of group C for PyTorch and JAX, written as their users write them: modules and optimizers, jit and grad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

RATE = 0.01


def _random(*shape: int) -> Any:
    return np.random.default_rng(0).normal(size=shape).astype("float32")


def _labels(batch: int) -> Any:
    return np.random.default_rng(0).integers(0, 10, batch)


# ---- PyTorch ----


def _torch_training(m: Any, net: Any, x: Any, labels: Any, adam: bool) -> Callable:
    optimizer = m.optim.Adam(net.parameters()) if adam else m.optim.SGD(net.parameters(), lr=RATE)
    x, labels = m.tensor(x), m.tensor(labels)

    def step() -> Any:
        optimizer.zero_grad()
        loss = m.nn.functional.cross_entropy(net(x), labels)
        loss.backward()
        optimizer.step()
        return loss

    return step


def _torch_mlp(m: Any, batch: int, adam: bool) -> Callable:
    net = m.nn.Sequential(m.nn.Linear(784, 128), m.nn.ReLU(), m.nn.Linear(128, 10))
    return _torch_training(m, net, _random(batch, 784), _labels(batch), adam)


def _torch_cnn(m: Any) -> Callable:
    nn = m.nn
    layers = [nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2)]
    net = nn.Sequential(*layers, nn.Flatten(), nn.Linear(1600, 10))
    return _torch_training(m, net, _random(32, 1, 28, 28), _labels(32), False)


def _torch_conv2d(m: Any) -> Callable:
    conv, x = m.nn.Conv2d(100, 100, 3), m.tensor(_random(1, 100, 200, 200))

    def run() -> Any:
        with m.no_grad():
            return conv(x)

    return run


def _torch_lstm_cell(m: Any) -> Callable:
    cell, x, h = m.nn.LSTMCell(10, 10), m.ones(10, 10), m.zeros(10, 10)

    def run() -> Any:
        with m.no_grad():
            return cell(x, (h, h))

    return run


def _torch_lstm(m: Any, train: bool, batch: int) -> Callable:
    net, x = m.nn.LSTM(64, 64), m.tensor(_random(100, batch, 64))
    optimizer = m.optim.SGD(net.parameters(), lr=RATE)

    def forward() -> Any:
        with m.no_grad():
            return net(x)[1][0]

    def step() -> Any:
        optimizer.zero_grad()
        loss = (net(x)[1][0] ** 2).mean()
        loss.backward()
        optimizer.step()
        return loss

    return step if train else forward


def _torch_power(m: Any, in_function: bool) -> Callable:
    x = m.ones(10, 10, dtype=m.int32)

    def run() -> Any:
        result = m.eye(10, dtype=m.int32)
        for _ in range(100):
            result = x @ result
        return result

    return run


def _torch_gradient(m: Any, ops: int, in_function: bool) -> Callable:
    x = m.tensor(3.0, requires_grad=True)

    def run() -> Any:
        y = x * x if ops == 1 else x
        for _ in range(ops if ops > 1 else 0):
            y = y * 0.99
        return m.autograd.grad(y, x)[0]

    return run


# ---- JAX ----


def _ready(m: Any, f: Callable, *args: Any) -> Callable:
    return lambda: m.block_until_ready(f(*args))


def _jax_training(m: Any, weights: list[Any], loss_of: Callable, adam: bool) -> Callable:
    np_ = m.numpy

    def update(weights: Any, state: Any) -> Any:
        loss, gradients = m.value_and_grad(loss_of)(weights)
        if not adam:
            return [w - RATE * g for w, g in zip(weights, gradients, strict=True)], state, loss
        firsts, seconds, step = state
        step = step + 1
        firsts = [0.9 * a + 0.1 * g for a, g in zip(firsts, gradients, strict=True)]
        seconds = [0.999 * b + 0.001 * g * g for b, g in zip(seconds, gradients, strict=True)]
        rate = 0.001 * np_.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        moved = zip(weights, firsts, seconds, strict=True)
        return [w - rate * a / (np_.sqrt(b) + 1e-7) for w, a, b in moved], (firsts, seconds, step), loss

    compiled = m.jit(update)
    weights = [np_.asarray(w) for w in weights]
    zeros = [np_.zeros_like(w) for w in weights]
    kept = [weights, (zeros, zeros, np_.asarray(0.0)) if adam else ()]

    def step() -> Any:
        kept[0], kept[1], loss = compiled(*kept)
        return m.block_until_ready((loss, kept[0]))

    return step


def _jax_cross_entropy(m: Any, logits: Any, labels: Any) -> Any:
    return -m.nn.log_softmax(logits)[m.numpy.arange(len(labels)), labels].mean()


def _jax_mlp(m: Any, batch: int, adam: bool) -> Callable:
    x, labels = m.numpy.asarray(_random(batch, 784)), m.numpy.asarray(_labels(batch))
    weights = [_random(784, 128) * 0.05, np.zeros(128, "float32"), _random(128, 10) * 0.1, np.zeros(10, "float32")]

    def loss_of(weights: Any) -> Any:
        w1, b1, w2, b2 = weights
        return _jax_cross_entropy(m, m.nn.relu(x @ w1 + b1) @ w2 + b2, labels)

    return _jax_training(m, weights, loss_of, adam)


def _jax_convolve(m: Any, x: Any, w: Any) -> Any:
    return m.lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def _jax_cnn(m: Any) -> Callable:
    x, labels = m.numpy.asarray(_random(32, 28, 28, 1)), m.numpy.asarray(_labels(32))
    shapes = ((3, 3, 1, 32), (32,), (3, 3, 32, 64), (64,), (1600, 10), (10,))

    def loss_of(weights: Any) -> Any:
        y = x
        for w, b in (weights[:2], weights[2:4]):
            y = m.nn.relu(_jax_convolve(m, y, w) + b)
            y = m.lax.reduce_window(y, -np.inf, m.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return _jax_cross_entropy(m, y.reshape(-1, 1600) @ weights[4] + weights[5], labels)

    return _jax_training(m, [_random(*shape) * 0.05 for shape in shapes], loss_of, False)


def _jax_conv2d(m: Any) -> Callable:
    w, b = (m.numpy.asarray(a) for a in (_random(3, 3, 100, 100), _random(100)))
    return _ready(m, m.jit(lambda x: _jax_convolve(m, x, w) + b), m.numpy.asarray(_random(1, 200, 200, 100)))


def _jax_cell(m: Any, x: Any, h: Any, c: Any, weights: Any) -> Any:
    wx, wh, b = weights
    i, f, g, o = m.numpy.split(x @ wx + h @ wh + b, 4, axis=1)
    c = m.nn.sigmoid(f) * c + m.nn.sigmoid(i) * m.numpy.tanh(g)
    return m.nn.sigmoid(o) * m.numpy.tanh(c), c


def _jax_lstm_weights(units: int) -> list[Any]:
    return [_random(units, 4 * units) * 0.1, _random(units, 4 * units) * 0.1, np.zeros(4 * units, "float32")]


def _jax_lstm_cell(m: Any) -> Callable:
    weights = [m.numpy.asarray(w) for w in _jax_lstm_weights(10)]
    x, h = m.numpy.ones((10, 10)), m.numpy.zeros((10, 10))
    return _ready(m, m.jit(lambda x, h, c: _jax_cell(m, x, h, c, weights)), x, h, h)


def _jax_lstm(m: Any, train: bool, batch: int) -> Callable:
    x, zeros = m.numpy.asarray(_random(100, batch, 64)), m.numpy.zeros((batch, 64))

    def forward(weights: Any) -> Any:
        def turn(state: Any, row: Any) -> Any:
            return _jax_cell(m, row, *state, weights), None

        return m.lax.scan(turn, (zeros, zeros), x)[0][0]

    weights = _jax_lstm_weights(64)
    if train:
        return _jax_training(m, weights, lambda weights: (forward(weights) ** 2).mean(), False)
    return _ready(m, m.jit(forward), [m.numpy.asarray(w) for w in weights])


def _jax_power(m: Any, in_function: bool) -> Callable:
    def power(x: Any) -> Any:
        result = m.numpy.eye(10, dtype="int32")
        for _ in range(100):
            result = x @ result
        return result

    return _ready(m, m.jit(power) if in_function else power, m.numpy.ones((10, 10), "int32"))


def _jax_gradient(m: Any, ops: int, in_function: bool) -> Callable:
    def chain(x: Any) -> Any:
        y = x * x if ops == 1 else x
        for _ in range(ops if ops > 1 else 0):
            y = y * 0.99
        return y

    gradient = m.grad(chain)
    return _ready(m, m.jit(gradient) if in_function else gradient, m.numpy.asarray(3.0))


def task(peer: str, m: Any, name: str, *options: Any) -> Callable | None:
    """Returns the timed call of a task, None where the peer has none."""
    build = globals().get(f"_{peer}_{name}") if peer in ("torch", "jax") else None
    return build(m, *options) if build else None
