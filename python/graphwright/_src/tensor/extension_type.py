"""tf.experimental.ExtensionType: classes of users whose objects are made of tensors."""

from __future__ import annotations

import abc
import functools
import inspect
import sys
import types
import typing
from typing import TYPE_CHECKING, Any

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor import extension_type_fields as fields_of
from graphwright._src.tensor import nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.extension_type_fields import NO_DEFAULT, Field
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.type_spec import BatchableTypeSpec, TypeSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import FrameType

    from graphwright._core import Tensor


_equal = _core.op("Equal")
_logical_not = _core.op("LogicalNot")
_pack = _core.op("Pack")
_reduce_all = _core.op("All")
_reshape = _core.op("Reshape")

_BUILDING = "_tf_extension_type_building"  # set while a constructor runs


class _Guarded:
    """Attributes that only a constructor may set."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        self._check_building(name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        self._check_building(name)
        super().__delattr__(name)

    def _check_building(self, name: str) -> None:
        if _BUILDING in self.__dict__ and any(field.name == name for field in type(self)._fields()):
            return
        raise AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of ExtensionType.")

    @classmethod
    def _fields(cls) -> tuple[Field, ...]:
        raise NotImplementedError


def _build(value: Any, initialize: Callable[[], object], convert: Callable[[Any, Any, str], Any]) -> None:
    """Runs a constructor; the outermost one makes the fields fit afterwards."""
    if _BUILDING in value.__dict__:  # called by the constructor of a subclass
        initialize()
        return
    value.__dict__[_BUILDING] = True
    try:
        initialize()
        members = value.__dict__
        names = [field.name for field in type(value)._fields()]
        missing = {name for name in names if name not in members}
        if missing:
            raise ValueError(f"Missing required fields: {missing}")
        for field in type(value)._fields():
            members[field.name] = convert(members[field.name], field.value_type, field.name)
    finally:
        value.__dict__.pop(_BUILDING, None)
    value.__validate__()


def _signature(fields: tuple[Field, ...]) -> inspect.Signature:
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    seen_default = False
    for field in fields:
        default = inspect.Parameter.empty if field.default is NO_DEFAULT else field.default
        if seen_default and field.default is NO_DEFAULT:  # it could not follow by position
            kind = inspect.Parameter.KEYWORD_ONLY
        seen_default |= field.default is not NO_DEFAULT
        parameters.append(inspect.Parameter(field.name, kind, default=default, annotation=field.value_type))
    return inspect.Signature(parameters)


def _plain_constructor(fields: tuple[Field, ...], convert: Callable[[Any, Any, str], Any]) -> Any:
    """`__init__` with a parameter for each field."""
    signature = _signature(fields)
    positional = [p.name for p in signature.parameters.values() if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    if len(positional) == len(fields) + 1 and not any(field.default is not NO_DEFAULT for field in fields):
        names = tuple(field.name for field in fields)
    else:
        names = ()

    def __init__(self: Any, *args: object, **kwargs: object) -> None:
        if names and not kwargs and len(args) == len(names):
            _build(self, lambda: self.__dict__.update(zip(names, args, strict=True)), convert)
            return
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        bound.arguments.pop("self")
        _build(self, lambda: self.__dict__.update(bound.arguments), convert)

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    __init__._tf_generated = True  # type: ignore[attr-defined]
    return __init__


def _own_constructor(initialize: Callable[..., object], convert: Callable[[Any, Any, str], Any]) -> Any:
    """Returns a user's `__init__`, after which the fields are made to fit."""

    @functools.wraps(initialize)
    def __init__(self: Any, *args: object, **kwargs: object) -> None:
        _build(self, lambda: initialize(self, *args, **kwargs), convert)

    return __init__


class ExtensionTypeMetaclass(abc.ABCMeta):
    """The class of extension types: reads the annotations, makes constructor and spec."""

    def __init__(cls, name: str, bases: tuple, namespace: dict) -> None:
        super().__init__(name, bases, namespace)
        if namespace.get("_tf_extension_type_do_not_transform_this_class", False):
            return
        fields = _read_fields(cls, namespace, sys._getframe(1))
        cls._tf_extension_type_cached_fields = fields
        if "__init__" in namespace:
            cls.__init__ = _own_constructor(namespace["__init__"], fields_of.convert)  # type: ignore[misc]
        elif getattr(cls.__init__, "_tf_generated", False) or cls.__init__ is ExtensionType.__init__:  # type: ignore[misc]
            cls.__init__ = _plain_constructor(fields, fields_of.convert)  # type: ignore[misc]
        cls.Spec = _make_spec(cls, namespace.get("Spec"), fields)
        if "__name__" in namespace:
            registered = f"{namespace['__name__']}.Spec"
            if registered in named_specs:
                raise ValueError(f"Name {registered} has already been registered for class {named_specs[registered]!r}")
            named_specs[registered] = cls.Spec


