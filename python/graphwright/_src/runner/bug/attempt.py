"""Runs of a program in child processes: how each ends, and what a failed one is asked for before it goes."""

from __future__ import annotations

import json
import linecache
import os
import re
import select
import signal
import sys
import time
import types
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


class Outcome(NamedTuple):
    """The end of a run.

    Attributes:
      kind: "error", "signal" (the process died), "time" (it was stopped) or "" (nothing is wrong).
      name: the error's class, or the signal.
      line: what makes two errors the same, beside that: the line of the message that says what is wrong, without names of nodes.
      message: the whole message.
    """

    kind: str
    name: str = ""
    line: str = ""
    message: str = ""

    def is_like(self, other: Outcome) -> bool:
        """Tells whether both are the same error."""
        return (self.kind, self.name, self.line) == (other.kind, other.name, other.line)


# What holds the text of an error: the last paragraph does.
_WRAPPED = ("in user code:", "Graph execution error:")


def essence_of(message: str) -> str:
    """Returns the line of an error's message that says what is wrong, without what differs from run to run.

    >>> essence_of("in user code:\\n\\n    File 'a.py', line 3, in f\\n        g(x)\\n\\n    ValueError: no such axis\\n")
    'no such axis'
    >>> essence_of("{{function_node __wrapped__Gather}} index 5 [Op:Gather]")
    'index 5'
    """
    paragraphs = [part for part in message.strip().split("\n\n") if part.strip()]
    if not paragraphs:
        return ""
    wrapped = paragraphs[0].splitlines()[0].strip() in _WRAPPED
    line = paragraphs[-1 if wrapped else 0].strip().splitlines()[0]
    line = re.sub(r"^(?:\w+\.)*\w+(?:Error|Exception): ", "", line)
    line = re.sub(r"'\{\{node [^}]*\}\} = [^']*'", "a node", line)
    line = re.sub(r"\{\{[^}]*\}\}|\[Op:[^\]]*\]|\bname: \S*", "", line)
    line = re.sub(r"0x[0-9a-f]+|line \d+|\b__\w+_\d+\b|/\S+\.py\b|<\S+ object at [^>]*>", "…", line)
    return " ".join(line.split())


def attempt(
    path: str, arguments: list[str], seconds: float, harvest: Callable[[BaseException], None] | None = None
) -> Outcome:
    """Runs the program at `path` in a child of this process, which must not have computed anything yet.

    Args:
      path: the file; `sys.argv[0]` as well.
      arguments: its arguments.
      seconds: after how many the child is stopped.
      harvest: called in the child with the error, while the program's values are alive.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _run_and_end(path, arguments, writer, harvest)
    os.close(writer)
    return _wait(child, reader, seconds)


def _wait(child: int, reader: int, seconds: float) -> Outcome:
    """Returns what the child writes; stops it where it writes nothing for too long."""
    deadline, text = time.monotonic() + seconds, b""
    try:
        while True:
            ready, _, _ = select.select([reader], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return Outcome("time", f"{seconds:.0f} s")
            chunk = os.read(reader, 1 << 16)
            if not chunk:
                break
            text += chunk
    finally:
        os.close(reader)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return Outcome("signal", signal.Signals(os.WTERMSIG(status)).name)
    return Outcome(*json.loads(text)) if text else Outcome("signal", f"exit status {os.WEXITSTATUS(status)}")


def _run_and_end(path: str, arguments: list[str], writer: int, harvest: Callable | None) -> NoReturn:
    """Runs the program as `python path arguments` would, writes the outcome, and ends the process without further ado."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    outcome = run(path, arguments, harvest)
    with os.fdopen(writer, "w", encoding="utf-8") as file:
        json.dump(outcome, file)
    os._exit(0)


def run(path: str, arguments: list[str], harvest: Callable[[BaseException], None] | None = None) -> Outcome:
    """Runs the file at `path` as the main program of this process. Returns how it ends; `harvest` gets its error."""
    try:
        _execute(path, arguments)
    except SystemExit:
        pass
    except BaseException as error:  # noqa: BLE001 - whatever the program raises
        outcome = _outcome_of(error)
        if harvest is not None:
            harvest(error)
        return outcome
    return Outcome("")


def _execute(path: str, arguments: list[str]) -> None:
    with open(path, encoding="utf-8") as file:
        source = file.read()
    linecache.checkcache(path)
    main = types.ModuleType("__main__")
    main.__file__ = path
    sys.argv[:] = [path, *arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    sys.modules["__main__"] = main
    exec(compile(source, path, "exec", dont_inherit=True), main.__dict__)


def _outcome_of(error: BaseException) -> Outcome:
    message = str(getattr(error, "message", None) or error)
    return Outcome("error", type(error).__name__, essence_of(message), message)
