"""Classes of objects that libraries register to be written to SavedModels and made anew from them."""

from __future__ import annotations

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from graphwright._src.messages.classes import SavedUserObject


class IdentityDict:
    """A mapping whose keys are objects themselves, whether or not they can be hashed."""

    def __init__(self) -> None:
        self._items: dict[int, tuple[Any, Any]] = {}

    def __setitem__(self, key: object, value: object) -> None:
        self._items[id(key)] = key, value

    def __getitem__(self, key: object) -> Any:
        found = self._items.get(id(key))
        if found is None:
            raise KeyError(key)
        return found[1]

    def __delitem__(self, key: object) -> None:
        del self._items[id(key)]

    def __contains__(self, key: object) -> bool:
        return id(key) in self._items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return iter([key for key, _ in self._items.values()])


@export("__internal__.saved_model.load.VersionedTypeRegistration")
class VersionedTypeRegistration:
    """A way to make objects of a class anew when a SavedModel is read, for a range of versions.

    Args:
      object_factory: makes an object from what was saved of it.
      version: of this registration.
      min_producer_version: the oldest version of what was written that it reads.
      min_consumer_version: the oldest version that reads what it writes.
      bad_consumers: versions that must not.
      setter: puts a part into an object.
    """

    def __init__(
        self,
        object_factory: Callable[[Any], Any],
        version: int,
        min_producer_version: int,
        min_consumer_version: int,
        bad_consumers: Iterable[int] | None = None,
        setter: Callable[..., None] = setattr,
    ) -> None:
        self.object_factory, self.setter = object_factory, setter
        self.version, self.bad_consumers = version, tuple(bad_consumers or ())
        self.min_producer_version, self.min_consumer_version = min_producer_version, min_consumer_version

    def from_proto(self, proto: SavedUserObject) -> Any:
        """Returns a new object from what was saved of it."""
        return self.object_factory(proto)


_revived: dict[str, tuple[Callable[[Any], bool], list[VersionedTypeRegistration]]] = {}


@export("__internal__.saved_model.load.register_revived_type")
def register_revived_type(
    identifier: str, predicate: Callable[[Any], bool], versions: list[VersionedTypeRegistration]
) -> None:
    """Registers a class of objects by the name that SavedModels have for it.

    Raises:
      AssertionError: the name, or one of two equal versions, is there already.
    """
    numbers = [registration.version for registration in versions]
    if identifier in _revived or len(set(numbers)) != len(numbers):
        raise AssertionError(f"Duplicate registrations for type '{identifier}'")
    _revived[identifier] = predicate, sorted(versions, key=lambda registration: registration.version, reverse=True)


@export("__internal__.saved_model.load.registered_identifiers")
def registered_identifiers() -> Any:
    """Returns the names of all registered classes."""
    return _revived.keys()


@export("__internal__.saved_model.load.get_setter")
def get_setter(proto: SavedUserObject) -> Callable[..., None] | None:
    """Returns what puts parts into an object of the class that saved data names; None where the class is not
    registered.
    """
    found = _revived.get(proto.identifier)
    if found is None:
        return None
    for registration in found[1]:
        if registration.min_producer_version <= proto.version.producer:
            return registration.setter
    return None


def registration_of(value: object) -> tuple[str, int, int, tuple[int, ...]] | None:
    """Returns what a SavedModel says of an object of a registered class: its name, versions of writer and reader, bad
    readers.
    """
    for identifier, (predicate, versions) in _revived.items():
        if predicate(value):
            newest = versions[0]
            return identifier, newest.version, newest.min_consumer_version, newest.bad_consumers
    return None


def revived(proto: SavedUserObject) -> tuple[Any, Callable[..., None]] | None:
    """Returns a new object of the registered class that saved data names, and what puts parts into it; None without one."""
    found = _revived.get(proto.identifier)
    for registration in found[1] if found is not None else ():
        if (
            registration.min_producer_version <= proto.version.producer
            and registration.version >= proto.version.min_consumer
            and registration.version not in proto.version.bad_consumers
        ):
            return registration.from_proto(proto), registration.setter
    return None
