"""tf.compat.v1.train's queues that threads fill: QueueRunner and producers of inputs; batches.py has what takes from them."""

from __future__ import annotations

import threading
import weakref

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import control_dependencies, name_scope_v1
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops import random as random_module
from graphwright._src.ops.array import constant, identity, size
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.math_binary import greater, maximum
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.queue import FIFOQueue
from graphwright._src.session.collections import GraphKeys
from graphwright._src.session.default_session import get_default_session
from graphwright._src.session.session import Session
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.v1.summary import scalar
from graphwright._src.v1.variables import VariableV1, count_up_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.graph.operation import Operation
    from graphwright._src.ops.queue import QueueBase
    from graphwright._src.tensor.typing import ShapeLike, TensorLike
    from graphwright._src.v1.coordinator import Coordinator


# ---- threads that fill queues ----


def _run_quietly(sess: Session, op: Operation) -> None:
    """Runs what ends a queue, which others may have ended."""
    try:
        sess.run(op)
    except Exception as error:
        get_logger().debug("Ignored exception: %s", error)


@export("compat.v1.train.QueueRunner", "compat.v1.train.queue_runner.QueueRunner")
class QueueRunner:
    """Fills a queue by threads, one for each of some operations (tf.compat.v1.train.QueueRunner).

    Args:
      queue: a `tf.queue.QueueBase`.
      enqueue_ops: the operations.
      close_op: closes the queue when the last thread has come to the end of its input; made unless given.
      cancel_op: closes it when threads are asked to end, and ends what waits for room; made unless given.
      queue_closed_exception_types: the exceptions that mean the end of the input; `tf.errors.OutOfRangeError`.
      queue_runner_def, import_scope: not supported.

    Raises:
      NotImplementedError: a message is given.
      RuntimeError: eager execution is on.
      TypeError: the exceptions are no tuple of classes.
      ValueError: a queue or operations are missing.
    """

    def __init__(
        self,
        queue: QueueBase | None = None,
        enqueue_ops: Sequence[Any] | None = None,
        close_op: Operation | None = None,
        cancel_op: Operation | None = None,
        queue_closed_exception_types: tuple[type[errors.OpError], ...] | None = None,
        queue_runner_def: object = None,
        import_scope: str | None = None,
    ) -> None:
        if _core.executing_eagerly():
            raise RuntimeError("QueueRunners are not supported when eager execution is enabled.")
        if queue_runner_def is not None:
            raise NotImplementedError("QueueRunner: messages (queue_runner_def) are not supported")
        if not queue or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        closed = queue_closed_exception_types
        if closed is None:
            closed = (errors.OutOfRangeError,)
        elif not (
            isinstance(closed, tuple)
            and closed
            and all(isinstance(c, type) and issubclass(c, errors.OpError) for c in closed)
        ):
            raise TypeError(
                "queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: "
                + repr(closed)
            )
        self._queue = queue
        self._enqueue_ops = list(enqueue_ops)
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        self._queue_closed_exception_types = closed
        self._lock = threading.Lock()
        self._running: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._raised: list[BaseException] = []

    @property
    def queue(self) -> Any:
        """The queue."""
        return self._queue

    @property
    def enqueue_ops(self) -> list[Any]:
        """The operations."""
        return self._enqueue_ops

    @property
    def close_op(self) -> Any:
        """The operation that closes the queue."""
        return self._close_op

    @property
    def cancel_op(self) -> Any:
        """The operation that closes it and ends what waits."""
        return self._cancel_op

    @property
    def queue_closed_exception_types(self) -> tuple:
        """The exceptions that mean the end of the input."""
        return self._queue_closed_exception_types

    @property
    def exceptions_raised(self) -> list[BaseException]:
        """The exceptions that threads without a coordinator have raised."""
        return self._raised

    @property
    def name(self) -> str:
        """The name of the queue's node."""
        return self._queue.name

    def create_threads(
        self, sess: Session, coord: Coordinator | None = None, daemon: bool = False, start: bool = False
    ) -> list[Any]:
        """Returns the threads, none where those of this session still run.

        Args:
          sess: the session.
          coord: a `tf.train.Coordinator`, which gets errors and ends the threads.
          daemon: whether the process may end before them.
          start: whether they are started.
        """
        with self._lock:
            if self._running.get(sess, 0) > 0:
                return []
            self._running[sess] = len(self._enqueue_ops)
            self._raised = []
        threads = [
            threading.Thread(target=self._run, args=(sess, op, coord), name=f"QueueRunnerThread-{self.name}-{op.name}")
            for op in self._enqueue_ops
        ]
        if coord is not None:
            name = f"QueueRunnerThread-{self.name}-close_on_stop"
            threads.append(threading.Thread(target=self._close_on_stop, args=(sess, coord), name=name))
        for thread in threads:
            if coord is not None:
                coord.register_thread(thread)
            thread.daemon = daemon
            if start:
                thread.start()
        return threads

    def _run(self, sess: Session, op: Operation, coord: Coordinator | None) -> None:
        counted = True
        try:
            while coord is None or not coord.should_stop():
                try:
                    sess.run(op)
                except self._queue_closed_exception_types:
                    with self._lock:
                        self._running[sess] -= 1
                        counted, last = False, self._running[sess] == 0
                    if last:
                        _run_quietly(sess, self._close_op)
                    return
        except Exception as error:
            if coord is not None:
                coord.request_stop(error)
                return
            get_logger().error("Exception in QueueRunner: %s", error)
            with self._lock:
                self._raised.append(error)
            raise
        finally:
            if counted:
                with self._lock:
                    self._running[sess] -= 1

    def _close_on_stop(self, sess: Session, coord: Coordinator) -> None:
        coord.wait_for_stop()
        _run_quietly(sess, self._cancel_op)


