"""Runs one file, a script or a notebook, from start to end, and gives the exit status."""

from __future__ import annotations

import importlib.machinery
import os
import sys
import types

from .notebook import NotebookError, read_notebook
from .session import Session
from .tracebacks import without_runner


def run_file(path: str, arguments: list[str]) -> int:
    """Runs the script or notebook at `path`. Returns the exit status; SystemExit of a script passes through."""
    run = run_notebook if path.lower().endswith(".ipynb") else run_script
    return run(path, arguments)


def run_script(path: str, arguments: list[str]) -> int:
    """Runs the script at `path` as `python path arguments` would. Returns the exit status; SystemExit passes through.

    An exception that the script lets through is shown by `sys.excepthook`, with the script's own frames alone.
    """
    main = types.ModuleType("__main__")
    main.__file__ = path
    main.__loader__ = importlib.machinery.SourceFileLoader("__main__", path)
    _enter(os.path.dirname(os.path.abspath(path)), [path, *arguments])
    sys.modules["__main__"] = main
    try:
        with open(path, "rb") as file:
            source = file.read()
        exec(compile(source, path, "exec", dont_inherit=True), main.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        error.__traceback__ = without_runner(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


def run_notebook(path: str, arguments: list[str]) -> int:
    """Runs the cells of the notebook at `path` in order, in the notebook's folder, and prints what they would show.

    Returns the exit status: 1 where a cell failed that is not tagged `raises-exception`; the cells after it do not run.
    """
    try:
        cells = read_notebook(path)
    except NotebookError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    path = os.path.abspath(path)
    _enter(os.path.dirname(path), [path, *arguments])
    os.chdir(os.path.dirname(path))  # as Jupyter does: the files that a notebook names lie beside it
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(line_buffering=True)  # keeps what goes to stdout and stderr in order
    # The session is left open: what the cells registered to run at exit may still need it.
    session = Session().__enter__()
    for cell in cells:
        if cell.kind != "code" or not cell.source.strip() or "skip-execution" in cell.tags:
            continue
        outcome = session.run_cell(cell.source)
        if outcome.result is not None:
            print(outcome.result)
        if outcome.error is None:
            continue
        tolerated = "raises-exception" in cell.tags and isinstance(outcome.error, Exception)
        print(outcome.traceback, file=sys.stdout if tolerated else sys.stderr)
        if not tolerated:
            return 130 if isinstance(outcome.error, KeyboardInterrupt) else 1
    return 0


def _enter(folder: str, argv: list[str]) -> None:
    """Makes `argv` the program's arguments, and `folder` the first place to import from."""
    sys.argv[:] = argv
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = folder
