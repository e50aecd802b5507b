"""Steps of Keras' `fit` beside Keras on TensorFlow, JAX and PyTorch, each in a process of its own, epoch by epoch in turns."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks.fit_worker import MODELS

PEERS = ("graphwright", "tensorflow", "jax", "torch")
BATCHES = (32, 512)
# Of the best peer's time: small batches, and large ones.
GOALS = {32: 1 / 1.5, 512: 1.0}
_FAR = 5  # a peer that took so many times the best one's time is measured no further


class _Worker:
    """A process that trains an epoch when it is told to."""

    def __init__(self, peer: str, model: str, batch: int) -> None:
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - lives as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.fit_worker", peer, model, str(batch)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )

    def _line(self) -> str:
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            raise RuntimeError((self._errors.read().strip() or "ended early").splitlines()[-1])
        return line

    def wait(self) -> None:
        """Until the model has been trained for the first time."""
        while self._line().strip() != "ready":
            pass

    def epoch(self) -> float:
        """Seconds of a step in one more epoch."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._line())

    def finish(self) -> float:
        """Ends the process; the peak of its memory in MiB."""
        out, _ = self._process.communicate()
        return float(out or "nan")


def measure(model: str, batch: int, peers: list[str], rounds: int) -> dict[str, Any]:
    """Seconds of a step and MiB by peer, and what went wrong for those that failed."""
    workers, errors = {}, {}
    for peer in peers:
        worker = _Worker(peer, model, batch)
        try:
            worker.wait()  # before the next one starts: none is measured while another one compiles
            workers[peer] = worker
        except RuntimeError as error:
            errors[peer] = str(error)[:100]
    best = dict.fromkeys(workers, float("inf"))
    for _ in range(rounds):
        for peer, worker in workers.items():
            if best[peer] == float("inf") or best[peer] < _FAR * min(best.values()):
                best[peer] = min(best[peer], worker.epoch())
    memory = {peer: worker.finish() for peer, worker in workers.items()}
    return {"name": f"{model}, batch {batch}", "seconds": best, "peak_mib": memory, "errors": errors}


def main(rows: str | None, peers: list[str], rounds: int, as_json: bool) -> int:
    """Prints the table, or lines for machines."""
    peers = [peer for peer in PEERS if peer in peers]
    if not as_json:
        print(
            f"{'fit, ms a step (peak MiB)':26}" + "".join(f"{peer:>18}" for peer in peers) + "      goal  of best peer"
        )
    for batch in BATCHES:
        for model in MODELS:
            if rows and rows not in f"{model}, batch {batch}":
                continue
            result = measure(model, batch, peers, rounds)
            if as_json:
                print(json.dumps(result), flush=True)
                continue
            seconds, memory = result["seconds"], result["peak_mib"]
            cells = "".join(
                f"{seconds[peer] * 1e3:9.3f} ({memory[peer]:6.0f})" if peer in seconds else f"{'-':>18}"
                for peer in peers
            )
            others = [s for peer, s in seconds.items() if peer != "graphwright"]
            ratio = seconds["graphwright"] / min(others) if others and "graphwright" in seconds else float("nan")
            print(f"{result['name']:26}{cells} {GOALS[batch]:9.2f} {ratio:13.3f}", flush=True)
            for peer, error in result["errors"].items():
                print(f"    {peer}: {error}")
    return 0
