"""Functions that run one at a time: tf.CriticalSection."""

from __future__ import annotations

import threading

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph import scopes
from graphwright._src.graph.scopes import init_scope, name_scope
from graphwright._src.ops.array import identity
from graphwright._src.ops.queue import name_for_runs
from graphwright._src.tensor.nest import flatten, map_structure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_mutex = _core.op("MutexV2")
_lock = _core.op("MutexLock")
_give_back = _core.op("ConsumeMutexLock")

_running = threading.local()  # the sections that this thread is in


@export("CriticalSection")
class CriticalSection:
    """Runs functions one at a time, whatever the threads that call them (tf.CriticalSection).

    Args:
      name: of the lock's operation.
      shared_name: what other sections of that name share the lock by.
      critical_section_def, import_scope: not there yet; must be None.

    >>> import graphwright as tf
    >>> section, count = tf.CriticalSection(), tf.Variable(0)
    >>> int(section.execute(lambda: count.assign_add(1)))
    1
    """

    def __init__(
        self,
        name: str | None = None,
        shared_name: str | None = None,
        critical_section_def: object = None,
        import_scope: str | None = None,
    ) -> None:
        if critical_section_def is not None or import_scope is not None:
            raise NotImplementedError("CriticalSection cannot be made of a CriticalSectionDef yet.")
        with init_scope():
            self._handle = _mutex(shared_name=name_for_runs(shared_name), name=name or "critical_section")
        self._key = shared_name or id(self)  # the same for sections that share a lock

    @property
    def name(self) -> str:
        """The name of the lock's operation; there is none in eager execution."""
        return self._handle.op.name

    def execute(self, fn: Callable[[], Any], exclusive_resource_access: bool = True, name: str | None = None) -> Any:
        """Calls `fn()` while this holds the lock, and gives what it gives.

        Args:
          fn: a function without arguments that gives tensors, or a structure of them, or None.
          exclusive_resource_access: for functions in graphs TensorFlow checks that no other section uses the same
            variables; here nothing is checked.
          name: a scope for what is made.

        Raises:
          ValueError: `fn` runs in this section again, which would wait for itself.
        """
        inside = _running.__dict__.setdefault("sections", [])
        if self._key in inside:
            raise ValueError(
                "Attempting to lock a CriticalSection in which we are already running. "
                "This is illegal and may cause deadlocks."
            )
        control_dependencies, nest = scopes.control_dependencies, map_structure
        inside.append(self._key)
        lock = None
        with name_scope(name or "critical_section_execute"):
            try:
                lock = _lock(self._handle)
                with control_dependencies([lock]):
                    result = fn()
                    if result is not None:
                        result = nest(_core.convert_to_tensor, result)
                flat = [] if result is None else flatten(result)
                with control_dependencies(flat):
                    given = _give_back(lock)
                if result is None or given is None:  # eagerly there is nothing to wait for
                    return result
                with control_dependencies([given]):
                    return nest(identity, result)
            except BaseException:
                # A traceback, a tape or a context may keep the lock alive.
                if isinstance(lock, _core.EagerTensor):
                    _give_back(lock)
                raise
            finally:
                inside.pop()
                lock = None
