"""The choice of functions that are converted when converted code calls them, and the call itself.

Called as they are: this package, NumPy and the other libraries listed here, Python's standard library, builtins,
generators, functions without source, functions marked `do_not_convert`, functions that are converted already. Of a
class the `__init__` is converted. Functions that control flow such as `tf.while_loop` is given are converted, too.
"""

from __future__ import annotations

import functools
import os
from types import BuiltinFunctionType, CellType, FunctionType, MethodType

from graphwright._core import DirectFunction
from graphwright._src.autograph import transpile, verbosity
from graphwright._src.autograph.operators import Operators
from graphwright._src.autograph.operators.builtin_functions import OVERRIDES, OVERRIDES_WITH_CALLS
from graphwright._src.autograph.operators.elements import method_of_list
from graphwright._src.autograph.options import ConversionOptions
from graphwright._src.autograph.source import SourceUnavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Libraries whose functions do not branch on tensors of a graph, or see to that themselves.
LIBRARIES = frozenset(
    (
        "graphwright tensorflow keras tf_keras tensorflow_probability tensorflow_datasets numpy scipy ml_dtypes pandas "
        "matplotlib PIL h5py absl six wrapt attr attrs optree tqdm pytest _pytest pluggy IPython ipykernel ipdb pdb "
        "torch jax sklearn psutil requests urllib3 typing_extensions google pydevd debugpy"
    ).split()
)
_STANDARD_LIBRARY = os.path.dirname(os.__file__) + os.sep
_SUSPENDS = 0x20 | 0x80 | 0x200  # CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR
DO_NOT_CONVERT = "_graphwright_do_not_convert"  # the attribute that marks such functions

_as_they_are = transpile.CodeTable()  # code -> why functions with it are not converted
_contexts: dict[ConversionOptions, _Context] = {}


def is_library(function: FunctionType) -> bool:
    """Tells whether a function belongs to a library that is called as it is, or to Python's standard library."""
    module = function.__globals__.get("__name__")
    if module is not None and str(module).partition(".")[0] in LIBRARIES:
        return True
    path = function.__code__.co_filename
    return path.startswith(_STANDARD_LIBRARY) and "site-packages" not in path and "dist-packages" not in path


def conversion_for(function: FunctionType, options: ConversionOptions, requested: bool) -> transpile.Conversion | None:
    """Returns the conversion under which a function is to be called; None where it is called as it is.

    Args:
      function: any function of Python's.
      options: how it is to be converted.
      requested: whether the user asked for this very function, so that it is converted in a library, too.
    """
    code = function.__code__
    if transpile.is_converted(code) or DO_NOT_CONVERT in function.__dict__:
        return None
    known = transpile.known_conversion(code, options)
    if known is not None:
        return known
    reason = _as_they_are.get(code)
    if reason is not None and (not requested or reason != "library"):
        return None
    if not requested and is_library(function):
        _as_they_are.set(code, "library")
        verbosity.log(2, f"{function!r} is called as it is: it belongs to a library")
        return None
    if code.co_flags & _SUSPENDS:
        if requested:
            verbosity.warn_unconverted(function, "generators are not supported")
        _as_they_are.set(code, "generator")
        return None
    try:
        conversion = transpile.conversion_of(function, options)
        verbosity.tell_converted(function, conversion.definition)
        return conversion
    except (SourceUnavailable, NotImplementedError, SyntaxError, RecursionError, ValueError) as error:
        verbosity.warn_unconverted(function, str(error) or type(error).__name__)
        _as_they_are.set(code, "failed")
        return None


def has_failed(function: FunctionType) -> bool:
    """Tells whether a function is called as it is only because it could not be converted."""
    return _as_they_are.get(function.__code__) == "failed"


