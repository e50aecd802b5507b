"""tf.compat.v1.train's sessions with hooks, what makes them, and Scaffold: the ops that they begin with."""

from __future__ import annotations

import abc
import functools
import time

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.checkpoint.state import get_checkpoint_state
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.grouping import group
from graphwright._src.messages.classes import RunMetadata, RunOptions
from graphwright._src.ops.array_join import concat
from graphwright._src.session.collections import GraphKeys
from graphwright._src.session.session import Session
from graphwright._src.v1.coordinator import Coordinator
from graphwright._src.v1.queue_runner import start_queue_runners
from graphwright._src.v1.saver import Saver
from graphwright._src.v1.session_hooks import (
    CheckpointSaverHook,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    StepCounterHook,
    SummarySaverHook,
)
from graphwright._src.v1.summary import merge_all
from graphwright._src.v1.variables import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
    tables_initializer,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.graph.operation import Operation
    from graphwright._src.messages.classes import ConfigProto
    from graphwright._src.v1.saver import Saver

_LOST = (errors.AbortedError, errors.UnavailableError)  # after these a session is made anew
_UNSET = object()


# ---- the ops of a session's beginning ----


@export("compat.v1.train.Scaffold")
class Scaffold:
    """The ops with which sessions begin, and their saver (tf.compat.v1.train.Scaffold).

    Whatever is not given is taken from the graph's collections, or made when the scaffold is finalized.

    Args:
      init_op: gives variables their initial values.
      init_feed_dict: fed to it.
      init_fn: a function of the scaffold and the session, called after it.
      ready_op: a vector with the names of variables that have no value when all is done.
      ready_for_local_init_op: the same for those that `local_init_op` needs.
      local_init_op: gives local variables their values and fills tables; run in each session.
      summary_op: gives the summaries.
      saver: a `tf.compat.v1.train.Saver`.
      copy_from_scaffold: whose ops are taken where none are given.
      local_init_feed_dict: fed to `local_init_op`.
    """

    def __init__(
        self,
        init_op: Operation | Tensor | None = None,
        init_feed_dict: Mapping[Any, Any] | None = None,
        init_fn: Callable[[Scaffold, Any], Any] | None = None,
        ready_op: Operation | Tensor | None = None,
        ready_for_local_init_op: Operation | Tensor | None = None,
        local_init_op: Operation | Tensor | None = None,
        summary_op: Tensor | Sequence[Tensor] | None = None,
        saver: Saver | None = None,
        copy_from_scaffold: Scaffold | None = None,
        local_init_feed_dict: Mapping[Any, Any] | None = None,
    ) -> None:
        if copy_from_scaffold is not None:
            if not isinstance(copy_from_scaffold, Scaffold):
                raise TypeError("copy_from_scaffold is not a Scaffold instance.")
            from_other = lambda name, given: given if given is not None else getattr(copy_from_scaffold, name)  # noqa: E731
            if init_fn is None and copy_from_scaffold.init_fn is not None:
                theirs = copy_from_scaffold.init_fn
                init_fn = lambda scaffold, session: theirs(session)  # noqa: E731
        else:
            from_other = lambda name, given: given  # noqa: E731
        self._init_op = from_other("init_op", init_op)
        self._ready_op = from_other("ready_op", ready_op)
        self._ready_for_local_init_op = from_other("ready_for_local_init_op", ready_for_local_init_op)
        self._local_init_op = from_other("local_init_op", local_init_op)
        self._local_init_feed_dict = from_other("local_init_feed_dict", local_init_feed_dict)
        self._summary_op = from_other("summary_op", summary_op)
        self._saver = from_other("saver", saver)
        self._init_feed_dict = from_other("init_feed_dict", init_feed_dict)
        self._init_fn = (lambda session: init_fn(self, session)) if init_fn else None

    def finalize(self) -> Scaffold:
        """Makes what is missing, and finalizes the graph.

        Raises:
          RuntimeError: a collection has more than one op.
        """
        if self._init_op is None:
            self._init_op = Scaffold.get_or_default("init_op", GraphKeys.INIT_OP, _default_init_op)
        if self._ready_op is None:
            self._ready_op = Scaffold.get_or_default("ready_op", GraphKeys.READY_OP, lambda: _not_ready(None))
        if self._ready_for_local_init_op is None:
            self._ready_for_local_init_op = Scaffold.get_or_default(
                "ready_for_local_init_op",
                GraphKeys.READY_FOR_LOCAL_INIT_OP,
                lambda: _not_ready(global_variables()),
            )
        if self._local_init_op is None:
            self._local_init_op = Scaffold.get_or_default(
                "local_init_op", GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op
            )
        if self._summary_op is None:
            self._summary_op = Scaffold.get_or_default("summary_op", GraphKeys.SUMMARY_OP, merge_all)
        if self._saver is None:
            self._saver = Scaffold.get_or_default(
                "saver", GraphKeys.SAVERS, lambda: Saver(sharded=True, allow_empty=True)
            )
        if not default_graph().finalized:
            self._saver.as_saver_def()  # exported graphs have its nodes
            default_graph().finalize()
        get_logger().info("Graph was finalized.")
        return self

    @property
    def init_fn(self) -> Any:
        """A function of the session, or None."""
        return self._init_fn

    @property
    def init_op(self) -> Any:
        """The op that gives variables their initial values."""
        return self._init_op

    @property
    def ready_op(self) -> Any:
        """The names of variables that have no value."""
        return self._ready_op

    @property
    def ready_for_local_init_op(self) -> Any:
        """The same for those that `local_init_op` needs."""
        return self._ready_for_local_init_op

    @property
    def local_init_op(self) -> Any:
        """The op that gives local variables their values."""
        return self._local_init_op

    @property
    def local_init_feed_dict(self) -> Any:
        """The values that are fed to `local_init_op`."""
        return self._local_init_feed_dict

    @property
    def summary_op(self) -> Any:
        """The op that gives the summaries, or None."""
        return self._summary_op

    @property
    def saver(self) -> Any:
        """The saver."""
        return self._saver

    @property
    def init_feed_dict(self) -> Any:
        """The values that are fed to `init_op`."""
        return self._init_feed_dict

    @staticmethod
    def get_or_default(arg_name: str, collection_key: str, default_constructor: Callable[[], Any]) -> Any:
        """Returns the item of a collection; where there is none, what a function makes, which is added to it.

        Raises:
          RuntimeError: there are several.
        """
        found = default_graph().get_collection(collection_key)
        if len(found) > 1:
            raise RuntimeError(
                f"More than one item in the collection '{collection_key}'. Please indicate which one to use by passing it to "
                f"the tf.Scaffold constructor as:  tf.Scaffold({arg_name}=item to use)"
            )
        if found:
            return found[0]
        made = default_constructor()
        if made is not None:
            default_graph().add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Any:
        """Returns an op that gives local variables their values, fills tables and makes local resources."""
        return group(
            local_variables_initializer(),
            tables_initializer(),
            *_resources(GraphKeys.LOCAL_RESOURCES),
        )


