"""tf.TensorSpec, the shape, dtype and name of a tensor, and the specs of variables and bounded tensors."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.dtypes import DType, as_dtype, float32
from graphwright._src.tensor.tensor_shape import TensorShape, unknown_shape
from graphwright._src.tensor.type_spec import BatchableTypeSpec, TypeSpec, register_type_spec_from_value_converter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.messages.classes import TensorSpecProto
    from graphwright._src.tensor.types import CastContext, TraceType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


_is_weak = late("tensor.weak_tensor", "is_weak")


class DenseSpec(TypeSpec):
    """A base class of the specs of tensors and variables: a shape, a dtype and a name.

    Args:
      shape: a `tf.TensorShape` or what makes one.
      dtype: a `tf.DType` or what `tf.as_dtype` takes.
      name: the name of a placeholder, or None.
    """

    __slots__ = ("_shape", "_dtype", "_name")

    def __init__(self, shape: ShapeLike | None, dtype: DTypeLike = float32, name: str | None = None) -> None:
        self._shape = shape if type(shape) is TensorShape else TensorShape(shape)
        self._dtype = dtype if type(dtype) is DType else as_dtype(dtype)
        self._name = name

    @property
    def shape(self) -> TensorShape:
        """The shape."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Tells whether it is a value or a spec of this kind with the same dtype and a compatible shape."""
        return (
            isinstance(spec_or_value, (DenseSpec, self.value_type))
            and self._dtype.is_compatible_with(spec_or_value.dtype)
            and self._shape.is_compatible_with(spec_or_value.shape)
        )

    def _serialize(self) -> tuple:
        return self._shape, self._dtype, self._name

    def _to_legacy_output_types(self) -> DType:
        return self._dtype

    def _to_legacy_output_shapes(self) -> TensorShape:
        return self._shape

    def __eq__(self, other: Any) -> Any:
        return (
            type(self) is type(other)
            and self._dtype is other._dtype
            and self._name == other._name
            and self._shape._dims == other._shape._dims
        )

    def __hash__(self) -> int:
        return hash((self._shape._dims, self._dtype._type_enum))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"


