"""Runs the tests that the installed package `keras` carries, on graphwright or on TensorFlow, and prints a table by area.

    python tools/keras_tests.py                              # on graphwright, all areas
    python tools/keras_tests.py layers/rnn ops --beside tensorflow
    python tools/keras_tests.py --results RESULTS.json --expect tools/keras_known.txt

Keras' tests are read where Keras is installed: nothing of them is part of this project. A test that fails on TensorFlow,
too, says nothing of graphwright; `--beside tensorflow` runs both and lists only what passes there. Needs pytest and
absl-py; some tests want scipy, pandas and scikit-learn, too, and are skipped or fail on both sides without them.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import fnmatch
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# What the tests import from the root of Keras' repository, which the package does not carry.
CONFTEST = """
import pytest
from keras import backend

def skip_if_backend(given_backend, reason):
    return pytest.mark.skipif(backend.backend() == given_backend, reason=reason)
"""
LONG = {"applications_test.py"}  # one model of each family is compared in tests_py/keras_models/applications.py
SIDES = {"graphwright": ["-p", "graphwright.as_tensorflow"], "tensorflow": []}


def source_folder() -> pathlib.Path:
    """Returns the folder `keras/src` of the installed package."""
    spec = importlib.util.find_spec("keras")
    if spec is None or spec.origin is None:
        raise SystemExit("Keras is not installed: pip install 'graphwright[keras]'")
    return pathlib.Path(spec.origin).parent / "src"


def test_files(source: pathlib.Path, wanted: list[str]) -> list[pathlib.Path]:
    """Returns the files of tests, but those of other backends; those in LONG only where they are asked for."""
    files = sorted(source.rglob("*_test.py"))
    files = [f for f in files if not {"jax", "torch", "numpy", "openvino"} & set(f.relative_to(source).parts)]
    if not wanted:  # all but what takes hours
        return [file for file in files if file.name not in LONG]
    return [f for f in files if any(str(f.relative_to(source)).startswith(prefix) for prefix in wanted)]


def area_of(file: pathlib.Path, source: pathlib.Path) -> str:
    """Returns the folder right below `keras/src`; layers by their kind."""
    parts = file.relative_to(source).parts
    return "/".join(parts[: 2 if parts[0] == "layers" else 1]) if len(parts) > 1 else "."


def run_files(side: str, files: list[pathlib.Path], seconds: int, more: list[str]) -> list[dict[str, str]]:
    """Returns what `run_together` gives; files of which one fails or ends the process are run again, each by itself.

    So nothing fails for what an earlier file left behind, and most files cost no import of their own.
    """
    found = run_together(side, files, seconds, more)
    if len(files) == 1:
        return found
    ended = any("(whole file)" in each for each in found)
    return [
        run_together(side, [file], seconds, more)[0] if ended or not each or any(map(failed, each.values())) else each
        for file, each in zip(files, found, strict=True)
    ]


def run_together(side: str, files: list[pathlib.Path], seconds: int, more: list[str]) -> list[dict[str, str]]:
    """For each file, test -> "passed", "skipped" or the first line of what failed, from one process."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.xml")
        pathlib.Path(folder, "conftest.py").write_text(CONFTEST)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", "--tb=short"]
        command += ["--continue-on-collection-errors"]
        command += ["--rootdir", str(source_folder().parents[1]), *SIDES[side]]
        command += [f"--junitxml={report}", "-o", "junit_family=xunit1", *map(str, files), *more]
        environment = os.environ | {"KERAS_BACKEND": "tensorflow", "TF_CPP_MIN_LOG_LEVEL": "3", "COLUMNS": "120"}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [environment.get("PYTHONPATH"), folder]))
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=seconds, cwd=folder, env=environment
            )
            if os.path.exists(report):
                return read_report(report, files)
            what = f"ended with {done.returncode}: {(done.stdout + done.stderr)[-300:]!r}"
        except subprocess.TimeoutExpired:
            what = f"took more than {seconds} s"
        return [{"(whole file)": what} for _ in files]


