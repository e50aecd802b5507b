"""ImmutableDict: a mapping that cannot be changed, which extension types keep mappings in."""

from __future__ import annotations

from _collections_abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class ImmutableDict(Mapping):
    """A mapping that cannot be changed. Takes what `dict` does."""

    __slots__ = ("_items",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._items: dict[Any, Any] = dict(*args, **kwargs)

    def __getitem__(self, key: object) -> Any:
        return self._items[key]

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def __iter__(self) -> Iterator:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"ImmutableDict({self._items})"
