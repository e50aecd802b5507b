"""`python -m graphwright new-bug FILE.py`: a small script that fails as FILE does, for a report of the error."""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import os
import re
import subprocess
import sys
import tempfile
import time

from graphwright._src.base.package_folder import PACKAGE_FOLDER
from graphwright._src.runner.arguments import Parser, check_file
from graphwright._src.runner.bug import reduction
from graphwright._src.runner.bug.attempt import Outcome, attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

_LEAST_SECONDS = 10.0  # that a smaller program gets
_ARRAYS = "bug_arrays"  # as in bug/literals.py, which is not imported for its name alone
_LIBRARIES = ("graphwright", "numpy", "ml_dtypes", "google", "keras")


class NoScriptError(Exception):
    """There is no script to be made; the text says why."""


def main(argv: list[str]) -> int:
    """Makes the script. Returns the exit status: 1 where there is none, after saying why."""
    parser = Parser(
        "new-bug",
        description="Runs a script that fails, and makes a small one that fails in the same way: the statement that raises, "
        "the values that it was given, the functions that it calls, and as little else as possible. FILE and parts of it are run "
        "many times for that, in this folder: what it does to files, it does again.",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT.py", help="where to write it (bug_FILE.py in this folder unless given)"
    )
    parser.add_argument(
        "--seconds", type=float, default=60, metavar="N", help="for how long it is made smaller (60 unless given)"
    )
    parser.add_argument(
        "--timeout", type=float, default=600, metavar="N", help="for how long FILE may run (600 unless given)"
    )
    parser.add_argument("file", metavar="FILE", help="a Python script that fails")
    parser.add_argument("args", nargs=argparse.REMAINDER, metavar="ARG", help="arguments for FILE, its sys.argv[1:]")
    options = parser.parse_args(argv)
    check_file(parser, options.file)
    try:
        made, outcome = _Search(options).run()
    except NoScriptError as reason:
        print(f"no script: {reason}", file=sys.stderr)
        return 1
    print(f"{outcome.name}: {outcome.line}" if outcome.line else outcome.name)
    for file in made:
        print(f"written: {file}")
    return 0


