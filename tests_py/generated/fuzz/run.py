"""Runs random programs and prints figures: `python tests_py/generated/fuzz/run.py --programs 50000 --jobs 2 --seed 0`.

Programs that differ are made small and stored below --out with what they give; the exit status is 1 then. Processes that
die are started again after the program that ended them, which counts as a finding; where TensorFlow was running, only if
that program does it twice. TensorFlow is not itself any more when it was interrupted because it took too long: a new process
goes on then.
"""

import argparse
import collections
import concurrent.futures
import faulthandler
import importlib
import json
import os
import subprocess
import sys
import threading
import time

# Kinds of programs: the modules that write and judge them.
KINDS = {
    "programs": ("programs", "outcomes"),
    "tapes": ("tape_programs", "tape_outcomes"),
    "data": ("data_programs", "data_outcomes"),
    "python": ("python_programs", "python_outcomes"),
    "staged": ("staged_programs", "staged_outcomes"),
}
ALONE = {"python", "staged"}  # what Python itself tells
AT_ONCE = 500  # programs per process: TensorFlow keeps what it has traced


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="the first program's number")
    parser.add_argument(
        "--thorough", type=int, default=20, help="tf.function runs for every so manieth program at least"
    )
    parser.add_argument("--shrink", type=int, default=60, help="seconds to make a program small")
    parser.add_argument("--out", default="build/fuzz")
    parser.add_argument("--kind", choices=KINDS, default="programs", help="who writes the programs")
    parser.add_argument("--worker", nargs=2, type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    if options.worker:
        return work(options)
    last = options.seed + options.programs
    parts = [(first, min(first + AT_ONCE, last)) for first in range(options.seed, last, AT_ONCE)]
    run = Run(options, parts)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        # A thread per job reads what its processes tell.
        for job in [pool.submit(run.work_off) for _ in range(options.jobs)]:
            job.result()
    report(run.totals, run.features, run.kinds, module_of(options.kind, 0).all_features())
    return 1 if run.kinds else 0


class Run:
    """The parts that are still to be done, and the figures of those that are."""

    def __init__(self, options, parts):
        self.options = options
        self.parts = collections.deque(parts)
        self.totals, self.features, self.kinds = collections.Counter(), collections.Counter(), collections.Counter()
        self.again = set()  # programs that TensorFlow died in once
        self.started = time.monotonic()
        self.lock = threading.Lock()

    def work_off(self):
        """Does parts, one after another, until none is left."""
        while True:
            with self.lock:
                if not self.parts:
                    return
                part = self.parts.popleft()
            self.do(*part)

    def do(self, first, last):
        """Runs a part in a process, and puts what is left of it back."""
        command = [sys.executable, __file__, "--worker", str(first), str(last), "--out", self.options.out]
        command += ["--thorough", str(self.options.thorough), "--shrink", str(self.options.shrink)]
        command += ["--kind", self.options.kind]
        with open(os.path.join(self.options.out, f"errors_{first}.txt"), "w+") as errors:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
            at = pending = rest = None
            for line in process.stdout:
                message = json.loads(line)
                at = message.get("at", at)
                pending = message.get("pending")
                rest = message.get("rest")
                with self.lock:
                    self.features.update(message.get("features", ()))
                    self.totals.update(message.get("totals", {}))
                    if "finding" in message:
                        self.found(at, message["finding"], message["text"])
            failed = process.wait() != 0
            errors.seek(0)
            said = errors.read()
        os.remove(errors.name)
        with self.lock:
            if failed:
                rest = self.died(process.returncode, said, at, pending)
            if rest is not None and rest < last:
                self.parts.appendleft((rest, last))
            seconds, done = time.monotonic() - self.started, self.totals["programs"]
            findings = sum(self.kinds.values())
            print(f"{done} programs, {findings} findings, {seconds:.0f} s, {done / seconds:.2f} programs/s", flush=True)

    def found(self, at, kind, text):
        self.kinds[kind] += 1
        print(f"program {at}: {kind}\n{text}\n", flush=True)

    def died(self, status, said, at, pending):
        """Judges the end of a process; the program to go on with."""
        if at is None:
            self.parts.clear()
            raise RuntimeError(f"no program ran: {said[-2000:]}")
        if pending is None and in_tensorflow(said) and ("Timeout (" in said or at not in self.again):
            self.totals["processes that TensorFlow ended"] += 1
            self.again.add(at)
            return at + ("Timeout (" in said)  # it would take as long again
        self.found(at, *(pending or ("the process died", f"ended with {status}\n{said[:2000]}")))
        return at + 1


def in_tensorflow(said):
    """Whether the thread that a process died in was inside of TensorFlow, by what faulthandler wrote."""
    thread = (said.partition("Current thread")[2] or said).partition("(most recent call first)")[2]
    line = next((line for line in thread.splitlines() if line.lstrip().startswith("File ")), "")
    return "/tensorflow/python/" in line


def module_of(kind, place):
    """The module that writes programs of a kind (0), or the one that judges them (1)."""
    return importlib.import_module(f"generated.fuzz.{KINDS[kind][place]}")


def report(totals, features, kinds, all_features):
    print("\n".join(f"{name}: {round(count, 1)}" for name, count in totals.items()))
    rare = sorted(all_features, key=lambda name: features[name])[:8]
    print(
        f"{len(features)} of {len(all_features)} features; the rarest: {', '.join(f'{name} {features[name]}' for name in rare)}"
    )
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")
    print("no mismatch" if not kinds else f"{sum(kinds.values())} mismatches")


def tell(**message):
    print(json.dumps(message), flush=True)


def quick_tensorflow():
    """TensorFlow, with a thread, and without its optimizer: that costs much and changes nothing."""
    import tensorflow

    tensorflow.config.threading.set_intra_op_parallelism_threads(1)
    tensorflow.config.threading.set_inter_op_parallelism_threads(1)
    tensorflow.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})
    return tensorflow


