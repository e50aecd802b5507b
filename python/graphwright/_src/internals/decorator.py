"""tf.__internal__.decorator and TensorFlow 1's flags.tf_decorator: functions that say which other function they stand for."""

from __future__ import annotations

import inspect
from typing import Any

from graphwright._src.base.call_signature import with_signature_of
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


@export("__internal__.decorator.make_decorator", "compat.v1.flags.tf_decorator.make_decorator")
def make_decorator(
    target: Callable[..., Any],
    decorator_func: Callable[..., Any],
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Callable[..., Any]:
    """Returns the decorating function with the name, text and signature of what it decorates, which `unwrap` finds."""
    decorator_func.__wrapped__ = target
    decorator_func.__name__ = getattr(target, "__name__", getattr(decorator_func, "__name__", decorator_name))
    decorator_func.__qualname__ = getattr(target, "__qualname__", decorator_func.__name__)
    decorator_func.__module__ = getattr(target, "__module__", decorator_func.__module__)
    decorator_func.__doc__ = decorator_doc or getattr(target, "__doc__", None) or ""
    decorator_func.__dict__.update(
        {key: value for key, value in getattr(target, "__dict__", {}).items() if key not in decorator_func.__dict__}
    )
    decorator_func._decorator_name = decorator_name
    # What libraries ask of the decorators that `unwrap` gives.
    decorator_func.decorator_name, decorator_func.decorator_argspec = decorator_name, decorator_argspec
    decorator_func.decorated_target = target
    if decorator_argspec is not None:
        decorator_func.__signature__ = fullargspec_to_signature(decorator_argspec)
    elif any(inspect.ismethod(decorator.decorated_target) for decorator in unwrap(target)[0]):
        # A decorator of a method says by its argspec that it takes `self`, which the method has already.
        signature = inspect.signature(target)
        if "self" in signature.parameters:
            signature = signature.replace(parameters=list(signature.parameters.values())[1:])
        decorator_func.__signature__ = signature
    else:
        with_signature_of(target, decorator_func)
    return decorator_func


@export("compat.v1.flags.tf_decorator.fullargspec_to_signature")
def fullargspec_to_signature(fullargspec: inspect.FullArgSpec) -> inspect.Signature:
    """Returns what `inspect.signature` gives of a function that `inspect.getfullargspec` tells this of."""
    spec = fullargspec
    defaults = spec.defaults or ()
    named = dict(zip(spec.args[len(spec.args) - len(defaults) :], defaults, strict=True)) | (spec.kwonlydefaults or {})

    def parameter(name: str, kind: Any) -> inspect.Parameter:
        annotation = spec.annotations.get(name, inspect.Parameter.empty)
        return inspect.Parameter(name, kind, default=named.get(name, inspect.Parameter.empty), annotation=annotation)

    found = [parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in spec.args]
    found += [parameter(spec.varargs, inspect.Parameter.VAR_POSITIONAL)] if spec.varargs else []
    found += [parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in spec.kwonlyargs]
    found += [parameter(spec.varkw, inspect.Parameter.VAR_KEYWORD)] if spec.varkw else []
    return inspect.Signature(found)


@export("__internal__.decorator.unwrap", "compat.v1.flags.tf_decorator.unwrap")
def unwrap(maybe_tf_decorator: Any) -> tuple[list[Any], Any]:
    """Returns the decorators around a function, the outermost first, and the function itself.

    Raises:
      ValueError: one of them stands around itself.
    """
    decorators: list[Any] = []
    current = maybe_tf_decorator
    while "_decorator_name" in getattr(current, "__dict__", {}):
        if any(current is known for known in decorators):
            raise ValueError(f"wrapper loop when unwrapping {maybe_tf_decorator!r}")
        decorators.append(current)
        current = current.__wrapped__
    return decorators, current


@export("compat.v1.flags.tf_decorator.TFDecorator")
class TFDecorator:
    """Stands for a function, which it calls, and says by what it was decorated.

    Args:
      decorator_name: the name of the decorator.
      target: the function, a method among others.
      decorator_doc: its text in place of the function's.
      decorator_argspec: what `inspect.getfullargspec` tells of its arguments; those of the function by default.
    """

    def __init__(
        self,
        decorator_name: str,
        target: Callable[..., Any],
        decorator_doc: str = "",
        decorator_argspec: inspect.FullArgSpec | None = None,
    ) -> None:
        self._decorator_name = decorator_name
        self._decorator_doc = decorator_doc
        self._decorator_argspec = decorator_argspec
        self.__wrapped__ = target
        for name in ("__name__", "__qualname__", "__module__"):
            if hasattr(target, name):
                setattr(self, name, getattr(target, name))
        self.__doc__ = decorator_doc or getattr(target, "__doc__", None) or ""
        if decorator_argspec is not None:
            self.__signature__ = fullargspec_to_signature(decorator_argspec)
        elif callable(target):
            self.__signature__ = inspect.signature(target)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__wrapped__(*args, **kwargs)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self.__wrapped__.__get__(instance, owner)

    @property
    def decorated_target(self) -> Any:
        """The function that is called."""
        return self.__wrapped__

    @decorated_target.setter
    def decorated_target(self, target: Callable[..., Any]) -> None:
        self.__wrapped__ = target

    @property
    def decorator_name(self) -> str:
        """The name of the decorator."""
        return self._decorator_name

    @property
    def decorator_doc(self) -> str:
        """The decorator's own text."""
        return self._decorator_doc

    @property
    def decorator_argspec(self) -> inspect.FullArgSpec | None:
        """The arguments that the decorator was said to have, None where it has the function's."""
        return self._decorator_argspec


@export("compat.v1.flags.tf_decorator.rewrap")
def rewrap(decorator_func: Any, previous_target: Callable[..., Any], new_target: Callable[..., Any]) -> None:
    """Puts another function in the place of the one that decorators stand around.

    Decorating functions see it where they call their `__wrapped__`.

    Args:
      decorator_func: the outermost decorating function.
      previous_target: the function that they decorate.
      new_target: the other one.
    """
    for decorator in unwrap(decorator_func)[0]:
        if decorator.decorated_target is previous_target:
            decorator.__wrapped__ = decorator.decorated_target = new_target
