"""TraceTypes: what the arguments of a `tf.function` add to the key by which its traces are found.

`from_value` gives the type of any argument. Tensors and arrays are keyed by dtype and shape, variables by dtype, shape and by
which arguments are the same variable, Python values by class and value, structures by class and contents, and all else by the
object itself, held weakly.
"""

from __future__ import annotations

import struct
import weakref
from _collections_abc import MutableSequence, MutableSet

from graphwright import _core
from graphwright._src.state.tracked_containers import TrackableDataStructure
from graphwright._src.state.variable import VariableSpec, has_copies, variable_from_handle
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, consists_of_tensors
from graphwright._src.tensor.types import CastContext, PlaceholderContext, TraceType, TracingContext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import ShapeLike

_MOST_DEPTH = 100


class Context(TracingContext):
    """Passed to `__tf_tracing_type__`: numbers the variables that are met, so that it shows which ones are the same.

    Args:
      specs_allowed: whether types stand for themselves, as they do in `get_concrete_function`.

    Attributes:
      variables: those that were met, by number.
    """

    def __init__(self, specs_allowed: bool = False) -> None:
        self.specs_allowed = specs_allowed
        self._aliases: dict[int, int] = {}
        self.variables: list[Any] = []

    def alias_of(self, variable: _core.ResourceVariable) -> int:
        """Returns the number of a variable, by the order in which they were met first."""
        number = self._aliases.get(id(variable))
        if number is None:
            number = self._aliases[id(variable)] = len(self._aliases)
            self.variables.append(variable)
        return number


class Placeholders(PlaceholderContext):
    """Passed to `TraceType.placeholder_value`: makes inputs of a graph, named after the argument that they belong to.

    Args:
      core: the graph.
      actual: the variables that the call passes, by `alias_id`. They stand for themselves while the function is traced (what
        keeps books of variables, such as an optimizer, knows them again), and their handles for the graph's inputs.
    """

    def __init__(self, core: _core.FuncGraph, actual: Sequence[Any] = ()) -> None:
        super().__init__(core)
        self._core = core
        self._actual = actual
        self._variables: dict[int, Any] = {}
        self.user_names: dict[str, str] = {}

    def tensor(self, spec: TensorSpec) -> Any:
        """Returns a placeholder for tensors that fit `spec`."""
        return self._add(spec.dtype, spec.shape, spec.name or self.naming_scope or "Placeholder")

    def variable(self, spec: VariableSpec) -> Any:
        """Returns a variable whose handle is a placeholder, or stands for one; the same one for the same `alias_id`."""
        known = self._variables.get(spec.alias_id) if spec.alias_id is not None else None
        if known is not None:
            return known
        handle = self._add(dtypes.resource, (), self.naming_scope or "Placeholder")
        self._core.set_handle_data(handle, spec.dtype, spec.shape, spec.trainable)
        alias = spec.alias_id
        if alias is not None and alias < len(self._actual) and isinstance(self._actual[alias], _core.ResourceVariable):
            variable = self._actual[alias]
            self._core.alias(variable.handle, handle)
        else:
            variable = variable_from_handle(handle, spec)
        if alias is not None:
            self._variables[alias] = variable
        return variable

    def inputs_of(self, tensors: list[Any]) -> list[Any]:
        """Returns the graph's inputs for what arguments consist of.

        Handles of actual variables are not among these themselves.
        """
        return [self._core.capture(tensor) if tensor.dtype == dtypes.resource else tensor for tensor in tensors]

    def _add(self, dtype: DType, shape: ShapeLike, name: str) -> Any:
        from graphwright._src.graph.names import input_name

        tensor = self._core.add_input(dtype, shape, input_name(name))
        self.user_names[tensor.name.rpartition(":")[0]] = name
        return tensor


class Literal(TraceType):
    """The type of one Python value: equal for values of the same class that cannot be told apart."""

    __slots__ = ("value", "_key")

    def __init__(self, value: object) -> None:
        self.value = value
        self._key = _literal_key(value)

    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether `other` is the type of the same value."""
        return self == other

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> Literal | None:
        """Returns the type itself where all others equal it, else None."""
        return self if all(self == other for other in others) else None

    def placeholder_value(self, placeholder_context: object) -> Any:
        """Returns the value."""
        return self.value

    def cast(self, value: object, casting_context: CastContext) -> Any:
        """`value`, where it equals this type's. Raises TypeError otherwise."""
        if isinstance(value, Literal):
            value = value.value
        same = value == self.value
        if isinstance(same, _core.EagerTensor):
            same = same.shape.rank == 0 and bool(same)
        if same is True or isinstance(value, (float, complex)) and _literal_key(value) == self._key:  # NaN
            return self.value
        raise TypeError(f"Can not cast {value!r} to {self!r}")

    def __eq__(self, other: object) -> bool:
        return type(other) is Literal and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Literal[{self.value!r}]"