def read_report(path: str, files: list[pathlib.Path]) -> list[dict[str, str]]:
    """Reads the outcome of each test from a JUnit file, by file."""
    # A case of ".….keras.src.ops.nn_test.SomeTest"; one that could not be read has its module as its name.
    dotted = [".".join(file.with_suffix("").parts[file.parts.index("keras") :]) + "." for file in files]
    found: list[dict[str, str]] = [{} for _ in files]
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        name = f"{case.get('classname', '').rpartition('.')[2]}::{case.get('name')}"
        name = re.sub(r"0x[0-9a-f]+", "0x", name)  # a function that is a parameter
        place = f"{case.get('classname')}.{case.get('name')}."
        results = next((each for each, module in zip(found, dotted, strict=True) if module in place), found[0])
        bad = next((child for child in case if child.tag in ("failure", "error")), None)
        if bad is not None:
            results[name] = (bad.get("message") or bad.tag).strip().split("\n")[0][:300] or bad.tag
        else:
            results[name] = "skipped" if case.find("skipped") is not None else "passed"
    return found


def failed(result: str) -> bool:
    """True where a test neither passed nor was skipped."""
    return result not in ("passed", "skipped")


def main() -> int:
    """Runs, prints the table and what fails; 1 where a test fails that is not expected to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("areas", nargs="*", help="beginnings of paths below keras/src")
    parser.add_argument("--on", choices=SIDES, default="graphwright")
    parser.add_argument("--beside", choices=SIDES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=1200, help="seconds for a process")
    parser.add_argument("--together", type=int, default=8, help="how many files a process runs")
    parser.add_argument(
        "--results", help="a JSON file: results are added to it, files that are there are not run again"
    )
    parser.add_argument(
        "--expect", help="a file of lines 'file.py::Class::test  # reason' that may fail; * matches all"
    )
    parser.add_argument("--lines", type=int, default=100, help="how many failures are printed")
    parser.add_argument("-k", dest="keyword", help="as pytest's")
    options = parser.parse_args()
    source = source_folder()
    files = test_files(source, options.areas)
    more = ["-k", options.keyword] if options.keyword else []
    sides = [options.on] + ([options.beside] if options.beside else [])
    results: dict[str, dict[str, dict[str, str]]] = {side: {} for side in sides}
    if options.results and os.path.exists(options.results):
        results |= json.loads(pathlib.Path(options.results).read_text())
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = {}
        for side in sides:
            todo = [file for file in files if str(file.relative_to(source)) not in results[side]]
            for start in range(0, len(todo), options.together):
                some = todo[start : start + options.together]
                waiting[pool.submit(run_files, side, some, options.timeout, more)] = side, some
        for future in concurrent.futures.as_completed(waiting):
            side, some = waiting[future]
            for file, found in zip(some, future.result(), strict=True):
                name = str(file.relative_to(source))
                results[side][name] = found
                counts = collections.Counter(failed(result) for result in found.values())
                print(f"{side:11} {name}: {counts[False]} fine, {counts[True]} failed", file=sys.stderr, flush=True)
            if options.results:
                pathlib.Path(options.results).write_text(json.dumps(results, indent=1))
    expected = set()
    if options.expect:
        lines = pathlib.Path(options.expect).read_text().splitlines()
        expected = {line.partition("  #")[0].strip() for line in lines if line and not line.startswith("#")}
    return table(results, [str(f.relative_to(source)) for f in files], source, sides, expected, options.lines)


def table(
    results: dict[str, dict[str, dict[str, str]]],
    files: list[str],
    source: pathlib.Path,
    sides: list[str],
    expected: set[str],
    lines: int,
) -> int:
    """Prints areas with numbers, then each test that fails on the first side alone."""
    areas: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    wrong = []
    for file in files:
        area = areas[area_of(source / file, source)]
        for side in sides:
            for test, result in results[side].get(file, {}).items():
                area[side, "failed" if failed(result) else result] += 1
                also = len(sides) > 1 and failed(results[sides[1]].get(file, {}).get(test, "passed"))
                if side == sides[0] and failed(result) and not also:
                    wrong.append((f"{file}::{test}", result))
    print(f"{'area':32}" + "".join(f"{side + ' passed':>20}{'skipped':>9}{'failed':>8}" for side in sides))
    areas["all"] = sum(areas.values(), collections.Counter())
    for name, counts in areas.items():
        columns = (f"{counts[s, 'passed']:20}{counts[s, 'skipped']:9}{counts[s, 'failed']:8}" for s in sides)
        print(f"{name:32}" + "".join(columns))
    wrong.sort(key=lambda each: known(each[0], expected))  # the new ones first
    for test, result in wrong[:lines]:
        print(f"{'known ' if known(test, expected) else ''}{test}: {result}")
    return int(any(not known(test, expected) for test, _ in wrong))


def known(test: str, expected: set[str]) -> bool:
    """True where a test is on the list of those that may fail."""
    return any(fnmatch.fnmatchcase(test, pattern) for pattern in expected)


if __name__ == "__main__":
    sys.exit(main())
