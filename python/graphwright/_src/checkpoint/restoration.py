"""Bringing values back: matches objects with those of a checkpoint by the names of their children.

What the checkpoint has and the program has not yet is remembered: when a child of that name is tracked - an attribute is
set, an item appended to a list - it is restored at once, also while a function is traced.
"""

from __future__ import annotations

import contextlib
import itertools
import weakref

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.checkpoint import sessions
from graphwright._src.checkpoint.object_graph import ObjectGraph
from graphwright._src.checkpoint.state import log_warning
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.graph.scopes import init_scope, name_scope
from graphwright._src.state import children as trackable
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphwright._src.checkpoint.reader import CheckpointReader
    from graphwright._src.messages.classes import TrackableObjectGraph

_MOST_REPORTED = 10


class _NoVariableError(errors.InvalidArgumentError, AttributeError):
    """An optimizer's value for what is no variable; TensorFlow stumbles over an attribute there."""


_NoVariableError.__name__ = _NoVariableError.__qualname__ = "InvalidArgumentError"
_NoVariableError.__module__ = errors.InvalidArgumentError.__module__


class _Container:
    """Stands for a container that cannot be referred to weakly, a tuple: held, it would keep all that is in it."""

    __slots__ = ("identity",)

    def __init__(self, value: Any) -> None:
        self.identity = id(value)

    def __repr__(self) -> str:
        return "a container"


