"""tf.IndexedSlices: some slices of a tensor along its first axis, with where they are; and its spec."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor import register_tensor_conversion_function
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike


@export("IndexedSlices")
class IndexedSlices(CompositeTensor):
    """Slices of a larger tensor: slice `i` of `values` belongs to row `indices[i]` (tf.IndexedSlices).

    Repeated indices mean the sum of their slices. Variables are updated with it by `scatter_add` and its siblings.

    Args:
      values: a tensor of shape [n, ...].
      indices: an integer tensor of shape [n].
      dense_shape: the shape of the larger tensor, an integer tensor, or None.

    >>> import graphwright as tf
    >>> v = tf.Variable([1.0, 2.0, 3.0])
    >>> v.scatter_add(tf.IndexedSlices([10.0, 20.0], [0, 2])).numpy()
    array([11.,  2., 23.], dtype=float32)
    """

    _is_tensor_like = True
    __slots__ = ("__dict__", "__weakref__", "_dense_shape", "_indices", "_values")

    def __init__(self, values: Tensor, indices: Tensor, dense_shape: Tensor | None = None) -> None:
        self._values = values
        self._indices = indices
        self._dense_shape = dense_shape

    @property
    def values(self) -> Tensor:
        """The slices."""
        return self._values

    @property
    def indices(self) -> Tensor:
        """The numbers of the places where the slices belong."""
        return self._indices

    @property
    def dense_shape(self) -> Any:
        """The shape of the larger tensor, or None."""
        return self._dense_shape

    @property
    def shape(self) -> TensorShape:
        """The static shape of the larger tensor."""
        if self._dense_shape is None:
            return TensorShape(None)
        if isinstance(self._dense_shape, _core.EagerTensor):
            return TensorShape(self._dense_shape.numpy().tolist())
        if isinstance(self._dense_shape, _core.SymbolicTensor):
            return TensorShape(_core.constant_value_as_shape(self._dense_shape))
        size = getattr(self._dense_shape, "shape", None)
        return TensorShape(None if size is None or size.rank is None or size[0] is None else [None] * size[0])

    @property
    def dtype(self) -> DType:
        """The tf.DType of the slices."""
        return self._values.dtype

    @property
    def name(self) -> str:
        """The name of `values`; AttributeError in eager execution."""
        return self._values.name

    @property
    def device(self) -> str:
        """The device of `values`."""
        return self._values.device

    @property
    def op(self) -> Any:
        """The operation that made `values`; AttributeError in eager execution."""
        return self._values.op

    @property
    def graph(self) -> Any:
        """The graph of `values`; AttributeError in eager execution."""
        return self._values.graph

    def consumers(self) -> list:
        """Returns the operations that take a part of this value as an input."""
        return []

    def __str__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape!s}"
        return f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    @property
    def _type_spec(self) -> IndexedSlicesSpec:
        values, indices = _core.convert_to_tensor(self._values), _core.convert_to_tensor(self._indices)
        rest = values.shape[1:] if values.shape.rank is not None else None
        shape = TensorShape(None) if rest is None else TensorShape([None]).concatenate(rest)
        if self._dense_shape is not None:
            shape = shape.merge_with(self.shape)
        return IndexedSlicesSpec(
            shape,
            values.dtype,
            indices.dtype,
            None if self._dense_shape is None else _core.convert_to_tensor(self._dense_shape).dtype,
            indices.shape.merge_with(values.shape[:1]),
        )

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> IndexedSlicesSpec:
        indices = _core.convert_to_tensor(self._indices)
        return IndexedSlicesSpec(
            shape, self.dtype, indices.dtype, None if self._dense_shape is None else dtypes.int32, shape[:1]
        )


@export("IndexedSlicesSpec")
class IndexedSlicesSpec(TypeSpec):
    """The type of a `tf.IndexedSlices`.

    Args:
      shape: what is known of the larger tensor's shape.
      dtype: of the slices.
      indices_dtype: of the indices.
      dense_shape_dtype: of `dense_shape`; None where that is None.
      indices_shape: what is known of the shape of the indices.

    >>> import graphwright as tf
    >>> tf.IndexedSlicesSpec([3, 2], tf.float32).value_type.__name__
    'IndexedSlices'
    """

    __slots__ = ("_dense_shape_dtype", "_dtype", "_indices_dtype", "_indices_shape", "_shape")

    def __init__(
        self,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        indices_dtype: DTypeLike = dtypes.int64,
        dense_shape_dtype: DTypeLike | None = None,
        indices_shape: ShapeLike | None = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._indices_dtype = dtypes.as_dtype(indices_dtype)
        self._dense_shape_dtype = None if dense_shape_dtype is None else dtypes.as_dtype(dense_shape_dtype)
        self._indices_shape = TensorShape(indices_shape).with_rank(1)

    @property
    def value_type(self) -> type:
        """IndexedSlices."""
        return IndexedSlices

    def _serialize(self) -> tuple:
        return self._shape, self._dtype, self._indices_dtype, self._dense_shape_dtype, self._indices_shape

    @property
    def _component_specs(self) -> tuple:
        values = TensorShape(self._indices_shape.concatenate(self._shape[1:]))
        specs = (TensorSpec(values, self._dtype), TensorSpec(self._indices_shape, self._indices_dtype))
        if self._dense_shape_dtype is not None:
            specs += (TensorSpec([self._shape.rank], self._dense_shape_dtype),)
        return specs

    def _to_components(self, value: IndexedSlices) -> tuple:
        parts = (value.values, value.indices)
        return parts if value.dense_shape is None else (*parts, value.dense_shape)

    def _from_components(self, components: Sequence[Any]) -> IndexedSlices:
        return IndexedSlices(*components)


_LARGE = 100_000_000  # elements


def _warn_of_memory(value: IndexedSlices) -> None:
    shape = value.shape
    count = shape.num_elements()
    if count is not None and count < _LARGE:
        return
    import warnings

    size = "of unknown shape" if count is None else f"with {count} elements"
    warnings.warn(
        f"Converting sparse IndexedSlices to a dense Tensor {size}. This may consume a large amount of memory.",
        stacklevel=3,
    )


def _to_dense(value: IndexedSlices, dtype: DType | None = None, name: str | None = None, as_ref: bool = False) -> Any:
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Incompatible tensor conversion requested to `dtype` {dtype.name} for IndexedSlices ({value}) with dtype "
            f"{value.dtype.name}"
        )
    if value.dense_shape is None:
        raise ValueError(
            f"Tensor conversion requested for IndexedSlices for argument `value` without dense_shape: {value}"
        )
    if not _core.executing_eagerly():
        _warn_of_memory(value)
    rows = _core.convert_to_tensor(value.dense_shape)[0]
    return _core.op("UnsortedSegmentSum")(value.values, value.indices, rows, name=name)


register_tensor_conversion_function(IndexedSlices, _to_dense)
_core.register_hook("indexed_slices", IndexedSlices)
