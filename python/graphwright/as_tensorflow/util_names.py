"""Names of `tensorflow.python.util.…` and `tensorflow.tools.docs` that libraries import: decorators, views of functions."""

from __future__ import annotations

import collections.abc
import contextlib
import functools
import inspect
import operator
import re
import sys
from typing import Any

import graphwright as tf
from graphwright._src.base.export import exported_names, names_of
from graphwright._src.internals import doc_controls
from graphwright._src.internals.decorator import make_decorator, unwrap
from graphwright._src.internals.registration import add_dispatch_support as add_dispatch_support
from graphwright._src.tensor.library_dispatch import GlobalOpDispatcher as GlobalOpDispatcher
from graphwright._src.tensor.library_dispatch import OpDispatcher as OpDispatcher
from graphwright._src.tensor.library_dispatch import dispatch_for_types as dispatch_for_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence


# ---- util.tf_export: names that a library publishes ----

KERAS_API_NAME, TENSORFLOW_API_NAME = "keras", "tensorflow"
_ATTRIBUTES = {"keras": "_keras_api_names", "tensorflow": "_tf_api_names"}  # of a symbol; those of version 1 end in _v1
_symbols: dict[str, Any] = {}  # "keras.layers.Dense" -> the class


class InvalidSymbolNameError(Exception):
    """Raised where a published name is not below the library's own."""


class api_export:  # noqa: N801 - TensorFlow's name
    """A decorator that keeps the names under which a library publishes a function or class, and changes nothing else:
    Keras 2 reads them off its classes, to tell its own layers from those of programs.
    """

    def __init__(
        self,
        *args: str,
        api_name: str = "tensorflow",
        v1: Sequence[str] | None = None,
        allow_multiple_exports: bool = True,
    ) -> None:
        self.names, self.names_v1, self.api_name = args, args if v1 is None else v1, api_name
        if api_name == "keras" and not all(name.startswith("keras") for name in (*args, *self.names_v1)):
            raise InvalidSymbolNameError(f"Keras publishes names below keras only, not {(*args, *self.names_v1)}.")

    def __call__(self, symbol: Any) -> Any:
        plain = unwrap(symbol)[1]
        setattr(plain, _ATTRIBUTES[self.api_name], self.names)
        setattr(plain, f"{_ATTRIBUTES[self.api_name]}_v1", self.names_v1)
        _symbols.update(dict.fromkeys(self.names, symbol))
        _symbols.update((f"compat.v1.{name}", symbol) for name in self.names_v1)
        return symbol

    def export_constant(self, module_name: str, name: str) -> None:
        """Keeps the names of a constant: nothing is to be done for it."""


tf_export = functools.partial(api_export, api_name="tensorflow")
keras_export = functools.partial(api_export, api_name="keras")


def _published(symbol: object, api_name: str, version: str = "") -> Sequence[str]:
    """Returns the names of a symbol itself: a class that is not published has none, whatever its base is called."""
    own = getattr(unwrap(symbol)[1], "__dict__", {})
    if api_name == "tensorflow" and callable(symbol) and _ATTRIBUTES[api_name] not in own:
        known = getattr(symbol, "public_names", ()) or names_of(symbol)
        return [name for name in known if not name.startswith("compat.v1.")]
    return own.get(_ATTRIBUTES[api_name] + version, ())


def get_v1_names(symbol: object) -> list[str]:
    """Returns the names that a symbol is published under for version 1."""
    return [name for api_name in ("tensorflow", "keras") for name in _published(symbol, api_name, "_v1")]


def get_v2_names(symbol: object) -> list[str]:
    """Returns the names that a symbol is published under for version 2."""
    return [name for api_name in ("tensorflow", "keras") for name in _published(symbol, api_name)]


def get_canonical_name_for_symbol(
    symbol: object, api_name: str = "tensorflow", add_prefix_to_v1_names: bool = False
) -> str | None:
    """Returns the name that a function or class is published under; None without one."""
    for name in _published(symbol, api_name):
        return name
    for name in _published(symbol, api_name, "_v1"):
        return f"compat.v1.{name}" if add_prefix_to_v1_names else name
    return None


def get_symbol_from_name(name: str) -> Any:
    """Returns what is published under a name; None without it."""
    found = _symbols.get(name)
    if found is None and name in exported_names():
        found = operator.attrgetter(name)(tf)
    return found


# ---- util.deprecation ----

_silent = [0]


