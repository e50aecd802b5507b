"""Runs notebooks on TensorFlow or on graphwright and writes down what every cell showed.

    python execute_cells.py tensorflow|graphwright OUT.jsonl FILE...

FILE is a notebook, or a Python file whose cells start with `# %%` lines. Every file runs in a process of its own,
forked after the import of the framework; OUT.jsonl gets one line per code cell as soon as the cell is done, so that the
cells before a crash are known. A failing cell does not stop the run. This script uses the cell engine of
graphwright.runner, loaded from its files, and imports graphwright only where it is asked to.
"""

from __future__ import annotations

import importlib.util
import json
import os
import pathlib
import re
import signal
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CELL_SECONDS = 300


def load_runner():
    """Returns the package graphwright.runner without graphwright: from this tree, else from the installed package."""
    folder = ROOT / "python" / "graphwright" / "_src" / "runner"
    if not folder.exists():
        folder = pathlib.Path(importlib.util.find_spec("graphwright").origin).parent / "_src" / "runner"
    spec = importlib.util.spec_from_file_location(
        "cell_runner", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def read_cells(path: pathlib.Path, runner) -> list:
    """Returns the code cells of a notebook, or of a Python file with `# %%` lines; words after `# %%` are the cell's tags."""
    if path.suffix == ".ipynb":
        return [cell for cell in runner.read_notebook(path) if cell.kind == "code"]
    cells = []
    for block in re.split(r"^(?=# %%)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        marker, _, source = block.partition("\n")
        cells.append(runner.Cell("code", source.rstrip("\n"), frozenset(marker[len("# %%") :].split())))
    return cells


def run_cell(session, cell) -> dict:
    """Runs one cell; a dict with its source, its tags, what it printed, its result's text and its error."""
    shown = tempfile.TemporaryFile()
    sys.stdout.flush()
    sys.stderr.flush()
    os.dup2(shown.fileno(), 1)  # one file for both, so that what they hold stays in order
    os.dup2(shown.fileno(), 2)
    try:
        outcome = session.run_cell(cell.source)
        result, error = outcome.result, outcome.error
    except SystemExit as stop:
        result, error = None, stop
    sys.stdout.flush()
    sys.stderr.flush()
    shown.seek(0)
    return {
        "source": cell.source,
        "tags": sorted(cell.tags),
        "output": shown.read().decode("utf-8", "replace"),
        "result": result,
        "error": None if error is None else {"class": type(error).__name__, "message": str(error)},
    }


def run_file(path: pathlib.Path, session, runner, out) -> None:
    """Runs all code cells of a file in this process."""
    sys.stdout.reconfigure(write_through=True)
    sys.stderr.reconfigure(write_through=True)
    os.chdir(tempfile.mkdtemp())
    sys.argv[:] = [str(path)]
    for number, cell in enumerate(read_cells(path, runner)):
        signal.alarm(CELL_SECONDS)
        record = run_cell(session, cell)
        signal.alarm(0)
        out.write(json.dumps({"path": str(path), "number": number, **record}, ensure_ascii=False) + "\n")
        out.flush()


def main(framework: str, out_path: str, *files: str) -> int:
    """Returns 0; crashes of a file's process are written down, too."""
    runner = load_runner()
    with open(out_path, "w", encoding="utf-8") as out, runner.Session() as session:
        if framework == "graphwright":
            import graphwright.as_tensorflow  # noqa: F401
        import tensorflow as tf

        # Known by the tests: which of the two has really been at work.
        out.write(json.dumps({"framework": "graphwright" if "graphwright" in sys.modules else tf.__name__}) + "\n")
        out.flush()
        for file in files:
            child = os.fork()
            if child == 0:
                status = 70
                try:
                    run_file(pathlib.Path(file).resolve(), session, runner, out)
                    status = 0
                finally:
                    os._exit(status)
            _, status = os.waitpid(child, 0)
            if status != 0:
                code = os.waitstatus_to_exitcode(status)
                crash = {"path": str(pathlib.Path(file).resolve()), "crash": code}
                out.write(json.dumps(crash) + "\n")
                out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
