"""Dispatch of public functions on the classes of their arguments: tf.experimental.dispatch_for_api and its kin.

A public function called with a composite tensor (`has_dispatched_argument` in cpp/bind/type_dispatch.cc finds them) comes
to `dispatch` first: what users registered goes before what the value's own class does, its method `_dispatch`. Where
neither takes the call, the function runs as it would otherwise.
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable
from typing import Any, TypeVar

from graphwright import _core
from graphwright._src.base.call_signature import call_signature
from graphwright._src.base.export import export
from graphwright._src.tensor.composite_tensor import CompositeTensor, StandsForComposite

F = TypeVar("F", bound=Callable[..., Any])

_by_api: dict[Any, list[tuple[Any, list]]] = {}  # function -> (target, signatures), the last registered last
_elementwise: dict[tuple, Any] = {}  # (kind, annotations) -> handler


def names_of(function: object) -> tuple[str, ...]:
    """Returns the public names of a function, without "tf."."""
    return getattr(function, "public_names", ())


@functools.cache
def _signature(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(function)


def take(function: Callable[..., Any], count: int, args: tuple, kwargs: dict) -> tuple[list, tuple, dict] | None:
    """Returns the first `count` arguments of a call, however they were passed, and the rest; None where one is missing."""
    taken = list(args[:count])
    kwargs = dict(kwargs)
    for name in list(_signature(function).parameters)[len(taken) : count]:
        if name not in kwargs:
            return None
        taken.append(kwargs.pop(name))
    return taken, args[count:], kwargs


def arguments_of(function: Callable[..., Any], args: tuple, kwargs: dict) -> dict[str, Any]:
    """Returns all arguments of a call by the names of the function's parameters, defaults among them."""
    bound = _signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.arguments


class Table:
    """The public functions that take one kind of composite tensors, by their public names."""

    def __init__(self) -> None:
        self._handlers: dict[str, tuple[Callable, bool]] = {}

    def on(self, *names: str, takes_function: bool = False) -> Callable[[F], F]:
        """Decorates what the public functions of these names do; its parameters are theirs.

        Where `takes_function`, the handler gets the public function itself before these.
        """

        def decorate(handler: F) -> F:
            for name in names:
                self._handlers[name] = handler, takes_function
            return handler

        return decorate

    def handler_of(self, function: Callable[..., Any]) -> Callable | None:
        """Returns what a public function does; None where the table does not have it."""
        for name in names_of(function):
            if name in self._handlers:
                handler, takes_function = self._handlers[name]
                return functools.partial(handler, function) if takes_function else handler
        return None


def dispatch(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    """Returns what is registered for a call; NotImplemented where nothing is."""
    if _by_api or _elementwise:
        result = _call_registered(function, args, kwargs)
        if result is not NotImplemented:
            return result
    tried = []
    for value in composite_values(args, kwargs):
        method = getattr(type(value), "_dispatch", None)
        if method is not None and method not in tried:
            tried.append(method)
            result = value._dispatch(function, args, kwargs)
            if result is not NotImplemented:
                return result
    return NotImplemented


_core.set_dispatch(dispatch, (CompositeTensor, StandsForComposite))


def composite_values(args: tuple, kwargs: dict) -> Any:
    """Gives the composite tensors among the arguments, and what stands for them."""
    for value in (*args, *kwargs.values()):
        for item in value if type(value) in (list, tuple) else (value,):
            if isinstance(item, (CompositeTensor, StandsForComposite)):
                yield item


def _call_registered(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    # What takes the call: each as the user's function, and what calls it.
    fitting: list[tuple[Any, Callable]] = []
    targets = _by_api.get(function)
    if targets:
        try:
            bound = inspect.signature(function).bind(*args, **kwargs).arguments
        except TypeError:
            return NotImplemented
        for target, wanted in targets:
            if any(_fits_signature(signature, bound) for signature in wanted):
                fitting.append((target, functools.partial(target, *args, **kwargs)))
    elementwise = getattr(function, "elementwise", None)  # as `export` was told
    for (kind, classes), target in _elementwise.items():
        call = _elementwise_call(target, function, classes, args, kwargs) if kind == elementwise else None
        if call is not None:
            fitting.append((target, call))
    if len(fitting) > 1:
        found = " and ".join(str(target) for target, _ in fitting)
        raise ValueError(
            f"Multiple dispatch targets that were registered with tf.dispatch_for ({found}) match the arguments to "
            f"{function.__name__}"
        )
    return fitting[0][1]() if fitting else NotImplemented


def _elementwise_call(
    target: Callable, function: Callable[..., Any], classes: tuple, args: tuple, kwargs: dict
) -> Callable | None:
    """Returns the call of what a user registered for elementwise functions; None where the arguments are of other classes."""
    found = take(function, len(classes), args, kwargs)
    if found is None or not all(map(fits, found[0], classes)):
        return None
    arguments, rest, kwargs = found
    if rest or kwargs:
        return lambda: target(lambda *values: function(*values, *rest, **kwargs), *arguments)
    return functools.partial(target, function, *arguments)


def _fits_signature(signature: dict, arguments: dict) -> bool:
    composite = False
    for name, annotation in signature.items():
        if name not in arguments or not fits(arguments[name], annotation):
            return False
        value = arguments[name]
        composite |= any(
            isinstance(v, CompositeTensor) for v in (value if isinstance(value, (list, tuple)) else [value])
        )
    return composite


def fits(value: Any, annotation: Any) -> bool:
    """Tells whether a value is what a type annotation of a dispatch signature says."""
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, option) for option in typing.get_args(annotation))
    if origin is list:
        return isinstance(value, (list, tuple)) and all(fits(item, typing.get_args(annotation)[0]) for item in value)
    return isinstance(value, annotation)