def _reference(value: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(value)
    except TypeError:
        kept = _Container(value) if trackable.is_container(value) else value
        return lambda: kept


class _ByIdentity:
    """Something for each of many objects, as long as they live; nothing for containers such as tuples, which have no values."""

    def __init__(self) -> None:
        self._items: dict[int, tuple[Callable[[], Any], Any]] = {}

    def get(self, value: object, default: object = None) -> Any:
        found = self._items.get(id(value))
        return found[1] if found is not None and found[0]() is value else default

    def set(self, value: object, item: object) -> None:
        key, items = id(value), self._items
        known = items.get(key)
        if known is not None and known[0]() is value:
            items[key] = known[0], item
            return

        def forget(reference: object) -> None:
            if key in items and items[key][0] is reference:
                del items[key]

        try:
            items[key] = weakref.ref(value, forget), item
        except TypeError:
            if not trackable.is_container(value):
                items[key] = (lambda: value), item

    def __iter__(self) -> Iterator[Any]:
        return (value for reference, _ in list(self._items.values()) if (value := reference()) is not None)


_numbers = itertools.count(1)
_restored_last = _ByIdentity()  # the number of the latest restoration that an object took part in


class Position:
    """An object of a checkpoint that is being restored, for those that make objects when they know where their values are."""

    __slots__ = ("checkpoint", "proto_id")

    def __init__(self, checkpoint: Restoration, proto_id: int) -> None:
        self.checkpoint = checkpoint
        self.proto_id = proto_id

    @property
    def restore_uid(self) -> int:
        """The number of the restoration; later ones have greater ones."""
        return self.checkpoint.restore_uid

    @property
    def object_proto(self) -> Any:
        """The message about the object in the checkpoint."""
        return self.checkpoint.message.nodes[self.proto_id]

    def is_simple_variable(self) -> bool:
        """Tells whether it is a variable, and nothing else."""
        attributes = self.object_proto.attributes
        return (
            len(attributes) == 1 and attributes[0].name == trackable.VARIABLE_VALUE and not self.object_proto.children
        )

    def value_tensors(self, shape_and_slices: object = None) -> dict[str, Any]:
        """Its values by name."""
        reader = self.checkpoint.reader
        return {part.name: reader.read(part.checkpoint_key, None) for part in self.object_proto.attributes}

    def value_shape(self) -> Any:
        """Returns the shape of a variable's value, None for anything else."""
        for part in self.object_proto.attributes:
            if part.name == trackable.VARIABLE_VALUE:
                shapes = self.checkpoint.reader.get_variable_to_shape_map()
                return TensorShape(shapes[part.checkpoint_key])
        return None

    def restore(self, value: Any, reader: CheckpointReader | None = None) -> None:
        """Restores an object, and its children."""
        self.checkpoint.bind(self.proto_id, value)

    bind_object = restore


class Restoration:
    """One checkpoint on its way into a graph of objects.

    Args:
      reader: gives tensors by their keys.
      message: the checkpoint's `TrackableObjectGraph`.
      skip_slots: whether variables of optimizers are left alone.
    """

    def __init__(self, reader: CheckpointReader, message: TrackableObjectGraph, skip_slots: bool = False) -> None:
        self.reader = reader
        self.message = message
        self.skip_slots = skip_slots
        self.restore_uid = next(_numbers)
        self.expects_partial = True  # whether nothing is said where values of the checkpoint stay without a place
        self.found: dict[int, Callable[[], Any]] = {}  # the objects by their numbers in the checkpoint
        self.seen = _ByIdentity()  # the program's objects that were met
        self.in_graph: list[tuple[Any, Any]] = []  # variables of plain graphs, and the operations that restore them
        self.unused: dict[int, list[str]] = {}  # values that the object which was found has no place for
        # By variables: optimizers, names and slot variables; by optimizers that were not found yet: variables that were.
        self.slots: dict[int, list[tuple[int, str, int]]] = {}
        self.late_slots: dict[int, list[tuple[Callable[[], Any], str, int]]] = {}
        for number, node in enumerate(message.nodes) if not skip_slots else ():
            for slot in node.slot_variables:
                entry = (number, slot.slot_name, slot.slot_variable_node_id)
                self.slots.setdefault(slot.original_variable_node_id, []).append(entry)

    def __del__(self) -> None:
        if self.expects_partial:
            return
        with contextlib.suppress(Exception):  # a process that ends has lost some of its modules
            left = [number for number in self._with_values() if number not in self.found]
            unused = [(number, name) for number, names in self.unused.items() for name in names]
            if left or unused:
                log_warning(
                    "Detecting that an object or model or tf.train.Checkpoint is being deleted with unrestored values. See the "
                    "following logs for the specific values in question. To silence these warnings, use "
                    "`status.expect_partial()`."
                )
            for number in left:
                log_warning(f"Value in checkpoint could not be found in the restored object: {self.path_of(number)}")
            for number, name in unused:
                log_warning(
                    "An attribute in the restored object could not be found in the checkpoint. "
                    f"Object: {self.path_of(number)}, attribute: {name}"
                )

    def afresh(self) -> Restoration:
        """Returns the same restoration before anything was found."""
        made = type(self)(self.reader, self.message, self.skip_slots)
        made.restore_uid = self.restore_uid
        return made

    def at(self, number: int) -> Any:
        """Returns the program's object for one of the checkpoint's; None where there is none, or none any more."""
        reference = self.found.get(number)
        return None if reference is None else reference()

    def matched(self) -> set[int]:
        """Returns the identities of the program's objects that are ones of the checkpoint's."""
        return {id(value) for number in self.found if (value := self.at(number)) is not None}

    def _take(self, number: int, value: object) -> bool:
        """Takes an object for one of the checkpoint's. False where there is one already."""
        if not 0 <= number < len(self.message.nodes):
            raise errors.DataLossError(None, None, f"the checkpoint's object graph has no object {number}")
        self.seen.set(value, True)
        earlier = self.at(number)
        if earlier is None:
            self.found[number] = _reference(value)
            return True
        if earlier is not value and getattr(earlier, "identity", None) != id(value):
            log_warning(
                "Inconsistent references when loading the checkpoint into this object graph. For example, in the saved "
                "checkpoint object, `model.layer.weight` and `model.layer_copy.weight` reference the same variable, while in "
                f"the current object these are two different variables. The referenced variables are:({earlier!r} and "
                f"{value!r})."
            )
        return False

    def bind(self, number: int, value: object) -> None:
        """Takes an object for one of the checkpoint's, goes on with its children, and restores them all.

        Args:
          number: that of the checkpoint's object.
          value: the object.
        """
        if _core.executing_eagerly():
            self._bind(number, value)
            return
        # While a function is traced: the values are to be there when it runs, not to be nodes of its graph.
        with init_scope():
            self._bind(number, value)

    def _bind(self, number: int, value: object) -> None:
        if not self._take(number, value):
            return
        queue = [(number, value)]
        met = []
        for number, value in queue:
            if self.restore_uid > _restored_last.get(value, 0):  # the last one that was asked for wins
                _restored_last.set(value, self.restore_uid)
                met.append((number, value))
            self._queue_children(number, value, queue)
            self._restore_slots(number, value)
        # Where one is of another dtype all keep their values; of another shape, those whose names come later.
        for number, value in met:
            self._check_dtype(number, value)
        for number, value in sorted(met, key=lambda pair: self._key(pair[0])):
            self._restore(number, value)

    def _key(self, number: int) -> str:
        attributes = self.message.nodes[number].attributes
        return attributes[0].checkpoint_key if attributes else ""

    def _queue_children(self, number: int, value: Any, queue: list[tuple[int, Any]]) -> None:
        node = self.message.nodes[number]
        if not node.children and not trackable.is_container(value):  # these say where they were changed otherwise
            return
        present = self.children_of(value)
        missing = {}
        for child in node.children:
            if self.at(child.node_id) is not None:
                continue
            lookup = getattr(value, "_lookup_dependency", None)
            here = present.get(child.local_name)
            if here is None and lookup is not None and not isinstance(value, _core.ResourceVariable):
                here = lookup(child.local_name, present)
            if here is None:
                if not 0 <= child.node_id < len(self.message.nodes):
                    raise errors.DataLossError(
                        None, None, f"the checkpoint's object graph has no object {child.node_id}"
                    )
                if _has_values(self.message.nodes[child.node_id]):
                    missing[child.local_name] = child.node_id
            elif self._take(child.node_id, here):
                queue.append((child.node_id, here))
        if missing:
            watch(value, self, missing)

    def children_of(self, value: object) -> dict[str, Any]:
        """Returns the children of an object."""
        return trackable.children_of(value)

    def _check_dtype(self, number: int, value: Any) -> None:
        if isinstance(value, Variable) and not value._in_graph_mode:
            for part in self.message.nodes[number].attributes:
                if part.name == trackable.VARIABLE_VALUE:
                    self.reader.check_dtype(part.checkpoint_key, value.dtype)

    def _restore(self, number: int, value: Any) -> None:
        node = self.message.nodes[number]
        if not node.attributes:
            return
        if not trackable.has_values(value):
            self.unused.setdefault(number, []).extend(part.name for part in node.attributes)
            return
        prefix = node.attributes[0].checkpoint_key
        prefix = prefix[: prefix.rfind("/") + 1]
        is_variable = isinstance(value, Variable)
        tensors = {}
        for key in self.reader.keys_below(prefix):
            name = key[len(prefix) :]
            if is_variable and name != trackable.VARIABLE_VALUE:
                continue
            if is_variable and value._in_graph_mode:
                self.in_graph.append((value, _restore_in_graph(value, self.reader.path, key)))
                return
            if trackable.takes_in_place(value, name) and self.reader.read_into(key, value):
                return
            wanted = dtypes.as_dtype(value.dtype) if hasattr(value, "assign") and hasattr(value, "dtype") else None
            tensors[name] = self.reader.read(key, wanted)
        # Files that TensorFlow has cut in pieces have nothing of tensors without elements.
        if is_variable and not tensors:
            if value.shape.num_elements() != 0 or node.attributes[0].name != trackable.VARIABLE_VALUE:
                key = f"{prefix}{trackable.VARIABLE_VALUE}"
                raise errors.NotFoundError(None, None, f"Key {key} not found in checkpoint")
        if tensors:
            trackable.restore_values(value, tensors)

    # ---- variables of optimizers ----

    def _restore_slots(self, number: int, value: object) -> None:
        for variable, name, slot in self.late_slots.pop(number, ()):
            if variable() is not None:
                self._slot(value, variable(), name, slot)
        for optimizer, name, slot in self.slots.pop(number, ()):
            keeper = self.at(optimizer)
            if keeper is None:
                self.late_slots.setdefault(optimizer, []).append((_reference(value), name, slot))
            else:
                self._slot(keeper, value, name, slot)

    def _slot(self, keeper: Any, variable: Any, name: str, slot: int) -> None:
        if hasattr(keeper, "_create_or_restore_slot_variable"):  # not where only a part of the optimizer is restored
            if not hasattr(variable, "read_value"):
                message = f"the checkpoint has {self.path_of(slot)}, which is no variable here but {variable!r}"
                raise _NoVariableError(None, None, message)
            position = Position(self, slot)
            made = keeper._create_or_restore_slot_variable(
                slot_variable_position=position, slot_name=name, variable=variable
            )
            if made is not None:
                position.restore(made)

    # ---- what came of it ----

    def path_of(self, number: int) -> str:
        """Returns the names that lead from the root to an object of the checkpoint."""
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

    def _with_values(self) -> Iterator[int]:
        """Gives the numbers of the checkpoint's objects that have values to restore."""
        skipped = set()
        if self.skip_slots:
            skipped = {slot.slot_variable_node_id for node in self.message.nodes for slot in node.slot_variables}
        for number, node in enumerate(self.message.nodes):
            if node.attributes and number not in skipped:
                yield number

    def unresolved(self) -> int | None:
        """Returns the first object of the checkpoint that has values and that no object of the program is."""
        return next((number for number in self._with_values() if self.at(number) is None), None)


def _restore_in_graph(variable: Any, path: str, key: str) -> Any:
    """Returns the operation of a variable's graph that gives it its value in a session."""
    graph = variable.graph
    with graph.as_default(), name_scope("restore"):
        read = _core.op("RestoreV2")(path, [key], [""], dtypes=[variable.dtype])
        value = read if isinstance(read, _core.Tensor) else read[0]
        _core.op("AssignVariableOp")(variable.handle, value, dtype=variable.dtype)
        return last_operation_of(graph)


def _has_values(node: TrackableObjectGraph.TrackableObject) -> bool:
    if node.HasField("has_checkpoint_values"):
        return node.has_checkpoint_values.value
    return bool(node.children or node.attributes or node.slot_variables or node.HasField("registered_saver"))


# ---- waiting for children ----


class Waiting:
    """The children of an object that values wait for, by name. The copy of an object waits for the same values."""

    def __init__(self, parts: dict[str, list[tuple[Restoration, int]]], by_name: list[_ByName]) -> None:
        self.parts = parts
        self.by_name = by_name  # what restores all parts that appear, by the names of variables

    def __deepcopy__(self, memo: dict) -> Waiting:
        def copied(restoration: Restoration) -> Restoration:
            # What was found for the original is not what is found for the copy.
            key = id(restoration), Waiting
            if key not in memo:
                memo[key] = restoration.afresh()
            return memo[key]

        parts = {name: [(copied(r), number) for r, number in parts] for name, parts in self.parts.items()}
        return Waiting(parts, list(self.by_name))

    def __reduce__(self) -> tuple:
        return Waiting, ({}, [])


_waiting = _ByIdentity()  # for objects without a dict of their own


def _waiting_of(value: object) -> Waiting | None:
    return getattr(value, "__dict__", {}).get("_waiting_parts") or _waiting.get(value)


def _make_waiting(value: object) -> Waiting:
    waiting = _waiting_of(value)
    if waiting is None:
        waiting = Waiting({}, [])
        try:
            object.__setattr__(value, "_waiting_parts", waiting)
        except (AttributeError, TypeError):
            _waiting.set(value, waiting)
    return waiting


def watch(value: object, restoration: Restoration, missing: dict[str, int]) -> None:
    """Restores children of an object when they appear."""
    waiting = _make_waiting(value).parts
    for name, number in missing.items():
        waiting.setdefault(name, []).append((restoration, number))


def appeared(parent: object, name: str, child: object) -> None:
    """To be called when an object got a child: restores it where a checkpoint has a value for it."""
    waiting = _waiting_of(parent)
    if waiting is None:
        return
    # The latest restoration first: what an earlier one has is then left out.
    for restoration, number in sorted(waiting.parts.pop(name, ()), key=lambda entry: -entry[0].restore_uid):
        restoration.bind(number, child)
    for names in waiting.by_name:
        with init_scope():
            names.restore(ObjectGraph(child))


# ---- status objects ----


class LoadStatus:
    """The result of `tf.train.Checkpoint.restore`: checks of how well checkpoint and program fit."""

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
        """Restores the variables of a plain graph in a session; others were restored when `restore` was called."""

    def initialize_or_restore(self, session: Any = None) -> None:
        """Restores, and initialises those variables of a plain graph that the checkpoint has not."""

    def expect_partial(self) -> LoadStatus:
        """Returns itself; says that what stays unmatched is meant to."""
        return self


class CheckpointLoadStatus(LoadStatus):
    """The status of a checkpoint that was read."""

    def __init__(self, restoration: Restoration, graph: Callable[[], ObjectGraph]) -> None:
        self._restoration = restoration
        self._graph = graph
        restoration.expects_partial = False

    def expect_partial(self) -> LoadStatus:
        """Returns itself; says that what stays unmatched is meant to."""
        self._restoration.expects_partial = True
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Restores the variables of a plain graph in a session; others were restored when `restore` was called."""
        sessions.run([operation for _, operation in self._restoration.in_graph], session)

    def initialize_or_restore(self, session: Any = None) -> None:
        """Restores, and initialises those variables of a plain graph that the checkpoint has not."""
        self.run_restore_ops(session)
        matched = self._restoration.matched()
        sessions.run(sessions.initializers_of(v for v in self._graph().objects if id(v) not in matched), session)

    def _look_around(self, with_empty: bool) -> None:
        """Notes the objects that the program has now."""
        graph = self._graph()
        if not self._restoration.skip_slots:
            graph.find_slots()
        for value in graph.objects:
            if with_empty or not trackable.is_container(value) or trackable.children_of(value):
                self._restoration.seen.set(value, True)

    def _unmatched(self) -> list[Any]:
        """Returns the objects with values of the program that are none of the checkpoint's."""
        matched = self._restoration.matched()
        return [value for value in self._restoration.seen if id(value) not in matched and trackable.has_values(value)]

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """Returns itself. Raises AssertionError where an object of the program was not matched."""
        self._look_around(with_empty=False)
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
        restoration = self._restoration
        number = restoration.unresolved()
        if number is not None:
            raise AssertionError(
                f"Unresolved object in checkpoint {restoration.path_of(number)}: {restoration.message.nodes[number]}"
            )
        if restoration.slots:
            raise AssertionError(f"Unresolved slot restorations: {restoration.slots}")
        if restoration.unused:
            left = "\n".join(
                f"{restoration.path_of(number)} ({restoration.at(number)}): {names}"
                for number, names in restoration.unused.items()
            )
            raise AssertionError(
                f"Unused attributes in these objects (the attributes exist in the checkpoint but were not restored):\n{left}"
            )
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """Returns itself. Raises AssertionError where nothing but the root was matched."""
        self._look_around(with_empty=True)
        if len(self._restoration.matched()) <= 1:
            unmatched = self._unmatched()
            if not unmatched:
                raise AssertionError(f"Nothing to load. No dependencies have been added to {self._graph().root} yet.")
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint does "
                f"not match the Python program. The following objects have no matching checkpointed value: {unmatched}"
            )
        return self


