"""Queues of tensors between threads: tf.queue."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import executing_eagerly, get_static_value, plain_graph
from graphwright._src.ops.random import op_seeds
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor

_enqueue = _core.op("QueueEnqueueV2")
_enqueue_many = _core.op("QueueEnqueueManyV2")
_dequeue = _core.op("QueueDequeueV2")
_dequeue_many = _core.op("QueueDequeueManyV2")
_dequeue_up_to = _core.op("QueueDequeueUpToV2")
_size = _core.op("QueueSizeV2")
_is_closed = _core.op("QueueIsClosedV2")
_close = _core.op("QueueCloseV2")


def type_list(types: DTypeLike | Sequence[DTypeLike]) -> list[Any]:
    listed: Any = types if isinstance(types, (list, tuple)) else [types]
    return [dtypes.as_dtype(t) for t in listed]


def shape_list(shapes: Any, count: int, partial: bool = False) -> list[Any] | None:
    """Returns one shape for each component, or None where they are open."""
    if shapes is None:
        return None
    tensor_shape = TensorShape
    if isinstance(shapes, tensor_shape):
        shapes = [shapes]
    if not isinstance(shapes, (list, tuple)):
        raise TypeError(f"shapes must be a TensorShape or a list or tuple of TensorShapes, got {type(shapes)}.")
    if count == 1 and not any(isinstance(s, (list, tuple, tensor_shape)) or s is None for s in shapes):
        shapes = [shapes]
    shapes = [tensor_shape(s) for s in shapes]
    if not partial and not all(s.is_fully_defined() for s in shapes):
        raise ValueError(f"All shapes must be fully defined: {shapes}")
    if partial and any(s.rank is None for s in shapes):
        raise ValueError(f"All shapes must have a defined rank: {shapes}")
    return shapes


def _name_list(names: str | Sequence[str] | None, count: int) -> list[str] | None:
    if names is None:
        return None
    listed: list[Any] = list(names) if isinstance(names, (list, tuple)) else [names]
    if len(listed) != count:
        raise ValueError(
            "List of names must have the same length as the list of dtypes, "
            f"received len(names)={len(listed)},len(dtypes)={count}"
        )
    return listed


@export("queue.QueueBase", v1="queue.QueueBase QueueBase io.QueueBase")
class QueueBase:
    """A base class of queues (tf.queue.QueueBase).

    A queue holds tuples of tensors, its elements. Threads put them in and take them out; who finds no room in it, or nothing
    there, waits (Ctrl-C ends that).
    """

    def __init__(
        self,
        dtypes: Sequence[DTypeLike],
        shapes: Sequence[ShapeLike | None] | None,
        names: str | Sequence[str] | None,
        queue_ref: Tensor,
    ) -> None:
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError(
                "Queue shapes must have the same length as dtypes, "
                f"received len(shapes)={len(shapes)}, len(dtypes)={len(dtypes)}"
            )
        tensor_shape = TensorShape
        self._dtypes = list(dtypes)
        self._shapes = [tensor_shape(s) for s in shapes] if shapes is not None else [tensor_shape(None)] * len(dtypes)
        self._names = _name_list(names, len(self._dtypes))
        self._queue_ref = queue_ref
        self._name = "Empty" if executing_eagerly() else queue_ref.op.name.split("/")[-1]

    @staticmethod
    def from_list(index: TensorLike, queues: Sequence[QueueBase]) -> QueueBase:
        """Returns the queue at place `index`, an integer scalar, of a list of queues with the same dtypes and names."""
        if not queues or not isinstance(queues, list) or not all(isinstance(q, QueueBase) for q in queues):
            raise TypeError("A list of queues expected")
        first = queues[0]
        if not all(first.dtypes == q.dtypes for q in queues[1:]):
            raise TypeError("Queues do not have matching component dtypes.")
        if not all(first.names == q.names for q in queues[1:]):
            raise TypeError("Queues do not have matching component names.")
        shapes = []
        for own in zip(*(q.shapes for q in queues), strict=True):
            shape = own[0]
            for other in own[1:]:
                shape = shape.most_specific_compatible_shape(other)
            shapes.append(shape)
        handles = _core.op("Pack")([q.queue_ref for q in queues])
        return QueueBase(first.dtypes, shapes, first.names, _core.op("GatherV2")(handles, index, 0))

    @property
    def queue_ref(self) -> Tensor:
        """The handle that ops on the queue take."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the queue's operation."""
        return self._name

    @property
    def dtypes(self) -> list[Any]:
        """The dtypes of the components of an element."""
        return self._dtypes

    @property
    def shapes(self) -> list[Any]:
        """The static shapes of the components of an element."""
        return self._shapes

    @property
    def names(self) -> list[str] | None:
        """The names of the components, where elements are dictionaries."""
        return self._names

    def _components(self, vals: TensorLike | Mapping[str, Any]) -> list[Any]:
        """Returns what was given for an element as a list of tensors."""
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals, key=str):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue.  "
                    f"Dictionary: {sorted(vals)},Queue: {sorted(self._names)}"
                )
            vals = [vals[name] for name in self._names]
        else:
            if self._names:
                raise ValueError("You must enqueue a dictionary in a Queue with names")
            if not isinstance(vals, (list, tuple)):
                vals = [vals]
        # Too few or too many are the op's to refuse.
        kinds = [*self._dtypes, *[None] * (len(vals) - len(self._dtypes))]
        return [_core.convert_to_tensor(v, dtype) for v, dtype in zip(vals, kinds, strict=False)]

    def _element(self, tensors: Tensor | Sequence[Tensor]) -> Any:
        """Returns an element as its reader gets it: a dictionary, a list, or the only component."""
        parts = [tensors] if isinstance(tensors, Tensor) else tensors
        if self._names:
            return dict(zip(self._names, parts, strict=True))
        return parts[0] if len(parts) == 1 else list(parts)

    def _shaped(self, tensors: Tensor | Sequence[Tensor], *first: Any) -> Any:
        parts = [tensors] if isinstance(tensors, Tensor) else tensors
        if not executing_eagerly():
            for tensor, shape in zip(parts, self._shapes, strict=True):
                tensor.set_shape(TensorShape([*first]).concatenate(shape))
        return parts

    def enqueue(self, vals: TensorLike | Mapping[str, Any], name: str | None = None) -> Any:
        """Puts one element in; waits while the queue is full.

        Args:
          vals: a tensor, a list or tuple of tensors, or a dictionary of them for a queue with names.
          name: of the operation.

        Raises:
          ValueError: components of other shapes than the queue's.
          tf.errors.CancelledError: the queue is closed.
        """
        vals = self._components(vals)
        for value, shape in zip(vals, self._shapes, strict=False):
            value.shape.assert_is_compatible_with(shape)
        return _enqueue(self._queue_ref, vals, name=name or f"{self._name}_enqueue")

    def enqueue_many(self, vals: TensorLike | Mapping[str, Any], name: str | None = None) -> Any:
        """Puts the rows of tensors in, one element after the other; waits while the queue is full."""
        vals = self._components(vals)
        rows = TensorShape([None])
        for value, shape in zip(vals, self._shapes, strict=False):
            own = value.shape.with_rank_at_least(1)
            if own.rank is not None and rows[0] is not None and own[0] is not None and own[0] != rows[0]:
                raise ValueError(f"Dimensions {rows[0]} and {own[0]} are not compatible")
            rows = rows.merge_with(own[:1])
            own[1:].assert_is_compatible_with(shape)
        return _enqueue_many(self._queue_ref, vals, name=name or f"{self._name}_EnqueueMany")

    def dequeue(self, name: str | None = None) -> Any:
        """Takes one element out; waits while there is none.

        Returns:
          A tensor, a list of tensors, or a dictionary where components have names.

        Raises:
          tf.errors.OutOfRangeError: the queue is closed and empty.
        """
        return self._element(
            self._shaped(_dequeue(self._queue_ref, component_types=self._dtypes, name=name or f"{self._name}_Dequeue"))
        )

    def dequeue_many(self, n: TensorLike, name: str | None = None) -> Any:
        """Takes `n` elements out, in rows; waits until there are so many.

        Raises:
          tf.errors.OutOfRangeError: the queue is closed and holds less.
          tf.errors.InvalidArgumentError: a negative n, or components without a known shape.
        """
        rows = _dequeue_many(self._queue_ref, n, component_types=self._dtypes, name=name or f"{self._name}_DequeueMany")
        return self._element(self._shaped(rows, get_static_value(n) if isinstance(n, Tensor) else n))

    def dequeue_up_to(self, n: TensorLike, name: str | None = None) -> Any:
        """Returns the same, but gives what is left, if anything, once the queue is closed."""
        rows = _dequeue_up_to(
            self._queue_ref, n, component_types=self._dtypes, name=name or f"{self._name}_DequeueUpTo"
        )
        return self._element(self._shaped(rows, None))

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """Closes the queue: nothing more goes in, what is in it can be taken out.

        Args:
          cancel_pending_enqueues: whether those who wait for room get a tf.errors.CancelledError, too.
          name: of the operation.
        """
        return _close(
            self._queue_ref, cancel_pending_enqueues=cancel_pending_enqueues, name=name or f"{self._name}_Close"
        )

    def is_closed(self, name: str | None = None) -> Tensor:
        """Tells whether the queue is closed, a bool scalar."""
        return _is_closed(self._queue_ref, name=name or f"{self._name}_is_closed")

    def size(self, name: str | None = None) -> Tensor:
        """Returns the number of elements in the queue, an int32 scalar."""
        return _size(self._queue_ref, name=name or f"{self._name}_Size")


