"""Calls raw ops with nearly right arguments and prints figures:
`python tests_py/generated/op_fuzz/run.py --cases 100000 --jobs 2 --seed 0`.

What is looked for: ends of the process (made small and written down as a program), exceptions that are slips of ours, and,
with `--beside tensorflow`, results and classes of exceptions that are not TensorFlow's. The exit status is 1 where the process
ended, where an exception was a slip, or where fewer than `--share` of the wrong calls raise an exception of TensorFlow's class.

`bash tools/sanitized.sh tests_py/generated/op_fuzz/run.py --cases 100000` makes the calls on the package that
tools/check_sanitizers.sh has built, where a read or write out of bounds ends the process; TensorFlow does not run there.
"""

import argparse
import collections
import os
import pickle
import subprocess
import sys
import tempfile
import time

from generated.op_fuzz.op_calls import text_of
from generated.op_fuzz.op_generator import make_call
from generated.op_fuzz.op_outcomes import verdict
from generated.op_fuzz.op_shrink import made_small
from support.processes import environment, pickled_outcomes

HERE = os.path.dirname(os.path.abspath(__file__))
AT_ONCE = 4000  # calls for one process
FINDINGS = ("crash", "odd class", "value", "class", "taken", "refused")


def outcomes(module, calls, folder):
    """What a module gives for each of the calls; starts at once, and waits when it is called."""
    return pickled_outcomes(os.path.join(HERE, "op_worker.py"), module, calls, folder, module)


def stock(path):
    """What the rows of rules/samples/ run; they do where there is no such file yet."""
    if not os.path.exists(path):
        command = [sys.executable, os.path.join(HERE, "op_harvest.py"), path]
        done = subprocess.run(command, env=environment(), stderr=subprocess.PIPE, text=True, errors="replace")
        if done.returncode != 0:
            raise RuntimeError(f"the rows ended with {done.returncode}: {done.stderr[-4000:]}")
    with open(path, "rb") as file:
        return pickle.load(file)


def summary_of(text):
    """The line of a report that says most."""
    lines = text.splitlines()
    return next((line for line in lines if "runtime error" in line or line.startswith("SUMMARY")), lines[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ops", nargs="*", help="only these ops")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the first call's number")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once, of each module")
    parser.add_argument("--beside", help="the module to compare with: tensorflow")
    parser.add_argument("--share", type=float, default=0.0, help="least share of equal classes")
    parser.add_argument("--most", type=int, default=20, help="findings of each kind to print")
    parser.add_argument("--stock", help="a file for what the rows run, which several runs share")
    parser.add_argument("--only", default=",".join(FINDINGS), help="kinds of findings to print")
    options = parser.parse_args()
    started = time.monotonic()
    counts, groups, reasons = collections.Counter(), collections.defaultdict(list), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        known = stock(options.stock or os.path.join(folder, "stock"))
        last = options.first + options.cases
        for first in range(options.first, last, AT_ONCE * options.jobs):
            parts = []
            for start in range(first, min(first + AT_ONCE * options.jobs, last), AT_ONCE):
                numbers = range(start, min(start + AT_ONCE, last))
                calls = [make_call(known, options.seed, number, options.ops) for number in numbers]
                place = os.path.join(folder, str(start))
                os.makedirs(place)
                theirs = outcomes(options.beside, calls, place) if options.beside else None
                parts.append((numbers, calls, theirs, outcomes("graphwright", calls, place)))
            for numbers, calls, theirs, ours in parts:
                theirs = theirs() if theirs else [None] * len(calls)
                for number, call, there, here in zip(numbers, calls, theirs, ours(), strict=True):
                    kind, text = verdict(call, known.definitions[call.op]["stateful"], there, here)
                    counts[kind] += 1
                    if kind in ("known right", "known wrong"):
                        reasons[kind.partition(" ")[2], text] += 1
                    if kind == "crash":
                        print(f"call {number}, {call.op}: {summary_of(text)}", flush=True)
                    if kind in FINDINGS:
                        groups[
                            kind, call.op, text.partition("\n")[0][:60] if kind in ("class", "odd class") else ""
                        ].append((number, call, text))
            seconds = time.monotonic() - started
            print(f"{sum(counts.values())} calls, {seconds:.0f} s: {dict(counts)}", flush=True)
        crashed = [found for (kind, *_), cases in groups.items() if kind == "crash" for found in cases]
        for number, call, text in crashed[:10]:
            small = made_small(call, lambda calls: [o[0] == "died" for o in outcomes("graphwright", calls, folder)()])
            print(f"call {number} made small:\n    {text_of(small)}\n    {text}", flush=True)
    return report(options, counts, groups, reasons)


def report(options, counts, groups, reasons):
    """Prints the findings by frequency, and the shares; gives the exit status."""
    for kind in options.only.split(","):
        of_kind = sorted((item for item in groups.items() if item[0][0] == kind), key=lambda item: -len(item[1]))
        print(f"{kind}: {counts[kind]} calls, {len(of_kind)} groups") if of_kind else None
        for (_, op, _), cases in of_kind[: options.most]:
            number, call, text = min(cases, key=lambda case: len(text_of(case[1])))
            print(f"  {len(cases)} x {op}, call {number}:\n    {text_of(call)[:700]}\n    {text[:700]}")
    wrong = counts["same class"] + counts["class"] + counts["taken"] + counts["known wrong"]
    share = counts["same class"] / wrong if wrong else 1.0
    if options.beside:
        right = counts["same"] + counts["value"] + counts["refused"] + counts["known right"]
        print(f"{sum(counts.values())} calls beside {options.beside}")
        for word, number, same, what in (
            ("wrong", wrong, "same class", "raise an exception of its class"),
            ("right", right, "same", "give its result"),
        ):
            known = counts[f"known {word}"]
            print(
                f"{number} {word} calls: {counts[same] / max(number, 1):.2%} {what}, {known / max(number, 1):.2%} differ for a"
                f" reason that op_known.py names, {(number - counts[same] - known) / max(number, 1):.2%} are open"
            )
            for (of, why), times in reasons.most_common():
                print(f"  {times:5} {why}") if of == word else None
    return 1 if counts["crash"] or counts["odd class"] or share < options.share else 0


if __name__ == "__main__":
    sys.exit(main())
