"""tf.compat.v1.train's hooks: what is asked and done at each run of a session that has them."""

from __future__ import annotations

import os
import time
from collections import namedtuple

from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import name_scope_v1
from graphwright._src.graph_import.write_graph import write_graph
from graphwright._src.messages.classes import RunOptions, SessionLog, Summary
from graphwright._src.session.collections import GraphKeys
from graphwright._src.v1.summary import FileWriterCache
from graphwright._src.v1.timeline import Timeline
from graphwright._src.v1.training import get_global_step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.session.session import Session
    from graphwright._src.v1.coordinator import Coordinator
    from graphwright._src.v1.monitored_session import Scaffold
    from graphwright._src.v1.saver import Saver
    from graphwright._src.v1.summary import FileWriter


# ---- what hooks are made of ----


@export("compat.v1.train.SessionRunArgs")
class SessionRunArgs(namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"])):
    """A hook's additions to a run (tf.compat.v1.train.SessionRunArgs).

    Args:
      fetches: what is fetched besides.
      feed_dict: what is fed besides.
      options: for the run.
    """

    __slots__ = ()

    def __new__(
        cls, fetches: object, feed_dict: Mapping[Any, Any] | None = None, options: RunOptions | None = None
    ) -> SessionRunArgs:
        return super().__new__(cls, fetches, feed_dict, options)


@export("compat.v1.train.SessionRunValues")
class SessionRunValues(namedtuple("SessionRunValues", ["results", "options", "run_metadata"])):
    """The results of a run: `results` for the hook's own fetches (tf.compat.v1.train.SessionRunValues)."""

    __slots__ = ()


@export("compat.v1.train.SessionRunContext")
class SessionRunContext:
    """The run that is about to begin or has ended (tf.compat.v1.train.SessionRunContext).

    Args:
      original_args: a `SessionRunArgs` with what the caller asked for.
      session: the plain session.
    """

    def __init__(self, original_args: SessionRunArgs, session: Session) -> None:
        self._original_args = original_args
        self._session = session
        self._stop_requested = False

    @property
    def original_args(self) -> SessionRunArgs:
        """The fetches and feeds that the caller asked for."""
        return self._original_args

    @property
    def session(self) -> Session:
        """The plain session."""
        return self._session

    @property
    def stop_requested(self) -> bool:
        """True where a hook has asked that this run is the last one."""
        return self._stop_requested

    def request_stop(self) -> None:
        """Makes this run the last one."""
        self._stop_requested = True


@export("compat.v1.train.SessionRunHook")
class SessionRunHook:
    """The base of hooks, whose methods do nothing (tf.compat.v1.train.SessionRunHook)."""

    def begin(self) -> None:
        """Called once, before there is a session; the graph may be added to."""

    def after_create_session(self, session: Session, coord: Coordinator) -> None:
        """Called when there is a session, with it and a `tf.train.Coordinator`."""

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Called before each run; gives a `SessionRunArgs` or None."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after each run that did not fail."""

    def end(self, session: Session) -> None:
        """Called once, when the session comes to its end without an error."""


@export("compat.v1.train.SecondOrStepTimer")
class SecondOrStepTimer:
    """Tells when so many seconds or steps have gone by (tf.compat.v1.train.SecondOrStepTimer).

    Args:
      every_secs: the seconds.
      every_steps: or the steps.

    Raises:
      ValueError: both are given, or none.
    """

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        self.reset()
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._every_secs = every_secs
        self._every_steps = every_steps

    def reset(self) -> None:
        """Forgets when it was triggered."""
        self._last_triggered_step: int | None = None
        self._last_triggered_time: float | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Tells whether it is due at a step: the first time, or so long after the last one."""
        if self._last_triggered_step is None or self._last_triggered_time is None:
            return True
        if self._last_triggered_step == step:
            return False
        if self._every_secs is not None:
            return time.time() >= self._last_triggered_time + self._every_secs
        return step >= self._last_triggered_step + (self._every_steps or 0)

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Notes that it was triggered at a step; gives the seconds and steps since the last time, or two None."""
        now = time.time()
        if self._last_triggered_step is None or self._last_triggered_time is None:
            passed: tuple[float | None, int | None] = (None, None)
        else:
            passed = now - self._last_triggered_time, step - self._last_triggered_step
        self._last_triggered_time, self._last_triggered_step = now, step
        return passed

    def last_triggered_step(self) -> int | None:
        """Returns the step at which it was triggered last."""
        return self._last_triggered_step


def _due_step(hook: Any, context: SessionRunContext, values: SessionRunValues) -> Any:
    """Returns the step, where the hook's timer says that it is due; else None."""
    if not hook._timer.should_trigger_for_step(values.results + hook._steps_per_run):
        return None
    step = context.session.run(hook._global_step)
    return step if hook._timer.should_trigger_for_step(step) else None


def _step(of: str) -> Any:
    """Returns the tensor that reads the graph's step."""
    variable = get_global_step()
    if variable is None:
        raise RuntimeError(f"Global step should be created to use {of}.")
    found = default_graph().get_collection("global_step_read_op_cache")
    if found:
        return found[0]
    with name_scope_v1(""), name_scope_v1(variable.op.name + "/"):
        read = variable.read_value() + 0
    default_graph().add_to_collection("global_step_read_op_cache", read)
    return read


# ---- hooks ----


@export("compat.v1.train.LoggingTensorHook")
class LoggingTensorHook(SessionRunHook):
    """Logs the values of tensors every few runs or seconds, or at the end (tf.compat.v1.train.LoggingTensorHook).

    Args:
      tensors: a dict from what they are called in the log to tensors or their names; or a list of these.
      every_n_iter: once in so many runs.
      every_n_secs: or once in so many seconds.
      at_end: whether they are logged at the end, too.
      formatter: a function of the dict of values that gives the line.

    Raises:
      ValueError: not exactly one of the numbers is given, and it is not for the end only; or it is not positive.
    """

    def __init__(
        self,
        tensors: Iterable[Any] | Mapping[str, Any],
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[dict[str, Any]], str] | None = None,
    ) -> None:
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        if isinstance(tensors, dict):
            self._tag_order = sorted(tensors)
        else:
            self._tag_order = list(tensors)
            tensors = {item: item for item in self._tag_order}
        self._tensors = tensors
        self._formatter = formatter
        self._at_end = at_end
        self._timer = None if only_at_end else SecondOrStepTimer(every_n_secs, every_n_iter)

    def begin(self) -> None:
        """Looks up the tensors. Raises KeyError where a name is not in the graph."""
        if self._timer is not None:
            self._timer.reset()
        self._iteration = 0
        self._current = {tag: _element(tensor) for tag, tensor in self._tensors.items()}

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for the tensors where they are to be logged."""
        self._due = self._timer is not None and self._timer.should_trigger_for_step(self._iteration)
        return SessionRunArgs(self._current) if self._due else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Logs them."""
        if self._due:
            self._log(run_values.results)
        self._iteration += 1

    def end(self, session: Session) -> None:
        """Logs them once more, where that was asked for."""
        if self._at_end:
            self._log(session.run(self._current))

    def _log(self, values: dict[str, Any]) -> None:
        import numpy as np

        elapsed = None if self._timer is None else self._timer.update_last_triggered_step(self._iteration)[0]
        with np.printoptions(suppress=True):
            if self._formatter:
                get_logger().info("%s", self._formatter(values))
                return
            text = ", ".join(f"{tag} = {values[tag]}" for tag in self._tag_order)
        get_logger().info("%s", text if elapsed is None else f"{text} ({elapsed:.3f} sec)")


