"""`python -m graphwright`, or `graphwright`: runs scripts and notebooks, and has subcommands: see `--help`."""

# PYTHON_ARGCOMPLETE_OK

from __future__ import annotations

import os
import sys
from importlib import import_module

# Subcommand -> the file of `runner` whose `main` does it, and what it does.
COMMANDS = {
    "run": ("run_command", "runs a script or a notebook with `import tensorflow` served by graphwright"),
    "explain": ("explain", "runs a script, and tells what the functions in it did"),
    "saved_model": ("saved_model_command", "shows what is in a saved model, and runs its signatures"),
    "doctor": ("doctor", "tells what a report of an error needs, and warns of what does not go together"),
    "new-bug": ("new_bug", "makes a small script that fails as a large one does"),
    "completion": ("completion", "prints what makes a shell complete these commands"),
}


def main(argv: list[str] | None = None) -> int:
    """Does what the words say: those of the command line unless given. Returns the exit status.

    A first word that is no subcommand is the file of `run`; `./doctor` is a file, `doctor` a subcommand.
    """
    words = sys.argv[1:] if argv is None else argv
    if "_ARGCOMPLETE" in os.environ:
        from graphwright._src.runner import completion

        words = completion.words_of_line(COMMANDS)
    if words and words[0] in COMMANDS:
        return _main_of(words[0])(words[1:])
    if words and os.path.isfile(words[0]):
        return _main_of("run")(words)
    from graphwright._src.runner import overview

    return overview.main(words, COMMANDS)


def _main_of(command: str):  # noqa: ANN202
    return import_module(f"graphwright._src.runner.{COMMANDS[command][0]}").main


if __name__ == "__main__":
    sys.exit(main())