def work(options):
    """One process's part: tells of every program by a line of JSON."""
    import logging

    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # it says so on stderr otherwise
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    logging.disable(logging.WARNING)
    faulthandler.enable()
    import graphwright
    from generated.fuzz.shrink import shrink

    tensorflow = None if options.kind in ALONE else quick_tensorflow()
    judge = module_of(options.kind, 1).Judge(graphwright, tensorflow)
    program = module_of(options.kind, 0).program
    for seed in range(*options.worker):
        tell(at=seed)
        written = program(seed)
        # Traces can only be compared with tf.function's.
        thorough = seed % options.thorough == 0 or "signature relaxed" in written.features
        before, started = dict(judge.counts), time.process_time()
        finding = judge.finding(written.source, thorough)
        told = {name: count - before.get(name, 0) for name, count in judge.counts.items()}
        tell(features=sorted(written.features), totals={"programs": 1, "thorough": int(thorough), **told})
        if told.get("TensorFlow takes too long"):
            tell(rest=seed + 1)
            return 0
        if finding is None:
            tell(totals={"CPU seconds of programs that agree": time.process_time() - started})
            continue

        tell(pending=[f"{finding.run}: {finding.what}", f"{written.source}\n{finding.text}"])

        def fails(text, finding=finding, thorough=thorough):
            found = judge.finding(text, thorough, finding.run)
            return found is not None and found[:2] == finding[:2]

        judge.seconds = judge.patience = 3
        small = shrink(written.source, fails, options.shrink)
        judge.seconds, judge.patience = 20, 6
        text = f"{small}\n{(judge.finding(small, thorough) or finding).text}"
        with open(os.path.join(options.out, f"{seed}.txt"), "w") as file:
            file.write(f"{text}\n\n# the program {seed}:\n{written.source}")
        tell(finding=f"{finding.run}: {finding.what}", text=text)
        tell(rest=seed + 1)  # smaller programs may have taken TensorFlow too long
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
