"""Lists that a block of a staged statement reaches without being among its variables: of functions and objects that it
closes over. With the feature LISTS they are state of the statement, too."""

from __future__ import annotations

import sys
from types import FunctionType, MethodType

from graphwright._src.autograph.operators import elements, staging
from graphwright._src.autograph.structure_list import LISTS
from graphwright._src.base.conversion_status import TRACERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_MOST_FUNCTIONS = 64
_OWN = (__name__.partition(".")[0], "tensorflow.")  # classes may go by TensorFlow's name
_OPERATORS = __name__.rpartition(".")[0]


class Place:
    """The place of such a list: a cell of a closure, or an attribute of an object.

    Args:
      holder: the cell, or the dictionary of the object.
      name: the variable's name, or the attribute's.
    """

    __slots__ = ("holder", "name")

    def __init__(self, holder: Any, name: str) -> None:
        self.holder = holder
        self.name = name

    def get(self) -> Any:
        """Returns the list."""
        return self.holder[self.name] if type(self.holder) is dict else self.holder.cell_contents

    def set(self, value: object) -> None:
        """Puts another value there."""
        if type(self.holder) is dict:
            self.holder[self.name] = value
        else:
            self.holder.cell_contents = value


def _made_while_tracing() -> set[int]:
    """Returns the identities of what variables of the functions hold that are being traced, but for their arguments: lists from
    outside of these, which note what is traced, stay Python lists.
    """
    found: set[int] = set()
    frame = sys._getframe(2)
    while frame is not None and frame.f_code not in TRACERS:
        code = frame.f_code
        if not frame.f_globals.get("__name__", "").startswith(_OWN):
            count = code.co_argcount + code.co_kwonlyargcount
            others = {*code.co_freevars, *code.co_varnames[:count]}
            found.update(id(value) for name, value in frame.f_locals.items() if name not in others)
        frame = frame.f_back  # type: ignore[assignment]
    return found


def places(state: Sequence[Any], *blocks: Callable | None) -> list[Place]:
    """Returns the places that blocks reach, without those whose list is in `state` already."""
    if not staging.lists_are_in_use():
        return []
    own = _made_while_tracing()
    known = {id(value) for value in state}
    found = []
    waiting: list[Any] = [block for block in blocks if block is not None]
    seen = {id(block) for block in waiting}
    while waiting and len(seen) < _MOST_FUNCTIONS:
        block = waiting.pop()
        if isinstance(block, MethodType):
            _add(block.__self__, "self", None, found, waiting, known, seen, own)
            block = block.__func__
        closure = getattr(block, "__closure__", None) or ()
        for name, cell in zip(block.__code__.co_freevars if closure else (), closure, strict=True):
            try:
                content = cell.cell_contents
            except ValueError:
                continue  # not assigned yet
            _add(content, name, cell, found, waiting, known, seen, own)
    return found


def _add(
    content: object, name: str, cell: Any, found: list, waiting: list, known: set[int], seen: set[int], own: set[int]
) -> None:
    if id(content) in seen:
        return
    if cell is not None and (type(content) is list or type(content) in LISTS):
        if id(content) not in known and id(content) in own:
            known.add(id(content))
            found.append(Place(cell, name))
        return
    if type(content) is tuple:
        for item in content:
            if isinstance(item, (FunctionType, MethodType)):
                _add(item, name, None, found, waiting, known, seen, own)
        return
    if isinstance(content, (FunctionType, MethodType)):
        module = content.__module__ or ""
        if not module.startswith(_OWN) or module.startswith(_OPERATORS):
            seen.add(id(content))
            waiting.append(content)
        return
    attributes: Any = getattr(content, "__dict__", None)
    plain_object = type(attributes) is dict and not isinstance(content, type)
    if not plain_object or id(content) not in own or type(content).__module__.startswith(_OWN):
        return
    seen.add(id(content))
    for key, value in attributes.items():
        if (type(value) is list or type(value) in LISTS) and id(value) not in known:
            known.add(id(value))
            found.append(Place(attributes, key))


def plain(found: Sequence[Place]) -> set[int]:
    """Returns the identities of those that are Python lists."""
    return {id(place.get()) for place in found if type(place.get()) is list}


def staged(found: Sequence[Place]) -> list[Place]:
    """Returns those that hold a list that depends on tensors."""
    return [place for place in found if type(place.get()) in LISTS]


def replaced(found: Sequence[Place], need: staging.NeedsTensorList) -> Place | None:
    """Returns the place whose list is to become a list of tensors, and has; None where it is none of these, or is from outside of
    a statement around this one, which is then the one to be staged again.
    """
    if elements.is_entered(need.target):
        return None
    for place in found:
        if place.get() is need.target:
            place.set(staging.as_tensor_list(need.target, place.name, need))
            return place
    return None


def with_places(
    found: Sequence[Place], get_state: Callable[[], tuple], set_state: Callable[[tuple], None]
) -> tuple[Callable[[], tuple], Callable[[tuple], None]]:
    """Returns the state with the lists at these places before the rest."""

    def get() -> tuple:
        return (*[place.get() for place in found], *get_state())

    def set_(values: tuple) -> None:
        for place, value in zip(found, values, strict=False):
            place.set(value)
        set_state(tuple(values[len(found) :]))

    return get, set_
