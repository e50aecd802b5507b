"""The places in the user's code where a variable got the value that an error is about."""

from __future__ import annotations

import linecache
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import CodeType, FrameType
    from typing import Any

_LONGEST = 120  # characters shown of a value


def instructions_with_lines(code: CodeType) -> Iterator[tuple[Any, int]]:
    """Gives the instructions of a code object, each with its line; Python tells lines in other ways from version to version."""
    import dis

    line = code.co_firstlineno
    instruction: Any
    for instruction in dis.get_instructions(code):
        if hasattr(instruction, "positions"):
            line = instruction.positions.lineno or line
        elif instruction.starts_line is not None:
            line = instruction.starts_line
        yield instruction, line


def lines_setting(code: CodeType, name: str) -> list[int]:
    """Returns the lines of a function's code that set a variable or an attribute, also in blocks that the rewriter made of it."""
    from graphwright._src.autograph import transpile

    _, _, attribute = name.rpartition(".")
    lines = []
    for instruction, line in instructions_with_lines(code):
        kind = "STORE_ATTR" if attribute != name else "STORE_"
        # A state function sets all variables at once, in the line of the statement.
        stored = instruction.argval
        if type(stored) is tuple:  # two instructions in one, since Python 3.13
            stored = attribute if attribute in stored[: 1 + instruction.opname.count("STORE_", 1)] else None
        if instruction.opname.startswith(kind) and stored == attribute and code.co_name != "set_state":
            lines.append(line)
    for const in code.co_consts:
        if type(const) is type(code) and transpile.is_block(const) and "vars_" not in const.co_varnames:
            lines += lines_setting(const, name)
    return lines


def place_of(file: str, lines: Iterable[int]) -> str:
    """Returns the last of some lines with its text, or ""."""
    line = max(lines, default=0)
    if not line:
        return ""
    text = linecache.getline(file, line).strip()
    return f", line {line}" + (f": {text}" if text else "")


def shown(value: object) -> str:
    """Returns a value's `repr`, cut where it is long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a class with a broken __repr__
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def in_function(function: Callable | None, name: str) -> str:
    """Returns the place in a branch or a loop's body where a variable is set last, or ""."""
    code = getattr(function, "__code__", None)
    return "" if code is None else place_of(code.co_filename, lines_setting(code, name))


def before_statement(name: str) -> str:
    """Returns the place before the statement that is being staged where a variable was set last, or ""."""
    from graphwright._src.autograph import transpile

    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not transpile.is_converted(frame.f_code):
        frame = frame.f_back
    while frame is not None and transpile.is_converted(frame.f_code):
        lines = [line for line in lines_setting(frame.f_code, name) if line < frame.f_lineno]
        if lines:
            return place_of(frame.f_code.co_filename, lines)
        if not transpile.is_block(frame.f_code):
            break
        frame = frame.f_back
        while frame is not None and not transpile.is_converted(frame.f_code):
            frame = frame.f_back
    return ""


def add(error: Exception, *parts: tuple[str, Any, str]) -> None:
    """Adds to an error's text, for each side that disagrees, its label, value and place."""
    lines = [f"\n  {label}: {shown(value)}{place}" for label, value, place in parts]
    error.args = (str(error.args[0]) + "".join(lines), *error.args[1:])
