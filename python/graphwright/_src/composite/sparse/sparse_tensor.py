"""tf.SparseTensor: the elements of a tensor that are not zero, with where they are; and its spec."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late, late_file
from graphwright._src.composite.composite_parts import part_of, scope_of_parts
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops import math_convert
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor, not_dense
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import BatchableTypeSpec, TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from graphwright._core import Tensor
    from graphwright._src.composite.composite_values import SparseTensorValue
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.types import CastContext
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

dispatched = late_file("composite.sparse.dispatched")
joining = late_file("composite.sparse.joining")


_session_for = late("session.default_session", "session_for")


@export("sparse.SparseTensor", "SparseTensor")
class SparseTensor(CompositeTensor):
    """A tensor of which only some elements are stored (tf.sparse.SparseTensor).

    Most functions want `indices` in row-major order, see `tf.sparse.reorder`.

    Args:
      indices: int64 of shape [n, rank]: the position of each element.
      values: of shape [n]: the elements.
      dense_shape: int64 of shape [rank].

    Raises:
      ValueError: the shapes do not fit each other.

    >>> import graphwright as tf
    >>> st = tf.SparseTensor(indices=[[0, 0], [1, 2]], values=[1, 2], dense_shape=[3, 4])
    >>> tf.sparse.to_dense(st).numpy()
    array([[1, 0, 0, 0],
           [0, 0, 2, 0],
           [0, 0, 0, 0]], dtype=int32)
    """

    _is_tensor_like = True
    __slots__ = ("__dict__", "__weakref__", "_dense_shape", "_indices", "_static_shape", "_told_shape", "_values")

    @classmethod
    def from_value(cls, sparse_tensor_value: SparseTensor | SparseTensorValue) -> SparseTensor:
        """Returns a sparse tensor of another one, or of what has its three parts."""
        if not (isinstance(sparse_tensor_value, SparseTensor) or hasattr(sparse_tensor_value, "dense_shape")):
            raise TypeError(
                f"sparse_tensor_value={sparse_tensor_value} is neither a SparseTensor nor SparseTensorValue."
            )
        value = sparse_tensor_value
        return cls(value.indices, value.values, value.dense_shape)

    def __init__(self, indices: TensorLike, values: TensorLike, dense_shape: TensorLike) -> None:
        with scope_of_parts("SparseTensor"):
            indices = part_of(indices, dtypes.int64, None, "indices")
            values = part_of(values, None, None, "values")
            dense_shape = part_of(dense_shape, dtypes.int64, None, "dense_shape")
        for tensor, rank, name in ((indices, 2, "indices"), (values, 1, "values"), (dense_shape, 1, "dense_shape")):
            if tensor.shape.rank not in (None, rank):
                raise ValueError(f"Shape {tensor.shape} must have rank {rank}: {name} of a SparseTensor")
        _check_sizes(indices.shape, values.shape, dense_shape.shape)
        self._indices, self._values, self._dense_shape = indices, values, dense_shape
        known = get_static_value(dense_shape, partial=True)
        if known is None:
            rank = dense_shape.shape[0] if dense_shape.shape.rank else None
            self._static_shape = TensorShape(None if rank is None else [None] * rank)
        else:
            self._static_shape = TensorShape([None if size is None or size < 0 else int(size) for size in known])

    @property
    def indices(self) -> Tensor:
        """The positions of the elements: int64 of shape [n, rank]."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """The elements: a vector."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The shape, an int64 vector."""
        return self._dense_shape

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self._static_shape

    def get_shape(self) -> TensorShape:
        """`shape`."""
        return self._static_shape

    def set_shape(self, shape: ShapeLike) -> None:
        """Adds to what is known of the shape.

        Raises:
          ValueError: `shape` is incompatible with it.
        """
        shape = TensorShape(shape)
        self._static_shape = self._static_shape.merge_with(shape)

    @property
    def dtype(self) -> DType:
        """Of the elements."""
        return self._values.dtype

    @property
    def op(self) -> Any:
        """The operation that made `values`; AttributeError in eager execution."""
        return self._values.op

    @property
    def graph(self) -> Any:
        """The graph of the parts; AttributeError in eager execution."""
        parts = (self._indices, self._values, self._dense_shape)
        symbolic = [part.graph for part in parts if isinstance(part, _core.SymbolicTensor)]
        # Constants belong to the graph that is being built.
        return symbolic[0] if symbolic else (_core.current_graph() or self._indices.graph)

    def with_values(self, new_values: TensorLike) -> SparseTensor:
        """Other elements at the same places.

        >>> import graphwright as tf
        >>> tf.SparseTensor([[0], [2]], [1, 2], [3]).with_values([5.0, 6.0]).values.numpy()
        array([5., 6.], dtype=float32)
        """
        result = SparseTensor(self._indices, new_values, self._dense_shape)
        told = getattr(self, "_told_shape", None)
        return result if told is None else with_lasting_shape(result, told)

    def consumers(self) -> list:
        """Returns the operations that take a part of this value as an input."""
        return self._consumers()

    def eval(self, feed_dict: dict[Any, Any] | None = None, session: object = None) -> Any:
        """Returns the value in a session of compat.v1, the default one where none is given; AttributeError in eager execution.

        Raises:
          ValueError: there is no session, or it runs another graph.
        """
        hint = "`with sess.as_default()` or pass an explicit session to `eval(session=sess)`"
        return _session_for(session, self.graph, "evaluate tensor using `eval()`", hint).run(self, feed_dict)

    def _numpy(self) -> tuple:
        return self._indices.numpy(), self._values.numpy(), self._dense_shape.numpy()

    def __repr__(self) -> str:
        return f"SparseTensor(indices={self._indices!s}, values={self._values!s}, dense_shape={self._dense_shape!s})"

    def __tf_tensor__(self, dtype: object = None, name: str | None = None) -> NoReturn:
        raise not_dense(self, "A SparseTensor becomes one by tf.sparse.to_dense only: it might be large.")

    @property
    def _type_spec(self) -> SparseTensorSpec:
        return SparseTensorSpec(self.shape, self.dtype)

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> SparseTensorSpec:
        shape = TensorShape(shape)  # of `dense_shape`
        if shape.rank not in (None, 1):
            raise ValueError(f"Expected a shape with 1 dimension. Obtained: {shape} which has {shape.rank} dimensions.")
        rank = None if shape.rank is None else shape[0]
        return SparseTensorSpec(None if rank is None else [None] * rank, self.dtype)

    def _dispatch(self, function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        return dispatched.call(function, args, kwargs)

    def __truediv__(self, other: TensorLike) -> Any:
        if self.dtype.is_integer and not isinstance(other, SparseTensor):
            # As in Python 3: integers give floats, those of 16 bits and fewer float32.
            convert, cast = convert_to_tensor, math_convert.cast
            wide = dtypes.float32 if self.dtype.size <= 2 else dtypes.float64
            other = cast(convert(other, self.dtype), wide)
            return joining.cwise("SparseDenseCwiseDiv", self.with_values(cast(self.values, wide)), other)
        return joining.cwise("SparseDenseCwiseDiv", self, other)

    def __div__(self, other: TensorLike) -> Any:
        return joining.cwise("SparseDenseCwiseDiv", self, other)

    def __mul__(self, other: TensorLike) -> Any:
        return joining.cwise("SparseDenseCwiseMul", self, other)

    def __rmul__(self, other: TensorLike) -> Any:
        return self * other if isinstance(other, (_core.Tensor, _core.ResourceVariable)) else NotImplemented


def with_lasting_shape(value: SparseTensor, shape: TensorShape) -> SparseTensor:
    """Returns the value, of which so much is known, and of what has other elements at its places, too."""
    value.set_shape(shape)
    value._told_shape = shape
    return value


def _check_sizes(indices: TensorShape, values: TensorShape, dense_shape: TensorShape) -> None:
    if indices.rank is None:
        return
    if values.rank is not None and not indices[:1].is_compatible_with(values[:1]):
        raise ValueError(
            f"Dimensions {indices[0]} and {values[0]} are not compatible: indices and values of a SparseTensor"
        )
    if dense_shape.rank is not None and not indices[1:2].is_compatible_with(dense_shape[:1]):
        raise ValueError(
            f"Dimensions {indices[1]} and {dense_shape[0]} are not compatible: indices and dense_shape of a SparseTensor"
        )


@export("SparseTensorSpec")
class SparseTensorSpec(BatchableTypeSpec):
    """The type of a `tf.sparse.SparseTensor`.

    Args:
      shape: what is known of its shape.
      dtype: of its elements.

    >>> import graphwright as tf
    >>> tf.SparseTensorSpec([3, None], tf.int32)
    SparseTensorSpec(TensorShape([3, None]), tf.int32)
    """

    __slots__ = ("_dtype", "_shape")

    def __init__(self, shape: ShapeLike | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self._shape = TensorShape(shape)
        self._dtype = dtypes.as_dtype(dtype)

    @property
    def value_type(self) -> type:
        """SparseTensor."""
        return SparseTensor

    @property
    def dtype(self) -> DType:
        """Of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self._shape

    def _serialize(self) -> tuple:
        return self._shape, self._dtype

    @property
    def _component_specs(self) -> list:
        rank = self._shape.rank
        count = None if rank is None else (0 if 0 in self._shape.as_list() else None)
        return [
            TensorSpec([count, rank], dtypes.int64),
            TensorSpec([count], self._dtype),
            TensorSpec([rank], dtypes.int64),
        ]

    def _to_components(self, value: Any) -> list:
        return [value.indices, value.values, value.dense_shape]

    def _from_components(self, components: Sequence[Any]) -> Any:
        value = SparseTensor.__new__(SparseTensor)
        value._indices, value._values, value._dense_shape = components
        if isinstance(components[0], _core.Tensor) and isinstance(components[2], _core.EagerTensor):
            value._static_shape = TensorShape(components[2].numpy().tolist()).merge_with(self._shape)
        else:
            value._static_shape = self._shape
        return value

    def cast(self, value: object, casting_context: CastContext) -> Any:
        """`value` with its tensors made to fit: of its shape, only the rank has to. Raises TypeError where they cannot be."""
        if casting_context.allow_specs and isinstance(value, TypeSpec):
            return super().cast(value, casting_context)
        pairs = zip(self._component_specs, self._to_components(value), strict=True)
        found = SparseTensor.__new__(SparseTensor)
        found._indices, found._values, found._dense_shape = [spec.cast(part, casting_context) for spec, part in pairs]
        found._static_shape = self._shape
        return found

    @classmethod
    def from_value(cls, value: SparseTensor) -> SparseTensorSpec:
        """Returns the spec of a sparse tensor.

        Raises:
          TypeError: it is none.
        """
        if not isinstance(value, SparseTensor):
            raise TypeError("Expected SparseTensor or SparseTensorValue")
        return cls(value.shape, value.dtype)

    def _batch(self, batch_size: int | None) -> SparseTensorSpec:
        return SparseTensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> SparseTensorSpec:
        if self._shape.rank == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return SparseTensorSpec(self._shape[1:] if self._shape.rank is not None else None, self._dtype)

    def _to_legacy_output_types(self) -> Any:
        return self._dtype

    def _to_legacy_output_shapes(self) -> Any:
        return self._shape
