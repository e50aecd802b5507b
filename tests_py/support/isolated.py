"""Runs jobs in child processes, so that one that ends its process is found, named, and hides no other."""

import json
import mmap
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator

NOTE_BYTES = 1 << 16

# A job gets `note`, which it calls with a text before each thing that it tries, and yields what it finds wrong.
Job = Callable[[Callable[[str], None]], Iterable[str]]


def run_isolated(jobs: list[Job], seconds: int, memory: int) -> Iterator[str]:
    """Runs the jobs one after another; yields their findings, and where one ended its process.

    Args:
      jobs: what to run. The processes are forked from this one, which must not have started threads yet.
      seconds: how long a job may take from one note to the next.
      memory: how many bytes more than now the children may ask for. AddressSanitizer reserves terabytes, and is told its own
        bound (max_allocation_size_mb).
    """
    start = 0
    while start < len(jobs):
        shared = mmap.mmap(-1, NOTE_BYTES)
        with tempfile.TemporaryFile("w+") as findings:
            child = os.fork()
            if child == 0:
                try:
                    _run_in_child(jobs, start, seconds, memory, shared, findings)
                except BaseException:
                    traceback.print_exc()
                os._exit(1)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            findings.seek(0)
            yield from map(json.loads, findings)
        if status == 0:
            return
        number, text = json.loads(bytes(shared).partition(b"\0")[0] or b'[0, "nothing yet"]')
        how = f"took more than {seconds} s" if status == -signal.SIGALRM else f"ended the process with {status}"
        yield f"{text}\n    {how}"
        start = max(number, start) + 1


def _run_in_child(jobs, start, seconds, memory, shared, findings):
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    for number in range(start, len(jobs)):

        def note(text, number=number):
            line = json.dumps([number, text[: NOTE_BYTES // 8]]).encode()
            shared[: len(line) + 1] = line + b"\0"
            signal.alarm(seconds)  # its default action ends the process

        for finding in jobs[number](note):
            findings.write(json.dumps(finding) + "\n")
            findings.flush()
        signal.alarm(0)
    sys.stdout.flush()
    os._exit(0)
