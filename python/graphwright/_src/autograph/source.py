"""Finds the syntax tree of a function: its file's text, the lines that are its own, the one lambda among several.

A tree is a function's if it compiles to the function's code, so that what is converted is what would have run.
"""

from __future__ import annotations
import __future__

import linecache
import sys
from collections import namedtuple

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    import types
    from collections.abc import Iterator
    from typing import Any

_CHUNK = 150  # lines looked at first for a function's end
# What compiled code keeps of `from __future__`; two older features have flags that mean something else in co_flags.
FUTURE_FLAGS = 0
for _feature in __future__.all_feature_names:
    FUTURE_FLAGS |= getattr(__future__, _feature).compiler_flag
FUTURE_FLAGS &= ~0xFFFF
_NESTED = 0x10  # inspect.CO_NESTED
_NEWLOCALS = 0x2  # inspect.CO_NEWLOCALS: not a class body


class SourceUnavailable(Exception):
    """A function's source cannot be found, or is not what the function was made from."""


class Source(namedtuple("Source", "tree text first_line")):
    """A function's syntax tree.

    Attributes:
      tree: an `ast.FunctionDef` or `ast.Lambda`, with the lines of the file.
      text: the lines of the file that hold the function, or more.
      first_line: the number of the first of these lines.
    """

    __slots__ = ()


def find_source(function: types.FunctionType) -> Source:
    """Returns the syntax tree of a function.

    Raises:
      SourceUnavailable: there is no source for it.
    """
    code = function.__code__
    lines = _lines_of(function)
    if not lines or code.co_firstlineno > len(lines):
        raise _unavailable(function, "could not get source code")
    try:
        if code.co_name == "<lambda>":
            source = _find_lambda(function, lines)
        else:
            # Where the lines that were looked at do not have it, the whole file may.
            source = _find_def(function, lines) or _find_def_in_file(function, lines)
    except SyntaxError as error:
        raise _unavailable(function, f"could not parse the source code: {error}") from error
    if source is None:
        raise _unavailable(
            function,
            "the source code there is not what this function was compiled from: it has changed since, or was rewritten",
        )
    return source


def class_around(function: types.FunctionType) -> str:
    """Returns the innermost class in whose body a function was defined, in a method's too, or "": it is part of private names."""
    path = getattr(function.__code__, "co_qualname", function.__qualname__).split(".")
    for name, following in zip(path[-2::-1], path[:0:-1], strict=True):
        if "<locals>" not in (name, following):
            return name
    return ""


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


def _find_def(function: types.FunctionType, lines: list[str]) -> Source | None:
    import ast

    first = function.__code__.co_firstlineno
    start = first - 1
    chunk = _CHUNK
    while True:
        following = lines[start : start + chunk]
        length = _core.autograph_block_lines("".join(following))
        # The block ends where a line that is no comment follows; otherwise it may go on behind the lines looked at.
        if start + chunk >= len(lines) or any(_has_code(line) for line in following[length:]):
            break
        chunk *= 4
    text = "".join(following[:length])
    body: Any
    try:
        if text.lstrip("\f")[:1] in " \t":
            # Not dedented, for that would shift columns and change strings over several lines.
            body = _parse("\n" * (first - 2) + "if 1:\n" + text).body
            body = body[0].body
        else:
            body = _parse("\n" * start + text).body
    except SyntaxError:
        return None
    if not body or not isinstance(body[0], ast.FunctionDef):
        return None
    if not _compiles_to(body[0], function, _imports_among(function)):
        return None
    return Source(body[0], text, first)


def _has_code(line: str) -> bool:
    line = line.strip()
    return bool(line) and line[0] != "#"