@export("compat.v1.train.add_queue_runner", "compat.v1.train.queue_runner.add_queue_runner")
def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Adds a runner to a collection of the graph (tf.compat.v1.train.add_queue_runner)."""
    default_graph().add_to_collection(collection, qr)


@export("compat.v1.train.start_queue_runners", "compat.v1.train.queue_runner.start_queue_runners")
def start_queue_runners(
    sess: Session | None = None,
    coord: Coordinator | None = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """Makes and starts the threads of all runners of a graph (tf.compat.v1.train.start_queue_runners).

    Args:
      sess: the session; the default one unless given.
      coord: a `tf.train.Coordinator`.
      daemon: whether the process may end before them.
      start: whether they are started.
      collection: which runners.

    Raises:
      RuntimeError: eager execution is on.
      TypeError: `sess` is no session.
      ValueError: there is no session.
    """
    if _core.executing_eagerly():
        raise RuntimeError("Queues are not compatible with eager execution.")
    if sess is None:
        sess = get_default_session()
        if not sess:
            raise ValueError(
                "Cannot start queue runners: No default session is registered. Use `with sess.as_default()` or pass an explicit "
                "session to tf.start_queue_runners(sess=sess)"
            )
    if not isinstance(sess, Session):
        if getattr(sess, "_starts_queue_runners", False):
            return []  # it has started them itself
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {sess.__class__}")
    runners = sess.graph.get_collection(collection)
    if not runners:
        get_logger().warning(
            "`tf.train.start_queue_runners()` was called when no queue runners were defined. You can safely remove the call to "
            "this deprecated function."
        )
    with sess.graph.as_default():
        return [thread for runner in runners for thread in runner.create_threads(sess, coord, daemon, start)]


# ---- what they fill them with ----


def refuse_eagerly(name: str, error: type[Exception] = RuntimeError) -> None:
    """Raises an error where ops run at once."""
    if _core.executing_eagerly():
        raise error(
            f"{name}: input pipelines based on Queues are not supported when eager execution is enabled. Please use tf.data "
            "instead."
        )


@export("compat.v1.train.limit_epochs")
def limit_epochs(tensor: TensorLike, num_epochs: int | None = None, name: str | None = None) -> Any:
    """Returns the tensor; the run after so many raises OutOfRangeError (tf.compat.v1.train.limit_epochs).

    Args:
      tensor: any tensor.
      num_epochs: how many runs there are; None for no end. It is counted by a local variable.
      name: of the ops.

    Raises:
      ValueError: `num_epochs` is not positive.
    """
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope_v1(name, "limit_epochs", [tensor]) as scope:
        epochs = VariableV1(
            constant(0, dtypes.int64),
            name="epochs",
            trainable=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )
        counted = count_up_to(epochs, num_epochs)
        with control_dependencies([counted]):
            return identity(tensor, name=scope)


@export("compat.v1.train.input_producer")
def input_producer(
    input_tensor: Any,
    element_shape: ShapeLike | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """Returns a queue that a thread fills with the rows of a tensor (tf.compat.v1.train.input_producer).

    Args:
      input_tensor: the rows.
      element_shape: the shape of a row, where it is not known.
      num_epochs: how often each row comes; None for no end.
      shuffle: whether rows come in another order each time.
      seed: for that.
      capacity: of the queue.
      shared_name: of the queue.
      summary_name: of a summary that tells how full it is.
      name: of the ops.
      cancel_op: of the `QueueRunner`.

    Raises:
      RuntimeError: eager execution is on.
      ValueError: the shape of rows is not known.
    """
    refuse_eagerly("input_producer")
    with name_scope_v1(name, "input_producer", [input_tensor]):
        rows = convert_to_tensor(input_tensor, name="input_tensor")
        shape = rows.shape[1:].merge_with(element_shape)
        if not shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
            )
        if shuffle:
            rows = random_module.shuffle(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(
            capacity=capacity, dtypes=[rows.dtype.base_dtype], shapes=[shape], shared_name=shared_name, name=name
        )
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
        if summary_name is not None:
            note_how_full(summary_name, queue, None, capacity)
        return queue


def note_how_full(name: str, queue: QueueBase, least: int | None, capacity: int) -> None:
    """Notes how full a queue is: of all that it can hold, or, for one that is shuffled, of what is above the least in it."""
    if least is None:
        filled = cast(queue.size(), dtypes.float32)
    else:
        filled, capacity = cast(maximum(0, queue.size() - least), dtypes.float32), capacity - least
    scalar(name, filled * (1.0 / capacity))


@export("compat.v1.train.string_input_producer")
def string_input_producer(
    string_tensor: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """Returns a queue that a thread fills with strings, as names of files (tf.compat.v1.train.string_input_producer).

    Args:
      string_tensor: a vector of strings.
      num_epochs, shuffle, seed, capacity, shared_name, name, cancel_op: see `input_producer`.

    Raises:
      RuntimeError: eager execution is on.
      ValueError: there are no strings.
    """
    refuse_eagerly("string_input_producer")
    text = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, _core.Tensor) and not string_tensor:
        raise ValueError(text)
    with name_scope_v1(name, "input_producer", [string_tensor]) as scope:
        strings = convert_to_tensor(string_tensor, dtypes.string)
        check = Assert(greater(size(strings), 0), [text])
        with control_dependencies([] if check is None else [check]):
            strings = identity(strings)
        return input_producer(
            strings,
            element_shape=[],
            num_epochs=num_epochs,
            shuffle=shuffle,
            seed=seed,
            capacity=capacity,
            shared_name=shared_name,
            name=scope,
            summary_name=f"fraction_of_{capacity}_full",
            cancel_op=cancel_op,
        )


@export("compat.v1.train.range_input_producer")
def range_input_producer(
    limit: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> FIFOQueue:
    """Returns a queue that a thread fills with the integers below `limit` (tf.compat.v1.train.range_input_producer).

    The other arguments are as of `input_producer`.
    """
    refuse_eagerly("range_input_producer")
    with name_scope_v1(name, "input_producer", [limit]) as scope:
        return input_producer(
            math_convert.range(limit),
            [],
            num_epochs,
            shuffle,
            seed,
            capacity,
            shared_name,
            f"fraction_of_{capacity}_full",
            scope,
        )


@export("compat.v1.train.slice_input_producer")
def slice_input_producer(
    tensor_list: Sequence[Any],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Any]:
    """Returns the rows of tensors, one of each in a run (tf.compat.v1.train.slice_input_producer).

    Args:
      tensor_list: tensors with one number of rows.
      num_epochs, shuffle, seed, capacity, shared_name, name: see `input_producer`.

    Returns:
      A list of tensors, one for each.

    Raises:
      RuntimeError: eager execution is on.
      ValueError: there are no tensors.
    """
    refuse_eagerly("slice_input_producer")
    with name_scope_v1(name, "input_producer", tensor_list):
        tensors = [convert_to_tensor(x) for x in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        count = array_module.shape(tensors[0])[0]
        queue = range_input_producer(count, num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [gather(x, index) for x in tensors]