def _warn_once(said: list[bool], text: str) -> None:
    if not said and not _silent[0]:
        said.append(True)
        tf.get_logger().warning(text)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Returns a context in which nothing is said about what should no longer be used."""
    _silent[0] += 1
    try:
        yield
    finally:
        _silent[0] -= 1


def _when(date: str | None) -> str:
    return "in a future version" if date is None else f"after {date}"


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Callable[[Any], Any]:
    """Decorates a function or class that should no longer be used: the first use says so."""

    def decorate(target: Any) -> Any:
        said: list[bool] = []
        name = f"{target.__name__} (from {target.__module__})"
        text = f"{name} is deprecated and will be removed {_when(date)}. Instructions for updating: {instructions}"
        function = target.__init__ if isinstance(target, type) else target

        @functools.wraps(function)
        def warning(*args: Any, **kwargs: Any) -> Any:
            _warn_once(said, text)
            return function(*args, **kwargs)

        if isinstance(target, type):
            target.__init__ = warning
            return target
        return make_decorator(function, warning, "deprecated")

    return decorate


def _arguments(function: Callable[..., Any], args: tuple, kwargs: dict) -> dict[str, Any]:
    try:
        return inspect.signature(function).bind_partial(*args, **kwargs).arguments
    except TypeError:
        return kwargs  # the call itself says what is wrong


def _warn_of_arguments(date: str | None, instructions: str, is_old: Callable[[str, Any], bool]) -> Callable[[Any], Any]:
    def decorate(function: Any) -> Any:
        said: list[bool] = []

        @functools.wraps(function)
        def warning(*args: Any, **kwargs: Any) -> Any:
            if not said and (args or kwargs):
                old = [name for name, value in _arguments(function, args, kwargs).items() if is_old(name, value)]
                if old:
                    _warn_once(
                        said,
                        f"calling {function.__name__} (from {function.__module__}) with {', '.join(old)} is deprecated and "
                        f"will be removed {_when(date)}. Instructions for updating: {instructions}",
                    )
            return function(*args, **kwargs)

        return make_decorator(function, warning, "deprecated_args")

    return decorate


def deprecated_args(
    date: str | None, instructions: str, *deprecated_arg_names_or_tuples: Any, **kwargs: object
) -> Callable[[Any], Any]:
    """Decorates a function some of whose parameters should no longer be used; (name, value): but for one value."""
    names: dict[str, Any] = {}
    for entry in deprecated_arg_names_or_tuples:
        name, *fine = entry if isinstance(entry, tuple) else (entry,)
        names[name] = fine
    return _warn_of_arguments(
        date, instructions, lambda name, value: name in names and not any(value is fine for fine in names[name])
    )


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **deprecated_kwargs: object
) -> Callable[[Any], Any]:
    """Decorates a function some of whose parameters should no longer have certain values."""

    def is_old(name: str, value: object) -> bool:
        return name in deprecated_kwargs and (
            value is deprecated_kwargs[name] or repr(value) == repr(deprecated_kwargs[name])
        )

    return _warn_of_arguments(date, instructions, is_old)


def deprecated_alias(deprecated_name: str, name: str, func_or_class: Callable[..., Any], warn_once: bool = True) -> Any:
    """Returns a function or class under an old name, whose first use says what the new one is."""
    said: list[bool] = []
    text = f"The name {deprecated_name} is deprecated. Please use {name} instead."
    if isinstance(func_or_class, type):

        def construct(self: Any, *args: Any, **kwargs: Any) -> None:
            _warn_once(said, text)
            func_or_class.__init__(self, *args, **kwargs)

        members = {"__init__": construct, "__doc__": func_or_class.__doc__, "__module__": func_or_class.__module__}
        return type(func_or_class)(func_or_class.__name__, (func_or_class,), members)

    @functools.wraps(func_or_class)
    def call(*args: Any, **kwargs: Any) -> Any:
        _warn_once(said, text)
        return func_or_class(*args, **kwargs)

    return make_decorator(func_or_class, call, "deprecated_alias")


def deprecated_endpoints(*args: str) -> Callable[[Any], Any]:
    """Returns a decorator that keeps the names under which something should no longer be used."""

    def decorate(function: Any) -> Any:
        function._tf_deprecated_api_names = args
        return function

    return decorate


def deprecated_argument_lookup(new_name: str, new_value: object, old_name: str, old_value: object) -> Any:
    """Returns the value of an argument that has an old and a new name.

    Raises:
      ValueError: both were given.
    """
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old_value


# ---- tools.docs.doc_controls: what documentation shows; nothing here makes any ----

hide_from_search = doc_controls.mark

do_not_generate_docs, do_not_doc_inheritable = doc_controls.do_not_generate_docs, doc_controls.do_not_doc_inheritable
doc_private, for_subclass_implementers = doc_controls.doc_private, doc_controls.for_subclass_implementers
do_not_doc_in_subclasses = doc_controls.do_not_doc_in_subclasses
doc_in_current_and_subclasses = doc_controls.doc_in_current_and_subclasses
header, inheritable_header, set_deprecated = (
    doc_controls.header,
    doc_controls.inheritable_header,
    doc_controls.set_deprecated,
)
get_header, get_inheritable_header = doc_controls.get_header, doc_controls.get_inheritable_header


def decorate_all_class_attributes(decorator: Callable[[Any], Any], skip: Container[str]) -> Callable[[type], type]:
    """Returns a decorator of classes that decorates their members, but for those of some names."""

    def decorate(cls: type) -> type:
        for name in dir(cls):
            if name not in skip and name not in ("__dict__", "__doc__", "__weakref__", "__class__"):
                with contextlib.suppress(AttributeError, TypeError):
                    setattr(cls, name, decorator(getattr(cls, name)))
        return cls

    return decorate


# ---- util.tf_inspect: inspect, for what decorators decorate ----

Parameter = inspect.Parameter
FullArgSpec = inspect.FullArgSpec
ArgSpec = collections.namedtuple("ArgSpec", "args varargs keywords defaults")
isframe, getframeinfo, Signature = inspect.isframe, inspect.getframeinfo, inspect.Signature
getmro, isclass, isfunction, ismethod = inspect.getmro, inspect.isclass, inspect.isfunction, inspect.ismethod
ismodule, isgenerator, isroutine, stack = inspect.ismodule, inspect.isgenerator, inspect.isroutine, inspect.stack
isdatadescriptor = inspect.isdatadescriptor
isbuiltin, currentframe, getsourcelines = inspect.isbuiltin, inspect.currentframe, inspect.getsourcelines


def isgeneratorfunction(object: Any) -> bool:  # noqa: A002 - TensorFlow's name
    """Tells whether it is, below its decorators, a function that yields."""
    return inspect.isgeneratorfunction(unwrap(object)[1])


def getfullargspec(obj: Any) -> inspect.FullArgSpec:
    """Returns the parameters of a function below its decorators, of a partial one without those given, or of __call__."""
    decorators, target = unwrap(obj)
    for decorator in decorators:
        if decorator.decorator_argspec is not None:
            return decorator.decorator_argspec
    if isinstance(target, functools.partial):
        return inspect.getfullargspec(functools.partial(unwrap(target.func)[1], *target.args, **target.keywords))
    if not inspect.isroutine(target) and not isinstance(target, type) and callable(target):
        with contextlib.suppress(TypeError):
            return inspect.getfullargspec(target)
        target = type(target).__call__
    found = inspect.getfullargspec(target)
    if (getattr(target, "__module__", None) or "").partition(".")[0] == "graphwright":
        # TensorFlow's functions have no annotations, and libraries compare what they find with their own parameters.
        found = found._replace(annotations={})
    return found


def getargspec(obj: Any) -> Any:
    """Returns the parameters that can be given by position, as a named tuple of fewer fields; see getfullargspec.

    Raises:
      ValueError: a partial function has no default for a parameter that follows one which it has.
    """
    decorators, target = unwrap(obj)
    if isinstance(target, functools.partial) and all(each.decorator_argspec is None for each in decorators):
        return _spec_of_partial(target)
    found = getfullargspec(obj)
    return found if isinstance(found, ArgSpec) else _as_argspec(found)


def _as_argspec(found: inspect.FullArgSpec) -> Any:
    # Those that only names can give come last, with what defaults they have.
    defaults = (*(found.defaults or ()), *(found.kwonlydefaults or {}).values()) or None
    return ArgSpec(found.args + found.kwonlyargs, found.varargs, found.varkw, defaults)


def _spec_of_partial(partial: functools.partial) -> Any:
    """Returns what is left of the function's parameters; those that are given by name stay, with these defaults."""
    found = getargspec(partial.func)
    given = dict(partial.keywords)
    first = len(found.args) - len(found.defaults or ())
    defaults = {name: found.defaults[number] for number, name in enumerate(found.args[first:])} | given
    args = found.args[len(partial.args) :]
    with_default = [name in defaults for name in args]
    if not args:
        return ArgSpec(args, found.varargs, found.keywords, found.defaults)
    if any(with_default):
        begin = with_default.index(True)
        if not all(with_default[begin:]):
            raise ValueError(
                f"Some arguments {[n for n in args[begin:] if n not in defaults]} do not have default value"
            )
        return ArgSpec(args, found.varargs, found.keywords, tuple(defaults[name] for name in args[begin:]))
    return ArgSpec(args, found.varargs, found.keywords, None)