class _Search:
    """The way from a script that fails to a small one."""

    def __init__(self, options: Namespace) -> None:
        self._file = os.path.abspath(options.file)
        self._arguments: list[str] = options.args
        self._seconds: float = options.seconds
        self._timeout: float = options.timeout
        stem = re.sub(r"\W", "_", os.path.splitext(os.path.basename(self._file))[0])
        self._output = os.path.abspath(options.output or f"bug_{stem}.py")
        self._arrays = os.path.splitext(self._output)[0] + ".npz"
        self._limit = _LEAST_SECONDS

    def run(self) -> tuple[list[str], Outcome]:
        """Returns the files that were written, and the error.

        Raises:
          NoScriptError: the script does not fail, not twice in the same way, or nothing can be made of it.
        """
        if self._file.lower().endswith(".ipynb"):
            raise NoScriptError(
                f"{self._file} is a notebook: save its code as a script (jupyter nbconvert --to script)"
            )
        with open(self._file, encoding="utf-8") as file:
            source = file.read()
        try:
            ast.parse(source)
        except SyntaxError as error:
            raise NoScriptError(f"{self._file} is no program: {error.msg} in line {error.lineno}") from None
        if os.path.exists(self._output):
            raise NoScriptError(f"{self._output} is there already; --output names another file")
        import graphwright.as_tensorflow  # noqa: F401

        with tempfile.TemporaryDirectory() as folder:
            return self._make(source, folder)

    def _make(self, source: str, folder: str) -> tuple[list[str], Outcome]:
        slices = os.path.join(folder, "slices")
        os.mkdir(slices)
        begun = time.monotonic()
        wanted = attempt(self._file, self._arguments, self._timeout, lambda error: _harvest(error, slices))
        self._limit = max(_LEAST_SECONDS, 3 * (time.monotonic() - begun))
        if wanted.kind == "":
            raise NoScriptError(f"{self._file} ends without an error")
        if wanted.kind == "time":
            raise NoScriptError(f"{self._file} did not end within {wanted.name}; --timeout gives it longer")
        _import_all(_read(os.path.join(slices, "modules.txt")).split())
        source, arrays = self._first_like(wanted, source, slices, folder)
        place = os.path.join(folder, "work")
        os.makedirs(place, exist_ok=True)
        with_arrays = arrays if f"{_ARRAYS}[" in source else None
        if with_arrays:
            os.replace(with_arrays, os.path.join(place, "bug.npz"))

        def holds(text: str) -> bool:
            return self._try(text, place).is_like(wanted)

        small = reduction.reduce(source, holds, self._seconds)
        return self._write(small, place, wanted), wanted

    def _first_like(self, wanted: Outcome, source: str, slices: str, folder: str) -> tuple[str, str]:
        """Returns the smallest program at hand that fails in the same way, and the file of its arrays."""
        candidates = sorted(name for name in os.listdir(slices) if name.endswith(".py"))
        whole = _begun_with(self._head(), source)
        for name in [*candidates, ""]:
            place = os.path.join(folder, f"try_{name}")
            os.mkdir(place)
            text, arrays = whole, ""
            if name:
                with open(os.path.join(slices, name), encoding="utf-8") as file:
                    text = file.read()
                arrays = os.path.join(place, "bug.npz")
                if f"{_ARRAYS}[" in text:
                    os.replace(os.path.join(slices, name[:-3] + ".npz"), arrays)
            if self._try(text, place).is_like(wanted):
                return text, arrays
        reasons = _read(os.path.join(slices, "reasons.txt"))
        raise NoScriptError(
            f"{self._file} fails with {wanted.name}: {wanted.line or wanted.message}, but another run of it does not"
            + (f" ({reasons})" if reasons else "")
        )

    def _head(self) -> str:
        """Returns what the whole program needs where it does not lie in its folder, or gets no arguments."""
        head = ""
        folder = os.path.dirname(self._file)
        if self._arguments:
            head += f"import sys\nsys.argv[1:] = {self._arguments!r}\n"
        if any(name.endswith(".py") or os.path.isdir(os.path.join(folder, name)) for name in os.listdir(folder)):
            head += f"import sys\nsys.path.insert(0, {folder!r})\n"
        return head

    def _try(self, text: str, place: str) -> Outcome:
        """Returns how a program ends that was never run."""
        path = os.path.join(place, "bug.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(_with_arrays(text, "bug.npz"))
        return attempt(path, [], self._limit)

    def _write(self, text: str, place: str, wanted: Outcome) -> list[str]:
        """Writes the script and its arrays, and sees that it fails in a fresh process, too."""
        made = [self._output]
        stored = os.path.join(place, "bug.npz")
        if f"{_ARRAYS}[" in text:
            with open(stored, "rb") as source, open(self._arrays, "wb") as target:
                target.write(source.read())
            made.append(self._arrays)
        body = _with_arrays(text, os.path.basename(self._arrays))
        if re.search(r"\b(tensorflow|keras|tf_keras)\b", body):
            body = _begun_with(
                "import graphwright.as_tensorflow  # `import tensorflow` is graphwright from here on\n", body
            )
        with open(self._output, "w", encoding="utf-8") as file:
            file.write(_comment(wanted) + "\n" + body)
        found = _run_freshly(self._output, self._limit)
        if not found.is_like(wanted):
            for path in made:
                os.remove(path)
            raise NoScriptError(
                f"what was made ends with {found.name or 'no error'} in a process of its own, not {wanted.name}"
            )
        return made


def _begun_with(head: str, text: str) -> str:
    """Puts lines before a program, but behind what must be its beginning: its docstring and `from __future__`."""
    at = 0
    for node in ast.parse(text).body:
        is_text = (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )
        if not is_text and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            break
        at = node.end_lineno or 0
    lines = text.splitlines(keepends=True)
    return "".join(lines[:at]) + head + "".join(lines[at:])


def _import_all(names: list[str]) -> None:
    """Imports here what the program has imported of libraries, once for all of its runs."""
    for name in names:
        if name.partition(".")[0] in _LIBRARIES:
            with contextlib.suppress(Exception):
                importlib.import_module(name)


def _harvest(error: BaseException, folder: str) -> None:
    """Writes the programs that may fail in the same way into a folder, in the order in which to try them."""
    import numpy as np

    from graphwright._src.runner.bug.slicing import candidates

    with open(os.path.join(folder, "modules.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(sys.modules))
    found, reasons = candidates(error)
    for number, candidate in enumerate(found):
        with open(os.path.join(folder, f"{number:02}.py"), "w", encoding="utf-8") as file:
            file.write(candidate.source)
        if candidate.arrays:
            arrays: dict[str, Any] = dict(candidate.arrays)
            np.savez(os.path.join(folder, f"{number:02}.npz"), **arrays)
    with open(os.path.join(folder, "reasons.txt"), "w", encoding="utf-8") as file:
        file.write("; ".join(reasons))


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def _with_arrays(text: str, name: str) -> str:
    """Puts the line that reads large arrays before the program's first use of them."""
    if f"{_ARRAYS}[" not in text:
        return text
    line = f'import os\n{_ARRAYS} = np.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "{name}"))'
    lines = text.splitlines()
    first = next(number for number, each in enumerate(lines) if f"{_ARRAYS}[" in each)
    imported = ["import numpy as np"] if "import numpy as np" not in lines[:first] else []
    return "\n".join([*lines[:first], *imported, line, *lines[first:]]) + "\n"


def _comment(wanted: Outcome) -> str:
    """Returns the lines before the program: the error, and the machine."""
    from graphwright._src.runner import doctor

    said = [f"{wanted.name}: {wanted.line}" if wanted.line else wanted.name, "", *doctor.report().splitlines()]
    return "".join(f"# {line}".rstrip() + "\n" for line in said)


_REPORT = """
import json, sys
from graphwright._src.runner.bug import attempt
print("\\n" + json.dumps(attempt.run(sys.argv[1], [])), flush=True)
"""


def _run_freshly(path: str, seconds: float) -> Outcome:
    """Runs a script in an interpreter of its own."""
    import json
    import signal

    space = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([os.path.dirname(PACKAGE_FOLDER), os.environ.get("PYTHONPATH", "")]),
    }
    try:
        run = subprocess.run(
            [sys.executable, "-c", _REPORT, path],
            capture_output=True,
            text=True,
            timeout=seconds,
            env=space,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome("time", f"{seconds:.0f} s")
    if run.returncode < 0:
        return Outcome("signal", signal.Signals(-run.returncode).name)
    lines = run.stdout.splitlines()
    return Outcome(*json.loads(lines[-1])) if run.returncode == 0 and lines else Outcome("error", run.stderr[-200:])
