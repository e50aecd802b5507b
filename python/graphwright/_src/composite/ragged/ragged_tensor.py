"""tf.RaggedTensor: a tensor whose rows may differ in length."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late_file
from graphwright._src.composite.composite_parts import part_of
from graphwright._src.composite.ragged import row_partition
from graphwright._src.composite.ragged.row_partition import RowPartition
from graphwright._src.graph.scopes import executing_eagerly_outside_functions
from graphwright._src.ops import math as math_module
from graphwright._src.ops import math_binary
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math import logical_not, negative
from graphwright._src.ops.math_binary import equal, not_equal
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_max
from graphwright._src.ops.operator_functions import ragged_getitem
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.class_operators import of_library
from graphwright._src.tensor.composite_tensor import (
    CompositeTensor,
    StandsForComposite,
    WithValuesGradient,
    not_dense,
    without_weak,
)
from graphwright._src.tensor.filling import ones, zeros
from graphwright._src.tensor.tensor import Tensor
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec
    from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, ShapeLike, TensorLike

axes = late_file("composite.ragged.axes")
construction = late_file("composite.ragged.construction")
conversion = late_file("composite.ragged.conversion")
dispatched = late_file("composite.ragged.dispatched")
ragged_spec = late_file("composite.ragged.ragged_spec")
subscript = late_file("composite.ragged.subscript")

_KEY = object()  # what only this module passes to the constructor


@export("RaggedTensor")
class RaggedTensor(CompositeTensor):
    """A tensor with one or more axes along which slices differ in length (tf.RaggedTensor).

    It is made of `values`, all rows one after the other, and of a partition that says where rows begin. Values may be
    ragged themselves. Functions of tensors take ragged tensors, too, where that makes sense, and so do operators and
    brackets.

    >>> import graphwright as tf
    >>> rt = tf.RaggedTensor.from_row_splits([3, 1, 4, 1, 5, 9, 2, 6], row_splits=[0, 4, 4, 7, 8, 8])
    >>> rt
    <tf.RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
    >>> rt.shape
    TensorShape([5, None])
    >>> (rt * 2)[2].numpy()
    array([10, 18,  4], dtype=int32)
    """

    _is_tensor_like = True
    __slots__ = ("__dict__", "__weakref__", "_row_partition", "_values")
    __composite_gradient__ = WithValuesGradient()

    def __init__(self, values: Tensor | RaggedTensor, row_partition: RowPartition, internal: object = False) -> None:
        if internal is not _KEY:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods instead (e.g., "
                "RaggedTensor.from_row_lengths())"
            )
        self._values = values
        self._row_partition = row_partition

    # ---- making one ----

    @classmethod
    def _from_row_partition(cls, values: TensorLike, partition: RowPartition, validate: bool = True) -> RaggedTensor:
        """Returns the values, divided into rows. Raises InvalidArgumentError where there are more or fewer than that."""
        values = tensor_or_ragged(values, "values")
        if isinstance(values, RaggedTensor) and values._row_partition.dtype != partition.dtype:
            raise ValueError(
                f"values.row_splits has dtype {values._row_partition.dtype!r} and the outer partition "
                f"{partition.dtype!r}: use RaggedTensor.with_row_splits_dtype() to make them the same"
            )
        if values.shape.rank == 0:
            raise ValueError(f"Shape {values.shape} must have rank at least 1")
        ids = partition._value_rowids
        if ids is not None and not ids.shape.is_compatible_with(values.shape[:1]):
            raise ValueError(f"Shapes {values.shape[:1]} and {ids.shape} are incompatible: a row id for each value")
        if validate:
            count = row_partition.size_of(values, partition.dtype)
            message = "Arguments to _from_row_partition do not form a valid RaggedTensor"
            splits = row_partition.checked(
                partition.row_splits(), [lambda: assert_equal(partition.nvals(), count, message)]
            )
            if splits is not partition._row_splits:
                partition = RowPartition(
                    splits,
                    partition._row_lengths,
                    partition._value_rowids,
                    partition._nrows,
                    partition._uniform_row_length,
                    partition._nvals,
                    internal=row_partition._KEY,
                )
        return cls(values, partition, internal=_KEY)

    @classmethod
    @_core.public_function
    def from_value_rowids(
        cls,
        values: TensorLike,
        value_rowids: TensorLike,
        nrows: TensorLike | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Rows of `values` by the number of the row that each belongs to.

        Args:
          values: a tensor of shape [nvals, ...], or a ragged tensor.
          value_rowids: integers of shape [nvals] that do not decrease.
          nrows: the number of rows; by default that of the last value.
          name: unused, nodes have names of their own.
          validate: whether to check that the arguments fit.

        Raises:
          ValueError: `nrows` is negative or not above the last row.
          tf.errors.InvalidArgumentError: the arguments do not fit.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_value_rowids([3, 1, 4, 1], [0, 0, 2, 2], nrows=4)
        <tf.RaggedTensor [[3, 1], [], [4, 1], []]>
        """
        values = tensor_or_ragged(values, "values")
        partition = RowPartition.from_value_rowids(value_rowids, nrows, validate, dtype_hint=_hint(values))
        return cls._from_row_partition(values, partition, validate)

    @classmethod
    @_core.public_function
    def from_row_splits(
        cls, values: TensorLike, row_splits: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` holds `values[row_splits[i]:row_splits[i + 1]]`.

        Args:
          values: a tensor of shape [nvals, ...], or a ragged tensor.
          row_splits: integers of shape [nrows + 1] that do not decrease, from 0 to nvals.
          name: unused, nodes have names of their own.
          validate: whether to check that the arguments fit.

        Raises:
          ValueError: `row_splits` is empty.
          tf.errors.InvalidArgumentError: the arguments do not fit.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 2, 2, 3])
        <tf.RaggedTensor [[3, 1], [], [4]]>
        """
        values = tensor_or_ragged(values, "values")
        partition = RowPartition.from_row_splits(row_splits, validate, dtype_hint=_hint(values))
        return cls._from_row_partition(values, partition, validate)

    @classmethod
    @_core.public_function
    def from_row_lengths(
        cls, values: TensorLike, row_lengths: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` holds the next `row_lengths[i]` values. Arguments and errors as for `from_row_splits`.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_row_lengths([3, 1, 4], [2, 0, 1])
        <tf.RaggedTensor [[3, 1], [], [4]]>
        """
        values = tensor_or_ragged(values, "values")
        partition = RowPartition.from_row_lengths(row_lengths, validate, dtype_hint=_hint(values))
        return cls._from_row_partition(values, partition, validate)

    @classmethod
    @_core.public_function
    def from_row_starts(
        cls, values: TensorLike, row_starts: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` begins at `values[row_starts[i]]`. Arguments and errors as for `from_row_splits`.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_row_starts([3, 1, 4], [0, 2, 2])
        <tf.RaggedTensor [[3, 1], [], [4]]>
        """
        values = tensor_or_ragged(values, "values")
        starts = row_partition.partition_tensor(row_starts, "row_starts", None, _hint(values))
        nvals = row_partition.size_of(values, starts.dtype)
        return cls._from_row_partition(values, RowPartition.from_row_starts(starts, nvals, validate), validate)

    @classmethod
    @_core.public_function
    def from_row_limits(
        cls, values: TensorLike, row_limits: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` ends before `values[row_limits[i]]`. Arguments and errors as for `from_row_splits`.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_row_limits([3, 1, 4], [2, 2, 3])
        <tf.RaggedTensor [[3, 1], [], [4]]>
        """
        values = tensor_or_ragged(values, "values")
        partition = RowPartition.from_row_limits(row_limits, validate, dtype_hint=_hint(values))
        return cls._from_row_partition(values, partition, validate)

    @classmethod
    @_core.public_function
    def from_uniform_row_length(
        cls,
        values: TensorLike,
        uniform_row_length: TensorLike,
        nrows: TensorLike | None = None,
        validate: bool = True,
        name: str | None = None,
    ) -> RaggedTensor:
        """Rows of one length, which a ragged tensor of ragged values may have.

        Args:
          values: a tensor of shape [nvals, ...], or a ragged tensor.
          uniform_row_length: the length of all rows, an integer.
          nrows: the number of rows, where that does not follow (the length is 0).
          validate: whether to check that the arguments fit.
          name: unused, nodes have names of their own.

        Raises:
          ValueError: the number of values is not `nrows` times the length.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_uniform_row_length(tf.ragged.constant([[1, 2], [3], [], [4]]), 2).shape
        TensorShape([2, 2, None])
        """
        values = tensor_or_ragged(values, "values")
        dtype = _hint(values)
        if isinstance(uniform_row_length, _core.Tensor):
            dtype = uniform_row_length.dtype
        nvals = row_partition.size_of(values, dtype)
        partition = RowPartition.from_uniform_row_length(
            uniform_row_length, nvals, nrows, validate, dtype_hint=_hint(values)
        )
        return cls._from_row_partition(values, partition, validate and nrows is not None)

    @classmethod
    @_core.public_function
    def from_nested_value_rowids(
        cls,
        flat_values: TensorLike,
        nested_value_rowids: Sequence[Any],
        nested_nrows: Sequence[Any] | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Returns a ragged tensor with one ragged axis for each item of `nested_value_rowids`, the outermost first."""
        if isinstance(nested_value_rowids, _core.Tensor):
            raise TypeError(
                f"Argument `nested_value_rowids` must be a list of Tensors. Received {nested_value_rowids}."
            )
        if nested_nrows is None:
            nested_nrows = [None] * len(nested_value_rowids)
        elif isinstance(nested_nrows, _core.Tensor):
            raise TypeError(f"Argument `nested_nrows` must be a list of Tensors. Received {nested_nrows}.")
        elif len(nested_nrows) != len(nested_value_rowids):
            raise ValueError(
                "Argument `nested_nrows` must have the same length as argument `nested_value_rowids`. len(nested_nrows) = "
                f"{len(nested_nrows)} vs. len(nested_values_rowids) = {len(nested_value_rowids)}."
            )
        result = flat_values
        for ids, nrows in zip(reversed(nested_value_rowids), reversed(nested_nrows), strict=True):
            result = cls.from_value_rowids(result, ids, nrows, validate=validate)
        return result  # type: ignore[return-value]  # a tensor only where there is no ragged axis

    @classmethod
    @_core.public_function
    def from_nested_row_splits(
        cls, flat_values: TensorLike, nested_row_splits: Sequence[Any], name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Returns a ragged tensor with one ragged axis for each item of `nested_row_splits`, the outermost first.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_nested_row_splits([3, 1, 4], [[0, 2, 2], [0, 1, 3]])
        <tf.RaggedTensor [[[3], [1, 4]], []]>
        """
        if isinstance(nested_row_splits, _core.Tensor):
            raise TypeError(f"Argument `nested_row_splits` must be a list of Tensors. Received {nested_row_splits}.")
        result = flat_values
        for splits in reversed(nested_row_splits):
            result = cls.from_row_splits(result, splits, validate=validate)
        return result  # type: ignore[return-value]  # a tensor only where there is no ragged axis

    @classmethod
    @_core.public_function
    def from_nested_row_lengths(
        cls, flat_values: TensorLike, nested_row_lengths: Sequence[Any], name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Returns a ragged tensor with one ragged axis for each item of `nested_row_lengths`, the outermost first."""
        if isinstance(nested_row_lengths, _core.Tensor):
            raise TypeError(f"Argument `nested_row_lengths` must be a list of Tensors. Received {nested_row_lengths}.")
        result = flat_values
        for lengths in reversed(nested_row_lengths):
            result = cls.from_row_lengths(result, lengths, validate=validate)
        return result  # type: ignore[return-value]  # a tensor only where there is no ragged axis

    @classmethod
    @_core.public_function
    def from_tensor(
        cls,
        tensor: TensorLike,
        lengths: object = None,
        padding: TensorLike | None = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: DTypeLike = dtypes.int64,
    ) -> RaggedTensor:
        """Returns the rows of a dense tensor, shortened where `lengths` or `padding` say so.

        Args:
          tensor: of at least `ragged_rank` + 1 axes.
          lengths: how many elements of each row are kept; or a list of such vectors, one for each ragged axis.
          padding: a value; where rows end with it, it is dropped.
          ragged_rank: the number of ragged axes.
          name: unused, nodes have names of their own.
          row_splits_dtype: int32 or int64.

        Raises:
          ValueError: both `lengths` and `padding` are given, or `ragged_rank` is not between 0 and the tensor's rank.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_tensor([[5, 7, 0], [0, 3, 0], [6, 0, 0]], padding=0)
        <tf.RaggedTensor [[5, 7], [0, 3], [6]]>
        """
        return conversion.from_tensor(tensor, lengths, padding, ragged_rank, row_splits_dtype)

    @classmethod
    @_core.public_function
    def from_sparse(
        cls, st_input: SparseTensor, name: str | None = None, row_splits_dtype: DTypeLike = dtypes.int64
    ) -> RaggedTensor:
        """Returns the rows of a sparse matrix whose elements come without gaps from the left.

        Raises:
          TypeError: it is no SparseTensor.
          ValueError: its rank is known not to be 2.
          tf.errors.InvalidArgumentError: there is a gap.

        >>> import graphwright as tf
        >>> tf.RaggedTensor.from_sparse(tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [3, 2]))
        <tf.RaggedTensor [[1, 2], [], [3]]>
        """
        return conversion.from_sparse(st_input, row_splits_dtype)

    # ---- what it is ----

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape; None for axes whose slices differ."""
        partition = self._row_partition
        outer = TensorShape([partition.static_nrows, partition.static_uniform_row_length])
        return outer.concatenate(self._values.shape[1:])

    def get_shape(self) -> TensorShape:
        """`shape`."""
        return self.shape

    @property
    def ragged_rank(self) -> int:
        """The number of axes that are divided by partitions."""
        rank = 1
        values = self._values
        while isinstance(values, RaggedTensor):
            rank, values = rank + 1, values._values
        return rank

    @property
    def values(self) -> Any:
        """All rows, one after the other: a tensor, or a ragged tensor of a smaller ragged rank."""
        return self._values

    @property
    def flat_values(self) -> Tensor:
        """The values with no partition left: a tensor."""
        values = self._values
        while isinstance(values, RaggedTensor):
            values = values._values
        return values

    @property
    def row_splits(self) -> Tensor:
        """The numbers of the values at which rows begin, and the number of values."""
        return self._row_partition.row_splits()

    @property
    def uniform_row_length(self) -> Any:
        """The length of all rows, a scalar tensor, or None where they may differ."""
        return self._row_partition.uniform_row_length()

    @property
    def nested_row_splits(self) -> tuple:
        """The row splits of all partitions, the outermost first."""
        return tuple(partition.row_splits() for partition in self._nested_row_partitions)

    @property
    def _nested_row_partitions(self) -> tuple:
        partitions = []
        values = self
        while isinstance(values, RaggedTensor):
            partitions.append(values._row_partition)
            values = values._values
        return tuple(partitions)

    def value_rowids(self, name: str | None = None) -> Tensor:
        """Returns the row of each value."""
        return self._row_partition.value_rowids()

    def nested_value_rowids(self, name: str | None = None) -> tuple:
        """Returns the rows of the values of all partitions, the outermost first."""
        return tuple(partition.value_rowids() for partition in self._nested_row_partitions)

    def nrows(self, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
        """Returns the number of rows, a scalar of `out_type` (by default that of the row splits)."""
        count = self._row_partition.nrows()
        return count if out_type is None else cast(count, out_type)

    def row_starts(self, name: str | None = None) -> Tensor:
        """Returns where each row begins."""
        return self._row_partition.row_starts()

    def row_limits(self, name: str | None = None) -> Tensor:
        """Returns where each row ends."""
        return self._row_partition.row_limits()

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """Returns the lengths of rows along an axis, a tensor, or a ragged tensor for an axis above 1.

        >>> import graphwright as tf
        >>> tf.ragged.constant([[[3, 1], [4]], [], [[1]]]).row_lengths(axis=2)
        <tf.RaggedTensor [[2, 1], [], [1]]>
        """
        if axis == 0:
            return self._row_partition.nrows()
        if axis == 1:
            return self._row_partition.row_lengths()
        axis = axes.positive_axis(axis, self.shape.rank, "axis", "rank(self)")
        if axis < 2:
            return self.row_lengths(axis)
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.row_lengths(axis - 1))
        shape = _core.op("Shape")(self._values, out_type=self._row_partition.dtype)
        return self.with_values(ones(shape[: axis - 1], self._row_partition.dtype) * shape[axis - 1])

    def nested_row_lengths(self, name: str | None = None) -> tuple:
        """Returns the row lengths of all partitions, the outermost first."""
        return tuple(partition.row_lengths() for partition in self._nested_row_partitions)

    def bounding_shape(
        self, axis: AxisLike | None = None, name: str | None = None, out_type: DTypeLike | None = None
    ) -> Tensor:
        """Returns the shape of the smallest dense tensor that holds this one: a vector, or its elements at `axis`.

        >>> import graphwright as tf
        >>> tf.ragged.constant([[1, 2, 3, 4], [5], [], [6, 7, 8, 9]]).bounding_shape().numpy()
        array([4, 4])
        """
        dtype = self._row_partition.dtype if out_type is None else dtypes.as_dtype(out_type)
        if isinstance(axis, int) and axis in (0, 1):
            return cast(self.nrows() if axis == 0 else longest_row(self), dtype)
        sizes = [self.nrows()]
        sizes += [longest_row(part) for part in self._levels()]
        inner = _core.op("Shape")(self.flat_values, out_type=self._row_partition.dtype)[1:]
        shape = cast(concat([stack(sizes), inner], 0), dtype)
        return shape if axis is None else gather(shape, axis)

    def _levels(self) -> list:
        levels: list[RaggedTensor] = [self]
        while isinstance(levels[-1]._values, RaggedTensor):
            levels.append(levels[-1]._values)
        return levels

    # ---- others like it ----

    def with_values(self, new_values: Tensor | RaggedTensor) -> RaggedTensor:
        """Returns the same rows of other values.

        Raises:
          TypeError, ValueError: there are more or fewer of them.

        >>> import graphwright as tf
        >>> tf.ragged.constant([[1, 2], [3]]).with_values(["a", "b", "c"])
        <tf.RaggedTensor [[b'a', b'b'], [b'c']]>
        """
        new_values = tensor_or_ragged(new_values, "values")
        if new_values.shape.rank == 0:
            raise ValueError("Shape () must have rank at least 1")
        known, given = self._values.shape[:1], new_values.shape[:1]
        if not known.is_compatible_with(given):
            raise ValueError(f"Shapes {known} and {given} are incompatible: there must be as many values as before")
        partition = self._row_partition
        if isinstance(new_values, RaggedTensor) and new_values._row_partition.dtype != partition.dtype:
            raise ValueError(
                "self and values have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to convert "
                "them to compatible dtypes."
            )
        return RaggedTensor(new_values, partition, internal=_KEY)

    def with_flat_values(self, new_values: Tensor | RaggedTensor) -> RaggedTensor:
        """Returns the same partitions of other flat values."""
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.with_flat_values(new_values))
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """Returns the same ragged tensor with row splits of int32 or int64.

        Raises:
          ValueError: another dtype.
        """
        dtype = dtypes.as_dtype(dtype)
        if dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"Argument `row_splits` dtype must be int32 or int64. Received {dtype!r}.")
        if self._row_partition.dtype == dtype:
            return self
        values = self._values.with_row_splits_dtype(dtype) if isinstance(self._values, RaggedTensor) else self._values
        return RaggedTensor(values, self._row_partition.with_dtype(dtype), internal=_KEY)

    def merge_dims(self, outer_axis: int, inner_axis: int) -> Any:
        """Returns the axes from `outer_axis` to `inner_axis` made one.

        >>> import graphwright as tf
        >>> rt = tf.ragged.constant([[[1, 2], [3]], [[4, 5, 6]]])
        >>> rt.merge_dims(0, 1)
        <tf.RaggedTensor [[1, 2], [3], [4, 5, 6]]>
        >>> rt.merge_dims(1, 2)
        <tf.RaggedTensor [[1, 2, 3], [4, 5, 6]]>
        """
        return axes.merge_dims(self, outer_axis, inner_axis)

    # ---- other forms ----

    def to_tensor(
        self, default_value: TensorLike | None = None, name: str | None = None, shape: ShapeLike | None = None
    ) -> Tensor:
        """Returns a dense tensor, padded where rows are shorter (and cut where `shape` is smaller).

        Args:
          default_value: what fills; zero or "" by default.
          name: the name of the node in a graph.
          shape: the shape of the result, None for axes as long as need be.

        >>> import graphwright as tf
        >>> tf.ragged.constant([[9, 8, 7], [], [6, 5]]).to_tensor().numpy()
        array([[9, 8, 7],
               [0, 0, 0],
               [6, 5, 0]], dtype=int32)
        """
        return conversion.to_tensor(self, default_value, name, shape)

    def to_sparse(self, name: str | None = None) -> SparseTensor:
        """Returns a `tf.SparseTensor` with the same elements.

        >>> import graphwright as tf
        >>> tf.ragged.constant([[1, 2], [], [4]]).to_sparse().indices.numpy().tolist()
        [[0, 0], [0, 1], [2, 0]]
        """
        return conversion.to_sparse(self)

    def to_list(self) -> list:
        """Nested lists of Python values; eagerly only.

        >>> import graphwright as tf
        >>> tf.ragged.constant([[1.0, 2.0], [3.0]]).to_list()
        [[1.0, 2.0], [3.0]]
        """
        if not self._is_eager():
            raise ValueError(
                "to_list can only be used in eager mode, because the values of a graph's tensors are not known yet"
            )
        values = self._values.to_list() if isinstance(self._values, RaggedTensor) else self._values.numpy().tolist()
        splits = self.row_splits.numpy().tolist()
        return [values[begin:end] for begin, end in zip(splits[:-1], splits[1:], strict=True)]

    def numpy(self) -> Any:
        """Returns a NumPy array: of arrays (dtype object) where rows differ in length; eagerly only."""
        import numpy as np

        if not self._is_eager():
            raise ValueError("RaggedTensor.numpy() is only supported in eager mode.")
        values, splits = self._values.numpy(), self.row_splits.numpy()
        rows = [values[begin:end] for begin, end in zip(splits[:-1], splits[1:], strict=True)]
        if not rows:
            return np.zeros((0, 0) + values.shape[1:], dtype=values.dtype)
        dtype = np.object_ if any(len(row) != len(rows[0]) for row in rows) else None
        return np.array(rows, dtype=dtype)

    def _is_eager(self) -> bool:
        return all(isinstance(t, _core.EagerTensor) for t in (self.flat_values, *self.nested_row_splits))

    def __repr__(self) -> str:
        if not self._is_eager():
            return f"tf.RaggedTensor(values={self._values!s}, row_splits={self.row_splits!s})"
        import numpy as np

        with np.printoptions(formatter={"all": _text_of}):
            return f"<tf.RaggedTensor {_text_of(self.numpy())}>"

    # ---- as a composite tensor ----

    @property
    def _type_spec(self) -> RaggedTensorSpec:
        return ragged_spec.RaggedTensorSpec.from_value(self)

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> RaggedTensorSpec:
        return ragged_spec.RaggedTensorSpec(shape, self.dtype, self.ragged_rank, self._row_partition.dtype)

    def __tf_tensor__(self, dtype: object = None, name: str | None = None) -> NoReturn:
        raise not_dense(self, "A RaggedTensor becomes one by its method to_tensor() only, which pads its rows.")

    def consumers(self) -> list:
        """Returns the operations that take a part of this value as an input."""
        return self._consumers()

    def _dispatch(self, function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        return dispatched.call(function, args, kwargs)

    # ---- operators ----

    if TYPE_CHECKING:  # made below

        def _operator(self, other: object) -> Any: ...

        __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _operator
        __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _operator
        __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _operator
        __lt__ = __le__ = __gt__ = __ge__ = _operator

    def __getitem__(self, key: object) -> Any:
        if not isinstance(self, RaggedTensor):
            return of_library(ragged_getitem, self, key)
        if isinstance(key, RaggedTensor):
            return construction.boolean_mask(self, key)
        return subscript.getitem(self, key)

    def __iter__(self) -> Iterator[Any]:
        count = self._row_partition.static_nrows
        if count is None:
            raise errors.OperatorNotAllowedInGraphError(
                "Iterating over a symbolic RaggedTensor with an unknown number of rows is not allowed: only a `for` "
                "statement can, in a function that AutoGraph converts"
            )
        return (self[i] for i in range(count))

    def __bool__(self) -> NoReturn:
        raise TypeError("RaggedTensor may not be used as a boolean.")

    # In a plain graph, as its tensors, a key of a dictionary of feeds.

    def __hash__(self) -> int:
        if not executing_eagerly_outside_functions():
            return id(self)
        raise TypeError("RaggedTensor is unhashable.")

    def __eq__(self, other: object) -> Any:
        if not executing_eagerly_outside_functions():
            return self is other
        return _compared(equal, self, other, False)

    def __ne__(self, other: object) -> Any:
        if not executing_eagerly_outside_functions():
            return self is not other
        return _compared(not_equal, self, other, True)

    def __neg__(self) -> Any:
        return negative(self)

    def __abs__(self) -> Any:
        return math_module.abs(self)

    def __invert__(self) -> Any:
        return logical_not(self)


def _compared(function: Callable[..., Any], x: object, y: object, otherwise: bool) -> Any:
    """Returns what compares elements; `otherwise` where operands do not fit, as far as known, and beside None."""
    if y is None:
        return otherwise
    operand_of(y)
    try:
        return function(x, y)
    except ValueError:
        return otherwise
    except errors.InvalidArgumentError:
        if not _core.executing_eagerly():  # the function would have run until there
            raise
        return otherwise


_OPERANDS = (_core.Tensor, _core.ResourceVariable, int, float, complex, str, bytes, list, tuple)


def operand_of(value: object) -> Any:
    """Returns the value, which an operator may have beside a ragged tensor.

    Raises:
      ValueError, in functions TypeError: it is neither a tensor nor a value of Python or NumPy that becomes one, though it
        might know how to become one.
    """
    if isinstance(value, RaggedTensor) or isinstance(without_weak(value), _OPERANDS):
        return value
    if type(value).__module__ == "numpy" and hasattr(value, "__array__") and not isinstance(value, type):
        return value
    error = ValueError if _core.executing_eagerly() else TypeError
    raise error(f"A value of type {type(value).__name__} is no operand beside ragged tensors: {value!r}")


def _binary(function: Callable[..., Any], bitwise: Callable[..., Any] | None = None) -> tuple[Any, Any]:
    def operator(self: RaggedTensor, other: object) -> Any:
        if not isinstance(self, RaggedTensor):
            return of_library(function, self, other)
        return function(self, other)

    def reflected(self: RaggedTensor, other: object) -> Any:
        # The operators of tensors, which come first, are those of bits for integers; ragged tensors' own never are.
        if not isinstance(self, RaggedTensor):
            return of_library(function, other, self)
        if bitwise is not None and isinstance(other, Tensor) and other.dtype.is_integer:
            return bitwise(other, self)
        return function(other, self)

    return operator, reflected


for _operator, _functions in {
    "add": (math_binary.add,),
    "sub": (math_binary.subtract,),
    "mul": (math_binary.multiply,),
    "truediv": (math_binary.divide,),
    "floordiv": (math_binary.floordiv,),
    "mod": (math_binary.floormod,),
    "pow": (math_binary.pow,),
    "and": (math_binary.logical_and, math_binary.bitwise_and),
    "or": (math_binary.logical_or, math_binary.bitwise_or),
    "xor": (math_binary.logical_xor, math_binary.bitwise_xor),
}.items():
    _plain, _reflected = _binary(*_functions)
    setattr(RaggedTensor, f"__{_operator}__", _plain)
    setattr(RaggedTensor, f"__r{_operator}__", _reflected)
for _operator, _function in {
    "lt": math_binary.less,
    "le": math_binary.less_equal,
    "gt": math_binary.greater,
    "ge": math_binary.greater_equal,
}.items():
    setattr(RaggedTensor, f"__{_operator}__", _binary(_function)[0])


def longest_row(value: RaggedTensor) -> Any:
    """Returns the length of the longest row, 0 where there is none."""
    if value.uniform_row_length is not None:
        return value.uniform_row_length
    lengths = value._row_partition.row_lengths()
    return reduce_max(concat([zeros([1], lengths.dtype), lengths], 0))


def tensor_or_ragged(
    value: Any, name: str | None = None, dtype: DTypeLike | None = None, hint: DTypeLike | None = None
) -> Tensor | RaggedTensor:
    """Returns a ragged tensor as it is, another composite tensor too, and anything else as a tensor, a weak tensor as well."""
    if isinstance(value, StandsForComposite):
        value = value._composite()
    if isinstance(value, CompositeTensor) and not isinstance(value, RaggedTensor):
        from graphwright._src.tensor.weak_tensor import strong

        value = strong(value)
    if isinstance(value, CompositeTensor):
        if dtype is not None:
            wanted, own = dtypes.as_dtype(dtype), value.dtype  # type: ignore[attr-defined]  # as ragged ones have
            if not wanted.is_compatible_with(own):
                raise ValueError(
                    f"Tensor conversion requested dtype {wanted.name} for RaggedTensor with dtype {own.name}: {value!r}"
                )
        return value  # type: ignore[return-value]  # ragged, or one that takes its place
    return _core.convert_to_tensor(value, dtype, hint) if name is None else part_of(value, dtype, hint)


def ragged(values: Any, partition: RowPartition) -> RaggedTensor:
    """Returns a ragged tensor of parts that are known to fit."""
    return RaggedTensor(values, partition, internal=_KEY)


def _hint(values: object) -> DType:
    """Returns the dtype of row splits to prefer: that of ragged values."""
    return values._row_partition.dtype if isinstance(values, RaggedTensor) else dtypes.int64


def _text_of(part: object) -> str:
    """Returns an array with commas, as NumPy prints nested ones; an element as Python does."""
    import numpy as np

    if not isinstance(part, np.ndarray):
        return str(part)
    return np.array2string(part, separator=", ") if part.size else repr(part.tolist())