def _check_annotation(annotation: object) -> None:
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType) or origin is list:
        for option in typing.get_args(annotation):
            _check_annotation(option)
        return
    if not isinstance(annotation, type):
        raise ValueError(f"Type annotation {annotation} is not currently supported by dispatch. Supported annotations: type "
                         "objects, List[...], and Union[...]")  # fmt: skip


def _dispatchable(api: Callable[..., Any]) -> Any:
    if not names_of(api) or type(api) is not _core.DirectFunction:
        raise ValueError(f"{api} does not support dispatch.")
    return api


@export("experimental.dispatch_for_api")
def dispatch_for_api(api: Callable[..., Any], *signatures: dict[str, Any]) -> Callable[[F], F]:
    """Decorates a function that is called in place of a public one for some classes (tf.experimental.dispatch_for_api).

    Args:
      api: a public function, such as `tf.add`.
      *signatures: dictionaries from names (or positions) of its parameters to classes, `typing.Union` or `typing.List` of
        classes; the decorated function is called where one of them fits and an argument in it is a composite tensor. By
        default the annotations of the decorated function.

    Raises:
      ValueError: `api` cannot be dispatched, or its parameters are not those of the decorated function or of a signature;
        when `api` is called: several registered functions fit.

    >>> import graphwright as tf
    >>> class Masked(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(tf.reverse, {"tensor": Masked})
    ... def masked_reverse(tensor, axis, name=None):
    ...     return Masked(tf.reverse(tensor.values, axis), tf.reverse(tensor.mask, axis))
    >>> tf.reverse(Masked([1, 2], [True, False]), [0]).mask.numpy()
    array([False,  True])
    """
    api = _dispatchable(api)
    parameters = list(inspect.signature(api).parameters)

    def decorate(target: F) -> F:
        if not callable(target):
            raise TypeError("Expected dispatch_target to be callable.")
        own = list(call_signature(target).parameters.values())
        named = [p.name for p in own if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        required = [name for name in parameters if name != "name" or "name" in named]
        if not any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in own) and named != required:
            raise ValueError(
                f"Dispatch function's signature {call_signature(target)} does not match API's signature "
                f"{inspect.signature(api)}."
            )
        wanted = [_named_signature(signature, parameters, api) for signature in signatures]
        if not wanted:
            hints = typing.get_type_hints(target)
            hints.pop("return", None)
            if not hints:
                raise ValueError(
                    "The dispatch_for_api decorator must be called with at least one signature, or applied to a function that "
                    "has type annotations on its parameters."
                )
            wanted = [_named_signature(hints, parameters, api)]
        _by_api.setdefault(api, []).append((target, wanted))
        return target

    return decorate