def _element(item: Any) -> Any:
    """Returns the tensor of a name in the graph that is being built; anything else is itself."""
    if not isinstance(item, str):
        return item
    graph = default_graph()
    if ":" in item:
        return graph.as_graph_element(item)
    element = graph.as_graph_element(f"{item}:0")
    try:
        graph.as_graph_element(f"{item}:1")
    except (ValueError, KeyError):
        return element
    raise ValueError(f"Name {item} is ambiguous, as this Operation has multiple outputs.")


@export("compat.v1.train.StopAtStepHook")
class StopAtStepHook(SessionRunHook):
    """Ends the session at a step (tf.compat.v1.train.StopAtStepHook).

    Args:
      num_steps: how many steps after the first one of the session.
      last_step: or the step.

    Raises:
      ValueError: both are given, or none.
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps = num_steps
        self._last_step = last_step

    def begin(self) -> None:
        """Looks up the graph's step. Raises RuntimeError where there is none."""
        self._global_step = _step("StopAtStepHook")

    def after_create_session(self, session: Session, coord: Coordinator) -> None:
        """Counts from the step that the session begins with."""
        if self._last_step is None:
            self._last_step = session.run(self._global_step) + self._num_steps

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for the step."""
        return SessionRunArgs(self._global_step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Asks for the end where the step is reached."""
        if run_values.results + 1 >= self._last_step:
            # What was read may be the step before or after this run.
            if run_context.session.run(self._global_step) >= self._last_step:
                run_context.request_stop()