class InitializationOnlyStatus(LoadStatus):
    """The status where there was no checkpoint to read."""

    def __init__(self, graph: Callable[[], ObjectGraph]) -> None:
        self._graph = graph

    def _nothing(self) -> LoadStatus:
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    assert_consumed = assert_existing_objects_matched = assert_nontrivial_match = _nothing

    def run_restore_ops(self, session: Any = None) -> None:
        """Raises AssertionError: there is nothing to restore."""
        self._nothing()

    def initialize_or_restore(self, session: Any = None) -> None:
        """Initialises the variables of a plain graph in a session."""
        sessions.run(sessions.initializers_of(self._graph().objects), session)


class _ByName:
    """A checkpoint of TensorFlow 1, which has names of variables and no objects. Objects wait for it, it holds none of them."""

    def __init__(self, reader: CheckpointReader) -> None:
        self._reader = reader
        self._number = next(_numbers)

    def restore(self, graph: ObjectGraph) -> None:
        """Restores all variables of a graph of objects."""
        for value in graph.objects:
            if not self.has_restored(value):
                name = trackable.full_name_of(value)
                if name and self._reader.has_tensor(name):
                    _restored_last.set(value, self._number)
                    trackable.restore_values(value, {trackable.VARIABLE_VALUE: self._reader.read(name, value.dtype)})
            waiting = _make_waiting(value)
            if self not in waiting.by_name:
                waiting.by_name.append(self)

    def has_restored(self, value: object) -> bool:
        """Tells whether an object has its value from here, or from what was asked for later."""
        return _restored_last.get(value, 0) >= self._number


class NameBasedSaverStatus(LoadStatus):
    """The status of a checkpoint of TensorFlow 1.

    Variables that are made later, as parts of the same objects, get their values by their names, too.
    """

    def __init__(self, reader: CheckpointReader, graph: Callable[[], ObjectGraph]) -> None:
        self._graph = graph
        self._may_be_missing: list[Any] = []
        self._names = _ByName(reader)
        self._names.restore(graph())

    def may_be_missing(self, value: object) -> None:
        """Says that a variable of the program need not be in the checkpoint."""
        self._may_be_missing.append(value)

    def assert_consumed(self) -> NameBasedSaverStatus:
        """Returns itself. Raises AssertionError where a variable of the program was not matched.

        Names without a variable are no error: a checkpoint of names does not say whose they are.
        """
        for value in self._graph().objects:
            if any(value is known for known in self._may_be_missing):
                continue
            if trackable.has_values(value) and not self._names.has_restored(value):
                raise AssertionError(f"Object not restored: {value!r}")
        return self

    assert_existing_objects_matched = assert_nontrivial_match = assert_consumed
