"""Values that strategies hand out, of which each replica has its own."""

from __future__ import annotations

import operator
from typing import Any

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.grouping import group
from graphwright._src.graph.operation import Operation
from graphwright._src.tensor import nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.type_spec import TypeSpec, type_spec_from_value
from graphwright._src.tensor.types import Mirrored as MirroredType
from graphwright._src.tensor.types import PerReplica as PerReplicaType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from graphwright._src.tensor.typing import DTypeLike


@export("distribute.DistributedValues", v1="")
class DistributedValues:
    """A value of each replica (tf.distribute.DistributedValues): what strategies of several devices hand out.

    Args:
      values: the values by the replicas' numbers.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple:
        """The values by the replicas' numbers."""
        return self._values

    def __repr__(self) -> str:
        lines = ",\n".join(f"  {number}: {value!r}" for number, value in enumerate(self._values))
        return f"{type(self).__name__}:{{\n{lines}\n}}"

    __str__ = __repr__


class PerReplica(DistributedValues, CompositeTensor, PerReplicaType):
    """Values that differ from replica to replica."""

    @property
    def _type_spec(self) -> PerReplicaSpec:
        return PerReplicaSpec(*(type_spec_from_value(value) for value in self._values))


class PerReplicaSpec(TypeSpec):
    """The type of values that differ from replica to replica.

    Args:
      *value_specs: the types of the values by the replicas' numbers.
    """

    __slots__ = ("_value_specs",)

    def __init__(self, *value_specs: TypeSpec) -> None:
        self._value_specs = tuple(value_specs)

    @property
    def value_type(self) -> type:
        """PerReplica."""
        return PerReplica

    def _serialize(self) -> tuple:
        return self._value_specs

    @property
    def _component_specs(self) -> tuple:
        return self._value_specs

    def _to_components(self, value: PerReplica) -> tuple:
        return value.values

    def _from_components(self, components: Iterable[Any]) -> PerReplica:
        return PerReplica(components)


class Mirrored(DistributedValues, MirroredType):
    """Values that are the same on every replica; where one value is wanted, it is that of the running replica."""

    def _own(self) -> Any:
        from graphwright._src.distribute import contexts

        return self._values[max(contexts.current_copy(), 0)]

    def _as_graph_element(self) -> Any:
        own = self._own()
        convert = getattr(own, "_as_graph_element", None)
        return own if convert is None else convert()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._own(), name)

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
        return _core.convert_to_tensor(self._own(), dtype)

    def __array__(self, dtype: np.dtype[Any] | type | str | None = None, copy: bool | None = None) -> Any:
        return self._own().__array__(dtype)

    def __getitem__(self, key: object) -> Any:
        return self._own()[key]


def _operator(name: str, reflected: bool = False) -> Callable[..., Any]:
    function = getattr(operator, f"__{name}__")

    def apply(self: Mirrored, *other: object) -> Any:
        others = [each._own() if isinstance(each, Mirrored) else each for each in other]
        return function(*others, self._own()) if reflected else function(self._own(), *others)

    return apply


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "matmul"):
    setattr(Mirrored, f"__{_name}__", _operator(_name))
    setattr(Mirrored, f"__r{_name}__", _operator(_name, reflected=True))
for _name in ("lt", "le", "gt", "ge", "neg", "abs", "invert"):
    setattr(Mirrored, f"__{_name}__", _operator(_name))


def selected(replica: int, structure: object) -> Any:
    """Returns a structure as one replica gets it: its own part of distributed values; variables stay what they are."""

    def of(value: object) -> Any:
        if isinstance(value, DistributedValues) and not isinstance(value, _core.ResourceVariable):
            return value.values[replica]
        return value

    return nest.map_structure(of, structure)


def selected_all(value: object, num_replicas: int) -> list:
    """Returns the value of each replica."""
    return list(value.values) if isinstance(value, DistributedValues) else [value] * num_replicas


def regrouped(values: Sequence[Any], wrap: type[DistributedValues] = PerReplica, always_wrap: bool = False) -> Any:
    """Returns one structure of those of all replicas: what is the same object on all of them stays, all else is distributed.

    Args:
      values: what each replica has.
      wrap: the class of distributed values.
      always_wrap: whether equal objects are wrapped, too.
    """
    first = values[0]
    if isinstance(first, (list, tuple)) and all(
        type(value) is type(first) and len(value) == len(first) for value in values
    ):
        items = [regrouped(each, wrap, always_wrap) for each in zip(*values, strict=True)]
        return type(first)(*items) if hasattr(first, "_fields") else type(first)(items)
    if isinstance(first, dict) and all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        items = {key: regrouped([value[key] for value in values], wrap, always_wrap) for key in first}
        return items if type(first) is dict else nest.pack_sequence_as(first, nest.flatten(items))
    container = getattr(first, "_distributed_container", None)
    if container is not None:
        return container()
    if not always_wrap and all(value is first for value in values):
        return first
    return wrap(values)


def grouped(value: Any) -> Any:
    """Returns one operation for what is one of each replica or copy, where a graph is built; other values as they are."""
    is_one = isinstance(value, DistributedValues) and all(isinstance(each, Operation) for each in value.values)
    return group(*value.values) if is_one else value


@export("distribute.experimental.ValueContext", v1="")
class ValueContext:
    """For which replica a value is made (tf.distribute.experimental.ValueContext).

    Args:
      replica_id_in_sync_group: its number.
      num_replicas_in_sync: how many there are.
    """

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1) -> None:
        self._replica_id_in_sync_group = replica_id_in_sync_group
        self._num_replicas_in_sync = num_replicas_in_sync

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return self._num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> int:
        """The replica's number, from 0."""
        return self._replica_id_in_sync_group
