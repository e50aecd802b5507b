"""Outcomes of many calls, worked out in children of the process, so that one that ends its process costs a fork."""

import mmap
import os
import pickle
import resource
import signal
import struct
import tempfile

SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
REPORTS = ("runtime error: ", "ERROR: AddressSanitizer")  # what is said before one is no part of it


def write_outcomes(items, outcome_of, path, seconds, memory):
    """Writes the pickled `outcome_of(item)` of each item, `("died", why, what it wrote)` of one that ends the process.

    Args:
      items: a list. The children are forked from this process, which must not have started threads yet.
      outcome_of: a function of an item.
      path: of the file to be written.
      seconds: how long an item may take.
      memory: how many bytes more than now the children may ask for. AddressSanitizer reserves terabytes, and is told its own
        bound.
    """
    open(path, "wb").close()
    start = 0
    while start < len(items):
        shared = mmap.mmap(-1, 8)
        with tempfile.TemporaryFile() as noise:
            child = os.fork()
            if child == 0:
                os.dup2(noise.fileno(), 2)
                status = 1
                try:
                    _work(items, start, outcome_of, path, seconds, memory, shared)
                    status = 0
                finally:
                    os._exit(status)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            if status == 0:
                return
            noise.seek(0)
            text = noise.read().decode(errors="replace")
        for report in REPORTS:
            if report in text:
                text = text[max(text.index(report) - 200, 0) :]
        why = f"took more than {seconds} s" if status == -signal.SIGALRM else f"ended with {status}"
        with open(path, "ab") as file:
            file.write(pickle.dumps(("died", why, text[:3000])))
        start = struct.unpack("q", shared[:8])[0] + 1


def _work(items, start, outcome_of, path, seconds, memory, shared):
    """Works out the outcomes from `start` on, in a child."""
    if not SANITIZED:
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    with open(path, "ab") as file:
        for number in range(start, len(items)):
            shared[:8] = struct.pack("q", number)
            signal.alarm(seconds)  # its default action ends the process
            data = pickle.dumps(outcome_of(items[number]))
            signal.alarm(0)
            file.write(data)
            file.flush()
