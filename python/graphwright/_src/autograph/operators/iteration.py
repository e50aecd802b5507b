"""Iteration of a staged `for` loop: over tensors, ranges, tensor arrays, and `enumerate` and `zip` of those."""

from __future__ import annotations

import operator

from graphwright._src.autograph import symbolic
from graphwright._src.autograph.feature import Feature
from graphwright._src.autograph.operators.staged_items import IndexedItems, StagedItems, check_place, graph_being_built
from graphwright._src.autograph.structure_list import LISTS
from graphwright._src.base.hooks import late
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops import array, array_join, math_binary, math_convert, math_reduce
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_handlers: list[tuple[type, Callable]] = []


def register_iterable(cls: type, handler: Callable[..., None]) -> None:
    """Makes `for` loops over instances of `cls` run through `handler`.

    Args:
      cls: a class of iterables, such as data sets.
      handler: called as `handler(iterable, extra_test, body, get_state, set_state, names, options)`, with the meaning
        that these have for `for_stmt`. It runs the loop.
    """
    _handlers.append((cls, handler))


def handler_of(iterable: object) -> Callable[..., None] | None:
    """Returns the handler registered for an object's class, if any."""
    for cls, handler in _handlers:
        if isinstance(iterable, cls):
            return handler
    return None


class RowIterator:
    """`iter()` of a tensor in a graph: over its rows, in the graph where it was made."""

    def __init__(self, rows: Any) -> None:
        self._rows, self._graph = iter(rows), graph_being_built()

    def __iter__(self) -> RowIterator:
        return self

    def __next__(self) -> Any:
        check_place(self._graph)
        return next(self._rows)

    def __length_hint__(self) -> int:
        return operator.length_hint(self._rows)


class RangeItems(StagedItems):
    """The numbers of `tf.range`, without a tensor that holds them all."""

    def __init__(self, start: Any, limit: Any, delta: Any) -> None:
        self._start, self._limit, self._delta = start, limit, delta
        self._known_delta = get_static_value(delta)

    def start(self) -> list[Any]:
        return [convert_to_tensor(self._start)]

    def advance(self, own: list[Any]) -> tuple[Any, list[Any]]:
        return own[0], own

    def after_body(self, own: list[Any], goes_on: Callable[[], Any] | None) -> list[Any]:
        return [own[0] + self._delta]  # after the body's nodes, which have the shorter names, as in TensorFlow

    def in_range(self, own: list[Any]) -> Any:
        if self._known_delta is not None:
            return own[0] < self._limit if self._known_delta >= 0 else own[0] > self._limit
        up = math_binary.logical_and(self._delta > 0, own[0] < self._limit)
        return math_binary.logical_or(up, math_binary.logical_and(self._delta < 0, own[0] > self._limit))


def staged_items(iterable: Any) -> StagedItems | None:
    """Returns the items of an object as a loop in the graph takes them; None for what Python iterates over.

    Raises:
      ValueError: a scalar tensor, which has no items.
    """
    if isinstance(iterable, StagedItems):
        return iterable
    if not symbolic.in_graph():
        return None
    if isinstance(iterable, TensorArray):
        return IndexedItems(iterable.size(), iterable.read)
    own = getattr(type(iterable), "_graphwright_items", None)
    if own is not None:  # a class says itself how a loop in a graph takes its items: a StagedItems, or None
        return own(iterable)
    if isinstance(iterable, RaggedTensor):
        return IndexedItems(number_of_rows(iterable), iterable.__getitem__)
    if isinstance(iterable, IndexedSlices):
        return _rows_of(convert_to_tensor(iterable))
    if not symbolic.is_tensor(iterable):
        return None
    if isinstance(iterable, (Tensor, Variable)):
        if symbolic.is_symbolic(iterable) and iterable.op is not None and iterable.op.type == "Range":
            return RangeItems(*iterable.op.inputs)
        return _rows_of(convert_to_tensor(iterable))
    return None


def _rows_of(tensor: Any) -> IndexedItems:
    length = length_of(tensor)
    rows: list[Any] = []

    def row(position: object) -> Any:
        return rows[0].read(position)

    # An array of rows, not slices: the gradient of a slice is as large as the whole tensor.
    elements = TensorArray(
        tensor.dtype, size=length, element_shape=tensor.shape[1:], infer_shape=False, clear_after_read=False
    )
    rows.append(elements.unstack(tensor))
    return IndexedItems(length, row)


def length_of(tensor: Any) -> Any:
    """Returns the length of a tensor's first axis: an int where it is known, else a scalar int32 tensor.

    Raises:
      ValueError: a scalar has no length.
    """
    if tensor.shape.rank == 0:
        raise ValueError(f"len requires a non-scalar tensor, got one of shape {tensor.shape}")
    if tensor.shape.rank is not None and tensor.shape[0] is not None:
        return int(tensor.shape[0])
    shape = array.shape(tensor)
    if tensor.shape.rank is None:
        Assert(array.rank(tensor) > 0, ["len requires a non-scalar tensor"])
    return shape[0]


def number_of_rows(tensor: Any) -> Any:
    """Returns the same of a ragged or sparse tensor."""
    if isinstance(tensor, IndexedSlices):
        return array.shape(convert_to_tensor(tensor))[0]
    if tensor.shape.rank is not None and tensor.shape[0] is not None:
        return int(tensor.shape[0])
    if isinstance(tensor, RaggedTensor):
        return tensor.nrows(dtypes.int32)
    return math_convert.cast(tensor.dense_shape[0], dtypes.int32)


