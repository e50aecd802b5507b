"""Fails when an object compiled for a higher ISA level would have its code run where that level is missing.

The linker keeps one copy of a weak symbol (an inline function, a template instance). Were it the copy compiled for
AVX-512, the baseline would run it too, and die on an older processor: a weak symbol must be of the level's namespace. A
constructor of a global would run as soon as the module is loaded: there must be none.

Usage: check_isa_symbols.py v3 FILE.o...
"""

import re
import subprocess
import sys


def foreign_weak_symbols(isa: str, objects: list[str]) -> list[str]:
    """The weak symbols of `objects` whose mangled name does not go through the namespace `isa`."""
    listing = subprocess.run(
        ["nm", "--defined-only", "--print-file-name", *objects], check=True, capture_output=True, text=True
    ).stdout
    found = []
    for line in listing.splitlines():
        place, kind, name = line.rsplit(maxsplit=2)
        # "2v3" is how the namespace v3 is written in a mangled name.
        if kind in "WVu" and not re.search(rf"\d*{len(isa)}{isa}", name) and not name.startswith("DW.ref."):
            found.append(f"{place.split(':')[0]}: {name}")
    return found


def with_constructors(objects: list[str]) -> list[str]:
    """Those of `objects` that run code when they are loaded."""
    return [
        path
        for path in objects
        if ".init_array" in subprocess.run(["readelf", "-SW", path], check=True, capture_output=True, text=True).stdout
    ]


if __name__ == "__main__":
    bad = foreign_weak_symbols(sys.argv[1], sys.argv[2:])
    bad += [f"{path}: has constructors of globals" for path in with_constructors(sys.argv[2:])]
    if bad:
        print(*bad, sep="\n")
        sys.exit(f"{len(bad)} dangers for processors without {sys.argv[1]}")
