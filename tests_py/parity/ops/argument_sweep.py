"""Calls of public functions with each argument in each of its forms, in each way of running them, here and in TensorFlow.

python tests_py/parity/ops/argument_sweep.py --way eager --count 5000
python tests_py/parity/ops/argument_sweep.py --way "no rank" --names nn. --show wrong
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


def every_item(names=""):
    """Gives (label, call) of all forms of all calls, and the number of the call of its function."""
    import tensorflow as tf

    import graphwright as gw
    from parity.ops.sweep_calls import valid_calls
    from parity.ops.sweep_forms import forms_of_call
    from parity.ops.sweep_values import resolve
    from rules.samples.table import SAMPLES

    gw.get_logger().setLevel("ERROR")
    for name, calls in valid_calls(gw, SAMPLES).items():
        if not name.startswith(tuple(names.split(","))):
            continue
        try:
            function = resolve(tf, name)
        except AttributeError:
            continue
        for number, call in enumerate(calls):
            for form, args, kwargs in forms_of_call(call, function):
                yield f"{number} {form}", Call(name, args, kwargs)


def work(module_name, way, path_in, path_out):
    """Works out the outcomes of a file of items; run in a process of its own."""
    with open(path_in, "rb") as file:
        items = pickle.load(file)
    if module_name == "tensorflow":
        import tensorflow as tf
    else:
        import graphwright as tf
    tf.get_logger().setLevel("ERROR")
    ready = []

    def outcome_of(item):
        if not ready:
            ready.append(True)
            if way == "promoted":
                tf.experimental.numpy.experimental_enable_numpy_behavior()
        found = outcome(tf, item[1], way)
        try:
            pickle.dumps(found)
        except Exception:
            return ("value", ("other", "not to be written"), [])
        return found

    write_outcomes(items, outcome_of, path_out, SECONDS, MEMORY)


def outcomes(items, way):
    """Gives (item, TensorFlow's outcome, ours)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "items")
        with open(path, "wb") as file:
            pickle.dump(items, file)
        for module in ("tensorflow", "graphwright"):
            words = [sys.executable, os.path.abspath(__file__), "--work", module, way, path, f"{path}.{module}"]
            subprocess.run(words, check=True, stderr=None if os.environ.get("SWEEP_NOISE") else subprocess.DEVNULL)
        with open(f"{path}.tensorflow", "rb") as theirs, open(f"{path}.graphwright", "rb") as ours:
            for item in items:
                yield item, pickle.load(theirs), pickle.load(ours)


def chosen(items, count, way):
    """Returns as many of the items, others for each way, but the same ones each time: as many of each function as can be."""
    by_name = collections.defaultdict(list)
    for item in items:
        by_name[item[1].name].append(item)
    for name, some in by_name.items():
        random.Random(f"{name} {way}").shuffle(some)
    found, turn = [], 0
    while len(found) < count and any(len(some) > turn for some in by_name.values()):
        found += [some[turn] for some in by_name.values() if len(some) > turn]
        turn += 1
    return sorted(found[:count], key=lambda item: (item[1].name, item[0]))


def main():
    """Runs one way, and prints what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--way", choices=WAYS, default="eager")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--names", default="", help="the names' beginnings, with commas")
    parser.add_argument("--save", help="a file for the differences, as text")
    parser.add_argument("--all", action="store_true", help="also what stands")
    parser.add_argument("--work", nargs=4)
    options = parser.parse_args()
    if options.work:
        work(*options.work)
        return
    items = chosen(list(every_item(options.names)), options.count, options.way)
    counts, lines = collections.Counter(), []
    for (label, call), wanted, got in outcomes(items, options.way):
        kind, reason, text = sweep_differences.compare(call, label, wanted, got, options.way)
        counts[kind if reason is None else f"{kind}: {reason}"] += 1
        if kind != "same" and (reason is None or options.all):
            lines.append(f"{kind}: {call.name} [{label}] {sweep_differences.shown(call)}\n        {text}")
    print(options.way)
    for kind, count in counts.most_common():
        print(f"{count:6d} {kind}")
    lines.sort()
    if options.save:
        with open(options.save, "w") as file:
            file.write("\n".join(lines) + "\n")
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
