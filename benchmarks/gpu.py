"""Measurements on a GPU, beside PyTorch on the same one: kernels, the host's time for an op, and a training step."""

from __future__ import annotations

import importlib.util
import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import measure

if TYPE_CHECKING:
    from collections.abc import Callable

# Calls that are queued before the host waits: what is measured is the work, not the waiting.
_QUEUED = 20


def _numbers(*shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)


def _queueing(wait: Callable[[], object]) -> Callable[..., Callable[[], None]]:
    """Makes a function that queues `_QUEUED` calls of one with these operands, and then waits for them."""

    def queued(function: Callable[..., object], *operands: Any) -> Callable[[], None]:
        def run() -> None:
            for _ in range(_QUEUED):
                function(*operands)
            wait()

        return run

    return queued


def _ours(gw: Any) -> dict[str, Callable[[], None]]:
    queued = _queueing(gw.test.experimental.sync_devices)

    def tensor(*shape: int, dtype: Any = gw.float32) -> Any:
        return gw.cast(gw.identity(gw.constant(_numbers(*shape))), dtype)

    large, small = tensor(4096, 4096), tensor(8)
    halves = tensor(4096, 4096, dtype=gw.bfloat16)
    images, filters = tensor(32, 56, 56, 64), tensor(3, 3, 64, 64)
    weights = [gw.Variable(tensor(784, 512) * 0.05), gw.Variable(tensor(512, 10) * 0.05)]
    x, target = tensor(128, 784), tensor(128, 10)

    @gw.function
    def step() -> Any:
        with gw.GradientTape() as tape:
            loss = gw.reduce_mean((gw.nn.relu(x @ weights[0]) @ weights[1] - target) ** 2)
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(0.01 * gradient)
        return loss

    return {
        "a + b of 8, queued": queued(gw.add, small, small),
        "a + b of 4096x4096": queued(gw.add, large, large),
        "tanh of 4096x4096": queued(gw.tanh, large),
        "float32 product of 4096": queued(gw.matmul, large, large),
        "bfloat16 product of 4096": queued(gw.matmul, halves, halves),
        "convolution 3x3 of 32x56x56x64": queued(lambda a, b: gw.nn.conv2d(a, b, 1, "SAME"), images, filters),
        "step of an MLP in a function": queued(step),
    }


def _torch(torch: Any) -> dict[str, Callable[[], None]]:
    queued = _queueing(torch.cuda.synchronize)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True

    def tensor(*shape: int, dtype: Any = torch.float32) -> Any:
        return torch.tensor(_numbers(*shape), device="cuda", dtype=dtype)

    large, small = tensor(4096, 4096), tensor(8)
    halves = tensor(4096, 4096, dtype=torch.bfloat16)
    images = tensor(32, 64, 56, 56).to(memory_format=torch.channels_last)
    filters = tensor(64, 64, 3, 3).to(memory_format=torch.channels_last)
    weights = [(tensor(784, 512) * 0.05).requires_grad_(), (tensor(512, 10) * 0.05).requires_grad_()]
    x, target = tensor(128, 784), tensor(128, 10)

    def step() -> None:
        loss = ((torch.relu(x @ weights[0]) @ weights[1] - target) ** 2).mean()
        with torch.no_grad():
            for weight, gradient in zip(weights, torch.autograd.grad(loss, weights)):
                weight -= 0.01 * gradient

    return {
        "a + b of 8, queued": queued(torch.add, small, small),
        "a + b of 4096x4096": queued(torch.add, large, large),
        "tanh of 4096x4096": queued(torch.tanh, large),
        "float32 product of 4096": queued(torch.matmul, large, large),
        "bfloat16 product of 4096": queued(torch.matmul, halves, halves),
        "convolution 3x3 of 32x56x56x64": queued(
            lambda a, b: torch.nn.functional.conv2d(a, b, padding=1), images, filters
        ),
        "step of an MLP in a function": queued(step),
    }


def main(rows: str | None, rounds: int, as_json: bool) -> int:
    """Prints a table of microseconds an op or step."""
    import graphwright as gw

    if not gw.config.list_physical_devices("GPU"):
        print("there is no GPU", file=sys.stderr)
        return 1
    peers = {"graphwright": _ours(gw)}
    if importlib.util.find_spec("torch"):
        import torch

        peers["torch"] = _torch(torch)
    if not as_json:
        print(f"{'microseconds on a GPU':40} " + " ".join(f"{peer:>14}" for peer in peers))
    for name in peers["graphwright"]:
        if rows and rows not in name:
            continue
        found = measure.interleaved({peer: made[name] for peer, made in peers.items()}, rounds)
        micros = {peer: seconds / _QUEUED * 1e6 for peer, seconds in found.items()}
        if as_json:
            print(json.dumps({"group": "gpu", "name": name, "microseconds": micros}), flush=True)
        else:
            print(f"{name:40} " + " ".join(f"{value:14.2f}" for value in micros.values()), flush=True)
    return 0
