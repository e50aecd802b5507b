"""Bringing values back: matches objects with those of a checkpoint by the names of their children.

What the checkpoint has and the program has not yet is remembered: when an attribute of that name is set, or an item appended
to a list, it is restored at once.
"""

from __future__ import annotations

import functools
import weakref

from graphwright import dtypes, errors
from graphwright.checkpoint import trackable
from graphwright.checkpoint.object_graph import ObjectGraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MOST_REPORTED = 10


def _reference(value: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(value)
    except TypeError:  # lists and dicts
        return lambda: value


class Restoration:
    """One checkpoint on its way into a graph of objects.

    Args:
      reader: gives tensors by their keys.
      message: the checkpoint's `TrackableObjectGraph`.
      skip_slots: whether variables of optimizers are left alone.
    """

    def __init__(self, reader: Any, message: Any, skip_slots: bool = False) -> None:
        self.reader = reader
        self.message = message
        self.skip_slots = skip_slots
        self.found: dict[int, Callable[[], Any]] = {}  # the objects by their numbers in the checkpoint
        self.matched: dict[int, Any] = {}  # by id, what has been found
        self.waiting_slots: dict[int, list[tuple[int, str, int]]] = {}

    def bind(self, number: int, value: Any, replace: Callable[[Any], None] | None = None) -> None:
        """Takes an object for one of the checkpoint's, and goes on with its children.

        Args:
          number: that of the checkpoint's object.
          value: the object.
          replace: puts another one in its place, for lists and dicts that are to be watched.
        """
        queue = [(number, value, replace)]
        while queue:
            number, value, replace = queue.pop(0)
            if number >= len(self.message.nodes) or number < 0:
                raise errors.DataLossError(None, None, f"the checkpoint's object graph has no object {number}")
            if number in self.found:
                earlier = self.found[number]()
                if earlier is not None:
                    if earlier is not value:
                        _log(
                            "Inconsistent references when loading the checkpoint into this object graph. For example, in "
                            "the saved checkpoint object, `model.layer.weight` and `model.layer_copy.weight` reference the "
                            "same variable, while in the current object these are two different variables. The referenced "
                            f"variables are:({earlier!r} and {value!r})."
                        )
                    continue
            node = self.message.nodes[number]
            present = self.children_of(value) if node.children else {}
            missing = {c.local_name: c.node_id for c in node.children if c.local_name not in present}
            if missing and replace is not None and type(value) in _WATCHED:
                value = _WATCHED[type(value)](value)
                replace(value)
            self.found[number] = _reference(value)
            self.matched[id(value)] = self.found[number]
            if missing:
                watch(value, self, missing)
            for child in node.children:
                name = child.local_name
                if name in present:
                    queue.append((child.node_id, present[name], functools.partial(trackable.set_child, value, name)))
            self._restore(node, value)
            self._restore_slots(number, value)

    def children_of(self, value: Any) -> dict[str, Any]:
        """The children of an object."""
        return trackable.children_of(value)

    def _restore(self, node: Any, value: Any) -> None:
        if not node.attributes:
            return
        prefix = node.attributes[0].checkpoint_key
        prefix = prefix[: prefix.rindex("/") + 1]
        tensors = {}
        for key in self.reader.keys_below(prefix):
            if trackable.takes_in_place(value, key[len(prefix) :]) and self.reader.read_into(key, value):
                return
            wanted = dtypes.as_dtype(value.dtype) if hasattr(value, "assign") and hasattr(value, "dtype") else None
            tensors[key[len(prefix) :]] = self.reader.read(key, wanted)
        wants = getattr(value, "assign", None) or getattr(value, "_restore_from_tensors", None)
        if wants is None or not tensors:
            return
        trackable.restore_values(value, tensors)

    def _restore_slots(self, number: int, value: Any) -> None:
        if self.skip_slots:
            return
        for reference in self.message.nodes[number].slot_variables:
            of = reference.original_variable_node_id
            self._slot(number, of, reference.slot_name, reference.slot_variable_node_id)
        for optimizer, name, slot in self.waiting_slots.pop(number, ()):
            self._slot(optimizer, number, name, slot)

    def _slot(self, optimizer: int, of: int, name: str, slot: int) -> None:
        keeper = self.found[optimizer]() if optimizer in self.found else None
        variable = self.found[of]() if of in self.found else None
        if keeper is None or variable is None:
            self.waiting_slots.setdefault(of if variable is None else optimizer, []).append((optimizer, name, slot))
            return
        present = keeper.get_slot(variable, name) if hasattr(keeper, "get_slot") else None
        if present is not None:
            self.bind(slot, present)
        elif hasattr(keeper, "_when_slot_is_made"):
            keeper._when_slot_is_made(variable, name, lambda made: self.bind(slot, made))

    # ---- what came of it ----

    def path_of(self, number: int) -> str:
        """The names that lead from the root to an object of the checkpoint."""
        paths = {0: "(root)"}
        queue = [0]
        while queue:
            at = queue.pop(0)
            for child in self.message.nodes[at].children:
                if child.node_id not in paths:
                    paths[child.node_id] = f"{paths[at]}.{child.local_name}"
                    queue.append(child.node_id)
            for slot in self.message.nodes[at].slot_variables:
                of = paths.get(slot.original_variable_node_id, "?")
                paths.setdefault(slot.slot_variable_node_id, f"{paths[at]}'s state {slot.slot_name!r} for {of}")
        return paths.get(number, "?")

    def unresolved(self) -> int | None:
        """The first object of the checkpoint that no object of the program is."""
        for number, node in enumerate(self.message.nodes):
            if number in self.found or (
                node.HasField("has_checkpoint_values") and not node.has_checkpoint_values.value
            ):
                continue
            return number
        return None


def _log(text: str) -> None:
    import logging

    logging.getLogger("tensorflow").warning(text)


# ---- waiting for children ----

_waiting: dict[int, tuple[Any, dict[str, list[tuple[Restoration, int]]]]] = {}


def watch(value: Any, restoration: Restoration, missing: dict[str, int]) -> None:
    """Restores children of an object when they appear."""
    if isinstance(value, tuple(_WATCHED.values())):
        waiting = value.__dict__.setdefault("_waiting", {})
    else:
        entry = _waiting.get(id(value))
        if entry is None or entry[0]() is not value:
            key, forget = id(value), _waiting.pop
            try:
                alive = weakref.ref(value, lambda _: forget(key, None))
            except TypeError:
                return
            entry = _waiting[key] = (alive, {})
            _hook(type(value))
        waiting = entry[1]
    for name, number in missing.items():
        waiting.setdefault(name, []).append((restoration, number))


def appeared(parent: Any, name: str, child: Any) -> None:
    """To be called when an object got a child: restores it where a checkpoint has a value for it."""
    if isinstance(parent, tuple(_WATCHED.values())):
        waiting = parent.__dict__.get("_waiting")
    else:
        entry = _waiting.get(id(parent))
        waiting = entry[1] if entry is not None and entry[0]() is parent else None
    if not waiting or not trackable.is_trackable(child):
        return
    for restoration, number in waiting.pop(name, ()):
        restoration.bind(number, child, functools.partial(trackable.set_child, parent, name))


_hooked: set[type] = set()


def _hook(cls: type) -> None:
    """Lets objects of a class tell when an attribute is set, from now on."""
    # The class of ours that says what its children are: Module, and its like.
    ours = [b for b in cls.__mro__ if "_trackable_children" in vars(b) and b.__module__.startswith("graphwright.")]
    if not ours or ours[0] in _hooked:
        return
    base = ours[0]
    own = vars(base).get("__setattr__")

    def set_and_restore(self: Any, name: str, value: Any) -> None:
        if own is None:
            super(base, self).__setattr__(name, value)
        else:
            own(self, name, value)
        if id(self) in _waiting:
            appeared(self, name, value)

    _hooked.add(base)
    base.__setattr__ = set_and_restore


class WatchedList(list):
    """A list some of whose items are still to be restored."""

    def append(self, item: Any) -> None:
        super().append(item)
        appeared(self, str(len(self) - 1), item)

    def extend(self, items: Any) -> None:
        for item in items:
            self.append(item)

    def __iadd__(self, items: Any) -> WatchedList:
        self.extend(items)
        return self

    def __reduce__(self) -> tuple:
        return list, (list(self),)


class WatchedDict(dict):
    """A dict some of whose values are still to be restored."""

    def __setitem__(self, key: Any, item: Any) -> None:
        super().__setitem__(key, item)
        appeared(self, key, item)

    def update(self, *args: Any, **kwargs: Any) -> None:
        for key, item in dict(*args, **kwargs).items():
            self[key] = item

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]

    def __reduce__(self) -> tuple:
        return dict, (dict(self),)


