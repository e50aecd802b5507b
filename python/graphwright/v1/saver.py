"""tf.compat.v1.train.Saver: variables to checkpoints by their names, and back."""

from __future__ import annotations

import contextlib
import os
import time

from graphwright import _core, errors
from graphwright.checkpoint.options import path_text
from graphwright.checkpoint.reader import CheckpointReader
from graphwright.checkpoint.saver import write_tensors
from graphwright.checkpoint.state import checkpoint_exists, get_checkpoint_mtimes, remove_checkpoint, save_state
from graphwright.export import export, exported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


@contextlib.contextmanager
def _eagerly() -> Iterator[None]:
    """Ops inside run at once, also where a graph is being built."""
    _core.push_eager()
    try:
        yield
    finally:
        _core.pop_eager()


def _name_of(variable: Any) -> str:
    shared = getattr(variable, "_shared_name", None)
    return shared if shared and _core.executing_eagerly() else variable.name.rpartition(":")[0]


@export("compat.v1.train.Saver")
class Saver:
    """Writes variables to checkpoints by their names, and restores them (tf.compat.v1.train.Saver).

    No file with the graph is written beside a checkpoint.

    Args:
      var_list: the variables, or a dict of them by the names that the checkpoint has for them; all of the graph by default.
      reshape: whether values may have another shape than the variable, of the same size.
      sharded: has no effect: a checkpoint is one shard.
      max_to_keep: how many checkpoints are kept; None or 0 keeps all.
      keep_checkpoint_every_n_hours: one in so many hours is kept for good.
      name, restore_sequentially, saver_def, builder: have no effect.
      defer_build: whether the variables are looked up when the saver is first used.
      allow_empty: whether there may be no variables.
      write_version: has no effect: checkpoints are of the second version.
      pad_step_number: whether steps in names have eight digits.
      save_relative_paths: whether the file `checkpoint` has paths from its folder on.
      filename: has no effect.

    Raises:
      ValueError: there are no variables, or two of one name.

    >>> import tempfile
    >>> import graphwright as tf
    >>> v = tf.Variable(1.0, name="v")
    >>> saver = tf.compat.v1.train.Saver([v])
    >>> path = saver.save(None, tempfile.mkdtemp() + "/model", global_step=7)
    >>> _ = v.assign(5.0)
    >>> saver.restore(None, path)
    >>> v.numpy(), os.path.basename(path)
    (np.float32(1.0), 'model-7')
    """

    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = 2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set defer_build=False or var_list=None."
            )
        if _core.executing_eagerly() and var_list is None:
            raise RuntimeError(
                "When eager execution is enabled, `var_list` must specify a list or dict of variables to save"
            )
        self._var_list = var_list
        self._reshape = reshape
        self._most = max_to_keep or 0
        self._keep_every = keep_checkpoint_every_n_hours
        self._next_kept = time.time() + keep_checkpoint_every_n_hours * 3600
        self._allow_empty = allow_empty
        self._pad = pad_step_number
        self._relative = save_relative_paths
        self._last: list[tuple[str, float]] = []
        self._variables: dict[str, Any] | None = None
        if not defer_build:
            self.build()

    def build(self) -> None:
        """Looks up the variables. Raises ValueError where there are none, or two of one name."""
        if self._variables is not None:
            return
        given = self._var_list
        if given is None:
            given = exported("compat.v1.global_variables")()
        if not given and not self._allow_empty:
            raise ValueError("No variables to save")
        if isinstance(given, dict):
            self._variables = dict(given)
            return
        found: dict[str, Any] = {}
        for variable in given or ():
            if not isinstance(variable, _core.ResourceVariable):
                raise TypeError(f"Variable to save is not a Variable: {variable}")
            name = _name_of(variable)
            if found.setdefault(name, variable) is not variable:
                raise ValueError(f"At least two variables have the same name: {name}")
        self._variables = found

    # ---- what was written ----

    @property
    def last_checkpoints(self) -> list[str]:
        """The paths of the checkpoints that are kept, oldest first."""
        return [path for path, _ in self._last]

    def set_last_checkpoints(self, last_checkpoints: Sequence[str]) -> None:
        """Says which checkpoints there are."""
        self._last = [(path, float("inf")) for path in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: Sequence[tuple[str, float]]) -> None:
        """Says which checkpoints there are, and when they were written."""
        self._last = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Sequence[str]) -> None:
        """Says which checkpoints there may be; those that are not there are left out."""
        present = [path for path in checkpoint_paths if checkpoint_exists(path)]
        self._last = list(zip(present, get_checkpoint_mtimes(present), strict=True))

    # ---- writing and reading ----

    def save(
        self,
        sess: Any,
        save_path: str | os.PathLike,
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str:
        """Writes a checkpoint.

        Args:
          sess: the session whose values are taken; not used eagerly.
          save_path: what its files' names begin with.
          global_step: a number, put behind that with "-"; an int, a tensor or a variable.
          latest_filename: the file that tells the latest checkpoint, "checkpoint" by default.
          meta_graph_suffix, write_meta_graph, strip_default_attrs, save_debug_info: have no effect.
          write_state: whether that file is written.

        Returns:
          The checkpoint's path.

        Raises:
          TypeError: `sess` is no session.
          ValueError: `latest_filename` has a folder in it.
        """
        self.build()
        in_graph = not _core.executing_eagerly()
        if in_graph and not hasattr(sess, "run"):
            raise TypeError(f"'sess' must be a Session; {sess}")
        path = path_text(save_path)
        state_name = latest_filename or "checkpoint"
        if os.path.split(state_name)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        if global_step is not None:
            if not isinstance(global_step, int):
                global_step = sess.run(global_step) if in_graph else global_step.numpy()
            step = int(global_step)
            path = f"{path}-{step:08d}" if self._pad else f"{path}-{step}"
        folder = os.path.dirname(path)
        values = sess.run(self._variables) if in_graph and self._variables else self._variables
        with _eagerly():
            write_tensors(path, {name: self._tensor(name, value) for name, value in values.items()})
        self._written(path, folder, state_name, write_state)
        return path

    def _tensor(self, name: str, value: Any) -> Any:
        return _core.convert_to_tensor(value, self._variables[name].dtype.base_dtype)

    def _written(self, path: str, folder: str, state_name: str, write_state: bool) -> None:
        self._last = [(other, when) for other, when in self._last if other != path]
        self._last.append((path, time.time()))
        gone = []
        while self._most and len(self._last) > self._most:
            oldest, when = self._last.pop(0)
            if when > self._next_kept:
                self._next_kept += self._keep_every * 3600
            else:
                gone.append(oldest)
        if write_state:
            save_state(folder, path, self.last_checkpoints, state_name, relative=self._relative)
        for old in gone:
            remove_checkpoint(old)

    def restore(self, sess: Any, save_path: str | os.PathLike | None) -> None:
        """Gives the variables the values of a checkpoint.

        Args:
          sess: the session whose variables they become the values of; not used eagerly.
          save_path: the checkpoint.

        Raises:
          tf.errors.InvalidArgumentError: a value has another dtype or shape than its variable.
          tf.errors.NotFoundError: the checkpoint has no value for a variable.
          ValueError: there is no such checkpoint.
        """
        self.build()
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = path_text(save_path)
        if not checkpoint_exists(path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        reader = CheckpointReader(path)
        for name in self._variables:
            if not reader.has_tensor(name):
                raise errors.NotFoundError(
                    None,
                    None,
                    "Restoring from checkpoint failed. This is most likely due to a Variable name or other graph key that is "
                    f"missing from the checkpoint: Key {name} not found in checkpoint {path}",
                )
        for name, variable in self._variables.items():
            tensor = reader.read(name, variable.dtype)
            if not variable.shape.is_compatible_with(tensor.shape):
                if not self._reshape:
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        f"Restoring from checkpoint failed: {name} has the shape {variable.shape} in the graph, and "
                        f"{tensor.shape} in the checkpoint",
                    )
                with _eagerly():
                    tensor = _core.op("Reshape")(tensor, variable.shape.as_list())
            if _core.executing_eagerly():
                variable.assign(tensor)
            else:
                variable.load(tensor.numpy(), sess)

    def export_meta_graph(self, *args: Any, **kwargs: Any) -> Any:
        """NotImplementedError: graphs are not written beside checkpoints."""
        raise NotImplementedError(
            "tf.compat.v1.train.Saver.export_meta_graph: graphs are not written beside checkpoints"
        )

    def as_saver_def(self) -> Any:
        """NotImplementedError: the saver has no nodes in the graph."""
        raise NotImplementedError("tf.compat.v1.train.Saver.as_saver_def: the saver has no nodes in the graph")

    to_proto = as_saver_def

    @staticmethod
    def from_proto(saver_def: Any, import_scope: str | None = None) -> Saver:
        """NotImplementedError: the saver has no nodes in the graph."""
        raise NotImplementedError("tf.compat.v1.train.Saver.from_proto: the saver has no nodes in the graph")
