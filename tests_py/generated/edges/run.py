"""Runs the rows of rules/samples/ on numbers at the edges, beside TensorFlow, and prints what differs:
`python tests_py/generated/edges/run.py --rounds 1 --jobs 2`.

Results and gradients of half precision and of float32 that differ are judged by what TensorFlow gives in float64. The exit status
is 1 where more than `--allow` of the cases differ for no reason that edge_known.py names.
"""

import argparse
import collections
import sys
import tempfile
import time

from generated.edges.edge_cases import all_keys
from generated.edges.edge_known import reason
from generated.edges.edge_runs import judged, text_of


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help="only rows whose names begin so")
    parser.add_argument("--rounds", type=int, default=1, help="how often each mode of each case is tried")
    parser.add_argument("--dtypes", default="", help="only these")
    parser.add_argument("--modes", default="", help="only these")
    parser.add_argument("--every", type=int, default=1, help="only each n-th case")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--allow", type=float, default=0.0, help="share of cases that may differ for no known reason")
    parser.add_argument("--most", type=int, default=1000, help="rows to print")
    options = parser.parse_args()
    dtypes, modes = (
        options.dtypes.split(",") if options.dtypes else None,
        options.modes.split(",") if options.modes else None,
    )
    keys = [
        key
        for key in all_keys(options.rounds)
        if (not options.rows or key[0].startswith(tuple(options.rows)))
        and (dtypes is None or key[2] in dtypes)
        and (modes is None or key[3] in modes)
    ][:: options.every]
    started = time.monotonic()
    counts, groups, reasons = collections.Counter(), collections.defaultdict(list), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for key, (kind, text) in judged(keys, folder, options.jobs):
            if kind not in ("same", "nearer"):
                why = reason(key, kind, text)
                if why:
                    reasons[why] += 1
                    kind = "known"
                else:
                    groups[kind, key[0]].append((key, text))
            counts[kind] += 1
            if counts.total() % 4000 == 0:
                print(f"{counts.total()} cases, {time.monotonic() - started:.0f} s: {dict(counts)}", flush=True)
    for (kind, name), cases in sorted(groups.items())[: options.most]:
        print(f"{kind}, {len(cases)} x {name}: {sorted({(key[2], key[3]) for key, _ in cases})[:12]}")
        for key, text in cases[:2]:
            print(f"  {text_of(key)}\n    {text}")
    for why, count in reasons.most_common():
        print(f"{count} known: {why}")
    print(f"{len(keys)} cases beside TensorFlow, {time.monotonic() - started:.0f} s: {dict(counts)}")
    return 1 if sum(map(len, groups.values())) > options.allow * len(keys) else 0


if __name__ == "__main__":
    sys.exit(main())