def _find_def_in_file(function: types.FunctionType, lines: list[str]) -> Source | None:
    import ast

    code = function.__code__
    text = "".join(lines)
    tree = _parse(text)
    imported = _imports_of(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first == code.co_firstlineno and _compiles_to(node, function, imported):
                return Source(node, text, 1)
    return None


def _imports_among(function: types.FunctionType) -> set[str]:
    """Returns a guess, for most functions right, at what `_imports_of` gives: which names of a function its module imports."""
    names = function.__globals__
    module = names.get("__name__")

    def is_imported(name: str) -> bool:
        value = names.get(name)
        return type(value).__name__ == "module" or (
            hasattr(value, "__qualname__") and getattr(value, "__module__", module) != module
        )

    codes = _all_codes(function.__code__)
    return {name for code in codes for name in (*code.co_names, *code.co_varnames) if is_imported(name)}


def _imports_of(tree: ast.Module) -> set[str]:
    """Returns the names that a module imports itself: methods of these compile to other instructions than of other names."""
    import ast

    found = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.expr)):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _parse(text: str) -> ast.Module:
    """Returns the tree of a text. What Python has to say of strange escapes in it, it has said when it loaded the function."""
    import ast

    if "\\" not in text:
        return ast.parse(text)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


_lambdas_of_file: dict[str, tuple[int, dict[int, list[ast.Lambda]], set[str]]] = {}


def _find_lambda(function: types.FunctionType, lines: list[str]) -> Source | None:
    import ast

    code = function.__code__
    text = "".join(lines)
    key = hash(text)
    known = _lambdas_of_file.get(code.co_filename)
    if known is None or known[0] != key:
        by_line: dict[int, list[ast.Lambda]] = {}
        tree = _parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Lambda):
                by_line.setdefault(node.lineno, []).append(node)
        if len(_lambdas_of_file) >= 32:
            _lambdas_of_file.pop(next(iter(_lambdas_of_file)))
        known = _lambdas_of_file[code.co_filename] = (key, by_line, _imports_of(tree))
    nodes = known[1].get(code.co_firstlineno, ())
    candidates = [node for node in nodes if _compiles_to(node, function, known[2])]
    if len(candidates) > 1:
        candidates = _same_place(candidates, code) or candidates
    if not candidates:
        return None
    return Source(candidates[0], text, 1)


def _same_place(candidates: list[ast.Lambda], code: types.CodeType) -> list[ast.Lambda]:
    """Returns the lambda whose body lies where the code's instructions do; [] where Python keeps no columns (3.10)."""
    if not hasattr(code, "co_positions"):
        return []
    positions: Any = code.co_positions()
    places = [p for p in positions if None not in p and p[3] > 0]
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


def _compiles_to(node: ast.FunctionDef | ast.Lambda, function: types.FunctionType, imported: set[str]) -> bool:
    code = function.__code__
    arguments = node.args
    count = len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs)
    if count != code.co_argcount + code.co_kwonlyargcount or code.co_name != getattr(node, "name", "<lambda>"):
        return False
    return any(
        _same_code(made, code) or _with_rewritten_asserts(made, code)
        for made in _compile(node, code, class_around(function), imported)
    )


