"""`python -m graphwright` without a subcommand: its help and its version."""

from __future__ import annotations

import argparse
import difflib
import os
import sys

from graphwright._src.runner.arguments import Parser
from graphwright._version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NoReturn


def main(argv: list[str], commands: Mapping[str, tuple[str, str]]) -> NoReturn:
    """Answers `--help` and `--version`; anything else is an error, with the status 2. Ends the process.

    Args:
      argv: the words after the command.
      commands: subcommand -> (its file, what it does).
    """
    width = max(map(len, commands)) + 2
    table = "\n".join(f"  {name:{width}}{does}" for name, (_, does) in commands.items())
    parser = Parser(
        description="Runs FILE, a script or a notebook (no Jupyter needed), with `import tensorflow` served by graphwright; or "
        "does one of these:\n\n" + table + "\n\n`COMMAND --help` tells more of each. A file that is named like a "
        "command is run by `run`.",
        usage="%(prog)s [--help] [--version] FILE [ARG ...]\n       %(prog)s COMMAND ...",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"graphwright {__version__}")
    word = parser.add_argument("word", metavar="FILE | COMMAND", help="a file, or one of these commands")
    word.completer = _FilesAndCommands(commands)  # type: ignore[attr-defined]
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="ARG", help="arguments for it")
    if not argv and "_ARGCOMPLETE" not in os.environ:
        parser.print_help(sys.stderr)
        sys.exit(2)
    options = parser.parse_args(argv)
    near = difflib.get_close_matches(options.word, commands, 1)
    parser.error(f"no such file or command: {options.word}" + (f"; is {near[0]} meant?" if near else ""))


class _FilesAndCommands:
    """The words that a shell offers for the first one."""

    def __init__(self, commands: Mapping[str, tuple[str, str]]) -> None:
        self._commands = commands

    def __call__(self, prefix: str, **_: object) -> list[str]:
        from argcomplete.completers import FilesCompleter

        return [name for name in self._commands if name.startswith(prefix)] + list(FilesCompleter()(prefix))
