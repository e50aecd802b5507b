"""The failing statement of a program alone, with the values that it reads, or with the definitions and statements that made them.

A frame of the error's traceback has the statement and the values of its names. A value that can be written as Python is; a
function or class is defined as in its file, with what that reads in turn; of anything else, what made it is taken.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import linecache
import os
import site
import sys
import sysconfig
import traceback
import types
from collections import ChainMap
from typing import Any, NamedTuple

import numpy as np

from graphwright._src.base.package_folder import OWN_FILES
from graphwright._src.function.polymorphic import Function
from graphwright._src.runner.bug.literals import ARRAYS, CannotWriteError, Writer, own_path, public_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

_MOST_CANDIDATES = 12
_COMPOUND = (ast.For, ast.While, ast.If, ast.With, ast.Try)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Candidate(NamedTuple):
    """A program that may fail in the same way.

    Attributes:
      source: its text; large arrays are read as `bug_arrays`, what `np.load` gives for the file beside it.
      arrays: these, by name.
    """

    source: str
    arrays: dict[str, np.ndarray]


def candidates(error: BaseException) -> tuple[list[Candidate], list[str]]:
    """Returns programs of statements around the place where an error was raised, the smallest first, and why others are none."""
    found: list[Candidate] = []
    reasons: list[str] = []
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        code = frame.f_code
        if not is_users(code.co_filename) or len(found) >= _MOST_CANDIDATES:
            continue
        place = f"{os.path.basename(code.co_filename)}:{line}"
        for statement in _statements_at(_Module.of(code.co_filename), code, line):
            try:
                candidate = _Slice(frame, statement).candidate()
            except CannotWriteError as reason:
                reasons.append(f"{place}: {reason}")
                continue
            if candidate not in found:
                found.append(candidate)
    return found, list(dict.fromkeys(reasons))


@functools.cache
def _installed() -> tuple[str, ...]:
    """Returns the folders of what is no user's own."""
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    paths += [*site.getsitepackages(), site.getusersitepackages(), OWN_FILES]
    return tuple({os.path.join(os.path.realpath(path), "") for path in paths if path})


def is_users(file: str | None) -> bool:
    """Tells whether a file is one of the program's, not of Python's or of an installed package."""
    return bool(file) and os.path.isfile(file) and not os.path.realpath(file).startswith(_installed())


