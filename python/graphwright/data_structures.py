"""Lists, dicts and tuples that know the layers and variables in them, as libraries with classes of their own ask of them."""

from __future__ import annotations

import collections

from graphwright import _core
from graphwright.export import export
from graphwright.trackable import Trackable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def _has_weights(value: Any) -> bool:
    return hasattr(type(value), "trainable_weights") and hasattr(type(value), "non_trainable_weights")


@export("__internal__.tracking.TrackableDataStructure")
class TrackableDataStructure(Trackable):
    """A container that a checkpoint can hold. Its weights are those of the layers and variables in it."""

    trainable = True

    @property
    def _values(self) -> list:
        """What is in it, in order."""
        return list(self._items())

    def _items(self) -> Iterable:
        return iter(self)

    @property
    def layers(self) -> list:
        """The layers in it, each once, without containers between."""
        found: dict[int, Any] = {}
        for item in self._values:
            if isinstance(item, TrackableDataStructure):
                found |= {id(layer): layer for layer in item.layers}
            elif hasattr(item, "_is_layer"):
                found[id(item)] = item
        return list(found.values())

    def _weights(self, attribute: str, trainable: bool | None) -> list:
        found: list = []
        for item in self._values:
            if isinstance(item, _core.ResourceVariable):
                found += [item] if trainable in (None, bool(item.trainable)) else []
            elif _has_weights(item):
                found += getattr(item, attribute)
        return found

    @property
    def trainable_weights(self) -> list:
        """The weights that are trained; none where `trainable` is false."""
        return self._weights("trainable_weights", True) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list:
        """The weights that are not trained."""
        if self.trainable:
            return self._weights("non_trainable_weights", False)
        return self._weights("weights", None)

    @property
    def weights(self) -> list:
        """All of them, first those that are trained."""
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables = trainable_weights
    non_trainable_variables = non_trainable_weights
    variables = weights

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"


def _wrapping(name: str, base: type, position: int) -> Callable:
    """A method of `base` whose argument at `position` is wrapped."""
    method = getattr(base, name)

    def wrapped(self: Any, *args: Any) -> Any:
        return method(self, *args[:position], *map(wrap, args[position:]))

    wrapped.__name__, wrapped.__doc__ = name, method.__doc__
    return wrapped


class ListWrapper(TrackableDataStructure, list):
    """A list that is known to hold parts of an object."""

    __hash__ = None

    def __init__(self, wrapped_list: Iterable = ()) -> None:
        list.__init__(self, map(wrap, wrapped_list))

    append = _wrapping("append", list, 0)
    insert = _wrapping("insert", list, 1)

    def extend(self, values: Iterable) -> None:
        """Adds the values at the end."""
        list.extend(self, map(wrap, values))

    def __iadd__(self, values: Iterable) -> ListWrapper:
        self.extend(values)
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        list.__setitem__(self, key, [wrap(item) for item in value] if isinstance(key, slice) else wrap(value))

    def __reduce__(self) -> Any:
        return type(self), (list(self),)


class _DictWrapper(TrackableDataStructure, dict):
    """A dictionary that is known to hold parts of an object."""

    __hash__ = None

    def __init__(self, wrapped_dict: Any = None, **more: Any) -> None:
        dict.__init__(self, {key: wrap(value) for key, value in dict(wrapped_dict or (), **more).items()})

    def _items(self) -> Iterable:
        return iter(self.values())

    __setitem__ = _wrapping("__setitem__", dict, 1)
    setdefault = _wrapping("setdefault", dict, 1)

    def update(self, *args: Any, **more: Any) -> None:
        """Takes over what another dictionary holds."""
        for key, value in dict(*args, **more).items():
            self[key] = value

    def __reduce__(self) -> Any:
        return type(self), (dict(self),)


class _TupleWrapper(TrackableDataStructure, tuple):
    """A tuple that is known to hold parts of an object."""

    def __new__(cls, wrapped_tuple: Iterable = ()) -> _TupleWrapper:
        return tuple.__new__(cls, map(wrap, wrapped_tuple))

    def __reduce__(self) -> Any:
        return type(self), (tuple(self),)


def wrap(value: Any) -> Any:
    """A list, a dict, or a tuple of what can be saved as one that knows its layers; anything else as it is."""
    kind = type(value)
    if kind is list:
        return ListWrapper(value)
    if kind is dict or kind is collections.OrderedDict:
        return _DictWrapper(value)
    if kind is tuple:
        wrapped = _TupleWrapper(value)
        return wrapped if any(isinstance(item, Trackable | _core.ResourceVariable) for item in wrapped) else value
    return value