def _literal_key(value: Any) -> tuple:
    cls = type(value)
    if cls is float:  # NaN equals itself here, and -0.0 is not 0.0
        return cls, struct.pack("d", value)
    if cls is complex:
        return cls, struct.pack("dd", value.real, value.imag)
    return cls, value


class Weakref(TraceType):
    """The type of an object that is known by itself only. It does not keep the object alive."""

    __slots__ = ("ref", "_by_value", "_hash")

    def __init__(self, ref: Callable[[], Any]) -> None:
        self.ref = ref
        value = ref()
        cls = type(value)
        # Where a class defines equality of its objects, equal ones share a trace.
        self._by_value = cls.__eq__ is not object.__eq__ and cls.__hash__ is not None
        if self._by_value:
            try:
                self._hash = hash(value)
            except TypeError:
                self._by_value = False
        if not self._by_value:
            self._hash = id(value)

    def owner(self) -> Any:
        """Returns the object whose end ends this type: of a bound method the one that it is bound to."""
        return self.ref._self() if isinstance(self.ref, _BoundMethod) else self.ref()

    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether `other` is the type of the same object."""
        return self == other

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> Weakref | None:
        """Returns the type itself where all others are of the same object, else None."""
        return self if all(self == other for other in others) else None

    def placeholder_value(self, placeholder_context: object) -> Any:
        """Returns the object."""
        return self.ref()

    def cast(self, value: object, casting_context: CastContext) -> Any:
        """`value`, where it is this type's object. Raises TypeError otherwise."""
        mine = self.ref()
        if value is mine or (self._by_value and value == mine):
            return value
        raise TypeError(f"Can not cast {value!r} to {self!r}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not Weakref or self._hash != other._hash:
            return False
        mine, theirs = self.ref(), other.ref()
        if mine is None or theirs is None:
            return False
        return mine is theirs or (self._by_value and type(mine) is type(theirs) and bool(mine == theirs))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Weakref[{self.ref!r}]"


class SequenceType(TraceType):
    """The type of a tuple or a list."""

    __slots__ = ("components",)
    _word = ""
    _python_class: type = tuple

    def __init__(self, *components: TraceType) -> None:
        self.components = components

    def _same_kind(self, other: object) -> bool:
        return type(other) is type(self) and len(self.components) == len(other.components)  # type: ignore[attr-defined]

    def _with(self, components: list[Any]) -> TraceType:
        return type(self)(*components)

    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether it is a structure of the same kind whose parts are supertypes."""
        return self._same_kind(other) and all(
            a.is_subtype_of(b)
            for a, b in zip(self.components, other.components, strict=True)  # type: ignore[attr-defined]
        )

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """Returns a structure of the parts' supertypes, or None."""
        if not all(self._same_kind(other) for other in others):
            return None
        found = []
        for i, component in enumerate(self.components):
            common = component.most_specific_common_supertype([other.components[i] for other in others])  # type: ignore[attr-defined]
            if common is None:
                return None
            found.append(common)
        return self._with(found)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns a structure of the parts' placeholders."""
        return self.rebuild([part.placeholder_value(placeholder_context) for part in self.components])

    def rebuild(self, parts: list[Any], /) -> Any:
        """Returns a structure of these parts."""
        return self._python_class(parts)

    def _parts(self, value: Any) -> list[Any]:
        return list(value)

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns the parts' tensors."""
        parts = zip(self.components, self._parts(value), strict=True)
        return [tensor for component, part in parts for tensor in component.to_tensors(part)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Returns a structure of what the parts make of the tensors."""
        return self.rebuild([component.from_tensors(tensors) for component in self.components])

    def flatten(self) -> list[TraceType]:
        """Returns the parts' types of tensors."""
        return [leaf for component in self.components for leaf in component.flatten()]

    def cast(self, value: Any, casting_context: CastContext) -> Any:
        """`value` with its parts made to fit. Raises TypeError where it is another structure."""
        if not isinstance(value, self._python_class) or (self._python_class is tuple and hasattr(value, "_fields")):
            raise TypeError(f"Can not cast {value!r} to {self._word.lower()} type.")
        if len(value) != len(self.components):
            raise TypeError(f"Expected {value!r} to have length of {len(self.components)}")
        return self.rebuild(
            [component.cast(item, casting_context) for component, item in zip(self.components, value, strict=True)]
        )

    def __eq__(self, other: object) -> bool:
        return self._same_kind(other) and self.components == other.components  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((self._word, self.components))

    def __repr__(self) -> str:
        return f"{self._word}[{', '.join(map(repr, self.components))}]"


class Tuple(SequenceType):
    """The type of a tuple."""

    __slots__ = ()
    _word = "Tuple"


class List(SequenceType):
    """The type of a list."""

    __slots__ = ()
    _word = "List"
    _python_class = list


class Fields(SequenceType):
    """The type of an object with named parts: a named tuple, an attrs object or a dataclass that can be flattened.

    Args:
      cls: its class.
      names: the names of the parts.
      rebuild: makes an object of a list of parts.
      aside: what else tells such objects apart, hashable.
    """

    __slots__ = ("cls", "names", "rebuild", "aside")
    rebuild: Callable[[list], Any]

    def __init__(
        self,
        cls: type,
        names: tuple[str, ...],
        components: Sequence[TraceType],
        rebuild: Callable[[list], Any],
        aside: object = None,
    ) -> None:
        super().__init__(*components)
        self.cls = cls
        self.names = names
        self.rebuild = rebuild
        self.aside = aside

    def _same_kind(self, other: object) -> bool:
        if type(other) is not Fields or self.names != other.names or self.aside != other.aside:
            return False
        return self.cls is other.cls or (self._is_named_tuple and self.cls.__name__ == other.cls.__name__)

    @property
    def _is_named_tuple(self) -> bool:
        return issubclass(self.cls, tuple)

    def _with(self, components: list[Any]) -> TraceType:
        return Fields(self.cls, self.names, components, self.rebuild, self.aside)

    def _parts(self, value: Any) -> list[Any]:
        return nest.flatten_one_level(value)

    def cast(self, value: object, casting_context: CastContext) -> Any:
        """`value` with its parts made to fit. Raises TypeError where it is of another class."""
        if type(value) is not self.cls and type(value).__name__ != self.cls.__name__:
            raise TypeError(f"Can not cast {value!r} to type {self.cls.__name__}.")
        parts = zip(self.components, self._parts(value), strict=True)
        return self.rebuild([component.cast(part, casting_context) for component, part in parts])

    def __hash__(self) -> int:
        return hash((self.cls.__name__, self.names, self.components))

    def __repr__(self) -> str:
        if self.aside is not None:
            return f"CustomNestTraceType [metadata={self.aside!r}, components={self.components!r}]"
        inner = ", ".join(f"[{name!r}, {part!r}]" for name, part in zip(self.names, self.components, strict=True))
        return f"{self.cls.__name__}[{inner}]"


class Dict(TraceType):
    """The type of a dictionary or another mapping: its keys, and the types of its values.

    Args:
      mapping: the types, in the order of the mapping.
      cls: its class.
      rebuild: makes a mapping of a dictionary of values.
    """

    __slots__ = ("mapping", "cls", "rebuild")

    def __init__(self, mapping: dict[Any, TraceType], cls: type = dict, rebuild: Callable[[dict], Any] = dict) -> None:
        self.mapping = mapping
        self.cls = cls
        self.rebuild = rebuild

    def _same_kind(self, other: object) -> bool:
        return type(other) is Dict and self.cls is other.cls and self.mapping.keys() == other.mapping.keys()

    def is_subtype_of(self, other: Any) -> bool:
        """Tells whether it is a mapping with the same keys whose values are supertypes."""
        return self._same_kind(other) and all(
            self.mapping[key].is_subtype_of(other.mapping[key])
            for key in self.mapping  # type: ignore[attr-defined]
        )

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """Returns a mapping of the values' supertypes, or None."""
        if not all(self._same_kind(other) for other in others):
            return None
        found = {}
        for key, part in self.mapping.items():
            common = part.most_specific_common_supertype([other.mapping[key] for other in others])  # type: ignore[attr-defined]
            if common is None:
                return None
            found[key] = common
        return Dict(found, self.cls, self.rebuild)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns a mapping of the values' placeholders."""
        return self.rebuild({key: part.placeholder_value(placeholder_context) for key, part in self.mapping.items()})

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns the values' tensors, in the order of the sorted keys."""
        return [tensor for key in sorted(self.mapping) for tensor in self.mapping[key].to_tensors(value[key])]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Returns a mapping of what the values' types make of the tensors."""
        made = {key: self.mapping[key].from_tensors(tensors) for key in sorted(self.mapping)}
        return self.rebuild({key: made[key] for key in self.mapping})

    def flatten(self) -> list[TraceType]:
        """Returns the values' types of tensors, in the order of the sorted keys."""
        return [leaf for key in sorted(self.mapping) for leaf in self.mapping[key].flatten()]

    def cast(self, value: Any, casting_context: CastContext) -> Any:
        """`value` with its parts made to fit. Raises TypeError where it is no mapping or has other keys."""
        if not hasattr(value, "keys"):
            raise TypeError(f"Can not cast {value!r} to a Dict type.")
        if set(value.keys()) != set(self.mapping):
            raise TypeError(f"{value!r} has different keys with the TraceType {self!r}.")
        return self.rebuild({key: part.cast(value[key], casting_context) for key, part in self.mapping.items()})

    def __eq__(self, other: object) -> bool:
        return self._same_kind(other) and self.mapping == other.mapping  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(frozenset(self.mapping.items()))

    def __repr__(self) -> str:
        return f"Dict[{', '.join(f'[{key!r}, {part!r}]' for key, part in self.mapping.items())}]"


_DICT_VIEWS = frozenset((type({}.keys()), type({}.values()), type({}.items())))
_LITERALS = frozenset((bool, int, float, complex, str, bytes, type(None)))


def from_value(value: object, context: Context, depth: int = 0) -> TraceType:
    """Returns the TraceType of an argument.

    Raises:
      TypeError: the object can neither be referred to weakly nor hashed.
      ValueError: it is nested too deeply, or is an array that is no tensor.
    """
    cls = type(value)
    if cls in _LITERALS:
        return Literal(value)
    if depth > _MOST_DEPTH:
        raise ValueError(f"the arguments are nested more than {_MOST_DEPTH} levels deep")
    if isinstance(value, _core.Tensor):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, _core.ResourceVariable):
        if has_copies(value):
            return _from_object(value)
        return VariableSpec(value.shape, value.dtype, value.trainable, context.alias_of(value))
    if isinstance(value, TypeSpec):
        if context.specs_allowed:
            return value
        raise ValueError(
            f"Attempt to convert a value ({value!r}) with an unsupported type ({cls!r}) to a Tensor: specs describe "
            "arguments for get_concrete_function, they are no arguments"
        )
    if isinstance(value, TraceType) and context.specs_allowed and not isinstance(value, _plain_descriptions()):
        return value
    if not isinstance(value, type):
        protocol = getattr(value, "__tf_tracing_type__", None)
        if protocol is not None:
            found = protocol(context)
            if not isinstance(found, TraceType):
                raise TypeError(f"{cls.__name__}.__tf_tracing_type__ must return a TraceType, got {found!r}")
            return found
        if nest.is_nested(value):
            return _from_structure(value, context, depth)
        if hasattr(value, "__array__"):
            tensor = _core.convert_to_tensor(value)
            return TensorSpec(tensor.shape, tensor.dtype)
    return _from_object(value)


def _plain_descriptions() -> tuple[type, ...]:
    # Both are TraceTypes by class, but an argument of theirs is a value like any other.
    return dtypes.DType, TensorShape


def _from_structure(given: Any, context: Context, depth: int) -> TraceType:
    value = content = given
    if isinstance(given, TrackableDataStructure) and not isinstance(given, list):
        value = content = content.__wrapped__  # a trace has the dict or tuple itself
    cls: Any = type(value)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return Tuple(*[from_value(item, context, depth + 1) for item in value])
    if isinstance(value, list):
        return List(*[from_value(item, context, depth + 1) for item in value])
    if hasattr(value, "keys") and hasattr(value, "__getitem__"):
        if cls is dict:
            return Dict({key: from_value(item, context, depth + 1) for key, item in content.items()})
        mapping = {key: from_value(value[key], context, depth + 1) for key in value}
        if issubclass(cls, dict) and hasattr(value, "default_factory"):  # a defaultdict acts as a plain dict in a trace
            return Dict(mapping)
        return Dict(mapping, cls, cls)
    fields = getattr(cls, "_fields", None)
    attrs = getattr(cls, "__attrs_attrs__", None)
    known = isinstance(value, tuple) or attrs is not None or hasattr(cls, "__tf_flatten__") or cls in _DICT_VIEWS
    if not known:  # other sequences may be more than what is in them
        return _from_object(value)
    parts = nest.flatten_one_level(value)
    components = [from_value(part, context, depth + 1) for part in parts]
    if isinstance(value, tuple) and fields is not None:
        return Fields(cls, tuple(fields), components, lambda items: cls(*items))
    if attrs is not None:
        return Fields(cls, tuple(field.name for field in attrs), components, lambda items: cls(*items))
    if hasattr(cls, "__tf_flatten__"):
        metadata = content.__tf_flatten__()[0]
        names = tuple(map(str, range(len(parts))))
        return Fields(cls, names, components, lambda items: cls.__tf_unflatten__(metadata, tuple(items)), metadata)
    return List(*components)  # the view of a dictionary: a trace sees what is in it as a list


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


_MutableContainer = (MutableSequence, MutableSet)


class _BoundMethod:
    """A weak reference to a bound method, which dies with the object and not with the method."""

    __slots__ = ("_self", "_function")

    def __init__(self, method: Any) -> None:
        self._self = weakref.ref(method.__self__)
        self._function = method.__func__

    def __call__(self) -> Any:
        instance = self._self()
        return None if instance is None else self._function.__get__(instance)


def _from_object(value: object) -> TraceType:
    cls = type(value)
    try:
        if isinstance(value, _MutableContainer) and not _is_hashable(value):
            # Known by itself, it would serve calls for which its contents have changed.
            raise TypeError
        if cls is _MethodType:
            return Weakref(_BoundMethod(value))
        return Weakref(weakref.ref(value))
    except TypeError:
        pass
    if _is_hashable(value):
        return Literal(value)
    raise TypeError(
        f"Could not generate a generic TraceType for {value!r}.Please verify that it is immutable/hashable. Otherwise, "
        "consider implementing the Tracing Protocol for it."
    )


_MethodType = type(SequenceType()._parts)


def referents(trace_type: TraceType | None) -> list[Weakref]:
    """Returns the weak references inside a type."""
    found: list[Weakref] = []
    waiting = [trace_type]
    while waiting:
        part = waiting.pop()
        if type(part) is Weakref:
            found.append(part)
        else:
            waiting += _parts_of(part)
    return found


def _parts_of(part: object) -> Sequence[Any]:
    if isinstance(part, SequenceType):
        return part.components
    return list(part.mapping.values()) if type(part) is Dict else ()


def kind(part: Any) -> Any:
    """Something hashable that is equal for two types if one may be a subtype of the other; None where nobody knows."""
    cls = type(part)
    if cls is Literal or cls is Weakref:
        return part
    if cls is TensorSpec or cls is VariableSpec:
        return cls, part.dtype
    if isinstance(part, SequenceType):
        kinds = tuple(map(kind, part.components))
        return None if None in kinds else (cls, getattr(part, "names", None), kinds)
    if cls is Dict:
        kinds = tuple(map(kind, part.mapping.values()))
        return None if None in kinds else (cls, part.cls, frozenset(zip(part.mapping, kinds, strict=True)))
    if isinstance(part, TypeSpec) and cls.is_subtype_of is TypeSpec.is_subtype_of:
        return cls
    return None


def trace_key(value: object) -> tuple[TraceType, tuple[Any, ...]]:
    """Returns what the core keys an argument by that it does not know itself, and the tensors that it is made of.

    There are none where it is made of something else, too.
    """
    found = from_value(value, Context())
    if not isinstance(found, TypeSpec) or type(found) is TensorSpec or not consists_of_tensors(found):
        return found, ()
    tensors = tuple(found.to_tensors(value))
    return found, tensors if all(isinstance(tensor, _core.Tensor) for tensor in tensors) else ()


CAST = CastContext()
CAST_SPECS = CastContext(allow_specs=True)
