"""Errors raised while a converted function runs: told in the user's lines, with the frames in between left out."""

from __future__ import annotations

import itertools
import linecache
import types
from collections import namedtuple

from graphwright._src.autograph import filtering, transpile
from graphwright._src.base.package_folder import OWN_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SHOWN = 50  # calls at either end of a deep recursion
_SHOWN_REPEATED = 3  # equal ones in a row


class ConversionError(ValueError):
    """A function cannot be converted."""


class UnsupportedLanguageElementError(ConversionError, NotImplementedError):
    """A function uses syntax that is not converted."""


class MultilineKeyError(KeyError):
    """A KeyError that shows its text as it is; Python's shows the `repr` of it."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


MultilineKeyError.__name__ = MultilineKeyError.__qualname__ = "KeyError"


class _Frame(namedtuple("_Frame", "file line function converted text")):
    """A line of the user's that an error passed."""

    __slots__ = ()


class _Told(namedtuple("_Told", "key frames message")):
    """The part of an error's text that it says already.

    An error passes every function around the one that raised it. Each adds its own lines to what was told inside, so that a
    thousand nested functions cost a thousand times what one costs.
    """

    __slots__ = ()


def explain(error: Exception) -> Exception:
    """Returns the error to raise for `error`, which a converted function raised: its text says where in the user's code it was.

    It is the same object wherever its text can be changed, and always of its class.
    """
    told: Any = error.__dict__.get("_graphwright_told")
    traces, inner = _user_traces(error.__traceback__, told)
    if not traces and inner is None:
        return error
    frames = [_frame_of(trace, function) for trace, function in traces]
    if inner is not None:
        frames += told.frames
    # An error that passed through an inner tf.function has that one's text: start again from its own.
    message = _message_of(error) if told is None else told.message
    explained = _with_text(error, message, frames)
    head = error.__traceback__
    if filtering.is_traceback_filtering_enabled():
        head = explained.__traceback__ = _chain(traces, inner)
        # What led to the error is told in the same way.
        seen = {id(error), id(explained)}
        waiting = [explained.__cause__, explained.__context__]
        while waiting:
            earlier = waiting.pop()
            if earlier is not None and id(earlier) not in seen:
                seen.add(id(earlier))
                earlier.__traceback__ = filtered(earlier).__traceback__
                waiting += [earlier.__cause__, earlier.__context__]
    explained.__dict__["_graphwright_told"] = _Told(_key_of(head), frames, message)
    return explained


def filtered(error: BaseException) -> BaseException:
    """Returns the error with a traceback without this package's frames.

    The traceback stays whole where there are no other frames, or filtering is off.
    """
    if filtering.is_traceback_filtering_enabled():
        traces, inner = _user_traces(error.__traceback__, error.__dict__.get("_graphwright_told"))
        error.__traceback__ = _chain(traces, inner) or error.__traceback__
    return error


def _user_traces(
    trace: types.TracebackType | None, told: _Told | None
) -> tuple[list[tuple[types.TracebackType, str]], types.TracebackType | None]:
    """Returns the entries outside this package with the names of their functions, up to what was told; and what was told.

    A branch or a loop's body counts as the function that it is a part of.
    """
    found: list[tuple[types.TracebackType, str]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(OWN_FILES):
            is_block = bool(found) and transpile.is_block(code)
            if told is not None and not is_block and _key_of(trace) == told.key:
                return found, trace
            function = found.pop()[1] if is_block else code.co_name
            found.append((trace, function))
        elif told is not None and _key_of(trace) == told.key:
            return found, trace
        trace = trace.tb_next
    return found, None


def _key_of(trace: types.TracebackType | None) -> tuple[int, ...]:
    """By what an entry is known again. A reference would keep the frames, and all that is in them, alive with the error."""
    return () if trace is None else (id(trace), id(trace.tb_frame), trace.tb_lasti)


def _frame_of(trace: types.TracebackType, function: str) -> _Frame:
    code = trace.tb_frame.f_code
    text = linecache.getline(code.co_filename, trace.tb_lineno, trace.tb_frame.f_globals).strip()
    return _Frame(code.co_filename, trace.tb_lineno, function, transpile.is_converted(code), text)


def _chain(
    traces: list[tuple[types.TracebackType, str]], inner: types.TracebackType | None
) -> types.TracebackType | None:
    chain = inner
    for trace, _ in reversed(traces):
        chain = types.TracebackType(chain, trace.tb_frame, trace.tb_lasti, trace.tb_lineno)
    return chain


def _with_text(error: Any, message: str, frames: list[_Frame]) -> Exception:
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


def _message_of(error: Any) -> str:
    if isinstance(getattr(error, "_message", None), str):
        return error._message
    try:
        return str(error)
    except Exception:  # a class with a broken __str__
        return ""


def _text(name: str, message: str, frames: list[_Frame]) -> str:
    told = []  # the lines of each run of equal frames
    converted = True
    for frame, run in itertools.groupby(frames):
        count = sum(1 for _ in run)
        lines = []
        for _ in range(min(count, _SHOWN_REPEATED)):
            # The first of several frames that are not converted is marked.
            mark = "  *" if frame.converted else "  **" if converted else ""
            converted = frame.converted
            lines.append(f'    File "{frame.file}", line {frame.line}, in {frame.function}{mark}')
            if frame.text:
                lines.append(f"        {frame.text}")
        if count > _SHOWN_REPEATED:
            lines.append(f"    [Previous line repeated {count - _SHOWN_REPEATED} more times]")
        told.append(lines)
    if len(told) > 2 * _SHOWN:
        told[_SHOWN:-_SHOWN] = [[f"    [{len(told) - 2 * _SHOWN} more]"]]
    name = "KeyError" if name == "MultilineKeyError" else name
    what = [f"    {line}" for line in f"{name}: {message}".split("\n")]
    return "\n".join(["in user code:", "", *itertools.chain(*told), "", *what, ""])