# By name, the specs of types that name themselves for files: those with an attribute `__name__` in their body.
named_specs: dict[str, type] = {}


def _check_members(cls: type, members: dict[str, Any], annotated: Mapping[str, Any]) -> None:
    """Raises ValueError for members of the body of a class that would be fields, had they an annotation, or are reserved."""
    for name, value in members.items():
        if name == "Spec":
            if not isinstance(value, type) or value.__bases__ not in ((object,), (TypeSpec,)):
                raise ValueError(
                    f"{cls.__name__}.Spec must be a nested class, of no base but tf.TypeSpec; got {value}."
                )
            continue
        fields_of.check_names(cls, [name])
        plain = not callable(value) and not isinstance(value, (property, classmethod, staticmethod))
        if plain and name not in annotated and not (name.startswith("__") and name.endswith("__")):
            raise ValueError(
                f"The field annotations for {cls.__name__} are invalid. Field {name} is missing a type annotation."
            )


def _read_fields(cls: ExtensionTypeMetaclass, members: dict[str, Any], frame: FrameType) -> tuple[Field, ...]:
    """Returns the fields of a class, its bases' first; annotations that are text mean what they do where the class is
    defined, or the class itself."""
    own = inspect.get_annotations(cls)
    fields_of.check_names(cls, own)
    _check_members(cls, members, own)
    space = {**vars(sys.modules.get(cls.__module__, typing)), **frame.f_globals}
    local = {cls.__name__: cls, **frame.f_locals}
    hints = typing.get_type_hints(types.SimpleNamespace(__annotations__=own), space, local) if own else {}
    found: dict[str, Field] = {}
    for base in reversed(cls.__mro__[1:]):
        for field in base.__dict__.get("_tf_extension_type_cached_fields", ()):
            found[field.name] = field
    for name in {**found, **own}:
        if name not in own and name not in members:
            continue
        annotation = fields_of.check_annotation(hints[name], f"In field {name!r}") if name in own else found[name][1]
        default = members.get(name, found[name].default if name in found else NO_DEFAULT)
        if default is not NO_DEFAULT:
            default = fields_of.convert(default, annotation, f"default value for {name}")
        found[name] = Field(name, annotation, default)
    return tuple(found.values())


def _make_spec(cls: ExtensionTypeMetaclass, own: object, fields: tuple[Field, ...]) -> type:
    base = BatchableExtensionTypeSpec if issubclass(cls, BatchableExtensionType) else ExtensionTypeSpec
    namespace: dict[str, Any] = {}
    if isinstance(own, type):
        kept = {"__dict__", "__weakref__", "__annotations__", "__annotate_func__", "__annotations_cache__"}
        namespace = {key: value for key, value in own.__dict__.items() if key not in kept}
    namespace["_value_class"] = cls
    namespace["__module__"] = cls.__module__
    namespace["__qualname__"] = f"{cls.__qualname__}.Spec"
    initialize = namespace.get("__init__")
    if initialize is not None:
        namespace["__init__"] = _own_constructor(initialize, fields_of.convert_spec)
    else:
        namespace["__init__"] = _plain_constructor(
            tuple(Field(field.name, field.value_type) for field in fields), fields_of.convert_spec
        )
    spec = abc.ABCMeta("Spec", (base,), namespace)
    spec.__name__ = f"{cls.__name__}.Spec"
    return spec


