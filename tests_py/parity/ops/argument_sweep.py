"""Calls of public functions with each argument in each of its forms, in each way of running them, here and in TensorFlow.

    python tests_py/parity/ops/argument_sweep.py --count 200
    python tests_py/parity/ops/argument_sweep.py --ways eager,fed --count 5000 --names nn.,math. --save differences.txt

`--count` is of each way. It fails where values, dtypes, shapes or structures differ for no reason that sweep_reasons.py gives,
or where too much else does.
"""

import argparse
import collections
import os
import pickle
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from parity.ops import sweep_differences
from parity.ops.sweep_calls import Call
from parity.ops.sweep_ways import WAYS, outcome
from support.forked_outcomes import write_outcomes

SECONDS, MEMORY = 12, 8 << 30
SILENT = ("value", "dtype", "structure", "shape", "static value", "DIED")
MOST_SILENT, MOST_OTHERS = 1 / 3000, 0.01  # the shares of these, and of other differences, that may be without a reason


def every_form(names):
    """Gives (what is changed, call) for all forms of all calls of the functions whose names begin so."""
    import graphwright as gw
    from parity.ops.sweep_calls import valid_calls
    from parity.ops.sweep_forms import forms_of_call
    from parity.ops.sweep_values import resolve
    from rules.samples.table import SAMPLES

    gw.get_logger().setLevel("ERROR")
    for name, calls in valid_calls(gw, SAMPLES).items():
        if name.startswith(tuple(names.split(","))):
            for number, call in enumerate(calls):
                for form, args, kwargs in forms_of_call(call, resolve(gw, name)):
                    yield f"{number} {form}", Call(name, args, kwargs)


def chosen(by_name, count, way, seed):
    """Returns as many forms of each function as there is room for, others for each way and seed, always the same ones."""
    shuffled = {}
    for name, forms in by_name.items():
        shuffled[name] = list(forms)
        random.Random(f"{name} {way} {seed}").shuffle(shuffled[name])
    found, turn, longest = [], 0, max(map(len, shuffled.values()), default=0)
    while len(found) < count and turn < longest:
        names = [name for name, forms in shuffled.items() if len(forms) > turn]
        random.Random(f"{way} {seed} {turn}").shuffle(names)
        found += [(way, *shuffled[name][turn]) for name in names]
        turn += 1
    return sorted(found[:count], key=lambda item: (item[2].name, item[1]))


def work(module_name, path_in, path_out):
    """Works out the outcomes of a file of items, in a process of its own."""
    with open(path_in, "rb") as file:
        items = pickle.load(file)
    if module_name == "tensorflow":
        import tensorflow as tf
    else:
        import graphwright as tf
    tf.get_logger().setLevel("ERROR")
    promoted = []

    def outcome_of(item):
        way, _, call = item
        if way == "promoted" and not promoted:  # those come last: there is no way back
            promoted.append(True)
            tf.experimental.numpy.experimental_enable_numpy_behavior()
        found = outcome(tf, call, way)
        try:
            pickle.dumps(found)
        except Exception:
            return ("value", ("other", "not to be written"), [])
        return found

    write_outcomes(items, outcome_of, path_out, SECONDS, MEMORY)


def outcomes(items):
    """Gives (item, TensorFlow's outcome, ours)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "items")
        with open(path, "wb") as file:
            pickle.dump(items, file)
        for module in ("tensorflow", "graphwright"):
            words = [sys.executable, os.path.abspath(__file__), "--work", module, path, f"{path}.{module}"]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{path}.tensorflow", "rb") as theirs, open(f"{path}.graphwright", "rb") as ours:
            for item in items:
                yield item, pickle.load(theirs), pickle.load(ours)


def main():
    """Runs the sweep, prints what differs, and tells by its status whether that may be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", default=",".join(WAYS), help=f"some of {', '.join(WAYS)}")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--names", default="", help="the names' beginnings, with commas")
    parser.add_argument("--save", help="a file for the differences; they are printed otherwise")
    parser.add_argument("--all", action="store_true", help="also what stands")
    parser.add_argument("--work", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(*options.work)
        return 0
    by_name = collections.defaultdict(list)
    for form, call in every_form(options.names):
        by_name[call.name].append((form, call))
    ways = sorted(options.ways.split(","), key=WAYS.index)
    items = [item for way in ways for item in chosen(by_name, options.count, way, options.seed)]
    counts, reasons, lines = collections.defaultdict(collections.Counter), collections.Counter(), []
    for (way, form, call), wanted, got in outcomes(items):
        kind, reason, text = sweep_differences.compare(call, form, wanted, got, way)
        counts[way][kind if reason is None else "stands"] += 1
        reasons[kind, reason] += kind != "same"
        if kind != "same" and (reason is None or options.all):
            lines.append(f"{kind}: ({way}) {call.name} [{form}] {sweep_differences.shown(call)}\n        {text}")
    for way, found in counts.items():
        print(f"{way}: {', '.join(f'{count} {kind}' for kind, count in found.most_common())}")
    for (kind, reason), count in reasons.most_common():
        print(f"{count:6d} {kind}: {reason or 'no reason'}" if count else "", end="\n" if count else "")
    text = "\n".join(sorted(lines)) + "\n"
    if options.save:
        with open(options.save, "w") as file:
            file.write(text)
    else:
        print(text)
    silent = sum(counts[way][kind] for way in ways for kind in SILENT)
    others = len(lines) - silent
    return int(silent > MOST_SILENT * len(items) or (others > MOST_OTHERS * len(items) and not options.all))


if __name__ == "__main__":
    sys.exit(main())
