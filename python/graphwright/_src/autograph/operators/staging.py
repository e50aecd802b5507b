"""Values on their way into a staged statement and out: which parts become tensors, and whether two values agree."""

from __future__ import annotations

import sys

from graphwright._src.autograph import symbolic
from graphwright._src.autograph.operators.variables import Undefined, UndefinedReturnValue
from graphwright._src.autograph.structure_list import LISTS, StructureList, make_list
from graphwright._src.autograph.tensor_list import TensorList, common_shape
from graphwright._src.base.conversion_status import control_status_ctx
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor, SparseTensorSpec
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.ops import array
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor, is_tensor
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros
from graphwright._src.tensor.tensor import Tensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_SCALARS = (bool, int, float, complex, str, bytes)


def is_value(leaf: object) -> bool:
    """True for what can flow through a graph: tensors of all kinds, numbers, strings, arrays."""
    if type(leaf) in _SCALARS or isinstance(leaf, _SCALARS):
        return True
    if is_tensor(leaf) or isinstance(leaf, (Variable, TensorArray, CompositeTensor)):
        return True
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(leaf, (numpy.ndarray, numpy.generic))


def to_flow(leaf: Any) -> Any:
    """Returns the tensor that carries a leaf through the graph; composite tensors and tensor arrays carry themselves."""
    if type(leaf) is TensorList:
        return leaf.flow
    plain = isinstance(leaf, (Tensor, Variable))
    if not plain and (isinstance(leaf, (TensorArray, CompositeTensor)) or is_tensor(leaf)):
        return leaf
    return convert_to_tensor(leaf)


class Parts:
    """A value taken apart: its structure, the leaves that flow through the graph, and those that stay Python objects.

    Attributes:
      value: the value as it was.
      flow: the tensors for the leaves that flow, in order.
      slots: for each leaf, its number in `flow` or -1.
    """

    __slots__ = ("flow", "leaves", "slots", "value")

    def __init__(self, value: object) -> None:
        self.value: Any = value
        self.flow: list[Any] = []
        self.slots: list[int] = []
        if type(value) is Undefined or type(value) is UndefinedReturnValue:
            self.leaves: list[Any] = []
            return
        self.leaves = nest.flatten(value)
        for leaf in self.leaves:
            if is_value(leaf):
                self.slots.append(len(self.flow))
                self.flow.append(to_flow(leaf))
            else:
                self.slots.append(-1)

    @property
    def undefined(self) -> bool:
        return type(self.value) is Undefined

    @property
    def unreturned(self) -> bool:
        return type(self.value) is UndefinedReturnValue

    @property
    def missing(self) -> bool:
        return self.undefined or self.unreturned

    @property
    def replaceable(self) -> bool:
        """True where zeros can stand for it: it has tensors and None in it."""
        return all(slot >= 0 or leaf is None for leaf, slot in zip(self.leaves, self.slots, strict=True))

    def made_up(self) -> Any:
        """Returns a value of this kind with zeros and empty lists in it. TypeError where there is none."""
        flow = list(self.flow)
        for leaf, slot in zip(self.leaves, self.slots, strict=True):
            if slot >= 0:
                empty = type(leaf) is TensorList
                flow[slot] = like_tensor_list([], leaf).flow if empty else zeros_for(flow[slot])
        return self.pack(flow)

    def pack(self, flow: Sequence[Any]) -> Any:
        """Returns the value with other tensors in it."""
        if self.missing:
            return self.value
        leaves = [leaf if slot < 0 else flow[slot] for leaf, slot in zip(self.leaves, self.slots, strict=False)]
        for position, leaf in enumerate(self.leaves):
            if type(leaf) is TensorList:
                leaves[position] = leaf.with_flow(leaves[position])
        return nest.pack_sequence_as(self.value, leaves)


