"""Lists, dicts and tuples that are attributes of an object: they know the layers and variables in them, and are saved.

A wrapper and the list or dict that was set as the attribute have one storage: what changes one changes the other. A wrapper
is a list, a dict or a tuple itself as well, and has its items there, too, for what is written in C and looks no further;
that copy is brought up to date by each change that goes through the wrapper.

What is restored before it is made is known by its place, so a list whose parts changed places cannot be saved.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import sys

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.state.trackable import NoDependency, Trackable, is_function, is_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, SupportsIndex

_NOT_NEEDED = (
    "\n\nIf you don't need this {} checkpointed, wrap it in a non-trackable object; it will be subsequently ignored."
)


def _same(now: object, before: object) -> bool:
    """Tells whether an item is what it was: the same object, or an equal one that is no part."""
    if now is before:
        return True
    if is_part(now) or is_part(before) or isinstance(now, _core.Tensor):
        return False
    try:
        return bool(now == before)
    except Exception:  # arrays and the like
        return False


@export("__internal__.tracking.TrackableDataStructure")
class TrackableDataStructure(Trackable):
    """A container that a checkpoint can hold. Its weights are those of the layers and variables in it."""

    trainable = True

    @property
    def _values(self) -> list:
        """The items in it, in order."""
        return list(self._items())

    def _items(self) -> Iterable:
        return iter(self)  # type: ignore[call-overload]  # all classes derived from this one have items

    def _part(self, value: object, name: str) -> Any:
        """Returns an item as it is kept: wrapped, and a part under that name where it can be saved."""
        if type(value) is NoDependency:
            return value.value
        value = wrap(value)
        if is_part(value):
            # A variable whose place in a checkpoint has another shape keeps its value: Keras' optimizers may add others
            # than they had when they were saved.
            with contextlib.suppress(ValueError):
                self._track_trackable(value, name, overwrite=True)
        return value

    @property
    def layers(self) -> list:
        """The layers in it, each once, without containers between."""
        found: dict[int, Any] = {}
        for item in self._values:
            if isinstance(item, TrackableDataStructure):
                # Not `item.layers`: a named tuple may have a field of that name.
                found |= {id(layer): layer for layer in TrackableDataStructure.layers.__get__(item)}
            elif hasattr(item, "_is_layer"):
                found[id(item)] = item
        return list(found.values())

    def _weights(self, attribute: str, trainable: bool | None) -> list:
        held = self._values
        found = [
            variable
            for item in held
            if not isinstance(item, _core.ResourceVariable) and is_part(item)
            for variable in getattr(item, attribute, ())
        ]
        variables = [item for item in held if isinstance(item, _core.ResourceVariable)]
        return found + [item for item in variables if trainable in (None, bool(item.trainable))]

    @property
    def trainable_weights(self) -> list:
        """The weights that are trained; none where `trainable` is false."""
        return self._weights("trainable_variables", True) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list:
        """The weights that are not trained."""
        frozen = self._weights("non_trainable_variables", False)
        return frozen if self.trainable else self._weights("trainable_variables", True) + frozen

    @property
    def weights(self) -> list:
        """All of them, first those that are trained."""
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables = trainable_weights
    non_trainable_variables = non_trainable_weights
    variables = weights

    def _functions(self) -> dict[str, Any]:
        """Returns the `tf.function`s in it by name, which are parts of a model wherever they come from."""
        return {}

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        if save_type != "checkpoint":
            children.update(self._functions())
        return children


def _reading(name: str) -> Callable:
    """Returns a method of lists that asks the storage."""
    method = getattr(list, name)

    def read(self: ListWrapper, *args: object) -> Any:
        return method(self._storage, *args)

    read.__name__, read.__doc__ = name, method.__doc__
    return read


def _comparing(name: str) -> Callable:
    """Returns a comparison of lists that asks the storages."""
    method = getattr(list, name)

    def compare(self: ListWrapper, other: object) -> Any:
        return method(self._storage, getattr(other, "_storage", other))

    compare.__name__ = name
    return compare


class ListWrapper(TrackableDataStructure, list):
    """A list that is known to hold parts of an object.

    Args:
      wrapped_list: the list whose storage it shares; any other iterable is copied.
    """

    __hash__ = None

    def __init__(self, wrapped_list: Iterable = ()) -> None:
        self._storage: list = wrapped_list if isinstance(wrapped_list, list) else list(wrapped_list)
        self._moved = False  # whether parts changed their places
        for i, item in enumerate(self._storage):
            kept = self._part(item, str(i))
            if kept is not item:
                self._storage[i] = kept
        self._known = list(self._storage)  # what it was after the last change through the wrapper
        list.extend(self, self._storage)

    __getitem__ = _reading("__getitem__")
    __len__ = _reading("__len__")
    __iter__ = _reading("__iter__")
    __contains__ = _reading("__contains__")
    __reversed__ = _reading("__reversed__")
    index = _reading("index")
    count = _reading("count")
    __mul__ = _reading("__mul__")
    __rmul__ = _reading("__rmul__")
    __eq__ = _comparing("__eq__")
    __ne__ = _comparing("__ne__")
    __lt__ = _comparing("__lt__")
    __le__ = _comparing("__le__")
    __gt__ = _comparing("__gt__")
    __ge__ = _comparing("__ge__")

    def __add__(self, other: list[Any]) -> list:
        return self._storage + getattr(other, "_storage", other)

    def __radd__(self, other: list[Any]) -> list:
        return other + self._storage

    def _changed_outside(self) -> bool:
        now, known = self._storage, self._known
        return len(now) != len(known) or not all(map(_same, now, known))

    def _holds_parts(self) -> bool:
        return any(map(is_part, self._storage))

    def _note(self, moved: bool) -> None:
        """To be called after a change: `moved` where places of parts are not what they were."""
        self._moved = self._moved or moved
        list.__setitem__(self, slice(None), self._storage)
        self._known = list(self._storage)

    def _change(self) -> None:
        """To be called before a change, and before saving: what was changed from outside stays noted."""
        if not self._moved and self._changed_outside():
            self._moved = True
            self._outside = True

    _outside = False

    def append(self, value: object) -> None:
        """Adds an item at the end."""
        storage = self._storage
        at = len(storage)
        if len(self._known) != at:
            self._change()
        kept = self._part(value, str(at))
        storage.append(kept)
        self._known.append(kept)
        if list.__len__(self) == at:
            list.append(self, kept)
        else:
            list.__setitem__(self, slice(None), storage)

    def extend(self, values: Iterable) -> None:
        """Adds items at the end."""
        for value in list(values) if values is self or values is self._storage else values:
            self.append(value)

    def __iadd__(self, values: Iterable) -> ListWrapper:
        self.extend(values)
        return self

    def __imul__(self, count: int) -> ListWrapper:
        if count <= 0:
            self.clear()
        else:
            self.extend(list(self._storage) * (count - 1))
        return self

    def __setitem__(self, key: SupportsIndex | slice, value: Any) -> None:
        self._change()
        storage = self._storage
        if isinstance(key, slice):
            before = list(storage)
            storage[key] = value
            for i, item in enumerate(storage):
                if i >= len(before) or not _same(item, before[i]):
                    storage[i] = self._part(item, str(i))
            moved = any(map(is_part, before))
        else:
            moved = is_part(storage[key])
            storage[key] = self._part(value, str(key.__index__()))
        self._note(moved)

    def __delitem__(self, key: SupportsIndex | slice) -> None:
        self._change()
        moved = self._holds_parts()
        del self._storage[key]
        self._note(moved)

    def insert(self, index: int, value: object) -> None:
        """Adds an item before that at `index`."""
        self._change()
        moved = self._holds_parts() or is_part(value)
        self._storage.insert(index, value)
        self._note(moved)

    def pop(self, index: int = -1) -> Any:
        """Takes the item at `index` away and returns it. IndexError where there is none."""
        value = self._storage[index]
        del self[index]
        return value

    def remove(self, value: object) -> None:
        """Takes the first item that is equal to `value` away. ValueError where there is none."""
        del self[self._storage.index(value)]

    def clear(self) -> None:
        """Takes all items away."""
        del self[:]

    def sort(self, *, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> None:
        """Sorts the items in place."""
        self._change()
        moved = self._holds_parts()
        self._storage.sort(key=key, reverse=reverse)
        self._note(moved)

    def reverse(self) -> None:
        """Turns the order of the items round."""
        self._change()
        storage = self._storage
        middle = len(storage) // 2 if len(storage) % 2 else None  # stays where, and what, it is
        moved = any(is_part(item) for i, item in enumerate(storage) if i != middle)
        storage.reverse()
        for i, item in enumerate(storage):
            if i != middle:
                storage[i] = self._part(item, str(i))
        self._note(moved)

    def copy(self) -> ListWrapper:
        """Returns a wrapper of a copy of the list, which can be saved whatever was done to this one."""
        return type(self)(list(self._storage))

    def __copy__(self) -> ListWrapper:
        return self._like(list(self._storage))

    def __deepcopy__(self, memo: dict) -> ListWrapper:
        import copy

        return self._like(copy.deepcopy(self._storage, memo))

    def _like(self, storage: list) -> ListWrapper:
        copied = type(self)(storage)
        copied._moved, copied._outside = self._moved, self._outside
        return copied

    def __reduce_ex__(self, protocol: int) -> tuple:
        return type(self), (self._storage,)

    def __repr__(self) -> str:
        return f"ListWrapper({self._storage!r})"

    def _functions(self) -> dict[str, Any]:
        return {str(i): item for i, item in enumerate(self._storage) if is_function(item)}

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        self._change()
        if self._moved and not self._outside:
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to track trackable TensorFlow objects). A list "
                "element was replaced (__setitem__, __setslice__), deleted (__delitem__, __delslice__), or moved (sort). In "
                "order to support restoration on object creation, tracking is exclusively for append-only data structures."
                + _NOT_NEEDED.format("list")
            )
        if self._outside:
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to track trackable TensorFlow objects). The "
                f"wrapped list was modified outside the wrapper (its final value was {self._storage!r}, its value when a "
                f"checkpoint dependency was added was {self._known!r}), which breaks restoration on object creation."
                + _NOT_NEEDED.format("list")
            )
        return super()._trackable_children(save_type, **kwargs)


def _asking_dict(name: str, base: type = dict, changes: bool = False) -> Callable:
    """Returns a method of dicts that asks the dict that is wrapped; one that changes it brings the wrapper's copy up to date."""
    method = getattr(base, name)

    def ask(self: _DictWrapper, *args: object, **kwargs: object) -> Any:
        return getattr(self.__wrapped__, name)(*args, **kwargs)

    def change(self: _DictWrapper, *args: object, **kwargs: object) -> Any:
        try:
            return getattr(self.__wrapped__, name)(*args, **kwargs)
        finally:
            self._copy_items()

    found = change if changes else ask
    found.__name__, found.__doc__ = name, method.__doc__
    return found


