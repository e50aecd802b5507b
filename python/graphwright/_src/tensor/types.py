"""tf.types.experimental: the abstract classes behind argument types, tensors-to-be and callables."""

from __future__ import annotations

import abc

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


@export("types.experimental.TraceType", v1="")
class TraceType(abc.ABC):
    """The part of the key of traces that one argument of a `tf.function` adds.

    Derive from it, and return it from `__tf_tracing_type__`, to say when a trace made for one object of a class serves
    another one. It must be hashable and compare by value.

    >>> import graphwright as tf
    >>> class Fruit:
    ...     def __init__(self, name, price):
    ...         self.name, self.price = name, price
    ...     def __tf_tracing_type__(self, context):
    ...         return FruitType(self)
    >>> class FruitType(tf.types.experimental.TraceType):
    ...     def __init__(self, fruit):
    ...         self.fruit = fruit
    ...     def is_subtype_of(self, other):
    ...         return type(other) is FruitType and self.fruit.name == other.fruit.name
    ...     def most_specific_common_supertype(self, others):
    ...         return self if all(self == other for other in others) else None
    ...     def placeholder_value(self, placeholder_context):
    ...         return self.fruit
    ...     def __eq__(self, other):
    ...         return type(other) is FruitType and self.fruit.name == other.fruit.name
    ...     def __hash__(self):
    ...         return hash(self.fruit.name)
    >>> Fruit("apple", 1).__tf_tracing_type__(None) == Fruit("apple", 2).__tf_tracing_type__(None)
    True
    """

    __slots__ = ("__weakref__",)

    @abc.abstractmethod
    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether a trace made for `other` can be called with a value of this type."""

    @abc.abstractmethod
    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """Returns the narrowest type of which this one and all `others` are subtypes, or None."""

    @abc.abstractmethod
    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns what the function's body is called with while a trace for this type is made."""

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns the tensors that `value`, which has this type, is passed to a trace as."""
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Returns the inverse of `to_tensors`; takes what it needs from the iterator."""
        return self.placeholder_value(PlaceholderContext())

    def flatten(self) -> list[TraceType]:
        """Returns the types of the tensors that `to_tensors` gives, in their order."""
        return []

    def cast(self, value: Any, cast_context: Any) -> Any:
        """`value` made to fit this type. Raises AssertionError where it cannot be."""
        if value == self.placeholder_value(PlaceholderContext()):
            return value
        raise AssertionError(f"Can not cast {value!r} to type {self!r}")

    @abc.abstractmethod
    def __hash__(self) -> int:
        pass

    @abc.abstractmethod
    def __eq__(self, other: object) -> bool:
        pass


class TracingContext:
    """Passed to `__tf_tracing_type__`: what is known about the trace that is being looked for."""


class PlaceholderContext:
    """Passed to `TraceType.placeholder_value`: where placeholders go and what they are called."""

    def __init__(self, graph: object = None, naming_scope: str | None = None, unnest_only: bool = False) -> None:
        self.graph = graph
        self.naming_scope = naming_scope
        self.unnest_only = unnest_only


class CastContext:
    """Passed to `TraceType.cast`: how much may be changed about a value."""

    def __init__(self, allow_specs: bool = False) -> None:
        self.allow_specs = allow_specs


class _TracingProtocolMeta(abc.ABCMeta):
    """Makes every class with a method `__tf_tracing_type__` a subclass, as a run-time protocol does."""

    def __subclasscheck__(cls, subclass: type) -> bool:
        return hasattr(subclass, "__tf_tracing_type__")

    def __instancecheck__(cls, instance: object) -> bool:
        return hasattr(instance, "__tf_tracing_type__")


@export("types.experimental.SupportsTracingProtocol", v1="")
class SupportsTracingProtocol(metaclass=_TracingProtocolMeta):
    """Any object with a method `__tf_tracing_type__` is an instance."""

    @abc.abstractmethod
    def __tf_tracing_type__(self, context: TracingContext) -> TraceType:
        """Returns the `TraceType` of this object."""


@export("types.experimental.Callable", v1="")
class Callable(abc.ABC):
    """Something that can be called with tensors and Python values and has a signature."""

    @property
    @abc.abstractmethod
    def function_type(self) -> Any:
        """The signature: parameters, their types, and the type of the result."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls it."""
        raise NotImplementedError(f"{type(self).__name__}.__call__")


@export("types.experimental.AtomicFunction", v1="")
class AtomicFunction(Callable):
    """A graph whose captured tensors are explicit arguments."""

    def call_with_captures(self, args: Sequence[Any], kwargs: dict[str, Any], captures: Sequence[Any]) -> Any:
        """Calls the graph with these values for its captures."""
        raise NotImplementedError(f"{type(self).__name__}.call_with_captures")


@export("types.experimental.ConcreteFunction", v1="")
class ConcreteFunction(Callable):
    """One trace of a `tf.function`: a graph with captured tensors."""

    @property
    @abc.abstractmethod
    def inference_fn(self) -> AtomicFunction:
        """The graph that is run where no gradient is asked for."""


@export("types.experimental.PolymorphicFunction", "types.experimental.GenericFunction", v1="")
class PolymorphicFunction(Callable):
    """The type of what `tf.function` makes: one Python function and its traces."""

    @abc.abstractmethod
    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Returns the trace for these arguments or `tf.TensorSpec`s, made if there is none yet."""

    def experimental_get_compiler_ir(self, *args: Any, **kwargs: Any) -> Any:
        """Returns a function that gives the compiler's text for these arguments, by stage."""
        raise NotImplementedError(f"{type(self).__name__}.experimental_get_compiler_ir")


@export("types.experimental.TensorLike")
class TensorLike(abc.ABC):  # noqa: B024
    """Type hint for what can be converted to a tensor: tensors, numbers, strings, nested lists and tuples, arrays."""

    @classmethod
    def __subclasshook__(cls, subclass: type) -> Any:
        if cls is not TensorLike:
            return NotImplemented
        plain = (int, float, bool, str, bytes, complex, tuple, list)
        return issubclass(subclass, plain) or hasattr(subclass, "__tf_tensor__") or hasattr(subclass, "__array__")


@export("types.experimental.distributed.PerReplica", v1="")
class PerReplica:
    """One value for each replica, each with its own contents."""


@export("types.experimental.distributed.Mirrored", v1="")
class Mirrored:
    """One value for each replica, all with the same contents."""
