"""Finds the syntax tree of a function: its file's text, the lines that are its own, the one lambda among several."""

from __future__ import annotations

import linecache
import sys
from collections import namedtuple

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    import types

_CHUNK = 150  # lines looked at first for a function's end


class SourceUnavailable(Exception):
    """A function's source cannot be found, or is not what the function was made from."""


class Source(namedtuple("Source", "tree line_offset text first_line")):
    """A function's syntax tree.

    Attributes:
      tree: an `ast.FunctionDef` or `ast.Lambda`.
      line_offset: what to add to the tree's line numbers to get those of the file.
      text: the lines of the file that hold the function, or more.
      first_line: the number of the first of these lines.
    """

    __slots__ = ()


def find_source(function: types.FunctionType) -> Source:
    """The syntax tree of a function.

    Raises:
      SourceUnavailable: there is no source for it.
    """
    code = function.__code__
    lines = _lines_of(function)
    if not lines or code.co_firstlineno > len(lines):
        raise _unavailable(function, "could not get source code")
    try:
        source = _find_lambda(code, lines) if code.co_name == "<lambda>" else _find_def(code, lines)
    except SyntaxError as error:
        raise _unavailable(function, f"could not parse the source code: {error}") from error
    if source is None:
        raise _unavailable(function, "could not get source code")
    if not _fits(source.tree, code):
        raise _unavailable(function, "the source code has changed since it was loaded")
    return source


def _unavailable(function: types.FunctionType, reason: str) -> SourceUnavailable:
    return SourceUnavailable(
        f"Unable to locate the source code of {function!r}. Where functions are typed into the shell of a Python before 3.13 "
        "or made by exec(), there is none: define them in a file. If the code needs no conversion, wrap the call with "
        f"@tf.autograph.experimental.do_not_convert. Original error: {reason}"
    )


def _lines_of(function: types.FunctionType) -> list[str]:
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if lines or code.co_filename[:1] != "<":
        return lines
    if code.co_filename == "<string>":
        # `python -c`: the text is among the interpreter's arguments.
        arguments = sys.orig_argv
        for position, argument in enumerate(arguments[:-1]):
            if argument == "-c":
                return arguments[position + 1].splitlines(keepends=True)
    elif hasattr(linecache, "_getlines_from_code"):
        # Since Python 3.13.1 a shell keeps what was typed by code object, where the public way to it is this one.
        import inspect

        try:
            return inspect.findsource(function)[0]
        except (OSError, TypeError):
            pass
    return []


def _find_def(code: types.CodeType, lines: list[str]) -> Source | None:
    import ast

    start = code.co_firstlineno - 1
    text = "".join(lines[start : start + _CHUNK])
    length = _core.autograph_block_lines(text)
    if length >= _CHUNK:
        text = "".join(lines[start:])
        length = _core.autograph_block_lines(text)
    text = "".join(lines[start : start + length])
    first = code.co_firstlineno
    if text.lstrip("\f")[:1] in " \t":
        # Not dedented, for that would shift columns and change strings over several lines.
        body = _parse("if 1:\n" + text).body[0].body
        offset = first - 2
    else:
        body = _parse(text).body
        offset = first - 1
    if not body or not isinstance(body[0], ast.FunctionDef):
        return None
    return Source(body[0], offset, text, first)


def _parse(text: str) -> ast.Module:
    """The tree of a text. What Python has to say of strange escapes in it, it has said when it loaded the function."""
    import ast

    if "\\" not in text:
        return ast.parse(text)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


_lambdas_of_file: dict[str, tuple[int, dict[int, list[ast.Lambda]]]] = {}


def _find_lambda(code: types.CodeType, lines: list[str]) -> Source | None:
    import ast

    text = "".join(lines)
    key = hash(text)
    known = _lambdas_of_file.get(code.co_filename)
    if known is None or known[0] != key:
        by_line: dict[int, list[ast.Lambda]] = {}
        for node in ast.walk(_parse(text)):
            if isinstance(node, ast.Lambda):
                by_line.setdefault(node.lineno, []).append(node)
        if len(_lambdas_of_file) >= 32:
            _lambdas_of_file.pop(next(iter(_lambdas_of_file)))
        known = _lambdas_of_file[code.co_filename] = (key, by_line)
    candidates = [node for node in known[1].get(code.co_firstlineno, ()) if _fits(node, code)]
    if len(candidates) > 1:
        candidates = _same_place(candidates, code) or [node for node in candidates if _same_code(node, code)]
    if not candidates:
        return None
    return Source(candidates[0], 0, text, 1)


def _same_place(candidates: list[ast.Lambda], code: types.CodeType) -> list[ast.Lambda]:
    """The lambda whose body lies where the code's instructions do; [] where Python keeps no columns (3.10)."""
    if not hasattr(code, "co_positions"):
        return []
    places = [p for p in code.co_positions() if None not in p and p[3] > 0]
    if not places:
        return []
    start = min((line, column) for line, _, column, _ in places)
    end = max((line, column) for _, line, _, column in places)

    def contains(node: ast.Lambda) -> bool:
        body = node.body
        return (body.lineno, body.col_offset) <= start and end <= (body.end_lineno, body.end_col_offset)

    # Of nested lambdas the innermost that holds all.
    inside = [node for node in candidates if contains(node)]
    return sorted(inside, key=lambda node: (node.body.lineno, node.body.col_offset))[-1:]


def _same_code(node: ast.Lambda, code: types.CodeType) -> bool:
    import ast

    # Compiled where its free variables are free, so that the instructions are the same.
    names = [ast.arg(arg=name) for name in code.co_freevars]
    around = ast.Lambda(
        args=ast.arguments(posonlyargs=[], args=names, kwonlyargs=[], kw_defaults=[], defaults=[]), body=node
    )
    tree = ast.fix_missing_locations(ast.Expression(ast.copy_location(around, node)))
    outer = compile(tree, code.co_filename, "eval", dont_inherit=True)
    kind = type(code)
    outer = next(const for const in outer.co_consts if isinstance(const, kind))
    inner = next(const for const in outer.co_consts if isinstance(const, kind))
    return (inner.co_code, inner.co_consts, inner.co_names) == (code.co_code, code.co_consts, code.co_names)


def _fits(node: ast.FunctionDef | ast.Lambda, code: types.CodeType) -> bool:
    """Whether a tree has the code's name and parameters."""
    arguments = node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    count = code.co_argcount + code.co_kwonlyargcount
    if len(names) != count or code.co_name != getattr(node, "name", "<lambda>"):
        return False
    # A parameter `__x` of a method of class C is `_C__x`.
    return all(a == b or (a.startswith("__") and b.endswith(a)) for a, b in zip(names, code.co_varnames, strict=False))