def name_for_runs(shared_name: str | None) -> str:
    """Returns the shared name of a resource: in a graph for sessions it is by its name the same one in each run."""
    if shared_name:
        return shared_name
    return "" if plain_graph() is None else f"graph_{os.urandom(8).hex()}"


def _handle(
    op: str,
    types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] | None,
    capacity: int,
    name: str | None,
    shared_name: str | None,
    **attrs: Any,
) -> Tensor:
    return _core.op(op)(
        component_types=types,
        shapes=[] if shapes is None else shapes,
        capacity=capacity,
        shared_name=name_for_runs(shared_name),
        name=name,
        **attrs,
    )


@export("queue.FIFOQueue", v1="queue.FIFOQueue FIFOQueue")
class FIFOQueue(QueueBase):
    """A queue whose elements leave in the order in which they came (tf.queue.FIFOQueue).

    Args:
      capacity: how many elements it holds at most; a negative number is no limit.
      dtypes: the dtypes of the components of an element.
      shapes: their shapes, all known; None where each element has its own, which `dequeue_many` does not take.
      names: of the components, where elements are dictionaries.
      shared_name: what other queues of that name share the elements by.
      name: of the operation.

    >>> import graphwright as tf
    >>> queue = tf.queue.FIFOQueue(10, [tf.int32], shapes=[[]])
    >>> queue.enqueue_many([[3, 1, 2]])
    >>> int(queue.dequeue()), queue.dequeue_many(2).numpy().tolist()
    (3, [1, 2])
    """

    def __init__(
        self,
        capacity: int,
        dtypes: DTypeLike | Sequence[DTypeLike],
        shapes: ShapeLike | Sequence[ShapeLike | None] | None = None,
        names: str | Sequence[str] | None = None,
        shared_name: str | None = None,
        name: str | None = "fifo_queue",
    ) -> None:
        dtypes = type_list(dtypes)
        shapes = shape_list(shapes, len(dtypes))
        names = _name_list(names, len(dtypes))
        super().__init__(dtypes, shapes, names, _handle("FIFOQueueV2", dtypes, shapes, capacity, name, shared_name))