def _resources(key: str) -> list[Any]:
    return [resource.create for resource in default_graph().get_collection(key)]


def _default_init_op() -> Any:
    more = default_graph().get_collection("saved_model_initializers")
    make = global_variables_initializer
    return group(make(), *_resources(GraphKeys.RESOURCES), *more)


def _not_ready(variables: Sequence[Any] | None) -> Any:
    return concat([report_uninitialized_variables(variables)], 0)


# ---- sessions that are ready ----


@export("compat.v1.train.SessionManager")
class SessionManager:
    """Makes sessions whose variables have values: from a checkpoint, or initial ones (tf.compat.v1.train.SessionManager).

    Args:
      local_init_op: run in each session.
      ready_op: a vector with the names of variables that have no value when all is done.
      ready_for_local_init_op: the same for those that `local_init_op` needs.
      graph: the default graph unless given.
      recovery_wait_secs: how long to wait before it tries again.
      local_init_run_options: has no effect.
      local_init_feed_dict: fed to `local_init_op`.

    Raises:
      ValueError: `ready_for_local_init_op` without `local_init_op`.
    """

    def __init__(
        self,
        local_init_op: Operation | Tensor | None = None,
        ready_op: Operation | Tensor | None = None,
        ready_for_local_init_op: Operation | Tensor | None = None,
        graph: Graph | None = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: RunOptions | None = None,
        local_init_feed_dict: Mapping[Any, Any] | None = None,
    ) -> None:
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a local_init_op , ready_for_local_init_op "
                f"[{ready_for_local_init_op}]"
            )
        self._local_init_op = local_init_op
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._graph = default_graph() if graph is None else graph
        self._recovery_wait_secs = recovery_wait_secs
        self._local_init_feed_dict = local_init_feed_dict

    def _restored(
        self,
        master: str,
        saver: Saver | None,
        folder: str | None,
        path: str | None,
        wait: bool,
        most: float,
        config: ConfigProto | None,
    ) -> tuple[Session, bool]:
        session = Session(master, graph=self._graph, config=config)
        if folder and path:
            raise ValueError("Can not provide both checkpoint_dir and checkpoint_filename_with_path.")
        if not saver or not (folder or path):
            return session, False
        if not folder:
            saver.restore(session, path)
            return session, True
        state = get_checkpoint_state
        found, waited = state(folder), 0.0
        while not found or not found.model_checkpoint_path:
            if not wait or waited >= most:
                return session, False
            get_logger().info("Waiting for checkpoint to be available.")
            time.sleep(self._recovery_wait_secs)
            waited += self._recovery_wait_secs
            found = state(folder)
        saver.restore(session, found.model_checkpoint_path)
        saver.recover_last_checkpoints(found.all_model_checkpoint_paths)
        return session, True

    def prepare_session(
        self,
        master: str,
        init_op: Operation | Tensor | None = None,
        saver: Saver | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: ConfigProto | None = None,
        init_feed_dict: Mapping[Any, Any] | None = None,
        init_fn: Callable[[Any], Any] | None = None,
    ) -> Session:
        """Returns a session whose variables are restored, or have initial values.

        Args:
          master: of a server of this process; "" for none.
          init_op: run where nothing is restored.
          saver: restores.
          checkpoint_dir: whose latest checkpoint is taken.
          checkpoint_filename_with_path: or this one.
          wait_for_checkpoint: whether to wait for one.
          max_wait_secs: how long.
          config: of the session.
          init_feed_dict: fed to `init_op`.
          init_fn: called with the session after that.

        Raises:
          RuntimeError: there is nothing to begin with, or variables have no value in the end.
        """
        session, restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        if not restored:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError("Model is not initialized and no init_op or init_fn or local_init_op was given")
            if init_op is not None:
                session.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(session)
        missing = self._begin(session)
        if missing:
            raise RuntimeError(
                f"Init operations did not make model ready for local_init.  Init op: {_name(init_op)}, init fn: {init_fn}, "
                f"error: {missing}"
            )
        missing = _missing(session, self._ready_op)
        if missing:
            raise RuntimeError(
                f"Init operations did not make model ready.  Init op: {_name(init_op)}, init fn: {init_fn}, "
                f"local_init_op: {_name(self._local_init_op)}, error: {missing}"
            )
        return session

    def recover_session(
        self,
        master: str,
        saver: Saver | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: ConfigProto | None = None,
    ) -> tuple[Session, bool]:
        """Returns a session, and whether its variables could be restored; arguments as of `prepare_session`."""
        session, restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        missing = self._begin(session)
        if not restored:
            return session, False
        for what in (missing, "" if missing else _missing(session, self._ready_op)):
            if what:
                get_logger().info("Restoring model did not make it ready: %s", what)
                return session, False
        get_logger().info("Restored model.")
        return session, True

    def wait_for_session(
        self, master: str, config: ConfigProto | None = None, max_wait_secs: float = float("inf")
    ) -> Session | None:
        """Returns a session whose variables somebody else gives values to.

        Raises:
          DeadlineExceededError: that does not happen within so many seconds.
        """
        until = time.monotonic() + max_wait_secs
        while True:
            session = Session(master, graph=self._graph, config=config)
            missing = self._begin(session) or _missing(session, self._ready_op)
            if not missing:
                return session
            session.close()
            left = until - time.monotonic()
            if left <= 0 or left < self._recovery_wait_secs:
                raise errors.DeadlineExceededError(
                    None, None, f"Session was not ready after waiting {max_wait_secs} secs."
                )
            get_logger().info("Waiting for model to be ready: %s", missing)
            time.sleep(self._recovery_wait_secs)

    def _begin(self, session: Session) -> str:
        """Runs the local op where the rest is ready; else what is not."""
        if self._local_init_op is None:
            return ""
        missing = _missing(session, self._ready_for_local_init_op)
        if not missing:
            get_logger().info("Running local_init_op.")
            session.run(self._local_init_op, feed_dict=self._local_init_feed_dict)
            get_logger().info("Done running local_init_op.")
        return missing


