"""tf.compat.v1.train's batches of what threads put into queues, sparse tensors among it, or only of what is to be kept."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.sparse.elements import retain
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.scopes import control_dependencies, get_static_value, name_scope_v1
from graphwright._src.ops.array import constant, expand_dims, identity, squeeze
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import dynamic_partition
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.queue import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue, name_for_runs
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.queue_runner import QueueRunner, add_queue_runner, note_how_full, refuse_eagerly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.ops.queue import QueueBase
    from graphwright._src.tensor.typing import TensorLike

_add_sparse = _core.op("AddSparseToTensorsMap")
_add_many_sparse = _core.op("AddManySparseToTensorsMap")
_take_many_sparse = _core.op("TakeManySparseFromTensorsMap")


class _Kept:
    """Tells which rows go into a queue.

    Args:
      keep_input: a scalar, or a vector where each run has many rows.
      enqueue_many: whether it has.

    Attributes:
      tensor: `keep_input` as a tensor.
      chooses: whether it is a vector.
      known: its value, where it is a scalar that the graph knows; None otherwise.
    """

    def __init__(self, keep_input: TensorLike, enqueue_many: bool) -> None:
        self.tensor = convert_to_tensor(keep_input)
        rank = self.tensor.shape.rank
        if rank is None:
            raise ValueError("`keep_input` dimensions must be known at graph construction.")
        if not enqueue_many and rank == 1:
            raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
        if rank > 1:
            raise ValueError("`keep_input` must be 0 or 1 dimensions.")
        self.chooses = rank == 1
        self.known = None if self.chooses else get_static_value(self.tensor)

    def enqueue(self, queue: QueueBase, rows: list[list[Tensor]], enqueue_many: bool) -> list[Any]:
        """Returns operations, one for each list of tensors, that put what is kept into a queue."""
        put = queue.enqueue_many if enqueue_many else queue.enqueue
        if self.chooses:
            chosen = cast(self.tensor, dtypes.int32)
            return [put([dynamic_partition(x, chosen, 2)[1] for x in row]) for row in rows]
        if self.known is not None:
            return [put(row) if self.known else no_op() for row in rows]
        return [cond(self.tensor, lambda row=row: put(row), no_op) for row in rows]


class _SparseColumn:
    """Keeps the sparse tensors of one place of the lists in a map, and lets numbers that find them there go through the queue.

    Args:
      tensors: one from each list.
      rows: whether the first axis counts the rows of a run.
      kept: tells which rows are wanted.

    Raises:
      ValueError: some are not sparse, or their ranks differ.
    """

    def __init__(self, tensors: Sequence[Any], rows: bool, kept: _Kept) -> None:
        ranks = [x.shape.rank for x in tensors if isinstance(x, SparseTensor)]
        if len(ranks) < len(tensors) or len({*ranks} - {None}) > 1:
            raise ValueError(f"Inconsistent SparseTensors list: {list(tensors)}")
        rank = ranks[0]
        self._rank = rank if rank is None or rows else rank + 1
        self._dtype = tensors[0].values.dtype
        self._map = name_for_runs(None)
        self.handles = [self._store(x, rows, kept) for x in tensors]

    def _store(self, tensor: SparseTensor, rows: bool, kept: _Kept) -> Tensor:
        """Returns the handles of what a run stores, with one more axis, as the queue takes rows."""
        add = _add_many_sparse if rows else _add_sparse
        if kept.chooses:
            tensor = retain(tensor, gather(kept.tensor, tensor.indices[:, 0]))
        parts = (tensor.indices, tensor.values, tensor.dense_shape)
        if not kept.chooses and kept.known is None:
            none = [-1] if rows else -1
            handles = cond(
                kept.tensor, lambda: add(*parts, shared_name=self._map), lambda: constant(none, dtypes.int64)
            )
            handles.set_shape([None] if rows else [])
        else:
            handles = add(*parts, shared_name=self._map)
        return expand_dims(handles, -1)

    def restore(self, handles: Tensor) -> SparseTensor:
        """Returns the sparse tensor whose rows handles of a batch tell."""
        found = _take_many_sparse(squeeze(handles, [1]), dtype=self._dtype, shared_name=self._map)
        indices, values, dense_shape = found
        indices.set_shape([None, self._rank])
        dense_shape.set_shape([self._rank])
        return SparseTensor(indices, values, dense_shape)


def _together(tensors: list[Any]) -> list[Any]:
    """Returns tensors, some of them sparse, none of which is there before all are."""
    parts = [
        p for x in tensors for p in ((x.indices, x.values, x.dense_shape) if isinstance(x, SparseTensor) else (x,))
    ]
    makers = list({p.op.name: p.op for p in parts}.values())
    if len(makers) == 1:
        return tensors
    made = []
    for part in parts:
        with control_dependencies([op for op in makers if op is not part.op]):
            made.append(identity(part, name="control_dependency"))
    rest = iter(made)
    return [
        SparseTensor(next(rest), next(rest), next(rest)) if isinstance(x, SparseTensor) else next(rest) for x in tensors
    ]


def _lists(what: str, lists: list[Any]) -> tuple[list[str] | None, list[list[Any]]]:
    """Returns the keys of dictionaries, None for lists, and the values of all in one order."""
    if not lists:
        raise ValueError(f"Expected at least one set of tensors in {what}().")
    first = lists[0]
    if isinstance(first, dict):
        if any(not isinstance(one, dict) or one.keys() != first.keys() for one in lists):
            raise ValueError("All elements must be dictionaries with the same keys")
        keys = sorted(first)
        return keys, [[one[key] for key in keys] for one in lists]
    return None, [list(one) for one in lists]


def _batched(
    what: str,
    lists: list[Any],
    keep_input: TensorLike,
    batch_size: TensorLike,
    capacity: int,
    enqueue_many: bool,
    shapes: Sequence[Any] | None,
    smaller: bool,
    name: str | None,
    make_queue: Callable[[Any, Any], Any],
    threads: int = 1,
    least: int | None = None,
) -> Any:
    """Rows of a queue that threads fill with elements of structures, one after another."""
    refuse_eagerly(what, ValueError)
    keys, rows = _lists(what, lists)
    with name_scope_v1(name, what, [*rows, keep_input]) as scope:
        rows = [[x if isinstance(x, SparseTensor) else convert_to_tensor(x) for x in row] for row in rows]
        if not rows[0]:
            raise ValueError(f"Expected at least one tensor in {what}().")
        if any(len(row) != len(rows[0]) for row in rows):
            raise ValueError(f"Expected lists of one length in {what}().")
        kept = _Kept(keep_input, enqueue_many)
        columns = [list(column) for column in zip(*rows, strict=True)]
        sparse = {
            i: _SparseColumn(column, enqueue_many, kept)
            for i, column in enumerate(columns)
            if any(isinstance(x, SparseTensor) for x in column)
        }
        columns = [sparse[i].handles if i in sparse else column for i, column in enumerate(columns)]
        kinds = [column[0].dtype.base_dtype for column in columns]
        if any(x.dtype.base_dtype != kind for column, kind in zip(columns, kinds, strict=True) for x in column):
            raise TypeError(f"Expected lists of tensors of the same dtypes in {what}().")
        if shapes is None:
            shapes = [_common_shape([x.shape for x in column], enqueue_many) for column in columns]
        queue = make_queue(kinds, shapes)
        puts = kept.enqueue(queue, [list(row) for row in zip(*columns, strict=True)], enqueue_many)
        add_queue_runner(QueueRunner(queue, puts * threads))
        full = f"fraction_of_{capacity}_full" if least is None else f"fraction_over_{least}_of_{capacity - least}_full"
        note_how_full(full, queue, least, capacity)
        found = (queue.dequeue_up_to if smaller else queue.dequeue_many)(batch_size, name=scope)
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        if sparse:
            found = _together([sparse[i].restore(x) if i in sparse else x for i, x in enumerate(found)])
    if keys is not None:
        return dict(zip(keys, found, strict=True))
    return found if len(found) > 1 else found[0]


def _common_shape(shapes: list[Any], rows: bool) -> Any:
    """Returns what is known of a shape that may be any of several, of one row where they have many."""
    if rows:
        shapes = [shape.with_rank_at_least(1)[1:] for shape in shapes]
    result = shapes[0]
    for shape in shapes[1:]:
        if result.rank is None or shape.rank != result.rank:
            return TensorShape(None)
        result = TensorShape([a if a == b else None for a, b in zip(result.as_list(), shape.as_list(), strict=True)])
    return result


def _fifo(padded: bool, capacity: int, shared_name: str | None) -> Callable[[Any, Any], Any]:
    kind = PaddingFIFOQueue if padded else FIFOQueue
    return lambda kinds, shapes: kind(capacity=capacity, dtypes=kinds, shapes=shapes, shared_name=shared_name)


def _shuffling(capacity: int, least: int, seed: int | None, shared_name: str | None) -> Callable[[Any, Any], Any]:
    return lambda kinds, shapes: RandomShuffleQueue(
        capacity=capacity, min_after_dequeue=least, seed=seed, dtypes=kinds, shapes=shapes, shared_name=shared_name
    )


@export("compat.v1.train.batch")
def batch(
    tensors: Any,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns batches of what tensors give run after run (tf.compat.v1.train.batch).

    Args:
      tensors: a list or dictionary of tensors, which threads run; some may be sparse.
      batch_size: the number of rows.
      num_threads: how many threads.
      capacity: of the queue.
      enqueue_many: whether tensors have many rows in a run.
      shapes: of the rows, where they are not known; [1] for sparse ones.
      dynamic_pad: whether rows are filled up to the largest of a batch.
      allow_smaller_final_batch: whether there is a smaller one at the end.
      shared_name: of the queue.
      name: of the ops.

    Returns:
      A list or dictionary of tensors; of a list of one tensor that itself.

    Raises:
      ValueError: there are no tensors, a shape is not known, or eager execution is on.
    """
    return maybe_batch(
        tensors,
        True,
        batch_size,
        num_threads,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@export("compat.v1.train.batch_join")
def batch_join(
    tensors_list: Iterable[Any],
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns what `batch` does of several lists of tensors, each of which has a thread (tf.compat.v1.train.batch_join).

    Args:
      tensors_list: the lists, or dictionaries; the other arguments are as of `batch`.
    """
    return maybe_batch_join(
        tensors_list,
        True,
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@export("compat.v1.train.shuffle_batch")
def shuffle_batch(
    tensors: Any,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns what `batch` does, with rows that are drawn from a queue in any order (tf.compat.v1.train.shuffle_batch).

    Args:
      min_after_dequeue: how many rows stay in the queue, at least, but at the end.
      seed: for the order.
      tensors, batch_size, capacity, num_threads, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name: see `batch`.
    """
    return maybe_shuffle_batch(
        tensors,
        batch_size,
        capacity,
        min_after_dequeue,
        True,
        num_threads,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@export("compat.v1.train.shuffle_batch_join")
def shuffle_batch_join(
    tensors_list: Iterable[Any],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns what `shuffle_batch` does of several lists, each of which has a thread (tf.compat.v1.train.shuffle_batch_join).

    Args:
      tensors_list: the lists, or dictionaries; the other arguments are as of `shuffle_batch`.
    """
    return maybe_shuffle_batch_join(
        tensors_list,
        batch_size,
        capacity,
        min_after_dequeue,
        True,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@export("compat.v1.train.maybe_batch")
def maybe_batch(
    tensors: Any,
    keep_input: TensorLike,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns what `batch` does, of those runs or rows that are to be kept (tf.compat.v1.train.maybe_batch).

    Args:
      keep_input: whether what a run gives goes into the queue, a scalar; or, with `enqueue_many`, which of its rows do.
      tensors, batch_size, num_threads, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch, shared_name,
        name: see `batch`.

    Raises:
      ValueError: `keep_input` is of unknown rank, a vector for runs of one row, or of more axes; or as of `batch`.
    """
    make = _fifo(dynamic_pad, capacity, shared_name)
    return _batched(
        "batch",
        [tensors],
        keep_input,
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        make,
        num_threads,
    )


@export("compat.v1.train.maybe_batch_join")
def maybe_batch_join(
    tensors_list: Iterable[Any],
    keep_input: TensorLike,
    batch_size: TensorLike,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns what `batch_join` does, of what is to be kept (tf.compat.v1.train.maybe_batch_join).

    Args:
      keep_input: as of `maybe_batch`, for all of the lists; the other arguments are as of `batch_join`.
    """
    make = _fifo(dynamic_pad, capacity, shared_name)
    return _batched(
        "batch_join",
        list(tensors_list),
        keep_input,
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        make,
    )


@export("compat.v1.train.maybe_shuffle_batch")
def maybe_shuffle_batch(
    tensors: Any,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns what `shuffle_batch` does, of what is to be kept (tf.compat.v1.train.maybe_shuffle_batch).

    Args:
      keep_input: as of `maybe_batch`; the other arguments are as of `shuffle_batch`.
    """
    make = _shuffling(capacity, min_after_dequeue, seed, shared_name)
    return _batched(
        "shuffle_batch",
        [tensors],
        keep_input,
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        make,
        num_threads,
        min_after_dequeue,
    )


@export("compat.v1.train.maybe_shuffle_batch_join")
def maybe_shuffle_batch_join(
    tensors_list: Iterable[Any],
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    keep_input: TensorLike,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Sequence[Any] | None = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Returns what `shuffle_batch_join` does, of what is to be kept (tf.compat.v1.train.maybe_shuffle_batch_join).

    Args:
      keep_input: as of `maybe_batch`, for all of the lists; the other arguments are as of `shuffle_batch_join`.
    """
    make = _shuffling(capacity, min_after_dequeue, seed, shared_name)
    return _batched(
        "shuffle_batch_join",
        list(tensors_list),
        keep_input,
        batch_size,
        capacity,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        name,
        make,
        least=min_after_dequeue,
    )
