"""Runs pickled calls on one module: `python op_worker.py MODULE CALLS OUTCOMES`; a call that ends the process costs a fork.

Writes one pickled outcome for each call: `("value", arrays)`, `("error", names of the class and its bases, message)` or
`("died", why, what it wrote)`. The module is imported once, and runs in children that are forked before it starts threads.
"""

import importlib
import mmap
import os
import pickle
import resource
import signal
import struct
import sys
import tempfile

import numpy as np

from generated.op_fuzz.op_calls import run
from support.compare import portable_outcome

SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
SECONDS = 60 if SANITIZED else 20  # that a call may take
MEMORY = 1 << 30  # bytes that the calls may ask for
MOST_KEPT = 2000  # elements of a result that are compared


def outcome_of_call(module, call):
    return portable_outcome(lambda: [array_of(output) for output in run(module, call)])


def array_of(output):
    """A result as dtype, shape and its first elements."""
    if output.dtype.name in ("resource", "variant"):
        return output.dtype.name, tuple(output.shape), None
    array = np.asarray(output.numpy())
    if array.dtype.kind in "SU":
        array = np.asarray(output.numpy(), object)
    return output.dtype.name, array.shape, array.ravel()[:MOST_KEPT].copy()


def work(module, calls, start, shared, path):
    """Runs the calls from `start` on, in a child."""
    if not SANITIZED:  # AddressSanitizer reserves terabytes, and is told its own bound
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    with open(path, "ab") as file:
        for number in range(start, len(calls)):
            shared[:8] = struct.pack("q", number)
            signal.alarm(SECONDS)  # its default action ends the process
            data = pickle.dumps(outcome_of_call(module, calls[number]))
            signal.alarm(0)
            file.write(data)
            file.flush()


def main():
    name, calls_path, path = sys.argv[1:]
    with open(calls_path, "rb") as file:
        calls = pickle.load(file)
    module = importlib.import_module(name)
    open(path, "wb").close()
    start = 0
    while start < len(calls):
        shared = mmap.mmap(-1, 8)
        with tempfile.TemporaryFile() as noise:
            child = os.fork()
            if child == 0:
                os.dup2(noise.fileno(), 2)
                status = 1
                try:
                    work(module, calls, start, shared, path)
                    status = 0
                finally:
                    os._exit(status)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            if status == 0:
                return
            noise.seek(0)
            text = noise.read().decode(errors="replace")
            for start_of_report in (
                "runtime error: ",
                "ERROR: AddressSanitizer",
            ):  # what was said before is no part of it
                if start_of_report in text:
                    text = text[max(text.index(start_of_report) - 200, 0) :]
        number = struct.unpack("q", shared[:8])[0]
        why = f"took more than {SECONDS} s" if status == -signal.SIGALRM else f"ended with {status}"
        with open(path, "ab") as file:
            file.write(pickle.dumps(("died", why, text[:3000])))
        start = number + 1


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("TF_NUM_INTRAOP_THREADS", "1")
    os.environ.setdefault("TF_NUM_INTEROP_THREADS", "1")
    main()
