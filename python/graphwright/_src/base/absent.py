"""Public names of what is not done here: programs import them, ask for them or inherit from them; using one raises."""

from __future__ import annotations

import functools
import inspect

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T")


def absent(why: str, *names: str, v1: str | None = None) -> Callable[[T], T]:
    """Decorates a function or class that is declared only, and publishes it; its use raises NotImplementedError.

    A function declares its signature; where it has a body, that checks the arguments first. Of a class all methods that
    it defines raise, `__init__` among them; one that defines no `__init__` can be made. Those without a text get one.

    Args:
      why: the reason, as the end of "… is not there: ".
      *names: the public names without `tf.`; the first one is in the text of the error.
      v1: as for `export`.

    >>> @absent("there is no moon", "experimental.to_the_moon")
    ... def to_the_moon(speed: float = 1.0) -> None: ...
    >>> import graphwright as tf
    >>> tf.experimental.to_the_moon(2.0)
    Traceback (most recent call last):
    NotImplementedError: tf.experimental.to_the_moon: there is no moon
    """

    def decorate(obj: Any) -> Any:
        made = _class(obj, names[0], why) if isinstance(obj, type) else refusing(obj, names[0], why)
        return export(*names, v1=v1)(made)

    return decorate


def absent_methods(why: str, name: str) -> Callable[[T], T]:
    """Decorates a class as `absent` does, without publishing it; `name` is what errors call it.

    >>> @absent_methods("it is closed", "Shop")
    ... class Shop:
    ...     def buy(self) -> None: ...
    >>> Shop().buy()
    Traceback (most recent call last):
    NotImplementedError: tf.Shop.buy: it is closed
    """

    def decorate(cls: Any) -> Any:
        return _class(cls, name, why)

    return decorate


def refusing(function: Any, name: str, why: str) -> Any:
    """Returns a function with the signature of one that is declared only, which raises NotImplementedError.

    >>> refusing(lambda x: None, "f", "it is far away")(1)
    Traceback (most recent call last):
    NotImplementedError: tf.f: it is far away
    """

    @functools.wraps(function)
    def refuse(*args: Any, **kwargs: Any) -> Any:
        function(*args, **kwargs)  # checks the arguments
        raise NotImplementedError(f"tf.{name}: {why}")

    if not refuse.__doc__:
        refuse.__doc__ = f"Raises NotImplementedError: {why} (tf.{name})."
    refuse.why_absent = why  # type: ignore[attr-defined]  # the reference says it
    return refuse


def _class(cls: Any, name: str, why: str) -> Any:
    for key, member in list(vars(cls).items()):
        called = name if key == "__init__" else f"{name}.{key}"
        if isinstance(member, (classmethod, staticmethod)):
            setattr(cls, key, type(member)(refusing(member.__func__, called, why)))
        elif isinstance(member, property):
            setattr(cls, key, property(refusing(member.fget, called, why)))
        elif inspect.isfunction(member):
            setattr(cls, key, refusing(member, called, why))
    return cls
