"""tf.experimental.DynamicRaggedShape: the shape of a ragged tensor, which tf.shape gives."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late_file
from graphwright._src.composite.ragged import row_partition
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged
from graphwright._src.composite.ragged.row_partition import RowPartition, RowPartitionSpec
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops.array import constant, expand_dims
from graphwright._src.ops.array_join import stack
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math_binary import equal
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_all, reduce_prod
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.extension_type import named_specs
from graphwright._src.tensor.filling import zeros
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

dispatched = late_file("composite.ragged.dispatched")


@export("experimental.DynamicRaggedShape")
class DynamicRaggedShape(CompositeTensor):
    """The shape of a ragged or dense tensor (tf.experimental.DynamicRaggedShape).

    Args:
      row_partitions: how rows are divided, the outermost first.
      inner_shape: a vector: the shape of the flat values.
      dtype: int32 or int64, of the numbers; by default those of the partitions or of `inner_shape`.
      validate: whether to check that the number of values fits.
      static_inner_shape: what is known of `inner_shape`.

    >>> import graphwright as tf
    >>> tf.shape(tf.ragged.constant([[1, 2], [3]]))
    <DynamicRaggedShape lengths=[2, (2, 1)] num_row_partitions=1>
    """

    __slots__ = ("__weakref__", "_inner_shape", "_row_partitions", "_static_inner_shape")

    def __init__(
        self,
        row_partitions: Sequence[RowPartition],
        inner_shape: TensorLike,
        dtype: DType | None = None,
        validate: bool = False,
        static_inner_shape: Any = ...,
    ) -> None:
        if not all(isinstance(partition, RowPartition) for partition in row_partitions):
            raise TypeError(f"row_partitions should be a sequence of RowPartitions, got {row_partitions!r}")
        if dtype is None:
            kinds = {partition.dtype for partition in row_partitions}
            if len(kinds) > 1:
                raise ValueError("row_partitions must have the same dtype")
            if kinds:
                dtype = kinds.pop()
            else:
                dtype = inner_shape.dtype if isinstance(inner_shape, _core.Tensor) else dtypes.int64
        dtype = dtypes.as_dtype(dtype)
        if dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError("dtype must be tf.int32 or tf.int64")
        inner = _core.convert_to_tensor(inner_shape, None, dtype)
        if inner.shape.rank not in (None, 1):
            raise ValueError(f"inner_shape must be a vector, got shape {inner.shape}")
        self._row_partitions = tuple(partition.with_dtype(dtype) for partition in row_partitions)
        self._inner_shape = cast(inner, dtype)
        known = _static_shape(self._inner_shape)
        self._static_inner_shape = known if static_inner_shape in (..., None) else known.merge_with(static_inner_shape)
        if self._row_partitions and self._inner_shape.shape[0] == 0:
            raise ValueError("a shape with row partitions needs an inner shape of at least one axis")
        if validate and self._row_partitions:
            last = self._row_partitions[-1]
            self._inner_shape = row_partition.checked(
                self._inner_shape,
                [lambda: assert_equal(last.nvals(), self._inner_shape[0], "Inner shape does not match")],
            )

    @classmethod
    def from_tensor(cls, t: TensorLike, dtype: DTypeLike | None = None) -> DynamicRaggedShape:
        """Returns the shape of a tensor or ragged tensor."""
        if isinstance(t, DynamicRaggedShape):
            return t if dtype is None else t.with_dtype(dtype)
        if isinstance(t, RaggedTensor):
            inner = _core.op("Shape")(t.flat_values, out_type=t._row_partition.dtype)
            found = cls(t._nested_row_partitions, inner, static_inner_shape=t.flat_values.shape)
            return found if dtype is None else found.with_dtype(dtype)
        t = _core.convert_to_tensor(t)
        return cls([], _core.op("Shape")(t, out_type=dtype or dtypes.int64), static_inner_shape=t.shape)

    @classmethod
    def from_lengths(
        cls, lengths: Sequence[Any], num_row_partitions: int | None = None, dtype: DTypeLike = dtypes.int64
    ) -> DynamicRaggedShape:
        """Returns the shape with these lengths: an int for an axis of equal slices, else the lengths of all slices.

        >>> import graphwright as tf
        >>> tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3])
        <DynamicRaggedShape lengths=[2, (2, 1), 3] num_row_partitions=1>
        """
        dtype = dtypes.as_dtype(dtype)
        if not isinstance(lengths, (list, tuple)):
            raise ValueError("lengths should be a list")
        if lengths and not isinstance(lengths[0], int):
            raise ValueError("lengths[0] must be an integer: axis 0 is never ragged")
        needed = max((i for i, length in enumerate(lengths) if not isinstance(length, int)), default=0)
        if num_row_partitions is None:
            num_row_partitions = needed
        if not isinstance(num_row_partitions, int):
            raise ValueError("num_row_partitions should be an int or None")
        if not needed <= num_row_partitions < max(len(lengths), 1):
            raise ValueError(
                f"num_row_partitions should be from {needed} to {len(lengths) - 1}, got {num_row_partitions}"
            )
        if not lengths:
            return cls([], constant([], dtype))
        count = lengths[0]
        partitions = []
        for length in lengths[1 : num_row_partitions + 1]:
            if isinstance(length, int):
                partitions.append(
                    RowPartition.from_uniform_row_length(constant(length, dtype), nrows=count, nvals=count * length)
                )
                count *= length
            else:
                if len(length) != count:
                    raise ValueError(f"Expected {count} lengths of slices, got {len(length)}")
                partitions.append(RowPartition.from_row_lengths(constant(list(length), dtype)))
                count = sum(length)
        return cls(partitions, constant([count, *lengths[num_row_partitions + 1 :]], dtype))

    @classmethod
    def from_row_partitions(
        cls, row_partitions: Sequence[RowPartition], dtype: DType | None = None
    ) -> DynamicRaggedShape:
        """Returns the shape of a ragged tensor with these partitions and a vector of values."""
        if not row_partitions:
            raise ValueError("row_partitions cannot be empty")
        return cls(row_partitions, expand_dims(row_partitions[-1].nvals(), 0), dtype)

    @property
    def dtype(self) -> DType:
        """Of the numbers."""
        return self._inner_shape.dtype

    @property
    def row_partitions(self) -> tuple:
        """The partitions of rows, the outermost first."""
        return self._row_partitions

    @property
    def num_row_partitions(self) -> int:
        """The number of partitions."""
        return len(self._row_partitions)

    @property
    def inner_shape(self) -> Any:
        """The shape of the flat values, a vector."""
        return self._inner_shape

    @property
    def inner_rank(self) -> int | None:
        """The rank of the flat values."""
        return self._inner_shape.shape[0] if self._inner_shape.shape.rank else None

    @property
    def rank(self) -> int | None:
        """The number of axes."""
        return None if self.inner_rank is None else self.inner_rank + self.num_row_partitions

    def is_uniform(self, axis: int) -> bool:
        """Tells whether all slices along an axis have one length.

        Raises:
          IndexError, ValueError: there is no such axis.
        """
        if not isinstance(axis, int):
            raise TypeError("axis must be an integer")
        rank = self.rank
        if axis < 0:
            raise IndexError("Negative axis values are not supported")
        if rank is not None and axis >= rank:
            raise IndexError(f"Expected axis={axis} < rank={rank}")
        if axis == 0 or axis > self.num_row_partitions:
            return True
        return self._row_partitions[axis - 1].is_uniform()

    def static_lengths(self, ragged_lengths: bool = True) -> Any:
        """Returns the lengths along all axes as far as they are known: None, an int, or a tuple for a ragged axis."""
        if self.num_row_partitions == 0:
            return self._static_inner_shape.as_list() if self._static_inner_shape.rank is not None else [...]
        found: list = [self._row_partitions[0].static_nrows]
        for partition in self._row_partitions:
            length = partition.static_uniform_row_length
            if length is None and ragged_lengths:
                known = get_static_value(partition.row_lengths())
                length = None if known is None else tuple(known.tolist())
            found.append(length)
        return found + (self._static_inner_shape[1:].as_list() if self._static_inner_shape.rank is not None else [...])

    def with_dtype(self, dtype: DTypeLike) -> DynamicRaggedShape:
        """Returns the same shape in int32 or int64."""
        dtype = dtypes.as_dtype(dtype)
        if dtype == self.dtype:
            return self
        partitions = [partition.with_dtype(dtype) for partition in self._row_partitions]
        return DynamicRaggedShape(partitions, cast(self._inner_shape, dtype), dtype)

    def _to_tensor_shape(self) -> TensorShape:
        """Returns what is known of the shape."""
        if not self._row_partitions:
            return self._static_inner_shape
        outer = [self._row_partitions[0].static_nrows]
        outer += [partition.static_uniform_row_length for partition in self._row_partitions]
        return TensorShape(outer).concatenate(self._static_inner_shape[1:])

    def _length(self, axis: int) -> Any:
        if axis == 0 and self._row_partitions:
            return self._row_partitions[0].nrows()
        if axis > self.num_row_partitions or not self._row_partitions:
            return self._inner_shape[axis - self.num_row_partitions]
        if not self._row_partitions[axis - 1].is_uniform():
            raise ValueError(f"Index {axis} is not uniform")
        return self._row_partitions[axis - 1].uniform_row_length()

    def __getitem__(self, index: int | slice) -> Any:
        rank = self.rank
        if isinstance(index, slice):
            if index.step not in (None, 1):
                raise IndexError("Cannot stride through a shape")
            if rank is None:
                raise ValueError("Rank must be known to use slices")
            begin, end, _ = index.indices(rank)
            if begin == 0 and end > self.num_row_partitions or end >= rank and begin == 0:
                inner = self._inner_shape[: end - self.num_row_partitions]
                return DynamicRaggedShape(self._row_partitions, inner)
            if begin == 0 and end > 0:
                outer = self._row_partitions[: end - 1]
                count = outer[-1].nvals() if outer else self._length(0)
                return DynamicRaggedShape(outer, expand_dims(count, 0))
            lengths = [self._length(axis) for axis in range(begin, end)]
            return DynamicRaggedShape([], stack(lengths) if lengths else zeros([0], self.dtype))
        if not isinstance(index, int):
            raise TypeError(f"Expected an int or a slice, got {index!r}")
        if index < 0:
            if rank is None:
                raise ValueError("Rank must be known to use negative index")
            index += rank
        if not 0 <= index and rank is not None or (rank is not None and index >= rank):
            raise IndexError(f"Index is out of range: the rank is {rank}")
        return self._length(index)

    def _num_elements(self) -> Any:
        return reduce_prod(self._inner_shape)

    def _add_row_partitions(self, flat_values: Tensor | RaggedTensor) -> Any:
        """Returns a ragged tensor of flat values with this shape's partitions."""
        for partition in reversed(self._row_partitions):
            flat_values = ragged(flat_values, partition)
        return flat_values

    def _dispatch(self, function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        return dispatched.call(function, args, kwargs)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, DynamicRaggedShape):
            return NotImplemented
        if self.dtype != other.dtype or self.num_row_partitions != other.num_row_partitions or self.rank != other.rank:
            return False
        same = [reduce_all(equal(self._inner_shape, other._inner_shape))]
        for mine, theirs in zip(self._row_partitions, other._row_partitions, strict=True):
            a, b = mine.row_splits(), theirs.row_splits()
            if a.shape.is_compatible_with(b.shape):
                same.append(reduce_all(equal(a, b)))
            else:
                return False
        return reduce_all(stack(same))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lengths = ", ".join("..." if length is ... else str(length) for length in self.static_lengths())
        return f"<DynamicRaggedShape lengths=[{lengths}] num_row_partitions={self.num_row_partitions}>"

    @property
    def _type_spec(self) -> DynamicRaggedShapeSpec:
        return DynamicRaggedShapeSpec(
            tuple(partition._type_spec for partition in self._row_partitions), self._static_inner_shape, self.dtype
        )


