"""The fields of extension types: what their annotations allow, and how values are made to fit them."""

from __future__ import annotations

import collections.abc
import types
import typing
from typing import TYPE_CHECKING, Any

from graphwright import _core
from graphwright._src.base.immutable_dict import ImmutableDict
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, type_spec_from_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


NO_DEFAULT = type("NoDefault", (), {"__repr__": lambda self: "ExtensionTypeField.NO_DEFAULT"})()
_PRIMITIVES = (int, float, str, bytes, bool, type(None))
_UNIONS = (typing.Union, types.UnionType)
_MAPPINGS = (collections.abc.Mapping,)
_RESERVED = ("self", "Spec", "_type_spec", "_shape_invariant_to_type_spec")
_RESERVED_PREFIX = "_tf_extension_type"


class Field(typing.NamedTuple):
    """One field of an extension type: its name, its annotation, and its default."""

    name: str
    value_type: Any
    default: Any = NO_DEFAULT


def check_names(cls: type, names: Iterable[str]) -> None:
    """Raises ValueError for names that fields may not have."""
    for name in names:
        if name in _RESERVED or name.startswith(_RESERVED_PREFIX):
            raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field '{name}' is reserved.")


def check_annotation(annotation: object, where: str) -> Any:
    """Returns the annotation, where fields may have it.

    Raises:
      TypeError: they may not.
    """
    if annotation is None:
        return type(None)
    origin = typing.get_origin(annotation)
    parts = typing.get_args(annotation)
    if origin in _UNIONS:
        for part in parts:
            check_annotation(part, where)
        return annotation
    if origin is tuple and (parts or annotation in (tuple[()], typing.Tuple[()])):  # noqa: UP006
        for part in parts:
            if part is not ...:
                check_annotation(part, where)
        return annotation
    if origin in _MAPPINGS and len(parts) == 2:
        if parts[0] not in (str, int, bytes, bool, float):
            raise TypeError(f"{where}: Mapping had a key {parts[0].__name__!r} with type 'type'")
        check_annotation(parts[1], where)
        return annotation
    if annotation in _PRIMITIVES or annotation in (_core.Tensor, dtypes.DType, TensorShape):
        return annotation
    if isinstance(annotation, type) and issubclass(annotation, (CompositeTensor, TypeSpec)):
        return annotation
    text = repr(annotation) if origin is not None or not isinstance(annotation, type) else repr(annotation.__name__)
    if annotation is typing.Any:
        text = "'Any'"
    raise TypeError(f"{where}: Unsupported type annotation {text}")


def _name_of(annotation: object) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def convert(value: Any, annotation: Any, path: str) -> Any:
    """Returns a value as its field's annotation wants it.

    Raises:
      TypeError: it does not fit.
    """
    origin = typing.get_origin(annotation)
    if origin in _UNIONS:
        return _convert_union(value, typing.get_args(annotation), path, convert)
    if origin is tuple:
        return _convert_tuple(value, typing.get_args(annotation), path, convert)
    if origin in _MAPPINGS:
        return _convert_mapping(value, typing.get_args(annotation), path, convert)
    if annotation is _core.Tensor:
        if isinstance(value, _core.Tensor):
            return value
        try:
            return _core.convert_to_tensor(value)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{path}: expected a Tensor, got {type(value).__name__!r}") from error
    if annotation is dtypes.DType:
        try:
            return dtypes.as_dtype(value)
        except TypeError as error:
            raise TypeError(f"{path}: expected a tf.DType, got {type(value).__name__!r}") from error
    if annotation is TensorShape:
        try:
            return TensorShape(value)
        except TypeError as error:
            raise TypeError(f"{path}: expected a tf.TensorShape, got {type(value).__name__!r}") from error
    if not isinstance(value, annotation):
        raise TypeError(f"{path}: expected {_name_of(annotation)!r}, got {type(value).__name__!r}")
    return value


def convert_spec(value: object, annotation: object, path: str) -> Any:
    """Returns what a spec keeps of a field: specs for tensors, all else as it is."""
    origin = typing.get_origin(annotation)
    if origin in _UNIONS:
        return _convert_union(value, typing.get_args(annotation), path, convert_spec)
    if origin is tuple:
        return _convert_tuple(value, typing.get_args(annotation), path, convert_spec)
    if origin in _MAPPINGS:
        return _convert_mapping(value, typing.get_args(annotation), path, convert_spec)
    if annotation is _core.Tensor:
        if not isinstance(value, TensorSpec):
            raise TypeError(f"{path}: expected a TensorSpec, got {type(value).__name__!r}")
        return value
    if isinstance(annotation, type) and issubclass(annotation, CompositeTensor):
        if not (isinstance(value, TypeSpec) and issubclass(value.value_type, annotation)):
            raise TypeError(f"{path}: expected a TypeSpec for {annotation.__name__!r}, got {type(value).__name__!r}")
        return value
    return convert(value, annotation, path)