_WATCHED: dict[type, type] = {list: WatchedList, dict: WatchedDict}
trackable.CONTAINERS.update(_WATCHED.values())


# ---- status objects ----


class LoadStatus:
    """What `tf.train.Checkpoint.restore` returns: checks of how well checkpoint and program fit."""

    def assert_consumed(self) -> LoadStatus:
        """Returns itself. Raises AssertionError unless all objects on both sides were matched."""
        raise NotImplementedError

    def assert_existing_objects_matched(self) -> LoadStatus:
        """Returns itself. Raises AssertionError where an object of the program was not matched."""
        raise NotImplementedError

    def assert_nontrivial_match(self) -> LoadStatus:
        """Returns itself. Raises AssertionError where nothing but the root was matched."""
        raise NotImplementedError

    def run_restore_ops(self, session: Any = None) -> None:
        """Does nothing: values were restored when `restore` was called."""

    def initialize_or_restore(self, session: Any = None) -> None:
        """Does nothing: values were restored when `restore` was called, variables are made with values."""

    def expect_partial(self) -> LoadStatus:
        """Returns itself; says that what stays unmatched is meant to."""
        return self


class CheckpointLoadStatus(LoadStatus):
    """The status of a checkpoint that was read."""

    def __init__(self, restoration: Restoration, graph: Callable[[], ObjectGraph]) -> None:
        self._restoration = restoration
        self._graph = graph

    def _unmatched(self) -> list[Any]:
        matched = self._restoration.matched
        graph = self._graph()
        graph.find_slots()
        found = []
        for value in graph.objects:
            if trackable.is_container(value) or trackable.is_function(value):
                continue
            known = matched.get(id(value))
            if known is None or known() is not value:
                found.append(value)
        return found

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """Returns itself. Raises AssertionError where an object of the program was not matched."""
        unmatched = self._unmatched()
        if unmatched:
            shown = unmatched[:_MOST_REPORTED]
            raise AssertionError(
                f"Found {len(unmatched)} Python objects that were not bound to checkpointed values, likely due to changes in "
                f"the Python program. Showing {len(shown)} of {len(unmatched)} unmatched objects: {shown}"
            )
        return self

    def assert_consumed(self) -> CheckpointLoadStatus:
        """Returns itself. Raises AssertionError unless all objects on both sides were matched."""
        self.assert_existing_objects_matched()
        number = self._restoration.unresolved()
        if number is not None:
            raise AssertionError(
                f"Unresolved object in checkpoint {self._restoration.path_of(number)}: "
                f"{self._restoration.message.nodes[number]}"
            )
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """Returns itself. Raises AssertionError where nothing but the root was matched."""
        if len(self._restoration.found) <= 1:
            unmatched = self._unmatched()
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint does "
                f"not match the Python program. The following objects have no matching checkpointed value: {unmatched}"
            )
        return self


