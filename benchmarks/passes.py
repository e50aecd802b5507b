"""The effect of each pass over graphs on typical functions: their time with it, divided by their time without it.

Functions that a pass does not change are left out. Both forms take turns, and the least of many samples counts; what looks
slower is measured again, since other processes can only make a form look slow. With `--count` callgrind counts instructions
instead, on one thread: that does not feel other processes, but sees nothing of memory.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import gate, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# What a pass may cost a function.
TOLERANCE = 0.03
_AGAIN = 4
_COUNTED = 2  # calls
_ENVIRONMENT = {
    "GRAPHWRIGHT_ISA": "v3",
    "GRAPHWRIGHT_JIT": "0",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
    "OMP_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}


def _functions(m: Any) -> dict[str, tuple[Callable, list[Any]]]:
    """By name, a function to be traced, and its arguments."""
    random = np.random.default_rng(7)

    def array(*shape: int) -> Any:
        return m.constant(random.normal(size=shape) * 0.1, "float32")

    def variables(*shapes: tuple[int, ...]) -> list[Any]:
        return [m.Variable(array(*shape)) for shape in shapes]

    def mlp(x: Any, weights: list[Any]) -> Any:
        for w, b in zip(weights[::2], weights[1::2], strict=True):
            x = m.nn.relu(x @ w + b)
        return x

    layers = variables((256, 256), (256,), (256, 128), (128,), (128, 10), (10,))

    def mlp_step(x: Any) -> Any:
        with m.GradientTape() as tape:
            loss = m.reduce_mean(m.square(mlp(x, layers)))
        for variable, gradient in zip(layers, tape.gradient(loss, layers), strict=True):
            variable.assign_sub(0.001 * gradient)
        return loss

    filters = variables((3, 3, 3, 16), (16,), (3, 3, 16, 32), (32,), (8 * 8 * 32, 10), (10,))

    def cnn(x: Any) -> Any:
        for i in (0, 2):
            x = m.nn.relu(m.nn.conv2d(x, filters[i], 1, "SAME") + filters[i + 1])
            x = m.nn.max_pool2d(x, 2, 2, "VALID")
        return m.reshape(x, [x.shape[0], -1]) @ filters[4] + filters[5]

    def cnn_step(x: Any) -> Any:
        with m.GradientTape() as tape:
            loss = m.reduce_mean(m.square(cnn(x)))
        for variable, gradient in zip(filters, tape.gradient(loss, filters), strict=True):
            variable.assign_sub(0.001 * gradient)
        return loss

    scale, offset, mean, variance = m.ones([64]), array(64), array(64), m.ones([64])
    kernel = array(3, 3, 64, 64)

    def normalized_convolution(x: Any) -> Any:
        y = m.nn.conv2d(x, kernel, 1, "SAME")
        return m.nn.relu(m.nn.batch_normalization(y, mean, variance, offset, scale, 1e-3))

    gates = variables((64, 256), (64, 256), (256,))

    def lstm(x: Any) -> Any:
        h = c = m.zeros([x.shape[1], 64])
        for t in m.range(x.shape[0]):
            i, f, o, g = m.split(x[t] @ gates[0] + h @ gates[1] + gates[2], 4, axis=-1)
            c = m.sigmoid(f) * c + m.sigmoid(i) * m.tanh(g)
            h = m.sigmoid(o) * m.tanh(c)
        return h

    heads = variables((64, 64), (64, 64), (64, 64), (64, 64), (64, 256), (256,), (256, 64), (64,), (64,), (64,))

    def layer_norm(x: Any) -> Any:
        return m.nn.batch_normalization(x, *m.nn.moments(x, [-1], keepdims=True), heads[8], heads[9], 1e-5)

    def transformer(x: Any) -> Any:
        def split(w: Any) -> Any:
            return m.transpose(m.reshape(m.matmul(x, w), [x.shape[0], x.shape[1], 4, 16]), [0, 2, 1, 3])

        attention = m.nn.softmax(m.matmul(split(heads[0]), split(heads[1]), transpose_b=True) * 0.25)
        mixed = m.reshape(m.transpose(m.matmul(attention, split(heads[2])), [0, 2, 1, 3]), x.shape)
        x = layer_norm(x + m.matmul(mixed, heads[3]))
        return layer_norm(x + m.matmul(m.nn.gelu(m.matmul(x, heads[4]) + heads[5]), heads[6]) + heads[7])

    def softmax_by_hand(x: Any) -> Any:
        powers = m.exp(x - m.reduce_max(x, -1, keepdims=True))
        return powers / m.reduce_sum(powers, -1, keepdims=True)

    def chain(x: Any) -> Any:
        for _ in range(10):
            x = m.tanh(x * 0.9 + 0.1) - x
        return x

    def towers(x: Any) -> Any:
        return m.add_n([mlp(x, layers[:4]), mlp(x * 0.5, layers[:4])])

    def scalar_loop(n: Any) -> Any:
        total = m.constant(0)
        for i in m.range(n):
            total += i * i % 7
        return total

    def constants(x: Any) -> Any:
        table = m.cast(m.range(64), "float32") * 0.5 + 1.0
        return x * table + m.reduce_sum(table)

    return {
        "MLP 64x256": (lambda x: mlp(x, layers), [array(64, 256)]),
        "MLP 64x256, training step": (mlp_step, [array(64, 256)]),
        "CNN 8x32x32": (cnn, [array(8, 32, 32, 3)]),
        "CNN 8x32x32, training step": (cnn_step, [array(8, 32, 32, 3)]),
        "relu(bn(conv)) 8x56x56x64": (normalized_convolution, [array(8, 56, 56, 64)]),
        "LSTM 20x16x64": (lstm, [array(20, 16, 64)]),
        "transformer block 8x32x64": (transformer, [array(8, 32, 64)]),
        "layer norm 512x64": (layer_norm, [array(512, 64)]),
        "softmax by hand 512x512": (softmax_by_hand, [array(512, 512)]),
        "elementwise chain of 1,000": (chain, [array(1000)]),
        "elementwise chain of 1,000,000": (chain, [array(1_000_000)]),
        "two towers 64x256": (towers, [array(64, 256)]),
        "loop over 1,000 scalars": (scalar_loop, [m.constant(1000)]),
        "constants 256x64": (constants, [array(256, 64)]),
    }


@contextlib.contextmanager
def _switched(core: Any, name: str, on: bool) -> Iterator[None]:
    """With the passes of this name on or off, and then as they were."""
    before = next(enabled for pass_name, _, enabled in core.passes() if pass_name == name)
    core.set_pass_enabled(name, on)
    try:
        yield
    finally:
        core.set_pass_enabled(name, before)


def _compiled(m: Any, body: Callable, arguments: list[Any]) -> tuple[Callable[[], object], list[str]]:
    """Returns the function's call, and the steps of its graph and program, without what is each trace's own."""
    traced = m.function(lambda *a: body(*a))
    traced(*arguments)
    report = traced.inspect(*arguments)
    lines = (report.graph_text() + report.text()).splitlines()
    return lambda: traced(*arguments), [line for line in lines if " = " in line or " at 0x" in line]


def _pairs(rows: str | None) -> Iterator[tuple[str, str, dict[str, Callable[[], object]]]]:
    """Gives a function's name, a pass that changes what is run, and the calls with it and without it."""
    import graphwright as m
    from graphwright import _core

    logging.getLogger("graphwright").setLevel(logging.ERROR)  # each form is traced anew, on purpose
    names = list(dict.fromkeys(name for name, _, on in _core.passes() if on))
    for row, (body, arguments) in _functions(m).items():
        if rows and rows not in row:
            continue
        on, steps = _compiled(m, body, arguments)
        for name in names:
            with _switched(_core, name, False):
                off, other_steps = _compiled(m, body, arguments)
            if steps != other_steps:
                yield row, name, {"on": on, "off": off}