class _DictWrapper(TrackableDataStructure, dict):
    """A dictionary that is known to hold parts of an object.

    What is taken out of it other than by `del` counts as a change from outside, as in TensorFlow: it cannot be saved then.

    Args:
      wrapped_dict: the dict whose storage it shares; pairs, and other mappings, are copied.
    """

    __hash__ = None
    __wrapped__: Any = None

    def __init__(self, wrapped_dict: Mapping[Any, Any] | Iterable[tuple[Any, Any]] | None = None, **more: Any) -> None:
        wrapped = wrapped_dict if isinstance(wrapped_dict, dict) and not more else dict(wrapped_dict or (), **more)
        self.__wrapped__ = wrapped
        self._other_keys = False  # whether keys that are no strings have parts
        for key, value in list(wrapped.items()):
            kept = self._item(key, value)
            if kept is not value:
                wrapped[key] = kept
        self._note()

    @property
    def __class__(self) -> type:  # so nothing in this class may call super() without arguments
        """The class of what is wrapped, or a proxy's: for `isinstance`."""
        kind = type(self.__wrapped__)
        return _class_to_tell(kind) if kind is dict else kind

    __getitem__ = _asking_dict("__getitem__")
    __len__ = _asking_dict("__len__")
    __iter__ = _asking_dict("__iter__")
    __contains__ = _asking_dict("__contains__")
    __reversed__ = _asking_dict("__reversed__")
    get = _asking_dict("get")
    keys = _asking_dict("keys")
    values = _asking_dict("values")
    items = _asking_dict("items")
    pop = _asking_dict("pop", changes=True)
    popitem = _asking_dict("popitem", changes=True)
    setdefault = _asking_dict("setdefault", changes=True)
    clear = _asking_dict("clear", changes=True)
    move_to_end = _asking_dict("move_to_end", collections.OrderedDict, changes=True)

    def __eq__(self, other: object) -> Any:
        return self.__wrapped__ == getattr(other, "__wrapped__", other)

    def __ne__(self, other: object) -> Any:
        return self.__wrapped__ != getattr(other, "__wrapped__", other)

    def __or__(self, other: object) -> Any:
        return self.__wrapped__ | getattr(other, "__wrapped__", other)

    def __ror__(self, other: Any) -> Any:
        return other | self.__wrapped__

    def __ior__(self, other: Any) -> _DictWrapper:
        self.__wrapped__.update(other)
        self._copy_items()
        return self

    def _items(self) -> Iterator:
        try:
            return (self.__wrapped__[key] for key in sorted(self.__wrapped__))
        except TypeError:
            return iter(self.__wrapped__.values())

    def _copy_items(self) -> None:
        dict.clear(self)
        dict.update(self, self.__wrapped__)

    def _note(self) -> None:
        if not self._outside:
            self._known = dict(self.__wrapped__)
        self._copy_items()

    _known: Any = None
    _outside = False

    def _change(self) -> None:
        self._outside = self._outside or self._changed_outside()

    def _changed_outside(self) -> bool:
        now, known = self.__wrapped__, self._known
        if known is None:
            return False
        return len(now) != len(known) or not all(key in known and _same(now[key], known[key]) for key in now)

    def _item(self, key: object, value: object) -> Any:
        if isinstance(key, str):
            return self._part(value, key)
        if type(value) is NoDependency:
            return value.value
        value = wrap(value)
        self._other_keys = self._other_keys or is_part(value)
        return value

    def __setitem__(self, key: object, value: object) -> None:
        self._change()
        value = self.__wrapped__[key] = self._item(key, value)
        if not self._outside:
            self._known[key] = value
        dict.__setitem__(self, key, value)

    def __delitem__(self, key: object) -> None:
        self._change()
        del self.__wrapped__[key]
        self._note()

    def update(self, *args: Any, **more: Any) -> None:
        """Takes over what another dictionary holds."""
        for key, value in dict(*args, **more).items():
            self[key] = value

    def copy(self) -> _DictWrapper:
        """Returns a wrapper of a copy of the dict."""
        return self.__copy__()

    def __copy__(self) -> _DictWrapper:
        return self._like(self.__wrapped__.copy())

    def __deepcopy__(self, memo: dict) -> _DictWrapper:
        import copy

        return self._like(copy.deepcopy(self.__wrapped__, memo))

    def _like(self, wrapped: dict[Any, Any]) -> _DictWrapper:
        copied = _DictWrapper(wrapped)
        copied._outside = self._outside
        copied._other_keys = self._other_keys
        return copied

    def __reduce_ex__(self, protocol: int) -> tuple:
        return type(self.__wrapped__), (dict(self.__wrapped__),)

    def __repr__(self) -> str:
        return f"DictWrapper({self.__wrapped__!r})"

    def __str__(self) -> str:
        return str(self.__wrapped__)

    def _functions(self) -> dict[str, Any]:
        return {key: item for key, item in self.__wrapped__.items() if is_function(item)}

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        about = f"Unable to save the object {self!r} (a dictionary wrapper constructed automatically on attribute assignment). "
        if self._other_keys:
            raise ValueError(
                f"{about}The wrapped dictionary contains a non-string key which maps to a trackable object or mutable data "
                "structure." + _NOT_NEEDED.format("dictionary")
            )
        self._change()
        if self._outside:
            raise ValueError(
                f"{about}The wrapped dictionary was modified outside the wrapper (its final value was {self}, its value when a "
                f"checkpoint dependency was added was {self._known}), which breaks restoration on object creation."
                + _NOT_NEEDED.format("dictionary")
            )
        return TrackableDataStructure._trackable_children(self, save_type, **kwargs)


