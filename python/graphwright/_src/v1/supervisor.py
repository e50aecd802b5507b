"""tf.compat.v1.train.Supervisor: a session that is ready, threads that save and count beside it, and an orderly end."""

from __future__ import annotations

import contextlib
import os
import time

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.grouping import group
from graphwright._src.graph_import.write_graph import write_graph
from graphwright._src.messages.classes import SessionLog, Summary
from graphwright._src.session.collections import GraphKeys
from graphwright._src.v1.coordinator import Coordinator, LooperThread
from graphwright._src.v1.monitored_session import Scaffold, SessionManager
from graphwright._src.v1.saver import Saver
from graphwright._src.v1.summary import FileWriter, merge_all
from graphwright._src.v1.training import get_global_step, global_step
from graphwright._src.v1.variables import global_variables_initializer, report_uninitialized_variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import ConfigProto
    from graphwright._src.session.session import Session


@export("compat.v1.train.Supervisor")
class Supervisor:
    """Keeps a training going (tf.compat.v1.train.Supervisor).

    It finalizes the graph, makes sessions whose variables have values, from a checkpoint where there is one, and starts
    threads that save, write summaries and count steps. `tf.compat.v1.train.MonitoredTrainingSession` came after it.

    Args:
      graph: the default graph unless given.
      ready_op: the names of variables without a value.
      ready_for_local_init_op: the same for those that `local_init_op` needs.
      is_chief: whether this process initializes and saves.
      init_op, init_feed_dict: run where there is no checkpoint, and what is fed.
      local_init_op: run in each session.
      logdir: the folder of checkpoints and of event files; nothing is written without it.
      summary_op: gives a serialized summary; all summaries of the graph by default, None for none.
      saver: saves and restores; one of all variables by default, None for none.
      global_step: the count of steps, for names of checkpoints and events.
      save_summaries_secs, save_model_secs: how often; 0 for never.
      recovery_wait_secs: how long to wait before it looks for a model again.
      stop_grace_secs: how long threads have to end.
      checkpoint_basename: what the names of checkpoints begin with.
      session_manager: makes the sessions.
      summary_writer: writes the events; one into `logdir` by default.
      init_fn: called with the session after `init_op`.
      local_init_run_options: has no effect.

    Raises:
      RuntimeError: ops run at once.

    >>> import tempfile
    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    ...     step = v1.train.get_or_create_global_step()
    ...     more = v1.assign_add(step, 1)
    ...     supervisor = v1.train.Supervisor(logdir=folder, summary_op=None)
    ...     with supervisor.managed_session() as session:
    ...         while not supervisor.should_stop():
    ...             if session.run(more) == 3:
    ...                 supervisor.request_stop()
    ...     print(session.graph.finalized, supervisor.should_stop())
    True True
    """

    USE_DEFAULT = 0

    def __init__(
        self,
        graph: Graph | None = None,
        ready_op: Any = USE_DEFAULT,
        ready_for_local_init_op: Any = USE_DEFAULT,
        is_chief: bool = True,
        init_op: Any = USE_DEFAULT,
        init_feed_dict: Mapping[Any, Any] | None = None,
        local_init_op: Any = USE_DEFAULT,
        logdir: str | None = None,
        summary_op: Any = USE_DEFAULT,
        saver: Any = USE_DEFAULT,
        global_step: Any = USE_DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: Any = None,
        summary_writer: Any = USE_DEFAULT,
        init_fn: Callable[..., Any] | None = None,
        local_init_run_options: Any = None,
    ) -> None:
        if _core.executing_eagerly():
            raise RuntimeError("Supervisors are incompatible with eager execution.")
        self._graph: Graph = default_graph() if graph is None else graph
        with self._graph.as_default():
            self._ready_op = self._ready_for_local_init_op = None
            self._ready_op = self._or_first(ready_op, GraphKeys.READY_OP, report_uninitialized_variables)
            self._ready_for_local_init_op = self._or_first(
                ready_for_local_init_op, GraphKeys.READY_FOR_LOCAL_INIT_OP, lambda: None
            )
            self._init_op = self._or_first(init_op, GraphKeys.INIT_OP, lambda: group(global_variables_initializer()))
            self._local_init_op = self._or_first(local_init_op, GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op)
            made_saver = Saver if self._graph.get_collection(GraphKeys.GLOBAL_VARIABLES) else lambda: None
            self._saver = self._or_first(saver, GraphKeys.SAVERS, made_saver)
            self._summary_op = self._or_first(summary_op, GraphKeys.SUMMARY_OP, merge_all)
            step = self._or_first(global_step, GraphKeys.GLOBAL_STEP, get_global_step, keep=False)
            self._global_step = step
        self._init_feed_dict = init_feed_dict
        self._is_chief, self._init_fn = is_chief, init_fn
        self._coord = Coordinator()
        self._stop_grace_secs = stop_grace_secs
        self._logdir, self._save_model_secs = logdir, save_model_secs
        self._save_path: str | None = None
        self._save_summaries_secs = save_summaries_secs
        self._summary_writer: Any = None
        if is_chief:
            if logdir:
                self._save_path = os.path.join(logdir, checkpoint_basename)
            if summary_writer is Supervisor.USE_DEFAULT:
                self._summary_writer = FileWriter(logdir) if logdir else None
            else:
                self._summary_writer = summary_writer
        self._graph_is_written = False
        self._session_manager: Any = session_manager
        if session_manager is None:
            self._session_manager = SessionManager(
                local_init_op=self._local_init_op,
                ready_op=self._ready_op,
                ready_for_local_init_op=self._ready_for_local_init_op,
                graph=self._graph,
                recovery_wait_secs=recovery_wait_secs,
                local_init_run_options=local_init_run_options,
            )
        self._started_threads: list[Any] = []
        self._graph.finalize()

    def _or_first(self, given: Any, key: str, make: Callable[[], Any], keep: bool = True) -> Any:
        """Returns what was given; else the first item of a collection; else what is made, which is added to the collection."""
        if given is not Supervisor.USE_DEFAULT:
            return given
        known = self._graph.get_collection(key)
        if known:
            return known[0]
        made = make()
        if made is not None and keep:
            self._graph.add_to_collection(key, made)
        return made

    is_chief = property(lambda self: self._is_chief, doc="Whether this process initializes and saves.")
    session_manager = property(lambda self: self._session_manager, doc="What makes the sessions.")
    coord = property(lambda self: self._coord, doc="The Coordinator of the threads.")
    init_op = property(lambda self: self._init_op, doc="Run where there is no checkpoint.")
    init_feed_dict = property(lambda self: self._init_feed_dict, doc="Fed to `init_op`.")
    ready_op = property(lambda self: self._ready_op, doc="The names of variables without a value.")
    ready_for_local_init_op = property(
        lambda self: self._ready_for_local_init_op,
        doc="The names of variables without a value that `local_init_op` needs.",
    )
    summary_writer = property(lambda self: self._summary_writer, doc="Writes the events; None where nothing does.")
    summary_op = property(lambda self: self._summary_op, doc="Gives a serialized summary.")
    save_summaries_secs = property(lambda self: self._save_summaries_secs, doc="The seconds between summaries.")
    global_step = property(lambda self: self._global_step, doc="The count of steps.")
    saver = property(lambda self: self._saver, doc="Saves and restores.")
    save_model_secs = property(lambda self: self._save_model_secs, doc="The seconds between checkpoints.")
    save_path = property(lambda self: self._save_path, doc="What the paths of checkpoints begin with.")

    def _write_graph(self) -> None:
        if self._is_chief and self._logdir and self._summary_writer is not None and not self._graph_is_written:
            write_graph(self._graph.as_graph_def(add_shapes=True), self._logdir, "graph.pbtxt")
            self._summary_writer.add_graph(self._graph)
            self._graph_is_written = True

    def start_standard_services(self, sess: Session) -> list[Any] | None:
        """Starts the threads that save, write summaries and count steps, and returns them.

        Raises:
          RuntimeError: this is not the chief.
        """
        if not self._is_chief:
            raise RuntimeError("Only chief supervisor can start standard services: others write no events.")
        if not self._logdir:
            get_logger().warning("Standard services need a 'logdir' passed to the SessionManager")
            return None
        threads: list[Any] = []
        if self._global_step is not None and self._summary_writer is not None:
            step = global_step(sess, self._global_step)
            self._summary_writer.add_session_log(SessionLog(status=SessionLog.START), step)
        if self._save_summaries_secs and self._summary_writer is not None:
            if self._summary_op is not None:
                threads.append(self._looper(self._save_summaries_secs, lambda: self._write_summary(sess)))
            threads.append(self._looper(self._save_summaries_secs, _StepCounter(self, sess)))
        if self._saver and self._save_model_secs:
            threads.append(self._looper(self._save_model_secs, lambda: self._save(sess)))
        for thread in threads:
            thread.start()
        self._started_threads.extend(threads)
        return threads

    def _looper(self, seconds: float, target: Callable[[], Any]) -> LooperThread:
        def in_graph() -> None:
            with self._graph.as_default():  # a thread of its own would run ops at once
                target()

        return LooperThread(self._coord, seconds, target=in_graph)

    def _write_summary(self, sess: Session) -> None:
        step = None if self._global_step is None else global_step(sess, self._global_step)
        self._summary_writer.add_summary(sess.run(self._summary_op), step)

    def _save(self, sess: Session) -> None:
        self._saver.save(sess, self._save_path, global_step=self._global_step)
        if self._summary_writer is not None and self._global_step is not None:
            log = SessionLog(status=SessionLog.CHECKPOINT, checkpoint_path=self._save_path)
            self._summary_writer.add_session_log(log, global_step(sess, self._global_step))

    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: ConfigProto | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> Session:
        """Returns a session whose variables have values, and starts queue runners and, as chief, the services.

        Args:
          master: where the session is; "" for this process.
          config: of the session.
          wait_for_checkpoint: whether to wait for one.
          max_wait_secs: for how long at most.
          start_standard_services: whether the services are started.
        """
        self._coord.clear_stop()
        if self._summary_writer is not None:
            self._summary_writer.reopen()
        if self._is_chief:
            session = self._session_manager.prepare_session(
                master,
                init_op=self._init_op,
                saver=self._saver,
                checkpoint_dir=self._logdir,
                wait_for_checkpoint=wait_for_checkpoint,
                max_wait_secs=max_wait_secs,
                config=config,
                init_feed_dict=self._init_feed_dict,
                init_fn=self._init_fn,
            )
            self._write_graph()
            if start_standard_services:
                self.start_standard_services(session)
        else:
            session = self._session_manager.wait_for_session(master, config=config, max_wait_secs=max_wait_secs)
        if start_standard_services:
            self.start_queue_runners(session)
        return session

    def start_queue_runners(self, sess: Session, queue_runners: Sequence[Any] | None = None) -> list[Any]:
        """Starts the threads of queue runners, those of the graph unless given, and returns them."""
        if queue_runners is None:
            queue_runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        threads: list[Any] = []
        for runner in queue_runners:
            threads.extend(runner.create_threads(sess, coord=self._coord, daemon=True, start=True))
        self._started_threads.extend(threads)
        return threads

    def loop(
        self,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """Returns a thread, started, that calls a function every so many seconds until the end."""
        looper = LooperThread(self._coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        looper.start()
        self._started_threads.append(looper)
        return looper

    def stop(
        self, threads: Sequence[Any] | None = None, close_summary_writer: bool = True, ignore_live_threads: bool = False
    ) -> None:
        """Asks the threads to end, waits for them, and closes the file of events.

        Args:
          threads: those that are waited for; all that the coordinator knows unless given.
          close_summary_writer: whether the file is closed.
          ignore_live_threads: whether threads that do not end in time are no error.

        Raises:
          Exception: that of a thread.
        """
        self._coord.request_stop()
        try:
            self._coord.join(
                threads,
                stop_grace_period_secs=self._stop_grace_secs,
                ignore_live_threads=ignore_live_threads,
            )
        finally:
            if close_summary_writer and self._summary_writer is not None:
                self._summary_writer.add_session_log(SessionLog(status=SessionLog.STOP))
                self._summary_writer.close()
                self._graph_is_written = False

    def request_stop(self, ex: Any = None) -> None:
        """Asks for the end, with the exception of a thread where that is the reason."""
        self._coord.request_stop(ex=ex)

    def should_stop(self) -> bool:
        """Tells whether the end was asked for."""
        return self._coord.should_stop()

    def stop_on_exception(self) -> Any:
        """Returns a context in which an exception asks for the end."""
        return self._coord.stop_on_exception()

    def wait_for_stop(self) -> None:
        """Waits until the end is asked for."""
        self._coord.wait_for_stop()

    def summary_computed(self, sess: Session, summary: Any, global_step: int | None = None) -> None:
        """Writes a serialized summary. Raises RuntimeError where there is no writer."""
        if not self._summary_writer:
            raise RuntimeError("Writing a summary requires a summary writer.")
        if global_step is None and self._global_step is not None:
            global_step = int(sess.run(self._global_step))
        self._summary_writer.add_summary(summary, global_step)

    @contextlib.contextmanager
    def managed_session(
        self,
        master: str = "",
        config: ConfigProto | None = None,
        start_standard_services: bool = True,
        close_summary_writer: bool = True,
    ) -> Iterator[Session]:
        """Returns a context of a session that is ready; at its end all is stopped, and exceptions of threads are raised."""
        session = None
        try:
            session = self.prepare_or_wait_for_session(
                master=master, config=config, start_standard_services=start_standard_services
            )
            yield session
        except Exception as error:  # noqa: BLE001 - `stop` raises it
            self.request_stop(error)
        finally:
            try:
                # Live threads may wait for the session, which is closed below.
                self.stop(close_summary_writer=close_summary_writer, ignore_live_threads=True)
            finally:
                if session is not None:
                    with contextlib.suppress(Exception):
                        session.close()

    # Their first names.
    PrepareSession = prepare_or_wait_for_session
    StartQueueRunners = start_queue_runners
    StartStandardServices = start_standard_services
    Stop = stop
    RequestStop = request_stop
    Loop = loop
    ShouldStop = should_stop
    StopOnException = stop_on_exception
    WaitForStop = wait_for_stop
    SummaryComputed = summary_computed


class _StepCounter:
    """Writes how many steps there were in a second."""

    def __init__(self, supervisor: Supervisor, sess: Session) -> None:
        self._supervisor, self._sess = supervisor, sess
        self._last, self._time = 0, time.time()

    def __call__(self) -> None:
        step = self._supervisor.global_step
        if step is None:
            return
        now, done = time.time(), global_step(self._sess, step)
        rate = (done - self._last) / max(now - self._time, 1e-9)
        self._last, self._time = done, now
        value = Summary.Value(tag=f"{step.op.name}/sec", simple_value=rate)
        self._supervisor.summary_writer.add_summary(Summary(value=[value]), done)


@export("compat.v1.train.basic_train_loop")
def basic_train_loop(
    supervisor: Supervisor,
    train_step_fn: Callable[..., Any],
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    master: str = "",
) -> None:
    """Calls a function with a session until the end is asked for (tf.compat.v1.train.basic_train_loop).

    A session that is aborted is made anew.

    Args:
      supervisor: a `tf.compat.v1.train.Supervisor`.
      train_step_fn: a function of the session, `args` and `kwargs`.
      args, kwargs: its further arguments.
      master: where the session is; "" for this process.
    """
    again = True
    while again:
        again = False
        try:
            with supervisor.managed_session(master) as session:
                while not supervisor.should_stop():
                    train_step_fn(session, *(args or ()), **(kwargs or {}))
        except errors.AbortedError:
            again = True