class _Module:
    """The syntax of a file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.tree = ast.parse("".join(linecache.getlines(file)))

    @staticmethod
    @functools.cache
    def of(file: str) -> _Module:
        """Returns that of a file, which is read once."""
        return _Module(file)

    def definition(self, name: str, line: int) -> Definition | None:
        """Returns the function or class of that name at a line, which may be that of its first decorator."""
        for node in ast.walk(self.tree):
            if isinstance(node, _DEFINITIONS) and node.name == name:
                if line in (node.lineno, *(each.lineno for each in node.decorator_list)):
                    return node
        return None


def _statements_at(module: _Module, code: types.CodeType, line: int) -> Iterator[ast.stmt]:
    """Gives the statement that a line of a function, or of a module, belongs to, then what stands around it there."""
    body = module.tree.body
    if code.co_name != "<module>":
        if code.co_name.startswith("<"):
            return
        owner = module.definition(code.co_name, code.co_firstlineno)
        body = owner.body if owner is not None else []
    around: list[ast.stmt] = []
    while True:
        inner = next((node for node in body if node.lineno <= line <= (node.end_lineno or line)), None)
        if inner is None:
            break
        around.append(inner)
        if not isinstance(inner, _COMPOUND):
            break
        parts = [part for name in ("body", "orelse", "finalbody") for part in getattr(inner, name, [])]
        body = parts + [part for handler in getattr(inner, "handlers", []) for part in handler.body]
    # `raise` alone would fail as well, and show nothing: what is around it says when.
    yield from (node for node in reversed(around) if not isinstance(node, (ast.Raise, ast.Assert)))


class _Scope(NamedTuple):
    """A place where names are looked up.

    Attributes:
      values: those of the names.
      body: the statements that may have made them.
      file: in which they are.
      before: the line which they stand before, where the program has come to.
    """

    values: Mapping[str, Any]
    body: list[ast.stmt]
    file: str
    before: int


class _Slice:
    """A program of one statement, and of what it needs."""

    def __init__(self, frame: types.FrameType, statement: ast.stmt) -> None:
        module = _Module.of(frame.f_code.co_filename)
        self._writer = Writer()
        self._made: dict[str, Any] = {}  # name -> the value that it has in the program
        self._imports: list[str] = []
        self._values: list[str] = []
        self._statements: dict[tuple[str, int, int], ast.stmt] = {}
        self._renamed: list[str] = []  # assignments of a second name
        self._written: dict[int, str] = {}  # of a value's identity -> its name
        self._statement = statement
        body = module.tree.body
        self._future = [ast.unparse(node) for node in body if _is_future(node)]
        whole = _Scope(frame.f_globals, body, module.file, statement.lineno)
        self._scopes = [whole]
        if frame.f_code.co_name != "<module>":
            owner = module.definition(frame.f_code.co_name, frame.f_code.co_firstlineno)
            # A function's globals were made when the program had come further than the function.
            whole = whole._replace(before=1 << 60)
            body = owner.body if owner is not None else []
            self._scopes = [_Scope(dict(frame.f_locals), body, module.file, statement.lineno), whole]

    def candidate(self) -> Candidate:
        """Returns the program.

        Raises:
          CannotWriteError: the statement reads what cannot be written.
        """
        for name in sorted(_reads(self._statement)):
            self._need(name, self._scopes)
        lines = [*self._future, *dict.fromkeys(self._imports), *self._extra_imports(), "", *self._values]
        for _, node in sorted(self._statements.items(), key=lambda item: item[0]):
            lines.append(ast.unparse(node))
        lines += self._renamed
        lines.append(ast.unparse(_as_statement(self._statement)))
        source = "\n".join(lines) + "\n"
        try:
            ast.parse(source)
        except SyntaxError as error:
            raise CannotWriteError(f"the statement cannot stand alone: {error.msg}") from None
        return Candidate(source, self._writer.arrays)

    def _extra_imports(self) -> list[str]:
        """Returns the imports that written values need."""
        wanted = {"tf": "import graphwright as tf", "np": "import numpy as np"}
        lines = []
        for name, line in wanted.items():
            if name not in self._writer.uses:
                continue
            known = self._made.get(name)
            if known is None:
                lines.append(line)
            elif getattr(known, "__name__", "") not in ("graphwright", "tensorflow", "numpy"):
                raise CannotWriteError(f"the program calls something else {name}")
        if ARRAYS in self._made:
            raise CannotWriteError(f"the program calls something else {ARRAYS}")
        return lines

    def _need(self, name: str, scopes: list[_Scope]) -> None:
        """Adds what gives `name` its value; a name that nothing is called may be a local one, or is the error."""
        for position, scope in enumerate(scopes):
            if name in scope.values:
                return self._add(name, scope.values[name], scopes[position:])
        if not hasattr(builtins, name) and scopes:
            # What a statement made that has been deleted since, or that the error kept from ending.
            self._add_statements(name, scopes[-1], scopes, optional=True)
        return None

    def _add(self, name: str, value: Any, scopes: list[_Scope]) -> None:
        if name in self._made:
            if self._made[name] is not value and not _is_equal(self._made[name], value):
                raise CannotWriteError(f"two things are called {name}")
            return
        self._made[name] = value
        if isinstance(value, types.ModuleType):
            self._imports.append(_import_of(value, name))
        elif isinstance(value, (types.FunctionType, type, Function)) and self._add_definition(name, value):
            pass
        elif (path := own_path(value)) is not None and callable(value):
            self._writer.uses.add("tf")
            self._values.append(f"{name} = tf.{path}")
        elif callable(value) and (path := public_path(value)) is not None:
            module, _, qualified = path.partition(":")
            first = qualified.partition(".")[0]
            self._imports.append(f"from {module} import {first}")
            if qualified != name:
                self._values.append(f"{name} = {qualified}")
        else:
            self._add_value(name, value, scopes)

    def _add_value(self, name: str, value: Any, scopes: list[_Scope]) -> None:
        known = self._written.get(id(value))
        if known is not None and not isinstance(value, (int, str, bytes, float, bool, type(None))):
            self._values.append(f"{name} = {known}")
            return
        try:
            text = self._writer.text(value)
        except CannotWriteError as reason:
            self._add_statements(name, scopes[0], scopes, reason=reason)
            return
        self._written[id(value)] = name
        self._values.append(f"{name} = {text}")

    def _add_definition(self, name: str, value: Any) -> bool:
        """Adds the definition of a function or a class of the program's, with what it reads. Returns whether there is one."""
        function = value.python_function if isinstance(value, Function) else value
        function = inspect.unwrap(function) if isinstance(function, types.FunctionType) else function
        if isinstance(function, type):
            file, line = _place_of_class(function)
            space: Mapping[str, Any] = vars(sys.modules.get(function.__module__, builtins))
            cells: dict[str, Any] = _cells_of_class(function)
        elif isinstance(function, types.FunctionType):
            file, line = function.__code__.co_filename, function.__code__.co_firstlineno
            space, cells = function.__globals__, _cells(function)
        else:
            return False
        if file is None or not is_users(file):
            return False
        module = _Module.of(file)
        node = module.definition(function.__name__, line)
        if node is None or (isinstance(value, Function) and not getattr(node, "decorator_list", None)):
            return False  # `g = tf.function(f)`, or a lambda: the statement that made it
        key = (file, node.lineno, node.col_offset)
        if key not in self._statements:
            self._statements[key] = node
            scopes = [_Scope(space, module.tree.body, file, 1 << 60)]
            if cells:
                scopes.insert(0, _Scope(cells, _around(module.tree, node), file, 1 << 60))
            self._made.setdefault(node.name, value)
            for read in sorted(_reads(node)):
                if read != node.name:
                    self._need(read, scopes)
        if name != node.name:
            self._renamed.append(f"{name} = {node.name}")
        return True

    def _add_statements(
        self, name: str, scope: _Scope, scopes: list[_Scope], reason: Exception | None = None, optional: bool = False
    ) -> None:
        """Adds the statements that made what `name` is, and those that call its methods."""
        found = [node for node in scope.body if node.lineno < scope.before and name in _writes(node)]
        if not found and not optional:
            raise CannotWriteError(f"{name} is {reason}, which cannot be written as Python")
        found += [node for node in scope.body if node.lineno < scope.before and _root_of_call(node) == name]
        for node in found:
            key = (scope.file, node.lineno, node.col_offset)
            if key in self._statements or node is self._statement:
                continue
            self._statements[key] = node
            for read in sorted(_reads(node) - {name}):
                self._need(read, scopes)


