"""Tracebacks as a notebook shows them: the user's frames, with the lines around the one that failed."""

from __future__ import annotations

import linecache
import os
import re
import traceback
import types

_HERE = os.path.dirname(os.path.abspath(__file__))
_PACKAGE = os.path.dirname(os.path.dirname(_HERE))
_CONTEXT = 2  # lines shown before and after the one that failed
_WIDTH = 75


def without_runner(trace: types.TracebackType | None) -> types.TracebackType | None:
    """`trace` from the first frame that is not this package's own: what Python would have shown without the runner."""
    while trace is not None and _is_inside(trace.tb_frame.f_code.co_filename, _HERE):
        trace = trace.tb_next
    return trace


def notebook_traceback(error: BaseException) -> str:
    """Returns the text a notebook shows for `error`, its causes first. Frames inside graphwright itself are left out."""
    parts = []
    seen: set[int] = set()
    chain: list[tuple[BaseException, str]] = []
    current: BaseException | None = error
    link = ""
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        chain.append((current, link))
        if current.__cause__ is not None:
            current, link = current.__cause__, "The above exception was the direct cause of the following exception:"
        elif current.__suppress_context__:
            current = None
        else:
            current, link = current.__context__, "During handling of the above exception, another exception occurred:"
    parts.append("-" * _WIDTH)
    for exception, link in reversed(chain):
        parts.append(_one(exception))
        if link:
            parts.append(f"\n{link}\n")
    return "\n".join(parts)


def _one(error: BaseException) -> str:
    name = type(error).__name__
    lines = [name + "Traceback (most recent call last)".rjust(_WIDTH - len(name))]
    frames = [(frame, line) for frame, line in traceback.walk_tb(without_runner(error.__traceback__))]
    shown = [item for item in frames if not _is_inside(item[0].f_code.co_filename, _PACKAGE)] or frames
    for frame, line in shown:
        lines.append(_frame(frame, line))
    for text in traceback.format_exception_only(type(error), error):
        text = re.sub(r'File "<cell (.+?)>"', r"Cell In[\1]", text)  # the place of a SyntaxError
        lines.append(text.rstrip("\n"))
    return "\n".join(lines)


def _frame(frame: types.FrameType, line: int) -> str:
    code = frame.f_code
    where = "" if code.co_name == "<module>" else f", in {code.co_name}"
    if code.co_filename.startswith("<cell "):
        head = f"Cell In[{code.co_filename[6:-1]}], line {line}{where}"
    else:
        head = f"File {code.co_filename}:{line}{where}"
    lines = [head]
    for number in range(max(1, line - _CONTEXT), line + _CONTEXT + 1):
        text = linecache.getline(code.co_filename, number, frame.f_globals).rstrip("\n")
        if text or number == line:
            mark = str(number) if number != line else "-" * (5 - len(str(number))) + f"> {number}"
            lines.append(f"{mark:>7} {text}".rstrip())
    return "\n".join(lines) + "\n"


def _is_inside(filename: str, folder: str) -> bool:
    return os.path.abspath(filename).startswith(folder + os.sep)
