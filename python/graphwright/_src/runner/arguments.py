"""The parsers of `python -m graphwright` and its subcommands: one style of help, and completion where a shell asks for it."""

from __future__ import annotations

import argparse
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def program_name(command: str = "") -> str:
    """Returns how the running command is called by its user, as "graphwright explain"."""
    script = os.path.basename(sys.argv[0])
    name = script if script == "graphwright" else "python -m graphwright"
    return f"{name} {command}" if command else name


class Parser(argparse.ArgumentParser):
    """A parser whose help is as wide as its text, and which answers a shell that completes a line.

    Args:
      command: the subcommand, or "".
      options: those of argparse.
    """

    def __init__(self, command: str = "", **options: Any) -> None:
        options.setdefault("prog", program_name(command))
        super().__init__(**options)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Returns the arguments; where a shell completes a line, answers that and ends the process."""
        if "_ARGCOMPLETE" in os.environ:
            import argcomplete

            argcomplete.autocomplete(self)
        return super().parse_args(args, namespace)


def add_file(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of what runs a file: the file, and those that the file gets."""
    parser.add_argument("file", metavar="FILE", help="a Python script, or a notebook with the suffix .ipynb")
    parser.add_argument("args", nargs=argparse.REMAINDER, metavar="ARG", help="arguments for FILE, its sys.argv[1:]")


def check_file(parser: argparse.ArgumentParser, path: str) -> None:
    """Ends the process with the status 2 where there is no such file."""
    if not os.path.isfile(path):
        parser.error(f"no such file: {path}")