def _is_future(node: ast.stmt) -> bool:
    """Tells whether a statement is `from __future__ import …`."""
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _is_equal(a: Any, b: Any) -> bool:
    return type(a) is type(b) and isinstance(a, (int, float, str, bytes, bool)) and a == b


def _as_statement(node: ast.stmt) -> ast.stmt:
    """Returns a statement that may stand in a module: what a function would return is computed only."""
    if isinstance(node, ast.Return):
        return ast.Expr(node.value or ast.Constant(None))
    return _Returns().visit(ast.parse(ast.unparse(node)).body[0])


class _Returns(ast.NodeTransformer):
    """Replaces the `return`s of a statement, but not those of functions in it, by what they compute."""

    def visit_Return(self, node: ast.Return) -> ast.stmt:  # noqa: N802
        return ast.Expr(node.value or ast.Constant(None))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:  # noqa: N802
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.stmt:  # noqa: N802
        return node


def _import_of(module: types.ModuleType, name: str) -> str:
    """Returns the line that makes `name` a module, as users write it."""
    path = module.__name__
    if path == name:
        return f"import {path}"
    head, _, last = path.rpartition(".")
    return f"from {head} import {last}" if head and last == name else f"import {path} as {name}"


def _reads(node: ast.AST) -> set[str]:
    """Returns the names that a statement reads, those of its inner functions included."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Store)}


def _writes(node: ast.stmt) -> set[str]:
    """Returns the names that a statement binds where it stands."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    for each in ast.walk(node):
        if isinstance(each, _DEFINITIONS):
            names.add(each.name)
        elif isinstance(each, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name).partition(".")[0] for alias in each.names)
        elif isinstance(each, (ast.Assign, ast.AugAssign)):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            names.update(root for target in targets if (root := _root(target)) is not None)
    if isinstance(node, _DEFINITIONS):
        return {node.name}
    return names


def _root(node: ast.AST) -> str | None:
    """Returns the name that attributes, items and calls are taken of: "a" of `a.b[0].c()`."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def _root_of_call(node: ast.stmt) -> str | None:
    return _root(node.value) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None


def _around(tree: ast.Module, node: ast.stmt) -> list[ast.stmt]:
    """Returns the statements of the function in which a definition stands."""
    body = tree.body
    for each in ast.walk(tree):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each is not node:
            if each.lineno < node.lineno <= (each.end_lineno or 0):
                body = each.body
    return body


def _cells(function: types.FunctionType) -> dict[str, Any]:
    """Returns the values of what a function takes from those around it."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    found.pop("__class__", None)
    return found


def _place_of_class(cls: type) -> tuple[str | None, int]:
    """Returns a class' file and line, from those of its methods where Python does not keep them."""
    try:
        file = inspect.getsourcefile(cls)
        return file, inspect.getsourcelines(cls)[1]
    except (OSError, TypeError):
        return None, 0


def _cells_of_class(cls: type) -> dict[str, Any]:
    found: ChainMap[str, Any] = ChainMap()
    for member in vars(cls).values():
        function = member.python_function if isinstance(member, Function) else member
        if isinstance(function, types.FunctionType):
            found = found.new_child(_cells(function))
    return dict(found)
