"""Group A: eager ops, calls of functions, graphs of small ops, loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.row import SQUARE, array_of, call_of, compiled, is_tf, row

if TYPE_CHECKING:
    from collections.abc import Callable


# ---- eager ----


@row("A", "add of two scalars", 0.08, 0.11)
def _(peer: str, m: Any) -> Callable:
    a, b = array_of(peer, m, 1.5), array_of(peer, m, 2.5)
    return lambda: a + b


@row("A", "add of two 10x10", 0.09, 0.4)
def _(peer: str, m: Any) -> Callable:
    a, b = array_of(peer, m, SQUARE), array_of(peer, m, SQUARE)
    return lambda: a + b


@row("A", "matmul 10x10", 0.35, 0.6)
def _(peer: str, m: Any) -> Callable:
    a, b = array_of(peer, m, SQUARE), array_of(peer, m, SQUARE)
    return lambda: a @ b


@row("A", "x[3]", 0.07, 0.12)
def _(peer: str, m: Any) -> Callable:
    x = array_of(peer, m, SQUARE)
    return lambda: x[3]


@row("A", "reduce_sum 10x10", 0.2, 0.2)
def _(peer: str, m: Any) -> Callable:
    x = array_of(peer, m, SQUARE)
    if is_tf(peer):
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
    x = array_of(peer, m, SQUARE)
    if peer == "jax":
        return lambda: np.asarray(x)
    return None if peer == "numpy" else lambda: x.numpy()


@row("A", "t + 1.0", 0.09, 0.06)
def _(peer: str, m: Any) -> Callable:
    x = array_of(peer, m, 1.5)
    return lambda: x + 1.0


@row("A", "100 times x = x*2+1", 16, 0.05)
def _(peer: str, m: Any) -> Callable:
    start = array_of(peer, m, 1.0)

    def run() -> Any:
        x = start
        for _ in range(100):
            x = x * 2 + 1
        return x

    return run


@row("A", "v.assign_add(t)", 0.12, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    t = array_of(peer, m, 1.0)
    if is_tf(peer):
        v = m.Variable(0.0)
        return lambda: v.assign_add(t)
    if peer == "torch":
        v = m.tensor(0.0)
        return lambda: v.add_(t)
    return None


# ---- calls ----


@row("A", "call f(x) = x+1, scalar", 0.5, 0.15)
def _(peer: str, m: Any) -> Callable | None:
    return call_of(peer, m, lambda x: x + 1, array_of(peer, m, 1.0))


@row("A", "call x@y+1, 10x10", 1.0, 0.1)
def _(peer: str, m: Any) -> Callable | None:
    return call_of(peer, m, lambda x, y: x @ y + 1, array_of(peer, m, SQUARE), array_of(peer, m, SQUARE))


@row("A", "call, 20 tensors in, 20 out", 3, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    values = [array_of(peer, m, float(i)) for i in range(20)]
    return call_of(peer, m, lambda *xs: [x + 1 for x in xs], *values)


@row("A", "call, nested structure of 20 leaves in, 1 out", 2.5, 0.25)
def _(peer: str, m: Any) -> Callable | None:
    nested = {f"k{i}": [array_of(peer, m, float(i)), (array_of(peer, m, 1.0),)] for i in range(10)}
    return call_of(peer, m, lambda d: d["k0"][0] + d["k9"][1][0], nested)


@row("A", "call with a Python int and a str", 0.8, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    x = array_of(peer, m, 1.0)
    if peer == "jax":
        compiled = m.jit(lambda x, n, s: x + n, static_argnums=(1, 2))
        return lambda: m.block_until_ready(compiled(x, 3, "relu"))
    return call_of(peer, m, lambda x, n, s: x + n, x, 3, "relu")


@row("A", "method that reads a Variable", 0.8, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None

    class Model:
        def __init__(self) -> None:
            self.v = m.Variable(2.0)

        @m.function
        def __call__(self, x: Any) -> Any:
            return x * self.v

    model, x = Model(), array_of(peer, m, 1.0)
    return lambda: model(x)


@row("A", "function that calls an inner function 10 times", 0.7, 0.2)
def _(peer: str, m: Any) -> Callable | None:
    inner = compiled(peer, m, lambda x: x + 1)

    def outer(x: Any) -> Any:
        for _ in range(10):
            x = inner(x)
        return x

    return call_of(peer, m, outer, array_of(peer, m, 1.0)) if inner is not None else None


# ---- graphs ----


def _chain(x: Any) -> Any:
    for _ in range(500):
        x = x * 0.5 + 1.0
    return x


def _chain_row(name: str, goal_us: float, ratio: float, value: Any, jit: bool) -> None:
    def build(peer: str, m: Any) -> Callable | None:
        return None if peer == "torch" else call_of(peer, m, _chain, array_of(peer, m, value), jit=jit)

    row("A", name, goal_us, ratio, per=1000)(build)


_chain_row("chain of 1000 scalar ops, per op", 0.02, 0.1, 1.0, False)
_chain_row("chain of 1000 scalar ops, with jit, per op", 0.009, 1.0, 1.0, True)
_chain_row("chain of 1000 ops on 10x10, per op", 0.03, 0.12, SQUARE, False)
_chain_row("chain of 1000 ops on 10x10, with jit, per op", 0.015, 1.0, SQUARE, True)


@row("A", "1000 independent 10x10 ops, per op", 0.05, 0.2, per=1000)
def _(peer: str, m: Any) -> Callable | None:
    return (
        None
        if peer == "torch"
        else call_of(peer, m, lambda x: [x + float(i) for i in range(1000)], array_of(peer, m, SQUARE))
    )


# ---- loops: PyTorch runs them in Python ----


def _sum_over_range(peer: str, m: Any, jit: bool) -> Callable | None:
    if peer == "torch":

        def total() -> Any:
            s = m.tensor(0)
            for i in range(10000):
                s += i
            return s

        return total
    if peer == "jax":
        return call_of(peer, m, lambda n: m.lax.fori_loop(0, n, lambda i, s: s + i, 0), m.numpy.asarray(10000))
    if not is_tf(peer):
        return None

    def summed(n: Any) -> Any:
        s = m.constant(0)
        for i in m.range(n):
            s += i
        return s

    return call_of(peer, m, summed, m.constant(10000), jit=jit)


def _collatz(peer: str, m: Any, jit: bool) -> Callable | None:
    if peer == "torch":

        def steps_of() -> Any:
            n, steps = m.tensor(27), m.tensor(0)
            while n > 1:
                n = n // 2 if n % 2 == 0 else 3 * n + 1
                steps += 1
            return steps

        return steps_of
    if peer == "jax":

        def turn(state: Any) -> Any:
            n, steps = state
            return m.lax.cond(n % 2 == 0, lambda n: n // 2, lambda n: 3 * n + 1, n), steps + 1

        return call_of(
            peer, m, lambda n: m.lax.while_loop(lambda state: state[0] > 1, turn, (n, 0))[1], m.numpy.asarray(27)
        )
    if not is_tf(peer):
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

    return call_of(peer, m, collatz, m.constant(27), jit=jit)


def _products(peer: str, m: Any, jit: bool) -> Callable | None:
    if peer == "numpy":
        return None
    x, y = array_of(peer, m, SQUARE), array_of(peer, m, np.eye(10, dtype=np.float32))
    if peer == "torch":

        def product() -> Any:
            z = x
            for _ in range(1000):
                z = z @ y
            return z

        return product
    if peer == "jax":
        return call_of(peer, m, lambda x, n: m.lax.fori_loop(0, n, lambda _, x: x @ y, x), x, m.numpy.asarray(1000))

    def power(x: Any, n: Any) -> Any:
        for _ in m.range(n):
            x = x @ y
        return x

    return call_of(peer, m, power, x, m.constant(1000), jit=jit)


# By name: the builder, how many iterations, the goal and ratio as it is and with jit.
_LOOPS = {
    "while: sum over range": (_sum_over_range, 10000, (0.03, 0.01), (0.002, 1.0)),
    "while: collatz": (_collatz, 111, (0.08, 0.02), (0.012, 1.0)),
    "while: matmul 10x10 body": (_products, 1000, (0.3, 0.9), (0.3, 0.9)),
}
for _name, (_build, _turns, *_goals) in _LOOPS.items():
    for _jit, (_goal, _ratio) in enumerate(_goals):
        row("A", f"{_name}, {'with jit, ' * _jit}per iteration", _goal, _ratio, per=_turns)(
            lambda peer, m, build=_build, jit=bool(_jit): build(peer, m, jit)
        )
