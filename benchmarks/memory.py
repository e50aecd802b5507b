"""Peak memory of training steps, each of a peer's in a process of its own."""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys

from benchmarks import rows_tasks  # noqa: F401 - fills ROWS
from benchmarks.row import ROWS

_STEPS = 30


def _rows() -> list[str]:
    words = ("SGD step", "Adam step", "training step")
    return [row.name for row in ROWS if row.group == "C" and any(word in row.name for word in words)]


def _resident() -> float:
    """Returns the process's peak of resident memory so far, in MiB; /proc's, since getrusage's may be that of the parent."""
    with open("/proc/self/status") as status:
        return float(next(line for line in status if line.startswith("VmHWM")).split()[1]) / 1024


def run_steps(peer: str, name: str) -> None:
    """Runs in the processes: prints the peak after the import, and after some steps."""
    module = importlib.import_module(peer)
    before = _resident()
    step = next(row for row in ROWS if row.name == name).build(peer, module)
    for _ in range(_STEPS if step else 0):
        step()
    print(json.dumps([before, _resident()] if step else None))


def measure(peer: str, name: str) -> tuple[float, float] | None:
    """Peaks in MiB after the import and after the steps; None where the peer has no such row."""
    command = [sys.executable, "-m", "benchmarks.memory", peer, name]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    found = json.loads(done.stdout.splitlines()[-1])
    return found and tuple(found)


def main(rows: str | None, peers: list[str], as_json: bool) -> int:
    """Prints a table: MiB at the peak, and in brackets how many of them came after the import."""
    peers = [peer for peer in peers if peer != "numpy" and importlib.util.find_spec(peer)]
    if not as_json:
        print(f"{'peak MiB (after the import)':54} " + " ".join(f"{peer:>15}" for peer in peers))
    for name in _rows():
        if rows and rows not in name:
            continue
        found = {peer: measure(peer, name) for peer in peers}
        if as_json:
            print(json.dumps({"group": "memory", "name": name, "mib": found}), flush=True)
            continue
        cells = (f"{f[1]:.0f} ({f[1] - f[0]:.1f})" if f else "-" for f in found.values())
        print(f"{name:54} " + " ".join(f"{cell:>15}" for cell in cells), flush=True)
    return 0


if __name__ == "__main__":
    run_steps(*sys.argv[1:])
