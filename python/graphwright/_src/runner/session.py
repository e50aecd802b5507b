"""Runs the cells of a notebook one by one in one `__main__` module, as a Jupyter kernel would."""

from __future__ import annotations
import __future__

import ast
import builtins
import contextlib
import dataclasses
import functools
import io
import linecache
import operator
import sys
import tokenize
import types
from collections.abc import Iterator
from typing import Any

from . import display as display_module
from .magics import Shell, rewrite
from .pretty import pretty
from .tracebacks import notebook_traceback

_FUTURE_FLAGS = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The outcome of a cell: the text of its last expression's value, or the exception that ended it."""

    result: str | None = None
    error: BaseException | None = None

    @property
    def traceback(self) -> str:
        """The text that a notebook shows for `error`; empty where the cell ran through."""
        return notebook_traceback(self.error) if self.error is not None else ""


class Session:
    """A notebook's kernel: the module that its cells share, and the count of cells run so far.

    A session takes the place of `sys.modules['__main__']`, and adds `display` and `get_ipython` to the builtins, as
    Jupyter does. Use it as a context manager to have all of that undone.
    """

    def __init__(self) -> None:
        self.count = 0
        self.module = types.ModuleType("__main__")
        self.namespace: dict[str, Any] = self.module.__dict__
        self.namespace.update({"In": [""], "Out": {}, "_": "", "__": "", "___": ""})
        self.shell = Shell(self)
        self._future_flags = 0
        self._lines = 0
        self._undo = contextlib.ExitStack()

    def __enter__(self) -> Session:
        self._replace(sys.modules, "__main__", self.module)
        self._replace(builtins.__dict__, "display", display_module.display)
        self._replace(builtins.__dict__, "get_ipython", lambda: self.shell)
        self._undo.callback(display_module.install())
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._undo.close()

    def _replace(self, mapping: dict, key: str, value: object) -> None:
        if key in mapping:
            self._undo.callback(mapping.__setitem__, key, mapping[key])
        else:
            self._undo.callback(mapping.pop, key, None)
        mapping[key] = value

    def run_cell(self, source: str) -> Outcome:
        """Runs one cell. Exceptions other than SystemExit end up in the outcome; the output goes to `sys.stdout`."""
        self.count += 1
        self.namespace["In"].append(source)
        try:
            value = self.evaluate(source)
        except SystemExit:
            raise
        except BaseException as error:
            return Outcome(error=error)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
        if value is None:
            return Outcome()
        try:
            return self._outcome_of(value)
        except Exception as error:  # a repr that raises is the cell's error, as in a notebook
            return Outcome(error=error)

    def _outcome_of(self, value: object) -> Outcome:
        names = self.namespace
        names["___"], names["__"], names["_"] = names["__"], names["_"], value
        names["Out"][self.count] = value
        names[f"_{self.count}"] = value
        if display_module.displays_itself(value):
            display_module.display(value)
            return Outcome()
        return Outcome(result=pretty(value))

    def evaluate(self, source: str, filename: str | None = None) -> object:
        """Runs `source`, magics included; the value of a last expression, or None.

        `filename` stands for the source in tracebacks and for `inspect`; the current cell's does where there is none.
        """
        if filename is None:
            filename = f"<cell {self.count}>"
        code = rewrite(source)
        _remember(filename, code)
        tree = compile(code, filename, "exec", ast.PyCF_ONLY_AST | self._future_flags, dont_inherit=True)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr) and not _ends_with_semicolon(code):
            last = ast.Expression(tree.body.pop().value)
        self._execute(tree, filename, "exec")
        return None if last is None else self._execute(last, filename, "eval")

    def _execute(self, tree: ast.Module | ast.Expression, filename: str, mode: str) -> object:
        compiled = compile(tree, filename, mode, self._future_flags, dont_inherit=True)
        self._future_flags |= compiled.co_flags & _FUTURE_FLAGS  # `from __future__` holds for the cells that follow
        return eval(compiled, self.namespace)

    def name_line(self, code: str) -> str:
        """Returns a file name of its own for `code`, a line that a magic of the current cell runs."""
        self._lines += 1
        filename = f"<cell {self.count}, line magic {self._lines}>"
        _remember(filename, code)
        return filename


def _remember(filename: str, code: str) -> None:
    """Lets inspect.getsource, and with it AutoGraph, find the source of functions that `code` defines."""
    linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)


def _ends_with_semicolon(code: str) -> bool:
    last = None
    for token in _tokens(code):
        if token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP):
            last = token.string
    return last == ";"


def _tokens(code: str) -> Iterator[tokenize.TokenInfo]:
    with contextlib.suppress(tokenize.TokenError, IndentationError):
        yield from tokenize.generate_tokens(io.StringIO(code).readline)
