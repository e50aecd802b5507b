"""Ragged and sparse tensors as elements: packed into variants, so that they can be sliced and batched like tensors."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.composite.sparse.sparse_tensor import with_lasting_shape
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import BatchableTypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.type_spec import TypeSpec


class RaggedPacking:
    """A ragged tensor as a scalar variant, its rows as a vector of such."""

    @staticmethod
    def pack(spec: Any, value: object, rows: bool = False) -> Any:
        """Returns the variant of a value, or the variants of its rows."""
        components = spec._to_components(value)
        values, splits = components[0], components[1:]
        if splits and splits[0].dtype != spec.row_splits_dtype:
            splits = [_core.op("Cast")(split, DstT=spec.row_splits_dtype) for split in splits]
        return _core.op("RaggedTensorToVariant")(splits, values, Tsplits=spec.row_splits_dtype, batched_input=rows)

    @staticmethod
    def unpack(spec: Any, packed: Any) -> Any:
        """Returns the value whose variant, or the variants of whose rows, `packed` is."""
        splits, values = _core.op("RaggedTensorFromVariant")(
            packed,
            input_ragged_rank=-1,
            output_ragged_rank=spec.ragged_rank,
            Tvalues=spec.dtype,
            Tsplits=spec.row_splits_dtype,
        )
        if isinstance(values, _core.SymbolicTensor):
            for tensor, part in zip([values, *splits], spec._component_specs, strict=True):
                tensor.set_shape(part.shape)
        return spec._from_components([values, *splits])


class SparsePacking:
    """A sparse tensor as three variants, its rows as a matrix of such."""

    @staticmethod
    def pack(spec: Any, value: object, rows: bool = False) -> Any:
        """Returns the variants of a value, or those of its rows."""
        op = _core.op("SerializeManySparse" if rows else "SerializeSparse")
        return op(*spec._to_components(value), out_type=dtypes.variant)

    @staticmethod
    def unpack(spec: Any, packed: Any) -> Any:
        """Returns the value whose variants, or the variants of whose rows, `packed` is."""
        parts = _core.op("DeserializeSparse")(packed, dtype=spec.dtype)
        if isinstance(parts[0], _core.SymbolicTensor):
            for tensor, part in zip(parts, spec._component_specs, strict=True):
                tensor.set_shape(part.shape)
        return with_lasting_shape(spec._from_components(list(parts)), spec.shape)


_KINDS = {"RaggedTensorSpec": RaggedPacking, "SparseTensorSpec": SparsePacking}

# What is known of the tensor of variants: one for a value, more for a batch of packed values.
PACKED_SPEC = TensorSpec(None, dtypes.variant)


def packing_of(spec: TypeSpec) -> Any:
    """Returns how values of a type are packed; None for those that go through data sets as the tensors that they are
    made of.
    """
    if type(spec) is TensorSpec or not isinstance(spec, BatchableTypeSpec):
        return None
    return (
        _KINDS.get(type(spec).__name__)
        if type(spec).__module__.partition(".")[0] in ("graphwright", "tensorflow")
        else None
    )
