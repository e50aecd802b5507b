"""Runs the tests that libraries carry, on TensorFlow and on graphwright, and prints how many of those that pass there pass here.

    python tests_py/libraries/suites.py --cache build/libraries                   all libraries
    python tests_py/libraries/suites.py --cache build/libraries sonnet tensorly   some of them
    python tests_py/libraries/suites.py --cache build/libraries --again sonnet    on graphwright only, beside what is known

The results are kept as CACHE/results/LIBRARY_SIDE.tsv: file, test, outcome, the last line of the error. Every file of tests runs
in a process of its own, forked from one that has imported what most of them want. The tests are read where the library is
installed: nothing of them is part of this project.
"""

from __future__ import annotations

import argparse
import collections
import csv
import dataclasses
import fnmatch
import os
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SIDES = ("tensorflow", "graphwright")
PASSED = ("passed", "xfailed")


@dataclasses.dataclass
class Suite:
    """The tests of one library.

    Attributes:
      environment: the name of the environment that it runs in; one of environments.py, or its own.
      requirements: what is installed there without its dependencies, besides what the environment has.
      also: what is installed there with its dependencies.
      folders: the folders of its tests below `site-packages`.
      files: a pattern of the names of its files.
      left_out: patterns of files that are not run: what takes hours, needs the network or cannot be imported at all.
      variables: of the processes' surroundings.
      first: modules that are imported before the files are forked.
    """

    environment: str
    folders: tuple[str, ...]
    requirements: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    files: str = "*_test.py"
    left_out: tuple[str, ...] = ()
    variables: dict[str, str] = dataclasses.field(default_factory=dict)
    first: tuple[str, ...] = ()


_KERAS_2 = {"TF_USE_LEGACY_KERAS": "1"}
_PROBABILITY = ("tensorflow-probability==0.25.0", "dm-tree==0.1.10", "tf-keras==2.21.0")
SUITES = {
    "constrained_optimization": Suite(
        "suites",
        ("tensorflow_constrained_optimization",),
        ("tensorflow-constrained-optimization==0.2", "six==1.17.0"),
        ("scipy",),
    ),
    "einops": Suite(
        "core", ("einops/tests",), files="test_*.py", variables={"EINOPS_TEST_BACKENDS": "numpy,tensorflow"}
    ),
    "gpflow": Suite(
        "gpflow", ("tests/gpflow",), files="test_*.py", first=("tensorflow_probability",), variables=_KERAS_2
    ),
    "graphics": Suite(
        "numeric", ("tensorflow_graphics",), left_out=("*/notebooks/*", "*/datasets/*"), variables=_KERAS_2
    ),
    "larq": Suite(
        "suites",
        ("larq",),
        ("larq==0.14.0", "terminaltables==3.1.10"),
        ("pytest-mock", "snapshottest"),
        variables=_KERAS_2,
    ),
    "lattice": Suite("keras_2", ("tensorflow_lattice",), variables=_KERAS_2, first=("tf_keras",)),
    "models": Suite(
        "models",
        ("official", "orbit"),
        ("tf-models-official==2.20.0", "gin-config==0.5.0", "tf_slim==1.1.0", "tensorflow-model-optimization==0.8.1"),
        (
            *("tensorflow-datasets==4.9.10", "tf-keras==2.21.0", "tensorflow-hub==0.16.1", "pyyaml", "pandas", "scipy"),
            *("opencv-python-headless", "pycocotools", "matplotlib", "psutil", "sacrebleu", "sentencepiece", "seqeval"),
            *("immutabledict", "portpicker", "importlib_resources"),
        ),
        variables=_KERAS_2,
        first=("tf_keras",),
    ),
    "recommenders": Suite(
        "suites",
        ("tensorflow_recommenders",),
        ("tensorflow-recommenders==0.7.7", "tf-keras==2.21.0"),
        variables=_KERAS_2,
    ),
    "sonnet": Suite("core", ("sonnet",), left_out=("*/distribute/*",), first=("sonnet",), variables=_KERAS_2),
    "tensorly": Suite("numeric", ("tensorly",), files="test_*.py", variables={"TENSORLY_BACKEND": "tensorflow"}),
    "tensornetwork": Suite("numeric", ("tensornetwork",), left_out=("*/pytorch/*", "*/symmetric/*", "*/jax/*")),
    "tf_agents": Suite(
        "suites",
        ("tf_agents",),
        ("tf-agents==0.19.0", "gin-config==0.5.0", "gym==0.23.1", "gym-notices==0.1.0"),
        (*_PROBABILITY, "cloudpickle==3.1.3"),
        variables=_KERAS_2,
    ),
    "tfds": Suite(
        "tfds",
        ("tensorflow_datasets/core",),
        also=("pandas", "dill", "cloudpickle", "matplotlib", "conllu", "nltk", "zarr", "scipy"),
        first=("tensorflow_datasets",),
    ),
    "tf_slim": Suite("suites", ("tf_slim",), ("tf_slim==1.1.0",), left_out=("*/nets/*",), variables=_KERAS_2),
    "trfl": Suite("suites", ("trfl",), ("trfl==1.2.0", "six==1.17.0"), _PROBABILITY, variables=_KERAS_2),
}