@export("compat.v1.train.NanLossDuringTrainingError")
class NanLossDuringTrainingError(RuntimeError):
    """The loss is no number (tf.compat.v1.train.NanLossDuringTrainingError)."""

    def __str__(self) -> str:
        return "NaN loss during training."


@export("compat.v1.train.NanTensorHook")
class NanTensorHook(SessionRunHook):
    """Ends the session, or raises, where the loss is no number (tf.compat.v1.train.NanTensorHook).

    Args:
      loss_tensor: the loss.
      fail_on_nan_loss: whether it raises.
    """

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss_tensor = loss_tensor
        self._fail_on_nan_loss = fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for the loss."""
        return SessionRunArgs(self._loss_tensor)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Looks at it. Raises NanLossDuringTrainingError."""
        import numpy as np

        if np.isnan(run_values.results):
            if self._fail_on_nan_loss:
                get_logger().error("Model diverged with loss = NaN.")
                raise NanLossDuringTrainingError
            get_logger().warning("Model diverged with loss = NaN.")
            run_context.request_stop()


@export("compat.v1.train.StepCounterHook")
class StepCounterHook(SessionRunHook):
    """Logs how many steps there are in a second (tf.compat.v1.train.StepCounterHook).

    Args:
      every_n_steps: once in so many steps.
      every_n_secs: or once in so many seconds.
      output_dir: a folder for events with that number.
      summary_writer: or a writer.

    Raises:
      ValueError: not exactly one of the first two is given.
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: FileWriter | None = None,
    ) -> None:
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)
        self._summary_writer = summary_writer
        self._output_dir = output_dir
        self._steps_per_run = 1

    def begin(self) -> None:
        """Looks up the graph's step. Raises RuntimeError where there is none."""
        if self._summary_writer is None and self._output_dir:
            self._summary_writer = FileWriterCache.get(self._output_dir)
        self._global_step = _step("StepCounterHook")
        self._summary_tag = get_global_step().op.name + "/sec"

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for the step."""
        return SessionRunArgs(self._global_step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Logs, where it is due."""
        step = _due_step(self, run_context, run_values)
        if step is not None:
            seconds, steps = self._timer.update_last_triggered_step(step)
            if seconds is not None:
                self._log_and_record(steps, seconds, step)

    def end(self, session: Session) -> None:
        """Writes all to the file."""
        if self._summary_writer is not None:
            self._summary_writer.flush()

    def _log_and_record(self, elapsed_steps: int | None, elapsed_time: float, global_step: int) -> None:
        rate = (elapsed_steps or 0) / elapsed_time if elapsed_time > 0 else float("inf")
        if self._summary_writer is not None:
            summary = Summary()
            summary.value.add(tag=self._summary_tag, simple_value=rate)
            self._summary_writer.add_summary(summary, global_step)
        get_logger().info("%s: %g", self._summary_tag, rate)


@export("compat.v1.train.CheckpointSaverListener")
class CheckpointSaverListener:
    """The base of what is told when checkpoints are written (tf.compat.v1.train.CheckpointSaverListener)."""

    def begin(self) -> None:
        """Called once, before there is a session."""

    def before_save(self, session: Session, global_step_value: int) -> None:
        """Called before a checkpoint is written."""

    def after_save(self, session: Session, global_step_value: int) -> Any:
        """Called after that; True ends the session."""

    def end(self, session: Session, global_step_value: int) -> None:
        """Called once, at the end."""