def isanytargetmethod(object: Any) -> bool:  # noqa: A002 - the name in inspect
    """Tells whether what is below decorators and what functools.partial has fixed is a method, or another callable but
    a function.
    """
    target = unwrap(object)[1]
    while isinstance(target, functools.partial):
        target = unwrap(target.func)[1]
    return callable(target) and not inspect.isfunction(target)


def getsourcefile(object: Any) -> str | None:  # noqa: A002 - the name in inspect
    """Returns the file of the source of what is below the decorators."""
    return inspect.getsourcefile(unwrap(object)[1])


def signature(obj: Any, *, follow_wrapped: bool = True) -> inspect.Signature:
    """Returns the signature of a function below its decorators."""
    return inspect.signature(unwrap(obj)[1], follow_wrapped=follow_wrapped)


def getdoc(object: Any) -> str | None:  # noqa: A002 - the name in inspect
    """Returns the text of what is below the decorators."""
    return inspect.getdoc(unwrap(object)[1])


def getsource(object: Any) -> str:  # noqa: A002 - the name in inspect
    """Returns the source of what is below the decorators."""
    return inspect.getsource(unwrap(object)[1])


def getfile(object: Any) -> str:  # noqa: A002 - the name in inspect
    """Returns the file of what is below the decorators."""
    return inspect.getfile(unwrap(object)[1])