def python_of(cache: str, suite: Suite) -> str:
    """Returns the Python of a suite's environment."""
    return os.path.join(os.path.abspath(cache), suite.environment, "bin", "python")


def make(cache: str, suite: Suite) -> None:
    """Makes the environment of a suite, and puts what it wants there."""
    from libraries import environments

    known = suite.environment in environments.NAMES
    (environments.make if known else environments.make_bare)(cache, suite.environment)
    pip = [python_of(cache, suite), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if suite.also:
        subprocess.run([*pip, *suite.also], check=True)
    if suite.requirements:
        subprocess.run([*pip, "--no-deps", *suite.requirements], check=True)


def root_of(cache: str, suite: Suite) -> str:
    """Returns the folder that a suite's folders are in."""
    code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    return subprocess.run(
        [python_of(cache, suite), "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()


def files_of(root: str, suite: Suite) -> list[str]:
    """Returns the files of a suite's tests, below its root."""
    found = []
    for top in suite.folders:
        for folder, _, names in os.walk(os.path.join(root, top)):
            found += [os.path.relpath(os.path.join(folder, n), root) for n in fnmatch.filter(names, suite.files)]
    return sorted(f for f in found if not any(fnmatch.fnmatch("/" + f, pattern) for pattern in suite.left_out))


# ---- in a suite's environment ----


class Outcomes:
    """A plugin of pytest that writes a line for each test as soon as it is known."""

    def __init__(self, file: str, path: str) -> None:
        self.file, self.path = file, path
        self.seen: set[str] = set()

    def write(self, test: str, outcome: str, why: str = "") -> None:
        with open(self.path, "a", newline="") as file:
            csv.writer(file, delimiter="\t", lineterminator="\n").writerow([self.file, test, outcome, why[-300:]])

    def pytest_runtest_logreport(self, report) -> None:
        # A test that fails as it is set up or torn down has failed; one line each.
        name = report.nodeid.partition("::")[2]
        bad = report.outcome != "passed"
        if name in self.seen or not (report.when == "call" or bad):
            return
        self.seen.add(name)
        outcome = report.outcome
        if outcome == "skipped" and hasattr(report, "wasxfail"):
            outcome = "xfailed"
        text = str(report.longrepr).strip() if bad else ""
        lines = [line[2:].strip() for line in text.splitlines() if line.startswith("E ")]
        self.write(name, outcome, " ".join(lines[:1] or text.splitlines()[-1:]))

    def pytest_collectreport(self, report) -> None:
        if report.failed:
            lines = [line for line in str(report.longrepr).splitlines() if line.startswith("E ")]
            self.write("", "failed", (lines or str(report.longrepr).strip().splitlines()[-1:])[-1])


def _run_file(root: str, file: str, path: str, log: str) -> None:
    """Runs one file's tests, in a process that ends then."""
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    import pytest
    from absl import flags

    sys.argv = [file]
    flags.FLAGS([file], known_only=True)
    arguments = [
        os.path.join(root, file),
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        root,
        "-c",
        os.devnull,
        "--tb=short",
    ]
    pytest.main([*arguments, "-p", "no:randomly", "-W", "ignore"], plugins=[Outcomes(file, path)])


def work(which: str, root: str, path: str, seconds: str, first: str, *files: str) -> None:
    """Runs files' tests one after the other, each in a fork of this process."""
    if which == "graphwright":
        import graphwright.as_tensorflow  # noqa: F401
    sys.path.insert(0, root)
    import importlib

    for module in ["tensorflow", "pytest", "absl.flags", *first.split(",")]:
        if module:
            try:
                importlib.import_module(module)
            except Exception as error:  # noqa: BLE001 - the files will tell
                print(f"{which}: {module}: {error}", file=sys.stderr)
    for file in files:
        child = os.fork()
        if child == 0:
            try:
                os.setsid()
                _run_file(root, file, path, path[: -len(".tsv")] + ".log")
            finally:
                os._exit(0)
        end = time.monotonic() + float(seconds)
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                if status:
                    Outcomes(file, path).write("", "failed", f"the process ended with {status}")
                break
            if time.monotonic() > end:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                Outcomes(file, path).write("", "failed", f"took more than {seconds} s")
                break
            time.sleep(0.02)


# ---- what both give ----


def results(path: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Reads (file, test) -> (outcome, error)."""
    if not os.path.exists(path):
        return {}
    with open(path, newline="") as file:
        return {(row[0], row[1]): (row[2], row[3]) for row in csv.reader(file, delimiter="\t") if len(row) == 4}


def run(cache: str, name: str, which: str, seconds: float, only: list[str]) -> str:
    """Runs one library's tests on one side; returns where the results are."""
    suite = SUITES[name]
    root = root_of(cache, suite)
    folder = os.path.join(os.path.abspath(cache), "results")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{name}_{which}.tsv")
    files = [f for f in files_of(root, suite) if not only or any(part in f for part in only)]
    before = results(path) if only else {}
    with open(path, "w", newline="") as file:  # what is not run again stays
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerows([*key, *value] for key, value in before.items() if key[0] not in files)
    variables = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "KERAS_BACKEND": "tensorflow", **suite.variables}
    tests = os.path.dirname(HERE)
    variables["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), tests]))
    command = [python_of(cache, suite), os.path.abspath(__file__), "--work", which, root, path, str(seconds)]
    with (
        tempfile.TemporaryDirectory() as temporary
    ):  # of what other runs have left, tests may take something for theirs
        variables["TMPDIR"] = temporary
        os.mkdir(os.path.join(temporary, "absl_testing"))  # which absl makes where it runs the tests
        subprocess.run([*command, ",".join(suite.first), *files], env=variables, cwd=folder, check=False)
    return path


def row(cache: str, name: str) -> tuple[int, int, list[tuple[tuple[str, str], str]]]:
    """Returns how many tests passed on TensorFlow, how many of these here, and those that did not, with the error."""
    folder = os.path.join(os.path.abspath(cache), "results")
    there, here = (results(os.path.join(folder, f"{name}_{which}.tsv")) for which in SIDES)
    passed = [key for key, (outcome, _) in there.items() if outcome in PASSED and key[1]]
    whole = {file: why for (file, test), (_, why) in here.items() if not test}
    lost = [
        (k, here.get(k, ("", whole.get(k[0], "did not run")))[1]) for k in passed if here.get(k, ("",))[0] not in PASSED
    ]
    return len(passed), len(passed) - len(lost), lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="libraries; all without them")
    parser.add_argument("--cache", required=True, help="the folder of the environments")
    parser.add_argument("--again", action="store_true", help="on graphwright only")
    parser.add_argument("--table", action="store_true", help="nothing is run: the table of what is known")
    parser.add_argument("--only", nargs="*", default=[], help="parts of the names of files")
    parser.add_argument("--seconds", type=float, default=600.0, help="that a file may take")
    parser.add_argument("--made", action="store_true", help="the environments are there")
    parser.add_argument("--expect", type=float, help="per cent below which it fails")
    args = parser.parse_args()
    sys.path.insert(0, os.path.dirname(HERE))
    low = False
    print("| library | passed there | passed here | per cent |\n|---|---|---|---|")
    for name in args.names or SUITES:
        if not args.table:
            if not args.made:
                make(args.cache, SUITES[name])
            for which in SIDES[1:] if args.again else SIDES:
                run(args.cache, name, which, args.seconds, args.only)
        there, here, lost = row(args.cache, name)
        share = 100 * here / there if there else 0.0
        low = low or (args.expect is not None and share < args.expect)
        print(f"| {name} | {there} | {here} | {share:.1f} |", flush=True)
        causes = collections.Counter(why[:110] for _, why in lost)
        for why, count in causes.most_common(12):
            print(f"    {count:5} {why}")
    sys.exit(low)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(*sys.argv[2:])
    else:
        main()
