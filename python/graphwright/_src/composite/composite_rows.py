"""Rows of composite tensors: taken one by one, and put together again, for tf.map_fn."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor, SparseTensorSpec
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import expand_dims, reshape
from graphwright._src.ops.array_index import boolean_mask
from graphwright._src.ops.array_join import concat, repeat, stack
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math_binary import equal
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_max
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.extension_type import BatchableExtensionTypeSpec, decode, encode, encoded_specs
from graphwright._src.tensor.filling import zeros
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, type_spec_from_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike


class _TensorRows:
    """Rows that are tensors: what `spec` describes may differ in shape unless `stacks`."""

    def __init__(self, spec: TensorSpec) -> None:
        self.spec = spec

    def start(self, count: int | Tensor, infer_shape: bool) -> list:
        from graphwright._src.control_flow.tensor_array import TensorArray

        shape = self.spec.shape
        return [
            TensorArray(
                self.spec.dtype, size=count, element_shape=shape, infer_shape=infer_shape and shape.rank is None
            )
        ]

    def write(self, arrays: list, i: Tensor, value: TensorLike) -> list:
        value = _core.convert_to_tensor(value, None, self.spec.dtype)
        if value.dtype != self.spec.dtype:
            raise errors.InvalidArgumentError(
                None, None, f"fn returned a tensor of dtype {value.dtype!r} where {self.spec.dtype!r} was expected"
            )
        return [arrays[0].write(i, value)]

    def finish(self, arrays: list, stacked: Callable[[Any], Any]) -> Any:
        return stacked(arrays[0])


class _RaggedRows:
    """Rows that are ragged tensors, or tensors of different lengths: their parts, one after the other."""

    def __init__(self, spec: RaggedTensorSpec) -> None:
        self.spec = spec
        self.inner_rank = spec.ragged_rank  # partitions of a row

    def start(self, count: int | Tensor, infer_shape: bool) -> list:
        from graphwright._src.control_flow.tensor_array import TensorArray

        splits_dtype = self.spec.row_splits_dtype
        shape = self.spec.shape
        inner = TensorShape([None]).concatenate(shape[self.inner_rank + 1 :]) if shape.rank is not None else None
        arrays = [TensorArray(self.spec.dtype, size=count, infer_shape=False, element_shape=inner)]
        for _ in range(self.inner_rank):
            arrays.append(TensorArray(splits_dtype, size=count, infer_shape=False, element_shape=[None]))
        arrays.append(TensorArray(splits_dtype, size=count, element_shape=[]))
        return arrays

    def write(self, arrays: list, i: Tensor, value: Any) -> list:
        dtype = self.spec.row_splits_dtype
        if not isinstance(value, RaggedTensor):
            value = _core.convert_to_tensor(value, None, self.spec.dtype)
            if self.inner_rank == 0 and value.shape.rank == 0:
                raise errors.InvalidArgumentError(None, None, "Ragged values must have rank >= 1; a row is a scalar")
        rank = value.ragged_rank if isinstance(value, RaggedTensor) else 0
        if rank != self.inner_rank or value.dtype != self.spec.dtype or value.shape.rank == 0:
            raise self._other(value)
        if rank and not self.spec.is_compatible_with(value):
            raise self._other(value)
        if rank == 0:
            length = _core.op("Shape")(value, out_type=dtype)[0]
            return [arrays[0].write(i, value), arrays[1].write(i, length)]
        parts = [value.flat_values, *[cast(lengths, dtype) for lengths in value.nested_row_lengths()]]
        parts.append(cast(value.nrows(), dtype))
        return [array.write(i, part) for array, part in zip(arrays, parts, strict=True)]

    def _other(self, value: object) -> ValueError:
        return ValueError(
            f"Error in map_fn: Expected `fn` to return a: {self.spec} But it returned a: {type_spec_from_value(value)} "
            f"(value={value})"
        )

    def finish(self, arrays: list, stacked: Callable[[Any], Any]) -> Any:
        from graphwright._src.control_flow.tensor_array import joined

        flat, *inner, outer = arrays
        lengths = [stacked(outer), *[joined(array) for array in inner]]
        result = RaggedTensor.from_nested_row_lengths(joined(flat), lengths, validate=False)
        shape = self.spec.shape
        if shape.rank is None or shape[0] is None:
            return result
        known = result._type_spec  # rows of one length, which the parts alone do not tell
        spec = type(known)([known.shape[0], *shape], known.dtype, known.ragged_rank, known.row_splits_dtype)
        return spec._from_components([result.flat_values, *result.nested_row_splits])


class _SparseRows:
    """Rows that are sparse tensors."""

    def __init__(self, spec: SparseTensorSpec) -> None:
        self.spec = spec

    def start(self, count: int | Tensor, infer_shape: bool) -> list:
        from graphwright._src.control_flow.tensor_array import TensorArray

        rank = self.spec.shape.rank
        return [
            TensorArray(dtypes.int64, size=count, infer_shape=False, element_shape=[None, rank]),
            TensorArray(self.spec.dtype, size=count, infer_shape=False, element_shape=[None]),
            TensorArray(dtypes.int64, size=count, element_shape=[rank]),
            TensorArray(dtypes.int64, size=count, element_shape=[]),
        ]

    def write(self, arrays: list, i: Tensor, value: object) -> list:
        if not isinstance(value, SparseTensor) or value.dtype != self.spec.dtype:
            raise ValueError(f"Error in map_fn: Expected `fn` to return a: {self.spec} But it returned: {value!r}")
        count = array_module.shape(value.values, out_type=dtypes.int64)[0]
        parts = (value.indices, value.values, value.dense_shape, count)
        return [array.write(i, part) for array, part in zip(arrays, parts, strict=True)]

    def finish(self, arrays: list, stacked: Callable[[Any], Any]) -> Any:
        from graphwright._src.control_flow.tensor_array import joined

        indices, values, shapes, counts = arrays
        counts = stacked(counts)
        rows = repeat(math_convert.range(array_module.shape(counts, out_type=dtypes.int64)[0]), counts)
        places = concat([expand_dims(rows, 1), joined(indices)], 1)
        shapes = stacked(shapes)
        size = concat([array_module.shape(shapes, out_type=dtypes.int64)[:1], reduce_max(shapes, 0)], 0)
        return SparseTensor(places, joined(values), size)


class _CompositeRows:
    """Rows that are composite tensors which are batched part by part, as batchable extension types are."""

    def __init__(self, spec: TypeSpec) -> None:
        self.spec = spec
        self.parts = [rows_of(part) for part in _specs_of_parts(spec)]

    def start(self, count: int | Tensor, infer_shape: bool) -> list:
        return [part.start(count, infer_shape) for part in self.parts]

    def write(self, arrays: list, i: Tensor, value: object) -> list:
        if not isinstance(value, self.spec.value_type):
            raise ValueError(f"Error in map_fn: Expected `fn` to return a: {self.spec} But it returned: {value!r}")
        values = _parts(self.spec, value)
        return [part.write(own, i, v) for part, own, v in zip(self.parts, arrays, values, strict=True)]

    def finish(self, arrays: list, stacked: Callable[[Any], Any]) -> Any:
        values = [part.finish(own, stacked) for part, own in zip(self.parts, arrays, strict=True)]
        encoded = isinstance(self.spec, BatchableExtensionTypeSpec)
        spec: Any = self.spec
        return _together(spec._batch(None) if encoded else spec, values)


def _specs_of_parts(spec: Any) -> list[Any]:
    """Returns the specs of what the values of a batchable type are batched as."""
    if isinstance(spec, BatchableExtensionTypeSpec):
        return encoded_specs(spec)
    return nest.flatten(spec._component_specs)


def _parts(spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
    if isinstance(spec, BatchableExtensionTypeSpec):
        return encode(spec, value, minimum_rank)
    return nest.flatten(spec._to_components(value))


def _together(spec: Any, parts: list[Any]) -> Any:
    if isinstance(spec, BatchableExtensionTypeSpec):
        return decode(spec, parts)
    return spec._from_components(nest.pack_sequence_as(spec._component_specs, parts))


def rows_of(spec: TypeSpec) -> Any:
    """Returns what collects rows that a spec describes.

    Raises:
      TypeError: such values cannot be put together.
    """
    if isinstance(spec, TensorSpec):
        return _TensorRows(spec)
    if isinstance(spec, RaggedTensorSpec):
        return _RaggedRows(spec)
    if isinstance(spec, SparseTensorSpec):
        return _SparseRows(spec)
    if isinstance(spec, TypeSpec) and hasattr(spec, "_batch"):
        return _CompositeRows(spec)
    raise TypeError(f"tf.map_fn: values of {spec} cannot be put together to a batch")


def spec_of_rows(value: TensorLike) -> Any:
    """Returns the spec of one row of a value."""
    spec: Any = type_spec_from_value(value)
    if not isinstance(value, CompositeTensor):
        return TensorSpec(None, spec.dtype)
    if isinstance(value, RaggedTensor):
        return RaggedTensorSpec(None, spec.dtype, spec.ragged_rank - 1, spec.row_splits_dtype)
    if not hasattr(spec, "_unbatch"):
        raise AttributeError(f"tf.map_fn: {type(value).__name__} has no rows, as it is not batchable")
    return spec._unbatch()


def row(value: Any, i: Tensor | int) -> Any:
    """Row `i` of a tensor or composite tensor."""
    if isinstance(value, (_core.Tensor, RaggedTensor)):
        return value[i]
    if isinstance(value, SparseTensor):
        at = cast(i, dtypes.int64)
        mask = equal(value.indices[:, 0], at)
        indices = boolean_mask(value.indices, mask)[:, 1:]
        return SparseTensor(indices, boolean_mask(value.values, mask), value.dense_shape[1:])
    spec = value._type_spec
    return _together(spec._unbatch(), [row(part, i) for part in _parts(spec, value, 1)])


def tensors_with_rows(value: TensorLike) -> list[Any]:
    """Returns the tensors whose rows a tensor's, ragged tensor's or batchable extension type's rows are made of.

    Raises:
      ValueError: it is none of these, nor made of such.
      InvalidArgumentError: the rows of a ragged tensor differ in length.
    """
    if isinstance(value, RaggedTensor):
        return [_even(value)]
    spec = getattr(value, "_type_spec", None)
    if not isinstance(spec, BatchableExtensionTypeSpec):
        return [_core.convert_to_tensor(value)]
    return [tensor for part in _parts(spec, value, 1) for tensor in tensors_with_rows(part)]


def _even(ragged: RaggedTensor) -> Any:
    """Returns a ragged tensor whose rows have one length as a tensor."""
    if ragged.ragged_rank > 1:
        raise errors.InvalidArgumentError(None, None, f"rows must be tensors of one shape; got {ragged}")
    lengths = ragged.row_lengths()
    length = reduce_max(concat([lengths, zeros([1], lengths.dtype)], 0))
    with control_dependencies([assert_equal(lengths, length, "rows must have one length")]):
        sizes = stack([ragged.nrows(), length])
    rows = reshape(ragged.values, concat([sizes, array_module.shape(ragged.values, sizes.dtype)[1:]], 0))
    rows.set_shape(ragged.shape)
    return rows


def row_of_tensors(value: object, tensors: Iterator[Any]) -> Any:
    """Returns a row of `value`, from those of the tensors that `tensors_with_rows` gave, which are taken from an iterator."""
    spec = getattr(value, "_type_spec", None)
    if not isinstance(spec, BatchableExtensionTypeSpec):
        return next(tensors)
    return _together(spec._unbatch(), [row_of_tensors(part, tensors) for part in _parts(spec, value, 1)])


def first_tensor(value: Any) -> Any:
    """Returns a tensor that has as many rows as the value; ragged tensors give their row starts."""
    if isinstance(value, _core.Tensor):
        return value
    if isinstance(value, RaggedTensor):
        return value.row_starts()
    if isinstance(value, SparseTensor):
        return zeros(value.dense_shape[:1], dtypes.bool)
    return first_tensor(_parts(value._type_spec, value, 1)[0])
