"""`%load_ext graphwright`: rich displays, and the magics `%doctor`, `%explain` and `%%explain`, in IPython and Jupyter.

The text of values, their `repr`, stays what it is. In notebooks that `python -m graphwright` runs, which show text, there are
the magics alone.
"""

from __future__ import annotations

from graphwright._src.base.logger import get_logger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_before: dict[type, Any] = {}  # class -> what showed its objects until then


def load(shell: Any) -> None:
    """Adds displays and magics to a shell of IPython's, or to one of ours."""
    shell.register_magic_function(_doctor, "line", "doctor")
    shell.register_magic_function(_line_explain(shell), "line", "explain")
    shell.register_magic_function(_cell_explain(shell), "cell", "explain")
    formatter = _html_formatter(shell)
    if formatter is None:
        return
    from graphwright._src.runner import rich

    for cls, show in rich.SHOWN.items():
        _before[cls] = formatter.for_type(cls, _guarded(show))


def unload(shell: Any) -> None:
    """Takes the displays back; magics stay, as IPython has no way to take them."""
    formatter = _html_formatter(shell)
    while _before and formatter is not None:
        cls, before = _before.popitem()
        if before is None:
            formatter.pop(cls, None)
        else:
            formatter.for_type(cls, before)


def _html_formatter(shell: Any) -> Any:
    display = getattr(shell, "display_formatter", None)
    return None if display is None else display.formatters["text/html"]


def _guarded(show: Callable[[Any], str]) -> Callable[[Any], str | None]:
    """Returns a function that shows the text alone where there is no HTML of a value."""

    def shown(value: Any) -> str | None:
        try:
            return show(value)
        except Exception:  # noqa: BLE001 - a display must not fail a cell
            get_logger().debug("no HTML of a %s", type(value).__name__, exc_info=True)
            return None

    return shown


def _doctor(line: str) -> None:
    """%doctor: tells versions, processor, threads, memory and GPUs of this process, and what does not go together."""
    from graphwright._src.runner import doctor

    print(doctor.report())


def _line_explain(shell: Any) -> Callable[[str], Any]:
    def explain(line: str) -> Any:
        """%explain FUNCTION: its traces and why they were made, its graphs, memory and time (`FUNCTION.inspect()`)."""
        return eval(line, shell.user_ns).inspect()

    return explain


def _cell_explain(shell: Any) -> Callable[[str, str], None]:
    def explain(line: str, cell: str) -> None:
        """%%explain: runs the cell, then tells what the functions that were traced in it did, and where the time went."""
        import sys

        from graphwright._src.runner import explain as command

        with command.Watch() as watch:
            shell.run_cell(cell)
        reports = [command.FunctionSummary(function, watch.traces[id(function)]) for function in watch.functions]
        command.write_text(reports, "the cell", sys.stdout)

    return explain
