"""TensorList: what a Python list becomes that a staged loop or branch makes longer or shorter, one variant tensor."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.control_flow.branches_and_loops import cond, while_loop
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_join, math_binary
from graphwright._src.ops import sort as sort_module
from graphwright._src.ops.math_binary import logical_and
from graphwright._src.ops.math_reduce import reduce_all, reduce_sum
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, register_type_spec_from_value_converter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def _shape_argument(shape: TensorShape) -> Any:
    """Returns an element shape as list ops take it."""
    if shape.rank is None:
        return _core.convert_to_tensor(-1, dtypes.int32)
    return _core.convert_to_tensor([-1 if n is None else n for n in shape], dtypes.int32)


def common_shape(first: TensorShape, second: TensorShape) -> TensorShape:
    """Returns the narrowest shape that allows for both."""
    return first.most_specific_compatible_shape(second)


def _bound(index: Any, length: TensorLike, low: TensorLike, high: TensorLike) -> Any:
    """Returns an end of a slice as a position, an int32 scalar: negative ones count from the end, and none lies outside."""
    index = _core.op("Cast")(_core.convert_to_tensor(index), DstT=dtypes.int32)
    index = _core.op("SelectV2")(index < 0, index + length, index)
    return _core.op("Minimum")(_core.op("Maximum")(index, low), high)


def iterate_eagerly(items: Any) -> Iterator[Any]:
    """Returns an iterator over a list of tensors; in a graph only a `for` statement goes through one."""
    if not _core.executing_eagerly():
        raise errors.OperatorNotAllowedInGraphError(
            "Iterating over a list that depends on tensors is not allowed: only a `for` statement can, in a function "
            "that AutoGraph converts"
        )
    return iter([items[i] for i in range(len(items))])


class TensorList(CompositeTensor):
    """A list of tensors of one dtype whose length is known when a graph runs.

    It is made by converted functions with `tf.autograph.experimental.Feature.LISTS` where a loop over tensors or a branch
    appends to a Python list or pops from it. `l[i]`, `l.append(x)`, `l.pop()`, iteration and `len(l)` work as they do for
    lists, so do slices, `extend`, `insert`, `pop(i)`, `clear` and `in` (in a graph `len`, `for` and `in` in converted code
    only), and as a tensor it is its elements stacked, as a list is.

    Args:
      flow: the list that holds the elements, a scalar of dtype variant.
      dtype: of the elements.
      element_shape: what is known of the shapes of all elements.
      name: the variable that held the Python list, for messages.
      origin: how its dtype was found, for messages.

    >>> import graphwright as tf
    >>> @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.LISTS)
    ... def squares(n):
    ...     found = []
    ...     for i in tf.range(n):
    ...         found.append(i * i)
    ...     return found
    >>> [int(x) for x in squares(tf.constant(4))]
    [0, 1, 4, 9]
    """

    __slots__ = ("__weakref__", "_dtype", "_element_shape", "_flow", "name", "origin")

    def __init__(
        self, flow: Tensor, dtype: DType, element_shape: ShapeLike | None, name: str = "", origin: str = ""
    ) -> None:
        self._flow = flow
        self._dtype = dtype
        self._element_shape = TensorShape(element_shape)
        self.name = name
        self.origin = origin

    @classmethod
    def of(
        cls, items: Sequence[Any], dtype: Any, element_shape: ShapeLike | None, name: str = "", origin: str = ""
    ) -> TensorList:
        """Returns a list of these items, which all have the dtype or can be converted to it. TypeError where one cannot."""
        empty = _core.op("EmptyTensorList")(_shape_argument(TensorShape(None)), -1, element_dtype=dtype)
        made = cls(empty, dtype, element_shape, name, origin)
        for item in items:
            made = made.with_item(item)
        return made

    @property
    def dtype(self) -> Any:
        """The tf.DType of the elements."""
        return self._dtype

    @property
    def element_shape(self) -> TensorShape:
        """The static shape of all elements, as far as it is known."""
        return self._element_shape

    @property
    def flow(self) -> Any:
        """The list that holds the elements, a scalar of dtype variant."""
        return self._flow

    def with_flow(self, flow: Tensor, element_shape: TensorShape | None = None) -> TensorList:
        """Returns a list of the same kind with other elements."""
        shape = self._element_shape if element_shape is None else element_shape
        return TensorList(flow, self._dtype, shape, self.name, self.origin)

    def as_element(self, value: TensorLike) -> Tensor:
        """`value` as a tensor of the elements' dtype.

        Raises:
          TypeError: it has another dtype.
        """
        named = f"'{self.name}'" if self.name else "the list"
        origin = f" ({self.origin})" if self.origin else ""
        if not isinstance(value, (_core.Tensor, Variable)):
            try:
                return _core.convert_to_tensor(value, self._dtype)
            except (TypeError, ValueError):
                raise TypeError(
                    f"{named} holds tensors of dtype {self._dtype.name}{origin}, got {value!r}: a list that a loop over "
                    "tensors or a branch changes holds elements of one dtype"
                ) from None
        if value.dtype != self._dtype:
            raise TypeError(
                f"{named} holds tensors of dtype {self._dtype.name}{origin}, got one of dtype {value.dtype.name}: a list "
                "that a loop over tensors or a branch changes holds elements of one dtype"
            )
        return _core.convert_to_tensor(value)

    def with_item(self, value: TensorLike) -> TensorList:
        """Returns the list with one more element at its end, which may have any shape."""
        value = self.as_element(value)
        shape = common_shape(self._element_shape, value.shape)
        return self.with_flow(_core.op("TensorListPushBack")(self._flow, value), shape)

    def merged(self, flows: Sequence[Any], other: TensorList) -> TensorList:
        """Returns a list of other elements, the one of `flows`, of which some may have been those of `other`."""
        return self.with_flow(flows[0], common_shape(self._element_shape, other._element_shape))

    def allows(self, other: TensorList) -> bool:
        """Tells whether elements with the shapes of those of `other` may be in this list without it knowing less of
        them.
        """
        common = common_shape(self._element_shape, other._element_shape)
        if common.rank is None or self._element_shape.rank is None:
            return self._element_shape.rank is None
        return common.as_list() == self._element_shape.as_list()

    def copied(self) -> TensorList:
        """Returns the same list as a value of the graph under construction, which can be changed there."""
        return self.with_flow(_core.op("Identity")(self._flow))

    # ---- as a list ----

    def length(self) -> Any:
        """Returns how many elements there are, an int32 scalar."""
        return _core.op("TensorListLength")(self._flow)

    def _position(self, index: Any) -> Any:
        if isinstance(index, int):
            return index if index >= 0 else self.length() + index
        index = _core.op("Cast")(_core.convert_to_tensor(index), DstT=dtypes.int32)
        return _core.op("SelectV2")(index < 0, index + self.length(), index)

    def __getitem__(self, index: int | Tensor | slice) -> Any:
        if isinstance(index, slice):
            return self._slice(index)
        return _core.op("TensorListGetItem")(
            self._flow, self._position(index), _shape_argument(self._element_shape), element_dtype=self._dtype
        )

    def _check_own(self) -> None:
        """Refuses to change a list of another graph, for that graph would not know."""
        graph = getattr(self._flow, "graph", None) if isinstance(self._flow, _core.SymbolicTensor) else None
        now = None if _core.executing_eagerly() else _core.current_graph()
        if graph is not now:
            named = f"'{self.name}'" if self.name else "a list"
            raise NotImplementedError(
                f"{named} comes from outside the graph in which it is changed: change it by append() or pop() in the "
                "body of the converted function itself, not in a nested function or in a part of an expression that "
                "depends on a tensor"
            )

    def _ends(self, index: slice) -> tuple[Any, Any]:
        if index.step not in (None, 1):
            raise NotImplementedError(
                f"a slice that is set or deleted in a list that depends on tensors: no step, got {index!r}"
            )
        length = self.length()
        begin = 0 if index.start is None else _bound(index.start, length, 0, length)
        return begin, length if index.stop is None else _bound(index.stop, length, begin, length)

    def __setitem__(self, index: int | Tensor | slice, value: TensorLike) -> None:
        self._check_own()
        if isinstance(index, slice):
            begin, end = self._ends(index)
            changed = self.with_flow(self._first(begin))
            changed.extend(value)
            self._flow, self._element_shape = self._followed_by(changed._flow, self, end), changed._element_shape
            return
        value = self.as_element(value)
        self._flow = _core.op("TensorListSetItem")(self._flow, self._position(index), value)
        self._element_shape = common_shape(self._element_shape, value.shape)

    def append(self, value: TensorLike) -> None:
        """Adds an element to the end. TypeError where it has another dtype."""
        self._check_own()
        longer = self.with_item(value)
        self._flow, self._element_shape = longer._flow, longer._element_shape

    def pop(self, index: int | Tensor | slice = -1) -> Any:
        """Takes the element at `index` away and returns it. InvalidArgumentError where there is none."""
        self._check_own()
        if isinstance(index, int) and index == -1:
            self._flow, item = _core.op("TensorListPopBack")(
                self._flow, _shape_argument(self._element_shape), element_dtype=self._dtype
            )
            return item
        position = self._position(index)
        item = self[position]
        self._flow = self._followed_by(self._first(position), self, position + 1)
        return item

    def insert(self, index: int | Tensor | slice, value: TensorLike) -> None:
        """Adds an element before that at `index`; at the end where there are not so many."""
        self._check_own()
        position = _bound(index, self.length(), 0, self.length())
        longer = self.with_flow(self._first(position)).with_item(value)
        self._flow, self._element_shape = self._followed_by(longer._flow, self, position), longer._element_shape

    def extend(self, values: Any) -> None:
        """Adds all elements of a list, or all rows of a tensor, to the end."""
        self._check_own()
        if type(values) is TensorList:
            self._check_dtype(values)
            self._flow = self._followed_by(self._flow, values, 0)
            self._element_shape = common_shape(self._element_shape, values._element_shape)
            return
        if not isinstance(values, (_core.Tensor, Variable)):
            longer = self
            for value in values:
                longer = longer.with_item(value)
            self._flow, self._element_shape = longer._flow, longer._element_shape
            return
        values = self.as_element(values)
        rows = values.shape[1:]
        flow = _core.op("TensorListFromTensor")(values, _shape_argument(rows))
        self.extend(TensorList(flow, values.dtype, rows))

    def __delitem__(self, index: int | Tensor | slice) -> None:
        if not isinstance(index, slice):
            self.pop(index)
            return
        begin, end = self._ends(index)
        self._flow = self._followed_by(self._first(begin), self, end)

    def __iadd__(self, values: object) -> TensorList:
        self.extend(values)
        return self

    def copy(self) -> TensorList:
        """Returns another list with the same elements."""
        return self.copied()

    def reverse(self) -> None:
        """Puts the elements in the opposite order."""
        self._check_own()
        self._flow = self._slice(slice(None, None, -1))._flow

    def remove(self, item: TensorLike) -> None:
        """Takes the first element away that is equal to `item`; for lists of scalars. InvalidArgumentError where none is."""
        self.pop(self.index(item))

    def count(self, item: TensorLike) -> Any:
        """Returns how many elements are equal to `item`, an int32 scalar; for lists of scalars."""
        return _core.op("Sum")(_core.op("Cast")(self._equal(item), DstT=dtypes.int32), [0])

    def index(self, item: TensorLike) -> Any:
        """Returns the position of the first element that is equal to `item`.

        For lists of scalars. InvalidArgumentError where none is.
        """
        equal = self._equal(item)
        held = _core.op("Assert")(_core.op("Any")(equal, [0]), ["the item is not in the list", self.as_element(item)])
        position = _core.op("ArgMax")(_core.op("Cast")(equal, DstT=dtypes.int32), 0, output_type=dtypes.int32)
        if held is None or _core.executing_eagerly():
            return position
        with control_dependencies([held]):
            return _core.op("Identity")(position)

    def sort(self, *, reverse: bool = False) -> None:
        """Puts the elements in ascending order, or in descending order; for lists of scalars."""
        self._check_own()
        values = sort_module.sort(self._scalars("sort()"), direction="DESCENDING" if reverse else "ASCENDING")
        self._flow = _core.op("TensorListFromTensor")(values, _shape_argument(TensorShape([])))

    def clear(self) -> None:
        """Takes all elements away."""
        self._check_own()
        self._flow = self._first(0)

    def contains(self, item: TensorLike) -> Any:
        """Tells whether an element is equal to `item`, a scalar bool; for lists of scalars."""
        return _core.op("Any")(self._equal(item, "`in`"), [0])

    # A list is what it is, and not what it holds, in dictionaries and sets.
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        """Tells whether both have the same elements in the same order, a scalar bool."""
        if isinstance(other, list):
            other = TensorList.of(other, self._dtype, self._element_shape, self.name, self.origin)
        if not isinstance(other, TensorList):
            return NotImplemented
        self._check_dtype(other)
        return cond(
            _core.op("Equal")(self.length(), other.length()),
            lambda: self._has_elements_of(other),
            lambda: _core.convert_to_tensor(False),
        )

    def __ne__(self, other: object) -> Any:
        """Tells whether the lists differ in an element or in their lengths, a scalar bool."""
        same = self.__eq__(other)
        return same if same is NotImplemented else _core.op("LogicalNot")(same)

    def _has_elements_of(self, other: TensorList) -> Any:
        """Tells whether the elements of a list that is as long are the same."""
        shape = self._element_shape
        if shape.is_fully_defined() and shape.as_list() == other._element_shape.as_list():
            return reduce_all(_core.op("Equal")(self.stack(), other.stack()))
        shape_of = _core.op("Shape")

        def is_alike(i: Tensor) -> Any:
            mine, theirs = self[i], other[i]
            # Of other shapes it may not be possible to compare elements.
            return cond(
                reduce_all(math_binary.equal(shape_of(shape_of(mine)), shape_of(shape_of(theirs)))),
                lambda: cond(
                    reduce_all(_core.op("Equal")(shape_of(mine), shape_of(theirs))),
                    lambda: reduce_all(_core.op("Equal")(mine, theirs)),
                    lambda: _core.convert_to_tensor(False),
                ),
                lambda: _core.convert_to_tensor(False),
            )

        length = self.length()
        return while_loop(
            lambda i, alike: logical_and(alike, i < length),
            lambda i, alike: (i + 1, is_alike(i)),
            (_core.convert_to_tensor(0), _core.convert_to_tensor(True)),
        )[1]

    def _equal(self, item: TensorLike, what: str = "index()") -> Any:
        return _core.op("Equal")(self._scalars(what), self.as_element(item))

    def _scalars(self, what: str) -> Any:
        if self._element_shape.rank != 0:
            raise NotImplementedError(
                f"{what} of a list that depends on tensors works for scalars, the elements have shape {self._element_shape}"
            )
        return self.stack()

    def _check_dtype(self, other: TensorList) -> None:
        if other._dtype != self._dtype:
            self.as_element(_core.op("Fill")([], _core.convert_to_tensor(0, other._dtype)))

    def _first(self, count: int | Tensor) -> Any:
        """Returns the first elements, as a flow."""
        return _core.op("TensorListResize")(self._flow, count)

    def _followed_by(
        self, flow: Tensor, source: TensorList, begin: int | Tensor, count: int | Tensor | None = None, step: int = 1
    ) -> Any:
        """`flow` with elements of `source` appended: those from `begin` on, `count` of them, every step-th."""
        count = source.length() - begin if count is None else count
        # The number of iterations comes first: the loop is that over a range.
        _, flow = while_loop(
            lambda i, _: i < count,
            lambda i, flow: (i + 1, _core.op("TensorListPushBack")(flow, source[begin + i * step])),
            (_core.convert_to_tensor(0, dtypes.int32), flow),
        )
        return flow

    def _slice(self, index: slice) -> TensorList:
        step = 1 if index.step is None else index.step
        if not isinstance(step, int):
            raise NotImplementedError(
                f"a slice of a list that depends on tensors: its step must be known, got {step!r}"
            )
        if step == 0:
            raise ValueError("slice step cannot be zero")
        length = self.length()
        low, high = (0, length) if step > 0 else (-1, length - 1)
        begin = (low if step > 0 else high) if index.start is None else _bound(index.start, length, low, high)
        end = (high if step > 0 else low) if index.stop is None else _bound(index.stop, length, low, high)
        span = end - begin if step > 0 else begin - end
        count = _core.op("Maximum")((span + abs(step) - 1) // abs(step), 0)
        empty = _core.op("EmptyTensorList")(_shape_argument(TensorShape(None)), -1, element_dtype=self._dtype)
        return self.with_flow(self._followed_by(empty, self, begin, count, step))

    def __add__(self, other: object) -> TensorList:
        if type(other) not in (list, TensorList):
            return NotImplemented
        longer = self.copied()
        longer.extend(other)
        return longer

    def __radd__(self, other: object) -> TensorList:
        if type(other) is not list:
            return NotImplemented
        longer = TensorList.of(other, self._dtype, self._element_shape, self.name, self.origin)
        longer.extend(self)
        return longer

    def __mul__(self, count: object) -> TensorList:
        if not isinstance(count, int):
            return NotImplemented
        longer = self.with_flow(self._first(0))
        for _ in range(count):
            longer.extend(self)
        return longer

    __rmul__ = __mul__

    def __contains__(self, item: TensorLike) -> bool:
        if not _core.executing_eagerly():
            raise errors.OperatorNotAllowedInGraphError(
                "`in` of a list that depends on tensors is not allowed here: it works in functions that AutoGraph converts"
            )
        return any(bool(element == item) for element in self)

    def __len__(self) -> int:
        if not _core.executing_eagerly():
            raise TypeError(
                "the length of a list that depends on tensors is known when the graph runs: len() works in functions that "
                "AutoGraph converts"
            )
        return int(self.length())

    def __bool__(self) -> bool:
        if not _core.executing_eagerly():
            raise errors.OperatorNotAllowedInGraphError(
                "Using a list that depends on tensors as a Python `bool` is not allowed: use len(list) > 0"
            )
        return len(self) > 0

    def __iter__(self) -> Iterator[Any]:
        return iterate_eagerly(self)

    def __repr__(self) -> str:
        if isinstance(self._flow, _core.EagerTensor) and _core.executing_eagerly():
            return repr(list(self))
        return f"<TensorList of dtype {self._dtype.name}, elements of shape {self._element_shape}>"

    # ---- as a tensor ----

    def stack(self) -> Any:
        """Returns all elements along a new first axis. InvalidArgumentError where they have different shapes."""
        return _core.op("TensorListStack")(
            self._flow, _shape_argument(self._element_shape), element_dtype=self._dtype, num_elements=-1
        )

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
        return _core.convert_to_tensor(self.stack(), dtype)

    def _concat(self, axis: int | Tensor) -> Any:
        shape = self._element_shape
        if isinstance(axis, int) and axis == 0:
            shape = shape if shape.rank is None else TensorShape([None]).concatenate(shape[1:])
            leading = _core.convert_to_tensor([], dtypes.int64)
            return _core.op("TensorListConcatV2")(
                self._flow, _shape_argument(shape), leading, element_dtype=self._dtype
            )[0]
        if not isinstance(axis, int) or shape.rank is None:
            raise NotImplementedError(f"concat of a list that depends on tensors along axis {axis!r}: the axis and the "
                                      "rank of its elements must be known")  # fmt: skip
        axis = axis + shape.rank if axis < 0 else axis
        if not 0 <= axis < shape.rank:
            raise ValueError(f"concat: axis {axis} is out of range for elements of rank {shape.rank}")
        if axis == 0:
            return self._concat(0)
        rows = self._stack_along(axis)
        size = array_module.shape(rows)
        sizes = [*(size[i] for i in range(axis)), size[axis] * size[axis + 1],
                 *(size[i] for i in range(axis + 2, shape.rank + 1))]  # fmt: skip
        result = _core.op("Reshape")(rows, array_join.stack(sizes))
        result.set_shape([*shape[:axis], None, *shape[axis + 1 :]])
        return result

    def _stack_along(self, axis: int | Tensor) -> Any:
        stacked = self.stack()
        if isinstance(axis, int) and axis == 0:
            return stacked
        rank = stacked.shape.rank
        if not isinstance(axis, int) or rank is None:
            raise NotImplementedError(f"stack of a list that depends on tensors along axis {axis!r}: the axis and the "
                                      "rank of its elements must be known")  # fmt: skip
        if not -rank <= axis < rank:
            raise ValueError(f"Argument `axis` = {axis} not in range [{-rank}, {rank})")
        order = list(range(1, rank))
        order.insert(axis % rank, 0)
        return _core.op("Transpose")(stacked, order)

    def _dispatch(self, function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        """`tf.stack(l)`, `tf.concat(l, axis)` and `tf.add_n(l)`; for all others it is a tensor."""
        names = getattr(function, "public_names", ())
        key = "inputs" if "math.add_n" in names else "values"
        values, rest = (args[0], args[1:]) if args else (kwargs.get(key), ())
        if values is not self:
            return NotImplemented
        if "stack" in names:
            return self._stack_along(rest[0] if rest else kwargs.get("axis", 0))
        if "concat" in names:
            return self._concat(rest[0] if rest else kwargs["axis"])
        if "math.add_n" in names:
            return reduce_sum(self.stack(), 0)
        return NotImplemented

    @property
    def _type_spec(self) -> TensorListSpec:
        return TensorListSpec(self._dtype, self._element_shape)

    # ---- in converted functions ----

    @staticmethod
    def _graphwright_items(tensors: TensorList) -> Any:
        from graphwright._src.autograph.operators.staged_items import IndexedItems

        return IndexedItems(tensors.length(), tensors.__getitem__)

    @staticmethod
    def _graphwright_builtin(name: str) -> Any:
        return TensorList.length if name == "len" else None


class TensorListSpec(TypeSpec):
    """The type of a `TensorList`.

    Args:
      dtype: of the elements.
      element_shape: what is known of the shapes of all elements.
    """

    __slots__ = ("_dtype", "_element_shape")

    def __init__(self, dtype: DTypeLike, element_shape: ShapeLike | None = None) -> None:
        self._dtype = dtypes.as_dtype(dtype)
        self._element_shape = TensorShape(element_shape)

    @property
    def value_type(self) -> type:
        """TensorList."""
        return TensorList

    def _serialize(self) -> tuple:
        return self._dtype, self._element_shape

    @property
    def _component_specs(self) -> list:
        return [TensorSpec([], dtypes.variant)]

    def _to_components(self, value: TensorList) -> list:
        return [value.flow]

    def _from_components(self, components: Sequence[Any]) -> TensorList:
        return TensorList(components[0], self._dtype, self._element_shape)


register_type_spec_from_value_converter(TensorList, lambda value: value._type_spec, allow_subclass=True)