class _Context:
    """The operators for one set of options, and the call operator among them."""

    def __init__(self, options: ConversionOptions) -> None:
        self.options = options
        self.cell = CellType(Operators(self._make_call()))

    def convert(self, function: FunctionType, requested: bool = False) -> FunctionType:
        """Returns the converted form of a function, or the function itself."""
        conversion = conversion_for(function, self.options, requested)
        if conversion is not None:
            return self.instantiate(function, conversion)
        if self.options.uses("NAME_SCOPES") and transpile.is_converted(function.__code__):
            return _in_name_scope(function)  # a function inside a converted one
        return function

    def instantiate(self, function: FunctionType, conversion: transpile.Conversion) -> FunctionType:
        made = transpile.instantiate(function, conversion, self.cell)
        if not self.options.uses("NAME_SCOPES"):
            return made
        return _in_name_scope(made)

    def _make_call(self) -> Callable[[Any], Any]:
        convert = self.convert
        recursive = self.options.recursive
        prints = self.options.uses("BUILTIN_FUNCTIONS")
        lists = self.options.uses("LISTS")

        def call(function: Any, /, *args: object, **kwargs: object) -> Any:
            return converted_call(function)(*args, **kwargs)

        overrides = dict(OVERRIDES)
        if not prints:
            del overrides[print]
        for builtin, override in OVERRIDES_WITH_CALLS.items():
            overrides[builtin] = functools.partial(override, call)

        def converted_call(function: Any) -> Any:
            kind = type(function)
            if kind is FunctionType:
                if not recursive:
                    return function
                if getattr(function, "calls_functions", False) and _is_own(function):  # as `export` was told
                    return _handing_on(function, converted_call)
                return convert(function)
            if kind is DirectFunction:
                calls = recursive and getattr(function, "calls_functions", False)
                return _handing_on(function, converted_call) if calls else function
            if kind is MethodType:
                inner = function.__func__
                if recursive and type(inner) is FunctionType:
                    converted = convert(inner)
                    return function if converted is inner else MethodType(converted, function.__self__)
                if type(inner) is functools.partial:  # a class's partial is a method since Python 3.14
                    return MethodType(converted_call(inner), function.__self__)
                return function
            if kind is BuiltinFunctionType:
                if lists and type(function.__self__) is list:
                    return method_of_list(function)
                return overrides.get(function, function)
            if kind is type:
                override = overrides.get(function)
                if override is not None:
                    return override
                return _constructor(function, convert) if recursive else function
            if kind is functools.partial:
                inner = converted_call(function.func)
                return (
                    function
                    if inner is function.func
                    else functools.partial(inner, *function.args, **function.keywords)
                )
            if recursive and not isinstance(function, type):
                # An object that can be called, by a method written in Python.
                inner = _call_method(kind)
                if type(inner) is FunctionType:
                    converted = convert(inner)
                    return function if converted is inner else MethodType(converted, function)
            return function

        return converted_call


def context_of(options: ConversionOptions) -> _Context:
    """Returns the operators for some options; there is one such object for equal options."""
    context = _contexts.get(options)
    if context is None:
        context = _contexts[options] = _Context(options)
    return context


def _is_own(function: FunctionType) -> bool:
    """Tells whether a function is this package's."""
    return str(function.__globals__.get("__name__")).partition(".")[0] == "graphwright"


def _handing_on(function: Callable[..., Any], converted_call: Callable[[Any], Any]) -> Callable[..., Any]:
    """Returns a function that gives the functions among its arguments, also those in lists and pairs, on in converted form."""

    @functools.wraps(function)
    def handing_on(*args: object, **kwargs: object) -> Any:
        return function(*_converted(args, converted_call), **_converted(kwargs, converted_call))

    return handing_on


def _converted(argument: Any, converted_call: Callable[[Any], Any]) -> Any:
    kind = type(argument)
    if kind is FunctionType or kind is MethodType or kind is functools.partial:
        return converted_call(argument)
    if kind is list or kind is tuple:
        return kind([_converted(item, converted_call) for item in argument])
    if kind is dict:
        return {key: _converted(value, converted_call) for key, value in argument.items()}
    return argument


def _constructor(cls: type, convert: Callable[[FunctionType], FunctionType]) -> Callable[..., Any]:
    """Returns what makes an instance of a class: its `__init__` is converted where it is a user's and has a source."""
    init: Any = cls.__init__
    if type(init) is not FunctionType or cls.__new__ is not object.__new__:
        return cls
    if init.__code__.co_filename.startswith("<string") or DO_NOT_CONVERT in init.__dict__ or is_library(init):
        return cls  # made by a decorator such as dataclass
    converted = convert(init)
    if converted is init:
        return cls

    def construct(*args: object, **kwargs: object) -> Any:
        made = object.__new__(cls)
        given = converted(made, *args, **kwargs)
        if given is not None:
            raise TypeError(f"__init__() should return None, not '{type(given).__name__}'")
        return made

    return construct


def _in_name_scope(function: FunctionType) -> Any:
    from graphwright._src.graph.scopes import name_scope

    @functools.wraps(function)
    def scoped(*args: object, **kwargs: object) -> Any:
        with name_scope(function.__name__.strip("<>") or "lambda"):
            return function(*args, **kwargs)

    return scoped


def unwrap(function: Any) -> tuple[FunctionType | None, tuple[Any, ...], dict[str, Any]]:
    """Returns the function of Python's behind a callable, with the arguments that come before and beside the caller's."""
    before: tuple[Any, ...] = ()
    beside: dict[str, Any] = {}
    while True:
        kind = type(function)
        if kind is FunctionType:
            return function, before, beside
        if kind is MethodType:
            before = (function.__self__, *before)
            function = function.__func__
        elif kind is functools.partial:
            before = (*function.args, *before)
            beside = {**function.keywords, **beside}
            function = function.func
        elif not isinstance(function, type) and type(_call_method(kind)) is FunctionType:
            before = (function, *before)
            function = kind.__call__
        else:
            return None, before, beside


def _call_method(cls: type) -> Any:
    """Returns what calling an instance of a class runs."""
    return getattr(cls, "__call__", None)  # noqa: B004
