"""Rewrites functions once per code object and options, and keeps the result as long as the code object lives.

What is kept is code, not a function: a converted function is made from it for each use, with the globals, defaults
and cells that the user's function has at that time. The code is compiled under the user's file name, lines and
function names.
"""

from __future__ import annotations

import os
import sys
import threading
import types
import weakref
from collections import namedtuple

from graphwright import _core
from graphwright._src.autograph.options import ConversionOptions
from graphwright._src.autograph.source import FUTURE_FLAGS, class_around, find_source
from graphwright._src.base.forking import free_after_fork
from graphwright._src.base.hooks import if_loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Builtins to which the rewriter gives a meaning of their own, unless the function's module has another object of that
# name.
_BUILTINS = (
    "ArithmeticError AssertionError AttributeError BaseException Exception FileNotFoundError IndexError "
    "KeyError LookupError NameError NotImplementedError OSError OverflowError RuntimeError StopIteration "
    "TypeError ValueError ZeroDivisionError breakpoint callable classmethod delattr dict dir eval exec format "
    "frozenset getattr globals hasattr hash id input isinstance issubclass locals memoryview object open print "
    "property repr set setattr slice staticmethod str super type vars"
).split()


_NEWLOCALS = 0x2  # inspect.CO_NEWLOCALS: not a class body
_COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))
_SUSPENDS = 0x20 | 0x80 | 0x200  # CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR


class Conversion(namedtuple("Conversion", "code cells definition name")):
    """The outcome of rewriting one code object.

    Attributes:
      code: the rewritten function's code.
      cells: for each free variable of `code`, the position among the user function's, or -1 for the operators.
      definition: the syntax tree of the rewritten function, to be shown.
      name: what the rewritten function is called in `definition`.
    """

    __slots__ = ()


class CodeTable:
    """A dictionary by identity of code objects that forgets those that die. (By value, code compares slowly.)"""

    def __init__(self) -> None:
        self._entries: dict[int, tuple[weakref.ref, Any]] = {}

    def get(self, code: types.CodeType) -> Any:
        entry = self._entries.get(id(code))
        return None if entry is None else entry[1]

    def set(self, code: types.CodeType, value: object) -> None:
        key = id(code)
        entries = self._entries
        self._entries[key] = (weakref.ref(code, lambda _: entries.pop(key, None)), value)

    def __contains__(self, code: types.CodeType) -> bool:
        return id(code) in self._entries

    def __len__(self) -> int:
        return len(self._entries)


_conversions = CodeTable()  # user's code -> {options: Conversion}
_converted = CodeTable()  # rewritten code -> whether it is a block of the function around it
_lock = free_after_fork(threading.RLock())


def known_conversion(code: types.CodeType, options: ConversionOptions) -> Conversion | None:
    """Returns the conversion of a code object, where it has been made."""
    entry = _conversions._entries.get(id(code))
    return None if entry is None else entry[1].get(options)


def conversion_of(function: types.FunctionType, options: ConversionOptions) -> Conversion:
    """Returns the rewritten form of a function, made on first use.

    Raises:
      SourceUnavailable: there is no source.
      NotImplementedError: the function uses syntax that cannot be rewritten.
    """
    known = known_conversion(function.__code__, options)
    if known is not None:
        return known
    with _lock:
        by_options = _conversions.get(function.__code__)
        if by_options is None:
            by_options = {}
            _conversions.set(function.__code__, by_options)
        if options not in by_options:
            by_options[options] = _convert(function, options)
        return by_options[options]


def instantiate(function: types.FunctionType, conversion: Conversion, operators: types.CellType) -> types.FunctionType:
    """Returns a function with the rewritten code and all else of the user's function; `operators` holds the operators."""
    closure: Any = function.__closure__
    cells = tuple([operators if i < 0 else closure[i] for i in conversion.cells])
    made = types.FunctionType(conversion.code, function.__globals__, function.__name__, function.__defaults__, cells)
    if function.__kwdefaults__:
        made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    return made


def is_converted(code: types.CodeType) -> bool:
    """True for code that the rewriter made, code of nested functions included."""
    return id(code) in _converted._entries


_STATE_FUNCTIONS = ("get_state", "set_state")
_STATE_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "<state>")


def is_block(code: types.CodeType) -> bool:
    """True for code that the rewriter made of a part (a branch, a loop's body) of a function."""
    return _converted.get(code) is True