class _TupleWrapper(TrackableDataStructure):
    """A tuple that is known to hold parts of an object; of a class that is derived from this one and the tuple's own."""

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Any]: ...

    # No tuple itself: Python derives no class from two of tuples of which each has attributes.
    def __new__(cls, wrapped_tuple: Iterable = ()) -> _TupleWrapper:
        kind = type(wrapped_tuple) if isinstance(wrapped_tuple, tuple) else tuple
        if cls is _TupleWrapper:
            cls = _wrapper_of(kind)
        kept = [item.value if type(item) is NoDependency else wrap(item) for item in wrapped_tuple]
        made = tuple.__new__(cls, kept)  # type: ignore[arg-type]  # derived from this class and from tuple
        names = [str(i) for i in range(len(kept))]
        for group in (getattr(kind, "_fields", ()), names):  # a named tuple's are parts by both
            for name, item, given in zip(group, kept, wrapped_tuple, strict=False):
                if type(given) is not NoDependency and is_part(item):
                    made._track_trackable(item, name, overwrite=True)
        return made

    @property
    def __class__(self) -> type:
        """The class of what is wrapped, or a proxy's: for `isinstance`."""
        cls = type(self)
        return _class_to_tell(cls._wrapped_class) if cls._is_derived else cls._wrapped_class

    _wrapped_class: type = tuple
    _is_derived = True  # whether the class of this is derived from that

    @property
    def __wrapped__(self) -> tuple:
        """The tuple, of the class that it had, with what is wrapped in it."""
        return tuple.__new__(type(self)._wrapped_class, self)

    def __copy__(self) -> _TupleWrapper:
        return _TupleWrapper(self.__wrapped__)

    def __deepcopy__(self, memo: dict) -> _TupleWrapper:
        import copy

        return _TupleWrapper(copy.deepcopy(self.__wrapped__, memo))

    def __reduce_ex__(self, protocol: int) -> tuple:
        kind = type(self)._wrapped_class
        return (tuple, (list(self),)) if kind is tuple else (tuple.__new__, (kind, tuple(self)))

    def __repr__(self) -> str:
        return f"_TupleWrapper({self.__wrapped__!r})"

    def __str__(self) -> str:
        return str(self.__wrapped__)


