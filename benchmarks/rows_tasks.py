"""Group C: whole tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.peer_tasks import task
from benchmarks.row import array_of, call_of, is_tf, row

if TYPE_CHECKING:
    from collections.abc import Callable


@row("C", "power(x, 100), 10x10 int32: function", 12, 0.25)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "power", True)
    x = m.constant(np.ones((10, 10), np.int32))
    return call_of(peer, m, lambda x, n: _power(m, x, n), x, 100)


@row("C", "the same, eager", 50, 0.5)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "power", False)
    x = m.constant(np.ones((10, 10), np.int32))
    return lambda: _power(m, x, 100)


def _power(m: Any, x: Any, n: int) -> Any:
    result = m.eye(10, dtype=m.int32)
    for _ in range(n):
        result = m.matmul(x, result)
    return result


@row("C", "MLP 784-128-10, batch 32, SGD step", 100, 0.6)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "mlp", 32, False)
    rng = np.random.default_rng(0)
    w1, b1 = m.Variable(rng.normal(size=(784, 128)).astype("float32") * 0.05), m.Variable(np.zeros(128, "float32"))
    w2, b2 = m.Variable(rng.normal(size=(128, 10)).astype("float32") * 0.05), m.Variable(np.zeros(10, "float32"))
    variables = [w1, b1, w2, b2]

    def step(x: Any, y: Any) -> Any:
        with m.GradientTape() as tape:
            hidden = m.nn.relu(x @ w1 + b1)
            loss = m.reduce_mean(m.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=hidden @ w2 + b2))
        for v, g in zip(variables, tape.gradient(loss, variables)):
            v.assign_sub(0.01 * g)
        return loss

    x = array_of(peer, m, rng.normal(size=(32, 784)).astype("float32"))
    return call_of(peer, m, step, x, m.constant(rng.integers(0, 10, 32), m.int32))


@row("C", "tape: gradient of x*x, eager", 1.5, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "gradient", 1, False)
    x = array_of(peer, m, 3.0)

    def run() -> Any:
        with m.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        return tape.gradient(y, x)

    return run


@row("C", "tape: chain of 100 ops, eager", 60, 0.15)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "gradient", 100, False)
    x = array_of(peer, m, 1.0)

    def run() -> Any:
        with m.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in range(100):
                y = y * 0.99
        return tape.gradient(y, x)

    return run


@row("C", "tape inside a function: x*x", 0.7, 0.3)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "gradient", 1, True)

    def gradient(x: Any) -> Any:
        with m.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        return tape.gradient(y, x)

    return call_of(peer, m, gradient, array_of(peer, m, 3.0))


def _glorot(rng: Any, *shape: int) -> Any:
    return (rng.normal(size=shape) * (2.0 / sum(shape[-2:])) ** 0.5).astype("float32")


def _sgd(variables: list[Any]) -> Callable:
    def apply(gradients: list[Any]) -> None:
        for v, g in zip(variables, gradients):
            v.assign_sub(0.01 * g)

    return apply


def _adam(m: Any, variables: list[Any]) -> Callable:
    firsts = [m.Variable(m.zeros_like(v)) for v in variables]
    seconds = [m.Variable(m.zeros_like(v)) for v in variables]
    step = m.Variable(0.0)

    def apply(gradients: list[Any]) -> None:
        step.assign_add(1.0)
        rate = 0.001 * m.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step)
        for v, g, first, second in zip(variables, gradients, firsts, seconds):
            first.assign(0.9 * first + 0.1 * g)
            second.assign(0.999 * second + 0.001 * g * g)
            v.assign_sub(rate * first / (m.sqrt(second) + 1e-7))

    return apply


def _training_step(m: Any, variables: list[Any], logits_of: Callable, apply: Callable) -> Callable:
    def step(x: Any, y: Any) -> Any:
        with m.GradientTape() as tape:
            loss = m.reduce_mean(m.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits_of(x)))
        apply(tape.gradient(loss, variables))
        return loss

    return step


def _mlp_row(name: str, goal_us: float, ratio: float, batch: int, adam: bool) -> None:
    def build(peer: str, m: Any) -> Callable | None:
        if not is_tf(peer):
            return task(peer, m, "mlp", batch, adam)
        rng = np.random.default_rng(0)
        arrays = (_glorot(rng, 784, 128), np.zeros(128, "float32"), _glorot(rng, 128, 10), np.zeros(10, "float32"))
        variables = [m.Variable(array) for array in arrays]
        w1, b1, w2, b2 = variables
        apply = _adam(m, variables) if adam else _sgd(variables)
        step = _training_step(m, variables, lambda x: m.nn.relu(x @ w1 + b1) @ w2 + b2, apply)
        x = array_of(peer, m, rng.normal(size=(batch, 784)))
        return call_of(peer, m, step, x, m.constant(rng.integers(0, 10, batch), m.int32))

    row("C", name, goal_us, ratio)(build)


_mlp_row("MLP 784-128-10, batch 32, Adam step", 150, 0.5, 32, True)
_mlp_row("MLP 784-128-10, batch 256, SGD step", 500, 0.75, 256, False)
_mlp_row("MLP 784-128-10, batch 256, Adam step", 600, 0.75, 256, True)


@row("C", "Conv2D(100, 3) on [1,200,200,100]", 28_000, 1.0)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "conv2d")
    rng = np.random.default_rng(0)
    w, b = m.Variable(_glorot(rng, 3, 3, 100, 100)), m.Variable(np.zeros(100, "float32"))
    x = array_of(peer, m, rng.normal(size=(1, 200, 200, 100)))
    return call_of(peer, m, lambda x: m.nn.bias_add(m.nn.conv2d(x, w, 1, "VALID"), b), x)


@row("C", "CNN 28x28 (32 and 64 filters), batch 32, SGD step", 3500, 0.7)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "cnn")
    rng = np.random.default_rng(0)
    shapes = ((3, 3, 1, 32), (32,), (3, 3, 32, 64), (64,), (1600, 10), (10,))
    variables = [m.Variable(_glorot(rng, *s) if len(s) > 1 else np.zeros(s, "float32")) for s in shapes]
    w1, b1, w2, b2, w3, b3 = variables

    def logits_of(x: Any) -> Any:
        for w, b in ((w1, b1), (w2, b2)):
            x = m.nn.relu(m.nn.bias_add(m.nn.conv2d(x, w, 1, "VALID"), b))
            x = m.nn.max_pool2d(x, 2, 2, "VALID")
        return m.reshape(x, [-1, 1600]) @ w3 + b3

    x = array_of(peer, m, rng.normal(size=(32, 28, 28, 1)))
    step = _training_step(m, variables, logits_of, _sgd(variables))
    return call_of(peer, m, step, x, m.constant(rng.integers(0, 10, 32), m.int32))


def _lstm_cell(m: Any, x: Any, h: Any, c: Any, wx: Any, wh: Any, b: Any) -> tuple[Any, Any]:
    i, f, g, o = m.split(x @ wx + h @ wh + b, 4, axis=1)
    c = m.sigmoid(f) * c + m.sigmoid(i) * m.tanh(g)
    return m.sigmoid(o) * m.tanh(c), c


def _lstm_weights(m: Any, inputs: int, units: int) -> list[Any]:
    rng = np.random.default_rng(0)
    bias = np.zeros(4 * units, "float32")
    return [m.Variable(a) for a in (_glorot(rng, inputs, 4 * units), _glorot(rng, units, 4 * units), bias)]


@row("C", "LSTM cell of 10 units on [10,10]", 6, 0.3)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "lstm_cell")
    weights = _lstm_weights(m, 10, 10)
    x, h = m.ones([10, 10]), m.zeros([10, 10])
    return call_of(peer, m, lambda x, h, c: _lstm_cell(m, x, h, c, *weights), x, h, h)


def _lstm_row(name: str, goal_us: float | None, train: bool, batch: int = 32) -> None:
    def build(peer: str, m: Any) -> Callable | None:
        if not is_tf(peer):
            return task(peer, m, "lstm", train, batch)
        weights = _lstm_weights(m, 64, 64)

        def forward(x: Any) -> Any:
            h = c = m.zeros([batch, 64])
            for t in m.range(100):
                h, c = _lstm_cell(m, x[t], h, c, *weights)
            return h

        def step(x: Any) -> Any:
            with m.GradientTape() as tape:
                loss = m.reduce_mean(m.square(forward(x)))
            for v, g in zip(weights, tape.gradient(loss, weights)):
                v.assign_sub(0.01 * g)
            return loss

        x = array_of(peer, m, np.random.default_rng(0).normal(size=(100, batch, 64)))
        return call_of(peer, m, step if train else forward, x)

    row("C", name, goal_us, 0.9)(build)


_lstm_row("LSTM loop T=100, batch 32, 64 units: forward", 1200, train=False)
_lstm_row("LSTM loop T=100, batch 32, 64 units: training step", 4000, train=True)
_lstm_row("LSTM loop T=100, batch 1, 64 units: forward", None, train=False, batch=1)


@row("C", "tape inside a function: chain of 100 ops", 1.5, 0.3)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return task(peer, m, "gradient", 100, True)

    def gradient(x: Any) -> Any:
        with m.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in range(100):
                y = y * 0.99
        return tape.gradient(y, x)

    return call_of(peer, m, gradient, array_of(peer, m, 1.0))
