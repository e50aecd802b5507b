"""tf.RaggedTensorSpec: the type of a ragged tensor."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, ragged
from graphwright._src.composite.ragged.row_partition import partition_from_splits
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import BatchableTypeSpec, TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike


@export("RaggedTensorSpec")
class RaggedTensorSpec(BatchableTypeSpec):
    """The type of a `tf.RaggedTensor`.

    Args:
      shape: what is known of its shape; None for axes whose slices differ in length.
      dtype: of its values.
      ragged_rank: the number of its ragged axes; by default all but the first one of `shape`.
      row_splits_dtype: of its row splits, int32 or int64.
      flat_values_spec: the type of its flat values, where these are no tensors.

    Raises:
      ValueError: the ragged rank is not below the rank, or neither is known.

    >>> import graphwright as tf
    >>> tf.RaggedTensorSpec([2, None], tf.int32).is_compatible_with(tf.ragged.constant([[1, 2], [3]]))
    True
    """

    __slots__ = ("_dtype", "_flat_values_spec", "_ragged_rank", "_row_splits_dtype", "_shape")

    def __init__(
        self,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        ragged_rank: int | None = None,
        row_splits_dtype: DTypeLike = dtypes.int64,
        flat_values_spec: TypeSpec | None = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        if flat_values_spec is not None:
            own = flat_values_spec.dtype  # type: ignore[attr-defined]  # all specs of values with elements have one
            if dtype is None:
                dtype = own
            elif dtypes.as_dtype(dtype) != own:
                raise ValueError("dtype must be the same as flat_values_spec.dtype")
        elif dtype is None:
            raise ValueError("At least one of dtype or flat_values_spec must be provided")
        self._dtype = dtypes.as_dtype(dtype)
        self._flat_values_spec = flat_values_spec
        rank = self._shape.rank
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if not isinstance(ragged_rank, int):
            raise TypeError(f"Argument `ragged_rank` must be an int. Received {ragged_rank}.")
        if rank is not None and ragged_rank >= rank:
            raise ValueError(f"Argument `ragged_rank` ({ragged_rank}) must be less than rank ({rank}).")
        self._ragged_rank = ragged_rank

    @property
    def dtype(self) -> DType:
        """Of the values."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self._shape

    @property
    def ragged_rank(self) -> int:
        """The number of ragged axes."""
        return self._ragged_rank

    @property
    def row_splits_dtype(self) -> DType:
        """Of the row splits."""
        return self._row_splits_dtype

    @property
    def flat_values_spec(self) -> TypeSpec | None:
        """The type of the flat values where they are no tensors, else None."""
        return self._flat_values_spec

    @property
    def value_type(self) -> type:
        """RaggedTensor; Tensor where there is no ragged axis."""
        return RaggedTensor if self._ragged_rank > 0 else _core.Tensor

    def _serialize(self) -> tuple:
        parts = self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype
        return parts if self._flat_values_spec is None else (*parts, self._flat_values_spec)

    @property
    def _component_specs(self) -> list:
        if self._ragged_rank == 0:
            return [self._flat_values_spec or TensorSpec(self._shape, self._dtype)]
        spec = self._flat_values_spec
        if spec is None:
            inner = self._shape[self._ragged_rank + 1 :] if self._shape.rank is not None else None
            spec = TensorSpec(
                TensorShape(None) if inner is None else TensorShape([None]).concatenate(inner), self._dtype
            )
        rows = self._shape[0] if self._shape.rank else None
        first = TensorSpec([None if rows is None else rows + 1], self._row_splits_dtype)
        others = [TensorSpec([None], self._row_splits_dtype)] * (self._ragged_rank - 1)
        return [spec, first, *others]

    def _to_components(self, value: Tensor | RaggedTensor) -> list:
        if isinstance(value, RaggedTensor):
            return [value.flat_values, *value.nested_row_splits]
        return [value]

    def _from_components(self, components: Sequence[Any]) -> Any:
        result = components[0]
        for axis, splits in zip(range(self._ragged_rank, 0, -1), reversed(components[1:]), strict=True):
            length = self._shape[axis] if self._shape.rank is not None else None
            result = ragged(result, partition_from_splits(splits, length))
        return result

    def is_compatible_with(self, spec_or_value: object) -> bool:
        """Tells whether `spec_or_value` may be, or describe, such a ragged tensor: a tensor, too, if this has no ragged
        axis.
        """
        if self._ragged_rank == 0:
            if isinstance(spec_or_value, (_core.Tensor, TensorSpec)):
                return TensorSpec(self._shape, self._dtype).is_compatible_with(spec_or_value)
        return super().is_compatible_with(spec_or_value)

    @classmethod
    def from_value(cls, value: Tensor | RaggedTensor) -> RaggedTensorSpec:
        """Returns the spec of a ragged tensor, or of a tensor."""
        if not isinstance(value, RaggedTensor):
            return cls(value.shape, value.dtype, 0)
        flat = value.flat_values
        spec = None if isinstance(flat, _core.Tensor) else flat._type_spec
        return cls(value.shape, value.dtype, value.ragged_rank, value._row_partition.dtype, spec)

    def _batch(self, batch_size: int | None) -> RaggedTensorSpec:
        if self._flat_values_spec is not None:
            raise ValueError("Customized flat_values_spec is not supported")
        shape = TensorShape([batch_size]).concatenate(self._shape)
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank + 1, self._row_splits_dtype)

    def _unbatch(self) -> RaggedTensorSpec:
        if self._flat_values_spec is not None:
            raise ValueError("Customized flat_values_spec is not supported")
        shape = self._shape[1:] if self._shape.rank is not None else None
        return RaggedTensorSpec(shape, self._dtype, max(self._ragged_rank - 1, 0), self._row_splits_dtype)

    def _to_legacy_output_types(self) -> Any:
        return self._dtype

    def _to_legacy_output_shapes(self) -> Any:
        return self._shape
