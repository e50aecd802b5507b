"""Runs cases at the edges on TensorFlow and on graphwright, each in a process of its own, and judges what they give."""

import os

from generated.edges.edge_cases import arrays_of, case_of, widened
from generated.edges.edge_verdict import verdict
from support.processes import pickled_outcomes

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "edge_worker.py")
AT_ONCE = 3000  # cases for one process


def judged(keys, folder, jobs=1):
    """Pairs of a case and its verdict."""
    parts = [keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE)]
    for start in range(0, len(parts), jobs):
        running = []
        for number, part in enumerate(parts[start : start + jobs]):
            both = (pickled_outcomes(WORKER, m, part, folder, f"{m}{number}") for m in ("tensorflow", "graphwright"))
            running.append((part, *both))
        for number, (part, theirs, ours) in enumerate(running):
            theirs, ours = theirs(), ours()
            first = [verdict(*three) for three in zip(part, theirs, ours, strict=True)]
            again = [i for i, (kind, _) in enumerate(first) if kind in ("value", "gradient") and widened(part[i])]
            wide = pickled_outcomes(WORKER, "tensorflow", [widened(part[i]) for i in again], folder, f"wide{number}")()
            for i, reference in zip(again, wide, strict=True):
                first[i] = verdict(part[i], theirs[i], ours[i], reference)
            yield from zip(part, first, strict=True)


def text_of(key):
    case = case_of(key)
    arrays = [str(array).replace("\n", "")[:160] for array in arrays_of(key, case)]
    return f"{case} {key[3]} {key[4]}\n    of {'; '.join(arrays)}"
