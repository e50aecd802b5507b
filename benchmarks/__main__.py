"""Measures the rows side by side with the peers that are installed, and prints a table with ratios."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

from benchmarks import (  # noqa: E402, F401 - they fill ROWS
    fit,
    gate,
    gpu,
    measure,
    memory,
    passes,
    rows_calls,
    rows_data,
    rows_first_call,
    rows_kernels,
    rows_tasks,
    table,
)
from benchmarks.row import ROWS, Row, WithXla  # noqa: E402

PEERS = ("graphwright", "tensorflow", "jax", "torch", "numpy")


def load(names: list[str]) -> dict[str, Any]:
    """Returns the peers' modules; those that are not installed are left out."""
    modules = {}
    for name in names:
        try:
            modules[name] = (
                WithXla(importlib.import_module("tensorflow")) if name == "xla" else importlib.import_module(name)
            )
        except ImportError:
            print(f"{name}: not installed", file=sys.stderr)
    return modules


def measure_row(row: Row, modules: dict[str, Any], rounds: int) -> dict[str, Any]:
    """Seconds per call (divided by `per`) by peer, and what went wrong for those that failed."""
    functions, errors = {}, {}
    for peer, module in modules.items():
        try:
            function = row.build(peer, module)
            if function is not None:
                function()
                functions[peer] = function
        except Exception as error:  # a peer that cannot do a row must not end the run
            errors[peer] = f"{type(error).__name__}: {error}".splitlines()[0][:100]
    seconds = {peer: s / row.per for peer, s in measure.interleaved(functions, rounds).items()}
    return {
        "group": row.group,
        "name": row.name,
        "goal": row.goal,
        "goal_ratio": row.ratio,
        "seconds": seconds,
        "errors": errors,
    }


def import_seconds(module: str) -> tuple[float, float]:
    """Wall seconds of `import module` in a fresh interpreter beyond an empty one, and its peak memory in MiB.

    Its files are compiled to bytecode first, as an installer does.
    """
    # What getrusage calls the peak may be the peak of the process that started this one.
    code = "import sys{}; print(next(line for line in open('/proc/self/status') if line[:5] == 'VmHWM').split()[1])"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run(what: str) -> tuple[float, float]:
        best, memory = float("inf"), 0.0
        for _ in range(6):
            start = time.perf_counter()
            command = [sys.executable, "-c", code.format(what)]
            out = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
            best, memory = min(best, time.perf_counter() - start), float(out.stdout) / 1024
        return best, memory

    with tempfile.TemporaryDirectory() as folder:
        if sys.dont_write_bytecode:
            environment["PYTHONPYCACHEPREFIX"] = folder
        empty, _ = run("")
        seconds, memory = run(f", {module}")
    return seconds - empty, memory


def text_of(seconds: float) -> str:
    """Returns a time with three digits and a unit that suits it."""
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1 or unit == "us":
            return f"{seconds * scale:.3g} {unit}"
    return ""


def main() -> int:
    """Runs the benchmark and prints or writes what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--groups", nargs="*", default=["A", "B", "C", "D"])
    parser.add_argument("--rows", help="only rows whose name contains this")
    parser.add_argument(
        "--peers", nargs="*", default=list(PEERS), help="xla: TensorFlow with functions that XLA compiles"
    )
    parser.add_argument("--rounds", type=int, default=15, help="samples for each peer, of which the least counts")
    parser.add_argument("--json", action="store_true", help="print JSON lines instead of a table")
    parser.add_argument("--no-import", action="store_true", help="leave the import rows out")
    parser.add_argument(
        "--gate", action="store_true", help="compare instruction counts of hot paths with those on record"
    )
    parser.add_argument("--record", action="store_true", help="with --gate: write the counts down")
    parser.add_argument("--fit", action="store_true", help="the rows of Keras' fit, instead")
    parser.add_argument("--memory", action="store_true", help="peak memory of training steps, instead")
    parser.add_argument("--gpu", action="store_true", help="what a GPU computes, instead")
    parser.add_argument("--passes", action="store_true", help="what each pass does to typical functions, instead")
    parser.add_argument("--count", action="store_true", help="with --passes: count instructions (with valgrind)")
    parser.add_argument("--table", action="store_true", help="the README's table, as Markdown, instead")
    args = parser.parse_args()
    if args.table:
        return table.main(args.peers, args.rounds, args.json)
    if args.gpu:
        return gpu.main(args.rows, args.rounds, args.json)
    if args.passes:
        return passes.main(args.rows, args.rounds, args.json, args.count)
    if args.memory:
        return memory.main(args.rows, args.peers, args.json)
    if args.fit:
        return fit.main(args.rows, args.peers, args.rounds, args.json)
    if args.gate:
        return gate.main(args.record)
    modules = load(args.peers)
    if not args.no_import and "A" in args.groups and not args.rows:
        for peer in modules:
            if peer == "xla":
                continue
            seconds, peak = import_seconds(peer)
            if args.json:
                print(json.dumps({"group": "A", "name": "import", "peer": peer, "seconds": seconds, "peak_mib": peak}))
            else:
                print(f"import {peer:12} {text_of(seconds):>9}   peak {peak:.0f} MiB")
    if not args.json:
        print(f"{'row':54} {'goal':>9} " + " ".join(f"{peer:>12}" for peer in modules) + "  of goal  of best peer")
    for row in sorted(ROWS, key=lambda row: row.group):
        if row.group not in args.groups or (args.rows and args.rows not in row.name):
            continue
        result = measure_row(row, modules, args.rounds)
        if args.json:
            print(json.dumps(result), flush=True)
            continue
        seconds = result["seconds"]
        ours = seconds.get("graphwright")
        others = [s for peer, s in seconds.items() if peer != "graphwright"]
        cells = " ".join(f"{text_of(seconds[p]) if p in seconds else '-':>12}" for p in modules)
        wanted = text_of(row.goal) if row.goal else "-"
        goal = f"{ours / row.goal:7.2f}x" if ours and row.goal else "       -"
        ratio = f"{ours / min(others):8.3f}" if ours and others else "       -"
        print(f"{row.group} {row.name:52} {wanted:>9} {cells} {goal} {ratio}", flush=True)
        for peer, error in result["errors"].items():
            print(f"    {peer}: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
