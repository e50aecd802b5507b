"""Runs cases at the edges on TensorFlow and on graphwright, each in a process of its own, and judges what they give."""

import os
import pickle
import subprocess
import sys

from generated.edges.edge_cases import arrays_of, case_of, widened
from generated.edges.edge_verdict import verdict
from support.processes import environment

HERE = os.path.dirname(os.path.abspath(__file__))
AT_ONCE = 3000  # cases for one process


def outcomes(module, keys, folder, name):
    """What a module gives for each of the cases; starts at once, and waits when it is called."""
    keys_path, path = os.path.join(folder, f"{name}.cases"), os.path.join(folder, f"{name}.outcomes")
    with open(keys_path, "wb") as file:
        pickle.dump(keys, file)
    command = [sys.executable, os.path.join(HERE, "edge_worker.py"), module, keys_path, path]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def wait():
        errors = process.communicate()[1].decode(errors="replace")
        if process.returncode != 0:
            raise RuntimeError(f"no cases ran on {module}: {errors[-2000:]}")
        with open(path, "rb") as file:
            return [pickle.load(file) for _ in keys]

    return wait


def judged(keys, folder, jobs=1):
    """Pairs of a case and its verdict."""
    parts = [keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE)]
    for start in range(0, len(parts), jobs):
        running = []
        for number, part in enumerate(parts[start : start + jobs]):
            running.append((part, *(outcomes(m, part, folder, f"{m}{number}") for m in ("tensorflow", "graphwright"))))
        for number, (part, theirs, ours) in enumerate(running):
            theirs, ours = theirs(), ours()
            first = [verdict(*three) for three in zip(part, theirs, ours, strict=True)]
            again = [i for i, (kind, _) in enumerate(first) if kind in ("value", "gradient") and widened(part[i])]
            wide = outcomes("tensorflow", [widened(part[i]) for i in again], folder, f"wide{number}")()
            for i, reference in zip(again, wide, strict=True):
                first[i] = verdict(part[i], theirs[i], ours[i], reference)
            yield from zip(part, first, strict=True)


def text_of(key):
    case = case_of(key)
    arrays = [str(array).replace("\n", "")[:160] for array in arrays_of(key, case)]
    return f"{case} {key[3]} {key[4]}\n    of {'; '.join(arrays)}"
