"""Barriers and staging areas, which programs import from `tensorflow.python.ops.data_flow_ops`; not in public namespaces."""

from __future__ import annotations

import os
from typing import Any

from graphwright import _core
from graphwright._src.control_flow.branches_and_loops import node_name
from graphwright._src.graph.scopes import executing_eagerly, get_static_value
from graphwright._src.ops import raw_ops
from graphwright._src.ops.queue import name_for_runs, shape_list, type_list
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphwright import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


class Barrier:
    """A place in a plain graph where tuples wait, each under its key, until all their components are there.

    Args:
      types: the dtypes of the components.
      shapes: their shapes, all known and without an extent of 0; None for any.
      shared_name: a name under which barriers are the same one.
      name: of the operation.
    """

    def __init__(
        self,
        types: DTypeLike | Sequence[DTypeLike],
        shapes: Sequence[Any] | None = None,
        shared_name: str | None = None,
        name: str = "barrier",
    ) -> None:
        if executing_eagerly():
            raise RuntimeError("barrier op does not support eager execution. Arg 'handle' is a ref.")
        self._types = type_list(types)
        shapes = shape_list(shapes, len(self._types))
        for i, shape in enumerate(shapes or ()):
            if shape.num_elements() == 0:
                raise ValueError(f"Empty tensors are not supported, but received shape '{shape}' at index {i}")
        self._shapes = [TensorShape(None)] * len(self._types) if shapes is None else shapes
        self._barrier_ref = _core.op("Barrier")(
            component_types=self._types, shapes=shapes or [], shared_name=name_for_runs(shared_name), name=name
        )
        self._name = self._barrier_ref.op.name.split("/")[-1]

    @property
    def barrier_ref(self) -> Tensor:
        """The handle that ops on the barrier take."""
        return self._barrier_ref

    @property
    def name(self) -> str:
        """The name of the barrier's operation."""
        return self._name

    def insert_many(self, component_index: int, keys: TensorLike, values: Any, name: str | None = None) -> Any:
        """Gives each key's tuple its component of that number: a row of `values`."""
        name = name or f"{self._name}_BarrierInsertMany"
        return _core.op("BarrierInsertMany")(
            self._barrier_ref, keys, values, component_index=component_index, name=name
        )

    def take_many(
        self,
        num_elements: TensorLike,
        allow_small_batch: bool = False,
        timeout: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Takes complete tuples out; waits until there are so many.

        Args:
          num_elements: how many.
          allow_small_batch: whether it takes what is left, if anything, once the barrier is closed.
          timeout: must be None: it waits as long as it takes.
          name: of the operation.

        Returns:
          Numbers of the calls that brought them, their keys, and a list of their components.
        """
        taken = raw_ops.BarrierTakeMany(
            handle=self._barrier_ref,
            num_elements=num_elements,
            component_types=self._types,
            allow_small_batch=allow_small_batch,
            timeout_ms=-1 if timeout is None else timeout,
            name=name or f"{self._name}_BarrierTakeMany",
        )
        # The last ones may be fewer.
        rows = TensorShape([None if allow_small_batch else get_static_value(convert_to_tensor(num_elements))])
        for tensor, shape in zip((taken.indices, taken.keys, *taken.values), ([], [], *self._shapes), strict=True):
            tensor.set_shape(rows.concatenate(shape))
        return taken

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """Closes it to new keys, and with `cancel_pending_enqueues` to values of known ones."""
        return _core.op("BarrierClose")(
            self._barrier_ref,
            cancel_pending_enqueues=cancel_pending_enqueues,
            name=name or f"{self._name}_BarrierClose",
        )

    def ready_size(self, name: str | None = None) -> Tensor:
        """Returns how many tuples are complete, an int32 scalar."""
        return _core.op("BarrierReadySize")(self._barrier_ref, name=name or f"{self._name}_BarrierReadySize")

    def incomplete_size(self, name: str | None = None) -> Tensor:
        """Returns how many tuples are not complete, an int32 scalar."""
        return _core.op("BarrierIncompleteSize")(self._barrier_ref, name=name or f"{self._name}_BarrierIncompleteSize")


class BaseStagingArea:
    """A base class of staging areas, in which steps of a model leave tuples of tensors for others.

    Args:
      dtypes: of the components of a tuple, a list.
      shapes: what is known of their shapes, a list; None for nothing.
      names: of the components, where tuples are dictionaries.
      shared_name: a name under which areas are the same one.
      capacity: how many tuples it holds at most; 0 is no limit.
      memory_limit: how many bytes it holds at most; 0 is no limit.
    """

    def __init__(
        self,
        dtypes: Sequence[DTypeLike],
        shapes: Sequence[Any] | None = None,
        names: Sequence[str] | None = None,
        shared_name: str | None = None,
        capacity: int = 0,
        memory_limit: int = 0,
    ) -> None:
        eagerly = executing_eagerly()
        self._name = shared_name or (type(self).__name__ if eagerly else node_name(type(self).__name__))
        self._shared_name = shared_name or f"{self._name}_{os.urandom(8).hex()}"
        self._dtypes = list(dtypes)
        for what, given in (("shapes", shapes), ("names", names)):
            if given is not None and len(given) != len(self._dtypes):
                raise ValueError(f"StagingArea {what} must be the same length as dtypes")
        self._shapes = [TensorShape(shape) for shape in shapes or [None] * len(self._dtypes)]
        self._names = names or None
        self._capacity, self._memory_limit = capacity, memory_limit

    @property
    def name(self) -> str:
        """`shared_name`, or a name of its own within the graph."""
        return self._name

    @property
    def dtypes(self) -> list[Any]:
        """The dtypes of the components of a tuple."""
        return self._dtypes

    @property
    def shapes(self) -> list[Any]:
        """The static shapes of the tensors."""
        return self._shapes

    @property
    def names(self) -> Any:
        """Their names; None where tuples are no dictionaries."""
        return self._names

    @property
    def capacity(self) -> int:
        """The greatest number of tuples it holds; 0 is no limit."""
        return self._capacity

    @property
    def memory_limit(self) -> int:
        """The greatest number of bytes it holds; 0 is no limit."""
        return self._memory_limit

    def _call(
        self, op: str, dtypes: Sequence[DTypeLike] | None = None, name: str | None = None, **arguments: Any
    ) -> Any:
        """Returns an op on the area."""
        if op != "Stage":  # which sees them
            arguments["dtypes"] = self._dtypes if dtypes is None else dtypes
        return getattr(raw_ops, op)(
            **arguments,
            shared_name=self._shared_name,
            capacity=self._capacity,
            memory_limit=self._memory_limit,
            name=name,
        )

    def _parts(self, values: Any, indices: Sequence[Any] | None = None) -> tuple[list[Any], list[int]]:
        """Returns the components of what was given for a tuple, and their numbers."""
        if isinstance(values, dict):
            if not self._names:
                raise ValueError("Staging areas must have names to enqueue a dictionary")
            if not set(values).issubset(self._names):
                raise ValueError(
                    "Keys in dictionary to put do not match names of staging area. "
                    f"Dictionary: {sorted(values)}Queue: {sorted(self._names)}"
                )
            indices = [i for i, name in enumerate(self._names) if name in values]
            parts = [values[self._names[i]] for i in indices]
        else:
            if self._names:
                raise ValueError("You must enqueue a dictionary in a staging area with names")
            if indices is None:
                raise ValueError("Indices must be supplied when inserting a list of tensors")
            parts = list(values)
            if len(indices) != len(parts):
                raise ValueError(f"Number of indices {len(indices)} doesn't match number of values {len(parts)}")
        if len(parts) > len(self._dtypes):
            raise ValueError(f"Unexpected number of inputs {len(parts)} vs {len(self._dtypes)}")
        for part, i in zip(parts, indices, strict=True):
            if part.dtype != self._dtypes[i]:
                raise ValueError(f"Datatypes do not match. Received val.dtype {part.dtype} and dtype {self._dtypes[i]}")
            part.shape.assert_is_compatible_with(self._shapes[i])
        return parts, list(indices)

    def _tuple(self, tensors: Any, indices: Sequence[int] | None = None) -> Any:
        """Components as their reader gets them: a dictionary where they have names."""
        tensors = list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]
        indices = range(len(tensors)) if indices is None else indices
        if not executing_eagerly():
            for tensor, i in zip(tensors, indices, strict=True):
                tensor.set_shape(self._shapes[i])
        if self._names:
            return {self._names[i]: tensor for tensor, i in zip(tensors, indices, strict=True)}
        return tensors


class StagingArea(BaseStagingArea):
    """A staging area whose tuples leave in the order in which they came; see `BaseStagingArea` for its arguments."""

    def put(self, values: Any, name: str | None = None) -> Any:
        """Puts a tuple in, a list of tensors or a dictionary; waits while the area is full."""
        if not isinstance(values, (list, tuple, dict)):
            values = [values]
        given = range(len(values)) if not isinstance(values, dict) else None
        if given and len(given) > len(self._dtypes):
            raise ValueError(f"Unexpected number of inputs {len(given)} vs {len(self._dtypes)}")
        parts, _ = self._parts(values, given)
        return self._call("Stage", values=parts, name=name or f"{self._name}_put")

    def get(self, name: str | None = None) -> Any:
        """Takes the oldest tuple out; waits while there is none."""
        return self._tuple(self._call("Unstage", name=name or f"{self._name}_get"))

    def peek(self, index: TensorLike, name: str | None = None) -> Any:
        """Returns the tuple at that place, which stays; waits until it is there."""
        return self._tuple(self._call("StagePeek", index=index, name=name or f"{self._name}_peek"))

    def size(self, name: str | None = None) -> Tensor:
        """Returns how many tuples there are, an int32 scalar."""
        return self._call("StageSize", name=name or f"{self._name}_size")

    def clear(self, name: str | None = None) -> Any:
        """Drops all tuples."""
        return self._call("StageClear", name=name or f"{self._name}_clear")


class MapStagingArea(BaseStagingArea):
    """A staging area of tuples with keys, whose components may come one by one; see `BaseStagingArea` for its arguments.

    Args:
      ordered: whether tuples leave by their keys, the least one first.
    """

    def __init__(
        self,
        dtypes: Sequence[DTypeLike],
        shapes: Sequence[Any] | None = None,
        names: Sequence[str] | None = None,
        shared_name: str | None = None,
        ordered: bool = False,
        capacity: int = 0,
        memory_limit: int = 0,
    ) -> None:
        super().__init__(dtypes, shapes, names, shared_name, capacity, memory_limit)
        self._prefix = "OrderedMap" if ordered else "Map"

    def _places(self, indices: Sequence[Any] | None) -> list[int]:
        """Returns the numbers of components that were asked for by numbers or names; all without any."""
        if indices is None:
            return list(range(len(self._dtypes)))
        if not isinstance(indices, (list, tuple)):
            raise TypeError(f"Invalid indices type {type(indices)}")
        if not indices:
            raise ValueError("Empty indices")
        if all(isinstance(i, str) for i in indices):
            if self._names is None:
                raise ValueError(
                    f"String indices provided {indices}, but this Staging Area was not created with names."
                )
            return [self._names.index(name) for name in indices]
        if all(isinstance(i, int) for i in indices):
            return list(indices)
        raise TypeError(f"Mixed types in indices {indices}. May only be str or int")

    def _taken(self, op: str, indices: Sequence[Any] | None, name: str | None, **key: object) -> Any:
        places = self._places(indices)
        types = [self._dtypes[i] for i in places]
        found = self._call(self._prefix + op, dtypes=types, indices=places, name=name, **key)
        if key:
            return self._tuple(found, places)
        return found[0], self._tuple(found[1:] if isinstance(found[1], _core.Tensor) else found[1], places)

    def put(self, key: TensorLike, vals: Any, indices: Sequence[Any] | None = None, name: str | None = None) -> Any:
        """Puts components of the tuple of a key in.

        Args:
          key: an int64 scalar.
          vals: a list of tensors, or a dictionary.
          indices: the numbers of the components, for a list.
          name: of the operation.
        """
        parts, places = self._parts(vals, indices)
        return self._call(
            self._prefix + "Stage", key=key, indices=places, values=parts, name=name or f"{self._name}_put"
        )

    def peek(self, key: TensorLike, indices: Sequence[Any] | None = None, name: str | None = None) -> Any:
        """Returns the tuple of a key, or some components of it, which stay; waits until all of it is there."""
        return self._taken("Peek", indices, name or f"{self._name}_peek", key=key)

    def get(
        self, key: TensorLike | None = None, indices: Sequence[Any] | None = None, name: str | None = None
    ) -> tuple[Any, Any]:
        """Takes the tuple of a key out, or some components of it; without a key that of some. Gives the key and it."""
        name = name or f"{self._name}_get"
        if key is None:
            return self._taken("UnstageNoKey", indices, name)
        return key, self._taken("Unstage", indices, name, key=key)

    def size(self, name: str | None = None) -> Tensor:
        """Returns how many tuples are complete, an int32 scalar."""
        return self._call(self._prefix + "Size", name=name or f"{self._name}_size")

    def incomplete_size(self, name: str | None = None) -> Tensor:
        """Returns how many tuples are not complete, an int32 scalar."""
        return self._call(self._prefix + "IncompleteSize", name=name or f"{self._name}_incomplete_size")

    def clear(self, name: str | None = None) -> Any:
        """Drops all tuples."""
        return self._call(self._prefix + "Clear", name=name or f"{self._name}_clear")
