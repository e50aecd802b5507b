"""tf.compat.v1's partitioners, and variables that are made of parts along one axis."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.graph.scopes import name_scope_v1
from graphwright._src.ops.array import identity
from graphwright._src.ops.array_join import concat, split
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


class PartitionedVariable:
    """A variable that is made of parts along one axis; as a tensor it is their concatenation."""

    def __init__(
        self, name: str, shape: TensorShape, dtype: DType, variable_list: list[Any], partitions: list[int]
    ) -> None:
        self._name = name
        self._shape = shape
        self._dtype = dtype
        self._parts = variable_list
        self._partitions = partitions

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    @property
    def name(self) -> str:
        """The beginning of the names of the parts."""
        return self._name

    @property
    def dtype(self) -> DType:
        """The dtype."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The shape of all parts together."""
        return self._shape

    def get_shape(self) -> TensorShape:
        """Returns the shape of all parts together."""
        return self._shape

    def _axis(self) -> int:
        return next((axis for axis, count in enumerate(self._partitions) if count > 1), 0)

    def as_tensor(self) -> Tensor:
        """Returns the values of all parts together."""
        with name_scope_v1(self._name + "/ConcatPartitions/"):
            if len(self._parts) == 1:
                return identity(self._parts[0].value())
            return concat([part.value() for part in self._parts], self._axis())

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
        return _core.convert_to_tensor(self.as_tensor(), dtype)

    def _get_variable_list(self) -> list[Any]:
        return self._parts

    def _get_partitions(self) -> list[int]:
        return self._partitions

    def _each(self, method: str, value: TensorLike | PartitionedVariable) -> list[Any]:
        if isinstance(value, (PartitionedVariable, list, tuple)) and len(value) == len(self._parts):
            pieces = list(value)
        else:
            sizes = [part.shape[self._axis()] for part in self._parts]
            pieces = split(_core.convert_to_tensor(value, self._dtype), sizes, self._axis())
        return [getattr(part, method)(piece) for part, piece in zip(self._parts, pieces, strict=True)]

    def assign(
        self,
        value: TensorLike | PartitionedVariable,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> list[Any]:
        """Makes a value, in one piece or in parts, the value: what the parts' assignments give."""
        return self._each("assign", value)

    def assign_add(
        self,
        value: TensorLike | PartitionedVariable,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> list[Any]:
        """Adds a value, in one piece or in parts."""
        return self._each("assign_add", value)

    def assign_sub(
        self,
        value: TensorLike | PartitionedVariable,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> list[Any]:
        """Subtracts a value, in one piece or in parts."""
        return self._each("assign_sub", value)

    def __repr__(self) -> str:
        return f"<tf.PartitionedVariable {self._name!r} shape={self._shape} dtype={self._dtype.name} parts={len(self._parts)}>"


def _operator(name: str) -> Any:
    def operator(self: PartitionedVariable, *others: object) -> Any:
        return getattr(self.as_tensor(), name)(*others)

    operator.__name__ = operator.__qualname__ = name
    return operator


for _name in "add sub mul truediv floordiv mod pow matmul".split():
    setattr(PartitionedVariable, f"__{_name}__", _operator(f"__{_name}__"))
    setattr(PartitionedVariable, f"__r{_name}__", _operator(f"__r{_name}__"))
for _name in "neg abs getitem lt le gt ge".split():
    setattr(PartitionedVariable, f"__{_name}__", _operator(f"__{_name}__"))


def known_sizes(shape: ShapeLike) -> list[int]:
    """Returns the sizes of a shape. Raises ValueError where one is not known."""
    sizes = TensorShape(shape).as_list()
    known = [size for size in sizes if size is not None]
    if len(known) != len(sizes):
        raise ValueError(f"The sizes of {shape} must be known")
    return known


def slices_of(shape: TensorShape, partitions: list[int]) -> tuple[int, list[tuple[list[int], list[int]]]]:
    """Returns the axis of a partition, and the offset and the shape of each part, the first ones larger where it is uneven.

    Raises:
      ValueError: the partition does not fit the shape, or cuts along several axes.
    """
    sizes = known_sizes(shape)
    if len(partitions) != len(sizes):
        raise ValueError(
            f"Partitioner returned a partition list that does not match the Variable's rank: {partitions} vs. {shape}"
        )
    if any(count < 1 for count in partitions):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {partitions}")
    cut = [axis for axis, count in enumerate(partitions) if count > 1]
    if len(cut) > 1:
        raise ValueError(f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {partitions}")
    axis = cut[0] if cut else 0
    count = partitions[axis]
    if count > sizes[axis]:
        raise ValueError(f"Cannot make {count} parts of axis {axis} of {shape}")
    small, larger = divmod(sizes[axis], count)
    found, at = [], 0
    for part in range(count):
        size = small + (part < larger)
        offset, extent = [0] * len(sizes), list(sizes)
        offset[axis], extent[axis] = at, size
        found.append((offset, extent))
        at += size
    return axis, found
