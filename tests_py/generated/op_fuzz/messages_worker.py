"""Runs pickled calls on one module for what their errors say: `python messages_worker.py MODULE CALLS OUTCOMES`.

A call is (how, call): "eagerly", or "graph", where the op only becomes a node of a plain graph.
"""

import importlib
import os
import pickle
import sys

from generated.op_fuzz.op_calls import run
from generated.op_fuzz.op_worker import MEMORY, SECONDS
from support.compare import portable_outcome
from support.forked_outcomes import write_outcomes


def main():
    name, calls_path, path = sys.argv[1:]
    with open(calls_path, "rb") as file:
        calls = pickle.load(file)
    module = importlib.import_module(name)

    def outcome_of(item):
        how, call = item

        def made():
            if how == "graph":
                with module.Graph().as_default():
                    run(module, call)
            else:
                run(module, call)

        return portable_outcome(made)

    write_outcomes(calls, outcome_of, path, SECONDS, MEMORY)


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
