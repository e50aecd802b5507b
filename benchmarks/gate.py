"""The gate: instructions that a dozen hot paths take, as callgrind counts them, against those on record.

Counts do not feel other processes and hardly the processor: the ISA level is pinned, oneDNN is left out, one thread runs.
They do depend on the interpreter and how it was built, so they are on record by both. One process runs all paths under valgrind;
a call of getppid() between two of them makes callgrind write what it counted since the last one, and begin anew.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

RECORD = Path(__file__).with_name("gate.json")
TOLERANCE = 0.05
_EMPTY = "(an empty call)"
_ENVIRONMENT = {
    "GRAPHWRIGHT_ISA": "v2",
    "GRAPHWRIGHT_ONEDNN": "0",
    "GRAPHWRIGHT_JIT": "0",
    "OMP_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}


def _paths(m: Any) -> dict[str, tuple[int, Callable[[], object]]]:
    """By name, how often a path is run, and the path itself."""
    a, b = m.reshape(m.range(100.0), [10, 10]) / 100.0, m.ones([10, 10])
    scalar, other = m.constant(1.5), m.constant(2.5)
    variable, weights = m.Variable(0.5), m.Variable(m.ones([10, 10]) / 20.0)
    nested = {f"k{i}": [scalar, (a,)] for i in range(10)}
    call_scalar = m.function(lambda x: x + 1)
    call_product = m.function(lambda x, y: x @ y + 1)
    call_nested = m.function(lambda d: d["k0"][0] + d["k9"][0])
    reduce_sum = m.reduce_sum

    def gradient() -> Any:
        with m.GradientTape() as tape:
            tape.watch(scalar)
            y = scalar * scalar
        return tape.gradient(y, scalar)

    @m.function
    def step(x: Any) -> Any:
        with m.GradientTape() as tape:
            loss = m.reduce_mean(m.square(m.nn.relu(x @ weights)))
        weights.assign_sub(0.001 * tape.gradient(loss, weights))
        return loss

    @m.function
    def collatz(n: Any) -> Any:
        steps = 0
        while n > 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    @m.function
    def recurrence(x: Any) -> Any:
        state = m.zeros([10, 10])
        for _ in m.range(20):
            state = m.tanh(x @ weights + state @ weights)
        return state

    def first_call() -> Any:
        def f(x: Any) -> Any:
            for _ in range(20):
                x = m.tanh(x @ weights) + 1.0
            return x

        return m.function(f, autograph=False)(a)

    def chain(x: Any) -> Any:
        for _ in range(100):
            x = x * 0.99 + 0.01
        return x

    unrolled, start = m.function(chain), m.constant(27)
    return {
        _EMPTY: (200, lambda: None),
        "t + t, scalars": (200, lambda: scalar + other),
        "t + 1.0": (200, lambda: scalar + 1.0),
        "t @ t, 10x10": (200, lambda: a @ b),
        "t[3]": (200, lambda: a[3]),
        "reduce_sum, 10x10": (200, lambda: reduce_sum(a)),
        "constant(1.5)": (200, lambda: m.constant(1.5)),
        "v.assign_add(t)": (200, lambda: variable.assign_add(other)),
        "gradient of x*x, eager": (100, gradient),
        "call f(x) = x+1, scalar": (200, lambda: call_scalar(scalar)),
        "call x@y+1, 10x10": (200, lambda: call_product(a, b)),
        "call, 20 leaves in": (100, lambda: call_nested(nested)),
        "call of 200 scalar ops": (50, lambda: unrolled(scalar)),
        "while: collatz(27)": (20, lambda: collatz(start)),
        "while: 20 recurrent steps": (20, lambda: recurrence(a)),
        "training step, 10x10": (50, lambda: step(a)),
        "first call, 60 ops": (3, first_call),
    }


def run_paths() -> None:
    """Runs all paths, each between two marks, as valgrind does."""
    import graphwright as m

    m.get_logger().setLevel("ERROR")  # of first calls, nobody is told that there are many
    paths = _paths(m)
    gc.disable()  # what a collection takes depends on all objects that there are, and on when it comes
    print(json.dumps([(name, count) for name, (count, _) in paths.items()]))
    for count, path in paths.values():
        for _ in range(min(count, 20)):
            path()
        os.getppid()
        for _ in range(count):
            path()
        os.getppid()


def total_of(file: Path) -> int:
    """Returns the instructions of a file that callgrind wrote."""
    return int(re.search(r"^(?:summary|totals): (\d+)", file.read_text(), re.MULTILINE)[1])


def count() -> dict[str, float]:
    """Instructions per run of each path, without those of the loop around it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            "--dump-before=getppid",
        ]
        command += [f"--callgrind-out-file={folder}/out", sys.executable, "-m", "benchmarks.gate"]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **_ENVIRONMENT})
        if done.returncode:
            raise RuntimeError(f"the paths failed under valgrind:\n{done.stderr[-4000:]}")
        parts = sorted(Path(folder).glob("out.*"), key=lambda file: int(file.suffix[1:]))
        names = json.loads(done.stdout)
        totals = [total_of(file) for file in parts]
    counts = {name: totals[2 * i + 1] / calls for i, (name, calls) in enumerate(names)}
    empty = counts.pop(_EMPTY)
    return {name: total - empty for name, total in counts.items()}


def machine() -> str:
    """Describes what counts hold for: the interpreter, its build, and whether the C library has AVX2 to choose."""
    options = sysconfig.get_config_var("CONFIG_ARGS") or ""
    words = [f"{sys.implementation.name}-{sys.version.split()[0]}"]
    words += [word for word in ("shared", "optimizations") if f"--enable-{word}" in options]
    cpu = Path("/proc/cpuinfo")
    words += ["avx2"] if cpu.exists() and re.search(r"\bavx2\b", cpu.read_text()) else []
    return " ".join(words)


def main(record: bool = False) -> int:
    """Compares and prints; with `record` writes the counts down instead. Not 0 where a path takes over 5 % more."""
    if shutil.which("valgrind") is None:
        print("gate: left out, valgrind is not installed")
        return 0
    known = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    here = machine()
    if here not in known and not record:
        print(f"gate: left out, no counts are on record for {here} (python -m benchmarks --gate --record)")
        return 0
    counts = count()
    if record:
        known[here] = {name: round(total) for name, total in counts.items()}
        RECORD.write_text(json.dumps(known, indent=2) + "\n")
        return 0
    worse = []
    print(f"{'path':32} {'on record':>12} {'now':>12}")
    for name, now in counts.items():
        before = known[here].get(name)
        change = f"{now / before - 1:+8.1%}" if before else "     new"
        print(f"{name:32} {before or 0:12,} {now:12,.0f} {change}")
        if before is None or now > before * (1 + TOLERANCE):
            worse.append(name)
    for name in worse:
        print(f"gate: {name!r} takes over {TOLERANCE:.0%} more instructions than on record")
    return 1 if worse else 0


if __name__ == "__main__":
    run_paths()
