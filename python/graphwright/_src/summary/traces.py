"""tf.summary.trace_on: the graphs of functions that run, for TensorBoard."""

from __future__ import annotations

import gc
import threading

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.forking import free_after_fork
from graphwright._src.base.logger import get_logger
from graphwright._src.explain.profiling import profile_functions
from graphwright._src.function.concrete import ConcreteFunction
from graphwright._src.graph.graph import graph_of
from graphwright._src.graph.scopes import inside_function
from graphwright._src.messages.classes import RunMetadata
from graphwright._src.summary.kinds import plugin_metadata
from graphwright._src.summary.writing import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

_lock = free_after_fork(threading.Lock())
_open: _Trace | None = None


class _Trace:
    """The notes of an open trace: which of the functions there are run, which their measurements tell."""

    def __init__(self, graph: bool, profiler: bool, folder: str | None) -> None:
        self.graph = graph
        self.profiler = profiler
        self._measures = profiler and folder is not None
        if profiler and folder is not None:
            from graphwright._src.summary import profiler as measuring

            measuring.start(folder)
        self._context = profile_functions()
        self._runs: dict[int, int] = {}
        if graph:
            self._runs = {id(concrete): runs for concrete, runs in _concrete_functions_and_runs()}
            self._context.__enter__()

    def close(self) -> None:
        if self.graph:
            self._context.__exit__(None, None, None)

    def stop_profiler(self, save: bool) -> None:
        """Ends the measurements; `save`: and writes them. Raises UnavailableError where there are none to be written."""
        if self._measures:
            self._measures = False
            from graphwright._src.summary import profiler as measuring

            measuring.stop(save)
        elif self.profiler and save:
            raise errors.UnavailableError(None, None, "Cannot export profiling results. No profiler is running.")

    def functions(self) -> list[Any]:
        """Returns the functions that have run."""
        if not self.graph:
            return []
        found = _concrete_functions_and_runs()
        return [concrete for concrete, runs in found if runs > self._runs.get(id(concrete), 0)]


def _concrete_functions_and_runs() -> list[tuple[Any, int]]:
    """Returns all concrete functions that have ever run, with how often they were measured."""
    kind = ConcreteFunction
    found = []
    for item in gc.get_objects():
        if not isinstance(item, kind):
            continue
        forms = [item.function_ref, *dict(_core.variants_of(item.function_ref)).values()]
        measured = [_core.profile_of(form)["runs"] for form in forms if _core.compile_nanoseconds(form)]
        if measured:
            found.append((item, sum(measured)))
    return found


def _inside_function(name: str) -> bool:
    if inside_function():
        get_logger().warning("Cannot %s inside a tf.function.", name)
        return True
    return False


@export("summary.trace_on")
def trace_on(graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None) -> None:
    """Begins to note the functions that run; `tf.summary.trace_export` writes their graphs (tf.summary.trace_on).

    Args:
      graph: whether graphs are noted.
      profiler: whether times are measured, too, as by `tf.profiler.experimental.start`.
      profiler_outdir: the folder for these; without it they are not measured.

    >>> import tempfile
    >>> import graphwright as tf
    >>> f = tf.function(lambda x: x * x)
    >>> tf.summary.trace_on()
    >>> int(f(tf.constant(3)))
    9
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     tf.summary.trace_export("f", step=0)
    """
    global _open
    if _inside_function("enable trace"):
        return
    if profiler and profiler_outdir is None:
        text = "No `profiler_outdir` passed to trace_on(). Profiler won't be enabled."
        get_logger().warning(text)
    with _lock:
        if _open is not None:
            get_logger().warning("Trace already enabled")
            return
        _open = _Trace(graph, profiler, profiler_outdir)


def _stop() -> _Trace | None:
    global _open
    with _lock:
        trace, _open = _open, None
    if trace is not None:
        trace.close()
    return trace


@export("summary.trace_off")
def trace_off() -> None:
    """Ends what `tf.summary.trace_on` began; nothing is written (tf.summary.trace_off)."""
    if not _inside_function("disable trace"):
        trace = _stop()
        if trace is not None:
            trace.stop_profiler(save=False)


@export("summary.trace_export")
def trace_export(name: str, step: TensorLike | None = None, profiler_outdir: str | None = None) -> None:
    """Ends what `tf.summary.trace_on` began, and writes the graphs of the functions that ran (tf.summary.trace_export).

    Args:
      name: of the summary.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      profiler_outdir: has no effect; it belongs to `tf.summary.trace_on`.

    Raises:
      tf.errors.UnavailableError: times were to be measured, but no folder for them was given.
      ValueError: there was no `tf.summary.trace_on`; there is a default writer, but no step.
    """
    if _inside_function("export trace"):
        return
    trace = _stop()
    if trace is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    if profiler_outdir is not None and trace.profiler:
        text = "Ignoring `profiler_outdir` passed to trace_export(). Please pass it to trace_on() instead."
        get_logger().warning(text)
    told = RunMetadata()
    for concrete in trace.functions():
        graphs = told.function_graphs.add()
        graphs.pre_optimization_graph.CopyFrom(concrete.graph.as_graph_def(add_shapes=True))
        after = _core.optimized_graph(concrete.function_ref)
        graphs.post_optimization_graph.CopyFrom(graph_of(after).as_graph_def(add_shapes=True))
    write(name, told.SerializeToString(), step, plugin_metadata("graph_run_metadata_graph", content=b"1"))
    trace.stop_profiler(save=True)