def _compile(
    node: ast.FunctionDef | ast.Lambda, code: types.CodeType, enclosing: str, imported: set[str]
) -> list[types.CodeType]:
    """Returns what a function's tree compiles to, with all around it that makes a difference: class, free variables,
    imports.
    """
    import ast

    # Without what is evaluated where the function is defined.
    given = node.args
    arguments = ast.arguments(
        posonlyargs=[_plain(a) for a in given.posonlyargs],
        args=[_plain(a) for a in given.args],
        vararg=given.vararg and _plain(given.vararg),
        kwonlyargs=[_plain(a) for a in given.kwonlyargs],
        kw_defaults=[None] * len(given.kwonlyargs),
        kwarg=given.kwarg and _plain(given.kwarg),
        defaults=[],
    )
    place: dict[str, Any] = {"lineno": node.lineno, "col_offset": node.col_offset}
    if isinstance(node, ast.Lambda):
        inner: ast.stmt = ast.Expr(ast.Lambda(args=arguments, body=node.body, **place), **place)
    else:
        type_params = getattr(node, "type_params", None)
        fields: dict[str, Any] = {} if type_params is None else {"type_params": type_params}
        inner = ast.FunctionDef(name=node.name, args=arguments, body=node.body, decorator_list=[], **fields, **place)
    if enclosing or "__class__" in code.co_freevars:
        fields = {"type_params": []} if hasattr(ast, "TypeAlias") else {}
        inner = ast.ClassDef(
            name=enclosing or "<class>", bases=[], keywords=[], body=[inner], decorator_list=[], **fields, **place
        )
    free = [ast.arg(arg=name, **place) for name in code.co_freevars if name != "__class__" and name[:1] != "."]
    around = ast.arguments(posonlyargs=[], args=free, kwonlyargs=[], kw_defaults=[], defaults=[])
    fields = {"type_params": []} if hasattr(ast, "TypeAlias") else {}
    body: list[ast.stmt] = [inner]
    name = getattr(inner, "name", "")
    if name and name not in code.co_freevars:
        body.insert(0, ast.Global(names=[name], **place))
    outer = ast.FunctionDef(name="<outer>", args=around, body=body, decorator_list=[], **fields, **place)
    module: list[ast.stmt] = [ast.Import(names=[ast.alias(name=name, **place)], **place) for name in sorted(imported)]
    module.append(outer)
    flags = code.co_flags & FUTURE_FLAGS
    try:
        compiled = compile(ast.Module(module, []), code.co_filename, "exec", flags=flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return []
    return list(_codes_named(code.co_name, compiled, depth=5))


def _plain(argument: ast.arg) -> ast.arg:
    import ast

    return ast.arg(arg=argument.arg, lineno=argument.lineno, col_offset=argument.col_offset)


def _codes_named(name: str, code: types.CodeType, depth: int) -> Iterator[types.CodeType]:
    for const in code.co_consts:
        if isinstance(const, type(code)):
            if const.co_name == name and const.co_flags & _NEWLOCALS:
                yield const
            elif depth:
                yield from _codes_named(name, const, depth - 1)


def _same_code(made: types.CodeType, code: types.CodeType, outermost: bool = True) -> bool:
    """Tells whether two code objects do the same; of nested ones also whether they begin in the same line."""
    if (
        made.co_code != code.co_code
        or made.co_names != code.co_names
        or made.co_varnames != code.co_varnames
        or made.co_freevars != code.co_freevars
        or made.co_cellvars != code.co_cellvars
        or (made.co_flags ^ code.co_flags) & ~_NESTED
        or (made.co_argcount, made.co_posonlyargcount) != (code.co_argcount, code.co_posonlyargcount)
        or made.co_name != code.co_name
        or getattr(made, "co_exceptiontable", None) != getattr(code, "co_exceptiontable", None)
        or len(made.co_consts) != len(code.co_consts)
        or not (outermost or made.co_firstlineno == code.co_firstlineno)
    ):
        return False
    for a, b in zip(made.co_consts, code.co_consts, strict=True):
        if isinstance(a, type(code)):
            if not (isinstance(b, type(code)) and _same_code(a, b, outermost=False)):
                return False
        elif a is not b and not _same_constant(a, b):
            return False
    return True


def _same_constant(a: object, b: object) -> bool:
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return sorted(map(repr, a)) == sorted(map(repr, b))
    if repr(a) == repr(b):  # True is not 1 here, nor 0.0 -0.0
        return True
    # Qualified names of nested functions: Python 3.10 has them here, and 3.13 those of nested classes.
    return (
        isinstance(a, str) and isinstance(b, str) and a.rpartition(".")[2] == b.rpartition(".")[2] and "<locals>" in a
    )


def _with_rewritten_asserts(made: types.CodeType, code: types.CodeType) -> bool:
    """Tells whether code is what pytest makes of a function: asserts became more statements, of the same names and
    values, in the same lines.
    """
    known = _names(code)
    if not any(name.startswith("@py") for name in known):
        return False
    if not (_names(made) <= known and _constants(made) <= _constants(code)):
        return False
    return _lines(made) - {made.co_firstlineno} == _lines(code) - {code.co_firstlineno}


def _all_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, type(code)):
            yield from _all_codes(const)


def _names(code: types.CodeType) -> set[str]:
    return {name for part in _all_codes(code) for name in (*part.co_names, *part.co_varnames)}


def _constants(code: types.CodeType) -> set[tuple[type, str]]:
    found = set()
    waiting = [const for part in _all_codes(code) for const in part.co_consts]
    while waiting:
        const = waiting.pop()
        if isinstance(const, (tuple, frozenset)):
            waiting.extend(const)
        elif isinstance(const, (int, float, complex, bytes)) or (isinstance(const, str) and "<locals>" not in const):
            found.add((type(const), repr(const)))
    return found


def _lines(code: types.CodeType) -> set[int]:
    return {line for part in _all_codes(code) for *_, line in part.co_lines() if line}