def _measured(rows: str | None, rounds: int) -> Iterator[tuple[str, str, float, float]]:
    """Gives a function's name, a pass, and seconds with it and without it."""
    for row, name, forms in _pairs(rows):
        best = {"on": float("inf"), "off": float("inf")}
        for _ in range(_AGAIN):
            found = measure.interleaved(forms, rounds)
            best = {form: min(best[form], found[form]) for form in best}
            if best["on"] <= best["off"] * (1 + TOLERANCE):
                break
        yield row, name, best["on"], best["off"]


def run_forms(rows: str | None) -> None:
    """Runs each form of each function, between two marks, under valgrind."""
    names = []
    for row, name, forms in _pairs(rows):
        names.append((row, name))
        for form in forms.values():
            for _ in range(2):
                form()
            os.getppid()
            for _ in range(_COUNTED):
                form()
            os.getppid()
    print(json.dumps(names))


def _counted(rows: str | None) -> Iterator[tuple[str, str, float, float]]:
    """Gives a function's name, a pass, and instructions with it and without it, on one thread."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--dump-before=getppid", f"--callgrind-out-file={folder}/out"]
        command += [sys.executable, "-m", "benchmarks.passes", rows or ""]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **_ENVIRONMENT})
        if done.returncode:
            raise RuntimeError(f"the functions failed under valgrind:\n{done.stderr[-4000:]}")
        parts = sorted(Path(folder).glob("out.*"), key=lambda file: int(file.suffix[1:]))
        totals = [gate.total_of(file) / _COUNTED for file in parts]
    for i, (row, name) in enumerate(json.loads(done.stdout)):
        yield row, name, totals[4 * i + 1], totals[4 * i + 3]


def main(rows: str | None, rounds: int, as_json: bool, count: bool = False) -> int:
    """Measures, or counts instructions, and prints. Not 0 where a pass costs a function more than the tolerance."""
    if count and shutil.which("valgrind") is None:
        print("passes: left out, valgrind is not installed")
        return 0
    slower = 0
    unit, scale = ("instructions", 1.0) if count else ("us", 1e6)
    if not as_json:
        print(f"{'function':34} {'pass':28} {'on, ' + unit:>16} {'off':>14}  on/off")
    for row, name, on, off in _counted(rows) if count else _measured(rows, rounds):
        ratio = on / off
        slower += ratio > 1 + TOLERANCE
        if as_json:
            print(json.dumps({"function": row, "pass": name, "unit": unit, "on": on * scale, "off": off * scale}))
        else:
            mark = "  slower" if ratio > 1 + TOLERANCE else ""
            print(f"{row:34} {name:28} {on * scale:16,.1f} {off * scale:14,.1f}  {ratio:6.3f}{mark}", flush=True)
    return 1 if slower else 0


if __name__ == "__main__":
    run_forms(sys.argv[1] or None)
