"""Random programs give on a GPU what they give on the CPU, eagerly and in functions, where there is a GPU.

GRAPHWRIGHT_FUZZ_PROGRAMS sets the number of each kind, GRAPHWRIGHT_FUZZ_SEED the first one's.
"""

import os

import pytest

from generated.fuzz import outcomes, programs, tape_outcomes, tape_programs

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ_PROGRAMS", "200"))
FIRST = int(os.environ.get("GRAPHWRIGHT_FUZZ_SEED", "0"))
BATCH = 20


@pytest.fixture(scope="module")
def on_device(gw):
    """Sets the device of what says nothing about devices: 0, the first GPU, or -1, the CPU."""
    if not gw.config.list_physical_devices("GPU"):
        pytest.skip("there is no GPU")
    enabled = gw.config.experimental.tensor_float_32_execution_enabled()
    gw.config.experimental.enable_tensor_float_32_execution(False)
    yield gw._core.set_default_gpu
    gw._core.set_default_gpu(-1)
    gw.config.experimental.enable_tensor_float_32_execution(enabled)


def differing(seeds, program, ways, run, difference):
    """The programs that give something else on the GPU, and not because a small change of their inputs changes much."""
    found = []
    for seed in seeds:
        source = program(seed).source
        for how in ways:
            try:
                want, got, changed = run(source, how)
            except outcomes.TooLong:
                continue
            what = difference(want, got)
            if what and not difference(want, changed):
                found.append(f"program {seed}, {how}: {what}\n{source}")
    return found


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, BATCH))
def test_programs(gw, on_device, first):
    def run(source, how):
        results = []
        for device, changed in ((-1, 0.0), (0, 0.0), (-1, 1e-6)):
            on_device(device)
            results.append(outcomes.run(source, gw, how != "eagerly", changed=changed))
        return results

    ways = ("eagerly", "as a function")
    found = differing(range(first, first + BATCH), programs.program, ways, run, outcomes.difference)
    assert not found, "\n\n".join(found)


@pytest.fixture(scope="module")
def runners(gw, on_device):
    """One for each device: what programs find bound is made there."""
    made = {}
    for device in (-1, 0):
        on_device(device)
        made[device] = tape_outcomes.Runner(gw)
    return made


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, BATCH))
def test_tapes(on_device, runners, first):
    def run(source, how):
        results = []
        for device, changed in ((-1, 0.0), (0, 0.0), (-1, 1e-6)):
            on_device(device)
            results.append(runners[device].run(source, how, changed=changed))
        return results

    ways = ("eagerly", "as a function", "in two functions")
    found = differing(range(first, first + BATCH), tape_programs.program, ways, run, tape_outcomes.difference)
    assert not found, "\n\n".join(found)
