"""Variables, iterators, queues and the like of graphs, in a session or on a server."""

from __future__ import annotations

import re
import threading
import weakref

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.forking import free_after_fork
from graphwright._src.graph.operation import node_of
from graphwright._src.graph.scopes import eager_mode
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.session.variable import GraphVariable

# By this shared name, VarHandleOp makes a variable of its own on every call.
_ANONYMOUS = "cd2c89b7-88b7-44c8-ad83-06c2a9158347"
_ITERATORS = frozenset(("IteratorV2", "OneShotIterator"))
_TASK = re.compile(r"/job:([^/]+)(?:/replica:0)?(?:/task:(\d+))?")
# The container of what names none.
_DEFAULT_CONTAINER = "localhost"


class SessionResources:
    """Variables, iterators, queues and the like, by their container and name.

    Args:
      job, task: which process of a cluster has them.
      addresses: job -> task -> address of the processes of the cluster.
    """

    def __init__(
        self, job: str = "localhost", task: int = 0, addresses: dict[str, dict[int, str]] | None = None
    ) -> None:
        self.job, self.task = job, task
        self.addresses = addresses or {}
        self._lock = free_after_fork(threading.Lock())
        self._handles: dict[tuple[str, str, str], Any] = {}  # by kind, container and name
        self._queues: dict[tuple[str, str, str], Operation] = {}  # what made the queues among them

    def clear(self, containers: Collection[str] = ()) -> None:
        """Lets go of all, or of what is in some containers."""
        with self._lock:
            for kept in (self._handles, self._queues):
                for key in list(kept):
                    if not containers or (key[1] or _DEFAULT_CONTAINER) in containers:
                        del kept[key]

    def handle_of(self, operation: Operation) -> Any:
        """Returns the handle of the variable, iterator, queue or the like for an operation that gives one.

        Raises:
          InvalidArgumentError: there is a queue of another kind by that name.
          UnavailableError: it is on a server that is not in this process.
        """
        node = node_of(operation)
        shared = node.attr("shared_name") if "shared_name" in node.attr_names else b""
        name = (shared or operation.name.encode()).decode()
        container = node.attr("container").decode() if "container" in node.attr_names else ""
        kind = "Iterator" if operation.type in _ITERATORS else "Queue" if "Queue" in operation.type else operation.type
        return self._at(operation)._handle((kind, container, name), operation)

    def _handle(self, key: tuple[str, str, str], operation: Operation) -> Any:
        with self._lock:
            handle, made = self._handles.get(key), self._queues.get(key)
        if made is not None:
            _refuse_other_queue(made, operation, key[2])
        if handle is None:
            with eager_mode():
                handle = _new_handle(operation, key[2])  # which may call Python: without the lock
            with self._lock:
                handle = self._handles.setdefault(key, handle)
                if key[0] == "Queue":
                    self._queues.setdefault(key, operation)
        return handle

    def _at(self, operation: Operation) -> SessionResources:
        """Returns the resources of the process that an operation is placed on."""
        placed = _TASK.match(operation.device or "") if self.addresses else None
        if placed is None:
            return self
        job, task = placed[1], int(placed[2] or 0)
        if (job, task) == (self.job, self.task):
            return self
        address = self.addresses.get(job, {}).get(task)
        if address is None:
            raise errors.InvalidArgumentError(
                operation.node_def,
                operation,
                f"Cannot assign a device for operation {operation.name}: there is no /job:{job}/task:{task} in the cluster",
            )
        if address not in served:
            raise errors.UnavailableError(
                operation.node_def,
                operation,
                f"{operation.name} is on /job:{job}/task:{task}, whose server ({address}) is not in this process",
            )
        return served[address]


# Address of a server -> its resources.
served: weakref.WeakValueDictionary[str, SessionResources] = weakref.WeakValueDictionary()


def _refuse_other_queue(made: Operation, operation: Operation, name: str) -> None:
    """Raises InvalidArgumentError where an operation makes another queue than the one that has its name."""
    if made is operation:
        return
    if made.type != operation.type:
        raise errors.InvalidArgumentError(
            operation.node_def, operation, f"Shared queue '{name}' is made by {made.type}, not by {operation.type}"
        )
    for attr in ("component_types", "shapes", "capacity", "min_after_dequeue"):
        if attr in node_of(made).attr_names and (had := made.get_attr(attr)) != (wanted := operation.get_attr(attr)):
            text = f"Shared queue '{name}' has {attr} {had} but requested {attr} was {wanted}"
            raise errors.InvalidArgumentError(operation.node_def, operation, text)


def _new_handle(operation: Operation, name: str) -> Any:
    """Returns a variable without a value, an iterator, a queue or the like, as an operation describes it."""
    if operation.type == "VarHandleOp":
        dtype, shape = operation.get_attr("dtype"), node_of(operation).attr("shape")
        return _core.op("VarHandleOp")(dtype=dtype, shape=shape, shared_name=_ANONYMOUS, debug_name=name)
    if operation.type not in _ITERATORS:
        node = node_of(operation)
        attrs = {attr: node.attr(attr) for attr in node.attr_names if attr[:1] != "_"}
        return _core.op(operation.type)(**{**attrs, "shared_name": ""})  # it is shared within the session
    types, shapes = node_of(operation).attr("output_types"), node_of(operation).attr("output_shapes")
    handle = _core.op("AnonymousIteratorV3")(output_types=types, output_shapes=shapes)
    if operation.type == "OneShotIterator":
        factory = _core.GraphFunction(node_of(operation).functions["dataset_factory"][0])
        dataset = _core.op("StatefulPartitionedCall")([], f=factory, Tout=[dtypes.variant])
        _core.op("MakeIterator")(dataset[0] if isinstance(dataset, list) else dataset, handle)
    return handle


def variable_of_value(variable: GraphVariable, value: Tensor) -> Tensor:
    """Returns the handle of a new variable, which has a value from the start, for one run in the place of a session's own."""
    with eager_mode():
        handle = _core.op("VarHandleOp")(
            dtype=variable.dtype, shape=value.shape, shared_name=_ANONYMOUS, debug_name=variable.name
        )
        _core.op("AssignVariableOp")(handle, value, dtype=variable.dtype)
    return handle