@export("experimental.ExtensionTypeSpec")
class ExtensionTypeSpec(_Guarded, TypeSpec):
    """The base of the specs of extension types: `MyType.Spec`. It has the fields of the type, with specs for tensors.

    >>> import graphwright as tf
    >>> class Pair(tf.experimental.ExtensionType):
    ...     left: tf.Tensor
    ...     right: tf.Tensor
    >>> Pair.Spec(tf.TensorSpec([2]), tf.TensorSpec([]))
    Pair.Spec(left=TensorSpec(shape=(2,), dtype=tf.float32, name=None), right=TensorSpec(shape=(), dtype=tf.float32, name=None))
    """

    __slots__ = ("__dict__",)
    _value_class: Any = None

    @classmethod
    def _fields(cls) -> tuple[Field, ...]:
        return cls._value_class._tf_extension_type_cached_fields

    def _check_building(self, name: str) -> None:
        if name not in TypeSpec.__slots__:
            super()._check_building(name)

    def __validate__(self) -> None:
        """Raises where the fields do not fit each other."""

    @property
    def value_type(self) -> type:
        """The extension type."""
        return self._value_class

    def _serialize(self) -> tuple:
        return tuple((field.name, fields_of.plain(self.__dict__[field.name])) for field in type(self)._fields())

    @classmethod
    def _deserialize(cls, serialization: tuple) -> TypeSpec:
        spec = cls.__new__(cls)
        members = {name: fields_of.immutable(value) for name, value in serialization}
        spec.__dict__.update(members)  # type: ignore[attr-defined]  # an object's, not a class's
        spec.__validate__()
        return spec

    @classmethod
    def from_value(cls, value: ExtensionType) -> ExtensionTypeSpec:
        """Returns the spec of a value."""
        spec = cls.__new__(cls)
        members = value.__dict__
        specs = {field.name: fields_of.spec_of(members[field.name]) for field in cls._fields()}
        spec.__dict__.update(specs)  # type: ignore[attr-defined]  # an object's, not a class's
        return spec

    @property
    def _component_specs(self) -> tuple:
        found: list = []
        for field in type(self)._fields():
            fields_of.specs_in(self.__dict__[field.name], found)
        return tuple(found)

    def _to_components(self, value: ExtensionType) -> tuple:
        found: list = []
        for field in type(self)._fields():
            fields_of.parts_in(self.__dict__[field.name], value.__dict__[field.name], found)
        return tuple(found)

    def _from_components(self, components: Iterable[Any]) -> Any:
        value = self._value_class.__new__(self._value_class)
        parts = iter(components)
        members = {
            field.name: fields_of.put_together(self.__dict__[field.name], parts) for field in type(self)._fields()
        }
        value.__dict__.update(members)
        return value

    def __repr__(self) -> str:
        inner = ", ".join(
            f"{field.name}={fields_of.plain(self.__dict__[field.name])!r}" for field in type(self)._fields()
        )
        return f"{type(self).__qualname__}({inner})"


class BatchableExtensionTypeSpec(ExtensionTypeSpec, BatchableTypeSpec):
    """The base of the specs of batchable extension types."""

    __slots__ = ()

    @property
    def _encoder(self) -> Any:
        return getattr(self._value_class, "__batch_encoder__", _FIELD_BY_FIELD)

    def _batch(self, batch_size: int | None) -> Any:
        return self._encoder.batch(self, batch_size)

    def _unbatch(self) -> Any:
        return self._encoder.unbatch(self)


def with_specs(spec: Any, change: Callable[[Any], Any]) -> Any:
    """Returns a spec of a batchable extension type with other specs and shapes in it: what `change` makes of each."""
    kind = spec.__class__
    made = kind.__new__(kind)
    for field in kind._fields():
        made.__dict__[field.name] = fields_of.changed(spec.__dict__[field.name], change)
    return made


def encoded_specs(spec: Any) -> list[Any]:
    """Returns the specs of what values of a batchable extension type become where they are taken into rows, flat."""
    return nest.flatten(spec._encoder.encoding_specs(spec))


