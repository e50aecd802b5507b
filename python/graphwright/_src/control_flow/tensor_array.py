"""tf.TensorArray: a Python list of tensors in eager execution, a list that flows through the graph while tracing."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.scopes import name_scope
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, register_type_spec_from_value_converter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

_reserve = _core.op("TensorListReserve")
_get_item = _core.op("TensorListGetItem")
_set_item = _core.op("TensorListSetItem")
_length = _core.op("TensorListLength")
_stack = _core.op("TensorListStack")
_gather = _core.op("TensorListGather")
_concat = _core.op("TensorListConcatV2")
_from_tensor = _core.op("TensorListFromTensor")
_scatter = _core.op("TensorListScatterIntoExistingList")
_split = _core.op("TensorListSplit")


def _shape_argument(shape: TensorShape) -> Any:
    """Returns an element shape as list ops take it."""
    return -1 if shape.rank is None else _core.convert_to_tensor([-1 if n is None else n for n in shape], dtypes.int32)


def _scope(name: str | None, default: str) -> Any:
    if _core.executing_eagerly():
        return contextlib.nullcontext()
    return name_scope(name or default)


class _EagerArray:
    """The elements of a TensorArray as a Python list; None where nothing was written."""

    handle = None

    def __init__(
        self,
        dtype: DType,
        size: Any,
        dynamic_size: bool | None,
        clear_after_read: bool | None,
        infer_shape: bool,
        element_shape: ShapeLike | None,
    ) -> None:
        if size is None:
            raise ValueError("Size must be declared for TensorArrays when eager execution is enabled.")
        self.dtype = dtype
        self.dynamic_size = dynamic_size or False
        self.clear_after_read = clear_after_read is None or clear_after_read
        self.infer_shape = infer_shape
        self.element_shape = TensorShape(element_shape)
        if isinstance(size, _core.EagerTensor):
            size = size.numpy()
        self.tensors: list[Any] = [None for _ in range(size)]
        self.cleared: set[int] = set()

    @property
    def flow(self) -> Any:
        return _core.convert_to_tensor(0, dtypes.int32)

    def _value(self, value: TensorLike) -> Tensor:
        return _core.convert_to_tensor(value, None, self.dtype)

    def _at(self, index: int) -> Any:
        tensor = self.tensors[index]
        if tensor is None:
            shape = _core.convert_to_tensor(self.element_shape, dtypes.int32)
            tensor = self.tensors[index] = _core.op("Fill")(shape, _zero(self.dtype))
        return tensor

    def read(self, array: TensorArray, index: TensorLike, name: str | None) -> Any:
        index = _python_int(index)
        if index < 0:
            raise errors.OutOfRangeError(None, None, f"Reading from negative indices (index {index}) is not allowed.")
        if index >= len(self.tensors):
            raise errors.OutOfRangeError(
                None, None, f"Tried to read from index {index} but array size is: {len(self.tensors)} "
            )
        if self.tensors[index] is None and index in self.cleared:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Could not read index {index} twice because it was cleared after a previous read (perhaps try setting "
                "clear_after_read = false?)",
            )
        tensor = self._at(index)
        if self.clear_after_read:
            self.tensors[index] = None
            self.cleared.add(index)
        return tensor

    def _write(self, index: TensorLike, value: TensorLike) -> None:
        index = _python_int(index)
        if index < 0:
            raise errors.OutOfRangeError(None, None, f"Writing to negative indices (index {index}) is not allowed.")
        size = len(self.tensors)
        if index >= size and not self.dynamic_size:
            raise errors.OutOfRangeError(
                None, None, f"Tried to write to index {index} but array is not resizeable and size is: {size} "
            )
        value = self._value(value)
        if value.dtype != self.dtype:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"TensorArray dtype is {self.dtype.name} but Op is trying to write dtype {value.dtype.name} ",
            )
        if not self.element_shape.is_compatible_with(value.shape):
            raise ValueError(f"Incompatible shape for value ({value.shape}), expected ({self.element_shape})")
        if self.infer_shape:
            self.element_shape = self.element_shape.merge_with(value.shape)
        if index >= size:
            self.tensors.extend([None] * (index - size + 1))
        self.tensors[index] = value

    def write(self, array: TensorArray, index: TensorLike, value: TensorLike, name: str | None) -> TensorArray:
        self._write(index, value)
        return array

    def stack(self, array: TensorArray, name: str | None) -> Any:
        tensors = [self._at(i) for i in range(len(self.tensors))]
        if tensors:
            stacked = _core.op("Pack")(tensors, name=name)
            return stacked if stacked.dtype == self.dtype else _core.op("Cast")(stacked, DstT=self.dtype)
        shape = [0] + (self.element_shape.as_list() if self.element_shape.is_fully_defined() else [])
        return _core.op("Fill")(_core.convert_to_tensor(shape, dtypes.int32), _zero(self.dtype))

    def gather(self, array: TensorArray, indices: Any, name: str | None) -> Any:
        indices = _core.convert_to_tensor(indices, None, dtypes.int32).numpy().tolist()
        if indices == []:
            return _core.convert_to_tensor([])  # an empty vector of the default dtype, as a list of no tensors is
        return _core.op("Pack")([self._at(i) for i in indices], name=name)

    def concat(self, array: TensorArray, name: str | None) -> Any:
        tensors = [self._at(i) for i in range(len(self.tensors))]
        if not tensors:
            raise errors.InvalidArgumentError(None, None, "Cannot concatenate a TensorArray without elements.")
        for i, tensor in enumerate(tensors):
            if tensor.shape.rank == 0:
                raise errors.InvalidArgumentError(
                    None, None, f"Concat saw a scalar shape at index {i} but requires at least vectors."
                )
        return (
            _core.op("ConcatV2")(tensors, 0, name=name)
            if len(tensors) > 1
            else _core.op("Identity")(tensors[0], name=name)
        )

    def unstack(self, array: TensorArray, value: TensorLike, name: str | None) -> TensorArray:
        value = self._value(value)
        if value.shape.rank == 0:
            raise ValueError("Argument `axis` = 0 not in range [0, 0)")
        size = value.shape[0]
        if size > len(self.tensors) and not self.dynamic_size:
            raise ValueError(f"Cannot unstack {size} tensors into a TensorArray of static size {len(self.tensors)} ")
        self.tensors = _core.op("Unpack")(value, num=size, axis=0) if size else []
        return array

    def scatter(self, array: TensorArray, indices: Any, value: TensorLike, name: str | None) -> TensorArray:
        indices = _core.convert_to_tensor(indices, None, dtypes.int32).numpy().tolist()
        for index, part in zip(indices, self._value(value), strict=False):
            self._write(index, part)
        return array

    def split(self, array: TensorArray, value: TensorLike, lengths: Any, name: str | None) -> TensorArray:
        value = self._value(value)
        lengths = _core.convert_to_tensor(lengths, None, dtypes.int32).numpy()
        total = int(lengths.sum())
        if lengths.ndim != 1:
            raise errors.InvalidArgumentError(
                None, None, f"Expected lengths to be a vector, received shape: {list(lengths.shape)} "
            )
        if value.shape.rank == 0:
            raise errors.InvalidArgumentError(
                None, None, "Expected value to be at least a vector, but received shape: [] "
            )
        if total != value.shape[0]:
            raise errors.InvalidArgumentError(
                None,
                None,
                "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
                f"{total} and value's shape is: {value.shape.as_list()} ",
            )
        if not self.dynamic_size and len(self.tensors) != len(lengths):
            raise errors.InvalidArgumentError(
                None,
                None,
                "TensorArray's size is not equal to the size of lengths "
                f"({len(self.tensors)} vs. {len(lengths)}), and the TensorArray is not marked as dynamically resizeable.",
            )
        self.tensors = (
            _core.op("SplitV")(value, lengths.astype("int64"), 0, num_split=len(lengths)) if len(lengths) else []
        )
        return array

    def size(self, name: str | None) -> Any:
        return _core.convert_to_tensor(len(self.tensors), dtypes.int32)

    def close(self, name: str | None) -> None:
        self.tensors.clear()


class _ListArray:
    """The elements of a TensorArray as a list that flows through the graph: every write makes a new one."""

    handle = None

    def __init__(
        self,
        dtype: DType,
        size: Any,
        dynamic_size: bool | None,
        flow: Tensor | None,
        infer_shape: bool,
        element_shape: list[TensorShape],
    ) -> None:
        self.dtype = dtype
        self.dynamic_size = dynamic_size
        self.infer_shape = infer_shape
        self.known_size = size
        # One list for all that flow out of each other: what is learnt of the shape later holds for the earlier ones.
        self.shapes = element_shape
        if flow is None:
            if size is None:
                raise ValueError("Argument `size` must be provided if argument `flow` is not provided.")
            with _scope(None, "TensorArrayV2") as scope:
                flow = _reserve(_shape_argument(self.element_shape), size, element_dtype=dtype, name=scope)
        self.flow = flow

    @property
    def element_shape(self) -> TensorShape:
        return self.shapes[0]

    @element_shape.setter
    def element_shape(self, shape: ShapeLike | None) -> None:
        self.shapes[0] = TensorShape(shape)

    def with_flow(self, flow: Tensor) -> TensorArray:
        """Returns an array with other elements: what is learnt of their shape holds for both."""
        made = object.__new__(TensorArray)
        made._implementation = _ListArray(
            self.dtype, self.known_size, self.dynamic_size, flow, self.infer_shape, self.shapes
        )
        return made

    def _check_shape(self, shape: ShapeLike | None) -> None:
        shape = TensorShape(shape)
        if not shape.is_compatible_with(self.element_shape):
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {self.element_shape} ")
        if self.infer_shape:
            self.shapes[0] = self.element_shape.merge_with(shape)

    def _value(self, value: TensorLike, checked: bool = False) -> Tensor:
        value = _core.convert_to_tensor(value, None, self.dtype)
        if checked and value.dtype != self.dtype:
            raise ValueError(f"Input value {value} has dtype {value.dtype!r}, but expected dtype {self.dtype!r}.")
        return value

    def read(self, array: TensorArray, index: TensorLike, name: str | None) -> Any:
        with _scope(name, "TensorArrayV2Read"):
            return _get_item(self.flow, index, _shape_argument(self.element_shape), element_dtype=self.dtype)

    def write(self, array: TensorArray, index: TensorLike, value: TensorLike, name: str | None) -> TensorArray:
        with _scope(name, "TensorArrayV2Write"):
            value = self._value(value)
            self._check_shape(value.shape)
            flow = _set_item(self.flow, index, value, resize_if_index_out_of_bounds=self.dynamic_size or False)
            return self.with_flow(flow)

    def stack(self, array: TensorArray, name: str | None) -> Any:
        with _scope(name, "TensorArrayV2Stack"):
            size = self.known_size
            fixed = not self.dynamic_size and isinstance(size, int)
            return _stack(
                self.flow,
                _shape_argument(self.element_shape),
                element_dtype=self.dtype,
                num_elements=size if fixed else -1,
            )

    def gather(self, array: TensorArray, indices: TensorLike, name: str | None) -> Any:
        return _gather(self.flow, indices, _shape_argument(self.element_shape), element_dtype=self.dtype, name=name)

    def concat(self, array: TensorArray, name: str | None) -> Any:
        shape = self.element_shape
        if shape.rank is not None:
            if shape.rank == 0:
                raise errors.InvalidArgumentError(
                    None, None, "Concat saw a scalar shape at index 0 but requires at least vectors."
                )
            shape = TensorShape([None]).concatenate(shape[1:])
        leading = _core.convert_to_tensor([], dtypes.int64)
        return _concat(self.flow, _shape_argument(shape), leading, element_dtype=self.dtype, name=name)[0]

    def unstack(self, array: TensorArray, value: TensorLike, name: str | None) -> TensorArray:
        with _scope(name, "TensorArrayUnstack"):
            value = self._value(value, checked=True)
            element = value.shape[1:] if value.shape.rank is not None else TensorShape(None)
            self._check_shape(element)
            return self.with_flow(_from_tensor(value, _shape_argument(element)))

    def scatter(self, array: TensorArray, indices: TensorLike, value: TensorLike, name: str | None) -> TensorArray:
        with _scope(name, "TensorArrayScatter"):
            value = self._value(value, checked=True)
            self._check_shape(value.shape[1:] if value.shape.rank is not None else None)
            return self.with_flow(_scatter(self.flow, value, indices))

    def split(self, array: TensorArray, value: TensorLike, lengths: TensorLike, name: str | None) -> TensorArray:
        with _scope(name, "TensorArraySplit"):
            value = self._value(value)
            lengths = _core.convert_to_tensor(lengths, None, dtypes.int64)
            if lengths.dtype != dtypes.int64:
                lengths = _core.op("Cast")(lengths, DstT=dtypes.int64)
            rest = value.shape[1:] if value.shape.rank is not None else None
            element = TensorShape(None) if rest is None else TensorShape([None]).concatenate(rest)
            self._check_shape(element)
            return self.with_flow(_split(value, _shape_argument(element), lengths))

    def size(self, name: str | None) -> Any:
        if not self.dynamic_size and self.known_size is not None:
            return convert_to_tensor(self.known_size, dtypes.int32)
        return _length(self.flow, name=name)

    def close(self, name: str | None) -> Any:
        return no_op(name)


def _python_int(index: Any) -> int:
    return int(index.numpy()) if isinstance(index, _core.EagerTensor) else index


def _zero(dtype: DTypeLike) -> Any:
    if dtype == dtypes.string:
        return _core.convert_to_tensor("", dtype)
    if dtype == dtypes.bool:
        return _core.convert_to_tensor(False, dtype)
    return _core.convert_to_tensor(0, dtype)


def joined(array: TensorArray) -> Any:
    """`array.concat()`, but nothing where there are no elements: what is not known of their shape is 0 then."""
    implementation = array._implementation
    shape = implementation.element_shape
    if isinstance(implementation, _EagerArray):
        if implementation.tensors:
            return array.concat()
        return _core.op("Fill")([0, *(size or 0 for size in shape[1:])] if shape.rank else [0], _zero(array.dtype))
    known = implementation.known_size
    if (isinstance(known, int) and known > 0) or (shape.rank and shape[1:].is_fully_defined()):
        return array.concat()
    # The op joins no elements where it is told their inner extents, so that these are made up while running.
    empty = _core.op("Cast")(_core.op("Equal")(array.size(), 0), DstT=dtypes.int32)
    if not shape.rank:
        sizes = _core.op("Fill")(_core.op("ExpandDims")(empty, 0)[:empty], -1)
    else:
        sizes = _core.op("Pack")([-1, *(empty - 1 if size is None else size for size in shape[1:])])
    leading = _core.convert_to_tensor([], dtypes.int64)
    result = _concat(implementation.flow, sizes, leading, element_dtype=array.dtype)[0]
    if shape.rank:
        result.set_shape(TensorShape([None]).concatenate(shape[1:]))
    return result


@export("TensorArray")
class TensorArray:
    """An array of tensors of one dtype, written and read one element at a time (tf.TensorArray).

    In eager execution `write` and its siblings change the array and return it. While a function is traced they return a
    new array, and the old one keeps its elements: always go on with what they return. Inside loops over tensors it is the
    way to collect results.

    Args:
      dtype: of the elements.
      size: how many elements there are at first, an int or a scalar tensor.
      dynamic_size: whether writing behind the end makes the array longer.
      clear_after_read: whether, in eager execution, an element may be read only once; True by default.
      tensor_array_name: has no effect.
      handle: must be None.
      flow: the list that holds the elements, for an array that continues another one.
      infer_shape: whether all elements must have the shape of the first one written.
      element_shape: what is known of the shape of all elements.
      colocate_with_first_write_call: has no effect.
      name: of the operation that makes the array.

    Raises:
      ValueError: `size` is missing.

    >>> import graphwright as tf
    >>> squares = tf.TensorArray(tf.int32, size=3)
    >>> for i in range(3):
    ...     squares = squares.write(i, i * i)
    >>> squares.stack().numpy()
    array([0, 1, 4], dtype=int32)
    """

    def __init__(
        self,
        dtype: DTypeLike,
        size: TensorLike | None = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: object = None,
        flow: Tensor | None = None,
        infer_shape: bool = True,
        element_shape: ShapeLike | None = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        dtype = dtypes.as_dtype(dtype)
        if handle is not None:
            raise ValueError("TensorArray handles are not supported when eager execution is enabled.")
        if _core.executing_eagerly() and (flow is None or flow.dtype != dtypes.variant):
            self._implementation: Any = _EagerArray(
                dtype, size, dynamic_size, clear_after_read, infer_shape, element_shape
            )
            return
        self._implementation = _ListArray(dtype, size, dynamic_size, flow, infer_shape, [TensorShape(element_shape)])

    @property
    def flow(self) -> Tensor:
        """While tracing, the list that holds the elements, a scalar of dtype variant."""
        return self._implementation.flow

    @property
    def dtype(self) -> DType:
        """The tf.DType of the elements."""
        return self._implementation.dtype

    @property
    def handle(self) -> Any:
        """None."""
        return None

    @property
    def element_shape(self) -> TensorShape:
        """The static shape of all elements."""
        return self._implementation.element_shape

    @property
    def dynamic_size(self) -> bool | None:
        """True where writing behind the end makes the array longer."""
        return self._implementation.dynamic_size

    @property
    def _dtype(self) -> Any:
        return self.dtype

    @property
    def _infer_shape(self) -> bool:
        return self._implementation.infer_shape

    @property
    def _size(self) -> Any:
        return getattr(self._implementation, "known_size", None)

    @property
    def _clear_after_read(self) -> bool:
        return getattr(self._implementation, "clear_after_read", False)

    def identity(self) -> TensorArray:
        """Returns an array with the same elements."""
        if isinstance(self._implementation, _EagerArray):
            return self
        return self._implementation.with_flow(_core.op("Identity")(self.flow))

    def grad(self, source: str, flow: Tensor | None = None, name: str | None = None) -> Any:
        """NotImplementedError: gradients go through `tf.GradientTape`."""
        raise NotImplementedError("TensorArray.grad belongs to the graphs of TensorFlow 1: use tf.GradientTape.")

    def read(self, index: TensorLike, name: str | None = None) -> Tensor:
        """Returns the element at `index`, an int or a scalar tensor.

        Raises:
          OutOfRangeError: in eager execution, there is no such element (InvalidArgumentError while a graph runs).
          InvalidArgumentError: in eager execution, the element was read before and `clear_after_read` is not False.
        """
        return self._implementation.read(self, index, name)

    def write(self, index: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """Returns the array with `value` at `index`.

        Raises:
          OutOfRangeError: in eager execution, there is no such index (InvalidArgumentError while a graph runs).
          InvalidArgumentError: `value` has another dtype.
          ValueError: `value` has a shape that does not fit the elements'.
        """
        return self._implementation.write(self, index, value, name)

    def stack(self, name: str | None = None) -> Tensor:
        """All elements along a new first axis. Elements not written are zeros; ValueError where their shape is unknown."""
        return self._implementation.stack(self, name)

    def gather(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Returns the elements at `indices`, an integer vector, along a new first axis."""
        return self._implementation.gather(self, indices, name)

    def concat(self, name: str | None = None) -> Tensor:
        """Returns all elements one behind the other along their first axis. InvalidArgumentError where they are scalars."""
        return self._implementation.concat(self, name)

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """Returns the array whose elements are value[0], value[1], … ValueError where they are more than fit."""
        return self._implementation.unstack(self, value, name)

    def scatter(self, indices: TensorLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """Returns the array with value[i] at indices[i] for each i."""
        return self._implementation.scatter(self, indices, value, name)

    def split(self, value: TensorLike, lengths: TensorLike, name: str | None = None) -> TensorArray:
        """Returns the array whose elements are consecutive pieces of `value` along its first axis, as long as `lengths` says."""
        return self._implementation.split(self, value, lengths, name)

    def size(self, name: str | None = None) -> Tensor:
        """Returns how many elements there are, an int32 scalar."""
        return self._implementation.size(name)

    def close(self, name: str | None = None) -> Any:
        """Forgets the elements (in eager execution); in a graph gives an operation that does nothing."""
        return self._implementation.close(name)

    def __tf_tracing_type__(self, context: object) -> TensorArraySpec:
        return TensorArraySpec.from_value(self)


def build_ta_with_new_flow(old_ta: TensorArray, flow: Tensor) -> TensorArray:
    """Returns an array like `old_ta` with the elements of the list `flow`."""
    implementation = old_ta._implementation
    if isinstance(implementation, _ListArray):
        return implementation.with_flow(flow)
    made = TensorArray(
        old_ta.dtype, flow=flow, dynamic_size=implementation.dynamic_size, infer_shape=implementation.infer_shape
    )
    made._implementation.element_shape = implementation.element_shape
    return made


@export("TensorArraySpec")
class TensorArraySpec(TypeSpec):
    """The type of a `tf.TensorArray`.

    Args:
      element_shape: what is known of the shape of all elements.
      dtype: of the elements.
      dynamic_size: whether the array can get longer.
      infer_shape: whether all elements must have the shape of the first one written.

    >>> import graphwright as tf
    >>> tf.TensorArraySpec([2], tf.int32)
    TensorArraySpec(TensorShape([2]), tf.int32, False, True)
    """

    __slots__ = ("_dtype", "_dynamic_size", "_element_shape", "_infer_shape")

    def __init__(
        self,
        element_shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape = TensorShape(element_shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._dynamic_size = dynamic_size
        self._infer_shape = infer_shape

    @property
    def value_type(self) -> type:
        """TensorArray."""
        return TensorArray

    @classmethod
    def from_value(cls, value: TensorArray) -> TensorArraySpec:
        """Returns the type of `value`. TypeError where that is no TensorArray."""
        if not isinstance(value, TensorArray):
            raise TypeError(f"Expected value to be a TensorArray, but got: `{type(value)}`.")
        return cls(value.element_shape, value.dtype, value.dynamic_size or False, value._infer_shape)

    def _serialize(self) -> tuple:
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    @property
    def _component_specs(self) -> list:
        return [TensorSpec([], dtypes.variant)]

    def _to_components(self, value: TensorArray) -> list:
        if not isinstance(value, TensorArray):
            raise TypeError(f"Expected value to be a TensorArray, but got: `{type(value)}`.")
        if value.flow.dtype == dtypes.variant:
            return [value.flow]
        return [_from_tensor(value.stack(), _shape_argument(value.element_shape))]

    def _from_components(self, components: Sequence[Any]) -> TensorArray:
        made = object.__new__(TensorArray)
        made._implementation = _ListArray(
            self._dtype, None, self._dynamic_size, components[0], self._infer_shape, [self._element_shape]
        )
        return made


register_type_spec_from_value_converter(TensorArray, TensorArraySpec.from_value, allow_subclass=True)


def with_flow(array: TensorArray, flow: Tensor) -> TensorArray:
    """Returns an array in a graph with other elements."""
    return array._implementation.with_flow(flow)
