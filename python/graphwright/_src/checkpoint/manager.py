"""tf.train.CheckpointManager: numbered checkpoints in a folder, of which the latest few are kept."""

from __future__ import annotations

import os
import time

from graphwright._src.base.export import export
from graphwright._src.base.logger import log_info
from graphwright._src.checkpoint.options import CheckpointOptions, checked_options, path_text
from graphwright._src.checkpoint.saver import Checkpoint, count_checkpoint, write_checkpoint
from graphwright._src.checkpoint.sessions import number_of
from graphwright._src.checkpoint.state import get_checkpoint_state, log_warning, remove_data, save_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.state.variable import Variable


@export("train.CheckpointManager")
class CheckpointManager:
    """Keeps the latest checkpoints of a folder (tf.train.CheckpointManager).

    Args:
      checkpoint: the `tf.train.Checkpoint` to save and restore.
      directory: the folder; made when the first checkpoint is written.
      max_to_keep: how many checkpoints are kept; None keeps all.
      keep_checkpoint_every_n_hours: one in so many hours is kept for good.
      checkpoint_name: what the names of files begin with.
      step_counter: a variable that counts steps, for `checkpoint_interval`.
      checkpoint_interval: how many steps there are at least between two checkpoints.
      init_fn: called by `restore_or_initialize` where there is no checkpoint.
      last_checkpoint_step: the step at which the last checkpoint was written.

    Raises:
      ValueError: `max_to_keep` is not positive, or there is an interval without a counter.

    >>> import tempfile
    >>> import graphwright as tf
    >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    >>> manager = tf.train.CheckpointManager(checkpoint, tempfile.mkdtemp(), max_to_keep=2)
    >>> for _ in range(3):
    ...     path = manager.save()
    >>> [os.path.basename(path) for path in manager.checkpoints]
    ['ckpt-2', 'ckpt-3']
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: str | os.PathLike,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Variable | None = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], Any] | None = None,
        last_checkpoint_step: int | None = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}.")
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._checkpoint = checkpoint
        self._directory = path_text(directory)
        self._max_to_keep = max_to_keep
        self._keep_every = keep_checkpoint_every_n_hours
        self._name = checkpoint_name
        self._checkpoint_prefix = os.path.join(self._directory, checkpoint_name)
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._init_fn = init_fn
        self._last_step = last_checkpoint_step
        self._kept: dict[str, float] = {}  # those that may be removed one day, and when they were written
        self._latest: str | None = None
        self._last_preserved = 0.0
        self._take_over()

    def _take_over(self) -> None:
        """Goes on with the checkpoints that a manager has written to the folder before, and not with others' ones there.

        A manager notes when each was written, and when one was last kept for good; what was not written since is not its own.
        """
        now = time.time()
        state = get_checkpoint_state(self._directory)
        if state is None:
            self._last_preserved = now - 1.0
            return
        self._latest = state.model_checkpoint_path
        self._last_preserved = state.last_preserved_timestamp
        if self._last_preserved > now:
            log_warning(
                f"time.time() returned a value {self._last_preserved - now:f} seconds behind the last preserved checkpoint "
                "timestamp."
            )
            self._last_preserved = now
        times = [min(when, now) for when in state.all_model_checkpoint_timestamps]
        known = zip(state.all_model_checkpoint_paths, times, strict=False)
        self._kept = {path: when for path, when in known if when > self._last_preserved}

    @property
    def directory(self) -> str:
        """The folder."""
        return self._directory

    @property
    def checkpoint_interval(self) -> int | None:
        """The least number of steps between two checkpoints."""
        return self._interval

    @property
    def latest_checkpoint(self) -> str | Any:
        """The path of the latest checkpoint, None where there is none."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The paths of the checkpoints that are managed, oldest first; those kept for good are not among them."""
        return list(self._kept)

    @property
    def checkpoint(self) -> Checkpoint:
        """The object that is saved."""
        return self._checkpoint

    def save(
        self,
        checkpoint_number: int | Tensor | Variable | None = None,
        check_interval: bool = True,
        options: CheckpointOptions | None = None,
    ) -> str | Any:
        """Writes a checkpoint, and removes old ones.

        Args:
          checkpoint_number: what its name ends with; by default it is counted.
          check_interval: whether nothing is done before `checkpoint_interval` steps have passed; without it, a step is saved
            once.
          options: a `tf.train.CheckpointOptions`.

        Returns:
          The checkpoint's path; None where nothing was done.

        Raises:
          tf.errors.OpError: a file cannot be written.
        """
        if self._interval is not None and not self._due(check_interval):
            return None
        prefix = os.path.join(self._directory, self._name)
        options = checked_options(options)
        count = count_checkpoint(self._checkpoint)
        path = f"{prefix}-{count if checkpoint_number is None else number_of(checkpoint_number)}"
        write_checkpoint(self._checkpoint, path, options, lambda: self._written(path))
        if self._step_counter is not None:
            self._last_step = number_of(self._step_counter)
        return path

    def _due(self, check_interval: bool) -> bool:
        if self._last_step is None or self._interval is None:
            return True
        step = number_of(self._step_counter)
        return step != self._last_step and (not check_interval or step >= self._last_step + self._interval)

    def _written(self, path: str) -> None:
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        self._latest = path
        gone = []
        while self._max_to_keep is not None and len(self._kept) > self._max_to_keep:
            oldest, when = next(iter(self._kept.items()))
            del self._kept[oldest]
            if self._keep_every and when - self._keep_every * 3600.0 >= self._last_preserved:
                self._last_preserved = when
            else:
                gone.append(oldest)
        # What the file names is there at any time.
        save_state(self._directory, path, list(self._kept), None, list(self._kept.values()), self._last_preserved)
        for old in gone:
            remove_data(old)

    def restore_or_initialize(self) -> str | None:
        """Restores the latest checkpoint; where there is none, calls `init_fn`.

        Returns:
          The path of the checkpoint, None where there was none.

        Raises:
          tf.errors.NotFoundError: the latest checkpoint is not there any more.
        """
        if self._latest is not None:
            self._checkpoint.restore(self._latest)
            if self._step_counter is not None:
                self._last_step = number_of(self._step_counter)
            return self._latest
        if self._init_fn is not None:
            self._init_fn()
            log_info("Customized initialization is done through the passed `init_fn`.")
        return None

    def sync(self) -> None:
        """Waits until a checkpoint that is being written in the background is there."""
        self._checkpoint.sync()
