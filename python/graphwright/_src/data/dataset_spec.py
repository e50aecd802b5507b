"""tf.data.DatasetSpec, the type of data sets."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.base.hooks import late_file
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import BatchableTypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.data.dataset import Dataset
    from graphwright._src.tensor.typing import ShapeLike

dataset = late_file("data.dataset")


@export("data.DatasetSpec", v1="data.DatasetSpec data.experimental.DatasetStructure")
class DatasetSpec(BatchableTypeSpec):
    """The type of a `tf.data.Dataset` (tf.data.DatasetSpec), for example in a function's `input_signature`.

    Args:
      element_spec: the structure of specs of its elements.
      dataset_shape: the shape of a tensor of data sets.
    """

    __slots__ = ("_element_spec", "_dataset_shape")

    def __init__(self, element_spec: object, dataset_shape: ShapeLike | None = ()) -> None:
        self._element_spec = element_spec
        self._dataset_shape = TensorShape(dataset_shape)

    @property
    def value_type(self) -> type:
        """The class of data sets."""
        return dataset.Dataset

    @property
    def element_spec(self) -> Any:
        """The structure of specs of the elements."""
        return self._element_spec

    @staticmethod
    def from_value(value: Dataset) -> DatasetSpec:
        """Returns the spec of a data set."""
        return DatasetSpec(value.element_spec)

    def _serialize(self) -> tuple:
        return self._element_spec, self._dataset_shape

    def is_subtype_of(self, other: Any) -> bool:
        """Tells whether all data sets of this type are of type `other`."""
        if type(self) is not type(other) or not self._dataset_shape.is_subtype_of(other._dataset_shape):
            return False
        try:
            nest.assert_same_structure(self._element_spec, other._element_spec)
        except (TypeError, ValueError):
            return False
        pairs = zip(nest.flatten(self._element_spec), nest.flatten(other._element_spec), strict=True)
        return all(mine.is_subtype_of(theirs) for mine, theirs in pairs)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> DatasetSpec | None:
        """Returns the narrowest spec that describes all of them, or None."""
        if any(type(self) is not type(other) for other in others):
            return None
        try:
            for other in others:
                nest.assert_same_structure(self._element_spec, other._element_spec)
        except (TypeError, ValueError):
            return None
        common = nest.map_structure(
            lambda mine, *theirs: mine.most_specific_common_supertype(theirs),
            self._element_spec,
            *[other._element_spec for other in others],
        )
        if any(leaf is None for leaf in nest.flatten(common)):
            return None
        shape = self._dataset_shape.most_specific_common_supertype([other._dataset_shape for other in others])
        return type(self)(common, shape)

    @property
    def _component_specs(self) -> TensorSpec:
        return TensorSpec(self._dataset_shape, dtypes.variant)

    def _to_components(self, value: Dataset) -> Any:
        return value._variant_tensor

    def _from_components(self, components: Any) -> Dataset:
        if self._dataset_shape.rank == 0:
            return dataset._VariantDataset(components, self._element_spec)
        return dataset._NestedVariant(components, self._element_spec)

    def _batch(self, batch_size: int | None) -> DatasetSpec:
        return type(self)(self._element_spec, TensorShape([batch_size]).concatenate(self._dataset_shape))

    def _unbatch(self) -> DatasetSpec:
        if self._dataset_shape.rank == 0:
            raise ValueError("Slicing dataset elements is not supported for rank 0.")
        return type(self)(self._element_spec, self._dataset_shape[1:])

    def _to_legacy_output_types(self) -> Any:
        return self

    def _to_legacy_output_shapes(self) -> Any:
        return self