@export("compat.v1.train.CheckpointSaverHook")
class CheckpointSaverHook(SessionRunHook):
    """Writes a checkpoint every few steps or seconds, and at the end (tf.compat.v1.train.CheckpointSaverHook).

    Args:
      checkpoint_dir: the folder.
      save_secs: once in so many seconds.
      save_steps: or once in so many steps.
      saver: a `tf.compat.v1.train.Saver`; the graph's one unless given.
      checkpoint_basename: what the names of the files begin with.
      scaffold: whose saver is taken.
      listeners: a list of `CheckpointSaverListener`.
      save_graph_def: whether the graph is written, too.

    Raises:
      ValueError: `saver` and `scaffold` are given, or not exactly one of the numbers.
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Saver | None = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Scaffold | None = None,
        listeners: list[CheckpointSaverListener] | None = None,
        save_graph_def: bool = True,
    ) -> None:
        get_logger().info("Create CheckpointSaverHook.")
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver = saver
        self._checkpoint_dir = checkpoint_dir
        self._save_path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._scaffold = scaffold
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._listeners = listeners or []
        self._steps_per_run = 1
        self._save_graph_def = save_graph_def

    def begin(self) -> None:
        """Looks up the graph's step. Raises RuntimeError where there is none."""
        self._summary_writer = FileWriterCache.get(self._checkpoint_dir)
        self._global_step = _step("CheckpointSaverHook")
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session: Session, coord: Coordinator) -> None:
        """Writes the graph and a first checkpoint."""
        step = session.run(self._global_step)
        if self._save_graph_def:
            write_graph(session.graph.as_graph_def(add_shapes=True), self._checkpoint_dir, "graph.pbtxt")
        self._summary_writer.add_graph(session.graph)
        self._summary_writer.add_meta_graph(self._chosen_saver().export_meta_graph())
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for the step."""
        return SessionRunArgs(self._global_step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Writes a checkpoint, where it is due."""
        step = _due_step(self, run_context, run_values)
        if step is not None:
            self._timer.update_last_triggered_step(step)
            if self._save(run_context.session, step):
                run_context.request_stop()

    def end(self, session: Session) -> None:
        """Writes the last checkpoint."""
        last_step = session.run(self._global_step)
        if last_step != self._timer.last_triggered_step():
            self._save(session, last_step)
        self._summary_writer.flush()
        for listener in self._listeners:
            listener.end(session, last_step)

    def _save(self, session: Session, step: int) -> bool:
        """Writes a checkpoint; whether a listener asks for the end."""
        get_logger().info("Calling checkpoint listeners before saving checkpoint %d...", step)
        for listener in self._listeners:
            listener.before_save(session, step)
        get_logger().info("Saving checkpoints for %d into %s.", step, self._save_path)
        self._chosen_saver().save(session, self._save_path, global_step=step, write_meta_graph=self._save_graph_def)
        log = SessionLog
        self._summary_writer.add_session_log(log(status=log.CHECKPOINT, checkpoint_path=self._save_path), step)
        get_logger().info("Calling checkpoint listeners after saving checkpoint %d...", step)
        stop = False
        for listener in self._listeners:
            if listener.after_save(session, step):
                get_logger().info(
                    "A CheckpointSaverListener requested that training be stopped. listener: %s", listener
                )
                stop = True
        return stop

    def _chosen_saver(self) -> Any:
        if self._saver is not None:
            return self._saver
        if self._scaffold is not None:
            return self._scaffold.saver
        found = default_graph().get_collection(GraphKeys.SAVERS)
        if not found:
            raise RuntimeError(
                f"No items in collection {GraphKeys.SAVERS}. Please add a saver to the collection or provide a saver or scaffold."
            )
        if len(found) > 1:
            raise RuntimeError(
                f"More than one item in collection {GraphKeys.SAVERS}. Please indicate which one to use by passing it to the "
                "constructor."
            )
        self._saver = found[0]
        return found[0]


@export("compat.v1.train.SummarySaverHook")
class SummarySaverHook(SessionRunHook):
    """Writes summaries every few steps or seconds (tf.compat.v1.train.SummarySaverHook).

    Args:
      save_steps: once in so many steps.
      save_secs: or once in so many seconds.
      output_dir: a folder for the events.
      summary_writer: or a writer.
      scaffold: whose op of summaries is taken.
      summary_op: or the op, or a list of them.

    Raises:
      ValueError: not exactly one of a pair is given.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: FileWriter | None = None,
        scaffold: Scaffold | None = None,
        summary_op: Tensor | Sequence[Tensor] | None = None,
    ) -> None:
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._summary_op = summary_op
        self._summary_writer = summary_writer
        self._output_dir = output_dir
        self._scaffold = scaffold
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        """Looks up the graph's step. Raises RuntimeError where there is none."""
        if self._summary_writer is None and self._output_dir:
            self._summary_writer = FileWriterCache.get(self._output_dir)
        self._next_step: int | None = None
        self._global_step = _step("SummarySaverHook")

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for the step, and for summaries where they are due."""
        self._due = self._next_step is None or self._timer.should_trigger_for_step(self._next_step)
        asked = {"global_step": self._global_step}
        if self._due:
            op = self._summary_op if self._scaffold is None else self._scaffold.summary_op
            if op is not None:
                asked["summary"] = op if isinstance(op, list) else [op]
        return SessionRunArgs(asked)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Writes them."""
        if not self._summary_writer:
            return
        step = run_values.results["global_step"] + 1
        if self._due:
            step = run_context.session.run(self._global_step)
        if self._next_step is None:
            log = SessionLog
            self._summary_writer.add_session_log(log(status=log.START), step)
        if "summary" in run_values.results:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results["summary"]:
                self._summary_writer.add_summary(summary, step)
        self._next_step = step + 1

    def end(self, session: Session | None = None) -> None:
        """Writes all to the file."""
        if self._summary_writer:
            self._summary_writer.flush()