@export("TensorSpec")
class TensorSpec(DenseSpec, BatchableTypeSpec):
    """The shape, dtype and name of a `tf.Tensor`: what a function takes or gives.

    Args:
      shape: a `tf.TensorShape` or what makes one; sizes that may vary are None.
      dtype: a `tf.DType` or what `tf.as_dtype` takes.
      name: the name of a placeholder, or None.

    Raises:
      TypeError: what is given makes no shape or no dtype.

    >>> import graphwright as tf
    >>> tf.TensorSpec([None], tf.int32)
    TensorSpec(shape=(None,), dtype=tf.int32, name=None)
    """

    __slots__ = ()
    _describes_composite = False

    def is_compatible_with(self, spec_or_tensor: object) -> bool:
        """Tells whether it is a tensor or a spec of one with the same dtype and a compatible shape."""
        return super().is_compatible_with(spec_or_tensor)

    @property
    def value_type(self) -> type:
        """`tf.Tensor`."""
        return _core.Tensor

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """Returns a spec with the shape and dtype of another one, and its name unless `name` is given.

        >>> import graphwright as tf
        >>> tf.TensorSpec.from_spec(tf.TensorSpec([8], name="x"), name="y")
        TensorSpec(shape=(8,), dtype=tf.float32, name='y')
        """
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        """Returns the spec of a tensor; a tensor of a graph gives its op's name, too. Raises ValueError for anything else.

        >>> import graphwright as tf
        >>> tf.TensorSpec.from_tensor(tf.constant([1, 2]))
        TensorSpec(shape=(2,), dtype=tf.int32, name=None)
        """
        if not isinstance(tensor, _core.Tensor):
            if _is_weak(tensor):
                return cls(tensor.shape, tensor.dtype, name)
            raise ValueError(f"`tensor` should be a tf.Tensor, but got type {type(tensor)}.")
        if name is None:
            op = getattr(tensor, "op", None)  # an eager tensor has none
            name = None if op is None else op.name
        return cls(tensor.shape, tensor.dtype, name)

    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether every tensor that fits this spec fits `other`, too; a name, where there is one, must be the
        same.
        """
        return (
            isinstance(other, TensorSpec)
            and (not self._name or self._name == other._name)
            and self._dtype is other._dtype
            and self._shape.is_subtype_of(other._shape)
        )

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TensorSpec | None:
        """Returns the spec that says most while this and all `others` fit it, or None where dtypes or names differ."""
        if any(
            not isinstance(other, TensorSpec) or self._dtype is not other._dtype or self._name != other._name
            for other in others
        ):
            return None
        shapes = [other._shape for other in others]  # type: ignore[attr-defined]  # all are TensorSpecs
        shape = self._shape.most_specific_common_supertype(shapes)
        return self if shape is None else type(self)._deserialize(self._with_shape(shape))

    def _with_shape(self, shape: TensorShape) -> tuple:
        return (shape, *self._serialize()[1:])

    def placeholder_value(self, placeholder_context: object) -> Any:
        """Returns a placeholder in the graph that is being traced; while none is, raises the error of the op Placeholder."""
        make = getattr(placeholder_context, "tensor", None)
        if make is not None:
            return make(self)
        scope = getattr(placeholder_context, "naming_scope", None)
        return _core.op("Placeholder")(dtype=self._dtype, shape=self._shape, name=self._name or scope or "Placeholder")

    def to_tensors(self, value: TensorLike) -> list[Any]:
        """Returns a list of one tensor. Raises TypeError where it does not fit."""
        return [self._fitting(value)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Returns the next tensor of the iterator."""
        return next(tensors)

    def flatten(self) -> list[TypeSpec]:
        """Returns a list of this spec."""
        return [self]

    def cast(self, value: Any, casting_context: CastContext) -> Any:
        """`value` as a tensor that fits. Raises TypeError where it cannot be one."""
        if casting_context.allow_specs and isinstance(value, TensorSpec):
            if not value.is_subtype_of(self):
                raise AssertionError(f"Can not cast {value!r} to {self!r}")
            return self
        return self._fitting(value)

    def _fitting(self, value: TensorLike) -> Any:
        if not isinstance(value, _core.Tensor):
            value = convert_to_tensor(value, self._dtype)
        if self._dtype is not value.dtype or not self._shape.is_compatible_with(value.shape):
            raise TypeError(f"Can not cast {TensorSpec(value.shape, value.dtype)!r} to {self!r}")
        return value

    @property
    def _component_specs(self) -> TensorSpec:
        return self

    def _to_components(self, value: TensorLike) -> Any:
        return value if isinstance(value, _core.Tensor) else convert_to_tensor(value, self._dtype)

    def _from_components(self, components: Tensor) -> Any:
        return components

    def _from_compatible_tensor_list(self, tensor_list: list[Any]) -> Any:
        return tensor_list[0]

    def _to_tensor_list(self, value: TensorLike) -> list[Any]:
        return [self._to_components(value)]

    @property
    def _flat_tensor_specs(self) -> list[TypeSpec]:
        return [self]

    def _with_tensor_ranks_only(self) -> TensorSpec:
        return type(self)._deserialize(self._with_shape(unknown_shape(self._shape.rank)))

    def _without_tensor_names(self) -> TensorSpec:
        return self if self._name is None else type(self)._deserialize((*self._serialize()[:-1], None))

    def _batch(self, batch_size: int | None) -> TensorSpec:
        return TensorSpec(TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> TensorSpec:
        if self._shape.rank == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return TensorSpec(self._shape[1:], self._dtype)

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Returns the class of the messages that `experimental_as_proto` makes."""
        from graphwright._src.messages.classes import TensorSpecProto

        return TensorSpecProto

    def experimental_as_proto(self) -> TensorSpecProto:
        """Returns the spec as a message of class `experimental_type_proto()`."""
        proto = self.experimental_type_proto()(name=self._name or "", dtype=self._dtype._type_enum)
        proto.shape.CopyFrom(self._shape.as_proto())
        return proto

    @classmethod
    def experimental_from_proto(cls, proto: TensorSpecProto) -> TensorSpec:
        """Returns the spec for a message that `experimental_as_proto` made."""
        return cls(TensorShape(proto.shape), proto.dtype, proto.name or None)


class BoundedTensorSpec(TensorSpec):
    """A `TensorSpec` with a smallest and a largest value for the elements.

    Args:
      shape: a `tf.TensorShape` or what makes one.
      dtype: a `tf.DType` or what `tf.as_dtype` takes.
      minimum: the smallest value, a number or an array that broadcasts to `shape`.
      maximum: the largest value.
      name: the name of a placeholder, or None.

    Raises:
      ValueError: a bound is missing or does not broadcast to `shape`.
    """

    __slots__ = ("_minimum", "_maximum")

    def __init__(
        self,
        shape: ShapeLike | None,
        dtype: DTypeLike,
        minimum: Any,
        maximum: Any,
        name: str | None = None,
    ) -> None:
        import numpy as np

        super().__init__(shape, dtype, name)
        for word, bound in (("minimum", minimum), ("maximum", maximum)):
            if bound is None:
                raise ValueError(f"`{word}` can not be None.")
            shape_of_bound = np.shape(bound)
            dims = self._shape._dims
            fits = dims is None or (
                len(shape_of_bound) <= len(dims)
                and all(b == 1 or d is None or b == d for b, d in zip(shape_of_bound[::-1], dims[::-1], strict=False))
            )
            if not fits:
                raise ValueError(f"`{word}` {bound} is not compatible with shape {self._shape}.")
            array = np.array(bound, dtype=self._dtype.as_numpy_dtype)
            array.setflags(write=False)
            setattr(self, f"_{word}", array)

    @classmethod
    def from_spec(cls, spec: Any) -> BoundedTensorSpec:
        """Returns the same spec with its bounds, or with those of its dtype."""
        minimum = getattr(spec, "minimum", None)
        maximum = getattr(spec, "maximum", None)
        dtype = as_dtype(spec.dtype)
        return cls(
            spec.shape,
            dtype,
            dtype.min if minimum is None else minimum,
            dtype.max if maximum is None else maximum,
            spec.name,
        )

    @property
    def minimum(self) -> Any:
        """The smallest value, a NumPy array."""
        return self._minimum

    @property
    def maximum(self) -> Any:
        """The largest value, a NumPy array."""
        return self._maximum

    def _serialize(self) -> tuple:
        return self._shape, self._dtype, self._minimum, self._maximum, self._name

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Not there yet: the bounds need the message of a tensor."""
        raise NotImplementedError("BoundedTensorSpec has no message for files yet")

    @classmethod
    def experimental_from_proto(cls, proto: object) -> TensorSpec:
        """Not there yet: the bounds need the message of a tensor."""
        raise NotImplementedError("BoundedTensorSpec has no message for files yet")

    def __eq__(self, other: object) -> Any:
        import numpy as np

        return (
            super().__eq__(other)
            and np.allclose(self._minimum, other._minimum)  # type: ignore[attr-defined]
            and np.allclose(self._maximum, other._maximum)  # type: ignore[attr-defined]
        )

    def __hash__(self) -> int:
        return hash((self._shape._dims, self._dtype._type_enum))

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r}, "
            f"minimum={self._minimum!r}, maximum={self._maximum!r})"
        )


def are_of_tensors(specs: list[TypeSpec]) -> bool:
    """Tells whether each describes a tensor, and says no more of it."""
    return all(type(spec) is TensorSpec for spec in specs)


def spec_of_tensor(tensor: Tensor) -> TensorSpec:
    """Returns the shape and dtype of a tensor."""
    return TensorSpec(tensor.shape, tensor.dtype)


register_type_spec_from_value_converter(_core.Tensor, spec_of_tensor, allow_subclass=True)