def _named_signature(signature: dict, parameters: list[str], api: Callable[..., Any]) -> dict[str, Any]:
    if not isinstance(signature, dict):
        raise TypeError(
            f"signatures must be dictionaries mapping parameter names to type annotations, got {signature!r}"
        )
    found = {}
    for key, annotation in signature.items():
        if isinstance(key, int):
            if not -len(parameters) <= key < len(parameters):
                raise ValueError(f"Signature has an index {key} for {api!r}, which has {len(parameters)} parameters")
            key = parameters[key]
        if key not in parameters:
            raise ValueError(f"Signature has annotation for parameter {key!r}, which {api!r} does not have")
        _check_annotation(annotation)
        found[key] = annotation
    if not any(_mentions_composite(annotation) for annotation in found.values()):
        raise ValueError(f"Signature {signature} must contain at least one CompositeTensor type")
    return found


def _mentions_composite(annotation: object) -> bool:
    if typing.get_args(annotation):
        return any(_mentions_composite(option) for option in typing.get_args(annotation))
    return isinstance(annotation, type) and issubclass(annotation, CompositeTensor)


def _register_elementwise(kind: str, annotations: tuple) -> Callable[[F], F]:
    def decorate(handler: F) -> F:
        if (kind, annotations) in _elementwise:
            raise ValueError(
                f"A {kind} elementwise dispatch handler ({_elementwise[kind, annotations]}) has already been "
                f"registered for {annotations}."
            )
        _elementwise[kind, annotations] = handler
        return handler

    for annotation in annotations:
        _check_annotation(annotation)
    return decorate


@export("experimental.dispatch_for_unary_elementwise_apis")
def dispatch_for_unary_elementwise_apis(x_type: object) -> Callable[[F], F]:
    """Decorates what is called for all functions of one tensor's elements (tf.experimental.dispatch_for_unary_elementwise_apis).

    Args:
      x_type: the class of the first argument. The decorated function gets the public function, bound to all other
        arguments, and that first argument.

    Raises:
      ValueError: there is one already.

    >>> import graphwright as tf
    >>> class Celsius(tf.experimental.ExtensionType):
    ...     degrees: tf.Tensor
    >>> @tf.experimental.dispatch_for_unary_elementwise_apis(Celsius)
    ... def unary(api_func, x):
    ...     return Celsius(api_func(x.degrees))
    >>> tf.abs(Celsius([-3.0, 4.0])).degrees.numpy()
    array([3., 4.], dtype=float32)
    """
    return _register_elementwise("unary", (x_type,))


@export("experimental.dispatch_for_binary_elementwise_apis")
def dispatch_for_binary_elementwise_apis(x_type: object, y_type: object) -> Callable[[F], F]:
    """Decorates what is called for functions of two tensors' elements (tf.experimental.dispatch_for_binary_elementwise_apis).

    Args:
      x_type: the class of the first argument.
      y_type: the class of the second. The decorated function gets the public function and both arguments.

    Raises:
      ValueError: there is one already.

    >>> import graphwright as tf
    >>> class Metres(tf.experimental.ExtensionType):
    ...     length: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_apis(Metres, Metres)
    ... def binary(api_func, x, y):
    ...     return Metres(api_func(x.length, y.length))
    >>> float(tf.add(Metres(3.0), Metres(4.0)).length)
    7.0
    """
    return _register_elementwise("binary", (x_type, y_type))


@export("experimental.dispatch_for_binary_elementwise_assert_apis")
def dispatch_for_binary_elementwise_assert_apis(x_type: object, y_type: object) -> Callable[[F], F]:
    """As `dispatch_for_binary_elementwise_apis`, for `tf.debugging.assert_equal` and its kin.

    Args:
      x_type: the class of the first argument.
      y_type: the class of the second.

    Raises:
      ValueError: there is one already.
    """
    return _register_elementwise("binary assert", (x_type, y_type))


@export("experimental.unregister_dispatch_for")
def unregister_dispatch_for(dispatch_target: Callable[..., Any]) -> None:
    """Takes out what was registered with `dispatch_for_api` or one of its kin (tf.experimental.unregister_dispatch_for).

    Args:
      dispatch_target: the decorated function.

    Raises:
      ValueError: it is not registered.
    """
    found = False
    for api, targets in list(_by_api.items()):
        kept = [(target, signatures) for target, signatures in targets if target is not dispatch_target]
        found |= len(kept) != len(targets)
        _by_api[api] = kept
        if not kept:
            del _by_api[api]
    for key, target in list(_elementwise.items()):
        if target is dispatch_target:
            del _elementwise[key]
            found = True
    if not found:
        raise ValueError(f"Function {dispatch_target} was not registered using a `@dispatch_for_*` decorator.")
