"""Runs pickled calls on one module: `python op_worker.py MODULE CALLS OUTCOMES`; a call that ends the process costs a fork.

Writes one pickled outcome for each call: `("value", arrays)`, `("error", names of the class and its bases, message)` or
`("died", why, what it wrote)`. The module is imported once, and runs in children that are forked before it starts threads.
"""

import importlib
import os
import pickle
import sys

import numpy as np

from generated.op_fuzz.op_calls import run
from support.compare import portable_outcome
from support.forked_outcomes import SANITIZED, write_outcomes

SECONDS = 60 if SANITIZED else 20  # that a call may take
MEMORY = 1 << 30  # bytes that the calls may ask for
MOST_KEPT = 2000  # elements of a result that are compared


def array_of(output):
    """A result as dtype, shape and its first elements."""
    if output.dtype.name in ("resource", "variant"):
        return output.dtype.name, tuple(output.shape), None
    array = np.asarray(output.numpy())
    if array.dtype.kind in "SU":
        array = np.asarray(output.numpy(), object)
    return output.dtype.name, array.shape, array.ravel()[:MOST_KEPT].copy()


def main():
    name, calls_path, path = sys.argv[1:]
    with open(calls_path, "rb") as file:
        calls = pickle.load(file)
    module = importlib.import_module(name)

    def outcome_of(call):
        return portable_outcome(lambda: [array_of(output) for output in run(module, call)])

    write_outcomes(calls, outcome_of, path, SECONDS, MEMORY)


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("TF_NUM_INTRAOP_THREADS", "1")
    os.environ.setdefault("TF_NUM_INTEROP_THREADS", "1")
    main()
