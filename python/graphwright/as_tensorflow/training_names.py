"""Names of `tensorflow.python.training`, `summary` and `ops.summary_op_util` that no public namespace has."""

from __future__ import annotations

import contextlib
import os
from typing import Any

import graphwright as tf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


# ---- ops.summary_op_util, distribute.summary_op_util ----


def collect(val: Any, collections: Any, default_collections: Any) -> None:
    """Adds a value to collections, or to those that are usual."""
    for key in default_collections if collections is None else collections:
        tf.compat.v1.add_to_collection(key, val)


def clean_tag(name: str | None) -> str | None:
    """Returns a tag with what may be in the name of an op only."""
    import re

    if name is None:
        return None
    return re.sub(r"[^-/\w\.]", "_", name).lstrip("/")


@contextlib.contextmanager
def summary_scope(
    name: str, family: str | None = None, default_name: str | None = None, values: Any = None
) -> Iterator[tuple[str, str]]:
    """Returns a context of a scope for a summary: the tag, and the scope's name."""
    name, family = clean_tag(name) or "", clean_tag(family)
    with tf.compat.v1.name_scope(f"{family}/{name}" if family else name, default_name, values) as scope:
        yield (f"{family}/{scope.rstrip('/')}" if family else scope.rstrip("/")), scope


def skip_summary() -> bool:
    """Tells whether this replica writes no summaries: all but the first."""
    context = tf.distribute.get_replica_context()
    number = context.replica_id_in_sync_group if context is not None else 0
    if isinstance(number, tf.Tensor):
        number = tf.get_static_value(number)
    return bool(number)


# ---- training.evaluation, summary.writer ----


class StopAfterNEvalsHook(tf.compat.v1.train.SessionRunHook):
    """Asks for the end of an evaluation after so many steps."""

    def __init__(self, num_evals: int | None, log_progress: bool = True) -> None:
        self._num_evals, self._log_progress = num_evals, log_progress
        self._evals_completed: Any = None

    def _set_evals_completed_tensor(self, updated_eval_step: Any) -> None:
        self._evals_completed = updated_eval_step

    def before_run(self, run_context: Any) -> Any:
        """Asks for the number of steps."""
        return tf.compat.v1.train.SessionRunArgs({"evals_completed": self._evals_completed})

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Asks for the end after the last step."""
        done = run_values.results["evals_completed"]
        if self._log_progress:
            tf.compat.v1.logging.info("Evaluation [%d/%s]", done, "inf" if self._num_evals is None else self._num_evals)
        if self._num_evals is not None and done >= self._num_evals:
            run_context.request_stop()


_StopAfterNEvalsHook = StopAfterNEvalsHook


def _get_or_create_eval_step() -> Any:
    """Returns the variable that counts the steps of an evaluation."""
    keys = tf.compat.v1.GraphKeys
    found = tf.compat.v1.get_collection(keys.EVAL_STEP)
    if len(found) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if found:
        return found[0]
    return tf.compat.v1.get_variable(
        "eval_step",
        shape=[],
        dtype=tf.int64,
        initializer=tf.compat.v1.zeros_initializer(),
        trainable=False,
        collections=[keys.LOCAL_VARIABLES, keys.EVAL_STEP],
    )


def _evaluate_once(
    checkpoint_path: str,
    master: str = "",
    scaffold: Any = None,
    eval_ops: Any = None,
    feed_dict: Any = None,
    final_ops: Any = None,
    final_ops_feed_dict: Any = None,
    hooks: Any = None,
    config: Any = None,
) -> Any:
    """Evaluates a model of a checkpoint once; returns what `final_ops` give at the end."""
    step = _get_or_create_eval_step()
    hooks = list(hooks or [])
    if eval_ops is not None:
        update = tf.compat.v1.assign_add(step, tf.ones_like(step.read_value()), use_locking=True)
        eval_ops = (
            {**eval_ops, "update_eval_step": update} if isinstance(eval_ops, dict) else [*_listed(eval_ops), update]
        )
        counted = update
    else:
        counted = step.read_value()
    for hook in hooks:
        if isinstance(hook, StopAfterNEvalsHook):
            hook._set_evals_completed_tensor(counted)
    v1 = tf.compat.v1.train
    last = v1.FinalOpsHook(final_ops, final_ops_feed_dict)
    creator = v1.ChiefSessionCreator(
        scaffold=scaffold, checkpoint_filename_with_path=checkpoint_path, master=master, config=config
    )
    with v1.MonitoredSession(session_creator=creator, hooks=[*hooks, last]) as session:
        if eval_ops is not None:
            while not session.should_stop():
                session.run(eval_ops, feed_dict)
    return last.final_ops_values


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


class EventFileWriter:
    """Writes events to a file in a folder.

    Args:
      logdir: the folder, which is made where it is not there.
      max_queue, flush_secs: have no effect beside: the file is written by `flush`.
      filename_suffix: what the name of the file ends in.
    """

    def __init__(
        self, logdir: str, max_queue: int = 10, flush_secs: int = 120, filename_suffix: str | None = None
    ) -> None:
        self._writer = tf.compat.v1.summary.FileWriter(
            os.fspath(logdir), max_queue=max_queue, flush_secs=flush_secs, filename_suffix=filename_suffix
        )

    def get_logdir(self) -> str:
        """Returns the folder."""
        return self._writer.get_logdir()

    def reopen(self) -> None:
        """Begins a new file, where it is closed."""
        self._writer.reopen()

    def add_event(self, event: Any) -> None:
        """Adds an event to the file."""
        self._writer.add_event(event)

    def flush(self) -> None:
        """Writes what is not written yet."""
        self._writer.flush()

    def close(self) -> None:
        """Writes what is not written yet, and closes the file."""
        self._writer.close()
