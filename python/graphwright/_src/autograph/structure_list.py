"""StructureList: what a Python list of tuples, dictionaries and other structures becomes that a staged statement changes."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.autograph.tensor_list import TensorList, iterate_eagerly
from graphwright._src.ops.array_join import stack
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike


class StructureList:
    """A list of structures that are all alike: one `TensorList` for each tensor in an item.

    It is to structures what `TensorList` is to tensors, and has the same methods.

    Args:
      structure: an item's structure; the leaves do not matter.
      lists: a list for each of its leaves.
      name: the variable that held the Python list, for messages.
      origin: how the items' structure was found, for messages.

    >>> import graphwright as tf
    >>> @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.LISTS)
    ... def pairs(n):
    ...     found = []
    ...     for i in tf.range(n):
    ...         found.append((i, {"half": i / 2}))
    ...     return found
    >>> number, parts = pairs(tf.constant(4))[3]
    >>> int(number), float(parts["half"])
    (3, 1.5)
    """

    __slots__ = ("_lists", "_structure", "name", "origin")

    def __init__(self, structure: Any, lists: Sequence[TensorList], name: str = "", origin: str = "") -> None:
        self._structure = structure
        self._lists = list(lists)
        self.name = name
        self.origin = origin

    @classmethod
    def of(
        cls, items: Sequence[Any], dtype: object, element_shape: object, name: str = "", origin: str = ""
    ) -> StructureList:
        """Returns a list of these items; `dtype` and `element_shape` are structures like an item. TypeError where one is not."""
        kinds = zip(nest.flatten(dtype), nest.flatten(element_shape), strict=True)
        made = cls(dtype, [TensorList.of([], kind, shape, name, origin) for kind, shape in kinds], name, origin)
        for item in items:
            made = made.with_item(item)
        return made

    # ---- for nest: its parts are the lists ----

    def __tf_flatten__(self) -> tuple[tuple, tuple]:
        return (self._structure, self.name, self.origin), tuple(self._lists)

    @classmethod
    def __tf_unflatten__(cls, metadata: tuple, components: tuple) -> StructureList:
        structure, name, origin = metadata
        return cls(structure, components, name, origin)

    # ---- as TensorList has them ----

    @property
    def dtype(self) -> Any:
        """The dtypes of the elements, in the structure of an item."""
        return self._packed([part.dtype for part in self._lists])

    @property
    def element_shape(self) -> Any:
        """The static shapes of the elements, as far as known, in the structure of an item."""
        return self._packed([part.element_shape for part in self._lists])

    def length(self) -> Any:
        """Returns how many items there are, an int32 scalar."""
        return self._lists[0].length()

    def copied(self) -> StructureList:
        """Returns the same list as a value of the graph under construction, which can be changed there."""
        return self._like([part.copied() for part in self._lists])

    def merged(self, flows: Sequence[Any], other: StructureList) -> StructureList:
        """Returns a list of other elements, of which some may have been those of `other`."""
        parts = zip(self._lists, flows, other._lists, strict=True)
        return self._like([mine.merged([flow], theirs) for mine, flow, theirs in parts])

    def allows(self, other: StructureList) -> bool:
        """Tells whether elements with the shapes of those of `other` may be in this list."""
        return all(mine.allows(theirs) for mine, theirs in zip(self._lists, other._lists, strict=True))

    def as_element(self, value: object) -> list[Any]:
        """Returns the tensors of an item. TypeError where it is not like the others."""
        try:
            nest.assert_same_structure(self._structure, value)
        except (TypeError, ValueError) as error:
            named = f"'{self.name}'" if self.name else "the list"
            origin = f" ({self.origin})" if self.origin else ""
            raise TypeError(
                f"{named} holds items of one structure{origin}, got {value!r}: a list that a loop over tensors or a branch "
                f"changes holds items that are all alike\n{error}"
            ) from None
        return [part.as_element(leaf) for part, leaf in zip(self._lists, nest.flatten(value), strict=True)]

    def with_item(self, value: object) -> StructureList:
        """Returns the list with one more item at its end."""
        leaves = self.as_element(value)
        return self._like([part.with_item(leaf) for part, leaf in zip(self._lists, leaves, strict=True)])

    def append(self, value: object) -> None:
        """Adds an item to the end."""
        self._each(TensorList.append, self.as_element(value))

    def insert(self, index: int | Tensor | slice, value: object) -> None:
        """Adds an item before that at `index`."""
        self._each(lambda part, leaf: part.insert(index, leaf), self.as_element(value))

    def extend(self, values: Any) -> None:
        """Adds all items of a list to the end."""
        if type(values) is StructureList:
            nest.assert_same_structure(self._structure, values._structure)
            self._each(TensorList.extend, values._lists)
            return
        leaves = [self.as_element(value) for value in values]
        self._each(TensorList.extend, list(zip(*leaves, strict=True)) or [()] * len(self._lists))

    def clear(self) -> None:
        """Takes all items away."""
        for part in self._lists:
            part.clear()

    def pop(self, index: int | Tensor | slice = -1) -> Any:
        """Takes the item at `index` away and returns it. InvalidArgumentError where there is none."""
        return self._packed([part.pop(index) for part in self._lists])

    def __getitem__(self, index: int | Tensor | slice) -> Any:
        parts = [part[index] for part in self._lists]
        return self._like(parts) if isinstance(index, slice) else self._packed(parts)

    def __setitem__(self, index: int | Tensor | slice, value: object) -> None:
        self._each(lambda part, leaf: part.__setitem__(index, leaf), self.as_element(value))

    def __add__(self, other: object) -> StructureList:
        if type(other) is not list:
            return NotImplemented
        longer = self
        for item in other:
            longer = longer.with_item(item)
        return longer

    def __radd__(self, other: object) -> StructureList:
        if type(other) is not list:
            return NotImplemented
        longer = StructureList.of(other, self._structure, self.element_shape, self.name, self.origin)
        longer._each(TensorList.extend, self._lists)
        return longer

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        """Tells whether both have the same items in the same order, a scalar bool."""
        if isinstance(other, list):
            found = self._like([part[:0] for part in self._lists])
            for item in other:
                found = found.with_item(item)
            other = found
        if not isinstance(other, StructureList):
            return NotImplemented
        nest.assert_same_structure(self._structure, other._structure)
        same = [mine == theirs for mine, theirs in zip(self._lists, other._lists, strict=True)]
        return _core.op("All")(_core.op("Pack")(same), [0])

    def __ne__(self, other: object) -> Any:
        """Tells whether the lists differ in an item or in their lengths, a scalar bool."""
        same = self.__eq__(other)
        return same if same is NotImplemented else _core.op("LogicalNot")(same)

    def __len__(self) -> int:
        return len(self._lists[0])

    def __bool__(self) -> bool:
        return bool(self._lists[0])

    def __iter__(self) -> Iterator[Any]:
        return iterate_eagerly(self)

    def __repr__(self) -> str:
        if _core.executing_eagerly():
            return repr(list(self))
        return f"<StructureList of items like {self.dtype!r}>"

    def _each(self, change: Callable[[TensorList, Any], None], operands: Sequence[Any]) -> None:
        for part, operand in zip(self._lists, operands, strict=True):
            change(part, operand)

    def _packed(self, leaves: list[Any]) -> Any:
        return nest.pack_sequence_as(self._structure, leaves)

    def _like(self, lists: list[TensorList]) -> StructureList:
        return StructureList(self._structure, lists, self.name, self.origin)

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
        """Items that are lists or tuples as a tensor, as lists of lists are. TypeError for others."""
        stacked = self._joined(self._packed([part.stack() for part in self._lists]))
        return _core.convert_to_tensor(stacked, dtype)

    def _joined(self, part: object) -> Any:
        if isinstance(part, (list, tuple)):
            return stack([self._joined(inner) for inner in part], 1)
        if nest.is_nested(part):
            raise TypeError(f"items like {self.dtype!r} are no tensor")
        return part

    @staticmethod
    def _graphwright_items(items: StructureList) -> Any:
        from graphwright._src.autograph.operators.staged_items import IndexedItems

        return IndexedItems(items.length(), items.__getitem__)

    @staticmethod
    def _graphwright_builtin(name: str) -> Any:
        return StructureList.length if name == "len" else None


LISTS = (TensorList, StructureList)


def make_list(items: Sequence[Any], dtype: Any, element_shape: Any, name: str = "", origin: str = "") -> Any:
    """Returns a list of these items, which are tensors or, where `dtype` is a structure, structures of them."""
    kind = StructureList if nest.is_nested(dtype) else TensorList
    return kind.of(items, dtype, element_shape, name, origin)
