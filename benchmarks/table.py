"""The README's table: some rows of all groups, and the import, as Markdown, with the versions that were measured.

TensorFlow and JAX take turns with graphwright in one process; PyTorch does so in another one, as both bring threads of their own.
"""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from typing import Any

# What the README calls a row, and the row.
ROWS = {
    "`a + b`, scalars, eager": "add of two scalars",
    "gradient of `x * x` with a tape, eager": "tape: gradient of x*x, eager",
    "call of a function, one scalar": "call f(x) = x+1, scalar",
    "call of a function, a structure of 20 tensors": "call, nested structure of 20 leaves in, 1 out",
    "`while` loop, Collatz, per iteration": "while: collatz, per iteration",
    "first call: tracing a training step": "MLP training step",
    "LSTM cell, 10 units": "LSTM cell of 10 units on [10,10]",
    "training step, 784-128-10, batch 32": "MLP 784-128-10, batch 32, SGD step",
    "training step, two convolutions, 28x28, batch 32": "CNN 28x28 (32 and 64 filters), batch 32, SGD step",
}
_IMPORT = "import (peak memory)"
_ALONE = ("torch",)  # measured in processes of their own
_NAMES = {"graphwright": "graphwright", "tensorflow": "TensorFlow", "jax": "JAX", "torch": "PyTorch", "numpy": "NumPy"}
_DISTRIBUTIONS = {"tensorflow": ("tensorflow", "tensorflow-cpu", "tf-nightly")}


def main(peers: list[str], rounds: int, as_json: bool) -> int:
    """Prints the table, or with `as_json` a line for each row of the peers, which are measured in this process."""
    if as_json:
        measure_here(peers, rounds)
        return 0
    installed = [peer for peer in peers if _version(peer) is not None]
    for peer in [peer for peer in peers if peer not in installed]:
        print(f"{peer}: not installed", file=sys.stderr)
    together = [peer for peer in installed if peer not in _ALONE]
    groups = [together, *(["graphwright", peer] for peer in installed if peer in _ALONE)]
    found: dict[tuple[str, str], str] = {}
    for group in groups:
        for name, cells in _measured_elsewhere(group, rounds).items():
            for peer, cell in cells.items():
                found.setdefault((name, peer), cell)
    print(_place())
    print("\n| | " + " | ".join(_title(peer) for peer in installed) + " |")
    print("|---" * (len(installed) + 1) + "|")
    for name in (_IMPORT, *ROWS):
        print(f"| {name} | " + " | ".join(found.get((name, peer), "-") for peer in installed) + " |")
    return 0


def measure_here(peers: list[str], rounds: int) -> None:
    """Prints a line of JSON for each row: its name, and the text for each peer."""
    from benchmarks.__main__ import import_seconds, load, measure_row
    from benchmarks.row import ROWS as ALL

    cells = {}
    for peer in peers:
        seconds, peak = import_seconds(peer)
        cells[peer] = f"{text_of(seconds, 's')} ({peak:.0f} MiB)"
    print(json.dumps([_IMPORT, cells]), flush=True)
    modules = load(peers)
    for name, row_name in ROWS.items():
        row = next(row for row in ALL if row.name == row_name)
        result = measure_row(row, modules, rounds)
        for peer, error in result["errors"].items():
            print(f"{name}, {peer}: {error}", file=sys.stderr)
        print(json.dumps([name, {peer: text_of(s) for peer, s in result["seconds"].items()}]), flush=True)


def _measured_elsewhere(peers: list[str], rounds: int) -> dict[str, dict[str, str]]:
    """Returns the texts of all rows for some peers, which take turns in one process."""
    print(f"measuring {', '.join(peers)} …", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "benchmarks", "--table", "--json", "--rounds", str(rounds), "--peers", *peers]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(line) for line in run.stdout.splitlines() if line.startswith("["))


def text_of(seconds: float, unit: str = "") -> str:
    """Returns a time with two digits, or with all before the point, in a unit that suits it unless one is given.

    >>> text_of(1.2e-7), text_of(3.456e-4), text_of(0.0123), text_of(0.0123, "s")
    ('0.12 us', '346 us', '12 ms', '0.01 s')
    """
    scales = {"s": 1.0, "ms": 1e3, "us": 1e6}
    unit = unit or next((unit for unit, scale in scales.items() if seconds * scale >= 1), "us")
    count = seconds * scales[unit]
    return f"{count:.{0 if count >= 10 else 1 if count >= 1 else 2}f} {unit}"


def _version(peer: str) -> str | None:
    for name in _DISTRIBUTIONS.get(peer, (peer,)):
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    if peer == "graphwright":  # run from the source tree
        import graphwright

        return graphwright.__version__
    return None


def _title(peer: str) -> str:
    version = ".".join((_version(peer) or "").partition("+")[0].split(".")[:2])
    return _NAMES[peer] if peer == "graphwright" else f"{_NAMES[peer]} {version}"


def _place() -> str:
    """Returns where it was measured, in a line."""
    from graphwright._src.runner import facts

    known: dict[str, dict[str, Any]] = facts.collect()
    return (
        f"{known['threads']['used']} threads on {known['threads']['allowed']} processors ({known['processor']['model']}, "
        f"{known['processor']['level']}), Python {known['python']['version']}, graphwright {known['graphwright']['version']}."
    )