class InitializationOnlyStatus(LoadStatus):
    """The status where there was no checkpoint to read."""

    def _nothing(self) -> LoadStatus:
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    assert_consumed = assert_existing_objects_matched = assert_nontrivial_match = _nothing

    def run_restore_ops(self, session: Any = None) -> None:
        """Raises AssertionError: there is nothing to restore."""
        self._nothing()


class NameBasedStatus(CheckpointLoadStatus):
    """The status of a checkpoint of TensorFlow 1, which has names of variables and no objects."""

    def __init__(self, reader: Any, graph: Callable[[], ObjectGraph]) -> None:
        self._reader = reader
        self._graph = graph
        self._left: list[Any] = []
        used = set()
        for value in graph().objects:
            name = trackable.full_name_of(value)
            if not name:
                continue
            if not reader.has_tensor(name):
                self._left.append(value)
                continue
            used.add(name)
            trackable.restore_values(value, {trackable.VARIABLE_VALUE: reader.read(name, value.dtype)})
        self._unused = sorted(set(reader.get_variable_to_shape_map()) - used)

    def _unmatched(self) -> list[Any]:
        return self._left

    def assert_consumed(self) -> NameBasedStatus:
        """Returns itself. Raises AssertionError unless all variables on both sides were matched."""
        self.assert_existing_objects_matched()
        if self._unused:
            raise AssertionError(f"Some values of the checkpoint were not used: {self._unused}")
        return self

    def assert_nontrivial_match(self) -> NameBasedStatus:
        """Returns itself. Raises AssertionError where nothing was matched."""
        if len(self._unused) == len(self._reader.get_variable_to_shape_map()):
            raise AssertionError("Nothing in the checkpoint matched a variable's name.")
        return self
