"""Group B: the first call of a function, with its trace, passes and lowering, once the library is warm."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.row import SQUARE, array_of, compiled, is_tf, row

if TYPE_CHECKING:
    from collections.abc import Callable


def _first_call(peer: str, m: Any, make: Callable[[], Callable], *args: Any) -> Callable | None:
    """Returns a call of a function that is made and compiled anew each time; torch's compiler is another league."""
    if peer == "torch" or compiled(peer, m, lambda: None) is None:
        return None
    # That it is made anew, and long, is on purpose.
    for name in ("graphwright", "tensorflow"):
        logging.getLogger(name).setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", "Large unrolled loop")
    return lambda: compiled(peer, m, make())(*args)


@row("B", "add", 300, 0.05)
def _(peer: str, m: Any) -> Callable | None:
    return _first_call(peer, m, lambda: lambda x, y: x + y, array_of(peer, m, 1.0), array_of(peer, m, 2.0))


def _weights(m: Any) -> list[Any]:
    rng = np.random.default_rng(0)
    sizes = (784, 128, 64, 10)
    weights = [m.Variable(rng.normal(size=size).astype("float32") * 0.05) for size in zip(sizes, sizes[1:])]
    return [*weights, *(m.Variable(np.zeros(size, "float32")) for size in sizes[1:])]


def _forward(m: Any, x: Any, weights: list[Any]) -> Any:
    for i in range(3):
        x = x @ weights[i] + weights[3 + i]
        if i < 2:
            x = m.nn.relu(x)
    return x


@row("B", "MLP forward, 3 layers", 2000, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None
    weights = _weights(m)
    return _first_call(peer, m, lambda: lambda x: _forward(m, x, weights), m.ones([32, 784]))


@row("B", "MLP training step", 6000, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None
    weights = _weights(m)

    def make() -> Callable:
        def step(x: Any, y: Any) -> Any:
            with m.GradientTape() as tape:
                logits = _forward(m, x, weights)
                loss = m.reduce_mean(m.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
            for v, g in zip(weights, tape.gradient(loss, weights)):
                v.assign_sub(0.01 * g)
            return loss

        return step

    return _first_call(peer, m, make, m.ones([32, 784]), m.zeros([32], m.int32))


def _unrolled(count: int) -> Callable:
    def f(x: Any) -> Any:
        for _ in range(count):
            x = x + 1.0
        return x

    return f


@row("B", "1000 unrolled x+1.0", 12_000, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    return _first_call(peer, m, lambda: _unrolled(1000), array_of(peer, m, 1.0))


@row("B", "1000 times x = x + x", 12_000, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    def make() -> Callable:
        def f(x: Any) -> Any:
            for _ in range(1000):
                x = x + x
            return x

        return f

    # TensorFlow's arithmetic pass runs out of memory.
    return None if peer == "tensorflow" else _first_call(peer, m, make, array_of(peer, m, 1.0))


@row("B", "if and while with 10 ops", 2000, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None

    def make() -> Callable:
        def f(x: Any, n: Any) -> Any:
            while n > 0:
                if m.reduce_sum(x) > 1.0:
                    x = m.tanh(x * 0.5 + 1.0)
                else:
                    x = m.exp(x - 2.0) * 3.0
                n -= 1
            return x

        return f

    return _first_call(peer, m, make, array_of(peer, m, SQUARE), m.constant(3))


@row("B", "100,000 ops unrolled", 1_500_000)
def _(peer: str, m: Any) -> Callable | None:
    return _first_call(peer, m, lambda: _unrolled(100_000), array_of(peer, m, 1.0)) if peer == "graphwright" else None
