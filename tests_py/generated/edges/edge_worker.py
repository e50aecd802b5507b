"""Runs pickled cases on one module: `python edge_worker.py MODULE CASES OUTCOMES`; one that ends the process costs a fork.

Writes one pickled outcome for each: `("value", parts)`, `("error", names of the class and its bases, message)` or
`("died", why)`.
"""

import importlib
import mmap
import os
import pickle
import resource
import signal
import struct
import sys

import numpy as np

from support.compare import portable_outcome

SECONDS = 5  # that a case may take
MEMORY = 4 << 30  # bytes that the cases may ask for


def outcome_of_case(module, key):
    from generated.edges.edge_cases import run

    with np.errstate(all="ignore"):
        return portable_outcome(run, module, key)


def work(module, keys, start, shared, path):
    """Runs the cases from `start` on, in a child."""
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    with open(path, "ab") as file:
        for number in range(start, len(keys)):
            shared[:8] = struct.pack("q", number)
            signal.alarm(SECONDS)  # its default action ends the process
            data = pickle.dumps(outcome_of_case(module, keys[number]))
            signal.alarm(0)
            file.write(data)
            file.flush()


def main():
    name, keys_path, path = sys.argv[1:]
    with open(keys_path, "rb") as file:
        keys = pickle.load(file)
    module = importlib.import_module(name)
    from generated.edges import edge_cases  # noqa: F401

    open(path, "wb").close()
    start = 0
    while start < len(keys):
        shared = mmap.mmap(-1, 8)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                work(module, keys, start, shared, path)
                status = 0
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            return
        why = f"took more than {SECONDS} s" if status == -signal.SIGALRM else f"ended with {status}"
        with open(path, "ab") as file:
            file.write(pickle.dumps(("died", why)))
        start = struct.unpack("q", shared[:8])[0] + 1


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    for variable in ("OMP_NUM_THREADS", "TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"):
        os.environ.setdefault(variable, "1")
    main()
