"""`python -m graphwright run FILE [ARG ...]`, the same as without `run`: runs a script or a notebook."""

from __future__ import annotations

from graphwright._src.runner.arguments import Parser, add_file, check_file


def main(argv: list[str]) -> int:
    """Runs the file that `argv` names. Returns its exit status."""
    parser = Parser(
        "run",
        description="Runs a script, or a notebook's cells in order (no Jupyter needed), with `import tensorflow` served by "
        "graphwright.",
    )
    add_file(parser)
    options = parser.parse_args(argv)
    check_file(parser, options.file)

    import graphwright.as_tensorflow  # noqa: F401
    from graphwright._src.runner import launch

    return launch.run_file(options.file, options.args)