@export("queue.RandomShuffleQueue", v1="queue.RandomShuffleQueue RandomShuffleQueue io.RandomShuffleQueue")
class RandomShuffleQueue(QueueBase):
    """A queue whose elements leave in random order (tf.queue.RandomShuffleQueue).

    Args:
      capacity: how many elements it holds at most; a negative number is no limit.
      min_after_dequeue: how many stay in it at least, for others to be mixed with, until it is closed.
      dtypes, shapes, names, shared_name, name: as for `tf.queue.FIFOQueue`.
      seed: with tf.random.set_seed, gives TensorFlow's order.

    >>> import graphwright as tf
    >>> queue = tf.queue.RandomShuffleQueue(10, 0, tf.int32, shapes=[[]], seed=7)
    >>> queue.enqueue_many([tf.range(10)])
    >>> sorted(queue.dequeue_many(10).numpy().tolist())
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: DTypeLike | Sequence[DTypeLike],
        shapes: ShapeLike | Sequence[ShapeLike | None] | None = None,
        names: str | Sequence[str] | None = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        dtypes = type_list(dtypes)
        shapes = shape_list(shapes, len(dtypes))
        names = _name_list(names, len(dtypes))
        attrs = {"min_after_dequeue": min_after_dequeue, **op_seeds(seed)}
        handle = _handle("RandomShuffleQueueV2", dtypes, shapes, capacity, name, shared_name, **attrs)
        super().__init__(dtypes, shapes, names, handle)


@export("queue.PaddingFIFOQueue", v1="queue.PaddingFIFOQueue PaddingFIFOQueue io.PaddingFIFOQueue")
class PaddingFIFOQueue(QueueBase):
    """A queue of elements of several sizes, padded with zeros where they leave together (tf.queue.PaddingFIFOQueue).

    Args:
      capacity: how many elements it holds at most; a negative number is no limit.
      dtypes: the dtypes of the components of an element.
      shapes: their shapes, of known rank; None for extents that differ from element to element.
      names, shared_name, name: as for `tf.queue.FIFOQueue`.

    >>> import graphwright as tf
    >>> queue = tf.queue.PaddingFIFOQueue(10, [tf.int32], shapes=[[None]])
    >>> queue.enqueue([[1, 2]])
    >>> queue.enqueue([[3]])
    >>> queue.dequeue_many(2).numpy().tolist()
    [[1, 2], [3, 0]]
    """

    def __init__(
        self,
        capacity: int,
        dtypes: DTypeLike | Sequence[DTypeLike],
        shapes: ShapeLike | Sequence[ShapeLike | None] | None,
        names: str | Sequence[str] | None = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        dtypes = type_list(dtypes)
        if shapes is None:
            raise ValueError("When providing partial shapes, a list of shapes must be provided.")
        all_shapes = shape_list(shapes, len(dtypes), partial=True) or []
        names = _name_list(names, len(dtypes))
        if len(dtypes) != len(all_shapes):
            raise ValueError(
                "Shapes must be provided for all components, "
                f"but received {len(dtypes)} dtypes and {len(all_shapes)} shapes."
            )
        super().__init__(
            dtypes, all_shapes, names, _handle("PaddingFIFOQueueV2", dtypes, all_shapes, capacity, name, shared_name)
        )


@export("queue.PriorityQueue", v1="queue.PriorityQueue PriorityQueue io.PriorityQueue")
class PriorityQueue(QueueBase):
    """A queue of which the element with the least first component leaves first (tf.queue.PriorityQueue).

    Args:
      capacity: how many elements it holds at most; a negative number is no limit.
      types: the dtypes of the components after the first one, which is the priority, an int64 scalar.
      shapes: their shapes.
      names, shared_name, name: as for `tf.queue.FIFOQueue`.

    >>> import graphwright as tf
    >>> queue = tf.queue.PriorityQueue(10, [tf.string], shapes=[[]])
    >>> queue.enqueue((2, "second"))
    >>> queue.enqueue((1, "first"))
    >>> queue.dequeue()[1].numpy()
    b'first'
    """

    def __init__(
        self,
        capacity: int,
        types: DTypeLike | Sequence[DTypeLike],
        shapes: ShapeLike | Sequence[ShapeLike | None] | None = None,
        names: str | Sequence[str] | None = None,
        shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:
        types = type_list(types)
        shapes = shape_list(shapes, len(types))
        handle = _handle("PriorityQueueV2", types, shapes, capacity, name, shared_name)
        all_shapes = [[], *shapes] if shapes else None
        super().__init__([dtypes.int64, *types], all_shapes, names, handle)