class _ProxyType(type):
    """Classes that say that a container is a proxy; they make, and have, what the class of the container does."""

    _wrapped_class: type

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return cls._wrapped_class(*args, **kwargs)

    def __getattr__(cls, name: str) -> Any:
        return getattr(cls._wrapped_class, name)


def _class_to_tell(kind: type) -> type:
    """Returns the class that a wrapper gives as its own, which is derived from the class of what it wraps.

    Where wrapt is loaded that is one of its proxies': libraries look for these, as TensorFlow's wrappers are some.
    """
    proxy = getattr(sys.modules.get("wrapt"), "ObjectProxy", None)
    return kind if proxy is None else _proxy_of(kind, proxy)


@functools.cache
def _proxy_of(kind: type, proxy: type) -> type:
    return _ProxyType(kind.__name__, (proxy,), {"_wrapped_class": kind, "__module__": kind.__module__})


_tuple_wrappers: dict[type, type] = {}
_NOT_TAKEN = {"__dict__", "__weakref__", "__new__", "__init__", "__reduce__", "__getnewargs__", "__doc__", "__repr__"}

_OWN = frozenset(name for name in dir(TrackableDataStructure) if not name.startswith("_"))


def _wrapper_of(kind: type) -> type:
    """Returns the class of wrappers of a class of tuples, usually named ones: it is derived from both."""
    found = _tuple_wrappers.get(kind)
    if found is None:
        make = getattr(kind, "_make", None)
        members = {"_wrapped_class": kind, "__slots__": (), "__module__": __name__}
        if make is not None:
            members["_make"] = make
            members["__new__"] = lambda cls, *args, **kwargs: (
                _TupleWrapper.__new__(cls, *args) if len(args) == 1 and type(args[0]) is kind else kind(*args, **kwargs)
            )
            members["_replace"] = lambda self, **kwargs: self.__wrapped__._replace(**kwargs)
        try:
            found = _derived_wrapper(kind, kind, members)
        except TypeError:  # two bases with a place for attributes each, where Python takes none of these
            base = next(cls for cls in kind.__mro__ if issubclass(cls, tuple) and not cls.__dictoffset__)
            found = _derived_wrapper(kind, base, members | {"_is_derived": False})
        _tuple_wrappers[kind] = found
    return found


