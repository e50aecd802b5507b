"""`python -m graphwright FILE.py|FILE.ipynb [args]`: runs FILE with `import tensorflow` served by graphwright.

`python -m graphwright explain FILE [args]` tells afterwards what the functions in it did, and
`python -m graphwright saved_model show|run --dir DIR …` looks at saved models and runs them.
"""

from __future__ import annotations

import argparse
import os
import sys

from graphwright._version import __version__


def main(argv: list[str]) -> int:
    """Runs the file that `argv` names. Returns the exit status."""
    if argv[:1] == ["explain"] and len(argv) > 1:
        from graphwright._src.runner import explain as script

        return script.main(argv[1:])
    if argv[:1] == ["saved_model"] and len(argv) > 1 and not os.path.isfile(argv[0]):
        from graphwright._src.runner import saved_model_command as command

        return command.main(argv[1:])
    parser = argparse.ArgumentParser(
        prog="python -m graphwright",
        description="Runs a script, or a notebook's cells in order (no Jupyter needed), with `import tensorflow` "
        "served by graphwright. `explain FILE` as arguments: tells afterwards what the tf.functions in it did. "
        "`saved_model show|run --dir DIR`: what is in a saved model, and what it gives.",
    )
    parser.add_argument("--version", action="version", version=f"graphwright {__version__}")
    parser.add_argument("file", metavar="FILE", help="a Python script, or a notebook with the suffix .ipynb")
    parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments for FILE, its sys.argv[1:]")
    options = parser.parse_args(argv)
    if not os.path.isfile(options.file):
        parser.error(f"no such file: {options.file}")

    import graphwright.as_tensorflow  # noqa: F401
    from graphwright._src.runner import launch

    run = launch.run_notebook if options.file.lower().endswith(".ipynb") else launch.run_script
    return run(options.file, options.args)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