def _convert_union(value: object, options: tuple, path: str, one: Callable[[Any, Any, str], Any]) -> Any:
    # First what it is already, then what it could become.
    for option in options:
        if isinstance(option, type) and isinstance(value, option) and type(value) is not bool:
            return one(value, option, path)
    for option in options:
        if option is _core.Tensor and isinstance(value, _PRIMITIVES) and type(value) in options:
            continue
        try:
            return one(value, option, path)
        except TypeError:
            continue
    names = ", ".join(_name_of(option) for option in options)
    raise TypeError(f"{path}: expected one of ({names}), got {type(value).__name__!r}")


def _convert_tuple(value: object, parts: tuple, path: str, one: Callable[[Any, Any, str], Any]) -> tuple:
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{path}: expected tuple, got {type(value).__name__!r}")
    if len(parts) == 2 and parts[1] is ...:
        return tuple(one(item, parts[0], f"{path}[{i}]") for i, item in enumerate(value))
    if parts == ((),):
        parts = ()
    if len(value) != len(parts):
        raise TypeError(
            f"{path}: expected tuple with length {len(parts)}, got {type(value).__name__!r} of length {len(value)}"
        )
    return tuple(one(item, part, f"{path}[{i}]") for i, (item, part) in enumerate(zip(value, parts, strict=True)))


def _convert_mapping(value: object, parts: tuple, path: str, one: Callable[[Any, Any, str], Any]) -> ImmutableDict:
    if not isinstance(value, collections.abc.Mapping):
        raise TypeError(f"{path}: expected mapping, got {type(value).__name__!r}")
    for key in value:
        if not isinstance(key, parts[0]):
            raise TypeError(f"{path}: expected keys of {parts[0].__name__!r}, got {type(key).__name__!r}")
    return ImmutableDict({key: one(item, parts[1], f"{path}[{key!r}]") for key, item in value.items()})


def spec_of(value: object) -> Any:
    """Returns what a spec keeps of a field's value."""
    if isinstance(value, (_core.Tensor, CompositeTensor)):
        return type_spec_from_value(value)
    if isinstance(value, tuple):
        return tuple(spec_of(item) for item in value)
    if isinstance(value, ImmutableDict):
        return ImmutableDict({key: spec_of(item) for key, item in value.items()})
    return value


def specs_in(spec: object, found: list) -> list:
    """Returns the specs among what a spec keeps, in order."""
    if isinstance(spec, TypeSpec):
        found.append(spec)
    elif isinstance(spec, tuple):
        for item in spec:
            specs_in(item, found)
    elif isinstance(spec, ImmutableDict):
        for key in sorted(spec):
            specs_in(spec[key], found)
    return found


def parts_in(spec: Any, value: Any, found: list) -> list:
    """Returns the parts of a value that stand where `specs_in` finds specs."""
    if isinstance(spec, TypeSpec):
        found.append(value)
    elif isinstance(spec, tuple):
        for item, part in zip(spec, value, strict=True):
            parts_in(item, part, found)
    elif isinstance(spec, ImmutableDict):
        for key in sorted(spec):
            parts_in(spec[key], value[key], found)
    return found


def put_together(spec: object, parts: Iterator[Any]) -> Any:
    """Returns a value like `spec` with the next parts of an iterator for specs."""
    if isinstance(spec, TypeSpec):
        return next(parts)
    if isinstance(spec, tuple):
        return tuple(put_together(item, parts) for item in spec)
    if isinstance(spec, ImmutableDict):
        made = {key: put_together(spec[key], parts) for key in sorted(spec)}
        return ImmutableDict({key: made[key] for key in spec})
    return spec


def changed(spec: object, change: Callable[[Any], Any]) -> Any:
    """Returns what a spec keeps with its specs, and its shapes, changed."""
    if isinstance(spec, (TypeSpec, TensorShape)):
        return change(spec)
    if isinstance(spec, tuple):
        return tuple(changed(item, change) for item in spec)
    if isinstance(spec, ImmutableDict):
        return ImmutableDict({key: changed(item, change) for key, item in spec.items()})
    return spec


def plain(value: object) -> Any:
    """Returns what a spec keeps, with dictionaries, for its serialization."""
    if isinstance(value, ImmutableDict):
        return {key: plain(item) for key, item in value.items()}
    return tuple(plain(item) for item in value) if type(value) is tuple else value


def immutable(value: object) -> Any:
    """Returns the inverse of `plain`."""
    if isinstance(value, dict):
        return ImmutableDict({key: immutable(item) for key, item in value.items()})
    return tuple(immutable(item) for item in value) if type(value) is tuple else value