def _static_shape(vector: Tensor) -> TensorShape:
    known = get_static_value(vector, partial=True)
    if known is not None:
        return TensorShape([None if size is None else int(size) for size in known])
    return (
        TensorShape([None] * vector.shape[0])
        if vector.shape.rank and vector.shape[0] is not None
        else TensorShape(None)
    )


def template_of(shape: DynamicRaggedShape, dtype: DTypeLike) -> Any:
    """Returns a tensor or ragged tensor of zeros with this shape."""
    return shape._add_row_partitions(zeros(shape._inner_shape, dtype))


class DynamicRaggedShapeSpec(TypeSpec):
    """The type of a DynamicRaggedShape.

    Args:
      row_partitions: the specs of its partitions.
      static_inner_shape: what is known of the inner shape.
      dtype: int32 or int64.
    """

    __slots__ = ("_dtype", "_row_partitions", "_static_inner_shape")

    def __init__(
        self, row_partitions: tuple[RowPartitionSpec, ...], static_inner_shape: ShapeLike | None, dtype: DTypeLike
    ) -> None:
        self._row_partitions = tuple(row_partitions)
        self._static_inner_shape = TensorShape(static_inner_shape)
        self._dtype = dtypes.as_dtype(dtype)

    @property
    def dtype(self) -> DType:
        """The dtype of the sizes."""
        return self._dtype

    @property
    def value_type(self) -> type:
        """DynamicRaggedShape."""
        return DynamicRaggedShape

    def _serialize(self) -> tuple:
        return (
            ("_row_partitions", self._row_partitions),
            ("_inner_shape", TensorSpec([self._static_inner_shape.rank], self._dtype)),
            ("_static_inner_shape", self._static_inner_shape),
        )

    @classmethod
    def _deserialize(cls, serialization: tuple) -> DynamicRaggedShapeSpec:
        parts = dict(serialization)
        return cls(parts["_row_partitions"], parts["_static_inner_shape"], parts["_inner_shape"].dtype)

    def __repr__(self) -> str:
        partitions, inner, dtype = self._row_partitions, self._static_inner_shape, self._dtype
        return f"DynamicRaggedShape.Spec(row_partitions={partitions!r}, static_inner_shape={inner!r}, dtype={dtype!r})"

    @property
    def _component_specs(self) -> tuple:
        return (TensorSpec([self._static_inner_shape.rank], self._dtype), *self._row_partitions)

    def _to_components(self, value: DynamicRaggedShape) -> tuple:
        return (value.inner_shape, *value.row_partitions)

    def _from_components(self, components: Sequence[Any]) -> DynamicRaggedShape:
        inner, *partitions = components
        return DynamicRaggedShape(partitions, inner, self._dtype, static_inner_shape=self._static_inner_shape)


DynamicRaggedShape.Spec = DynamicRaggedShapeSpec  # type: ignore[attr-defined]
named_specs["tf.DynamicRaggedShape.Spec"] = DynamicRaggedShapeSpec