def indexed(iterable: object) -> IndexedItems | None:
    """Items by position, for `enumerate` and `zip`; None for what Python iterates over."""
    items = staged_items(iterable)
    if isinstance(items, RangeItems):
        return _rows_of(iterable)
    return items if isinstance(items, IndexedItems) else None


def staged_enumerate(items: IndexedItems, start: object) -> IndexedItems:
    """`enumerate(items, start)`."""
    return IndexedItems(items.length(), lambda position: (position + start, items.item(position)))


def staged_zip(columns: Sequence[IndexedItems | Any]) -> IndexedItems:
    """`zip(*columns)` of items in the graph."""
    lengths = [column.length() for column in columns]
    if all(isinstance(length, int) for length in lengths):
        length = min(lengths)
    else:
        length = math_reduce.reduce_min(array_join.stack(lengths))
    return IndexedItems(length, lambda position: tuple([column.item(position) for column in columns]))


def has_end(iterable: object) -> bool:
    """Tells whether what Python iterates over is known to end: what has a length, its iterators, and `enumerate`,
    `zip`, `map` and `filter` of such. Generators may go on for ever.
    """
    if operator.length_hint(iterable, -1) >= 0:
        return True
    if isinstance(iterable, (enumerate, filter, map, zip)):
        # How they are copied names what they take from: the iterators come after the function of `filter` and `map`.
        made_of = iterable.__reduce__()[1]
        sources = made_of[:1] if isinstance(iterable, enumerate) else made_of
        return any(has_end(source) for source in sources)
    return False


def items(iterable: Any) -> Any:
    """Returns what a comprehension iterates over: a list of the rows where it is a tensor of a graph with a known
    number of them, else the object itself.
    """
    if isinstance(iterable, IndexedItems):
        length = iterable.length()
        if type(length) is not int:
            return iterable
        constant = array.constant
        return [iterable.item(constant(position)) for position in range(length)]
    if not symbolic.is_staged(iterable):
        return iterable
    shape = iterable.shape
    if not shape.rank or shape[0] is None:
        return iterable
    return array_join.unstack(iterable)


def list_of(
    iterable: object, make: Callable[[Any], Any], tests: tuple[Callable[[Any], Any], ...], lazy: bool, nested: bool
) -> Any:
    """`[make(item) for item in iterable if all tests hold]`: a list that depends on tensors, where the items do.

    Args:
      iterable: what is iterated over.
      make: gives an element for an item, or all elements that a further `for` makes of it.
      tests: the conditions, in their order.
      lazy: whether a generator is wanted; of items in the graph it is a list all the same.
      nested: whether `make` gives several elements.
    """
    values = items(iterable)
    if symbolic.in_graph():
        if staged_items(values) is not None or handler_of(values) is not None:
            return _collector()(values, make, tests, nested)
        if nested and (not lazy or has_end(values)):  # what is inside may be in the graph
            return _collector()(list(values), make, tests, nested)
    made = (make(value) for value in values if all(test(value) for test in tests))
    generator = (element for elements in made for element in elements) if nested else made
    return generator if lazy else list(generator)


def _collect(values: Any, make: Callable[[Any], Any], tests: tuple[Callable[[Any], Any], ...], nested: bool) -> list:
    found = []
    for value in values:
        wanted = True
        for test in tests:
            wanted = wanted and test(value)
        if wanted:
            if nested:
                found.extend(make(value))
            else:
                found.append(make(value))
    return found


def _collector() -> Callable[..., Any]:
    """`_collect`, converted."""
    global _converted_collect
    if _converted_collect is None:
        _converted_collect = _to_graph(_collect, experimental_optional_features=Feature.LISTS)
    return _converted_collect


_to_graph = late("autograph.api", "to_graph")
_converted_collect: Any = None


def unpack(value: Any, expected: int | tuple[Any, ...]) -> Any:
    """Returns what `a, (b, *c) = value` takes apart: a tensor of a graph becomes a list of its rows.

    Args:
      value: any value.
      expected: the number of items; or for each item None, True where it is starred, or what it expects in turn.
    """
    items: Any = expected  # where it is no number
    if type(value) in LISTS and type(expected) is int and symbolic.in_graph():
        text = f"{expected} values to unpack are expected, the list has"
        Assert(value.length() == expected, [text, value.length()])
        return [value[position] for position in range(expected)]
    if symbolic.is_staged(value):
        shape = value.shape
        if shape.rank == 0 or (shape.rank is None and type(expected) is not int):
            return value
        if shape.rank is not None and shape[0] is not None:
            value = array_join.unstack(value)
        elif type(expected) is int:
            value = array_join.unstack(value, num=expected)
        elif True not in items:
            value = array_join.unstack(value, num=len(items))
        else:
            return value
    if type(expected) is int or not isinstance(value, (list, tuple)):
        return value
    parts = list(value)
    behind = len(parts) - len(items)  # positions behind a starred item move by so much
    starred = items.index(True) if True in items else len(items)
    for position, inner in enumerate(items):
        at = position if position < starred else position + behind
        if inner is not None and inner is not True and 0 <= at < len(parts):
            parts[at] = unpack(parts[at], inner)
    return parts