class NeedsTensorList(BaseException):
    """A Python list that a staged statement was entered with gets longer or shorter in it: the statement is to be staged
    again with a tensor list in its place. BaseException, for the user's code must not catch it.

    Args:
      target: the list.
      dtype: of what is appended; None where that does not matter.
      element_shape: its static shape.
      place: where that is.
    """

    def __init__(self, target: object, dtype: Any = None, element_shape: Any = None, place: str = "") -> None:
        super().__init__()
        self.target = target
        self.dtype: Any = dtype
        self.element_shape: Any = element_shape
        self.place = place


def with_tensor_list(
    values: Sequence[Any], entered: Sequence[Any], names: Sequence[str], need: NeedsTensorList
) -> tuple[Any, ...] | None:
    """Returns the values with a tensor list for the one that entered the statement as `need.target`; None where none did.

    Raises:
      TypeError: the items of a list have no common dtype.
    """
    for position, (value, inside) in enumerate(zip(values, entered, strict=True)):
        if inside is need.target:
            changed = list(values)
            changed[position] = as_tensor_list(value, names[position], need)
            return tuple(changed)
    return None


def as_tensor_list(value: Any, name: str, need: NeedsTensorList) -> TensorList | StructureList:
    """Returns the list that depends on tensors for a Python list, or one that allows for more shapes.

    Raises:
      TypeError: the items have no common dtype.
    """
    if type(value) in LISTS:
        shapes = nest.map_structure(common_shape, value.element_shape, need.element_shape)
        flows = nest.flatten(value)
        wider = [one.with_flow(one.flow, shape) for one, shape in zip(flows, nest.flatten(shapes), strict=True)]
        return nest.pack_sequence_as(value, wider)
    if nest.is_nested(need.dtype) or (need.dtype is None and nest.is_nested(value[0])):
        return _structure_list(value, name, need)
    typed = [item for item in value if hasattr(item, "dtype")] or [item for item in value if need.dtype is None]
    if not typed:
        return TensorList.of(value, need.dtype, need.element_shape, name, need.place)
    first = convert_to_tensor(typed[0])
    shape = first.shape if need.element_shape is None else common_shape(first.shape, need.element_shape)
    return TensorList.of(value, first.dtype, shape, name, "as the items that it had before")


def _structure_list(value: list, name: str, need: NeedsTensorList) -> StructureList:
    """Items are as the first one was; their shapes allow for all."""
    dtypes, shapes, origin = need.dtype, need.element_shape, need.place
    if value:
        tensors = [nest.map_structure(convert_to_tensor, item) for item in value]
        dtypes, origin = nest.map_structure(dtype_of, tensors[0]), "as the items that it had before"
        for item in tensors:
            shape = nest.map_structure(lambda tensor: tensor.shape, item)
            shapes = shape if shapes is None else nest.map_structure(common_shape, shapes, shape)
    return make_list(value, dtypes, shapes, name, origin)


def like_tensor_list(value: object, model: TensorList | StructureList) -> Any:
    """Returns a Python list where a tensor list stood before as such a list; any other value as it is."""
    if type(value) is not list:
        return value
    return make_list(value, model.dtype, model.element_shape, model.name, model.origin)


def check_same_dtype_of_lists(name: str, first: TensorList, second: Any, where: tuple[str, str]) -> None:
    """Raises TypeError where a list became something else."""
    if type(second) not in LISTS:
        raise TypeError(f"'{name}' is a list {where[0]}, but {second!r} {where[1]}")
    if first.dtype != second.dtype:
        names = [nest.map_structure(lambda dtype: dtype.name, one.dtype) for one in (first, second)]
        raise TypeError(f"'{name}' is a list of dtype {names[0]} {where[0]}, but of dtype {names[1]} {where[1]}")


def own_lists(values: Sequence[Any]) -> tuple[Any, ...]:
    """Returns the values with copies of tensor lists that the graph under construction can change."""
    return tuple([value.copied() if type(value) in LISTS else value for value in values])


def known_truth(value: Any) -> Any:
    """Returns what a condition tests: of a tensor list in a graph, whether there is something in it."""
    if type(value) in LISTS and symbolic.in_graph():
        return value.length() > 0
    return value