def _derived_wrapper(kind: type, base: type, members: dict[str, Any]) -> type:
    """Returns a class of wrappers that is derived from `base`, a class of tuples that `kind` is derived from, or `kind`."""
    # What is no base's is taken over; so is what would hide behind the wrapper's, such as a field called `weights`.
    for cls in kind.__mro__[: kind.__mro__.index(tuple)]:
        left_out = vars(cls).keys() - _OWN if issubclass(base, cls) else _NOT_TAKEN
        members = {name: member for name, member in vars(cls).items() if name not in left_out} | members
    return type("_TupleWrapper", (_TupleWrapper, base), members)


def _has_parts(value: tuple) -> bool:
    """Tells whether something in a tuple is wrapped or a part."""
    return any(
        type(item) in _MUTABLE
        or type(item) is NoDependency
        or is_part(item)
        or (isinstance(item, tuple) and _has_parts(item))
        for item in value
    )


_MUTABLE = (list, dict, collections.OrderedDict)


def wrap(value: Any) -> Any:
    """Returns a list, a dict, or a tuple of what can be saved as one that knows its parts; anything else as it is."""
    kind = type(value)
    if kind is list:
        return ListWrapper(value)
    if kind is dict or kind is collections.OrderedDict:
        return _DictWrapper(value)
    if kind is NoDependency:
        return value.value
    if issubclass(kind, tuple) and not issubclass(kind, TrackableDataStructure) and _has_parts(value):
        return _TupleWrapper(value)
    return value