def _missing(session: Session, ready_op: Operation | Tensor | None) -> str:
    """Returns a sentence that names the variables without a value, "" where all have one."""
    if ready_op is None:
        return ""
    names = session.run(ready_op)
    if names is None or getattr(names, "size", 0) == 0:
        return ""
    return "Variables not initialized: " + ", ".join(name.decode() for name in names)


def _name(op: Any) -> str:
    return "None" if op is None else op.name


@export("compat.v1.train.SessionCreator")
class SessionCreator(abc.ABC):
    """The base of what makes sessions for `MonitoredSession` (tf.compat.v1.train.SessionCreator)."""

    @abc.abstractmethod
    def create_session(self) -> Session:
        """Returns a session."""


@export("compat.v1.train.ChiefSessionCreator")
class ChiefSessionCreator(SessionCreator):
    """Makes sessions whose variables are restored, or have initial values (tf.compat.v1.train.ChiefSessionCreator).

    Args:
      scaffold: the ops to begin with.
      master: of a server of this process; "" for none.
      config: of the session.
      checkpoint_dir: whose latest checkpoint is restored.
      checkpoint_filename_with_path: or this one.
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: ConfigProto | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master, self._config = master, config
        self._checkpoint_dir = checkpoint_dir
        self._checkpoint_filename_with_path = checkpoint_filename_with_path

    def create_session(self) -> Session:
        """Returns a session that is ready; finalizes the graph."""
        scaffold = self._scaffold.finalize()
        return _manager(scaffold).prepare_session(
            self._master,
            saver=scaffold.saver,
            checkpoint_dir=self._checkpoint_dir,
            checkpoint_filename_with_path=self._checkpoint_filename_with_path,
            config=self._config,
            init_op=scaffold.init_op,
            init_feed_dict=scaffold.init_feed_dict,
            init_fn=scaffold.init_fn,
        )


@export("compat.v1.train.WorkerSessionCreator")
class WorkerSessionCreator(SessionCreator):
    """Makes sessions whose variables somebody else gives values to (tf.compat.v1.train.WorkerSessionCreator).

    Args:
      scaffold: the ops to begin with.
      master: of a server of this process; "" for none.
      config: of the session.
      max_wait_secs: how long it waits.
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: ConfigProto | None = None,
        max_wait_secs: float = 30 * 60,
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master, self._config, self._max_wait_secs = master, config, max_wait_secs

    def create_session(self) -> Session | None:
        """Returns a session that is ready; finalizes the graph. Raises DeadlineExceededError."""
        scaffold = self._scaffold.finalize()
        return _manager(scaffold).wait_for_session(self._master, config=self._config, max_wait_secs=self._max_wait_secs)


