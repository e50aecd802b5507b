"""Runs pickled cases on one module: `python edge_worker.py MODULE CASES OUTCOMES`; one that ends the process costs a fork.

Writes one pickled outcome for each: `("value", parts)`, `("error", names of the class and its bases, message)` or
`("died", why, what it wrote)`.
"""

import importlib
import os
import pickle
import sys

import numpy as np

from support.compare import portable_outcome
from support.forked_outcomes import write_outcomes

SECONDS = 5  # that a case may take
MEMORY = 4 << 30  # bytes that the cases may ask for


def main():
    name, keys_path, path = sys.argv[1:]
    with open(keys_path, "rb") as file:
        keys = pickle.load(file)
    module = importlib.import_module(name)
    from generated.edges.edge_cases import run

    def outcome_of(key):
        with np.errstate(all="ignore"):
            return portable_outcome(run, module, key)

    write_outcomes(keys, outcome_of, path, SECONDS, MEMORY)


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    for variable in ("OMP_NUM_THREADS", "TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"):
        os.environ.setdefault(variable, "1")
    main()
