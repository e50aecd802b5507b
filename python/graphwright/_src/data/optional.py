"""tf.experimental.Optional: a value that may be missing."""

from __future__ import annotations

import abc

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.data import structure
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphwright._core import Tensor


@export("experimental.Optional", "data.experimental.Optional")
class Optional(CompositeTensor):
    """A value that may be missing, as `tf.data.Iterator.get_next_as_optional` gives it (tf.experimental.Optional).

    >>> import graphwright as tf
    >>> tf.experimental.Optional.from_value(3).get_value()
    <tf.Tensor: shape=(), dtype=int32, numpy=3>
    """

    @abc.abstractmethod
    def has_value(self, name: str | None = None) -> Tensor:
        """Returns a scalar bool: whether there is a value."""

    @abc.abstractmethod
    def get_value(self, name: str | None = None) -> Any:
        """Returns the value. Raises InvalidArgumentError where there is none."""

    @property
    @abc.abstractmethod
    def element_spec(self) -> Any:
        """The structure of specs of the value."""

    @staticmethod
    def empty(element_spec: object) -> Optional:
        """Returns an optional without a value of that structure.

        >>> import graphwright as tf
        >>> bool(tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32)).has_value())
        False
        """
        return OptionalImpl(_core.op("OptionalNone")(), element_spec)

    @staticmethod
    def from_value(value: object) -> Optional:
        """Returns an optional that has this value, a tensor or a structure of tensors."""
        value = structure.normalized(value)
        spec = structure.spec_of(value)
        return OptionalImpl(_core.op("OptionalFromValue")(structure.to_tensors(spec, value)), spec)


class OptionalImpl(Optional):
    """An optional around the variant tensor that holds it.

    Args:
      variant_tensor: a scalar.
      element_spec: the structure of specs of the value.
    """

    def __init__(self, variant_tensor: Tensor, element_spec: object) -> None:
        self._variant_tensor = variant_tensor
        self._own_type_spec = OptionalSpec(element_spec)

    def has_value(self, name: str | None = None) -> Tensor:
        return _core.op("OptionalHasValue")(self._variant_tensor, name=name)

    def get_value(self, name: str | None = None) -> Any:
        attrs, pack = self._own_type_spec._attrs_and_packer
        tensors = _core.op("OptionalGetValue")(self._variant_tensor, name=name, **attrs)
        return tensors[0] if pack is None else tuple(tensors) if pack is True else pack(tensors)

    @property
    def element_spec(self) -> Any:
        return self._own_type_spec._element_spec

    # Keras gives an empty one the spec of what it stands in for.
    @property
    def _element_spec(self) -> Any:
        return self._own_type_spec._element_spec

    @_element_spec.setter
    def _element_spec(self, spec: object) -> None:
        self._own_type_spec = OptionalSpec(spec)

    @property
    def _type_spec(self) -> OptionalSpec:
        return self._own_type_spec


@export("OptionalSpec", v1="OptionalSpec data.experimental.OptionalStructure")
class OptionalSpec(TypeSpec):
    """The type of a `tf.experimental.Optional` (tf.OptionalSpec).

    Args:
      element_spec: the structure of specs of the value.
    """

    __slots__ = ("_cached_attrs_and_packer", "_element_spec")

    def __init__(self, element_spec: object) -> None:
        self._element_spec = element_spec

    @property
    def _attrs_and_packer(self) -> tuple[dict[str, Any], Any]:
        """The attrs of the op that takes the value out, and what makes the value of the tensors, see `structure.packer`."""
        try:
            return self._cached_attrs_and_packer
        except AttributeError:
            found = structure.attrs_of(self._element_spec), structure.packer(self._element_spec)
            self._cached_attrs_and_packer = found
            return found

    @property
    def value_type(self) -> type:
        """The class of optionals."""
        return OptionalImpl

    @staticmethod
    def from_value(value: Optional) -> OptionalSpec:
        """Returns the spec of an optional."""
        return OptionalSpec(value.element_spec)

    def _serialize(self) -> tuple:
        return (self._element_spec,)

    @property
    def _component_specs(self) -> list[TensorSpec]:
        return [TensorSpec([], dtypes.variant)]

    def _to_components(self, value: OptionalImpl) -> list[Any]:
        return [value._variant_tensor]

    def to_tensors(self, value: OptionalImpl) -> list[Any]:
        """Returns the variant tensor that holds the optional."""
        return [value._variant_tensor]

    def from_tensors(self, tensors: Iterator[Any]) -> OptionalImpl:
        """Returns an optional around the next tensor of the iterator, a variant."""
        return self._around(next(tensors))

    def _from_components(self, components: object) -> OptionalImpl:
        return self._around(nest.flatten(components)[0])

    def _around(self, variant_tensor: Tensor) -> OptionalImpl:
        optional = OptionalImpl.__new__(OptionalImpl)
        optional._variant_tensor = variant_tensor
        optional._own_type_spec = self
        return optional

    def _to_legacy_output_types(self) -> Any:
        return self

    def _to_legacy_output_shapes(self) -> Any:
        return self