def _manager(scaffold: Scaffold) -> SessionManager:
    return SessionManager(
        local_init_op=scaffold.local_init_op,
        local_init_feed_dict=scaffold.local_init_feed_dict,
        ready_op=scaffold.ready_op,
        ready_for_local_init_op=scaffold.ready_for_local_init_op,
        graph=default_graph(),
    )


# ---- sessions with hooks ----


class StepContext:
    """The argument of a function of a step (tf.compat.v1.train.MonitoredSession.StepContext).

    Args:
      session: the plain session.
      run_with_hooks_fn: runs with hooks.
    """

    def __init__(self, session: Session, run_with_hooks_fn: Callable[..., Any]) -> None:
        self._session = session
        self._run_with_hooks_fn = run_with_hooks_fn

    @property
    def session(self) -> Any:
        """The plain session."""
        return self._session

    def run_with_hooks(self, *args: object, **kwargs: object) -> Any:
        """As `MonitoredSession.run`."""
        return self._run_with_hooks_fn(*args, **kwargs)

    def request_stop(self) -> None:
        """Ends the session's context, by raising StopIteration."""
        raise StopIteration("step_fn has requested the iterations to stop.")


class _Monitored:
    """A session with hooks: both classes are of it."""

    _starts_queue_runners = True  # by itself

    StepContext = StepContext

    def __init__(
        self,
        session_creator: SessionCreator | None,
        hooks: Sequence[SessionRunHook] | None,
        recovers: bool,
        stop_grace_period_secs: float,
    ) -> None:
        self._graph_was_finalized = default_graph().finalized
        self._hooks = list(hooks or [])
        for hook in self._hooks:
            hook.begin()
        self._creator = session_creator or ChiefSessionCreator()
        self._recovers = recovers
        self._grace = stop_grace_period_secs
        self._session: Any = None
        self._open()

    def _open(self) -> None:
        while True:
            try:
                session = self._creator.create_session()
                coord = Coordinator(clean_stop_exception_types=())
                if default_graph().get_collection(GraphKeys.QUEUE_RUNNERS):
                    start_queue_runners(sess=session, coord=coord)
                for hook in self._hooks:
                    hook.after_create_session(session, coord)
            except _LOST as error:
                if not self._recovers:
                    raise
                get_logger().info(
                    "An error was raised while a session was being created: a new one is made. Error: %s", error
                )
                continue
            self._session, self._coord, self._stops = session, coord, False
            return

    def _again(self, error: BaseException) -> None:
        """Makes a new session in the place of one that was lost."""
        get_logger().info(
            "An error was raised. This may be due to a preemption; a new session is made. Error: %s", error
        )
        self._close_session()
        self._open()

    @property
    def graph(self) -> Any:
        """The graph that it runs; None when it is closed."""
        return None if self._session is None else self._session.graph

    def run(
        self,
        fetches: object,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """As `Session.run`, with hooks before and after.

        Raises:
          RuntimeError: a hook has asked for the end, the session is closed, or two hooks feed one tensor.
        """
        while True:
            if self._session is None:
                raise RuntimeError("Attempted to use a closed Session.")
            try:
                return self._guarded(lambda: self._run(fetches, feed_dict, options, run_metadata))
            except _LOST as error:
                if not self._recovers:
                    raise
                self._again(error)

    def _guarded(self, run: Callable[[], Any]) -> Any:
        """Runs; where it fails because one of the session's threads did, raises what that raised."""
        try:
            return run()
        except _LOST:
            raise
        except Exception:
            self._coord.raise_requested_exception()
            raise

    def _run(
        self,
        fetches: object,
        feed_dict: Mapping[Any, Any] | None,
        options: RunOptions | None,
        run_metadata: RunMetadata | None,
    ) -> Any:
        if self.should_stop():
            raise RuntimeError("Run called even after should_stop requested.")
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict), self._session)
        asked: dict[Any, Any] = {"caller": fetches}
        fed: dict[Any, Any] = {}
        if self._hooks:  # which are told both
            options, run_metadata = options or RunOptions(), run_metadata or RunMetadata()
        for place, hook in enumerate(self._hooks):
            request = hook.before_run(context)
            if request is None:
                continue
            if request.options is not None:
                options = _merged(options or RunOptions(), request.options)
            if request.fetches is not None:
                asked[place] = request.fetches
            if request.feed_dict:
                if any(_key(key) in fed for key in request.feed_dict):
                    raise RuntimeError("Same tensor is fed by two hooks.")
                fed.update({_key(key): (key, value) for key, value in request.feed_dict.items()})
        mine = dict(feed_dict or {})
        if any(_key(key) in fed for key in mine):
            raise RuntimeError("Same tensor is fed by a SessionRunHook and user.")
        pairs = dict(fed.values()) if fed else {}
        found = self._session.run(asked, feed_dict={**mine, **pairs}, options=options, run_metadata=run_metadata)
        for place, hook in enumerate(self._hooks):
            hook.after_run(context, SessionRunValues(found.get(place), options, run_metadata))
        self._stops = self._stops or context.stop_requested
        return found["caller"]

    def run_step_fn(self, step_fn: Callable[[StepContext], Any]) -> Any:
        """Returns what a function of a `StepContext` gives, which may run the plain session and the one with hooks.

        Raises:
          ValueError: the function takes other arguments.
          StopIteration: it asks for the end.
        """
        import inspect

        names = list(inspect.signature(step_fn).parameters)
        if names != ["step_context"]:
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and `step_context` arguments if it's an "
                f"instance method. Got {names} instead."
            )
        while True:
            if self._session is None:
                raise RuntimeError("Attempted to use a closed Session.")
            context = StepContext(self._session, lambda *args, **kwargs: self._run(*_run_arguments(*args, **kwargs)))
            try:
                return self._guarded(functools.partial(step_fn, context))
            except _LOST as error:
                if not self._recovers:
                    raise
                self._again(error)

    def should_stop(self) -> bool:
        """Tells whether a hook or a thread has asked for the end, or the session is closed."""
        return self._session is None or self._stops or self._coord.should_stop()

    def close(self) -> None:
        """Calls the hooks' `end` and closes the session."""
        self._close(None)

    def _close(self, exception_type: type[BaseException] | None) -> None:
        try:
            if self._session is None:
                raise RuntimeError("Session is already closed.")
            if exception_type is None:
                for hook in self._hooks:
                    hook.end(self._session)
        finally:
            if self._session is not None:
                graph = self._session.graph
                try:
                    self._close_session()
                finally:
                    if not self._graph_was_finalized:
                        graph._unsafe_unfinalize()

    def _close_session(self) -> None:
        session, self._session = self._session, None
        self._coord.request_stop()
        try:
            self._coord.join(stop_grace_period_secs=self._grace, ignore_live_threads=True)
        finally:
            session.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if exception_type in (errors.OutOfRangeError, StopIteration):
            exception_type = None
        self._close(exception_type)
        return exception_type is None