@export("compat.v1.train.ProfilerHook")
class ProfilerHook(SessionRunHook):
    """Writes what the operations of a run took, every few steps or seconds (tf.compat.v1.train.ProfilerHook).

    Files are named "timeline-STEP.json"; chrome://tracing and Perfetto show them. The messages that they are made of are written
    as events, too.

    Args:
      save_steps: once in so many steps.
      save_secs: or once in so many seconds.
      output_dir: the folder.
      show_dataflow: whether arrows lead from an operation to those that take its results.
      show_memory: whether what results hold is shown, too.

    Raises:
      ValueError: not exactly one of the numbers is given.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str = "",
        show_dataflow: bool = True,
        show_memory: bool = False,
    ) -> None:
        self._output_file = os.path.join(output_dir, "timeline-{}.json")
        self._summary_writer = FileWriterCache.get(output_dir)
        self._shown = {"show_dataflow": show_dataflow, "show_memory": show_memory}
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        """Looks up the graph's step. Raises RuntimeError where there is none."""
        self._next_step: int | None = None
        self._global_step = _step("ProfilerHook")

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for the step, and to measure the run where that is due."""
        self._due = self._next_step is not None and self._timer.should_trigger_for_step(self._next_step)
        options = RunOptions(trace_level=RunOptions.FULL_TRACE) if self._due else None
        return SessionRunArgs({"global_step": self._global_step}, options=options)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Writes what was measured."""
        step = run_values.results["global_step"]
        if self._next_step is None:
            self._timer.update_last_triggered_step(step)
        step += 1
        if self._due:
            step = run_context.session.run(self._global_step)
            self._timer.update_last_triggered_step(step)
            path = self._output_file.format(step)
            get_logger().info("Saving timeline for %d into '%s'.", step, path)
            text = Timeline(run_values.run_metadata.step_stats).generate_chrome_trace_format(**self._shown)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            self._summary_writer.add_run_metadata(run_values.run_metadata, f"step_{step}")
        self._next_step = step + 1

    def end(self, session: Session) -> None:
        """Writes all to the file of events."""
        self._summary_writer.flush()


@export("compat.v1.train.GlobalStepWaiterHook")
class GlobalStepWaiterHook(SessionRunHook):
    """Waits before the first run until others have made so many steps (tf.compat.v1.train.GlobalStepWaiterHook).

    Args:
      wait_until_step: the step.
    """

    def __init__(self, wait_until_step: int) -> None:
        self._wait_until_step = wait_until_step

    def begin(self) -> None:
        """Looks up the graph's step. Raises RuntimeError where there is none."""
        self._waits = self._wait_until_step > 0
        self._global_step = _step("_GlobalStepWaiterHook")

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Waits."""
        while self._waits and run_context.session.run(self._global_step) < self._wait_until_step:
            time.sleep(0.5)
        self._waits = False
        return None


@export("compat.v1.train.FinalOpsHook")
class FinalOpsHook(SessionRunHook):
    """Runs operations at the end and keeps what they give (tf.compat.v1.train.FinalOpsHook).

    Args:
      final_ops: operations and tensors, as `Session.run` takes them.
      final_ops_feed_dict: what is fed.
    """

    def __init__(self, final_ops: object, final_ops_feed_dict: Mapping[Any, Any] | None = None) -> None:
        self._final_ops = final_ops
        self._final_ops_feed_dict = final_ops_feed_dict
        self._final_ops_values: Any = None

    @property
    def final_ops_values(self) -> Any:
        """The results of `final_ops`."""
        return self._final_ops_values

    def end(self, session: Session) -> None:
        """Runs them."""
        if self._final_ops is not None:
            self._final_ops_values = session.run(self._final_ops, feed_dict=self._final_ops_feed_dict)


@export("compat.v1.train.FeedFnHook")
class FeedFnHook(SessionRunHook):
    """Feeds what a function gives (tf.compat.v1.train.FeedFnHook).

    Args:
      feed_fn: a function without arguments that gives a dictionary, called before each run.
    """

    def __init__(self, feed_fn: Callable[[], dict[Any, Any]]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Calls the function."""
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())
