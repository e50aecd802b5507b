"""tf.TypeSpec, the description of a value made of tensors, and `tf.type_spec_from_value`."""

from __future__ import annotations

import abc
import operator

from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.tensor import nest
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.dtypes import DType
from graphwright._src.tensor.tensor_shape import TensorShape, unknown_shape
from graphwright._src.tensor.types import TraceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any


_are_of_tensors = late("tensor.tensor_spec", "are_of_tensors")
_spec_of_tensor = late("tensor.tensor_spec", "spec_of_tensor")


@export("TypeSpec", v1="TypeSpec data.experimental.Structure")
class TypeSpec(TraceType):
    """Describes a kind of value: what its tensors are, and how to take it apart and put it together.

    A subclass has a constructor whose arguments `_serialize` returns as a tuple, and says by `_component_specs`,
    `_to_components` and `_from_components` what nested structure of tensors makes up a value. Two specs are equal where
    they are of the same class and their serializations are equal.

    >>> import graphwright as tf
    >>> tf.TensorSpec([None, 3]).is_compatible_with(tf.TensorSpec([7, 3]))
    True
    """

    __slots__ = ("_cached_cmp_key", "_cached_consists_of_tensors", "_cached_hash")
    # Whether tf.nest takes it apart where `expand_composites=True`.
    _describes_composite = True

    @property
    @abc.abstractmethod
    def value_type(self) -> type:
        """The Python class of the values."""

    @abc.abstractmethod
    def _serialize(self) -> tuple:
        """Returns the arguments of the constructor that make an equal spec."""

    @property
    @abc.abstractmethod
    def _component_specs(self) -> Any:
        """A nested structure of specs: what `_to_components` gives."""

    @abc.abstractmethod
    def _to_components(self, value: Any) -> Any:
        """Returns a nested structure of tensors that make up `value`."""

    @abc.abstractmethod
    def _from_components(self, components: Any) -> Any:
        """Returns the value that is made up of these tensors."""

    @classmethod
    def _deserialize(cls, serialization: tuple) -> Any:
        return cls(*serialization)

    def is_compatible_with(self, spec_or_value: object) -> bool:
        """Tells whether `spec_or_value`, a spec or a value, may describe or be the same value as this spec describes."""
        spec = spec_or_value
        if not isinstance(spec, TypeSpec):
            spec = type_spec_from_value(spec_or_value)
        if type(self) is not type(spec):
            return False
        return _compatible(self._serialize(), spec._serialize())

    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether all values of this type are also of type `other`."""
        if type(self) is not type(other):
            return False
        return _subtype(self._serialize(), other._serialize())  # type: ignore[attr-defined]  # of the same class

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TypeSpec | None:
        """Returns the narrowest spec that describes all that this one and `others` describe, or None."""
        if any(type(self) is not type(other) for other in others):
            return None
        try:
            theirs = [other._serialize() for other in others]  # type: ignore[attr-defined]  # all are of this class
            common = _supertype(self._serialize(), theirs)
        except _NoCommonSupertype:
            return None
        return self._deserialize(common)

    def most_specific_compatible_type(self, other: TypeSpec) -> TypeSpec:
        """As `most_specific_common_supertype([other])`, but raises ValueError where there is none."""
        common = self.most_specific_common_supertype([other]) if isinstance(other, TypeSpec) else None
        if common is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return common

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns a value made of placeholders, with which a function's body is traced."""
        if getattr(placeholder_context, "keeps_specs", False):
            return self
        specs = self._component_specs
        flat = [spec.placeholder_value(placeholder_context) for spec in nest.flatten(specs)]
        return self._from_components(nest.pack_sequence_as(specs, flat))

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns the tensors that make up `value`, as a flat list."""
        specs = self._component_specs
        components = self._to_components(value)
        nest.assert_same_structure(specs, components)
        return [
            tensor
            for spec, component in zip(nest.flatten(specs), nest.flatten(components), strict=True)
            for tensor in spec.to_tensors(component)
        ]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Returns a value made from the next tensors of the iterator."""
        specs = self._component_specs
        flat = [spec.from_tensors(tensors) for spec in nest.flatten(specs)]
        return self._from_components(nest.pack_sequence_as(specs, flat))

    def flatten(self) -> list[TypeSpec]:
        """Returns the specs of the tensors that `to_tensors` gives."""
        return [leaf for spec in nest.flatten(self._component_specs) for leaf in spec.flatten()]

    def cast(self, value: Any, casting_context: Any) -> Any:
        """`value` with its tensors made to fit. Raises TypeError where they cannot be."""
        if casting_context.allow_specs and isinstance(value, TypeSpec):
            if value.is_subtype_of(self):
                return self
            raise AssertionError(f"Can not cast {value!r} to {self!r}")
        specs, components = self._component_specs, self._to_components(value)
        cast = nest.map_structure(lambda spec, part: spec.cast(part, casting_context), specs, components)
        return self._from_components(cast)

    @property
    def _flat_tensor_specs(self) -> list[TypeSpec]:
        return nest.flatten(self._component_specs, expand_composites=True)

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return nest.flatten(self._to_components(value), expand_composites=True)

    def _from_tensor_list(self, tensor_list: list[Any]) -> Any:
        specs = self._flat_tensor_specs
        kind = getattr(self.value_type, "__name__", str(self.value_type))
        if len(tensor_list) != len(specs):
            raise ValueError(
                f"Cannot create a {kind} from the tensor list because the TypeSpec expects {len(specs)} items, but the "
                f"provided tensor list has {len(tensor_list)} items."
            )
        for i, (spec, tensor) in enumerate(zip(specs, tensor_list, strict=True)):
            if not spec.is_compatible_with(tensor):
                raise ValueError(
                    f"Cannot create a {kind} from the tensor list because item {i} ({tensor!r}) is incompatible with "
                    f"the expected TypeSpec {spec}."
                )
        return self._from_compatible_tensor_list(tensor_list)

    def _from_compatible_tensor_list(self, tensor_list: list[Any]) -> Any:
        return self._from_components(nest.pack_sequence_as(self._component_specs, tensor_list, expand_composites=True))

    def _with_tensor_ranks_only(self) -> TypeSpec:
        return self._deserialize(_relax(self._serialize(), ranks_only=True))

    def _without_tensor_names(self) -> TypeSpec:
        return self._deserialize(_relax(self._serialize(), ranks_only=False))

    def _to_legacy_output_types(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_legacy_output_types()")

    def _to_legacy_output_shapes(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_legacy_output_shapes()")

    def _to_legacy_output_classes(self) -> Any:
        return self.value_type

    def __tf_tracing_type__(self, context: object) -> TraceType:
        return self

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Returns the class of the messages that `experimental_as_proto` makes."""
        raise NotImplementedError(f"{cls.__name__} has no message for files yet")

    def experimental_as_proto(self) -> Any:
        """Returns the spec as a message for files."""
        raise NotImplementedError(f"{type(self).__name__} has no message for files yet")

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> TypeSpec:
        """Returns the spec for a message that `experimental_as_proto` made."""
        raise NotImplementedError(f"{cls.__name__} has no message for files yet")

    @property
    def _cmp_key(self) -> tuple:
        try:
            return self._cached_cmp_key
        except AttributeError:
            self._cached_cmp_key = key = (type(self), _frozen(self._serialize()))
            return key

    def __make_cmp_key(self, value: object) -> Any:
        """Returns a hashable key for what `_serialize` gives: libraries' specs call it, by the name that it has outside.

        Raises:
          ValueError: there is none.
        """
        key = _frozen(value)
        try:
            hash(key)
        except TypeError:
            raise ValueError(f"Cannot generate a hashable key for {self} because of {value!r}") from None
        return key

    def __eq__(self, other: Any) -> Any:
        if self is other:
            return True
        return type(self) is type(other) and self._cmp_key == other._cmp_key

    def __ne__(self, other: object) -> Any:
        return not self == other

    def __hash__(self) -> int:
        try:
            return self._cached_hash
        except AttributeError:
            self._cached_hash = found = hash(self._cmp_key)
            return found

    @property
    def _consists_of_tensors(self) -> bool:
        """True where `to_tensors` gives values of which each is described by a plain TensorSpec."""
        try:
            return self._cached_consists_of_tensors
        except AttributeError:
            self._cached_consists_of_tensors = found = _are_of_tensors(self.flatten())
            return found

    def __reduce__(self) -> tuple:
        return _remake, (type(self), self._serialize())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._serialize()}"


class BatchableTypeSpec(TypeSpec):
    """A spec of values that can be stacked to a batch and taken from one."""

    __slots__ = ()

    @abc.abstractmethod
    def _batch(self, batch_size: int | None) -> TypeSpec:
        """Returns the spec of a batch of `batch_size` values."""

    @abc.abstractmethod
    def _unbatch(self) -> TypeSpec:
        """Returns the spec of one value of a batch that this spec describes."""


# By name, the classes of specs that files may hold, beside those which have a number of their own there.
registered_specs: dict[str, type] = {}


def registered(name: str) -> Any:
    """Returns a decorator that lets files hold the specs of a class by a name."""

    def decorate(cls: type) -> type:
        registered_specs[name] = cls
        return cls

    return decorate


@export("NoneTensorSpec")
@registered("tf.NoneTensorSpec")
class NoneTensorSpec(BatchableTypeSpec):
    """The spec of None: no tensors at all."""

    __slots__ = ()

    @property
    def value_type(self) -> type:
        """The class of None."""
        return type(None)

    def _serialize(self) -> tuple:
        return ()

    @property
    def _component_specs(self) -> list:
        return []

    def _to_components(self, value: object) -> list:
        return []

    def _from_components(self, components: object) -> None:
        return None

    def is_compatible_with(self, spec_or_value: object) -> bool:
        """Tells whether it is None or its spec."""
        return spec_or_value is None or type(spec_or_value) is NoneTensorSpec

    @classmethod
    def from_value(cls, value: object) -> NoneTensorSpec:
        """Returns the spec of None."""
        return cls()

    def most_specific_compatible_shape(self, other: object) -> NoneTensorSpec:
        """Returns the spec itself. Raises ValueError where `other` is another kind of spec."""
        if type(other) is not type(self):
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return self

    def _batch(self, batch_size: int | None) -> TypeSpec:
        return self

    def _unbatch(self) -> TypeSpec:
        return self

    def _to_legacy_output_types(self) -> Any:
        return self

    def _to_legacy_output_shapes(self) -> Any:
        return self

    def _to_legacy_output_classes(self) -> Any:
        return self


_converters: list[tuple[type, Any, bool]] = []


def register_type_spec_from_value_converter(
    type_object: type, converter_fn: Callable[[Any], TypeSpec], allow_subclass: bool = False
) -> None:
    """Makes `type_spec_from_value` use `converter_fn(value)` for values of a class, or of its subclasses, too."""
    _converters.append((type_object, converter_fn, allow_subclass))


@export("type_spec_from_value")
def type_spec_from_value(value: Any) -> TypeSpec:
    """Returns the `tf.TypeSpec` that describes `value`: a tensor, a composite tensor, a variable, or what converts to a tensor.

    Raises:
      TypeError: there is none.

    >>> import graphwright as tf
    >>> tf.type_spec_from_value(tf.constant([1, 2, 3]))
    TensorSpec(shape=(3,), dtype=tf.int32, name=None)
    """
    if not isinstance(value, TypeSpec):
        spec = getattr(value, "_type_spec", None)
        if isinstance(spec, TypeSpec):
            return spec
        for cls, converter, allow_subclass in reversed(_converters):
            if type(value) is cls or (allow_subclass and isinstance(value, cls)):
                return converter(value)
        if value is None:
            return NoneTensorSpec()
        try:
            tensor = convert_to_tensor(value)
        except (TypeError, ValueError, NotImplementedError):
            pass
        else:
            return _spec_of_tensor(tensor)
    raise TypeError(f"Could not build a TypeSpec for {value!r} of unsupported type {type(value)}.")


def _remake(cls: type[TypeSpec], serialization: tuple) -> TypeSpec:
    return cls._deserialize(serialization)


def _frozen(value: Any) -> Any:
    """Returns a hashable value that is equal for equal serializations: True differs from 1, and a list from a tuple."""
    if isinstance(value, (TypeSpec, TensorShape, DType)) or value is None:
        return value
    if isinstance(value, (tuple, list)):
        return (type(value), *[_frozen(item) for item in value])
    if isinstance(value, dict):
        return (dict, frozenset((key, _frozen(item)) for key, item in value.items()))
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):  # a NumPy array
        return ("array", str(value.dtype), value.shape, value.tobytes())
    return (type(value), value)


def _compatible(a: object, b: Any) -> bool:
    if isinstance(a, (TypeSpec, TensorShape, DType)):
        return a.is_compatible_with(b)
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(_compatible(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_compatible(a[key], b[key]) for key in a)
    return _frozen(a) == _frozen(b)


def _subtype(a: object, b: Any) -> bool:
    if isinstance(a, TraceType):
        return isinstance(b, TraceType) and a.is_subtype_of(b)
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(_subtype(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_subtype(a[key], b[key]) for key in a)
    return _frozen(a) == _frozen(b)


class _NoCommonSupertype(Exception):
    pass


def _supertype(a: object, others: Sequence[Any]) -> Any:
    if isinstance(a, TraceType):
        common = None
        if all(isinstance(other, TraceType) for other in others):
            common = a.most_specific_common_supertype(others)
        if common is None:
            raise _NoCommonSupertype
        return common
    if any(type(other) is not type(a) for other in others):
        raise _NoCommonSupertype
    if isinstance(a, (list, tuple)):
        if any(len(other) != len(a) for other in others):
            raise _NoCommonSupertype
        return _like(a, [_supertype(item, [other[i] for other in others]) for i, item in enumerate(a)])
    if isinstance(a, dict):
        if any(other.keys() != a.keys() for other in others):
            raise _NoCommonSupertype
        return {key: _supertype(a[key], [other[key] for other in others]) for key in a}
    if any(_frozen(a) != _frozen(other) for other in others):
        raise _NoCommonSupertype
    return a


def _relax(value: object, ranks_only: bool) -> Any:
    if isinstance(value, TypeSpec):
        return value._with_tensor_ranks_only() if ranks_only else value._without_tensor_names()
    if isinstance(value, TensorShape):
        return unknown_shape(value.rank) if ranks_only else value
    if isinstance(value, (list, tuple)):
        return _like(value, [_relax(item, ranks_only) for item in value])
    if isinstance(value, dict):
        return {key: _relax(item, ranks_only) for key, item in value.items()}
    return value


def _like(sequence: Any, items: list) -> Any:
    return type(sequence)(*items) if hasattr(sequence, "_fields") else type(sequence)(items)


# Whether `to_tensors` of a spec gives values of which each is described by a plain TensorSpec.
consists_of_tensors: Callable[[TypeSpec], bool] = operator.attrgetter("_consists_of_tensors")