def _merged(one: RunOptions, other: RunOptions) -> RunOptions:
    """Returns options that ask for what either asks for."""
    merged = RunOptions()
    merged.CopyFrom(one)
    merged.trace_level = max(one.trace_level, other.trace_level)
    merged.timeout_in_ms = max(one.timeout_in_ms, other.timeout_in_ms)
    merged.inter_op_thread_pool = max(one.inter_op_thread_pool, other.inter_op_thread_pool)
    merged.output_partition_graphs = one.output_partition_graphs or other.output_partition_graphs
    merged.debug_options.debug_tensor_watch_opts.extend(other.debug_options.debug_tensor_watch_opts)
    return merged


def _key(key: Any) -> Any:
    return getattr(key, "_id", key) if not isinstance(key, (str, tuple)) else key


def _run_arguments(
    fetches: object,
    feed_dict: Mapping[Any, Any] | None = None,
    options: RunOptions | None = None,
    run_metadata: RunMetadata | None = None,
) -> tuple:
    return fetches, feed_dict, options, run_metadata


@export("compat.v1.train.MonitoredSession")
class MonitoredSession(_Monitored):
    """A session with hooks, made anew where it is lost (tf.compat.v1.train.MonitoredSession).

    As a context it swallows OutOfRangeError and StopIteration, with which data sets and steps end.

    Args:
      session_creator: a `SessionCreator`; `ChiefSessionCreator()` unless given.
      hooks: a list of `SessionRunHook`.
      stop_grace_period_secs: how long it waits for threads when it is closed.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     train = step.assign_add(1)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[tf.compat.v1.train.StopAtStepHook(3)]) as session:
    ...         while not session.should_stop():
    ...             print(session.run(train))
    1
    2
    3
    """

    def __init__(
        self,
        session_creator: SessionCreator | None = None,
        hooks: Sequence[SessionRunHook] | None = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        super().__init__(session_creator, hooks, True, stop_grace_period_secs)


@export("compat.v1.train.SingularMonitoredSession")
class SingularMonitoredSession(_Monitored):
    """A session with hooks that is not made anew (tf.compat.v1.train.SingularMonitoredSession).

    Args:
      hooks: a list of `SessionRunHook`.
      scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path: see `ChiefSessionCreator`.
      stop_grace_period_secs: how long it waits for threads when it is closed.
    """

    def __init__(
        self,
        hooks: Sequence[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: ConfigProto | None = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path)
        super().__init__(creator, hooks, False, stop_grace_period_secs)

    def raw_session(self) -> Any:
        """Returns the plain session."""
        return self._session


@export("compat.v1.train.MonitoredTrainingSession")
def MonitoredTrainingSession(  # noqa: N802
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None,
    hooks: Sequence[SessionRunHook] | None = None,
    chief_only_hooks: Sequence[SessionRunHook] | None = None,
    save_checkpoint_secs: Any = _UNSET,
    save_summaries_steps: Any = _UNSET,
    save_summaries_secs: Any = _UNSET,
    config: ConfigProto | None = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: Any = _UNSET,
    summary_dir: str | None = None,
    save_graph_def: bool = True,
) -> MonitoredSession:
    """Returns a `MonitoredSession` with hooks that write checkpoints and summaries (tf.compat.v1.train.MonitoredTrainingSession).

    Args:
      master: of a server of this process; "" for none.
      is_chief: whether it gives variables their values; else it waits for that.
      checkpoint_dir: a folder: its latest checkpoint is restored, new ones are written.
      scaffold: the ops to begin with.
      hooks: more hooks.
      chief_only_hooks: hooks that come first, where it `is_chief`.
      save_checkpoint_secs: a checkpoint in so many seconds, 600 unless given; None or 0 for none.
      save_summaries_steps: summaries in so many steps, 100 unless given; None or 0 for none.
      save_summaries_secs: or in so many seconds.
      config: of the session.
      stop_grace_period_secs: how long it waits for threads when it is closed.
      log_step_count_steps: how often the steps in a second are logged.
      max_wait_secs: how long it waits for the variables' values.
      save_checkpoint_steps: a checkpoint in so many steps.
      summary_dir: a folder for summaries; `checkpoint_dir` unless given.
      save_graph_def: whether the graph is written beside checkpoints.
    """
    if save_summaries_steps is _UNSET and save_summaries_secs is _UNSET:
        save_summaries_steps, save_summaries_secs = 100, None
    save_summaries_steps = None if save_summaries_steps is _UNSET else save_summaries_steps
    save_summaries_secs = None if save_summaries_secs is _UNSET else save_summaries_secs
    if save_checkpoint_steps is _UNSET and save_checkpoint_secs is _UNSET:
        save_checkpoint_steps, save_checkpoint_secs = None, 600
    save_checkpoint_steps = None if save_checkpoint_steps is _UNSET else save_checkpoint_steps
    save_checkpoint_secs = None if save_checkpoint_secs is _UNSET else save_checkpoint_secs
    scaffold = scaffold or Scaffold()
    if not is_chief:
        creator: SessionCreator = WorkerSessionCreator(scaffold, master, config, max_wait_secs)
        return MonitoredSession(creator, hooks or [], stop_grace_period_secs)
    every: list[SessionRunHook] = list(chief_only_hooks or [])
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    summary_dir = summary_dir or checkpoint_dir
    if summary_dir:
        if log_step_count_steps and log_step_count_steps > 0:
            every.append(StepCounterHook(output_dir=summary_dir, every_n_steps=log_step_count_steps))
        if (save_summaries_steps or 0) > 0 or (save_summaries_secs or 0) > 0:
            every.append(
                SummarySaverHook(
                    scaffold=scaffold,
                    save_steps=save_summaries_steps,
                    save_secs=save_summaries_secs,
                    output_dir=summary_dir,
                )
            )
    if checkpoint_dir and ((save_checkpoint_secs or 0) > 0 or (save_checkpoint_steps or 0) > 0):
        every.append(
            CheckpointSaverHook(
                checkpoint_dir,
                save_steps=save_checkpoint_steps,
                save_secs=save_checkpoint_secs,
                scaffold=scaffold,
                save_graph_def=save_graph_def,
            )
        )
    every.extend(hooks or [])
    return MonitoredSession(creator, every, stop_grace_period_secs)