def getmodule(object: Any) -> Any:  # noqa: A002 - the name in inspect
    """Returns the module of what is below the decorators."""
    return inspect.getmodule(object)


def getmembers(object: Any, predicate: Callable[[Any], Any] | None = None) -> list[tuple[str, Any]]:  # noqa: A002 - the name in inspect
    """Returns the members of an object."""
    return inspect.getmembers(object, predicate)


def getcallargs(*func_and_positional: Any, **named: Any) -> dict[str, Any]:
    """Returns the arguments of a call by the names of parameters, with defaults, and without what *args takes."""
    function, *positional = func_and_positional
    spec = getfullargspec(function)
    if inspect.ismethod(function):
        positional.insert(0, function.__self__)
    found = dict(named)
    found.update(zip([name for name in spec.args if name not in named], positional, strict=False))
    defaults = dict(zip(spec.args[len(spec.args) - len(spec.defaults or ()) :], spec.defaults or (), strict=True))
    for name, value in (defaults | (spec.kwonlydefaults or {})).items():
        found.setdefault(name, value)
    return found


# ---- util.tf_contextlib ----


def contextmanager(target: Any) -> Any:
    """contextlib.contextmanager, seen through by tf_inspect."""
    return make_decorator(target, contextlib.contextmanager(target), "contextmanager")


# ---- util.object_identity ----


class Reference:
    """An object as a key: two are equal where the object is the same."""

    __slots__ = ("_referent",)

    def __init__(self, wrapped: object) -> None:
        self._referent = wrapped

    def deref(self) -> Any:
        """Returns the object."""
        return self._referent

    @property
    def unwrapped(self) -> Any:
        """The object."""
        return self._referent

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._referent is other._referent

    def __hash__(self) -> int:
        return id(self._referent)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._referent!r}>"


