"""Makes the environments of tests_py/libraries and runs what they are for; prints the table of libraries.

python tools/libraries.py --cache build/libraries                  makes all environments
python tools/libraries.py --cache build/libraries --table FILE     makes them, runs their programs and writes the table
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[0] = os.path.join(ROOT, "tests_py")  # in place of this folder, whose `libraries` is this file
from libraries import environments  # noqa: E402


def _row(cache: str, environment: str) -> str:
    from support.compare import assert_close

    with tempfile.TemporaryDirectory() as folder:
        found = environments.run(cache, environment, folder)
    reasons = []
    for name, want in found["tensorflow"].items():
        got = found["graphwright"][name]
        if "raised" in want or "raised" in got:
            reasons.append(f"`{name}`: {environments.KNOWN.get(name) or got.get('raised') or want['raised']}")
            continue
        try:
            assert_close(got["value"], want["value"], environments.ROUGH.get(name, 2e-5))
        except AssertionError as error:
            reasons.append(f"`{name}`: {str(error).splitlines()[0]}")
    names = ", ".join(found["tensorflow"]).replace("_", " ")
    outcome = "; ".join(reasons) or "as TensorFlow"
    return f"| {', '.join(environments.versions(environment))} | {names} | {outcome} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", required=True, help="the folder of the environments")
    parser.add_argument("--only", nargs="*", help="some of them")
    parser.add_argument("--table", help="where to write the table")
    args = parser.parse_args()
    chosen = args.only or environments.NAMES
    rows = []
    for environment in chosen:
        environments.make(args.cache, environment)
        if args.table:
            rows.append(_row(args.cache, environment))
            print(rows[-1], flush=True)
    if args.table:
        lines = [
            "# Libraries on graphwright",
            "",
            "Written by `python tools/libraries.py --cache FOLDER --table FILE`.",
            "",
        ]
        lines += ["| libraries | programs | outcome beside TensorFlow 2.21 |", "|---|---|---|", *rows, ""]
        lines += ["| not here | why |", "|---|---|"]
        lines += [f"| {name} | {why} |" for name, why in environments.CANNOT.items()]
        with open(args.table, "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
