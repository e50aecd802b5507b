"""Walks over objects from a root, numbers them, and gives their values keys, as TensorFlow does."""

from __future__ import annotations

from graphwright._src.base import errors
from graphwright._src.messages.classes import TrackableObjectGraph
from graphwright._src.messages.encoding import from_bytes
from graphwright._src.state import children as trackable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.checkpoint.reader import CheckpointReader

OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
_ATTRIBUTES = "/.ATTRIBUTES/"
_SLOTS = "/.OPTIMIZER_SLOT/"


def _escaped(name: str) -> str:
    return name.replace(".", "..").replace("/", ".S")


def object_graph_of(reader: CheckpointReader, path: str) -> TrackableObjectGraph:
    """Returns the message in a checkpoint that tells how its objects hang together.

    Raises:
      tf.errors.DataLossError: it is damaged.
      tf.errors.NotFoundError: there is none.
    """
    value = reader.get_tensor(OBJECT_GRAPH_KEY)
    try:
        if not isinstance(value, bytes):
            raise ValueError("it is no string")
        message = from_bytes(TrackableObjectGraph, value)
        _check_numbers(message)
        return message
    except ValueError as error:
        raise errors.DataLossError(None, None, f"{path}: the object graph is damaged: {error}") from None


def _check_numbers(message: TrackableObjectGraph) -> None:
    count = len(message.nodes)
    for node in message.nodes:
        slots = node.slot_variables
        numbers = [child.node_id for child in node.children] + [slot.slot_variable_node_id for slot in slots]
        for number in numbers + [slot.original_variable_node_id for slot in slots]:
            if not 0 <= number < count:
                raise ValueError(f"it has no object {number}")


def _slot(optimizer: Any, variable: object, name: str) -> Any:
    try:
        return optimizer.get_slot(variable, name)
    except (AttributeError, KeyError):  # some optimizers say so that they know nothing of a variable
        return None


class ObjectGraph:
    """The objects that are reached from a root, nearest first.

    Args:
      root: the object that is saved.
      attached: further children of it.
      save_type: what its children are asked for.
      walk: whether the objects are looked for; without it, only their children can be asked for.
      kwargs: handed to all that tell their children.
    """

    def __init__(
        self,
        root: object,
        attached: dict[str, Any] | None = None,
        save_type: str = trackable.CHECKPOINT,
        walk: bool = True,
        **kwargs: Any,
    ) -> None:
        self.root = root
        self._attached = attached or {}
        self._kwargs = {"save_type": save_type, **kwargs}
        self.objects: list[Any] = []
        self.children: list[dict[str, int]] = []
        self.paths: list[tuple[str, ...]] = []
        self.numbers: dict[int, int] = {}
        self.slots: list[tuple[int, int, str, Any]] = []  # optimizer, variable, name, slot variable
        if walk:
            self._walk()

    def children_of(self, value: object) -> dict[str, Any]:
        """Returns the children of an object, with those that are attached to the root."""
        found = trackable.children_of(value, **self._kwargs)
        if value is self.root:
            found = {**found, **self._attached}
        return found

    def _number(self, value: object, path: tuple[str, ...]) -> int:
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.objects)
            self.objects.append(value)
            self.paths.append(path)
        return number

    def _walk(self) -> None:
        self._number(self.root, ())
        at = 0
        while at < len(self.objects):
            path = self.paths[at]
            named = self.children_of(self.objects[at])
            self.children.append({name: self._number(child, (*path, name)) for name, child in named.items()})
            at += 1

    def key_prefix(self, number: int) -> str:
        """Returns what the keys of an object's values begin with."""
        return "/".join(map(_escaped, self.paths[number]))

    def find_slots(self) -> None:
        """Numbers the variables that optimizers keep for others that are in the graph."""
        for number, value in enumerate(list(self.objects)):
            names = getattr(value, "get_slot_names", None)
            if names is None:
                continue
            for name in names():
                for of in range(len(self.children)):
                    variable = self.objects[of]
                    slot = _slot(value, variable, name) if hasattr(variable, "read_value") else None
                    if slot is not None:
                        self.slots.append((number, of, name, slot))
        for _, _, _, slot in self.slots:
            if id(slot) not in self.numbers:
                self._number(slot, ())
                self.children.append({})


def to_message(
    graph: ObjectGraph,
    with_slots: bool = True,
    values_of: Callable[[Any], dict[str, Any]] = trackable.values_of,
    owners: dict[str, Any] | None = None,
) -> tuple[TrackableObjectGraph, dict[str, Any]]:
    """Returns the message of a graph of objects, and all values by their keys.

    `owners` is filled with the objects by these keys.
    """
    if with_slots:
        graph.find_slots()
    slot_prefix: dict[int, str] = {}
    for optimizer, of, name, slot in graph.slots:
        number = graph.numbers[id(slot)]
        if not graph.paths[number]:
            slot_prefix[number] = f"{graph.key_prefix(of)}{_SLOTS}{graph.key_prefix(optimizer)}/{_escaped(name)}"
    message = TrackableObjectGraph()
    tensors: dict[str, Any] = {}
    has_values = []
    for number, value in enumerate(graph.objects):
        node = message.nodes.add()
        for name, child in graph.children[number].items():
            node.children.add(node_id=child, local_name=name)
        prefix = slot_prefix.get(number) or graph.key_prefix(number)
        values = values_of(value)
        for name, tensor in values.items():
            tensors[f"{prefix}{_ATTRIBUTES}{name}"] = tensor
            if owners is not None:
                owners[f"{prefix}{_ATTRIBUTES}{name}"] = value
        full_name = trackable.full_name_of(value)
        for name in getattr(value, "_attribute_names", values):
            node.attributes.add(name=name, full_name=full_name, checkpoint_key=f"{prefix}{_ATTRIBUTES}{name}")
        has_values.append(bool(values))
    for optimizer, of, name, slot in graph.slots:
        message.nodes[optimizer].slot_variables.add(
            original_variable_node_id=of, slot_name=name, slot_variable_node_id=graph.numbers[id(slot)]
        )
        has_values[optimizer] = True
    _spread(graph, has_values)
    for node, some in zip(message.nodes, has_values, strict=True):
        node.has_checkpoint_values.SetInParent()
        if some:
            node.has_checkpoint_values.value = True
    return message, tensors


def _spread(graph: ObjectGraph, has_values: list[bool]) -> None:
    """Gives a state to the parents of objects with a state."""
    parents: list[list[int]] = [[] for _ in graph.objects]
    for number, children in enumerate(graph.children):
        for child in children.values():
            parents[child].append(number)
    waiting = [number for number, some in enumerate(has_values) if some]
    while waiting:
        for parent in parents[waiting.pop()]:
            if not has_values[parent]:
                has_values[parent] = True
                waiting.append(parent)
