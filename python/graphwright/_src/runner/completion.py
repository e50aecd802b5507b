"""`python -m graphwright completion SHELL`: what makes a shell complete subcommands, options and files (with argcomplete)."""

from __future__ import annotations

import os
import sys

from graphwright._src.runner.arguments import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container


def main(argv: list[str]) -> int:
    """Prints the lines for the shell that `argv` names. Returns the exit status: 1 where argcomplete is not installed."""
    parser = Parser(
        "completion",
        description="Prints what makes a shell complete the words of `graphwright`: put "
        '`eval "$(graphwright completion bash)"` into ~/.bashrc, or `graphwright completion fish | source` into '
        "config.fish. argcomplete is needed: pip install 'graphwright[completion]'.",
    )
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")
    options = parser.parse_args(argv)
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        print("completion needs argcomplete: pip install 'graphwright[completion]'", file=sys.stderr)
        return 1
    print(shellcode(["graphwright"], shell=options.shell))
    return 0


def words_of_line(commands: Container[str]) -> list[str]:
    """Returns the words before the one that a shell completes: the subcommand alone, or none.

    Where there is a subcommand, argcomplete is told that the program's name ends with it.
    """
    try:
        from argcomplete.lexers import split_line
    except ImportError:
        sys.exit(1)
    words = split_line(os.environ["COMP_LINE"], int(os.environ["COMP_POINT"]))[3]
    own = int(os.environ["_ARGCOMPLETE"])
    if len(words) > own and words[own] in commands:
        os.environ["_ARGCOMPLETE"] = str(own + 1)
        return [words[own]]
    return []
