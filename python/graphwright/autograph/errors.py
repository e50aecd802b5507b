"""Errors raised while a converted function runs: told in the user's lines, with the frames in between left out."""

from __future__ import annotations

import linecache
import os
import types
from collections import namedtuple

from graphwright.autograph import filtering, transpile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class ConversionError(ValueError):
    """A function cannot be converted."""


class UnsupportedLanguageElementError(ConversionError, NotImplementedError):
    """A function uses syntax that is not converted."""


class MultilineKeyError(KeyError):
    """A KeyError that shows its text as it is; Python's shows the `repr` of it."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class _Frame(namedtuple("_Frame", "file line function converted trace")):
    __slots__ = ()


def explain(error: Exception) -> Exception:
    """The error to raise for `error`, which a converted function raised: its text says where in the user's code it was.

    It is the same object wherever its text can be changed, and always of its class.
    """
    frames = list(_user_frames(error.__traceback__))
    if not frames:
        return error
    explained = _with_text(error, frames)
    if filtering.is_traceback_filtering_enabled():
        explained.__traceback__ = _chain(frames)
        # What led to the error is told in the same way.
        seen = {id(error), id(explained)}
        waiting = [explained.__cause__, explained.__context__]
        while waiting:
            earlier = waiting.pop()
            if earlier is not None and id(earlier) not in seen:
                seen.add(id(earlier))
                earlier.__traceback__ = filtered(earlier.__traceback__)
                waiting += [earlier.__cause__, earlier.__context__]
    return explained


def filtered(trace: types.TracebackType | None) -> types.TracebackType | None:
    """A traceback without this package's frames; all of it where there are no others, or filtering is off."""
    if not filtering.is_traceback_filtering_enabled():
        return trace
    return _chain(list(_user_frames(trace))) or trace


def _user_frames(trace: types.TracebackType | None) -> Iterator[_Frame]:
    """The frames outside this package. A branch or a loop's body counts as the function that it is a part of."""
    pending: _Frame | None = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(_PACKAGE):
            function = code.co_name
            if pending is not None:
                if transpile.is_block(code):
                    function = pending.function
                else:
                    yield pending
            converted = transpile.is_converted(code)
            pending = _Frame(code.co_filename, trace.tb_lineno, function, converted, trace)
        trace = trace.tb_next
    if pending is not None:
        yield pending


def _chain(frames: list[_Frame]) -> types.TracebackType | None:
    chain = None
    for frame in reversed(frames):
        trace = frame.trace
        chain = types.TracebackType(chain, trace.tb_frame, trace.tb_lasti, trace.tb_lineno)
    return chain


def _with_text(error: Exception, frames: list[_Frame]) -> Exception:
    # An error that passed through an inner tf.function was explained before: start again from its own text.
    message = error.__dict__.get("_graphwright_message")
    if message is None:
        message = _message_of(error)
    text = _text(type(error).__name__, message, frames)
    kind = type(error)
    if kind is KeyError:
        explained = MultilineKeyError(text)
        explained.__cause__, explained.__context__ = error.__cause__, error.__context__
        explained.__suppress_context__ = error.__suppress_context__
        explained.__dict__.update(error.__dict__)
        error = explained
    elif hasattr(error, "_message") and isinstance(error._message, str):
        error._message = text  # the errors of operations
    elif not _set_only_argument(error, text) and hasattr(error, "add_note"):
        notes = [note for note in getattr(error, "__notes__", ()) if not note.startswith("in user code:")]
        error.__notes__ = [*notes, text]
    error.__dict__["_graphwright_message"] = message
    return error


def _set_only_argument(error: Exception, text: str) -> bool:
    """Makes `text` what the error says; False, with nothing changed, where its class shows something else."""
    before = error.args
    if len(before) > 1 or not all(isinstance(argument, str) for argument in before):
        return False
    error.args = (text,)
    try:
        if str(error) == text:
            return True
    except Exception:  # a class with a __str__ that expects other arguments
        pass
    error.args = before
    return False


def _message_of(error: Exception) -> str:
    if isinstance(getattr(error, "_message", None), str):
        return error._message
    try:
        return str(error)
    except Exception:  # a class with a broken __str__
        return ""


def _text(name: str, message: str, frames: list[_Frame]) -> str:
    lines = ["in user code:", ""]
    converted = True
    for frame in frames:
        # The first of several frames that are not converted is marked.
        mark = "  *" if frame.converted else "  **" if converted else ""
        converted = frame.converted
        lines.append(f'    File "{frame.file}", line {frame.line}, in {frame.function}{mark}')
        text = linecache.getline(frame.file, frame.line, frame.trace.tb_frame.f_globals).strip()
        if text:
            lines.append(f"        {text}")
    name = "KeyError" if name == "MultilineKeyError" else name
    lines += ["", *(f"    {line}" for line in f"{name}: {message}".split("\n")), ""]
    return "\n".join(lines)
