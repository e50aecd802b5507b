"""Prints how many seconds each folder of the core takes to compile, from ninja's log of a build from nothing.

    python tools/compile_times.py build/cp311-cp311-linux_x86_64                  the table
    python tools/compile_times.py build/cp311-cp311-linux_x86_64 --check FILE     fails where a folder takes a fifth more
    python tools/compile_times.py build/cp311-cp311-linux_x86_64 --record FILE    writes FILE

Machines differ: what a folder takes is divided by what FILE says, and these quotients by their median over all folders. So one
folder that grows is told, on a fast machine and on a slow one.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import re
import statistics
import sys

MORE = 1.2
LEAST = 8.0  # seconds; shorter ones are noise
OBJECT = re.compile(r"cpp/CMakeFiles/(?P<target>\w+)\.dir/(?P<file>.+)\.o$")
GROUP = re.compile(r"Unity/unity_(?P<folder>[a-z]+)_\d+_cxx\.cxx$")


def folder_of(output: str) -> str | None:
    """Returns the folder below cpp/ of what an object was compiled from; None for other outputs."""
    found = OBJECT.match(output)
    if not found:
        return None
    if found["target"].startswith("graphwright_isa_"):
        return f"kernels/isa {found['target'].removeprefix('graphwright_isa_')}"
    group = GROUP.match(found["file"])
    folder, _, file = found["file"].partition("/")
    return group["folder"] if group else folder if file else "headers"


def seconds_by_folder(log: str) -> dict[str, float]:
    """Reads ninja's log: the last time that each output took, summed by folder, the longest first."""
    last: dict[str, float] = {}
    with open(log, encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 5:
                last[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    sums: collections.Counter[str] = collections.Counter()
    for output, seconds in last.items():
        folder = folder_of(output)
        if folder is not None:
            sums[folder] += seconds
    return dict(sums.most_common())


def grown(now: dict[str, float], known: dict[str, float]) -> list[str]:
    """Returns a line for each folder that takes more than a fifth more than `known` says, beside the others."""
    quotients = {name: now[name] / known[name] for name in now if known.get(name, 0.0) >= LEAST}
    machine = statistics.median(quotients.values())
    lines = [
        f"{name}: {now[name]:.1f} s, {100 * (quotient / machine - 1):.0f} % more than {known[name]:.1f} s on a machine as fast"
        for name, quotient in quotients.items()
        if quotient > MORE * machine
    ]
    new = [name for name in now if name not in known and now[name] >= LEAST * machine]
    return lines + [f"{name}: {now[name]:.1f} s, and not on record" for name in new]


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="a build folder, or a ninja log")
    parser.add_argument("--check", metavar="FILE")
    parser.add_argument("--record", metavar="FILE")
    options = parser.parse_args(argv)
    now = seconds_by_folder(
        os.path.join(options.build, ".ninja_log") if os.path.isdir(options.build) else options.build
    )
    for name, seconds in now.items():
        print(f"{seconds:8.1f} s  {name}")
    print(f"{sum(now.values()):8.1f} s  in all")
    if options.record:
        with open(options.record, "w", encoding="utf-8") as file:
            json.dump({name: round(seconds, 1) for name, seconds in now.items()}, file, indent=2)
            file.write("\n")
    if not options.check:
        return 0
    with open(options.check, encoding="utf-8") as file:
        lines = grown(now, json.load(file))
    print(*lines, sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