def check_same_structure(name: str, first: Parts, second: Parts, message: str) -> None:
    """Raises TypeError, beginning with `message`, where two values have different structures."""
    try:
        nest.assert_same_structure(first.value, second.value, expand_composites=True)
    except (TypeError, ValueError) as error:
        raise TypeError(f"'{name}' {message}\n\n{error}") from None


def check_condition(value: Any, statement: str) -> Any:
    """Returns the condition of a staged statement; one element counts as a scalar.

    Raises:
      ValueError: it is no scalar bool.
    """
    value = convert_to_tensor(value)
    hint = "to check for None, use `is not None`"
    if value.dtype != dtypes.bool:
        raise ValueError(
            f"condition of {statement} expected to be `tf.bool` scalar, got {value}; to use as boolean Tensor, use "
            f"`tf.cast`; {hint}"
        )
    if value.shape.rank in (0, None):
        return value
    if value.shape.num_elements() not in (1, None):
        # What a test on a vector mostly means is a reduction of it.
        raise ValueError(f"condition of {statement} expected to be `tf.bool` scalar, got {value}; {hint}")
    return array.reshape(value, [])


def dtype_of(tensor: object) -> Any:
    """Returns the dtype of what flows, or None for a kind of tensor without one."""
    return getattr(tensor, "dtype", None)


def shape_of(tensor: Any) -> Any:
    """Returns the static shape of a plain, ragged or sparse tensor; None for other composite tensors and tensor arrays."""
    has_shape = isinstance(tensor, (Tensor, RaggedTensor, SparseTensor))
    return tensor.shape if has_shape else None


def invariant_of(tensor: Any, shape: TensorShape | None) -> Any:
    """Returns what `tf.while_loop` takes for a tensor that keeps a static shape; None where that says nothing."""
    if isinstance(tensor, SparseTensor):
        return SparseTensorSpec(shape, tensor.dtype)
    return shape


def shape_of_invariant(tensor: Any, invariant: Any) -> Any:
    """Returns the static shape that an invariant of `tf.while_loop`, a shape or a spec, has a tensor keep."""
    if isinstance(tensor, SparseTensor) and not hasattr(invariant, "shape"):  # it is the shape of `dense_shape`
        invariant = tensor._shape_invariant_to_type_spec(invariant)
    return TensorShape(getattr(invariant, "shape", invariant))


def invariant_without_shape(tensor: object, invariant: object) -> Any:
    """Returns the invariant of a tensor array, whose shape says nothing, or of a composite tensor without a known shape.

    Raises:
      TypeError: it is neither a shape, a spec nor None.
    """
    if invariant is not None and not isinstance(invariant, (TensorShape, TypeSpec, list, tuple)):
        raise TypeError(f"a shape invariant is a TensorShape, a TypeSpec or None, got {type(invariant).__name__}")
    return None if isinstance(tensor, TensorArray) else invariant


def conforms(shape: TensorShape, wanted: TensorShape) -> bool:
    """Tells whether every tensor of static shape `shape` has the static shape `wanted`."""
    if wanted.rank is None:
        return True
    if shape.rank is None or shape.rank != wanted.rank:
        return False
    return all(w is None or s == w for s, w in zip(shape.as_list(), wanted.as_list(), strict=False))


def zeros_for(tensor: Any) -> Any:
    """Returns a tensor of zeros that can stand where `tensor` will come to stand; unknown axes have length 0.

    Raises:
      TypeError: no such value can be made up.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"cannot make up a value of type {type(tensor).__name__}")
    if tensor.dtype == dtypes.variant:
        raise TypeError("cannot make up a list of tensors")
    sizes = [] if tensor.shape.rank is None else [size or 0 for size in tensor.shape.as_list()]
    return zeros(sizes, tensor.dtype)


def lists_are_in_use() -> bool:
    """Tells whether the code that runs was converted with the feature LISTS, in a graph."""

    options = control_status_ctx().options
    return options is not None and options.uses("LISTS") and symbolic.in_graph()