def _convert(function: types.FunctionType, options: ConversionOptions) -> Conversion:
    source = find_source(function)
    code = function.__code__
    module_names = function.__globals__
    shadowed = {name for name in _BUILTINS if name in module_names or name in code.co_freevars}
    directives = _directives(function)
    name = function.__name__ if function.__name__.isidentifier() else "lam"
    module, made_name, operators, generated, lambda_lines = _core.autograph_convert(
        source.tree,
        name,
        code.co_freevars,
        source=source.text,
        source_line=source.first_line,
        class_name=class_around(function),
        shadowed=shadowed,
        **directives,
        equality_operators=options.uses("EQUALITY_OPERATORS"),
        convert_print=options.uses("BUILTIN_FUNCTIONS"),
        convert_asserts=not sys.flags.optimize,
        convert_items=options.uses("LISTS"),
    )
    compiled = compile(module, code.co_filename, "exec", flags=code.co_flags & FUTURE_FLAGS, dont_inherit=True)
    definition = module.body[0].body[0]
    if hasattr(definition, "bases"):  # a class stands around a method that uses private names
        definition = definition.body[0]
    inner = _find_code(compiled, "<lambda>" if code.co_name == "<lambda>" else made_name)
    # Constants of Python 3.10, and of class bodies, hold qualified names, too.
    factory = module.body[0].name
    within = (
        f"{factory}.<locals>.{module.body[0].body[0].name}" if definition is not module.body[0].body[0] else factory
    )
    separator = "." if within is not factory else ".<locals>."
    names = _Names(
        prefix=f"{within}{separator}{inner.co_name}",
        path=getattr(code, "co_qualname", function.__qualname__),
        generated=frozenset(generated),
        lambda_lines=frozenset(lambda_lines),
    )
    inner = _rename(inner, code.co_name, names, block=False, rewritten=True)
    position = {variable: i for i, variable in enumerate(code.co_freevars)}
    position[operators] = -1
    return Conversion(inner, tuple(position[variable] for variable in inner.co_freevars), definition, made_name)


def _directives(function: types.FunctionType) -> dict[str, set[str]]:
    """Names that mean `set_loop_options` where a function stands, and names that mean the module with it."""
    directives = if_loaded("autograph.directives")
    if directives is None:
        return {}  # nobody asked for it yet
    names = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            names.pop(name, None)
    wanted = directives.set_loop_options
    found = {
        "loop_directives": {name for name, value in names.items() if value is wanted},
        "directive_modules": {
            name
            for name, value in names.items()
            if type(value).__name__ == "module" and value.__dict__.get("set_loop_options") is wanted
        },
    }
    return {key: value for key, value in found.items() if value}


def _find_code(code: types.CodeType, name: str) -> Any:
    # The last one: lambdas among a lambda's defaults come before it.
    for const in reversed(code.co_consts):
        if isinstance(const, types.CodeType):
            found = const if const.co_name == name else _find_code(const, name)
            if found is not None:
                return found
    return None


class _Names(namedtuple("_Names", "prefix path generated lambda_lines")):
    """The mapping from names of the rewritten code to the user's.

    Attributes:
      prefix: the qualified name of the rewritten function.
      path: that of the user's function.
      generated: the functions that the rewriter made.
      lambda_lines: the lines where the user wrote a lambda; others were made of operands.
    """

    def is_part(self, code: types.CodeType) -> bool:
        """Tells whether code is a part of the function around it, as the user sees it."""
        if code.co_name == "<lambda>":
            return code.co_firstlineno not in self.lambda_lines
        return code.co_name in _COMPREHENSIONS

    def of(self, text: str) -> str:
        if not text.startswith(self.prefix):
            return text
        parts = text[len(self.prefix) :].split(".<locals>.")
        return self.path + ".<locals>.".join(part for part in parts if part not in self.generated)

    __slots__ = ()


def _rename(
    code: types.CodeType, name: str, names: _Names, block: bool, rewritten: bool, file: str = ""
) -> types.CodeType:
    """Returns the code, and all within, with the user's names: what a branch became is called like the function it was in.

    What reads and sets the variables of blocks has a `file` of this package's: debuggers do not stop there.
    """
    flags = code.co_flags
    if flags & _SUSPENDS and code.co_name != "<genexpr>":
        rewritten = False  # generators and coroutines stay the user's
    is_class = not flags & _NEWLOCALS  # which stays, too; its methods are rewritten
    consts = []
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            part = rewritten and const.co_name in names.generated
            own_name = name if part else const.co_name
            where = file or (_STATE_FILE if part and const.co_name.startswith(_STATE_FUNCTIONS) else "")
            inside = rewritten and not (is_class and const.co_name[:1] == "<")
            const = _rename(const, own_name, names, part or names.is_part(const), inside, where)
        elif isinstance(const, str):
            const = names.of(const)
        consts.append(const)
    changes: dict[str, Any] = {"co_name": name, "co_consts": tuple(consts)}
    if hasattr(code, "co_qualname"):
        changes["co_qualname"] = names.of(code.co_qualname)
    if file:
        changes["co_filename"] = file
    code = code.replace(**changes)
    if rewritten and not is_class:
        _converted.set(code, block)
    return code