def encode(spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
    """Returns what a value becomes where it is taken into rows, flat; with `minimum_rank` 1 it is a batch."""
    return nest.flatten(spec._encoder.encode(spec, value, minimum_rank))


def decode(spec: Any, parts: list[Any]) -> Any:
    """Returns the value that `encode` gave these parts for."""
    return spec._encoder.decode(spec, nest.pack_sequence_as(spec._encoder.encoding_specs(spec), parts))


@export("experimental.ExtensionTypeBatchEncoder")
class ExtensionTypeBatchEncoder:
    """The encoding of a batchable extension type's objects as tensors in rows, and its inverse.

    An extension type names its encoder in the attribute `__batch_encoder__`. Without one its fields are batched one by
    one, which is what this class does; subclasses define what should be otherwise. `decode` gets what `encode` gave, or
    many of these stacked, or a row.

    >>> import graphwright as tf
    >>> class Encoder(tf.experimental.ExtensionTypeBatchEncoder):
    ...     def batch(self, spec, batch_size):
    ...         return Sized.Spec(tf.TensorSpec([batch_size, *spec.values.shape], tf.int32), None)
    ...     def unbatch(self, spec):
    ...         return Sized.Spec(tf.TensorSpec(spec.values.shape[1:], tf.int32), None)
    >>> class Sized(tf.experimental.BatchableExtensionType):
    ...     values: tf.Tensor
    ...     size: typing.Optional[int]
    ...     __batch_encoder__ = Encoder()
    >>> [x.size for x in tf.data.Dataset.from_tensor_slices(Sized([[1, 2], [3, 4]], 2))]
    [None, None]
    """

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """Returns the spec of a batch of values that `spec` describes."""
        front = TensorShape([batch_size])
        return with_specs(spec, lambda part: front + part if type(part) is TensorShape else part._batch(batch_size))

    def unbatch(self, spec: Any) -> Any:
        """Returns the spec of a value of a batch that `spec` describes."""
        return with_specs(spec, lambda part: part[1:] if type(part) is TensorShape else part._unbatch())

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> Any:
        """Tensors, ragged and sparse tensors (or a structure of them) that stand for `value`, with at least that rank."""
        return spec._to_components(value)

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        """Returns the value that `encode` made this of."""
        return spec._from_components(encoded_value)

    def encoding_specs(self, spec: Any) -> Any:
        """Returns the specs of what `encode` gives."""
        return spec._component_specs


_FIELD_BY_FIELD = ExtensionTypeBatchEncoder()


def _all(x: Tensor) -> Any:
    return _reduce_all(_reshape(x, [-1]), [0])


@export("experimental.ExtensionType")
class ExtensionType(_Guarded, CompositeTensor, metaclass=ExtensionTypeMetaclass):
    """The base of classes whose objects are made of tensors and other values (tf.experimental.ExtensionType).

    A subclass annotates its fields. Objects cannot be changed, are made by a constructor with a parameter for each
    field (or one's own `__init__`, which assigns the fields), are checked by `__validate__` where that is defined, and go
    into and out of functions, loops and branches. The type's spec is its member `Spec`.

    Fields may be of: int, float, str, bytes, bool, None, tf.Tensor, tf.DType, tf.TensorShape, other composite tensors and
    extension types, and `Tuple`, `Mapping`, `Union` and `Optional` of those.

    Raises:
      TypeError: a value does not fit its field.
      AttributeError: an object would be changed.

    >>> import graphwright as tf
    >>> class Masked(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    ...     def with_default(self, default):
    ...         return tf.where(self.mask, self.values, default)
    >>> Masked([1, 2, 3], [True, False, True]).with_default(0).numpy()
    array([1, 0, 3], dtype=int32)
    """

    __slots__ = ("__dict__", "__weakref__")
    _tf_extension_type_do_not_transform_this_class = True
    _tf_extension_type_cached_fields: typing.ClassVar[tuple] = ()
    _is_tensor_like = False
    Spec: typing.ClassVar[Any]

    def __init__(self, *args: object, **kwargs: object) -> None:
        if type(self) is ExtensionType:
            raise AssertionError(
                "Cannot create an instance of ExtensionType because ExtensionType is an abstract base class."
            )

    @classmethod
    def _fields(cls) -> tuple[Field, ...]:
        return cls._tf_extension_type_cached_fields

    @classmethod
    def _tf_extension_type_fields(cls) -> tuple[Field, ...]:
        return cls._tf_extension_type_cached_fields

    @classmethod
    def _tf_extension_type_has_field(cls, name: str) -> bool:
        return any(field.name == name for field in cls._tf_extension_type_cached_fields)

    def __validate__(self) -> None:
        """Raises where the fields do not fit each other: for subclasses to define."""

    @property
    def _type_spec(self) -> Any:
        spec = self.__dict__.get("_tf_extension_type_cached_type_spec")
        if spec is None:
            spec = self.Spec.from_value(self)
            self.__dict__["_tf_extension_type_cached_type_spec"] = spec  # type: ignore[index]  # an object's, not a class's
        return spec

    def __eq__(self, other: Any) -> Any:
        if type(self) is not type(other) or self._type_spec != other._type_spec:
            return False
        mine, theirs = nest.flatten(self, expand_composites=True), nest.flatten(other, expand_composites=True)
        same = []
        for a, b in zip(mine, theirs, strict=True):
            if not a.shape.is_compatible_with(b.shape):
                return False
            same.append(_all(_equal(a, b)))
        return _all(_pack(same)) if same else True

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return not equal if isinstance(equal, bool) else _logical_not(equal)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self

    def __copy__(self) -> Any:
        return self

    def __repr__(self) -> str:
        inner = ", ".join(f"{field.name}={self.__dict__[field.name]!r}" for field in type(self)._fields())
        return f"{type(self).__qualname__}({inner})"


@export("experimental.BatchableExtensionType")
class BatchableExtensionType(ExtensionType):
    """An extension type whose objects are batched field by field (tf.experimental.BatchableExtensionType).

    >>> import graphwright as tf
    >>> class Vertex(tf.experimental.BatchableExtensionType):
    ...     x: tf.Tensor
    ...     y: tf.Tensor
    >>> tf.map_fn(lambda v: v.x + v.y, Vertex([1, 2], [3, 4]), fn_output_signature=tf.int32).numpy()
    array([4, 6], dtype=int32)
    """

    __slots__ = ()
    _tf_extension_type_do_not_transform_this_class = True


@export("experimental.extension_type.as_dict")
def as_dict(value: ExtensionType) -> dict[str, Any]:
    """Returns the fields of an extension type by their names, as they are (tf.experimental.extension_type.as_dict).

    >>> import graphwright as tf
    >>> class Named(tf.experimental.ExtensionType):
    ...     name: str
    ...     size: int
    >>> tf.experimental.extension_type.as_dict(Named("a", 3))
    {'name': 'a', 'size': 3}
    """
    return {field.name: getattr(value, field.name) for field in type(value)._fields()}
