"""The rows: for each what it measures, its goal, and how to build the timed call for a peer.

A row's builder gets the peer's module and returns a function without arguments, or None where the peer has no such thing.
`goal` is seconds on the machine that the goals were set on; `per` divides the time of one call (ops or iterations in it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

US = 1e-6


@dataclass
class Row:
    """One line of the table."""

    group: str
    name: str
    goal: float
    ratio: float | None
    build: Callable[[str, Any], Callable[[], object] | None]
    per: int = 1


ROWS: list[Row] = []


def row(group: str, name: str, goal_us: float, ratio: float | None = None, per: int = 1) -> Callable:
    """Adds the decorated builder as a row."""

    def add(build: Callable) -> Callable:
        ROWS.append(Row(group, name, goal_us * US, ratio, build, per))
        return build

    return add


def _is_tf(peer: str) -> bool:
    return peer in ("graphwright", "tensorflow")


def _array(peer: str, module: Any, value: Any, dtype: str = "float32") -> Any:
    if _is_tf(peer):
        return module.constant(value, dtype)
    if peer == "torch":
        return module.tensor(value, dtype=getattr(module, dtype))
    if peer == "jax":
        return module.numpy.asarray(value, dtype=dtype)
    return np.asarray(value, dtype=dtype)


_SQUARE = np.arange(100, dtype=np.float32).reshape(10, 10) / 100


# ---- eager ----


@row("A", "add of two scalars", 0.08, 0.11)
def _(peer: str, m: Any) -> Callable:
    a, b = _array(peer, m, 1.5), _array(peer, m, 2.5)
    return lambda: a + b


@row("A", "add of two 10x10", 0.09, 0.4)
def _(peer: str, m: Any) -> Callable:
    a, b = _array(peer, m, _SQUARE), _array(peer, m, _SQUARE)
    return lambda: a + b


@row("A", "matmul 10x10", 0.35, 0.6)
def _(peer: str, m: Any) -> Callable:
    a, b = _array(peer, m, _SQUARE), _array(peer, m, _SQUARE)
    return lambda: a @ b


@row("A", "x[3]", 0.07, 0.12)
def _(peer: str, m: Any) -> Callable:
    x = _array(peer, m, _SQUARE)
    return lambda: x[3]


@row("A", "reduce_sum 10x10", 0.2, 0.2)
def _(peer: str, m: Any) -> Callable:
    x = _array(peer, m, _SQUARE)
    if _is_tf(peer):
        reduce_sum = m.reduce_sum
        return lambda: reduce_sum(x)
    return lambda: x.sum()


@row("A", "constant(1.5)", 0.12, 0.1)
def _(peer: str, m: Any) -> Callable:
    make = {"torch": lambda: m.tensor, "jax": lambda: m.numpy.asarray}.get(
        peer, lambda: getattr(m, "constant", np.array)
    )()
    return lambda: make(1.5)


@row("A", "t.numpy()", 0.15, 0.3)
def _(peer: str, m: Any) -> Callable | None:
    x = _array(peer, m, _SQUARE)
    if peer == "jax":
        return lambda: np.asarray(x)
    return None if peer == "numpy" else lambda: x.numpy()


@row("A", "t + 1.0", 0.09, 0.06)
def _(peer: str, m: Any) -> Callable:
    x = _array(peer, m, 1.5)
    return lambda: x + 1.0


@row("A", "100 times x = x*2+1", 16, 0.05)
def _(peer: str, m: Any) -> Callable:
    start = _array(peer, m, 1.0)

    def run() -> Any:
        x = start
        for _ in range(100):
            x = x * 2 + 1
        return x

    return run


@row("A", "v.assign_add(t)", 0.12, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    t = _array(peer, m, 1.0)
    if _is_tf(peer):
        v = m.Variable(0.0)
        return lambda: v.assign_add(t)
    if peer == "torch":
        v = m.tensor(0.0)
        return lambda: v.add_(t)
    return None


# ---- calls ----


def _function(peer: str, m: Any, f: Callable) -> Callable | None:
    if _is_tf(peer):
        return m.function(f)
    if peer == "jax":
        return m.jit(f)
    if peer == "torch":
        return m.compile(f)
    return None


def _call(peer: str, m: Any, f: Callable, *args: Any) -> Callable | None:
    compiled = _function(peer, m, f)
    if compiled is None:
        return None
    if peer == "jax":
        import jax

        return lambda: jax.block_until_ready(compiled(*args))
    return lambda: compiled(*args)


@row("A", "call f(x) = x+1, scalar", 0.5, 0.15)
def _(peer: str, m: Any) -> Callable | None:
    return _call(peer, m, lambda x: x + 1, _array(peer, m, 1.0))


@row("A", "call x@y+1, 10x10", 1.0, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    return _call(peer, m, lambda x, y: x @ y + 1, _array(peer, m, _SQUARE), _array(peer, m, _SQUARE))


@row("A", "call, 20 tensors in, 20 out", 3, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    values = [_array(peer, m, float(i)) for i in range(20)]
    return _call(peer, m, lambda *xs: [x + 1 for x in xs], *values)


@row("A", "call, nested structure of 20 leaves in, 1 out", 2.5, 0.25)
def _(peer: str, m: Any) -> Callable | None:
    nested = {f"k{i}": [_array(peer, m, float(i)), (_array(peer, m, 1.0),)] for i in range(10)}
    return _call(peer, m, lambda d: d["k0"][0] + d["k9"][1][0], nested)


@row("A", "call with a Python int and a str", 0.8, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    x = _array(peer, m, 1.0)
    if peer == "jax":
        compiled = m.jit(lambda x, n, s: x + n, static_argnums=(1, 2))
        return lambda: m.block_until_ready(compiled(x, 3, "relu"))
    return _call(peer, m, lambda x, n, s: x + n, x, 3, "relu")


@row("A", "method that reads a Variable", 0.8, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None

    class Model:
        def __init__(self) -> None:
            self.v = m.Variable(2.0)

        @m.function
        def __call__(self, x: Any) -> Any:
            return x * self.v

    model, x = Model(), _array(peer, m, 1.0)
    return lambda: model(x)


@row("A", "function that calls an inner function 10 times", 0.7, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    inner = _function(peer, m, lambda x: x + 1)

    def outer(x: Any) -> Any:
        for _ in range(10):
            x = inner(x)
        return x

    return _call(peer, m, outer, _array(peer, m, 1.0)) if inner is not None else None


# ---- graphs ----


def _chain(x: Any) -> Any:
    for _ in range(500):
        x = x * 0.5 + 1.0
    return x


@row("A", "chain of 1000 scalar ops, per op", 0.02, 0.1, per=1000)
def _(peer: str, m: Any) -> Callable | None:
    return None if peer == "torch" else _call(peer, m, _chain, _array(peer, m, 1.0))


@row("A", "chain of 1000 ops on 10x10, per op", 0.03, 0.12, per=1000)
def _(peer: str, m: Any) -> Callable | None:
    return None if peer == "torch" else _call(peer, m, _chain, _array(peer, m, _SQUARE))


@row("A", "1000 independent 10x10 ops, per op", 0.05, 0.2, per=1000)
def _(peer: str, m: Any) -> Callable | None:
    return (
        None
        if peer == "torch"
        else _call(peer, m, lambda x: [x + float(i) for i in range(1000)], _array(peer, m, _SQUARE))
    )


@row("A", "while: sum over range, per iteration", 0.03, 0.01, per=10000)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None

    def total(n: Any) -> Any:
        s = m.constant(0)
        for i in m.range(n):
            s += i
        return s

    return _call(peer, m, total, m.constant(10000))


@row("A", "while: collatz, per iteration", 0.08, 0.02, per=111)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None

    def collatz(n: Any) -> Any:
        steps = m.constant(0)
        while n > 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    return _call(peer, m, collatz, m.constant(27))


@row("A", "while: matmul 10x10 body, per iteration", 0.3, 0.9, per=1000)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None
    x, y = _array(peer, m, _SQUARE), _array(peer, m, np.eye(10, dtype=np.float32))

    def power(x: Any, n: Any) -> Any:
        for _ in m.range(n):
            x = x @ y
        return x

    return _call(peer, m, power, x, m.constant(1000))


# ---- whole tasks ----


@row("C", "power(x, 100), 10x10 int32: function", 12, 0.25)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None
    x = m.constant(np.ones((10, 10), np.int32))
    return _call(peer, m, lambda x, n: _power(m, x, n), x, 100)


@row("C", "the same, eager", 50, 0.5)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None
    x = m.constant(np.ones((10, 10), np.int32))
    return lambda: _power(m, x, 100)


def _power(m: Any, x: Any, n: int) -> Any:
    result = m.eye(10, dtype=m.int32)
    for _ in range(n):
        result = m.matmul(x, result)
    return result


@row("C", "MLP 784-128-10, batch 32, SGD step", 100, 0.6)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None
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

    x = _array(peer, m, rng.normal(size=(32, 784)).astype("float32"))
    return _call(peer, m, step, x, m.constant(rng.integers(0, 10, 32), m.int32))


@row("C", "tape: gradient of x*x, eager", 1.5, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None
    x = _array(peer, m, 3.0)

    def run() -> Any:
        with m.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        return tape.gradient(y, x)

    return run


@row("C", "tape: chain of 100 ops, eager", 60, 0.15)
def _(peer: str, m: Any) -> Callable | None:
    if not _is_tf(peer):
        return None
    x = _array(peer, m, 1.0)

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
    if not _is_tf(peer):
        return None

    def gradient(x: Any) -> Any:
        with m.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        return tape.gradient(y, x)

    return _call(peer, m, gradient, _array(peer, m, 3.0))


# ---- large kernels ----


def _large(name: str, goal_ms: float, tf_call: str, numpy_call: Callable | None, *shapes: tuple) -> None:
    def build(peer: str, m: Any) -> Callable | None:
        rng = np.random.default_rng(0)
        arrays = [_array(peer, m, rng.normal(size=shape).astype("float32")) for shape in shapes]
        if _is_tf(peer):
            function = m
            for part in tf_call.split("."):
                function = getattr(function, part)
            return lambda: function(*arrays)
        if peer == "numpy" and numpy_call is not None:
            return lambda: numpy_call(*arrays)
        if peer == "torch" and hasattr(m, tf_call.rsplit(".", 1)[-1]):
            function = getattr(m, tf_call.rsplit(".", 1)[-1])
            return lambda: function(*arrays)
        return None

    row("D", name, goal_ms * 1000)(build)


_large("matmul 1024^3 float32", 6.1, "matmul", np.matmul, (1024, 1024), (1024, 1024))
_large("matmul 100^3 float32", 0.02, "matmul", np.matmul, (100, 100), (100, 100))
_large("exp over 10M", 8, "exp", np.exp, (10_000_000,))
_large("tanh over 10M", 10, "tanh", np.tanh, (10_000_000,))
_large("add 10M", 8, "add", np.add, (10_000_000,), (10_000_000,))
_large("sum 10M", 3, "reduce_sum", np.sum, (10_000_000,))
_large("transpose 2048x2048", 10, "transpose", lambda x: np.ascontiguousarray(x.T), (2048, 2048))
_large("softmax 4096x1024", 6, "nn.softmax", None, (4096, 1024))
_large("sort 1M", 40, "sort", np.sort, (1_000_000,))
_large("cumsum 10M", 15, "cumsum", np.cumsum, (10_000_000,))