class ObjectIdentityDictionary(collections.abc.MutableMapping):
    """A mapping whose keys are objects themselves, whether or not they can be hashed or are equal to others."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._storage: dict[Reference, Any] = {}
        self.update(dict(*args, **kwargs))

    def __getitem__(self, key: object) -> Any:
        return self._storage[Reference(key)]

    def __setitem__(self, key: object, value: object) -> None:
        self._storage[Reference(key)] = value

    def __delitem__(self, key: object) -> None:
        del self._storage[Reference(key)]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return iter([key.unwrapped for key in self._storage])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._storage!r})"


class ObjectIdentitySet(collections.abc.MutableSet):
    """A set of objects themselves, in the order in which they came."""

    def __init__(self, *args: Any) -> None:
        self._storage = {Reference(value): None for value in (args[0] if args else ())}

    def add(self, value: object) -> None:
        """Adds an object."""
        self._storage[Reference(value)] = None

    def discard(self, value: object) -> None:
        """Takes an object out, where it is there."""
        self._storage.pop(Reference(value), None)

    def update(self, items: Iterable[Any]) -> None:
        """Adds several objects."""
        for value in items:
            self.add(value)

    def intersection(self, items: Iterable[Any]) -> ObjectIdentitySet:
        """Returns those of the objects that are here, too."""
        return ObjectIdentitySet(value for value in items if value in self)

    def difference(self, items: Iterable[Any]) -> ObjectIdentitySet:
        """Returns what is here but not among the objects."""
        others = ObjectIdentitySet(items)
        return ObjectIdentitySet(value for value in self if value not in others)

    def clear(self) -> None:
        """Takes all out."""
        self._storage.clear()

    def __contains__(self, value: object) -> bool:
        return Reference(value) in self._storage

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return iter([key.unwrapped for key in self._storage])


# ---- util.variable_utils ----


def convert_variables_to_tensors(values: object) -> Any:
    """Returns a nest with the values of variables in place of these, also inside of composite tensors."""

    def convert(value: Any) -> Any:
        if isinstance(value, tf.Variable):
            return value.read_value()
        to_tensors = getattr(value, "_convert_variables_to_tensors", None)
        return value if to_tensors is None else to_tensors()

    return tf.nest.map_structure(convert, values)


# ---- util.all_util ----


def _documented(modules: Sequence[Any]) -> set[str]:
    return {name for module in modules for name in re.findall(r"^@@(\w+) *$", module.__doc__ or "", re.MULTILINE)}


def make_all(module_name: str, doc_string_modules: Sequence[Any] | None = None) -> list[str]:
    """Returns the names of a module that its docstring, or those of other modules, tells of in lines such as `@@name`."""
    module = sys.modules[module_name]
    told = _documented([module] if doc_string_modules is None else doc_string_modules)
    return sorted(name for name in dir(module) if name in told)


def remove_undocumented(
    module_name: str,
    allowed_exception_list: Iterable[str] | None = None,
    doc_string_modules: Sequence[Any] | None = None,
) -> None:
    """Deletes the names of a module that its docstring does not tell of, but for exceptions and those with a "_" ahead."""
    kept = set(make_all(module_name, doc_string_modules)).union(allowed_exception_list or ())
    module = sys.modules[module_name]
    for name in dir(module):
        if name not in kept and not name.startswith("_"):
            delattr(module, name)


# ---- util.function_utils ----


def fn_args(fn: Any) -> tuple[str, ...]:
    """Returns the names of a function's positional arguments that are not bound yet."""
    if isinstance(fn, functools.partial):
        names = fn_args(fn.func)[len(fn.args) :]
        return tuple(name for name in names if name not in fn.keywords)
    if not (inspect.isroutine(fn) or inspect.isclass(fn)) and hasattr(fn, "__call__"):  # noqa: B004
        fn = fn.__call__
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(name for name, one in inspect.signature(fn).parameters.items() if one.kind in kinds)


def has_kwargs(fn: Any) -> bool:
    """Tells whether a function takes any keyword arguments.

    Raises:
      TypeError: it is none.
    """
    if isinstance(fn, functools.partial):
        return has_kwargs(fn.func)
    if not callable(fn):
        raise TypeError(f"fn should be a function-like object, but is of type {type(fn)}.")
    if not inspect.isroutine(fn):
        fn = fn.__call__
    parameters = inspect.signature(fn).parameters.values()
    return any(one.kind is one.VAR_KEYWORD for one in parameters)


def get_func_code(func: Any) -> Any:
    """Returns the code object of a function or of what is called like one; None where there is none."""
    while isinstance(func, functools.partial):
        return None
    found = getattr(func, "__code__", None)
    if found is None and callable(func):
        found = getattr(func.__call__, "__code__", None)
    return found


def get_func_name(func: Any) -> str:
    """Returns what to call a function in messages.

    Raises:
      ValueError: it cannot be called.
    """
    if isinstance(func, functools.partial) or not hasattr(func, "__qualname__") or inspect.isbuiltin(func):
        if not callable(func):
            raise ValueError(f"Argument `func` must be a callable, got {func!r}")
        return str(type(func))
    if inspect.ismethod(func):
        return f"{type(func.__self__).__name__}.{func.__name__}"
    return str(type(func)) if inspect.isclass(func) else func.__name__
